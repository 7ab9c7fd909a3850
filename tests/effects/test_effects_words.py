"""What a player's own card allows and forbids, word by word, and what it draws rivals to (docs/effects.md; p.7, 21)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hoplo_companion.rules.agenda import push
from hoplo_companion.rules.effects.judge import is_forbidden
from hoplo_companion.rules.effects.use import use_of
from hoplo_companion.rules.events import Damaged, Relocated
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import unit_now
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.rival.engage import attackable, specials, targets
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rival.placement import targets_of
from hoplo_companion.rules.rival.turn import abilities
from tests.helpers.own_catalogue import SIDES, Own, drive, own, turns
from tests.helpers.play import play
from tests.helpers.proofs import proofs

PROOFS = """
# What is allowed
effect.used: What a card allows counts for a move that another card gives (p.7)
  own skills Own: may pass blocked
  own skills Dash: ability: move up to 2
  x player A2 Own Dash, s player A1, t player A3, r rival B2 | arena.blocked=B3/, step=abilities
    ability x dash (ability.hex=C3) -> put: x C3
  own skills Own: range +1
  own skills Dash: ability: move up to 2
  x player A2 Own Dash, s player A1, t player A3, r rival B2 | arena.blocked=B3/, step=abilities
    ability x dash -> at x: A2
effect.used: A unit with Roaming moves by its list where a card lets it (Unit Skills; p.7)
  own skills Own: may not roam
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 -> Roamed: none; at x: B2
  own skills Own: may not roam to all allies
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3
  own skills Own: range +1
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3
  own skills Own: may not roam if isolated
  x rival A2 mv1 Own Roaming, s rival A1 dazed, a player G2: movement named:B2 (se) -> Roamed: 1; at x: B3

# What is forbidden
effect.used: No opponent's Ability is used on a unit that nothing of its opponents' may target, an ally's is (p.7)
  own skills Own: cannot be targeted
  own skills Push: ability: displace unit within 1 away
  x rival C3 Push, y player C4 Own, z player G1 | state.side=rival, step=abilities: ability x push named:C5 -> put: none
  x player C3 Push, y rival C4 Own, z rival G1 | step=abilities: ability x push named:C5 -> put: none
  x rival C3 Push, y rival C4 Own, z player G1 | state.side=rival, step=abilities: ability x push named:C5 -> put: y C5
  x player C3 Push, y player C4 Own, z rival G1 | step=abilities: ability x push named:C5 -> put: y C5
"""

test_rules = proofs(PROOFS)


pytestmark = pytest.mark.rule("effect.used")


def ends(board: Combat, unit: str) -> tuple[str, list[str]]:
    """Tell what a rival unit does if it moves first, and where it may end."""
    found = answer(board)["units"][unit]
    return found["status"], found["destinations"]


def turn_of(board: Combat, side: str) -> Combat:
    """Give the combat as a turn of a troop starts."""
    return turns(board, side)[0]


# What is allowed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "who", "passes"),
    [
        ("may pass blocked", "x", True),
        ("may pass blocked to all allies within 1", "s", True),
        ("may pass blocked if elite", "x", False),
        ("may pass blocked to all opponents", "x", False),
        ("turn start: may pass blocked to all troop until end of turn", "x", True),
    ],
)
def test_a_card_lets_units_pass_blocked_hexes(line: str, who: str, passes: bool) -> None:
    """A unit may move over blocked hexes where a card lets it (p.7, 35)."""
    units = [
        f"x rival A2 mv2{' Own' * (who == 'x')}",
        f"s rival A1{' Own' * (who == 's')}",
        "t rival A3",
        "a player B2",
    ]
    board = own(line).combat("deployment", units, "named:C3", arena={"blocked": ["B3"]})
    board = replace(turn_of(board, "rival"), step="movement")
    assert ends(board, "x") == (("moves", ["C3"]) if passes else ("blocked", ["A2"]))


@pytest.mark.parametrize(("line", "moves"), [
    ("may move when dazed", True), ("may move when dazed to all troop (class archer)", False),
    ("may act when dazed", False),
])  # fmt: skip
def test_a_card_lets_a_dazed_unit_move(line: str, moves: bool) -> None:
    """A unit moves on the turn of its deployment where a card lets it (p.21)."""
    board = own(line).combat("movement", ["x rival A2 mv1 dazed Own", "a player G2"], "named:B2")
    assert ends(board, "x") == (("moves", ["B2"]) if moves else ("dazed", ["A2"]))


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("line", "acts"), [
    ("may act when dazed", True), ("may act when dazed to all troop", True), ("may move when dazed", False),
])  # fmt: skip
def test_a_card_lets_a_dazed_unit_act(side: str, other: str, line: str, acts: bool) -> None:
    """A unit attacks and uses Specials on the turn of its deployment where a card lets it (p.21)."""
    board = own(line).combat(
        "engage", [f"x {side} C3 blue dazed Own Agile Regen-1", f"y {other} C4"], state={"side": side}
    )
    unit = board.units["x"]
    assert (bool(attackable(board, unit)), bool(specials(board, unit))) == (acts, acts)
    assert abilities(board, unit) == []


@pytest.mark.rule("tactics.opponent")
@pytest.mark.parametrize(("line", "who", "found"), [
    ("may tactics anywhere", "r rival", ["b"]), ("may tactics anywhere", "p player", []),
    ("may tactics anywhere to all opponents", "p player", ["b"]), ("may tactics anywhere if elite", "r rival", []),
])  # fmt: skip
def test_a_card_lets_tactics_reach_anywhere(line: str, who: str, found: list[str]) -> None:
    """The rival's tactics reach any opponent while a card lets one of its units (p.22)."""
    board = own(line).combat(
        "tactics", [f"{who} A1 hp1 Own", "s rival A3", "b player G2 hp5", "c player G1 hp3"], tactics="stun"
    )
    assert [unit.id for unit in targets_of(board, "stun")] == found


