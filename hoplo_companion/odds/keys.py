"""What can still be looked up of a board: everything in its state, but for hexes where distances say the same.

A key holds every field of the combat and of its units that is not declared to be fixed where the state is declared, so
that a field which is added later is in it. Two things are saved, once nobody is to move any more: where every part of
the effects in play is of a kind that looks at distances and heights alone, those stand for the hexes; and where nothing
asks for it, who moved is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components import conditions
from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.conditions import Group, Near
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.rules.agenda import kind_of_step
from hoplo_companion.rules.effects.in_force import effects_known
from hoplo_companion.rules.model import NO_WORDS, Combat, Lasting, Unit, Yours
from hoplo_companion.rules.rival.engage_step import ActUnits, begin_engage
from hoplo_companion.rules.rival.movement_step import note_who_stayed
from hoplo_companion.rules.rival.turn import UseAbilities, begin_abilities, begin_step, stand_before
from hoplo_companion.rules.state import state_of
from hoplo_companion.rules.turns import end_turn, finish_turn

SETTLED: set[object] = {
    note_who_stayed, begin_step, begin_abilities, UseAbilities, begin_engage, ActUnits, finish_turn, end_turn,
    stand_before,
}  # fmt: skip
"""While nothing but these is to come, nobody moves by the rules themselves."""

BY_DISTANCE = (
    vocabulary.AddDice, vocabulary.RemoveDice, vocabulary.ReplaceDice, vocabulary.ReRoll, vocabulary.Damage,
    vocabulary.RollAt, vocabulary.Heal, vocabulary.GainHp, vocabulary.ChangeDamage, vocabulary.CapLoss,
    vocabulary.Intercept, vocabulary.Daze, vocabulary.Fatigue, vocabulary.Grant, vocabulary.Suppress, vocabulary.Allow,
    vocabulary.Forbid, vocabulary.DrawAttacks, vocabulary.MarkFirst, vocabulary.Defeat, vocabulary.Discard,
    conditions.Near, conditions.InRange, conditions.Descriptor, conditions.Facing, conditions.Outnumbered,
    conditions.Isolated, conditions.Stayed, conditions.Struck, conditions.OwnTurn, conditions.Compared, conditions.Hits,
    conditions.Has, conditions.Higher, conditions.Counted, conditions.Moment, conditions.Group, conditions.Sum,
    vocabulary.Effect, vocabulary.RivalUse, vocabulary.Owe, Lasting,
)  # fmt: skip
"""Parts of effects that look at no hex, only at how far units stand from one another and who stands higher."""

FAR = ("closest", "farthest")

SIMPLE = frozenset((str, int, bool, frozenset))  # types of values that can be looked up as they are

MOST_KEPT = 10_000

KEYED_APART = ("id", "skills", "hp", "hex", "units", "agenda")
"""What is named beside the other fields of a unit, and of a combat."""

NAMES = tuple(name for name in state_of(Combat) if name not in KEYED_APART)
_facts = attrgetter(*NAMES)
_looks = attrgetter(*(name for name in state_of(Unit) if name not in KEYED_APART))
_MOVED = tuple(NAMES.index(name) for name in ("moved", "stayed"))


class Sees(NamedTuple):
    """What the effects of a fight look at, those still to come too.

    Shapes: `hexes`: on which hexes units stand; `heights`: which hex is higher; `far`: distances out of everybody's
    reach; `allies`: distances between units of one side; `moved`: who moved; `reach` is how far each unit's Range and
    skills reach, and under no unit's id how far all else does.
    """

    hexes: bool
    heights: bool
    far: bool
    allies: bool
    moved: bool
    reach: frozenset[tuple[str, int]]


def sees(combat: Combat) -> Sees:
    """Find out what the effects of a fight look at."""
    found = list(_parts(combat))
    parts = [part for _, part in found]
    words: set[object] = {entry.opponent for each in combat.arena.priorities or () for entry in each.entries}
    words |= {getattr(part, name, None) for part in parts for name in ("pick", "opponent")}
    hexes = not all(
        isinstance(part, BY_DISTANCE) or (isinstance(part, vocabulary.ChangeStat) and part.stat != "range")
        for part in parts
    )
    units = [*combat.units.values(), *combat.bench.values()]
    reach = {"": 1} | {unit.id: unit.range or 0 for unit in units}
    numbers = [(unit.id, number) for unit in units for number in unit.skills.values()]
    numbers += [("", part_number(part.skill)[1] or 0) for part in parts if isinstance(part, vocabulary.Grant)]
    for holder, part in found:
        for within in (part.within, part.exactly) if isinstance(part, Group | Near) else ():
            # What stands near what need not be about whoever holds the effect.
            if isinstance(within, int):
                numbers.append(("" if isinstance(part, Near) else holder, within))
            elif within == "number" and isinstance(part, Near):
                numbers += [("", number) for _, number in numbers]
            else:
                hexes = hexes or within not in (None, "number")
    for holder, number in numbers:
        reach[holder] = max(reach[holder], number)
    return Sees(
        hexes,
        heights=any(isinstance(part, conditions.Higher) for part in parts),
        far=not words.isdisjoint(FAR),
        allies=any(
            part.of != "opponent" and (part.within is not None or part.exactly is not None or part.in_range)
            if isinstance(part, Group)
            else isinstance(part, Near | conditions.InRange)
            or (isinstance(part, Effect) and part.on == "ally-attacked")
            for part in parts
        ),
        moved=hexes or any(isinstance(part, conditions.Stayed) for part in parts),
        reach=frozenset(reach.items()),
    )


class Keys:
    """The keys of all boards of one fight whose effects look at the same things."""

    def __init__(self, combat: Combat, what: Sees) -> None:
        self.mat, self.heights = combat.arena.mat, combat.arena.elevation
        self.sees = what
        self.reach = dict(what.reach)
        self.known: dict[int, tuple[object, Any]] = {}

    def __call__(self, combat: Combat) -> Any:
        """Name all that can still make a difference."""
        units = combat.units.values()
        settled = SETTLED.issuperset(map(kind_of_step, combat.agenda))
        return (
            tuple(map(looks, units)),
            tuple([unit.hp for unit in units]),
            combat.yours.blessings,
            self.places([unit for unit in units if unit.hex]) if settled else tuple([unit.hex for unit in units]),
            self.facts(combat, settled=settled),
            plain(combat.agenda),
        )

    def facts(self, combat: Combat, *, settled: bool) -> tuple[Any, ...]:
        """Name everything about a combat but its units, your blessings and what is to be done."""
        found = [value if type(value) in SIMPLE else self._plain(value) for value in _facts(combat)]
        if settled and not self.sees.moved:
            for at in _MOVED:
                found[at] = NO_WORDS
        return tuple(found)

    def _plain(self, value: object) -> Any:
        """A value that most boards share; while it is kept, no other can take its place in memory."""
        known = self.known.get(id(value))
        if known is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            counted = replace(value, blessings=0) if isinstance(value, Yours) else value
            known = self.known[id(value)] = value, plain(counted)
        return known[1]

    def places(self, units: Sequence[Unit]) -> tuple[int, ...]:
        """Measure what matters of where units stand that are not to move any more."""
        if self.sees.hexes:
            return tuple([unit.hex for unit in units])
        found = [self.heights.get(unit.hex, 0) for unit in units] if self.sees.heights else []
        distance, reach = self.mat.distance, self.reach
        anywhere = reach[""]
        for one, other in combinations(units, 2):
            if one.side != other.side or self.sees.allies:
                most = MOST_HEXES if self.sees.far else max(reach[one.id], reach[other.id], anywhere) + 1
                apart = distance(one.hex, other.hex)
                found.append(apart if apart < most else most)
        return tuple(found)


def everything(combat: Combat) -> Any:
    """Name a board by all that may differ between two boards of one fight, nothing saved."""
    units = combat.units.values()
    return (
        tuple([(*looks(unit), unit.hp, unit.hex) for unit in units]),
        tuple(map(plain, _facts(combat))),
        plain(combat.agenda),
    )


def looks(unit: Unit) -> tuple[Any, ...]:
    """Name everything about a unit but its HP and its hex."""
    return (unit.id, *kind_of(unit))


def kind_of(unit: Unit) -> tuple[Any, ...]:
    """Name everything about a unit but which one it is, its HP and its hex."""
    return (tuple(unit.skills.items()), *_looks(unit))


def is_named(id_: str, part: Any) -> bool:
    """Say whether a unit's id stands anywhere in facts that were made plain."""
    if isinstance(part, str):
        return id_ in part
    return isinstance(part, tuple | frozenset) and any(is_named(id_, each) for each in part)


