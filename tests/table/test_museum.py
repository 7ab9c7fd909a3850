"""Saves of every format version stay readable, with their whole past (`tests/museum/`)."""

import json
import shutil
from pathlib import Path

import pytest
from packaging.version import Version

from hoplo_companion import __version__
from hoplo_companion.table.saves import format as formats
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.export import read_export, unpack
from hoplo_companion.table.saves.format import FORMAT, from_state
from hoplo_companion.table.saves.library import Library
from tests.exhibit import MUSEUM
from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import assert_replays, said, state
from tests.shape import SHAPE, all_structs, shape

EXHIBITS = sorted(MUSEUM.glob("*.hoplo"))
HOMES = sorted(MUSEUM.glob("home-*"))
FIRST_HOME = 2
"""The first format of which there is a whole home."""


def test_every_format_has_an_exhibit() -> None:
    assert {path.stem for path in EXHIBITS} == {f"format-{number}" for number in range(1, FORMAT + 1)}
    assert {path.name for path in HOMES} == {f"home-{number}" for number in range(FIRST_HOME, FORMAT + 1)}, (
        "`python -m tests.exhibit` makes the home of the present format"
    )


def test_what_a_save_holds_has_the_shape_of_its_format() -> None:
    assert SHAPE.exists(), f"`python -m tests.shape` writes the shape of format {FORMAT}"
    assert shape() == SHAPE.read_text(encoding="utf-8"), (
        "what a save holds has another shape than its format: docs/architecture.md, 'When the shape of a save changes'"
    )


FIRST_VERSIONED = 4
"""The last format of the first version: from here on the version rises with every format."""


def test_the_version_rises_with_every_format() -> None:
    """Otherwise two programs of one version would not read the same saves."""
    exhibits = (json.loads((MUSEUM / f"format-{n}.hoplo").read_bytes()) for n in range(FIRST_VERSIONED, FORMAT + 1))
    versions = [Version(json.loads(each["state"])["hoplo"]) for each in exhibits]
    assert versions == sorted(set(versions)), "raise `__version__` with the format, and make the exhibits anew"
    assert versions[-1] <= Version(__version__)


def test_no_struct_of_a_save_drops_what_it_does_not_know() -> None:
    """A plan is kept as it was written, whatever of it is known."""
    careless = {name for name, each in all_structs().items() if not each.cls.__struct_config__.forbid_unknown_fields}
    assert careless == {"Plan"}


def test_a_migration_reaches_what_an_undo_brings_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The states of the past stay as they were written, and are brought up to date when they are read."""
    library = Library(tmp_path)
    name = unpack(library, MUSEUM / "format-2.hoplo", None, read_export(MUSEUM / "format-2.hoplo"))
    migration = [lambda state: {**state, "came_from": state["came_from"] or "the harbour"}]
    monkeypatch.setattr(formats, "MIGRATIONS", migration)
    save = library.open(name)
    assert from_state(save.state).came_from == "the harbour"
    save.undo()
    assert from_state(save.state).came_from == "the harbour"
    assert examine(library, name) == []


@pytest.mark.parametrize("path", EXHIBITS, ids=lambda path: path.stem)
def test_an_old_save_opens_with_its_past_and_plays_on(path: Path, tmp_path: Path) -> None:
    library = Library(tmp_path)
    name = unpack(library, path, None, read_export(path))
    assert examine(library, name) == []
    save = library.open(name)
    campaign = from_state(save.state)
    assert (campaign.pad.hp, campaign.pad.influence, campaign.bag.banes[0].name) == (4, 4, "Gigantic")
    assert "tactician" not in campaign.camp.units
    save.redo()
    assert "tactician" in from_state(save.state).camp.units
    save.undo(next(place for place, _, state in save.past() if state["pad"]["influence"] == 0))
    assert (from_state(save.state).pad.hp, from_state(save.state).pad.influence) == (4, 0)
    save.undo()
    assert from_state(save.state).pad.hp == 6


@pytest.fixture(params=HOMES, ids=lambda path: path.name)
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home of a format, to play in."""
    home = tmp_path / Path(request.param).name
    monkeypatch.setenv("HOPLO_HOME", str(shutil.copytree(request.param, home)))
    return home


