"""`games`, `switch`, `undo`, `redo` and `history` below a table of its own: the same for each of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import beginning, quiet
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Line, Span
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
        begin = tr("There is no game yet: begin one with `{command}`.", command=f"hoplo {every.table} new")
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


def go(terminal: Terminal, table: Table, *, back: bool) -> None:
    """Take the last step back, or do it again, at a terminal."""
    _go(terminal, table, back=back, json=False, plain=False)


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
