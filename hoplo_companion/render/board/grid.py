r"""Flat-topped hexes out of letters, standing in columns; neighbours share their borders.

A tall hex is four lines high, so that half a hex, by which neighbouring columns are offset, is two. A low one is three:
in every other column its upper and lower edges run through the middle of a line, and its name stands on the edge.

         tall                   low, in the one column and in the next
       _________                _________
      /  E2 r1  \              /  E2 r1  \
     />REPTILIAN \            {>REPTILIAN }- F2 * ---
     \    3hp    /             \3hp daze_/krakenlance\
      \_________/              /         \6hp +trid /
"""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.errors import cells
from hoplo_companion.hexes import Mat
from hoplo_companion.render.board.hexes import Row, length
from hoplo_companion.render.style import Line, spans_of

TALL, LOW = 4, 3
"""The lines that a hex is high."""


def rooms(width: int, lines: int) -> tuple[int, ...]:
    """Give the cells that each row of a hex has for words; `width` letters stand between its upper corners."""
    return (width, width + 2, width + 2, width) if lines == TALL else (width, width + 2, width)


class Canvas:
    """Letters with their styles by column and line."""

    def __init__(self) -> None:
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}

    def set(self, x: int, y: int, text: str, style: str = "quiet") -> None:
        """Write a text from a place on; a wide letter takes the place of the next one too."""
        for letter in text:
            self._letters[x, y] = (letter, style)
            for beside in range(1, cells(letter)):
                self._letters[x + beside, y] = ("", style)
            x += cells(letter)

    def write(self, x: int, y: int, row: Row, room: int, spaced: bool = False) -> None:
        """Write words in the middle of a place, a space apart; where they stand on an edge, with space around them."""
        if not row:
            return
        gap = 1 if length(row, 1) <= room else 0
        taken = length(row, gap)
        x += max(0, (room - taken) // 2)
        if spaced and taken + 2 <= room:
            self.set(x - 1, y, " " * (taken + 2), "")
        for at, span in enumerate(row):
            if at and gap:
                self.set(x, y, " ", "")
                x += gap
            self.set(x, y, span.text, span.style)
            x += cells(span.text)

    def lines(self) -> list[Line]:
        """Give the lines from the first to the last, as far right as each has something on it."""
        last = max(y for _, y in self._letters)
        right = max(x for x, _ in self._letters)
        return [spans_of([self._letters.get((x, y), (" ", "")) for x in range(right + 1)]) for y in range(last + 1)]


def _tall(canvas: Canvas, x: int, y: int, width: int) -> None:
    canvas.set(x + 2, y - 1, "_" * width)
    for down, left, slope in ((0, 1, "/\\"), (1, 0, "/\\"), (2, 0, "\\/"), (3, 1, "\\/")):
        canvas.set(x + left, y + down, slope[0])
        canvas.set(x + width + 3 - left, y + down, slope[1])
    canvas.set(x + 2, y + 3, "_" * width)


def _low(canvas: Canvas, x: int, y: int, width: int, corners: str) -> None:
    canvas.set(x + 2, y - 1, "_" * width)
    for down, left, slope in ((0, 1, "/\\"), (1, 0, corners), (2, 1, "\\/")):
        canvas.set(x + left, y + down, slope[0])
        canvas.set(x + width + 3 - left, y + down, slope[1])
    canvas.set(x + 2, y + 2, "_" * width)


def _low_between(canvas: Canvas, x: int, y: int, width: int) -> None:
    for edge in (y, y + 3):
        canvas.set(x + 1, edge, "-" * (width + 2))
    for down, slope in ((1, "/\\"), (2, "\\/")):
        canvas.set(x, y + down, slope[0])
        canvas.set(x + width + 3, y + down, slope[1])


def draw_grid(mat: Mat, rows: Mapping[int, list[Row]], width: int, lines: int) -> list[Line]:
    """Draw hexes with their rows of words.

    Shapes: `rows` gives for each hex as many rows as it has `rooms`; `width` is in letters, `lines` TALL or LOW.
    """
    places = {hex_: mat.place(hex_) for hex_ in rows}
    left = min(column for column, _ in places.values())
    top = min(height for _, height in places.values())
    canvas = Canvas()
    boxes = []
    for hex_, (column, height) in places.items():
        down = height - top
        x, y = (column - left) * (width + 2), down * lines // 2 + 1
        boxes.append((hex_, x, y, lines == LOW and down % 2 == 1))
    # The hexes whose corners stand in the middle of a line come last: their corners go over the others' edges.
    for hex_, x, y, between in sorted(boxes, key=lambda box: not box[3]):
        if lines == TALL:
            _tall(canvas, x, y, width)
        elif between:
            _low_between(canvas, x, y, width)
        else:
            # Beside a unit, corners that look like the signs of the sides would be read as those.
            _low(canvas, x, y, width, "{}" if rows[hex_][1] else "<>")
    for hex_, x, y, between in boxes:
        for at, row in enumerate(rows[hex_]):
            wide = (between and at == 2) or (at in (1, 2) if lines == TALL else at == 1)
            inset, room = (1, width + 2) if wide else (2, width)
            on_edge = (between and at == 0) or (not between and at == lines - 1)
            canvas.write(x + inset, y + at, row, room, spaced=on_edge)
    return canvas.lines()
