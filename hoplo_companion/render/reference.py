"""Reference entries in words: rules of the ledger, rulings, and the records of components with their fields."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from hoplo_companion.campaign.naming import chip_name, region_name, tactic_name
from hoplo_companion.components.catalogue import singular
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import KINDS, advise
from hoplo_companion.components.schemas import DiceEffect, RuleRecord, RulingRecord
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import clip
from hoplo_companion.language import later, spoken, tr
from hoplo_companion.notation.arenas import write_priorities
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.notation.scions import write_effect as write_row
from hoplo_companion.render.sentences.words import words_of
from hoplo_companion.render.style import Line, Span, line
from hoplo_companion.rules.rulings import InForce

FIELDS = {
    "attack": later("attack dice"),
    "banes": later("banes"),
    "cap": later("cap"),
    "cards": later("its card"),
    "centre": later("centre"),
    "chips": later("chips"),
    "class": later("class"),
    "columns": later("columns"),
    "dice": later("dice"),
    "effects": later("effects"),
    "elevation": later("elevation"),
    "elite": later("elite"),
    "faction": later("faction"),
    "health": later("Health"),
    "hero": later("hero"),
    "key_hexes": later("key hexes"),
    "kind": later("kind"),
    "leadership": later("Leadership"),
    "level": later("level"),
    "mat": later("mat"),
    "minions": later("minions"),
    "met": later("when it is met"),
    "movement": later("Movement"),
    "name": later("name"),
    "note": later("note"),
    "numbered": later("number on its chips"),
    "player_deployment": later("your deployment hexes"),
    "priorities": later("priority lists"),
    "range": later("Range"),
    "region": later("region"),
    "reward": later("reward"),
    "rival": later("how rivals use it"),
    "rival_deployment": later("the rival's deployment hexes"),
    "rival_class": later("class that brings it"),
    "rival_side": later("side that the rival places it on"),
    "rival_target": later("unit that the rival places it on"),
    "skills": later("skills"),
    "tactics": later("tactics"),
    "text": later("text"),
    "type": later("type"),
    "units": later("units"),
    "until": later("end"),
}
"""What the fields of records are called that a player reads off a chip or card."""


def field_word(field: str) -> str:
    """Name a field of a record; one that has no word of its own is named by its key."""
    return tr(FIELDS[field]) if field in FIELDS else field.replace("_", " ")


def kind_word(kind: str) -> str:
    """Name one record of a kind."""
    one = singular(kind)
    return tr(KINDS[one][0]) if one in KINDS else one


def kinds_word(kind: str) -> str:
    """Name several records of a kind."""
    one = singular(kind)
    return tr(KINDS[one][1]) if one in KINDS else kind


def value_word(value: Any) -> str:
    """A value of a record."""
    return _short(value) or tr("none") if isinstance(value, list) else _short(value)


def unknown_own(name: str, known: Iterable[str], kind: str = "") -> str:
    """Say that none of the player's own records, or of those of a kind, has a name, and what would be right."""
    if not kind:
        advice = advise(name, known, tr("records of your own"))
        return tr("no record of your own is called {name}; {advice}", name=clip(name, 62), advice=advice)
    advice = advise(name, known, kinds_word(kind))
    text = later("no {kind} of your own is called {name}; {advice}")
    return tr(text, kind=kind_word(kind), name=clip(name, 62), advice=advice)


WIDTH = 78


def entry(head: Line, parts: Iterable[Span]) -> list[Line]:
    """A head, and what there is to say below it, a paragraph each, set in; empty ones are left out."""
    return [head, *(line for part in parts if part.text for line in _set_in(part.text, "  ", "  ", part.style))]


def _set_in(text: str, first: str, rest: str, style: str = "") -> list[Line]:
    return [[Span(line, style)] for line in textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)]


def headed(id_: str, words: str, page: str) -> Line:
    """The head of a rule or ruling: its id, what it is about, and the page."""
    return [Span(id_, "rule"), Span(f"  {words}  "), Span(page_words(page), "page")]


def rule_lines(id_: str, rule: RuleRecord) -> list[Line]:
    """A rule: id, terms and page, then its sentence, then where another edition differs."""
    in_italian = spoken() == "it"
    terms = [rule.term, rule.term_it]
    head = headed(id_, " / ".join(terms[::-1] if in_italian else terms), rule.page)
    if in_italian and rule.page.startswith("A"):
        head.append(Span("  " + tr("(our own translation)"), "quiet"))  # no sheet of an expansion was translated
    differs = (in_italian and rule.differs_it) or rule.differs
    elsewhere = tr("Elsewhere: {text}", text=differs) if differs else ""
    return entry(head, [Span((in_italian and rule.text_it) or rule.text), Span(elsewhere, "quiet")])


