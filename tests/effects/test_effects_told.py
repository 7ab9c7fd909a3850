"""Tactics and skills whose text no source states: asked once in words of effects, and kept (p.7, 22, 30)."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.own import own_record
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Attacked, EffectEntered
from hoplo_companion.rules.modifiers import health, is_moveless, movement
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.acting import arena_turn
from tests.helpers.boards import combat, position
from tests.helpers.cli import Ran, done, hoplo
from tests.helpers.own_catalogue import turns
from tests.helpers.play import Told, ids, play, question_of
from tests.helpers.proofs import proofs

PROOFS = """
# What is asked
component.asked: What a placed chip does is asked, with lines that suit it, and with "by hand" and "nothing" (p.7, 22)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1
    asks tactics, tactics=stun -> asks.id: component.effect; asks.kind: effect; asks.unit: y; asks.about: stun; \
        asks.rule: component.asked; asks.options: dazed+fatigued until end of its next turn+cannot move+cannot \
        attack+movement -1+movement = 0+range -1+remove 1 strongest+remove 1 weakest+by hand+nothing
    asks tactics, tactics=hamstring -> asks.id: component.effect; asks.kind: effect; asks.unit: y; asks.about: \
        hamstring; asks.rule: component.asked; asks.options: dazed+fatigued until end of its next turn+cannot \
        move+cannot attack+movement -1+movement = 0+range -1+remove 1 strongest+remove 1 weakest+by hand+nothing
  r rival C3 mv0 hp2, s rival C5 mv0 hp9, z player G1 | tactics=bolster-health
    asks tactics -> asks.id: component.effect; asks.kind: effect; asks.unit: r; asks.about: bolster-health; \
        asks.rule: component.asked; asks.options: gain 1 hp+gain 2 hp+heal 1+heal 2+health +1+health +2+movement \
        +1+add yellow+by hand+nothing

# What was told works
manual.skill, component.asked: A chip that is carried out by hand is shown as it is placed, and as its unit moves and \
acts (p.7)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1 | tactics=stun
    tactics (component.effect=by hand, manual.tactic=y hp 1) -> hp y: 1
  r rival C3 mv1 blue +stun, z player G1
    from tactics (component.effect=by hand, manual.tactic-move=used, manual.tactic-engage=nothing) -> moved: none
"""

test_rules = proofs(PROOFS)


pytestmark = pytest.mark.rule("component.asked")

EFFECT, KIND = "component.effect", "component.kind"
FOE = ["r rival C3 mv0", "y player C4 mv2 hp5 blue", "z player G1 hp1"]
ALLY = ["r rival C3 mv0 hp2", "s rival C5 mv0 hp9", "z player G1"]
NEXT_TURN, YOUR_TURN = "temporary until the end of its next turn", "temporary until the start of your next turn"


def tactics(units: list[str], chips: str, answers: list[Any], **more: Any) -> Told:
    """Play the rival's Tactic Placement Step."""
    return play(combat("tactics", units, tactics=chips, **more), answers, only="tactics")


# What is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ["stun", "hamstring", "bolster-health"])
def test_each_line_that_is_offered_can_be_chosen(chip: str) -> None:
    """Every line that is offered is understood as it stands (p.7)."""
    units = ALLY if chip == "bolster-health" else FOE
    board, _ = begin(combat("tactics", units, tactics=chip), "tactics")
    asked = question_of(board)
    for line in asked.options:
        after, _ = apply(board, line)
        then = pending(after)
        following = {"nothing": "", "by hand": "manual.tactic"}.get(line, "" if chip == "stun" else KIND)
        assert (then.id if then else "") == following


