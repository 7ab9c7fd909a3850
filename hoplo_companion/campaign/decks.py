"""The event cards known to lie at the front of their decks, by which routes are planned (Rulebook p.7-8, 16).

The frontmost card of each deck is open information, and who spectates sees the three behind it. Known cards are kept
by the kind of the places that they are for; what is put to the back of a deck is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.events import Result, event_of
from hoplo_companion.campaign.model import Campaign, PlaceKind, RefusedError
from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.errors import clip
from hoplo_companion.language import tr

DECKS: dict[str, PlaceKind] = {
    "sport": "sport", "opportunity": "opportunity", "bloodshed": "bloodshed", "primus": "capital",
}  # fmt: skip
"""The decks by name, in their order in the stadium seating, and the kind of the places where their cards are met."""


def deck_named(campaign: Campaign, name: str) -> PlaceKind:
    """The kind of place that a deck is for; RefusedError where there is no such deck, or none of primus events."""
    names = [each for each, kind in DECKS.items() if kind != "capital" or campaign.variant.enters_capitals_freely]
    typed = in_english(slug(name), names)
    if typed not in names:
        text = tr(
            "{name} is not a deck of event cards; {advice} (p.8)",
            name=clip(name),
            advice=advise(name, names, tr("decks")),
        )
        raise RefusedError("decks.open", text)
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
    campaign = _with(campaign, kind, (*cards, *(known[len(cards) :] if is_same and cards else ())))
    return campaign, [event_of("event.deck", deck=kind, front=list(campaign.decks.get(kind, ())))]


def draw_cards(campaign: Campaign, kind: str, count: int, seen: Iterable[str] = ()) -> Campaign:
    """Take cards off the front of a deck; where one is seen that was not known to be there, all of it is forgotten."""
    known = campaign.decks.get(kind, ())
    front = set(map(slug, known[:count]))
    is_other = len(known) >= count and not front.issuperset(map(slug, seen))
    return _with(campaign, kind, () if is_other else known[count:]) if known else campaign


def discard_event(campaign: Campaign, kind: PlaceKind, rule: str = "cleanup.discard") -> Result:
    """Put the event's card to the back of its deck (p.16, 29)."""
    return draw_cards(campaign, kind, 1), [event_of("event.discarded", deck=kind, rule=rule)]


def _with(campaign: Campaign, kind: str, cards: Sequence[str]) -> Campaign:
    others = {each: known for each, known in campaign.decks.items() if each != kind}
    return replace(campaign, decks={**others, **({kind: tuple(cards)} if cards else {})})
