"""The board as the screen has it: as large as there is room for, and which cells belong to which hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hoplo_companion.hexes import bits
from hoplo_companion.render.board.hexes import FlatInsides, Insides
from hoplo_companion.render.board.text import FLAT, LOW, TALL, breadth, draw_grid, grid_places, rooms
from hoplo_companion.render.style import Line
from hoplo_companion.rules.model import Combat

NARROWEST, WIDEST = {FLAT: 7, LOW: 9, TALL: 9}, {FLAT: 12, LOW: 14, TALL: 14}
"""Letters of a row of a hex."""

PANEL, BELOW = 29, 4
"""Cells that what counts needs to have its place beside a board, and rows that it needs below one."""


class Board(NamedTuple):
    """A board that is drawn, and for every hex its cells: (row, first, last + 1), row by row."""

    lines: list[Line]
    inside: Insides
    hexes: dict[str, list[tuple[int, int, int]]]
    columns: int

    @property
    def rows(self) -> int:
        """Count its rows."""
        return len(self.lines)


def boards(
    combat: Combat, moved: Mapping[str, int], had: Mapping[str, int], lit: int, columns: int, rows: int
) -> Iterator[Board]:
    """Draw a board in the ways for which there is room in so many rows, the best first; the flat one in any case."""
    across = [combat.arena.mat.place(hex_)[0] for hex_ in bits(combat.arena.existing)]
    for lines in (TALL, LOW, FLAT):
        edge = 1 if lines == FLAT else 2
        for panel in (PANEL, 0):
            width = min(WIDEST[lines], (columns - panel - edge) // (max(across) - min(across) + 1) - edge)
            if width < NARROWEST[lines] + bool(panel):
                continue
            places = grid_places(combat.arena.mat, bits(combat.arena.existing), width, lines)
            below = 0 if panel or lines == FLAT else BELOW
            if lines != FLAT and max(y for _, _, y, _ in places) + lines + below > rows:
                continue
            drawn = _drawn(combat, moved, had, lit, width, lines)
            if drawn.columns <= columns:
                yield drawn


def _drawn(combat: Combat, moved: Mapping[str, int], had: Mapping[str, int], lit: int, width: int, lines: int) -> Board:
    if lines == FLAT:
        inside: Insides = FlatInsides(combat, moved, width, lit, had)
    else:
        inside = Insides(combat, moved, rooms(width, lines), lit=lit, had=had)
    hexes: dict[str, list[tuple[int, int, int]]] = {}
    wide = breadth(width, lines)
    for hex_, x, y, _ in grid_places(combat.arena.mat, inside.rows, width, lines):
        hexes[combat.arena.mat.name(hex_)] = [(y + down, x, x + wide) for down in range(lines)]
    grid = draw_grid(combat.arena.mat, inside.rows, width, lines)
    return Board(grid, inside, hexes, max(row[0][2] for row in hexes.values()))
