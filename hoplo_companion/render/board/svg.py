"""The arena as a vector drawing to print: mat, units, last moves, and a page's worth of words about them.

Sides differ by shape, rim and letter, hexes by signs and words, so that nothing is lost in black and white. The drawing
needs nothing but itself: no fonts, scripts or pictures from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, later, tr
from hoplo_companion.render.board.svg_parts import (
    GONE,
    GREY,
    INK,
    PAPER,
    SERIF,
    Point,
    add,
    arrow,
    arrow_sign,
    away,
    blank,
    breadth,
    centred,
    cut,
    fitted,
    folded,
    ghost_sign,
    height_mark,
    hexagon,
    key_sign,
    number,
    number_disc,
    ribbon,
    rounded,
    star,
    thing,
    write,
)
from hoplo_companion.render.board.words import (
    SIDES,
    about,
    board_sentences,
    called,
    coming_lines,
    holdings,
    hp_words,
    lying_on,
    numbers,
    rank,
    title_words,
    unit_sentence,
)
from hoplo_companion.render.sentences.words import chip_name, tactic_name
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
RADIUS = 45.0
"""From the middle of a chip to its rim."""

MARGIN, HEAD, PANEL, FOOT = 36.0, 84.0, 380.0, 9.5
MONO = "Consolas, Menlo, 'DejaVu Sans Mono', monospace"
A4, EDGE = (297.0, 210.0), 10.0
"""A sheet of paper and the margin that printers leave around it, in millimetres."""

SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines say the same."""

NAME, NAME_CLEAR = (-26.0, -49.0), 16.0
"""Where the middle of a hex's name is from its own, and how near to it an arrow hides it."""

SIZES, NAME_ROOM, WORD_ROOM, NAME_HIGH = (12.5, 11.5, 10.5, 10.0, 9.5, 8.5, 7.5), 64.0, 70.0, 32.0
"""The sizes that a name is tried in; how wide its lines, or one word, are at most, and how high it is: in the rim."""

HP_SIZES, HP_ROOM = (12.5, 11.0, 9.5), 48.0
TAG, TAG_LINE, TAG_ROOMS = 8.5, 12.0, (98.0, 85.0)
TEXT, LINE, INSET = 12.0, 15.0, 30.0
"""The size of the words beside the mat, their line, and how far they are to the right of what they explain."""

_ENDLESS = 1_000_000


class Field(NamedTuple):
    """Where the hexes of a combat are drawn: the middle of each, and the room that all of the mat takes."""

    centres: dict[int, Point]
    width: float
    height: float


def _field(combat: Combat) -> Field:
    mat = combat.arena.mat
    places = {hex_: mat.place(hex_) for hex_ in bits(mat.everywhere)}
    left, top = (min(axis) for axis in zip(*places.values(), strict=True))
    centres = {
        hex_: (MARGIN + HEX + (across - left) * HEX * 1.5, HEAD + HALF + (down - top) * HALF)
        for hex_, (across, down) in places.items()
    }
    right, bottom = (max(axis) for axis in zip(*centres.values(), strict=True))
    return Field(centres, right + HEX - MARGIN, bottom + HALF - HEAD)


def _printed(width: float, height: float) -> dict[str, str]:
    """Give the size in which a drawing fills a sheet of A4, lying or standing, whichever it fits better."""
    long, short = (side - 2 * EDGE for side in A4)
    scale = max(min(long / width, short / height), min(short / width, long / height))
    return {"width": f"{number(width * scale)}mm", "height": f"{number(height * scale)}mm"}


def _letter(side: str) -> str:
    letters = {
        "rival": in_sense("letter on the rival's chips", "R"),
        "player": in_sense("letter on your chips", "Y"),
        "arena": in_sense("letter on the arena's chips", "A"),
    }
    return letters[side]


def _yours() -> str:
    return in_sense("letter of your deployment hexes", "P")


# The mat --------------------------------------------------------------------------------------------------------


