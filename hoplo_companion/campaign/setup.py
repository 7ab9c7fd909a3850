"""Preparing to play: a new campaign from its choices, and the table of a stand-alone fight (p.8-10, 34, 38-39)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import bag
from hoplo_companion.campaign.camp import gain_prowess, keep_opportunity, prowess_card, recruit
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, in_order
from hoplo_companion.campaign.model import (
    REGIONS,
    STAND_ALONE,
    Bag,
    Bane,
    Camp,
    Campaign,
    Pad,
    Place,
    Primus,
    Prowess,
    RefusedError,
    Stack,
)
from hoplo_companion.campaign.naming import chip_names, given, name_of_capital, region_name
from hoplo_companion.campaign.pad import UPGRADES_OF_BOOTS, read_upgrade, upgrade
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import DifficultyRecord, HeroRecord
from hoplo_companion.components.words import MODULES, Colour, Module, UnitClass, Variant, for_each
from hoplo_companion.errors import clip
from hoplo_companion.language import later, plural, tr

COPIES_OF_A_NEUTRAL_UNIT = 2
"""There are eight neutral chips of four kinds (p.5); two of each is inferred, and the bag can be corrected."""

PRIMUSES = 3
HERO_CLASSES: tuple[UnitClass, ...] = ("archer", "attacker", "defender", "tactician")
"""The classes that the pad has for a hero (Rulebook p.11)."""


class Choices(Struct, frozen=True, kw_only=True):
    """What the player chooses for a new campaign; `upgrades` are words of `pad.UPGRADES`, a die as `upgrade-die:1`.

    Shapes: with Mercury's Boots `spent` is what each blessing buys (`boots.ascend`), `opportunities` the first
    cards, `first_units` the first chip of each stack by faction, which goes into the bag with the `bag_banes`.
    """

    hero: str
    difficulty: str
    scion: str
    primuses: tuple[str, ...] = ()
    prowess: tuple[Prowess, ...] = ()
    upgrades: tuple[str, ...] = ()
    scion_banes: tuple[str, ...] = ()
    classes: tuple[UnitClass, ...] = ()
    attack: tuple[Colour, ...] | None = None
    variant: Variant = Variant()
    spent: tuple[str, ...] = ()
    opportunities: tuple[str, ...] = ()
    first_units: dict[str, str] = {}
    bag_banes: tuple[Bane, ...] = ()


FIRST_GAME = Choices(
    hero="krakenlance",
    difficulty="chosen",
    scion="taotie",
    primuses=("bingqing", "decimus", "the-parthian"),
    prowess=(Prowess("Follow My Lead"), Prowess("Master Tactician"), Prowess("Grand Entrance")),
    upgrades=("add-die",),
    scion_banes=("Gigantic",),
)
"""What the rulebook recommends for a first campaign (p.9-10)."""


def hero_named(catalogue: Catalogue, name: str) -> tuple[str, HeroRecord]:
    """The id and the record of a hero; UnknownNameError where there is no such hero."""
    record = catalogue.hero(slug(name))
    if record is None:
        raise UnknownNameError("hero", name, catalogue.ids("heroes"))
    return slug(name), record


def difficulty_named(catalogue: Catalogue, name: str) -> DifficultyRecord:
    """The record of a level of difficulty; UnknownNameError where there is no such level."""
    record = catalogue.record("difficulty", slug(name))
    assert isinstance(record, DifficultyRecord)
    return record


def begin(catalogue: Catalogue, choices: Choices) -> Result:
    """Set a campaign up: pad, camp, bag, scion, primuses, stacks, and the encampment on the hero's home capital."""
    level = difficulty_named(catalogue, choices.difficulty)
    primuses = check_primuses(catalogue, choices.primuses, hero_named(catalogue, choices.hero)[0])
    campaign, happened = laid_out(catalogue, choices, primuses, level.name)
    check_upgrades(choices.upgrades, level)
    cards, pad = check_cards(choices.prowess, level), campaign.pad
    campaign = campaign.with_pad(
        health=pad.health + level.health,
        hp=pad.health + level.health,
        leadership=pad.leadership + level.leadership,
        blessings=level.blessings,
        influence=level.influence,
    )
    campaign = replace(campaign, bane_stack=choices.scion_banes)
    campaign = campaign if level.tactics else campaign.with_camp(tactics=())
    campaign, chosen = in_order(
        campaign,
        lambda campaign: for_each(campaign, choices.upgrades, upgrade),
        lambda campaign: for_each(campaign, cards, gain_prowess),
    )
    return campaign, [*happened, *chosen]


