"""Saves: nothing is lost, everything can be taken back, and what is damaged is told and kept."""

import errno
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hoplo_companion.errors import UsageError
from hoplo_companion.files import DiskError
from hoplo_companion.table.saves import save as saves
from hoplo_companion.table.saves.format import (
    NO_STEP,
    ChangeError,
    OvertakenError,
    apply_changes,
    changes_between,
    hash_of,
    packed,
    unpacked,
)
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import hoplo

State = dict[str, Any]

values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
states = st.dictionaries(st.text(max_size=3), values, max_size=5)


def make(folder: Path, state: State | None = None) -> Save:
    return Save.create(folder / "save", folder / "copies", state or {"hp": 5}, "new", "begins the campaign")


def reopened(save: Save) -> Save:
    return Save.open(save.folder, save.copies)


@given(states, states)
def test_changes_lead_there_and_back(old: State, new: State) -> None:
    before = hash_of(old)
    changes = changes_between(old, new)
    assert apply_changes(old, changes) == new
    assert apply_changes(new, changes, back=True) == old
    assert hash_of(old) == before, "the state that changes were applied to is as it was"


@pytest.mark.parametrize(("old", "new"), [(True, 1), (1, 1.0), ([0], [False]), ({"a": [1]}, {"a": [True]})])
def test_what_only_python_takes_for_the_same_is_a_change(old: Any, new: Any) -> None:
    assert changes_between({"pad": old, "fight": {"x": old}}, {"pad": new, "fight": {"x": new}})


def test_a_change_that_does_not_fit_is_refused() -> None:
    changes = changes_between({"a": {"b": 1}}, {"a": {"b": 2}})
    for state in ({"a": {"b": 3}}, {"a": 1}, {}):
        with pytest.raises(ChangeError):
            apply_changes(state, changes)


def test_a_step_is_on_disk_before_it_is_over(tmp_path: Path) -> None:
    save = make(tmp_path)
    save.commit({"hp": 4}, "pad damage 1", "the hero loses 1 HP", answers=[1], note="a wolf")
    again = reopened(save)
    assert again.state == {"hp": 4}
    (place, step), (first_place, first) = again.steps()
    assert (step.command, step.what, step.answers, step.note) == (
        "pad damage 1", "the hero loses 1 HP", [1], "a wolf",
    )  # fmt: skip
    assert (step.prev, first.prev) == (first_place, NO_STEP)
    assert place > first_place


def test_undo_and_redo_by_steps_to_points_and_not_beyond_the_beginning(tmp_path: Path) -> None:
    save = make(tmp_path)
    for hp in (4, 3):
        save.commit({"hp": hp}, f"hp {hp}", f"hp {hp}")
    target = save.header.head
    save.commit({"hp": 1}, "hp 1", "hp 1")
    assert [step.command for step in save.undo()] == ["hp 1"]
    assert save.state == {"hp": 3}
    save.redo()
    assert save.state == {"hp": 1}
    save.undo(target)
    assert save.state == {"hp": 3}
    save.undo(next(place for place, _, state in save.past() if state == {"hp": 5}))
    assert reopened(save).state == {"hp": 5}
    with pytest.raises(UsageError, match="beginning"):
        save.undo()
    for _ in range(3):
        save.redo()
    assert save.state == {"hp": 1}
    with pytest.raises(UsageError, match="nothing to redo"):
        save.redo()


def test_a_new_step_after_undo_leaves_nothing_to_redo(tmp_path: Path) -> None:
    save = make(tmp_path)
    save.commit({"hp": 4}, "hp 4", "hp 4")
    save.undo()
    save.commit({"hp": 9}, "hp 9", "hp 9")
    with pytest.raises(UsageError):
        save.redo()
    assert [step.what for _, step in save.steps()] == ["hp 9", "begins the campaign"]


def test_an_undo_to_a_point_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    save = make(tmp_path)
    save.commit({"hp": 4}, "hp 4", "hp 4")
    with pytest.raises(UsageError, match="no such point"):
        save.undo(123_456)
    assert save.state == reopened(save).state == {"hp": 4}


