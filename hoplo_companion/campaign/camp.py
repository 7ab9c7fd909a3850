"""The camp: who may join it, and what must leave it (Rulebook p.11, 16-17, 33, 37)."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.bag import bane_record, check_locals, is_bane, take_out, take_up
from hoplo_companion.campaign.events import Result, event_of
from hoplo_companion.campaign.model import ARENA_CHIPS, BASIC_TACTICS, Campaign, Prowess, RefusedError, without
from hoplo_companion.campaign.naming import chip_name, chip_names
from hoplo_companion.components.catalogue import catalogue, undying
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr

TACTIC_CHIPS = 12  # chips of the four basic tactics in the box (Rulebook p.5)
COPIES_OF_A_TACTIC = 3  # chips of each basic tactic, inferred from 12 chips for four tactics


def is_troop_full(campaign: Campaign, lost: int = 0) -> bool:
    """Whether the troop has as many units as Leadership allows, `lost` of them not counted (p.33)."""
    return campaign.troop_size - lost >= campaign.pad.leadership


def needless_sacrifice(unit: str) -> RefusedError:
    """Refuse the sacrifice of a unit for which nobody comes into a full troop."""
    text = later("nobody is recruited into a full troop: {unit} need not be sacrificed (p.33)")
    return RefusedError("camp.leadership", text, unit=chip_name(unit))


def check_recruit(campaign: Campaign, unit: str) -> None:
    """Refuse what can never be recruited: elite units, bane units, arena units (p.33)."""
    is_a_bane = is_bane(campaign, unit) or bane_record(unit) is not None
    for is_so, text in (
        (campaign.is_elite(unit), later("{unit} is an elite unit, and can never be recruited (p.33)")),
        (is_a_bane, later("{unit} is a bane, and can never be recruited (p.33)")),
        (slug(unit) in ARENA_CHIPS, later("{unit} is a chip of an arena, and can never be recruited (p.33)")),
    ):
        if is_so:
            raise RefusedError("camp.recruit-never", text, unit=chip_name(unit))
    check_locals(campaign, unit)


def recruit(campaign: Campaign, unit: str, instead_of: str | None = None) -> Result:
    """Recruit a unit; above Leadership one must be sacrificed for it, or itself (p.33)."""
    check_recruit(campaign, unit)
    campaign = campaign.with_camp(units=(*campaign.camp.units, unit))
    happened = [event_of("camp.recruited", unit=unit)]
    if campaign.troop_size <= campaign.pad.leadership:
        if instead_of is not None:
            raise needless_sacrifice(instead_of)
        return campaign, happened
    if instead_of is None:
        raise RefusedError(
            "camp.leadership",
            "the troop would have {size} units, and Leadership is {leadership}: name the unit to sacrifice, one of "
            "{units} (p.33)",
            size=campaign.troop_size,
            leadership=campaign.pad.leadership,
            units=chip_names(campaign.camp.units),
        )
    campaign, more = sacrifice(campaign, instead_of)
    return campaign, [*happened, *more]


def recruit_chip(campaign: Campaign, unit: str, instead_of: str | None = None) -> Result:
    """Recruit a unit whose chip comes off the table, else out of the bag; the rival's troop keeps its own (p.33)."""
    check_recruit(campaign, unit)
    fight = campaign.fight
    free = campaign.drawn.units.count(unit) - (fight.rival_chips()[unit] if fight is not None else 0)
    # What a set-up under way has drawn is on the table already, and on the board only when it is done.
    if free > 0 and fight is not None and fight.under_way and fight.turn_of == "set-up":
        free = 0
        if unit not in campaign.bag.units:
            text = tr("the {unit} on the table was drawn for the rival's lineup (p.19)", unit=chip_name(unit))
            raise RefusedError("camp.recruit", text)
    happened = []
    if free > 0:
        campaign, _ = take_up(campaign, unit)
    elif unit in campaign.bag.units:
        campaign, _ = take_out(campaign, unit)
        happened.append(event_of("bag.drawn", chip=unit))
    elif fight is not None and (down := [each for each in fight.fallen if (each.side, each.chip) == ("rival", unit)]):
        # One of the rival's units that lie face down (p.29).
        campaign, _ = take_up(campaign, unit)
        campaign = replace(campaign, fight=replace(fight, fallen=tuple(e for e in fight.fallen if e != down[0])))
    campaign, more = recruit(campaign, unit, instead_of)
    return campaign, [*happened, *more]


