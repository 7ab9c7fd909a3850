"""What is worded of what happened: every event, rule and page."""

from __future__ import annotations

import re
import typing
from typing import Any

import msgspec
import pytest

from hoplo_companion.components.words import page_words
from hoplo_companion.render.sentences.events import is_worded, priority_words, sentence
from hoplo_companion.render.sentences.words import dice_words
from hoplo_companion.render.style import Span, text_of
from hoplo_companion.rules import events
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.sentence import Sentence
from hoplo_companion.rules.why.decisions import Decision
from tests.drawn import CATALOGUE, Raw


def all_events(type_: type[Event] = Event) -> list[type[Event]]:
    return [each for sub in type_.__subclasses__() for each in (sub, *all_events(sub))]


def made(type_: type[Event]) -> Event:
    """Make an event of a type, with a value of the right kind in every field."""
    values: Raw = {"rule": "movement.mark"}
    kinds: dict[Any, Any] = {str: "krak", int: 1, bool: False, list[str]: ["blue"], list[Any]: [], Any: 3}
    kinds |= {dict[str, int]: {"blue": 1}, dict[str, Any]: {}, Sentence | None: None}
    for name, kind in typing.get_type_hints(type_).items():
        if name in type_.__struct_fields__ and name not in ("rule", "rulings"):
            values[name] = kinds[kind]
    if type_ is events.Explained:
        values["decision"] = Decision("mark", "rep1", "movement.mark", [], [])
    return type_(**values)


@pytest.mark.parametrize("type_", all_events(), ids=lambda type_: type_.__name__)
def test_every_event_has_a_sentence_with_its_page(type_: type[Event]) -> None:
    assert is_worded(type_), f"{type_.__name__} has no words in render/sentences/"
    line = sentence(made(type_), CATALOGUE)
    assert re.fullmatch(r"[A-Za-z].*\. p\.23, 36", text_of(line)), text_of(line)
    assert line[-1] == Span("p.23, 36", "page")
    assert "_" not in text_of(line)


def test_a_sentence_names_the_ruling_that_decided() -> None:
    event = events.Stayed(rule="movement.mark", unit="rep1", status="idle", rulings=["dest.bold", "mark.tie"])
    assert text_of(sentence(event, CATALOGUE)).endswith("p.23, 36 (by ruling: dest.bold, mark.tie)")


def moved(mark: str, priority: str, backup: bool = False) -> Event:
    return events.Moved(
        rule="movement.limit", unit="rep1", start="B3", end="D3", mark=mark, priority=priority, backup=backup
    )


def stayed(status: str, mark: str = "", priority: str = "") -> Event:
    return events.Stayed(rule="movement.limit", unit="rep1", status=status, mark=mark, priority=priority)


def attacked(dice: list[str], hits: int, because: str) -> Event:
    return events.Attacked(rule="engage.end", unit="rep1", target="krak", because=because, dice=dice, hits=hits)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            moved("krak", "holding:trident"),
            "rep1 moves B3 → D3: it marks krak (opponent holding the trident) and ends as far off as its Range allows. "
            "p.23",
        ),
        (moved("D3", "key"), "rep1 moves B3 → D3: it marks D3 (a key hex) and moves onto it. p.23"),
        (
            moved("krak", "flagholder", True),
            "rep1 moves B3 → D3: it can reach nothing on its list and gets as close as it can to krak "
            "(your flagholder). p.23",
        ),
        (stayed("stays", "krak", "any"), "rep1 stays: its mark krak (any opponent) is in Range already. p.23"),
        (
            stayed("stays", "C3", "chip:trident"),
            "rep1 stays: it is on its mark C3 (the unequipped trident) already. p.23",
        ),
        (stayed("blocked", "krak", "hero"), "rep1 is blocked: it cannot get any closer to krak (your hero). p.23"),
        (stayed("idle"), "rep1 is idle: nothing on its list is in combat. p.23"),
        (stayed("dazed"), "rep1 is dazed and does not move. p.23"),
        (attacked(["blue"], 1, "taunt"), "rep1 attacks krak (it has Taunt) with 1 blue die: 1 hit. p.24"),
        (
            attacked(["blue", "blue", "black"], 2, "least-deadly"),
            "rep1 attacks krak (the least deadly opponent) with 2 blue and 1 black dice: 2 hits. p.24",
        ),
        (attacked([], 0, ""), "rep1 attacks krak with no dice: no hits. p.24"),
        (events.Damaged(rule="engage.end", unit="a", by="b", damage=2, hp=0), "b deals a 2 damage: no HP left. p.24"),
        (
            events.NotDeployed(rule="deployment.order", why="lineup empty"),
            "The rival deploys nobody: its lineup is empty. p.21",
        ),
        (
            events.Deployed(rule="deployment.order", unit="a", hex="A1", number=2, hp=5, bonus_hp=2),
            "a is deployed on A1, rival deployment hex 2, with 5 HP, 2 of them as a bonus; it is dazed. p.21",
        ),
        (
            events.TacticPlaced(rule="tactics.stun", chip="bolster-health", unit="a", because="weakest"),
            "Bolster Health goes on a, the weakest valid target. p.22",
        ),
        (
            events.Defeated(rule="defeat.your-unit", unit="a", side="player", hex="C3"),
            "a is defeated and leaves C3 for your camp. p.27",
        ),
        (
            events.StatTold(rule="component.asked", unit="a", chip="archer", stat="attack", value=("blue", "blue")),
            "You told the Attack of a (Archer): 2 blue dice. p.7",
        ),
        (
            events.SpecialUsed(
                rule="arena.trident-throw", unit="a", special="Trident Throw", target="b", because="farthest"
            ),
            "a uses Trident Throw on b (the farthest opponent). Atlanteans card",
        ),
    ],
)  # fmt: skip
def test_sentences(event: Event, text: str) -> None:
    assert text_of(sentence(event, CATALOGUE)) == text


def test_event_without_words_still_says_what_it_holds() -> None:
    from hoplo_companion.render.sentences.events import _words

    class SomethingNew(msgspec.Struct, frozen=True, tag_field="event", tag="something-new"):
        rule: str
        unit: str

    text = _words(SomethingNew("movement.mark", "rep1"), CATALOGUE)  # type: ignore[arg-type]
    assert text == "Something new: unit rep1."


def test_unknown_rule_is_cited_by_its_id() -> None:
    line = sentence(events.TurnEnded(rule="no.such-rule", turn=1), CATALOGUE)
    assert line[-1] == Span("no.such-rule", "rule")


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("flagholder", "your flagholder"),
        ("chip:trident", "the unequipped trident"),
        ("holding:trident", "opponent holding the trident"),
        ("farthest", "the farthest opponent"),
        ("any", "any opponent"),
        ("highest:range", "the highest hex with an opponent in Range"),
        ("key", "a key hex"),
        ("something-else:new", "something else new"),
    ],
)
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
