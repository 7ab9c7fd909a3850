"""Fights with Mercury's Boots or The Rivals, and other readings of its open questions (A3 p.4-8)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import bag, rounds
from hoplo_companion.campaign.camp import recruit
from hoplo_companion.campaign.cleanup import Aftermath
from hoplo_companion.campaign.model import OTHER_READINGS, Bane, Campaign, Move, Primus
from hoplo_companion.campaign.pad import reinforce
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import Edition, Variant
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.odds.actions import Blow, odds_of
from hoplo_companion.odds.forecast import before_turn
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.rules.agenda import may_roll_again
from hoplo_companion.rules.corrections import camp_changed
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.player.options import without_cards
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SET_UP
from hoplo_companion.table.play.planning import card_needed, modifiers, planned
from hoplo_companion.table.saves.format import from_state
from tests.helpers.answering import answering
from tests.helpers.boards import combat
from tests.helpers.cli import done, hoplo
from tests.helpers.fights import OWN_RECORDS, Table, play_on, ready
from tests.helpers.fights_on_disk import TOLD, current
from tests.helpers.maps import refused
from tests.helpers.own_catalogue import Own
from tests.helpers.play import of
from tests.helpers.scions import facing, known
from tests.helpers.setting_up import at_your_turn, fights, stand
from tests.helpers.stories import Story, stories, tell
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
    table = Table(planned(boots(facing(), *defeated, variant=variant, cards=cards), "", known()), known())
    table.game.begin(Move(SET_UP))
    return table


def striking(cards: tuple[str, ...], variant: Variant = BOOTS, *answers: Any) -> Table:
    """Give a fight of yours in which Krakenlance stands beside its target."""
    with_cards = changes(boots(ready("bloodshed"), variant=variant, cards=cards))
    table = stand(at_your_turn(*answers, kind="bloodshed", place=with_cards), "krakenlance", "E3")
    return table.do(CORRECT, "move", "target", "E4")


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


FIGHTS = fights(
    starts={
        "striking": lambda *answers, cards="", boots="2024": striking(
            tuple(filter(None, cards.split("/"))), Variant(boots=boots), *[tuple(each.split(":")) for each in answers]
        ),
        "sheet": on_sheet, "tribune": beside_the_tribune,
        "moon": lambda: Table.begun(
            boots(ready("bloodshed")).with_bag(banes=(Bane("Bad Moon", "camp"),)), "brawl", entered()
        ),
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
    | lineup: archer primus-decimus attacker | healths: primus-decimus 5 | combat.event: primus
  on sheet kind=capital card=primus-3 act=3 boots= -> healths: primus-decimus 10
boots.modifiers: Five modifiers in the next primus combat with five defeated primuses
  on sheet bingqing nox virago stygiana sea-strider kind=capital card=boots-primus-2 act=2 -> reminds: 2 3 4 5
    | lineup: archer primus-decimus attacker
rivals.deck, rivals.modifiers, boots.rivals: The card drawn has the lineup; act modifiers hold, with Mercury's Boots \
  those of primuses in their place
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
    | saw BaneDrawn kind: camp | question.id: prepare.bag
""")
def test_fights_by_the_sheet(scene: Scene) -> None:
    FIGHTS.play(scene)


