"""Rounds of a campaign: spectating, opportunities, what combats leave and are rewarded with, and the acts."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.rounds import ends_campaign
from hoplo_companion.components.catalogue import Catalogue, undying
from hoplo_companion.components.own import remember
from tests.helpers.maps import CAMPAIGNS, Row, campaign_on, campaigns
from tests.helpers.table_games import Scene, scenes

ROWS: list[Row] = [
    ("Games", "sport", "kunlun", ["Field", "Oracle", "Jade", "Etna", "Port"]),
    ("Field", "bloodshed", "kunlun", ["Oracle", "Jade"]),
    ("Oracle", "opportunity", "kunlun", ["Jade"]),
    ("Jade", "capital", "kunlun", []),
    ("Etna", "capital", "vesuvians", []),
    ("Port", "harbor", "", []),
]


def at(place: str, *, act: int = 1, crossed: int = 0, influence: int = 0) -> Campaign:
    """Give a campaign whose event at a place comes next; the hero has 3 of 6 HP."""
    campaign = campaign_on(ROWS, place, act=act, crossed=crossed, influence=influence, came_from="Games")
    return replace(campaign, phase="event")


ROUNDS = campaigns(lambda place, **more: at(place, **{key: int(text) for key, text in more.items()}))


@scenes("""
# Spectating
spectate.discard, spectate.look, spectate.influence, spectate.heal, spectate.move-on: The example of p.16: two spaces \
    are marked in Act II, one of them a bane space, so a bane is drawn at once
  on Games act=2 crossed=5 influence=7
  spectate Gigantic:bag -> pad.influence: 9 | bag.banes: Gigantic:bag | pad.hp: 6 | pad.weeks: 0 5 0 0 | phase: travel
    | place: Games | event event.discarded: deck sport | event event.looked-ahead: deck sport, cards 3
    | event influence.gained: amount 2, influence 9 | event bane.taken: bane Gigantic, kind bag
    | event pad.healed: amount 3, hp 6, health 6 | event round.ended: act 2, week 6
    | events: event.discarded event.looked-ahead influence.gained bane.taken pad.healed round.ended
decks.open, spectate.look, spectate.discard: Who spectates knows what comes next: the front card goes to the bottom, \
  and what lies behind stays known while only the order is another (p.7-8, 16)
  on Games -> event_here.card: none
  lay_in_order sport Brawl/Race/Wall/Duel/Last -> event_here.card: Brawl
  if spectate -> decks: sport Race Wall Duel Last
  if spectate ahead=Duel/race/Wall -> decks: sport Duel race Wall Last
  spectate ahead=Duel/Feast/Wall -> decks: sport Duel Feast Wall
  lay_in_order sport '' -> decks: none
decks.open, opportunity.draw: An Opportunity draws two cards, kept with Mercury's Boots; what was not there forgets \
  the rest (p.7-8, 16)
  on Oracle
  lay_in_order opportunity Shrine/Caravan/Feast; lay_in_order sport Brawl/Race
  if accept_opportunity caravan -> decks: sport Brawl Race, opportunity Feast
  if accept_opportunity Reckless -> decks: sport Brawl Race
  set variant.boots=2024
  if accept_opportunity Caravan -> decks: sport Brawl Race
  if accept_opportunity Shrine Caravan Feast -> decks: sport Brawl Race
  accept_opportunity Shrine -> decks: sport Brawl Race, opportunity Caravan Feast
decks.open, cleanup.discard: A combat moves its deck on by its card (p.28)
  on Games
  set phase=cleanup; lay_in_order opportunity Shrine/Caravan; lay_in_order sport Brawl/Race
  lose_event -> decks: opportunity Shrine Caravan, sport Race
spectate.influence: Spectating costs influence equal to the act (p.16)
  on Oracle
  if spectate -> pad.influence: 1
  if set pad.act=2; spectate -> pad.influence: 2
  if set pad.act=3; spectate -> pad.influence: 3
  if set pad.act=4; spectate Ruin:camp -> pad.influence: 4
  no set pad.influence=3; spectate -> influence.bane | p.29
  no set pad.influence=3 pad.act=4; spectate -> influence.bane | p.29
