"""Skills that say who may act, move or be attacked (Unit Skills sheet; Rulebook p.20-24)."""

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
skill.deflect: A position in the middle of a turn tells whom attacks have damaged, and Deflect heeds it (sheet)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect, b player G3 | state.struck=y/
    solve engage -> units.x.targets: -
    engage -> attacks: none
skill.deflect, skill.taunt: Where Deflect closes one of two with Taunt, the attacker is bound to the other (sheet)
  x rival C3, y player C4 hp9 Deflect Taunt, u player D3 hp1 Taunt, c player C2 hp5
    solve engage strongest, state.struck=y/ -> units.x.targets: u
    solve engage strongest -> units.x.targets: y
skill.deflect: A Special is no attack: it leaves Deflect quiet, and it may still go for the unit (p.21, 37)
  x rival C3 blue Agile, s rival D5 blue, y player C4 hp5 Deflect: engage (engage.next=x, 1, 1) -> attacks: s y; hp y: 3
  x player C3 blue Agile, y rival C4 hp5 Deflect | state.struck=y/
    look, state.side=player -> attackable x: -
    special x agile (1) -> hp y: 4
  x rival C3 blue Agile, s rival D5 blue, y player C4 hp5 Deflect: engage (engage.next=s, 1, 1) -> attacks: s y; hp y: 3
skill.deflect: A rival unit with Deflect that your attack has damaged is no target for your other units (Unit Skills)
  x player C3 blue, b player D5 blue, y rival C4 hp5 Deflect, z rival D4
    strike x y (1) -> attackable b: z
    strike x y (0) -> attackable b: y+z
skill.deflect: In the next turn, whosever it is, a unit with Deflect may be attacked as before (Unit Skills)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect, b player G3
    engage (engage.next=x, 1) -> combat struck: -; attackable s: y
  x player C3, y rival C4 hp5 Deflect | state.side=player, state.struck=y/
    look -> attackable x: -
    end player -> attackable x: y
    begin arena -> attackable x: y
skill.deflect, skill.taunt: Taunt that Deflect closes to attacks binds an attacker all the same (FAQ)
  x rival C3 blue, s rival D5 blue, y player C4 hp5 Deflect Taunt, c player D4 hp9
    engage strongest (engage.next=x, 1) -> attacks: x y
    engage strongest (engage.next=x, 0, 1) -> attacks: x y, s y
  x player C3 blue, b player D5 blue, y rival C4 hp5 Deflect Taunt, c rival D4 hp9
    look, state.side=player -> attackable b: y
    strike x y (1) -> attackable b: -

# First Strike
skill.first-strike: A rival unit with First Strike is deployed, stays and attacks, all in one turn (p.21, 24)
  y player B1 hp9
    from deployment any named:D3, lineup=x blue First_Strike/ (attack.dice=1) -> attacks: x y; at x: A1; moved: none
    from deployment, lineup=x blue/ -> attacks: none
  x player C3 dazed First_Strike blue, y rival C4 hp9: strike x y (1) -> hp y: 8
skill.first-strike: On the turn of its deployment a unit with First Strike may attack or use a Special, and no Ability
  sides: rival player, player rival, arena rival
  x {me} C3 blue {words} Agile Regen-1, y {foe} C4 hp9 | state.side={me}
    look -> attackable x: {whom}; usable x: {what}; abilities-of x: -
    {words} | {whom} | {what}
      dazed First_Strike | y | agile
      dazed | - | -
      dazed Tactical | - | -

# Combat Lock
skill.combat-lock, skill.tactical: One deployed next to Combat Lock was not there as its turn started: Tactical moves it
  k player B1 hp9 Combat_Lock | lineup=x Tactical/: from deployment named:A2 -> moved start: x A2 A1
skill.combat-lock: A unit next to an opponent with Combat Lock as its turn starts has no move in its Movement Step
  sides: rival player, player rival, arena rival
  x {me} C3 Flight, k {lock}, z {foe} G1 Combat_Lock: turns {me}, step=movement -> is-moveless x: {held}, no
    {lock} | {held}
      {foe} C4 Combat_Lock | yes
      {foe} C4 dazed Combat_Lock | yes
      {foe} C5 Combat_Lock | no
      {me} C4 Combat_Lock | no
      {foe} C4 | no
      {foe} - Combat_Lock | no
skill.combat-lock: The skills of a fatigued unit are ignored, Combat Lock among them (p.36)
  x player C3, k rival C4 Combat_Lock, l rival D3 Combat_Lock
    begin player, fatigued=k/ -> is-moveless x: yes
    begin player, fatigued=k/l -> is-moveless x: no
