"""Readings of open questions about being dazed: by a later daze, and on the turn of deployment (p.21, 35)."""

from tests.helpers.proofs import proofs

PROOFS = """

# By a later daze
skill.daze-later: First Strike and Tactical lift the daze of deployment, and read otherwise every daze (sheet; p.21)
  r rival C3 mv1 blue dazed First_Strike Tactical, a player C4 hp9 | rulings.dazed.later={reading}
    targets -> a
    targets, state.dazed_later=r/ -> {whom}
    engage, state.dazed_later=r/ {hits} -> {acts} rulings: dazed.later
    why engage r, state.dazed_later=r/ -> decisions rulings: dazed.later
  r rival C3 mv1 blue dazed First_Strike Tactical, a player F3 hp9 | rulings.dazed.later={reading}
    solve movement -> units.r.status: moves
    solve movement, state.dazed_later=r/ -> units.r.status: {status}
    movement named:C4 any, state.dazed_later=r/ -> {moves} rulings: dazed.later
  own tactics Stun: daze
  r rival C3 mv1 blue {dazed} First_Strike Tactical +stun, a player C4 hp9 | rulings.dazed.later={reading}
    look -> attackable r: {may}
    {reading} | {whom} | {hits} | {acts} | {status} | {moves} | {dazed} | {may}
      default | - | | CannotAct | dazed | Stayed | dazed | -
      default | - | | CannotAct | dazed | Stayed | | -
      any | a | (1) | Attacked | moves | Moved | dazed | a
      any | a | (1) | Attacked | moves | Moved | | a
skill.daze-later: `why` and `why-not` name the ruling where it decides whether the unit moves
  r rival C3 mv1 blue dazed First_Strike Tactical, a player F3 hp9 | state.dazed_later=r/
    why-not movement r C4 named:C4 any -> verdicts rulings: dazed.later
skill.daze-later: Your unit that an effect has dazed neither attacks nor moves, and is told why
  h player C3 mv1 blue dazed First_Strike Tactical, r rival C4 hp3
    offers, state.dazed_later=h/ -> attack: -; move: -
    refuses attack h r 0, state.dazed_later=h/ -> rule: skill.daze-later; why: Your Attacker cannot attack (dazed): \
        First Strike lifts only the daze of deployment (ruling dazed.later)
    refuses move h C2, state.dazed_later=h/ -> rule: skill.daze-later; why: Your Attacker cannot move (dazed): \
        Tactical lifts only the daze of deployment (ruling dazed.later)
    offers -> attack *: h r; move: h
skill.daze-later: A daze by an effect or told by hand is a later one, on the turn of deployment too; it ends as any
  own skills Own: ability: daze all opponents within 1
  h player C3 Own, r rival C4 blue dazed First_Strike | step=abilities
    ability h own -> dazed: 1; combat dazed_later: r
    ability h own > written -> combat dazed_later: r; attackable r: -
    ability h own > end rival -> combat dazed_later: -; is-dazed r: no
  x rival C3 blue Told_Strike, y player C4 hp5
    engage (manual.skill=y dazed, 0) -> combat dazed_later: y
    engage (manual.skill=y dazed; y awake, 0) -> combat dazed_later: -
skill.daze-later: A correction says which daze it is: `yes` that of deployment, `later` one by an effect, `no` neither
  r rival C3 First_Strike, a player C4
    correct set r dazed later > look > correct set r dazed yes > look > correct set r dazed later > look > correct set \
        r dazed no > look -> is-dazed r: yes, yes, yes, no; combat dazed_later: r, -, r, -
    correct set r dazed later > correct remove r lineup -> combat dazed_later: -

# On the turn of deployment
skill.first-strike-reposition: First Strike lets it use Reposition, which read otherwise it may not (sheet; p.35)
  x rival C3 mv1 blue {words} Reposition, y player F3 | rulings.first-strike.reposition={reading}
    engage named:C4 any -> special-used special rulings: {used}; put: {put}; CannotAct rulings: {cannot}
  h player C3 mv1 blue {words} Reposition, r rival F3 | rulings.first-strike.reposition={reading}
    offers -> specials *: {offered}
    {reading} | {words} | {used} | {put} | {cannot} | {offered}
      default | dazed First_Strike | Reposition first-strike.reposition | x C4 | none | h Reposition
      no | dazed First_Strike | none | none | first-strike.reposition | none
      no | First_Strike | Reposition - | x C4 | none | h Reposition
      no | dazed First_Strike Tactical | Reposition - | x C4 | none | h Reposition
      default | dazed Tactical | none | none | - | none
  h player C3 mv1 blue dazed First_Strike Reposition, r rival F3 | rulings.first-strike.reposition=no
    refuses special h reposition C4 -> rule: skill.first-strike-reposition
movement.dazed: What keeps a rival from moving is named by its rule, deployment by its step's (p.21-23, 36)
  r rival C3 dazed mv1, y player G1: why-not movement r C2 -> verdicts rule: movement.dazed
  r rival C3 mv1 Roaming dazed, y player G1: why-not movement r C2 -> verdicts rule: movement.dazed
  r rival C3 mv1, y player G1 | fatigued=r/: why-not movement r B1 -> verdicts rule: term.fatigued
  r rival C3 mv0, y player G1: why-not movement r C2 -> verdicts rule: movement.limit
  r rival C3 mv1 Roaming, y player C4: why-not movement r C2 -> verdicts rule: skill.roaming
"""

test_rules = proofs(PROOFS)