def sacrifice(campaign: Campaign, unit: str) -> Result:
    """Sacrifice a unit of the camp: its chip goes into the bag; a hero never can, nor one with Undying (p.37)."""
    units = campaign.camp.units
    if unit == campaign.pad.hero:
        raise RefusedError("camp.elite", "elite units cannot be sacrificed (p.37)")
    if unit not in units:
        text = tr("there is no {unit} in the camp, only: {units} (p.37)", unit=chip_name(unit), units=chip_names(units))
        raise RefusedError("camp.sacrifice", text)
    if undying(catalogue(), [unit]):
        text = tr("{unit} has Undying: it can never be sacrificed (p.37; Unit Skills)", unit=chip_name(unit))
        raise RefusedError("skill.undying", text)
    campaign = campaign.with_camp(units=without(units, unit)).with_bag(units=(*campaign.bag.units, unit))
    return campaign, [event_of("camp.sacrificed", unit=unit)]


def gain_tactic(campaign: Campaign, tactic: str, instead_of: str | None = None) -> Result:
    """Gain a tactic, a special one off the supply; above Tactic Capacity one must be discarded (p.11, 33)."""
    campaign = campaign.with_camp(tactics=(*campaign.camp.tactics, tactic))
    campaign = replace(campaign, special_tactics=without(campaign.special_tactics, tactic))
    campaign, happened = _discard_tactics(campaign, [] if instead_of is None else [instead_of])
    happened.insert(0, event_of("camp.tactic-gained", tactic=tactic))
    if len(campaign.camp.tactics) > TACTIC_CHIPS:
        text = tr("the supply has {count} tactic chips in all (p.5, 33)", count=TACTIC_CHIPS)
        raise RefusedError("camp.tactic-supply", text)
    if campaign.camp.tactics.count(tactic) > COPIES_OF_A_TACTIC:
        # How many chips each tactic has is inferred: what lies on the table counts, and the doubt is mentioned.
        happened.append(event_of("camp.tactic-doubt", tactic=tactic))
    return campaign, happened


def return_tactics(campaign: Campaign, tactics: Sequence[str]) -> Campaign:
    """The campaign with tactics that left the camp back in the supply, where special ones can be gained (p.33)."""
    special = tuple(tactic for tactic in tactics if tactic not in BASIC_TACTICS)
    return replace(campaign, special_tactics=(*campaign.special_tactics, *special))


def check_supply(campaign: Campaign, tactics: Sequence[str]) -> None:
    """Refuse special tactics that the supply does not have: an Opportunity card earns each first (p.13, 33)."""
    missing = Counter(tactic for tactic in tactics if tactic not in BASIC_TACTICS) - Counter(campaign.special_tactics)
    if missing:
        text = later(
            "{tactics}: special tactics are in the supply only after an Opportunity card has earned them and they have "
            "been used (p.13, 33); enter an Opportunity's reward with `hoplo camp tactic NAME`, and one that was "
            "earned before with `hoplo fix special_tactics NAME`"
        )
        raise RefusedError("camp.special-tactic", text, tactics=chip_names(missing))


