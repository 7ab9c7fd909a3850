"""Fights with Mercury's Boots or The Rivals: re-rolls, modifiers, the tribune, banes at the scion (A3 p.4-8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import bag, rounds
from hoplo_companion.campaign.camp import recruit
from hoplo_companion.campaign.cleanup import Aftermath
from hoplo_companion.campaign.fight import Move
from hoplo_companion.campaign.model import Bane, Campaign, Primus
from hoplo_companion.campaign.pad import reinforce
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import Overlaid
from hoplo_companion.components.variant import Edition, Variant
from hoplo_companion.errors import UsageError
from hoplo_companion.render.campaign.pad import camp_lines
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.rules.agenda import may_roll_again
from hoplo_companion.rules.player.turn import without_cards
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.moves import CORRECT, SET_UP
from hoplo_companion.table.play.planning import Wanted, card_needed, planned
from hoplo_companion.table.saves.open_campaign import from_state
from tests.helpers.fights import OWN_RECORDS, Table, play_on, ready
from tests.helpers.maps import CAMPAIGNS, refused
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.scions import facing, known
from tests.helpers.setting_up import at_your_turn, fights, stand
from tests.helpers.table_games import Scene, scenes

BOOTS = Variant(boots="2024")
EDITIONS: tuple[Edition, ...] = ("2024", "promo")


def boots(campaign: Campaign, *defeated: str, variant: Variant = BOOTS, cards: tuple[str, ...] = ()) -> Campaign:
    heroes = ("decimus", "bingqing", "the-parthian", "nox", "virago", "stygiana", "sea-strider")
    primuses = tuple(Primus(hero, 1, defeated.index(hero) + 1) if hero in defeated else Primus(hero) for hero in heroes)
    return replace(campaign, variant=variant, primuses=primuses).with_camp(opportunities=cards)


def changes(campaign: Campaign) -> dict[str, Any]:
    """Give what of a campaign is other than in the box alone, for whoever makes one."""
    return {key: getattr(campaign, key) for key in ("variant", "primuses", "camp", "pad")}


def against_the_scion(*defeated: str, variant: Variant = BOOTS, cards: tuple[str, ...] = ()) -> Table:
    table = Table(planned(boots(facing(), *defeated, variant=variant, cards=cards), "", known(), Wanted()), known())
    table.game.begin(Move(SET_UP))
    return table


def striking(cards: tuple[str, ...], variant: Variant = BOOTS, *answers: Any) -> Table:
    """Give a fight of yours in which Krakenlance stands beside its target."""
    with_cards = changes(boots(ready("bloodshed"), variant=variant, cards=cards))
    table = stand(at_your_turn(*answers, kind="bloodshed", place=with_cards), "krakenlance", "E3")
    return table.do(CORRECT, "move", "target", "E4")


# Another roll for an Opportunity card ---------------------------------------------------------------------------------


# Modifiers, lineup, Health ------------------------------------------------------------------------------------------

PRIMUS = {"kind": "primus", "expansion": "Pandora's Ruin"}
SHEET: dict[str, dict[str, Any]] = {
    "boots-primus-2": {**PRIMUS, "lineup": ["bag", "primus"], "yours": ["hero", "camp", "camp"]},
    "boots-modifier-1": {"then": ["bag"]},
    "gauntlet": {**PRIMUS, "lineup": ["bag", "bag", "primus"], "yours": ["hero", "camp"]},
}


def entered() -> Catalogue:
    """Make a catalogue in which the reference sheet and a primus event are entered too."""
    kinds: dict[str, dict[str, Any]] = {**OWN_RECORDS, "events": {**OWN_RECORDS["events"], **SHEET}}
    return Own(**kinds).catalogue


def on_sheet(*defeated: str, kind: str = "bloodshed", card: str = "brawl", act: str = "1", **variant: Any) -> Table:
    """Set a fight up with the reference sheet entered, some primuses being defeated."""
    modules = (variant["module"],) if "module" in variant else ()
    campaign = boots(ready(kind, act=int(act)), *defeated, variant=Variant(variant.get("boots", "2024"), modules))
    table = Table.begun(campaign, card, entered())
    while (question := table.game.question()) is not None:
        table.game.answer(question, question.options[0] if question.options else "murmillo")
    return table


def beside_the_tribune(influence: str) -> Table:
    """Set a Sport event of Act II up in which Krakenlance stands where the tribune comes."""
    campaign = boots(ready("sport", act=2).with_pad(influence=int(influence)))
    return stand(at_your_turn(goals=["spar"], place=changes(campaign)), "krakenlance", "E3")


def with_moon() -> Table:
    """Begin the set-up of a fight with a camp bane alone in the bag."""
    return Table.begun(boots(ready("bloodshed")).with_bag(banes=(Bane("Bad Moon", "camp"),)), "brawl", entered())


FIGHTS = fights(
    starts={
        "striking": lambda *answers, cards="", boots="2024": striking(
            tuple(filter(None, cards.split("/"))), Variant(boots=boots), *[tuple(each.split(":")) for each in answers]
        ),
        "sheet": on_sheet, "tribune": beside_the_tribune, "moon": with_moon,
    },
    reminds=lambda table: [event.text.split()[1] for event in of(table.events, "reminded")
                           if event.rule == "boots.modifiers"],
    healths=lambda table: [(unit.chip, unit.health) for unit in
                           (table.game.combat.bench[id_] for id_ in table.game.combat.lineup) if unit.elite],
    needs=lambda table: card_needed(boots(ready("capital", act=3), "bingqing")),
)  # fmt: skip


@scenes("""
boots.re-roll, boots.spent-card: A card is discarded right after the dice and before anything is triggered: the whole \
    roll is made again, as often as a card goes for it; kept and replayed like any answer
  on striking cards=Shrine/Caravan
  begin attack krakenlance target; answer attack.dice=0 -> question.id: roll.stands | question.rule: boots.re-roll
    | question.options: stands shrine caravan | unit.hp target: 1
  answer roll.stands=shrine -> campaign.camp.opportunities: Caravan | question.id: attack.dice
    | reopened.question.id: attack.dice
  answer attack.dice=1 roll.stands=caravan attack.dice=2 -> asked: none | campaign.camp.opportunities: none
    | saw opportunity-spent card: shrine, caravan | yours: archer attacker defender krakenlance
