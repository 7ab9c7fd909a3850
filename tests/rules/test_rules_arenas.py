"""The arena cards of Atlanteans and Lamosians (arena cards; Rulebook p.7, 24)."""

import pytest

from tests.helpers.boards import combat
from tests.helpers.proofs import proofs

PROOFS = """
# Atlanteans
arena.trident-throw: Whoever holds it, unless dazed, deals 2 damage at any distance, and a survivor equips it (card)
  r rival A1 blue, a player C1 hp5, b player G3 hp3 | chips.trident=@r, arena=atlanteans
    engage -> specials: r Trident Throw b; hp a: 5; hp b: 1; attacks: none; combat chips.trident.holder: b
  r rival A1 blue dazed, a player C1 hp5, b player G3 hp3 | chips.trident=@r, arena=atlanteans
    engage -> specials: none; hp a: 5; hp b: 3; attacks: none
  r rival A1 blue, a player C1 hp5, b player G3 hp3 | arena=atlanteans
    engage, chips.trident=C3 -> specials: none; hp a: 5; hp b: 3; attacks: none
    engage, chips.trident=@a -> specials: none; hp a: 5; hp b: 3; attacks: none
arena.trident-throw: A hero whom a blessing saves from Trident Throw has survived it and equips the trident (card)
  r rival A1, h player G3 hp1 hl6 hero | chips.trident=@r, arena=atlanteans
    engage (defeat.hero=survive) -> hp h: 6; combat chips.trident.holder: h
arena.trident-local: A local unit's Trident Throw deals 3 damage where another unit's deals 2 (Atlanteans card)
  r rival A1 of:atlanteans, a player G3 hp9 | chips.trident=@r, arena=atlanteans: engage -> damage: a r 3
  r rival A1 of:lamosians, a player G3 hp9 | chips.trident=@r, arena=atlanteans: engage -> damage: a r 2
arena.trident: A unit equips the trident as soon as it shares its hex, moved or deployed there (Atlanteans card)
  r rival A2, a player G2 | arena=atlanteans, chips.trident=B2: movement -> equipped unit chip hex: r trident B2; \
      place trident: r
  a player G2 | arena=atlanteans, lineup=r/
    deployment, chips.trident=A1 -> place trident: r
    deployment, chips.trident=A2 -> place trident: A2
arena.trident-throw: Where Trident Throw defeats the victim, the trident stays on the victim's hex (Atlanteans card)
  r rival A1 blue, a player B1 hp5, b player G3 hp2 | arena=atlanteans, chips.trident=@r
    engage -> combat units: r+a; place trident: G3
arena.trident-key: The arena's one key hex is where the trident is, and goes along with its holder (card)
  r rival A2 mv1, a player G2 | arena=atlanteans
    look, chips.trident=B2 -> key-hexes: B2
    look, chips.trident=@a -> key-hexes: G2
    look, chips.trident=@r > movement (B3) > look -> key-hexes: A2, B3

# Lamosians
arena.lamosian-locals: Local units have Movement 3 in this arena, and others what their chips say (Lamosians card)
  r rival A2 mv1 of:lamosians, a player G2 | arena=lamosians: move -> moves F2 F3: D2 D3 D4 D5
  r rival A2 mv9 of:lamosians, a player G2 | arena=lamosians: move -> moves F2 F3: D2 D3 D4 D5
  r rival A2 mv1 of:atlanteans, a player G2 | arena=lamosians: move -> moves F2 F3: B2 B3
arena.high-ground: An attacker that stands higher than its target has 1 black die more in its Attack (Lamosians card)
  r rival {here} rg6 blue, a player {there} hp9
    engage, arena=lamosians (0) -> dice: {dice}
    engage, arena=atlanteans (0) -> dice: blue
  r player {here} rg6 blue, a rival {there} hp9 | arena=lamosians: look -> dice-against r a: {added}
    {here} | {there} | {dice} | {added}
      D3 | C3 | blue black | blue+black
      C3 | A2 | blue black | blue+black
      C3 | D3 | blue | blue
      C3 | C4 | blue | blue
arena.lamosian-lists: Sea Strider, Archers and all others have lists of their own, each headed by the flagholder (card)
  r rival C3 {words} | arena=lamosians: look -> list-of r: {list}; not-bold r: {not}
  r rival D2 rg2 {words}, a player F1 | arena=lamosians: move -> moves {marks}: {ends}
  r rival C3 rg2 {words}, far player C5 hp1, near player C4 hp3, h player B2 hero hp2 | arena=lamosians: targets -> \
      {target}
  r rival C3 rg2 {words}, far player C5 hp1, near player C4 hp3, h player B2 hero hp2, x player C2 hp1 | arena=lamosians
    targets, flag=@x -> x
    {words} | {list} | {not} | {marks} | {ends} | {target}
      as:sea-strider | flagholder+highest:adjacent+hero+strongest+highest | highest:adjacent+highest | E1 E2 | E1 E2 | h
      class:archer | flagholder+highest:range+farthest | highest:range | D3 | D3 | far
      class:defender | flagholder+highest:range+strongest | highest:range | D3 | D3 | near
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("arena.elevation")
def test_columns_fall_away_from_the_peak() -> None:
    """The two peak hexes are highest, and every column farther out is one level lower (Lamosians card)."""
    arena = combat("movement", [], arena="lamosians").arena
    level = {name: arena.elevation[hex_] for name, hex_ in arena.mat.bit.items()}
    assert arena.mat.names(arena.heights[0]) == ["D3", "D4"]
    columns = [{level[name] for name in level if name[0] == letter} for letter in "ABCEFG"]
    assert columns == [{0}, {1}, {2}, {2}, {1}, {0}]
    assert (level["D3"], level["D4"]) == (3, 3)
