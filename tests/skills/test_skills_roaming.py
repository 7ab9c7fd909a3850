"""Roaming, and what frees a unit of it (Unit Skills sheet; Rulebook p.35)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.hexes import DIRECTIONS
from hoplo_companion.rules.agenda import apply
from hoplo_companion.rules.events import Moved, Roamed
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.why.steps import verdicts
from tests.helpers.acting import options, roam
from tests.helpers.boards import combat, move
from tests.helpers.play import Told, play
from tests.helpers.proofs import proofs
from tests.soak.random_turns import every_end, listed_ends

PROOFS = """
# Roaming
skill.roaming: A direction off the mat or into a blocked hex costs its step, and the next die is rolled \
(roaming.blocked)
  r rival A1 mv3 Roaming, a player G2
    movement (roaming.direction=n, roaming.direction=sw, roaming.direction=s) -> at r: A2; Roamed directions: n+sw+s
  r rival C3 mv3 Roaming, a player G2
    movement, arena.blocked=C4/ (roaming.direction=s, roaming.direction=s, roaming.direction=n) -> at r: C2; Roamed \
        directions: s+s+n
    movement, arena.missing=C4/ (roaming.direction=s, roaming.direction=n, roaming.direction=n) -> at r: C1; Roamed \
        directions: s+n+n
  r rival B2 mv3 Roaming, a player G2
    movement (roaming.direction=n, roaming.direction=n, roaming.direction=n) -> at r: B1; Roamed directions: n+n+n
skill.roaming: Whoever starts its turn next to Combat Lock has no move in that step, be it a random one (Unit Skills)
  r rival C3 mv3 Roaming, k player C4 Combat_Lock, a player G2: movement -> at r: C3
skill.roaming, movement.order: Roaming units move in the player's order like all others, who find the board as it is \
then (p.22)
  r rival C3 mv1 Roaming, s rival C5 mv1, a player G2
    movement named:C4 (movement.next=s, roaming.direction=s) -> offered: r+s, n+ne+se+s+sw+nw; at r: C3; at s: C4
    movement named:C4 (movement.next=r, roaming.direction=n) -> at r: C2; at s: C4
skill.roaming, movement.return: A unit that cannot get closer is returned to once a roaming unit has made way (p.23)
  r rival C3 mv1 Roaming, s rival C4 mv1, a player G2: movement named:C3 (roaming.direction=n) -> at r: C2; at s: C3
skill.roaming: Stepping onto a chip's hex is enough to equip it, or read otherwise, ending there (p.36; equip.passing)
  r rival C3 mv2 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=default
    movement (roaming.direction=n, roaming.direction=n) -> at r: C1; place trident: r
  r rival C3 mv1 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=default
    movement (n) -> place trident: r
  r rival C3 mv2 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=end
    movement (roaming.direction=n, roaming.direction=n) -> at r: C1; place trident: C2
  r rival C3 mv1 Roaming, a player G2 | chips.trident=C2, rulings.equip.passing=end: movement (n) -> place trident: r
skill.roaming: A unit of yours that moves onto the flag's hex equips it, by whatever move (p.18; equip.passing)
  h player C3 mv2 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=default
    roam h (n, n) -> at h: C1; place flag: h
  h player C3 mv1 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=default
    roam h (n) -> equipped chip rule: flag flag.taken
  h player C3 mv2 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=end
    roam h (n, n) -> at h: C1; place flag: C2
  h player C3 mv1 Roaming, r rival G2 | flag=C2, event=capture-the-flag, rulings.equip.passing=end
    roam h (n) -> equipped chip rule: flag flag.taken
skill.roaming-flight: a flight that lands next to an opponent is over
  r rival C3 mv3 Roaming Flight, x player F4, a player G1 | rulings.roaming.flight=yes, arena.blocked=D4/, \
      step=movement
    roam r (se, se) -> at r: E4
  r rival C3 mv3 Roaming, x player F4, a player G1 | rulings.roaming.flight=yes, arena.blocked=D4/, step=movement
    roam r (se, se, n) -> at r: C2
skill.roaming-flight: What lies on a blocked hex is come over by a flight that lands, and by no other (equip.passing)
  r rival C3 mv2 Roaming Flight, s rival D4 mv0, t rival E3, a player G1 | chips.trident=D4, \
      rulings.roaming.flight=yes, step=movement
    roam r (se, se) -> at r: E4; place trident: r
    roam r (se, ne) -> at r: D3; place trident: D4
