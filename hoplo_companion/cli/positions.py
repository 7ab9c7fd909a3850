"""Positions that a person names on the command line: a file, standard input, or the example that comes with hoplo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hoplo_companion.errors import HoploError, InvalidError, UsageError

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.fight import Game

EXAMPLE = "rulebook-p22"


def read_file(path: Path) -> bytes:
    """Read a file, `-` being standard input; a file that cannot be read is a usage error."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as fault:
        raise UsageError(f"{path}: {fault.strerror}") from None


def load_position(path: Path | None, example: bool, line: str = "") -> Combat:
    """Read the position that the options name, from JSON or (by its ending) TOML, or typed in one line (`notation`).

    Without any it is that of the fight that is followed.

    InvalidError lists its defects; UsageError where no position is named and no fight is followed.
    """
    from hoplo_companion.components.catalogue import catalogue, read_toml, shipped_folder
    from hoplo_companion.rules.position import PositionReader

    if path is None and not example and not line:
        return _followed()
    if sum([path is not None, example, bool(line)]) > 1:
        raise UsageError("which position? Give --position FILE, --example or one line: one of them")
    if line:
        from hoplo_companion.rules.notation import read_board

        return read_board(line, PositionReader(catalogue()))
    reader = PositionReader(catalogue())
    if path is None:
        return reader.read_plain(read_toml(shipped_folder() / "examples" / f"{EXAMPLE}.toml"))
    try:
        text = read_file(path)
        return reader.read_plain(read_toml(path)) if path.suffix.lower() == ".toml" else reader.read(text)
    except InvalidError as fault:
        raise HoploError(
            "\n  ".join([f"{path}: not a sound position", *(d.sentence() for d in fault.defects)])
        ) from None


def _followed() -> Combat:
    """Give the combat of the fight that is followed, in the middle of a turn too."""
    return followed_game().combat


def followed_game() -> Game:
    """Open the fight that is followed, for reading only; UsageError where there is none."""
    from hoplo_companion.cli.seat import look
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.fight import Game, NoFightError
    from hoplo_companion.table.library import NoCampaignError

    try:
        return Game(look()[1], catalogue())
    except (NoCampaignError, NoFightError):
        raise UsageError(
            "which position? Give --position FILE (JSON or TOML, - for standard input) or --example, "
            "or follow a fight: hoplo fight start"
        ) from None
