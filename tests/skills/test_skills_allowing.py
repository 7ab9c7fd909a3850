"""Skills that say who may act, move or be attacked (Unit Skills sheet; Rulebook p.20-24)."""

from __future__ import annotations

import pytest

from hoplo_companion.rules.events import Attacked, Moved
from hoplo_companion.rules.modifiers import is_moveless
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.turn import abilities, begin_arena_turn
from hoplo_companion.rules.turns import begin_turn, end_turn
from tests.helpers.acting import FOES, drive, fatigued, strike, yours
from tests.helpers.boards import combat, move, solved, targets
from tests.helpers.play import engage, play
from tests.helpers.proofs import proofs

PROOFS = """
# Deflect
skill.deflect: Once an attack has dealt damage to a unit with Deflect, no other may target it this turn (Unit Skills)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect, b player G3
    engage (engage.next=x, 1) -> attacks: x y; CannotAct unit why: s no target
    engage (engage.next=x, 0, 1) -> attacks: x y, s y
    engage (engage.next=s, 1) -> attacks: s y; CannotAct unit why: x no target
    engage (engage.next=s, 0, 1) -> attacks: s y, x y
skill.deflect: Damage counts as dealt though HP are spared, and Deflect works from then on (p.21, 35)
  x rival C3 blue blue, s rival D5 blue, y player C4 hp5 Deflect Absorb, b player G3, c player D4 hp9
    engage weakest (engage.next=x, 1, 0) -> attacks: x y, s c
  x rival C3 blue blue, s rival D5 blue, y player C4 hp5 Deflect Nimble, b player G3, c player D4 hp9
    engage weakest (engage.next=x, 1, 0) -> attacks: x y, s c
skill.deflect: An attacker to whom the unit with Deflect is closed attacks the next on its list (p.24; Unit Skills)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect, b player G3, c player D4 hp9
    engage weakest (engage.next=x, 1, 1) -> attacks: x y, s c
skill.deflect: A position given in the middle of a turn tells whom attacks have damaged in it, and Deflect heeds it \
(sheet)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect, b player G3 | state.struck=y/
    solve engage -> units.x.targets: -
    engage -> attacks: none
skill.deflect, skill.taunt: Where Deflect closes one of two adjacent units with Taunt, the attacker is bound to the \
other (Unit Skills)
  x rival C3, y player C4 hp9 Deflect Taunt, u player D3 hp1 Taunt, c player C2 hp5
    solve engage strongest, state.struck=y/ -> units.x.targets: u
    solve engage strongest -> units.x.targets: y

# First Strike
skill.first-strike: A rival unit with First Strike is deployed, stays where it is and attacks, all in one turn (p.21, \
24)
  y player B1 hp9
    from deployment any named:D3, lineup=x blue First_Strike/ (attack.dice=1) -> attacks: x y; at x: A1; moved: none
    from deployment, lineup=x blue/ -> attacks: none
  x player C3 dazed First_Strike blue, y rival C4 hp9: strike x y (1) -> hp y: 8

# Combat Lock
skill.combat-lock, skill.tactical: A unit that is deployed next to Combat Lock was not there when its turn started, \
and Tactical lets it move
  k player B1 hp9 Combat_Lock | lineup=x Tactical/: from deployment named:A2 -> moved start: x A2 A1

# Taunt, Tactical
skill.taunt: Next to opponents with Taunt a rival unit attacks the strongest of those, whatever its list (Unit Skills)
  r rival C3 rg2, t player C4 hp1 Taunt, h player C2 hero hp9: targets hero strongest -> t
  r rival C3 rg2, t player C5 hp9 Taunt, h player C2 hero hp1: targets hero strongest -> h
  r rival C3 rg2, t player C4 hp2 Taunt, u player D3 hp3 Taunt, h player C2 hero hp9: targets hero strongest -> u
  r rival C3 rg2, t player C4 hp3 Taunt, u player D3 hp3 Taunt, h player C2 hero hp9: targets hero strongest -> t u
  r rival C3 rg2, t player C4 hp1 Taunt, u player C5 hp9 Taunt, h player C2 hero hp9: targets hero strongest -> t
  r rival C3 rg2, s rival C4 Taunt, h player C2 hero hp1, a player D3 hp9: targets hero strongest -> h
  r rival C3 rg2, t arena C4 hp1 Taunt, h player C2 hero hp9: targets hero strongest -> t

# Deflect
skill.deflect, special.roll: A Special is no attack: it leaves Deflect quiet, and it may still go for the unit (p.21, \
37)
  x rival C3 blue Agile, s rival D5 blue, y player C4 hp5 Deflect: engage (engage.next=x, 1, 1) -> attacks: s y; hp y: 3
  x player C3 blue Agile, y rival C4 hp5 Deflect | state.struck=y/
    look, state.side=player -> attackable x: -
    special x agile (1) -> hp y: 4
  x rival C3 blue Agile, s rival D5 blue, y player C4 hp5 Deflect: engage (engage.next=s, 1, 1) -> attacks: s y; hp y: 3

# What has no part in attacks
engage.order: Attackers that cannot touch each other's targets act without a question, whatever else is about (p.24)
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Undying, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Combat_Lock, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Flight, b player E2 hp9: asks engage -> asks.id: attack.dice
  r rival C3 blue, s rival E1 blue, a player C4 hp9 Tactical, b player E2 hp9: asks engage -> asks.id: attack.dice

# Taunt, Tactical
skill.taunt: A unit of yours next to opponents with Taunt may choose among these alone (Unit Skills; p.27)
  h player C3 rg2, t rival C4 hp1 Taunt, u rival D3 hp9 Taunt, a rival C2, v rival C5 Taunt
    look, rulings.taunt.which=default -> attackable h: t+u
    look, rulings.taunt.which=any -> attackable h: t+u+v
"""

