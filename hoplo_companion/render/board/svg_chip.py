"""Units as chips in a vector drawing: the side by shape, rim and letter; name, HP, and what is on them."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from hoplo_companion.render.board.legend import holdings
from hoplo_companion.render.board.svg_parts import (
    INK,
    PAPER,
    Point,
    add,
    breadth,
    cut,
    folded,
    number,
    points,
    polygon,
    ribbon,
    thing,
    write,
)
from hoplo_companion.render.sentences.words import tactic_name, words_of
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit

RADIUS = 45.0
"""From the middle of a chip to its rim."""

NAME, NAME_CLEAR = (-26.0, -49.0), 16.0
"""Where the middle of a hex's name stands from its own, and how near to it an arrow hides it."""

LETTERS = {"rival": "R", "player": "Y", "arena": "A"}
RIMS = {"rival": "#7d1d16", "player": "#d7e6f5", "arena": "#f3e3b3"}
"""The colours of the rims; in black and white, dark with white notches, light, and grey with dots."""

SIZES = (12.5, 11.5, 10.5, 10.0, 9.5, 8.5, 7.5)
"""The sizes that a name is tried in."""

NAME_ROOM, WORD_ROOM, NAME_HIGH = 64.0, 70.0, 32.0
"""How wide the lines of a name are at most, how wide one word is, and how high they are together: inside the rim."""

HP_SIZES, HP_ROOM = (12.5, 11.0, 9.5), 48.0
TAG, TAG_LINE, TAG_ROOMS = 8.5, 12.0, (98.0, 85.0)


def unit_name(unit: Unit) -> str:
    """Write a unit's id as a name: `your-defender` → `Your Defender`; capitals that were typed stay."""
    return " ".join(word[:1].upper() + word[1:] for word in words_of(unit.id).split())


def fitted(name: str, sizes: tuple[float, ...], room: float, high: float) -> tuple[list[str], float]:
    """Set a name in lines, in the largest size that there is room for; what fits in none is cut."""
    for size in sizes:
        lines = folded(name, size, room, True)
        whole = all(breadth(word, size, True) <= room for word in name.split())
        if whole and len(lines) * size * 1.05 <= high:
            return lines, size
    size = sizes[-1]
    most = max(1, int(high / (size * 1.05)))
    lines = folded(name, size, room, True)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut("".join(lines[most - 1 :]), size, room, True)]
    return lines, size


def name_lines(name: str) -> tuple[list[str], float]:
    """Set a name as large as a chip has room for: one word on a line in the middle, others on up to four."""
    return fitted(name, SIZES, NAME_ROOM if " " in name else WORD_ROOM, NAME_HIGH)


def blank(parent: Element, side: str, x: float, y: float, radius: float) -> None:
    """Draw a chip without words: an octagon for the rival's, round for yours, square for the arena's."""
    rim = RIMS.get(side, PAPER)
    inner = radius * 0.84
    if side == "rival":
        add(
            parent, "polygon", points=points(polygon((x, y), radius * 1.05, 8, 22.5)), fill=rim, stroke=INK,
            stroke_width=1.6,
        )  # fmt: skip
        for corner in polygon((x, y), radius, 8):
            toward = (x + (corner[0] - x) * 0.84, y + (corner[1] - y) * 0.84)
            add(
                parent, "line", x1=toward[0], y1=toward[1], x2=corner[0], y2=corner[1], stroke=PAPER,
                stroke_width=radius / 9,
            )  # fmt: skip
        add(
            parent, "polygon", points=points(polygon((x, y), inner * 1.05, 8, 22.5)), fill=PAPER, stroke=INK,
            stroke_width=1.6,
        )  # fmt: skip
    elif side == "arena":
        half = radius * 0.86
        for size, fill in ((half, rim), (half * 0.84, PAPER)):
            add(
                parent, "rect", x=x - size, y=y - size, width=2 * size, height=2 * size, rx=size * 0.2, fill=fill,
                stroke=INK, stroke_width=1.4,
            )  # fmt: skip
        add(
            parent, "rect", x=x - half * 0.92, y=y - half * 0.92, width=half * 1.84, height=half * 1.84,
            rx=half * 0.2, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="0.1 5", stroke_linecap="round",
        )  # fmt: skip
    else:
        add(parent, "circle", cx=x, cy=y, r=radius, fill=rim, stroke=INK, stroke_width=1.6)
        add(parent, "circle", cx=x, cy=y, r=inner, fill=PAPER, stroke=INK, stroke_width=0.9)


def hp_words(unit: Unit) -> str:
    """Write a unit's HP and its Health where the two differ: `5/6 HP`."""
    hp = "?" if unit.hp is None else str(unit.hp)
    return f"{hp} HP" if unit.health in (None, unit.hp) else f"{hp}/{unit.health} HP"


def _rows(words: list[str], size: float, rooms: tuple[float, ...]) -> list[list[str]]:
    """Spread words over rows; those that find no room are counted on the last."""
    rows: list[list[str]] = [[] for _ in rooms]
    at = 0
    for done, word in enumerate(words):
        left = len(words) - done
        while at < len(rooms):
            spare = breadth(f"+{left} more", size, True) + 10 if at == len(rooms) - 1 and left > 1 else 0
            taken = sum(breadth(each, size, True) + 10 for each in [*rows[at], word])
            if taken + spare <= rooms[at] or (not rows[at] and at < len(rooms) - 1 and taken <= rooms[at]):
                rows[at].append(word)
                break
            at += 1
        else:
            rows[-1].append(f"+{left} more")
            break
    return [row for row in rows if row]


