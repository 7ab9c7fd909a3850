"""The game in its box: what `stow` puts away `stow --back` lays out again, to the letter, at any moment (p.34)."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.cleanup import Aftermath, Reward, units_due
from hoplo_companion.campaign.model import STAND_ALONE, Bag, Bane, Campaign, Primus, Prowess, Stack
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.travel import destinations, travel
from hoplo_companion.campaign.world_map import opponent
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import Variant
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.pad import stow_steps
from hoplo_companion.render.sentences.campaign import bane_names
from hoplo_companion.render.sentences.words import arena_chip, printed_name
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.table.play.fight import as_on_table
from tests.campaign.test_boots_campaigns import world
from tests.helpers import fights_on_disk
from tests.helpers.cli import hoplo
from tests.helpers.fights import LOCALS, told
from tests.soak.random_fights import Fought, Manner, begun

PLAYED = 7
A_FIGHT = 15
"""Moments of each fight at which it is put away; with those of as many campaigns 200 in all."""

NOTHING = {"nobody", "none", ""}


def called(place: str) -> str:
    """What a place is called in a sentence."""
    return tr("at {place}", place=place).removeprefix("at ")


def listed(text: str, between: str = ", ") -> list[str]:
    """Read a list as it is written, with an `and` before its last part or not."""
    return [] if text.rstrip(".") in NOTHING else re.split(f"{between}| and ", text.rstrip("."))


def units_laid_out(text: str) -> set[tuple[str, str, str, bool, bool, frozenset[str]]]:
    """Read units in the arena: name, hex, HP, whether dazed and the tribune, and the tactics on it."""
    found = set()
    for unit in text.rstrip(".").split("; ") if text not in NOTHING else []:
        name, hex_, hp, more = re.fullmatch(r"(.+?) on ([A-Z]\d+), (\d+|\?) HP(.*)", unit).groups()  # type: ignore[union-attr]
        under = re.search(r", under (.+)", more)
        tactics = frozenset(listed(under[1])) if under else frozenset()
        found.add((name, hex_, hp, ", dazed" in more, ", tribune" in more, tactics))
    return found


def units_on_table(combat: Combat, side: str) -> set[tuple[str, str, str, bool, bool, frozenset[str]]]:
    """Describe the units of a side as they stand on the mat."""
    names, mat = names_of(combat), combat.arena.mat
    return {
        (
            names.bare(unit.id),
            mat.name(unit.hex),
            str(unit.hp),
            is_dazed(combat, unit),
            unit.tribune,
            frozenset(printed_name(combat.catalogue, each) for each in unit.tactics),
        )
        for unit in combat.in_arena(side)
    }


def both_ways(campaign: Campaign, combat: Combat | None = None) -> list[dict[str, str]]:
    """What is done with each part on the way into the box, and on the way back."""
    return [dict(stow_steps(campaign, combat, back=back)) for back in (False, True)]


LAID_OUT = {"pad", "camp", "bag", "scion", "primuses", "bane_stack", "drawn", "out_of_game", "stacks", "decks", "place",
            "came_from", "fight", "special_tactics", "turned"}  # fmt: skip
NOT_ON_THE_TABLE = {"difficulty", "banes_gone", "places", "factions", "phase", "outcome", "rulings", "variant", "faced"}
"""What a campaign knows and no hand can lay out: what was chosen, learned of the map and the chips, and what comes."""


def test_every_part_of_a_campaign_is_laid_out_or_lies_nowhere() -> None:
    assert set(Campaign.__struct_fields__) == LAID_OUT | NOT_ON_THE_TABLE
    assert not LAID_OUT & NOT_ON_THE_TABLE


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None, (pattern, text)
    return match[1]


def assert_camp(campaign: Campaign, steps: dict[str, str]) -> None:
    """Read a list back: all that lies on the table outside of the arena and the camp's stack is as it was."""
    camp, pad = campaign.camp, campaign.pad
    primuses = [chip_name(each.hero) for each in campaign.primuses if not each.defeated_in_act]
    assert listed(found("Primuses (.*); the scion", steps["Primuses and scion"])) == primuses
    assert found("the scion (.*)\\.", steps["Primuses and scion"]) == chip_name(campaign.scion)
    cards = [card.label() for card in camp.prowess] + list(camp.opportunities)
    lists = {
        "Cards": cards, "Out of the game": [card.label() for card in campaign.out_of_game],
        "Special tactics": [*map(chip_name, campaign.special_tactics)],
        "Bane stack": [*map(chip_name, campaign.bane_stack)], "Arena cards": [*map(region_name, campaign.turned)],
        **({"Defeated primuses": [*map(chip_name, campaign.defeated)]} if campaign.variant.boots else {}),
    }  # fmt: skip
    for name, expected in lists.items():
        said = found(": (.*)\\.$", steps.get(name, ": none."))
        assert counted(said) == Counter(expected), name
        assert listed(said) == expected or len(set(expected)) < len(expected) or name == "Cards", "in their order"
    decks = found("(?:in front: (.*))?\\.$", steps.get("Event decks", ".")) or ""
    front = {kind: listed(cards) for kind, cards in (each.split(": ") for each in filter(None, decks.split("; ")))}
    assert front == {kind.title(): list(cards) for kind, cards in campaign.decks.items()}
    stacks = found("order: (.*)\\.$", steps["Stadium seating"])
    for each, (region, stack) in zip(stacks.split("; "), campaign.stacks.items(), strict=True):
        known, n = found(r"\d: (.*) on top", each) if stack.known else "none", stack.size()
        assert each.startswith(f"{region_name(region)} {n}")
        assert listed(known) == list(map(chip_name, stack.known))
    numbers = tuple(map(int, re.findall(r"\d+", steps["Pad"])))
    boots = (pad.navigation, pad.opportunity_capacity) if campaign.variant.boots else ()
    assert numbers == (campaign.week, pad.influence, pad.blessings, *boots)
    assert f"Act {['I', 'II', 'III', 'IV'][pad.act - 1]}," in steps["Pad"]
    inside = re.search(r": (.*)\.$", steps["Bag and box"])
    assert inside is not None
    assert Counter(counted(inside[1])) == Counter({chip_name(chip): n for chip, n in contents(campaign).items()})
    assert f"from {called(campaign.came_from or 'anywhere')}." in steps.get("Path", "from anywhere.")
    if "Encampment" in steps:
        assert called(campaign.place) in steps["Encampment"]
    else:
        assert campaign.defeated, "the primus defeated last tells where the encampment stands"
        assert "Defeated primus" in steps


