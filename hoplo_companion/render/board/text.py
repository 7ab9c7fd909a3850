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

Of what is written in a hex, its rows are its name with what the mat prints on it; the unit's name; its HP with what is
on it or lies there; and, where there is a fourth, what the third has no room for. The words are one set for the whole
board, the longest with which every hex keeps everything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from hoplo_companion.errors import cells
from hoplo_companion.hexes import Mat, bits
from hoplo_companion.language import in_sense, plural, tr
from hoplo_companion.render.board import words
from hoplo_companion.render.sentences.words import arena_chip, printed_name
from hoplo_companion.render.style import Line, Span, line, room_to_draw, spans_of, text_of
from hoplo_companion.rules.model import Combat

KEY, YOURS, HELD, UNDER, LOOSE, LEFT, MORE = "*", "p", "+", "!", "(", "~", ".."
"""The signs of a key hex and of your deployment; those before what is held, is on a unit, lies loose, or has left;
and the one for what a hex has no room for."""


def _signs() -> dict[str, tuple[str, str, str, str, str]]:
    """What a hex or its unit may be marked as: a word, two letters, one letter, what that means, and its style."""
    dazed, tribune = words.state_words().values()
    return {
        "dazed": (dazed, in_sense("two letters for dazed", "dz"), in_sense("one letter for dazed", "d"), dazed, ""),
        "tribune": (tribune, in_sense("two letters for the tribune", "tb"),
                    in_sense("one letter for the tribune", "t"), tr("the tribune"), ""),
        "flag": (in_sense("on the drawn board", "flag"), in_sense("two letters for the flag", "fl"),
                 in_sense("one letter for the flag", "f"), tr("the flag"), "key"),
        "blocked": (in_sense("on the drawn board", "blocked"), in_sense("two letters for a blocked hex", "bk"),
                    in_sense("one letter for a blocked hex", "b"), tr("a blocked hex"), "blocked"),
    }  # fmt: skip


WORDINGS = ("hp", 0, 12), ("hp", 0, 5), ("hp", 1, 3), ("", 2, 2)
"""Wordings from whole words down to bare letters: for HP, which words of a sign, the most letters of chips' names."""


def length(row: Line, gap: int = 0) -> int:
    """Count the cells of a row of words that are `gap` spaces from each other."""
    return sum(cells(span.text) for span in row) + gap * max(0, len(row) - 1)


def packed(words: Line, rooms: Sequence[int]) -> tuple[list[Line], Line]:
    """Fill rows of these rooms with words in order, a space between them; give the rows, and the words left over."""
    rows: list[Line] = [[] for _ in rooms]
    at = 0
    for done, word in enumerate(words):
        while at < len(rooms) and length([*rows[at], word], 1) > rooms[at]:
            at += 1
        if at == len(rooms):
            return rows, words[done:]
        rows[at].append(word)
    return rows, []


