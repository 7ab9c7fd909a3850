"""Putting units on other hexes: displacing, swapping, moving; what it is worth to the rival (Rulebook p.24, 35-36)."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Displace, Move, Place, Swap
from hoplo_companion.hexes import bits, union
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, push
from hoplo_companion.rules.dialogue import Event, answered, event_of
from hoplo_companion.rules.effects.in_force import Scene, hexes_meant
from hoplo_companion.rules.effects.judge import is_forbidden, judge
from hoplo_companion.rules.effects.use import OnUnits, V, set_off
from hoplo_companion.rules.goals import arrive, displacing, equip, take_up
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.rival.engage import REACH, has_action
from hoplo_companion.rules.rival.movement import RULINGS, Ground
from hoplo_companion.rules.rival.movement_step import Ways, pick_up, ways_of_yours
from hoplo_companion.rules.rival.mover import MOVES, Mover, Stage, marks_of
from hoplo_companion.rules.rulings import Lazily, deciding

Shift = dict[str, int]
"""A relocation: the hex that each unit comes to, by id."""


def best_of(combat: Combat, unit: Unit, choice: int) -> int:
    """Those of some hexes that a unit's priority list leads it to, each being as easy to reach as the others."""
    ground = Ground(combat, by_effect=True)
    mover = ground.mover(unit)
    for _, word, foes, ranked in ground.listed(mover, ground.loose):
        for hexes in ranked:
            if within := hexes & choice:
                return within
        if pool := [at for at in foes if mover.zones[at] & choice]:
            marks = ground.closest(mover, word, ground.meant(mover, word, pool), [ground.mat.everywhere])
            return union(ground.in_range(mover, at, choice, [choice]) for at in marks)
    free = ground.free(mover) | choice
    marked = marks_of(mover, ground.backup_mark(mover, free, ground.loose))
    nearest = (ground.approach(mover, mark, free, choice) for mark in marked)
    return union(next(filter(None, ranks)) for ranks in nearest) or choice


def free_hexes(combat: Combat) -> int:
    """The hexes that a unit may be put on."""
    return combat.arena.existing & ~combat.blocked()


def _put(combat: Combat, shift: Shift) -> Combat:
    moved = {id_: replace(combat.units[id_], hex=hex_) for id_, hex_ in shift.items()}
    return replace(combat, units={**combat.units, **moved})


def relocated(combat: Combat, shift: Shift, by: str) -> Combat:
    """The combat with units put on other hexes in one moment, with what they equip there (`relocate`)."""
    combat = _put(combat, shift)
    for id_, hex_ in shift.items():
        combat, _ = equip(combat, combat.units[id_], hex_, displaced=id_ != by)
    return combat


HOME_BY_SKILL = ["home.moved"]
"""By what a flagholder has moved home that comes there by a skill or effect."""


def _not_named(rulings: Collection[str], events: list[Event]) -> list[str]:
    """Those rulings that none of some events names already."""
    named = {ruling for event in events for ruling in event.rulings}
    return [ruling for ruling in rulings if ruling not in named]


def relocate(combat: Combat, shift: Shift, by: str, effect: str, rule: str, depth: int = 0) -> Result:
    """Put units on other hexes in one moment; whose own skill it is has moved, others are displaced (p.35-36)."""
    name = combat.arena.mat.name
    events: list[Event] = []
    steps: list[Step] = []
    # Whoever ends where it stood has not moved (p.36).
    shift = {id_: hex_ for id_, hex_ in shift.items() if combat.units[id_].hex != hex_}
    before = combat.units
    combat = _put(combat, shift)
    taken: list[Event] = []
    for id_, hex_ in shift.items():
        unit, displaced = combat.units[id_], id_ != by
        rulings = Lazily(displacing, combat, unit) if displaced else ()
        combat, more = take_up(combat, unit, hex_, displaced=True) if displaced else arrive(combat, unit, HOME_BY_SKILL)
        start, end, named = name(before[id_].hex), name(hex_), Lazily(_not_named, rulings, more)
        put: dict[str, Any] = {"unit": id_, "effect": effect, "start": start, "end": end, "displaced": displaced}
        events.append(event_of("relocated", rule=rule, rulings=named, **put))
        taken += more
    for id_ in sorted(shift, key=lambda each: each != by):
        steps += set_off(combat, "displaced" if id_ != by else "moved", id_, Scene(id_, depth=depth + 1))
    return push(combat, *steps), [*events, *taken]


