"""What is worded of what happened: every event, rule and page."""

from __future__ import annotations

import re
import typing
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.words import page_words
from hoplo_companion.dice import pool_words
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.sentences.words import dice_words, listing, priority_words, words_of
from hoplo_companion.render.style import Span, text_of
from hoplo_companion.rules import events
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.why.decisions import Decision
from tests.helpers.boards import combat
from tests.helpers.courses import known_of
from tests.helpers.drawn import CATALOGUE, Raw, example
from tests.helpers.proofs import columns

NAMES = Names(CATALOGUE)


def types_of(type_: type[Event] = Event) -> list[type[Event]]:
    subs = [sub for sub in type_.__subclasses__() if sub is not events.PlainEvent]
    return [each for sub in subs for each in (sub, *types_of(sub))]


def all_events() -> list[type[Event] | str]:
    """List the events that have a struct, and the words of the rows."""
    structs = types_of()
    return [*structs, *sorted(events.EVENTS.keys() - {type_.__struct_config__.tag for type_ in structs})]


NUMBERS = ("act", "amount", "hits", "hp", "left", "lineup", "of", "points", "tactics", "times", "total", "turn")
LISTS = ("bound_by", "dice", "hexes", "riders", "targets", "units")
NAMED = (
    "about attacker bane because card changes chip class_ effect end goal kind special start step tactic target text "
    "unit until what why"
)
VALUES: Raw = {
    **dict.fromkeys(NUMBERS, 1),
    **{name: ["blue"] for name in LISTS},
    **dict.fromkeys(NAMED.split(), "krak"),
    "hex": "C3",
}
"""A value for everything that the sentences of rows name."""
OWN: dict[str, Raw] = {
    "scion-rolled": {"dice": {"blue": 1}, "hits": {"blue": 1}},
    "scion-row": {"dice": "blue"},
}


def made(type_: type[Event] | str) -> Event:
    """Make an event of a type or a row, with a value of the right kind in every field."""
    values: Raw = {"rule": "movement.mark"}
    if isinstance(type_, str):
        return events.event_of(type_, **{**values, **VALUES, **OWN.get(type_, {})})
    kinds: dict[Any, Any] = {str: "krak", int: 1, bool: False, list[str]: ["blue"], list[Any]: [], Any: 3}
    kinds |= {dict[str, Any]: {}}
    for name, kind in typing.get_type_hints(type_).items():
        if name in type_.__struct_fields__ and name not in ("rule", "rulings"):
            values[name] = kinds[kind]
    if type_ is events.Explained:
        values["decision"] = Decision("mark", "rep1", "movement.mark", [], [])
    return type_(**values)


def variants(event: Event) -> list[Event]:
    """Give an event as it is, and with each of its fields empty or another number."""
    others: dict[type, Any] = {str: "", int: 2, bool: True, list: []}
    changed = {
        name: {name: others.get(type(value), value)} for name, value in event.values.items() if name != "decision"
    }
    if isinstance(event, events.PlainEvent):
        return [event, *(replace(event, values=event.values | each) for each in changed.values())]
    return [event, *(replace(event, **each) for each in changed.values())]


@pytest.mark.parametrize("type_", all_events(), ids=str)
def test_every_event_has_a_sentence_with_its_page(type_: type[Event] | str) -> None:
    line = sentence(made(type_), NAMES)
    assert re.fullmatch(r"[A-Za-z].*\. p\.23, 36", text_of(line)), text_of(line)
    assert line[-1] == Span("p.23, 36", "page")
    assert "_" not in text_of(line)


def test_what_no_chapter_words_is_said_by_its_rule() -> None:
    known = CATALOGUE.rule("movement.mark")
    assert known is not None
    assert text_of(sentence(Event(rule="movement.mark"), NAMES)) == f"{known.text} p.23, 36"
    assert text_of(sentence(Event(rule="of nobody"), NAMES)).startswith("Of nobody")


def test_a_sentence_names_the_ruling_that_decided() -> None:
    event = events.Stayed(rule="movement.mark", unit="rep1", status="idle", rulings=["dest.bold", "mark.tie"])
    assert text_of(sentence(event, NAMES)).endswith("p.23, 36 (by ruling: dest.bold, mark.tie)")


def event(line: str) -> Event:
    """Make an event: its kind, and what there is to say of it."""
    kind, *fields = line.split(", ")
    known: dict[str, Any] = {
        key: tuple(each) if isinstance(each, list) else each for key, each in known_of(fields).items()
    }
    made: Event = getattr(events, kind)(**known) if kind[0].isupper() else events.event_of(kind, **known)
    return made


