"""Why a rival unit moves where it does: its mark, and the hex it ends on (Rulebook p.23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.hexes import bits, union
from hoplo_companion.rules.holding import DEPLOYED, Hold, kept_still
from hoplo_companion.rules.model import Priority, Unit, opponents
from hoplo_companion.rules.rival.movement import NO_PATH, Ground
from hoplo_companion.rules.rival.mover import Mark, Mover, is_still
from hoplo_companion.rules.rival.priorities import SUPERLATIVES
from hoplo_companion.rules.why.decisions import Decision, Test, decide


class Aim(NamedTuple):
    """A possible mark: the place and the entry of the list that mean it, the foe's number (or -1), and the hex."""

    place: int
    entry: Priority
    foe: int
    hex: int


class End(NamedTuple):
    """A hex that a unit can end on, and the movement it takes."""

    hex: int
    steps: int


def movements(ground: Ground, unit: Unit) -> list[Decision]:
    """Lay open a unit's mark, and for each mark it may choose the hexes to end on (p.23)."""
    hold = kept_still(ground.combat, unit)
    if hold is not None and is_still(ground.combat, unit):
        return [_dazed(ground, unit, hold)]
    mover = ground.mover(unit)
    if mover.roams and hold is not None:
        return [_stays_put(ground, mover, hold)]
    if mover.roams:
        move = ground.consider(mover, ground.occupied, ground.loose)
        options = [(ground.mat.name(hex_), hex_) for hex_ in bits(move.destinations)]
        return [decide("destination", unit.id, "skill.roaming", options, [])]
    free = ground.free(mover, ground.occupied)
    ends = ground.ends(mover, free)
    needs = ground.needs(mover, ends)
    reachable = [aim for aim in _aims(ground, mover) if _steps(aim, ends, needs) != NO_PATH]
    if reachable:
        found = [_mark(ground, mover, ends, needs)]
        found += [_into_range(ground, mover, mark, ends) for mark in _marks(ground, mover) if mark.unit]
        return found
    _, far = ground.levels(mover, free, 999)
    found = [_backup_mark(ground, mover, free, far)]
    if hold is not None:
        return [*found, _stays_put(ground, mover, hold)]
    found += [_closer(ground, mover, mark, free, ends) for mark in _marks(ground, mover)]
    return found


def _dazed(ground: Ground, unit: Unit, hold: Hold) -> Decision:
    """Lay open that a unit marks nobody while it is dazed, and by what it is."""
    rule = "movement.dazed" if hold.how == DEPLOYED else hold.rule
    test = Test("may move", rule, lambda _: "no", lambda _: None, fails=hold.words())
    decision = decide("mark", unit.id, rule, [(foe.id, foe) for foe in opponents(ground.combat, unit)], [test])
    return replace(decision, rulings=list(hold.rulings))


def _stays_put(ground: Ground, mover: Mover, hold: Hold) -> Decision:
    """Lay open that a unit stays on its hex, and what holds it back from those beside it."""
    _, near = ground.levels(mover, ground.free(mover, ground.occupied), 1)

    def stays(end: End) -> bool:
        return end.hex == mover.hex

    test = Test(
        "may move",
        hold.rule,
        lambda end: "stays" if stays(end) else "no",
        lambda end: 0 if stays(end) else None,
        fails=hold.words(),
    )
    return decide("destination", mover.unit.id, hold.rule, _hexes(ground, near), [test])


def _marks(ground: Ground, mover: Mover) -> Sequence[Mark]:
    return ground.consider(mover, ground.occupied, ground.loose).marks


def _aims(ground: Ground, mover: Mover) -> list[Aim]:
    """List all that a unit's priorities mean, in printed order."""
    aims: list[Aim] = []
    for place, entry in enumerate(mover.entries):
        if entry.bold:
            aims += [Aim(place, entry, foe, mover.foes[foe].hex) for foe in mover.means[place]]
        else:
            ranks = ground.marked_hexes(mover, entry, ground.loose)
            aims += [Aim(place, entry, -1, hex_) for hexes in ranks for hex_ in bits(hexes)]
    return aims


def _named(ground: Ground, mover: Mover, aims: list[Aim]) -> list[tuple[str, Aim]]:
    def name(aim: Aim) -> str:
        return mover.foes[aim.foe].unit.id if aim.foe >= 0 else ground.mat.name(aim.hex)

    return [(f"{name(aim)} as {aim.place + 1}. {aim.entry.id()}", aim) for aim in aims]


def _steps(aim: Aim, ends: list[int], needs: list[int]) -> int:
    """Count the movement that brings a possible mark into Range, or the unit onto the marked hex."""
    if aim.foe >= 0:
        return needs[aim.foe]
    return next((steps for steps, end in enumerate(ends) if end & aim.hex), NO_PATH)


def _or_none(steps: int) -> int | str:
    return "no" if steps == NO_PATH else steps


