"""The arena cards of Atlanteans and Lamosians (arena cards; Rulebook p.7, 24)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import attack_dice
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import priority_list
from tests.helpers.boards import combat, move, targets
from tests.helpers.play import Told, engage, play
from tests.helpers.proofs import proofs

PROOFS = """
# Atlanteans
arena.trident-throw: Whoever holds it, unless dazed, deals 2 damage at any distance, and a survivor equips it \
(Atlanteans card)
  r rival A1 blue, a player C1 hp5, b player G3 hp3 | chips.trident=@r, arena=atlanteans
    engage -> specials: r Trident Throw b; hp a: 5; hp b: 1; attacks: none; combat chips.trident.holder: b
  r rival A1 blue dazed, a player C1 hp5, b player G3 hp3 | chips.trident=@r, arena=atlanteans
    engage -> specials: none; hp a: 5; hp b: 3; attacks: none
  r rival A1 blue, a player C1 hp5, b player G3 hp3 | arena=atlanteans
    engage, chips.trident=C3 -> specials: none; hp a: 5; hp b: 3; attacks: none
    engage, chips.trident=@a -> specials: none; hp a: 5; hp b: 3; attacks: none
arena.trident-throw: A hero whom a blessing saves from Trident Throw has survived it and equips the trident \
(Atlanteans card)
  r rival A1, h player G3 hp1 hl6 hero | chips.trident=@r, arena=atlanteans
    engage (defeat.hero=survive) -> hp h: 6; combat chips.trident.holder: h
arena.trident-local: A local unit's Trident Throw deals 3 damage where another unit's deals 2 (Atlanteans card)
  r rival A1 of:atlanteans, a player G3 hp9 | chips.trident=@r, arena=atlanteans: engage -> damage: a r 3
  r rival A1 of:lamosians, a player G3 hp9 | chips.trident=@r, arena=atlanteans: engage -> damage: a r 2

# Lamosians
arena.lamosian-locals: Local units have Movement 3 in this arena, and others what their chips say (Lamosians card)
  r rival A2 mv1 of:lamosians, a player G2 | arena=lamosians: move -> moves F2 F3: D2 D3 D4 D5
  r rival A2 mv9 of:lamosians, a player G2 | arena=lamosians: move -> moves F2 F3: D2 D3 D4 D5
  r rival A2 mv1 of:atlanteans, a player G2 | arena=lamosians: move -> moves F2 F3: B2 B3
"""

test_rules = proofs(PROOFS)


# Atlanteans -----------------------------------------------------------------------------------------------------

ATLANTEANS: dict[str, Any] = {"arena": "atlanteans"}


def trident(told: Told) -> str:
    """Tell where the trident is: its holder's id, or the name of its hex."""
    place = told.combat.chips["trident"]
    return place.holder or told.combat.arena.mat.name(place.hex)


@pytest.mark.rule("arena.trident")
def test_whoever_comes_to_the_trident_s_hex_equips_it() -> None:
    """A unit equips the trident as soon as it shares its hex, moved or deployed there (Atlanteans card)."""
    board = combat("movement", ["r rival A2", "a player G2"], chips={"trident": "B2"}, **ATLANTEANS)
    told = play(board, only="movement")
    assert [(event.unit, event.chip, event.hex) for event in told.of("equipped")] == [("r", "trident", "B2")]
    assert trident(told) == "r"
    for place, found in (("A1", "r"), ("A2", "A2")):
        board = combat("deployment", ["a player G2"], lineup=["r"], chips={"trident": place}, **ATLANTEANS)
        assert trident(play(board, only="deployment")) == found


@pytest.mark.rule("arena.trident-throw")
def test_a_trident_that_defeats_its_victim_lies_loose() -> None:
    """Where Trident Throw defeats the victim, the trident stays on the victim's hex (Atlanteans card)."""
    told = engage(["r rival A1 blue", "a player B1 hp5", "b player G3 hp2"], chips={"trident": "@r"}, **ATLANTEANS)
    assert set(told.combat.units) == {"r", "a"}
    assert trident(told) == "G3"


