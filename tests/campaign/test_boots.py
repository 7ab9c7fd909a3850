"""A campaign with Mercury's Boots, held against its sheet: set-up, acts, travel, rewards, scion (A3 p.5-8; A4)."""

import shlex
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds, setup
from hoplo_companion.campaign.model import Bane, Campaign, Pad, Primus, RefusedError
from hoplo_companion.campaign.navigation import Leg
from hoplo_companion.campaign.setup import Choices, ascend, begin_boots
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import Edition, Variant
from hoplo_companion.render.sentences.campaign import event_words
from tests.helpers.maps import CAMPAIGNS, Row, campaign_on, campaigns, value_of
from tests.helpers.table_games import Scene, scenes

REGIONS = ("lamosians", "atlanteans", "plutos-refugees", "new-argonauts", "vesuvians", "amazons", "parthians", "kunlun")
FIRST = {region: f"{region}-first" for region in REGIONS}


def choices(edition: Edition = "2024", level: str = "chosen", **more: Any) -> Choices:
    given: dict[str, Any] = {
        "hero": "krakenlance", "difficulty": level if edition == "2024" else "", "scion": "taotie",
        "variant": Variant(boots=edition), "opportunities": ("Shrine", "Caravan", "Reckless"), "first_units": FIRST,
        "bag_banes": (Bane("Gigantic", "unit"),),
    }  # fmt: skip
    return Choices(**{**given, **more})


def begun(edition: Edition = "2024", **more: Any) -> Campaign:
    return begin_boots(Catalogue(), choices(edition, **more))[0]


def on(rows: list[Row], place: str, *, navigation: int = 1, edition: Edition = "2024", **more: Any) -> Campaign:
    """Give a campaign with Mercury's Boots on a map, all heroes but Krakenlance being primuses."""
    campaign = campaign_on(rows, place, **more)
    heroes = [hero for hero in Catalogue().ids("heroes") if hero != "krakenlance"]
    campaign = replace(campaign, variant=Variant(boots=edition), primuses=tuple(map(Primus, heroes)))
    return campaign.with_pad(navigation=navigation)


