"""A fight as a story: how it began and ended, and the turns that decided it, each in a sentence or three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hoplo_companion.campaign.chronicle import Fought, Turn
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.board.words import coming_names
from hoplo_companion.render.fight import turn_heading
from hoplo_companion.render.names import region_name
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.words import capital, goal_name, listing
from hoplo_companion.rules.events import Attacked, CombatEnded, Damaged, HeroReduced, HeroSaved
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.unit_names import Names, names_of

MOMENTS = 3
DEFEAT, ELITE, POINT, END = 3, 6, 2, 100
"""How many HP of damage a defeat weighs, that of an elite unit, a point, and the end of the fight."""


class Scene(NamedTuple):
    """A turn with the boards before and after it read."""

    heading: str
    before: Combat
    after: Combat
    events: Sequence[object]

    def weight(self) -> int:
        """How much came of the turn, in HP of damage."""
        here = {unit.id for unit in self.after.in_arena()}
        gone = [unit for unit in self.before.in_arena() if unit.id not in here]
        dealt = sum(event.damage for event in self.events if isinstance(event, Damaged))
        ended = any(isinstance(event, CombatEnded) for event in self.events)
        points = abs(self.after.points - self.before.points)
        return dealt + sum(ELITE if unit.elite or unit.hero else DEFEAT for unit in gone) + POINT * points + END * ended


def turn_sentences(scene: Scene) -> list[str]:
    """Say who struck whom in a turn, who else lost or gained HP, the points, and how the fight ended."""
    names = names_of(scene.before, scene.after)
    said = [capital(listing(each)) + "." for each in ([*_struck(scene, names)], [*_hp(scene, names)]) if each]
    turning = (event for event in scene.events if isinstance(event, HeroReduced | HeroSaved | CombatEnded))
    return [*said, *_points(scene), *(words_without_page(event, names) for event in turning)]


def _strikes(scene: Scene) -> dict[tuple[str, str], int]:
    """List who struck whom in the turn, and for how many HP in all; 0 for an attack of which nothing came."""
    dealt: dict[tuple[str, str], int] = {}
    for event in scene.events:
        if isinstance(event, Attacked):
            dealt.setdefault((event.unit, event.target), 0)
        elif isinstance(event, Damaged) and event.by and event.by != event.unit:
            dealt[event.by, event.unit] = dealt.get((event.by, event.unit), 0) + event.damage
    return dealt


def _struck(scene: Scene, names: Names) -> Iterator[str]:
    here, dealt = {unit.id for unit in scene.after.in_arena()}, _strikes(scene)
    gone = [id_ for id_ in [*(unit.id for unit in scene.before.in_arena()), *(unit for _, unit in dealt)]
            if id_ not in here]  # fmt: skip
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
    heroes = {event.hero for event in scene.events if isinstance(event, HeroReduced | HeroSaved)}
    for unit in scene.after.in_arena():
        before = scene.before.units.get(unit.id)
        if before is None or before.hp is None or unit.hp is None or not before.hex or unit.id in heroes:
            continue
        more = unit.hp - before.hp + struck[unit.id]
        if more:
            parts = {"unit": names(unit.id), "n": abs(more), "end": unit.hp}
            text = (
                later("{unit} gains {n} HP and has {end}") if more > 0 else later("{unit} loses {n} HP and has {end}")
            )
            yield tr(text, **parts)


def _points(scene: Scene) -> Iterator[str]:
    if scene.after.points != scene.before.points:
        yield plural("You have {n} point now.", "You have {n} points now.", scene.after.points)


class FightStory(NamedTuple):
    """A fight as it is told: its title, its card in a sentence, the boards, and what decided it.

    Shapes: of `moments` each is the heading of a turn and its sentences; the boards are as they were after
    the first turns and at the end.
    """

    title: str
    card: str
    start: Combat
    end: Combat
    moments: Sequence[tuple[str, str]]


def fight_story(fought: Fought, catalogue: Catalogue) -> FightStory:
    """Tell a fight by the turns of which most came."""
    read = PositionReader(catalogue).read_plain
    turns = [turn for turn in fought.turns if turn.turn_of != "set-up"]
    end = read(fought.fight.position)
    begun = read(turns[0].before) if turns else end
    start = next((read(turn.before) for turn in turns if turn.turn > 1), end)
    scenes = [_scene(turn, read(turn.before), read(turn.after)) for turn in turns]
    telling = [scene for scene in scenes if turn_sentences(scene)]
    best = sorted(telling, key=Scene.weight, reverse=True)[:MOMENTS]
    moments = [(scene.heading, " ".join(turn_sentences(scene))) for scene in telling if scene in best]
    lineup = [*(names_of(begun).bare(unit.id) for unit in begun.in_arena("rival")), *coming_names(begun)]
    what = goal_name(begun.event) if begun.event else ""
    where = region_name(start.arena.id)
    card = tr("{kind} in the arena of the {region}.", kind=what, region=where) if what else ""
    if lineup:
        card = f"{card} {tr('The rival brings {units}.', units=listing(lineup))}".strip()
    return FightStory(fight_result(fought), card, start, end, moments)


def fight_result(fought: Fought) -> str:
    """Name a fight, and say how it ended."""
    fight, turn = fought.fight, fought.fight.turn_number(fought.fight.position.get("turn", 1))
    won, lost = in_sense("of a combat", "won"), in_sense("of a combat", "lost")
    how = {"goal-met": won, "": tr("not over yet")}.get(fight.over, lost)
    return plural("{fight}: {how} in {n} turn", "{fight}: {how} in {n} turns", max(1, turn), fight=fight.name, how=how)


def _scene(turn: Turn, before: Combat, after: Combat) -> Scene:
    return Scene(turn_heading(turn.turn_of, turn.turn), before, after, turn.events)
