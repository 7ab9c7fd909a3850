"""Houses, their assets and where the turn stands; what every action at the table has in common (Spartacus p.5-17).

A game is a frozen value. An action changes it through a `Play`, which notes what happened; nothing here prints or asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from msgspec import Struct, convert
from msgspec.structs import replace

from hoplo_companion.components.names import the_one
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import IllegalError, UsageError, as_command, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.abilities import MANUAL_TEXT, Fighter, has_dice, read_abilities, read_fighter

Kind = Literal["gladiator", "slave", "guard", "weapon", "armour", "special"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GEAR: tuple[Kind, ...] = ("weapon", "armour", "special")

Stage = Literal[
    "upkeep",
    "ledgers",
    "intrigue",
    "open-market",
    "auction",
    "hosting",
    "invitations",
    "wagers",
    "combat",
    "thumb",
    "tournament",
    "over",
]

STAGE_NAMES: dict[Stage, str] = {
    "upkeep": later("Upkeep: refresh cards"),
    "ledgers": later("Upkeep: heal injuries, balance the ledgers"),
    "intrigue": later("Intrigue Phase"),
    "open-market": later("Market Phase: Open Market"),
    "auction": later("Market Phase: Auction"),
    "hosting": later("Market Phase: Bid for Hosting"),
    "invitations": later("Arena Phase: Hosting the Event"),
    "wagers": later("Arena Phase: Place Wagers"),
    "combat": later("Arena Phase: Combat!"),
    "thumb": later("Arena Phase: The Power of Life & Death"),
    "tournament": later("Tournament"),
    "over": later("The game is won"),
}

BEGINNINGS = {"quick": 7, "standard": 4, "advanced": 1}
"""The Influence at the beginning of each type of game ("Choose a Game Type")."""

"""The reading of an open question that holds where none was chosen."""

GOAL = 12
LEAST = 1
FAVOUR_FOR_CHAMPION = 3
FEWEST_HOUSES, MOST_HOUSES = 2, 4
MOST_COINS = 9999


class Card(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An asset of a House; `fight` is what its card says for the arena, as it was entered."""

    name: str
    kind: Kind
    value: int | None = None
    fight: str = ""
    exhausted: bool = False
    injured: bool = False
    rolled: bool = False
    favour: int = 0
    champion: bool = False