DISPLACEABLE, POSSIBLE, OPENING = later("may be displaced"), later("possible"), later("opens an attack")
USERS_LIST, OWN_LIST = later("suits the user's list"), later("suits its list")
"""The criteria of a place that a unit is put on; whoever uses the Ability may come to another hex by it too."""

WITH_PLACE = later("has a place to go to")
"""The criterion of a unit that is put on another hex."""


class Relocating(OnUnits[V], frozen=True):
    """A verb that puts a unit on another hex, and perhaps its own unit too."""

    unit: str = ""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """Every way in which the verb can relocate a unit, by its own words."""
        raise TypeError(f"{type(self).__name__} does not say where to")

    def open_shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """The relocations of a unit that are open."""
        return self.narrowed_shifts(combat, unit)[-1][1]

    def narrowed_shifts(self, combat: Combat, unit: Unit) -> list[tuple[str, list[Shift]]]:
        """Narrow down the relocations of a unit: a rival keeps to its lists and the sheet (p.24; `relocate.list`)."""
        if is_forbidden(combat, unit, "be-displaced"):
            return [(DISPLACEABLE, [])]
        found = self.shifts(combat, unit)
        stages = [(POSSIBLE, found)]
        holder = self.holder(combat)
        if holder is None or holder.side == "player" or self.held.effect.on not in ("ability", "special"):
            return stages
        by, offered = self.by, found
        for id_, stage in {holder.id: USERS_LIST, unit.id: OWN_LIST}.items():
            if combat.units[id_].side == holder.side and any(id_ in each for each in offered):
                # It chooses among the hexes that the Ability offers it and the one it stands on, all of them being
                # within its reach, as in the Movement Step; a hex that is as good as any other suits it.
                hexes = union((combat.units[id_].hex, *(each.get(id_, 0) for each in offered)))
                boards = [(each, relocated(combat, each, by)) for each in found]
                found = [
                    each
                    for each, board in boards
                    if id_ not in each or each[id_] & best_of(board, board.units[id_], hexes)
                ]
                stages.append((stage, found))
        if self.held.effect.rival is not None and self.held.effect.rival.when == "opens-attack":
            # A unit of the troop gets an attack or a Special where it had neither (Unit Skills sheet).
            without = [unit.id for unit in combat.in_arena(holder.side) if not has_action(combat, unit)]
            boards = [(each, relocated(combat, each, by)) for each in found]
            found = [each for each, now in boards if any(has_action(now, now.units[id_]) for id_ in without)]
            stages.append((OPENING, found))
        return stages

    @property
    def by(self) -> str:
        """The unit that moves by it, by its own skill; all others are displaced (p.35)."""
        return self.held.holder if self.held.is_own_skill else ""

    def narrowed(self, combat: Combat) -> list[Stage]:
        """Narrow down the units that can be relocated at all."""
        if self.unit:
            return [(REACH, [combat.units[self.unit]] if self.unit in combat.units else [])]
        stages = super().narrowed(combat)
        return [*stages, (WITH_PLACE, [unit for unit in stages[-1][1] if self.open_shifts(combat, unit)])]

    def can_do(self, combat: Combat) -> bool:
        """Say whether anybody can be put on another hex."""
        return any(
            combat.units[id_].hex != hex_
            for unit in self.candidates(combat)
            for shift in self.open_shifts(combat, unit)
            for id_, hex_ in shift.items()
        )

    def _ends(self, combat: Combat) -> dict[str, Shift]:
        """Name the open relocations of the unit that has been chosen, by the hex where it ends."""
        unit = combat.units.get(self.unit)
        shifts = self.open_shifts(combat, unit) if unit is not None else []
        return {combat.arena.mat.name(shift[self.unit]): shift for shift in shifts}

    def run(self, combat: Combat) -> Running:
        """Choose the unit, then put it on the hex that is chosen."""
        if not self.unit:
            return (yield from super().run(combat))
        ends = self._ends(combat)
        answer = yield self.ask(combat, "hex", sorted(ends))
        return self.put(combat, answered(ends, answer)) if ends else (combat, [])

    def put(self, combat: Combat, shift: Shift) -> Result:
        """Put the unit on its hex, and whoever goes with it."""
        return relocate(combat, shift, self.by, self.held.name, self.rule(combat), self.scene.depth)

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Go on to the hex, for each unit that it means."""
        return push(combat, *(replace(self, unit=unit.id) for unit in units)), []


class DisplaceUnit(Relocating[Displace], frozen=True):
    """Displacing a unit (p.35): Hook, Hurl, Shove."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """The free hexes that fit the verb's distances; with `follow` the holder takes the hex left."""
        verb = self.verb
        holder = self.holder(combat)
        if holder is None:
            return []
        mat = combat.arena.mat
        open_ = free_hexes(combat)
        if verb.away:
            hexes = mat.beyond(holder.hex, unit.hex) & open_
        else:
            hexes = open_
            if verb.steps is not None:
                rings = mat.rings(unit.hex)
                steps = judge(combat).amount(verb.steps, self.scene)
                hexes &= rings[steps] if steps < len(rings) else 0
            if verb.within is not None:
                hexes &= mat.within(holder.hex, judge(combat).amount(verb.within, self.scene))
        follow = {holder.id: unit.hex} if verb.follow else {}
        return [{unit.id: hex_, **follow} for hex_ in bits(hexes)]