def _hex(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Draw a hex and what the mat prints on it."""
    arena, (x, y) = combat.arena, centre
    name, level = arena.mat.name(hex_), arena.elevation.get(hex_, 0)
    shade = max(0, min(level, len(SHADES) - 1))
    group = add(parent, "g", class_="hex", data_hex=name)
    hexagon(group, centre, HEX, fill=SHADES[shade], stroke=INK, stroke_width=1.6)
    for ring in range(shade):
        hexagon(group, centre, HEX - 4 - 3.5 * ring, fill="none", stroke=GREY, stroke_width=0.8)
    blocked = bool(arena.blocked & hex_)
    if blocked:
        hexagon(group, centre, HEX, fill="url(#blocked)", stroke=INK, stroke_width=1.6)
        if combat.at(hex_) is None:
            ribbon(group, x, y + 4, tr("BLOCKED"), 13)
    is_key = bool(combat.key_hexes() & hex_)
    if is_key:
        hexagon(group, centre, HEX - 7, fill="none", stroke=INK, stroke_width=2.6, stroke_dasharray="9 5")
        star(group, x + 15, y - 53.5, 6.5)
    # Names keep away from the middle, where the arrows of moves up and down go.
    if blocked:
        rounded(group, (x - 26, y - 53), 26, 15, 3, fill=PAPER)
    write(group, x + NAME[0], y + NAME[1], name, 12, font_weight="bold" if is_key else "normal")
    if level:
        height_mark(group, x + 47, y - 37, level)
    mark = (x + 63, y - 14) if level else (x + 37, y - 51)
    if hex_ in arena.rival_deployment:
        number_disc(group, *mark, str(arena.rival_deployment.index(hex_) + 1), dark=True)
    if hex_ in arena.player_deployment:
        at = (x - 63, y - 14) if hex_ in arena.rival_deployment else mark
        number_disc(group, *at, _yours(), dark=False)


def _loose(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Draw what lies on a hex: in its middle, or beside the unit that is there."""
    lying, (x, y) = lying_on(combat, hex_), centre
    if combat.at(hex_) is not None:
        for at, what in enumerate(lying[:2]):
            thing(parent, what, x + (46 if at else -46), y + 34, 16)
    elif lying:
        step, size = (40, 26) if len(lying) > 1 else (0, 34)
        for at, what in enumerate(lying[:3]):
            thing(parent, what, x + (at - (min(len(lying), 3) - 1) / 2) * step, y, size)
        write(parent, x, y + 37, cut(", ".join(map(_bare_chip, lying)), 10, 110), 10)


def _bare_chip(chip: str) -> str:
    """Name an arena chip, or the flag, without an article."""
    names = {"flag": in_sense("an arena chip", "flag"), "trident": in_sense("an arena chip", "trident")}
    return names.get(chip) or chip.replace("-", " ")


# Units and moves ------------------------------------------------------------------------------------------------


def unit_name(combat: Combat, unit: Unit) -> str:
    """Name a unit as on its chip; where its id is all that makes it different, by the words of that."""
    name = called(combat, unit)
    if not name.endswith(")"):
        return name
    return " ".join(word[:1].upper() + word[1:] for word in unit.id.replace("-", " ").split())


def _tags(combat: Combat, unit: Unit) -> list[list[str]]:
    """Give the rows of words below a unit: dazed, tribune, tactics and arena chips; what has no room is counted."""
    words = [in_sense("of a unit", "dazed")] if is_dazed(combat, unit) else []
    words += [in_sense("of a unit", "tribune")] if unit.tribune else []
    words += [tactic_name(combat.catalogue, chip) for chip in unit.tactics]
    words += [_bare_chip(chip) for chip in holdings(combat, unit)]
    rows: list[list[str]] = [[]]
    while words:
        row, more = rows[-1], tr("+{n} more", n=len(words))
        is_last = len(rows) == len(TAG_ROOMS)
        spare = _tag_room([more]) if is_last and len(words) > 1 else 0
        if _tag_room([*row, words[0]]) + spare <= TAG_ROOMS[len(rows) - 1]:
            row.append(words.pop(0))
        elif is_last:
            row.append(more)
            break
        else:
            rows.append([])
    return [row for row in rows if row]


def _tag_room(words: list[str]) -> float:
    return sum(breadth(word, TAG, True) + 10 for word in words)


def _chip(parent: Element, combat: Combat, unit: Unit, centre: Point, sentence: str) -> None:
    """Draw a unit on its hex, what it holds beside it, and what is on it below; `sentence` is all of it in words."""
    group = add(parent, "g", class_="unit", data_unit=unit.id)
    add(group, "title", sentence)
    x, y = centre[0], centre[1] - 4
    blank(group, unit.side, x, y, RADIUS)
    write(
        group, x, y - 21, f"{_letter(unit.side)} {rank(unit)}".strip(), 10.5, font_weight="bold", font_style="italic",
    )  # fmt: skip
    name = unit_name(combat, unit)
    lines, size = fitted(name, SIZES, NAME_ROOM if " " in name else WORD_ROOM, NAME_HIGH)
    centred(group, (x, y - 1 + size * 0.3), lines, size, font_weight="bold")
    hp = hp_words(unit)
    size = next((size for size in HP_SIZES if breadth(hp, size, True) <= HP_ROOM), HP_SIZES[-1])
    write(group, x, y + 27, cut(hp, size, HP_ROOM, True), size, font_weight="bold")
    for at, what in enumerate(holdings(combat, unit)[:2]):
        thing(group, what, x + (56 if at else -56), y + (18 if at else 2), 20)
    dazed = in_sense("of a unit", "dazed")
    for at, row in enumerate(_tags(combat, unit)):
        left = x - _tag_room(row) / 2
        for word in row:
            wide = _tag_room([word])
            ribbon(group, left + wide / 2, centre[1] + 50 + at * TAG_LINE, word, TAG, dark=word == dazed)
            left += wide


def _ghost(parent: Element, centre: Point, name: str) -> None:
    """Draw where a unit was before it moved."""
    x, y = centre[0], centre[1] - 4
    add(parent, "circle", cx=x, cy=y, r=RADIUS * 0.75, fill="none", stroke=INK, stroke_dasharray="3 4")
    lines, size = fitted(name, (9.0, 8.0, 7.0), 54, 34)
    centred(parent, (x, y + size * 0.35), lines, size, font_style="italic")


def _clear(combat: Combat, unit: Unit | None, down: float) -> float:
    """Say how far from the middle of a hex an arrow has to stay, for what is there and the words below it.

    Shapes: `down` is how much of the arrow's way from there leads downwards, from -1 to 1.
    """
    if unit is None:
        return RADIUS * 0.75 + 3
    rows = len(_tags(combat, unit))
    below = 57 + (rows - 1) * TAG_LINE if rows else 0
    return max(RADIUS + 5, below / down if down > 0.7 else 0)


def _move(parent: Element, combat: Combat, was: int, start: Point, unit: Unit, end: Point) -> tuple[Point, Point]:
    """Draw the move of a unit from the hex where it `was`, around `start`, to its chip around `end`; give its ends."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, down)
    along = (across / far, down / far)

    def at(way: float) -> Point:
        return start[0] + along[0] * way, start[1] - 4 + along[1] * way

    first, last = _clear(combat, combat.at(was), along[1]), far - _clear(combat, unit, -along[1])
    # The head stays off the hex's name too.
    while math.dist(at(last), (end[0] + NAME[0], end[1] + NAME[1])) < NAME_CLEAR:
        last -= 3
    tail, tip = at(first), at(max(last, first + 18))
    arrow(parent, tail, tip)
    return tail, tip


def _moves(parent: Element, combat: Combat, came_from: Mapping[str, int], field: Field) -> None:
    arrows = []
    for id_, was in came_from.items():
        unit = combat.units.get(id_)
        start = field.centres.get(was)
        if start is None or (unit is not None and unit.hex == was):
            continue
        if combat.at(was) is None:
            _ghost(parent, start, unit_name(combat, unit) if unit is not None else id_)
        if unit is not None and unit.hex in field.centres:
            arrows.append(_move(parent, combat, was, start, unit, field.centres[unit.hex]))
    for hex_, (x, y) in field.centres.items():
        at = (x + NAME[0], y + NAME[1])
        if any(away(at, *ends) < NAME_CLEAR / 2 for ends in arrows):
            # An arrow goes over the hex's name: it is written once more, on paper.
            write(parent, *at, combat.arena.mat.name(hex_), 12, stroke=PAPER, stroke_width=5)
            write(parent, *at, combat.arena.mat.name(hex_), 12)


# The words beside it --------------------------------------------------------------------------------------------

Sign = Callable[[Element, float, float], None]


class Panel:
    """A column of words, written from the top down."""

    def __init__(self, parent: Element, left: float, top: float, width: float) -> None:
        self.parent, self.left, self.y, self.width = parent, left, top, width

    def head(self, text: str) -> None:
        """Write a heading with a line below."""
        self.y += 20
        write(self.parent, self.left, self.y, text, 16, text_anchor="start", font_family=SERIF, font_weight="bold")
        self.y += 5
        add(self.parent, "path", d=f"M{self.left} {self.y}h{self.width}", stroke=INK, stroke_width=0.8)
        self.y += 2

    def words(self, text: str, inset: float = 0.0, bold: bool = False, size: float = TEXT) -> None:
        """Write words, broken into lines."""
        for line in folded(text, size, self.width - inset, bold):
            self.y += LINE
            style = {"font_weight": "bold"} if bold else {}
            write(self.parent, self.left + inset, self.y, line, size, text_anchor="start", **style)

    def unit(self, combat: Combat, unit: Unit, origin: int) -> None:
        """Write about one unit: its name, where it is, its numbers, and the rest."""
        self.y += 3
        _lettered(unit.side)(self.parent, self.left + 10, self.y + 11)
        name, chip = unit_name(combat, unit), chip_name(combat.catalogue, unit.chip)
        name += "" if name == called(combat, unit) else f" ({chip})"
        self.words(f"{name}, {combat.arena.mat.name(unit.hex)}", INSET, bold=True)
        rest = [hp_words(unit), *numbers(combat, unit), *about(combat, unit, origin)]
        self.words("; ".join(rest), INSET, size=TEXT - 1)

    def sign(self, draw: Sign, text: str) -> None:
        """Write what a sign means."""
        start = self.y
        draw(self.parent, self.left + 12, start + 12)
        self.y += 3
        self.words(text, INSET)
        self.y = max(self.y + 2, start + 24)


def _lettered(side: str) -> Sign:
    def draw(parent: Element, x: float, y: float) -> None:
        blank(parent, side, x, y, 10)
        write(parent, x, y + 3.6, _letter(side), 9.5, font_weight="bold")

    return draw


def _thing(chip: str) -> Sign:
    return lambda parent, x, y: thing(parent, chip, x, y, 20)


def _signs(combat: Combat, came_from: Mapping[str, int]) -> list[tuple[bool, Sign, str]]:
    """List the signs that a drawing may use: whether it does, how they are drawn, and what they mean."""
    arena, chips = combat.arena, set(combat.chips)
    sides = {unit.side for unit in combat.in_arena()}
    return [
        ("rival" in sides, _lettered("rival"), tr("a rival unit: octagon, dark rim, R")),
        ("player" in sides, _lettered("player"), tr("a unit of yours: round, light rim, Y")),
        ("arena" in sides, _lettered("arena"), tr("an arena unit: square, dotted rim, A")),
        (combat.flag is not None, _thing("flag"), tr("the flag")),
        ("trident" in chips, _thing("trident"), tr("the trident")),
        (bool(chips - {"trident"}), _thing(""), tr("another arena chip")),
        (bool(combat.key_hexes()), key_sign, tr("key hex")),
        (
            bool(arena.rival_deployment),
            lambda parent, x, y: number_disc(parent, x, y, "1", dark=True),
            tr("rival deployment hex, with its number"),
        ),
        (
            bool(arena.player_deployment),
            lambda parent, x, y: number_disc(parent, x, y, _yours(), dark=False),
            tr("your deployment hex"),
        ),
        (
            any(arena.elevation.values()),
            lambda parent, x, y: height_mark(parent, x, y + 1, 2),
            tr("elevation; 0 where there is no number"),
        ),
        (
            bool(arena.blocked),
            lambda parent, x, y: hexagon(parent, (x, y + 1), 11, fill="url(#blocked)", stroke=INK),
            tr("blocked: nobody may enter"),
        ),
        (
            arena.existing != arena.mat.everywhere,
            lambda parent, x, y: hexagon(parent, (x, y + 1), 11, fill=GONE, stroke=INK, stroke_width=0.8),
            tr("no hex of this arena"),
        ),
        (bool(came_from), arrow_sign, tr("a unit's last move")),
        (bool(came_from), ghost_sign, tr("the named unit was here")),
    ]


_HEADS = {"rival": later("The rival"), "player": later("Yours"), "arena": later("Arena units")}


def _panel(parent: Element, combat: Combat, came_from: Mapping[str, int], left: float) -> float:
    """Write the words into a column beside the mat; give how far down they reach."""
    column = Panel(add(parent, "g", id="legend", stroke="none"), left, HEAD - 20, PANEL)
    for side in SIDES:
        units = list(combat.in_arena(side))
        if units:
            column.head(tr(_HEADS[side]))
        for unit in units:
            column.unit(combat, unit, came_from.get(unit.id, 0))
        column.y += 8 if units else 0
    column.head(tr("To come, and loose"))
    for line in coming_lines(combat, _ENDLESS):
        column.words(text_of(line))
    column.y += 8
    column.head(tr("Signs"))
    for used, draw, text in _signs(combat, came_from):
        if used:
            column.sign(draw, text)
    column.y += 10
    column.words(tr("On a chip: side and rank, name, HP (of Health); below it, what is on it."), size=TEXT - 1)
    return column.y


# The page -------------------------------------------------------------------------------------------------------


def _foot(parent: Element, line: str, top: float, room: float) -> float:
    """Write the board in one line below all the rest, to be typed again; give how far down it reaches."""
    # The font is as wide as is reckoned here: no word is broken that would fit.
    rows = wrap(line, int(room / (FOOT * 0.61)), break_on_hyphens=False) if line else []
    for row in rows:
        top += FOOT * 1.3
        text = write(parent, MARGIN, top + 12, row, FOOT, text_anchor="start", font_family=MONO)
        text.set("xml:space", "preserve")
    return top + 12 if rows else top


def board_svg(combat: Combat, came_from: Mapping[str, int] | None = None, line: str = "") -> str:
    """Draw the arena and all that is in it as an SVG document, with a title and a legend beside it, as large as A4.

    Shapes: `came_from` gives for each unit that moved the hex it came from; arrows mark these moves. `line` is the
    board in one line, which is at the foot of the page.
    """
    came_from = came_from or {}
    field = _field(combat)
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    title, *rest = title_words(combat)
    add(root, "title", f"{title}: {', '.join(rest)}")
    add(root, "desc", " ".join(board_sentences(combat, came_from)))
    pattern = add(add(root, "defs"), "pattern", id="blocked", width=10, height=10, patternUnits="userSpaceOnUse")
    add(pattern, "path", d="M0 10L10 0M0 0L10 10", stroke=GREY, stroke_width=1.1, fill="none")
    page = add(root, "rect", x=0, y=0, fill=PAPER)
    left = MARGIN + field.width + MARGIN
    width = left + PANEL + MARGIN
    room = width - 2 * MARGIN
    bottom = _foot(root, line, max(HEAD + field.height, _panel(root, combat, came_from, left)), room)
    height = bottom + MARGIN
    page.attrib |= {"width": number(width), "height": number(height)}
    root.attrib |= {**_printed(width, height), "viewBox": f"0 0 {number(width)} {number(height)}"}
    write(root, MARGIN, 44, cut(title, 30, room, True), 30, text_anchor="start", font_family=SERIF, font_weight="bold")
    more = cut(" \N{MIDDLE DOT} ".join(rest), TEXT + 3, room)
    write(root, MARGIN, 66, more, TEXT + 3, text_anchor="start", font_family=SERIF, font_style="italic")
    mat, moves, loose, units = (add(root, "g", id=name) for name in ("mat", "moves", "loose", "units"))
    for hex_, centre in field.centres.items():
        if hex_ & combat.arena.existing:
            _hex(mat, combat, hex_, centre)
        else:
            # Between others, a place that is not a hex would look like one that has lost its name.
            hexagon(mat, centre, HEX, fill=GONE, stroke=INK, stroke_width=0.8)
    there = {hex_: centre for hex_, centre in field.centres.items() if hex_ & combat.arena.existing}
    _moves(moves, combat, came_from, field._replace(centres=there))
    for hex_, centre in there.items():
        unit = combat.at(hex_)
        if unit is not None:
            _chip(units, combat, unit, centre, unit_sentence(combat, unit, came_from.get(unit.id, 0)))
        _loose(units if unit is not None else loose, combat, hex_, centre)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"
