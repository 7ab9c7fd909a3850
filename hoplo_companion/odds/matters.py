"""What of a board can make a difference to the rest of a turn, so that boards which do not differ in it are one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec import Struct

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.effects import Effect, Group, Near
from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.rules.effects.asking import effects_known
from hoplo_companion.rules.effects.compiled import granted
from hoplo_companion.rules.model import Combat, Unit

BY_PLACE = (
    vocabulary.Displace, vocabulary.Swap, vocabulary.Move, vocabulary.Advance, vocabulary.Place, vocabulary.Drive,
    vocabulary.EquipChip, vocabulary.Unequip, vocabulary.Manual, vocabulary.ChangeStat, vocabulary.Higher,
    vocabulary.Stands, vocabulary.Holds, vocabulary.AttackAgain,
)  # fmt: skip
"""Verbs and conditions to which it can matter on which hexes units stand, and not only how far from one another."""

FAR = ("closest", "farthest")


class Matters:
    """What matters in one fight: found once, from everything in play or still to come."""

    def __init__(self, combat: Combat) -> None:
        self.mat = combat.arena.mat
        found = list(_parts(combat))
        self.hexes = any(isinstance(part, BY_PLACE) for _, part in found)
        self.stayed = any(isinstance(part, vocabulary.Stayed) for _, part in found)
        self.struck = any(isinstance(part, vocabulary.Struck) for _, part in found)
        self.used = any(isinstance(part, Effect) and part.once is not None for _, part in found)
        lists = combat.arena.priorities or ()
        words = {entry.opponent for each in lists for entry in each.entries}
        words |= {part.pick for _, part in found if isinstance(part, Group)}
        self.far = not words.isdisjoint(FAR)
        self.allies = any(_is_about_allies(part) for _, part in found)
        self.reach = {unit.id: unit.range or 0 for unit in (*combat.units.values(), *combat.bench.values())}
        self.anywhere = 1
        for holder, part in found:
            for at in ("within", "exactly"):
                number = getattr(part, at, None) if isinstance(part, Group | Near) else None
                if isinstance(number, int):
                    self._reaches(holder, number)
                elif number is not None and number != "number":
                    self.hexes = True
        for unit in (*combat.units.values(), *combat.bench.values()):
            for number in unit.skills.values():
                self._reaches(unit.id, number)

    def _reaches(self, holder: str, number: int) -> None:
        if holder:
            self.reach[holder] = max(self.reach[holder], number)
        else:
            self.anywhere = max(self.anywhere, number)

    def distances(self, units: list[Unit]) -> tuple[int, ...]:
        """Measure what matters of how far units stand from one another."""
        distance = self.mat.distance
        if self.far:
            most = MOST_HEXES
            return tuple([distance(a.hex, b.hex) for a, b in combinations(units, 2)])
        found = []
        reach, anywhere = self.reach, self.anywhere
        for one, other in combinations(units, 2):
            if one.side != other.side or self.allies:
                most = max(reach[one.id], reach[other.id], anywhere) + 1
            else:
                continue
            apart = distance(one.hex, other.hex)
            found.append(apart if apart < most else most)
        return tuple(found)


def _is_about_allies(part: object) -> bool:
    if isinstance(part, Group):
        return part.of != "opponent" and (part.within is not None or part.exactly is not None or part.in_range)
    return isinstance(part, Near | vocabulary.InRange) or (isinstance(part, Effect) and part.on == "ally-attacked")


def _parts(combat: Combat) -> Iterator[tuple[str, object]]:
    """Iterate over every part of every effect in play or to come, each with the id of its unit, if it is a unit's."""
    for unit in (*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)):
        for skill in unit.skills:
            yield from _within(unit.id, effects_known(combat, "skills", skill))
        scion = combat.catalogue.scion(unit.chip) if combat.event == "scion" else None
        if scion is not None:
            yield from _within("", (scion.reactions, scion.effects or ()))
    chips = {chip for unit in combat.units.values() for chip in unit.tactics} | set(combat.rival_tactics)
    for chip in chips:
        yield from _within("", effects_known(combat, "tactics", chip))
    yield from _within("", combat.arena.effects)
    yield from _within("", [card.effects for card in combat.cards])
    yield from _within("", [each.verb for each in combat.lasting])
    for name in _granted(combat):
        yield from _within("", effects_known(combat, "skills", name))


def _granted(combat: Combat) -> frozenset[str]:
    sources: list[Any] = [combat.arena.effects, *(card.effects for card in combat.cards)]
    chips = {chip for unit in combat.units.values() for chip in unit.tactics} | set(combat.rival_tactics)
    sources += [effects_known(combat, "tactics", chip) for chip in chips]
    verbs = [verb for effects in sources for effect in effects for verb in effect.verbs]
    return granted([*verbs, *(each.verb for each in combat.lasting)])


def _within(holder: str, part: object) -> Iterator[tuple[str, object]]:
    if isinstance(part, list | tuple):
        for each in part:
            yield from _within(holder, each)
    elif isinstance(part, Struct):
        yield holder, part
        for name in part.__struct_fields__:
            yield from _within(holder, getattr(part, name))
