"""Parts of a vector drawing: texts of estimated width, small signs that need no font, and units as chips."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from hoplo_companion.signs import is_name

INK, GREY, GONE, PAPER = "#1a1a1a", "#6b6b6b", "#c9c9c9", "#ffffff"
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"

RIMS = {"rival": "#7d1d16", "player": "#d7e6f5", "arena": "#f3e3b3"}
"""The colours of the rims of chips; in black and white, dark with white notches, light, and grey with dots."""

Point = tuple[float, float]

MOST_PIPS = 12
"""As many HP are drawn as pips."""

_NARROW, _WIDE = set("iIjlft.,:;'|!()[] "), set("mwMW%@")


# Elements -------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Write a number in as few digits as a drawing needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def add(parent: Element, tag: str, text: str = "", **attributes: str | float) -> Element:
    """Add an element; underscores in the names of attributes stand for dashes."""
    written = {
        key.strip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for key, value in attributes.items()
    }
    element = SubElement(parent, tag, written)
    if text:
        # What XML cannot hold is replaced, and what deceives the eye.
        element.text = "".join(c if c.isprintable() or (c.isspace() and is_name(c)) else "?" for c in text)
    return element


def write(parent: Element, x: float, y: float, text: str, size: float, **attributes: str | float) -> Element:
    """Set a text with its base line at a place, in the middle unless `text_anchor` says differently."""
    style: dict[str, str | float] = {"text_anchor": "middle", "font_family": SANS, "fill": INK, **attributes}
    return add(parent, "text", text, x=x, y=y, font_size=size, **style)


def polygon(centre: Point, radius: float, corners: int, turned: float = 0.0) -> list[Point]:
    """Give the corners of a regular polygon, the first one to the right, turned clockwise by degrees."""
    angles = [math.radians(turned + 360 * at / corners) for at in range(corners)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]


def shape(parent: Element, corners: Iterable[Point], **style: str | float) -> None:
    """Draw the shape between corners."""
    add(parent, "polygon", "", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **style)


def rounded(parent: Element, centre: Point, wide: float, high: float, radius: float, **style: str | float) -> None:
    """Draw a rectangle with round corners around a place."""
    x, y = centre
    add(parent, "rect", "", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=radius, **style)


def hexagon(parent: Element, centre: Point, radius: float, **style: str | float) -> None:
    """Draw a hex."""
    shape(parent, polygon(centre, radius, 6), **style)


def away(point: Point, start: Point, end: Point) -> float:
    """Measure how far a point is from a line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (across**2 + down**2)
    nearest = max(0.0, min(1.0, along))
    return math.hypot(start[0] + nearest * across - point[0], start[1] + nearest * down - point[1])


# Texts of estimated width ---------------------------------------------------------------------------------------


def breadth(text: str, size: float, bold: bool = False) -> float:
    """Estimate how wide a text is set at most, in the drawing's units: fonts differ, so rather too much."""
    return sum(map(_ems, text)) * size * (1.07 if bold else 1.0)


