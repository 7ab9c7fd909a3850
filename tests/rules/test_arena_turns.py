"""What happens in the arena's turn: the chariot, the Beasts (Unit Skills sheet; cards; p.20, 28, 35)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Deployed
from hoplo_companion.rules.rival.turn import begin_arena_turn, has_arena_turn
from tests.helpers.acting import arena_turn, in_arena_of, place_of
from tests.helpers.boards import combat, solved
from tests.helpers.play import Told, play, question_of
from tests.helpers.proofs import proofs

PROOFS = """
# The chariot
arena.the-races: Only the arena turn moves the chariot: no text lets a unit equip it, so it stays when a unit steps \
off (p.36)
  r rival C1 mv1, a player C3 | chips.chariot=C2, arena_of=parthians
    movement named:C2 any -> at r: C2; place chariot: C2; equipped: none
  r rival C2 mv1, a player G2 | chips.chariot=C2, arena_of=parthians
    movement named:D2 any -> at r: D2; place chariot: C2; equipped: none
arena.the-races: Whoever stands in the way is put on a free adjacent hex outside the ring, of your choice (Parthians \
card)
  a player C3, r rival G1 | chips.chariot=C2, arena_of=parthians
    arena movement (B3) -> offered: B2+B3; put start displaced: a B3 C3 yes; place chariot: D5
  a player C3, s rival B2, r rival G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> at a: B3; place chariot: D5
arena.the-races: Each hex of the way is cleared when the chariot comes to it, whoever stands there (Parthians card)
  a player C3, r rival C4, s rival D4, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement (B2, B3) -> offered: B2+B3, B3+B4+C5; at a: B2; at r: B3; at s: D4; place chariot: D5
arena.the-races: Without a free adjacent hex outside the ring a unit in the way is defeated at once (Parthians card)
  a player C3 hp9, s rival B2, t rival B3, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> defeated hex: a C3; place chariot: D5; damage: none
  e rival C3 hp9 elite, s rival B2, t rival B3, b player G1 | chips.chariot=C2, arena_of=parthians
    arena movement -> defeated: e
arena.the-races: Wherever the chariot comes to stand, it went there on the ring, and that is told (Parthians card)
  h player C3 hero hp2 hl6, s rival B2, t rival B3 | chips.chariot=D2, arena_of=parthians
    arena movement (defeat.hero=survive) -> drove hexes: C2; place chariot: C2
arena.the-races: A unit on the chariot's hex stays on it while others make way (Parthians card)
  u player D2, a player C2, b player G2, r rival G1 | chips.chariot=D2, arena_of=parthians
    arena movement (B1) -> offered: B1+B2+C1; at u: C4; at a: B1; place chariot: C4; drove riders: u
  u rival D2, a player C2, b player G2, r rival G1 | chips.chariot=D2, arena_of=parthians
    arena movement (B1) -> offered: B1+B2+C1; at u: C4; at a: B1; place chariot: C4; drove riders: u

# The arena's turn
arena.steps: Arena units consider all units that are none as opponents (p.28)
  x arena C3 mv0 blue, y arena C4 mv0 blue Taunt hp1, a player C2 hp5, r rival D3 hp5, s rival D5 hp9
    arena movement weakest (engage.target=r, attack.dice=1, attack.dice=1) -> offered: a+r, -, -; attacks: x r, y s
arena.steps: Arena units move by the list as rivals do, and never take the flag up (p.28; rival.flag)
  x arena A2 mv2, a player C2 hp1, r rival C3 hp9 | flag=B3, event=capture-the-flag
    arena movement strongest (B3) -> at x: B3; place flag: B3; Moved mark: r
arena.steps: Beasts and locals are no opponents: a local's Taunt leaves a Beast free (publisher's FAQ; refugees.locals)
  x arena C3 mv0 blue, t player C4 hp5 Taunt of:plutos-refugees, a player C2 hp5 of:kunlun | arena_of=plutos-refugees
    arena movement (attack.dice=1) -> attacks: x a
  x arena C3 mv0 blue, t player C4 hp5 Taunt of:kunlun, a player C2 hp5 of:kunlun | arena_of=plutos-refugees
    arena movement (attack.dice=1) -> attacks: x t
