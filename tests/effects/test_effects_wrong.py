"""Cards of one's own that cannot be: refused as they are loaded, or stopped as they are played (p.7, 21)."""

import re
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.record_checks import check_effects
from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.notation.effects import read_effects
from tests.helpers.boards import OWN
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns, proofs

PROOFS = """

# What comes to nothing
effect.used: A sum below nothing does nothing: no unit loses HP by healing or gains by being hurt (p.36)
  sides: rival player, player rival
  own skills Own: {line}
  x {me} C3 hp5 hl9 Own, y {foe} C4 hp5 hl9: own ability -> hp x: 5; hp y: 5; at y: C4
    {line}: ability: gain 1 (-9 if not elite) hp, ability: heal 1 (-9 if not elite), ability: damage 1 (-9 if not \
        elite) to opponent, ability: displace opponent by 1 (-2 if not elite), harmed: lose at most 1 (-3 if not \
        elite); ability: damage 1 to self

# What goes on for ever
effect.chain: What goes on for ever is stopped with its name told, and the turn goes on to its end (p.21)
  own skills Own: {line}
  x rival B2 mv1 blue Own, y player C2 hp200 elite, z rival G3 dazed
    from {step}, list=named:A1 any (*1) -> effect-stopped rule effect: {stopped}; turn-ended: 1
    {line} | {step} | {stopped}
      moved: place self on named (A1 A2) if hp at least 1 | movement | effect.chain Own
      moved: place self on named (A1 A2) if hp at least 1; moved: heal 1 | movement | effect.chain Own, effect.chain Own
      attacks: attack again if hp at least 1 | engage | effect.chain Own
      deals damage: attack again if hp at least 1 | engage | effect.chain Own
      rolled: attack again if target elite | engage | effect.chain Own
      moved: roam 1 if hp at least 1 | movement | effect.chain Own
effect.chain: An effect is one deeper than what set it off, and an attack that it makes one more
  own skills Own: {line}
  x rival B2 mv1 blue Own, y player C2 hp200 elite, z rival G3 dazed
    from {step}, list=named:A1 any (*1) -> {what}: {times}
    {line} | {step} | {what} | {times}
      attacks: attack again if hp at least 1 | engage | Attacked | 13
      moved: roam 1 if hp at least 1 | movement | Roamed | 4
effect.chain: Two units' cards that answer one another for ever are stopped, whoever has them (p.21)
  sides: rival player, player rival
  own skills Own: ability: place opponent on named (G1 G2)
  own skills Ping: displaced: place opponent on named (G1 G2) if hp at least 1
  own skills Pong: displaced: place opponent on named (A1 A2) if hp at least 1
  x {me} C3 Own Ping, y {foe} C4 Pong
    own ability named:A1 (ability.hex=G1, effect.hex=A1) -> effect-stopped effect: Ping
effect.chain: A unit whose card defeats it anew as it is defeated leaves the arena all the same (p.21)
  own skills Own: defeated: {line}
  x rival C3 Own, y player C4, z rival G1: defeat x -> combat units: y+z
    {line}: defeat self if hp at most 9, damage 1 to self if hp at most 9, damage 9 to self
effect.chain: Where an answer would hang on itself, the chip's number counts (docs: `judge`)
  own skills Own: {line}
  x rival C3 mv2 rg1 blue Own, y player C4
    look -> movement-of x: {movement}; range-of x: {range}; dice-of x: {dice}; skills-of x: {skills}
    {line} | {movement} | {range} | {dice} | {skills}
      movement +1 if movement at most 2 | 3 | 1 | blue | own
      movement +1 if movement at least 3 | 2 | 1 | blue | own
      range +1 if count opponents in range at least 1 | 2 | 2 | blue | own
      add red if dice at most 1 | 2 | 1 | blue+red | own
      add red if not dice at most 1 | 2 | 1 | blue | own
      suppress Own | 2 | 1 | blue | -
      grant Flight if not has skill Flight; movement +1 if has skill Flight | 3 | 1 | blue | flight+own
effect.chain: A unit that something dazes is found out to be so or not, and never asked for without end (p.21)
  own skills Own: daze {line}
  x rival C3 Own, y player C4: look -> is-dazed x: {dazed}
    {line} | {dazed}
      if not elite | yes
      if dazed | no
      if not dazed | yes
      all units (dazed) | no
effect.chain: Two units that strike back at each other for ever are stopped (p.21)
  sides: rival player, player rival
  own skills Own: suffers damage: attack again if hp at least 1
  x {me} C3 blue hp99 Own, y {foe} C4 blue hp99 Own | state.side={me}: strike x y (*1) -> effect-stopped effect: Own
"""

test_rules = proofs(PROOFS)

DOCS = Path(__file__).parents[2] / "docs" / "effects.md"


