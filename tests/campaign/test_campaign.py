"""The campaign's chips and marks by rule: set-up, hero pad, influence, banes, bag, camp (Rulebook p.8-17, 28-34)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import bag
from hoplo_companion.campaign.bag import NEUTRAL_UNITS
from hoplo_companion.campaign.model import Bag, Bane, Campaign, Prowess
from hoplo_companion.campaign.setup import FIRST_GAME, Choices, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.render.campaign.pad import bane_lines
from tests.helpers.maps import CAMPAIGNS, refused
from tests.helpers.table_games import Scene, scenes


@pytest.fixture(scope="module")
def first() -> Campaign:
    """Give the rulebook's recommended first campaign, just set up."""
    return begin(Catalogue(), FIRST_GAME)[0]


def choices(**changes: object) -> Choices:
    return replace(FIRST_GAME, **changes)


@pytest.mark.rule("setup.bag")
@pytest.mark.parametrize("hero", ["krakenlance", "nox", "virago"])
def test_the_neutral_units_left_are_in_the_bag(hero: str) -> None:
    """Of the eight neutral chips, five are left for the bag: what the hero does not start with (p.5, 10)."""
    chosen = choices(hero=hero, primuses=("bingqing", "decimus", "stygiana"), attack=("blue",))
    campaign, _ = begin(Catalogue(), chosen)
    assert campaign.bag.size() == 5
    assert Counter([*campaign.bag.units, *campaign.camp.units]) == dict.fromkeys(NEUTRAL_UNITS, 2)


@pytest.mark.rule("setup.difficulty", "setup.upgrade", "setup.prowess")
@pytest.mark.parametrize(("difficulty", "upgrades", "cards", "stats"), [
    ("chosen", ("upgrade-die:1",), 3, (8, 0, 6, 6, ("green", "blue"), 3)),
    ("valiant", ("health",), 1, (4, 0, 6, 5, ("blue", "blue"), 3)),
    ("valiant", ("leadership",), 1, (4, 0, 5, 6, ("blue", "blue"), 3)),
    ("valiant", ("add-die",), 1, (4, 0, 5, 5, ("blue", "blue", "yellow"), 3)),
    ("fearless", (), 0, (1, 3, 5, 5, ("blue", "blue"), 0)),
])  # fmt: skip
def test_each_difficulty_has_all_its_effects(
    difficulty: str, upgrades: tuple[str, ...], cards: int, stats: tuple[object, ...]
) -> None:
    """Blessings, influence, Health, Leadership, dice and tactics are those of the difficulty chosen (p.9-10, 34)."""
    chosen = choices(difficulty=difficulty, upgrades=upgrades, prowess=FIRST_GAME.prowess[:cards])
    campaign, _ = begin(Catalogue(), chosen)
    hero = campaign.pad
    found = (hero.blessings, hero.influence, hero.health, hero.leadership, hero.attack, len(campaign.camp.tactics))
    assert found == stats
    assert hero.hp == hero.health


@pytest.mark.rule("setup.upgrade", "setup.prowess", "setup.primuses", "camp.prowess-level", "pad.attack-unknown")
@pytest.mark.parametrize(("changes", "rule", "page"), [
    ({"upgrades": ("health",)}, "setup.upgrade", "p.9"),
    ({"upgrades": ()}, "setup.upgrade", "p.9"),
    ({"upgrades": ("add-die", "add-die")}, "setup.upgrade", "p.9"),
    ({"difficulty": "fearless", "prowess": (), "upgrades": ("add-die",)}, "setup.upgrade", "p.9"),
    ({"prowess": FIRST_GAME.prowess[:2]}, "setup.prowess", "p.9"),
    ({"prowess": (*FIRST_GAME.prowess[:2], Prowess("Endurance", 2))}, "camp.prowess-level", "p.9"),
    ({"primuses": ("bingqing", "decimus")}, "setup.primuses", "p.10"),
    ({"primuses": ("bingqing", "decimus", "decimus")}, "setup.primuses", "Bingqing, Decimus"),
    ({"primuses": ("bingqing", "decimus", "krakenlance")}, "setup.primuses", "p.10"),
    ({"primuses": ()}, "setup.primuses", "not: nothing"),
    ({"hero": "nox"}, "pad.attack-unknown", "p.38"),
])  # fmt: skip
def test_choices_that_break_a_rule_of_set_up_are_refused(changes: dict[str, object], rule: str, page: str) -> None:
    refused(rule, page, begin, Catalogue(), choices(**changes))


