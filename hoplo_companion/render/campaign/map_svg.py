"""The map of the ancient world as a drawing as narrow as a phone: places by region, the paths, and the way walked."""

from itertools import pairwise
from typing import Any

from hoplo_companion.campaign.model import REGIONS, Campaign
from hoplo_companion.campaign.naming import KINDS, kind_name, region_name
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.journey import Journey
from hoplo_companion.render.picture import GREY, INK, PAPER, SERIF, Drawing, Point, breadth, cut, number, polygon, spot

WIDTH, MARGIN, TOP, ROW, BAND, RADIUS = 360.0, 10.0, 44.0, 30.0, 24.0, 9.0
LANES, LANE = 110.0, 11.0
"""How much room the paths have to the left of the places, and how far apart they run at most."""

NAME, WEEKS, TEXT, LINE, MOST_WEEKS = 14.0, 12.0, 12.0, 17.0, 90.0
SHADES = ("#f4efe2", "#e9e2d0")
WALKED = "#9c3b2e"


def map_svg(campaign: Campaign, journey: Journey) -> str:
    """Draw the map; paths run beside the column of places, where there is no name that they could cross."""
    bands = _bands(campaign)
    title = tr("The ancient world, as far as it is known")
    root = Drawing.document(title)
    heading = cut(title, 16, WIDTH - 2 * MARGIN)
    root.write(MARGIN + 28j, heading, 16, text_anchor="start", font_family=SERIF, font_style="italic")
    ways = _ways(campaign, journey, [name for _, names in bands for name in names])
    lanes = max((lane + 1 for _, _, lane in ways), default=0)
    apart = min(LANE, LANES / max(1, lanes))
    left = MARGIN + RADIUS + apart * lanes + 6
    where: dict[str, Point] = {}
    top = TOP
    for at, (region, names) in enumerate(bands):
        high = BAND + ROW * len(names)
        root.add("rect", x=0, y=top, width=WIDTH, height=high, fill=SHADES[at % 2])
        name = cut(region_name(region), 13, WIDTH - left - MARGIN, True)
        end = complex(WIDTH - MARGIN, top + 16)
        root.write(end, name, 13, text_anchor="end", font_family=SERIF, font_weight="bold")
        where |= {each: complex(left, top + BAND + ROW * (row + 0.5)) for row, each in enumerate(names)}
        top += high
    walked = {frozenset(step) for step in pairwise(place for place, _ in journey.steps)}
    for upper, lower, lane in sorted(ways, key=lambda way: frozenset(way[:2]) in walked):
        # A path runs to the left of the places; one that was walked is thick, with dots as footprints.
        x, low = left - RADIUS - apart * (lane + 1), where[lower].imag
        way = f"M{spot(where[upper])}H{number(x + 6)}q-6 0 -6 6V{number(low - 6)}q0 6 6 6H{number(left)}"
        style: dict[str, Any] = {"stroke": GREY, "stroke_width": 1.5}
        if is_walked := frozenset((upper, lower)) in walked:
            style = {"stroke": WALKED, "stroke_width": 3.5, "stroke_dasharray": "0.1 6", "stroke_linecap": "round"}
        root.add("path", d=way, fill="none", class_="footprint" if is_walked else "path", **style)
    for name, centre in where.items():
        _place(root, campaign, name, centre, journey)
    top = _legend(root, top + 20)
    for words in journey.deadline:
        top = _text(root, words, top, INK)
    return root.finished(WIDTH, top)


def _bands(campaign: Campaign) -> list[tuple[str, list[str]]]:
    """The regions in their order, each with its places; what is known by name alone stands by a neighbour."""
    bands: dict[str, list[str]] = {region: [] for region in (*REGIONS, "")}
    for name, place in sorted(campaign.places.items()):
        bands[place.region].append(name)
    for _, place in sorted(campaign.places.items()):
        for other in place.paths:
            if other not in campaign.places and not any(other in names for names in bands.values()):
                bands[place.region].append(other)
    return [(region, names) for region, names in bands.items() if names]


