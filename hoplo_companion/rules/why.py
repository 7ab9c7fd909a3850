"""Why: the decisions of a step with every candidate, from the same ranked sets that the rules choose by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.hexes import bits, union
from hoplo_companion.rules.decisions import Decision, Test, decide
from hoplo_companion.rules.deployment import units_due
from hoplo_companion.rules.effects.compiled import DRAWS
from hoplo_companion.rules.effects.judge import may
from hoplo_companion.rules.engage import attacks, in_range, taunters
from hoplo_companion.rules.model import Combat, Priority, Unit, opponents
from hoplo_companion.rules.modifiers import is_moveless
from hoplo_companion.rules.movement import NO_PATH, Ground
from hoplo_companion.rules.mover import Mark, Mover, is_still
from hoplo_companion.rules.priorities import SUPERLATIVES, meant_by, priority_list
from hoplo_companion.rules.specials import (
    can_act,
    in_place_of,
    in_place_of_attack,
    never_attacks,
    possible_aims,
    rival_use,
)
from hoplo_companion.rules.tactics import has_tactical, placement
from hoplo_companion.rules.turns import as_turn_starts

Aim = tuple[int, Priority, int, int]
"""A possible mark: the number and the entry of the list, the foe's number (or -1), and the hex."""


def decisions(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """List the decisions of a step as things stand: for one rival unit, or for all."""
    units = [each for each in combat.in_arena("rival") if unit in ("", each.id)]
    match step:
        case "deployment":
            return _deployments(combat)
        case "tactics":
            return _tactics(combat)
        case "movement":
            ground = Ground(combat if combat.agenda else as_turn_starts(combat))
            return [decision for each in units for decision in _movements(ground, each)]
        case "engage":
            return [_target(combat, each) for each in units]
    return []


# Deployment and tactics -----------------------------------------------------------------------------------------


def _deployments(combat: Combat) -> list[Decision]:
    """Hold the deployment hexes against each unit that is due, in order (p.21)."""
    blocked = combat.blocked()
    found = []
    for unit in combat.lineup[: units_due(combat)]:
        decision = _deployment(combat, unit, blocked)
        found.append(decision)
        for name in decision.chosen:
            blocked |= combat.arena.mat.bit[name]
    return found


def _deployment(combat: Combat, unit: str, blocked: int) -> Decision:
    tests = [
        Test(
            "unblocked",
            "deployment.blocked",
            lambda at: "no" if combat.arena.rival_deployment[at] & blocked else "yes",
            lambda at: None if combat.arena.rival_deployment[at] & blocked else 0,
            fails="blocked or occupied",
        ),
        Test("lowest number", "deployment.lowest-hex", lambda at: at + 1, lambda at: at),
    ]
    options = [(combat.arena.mat.name(hex_), at) for at, hex_ in enumerate(combat.arena.rival_deployment)]
    return decide("deploy", unit, "deployment.lowest-hex", options, tests)


def _tactics(combat: Combat) -> list[Decision]:
    """Hold every unit in combat against each tactic in its turn, up to the one that is placed (p.22)."""
    placed = placement(combat)
    last = placed.place + 1 if placed is not None else len(combat.rival_tactics)
    return [_tactic(combat, chip) for chip in combat.rival_tactics[:last]]


def _tactic(combat: Combat, chip: str) -> Decision:
    tactic = combat.catalogue.tactic(chip)
    side = {"ally": "rival", "opponent": "player"}.get((tactic.rival_side if tactic else None) or "", "")
    everywhere = has_tactical(combat)
    beside = combat.arena.mat.adjacent(sum(unit.hex for unit in combat.in_arena("rival")))
    tests = [
        Test(
            "not elite",
            "tactics.elite",
            lambda u: "elite" if u.elite else "yes",
            lambda u: None if u.elite else 0,
            fails="elite",
        )
    ]
    if side == "player":
        tests.append(
            Test(
                "beside a rival unit, or Tactical",
                "tactics.opponent",
                lambda u: "Tactical" if everywhere else "yes" if u.hex & beside else "no",
                lambda u: 0 if everywhere or u.hex & beside else None,
                fails="not beside a rival unit",
            )
        )
    if tactic is not None and tactic.rival_without_itself:
        tests.append(
            Test(
                f"without {tactic.name}",
                f"tactics.{chip}",
                lambda u: "no" if chip in u.tactics else "yes",
                lambda u: None if chip in u.tactics else 0,
                fails=f"has {tactic.name} already",
            )
        )
    if tactic is not None and tactic.rival_target is not None:
        tests.append(_superlative(combat, tactic.rival_target, f"tactics.{chip}"))
    else:
        tests.append(
            Test("in the table", "tactics.order", lambda _: "no", lambda _: None, fails="not in the rival's table")
        )
    options = [(unit.id, unit) for unit in combat.in_arena() if side in ("", unit.side)]
    return decide("tactic", chip, f"tactics.{chip}", options, tests)


def _superlative(combat: Combat, word: str, rule: str) -> Test:
    value, sign = SUPERLATIVES[word]
    return Test(word, rule, lambda unit: value(combat, unit), lambda unit: sign * value(combat, unit))


# Movement -------------------------------------------------------------------------------------------------------


def _movements(ground: Ground, unit: Unit) -> list[Decision]:
    """Lay open a unit's mark, and for each mark it may choose the hexes to end on (p.23)."""
    if is_still(ground.combat, unit):
        return [decide("mark", unit.id, "movement.dazed", [], [])]
    mover = ground.mover(unit)
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
    found += [_closer(ground, mover, mark, free, ends) for mark in _marks(ground, mover)]
    return found


def _marks(ground: Ground, mover: Mover) -> Sequence[Mark]:
    return ground.consider(mover, ground.occupied, ground.loose).marks


def _aims(ground: Ground, mover: Mover) -> list[Aim]:
    """List all that a unit's priorities mean, in printed order."""
    aims = []
    for priority, entry in enumerate(mover.entries):
        if entry.bold:
            aims += [(priority, entry, at, mover.foes[at].hex) for at in mover.means[priority]]
        else:
            ranks = ground.marked_hexes(mover, entry, ground.loose)
            aims += [(priority, entry, -1, hex_) for hexes in ranks for hex_ in bits(hexes)]
    return aims


def _named(ground: Ground, mover: Mover, aims: list[Aim]) -> list[tuple[str, Aim]]:
    def name(aim: Aim) -> str:
        return mover.foes[aim[2]].unit.id if aim[2] >= 0 else ground.mat.name(aim[3])

    return [(f"{name(aim)} as {aim[0] + 1}. {aim[1].id()}", aim) for aim in aims]


def _steps(aim: Aim, ends: list[int], needs: list[int]) -> int:
    """Count the movement that brings a possible mark into Range, or the unit onto the marked hex."""
    if aim[2] >= 0:
        return needs[aim[2]]
    return next((steps for steps, end in enumerate(ends) if end & aim[3]), NO_PATH)


def _or_none(steps: int) -> int | str:
    return "no" if steps == NO_PATH else steps


def _narrowing(ground: Ground, mover: Mover, ends: list[int], needs: list[int]) -> list[Test]:
    """List what sets apart the possible marks of one priority: its superlative, then the closest (p.23)."""

    def close(aim: Aim) -> tuple[int, int]:
        if aim[2] >= 0:
            return ground.closeness(mover, mover.foes[aim[2]], needs[aim[2]])
        distance = ground.mat.distance(mover.hex, aim[3])
        steps = _steps(aim, ends, needs)
        if ground.rulings.distance_in_hexes:
            return 0, distance
        return (steps, 0) if steps != NO_PATH else (999, distance)

    def show_close(aim: Aim) -> str:
        steps = _steps(aim, ends, needs)
        words = "no path" if steps == NO_PATH else f"{steps} to move"
        return f"{words}, {ground.mat.distance(mover.hex, aim[3])} away"

    def value(aim: Aim) -> int | None:
        if aim[1].opponent in SUPERLATIVES:
            return SUPERLATIVES[aim[1].opponent][0](ground.combat, mover.foes[aim[2]].unit)
        return ground.combat.arena.elevation.get(aim[3], 0) if aim[1].hex == "highest" else None

    def rank(aim: Aim) -> Any:
        if aim[1].opponent in SUPERLATIVES:
            return mover.rank(ground.combat, aim[1].opponent)[aim[2]]
        if aim[1].opponent == "farthest":
            return tuple(-part for part in close(aim))
        return -(value(aim) or 0) if aim[1].hex == "highest" else 0

    def show(aim: Aim) -> int | str | None:
        return show_close(aim) if aim[1].opponent == "farthest" else value(aim)

    return [
        Test("superlative", "movement.superlative", show, rank),
        Test("closest", "movement.closest-mark", show_close, close),
    ]


def _mark(ground: Ground, mover: Mover, ends: list[int], needs: list[int]) -> Decision:
    # Combat Lock leaves a unit its Range alone: it is the reason for what is out of reach then.
    locked = is_moveless(ground.combat, mover.unit)
    tests = [
        Test(
            "in reach",
            "skill.combat-lock" if locked else "movement.reach-opponent",
            lambda aim: _or_none(_steps(aim, ends, needs)),
            lambda aim: None if _steps(aim, ends, needs) == NO_PATH else 0,
            fails="held by Combat Lock, out of reach" if locked else "out of reach",
        ),
        Test("priority", "movement.mark", lambda aim: aim[0] + 1, lambda aim: aim[0]),
        *_narrowing(ground, mover, ends, needs),
    ]
    return decide("mark", mover.unit.id, "movement.mark", _named(ground, mover, _aims(ground, mover)), tests)


def _backup_mark(ground: Ground, mover: Mover, free: int, far: list[int]) -> Decision:
    aims = _aims(ground, mover)
    needs = ground.needs(mover, far)
    ends = ground.ends(mover, free)
    with_path = {aim[0] for aim in aims if aim[2] >= 0 and needs[aim[2]] != NO_PATH}

    def path_first(aim: Aim) -> int:
        counts = aim[1].opponent in ("closest", "farthest") and aim[0] in with_path
        return 1 if counts and needs[aim[2]] == NO_PATH else 0

    def gets_closer(aim: Aim) -> bool:
        mark = Mark(aim[0], mover.foes[aim[2]].unit.id if aim[2] >= 0 else "", aim[3])
        return not ground.closest_to(mover, mark, free, ends) & mover.hex

    tests = [
        Test("priority", "movement.backup", lambda aim: aim[0] + 1, lambda aim: aim[0]),
        Test("has a path", "backup.which", lambda aim: _or_none(_steps(aim, far, needs)), path_first),
        *_narrowing(ground, mover, far, needs),
        Test(
            "can get closer",
            "mark.motionless",
            lambda aim: "yes" if gets_closer(aim) else "no",
            lambda aim: not gets_closer(aim),
        ),
    ]
    return decide("mark", mover.unit.id, "movement.backup", _named(ground, mover, aims), tests)


def _hexes(ground: Ground, ends: list[int]) -> list[tuple[str, tuple[int, int]]]:
    """List the hexes that a unit can end on, with the movement each takes."""
    return [(ground.mat.name(hex_), (hex_, steps)) for steps, end in enumerate(ends) for hex_ in bits(end)]


def _least(rule: str) -> Test:
    return Test("least movement", rule, lambda hex_: hex_[1], lambda hex_: hex_[1])


def _into_range(ground: Ground, mover: Mover, mark: Mark, ends: list[int]) -> Decision:
    def distance(hex_: tuple[int, int]) -> int:
        return ground.mat.distance(hex_[0], mark.hex)

    in_range_now = distance((mover.hex, 0)) <= mover.range
    tests = [
        Test(
            "within Range",
            "movement.reach-opponent",
            distance,
            lambda hex_: 0 if distance(hex_) <= mover.range else None,
            fails="not within Range",
        )
    ]
    if in_range_now:
        tests.append(_least("movement.in-range")._replace(name="in Range already: no move"))
    else:
        tests.append(Test("farthest from the mark", "movement.farthest-in-range", distance, lambda h: -distance(h)))
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
            lambda hex_: left.get(hex_[0], "no path"),
            lambda hex_: left.get(hex_[0], 999),
        ),
        _least("backup.close"),
    ]
    return decide("destination", mover.unit.id, "movement.backup", _hexes(ground, ends), tests)


