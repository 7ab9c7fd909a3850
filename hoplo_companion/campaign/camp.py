"""The camp: who may join it, and what must leave it (Rulebook p.11, 16-17, 33, 37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.bag import put_in, take_out, take_up
from hoplo_companion.campaign.banes import is_bane
from hoplo_companion.campaign.fights import rival_chips
from hoplo_companion.campaign.model import (
    ARENA_CHIPS,
    BASIC_TACTICS,
    Campaign,
    Happened,
    Prowess,
    RefusedError,
    Result,
)
from hoplo_companion.components.names import slug

TACTIC_CHIPS = 12
"""Chips of the four basic tactics in the box (Rulebook p.5)."""

COPIES_OF_A_TACTIC = 3
"""Chips of each basic tactic, inferred from 12 chips for four tactics."""


def troop_size(campaign: Campaign) -> int:
    """Count the troop: the units in the camp and the hero (p.36)."""
    return len(campaign.camp.units) + 1


def check_recruit(campaign: Campaign, unit: str) -> None:
    """Refuse what can never be recruited: elite units, bane units, arena units (p.33)."""
    what = (
        "an elite unit"
        if campaign.is_elite(unit)
        else "a bane"
        if is_bane(campaign, unit)
        else "an arena's chip"
        if slug(unit) in ARENA_CHIPS
        else ""
    )
    if what:
        raise RefusedError("camp.recruit-never", f"{unit} is {what}, and can never be recruited (p.33)")


def recruit(campaign: Campaign, unit: str, instead_of: str | None = None, undying: Container[str] = ()) -> Result:
    """Recruit a unit; above Leadership a unit must be sacrificed for it, which may be the new one (p.33).

    Shapes: `undying` are units that can never be sacrificed.

    RefusedError for an elite unit, a bane unit or an arena unit, which are never recruited.
    """
    check_recruit(campaign, unit)
    camp = campaign.camp
    campaign = campaign.with_camp(units=(*camp.units, unit))
    happened = [Happened("camp.recruited", "camp.recruit", {"unit": unit})]
    if troop_size(campaign) <= campaign.pad.leadership:
        if instead_of is not None:
            raise RefusedError(
                "camp.leadership", f"there is room in the troop: {instead_of} need not be sacrificed (p.33)"
            )
        return campaign, happened
    if instead_of is None:
        text = (
            f"the troop would have {troop_size(campaign)} units, and Leadership is {campaign.pad.leadership}: say whom "
            f"to sacrifice, one of {', '.join(campaign.camp.units)} (p.33)"
        )
        raise RefusedError("camp.leadership", text)
    campaign, more = sacrifice(campaign, instead_of, undying)
    return campaign, [*happened, *more]


def recruit_chip(campaign: Campaign, unit: str, instead_of: str | None = None, undying: Container[str] = ()) -> Result:
    """Recruit a unit whose chip is taken from where it is: the table, if it was drawn, or else the bag (p.33).

    Chips of the rival's troop in the fight that is followed stay its own, but for one that lies face down where no
    other chip is left.
    """
    check_recruit(campaign, unit)
    fight = campaign.fight
    free = campaign.drawn.units.count(unit) - (rival_chips(fight)[unit] if fight is not None else 0)
    # What a set-up under way has drawn is on the table already, and on the board only when it is done.
    if free > 0 and fight is not None and fight.under_way and fight.turn_of == "set-up":
        free = 0
        if unit not in campaign.bag.units:
            raise RefusedError("camp.recruit", f"the {unit} on the table was drawn for the rival's lineup (p.19)")
    happened = []
    if free > 0:
        campaign, _ = take_up(campaign, unit)
    elif unit in campaign.bag.units:
        campaign, _ = take_out(campaign, unit)
        happened.append(Happened("bag.drawn", "bag.draw", {"chip": unit}))
    else:
        campaign = _raised(campaign, unit)
    campaign, more = recruit(campaign, unit, instead_of, undying)
    return campaign, [*happened, *more]


def _raised(campaign: Campaign, unit: str) -> Campaign:
    """Take a chip from among the rival's units that lie face down, where one of its name does (p.29)."""
    fight = campaign.fight
    found = next((each for each in fight.fallen if (each.side, each.chip) == ("rival", unit)), None) if fight else None
    if fight is None or found is None:
        return campaign
    campaign, _ = take_up(campaign, unit)
    return replace(campaign, fight=replace(fight, fallen=tuple(each for each in fight.fallen if each != found)))


