"""The arena as a vector drawing to print: mat, units, last moves, and a page's worth of words about them.

Sides differ by shape, rim and letter, hexes by signs and words, so that nothing is lost in black and white. The drawing
needs nothing but itself: no fonts, scripts or pictures from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, tr
from hoplo_companion.render.board.svg_panel import PANEL, TEXT, side_letter, unit_name, write_panel, your_letter
from hoplo_companion.render.board.svg_parts import (
    GONE,
    GREY,
    INK,
    PAPER,
    SERIF,
    Point,
    add,
    arrow,
    away,
    blank,
    breadth,
    centred,
    cut,
    fitted,
    height_mark,
    hexagon,
    number,
    number_disc,
    pips,
    ribbon,
    rounded,
    star,
    thing,
    write,
)
from hoplo_companion.render.board.words import (
    board_sentences,
    holdings,
    hp_words,
    lying_on,
    rank,
    title_words,
    unit_sentence,
)
from hoplo_companion.render.sentences.words import tactic_name
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
RADIUS = 49.0
"""From the middle of a chip to its rim."""

MARGIN, HEAD, FOOT = 36.0, 84.0, 9.5
MONO = "Consolas, Menlo, 'DejaVu Sans Mono', monospace"
A4, EDGE = (297.0, 210.0), 10.0
"""A sheet of paper and the margin that printers leave around it, in millimetres."""

SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines say the same."""

NAME, NAME_CLEAR = (-33.0, -50.0), 14.0
"""Where the middle of a hex's name is from its own, and how near to it an arrow hides it."""

SIZES, NAME_ROOM, WORD_ROOM, NAME_HIGH = (14.0, 12.5, 11.5, 10.5, 10.0, 9.5, 8.5, 7.5), 68.0, 75.0, 28.0
"""The sizes that a name is tried in; how wide its lines, or one word, are at most, and how high it is: in the rim."""

HP_SIZES, HP_ROOM = (17.0, 16.0, 14.0, 12.5, 11.0), 54.0
TAG, TAG_LINE, TAG_ROOMS = 8.5, 12.0, (96.0, 82.0)


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
        number_disc(group, *at, your_letter(), dark=False)


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
    side = f"{side_letter(unit.side)} {rank(unit)}".strip()
    write(group, x, y - 27, side, 10.5, font_weight="bold", font_style="italic")
    name = unit_name(combat, unit)
    lines, size = fitted(name, SIZES, NAME_ROOM if " " in name else WORD_ROOM, NAME_HIGH)
    centred(group, (x, y - 10 + size * 0.3), lines, size, font_weight="bold")
    hp = hp_words(unit)
    size = next((size for size in HP_SIZES if breadth(hp, size, True) <= HP_ROOM), HP_SIZES[-1])
    write(group, x, y + 18, cut(hp, size, HP_ROOM, True), size, font_weight="bold")
    pips(group, (x, y), RADIUS * 0.73, unit.hp or 0, max(unit.hp or 0, unit.health or 0))
    for at, what in enumerate(holdings(combat, unit)[:2]):
        thing(group, what, x + (61 if at else -61), y + (14 if at else 2), 20)
    dazed = in_sense("of a unit", "dazed")
    for at, row in enumerate(_tags(combat, unit)):
        left = x - _tag_room(row) / 2
        for word in row:
            wide = _tag_room([word])
            ribbon(group, left + wide / 2, centre[1] + 54 + at * TAG_LINE, word, TAG, dark=word == dazed)
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
    below = 61 + (rows - 1) * TAG_LINE if rows else 0
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
    bottom = _foot(
        root,
        line,
        max(HEAD + field.height, write_panel(root, combat, came_from, (left, HEAD - 20), HEAD + field.height)),
        room,
    )
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
