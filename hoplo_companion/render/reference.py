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
from hoplo_companion.components.schemas import RuleRecord, RulingRecord
from hoplo_companion.components.scions import DiceEffect
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import clip
from hoplo_companion.language import later, spoken, tr
from hoplo_companion.notation.arenas import write_priorities
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.notation.scions import write_effect as write_row
from hoplo_companion.render.sentences.words import words_of
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.rulings import InForce

FIELDS = {
    "attack": later("attack dice"),
    "banes": later("banes"),
    "cap": later("cap"),
    "capacity": later("Tactic Capacity"),
    "cards": later("its card"),
    "centre": later("centre"),
    "chips": later("chips"),
    "class": later("class"),
    "classes": later("classes"),
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

CONFIDENCES = {
    "stated": later("stated"),
    "translated": later("translated"),
    "inferred": later("inferred"),
    "low-res": later("hard to read"),
    "assumed": later("assumed"),
    "player": later("by the player"),
}
"""How sure a source is."""


def field_word(field: str) -> str:
    """Name a field of a record; one that has no word of its own is named by its key."""
    return tr(FIELDS[field]) if field in FIELDS else field.replace("_", " ")


def confidence_word(confidence: str) -> str:
    """Say how sure a source is."""
    return tr(CONFIDENCES[confidence]) if confidence in CONFIDENCES else confidence


def kind_word(kind: str) -> str:
    """Name one record of a kind."""
    one = singular(kind)
    return tr(KINDS[one][0]) if one in KINDS else one


def kinds_word(kind: str) -> str:
    """Name several records of a kind."""
    one = singular(kind)
    return tr(KINDS[one][1]) if one in KINDS else kind


def value_word(value: Any) -> str:
    """Write a value of a record."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return " ".join(map(str, value)) or tr("none") if isinstance(value, list) else str(value)


def unknown_own(name: str, known: Iterable[str], kind: str = "") -> str:
    """Say that none of the player's own records, or of those of a kind, has a name, and what would be right."""
    if not kind:
        advice = advise(name, known, tr("records of your own"))
        return tr("no record of your own is called {name}; {advice}", name=clip(name, 62), advice=advice)
    advice = advise(name, known, kinds_word(kind))
    text = later("no {kind} of your own is called {name}; {advice}")
    return tr(text, kind=kind_word(kind), name=clip(name, 62), advice=advice)


WIDTH = 78


def paragraph(text: str, style: str = "") -> list[Line]:
    """Lay a text out below its heading, set in."""
    return [[Span(line, style)] for line in textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")]


def rule_lines(id_: str, rule: RuleRecord) -> list[Line]:
    """Show a rule: id, terms and page, then its sentence, then where another edition differs."""
    in_italian = spoken() == "it"
    terms = f"{rule.term_it} / {rule.term}" if in_italian else f"{rule.term} / {rule.term_it}"
    head = [Span(id_, "rule"), Span(f"  {terms}  "), Span(page_words(rule.page), "page")]
    if in_italian and rule.page.startswith("A"):
        head.append(Span("  " + tr("(our own translation)"), "quiet"))  # no sheet of an expansion was translated
    lines: list[Line] = [head, *paragraph((in_italian and rule.text_it) or rule.text)]
    if in_italian and rule.differs_it:
        lines += paragraph(tr("Elsewhere: {text}", text=rule.differs_it), "quiet")
    elif rule.differs:
        lines += paragraph(tr("Elsewhere: {text}", text=rule.differs), "quiet")
    return lines


def open_lines(id_: str, record: RulingRecord, command: str = "hoplo rulings") -> list[Line]:
    """Name an open question below the rules that it touches, with the command that shows its readings."""
    lines: list[Line] = [
        [Span(tr("Open question:") + " "), Span(id_, "rule"), Span(f"  {page_words(record.page)}", "page")]
    ]
    return [*lines, *paragraph(f"{tr(record.note)} ({command} {id_})", "quiet")]


def ruling_lines(ruling: InForce) -> list[Line]:
    """Show an open question: the reading in force, and the others that may be chosen."""
    head = [Span(ruling.id, "rule"), Span(f"  {tr(ruling.title)}  "), Span(page_words(ruling.page), "page")]
    in_force = tr("In force ({reading}): {text}", reading=ruling.reading, text=tr(ruling.text))
    lines: list[Line] = [head, *paragraph(tr(ruling.question)), *paragraph(in_force)]
    for id_, text in ruling.others.items():
        lines += paragraph(tr("Or {reading}: {text}", reading=id_, text=tr(text)), "quiet")
    return lines


def record_lines(kind: str, id_: str, fields: Mapping[str, Any]) -> list[Line]:
    """Show a component's record: what is known, who says so and how sure that is, and what is in doubt."""
    lines: list[Line] = [[Span(str(fields.get("name", id_)), "heading"), Span(f"  ({kind} {id_})", "quiet")]]
    for key, value in fields.items():
        if key in ("name", "source", "confidence", "doubts") or value in ("", [], {}, None):
            continue
        lines += _field(key, value, "  ")
    if "source" in fields:
        source = tr(
            "source: {source} ({how_sure})", source=fields["source"], how_sure=confidence_word(fields["confidence"])
        )
        lines.append([Span(f"  {source}", "page")])
    for key, doubt in fields.get("doubts", {}).items():
        source = f"{confidence_word(doubt['confidence'])}, {doubt['source']}"
        words = tr("in doubt: {field} ({source}) {hint}", field=field_word(key), source=source, hint=tr(doubt["hint"]))
        lines += paragraph(words, "quiet")
    return lines


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
        lines: list[Line] = [[Span(f"{indent}{name}:")]]
        for inner, each in value.items():
            lines += _field(str(inner), each, indent + "  ")
        return lines
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        return [[Span(f"{indent}{name}:")], *(line for row in _rows(key, value) for line in _row(row, indent))]
    if key in _NAMED:
        value = [_NAMED[key](each) for each in value] if isinstance(value, list) else _NAMED[key](str(value))
    text = f"{name}: {_short(value)}"
    return [[Span(line)] for line in textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")]


def _row(text: str, indent: str) -> list[Line]:
    return [
        [Span(line)]
        for line in textwrap.wrap(text, WIDTH, initial_indent=f"{indent}  - ", subsequent_indent=f"{indent}    ")
    ]


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