spectate.capital, round.phases, campaign.over: Where nothing is spectated
  on Games
  no set place=Jade; spectate -> spectate.capital | p.16, 30
  no set place=Etna pad.act=4; spectate -> spectate.capital | p.16, 30
  no set phase=travel; spectate -> round.phases | p.13-14
  no set phase=cleanup; spectate -> round.phases | p.14
  no set outcome=lost; spectate -> campaign.over | p.30

# Accepting
opportunity.draw, opportunity.accept, week.use: An accepted Opportunity is kept and takes a week (p.14, 16)
  on Oracle crossed=4
  no accept_opportunity ' ' -> opportunity.draw | p.16
  no win_event -> opportunity.accept | p.16
  no set place=Games; accept_opportunity Reckless -> opportunity.accept | p.14, 16
  no set place=Jade; accept_opportunity Reckless -> opportunity.accept | p.14, 16
  accept_opportunity ' Reckless ' -> events: opportunity.drawn camp.opportunity-gained week.marked round.ended
  set phase=event; accept_opportunity Another -> camp.opportunities: Reckless Another | pad.weeks.0: 6 | phase: travel
    | pad.hp: 3
travel.deadline: In week 12 events are spectated only (p.13, 15)
  on Oracle crossed=11
  no may accept -> travel.deadline | p.13, 15 | week.twelve
  no accept_opportunity Reckless -> travel.deadline | p.13, 15
  no set place=Field; lose_event -> travel.deadline | p.13, 15
  no set place=Field; accept_combat -> travel.deadline | p.13, 15
  if set place=Jade -> may accept: capital
  if set place=Games pad.weeks=10/0/0/0 -> may accept: sport
  spectate -> pad.influence: 1
event.accept, spectate.capital, travel.deadline: An event is accepted or spectated, at a capital never spectated, in \
    week 12 only spectated (p.15-16)
  on Field act=2 crossed=3 influence=3 -> event_here.may: accept spectate | event_here.week: 4 | event_here.influence: 2
    | event_here.banes: 1
  if accept_combat -> event_here.may: cleanup
  no set phase=travel; event_here -> round.phases | p.13-14
  no set phase=travel; lose_event -> round.phases | p.13-14
  set pad.act=1 pad.weeks=11/0/0/0 -> event_here.may: spectate
  set place=Jade -> event_here.may: accept | event_here.influence: 0 | event_here.banes: 0
event.accept, round.phases, week.use: Accepting leads to the combat, and after it to the cleanup; it can be spectated \
  no more (p.14, 16)
  on Field
  if set place=Jade; accept_combat -> event event.accepted: kind primus
  no set place=Oracle; accept_combat -> opportunity.accept | p.16
  accept_combat -> phase: cleanup | event event.accepted: kind bloodshed
  no spectate -> round.phases | p.14
  no accept_combat -> round.phases | p.14
  lose_event -> pad.weeks: 1 0 0 0
event.accept, cleanup.hero: A combat that is on is cleaned up whatever the weeks
  on Field crossed=10
  accept_combat; set pad.weeks=11/0/0/0; lose_event -> pad.weeks.0: 12

# Combats
punishment.influence, cleanup.bag-rivals, cleanup.bag-banes, cleanup.lethal, cleanup.hero, cleanup.tactics, \
    cleanup.arena-chips, cleanup.discard: A lethal combat that failed (p.28-29)
  on Field act=3 crossed=2 influence=1
  set drawn.banes=Gigantic:bag/Shade:unit; lose_event Ruin:camp left.hp=1 left.defeated=archer \
    left.rivals=ninja/ninja/tactician left.banes=Gigantic:bag/Shade:unit left.tactics=stun -> pad.hp: 1
    | pad.influence: 4 | pad.weeks.2: 3 | phase: travel | camp.units: attacker | camp.tactics: none
    | camp.banes: Ruin:camp | bag.banes: Gigantic:bag Shade:unit | drawn: none
    | bag.units: defender ninja ninja tactician archer | events: week.marked event.failed influence.gained bane.taken \
    rivals.bagged banes.bagged arena.cleared tactics.returned units.lost hero.camped event.discarded round.ended