boots.re-roll: A roll stands by one answer, and without cards nothing is asked; in the box alone cards are no re-rolls
  on striking cards=Shrine
  begin attack krakenlance target; answer 1 -> question.options: stands shrine
  answer stands -> campaign.camp.opportunities: Shrine | asked: none
  on striking
  attack krakenlance target (1) -> asked: none
  on striking prepare.opportunity:no cards=Shrine boots=
  attack krakenlance target (1) -> asked: none | campaign.camp.opportunities: Shrine
boots.modifiers: No bag unit, second unit or HP by the act; one modifier for each defeated primus, those not entered \
    asked for
  on sheet act=1 -> lineup: murmillo archer | reminds: none
  rival-turn -> saw Deployed bonus_hp: 0
  on sheet act=4 -> lineup: murmillo archer | reminds: none
  rival-turn -> saw Deployed bonus_hp: 0
  on sheet bingqing nox virago act=1 -> lineup: murmillo archer attacker | reminds: 2 3
  on sheet bingqing nox virago act=4 -> lineup: murmillo archer attacker | reminds: 2 3
boots.modifiers, boots.primus-lineup, boots.primus-health: A primus combat has its circle, its chip's Health and the \
    modifiers; in the box alone its act's
  on sheet bingqing kind=capital card=boots-primus-2 act=3 -> needs: boots-primus-2
    | lineup: archer primus-decimus attacker
    | healths: primus-decimus 5 | combat.event: primus
  on sheet kind=capital card=primus-3 act=3 boots= -> healths: primus-decimus 10
boots.modifiers: Five modifiers in the next primus combat with five defeated primuses
  on sheet bingqing nox virago stygiana sea-strider kind=capital card=boots-primus-2 act=2 -> reminds: 2 3 4 5
    | lineup: archer primus-decimus attacker
