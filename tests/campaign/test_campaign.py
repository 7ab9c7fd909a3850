"""The campaign's chips and marks by rule: set-up, hero pad, influence, banes, bag, camp (Rulebook p.8-17, 28-34)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import bag, camp, pad
from hoplo_companion.campaign import map_entry as charting
from hoplo_companion.campaign.model import NEUTRAL_UNITS, Bag, Bane, Campaign, Prowess, RefusedError
from hoplo_companion.campaign.setup import FIRST_GAME, Choices, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.render.campaign.pad import bane_lines
from tests.helpers.maps import refused, values, what


@pytest.fixture(scope="module")
def first() -> Campaign:
    """Give the rulebook's recommended first campaign, just set up."""
    return begin(Catalogue(), FIRST_GAME)[0]


def choices(**changes: object) -> Choices:
    return replace(FIRST_GAME, **changes)


# Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("setup.hero", "setup.difficulty", "setup.scion-bane")
def test_the_recommended_first_campaign_is_the_books(first: Campaign) -> None:
    """Krakenlance on Chosen starts as the rulebook's pictures show it (p.9-11)."""
    hero = first.pad
    assert (hero.movement, hero.range, hero.health, hero.hp, hero.leadership) == (2, 1, 6, 6, 6)
    assert hero.attack == ("blue", "blue", "yellow")
    assert (hero.blessings, hero.influence, hero.act, first.week, hero.tactic_capacity) == (8, 0, 1, 1, 3)
    assert sorted(first.camp.units) == ["archer", "attacker", "defender"]
    assert sorted(first.camp.tactics) == ["adrenaline", "hamstring", "stun"]
    assert [card.name for card in first.camp.prowess] == ["Follow My Lead", "Master Tactician", "Grand Entrance"]
    assert first.bane_stack == ("Gigantic",)
    assert [primus.hero for primus in first.primuses] == ["bingqing", "decimus", "the-parthian"]


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
    ({"primuses": ("bingqing", "decimus", "decimus")}, "setup.primuses", "p.10"),
    ({"primuses": ("bingqing", "decimus", "krakenlance")}, "setup.primuses", "p.10"),
    ({"hero": "nox"}, "pad.attack-unknown", "p.38"),
])  # fmt: skip
def test_choices_that_break_a_rule_of_set_up_are_refused(changes: dict[str, object], rule: str, page: str) -> None:
    """A campaign is begun by the rules or not at all (p.9-10)."""
    refused(rule, page, begin, Catalogue(), choices(**changes))


@pytest.mark.parametrize("changes", [{"hero": "krakenlanse"}, {"difficulty": "chosn"}, {"primuses": ("binqing",) * 3}])
def test_a_name_that_is_none_is_refused_with_the_nearest(changes: dict[str, object]) -> None:
    with pytest.raises(HoploError, match="did you mean"):
        begin(Catalogue(), choices(**changes))


# The pad --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pad.heal", "pad.damage")
def test_the_hero_heals_up_to_its_health_and_no_further(first: Campaign) -> None:
    """Healing never exceeds Health; HP that are lost stay lost until then (p.12, 36)."""
    hurt, _ = pad.damage(first, 4)
    assert hurt.pad.hp == 2
    assert pad.heal(hurt, 3)[0].pad.hp == 5
    assert pad.heal(hurt, 9)[0].pad.hp == pad.heal(hurt)[0].pad.hp == 6
    above = first.with_pad(hp=8)
    assert pad.heal(above)[0].pad.hp == 8


@pytest.mark.rule("pad.defeat-in-combat", "blessing.none-left")
def test_the_last_hp_is_a_matter_of_combat_and_blessings(first: Campaign) -> None:
    """Defeat is decided in combat; a blessing is crossed off and heals the hero fully, while there is one (p.13)."""
    with pytest.raises(RefusedError, match=r"p\.13"):
        pad.damage(first, 6)
    blessed, _ = pad.use_blessing(first.with_pad(hp=1))
    assert (blessed.pad.hp, blessed.pad.blessings) == (6, 7)
    refused("blessing.none-left", "", pad.use_blessing, first.with_pad(blessings=0))