def test_a_chip_whose_kind_is_stated_is_asked_for_its_effect_alone() -> None:
    """Stun's kind is stated, that of Hamstring and Bolster Health is not (p.22, 26)."""
    assert ids(tactics(FOE, "stun", ["cannot attack"])) == [EFFECT]
    assert ids(tactics(FOE, "hamstring", ["movement -1", "permanent"])) == [EFFECT, KIND]
    told = tactics(ALLY, "bolster-health", ["gain 2 hp", (KIND, "instant")])
    assert told.asked[1].options == ("permanent", "instant", NEXT_TURN, YOUR_TURN, "nothing")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("attack harder", "harder"),
        ("movment -1", "movement"),
        ("grant Tuant", "taunt"),
        ("ability: add red", "add-dice belongs"),
        ("movement +0", "changes nothing"),
        ("moved: roam", "for ever"),
        ("turn start: damage 1 to attacker", "no attacker"),
    ],
)
def test_a_wrong_line_is_refused_with_the_reason(line: str, reason: str) -> None:
    """A line that is not understood, or can never be, is refused, and the question stays open (p.7)."""
    board, _ = begin(combat("tactics", FOE, tactics="stun"), "tactics")
    with pytest.raises(IllegalError, match=reason):
        apply(board, line)
    with pytest.raises(IllegalError):
        apply(board, 3)
    asked = question_of(board)
    assert asked.id == EFFECT
    board, _ = begin(combat("tactics", FOE, tactics="hamstring"), "tactics")
    board, _ = apply(board, "movement -1")
    with pytest.raises(IllegalError, match="permanent, instant"):
        apply(board, "for good")


# What was told works ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tactics.permanent")
def test_a_permanent_tactic_that_was_told_stays() -> None:
    """A tactic told to be permanent stays with its unit, in effect (p.30)."""
    told = tactics(FOE, "hamstring", ["movement -1", "permanent"])
    assert told.combat.units["y"].tactics == ("hamstring",)
    assert [movement(each, each.units["y"]) for each in (told.combat, *turns(told.combat, "rival", "player"))] == [
        1
    ] * 5


@pytest.mark.rule("tactics.instant")
@pytest.mark.parametrize(("line", "hp", "most"), [("gain 2 hp", 4, 2), ("heal 1", 2, 2), ("health +2", 2, 4)])
def test_an_instant_tactic_that_was_told_works_and_is_gone(line: str, hp: int, most: int) -> None:
    """A tactic told to be instant works at once and is discarded, what it raises stays raised (p.30)."""
    told = tactics(ALLY, "bolster-health", [line, "instant"])
    unit = told.combat.units["r"]
    assert (unit.tactics, unit.hp, health(told.combat, unit)) == ((), hp, most)
    assert [event.chip for event in told.of("tactic-gone")] == ["bolster-health"]


@pytest.mark.rule("tactics.permanent")
def test_what_a_lasting_tactic_does_at_once_it_does_once() -> None:
    """HP that a permanent tactic gives are given as it is placed, and not again (p.30)."""
    told = tactics(ALLY, "bolster-health", ["gain 1 hp", "permanent"])
    assert (told.hp("r"), told.combat.units["r"].tactics) == (3, ("bolster-health",))
    again = play(told.combat)
    assert (again.hp("r"), again.of("hp-gained")) == (3, [])


@pytest.mark.rule("tactics.temporary")
@pytest.mark.parametrize(("kind", "there"), [(NEXT_TURN, [1, 1, 0, 0, 0]), ("permanent", [1, 1, 1, 1, 1])])
def test_a_temporary_tactic_that_was_told_goes_in_time(kind: str, there: list[int]) -> None:
    """A tactic told to be temporary is discarded when it was told to be (p.30)."""
    told = play(combat("tactics", FOE, tactics="hamstring"), ["cannot move", kind])
    found = [told.combat, *turns(told.combat, "player", "rival")]
    assert [len(each.units["y"].tactics) for each in found] == there
    assert [is_moveless(each, each.units["y"]) for each in found] == list(map(bool, there))


@pytest.mark.parametrize(("line", "moves", "attacks"), [
    ("dazed", True, False), ("cannot attack", False, False), ("cannot move", True, True), ("fatigued", True, False),
])  # fmt: skip
def test_what_was_told_of_a_tactic_holds_its_unit(line: str, moves: bool, attacks: bool) -> None:
    """A unit under a tactic is kept from what the player has read off the chip (p.7, 30)."""
    told = tactics(FOE, "stun", [line])
    board = turns(told.combat, "player")[0]
    assert bool(attackable(board, board.units["y"])) == attacks
    if line != "dazed":
        assert is_moveless(board, board.units["y"]) == moves


