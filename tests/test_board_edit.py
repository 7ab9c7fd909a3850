"""The board under the arrow keys: what each key does, and that every change is a kept correction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("prompt_toolkit")

from hoplo_companion.cli.fight.board_edit import Editor
from hoplo_companion.render.board.text import draw_board
from hoplo_companion.render.style import Size, plain
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.model import Combat
from tests.boards import combat
from tests.cli import hoplo
from tests.drawn import crowd

EXAMPLE_LINE = "atl koth 3 | r: def@C2 5, rep@B3 3 | p: krak@E3 6 *trident"


@pytest.fixture
def editor() -> Editor:
    """Edit a small board: a rival on C3, your hero on E3."""
    past = [combat("movement", ["rep rival C3 hp3", "krak player E3 hp5"])]

    def change(words: list[str]) -> Combat:
        past.append(correct(past[-1], words)[0])
        return past[-1]

    def undo() -> Combat:
        if len(past) > 1:
            past.pop()
        return past[-1]

    return Editor(past[0], change, undo)  # type: ignore[arg-type]


def press(editor: Editor, *keys: str) -> Editor:
    for key in keys:
        editor.press(key)
    return editor


def hex_of(editor: Editor, unit: str) -> str:
    return editor.combat.arena.mat.name(editor.combat.units[unit].hex)


def test_the_arrows_move_over_the_mat_and_not_off_it(editor: Editor) -> None:
    assert editor.cursor == "C3"
    assert press(editor, "up").cursor == "C2"
    assert press(editor, "up", "up", "up").cursor == "C1"
    columns = {name[0] for name in editor.combat.arena.mat.bit}
    seen = {editor.cursor[0]}
    for _ in range(12):
        seen.add(press(editor, "right").cursor[0])
    assert seen == {letter for letter in columns if letter >= "C"}
    for _ in range(12):
        press(editor, "left")
    assert editor.cursor[0] == "A"


def test_a_unit_is_picked_up_and_put_down(editor: Editor) -> None:
    press(editor, "enter")
    assert editor.carried == "rep"
    press(editor, "up", "enter")
    assert (hex_of(editor, "rep"), editor.carried) == ("C2", "")
    assert "[C2]" in editor.screen()
    assert "on C2, 3 HP" in editor.screen()
    press(editor, "u")
    assert hex_of(editor, "rep") == "C3"


def test_tab_goes_from_unit_to_unit_and_escape_puts_back(editor: Editor) -> None:
    assert press(editor, "tab").cursor == "E3"
    assert press(editor, "tab").cursor == "C3"
    editor.cursor = "A1"
    assert press(editor, "tab").cursor == "C3"
    assert "you carry the rival Attacker: Enter puts it down, Esc puts it back" in press(editor, "enter").said
    press(editor, "up", "escape", "enter")
    assert (hex_of(editor, "rep"), editor.carried) == ("C3", "")
    assert "nobody is on C2" in editor.said


def test_help_says_every_key_and_the_next_key_only_leaves_it(editor: Editor) -> None:
    shown = plain(press(editor, "?").lines(Size(80, 24)))
    assert max(map(len, shown.splitlines())) < 80
    assert len(shown.splitlines()) < 24
    for key in ("Tab", "Enter", "Esc", "+", "z", "x", "a", "t", "u", "q", "Ctrl-C"):
        assert re.search(rf"^{re.escape(key)} ", shown, re.MULTILINE), key
    assert press(editor, "x").combat.units["rep"].hex, "the key has only left the help"
    assert "Ctrl-C" not in editor.screen()


@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24), (80, 12), (200, 60)])
def test_the_cursor_and_the_keys_are_on_every_screen(size: tuple[int, int]) -> None:
    """On every hex, whatever is printed on it, and however low or crowded the board is."""
    full = crowd()
    editor = Editor(full, lambda words: full, lambda: full)
    for name, hex_ in full.arena.mat.bit.items():
        editor.cursor = name
        lines = editor.lines(Size(*size))
        assert len(lines) <= size[1]
        shown = plain(lines)
        assert shown.count(f"[{name}]") == 1
        assert "? help" in " ".join(shown.split())
        assert full.at(hex_) is not None or f"{name}: nobody." in shown
        if size[0] >= 60:
            assert max(map(len, shown.splitlines())) <= size[0]
        # The cursor changes nothing but the name of its hex.
        bare = plain(draw_board(full, size=Size(size[0], None)))
        marked = plain(draw_board(full, size=Size(size[0], None), cursor=hex_))
        assert [len(line) for line in bare.splitlines()] == [len(line) for line in marked.splitlines()]


def test_what_cannot_be_is_said_and_changes_nothing(editor: Editor) -> None:
    press(editor, "enter")
    editor.cursor = "E3"
    press(editor, "enter")
    assert "krak is on E3" in editor.said
    assert hex_of(editor, "rep") == "C3"
    editor.carried = ""
    editor.cursor = "A1"
    for key in ("+", "x", "z", "enter"):
        assert "nobody is on A1" in press(editor, key).said


def test_hp_daze_defeat_and_what_is_typed(editor: Editor) -> None:
    press(editor, "+", "z")
    unit = editor.combat.units["rep"]
    assert (unit.hp, unit.dazed) == (4, True)
    press(editor, "-", "-", "-", "-")
    assert editor.combat.units["rep"].hp == 1
    assert "With its defeat you win" in editor.said, "a unit without HP is defeated, and that decides the fight"
    press(editor, "z")
    assert editor.combat.units["rep"].dazed, "nothing else happens before it is answered"
    assert "stays where it was" in press(editor, "n").said
    editor.typed("t", "remove rep")
    press(editor, "n")
    assert "rep" in editor.combat.units
    editor.cursor = "D4"
    editor.typed("a", "archer rival")
    assert editor.combat.at(editor.combat.arena.mat.bit["D4"]) is not None
    editor.cursor = "D5"
    editor.typed("a", "arch player")
    assert editor.combat.at(editor.combat.arena.mat.bit["D5"]) is not None, "a chip's name may be cut short"
    editor.typed("a", "de rival")
    assert "may be decimus or defender" in editor.said
    editor.typed("t", "set flag B2")
    assert editor.combat.flag is not None
    editor.typed("t", "set nonsense")
    assert "not understood" in editor.said
    editor.cursor = "C3"
    press(editor, "x")
    assert "rep" not in editor.combat.units


def test_without_a_terminal_the_words_are_named(tmp_path: Path) -> None:
    done = hoplo("board", "edit")
    assert done.code == 2
    assert "hoplo place" in done.err


@pytest.mark.parametrize("named", [["--example"], [EXAMPLE_LINE], ["--position", EXAMPLE_LINE]])
@pytest.mark.parametrize("ending", ["json", "toml"])
def test_a_board_that_is_shown_is_kept_in_a_file(tmp_path: Path, named: list[str], ending: str) -> None:
    """What is written is the board that is shown, and it reads back as the same board."""
    file = tmp_path / f"board.{ending}"
    shown = hoplo("board", *named, "--write", file, "--json")
    assert shown.code == 0, shown.err
    assert hoplo("board", "--position", file, "--json").json == shown.json
    drawn = hoplo("board", *named, "--write", file, "--plain")
    assert (drawn.code, drawn.out) == (0, hoplo("board", *named, "--plain").out)
