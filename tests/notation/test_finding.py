"""Skills, tactics and units looked up by name: what is known of them, and what no source states."""

from pathlib import Path

from hoplo_companion.components.catalogue import Catalogue
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories


@stories("""
A skill is shown with its type, text, the rivals' use, effects and source
  look skill fury aura -> ^Fury Aura N  Ability
  look skill fury aura -> It deals 1 damage | Rival units: Used if anyone | Effects: ability: damage 1
    | Rules: skill.fury-aura | Source: A1, stated | On: Crom Dubh's Head (Fury Aura 1)
A skill may be named with its number
  look skill 'Regen 2' -> ^Regen 2  Ability
  look skill regen 2 -> ^Regen 2  Ability
  look skill taunt 2 -> 2 | Taunt has no number
A skill that no source states is said to be asked
  look skill mirror -> in no source: hoplo asks you | hoplo data add skill 'Mirror: …'
Near misses are suggested
  look skill tant -> 2 | did you mean taunt?
  look skill 'fury auro' -> 2 | did you mean fury-aura?
  look skill zzzz -> 2 | known skills: absorb,
  look tactic stunn -> 2 | did you mean stun?
  look unit reptillian -> 2 | did you mean reptilian?
A tactic is shown by its name alone, of two words too
  look tactic Adrenaline -> Adrenaline permanent tactic The Movement of its unit is 1 higher. | Effects: movement +1
    | The rival places it on its slowest unit. A unit with a tactic icon brings it if its class is Attacker (p.20).
    | tactics.adrenaline (p.22)
  look tactic stun -> Stun temporary tactic, until the end of its next turn What it does is in no source
    | brings it if its class is Defender (p.20).
  look tactic bolster health -> ^Bolster Health  tactic, kind not known
Programs read skills and tactics
  look skill regen --json -> skills.# = 1 | skills.0.id = regen | skills.0.type = ability
    | skills.0.lines = ["ability: heal number rival: always"] | skills.0.units has Reptilian (Regen 1)
  look tactic stun --json -> tactics.# = 1 | tactics.0.id = stun | tactics.0.kind = temporary | tactics.0 lacks lines
    | tactics.0.rival_target = strongest
What the player enters is shown
  data add tactic 'Stun: temporary until end of its next turn, daze self'
  look tactic stun -> Effects: daze The rival | not in no source
A unit is shown with its class
  look unit reptilian -> Class Defender
  look unit reptilian --json -> units.0.classes = ["defender"]
  look unit krakenlance -> Class
""")
def test_looking_up(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_without_a_name_everything_is_listed(catalogue: Catalogue) -> None:
    assert len(hoplo("look", "skill").out.splitlines()) == len(catalogue.ids("skills"))
    assert len(hoplo("look", "tactic").out.splitlines()) == len(catalogue.ids("tactics"))
    assert [each["id"] for each in hoplo("look", "skill", "--json").json["skills"]] == catalogue.ids("skills")
    assert [each["chip"] for each in hoplo("look", "unit", "--json").json["units"]] == catalogue.chips
