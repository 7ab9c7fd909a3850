"""Why a rival unit moves where it does: its mark, and the hex it ends on (Rulebook p.23)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hoplo_companion.hexes import MOST_HEXES, bits, union
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.holding import BY_DICE, DAZED, DEPLOYED, NOBODY_LISTED, Hold, kept_still
from hoplo_companion.rules.model import Priority, Unit, opponents
from hoplo_companion.rules.rival.movement import NO_PATH, Ground
from hoplo_companion.rules.rival.mover import IDLE, MOVES, Mark, Marked, MarkedFoes, MarkedHexes, Move, Mover
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import OTHERS_ARE_BETTER, Decision, Test, Value, criterion, decide


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
    if hold is not None and hold.how in (BY_DICE, DAZED, DEPLOYED):
        # It marks nobody while it is dazed, or acts by the scion's dice.
        options = [(foe.id, foe) for foe in opponents(ground.combat, unit)]
        none = decide("mark", unit.id, hold.rule, options, [criterion(("may move", []), hold.rule, hold.sentence)])
        return [none, _stays_put(ground, ground.mover(unit), hold)]
    mover = ground.mover(unit)
    if mover.roams and hold is not None:
        return [_stays_put(ground, mover, hold)]
    move = ground.consider(mover, ground.occupied, ground.loose)
    if mover.roams:
        led = [(ground.mat.name(hex_), hex_) for hex_ in bits(move.destinations)]
        return [decide("destination", unit.id, "skill.roaming", led, [])]
    free = ground.free(mover, ground.occupied)
    ends = ground.ends(mover, free)
    marked = ground.mark(mover, ends, union(ends), ground.loose)
    if marked is not None:
        found = [_mark(ground, mover, ends, marked)]
        if isinstance(marked, MarkedHexes):
            test = _leaves("marked hex", "movement.hex-mark", marked.closest, said("not its marked hex"))
            return [*found, decide("destination", unit.id, "movement.hex-mark", _hexes(ground, ends), [test])]
        return found + [_into_range(ground, mover, mark, ends) for mark in move.marks if mark.unit]
    found = [_backup_mark(ground, mover, free, move)]
    if hold is None and move.status == IDLE:
        hold = NOBODY_LISTED
    if hold is not None:
        return [*found, _stays_put(ground, mover, hold)]
    return found + [_closer(ground, mover, mark, free, ends) for mark in move.marks]


def _stays_put(ground: Ground, mover: Mover, hold: Hold) -> Decision:
    """Lay open that a unit stays on its hex, and what holds it back from those beside it."""
    _, near = ground.levels(mover, ground.free(mover, ground.occupied), 1)
    test = _leaves("may move", hold.rule, mover.hex, hold.sentence, yes="stays")
    return decide("destination", mover.unit.id, hold.rule, _hexes(ground, near), [test])


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
    ground: Ground, mover: Mover, ends: list[int], needs: list[int], marked: Marked | None, closest: str
) -> list[Test]:
    """Show what narrows the possible marks of one priority: its superlative, then the closest, by that rule."""

    def show_close(aim: Aim) -> str:
        steps = _steps(aim, ends, needs)
        words = "no path" if steps == NO_PATH else f"{steps} to move"
        return f"{words}, {ground.mat.distance(mover.hex, aim.hex)} away"

    def show(aim: Aim) -> int | str | None:
        if aim.entry.opponent in SUPERLATIVES:
            return judge(ground.combat).compared(aim.entry.opponent, mover.foes[aim.foe].unit)
        if aim.entry.opponent == "farthest":
            return show_close(aim)
        return ground.combat.arena.elevation.get(aim.hex, 0) if aim.entry.hex == "highest" else None

    def is_meant(aim: Aim) -> bool:
        # The farthest are found where the others are compared by how close they are: one measure, one column.
        return _is_among(aim, marked.closest if aim.entry.opponent == "farthest" else marked.meant) if marked else False

    return [
        Test("superlative", "movement.superlative", show, is_meant),
        Test("closest", closest, show_close, lambda aim: marked is not None and _is_among(aim, marked.closest)),
    ]


def _is_among(aim: Aim, left: list[int] | int) -> bool:
    """Say whether a possible mark of the entry in question is among those left: foes by number, or a set of hexes."""
    return bool(aim.hex & left) if isinstance(left, int) else aim.foe in left


def _priority(rule: str, marked: Marked | None) -> Test:
    place = marked.priority if marked is not None else -1
    return Test("priority", rule, lambda aim: aim.place + 1, lambda aim: aim.place == place)


def _mark(ground: Ground, mover: Mover, ends: list[int], marked: Marked) -> Decision:
    # What keeps a unit from moving leaves it its Range: it is the reason for what is out of reach then.
    hold = kept_still(ground.combat, mover.unit)
    needs = ground.needs(mover, ends)
    heights = ground.combat.arena.elevation
    highest = heights.get(marked.meant & -marked.meant, 0) if isinstance(marked, MarkedHexes) else 0

    def rule(aim: Aim) -> str:
        if aim.place == marked.priority and aim.entry.hex == "highest" and heights.get(aim.hex, 0) > highest:
            return "hex.highest"
        return hold.rule if hold is not None else "movement.reach-opponent"

    tests = [
        Test(
            "in reach",
            rule,
            lambda aim: _or_none(_steps(aim, ends, needs)),
            lambda aim: _steps(aim, ends, needs) != NO_PATH,
            said("{held}, out of reach", held=hold.sentence) if hold is not None else said("out of reach"),
        ),
        _priority("movement.mark", marked),
        *_narrowing(ground, mover, ends, needs, marked, "movement.closest-mark"),
    ]
    return decide("mark", mover.unit.id, "movement.mark", _named(ground, mover, _aims(ground, mover)), tests)


def _backup_mark(ground: Ground, mover: Mover, free: int, move: Move) -> Decision:
    marked = ground.backup_mark(mover, free, ground.loose)
    _, far = ground.levels(mover, free, MOST_HEXES)
    needs = ground.needs(mover, far)

    def has_path(aim: Aim) -> bool:
        return aim.foe in marked.reach if isinstance(marked, MarkedFoes) else True

    def gets_closer(aim: Aim) -> bool:
        return any(mark.hex == aim.hex for mark in move.marks)

    tests = [
        _priority("movement.backup", marked),
        Test("has a path", "backup.which", lambda aim: _or_none(_steps(aim, far, needs)), has_path),
        *_narrowing(ground, mover, far, needs, marked, "backup.tie"),
        Test(
            "can get closer",
            "mark.motionless",
            lambda aim: "yes" if gets_closer(aim) and move.status == MOVES else "no",
            gets_closer,
        ),
    ]
    return decide("mark", mover.unit.id, "movement.backup", _named(ground, mover, _aims(ground, mover)), tests)


def _hexes(ground: Ground, ends: list[int]) -> list[tuple[str, End]]:
    """List the hexes that a unit can end on, by name."""
    return [(ground.mat.name(hex_), End(hex_, steps)) for steps, hexes in enumerate(ends) for hex_ in bits(hexes)]


def _leaves(
    name: str,
    rule: str,
    left: int,
    fails: Sentence = OTHERS_ARE_BETTER,
    show: Callable[[End], Value] | None = None,
    yes: str = "yes",
) -> Test:
    """Show which hexes a criterion leaves of those that a unit can end on."""

    def is_left(end: End) -> bool:
        return bool(end.hex & left)

    return Test(name, rule, show or (lambda end: yes if is_left(end) else "no"), is_left, fails)


def _least(rule: str, left: int, fails: Sentence = OTHERS_ARE_BETTER) -> Test:
    return _leaves("least movement", rule, left, fails, lambda end: end.steps)


def _into_range(ground: Ground, mover: Mover, mark: Mark, ends: list[int]) -> Decision:
    foe = next(foe for foe in mover.foes if foe.hex == mark.hex)
    reach, rule = union(ends), "movement.farthest-in-range"
    left = ground.hexes_for(mover, foe, reach, ends)

    def distance(end: End) -> int:
        return ground.mat.distance(end.hex, mark.hex)

    tests = [_leaves("within Range", "movement.reach-opponent", foe.zone, said("not within Range"), distance)]
    if mover.hex & foe.zone:
        tests.append(_least("movement.in-range", left, said("within Range already, so it stays")))
    else:
        far = ground.farthest_in_range(mover, foe, reach)
        tests.append(_leaves("farthest from the mark", rule, far, show=distance))
        if "dest.bold" not in ground.rulings.otherwise:
            tests.append(_least("dest.bold", left))
    return decide("destination", mover.unit.id, rule, _hexes(ground, ends), tests)


def _closer(ground: Ground, mover: Mover, mark: Mark, free: int, ends: list[int]) -> Decision:
    ranked = ground.approach(mover, mark, free, union(ends))
    to_go = {hex_: rank for rank, hexes in enumerate(ranked) for hex_ in bits(hexes)}
    left = ground.closest_to(mover, mark, free, ends)
    least = {to_go.get(hex_) for hex_ in bits(left)}
    near = Test(
        "still to go",
        "backup.close",
        lambda end: to_go.get(end.hex, "no path"),
        lambda end: to_go.get(end.hex) in least,
    )
    tests = [near, _least("backup.close", left)]
    return decide("destination", mover.unit.id, "movement.backup", _hexes(ground, ends), tests)
