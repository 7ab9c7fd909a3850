"""A table as a player meets it: what its actions need is asked by a key each or typed, and what is done is a step."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple

from hoplo_companion.cli.options import Answer
from hoplo_companion.cli.terminal.prompt import Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError, cells
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Line, Span, text_of, wrapped
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import Book, Deed, Deeds, Happened, fill, refuse_missing
from hoplo_companion.tables.slots import Each, Filled, Needed, Number, OpenError, Pick, Rolled, Slot, Whole, wrong_if

LONGEST_LINE = 2000
WIDTH = 78
"""Cells that a line may take."""


def line_by_line(terminal: Terminal) -> AbstractContextManager[None]:
    """Let every question take its own line alone: the keys that always work are named once, above them."""
    return terminal.for_now(form=list)  # a form that shows nothing itself


class Asking:
    """Asks a player at a terminal for what the slots of an action need, each in one line.

    Shapes: it `is_answered` once the player has answered anything; `only` is what was taken without a question, since
    it was the only choice: the next question names it.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.is_answered, self.only = terminal, False, ""

    def __call__(self, slot: Slot, filled: Filled) -> Any:
        """Ask for one slot; StoppedError where the player leaves."""
        slot = slot.now(filled)
        match slot:
            case Rolled():
                return self._until_good(lambda: slot.read(filled, self.rolled(slot)))
            case Pick(many=True):
                return self._several(slot, filled)
            case Pick():
                return self._one(slot, filled)
            case Number():
                return self._number(slot, filled)
            case Each(least=least):
                found = dict[int, int]()
                for at, name in slot.players(filled).items():
                    ask, most = tr(slot.ask, player=name), slot.most(filled, at)
                    each = Number("", ask, least=least, most=most, default=Needed if least else 0)
                    found[at] = self._number(each, Filled(None, {}), is_typed=not least) if most > least else least
                return found
            case Whole():
                parts = Filled(filled.game, {})
                return self._until_good(lambda: slot.turned(slot.line(fill(slot.parts, parts, [], self, whole=True))))
            case Deeds():
                return self._deeds(slot, filled)
        return self._typed(slot, filled)

    def rolled(self, slot: Rolled, line: str = "") -> str:
        """Dice as they are entered, or as the app rolls them, where `r` asks for that."""
        if not line and self.terminal.setting("dice") == "app":
            line = "r"
        room = 2 * sum(slot.sides) + len(slot.sides)
        line = line or self._ask(f"  {self._about(tr(slot.ask))} ", room, takes="line", is_whole=slot.is_whole)
        if line.strip().casefold() not in slot.roll:
            return line
        dice, faces = Dice(), slot.faces
        sides = [sorted((faces[dice.choose(len(faces))] for _ in range(n)), reverse=True) for n in slot.sides if n]
        line = " / ".join(" ".join(str(face or "-") for face in side) for side in sides)
        said = tr("The app rolls: {faces}.", faces=line)
        self.terminal.notice(said) if self.terminal.json else self.terminal.say(f"  {said}")
        return line

    def pick(self, text: str, among: Mapping[str, str], none: str = "") -> str:
        """Ask for one of some ids by its key or name, in the line of the question; empty for `none`, by Enter alone."""
        keys = numbered([tr(words) for words in among.values()])
        lines = [f"  {self._about(text)}"]
        for key, words in [*keys.items(), *([(tr("Enter"), tr(none))] if none else [])]:
            if cells(lines[-1]) + cells(words) + len(key) + 4 > WIDTH:
                lines.append("   ")
            lines[-1] += f"  {key} {words}" if key != words else f"  {key}"
        for line in lines[:-1]:
            self.terminal.say(line)
        answer = self._ask(f"{lines[-1]}: ", choices=keys, takes="name", default="" if none else None)
        return dict(zip(keys, among, strict=True))[answer] if answer else ""

    def _number(self, slot: Number, filled: Filled, *, is_typed: bool = False) -> Any:
        """Ask for a number: by one key where it has one digit, unless it `is_typed` as the numbers beside it are."""
        (least, most), message = slot.limits(filled), f"  {self._about(tr(slot.ask))} "
        settings: dict[str, Any] = {"default": None if slot.is_needed else ""}
        if least >= 0 and most <= 9 and not is_typed:
            settings |= {"keys": "0123456789"[least : most + 1], "takes": "key"}
        else:
            message += tr("({least} to {most})", least=least, most=most) + " "
            settings |= {"takes": "line", "room": 6}
        return self._until_good(
            lambda: slot.read(filled, line) if (line := self._ask(message, **settings)) else slot.default
        )

    def line(self, text: str, default: str | None, room: int = 30) -> str:
        """Ask for a line that may take so much room."""
        return self._ask(f"  {self._about(text)} ", room, takes="line", default=default)

    def _about(self, text: str) -> str:
        """A question with what it is about, where that was not asked for."""
        only, self.only = self.only, ""
        return f"{only}. {text}" if only else text

    def _ask(self, message: str, room: int = 0, **settings: Any) -> str:
        """Put a question; what may need more room than its last line leaves is typed behind the end of it, or below."""
        # A number stays with its sign, and with its chance.
        indent = message[: len(message) - len(message.lstrip())]
        text = re.sub(r" (?=[%…])|(?<=\d:) (?=\d)", "\N{NO-BREAK SPACE}", message.rstrip())
        parts = [wrapped([Span(indent + part.strip())], WIDTH) for part in text.splitlines()]
        *rows, last = [text_of(row) for part in parts for row in part]
        head: list[str] = []
        while cells(last) + room >= WIDTH and last.strip():
            word, _, rest = last.lstrip().partition(" ")
            head, last = [*head, word], f"{indent}  {rest}"
        for row in [*rows, *([indent + " ".join(head)] if head else [])]:
            self.terminal.say(row)
        answer = self.terminal.ask(Prompt(f"{last} ", is_inline=True, **settings))
        self.is_answered = True
        return answer

    def _until_good(self, entered: Callable[[], Any]) -> Any:
        was_answered = self.is_answered
        while True:
            try:
                return entered()
            except StoppedError:
                raise
            except HoploError as fault:
                self.only, self.is_answered = "", was_answered
                self.terminal.say(f"  {fault}")

    def _typed(self, slot: Slot, filled: Filled) -> Any:
        about = tr(slot.ask), None if slot.is_needed else "", slot.room
        return self._until_good(lambda: slot.read(filled, line) if (line := self.line(*about)) else slot.default)

    def _several(self, slot: Pick, filled: Filled) -> tuple[Any, ...]:
        among, found = dict(slot.among(filled)), list[Any]()
        while among and (id_ := self.pick(tr(slot.ask), among, later("no more") if found else later("none"))):
            found.append(slot.value(id_))
            so_far = filled.having(slot.name, tuple(found))
            among = {each: words for each, words in slot.among(so_far).items() if slot.value(each) not in found}
        return tuple(found)

    def _one(self, slot: Pick, filled: Filled) -> Any:
        among = dict(slot.among(filled))
        if slot.takes_any(filled) and not among and (slot.is_needed or slot.default == ""):
            return self._typed(slot, filled)
        is_choice = slot.is_needed or slot.default not in (None, "")
        if not among and is_choice:
            raise IllegalError(slot.nothing(filled))
        if not among:
            return slot.default
        if len(among) == 1 and is_choice:
            ((id_, words),) = among.items()
            self.only = tr(words)
            return slot.value(id_)
        id_ = self.pick(tr(slot.ask), among, "" if is_choice else later("none"))
        return slot.value(id_) if id_ else slot.default

    def _deeds(self, slot: Deeds, filled: Filled) -> tuple[Deed, ...]:
        """Ask for effects, each about what those before have made of the game; one that cannot be is asked for anew."""
        kinds = {kind: row.help for kind, row in slot.kinds.items()}

        def one(game: Any) -> tuple[Deed, Any] | None:
            if not (kind := self.pick(tr(slot.ask), kinds, later("nothing more"))):
                return None
            deed = Deed(kind, slot.kinds[kind].filled(game, [], self, whole=True))
            return deed, slot.after(game, deed)

        found, game = list[Deed](), filled.game
        while deed := self._until_good(lambda: one(game)):  # noqa: B023
            found.append(deed[0])
            game = deed[1]
        return tuple(found)


