"""The arena as a vector drawing: the mat for a page, or a sheet of A4 with a page's worth of words beside it.

Sides differ by shape, hexes by signs, so that nothing is lost in black and white. The drawing needs nothing but itself:
no fonts, scripts or pictures from elsewhere.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, later, tr
from hoplo_companion.render.board import words
from hoplo_companion.render.picture import GONE, GREY, INK, PAPER, SERIF, Drawing, Point, breadth, cut, in_rows
from hoplo_companion.render.sentences.words import tactic_names
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.model import Combat, Unit

HEX = 80.0
"""From the middle of a hex to a corner."""

HALF = HEX * math.sqrt(3) / 2
CHIP, RADIUS = -33j, 29.0
"""Where on its hex a chip is, and how far from its middle to its rim."""

TEXT = 24.0
"""The size of names: legible on a phone, where a mat of seven columns is 340 points wide."""

ROWS = ((17j, 116.0), (40j, 92.0))
"""The rows of words below a chip: how far below the middle of the hex, and how wide a hex is there."""

NAME, MARK = 61j, 20.0
WEST, EAST, LEFT, RIGHT = -50 - 20j, 50 - 20j, -28 + 55j, 28 + 55j
"""Where on a hex the marks of the mat are, beside the chip, and what lies there, beside the hex's name."""

MARGIN, HEAD = 10.0, 70.0
A4, EDGE = (297.0, 210.0), 10.0
"""A sheet of paper and the margin that printers leave around it, in millimetres."""

PANEL, LINE = 420.0, 20.0
"""How wide the words beside the mat are, and how high their lines."""

SHADES = ("#ffffff", "#efece4", "#dfd9cb", "#cfc6b2", "#bfb399")
"""The fills of hexes by elevation, at least 0 and at most the last; contour lines say the same."""


