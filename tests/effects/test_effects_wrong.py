"""Cards of one's own that cannot be: refused as they are loaded, or stopped as they are played (p.7, 21)."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import Overlaid
from hoplo_companion.components.record_checks import check_effects
from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.rules.agenda import advance, apply, pending, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.effects.judge import is_dazed, judge
from hoplo_companion.rules.effects.use import LONGEST_CHAIN, SHORT_CHAIN
from hoplo_companion.rules.events import Attacked, Event, Roamed
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import dice, movement, range_
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import OWN
from tests.helpers.own_catalogue import SIDES, Own, drive, stopped
from tests.helpers.play import Told, of

DOCS = Path(__file__).parents[2] / "docs" / "effects.md"


def refused(line: str, **others: str) -> list[Defect]:
    """List what is wrong with the skill `Own` of a line, beside other skills."""
    own = Own(skills={"Own": line, **{name.replace("_", " "): text for name, text in others.items()}})
    return faults(own.catalogue)


def faults(catalogue: Catalogue) -> list[Defect]:
    """List what is wrong with the skill `own` as it is loaded."""
    with pytest.raises(InvalidError) as caught:
        catalogue.skill("own")
    return caught.value.defects


def raw(effects: list[Any], **fields: Any) -> Overlaid:
    """Make a catalogue with the skill `own`, its effects as a file has them."""
    record = {"name": "Own", "type": "innate", "effects": effects, **fields}
    return Overlaid(Catalogue(own=OWN), {"skills": {"own": record}})


# What a file may say wrong ----------------------------------------------------------------------------------------

SHAPES: list[tuple[list[Any], str, str]] = [
    ([{"do": [{"do": "smash"}]}], "effects[0].do[0]", "smash"),
    ([{"do": [{"do": "damage", "to": "self"}]}], "effects[0].do[0].amount", "needed"),
    ([{"do": [{"do": "damage", "amount": "lots", "to": "self"}]}], "effects[0].do[0].amount", "lots"),
    ([{"do": [{"do": "stat", "stat": "movment", "by": 1}]}], "effects[0].do[0].stat", "movement"),
    ([{"on": "sometimes", "do": [{"do": "roam"}]}], "effects[0].on", "turn-start"),
    ([{"if": [{"is": "lucky"}], "do": [{"do": "roam"}]}], "effects[0].if[0]", "lucky"),
    ([{"do": [{"do": "heal", "hom": "self"}]}], "effects[0].do[0].hom", "whom"),
    ([{}], "effects[0].do", "needed"),
    ([{"do": [{"do": "heal"}], "once": "week"}], "effects[0].once", "turn"),
    ([{"do": [{"do": "add-dice", "dice": ["pink"]}]}], "effects[0].do[0].dice[0]", "yellow"),
    ([{"do": [{"do": "heal", "whom": {"of": "foe"}}]}], "effects[0].do[0].whom.of", "opponent"),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "where", "word"), SHAPES)
def test_a_record_that_does_not_fit_is_refused_at_its_place(effects: list[Any], where: str, word: str) -> None:
    """What a file says wrong is told with its place and what is known there (p.7)."""
    found = faults(raw(effects))
    assert found[0].where.startswith(where)
    assert word in found[0].sentence()


NEVER: list[tuple[str, str, str]] = [
    ("grant Tuant", "unknown-skill", "Taunt"),
    ("suppress Flihgt", "unknown-skill", "Flight"),
    ("add red if has skill Taunnt", "unknown-skill", "Taunt"),
    ("ability: discard Adrenalin from self", "unknown-tactic", "Adrenaline"),
    ("movement +1 for krakens", "unknown-holder", "rival"),
    ("movement +1 for holder", "unknown-holder", "holder:CHIP"),
    ("damage 1 to all opponents", "misplaced-verb", "on"),
    ("heal 1", "misplaced-verb", "moment"),
    ("turn start: re-roll missed", "misplaced-verb", "rolled"),
    ("ability: add red", "misplaced-verb", "attacks"),
    ("turn start: damage +1", "misplaced-verb", "attacks"),
    ("attacks: lose none", "misplaced-verb", "harmed"),
    ("attacked: intercept", "misplaced-verb", "ally-attacked"),
    ("special: draw attacks", "misplaced-verb", "always"),
    ("turn start: mark hero first", "misplaced-verb", "always"),
    ("turn start: damage 1 to attacker", "never", "attacker"),
    ("add red if target elite", "never", "target"),
    ("ability: heal 1 if dealer elite", "never", "dealer"),
    ("moved: damage 1 to opponent (attacker within 1)", "never", "attacker"),
    ("ability: damage 1 to all opponents within 0", "never", "within 0"),
    ("ability: damage 1 to ally exactly 0", "never", "exactly 0"),
    ("ability: damage 1 to unit within 1 exactly 2", "never", "at most 1"),
    ("ability: damage 1 to ally (opponent)", "never", "opponent"),
    ("ability: damage 1 to opponent (not opponent)", "never", "opponent"),
    ("add red if hp at least 3 at most 2", "never", "at least 3"),
    ("ability: heal 1 if all hit", "never", "hits"),
    ("targeted: heal 1 if missed", "never", "hits"),
    ("attacks: damage +1 if all hit missed", "never", "miss"),
    ("movement +0", "never", "nothing"),
    ("attacks: damage x1", "never", "nothing"),
    ("defeats: gain 1 hp if it opponent", "never", "it"),
    ("ability: damage 1 to chosen", "never", "chosen"),
    ("ability: damage 1 to it", "never", "it"),
]


@pytest.mark.parametrize(("line", "code", "word"), NEVER)
def test_what_can_never_be_is_refused_with_what_would_be_right(line: str, code: str, word: str) -> None:
    """What can never happen or never match is refused as the card is loaded, with the reason (p.7, 21)."""
    found = refused(line)
    assert [fault.code for fault in found] == [code]
    assert found[0].where.startswith("effects[0]")
    assert word.lower() in found[0].message.lower()


ENDLESS = [
    "moved: move", "moved: move up to 1", "moved: roam 1", "attacks: attack again", "rolled: attack again",
    "deals damage: attack again", "moved: displace self by 1", "moved: swap with ally", "defeated: defeat self",
]  # fmt: skip


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize("line", ENDLESS)
def test_an_effect_that_only_sets_itself_off_is_refused(line: str) -> None:
    """What brings about the very thing that it waits for, with nothing to end it, is no effect (p.21)."""
    assert [fault.code for fault in refused(line)] == ["endless"]
    assert Own(skills={"Own": f"{line} once a turn"}).catalogue.skill("own") is not None


@pytest.mark.parametrize(
    ("own", "others", "cycle"),
    [
        ("grant Own", {}, "own → own"),
        ("grant Two", {"Two": "grant Own"}, "own → two → own"),
        ("grant Two", {"Two": "grant Three", "Three": "grant Own to all allies"}, "own → two → three → own"),
        ("grant Two 3", {"Two": "turn start: gain number hp; turn start: grant Own"}, ""),
        ("grant Two", {"Two": "grant Three", "Three": "grant Two"}, ""),
        ("turn start: grant Own", {}, ""),
    ],
)
def test_skills_that_give_one_another_in_a_circle_are_refused(own: str, others: dict[str, str], cycle: str) -> None:
    """Skills that always give one another round in a circle are refused, and the circle is named (p.34)."""
    if not cycle:
        assert Own(skills={"Own": own, **others}).catalogue.skill("own") is not None
        return
    [fault] = refused(own, **others)
    assert (fault.code, fault.where) == ("grant-cycle", "effects")
    assert cycle in fault.message


def test_a_number_needs_a_numbered_skill() -> None:
    """Only a skill with a number beside it counts by that number (p.13, 34)."""
    line = [{"on": "ability", "do": [{"do": "heal", "amount": "number"}]}]
    assert raw(line, numbered=True).skill("own") is not None
    [fault] = faults(raw(line, numbered=False))
    assert fault.code == "no-number"
    assert "numbered = true" in fault.message


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("grant Regen", "number"),
        ("grant Taunt 2", "number"),
        ("ability: place self on named", "hexes"),
        ("add red if on named", "hexes"),
        ("ability: gain minus 9 hp", "9"),
        ("ability: heal minus 1", "1"),
        ("attacked: lose at most minus 1", "1"),
        ("ability: displace opponent by minus 1", "1"),
    ],
)
def test_what_says_too_little_or_less_than_nothing_is_refused(line: str, word: str) -> None:
    """A card that leaves out what it needs, or says less than nothing, is refused (p.7)."""
    assert word in refused(line)[0].message


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("line", "x", "y"),
    [
        ("ability: gain 1 (-9 if not elite) hp", 5, 5),
        ("ability: heal 1 (-9 if not elite)", 5, 5),
        ("ability: damage 1 (-9 if not elite) to opponent", 5, 5),
        ("ability: displace opponent by 1 (-2 if not elite)", 5, 5),
        ("harmed: lose at most 1 (-3 if not elite); ability: damage 1 to self", 5, 5),
    ],
)
def test_an_amount_below_nothing_is_nothing(side: str, other: str, line: str, x: int, y: int) -> None:
    """A sum that comes to less than nothing does nothing: no unit loses HP by healing or gains by being hurt (p.36)."""
    told = Own(skills={"Own": line}).ability([f"x {side} C3 hp5 hl9 Own", f"y {other} C4 hp5 hl9"])
    assert (told.hp("x"), told.hp("y"), told.hex("y")) == (x, y, "C4")


@pytest.mark.parametrize("kind", ["skills", "tactics", "events", "banes", "prowess", "arenas"])
def test_every_kind_of_record_is_held_against_what_can_be(kind: str) -> None:
    """Skills, tactics and cards of every kind are checked as they are loaded (p.7)."""
    name = "Atlanteans" if kind == "arenas" else "Own"
    own = Own(**{kind: {name: "grant Nosuch"}})
    with pytest.raises(InvalidError, match=name.lower()) as caught:
        own.catalogue.record(kind, name.lower())
    assert [fault.where for fault in caught.value.defects] == ["effects[0].do[0].skill"]


def test_what_a_tactic_does_as_it_is_placed_needs_no_moment() -> None:
    """A tactic that does something at once does it as it is placed (p.30)."""
    assert Own(tactics={"Own": "gain 1 hp"}).catalogue.tactic("own") is not None


def test_every_example_of_the_vocabulary_could_be_loaded() -> None:
    """Each example line of the reference is an effect that a card could have (docs/effects.md; p.7)."""
    lines = re.findall(r"```text\n(.*?)\n```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(lines) > 50
    bad = {line: check_effects(read_effects(line), Own().catalogue, "effects") for line in lines}
    assert [line for line, found in bad.items() if found] == []


# What goes on for ever --------------------------------------------------------------------------------------------


@contextmanager
def soon(seconds: float = 20) -> Iterator[None]:
    """Fail what does not come to an end within so many seconds of the processor."""

    def late(*_: object) -> None:
        raise AssertionError("it goes on for ever")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def to_the_end(board: Combat, hits: int = 0, most: int = 200) -> Told:
    """Play the rival's turn to its end, always with the same hits and the first option, and to and fro."""
    with soon():
        board, events = begin(board)
        asked = []
        while (question := pending(board)) is not None:
            asked.append(question)
            assert len(asked) < most, f"{question.id} is asked again and again"
            choice = question.options[0] if question.options else min(hits, len(question.dice))
            board, more = apply(board, ("n", "s")[len(asked) % 2] if question.kind == "direction" else choice)
            events += more
    return Told(board, events, asked)