rivals.deck, rivals.modifiers, boots.rivals: The card drawn has the lineup; act modifiers hold, with Mercury's Boots \
  those \
    of primuses in their place
  on sheet kind=capital card=gauntlet act=3 boots= module=rivals -> lineup: archer attacker primus-decimus cestus
    | healths: primus-decimus 5
  on sheet kind=capital card=gauntlet act=3 module=rivals -> lineup: archer attacker primus-decimus
    | healths: primus-decimus 5
boots.tribune: In Act II the tribune's fall brings influence +2 at once, with the bane that it brings; the hero keeps \
  its HP
  on tribune influence=0 -> unit.tribune target: yes
  hit krakenlance target -> campaign.pad.influence: 2 | campaign.pad.hp: 6 | saw HeroReduced unit: none
    | saw influence-brought amount influence: 2 2
  on tribune influence=3
  hit krakenlance target (bane.draw=Plague:bag) -> campaign.pad.influence: 5 | campaign.pad.hp: 6
    | saw influence-brought amount influence: 2 5 | campaign.bag.banes.-1: Plague:bag
boots.camp-bane: A scion's camp bane that comes out of the bag lies in the camp, and fills no slot
  on moon
  answer prepare.bag=bad-moon -> campaign.camp.banes: Bad Moon:camp | campaign.bag.banes: none
    | saw BaneDrawn kind: camp
    | question.id: prepare.bag
""")
def test_fights_by_the_sheet(scene: Scene) -> None:
    FIGHTS.play(scene)


@scenes("""
bane.camp, pad.defeat-in-combat: Bad Moon damages the hero at each Bloodshed stop, at no other, and never its last HP
  on EXAMPLE Isle
  set 'camp.banes=Bad Moon:camp'
  if travel Cape -> pad.hp: 2 | events: travel.moved bane.acts pad.damaged
  if travel Grove -> pad.hp: 3 | events: travel.moved
  set pad.hp=1; travel Cape -> pad.hp: 1 | events: travel.moved bane.acts
""")
def test_bad_moon(scene: Scene) -> None:
    CAMPAIGNS.play(scene)


def test_bad_moon_is_said_in_the_camp() -> None:
    campaign = CAMPAIGNS.begin("EXAMPLE Isle").with_camp(banes=(Bane("Bad Moon", "camp"),))
    assert "Your hero takes 1 damage each time" in "".join(span.text for line in camp_lines(campaign) for span in line)


@pytest.mark.rule("boots.re-roll", "boots.edition")
def test_whose_rolls_may_be_made_again() -> None:
    """Anybody's by A3; by A4 not the scion's; the rival's in any case."""
    newer, older = (against_the_scion(variant=Variant(boots=each), cards=("Shrine",)) for each in EDITIONS)
    rolls = Question(id="scion.roll", kind="hits", rule="scion.order", unit="gorgon", dice=("blue",))
    assert may_roll_again(newer.game.combat, rolls)
    assert not may_roll_again(older.game.combat, rolls)
    others = Question(id="attack.dice", kind="dice", rule="engage.roll", unit="nobody", dice=("blue",))
    assert may_roll_again(older.game.combat, others)
    assert not may_roll_again(without_cards(newer.game.combat), rolls)


# The scion ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("boots.undefeated-primuses", "boots.scion-banes")
def test_the_scion_brings_a_bane_for_each_undefeated_primus() -> None:
    """Two of seven are left: two banes, drawn after the blessings have removed some; the Vesuvians' card adds none."""
    five = ("bingqing", "nox", "virago", "stygiana", "sea-strider")
    table = against_the_scion(*five)
    plan = table.game.fight.plan["plan"]
    assert (plan["scion_banes"], plan["modifiers"]) == (2, [])
    asked = []
    while (question := table.game.question()) is not None:
        asked.append(question.id)
        answers = {"bane.draw": "Plague:bag", "component.cap": "4", "scion.blessing": "none"}
        table.game.answer(question, answers.get(question.id, question.options[0] if question.options else "nothing"))
    assert asked.count("bane.draw") == 2
    assert "scion.blessing" not in asked[asked.index("bane.draw") :]


