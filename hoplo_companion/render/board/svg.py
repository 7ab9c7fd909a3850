"""The arena as a vector drawing to print: mat, units, last moves, and a page's worth of words about them.

Sides are told by shape, rim and letter, hexes by signs and words, so that nothing is lost in black and white. The
drawing needs nothing but itself: no fonts, scripts or pictures from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.hexes import bits
from hoplo_companion.render.board.legend import title_words
from hoplo_companion.render.board.svg_chip import NAME, NAME_CLEAR, arrow, chip, ghost, unit_name
from hoplo_companion.render.board.svg_panel import SIZE, panel
from hoplo_companion.render.board.svg_parts import (
    GONE,
    GREY,
    INK,
    PAPER,
    SERIF,
    Point,
    add,
    cut,
    height_mark,
    number,
    number_disc,
    points,
    polygon,
    ribbon,
    star,
    thing,
    write,
)
from hoplo_companion.render.board.words import board_sentences, unit_sentence
from hoplo_companion.rules.model import Combat

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
MARGIN, HEAD, PANEL, FOOT = 36.0, 84.0, 380.0, 9.5
MONO = "Consolas, Menlo, 'DejaVu Sans Mono', monospace"
A4, EDGE = (297.0, 210.0), 10.0
"""A sheet of paper and the margin that printers leave around it, in millimetres."""

SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines tell the same."""


class Field(NamedTuple):
    """Where the hexes of a combat are drawn: the middle of each, and the room that all of the mat takes."""

    centres: dict[int, Point]
    width: float
    height: float
    left: int
    top: int

    def at(self, place: tuple[int, int]) -> Point:
        """Give the middle of the hex at a place of the mat."""
        return MARGIN + HEX + (place[0] - self.left) * HEX * 1.5, HEAD + HALF + (place[1] - self.top) * HALF


def _field(combat: Combat) -> Field:
    mat = combat.arena.mat
    places = [mat.place(hex_) for hex_ in bits(mat.everywhere)]
    field = Field({}, 0, 0, min(column for column, _ in places), min(height for _, height in places))
    across, down = (max(axis) for axis in zip(*map(field.at, places), strict=True))
    field.centres.update({hex_: field.at(mat.place(hex_)) for hex_ in bits(combat.arena.existing)})
    return field._replace(width=across + HEX - MARGIN, height=down + HALF - HEAD)


def _printed(width: float, height: float) -> dict[str, str]:
    """Give the size in which a drawing fills a sheet of A4, lying or standing, whichever it fits better."""
    long, short = (side - 2 * EDGE for side in A4)
    scale = max(min(long / width, short / height), min(short / width, long / height))
    return {"width": f"{number(width * scale)}mm", "height": f"{number(height * scale)}mm"}


def _outline(parent: Element, centre: Point, radius: float, **style: str | float) -> None:
    add(parent, "polygon", "", points=points(polygon(centre, radius, 6)), **style)


