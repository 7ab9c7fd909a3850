"""Houses, their assets and where the turn stands; what every action at the table has in common (Spartacus p.5-17).

A game is a frozen value. An action changes it through a `Play`, which notes what happened; nothing here prints or asks.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import later
from hoplo_companion.spartacus.fighter import Fighter, arena_text, read_abilities, read_fighter
from hoplo_companion.tables.actions import chosen, other_readings
from hoplo_companion.tables.slots import meant, wrong_if

Kind = Literal["gladiator", "slave", "guard", "weapon", "armour", "special"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GEAR: tuple[Kind, ...] = ("weapon", "armour", "special")
FIGHTING: tuple[Kind, ...] = ("gladiator", "slave")

Market = Literal["open-market", "auction", "hosting"]
Arena = Literal["invitations", "wagers", "combat", "thumb"]
Stage = Literal["upkeep", "ledgers", "intrigue", Market, Arena, "tournament", "over"]

GOAL = 12
LEAST = 1
MOST_HOUSES = 4
MOST_COINS = 9999


class Card(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An asset of a House; `fight` is what its card says for the arena, as it was entered.

    `id` tells it from every other card of the game; older games have none until they are played on.
    """

    name: str
    kind: Kind
    value: int | None = None
    fight: str = ""
    exhausted: bool = False
    injured: bool = False
    rolled: bool = False
    favour: int = 0
    champion: bool = False
    id: str = ""


