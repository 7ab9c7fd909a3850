"""The terminal of an evening on one screen: every conversation asks and says here as it does in the stream."""

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout, suppress

from hoplo_companion.cli.screen.app import GONE, RESIZED, Clicked, Noticed, ScreenApp
from hoplo_companion.cli.screen.view import COMMAND, Scene, Taps, View
from hoplo_companion.cli.terminal.prompt import Aside, BackError, Pasted, Prompt, Reader, Reply
from hoplo_companion.cli.terminal.terminal import Marks, Terminal
from hoplo_companion.errors import StoppedError, cells
from hoplo_companion.hexes import union
from hoplo_companion.language import tr
from hoplo_companion.render.board.words import sign_lines
from hoplo_companion.render.options import in_force_lines
from hoplo_companion.render.style import THEMES, Line, Span, text_of, wrapped
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.options import Options

_SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
BOARD, LOG = "B", "L"
"""The keys of the board, which is in sight here, and of all that happened."""
ROOM_TO_TYPE = 24
"""Cells that a line has at least on the prompt's row."""
SEEN_ANYWAY = 6
"""Rows that the longest question leaves to what was said before it."""
ENTER, ESCAPE = "\r", "\x1b"
SCROLLING = {"\x1b[5~": "▲", "\x1b[6~": "▼"}
"""What a terminal sends for keys, and how a page shows those that scroll."""
SCROLLED = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10, "home": 1_000_000, "end": -1_000_000}
"""How far keys go back in what is read, in rows."""


def _places(combat: Combat | None) -> object:
    return combat and [(unit.id, unit.hex, unit.hp) for unit in combat.in_arena()]


def screen_of(terminal: Terminal, evening: Callable[[Terminal], None]) -> ScreenApp:
    """Make the screen of an evening, which has it run in a thread of its own."""

    def lead(app: ScreenApp) -> None:
        screen = OnScreen(terminal, app)
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

    def write(self, text: str) -> int:
        """Take a text; a line once it is whole."""
        *lines, self._rest = (self._rest + _SIGNS.sub("", text)).split("\n")
        for line in lines:
            self._take(line)
        return len(text)