def assert_between_fights(campaign: Campaign) -> None:
    """Both lists of a campaign that is at no fight have the camp's stack, and all else."""
    for steps in both_ways(campaign):
        camp, words = campaign.camp, steps["Camp chips"]
        assert f"{chip_name(campaign.pad.hero)} on {campaign.pad.hp} red HP" in words
        assert counted(found("units (.*?);", words)) == Counter(map(chip_name, camp.units))
        assert counted(found("tactics (.*?);", words)) == Counter(map(chip_name, camp.tactics))
        assert counted(found("banes (.*)\\.", words)) == Counter(bane_names(camp.banes))
        drawn = Counter(map(chip_name, campaign.drawn.units)) + Counter(bane.name for bane in campaign.drawn.banes)
        assert counted(found(": (.*)\\.$", steps.get("Drawn chips", ": none."))) == drawn
        assert_camp(campaign, steps)


def check(campaign: Campaign, combat: Combat) -> None:
    """Read both lists back: each alone has everything that lies on the table."""
    fight = campaign.fight
    assert fight is not None
    for steps in both_ways(campaign, combat):
        assert steps["Arena"] == combat.arena.name
        assert fight.name in steps["Event"]
        for card in combat.cards:
            assert card.name in steps["Event"]
        for side, row in (
            ("player", "Yours in the arena"),
            ("rival", "The rival's in the arena"),
            ("arena", "The arena's units"),
        ):
            assert units_laid_out(steps.get(row, "")) == units_on_table(combat, side)
        coming = listed(steps["The rival's lineup, top first"])
        chips = [combat.bench[id_].chip for id_ in combat.lineup]
        assert [slug(re.sub(r"^the rival |( \d+)?( \(tribune\))?$", "", name)) for name in coming] == chips
        assert [name.endswith("(tribune)") for name in coming] == [combat.bench[id_].tribune for id_ in combat.lineup]
        tactics = [printed_name(combat.catalogue, chip) for chip in combat.rival_tactics]
        assert listed(steps["The rival's tactics, top first"]) == tactics
        places = {**combat.chips, **({"flag": combat.flag} if combat.flag is not None else {})}
        for chip, place in places.items():
            where = f"on {combat.arena.mat.name(place.hex)}" if place.hex else f"by {names_of(combat)(place.holder)}"
            said = rf"{arena_chip(chip)} is (held )?{re.escape(where)}\."
            assert re.search(said, steps["Chips in the arena"], re.IGNORECASE)
        down = re.fullmatch(r"yours: (.*); the rival's: (.*)", steps["Face down"])
        assert down is not None
        for said, side in zip(down.groups(), ("player", "rival"), strict=True):
            assert len(listed(said)) == sum(each.side == side for each in fight.fallen)
        assert steps.get("Points", "0") == str(combat.points if combat.event == "king-of-the-hill" else 0)
        camp = re.search(r"units (.*); tactics (.*); banes", steps["Camp chips"])
        assert camp is not None
        troop = Counter(campaign.camp.units) - Counter(
            f.chip for f in fight.fallen if f.side == "player" and not f.elite
        )
        troop -= Counter(unit.chip for unit in combat.in_arena("player") if not unit.hero)
        assert Counter(counted(camp[1])) == Counter({chip_name(chip): n for chip, n in troop.items()})
        if not campaign.is_stand_alone:
            assert_camp(campaign, steps)


