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
from hoplo_companion.campaign.travel import travel
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import Overlaid
from hoplo_companion.components.variant import Edition, Variant
from hoplo_companion.errors import UsageError
from hoplo_companion.render.campaign.pad import camp_lines
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.rules.agenda import STANDS, may_roll_again
from hoplo_companion.rules.events import BaneDrawn, Deployed, HeroReduced
from hoplo_companion.rules.player.turn import without_cards
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SET_UP
from hoplo_companion.table.play.planning import Wanted, card_needed, planned
from hoplo_companion.table.saves.open_campaign import from_state
from tests.helpers.fights import OWN_RECORDS, Table, play_on, ready
from tests.helpers.maps import EXAMPLE, campaign_on, refused, what
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.scions import facing, known
from tests.helpers.setting_up import at_your_turn, hit, stand

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


def striking(cards: tuple[str, ...], variant: Variant = BOOTS) -> Table:
    """Give a fight of yours in which Krakenlance stands beside its target."""
    with_cards = changes(boots(ready("bloodshed"), variant=variant, cards=cards))
    table = stand(at_your_turn(kind="bloodshed", place=with_cards), "krakenlance", "E3")
    return table.do(CORRECT, "move", "target", "E4")


# Another roll for an Opportunity card ---------------------------------------------------------------------------------


@pytest.mark.rule("boots.re-roll", "boots.spent-card")
def test_a_card_is_discarded_right_after_the_dice_and_before_anything_is_triggered() -> None:
    """The whole roll is made again, as often as a card goes for it; kept and replayed like any answer."""
    table = striking(("Shrine", "Caravan"))
    table.game.begin(Move("attack", ("krakenlance", "target")))
    before = table.game.combat.units["target"].hp
    table.answer(("attack.dice", 0))
    asked = table.asks()
    assert (asked.id, asked.rule, asked.options) == ("roll.stands", "boots.re-roll", (STANDS, "shrine", "caravan"))
    assert table.game.combat.units["target"].hp == before
    table.answer(("roll.stands", "shrine"))
    assert table.game.campaign.camp.opportunities == ("Caravan",)
    assert table.reopened().question() == table.game.question(), "what was answered is kept"
    table.answer(("attack.dice", 1), ("roll.stands", "caravan"), ("attack.dice", 2))
    assert table.game.question() is None
    assert not table.game.campaign.camp.opportunities
    assert [event.card for event in of(table.events, "opportunity-spent")] == ["shrine", "caravan"]
    assert "target" not in table.game.combat.units or (table.game.combat.units["target"].hp or 0) < (before or 0)


@pytest.mark.rule("boots.re-roll")
def test_a_roll_stands_by_one_answer_and_without_cards_nothing_is_asked() -> None:
    """A roll that stands leaves the cards; in an ordinary campaign cards are no re-rolls."""
    table = striking(("Shrine",))
    table.do("attack", "krakenlance", "target", answers=(1, ("roll.stands", STANDS)))
    assert table.game.campaign.camp.opportunities == ("Shrine",)
    striking(()).do("attack", "krakenlance", "target", answers=(1,))
    with_cards = changes(boots(ready("bloodshed"), variant=Variant(), cards=("Shrine",)))
    plain = at_your_turn(("prepare.opportunity", "no"), kind="bloodshed", place=with_cards)
    stand(plain, "krakenlance", "E3").do(CORRECT, "move", "target", "E4")
    plain.do("attack", "krakenlance", "target", answers=(1,))


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


def set_up(campaign: Campaign, card: str, kind: str) -> Table:
    table = Table.begun(campaign, card, entered())
    while (question := table.game.question()) is not None:
        table.game.answer(question, question.options[0] if question.options else "murmillo")
    assert kind == table.game.combat.event
    return table


def remind(table: Table) -> list[str]:
    return [event.text for event in of(table.events, "reminded") if event.rule == "boots.modifiers"]


@pytest.mark.rule("boots.modifiers")
@pytest.mark.parametrize("act", [1, 2, 3, 4])
def test_the_defeated_primuses_make_combats_harder_and_not_the_act(act: int) -> None:
    """No bag unit, second unit or HP by the act; one modifier for each defeated primus, those not entered asked for."""
    plain = set_up(boots(ready("bloodshed", act=act)), "brawl", "bloodshed")
    assert (len(plain.game.combat.lineup), remind(plain)) == (2, [])
    table = set_up(boots(ready("bloodshed", act=act), "bingqing", "nox", "virago"), "brawl", "bloodshed")
    assert len(table.game.combat.lineup) == 3, "modifier 1 adds a bag unit"
    assert [text.split()[1] for text in remind(table)] == ["2", "3"]
    plain.game.begin(Move(RIVALS))
    deployed = [event for event in plain.events if isinstance(event, Deployed)]
    assert [event.bonus_hp for event in deployed] == [0]