@pytest.mark.rule("pad.health", "pad.leadership", "pad.movement", "pad.upgrade")
def test_stats_grow_by_one(first: Campaign) -> None:
    """Health, Leadership and Movement grow by 1 each time, Health with an HP (p.33)."""
    hurt = first.with_pad(hp=3)
    assert (pad.upgrade(hurt, "health")[0].pad.health, pad.upgrade(hurt, "health")[0].pad.hp) == (7, 4)
    assert pad.upgrade(first, "leadership")[0].pad.leadership == 7
    assert pad.upgrade(first, "movement")[0].pad.movement == 3
    with pytest.raises(RefusedError, match="one of"):
        pad.upgrade(first, "range")


@pytest.mark.rule("pad.health-cap", "pad.leadership-cap", "pad.movement-cap", "pad.dice-cap", "pad.die-cap")
@pytest.mark.parametrize(("what", "at_cap", "rule"), [
    ("health", {"health": 12}, "pad.health-cap"),
    ("leadership", {"leadership": 12}, "pad.leadership-cap"),
    ("movement", {"movement": 3}, "pad.movement-cap"),
    ("add-die", {"attack": ("yellow",) * 4}, "pad.dice-cap"),
    ("upgrade-die", {"attack": ("black",)}, "pad.die-cap"),
])  # fmt: skip
def test_every_stat_has_its_cap(first: Campaign, what: str, at_cap: dict[str, object], rule: str) -> None:
    """12 Health, 12 Leadership, Movement 3, four dice and black are the most there is (p.33)."""
    refused(rule, "p.33", pad.upgrade, first.with_pad(**at_cap), what, 1)


@pytest.mark.rule("pad.add-die", "pad.upgrade-die")
def test_dice_climb_from_yellow_to_black(first: Campaign) -> None:
    """An added die is yellow; each upgrade is one colour, of the die that is chosen (p.33)."""
    campaign, _ = pad.upgrade(first.with_pad(attack=("blue",)), "add-die")
    seen = []
    for _ in range(3):
        campaign, _ = pad.upgrade(campaign, "upgrade-die", 2)
        seen.append(campaign.pad.attack)
    assert seen == [("blue", "blue"), ("blue", "green"), ("blue", "black")]
    for wrong in (None, 0, 3):
        with pytest.raises(RefusedError, match="name the die to upgrade"):
            pad.upgrade(campaign, "upgrade-die", wrong)


@pytest.mark.rule("pad.attack-unknown")
@pytest.mark.parametrize("what", ["add-die", "upgrade-die"])
def test_dice_that_are_not_known_are_not_upgraded(first: Campaign, what: str) -> None:
    """A hero whose dice nobody has read off the Hero Details has none to add to (p.38)."""
    why = refused("pad.attack-unknown", "", pad.upgrade, first.with_pad(attack=None), what, 1)
    assert "dice are not known" in why


@pytest.mark.rule("blessing.combat")
def test_a_place_that_is_on_no_map_is_neither_an_opportunity_nor_the_scion_s(first: Campaign) -> None:
    """Where the map says nothing of the place, nothing is refused for what it is (p.13)."""
    nowhere = replace(first, place="Nowhere", phase="event", places={}).with_pad(act=4)
    pad.check_combat(nowhere)
    assert not pad.at_the_scion(nowhere)
    assert pad.use_blessing(nowhere)[0].pad.blessings == first.pad.blessings - 1
    here = replace(first.places[first.place], kind="opportunity")
    card = replace(first, phase="event", places={first.place: here})
    assert "is not a combat" in refused("blessing.combat", "", pad.check_combat, card)
    pad.check_combat(replace(card, phase="cleanup"))
    pad.check_combat(replace(card, places={first.place: replace(here, kind="sport")}))


# Influence, weeks, banes ----------------------------------------------------------------------------------------


