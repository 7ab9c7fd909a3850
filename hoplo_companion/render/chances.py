"""Chances, the same everywhere: a bar where they are listed, the percentage, and the exact fraction behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from fractions import Fraction

    Chance = Fraction | float
    """An exact chance, or one that was counted in decimals."""

BAR = 10
"""The cells of a whole bar."""

LEAST = 0.0001
"""The least percentage that is written in figures."""

LONGEST = 100_000
"""The largest denominator that still tells a person something."""


def chance(odds: Chance) -> str:
    """Write a chance as a percentage with the exact fraction behind: `20 % (1/5)`."""
    exact = f" ({odds})" if not isinstance(odds, float) and odds.denominator < LONGEST else ""
    return f"{percent(odds)}{exact}"


def percent(odds: Chance) -> str:
    """Write a chance as a percentage, `20 %`, with as few figures as needed; only what is certain is 0 % or 100 %."""
    hundredths = float(odds) * 100
    if 0 < hundredths < LEAST:
        return f"< {LEAST:.4f} %"
    if 0 < hundredths < 1:
        return f"{hundredths:.2g} %"
    if hundredths >= 99.5 and odds != 1:
        return f"{min(hundredths, 99.9):.1f} %"
    return f"{hundredths:.0f} %"


def decimal(number: Fraction) -> str:
    """Write an average with two decimals at most, and exactly behind it where that is short."""
    if number.denominator == 1:
        return str(number)
    exact = f" ({number})" if len(str(number)) <= 7 else ""
    return f"{float(number):.2f}{exact}"


def bar(odds: Chance) -> str:
    """Draw a chance as a bar; whatever is possible has a cell."""
    full = max(round(float(odds) * BAR), int(odds > 0))
    return "█" * full + "·" * (BAR - full)


def chance_lines(rows: Iterable[tuple[str, Chance]], indent: str = "  ") -> list[Line]:
    """List chances below each other, each with what it is of and its bar."""
    return columns(
        [[Span(f"{indent}{name}"), Span(bar(odds), "player"), Span(chance(odds))] for name, odds in rows], gap=1
    )
