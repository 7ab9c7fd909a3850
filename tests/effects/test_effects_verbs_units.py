"""Each verb that a player's own card may use, at work: places, states, skills, chips (docs/effects.md; p.7, 20-37)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.agenda import push
from hoplo_companion.rules.effects.judge import is_dazed, judge
from hoplo_companion.rules.effects.use import set_off
from hoplo_companion.rules.events import Defeated, Relocated
from hoplo_companion.rules.modifiers import is_moveless, unit_now
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.turn import abilities
from hoplo_companion.rules.turns import begin_turn, end_turn
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import SIDES, Own, drive, own, turns
from tests.helpers.play import Told
from tests.helpers.proofs import proofs

PROOFS = """
# Places
effect.used: A rival that a card moves identifies a mark, by as many hexes as the card says (p.7, 23)
  own skills Own: ability: move
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C5 no
  own skills Own: ability: move up to 1
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C4 no
  own skills Own: ability: move up to (count opponents)
  x rival C3 mv2 Own, a player G2: own ability named:C5 -> put displaced: x C4 no
effect.used: Yours moves to any hex within what the card gives (p.7, 26)
  own skills Own: ability: move
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities
    ability x own (ability.hex=D3) -> asked id options: ability.hex \
        A1+A3+B1+B2+B3+B4+C1+C2+C3+C4+D2+D3+D4+D5+E2+E3+E4; put displaced: x D3 no
  own skills Own: ability: move up to 1
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities
    ability x own (ability.hex=D3) -> asked id options: ability.hex B2+B3+C2+C3+C4+D3+D4; put displaced: x D3 no
  own skills Own: ability: move ally within 2 up to 1
  x player C3 mv2 Own, s player C5, r rival A2 | step=abilities
    ability x own (ability.hex=C4) -> put displaced: s C4 no; asked id options: ability.hex B4+C4+C5+D5+D6
effect.used: A unit may go where the arena die says in place of its move, so many steps (Unit Skills; p.7, 35)
  own skills Own: movement: roam 1
  x rival C3 mv3 Own, a player G2: movement (s) -> Roamed unit end: x C4; moved: none

# Chips, tactics, the campaign
term.equip: a chip that its next holder does not live to get stays on its units hex
  own skills Own: suffers damage: damage 9 to attacker, unequip trident onto attacker
  x player C3 hp5 Own, y rival C4 hp3 blue rg1, z rival A1 | chips.trident=@x
    from engage (attack.dice=1) -> combat chips.trident.holder: x
  own skills Own: suffers damage: damage 1 to attacker, unequip trident onto attacker
  x player C3 hp5 Own, y rival C4 hp3 blue rg1, z rival A1 | chips.trident=@x
    from engage (attack.dice=1) -> combat chips.trident.holder: y
effect.used, tactics.supply: A card takes tactics off a unit, those of one name or all (p.7, 30)
  own skills Own: ability: discard all tactics from all opponents within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: -; tactic-gone: 3
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline: own ability -> combat units.y.tactics: -; tactic-gone: 3
  own skills Own: ability: discard Stun from opponent within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: adrenaline+adrenaline; tactic-gone: 1
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline
    own ability -> combat units.y.tactics: adrenaline+adrenaline; tactic-gone: 1
  own skills Own: ability: discard Hamstring from opponent within 1
  x rival C3 Own, y player C4 +adrenaline +stun +adrenaline
    own ability (component.effect=nothing) -> combat units.y.tactics: adrenaline+stun+adrenaline; tactic-gone: none
  x player C3 Own, y rival C4 +adrenaline +stun +adrenaline
    own ability -> combat units.y.tactics: adrenaline+stun+adrenaline; tactic-gone: none
manual.skill: A card that the words do not cover shows its text and takes what happened (p.7)
  sides: rival player, player rival
  own skills Own: ability: manual "Turn a card over."
  x {me} C3 Own, y {foe} C4 hp3
    own ability (manual.skill=y hp 1) -> asked text: Turn a card over.; hp y: 1; told-by-hand changes: y hp 1

# Several verbs
effect.used: What a card does, it does in the order of its words, to the unit chosen first where it says so (p.7)
  sides: rival player, player rival
  own skills Own: ability: daze opponent within 1, damage 1 to chosen, displace chosen away, heal 1
  x {me} C3 hp1 hl3 Own, y {foe} C4 hp3
    own ability -> combat units.y.dazed: yes; hp y: 2; at y: C5; hp x: 2; used: x Own