class _Mat:
    """The mat of a combat: where its hexes are drawn, and how far to the right and down it reaches."""

    def __init__(self, combat: Combat, came_from: Mapping[str, int], top: float) -> None:
        self.combat, self.arena, self.came_from = combat, combat.arena, came_from
        places = {hex_: self.arena.mat.place(hex_) for hex_ in bits(self.arena.mat.everywhere)}
        left, first = (min(axis) for axis in zip(*places.values(), strict=True))
        self.centres = {
            hex_: complex(MARGIN + HEX + (across - left) * HEX * 1.5, top + HALF + (down - first) * HALF)
            for hex_, (across, down) in places.items()
        }
        self.right = max(centre.real for centre in self.centres.values()) + HEX
        self.bottom = max(centre.imag for centre in self.centres.values()) + HALF

    def draw(self, root: Drawing) -> None:
        """Draw the mat and all that is on it."""
        combat, there = self.combat, {}
        pattern = root.add("defs").add("pattern", id="blocked", width=10, height=10, patternUnits="userSpaceOnUse")
        pattern.add("path", d="M0 10L10 0M0 0L10 10", stroke=GREY, stroke_width=1.1, fill="none")
        mat, moves, units = (root.add("g", id=name) for name in ("mat", "moves", "units"))
        for hex_, centre in self.centres.items():
            if hex_ & self.arena.existing:
                there[hex_] = centre
                self._hex(mat, hex_, centre)
            else:
                # Between others, a place that is not a hex would look like one that has lost its name.
                mat.hexagon(centre, HEX, fill=GONE, stroke=INK, stroke_width=0.8)
        for id_, was in self.came_from.items():
            self._move(moves, combat.units.get(id_), was, there)
        for hex_, centre in there.items():
            unit, lying = combat.at(hex_), words.lying_on(combat, hex_)
            if unit is not None:
                self._unit(units, unit, centre)
            held = combat.held_by(unit.id, with_flag=True) if unit is not None else []
            for what, side in zip([*lying, *held], (LEFT, RIGHT), strict=False):
                units.thing(centre + side, what, 18)
            self._words(units, hex_, centre)

    def _hex(self, parent: Drawing, hex_: int, centre: Point) -> None:
        """Draw a hex and what the mat prints on it."""
        arena = self.arena
        level = arena.elevation.get(hex_, 0)
        shade = max(0, min(level, len(SHADES) - 1))
        group = parent.add("g", class_="hex", data_hex=arena.mat.name(hex_))
        group.hexagon(centre, HEX, fill=SHADES[shade], stroke=INK, stroke_width=1.6)
        for ring in range(shade):
            group.hexagon(centre, HEX - 1.5 - 1.5 * ring, fill="none", stroke=GREY, stroke_width=0.8)
        if arena.blocked & hex_:
            group.hexagon(centre, HEX, fill="url(#blocked)", stroke=INK, stroke_width=1.6)
        if self.combat.key_hexes() & hex_:
            group.hexagon(centre, HEX - 4, fill="none", stroke=INK, stroke_width=3, stroke_dasharray="9 5")
        if level:
            group.hill(centre + EAST, level, 15)
        if hex_ in arena.rival_deployment:
            group.disc(centre + WEST, str(arena.rival_deployment.index(hex_) + 1), 14, dark=True)
        if hex_ in arena.player_deployment:
            is_beside = hex_ in arena.rival_deployment
            where = (EAST if not level else CHIP) if is_beside else WEST
            group.disc(centre + where, _yours(), 14, dark=False)

    def _move(self, parent: Drawing, unit: Unit | None, was: int, there: Mapping[int, Point]) -> None:
        """Draw where a unit was before it moved, and the way from there."""
        if was not in there or (unit is not None and unit.hex == was):
            return
        start = there[was] + CHIP
        if self.combat.at(was) is None:
            parent.circle(start, RADIUS - 4, fill="none", stroke=INK, stroke_dasharray="3 4")
        if unit is not None and unit.hex in there:
            end = there[unit.hex] + CHIP
            along = (end - start) / abs(end - start)
            parent.arrow(start + along * RADIUS, end - along * (RADIUS + 3))

    def _unit(self, parent: Drawing, unit: Unit, centre: Point) -> None:
        """Draw a unit on its hex with its HP, and what it holds beside the hex's name."""
        group = parent.add("g", class_="unit", data_unit=unit.id)
        group.add("title", words.unit_sentence(self.combat, unit, self.came_from))
        group.chip(centre + CHIP, unit.side, RADIUS)
        hp = "?" if unit.hp is None else str(unit.hp)
        whole = hp if unit.health in (None, unit.hp) else f"{hp}/{unit.health}"
        shown = whole if breadth(whole, 22, True) <= 2 * RADIUS * 0.8 else hp
        group.write(centre + CHIP + 8j, shown, 22, font_weight="bold")

    def _words(self, parent: Drawing, hex_: int, centre: Point) -> None:
        """Write the name of a hex, and of what is on it; on a rim of paper, for a move may have led there."""
        combat, on_paper = self.combat, dict[str, Any](stroke=PAPER, stroke_width=5, paint_order="stroke")
        key = "bold" if combat.key_hexes() & hex_ else "normal"
        parent.write(centre + NAME, self.arena.mat.name(hex_), MARK, font_weight=key, **on_paper)
        unit, rooms, on = combat.at(hex_), [room for _, room in ROWS], [""]
        bare = {"flag": in_sense("an arena chip", "flag"), "trident": in_sense("an arena chip", "trident")}
        what = ", ".join(bare.get(chip) or chip.replace("-", " ") for chip in words.lying_on(combat, hex_))
        if unit is not None:
            what = words.called(combat, unit)
            on = [*words.states(combat, unit).values(), *tactic_names(combat.catalogue, unit.tactics)] or on
        rows = [(row, TEXT) for row in in_rows(what, TEXT, rooms)]
        first, *more = on
        rows.append((cut(f"{first} +{len(more)}" if more else first, MARK, rooms[1]), MARK))
        for (down, _), (text, size) in zip(ROWS, rows, strict=False):
            if text:
                parent.write(centre + down, text, size, **on_paper)


def _yours() -> str:
    return in_sense("letter of your deployment hexes", "P")


Sign = Callable[[Drawing, Point], object]
_HEADS = {"rival": later("The rival"), "player": later("Yours"), "arena": later("Arena units")}


