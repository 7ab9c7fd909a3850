"""The terminal of an evening on one screen: every conversation asks and says here as it does in the stream."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from hoplo_companion.cli.screen.app import GONE, STOPPED, Heard, Link, ScreenApp
from hoplo_companion.cli.screen.view import COMMAND, Scene, View
from hoplo_companion.cli.terminal.by_key import Typed
from hoplo_companion.cli.terminal.guide import ASIDES
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError, cells, clip
from hoplo_companion.hexes import union
from hoplo_companion.language import later, tr
from hoplo_companion.render.in_force import in_force_lines
from hoplo_companion.render.style import THEMES, Line, Span, text_of, wrapped
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.player.options import Options
    from hoplo_companion.rules.questions import Question

_SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
ON_SCREEN = {"L": later("log")}
"""The keys that a screen has beside those of every evening."""
ROOM_TO_TYPE = 24
"""Cells that a line has at least on the prompt's row."""
SCROLLED = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10, "home": 1_000_000, "end": -1_000_000}
"""How far keys go back in what is read, in rows."""


def on_screen(terminal: Terminal, evening: Callable[[Terminal], None]) -> None:
    """Have an evening on one screen; what ends it is raised once the terminal is as it was."""
    app = screen_of(terminal, evening)
    app.run()
    app.finish()


def screen_of(terminal: Terminal, evening: Callable[[Terminal], None]) -> ScreenApp:
    """Make the screen of an evening, which has it run in a thread of its own."""

    def lead(link: Link) -> None:
        screen = OnScreen(terminal, link)
        with redirect_stdout(screen.stdout), redirect_stderr(screen.stderr):
            evening(screen)

    theme = terminal.theme()
    return ScreenApp(lead, THEMES[theme], is_light=theme == "light")


