"""What speaks for a plan, in numbers: what it wins, and what it avoids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hoplo_companion.odds.drawing import Candidate
from hoplo_companion.odds.forecast import Forecast
from hoplo_companion.odds.quick_look import QuickLook, worth
from hoplo_companion.odds.values import mean_of
from hoplo_companion.odds.weights import VALUES
from hoplo_companion.rules.model import Combat


class Reason(NamedTuple):
    """What speaks most for a plan: what kind of reason, the unit that it is about, and then and now."""

    kind: str
    unit: str = ""
    foe: str = ""
    was: float = 0.0
    now: float = 0.0


class Basis(NamedTuple):
    """What plans are held against: leaving everything as it is, where that is allowed, with the rival's turn then."""

    idle: Candidate | None = None
    behind: Forecast | None = None


def reason_of(plan: Candidate, behind: Forecast, basis: Basis) -> Reason | None:
    """Find what speaks most for a plan, beside the chance to win; None where nothing else does."""
    reasons = list(_of_turn(plan))
    if basis.idle is not None and basis.behind is not None:
        reasons += _safer(plan, behind, basis.idle, basis.behind)
    return max(reasons, key=lambda each: each[0])[1] if reasons else None


def _of_turn(plan: Candidate) -> Iterator[tuple[float, Reason]]:
    """What your own turn brings."""
    start, found = plan.played.start, plan.results
    if found.won:
        yield VALUES.won * float(found.won), Reason("won", now=float(found.won))
    if found.keys is not None:
        now = sum(number * float(odds) for number, odds in found.keys.items())
        was = sum(1 for unit in start.in_arena("player") if unit.hex & start.key_hexes())
        if now > was:
            yield VALUES.key * (now - was), Reason("keys", was=was, now=now)
    holds = start.flag is not None and start.flag.holder in {unit.id for unit in start.in_arena("player")}
    if found.flag and not holds:
        yield VALUES.flag * float(found.flag), Reason("flag", now=float(found.flag))
    for id_, odds in found.defeated.items():
        if not start.units[id_].tribune:
            yield float(odds) * worth(start.units[id_]), Reason("falls", id_, now=float(odds))
    for id_, hp in found.hp.items():
        if start.units[id_].side != "player" and hp > 0:
            yield float(hp), Reason("damage", id_, now=float(hp))


def _safer(plan: Candidate, behind: Forecast, idle: Candidate, idle_behind: Forecast) -> Iterator[tuple[float, Reason]]:
    """What the rival's turn takes less than where you leave everything as it is."""
    before, after = idle.played.ways[0].combat, plan.played.ways[0].combat
    was, now = _lost(idle_behind), _lost(behind)
    if now < was:
        yield was - now, Reason("spared", was=was, now=now)
    idly = idle_behind.units
    for id_, outlook in behind.units.items():
        if id_ in idly and id_ in after.units:
            was, now = (float(mean_of(each.defeated.worst)) for each in (idly[id_], outlook))
            now += float(plan.results.lost.get(id_, 0))
            if now < was:
                gain = (was - now) * worth(after.units[id_])
                yield gain, Reason("safer", id_, _out_of(before, after, id_), was, now)


def _lost(behind: Forecast) -> float:
    return sum(float(mean_of(each.damage.best)) for each in behind.units.values())


def _out_of(before: Combat, after: Combat, id_: str) -> str:
    """Name the rival unit whose reach a unit has left, the most dangerous first; empty where there is none."""
    distance = before.arena.mat.distance
    foes = sorted(QuickLook(before, "safety").theirs, key=lambda foe: -foe.hits)
    for foe in foes:
        reach = foe.movement + foe.range
        now = after.units.get(foe.unit.id)
        if now is None or distance(before.units[id_].hex, foe.unit.hex) > reach:
            continue
        if distance(after.units[id_].hex, now.hex) > reach:
            return foe.unit.id
    return ""
