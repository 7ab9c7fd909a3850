r"""The arena as text: flat-topped hexes standing in columns, and a legend of the units and signs below.

A hex is four lines high, so that half a hex, by which neighbouring columns are offset, is two. Borders are drawn first
and each is shared by the hexes on both its sides; texts are set into them afterwards.

       _________
      / C4 * r1 \     the hex's name, with what the mat prints on it
     / >REP1 3hp \    the unit
     \ dazed trib/    what is on it, or lies there
      \was ARCH2/     who was here before, on the edge where the lines above are taken
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hoplo_companion.hexes import bits
from hoplo_companion.render.labels import abbreviations, labels
from hoplo_companion.render.legend import coming_lines, holdings, sign_lines, unit_lines
from hoplo_companion.render.style import Line, Span, cells, spans_of
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit

NARROWEST = 9
"""Letters between the upper corners of a hex: with these, seven columns take 79 cells."""

HALF = 2
"""Lines that half a hex is high."""

Row = list[Span]
"""The words of one line of a hex."""


class Wording(NamedTuple):
    """The words for what is on units and hexes: one set a board, the longest that fits everywhere.

    Shapes: `chips` gives the word for each arena chip; `few` counts chips from two on instead of naming them.
    """

    flag: str
    dazed: str
    tribune: str
    blocked: str
    chips: dict[str, str]
    few: bool = False


class Drawing:
    """One board being drawn: the combat, the names of its units, and where they came from."""

    def __init__(self, combat: Combat, moved: Mapping[str, int]) -> None:
        self.combat = combat
        self.arena = combat.arena
        self.moved = moved
        self.labels = labels(combat, moved)
        self.keys = combat.key_hexes()
        self.rivals = {hex_: at + 1 for at, hex_ in enumerate(combat.arena.rival_deployment)}
        self.players = frozenset(combat.arena.player_deployment)
        self.hilly = any(combat.arena.elevation.values())
        self.word = self._wording()
        self.hexes = {hex_: self._rows(hex_) for hex_ in bits(combat.arena.existing)}
        heads_and_feet = [length(rows[at]) for rows in self.hexes.values() for at in (0, 3)]
        middles = [length(rows[at]) - 2 for rows in self.hexes.values() for at in (1, 2)]
        self.width = max([NARROWEST, *heads_and_feet, *middles])

    # What is written in a hex -----------------------------------------------------------------------------------

    def _wording(self) -> Wording:
        """Choose the longest words with which everything fits; where none do, the shortest."""
        chips = list(self.combat.chips)
        wordings = [
            Wording("flag", "dazed", "trib", "blocked", abbreviations(chips, 8)),
            Wording("flag", "dazed", "trib", "blk", abbreviations(chips, 3)),
            Wording("fl", "dz", "tb", "bk", abbreviations(chips, 3)),
            Wording("fl", "dz", "tb", "bk", abbreviations(chips, 2)),
            Wording("fl", "dz", "tb", "bk", abbreviations(chips, 2), True),
        ]
        for wording in wordings:
            if all(
                sum(cells(span.text) + 1 for span in self._things(hex_, wording)) <= NARROWEST + 3
                for hex_ in bits(self.arena.existing)
            ):
                return wording
        return wordings[-1]

    def _head(self, hex_: int) -> Row:
        """Name a hex and what the mat prints on it: its elevation, key, and deployment."""
        level = self.arena.elevation.get(hex_, 0)
        key = bool(self.keys & hex_)
        row = [Span(self.arena.mat.name(hex_) + (f"^{level}" if level else ""), "key" if key else "")]
        if key:
            row.append(Span("*", "key"))
        if hex_ in self.rivals:
            row.append(Span(f"r{self.rivals[hex_]}", "deployment"))
        if hex_ in self.players:
            row.append(Span("p", "deployment"))
        return row

    def _unit(self, unit: Unit) -> Row:
        label = self.labels[unit.id]
        hp = "?hp" if unit.hp is None else f"{unit.hp}hp" if unit.hp < 100 else "99+"
        return [Span(label.text, label.style), Span(hp)]

    def _things(self, hex_: int, word: Wording) -> Row:
        """Say what is on a unit, what it holds, and what lies on its hex."""
        unit = self.combat.at(hex_)
        row: Row = []
        held: list[str] = []
        if unit is not None:
            held = holdings(self.combat, unit)
            row += [Span(word.dazed)] if is_dazed(self.combat, unit) else []
            row += [Span(word.tribune)] if unit.tribune else []
            row += [Span(word.blocked, "blocked")] if self.arena.blocked & hex_ else []
        flag = self.combat.flag
        lying = ["flag"] if flag is not None and flag.hex & hex_ else []
        lying += [chip for chip, place in self.combat.chips.items() if place.hex & hex_]
        for chips, sign, end in ((held, "+", ""), (lying, "(", ")")):
            named = [word.flag] if "flag" in chips else []
            others = [chip for chip in chips if chip != "flag"]
            if word.few and len(others) > 1:
                named.append(str(len(others)))
            else:
                named += [word.chips[chip] for chip in others]
            row += [Span(f"{sign}{name}{end}", "key") for name in named]
        return row

    def _came_from(self, hex_: int) -> Row:
        """Say which unit stood here before it moved; how many did, where there were several."""
        units = self.combat.units
        gone = [id_ for id_, was in self.moved.items() if was & hex_ and not (id_ in units and units[id_].hex == hex_)]
        if len(gone) > 1:
            return [Span(f"{len(gone)} left", "quiet")]
        return [Span(word, "quiet") for id_ in gone for word in ("was", self.labels[id_].text.lstrip("><="))]

    def _rows(self, hex_: int) -> list[Row]:
        """Give the four lines of a hex; the last is set into its lower edge."""
        unit = self.combat.at(hex_)
        middle: list[Row] = []
        if unit is not None:
            middle.append(self._unit(unit))
        elif self.arena.blocked & hex_:
            middle.append([Span("blocked", "blocked")])
        middle += [row for row in (self._things(hex_, self.word), self._came_from(hex_)) if row]
        return [self._head(hex_), *middle, *([[]] * (3 - len(middle)))]

    # Drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> list[Line]:
        """Draw the hexes, and cut off what is empty around them."""
        places = {hex_: self.arena.mat.place(hex_) for hex_ in self.hexes}
        left = min(column for column, _ in places.values())
        top = min(height for _, height in places.values())
        canvas = Canvas()
        corners = {
            hex_: ((column - left) * (self.width + 2), (height - top) * HALF + 1)
            for hex_, (column, height) in places.items()
        }
        for x, y in corners.values():
            canvas.border(x, y, self.width)
        for hex_, (x, y) in corners.items():
            for down, row in enumerate(self.hexes[hex_]):
                inset, room = (2, self.width) if down in (0, 3) else (1, self.width + 2)
                canvas.write(x + inset, y + down, row, room)
        return canvas.lines()

    def signs(self) -> list[tuple[str, str, str]]:
        """List the signs that this board uses, each with its style and what it means."""
        combat, word = self.combat, self.word
        here = list(combat.in_arena())
        sides = {unit.side for unit in here}
        rows = [row for rows in self.hexes.values() for row in rows]
        texts = {span.text for row in rows for span in row}
        chips = list(combat.chips)
        signs = [
            (">CAPITALS", "rival", "a rival unit", "rival" in sides),
            ("<small", "player", "a unit of yours", "player" in sides),
            ("=Capital", "arena", "an arena unit", "arena" in sides),
            ("3hp", "", "its HP", bool(here)),
            ("?hp", "", "HP unknown", "?hp" in texts),
            ("99+", "", "more than 99 HP", "99+" in texts),
            (word.dazed, "", "dazed", word.dazed != "dazed" and any(is_dazed(combat, unit) for unit in here)),
            (word.tribune, "", "the tribune", any(unit.tribune for unit in here)),
            ("(x)", "key", "x lies there loose", any(text.startswith("(") for text in texts)),
            ("+x", "key", "the unit holds x", any(text.startswith("+") for text in texts)),
            (word.flag, "key", "the flag", word.flag != "flag" and combat.flag is not None),
            ("+2 or (2)", "key", "two arena chips, named in the list", word.few),
            *((word.chips[chip], "key", f"the {chip}", word.chips[chip] != chip and not word.few) for chip in chips),
            ("*", "key", "key hex", "*" in texts),
            ("r1", "deployment", "rival deployment hex #1", bool(self.rivals)),
            ("p", "deployment", "your deployment hex", "p" in texts),
            ("blocked", "blocked", "nobody may enter", "blocked" in texts),
            (word.blocked, "blocked", "a blocked hex", word.blocked != "blocked" and word.blocked in texts),
            ("no name", "", "not a hex of this arena", self.arena.existing != self.arena.mat.everywhere),
            ("^2", "", "elevation 2 (without ^: 0)", self.hilly),
            ("was X", "quiet", "X moved away from here", "was" in texts),
            ("2 left", "quiet", "2 units moved away from here", any(text.endswith(" left") for text in texts)),
        ]
        return [(sign, style, meaning) for sign, style, meaning, used in signs if used]


class Canvas:
    """Letters with their styles by column and line."""

    def __init__(self) -> None:
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}

    def _set(self, x: int, y: int, text: str, style: str) -> None:
        for at, letter in enumerate(text):
            self._letters[x + at, y] = (letter, style)

    def border(self, x: int, y: int, width: int) -> None:
        """Draw a hex whose box begins at a place; `width` letters stand between its upper corners."""
        self._set(x + 2, y - 1, "_" * width, "quiet")
        for down, left, right in ((0, 1, "\\"), (1, 0, "\\"), (2, 0, "/"), (3, 1, "/")):
            self._set(x + left, y + down, "/" if right == "\\" else "\\", "quiet")
            self._set(x + width + 3 - left, y + down, right, "quiet")
        self._set(x + 2, y + 3, "_" * width, "quiet")

    def write(self, x: int, y: int, row: Row, room: int) -> None:
        """Write words in the middle of a place, a space apart where there is room for that."""
        gap = 1 if length(row, 1) <= room else 0
        x += (room - length(row, gap)) // 2
        for at, span in enumerate(row):
            if at and gap:
                self._set(x, y, " ", "")
                x += gap
            self._set(x, y, span.text, span.style)
            x += len(span.text)

    def lines(self) -> list[Line]:
        """Give the lines from the first to the last, as far right as each has something on it."""
        last = max(y for _, y in self._letters)
        right = max(x for x, _ in self._letters)
        return [spans_of([self._letters.get((x, y), (" ", "")) for x in range(right + 1)]) for y in range(last + 1)]


def length(row: Row, gap: int = 0) -> int:
    """Count the cells of a row of words that stand `gap` spaces apart."""
    return sum(cells(span.text) for span in row) + gap * max(0, len(row) - 1)


def draw_board(combat: Combat, moved: Mapping[str, int] | None = None) -> list[Line]:
    """Draw the arena and all that is in it, with a legend below.

    Shapes: `moved` gives for each unit that moved the hex it came from, which is marked as such.
    """
    moved = moved or {}
    drawing = Drawing(combat, moved)
    return [
        *drawing.draw(),
        [],
        *unit_lines(combat, drawing.labels, moved),
        [],
        *coming_lines(combat),
        *sign_lines(drawing.signs()),
    ]