def _ways(campaign: Campaign, journey: Journey, order: list[str]) -> list[tuple[str, str, int]]:
    """Every path and way walked, the short ones first: its upper place, its lower one, and a lane of its own."""
    row = {name: at for at, name in enumerate(order)}
    pairs = {(name, other) for name, place in campaign.places.items() for other in place.paths}
    pairs |= set(pairwise(place for place, _ in journey.steps))
    spans = {tuple(sorted((row[one], row[other]))) for one, other in pairs if one in row and other in row}
    lanes: list[list[tuple[int, ...]]] = []
    found = []
    for upper, lower in sorted(spans - {(at, at) for at in row.values()}, key=lambda span: (span[1] - span[0], span)):
        free = (at for at, taken in enumerate(lanes) if all(lower <= a or upper >= b for a, b in taken))
        if (lane := next(free, len(lanes))) == len(lanes):
            lanes.append([])
        lanes[lane].append((upper, lower))
        found.append((order[upper], order[lower], lane))
    return found


def _place(root: Drawing, campaign: Campaign, name: str, centre: Point, journey: Journey) -> None:
    known, is_here = campaign.places.get(name), name == campaign.place
    group = root.add("g", class_="place", data_place=name)
    if name in journey.open:
        group.circle(centre, RADIUS + 4, fill=PAPER, stroke=INK, stroke_width=1.5, stroke_dasharray="4 3")
    if is_here:
        group.circle(centre, RADIUS + 3, fill=PAPER, stroke=WALKED, stroke_width=3)
    _sign(group, known.kind if known is not None else "", centre, RADIUS)
    weeks = cut(", ".join(journey.weeks().get(name, ())), WEEKS, MOST_WEEKS)
    start, bold = centre + RADIUS + 9 + 5j, "bold" if is_here else "normal"
    shown = cut(name, NAME, WIDTH - MARGIN - start.real - (breadth(weeks, WEEKS) + 8 if weeks else 0), is_here)
    group.write(start, shown, NAME, text_anchor="start", font_weight=bold)
    if weeks:
        group.write(complex(WIDTH - MARGIN, start.imag), weeks, WEEKS, text_anchor="end", fill=WALKED)


def _sign(parent: Drawing, kind: str, centre: Point, size: float) -> None:
    """Draw what kind of place it is: each has its shape, so that nothing depends on a colour."""
    style: dict[str, Any] = {"fill": PAPER, "stroke": INK, "stroke_width": 1.8}
    match kind:
        case "bloodshed":
            parent.shape(polygon(centre, size * 1.1, 4), **style)
        case "capital":
            parent.hexagon(centre, size * 1.15, **{**style, "fill": INK})
            parent.hexagon(centre, size * 0.6, **style)
        case "sport" | "opportunity" | "harbor":
            parent.circle(centre, size, **style)
        case _:
            parent.circle(centre, size, fill=PAPER, stroke=GREY, stroke_dasharray="3 3")
            parent.write(centre + 4.5j, "?", 12, fill=GREY)
    if kind == "opportunity":
        outer, inner = polygon(centre, size * 0.75, 5, -90), polygon(centre, size * 0.32, 5, -54)
        parent.shape([point for pair in zip(outer, inner, strict=True) for point in pair], fill=INK)
    elif kind == "harbor":
        for start in (centre - 6 - 2j, centre - 6 + 3j):
            parent.add("path", d=f"M{spot(start)}q3 -5 6 0t6 0", fill="none", stroke=INK, stroke_width=1.5)


def _text(root: Drawing, words: str, top: float, fill: str) -> float:
    return root.paragraph(complex(MARGIN, top), words, TEXT, WIDTH - 2 * MARGIN, LINE, fill=fill) + 4


def _legend(root: Drawing, top: float) -> float:
    x = MARGIN
    for kind, words in [*((kind, kind_name(kind)) for kind in KINDS), ("", tr("not on the map yet"))]:
        wide = 24 + breadth(words, TEXT)
        if x + wide > WIDTH - MARGIN:
            x, top = MARGIN, top + 22
        _sign(root, kind, complex(x + 8, top - 4), 7)
        root.write(complex(x + 20, top), words, TEXT, text_anchor="start")
        x += wide + 12
    marks = tr(
        "Thick ring: the encampment. Dashed ring: where it may go next. Dots: its way so far, with act and week."
    )
    return _text(root, marks, top + 26, GREY)