def _ems(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in _NARROW or letter in _WIDE:
        return 0.36 if letter in _NARROW else 0.92
    return 0.72 if letter.isupper() else 0.58


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """Shorten a text to a width, with dots at its end where something is missing."""
    if breadth(text, size, bold) <= room:
        return text
    while text and breadth(text + "\N{HORIZONTAL ELLIPSIS}", size, bold) > room:
        text = text[:-1]
    return text.rstrip(" -") + "\N{HORIZONTAL ELLIPSIS}"


def _pieces(word: str, size: float, room: float, bold: bool) -> list[str]:
    """Break a word that is too long for a line."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and breadth(pieces[-1] + letter, size, bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def folded(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text between words to a width; a word that is too long for a line is broken too."""
    lines: list[str] = []
    for word in text.split():
        for at, piece in enumerate(_pieces(word, size, room, bold)):
            if lines and not at and breadth(f"{lines[-1]} {piece}", size, bold) <= room:
                lines[-1] += f" {piece}"
            else:
                lines.append(piece)
    return lines


def fitted(name: str, sizes: tuple[float, ...], room: float, high: float) -> tuple[list[str], float]:
    """Set a name in lines, in the largest size that there is room for; what fits in none is cut."""
    for size in sizes:
        lines = folded(name, size, room, True)
        whole = all(breadth(word, size, True) <= room for word in name.split())
        if whole and len(lines) * size * 1.05 <= high:
            return lines, size
    most = max(1, int(high / (size * 1.05)))
    if len(lines) > most:
        lines = [*lines[: most - 1], cut("".join(lines[most - 1 :]), size, room, True)]
    return lines, size


def centred(parent: Element, centre: Point, lines: list[str], size: float, **style: str | float) -> None:
    """Write lines one below the other, around a place."""
    for at, line in enumerate(lines):
        middle = centre[1] + (at - (len(lines) - 1) / 2) * size * 1.05
        write(parent, centre[0], middle, line, size, **style)


# Signs ----------------------------------------------------------------------------------------------------------


def star(parent: Element, x: float, y: float, radius: float) -> None:
    """Draw the star of a key hex."""
    outer, inner = polygon((x, y), radius, 5, -90), polygon((x, y), radius * 0.42, 5, -54)
    shape(parent, [point for pair in zip(outer, inner, strict=True) for point in pair], fill=INK)


_THINGS = {
    "flag": ("M-7 12V-11", "M-7 -11L10 -6L-7 0Z"),
    "trident": ("M0 12V-11M-7 -9V-4Q-7 2 0 2Q7 2 7 -4V-9M-9 -6L-7 -10L-5 -6M-2 -7L0 -11L2 -7M5 -6L7 -10L9 -6", ""),
}
"""How the flag and arena chips with a sign of their own are drawn in a square of 24: in lines, and filled."""


def thing(parent: Element, chip: str, x: float, y: float, size: float) -> None:
    """Draw the flag or an arena chip in a square of that size."""
    if chip not in _THINGS:
        add(parent, "circle", cx=x, cy=y, r=size / 2.4, fill=PAPER, stroke=INK, stroke_width=2)
        add(parent, "circle", cx=x, cy=y, r=size / 5, fill=INK)
        return
    lines, filled = _THINGS[chip]
    group = add(
        parent, "g", transform=f"translate({number(x)} {number(y)}) scale({number(size / 24)})", stroke=INK,
        stroke_width=2.2, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    add(group, "path", d=lines, fill="none")
    if filled:
        add(group, "path", d=filled, fill=INK)


def ribbon(parent: Element, x: float, y: float, text: str, size: float, dark: bool = False) -> None:
    """Set a word on a small plate around a place; a dark one is white on black."""
    wide = breadth(text, size, True) + 8
    fill = INK if dark else PAPER
    rounded(parent, (x, y - size * 0.3), wide, size * 1.3, size * 0.35, fill=fill, stroke=INK, stroke_width=0.9)
    write(parent, x, y, text, size, fill=PAPER if dark else INK, font_weight="bold")


def number_disc(parent: Element, x: float, y: float, text: str, dark: bool) -> None:
    """Draw the mark of a deployment hex: dark with a number for the rival, light with a letter for the player."""
    if dark:
        add(parent, "circle", cx=x, cy=y, r=9.5, fill=INK)
    else:
        add(parent, "circle", cx=x, cy=y, r=9, fill=PAPER, stroke=INK, stroke_width=1.6)
    write(parent, x, y + 4, text, 11.5, fill=PAPER if dark else INK, font_weight="bold")


def height_mark(parent: Element, x: float, y: float, level: int) -> None:
    """Draw the mark of an elevated hex: a hill with its number."""
    shape(parent, [(x - 10, y + 6), (x, y - 10), (x + 10, y + 6)], fill=PAPER, stroke=INK)
    write(parent, x, y + 4.6, str(level), 9, font_weight="bold")


def pips(parent: Element, centre: Point, radius: float, full: int, total: int) -> None:
    """Draw HP as pips along the lower rim: those that are left full, the others empty; of very many none."""
    if not 0 < total <= MOST_PIPS:
        return
    step = min(17.0, 130 / total)
    for at in range(total):
        angle = math.radians(90 + (total - 1) / 2 * step - at * step)
        x, y = centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
        fill = INK if at < full else PAPER
        add(parent, "circle", cx=x, cy=y, r=min(3.6, radius * math.radians(step) / 2.4), fill=fill, stroke=INK)


def arrow(parent: Element, tail: Point, tip: Point) -> None:
    """Draw an arrow on a rim of paper, so that it can be seen on whatever it crosses."""
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    far = math.hypot(across, down)
    along, aside = (across / far, down / far), (-down / far, across / far)
    neck = (tip[0] - along[0] * 13, tip[1] - along[1] * 13)
    for stroke, width in ((PAPER, 8.0), (INK, 4.0)):
        way = f"M{number(tail[0])} {number(tail[1])}L{number(neck[0])} {number(neck[1])}"
        add(parent, "path", d=way, fill="none", stroke=stroke, stroke_width=width)
    wings = [(neck[0] + aside[0] * s, neck[1] + aside[1] * s) for s in (8.5, -8.5)]
    shape(parent, [tip, *wings], fill=INK, stroke=PAPER, stroke_width=1.2)


def key_sign(parent: Element, x: float, y: float) -> None:
    """Draw a small key hex."""
    hexagon(parent, (x, y + 1), 11, fill="none", stroke=INK, stroke_width=2.2, stroke_dasharray="5 3")
    star(parent, x, y + 1, 5)


def arrow_sign(parent: Element, x: float, y: float) -> None:
    """Draw a small arrow."""
    add(parent, "path", d=f"M{x - 11} {y}h12", stroke=INK, stroke_width=4, fill="none")
    shape(parent, [(x + 11, y), (x, y + 7), (x, y - 7)], fill=INK)


def ghost_sign(parent: Element, x: float, y: float) -> None:
    """Draw a small circle of dashes."""
    add(parent, "circle", cx=x, cy=y, r=9, fill="none", stroke=INK, stroke_dasharray="3 3")


# Chips ----------------------------------------------------------------------------------------------------------


def blank(parent: Element, side: str, x: float, y: float, radius: float) -> None:
    """Draw a chip without words: an octagon for the rival's, round for yours, square for the arena's."""
    rim, inner = RIMS[side], radius * 0.84
    if side == "rival":
        shape(parent, polygon((x, y), radius * 1.05, 8, 22.5), fill=rim, stroke=INK, stroke_width=1.6)
        for start, end in zip(polygon((x, y), inner, 8), polygon((x, y), radius, 8), strict=True):
            add(
                parent, "line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=PAPER, stroke_width=radius / 9,
            )  # fmt: skip
        shape(parent, polygon((x, y), inner * 1.05, 8, 22.5), fill=PAPER, stroke=INK, stroke_width=1.6)
    elif side == "arena":
        wide = radius * 1.72
        for size, fill in ((wide, rim), (wide * 0.84, PAPER)):
            rounded(parent, (x, y), size, size, size * 0.1, fill=fill, stroke=INK, stroke_width=1.4)
        rounded(
            parent, (x, y), wide * 0.92, wide * 0.92, wide * 0.1, fill="none", stroke=INK, stroke_width=2,
            stroke_dasharray="0.1 5", stroke_linecap="round",
        )  # fmt: skip
    else:
        add(parent, "circle", cx=x, cy=y, r=radius, fill=rim, stroke=INK, stroke_width=1.6)
        add(parent, "circle", cx=x, cy=y, r=inner, fill=PAPER, stroke=INK, stroke_width=0.9)