arena.steps: A roaming Beast is not stopped by standing next to locals, as it is by others (publisher's FAQ)
  x arena C2 mv3 Roaming class:beast, l player D4 of:plutos-refugees, a player G1 | arena_of=plutos-refugees
    arena movement (roaming.direction=s, roaming.direction=s, roaming.direction=nw) -> at x: B3
  x arena C2 mv3 Roaming class:beast, l player D4 of:kunlun, a player G1 | arena_of=plutos-refugees
    arena movement (roaming.direction=s) -> at x: C3
arena.steps, skill.hook: Skills that need no opponent may be used on the Beasts by locals, those that do may not \
(publisher's FAQ)
  l player C3 of:plutos-refugees Hook Fury_Aura-2, x arena C5 class:beast, r rival G1 | state.side=player, \
      arena_of=plutos-refugees
    ability l hook -> at x: C4
    ability l fury-aura -> damage: none
arena.steps: Arena units beside Combat Lock as their turn starts stay; dazed ones do nothing and wake at its end (p.21)
  x arena C3 mv2, k rival C4 Combat_Lock, a player G2: arena movement farthest -> at x: C3
  x arena A1 mv2 blue dazed, a player B1: arena movement -> at x: A1; attacks: none; combat units.x.dazed: no

# New Argonauts
effect.used: Against the scion Pluto's Domain adds banes before the first turn, and never later (Vesuvians card; p.30)
  r rival D3 mv0, y player G2 | act=4, arena_of=vesuvians
    deployment, event=scion, turn=1 -> owed what amount: draw-bane 0
    deployment, event=scion, turn=2 -> owed: none
    deployment, event=bloodshed, turn=1 -> owed: none
arena.steps: an arena turn without arena units has no steps
  a player G2 | chips.chariot=D2, arena_of=parthians: arena movement -> drove: 1; step-began: none
"""

test_rules = proofs(PROOFS)


# The chariot ----------------------------------------------------------------------------------------------------

RING = ["D2", "C2", "C3", "C4", "D5", "E4", "E3", "E2"]
"""The ring round D3 and D4, counter-clockwise."""


def races(units: list[str], chariot: str, answers: list[Any] | None = None, **more: Any) -> Told:
    return arena_turn(in_arena_of("parthians", "movement", units, chips={"chariot": chariot}, **more), answers)


@pytest.mark.rule("arena.the-races", "arena.turn")
@pytest.mark.parametrize("start", range(8))
def test_the_chariot_drives_three_hexes_counter_clockwise(start: int) -> None:
    """In the arena turn the chariot goes 3 hexes along the inner ring, counter-clockwise (Parthians card; p.20)."""
    told = races(["a player G2", "r rival A2"], RING[start])
    way = [RING[(start + step) % 8] for step in (1, 2, 3)]
    assert [(event.chip, event.hexes, event.riders) for event in told.of("drove")] == [("chariot", way, [])]
    assert place_of(told, "chariot") == way[-1]


@pytest.mark.rule("arena.the-races")
@pytest.mark.parametrize("answer", ["survive", "lost"])
def test_a_crushed_hero_needs_a_blessing(answer: str) -> None:
    """The hero is crushed like anybody, and a blessing may save it (Parthians card; p.13, 27)."""
    units = ["h player C3 hero hp2 hl6", "s rival B2", "t rival B3"]
    board = in_arena_of("parthians", "movement", units, chips={"chariot": "C2"})
    board, _ = begin_arena_turn(board)
    asked = question_of(board)
    assert (asked.id, asked.unit) == ("defeat.hero", "h")
    board, _ = apply(board, answer)
    if answer == "survive":
        assert board.units["h"].hp == 6
        standing = [unit.hex for unit in board.in_arena()]
        assert len(standing) == len(set(standing))
    else:
        assert board.over == "campaign-lost"
    assert pending(board) is None, "the turn goes on to its end"


# The arena's turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.turn")
@pytest.mark.parametrize(
    ("arena", "units", "has"),
    [
        ("parthians", ["a player G2"], True),
        ("plutos-refugees", ["a player G2"], True),
        ("atlanteans", ["a player G2"], False),
        ("lamosians", ["a player G2"], False),
        ("kunlun", ["a player G2", "x arena C3"], True),
        ("kunlun", ["a player G2", "x arena -"], False),
    ],
)
def test_only_some_arenas_have_a_turn(arena: str, units: list[str], has: bool) -> None:
    """There is an arena turn where its card has one or arena chips act (p.20, 28)."""
    assert has_arena_turn(combat("movement", units, arena=arena)) == has


@pytest.mark.rule("arena.turn", "arena.steps")
def test_the_arena_s_turn_has_three_steps_and_the_rival_s_follows() -> None:
    """Arena units move, use Abilities and engage, and then it is the rival's turn (p.28)."""
    board = ["x arena A1 mv2 blue hp1 hl3 Regen-1", "a player C1 hp5", "r rival G1 blue"]
    told = arena_turn(combat("deployment", board), [("attack.dice", 1)])
    assert [event.step for event in told.of("step-began")] == ["movement", "abilities", "engage"]
    kinds = ["turn-began", "moved", "healed", "attacked", "turn-ended"]
    assert [event.what for event in told.events if event.what in kinds] == kinds
    assert (told.combat.side, told.combat.step, told.hp("a"), told.hp("x")) == ("rival", "deployment", 4, 2)


# New Argonauts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.most-units")
@pytest.mark.parametrize(
    ("here", "act", "deployed"), [(0, 1, 1), (0, 3, 2), (1, 3, 1), (1, 1, 1), (2, 1, 0), (2, 3, 0)]
)
def test_no_third_unit_of_a_side_enters(here: int, act: int, deployed: int) -> None:
    """Each side has two units in combat at most, so the rival deploys as many as that leaves (New Argonauts card)."""
    units = ["s rival C3", "t rival C5"][:here]
    lineup = ["m mv1 rg1 hl3", "n mv1 rg1 hl3", "o mv1 rg1 hl3"]
    more: dict[str, Any] = {"arena": "new-argonauts", "act": act, "turn": 1, "lineup": lineup}
    told = play(combat("deployment", [*units, "a player G2", "b player G3", "c player F1"], **more), only="deployment")
    assert [event.unit for event in told.of(Deployed)] == ["m", "n"][:deployed]
    refused = [event.unit for event in told.of("not-deployed") if event.rule == "arena.most-units"]
    assert refused == ["m", "n"][deployed : 2 if act == 3 else 1]
    both = [{"unit": "m", "hex": "A1", "bonus_hp": 0}, {"unit": "n", "hex": "A2", "bonus_hp": 0}]
    assert solved("deployment", [*units, "a player G2"], **more)["deploy"] == both[:deployed]
