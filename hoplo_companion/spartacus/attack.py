"""One attack: the strings, then auto-wounds, extra and ignored wounds, and the last blow (Spartacus p.14-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.spartacus.fighter import LEVELS, Fighter, Kind, Level, Pools

FACES = 6
LEAST_UNOPPOSED = 3
"""What an attack die without a defence die against it has to show to wound ("Unopposed Attack Dice")."""

MOST_IN_STRING = 26
"""As many dice are in the box."""

STANDARD: Mapping[str, str] = MappingProxyType({})
"""The readings of open questions where none was chosen."""

NOBODY = Fighter("", Pools(0, 0, 0))


class Attack(NamedTuple):
    """What an attack comes to: two Dice Strings side by side, the auto-wounds of both, what is added and ignored.

    Shapes: `pairs` are attack die, defence die, and whether the first wounds, the highest first; `unopposed` the
    attack dice beyond them, each with whether it wounds; `back` the auto-wounds that the defence deals to the attacker,
    `by_hand` what the table says that a card adds or takes. `auto_stays` where auto-wounds cannot be ignored, by the
    other reading of `sp.extra-ignore`.
    """

    pairs: tuple[tuple[int, int, bool], ...]
    unopposed: tuple[tuple[int, bool], ...]
    auto: int = 0
    back: int = 0
    extra: int = 0
    ignored: int = 0
    by_hand: int = 0
    auto_stays: bool = False

    @property
    def wounds(self) -> int:
        """Count the wounds of the defender: extra ones first, then ignored ones off the total (`sp.extra-ignore`)."""
        struck = sum(each[-1] for each in (*self.pairs, *self.unopposed))
        least = self.auto if self.auto_stays else 0
        return max(0, max(least, struck + self.auto + self.extra - self.ignored) + self.by_hand)

    @property
    def strings(self) -> str:
        """Both strings, side by side."""
        return f"{shown(each[0] for each in (*self.pairs, *self.unopposed))} : {shown(each[1] for each in self.pairs)}"

    def plain(self) -> dict[str, Any]:
        """The attack as programs read it; what abilities do is there only where they do something."""
        added = {"auto": self.auto, "to_attacker": self.back, "extra": self.extra, "ignored": self.ignored}
        some = {key: value for key, value in {**added, "manual": self.by_hand}.items() if value}
        return {"wounds": self.wounds, "pairs": self.pairs, "unopposed": self.unopposed, **some}


def compare(attack: Iterable[int], defence: Iterable[int]) -> Attack:
    """Lay an attack beside a defence: a higher die wounds, a tie does not, spare defence dice count nothing."""
    ours, theirs = (sorted(each, reverse=True) for each in (attack, defence))
    pairs = tuple((one, other, one > other) for one, other in zip(ours, theirs, strict=False))
    return Attack(pairs, tuple((die, die >= LEAST_UNOPPOSED) for die in ours[len(theirs) :]))


def sets_worth(counts: Iterable[int], doubles: int, triples: int) -> int:
    """The most auto-wounds that dice can make, each die in one set: so many for a double, so many for a triple.

    Shapes: `counts` are how many dice show each face.
    """
    return sum(
        max(threes * triples + (count - 3 * threes) // 2 * doubles for threes in range(count // 3 + 1))
        for count in counts
    )


def is_bare(is_speed: bool, readings: Mapping[str, str]) -> bool:
    """Whether an attack has nothing of what is for Attack dice, as a Speed Attack (`sp.speed-abilities`)."""
    return is_speed and not readings.get("sp.speed-abilities")


def resolve(
    attack: Sequence[int],
    defence: Sequence[int],
    attacker: Fighter = NOBODY,
    defender: Fighter = NOBODY,
    *,
    is_speed: bool = False,
    extra: int = 0,
    ignored: int = 0,
    readings: Mapping[str, str] = STANDARD,
) -> Attack:
    """Resolve an attack, with the auto-wounds that both sides' dice make ("Doubles & Triples")."""

    def auto(dice: Sequence[int], fighter: Fighter, doubles: Kind, triples: Kind) -> int:
        counts = [dice.count(face) for face in range(1, FACES + 1)]
        return sets_worth(counts, fighter.amount(doubles), fighter.amount(triples))

    ours = 0 if is_bare(is_speed, readings) else auto(attack, attacker, "attack-doubles", "attack-triples")
    theirs = auto(defence, defender, "defence-doubles", "defence-triples")
    stays = bool(readings.get("sp.extra-ignore"))
    strings = compare(attack, defence)
    return strings._replace(auto=ours, back=theirs, extra=extra, ignored=ignored, auto_stays=stays)


