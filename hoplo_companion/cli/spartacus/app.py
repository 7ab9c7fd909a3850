"""`hoplo spartacus`: everything of the second table is below this command, and loaded with it alone."""

from __future__ import annotations

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.spartacus import duel, fighting, play, table
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.language import later

app = App(help=later("Referee and scribe for Spartacus, A Game of Blood and Treachery."))
for _module in (play, fighting, duel, table):
    _module.register(app)


@app.callback(invoke_without_command=True)
def root(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Referee and scribe for Spartacus, A Game of Blood and Treachery; alone it shows the game that is played."""
    if ctx.invoked_subcommand is None:
        table.table(terminal, json, plain)