def laid_out(catalogue: Catalogue, choices: Choices, primuses: Iterable[str], level: str, rule: str = "") -> Result:
    """Lay out all that needs no more choice: pad, camp, neutral units, stacks, primuses, the encampment (p.8-10)."""
    id_, hero = hero_named(catalogue, choices.hero)
    started = tuple(slug(unit) for unit in hero.units)
    neutral = tuple(kind for kind in bag.NEUTRAL_UNITS for _ in range(COPIES_OF_A_NEUTRAL_UNIT - started.count(kind)))
    home = name_of_capital(region_name(hero.region))
    campaign = Campaign(
        difficulty=slug(choices.difficulty),
        pad=_pad(id_, hero, classes=choices.classes, attack=choices.attack),
        camp=Camp(units=started, tactics=tuple(map(slug, hero.tactics))),
        bag=Bag(units=neutral),
        scion=slug(choices.scion),
        primuses=tuple(map(Primus, primuses)),
        places={home: Place("capital", hero.region, more_paths=True)},
        stacks={region: Stack() for region in REGIONS},  # whole, in the order of the map (p.8)
        place=home,
        variant=choices.variant,
    )
    return campaign, [
        event_of("campaign.begun", hero=hero.name, difficulty=level, rule=rule),
        event_of("bag.begun", units=list(neutral)),
        event_of("travel.set-out", place=home, region=hero.region),
        *set_up(choices.variant, campaign.scion),
    ]


def _pad(id_: str, hero: HeroRecord, *, attack: tuple[Colour, ...] | None, **known: Any) -> Pad:
    """The pad of a hero as its details print it, but for what is known differently (p.38-39)."""
    printed = {name: getattr(hero, name) for name in ("movement", "range", "health", "leadership")}
    dice = attack if attack is not None or hero.attack is None else tuple(hero.attack)
    given = {name: value for name, value in known.items() if value}
    return Pad(hero=id_, attack=dice, **{**printed, "hp": hero.health, "classes": tuple(hero.classes), **given})


def check_primuses(catalogue: Catalogue, names: Sequence[str], hero: str) -> list[str]:
    """The ids of the primuses; RefusedError unless they are three, all different, and none of them the hero."""
    named = [hero_named(catalogue, name)[0] for name in names]
    if len(named) != PRIMUSES or len({hero, *named}) != PRIMUSES + 1:
        text = later("choose three different primuses, none of them your hero (p.10), not: {heroes}")
        raise RefusedError("setup.primuses", text, heroes=chip_names(named))
    return named


def upgrades_of(level: DifficultyRecord) -> tuple[str, ...]:
    """The upgrades of which a level of difficulty lets one be chosen (p.9)."""
    dice = ("add-die", "upgrade-die")
    return (*dice, "health", "leadership") if level.choose_one_upgrade else dice if level.attack_upgrades else ()


def check_upgrades(upgrades: Sequence[str], level: DifficultyRecord) -> None:
    """Refuse upgrades that are not those that the difficulty gives (p.9, 34)."""
    allowed = upgrades_of(level)
    due = 1 if allowed else 0
    if len(upgrades) != due or any(read_upgrade(each)[0] not in allowed for each in upgrades):
        text = later("on {level} you choose one of the upgrades {upgrades} (p.9)")
        if not due:
            text = later("on {level} there is no upgrade to choose (p.9)")
        raise RefusedError("setup.upgrade", text, level=level.name, upgrades=", ".join(allowed))