@pytest.mark.rule("influence.gain", "influence.bane")
def test_every_fourth_space_brings_a_bane_beyond_the_track_too(first: Campaign) -> None:
    """Influence crosses off spaces one after the other, and a bane is taken for each fourth one, without end (p.29)."""
    assert [pad.banes_due(first.with_pad(influence=at), 1) for at in range(9)] == [0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert pad.banes_due(first.with_pad(influence=2), 7) == 2
    assert pad.banes_due(first.with_pad(influence=43), 6) == 2
    campaign, _ = pad.gain_influence(first.with_pad(influence=2), 2, [Bane("Gigantic", "bag")])
    assert (campaign.pad.influence, campaign.bag.banes, campaign.bane_stack) == (4, (Bane("Gigantic", "bag"),), ())
    for drawn in ([], [Bane("A", "bag"), Bane("B", "bag")]):
        refused("influence.bane", "", pad.gain_influence, first.with_pad(influence=2), 2, drawn)


@pytest.mark.rule("week.mark", "week.last")
def test_weeks_are_crossed_off_up_to_twelve(first: Campaign) -> None:
    """Each week is crossed off on the present act's track, which has twelve (p.11, 13, 28)."""
    campaign = first.with_pad(act=2, weeks=(7, 0, 0, 0))
    for week in range(12):
        assert campaign.week == week + 1
        campaign, _ = pad.mark_week(campaign)
    assert campaign.pad.weeks == (7, 12, 0, 0)
    with pytest.raises(RefusedError, match="12 weeks"):
        pad.mark_week(campaign)


@pytest.mark.rule("bane.placed", "bane.removed")
def test_a_banes_kind_says_where_it_goes_and_removal_finds_it(first: Campaign) -> None:
    """Bag and unit banes go into the bag, camp banes into the camp; either place gives one up (p.17, 29-30)."""
    campaign = first
    for kind in ("bag", "unit", "camp"):
        campaign, _ = bag.take_bane(campaign, Bane(f"The {kind}", kind))
    assert [bane.kind for bane in campaign.bag.banes] == ["bag", "unit"]
    assert [bane.kind for bane in campaign.camp.banes] == ["camp"]
    campaign, _ = bag.remove_bane(campaign, "the camp")
    campaign, _ = bag.remove_bane(campaign, "The Unit")
    assert (len(campaign.bag.banes), campaign.camp.banes) == (1, ())
    with pytest.raises(RefusedError, match="only: The bag"):
        bag.remove_bane(campaign, "The unit")


@pytest.mark.rule("setup.scion-bane", "bane.placed")
def test_another_bane_than_the_scions_on_top_is_taken_and_told(first: Campaign) -> None:
    """The scion's bane is the first that is drawn (p.10); what the table shows otherwise is kept, and said."""
    campaign, happened = bag.take_bane(first, Bane("Ruin", "camp"))
    assert [what(each) for each in happened] == ["bane.taken", "bane.unexpected"]
    assert (campaign.bane_stack, campaign.camp.banes) == (("Gigantic",), (Bane("Ruin", "camp"),))
    campaign, happened = bag.take_bane(campaign, Bane("gigantic", "bag"))
    assert ([what(each) for each in happened], campaign.bane_stack) == (["bane.taken"], ())
    assert bag.bane_met(campaign, "GIGANTIC") == Bane("gigantic", "bag")
    assert bag.bane_met(campaign, "Shade") is None


@pytest.mark.rule("influence.bane")
def test_influence_draws_no_more_banes_than_the_stack_can_have(first: Campaign) -> None:
    """21 chips and the scion's (p.5, 10); the stack says how many are left at most."""
    drawn = tuple(Bane(f"Bane {at}", "bag") for at in range(21))
    campaign = first.with_bag(banes=drawn).with_pad(influence=3)
    assert (bag.most_banes_left(campaign), pad.banes_due(campaign, 5)) == (1, 1)
    assert "1 at most" in "".join(span.text for line in bane_lines(campaign) for span in line)
    campaign = campaign.with_camp(banes=(Bane("Last", "camp"),))
    assert pad.gain_influence(campaign, 5)[0].pad.influence == 8


# The bag --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bag.draw")
@pytest.mark.parametrize("draws", [1, 2, 3, 5])
def test_odds_of_the_bag_are_those_of_counting_every_draw(first: Campaign, draws: int) -> None:
    """The chance of a chip to be among some draws is exact, banes counted among the chips (p.19, 29)."""
    campaign = replace(first, bag=Bag(("archer", "archer", "defender"), (Bane("Gigantic", "bag"), Bane("Low", "unit"))))
    chips = sorted(bag.contents(campaign).elements())
    ways = list(combinations(chips, draws))
    expected = {name: Fraction(sum(name in draw for draw in ways), len(ways)) for name in sorted(set(chips))}
    assert bag.draw_odds(campaign, draws) == expected


@pytest.mark.rule("bag.draw", "bag.units")
def test_what_is_drawn_leaves_the_bag(first: Campaign) -> None:
    """A chip that comes out is in the bag no more; what is not in there cannot come out (p.19)."""
    campaign, happened = bag.draw_chips(first, ["tactician", "archer"])
    assert [values(each)["chip"] for each in happened] == ["tactician", "archer"]
    assert Counter(campaign.bag.units) == {"attacker": 1, "defender": 1, "tactician": 1}
    with pytest.raises(RefusedError, match="only: 1 Attacker"):
        bag.draw_chips(campaign, ["archer"])
    assert bag.put_in(campaign, "archer")[0].bag.size() == 4
    assert bag.remove_chip(campaign, "tactician")[0].bag.size() == 2
    drawn = bag.drawn_by(first, 5, lambda count: count - 1)
    assert sorted(drawn) == sorted(first.bag.units)
    with pytest.raises(RefusedError):
        bag.drawn_by(first, 6, lambda count: 0)


# The camp -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camp.recruit", "camp.leadership", "camp.sacrifice", "camp.elite")
def test_the_troop_never_exceeds_leadership(first: Campaign) -> None:
    """A unit above Leadership, the hero counted, costs another one; the hero never goes (p.33, 37)."""
    campaign = first.with_pad(leadership=5)
    campaign, _ = camp.recruit(campaign, "reptilian")
    assert camp.troop_size(campaign) == 5
    with pytest.raises(RefusedError, match=r"Leadership is 5.*p\.33"):
        camp.recruit(campaign, "tactician")
    swapped, _ = camp.recruit(campaign, "tactician", "archer")
    assert swapped.camp.units == ("attacker", "defender", "reptilian", "tactician")
    assert Counter(swapped.bag.units)["archer"] == 2
    same, _ = camp.recruit(campaign, "tactician", "tactician")
    assert same.camp.units == campaign.camp.units
    with pytest.raises(RefusedError, match="need not be sacrificed"):
        camp.recruit(first, "tactician", "archer")
    refused("camp.elite", "", camp.sacrifice, first, "krakenlance")


@pytest.mark.rule("camp.tactic", "camp.tactic-capacity", "camp.tactic-supply")
def test_tactics_keep_to_the_capacity_and_the_supply(first: Campaign) -> None:
    """Above the Tactic Capacity a tactic is discarded; the supply has twelve chips (p.5, 11, 33)."""
    with pytest.raises(RefusedError, match=r"p\.11"):
        camp.gain_tactic(first, "stun")
    campaign, _ = camp.gain_tactic(first, "stun", "hamstring")
    assert sorted(campaign.camp.tactics) == ["adrenaline", "stun", "stun"]
    roomy = first.with_pad(tactic_capacity=20).with_camp(tactics=("stun",) * 3)
    fourth, happened = camp.gain_tactic(roomy, "stun")
    assert (len(fourth.camp.tactics), what(happened[-1])) == (4, "camp.tactic-doubt"), "three of each is inferred"
    with pytest.raises(RefusedError, match="12 tactic chips"):
        camp.gain_tactic(roomy.with_camp(tactics=("stun", "adrenaline", "hamstring") * 4), "stun")


@pytest.mark.rule("camp.prowess", "camp.prowess-level", "camp.prowess-once", "camp.prowess-sacrifice")
def test_prowess_levels_come_in_order_and_go_from_the_top(first: Campaign) -> None:
    """Of one name the lowest level not held comes next, each once, and the highest is sacrificed first (p.33, 37)."""
    with pytest.raises(RefusedError, match="next Endurance is level 1"):
        camp.gain_prowess(first, camp.prowess_card("endurance-2"))
    assert camp.prowess_card("endurance 1") == camp.prowess_card("endurance-1") == Prowess("Endurance", 1)
    campaign, _ = camp.gain_prowess(first, Prowess("Endurance", 1))
    campaign, _ = camp.gain_prowess(campaign, Prowess("Endurance", 2))
    with pytest.raises(RefusedError, match="already"):
        camp.gain_prowess(campaign, Prowess("Endurance", 2))
    campaign, happened = camp.sacrifice_prowess(campaign, "endurance")
    assert values(happened[0])["prowess"] == "Endurance 2"
    with pytest.raises(RefusedError, match=r"Endurance 2 was sacrificed: it is out of the game.*prowess\.gone"):
        camp.gain_prowess(campaign, Prowess("Endurance", 2))
    assert camp.gain_prowess(campaign, Prowess("Endurance", 3))[0].camp.prowess[-1].level == 3


@pytest.mark.rule("camp.opportunity")
def test_opportunities_are_kept_until_they_are_completed(first: Campaign) -> None:
    """There is no limit to Opportunity cards in the camp; a completed one is discarded (p.16)."""
    campaign = first
    for card in ("Reckless", "Patient", "Reckless"):
        campaign, _ = camp.keep_opportunity(campaign, card)
    campaign, _ = camp.discard_opportunity(campaign, "reckless")
    assert campaign.camp.opportunities == ("Patient", "Reckless")
    with pytest.raises(RefusedError, match="only: Patient, Reckless"):
        camp.discard_opportunity(campaign, "Brave")


# Words ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pad.tactic-capacity", "camp.tactic-capacity")
def test_a_prowess_card_may_raise_the_tactic_capacity(first: Campaign) -> None:
    """The Tactic Capacity is 3; a card raises it, and what is too many without the card is discarded (p.11)."""
    assert first.pad.tactic_capacity == 3
    campaign, happened = camp.gain_prowess(first, Prowess("Deep Bag", tactic_capacity=1))
    assert [what(each) for each in happened] == ["camp.prowess-gained", "pad.tactic-capacity"]
    campaign, _ = camp.gain_tactic(campaign, "stun")
    assert (campaign.pad.tactic_capacity, len(campaign.camp.tactics)) == (4, 4)
    for discard in ([], ["adrenaline", "stun"], ["bolster-health"]):
        refused("camp.tactic-capacity", "", camp.sacrifice_prowess, campaign, "Deep Bag", discard)
    without, happened = camp.sacrifice_prowess(campaign, "deep bag", ["stun"])
    assert (without.pad.tactic_capacity, Counter(without.camp.tactics)) == (3, Counter(first.camp.tactics))
    assert [what(each) for each in happened][-1] == "camp.tactic-discarded"
    told, _ = camp.raise_capacity(first, Prowess("Grand Entrance"), 2)
    assert told.pad.tactic_capacity == 5
    assert camp.raise_capacity(told, Prowess("Grand Entrance"), 0)[0] == first
    with pytest.raises(RefusedError, match="no Prowess Deep Bag"):
        camp.raise_capacity(first, Prowess("Deep Bag"), 1)


@pytest.mark.rule("setup.encampment")
def test_the_encampment_starts_on_the_home_capital(catalogue: Catalogue, first: Campaign) -> None:
    """The capital of the hero's region, which has that region's name until the player gives it its own (p.10, 14)."""
    assert (first.place, first.places[first.place].kind, first.places[first.place].region) == (
        "Atlanteans capital", "capital", "atlanteans",
    )  # fmt: skip
    named, _ = charting.learn_place(first, "Atlantis", "capital", "atlanteans", ["Reef"])
    assert (named.place, list(named.places), named.places["Atlantis"].paths) == ("Atlantis", ["Atlantis"], ("Reef",))
    with pytest.raises(RefusedError, match="Atlantis"):
        charting.learn_place(named, "Another", "capital", "atlanteans")
    for hero in catalogue.ids("heroes"):
        record = catalogue.hero(hero)
        assert record is not None
        others = tuple(each for each in catalogue.ids("heroes") if each != hero)[:3]
        begun, _ = begin(catalogue, Choices(hero=hero, difficulty="fearless", scion="taotie", primuses=others))
        assert begun.places[begun.place].region == record.region


@pytest.mark.rule("camp.recruit-never")
def test_elite_units_and_banes_are_never_recruited(first: Campaign) -> None:
    """Neither hero, primus nor scion, nor a bane unit, joins the camp (p.33)."""
    campaign = first.with_bag(banes=(Bane("Shade", "unit"),))
    for unit in ("krakenlance", "decimus", "taotie", "shade"):
        assert "never be recruited" in refused("camp.recruit-never", "", camp.recruit, campaign, unit)


@pytest.mark.rule("blessing.combat", "blessing.not-against-scion")
def test_blessings_are_for_combat_and_may_reinforce(first: Campaign) -> None:
    """Told outside a known combat it is said; never against the scion; units come from the bag up to Leadership."""
    used, happened = pad.use_blessing(first)
    assert (used.pad.blessings, happened[1].rule) == (7, "blessing.combat")
    fight = replace(first, phase="cleanup")
    assert [what(each) for each in pad.use_blessing(fight)[1]] == ["blessing.used", "pad.healed"]
    refused("blessing.not-against-scion", "", pad.use_blessing, fight.with_pad(act=4))
    assert (first.pad.leadership, len(first.camp.units) + 1) == (6, 4)
    assert pad.reinforcements_due(fight) == 2
    reinforced, _ = pad.reinforce(fight, ["archer", "tactician"])
    assert reinforced.camp.units[-2:] == ("archer", "tactician")
    assert (reinforced.bag.size(), reinforced.pad.blessings) == (3, 7)
    short = fight.with_bag(units=("archer",))
    assert pad.reinforce(short, ["archer"])[0].camp.units[-1] == "archer", "as many as the bag has (ruling bag.short)"
    drawn, _ = bag.draw_chips(fight, ["archer", "tactician"])
    whole = Counter([*first.camp.units, *first.bag.units])
    joined, _ = pad.reinforce(drawn, ["tactician", "archer"])
    assert Counter([*joined.camp.units, *joined.bag.units, *joined.drawn.units]) == whole
    lethal, _ = pad.reinforce(fight, ["archer", "tactician", "defender"], defeated=1)
    assert len(lethal.camp.units) == 6
    baned = fight.with_bag(units=("archer", "attacker"), banes=(Bane("Shade", "unit"),))
    for campaign, units, defeated in ((fight, ["archer"], 0), (reinforced, [], 0), (baned, ["archer", "Shade"], 0)):
        with pytest.raises(RefusedError):
            pad.reinforce(campaign, units, defeated)


@pytest.mark.rule("camp.sacrifice", "bag.draw", "bag.units")
def test_chips_on_the_table_are_apart_from_those_of_the_camp(first: Campaign) -> None:
    """A sacrificed unit's chip goes into the bag beside one of its name that was drawn; each is counted once."""
    drawn, _ = bag.draw_chips(first, ["archer"])
    sacrificed, _ = camp.sacrifice(drawn, "archer")
    assert (sacrificed.drawn.units, sacrificed.bag.units.count("archer")) == (("archer",), 1)
    assert bag.put_back(sacrificed, "archer")[0].drawn == Bag()
    joined, _ = camp.recruit_chip(drawn, "archer")
    assert (joined.camp.units.count("archer"), joined.drawn) == (2, Bag())
    out_of_bag, happened = camp.recruit_chip(first, "tactician")
    assert (out_of_bag.bag.units.count("tactician"), what(happened[0])) == (1, "bag.drawn")
    assert camp.recruit_chip(first, "bustuarius")[0].bag == first.bag
    table, _ = bag.draw_chips(first.with_bag(banes=(Bane("Ruin", "bag"),)), ["Ruin", "archer"])
    assert bag.remove_bane(table, "ruin")[0].drawn.banes == ()
    assert bag.remove_chip(table.with_bag(units=()), "archer")[0].drawn.units == ()


@pytest.mark.rule("setup.primuses")
def test_primuses_that_are_not_three_are_named() -> None:
    for names, shown in ((("bingqing", "decimus", "decimus"), "Bingqing, Decimus"), ((), "not: nothing")):
        assert shown in refused("setup.primuses", "", begin, Catalogue(), choices(primuses=names))
