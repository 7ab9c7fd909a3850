"""Tactics and skills whose text no source states: asked once in words of effects, and kept (p.7, 22, 30)."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.own import own_record
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import apply
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import combat, position
from tests.helpers.cli import Ran, done, hoplo
from tests.helpers.play import question_of
from tests.helpers.proofs import columns, proofs

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
  r rival C3 mv0 hp2, s rival C5 mv0 hp9, z player G1 | tactics=bolster-health: asks tactics -> asks.id: \
      component.effect; asks.kind: effect; asks.unit: r; asks.about: bolster-health; asks.rule: component.asked; \
      asks.options: gain 1 hp+gain 2 hp+heal 1+heal 2+health +1+health +2+movement +1+add yellow+by hand+nothing

# What was told works
component.asked: A chip that is carried out by hand is shown as it is placed, and as its unit moves and acts (p.7)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1 | tactics=stun
    tactics (component.effect=by hand, manual.tactic=y hp 1) -> hp y: 1
  r rival C3 mv1 blue +stun, z player G1
    from tactics (component.effect=by hand, manual.tactic-move=used, manual.tactic-engage=nothing) -> moved: none
component.asked: Every line offered is understood as it stands; Stun's kind is stated, others' asked (p.22)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1
    tactics, tactics=stun ({line}) -> asked id: component.effect
    tactics, tactics=hamstring ({line}, permanent) -> asked id: component.effect, component.kind
    {line}: dazed, fatigued until end of its next turn, cannot move, cannot attack, movement -1, movement = 0, range \
        -1, remove 1 strongest, remove 1 weakest
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1
    tactics, tactics={chip} (by hand, nothing) -> asked id: component.effect, manual.tactic
    tactics, tactics={chip} (nothing) -> asked id: component.effect
    {chip}: stun, hamstring
  r rival C3 mv0 hp2, s rival C5 mv0 hp9, z player G1 | tactics=bolster-health
    tactics ({line}, component.kind=instant) -> asked options: gain 1 hp+gain 2 hp+heal 1+heal 2+health +1+health \
        +2+movement +1+add yellow+by hand+nothing, permanent+instant+temporary until the end of its next \
        turn+temporary until the start of your next turn+nothing
    {line}: gain 1 hp, gain 2 hp, heal 1, heal 2, health +1, health +2, movement +1, add yellow
component.asked: A tactic told to be permanent stays with its unit, in effect (p.30)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1 | tactics=hamstring
    tactics (movement -1, permanent) > look > turns rival player -> combat units.y.tactics: hamstring, hamstring, \
        hamstring, hamstring, hamstring; movement-of y: 1, 1, 1, 1, 1
component.asked: A tactic told to be instant works at once and is discarded, what it raises stays (p.30)
  r rival C3 mv0 hp2, s rival C5 mv0 hp9, z player G1 | tactics=bolster-health: tactics ({line}, instant) -> combat \
      units.r.tactics: -; hp r: {hp}; health-of r: {most}; tactic-gone chip: bolster-health
    {line} | {hp} | {most}
      gain 2 hp | 4 | 2
      heal 1 | 2 | 2
      health +2 | 2 | 4
component.asked: HP that a permanent tactic gives are given as it is placed, and not again (p.30)
  r rival C3 mv0 hp2, s rival C5 mv0 hp9, z player G1 | tactics=bolster-health
    tactics (gain 1 hp, permanent) > from -> hp r: 3; combat units.r.tactics: bolster-health; hp-gained: 1
component.asked: A tactic told to be temporary is discarded when it was told to be (p.30)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1 | tactics=hamstring: from tactics (cannot move, {kind}) > \
      look > turns player rival -> combat units.y.tactics: {there}; is-moveless y: {held}
    {kind} | {there} | {held}
      temporary until the end of its next turn | hamstring, hamstring, -, -, - | yes, yes, no, no, no
      permanent | hamstring, hamstring, hamstring, hamstring, hamstring | yes, yes, yes, yes, yes
component.asked: A unit under a tactic is kept from what the player has read off the chip (p.7, 30)
  r rival C3 mv0, y player C4 mv2 hp5 blue, z player G1 hp1 | tactics=stun
    tactics ({line}) > begin player -> attackable y: {whom}; is-moveless y: {held}
    {line} | {whom} | {held}
      dazed | - | no
      cannot attack | - | no
      cannot move | r | yes
      fatigued | - | yes
component.asked: What was told of a chip holds for every such chip, this turn and after (p.7)
  r rival C3 mv0 +stun, s rival C5 mv0 +stun, y player D3 hp5, z player G1 +stun
    from deployment, tactics=stun stun (component.effect=cannot move) -> combat units.y.tactics: stun; asked: 1
    from deployment, tactics=stun stun (component.effect=cannot move) > from -> asked: 1
    from deployment (component.effect=nothing) -> asked: 1
component.asked: What a skill in play does that no source states is asked once, before anything happens (p.7)
  r rival C3 mv0 blue {r}, s rival A1 mv0 {s}, y player C4 hp9 {y}, z player G1 {z}
    from engage (component.effect={line}, 0) -> asked about options: {about} by hand+nothing, y -; Attacked dice: \
        blue+red; EffectEntered kind id: skills {about}
    from engage (component.effect=nothing, 0) -> Attacked dice: blue
    from engage (component.effect=by hand, manual.skill=dice blue blue, 0) -> Attacked dice: blue+blue
    {r} | {s} | {y} | {z} | {about} | {line}
      Feint | Feint | | | feint | attacks: add red
      Mirror | Mirror | | | mirror | attacks: add red
      Attrition | Attrition | | | attrition | attacks: add red
       | | Feint | Feint | feint | attacked: add red to attacker
       | | Mirror | Mirror | mirror | attacked: add red to attacker
       | | Attrition | Attrition | attrition | attacked: add red to attacker
component.asked: A skill whose text nobody knows is asked for when its unit is deployed (p.7, 21)
  a player G2 | lineup=x hl3 Feint/: from deployment (component.effect=health +1) -> health-of x: 4
component.asked: The arena's turn asks for what its units have as the rival's does (p.7, 28)
  b arena C3 mv0 blue Feint, y player C4 hp9, r rival A1 mv0
    arena movement (component.effect=attacks: add red, 0) -> asked id: component.effect, attack.dice
"""