@pytest.mark.rule("boots.re-roll")
def test_whose_rolls_may_be_made_again() -> None:
    """Anybody's by A3; by A4 not the scion's; the rival's in any case."""
    newer, older = (against_the_scion(variant=Variant(boots=each), cards=("Shrine",)) for each in EDITIONS)
    rolls = Question(id="scion.roll", kind="hits", rule="scion.order", unit="gorgon", dice=("blue",))
    assert may_roll_again(newer.game.combat, rolls)
    assert not may_roll_again(older.game.combat, rolls)
    others = Question(id="attack.dice", kind="dice", rule="engage.roll", unit="nobody", dice=("blue",))
    assert may_roll_again(older.game.combat, others)
    assert not may_roll_again(without_cards(newer.game.combat), rolls)


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
    reinforced, _ = reinforce(campaign, ["Bad Moon", "archer"], 0)
    assert (reinforced.camp.banes, reinforced.camp.units) == ((moon,), ("archer", "archer"))
    # The Great Egg: units of the region that you are in cannot be recruited, so another is drawn.
    refused("bane.camp", "p.30", reinforce, campaign, ["The Great Egg", "murmillo"])
    refused("bane.camp", "p.30", recruit, campaign.with_camp(banes=(egg,)), "murmillo")
    elsewhere = replace(campaign, factions={"murmillo": "amazons"}).with_camp(banes=(egg,))
    assert "murmillo" in recruit(elsewhere, "murmillo")[0].camp.units
    # A fight that was not followed: what came out is named in the Cleanup Phase.
    cleaned, _ = rounds.lose_event(replace(campaign, phase="cleanup"), (), Aftermath(hp=3, banes=(moon,)))
    assert (cleaned.camp.banes, cleaned.bag.banes) == ((moon,), (egg,))


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


def reading(campaign: Campaign, chosen: str) -> Campaign:
    """Give a campaign with another reading chosen, as `boots.loop=once`."""
    question, _, other = chosen.partition("=")
    return replace(campaign, rulings={**campaign.rulings, question: other})


@pytest.mark.rule("boots.scion-banes")
@pytest.mark.parametrize(("name", "option"), [("Plague:bag", "bag:plague"), ("Murk:camp", "camp:murk")])
def test_by_another_reading_blessings_remove_the_banes_of_primuses(name: str, option: str) -> None:
    """They are drawn first, and then are among those that a blessing may remove, from the bag or the camp."""
    defeated = ("bingqing", "nox", "virago", "stygiana", "sea-strider")
    campaign = reading(boots(facing(), *defeated), "boots.scion-banes=before")
    table = Table(planned(campaign, "", known()), known())
    table.game.begin(Move(SET_UP))
    table.answer(("bane.draw", name), ("bane.draw", "nothing"))
    question = table.asks()
    assert (question.id, option in question.options) == ("scion.blessing", True)
    table.answer(("scion.blessing", option))
    left = table.game.campaign
    assert not {"Plague", "Murk"} & {bane.name for bane in (*left.bag.banes, *left.camp.banes)}
    assert table.reopened().question() == table.game.question()


def calm() -> Catalogue:
    calm: dict[str, Any] = {"lineup": ["bag"], "goals": ["bloodshed"], "ignores_act": True}
    events = {**OWN_RECORDS["events"], "calm": calm, "boots-modifier-1": {"then": ["bag"]}}
    return Own(**{**OWN_RECORDS, "events": events}).catalogue


@pytest.mark.rule("boots.modifiers")
@pytest.mark.parametrize("is_boots", [True, False])
def test_an_event_that_ignores_act_modifiers_ignores_those_of_primuses_too(is_boots: bool) -> None:
    """No unit, no second deployment and no HP by the act; with Mercury's Boots nothing of defeated primuses either."""
    campaign = ready("bloodshed", act=4)
    campaign = boots(campaign, "bingqing", "nox") if is_boots else campaign
    table = Table.begun(campaign, "calm", calm()).by_first()
    assert len(table.game.combat.lineup) == 1
    assert not [event for event in table.events if event.rule == "boots.modifiers"]
    assert not table.reopened().combat.has_act_modifiers
    table.game.begin(Move(RIVALS))
    assert [event.values["bonus_hp"] for event in table.events if event.what == "deployed"] == [0]
    assert len(modifiers(boots(campaign, "bingqing"), calm())[0]) == 1


def test_the_mark_is_a_word_of_the_cards_line() -> None:
    """Read in the words of the table, and written back."""
    known_ = Catalogue()
    for word in ("no act modifiers", "ignores act modifiers", "ignore the act modifier"):
        card = read_card("event", f"Calm: bloodshed, lineup bag, {word}", known_)
        assert card.fields["ignores_act"] is True
        assert "no act modifiers" in write_card("event", card.name, card.fields)
    assert "ignores_act" not in read_card("event", "Calm: bloodshed, lineup bag", known_).fields