def key_hexes(board: Combat) -> list[str]:
    """Name the key hexes as they lie."""
    ground = Ground(board)
    return board.arena.mat.names(ground.key_hexes(ground.loose))


@pytest.mark.rule("arena.trident-key", "term.key-hex")
def test_the_trident_s_hex_is_the_key_hex() -> None:
    """The arena's one key hex is where the trident is, and goes along with its holder (Atlanteans card)."""
    for place, key in (("B2", "B2"), ("@a", "G2"), ("@r", "A2")):
        board = combat("movement", ["r rival A2 mv1", "a player G2"], chips={"trident": place}, **ATLANTEANS)
        assert key_hexes(board) == [key]
    told = play(board, ["B3"], only="movement")
    assert key_hexes(told.combat) == ["B3"]


# Lamosians ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.elevation")
def test_columns_fall_away_from_the_peak() -> None:
    """The two peak hexes are highest, and every column farther out is one level lower (Lamosians card)."""
    arena = combat("movement", [], arena="lamosians").arena
    level = {name: arena.elevation[hex_] for name, hex_ in arena.mat.bit.items()}
    assert arena.mat.names(arena.heights[0]) == ["D3", "D4"]
    columns = [{level[name] for name in level if name[0] == letter} for letter in "ABCEFG"]
    assert columns == [{0}, {1}, {2}, {2}, {1}, {0}]
    assert (level["D3"], level["D4"]) == (3, 3)


@pytest.mark.rule("arena.high-ground")
@pytest.mark.parametrize(
    ("here", "there", "dice"),
    [("D3", "C3", "blue black"), ("C3", "A2", "blue black"), ("C3", "D3", "blue"), ("C3", "C4", "blue")],
)
def test_high_ground_adds_a_black_die(here: str, there: str, dice: str) -> None:
    """An attacker that stands higher than its target has 1 black die more in its Attack (Lamosians card)."""
    board = [f"r rival {here} rg6 blue", f"a player {there} hp9"]
    told = engage(board, [0], arena="lamosians")
    assert told.asked[0].dice == tuple(dice.split())
    yours = combat("engage", [f"r player {here} rg6 blue", f"a rival {there} hp9"], arena="lamosians")
    assert attack_dice(yours, yours.units["r"], yours.units["a"]) == tuple(dice.split())
    assert engage(board, [0], **ATLANTEANS).asked[0].dice == ("blue",)


LISTS = {
    "as:sea-strider": "flagholder highest:adjacent hero strongest highest",
    "class:archer": "flagholder highest:range farthest",
    "class:defender": "flagholder highest:range strongest",
}


@pytest.mark.rule("arena.lamosian-lists")
@pytest.mark.parametrize(("words", "entries"), LISTS.items())
def test_each_kind_of_unit_has_its_lamosian_list(words: str, entries: str) -> None:
    """Sea Strider, Archers and all others have lists of their own, each headed by the flagholder (Lamosians card)."""
    board = combat("engage", [f"r rival C3 {words}"], arena="lamosians")
    found = priority_list(board, board.units["r"])
    assert [entry.id() for entry in found] == entries.split()
    assert [entry.id() for entry in found if not entry.bold] == [word for word in entries.split() if "highest" in word]


@pytest.mark.rule("arena.lamosian-lists")
@pytest.mark.parametrize(
    ("words", "marks", "target"),
    [("as:sea-strider", "E1 E2", "h"), ("class:archer", "D3", "far"), ("class:defender", "D3", "near")],
)
def test_the_lamosian_lists_at_work(words: str, marks: str, target: str) -> None:
    """Sea Strider climbs next to an opponent, the others to where one is in Range, and each has its own target."""
    assert move([f"r rival D2 rg2 {words}", "a player F1"], arena="lamosians")[1] == marks.split()
    board = [f"r rival C3 rg2 {words}", "far player C5 hp1", "near player C4 hp3", "h player B2 hero hp2"]
    assert targets(board, arena="lamosians") == [target]
    assert targets([*board, "x player C2 hp1"], arena="lamosians", flag="@x") == ["x"]