skill.roaming: The die is nobody's choice, so the answer is the set of all places where it may lead (p.35; Unit Skills)
  r rival C3 mv1 Roaming, a player G2: move named:C4 -> moves -: B2 B3 C2 C4 D3 D4
  r rival C3 mv1 Roaming, a player G2, s rival C4 dazed: move named:C4 -> moves -: B2 B3 C2 C3 D3 D4
  r rival C3 mv1 Roaming, a player C4: move named:C4 -> stays -: C3
  r rival C3 mv0 Roaming, a player G2: move named:C4 -> stays -: C3
  r rival C3 mv2 Roaming, a player E3: move named:C4 -> moves -: A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D2 D3 D4 D5
"""

test_rules = proofs(PROOFS)


WAY = "roaming.direction"


def movement(units: list[str], answers: list[Any] | None = None, priorities: str = "any", **more: Any) -> Told:
    return play(combat("movement", units, priorities, **more), answers, only="movement")


# Roaming --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.roaming")
@pytest.mark.parametrize(
    ("way", "end"), [("n", "C2"), ("ne", "D3"), ("se", "D4"), ("s", "C4"), ("sw", "B3"), ("nw", "B2")]
)
def test_a_roaming_unit_goes_where_the_arena_die_sends_it(way: str, end: str) -> None:
    """The arena die gives one of six directions for each point of Movement, whatever the list says (p.35; sheet)."""
    told = movement(["r rival C3 mv1 Roaming", "a player G2"], [(WAY, way)], "named:C4")
    assert (options(told), told.asked[0].kind) == (set(DIRECTIONS), "direction")
    assert [(event.unit, event.directions, event.start, event.end) for event in told.of(Roamed)] == [
        ("r", [way], "C3", end)
    ]
    assert (told.hex("r"), told.of(Moved)) == (end, [])


@pytest.mark.rule("skill.roaming")
@pytest.mark.parametrize(
    ("words", "others", "ways", "end"),
    [
        ("mv3", ["a player G2"], ["n", "se", "se"], "E3"),
        ("mv2 +adrenaline", ["a player G2"], ["n", "n", "s"], "C2"),
        ("mv0", ["a player G2"], [], "C3"),
        ("mv3", ["a player E3"], ["se"], "D4"),
        ("mv3", ["a player C5"], ["n", "s", "s"], "C4"),
        ("mv3", ["a player C4"], [], "C3"),
        ("mv3", ["x arena C4"], [], "C3"),
        ("mv2", ["s rival C4 mv0", "a player G2"], ["s", "n"], "C2"),
        ("mv3 dazed", ["a player G2"], [], "C3"),
        ("mv1 dazed Tactical", ["a player G2"], ["n"], "C2"),
    ],
)
def test_roaming_ends_beside_an_opponent_or_with_the_last_point(
    words: str, others: list[str], ways: list[str], end: str
) -> None:
    """A roaming unit does not set out next to an opponent and stops as soon as it comes next to one (Unit Skills)."""
    board = [f"r rival C3 {words} Roaming", *others]
    if not any(line.startswith("s ") for line in others):
        assert movement(board, [(WAY, way) for way in ways]).hex("r") == end
    if "dazed" not in words:
        assert roam(combat("movement", board), "r", [(WAY, way) for way in ways]).hex("r") == end


@pytest.mark.rule("skill.roaming")
def test_a_direction_is_one_of_six() -> None:
    """The result of an arena die is one of the compass's directions and nothing else (p.35)."""
    board, _ = begin(combat("movement", ["r rival C3 mv1 Roaming", "a player G2"]), "movement")
    for wrong in ("up", "", 7, None, "west", ["n"]):
        with pytest.raises(IllegalError):
            apply(board, wrong)


FLIES: dict[str, Any] = {"rulings": {"roaming.flight": "yes"}, "arena": {"blocked": ["B3", "C2", "D4"]}}


