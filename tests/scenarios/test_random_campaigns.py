"""Campaigns played at random through `hoplo play`, in English and in Italian (see `tests/soak/random_campaigns.py`)."""

from pathlib import Path

import pytest

from tests.soak.random_campaigns import journey


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_is_accepted_and_kept_alike_in_both_languages(seed: int, tmp_path: Path) -> None:
    assert journey(seed, tmp_path, 40) >= 40
