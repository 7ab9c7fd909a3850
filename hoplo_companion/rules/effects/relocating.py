"""Putting units on other hexes: displacing, swapping, moving, roaming, driving (Rulebook p.24, 35-36)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Displace, Drive, Move, Place, Roam, Swap
from hoplo_companion.components.names import slug
from hoplo_companion.hexes import DIRECTIONS, bits, union
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.effects.conditions import hexes_meant
from hoplo_companion.rules.effects.judge import is_forbidden, judge, may
from hoplo_companion.rules.effects.opened_attacks import Shift, keeps_to_list, opens_attack
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.use import Doing, OnUnits, does, set_off
from hoplo_companion.rules.equip import arrive, displacing, equip, is_home, take_up
from hoplo_companion.rules.events import Event, Relocated, Roamed, event_of
from hoplo_companion.rules.goals import win
from hoplo_companion.rules.holding import kept_still
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.model import Place as At
from hoplo_companion.rules.modifiers import movement
from hoplo_companion.rules.player.paths import Ways, ways_of_yours
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.movement import RULINGS, Ground
from hoplo_companion.rules.rival.movement_step import PickUp
from hoplo_companion.rules.rival.mover import MOVES, Field, Mover, Over, Walk, stops_beside
from hoplo_companion.rules.rival.priorities import Stage
from hoplo_companion.rules.rival.specials import REACH
from hoplo_companion.rules.rulings import Lazily, deciding


def free_hexes(combat: Combat) -> int:
    """Give the hexes that a unit may be put on."""
    return combat.arena.existing & ~combat.blocked()


def _put(combat: Combat, shift: Shift) -> Combat:
    moved = {id_: replace(combat.units[id_], hex=hex_) for id_, hex_ in shift.items()}
    return replace(combat, units={**combat.units, **moved})


def relocated(combat: Combat, shift: Shift, by: str) -> Combat:
    """Give the combat with units put on other hexes in one moment, with what they equip there (`relocate`)."""
    combat = _put(combat, shift)
    for id_, hex_ in shift.items():
        combat, _ = equip(combat, combat.units[id_], hex_, displaced=id_ != by)
    return combat


HOME_BY_SKILL = ["home.moved"]
"""By what a flagholder has moved home that comes there by a skill or effect."""


def _not_named(rulings: Collection[str], events: list[Event]) -> list[str]:
    """List those rulings that none of some events names already."""
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
        unit = combat.units[id_]
        rulings = Lazily(displacing, combat, unit) if id_ != by else ()
        combat, more = arrive(combat, unit, HOME_BY_SKILL) if id_ == by else take_up(combat, unit, displaced=True)
        put = Relocated(
            rule=rule,
            unit=id_,
            effect=effect,
            start=name(before[id_].hex),
            end=name(hex_),
            displaced=id_ != by,
            rulings=Lazily(_not_named, rulings, more),
        )
        events.append(put)
        taken += more
    events += taken
    for id_ in sorted(shift, key=lambda each: each != by):
        steps += set_off(combat, "displaced" if id_ != by else "moved", id_, Scene(id_, depth=depth + 1))
    return push(combat, *steps), events


DISPLACEABLE, POSSIBLE, OPENING = "may be displaced", "possible", "opens an attack"
USERS_LIST, OWN_LIST = "suits the user's list", "suits its list"
"""The criteria of a place that a unit is put on; whoever uses the Ability may come to another hex by it too."""

WITH_PLACE = "has a place to go to"
"""The criterion of a unit that is put on another hex."""


class Relocating(OnUnits, frozen=True):
    """A verb that puts a unit on another hex, and perhaps its own unit too."""

    unit: str = ""

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit, *self.scene.units_named())

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """List every way in which the verb can relocate a unit, by its own words."""
        raise TypeError(f"{type(self).__name__} does not say where to")

    def open_shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """List the relocations of a unit that are open."""
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
                after = partial(relocated, by=by)
                found = [each for each in found if keeps_to_list(combat, each, offered, id_, after)]
                stages.append((stage, found))
        if self.held.effect.rival is not None and self.held.effect.rival.when == "opens-attack":
            found = [each for each in found if opens_attack(combat, relocated(combat, each, by), holder.side)]
            stages.append((OPENING, found))
        return stages

    @property
    def by(self) -> str:
        """Give the unit that moves by it, by its own skill; all others are displaced (p.35)."""
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

    def question(self, combat: Combat) -> Question | None:
        """Ask for the unit, then for its hex."""
        if not self.unit:
            return super().question(combat)
        ends = self._ends(combat)
        return self.ask(combat, "hex", tuple(sorted(ends))) if len(ends) > 1 else None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Choose the unit, then put it there."""
        if not self.unit:
            return super().resolve(combat, answer)
        ends = self._ends(combat)
        if not ends:
            return combat, []
        shift = ends[answer] if answer else next(iter(ends.values()))
        return relocate(combat, shift, self.by, self.held.name, self.rule(combat), self.scene.depth)

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Go on to the hex, for each unit that it means."""
        return push(combat, *(replace(self, unit=unit.id) for unit in units)), []


@does(Displace)
class DisplaceUnit(Relocating, frozen=True):
    """Displacing a unit (p.35): Hook, Hurl, Shove."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """List the free hexes that fit the verb's distances; with `follow` the holder takes the hex left."""
        verb = self.verb
        assert isinstance(verb, Displace)
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