def test_nothing_is_asked_twice_in_a_turn() -> None:
    """What was told of a chip holds for every such chip, this turn and after (p.7)."""
    units = ["r rival C3 mv0 +stun", "s rival C5 mv0 +stun", "y player D3 hp5", "z player G1 +stun"]
    told = play(combat("deployment", units, tactics="stun stun"), [(EFFECT, "cannot move")])
    assert told.combat.units["y"].tactics == ("stun",)
    assert play(told.combat).asked == []
    assert ids(play(combat("deployment", units), [(EFFECT, "nothing")])) == [EFFECT]


@pytest.mark.parametrize("skill", ["Feint", "Mirror", "Attrition"])
@pytest.mark.parametrize("whose", ["r", "y"])
def test_a_skill_without_a_text_is_asked_for_as_the_turn_begins(skill: str, whose: str) -> None:
    """What a skill in play does that no source states is asked once, before anything happens (p.7)."""
    r, y = ["r rival C3 mv0 blue", "s rival A1 mv0"], ["y player C4 hp9", "z player G1"]
    units = [f"{line} {skill}" if line[0] in (whose, "z" if whose == "y" else "s") else line for line in (*r, *y)]
    line = {"r": "attacks: add red", "y": "attacked: add red to attacker"}[whose]
    told = play(combat("engage", units), [(EFFECT, line), 0])
    assert (told.asked[0].about, told.asked[0].options) == (skill.lower(), ("by hand", "nothing"))
    assert [event.dice for event in told.of(Attacked)] == [["blue", "red"]]
    assert [(event.kind, event.id) for event in told.of(EffectEntered)] == [("skills", skill.lower())]
    told = play(combat("engage", units), [(EFFECT, "nothing"), 0])
    assert [event.dice for event in told.of(Attacked)] == [["blue"]]
    told = play(combat("engage", units), [(EFFECT, "by hand"), ("manual.skill", "dice blue blue"), 0])
    assert [event.dice for event in told.of(Attacked)] == [["blue", "blue"]]


def test_a_skill_that_comes_into_play_meanwhile_is_asked_for_too() -> None:
    """A skill whose text nobody knows is asked for when its unit is deployed (p.7, 21)."""
    told = play(combat("deployment", ["a player G2"], lineup=["x hl3 Feint"]), [(EFFECT, "health +1")])
    assert health(told.combat, told.combat.units["x"]) == 4


@pytest.mark.rule("arena.turn")
def test_a_skill_without_a_text_is_asked_for_in_the_arena_s_turn() -> None:
    """The arena's turn asks for what its units have as the rival's does (p.7, 28)."""
    board = combat("movement", ["b arena C3 mv0 blue Feint", "y player C4 hp9", "r rival A1 mv0"])
    assert ids(arena_turn(board, [(EFFECT, "attacks: add red"), 0])) == [EFFECT, "attack.dice"]


# What was told is kept --------------------------------------------------------------------------------------------


def run(folder: Path, units: list[str], answers: list[Any], *words: str, **more: Any) -> Ran:
    """Run `hoplo rival-turn` with a position and a script of answers."""
    (folder / "position.json").write_text(json.dumps(position("tactics", units, **more)))
    (folder / "answers.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    return hoplo(
        "rival-turn", "--position", str(folder / "position.json"), "--answers", str(folder / "answers.jsonl"), *words
    )