@pytest.mark.parametrize("changes", [{"hero": "krakenlanse"}, {"difficulty": "chosn"}, {"primuses": ("binqing",) * 3}])
def test_a_name_that_is_none_is_refused_with_the_nearest(changes: dict[str, object]) -> None:
    with pytest.raises(HoploError, match="did you mean"):
        begin(Catalogue(), choices(**changes))


@pytest.mark.rule("setup.encampment")
def test_the_encampment_starts_on_the_home_capital(catalogue: Catalogue) -> None:
    """Whoever the hero is, the encampment begins on the capital of its region (p.10)."""
    for hero in catalogue.ids("heroes"):
        record = catalogue.hero(hero)
        assert record is not None
        others = tuple(each for each in catalogue.ids("heroes") if each != hero)[:3]
        begun, _ = begin(catalogue, Choices(hero=hero, difficulty="fearless", scion="taotie", primuses=others))
        assert begun.places[begun.place].region == record.region


@scenes("""
setup.hero, setup.difficulty, setup.scion-bane: Krakenlance on Chosen starts as the rulebook's pictures show it (p.9-11)
  on first -> pad: krakenlance:2:1:6:6:6:blue blue yellow:8 | camp.units: attacker archer defender
    | pad.act: 1 | pad.influence: 0 | week: 1
    | camp.tactics: adrenaline hamstring stun | camp.prowess.*.name: Follow My Lead Master Tactician Grand Entrance
    | bane_stack: Gigantic | primuses: bingqing decimus the-parthian | pad.tactic_capacity: 3
setup.encampment: The capital has its region's name until the player gives it its own (p.10, 14)
  on first -> place: Atlanteans capital | places.Atlanteans capital: capital:atlanteans:yes
  learn_place Atlantis capital atlanteans Reef -> place: Atlantis | places.Atlantis.paths: Reef
    | places: Atlantis capital:atlanteans:Reef
  no learn_place Another capital atlanteans -> Atlantis
pad.heal, pad.damage: Healing never exceeds Health; HP that are lost stay lost until then (p.12, 36)
  damage 4 -> pad.hp: 2
  if heal 3 -> pad.hp: 5
  if heal 9 -> pad.hp: 6
  if heal -> pad.hp: 6
  set pad.hp=8; heal -> pad.hp: 8
pad.defeat-in-combat, blessing.none-left: Defeat is decided in combat; a blessing heals fully, while there is one (p.13)
  no damage 6 -> p.13
  if set pad.hp=1; use_blessing -> pad.hp: 6 | pad.blessings: 7
  no set pad.blessings=0; use_blessing -> blessing.none-left
pad.health, pad.leadership, pad.movement, pad.upgrade: Stats grow by 1 each time, Health with an HP (p.33)
  if set pad.hp=3; upgrade health -> pad.health: 7 | pad.hp: 4
  if upgrade leadership -> pad.leadership: 7
  if upgrade movement -> pad.movement: 3
  no upgrade range -> one of
pad.health-cap, pad.leadership-cap, pad.movement-cap, pad.dice-cap, pad.die-cap: Every stat has its cap (p.33)
  no set pad.health=12; upgrade health -> pad.health-cap | p.33
  no set pad.leadership=12; upgrade leadership -> pad.leadership-cap | p.33
  no set pad.movement=3; upgrade movement -> pad.movement-cap | p.33
  no set pad.attack=yellow/yellow/yellow/yellow; upgrade add-die -> pad.dice-cap | p.33
  no set pad.attack=black; upgrade upgrade-die:1 -> pad.die-cap | p.33
pad.add-die, pad.upgrade-die: An added die is yellow; each upgrade is one colour, of the die that is chosen (p.33)
  set pad.attack=blue; upgrade add-die; upgrade upgrade-die:2 -> pad.attack: blue blue
  upgrade upgrade-die:2 -> pad.attack: blue green
  upgrade upgrade-die:2 -> pad.attack: blue black
  no upgrade upgrade-die -> name the die to upgrade
  no upgrade upgrade-die:0 -> name the die to upgrade
  no upgrade upgrade-die:3 -> name the die to upgrade
pad.attack-unknown: A hero whose dice nobody has read off the Hero Details has none to add to (p.38)
  no set pad.attack=null; upgrade add-die -> pad.attack-unknown | p.38 | dice are not known
  no set pad.attack=null; upgrade upgrade-die:1 -> pad.attack-unknown | p.38 | dice are not known
blessing.combat: Where the map says nothing of the place, nothing is refused for what it is (p.13)
  set place=Nowhere phase=event pad.act=4 -> at_the_scion: no | check_combat: none
  use_blessing -> pad.blessings: 7
blessing.combat: An Opportunity is no combat; after it, and at a Sport, there is one to bless (p.13)
  learn_place Grove opportunity atlanteans; set place=Grove phase=event
  no check_combat -> blessing.combat | p.13 | is not a combat
  if set phase=cleanup -> check_combat: none
  edit_place Grove kind=sport -> check_combat: none
influence.gain, influence.bane: Every fourth space brings a bane, beyond the track too (p.29)
  if set pad.influence=2 -> banes_due 1: 0 | banes_due 7: 2
  if set pad.influence=3 -> banes_due 1: 1
  if set pad.influence=4 -> banes_due 1: 0
  if set pad.influence=7 -> banes_due 1: 1
  if set pad.influence=43 -> banes_due 6: 2
  set pad.influence=2
  no gain_influence 2 -> influence.bane | p.29
  no gain_influence 2 A:bag/B:bag -> influence.bane | p.29
  gain_influence 2 Gigantic:bag -> pad.influence: 4 | bag.banes: Gigantic:bag | bane_stack: none
week.mark, week.last: Weeks are crossed off on the present act's track, which has twelve (p.11, 13, 28)
  set pad.act=2 pad.weeks=7/0/0/0 -> week: 1
  mark_week; mark_week -> week: 3
  set pad.weeks=7/11/0/0 -> week: 12
  mark_week -> pad.weeks: 7 12 0 0
  no mark_week -> 12 weeks
bane.placed, bane.removed: A bane's kind says where it goes; bag or camp gives one up by its name (p.17, 29-30)
  take_bane 'The bag:bag'; take_bane 'The unit:unit'; take_bane 'The camp:camp' -> bag.banes.*.kind: bag unit
    | camp.banes.*.kind: camp
  remove_bane 'the camp'; remove_bane 'The Unit' -> bag.banes: The bag:bag | camp.banes: none
  no remove_bane 'The unit' -> only: The bag
setup.scion-bane, bane.placed: Another bane than the scion's on top is taken and told (p.10)
  take_bane Ruin:camp -> events: bane.taken bane.unexpected | bane_stack: Gigantic | camp.banes: Ruin:camp
  take_bane gigantic:bag -> events: bane.taken | bane_stack: none | bane_met GIGANTIC: gigantic:bag
    | bane_met Shade: none
bag.draw, bag.units: What is drawn leaves the bag; what is not in there cannot come out (p.19)
  draw_chips tactician/archer -> event bag.drawn: chip tactician chip archer | bag.units: attacker defender tactician
  no draw_chips archer -> only: 1 [Aa]ttacker
  if put_back archer -> bag.size: 4
  remove_chip tactician -> bag.size: 2
camp.recruit, camp.leadership, camp.sacrifice, camp.elite: The troop never exceeds Leadership; the hero never goes \
  (p.33)
  no recruit tactician archer -> need not be sacrificed
  no sacrifice krakenlance -> camp.elite | p.37
  set pad.leadership=5; recruit reptilian -> troop_size: 5
  no recruit tactician -> Leadership is 5.*p.33
  if recruit tactician archer -> camp.units: attacker defender reptilian tactician
    | bag.units: archer attacker defender tactician tactician archer
  recruit tactician tactician -> camp.units: attacker archer defender reptilian
camp.tactic, camp.tactic-capacity, camp.tactic-supply: Tactics keep to the capacity and the supply of 12 (p.5, 11, 33)
  no gain_tactic stun -> p.11
  if gain_tactic stun hamstring -> camp.tactics: adrenaline stun stun
  set pad.tactic_capacity=20 camp.tactics=stun/stun/stun
  if gain_tactic stun -> camp.tactics: stun stun stun stun | events: camp.tactic-gained camp.tactic-doubt
  set camp.tactics=stun/stun/stun/adrenaline/adrenaline/adrenaline/hamstring/hamstring/hamstring/feint/feint/feint
  no gain_tactic stun -> 12 tactic chips
camp.prowess, camp.prowess-level, camp.prowess-once, camp.prowess-sacrifice: Levels come in order, go from the top \
  (p.33)
  no gain_prowess Endurance:2 -> next Endurance is level 1
  set camp.prowess=; gain_prowess Endurance:1; gain_prowess Endurance:2
  no gain_prowess Endurance:2 -> already
  sacrifice_prowess endurance -> event camp.prowess-sacrificed: prowess Endurance 2
  no gain_prowess Endurance:2 -> Endurance 2 was sacrificed: it is out of the game.*prowess.gone
  gain_prowess Endurance:3 -> camp.prowess: Endurance:1 Endurance:3
camp.opportunity: There is no limit to Opportunity cards in the camp; a completed one is discarded (p.16)
  keep_opportunity Reckless; keep_opportunity Patient; keep_opportunity Reckless; discard_opportunity reckless
    -> camp.opportunities: Patient Reckless
  no discard_opportunity Brave -> only: Patient, Reckless
camp.recruit-never: Neither hero, primus nor scion, nor a bane unit, joins the camp (p.33)
  set bag.banes=Shade:unit
  no recruit krakenlance -> camp.recruit-never | never be recruited | p.33
  no recruit decimus -> camp.recruit-never | never be recruited
  no recruit taotie -> camp.recruit-never | never be recruited
  no recruit shade -> camp.recruit-never | never be recruited
blessing.combat, blessing.not-against-scion: Outside a known combat a blessing is said; never against the scion (p.13)
  if use_blessing -> pad.blessings: 7 | events: blessing.used blessing.untold pad.healed
  set phase=cleanup
  no set pad.act=4; use_blessing -> blessing.not-against-scion | p.13, 31
  use_blessing -> events: blessing.used pad.healed
blessing.reinforce: Units come from the bag up to Leadership, beside those that lie drawn on the table (p.13)
  set phase=cleanup -> troop_size: 4 | pad.leadership: 6 | reinforcements_due: 2
  no reinforce archer -> 2
  no set bag.units=archer/attacker bag.banes=Shade:unit; reinforce archer/Shade -> recruited
  if set bag.units=archer; reinforce archer -> camp.units: attacker archer defender archer
  if draw_chips archer/tactician; reinforce tactician/archer -> bag.units: attacker defender | drawn.units: tactician
    | camp.units: attacker archer defender tactician archer
  if reinforce archer/tactician/defender 1 -> camp.units: attacker archer defender archer tactician defender
  reinforce archer/tactician -> camp.units: attacker archer defender archer tactician | bag.size: 3 | pad.blessings: 7
  no reinforce '' -> p.13
camp.sacrifice, bag.draw, bag.units: Of chips of one name on the table and in the camp each is counted once
  if recruit_chip tactician -> bag.units: archer attacker defender tactician | events: bag.drawn camp.recruited
  if recruit_chip bustuarius -> bag.size: 5
  if set bag.banes=Ruin:bag; draw_chips Ruin/archer; remove_bane ruin -> drawn.banes: none
  if draw_chips archer; set bag.units=; remove_chip archer -> drawn.units: none
  if draw_chips archer; recruit_chip archer -> camp.units: attacker archer defender archer | drawn: none
  draw_chips archer; sacrifice archer -> drawn.units: archer | bag.units: attacker defender tactician tactician archer
  put_back archer -> drawn: none
pad.tactic-capacity, camp.tactic-capacity: A card raises the Tactic Capacity, and what is too many without it goes \
  (p.11)
  if enter_prowess 'Grand Entrance' 2 -> pad.tactic_capacity: 5
  if enter_prowess 'Grand Entrance' 2; enter_prowess 'Grand Entrance' 0 -> camp.prowess.2: Grand Entrance
    | pad.tactic_capacity: 3
  gain_prowess 'Deep Bag:0:1' -> events: camp.prowess-gained pad.tactic-capacity
  gain_tactic stun -> pad.tactic_capacity: 4 | camp.tactics: adrenaline hamstring stun stun
  no sacrifice_prowess 'Deep Bag' -> camp.tactic-capacity
  no sacrifice_prowess 'Deep Bag' adrenaline/stun -> camp.tactic-capacity
  no sacrifice_prowess 'Deep Bag' bolster-health -> camp.tactic-capacity
  if sacrifice_prowess 'deep bag' stun -> pad.tactic_capacity: 3 | camp.tactics: adrenaline hamstring stun
    | events: camp.prowess-sacrificed pad.tactic-capacity camp.tactic-discarded
bane.camp: Bad Moon damages the hero at each Bloodshed stop, at no other, and never its last HP (p.30)
  on EXAMPLE Isle
  set 'camp.banes=Bad Moon:camp'
  if travel Cape -> pad.hp: 2 | events: travel.moved bane.acts pad.damaged
  if travel Grove -> pad.hp: 3 | events: travel.moved
  if set pad.hp=2; travel Cape -> pad.hp: 1 | events: travel.moved bane.acts pad.damaged
  set pad.hp=1; travel Cape -> pad.hp: 1 | events: travel.moved bane.acts
""")
def test_chips_and_marks(scene: Scene) -> None:
    CAMPAIGNS.play(scene)


