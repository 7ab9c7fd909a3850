"""The Rival Movement Step as a whole: back-up movement, order, waiting, ways, what lies there (Rulebook p.22-23)."""

from tests.helpers.proofs import proofs

PROOFS = """
# Back-up movement
movement.backup: A unit that reaches nothing approaches the leftmost entry that is in combat (p.23)
  rep rival D3 mv1, ally rival A3 dazed, lord player G1 hp9 hero, foe player A2 hp1 | chips.trident=@ally, \
      arena.key_hexes=D6/
    move flagholder chip:trident hero closest -> moves lord: E2 E3
    move chip:trident weakest hero -> moves foe: C2 C3
    move holding:trident key hero -> moves D6: D4
movement.backup: With nobody in reach the strongest is that in combat, be it the farther (p.23; backup.which)
  rep rival B2 mv1, near player E2 hp2, wall player E5 hp9
    move strongest -> moves wall: B3 C3
    move weakest -> moves near: C2 C3
movement.backup: Beside one with a path one without is neither the closest nor the farthest (p.23; backup.which)
  rep rival C2 mv1, near player A1, far player G1, open player E4 | arena.blocked=A2/B1/B2/F1/F2/G2
    move -> moves open: C3 D3
    move closest -> moves open: C3 D3
    move farthest -> moves open: C3 D3
movement.backup: Close is what leaves the least movement to go, or read otherwise the fewest hexes (p.23; backup.close)
  rep rival C3 mv1, foe player F3 | arena.blocked=D3/D4
    move -> moves foe: C4
    move, rulings.backup.close=hexes -> blocked foe: C3
movement.backup, movement.blocked-hexes: Without a path to the mark hexes count, and of equals the nearest (p.23)
  rep rival D3 mv2, foe player G1 | arena.blocked=F1/F2/G2: move -> moves foe: E2 E3
  rep rival E2 mv2, foe player G1 | arena.blocked=F1/F2/G2: move -> blocked foe: E2
movement.backup: Marks that need the same movement are all open to the player, a farther one is not (p.23)
  rep rival D3 mv1, lord player G1, foe player A2: move -> moves foe lord: C2 C3 E2 E3
  rep rival D3 mv1, lord player G1, foe player A2, far player D6 | arena.blocked=D4/
    move -> moves foe lord: C2 C3 E2 E3
movement.backup: Of equal marks behind walls the one takes effect that some hex is closer to (p.23; mark.motionless)
  rep rival D3 mv1, west player A1, east player G3
    move, arena.blocked=A2/B1/B2/F3/F4/G2/C2/C3 -> moves east: E3
    move, arena.blocked=A2/B1/B2/F3/F4/G2 -> moves east west: C2 C3 E3
    move, arena.blocked=A2/B1/B2/F3/F4/G2/C2/C3/E3 -> blocked east west: D3
movement.backup: Where the player chooses among equal marks by choosing a hex, the move names the one it leads to (p.23)
  rep rival D3 mv1, lord player G1, foe player A2
    movement (movement.destination=C2) -> moved mark backup: rep C2 foe yes
    movement (movement.destination=E2) -> moved mark backup: rep E2 lord yes

# Order
movement.order, movement.backup: The Defender moves before the Reptilian, or after it onto its hex (p.23)
  arch rival A1 rg2 dazed, def rival E1, rep rival E2 +adrenaline, krak player F3 hero, mine player G2 | \
      chips.trident=@krak
    solve movement flagholder chip:trident holding:trident farthest -> units.arch.marks: -; units.def.marks priority \
        target: 2 krak; units.rep.marks priority target: 2 krak; units.arch.destinations: A1; units.def.destinations: \
        F1; units.rep.destinations: E3+F2
    ends flagholder chip:trident holding:trident farthest -> arch A1 def E2 rep E3, arch A1 def E2 rep F2, arch A1 def \
        F1 rep E3, arch A1 def F1 rep F2
movement.order: In play the player is asked who moves next, where that makes a difference (p.22-23)
  arch rival A1 rg2 dazed, def rival E1, rep rival E2 +adrenaline, krak player F3 hero, mine player G2 | \
      chips.trident=@krak
    movement flagholder chip:trident holding:trident farthest (movement.next=def, movement.destination=F2) -> at def: \
        F1; at rep: F2; offered: def+rep, E3+F2; moved: def F1, rep F2
    movement flagholder chip:trident holding:trident farthest (movement.next=rep, movement.destination=F2) -> at def: \
        E2; at rep: F2; offered: def+rep, E3+F2; moved: rep F2, def E2
movement.order: Where every order leads to the same ends there is nothing for the player to settle (p.22)
  one rival C1, two rival C5, foe player E1, mine player E5
    movement (D2, D5) -> asked id: movement.destination, movement.destination

# Dazed units
movement.dazed: A dazed unit with Tactical moves as one that is not dazed (p.21; Unit Skills)
  rep rival B2 , foe player D3: move -> moves foe: C2 C3
  rep rival B2 dazed Tactical, foe player D3: move -> moves foe: C2 C3
movement.dazed: A unit deployed this turn makes no move, nor does one whose skills grant it something else (p.21-22)
  rep rival B2 {words}, foe player D3
    move -> dazed -: B2
    ends -> rep B2
    {words}: dazed, dazed First_Strike, dazed Flight

# Units to return to
movement.return, movement.order: A unit that cannot move is returned to once another has made room (p.23)
  back rival A1, mid rival A2, front rival A3, foe player A6 | arena.columns=6/, arena.rival_deployment=A1/, \
      arena.player_deployment=A6/
    move -> blocked foe: A1
    ends -> back A2 front A4 mid A3
    movement -> moved: front A4, mid A3, back A2
movement.return: Units that nobody makes room for stay, and each unit moves once at most (p.23; move.revisit)
  back rival A1 mv2, mid rival A2 mv2, front rival A3 dazed, foe player A6 | arena.columns=6/, \
      arena.rival_deployment=A1/, arena.player_deployment=A6/
    ends -> back A1 front A3 mid A2
    movement -> Stayed status unit: dazed front, blocked back, blocked mid
  back rival A1 mv1, front rival A2 mv2, foe player A6 | arena.columns=6/, arena.rival_deployment=A1/, \
      arena.player_deployment=A6/: ends -> back A2 front A4
movement.return, movement.order: A unit that is unable to move is not offered (p.23)
  arch rival A1 rg2, def rival E1, rep rival E2 +adrenaline, krak player F3 hero, mine player G2 | \
      chips.trident=@krak, arena.blocked=A2/B1/B2
    movement flagholder chip:trident holding:trident farthest (def, E3) -> offered: def+rep, E3+F2; Stayed rule unit: \
        movement.return arch
    movement flagholder chip:trident holding:trident farthest (arch) -> refused: 'arch' does not answer movement.next: \
        one of def, rep

# Ways
movement.blocked-hexes: Any unit, or a rule, bars the way over a hex, and going round takes more steps (p.23, 26, 35)
  rep rival A1 mv2 | arena.key_hexes=C1/: move key -> moves C1: C1
  rep rival A1 mv2, ally rival B1 dazed | arena.key_hexes=C1/: move key -> moves C1: C2
  rep rival A1 mv3, ally rival B1 dazed | arena.key_hexes=C1/: move key -> moves C1: C1
  rep rival A1 mv2, foe player B1 | arena.key_hexes=C1/: move key -> moves C1: C2
  rep rival A1 mv3, foe player B1 | arena.key_hexes=C1/: move key -> moves C1: C1
  rep rival A1 mv2, beast arena B1 | arena.key_hexes=C1/: move key -> moves C1: C2
  rep rival A1 mv3, beast arena B1 | arena.key_hexes=C1/: move key -> moves C1: C1
  rep rival A1 mv2 | arena.key_hexes=C1/, arena.blocked=B1/: move key -> moves C1: C2
  rep rival A1 mv3 | arena.key_hexes=C1/, arena.blocked=B1/: move key -> moves C1: C1
  rep rival A1 mv2 | arena.key_hexes=C1/, arena.missing=B1/: move key -> moves C1: C2
  rep rival A1 mv3 | arena.key_hexes=C1/, arena.missing=B1/: move key -> moves C1: C1
movement.blocked-hexes: A hex with a unit or blocked is no destination, one with a chip or the flag is (p.18, 35)
  rep rival C3, foe player D2: move -> moves foe: C2 D3
  rep rival C3, foe player D2, ally rival C2 dazed: move -> moves foe: D3
  rep rival C3, foe player D2
    move, arena.blocked=D3/ -> moves foe: C2
    move, flag=C2, chips.orb=D3 -> moves foe: C2 D3
movement.efficient: The chips that it comes by show its way: any of the shortest ones, no detour (p.23)
  rep rival {at} mv9, foe player G2 | arena.key_hexes=C3/, arena.blocked={blocked}
    movement key, chips.orb={orb} (movement.way={way}) -> offered: none+orb; at rep: C3; combat \
        chips.orb.holder: {holder}
    {at} {blocked} {orb} {way} {holder}: A2 / B2 none -, A2 / B2 orb rep, A2 / B3 none -, A2 / B3 orb rep, \
        A1 B2/ C2 none -, A1 B2/ C2 orb rep, A1 B2/ B3 none -, A1 B2/ B3 orb rep
  rep rival A1 mv9, foe player G2 | arena.key_hexes=C3/, arena.blocked={blocked}
    movement key, chips.orb={orb} -> asked: none; at rep: C3; combat chips.orb.holder: {holder}
    {blocked} {orb} {holder}: / B2 rep, / B1 -, / A2 -, B2/ A3 -, B2/B1 B3 rep

# What lies on the way
movement.equip, movement.order: A trident equipped lets the next unit go on, left lying it does not (p.36; equip.rival)
  one rival B2, two rival B3, lord player G2 hero | chips.trident=C3
    ends chip:trident hero -> one C2 two C3, one C3 two C4
    ends chip:trident hero, rulings.equip.rival=no -> one B2 two C3, one C3 two B3
movement.equip, movement.efficient: A chip on the way is taken, or left for others (p.36; equip.passing)
  arch rival A2 class:archer, rep rival A1 mv2, foe player G2 | list.class:archer=chip:orb, list.all=key, \
      arena.key_hexes=C3/, chips.orb=B2
    ends -> arch A2 rep C3, arch B2 rep B3, arch B2 rep C2
    ends, rulings.equip.passing=end -> arch B2 rep B3, arch B2 rep C2, arch B2 rep C3
movement.rival-flag: An opponent beside a flag that lies free is no flagholder, the one who holds it is (p.18, 23)
  rep rival C3 mv1, ally rival D3 dazed, foe player D2
    move flagholder, flag=D3 -> idle -: C3
    move flagholder, flag=@foe -> moves foe: C2
movement.equip: Whoever moves onto the hex of a loose chip takes it, and that of another hex stays where it is (p.36)
  rep rival A2 mv2, foe player G2 | chips.trident=C3, chips.orb=C2
    movement chip:trident -> equipped unit chip hex: rep trident C3; place trident: rep; place orb: C2
movement.equip: a chip that is equipped in passing says so
  h player E1 mv2, r rival A1 hp3 | chips.orb=F1: turn move h G1 -> equipped chip rulings: orb equip.passing
movement.equip: Deploying is not moving; that it equips a chip on its hex is a ruling (equip.deploy)
  | lineup=zeno hl4/ajax hl2/milo hl3, chips.orb=A1
    deployment, rulings.equip.deploy=yes -> combat chips.orb.holder: zeno; equipped rulings: equip.rival+equip.deploy
    deployment, rulings.equip.deploy=no -> combat chips.orb.holder: -; equipped: none
movement.equip: Yours as the rival's, by the card; and neither by the other reading (equip.deploy)
  h player D3, a player -, r rival A1 hp3 | chips.orb=G1
    turn deploy a G1, rulings.equip.deploy=default -> place orb: a; equipped rulings: equip.deploy
    turn deploy a G1, rulings.equip.deploy=no -> place orb: G1; equipped: none
movement.rival-flag: Rival units come to the flag's hex, cross and leave it, and the flag stays (rival.flag)
  rep rival A1 mv2, foe player G2 | event=capture-the-flag
    movement named:C3, flag={flag} -> at rep: C3; equipped: none; place flag: {flag}
    {flag}: C3, B2, A1

# Opponents
movement.mark: An arena unit is marked like any other opponent, or read otherwise is none (p.28, 36; opponents.arena)
  rep rival C3, ally rival A1 dazed, beast arena D2
    move -> moves beast: C2 D3
    move, rulings.opponents.arena=no -> idle -: C3
"""

test_rules = proofs(PROOFS)
