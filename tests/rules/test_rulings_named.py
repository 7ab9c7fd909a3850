"""Rulings that decide something are named: in events, in `because`, and by `why` and `why-not`."""

from tests.helpers.proofs import proofs

PROOFS = """

# opponents.arena
term.opponent: With one reading the target is a choice of two, with the other not (p.28, 36; opponents.arena)
  x rival C3 blue, y player C4 hp9, z arena D3 hp9
    because engage -> rulings: x opponents.arena
    because engage, rulings.opponents.arena=no -> rulings: x opponents.arena
    engage (engage.target=y, attack.dice=0) -> Attacked rulings: opponents.arena
    engage, rulings.opponents.arena=no (attack.dice=0) -> Attacked rulings: opponents.arena
  x rival C3 blue, y player C4 hp9, z arena G1 hp9
    because engage -> rulings: -
    because engage, rulings.opponents.arena=no -> rulings: -
term.outnumbered: A die by Confidence hangs on whether arena units are opponents (sheet; opponents.arena)
  x rival C3 blue Confidence, y player C4 hp9, z arena G3 | rulings.opponents.arena={reading}
    because engage -> rulings: x opponents.arena
    engage (attack.dice=0) -> Attacked rulings: opponents.arena
    {reading}: default, no
  x rival C3 Confidence Heave, y player C5 hp9, z arena G3
    engage (special.dice=0) -> special-used rulings: opponents.arena+heave.alone+weakest.die
term.opponent: Whom Fury Aura picks and whether Whirlwind is used can hang on it (p.28)
  x rival C3 Fury_Aura-1, y player C4 hp9, z arena D3 hp2: abilities -> effect-used rulings: opponents.arena
  x rival C3 blue Whirlwind, y player C4 hp9, z arena D3 hp9
    engage (special.dice=0) -> special-used rulings: opponents.arena
term.opponent: An arena unit's Combat Lock holds a rival only if they are opponents (opponents.arena)
  x rival C3 mv2, z arena C2 Combat_Lock, y player F2 | flag=@y
    because movement flagholder strongest -> rulings: x opponents.arena
    because movement flagholder strongest, rulings.opponents.arena=no -> rulings: x opponents.arena
    movement flagholder strongest -> Stayed rulings: opponents.arena
    movement flagholder strongest, rulings.opponents.arena=no (movement.destination=E2) -> Moved rulings: \
        opponents.arena
term.opponent: `why-not` says that an arena unit is no opponent, and by what
  x rival C3 blue, y player C4 hp9, z arena D3 hp9
    why-not engage x z, rulings.opponents.arena=no -> verdicts out rule rulings: not its opponent term.opponent \
        opponents.arena
    why-not engage x z -> verdicts out rulings: - opponents.arena
  x rival C3 blue, y player C4 hp9, z arena G1 hp9
    why-not engage x z, rulings.opponents.arena=no -> verdicts out rulings: not its opponent -
    why-not engage x z -> verdicts out rulings: out of Range -
  x rival C3 blue of:plutos-refugees, y player C4 hp9, z arena D3 hp9 | arena_of=plutos-refugees
    why-not engage x z -> verdicts out rule: not its opponent refugees.locals
    why-not engage z x -> verdicts out rule: not its opponent refugees.locals

# refugees.tactics
tactics.beside-beast: Beasts and locals are no opponents, and a Beast is no rival unit (FAQ; p.22)
  b arena C3 as:beast, r rival G1, a player C4 hp5 of:plutos-refugees, far player A1 hp9 | arena=plutos-refugees, \
      tactics=stun
    solve tactics -> tactic: -
    solve tactics, rulings.refugees.tactics=yes -> tactic.targets: a
    because tactics -> rulings: stun refugees.tactics
    because tactics, rulings.refugees.tactics=yes -> rulings: stun refugees.tactics
    tactics -> no-tactic-placed rulings: refugees.tactics
    why-not tactics stun a -> verdicts out rulings: not beside a rival unit refugees.tactics
    why-not tactics stun a, rulings.refugees.tactics=yes -> verdicts out rulings: - refugees.tactics
tactics.beside-beast: By the other reading one of another faction without a rival beside it is no target (p.22)
  b arena C3 as:beast, r rival G1, a player C4 hp5 of:kunlun | arena=plutos-refugees, tactics=stun
    solve tactics, rulings.refugees.tactics=yes -> tactic: -
  b arena C3 as:beast, r rival C5, a player C4 hp5 of:plutos-refugees | arena=plutos-refugees, tactics=stun
    tactics, rulings.refugees.tactics=yes (component.effect=nothing) -> TacticPlaced rulings: -

# backup.tie
movement.backup-tie: Equal strength: the closest by movement; without a path by hexes; then you choose (backup.tie)
  x rival A2 mv1, near player E2 hp5, far player G2 hp5, weak player D2 hp1
    solve movement strongest -> units.x.marks target: near
    because movement strongest -> rulings: x backup.tie
  x rival A2 mv1, near player E3 hp5, far player G2 hp5 | arena.blocked=D1/D2/D3/D4/D5/D6
    solve movement strongest -> units.x.marks target: near
    movement strongest (movement.destination=B2) -> Moved rulings: backup.tie
  x rival A2 mv1, up player G1 hp5, down player G3 hp5
    solve movement strongest -> units.x.marks target: down, up
    because movement strongest -> rulings: -
  x rival A2 mv1, near player E2 hp5, far player G2 hp5
    why movement x strongest -> why: mark: near as 1. strongest, not far as 1. strongest (by closest)…

# hex.highest
movement.hex-mark: A higher hex out of reach does not count, and the ruling is named where there is one (p.23)
  x rival B3 mv1, y player F3
    move highest, arena.elevation=C3:1/G1:3 -> moves C3: C3
    because movement highest, arena.elevation=C3:1/G1:3 -> rulings: x hex.highest
    movement highest, arena.elevation=C3:1/G1:3 -> Moved rulings: hex.highest
    move highest, arena.elevation=C3:3/G1:1 -> moves C3: C3
    because movement highest, arena.elevation=C3:3/G1:1 -> rulings: -
    movement highest, arena.elevation=C3:3/G1:1 -> Moved rulings: -

# A camp that nobody lists
"""

test_rules = proofs(PROOFS)
