"""The games of the other tables, for the doctor; a table that was never played is not loaded."""

from __future__ import annotations

from hoplo_companion.files import home_folder
from hoplo_companion.table.saves.games import Games
from hoplo_companion.table.saves.library import Library


def played_tables() -> list[Games[object]]:
    """List the tables of which there are games on this machine."""
    found: list[Games[object]] = []
    if Library(home_folder() / "spartacus").names():
        from hoplo_companion.spartacus.game import Game as SpartacusGame

        found.append(Games("spartacus", SpartacusGame))
    if Library(home_folder() / "pantheon").names():
        from hoplo_companion.pantheon.game import Game as PantheonGame

        found.append(Games("pantheon", PantheonGame))
    return found
