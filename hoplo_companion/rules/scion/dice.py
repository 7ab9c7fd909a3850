"""A scion's dice: what a roll sets off, effect by effect from top to bottom, and the exact odds (Rulebook p.31-32)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from hoplo_companion.components.names import advise
from hoplo_companion.components.schemas import DiceEffect
from hoplo_companion.components.words import COLOURS, Colour, read_dice
from hoplo_companion.dice import odds_of_hits, pool_words
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr

if TYPE_CHECKING:
    from fractions import Fraction

MOST_DICE_OF_A_COLOUR = 20
"""More than any card or rule gives; there are four dice of each colour but red in the box (Rulebook p.5)."""

Hits = Mapping[Colour, int]
"""Of each colour, the hits rolled, or the dice of a pool."""


class Resolved(Struct, frozen=True):
    """One dice effect of a roll.

    Shapes: `index` counts from 0, from the top of the card; `hits` are those on the dice that it shows, all together;
    `times` is how often it is carried out; `damage` is what it deals in all, None where it deals none or its text alone
    says so; `text` is what happens, with the hits filled in.
    """

    index: int
    dice: str
    kind: str
    hits: int
    times: int
    text: str
    damage: int | None = None


class Chances(Struct, frozen=True):
    """The chances of a dice effect: of hits on its dice, of times; its expected `damage`, None if it says none."""

    index: int
    dice: str
    kind: str
    hits: dict[int, Fraction]
    times: dict[int, Fraction]
    damage: Fraction | None = None


def changed_by(pool: Hits, more: Mapping[Colour, int]) -> dict[Colour, int]:
    """A pool with more or fewer dice, none of a colour of which more are taken away than there are (p.31)."""
    changed = {colour: pool.get(colour, 0) + more.get(colour, 0) for colour in dict.fromkeys([*pool, *COLOURS])}
    if any(count > MOST_DICE_OF_A_COLOUR for count in changed.values()):
        raise UsageError("At most {most} dice of a colour can be rolled.", most=MOST_DICE_OF_A_COLOUR)
    return {colour: count for colour, count in changed.items() if count > 0}


def read_changes(text: str) -> dict[Colour, int]:
    """Read dice that a pool has more and fewer, `green+1,blue-2`; UsageError names the word that is wrong."""
    changes: dict[Colour, int] = {}
    for word in text.replace(",", " ").split():
        found = re.fullmatch(r"([a-z]+)([+-])(\d{1,2})", word.casefold())
        dice = read_dice(found[1]) if found else None
        if found is None or dice is None or len(dice) != 1:
            wrong = later("{word} does not change the dice: write green+1 or blue-2, separated by commas, or none.")
            raise UsageError(wrong, word=clip(word))
        changes[dice[0]] = changes.get(dice[0], 0) + int(found[2] + found[3])
    return changes


def read_counts(words: Sequence[str]) -> dict[Colour, int]:
    """Read numbers of dice or hits as typed, `green=1 blue=3` or like dice; UsageError where a word is neither."""
    if dice := read_dice(" ".join(words)):
        return dict(Counter(dice))
    counts: dict[Colour, int] = {}
    for word in [part for each in words for part in each.replace(",", " ").split()]:
        name, equals, number = word.partition("=")
        colours = read_dice(name)
        if colours is None or len(colours) != 1:
            advice = advise(name, COLOURS, tr("colours"))
            raise UsageError("There is no colour {name}; {advice}", name=clip(name), advice=advice)
        if not equals or not (number.isascii() and number.isdigit() and len(number) < 4):
            text = later("{word} is not understood: write COLOUR=NUMBER, as in {example}, the number 0 or more")
            raise UsageError(text, word=clip(word), example=f"{name.casefold()}=2")
        if colours[0] in counts:
            raise UsageError("{word}: that colour has a number already.", word=clip(word))
        counts[colours[0]] = int(number)
    return counts


def check_hits(pool: Hits, hits: Hits) -> dict[Colour, int]:
    """The hits of a roll, none where a colour is not named; UsageError for those that cannot be rolled."""
    for colour, count in hits.items():
        if colour not in pool:
            parts = {"colour": tr(colour), "pool": pool_words(pool)}
            raise UsageError("No {colour} die is rolled: the pool is {pool}. p.31", **parts)
        if count > pool[colour]:
            parts = {"hits": plural("{n} hit", "{n} hits", count), "dice": pool_words({colour: pool[colour]})}
            raise UsageError("{hits} with {dice} are too many: the pool is {pool}.", **parts, pool=pool_words(pool))
    return {colour: hits.get(colour, 0) for colour in pool}


def counted(effect: DiceEffect, hits: Hits) -> int:
    """Count the hits on the dice that an effect shows, those of two colours together (p.31)."""
    return sum(hits.get(colour, 0) for colour in effect.dice)


def times(effect: DiceEffect, hits: Hits) -> int:
    """Count how often a roll carries an effect out (p.31); with no hits at all, never (`scion.no-hits`)."""
    found = counted(effect, hits)
    match effect.kind:
        case "each":
            return found
        case "pair" if effect.one_of_each:
            return min(hits.get(colour, 0) for colour in effect.dice)
        case "pair":
            return found // 2
        case "threshold":
            return int(effect.at_least <= found and (effect.at_most is None or found <= effect.at_most))
    return int(found > 0)


def damage(effect: DiceEffect, hits: Hits) -> int | None:
    """Sum up the damage that an effect deals with a roll; None where it says none."""
    if effect.damage is None:
        return None
    each = counted(effect, hits) if effect.damage == "hits" else effect.damage
    return each * times(effect, hits)


def resolve(effects: Sequence[DiceEffect], hits: Hits) -> list[Resolved]:
    """Resolve a roll: every effect in the order of the card, from top to bottom (p.31)."""
    found = []
    for index, effect in enumerate(effects):
        hit = counted(effect, hits)
        happens = (effect.kind, hit, times(effect, hits), effect.said(hit), damage(effect, hits))
        found.append(Resolved(index, effect.colours(), *happens))
    return found


def odds(effects: Sequence[DiceEffect], pool: Hits) -> list[Chances]:
    """For every effect, the exact chance of each number of times, and its expected damage, from a pool of dice."""
    from fractions import Fraction

    found = []
    for index, effect in enumerate(effects):
        # Every number of hits on its colours of dice with its chance.
        rolls: list[tuple[dict[Colour, int], Fraction]] = [({}, Fraction(1))]
        for colour in effect.dice:
            each = odds_of_hits([colour] * pool.get(colour, 0))
            rolls = [({**hits, colour: n}, chance * one) for hits, chance in rolls for n, one in enumerate(each) if one]
        rolled: dict[int, Fraction] = {}
        often: dict[int, Fraction] = {}
        for hits, chance in rolls:
            for table, number in ((rolled, counted(effect, hits)), (often, times(effect, hits))):
                table[number] = table.get(number, Fraction(0)) + chance
        expected = sum((chance * (damage(effect, hits) or 0) for hits, chance in rolls), Fraction(0))
        chances = (dict(sorted(rolled.items())), dict(sorted(often.items())))
        deals = None if effect.damage is None else expected
        found.append(Chances(index, effect.colours(), effect.kind, *chances, deals))
    return found
