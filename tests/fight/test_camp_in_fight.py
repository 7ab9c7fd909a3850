"""What the camp and the pad gain or lose during a combat reaches the fight at once, and is taken back (p.16, 33)."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.fights_on_disk import FIGHTS
from tests.helpers.stories import Story, stories

HAS_PULL = '"abilities":{"krakenlance":["pull"]}'


@stories(
    f"""
opportunity.in-combat, camp.recruit, yours.lineup: A unit recruited during a combat may be deployed as the lineup allows
  fight && chips -> keep before
  camp recruit tactician && agree && chips -> is before
  options --json -> deploy keys krakenlance attacker archer defender tactician
  turn deploy tactician G1 && fight --json -> fight.position.player.camp_units = 1
  undo && undo && agree && fight --json -> fight.camp lacks tactician
  redo && agree && replays && fight --json -> fight.camp has tactician
component.asked: A chip that nobody knows is asked for by the fight
  fight && camp recruit murmillo -> `hoplo answer`
  fight --json -> fight.question.id = component.unit
  answer 'defender, 1/1/4, green' && agree && fight --json -> fight.camp has murmillo
camp.tactic, cleanup.tactics: A tactic gained is at hand, and one that was used is in the camp no more
  fight && turn deploy archer G1 && camp tactic bolster-health -> 3
  turn tactic adrenaline archer && agree && camp --json -> tactics = ["hamstring", "stun"]
  camp tactic bolster-health && agree && camp tactic adrenaline --discard stun && agree
  fight --json -> fight.position.player.tactics = ["hamstring", "bolster-health", "adrenaline"]
  fix over lost && camp tactic stun --discard hamstring
  cleanup --json -> happened.*.values has {{"tactics": ["adrenaline"]}}
  camp --json -> tactics = ["bolster-health", "stun", "adrenaline"]
A fight that is dropped gives its used tactics back to be entered
  fight && turn deploy archer G1 && turn tactic adrenaline archer && fight drop && cleanup --lost --used adrenaline
  camp --json -> tactics = ["hamstring", "stun"]
camp.prowess, modifiers.order: A Prowess card changes the hero's numbers and skills at once
  fight && fix krakenlance F3 && fix rival-defender D4 && options krakenlance --json -> keep reach
    | moves.steps lacks C3
  camp prowess Swift && options krakenlance --json -> moves.steps has C3
  camp prowess Wardance && agree && options --json -> {HAS_PULL}
  undo && options --json -> not {HAS_PULL}
  camp prowess Swift --sacrifice && agree && options krakenlance --json -> is reach
pad.health, pad.movement, pad.add-die, pad.upgrade-die: The hero's upgrades reach the board, and a fix does too
  fight && turn deploy krakenlance G1 && pad upgrade health && agree && pad upgrade movement && agree
  pad upgrade add-die && agree && pad upgrade upgrade-die 1 && agree && fight --json
    -> fight.position.units.krakenlance.health = 7 | fight.position.units.krakenlance.hp = 7
    | fight.position.units.krakenlance.movement = 3
    | fight.position.units.krakenlance.attack = ["green", "blue", "yellow", "yellow"]
  pad --json -> attack = ["green", "blue", "yellow", "yellow"]
  fix pad.movement 1 && agree && fix pad.health 9 && agree && fix pad.range 2 && agree && fix pad.hp 4 && agree
  replays
camp.sacrifice: A sacrifice takes the unit that lies face down before any other; nobody is defeated by it
  fight && camp recruit archer && turn deploy archer G1 && fix archer-2 defeated && chips -> keep before
  camp sacrifice archer && agree && fight --json -> fight.position.units.archer.hex = G1 | fight.fallen = []
  fix trident archer && camp sacrifice archer -> not `hoplo undo`
  fight --json -> fight.position.chips.trident.hex = G1 | fight.position.units.*.id lacks archer | fight.fallen = []
  agree && replays && chips -> is before
camp.sacrifice, camp.leadership, skill.undying: Any name may go, the new one too, but none with Undying; of one in \
  camp \
    and one in the arena the camp's goes
  fight && data add unit 'Wight: defender, 1/1/4, green, Undying' && fix pad.leadership 9
  camp recruit archer && camp recruit wight && fix pad.leadership 6 && turn deploy archer G1
  camp recruit tactician << Archer -> 1 Attacker | 2 Archer | 3 Defender | 4 Tactician | not Wight
  fight --json -> fight.position.units.archer.hex = G1 | fight.fallen = []
  agree && camp --json -> units = ["attacker", "defender", "archer", "wight", "tactician"]
end.troop-gone: The last unit sacrificed ends a fight with nobody left to deploy; while another stands there it goes on
  fight && turn deploy archer G1 && fix camp-units 0 && fix hero no && fix attacker hex G2 && camp sacrifice attacker
  fight --json -> fight.over = null
  camp sacrifice archer -> nobody left to deploy: the combat is failed
  fight --json -> fight.over = troop-gone
camp.recruit: Recruiting never takes a chip of the rival's troop: every chip is counted once at the cleanup (p.28, 33)
  fight && camp recruit defender && chips -> keep more
  turn surrender && cleanup && chips -> is more | defender = 3
cleanup.lethal: The cleanup counts every chip once
  fight && chips -> keep before
  camp recruit tactician && turn deploy tactician G1 && fix archer G2 && fix archer gone && camp sacrifice attacker
  fix over lost && cleanup && chips -> is before
  camp --json -> units = ["defender", "tactician"]
prepare.bag: In the set-up what is gained counts from there on
  planned && answer defender -> 2
  camp recruit tactician && camp tactic hamstring --discard stun && camp prowess Swift && agree
  fight --json -> fight.question.options = ["archer", "attacker", "tactician"]
  camp sacrifice attacker && fight --json -> fight.question.options = ["archer", "attacker", "attacker", "tactician"]
  camp recruit defender -> 3 | drawn for the rival's lineup
  answer attacker -> 2
  answer D3 && agree && replays && fight --json -> fight.camp has tactician
In the middle of a move a question stays open
  fight && fix krakenlance E3 && fix krakenlance dazed no && fix rival-defender D3
  turn attack krakenlance rival-defender -> 2
  pad upgrade health && camp recruit tactician && camp prowess Swift && agree
  fight --json -> fight.question.kind = dice
  undo && agree && redo && answer 1 && agree && fight --json -> fight.position.units.rival-defender.hp = 4
    | fight.position.units.krakenlance.health = 7
bane.placed: A camp bane of influence is in force at once
  fight && data add bane 'Gloom: camp, movement -1 for player' && pad influence 4 --bane Gloom:camp
  fight --json -> fight.position.cards.banes = ["gloom"]
  bane remove Gloom && fight --json -> fight.position.cards lacks banes
An Opportunity that is completed during the combat is not offered again
  fight && camp opportunity Patient && camp opportunity Patient --discard && turn surrender && cleanup -> not Patient
Words of the camp are not typed by themselves
  fight && check << camp recruit=archer / enter -> Does the mat agree? | `hoplo camp` and `hoplo pad` change
prepare.act: The act of a fight is not corrected under it: its lineup was made for the act on the pad
  planned && fix pad.act 2 --why x -> 3 | was made for Act I | unchanged
  answer defender -> 2
  answer attacker -> 2
  answer D3 && rival-turn --auto first && fix pad.act 2 --why x -> 3 | was made for Act I | unchanged
pad.defeat-in-combat: Damage that defeats the hero in a fight is dealt there
  fight && pad damage 9 -> 3 | `hoplo fix krakenlance.hp 0`
""",
    **FIGHTS,
)
def test_the_camp_in_a_fight(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