def test_two_saves_of_one_name_are_refused(tmp_path: Path) -> None:
    make(tmp_path)
    with pytest.raises(DiskError):
        make(tmp_path)


class Play(RuleBasedStateMachine):
    """Any steps, undone and redone in any order, with the save closed and opened in between."""

    def __init__(self) -> None:
        super().__init__()
        self.past: list[State] = []
        self.future: list[State] = []

    @initialize(state=states)
    def begin(self, state: State) -> None:
        folder = Path(tempfile.mkdtemp(dir=os.environ["HOPLO_HOME"]))
        self.save = make(folder, {"it": state})
        self.past = [{"it": state}]

    @rule(state=states)
    def step(self, state: State) -> None:
        self.save.commit({"it": state}, "step", "a step")
        self.past.append({"it": state})
        self.future = []

    @precondition(lambda self: len(self.past) > 1)
    @rule()
    def undo(self) -> None:
        self.save.undo()
        self.future.append(self.past.pop())

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.save.redo()
        self.past.append(self.future.pop())

    @rule()
    def reopen(self) -> None:
        self.save = reopened(self.save)

    @invariant()
    def nothing_is_lost(self) -> None:
        if self.past:
            assert hash_of(self.save.state) == hash_of(self.past[-1]) == self.save.header.hash
            assert len(list(self.save.steps())) == len(self.past)


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


def test_a_line_that_was_never_finished_is_set_aside(tmp_path: Path) -> None:
    """A crash after the log was written and before the state was: the step had not been told as done."""
    save = make(tmp_path)
    with save.log.open("ab") as file:
        file.write(b'{"n":2,"at":"half a li')
    again = reopened(save)
    assert again.state == {"hp": 5}
    again.commit({"hp": 4}, "hp 4", "hp 4")
    assert [step.what for _, step in reopened(again).steps()] == ["hp 4", "begins the campaign"]
    assert b"half a li" in save.log.with_suffix(".torn").read_bytes()


