"""A small board as part of a drawing: hexes, units with their HP, and the moves between two boards."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from hoplo_companion.hexes import bits
from hoplo_companion.render.board.svg_parts import (
    GREY,
    INK,
    PAPER,
    Point,
    add,
    arrow,
    blank,
    centred,
    fitted,
    hexagon,
    write,
)
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import names_of

SMALL_HEX = 32.0
"""From the middle of a hex to a corner."""

HALF = SMALL_HEX * math.sqrt(3) / 2
CHIP = 22.0


def _centres(combat: Combat) -> dict[int, Point]:
    mat = combat.arena.mat
    places = {hex_: mat.place(hex_) for hex_ in bits(mat.everywhere)}
    left, top = (min(axis) for axis in zip(*places.values(), strict=True))
    return {
        hex_: (SMALL_HEX + (across - left) * SMALL_HEX * 1.5, HALF + (down - top) * HALF)
        for hex_, (across, down) in places.items()
    }


def small_size(combat: Combat) -> Point:
    """Say how wide and how high a small board is."""
    right, bottom = (max(axis) for axis in zip(*_centres(combat).values(), strict=True))
    return right + SMALL_HEX, bottom + HALF


def draw_small(parent: Element, before: Combat, after: Combat, corner: Point) -> None:
    """Draw a board as it is after a turn, with an arrow for each unit that moved and its HP on each chip."""
    centres = {hex_: (x + corner[0], y + corner[1]) for hex_, (x, y) in _centres(after).items()}
    keys = after.key_hexes()
    for hex_, centre in centres.items():
        if not hex_ & after.arena.existing:
            continue
        fill = GREY if hex_ & after.arena.blocked else PAPER
        hexagon(parent, centre, SMALL_HEX, fill=fill, stroke=GREY, stroke_width=0.8)
        if hex_ & keys:
            hexagon(parent, centre, SMALL_HEX - 4, fill="none", stroke=INK, stroke_width=1.4, stroke_dasharray="5 3")
        write(parent, centre[0], centre[1] - SMALL_HEX * 0.66, after.arena.mat.name(hex_), 7, fill=GREY)
    _chips(parent, after, centres)
    for unit in after.in_arena():
        was = before.units.get(unit.id)
        if was is not None and was.hex and was.hex != unit.hex:
            _arrow(parent, centres[was.hex], centres[unit.hex])


def _arrow(parent: Element, start: Point, end: Point) -> None:
    far = math.dist(start, end)
    along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)
    tip = (end[0] - along[0] * (CHIP - 4), end[1] - along[1] * (CHIP - 4))
    arrow(parent, start, tip)


def _chips(parent: Element, combat: Combat, centres: dict[int, Point]) -> None:
    names = names_of(combat)
    for unit in combat.in_arena():
        x, y = centres[unit.hex]
        group = add(parent, "g", class_="unit", data_unit=unit.id)
        add(group, "title", names(unit.id))
        blank(group, unit.side, x, y, CHIP)
        lines, size = fitted(names.bare(unit.id), (8.0, 7.0, 6.0, 5.2), CHIP * 1.75, 15)
        centred(group, (x, y - 3), lines, size, font_weight="bold")
        if unit.hp is not None:
            write(group, x, y + 15, str(unit.hp), 11, font_weight="bold")
