"""What the screen shows, row by row: laid out anew for every size from what there is to show; the board among it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from textual.geometry import Region

from hoplo_companion.errors import cells
from hoplo_companion.hexes import bits
from hoplo_companion.render.board import text
from hoplo_companion.render.board.text import FLAT, LOW, TALL
from hoplo_companion.render.style import Line, Span, text_of, wrapped
from hoplo_companion.rules.model import Combat

NARROWEST, WIDEST = {FLAT: 7, LOW: 9, TALL: 9}, {FLAT: 12, LOW: 14, TALL: 14}
"""Letters of a row of a hex."""

PANEL, BELOW = 29, 4
"""Cells that what counts needs to have its place beside a board, and rows that it needs below one."""


Spot = tuple[Region, str]
"""Cells that can be clicked, and what is pressed or typed by that."""


class Board(NamedTuple):
    """A board that is drawn, with a spot for every hex."""

    lines: list[Line]
    inside: text.Insides
    spots: list[Spot]
    columns: int


def boards(
    combat: Combat, moved: Mapping[str, int], had: Mapping[str, int], lit: int, columns: int, rows: int
) -> Iterator[Board]:
    """Draw a board in the ways for which there is room in so many rows, the best first; the flat one in any case."""
    mat = combat.arena.mat
    across = [mat.place(hex_)[0] for hex_ in bits(combat.arena.existing)]
    for lines in (TALL, LOW, FLAT):
        edge = 1 if lines == FLAT else 2
        for panel in (PANEL, 0):
            width = min(WIDEST[lines], (columns - panel - edge) // (max(across) - min(across) + 1) - edge)
            if width < NARROWEST[lines] + bool(panel):
                continue
            places = text.grid_places(mat, bits(combat.arena.existing), width, lines)
            below = 0 if panel or lines == FLAT else BELOW
            wide = text.breadth(width, lines)
            right = max(x for _, x, _, _ in places) + wide
            if right > columns or (lines != FLAT and max(y for _, _, y, _ in places) + lines + below > rows):
                continue
            insides = text.FlatInsides if lines == FLAT else text.Insides
            inside = insides(combat, moved, text.rooms(width, lines), lit, had)
            spots = [(Region(x, y, wide, lines), mat.name(hex_)) for hex_, x, y, _ in places]
            yield Board(text.draw_grid(mat, inside.rows, width, lines), inside, spots, right)


LEAST_EVENTS = 2
"""Rows that the last events have at least, below a board, for news to be read there."""

BESIDES = 11
"""Rows of the whole screen that the board leaves to all else, so that it stays as large as it is."""

COMMAND = "command"
"""The style of a command in the log, which is no event."""

BESIDE = 26
"""Cells that what counts needs to stand beside the board."""


class Taps(NamedTuple):
    """What a page offers to be tapped beside the screen: a question, its choices and keys, and what else it `takes`.

    Shapes: a choice is its key and its words; a key is its letter, its word, and what a terminal sends for it.
    """

    question: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    keys: tuple[tuple[str, str, str], ...] = ()
    takes: str = "key"


class View(NamedTuple):
    """The screen as it is to be drawn, row by row."""

    rows: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    taps: Taps = Taps()


class Scene(Struct):
    """What there is to show: where things stand, the board, what counts, the log, and the question."""

    asks_beside: bool = False
    """Whether the question stands on a page beside the screen."""
    title: str = ""
    combat: Combat | None = None
    moved: Mapping[str, int] = {}
    had: Mapping[str, int] = {}
    lit: int = 0
    counts: list[Line] = []
    log: list[Line] = []
    shown: int = 0
    """How much of the log need not be read any more: what follows is news."""
    looked: int = -1
    """Where in the log begins what was only looked up; nowhere where that is negative."""
    asked: list[Line] = []
    choices: dict[str, str] = {}
    keys_below: Line = []
    signs: list[tuple[str, str, str]] = []
    """The signs of the board that is drawn, each with its style and its meaning."""
    is_reading: bool = False
    """Whether the whole log takes the place of the board."""
    is_page: bool = False
    """Whether something to be read does."""
    back: int = 0
    """So many rows from the end of what is read."""

    def end_look(self) -> None:
        """Take what was only looked up out of the log again, so that what happened last is in sight."""
        if self.looked >= 0:
            del self.log[self.looked :]
        self.looked = -1

    def above(self, columns: int, rows: int) -> tuple[tuple[Line, ...], tuple[Spot, ...]]:
        """Lay out what is above the prompt in so many rows."""
        title = [Span(f" {_shortened(self.title, columns - 1)}".ljust(columns), "cursor")]
        asked, choices = self._question(columns, rows)
        most = rows + 2 - BESIDES
        rows -= 1 + len(asked)
        main, spots = self._main(columns, max(1, rows), most)
        main = main[: max(0, rows)]
        main += [[]] * (rows - len(main))
        return (title, *main, *asked), (*_lowered(spots, 1), *_lowered(choices, 1 + len(main)))

    def _question(self, columns: int, rows: int) -> tuple[list[Line], list[Spot]]:
        """Lay out the question with its choices: beside each other where there is a board to be seen."""
        if self.asks_beside:
            return [], []
        asked = [part for line in self.asked for part in wrapped(line, columns)]
        most = rows - 1 - (2 if self.combat is None else 16)
        is_list = len(asked) + len(self.choices) <= most and sum(map(len, self.choices.values())) > columns
        choices, spots = choice_lines(self.choices, columns, is_list=is_list)
        lines = [*asked, *choices]
        over = max(0, len(lines) - (rows - 2))
        return lines[over:], [spot for spot in _lowered(spots, len(asked) - over) if spot[0].y >= 0]

    def _main(self, columns: int, rows: int, most: int) -> tuple[list[Line], list[Spot]]:
        news = [part for line in self.log[self.shown :] for part in wrapped(line, columns)]
        self.is_page = self.is_reading and self.combat is not None
        if self.combat is None or self.is_reading:
            return self._read(columns, rows), []
        board = next(boards(self.combat, self.moved, self.had, self.lit, columns, most), None)
        self.signs = board.inside.signs() if board is not None else []
        left = rows - len(board.lines) if board is not None else 0
        if board is None or left < 0 or len(news) > max(LEAST_EVENTS, left):
            self.is_page = board is not None
            return self._read(columns, rows), []
        return self._with_board(board, columns, rows, len(news))

    def _with_board(self, board: Board, columns: int, rows: int, news: int) -> tuple[list[Line], list[Spot]]:
        """Set what counts beside the board, or below it as far as news leave room, and the last events under both."""
        lines = list(board.lines)
        left = columns - board.columns - 2
        if left >= BESIDE:
            beside = self._counted(len(lines), lambda counts: [p for each in counts for p in wrapped(each, left)])
            for at, line in enumerate(beside):
                room = board.columns + 2 - cells(text_of(lines[at]))
                lines[at] = [*lines[at], Span(" " * room), *line]
        else:
            most = rows - len(lines) - max(news, LEAST_EVENTS)
            lines += self._counted(
                most, lambda counts: wrapped([s for each in counts for s in (*each, Span("   "))], columns, 2)
            )
        return [*lines, *self._events(columns, rows - len(lines))], board.spots

    def _counted(self, most: int, laid: Callable[[list[Line]], list[Line]]) -> list[Line]:
        """What counts, laid out in so many rows: what comes last is left out first, and nothing is cut."""
        ways = (laid(self.counts[:count]) for count in range(len(self.counts), 0, -1))
        return next((way for way in ways if len(way) <= most), [])

    def _events(self, columns: int, most: int) -> list[Line]:
        """The last of what happened, as many whole lines as there is room for; of one that is too long the end."""
        rows: list[Line] = []
        for line in reversed(self.log):
            is_said = text_of(line) and not any(span.style == COMMAND for span in line)
            parts = wrapped(line, columns) if is_said else []
            if rows and len(parts) + len(rows) > most:
                break
            rows = [*parts, *rows]
        return rows[max(0, len(rows) - most) :]

    def _read(self, columns: int, rows: int) -> list[Line]:
        """The end of the log, or what is so many rows before it."""
        parts = [part for line in self.log for part in wrapped(line, columns)]
        self.back = max(0, min(self.back, len(parts) - rows))
        end = len(parts) - self.back
        return parts[max(0, end - rows) : end]


def choice_lines(choices: Mapping[str, str], columns: int, *, is_list: bool) -> tuple[list[Line], list[Spot]]:
    """Set choices beside each other, as many as there is room for, or one a line; what is long takes several rows."""
    lines: list[Line] = []
    spots: list[Spot] = []
    for key, words in choices.items():
        width = len(key) + 1 + cells(words)
        start = cells(text_of(lines[-1])) + 3 if lines and not is_list else 0
        if not lines or is_list or start + width > columns:
            lines.append([Span("  ")])
            start = 2
        else:
            lines[-1].append(Span("   "))
        first = len(lines) - 1
        lines[first:] = wrapped([*lines[first], Span(key, "choice"), Span(f" {words}")], columns, 3 + len(key))
        spots.append((Region(start, first, min(columns - start, width), len(lines) - first), key))
    return lines, spots


def _lowered(spots: Sequence[Spot], rows: int) -> list[Spot]:
    return [(region.translate((0, rows)), press) for region, press in spots]


def _shortened(title: str, room: int) -> str:
    """Leave out what stands in brackets behind a title, part by part, where there is no room for it."""
    head, bracket, tail = title.rpartition("  (")
    while bracket and cells(title) > room:
        _, comma, tail = tail.partition(", ")
        title = f"{head}{bracket}{tail}" if comma else head
        bracket = bracket if comma else ""
    return title