@does(Swap)
class SwapUnits(Relocating, frozen=True):
    """Two units changing places (Unit Skills sheet)."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """Give the one way to do it."""
        holder = self.holder(combat)
        return [{unit.id: holder.hex, holder.id: unit.hex}] if holder is not None else []


@does(Place)
class PlaceUnit(Relocating, frozen=True):
    """A unit put on a free hex of a kind."""

    def shifts(self, combat: Combat, unit: Unit) -> list[Shift]:
        """List the free hexes of that kind."""
        assert isinstance(self.verb, Place)
        hexes = hexes_meant(combat, self.verb.on, self.verb.hexes, unit) & free_hexes(combat)
        return [{unit.id: hex_} for hex_ in bits(hexes)]


@does(Move)
class MoveUnits(Relocating, frozen=True):
    """A move at once; a rival or arena unit identifies a mark for it (Unit Skills sheet: Reposition)."""

    def _ground(self, combat: Combat, unit: Unit) -> tuple[Ground, Mover]:
        """Give the arena as the unit finds it, with the Movement that the effect gives it."""
        assert isinstance(self.verb, Move)
        combat = replace(combat, side=unit.side)
        if self.verb.most != "movement":
            most = judge(combat).amount(self.verb.most, self.scene, unit)
            combat = combat.with_unit(replace(unit, movement=most))
        ground = Ground(combat, by_effect=True)
        return ground, ground.mover(combat.units[unit.id])

    def narrowed_shifts(self, combat: Combat, unit: Unit) -> list[tuple[str, list[Shift]]]:
        """List the hexes that the unit may end on: a rival's by its list, any that it can reach for yours."""
        ground, mover = self._ground(combat, unit)
        if unit.side == "player":
            ends = union(ground.ends(mover, ground.free(mover, ground.occupied)))
        else:
            move = ground.consider(mover, ground.occupied, ground.loose)
            ends = move.destinations if move.status == MOVES else 0
        return [(POSSIBLE, [{unit.id: hex_} for hex_ in bits(ends)])]

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Move, and take up what lies on the way (`equip.passing`); whom an effect moves is not displaced (p.36)."""
        before = combat.units.get(self.unit)
        ends = self._ends(combat)
        if not self.unit or before is None or not ends:
            return super().resolve(combat, answer)
        end = (ends[answer] if answer else next(iter(ends.values())))[self.unit]
        ground, mover = self._ground(combat, before)
        if before.side == "player":
            ways = ways_of_yours(ground, mover, end)
        else:
            ways = Ways(tuple(ground.pick_ups(mover, end, ground.occupied, ground.loose)))
        ids = () if before.side == "player" else RULINGS
        rulings = Lazily(deciding, combat, ids, lambda now: self.open_shifts(now, before))
        back = end == before.hex
        if back and (ground.rulings.no_way_back or (ways.home is None and not any(ways.taken))):
            return combat, []  # It has nothing to go for, and has not moved (p.36).
        name = ground.mat.name
        moved = Relocated(
            rule=self.rule(combat), unit=before.id, effect=self.held.name, start=name(before.hex), end=name(end),
            displaced=False, rulings=["move.back"] if back else rulings,
        )  # fmt: skip
        pick_up = PickUp(before.id, *ways, (*HOME_BY_SKILL, *(["move.back"] if back else [])))
        then = set_off(combat, "moved", before.id, Scene(before.id, depth=self.scene.depth + 1))
        return push(combat.with_unit(replace(before, hex=end)), pick_up, *then), [moved]


@does(Roam)
class RoamStep(Doing, frozen=True):
    """A move by the arena die: one step for each point, in the direction that the compass shows."""

    gone: tuple[str, ...] = ()
    start: int = 0
    went: bool = False
    walk: Walk = ()

    def _steps(self, combat: Combat, unit: Unit) -> int:
        assert isinstance(self.verb, Roam)
        if self.verb.steps == "movement":
            return movement(combat, unit)
        return judge(combat).amount(self.verb.steps, self.scene, unit)

    def _field(self, combat: Combat, unit: Unit, *, flies: bool) -> Field:
        free = free_hexes(combat) | unit.hex
        over = combat.arena.existing & ~free if flies else 0
        return Field(combat.arena.mat, free, stops_beside(combat, unit), over, combat.arena.existing)

    def _flies(self, combat: Combat, unit: Unit) -> bool:
        return combat.rulings.flight_while_roaming and may(combat, unit, "pass-blocked")

    def can_do(self, combat: Combat) -> bool:
        """Say whether the unit takes a step at all."""
        return self._goes_on(combat) is not None

    def _goes_on(self, combat: Combat) -> Unit | None:
        """Give the unit if it has a step left: not next to an opponent, and not yet its whole Movement."""
        unit = self.holder(combat)
        if unit is None or len(self.gone) >= self._steps(combat, unit):
            return None
        field = self._field(combat, unit, flies=self._flies(combat, unit))
        return None if field.is_over(self.walk or (Over(unit.hex),)) else unit

    def question(self, combat: Combat) -> Question | None:
        """Ask for the direction that the die gave."""
        if self._goes_on(combat) is None:
            return None
        return Question(
            id="roaming.direction",
            kind="direction",
            rule=self.rule(combat),
            unit=self.held.holder,
            about=self.held.id,
            options=tuple(DIRECTIONS),
            also=dict(combat.catalogue.compass().faces),
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take the step that the die gives, or end the move."""
        unit = self._goes_on(combat)
        if unit is None:
            return self._stop(combat)
        field = self._field(combat, unit, flies=self._flies(combat, unit))
        walk = field.stepped(self.walk or (Over(unit.hex),), answer)
        on = replace(self, gone=(*self.gone, answer), start=self.start or unit.hex, walk=walk)
        # Over a blocked hex later dice show whether it can land (`roaming.flight`).
        return (push(combat, on), []) if len(walk) > 1 else on._land(combat, unit)

    def _land(self, combat: Combat, unit: Unit) -> Result:
        """Go the way to the hex where it stands, and on from there."""
        combat, events = self._go(combat, unit)
        if combat.over:
            return combat, events
        return push(combat, replace(self, walk=(), went=self.went or bool(self.walk[-1].way))), events

    def _go(self, combat: Combat, unit: Unit) -> Result:
        """Come over the hexes of the way, take up what lies there, and win with the flag at home."""
        events: list[Event] = []
        over, way = self.walk[-1]
        for hex_ in way:
            combat = combat.with_unit(replace(unit, hex=hex_))
            if not combat.rulings.equip_only_at_end:
                combat, taken = take_up(combat, combat.units[unit.id])
                events += taken
            if is_home(combat, combat.units[unit.id]) and not combat.rulings.home_only_at_end:
                combat = combat.with_unit(replace(unit, hex=over))
                passing = hex_ != over or self._goes_on(combat) is not None
                roamed = self._roamed(combat, combat.units[unit.id])
                combat, won = win(combat, "flag.home", HOME_BY_SKILL if passing else [])
                return combat, [*events, roamed, *won]
        return combat, events

    def _stop(self, combat: Combat) -> Result:
        """End the move where the unit stands; a flight that has not landed is lost."""
        unit = combat.units.get(self.held.holder)
        if unit is None:
            return combat, []
        combat, events = self._go(combat, unit) if self.walk else (combat, [])
        if combat.over:
            return combat, events
        unit = combat.units[unit.id]
        moved = self._roamed(combat, unit)
        if not self.went and not (self.walk and self.walk[-1].way):
            hold = kept_still(combat, unit) if not self.gone else None
            return combat, [*events, replace(moved, **hold.named()) if hold is not None else moved]
        events.append(moved)
        combat = replace(combat, moved=combat.moved | {unit.id})
        combat, more = arrive(combat, unit, [])
        seen = Scene(unit.id, depth=self.scene.depth + 1)
        return push(combat, *set_off(combat, "moved", unit.id, seen)), [*events, *more]

    def _roamed(self, combat: Combat, unit: Unit) -> Roamed:
        """Give the move as an event, with the ruling by whose other reading Flight would have led elsewhere."""
        name, start = combat.arena.mat.name, self.start or unit.hex
        ends = set()
        for flies in (False, True) if self.gone and may(combat, unit, "pass-blocked") else ():
            field = self._field(combat, replace(unit, hex=start | unit.hex), flies=flies)
            walk: Walk = (Over(start),)
            for direction in self.gone:
                walk = walk if field.is_over(walk) else field.stepped(walk, direction)
            ends.add(walk[-1].hex)
        return Roamed(
            rule=self.rule(combat), unit=unit.id, directions=list(self.gone), start=name(start), end=name(unit.hex),
            rulings=["roaming.flight"] if len(ends) > 1 else [],
        )  # fmt: skip