class House(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Dominus: coins, Influence, and assets on the table; older games count the Intrigue cards in hand, too."""

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


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Combatant that is committed to the Games, with its equipment: the names of their cards, and their ids."""

    house: int
    card: str
    gear: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


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
    phase; `answers` those of the match; `rulings` the readings that are not the default; `bracket` the Houses of a
    tournament, the lowest total first; `discarded` who has given a Gladiator for its ledgers; `buyer` who has won a
    card that was not named yet. Of older games `drawn` and `discards` are Intrigue cards.
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
    drawn: int = 0
    discards: int = 0
    discarded: tuple[int, ...] = ()
    buyer: int | None = None

    def __post_init__(self) -> None:
        """Number the cards of an older game as they lie, so that its entries know them."""
        used = {card.id for house in self.houses for card in house.cards}
        if "" not in used:
            return
        houses = []
        for house in self.houses:
            cards = []
            for card in house.cards:
                cards.append(card if card.id else replace(card, id=free_id(card.name, used)))
                used.add(cards[-1].id)
            houses.append(replace(house, cards=tuple(cards)))
        force_setattr(self, "houses", tuple(houses))
        entries = []
        for each in self.entries:
            named = ((each.card, FIGHTING), *((name, GEAR) for name in each.gear))
            ids = (
                next(id_ for id_, card in self.cards(each.house, kinds).items() if card.name == name)
                for name, kinds in named
            )
            entries.append(each if each.ids else replace(each, ids=tuple(ids)))
        force_setattr(self, "entries", tuple(entries))

    # What is agreed on
    def reads(self, id_: str) -> str:
        """The reading of an open question that is in force; empty for the default."""
        older = {
            "sp.influence-limits": self.options.influence_zero and "zero",
            "sp.hosting-failed": self.options.hosting_pays and "pays",
            "sp.both-down": self.options.deeper_loses and "deeper",
        }
        return chosen(self.rulings, id_) if id_ in self.rulings else older.get(id_) or ""

    @property
    def readings(self) -> dict[str, str]:
        """The readings in force that are not the default, by their questions."""
        return {id_: reading for id_ in other_readings("spartacus") if (reading := self.reads(id_))}

    # Houses and their cards
    @property
    def names(self) -> dict[int, str]:
        """The names of the Houses by their places."""
        return {at: house.name for at, house in enumerate(self.houses)}

    @property
    def least_influence(self) -> int:
        """The lower limit of Influence (`sp.influence-limits`)."""
        return 0 if self.reads("sp.influence-limits") else LEAST

    @property
    def at_goal(self) -> tuple[int, ...]:
        """The Houses that have all the Influence there is."""
        return tuple(at for at, dominus in enumerate(self.houses) if dominus.influence >= GOAL)

    @property
    def is_alone(self) -> bool:
        """Whether a match is fought outside of any game, so that no House plays."""
        return bool(self.bracket) and not self.at_goal

    def cards(self, at: int, kinds: Collection[str] = KINDS, *, ready: bool = False) -> dict[str, Card]:
        """The cards of a House by their ids."""
        held = self.houses[at].cards
        return {each.id: each for each in held if each.kind in kinds and not (ready and each.exhausted)}

    def card(self, id_: str) -> Card:
        """A card by its id, whosever it is."""
        return next(each for house in self.houses for each in house.cards if each.id == id_)

    def labels(self, at: int, kinds: Collection[str] = KINDS) -> dict[str, str]:
        """What the cards of a House are called, by their ids: with its number where two of a game share a name."""
        names = Counter(slug(card.name) for house in self.houses for card in house.cards)
        return {
            id_: f"{card.name} {id_.rpartition('-')[2]}" if names[slug(card.name)] > 1 else card.name
            for id_, card in self.cards(at, kinds).items()
        }

    def owed(self, at: int) -> int:
        """The coins that a House pays to balance its ledgers; fewer than none are those that it receives."""
        gladiators, slaves = (len(self.cards(at, (kind,), ready=True)) for kind in FIGHTING)
        return gladiators - slaves

    def short(self, at: int) -> int:
        """The coins that a House lacks to balance its ledgers (`sp.ledger-short`)."""
        missing = max(0, self.owed(at) - self.houses[at].coins)
        return min(missing, at not in self.discarded) if self.reads("sp.ledger-short") else missing

    def may_pay(self, at: int) -> int:
        """The coins that a House may pay: not those that lie on the table for its tied bid."""
        return max(0, self.houses[at].coins - self.tabled.get(str(at), 0))

    # The Combatants of the Games
    def combatant(self, place: int) -> str:
        """What a Combatant of the Games is called; with its House where both have one name."""
        entry = self.entries[place]
        others = [each for each in self.entries if each is not entry and each.card == entry.card]
        return f"{entry.card} ({self.houses[entry.house].name})" if others else entry.card

    @property
    def combatants(self) -> dict[str, str]:
        """Both Combatants, by the wager on their victory."""
        return {f"victory-{place + 1}": self.combatant(place) for place in range(len(self.entries))}

    def fighter(self, place: int) -> Fighter:
        """A Combatant of the Games as its cards have it; UsageError where its dice are not known."""
        card, *gear = map(self.card, self.entries[place].ids)
        if not arena_text(card.fight):
            owner = self.names[self.entries[place].house]
            command = as_command("spartacus", "set", owner, card.name, "dice", "4/4/4")
            raise UsageError("the dice of {card} are not known; enter them: {command}", card=card.name, command=command)
        fighter = read_fighter(f"{card.name} {card.fight}")
        abilities = (*fighter.abilities, *(each for piece in gear for each in read_abilities(piece.fight)))
        return fighter._replace(name=self.combatant(place), abilities=abilities)

    def may_fight(self) -> dict[int, Fighter]:
        """The Combatants of the Games by their place; empty where the dice of one are not known."""
        try:
            return {place: self.fighter(place) for place in range(len(self.entries))}
        except UsageError:
            return {}


def free_id(name: str, used: Collection[str]) -> str:
    """An id for a card: its name, and the first number that no card of that name has."""
    return next(id_ for n in range(1, 9999) if (id_ := f"{slug(name) or 'card'}-{n}") not in used)


# How a game begins
BEGINNINGS = {"quick": 7, "standard": 4, "advanced": 1}
"""The Influence at the beginning of each type of game ("Choose a Game Type")."""


def new_game(
    name: str, houses: Sequence[str], kind: str, options: Options, host: str = "", coins: Sequence[int] = ()
) -> Game:
    """Set a game up: the Houses clockwise, with the Influence of its type; the first hosts unless another is named."""
    names = [" ".join(each.split())[:40] for each in houses]
    if not 2 <= len(names) <= MOST_HOUSES:
        raise UsageError("two to four Houses play, not {n}: there are four House cards", n=len(names))
    if len({each.casefold() for each in names}) < len(names) or not all(names):
        raise UsageError("each House has a name of its own")
    wrong_if(any({*"=: "} & {*each} for each in names), "the name of a House is one word")
    wrong_if(kind not in BEGINNINGS, "{kind} is not quick, standard or advanced", kind=clip(kind))
    text = later("starting coins for {entered} of {n} Houses: enter one number for each")
    wrong_if(coins and len(coins) != len(names), text, n=len(names), entered=len(coins))
    first = int(meant(host, {str(at): each for at, each in enumerate(names)})) if host else 0
    have = zip(names, coins or [0] * len(names), strict=True)
    every = tuple(House(each, influence=BEGINNINGS[kind], coins=its) for each, its in have)
    return Game(name, every, host=first, options=options)


def match_alone(texts: Sequence[str], options: Options) -> Game:
    """A match outside of any game, as a game of two Houses with a Combatant each that ends with it."""
    wrong_if(not all(texts), "a match has two Combatants: enter both, as in 4/4/4 3/4/3")
    fighters = [read_fighter(text, name) for text, name in zip(texts, ("A", "B"), strict=True)]
    names = [each.name for each in fighters]
    houses = names if names[0].casefold() != names[1].casefold() else ["I", "II"]
    cards = [Card(names[at], "gladiator", fight=arena_text(texts[at]), id=f"combatant-{at + 1}") for at in (0, 1)]
    return Game(
        "duel",
        tuple(House(house, cards=(card,)) for house, card in zip(houses, cards, strict=True)),
        stage="combat",
        options=options,
        entries=tuple(Entry(at, names[at], ids=(cards[at].id,)) for at in (0, 1)),
        bracket=(0, 1),
    )
