"""The Rival Deployment Step (Rulebook p.20-21): who comes, onto which hex, with how many HP."""

from tests.helpers.proofs import proofs

PROOFS = """
# Who
deployment.order: Rival units come in the order of their column, from its top, one in a Deployment Step (p.21)
  | turn=2
    solve deployment, lineup=zeno/ajax/milo -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, lineup=milo/zeno/ajax -> deploy unit hex bonus_hp: milo A1 0
    solve deployment, lineup=ajax hl9/zeno -> deploy unit hex bonus_hp: ajax A1 0
deployment.order: The unit below comes in the next turn, until the column is empty and nobody comes any more (p.21)
  | lineup=zeno hl4/ajax hl2/milo hl3, turn=2: deployment > look > deployment > look > deployment > look > deployment \
      -> Deployed unit: zeno, ajax, milo; combat lineup: ajax+milo, milo, -; not-deployed why: lineup empty

# Where
deployment.lowest-hex: The next unit goes to the free deployment hex with the lowest number, whatever its name (p.21)
  {who} | lineup=zeno hl4/ajax hl2/milo hl3, turn=2, arena.rival_deployment=A3/A1/A2
    solve deployment -> deploy unit hex bonus_hp: zeno {hex} 0
    {who} | {hex}
       | A3
      old rival A3 | A1
      mine player A3 | A1
      beast arena A3 | A1
      mine player A1 | A3
      old rival A3, mine player A1 | A2
deployment.lowest-hex: A hex with nothing but the flag or an arena chip is free for a rival unit (p.18, 21)
  | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment, flag=A1, event=capture-the-flag -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, chips.trident=A1 -> deploy unit hex bonus_hp: zeno A1 0
deployment.none-free: With all deployment hexes occupied nobody comes, and the next unit keeps its place (p.21)
  old rival A1, mine player A2, beast arena A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment -> deploy: -
  old rival A1, mine player A2 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    solve deployment -> deploy unit hex bonus_hp: zeno A3 0
  old rival A1, mine player A2, beast arena A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=2
    deployment -> Deployed: none; combat lineup: zeno+ajax+milo; not-deployed unit why: zeno no free hex
deployment.blocked: A hex that a rule blocks receives nobody, and with all of them blocked nobody comes (p.25, 35)
  {old} | lineup=zeno hl4/ajax hl2/milo hl3, arena.blocked={blocked}, turn={turn}, act={act}
    solve deployment -> deploy unit hex bonus_hp: {deployed}
    {old} | {blocked} | {turn} | {act} | {deployed}
       | A1/ | 2 | 1 | zeno A2 0
      old rival A2 | A1/ | 2 | 1 | zeno A3 0
      old rival A2 | A1/A3 | 2 | 1 | none
       | A1/A2/A3 | 2 | 1 | none
       | A1/A2/A3 | 1 | 4 | none

# How
deployment.health: A rival unit starts out with health chips to the number of its Health (p.12, 21)
  | turn=2
    deployment, lineup=zeno hl1/ -> hp zeno: 1; Deployed hp: 1
    deployment, lineup=zeno hl7/ -> hp zeno: 7; Deployed hp: 7
    deployment, lineup=zeno hl4 Regen-1/ -> hp zeno: 4; Deployed hp: 4
deployment.dazed: Being deployed dazes a unit, this one alone, until the turn is over (p.21)
  old rival C1 | lineup=zeno/, turn=2
    deployment -> combat units.zeno.dazed: yes; combat units.old.dazed: no
    from deployment -> combat units.zeno.dazed: no

# Act modifiers
deployment.two-units, deployment.lowest-hex: With room for one of two only the first comes; the other waits, and no \
later turn makes up (p.20; deploy.two)
  mine player A1, yours player A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=1, act=3
    solve deployment -> deploy unit hex bonus_hp: zeno A2 0
    deployment -> combat lineup: ajax+milo; not-deployed unit rulings: ajax deploy.two
  old rival A2 | lineup=ajax/milo, turn=2, act=3: solve deployment -> deploy unit hex bonus_hp: ajax A1 0
  mine player A1, yours player A3 | lineup=zeno hl4/ajax hl2/milo hl3, turn=1, act=4
    solve deployment -> deploy unit hex bonus_hp: zeno A2 2
    deployment -> combat lineup: ajax+milo; not-deployed unit rulings: ajax deploy.two
  old rival A2 | lineup=ajax/milo, turn=2, act=4: solve deployment -> deploy unit hex bonus_hp: ajax A1 0
deployment.two-units: Where the column holds fewer units than are due, those that it holds are deployed (p.20-21)
  | turn=1, act=3
    solve deployment, lineup=zeno/ -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment -> deploy: -
deployment.two-units, deployment.bonus-hp: From Act III on the rival deploys two units on turn 1 of a Bloodshed or \
Sport event, with 2 HP added to each in Act IV (p.20)
  | lineup=zeno hl4/ajax hl2/milo hl3
    solve deployment, event={event}, act=1, turn=1 -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, event={event}, act=2, turn=1 -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, event={event}, act=3, turn=1 -> deploy unit hex bonus_hp: zeno A1 0, ajax A2 0
    solve deployment, event={event}, act=4, turn=1 -> deploy unit hex bonus_hp: zeno A1 2, ajax A2 2
    solve deployment, event={event}, act=3, turn=2 -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, event={event}, act=4, turn=2 -> deploy unit hex bonus_hp: zeno A1 0
    solve deployment, event={event}, act=4, turn=3 -> deploy unit hex bonus_hp: zeno A1 0
    {event}: bloodshed, capture-the-flag, king-of-the-hill, spar
deployment.bonus-hp: The 2 HP of Act IV are gained: they exceed the Health and are not lost to it (p.12, 20; hp.bonus)
  mine player G3 | lineup=zeno hl4 Regen-1/ajax hl2, act=4, turn=1: from deployment > abilities -> hp zeno: 6; hp \
      ajax: 4; combat units.zeno.health: 4; combat units.ajax.health: 2; Healed unit amount hp: zeno 0 6
deployment.no-act-modifiers: Against a primus or a scion one unit comes on turn 1, without added HP (p.20)
  | lineup=zeno hl4/ajax hl2/milo hl3, turn=1
    solve deployment, event={event}, act={act} -> deploy unit hex bonus_hp: zeno A1 0
    {event} {act}: primus 1, primus 2, primus 3, primus 4, scion 1, scion 2, scion 3, scion 4

"""

test_rules = proofs(PROOFS)
