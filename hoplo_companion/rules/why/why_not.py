"""Why not: what ruled out one hex or one unit that somebody expected."""

from __future__ import annotations

from msgspec import Struct

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError
from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.rules.holding import DEPLOYED, kept_still
from hoplo_companion.rules.model import Combat, Unit, is_local, oppose
from hoplo_companion.rules.naming import named
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rulings import deciding
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.steps import decisions


class Verdict(Struct, frozen=True):
    """What one decision says of a candidate: chosen, or ruled out by a criterion with the values that it had.

    Shapes: `values` maps criteria to values, in printed order; `out` is empty where the candidate is chosen; `instead`
    is what was chosen; `rulings` are the open questions that decide it.
    """

    about: str
    unit: str
    option: str
    out: str
    rule: str
    values: dict[str, int | str | None] = {}
    instead: list[str] = []
    rulings: list[str] = []


def verdicts(combat: Combat, step: str, unit: str, other: str) -> list[Verdict]:
    """List what each decision of a unit says of a hex or unit; UsageError where there is no such hex or unit."""
    name = _resolve(combat, unit, other)
    one, target = combat.units.get(unit), combat.units.get(name)
    if one is not None and target is not None and step in ("movement", "engage") and not oppose(combat, one, target):
        return [_no_candidate(combat, step, unit, name)]
    found = []
    for decision in decisions(combat, step, unit):
        if decision.unit != unit:
            continue
        for candidate in decision.candidates:
            if candidate.option == name or candidate.option.startswith(f"{name} as "):
                tests = [criterion.name for criterion in decision.criteria]
                rule = next((c.rule for c in decision.criteria if c.name == candidate.out), decision.rule)
                values = dict(zip(tests, candidate.values, strict=False))
                out = decision.reason(candidate) if candidate.out else ""
                chosen, rulings = decision.chosen, decision.rulings
                found.append(Verdict(decision.about, unit, candidate.option, out, rule, values, chosen, rulings))
    return found or [_no_candidate(combat, step, unit, name)]


def _resolve(combat: Combat, subject: str, name: str) -> str:
    """Find the hex or the unit that a name stands for: a unit by any beginning, an opponent before an ally."""
    for unit in combat.units.values():
        if slug(unit.id) == slug(name):
            return unit.id
    if combat.arena.mat.bit.get(name.upper(), 0) & combat.arena.existing:
        return name.upper()
    everyone = [unit for unit in combat.units.values() if unit.id != subject]
    found = named(combat, name, [unit for unit in everyone if unit.side != "rival"]) or named(combat, name, everyone)
    if found is not None:
        return found.id
    raise UsageError(f"{name[:60]!r} is neither a hex of this mat nor a unit: units are " + ", ".join(combat.units))


def _no_candidate(combat: Combat, step: str, unit: str, name: str) -> Verdict:
    """Say what kept something from being considered at all."""
    about = {"deployment": "deploy", "tactics": "tactic", "engage": "target"}.get(step, "destination")
    other = combat.units.get(name)
    if other is not None:
        return Verdict("mark" if step == "movement" else about, unit, name, *_no_aim(combat, step, unit, other))
    mover = combat.units.get(unit)
    if step != "movement" or mover is None:
        return Verdict(about, unit, name, "not among the hexes in question", "deployment.lowest-hex")
    ground = Ground(as_turn_starts(combat))
    hold = kept_still(ground.combat, mover)
    if hold is not None and hold.rule != "movement.limit":
        rule = "movement.dazed" if hold.how == DEPLOYED else hold.rule
        return Verdict(about, unit, name, hold.words(), rule, rulings=list(hold.rulings))
    hex_ = combat.arena.mat.bit[name]
    standing = combat.at(hex_)
    if hex_ & combat.arena.blocked:
        return Verdict(about, unit, name, "a blocked hex", "movement.blocked-hexes")
    if standing is not None and standing.id != unit:
        return Verdict(about, unit, name, f"occupied by {standing.id}", "movement.blocked-hexes")
    walker = ground.mover(mover)
    if walker.roams:
        by_ruling = deciding(ground.combat, ("roaming.flight",), lambda combat: bool(_may_end(combat, unit) & hex_))
        told = f" (by ruling: {by_ruling[0]})" if by_ruling else ""
        return Verdict(about, unit, name, f"no roll of the arena die leads it there{told}", "skill.roaming")
    _, ends = ground.levels(walker, ground.free(walker, ground.occupied), MOST_HEXES)
    steps = next((at for at, end in enumerate(ends) if end & hex_), None)
    if steps is None:
        return Verdict(about, unit, name, "no unblocked path leads there", "movement.blocked-hexes")
    if hold is not None:
        return Verdict(about, unit, name, hold.words(), hold.rule)
    if steps > walker.movement:
        to_go = f"{steps} hex{'' if steps == 1 else 'es'} to go, Movement is {walker.movement}"
        return Verdict(about, unit, name, to_go, "movement.limit")
    # Within its Movement, and yet no hex was chosen among: its mark leaves nothing open.
    move = ground.consider(walker, ground.occupied, ground.loose)
    why = {"stays": "it has its mark already and does not move", "idle": "nothing on its list is in combat"}
    return Verdict(
        about, unit, name, why.get(move.status, "it moves onto its marked hex"), "movement.hex-mark",
        instead=ground.mat.names(move.destinations),
    )  # fmt: skip


def _may_end(combat: Combat, unit: str) -> int:
    """Give the hexes that the arena die can lead a roaming unit to."""
    ground = Ground(combat)
    return ground.consider(ground.mover(combat.units[unit]), ground.occupied, ground.loose).destinations


def _no_aim(combat: Combat, step: str, unit: str, other: Unit) -> tuple[str, str]:
    if not other.hex:
        return "not in combat", "combat.only-in-combat"
    mover = combat.units.get(unit)
    if step != "tactics" and mover is not None and not oppose(combat, mover, other):
        if other.side != "arena":
            return "an ally", "term.opponent"
        return "no opponent of its", "refugees.locals" if is_local(combat, mover) else "opponents.arena"
    if step == "tactics":
        considered = any(decision.unit == unit for decision in decisions(combat, step, unit))
        why = "not on the side that this tactic is for" if considered else "a tactic above it in the column is placed"
        return why, "tactics.order"
    return "not on its priority list", "movement.list"
