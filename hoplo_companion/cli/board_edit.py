"""`hoplo board edit`: the board put right with the arrow keys, each change a correction like those that are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from prompt_toolkit import Application
from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from hoplo_companion.cli.prompts import ask_line
from hoplo_companion.errors import HoploError
from hoplo_companion.render.board import draw_board
from hoplo_companion.render.questions import unit_words
from hoplo_companion.render.style import plain
from hoplo_companion.rules.model import Combat, Unit

HELP = (
    "arrows move; Enter picks a unit up and puts it down; + - its HP; z dazed or awake; x takes it off (defeated); "
    "a puts a unit here; t types any other correction; u undoes; q is done"
)
TYPED = {"a": "place which unit? (a chip from elsewhere with its side, as in archer rival) ", "t": "correction: "}

Change = Callable[[Sequence[str]], Combat]
"""Puts the board right as words of a correction say, and gives it as it is then; HoploError where that cannot be."""


class Editor:
    """The board under the arrow keys: where the cursor is, whom it carries, and what came of the last key."""

    def __init__(self, combat: Combat, change: Change, undo: Callable[[], Combat]) -> None:
        self.combat = combat
        self.change = change
        self.undo = undo
        self.carried = ""
        self.said = HELP
        standing = next((unit.hex for unit in combat.in_arena()), 0)
        self.cursor = combat.arena.mat.name(standing or next(iter(combat.arena.mat.bit.values())))

    def press(self, key: str) -> None:
        """Do what a key does; what cannot be is said, and nothing changes."""
        try:
            self._press(key)
        except HoploError as fault:
            self.said = str(fault)

    def _press(self, key: str) -> None:
        unit = self._here()
        match key:
            case "up" | "down" | "left" | "right":
                self._move(key)
            case "enter":
                self._carry(unit)
            case "+" | "-" if unit is not None:
                self._do("set", unit.id, "hp", str((unit.hp or 0) + (1 if key == "+" else -1)))
            case "z" if unit is not None:
                self._do("set", unit.id, "dazed", "no" if unit.dazed else "yes")
            case "x" if unit is not None:
                self._do("remove", unit.id)
            case "u":
                self.combat, self.carried, self.said = self.undo(), "", "taken back"
            case _:
                self.said = f"nobody stands on {self.cursor}"

    def typed(self, key: str, text: str) -> None:
        """Do what was typed for a key: a unit to put on the cursor's hex, or a correction in words."""
        words = text.split()
        if key == "a" and words:
            words = ["place", words[0], self.cursor, *words[1:]]
        try:
            if words:
                self._do(*words)
        except HoploError as fault:
            self.said = str(fault)

    def _do(self, *words: str) -> None:
        self.combat = self.change(words)
        self.said = " ".join(words)

    def _here(self) -> Unit | None:
        return self.combat.at(self.combat.arena.mat.bit[self.cursor])

    def _carry(self, unit: Unit | None) -> None:
        """Pick a unit up, or put the one that is carried down."""
        if self.carried:
            self._do("move", self.carried, self.cursor)
            self.carried = ""
        elif unit is not None:
            self.carried, self.said = unit.id, f"{unit.id} is picked up: Enter puts it down"
        else:
            self.said = f"nobody stands on {self.cursor}"

    def _move(self, way: str) -> None:
        """Go to the next hex that exists, up or down a column, or to the column beside."""
        mat, existing = self.combat.arena.mat, self.combat.arena.existing
        columns: dict[str, list[int]] = {}
        for name in mat.bit:
            columns.setdefault(name[0], []).append(int(name[1:]))
        letter, row = self.cursor[0], int(self.cursor[1:])
        if way in ("up", "down"):
            row += 1 if way == "down" else -1
        else:
            from_middle = row - (len(columns[letter]) + 1) / 2
            letter = chr(ord(letter) + (1 if way == "right" else -1))
            count = len(columns.get(letter, ()))
            row = min(max(1, int(from_middle + (count + 1) / 2)), max(1, count))
        name = f"{letter}{row}"
        if mat.bit.get(name, 0) & existing:
            self.cursor = name

    def screen(self) -> str:
        """Draw the board with the cursor's hex in brackets, and say below what is there."""
        drawn = plain(draw_board(self.combat))
        marked = re.sub(rf"(?<=[ /\\]) {self.cursor} ", f"[{self.cursor}]", drawn, count=1)
        unit = self._here()
        here = unit_words(unit, self.combat) if unit is not None else "nobody"
        carried = f"; you carry {self.carried}" if self.carried else ""
        return f"{marked}\n\n{self.cursor}: {here}{carried}\n{self.said}\n"


def edit(editor: Editor) -> None:
    """Let a board be edited until the player is done."""
    while (key := _keys(editor)) in TYPED:
        editor.typed(key, ask_line(TYPED[key], asides=False))


def _keys(editor: Editor) -> str:
    """Take keys until one ends the editing, or wants something typed; give that key."""
    bindings = KeyBindings()

    def bind(name: str, key: str) -> None:
        @bindings.add(name)
        def _(event: KeyPressEvent) -> None:
            editor.press(key)

    for key in ("up", "down", "left", "right", "enter", "+", "-", "z", "x", "u"):
        bind(key, key)

    def end(name: str, key: str) -> None:
        @bindings.add(name)
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=key)

    for name, key in (("q", "q"), ("c-c", "q"), ("c-d", "q"), ("escape", "q"), ("a", "a"), ("t", "t")):
        end(name, key)

    def text() -> AnyFormattedText:
        return editor.screen()

    window = Window(FormattedTextControl(text), wrap_lines=False)
    application: Application[str] = Application(Layout(window), key_bindings=bindings, full_screen=True)
    return application.run()
