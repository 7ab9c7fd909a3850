"""The draw bag: what is in it, the exact odds of what comes out, and what is put back (Rulebook p.10, 19, 29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import comb
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import Bag, Bane, BaneKind, Campaign, RefusedError
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.components.names import slug
from hoplo_companion.language import plural, tr

if TYPE_CHECKING:
    from fractions import Fraction


def contents(campaign: Campaign) -> Counter[str]:
    """Count the chips in the bag by name, banes included."""
    return Counter([*campaign.bag.units, *(bane.name for bane in campaign.bag.banes)])


def draw_odds(campaign: Campaign, draws: int) -> dict[str, Fraction]:
    """Give for every chip in the bag the exact chance to be among so many draws; a camp bane is none of them."""
    redrawn: tuple[BaneKind, ...] = ("camp",)
    return _odds(campaign, draws, redrawn)


def slot_odds(campaign: Campaign, slots: int) -> dict[str, Fraction]:
    """Give for every chip in the bag the exact chance to come out while so many slots of a lineup are filled."""
    return _odds(campaign, slots, FILL_NO_SLOT)


FILL_NO_SLOT: tuple[BaneKind, ...] = ("bag", "camp")
"""A bag bane takes effect, a camp bane goes into the camp: another chip is drawn (p.29; ruling boots.camp-bane)."""


def _odds(campaign: Campaign, slots: int, redrawn: Collection[BaneKind]) -> dict[str, Fraction]:
    """Give each chip's chance to come out; a bag with fewer chips than slots is drawn to its end."""
    return {name: chance_in_lineup(campaign, slots, (name,), redrawn) for name in sorted(contents(campaign))}


def chance_in_lineup(
    campaign: Campaign, slots: int, names: Collection[str], kinds: Collection[BaneKind] = FILL_NO_SLOT
) -> Fraction:
    """Give the exact chance that any chip of some names comes out while slots are filled; some banes fill none."""
    from fractions import Fraction

    redrawn = [bane.name for bane in campaign.bag.banes if bane.kind in kinds]
    wanted = sum(count for name, count in contents(campaign).items() if name in names)
    fill, banes = campaign.bag.size() - len(redrawn), sum(name in names for name in redrawn)
    if slots > fill:
        return Fraction(bool(wanted))
    return _chance_of_any(fill, slots, wanted - banes, banes)


def _chance_of_any(fill: int, slots: int, units: int, banes: int) -> Fraction:
    """Give the chance that any of some chips comes out while slots are filled from so many that can fill one.

    Those of them that fill a slot are missed if all slots go to others; the bag banes, if they come after the last chip
    that fills one: of all orders of themselves and those chips, each is as likely.
    """
    from fractions import Fraction

    missed = Fraction(comb(fill - units, slots), comb(fill, slots))
    return 1 - missed * Fraction(comb(fill - slots + banes, banes), comb(fill + banes, banes))


def check_draw(campaign: Campaign, count: int) -> None:
    """Refuse to draw more chips than the bag holds (p.19)."""
    size = campaign.bag.size()
    if not 0 <= count <= size:
        text = plural(
            "the bag holds {n} chip: {count} cannot be drawn (p.19)",
            "the bag holds {n} chips: {count} cannot be drawn (p.19)",
            size,
            count=count,
        )
        raise RefusedError("bag.draw", text)


def _pick(bag: Bag, name: str) -> tuple[Bag, str | Bane | None]:
    """Take one chip of a name out of some chips; None where there is none."""
    for at, unit in enumerate(bag.units):
        if slug(unit) == slug(name):
            return replace(bag, units=(*bag.units[:at], *bag.units[at + 1 :])), unit
    for at, bane in enumerate(bag.banes):
        if slug(bane.name) == slug(name):
            return replace(bag, banes=(*bag.banes[:at], *bag.banes[at + 1 :])), bane
    return bag, None


def _with_chip(bag: Bag, chip: str | Bane) -> Bag:
    if isinstance(chip, str):
        return replace(bag, units=(*bag.units, chip))
    return replace(bag, banes=(*bag.banes, chip))


def take_out(campaign: Campaign, name: str) -> tuple[Campaign, str | Bane]:
    """Take a chip that was drawn out of the bag: a unit's id, or the bane; RefusedError where it is not in there."""
    bag, chip = _pick(campaign.bag, name)
    if chip is None:
        held = ", ".join(f"{count} {chip_name(each)}" for each, count in sorted(contents(campaign).items()))
        text = tr(
            "there is no {chip} in the bag, only: {chips} (p.19)", chip=chip_name(name), chips=held or tr("nothing")
        )
        raise RefusedError("bag.draw", text)
    return replace(campaign, bag=bag), chip


def take_up(campaign: Campaign, name: str) -> tuple[Campaign, str | Bane | None]:
    """Take a chip off the table that was drawn before; None where none of that name was."""
    drawn, chip = _pick(campaign.drawn, name)
    return replace(campaign, drawn=drawn), chip


