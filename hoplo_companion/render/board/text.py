r"""The arena as text: flat-topped hexes in columns, with the units and the signs explained around them.

The drawing takes the room that there is: tall hexes with a full list of units, low ones where the terminal has few
lines, wider ones with fuller names where it has many columns; the list is below the hexes, or beside them.

A tall hex is four lines high, so that half a hex, by which neighbouring columns are offset, is two. A low one is three:
in every other column its upper and lower edges run through the middle of a line, and its name is on the edge.

         tall                   low, in the one column and in the next
       _________                _________
      /  E2 r1  \              /  E2 r1  \
     />REPTILIAN \            {>REPTILIAN }- F2 * ---
     \    3hp    /             \3hp daze_/krakenlance\
      \_________/              /         \6hp +trid /

A flat hex is two lines high, and its upper and lower edges are where its words leave room: so it stays in sight on a
screen of few lines.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from hoplo_companion.errors import cells
from hoplo_companion.hexes import Mat, bits
from hoplo_companion.render.board.hexes import Insides, length
from hoplo_companion.render.board.words import abreast, coming_lines, short_units, sign_lines, title_words, unit_lines
from hoplo_companion.render.style import Line, Span, line, room_to_draw, spans_of, text_of
from hoplo_companion.rules.model import Combat

TALL, LOW, FLAT = 4, 3, 2
"""The lines that a hex is high."""


class Shape(NamedTuple):
    """A hex in letters: its edges and its sides, line by line, and where each row of its words begins.

    Shapes: lines count from the first row of words; an edge or side is set in by some cells; one row is on an edge.
    """

    edges: tuple[tuple[int, int, str], ...]
    sides: tuple[tuple[int, int, str], ...]
    insets: tuple[int, ...]
    on_edge: int | None = None


BETWEEN = Shape(((0, 1, "-"), (3, 1, "-")), ((1, 0, "/\\"), (2, 0, "\\/")), (2, 1, 1), 0)
"""A low hex whose upper and lower edges run through the lines of its neighbours' words."""

CORNERS = "{}"
"""Beside a unit, corners that look like the signs of the sides would be read as those."""

SHAPES = {
    TALL: Shape(
        ((-1, 2, "_"), (3, 2, "_")), ((0, 1, "/\\"), (1, 0, "/\\"), (2, 0, "\\/"), (3, 1, "\\/")), (2, 1, 1, 2), 3
    ),
    LOW: Shape(((-1, 2, "_"), (2, 2, "_")), ((0, 1, "/\\"), (1, 0, CORNERS), (2, 1, "\\/")), (2, 1, 2), 2),
    FLAT: Shape(((-1, 1, "_"),), ((0, 0, "/\\"), (1, 0, "\\/")), (1, 1)),
}


def breadth(width: int, lines: int) -> int:
    """How wide a hex is with its sides; `width` letters are between its upper corners."""
    return width + (2 if lines == FLAT else 4)


