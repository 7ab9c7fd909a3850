"""The arena as a vector drawing: the mat for a page, or a sheet of A4 with a page's worth of words beside it.

Sides differ by shape, hexes by signs, so that nothing is lost in black and white. The drawing needs nothing but itself:
no fonts, scripts or pictures from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple
from xml.etree.ElementTree import Element

from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, later, tr
from hoplo_companion.render.board.words import (
    ONE_LINE,
    SIDES,
    board_sentences,
    called,
    coming_lines,
    holdings,
    lying_on,
    states,
    title_words,
    unit_sentence,
)
from hoplo_companion.render.picture import (
    GONE,
    GREY,
    INK,
    PAPER,
    SERIF,
    Point,
    add,
    arrow,
    breadth,
    chip,
    circle,
    cut,
    disc,
    document,
    finished,
    folded,
    hexagon,
    hill,
    in_rows,
    number,
    paragraph,
    thing,
    write,
)
from hoplo_companion.render.sentences.words import tactic_names
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.model import Combat, Unit

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
CHIP, RADIUS = -33.0, 29.0
"""How far above the middle of its hex a chip is, and from its middle to its rim."""

TEXT = 24.0
"""The size of names: legible on a phone, where a mat of seven columns is 340 points wide."""

ROWS = ((17.0, 116.0), (40.0, 92.0))
"""The rows of words below a chip: how far below the middle of the hex, and how wide a hex is there."""

NAME, MARK = 61.0, 20.0
WEST, EAST, LEFT, RIGHT = (-50.0, -20.0), (50.0, -20.0), (-28.0, 55.0), (28.0, 55.0)
"""Where on a hex the marks of the mat are, beside the chip, and what lies there, beside the hex's name."""

MARGIN, HEAD = 10.0, 70.0
A4, EDGE = (297.0, 210.0), 10.0
"""A sheet of paper and the margin that printers leave around it, in millimetres."""

PANEL, LINE = 420.0, 20.0
"""How wide the words beside the mat are, and how high their lines."""

SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines say the same."""


class Field(NamedTuple):
    """Where the hexes of a combat are drawn: the middle of each, and how far to the right and down the mat reaches."""

    centres: dict[int, Point]
    right: float
    bottom: float


def _field(combat: Combat, top: float) -> Field:
    mat = combat.arena.mat
    places = {hex_: mat.place(hex_) for hex_ in bits(mat.everywhere)}
    left, first = (min(axis) for axis in zip(*places.values(), strict=True))
    centres = {
        hex_: (MARGIN + HEX + (across - left) * HEX * 1.5, top + HALF + (down - first) * HALF)
        for hex_, (across, down) in places.items()
    }
    right, bottom = (max(axis) for axis in zip(*centres.values(), strict=True))
    return Field(centres, right + HEX, bottom + HALF)


def _at(centre: Point, way: Point, far: float = 1) -> Point:
    return centre[0] + way[0] * far, centre[1] + way[1] * far


# The mat --------------------------------------------------------------------------------------------------------


def _hex(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Draw a hex and what the mat prints on it."""
    arena = combat.arena
    level = arena.elevation.get(hex_, 0)
    shade = max(0, min(level, len(SHADES) - 1))
    group = add(parent, "g", class_="hex", data_hex=arena.mat.name(hex_))
    hexagon(group, centre, HEX, fill=SHADES[shade], stroke=INK, stroke_width=1.6)
    for ring in range(shade):
        hexagon(group, centre, HEX - 1.5 - 1.5 * ring, fill="none", stroke=GREY, stroke_width=0.8)
    if arena.blocked & hex_:
        hexagon(group, centre, HEX, fill="url(#blocked)", stroke=INK, stroke_width=1.6)
    if combat.key_hexes() & hex_:
        hexagon(group, centre, HEX - 4, fill="none", stroke=INK, stroke_width=3, stroke_dasharray="9 5")
    if level:
        hill(group, _at(centre, EAST), level, 15)
    if hex_ in arena.rival_deployment:
        disc(group, _at(centre, WEST), str(arena.rival_deployment.index(hex_) + 1), 14, dark=True)
    if hex_ in arena.player_deployment:
        is_beside = hex_ in arena.rival_deployment
        yours = in_sense("letter of your deployment hexes", "P")
        disc(group, _at(centre, (EAST if not level else (0, CHIP)) if is_beside else WEST), yours, 14, dark=False)