class Table(NamedTuple):
    """A table as a player meets it: its book, its games, how one is shown, and what an event is called.

    Shapes: `notes` are said when a stage begins; `straight` is the action that a stage begins with by itself.
    """

    book: Book
    games: Callable[[], Games[Any]]
    lines: Callable[[Any], list[Line]]
    json: Callable[[Any, Sequence[Happened] | None], Any]
    words: Callable[[Any, Happened], str]
    stand: Callable[[Any], str]
    notes: Callable[[Any], list[Line]] = lambda game: []
    straight: Mapping[str, str] = {}

    def event_lines(self, game: Any, events: Sequence[Happened]) -> list[Line]:
        """What happened, a line each."""
        rows = self.book.play.rows
        return [
            [Span(said, "heading" if rows[each.kind].is_loud else "")]
            for each in events
            for said in self.words(game, each).split("\n")
        ]

    def asked(self, game: Any) -> list[Line]:
        """What the stage begins with by itself, as it is asked first."""
        name = self.straight.get(self.book.stage_of(game))
        found: list[Line] = []

        def note(slot: Slot, filled: Filled) -> Any:
            found.append([Span(tr(slot.ask), "choice")])
            raise StoppedError

        if name and not self.book.why_not(game, name):
            with suppress(StoppedError):
                self.book.actions[name].filled(game, [], note, whole=True)
        return found

    def shown(self, game: Any, *first: Line) -> Answer:
        """A game, with what is said before it."""
        return Answer(lambda: [*first, *self.lines(game), *self.asked(game)], lambda: self.json(game, None))


