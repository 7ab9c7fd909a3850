"""What a chronicle is made of: a campaign's rounds, its fights with their turns, and every roll (Rulebook p.12).

Rolls are held against what their dice should have shown, the chances being those of fair dice.
Shapes: a roll's hits are known colour by colour where its dice have one colour, or each was entered; of a mixed pool
whose hits were entered as one number only the sum is known.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import exp, lgamma, log
from typing import Any, Literal, NamedTuple

from hoplo_companion.campaign.model import Campaign, Fight
from hoplo_companion.dice import HIT_FACES, SIDES, odds_of_many

MIXED = "mixed"  # the dice of pools of several colours whose hits were entered as one number

SURE = 1 / 20
"""A colour looks unfair where fair dice would ever be as far off in fewer campaigns than this."""

ENOUGH = 30  # so many dice of a colour have to be known before anything is said of them

CAN_MISS = tuple(colour for colour, faces in HIT_FACES.items() if faces < SIDES)

PRECISE = 30  # halvings after which a hit rate is known well enough


class Roll(NamedTuple):
    """One roll: whose, by side and chip, its dice, its hits (by colour where that is known), whether hoplo rolled.

    Shapes: `target` is a chip, empty where it has none; `hp` is what it came to, in HP lost by your opponents less your
    own, and `hp_due` the average of that before; both are None where no attack was under way.
    """

    fight: int
    side: str
    chip: str
    dice: tuple[str, ...]
    hits: int
    by_colour: Mapping[str, int] | None
    by_app: bool
    turn: int = 0
    target: str = ""
    hp: Fraction | None = None
    hp_due: Fraction | None = None

    def rarity(self) -> tuple[float, float]:
        """The chance of a roll as lucky for you or luckier, and of one as unlucky or worse."""
        odds = odds_of_many(Counter(self.dice)).items()
        more = sum(chance for hits, chance in odds if hits >= self.hits)
        fewer = sum(chance for hits, chance in odds if hits <= self.hits)
        return (more, fewer) if self.side == "player" else (fewer, more)


class Tally(NamedTuple):
    """So many dice, their hits, those due, how many more there were, and how likely fair dice are as far off."""

    dice: int
    hits: int
    due: Fraction
    above: Fraction
    chance: float


class Choice(NamedTuple):
    """A turn of yours in which you asked for advice: the best plan that was found, and what you did.

    Shapes: both are lines of a turn; `given_up` is how much of the chance to win you gave up against that plan (won,
    below 0), None where that is not known; `error` is its standard error.
    """

    turn: int
    best: str
    chosen: str
    given_up: float | None
    error: float


def due(dice: Iterable[str]) -> Fraction:
    """The hits to be expected of some dice."""
    return Fraction(sum(HIT_FACES[colour] for colour in dice), SIDES)


def tally(rolls: Iterable[Roll]) -> Tally:
    """Count all dice of some rolls together."""
    every = list(rolls)
    return _tally([die for roll in every for die in roll.dice], sum(roll.hits for roll in every))


def by_colour(rolls: Iterable[Roll]) -> dict[str, Tally]:
    """Count the dice of some rolls colour by colour; those of which only the sum is known under `mixed`."""
    dice, hits = defaultdict[str, list[str]](list), Counter[str]()
    for roll in rolls:
        for die in roll.dice:
            dice[die if roll.by_colour is not None else MIXED].append(die)
        hits.update(roll.by_colour if roll.by_colour is not None else {MIXED: roll.hits})
    return {row: _tally(dice[row], hits[row]) for row in (*HIT_FACES, MIXED) if row in dice}


def _tally(dice: Sequence[str], hits: int) -> Tally:
    expected, odds = due(dice), odds_of_many(Counter(dice))
    above = hits - expected
    within = sum(chance for each, chance in odds.items() if abs(each - expected) < abs(above))
    beyond = sum(chance for each, chance in odds.items() if abs(each - expected) >= abs(above))
    # The smaller of the two is summed without loss.
    return Tally(len(dice), hits, expected, above, beyond if beyond < within else 1 - within)


class Fairness(NamedTuple):
    """How a colour's real dice have fallen: a p-value that holds however often one looks, and the hit rates it allows.

    Shapes: `corrected` is the p-value, times the colours that can miss; `low` and `high` are the hit rates of dice for
    which it would not be below `SURE`.
    """

    colour: str
    dice: Tally
    corrected: float
    low: float
    high: float

    @property
    def verdict(self) -> Literal["few", "fair", "unfair"]:
        """Say whether fair dice would ever be as far off only seldom, where there are dice enough to tell."""
        return "few" if self.dice.dice < ENOUGH else "unfair" if self.corrected < SURE else "fair"


def fairness(rolls: Iterable[Roll]) -> list[Fairness]:
    """Look at the real dice of each colour that can miss: both sides roll the same ones."""
    real = by_colour(roll for roll in rolls if not roll.by_app)
    found = []
    for colour, seen in ((colour, real[colour]) for colour in CAN_MISS if colour in real):
        low, high = (_edge(seen.dice, seen.hits, end) for end in (0.0, 1.0))
        found.append(Fairness(colour, seen, _anytime(seen.dice, seen.hits, HIT_FACES[colour] / SIDES), low, high))
    return found


def _anytime(dice: int, hits: int, rate: float) -> float:
    """The chance that dice with a hit rate ever look so far off, times the number of colours (Bonferroni).

    The mean likelihood of the hits over all hit rates (1 / (dice + 1)), against that under this one, is a martingale:
    it ever exceeds 20 in at most 1 campaign of 20 (Ville), however often one looks.
    """
    if rate in (0.0, 1.0):
        return 1.0 if hits == dice * rate else 0.0
    likelihood = lgamma(dice + 1) - lgamma(hits + 1) - lgamma(dice - hits + 1)
    likelihood += hits * log(rate) + (dice - hits) * log(1 - rate)
    return min(1.0, len(CAN_MISS) * (dice + 1) * exp(likelihood))


def _edge(dice: int, hits: int, end: float) -> float:
    """Find the hit rate, from the one seen towards 0 or 1, up to which dice like that would not look unfair."""
    inside = hits / dice
    for _ in range(PRECISE):
        middle = (inside + end) / 2
        inside, end = (middle, end) if _anytime(dice, hits, middle) >= SURE else (inside, middle)
    return inside


def extremes(rolls: Iterable[Roll]) -> list[tuple[Roll, float]]:
    """The first rolls that helped you most and least, each with the chance of one as rare; none of red dice alone."""
    found = [(roll, *roll.rarity()) for roll in rolls if set(roll.dice) != {"red"}]
    if not found:
        return []
    lucky, unlucky = min(found, key=lambda each: each[1]), min(found, key=lambda each: each[2])
    return [(lucky[0], lucky[1]), (unlucky[0], unlucky[2])]


def hp_given(rolls: Iterable[Roll]) -> Fraction:
    """How many HP more than on average the dice have given you in all, or taken from you below zero."""
    known = (roll.hp - roll.hp_due for roll in rolls if roll.hp is not None and roll.hp_due is not None)
    return sum(known, Fraction(0))


class GivenUp(NamedTuple):
    """How much of the chance to win choices gave up in so many turns, with its standard error."""

    turns: int
    share: float
    error: float


def given_up(choices: Iterable[Choice]) -> GivenUp:
    """Sum up what is known of some choices."""
    known = [(choice.given_up, choice.error) for choice in choices if choice.given_up is not None]
    return GivenUp(len(known), sum(share for share, _ in known), sum(error**2 for _, error in known) ** 0.5)


def balance(rolls: Iterable[Roll]) -> list[Fraction]:
    """How far ahead the dice have put you after each roll: your hits above what was due, less your opponents'."""
    return list(accumulate((roll.hits - due(roll.dice)) * (1 if roll.side == "player" else -1) for roll in rolls))


class Turn(NamedTuple):
    """A turn of a fight: its number, 0 for none, whose it was, position@1 before and after it, what happened."""

    turn: int
    turn_of: str
    before: dict[str, Any]
    after: dict[str, Any]
    events: Sequence[Any]


class Fought(NamedTuple):
    """A fight: as it ended, its turns and rolls as far as they can be played again, why no farther, your choices."""

    fight: Fight
    turns: Sequence[Turn]
    rolls: list[Roll]
    fault: str
    choices: Sequence[Choice]


class Round(NamedTuple):
    """A round: the campaign as it began, on arrival (or still where it was), and as it ended; fights and notes."""

    began: Campaign
    arrived: Campaign
    ended: Campaign
    is_fought: bool
    notes: Sequence[str]
    fights: Sequence[Fought]