def sacrifice(campaign: Campaign, unit: str, undying: Container[str] = ()) -> Result:
    """Sacrifice a unit of the camp: its chip goes into the bag; a hero never can, nor one with Undying (p.37)."""
    units = campaign.camp.units
    if unit == campaign.pad.hero:
        raise RefusedError("camp.elite", "elite units cannot be sacrificed (p.37)")
    if unit not in units:
        known = ", ".join(units) or "nobody"
        raise RefusedError("camp.sacrifice", f"no {unit!r} is in the camp; there is: {known} (p.37)")
    if unit in undying:
        raise RefusedError("skill.undying", f"{unit} has Undying: it can never be sacrificed (p.37; Unit Skills)")
    at = units.index(unit)
    campaign = campaign.with_camp(units=(*units[:at], *units[at + 1 :]))
    campaign, _ = put_in(campaign, unit)
    return campaign, [Happened("camp.sacrificed", "camp.sacrifice", {"unit": unit})]


def gain_tactic(campaign: Campaign, tactic: str, instead_of: str | None = None) -> Result:
    """Gain a tactic; above Tactic Capacity one must be discarded (p.11, 33).

    A special tactic is taken off the supply, if it was earned before and has gone back there.
    """
    tactics = [*campaign.camp.tactics, tactic]
    happened = [Happened("camp.tactic-gained", "camp.tactic", {"tactic": tactic})]
    campaign = _off_the_supply(campaign, tactic)
    if instead_of is not None and len(tactics) <= campaign.pad.tactic_capacity:
        text = f"there is room for {tactic}: {instead_of} need not be discarded (p.11)"
        raise RefusedError("camp.tactic-capacity", text)
    if len(tactics) > campaign.pad.tactic_capacity:
        if instead_of is None or instead_of not in tactics:
            text = (
                f"the Tactic Capacity is {campaign.pad.tactic_capacity}: say which to discard, one of "
                f"{', '.join(dict.fromkeys(tactics))} (p.11)"
            )
            raise RefusedError("camp.tactic-capacity", text)
        tactics.remove(instead_of)
        campaign = return_tactics(campaign, [instead_of])
        happened.append(Happened("camp.tactic-discarded", "camp.tactic-capacity", {"tactic": instead_of}))
    if len(tactics) > TACTIC_CHIPS:
        raise RefusedError("camp.tactic-supply", f"the supply has {TACTIC_CHIPS} tactic chips in all (p.5, 33)")
    if Counter(tactics)[tactic] > COPIES_OF_A_TACTIC:
        # How many chips each tactic has is inferred, so what is on the table is taken, and the doubt is said.
        happened.append(Happened("camp.tactic-doubt", "camp.tactic-supply", {"tactic": tactic}))
    return campaign.with_camp(tactics=tuple(tactics)), happened


def return_tactics(campaign: Campaign, tactics: Sequence[str]) -> Campaign:
    """Give the campaign with tactics that left the camp back in the supply, where special ones can be gained (p.33)."""
    special = tuple(tactic for tactic in tactics if tactic not in BASIC_TACTICS)
    return replace(campaign, special_tactics=(*campaign.special_tactics, *special))


def _off_the_supply(campaign: Campaign, tactic: str) -> Campaign:
    left = list(campaign.special_tactics)
    if tactic in left:
        left.remove(tactic)
    return replace(campaign, special_tactics=tuple(left))


