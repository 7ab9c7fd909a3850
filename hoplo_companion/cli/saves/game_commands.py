"""`games`, `switch`, `undo`, `redo` and `history` below a table of its own: the same for each of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import beginning, quiet
from hoplo_companion.cli.terminal.guide import WORDS, with_the_rest
from hoplo_companion.cli.terminal.prompt import Aside, BackError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import HoploError, StoppedError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Line, Span, text_of
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.games import Games


class Table(NamedTuple):
    """A table as its saves are shown: its games, a game in lines and for programs, what happened in a step."""

    games: Callable[[], Games[Any]]
    lines: Callable[[Any], list[Line]]
    json: Callable[[Any], Any]
    happened: Callable[[Any, Step], list[str]]


def register(app: App, table: Table) -> None:
    """Put the commands below a table's own."""

    @quiet
    def known(incomplete: str) -> list[str]:
        return beginning(table.games().names(), incomplete)

    def games(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
        """List the games on this machine."""
        every = table.games()
        names = every.names()
        played = every.current() if names else ""
        if json:
            terminal.show_json({"games": names, "played": played})
            return
        lines: list[Line] = [[Span(f"{'*' if name == played else ' '} {name}")] for name in names]
        begin = tr("There is no game yet: begin one with `{command}`.", command=as_command(every.table, "new"))
        terminal.show(lines or [[Span(begin)]], plain)

    def switch(
        terminal: Terminal,
        name: Annotated[str, typer.Argument(help=later("The game to play."))],
        json: JsonOption = False,
    ) -> None:
        """Play another game."""
        played = table.games().switch(name)
        if json:
            terminal.show_json({"played": played})
        else:
            terminal.say(tr("You play {name}.", name=played))

    def undo(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
        """Take the last step back."""
        _go(terminal, table, back=True, json=json, plain=plain)

    def redo(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
        """Do the step again that was taken back last."""
        _go(terminal, table, back=False, json=json, plain=plain)

    def history(
        terminal: Terminal,
        most: Annotated[int, typer.Option("--last", min=1, help=later("As many steps."))] = 20,
        json: JsonOption = False,
        plain: PlainOption = False,
    ) -> None:
        """List the steps that led here, and what happened in each."""
        every = table.games()
        name = every.current()
        save = every.open(name)
        steps = [step for _, step in islice(save.steps(), most)][::-1]
        if json:
            terminal.show_json({"steps": [{"n": each.n, "at": each.at, "command": each.command} for each in steps]})
            return
        game = every.read(save.state, name)
        lines: list[Line] = []
        for step in steps:
            lines.append([Span(f"{step.n}  "), Span(step.command, "heading")])
            lines += [[Span(f"     {said}", "quiet")] for said in table.happened(game, step)]
        terminal.show(lines, plain)

    app.command()(games)
    switch.__annotations__["name"] = Annotated[
        str, typer.Argument(help=later("The game to play."), autocompletion=known)
    ]
    for each in (switch, undo, redo, history):
        app.command()(each)


def show_game(terminal: Terminal, table: Table, *, json: bool, plain: bool) -> None:
    """Show the game that is played."""
    game = table.games().game()
    if json:
        terminal.show_json(table.json(game))
    else:
        terminal.show(table.lines(game), plain)


class _LeftError(StoppedError):
    """What was begun is left for something that is done now: the line that was typed, or nothing."""

    def __init__(self, line: str | None = None) -> None:
        self.line = line
        super().__init__()


class _QuitError(StoppedError):
    """The player leaves the game; everything is kept."""


class _Lead:
    """Leads through a game: knows where it stands, and what the keys do that always work."""

    def __init__(self, terminal: Terminal, table: Table) -> None:
        self.terminal, self.table = terminal, table
        self.is_next_asked = False

    def stand(self, combat: object) -> str:
        """The game's first line."""
        return text_of(self.table.lines(self.table.games().game())[0])

    def asides(self, question: object, combat: object) -> tuple[Aside, ...]:
        """The keys that work at every prompt of the game."""
        acting = (Aside(key, tr(WORDS[key]), tr(words)) for key, words in HELP.items())
        return with_the_rest(acting, tr("this table has none"))

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
                self.terminal.say("  " + tr("Nothing to undo here yet: back to what comes next."))
                raise _LeftError
            case _:
                raise _LeftError(key[1:])


HELP = {
    "U": later("undo: the last step; in the middle of one, it leaves that first"),
    "B": later("the game as it stands"),
    ":": later("type what is done, as `:undo`, `:redo` or any line that the commands take"),
    "?": later("this list"),
    "Q": later("leave; everything is kept"),
}
"""What the keys do that always work."""


def lead(
    terminal: Terminal,
    table: Table,
    choose: Callable[[Any], str],
    carry_out: Callable[[Any, str], None],
    typed: Callable[[str], None],
    *,
    plain: bool,
) -> None:
    """Lead through a game at a terminal: have what is next chosen, and do it, until the player quits."""
    name = table.games().table
    show_game(terminal, table, json=False, plain=plain)
    guide = _Lead(terminal, table)

    def do(line: str) -> None:
        if line in ("undo", "redo"):
            with terminal.called([name, line]):
                _go(terminal, table, back=line == "undo", json=False, plain=plain)
        else:
            typed(line)

    def next_step() -> None:
        game = table.games().game()
        guide.is_next_asked = True
        try:
            word = choose(game)
        except (BackError, _LeftError):
            raise
        except StoppedError:
            raise _QuitError from None
        finally:
            guide.is_next_asked = False
        carry_out(game, word)

    with terminal.led_by(guide):
        while True:
            try:
                try:
                    next_step()
                except _LeftError as left:
                    if left.line is not None:
                        do(left.line)
            except _QuitError:
                break
            except StoppedError:
                continue  # back to what is next
            except HoploError as fault:
                terminal.say(f"  {fault}")
    terminal.say(tr("Everything is kept: `{command}` resumes.", command=as_command(name, "play")))


def _go(terminal: Terminal, table: Table, *, back: bool, json: bool, plain: bool) -> None:
    with table.games().opened() as opened:
        steps = opened.save.undo() if back else opened.save.redo()
        game = opened.game
    if json:
        terminal.show_json(table.json(game))
        return
    text = later("Taken back: {command}") if back else later("Done again: {command}")
    terminal.say(tr(text, command=steps[0].command))
    terminal.show(table.lines(game), plain)
