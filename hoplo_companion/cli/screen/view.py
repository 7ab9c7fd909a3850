"""What the screen shows, row by row: laid out anew for every size from what there is to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.cli.screen.board import Board, boards
from hoplo_companion.errors import cells
from hoplo_companion.render.style import Line, Span, text_of, wrapped

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

LEAST_EVENTS = 2
"""Rows that the last events have at least, below a board."""

BESIDES = 11
"""Rows of the whole screen that the board leaves to all else, so that it stays as large as it is."""

COMMAND = "command"
"""The style of a command in the log, which is no event."""

MOST_EVENTS = 12
BESIDE = 26
"""Cells that what counts needs to stand beside the board."""


class Spot(NamedTuple):
    """Cells of a row that can be clicked, and what is pressed or typed by that."""

    row: int
    left: int
    right: int
    press: str


class View(NamedTuple):
    """The screen as it is to be drawn.

    Shapes: `above` are the rows from the top, `message` the prompt's own row, `below` the keys under it.
    """

    above: tuple[Line, ...] = ()
    message: tuple[Span, ...] = ()
    below: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()


NOTHING_SHOWN = View()


class Scene:
    """What there is to show: where things stand, the board, what counts, the log, and the question."""

    def __init__(self) -> None:
        self.title = ""
        self.combat: Combat | None = None
        self.moved: Mapping[str, int] = {}
        self.lit = 0
        self.counts: list[Line] = []
        self.log: list[Line] = []
        self.shown = 0
        """How much of the log belongs to the board, and need not be read beside it."""
        self.asked: list[Line] = []
        self.choices: dict[str, str] = {}
        self.keys_below: Line = []
        self.is_reading = False
        """Whether the whole log takes the place of the board."""
        self.is_page = False
        """Whether something to be read does."""
        self.back = 0
        """So many rows from the end of what is read."""

    def above(self, columns: int, rows: int) -> tuple[tuple[Line, ...], tuple[Spot, ...]]:
        """Lay out what is above the prompt in so many rows."""
        title = _filled([Span(f" {_shortened(self.title, columns - 1)}", "cursor")], columns)
        asked, choices = self._question(columns, rows)
        most = rows + 2 - BESIDES
        rows -= 1 + len(asked)
        main, spots = self._main(columns, max(1, rows), most)
        main = main[: max(0, rows)]
        main += [[]] * (rows - len(main))
        start = 1 + len(main)
        moved = [spot._replace(row=spot.row + 1) for spot in spots]
        moved += [spot._replace(row=spot.row + start) for spot in choices]
        return (title, *main, *asked), tuple(moved)

    def _question(self, columns: int, rows: int) -> tuple[list[Line], list[Spot]]:
        """Lay out the question with its choices: beside each other where there is a board to be seen."""
        asked = [part for line in self.asked for part in wrapped(line, columns)]
        most = rows - 1 - (2 if self.combat is None else 16)
        is_list = len(asked) + len(self.choices) <= most and sum(map(len, self.choices.values())) > columns
        choices, spots = choice_lines(self.choices, columns, is_list=is_list)
        lines = [*asked, *choices]
        spots = [spot._replace(row=spot.row + len(asked)) for spot in spots]
        over = len(lines) - (rows - 2)
        if over > 0:
            lines, spots = lines[over:], [spot._replace(row=spot.row - over) for spot in spots if spot.row >= over]
        return lines, spots

    def _main(self, columns: int, rows: int, most: int) -> tuple[list[Line], list[Spot]]:
        news = [part for line in self.log[self.shown :] for part in wrapped(line, columns)]
        self.is_page = self.is_reading and self.combat is not None
        if self.combat is None or self.is_reading:
            return self._read(columns, rows), []
        board = next(boards(self.combat, self.moved, self.lit, columns, most), None)
        if board is None or board.rows > rows or len(news) > max(LEAST_EVENTS, rows - board.rows):
            self.is_page = board is not None
            return self._read(columns, rows), []
        return self._with_board(board, columns, rows)

    def _with_board(self, board: Board, columns: int, rows: int) -> tuple[list[Line], list[Spot]]:
        """Set what counts beside the board, or below it, and the last events under both."""
        lines = list(board.lines)
        spots = [Spot(*cells_, name) for name, where in board.hexes.items() for cells_ in where]
        left = columns - board.columns - 2
        if left >= BESIDE:
            counts = [part for line in self.counts for part in wrapped(line, left)]
            for at, line in enumerate(counts[: len(lines)]):
                lines[at] = [*_filled(lines[at], board.columns + 2), *line]
        else:
            most = max(0, rows - len(lines) - LEAST_EVENTS)
            flowing = [span for line in self.counts for span in (*line, Span("   "))]
            counts = wrapped(flowing, columns, 2)[:most]
            fresh = len(self.log) - self.shown
            lines += counts if fresh <= rows - len(lines) - len(counts) else counts[: max(0, most - fresh)]
        return [*lines, *self._events(columns, rows - len(lines))], spots

    def _events(self, columns: int, most: int) -> list[Line]:
        """Give the last of what happened, as much as there is room for."""
        rows: list[Line] = []
        for line in reversed(self.log):
            is_said = text_of(line) and not any(span.style == COMMAND for span in line)
            parts = wrapped(line, columns) if is_said else []
            if len(rows) + len(parts) > min(most, MOST_EVENTS):
                break
            rows = [*parts, *rows]
        return [[]] * (most - len(rows)) + rows

    def _read(self, columns: int, rows: int) -> list[Line]:
        """Give the end of the log, or what is so many rows before it."""
        parts = [part for line in self.log for part in wrapped(line, columns)]
        self.back = max(0, min(self.back, len(parts) - rows))
        end = len(parts) - self.back
        return parts[max(0, end - rows) : end]


def choice_lines(choices: Mapping[str, str], columns: int, *, is_list: bool) -> tuple[list[Line], list[Spot]]:
    """Set choices beside each other, as many as there is room for, or one a line."""
    lines: list[Line] = []
    spots: list[Spot] = []
    for key, words in choices.items():
        room = max(8, columns - 4 - len(key))
        words = words if cells(words) <= room else words[: room - 1] + "…"
        width = len(key) + 1 + cells(words)
        start = cells(text_of(lines[-1])) + 3 if lines and not is_list else 0
        if not lines or is_list or start + width > columns:
            lines.append([Span("  ")])
            start = 2
        else:
            lines[-1].append(Span("   "))
        lines[-1] += [Span(key, "choice"), Span(f" {words}")]
        spots.append(Spot(len(lines) - 1, start, start + width, key))
    return lines, spots


def _shortened(title: str, room: int) -> str:
    """Leave out what stands in brackets behind a title, part by part, where there is no room for it."""
    head, bracket, tail = title.rpartition("  (")
    while bracket and cells(title) > room:
        _, comma, tail = tail.partition(", ")
        title = f"{head}{bracket}{tail}" if comma else head
        bracket = bracket if comma else ""
    return title


def _filled(line: Sequence[Span], columns: int) -> Line:
    """Fill a line up with spaces of its last style, and cut it where it is longer."""
    room = columns - cells("".join(span.text for span in line))
    if room < 0:
        return [*line[:-1], line[-1]._replace(text=line[-1].text[: len(line[-1].text) + room])]
    style = line[-1].style if line else ""
    return [*line, Span(" " * room, style if style == "cursor" else "")]