def check_supply(campaign: Campaign, tactics: Sequence[str]) -> None:
    """Refuse special tactics that the supply does not have: an Opportunity card earns each first (p.13, 33)."""
    missing = Counter(tactic for tactic in tactics if tactic not in BASIC_TACTICS) - Counter(campaign.special_tactics)
    if missing:
        text = (
            f"{', '.join(missing)}: a special tactic, which is in the supply only once an Opportunity card has earned "
            "it and it has been used (p.13, 33); an Opportunity's reward is `hoplo camp tactic NAME`, and one that "
            "was earned before `hoplo fix special_tactics NAME`"
        )
        raise RefusedError("camp.special-tactic", text)


def gain_prowess(campaign: Campaign, card: Prowess) -> Result:
    """Gain a Prowess card; levels of one name are gained in order, each once (p.9, 33).

    A card that raises the Tactic Capacity does so at once (p.11). RefusedError for one that was sacrificed before.
    """
    check_prowess(campaign.camp.prowess, card, campaign.out_of_game)
    campaign = campaign.with_camp(prowess=(*campaign.camp.prowess, card))
    campaign, changed = _change_capacity(campaign, card.tactic_capacity) if card.tactic_capacity else (campaign, [])
    gained = Happened("camp.prowess-gained", "camp.prowess", {"prowess": card.label()})
    if card.special:
        gained = Happened("camp.special-prowess-gained", "camp.prowess-special", {"prowess": card.label()})
    return campaign, [gained, *changed]


def check_prowess(earned: Sequence[Prowess], card: Prowess, gone: Sequence[Prowess] = ()) -> None:
    """Refuse a Prowess card that is not valid beside those earned: there already, or a level out of order (p.33).

    Shapes: `gone` are the cards that were sacrificed; none of them comes back, and the level after them is the lowest
    that is left (`prowess.gone`).
    """
    held = [each for each in earned if slug(each.name) == slug(card.name)]
    lost = [each for each in gone if slug(each.name) == slug(card.name)]
    if any(each.level == card.level for each in held):
        raise RefusedError("camp.prowess-once", f"{card.label()} is in the camp already (p.33)")
    if any(each.level == card.level for each in lost):
        text = f"{card.label()} was sacrificed: it is out of the game, and cannot be gained again"
        raise RefusedError("camp.prowess-gone", f"{text} (p.37; ruling prowess.gone)")
    due = max((each.level for each in [*held, *lost]), default=0) + 1
    if card.level and card.level != due:
        raise RefusedError("camp.prowess-level", f"the next {card.name} is level {due}: levels come in order (p.9, 33)")


def _change_capacity(campaign: Campaign, by: int) -> Result:
    capacity = max(0, campaign.pad.tactic_capacity + by)
    happened = Happened("pad.tactic-capacity", "pad.tactic-capacity", {"capacity": capacity})
    return campaign.with_pad(tactic_capacity=capacity), [happened]


def raise_capacity(campaign: Campaign, card: Prowess, by: int, discard: Sequence[str] = ()) -> Result:
    """Take down by how much a Prowess card of the camp raises the Tactic Capacity (p.11).

    Shapes: `discard` are the tactics that are one too many where it is less than was thought.
    """
    held = next((each for each in campaign.camp.prowess if slug(each.label()) == slug(card.label())), None)
    if held is None:
        raise RefusedError("camp.prowess", f"no Prowess {card.label()} is in the camp (p.11)")
    told = replace(held, tactic_capacity=by)
    cards = tuple(told if each == held else each for each in campaign.camp.prowess)
    campaign, happened = _change_capacity(campaign.with_camp(prowess=cards), by - held.tactic_capacity)
    campaign, discarded = _discard_tactics(campaign, discard)
    return campaign, [*happened, *discarded]


