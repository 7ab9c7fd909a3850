"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.army import army
from hoplo_companion.cli.pantheon.attack import attack
from hoplo_companion.cli.pantheon.draft import draft
from hoplo_companion.cli.pantheon.games import TABLE
from hoplo_companion.cli.pantheon.ground import ground, moves, targets
from hoplo_companion.cli.pantheon.odds import odds
from hoplo_companion.cli.pantheon.play import board, new, play, show, stand
from hoplo_companion.cli.pantheon.rules import rules
from hoplo_companion.cli.saves import game_commands
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App

app = App(help="Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game.")


@app.callback(invoke_without_command=True)
def _alone(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show how the game stands, where no command is called."""
    if ctx.invoked_subcommand is None:
        stand(terminal, json, plain)


app.command()(attack)
app.command()(odds)
app.command()(army)
app.command()(draft)
app.command()(ground)
app.command()(moves)
app.command()(targets)
for each in (new, board, play, show, rules):
    app.command()(each)
game_commands.register(app, TABLE)
