"""Why a rival tactic is placed, and on whom (Rulebook p.22)."""

from __future__ import annotations

from hoplo_companion.language import later
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.model import Combat, Unit, scion_of
from hoplo_companion.rules.rival.priorities import Stage
from hoplo_companion.rules.rival.tactics import (
    BESIDE,
    IN_TABLE,
    NOT_ELITE,
    SIDES,
    TARGETABLE,
    WITHOUT,
    Placement,
    has_tactical,
    narrowed,
    placement,
)
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide

FAILS = {
    NOT_ELITE: ("tactics.elite", "elite", later("elite")),
    BESIDE: ("tactics.opponent", "no", later("not beside a rival unit")),
    TARGETABLE: ("effect.used", "no", later("an effect keeps it from being targeted")),
    WITHOUT: ("", "no", later("has {tactic} already")),
    IN_TABLE: ("tactics.order", "no", later("not in the rival's table")),
}
"""A criterion to its rule (empty: the tactic's own), what is shown of a unit that fails it, and what that means."""


def tactics(combat: Combat, chip: str = "") -> list[Decision]:
    """Lay open each tactic in its turn with every unit in combat, up to the one that is placed, or to one (p.22)."""
    placed = placement(combat)
    last = placed.place + 1 if placed is not None else len(combat.rival_tactics)
    column = combat.rival_tactics[:last]
    return [_tactic(combat, each, placed) for each in (*column, *([chip] if chip and chip not in column else []))]


def _tactic(combat: Combat, chip: str, placed: Placement | None) -> Decision:
    tactic = combat.catalogue.tactic(chip)
    side = SIDES.get((tactic.rival_side if tactic is not None else None) or "", "")
    if scion_of(combat) is not None:
        tests = [_not_now("scion.activity", said("against a scion the rival places no tactics"))]
    elif placed is not None and chip not in combat.rival_tactics[: placed.place + 1]:
        first = combat.catalogue.tactic(placed.chip)
        name = first.name if first is not None else placed.chip
        tests = [_not_now("tactics.order", said("{tactic} above it in the column is placed", tactic=name))]
    else:
        tests = [_test(combat, chip, stage) for stage in narrowed(combat, chip)]
    options = [(unit.id, unit) for unit in combat.in_arena(side)]
    return decide("tactic", chip, f"tactics.{chip}", options, tests)


def _not_now(rule: str, why: Sentence) -> Test:
    return Test("its turn", rule, lambda _: "no", lambda _: False, why)


def _test(combat: Combat, chip: str, stage: Stage) -> Test:
    name, left = stage
    tactic = combat.catalogue.tactic(chip)
    own = f"tactics.{chip}"

    def keeps(unit: Unit) -> bool:
        return any(each.id == unit.id for each in left)

    if name in SUPERLATIVES:
        return Test(name, own, lambda unit: judge(combat).compared(name, unit), keeps)
    rule, shown, fails = FAILS[name]
    passed = "Tactical" if name == BESIDE and has_tactical(combat) else "yes"

    def show(unit: Unit) -> Value:
        return passed if keeps(unit) else shown

    why = said(fails, tactic=tactic.name) if name == WITHOUT and tactic is not None else said(fails)
    return Test(name, rule or own, show, keeps, why)