def check_cards(cards: Sequence[Prowess], level: DifficultyRecord) -> Sequence[Prowess]:
    """The Hero Prowess cards; RefusedError unless they are as many as the difficulty gives (p.9)."""
    if len(cards) != level.prowess:
        text = plural(
            "on {level} you start with {n} Prowess card, not {given} (p.9)",
            "on {level} you start with {n} Prowess cards, not {given} (p.9)",
            level.prowess,
            level=level.name,
            given=given(card.label() for card in cards),
        )
        raise RefusedError("setup.prowess", text)
    return cards


def stand_alone(catalogue: Catalogue, hero: str, camp: Camp, hp: int | None, **known: Any) -> Campaign:
    """The table of a stand-alone fight, the hero as printed but for what is known; UnknownNameError for no hero."""
    pad = _pad(*hero_named(catalogue, hero), **known)
    pad = replace(pad, hp=pad.health if hp is None else hp)
    return Campaign(difficulty=STAND_ALONE, pad=pad, camp=camp, bag=Bag(), scion="", primuses=(), phase="cleanup")


_RULES: dict[Module, str] = {
    "faces-of-evil": "faces.scions",
    "dark-days": "days.events",
    "strange-sands": "sands.cards",
    "rivals": "rivals.deck",
}


def with_its_scion(variant: Variant, scion: str, catalogue: Catalogue) -> Variant:
    """The variant with Faces of Evil, where the scion that is chosen comes from it."""
    record = catalogue.scion(slug(scion))
    if record is None or not record.expansion:
        return variant
    return replace(variant, modules=tuple(each for each in MODULES if each in (*variant.modules, "faces-of-evil")))


def set_up(variant: Variant, scion: str) -> list[CampaignEvent]:
    """Say what is played with, and what each module wants done."""
    if variant == Variant():
        return []
    begun: list[CampaignEvent] = [event_of("campaign.variant", boots=variant.boots, modules=list(variant.modules))]
    return begun + [
        event_of("campaign.module", module=each, scion=scion, boots=variant.boots or None, rule=_RULES[each])
        for each in variant.modules
    ]


BLESSINGS_WITHOUT_LEVEL = 10  # the blessings of the older sheet, by which no difficulty is chosen

FIRST_OPPORTUNITIES = 3
ASCENSION = ("health", "leadership", *UPGRADES_OF_BOOTS, "add-die", "upgrade-die", "prowess", "unit")
"""What a blessing may buy at set-up."""


def ready(catalogue: Catalogue, choices: Choices) -> Result:
    """Lay out all that needs no choice; every other hero is a primus, the blessings are those of the level."""
    level = catalogue.difficulty(slug(choices.difficulty))
    others = (each for each in catalogue.ids("heroes") if each != slug(choices.hero))
    name, blessings = level.name if level is not None else "", BLESSINGS_WITHOUT_LEVEL
    campaign, happened = laid_out(catalogue, choices, others, name, "boots.difficulty")
    if choices.variant.chooses_level:
        blessings = difficulty_named(catalogue, choices.difficulty).boots_blessings
    elif choices.difficulty:
        text = later("by the older sheet of Mercury's Boots no difficulty is chosen: leave out --difficulty (A4)")
        raise RefusedError("boots.difficulty", text)
    return campaign.with_pad(blessings=blessings), happened