def _narrowing(
    ground: Ground, mover: Mover, ends: list[int], needs: list[int], closest: str = "movement.closest-mark"
) -> list[Test]:
    """List what sets apart the possible marks of one priority: its superlative, then the closest, by that rule."""

    def close(aim: Aim) -> tuple[int, int]:
        if aim.foe >= 0:
            return ground.closeness(mover, mover.foes[aim.foe], needs[aim.foe])
        distance = ground.mat.distance(mover.hex, aim.hex)
        steps = _steps(aim, ends, needs)
        if ground.rulings.distance_in_hexes:
            return 0, distance
        return (steps, 0) if steps != NO_PATH else (999, distance)

    def show_close(aim: Aim) -> str:
        steps = _steps(aim, ends, needs)
        words = "no path" if steps == NO_PATH else f"{steps} to move"
        return f"{words}, {ground.mat.distance(mover.hex, aim.hex)} away"

    def value(aim: Aim) -> int | None:
        if aim.entry.opponent in SUPERLATIVES:
            return SUPERLATIVES[aim.entry.opponent][0](ground.combat, mover.foes[aim.foe].unit)
        return ground.combat.arena.elevation.get(aim.hex, 0) if aim.entry.hex == "highest" else None

    def rank(aim: Aim) -> Any:
        if aim.entry.opponent in SUPERLATIVES:
            return mover.rank(ground.combat, aim.entry.opponent, aim.foe)
        if aim.entry.opponent == "farthest":
            return tuple(-part for part in close(aim))
        return -(value(aim) or 0) if aim.entry.hex == "highest" else 0

    def show(aim: Aim) -> int | str | None:
        return show_close(aim) if aim.entry.opponent == "farthest" else value(aim)

    return [
        Test("superlative", "movement.superlative", show, rank),
        Test("closest", closest, show_close, close),
    ]


def _mark(ground: Ground, mover: Mover, ends: list[int], needs: list[int]) -> Decision:
    # What keeps a unit from moving leaves it its Range: it is the reason for what is out of reach then.
    hold = kept_still(ground.combat, mover.unit)
    tests = [
        Test(
            "in reach",
            hold.rule if hold is not None else "movement.reach-opponent",
            lambda aim: _or_none(_steps(aim, ends, needs)),
            lambda aim: None if _steps(aim, ends, needs) == NO_PATH else 0,
            fails=f"{hold.words()}, out of reach" if hold is not None else "out of reach",
        ),
        Test("priority", "movement.mark", lambda aim: aim.place + 1, lambda aim: aim.place),
        *_narrowing(ground, mover, ends, needs),
    ]
    return decide("mark", mover.unit.id, "movement.mark", _named(ground, mover, _aims(ground, mover)), tests)


def _backup_mark(ground: Ground, mover: Mover, free: int, far: list[int]) -> Decision:
    aims = _aims(ground, mover)
    needs = ground.needs(mover, far)
    ends = ground.ends(mover, free)
    with_path = {aim.place for aim in aims if aim.foe >= 0 and needs[aim.foe] != NO_PATH}

    def path_first(aim: Aim) -> int:
        counts = aim.entry.opponent in ("closest", "farthest") and aim.place in with_path
        return 1 if counts and needs[aim.foe] == NO_PATH else 0

    def gets_closer(aim: Aim) -> bool:
        mark = Mark(aim.place, mover.foes[aim.foe].unit.id if aim.foe >= 0 else "", aim.hex)
        return not ground.closest_to(mover, mark, free, ends) & mover.hex

    tests = [
        Test("priority", "movement.backup", lambda aim: aim.place + 1, lambda aim: aim.place),
        Test("has a path", "backup.which", lambda aim: _or_none(_steps(aim, far, needs)), path_first),
        *_narrowing(ground, mover, far, needs, "backup.tie"),
        Test(
            "can get closer",
            "mark.motionless",
            lambda aim: "yes" if gets_closer(aim) else "no",
            lambda aim: not gets_closer(aim),
        ),
    ]
    return decide("mark", mover.unit.id, "movement.backup", _named(ground, mover, aims), tests)


def _hexes(ground: Ground, ends: list[int]) -> list[tuple[str, End]]:
    """List the hexes that a unit can end on, by name."""
    return [(ground.mat.name(hex_), End(hex_, steps)) for steps, hexes in enumerate(ends) for hex_ in bits(hexes)]


def _least(rule: str) -> Test:
    return Test("least movement", rule, lambda end: end.steps, lambda end: end.steps)


def _into_range(ground: Ground, mover: Mover, mark: Mark, ends: list[int]) -> Decision:
    def distance(end: End) -> int:
        return ground.mat.distance(end.hex, mark.hex)

    in_range_now = distance(End(mover.hex, 0)) <= mover.range
    tests = [
        Test(
            "within Range",
            "movement.reach-opponent",
            distance,
            lambda end: 0 if distance(end) <= mover.range else None,
            fails="not within Range",
        )
    ]
    if in_range_now:
        tests.append(_least("movement.in-range")._replace(name="in Range already: no move"))
    else:
        tests.append(Test("farthest from the mark", "movement.farthest-in-range", distance, lambda end: -distance(end)))
        if not ground.rulings.any_farthest_hex:
            tests.append(_least("dest.bold"))
    return decide("destination", mover.unit.id, "movement.farthest-in-range", _hexes(ground, ends), tests)


def _closer(ground: Ground, mover: Mover, mark: Mark, free: int, ends: list[int]) -> Decision:
    ranked = ground.approach(mover, mark, free, union(ends))
    left = {hex_: rank for rank, hexes in enumerate(ranked) for hex_ in bits(hexes)}
    tests = [
        Test(
            "still to go",
            "backup.close",
            lambda end: left.get(end.hex, "no path"),
            lambda end: left.get(end.hex, 999),
        ),
        _least("backup.close"),
    ]
    return decide("destination", mover.unit.id, "movement.backup", _hexes(ground, ends), tests)