# Engage ---------------------------------------------------------------------------------------------------------


def _target(combat: Combat, unit: Unit) -> Decision:
    """Hold every opponent against a unit's Range, Taunt, and its bold priorities (p.24)."""
    mat = combat.arena.mat
    would = [] if never_attacks(combat, unit) else attacks(combat, unit)
    granted = next(iter(in_place_of_attack(combat, unit, would)), None)
    near = in_range(combat, unit) if granted is None else possible_aims(combat, unit, granted)
    options = [(other.id, other) for other in opponents(combat, unit)]
    if not can_act(combat, unit):
        tests = [Test("may attack", "combat.dazed", lambda _: "dazed", lambda _: None, fails="the unit is dazed")]
        return decide("target", unit.id, "engage.target", options, tests)
    if granted is None and never_attacks(combat, unit):
        tests = [Test("may attack", "skill.agile", lambda _: "never", lambda _: None, fails="it never attacks")]
        return decide("target", unit.id, "engage.target", options, tests)
    entries = priority_list(combat, unit)

    def listed(target: Unit) -> int | None:
        bold = (at for at, entry in enumerate(entries) if entry.bold and meant_by(combat, entry, [target]))
        return next(bold, None)

    def first(target: Unit) -> int | None:
        at = listed(target)
        # Taunt overrides the list: where the list means none of those with Taunt, they are all equal.
        return len(entries) if at is None and beside and all(listed(each) is None for each in pool) else at

    def distance(target: Unit) -> int:
        return mat.distance(unit.hex, target.hex)

    def show_first(target: Unit) -> int | None:
        at = listed(target)
        return None if at is None else at + 1

    beside = taunters(combat, unit, near) if granted is None else []
    pool = [t for t in near if may(combat, t, DRAWS)] if combat.rulings.taunt_any and len(beside) == 1 else beside
    tests = []
    within = "within Range" if granted is None else f"within {granted.name}"
    if granted is None or len(near) < len(options):
        tests.append(
            Test(
                within,
                "engage.target",
                distance,
                lambda target: 0 if target in near else None,
                fails="out of Range" if granted is None else "out of its reach",
            ),
        )
    if beside:
        tests.append(
            Test(
                "Taunt",
                "skill.taunt",
                lambda target: "Taunt" if target in pool else "no",
                lambda target: 0 if target in pool else None,
                fails="held by Taunt",
            )
        )
        if len(beside) > 1:
            tests.append(_superlative(combat, "strongest", "skill.taunt"))
    pick = rival_use(granted).pick if granted is not None else None
    if pick in SUPERLATIVES:
        tests.append(_superlative(combat, pick, "engage.special-target"))
    elif not beside or (combat.rulings.taunt_any and len(beside) == 1):
        tests += [
            Test("priority", "engage.target", show_first, first, fails="not on its list"),
            Test(
                "superlative",
                "engage.target",
                lambda target: _rank(combat, entries, first(target), target, distance(target))[0],
                lambda target: _rank(combat, entries, first(target), target, distance(target))[1],
            ),
        ]
    if granted is None and (weighed := {t.id for t in near if in_place_of(combat, unit, t)}):
        tests.append(
            Test(
                "no Special instead",
                "skill.heave",
                lambda target: "no" if target.id in weighed else "yes",
                lambda target: None if target.id in weighed else 0,
                fails="a Special takes the place of this attack",
            )
        )
    rule = "engage.special-target" if granted is not None else "engage.target"
    return decide("target", unit.id, rule, options, tests)


def _rank(
    combat: Combat, entries: tuple[Priority, ...], at: int | None, target: Unit, distance: int
) -> tuple[int | None, int]:
    """Give what a target's entry compares, and its rank (smallest wins)."""
    word = entries[at].opponent if at is not None and at < len(entries) else ""
    if word in SUPERLATIVES:
        value, sign = SUPERLATIVES[word]
        return value(combat, target), sign * value(combat, target)
    if word in ("closest", "farthest"):
        return distance, distance if word == "closest" else -distance
    return None, 0
