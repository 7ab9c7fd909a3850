"""What is drawn from: the bag and its odds, the banes, the faction stacks, the event decks (p.7-8, 10, 16, 19, 29).

Only the top chip of a stack may be looked at. The front card of each deck is open information, and who spectates sees
the three behind it; known cards are kept by the kind of the places that they are for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING, Literal, get_args

from msgspec.structs import replace

from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import (
    ARENA_CHIPS,
    REGIONS,
    Bag,
    Bane,
    Camp,
    Campaign,
    PlaceKind,
    RefusedError,
    Stack,
    without,
)
from hoplo_companion.campaign.naming import chip_name, chip_names, given, readable, region_name
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.components.schemas import BaneRecord
from hoplo_companion.components.words import for_each
from hoplo_companion.errors import as_command, clip
from hoplo_companion.language import later, plural, tr

if TYPE_CHECKING:
    from fractions import Fraction


def contents(campaign: Campaign) -> Counter[str]:
    """Count the chips in the bag by name, banes included."""
    return Counter([*campaign.bag.units, *(bane.name for bane in campaign.bag.banes)])


FILL_NO_SLOT = ("bag", "camp")
"""A bag bane takes effect, a camp bane goes into the camp: another chip is drawn (p.29; ruling boots.camp-bane)."""


def draw_odds(campaign: Campaign, draws: int, redrawn: Collection[str] = ("camp",)) -> dict[str, Fraction]:
    """For every chip in the bag, the exact chance to be among so many draws, or all; some banes are none of them."""
    return {name: chance_in_lineup(campaign, draws, (name,), redrawn) for name in sorted(contents(campaign))}


def chance_in_lineup(
    campaign: Campaign, slots: int, names: Collection[str], kinds: Collection[str] = FILL_NO_SLOT
) -> Fraction:
    """The exact chance that any chip of some names comes out while slots are filled; some banes fill none."""
    from fractions import Fraction

    redrawn = [bane.name for bane in campaign.bag.banes if bane.kind in kinds]
    wanted = sum(count for name, count in contents(campaign).items() if name in names)
    fill, banes = campaign.bag.size() - len(redrawn), sum(name in names for name in redrawn)
    if slots > fill:
        return Fraction(bool(wanted))
    # Chips that fill a slot are missed if all slots go to others; banes that fill none, if they come after the last
    # chip that does: of all orders of themselves and those chips, each is as likely.
    missed = Fraction(comb(fill - (wanted - banes), slots), comb(fill, slots))
    return 1 - missed * Fraction(comb(fill - slots + banes, banes), comb(fill + banes, banes))


def check_draw(campaign: Campaign, count: int) -> None:
    """Refuse to draw more chips than the bag holds (p.19)."""
    size = campaign.bag.size()
    if not 0 <= count <= size:
        text = later("the bag holds only {size} of the {count} chips to be drawn (p.19)")
        raise RefusedError("bag.draw", text, size=size, count=count)


Chips = Literal["bag", "drawn", "camp"]
PLACES: tuple[Chips, ...] = get_args(Chips)
"""Where chips lie: in the bag, on the table where they were drawn, and in the camp."""


def _named(banes: Iterable[Bane], name: str) -> Bane | None:
    return next((bane for bane in banes if slug(bane.name) == slug(name)), None)


def take_out(campaign: Campaign, name: str, *places: Chips) -> tuple[Campaign, str | Bane]:
    """Take a chip that was drawn out of the bag, or the first of some places; RefusedError where it is in none."""
    campaign, chip = take_up(campaign, name, *(places or ("bag",)))
    if chip is None:
        held = ", ".join(f"{count} {chip_name(each)}" for each, count in sorted(contents(campaign).items()))
        text = later("there is no {chip} in the bag, only: {chips} (p.19)")
        raise RefusedError("bag.draw", text, chip=chip_name(name), chips=held or tr("nothing"))
    return campaign, chip


def take_up(campaign: Campaign, name: str, *places: Chips) -> tuple[Campaign, str | Bane | None]:
    """Take a chip off the table, or from the first of some places that has one of that name; None where none has."""
    for place in places or ("drawn",):
        there: Bag | Camp = getattr(campaign, place)
        if (unit := next((each for each in there.units if slug(each) == slug(name)), None)) is not None:
            return replace(campaign, **{place: replace(there, units=without(there.units, unit))}), unit
        if (bane := _named(there.banes, name)) is not None:
            return replace(campaign, **{place: replace(there, banes=without(there.banes, bane))}), bane
    return campaign, None


def take_unit(campaign: Campaign, name: str) -> tuple[Campaign, str]:
    """Take a unit that is recruited out of those that came out of the bag; RefusedError for a bane (p.29, 33)."""
    campaign, chip = take_out(campaign, name, "bag", "drawn")
    if isinstance(chip, Bane):
        text = later("{bane} is a bane, which cannot be recruited: draw again (p.29, 33)")
        raise RefusedError("camp.recruit-never", text, bane=chip.name)
    return campaign, chip


def lay_out(campaign: Campaign, chip: str | Bane) -> Campaign:
    """Lay a chip that was drawn on the table, until it is put somewhere."""
    units, banes = ((chip,), ()) if isinstance(chip, str) else ((), (chip,))
    drawn = campaign.drawn
    return replace(campaign, drawn=Bag((*drawn.units, *units), (*drawn.banes, *banes)))


def put_back(campaign: Campaign, unit: str) -> Result:
    """Put a unit chip into the bag, one of those drawn if it is among them (p.19, 28, 37)."""
    campaign, _ = take_up(campaign, unit)
    return campaign.with_bag(units=(*campaign.bag.units, unit)), [event_of("bag.added", unit=unit)]


def put_bane_in(campaign: Campaign, bane: Bane, rule: str = "bane.placed") -> Result:
    """Put a bane back into the bag, where bag and unit banes belong (p.29)."""
    if bane.kind == "camp" and not campaign.variant.boots:
        text = tr("{bane} is a camp bane: it lies in the camp, never in the bag (p.29)", bane=bane.name)
        raise RefusedError("bane.placed", text)
    campaign, _ = take_up(campaign, bane.name)
    campaign = campaign.with_bag(banes=(*campaign.bag.banes, bane))
    return campaign, [event_of("bag.added", unit=bane.name, rule=rule)]


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

    def draw(campaign: Campaign, name: str) -> Result:
        campaign, chip = take_out(campaign, name)
        if isinstance(chip, Bane) and chip.kind == "camp":
            return into_camp(campaign, chip)
        return lay_out(campaign, chip), [event_of("bag.drawn", chip=chip if isinstance(chip, str) else chip.name)]

    return for_each(campaign, names, draw)


def into_camp(campaign: Campaign, bane: Bane) -> Result:
    """Lay a camp bane that came out of the bag into the camp; another chip is drawn for it (ruling boots.camp-bane)."""
    campaign = campaign.with_camp(banes=(*campaign.camp.banes, bane))
    return campaign, [event_of("bane.taken", bane=bane.name, kind=bane.kind, rule="boots.scion-bane")]


def drawn_for_troop(
    campaign: Campaign, drawn: Sequence[str], due: int, rule: str
) -> tuple[Campaign, list[str], list[CampaignEvent]]:
    """The random bag units for the troop, camp banes laid into the camp; RefusedError unless all are due (p.13, 29)."""
    banes = [name for name in drawn if is_camp_bane(campaign, name)]
    units = [name for name in drawn if name not in banes]
    campaign, happened = draw_chips(campaign, banes)
    if len(units) != due:
        text = plural(
            "{n} random bag unit is recruited, not {given} (p.13, 29)",
            "{n} random bag units are recruited, not {given} (p.13, 29)",
            due,
            given=given(map(chip_name, units)),
        )
        raise RefusedError(rule, text)
    return campaign, units, happened


def remove_chip(campaign: Campaign, name: str) -> Result:
    """Take a chip for good out of the bag, or off the table where it was drawn before."""
    campaign, chip = take_out(campaign, name, "bag", "drawn")
    return campaign, [event_of("bag.removed", unit=chip if isinstance(chip, str) else chip.name)]


def take_bane(campaign: Campaign, bane: Bane) -> Result:
    """Put a bane that was drawn where its kind says: bag and unit banes into the bag, others into the camp (p.29)."""
    happened = [event_of("bane.taken", bane=bane.name, kind=bane.kind)]
    top, rest = campaign.bane_stack[:1], campaign.bane_stack[1:]
    if top and slug(top[0]) == slug(bane.name):
        campaign = replace(campaign, bane_stack=rest)
    elif top:
        # What was drawn was drawn: the table is the truth, and the stack is corrected by hand.
        happened.append(event_of("bane.unexpected", bane=bane.name, expected=top[0]))
    if bane.kind == "camp":
        return campaign.with_camp(banes=(*campaign.camp.banes, bane)), happened
    return campaign.with_bag(banes=(*campaign.bag.banes, bane)), happened


STANDARD_BANES = 21  # bane chips of the box beside those of the scions (Rulebook p.5)


def most_banes_left(campaign: Campaign) -> int:
    """Count the chips that the bane stack can still have (p.10, 29)."""
    in_play = len(campaign.bag.banes) + len(campaign.camp.banes) + len(campaign.drawn.banes)
    return max(0, STANDARD_BANES + 1 - in_play - campaign.banes_gone)  # one is the scion's


def only_left(campaign: Campaign, count: int = 0) -> Campaign:
    """The campaign whose bane stack is found to have no more than some chips."""
    return replace(campaign, banes_gone=campaign.banes_gone + max(0, most_banes_left(campaign) - count))


def is_bane(campaign: Campaign, name: str) -> bool:
    """Say whether a name is that of a bane in play, or of one on top of the stack."""
    return bane_met(campaign, name) is not None or slug(name) in map(slug, campaign.bane_stack)


def bane_record(name: str) -> BaneRecord | None:
    """What is recorded of a bane; None where nothing is."""
    return readable(lambda known: known.bane(slug(name)))


def check_locals(campaign: Campaign, unit: str) -> None:
    """Refuse to recruit a unit of the present region while a camp bane keeps those from being recruited."""
    if not campaign.region_here or faction_of_chip(campaign, unit) != campaign.region_here:
        return
    for bane in campaign.camp.banes:
        if (record := bane_record(bane.name)) is not None and record.bars_locals:
            text = later(
                "{unit} is local to the region you are in, and {bane} lies in your camp: it cannot be recruited (p.30)"
            )
            raise RefusedError("bane.camp", text, unit=chip_name(unit), bane=bane.name)


def faction_of_chip(campaign: Campaign, unit: str) -> str:
    """The faction of a unit chip, as a stack has shown it or as it is recorded; empty for none."""
    record = catalogue().unit(slug(unit))
    stated = (record.faction or record.inferred_faction) if record is not None else ""
    return campaign.factions.get(slug(unit), stated)


def bane_met(campaign: Campaign, name: str) -> Bane | None:
    """A bane that this campaign has in play, by its name; None where it has none."""
    return _named((*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes), name)


def remove_bane(campaign: Campaign, name: str, only: str = "") -> Result:
    """Remove a bane from the bag or the camp, or `only` from one of them, where an effect says so (p.17, 30)."""
    for place in PLACES:
        where = "table" if place == "drawn" else place
        left, bane = take_up(campaign, name, place) if only in ("", where) else (campaign, None)
        if isinstance(bane, Bane):
            return replace(left, banes_gone=left.banes_gone + 1), [
                event_of("bane.removed", bane=bane.name, where=where)
            ]
    known = chip_names(bane.name for bane in (*campaign.bag.banes, *campaign.camp.banes))
    text = tr("there is no bane {bane} in the bag or the camp, only: {banes} (p.17)", bane=chip_name(name), banes=known)
    raise RefusedError("bane.removed", text)


# The faction stacks and the event decks -------------------------------------------------------------------------------

NEUTRAL_UNITS = ("archer", "attacker", "defender", "tactician")
"""The neutral unit chips, which are of no faction (Rulebook p.5, 10)."""


def faction_named(name: str) -> str:
    """The id of a faction; RefusedError with the near misses where there is no such faction (p.8)."""
    faction = slug(name)
    if faction not in REGIONS:
        advice = advise(name, REGIONS, tr("factions"))
        raise RefusedError("setup.stacks", "there is no faction {name}; {advice} (p.8)", name=clip(name), advice=advice)
    return faction


def stack_of(campaign: Campaign, faction: str) -> Stack:
    """A faction's stack; one of which nothing is known is whole (p.8)."""
    return campaign.stacks.get(faction, Stack())


