"""Dice Strings: the attack against the defence, die by die (Spartacus, "Attacking")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr

FACES = 6
LEAST_UNOPPOSED = 3
"""What an attack die without a defence die against it has to show to wound ("Unopposed Attack Dice")."""


class Comparison(NamedTuple):
    """Two Dice Strings laid side by side.

    Shapes: `pairs` are attack die, defence die, and whether the first wounds, the highest first; `unopposed` the
    attack dice beyond them, each with whether it wounds.
    """

    pairs: tuple[tuple[int, int, bool], ...]
    unopposed: tuple[tuple[int, bool], ...]

    @property
    def wounds(self) -> int:
        """Count the wounds, before any are added or ignored."""
        return sum(each[-1] for each in (*self.pairs, *self.unopposed))


def string(rolled: Iterable[int]) -> tuple[int, ...]:
    """Line dice up from the highest to the lowest; UsageError for what no die shows."""
    dice = tuple(sorted(rolled, reverse=True))
    for die in dice:
        if not 1 <= die <= FACES:
            raise UsageError(tr("a die shows 1 to {faces}, not {die}", faces=FACES, die=die))
    return dice


def compare(attack: Iterable[int], defence: Iterable[int]) -> Comparison:
    """Lay an attack beside a defence: a higher die wounds, a tie does not, spare defence dice count nothing."""
    ours, theirs = string(attack), string(defence)
    pairs = tuple((one, other, one > other) for one, other in zip(ours, theirs, strict=False))
    spare = tuple((die, die >= LEAST_UNOPPOSED) for die in ours[len(theirs) :])
    return Comparison(pairs, spare)