def states(combat: Combat, unit: Unit) -> list[str]:
    """List what is on a unit in words: dazed, tribune, tactics, and the arena chips that it holds."""
    words = ["dazed"] if is_dazed(combat, unit) else []
    words += ["tribune"] if unit.tribune else []
    words += [tactic_name(combat.catalogue, chip) for chip in unit.tactics]
    return words + [words_of(chip) for chip in holdings(combat, unit)]


def chip(parent: Element, combat: Combat, unit: Unit, centre: Point, about: str) -> None:
    """Draw a unit on its hex, what it holds beside it, and what is on it below; `about` is all of it in words."""
    group = add(parent, "g", class_="unit", data_unit=unit.id)
    add(group, "title", about)
    x, y = centre[0], centre[1] - 4
    held = holdings(combat, unit)
    blank(group, unit.side, x, y, RADIUS)
    rank = " hero" if unit.hero else " elite" if unit.elite else ""
    write(group, x, y - 21, LETTERS.get(unit.side, "?") + rank, 10.5, font_weight="bold", font_style="italic")
    lines, size = name_lines(unit_name(unit))
    top = y - 1 - (len(lines) - 1) * size * 1.05 / 2 + size * 0.3
    for at, line in enumerate(lines):
        write(group, x, top + at * size * 1.05, line, size, font_weight="bold")
    hp = hp_words(unit)
    size = next((size for size in HP_SIZES if breadth(hp, size, True) <= HP_ROOM), HP_SIZES[-1])
    write(group, x, y + 27, cut(hp, size, HP_ROOM, True), size, font_weight="bold")
    for at, what in enumerate(held[:2]):
        thing(group, what, x + (56 if at else -56), y + (18 if at else 2), 20)
    for at, row in enumerate(_tags(combat, unit)):
        _ribbons(group, row, x, centre[1] + 50 + at * TAG_LINE)


def _tags(combat: Combat, unit: Unit) -> list[list[str]]:
    return _rows(states(combat, unit), TAG, TAG_ROOMS)


def _ribbons(parent: Element, row: list[str], x: float, y: float) -> None:
    widths = [breadth(word, TAG, True) + 10 for word in row]
    left = x - sum(widths) / 2
    for word, wide in zip(row, widths, strict=True):
        ribbon(parent, left + wide / 2, y, word, TAG, dark=word == "dazed")
        left += wide


def ghost(parent: Element, centre: Point, name: str) -> None:
    """Draw where a unit stood before it moved."""
    x, y = centre[0], centre[1] - 4
    add(parent, "circle", cx=x, cy=y, r=RADIUS * 0.75, fill="none", stroke=INK, stroke_dasharray="3 4")
    lines, size = fitted(name, (9.0, 8.0, 7.0), 54, 34)
    for at, line in enumerate(lines):
        middle = y + size * 0.35 + (at - (len(lines) - 1) / 2) * size * 1.05
        write(parent, x, middle, line, size, font_style="italic")


def _clear(combat: Combat, unit: Unit | None, down: float) -> float:
    """Tell how far from the middle of a hex an arrow has to stay, for what stands there and the words below it.

    Shapes: `down` is how much of the arrow's way from there leads downwards, from -1 to 1.
    """
    if unit is None:
        return RADIUS * 0.75 + 3
    rows = len(_tags(combat, unit))
    below = 57 + (rows - 1) * TAG_LINE if rows else 0
    return max(RADIUS + 5, below / down if down > 0.7 else 0)


def arrow(parent: Element, combat: Combat, was: int, start: Point, unit: Unit, end: Point) -> tuple[Point, Point]:
    """Draw the move of a unit from the hex where it `was`, around `start`, to its chip around `end`; give its ends."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, down)
    along, aside = (across / far, down / far), (-down / far, across / far)
    first, last = _clear(combat, combat.at(was), along[1]), far - _clear(combat, unit, -along[1])
    # The head stays off the hex's name too.
    name = (end[0] + NAME[0], end[1] + NAME[1])
    while math.dist((start[0] + along[0] * last, start[1] - 4 + along[1] * last), name) < NAME_CLEAR:
        last -= 3
    last = max(last, first + 18)
    tail, tip, neck = ((start[0] + along[0] * way, start[1] - 4 + along[1] * way) for way in (first, last, last - 13))
    for stroke, width in ((PAPER, 8.0), (INK, 4.0)):
        add(
            parent, "path", d=f"M{number(tail[0])} {number(tail[1])}L{number(neck[0])} {number(neck[1])}",
            fill="none", stroke=stroke, stroke_width=width,
        )  # fmt: skip
    wings = [(neck[0] + aside[0] * s, neck[1] + aside[1] * s) for s in (8.5, -8.5)]
    add(parent, "polygon", points=points([tip, *wings]), fill=INK, stroke=PAPER, stroke_width=1.2)
    return tail, tip