def see_top(campaign: Campaign, faction: str, units: Sequence[str]) -> Result:
    """Note which chips lie on a stack, from the top down, as far as they are known."""
    stack = stack_of(campaign, faction)
    if len(units) > stack.size():
        text = later("the stack of the {faction} has only {n} left, not {count} (p.8)")
        raise RefusedError("setup.stacks", text, faction=region_name(faction), n=stack.size(), count=len(units))
    for unit in units:
        check_local(faction, unit, catalogue())
    campaign = of_faction(_with(campaign, faction, Stack(tuple(units), stack.size() - len(units))), faction, units)
    return campaign, [event_of("stack.seen", faction=faction, units=list(units))]


def draw_local(campaign: Campaign, faction: str, unit: str = "", *, recorded: bool = True) -> Result:
    """Draw a stack's top chip, named where it is not known; one drawn before need not be `recorded` (p.19)."""
    stack = stack_of(campaign, faction)
    if not stack.size():
        text = later("the stack of the {faction} is empty: draw a chip from the bag instead (p.19)")
        raise RefusedError("stack.empty", text, faction=region_name(faction))
    top = stack.known[0] if stack.known else unit
    if not top:
        text = tr("name the chip on top of the stack of the {faction} (p.7)", faction=region_name(faction))
        raise RefusedError("stack.top", text)
    if unit and unit != top:
        raise RefusedError(
            "stack.top",
            "{top} lies on top of the stack of the {faction}, not {unit}: `{command}` corrects that (p.7)",
            top=chip_name(top),
            faction=region_name(faction),
            unit=chip_name(unit),
            command=as_command("stack", "see", faction, unit),
        )
    check_local(faction, top, catalogue() if recorded else None)
    left = replace(stack, known=stack.known[1:]) if stack.known else replace(stack, below=stack.below - 1)
    campaign = of_faction(lay_out(_with(campaign, faction, left), top), faction, [top])
    return campaign, [event_of("stack.drawn", faction=faction, unit=top, left=left.size())]