@pytest.mark.rule("boots.camp-bane", "bane.camp")
def test_camp_banes_go_to_the_camp_whoever_draws_and_whenever() -> None:
    """By hand, for Reinforce, in the Cleanup Phase; each fills no place."""
    egg, moon = Bane("The Great Egg", "camp"), Bane("Bad Moon", "camp")
    campaign = replace(boots(ready("bloodshed")), factions={"murmillo": "atlanteans"})
    campaign = campaign.with_bag(units=("archer", "murmillo"), banes=(egg, moon)).with_camp(units=("archer",))
    campaign = campaign.with_pad(leadership=3, blessings=1)
    drawn, happened = bag.draw_chips(campaign, ["archer", "Bad Moon"])
    assert (drawn.camp.banes, drawn.drawn.units, drawn.drawn.banes) == ((moon,), ("archer",), ())
    assert [event_words(each) for each in happened][1] == "Bad Moon, a camp bane, goes into the camp."
    assert bag.drawn_by(campaign, 2, lambda left: left - 1)[:2] != bag.drawn_by(campaign, 2, lambda left: 0)[:2]
    assert all(len([c for c in bag.drawn_by(campaign, 2, pick) if c in ("archer", "murmillo")]) == 2
               for pick in (lambda left: 0, lambda left: left - 1))  # fmt: skip
    reinforced, _ = reinforce(campaign, ["Bad Moon", "archer"])
    assert (reinforced.camp.banes, reinforced.camp.units) == ((moon,), ("archer", "archer"))
    # The Great Egg: units of the region that you are in cannot be recruited, so another is drawn.
    refused("bane.camp", "p.30", reinforce, campaign, ["The Great Egg", "murmillo"])
    refused("bane.camp", "p.30", recruit, campaign.with_camp(banes=(egg,)), "murmillo")
    elsewhere = replace(campaign, factions={"murmillo": "amazons"}).with_camp(banes=(egg,))
    assert "murmillo" in recruit(elsewhere, "murmillo")[0].camp.units
    # A fight that was not followed: what came out is named in the Cleanup Phase.
    cleaned, _ = rounds.lose_event(replace(campaign, phase="cleanup"), (), Aftermath(hp=3, banes=(moon,)))
    assert (cleaned.camp.banes, cleaned.bag.banes) == ((moon,), (egg,))


# Strange Sands --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sands.turn", "sands.cards")
def test_side_b_of_an_arena_card_is_asked_once() -> None:
    """It is entered like any arena; its stack is the region's."""
    campaign = replace(ready("bloodshed"), variant=Variant(modules=("strange-sands",)), turned=("atlanteans",))
    with pytest.raises(UsageError, match="side B of the arena card Atlanteans"):
        planned(campaign, "brawl", entered(), Wanted())
    mat = {"columns": [3, 4, 5, 6, 5, 4, 3], "rival_deployment": ["A1"], "player_deployment": ["G1"]}
    side = {"name": "Atlanteans B", "region": "atlanteans", "mat": mat}
    brawl = {"name": "Brawl", **OWN_RECORDS["events"]["brawl"]}
    both = Overlaid(Catalogue(), {"arenas": {"atlanteans-b": side}, "events": {"brawl": brawl}})
    fight = planned(campaign, "brawl", both, Wanted()).fight
    assert fight is not None
    assert fight.position["arena"] == "atlanteans-b"
    assert fight.plan["supply"]["stack_size"] == 3


# At random ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_fights_with_cards_at_random(seed: int) -> None:
    """Never stuck; what is kept opens again to the same question; cards leave the camp once each."""
    random = Random(seed)
    cards = ("Shrine", "Caravan", "Shrine")
    campaign = boots(ready("bloodshed", act=random.choice([1, 3])), "bingqing", cards=cards)
    table = Table.begun(campaign, "brawl", entered())

    def check(at: Table) -> None:
        if at.states and random.random() < 0.05:
            again = Game(from_state(at.states[-1]), at.catalogue)
            assert again.question() == at.game.question()
            assert again.campaign.camp == at.game.campaign.camp

    play_on(table, random, check)
    spent = len(of(table.events, "opportunity-spent"))
    assert len(table.game.campaign.camp.opportunities) == 3 - spent
