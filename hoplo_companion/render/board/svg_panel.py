"""The words beside a vector drawing: the units of each side, what is to come, and the signs that the drawing uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from hoplo_companion.render.board.legend import SIDE_NAMES, about, coming_lines, names_chip, numbers
from hoplo_companion.render.board.svg_chip import LETTERS, blank, hp_words, unit_name
from hoplo_companion.render.board.svg_parts import (
    GONE,
    INK,
    SERIF,
    add,
    folded,
    height_mark,
    number_disc,
    points,
    polygon,
    star,
    thing,
    write,
)
from hoplo_companion.render.sentences.words import chip_name
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.model import Combat, Unit

SIZE = 12.0
"""The size of the words."""

LINE = 15.0
INSET = 30.0
"""How far words stand to the right of the sign that they explain."""

_HEADS = {"rival": "The rival", "player": "Yours", "arena": "Arena units"}
_WIDE = 1_000_000

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

    def words(self, text: str, inset: float = 0.0, bold: bool = False, size: float = SIZE) -> None:
        """Write words, broken into lines."""
        for line in folded(text, size, self.width - inset, bold):
            self.y += LINE
            style = {"font_weight": "bold"} if bold else {}
            write(self.parent, self.left + inset, self.y, line, size, text_anchor="start", **style)

    def unit(self, combat: Combat, unit: Unit, origin: int) -> None:
        """Write about one unit: its name, where it is, its numbers, and the rest."""
        self.y += 3
        blank(self.parent, unit.side, self.left + 10, self.y + 11, 10)
        write(self.parent, self.left + 10, self.y + 14.6, LETTERS.get(unit.side, "?"), 9.5, font_weight="bold")
        chip = "" if names_chip(combat, unit) else f" ({chip_name(combat.catalogue, unit.chip)})"
        where = f", {combat.arena.mat.name(unit.hex)}" if unit.hex else ""
        self.words(f"{unit_name(unit)}{chip}{where}", INSET, bold=True)
        rest = [hp_words(unit), *numbers(combat, unit), *about(combat, unit, origin)]
        self.words("; ".join(rest), INSET, size=SIZE - 1)

    def sign(self, draw: Sign, text: str) -> None:
        """Write what a sign means."""
        start = self.y
        draw(self.parent, self.left + 12, start + 15)
        self.y += 3
        self.words(text, INSET)
        self.y = max(self.y + 2, start + 24)


def _dash(parent: Element, x: float, y: float) -> None:
    outline = points(polygon((x, y - 2), 11, 6))
    add(parent, "polygon", points=outline, fill="none", stroke=INK, stroke_width=2.2, stroke_dasharray="5 3")
    star(parent, x, y - 2, 5)


def _blocked(parent: Element, x: float, y: float) -> None:
    add(parent, "polygon", points=points(polygon((x, y - 2), 11, 6)), fill="url(#blocked)", stroke=INK)


def _gone(parent: Element, x: float, y: float) -> None:
    add(parent, "polygon", points=points(polygon((x, y - 2), 11, 6)), fill=GONE, stroke=INK, stroke_width=0.8)


def _arrow(parent: Element, x: float, y: float) -> None:
    add(parent, "path", d=f"M{x - 11} {y - 3}h12", stroke=INK, stroke_width=4, fill="none")
    add(parent, "polygon", points=points([(x + 11, y - 3), (x, y + 4), (x, y - 10)]), fill=INK)


def _ghost(parent: Element, x: float, y: float) -> None:
    add(parent, "circle", cx=x, cy=y - 3, r=9, fill="none", stroke=INK, stroke_dasharray="3 3")


def _blank(side: str) -> Sign:
    def draw(parent: Element, x: float, y: float) -> None:
        blank(parent, side, x - 2, y - 3, 10)
        write(parent, x - 2, y + 0.6, LETTERS[side], 9.5, font_weight="bold")

    return draw


def _signs(combat: Combat, came_from: Mapping[str, int]) -> list[tuple[bool, Sign, str]]:
    """List the signs that a drawing may use: whether it does, how they are drawn, and what they mean."""
    arena, units = combat.arena, list(combat.in_arena())
    sides = {unit.side for unit in units}
    chips = sorted(combat.chips)
    return [
        ("rival" in sides, _blank("rival"), "a unit of the rival: octagon, dark rim, R"),
        ("player" in sides, _blank("player"), "a unit of yours: round, light rim, Y"),
        ("arena" in sides, _blank("arena"), "an arena unit: square, dotted rim, A"),
        (combat.flag is not None, lambda parent, x, y: thing(parent, "flag", x, y - 3, 20), "the flag"),
        ("trident" in chips, lambda parent, x, y: thing(parent, "trident", x, y - 3, 20), "the trident"),
        (
            any(chip != "trident" for chip in chips),
            lambda parent, x, y: thing(parent, "", x, y - 3, 20),
            "another arena chip",
        ),
        (bool(combat.key_hexes()), _dash, "key hex"),
        (
            bool(arena.rival_deployment),
            lambda parent, x, y: number_disc(parent, x, y - 3, "1", dark=True),
            "rival deployment hex, with its number",
        ),
        (
            bool(arena.player_deployment),
            lambda parent, x, y: number_disc(parent, x, y - 3, "P", dark=False),
            "your deployment hex",
        ),
        (
            any(arena.elevation.values()),
            lambda parent, x, y: height_mark(parent, x, y - 2, 2),
            "elevation; none where there is no number",
        ),
        (bool(arena.blocked), _blocked, "blocked: nobody may enter"),
        (arena.existing != arena.mat.everywhere, _gone, "no hex of this arena"),
        (bool(came_from), _arrow, "a unit's last move"),
        (bool(came_from), _ghost, "left by the unit named"),
    ]


def panel(
    parent: Element, combat: Combat, came_from: Mapping[str, int], left: float, top: float, width: float
) -> float:
    """Write the words into a column; give how far down they reach.

    Shapes: the column begins at (`left`, `top`) and is `width` wide, in the drawing's units.
    """
    group = add(parent, "g", id="legend", stroke="none")
    column = Panel(group, left, top - 20, width)
    for side in SIDE_NAMES:
        units = list(combat.in_arena(side))
        if units:
            column.head(_HEADS[side])
        for unit in units:
            column.unit(combat, unit, came_from.get(unit.id, 0))
        column.y += 8 if units else 0
    column.head("To come, and loose")
    for line in coming_lines(combat, _WIDE):
        column.words(text_of(line))
    column.y += 8
    column.head("Signs")
    for used, draw, text in _signs(combat, came_from):
        if used:
            column.sign(draw, text)
    column.y += 10
    column.words("A chip: side and rank, name, HP (of Health); below it what is on it.", size=SIZE - 1)
    return column.y
