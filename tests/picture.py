"""The house as a picture, made from the code's own imports: `python -m tests.picture` writes docs/house.svg anew.

A box is a room, with the first sentence of its docstring and the rooms inside it; rooms of one row know nothing of one
another. An arrow is an import; what follows from other arrows is left out.
"""

import ast
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import wrap
from typing import Any
from xml.etree import ElementTree as Xml

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "hoplo_companion"
FILE = ROOT / "docs" / "house.svg"

WIDTH, MARGIN, GAP, LINE = 1080, 24, 44, 17
FONT = "font-family:Helvetica,Arial,sans-serif"


def rows() -> list[list[str]]:
    """Read the rooms from the linter's contract, row by row from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [each["layers"] for each in contracts if each.get("containers") == ["hoplo_companion"]]
    return [[room.strip() for room in layer.split("|")] for layer in layers]


def first_sentence(path: Path) -> str:
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].split(". ")[0].replace("\n", " ").rstrip(".")


def rooms_inside(room: str) -> list[str]:
    """List the packages inside a room; of one that has none, its modules."""
    folder = PACKAGE / room
    if not folder.is_dir():
        return []
    packages = sorted(each.parent.name for each in folder.glob("*/__init__.py"))
    return packages or sorted(each.stem for each in folder.glob("[!_]*.py"))


def imports() -> dict[str, set[str]]:
    rooms = [room for row in rows() for room in row]
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).with_suffix("").parts[0]
        if room in found:
            for name in _imported(ast.parse(path.read_text(encoding="utf-8"))):
                other = name.removeprefix(f"{PACKAGE.name}.").split(".")[0]
                if other in found and other != room:
                    found[room].add(other)
    return found


def _imported(tree: ast.AST) -> Iterator[str]:
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and each.module == PACKAGE.name:
            yield from (f"{PACKAGE.name}.{alias.name}" for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module


def arrows() -> list[tuple[str, str]]:
    """List the imports that do not follow from others."""
    graph = imports()
    reached: dict[str, set[str]] = {}
    for room in TopologicalSorter(graph).static_order():
        reached[room] = set().union(graph[room], *(reached[other] for other in graph[room]))
    return [
        (room, other)
        for room in graph
        for other in sorted(graph[room])
        if not any(other in reached[between] for between in graph[room])
    ]


def picture() -> str:
    svg = Xml.Element("svg", xmlns="http://www.w3.org/2000/svg", style=FONT)
    arrow = Xml.SubElement(Xml.SubElement(svg, "defs"), "marker", id="tip", viewBox="0 0 8 8", refX="8", refY="4")
    arrow.attrib |= {"markerWidth": "7", "markerHeight": "7", "orient": "auto"}
    Xml.SubElement(arrow, "path", d="M0 0 L8 4 L0 8 z", fill="#876")
    places: dict[str, tuple[float, float, float, float]] = {}
    lines: dict[str, list[tuple[str, str]]] = {}
    top = float(MARGIN)
    for row in rows():
        wide = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
        texts = {room: _text_of(room, wide) for room in row}
        high = 38 + LINE * max(map(len, texts.values()))
        for at, room in enumerate(row):
            places[room] = (MARGIN + at * (wide + GAP), top, wide, high)
            lines[room] = texts[room]
        top += high + GAP
    for room, other in arrows():
        _draw_arrow(svg, places[room], places[other])
    for room, place in places.items():
        _draw_room(svg, room, lines[room], place)
    svg.attrib |= {"viewBox": f"0 0 {WIDTH} {top - GAP + MARGIN:g}"}
    Xml.indent(svg)
    return Xml.tostring(svg, encoding="unicode") + "\n"


def _text_of(room: str, wide: float) -> list[tuple[str, str]]:
    """Say what a room is, and what rooms are inside: lines, each with its colour."""
    letters = int(wide / 7.2)
    lines = [(line, "#333") for line in wrap(first_sentence(PACKAGE / room), letters)]
    return lines + [(line, "#765") for line in wrap("  ".join(rooms_inside(room)), letters)]


def _draw_room(svg: Xml.Element, room: str, lines: list[tuple[str, str]], place: tuple[float, ...]) -> None:
    left, top, wide, high = place
    box = {"x": left, "y": top, "width": wide, "height": high, "rx": 6}
    Xml.SubElement(svg, "rect", {**_numbers(box), "fill": "#faf6ee", "fill-opacity": "0.88", "stroke": "#876"})
    _write(svg, f"{room}/" if (PACKAGE / room).is_dir() else f"{room}.py", left + 10, top + 22, "#000", "15", "bold")
    for at, (line, colour) in enumerate(lines):
        _write(svg, line, left + 10, top + 42 + at * LINE, colour, "12.5", "normal")


def _write(svg: Xml.Element, text: str, x: float, y: float, colour: str, size: str, weight: str) -> None:
    style = {"fill": colour, "font-size": size, "font-weight": weight}
    Xml.SubElement(svg, "text", {**_numbers({"x": x, "y": y}), **style}).text = text


def _draw_arrow(svg: Xml.Element, room: tuple[float, ...], other: tuple[float, ...]) -> None:
    """Draw an arrow down from a room to another, where their sides face each other."""
    left, right = max(room[0], other[0]), min(room[0] + room[2], other[0] + other[2])
    x = (left + right) / 2 if left < right else other[0] + other[2] / 2
    start = x if left < right else room[0] + room[2] / 2
    way = {"x1": start, "y1": room[1] + room[3], "x2": x, "y2": other[1]}
    Xml.SubElement(svg, "line", {**_numbers(way), "stroke": "#876", "marker-end": "url(#tip)"})


def _numbers(values: dict[str, Any]) -> dict[str, str]:
    return {key: f"{value:g}" for key, value in values.items()}


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