def rooms(width: int, lines: int) -> tuple[int, ...]:
    """The cells that each row of a hex has for words."""
    return tuple(breadth(width, lines) - 2 * inset for inset in SHAPES[lines].insets)


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

    def write(self, x: int, y: int, row: Line, room: int, spaced: bool = False) -> None:
        """Write words in the middle of a place, a space between them; where they are on an edge, with space around."""
        if not row:
            return
        gap = Span(" " if length(row, 1) <= room else "")
        words = [word for span in row for word in (gap, span)][1:]
        taken = length(words)
        x += max(0, (room - taken) // 2)
        if spaced and taken + 2 <= room:
            self.set(x - 1, y, " " * (taken + 2), "")
        for word in words:
            self.set(x, y, word.text, word.style)
            x += cells(word.text)

    def lines(self) -> list[Line]:
        """The lines from the first to the last, as far right as each has something on it."""
        last = max(y for _, y in self._letters)
        right = max(x for x, _ in self._letters)
        return [spans_of([self._letters.get((x, y), (" ", "")) for x in range(right + 1)]) for y in range(last + 1)]


def grid_places(mat: Mat, hexes: Iterable[int], width: int, lines: int) -> list[tuple[int, int, int, bool]]:
    """Where hexes are drawn: each with its leftmost cell and upper line, and whether its edges are mid-line."""
    places = {hex_: mat.place(hex_) for hex_ in hexes}
    left, top = (min(axis) for axis in zip(*places.values(), strict=True))
    apart = width + (1 if lines == FLAT else 2)
    return [
        (hex_, (column - left) * apart, (height - top) * lines // 2 + 1, lines == LOW and (height - top) % 2 == 1)
        for hex_, (column, height) in places.items()
    ]


def draw_grid(mat: Mat, rows: Mapping[int, list[Line]], width: int, lines: int) -> list[Line]:
    """Draw hexes with as many rows of words as each has `rooms`, so wide in letters, and TALL, LOW or FLAT."""
    canvas, wide = Canvas(), breadth(width, lines)
    # The hexes whose corners are in the middle of a line come last: their corners go over the others' edges.
    boxes = sorted(grid_places(mat, rows, width, lines), key=lambda box: not box[3])
    shaped = [(rows[hex_], x, y, BETWEEN if between else SHAPES[lines]) for hex_, x, y, between in boxes]
    for words, x, y, shape in shaped:
        for down, inset, sign in shape.edges:
            canvas.set(x + inset, y + down, sign * (wide - 2 * inset))
        for down, inset, signs in shape.sides:
            drawn = "<>" if signs == CORNERS and not words[1] else signs
            canvas.set(x + inset, y + down, drawn[0])
            canvas.set(x + wide - 1 - inset, y + down, drawn[1])
    for words, x, y, shape in shaped:
        for at, (row, inset) in enumerate(zip(words, shape.insets, strict=True)):
            canvas.write(x + inset, y + at, row, wide - 2 * inset, spaced=at == shape.on_edge)
    return canvas.lines()


NARROWEST, USUAL, WIDEST = 5, 9, 14
"""Letters between the upper corners of a hex; with 9 of them, seven columns take 79 cells."""

BESIDE = 60
"""The cells that a legend needs beside the hexes."""

GAP = 3
"""The cells that are kept free between hexes and what is beside them."""


class Layout(NamedTuple):
    """One way to draw a board: how wide and how high its hexes are, where the legend is, and whether it is full."""

    width: int
    lines: int
    beside: bool
    full: bool


def _layouts(columns: int, room: int) -> Iterator[Layout]:
    """The ways to draw a board of so many columns in so many cells, the best first."""

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


def _drawn(combat: Combat, moved: Mapping[str, int], layout: Layout, room: int, most: int | None) -> list[Line]:
    """One board drawn in one way: the hexes with the title, the units and the signs, for a screen of `most` lines."""
    inside = Insides(combat, moved, rooms(layout.width, layout.lines))
    # What no wording makes short enough, on mats with many columns, makes all hexes wider.
    rows = (zip(each, inside.rooms, strict=True) for each in inside.rows.values())
    lack = max(0, *(length(row) - has for each in rows for row, has in each))
    board = draw_grid(combat.arena.mat, inside.rows, layout.width + lack, layout.lines)
    titles: list[Line] = [line(part, "" if at else "heading") for at, part in enumerate(title_words(combat))]
    signs, start = inside.signs(), max(cells(text_of(line)) for line in board) + GAP
    if not layout.beside:
        # The title and as many signs as there is room for are set into the corners, and the rest above and below.
        board, left = _in_corners(board, [*titles, *map(_note, signs)], room)
        signs, start = [sign for sign in signs if _note(sign) in left], 0
        board = [*(title for title in titles if title in left), *board]
    shown, coming = (combat, inside.labels, moved), coming_lines(combat, room - start)
    if not layout.full:
        legend = abreast([*short_units(*shown), *map(_note, signs), *coming], room)
        # Where not even the short legend fits, it is what leaves the screen, not the hexes.
        return [*legend, *board] if most is not None and len(board) + len(legend) >= most else [*board, *legend]
    legend = [*unit_lines(*shown, room - start), [], *coming, *sign_lines(signs, room - start)]
    if not layout.beside:
        return [*board, [], *legend]
    lines = []
    for hexes, words in zip_longest(board, [*titles, [], *legend], fillvalue=list[Span]()):
        gap = [Span(" " * (start - cells(text_of(hexes))))] if words else []
        lines.append([*hexes, *gap, *words])
    return lines


def _note(sign: tuple[str, str, str]) -> Line:
    return [Span(sign[0], sign[1]), Span(f"  {sign[2]}")]


def _in_corners(hexes: list[Line], notes: list[Line], room: int) -> tuple[list[Line], list[Line]]:
    """Hexes with each note in the first place beside them, around the shorter columns, that has room; and the rest."""
    lines, rest, texts, half = list(hexes), list[Line](), [text_of(line) for line in hexes], len(hexes) // 2
    lefts = [(at, 0, len(text) - len(text.lstrip()) - GAP) for at, text in enumerate(texts)]
    rights = [(at, cells(text) + GAP, room - cells(text) - GAP) for at, text in enumerate(texts)]
    free = [*lefts[:half], *rights[:half], *lefts[half:], *rights[half:]]
    for note in notes:
        place = next((place for place in free if length(note) <= place[2]), None)
        if place is None:
            rest.append(note)
            continue
        free.remove(place)
        at, start, _ = place
        line = lines[at]
        left = [*note, Span(line[0].text[length(note) :], line[0].style), *line[1:]]
        lines[at] = [*line, Span(" " * (start - cells(text_of(line)))), *note] if start else left
    return lines, rest


def draw_board(combat: Combat, moved: Mapping[str, int] = {}, size: tuple[int, int | None] | None = None) -> list[Line]:
    """Draw the arena with a legend, without a size for the terminal; `moved` has the hexes that units came from."""
    columns, lines = size or room_to_draw()
    places = [combat.arena.mat.place(hex_)[0] for hex_ in bits(combat.arena.existing)]
    drawn: list[Line] = []
    for layout in _layouts(max(places) - min(places) + 1, columns):
        drawn = _drawn(combat, moved, layout, columns, lines)
        # A line is left for the prompt.
        if lines is None or len(drawn) < lines:
            break
    return drawn