class OnScreen(Terminal):
    """Says and asks on the screen: what is said goes to its log, a question and its keys below the board."""

    has_board = True

    def __init__(self, terminal: Terminal, app: ScreenApp) -> None:
        log = _Log(lambda line: self._take([Span(line)]))
        super().__init__(terminal.arguments, terminal.environment, terminal.stdin, log, log)
        self.app, self.is_attended = app, True
        self.scene = Scene(asks_beside=terminal.is_attended)
        self.plays_through = False
        self._is_asking = False
        self._is_unseen = False
        self._reader = Reader(Prompt(""))

    def columns(self) -> int:
        """The width of the screen."""
        return self.app.size[0]

    @contextmanager
    def progress(self, text: str) -> Iterator[Callable[..., None]]:
        """Show nothing of its own below the board: the title says what is under way."""
        before, self.scene.title = self.scene.title, tr("{work} …", work=text)
        self._put(Reader(Prompt("")))  # nothing is asked meanwhile
        try:
            yield lambda _done, _all, _known="": None
        finally:
            self.scene.title = before

    # What is said -------------------------------------------------------------------------------------------------

    def _take(self, line: Line) -> None:
        into = self.scene.asked if self._is_asking else self.scene.log
        if text_of(line) or (into and text_of(into[-1])):
            into.append(line)

    def show(self, lines: Sequence[Line], *, wrap: bool = True) -> None:
        """Take lines with their styles."""
        for line in lines:
            self._take(list(line))

    def show_command(self, words: str) -> None:
        """Note the command that is run in the log alone; of a turn every move is shown."""
        self.plays_through = False
        self.scene.log.append([Span(f"> {words}", COMMAND)])
        self.scene.shown = len(self.scene.log)

    def show_stand(self) -> None:
        """Begin a question: what is said until it is asked belongs to it."""
        self._end_question()
        self._is_asking = True
        if self.guide is not None:
            self.scene.title = self.guide.stand()
        for line in self.form() if self.form is not None else ():
            self._take([Span(line)])

    def show_choices(self, choices: Mapping[str, str]) -> None:
        """Keep the choices, which stand below the question."""
        self.scene.choices = dict(choices)

    def _show_help(self, asides: Sequence[Aside]) -> None:
        """Say what each key does, and what the signs of the board mean."""
        super()._show_help(asides)
        if self.scene.combat is not None:
            self.show(sign_lines(self.scene.signs, self.columns()))

    def show_asides(self, prompt: Prompt) -> None:
        """Keep the keys that always work, which stand below the prompt."""
        if words := self.aside_words(prompt):
            self.scene.keys_below = [Span(f" {words}", "quiet")]

    def say(self, text: str, *, aside: bool = False) -> None:
        """Take sentences, which are broken to the width of the screen when they are shown."""
        self.print(text)

    # The board ----------------------------------------------------------------------------------------------------

    def stands(
        self, combat: Combat | None, moved: Marks | None = None, had: Marks | None = None, found: Options | None = None
    ) -> None:
        """Show a board, or none; with moves, what was said of them need not be read before it."""
        if moved is not None:
            self.scene.shown = len(self.scene.log)
            self.scene.moved, self.scene.had = moved, had or {}
        elif _places(combat) != _places(self.scene.combat):
            self.scene.moved, self.scene.had = {}, {}  # the last moves stay marked for as long as nothing else happens
        self.scene.combat = combat
        self.scene.counts = in_force_lines(combat, found) if combat is not None else []

    def entitle(self, title: Line) -> None:
        """Put a heading above all, and what stands under it into the log."""
        self.scene.title = text_of(title)
        self._take([Span(self.scene.title, COMMAND)])

    def recall(self, lines: Callable[[], Sequence[Line]]) -> None:
        """Put into the log what happened before, where nothing is in it yet."""
        if not self.scene.log:
            self.scene.log += lines()
            self.scene.shown = len(self.scene.log)

    def while_open(self, question: Question, combat: Combat) -> AbstractContextManager[None]:
        """Show the board of a question."""
        self.stands(combat)
        return super().while_open(question, combat)

    def watch(self, combat: Combat, moved: Marks, had: Marks, words: Sequence[Line]) -> None:
        """Show one move of a turn on the board, with its reason; the one before that once a key has been pressed.

        A question that comes in between is time enough to look; where all is played through, nothing waits.
        """
        if self._is_unseen and not self.plays_through:
            try:
                self.read(Prompt(tr("Enter: the next move   Esc: all of them"), keys=" ", default=""))
            except BackError:
                self.plays_through = True
        self.stands(combat, moved, had)
        self.scene.log += words
        self._is_unseen = True

    def sum_up(self, lines: Sequence[Line]) -> None:
        """Leave below the last move what is to be done on the table; what the board has no room for is read first."""
        self.scene.log += lines
        self._is_unseen = False

    def say_whole(self, text: str) -> None:
        """Say what came of a step; where the next question leaves no room for all of it, it is read before that."""
        self._end_question()
        self.scene.shown = len(self.scene.log)
        self.say(text)
        if sum(len(wrapped(line, self.columns())) for line in self.scene.log[self.scene.shown :]) > SEEN_ANYWAY:
            with suppress(BackError):
                self.read(Prompt(tr("Enter: continue"), keys=" ", default=""))

    def lent(self, use: Callable[[], None]) -> None:
        """Give the terminal to something else that draws on it."""
        self.app.leave(use)

    # What is asked ------------------------------------------------------------------------------------------------

    def _with_asides(self, prompt: Prompt) -> Prompt:
        """The keys beside an answer: the board that is in sight needs none, and its log has one."""
        whole = super()._with_asides(prompt)
        if self.scene.combat is None or not whole.asides:
            return whole
        others = (aside for aside in whole.asides if aside.key not in (BOARD, LOG))
        log = Aside(LOG, tr("log"), tr("the whole log; Esc goes back to the board"), do=self._read_log)
        return whole._replace(asides=(*others, Aside(BOARD, "", tr("the board"), do=lambda: None), log))

    def _read_log(self) -> None:
        self.scene.is_reading = True

    def read(self, prompt: Prompt) -> Reply:
        """Read the answer of a prompt that was put, from what is pressed, pasted and clicked."""
        reader = Reader(prompt)
        self._put(reader)
        while True:
            if not (key := self._key_of(self._next(), reader)):
                continue
            answer = reader.press(key)
            if answer is not None:
                self._answered(answer.text, is_said=not answer.is_aside and prompt.check is None and answer.text != "")
                self.app.paste_again(reader.rest)
                return answer
            if reader.refused:
                self.app.drop_ahead()
            self._show()

    def _key_of(self, heard: str, reader: Reader) -> str:
        """The key that something heard stands for; empty where it stands for none."""
        if isinstance(heard, Clicked):
            return self._clicked(heard, reader)
        is_moving = isinstance(heard, Pasted) or (heard in ("home", "end") and bool(reader.line))
        if not is_moving and (heard in SCROLLED or (heard == "escape" and self.scene.is_page)):
            self._turn_page(heard)
            return ""
        return heard

    def _clicked(self, where: str, reader: Reader) -> str:
        """The key of what was clicked: a choice, the hex or unit that is one, or its name as a part of a line."""
        choices, combat = reader.prompt.choices, self.scene.combat
        if where in choices:
            return where if len(where) == 1 else Pasted(f"{where}\n")
        if combat is None or where not in combat.arena.mat.bit:
            return ""
        unit = combat.at(combat.arena.mat.bit[where])
        meant = {where.casefold()}
        if unit is not None:
            meant |= {unit.id.casefold(), names_of(combat)(unit.id).casefold()}
        for key, words in choices.items():
            if words.partition("  (")[0].casefold() in meant:
                return key if len(key) == 1 else Pasted(f"{key}\n")
        if reader.prompt.takes == "key":
            return ""
        return Pasted(f"{unit.id if unit is not None and reader.prompt.check is not None else where.lower()} ")

    def _do_aside(self, prompt: Prompt, key: str) -> None:
        """Do what the key of an aside does, and note what is only looked up by it."""
        start = len(self.scene.log)
        super()._do_aside(prompt, key)
        self.scene.looked = start if self.scene.combat is not None else -1

    def _turn_page(self, key: str) -> None:
        """Go up and down in what is read, or back to the board."""
        scene = self.scene
        if key == "escape":
            scene.end_look()
            scene.is_reading, scene.shown, scene.back = False, len(scene.log), 0
        else:
            scene.back = max(0, scene.back + SCROLLED[key])
            scene.is_reading = scene.is_reading or (scene.back > 0 and scene.combat is not None)
        self._show()

    # The prompt ---------------------------------------------------------------------------------------------------

    def _put(self, reader: Reader) -> None:
        self._reader = reader
        self._is_unseen = False
        options = self.question.options if self.question is not None and self.question.kind == "hex" else ()
        bit = self.scene.combat.arena.mat.bit if self.scene.combat is not None else {}
        self.scene.lit = union(bit.get(hex_, 0) for hex_ in (*options, *self.scene.choices.values()))
        self._show()

    def _show(self) -> None:
        columns, rows = self.app.size
        said = [Span(self._reader.refused, "damage")] if self._reader.refused else self._reader.hint
        hint = [Span(" "), *said] if said else []
        below = wrapped(hint or self.scene.keys_below, columns) or [[]]
        message = self._reader.prompt.message.strip()
        room = columns - 2 - (ROOM_TO_TYPE if self._reader.prompt.takes != "key" else 0)
        long = wrapped([Span(f" {message}", "heading")], columns) if cells(message) > room else []
        above, spots = self.scene.above(columns, rows - 1 - len(below) - len(long))
        if self.scene.is_page and not hint:
            back = Span(" " + tr("Esc: back to the board   ↑ ↓ PgUp PgDn: read"), "heading")
            below = [[back], *([[]] * (len(below) - 1))]
        row = [Span(f" {'>' if long else message} ", "heading"), *self._line(columns)]
        taps = self._taps(f"{message} {self._reader.line}".strip(), text_of(hint))
        view = View((*above, *long, row, *below), spots, taps)
        self.app.call_later(self.app.draw, view)

    def _taps(self, *rows: str) -> Taps:
        """What can be tapped where a browser shows the screen: the choices and keys, by what is pressed for each."""
        prompt, asides = self._reader.prompt, self._reader.asides.values()
        keys = [(key, "", key) for key in prompt.keys if not key.isspace()]
        if prompt.takes == "key" and prompt.default is not None:
            keys.append(("⏎", "", ENTER))
        keys += [(SCROLLING[sent], "", sent) for sent in SCROLLING]
        if not prompt.is_first or self.scene.is_page:
            keys.append(("Esc", "", ESCAPE))
        keys += [
            (aside.key, aside.word, aside.key if prompt.acts_at_once(aside.key) else aside.key + ENTER)
            for aside in asides
            if aside.word and not aside.off
        ]
        question = "\n".join(filter(None, [*map(text_of, self.scene.asked), *rows]))
        return Taps(question, tuple(self.scene.choices.items()), tuple(keys), prompt.takes)

    def _line(self, columns: int) -> Line:
        """The line that is typed, with its cursor; of one that is too long the part about the cursor."""
        line, at = self._reader.line, self._reader.at
        if not line and self._reader.prompt.takes == "key":
            return []
        start = max(0, at - ROOM_TO_TYPE + 2) if cells(line) >= ROOM_TO_TYPE and at > columns // 2 else 0
        return [Span(line[start:at]), Span(line[at : at + 1] or " ", "cursor"), Span(line[at + 1 :])]

    def _next(self) -> str:
        """Wait for what the player does; StoppedError where he stops, or the terminal has gone."""
        while isinstance(heard := self.app.heard.get(), Noticed):
            if heard == GONE:
                # Whatever is asked next has nobody to ask either.
                self.app.hear(GONE)
            if heard != RESIZED:
                raise StoppedError
            self._show()
        return heard

    def _answered(self, answer: str, *, is_said: bool) -> None:
        """Note a question and its answer in the log."""
        self.scene.end_look()
        if is_said and self.scene.asked and self.form is None:  # a form shows what it holds
            words = self.scene.choices.get(answer, answer)
            self.scene.log += self.scene.asked
            # What stands above a menu is no question that its answer could stand behind.
            if not (self._reader.prompt.text and text_of(self.scene.log[-1]).endswith(("?", ":", "]"))):
                self.scene.log.append([Span(" ")])
            self.scene.log[-1] = [*self.scene.log[-1], Span(f" {words}", "heading")]
        self.scene.asked = []
        self._end_question()
        self.scene.shown = len(self.scene.log)
        self.scene.is_reading, self.scene.back = False, 0

    def _end_question(self) -> None:
        """Put into the log what was said for a question that was never asked."""
        self._is_asking = False
        self.scene.log += self.scene.asked
        self.scene.asked, self.scene.choices, self.scene.keys_below = [], {}, []
