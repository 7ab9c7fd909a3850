"""Units as they are entered, one line each; an army, its draft, its deck, and a player's cards in the game.

Cards are drawn at the table, face down: `unseen` counts what lies in the deck or in the hand (`hidden` many), `hand`
what is known to be held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.names import in_english, slug
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import MOST
from hoplo_companion.pantheon.words import DIVINITIES, KINDS, OTHER_NAMES, TALENTS, TRAITS, by_rule, word_of
from hoplo_companion.signs import is_name
from hoplo_companion.tables.slots import number

LONGEST_NAME = 40
NUMBERS = ("cost", "cards", "aow", "vitality")
EXAMPLE = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"
STATS = ("offence", "defence", "range", "movement")

Stats = tuple[int, int, int, int]
"""Offence, defence, range and movement of a stat line."""


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as its dashboard or card prints it.

    `strategy` is its strategic value, `cards` its activation cards. The stats are those of the top line; None where
    they were not entered.
    """

    name: str
    kind: str
    cost: int
    cards: int
    strategy: int
    vitality: int | None = None
    offence: int | None = None
    defence: int | None = None
    range: int | None = None
    movement: int | None = None
    talents: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What is typed for the unit."""
        return slug(self.name)

    @property
    def is_divinity(self) -> bool:
        """Whether it is a god or a titan."""
        return self.kind in DIVINITIES

    @property
    def stats(self) -> Stats | None:
        """Its top stat line, where that was entered."""
        if self.offence is None or self.defence is None or self.range is None or self.movement is None:
            return None
        return self.offence, self.defence, self.range, self.movement

    @property
    def line(self) -> str:
        """The unit as a line that is read again."""
        parts = [self.kind, f"cost {self.cost}", f"cards {self.cards}", f"aow {self.strategy}"]
        parts += [f"vitality {self.vitality}"] if self.vitality is not None else []
        parts += ["stats " + stats_words(self.stats)] if self.stats else []
        return f"{self.name}: " + ", ".join([*parts, *self.talents, *self.traits])


def read_unit(line: str) -> Unit:
    """Read a unit's line, `NAME: KIND, cost N, cards N, aow N, …`; UsageError says what is missing or wrong."""
    name, colon, about = line.partition(":")
    name = " ".join(name.split())
    if not colon or not slug(name) or not is_name(name) or len(name) > LONGEST_NAME:
        raise UsageError("{line} is not a unit: write it as `{example}`.", line=clip(line), example=EXAMPLE)
    numbers: dict[str, int] = {}
    words: dict[str, str | None] = {}
    for part in about.split(","):
        typed, _, rest = " ".join(part.split()).casefold().partition(" ")
        first = in_english(typed, (*NUMBERS, "stats"))
        if first in NUMBERS:
            numbers[first] = number(rest, 0, 30)
        elif first == "stats":
            numbers |= zip(STATS, read_stats(rest), strict=True)
        elif first and OTHER_NAMES.get(slug(part), first):
            words[part.strip()] = word_of(part, (*KINDS, *TALENTS, *TRAITS))
    kind = next((word for word in words.values() if word in KINDS), None)
    if unknown := [part for part, word in words.items() if word is None]:
        text = tr("{name}: {part} says nothing about a unit; as in `{example}`.",
                  name=name, part=clip(unknown[0]), example=EXAMPLE)  # fmt: skip
        raise UsageError(text)
    if kind is None:
        raise UsageError("{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS))
    for word in ("cost", "cards", "aow"):
        if word not in numbers:
            raise UsageError("{name}: `{word} N` is missing: `{example}`.", name=name, word=word, example=EXAMPLE)
    talents, traits = (tuple(dict.fromkeys(w for w in words.values() if w in of)) for of in (TALENTS, TRAITS))
    return Unit(name, kind, strategy=numbers.pop("aow"), talents=talents, traits=traits, **numbers)


def read_units(lines: Iterable[str]) -> tuple[Unit, ...]:
    """Read units, one per line; empty lines and those that begin with # are left out."""
    return tuple(read_unit(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


def read_stats(text: str) -> Stats:
    """Read the stats that a dashboard shows: `6/7/1/2`, or a digit each, `6712`."""
    text = text.strip()
    parts = list(text) if len(text) == len(STATS) else text.split("/")
    if len(parts) != len(STATS):
        raise UsageError("Stats are offence/defence/range/movement, as in `6/7/1/2` or 6712.")
    offence, defence, range_, movement = (number(each, 0, MOST) for each in parts)
    return offence, defence, range_, movement


def stats_words(stats: Stats | None) -> str:
    """Stats as they are typed."""
    return "/".join(map(str, stats or ()))


POINTS = {2: 18, 3: 16, 4: 14}
"""Recruitment points of each player, by the number of players."""

STRONG = 5
"""Beside the divinity one unit at most costs so much or more."""

EXTRA = 3
DRAWN = 3
"""The first hand: Art of War cards that are added, and cards that are drawn from the deck."""

AOW = "aow"
"""What an Art of War card is called among the cards of a deck, which are called by their unit's id."""


def points_of(players: int) -> int:
    """The points of each player; UsageError where no game has so many players."""
    if players not in POINTS:
        raise UsageError("A game has 2 to 4 players, not {n}.", n=players)
    return POINTS[players]


def cost_of(units: Iterable[Unit]) -> int:
    """What units cost together."""
    return sum(unit.cost for unit in units)


def faults(
    units: Sequence[Unit],
    points: int,
    *,
    constructed: bool,
    partner: Collection[str] = (),
    limited: Collection[str] = (),
) -> dict[str, str]:
    """The rules that an army breaks, each with a sentence that says so.

    Shapes: `partner` are the ids of the units of the other army of the side, `limited` of all that a scenario lists.
    """
    names, spent = Counter(unit.name for unit in units), cost_of(units)
    strong = [unit.name for unit in units if not unit.is_divinity and unit.cost >= STRONG]
    named = {
        "pan.army.strong": strong if strong[1:] else [],
        "pan.army.twice": [name for name, times in names.items() if times > 1],
        "pan.army.team-twice": [unit.name for unit in units if unit.id in partner],
        "pan.army.limited": [unit.name for unit in units if limited and unit.id not in limited],
    }
    found = {rule: by_rule(rule, ", ".join(each)) for rule, each in named.items() if each}
    if (count := sum(unit.is_divinity for unit in units)) != 1:
        text = tr("An army has exactly 1 divinity, a god or a titan; this one has {n}.", n=count)
        found["pan.army.divinity"] = f"{text} pan.army.divinity"
    if spent > points:
        text = tr("The units cost {spent} recruitment points; {points} are available.", spent=spent, points=points)
        found["pan.army.points"] = f"{text} pan.army.points"
    elif constructed and spent < points:
        text = tr("A constructed army costs exactly {points} recruitment points; this one costs {spent}.",
                  spent=spent, points=points)  # fmt: skip
        found["pan.army.constructed"] = f"{text} pan.army.constructed"
    return found


def refuse(broken: Mapping[str, str], head: str = "") -> None:
    """Refuse an army that breaks rules: IllegalError says all that is wrong with it."""
    if broken:
        raise IllegalError(head + " ".join(broken.values()))


def left_over(units: Iterable[Unit], points: int, *, constructed: bool) -> int:
    """The Art of War cards for unspent points: only the draft turns points into cards."""
    return 0 if constructed else points - cost_of(units)


def deck(units: Sequence[Unit]) -> list[str]:
    """The cards of a deck: the activation cards of every unit, and Art of War cards by the strategic values."""
    return [unit.id for unit in units for _ in range(unit.cards)] + [AOW] * sum(unit.strategy for unit in units)


def recruiting_order(players: Sequence[str], done: Collection[str] = ()) -> list[str]:
    """Who recruits what is no divinity, as often as there are players: from the last, counter-clockwise, then again."""
    order = [player for player in players[::-1] if player not in done]
    return [order[at % len(order)] for at in range(2 * len(players) if order else 0)]


class Draft(NamedTuple):
    """A draft as far as it has come: the units that are left to recruit, and each player's army in the order taken.

    `last` is who recruited the last unit that is no divinity; the last to choose a divinity begins.
    """

    players: tuple[str, ...]
    points: int
    pool: tuple[Unit, ...]
    armies: tuple[tuple[Unit, ...], ...]
    last: int = 0

    def left(self, player: int) -> int:
        """The points that a player has left."""
        return self.points - cost_of(self.armies[player])

    def why_not(self, player: int, unit: Unit) -> str:
        """Why a player may not recruit a unit; empty for a divinity of the agreed type first, then for what fits."""
        if own := self.armies[player]:
            return " ".join(faults((*own, unit), self.points, constructed=False).values())
        agreed = {each.kind for army in self.armies for each in army[:1]} or DIVINITIES
        return "" if unit.kind in agreed and unit.cost <= self.points else by_rule("pan.army.divinity")

    def affordable(self, player: int) -> list[Unit]:
        """The units that a player may recruit now."""
        return [unit for unit in self.pool if not self.why_not(player, unit)]

    def next(self) -> int | None:
        """Who recruits next: divinities clockwise, everything else counter-clockwise; None at the end."""
        count = len(self.players)
        waiting = [at for at in range(count) if not self.armies[at]]
        order = [(self.last - step) % count for step in range(1, count + 1)]
        return waiting[0] if waiting else next((at for at in order if self.affordable(at)), None)

    def recruited(self, unit: Unit) -> Draft:
        """The draft after the next player has taken a unit; IllegalError where the rules do not allow it."""
        player = self.next()
        if player is None:
            raise IllegalError("The draft is over: nobody can afford any of the remaining units.")
        if reason := self.why_not(player, unit):
            head = tr("{player} cannot recruit {unit}.", player=self.players[player], unit=unit.name)
            raise IllegalError(f"{head} {reason}")
        armies = tuple((*army, unit) if at == player else army for at, army in enumerate(self.armies))
        pool = tuple(each for each in self.pool if each != unit)
        return self._replace(armies=armies, pool=pool, last=self.last if unit.is_divinity else player)


OMPHALOS = "omphalos"
"""What an omphalos card is called; it is never in a deck."""

HAND_AFTER_RUN_OUT = 3


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one player, by the ids of their units, `aow` and `omphalos`."""

    unseen: dict[str, int] = {}
    hidden: int = 0
    hand: dict[str, int] = {}
    discards: dict[str, int] = {}

    @property
    def in_deck(self) -> int:
        """The cards left in the deck."""
        return sum(self.unseen.values()) - self.hidden

    @property
    def in_hand(self) -> int:
        """The cards in the hand, those face down too."""
        return sum(self.hand.values()) + self.hidden

    def draw(self) -> Cards:
        """Draw a card face down, if one is left."""
        return replace(self, hidden=self.hidden + min(1, self.in_deck))

    def may_hold(self, card: str) -> int:
        """The cards of a kind that may be in the hand, those face down too."""
        return self.hand.get(card, 0) + min(self.hidden, self.unseen.get(card, 0))

    def why_none(self, card: str) -> str:
        """Why a card cannot be discarded; empty where it may be in the hand."""
        return "" if self.may_hold(card) else tr("No {card} card is in the hand.", card=card)

    def discard(self, card: str) -> Cards:
        """Discard a card from the hand: a known one, else one that was held face down; IllegalError where none is."""
        if reason := self.why_none(card):
            raise IllegalError(reason)
        gone = self.discards if card == OMPHALOS else _with(self.discards, card)
        if self.hand.get(card):
            return replace(self, hand=_with(self.hand, card, -1), discards=gone)
        return replace(self, hidden=self.hidden - 1, unseen=_with(self.unseen, card, -1), discards=gone)

    def why_not_take(self, card: str) -> str:
        """Why a card of the player's choice cannot be taken from the deck; empty where it may lie there."""
        may = self.in_deck and self.unseen.get(card)
        return "" if may else tr("No {card} card is left in the deck.", card=card)

    def take(self, card: str) -> Cards:
        """Take a card of the player's choice from the deck into the hand, or an omphalos card from the box."""
        unseen = self.unseen if card == OMPHALOS else _with(self.unseen, card, -1)
        return replace(self, unseen=unseen, hand=_with(self.hand, card))

    def run_out(self, *, draws_three: bool = False) -> Cards:
        """Take the whole deck into the hand, shuffle the discards, and draw up to three in hand, or three anyway.

        Which of both is the ruling `pan.hand-three`.
        """
        fresh = Cards(unseen=self.discards, hand=dict(Counter(self.hand) + Counter(self.unseen)))
        missing = max(0, HAND_AFTER_RUN_OUT - (0 if draws_three else fresh.in_hand))
        return replace(fresh, hidden=min(missing, fresh.in_deck))


def first_cards(deck: list[str], rests: int) -> Cards:
    """The cards of a player at the beginning: 3 Art of War cards and those for unspent points, 3 of the deck."""
    return Cards(unseen=dict(Counter(deck)), hidden=min(DRAWN, len(deck)), hand={AOW: EXTRA + rests})


def _with(cards: Mapping[str, int], card: str, more: int = 1) -> dict[str, int]:
    """Cards of which there are more or fewer of one kind."""
    changed = {**cards, card: cards.get(card, 0) + more}
    return {each: count for each, count in changed.items() if count}
