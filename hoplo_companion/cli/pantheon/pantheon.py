"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

from hoplo_companion.cli.pantheon.army import army, draft
from hoplo_companion.cli.pantheon.attack import attack
from hoplo_companion.cli.pantheon.ground import ground, moves, targets
from hoplo_companion.cli.pantheon.odds import odds
from hoplo_companion.cli.pantheon.play import history, new, play, redo, show, undo
from hoplo_companion.cli.pantheon.rules import rules
from hoplo_companion.cli.wrapping import App

app = App(help="Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game.")

app.command()(attack)
app.command()(odds)
app.command()(army)
app.command()(draft)
app.command()(ground)
app.command()(moves)
app.command()(targets)
for each in (new, play, show, undo, redo, history, rules):
    app.command()(each)