# Places
term.displace: Straight away is the one hex behind a unit, and who follows takes the hex left free (p.35)
  sides: rival player, player rival
  own skills Own: ability: displace unit within 1 away
  x {me} C3 Own, y {foe} C4: own ability -> put displaced: y C5 yes
  own skills Own: ability: displace unit within 1 away and follow
  x {me} C3 Own, y {foe} C4: own ability -> put displaced: y C5 yes, x C4 no
  own skills Own: ability: displace unit within 1 away
  x {me} C3 Own, y {foe} C4, z {foe} C5 Own: own ability -> put: none

# States
term.fatigued: A fatigued unit stays put and can be attacked, the Taunt of a fatigued one draws nobody (p.36)
  own tactics Heavy: fatigue
  x rival C3 mv2 +heavy, a player G2: movement named:C5 -> at x: C3
  r rival C3, y player C4 Taunt +heavy hp1, z player D3 hp9
    look strongest -> aimed-at r: z
"""

test_rules = proofs(PROOFS)


def put(told: Told) -> dict[str, str]:
    """Tell where units were put, and which of them were displaced (*)."""
    return {event.unit: event.end + ("*" if event.displaced else "") for event in told.of(Relocated)}


def options(told: Told, id_: str) -> set[str]:
    """Name what could be answered to a question."""
    return next(set(question.options) for question in told.asked if question.id == id_)


# Places -----------------------------------------------------------------------------------------------------------

HEX = "ability.hex"
SHIFTS: list[tuple[str, list[Any], dict[str, str], set[str]]] = [
    ("displace opponent within 2 to within 1", [(HEX, "D4")], {"y": "D4*"}, {"B2", "B3", "C2", "C4", "D3", "D4"}),
    ("displace opponent by 1 to within 2", [(HEX, "D4")], {"y": "D4*"}, {"C4", "C5", "D4", "E4"}),
    ("displace opponent within 2 by 1 to within 1", [(HEX, "C4")], {"y": "C4*"}, {"C4", "D4"}),
    ("displace self by 1", [(HEX, "B2")], {"x": "B2"}, {"B2", "B3", "C2", "C4", "D3", "D4"}),
    ("swap with opponent within 2", [], {"y": "C3*", "x": "D5"}, set()),
    ("place self on named (G3)", [], {"x": "G3"}, set()),
    ("place self on named (G3 D5)", [], {"x": "G3"}, set()),
    ("place opponent on key", [(HEX, "F1")], {"y": "F1*"}, {"E1", "F1"}),
    ("place self on chip", [], {"x": "F2"}, set()),
]


@pytest.mark.rule("term.displace")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("line", "answers", "ends", "offered"), SHIFTS)
def test_units_are_put_on_other_hexes(
    side: str, other: str, line: str, answers: list[Any], ends: dict[str, str], offered: set[str]
) -> None:
    """A card puts a unit so far off, so near, in another's place or on some hex; only others are displaced (p.35)."""
    arena = {"key_hexes": ["E1", "F1"]}
    board = [f"x {side} C3 mv1 Own", f"y {other} D5"]
    # A rival goes only where its list leads it.
    script, where = ([], ends["x"]) if side == "rival" and "x" in ends else (answers, "A1")
    told = own(f"ability: {line}").ability(board, script, f"named:{where}", arena=arena, chips={"net": "F2"})
    if side == "player":
        assert options(told, HEX) == offered if offered else HEX not in {each.id for each in told.asked}
    assert put(told) == ends


@pytest.mark.rule("term.displace")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_units_are_put_on_their_own_troop_s_deployment_hexes(side: str, other: str) -> None:
    """Deployment hexes are those of the troop of the unit that is put there (p.21, 35)."""
    free = {"rival": "A2", "player": "G2"}
    taken = ["u rival A1", "v rival A3", "w player G1", "z player G3"]
    board = [f"x {side} C3 Own", f"y {other} D5 hp9", *taken]
    for line, ends in (("self", {"x": free[side]}), ("opponent (hp at least 9)", {"y": f"{free[other]}*"})):
        assert put(own(f"ability: place {line} on deployment").ability(board, [], "named:A2")) == ends