def may_be_local(campaign: Campaign, unit: str) -> bool:
    """Whether a chip may be one of that stack's, as far as it is known whose it is (p.8)."""
    if unit in NEUTRAL_UNITS or slug(unit) in ARENA_CHIPS or is_bane(campaign, unit):
        return False
    here = campaign.region_here
    return bool(here) and faction_of_chip(campaign, unit) in ("", here)


def note_local(campaign: Campaign, unit: str) -> Result:
    """Lay a local unit on the table that came off its stack in a fight that was not followed (p.19)."""
    faction = campaign.region_here
    stack = stack_of(campaign, faction)
    known = without(stack.known, unit)
    below = stack.below - (known == stack.known)
    if below < 0:
        return campaign, []  # all that is left of the stack is known: it is not from there
    left = Stack(known, below)
    campaign = of_faction(lay_out(_with(campaign, faction, left), unit), faction, [unit])
    return campaign, [event_of("stack.drawn", faction=faction, unit=unit, left=left.size())]


def put_back_drawn(campaign: Campaign, of_stack: Sequence[str]) -> Campaign:
    """Put back what was drawn before its set-up: some chips onto the stack, the others into the bag (p.19)."""
    faction, bag, drawn = campaign.region_here, campaign.bag, campaign.drawn
    units = (Counter(drawn.units) - Counter(of_stack)).elements()
    if of_stack:
        stack = stack_of(campaign, faction)
        campaign = _with(campaign, faction, replace(stack, known=(*of_stack, *stack.known)))
    return replace(campaign, bag=Bag((*bag.units, *units), (*bag.banes, *drawn.banes)), drawn=Bag())


