"""Beginning a campaign with Mercury's Boots: its bag, its primuses, and Hero Ascension (A3 p.6-7; A4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hoplo_companion.campaign.bag import put_back, take_up
from hoplo_companion.campaign.camp import card_named, gain_prowess, keep_opportunity, recruit
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, for_each, in_order
from hoplo_companion.campaign.model import Bane, Campaign, RefusedError
from hoplo_companion.campaign.naming import given
from hoplo_companion.campaign.pad import UPGRADES_OF_BOOTS, read_upgrade, upgrade
from hoplo_companion.campaign.setup import Choices, difficulty_named, laid_out
from hoplo_companion.campaign.stacks import draw_local, faction_named, stack_of
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


def ready(catalogue: Catalogue, choices: Choices) -> Result:
    """Lay out all that needs no choice; every other hero is a primus."""
    level = catalogue.difficulty(slug(choices.difficulty))
    others = (each for each in catalogue.ids("heroes") if each != slug(choices.hero))
    name = level.name if level is not None else ""
    campaign, happened = laid_out(catalogue, choices, others, name, "boots.difficulty")
    return campaign.with_pad(blessings=blessings_at_first(catalogue, choices)), happened


def begin_boots(catalogue: Catalogue, choices: Choices) -> Result:
    """Set a campaign with Mercury's Boots up, in the order of its sheet; RefusedError where a choice breaks a rule."""
    if choices.primuses:
        text = tr("with Mercury's Boots all other heroes are primuses, none is chosen: leave out --primus (A3 p.6)")
        raise RefusedError("boots.primuses", text)
    if choices.upgrades:
        text = tr("with Mercury's Boots the difficulty gives no upgrade: --spend buys them for blessings (A3 p.6)")
        raise RefusedError("boots.difficulty", text)
    campaign, happened = ready(catalogue, choices)
    stacks_first = choices.variant.bag_comes_first
    first_units = choices.first_units if stacks_first else {}, {} if stacks_first else choices.first_units
    campaign, chosen = in_order(
        campaign,
        lambda campaign: bag_first_units(campaign, first_units[0], choices.factions),
        lambda campaign: first_opportunities(campaign, choices.opportunities),
        lambda campaign: _printed_prowess(campaign, choices),
        lambda campaign: for_each(campaign, choices.spent, partial(ascend, factions=choices.factions)),
        lambda campaign: for_each(campaign, choices.bag_banes, _bag_bane),
        lambda campaign: bag_first_units(campaign, first_units[1], choices.factions),
    )
    return campaign, [*happened, *chosen]


def _bag_bane(campaign: Campaign, bane: Bane) -> Result:
    campaign = campaign.with_bag(banes=(*campaign.bag.banes, bane))
    return campaign, [event_of("bag.added", unit=bane.name, rule="boots.scion-bane")]


def first_opportunities(campaign: Campaign, cards: tuple[str, ...]) -> Result:
    """Lay the top three Opportunity cards into the camp; none where they are entered later."""
    if cards and len(cards) != FIRST_OPPORTUNITIES:
        text = tr("three Opportunity cards are drawn at set-up, not {given} (A3 p.6)", given=given(cards))
        raise RefusedError("boots.first-opportunities", text)
    return for_each(campaign, (" ".join(card.split()) for card in cards), keep_opportunity)


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
    return for_each(campaign, choices.prowess, gain_prowess)


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
            campaign, happened = gain_prowess(campaign, card_named(what))
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