# States -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_a_unit_is_dazed_by_a_card_until_its_turn_is_over(side: str, other: str) -> None:
    """A unit dazed by a card is awake after the end of its own next turn (p.35)."""
    told = own("ability: daze opponent within 1").ability([f"x {side} C3 Own", f"y {other} C4"])
    assert [event.unit for event in told.of("dazed")] == ["y"]
    states = [each.units["y"].dazed for each in turns(told.combat, side, other)]
    assert states == [True, True, True, False]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_a_unit_is_dazed_as_long_as_a_card_says(side: str, other: str) -> None:
    """A unit that something keeps dazed does not move, attack or use Abilities meanwhile (p.21, 35)."""
    units = [f"x {side} C3 blue Regen-1 hp1 hl3", f"y {other} C4 Own"]
    for line, dazed in (("daze all opponents within 1", True), ("daze all opponents within 1 (elite)", False)):
        board = own(line).combat("engage", units, state={"side": side})
        assert is_dazed(board, board.units["x"]) == dazed
        assert bool(attackable(board, board.units["x"])) == (not dazed)
        assert bool(abilities(board, board.units["x"])) == (not dazed)


@pytest.mark.rule("term.fatigued")
@pytest.mark.parametrize("side", ["rival", "player"])
@pytest.mark.parametrize("line", ["fatigue", "turn start: fatigue until end of turn"])
def test_a_fatigued_unit_does_nothing_and_has_no_skills(side: str, line: str) -> None:
    """A fatigued unit neither moves nor attacks, and none of its skills counts (p.36)."""
    other = {"rival": "player", "player": "rival"}[side]
    skills = Own(skills={"Own": line, "Curse": "all opponents within 1 cannot heal"}, tactics={"Heavy": line})
    units = [f"x {side} C3 mv1 blue Taunt Agile Regen-1 +heavy", f"y {other} C4 blue hp9"]
    board = turns(skills.combat("deployment", units), side)[0]
    x, y = board.units["x"], board.units["y"]
    assert is_moveless(board, x)
    assert attackable(board, x) == []
    assert judge(board).skills(x) == {}
    assert (abilities(board, x), specials(board, x)) == ([], [])
    assert attackable(board, y) == [x]
    rested = turns(skills.combat("deployment", [units[0].replace(" +heavy", ""), units[1]]), side)[0]
    assert attackable(rested, rested.units["x"]) != []
    assert set(judge(rested).skills(rested.units["x"])) == {"taunt", "agile", "regen"}


# Skills given and taken -------------------------------------------------------------------------------------------

GIVEN: list[tuple[str, dict[str, list[str]]]] = [
    ("grant Taunt", {"x": ["taunt"]}),
    ("grant Regen 2 to all troop", {"x": ["regen"], "s": ["regen"]}),
    ("grant Taunt to all allies within 2", {"s": ["taunt"]}),
    ("grant Taunt to all opponents (elite)", {}),
    ("suppress all skills of all opponents within 1", {"y": []}),
    ("suppress Flight of all opponents", {"y": ["tactical"]}),
    ("suppress Flight of all opponents within 1 (elite)", {}),
    ("suppress Own", {"x": ["own"]}),
]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("line", "found"), GIVEN)
def test_skills_are_given_and_taken_away(side: str, other: str, line: str, found: dict[str, list[str]]) -> None:
    """A card gives and takes skills as long as its unit stands right, and what takes them has the last word (p.34)."""
    board = own(line).combat("engage", [f"x {side} C3 Own", f"s {side} C5", f"y {other} C4 Flight Tactical"])
    printed = {"x": ["own"], "s": [], "y": ["flight", "tactical"]}
    wanted = {id_: sorted({*printed[id_], *found.get(id_, [])}) for id_ in printed}
    if "suppress" in line:
        wanted |= found
    if line == "suppress Own":
        wanted["x"] = []
    assert {id_: sorted(judge(board).skills(board.units[id_])) for id_ in wanted} == wanted


@pytest.mark.rule("modifiers.skill-once")
def test_a_skill_given_with_a_higher_number_counts() -> None:
    """Of a skill with several numbers its unit has the highest (p.34)."""
    for printed, number in (("1", 2), ("3", 3)):
        board = own("grant Regen 2").combat("engage", [f"x rival C3 Own Regen-{printed}", "a player G2"])
        assert judge(board).skills(board.units["x"])["regen"] == number