test_rules = proofs(PROOFS)

pytestmark = pytest.mark.rule("component.asked")

EFFECT, KIND = "component.effect", "component.kind"
FOE = ["r rival C3 mv0", "y player C4 mv2 hp5 blue", "z player G1 hp1"]
ALLY = ["r rival C3 mv0 hp2", "s rival C5 mv0 hp9", "z player G1"]
NEXT_TURN = "temporary until the end of its next turn"


@pytest.mark.parametrize(("line", "reason"), columns("""
attack harder | harder
movment -1 | movement
grant Tuant | taunt
ability: add red | add-dice belongs
moved: roam | for ever
turn start: damage 1 to attacker | no attacker
""", 2))  # fmt: skip
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


def run(folder: Path, units: list[str], answers: list[Any], *words: str, **more: Any) -> Ran:
    (folder / "position.json").write_text(json.dumps(position("tactics", units, **more)))
    (folder / "answers.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    return hoplo(
        "rival-turn", "--position", str(folder / "position.json"), "--answers", str(folder / "answers.jsonl"), *words
    )


def entered(kind: str) -> dict[str, Any]:
    path = Path(os.environ["HOPLO_HOME"]) / "data" / f"{kind}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@pytest.mark.parametrize(("chip", "units", "answers", "record"), [
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
])  # fmt: skip
def test_what_was_told_of_a_tactic_is_kept(
    tmp_path: Path, chip: str, units: list[str], answers: list[Any], record: dict[str, Any]
) -> None:
    """The second turn asks nothing of what the first one was told, and does the same (p.7)."""
    first = run(tmp_path, units, answers, "--json", tactics=chip).worked()
    name = {"stun": "Stun", "hamstring": "Hamstring", "bolster-health": "Bolster Health"}[chip]
    assert entered("tactics") == {chip: {"name": name, **record}}
    second = run(tmp_path, units, [], "--json", tactics=chip).worked()
    assert second.json["position"]["units"] == first.json["position"]["units"]
    unasked = run(tmp_path, units, answers, tactics=chip)
    assert unasked.code != 0
    assert "not asked for" in unasked.err


@pytest.mark.parametrize("skill", ["Feint", "Mirror", "Attrition"])
def test_what_was_told_of_a_skill_is_kept(tmp_path: Path, skill: str) -> None:
    units = [f"r rival C3 mv0 blue {skill}", "y player C4 hp9"]
    assert run(tmp_path, units, ["attacks: add red", 2]).code == 0
    assert entered("skills")[skill.lower()]["effects"] == [
        {"on": "attacks", "do": [{"do": "add-dice", "dice": ["red"]}]}
    ]
    again = run(tmp_path, units, [2], "--json")
    assert [event["dice"] for event in again.json["events"] if event["event"] == "attacked"] == [["blue", "red"]]


def test_nobody_s_answer_and_a_wrong_one_keep_nothing(tmp_path: Path) -> None:
    for answers in ([], ["attack harder"], ["nothing"]):
        ran = run(tmp_path, FOE, answers, tactics="stun")
        assert (ran.code == 0) == (answers == ["nothing"])
        assert entered("tactics") == {}


def test_an_effect_is_kept_though_its_kind_is_not_told(tmp_path: Path) -> None:
    """What was told of a chip's effect is kept even where its kind was left open, which is then asked again (p.7)."""
    assert run(tmp_path, FOE, ["movement -1", "nothing"], tactics="hamstring").code == 0
    assert entered("tactics")["hamstring"]["effects"] == [{"do": [{"do": "stat", "stat": "movement", "by": -1}]}]
    assert run(tmp_path, FOE, [{"question": KIND, "answer": "permanent"}], tactics="hamstring").code == 0


@pytest.mark.rule("arena.turn")
def test_the_skills_of_the_beasts_are_asked_once(tmp_path: Path) -> None:
    """Which skills the Beasts of Pluto's Refugees have is in no source: they are asked before they move (p.7, 28)."""
    beast = {"chip": "beast", "side": "arena", "hex": "D3", "hp": 3, "movement": 1, "range": 1, "attack": ["blue"]}
    yours = {"id": "y", "chip": "reptilian", "side": "player", "hex": "G2", "hp": 3}
    position_ = {"schema": "hoplo/position@1", "arena": "plutos-refugees", "units": [{**beast, "id": "b"}, yours]}
    path, answers = tmp_path / "beasts.json", tmp_path / "answers.jsonl"
    path.write_text(json.dumps(position_))
    for told in (["Roaming", "n"], ["n"]):
        answers.write_text("\n".join(json.dumps(answer) for answer in told))
        ran = done("arena-turn", "--position", str(path), "--answers", str(answers), "--json")
        assert [event["directions"] for event in ran.json["events"] if event["event"] == "roamed"] == [["n"]]
    assert own_record("units", "beast") == {"name": "Beast", "skills": ["Roaming"]}