@pytest.mark.rule("skill.roaming-flight", "skill.flight")
@pytest.mark.parametrize(
    ("words", "others", "ways", "end", "flown"),
    [
        ("mv2", [], ["se", "se"], "C3", "E4"),
        ("mv2", [], ["se", "n"], "C2", "D3"),
        ("mv2", ["s rival E4"], ["se", "se"], "C3", "C3"),
        ("mv1", [], ["se"], "C3", "C3"),
        # Over two blocked hexes in a row, and one that is left by the edge of the mat.
        ("mv3", ["s rival E4"], ["se", "se", "ne"], "D3", "F3"),
        # A flight that cannot land is lost from its first step; the other dice count from where it stood.
        ("mv2", ["s rival D5"], ["se", "s"], "C4", "C4"),
        ("mv3", ["s rival E4"], ["se", "se", "n"], "C2", "E3"),
        # It does not stop over a blocked hex next to an opponent, but where it lands next to one.
        ("mv2", ["x player E5"], ["se", "n"], "C2", "D3"),
        ("mv2", ["s rival C2"], ["n", "nw"], "B2", "B1"),
    ],
)
def test_flight_carries_a_roaming_unit_by_the_other_reading_alone(
    words: str, others: list[str], ways: list[str], end: str, flown: str
) -> None:
    """Each die is a step that ends on its hex, or read otherwise may lead over a blocked one (roaming.flight)."""
    board = [f"r rival C3 {words} Roaming Flight", *others, "a player G1"]
    for reading, to in (("default", end), ("yes", flown)):
        more: dict[str, Any] = {"rulings": {"roaming.flight": reading}, "arena": {"blocked": ["D4"]}}
        told = roam(combat("movement", board, **more), "r", [(WAY, way) for way in ways])
        assert told.hex("r") == to, reading
        assert [event.rulings for event in told.of(Roamed)] == [["roaming.flight"] if end != flown else []]


@pytest.mark.rule("skill.roaming-flight")
def test_why_not_names_the_ruling_that_keeps_a_flier_from_a_hex() -> None:
    for words, told in (("Flight", True), ("", False)):
        board = combat("movement", [f"r rival C3 mv2 Roaming {words}", "s rival C4", "a player G1"])
        (verdict,) = verdicts(board, "movement", "r", "C5")
        assert (verdict.rule, "roaming.flight" in verdict.rulings) == ("skill.roaming", told)


@pytest.mark.rule("skill.beastmaster", "skill.roaming")
@pytest.mark.parametrize(
    ("roamer", "master", "bound"),
    [
        ("class:beast", "s rival A3 dazed Beastmaster", False),
        ("class:beast Beastmaster", "s rival A3 dazed", False),
        ("class:attacker,beast", "s rival A3 dazed Beastmaster", False),
        ("class:attacker", "s rival A3 dazed Beastmaster", True),
        ("class:beast", "s player A3 Beastmaster", True),
        ("class:beast", "s arena A3 Beastmaster", True),
        ("class:beast", "s rival - Beastmaster", True),
    ],
)
def test_beastmaster_frees_the_beasts_of_its_own_side(roamer: str, master: str, bound: bool) -> None:
    """Roaming does not bind a Beast with a Beastmaster on its side in combat, itself or another (Unit Skills)."""
    board = [f"r rival C3 mv1 Roaming {roamer}", master, "a player G2"]
    assert roam(combat("movement", board), "r", [(WAY, "n")] * bound).hex("r") == ("C2" if bound else "C3")
    assert move(board, "named:C4")[1:] == (([], ["B2", "B3", "C2", "C4", "D3", "D4"]) if bound else (["C4"], ["C4"]))


@pytest.mark.rule("skill.roaming")
@pytest.mark.parametrize(
    ("units", "more"),
    [
        (["r rival C3 mv2 Roaming", "a player F3"], {}),
        (["r rival A1 mv2 Roaming", "a player C3"], {"arena": {"blocked": ["B2"]}}),
        (["r rival B2 mv2 Roaming", "s rival A2 mv1", "a player D4"], {}),
        (["r rival B2 mv1 Roaming", "s rival C3 mv1 Roaming", "a player E3"], {}),
        (["r rival B2 mv3 Roaming Flight", "s rival A2 mv0", "a player E3"], FLIES),
        (["r rival C3 mv2 Roaming Flight", "s rival C4 mv1 Roaming", "a player F3"], FLIES),
    ],
)
def test_solve_lists_the_placements_that_the_dice_can_lead_to(units: list[str], more: dict[str, Any]) -> None:
    """Whatever the dice and the player's choices lead to is listed, and nothing else (p.22, 35)."""
    board = combat("movement", units, **more)
    assert listed_ends(board) == every_end(board)
