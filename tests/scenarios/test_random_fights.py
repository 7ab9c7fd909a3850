"""Fights and evenings at random: they end, chips are conserved, every state opens again, all of it replays."""

import os
from collections import Counter

import pytest

from hoplo_companion.components.catalogue import Catalogue
from tests.helpers.cli import hoplo
from tests.helpers.evenings import play
from tests.helpers.fights import told
from tests.soak.random_fights import FIGHTS, Manner, fought

TIMES = int(os.environ.get("HOPLO_FIGHTS", "35"))
"""How many fights are played: `HOPLO_FIGHTS=5000 pytest -k random_fights` plays for a long time."""

MANNERS = {
    "as the rules have it": Manner(surrender=2),
    "step by step": Manner(steps=60),
    "with rulings": Manner(anyway=30, steps=20),
    "with corrections": Manner(corrections=8, anyway=5, steps=20),
    "put right all the time": Manner(corrections=25, anyway=10, steps=30),
}
PART = max(len(FIGHTS), TIMES // len(MANNERS))


@pytest.fixture(scope="module")
def everything() -> Catalogue:
    """Give a catalogue in which everything is told."""
    return told()


@pytest.mark.parametrize("manner", MANNERS)
def test_fights_of_every_kind_end_and_nothing_is_lost(manner: str, everything: Catalogue) -> None:
    first = list(MANNERS).index(manner) * 1_000_000
    ends = Counter(
        fought(seed, everything, MANNERS[manner]).table.game.fight.over for seed in range(first, first + PART)
    )
    assert sum(ends.values()) == PART
    assert len(ends) > 1, "fights are won and lost"


EVENINGS = int(os.environ.get("HOPLO_EVENINGS", "3"))


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_nothing_that_is_pressed_breaks_an_evening(seed: int) -> None:
    play(seed, 30)
    assert hoplo("doctor").code in (0, 2)