def gain_prowess(campaign: Campaign, card: Prowess) -> Result:
    """Gain a Prowess card, levels in order and each once, and the Tactic Capacity that it brings (p.9, 11, 33)."""
    check_prowess(campaign.camp.prowess, card, campaign.out_of_game)
    campaign = campaign.with_camp(prowess=(*campaign.camp.prowess, card))
    campaign, changed = _change_capacity(campaign, card.tactic_capacity) if card.tactic_capacity else (campaign, [])
    gained = "camp.special-prowess-gained" if card.special else "camp.prowess-gained"
    return campaign, [event_of(gained, prowess=card.label()), *changed]


def check_prowess(earned: Sequence[Prowess], card: Prowess, gone: Sequence[Prowess] = ()) -> Prowess:
    """A Prowess card, refused if held already, `gone`, or above the lowest level left (p.33; `prowess.gone`)."""
    held = [each for each in earned if slug(each.name) == slug(card.name)]
    lost = [each for each in gone if slug(each.name) == slug(card.name)]
    if any(each.level == card.level for each in held):
        raise RefusedError("camp.prowess-once", "{card} is in the camp already (p.33)", card=card.label())
    if any(each.level == card.level for each in lost):
        text = later(
            "{card} was sacrificed: it is out of the game, and cannot be gained again (p.37; ruling prowess.gone)"
        )
        raise RefusedError("camp.prowess-gone", text, card=card.label())
    due = max((each.level for each in [*held, *lost]), default=0) + 1
    if card.level and card.level != due:
        text = tr("the next {card} is level {level}: levels come in order (p.9, 33)", card=card.name, level=due)
        raise RefusedError("camp.prowess-level", text)
    return card


def prowess_card(text: str, hero: str = "", *, any_level: bool = False) -> Prowess:
    """A Prowess card as it is typed, `Endurance 1`, `Endurance level 1` or `Endurance:1`; one that is known as printed.

    What the data, or the player before, have said about its Tactic Capacity comes with it.
    """
    name, level = part_number(text)
    words = name.split()
    if level is not None and len(words) > 1 and words[-1].casefold() == "level":
        words.pop()
    card, known = Prowess(" ".join(words), level or 0), catalogue()
    if not slug(card.name):
        raise UsageError(
            "{text} is not a Prowess card: write its name, followed by its level if it has one (p.33)", text=clip(text)
        )
    record = known.prowess(slug(card.label()))
    if record is None and not card.level and not any_level and known.prowess(f"{slug(card.name)}-1") is not None:
        raise RefusedError(
            "camp.prowess-level", "{card} has levels: name one, as in {card} 1 (p.9, 33)", card=card.name
        )
    if record is not None and hero and record.hero not in ("", hero):
        text = later("{card} is a Prowess card of {owner}, not of {hero} (p.9)")
        raise RefusedError("setup.prowess", text, card=record.name, owner=chip_name(record.hero), hero=chip_name(hero))
    rewards = (each.reward for each in known.every("opportunities").values())
    special = {slug(each.name) for each in rewards if each is not None and each.kind == "special-prowess"}  # p.17
    is_special = not special.isdisjoint(map(slug, (card.name, card.label())))
    if record is None:
        return replace(card, special=is_special)
    return Prowess(record.name, record.level or 0, record.tactic_capacity or 0, record.special or is_special)


def _change_capacity(campaign: Campaign, by: int) -> Result:
    capacity = max(0, campaign.pad.tactic_capacity + by)
    return campaign.with_pad(tactic_capacity=capacity), [event_of("pad.tactic-capacity", capacity=capacity)]


