"""Whole evenings at random: nothing that is pressed ends in an error of the program, and every save opens again."""

from __future__ import annotations

import os

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.evenings import play

EVENINGS = int(os.environ.get("HOPLO_EVENINGS", "3"))


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_nothing_that_is_pressed_breaks_an_evening(seed: int) -> None:
    play(seed, 30)
    assert hoplo("doctor").code in (0, 2)
