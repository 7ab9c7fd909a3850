"""Chances are shown the same everywhere: a bar, the percentage, the fraction behind."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hoplo_companion.render.chances import bar, chance, chance_lines
from hoplo_companion.render.style import plain


@pytest.mark.parametrize(
    ("odds", "words", "drawn"),
    [
        (Fraction(0), "0 % (0)", "··········"),
        (Fraction(1, 1296), "0.077 % (1/1296)", "█·········"),
        (Fraction(16, 81), "20 % (16/81)", "██········"),
        (Fraction(1295, 1296), "99.9 % (1295/1296)", "██████████"),
        (Fraction(1), "100 % (1)", "██████████"),
        (Fraction(1, 200_000), "0.0005 %", "█·········"),
        (0.25, "25 %", "██········"),
    ],
)
def test_a_chance_is_a_percentage_with_its_bar_and_its_fraction(odds: Fraction | float, words: str, drawn: str) -> None:
    assert (chance(odds), bar(odds)) == (words, drawn)


def test_chances_are_listed_below_each_other() -> None:
    rows = [("no hit", Fraction(1, 9)), ("2 hits", Fraction(4, 9))]
    assert plain(chance_lines(rows)) == "  no hit █········· 11 % (1/9)\n  2 hits ████······ 44 % (4/9)"