@pytest.mark.rule("influence.bane")
def test_influence_draws_no_more_banes_than_the_stack_can_have(first: Campaign) -> None:
    """21 chips and the scion's (p.5, 10); the stack says how many are left at most."""
    drawn = tuple(Bane(f"Bane {at}", "bag") for at in range(21))
    campaign = first.with_bag(banes=drawn).with_pad(influence=3)
    assert (bag.most_banes_left(campaign), CAMPAIGNS.looks["banes_due"](campaign, "5")) == (1, 1)
    assert "1 at most" in "".join(span.text for line in bane_lines(campaign) for span in line)
    campaign = campaign.with_camp(banes=(Bane("Last", "camp"),))
    assert CAMPAIGNS.act(campaign, "gain_influence 5")[0].pad.influence == 8


@pytest.mark.rule("bag.draw")
@pytest.mark.parametrize("draws", [1, 2, 3, 5])
def test_odds_of_the_bag_are_those_of_counting_every_draw(first: Campaign, draws: int) -> None:
    """The chance of a chip to be among some draws is exact, banes counted among the chips (p.19, 29)."""
    campaign = replace(first, bag=Bag(("archer", "archer", "defender"), (Bane("Gigantic", "bag"), Bane("Low", "unit"))))
    chips = sorted(bag.contents(campaign).elements())
    ways = list(combinations(chips, draws))
    expected = {name: Fraction(sum(name in draw for draw in ways), len(ways)) for name in sorted(set(chips))}
    assert bag.draw_odds(campaign, draws) == expected
    assert sorted(bag.drawn_by(first, 5, lambda count: count - 1)) == sorted(first.bag.units)
    with pytest.raises(HoploError):
        bag.drawn_by(first, 6, lambda count: 0)