BY_TURNS = "place self on named (A1 A2)"


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(
    ("line", "step"),
    [
        (f"moved: {BY_TURNS} if hp at least 1", "movement"),
        (f"moved: {BY_TURNS} if hp at least 1; moved: heal 1", "movement"),
        ("attacks: attack again if hp at least 1", "engage"),
        ("deals damage: attack again if hp at least 1", "engage"),
        ("rolled: attack again if target elite", "engage"),
        ("moved: roam 1 if hp at least 1", "movement"),
    ],
)
def test_effects_that_never_end_are_stopped_and_named(line: str, step: str) -> None:
    """What goes on for ever is stopped with its name told, and the turn goes on to its end (p.21)."""
    units = ["x rival B2 mv1 blue Own", "y player C2 hp200 elite", "z rival G3 dazed"]
    told = to_the_end(Own(skills={"Own": line}).combat(step, units, "named:A1 any"), hits=1)
    assert stopped(told) == {"Own"}
    assert len(told.of("turn-ended")) == 1
    assert {event.rule for event in told.of("effect-stopped")} == {"effect.chain"}


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(
    ("line", "step", "what", "times"),
    [
        ("attacks: attack again if hp at least 1", "engage", Attacked, 1 + LONGEST_CHAIN // 2),
        ("moved: roam 1 if hp at least 1", "movement", Roamed, 1 + SHORT_CHAIN),
    ],
)
def test_so_many_set_off_one_another_and_no_more(line: str, step: str, what: type[Event], times: int) -> None:
    """An effect is one deeper than what set it off, and an attack that it makes one more."""
    units = ["x rival B2 mv1 blue Own", "y player C2 hp200 elite", "z rival G3 dazed"]
    told = to_the_end(Own(skills={"Own": line}).combat(step, units, "named:A1 any"), hits=1)
    assert len(told.of(what)) == times


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_two_cards_that_set_one_another_off_are_stopped(side: str, other: str) -> None:
    """Two units' cards that answer one another for ever are stopped, whoever has them (p.21)."""
    skills = Own(skills={
        "Own": "ability: place opponent on named (G1 G2)",
        "Ping": "displaced: place opponent on named (G1 G2) if hp at least 1",
        "Pong": "displaced: place opponent on named (A1 A2) if hp at least 1",
    })  # fmt: skip
    with soon():
        told = skills.ability(
            [f"x {side} C3 Own Ping", f"y {other} C4 Pong"], [("ability.hex", "G1"), ("effect.hex", "A1")], "named:A1"
        )
    assert len(stopped(told)) == 1
    assert stopped(told) < {"Ping", "Pong"}


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(("by", "on"), SIDES)
def test_blows_that_answer_blows_are_stopped(by: str, on: str) -> None:
    """Two units that strike back at each other for ever are stopped (p.21)."""
    skills = Own(skills={"Own": "suffers damage: attack again if hp at least 1"})
    board = skills.combat("engage", [f"x {by} C3 blue hp99 Own", f"y {on} C4 blue hp99 Own"], state={"side": by})
    with soon():
        board, events = advance(push(board, *attack(board.units["x"], board.units["y"])))
        for _ in range(200):
            if pending(board) is None:
                break
            board, more = apply(board, 1)
            events += more
    assert pending(board) is None
    assert {event.effect for event in of(events, "effect-stopped")} == {"Own"}


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize("line", [
    "defeated: defeat self if hp at most 9", "defeated: damage 1 to self if hp at most 9", "defeated: damage 9 to self",
])  # fmt: skip
def test_a_defeat_that_brings_itself_about_is_stopped(line: str) -> None:
    """A unit whose card defeats it anew as it is defeated leaves the arena all the same (p.21)."""
    board = Own(skills={"Own": line}).combat("engage", ["x rival C3 Own", "y player C4", "z rival G1"])
    with soon(5):
        told = drive(*defeat(board, board.units["x"], None))
    assert "x" not in told.combat.units


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("movement +1 if movement at most 2", (3, 1, 1)),
        ("movement +1 if movement at least 3", (2, 1, 1)),
        ("range +1 if count opponents in range at least 1", (2, 2, 1)),
        ("add red if dice at most 1", (2, 1, 2)),
        ("add red if not dice at most 1", (2, 1, 1)),
        ("suppress Own", (2, 1, 1)),
        ("grant Flight if not has skill Flight; movement +1 if has skill Flight", (3, 1, 1)),
    ],
)
def test_a_number_that_hangs_on_itself_is_as_printed(line: str, found: tuple[int, int, int]) -> None:
    """Where an answer would hang on itself, the chip's number counts (docs: `judge`)."""
    board = Own(skills={"Own": line}).combat("engage", ["x rival C3 mv2 rg1 blue Own", "y player C4"])
    unit = board.units["x"]
    with soon(5):
        assert (movement(board, unit), range_(board, unit), len(dice(board, unit))) == found
        assert set(judge(board).skills(unit)) <= {"own", "flight"}


@pytest.mark.rule("effect.chain")
@pytest.mark.parametrize(
    ("line", "dazed"),
    [
        ("daze if not elite", True),
        ("daze if dazed", False),
        ("daze if not dazed", True),
        ("daze all units (dazed)", False),
    ],
)
def test_being_dazed_may_hang_on_what_a_unit_is(line: str, dazed: bool) -> None:
    """A unit that something dazes is found out to be so or not, and never asked for without end (p.21)."""
    board = Own(skills={"Own": line}).combat("engage", ["x rival C3 Own", "y player C4"])
    assert is_dazed(board, board.units["x"]) is dazed