# What is forbidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    "form", ["{} to all opponents within 1", "opponents turn start: {} to all opponents until end of turn"]
)
@pytest.mark.parametrize(
    ("what", "left"),
    [("move", "attack abilities specials"), ("attack", "move abilities specials"),
     ("abilities", "move attack specials"), ("specials", "move attack abilities")],
)  # fmt: skip
def test_a_card_keeps_units_from_acting(side: str, other: str, form: str, what: str, left: str) -> None:
    """A card keeps a unit from moving, attacking, its Abilities or its Specials, and from nothing else (p.7, 21)."""
    line = form.format(f"cannot {what}")
    board = own(line).combat(
        "deployment",
        [f"x {side} C3 mv1 blue Agile Regen-1 hp1 hl3", f"y {other} C4 Own", f"z {side} G1 blue Agile Regen-1"],
    )
    board = turn_of(board, side)
    assert _can(board, "x") == left
    if "within" in line:
        assert _can(board, "z").replace("attack ", "") == "move abilities specials"


def _can(board: Combat, id_: str) -> str:
    """Name what a unit may do."""
    unit = board.units[id_]
    able = {
        "move": not is_forbidden(board, unit, "move"),
        "attack": bool(attackable(board, unit)),
        "abilities": bool(abilities(board, unit)),
        "specials": bool(specials(board, unit)),
    }
    return " ".join(word for word in able if able[word])


def test_a_rival_that_cannot_move_stays() -> None:
    """A rival kept from moving stays where it is in its Movement Step, whatever its list (p.7, 23)."""
    board = own("all opponents within 1 cannot move").combat(
        "movement", ["x rival C3 mv1", "y player C4 Own"], "named:C2"
    )
    assert play(board, only="movement").hex("x") == "C3"
    assert ends(board, "x")[1] == ["C3"]


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize("what", ["be attacked", "be targeted"])
def test_a_card_keeps_its_unit_from_being_attacked(side: str, other: str, what: str) -> None:
    """No attack targets a unit that a card keeps from that (p.7, 24)."""
    board = own(f"cannot {what}").combat("engage", [f"x {side} C3 blue", f"y {other} C4 Own", f"z {other} D3"])
    assert [unit.id for unit in attackable(board, board.units["x"])] == ["z"]
    if side == "rival":
        assert [unit.id for unit in targets(board, board.units["x"])] == ["z"]


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(("what", "hurt"), [("be attacked", "y"), ("be targeted", "z")])
def test_a_card_keeps_its_unit_from_being_a_special_s_target(side: str, other: str, what: str, hurt: str) -> None:
    """A Special goes for nobody whom nothing may target, and is no attack for whom attacks may not (p.7, 37)."""
    skills = Own(skills={"Own": f"cannot {what}", "Lob": "special: damage 1 to opponent"})
    units = [f"x {side} C3 Lob", f"y {other} C4 hp9 Own", f"z {other} G1 hp5"]
    board = skills.combat("engage", units, "strongest", state={"side": side})
    held = specials(board, board.units["x"])[0]
    asked = [("special.target", "y")] if side == "player" and what == "be attacked" else []
    told = drive(push(board, use_of(held)), answers=asked)
    assert [event.target for event in told.of("special-used")] == [hurt]
    assert [event.unit for event in told.of(Damaged)] == [hurt]


