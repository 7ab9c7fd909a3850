"""Moves that nobody chooses: by the arena die, and the chip that is driven round (Rulebook p.24, 36; arena cards)."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Advance, ChangeStat, Drive, Roam
from hoplo_companion.components.names import slug
from hoplo_companion.hexes import DIRECTIONS, union
from hoplo_companion.rules.agenda import Result, Running, Then, push
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.effects.in_force import Scene
from hoplo_companion.rules.effects.judge import judge, may
from hoplo_companion.rules.effects.relocating import HOME_BY_SKILL, free_hexes, relocate
from hoplo_companion.rules.effects.use import VerbStep, set_off
from hoplo_companion.rules.goals import arrive, is_home, take_up, win
from hoplo_companion.rules.model import ADVANCING, Combat, Lasting, Unit, opponents
from hoplo_companion.rules.model import Place as At
from hoplo_companion.rules.modifiers import movement
from hoplo_companion.rules.restraints import Hold, kept_still
from hoplo_companion.rules.rival.movement_step import MoveUnits
from hoplo_companion.rules.rival.mover import Field, Over, Walk


class RoamStep(VerbStep[Roam], frozen=True):
    """A move by the arena die: one step for each point, in the direction that the compass shows."""

    gone: tuple[str, ...] = ()
    start: int = 0
    went: bool = False
    walk: Walk = ()

    def _field(self, combat: Combat, unit: Unit, flies: bool | None = None) -> Field:
        """What it finds on its way; where it is not said, whether it flies hangs on `roaming.flight`."""
        if flies is None:
            flies = "roaming.flight" in combat.rulings.otherwise and may(combat, unit, "pass-blocked")
        free = free_hexes(combat) | unit.hex
        over = combat.arena.existing & ~free if flies else 0
        beside = union(combat.arena.mat.adjacent(foe.hex) for foe in opponents(combat, unit))
        return Field(combat.arena.mat, free, beside, over, combat.arena.existing)

    def can_do(self, combat: Combat) -> bool:
        """Say whether the unit takes a step at all."""
        return self._goes_on(combat) is not None

    def _goes_on(self, combat: Combat) -> Unit | None:
        """The unit if it has a step left: not next to an opponent, and not yet its whole Movement."""
        unit = self.holder(combat)
        if unit is None:
            return None
        by_movement = self.verb.steps == "movement"
        steps = movement(combat, unit) if by_movement else judge(combat).amount(self.verb.steps, self.scene, unit)
        is_over = len(self.gone) >= steps or self._field(combat, unit).is_over(self.walk or (Over(unit.hex),))
        return None if is_over else unit

    def run(self, combat: Combat) -> Running:
        """Ask for the direction that the die gave, and take the step, or end the move."""
        unit = self._goes_on(combat)
        if unit is None:
            return self._stop(combat)
        held, options, rule = self.held, tuple(DIRECTIONS), self.rule(combat)
        compass = combat.catalogue.compass("compass")
        also: dict[str, str] = dict(compass.faces) if compass is not None else {}
        answer = yield Question("roaming.direction", "direction", rule, held.holder, held.id, options, also=also)
        walk = self._field(combat, unit).stepped(self.walk or (Over(unit.hex),), answer)
        on = replace(self, gone=(*self.gone, answer), start=self.start or unit.hex, walk=walk)
        # Over a blocked hex later dice show whether it can land (`roaming.flight`).
        if len(walk) > 1:
            return push(combat, on), []
        combat, events = on._go(combat, unit)
        if combat.over:
            return combat, events
        return push(combat, replace(on, walk=(), went=self.went or bool(walk[-1].way))), events

    def _go(self, combat: Combat, unit: Unit) -> Result:
        """Come over the hexes of the way, take up what lies there, and win with the flag at home."""
        events: list[Event] = []
        over, way = self.walk[-1]
        for hex_ in way:
            combat = combat.with_unit(replace(unit, hex=hex_))
            if "equip.passing" not in combat.rulings.otherwise:
                combat, taken = take_up(combat, combat.units[unit.id], combat.units[unit.id].hex)
                events += taken
            if is_home(combat, combat.units[unit.id]) and "home.moved" not in combat.rulings.otherwise:
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
        if not self.went and not (self.walk and self.walk[-1].way):
            return combat, [*events, self._roamed(combat, unit, kept_still(combat, unit) if not self.gone else None)]
        events.append(self._roamed(combat, unit))
        combat = replace(combat, moved=combat.moved | {unit.id})
        combat, more = arrive(combat, unit, [])
        seen = Scene(unit.id, depth=self.scene.depth + 1)
        return push(combat, *set_off(combat, "moved", unit.id, seen)), [*events, *more]

    def _roamed(self, combat: Combat, unit: Unit, hold: Hold | None = None) -> Event:
        """The move as an event, or what keeps it from setting out, with the ruling by which Flight leads elsewhere."""
        name, start = combat.arena.mat.name, self.start or unit.hex
        ends = set()
        for flies in (False, True) if self.gone and may(combat, unit, "pass-blocked") else ():
            field = self._field(combat, replace(unit, hex=start | unit.hex), flies)
            walk: Walk = (Over(start),)
            for direction in self.gone:
                walk = walk if field.is_over(walk) else field.stepped(walk, direction)
            ends.add(walk[-1].hex)
        way = {"unit": unit.id, "directions": list(self.gone), "start": name(start), "end": name(unit.hex)}
        held, rulings = hold.named() if hold is not None else {}, ["roaming.flight"] if len(ends) > 1 else []
        return self.happened(combat, "roamed", rulings=rulings, **way, **held)


class DriveChip(VerbStep[Drive], frozen=True):
    """An arena chip driven counter-clockwise along a ring; units in its way are put outside, or crushed (card)."""

    gone: tuple[int, ...] = ()
    crushed: tuple[str, ...] = ()

    def run(self, combat: Combat) -> Running:
        """Drive one hex further, with whoever is on the chip; ask where a unit in the way goes, if it may."""
        chip, mat, ring = slug(self.verb.chip), combat.arena.mat, _ring(combat, self.verb)
        here = _hex_of(combat, chip)
        rider = combat.at(here)
        if here not in ring or len(self.gone) >= self.verb.steps:
            gone = [mat.name(hex_) for hex_ in self.gone if hex_]
            riders = [rider.id] if rider is not None else []
            return combat, [self.happened(combat, "drove", chip=chip, hexes=gone, riders=riders)] if gone else []
        following = ring[(ring.index(here) + 1) % len(ring)]
        in_way = combat.at(following)
        if in_way is not None and in_way.id in self.crushed:
            # A blessing has saved it on its hex: the chariot stops before it (`races.spared`).
            return push(combat, replace(self, gone=(*self.gone, *([0] * self.verb.steps)))), []
        if in_way is not None:
            # It goes to a free hex that lies neither on the ring nor within it.
            outside = mat.adjacent(following) & free_hexes(combat) & ~(union(ring) | _centre(combat, self.verb))
            answer = yield self.ask(combat, "hex", sorted(mat.names(outside)), in_way.id)
            if not outside:
                combat = push(combat, replace(self, crushed=(*self.crushed, in_way.id)))
                return defeat(combat, in_way, None, self.scene.depth)
            combat = push(combat, self)
            hex_ = mat.bit[answer] if answer else outside
            return relocate(combat, {in_way.id: hex_}, "", self.held.name, self.rule(combat), self.scene.depth)
        if rider is not None:
            combat = combat.with_unit(replace(rider, hex=following))
        if combat.chips[chip].hex:
            combat = replace(combat, chips={**combat.chips, chip: At(hex=following)})
        return push(combat, replace(self, gone=(*self.gone, following))), []


def _centre(combat: Combat, verb: Drive) -> int:
    return sum({combat.arena.mat.bit.get(hex_.upper(), 0) for hex_ in verb.round})


def _ring(combat: Combat, verb: Drive) -> list[int]:
    """The hexes that a drive leads along, in order."""
    return [hex_ for hex_ in combat.arena.mat.ring_around(_centre(combat, verb)) if hex_ & combat.arena.existing]


def _hex_of(combat: Combat, chip: str) -> int:
    """The hex where an arena chip is, on its own or with the unit that holds it."""
    place = combat.chips.get(chip, At())
    return place.hex or (combat.units[place.holder].hex if place.holder in combat.units else 0)


def ring_of(combat: Combat, chip: str) -> int:
    """The hexes of the ring that a chip of the arena drives along; none for one that drives nowhere."""
    verbs = (verb for effect in combat.arena.effects for verb in effect.verbs)
    return union(sum(_ring(combat, verb)) for verb in verbs if isinstance(verb, Drive) and verb.chip == chip)


def on_its_ring(combat: Combat, verb: Drive) -> bool:
    """Say whether the chip of a drive stands on the ring that it drives along."""
    return _hex_of(combat, slug(verb.chip)) in _ring(combat, verb)


def advance_units(combat: Combat, units: list[Unit], most: int) -> Combat:
    """Let some units of one troop move by up to so many hexes, which is their Movement meanwhile, in any order."""
    if not units or not most:
        return combat
    ids = tuple(unit.id for unit in units)
    side: Any = units[0].side
    verb = ChangeStat(stat="movement", to=most, until="end-of-turn")
    lasting = Lasting(verb, ids, "end-of-turn", ADVANCING, ids[0], side, fresh=True)
    after = Then(_advance_over, (lasting, combat.side, combat.moved))
    combat = replace(combat, lasting=(*combat.lasting, lasting), side=side, moved=combat.moved - set(ids))
    return push(combat, MoveUnits(ids), after)


def _advance_over(combat: Combat, lasting: Lasting, side: str, moved: frozenset[str]) -> Result:
    """The moves are over: the Movement of the units is its own again, and no Movement Step counts as taken."""
    kept = tuple(each for each in combat.lasting if each != lasting)
    return replace(combat, lasting=kept, side=side, moved=moved), []


class AdvanceUnit(VerbStep[Advance], frozen=True):
    """A unit advances by an effect; yours, which have no priority list, move in their own step alone."""

    def can_do(self, combat: Combat) -> bool:
        """Say whether it is a unit with a priority list."""
        unit = self.holder(combat)
        return unit is not None and unit.side != "player"

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Let it move."""
        unit = self.holder(combat)
        if unit is None or unit.side == "player":
            return combat, []
        return advance_units(combat, [unit], judge(combat).amount(self.verb.most, self.scene, unit)), []