def refused(line: str, **others: str) -> list[Defect]:
    """List what is wrong with the skill `Own` of a line, beside other skills."""
    return faults(Own(skills={"Own": line, **others}).catalogue)


def faults(catalogue: Catalogue) -> list[Defect]:
    """List what is wrong with the skill `own` as it is loaded."""
    with pytest.raises(InvalidError) as caught:
        catalogue.skill("own")
    return caught.value.defects


def raw(effects: list[Any], **fields: Any) -> Catalogue:
    """Make a catalogue with the skill `own`, its effects as a file has them."""
    record = {"name": "Own", "type": "innate", "effects": effects, **fields}
    return Catalogue(own=OWN, more={"skills": {"own": record}})


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


NEVER = """
grant Tuant | unknown-skill | Taunt
suppress Flihgt | unknown-skill | Flight
add red if has skill Taunnt | unknown-skill | Taunt
ability: discard Adrenalin from self | unknown-tactic | Adrenaline
movement +1 for krakens | unknown-holder | rival
movement +1 for holder | unknown-holder | holder:CHIP
damage 1 to all opponents | misplaced-verb | on
heal 1 | misplaced-verb | moment
turn start: re-roll missed | misplaced-verb | rolled
ability: add red | misplaced-verb | attacks
turn start: damage +1 | misplaced-verb | attacks
attacks: lose none | misplaced-verb | harmed
attacked: intercept | misplaced-verb | ally-attacked
special: draw attacks | misplaced-verb | always
turn start: mark hero first | misplaced-verb | always
turn start: damage 1 to attacker | never | attacker
add red if target elite | never | target
ability: heal 1 if dealer elite | never | dealer
moved: damage 1 to opponent (attacker within 1) | never | attacker
ability: damage 1 to all opponents within 0 | never | within 0
ability: damage 1 to ally exactly 0 | never | exactly 0
ability: damage 1 to unit within 1 exactly 2 | never | at most 1
ability: damage 1 to ally (opponent) | never | opponent
ability: damage 1 to opponent (not opponent) | never | opponent
add red if hp at least 3 at most 2 | never | at least 3
ability: heal 1 if all hit | never | hits
targeted: heal 1 if missed | never | hits
attacks: damage +1 if all hit missed | never | miss
defeats: gain 1 hp if it opponent | never | it
ability: damage 1 to chosen | never | chosen
ability: damage 1 to it | never | it
grant Regen | | number
grant Taunt 2 | | number
ability: place self on named | | hexes
add red if on named | | hexes
ability: gain minus 9 hp | | 9
ability: heal minus 1 | | 1
attacked: lose at most minus 1 | | 1
ability: displace opponent by minus 1 | | 1
"""


@pytest.mark.parametrize(("line", "code", "word"), columns(NEVER, 3))
def test_what_can_never_be_is_refused_with_what_would_be_right(line: str, code: str, word: str) -> None:
    """What can never happen or match, or says too little, is refused as the card is loaded, with the reason (p.7)."""
    found = refused(line)
    assert not code or [fault.code for fault in found] == [code]
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


@pytest.mark.parametrize(("own", "others", "cycle"), [
    ("grant Own", {}, "own → own"), ("grant Two", {"Two": "grant Own"}, "own → two → own"),
    ("grant Two", {"Two": "grant Three", "Three": "grant Own to all allies"}, "own → two → three → own"),
    ("grant Two 3", {"Two": "turn start: gain number hp; turn start: grant Own"}, ""),
    ("grant Two", {"Two": "grant Three", "Three": "grant Two"}, ""), ("turn start: grant Own", {}, ""),
])  # fmt: skip
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
    word = [{"on": "ability", "do": [{"do": "manual", "text": "number"}]}]
    assert raw(word, numbered=False).skill("own") is not None, "the word in a text is no number"


@pytest.mark.parametrize("kind", ["skills", "tactics", "events", "banes", "prowess", "arenas"])
def test_every_kind_of_record_is_held_against_what_can_be(kind: str) -> None:
    name = "Atlanteans" if kind == "arenas" else "Own"
    own = Own(**{kind: {name: "grant Nosuch"}})
    with pytest.raises(InvalidError, match=name.lower()) as caught:
        own.catalogue.record(kind, name.lower())
    assert [fault.where for fault in caught.value.defects] == ["effects[0].do[0].skill"]


def test_what_a_tactic_does_as_it_is_placed_needs_no_moment() -> None:
    """A tactic that does something at once does it as it is placed (p.30)."""
    assert Own(tactics={"Own": "gain 1 hp"}).catalogue.tactic("own") is not None


def test_every_example_of_the_vocabulary_could_be_loaded() -> None:
    lines = re.findall(r"```text\n(.*?)\n```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(lines) > 50
    bad = {line: check_effects(read_effects(line), Own().catalogue, "effects") for line in lines}
    assert [line for line, found in bad.items() if found] == []