def test_a_card_keeps_its_unit_from_being_a_tactic_s_target() -> None:
    """The rival's tactics pass over a unit that nothing of its opponents' may target (p.7, 22)."""
    board = own("cannot be targeted").combat(
        "tactics", ["r rival C3", "y player C4 hp9 Own", "z player D3"], tactics="stun"
    )
    assert [unit.id for unit in targets_of(board, "stun")] == ["z"]


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    "verb", ["displace unit within 1 away", "swap with unit within 1", "place unit within 1 on named (G3)"]
)
def test_a_card_keeps_its_unit_where_it_is(side: str, other: str, verb: str) -> None:
    """A unit that cannot be displaced stays where it is whatever a card says (p.7, 35)."""
    skills = Own(skills={"Own": f"ability: {verb}", "Rock": "cannot be displaced"})
    told = skills.ability([f"x {side} C3 Own", f"y {other} C4 Rock"])
    assert told.of(Relocated) == []


@pytest.mark.parametrize("side", ["rival", "player"])
def test_what_a_card_allows_and_forbids_is_shown(side: str) -> None:
    """A unit as it stands tells all that it may and may not (p.7)."""
    line = "cannot be sacrificed, may pass blocked, all troop cannot heal, may not roam"
    board = own(line).combat("engage", [f"x {side} C3 Own", "a player G2", "r rival A2"])
    told = unit_now(board, board.units["x"])
    assert told.cannot == ["be-sacrificed", "heal"]
    assert told.may == ["not-roam", "pass-blocked"]


# What draws a unit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "other"), SIDES)
@pytest.mark.parametrize(
    ("line", "found"),
    [("draw attacks", ["y"]), ("draw attacks if hp at least 5", ["z"]), ("draw attacks if isolated", ["z"])],
)
def test_a_card_draws_attacks(side: str, other: str, line: str, found: list[str]) -> None:
    """Who stands next to a unit that draws attacks has to attack such a unit (Unit Skills: Taunt; p.7)."""
    board = own(line).combat("engage", [f"x {side} C3 blue", f"y {other} C4 hp2 Own", f"z {other} D3 hp9"], "strongest")
    drawn = [unit.id for unit in attackable(board, board.units["x"])]
    assert drawn == (["y"] if found == ["y"] else ["y", "z"])
    if side == "rival":
        assert [unit.id for unit in targets(board, board.units["x"])] == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("mark hero first", "h"), ("mark strongest first", "s"), ("mark weakest first", "w"),
        ("mark farthest first", "f"),
        ("mark deadliest first", "w"), ("mark hero first if elite", "f"), ("mark any first", "fhsw"),
    ],
)  # fmt: skip
def test_a_card_puts_somebody_before_everything_on_the_list(line: str, found: str) -> None:
    """A rival wants first whom its card says, then what its list says (p.7, 23)."""
    units = [
        "r rival C3 rg9 Own",
        "h player C4 hp5 hero blue",
        "s player D3 hp9 blue",
        "w player B2 hp1 red red",
        "f player G3 hp5",
    ]
    board = own(line).combat("engage", units, "farthest")
    assert sorted(unit.id for unit in targets(board, board.units["r"])) == sorted(found)
    first = priority_list(board, board.units["r"])[0].id()
    assert first == ("farthest" if "elite" in line else line.split()[1])
    assert Ground(board).mover(board.units["r"]).entries[0].id() == first