@pytest.mark.parametrize(("line", "text"), columns("""
Moved, unit=rep1, start=B3, end=D3, mark=krak, priority=holding:trident, backup=false, rule=movement.limit | Rep1 \
    moves B3 → D3, within Range of krak (holds the trident). p.23
Moved, unit=rep1, start=B3, end=D3, mark=D3, priority=key, backup=false, rule=movement.limit | Rep1 moves B3 → D3, \
    onto its mark (a key hex). p.23
Moved, unit=rep1, start=B3, end=D3, mark=krak, priority=flagholder, backup=true, rule=movement.limit | Rep1 moves B3 \
    → D3, as close as it can get to krak (holds the flag): nothing on its list is in reach. p.23
Stayed, unit=rep1, status=stays, mark=krak, priority=any, rule=movement.limit | Rep1 stays: krak (any opponent) is \
    within Range already. p.23
Stayed, unit=rep1, status=stays, mark=C3, priority=chip:trident, rule=movement.limit | Rep1 stays: it is on its mark \
    C3 (the trident, not equipped) already. p.23
Stayed, unit=rep1, status=blocked, mark=krak, priority=hero, rule=movement.limit | Rep1 is blocked: it cannot get any \
    closer to krak (your hero). p.23
Stayed, unit=rep1, status=idle, rule=movement.limit | Rep1 stays: nothing on its list is in combat. p.23
Stayed, unit=rep1, status=dazed, rule=movement.limit | Rep1 is dazed and does not move. p.23
Attacked, unit=rep1, target=krak, because=taunt, dice=blue/, hits=1, rule=engage.end | Rep1 attacks krak (has Taunt) \
    with 1 blue die: 1 hit. p.24
Attacked, unit=rep1, target=krak, because=least-deadly, dice=blue/blue/black, hits=2, rule=engage.end | Rep1 attacks \
    krak (the least deadly opponent) with 2 blue dice and 1 black die: 2 hits. p.24
Attacked, unit=rep1, target=krak, because=, dice=/, hits=0, rule=engage.end | Rep1 attacks krak with no dice: no \
    hits. p.24
Damaged, unit=a, by=b, damage=2, hp=0, rule=engage.end | B deals a 2 damage: no HP left. p.24
not-deployed, rule=deployment.order, why=lineup empty | The rival deploys nobody: its lineup is empty. p.21
Deployed, unit=a, hex=A1, number=2, hp=5, bonus_hp=2, rule=deployment.order | A is deployed on A1, rival deployment \
    hex 2, with 5 HP, 2 of them as a bonus; it is dazed. p.21
TacticPlaced, chip=bolster-health, unit=a, because=weakest, rule=tactics.stun | Bolster Health goes on a, the weakest \
    valid target. p.22
Defeated, unit=a, side=player, hex=C3, rule=defeat.your-unit | A is defeated, and leaves C3 for your camp. p.27
StatEntered, unit=a, chip=archer, stat=attack, value=blue/blue, rule=component.asked | You entered the Attack of a: 2 \
    blue dice. p.7
special-used, rule=arena.trident-throw, unit=a, special=Trident Throw, target=b, because=farthest | A uses Trident \
    Throw on b (the farthest opponent). Atlanteans card
""", 2))  # fmt: skip
def test_sentences(line: str, text: str) -> None:
    assert text_of(sentence(event(line), NAMES)) == text


def test_unknown_rule_is_cited_by_its_id() -> None:
    line = sentence(events.event_of("turn-ended", rule="no.such-rule", turn=1), NAMES)
    assert line[-1] == Span("no.such-rule", "rule")


@pytest.mark.parametrize(("id_", "words"), [
    ("flagholder", "holds the flag"),
    ("chip:trident", "the trident, not equipped"),
    ("holding:trident", "holds the trident"),
    ("farthest", "the farthest opponent"),
    ("any", "any opponent"),
    ("highest:range", "the highest hex with an opponent in Range"),
    ("key", "a key hex"),
    ("something-else:new", "something else new"),
])  # fmt: skip
def test_priority_words(id_: str, words: str) -> None:
    assert priority_words(id_) == words


def test_pages_and_dice() -> None:
    assert [page_words(page) for page in ("23", "21, 35", "20-24", "Unit Skills", "Unit Skills, 24")] == [
        "p.23",
        "p.21, 35",
        "p.20-24",
        "Unit Skills",
        "Unit Skills, p.24",
    ]
    assert dice_words(["red"]) == "1 red die"


# Names ----------------------------------------------------------------------------------------------------------


def test_units_go_by_their_chips_with_the_side_where_both_have_one() -> None:
    names = names_of(example())
    shown = [names(id_) for id_ in ("reptilian", "krakenlance", "defender", "your-defender", "archer", "D3")]
    assert shown == ["Reptilian", "Krakenlance", "the rival Defender", "your Defender", "Archer", "D3"]
    assert names.whose("krakenlance") == "your Krakenlance"


def test_several_units_of_one_name_are_told_from_one_another() -> None:
    lines = ["a1 rival A1 as:archer", "a2 rival B1 as:archer", "big rival C1 as:defender", "small rival C2 as:defender"]
    names = names_of(combat("movement", [*lines, "archer-2 player D3 as:tactician", "krak player D4 as:beast"]))
    assert [names("a1"), names("a2")] == ["Archer 1", "Archer 2"]
    assert [names("big"), names("small")] == ["Defender (big)", "Defender (small)"]
    assert names("krak") == "Beast"


def test_a_unit_that_has_left_goes_by_the_moment_before() -> None:
    before = combat("movement", ["x rival A1 as:archer", "krak player D3"])
    after = combat("movement", ["krak player D3"])
    assert names_of(before, after)("x") == "Archer"
    assert names_of(after)("x") == "x"
    assert names_of(after)("rival-archer-2") == "the rival Archer 2"
    alone = combat("movement", ["rival-archer rival A1 as:archer"])
    assert names_of(alone)("rival-archer") == "the rival Archer"


def test_lists_and_terms_follow_the_language() -> None:
    assert listing(["a", "b", "c"]) == "a, b and c"
    with speaking("it"):
        assert listing(["a", "b", "c"], "or") == "a, b o c"
        assert words_of("least-deadly") == "meno letale"
        assert dice_words(["yellow", "yellow", "black"]) == "2 dadi gialli e 1 dado nero"
        assert pool_words({"green": 2, "blue": 3, "yellow": 1}) == "2 verdi, 3 blu, 1 giallo"
        assert tr("it is {hexes} away, and the Range is {range}", hexes="3", range=1) == "dista 3, e il Range è 1"
        dealt = tr("{by} deals {unit} {n} damage, which leaves {hp} HP", by="A", unit="B", n=1, hp=4)
        assert dealt == "A infligge a B danni per 1, e gli restano 4 HP", "a unit is masculine"
        assert names_of(example()).whose("your-defender") == "il vostro Defender"
