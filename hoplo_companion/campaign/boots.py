"""Beginning a campaign with Mercury's Boots: its bag, its primuses, and Hero Ascension (A3 p.6-7; A4)."""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.campaign.bag import put_back, take_up
from hoplo_companion.campaign.camp import gain_prowess, keep_opportunity, recruit
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import NEUTRAL_UNITS, Bag, Camp, Campaign, Pad, Place, Primus, Prowess, RefusedError
from hoplo_companion.campaign.naming import given
from hoplo_companion.campaign.pad import UPGRADES_OF_BOOTS, read_upgrade, upgrade
from hoplo_companion.campaign.setup import COPIES_OF_A_NEUTRAL_UNIT, Choices, difficulty_named, hero_named, set_up
from hoplo_companion.campaign.stacks import draw_local, faction_named, stack_of, whole_stacks
from hoplo_companion.campaign.world_map import name_of_capital
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import clip
from hoplo_companion.language import tr

BLESSINGS_WITHOUT_LEVEL = 10
"""The blessings of the older sheet, by which no difficulty is chosen."""

FIRST_OPPORTUNITIES = 3
ASCENSION = ("health", "leadership", *UPGRADES_OF_BOOTS, "add-die", "upgrade-die", "prowess", "unit")
"""What a blessing may buy at set-up."""


def blessings_at_first(catalogue: Catalogue, choices: Choices) -> int:
    """Count the blessings before any is spent: by the level of difficulty, or ten by the older sheet."""
    if not choices.variant.chooses_level:
        if choices.difficulty:
            text = tr("by the older sheet of Mercury's Boots no difficulty is chosen: leave out --difficulty (A4)")
            raise RefusedError("boots.difficulty", text)
        return BLESSINGS_WITHOUT_LEVEL
    return difficulty_named(catalogue, choices.difficulty).boots_blessings


def ready(catalogue: Catalogue, choices: Choices) -> Campaign:
    """Lay out all that needs no choice: pad, camp, neutral units, stacks, primuses, the encampment."""
    id_, hero = hero_named(catalogue, choices.hero)
    dice = tuple(hero.attack) if hero.attack is not None else None
    pad = Pad(
        hero=id_,
        movement=hero.movement,
        range=hero.range,
        health=hero.health,
        hp=hero.health,
        leadership=hero.leadership,
        classes=choices.classes or tuple(hero.classes),
        attack=choices.attack if choices.attack is not None else dice,
        blessings=blessings_at_first(catalogue, choices),
    )
    started = tuple(slug(unit) for unit in hero.units)
    bag = tuple(kind for kind in NEUTRAL_UNITS for _ in range(COPIES_OF_A_NEUTRAL_UNIT - started.count(kind)))
    arena = catalogue.arena(hero.region)
    home = name_of_capital(arena.name if arena is not None else hero.region)
    return Campaign(
        difficulty=slug(choices.difficulty),
        pad=pad,
        camp=Camp(units=started, tactics=tuple(slug(tactic) for tactic in hero.tactics)),
        bag=Bag(units=bag),
        scion=slug(choices.scion),
        primuses=tuple(Primus(other) for other in catalogue.ids("heroes") if other != id_),
        places={home: Place("capital", hero.region, more_paths=True)},
        stacks=whole_stacks(),
        place=home,
        variant=choices.variant,
    )


def begin_boots(catalogue: Catalogue, choices: Choices) -> Result:
    """Set a campaign with Mercury's Boots up, in the order of its sheet; RefusedError where a choice breaks a rule."""
    if choices.primuses:
        text = tr("with Mercury's Boots all other heroes are primuses, none is chosen: leave out --primus (A3 p.6)")
        raise RefusedError("boots.primuses", text)
    if choices.upgrades:
        text = tr("with Mercury's Boots the difficulty gives no upgrade: --spend buys them for blessings (A3 p.6)")
        raise RefusedError("boots.difficulty", text)
    campaign = ready(catalogue, choices)
    level = catalogue.difficulty(campaign.difficulty)
    hero = hero_named(catalogue, choices.hero)[1]
    happened: list[CampaignEvent] = [
        event_of(
            "campaign.begun",
            hero=hero.name,
            difficulty=level.name if level is not None else "",
            rule="boots.difficulty",
        ),
        event_of("bag.begun", units=list(campaign.bag.units)),
        event_of("travel.set-out", place=campaign.place, region=campaign.places[campaign.place].region),
        *set_up(choices.variant, campaign.scion),
    ]
    more: list[CampaignEvent]
    if choices.variant.bag_comes_first:
        campaign, more = bag_first_units(campaign, choices.first_units, choices.factions)
        happened += more
    campaign, more = first_opportunities(campaign, choices.opportunities)
    happened += more
    campaign, more = _printed_prowess(campaign, choices)
    happened += more
    for bought in choices.spent:
        campaign, more = ascend(campaign, bought, choices.factions)
        happened += more
    for bane in choices.bag_banes:
        campaign = campaign.with_bag(banes=(*campaign.bag.banes, bane))
        happened.append(event_of("bag.added", unit=bane.name, rule="boots.scion-bane"))
    if not choices.variant.bag_comes_first:
        campaign, more = bag_first_units(campaign, choices.first_units, choices.factions)
        happened += more
    return campaign, happened


