"""Parts of a vector drawing: elements, texts of estimated width, and small signs that need no font."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from hoplo_companion.signs import is_name

INK, GREY, GONE, PAPER = "#1a1a1a", "#6b6b6b", "#c9c9c9", "#ffffff"
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"

Point = tuple[float, float]

_NARROW, _WIDE = set("iIjlft.,:;'|!()[] "), set("mwMW%@")


def number(value: float) -> str:
    """Write a number in as few digits as a drawing needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def add(parent: Element, tag: str, text: str = "", **attributes: str | float) -> Element:
    """Add an element; underscores in the names of attributes stand for dashes."""
    told = {
        key.strip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for key, value in attributes.items()
    }
    element = SubElement(parent, tag, told)
    if text:
        element.text = printable(text)
    return element


def printable(text: str) -> str:
    """Replace what XML cannot hold, and what deceives the eye."""
    return "".join(c if c.isprintable() or (c.isspace() and is_name(c)) else "?" for c in text)


def breadth(text: str, size: float, bold: bool = False) -> float:
    """Estimate how wide a text is set at most, in the drawing's units: fonts differ, so rather too much."""
    ems = 0.0
    for letter in text:
        if unicodedata.combining(letter):
            continue
        if unicodedata.east_asian_width(letter) in "WF":
            ems += 1.05
        elif letter in _NARROW:
            ems += 0.36
        elif letter in _WIDE:
            ems += 0.92
        elif letter.isupper():
            ems += 0.72
        else:
            ems += 0.58
    return ems * size * (1.07 if bold else 1.0)


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """Shorten a text to a width, with dots at its end where something is missing."""
    if breadth(text, size, bold) <= room:
        return text
    while text and breadth(text + "\N{HORIZONTAL ELLIPSIS}", size, bold) > room:
        text = text[:-1]
    return text.rstrip(" -") + "\N{HORIZONTAL ELLIPSIS}"


def _pieces(word: str, size: float, room: float, bold: bool) -> list[str]:
    """Take a word that is too long apart."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and breadth(pieces[-1] + letter, size, bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def folded(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text between words to a width; a word that is too long for a line is taken apart."""
    lines: list[str] = []
    for word in text.split():
        for at, piece in enumerate(_pieces(word, size, room, bold)):
            if lines and not at and breadth(f"{lines[-1]} {piece}", size, bold) <= room:
                lines[-1] += f" {piece}"
            else:
                lines.append(piece)
    return lines


def write(parent: Element, x: float, y: float, text: str, size: float, **attributes: str | float) -> Element:
    """Set a text with its base line at a place, in the middle unless `text_anchor` says otherwise."""
    style: dict[str, str | float] = {"text_anchor": "middle", "font_family": SANS, "fill": INK, **attributes}
    return add(parent, "text", text, x=x, y=y, font_size=size, **style)


def points(corners: Iterable[Point]) -> str:
    """Write corners as an attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def polygon(centre: Point, radius: float, corners: int, turned: float = 0.0) -> list[Point]:
    """Give the corners of a regular polygon, the first one to the right, turned clockwise by degrees."""
    angles = [math.radians(turned + 360 * at / corners) for at in range(corners)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]


def star(parent: Element, x: float, y: float, radius: float) -> None:
    """Draw the star of a key hex."""
    outer, inner = polygon((x, y), radius, 5, -90), polygon((x, y), radius * 0.42, 5, -54)
    corners = [point for pair in zip(outer, inner, strict=True) for point in pair]
    add(parent, "polygon", points=points(corners), fill=INK)


def trident(parent: Element, x: float, y: float, size: float) -> None:
    """Draw a trident in a square of that size."""
    group = add(
        parent, "g", transform=f"translate({number(x)} {number(y)}) scale({number(size / 24)})", fill="none",
        stroke=INK, stroke_width=2.2, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    add(group, "path", d="M0 12V-11M-7 -9V-4Q-7 2 0 2Q7 2 7 -4V-9M-9 -6L-7 -10L-5 -6M-2 -7L0 -11L2 -7M5 -6L7 -10L9 -6")


def flag(parent: Element, x: float, y: float, size: float) -> None:
    """Draw a flag on its pole in a square of that size."""
    group = add(
        parent, "g", transform=f"translate({number(x)} {number(y)}) scale({number(size / 24)})",
        stroke=INK, stroke_width=2.2, stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip
    add(group, "path", d="M-7 12V-11", fill="none")
    add(group, "path", d="M-7 -11L10 -6L-7 0Z", fill=INK)


def disc(parent: Element, x: float, y: float, size: float) -> None:
    """Draw an arena chip that has no sign of its own."""
    add(parent, "circle", cx=x, cy=y, r=size / 2.4, fill=PAPER, stroke=INK, stroke_width=2)
    add(parent, "circle", cx=x, cy=y, r=size / 5, fill=INK)


def thing(parent: Element, chip: str, x: float, y: float, size: float) -> None:
    """Draw the flag or an arena chip."""
    {"flag": flag, "trident": trident}.get(chip, disc)(parent, x, y, size)


def ribbon(parent: Element, x: float, y: float, text: str, size: float, dark: bool = False) -> None:
    """Set a word on a small plate around a place; a dark one is white on black."""
    wide = breadth(text, size, True) + 8
    add(
        parent, "rect", x=x - wide / 2, y=y - size * 0.95, width=wide, height=size * 1.3, rx=size * 0.35,
        fill=INK if dark else PAPER, stroke=INK, stroke_width=0.9,
    )  # fmt: skip
    write(parent, x, y, text, size, fill=PAPER if dark else INK, font_weight="bold")


def number_disc(parent: Element, x: float, y: float, text: str, dark: bool) -> None:
    """Draw the mark of a deployment hex: dark with a number for the rival, light with a P for the player."""
    if dark:
        add(parent, "circle", cx=x, cy=y, r=9.5, fill=INK)
    else:
        add(parent, "circle", cx=x, cy=y, r=9, fill=PAPER, stroke=INK, stroke_width=1.6)
    write(parent, x, y + 4, text, 11.5, fill=PAPER if dark else INK, font_weight="bold")


def height_mark(parent: Element, x: float, y: float, level: int) -> None:
    """Draw the mark of an elevated hex: a hill with its number."""
    add(parent, "polygon", points=points([(x - 10, y + 6), (x, y - 10), (x + 10, y + 6)]), fill=PAPER, stroke=INK)
    write(parent, x, y + 4.6, str(level), 9, font_weight="bold")