class _Log(io.TextIOBase):
    """A stream whose lines go to the screen."""

    encoding = "utf-8"

    def __init__(self, take: Callable[[str], None]) -> None:
        self._take = take
        self._rest = ""

    def isatty(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Take a text; a line once it is whole."""
        *lines, self._rest = (self._rest + _SIGNS.sub("", text)).split("\n")
        for line in lines:
            self._take(line)
        return len(text)


class OnScreen(Terminal):
    """Says and asks on the screen: what is said goes to its log, a question and its keys below the board."""

    has_board = True

    def __init__(self, terminal: Terminal, link: Link) -> None:
        log = _Log(lambda line: self._take([Span(line)]))
        super().__init__(terminal.arguments, terminal.environment, terminal.stdin, log, log)
        self._outside = terminal
        self.link = link
        self.scene = Scene()
        self.plays_through = False
        self._is_asking = False
        self._watched = 0
        self._is_unseen = False
        self._refused = ""
        self._number = 0
        self._view = View()
        self._hint: Line = []

    def is_interactive(self) -> bool:
        """Tell that there is somebody to ask."""
        return True

    def columns(self) -> int:
        """Give the width of the screen."""
        return self.link.size[0]

    @contextmanager
    def progress(self, text: str) -> Iterator[Callable[[int, int], None]]:
        """Show nothing of its own below the board: the title says what is under way."""
        before, self.scene.title = self.scene.title, tr("{work} …", work=text)
        try:
            yield lambda _done, _all: None
        finally:
            self.scene.title = before

    # What is said -------------------------------------------------------------------------------------------------

    def _take(self, line: Line) -> None:
        into = self.scene.asked if self._is_asking else self.scene.log
        if text_of(line) or (into and text_of(into[-1])):
            into.append(line)

    def show(self, lines: Sequence[Line], plain: bool = False, *, wrap: bool = True) -> None:
        """Take lines with their styles."""
        for line in lines:
            self._take(list(line))

    def show_command(self, words: str) -> None:
        """Note the command that is run in the log alone."""
        self.scene.log.append([Span(f"> {words}", COMMAND)])
        self.scene.shown = len(self.scene.log)

    def show_stand(self) -> None:
        """Begin a question: what is said until it is asked belongs to it."""
        self._end_question()
        self._is_asking = True
        if self.guide is not None:
            self.scene.title = self.guide.stand(self.combat)
        for line in self.form.lines() if self.form is not None else ():
            self._take([Span(line)])

    def show_choices(self, choices: Mapping[str, str]) -> None:
        """Keep the choices, which stand below the question."""
        super().offer(choices)
        self.scene.choices = dict(choices)

    def show_asides(self, *, in_line: bool = False) -> None:
        """Keep the keys that always work, which stand below the prompt."""
        if self.guide is None:
            return
        keys = {key: ASIDES[key] for key in self.aside_keys() if not (in_line and key == "?")}
        if not in_line and self.scene.combat is not None:
            keys |= ON_SCREEN
        words = "  ".join(f"{key} {tr(word)}" for key, word in keys.items())
        self.scene.keys_below = [Span(f" {words}" + (f"  {tr('+ Enter')}" if in_line else ""), "quiet")]

    def say(self, text: str = "", *, aside: bool = False) -> None:
        """Take sentences, which are broken to the width of the screen when they are shown."""
        for line in text.split("\n"):
            self._take([Span(line)])

    def refuse(self, fault: object, left: str = "") -> None:
        """Say why a command was refused; what is left of its line may be corrected."""
        super().refuse(fault)
        self._refused = left

    # The board ----------------------------------------------------------------------------------------------------

    def stands(
        self, combat: Combat | None, moved: Mapping[str, int] | None = None, found: Options | None = None
    ) -> None:
        """Have a board in sight, or none; with moves, what was said of them need not be read before it."""
        if moved is not None:
            self.scene.shown = len(self.scene.log)
        if moved is None and combat is not None and self.scene.combat is not None:
            moved = self.scene.moved  # the last moves stay marked
        self.scene.combat, self.scene.moved = combat, moved or {}
        self.scene.counts = in_force_lines(combat, found) if combat is not None else []

    def entitle(self, title: Line) -> None:
        """Have a heading above all, and in the log what stands under it."""
        self.scene.title = text_of(title)
        self._take([Span(self.scene.title, COMMAND)])

    def recall(self, lines: Callable[[], Sequence[Line]]) -> None:
        """Have in the log what happened before, where nothing is in it yet."""
        if not self.scene.log:
            self.scene.log += lines()
            self.scene.shown = len(self.scene.log)

    @contextmanager
    def asking(self, question: Question, combat: Combat) -> Iterator[None]:
        """Have the board of a question in sight."""
        self.stands(combat)
        with super().asking(question, combat):
            yield

    def begin_watching(self, combat: Combat) -> None:
        """Have the board of a turn in sight, of which every move is shown."""
        self.plays_through = False
        self._watched = len(self.scene.log)
        self.stands(combat, {})

    def watch(self, combat: Combat, moved: Mapping[str, int], words: Sequence[Line]) -> None:
        """Show one move of a turn on the board, with its reason; the one before that once a key has been pressed.

        A question that comes in between is time enough to look; where all is played through, nothing waits.
        """
        if self._is_unseen and not self.plays_through:
            message = tr("Enter: the next move   A: all of them")
            if self._one_key(message, "\n aA", "") in "aA":
                self.plays_through = True
        self.scene.log += words
        self.stands(combat, moved)
        self._is_unseen = True

    def end_watching(self, words: Sequence[Line]) -> None:
        """Leave a turn in the log as it is summed up."""
        self.scene.log[self._watched :] = words
        self._is_unseen = False

    def lent(self, use: Callable[[], None]) -> None:
        """Give the terminal to something else that draws on it."""

        def outside() -> None:
            with redirect_stdout(self._outside.stdout.past), redirect_stderr(self._outside.stderr.past):
                use()

        self.link.leave(outside)

    # What is asked ------------------------------------------------------------------------------------------------

    def _one_key(self, message: str, keys: str, others: str) -> str:
        self._put(message)
        while True:
            key = self._key_of(self._next(), keys + others)
            if len(key) == 1 and key not in keys + others and key.lower() in keys:
                key = key.lower()
            if key and key in keys + others:
                self._answered(key, is_said=key in keys and key != "\n")
                return key
            if len(key) == 1 and key.strip() and not self._reads(key):
                self._say_below(tr("{key} is not one of the keys.", key=clip(key)))

    def aside_keys(self, but: str = "") -> str:
        """List the keys of asides: a board that is in sight needs none."""
        return super().aside_keys(but + ("B" if self.scene.combat is not None else ""))

    def _key_of(self, heard: Heard, keys: str) -> str:
        """Give the key that something heard stands for; empty where it stands for none."""
        if heard.what == "clicked":
            return heard.text if heard.text in keys else self._key_at(heard.text)
        if heard.what != "pressed":
            return ""
        if heard.text in SCROLLED or (heard.text == "escape" and self.scene.is_page):
            self._turn_page(heard.text)
            return ""
        named = {"enter": "\n", "space": " ", "escape": "0"}.get(heard.text, heard.text)
        return self.typed_hex(named) or named if len(named) == 1 else ""

    def _key_at(self, hex_: str) -> str:
        """Give the key of the choice that a hex of the board stands for: itself, or the unit on it."""
        combat = self.scene.combat
        if combat is None or hex_ not in combat.arena.mat.bit:
            return ""
        unit = combat.at(combat.arena.mat.bit[hex_])
        meant = {hex_.casefold()}
        if unit is not None:
            meant |= {unit.id.casefold(), names_of(combat)(unit.id).casefold()}
        for key, words in self.scene.choices.items():
            if words.partition("  (")[0].casefold() in meant:
                return key
        return ""

    def _reads(self, key: str) -> bool:
        """Turn to the whole log and back; the board's key turns to the board, which is there already."""
        if key == "B" and self.scene.combat is not None:
            self._turn_page("escape")
            return True
        if key not in ON_SCREEN:
            return False
        self.scene.is_reading, self.scene.back = not self.scene.is_reading, 0
        self._show()
        return True

    def _turn_page(self, key: str) -> None:
        """Go up and down in what is read, or back to the board."""
        scene = self.scene
        if key == "escape":
            scene.is_reading, scene.shown, scene.back = False, len(scene.log), 0
        else:
            scene.back = max(0, scene.back + SCROLLED[key])
            scene.is_reading = scene.is_reading or (scene.back > 0 and scene.combat is not None)
        self._show()

    def _one_line(self, message: str, known: Sequence[str]) -> str:
        return self._line(message, known)

    def ask_typed(self, choices: Mapping[str, str], typed: Typed) -> str:
        """Ask for a line, beside choices by a digit each; give the key of a choice, or the line."""
        digits = dict(zip("123456789", choices, strict=False))
        self.say(tr("What do you do? As in krak e3, arc f2; krak>rep 2; end: or choose by a digit."))
        self.show_asides()
        self.show_choices({digit: choices[key] for digit, key in digits.items()})
        line = self._line(">", typed.known, typed, "".join(digits) + self.aside_keys() + "B" + "".join(ON_SCREEN))
        self._refused = ""
        if line in self.aside_keys() or line[:1] == ":":
            self.do_aside(line)
        return digits.get(line, line)

    def _line(self, message: str, known: Iterable[str], typed: Typed | None = None, keys: str = "") -> str:
        words = sorted(set(known))
        start = now = self._refused if typed is not None else ""
        self._put(message, has_line=True, keys=keys, start=start)
        if start:
            self._mark([Span(tr("What was not done stays to be corrected; Esc clears the line."), "quiet")])
        while True:
            heard = self._next()
            match heard.what:
                case "entered":
                    self._answered(heard.text, is_said=typed is None)
                    return heard.text.strip()
                case "at once" | "pressed" if heard.text in keys and not now:
                    # It may have been pressed before the line was there.
                    if not self._reads(heard.text):
                        self._answered(heard.text, is_said=False)
                        return heard.text
                case "tab":
                    self._complete(heard.text, typed.words(heard.text) if typed is not None else words)
                case "typed":
                    now = heard.text
                    self._mark(typed.check(heard.text) if typed is not None and heard.text.strip() else [])
                case "clicked" if heard.text in keys:
                    self._answered(heard.text, is_said=False)
                    return heard.text
                case "clicked":
                    self.link.replace_line(f"{self._clicked(heard.text, typed)} ", more=True)
                case "pressed" if heard.text in SCROLLED or heard.text == "escape":
                    self._turn_page(heard.text)
                case "pressed":
                    now += heard.text[:1]
                    self.link.replace_line("\n" if heard.text == "enter" else heard.text[:1], more=True)

    def _clicked(self, hex_: str, typed: Typed | None) -> str:
        """Give what a click on a hex types: the unit on it where units are typed, else the hex."""
        combat = self.scene.combat
        unit = combat.at(combat.arena.mat.bit[hex_]) if combat is not None and hex_ in combat.arena.mat.bit else None
        return unit.id if unit is not None and typed is not None else hex_.lower()

    def _complete(self, line: str, words: Sequence[str]) -> None:
        """Complete the last word of a line; several ways are listed."""
        whole = [word for word in words if word.casefold().startswith(line.casefold())]
        start = 0 if whole else max(line.rfind(sign) for sign in " ,;>") + 1
        found = whole or [word for word in words if word.casefold().startswith(line[start:].casefold())]
        if not found:
            return
        common = found[0]
        while not all(word.casefold().startswith(common.casefold()) for word in found):
            common = common[:-1]
        self.link.replace_line(line[:start] + (common if len(common) > len(line) - start else line[start:]))
        if len(found) > 1:
            self._mark([Span("  ".join(found[:30]), "quiet")])

    # The prompt ---------------------------------------------------------------------------------------------------

    def _put(self, message: str, *, has_line: bool = False, keys: str = "", start: str = "") -> None:
        self._number += 1
        self._is_unseen = False
        self._hint = []
        self.scene.lit = self._choosable()
        self.scene.message = message.strip()
        self._view = View(has_line=has_line, keys=keys, start=start, number=self._number)
        self._show()

    def _choosable(self) -> int:
        """Give the hexes that are the answer, or none."""
        options = self.question.options if self.question is not None and self.question.kind == "hex" else ()
        named = [*options, *(hex_.upper() for hex_ in self._hexes)]
        mat = self.scene.combat.arena.mat if self.scene.combat is not None else None
        return union(mat.bit.get(hex_, 0) for hex_ in named) if mat is not None else 0

    def _show(self) -> None:
        columns, rows = self.link.size
        below = wrapped(self._hint or self.scene.keys_below, columns) or [[]]
        said = self.scene.message
        room = columns - 2 - (ROOM_TO_TYPE if self._view.has_line else 0)
        long = wrapped([Span(f" {said}", "heading")], columns) if cells(said) > room else []
        above, spots = self.scene.above(columns, rows - 1 - len(below) - len(long))
        if self.scene.is_page and not self._hint:
            back = Span(" " + tr("Esc: back to the board   ↑ ↓ PgUp PgDn: read"), "heading")
            below = [[back], *([[]] * (len(below) - 1))]
        message = (Span(f" {'>' if long else said} ", "heading"),)
        self._view = self._view._replace(above=(*above, *long), below=tuple(below), message=message, spots=spots)
        self.link.show(self._view)

    def _say_below(self, text: str) -> None:
        self._hint = [Span(f" {text}", "damage")]
        self._show()

    def _mark(self, hint: Line) -> None:
        """Show under the line what is to be said of it while it is typed."""
        hint = [Span(" "), *hint] if hint else []
        if hint != self._hint:
            self._hint = hint
            self._show()

    def _next(self) -> Heard:
        """Wait for what the player does; StoppedError where he stops, or the terminal has gone."""
        while True:
            heard = self.link.heard.get()
            if heard.what == GONE:
                # Whatever is asked next has nobody to ask either.
                self.link.heard.put(heard)
            if heard.what in (GONE, STOPPED):
                raise StoppedError
            if heard.what != "resized":
                return heard
            self._show()

    def _answered(self, answer: str, *, is_said: bool) -> None:
        """Note a question and its answer in the log."""
        if is_said and self.scene.asked and self.form is None:  # a form shows what it holds
            words = self.scene.choices.get(answer, answer)
            self.scene.log += self.scene.asked
            if not text_of(self.scene.log[-1]).endswith(("?", ":", "]")):
                self.scene.log.append([Span(" ")])
            self.scene.log[-1] = [*self.scene.log[-1], Span(f" {words}", "heading")]
        self.scene.asked = []
        self._end_question()
        self.scene.shown = len(self.scene.log)
        self.scene.is_reading, self.scene.back = False, 0

    def _end_question(self) -> None:
        """Have what was said for a question that was never asked be read in the log."""
        self._is_asking = False
        self.scene.log += self.scene.asked
        self.scene.asked, self.scene.choices, self.scene.keys_below = [], {}, []
        self.offer({})
