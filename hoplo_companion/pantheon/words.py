"""What things of this table are called, by their ids, how a word of a line is read, and what a rule says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, spoken, tr

KINDS = {each: each for each in (later("troop"), later("hero"), later("monster"), later("god"), later("titan"))}
DIVINITIES = ("god", "titan")
NAMES = {**KINDS, "alone": later("last miniature")}
"""What has no rule of its own: the kinds of units, and a troop that is down to its last miniature."""

UNPRINTED = ("aerial-attack", "heights")
"""What has a rule among types and boundaries, and is none."""

_LEDGER = Catalogue(shipped_folder() / "pantheon")
_RULES = {rule.rpartition(".")[2]: rule for rule in _LEDGER.ids("ledger")}


def _ids(chapter: str) -> tuple[str, ...]:
    """What the ledger has a rule for in a chapter; what is not printed on a board or a unit is no word of a line."""
    return tuple(id_ for id_, rule in _RULES.items() if rule == f"pan.{chapter}.{id_}" and id_ not in UNPRINTED)


TERRAINS, BOUNDARIES, TRAITS, TALENTS = map(_ids, ("terrain", "boundary", "type", "talent"))


def name_of(id_: str) -> str:
    """What a terrain, a boundary, a type or a talent is called in the language that is spoken, as its rule has it."""
    if id_ in NAMES:
        return tr(NAMES[id_])
    rule = _LEDGER.rule(_RULES[id_])
    assert rule is not None
    name = (rule.term_it if spoken() == "it" else rule.term).partition(", ")[2]
    return name if id_ in TALENTS else name.lower()


OTHER_NAMES = {"open-ground": "open", "cage-walls": "cage-wall", "chain": "chains"}


def word_of(typed: str, known: Iterable[str]) -> str | None:
    """The id of what was typed, in English or in the language that is spoken; None where it is not known."""
    names = {slug(name): id_ for id_ in known for name in (name_of(id_), id_)}
    return names.get(OTHER_NAMES.get(slug(typed), slug(typed)))


def read_word(typed: str, known: Iterable[str], what: str) -> str:
    """The id of what was typed; `what` says in the plural what is looked for, in the language that is spoken."""
    id_ = word_of(typed, known)
    if id_ is None:
        raise UsageError("{word}: {advice}", word=clip(typed), advice=advise(typed, list(known), what))
    return id_


def rule_text(rule: str, reading: str = "") -> str:
    """What a rule of the ledger says, or a reading of an open question, in the language that is spoken."""
    if (question := _LEDGER.ruling(rule)) is not None:
        return tr(question.readings.get(reading, question.default))
    found = (_LEDGER.rule_in_italian(rule) if spoken() == "it" else None) or _LEDGER.rule(rule)
    assert found is not None, rule
    return " ".join(found.text.split())


def by_rule(rule: str, name: str = "", reading: str = "") -> str:
    """A refusal by a rule: whom it is about, what the rule says, and its id."""
    text = f"{rule_text(rule, reading)} {rule}"
    return tr("Not possible for {name}. {rule}", name=name, rule=text) if name else text


def first(checks: Mapping[str, bool]) -> str:
    """The first of some rules that is broken; empty where none is."""
    return next((rule for rule, is_broken in checks.items() if is_broken), "")


def by_first(checks: Mapping[str, bool], name: str = "", reading: str = "") -> str:
    """A refusal by the first of some rules that is broken; empty where none is."""
    rule = first(checks)
    return by_rule(rule, name, reading) if rule else ""