def plain(part: Any) -> Any:
    """Something that can be looked up: what an effect says never changes, so that it stands for itself."""
    if isinstance(part, Effect):
        return id(part)
    if isinstance(part, tuple | list):
        return tuple([plain(each) for each in part])
    if isinstance(part, dict):
        return tuple([(key, plain(each)) for key, each in part.items()])
    if isinstance(part, Struct):
        fields = part.__struct_fields__
        return (type(part), *[plain(getattr(part, name)) for name in fields]) if fields else type(part)
    return part


def _parts(combat: Combat) -> list[tuple[str, object]]:
    """Every part of every effect in play or to come, each with the id of its unit, if it is a unit's."""
    found: list[tuple[str, object]] = []
    for unit in (*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)):
        for skill in unit.skills:
            found += parts_of(effects_known(combat, "skills", skill), unit.id)
        scion = combat.catalogue.scion(unit.chip) if combat.event == "scion" else None
        if scion is not None:
            found += parts_of((scion.reactions, [row.effects for row in scion.effects or ()]))
    for chip in {chip for unit in combat.units.values() for chip in unit.tactics} | set(combat.rival_tactics):
        found += parts_of(effects_known(combat, "tactics", chip))
    found += parts_of((combat.arena.effects, [card.effects for card in combat.cards], combat.lasting))
    given: set[str] = set()
    while names := {slug(part_number(e.skill)[0]) for _, e in found if isinstance(e, vocabulary.Grant)} - given:
        given |= names
        for name in names:
            found += parts_of(effects_known(combat, "skills", name))
    return found


def parts_of(part: object, holder: str = "") -> Iterator[tuple[str, object]]:
    """Iterate over something and every part of it, each with who holds it."""
    if isinstance(part, list | tuple):
        for each in part:
            yield from parts_of(each, holder)
    elif isinstance(part, Struct):
        yield holder, part
        for name in part.__struct_fields__:
            yield from parts_of(getattr(part, name), holder)