@pytest.mark.rule("effect.until")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("verb", "has"),
    [
        ("grant Taunt to opponent within 1", ["flight", "taunt"]),
        ("suppress Flight of opponent within 1", []),
        ("suppress all skills of opponent within 1", []),
    ],
)
@pytest.mark.parametrize(
    ("until", "ends"), [("end of turn", 1), ("end of its next turn", 3), ("start of your next turn", 4)]
)
def test_skills_are_given_and_taken_for_a_while(
    side: str, other: str, verb: str, has: list[str], until: str, ends: int
) -> None:
    """A skill given or taken for some time is as it was after the moment named (p.30)."""
    told = own(f"ability: {verb} until {until}").ability([f"x {side} C3 Own", f"y {other} C4 Flight"])
    board = told.combat
    assert sorted(judge(board).skills(board.units["y"])) == has
    states = []
    for ended, begun in ((side, other), (other, side)):
        board = drive(*end_turn(board, ended)).combat
        states.append(sorted(judge(board).skills(board.units["y"])))
        board = drive(*begin_turn(board, begun)).combat
        states.append(sorted(judge(board).skills(board.units["y"])))
    assert states == [has if at < ends else ["flight"] for at in range(1, 5)]


# Chips, tactics, the campaign -------------------------------------------------------------------------------------


@pytest.mark.rule("term.equip")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize("where", ["E1", "@y"])
def test_a_chip_is_equipped_from_afar_and_given_up(side: str, other: str, where: str) -> None:
    """A card equips its unit with a chip wherever that is, or has it give the chip to another unit (p.7, 36)."""
    units = [f"x {side} C3 Own", f"y {other} C4"]
    told = own("ability: equip trident").ability(units, chips={"trident": where})
    assert told.combat.chips["trident"].holder == "x"
    told = own("ability: damage 1 to opponent, unequip trident onto chosen").ability(units, chips={"trident": "@x"})
    assert told.combat.chips["trident"].holder == "y"
    told = own("ability: damage 9 to opponent, unequip trident onto chosen").ability(
        [*units, f"z {other} G1"], ["y"], chips={"trident": "@x"}
    )
    mat = told.combat.arena.mat
    assert mat.name(told.combat.chips["trident"].hex) == "C4"


@pytest.mark.rule("term.equip")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_a_chip_that_is_not_in_the_combat_is_given_to_nobody(side: str, other: str) -> None:
    """A card that hands a chip on does the rest of what it says in an arena without that chip (p.7, 36)."""
    skill = own("ability: damage 1 to opponent, unequip trident onto chosen")
    told = skill.ability([f"x {side} C3 Own", f"y {other} C4 hp3"])
    assert (told.hp("y"), told.combat.chips) == (2, {})


OWED = ["recruit", "draw bane", "remove bane", "gain tactic", "gain prowess", "gain influence", "return to camp"]


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize("what", OWED)
def test_what_a_card_brings_about_in_the_campaign_is_told(side: str, other: str, what: str) -> None:
    """What happens outside the arena is told, with its number and its text, for the player to carry out (p.7)."""
    told = own(f'ability: {what} (1, count opponents) "by hand, later"').ability([f"x {side} C3 Own", f"y {other} C4"])
    assert [(event.what, event.amount, event.effect, event.text) for event in told.of("owed")] == [
        (what.replace(" ", "-"), 2, "Own", "by hand, later")
    ]


@pytest.mark.rule("skill.undying")
def test_undying_brings_its_unit_back_to_camp_and_keeps_it_there() -> None:
    """A unit with Undying is never sacrificed, and comes back to your camp in the Cleanup Phase (Unit Skills)."""
    board = combat("engage", ["x player C3 Undying", "y player C5", "r rival A1"])
    assert [unit_now(board, board.units[id_]).cannot for id_ in "xy"] == [["be-sacrificed"], []]
    for unit, owed in (("x", ["return-to-camp"]), ("y", [])):
        told = drive(push(board, *set_off(board, "cleanup", unit)), [])
        assert [event.what for event in told.of("owed")] == owed


@pytest.mark.rule("effect.used")
def test_a_chip_is_driven_round_and_pushes_who_is_in_its_way() -> None:
    """An arena's card drives a chip round a middle, whoever is in the way goes outside or is crushed (p.7, 28)."""
    arena = Own(arenas={"atlanteans": {"effects": "arena turn: drive trident by 2 round (D3 D4) for arena"}})
    told = arena.arena_turn(["y player C3", "r rival A1"], ["B2"], arena="atlanteans", chips={"trident": "C2"})
    assert [(event.chip, event.hexes) for event in told.of("drove")] == [("trident", ["C3", "C4"])]
    assert put(told) == {"y": "B2*"}
    shut = ["y player C3", "r rival B2", "s rival B3"]
    told = arena.arena_turn([*shut, "z player G1"], arena="atlanteans", chips={"trident": "C2"})
    assert [event.unit for event in told.of(Defeated)] == ["y"]