cleanup.tribune, cleanup.tactics: A Sport event says where its tribune's chip and all tactics go; of a tribune that \
  fell the chip has gone before (p.28)
  on Games
  if win_event recruit=ninja left.rivals=ninja -> camp.units: attacker archer ninja
    | events: week.marked event.won camp.recruited arena.cleared tribune.returned tactics.returned hero.camped \
    event.discarded round.ended
  lose_event left.tribune=false -> events: week.marked event.failed influence.gained arena.cleared tactics.returned \
    hero.camped event.discarded round.ended
cleanup.non-lethal: Units defeated in a Sport event are restored (p.28)
  on Games
  lose_event left.defeated=archer/attacker -> camp.units: attacker archer | event units.restored: units archer attacker
cleanup.lethal, cleanup.bag-rivals, cleanup.bag-banes, cleanup.hero, cleanup.tactics, cleanup.arena-chips: What a \
  combat cannot leave is refused (p.28)
  on Field
  no lose_event left.defeated=archer/archer -> cleanup.lethal | p.28
  no lose_event left.rivals=ninja/krakenlance -> cleanup.bag-rivals | p.28
  no lose_event left.rivals=ninja/Decimus -> cleanup.bag-rivals | p.28
  no lose_event left.rivals=ninja/taotie -> cleanup.bag-rivals | p.28
  no lose_event left.banes=Ruin:camp -> cleanup.bag-banes | p.28
  no lose_event left.banes=Shade:unit -> cleanup.bag-banes | p.28-29
  no lose_event left.rivals=Beast -> cleanup.arena-chips | p.28
  no lose_event left.tactics=stun/stun -> cleanup.tactics | p.28
defeat.hero: A hero that is defeated loses the campaign in any event (p.12, 28)
  on Games
  if lose_event left.hp=0 -> outcome: lost | rules: defeat.hero
  if set place=Field; lose_event left.hp=0 -> outcome: lost | rules: defeat.hero
  if set place=Jade; lose_event left.hp=0 -> outcome: lost | rules: defeat.hero
  no win_event tactics= left.hp=0 -> defeat.hero | p.12, 28
reward.sport, camp.recruit-never: A Sport event is rewarded with a rival unit; a unit bane goes back as a bane (p.29, \
  33)
  on Games
  no win_event recruit=monk left.rivals=ninja -> reward.sport | p.29
  set drawn.banes=Shade:unit
  no win_event recruit=Shade left.rivals=ninja/Shade -> camp.recruit-never | p.33
  no win_event recruit=shade left.rivals=ninja/Shade -> camp.recruit-never | p.33
  no win_event recruit=krakenlance left.rivals=ninja/Shade -> camp.recruit-never | p.33
  no win_event recruit=beast left.rivals=ninja/Shade -> camp.recruit-never | p.33
  no set pad.leadership=3; win_event recruit=ninja left.rivals=ninja/Shade -> camp.leadership | p.33
  if set pad.leadership=3; win_event recruit=ninja sacrifice=archer left.rivals=ninja -> camp.units: attacker ninja
    | bag.units: defender tactician archer
  win_event recruit=ninja left.rivals=ninja/samurai/ninja/Shade -> bag.banes: Shade:unit
    | camp.units: attacker archer ninja | bag.units: defender tactician samurai ninja | pad.weeks.0: 1
    | pad.influence: 0 | phase: travel | event event.won: kind sport | rules: week.mark reward.sport camp.recruit \
    cleanup.bag-rivals cleanup.bag-banes cleanup.arena-chips cleanup.tribune cleanup.tactics cleanup.hero \
    cleanup.discard round.phases
reward.sport: A Sport event is rewarded with tactics up to the capacity (p.29)
  on Games
  no win_event tactics= -> reward.sport | p.29
  no win_event tactics=stun -> reward.sport | p.29
  no win_event tactics=stun/stun/stun -> reward.sport | p.29
  no win_event reward -> reward.sport | p.29
  no win_event recruit=ninja tactics=stun/stun -> reward.sport | p.29
  win_event tactics=stun/stun/hamstring left.tactics=stun -> camp.tactics: stun stun hamstring
  set phase=event; win_event tactics= -> camp.tactics: stun stun hamstring