def _words(parent: Element, combat: Combat, hex_: int, centre: Point) -> None:
    """Write the name of a hex, and of what is on it; on a rim of paper, for a move may have led there."""
    on_paper: dict[str, str | float] = {"stroke": PAPER, "stroke_width": 5, "paint_order": "stroke"}
    key = "bold" if combat.key_hexes() & hex_ else "normal"
    name = combat.arena.mat.name(hex_)
    write(parent, centre[0], centre[1] + NAME, name, MARK, font_weight=key, **on_paper)
    unit, rooms = combat.at(hex_), [room for _, room in ROWS]
    bare = {"flag": in_sense("an arena chip", "flag"), "trident": in_sense("an arena chip", "trident")}
    what = ", ".join(bare.get(chip) or chip.replace("-", " ") for chip in lying_on(combat, hex_))
    what = called(combat, unit) if unit is not None else what
    rows = [(row, TEXT) for row in in_rows(what, TEXT, rooms)]
    on = [*states(combat, unit).values(), *tactic_names(combat.catalogue, unit.tactics)] if unit is not None else []
    first, *more = on or [""]
    rows.append((cut(f"{first} +{len(more)}" if more else first, MARK, rooms[1]), MARK))
    for (down, _), (text, size) in zip(ROWS, rows, strict=False):
        if text:
            write(parent, centre[0], centre[1] + down, text, size, **on_paper)


# Units and moves ------------------------------------------------------------------------------------------------


def _unit(parent: Element, combat: Combat, unit: Unit, centre: Point, origin: int) -> None:
    """Draw a unit on its hex with its HP, and what it holds beside the hex's name."""
    group = add(parent, "g", class_="unit", data_unit=unit.id)
    add(group, "title", unit_sentence(combat, unit, origin))
    x, y = _at(centre, (0, CHIP))
    chip(group, (x, y), unit.side, RADIUS)
    hp = "?" if unit.hp is None else str(unit.hp)
    whole = hp if unit.health in (None, unit.hp) else f"{hp}/{unit.health}"
    write(group, x, y + 8, whole if breadth(whole, 22, True) <= 2 * RADIUS * 0.8 else hp, 22, font_weight="bold")


def _moves(parent: Element, combat: Combat, came_from: Mapping[str, int], centres: Mapping[int, Point]) -> None:
    """Draw where units were before they moved, and the way from there."""
    for id_, was in came_from.items():
        unit = combat.units.get(id_)
        if was not in centres or (unit is not None and unit.hex == was):
            continue
        start = _at(centres[was], (0, CHIP))
        if combat.at(was) is None:
            circle(parent, start, RADIUS - 4, fill="none", stroke=INK, stroke_dasharray="3 4")
        if unit is not None and unit.hex in centres:
            end = _at(centres[unit.hex], (0, CHIP))
            far = math.dist(start, end)
            along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)
            arrow(parent, _at(start, along, RADIUS), _at(end, along, -RADIUS - 3))


def _mat(root: Element, combat: Combat, came_from: Mapping[str, int], field: Field) -> None:
    """Draw the mat and all that is on it."""
    pattern = add(add(root, "defs"), "pattern", id="blocked", width=10, height=10, patternUnits="userSpaceOnUse")
    add(pattern, "path", d="M0 10L10 0M0 0L10 10", stroke=GREY, stroke_width=1.1, fill="none")
    mat, moves, units = (add(root, "g", id=name) for name in ("mat", "moves", "units"))
    there = {hex_: centre for hex_, centre in field.centres.items() if hex_ & combat.arena.existing}
    for hex_, centre in field.centres.items():
        if hex_ in there:
            _hex(mat, combat, hex_, centre)
        else:
            # Between others, a place that is not a hex would look like one that has lost its name.
            hexagon(mat, centre, HEX, fill=GONE, stroke=INK, stroke_width=0.8)
    _moves(moves, combat, came_from, there)
    for hex_, centre in there.items():
        unit, lying = combat.at(hex_), lying_on(combat, hex_)
        if unit is not None:
            _unit(units, combat, unit, centre, came_from.get(unit.id, 0))
        for what, side in zip([*lying, *(holdings(combat, unit) if unit else [])], (LEFT, RIGHT), strict=False):
            thing(units, _at(centre, side), what, 18)
        _words(units, combat, hex_, centre)


# The page -------------------------------------------------------------------------------------------------------

Sign = Callable[[Element, Point], object]
_HEADS = {"rival": later("The rival"), "player": later("Yours"), "arena": later("Arena units")}


def _nothing(_to: Element, _at: Point) -> None:
    """The sign of what has none."""