def kept(kind: str) -> dict[str, Any]:
    """Read what the player's own file keeps."""
    path = Path(os.environ["HOPLO_HOME"]) / "data" / f"{kind}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@pytest.mark.parametrize(
    ("chip", "units", "answers", "record"),
    [
        ("stun", FOE, ["cannot attack"], {"effects": [{"do": [{"do": "forbid", "what": "attack"}]}]}),
        ("hamstring", FOE, ["movement -1", NEXT_TURN], {
            "effects": [{"do": [{"do": "stat", "stat": "movement", "by": -1}]}], "kind": "temporary",
            "until": "end-of-its-next-turn",
        }),
        ("bolster-health", ALLY, ["gain 2 hp", "instant"], {
            "effects": [{"do": [{"do": "gain-hp", "amount": 2}]}], "kind": "instant",
        }),
        ("bolster-health", ALLY, ["played: gain 2 hp; range +1", "permanent"], {
            "effects": [{"on": "played", "do": [{"do": "gain-hp", "amount": 2}]},
                        {"do": [{"do": "stat", "stat": "range", "by": 1}]}], "kind": "permanent",
        }),
    ],
)  # fmt: skip
def test_what_was_told_of_a_tactic_is_kept(
    tmp_path: Path, chip: str, units: list[str], answers: list[Any], record: dict[str, Any]
) -> None:
    """The second turn asks nothing of what the first one was told, and does the same (p.7)."""
    first = run(tmp_path, units, answers, "--json", tactics=chip).worked()
    name = {"stun": "Stun", "hamstring": "Hamstring", "bolster-health": "Bolster Health"}[chip]
    assert kept("tactics") == {chip: {"name": name, **record}}
    second = run(tmp_path, units, [], "--json", tactics=chip).worked()
    assert second.json["position"]["units"] == first.json["position"]["units"]
    unasked = run(tmp_path, units, answers, tactics=chip)
    assert unasked.code != 0
    assert "not asked for" in unasked.err


@pytest.mark.parametrize("skill", ["Feint", "Mirror", "Attrition"])
def test_what_was_told_of_a_skill_is_kept(tmp_path: Path, skill: str) -> None:
    """What a skill does is told once for all turns to come (p.7)."""
    units = [f"r rival C3 mv0 blue {skill}", "y player C4 hp9"]
    assert run(tmp_path, units, ["attacks: add red", 2]).code == 0
    assert kept("skills")[skill.lower()]["effects"] == [{"on": "attacks", "do": [{"do": "add-dice", "dice": ["red"]}]}]
    again = run(tmp_path, units, [2], "--json")
    assert [event["dice"] for event in again.json["events"] if event["event"] == "attacked"] == [["blue", "red"]]


def test_nobody_s_answer_and_a_wrong_one_keep_nothing(tmp_path: Path) -> None:
    """An unanswered question, a wrong line and "nothing" are not kept (p.7)."""
    for answers in ([], ["attack harder"], ["nothing"]):
        ran = run(tmp_path, FOE, answers, tactics="stun")
        assert (ran.code == 0) == (answers == ["nothing"])
        assert kept("tactics") == {}


def test_an_effect_is_kept_though_its_kind_is_not_told(tmp_path: Path) -> None:
    """What was told of a chip's effect is kept even where its kind was left open, which is then asked again (p.7)."""
    assert run(tmp_path, FOE, ["movement -1", "nothing"], tactics="hamstring").code == 0
    assert kept("tactics")["hamstring"]["effects"] == [{"do": [{"do": "stat", "stat": "movement", "by": -1}]}]
    assert run(tmp_path, FOE, [{"question": KIND, "answer": "permanent"}], tactics="hamstring").code == 0


@pytest.mark.rule("arena.turn")
def test_the_skills_of_the_beasts_are_asked_once(tmp_path: Path) -> None:
    """Which skills the Beasts of Pluto's Refugees have is in no source: they are asked before they move (p.7, 28)."""
    stats = {"chip": "beast", "side": "arena", "hp": 3, "movement": 1, "range": 1, "attack": ["blue"]}
    position_ = {
        "schema": "hoplo/position@1",
        "arena": "plutos-refugees",
        "units": [
            {**stats, "id": "b", "hex": "D3"},
            {"id": "y", "chip": "reptilian", "side": "player", "hex": "G2", "hp": 3},
        ],
    }
    path, answers = tmp_path / "beasts.json", tmp_path / "answers.jsonl"
    path.write_text(json.dumps(position_))
    for told in (["Roaming", "n"], ["n"]):
        answers.write_text("\n".join(json.dumps(answer) for answer in told))
        ran = done("arena-turn", "--position", str(path), "--answers", str(answers), "--json")
        assert [event["directions"] for event in ran.json["events"] if event["event"] == "roamed"] == [["n"]]
    assert own_record("units", "beast") == {"name": "Beast", "skills": ["Roaming"]}