def _with(campaign: Campaign, faction: str, stack: Stack) -> Campaign:
    return replace(campaign, stacks={**campaign.stacks, faction: stack})


def of_faction(campaign: Campaign, faction: str, units: Sequence[str]) -> Campaign:
    """The campaign that knows of chips which a stack has shown whose they are (p.8)."""
    return replace(campaign, factions={**campaign.factions, **{slug(unit): faction for unit in units}})


def check_local(faction: str, unit: str, known: Catalogue | None) -> None:
    """Refuse a chip that can be in no stack, or is known to be in another faction's (p.5, 8)."""
    record = known.unit(unit) if known is not None else None
    other = (record.faction if record is not None else None) or faction
    for is_so, text in (
        (unit in NEUTRAL_UNITS, later("{unit} is a neutral unit, which is in no faction's stack (p.8, 10)")),
        (slug(unit) in ARENA_CHIPS, later("{unit} is a chip of an arena, which is in no faction's stack (p.5, 8)")),
        (other != faction, later("{unit} belongs to the {other}, not to the {faction} (p.8)")),
    ):
        if is_so:
            names = {"other": region_name(other), "faction": region_name(faction)}
            raise RefusedError("setup.stacks", text, unit=chip_name(unit), **names)


DECKS: dict[str, PlaceKind] = {
    "sport": "sport", "opportunity": "opportunity", "bloodshed": "bloodshed", "primus": "capital",
}  # fmt: skip
"""The decks by name, in their order in the stadium seating, and the kind of the places where their cards are met."""


