"""Putting units on other hexes: displacing, swapping, moving, the arena die, chips that are driven (p.24, 35-36)."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Advance, ChangeStat, Displace, Drive, Move, Place, Roam, Swap
from hoplo_companion.components.names import slug
from hoplo_companion.hexes import DIRECTIONS, bits, union
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, Then, push
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.dialogue import Event, Question, answered, event_of
from hoplo_companion.rules.effects.in_force import Scene, hexes_meant
from hoplo_companion.rules.effects.judge import is_forbidden, judge
from hoplo_companion.rules.effects.use import OnUnits, V, VerbStep, set_off
from hoplo_companion.rules.goals import arrive, displacing, is_home, take_up, win
from hoplo_companion.rules.model import ADVANCING, Combat, Lasting, Unit
from hoplo_companion.rules.model import Place as At
from hoplo_companion.rules.restraints import Hold, kept_still
from hoplo_companion.rules.rival.engage import ground_of_move, has_action
from hoplo_companion.rules.rival.movement import RULINGS, Ground
from hoplo_companion.rules.rival.movement_step import MoveUnits, pick_up, ways_of_yours
from hoplo_companion.rules.rival.mover import MOVES, Field, Over, Stage, Walk, field_of, marks_of
from hoplo_companion.rules.rulings import Lazily, deciding

Shift = dict[str, int]
"""A relocation: the hex that each unit comes to, by id."""


def best_of(combat: Combat, unit: Unit, choice: int) -> int:
    """Those of some hexes that a unit's priority list leads it to, each being as easy to reach as the others."""
    ground = Ground(combat, by_effect=True)
    mover = ground.mover(unit)
    marked = ground.mark(mover, [ground.mat.everywhere], choice, ground.loose)
    if marked is not None and isinstance(marked.meant, int):
        return marked.meant
    if marked is not None:
        return union(ground.farthest_in_range(mover, mark.foe, choice) for mark in marks_of(mover, marked))
    free = ground.free(mover) | choice
    marks = marks_of(mover, ground.backup_mark(mover, free, ground.loose))
    nearest = (ground.approach(mover, mark, free, choice) for mark in marks)
    return union(next(filter(None, ranks)) for ranks in nearest) or choice


HOME_BY_SKILL = ["home.moved"]
"""By what a flagholder has moved home that comes there by a skill or effect."""


def _not_named(rulings: Collection[str], events: list[Event]) -> list[str]:
    """Those rulings that none of some events names already."""
    named = {ruling for event in events for ruling in event.rulings}
    return [ruling for ruling in rulings if ruling not in named]


def relocate(combat: Combat, shift: Shift, by: str, effect: str, rule: str, depth: int) -> Result:
    """Put units on other hexes in one moment; whose own skill it is has moved, others are displaced (p.35-36)."""
    name = combat.arena.mat.name
    events: list[Event] = []
    steps: list[Step] = []
    # Whoever ends where it stood has not moved (p.36).
    shift = {id_: hex_ for id_, hex_ in shift.items() if combat.units[id_].hex != hex_}
    before = combat.units
    moved = {id_: replace(before[id_], hex=hex_) for id_, hex_ in shift.items()}
    combat = replace(combat, units={**before, **moved})
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
        boards = [(each, self.put(combat, each)[0]) for each in found]
        for id_, stage in {holder.id: USERS_LIST, unit.id: OWN_LIST}.items():
            if combat.units[id_].side == holder.side and any(id_ in each for each in found):
                # It chooses among the hexes that the Ability offers it and the one it stands on, all of them being
                # within its reach, as in the Movement Step; a hex that is as good as any other suits it.
                hexes = union((combat.units[id_].hex, *(each.get(id_, 0) for each in found)))
                boards = [
                    (each, board)
                    for each, board in boards
                    if id_ not in each or each[id_] & best_of(board, board.units[id_], hexes)
                ]
                stages.append((stage, [each for each, _ in boards]))
        if self.held.effect.rival is not None and self.held.effect.rival.when == "opens-attack":
            # A unit of the troop gets an attack or a Special where it had neither (Unit Skills sheet).
            without = [unit.id for unit in combat.in_arena(holder.side) if not has_action(combat, unit)]
            opening = [each for each, now in boards if any(has_action(now, now.units[id_]) for id_ in without)]
            stages.append((OPENING, opening))
        return stages

    @property
    def by(self) -> str:
        """The unit that moves by it, by its own skill; all others are displaced (p.35)."""
        return self.held.holder if self.held.is_own_skill else ""

    def narrowed(self, combat: Combat) -> list[Stage]:
        """Narrow down the units that can be relocated at all."""
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

    def run(self, combat: Combat) -> Running:
        """Choose the unit, then put it on the hex that is chosen."""
        if not self.unit:
            return (yield from super().run(combat))
        unit = combat.units.get(self.unit)
        shifts = self.open_shifts(combat, unit) if unit is not None else []
        ends = {combat.arena.mat.name(shift[self.unit]): shift for shift in shifts}
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
        mat, hexes = combat.arena.mat, combat.free()
        if verb.away:
            hexes &= mat.beyond(holder.hex, unit.hex)
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
        hexes = hexes_meant(combat, self.verb.on, self.verb.hexes, unit) & combat.free()
        return [{unit.id: hex_} for hex_ in bits(hexes)]