reward.bloodshed: A Bloodshed event is rewarded with one hero upgrade (p.29)
  on Field
  if win_event upgrade=add-die left.hp=2 -> pad.attack: blue blue yellow
  if win_event upgrade=upgrade-die:2 left.hp=2 -> pad.attack: blue green
  if win_event upgrade=leadership left.hp=2 -> pad.leadership: 7
  if win_event upgrade=health left.hp=2 -> pad.health: 7 | pad.hp: 3
  no win_event reward -> reward.bloodshed | p.29
  no win_event upgrade=movement -> reward.bloodshed | p.29
  no win_event upgrade=luck -> reward.bloodshed | p.29
  set pad.attack=black/black/black/black pad.leadership=12 pad.health=12
  no win_event upgrade=leadership -> pad.leadership-cap | p.33
  win_event -> pad.attack: black black black black | pad.weeks: 1 0 0 0 | pad.hp: 3
reward.sport, reward.bloodshed, reward.primus: A reward of another kind is refused (p.29)
  on Games
  no win_event upgrade=health -> reward.sport | p.29
  no win_event prowess=Endurance:1 -> reward.sport | p.29
  on Field
  no win_event recruit=ninja left.rivals=ninja -> reward.bloodshed | p.29
  no win_event prowess=Endurance:1 -> reward.bloodshed | p.29
  on Jade
  no win_event recruit=ninja left.rivals=ninja -> reward.primus | p.29
  no win_event upgrade=health -> reward.primus | p.29

# Primus and scion
cleanup.hero, scion.defeated: The scion's defeat leaves the hero's HP and no blessing (p.18, 31)
  on Etna act=4
  set pad.blessings=2
  if lose_event left.hp=0 -> outcome: lost | pad.hp: 0
  no win_event left.hp=0 -> defeat.hero | p.12, 28
  no win_event upgrade=health -> scion.defeated | p.18
  win_event left.hp=2 -> outcome: won | pad.hp: 2 | pad.blessings: 0 | event blessing.used: left 1 left 0
reward.primus, act.primus, act.weeks, cleanup.lethal: A primus that is defeated ends the act (p.13, 28-29)
  on Jade crossed=11
  win_event prowess=Endurance:1 drawn=defender/tactician left.hp=1 left.defeated=archer left.rivals=ninja -> pad.hp: 6
    | pad.act: 2 | pad.weeks: 12 0 0 0 | week: 1 | camp.prowess: Endurance:1 | camp.units: attacker defender tactician
    | bag.units: archer ninja | primuses: decimus bingqing:1 the-parthian | place: Jade | came_from: none
    | phase: travel | outcome: none | event act.ended: act 1, unused 0, following 2 | free: Field Games Oracle
  no set place=Games; travel Jade -> travel.capital | p.14, 30
act.weeks: Unused weeks are not carried over (p.13)
  on Jade crossed=3
  win_event prowess=Endurance:1 drawn=defender/tactician -> pad.weeks: 4 0 0 0 | week: 1
    | event act.ended: act 1, unused 8, following 2
reward.primus: The troop is filled up to five with what the bag has (p.29, 33)
  on Jade
  no win_event prowess=Endurance:1 drawn=defender -> reward.primus | p.13, 29
  no win_event drawn=defender/tactician -> reward.primus | p.29
  no win_event prowess=Endurance:2 -> camp.prowess-level | p.9, 33
  if set bag.units=; win_event prowess=Endurance:1 -> camp.units: attacker archer
  set camp.units=a/b/c/d
  if win_event prowess=Endurance:1 -> camp.units: a b c d
reward.primus: Defeated units do not count, and make room even where the troop is as large as Leadership allows
  on Jade
  set camp.units=a/b/c/d pad.leadership=5
  no win_event prowess=Endurance:1 left.defeated=a/b -> reward.primus | : 2 random bag units are recruited
  no set bag.banes=Shade:unit; win_event prowess=Endurance:1 drawn=defender/Shade left.defeated=a/b
    -> camp.recruit-never | p.29, 33
  win_event prowess=Endurance:1 drawn=defender/tactician left.defeated=a/b -> camp.units: c d defender tactician
act.primus: A primus is known by its region; one that was defeated is fought no more (p.14, 30)
  on Etna
  no win_event prowess=Endurance:1 drawn=defender/tactician -> travel.capital | p.14, 30
  on Jade crossed=3
  win_event prowess=Endurance:1 drawn=defender/tactician; set phase=event
  no win_event prowess=Endurance:2 drawn=defender -> travel.capital | p.14, 30
