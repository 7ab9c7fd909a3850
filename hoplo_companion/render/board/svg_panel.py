"""The words beside a printed board: who is there, what is to come, and what the signs mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from hoplo_companion.language import in_sense, later, tr
from hoplo_companion.render.board.svg_parts import (
    GONE,
    INK,
    SERIF,
    Point,
    add,
    arrow_sign,
    blank,
    folded,
    ghost_sign,
    height_mark,
    hexagon,
    key_sign,
    number_disc,
    thing,
    write,
)
from hoplo_companion.render.board.words import (
    SIDES,
    about,
    called,
    coming_lines,
    hp_words,
    numbers,
)
from hoplo_companion.render.sentences.words import chip_name
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.model import Combat, Unit

PANEL = 380.0
"""How wide the words are."""

SCALES = (1.5, 1.35, 1.2, 1.1, 1.0)
"""How much larger the words beside the mat may be."""

TEXT, LINE, INSET = 12.0, 15.0, 30.0
"""The size of the words beside the mat, their line, and how far they are to the right of what they explain."""

_ENDLESS = 1_000_000


def side_letter(side: str) -> str:
    """Give the letter that the chips of a side have."""
    letters = {
        "rival": in_sense("letter on the rival's chips", "R"),
        "player": in_sense("letter on your chips", "Y"),
        "arena": in_sense("letter on the arena's chips", "A"),
    }
    return letters[side]


def your_letter() -> str:
    """Give the letter of your deployment hexes."""
    return in_sense("letter of your deployment hexes", "P")


def unit_name(combat: Combat, unit: Unit) -> str:
    """Name a unit as on its chip; where its id is all that makes it different, by the words of that."""
    name = called(combat, unit)
    if not name.endswith(")"):
        return name
    return " ".join(word[:1].upper() + word[1:] for word in unit.id.replace("-", " ").split())


# The words beside it --------------------------------------------------------------------------------------------

Sign = Callable[[Element, float, float], None]


class Panel:
    """A column of words, written from the top down."""

    def __init__(self, parent: Element, left: float, top: float, width: float, scale: float) -> None:
        self.parent, self.left, self.y, self.width, self.scale = parent, left, top, width, scale

    def head(self, text: str) -> None:
        """Write a heading with a line below."""
        self.y += 20 * self.scale
        write(
            self.parent,
            self.left,
            self.y,
            text,
            16 * self.scale,
            text_anchor="start",
            font_family=SERIF,
            font_weight="bold",
        )
        self.y += 5
        add(self.parent, "path", d=f"M{self.left} {self.y}h{self.width}", stroke=INK, stroke_width=0.8)
        self.y += 2

    def words(self, text: str, inset: float = 0.0, bold: bool = False, size: float = TEXT) -> None:
        """Write words, broken into lines."""
        size *= self.scale
        for line in folded(text, size, self.width - inset, bold):
            self.y += LINE * self.scale
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
        write(parent, x, y + 3.6, side_letter(side), 9.5, font_weight="bold")

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
            lambda parent, x, y: number_disc(parent, x, y, your_letter(), dark=False),
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


def write_panel(parent: Element, combat: Combat, came_from: Mapping[str, int], corner: Point, room: float) -> float:
    """Write the words into a column beside the mat, as large as there is room; give how far down they reach."""
    for scale in SCALES:
        group = Element("g", {"id": "legend", "stroke": "none"})
        bottom = _column(Panel(group, *corner, PANEL, scale), combat, came_from)
        if bottom <= room:
            break
    parent.append(group)
    return bottom


def _column(column: Panel, combat: Combat, came_from: Mapping[str, int]) -> float:
    """Write all words into a column; give how far down they reach."""
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
