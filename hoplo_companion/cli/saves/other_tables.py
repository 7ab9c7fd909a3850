"""The games of the other tables, for the doctor; a table that was never played is not loaded."""

from __future__ import annotations

import os

from hoplo_companion.errors import HoploError
from hoplo_companion.files import home_folder
from hoplo_companion.language import tr
from hoplo_companion.table.saves.doctor import set_aside
from hoplo_companion.table.saves.games import DUEL, Games
from hoplo_companion.table.saves.library import Library


def duel_faults() -> list[str]:
    """Say what is wrong with the match that is kept outside of any game; empty where all is well, or there is none."""
    if not os.path.lexists(home_folder() / DUEL):
        return []
    from hoplo_companion.cli.spartacus.duel import check_last

    try:
        check_last()
    except HoploError as fault:
        return [str(fault)]
    return []


def mend_duel() -> list[str]:
    """Move a match that cannot be resumed out of the way; say what was done."""
    if not duel_faults():
        return []
    path = home_folder() / DUEL
    return [tr("{path}: the match is dropped; what was there is kept as {aside}", path=path, aside=set_aside(path))]


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