def test_a_home_of_any_format_is_sound_and_has_everything(home: Path) -> None:
    assert hoplo("doctor").code == 0, hoplo("doctor")
    campaign = from_state(state())
    assert (campaign.pad.hp, campaign.pad.blessings, campaign.pad.influence) == (6, 2, 2)
    assert [each.label() for each in campaign.camp.prowess] == ["Zeal", "Endurance 1", "Deep Bag"]
    assert [bane.name for bane in campaign.camp.banes] == ["Gigantic"]
    assert campaign.camp.opportunities == ("Caravan",)
    assert campaign.rulings == {"distance.words": "hexes"}
    assert {"Reef", "Arena", "Pit", "Rome"} <= campaign.places.keys()
    assert campaign.stacks["kunlun"].known == ("monk",)
    assert campaign.fight is not None
    assert campaign.fight.house, "a rule was set aside"
    assert "damage 1 to attacker" in said("look", "skill", "thorns")
    assert "words" in said("config", "board")
    past = said("history", "--all")
    assert "the table wobbles" in past
    assert "miscounted" in past
    # What older versions kept of a disagreement about the campaign is told, in both languages; of a board nothing is.
    was_there = (home / "disputes").is_dir()
    assert ("You disagreed" in past and "This is not how I read it" in past) == was_there
    assert "It should stay" not in past
    assert ("Non eravate d'accordo" in said("history", "--all", "--lang", "it")) == was_there
    assert hoplo("save", "list", "--json").json["trash"] == ["gone-1"]
    assert hoplo("report", "-").code == 0


def test_the_fight_of_a_home_of_any_format_is_played_on_taken_back_and_done_again(home: Path) -> None:
    fight = hoplo("fight", "--json").json["fight"]
    assert (fight["question"]["kind"], fight["question"]["unit"]) == ("dice", "krakenlance")
    assert fight["position"]["chips"] == {"trident": {"hex": "C2"}}
    assert fight["position"]["flag"] == {"hex": "A1"}
    assert_replays("it")
    waiting = state()
    assert hoplo("answer", "1").code == 0
    assert_replays("it")
    played = state()
    save = Library().open("it")
    first = [step.what for _, step in save.steps()][-1]
    assert first == "begins the campaign"
    past = ((place, state) for place, _, state in save.past() if state["pad"]["influence"] == 2)
    taken = len(save.undo(next(place for place, state in past if state.get("fight") is None)))
    while save.state != waiting:
        taken -= len(save.redo())
    assert taken == 1
    save.redo()
    assert state() == played
    assert examine(Library(), "it") == []


SENTENCES_SINCE = 4
"""The first format whose log keeps sentences with their parts."""


def test_the_past_of_a_home_is_shown_as_it_was_written_or_in_the_language_that_is_spoken(home: Path) -> None:
    was, now = "The hero loses 1 HP: 5 of 6.", "L'eroe perde 1 HP: 5 di 6."
    is_old = int(home.name.removeprefix("home-")) < SENTENCES_SINCE
    assert was in said("history", "--all")
    assert (was if is_old else now) in said("history", "--all", "--lang", "it")
    start = next(step["n"] for step in hoplo("history", "--json").json["steps"] if step["command"].startswith("fight"))
    undone = said("undo", "--to", str(start - 1), "--lang", "it")
    assert ("annullato: The fight" if is_old else "annullato: Si prepara il combattimento games.") in undone
    assert said("redo", "--lang", "it").startswith("rifatto: ")
    assert said("pad", "damage", "1", "--lang", "en")
    assert "L'eroe perde 1 HP" in said("history", "--last", "1", "--lang", "it"), "a new step is kept in the new way"


def test_the_other_campaigns_of_a_home_of_any_format_are_there(home: Path) -> None:
    said("save", "switch", "other")
    before = Library().open("other").state
    said("redo")
    assert (before["pad"]["blessings"], Library().open("other").state["pad"]["blessings"]) == (2, 1)
    assert "restored as gone" in said("save", "restore", "gone-1")
    assert examine(Library(), "gone") == examine(Library(), "other") == []