class Insides:
    """The rows of every hex of a combat, for hexes with these rooms.

    Shapes: `rooms` are the cells that each row of a hex has; `moved` gives for each unit that moved the hex it left;
    `lit` are hexes that may be chosen; `had` gives the HP that units had before, where they have less now. `words` has
    the word for each of `_signs`, `chips` and `tactics` that for each arena chip, the flag among them, and for each
    tactic; `few` counts those from two on instead of naming them.
    """

    wordings: Sequence[tuple[str, int, int]] = WORDINGS

    def __init__(
        self, combat: Combat, moved: Mapping[str, int], rooms: Sequence[int], lit: int = 0, had: Mapping[str, int] = {}
    ) -> None:
        self.combat, self.arena = combat, combat.arena
        self.moved, self.rooms, self.lit, self.had = moved, rooms, lit, had
        self.keys = combat.key_hexes()
        self.labels = words.labels(combat, moved, self._room_of_a_name())
        self.blocked = Span(_signs()["blocked"][0], "blocked")
        tactics = dict.fromkeys(tactic for unit in combat.in_arena() for tactic in unit.tactics)
        for hp, at, most in self.wordings:
            self.hp, self.few = hp, at == 2
            self.words = {what: wordings[at] for what, wordings in _signs().items()}
            self.chips = {**words.abbreviations(combat.chips, most), "flag": self.words["flag"]}
            self.tactics = words.abbreviations(tactics, most)
            self.rows = {hex_: self._rows(hex_) for hex_ in bits(self.arena.existing)}
            if not any(span.text == MORE for each in self.rows.values() for row in each for span in row):
                break

    def _room_of_a_name(self) -> int:
        return self.rooms[1] - 1

    def _head(self, hex_: int) -> Line:
        """Name a hex and what the mat prints on it: its elevation, key, and deployment."""
        arena, key = self.arena, bool(self.keys & hex_)
        level, rivals = arena.elevation.get(hex_, 0), arena.rival_deployment
        style = "choice" if hex_ & self.lit else "key" if key else ""
        row = line(arena.mat.name(hex_) + (f"^{level}" if level else ""), style)
        row += line(KEY, "key") if key else []
        row += line(f"r{rivals.index(hex_) + 1}", "deployment") if hex_ in rivals else []
        row += line(YOURS, "deployment") if hex_ in arena.player_deployment else []
        return row

    def _listed(self, sign: str, ids: Sequence[str], words: Mapping[str, str], end: str = "") -> Line:
        shown = [str(len(ids))] if self.few and len(ids) > 1 else [words[id_] for id_ in ids]
        return [Span(f"{sign}{each}{end}", "key") for each in shown]

    def _things(self, hex_: int) -> Line:
        """Say what is on a unit, what it holds, and what lies on its hex."""
        unit, combat = self.combat.at(hex_), self.combat
        row: Line = []
        if unit is not None:
            hp, had = unit.hp, self.had.get(unit.id, 0)
            if hp is not None and hp < had:
                row += line(f"{had}→{hp}{self.hp}", "damage")
            else:
                row += line(f"{'?' if hp is None else hp}{self.hp}")
            row += [Span(self.words[state]) for state in words.states(combat, unit)]
            row += line(self.words["blocked"], "blocked") if self.arena.blocked & hex_ else []
            row += self._listed(HELD, combat.held_by(unit.id, with_flag=True), self.chips)
            row += self._listed(UNDER, unit.tactics, self.tactics)
        return row + self._listed(LOOSE, words.lying_on(combat, hex_), self.chips, ")")

    def _left(self, hex_: int) -> list[tuple[str, str]]:
        """The units that were here before they moved, each with its label without the sign of its side."""
        units = self.combat.units
        left = [id_ for id_, was in self.moved.items() if was & hex_ and not (id_ in units and units[id_].hex == hex_)]
        return [(id_, self.labels[id_].text.lstrip("><=")) for id_ in left]

    def _rows(self, hex_: int) -> list[Line]:
        """The rows of a hex, as many as it has rooms."""
        unit, left, things = self.combat.at(hex_), self._left(hex_), self._things(hex_)
        blocked = bool(self.arena.blocked & hex_)
        if len(left) == 1 and not (unit or blocked or things):
            [(id_, label)] = left
            mover = self.combat.units.get(id_)
            went = tr("went {hex}", hex=self.arena.mat.name(mover.hex)) if mover and mover.hex else tr("is gone")
            gone = [line(label, "quiet"), line(went, "quiet")]
            return [self._head(hex_), *gone, *([[]] * (len(self.rooms) - 3))]
        rows, rest = packed(things, self.rooms[2:])
        if left:
            # Who has left is kept from what is here where there is room: by name if it may be, the last row first.
            marks = line(tr("was {unit}", unit=left[0][1]), "quiet") if len(left) == 1 else []
            marks += line(f"{LEFT}{len(left)}", "quiet")
            backwards = list(zip(rows, self.rooms[2:], strict=True))[::-1]
            places = ((mark, row) for mark in marks for row, room in backwards if length([*row, mark], 1) <= room)
            mark, row = next(places, (marks[-1], rest))
            row.append(mark)
        if rest:
            while rows[-1] and length([*rows[-1], Span(MORE)], 1) > self.rooms[-1]:
                rows[-1].pop()
            rows[-1].append(Span(MORE))
        name = [self.labels[unit.id]] if unit is not None else [self.blocked] if blocked else []
        return [self._head(hex_), name, *rows]

    def signs(self) -> list[tuple[str, str, str]]:
        """The signs that this board uses, each with its style and what it means."""
        combat = self.combat
        here = list(combat.in_arena())
        sides = {unit.side for unit in here}
        texts = {span.text for rows in self.rows.values() for row in rows for span in row}
        starts = {text[:1] for text in texts}
        blocked, was = self.blocked.text, tr("was {unit}", unit="X")
        marked = {state for unit in here for state in words.states(combat, unit)}
        marked |= {"flag"} if combat.flag is not None else set()
        marked |= {"blocked"} if self.words["blocked"] in texts else set()
        short = {
            what: (self.words[what], style, meaning, self.words[what] != whole and what in marked)
            for what, (whole, _, _, meaning, style) in _signs().items()
        }
        tactics = [(self.tactics[id_], id_) for id_ in sorted({chip for unit in here for chip in unit.tactics})]
        signs = [
            (tr(">CAPITALS"), "rival", tr("a rival unit"), "rival" in sides),
            (tr("<small"), "player", tr("a unit of yours"), "player" in sides),
            (tr("=Capital"), "arena", tr("an arena unit"), "arena" in sides),
            (f"3{self.hp}", "", tr("its HP"), bool(here)),
            (f"6→3{self.hp}", "damage", tr("had 6 HP, has 3"), any("→" in text for text in texts)),
            (f"?{self.hp}", "", tr("HP unknown"), any(unit.hp is None for unit in here)),
            *(short[state] for state in words.state_words()),
            (f"{LOOSE}x)", "key", tr("x lies loose"), LOOSE in starts),
            (f"{HELD}x", "key", tr("holds x"), HELD in starts),
            (f"{UNDER}x", "key", tr("under tactic x"), UNDER in starts),
            short["flag"],
            (f"{HELD}2, {UNDER}2, {LOOSE}2)", "key", tr("so many of them"), self.few),
            *((self.chips[chip], "key", arena_chip(chip), self.chips[chip] != chip) for chip in combat.chips),
            *((sign, "key", printed_name(combat.catalogue, id_), sign != id_) for sign, id_ in tactics),
            (KEY, "key", tr("key hex"), KEY in texts),
            ("r1", "deployment", tr("rival deployment hex #1"), bool(self.arena.rival_deployment)),
            (YOURS, "deployment", tr("your deployment hex"), YOURS in texts),
            (blocked, "blocked", tr("nobody may enter"), blocked in texts),
            short["blocked"],
            (tr("no name"), "", tr("no hex of this arena"), self.arena.existing != self.arena.mat.everywhere),
            ("^2", "", tr("elevation 2 (without ^: 0)"), any(self.arena.elevation.values())),
            (was, "quiet", tr("X was here"), any(text.startswith(was[:-1]) for text in texts)),
            (f"{LEFT}1", "quiet", plural("{n} unit was here", "{n} units were here", 1), LEFT in starts),
            (MORE, "", tr("more, see the list"), MORE in texts),
        ]
        return [(sign, style, meaning) for sign, style, meaning, used in signs if used]