@does(Drive)
class DriveChip(Doing, frozen=True):
    """An arena chip driven counter-clockwise along a ring; units in its way are put outside, or crushed (card)."""

    gone: tuple[int, ...] = ()
    crushed: tuple[str, ...] = ()

    def _way(self, combat: Combat) -> tuple[int, int, list[int]]:
        """Give the hex where the chip is, the one that it comes to next, and the ring."""
        assert isinstance(self.verb, Drive)
        mat = combat.arena.mat
        centre = sum({mat.bit.get(hex_.upper(), 0) for hex_ in self.verb.round})
        ring = [hex_ for hex_ in mat.ring_around(centre) if hex_ & combat.arena.existing]
        place = combat.chips.get(slug(self.verb.chip), At())
        holder = combat.units.get(place.holder)
        here = place.hex or (holder.hex if holder is not None else 0)
        if here not in ring or len(self.gone) >= self.verb.steps:
            return here, 0, ring
        return here, ring[(ring.index(here) + 1) % len(ring)], ring

    def _outside(self, combat: Combat, at: int, ring: list[int]) -> list[int]:
        """List the free hexes beside a hex that lie neither on the ring nor within it."""
        assert isinstance(self.verb, Drive)
        mat = combat.arena.mat
        inside = sum(set(ring)) | sum({mat.bit.get(hex_.upper(), 0) for hex_ in self.verb.round})
        return list(bits(mat.adjacent(at) & free_hexes(combat) & ~inside))

    def question(self, combat: Combat) -> Question | None:
        """Ask where a unit in the way goes, where several hexes are free."""
        _, following, ring = self._way(combat)
        unit = combat.at(following)
        if unit is None:
            return None
        names = tuple(sorted(combat.arena.mat.name(hex_) for hex_ in self._outside(combat, following, ring)))
        return replace(self.ask(combat, "hex", names), unit=unit.id) if len(names) > 1 else None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Drive one hex further, with whoever is on the chip; at the end give the way as an event."""
        assert isinstance(self.verb, Drive)
        here, following, ring = self._way(combat)
        chip = slug(self.verb.chip)
        name = combat.arena.mat.name
        rider = combat.at(here)
        if not following:
            gone = [name(hex_) for hex_ in self.gone if hex_]
            riders = [rider.id] if rider is not None else []
            return combat, [
                event_of("drove", rule=self.rule(combat), chip=chip, hexes=gone, riders=riders)
            ] if gone else []
        in_way = combat.at(following)
        if in_way is not None and in_way.id in self.crushed:
            # A blessing has saved it on its hex: the chariot stops before it (`races.spared`).
            return push(combat, replace(self, gone=(*self.gone, *([0] * self.verb.steps)))), []
        if in_way is not None:
            hexes = self._outside(combat, following, ring)
            if not hexes:
                combat = push(combat, replace(self, crushed=(*self.crushed, in_way.id)))
                return defeat(combat, in_way, None, self.scene.depth)
            hex_ = combat.arena.mat.bit[answer] if answer else hexes[0]
            combat = push(combat, self)
            return relocate(combat, {in_way.id: hex_}, "", self.held.name, self.rule(combat), self.scene.depth)
        if rider is not None:
            combat = combat.with_unit(replace(rider, hex=following))
        if combat.chips[chip].hex:
            combat = replace(combat, chips={**combat.chips, chip: At(hex=following)})
        return push(combat, replace(self, gone=(*self.gone, following))), []


def ring_of(combat: Combat, chip: str) -> int:
    """Give the hexes of the ring that a chip of the arena drives along; none for one that drives nowhere."""
    mat = combat.arena.mat
    ring = 0
    for effect in combat.arena.effects:
        for verb in effect.verbs:
            if isinstance(verb, Drive) and verb.chip == chip:
                centre = sum({mat.bit.get(hex_.upper(), 0) for hex_ in verb.round})
                ring |= sum(set(mat.ring_around(centre)))
    return ring & combat.arena.existing


def on_its_ring(combat: Combat, verb: Drive) -> bool:
    """Say whether the chip of a drive stands on the ring that it drives along."""
    mat = combat.arena.mat
    centre = sum({mat.bit.get(hex_.upper(), 0) for hex_ in verb.round})
    place = combat.chips.get(slug(verb.chip), At())
    holder = combat.units.get(place.holder)
    here = place.hex or (holder.hex if holder is not None else 0)
    return bool(here & mat.adjacent(centre) & ~centre)
