r"""The arena as text: flat-topped hexes standing in columns, with the units and the signs explained around them.

The drawing takes the room that there is: high hexes with a full list of units, low ones where the terminal has few
lines, wider ones with fuller names where it has many columns; the list stands below the hexes, or beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hoplo_companion.errors import cells
from hoplo_companion.hexes import bits
from hoplo_companion.render.board.grid import LOW, TALL, draw_grid, rooms
from hoplo_companion.render.board.hexes import Insides, length
from hoplo_companion.render.board.legend import (
    coming_lines,
    short_units,
    side_by_side,
    sign_lines,
    title_words,
    unit_lines,
)
from hoplo_companion.render.style import Line, Size, Span, room_to_draw, text_of
from hoplo_companion.rules.model import Combat

NARROWEST, USUAL, WIDEST = 5, 9, 14
"""Letters between the upper corners of a hex; with 9 of them, seven columns take 79 cells."""

BESIDE = 60
"""The cells that a legend needs beside the hexes."""

GAP = 3
"""The cells that are kept free between hexes and what stands beside them."""


class Layout(NamedTuple):
    """One way to draw a board: how wide and how high its hexes are, where the legend stands, and whether it is full."""

    width: int
    lines: int
    beside: bool
    full: bool


def _layouts(columns: int, room: int) -> Iterator[Layout]:
    """List the ways to draw a board of so many columns in so many cells, the best first."""

    def width(cells_: int) -> int:
        return max(NARROWEST, min(WIDEST, (cells_ - 2) // columns - 2))

    below, beside = width(room), width(room - GAP - BESIDE)
    for lines in (TALL, LOW):
        if beside == WIDEST:
            yield Layout(beside, lines, True, True)
        yield Layout(below, lines, False, True)
        if USUAL <= beside < WIDEST:
            yield Layout(beside, lines, True, True)
    yield Layout(below, LOW, False, False)


class Drawing:
    """One board drawn in one way."""

    def __init__(self, combat: Combat, moved: Mapping[str, int], layout: Layout, room: int, cursor: int) -> None:
        self.combat, self.moved, self.layout, self.room = combat, moved, layout, room
        self.inside = Insides(combat, moved, rooms(layout.width, layout.lines), cursor)
        # What no wording makes short enough, on mats with many columns, makes all hexes wider.
        lack = max(
            length(row) - has
            for rows in self.inside.rows.values()
            for row, has in zip(rows, self.inside.rooms, strict=True)
        )
        self.hexes = draw_grid(combat.arena.mat, self.inside.rows, layout.width + max(0, lack), layout.lines)

    def lines(self, most: int | None) -> list[Line]:
        """Give the hexes with the title, the units and the signs around them, for a screen of `most` lines."""
        titles: list[Line] = [[Span(part, "" if at else "heading")] for at, part in enumerate(title_words(self.combat))]
        if self.layout.beside:
            return self._beside(titles)
        return self._below(titles, most)

    def _beside(self, titles: list[Line]) -> list[Line]:
        start = max(cells(text_of(line)) for line in self.hexes) + GAP
        legend = [*titles, [], *self._legend(self.inside.signs(), self.room - start)]
        lines = []
        for at in range(max(len(self.hexes), len(legend))):
            line = self.hexes[at] if at < len(self.hexes) else []
            if at < len(legend) and legend[at]:
                line = [*line, Span(" " * (start - cells(text_of(line)))), *legend[at]]
            lines.append(line)
        return lines

    def _below(self, titles: list[Line], most: int | None) -> list[Line]:
        """Set the title and as many signs as there is room for into the corners, and the rest below."""
        corners = Corners(self.hexes, self.room)
        rest = [title for title in titles if not corners.put(title)]
        signs = [sign for sign in self.inside.signs() if not corners.put(_note(sign))]
        legend = self._legend(signs, self.room)
        if self.layout.full:
            return [*rest, *corners.lines, [], *legend]
        # Where not even the short legend fits, it is what leaves the screen, not the hexes.
        board = [*rest, *corners.lines]
        return [*legend, *board] if most is not None and len(board) + len(legend) >= most else [*board, *legend]

    def _legend(self, signs: list[tuple[str, str, str]], room: int) -> list[Line]:
        labels = self.inside.labels
        if not self.layout.full:
            notes = [_note(sign) for sign in signs]
            return side_by_side(
                [*short_units(self.combat, labels, self.moved), *notes, *coming_lines(self.combat, room)], room
            )
        units = unit_lines(self.combat, labels, self.moved, room)
        return [*units, [], *coming_lines(self.combat, room), *sign_lines(signs, room)]


def _note(sign: tuple[str, str, str]) -> Line:
    return [Span(sign[0], sign[1]), Span(f"  {sign[2]}")]


class Corners:
    """The free places beside the hexes: above and below the shorter columns."""

    def __init__(self, hexes: list[Line], room: int) -> None:
        self.lines = list(hexes)
        texts = [text_of(line) for line in hexes]
        lefts = [(at, 0, len(text) - len(text.lstrip()) - GAP) for at, text in enumerate(texts)]
        rights = [(at, cells(text) + GAP, room - cells(text) - GAP) for at, text in enumerate(texts)]
        half = len(hexes) // 2
        self._free = [*lefts[:half], *rights[:half], *lefts[half:], *rights[half:]]

    def put(self, note: Line) -> bool:
        """Write a note into the first place that is wide enough; tell whether there was one."""
        for place in self._free:
            at, start, room = place
            if length(note) <= room:
                line = self.lines[at]
                if start:
                    self.lines[at] = [*line, Span(" " * (start - cells(text_of(line)))), *note]
                else:
                    taken = length(note)
                    first = Span(line[0].text[taken:], line[0].style)
                    self.lines[at] = [*note, first, *line[1:]]
                self._free.remove(place)
                return True
        return False


def draw_board(
    combat: Combat, moved: Mapping[str, int] | None = None, size: Size | None = None, cursor: int = 0
) -> list[Line]:
    """Draw the arena and all that is in it, with a legend; without a size, for the terminal there is.

    Shapes: `moved` gives for each unit that moved the hex it came from, which is marked as such. `size` is in cells
    and lines; the hexes come first where both they and the legend cannot be had. The hex under a `cursor` is marked.
    """
    columns, lines = size or room_to_draw()
    places = [combat.arena.mat.place(hex_)[0] for hex_ in bits(combat.arena.existing)]
    drawn: list[Line] = []
    for layout in _layouts(max(places) - min(places) + 1, columns):
        drawn = Drawing(combat, moved or {}, layout, columns, cursor).lines(lines)
        # A line is left for the prompt.
        if lines is None or len(drawn) < lines:
            break
    return drawn