READINGS = "\n".join(
    f"  rulings {question} --choose {other} -> {question} is read as {other} from now on\n"
    f"  rulings {question} --choose default"
    for question, _, other in (each.partition("=") for each in OTHER_READINGS)
)
BEGUN = """
  new --mercurys-boots --hero krakenlance --difficulty chosen --scion taotie --scion-bane Gigantic:unit
"""


@stories(f"""
boots.loop, boots.harbor, boots.vesuvius, boots.scion-banes: A reading is chosen by a command and back
  begun
{READINGS}
  rulings boots.loop --choose twice -> 2
boots.tribune: The fall of a tribune without hoplo is an option of the cleanup, whatever the outcome, with its banes
  begun && travel Field --kind sport && fix pad.influence 3 --why 'it stands there' && event accept
  cleanup --won --tribune -> 2
  cleanup --won --bane Plague:bag -> 3
  cleanup --lost --tribune --bane Plague:bag && pad --json -> influence = 5
  undo && cleanup --won -> --tribune
  pad --json -> influence = 3
  undo && cleanup --won --tribune --bane Plague:bag && pad --json -> influence = 4
boots.tribune: It is asked after where it matters alone: in the base game its fall costs HP, which are entered
  new --first-game && travel Field --kind sport && event accept && cleanup --lost --tribune -> 3
  cleanup --lost -> not --tribune
""", begun=BEGUN)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


UNITS = ["r rival C3 hp4 rg1 blue", "h player D3 rg1 hp6 blue hero elite"]


@pytest.mark.rule("boots.re-roll")
def test_odds_count_on_no_card_unless_asked() -> None:
    """An attack with Opportunity cards in camp has the odds that it has without; so has the rival's turn."""
    plain = combat("engage", UNITS)
    with_cards = replace(
        plain, variant=Variant("2024"), yours=replace(plain.yours, opportunities=("shrine", "caravan"))
    )
    one, two = (odds_of(each, [Blow("h", None, "r")]) for each in (plain, with_cards))
    assert one == two
    assert before_turn(with_cards).yours.opportunities == ()


@pytest.mark.rule("boots.re-roll")
def test_a_card_that_comes_into_the_camp_is_another_roll_until_it_goes() -> None:
    begun = replace(combat("engage", UNITS), variant=Variant("2024"))
    kept = camp_changed(begun, ["opportunity-in=shrine", "opportunity-in=caravan"])[0]
    assert kept.yours.opportunities == ("shrine", "caravan")
    assert camp_changed(kept, ["opportunity-out=shrine"])[0].yours.opportunities == ("caravan",)


@pytest.mark.rule("sands.turn", "sands.cards")
def test_side_b_is_asked_for_once_and_has_the_region_and_the_mat_of_side_a(tmp_path: Path) -> None:
    """At a terminal a fight on it begins with what the card prints; the hexes are those of the same mat."""
    tell(f"{BEGUN.rstrip()} --module strange-sands\n travel Field --kind sport", tmp_path)
    for kind, line in TOLD:
        done("data", "add", kind, line)
    done("fix", "turned", "atlanteans", "--why", "a combat was fought here")
    games = "Games: sport, goals spar, lineup bag, yours hero camp*2"
    assert "side B of the arena card Atlanteans" in hoplo("fight", "start", games).err
    said = answering("|all: any|||it is right", "fight", "start", games)
    assert "Side B of the arena card Atlanteans is up" in said
    assert "How many hexes" not in said, "the mat is that of side A"
    card = read_card("arena", "Atlanteans B: all: any", Catalogue())
    front = Catalogue().raw("arenas", "atlanteans") or {}
    assert (card.fields["region"], card.fields["mat"]["columns"]) == ("atlanteans", front["mat"]["columns"])
    done("fight", "start", "--auto", "random", "--seed", "3")
    fight = current().state["fight"]
    assert (fight["position"]["arena"], fight["plan"]["supply"]["stack_size"]) == ("atlanteans-b", 6)