def begin_boots(catalogue: Catalogue, choices: Choices) -> Result:
    """Set a campaign with Mercury's Boots up, in the order of its sheet; RefusedError where a choice breaks a rule."""
    if choices.primuses:
        text = tr("with Mercury's Boots all other heroes are primuses, none is chosen: leave out --primus (A3 p.6)")
        raise RefusedError("boots.primuses", text)
    if choices.upgrades:
        text = tr("with Mercury's Boots the difficulty gives no upgrade: --spend buys them for blessings (A3 p.6)")
        raise RefusedError("boots.difficulty", text)
    if choices.prowess and not choices.variant.chooses_level:  # what the hero's details print as extra
        text = tr("by the older sheet of Mercury's Boots Prowess is bought by a blessing: --spend prowess:CARD (A4)")
        raise RefusedError("boots.prowess", text)
    campaign, happened = ready(catalogue, choices)
    stacks_first = choices.variant.bag_comes_first
    campaign, chosen = in_order(
        campaign,
        lambda campaign: bag_first_units(campaign, choices.first_units if stacks_first else {}),
        lambda campaign: first_opportunities(campaign, choices.opportunities),
        lambda campaign: for_each(campaign, choices.prowess, gain_prowess),
        lambda campaign: for_each(campaign, choices.spent, ascend),
        lambda campaign: for_each(campaign, choices.bag_banes, partial(bag.put_bane_in, rule="boots.scion-bane")),
        lambda campaign: bag_first_units(campaign, {} if stacks_first else choices.first_units),
    )
    return campaign, [*happened, *chosen]


def first_opportunities(campaign: Campaign, cards: tuple[str, ...]) -> Result:
    """Lay the top three Opportunity cards into the camp; none where they are entered later."""
    if cards and len(cards) != FIRST_OPPORTUNITIES:
        text = tr("three Opportunity cards are drawn at set-up, not {given} (A3 p.6)", given=given(cards))
        raise RefusedError("boots.first-opportunities", text)
    return for_each(campaign, (" ".join(card.split()) for card in cards), keep_opportunity)


def bag_first_units(campaign: Campaign, units: Mapping[str, str]) -> Result:
    """Put the first unit of each faction stack into the bag, as far as they are named."""
    happened: list[CampaignEvent] = []
    for name, unit in units.items():
        campaign, drawn = bag.draw_local(campaign, bag.faction_named(name), slug(unit))
        campaign, bagged = bag.put_back(campaign, slug(unit))
        happened += [*drawn, *bagged]
    return campaign, happened


def ascend(campaign: Campaign, bought: str) -> Result:
    """Spend a blessing on a word of `ASCENSION`, as in `health`, `upgrade-die:1`, `prowess:Endurance 1`.

    Shapes: a unit is the front one of a stack, `unit:amazons:huntress`; a second name behind it is the unit that is
    sacrificed where the troop is above Leadership. RefusedError where no blessing is left.
    """
    if not campaign.pad.blessings:
        raise RefusedError("boots.ascension", "no blessing is left for {what} (A3 p.6)", what=clip(bought))
    campaign = campaign.with_pad(blessings=campaign.pad.blessings - 1)
    spent = event_of("blessing.spent", left=campaign.pad.blessings)
    kind, _, what = bought.partition(":")
    match slug(kind):
        case "prowess":
            campaign, happened = gain_prowess(campaign, prowess_card(what, campaign.pad.hero))
        case "unit":
            faction, _, rest = what.partition(":")
            unit, _, instead_of = (slug(part) for part in rest.partition(":"))
            faction = bag.faction_named(faction)
            top = next(iter(bag.stack_of(campaign, faction).known), unit)
            campaign, drawn = bag.draw_local(campaign, faction, unit)
            campaign, joined = recruit(bag.take_up(campaign, top)[0], top, instead_of or None)
            happened = [*drawn, *joined]
        case _:
            if read_upgrade(bought)[0] not in ASCENSION:
                known = ", ".join(ASCENSION)
                text = tr("a blessing does not buy {what}, only: {known} (A3 p.6)", what=clip(bought), known=known)
                raise RefusedError("boots.ascension", text)
            campaign, happened = upgrade(campaign, bought)
    return campaign, [spent, *happened]