test_rules = proofs(PROOFS)


# Deflect ----------------------------------------------------------------------------------------------------------

GANG = ["x rival C3 blue", "s rival D5 blue", "y player C4 hp5 Deflect", "b player G3"]


@pytest.mark.rule("skill.deflect")
def test_deflect_of_a_rival_closes_it_to_your_other_units() -> None:
    """A rival unit with Deflect that your attack has damaged is no target for your other units (Unit Skills)."""
    board = yours(["x player C3 blue", "b player D5 blue", "y rival C4 hp5 Deflect", "z rival D4"])
    for hits, found in ((1, ["z"]), (0, ["y", "z"])):
        told = strike(board, "x", "y", [hits])
        assert [unit.id for unit in attackable(told.combat, told.combat.units["b"])] == found


@pytest.mark.rule("skill.deflect")
def test_deflect_lasts_for_the_turn() -> None:
    """In the next turn, whosever it is, a unit with Deflect may be attacked as before (Unit Skills)."""
    board = engage(GANG, [("engage.next", "x"), 1]).combat
    assert not board.struck
    assert [unit.id for unit in attackable(board, board.units["s"])] == ["y"]
    struck = yours(["x player C3", "y rival C4 hp5 Deflect"], state={"struck": ["y"]})
    assert attackable(struck, struck.units["x"]) == []
    for after in (end_turn(struck, "player")[0], begin_turn(struck, "arena")[0]):
        assert [unit.id for unit in attackable(after, after.units["x"])] == ["y"]


@pytest.mark.rule("skill.deflect", "skill.taunt")
def test_taunt_behind_deflect_leaves_its_neighbours_no_attack() -> None:
    """A unit with Taunt that Deflect closes to attacks binds an attacker all the same, who attacks nobody (FAQ)."""
    board = ["x rival C3 blue", "s rival D5 blue", "y player C4 hp5 Deflect Taunt", "c player D4 hp9"]
    told = engage(board, [("engage.next", "x"), 1], "strongest")
    assert [(event.unit, event.target) for event in told.of(Attacked)] == [("x", "y")]
    missed = engage(board, [("engage.next", "x"), 0, 1], "strongest")
    assert [event.target for event in missed.of(Attacked)] == ["y", "y"]
    own = yours(["x player C3 blue", "b player D5 blue", "y rival C4 hp5 Deflect Taunt", "c rival D4 hp9"])
    assert [unit.id for unit in attackable(own, own.units["b"])] == ["y"]
    after = strike(own, "x", "y", [1]).combat
    assert attackable(after, after.units["b"]) == []


# First Strike -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.first-strike")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(("words", "may"), [("dazed First_Strike", True), ("dazed", False), ("dazed Tactical", False)])
def test_first_strike_acts_while_dazed(side: str, words: str, may: bool) -> None:
    """On the turn of its deployment a unit with First Strike may attack or use a Special, and no Ability (sheet)."""
    board = combat(
        "engage", [f"x {side} C3 blue {words} Agile Regen-1", f"y {FOES[side]} C4 hp9"], state={"side": side}
    )
    unit = board.units["x"]
    assert [each.id for each in attackable(board, unit)] == (["y"] if may else [])
    assert [held.id for held in specials(board, unit)] == (["agile"] if may else [])
    assert abilities(board, unit) == []


# Combat Lock ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.combat-lock")
@pytest.mark.parametrize("side", ["rival", "player", "arena"])
@pytest.mark.parametrize(
    ("lock", "held"),
    [
        ("k {foe} C4 Combat_Lock", True),
        ("k {foe} C4 dazed Combat_Lock", True),
        ("k {foe} C5 Combat_Lock", False),
        ("k {me} C4 Combat_Lock", False),
        ("k {foe} C4", False),
        ("k {foe} - Combat_Lock", False),
    ],
)
def test_combat_lock_takes_the_move_of_whoever_starts_beside_it(side: str, lock: str, held: bool) -> None:
    """A unit next to an opponent with Combat Lock as its turn starts has no move in its Movement Step (sheet)."""
    lines = ["x {me} C3 Flight", lock, "z {foe} G1 Combat_Lock"]
    board = combat("movement", [line.format(me=side, foe=FOES[side]) for line in lines], "any")
    begun = begin_turn(board, side)[0]
    assert is_moveless(begun, begun.units["x"]) is held
    ended = end_turn(begun, side)[0]
    assert not is_moveless(ended, ended.units["x"])