def deck_named(campaign: Campaign, name: str) -> PlaceKind:
    """The kind of place that a deck is for; RefusedError where there is no such deck, or none of primus events."""
    names = [each for each, kind in DECKS.items() if kind != "capital" or campaign.variant.enters_capitals_freely]
    typed = in_english(slug(name), names)
    if typed not in names:
        text = later("{name} is not a deck of event cards; {advice} (p.8)")
        raise RefusedError("decks.open", text, name=clip(name), advice=advise(name, names, tr("decks")))
    return DECKS[typed]


def front_card(campaign: Campaign, kind: str) -> str:
    """The card at the front of a deck; empty where it is not known."""
    return next(iter(campaign.decks.get(kind, ())), "")


def lay_in_order(campaign: Campaign, kind: PlaceKind, cards: Sequence[str]) -> Result:
    """Note which cards lie at the front of a deck, the next one first; none after it was shuffled (p.7-8, 16).

    What is known to lie behind them still does where only their order is another one.
    """
    cards = [" ".join(card.split()) for card in cards]
    known = campaign.decks.get(kind, ())
    is_same = sorted(map(slug, cards)) == sorted(map(slug, known[: len(cards)]))
    campaign = _with_front(campaign, kind, (*cards, *(known[len(cards) :] if is_same and cards else ())))
    return campaign, [event_of("event.deck", deck=kind, front=list(campaign.decks.get(kind, ())))]


def draw_cards(campaign: Campaign, kind: str, count: int, seen: Iterable[str] = ()) -> Campaign:
    """Take cards off the front of a deck; where one is seen that was not known to be there, all of it is forgotten."""
    known = campaign.decks.get(kind, ())
    front = set(map(slug, known[:count]))
    is_other = len(known) >= count and not front.issuperset(map(slug, seen))
    return _with_front(campaign, kind, () if is_other else known[count:]) if known else campaign


def discard_event(campaign: Campaign, kind: PlaceKind, rule: str = "cleanup.discard") -> Result:
    """Put the event's card to the back of its deck (p.16, 29)."""
    return draw_cards(campaign, kind, 1), [event_of("event.discarded", deck=kind, rule=rule)]


def _with_front(campaign: Campaign, kind: str, cards: Sequence[str]) -> Campaign:
    others = {each: known for each, known in campaign.decks.items() if each != kind}
    return replace(campaign, decks={**others, **({kind: tuple(cards)} if cards else {})})
