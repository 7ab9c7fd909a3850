"""The Rival Movement Step, for one unit: what it marks, and the hexes it may end on (Rulebook p.23)."""

from tests.helpers.proofs import proofs

PROOFS = """
# The list
movement.list: With the opponents of both entries in reach a unit goes for the one that stands farther left (p.23)
  rep rival C3 mv2, lord player E2 hp2 hero, wall player C5 hp9
    move hero strongest -> moves lord: D3
    move strongest hero -> moves wall: C4
movement.list, movement.mark: A unit moves for the entries of its own list, and for nothing if none is in combat (p.23)
  rep rival C5 mv9, foe player C2: move flagholder chip:trident holding:trident hero -> idle -: C5
  rep rival C5 mv9 class:defender, foe player C2 | list.class:archer=any: move -> idle -: C5
movement.bold: The trident's holder is had in Range, the loose trident stood upon, and not the reverse (p.23)
  rep rival A2 mv2 rg2, foe player G2 | chips.trident=C3: move chip:trident -> moves C3: C3
  rep rival A2 mv2 rg2, foe player C3 | chips.trident=@foe
    move holding:trident -> stays foe: A2
    move chip:trident -> idle -: A2
  rep rival A2 mv2 rg2, foe player G2 | chips.trident=C3: move holding:trident -> idle -: A2
movement.list: Where an arena has several lists, a unit goes by the first that is for its chip, class or faction (p.23)
  rep rival C3 mv9 {kind}, weak player A1 hp1, strong player E1 hp9, lord player C1 hp5 hero, far player G2 hp5 | \
      list.unit:reptilian=weakest, list.class:archer=strongest, list.local=hero, list.other=farthest, \
      arena.region=atlanteans: solve movement -> units.rep.marks priority target: 0 {mark}
    {kind} | {mark}
      as:reptilian class:archer of:atlanteans | weak
      as:defender class:archer of:atlanteans | strong
      class:defender,archer | strong
      class:defender of:atlanteans | lord
      class:defender of:parthians | far

# The mark
movement.mark, movement.superlative: What cannot be reached is passed over, and what is below the first that can (p.23)
  rep rival C3 mv1, lord player G2 hero, foe player D2 | arena.key_hexes=C4/
    move hero flagholder key any -> moves C4: C4
    move hero any key -> moves foe: C2 D3
movement.reach-opponent: Reached is whom a unit that has moved has within its own Range, not the opponent's (p.23)
  rep rival A2 mv1 rg1, lord player C3 hero rg9 | arena.key_hexes=A1/: move hero key -> moves lord: B2 B3
  rep rival A2 mv1 rg1, lord player D3 hero rg9 | arena.key_hexes=A1/: move hero key -> moves A1: A1
  rep rival A2 mv1 rg2, lord player D3 hero rg9 | arena.key_hexes=A1/: move hero key -> moves lord: B2 B3
  rep rival A2 mv1 rg2, lord player E3 hero rg9 | arena.key_hexes=A1/: move hero key -> moves A1: A1
  rep rival A2 mv2 rg1, lord player D3 hero rg9 | arena.key_hexes=A1/: move hero key -> moves lord: C2 C3
  rep rival A2 mv0 rg3, lord player D3 hero rg9 | arena.key_hexes=A1/: move hero key -> stays lord: A2
  rep rival A2 mv0 rg2, lord player D3 hero rg9 | arena.key_hexes=A1/: move hero key -> blocked lord: A2
movement.reach-opponent: It needs an unblocked way to its hex, while Range counts across blocked ones (p.23-24, 37)
  rep rival A2 mv1 rg2, lord player D3 hero | arena.key_hexes=A1/
    move hero key, arena.blocked=C2/C3 -> moves lord: B2 B3
    move hero key, arena.blocked=B2/ -> moves lord: B3
    move hero key, arena.blocked=B2/B3 -> moves A1: A1
movement.reach-hex: A marked hex has to be entered with its Movement: Range is no help, an occupant bars it (p.23)
  rep rival A2 mv2 rg3, foe player A3 hp1
    move key weakest, arena.key_hexes=C3/, arena.blocked=/ -> moves C3: C3
    move key weakest, arena.key_hexes=D3/, arena.blocked=/ -> stays foe: A2
    move key weakest, arena.key_hexes=C3/, arena.blocked=B2/ -> moves C3: C3
    move key weakest, arena.key_hexes=C3/, arena.blocked=B2/B3 -> stays foe: A2
  rep rival A2 mv2 rg3, foe player A3 hp1, ally rival C3 dazed | arena.key_hexes=C3/, arena.blocked=/
    move key weakest -> stays foe: A2
  rep rival A2 mv2 rg3, foe player A3 hp1, mine player C3 | arena.key_hexes=C3/, arena.blocked=/
    move key weakest -> stays foe: A2
movement.superlative: The strongest and so on is sought among those this unit can reach, not among all in combat (p.23)
  rep rival C3 mv1, o player D5 {other}, near player D2 {near}, far player G2 {far}: move {word} -> moves near: C2 D3
  rep rival C3 mv9, o player D5 {other}, near player D2 {near}, far player G2 {far}: move {word} -> moves far: F2 F3
    {word} | {other} | {near} | {far}
      strongest | hp4 | hp5 | hp9
      weakest | hp4 | hp3 | hp1
      deadliest | red | yellow yellow | red red red
      least-deadly | yellow yellow | red |
      fastest | mv2 | mv3 | mv5
      slowest | mv3 | mv2 | mv1
movement.superlative: The farthest, too, is sought among those within reach, and hangs on the Movement (p.23)
  rep rival C3 mv1, near player D2, middle player F2, far player G2: move farthest -> moves near: C2 D3
  rep rival C3 mv2, near player D2, middle player F2, far player G2: move farthest -> moves middle: E2 E3
  rep rival C3 mv3, near player D2, middle player F2, far player G2: move farthest -> moves far: F3
  rep rival C3 mv9, near player D2, middle player F2, far player G2: move farthest -> moves far: F3

# Several marks
movement.closest-mark: Marks of one entry, and equals of one superlative, yield to the one of least movement (p.23)
  rep rival C3 mv3, near player D2 hp4, far player F3 hp4: move -> moves near: C2 D3
  rep rival C3 mv3, near player D2 hp4, far player F3 hp4, weak player C4 hp3: move strongest -> moves near: C2 D3
  rep rival C3 mv3, foe player G2 | arena.key_hexes=E3/C2/C1: move key -> moves C2: C2
movement.closest-mark: A near opponent behind a detour is the closest by hexes and the farthest by movement (p.13; \
distance.words)
  rep rival A1 mv3, near player C2, far player C4 | arena.blocked=B1/B2
    move -> moves far: B3
    move, rulings.distance.words=hexes -> moves near: C3
    move closest -> moves far: B3
    move closest, rulings.distance.words=hexes -> moves near: C3
    move farthest -> moves near: C3
    move farthest, rulings.distance.words=hexes -> moves far: B3
movement.closest-mark, movement.in-range: Of opponents that need no movement at all the closest is the one fewest \
hexes away (p.13; distance.words)
  rep rival C3 mv2 rg3, far player E2, near player D3
    move, rulings.distance.words=default -> stays near: C3
    move farthest, rulings.distance.words=default -> stays far: C3
    move, rulings.distance.words=hexes -> stays near: C3
    move farthest, rulings.distance.words=hexes -> stays far: C3
movement.mark-choice: Equally close marks of one entry are all open to you, and a farther one is not (p.23; mark.tie)
  rep rival C3 mv2, one player D2, two player D5, far player F2: move -> moves one two: C2 C4 D3 D4
  rep rival C3 mv2, foe player G2 | arena.key_hexes=D4/C2/E3: move key -> moves C2 D4: C2 D4
movement.mark-choice: In play the choice among equal marks is put to the player, every legal hex and no other (p.23)
  rep rival C3 mv2, one player D2, two player D5, far player F2
    movement (movement.destination=C2) -> offered: C2+C4+D3+D4; moved mark: rep C2 one
    movement (movement.destination=D4) -> offered: C2+C4+D3+D4; moved mark: rep D4 two
    movement (D1) -> refused: 'D1' does not answer movement.destination for rep: one of C2, C4, D3, D4

# Where it ends
movement.limit: A key hex 6 hexes away takes all of a lesser Movement and no more than 6 of a greater one (p.23)
  rep rival A2 mv0, foe player G1 | arena.key_hexes=G2/: move key -> blocked G2: A2
  rep rival A2 mv1, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: B2 B3
  rep rival A2 mv2, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: C2 C3 C4
  rep rival A2 mv1 +adrenaline, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: C2 C3 C4
  rep rival A2 mv5, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: F2 F3
  rep rival A2 mv6, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: G2
  rep rival A2 mv9, foe player G1 | arena.key_hexes=G2/: move key -> moves G2: G2
movement.in-range: A unit that has its bold mark within Range keeps its place, even if another is farther off (p.23)
  rep rival C3 mv3 rg2, foe player D3
    move -> stays foe: C3
    movement -> Stayed unit status mark: rep stays foe; at rep: C3
  rep rival C3 mv3 rg2, foe player E3
    move -> stays foe: C3
    movement -> Stayed unit status mark: rep stays foe; at rep: C3
movement.in-range, movement.mark: Only the mark itself being in Range ends the move, not some lesser opponent (p.23)
  rep rival C3 mv2, foe player C4, lord player E2 hero: move hero any -> moves lord: D3
movement.farthest-in-range: One that has to move for an opponent keeps its full Range away, if a hex is free (p.23)
  rep rival A2 mv3 rg2 Flight, foe player D3
    move -> moves foe: B2 B3
    move, arena.blocked=B1/B2/B3/C4 -> moves foe: C1 D5
    move, arena.blocked=B1/B2/B3/C1/C4/D5 -> moves foe: C2 C3
movement.farthest-in-range: Of the farthest hexes those of least movement count, or all (p.23; dest.bold)
  rep rival A2 mv3 rg2, foe player D3
    move -> moves foe: B2 B3
    move, rulings.dest.bold=any-far -> moves foe: B1 B2 B3 C1 C4 D5
movement.on-hex: A unit that stands on the hex it marks stays there, whatever else on its list is near (p.23)
  rep rival C3 mv2, lord player E2 hero | arena.key_hexes=B3/C3
    move key hero -> stays C3: C3
    move hero key -> moves lord: D3
    movement key hero -> Stayed rule mark: movement.on-hex C3
movement.hex-mark: For a non-bold mark a unit goes onto the very hex, however long its Range (p.23)
  rep rival A2 mv2 rg2, foe player D3 | arena.key_hexes=C3/, arena.elevation=C3:2/B3:1, chips.trident=C3
    move {entry} any -> moves C3: C3
    {entry}: key, named:C3, chip:trident, highest, highest:adjacent, highest:range
"""

test_rules = proofs(PROOFS)
