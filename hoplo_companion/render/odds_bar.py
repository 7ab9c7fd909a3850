"""A chance as a bar, in percent, with the exact fraction behind it."""

from __future__ import annotations

from fractions import Fraction

from hoplo_companion.render.style import Line, Span

BAR = 20
"""How many characters a certainty is long."""

LONGEST = 9
"""A fraction of more signs than that says nothing to the eye, and is left to --json."""


def percent(chance: Fraction) -> str:
    """Write a chance in whole percent; one that is neither sure nor out of the question never looks so."""
    rounded = round(chance * 100)
    if chance and not rounded:
        return "< 1 %"
    return "> 99 %" if chance < 1 and rounded == 100 else f"{rounded} %"


def with_fraction(chance: Fraction) -> str:
    """Write a chance in percent, its fraction behind it where that is short: `44 % (4/9)`."""
    exact = str(chance)
    return f"{percent(chance)} ({exact})" if chance.denominator > 1 and len(exact) <= LONGEST else percent(chance)


def bar_line(label: str, chance: Fraction, style: str = "") -> Line:
    """Draw a chance: what it is of, a bar, percent, fraction."""
    bar = "#" * max(round(chance * BAR), int(chance > 0))
    return [Span(label), Span(bar.ljust(BAR), style), Span("  " + with_fraction(chance))]