def _hex(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Draw a hex and what the mat prints on it."""
    arena, (x, y) = combat.arena, centre
    name, level = arena.mat.name(hex_), arena.elevation.get(hex_, 0)
    group = add(parent, "g", class_="hex", data_hex=name)
    _outline(group, centre, HEX, fill=SHADES[max(0, min(level, len(SHADES) - 1))], stroke=INK, stroke_width=1.6)
    for ring in range(max(0, min(level, len(SHADES) - 1))):
        _outline(group, centre, HEX - 4 - 3.5 * ring, fill="none", stroke=GREY, stroke_width=0.8)
    blocked = bool(arena.blocked & hex_)
    if blocked:
        _outline(group, centre, HEX, fill="url(#blocked)", stroke=INK, stroke_width=1.6)
        if combat.at(hex_) is None:
            ribbon(group, x, y + 4, "BLOCKED", 13)
    is_key = bool(combat.key_hexes() & hex_)
    if is_key:
        _outline(group, centre, HEX - 7, fill="none", stroke=INK, stroke_width=2.6, stroke_dasharray="9 5")
        star(group, x + 15, y - 53.5, 6.5)
    # Names stand aside from the middle, where the arrows of moves up and down go.
    if blocked:
        add(group, "rect", x=x - 39, y=y - 60.5, width=26, height=15, rx=3, fill=PAPER)
    write(group, x + NAME[0], y + NAME[1], name, 12, font_weight="bold" if is_key else "normal")
    if level:
        height_mark(group, x + 47, y - 37, level)
    mark = (x + 63, y - 14) if level else (x + 37, y - 51)
    if hex_ in arena.rival_deployment:
        number_disc(group, *mark, str(arena.rival_deployment.index(hex_) + 1), dark=True)
    if hex_ in arena.player_deployment:
        at = (x - 63, y - 14) if hex_ in arena.rival_deployment else mark
        number_disc(group, *at, "P", dark=False)


def _loose(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Draw what lies on a hex: in its middle, or beside the unit that stands there."""
    flag = combat.flag
    lying = ["flag"] if flag is not None and flag.hex & hex_ else []
    lying += [chip for chip, place in combat.chips.items() if place.hex & hex_]
    if not lying:
        return
    x, y = centre
    if combat.at(hex_) is not None:
        for at, what in enumerate(lying[:2]):
            thing(parent, what, x + (46 if at else -46), y + 34, 16)
        return
    step = 40 if len(lying) > 1 else 0
    for at, what in enumerate(lying[:3]):
        middle = x + (at - (min(len(lying), 3) - 1) / 2) * step
        thing(parent, what, middle, y, 34 if not step else 26)
    words = ", ".join(what.replace("-", " ") for what in lying)
    write(parent, x, y + 37, cut(words, 10, 110), 10)


def _moves(parent: Element, combat: Combat, came_from: Mapping[str, int], field: Field) -> None:
    arrows = []
    for id_, was in came_from.items():
        unit = combat.units.get(id_)
        start = field.centres.get(was)
        if start is None or (unit is not None and unit.hex == was):
            continue
        if combat.at(was) is None:
            ghost(parent, start, unit_name(unit) if unit is not None else id_)
        if unit is not None and unit.hex in field.centres:
            arrows.append(arrow(parent, combat, was, start, unit, field.centres[unit.hex]))
    for hex_, (x, y) in field.centres.items():
        at = (x + NAME[0], y + NAME[1])
        if any(_away(at, *ends) < NAME_CLEAR / 2 for ends in arrows):
            # An arrow goes over the hex's name: it is written once more, on paper.
            write(parent, *at, combat.arena.mat.name(hex_), 12, stroke=PAPER, stroke_width=5)
            write(parent, *at, combat.arena.mat.name(hex_), 12)


def _away(point: Point, start: Point, end: Point) -> float:
    """Measure how far a point is from a line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (across**2 + down**2)
    nearest = max(0.0, min(1.0, along))
    return math.hypot(start[0] + nearest * across - point[0], start[1] + nearest * down - point[1])


def _foot(parent: Element, line: str, top: float, room: float) -> float:
    """Write the board in one line below all the rest, to be typed again; give how far down it reaches."""
    # The font is as wide as it is told to be: no word is broken that would fit.
    most = int(room / (FOOT * 0.61))
    rows = wrap(line, most, break_on_hyphens=False) if line else []
    for at, row in enumerate(rows):
        text = write(parent, MARGIN, top + 24 + at * FOOT * 1.3, row, FOOT, text_anchor="start", font_family=MONO)
        text.set("xml:space", "preserve")
    return top + (24 + (len(rows) - 1) * FOOT * 1.3 if rows else 0)


def _patterns(root: Element) -> None:
    pattern = add(add(root, "defs"), "pattern", id="blocked", width=10, height=10, patternUnits="userSpaceOnUse")
    add(pattern, "path", d="M0 10L10 0M0 0L10 10", stroke=GREY, stroke_width=1.1, fill="none")


def board_svg(combat: Combat, came_from: Mapping[str, int] | None = None, line: str = "") -> str:
    """Draw the arena and all that is in it as an SVG document, with a title and a legend beside it, as large as A4.

    Shapes: `came_from` gives for each unit that moved the hex it came from; arrows mark these moves. `line` is the
    board in one line, which stands at the foot of the page.
    """
    came_from = came_from or {}
    field = _field(combat)
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    title, *rest = title_words(combat)
    title = title[:1].upper() + title[1:]
    add(root, "title", f"{title}: {', '.join(rest)}")
    add(root, "desc", " ".join(board_sentences(combat, came_from)))
    _patterns(root)
    page = add(root, "rect", x=0, y=0, fill=PAPER)
    left = MARGIN + field.width + MARGIN
    bottom = panel(root, combat, came_from, left, HEAD, PANEL)
    width = left + PANEL + MARGIN
    bottom = _foot(root, line, max(HEAD + field.height, bottom), width - 2 * MARGIN)
    height = bottom + MARGIN
    page.attrib |= {"width": number(width), "height": number(height)}
    root.attrib |= _printed(width, height)
    root.set("viewBox", f"0 0 {number(width)} {number(height)}")
    room = width - 2 * MARGIN
    write(root, MARGIN, 44, cut(title, 30, room, True), 30, text_anchor="start", font_family=SERIF, font_weight="bold")
    write(
        root, MARGIN, 66, cut(" \N{MIDDLE DOT} ".join(rest), SIZE + 3, room), SIZE + 3, text_anchor="start",
        font_family=SERIF, font_style="italic",
    )  # fmt: skip
    mat = add(root, "g", id="mat")
    for hex_ in bits(combat.arena.mat.everywhere & ~combat.arena.existing):
        # Between others, a hex that is none would look like one that has lost its name.
        _outline(mat, field.at(combat.arena.mat.place(hex_)), HEX, fill=GONE, stroke=INK, stroke_width=0.8)
    for hex_, centre in field.centres.items():
        _hex(mat, combat, hex_, centre)
    moves = add(root, "g", id="moves")
    _moves(moves, combat, came_from, field)
    loose, units = add(root, "g", id="loose"), add(root, "g", id="units")
    for hex_, centre in field.centres.items():
        unit = combat.at(hex_)
        if unit is not None:
            chip(units, combat, unit, centre, unit_sentence(combat, unit, came_from.get(unit.id, 0)))
        _loose(units if unit is not None else loose, combat, hex_, centre)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"