def mark_special(campaign: Campaign, card: Prowess) -> Result:
    """Note of a Prowess card of the camp that it is a Special one, not one of the hero's own (p.17)."""
    held = next((each for each in campaign.camp.prowess if slug(each.label()) == slug(card.label())), None)
    if held is None:
        return gain_prowess(campaign, replace(card, special=True))
    cards = tuple(replace(each, special=True) if each == held else each for each in campaign.camp.prowess)
    happened = Happened("camp.prowess-special", "camp.prowess-special", {"prowess": held.label()})
    return campaign.with_camp(prowess=cards), [happened]


def sacrifice_prowess(campaign: Campaign, name: str, discard: Sequence[str] = ()) -> Result:
    """Sacrifice a Prowess card: of one name the highest level goes first (p.37).

    Shapes: `discard` are the tactics that are one too many where the Tactic Capacity goes down with it (p.11).
    """
    held = sorted(each for each in campaign.camp.prowess if slug(each.name) == slug(name))
    if not held:
        raise RefusedError("camp.prowess", f"no Prowess {name!r} is in the camp (p.37)")
    left = tuple(each for each in campaign.camp.prowess if each != held[-1])
    happened = Happened("camp.prowess-sacrificed", "camp.prowess-sacrifice", {"prowess": held[-1].label()})
    campaign = replace(campaign.with_camp(prowess=left), out_of_game=(*campaign.out_of_game, held[-1]))
    told = [happened]
    if held[-1].tactic_capacity:
        campaign, changed = _change_capacity(campaign, -held[-1].tactic_capacity)
        told += changed
    campaign, discarded = _discard_tactics(campaign, discard)
    return campaign, [*told, *discarded]


def _discard_tactics(campaign: Campaign, discard: Sequence[str]) -> Result:
    """Discard tactics down to the Tactic Capacity, as many as are too many (p.11)."""
    tactics = list(campaign.camp.tactics)
    due = max(0, len(tactics) - campaign.pad.tactic_capacity)
    if len(discard) > due:
        text = f"{due} tactic(s) too many for the Tactic Capacity of {campaign.pad.tactic_capacity}, not {len(discard)}"
        raise RefusedError("camp.tactic-capacity", f"{text}: {', '.join(discard)} (p.11)")
    if len(discard) != due or Counter(discard) - Counter(tactics):
        text = (
            f"the Tactic Capacity is {campaign.pad.tactic_capacity}, so {due} of these are discarded: "
            f"{', '.join(tactics) or 'none'}; say which (p.11)"
        )
        raise RefusedError("camp.tactic-capacity", text)
    for tactic in discard:
        tactics.remove(tactic)
    campaign = return_tactics(campaign, discard)
    happened = [Happened("camp.tactic-discarded", "camp.tactic-capacity", {"tactic": tactic}) for tactic in discard]
    return campaign.with_camp(tactics=tuple(tactics)), happened


def keep_opportunity(campaign: Campaign, card: str) -> Result:
    """Put an Opportunity card into the camp; there is no limit to them (p.16)."""
    campaign = campaign.with_camp(opportunities=(*campaign.camp.opportunities, card))
    return campaign, [Happened("camp.opportunity-gained", "camp.opportunity", {"card": card})]


def discard_opportunity(campaign: Campaign, card: str) -> Result:
    """Discard an Opportunity card of the camp, completed for its reward (p.16)."""
    cards = campaign.camp.opportunities
    at = next((at for at, each in enumerate(cards) if each.casefold() == card.casefold()), None)
    if at is None:
        known = ", ".join(cards) or "none"
        raise RefusedError("camp.opportunity", f"no Opportunity {card!r} is in the camp; there are: {known} (p.16)")
    campaign = campaign.with_camp(opportunities=(*cards[:at], *cards[at + 1 :]))
    return campaign, [Happened("camp.opportunity-discarded", "camp.opportunity", {"card": cards[at]})]
