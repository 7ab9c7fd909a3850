"""A unit that may move: its priority list, how it roams, and what the Movement Step does not change (p.22-24)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from hoplo_companion.components.effects import Roam
from hoplo_companion.errors import UnknownPrioritiesError
from hoplo_companion.hexes import DIRECTIONS, Mat, bits, union
from hoplo_companion.language import later
from hoplo_companion.rules.effects.in_force import FIRST, Held
from hoplo_companion.rules.effects.judge import is_daze_lifted, is_dazed, is_forbidden, judge, may
from hoplo_companion.rules.model import Combat, Priority, Unit, is_local, opponents, takes_no_steps

MOVES, STAYS, BLOCKED, IDLE, DAZED = "moves", "stays", "blocked", "idle", "dazed"
"""What a unit does when it moves now, as in the machine interface."""


class Mark(Struct, frozen=True, gc=False):
    """A mark: which entry of the unit's list it comes from (counted from 0), and the opponent or the hex it is.

    Shapes: `foe` is the opponent's number, or -1; `goal` are the hexes on which the mark counts as reached.
    """

    priority: int
    unit: str
    hex: int
    foe: int
    goal: int


class Marked(Struct, frozen=True, gc=False):
    """How what one entry of a list means was narrowed down to the marks.

    Shapes: of opponents their numbers, of hexes sets: those that the superlative means, of them the closest. `reach`
    are the opponents within reach (in back-up movement those with a path, where that is asked).
    """

    priority: int
    reach: list[int]
    meant: list[int] | int
    closest: list[int] | int


class Move(Struct, frozen=True):
    """What a unit does when it moves now: its status, the hexes it may end on, and how its marks were found.

    Shapes: `closer` holds the hexes of the marks that it gets closer to, where it may choose among those alone.
    """

    status: str
    destinations: int
    mover: Mover | None = None
    marked: Marked | None = None
    closer: int = 0

    @property
    def is_backup(self) -> bool:
        """Say whether nothing on its list is within reach, so that it only gets closer, if it can (p.23, step 3)."""
        return bool(self.closer) or self.status in (BLOCKED, IDLE)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks it may choose among; made for whoever looks, since the ways of a step are found without them."""
        marks = marks_of(self.mover, self.marked) if self.mover is not None else ()
        return tuple([mark for mark in marks if mark.hex & self.closer]) if self.closer else marks


Listed = tuple[int, str, list[int], tuple[int, ...]]
"""An entry of a list by its place, its bold word, the foes that it means by number, or ranked sets of hexes."""

Loose = tuple[int, ...]
"""Where each equippable chip lies loose, in the order of `Ground.chips`: its hex, or 0 where a unit holds it."""


class Mover:
    """A rival unit with everything about it that does not change during the Movement Step.

    Shapes: `foes` are its opponents, and `zones` the hexes from which each of them is within its Range.
    """

    __slots__ = (
        "about", "backing", "entries", "flies", "foes", "hex", "is_still", "listed", "lying", "marking",
        "means", "movement", "near", "range", "ranks", "roams", "unit", "ways", "zones",
    )  # fmt: skip

    def __init__(self, combat: Combat, unit: Unit, *, by_effect: bool) -> None:
        mat, now = combat.arena.mat, judge(combat)
        self.unit, self.hex = unit, unit.hex
        self.flies = "pass-blocked" in now.gifts(unit)
        is_idle = not by_effect and takes_no_steps(combat, unit)
        self.is_still = not (by_effect or is_idle) and is_still(combat, unit)
        # What a unit that cannot move would do is nobody's business: its numbers may stay unknown.
        stays = is_idle or self.is_still
        self.roams = not (by_effect or stays) and is_bound_to_roam(combat, unit)
        is_locked = stays or (not by_effect and is_forbidden(combat, unit, "move"))
        self.movement = 0 if is_locked else now.stat(unit, "movement")
        self.range = 0 if stays else now.stat(unit, "range")
        # A unit of yours moves as you like: it has no list, and nobody need have entered any (p.26).
        self.entries = () if stays or unit.side == "player" else priority_list(combat, unit)
        self.foes = [] if stays else opponents(combat, unit)
        units, everyone = self.foes, list(range(len(self.foes)))
        self.zones = [mat.within(foe.hex, self.range) for foe in units]
        self.means: list[list[int]] = []
        """The foes that each entry of its list means, by number; none for one that names hexes."""
        for entry in self.entries:
            meant = meant_by(combat, entry, units) if entry.opponent else []
            self.means.append(everyone if meant is units else [at for at in everyone if units[at] in meant])
        self.about = mat.within(self.hex, self.movement)
        # What was worked out already, by all that it depends on.
        self.ranks: dict[tuple[str, int], int] = {}
        self.near: dict[str, int] = {}
        self.listed: dict[Loose, list[Listed]] = {}
        self.lying: dict[Loose, int] = {}
        self.marking: dict[tuple[int, Loose], Move | None] = {}
        self.backing: dict[tuple[int, Loose], Move] = {}
        self.ways: dict[tuple[int, int, Loose], list[int]] = {}