@pytest.mark.rule("boots.modifiers", "boots.primus-lineup", "boots.primus-health")
def test_a_primus_combat_has_its_circle_its_chips_health_and_the_modifiers() -> None:
    """The first uncovered circle; the Health on the chip; modifiers hold here too."""
    campaign = boots(ready("capital", act=3), "bingqing")
    assert card_needed(campaign) == "boots-primus-2"
    assert card_needed(replace(campaign, variant=Variant())) == "primus-3"
    table = set_up(campaign, "boots-primus-2", "primus")
    lineup = [table.game.combat.bench[id_] for id_ in table.game.combat.lineup]
    assert [unit.chip for unit in lineup].count("primus-decimus") == 1
    assert (len(lineup), next(unit.health for unit in lineup if unit.elite)) == (3, 5)
    base = set_up(ready("capital", act=3), "primus-3", "primus")
    assert next(unit.health for unit in base.game.combat.bench.values() if unit.elite) == 10


@pytest.mark.rule("boots.modifiers")
def test_five_defeated_primuses_in_the_next_primus_combat() -> None:
    """Five modifiers there; none against the scion, who brings a bane for each of the two that are left."""
    five = ("bingqing", "nox", "virago", "stygiana", "sea-strider")
    campaign = boots(ready("capital", act=2), *five)
    table = set_up(campaign, "boots-primus-2", "primus")
    known_one = 1  # modifier 1, which adds a unit
    assert (len(remind(table)) + known_one, len(table.game.combat.lineup)) == (5, 3)


@pytest.mark.rule("rivals.deck", "rivals.modifiers", "boots.rivals")
@pytest.mark.parametrize(("variant", "lineup"), [(Variant(modules=("rivals",)), 4), (Variant("2024", ("rivals",)), 3)])
def test_a_primus_event_replaces_the_rulebooks_lineup(variant: Variant, lineup: int) -> None:
    """The card drawn has the lineup; act modifiers hold, with Mercury's Boots those of primuses in their place."""
    campaign = boots(ready("capital", act=3), variant=variant)
    assert card_needed(campaign) == ""
    table = set_up(campaign, "gauntlet", "primus")
    units = [table.game.combat.bench[id_] for id_ in table.game.combat.lineup]
    assert (len(units), next(unit.health for unit in units if unit.elite)) == (lineup, 5)


# The tribune ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("boots.tribune")
@pytest.mark.parametrize(("influence", "banes"), [(0, 0), (3, 1)])
def test_the_tribunes_fall_brings_influence_and_spares_the_hero(influence: int, banes: int) -> None:
    """Act II: influence +2 at once, with the bane that it brings; the hero keeps its HP."""
    campaign = boots(ready("sport", act=2).with_pad(influence=influence))
    table = stand(at_your_turn(goals=["spar"], place=changes(campaign)), "krakenlance", "E3")
    hp = table.game.campaign.pad.hp
    assert table.game.combat.units["target"].tribune
    hit(table, "krakenlance", "target", *[("bane.draw", "Plague:bag")] * banes)
    assert (table.game.campaign.pad.influence, table.game.campaign.pad.hp) == (influence + 2, hp)
    brought = [(event.amount, event.influence) for event in of(table.events, "influence-brought")]
    assert brought == [(2, influence + 2)]
    assert not any(isinstance(event, HeroReduced) for event in table.events)
    assert sum(bane.name == "Plague" for bane in table.game.campaign.bag.banes) == banes


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


@pytest.mark.rule("boots.camp-bane")
def test_a_scions_camp_bane_that_comes_out_of_the_bag_lies_in_the_camp() -> None:
    """It fills no slot: another chip is drawn for it."""
    campaign = boots(ready("bloodshed"))
    campaign = campaign.with_bag(banes=(Bane("Bad Moon", "camp"),))
    table = Table.begun(campaign, "brawl", entered())
    table.answer(("prepare.bag", "bad-moon"))
    assert table.game.question() is not None
    assert table.game.campaign.camp.banes == (Bane("Bad Moon", "camp"),)
    assert table.game.campaign.bag.banes == ()
    assert [event.kind for event in table.events if isinstance(event, BaneDrawn)] == ["camp"]


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


@pytest.mark.rule("bane.camp", "pad.defeat-in-combat")
@pytest.mark.parametrize(("hp", "left", "stop"), [(3, 2, "Cape"), (1, 1, "Cape"), (3, 3, "Grove")])
def test_bad_moon_damages_the_hero_at_each_bloodshed_stop(hp: int, left: int, stop: str) -> None:
    """Not its last HP, which is lost in combat alone; at no other location."""
    campaign = campaign_on(EXAMPLE, "Isle").with_camp(banes=(Bane("Bad Moon", "camp"),)).with_pad(hp=hp)
    after, happened = travel(campaign, stop)
    assert after.pad.hp == left
    assert ("bane.acts" in map(what, happened)) == (stop == "Cape")
    assert "Your hero takes 1 damage each time" in "".join(span.text for line in camp_lines(campaign) for span in line)


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