def take_drawn(campaign: Campaign, name: str) -> tuple[Campaign, str | Bane]:
    """Take a chip that came out of the bag: out of it, or off the table where it was drawn before.

    RefusedError where it is in neither.
    """
    bag, chip = _pick(campaign.bag, name)
    if chip is not None:
        return replace(campaign, bag=bag), chip
    campaign, chip = take_up(campaign, name)
    return (campaign, chip) if chip is not None else take_out(campaign, name)


def lay_out(campaign: Campaign, chip: str | Bane) -> Campaign:
    """Lay a chip that was drawn on the table, until it is put somewhere."""
    return replace(campaign, drawn=_with_chip(campaign.drawn, chip))


def take_from_combat(campaign: Campaign, name: str) -> tuple[Campaign, str | Bane | None]:
    """Take a rival's chip from the table where it was drawn before, or else from the bag, from which it must have come.

    Shapes: None for a chip of neither, which has come from elsewhere.
    """
    campaign, chip = take_up(campaign, name)
    if chip is None:
        bag, chip = _pick(campaign.bag, name)
        campaign = replace(campaign, bag=bag)
    return campaign, chip


def put_in(campaign: Campaign, unit: str) -> Result:
    """Put a unit chip into the bag (p.28, 37)."""
    campaign = campaign.with_bag(units=(*campaign.bag.units, unit))
    return campaign, [event_of("bag.added", unit=unit)]


def put_back(campaign: Campaign, unit: str) -> Result:
    """Put a unit chip into the bag, one of those drawn if it is among them (p.19)."""
    campaign, _ = take_up(campaign, unit)
    return put_in(campaign, unit)


def put_bane_in(campaign: Campaign, bane: Bane) -> Result:
    """Put a bane back into the bag, where bag and unit banes belong (p.29)."""
    if bane.kind == "camp" and not campaign.variant.boots:
        text = tr("{bane} is a camp bane: it lies in the camp, never in the bag (p.29)", bane=bane.name)
        raise RefusedError("bane.placed", text)
    campaign, _ = take_up(campaign, bane.name)
    campaign = campaign.with_bag(banes=(*campaign.bag.banes, bane))
    return campaign, [event_of("bag.added", unit=bane.name, rule="bane.placed")]


def is_camp_bane(campaign: Campaign, name: str) -> bool:
    """Whether a chip of the bag is a camp bane, for which another one is drawn (ruling boots.camp-bane)."""
    return any(bane.kind == "camp" and slug(bane.name) == slug(name) for bane in campaign.bag.banes)


def drawn_by(campaign: Campaign, count: int, choose: Callable[[int], int]) -> list[str]:
    """Draw chips by chance, `choose` picking one of so many, counted from 0; camp banes come beside the others."""
    check_draw(campaign, count)
    left, drawn = sorted(contents(campaign).elements()), list[str]()
    while left and sum(not is_camp_bane(campaign, name) for name in drawn) < count:
        drawn.append(left.pop(choose(len(left))))
    return drawn


def draw_chips(campaign: Campaign, names: Sequence[str]) -> Result:
    """Take the chips out of the bag that were drawn, in order; they lie on the table then (p.19, 29)."""
    happened: list[CampaignEvent] = []
    for name in names:
        campaign, chip = take_out(campaign, name)
        if isinstance(chip, Bane) and chip.kind == "camp":
            campaign, more = into_camp(campaign, chip)
            happened += more
            continue
        campaign = lay_out(campaign, chip)
        drawn = chip if isinstance(chip, str) else chip.name
        happened.append(event_of("bag.drawn", chip=drawn))
    return campaign, happened


def into_camp(campaign: Campaign, bane: Bane) -> Result:
    """Lay a camp bane that came out of the bag into the camp; another chip is drawn for it (ruling boots.camp-bane)."""
    campaign = campaign.with_camp(banes=(*campaign.camp.banes, bane))
    return campaign, [event_of("bane.taken", bane=bane.name, kind=bane.kind, rule="boots.scion-bane")]


def camp_banes_first(campaign: Campaign, drawn: Sequence[str]) -> tuple[Campaign, list[str], list[CampaignEvent]]:
    """Lay the camp banes among some chips that came out of the bag into the camp; the others are left to be used."""
    banes = [name for name in drawn if is_camp_bane(campaign, name)]
    others = [name for name in drawn if name not in banes]
    campaign, happened = draw_chips(campaign, banes)
    return campaign, others, happened


def remove_chip(campaign: Campaign, name: str) -> Result:
    """Take a chip for good out of the bag, or off the table where it was drawn before."""
    campaign, chip = take_drawn(campaign, name)
    return campaign, [event_of("bag.removed", unit=chip if isinstance(chip, str) else chip.name)]