def counted(text: str) -> dict[str, int]:
    """Read chips that are counted: `2 Archer, Defender`."""
    found = {}
    for each in listed(text):
        number = re.match(r"(\d+) ", each)
        found[each[number.end() :] if number else each] = int(number[1]) if number else 1
    return found


class Stowed(Fought):
    """A fight that is put away and laid out again at some of its moments."""

    left = A_FIGHT

    def check(self) -> None:
        if self.left and self.random.random() < 0.3:
            self.left -= 1
            game = self.table.game
            campaign = as_on_table(game.campaign, game.catalogue)
            check(campaign, game.combat)
            check(replace(campaign, difficulty=STAND_ALONE), game.combat)  # the same fight outside a campaign


def put_away(seed: int) -> None:
    """Put a fight and a campaign away at their moments, and lay them out again; a campaign has ten moments or more."""
    Stowed(begun(seed, told()), Random(seed), Manner(reopened=0)).play()
    campaigns = list(campaigns_played(seed))
    assert len(campaigns) >= 10
    for campaign in campaigns:
        assert_between_fights(campaign)


@pytest.mark.rule("saving.stow", "saving.partway", "saving.resume")
@pytest.mark.parametrize("seed", range(PLAYED))
def test_what_is_put_away_is_laid_out_again_as_it_was(seed: int) -> None:
    put_away(seed)


@pytest.mark.rule("saving.partway")
def test_both_ways_name_the_fight_that_is_followed() -> None:
    fights_on_disk.planned()
    hoplo("answer", "defender")
    away, back = (
        {step["name"]: step["what"] for step in hoplo("stow", *more, "--json").json["steps"]}
        for more in ([], ["--back"])
    )
    assert "Defender" in away["The rival's lineup, top first"]
    assert {
        name: back[name] for name in ("Arena", "Event", "Turn", "The rival's lineup, top first")
    }.items() <= away.items()


def campaigns_played(seed: int) -> Iterator[Campaign]:
    """Play a campaign at random, of every module in turn, with chips and cards lying about as they may."""
    random = Random(seed)
    campaign = world("promo" if seed % 3 else "2024")
    if seed % 2:
        three = tuple(Primus(hero) for hero in ("decimus", "bingqing", "the-parthian"))
        campaign = replace(campaign, variant=Variant(), primuses=three)
    while not campaign.outcome:
        yield campaign
        to = random.choice([each for each in destinations(campaign) if not each.refused])
        campaign, _ = travel(campaign, to.place, to.by, to.via if campaign.variant.boots else None)
        if campaign.outcome:
            return
        campaign = strewn(campaign, random)
        yield campaign
        may, banes = rounds.event_here(campaign).may, [Bane("Doom", "camp")] * banes_due(campaign, campaign.pad.act)
        if ("spectate" in may and random.random() < 0.5) or "accept" not in may:
            campaign, _ = rounds.spectate(campaign, banes, ())
            continue
        kind, left = rounds.event_here(campaign).kind, Aftermath(hp=campaign.pad.hp)
        if kind == "opportunity":
            campaign, _ = rounds.accept_opportunity(
                campaign, *[f"Card {random.random()}"] * (not campaign.variant.boots)
            )
            continue
        campaign, _ = rounds.accept_combat(campaign)
        yield campaign
        if kind != "capital":
            campaign, _ = rounds.lose_event(campaign, banes, left)
        else:
            campaign, _ = rounds.win_event(campaign, reward(campaign, left), left)


def reward(campaign: Campaign, left: Aftermath) -> Reward:
    if opponent(campaign) == "scion":
        return Reward()
    if campaign.variant.boots:
        return Reward(rows=("heal", "other:one", "other:two", "other:three"))
    return Reward(prowess=Prowess(f"Card {campaign.pad.act}"), drawn=campaign.bag.units[: units_due(campaign, left)])


def strewn(campaign: Campaign, random: Random) -> Campaign:
    """Have chips lie as a campaign may have them: known on stacks and decks, drawn, earned, sacrificed, turned."""
    drawn = campaign.bag.units[:1] if random.random() < 0.3 else ()
    return replace(
        campaign.with_bag(units=campaign.bag.units[len(drawn) :]),
        drawn=Bag((*campaign.drawn.units, *drawn)),
        stacks={**campaign.stacks, "parthians": Stack(LOCALS[: random.randint(0, 3)], random.randint(1, 3))},
        decks={"sport": ("Brawl", "Games"), "bloodshed": ("Melee",)} if random.random() < 0.7 else {},
        bane_stack=("ruin", "shade")[: random.randint(0, 2)],
        special_tactics=("feint",) * random.randint(0, 2),
        out_of_game=(Prowess("Endurance", 2),) if random.random() < 0.3 else (),
        turned=("kunlun",) if random.random() < 0.3 else (),
    )
