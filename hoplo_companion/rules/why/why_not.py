"""Why not: what ruled out one hex or one unit that somebody expected."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.holding import Barred, kept_from_step, kept_still, no_way
from hoplo_companion.rules.model import Combat, Unit, is_local, oppose
from hoplo_companion.rules.naming import named
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.decisions import Candidate, Decision
from hoplo_companion.rules.why.steps import chosen_otherwise, decisions

ABOUT = {"deployment": "deploy", "tactics": "tactic", "abilities": "ability", "engage": "target"}
"""A step to what is decided in it; in the Movement Step a mark and a destination."""


NO_HEX = {
    "deployment": ("deployment.lowest-hex", later("not a hex that it may be deployed on")),
    "tactics": ("tactics.order", later("tactics go on units, not on hexes")),
    "activity": ("scion.actors", later("no row of the dice leads anybody there")),
    "abilities": ("abilities.use", later("no Ability that it uses leads anybody there")),
    "engage": ("engage.target", later("it attacks units, not hexes")),
}
"""The rule by which a hex is nothing to choose in a step, and why."""


class Verdict(Struct, frozen=True):
    """What one decision says of a candidate: chosen, or ruled out by a criterion with the values that it had.

    Shapes: `values` maps criteria to values, in printed order; `out` says in English why the candidate is out, and is
    empty where it is chosen; `why` says it in any language; `instead` is what was chosen; `rulings` are the open
    questions that decide it.
    """

    about: str
    unit: str
    option: str
    out: str
    rule: str
    values: dict[str, int | str | None] = {}
    instead: list[str] = []
    rulings: list[str] = []
    by: str = ""
    together: bool = False
    why: Sentence = Sentence("")


def verdicts(combat: Combat, step: str, unit: str, other: str) -> list[Verdict]:
    """List what each decision of a unit says of a hex or unit; UsageError where there is no such hex or unit."""
    name = _resolve(combat, unit, other)
    one, target = combat.units.get(unit), combat.units.get(name)
    if one is not None and target is not None and step in ("movement", "engage") and not oppose(combat, one, target):
        return [_no_candidate(combat, step, unit, name)]
    found = [
        _verdict(decision, candidate)
        for decision in decisions(combat, step, unit)
        if decision.unit == unit or step not in ("deployment", "tactics")
        for candidate in decision.candidates
        if candidate.option == name or candidate.option.startswith(f"{name} as ")
    ]
    return found or [_no_candidate(combat, step, unit, name)]


def _verdict(decision: Decision, candidate: Candidate) -> Verdict:
    tests = [criterion.name for criterion in decision.criteria]
    return Verdict(
        about=decision.about,
        unit=decision.unit,
        option=candidate.option,
        out=decision.reason(candidate),
        rule=candidate.rule or decision.rule,
        values=dict(zip(tests, candidate.values, strict=False)),
        instead=decision.chosen,
        rulings=candidate.rulings,
        by=decision.by,
        together=decision.together,
        why=decision.why(candidate),
    )


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
    text = later("{name} is neither a hex of this mat nor a unit: units are {units}")
    raise UsageError(tr(text, name=clip(name), units=", ".join(combat.units)))


def _no_candidate(combat: Combat, step: str, unit: str, name: str) -> Verdict:
    """Say what kept something from being considered at all."""
    about = ABOUT.get(step, "destination")
    other, mover = combat.units.get(name), combat.units.get(unit)
    if other is not None:
        about = "mark" if step == "movement" else about
        barred = _no_aim(combat, step, unit, other)
    elif step != "movement" or mover is None:
        rule, why = NO_HEX[step]
        barred = Barred(rule, said(why))
    else:
        barred = _no_hex(combat, mover, combat.arena.mat.bit[name])
    return Verdict(
        about=about,
        unit=unit,
        option=name,
        out=barred.why.english(),
        rule=barred.rule,
        rulings=chosen_otherwise(combat, step, unit, name),
        why=barred.why,
    )


def _no_hex(combat: Combat, unit: Unit, hex_: int) -> Barred:
    """Say what keeps a unit from a hex that it does not choose among."""
    ground = Ground(as_turn_starts(replace(combat, side=unit.side)))
    hold = kept_still(ground.combat, unit)
    if hold is not None and hold.rule != "movement.limit":
        return Barred(hold.rule, hold.sentence)
    barred = no_way(ground, ground.mover(unit), hex_)
    return Barred(hold.rule, hold.sentence) if hold is not None and barred.rule == "movement.limit" else barred


def _no_aim(combat: Combat, step: str, unit: str, other: Unit) -> Barred:
    """Say what keeps a unit (or a tactic) from going for another at all."""
    if not other.hex:
        return Barred("combat.only-in-combat", said("not in combat"))
    mover = combat.units.get(unit)
    if step == "abilities" and mover is not None:
        hold = kept_from_step(combat, mover, "abilities")
        if hold is not None:
            return Barred(hold.rule, hold.sentence)
        return Barred("abilities.use", said("it has no Ability for that"))
    if step != "tactics" and mover is not None and not oppose(combat, mover, other):
        if other.side != "arena":
            return Barred("term.opponent", said("an ally"))
        return Barred("refugees.locals" if is_local(combat, mover) else "term.opponent", said("not its opponent"))
    if step != "tactics":
        return Barred("movement.list", said("not on its priority list"))
    if any(decision.unit == unit for decision in decisions(combat, step, unit)):
        return Barred("tactics.order", said("not on the side that this tactic is for"))
    return Barred("tactics.order", said("a tactic above it in the column is placed"))
