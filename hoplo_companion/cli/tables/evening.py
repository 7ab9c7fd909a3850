"""An evening at a table: the turn stage by stage, a key per answer; every answer is a step on disk."""

from __future__ import annotations

from typing import Any

from hoplo_companion.cli.tables.asking import Asking, line_by_line
from hoplo_companion.cli.tables.commands import Table, do, go, show_game
from hoplo_companion.cli.terminal.prompt import WORDS, Aside, BackError, with_the_rest
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, StoppedError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Span
from hoplo_companion.tables.slots import Filled, fill, spelled

HELP = {
    "U": later("undo: the last step; in the middle of one, it leaves that first"),
    "B": later("the game as it stands"),
    ":": later("type what is done, as `:undo`, `:redo` or any line that the commands take"),
    "?": later("all actions that are possible now"),
    "Q": later("leave; everything is kept"),
}
"""What the keys do that always work."""


class _LeftError(StoppedError):
    """What was begun is left for something that is done now: the line that was typed, or nothing."""

    def __init__(self, line: str = "") -> None:
        self.line = line
        super().__init__()


class _QuitError(StoppedError):
    """The player leaves the game; everything is kept."""


class _EverythingError(StoppedError):
    """The player wants to see all actions."""


class _Lead:
    """Leads through a game: knows where it stands, and what the keys do that always work."""

    def __init__(self, terminal: Terminal, table: Table) -> None:
        self.terminal, self.table = terminal, table
        self.is_next_asked = False

    def stand(self, combat: object) -> str:
        """The game's first line."""
        return self.table.stand(self.table.games().game())

    def asides(self, question: object, combat: object) -> tuple[Aside, ...]:
        """The keys that work at every prompt of the game."""
        acting = (Aside(key, tr(WORDS[key]), tr(words)) for key, words in HELP.items() if key != "?")
        everything = Aside("?", tr(WORDS["?"]), tr(HELP["?"]), do=self.all_actions)
        return with_the_rest((*acting, everything), tr("this table has none"))

    def all_actions(self) -> None:
        """Say what each key does, and offer every action."""
        for key, words in HELP.items():
            self.terminal.say(f"  {key}  {tr(words)}")
        raise _EverythingError

    def aside(self, key: str, question: object, combat: object) -> None:
        """Do what the key of an aside does."""
        match key:
            case "Q":
                raise _QuitError
            case "B":
                self.terminal.show(self.table.lines(self.table.games().game()))
            case "U" if self.is_next_asked:
                raise _LeftError("undo")
            case "U":
                self.terminal.say("  " + tr("Nothing of this is to be undone yet: back to what comes next."))
                raise _LeftError
            case _:
                raise _LeftError(key[1:])


def lead(terminal: Terminal, table: Table, *, plain: bool) -> None:
    """Lead through a game at a terminal until the player leaves."""
    evening = _Evening(terminal, table, plain)
    show_game(terminal, table, json=False, plain=plain)
    with line_by_line(terminal), terminal.led_by(evening.guide):
        while evening.goes_on():
            pass
    terminal.say(tr("Everything is kept: `{command}` resumes.", command=as_command(table.book.name, "play")))


class _Evening:
    """An evening as far as it has come: whether all actions are to be shown, and the stage that was begun last."""

    def __init__(self, terminal: Terminal, table: Table, plain: bool) -> None:
        self.terminal, self.table, self.plain = terminal, table, plain
        self.guide = _Lead(terminal, table)
        self.wants_all = False
        self.stage = ""
        self.shown: object = None

    def goes_on(self) -> bool:
        """Take one step; say whether another one follows."""
        try:
            self._step()
        except _LeftError as left:
            self.wants_all = False
            if left.line:
                return self._typed(left.line)
        except _EverythingError:
            self.wants_all = True
        except _QuitError:
            return False
        except StoppedError as stopped:
            # Esc leaves a form for all that may be done; Ctrl-C and Ctrl-D leave the game.
            self.wants_all = isinstance(stopped, BackError)
            return isinstance(stopped, BackError)
        except HoploError as fault:
            self.terminal.say(f"  {fault}")
            self.wants_all = False
        return True

    def _typed(self, line: str) -> bool:
        name = self.table.book.name
        try:
            if line in ("undo", "redo"):
                with self.terminal.called([name, line]):
                    go(self.terminal, self.table, back=line == "undo", json=False, plain=self.plain, whole=False)
            else:
                with self.terminal.called([name, "play", line]):
                    do(self.terminal, self.table, [line], plain=self.plain)
        except HoploError as fault:
            if isinstance(fault, _QuitError):
                return False
            self.terminal.say(f"  {fault}")
        return True

    def _step(self) -> None:
        game = self.table.games().game()
        stage = self.table.book.stage_of(game)
        if stage != self.stage:
            self.stage = stage
            if notes := self.table.notes(game):
                self.terminal.show(notes, self.plain)
        name = self._next(game, stage)
        self.wants_all = False
        if name in self.table.led:
            self.table.led[name](self.terminal, self.plain)
            return
        self._carry_out(game, name)

    def _next(self, game: Any, stage: str) -> str:
        """The action that is next: the one with which a stage begins, else the one that is chosen by a key."""
        actions = self.table.book.actions
        possible = self.table.book.possible(game)
        main = [each for each in possible if actions[each].is_main(stage)]
        self._show_stand(game)
        if not self.wants_all:
            straight = self.table.straight.get(stage, main[0] if len(main) == 1 else "")
            if straight in possible and (actions[straight].slots or straight in self.table.led):
                return straight
        offered = possible if self.wants_all or not main else main
        self.guide.is_next_asked = True
        try:
            at = Asking(self.terminal).choose(tr("Next?"), [tr(actions[each].help) for each in offered])
        except _EverythingError:
            raise
        finally:
            self.guide.is_next_asked = False
        return offered[at]

    def _show_stand(self, game: Any) -> None:
        """Say in one line where the game stands, with the keys that always work, where that has changed."""
        said = self.table.stand(game)
        if said != self.shown:
            self.shown = said
            keys = "  ".join(f"{key} {tr(WORDS[key])}" for key in ("U", "B", "?", "Q"))
            self.terminal.print()
            self.terminal.show([[Span(said, "heading"), Span(f"   {keys}", "quiet")]], self.plain)

    def _carry_out(self, game: Any, name: str) -> None:
        """Ask for all that an action needs, do it, and keep it before it is said."""
        book = self.table.book
        slots = book.actions[name].slots
        filled = fill(slots, Filled(game, {}), [], Asking(self.terminal), whole=True)
        with self.table.games().opened() as opened:
            after, events = book.carry_out(opened.game, name, filled)
            line = " ".join([name, *spelled(slots, game, filled)])
            opened.keep(after, f"{book.name} {line}", line, events)
        seen = [each for each in events if not book.play.rows[each.kind].is_seen]
        if seen:
            self.terminal.show(self.table.event_lines(after, seen), self.plain)