@pytest.mark.parametrize("call", range(12))
@pytest.mark.parametrize(("module", "name"), [(os, "fsync"), (os, "replace"), (tempfile, "mkstemp")], ids=str)
def test_a_disk_that_refuses_any_write_loses_nothing(
    tmp_path: Path, call: int, module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever write fails, the save holds the old state or the new one, opens, and takes the next step."""
    save = make(tmp_path)
    calls = 0
    real = getattr(module, name)

    def full(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call + 1:
            raise OSError(28, "No space left on device")
        return real(*args, **kwargs)

    monkeypatch.setattr(module, name, full)
    told, tried = [5], 5
    for hp in (4, 3):
        tried = hp
        try:
            save.commit({"hp": hp}, f"hp {hp}", f"hp {hp}")
            told.append(hp)
        except DiskError:
            save = reopened(save)
    monkeypatch.undo()
    again = reopened(save)
    assert again.state["hp"] in (told[-1], tried)
    again.commit({"hp": 1}, "hp 1", "hp 1")
    assert reopened(again).state == {"hp": 1}


def test_a_long_campaign_stays_small_and_undo_reaches_its_beginning(tmp_path: Path) -> None:
    state: State = {"pad": {f"stat{n}": n for n in range(40)}, "camp": {"units": ["archer"] * 10}, "n": 0}
    save = make(tmp_path, state)
    steps = 600
    for n in range(1, steps + 1):
        state = {**state, "n": n, "pad": {**state["pad"], "stat3": n}}
        save.commit(state, f"step {n}", f"step {n}")
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert size * 5000 / steps < 5_000_000
    save.undo(next(place for place, _, state in save.past() if state["n"] == 0))
    assert reopened(save).state["n"] == 0


def test_a_step_is_not_written_over_another_ones(tmp_path: Path) -> None:
    mine = make(tmp_path)
    other = reopened(mine)
    other.commit({"hp": 4}, "hp 4", "hp 4")
    log = other.log.read_bytes()
    with pytest.raises(OvertakenError):
        mine.commit({"hp": 1}, "hp 1", "hp 1")
    again = reopened(other)
    assert (again.state, again.log.read_bytes()) == ({"hp": 4}, log)
    again.commit({"hp": 3}, "hp 3", "hp 3")
    assert [step.what for _, step in reopened(again).steps()] == ["hp 3", "hp 4", "begins the campaign"]


@pytest.mark.parametrize("moment", ["append", "write_whole"])
def test_a_step_made_by_another_in_between_is_kept_and_ones_own_refused(
    tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that nothing was written; then the other is faster: only its step counts."""
    mine = make(tmp_path)
    other = reopened(mine)
    real = getattr(saves, moment)

    def late(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(saves, moment, real)
        other.commit({"hp": 4}, "hp 4", "hp 4")
        return real(*args, **kwargs)

    monkeypatch.setattr(saves, moment, late)
    with pytest.raises(OvertakenError):
        mine.commit({"hp": 1}, "hp 1", "hp 1")
    again = reopened(other)
    assert [step.what for _, step in again.steps()] == ["hp 4", "begins the campaign"]
    assert again.state == {"hp": 4}


@given(values, values)
def test_changes_within_a_fight_are_written_and_read_the_same(old: Any, new: Any) -> None:
    changes = changes_between({"fight": {"x": old}}, {"fight": {"x": new}, "pad": 1})
    others, tree = packed(changes)
    again = [*others, *unpacked(msgspec.json.decode(msgspec.json.encode(tree)))]
    assert apply_changes({"fight": {"x": old}}, again) == {"fight": {"x": new}, "pad": 1}
    assert apply_changes({"fight": {"x": new}, "pad": 1}, again, back=True) == {"fight": {"x": old}}


def test_a_change_within_a_list_that_does_not_fit_is_refused() -> None:
    changes = changes_between({"fight": {"units": [1, 2, 3]}}, {"fight": {"units": [1, 3]}})
    assert (changes[0].at, changes[0].old, changes[0].new) == (1, [2], [])
    for units in ([1, 3], [1], "12", None):
        with pytest.raises(ChangeError):
            apply_changes({"fight": {"units": units}}, changes)


COMING = {
    "new": ("new", "--first-game", "--name", "two"),
    "copy": ("save", "copy", "it", "two"),
    "import": ("save", "import", "it.hoplo", "--name", "two"),
    "report": ("save", "import", "report.json", "--name", "two"),
}


@pytest.mark.parametrize("write", ["fsync", "replace"])
@pytest.mark.parametrize("words", COMING.values(), ids=COMING)
def test_a_write_that_is_refused_leaves_no_campaign_half_made(
    words: tuple[str, ...], write: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each write of it in turn finds the disk full: the campaign is there whole, or not at all, and none was lost."""
    monkeypatch.chdir(tmp_path)
    for line in ("new --first-game --name it", "report report.json", "save export it it.hoplo"):
        assert hoplo(*line.split(), HOPLO_HOME="first").code == 0
    real, calls, refused_at = getattr(os, write), 0, 0

    def refused(*args: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == refused_at:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **more)

    monkeypatch.setattr(os, write, refused)
    codes: list[int] = []
    while not codes or calls >= refused_at:
        refused_at, calls = len(codes) + 1, 0
        home = f"home {refused_at}"
        shutil.copytree("first", home)
        codes.append(hoplo(*words, HOPLO_HOME=home).code)
        is_refused, refused_at = calls >= refused_at, 0
        listed = hoplo("save", "list", "--json", HOPLO_HOME=home).json["campaigns"]
        assert [each["name"] for each in listed] == (["it"] if codes[-1] else ["it", "two"])
        faults = hoplo("doctor", "--json", HOPLO_HOME=home).json["faults"]
        assert all("there is no copy of its state" in fault and not codes[-1] for fault in faults), faults
        assert hoplo("doctor", "--repair", HOPLO_HOME=home).code == 0
        if codes[-1]:
            assert [each["current"] for each in listed] == [True], "the one that was played still is"
            assert hoplo(*words, HOPLO_HOME=home).code == 0, "it can be done again"
        refused_at = len(codes) if is_refused else calls + 1
    assert codes[-1] == 0
    assert 1 in codes
    assert set(codes) <= {0, 1}