class FlatInsides(Insides):
    """The rows of flat hexes: the name with what lies there or is held, and the unit with its HP."""

    wordings = tuple(("", at, most) for _, at, most in WORDINGS)

    def _room_of_a_name(self) -> int:
        """Room is left for the HP, which is a number alone here, or two."""
        has_lost = any(self.had.get(unit.id, 0) > (unit.hp or 0) for unit in self.combat.in_arena())
        return self.rooms[1] - (6 if has_lost else 4)

    def _rows(self, hex_: int) -> list[Line]:
        unit, left, (hp, *things) = self.combat.at(hex_), self._left(hex_), self._things(hex_) or line("")
        head, words = self._head(hex_), [hp, *things]
        below: Line = line(f"{LEFT}{left[0][1]}", "quiet") if left else []
        if self.arena.blocked & hex_:
            below = [self.blocked]
        if unit is not None:
            below, words = [self.labels[unit.id], hp], things
        for word in words:
            row = next((row for row in (below, head) if word.text and length([*row, word], 1) <= self.rooms[0]), None)
            if row is not None:
                row.append(word)
            elif word.text:
                while len(head) > 1 and length([*head, Span(MORE)], 1) > self.rooms[0]:
                    head.pop()
                return [[*head, Span(MORE)], below]
        return [head, below]


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
        """Write a text from a place on; names on the board have no wide letters."""
        for at, letter in enumerate(text, x):
            self._letters[at, y] = (letter, style)

    def write(self, x: int, y: int, row: Line, room: int, spaced: bool) -> None:
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
        right, last = (max(axis) for axis in zip(*self._letters, strict=True))
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
    for inside, x, y, shape in shaped:
        for down, inset, sign in shape.edges:
            canvas.set(x + inset, y + down, sign * (wide - 2 * inset))
        for down, inset, signs in shape.sides:
            drawn = "<>" if signs == CORNERS and not inside[1] else signs
            canvas.set(x + inset, y + down, drawn[0])
            canvas.set(x + wide - 1 - inset, y + down, drawn[1])
    for inside, x, y, shape in shaped:
        for at, (row, inset) in enumerate(zip(inside, shape.insets, strict=True)):
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
    titles: list[Line] = [line(part, "" if at else "heading") for at, part in enumerate(words.title_words(combat))]
    signs, start = inside.signs(), max(cells(text_of(line)) for line in board) + GAP
    if not layout.beside:
        # The title and as many signs as there is room for are set into the corners, and the rest above and below.
        board, left = _in_corners(board, [*titles, *map(_note, signs)], room)
        signs, start = [sign for sign in signs if _note(sign) in left], 0
        board = [*(title for title in titles if title in left), *board]
    shown, coming = (combat, inside.labels, moved), words.coming_lines(combat, room - start)
    if not layout.full:
        legend = words.abreast([*words.short_units(*shown), *map(_note, signs), *coming], room)
        # Where not even the short legend fits, it is what leaves the screen, not the hexes.
        return [*legend, *board] if most is not None and len(board) + len(legend) >= most else [*board, *legend]
    legend = [*words.unit_lines(*shown, room - start), [], *coming, *words.sign_lines(signs, room - start)]
    if not layout.beside:
        return [*board, [], *legend]
    lines = []
    for hexes, beside in zip_longest(board, [*titles, [], *legend], fillvalue=list[Span]()):
        gap = [Span(" " * (start - cells(text_of(hexes))))] if beside else []
        lines.append([*hexes, *gap, *beside])
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


def draw_board(combat: Combat, moved: Mapping[str, int], size: tuple[int, int | None] | None = None) -> list[Line]:
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