class SwapUnits(Relocating[Swap], frozen=True):
    """Two units changing places (Unit Skills sheet)."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """The one way to do it."""
        holder = self.holder(combat)
        return [{unit.id: holder.hex, holder.id: unit.hex}] if holder is not None else []


class PlaceUnit(Relocating[Place], frozen=True):
    """A unit put on a free hex of a kind."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """The free hexes of that kind."""
        hexes = hexes_meant(combat, self.verb.on, self.verb.hexes, unit) & free_hexes(combat)
        return [{unit.id: hex_} for hex_ in bits(hexes)]


class MoveUnits(Relocating[Move], frozen=True):
    """A move at once; a rival or arena unit identifies a mark for it (Unit Skills sheet: Reposition)."""

    def _ground(self, combat: Combat, unit: Unit) -> tuple[Ground, Mover]:
        """The arena as the unit finds it, with the Movement that the effect gives it."""
        combat = replace(combat, side=unit.side)
        if self.verb.most != "movement":
            combat = combat.with_unit(replace(unit, movement=judge(combat).amount(self.verb.most, self.scene, unit)))
        ground = Ground(combat, by_effect=True)
        return ground, ground.mover(combat.units[unit.id])

    def narrowed_shifts(self, combat: Combat, unit: Unit) -> list[tuple[str, list[Shift]]]:
        """The hexes that the unit may end on: a rival's by its list, any that it can reach for yours."""
        ground, mover = self._ground(combat, unit)
        if unit.side == "player":
            ends = union(ground.ends(mover, ground.free(mover)))
        else:
            move = ground.now(mover.unit)
            ends = move.destinations if move.status == MOVES else 0
        return [(POSSIBLE, [{unit.id: hex_} for hex_ in bits(ends)])]

    def put(self, combat: Combat, shift: Shift) -> Result:
        """Move, and take up what lies on the way (`equip.passing`); whom an effect moves is not displaced (p.36)."""
        before, end = combat.units[self.unit], shift[self.unit]
        ground, mover = self._ground(combat, before)
        if before.side == "player":
            ways = ways_of_yours(ground, mover, end)
        else:
            ways = Ways(tuple(ground.pick_ups(mover, end, ground.occupied, ground.loose)))
        ids = () if before.side == "player" else RULINGS
        rulings = Lazily(deciding, combat, ids, lambda now: self.open_shifts(now, before))
        back = end == before.hex
        if back and ("move.back" in ground.otherwise or (ways.home is None and not any(ways.taken))):
            return combat, []  # It has nothing to go for, and has not moved (p.36).
        name = ground.mat.name
        put = {"unit": before.id, "effect": self.held.name, "start": name(before.hex), "end": name(end)}
        moved = self.happened(combat, "relocated", rulings=["move.back"] if back else rulings, **put, displaced=False)
        way = Asks(pick_up, (before.id, *ways, (*HOME_BY_SKILL, *(["move.back"] if back else []))))
        then = set_off(combat, "moved", before.id, Scene(before.id, depth=self.scene.depth + 1))
        return push(combat.with_unit(replace(before, hex=end)), way, *then), [moved]