def open_lines(id_: str, record: RulingRecord, command: str = "hoplo rulings") -> list[Line]:
    """An open question below the rules that it touches, with the command that shows its readings."""
    head = [Span(tr("Open question:") + " "), Span(id_, "rule"), Span(f"  {page_words(record.page)}", "page")]
    return entry(head, line(f"{tr(record.note)} ({command} {id_})", "quiet"))


def ruling_lines(ruling: InForce) -> list[Line]:
    """An open question: the reading in force, and the others that may be chosen."""
    in_force = tr("In force ({reading}): {text}", reading=ruling.reading, text=tr(ruling.text))
    others = [tr("Or {reading}: {text}", reading=id_, text=tr(text)) for id_, text in ruling.others.items()]
    head = headed(ruling.id, tr(ruling.title), ruling.page)
    return entry(head, [Span(tr(ruling.question)), Span(in_force), *(Span(text, "quiet") for text in others)])


def record_lines(kind: str, id_: str, fields: Mapping[str, Any]) -> list[Line]:
    """A component's record: what is known, who says so and how sure that is, and what is in doubt."""
    head: Line = [Span(str(fields.get("name", id_)), "heading"), Span(f"  ({kind} {id_})", "quiet")]
    known = [
        line
        for key, value in fields.items()
        if key not in ("name", "source", "confidence", "doubts") and value not in ("", [], {}, None)
        for line in _field(key, value, "  ")
    ]
    if "source" in fields:
        how_sure = words_of(fields["confidence"])
        known.append(
            [Span("  " + tr("source: {source} ({how_sure})", source=fields["source"], how_sure=how_sure), "page")]
        )
    doubts = [
        tr("in doubt: {field} ({source}) {hint}", field=field_word(key), hint=tr(doubt["hint"]),
           source=f"{words_of(doubt['confidence'])}, {doubt['source']}")
        for key, doubt in fields.get("doubts", {}).items()
    ]  # fmt: skip
    return [head, *known, *entry([], (Span(text, "quiet") for text in doubts))[1:]]


_NAMED: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("class", "hero", "minions", "rival_class", "units"), chip_name),
    **dict.fromkeys(("faction", "region"), region_name),
    **dict.fromkeys(("kind", "rival_side", "rival_target", "type", "until"), words_of),
    "tactics": tactic_name,
}
"""The fields that hold ids, and what names what they mean."""


def _field(key: str, value: Any, indent: str) -> list[Line]:
    """Show one field; tables, and lists of tables in the notation they are typed in, are laid out below it."""
    name = field_word(key)
    if isinstance(value, Mapping):
        below = [line for inner, each in value.items() for line in _field(str(inner), each, indent + "  ")]
        return [[Span(f"{indent}{name}:")], *below]
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        texts = _rows(key, value)
        below = [line for text in texts for line in _set_in(text, f"{indent}  - ", f"{indent}    ")]
        return [[Span(f"{indent}{name}:")], *below]
    if key in _NAMED:
        value = [_NAMED[key](each) for each in value] if isinstance(value, list) else _NAMED[key](str(value))
    return _set_in(f"{name}: {_short(value)}", indent, indent + "  ")


def _rows(key: str, tables: list[Any]) -> list[str]:
    """Write the tables of a list, each as it is typed; what has no notation is listed key by key."""
    if key == "priorities":
        return write_priorities(tables)
    if key == "effects" and "dice" in tables[0]:
        return [write_row(replace(each, text=tr(each.text))) for each in convert(tables, list[DiceEffect])]
    if "do" in tables[0]:
        return write_effects(convert(tables, list[Effect])).splitlines()
    return [", ".join(f"{field_word(k)} {_short(v)}" for k, v in each.items()) for each in tables]


def _short(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_short, value)) if any(map(is_prose, value)) else ", ".join(map(_short, value))
    if isinstance(value, Mapping):
        return " ".join(f"{field_word(key)} {_short(each)}" for key, each in value.items())
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return tr(value) if is_prose(value) else str(value)


def is_prose(value: object) -> bool:
    """Tell a sentence of a record, which has a translation, from a name."""
    return isinstance(value, str) and value.endswith(".")