class House(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Dominus: coins, Influence, assets on the table, and how many Intrigue cards are in hand.

    Shapes: `hand_sizes` are by Influence, as they were read off the House card.
    """

    name: str
    coins: int = 0
    influence: int = LEAST
    cards: tuple[Card, ...] = ()
    hand: int = 0
    hand_sizes: dict[str, int] = {}


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    """A Scheme on the table that may still be foiled."""

    by: int
    name: str
    target: int


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A Combatant that is committed to the Games, with its equipment, each by the place of the card in its House."""

    house: int
    card: str
    gear: tuple[str, ...] = ()


class Bet(Struct, frozen=True, forbid_unknown_fields=True):
    """A wager on the betting board."""

    house: int
    on: str
    coins: int


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the table has agreed on: the optional rules; and other readings, which older games have here."""

    string_initiative: bool = False
    house_rules_once: bool = False
    influence_zero: bool = False
    hosting_pays: bool = False
    deeper_loses: bool = False


class Game(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game at the table.

    Shapes: Houses go by their place; `tabled` are the coins of tied bids by House; `invited` who was invited in this
    phase; `answers` those of the match; `rulings` the readings that are not the default;
    `bracket` the Houses of a tournament, the lowest total first.
    """

    name: str
    houses: tuple[House, ...]
    host: int = 0
    turn: int = 1
    stage: Stage = "upkeep"
    options: Options = Options()
    rulings: dict[str, str] = {}
    active: int = 0
    done: int = 0
    rules_used: tuple[str, ...] = ()
    scheme: Scheme | None = None
    lots: int = 0
    lot: Card | None = None
    tabled: dict[str, int] = {}
    rolling: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    bets: tuple[Bet, ...] = ()
    answers: tuple[str, ...] = ()
    loser: int | None = None
    bracket: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    winner: int | None = None

    def reads(self, id_: str) -> str:
        """Give the reading of an open question that is in force; empty for the default."""
        older = {
            "sp.influence-limits": self.options.influence_zero and "zero",
            "sp.hosting-failed": self.options.hosting_pays and "pays",
            "sp.both-down": self.options.deeper_loses and "deeper",
        }
        return chosen(self.rulings, id_) if id_ in self.rulings else older.get(id_) or ""


class Happened(NamedTuple):
    """Something that happened at the table: what, by which rule, and the values that it is worded with."""

    kind: str
    rule: str
    values: Mapping[str, Any]


class Play:
    """A game in the hands of an action: what it changes, and what has happened."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Happened] = []

    def note(self, event: str, rule: str, **values: Any) -> None:
        """Note that something has happened."""
        self.events.append(Happened(event, rule, values))

    def change(self, **fields: Any) -> None:
        """Change the game itself."""
        self.game = replace(self.game, **fields)

    def need(self, *stages: Stage) -> None:
        """Refuse what does not belong to this part of the turn."""
        if self.game.stage not in stages:
            due = ", ".join(tr(STAGE_NAMES[each]) for each in stages)
            now = tr(STAGE_NAMES[self.game.stage])
            raise IllegalError(tr("that belongs to: {due}; it is {now}", due=due, now=now))

    # Houses -------------------------------------------------------------------------------------------------------

    def house(self, at: int) -> House:
        """Give a House by its place."""
        return self.game.houses[at]

    def name(self, at: int) -> str:
        """Name a House."""
        return self.house(at).name

    def find(self, word: str) -> int:
        """Find a House by its name or its beginning; UsageError lists them."""
        names = [each.name for each in self.game.houses]
        found = the_one(word, names)
        if found is None:
            raise UsageError(tr("{name} is not one of the Houses: {houses}", name=clip(word), houses=", ".join(names)))
        return names.index(found)

    def set_house(self, at: int, **fields: Any) -> None:
        """Change a House."""
        houses = list(self.game.houses)
        houses[at] = replace(houses[at], **fields)
        self.change(houses=tuple(houses))

    def coins(self, at: int, amount: int) -> None:
        """Give a House coins, or take them; IllegalError where it has too few."""
        has = self.house(at).coins
        if has + amount < 0:
            raise IllegalError(tr("{house} has only {n} coins", house=self.name(at), n=has))
        self.set_house(at, coins=min(has + amount, MOST_COINS))

    @property
    def least_influence(self) -> int:
        """Give the lower limit of Influence (`sp.influence-limits`)."""
        return 0 if self.game.reads("sp.influence-limits") else LEAST

    def influence(self, at: int, amount: int, rule: str) -> None:
        """Change the Influence of a House within its limits (`sp.influence-limits`)."""
        before = self.house(at).influence
        after = max(self.least_influence, min(GOAL, before + amount))
        self.set_house(at, influence=after)
        self.note("influence", rule, house=self.name(at), amount=f"{amount:+d}", now=after)

    # Cards --------------------------------------------------------------------------------------------------------

    def card(self, at: int, name: str, kinds: Iterable[str] = KINDS, *, ready: bool = False) -> int:
        """Find a card of a House by name, the Ready ones first; UsageError lists what it has."""
        wanted = name.strip().casefold()
        cards = [(place, each) for place, each in enumerate(self.house(at).cards) if each.kind in kinds]
        found = [pair for pair in cards if pair[1].name.casefold() == wanted]
        found = found or [pair for pair in cards if wanted and pair[1].name.casefold().startswith(wanted)]
        if not found:
            every = ", ".join(dict.fromkeys(each.name for _, each in cards)) or tr("nothing of that kind")
            raise UsageError(
                tr("{house} has no {card} there: it has {cards}", house=self.name(at), card=clip(name), cards=every)
            )
        place, card = min(found, key=lambda pair: (pair[1].exhausted, pair[0]))
        if ready and card.exhausted:
            raise IllegalError(tr("{card} is exhausted, and may not be used in any way (p.17)", card=card.name))
        return place

    def set_card(self, at: int, place: int, **fields: Any) -> None:
        """Change a card of a House."""
        cards = list(self.house(at).cards)
        cards[place] = replace(cards[place], **fields)
        self.set_house(at, cards=tuple(cards))

    def add_card(self, at: int, card: Card) -> None:
        """Put a card on the table before a House; a Champion brings 1 Influence."""
        self.set_house(at, cards=(*self.house(at).cards, card))
        if card.champion:
            self.influence(at, 1, "sp.champion-moves")

    def take_card(self, at: int, place: int) -> Card:
        """Take a card from a House; a Champion that is lost in any way costs 1 Influence."""
        cards = list(self.house(at).cards)
        card = cards.pop(place)
        self.set_house(at, cards=tuple(cards))
        if card.champion:
            self.influence(at, -1, "sp.champion-moves")
        return card

    def discard(self, at: int, place: int, rule: str) -> None:
        """Discard a card of a House."""
        card = self.take_card(at, place)
        self.note("discarded", rule, house=self.name(at), card=card.name)

    def count(self, at: int, kind: Kind) -> int:
        """Count the Ready cards of a kind."""
        return sum(each.kind == kind and not each.exhausted for each in self.house(at).cards)

    def fighter(self, entry: Entry) -> Fighter:
        """Give a Combatant as its cards have it."""
        card = self.house(entry.house).cards[self.card(entry.house, entry.card)]
        if not has_dice(card.fight):
            raise UsageError(
                tr(
                    "the dice of {card} are not known: {command}",
                    card=card.name,
                    command=as_command("spartacus", "set", self.name(entry.house), card.name, "dice", "4/4/4"),
                )
            )
        fighter = read_fighter(f"{card.name} {card.fight}")
        for name in entry.gear:
            gear = self.house(entry.house).cards[self.card(entry.house, name, GEAR)]
            fighter = fighter._replace(abilities=(*fighter.abilities, *read_abilities(gear.fight)))
        return fighter


def number(word: str, least: int = 0, most: int = MOST_COINS) -> int:
    """Read a whole number; UsageError says between which it has to be."""
    text = word.strip()
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6) or not least <= int(text) <= most:
        raise UsageError(tr("{text} is not a number from {least} to {most}", text=clip(word), least=least, most=most))
    return int(text)


def die(word: str) -> int:
    """Read one die."""
    return number(word, 1, 6)


def pairs(play: Play, words: Sequence[str], least: int = 0, most: int = MOST_COINS) -> dict[int, int]:
    """Read `Pete=3 Liz=0`; UsageError where a House stands there twice."""
    found: dict[int, int] = {}
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals:
            raise UsageError(tr("{text}: a House and its number, as in Pete=3", text=clip(word)))
        at = play.find(name)
        if at in found:
            raise UsageError(tr("{house} is there twice", house=play.name(at)))
        found[at] = number(value, least, most)
    return found


def read_card(text: str) -> Card:
    """Read a card in one line: `Crixus: gladiator 4/4/4, worth 5, ATK doubles add 1 auto-wound`."""
    name, colon, rest = text.partition(":")
    rest, *by_hand = MANUAL_TEXT.split(rest, 1)
    words = rest.replace(",", " , ").split()
    kind = next((word.casefold() for word in words if word.casefold() in KINDS), None)
    if not colon or not name.strip() or kind is None:
        raise UsageError(
            tr(
                "{text} is not a card: its name, a colon, its kind ({kinds}), as in Crixus: gladiator 4/4/4, worth 5",
                text=clip(text),
                kinds=", ".join(KINDS),
            )
        )
    words = [word for word in words if word.casefold() != kind]
    value = None
    lower = [word.casefold() for word in words]
    if "worth" in lower:
        at = lower.index("worth")
        if at + 1 >= len(words):
            raise UsageError(tr("worth how many coins? As in worth 5"))
        value = number(words[at + 1])
        del words[at : at + 2]
    fight = " ".join(" ".join([*words, *by_hand]).replace(" , ", ", ").split()).strip(" ,")
    if kind in ("gladiator", "slave") and any(word != "," for word in words):
        read_fighter(f"{name} {fight}")
    else:
        read_abilities(fight)
    return Card(" ".join(name.split())[:60], convert(kind, Kind), value, fight)