def refused(rule: str, call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        call(*args, **more)
    assert caught.value.rule == rule
    return str(caught.value)


def set_up(campaign: Any, line: str) -> tuple[Any, list[Any]]:
    """Begin a campaign by a sheet, with what else is chosen; all else is done as in any campaign."""
    word, *words = shlex.split(line)
    if word == "ascend":
        return ascend(campaign, words[0])
    if word != "set-up":
        return CAMPAIGNS.act(campaign, line)
    given: dict[str, Any] = dict(each.split("=") for each in words[1:])
    fields = {key: value_of(text, get_type_hints(Choices)[key]) for key, text in given.items() if key != "first_units"}
    if "first_units" in given:
        fields["first_units"] = dict(each.split(":") for each in given["first_units"].split("/") if each)
    return begin_boots(Catalogue(), choices(words[0], **fields))  # type: ignore[arg-type]


SHEET = CAMPAIGNS._replace(act=set_up)
LOW = """pad.influence: 0 | pad.navigation: 1 | pad.opportunity_capacity: 3 | pad.health: 5 | pad.leadership: 5
    | pad.attack: blue blue | pad.movement: 2 | camp.prowess: none | camp.tactics: adrenaline hamstring stun"""


@scenes(f"""
boots.difficulty, boots.prowess, boots.pad, boots.edition: A level gives blessings and nothing else; the pad starts low
  set-up 2024 -> pad.blessings: 10 | variant.boots: 2024 | {LOW}
  set-up 2024 difficulty=valiant -> pad.blessings: 8 | {LOW}
  set-up 2024 difficulty=fearless -> pad.blessings: 6 | {LOW}
  set-up promo -> pad.blessings: 10 | variant.boots: promo | {LOW}
boots.difficulty, boots.prowess, boots.primuses, boots.first-opportunities, boots.ascension: No level by the older \
  sheet, no primus chosen, three cards, and nothing that a blessing does not buy
  no set-up promo difficulty=chosen -> boots.difficulty
  no set-up 2024 upgrades=add-die -> boots.difficulty
  no set-up 2024 primuses=nox -> boots.primuses
  no set-up 2024 opportunities=Shrine -> boots.first-opportunities
  no set-up promo prowess=Endurance:1 -> boots.prowess
  no set-up 2024 spent=movement -> boots.ascension
  no set-up 2024 difficulty=fearless spent=health/health/health/health/health/health/health -> boots.ascension
  set-up 2024 prowess=Endurance:1 -> camp.prowess: Endurance:1
boots.bag, boots.scion-bane, boots.primuses, boots.first-opportunities: Five neutral units, each stack's first and the \
  scion's bane are in the bag; all other heroes are primuses
  set-up 2024 -> bag.size: 14 | bag.banes: Gigantic:unit | bane_stack: none | drawn: none
    | primuses: bingqing decimus nox sea-strider stygiana the-parthian virago
    | stacks: {", ".join(f"{region} 5" for region in REGIONS)}
    | camp.opportunities: Shrine Caravan Reckless
boots.ascension: Four of the six blessings of Fearless are spent for four rewards; the limits are those of the pad
  set-up 2024 difficulty=fearless 'spent=health/navigation/upgrade-die:1/prowess:Endurance 1' -> pad.blessings: 2
    | pad.health: 6 | pad.hp: 6 | pad.navigation: 2 | pad.attack: green blue | camp.prowess: Endurance:1
  no set-up 2024 spent=navigation/navigation/navigation/navigation -> boots.pad
  no set-up 2024 spent=opportunity-capacity/opportunity-capacity/opportunity-capacity -> boots.pad
  no set-up 2024 'spent=prowess:Endurance 2' -> camp.prowess-level
boots.bag, boots.ascension, boots.edition: By A3 a stack's first unit is recruited and the next goes into the bag, by \
  A4 the other way round
  set-up 2024 spent=unit:kunlun:monk first_units=kunlun:jade-guard -> camp.units: attacker archer defender monk
    | bag.units: archer attacker defender tactician tactician jade-guard
  set-up promo spent=unit:kunlun:jade-guard first_units=kunlun:monk -> camp.units: attacker archer defender jade-guard
    | bag.units: archer attacker defender tactician tactician monk
  set-up 2024 spent=unit:kunlun:monk first_units=
  see_top amazons huntress
  no ascend unit:amazons -> camp.leadership | 5
  ascend unit:amazons::archer -> camp.units: attacker defender monk huntress
    | bag.units: archer attacker defender tactician tactician archer
""")
def test_set_up_by_the_sheet(scene: Scene) -> None:
    SHEET.play(scene)


ROWS: list[Row] = [
    ("One", "sport", "kunlun", ["Two", "Away", "Home", "Jade"]), ("Two", "bloodshed", "kunlun", ["Three", "Away"]),
    ("Three", "opportunity", "amazons", ["One"]), ("Away", "sport", "amazons", []),
    ("Home", "capital", "atlanteans", []), ("Jade", "capital", "kunlun", []),
]  # fmt: skip


BOOTS = campaigns(
    lambda place, edition="2024", **more: replace(
        on(ROWS, place, edition=edition, **{key: int(text) for key, text in more.items()}), phase="event"
    ),
    random=lambda campaign: rounds.random_primuses(campaign, Catalogue().ids("heroes")),
)


@scenes("""
boots.acts, boots.back: An act ends with its sixth week wherever the encampment is; the way back stays shut
  on Two crossed=5
  set came_from=One; lose_event left.hp=2 -> pad.act: 2 | pad.weeks: 6 0 0 0 | week: 1 | phase: travel
    | pad.influence: 1 | to.refused One: travel.not-back | event act.ended: act 1, unused 0, following 2
boots.edition, boots.back: By the older sheet the way back is open then
  on Two promo crossed=5
  set came_from=One; lose_event left.hp=2 -> pad.act: 2 | to.refused One: none
boots.scion-in-time, boots.acts: After Act IV nothing follows: a week crossed off by an event or by hand loses
  on Three act=4 crossed=5
  if accept_opportunity Shrine -> outcome: lost
  if cross_off_week -> outcome: lost
  spectate Low:bag -> outcome: none | pad.influence: 4 | week: 6
boots.acts, spectate.influence: Influence is still by the act, and spectating takes no week
  on One act=3 crossed=2
  spectate -> pad.influence: 3 | pad.weeks.2: 2 | pad.hp: 6
boots.opportunity-event, boots.full-camp: Up to three cards are drawn, never beyond the capacity; fewer, and none with \
  a full camp, still take the week
  on Three
  set camp.opportunities=A/B -> cards_drawn: 1
  no accept_opportunity New New -> boots.opportunity-event
  if accept_opportunity -> camp.opportunities: A B | pad.weeks.0: 1
  if accept_opportunity New -> camp.opportunities: A B New | pad.weeks.0: 1
  if set camp.opportunities= -> cards_drawn: 3
  no set camp.opportunities=; accept_opportunity New New New New -> boots.opportunity-event
  if set camp.opportunities=; accept_opportunity New New New -> camp.opportunities: New New New | pad.weeks.0: 1
  if set camp.opportunities=A/B/C -> cards_drawn: 0
  no set camp.opportunities=A/B/C; accept_opportunity New -> boots.opportunity-event
  if set camp.opportunities=A pad.opportunity_capacity=5 -> cards_drawn: 3
  set camp.opportunities=A/B/C/D pad.opportunity_capacity=5 -> cards_drawn: 1
boots.sport: A won Sport gives both rewards, each with its own limits
  on One
  no win_event tactics=adrenaline/hamstring left.hp=3 left.rivals=murmillo/archer -> boots.sport
  no win_event recruit=murmillo left.hp=3 left.rivals=murmillo/archer -> reward.sport
  win_event recruit=murmillo tactics=adrenaline/hamstring left.hp=3 left.rivals=murmillo/archer
    -> camp.units: attacker archer murmillo | camp.tactics: stun adrenaline hamstring
    | bag.units: defender tactician archer
boots.bloodshed, boots.pad: Bloodshed has two more choices of one reward, only with Mercury's Boots
  on Two
  if win_event upgrade=navigation left.hp=3 -> pad.navigation: 2 | pad.opportunity_capacity: 3 | pad.health: 6
  if win_event upgrade=opportunity-capacity left.hp=3 -> pad.navigation: 1 | pad.opportunity_capacity: 4 | pad.health: 6
  if win_event upgrade=health left.hp=3 -> pad.navigation: 1 | pad.opportunity_capacity: 3 | pad.health: 7
  set variant.boots=
  no win_event upgrade=navigation left.hp=3 -> reward.bloodshed
  no win_event upgrade=opportunity-capacity left.hp=3 -> reward.bloodshed
  no upgrade navigation -> pad.upgrade
  no upgrade opportunity-capacity -> pad.upgrade
boots.primus-reward, boots.primus-week, boots.primuses: A primus gives four rewards in place of healing, Prowess and \
    recruits, takes a week and leaves the act; losing loses the campaign
  on Jade act=2 crossed=1
  set camp.opportunities=Shrine
  no win_event rows=health/opportunity:Shrine/recruit:murmillo left.rivals=murmillo -> boots.primus-reward
  no win_event rows=wings/health/opportunity:Shrine/recruit:murmillo left.rivals=murmillo -> boots.primus-reward
  no win_event rows=prowess:Endurance/health/opportunity:Shrine/heal left.hp=3 -> camp.prowess-level
  no win_event rows=recruit:bingqing/health/opportunity:Shrine/heal left.hp=3 -> camp.recruit-never
  no set pad.leadership=2; win_event rows=health/opportunity:Shrine/recruit:murmillo/other:look left.rivals=murmillo
    -> camp.leadership
  if set pad.leadership=2; win_event rows=health/opportunity:Shrine/recruit:murmillo/other:look sacrifice=archer \
    left.rivals=murmillo left.defeated=attacker -> camp.units: murmillo
  no win_event rows=health/opportunity:Shrine/recruit:murmillo/other:look sacrifice=archer left.rivals=murmillo \
    left.defeated=attacker -> camp.leadership
  if lose_event left.hp=3 -> outcome: lost
  win_event rows=health/opportunity:Shrine/recruit:murmillo/other:look left.hp=3 left.rivals=murmillo/archer \
    left.defeated=attacker -> pad.act: 2 | pad.weeks: 0 2 0 0 | phase: travel | pad.health: 7 | pad.hp: 4
    | camp.prowess: none | camp.opportunities: none | camp.units: archer murmillo | defeated: bingqing
    | bag.units: defender tactician attacker archer
boots.random-primus: A random unused primus is a defeated one, if there is none unused; if none is defeated an \
  undefeated one, which returns
  on One -> random: bingqing decimus nox sea-strider stygiana the-parthian virago yes
  if set primuses=decimus/bingqing:1:1/nox/sea-strider/stygiana/the-parthian/virago -> random: bingqing no
  set variant.boots= primuses=decimus/bingqing/nox -> random: sea-strider stygiana the-parthian virago no
sands.turn, sands.cards, sands.passing: An arena card turns after each combat and stays until the region is left; \
  passing through another one is leaving it
  on One navigation=2
  set variant.modules=strange-sands; lose_event left.hp=2 -> turned: kunlun
  if travel Two path '' -> turned: kunlun
  if travel Two path Away -> turned: none
  if travel Away path '' -> turned: none
  set phase=event
  if spectate -> turned: kunlun
  lose_event left.hp=2 -> turned: none
rivals.capital, rivals.decline, rivals.used-card, boots.rivals: With The Rivals any capital may be entered; there one \
    spectates, whether a primus waits or not; its card goes to the back of the deck after its combat
  on One
  set variant.modules=rivals phase=travel
  if travel Home -> event_here.may: spectate
  no travel Home; accept_combat -> rivals.capital
  if travel Home; spectate -> pad.influence: 1 | pad.weeks.0: 0 | phase: travel | pad.hp: 6
    | event event.discarded: deck capital | event event.looked-ahead: deck capital, cards 3
  travel Jade -> event_here.may: accept spectate
  if spectate -> pad.act: 1
  accept_combat; win_event rows=other:a/other:b/other:c/other:d left.hp=3 -> pad.act: 1
    | event event.discarded: deck capital
rivals.capital, rivals.decline, rivals.used-card: The Rivals in the box alone
  on One
  set variant.modules=rivals variant.boots= phase=travel
  if travel Home -> event_here.may: spectate
  no travel Home; accept_combat -> rivals.capital
  if travel Home; spectate -> pad.influence: 1 | pad.weeks.0: 0 | event event.discarded: deck capital
  travel Jade -> event_here.may: accept spectate
  accept_combat; win_event prowess=Endurance:1 drawn=defender/tactician left.hp=3 -> pad.act: 2
    | event event.discarded: deck capital
camp.opportunity, boots.spent-card: A card spent outside a fight that is followed leaves the camp like one completed
  on One
  set camp.opportunities=Shrine/Caravan/Reckless; discard_opportunity shrine -> camp.opportunities: Caravan Reckless
""")
def test_acts_and_rewards(scene: Scene) -> None:
    BOOTS.play(scene)


@pytest.mark.rule("modules.combine", "faces.scions", "days.events", "days.supply", "days.first-cards", "sands.cards")
def test_modules_say_what_they_want_at_set_up() -> None:
    """Each is on or off, all combine, and a scion of Faces of Evil brings its module."""
    variant = setup.with_its_scion(Variant(boots="2024", modules=("dark-days", "rivals")), "set", Catalogue())
    assert variant.modules == ("faces-of-evil", "dark-days", "rivals")
    assert setup.with_its_scion(Variant(), "taotie", Catalogue()) == Variant()
    said = [(each.values.get("module", ""), each.rule) for each in setup.set_up(variant, "set")]
    assert said == [
        ("", "modules.combine"), ("faces-of-evil", "faces.scions"), ("dark-days", "days.events"),
        ("rivals", "rivals.deck"),
    ]  # fmt: skip
    assert setup.set_up(Variant(), "taotie") == []
    for edition in ("", "2024"):
        (_, dark) = setup.set_up(Variant(boots=edition, modules=("dark-days",)), "set")
        assert ("first Opportunity cards" in event_words(dark)) == bool(edition)


def test_legs_know_where_they_came_from() -> None:
    """The location before the last one, or the start."""
    assert (Leg(("B", "C")).came_from("A"), Leg(("C",)).came_from("A")) == ("B", "A")
    assert Pad(hero="x", movement=1, range=1, health=1, hp=1, leadership=1).navigation == 1
