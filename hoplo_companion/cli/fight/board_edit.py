"""`hoplo board edit`: the board put right with the arrow keys, each change a correction like those that are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO

from prompt_toolkit import ANSI, Application
from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from hoplo_companion.cli.fight.removing import defeat_question, refuse_camp
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError
from hoplo_companion.language import later, tr
from hoplo_companion.render.board.text import draw_board
from hoplo_companion.render.board.words import unit_sentence
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.render.style import THEMES, Line, Size, Span, paint, plain, room_to_draw, wrapped
from hoplo_companion.rules.corrections import follows, taken_off
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.signs import visible

KEYS = later("arrows  Enter take/put  + - HP  z dazed  x off  a add  t type  u undo  ? help  q")
HELP = {
    later("arrows"): later("go to the hex above, below, to the left, to the right"),
    "Tab": later("go to the next unit"),
    "Enter": later("take the unit up, and put it down on another hex"),
    "Esc": later("put it back where it was"),
    "+  -": later("one HP more, one less"),
    "z": later("dazed, or awake again"),
    "x": later("take the unit off the mat: defeated (where that decides much, it asks)"),
    "a": later("put a unit here: one of yours, or a chip with its side (archer rival)"),
    "t": later("type any other correction: set flag E3, set archer tactics stun"),
    "u": later("undo the last change"),
    "q": later("done"),
    "Ctrl-C": later("done; a position that is not a fight is not kept"),
}
"""What each key does."""
TYPED = {
    "a": later("Place which unit? (a chip from elsewhere with its side, as in archer rival)"),
    "t": later("Correction:"),
}
STOPPED = "c-c"
_ENDS = {"q": "q", "c-d": "q", "c-c": STOPPED, "a": "a", "t": "t"}
_PRESSED = ("up", "down", "left", "right", "enter", "tab", "escape", "+", "-", "z", "x", "u", "?", "y", "n")

Change = Callable[[Sequence[str]], Combat]
"""Puts the board right as words of a correction say, and gives it as it is then; HoploError where that cannot be."""


class Editor:
    """The board under the arrow keys: where the cursor is, whom it carries, and what came of the last key."""

    def __init__(self, combat: Combat, change: Change, undo: Callable[[], Combat]) -> None:
        self.combat = combat
        self.change = change
        self.undo = undo
        self.carried = ""
        self.said = ""
        self.asked = ""
        self.helps = False
        taken = next((unit.hex for unit in combat.in_arena()), 0)
        self.cursor = combat.arena.mat.name(taken or next(iter(combat.arena.mat.bit.values())))

    def press(self, key: str) -> None:
        """Do what a key does; what cannot be is said, and nothing changes."""
        if self.helps or key == "?":
            self.helps = not self.helps
            return
        try:
            if self.asked:
                self._answer(key)
            else:
                self._press(key)
        except HoploError as fault:
            self.said = f"{fault} ({self._carrying()})" if self.carried else str(fault)

    def _carrying(self) -> str:
        return tr("you carry {unit}: Enter puts it down, Esc puts it back", unit=self._name(self.carried))

    def _stays(self, unit: str) -> str:
        return capital(tr("{unit} stays where it was", unit=self._name(unit)))

    def _nobody(self) -> str:
        return tr("nobody is on {hex}", hex=self.cursor)

    def _name(self, unit: str) -> str:
        return names_of(self.combat)(unit)

    def _press(self, key: str) -> None:
        unit = self._here()
        match key:
            case "up" | "down" | "left" | "right":
                self._move(key)
            case "enter":
                self._carry(unit)
            case "tab":
                self._next_unit()
            case "escape":
                self.said = self._stays(self.carried) if self.carried else tr("q ends")
                self.carried = ""
            case "+" | "-" if unit is not None:
                self._do("set", unit.id, "hp", str((unit.hp or 0) + (1 if key == "+" else -1)))
            case "z" if unit is not None:
                self._do("set", unit.id, "dazed", "no" if unit.dazed else "yes")
            case "x" if unit is not None:
                self._do("remove", unit.id)
            case "u":
                self.combat, self.carried, self.said = self.undo(), "", tr("taken back")
            case "y" | "n":
                self.said = tr("nothing is asked")
            case _:
                self.said = self._nobody()

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
        refuse_camp(words)
        unit = taken_off(self.combat, words)
        if unit is not None and words[0] != "defeat":
            if follows(self.combat, unit):
                self.asked = unit.id
                self.said = f"{defeat_question(self.combat, unit)} {tr('y: defeated  n: by mistake')}"
                return
            words = ("remove", unit.id, "defeated") if self.combat.over else ("defeat", unit.id)
        self.combat = self.change(words)
        self.said = " ".join(words)

    def _answer(self, key: str) -> None:
        """Defeat the unit that was asked about, or leave it where it is; any other key asks once more."""
        if key not in ("y", "n"):
            return
        unit, self.asked = self.asked, ""
        self.said = self._stays(unit)
        if key == "y":
            self._do("defeat", unit)

    def _here(self) -> Unit | None:
        return self.combat.at(self.combat.arena.mat.bit[self.cursor])

    def _carry(self, unit: Unit | None) -> None:
        """Pick a unit up, or put the one that is carried down."""
        if self.carried:
            self._do("move", self.carried, self.cursor)
            self.carried = ""
        elif unit is not None:
            self.carried = unit.id
            self.said = self._carrying()
        else:
            self.said = self._nobody()

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

    def _next_unit(self) -> None:
        """Go to the unit that comes next in the arena, the first one after the last."""
        mat = self.combat.arena.mat
        hexes = [unit.hex for unit in self.combat.in_arena()]
        if hexes:
            here = mat.bit[self.cursor]
            self.cursor = mat.name(hexes[(hexes.index(here) + 1) % len(hexes)] if here in hexes else hexes[0])

    def lines(self, size: Size) -> list[Line]:
        """Draw the board with the cursor's hex in brackets, and say below what is there, what came of it, and the keys.

        Where not all of it has room, the hex under the cursor does.
        """
        if self.helps:
            return _help_lines()
        below = [part for line in self._below() for part in wrapped([Span(line)], size.columns)]
        room = size.lines - len(below) if size.lines is not None else None
        board = draw_board(
            self.combat, size=Size(size.columns, room and room + 1), cursor=self.combat.arena.mat.bit[self.cursor]
        )
        if room is not None and len(board) > room:
            # The list of units comes first where it has no room beside the board.
            mark = next((at for at, line in enumerate(board) if any(span.style == "cursor" for span in line)), 0)
            first = min(len(board) - room, max(0, mark - 1))
            board = board[first : first + room]
        return [*board, *below]

    def _below(self) -> list[str]:
        unit = self._here()
        here = unit_sentence(self.combat, unit) if unit is not None else tr("{hex}: nobody.", hex=self.cursor)
        return [here, self.said or tr("? shows what each key does"), tr(KEYS)]

    def screen(self) -> str:
        """Give what the screen shows as bare text."""
        return plain(self.lines(room_to_draw()))


def _help_lines() -> list[Line]:
    keys = [f"{tr(key):<8} {tr(text)}" for key, text in HELP.items()]
    lines = [tr("The board under the arrow keys"), "", *keys, "", tr("Any key goes back to the board.")]
    return [[Span(line)] for line in lines]


def edit(terminal: Terminal, editor: Editor) -> bool:
    """Let a board be edited until the player is done; tell whether that is so, and it was not broken off."""
    while (key := _keys(terminal, editor)) in TYPED:
        editor.typed(key, terminal.ask_line(f"{tr(TYPED[key])} ", asides=False))
    return key != STOPPED


def _keys(terminal: Terminal, editor: Editor) -> str:
    """Take keys until one ends the editing, or wants something typed; give that key."""
    bindings = KeyBindings()

    def bind(key: str) -> None:
        @bindings.add(key)
        def _(event: KeyPressEvent) -> None:
            if key in _ENDS and not editor.helps:
                event.app.exit(result=_ENDS[key])
            else:
                editor.press(key)

    for key in (*_PRESSED, *_ENDS):
        bind(key)

    def text() -> AnyFormattedText:
        lines = editor.lines(room_to_draw())
        if not terminal.has_colour(False):
            return visible(plain(lines))
        painted = StringIO()
        paint(lines, styles=THEMES[terminal.theme()], into=painted)
        return ANSI(painted.getvalue())

    pressed: list[str] = []

    def run() -> None:
        # It takes the terminal's streams as it is made.
        window = Window(FormattedTextControl(text, show_cursor=False), wrap_lines=False)
        application: Application[str] = Application(Layout(window), key_bindings=bindings, full_screen=True)
        application.ttimeoutlen = 0.05
        pressed.append(application.run())

    terminal.lent(run)
    return pressed[0]
