"""A fight turn by turn: what changed on the board in a sentence or four, and as one small board a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.board.small_svg import draw_small, small_size
from hoplo_companion.render.board.svg_parts import INK, PAPER, SERIF, add, cut, folded, number, write
from hoplo_companion.render.fight import turn_heading
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.words import capital, listing, tactic_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import Attacked, CombatEnded, Damaged, Event, TacticPlaced
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import Names, names_of

MARGIN, GAP, HEAD, TITLE = 36.0, 28.0, 26.0, 60.0
TEXT, LINE = 13.0, 17.0
ACROSS = 3
"""The space around the sheet and between boards, above each board and above all; the words; boards side by side."""


class Scene(NamedTuple):
    """A turn: its number and whose it was, the board before and after it, and what happened in it, as far as known."""

    turn: int
    turn_of: str
    before: Combat
    after: Combat
    events: Sequence[Event] = ()

    def heading(self) -> str:
        """Say which turn it was."""
        return turn_heading(self.turn_of, self.turn)


def scene_sentences(scene: Scene) -> list[str]:
    """Say what changed on the board in a turn in at most four sentences, and how the fight ended.

    Shapes: who came and went where; who struck whom, and was defeated; who else lost or gained HP; the points.
    """
    names = names_of(scene.before, scene.after)
    went = [*_came(scene, names), *_moved(scene, names), *_tactics(scene, names)]
    parts = (went, [*_struck(scene, names)], [*_hp(scene, names)])
    said = [capital(listing(each)) + "." for each in parts if each]
    return [*said, *_points(scene), *_ended(scene, names)]


def _here(combat: Combat) -> dict[str, str]:
    return {unit.id: combat.arena.mat.name(unit.hex) for unit in combat.in_arena()}


def _listed(first: str, further: str, rows: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Tell what several units did: the verb stands with the first of them."""
    return (tr(first if not at else further, **row) for at, row in enumerate(rows))


def _came(scene: Scene, names: Names) -> Iterator[str]:
    was, now = _here(scene.before), _here(scene.after)
    came = [{"unit": names(id_), "hex": hex_} for id_, hex_ in now.items() if id_ not in was]
    return _listed(later("{unit} enters on {hex}"), later("{unit} on {hex}"), came)


def _moved(scene: Scene, names: Names) -> Iterator[str]:
    was, now = _here(scene.before), _here(scene.after)
    moved = [
        {"unit": names(id_), "start": was[id_], "end": hex_} for id_, hex_ in now.items() if was.get(id_, hex_) != hex_
    ]
    return _listed(later("{unit} moves from {start} to {end}"), later("{unit} from {start} to {end}"), moved)


def _tactics(scene: Scene, names: Names) -> Iterator[str]:
    for event in scene.events:
        if isinstance(event, TacticPlaced):
            chip = tactic_name(scene.after.catalogue, event.chip)
            yield tr("{tactic} goes on {unit}", tactic=chip, unit=names(event.unit))


def _strikes(scene: Scene) -> dict[tuple[str, str], int]:
    """Give who struck whom in the turn, and for how many HP in all; 0 for an attack of which nothing came."""
    dealt: dict[tuple[str, str], int] = {}
    for event in scene.events:
        if isinstance(event, Attacked):
            dealt.setdefault((event.unit, event.target), 0)
        elif isinstance(event, Damaged) and event.by and event.by != event.unit:
            dealt[event.by, event.unit] = dealt.get((event.by, event.unit), 0) + event.damage
    return dealt


def _struck(scene: Scene, names: Names) -> Iterator[str]:
    now, dealt = _here(scene.after), _strikes(scene)
    gone = [id_ for id_ in [*_here(scene.before), *(unit for _, unit in dealt)] if id_ not in now]
    by = {unit: striker for (striker, unit), damage in dealt.items() if damage and unit in gone}
    for (striker, unit), damage in dealt.items():
        parts = {"striker": names(striker), "unit": names(unit), "n": damage}
        if not damage:
            yield tr("{striker} attacks {unit} in vain", **parts)
        elif by.get(unit) == striker:
            yield tr("{striker} strikes {unit} for {n} and defeats it", **parts)
        else:
            yield tr("{striker} strikes {unit} for {n}", **parts)
    for unit in dict.fromkeys(gone):
        if unit not in by:
            yield tr("{unit} is defeated", unit=names(unit))


def _hp(scene: Scene, names: Names) -> Iterator[str]:
    """Say who lost or gained HP by anything but a strike."""
    struck: Counter[str] = Counter()
    for (_, id_), damage in _strikes(scene).items():
        struck[id_] += damage
    for unit in scene.after.in_arena():
        before = scene.before.units.get(unit.id)
        if before is None or before.hp is None or unit.hp is None or not before.hex:
            continue
        more = unit.hp - before.hp + struck[unit.id]
        if more:
            parts = {"unit": names(unit.id), "n": abs(more), "end": unit.hp}
            yield tr("{unit} gains {n} HP ({end})", **parts) if more > 0 else tr("{unit} loses {n} HP ({end})", **parts)


def _points(scene: Scene) -> Iterator[str]:
    if scene.after.points != scene.before.points:
        yield plural("You have {n} point now.", "You have {n} points now.", scene.after.points)


def _ended(scene: Scene, names: Names) -> Iterator[str]:
    return (words_without_page(event, names) for event in scene.events if isinstance(event, CombatEnded))


def scene_lines(title: str, scenes: Sequence[Scene]) -> list[Line]:
    """Tell a fight in prose, a paragraph for each turn in which something changed."""
    lines: list[Line] = [[Span(title, "heading")]]
    for scene in scenes:
        if said := scene_sentences(scene):
            lines += [[Span(scene.heading(), "heading")], [Span("  " + " ".join(said))]]
    return lines


def story_svg(title: str, scenes: Sequence[Scene]) -> str:
    """Draw a fight as one small board for each turn, with its moves and what happened in words."""
    worded = [(scene, " ".join(scene_sentences(scene))) for scene in scenes]
    worded = [(scene, words) for scene, words in worded if words]
    wide, high = small_size(scenes[0].after)
    across = min(ACROSS, max(1, len(worded)))
    room = max(wide, 260.0)
    width = 2 * MARGIN + across * room + (across - 1) * GAP
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    add(root, "title", title)
    page = add(root, "rect", x=0, y=0, fill=PAPER)
    write(root, MARGIN, MARGIN + 22, cut(title, 26, width - 2 * MARGIN, True), 26, text_anchor="start",
          font_family=SERIF, font_weight="bold")  # fmt: skip
    top = MARGIN + TITLE
    for start in range(0, len(worded), across):
        lowest = top
        for at, (scene, words) in enumerate(worded[start : start + across]):
            left = MARGIN + at * (room + GAP)
            group = add(root, "g", class_="turn")
            write(group, left, top + 15, scene.heading(), 15, text_anchor="start", font_weight="bold", fill=INK)
            draw_small(group, scene.before, scene.after, (left + (room - wide) / 2, top + HEAD))
            y = top + HEAD + high + LINE
            for line in folded(words, TEXT, room):
                write(group, left, y, line, TEXT, text_anchor="start")
                y += LINE
            lowest = max(lowest, y)
        top = lowest + GAP
    size = {"width": number(width), "height": number(top + MARGIN - GAP)}
    page.attrib |= size
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"