def commands_of(words: Sequence[str]) -> list[list[str]]:
    """Part typed words into actions: a semicolon ends one. A line alone is taken apart, words in quotes stay whole."""
    if len(words) == 1:
        import shlex

        # Within a word it is an apostrophe, which opens no quotation.
        text = re.sub(r"(?<=\w)'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", words[0])
        lexer = shlex.shlex(text, posix=True, punctuation_chars=";")
        lexer.whitespace_split, lexer.commenters = True, ""
        try:
            words = [each.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for each in lexer]
        except ValueError:
            raise UsageError("a quotation mark is not closed") from None
    found: list[list[str]] = [[]]
    for word in words:
        is_end = word == ";" or (word.endswith(";") and " " not in word)
        if text := word.removesuffix(";") if is_end else word:
            found[-1].append(text)
        if is_end:
            found.append([])
    return [each for each in found if each]


def _acted(terminal: Terminal, book: Book, game: Any, typed: list[str]) -> tuple[list[str], Any, list[Happened]]:
    """Carry out an action, once it is asked which thing a name means, and the dice have fallen that the app rolls."""
    is_asked = terminal.is_interactive() and not terminal.json
    while True:
        try:
            return typed, *book.act(game, typed, Asking(terminal) if is_asked else refuse_missing)
        except OpenError as left:
            if left.roll is None and not is_asked:
                raise
            asking = Asking(terminal)
            answer = asking.rolled(left.roll, "r") if left.roll else left.among[asking.pick(left.question, left.among)]
            typed = left.answered(typed, answer)


def do(terminal: Terminal, table: Table, words: Sequence[str]) -> None:
    """Carry out the actions of a line, each a step on disk before it is said."""
    wrong_if(sum(map(len, words)) > LONGEST_LINE, "The line is longer than {most} characters.", most=LONGEST_LINE)
    wrong_if(not (lines := commands_of(words)), "nothing was typed")
    every: list[Happened] = []
    game: Any = None
    for typed in lines:
        with table.games().opened() as opened:
            typed, game, events = _acted(terminal, table.book, opened.now, typed)
            opened.keep(game, f"{table.book.name} {' '.join(typed)}", " ".join(typed), answers=events)
        every += events
        if not terminal.json:
            terminal.show(table.event_lines(game, events))
    if terminal.json:
        terminal.show_json(table.json(game, every))
    elif terminal.guide is None and (asked := table.asked(game)):
        # Whoever leads asks what the stage begins with.
        terminal.show(asked)


def go(table: Table, *, back: bool) -> tuple[str, Any]:
    """Take the last step back, or do it again; what that was, and the game after it."""
    with table.games().opened() as opened:
        steps = opened.save.undo() if back else opened.save.redo()
        text = later("Taken back: {command}") if back else later("Done again: {command}")
        return tr(text, command=steps[0].command), opened.now