skill.combat-lock: A unit held by Combat Lock stays in the Movement Step and still attacks; others move (Unit Skills)
  x rival C3 blue, s rival A1, k player C4 hp9 Combat_Lock: from movement named:A3 any (1) -> Moved unit: s; hp k: 8
  x arena C3 blue, s arena A1, k player C4 hp9 Combat_Lock, r rival G1
    arena movement named:A3 any (1) -> Moved unit: s; hp k: 8
skill.combat-lock: Where the unit with Combat Lock comes to be during the turn frees nobody and binds nobody (sheet)
  r rival C3, s rival A1 hp9, k player C4 Combat_Lock, a player G2 | tactics=bolster-health
    from tactics named:A3 (component.effect=by hand, manual.tactic=k hex {at}, manual.tactic-move=nothing, r loses \
        bolster-health) > movement -> Moved unit: s, r, s
    {at}: E3, B1

# Taunt, Tactical
skill.taunt: Next to opponents with Taunt a rival unit attacks the strongest of those, whatever its list (Unit Skills)
  r rival C3 rg2, t player C4 hp1 Taunt, h player C2 hero hp9: targets hero strongest -> t
  r rival C3 rg2, t player C5 hp9 Taunt, h player C2 hero hp1: targets hero strongest -> h
  r rival C3 rg2, t player C4 hp2 Taunt, u player D3 hp3 Taunt, h player C2 hero hp9: targets hero strongest -> u
  r rival C3 rg2, t player C4 hp3 Taunt, u player D3 hp3 Taunt, h player C2 hero hp9: targets hero strongest -> t u
  r rival C3 rg2, t player C4 hp1 Taunt, u player C5 hp9 Taunt, h player C2 hero hp9: targets hero strongest -> t
  r rival C3 rg2, s rival C4 Taunt, h player C2 hero hp1, a player D3 hp9: targets hero strongest -> h
  r rival C3 rg2, t arena C4 hp1 Taunt, h player C2 hero hp9: targets hero strongest -> t
skill.taunt: A unit of yours next to opponents with Taunt may choose among these alone (Unit Skills; p.27)
  h player C3 rg2, t rival C4 hp1 Taunt, u rival D3 hp9 Taunt, a rival C2, v rival C5 Taunt
    look, rulings.taunt.which=default -> attackable h: t+u
    look, rulings.taunt.which=any -> attackable h: t+u+v
skill.taunt: Read otherwise, Taunt is met by attacking any unit in Range that has it, next to the attacker or not (p.24)
  r rival C3 rg2, t player C4 hp1 Taunt, u player C5 hp4 Taunt, h player C2 hero hp9
    targets {list} -> t
    targets {list}, rulings.taunt.which=any -> {taunt}
  r rival C3 rg2, t player C4 hp1 Taunt, u player C5 hp4 Taunt, h player C2 hero hp9, v player B3 hp2 Taunt
    targets {list}, rulings.taunt.which=any -> v
  r rival C3 rg2, t player C4 hp1 Taunt, w player E1 hp9 Taunt, h player C2 hero hp9
    targets {list}, rulings.taunt.which=any -> t
    {list} | {taunt}
      strongest | u
      weakest | t
      hero any | t u
skill.taunt: The strongest of those with Taunt is attacked, and all their HP are shown (Unit Skills; p.37)
  r rival C3 blue, y player C4 hp5 Taunt, z player D3 hp4 Taunt: why engage r -> values: y 1 Taunt 5, z 1 Taunt 4
skill.taunt: Read so that any Taunt in Range will do, it is still the strongest of several beside it (`taunt.which`)
  r rival C3 rg3 blue, y player C4 hp5 Taunt, z player D3 hp4 Taunt, f player E4 hp9 Taunt
    why engage r, rulings.taunt.which=any -> why: target: y, not z (by strongest), not f (held by Taunt of your \
        Attacker (y) and your Attacker (z)); values: y 1 Taunt 5, z 1 Taunt 4, f 2 no
skill.tactical: A unit with Tactical may move when deployed, and its side's tactics need not be next to anyone
  r rival A2 dazed Tactical, a player G2: move -> moves a: B2 B3
  r rival C3 dazed Tactical, a player C4: targets -> -
  r rival A2 Tactical, a player E3 hp3, b player G2 hp5, c player E2 hp9 elite: solve tactics, tactics=stun -> \
      tactic.targets: b
  r rival A2, t player G1 Tactical, a player E3 hp3, b player G2 hp5, c player E2 hp9 elite
    solve tactics, tactics=stun -> tactic: -
  r rival D3, t rival - Tactical, a player E3 hp3, b player G2 hp5, c player E2 hp9 elite
    solve tactics, tactics=stun -> tactic.targets: a

"""

test_rules = proofs(PROOFS)