def _signs(combat: Combat, came_from: Mapping[str, int]) -> list[tuple[Sign, str]]:
    """How the signs that a drawing uses are drawn, and what they mean."""
    arena, chips = combat.arena, set(combat.chips)
    small_hex, small_thing, small_disc = partial(hexagon, radius=11), partial(thing, size=20), partial(disc, radius=9)
    key = partial(small_hex, fill="none", stroke=INK, stroke_width=2.2, stroke_dasharray="5 3")
    yours = in_sense("letter of your deployment hexes", "P")
    blocked, gone = (partial(small_hex, fill=fill, stroke=INK) for fill in ("url(#blocked)", GONE))
    signs: list[tuple[object, Sign, str]] = [
        (combat.flag, partial(small_thing, chip="flag"), tr("the flag")),
        ("trident" in chips, partial(small_thing, chip="trident"), tr("the trident")),
        (chips - {"trident"}, partial(small_thing, chip=""), tr("another arena chip")),
        (combat.key_hexes(), key, tr("key hex")),
        (arena.rival_deployment, partial(small_disc, text="1", dark=True), tr("rival deployment hex, with its number")),
        (arena.player_deployment, partial(small_disc, text=yours, dark=False), tr("your deployment hex")),
        (any(arena.elevation.values()), partial(hill, level=2, size=10), tr("elevation; 0 where there is no number")),
        (arena.blocked, blocked, tr("blocked: nobody may enter")),
        (arena.existing != arena.mat.everywhere, gone, tr("no hex of this arena")),
        (came_from, lambda to, at: arrow(to, _at(at, (-12, 0)), _at(at, (12, 0))), tr("a unit's last move")),
    ]
    return [(draw, words) for is_used, draw, words in signs if is_used]


def sides_words() -> str:
    """Say how the chips of the sides are drawn."""
    return tr("The rival's units are octagons, yours round, the arena's square. The number on them is their HP.")


def _panel(parent: Element, combat: Combat, came_from: Mapping[str, int], left: float) -> float:
    """Write who is there, what is to come and what the signs mean beside the mat; give how far down that reaches."""
    entries: list[tuple[Sign | None, str]] = []
    for side in SIDES:
        units = list(combat.in_arena(side))
        entries += [(None, tr(_HEADS[side]))] if units else []
        sign = partial(chip, side=side, radius=9)
        entries += [(sign, unit_sentence(combat, unit, came_from.get(unit.id, 0))) for unit in units]
    entries.append((None, tr("To come, and loose")))
    entries += [(_nothing, text_of(line)) for line in coming_lines(combat, ONE_LINE)]
    entries += [(None, tr("Signs")), (_nothing, sides_words()), *_signs(combat, came_from)]
    top = HEAD
    for draw, words in entries:
        size, inset = (14.0, 28.0) if draw else (18.0, 0.0)
        if draw:
            draw(parent, (left + 12, top + LINE / 2))
        style = {} if draw else {"font_family": SERIF, "font_weight": "bold"}
        lines = folded(words, size, PANEL - inset, bold=not draw)
        top = paragraph(parent, (left + inset, top + 15), lines, size, LINE, **style) - 10
    return top


def mat_svg(combat: Combat) -> str:
    """Draw the mat and all that is on it, for a page as narrow as a phone."""
    root = document(", ".join(title_words(combat)), " ".join(board_sentences(combat)))
    field = _field(combat, MARGIN)
    _mat(root, combat, {}, field)
    return finished(root, field.right + MARGIN, field.bottom + MARGIN)


def board_svg(combat: Combat, came_from: Mapping[str, int] | None = None) -> str:
    """Draw the arena and all that is in it on a sheet of A4, with words beside it.

    Shapes: `came_from` gives for each unit that moved the hex it came from; arrows mark these moves.
    """
    came_from = came_from or {}
    title, *rest = title_words(combat)
    root = document(f"{title}: {', '.join(rest)}", " ".join(board_sentences(combat, came_from)))
    field = _field(combat, HEAD)
    width = field.right + 2 * MARGIN + PANEL
    write(root, MARGIN, 34, cut(title, 30, width, True), 30, text_anchor="start", font_family=SERIF, font_weight="bold")
    more = cut(" \N{MIDDLE DOT} ".join(rest), 16, width)
    write(root, MARGIN, 56, more, 16, text_anchor="start", font_family=SERIF, font_style="italic")
    _mat(root, combat, came_from, field)
    height = max(field.bottom, _panel(add(root, "g", id="legend"), combat, came_from, field.right + MARGIN)) + MARGIN
    long, short = (side - 2 * EDGE for side in A4)
    scale = max(min(long / width, short / height), min(short / width, long / height))
    return finished(root, width, height, width=f"{number(width * scale)}mm", height=f"{number(height * scale)}mm")
