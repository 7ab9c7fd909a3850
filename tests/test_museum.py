"""Saves of every format version stay readable, with their whole past (`tests/museum/`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplo_companion.table.doctor import examine
from hoplo_companion.table.format import FORMAT
from hoplo_companion.table.library import Library
from hoplo_companion.table.parcels import unpack
from hoplo_companion.table.seat import from_state

MUSEUM = Path(__file__).parent / "museum"
EXHIBITS = sorted(MUSEUM.glob("*.hoplo"))


def test_every_format_has_an_exhibit() -> None:
    assert {path.stem for path in EXHIBITS} == {f"format-{number}" for number in range(1, FORMAT + 1)}


@pytest.mark.parametrize("path", EXHIBITS, ids=lambda path: path.stem)
def test_an_old_save_opens_with_its_past_and_plays_on(path: Path, tmp_path: Path) -> None:
    library = Library(tmp_path)
    name = unpack(library, path, None)
    assert examine(library, name) == []
    save = library.open(name)
    campaign = from_state(save.state)
    assert (campaign.pad.hp, campaign.pad.influence, campaign.bag.banes[0].name) == (4, 4, "Gigantic")
    assert "tactician" not in campaign.camp.units
    save.redo()
    assert "tactician" in from_state(save.state).camp.units
    before = save.header.marks["before"]
    save.undo(lambda place, _: place == before)
    assert (from_state(save.state).pad.hp, from_state(save.state).pad.influence) == (4, 0)
    save.undo()
    assert from_state(save.state).pad.hp == 6