@pytest.mark.rule("skill.combat-lock")
def test_a_fatigued_unit_locks_nobody() -> None:
    """The skills of a fatigued unit are ignored, Combat Lock among them (p.36)."""
    board = fatigued(combat("movement", ["x player C3", "k rival C4 Combat_Lock", "l rival D3 Combat_Lock"]), "k")
    begun = begin_turn(board, "player")[0]
    assert is_moveless(begun, begun.units["x"])
    begun = begin_turn(fatigued(board, "l"), "player")[0]
    assert not is_moveless(begun, begun.units["x"])


@pytest.mark.rule("skill.combat-lock")
def test_combat_lock_through_the_turn_of_rival_and_arena() -> None:
    """A unit held by Combat Lock stays in the Movement Step and still attacks; others move (Unit Skills)."""
    units = ["x {} C3 blue", "s {} A1", "k player C4 hp9 Combat_Lock"]
    rivals = play(combat("movement", [line.format("rival") for line in units], "named:A3 any"), [1])
    assert [event.unit for event in rivals.of(Moved)] == ["s"]
    assert rivals.hp("k") == 8
    board = [line.format("arena") for line in units]
    begun, events = begin_arena_turn(combat("movement", [*board, "r rival G1"], "named:A3 any"))
    told = drive(begun, [1], events)
    assert [event.unit for event in told.of(Moved)] == ["s"]
    assert told.hp("k") == 8


# Taunt, Tactical ------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.taunt")
@pytest.mark.parametrize(("priorities", "taunt"), [("strongest", "u"), ("weakest", "t"), ("hero any", "tu")])
def test_the_other_reading_of_taunt_lets_any_taunt_in_range_do(priorities: str, taunt: str) -> None:
    """Read otherwise, Taunt is met by attacking any unit in Range that has it, next to the attacker or not (p.24)."""
    board = ["r rival C3 rg2", "t player C4 hp1 Taunt", "u player C5 hp4 Taunt", "h player C2 hero hp9"]
    any_reading = {"taunt.which": "any"}
    assert targets(board, priorities) == ["t"]
    assert targets(board, priorities, rulings=any_reading) == list(taunt)
    assert targets([*board, "v player B3 hp2 Taunt"], priorities, rulings=any_reading) == ["v"]
    assert targets([*board[:2], "w player E1 hp9 Taunt", board[3]], priorities, rulings=any_reading) == ["t"]


@pytest.mark.rule("skill.tactical")
def test_tactical_lets_a_dazed_unit_move_and_tactics_reach_farther() -> None:
    """A unit with Tactical may move when deployed, and its side's tactics need not be next to anyone (Unit Skills)."""
    assert move(["r rival A2 dazed Tactical", "a player G2"])[::2] == ("moves", ["B2", "B3"])
    assert targets(["r rival C3 dazed Tactical", "a player C4"]) == []
    yours = ["a player E3 hp3", "b player G2 hp5", "c player E2 hp9 elite"]
    stun = {"tactics": "stun"}
    assert solved("tactics", ["r rival A2 Tactical", *yours], **stun)["tactic"]["targets"] == ["b"]
    assert solved("tactics", ["r rival A2", "t player G1 Tactical", *yours], **stun) == {"tactic": None}
    assert solved("tactics", ["r rival D3", "t rival - Tactical", *yours], **stun)["tactic"]["targets"] == ["a"]


@pytest.mark.rule("skill.combat-lock")
@pytest.mark.parametrize("place", ["E3", "B1"])
def test_combat_lock_is_noted_at_the_start_of_the_turn(place: str) -> None:
    """Where the unit with Combat Lock comes to be during the turn frees nobody and binds nobody (Unit Skills)."""
    board = ["r rival C3", "s rival A1 hp9", "k player C4 Combat_Lock", "a player G2"]
    by_hand = ("component.effect", "by hand")
    answers = [
        by_hand,
        ("manual.tactic", f"k hex {place}"),
        ("manual.tactic-move", "nothing"),
        "r loses bolster-health",
    ]
    told = play(combat("tactics", board, "named:A3", tactics="bolster-health"), answers)
    assert [(event.unit, event.end) for event in told.of(Moved)] == [("s", "A2")]
    assert {event.unit for event in play(told.combat, only="movement").of(Moved)} == {"r", "s"}
