"""What boards and maps are drawn of: hexes, chips, small signs, and labels whose width is estimated."""

from __future__ import annotations

import unicodedata
from cmath import rect
from collections.abc import Iterable, Sequence
from math import radians
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from hoplo_companion.signs import is_name

INK, GREY, GONE, PAPER = "#1a1a1a", "#6b6b6b", "#c9c9c9", "#ffffff"
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"

RIMS = {"rival": "#7d1d16", "player": "#d7e6f5", "arena": "#f3e3b3"}
"""The colours of the rims of chips; their shapes say the same."""

Point = complex
"""How far to the right a place is, and in its imaginary part how far down."""

_NARROW, _WIDE = set("iIjlft.,:;'|!()[] "), set("mwMW%@")

_THINGS = {
    "flag": ("M-7 12V-11", "M-7 -11L10 -6L-7 0Z"),
    "trident": ("M0 12V-11M-7 -9V-4Q-7 2 0 2Q7 2 7 -4V-9M-9 -6L-7 -10L-5 -6M-2 -7L0 -11L2 -7M5 -6L7 -10L9 -6", ""),
}
"""How the flag and arena chips with a sign of their own are drawn in a square of 24: in lines, and filled."""


def number(value: float) -> str:
    """Write a number in as few digits as a drawing needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def spot(point: Point, between: str = " ") -> str:
    """Write a place as a drawing needs it."""
    return f"{number(point.real)}{between}{number(point.imag)}"


def polygon(centre: Point, radius: float, corners: int, turned: float = 0.0) -> list[Point]:
    """The corners of a regular polygon, the first one to the right, turned clockwise by degrees."""
    return [centre + rect(radius, radians(turned + 360 * at / corners)) for at in range(corners)]


class Drawing:
    """A picture, or a part of one that is drawn into; a style is what SVG calls an attribute."""

    def __init__(self, element: Element) -> None:
        self.element = element

    @classmethod
    def document(cls, title: str, words: str = "") -> Drawing:
        """Begin a drawing; what it shows stands in it as words too."""
        root = cls(Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"}))
        root.add("title", title)
        root.add("desc", words)
        root.add("rect", x=0, y=0, fill=PAPER)
        return root

    def finished(self, wide: float, high: float, millimetres: float = 0) -> str:
        """Write a drawing of that size on paper, in its own units, or so many millimetres each."""
        page = {"width": number(wide), "height": number(high)}
        next(self.element.iter("rect")).attrib.update(page)
        size = {"width": f"{number(wide * millimetres)}mm", "height": f"{number(high * millimetres)}mm"}
        box = {"viewBox": f"0 0 {page['width']} {page['height']}"}
        self.element.attrib.update({**(size if millimetres else page), **box})
        indent(self.element)
        return tostring(self.element, encoding="unicode", xml_declaration=False) + "\n"

    def add(self, tag: str, text: str = "", **style: Any) -> Drawing:
        """Add an element; underscores in the names of attributes stand for dashes."""
        written = {
            key.strip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
            for key, value in style.items()
        }
        element = SubElement(self.element, tag, written)
        if text:
            # What XML cannot hold is replaced, and what deceives the eye.
            element.text = "".join(c if c.isprintable() or (c.isspace() and is_name(c)) else "?" for c in text)
        return Drawing(element)

    def write(self, at: Point, text: str, size: float, **style: Any) -> None:
        """Set a text with its base line at a place, in the middle unless `text_anchor` says differently."""
        style = {"text_anchor": "middle", "font_family": SANS, "fill": INK, **style}
        self.add("text", text, x=at.real, y=at.imag, font_size=size, **style)

    def paragraph(self, start: Point, text: str, size: float, room: float, apart: float, **style: Any) -> float:
        """Write a text from a place on in lines of that room; give how far down the next one would stand."""
        for line in folded(text, size, room, style.get("font_weight") == "bold"):
            self.write(start, line, size, text_anchor="start", **style)
            start += apart * 1j
        return start.imag

    def shape(self, corners: Iterable[Point], **style: Any) -> None:
        """Draw the shape between corners."""
        self.add("polygon", points=" ".join(spot(corner, ",") for corner in corners), **style)

    def hexagon(self, centre: Point, radius: float, **style: Any) -> None:
        """Draw a hex."""
        self.shape(polygon(centre, radius, 6), **style)

    def circle(self, centre: Point, radius: float, **style: Any) -> None:
        """Draw a circle."""
        self.add("circle", cx=centre.real, cy=centre.imag, r=radius, **style)

    def thing(self, centre: Point, chip: str, size: float) -> None:
        """Draw the flag or an arena chip in a square of that size."""
        if chip not in _THINGS:
            self.circle(centre, size / 2.4, fill=PAPER, stroke=INK, stroke_width=2)
            self.circle(centre, size / 5, fill=INK)
            return
        lines, filled = _THINGS[chip]
        moved = f"translate({spot(centre)}) scale({number(size / 24)})"
        group = self.add("g", transform=moved, stroke=INK, stroke_width=2.2, stroke_linejoin="round")
        group.add("path", d=lines, fill="none")
        group.add("path", d=filled, fill=INK)

    def disc(self, centre: Point, text: str, radius: float, *, dark: bool) -> None:
        """Draw the mark of a deployment hex: dark with a number for the rival, light with a letter for the player."""
        fill, words = (INK, PAPER) if dark else (PAPER, INK)
        self.circle(centre, radius, fill=fill, stroke=INK, stroke_width=1.6)
        self.write(centre + radius * 0.45j, text, radius * 1.3, fill=words, font_weight="bold")

    def hill(self, centre: Point, level: int, size: float) -> None:
        """Draw the mark of an elevated hex: a hill with its number."""
        self.shape([centre + size * way for way in (-1 + 0.7j, -1j, 1 + 0.7j)], fill=PAPER, stroke=INK)
        self.write(centre + size * 0.55j, str(level), size, font_weight="bold")

    def arrow(self, tail: Point, tip: Point) -> None:
        """Draw an arrow on a rim of paper, so that it can be seen on whatever it crosses."""
        along = (tip - tail) / abs(tip - tail)
        neck = tip - along * 13
        for stroke, width in ((PAPER, 8.0), (INK, 4.0)):
            self.add("path", d=f"M{spot(tail)}L{spot(neck)}", fill="none", stroke=stroke, stroke_width=width)
        self.shape([tip, neck + along * 8.5j, neck - along * 8.5j], fill=INK, stroke=PAPER, stroke_width=1.2)

    def chip(self, centre: Point, side: str, radius: float) -> None:
        """Draw a chip without words: an octagon for the rival's, round for yours, square for the arena's."""
        rim, inner = RIMS[side], radius * 0.82
        if side == "rival":
            for size, fill in ((radius, rim), (inner, PAPER)):
                self.shape(polygon(centre, size, 8, 22.5), fill=fill, stroke=INK, stroke_width=1.6)
        elif side == "arena":
            for half, fill in ((radius * 0.86, rim), (radius * 0.7, PAPER)):
                x, y = centre.real - half, centre.imag - half
                self.add("rect", x=x, y=y, width=2 * half, height=2 * half, fill=fill, stroke=INK)
        else:
            self.circle(centre, radius, fill=rim, stroke=INK, stroke_width=1.6)
            self.circle(centre, inner, fill=PAPER, stroke=INK, stroke_width=0.9)


def breadth(text: str, size: float, bold: bool = False) -> float:
    """Estimate how wide a text is set at most, in the drawing's units: fonts differ, so rather too much."""
    ems = 0.0
    for letter in text:
        if not unicodedata.combining(letter):
            wide = 1.05 if unicodedata.east_asian_width(letter) in "WF" else 0.92 if letter in _WIDE else 0.0
            ems += wide or (0.36 if letter in _NARROW else 0.72 if letter.isupper() else 0.58)
    return ems * size * (1.07 if bold else 1.0)


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """Shorten a text to a width, with dots at its end where something is missing."""
    if breadth(text, size, bold) <= room:
        return text
    while text and breadth(text + "\N{HORIZONTAL ELLIPSIS}", size, bold) > room:
        text = text[:-1]
    return text.rstrip(" -") + "\N{HORIZONTAL ELLIPSIS}"


def folded(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text between words to a width; a word that is too long for a line is broken too."""
    lines: list[str] = []
    for word in text.split():
        pieces = [""]
        for letter in word:
            if pieces[-1] and breadth(pieces[-1] + letter, size, bold) > room:
                pieces.append("")
            pieces[-1] += letter
        for at, piece in enumerate(pieces):
            if lines and not at and breadth(f"{lines[-1]} {piece}", size, bold) <= room:
                lines[-1] += f" {piece}"
            else:
                lines.append(piece)
    return lines


def in_rows(text: str, size: float, rooms: Sequence[float]) -> list[str]:
    """Break a name into two rows of given widths; a word too long for one is broken at its middle, the rest cut."""
    words: list[str] = []
    for word in text.split():
        half = (len(word) + 1) // 2
        words += [f"{word[:half]}-", word[half:]] if breadth(word, size) > rooms[0] else [word]
    first, *more = folded(" ".join(words), size, rooms[0]) or [""]
    rows = filter(None, (first, " ".join(more)))
    return [cut(row, size, room) for row, room in zip(rows, rooms, strict=False)]
