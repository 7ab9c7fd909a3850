"""A fight turn by turn: what changed on the board, in a sentence or four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.fight import turn_heading
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.words import capital, listing, tactic_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import Attacked, CombatEnded, Damaged, Event, TacticPlaced
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import Names, names_of


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
