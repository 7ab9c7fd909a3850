"""The faction stacks and the event decks: what lies on top, what is at the front, and who draws (p.7-8, 16, 19).

Only the top chip of a stack may be looked at. The front card of each deck is open information, and who spectates sees
the three behind it; known cards are kept by the kind of the places that they are for.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.bag import faction_of_chip, is_bane, lay_out
from hoplo_companion.campaign.events import Result, event_of
from hoplo_companion.campaign.model import ARENA_CHIPS, Bag, Campaign, PlaceKind, RefusedError, Stack, without
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.world_map import REGIONS, located
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.errors import as_command, clip
from hoplo_companion.language import later, plural, tr

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
        text = plural(
            "the stack of the {faction} has {n} chip left, not {count} (p.8)",
            "the stack of the {faction} has {n} chips left, not {count} (p.8)",
            stack.size(),
            faction=region_name(faction),
            count=len(units),
        )
        raise RefusedError("setup.stacks", text)
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


def stack_here(campaign: Campaign) -> str:
    """The faction whose stack a combat draws local units from where the encampment is; empty for no region (p.19)."""
    return campaign.places[located(campaign, campaign.place)].region if campaign.place else ""


def may_be_local(campaign: Campaign, unit: str) -> bool:
    """Whether a chip may be one of that stack's, as far as it is known whose it is (p.8)."""
    if unit in NEUTRAL_UNITS or slug(unit) in ARENA_CHIPS or is_bane(campaign, unit):
        return False
    return bool(stack_here(campaign)) and faction_of_chip(campaign, unit) in ("", stack_here(campaign))


def note_local(campaign: Campaign, unit: str) -> Result:
    """Lay a local unit on the table that came off its stack in a fight that was not followed (p.19)."""
    faction = stack_here(campaign)
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
    faction, bag, drawn = stack_here(campaign), campaign.bag, campaign.drawn
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