def _signs(combat: Combat, came_from: Mapping[str, int]) -> list[tuple[Sign, str]]:
    """How the signs that a drawing uses are drawn, and what they mean."""
    arena, chips = combat.arena, set(combat.chips)
    a_hex, a_thing = partial(Drawing.hexagon, radius=11), partial(Drawing.thing, size=20)
    a_disc, a_hill = partial(Drawing.disc, radius=9), partial(Drawing.hill, level=2, size=10)
    key = partial(a_hex, fill="none", stroke=INK, stroke_width=2.2, stroke_dasharray="5 3")
    blocked, gone = (partial(a_hex, fill=fill, stroke=INK) for fill in ("url(#blocked)", GONE))
    signs: list[tuple[object, Sign, str]] = [
        (combat.flag, partial(a_thing, chip="flag"), tr("the flag")),
        ("trident" in chips, partial(a_thing, chip="trident"), tr("the trident")),
        (chips - {"trident"}, partial(a_thing, chip=""), tr("another arena chip")),
        (combat.key_hexes(), key, tr("key hex")),
        (arena.rival_deployment, partial(a_disc, text="1", dark=True), tr("rival deployment hex, with its number")),
        (arena.player_deployment, partial(a_disc, text=_yours(), dark=False), tr("your deployment hex")),
        (any(arena.elevation.values()), a_hill, tr("elevation; 0 where there is no number")),
        (arena.blocked, blocked, tr("blocked: nobody may enter")),
        (arena.existing != arena.mat.everywhere, gone, tr("no hex of this arena")),
        (came_from, lambda to, at: to.arrow(at - 12, at + 12), tr("a unit's last move")),
    ]
    return [(draw, words) for is_used, draw, words in signs if is_used]


def sides_words() -> str:
    """Say how the chips of the sides are drawn."""
    return tr("The rival's units are octagons, yours round, the arena's square. The number on them is their HP.")


def _panel(parent: Drawing, mat: _Mat, left: float) -> float:
    """Write who is there, what is to come and what the signs mean beside the mat; give how far down that reaches."""
    combat, sections = mat.combat, dict[str, list[tuple[Sign | None, str]]]()
    for side in words.SIDES:
        sections[tr(_HEADS[side])] = [
            (partial(Drawing.chip, side=side, radius=9), words.unit_sentence(combat, unit, mat.came_from))
            for unit in combat.in_arena(side)
        ]
    sections[tr("To come, and loose")] = [(None, text_of(line)) for line in words.coming_lines(combat, words.ONE_LINE)]
    sections[tr("Signs")] = [(None, sides_words()), *_signs(combat, mat.came_from)]
    top, bold = HEAD, {"font_family": SERIF, "font_weight": "bold"}
    for head, entries in sections.items():
        if entries:
            top = parent.paragraph(complex(left, top + 15), head, 18.0, PANEL, LINE, **bold) - 10
        for draw, text in entries:
            if draw is not None:
                draw(parent, complex(left + 12, top + LINE / 2))
            top = parent.paragraph(complex(left + 28, top + 15), text, 14.0, PANEL - 28, LINE) - 10
    return top


def mat_svg(combat: Combat) -> str:
    """Draw the mat and all that is on it, for a page as narrow as a phone."""
    root = Drawing.document(", ".join(words.title_words(combat)), " ".join(words.board_sentences(combat)))
    mat = _Mat(combat, {}, MARGIN)
    mat.draw(root)
    return root.finished(mat.right + MARGIN, mat.bottom + MARGIN)


def board_svg(combat: Combat, came_from: Mapping[str, int]) -> str:
    """Draw the arena on a sheet of A4, with words beside it; arrows lead from where each unit `came_from`."""
    mat, (title, *rest) = _Mat(combat, came_from, HEAD), words.title_words(combat)
    root = Drawing.document(f"{title}: {', '.join(rest)}", " ".join(words.board_sentences(combat, came_from)))
    width = mat.right + 2 * MARGIN + PANEL
    head: dict[str, Any] = {"text_anchor": "start", "font_family": SERIF}
    root.write(MARGIN + 34j, cut(title, 30, width, True), 30, font_weight="bold", **head)
    root.write(MARGIN + 56j, cut(" \N{MIDDLE DOT} ".join(rest), 16, width), 16, font_style="italic", **head)
    mat.draw(root)
    height = max(mat.bottom, _panel(root.add("g", id="legend"), mat, mat.right + MARGIN)) + MARGIN
    long, short = (side - 2 * EDGE for side in A4)
    scale = max(min(long / width, short / height), min(short / width, long / height))
    return root.finished(width, height, scale)
