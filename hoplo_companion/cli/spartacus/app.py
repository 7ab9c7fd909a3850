"""`hoplo spartacus`: everything of the second table is below this command, and loaded with it alone."""

from __future__ import annotations

from hoplo_companion.cli.spartacus import duel, fighting, table
from hoplo_companion.cli.wrapping import App
from hoplo_companion.language import later

app = App(help=later("Referee and scribe for Spartacus, A Game of Blood and Treachery."))
fighting.register(app)
duel.register(app)
table.register(app)