class MoveUnit(Relocating[Move], frozen=True):
    """A move at once; a rival or arena unit identifies a mark for it (Unit Skills sheet: Reposition)."""

    def narrowed_shifts(self, combat: Combat, unit: Unit) -> list[tuple[str, list[Shift]]]:
        """The hexes that the unit may end on: a rival's by its list, any that it can reach for yours."""
        ground, mover = ground_of_move(combat, unit, self.verb, self.scene)
        if unit.side == "player":
            ends = union(ground.ends(mover, ground.free(mover)))
        else:
            move = ground.now(mover.unit)
            ends = move.destinations if move.status == MOVES else 0
        return [(POSSIBLE, [{unit.id: hex_} for hex_ in bits(ends)])]

    def put(self, combat: Combat, shift: Shift) -> Result:
        """Move, and take up what lies on the way (`equip.passing`); whom an effect moves is not displaced (p.36)."""
        before, end = combat.units[self.unit], shift[self.unit]
        ground, mover = ground_of_move(combat, before, self.verb, self.scene)
        if is_yours := before.side == "player":
            taken, home = ways_of_yours(ground, mover, end)
        else:
            taken, home = tuple(ground.pick_ups(mover, end, ground.occupied, ground.loose)), None
        rulings = Lazily(deciding, combat, () if is_yours else RULINGS, lambda now: self.open_shifts(now, before))
        back = end == before.hex
        if back and ("move.back" in ground.otherwise or (home is None and not any(taken))):
            return combat, []  # It has nothing to go for, and has not moved (p.36).
        name = ground.mat.name
        put = {"unit": before.id, "effect": self.held.name, "start": name(before.hex), "end": name(end)}
        moved = self.happened(combat, "relocated", rulings=["move.back"] if back else rulings, **put, displaced=False)
        way = Asks(pick_up, (before.id, taken, home, (*HOME_BY_SKILL, *(["move.back"] if back else []))))
        then = set_off(combat, "moved", before.id, Scene(before.id, depth=self.scene.depth + 1))
        return push(combat.with_unit(replace(before, hex=end)), way, *then), [moved]


class RoamStep(VerbStep[Roam], frozen=True):
    """A move by the arena die: one step for each point, in the direction that the compass shows."""

    gone: tuple[str, ...] = ()
    start: int = 0
    went: bool = False
    walk: Walk = ()

    def _field(self, combat: Combat, unit: Unit) -> Field:
        """What it finds on its way, every hex noted that it comes over."""
        return field_of(combat, unit, combat.free() | unit.hex, combat.arena.existing)

    def can_do(self, combat: Combat) -> bool:
        """Say whether the unit takes a step at all."""
        return self._goes_on(combat) is not None

    def _goes_on(self, combat: Combat) -> Unit | None:
        """The unit if it has a step left: not next to an opponent, and not yet its whole Movement."""
        unit = self.holder(combat)
        if unit is None:
            return None
        steps = judge(combat).amount(self.verb.steps, self.scene, unit)
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

        def end(now: Combat) -> int:
            """Where the same directions lead."""
            field = self._field(now, replace(unit, hex=start | unit.hex))
            walk: Walk = (Over(start),)
            for direction in self.gone:
                walk = walk if field.is_over(walk) else field.stepped(walk, direction)
            return walk[-1].hex

        way = {"unit": unit.id, "directions": list(self.gone), "start": name(start), "end": name(unit.hex)}
        held, rulings = hold.named() if hold is not None else {}, deciding(combat, ("roaming.flight",), end)
        return self.happened(combat, "roamed", rulings=rulings, **way, **held)


class DriveChip(VerbStep[Drive], frozen=True):
    """An arena chip driven counter-clockwise along a ring; units in its way are put outside, or crushed (card)."""

    gone: tuple[int, ...] = ()
    crushed: tuple[str, ...] = ()

    def run(self, combat: Combat) -> Running:
        """Drive one hex further, with whoever is on the chip; ask where a unit in the way goes, if it may."""
        chip, mat, ring = slug(self.verb.chip), combat.arena.mat, _ring(combat, self.verb)
        here = hex_of_chip(combat, chip)
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
            outside = mat.adjacent(following) & combat.free() & ~(union(ring) | _centre(combat, self.verb))
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


def hex_of_chip(combat: Combat, chip: str) -> int:
    """The hex where an arena chip is, on its own or with the unit that holds it."""
    place = combat.chips.get(chip, At())
    return place.hex or (combat.units[place.holder].hex if place.holder in combat.units else 0)


def ring_of(combat: Combat, chip: str) -> int:
    """The hexes of the ring that a chip of the arena drives along; none for one that drives nowhere."""
    verbs = (verb for effect in combat.arena.effects for verb in effect.verbs)
    return union(sum(_ring(combat, verb)) for verb in verbs if isinstance(verb, Drive) and verb.chip == chip)


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