primus.failed, scion.failed, scion.defeated: The campaign is lost or won at a capital (p.18, 30)
  on Jade act=2
  lose_event -> outcome: lost | rules: primus.failed | events: campaign.lost
  on Etna act=4
  if lose_event -> outcome: lost | rules: scion.failed | events: campaign.lost
  win_event -> outcome: won | rules: scion.epilogue scion.defeated | events: epilogue.read campaign.won
  no lose_event -> campaign.over | p.30
  no end_act -> campaign.over | p.30
act.end: An act ends at a capital alone (p.13-14)
  on Jade
  no set place=Games; end_act -> act.end | p.13-14
  no set phase=travel; end_act -> round.phases | p.13-14
  set phase=cleanup; end_act -> pad.act: 2
""")
def test_rounds(scene: Scene) -> None:
    ROUNDS.play(scene)


def test_which_events_end_the_campaign() -> None:
    ends = [ends_campaign(here, won) for here in (at("Jade"), at("Etna", act=4), at("Field")) for won in (True, False)]
    assert ends == [False, True, True, True, False, False]


@scenes("""
cleanup.bag-rivals, stack.local: What came out of the bag and the stacks for the rival's lineup goes into the bag, \
  entered or not (p.19, 28)
  on first
  learn_place Games sport atlanteans 'Atlanteans capital'; set place=Games phase=cleanup
  if lose_event left.rivals=archer/tactician/reptilian -> drawn: none | bag.size: 6
    | bag.units: attacker defender tactician archer tactician reptilian
  draw_chips archer/tactician; draw_local atlanteans reptilian -> bag.size: 3 | drawn.units: archer tactician reptilian
  if lose_event left.rivals= -> drawn: none | bag.units: attacker defender tactician archer tactician reptilian
  if lose_event left.rivals=archer -> drawn: none | bag.units: attacker defender tactician archer tactician reptilian
  if lose_event left.rivals=reptilian/tactician/archer -> bag.size: 6 | drawn: none
  if win_event recruit=reptilian left.rivals=archer -> bag.units: attacker defender tactician archer tactician
    | camp.units: attacker archer defender reptilian
  if win_event recruit=reptilian left.rivals=reptilian/tactician/archer -> bag.size: 5
    | camp.units: attacker archer defender reptilian
reward.sport, cleanup.bag-banes: Of two chips of one name on the table one is recruited; a bane named twice was drawn \
    once (p.28-29)
  on first
  learn_place Games sport atlanteans 'Atlanteans capital'; set place=Games phase=cleanup
  if draw_chips tactician/tactician; win_event recruit=tactician -> drawn: none
    | bag.units: archer attacker defender tactician | camp.units: attacker archer defender tactician
  set drawn.banes=Shade:unit
  no lose_event left.banes=Shade:unit/Shade:unit -> cleanup.bag-banes | p.28-29
  no lose_event left.banes=Shade:unit/Shade:unit left.rivals=Shade -> cleanup.bag-banes | p.28-29
""")
def test_chips_of_the_lineup(scene: Scene) -> None:
    CAMPAIGNS.play(scene)


@scenes("""
skill.undying: A unit with Undying outlasts a lethal combat, and nobody can sacrifice it (Unit Skills)
  on Field act=3 crossed=2 influence=1
  lose_event Ruin:camp left.defeated=archer/attacker -> camp.units: archer
    | event units.undying: units archer | event units.lost: units attacker | bag.units: defender tactician attacker
  no sacrifice archer -> skill.undying | Undying
  no set pad.leadership=2; recruit ninja archer -> skill.undying
""")
def test_undying(scene: Scene) -> None:
    remember("units", "archer", "Archer", {"skills": ["Undying"]})
    ROUNDS.play(scene)


@pytest.mark.rule("skill.undying")
def test_who_is_undying_is_known_by_the_chip(tmp_path: Path) -> None:
    """It is the skill on the chip that keeps a unit from being sacrificed (Unit Skills)."""
    (tmp_path / "units").mkdir()
    (tmp_path / "units" / "phoenix.toml").write_text('name = "Phoenix"\nskills = ["Undying", "Regen 1"]\n')
    known = Catalogue(own=tmp_path)
    assert undying(known, ["archer", "phoenix", "nobody"]) == ("phoenix",)