def enter_prowess(
    campaign: Campaign, card: Prowess, by: int | None, special: bool = False, discard: Sequence[str] = ()
) -> Result:
    """Gain a Prowess card; of one in the camp note by how much it raises the Tactic Capacity, or that it is Special.

    Shapes: `by` is None where that is not said; `discard` are the tactics that are one too many where it is less than
    was thought. `Rulebook p.11, 17`.
    """
    cards = campaign.camp.prowess
    held = next((each for each in cards if slug(each.label()) == slug(card.label())), None)
    if held is None or (by is None and not special):
        by = card.tactic_capacity if by is None else by
        campaign, happened = gain_prowess(campaign, replace(card, tactic_capacity=by, special=special or card.special))
        must_discard = bool(discard)
    else:
        known = replace(held, special=True) if by is None else replace(held, tactic_capacity=by)
        campaign = campaign.with_camp(prowess=tuple(known if each == held else each for each in cards))
        must_discard = by is not None or bool(discard)
        if by is None:
            happened = [event_of("camp.prowess-special", prowess=held.label())]
        else:
            campaign, happened = _change_capacity(campaign, by - held.tactic_capacity)
    campaign, discarded = _discard_tactics(campaign, discard) if must_discard else (campaign, [])
    return campaign, [*happened, *discarded]


def sacrifice_prowess(campaign: Campaign, name: str, discard: Sequence[str] = ()) -> Result:
    """Sacrifice a Prowess card, its highest level first; `discard` are tactics that are too many then (p.11, 37)."""
    held = sorted(each for each in campaign.camp.prowess if slug(each.name) == slug(name))
    if not held:
        raise RefusedError("camp.prowess", "there is no Prowess {card} in the camp (p.11)", card=name)
    left = tuple(each for each in campaign.camp.prowess if each != held[-1])
    campaign = replace(campaign.with_camp(prowess=left), out_of_game=(*campaign.out_of_game, held[-1]))
    happened = [event_of("camp.prowess-sacrificed", prowess=held[-1].label())]
    if held[-1].tactic_capacity:
        campaign, changed = _change_capacity(campaign, -held[-1].tactic_capacity)
        happened += changed
    campaign, discarded = _discard_tactics(campaign, discard)
    return campaign, [*happened, *discarded]


def _discard_tactics(campaign: Campaign, discard: Sequence[str]) -> Result:
    """Discard tactics down to the Tactic Capacity, as many as are too many (p.11)."""
    tactics = campaign.camp.tactics
    due = max(0, len(tactics) - campaign.pad.tactic_capacity)
    if discard and not due:
        raise RefusedError(
            "camp.tactic-capacity",
            "no tactic is too many for the Tactic Capacity of {capacity}: {tactics} need not be discarded (p.11)",
            capacity=campaign.pad.tactic_capacity,
            tactics=chip_names(discard),
        )
    if len(discard) != due or Counter(discard) - Counter(tactics):
        text = plural(
            "the Tactic Capacity is {capacity}: name the tactic to discard, one of {tactics} (p.11)",
            "the Tactic Capacity is {capacity}: name the {n} tactics to discard of {tactics} (p.11)",
            due,
            capacity=campaign.pad.tactic_capacity,
            tactics=chip_names(dict.fromkeys(tactics) if due == 1 else tactics),
        )
        raise RefusedError("camp.tactic-capacity", text)
    campaign = return_tactics(campaign.with_camp(tactics=without(tactics, *discard)), discard)
    return campaign, [event_of("camp.tactic-discarded", tactic=tactic) for tactic in discard]


def keep_opportunity(campaign: Campaign, card: str) -> Result:
    """Put an Opportunity card into the camp; there is no limit to them (p.16)."""
    campaign = campaign.with_camp(opportunities=(*campaign.camp.opportunities, card))
    return campaign, [event_of("camp.opportunity-gained", card=card)]


def discard_opportunity(campaign: Campaign, card: str) -> Result:
    """Discard an Opportunity card of the camp, completed for its reward (p.16)."""
    cards = campaign.camp.opportunities
    held = next((each for each in cards if each.casefold() == card.casefold()), None)
    if held is None:
        known = ", ".join(cards) or tr("nothing")
        text = tr("there is no Opportunity card {card} in the camp, only: {cards} (p.16)", card=card, cards=known)
        raise RefusedError("camp.opportunity", text)
    campaign = campaign.with_camp(opportunities=without(cards, held))
    return campaign, [event_of("camp.opportunity-discarded", card=held)]