def marks_of(mover: Mover, marked: Marked | None) -> tuple[Mark, ...]:
    """The marks that the closest of what was marked are."""
    if marked is None:
        return ()
    priority, foes, zones = marked.priority, mover.foes, mover.zones
    if isinstance(marked.closest, int):
        return tuple([Mark(priority, "", hex_, -1, hex_) for hex_ in bits(marked.closest)])
    return tuple([Mark(priority, foes[at].id, foes[at].hex, at, zones[at]) for at in marked.closest])


def is_still(combat: Combat, unit: Unit) -> bool:
    """Say whether being dazed keeps a unit from moving; Tactical may lift that (p.21; sheet; `dazed.later`)."""
    return is_dazed(combat, unit) and not is_daze_lifted(combat, unit, "move-when-dazed")


def moves_of(combat: Combat, unit: Unit) -> list[Held]:
    """The effects that take the place of a unit's move in the Movement Step, unless it is freed of them."""
    found = judge(combat).on("movement", unit.id)
    free = bool(found) and may(combat, unit, "not-roam")
    return [held for held in found if not (free and held.effect.does(Roam))]


def is_bound_to_roam(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit moves by the arena die: it has Roaming, and no ally's Beastmaster frees it of that."""
    return any(held.effect.does(Roam) for held in moves_of(combat, unit))


def in_place_of_move(combat: Combat, unit: Unit) -> list[Held]:
    """The effects that take the place of a unit's move: Roaming, unless it cannot move or is freed of it."""
    found = moves_of(combat, unit)
    return [] if found and (is_still(combat, unit) or is_forbidden(combat, unit, "move")) else found


class Over(NamedTuple):
    """A hex that a roaming unit has come to, and the hexes that it came over on the way there, this one the last."""

    hex: int
    way: tuple[int, ...] = ()


Walk = tuple[Over, ...]
"""A walk under way: the hex where the unit stands comes last, before it those that it may yet turn out to fly over."""


class Field(NamedTuple):
    """What a roaming unit finds: sets of hexes.

    `free` are those that it may end on, `beside` those next to an opponent, where it stops; `over` are the blocked ones
    that it may pass over (`roaming.flight`), `noted` those that are kept where it comes over them.
    """

    mat: Mat
    free: int
    beside: int
    over: int
    noted: int

    def stepped(self, walk: Walk, direction: str) -> Walk:
        """Take the step that a die gives; into a hex that is neither free nor passed over it is lost."""
        after: list[Over] = []
        for at, way in walk:
            hex_ = self.mat.step(at, direction)
            further = Over(hex_, (*way, hex_) if hex_ & self.noted else way)
            lands = bool(hex_ & self.free)
            stands = at & self.free
            if stands & self.beside:
                after.append(Over(at, way))
            elif lands:
                # Having flown so far, it has done what else it might have done from where it took off.
                return (*after, further)
            elif hex_ & self.over:
                after += [further, Over(at, way)] if stands else [further]
            else:
                after.append(Over(at, way))
        return tuple(after)

    def is_over(self, walk: Walk) -> bool:
        """Say whether the unit stops where it stands: next to an opponent, and over no blocked hex."""
        return len(walk) == 1 and bool(walk[0].hex & self.beside)


def field_of(combat: Combat, unit: Unit, free: int, noted: int = 0) -> Field:
    """What a roaming unit finds where some hexes are free for it; whether it flies hangs on `roaming.flight`."""
    arena = combat.arena
    flies = "roaming.flight" in combat.rulings.otherwise and may(combat, unit, "pass-blocked")
    beside = union(arena.mat.adjacent(foe.hex) for foe in opponents(combat, unit))
    return Field(arena.mat, free, beside, arena.existing & ~free if flies else 0, noted)


def walks(field: Field, start: int, steps: int) -> set[tuple[int, int]]:
    """Every way in which random steps can end, lost ones included: the hex, and the noted hexes on the way there."""
    ended: set[Walk] = set()
    moving: set[Walk] = {(Over(start),)}
    for _ in range(steps):
        ended |= {walk for walk in moving if field.is_over(walk)}
        moving = {field.stepped(walk, direction) for walk in moving - ended for direction in DIRECTIONS}
    return {(walk[-1].hex, union(walk[-1].way)) for walk in ended | moving}


Stage = tuple[str, list[Unit]]
"""A criterion by its name, and the units that it leaves of those that were left before it."""

PRIORITY, SUPERLATIVE = later("priority"), later("superlative")


def priority_list(combat: Combat, unit: Unit) -> tuple[Priority, ...]:
    """A unit's priorities, what its skills put in front first; UnknownPrioritiesError where nobody knows the lists."""
    lists = combat.arena.priorities
    if lists is None:
        raise UnknownPrioritiesError(combat.arena.id, combat.arena.name)
    entries: tuple[Priority, ...] = ()
    for each in lists:
        if (
            each.kind == "all"
            or (each.kind == "unit" and each.fits == unit.chip)
            or (each.kind == "class" and each.fits in unit.classes)
            or (each.kind == "local" and is_local(combat, unit))
        ):
            entries = each.entries
            break
    # Effects put some before everything else, as Blasphemous does (Unit Skills sheet).
    words = sorted(word for word in judge(combat).gifts(unit) if word.startswith(FIRST))
    return (*(Priority(opponent=word.removeprefix(FIRST)) for word in words), *entries)


def meant_by(combat: Combat, entry: Priority, opponents: list[Unit]) -> list[Unit]:
    """The opponents that a bold entry can mean, before any superlative narrows them."""
    match entry.opponent:
        case "flagholder":
            holder = combat.flag.holder if combat.flag is not None else ""
            return [unit for unit in opponents if unit.id == holder]
        case "hero":
            return [unit for unit in opponents if unit.hero]
        case "holding":
            place = combat.chips.get(entry.chip)
            return [unit for unit in opponents if place is not None and unit.id == place.holder]
        case _:
            return opponents


def first_meant(combat: Combat, unit: Unit, among: list[Unit]) -> tuple[Priority | None, list[Unit]]:
    """The highest bold entry of a unit's list that means any of some opponents, and those that it means (p.24)."""
    for entry in priority_list(combat, unit):
        if entry.opponent and (meant := meant_by(combat, entry, among)):
            return entry, meant
    return None, []


def by_list(combat: Combat, unit: Unit, among: list[Unit]) -> list[Stage]:
    """Narrow opponents down by a unit's highest bold entry and its superlative, distances in hexes (p.24)."""
    entry, meant = first_meant(combat, unit, among)
    best = judge(combat).best(entry.opponent, meant, unit) if entry is not None else []
    return [(PRIORITY, meant), (SUPERLATIVE, best)]


def why_meant(combat: Combat, unit: Unit, target: Unit) -> str:
    """Name the bold entry of a unit's list that means a target; empty where none does."""
    entry, _ = first_meant(combat, unit, [target])
    return entry.id() if entry is not None else ""
