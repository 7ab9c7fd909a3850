"""The arena as a vector drawing to print: mat, units, last moves, and a page's worth of words about them.

Sides are told by shape, rim and letter, hexes by signs and words, so that nothing is lost in black and white. The
drawing needs nothing but itself: no fonts, scripts or pictures from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.hexes import bits
from hoplo_companion.render.legend import title_words
from hoplo_companion.render.spoken import board_sentences, unit_sentence
from hoplo_companion.render.svg_chip import arrow, chip, ghost, unit_name
from hoplo_companion.render.svg_panel import SIZE, panel
from hoplo_companion.render.svg_parts import (
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
from hoplo_companion.rules.model import Combat

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
MARGIN, HEAD, PANEL = 36.0, 84.0, 380.0
SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines tell the same."""


class Field(NamedTuple):
    """Where the hexes of a combat are drawn: the middle of each, and the room that all take."""

    centres: dict[int, Point]
    width: float
    height: float


def _field(combat: Combat) -> Field:
    arena = combat.arena
    places = {hex_: arena.mat.place(hex_) for hex_ in bits(arena.existing)}
    left = min(column for column, _ in places.values())
    top = min(height for _, height in places.values())
    centres = {
        hex_: (MARGIN + HEX + (column - left) * HEX * 1.5, HEAD + HALF + (height - top) * HALF)
        for hex_, (column, height) in places.items()
    }
    width = max(x for x, _ in centres.values()) + HEX - MARGIN
    return Field(centres, width, max(y for _, y in centres.values()) + HALF - HEAD)


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
    write(group, x - 26, y - 49, name, 12, font_weight="bold" if is_key else "normal")
    if level:
        height_mark(group, x + 35, y - 49, level)
    mark = (x + 61, y - 14) if level else (x + 37, y - 51)
    if hex_ in arena.rival_deployment:
        number_disc(group, *mark, str(arena.rival_deployment.index(hex_) + 1), dark=True)
    if hex_ in arena.player_deployment:
        at = (x - 61, y - 14) if hex_ in arena.rival_deployment else mark
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
    for id_, was in came_from.items():
        unit = combat.units.get(id_)
        start = field.centres.get(was)
        if start is None or (unit is not None and unit.hex == was):
            continue
        if combat.at(was) is None:
            ghost(parent, start, unit_name(unit) if unit is not None else id_)
        if unit is not None and unit.hex in field.centres:
            arrow(parent, combat, was, start, unit, field.centres[unit.hex])


def _patterns(root: Element) -> None:
    pattern = add(add(root, "defs"), "pattern", id="blocked", width=10, height=10, patternUnits="userSpaceOnUse")
    add(pattern, "path", d="M0 10L10 0M0 0L10 10", stroke=GREY, stroke_width=1.1, fill="none")


def board_svg(combat: Combat, came_from: Mapping[str, int] | None = None) -> str:
    """Draw the arena and all that is in it as an SVG document, with a title and a legend beside it.

    Shapes: `came_from` gives for each unit that moved the hex it came from; arrows mark these moves.
    """
    came_from = came_from or {}
    field = _field(combat)
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    title, *rest = title_words(combat)
    add(root, "title", f"{title}: {', '.join(rest)}")
    add(root, "desc", " ".join(board_sentences(combat, came_from)))
    _patterns(root)
    page = add(root, "rect", x=0, y=0, fill=PAPER)
    left = MARGIN + field.width + MARGIN
    bottom = panel(root, combat, came_from, left, HEAD, PANEL)
    width = left + PANEL + MARGIN
    height = max(HEAD + field.height, bottom) + MARGIN
    for element in (root, page):
        element.set("width", number(width))
        element.set("height", number(height))
    root.set("viewBox", f"0 0 {number(width)} {number(height)}")
    room = width - 2 * MARGIN
    write(root, MARGIN, 44, cut(title, 30, room, True), 30, text_anchor="start", font_family=SERIF, font_weight="bold")
    write(
        root, MARGIN, 66, cut(" \N{MIDDLE DOT} ".join(rest), SIZE + 3, room), SIZE + 3, text_anchor="start",
        font_family=SERIF, font_style="italic",
    )  # fmt: skip
    mat = add(root, "g", id="mat")
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
