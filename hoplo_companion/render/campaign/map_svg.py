"""The map of the ancient world as a drawing: the regions in their order, what was learned, and where one walked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.language import tr
from hoplo_companion.render.board.svg_parts import (
    GREY,
    INK,
    PAPER,
    SERIF,
    Point,
    add,
    away,
    breadth,
    cut,
    folded,
    number,
    polygon,
    shape,
    star,
    write,
)
from hoplo_companion.render.campaign.journey import Journey
from hoplo_companion.render.names import region_name
from hoplo_companion.render.sentences.campaign import kind_name

MARGIN, TITLE, SIDE, BAND, EMPTY, STEP, RADIUS = 36.0, 56.0, 150.0, 108.0, 40.0, 132.0, 17.0
TEXT, LINE = 14.0, 19.0
SHADES = ("#f4efe2", "#e9e2d0")
WALKED = "#9c3b2e"
KINDS = ("sport", "bloodshed", "opportunity", "capital", "harbor")


def map_svg(campaign: Campaign, journey: Journey) -> str:
    """Draw the map as an SVG document."""
    bands = _bands(campaign)
    across = max([len(names) for _, names in bands] or [1])
    width = max(2 * MARGIN + SIDE + across * STEP, 760)
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    title = tr("The ancient world, as far as it is known")
    add(root, "title", title)
    page = add(root, "rect", x=0, y=0, fill=PAPER)
    write(root, MARGIN, MARGIN + 20, title, 26, text_anchor="start", font_family=SERIF, font_weight="bold")
    where: dict[str, Point] = {}
    top = MARGIN + TITLE
    for at, (region, names) in enumerate(bands):
        high = BAND if names else EMPTY
        add(root, "rect", x=MARGIN, y=top, width=width - 2 * MARGIN, height=high, fill=SHADES[at % 2])
        write(root, MARGIN + 12, top + 24, cut(region_name(region), 15, SIDE, True), 15, text_anchor="start",
              font_weight="bold", font_family=SERIF)  # fmt: skip
        for column, name in enumerate(names):
            # Neighbours of a band stand a little apart in height, so that paths between them are seen.
            where[name] = (MARGIN + SIDE + (column + 0.5) * STEP, top + high * (0.3 if column % 2 else 0.5))
        top += high
    _paths(root, campaign, where)
    _walked(root, journey, where)
    for name, centre in where.items():
        _place(root, campaign, name, centre, journey)
    top = _legend(root, top + 26, width)
    for words in journey.deadline:
        for line in folded(words, TEXT, width - 2 * MARGIN):
            write(root, MARGIN, top, line, TEXT, text_anchor="start")
            top += LINE
    size = {"width": number(width), "height": number(top + MARGIN - LINE)}
    page.attrib |= size
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _bands(campaign: Campaign) -> list[tuple[str, list[str]]]:
    """Give the regions in their order, each with its places; what is known by name alone stands by a neighbour."""
    bands: dict[str, list[str]] = {region: [] for region in (*REGIONS, "")}
    for name, place in sorted(campaign.places.items()):
        bands[place.region].append(name)
    for _, place in sorted(campaign.places.items()):
        for other in place.paths:
            if other not in campaign.places and not any(other in names for names in bands.values()):
                bands[place.region].append(other)
    return [(region, names) for region, names in bands.items() if names or region]


def _paths(root: Element, campaign: Campaign, where: Mapping[str, Point]) -> None:
    for name, place in campaign.places.items():
        for other in place.paths:
            if other in where and (other not in campaign.places or name < other):
                _path(root, where[name], where[other], where.values())


def _path(root: Element, start: Point, end: Point, others: Iterable[Point]) -> None:
    """Draw a path, in a bow where it would lead through another place."""
    in_the_way = [each for each in others if each not in (start, end) and away(each, start, end) < RADIUS * 1.6]
    across, down = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, down)
    bow = 90.0 if in_the_way else 0.0
    x, y = (start[0] + end[0]) / 2 - down / far * bow, (start[1] + end[1]) / 2 + across / far * bow
    way = f"M{number(start[0])} {number(start[1])}Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}"
    add(root, "path", d=way, fill="none", stroke=GREY, stroke_width=2)


def _walked(root: Element, journey: Journey, where: Mapping[str, Point]) -> None:
    """Draw the way that was walked as footprints between its stops."""
    stops = [place for place, _ in journey.steps if place in where]
    for here, there in pairwise(stops):
        (x1, y1), (x2, y2) = where[here], where[there]
        far = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        along, aside = ((x2 - x1) / far, (y2 - y1) / far), ((y1 - y2) / far, (x2 - x1) / far)
        way, left = RADIUS + 8, 1
        while way < far - RADIUS - 4:
            x, y = x1 + along[0] * way + aside[0] * 4 * left, y1 + along[1] * way + aside[1] * 4 * left
            add(root, "circle", cx=x, cy=y, r=3, fill=WALKED, class_="footprint")
            way, left = way + 9, -left


def _place(root: Element, campaign: Campaign, name: str, centre: Point, journey: Journey) -> None:
    place, (x, y) = campaign.places.get(name), centre
    group = add(root, "g", class_="place", data_place=name)
    if name in journey.open:
        add(group, "circle", cx=x, cy=y, r=RADIUS + 6, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="5 4")
    if name == campaign.place:
        add(group, "circle", cx=x, cy=y, r=RADIUS + 6, fill="none", stroke=WALKED, stroke_width=4)
    _sign(group, place.kind if place is not None else "", x, y, RADIUS)
    label = cut(name, 13, STEP - 8, name == campaign.place)
    wide = breadth(label, 13, True)
    add(group, "rect", x=x - wide / 2, y=y + RADIUS + 5, width=wide, height=15, fill=PAPER, fill_opacity=0.75)
    write(group, x, y + RADIUS + 17, label, 13, font_weight="bold" if name == campaign.place else "normal")
    if weeks := journey.weeks().get(name):
        write(group, x, y + RADIUS + 31, cut(", ".join(weeks), 11, STEP - 8), 11, fill=WALKED)


def _sign(parent: Element, kind: str, x: float, y: float, size: float) -> None:
    """Draw what kind of place it is: each has its shape, so that nothing depends on a colour."""
    style: dict[str, str | float] = {"fill": PAPER, "stroke": INK, "stroke_width": 2}
    match kind:
        case "sport":
            add(parent, "circle", "", cx=x, cy=y, r=size, **style)
        case "bloodshed":
            shape(parent, polygon((x, y), size * 1.1, 4), **style)
        case "opportunity":
            add(parent, "circle", "", cx=x, cy=y, r=size, **style)
            star(parent, x, y, size * 0.7)
        case "capital":
            shape(parent, polygon((x, y), size * 1.2, 6), **{**style, "fill": INK})
            shape(parent, polygon((x, y), size * 0.75, 6), **style)
        case "harbor":
            add(parent, "circle", "", cx=x, cy=y, r=size, **style)
            wave = f"M{number(x - 10)} {number(y)}q5 -7 10 0t10 0"
            for down in (-5, 3):
                add(parent, "path", d=wave, transform=f"translate(0 {down})", fill="none", stroke=INK, stroke_width=2)
        case _:
            add(parent, "circle", cx=x, cy=y, r=size, fill=PAPER, stroke=GREY, stroke_width=1.5, stroke_dasharray="3 3")
            write(parent, x, y + 5, "?", 15, fill=GREY)


def _legend(root: Element, top: float, width: float) -> float:
    """Say what the signs mean, side by side; give where the next line begins."""
    entries = [(kind, kind_name(kind)) for kind in KINDS] + [("", tr("not on the map yet"))]
    x = MARGIN + 14
    for kind, words in entries:
        _sign(root, kind, x, top - 4, 10)
        write(root, x + 18, top, words, 12, text_anchor="start")
        x += 46 + breadth(words, 12)
    top += LINE + 6
    marks = tr("thick ring: the encampment; dashes: where it may go next; dots: the way it came, with act and week")
    for line in folded(marks, 12, width - 2 * MARGIN):
        write(root, MARGIN, top, line, 12, text_anchor="start", fill=GREY)
        top += LINE
    return top + 4
