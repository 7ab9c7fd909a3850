"""The superlatives as something that candidates are held against (Rulebook p.13, 35-37)."""

from __future__ import annotations

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.priorities import SUPERLATIVES
from hoplo_companion.rules.why.decisions import Test


def by_superlative(combat: Combat, word: str, rule: str) -> Test:
    """Rank units by what a superlative compares: `strongest` by HP, `deadliest` by dice."""
    value, sign = SUPERLATIVES[word]
    return Test(word, rule, lambda unit: value(combat, unit), lambda unit: sign * value(combat, unit))
