"""An evening at a table: the turn stage by stage, a key per answer; every answer is a step on disk."""

from __future__ import annotations

from typing import Any

from hoplo_companion.cli.tables.commands import Table, do, go
from hoplo_companion.cli.tables.questions import WIDTH, Asking, line_by_line
from hoplo_companion.cli.terminal.prompt import WORDS, Aside, BackError, with_the_rest
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, StoppedError, as_command, cells
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Span
from hoplo_companion.tables.actions import spelled

HELP = {
    "U": later("undo the last step; in the middle of one, leave it"),
    "B": later("the game as it stands"),
    ":": later("type a line instead: `:undo`, `:redo`, or any action"),
    "?": later("all actions that are possible now"),
    "Q": later("leave; everything is kept"),
}
"""What the keys do that always work."""


class _LeftError(StoppedError):
    """What was begun is left for what is done now: a line that was typed, `?` all actions, `Q` the way out."""

    def __init__(self, line: str = "") -> None:
        self.line = line
        super().__init__()


def lead(terminal: Terminal, table: Table) -> None:
    """Lead through a game at a terminal until the player leaves."""
    evening = _Evening(terminal, table)
    terminal.show(table.lines(table.games().game()))
    with line_by_line(terminal), terminal.led_by(evening):
        while evening.goes_on():
            pass
    terminal.say(tr("Everything is kept: `{command}` resumes.", command=as_command(table.book.name, "play")))


class _Evening:
    """An evening as far as it has come, and its guide: where the game stands, and what the keys do everywhere.

    Shapes: `line` is what is done next in the place of what the stage asks; `asking` asks for the step under way;
    `is_back` says whether the last step was taken back.
    """

    def __init__(self, terminal: Terminal, table: Table) -> None:
        self.terminal, self.table = terminal, table
        self.line = ""
        self.asking = Asking(terminal)
        self.is_back = False
        self.stage = ""
        self.shown: object = None

    def stand(self, combat: object) -> str:
        """The game's first line."""
        return self.table.stand(self.table.games().game())

    def asides(self) -> tuple[Aside, ...]:
        """The keys that work at every prompt of the game."""
        acting = (
            Aside(key, tr(WORDS[key]), tr(words), do=self._all_actions if key == "?" else None)
            for key, words in HELP.items()
        )
        return with_the_rest(acting, tr("this table has none"))

    def _all_actions(self) -> None:
        """Say what each key does, and offer every action."""
        for key, words in HELP.items():
            self.terminal.say(f"  {key}  {tr(words)}")
        raise _LeftError("?")

    def aside(self, key: str, question: object, combat: object) -> None:
        """Do what the key of an aside does."""
        match key:
            case "Q":
                raise _LeftError(key)
            case "B":
                self.terminal.show(self.table.lines(self.table.games().game()))
            case "U":
                if is_begun := self.asking.is_answered:
                    self.terminal.say("  " + tr("Nothing is done yet: back to what comes next."))
                raise _LeftError("" if is_begun else "undo")
            case _:
                raise _LeftError(key[1:])

    def goes_on(self) -> bool:
        """Take one step; say whether another one follows."""
        line, self.line = self.line, ""
        try:
            if line in ("", "?"):
                self._step(everything=line == "?")
            else:
                self._typed(line)
        except _LeftError as left:
            self.line = left.line
        except BackError:
            # Esc leaves a form for all that may be done, and that for what is next; Ctrl-C and Ctrl-D leave the game.
            self.line = "" if line == "?" else "?"
        except StoppedError:
            return False
        except HoploError as fault:
            self.terminal.say(f"  {fault}")
        return self.line != "Q"

    def _typed(self, line: str) -> None:
        name = self.table.book.name
        is_step = line in ("undo", "redo")
        with self.terminal.called([name, *([] if is_step else ["play"]), line]):
            if is_step:
                self.terminal.say(go(self.table, back=line == "undo")[0])
                self.is_back = line == "undo"
            else:
                do(self.terminal, self.table, [line])

    def _step(self, *, everything: bool) -> None:
        """Ask for what is next and for all that it needs, do it, and keep it before it is said."""
        self.asking, (is_back, self.is_back) = Asking(self.terminal), (self.is_back, False)
        game, book = self.table.games().game(), self.table.book
        if (stage := book.stage_of(game)) != self.stage:
            self.stage = stage
            if notes := self.table.notes(game):
                self.terminal.show(notes)
        self._show_stand(game)
        name = self._next(game, stage, everything=everything)
        filled = book.actions[name].filled(game, [], self.asking, whole=True)
        if is_back and not self.asking.is_answered:
            # What nobody was asked about would be done again at once: it is taken back with what was before.
            raise _LeftError("undo")
        with self.table.games().opened() as opened:
            after, events = book.carry_out(opened.game, name, filled)
            line = " ".join([name, *spelled(book.actions[name].slots, game, filled)])
            opened.keep(after, f"{book.name} {line}", line, events)
        if seen := [each for each in events if not book.play.rows[each.kind].is_seen]:
            self.terminal.show(self.table.event_lines(after, seen))

    def _show_stand(self, game: Any) -> None:
        """Say in one line where the game stands, with the keys that always work, where that has changed."""
        said = self.table.stand(game)
        if said != self.shown:
            self.shown = said
            keys = "  ".join(f"{key} {tr(WORDS[key])}" for key in ("U", "B", "?", "Q"))
            # Where both do not fit on one line, the letters alone are enough: `?` says what they do.
            keys = keys if cells(f"{said}   {keys}") <= WIDTH else "\N{NO-BREAK SPACE}".join("UB?Q")
            self.terminal.print()
            self.terminal.show([[Span(said, "heading"), Span(f"   {keys}", "quiet")]])

    def _next(self, game: Any, stage: str, *, everything: bool) -> str:
        """The action that is next: the one with which a stage begins, else the one that is chosen by a key."""
        actions, possible = self.table.book.actions, self.table.book.possible(game)
        main = [each for each in possible if actions[each].is_main(stage)]
        straight = self.table.straight.get(stage, main[0] if len(main) == 1 else "")
        if not everything and straight in possible and actions[straight].slots:
            return straight
        offered = possible if everything or not main else main
        return self.asking.pick(tr("Next?"), {each: actions[each].help for each in offered})