def first_opportunities(campaign: Campaign, cards: tuple[str, ...]) -> Result:
    """Lay the top three Opportunity cards into the camp; none where they are entered later."""
    if cards and len(cards) != FIRST_OPPORTUNITIES:
        text = tr("three Opportunity cards are drawn at set-up, not {given} (A3 p.6)", given=given(cards))
        raise RefusedError("boots.first-opportunities", text)
    happened: list[CampaignEvent] = []
    for card in cards:
        campaign, more = keep_opportunity(campaign, " ".join(card.split()))
        happened += more
    return campaign, happened


def bag_first_units(campaign: Campaign, units: Mapping[str, str], factions: Mapping[str, str]) -> Result:
    """Put the first unit of each faction stack into the bag, as far as they are named."""
    happened: list[CampaignEvent] = []
    for name, unit in units.items():
        campaign, drawn = draw_local(campaign, faction_named(name), slug(unit), factions)
        campaign, bagged = put_back(campaign, slug(unit))
        happened += [*drawn, *bagged]
    return campaign, happened


def _printed_prowess(campaign: Campaign, choices: Choices) -> Result:
    """Take the extra Hero Prowess that the hero's details print, which the older sheet does not leave it."""
    if choices.prowess and not choices.variant.chooses_level:
        text = tr("by the older sheet of Mercury's Boots Prowess is bought by a blessing: --spend prowess:CARD (A4)")
        raise RefusedError("boots.prowess", text)
    happened: list[CampaignEvent] = []
    for card in choices.prowess:
        campaign, more = gain_prowess(campaign, card)
        happened += more
    return campaign, happened


def ascend(campaign: Campaign, bought: str, factions: Mapping[str, str]) -> Result:
    """Spend a blessing on a word of `ASCENSION`, as in `health`, `upgrade-die:1`, `prowess:Endurance 1`.

    Shapes: a unit is the front one of a stack, `unit:amazons:huntress`; a second name behind it is the unit that is
    sacrificed where the troop is above Leadership. RefusedError where no blessing is left.
    """
    if not campaign.pad.blessings:
        text = tr("no blessing is left for {what} (A3 p.6)", what=clip(bought))
        raise RefusedError("boots.ascension", text)
    campaign = campaign.with_pad(blessings=campaign.pad.blessings - 1)
    spent = event_of("blessing.spent", left=campaign.pad.blessings)
    kind, _, what = bought.partition(":")
    match slug(kind):
        case "prowess":
            campaign, happened = gain_prowess(campaign, _card(what))
        case "unit":
            campaign, happened = _front_unit(campaign, what, factions)
        case _:
            word, die = read_upgrade(bought)
            if word not in ASCENSION:
                known = ", ".join(ASCENSION)
                text = tr("a blessing does not buy {what}, only: {known} (A3 p.6)", what=clip(bought), known=known)
                raise RefusedError("boots.ascension", text)
            campaign, happened = upgrade(campaign, word, die)
    return campaign, [spent, *happened]


def _card(text: str) -> Prowess:
    name, _, level = " ".join(text.split()).rpartition(" ")
    return Prowess(name, int(level)) if name and level.isascii() and level.isdigit() else Prowess(text.strip())


def _front_unit(campaign: Campaign, what: str, factions: Mapping[str, str]) -> Result:
    """Recruit the front unit of a stack."""
    faction, _, rest = what.partition(":")
    unit, _, instead_of = (slug(part) for part in rest.partition(":"))
    faction = faction_named(faction)
    top = next(iter(stack_of(campaign, faction).known), unit)
    campaign, drawn = draw_local(campaign, faction, unit, factions)
    campaign, _ = take_up(campaign, top)
    campaign, joined = recruit(campaign, top, instead_of or None)
    return campaign, [*drawn, *joined]