def re_rolled(dice: Iterable[int], which: Sequence[int], results: Sequence[int], most: int, name: str) -> list[int]:
    """Put the results of re-rolls in the place of the dice that were re-rolled: only the last counts."""
    left = list(dice)
    if len(which) > most:
        raise IllegalError(
            "{name} may re-roll {most} of these dice, not {n} (Re-rolling Dice)", name=name, most=most, n=len(which)
        )
    if len(which) != len(results):
        raise UsageError("{n} dice are re-rolled: enter as many results", n=len(which))
    for die in which:
        if die not in left:
            raise UsageError("there is no {die} to re-roll: the dice show {dice}", die=die, dice=shown(dice))
        left.remove(die)
    return sorted([*left, *results], reverse=True)


def shown(dice: Iterable[int]) -> str:
    """Write a Dice String as the rulebook does."""
    return "-".join(map(str, dice))


def read_dice(text: str) -> list[int]:
    """Read dice as they were rolled, `6,4,3`, `6 4 3`, `6-4-3` or `643`; the highest comes first."""
    words = text.replace(",", " ").replace("-", " ").split()
    if len(words) == 1:
        words = list(words[0])
    if not words or not all(word.isascii() and word.isdecimal() for word in words) or len(words) > MOST_IN_STRING:
        raise UsageError("{text} is not a roll: the dice, as in 6,4,3", text=clip(text))
    dice = sorted((int(word[:4]) for word in words), reverse=True)
    for die in dice:
        if not 1 <= die <= FACES:
            raise UsageError("a die shows 1 to {faces}, not {die}", faces=FACES, die=die)
    return dice


# A blow: dice are surrendered, and a Combatant may be defeated ------------------------------------------------------


def last_blow(pools: Pools, wounds: int) -> Level | None:
    """Name the level of defeat that a blow brings, None where it does not: it is taken whole, and nobody chooses.

    No pool loses its last die before each has only one: with T dice left and W wounds, W - (T - 3) pools end empty.
    """
    empty = min(3, wounds - (pools.dice - 3))
    return LEVELS[empty - 1] if empty > 0 else None


def loser_of(levels: Sequence[Level | None], attacker: int, readings: Mapping[str, str] = STANDARD) -> int:
    """Who loses where somebody falls: the attack's wounds count first, or else the deeper defeat (`sp.both-down`)."""
    own, other = levels[attacker], levels[1 - attacker]
    is_deeper = own and other and readings.get("sp.both-down") and LEVELS.index(own) > LEVELS.index(other)
    return attacker if not other or is_deeper else 1 - attacker


POOLS = {"a": later("Attack"), "d": later("Defence"), "s": later("Speed")}
"""The Dice Pools in their order, by the letter that stands for each."""


def surrendered(pools: Pools, order: Sequence[str], wounds: int) -> Pools:
    """Surrender dice pool by pool in an order; IllegalError where the Rule of One forbids one."""
    due = min(wounds, pools.dice)
    if len(order) != due:
        text = plural("{n} die is surrendered: name its pool", "{n} dice are surrendered: name a pool for each", due)
        raise UsageError(text)
    for letter in order:
        at = [*POOLS].index(letter)
        left = Pools(*(dice - (place == at) for place, dice in enumerate(pools)))
        if left not in pools.one_less():
            text = later("the last {pool} die stays until every pool has only one die left (The Rule of One)")
            if not pools[at]:
                text = later("there are no {pool} dice left to surrender")
            raise IllegalError(text, pool=tr(POOLS[letter]))
        pools = left
    return pools


def read_surrender(text: str) -> list[str]:
    """Read which dice are surrendered: `DEF SPD`, `d s`, `defence, speed`; as letters, in their order."""
    words = text.replace(",", " ").casefold().split()
    for word in words:
        if word not in ("a", "atk", "attack", "d", "def", "defence", "defense", "s", "spd", "speed"):
            raise UsageError("{word} is not a Dice Pool: ATK, DEF or SPD, one for each die", word=clip(word))
    return [word[0] for word in words]
