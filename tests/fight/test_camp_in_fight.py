"""What camp, pad and bag gain or lose in a combat as it happens: cards, chips, units; what is out of the game."""

import json
from pathlib import Path

import msgspec
import pytest

from hoplo_companion.table.play.campaign_changes import as_changed
from hoplo_companion.table.saves.format import hash_of
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import FIGHTS, current
from tests.helpers.stories import Story, stories, tell

HAS_PULL = '"abilities":{"krakenlance":["pull"]}'


@stories(
    f"""
opportunity.in-combat, camp.recruit: A unit recruited during a combat may be deployed as the lineup allows
  fight && chips -> keep before
  camp recruit tactician && agree && chips -> is before
  options --json -> deploy keys krakenlance attacker archer defender tactician
  turn deploy tactician G1 && fight --json -> fight.position.player.camp_units = 1
  undo && undo && agree && fight --json -> fight.camp lacks tactician
  redo && agree && replays && fight --json -> fight.camp has tactician
A chip that nobody knows is asked for by the fight
  fight && camp recruit murmillo -> `hoplo answer`
  fight --json -> fight.question.id = component.unit
  answer 'defender, 1/1/4, green' && agree && fight --json -> fight.camp has murmillo
camp.tactic: A tactic gained is at hand, and one that was used is in the camp no more
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
camp.prowess: A Prowess card changes the hero's numbers and skills at once
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
camp.sacrifice, camp.leadership: Any name may go, the new one too, but none with Undying; of one in camp and one in \
  the arena the camp's goes
  fight && data add unit 'Wight: defender, 1/1/4, green, Undying' && fix pad.leadership 9
  camp recruit archer && camp recruit wight && fix pad.leadership 6 && turn deploy archer G1
  camp recruit tactician << Archer -> 1 Attacker | 2 Archer | 3 Defender | 4 Tactician | not Wight
  fight --json -> fight.position.units.archer.hex = G1 | fight.fallen = []
  agree && camp --json -> units = ["attacker", "defender", "archer", "wight", "tactician"]
The last unit sacrificed ends a fight with nobody left to deploy; while another stands there it goes on
  fight && turn deploy archer G1 && fix camp-units 0 && fix hero no && fix attacker hex G2 && camp sacrifice attacker
  fight --json -> fight.over = null
  camp sacrifice archer -> nobody left to deploy: the combat is failed
  fight --json -> fight.over = troop-gone
camp.recruit: Recruiting never takes a chip of the rival's troop: every chip is counted once at the cleanup (p.28, 33)
  fight && camp recruit defender && chips -> keep more
  turn surrender && cleanup && chips -> is more | defender = 3
The cleanup counts every chip once
  fight && chips -> keep before
  camp recruit tactician && turn deploy tactician G1 && fix archer G2 && fix archer gone && camp sacrifice attacker
  fix fight.over foo -> 1 | fight.over: 'foo' is not one of campaign-lost, goal-met
  fix fight null && undo && fix over lost && cleanup && chips -> is before
  camp --json -> units = ["defender", "tactician"]
In the set-up what is gained counts from there on
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


LEVELS = "new --first-game && camp prowess 'Endurance 1' && camp prowess 'Endurance 2'"


def gone() -> list[str]:
    """List what is out of the game, as programs read it."""
    listed: list[str] = done("camp", "--json").json["out_of_game"]
    return listed


@pytest.mark.rule("camp.prowess-gone")
def test_in_an_older_save_the_sacrificed_cards_are_found_in_its_past() -> None:
    tell(LEVELS)
    done_each("camp prowess Endurance --sacrifice", "fix camp.prowess [] --why 'never had any'", "pad damage 1")
    _made_old()
    assert "out_of_game" not in current().state
    assert gone() == ["Endurance 2"], "what was put right by hand is no sacrifice"
    assert hoplo("camp", "prowess", "Endurance 2").code == 3
    done("fix", "pad.hp", "3", "--why", "counted")
    assert [card["name"] for card in current().state["out_of_game"]] == ["Endurance"], (
        "from the next step on it is kept"
    )
    done("undo")
    assert gone() == ["Endurance 2"]


def _made_old() -> None:
    """Write a save as it was before anything told what is out of the game."""
    save = current()
    steps = [step for _, step in save.steps()]
    states = {place: state for place, _, state in save.past()}
    data, places = b"", {-1: -1}
    for step, (place, state) in zip(reversed(steps), sorted(states.items()), strict=True):
        old = {key: value for key, value in state.items() if key != "out_of_game"}
        changes = [change for change in step.changes if change.path[0] != "out_of_game"]
        line = msgspec.structs.replace(step, prev=places[step.prev], hash=hash_of(old), changes=changes)
        places[place] = len(data)
        data += line.encoded()
    state = {key: value for key, value in save.state.items() if key != "out_of_game"}
    header = msgspec.structs.replace(
        save.header, state=state, hash=hash_of(state), head=places[save.header.head], end=len(data)
    )
    save.log.write_bytes(data)
    (save.folder / "state.json").write_bytes(header.encoded())


def test_of_a_past_that_cannot_be_read_nothing_is_known() -> None:
    tell(LEVELS)
    done("camp", "prowess", "Endurance", "--sacrifice")
    _made_old()
    save = current()
    data = save.log.read_bytes()
    save.log.write_bytes(b"x" * len(data))
    assert Library().played().out_of_game == ()


CARD = "Brawl: bloodshed, lineup local bag+t bag, yours hero camp*2"
REEF = """
  new --first-game && map add Reef --kind bloodshed --region atlanteans --path Cove
  map add Atlantis --kind capital --region atlanteans --path Reef && travel Reef
  bag add Ruin:bag && bag add Shade:unit && stack see atlanteans reptilian
"""


@stories(
    f"""
In the middle of the set-up, and after it until the cleanup, the odds are of the chips that are left
  reef && fight start '{CARD}' -> 2
  bag --json -> drawn = ["reptilian"] | size = 7
  stack --json -> stacks.atlanteans.size = 5
  answer archer -> 2
  bag --json -> drawn = ["reptilian", "archer"] | contents keys attacker defender tactician Ruin Shade
  answer Ruin nothing -> 2
  bag --json -> drawn = ["reptilian", "archer", "Ruin"] | contents keys attacker defender tactician Shade
    | odds = {{"Shade": "1/5", "attacker": "1/5", "defender": "1/5", "tactician": "2/5"}}
  bane --json -> table.*.name = ["Ruin"]
  answer tactician -> 2
  bag --json -> drawn = ["reptilian", "archer", "tactician", "Ruin"] | keep bag | contents.tactician = 1
  answer D3 && bag --json -> is bag
  fight --json -> fight.under_way = null
  fix over lost && cleanup && bag --json -> drawn = [] | contents = {{"archer": 1, "attacker": 1, "defender": 1, \
    "reptilian": 1, "tactician": 2, "Ruin": 1, "Shade": 1}}
  stack --json -> stacks.atlanteans.size = 5
Undoing a draw puts the chip back, and dropping the fight leaves it
  reef && fight start '{CARD}' -> 2
  answer archer -> 2
  undo && bag --json -> drawn = ["reptilian"] | contents.archer = 1
  answer defender -> 2
  fight drop && bag --json -> drawn = ["reptilian", "defender"] | contents lacks defender
What a blessing recruits leaves the bag at once too
  reef && data add unit 'Attacker: 2/1/4, blue blue' && data add unit 'Archer: -/-/3, yellow blue'
  data add unit 'Defender: 1/1/5, black' && fight start 'Duel: bloodshed, lineup local, yours hero camp*2' -> 2
  answer D3 && rival-turn --auto first --seed 1 && pad bless reinforce -> 2
  pad bless reinforce --drawn archer -> 2
  bag --json -> contents lacks archer
  camp --json -> units = ["attacker", "archer", "defender", "archer"]
  pad --json -> camp.units = ["attacker", "archer", "defender", "archer"]
A whole line is no name of a drawn chip
  new --first-game && travel Reef --kind bloodshed
  fight start 'Brawl: bloodshed, lineup local, yours hero camp*2' -> 2
  answer 'Imp: attacker, 1/1/3, blue' -> 3 | the name of the chip alone
  stack --json -> stacks.atlanteans.size = 6
  answer Imp -> 2 | Imp joins
camp.prowess-gone, camp.prowess-sacrifice: A sacrificed card is out of the game for good
  levels && camp prowess Endurance --sacrifice && camp --json -> out_of_game = ["Endurance 2"]
  camp prowess 'Endurance 2' -> 3 | ruling prowess.gone | out of the game
  camp -> out of the game: Endurance 2
  stow --json -> steps.*.name has Out of the game
  stow --back --json -> steps.*.name has Out of the game
  odyssey -> Prowess sacrificed
  undo && camp --json -> out_of_game = []
  redo && camp --json -> out_of_game = ["Endurance 2"]
  history -> Endurance 2 is sacrificed
  camp prowess 'Endurance 4' -> 3
  camp prowess 'Endurance 3'
camp.prowess-special: A Special card is no Hero Prowess; one that was gained before is known too
  levels && camp prowess Aegis --special -> The Special Prowess Aegis is gained.
  data add prowess 'Mercy: special, health +1'
  data add opportunity 'Reckless: in bloodshed, adds bag, met win, reward special-prowess Zeal'
    -> 2 | kind hero-prowess becomes special-prowess
  data add opportunity 'Reckless: in bloodshed, adds bag, met win, reward special-prowess Zeal' --yes
  camp prowess Mercy && camp prowess Zeal && camp --json -> special_prowess = ["Aegis", "Mercy", "Zeal"]
  camp -> Aegis (Special), Mercy (Special), Zeal (Special)
  camp prowess 'Endurance 1' --special && camp --json -> special_prowess has Endurance 1
camp.prowess-special: A primus is rewarded with a card of the hero's own
  levels && travel Atlantis --kind capital --region new-argonauts && data add prowess 'Jade Wind: bingqing, range +1'
  data add prowess 'Aegis: special, health +1' && cleanup --won --prowess Aegis -> 3 | is a Special Prowess card
  cleanup --won --prowess 'Jade Wind' -> 3 | is a Prowess card of Bingqing
""",
    reef=REEF,
    levels=LEVELS,
)
def test_what_is_drawn_and_what_is_gone(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_set_up_begun_by_an_older_hoplo_shows_its_draws_and_takes_each_out_once(home: Path) -> None:
    """A save from before this kept the draws of a set-up until its end."""
    tell("reef", reef=REEF)
    assert hoplo("fight", "start", CARD).code == 2
    kept = json.loads(_state(home).read_text())
    assert hoplo("answer", "archer").code == 2
    state = json.loads(_state(home).read_text())["state"]
    assert state["fight"]["drawn"] == 2
    stacks = {**kept["state"]["stacks"], "atlanteans": {"known": ["reptilian"], "below": 5}}
    before = {"bag": kept["state"]["bag"], "drawn": {"units": [], "banes": []}, "stacks": stacks}
    for key, value in before.items():
        done("fix", key, json.dumps(value), "--why", "test")
    done("fix", "fight.drawn", "0", "--why", "test")
    tell("""
      bag --json -> drawn = ["reptilian", "archer"] | contents lacks archer
      answer defender -> 2
      bag --json -> drawn = ["reptilian", "archer", "defender"] | contents lacks defender
      stack --json -> stacks.atlanteans.size = 5
    """)


def _state(home: Path) -> Path:
    (found,) = home.glob("campaigns/*/state.json")
    return found


def test_a_fight_played_once_more_has_the_troop_that_its_changes_say() -> None:
    campaign = ready()
    changed = as_changed(
        campaign, ("camp", "recruit=hoplite", "sacrifice=archer-2", "sacrifice=defender", "leadership=7")
    )
    assert changed.camp.units == ("attacker", "hoplite")
    assert changed.bag.units == ("attacker", "tactician", "defender", "archer", "cestus", "archer", "defender")
    assert changed.pad.leadership == 7
    assert as_changed(campaign, ("camp", "recruit=murmillo", "sacrifice=nobody")).bag == campaign.bag
    assert as_changed(campaign, ("turn", "recruit=hoplite")) == campaign
