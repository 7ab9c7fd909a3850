"""The rulebook's worked examples, sentence by sentence (Rulebook p.22-24); your turn is in `test_rulebook_fight`."""

import json

from tests.helpers.play import play
from tests.helpers.positions import EXAMPLE, example
from tests.helpers.proofs import proofs

PROOFS = """
# Rival Deployment Step, p.22
The topmost unit of the column, the Archer, enters on the lowest deployment hex that is free: #1
  rulebook-p22
    why deployment archer -> values: A1 yes 1, A2 yes 2, A3 yes 3
    up-to -> Deployed unit hex number: archer A1 1

# Rival Tactic Placement Step, p.22
Stun is on top but goes on an opponent next to a rival unit, and none of yours that could take it is
  rulebook-p22
    up-to -> combat rival_tactics: stun+adrenaline
    up-to (reptilian) -> tactic-passed-over chip: stun
With a rival Tactician in play your units need not be adjacent, and your Defender would be stunned
  rulebook-p22 | skills.archer=Tactical/: up-to -> TacticPlaced chip unit: stun your-defender
Adrenaline goes on the slowest ally; all three have Movement 1, so you choose among them
  rulebook-p22: up-to -> movement-of archer: 1; movement-of defender: 1; movement-of reptilian: 1; asked id about \
      options: tactic.target adrenaline defender+reptilian+archer
Put on the Reptilian, the permanent tactic stays there, under its chip, to the end of the turn
  rulebook-p22: from deployment (reptilian, defender, F2, 2) -> TacticPlaced chip unit: adrenaline reptilian; combat \
      units.reptilian.tactics: adrenaline; combat rival_tactics: stun

# Rival Movement Step, p.23
All rival units want the flagholder, the loose trident, its holder, the farthest opponent, in this order
  rulebook-p22: up-to (reptilian) -> list-of {unit}: flagholder+chip:trident+holding:trident+farthest; not-bold \
      {unit}: chip:trident
    {unit}: archer, defender, reptilian
The example has no flag, and Krakenlance has the trident, so its holder is the first that counts
  rulebook-p22: from deployment (reptilian, defender, F2, 2) -> combat event: king-of-the-hill; combat flag: -; place \
      trident: krakenlance; Moved unit mark priority: defender krakenlance holding:trident, reptilian krakenlance \
      holding:trident
The order of the Defender and the Reptilian makes a difference, and you choose it
  rulebook-p22: up-to (reptilian) -> asked id options: movement.next defender+reptilian
The Archer, deployed this turn, stays where it entered
  rulebook-p22: from deployment (reptilian, defender, F2, 2) -> Stayed unit status: archer dazed; at archer: A1
With Movement 1 and Range 1 the Defender reaches no priority and backs up towards Krakenlance
  rulebook-p22: up-to (reptilian, defender) -> movement-of defender: 1; range-of defender: 1; Moved rule unit start \
      end backup: movement.backup defender E1 F1 yes
With Movement 2 by Adrenaline, the Reptilian has two hexes next to Krakenlance by a shortest route
  rulebook-p22: up-to (reptilian, defender) -> movement-of reptilian: 2; asked id unit options: movement.destination \
      reptilian E3+F2
Moving after the Reptilian, the Defender would have gone to the hex that the Reptilian left
  rulebook-p22: up-to (reptilian, reptilian, F2) -> Moved unit start end: reptilian E2 F2, defender E1 E2; asked id: \
      attack.dice

# Rival Abilities Step, p.24
The Reptilian alone has an Ability, Regen 1, which heals nothing at full HP
  rulebook-p22: from deployment (reptilian, defender, F2, 2) -> Healed unit skill amount: reptilian regen 0; hp \
      reptilian: 3

# Rival Engage Step, p.24
The Archer, dazed still, may attack by First Strike, yet nobody is within its Range of 2
  rulebook-p22: up-to (reptilian, defender, F2) -> is-dazed archer: yes; range-of archer: 2; aimed-at archer: -
  rulebook-p22
    from deployment (reptilian, defender, F2, 2) -> CannotAct unit why: defender no target, archer no target
    from deployment, skills.archer=/ (reptilian, defender, F2, 2) -> CannotAct unit why: defender no target, archer \
        dazed
Nothing on the list is where the rival's Defender could attack it, and no unit has a Special
  rulebook-p22: up-to (reptilian, defender, F2) -> aimed-at defender: -; usable defender: -; usable reptilian: -
So the Reptilian alone makes an attack, and no order is asked
  rulebook-p22
    up-to (reptilian, defender, F2) -> asked id unit: attack.dice reptilian
    from deployment (reptilian, defender, F2, 2) -> attacks: reptilian your-defender; special-used: none
By the list Krakenlance with the trident would be the target; Taunt, beside it, makes it your Defender
  rulebook-p22: up-to (reptilian, defender, F2) -> aimed-at reptilian: your-defender; asked about: your-defender
  rulebook-p22 | skills.your-defender=/: up-to (reptilian, defender, F2) -> aimed-at reptilian: krakenlance; \
      attackable reptilian: krakenlance+your-defender
  rulebook-p22: up-to (reptilian, defender, E3) -> aimed-at reptilian: krakenlance; asked about: krakenlance
The Reptilian rolls its two blue dice, both hit, and your Defender is dealt 2 damage and loses 2 HP
  rulebook-p22
    up-to (reptilian, defender, F2) -> asked dice: blue+blue
    from deployment (reptilian, defender, F2, 2) -> Attacked target hits: your-defender 2; Damaged unit damage hp: \
        your-defender 2 3; hp krakenlance: 6; turn-ended: 1; combat step: deployment; combat turn: 4
"""

test_rules = proofs(PROOFS)


def test_the_shipped_answers_play_the_example() -> None:
    text = EXAMPLE.with_suffix(".answers.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["answer"] for line in lines] == ["reptilian", "defender", "F2", 2]
    told = play(example(), [(line["question"], line["answer"]) for line in lines])
    for line, asked in zip(lines, told.asked, strict=True):
        assert line.get("unit", asked.unit) == asked.unit
        assert line.get("about", asked.about) == asked.about
