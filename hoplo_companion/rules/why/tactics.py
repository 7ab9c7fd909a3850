"""Why a rival tactic is placed, and on whom (Rulebook p.22)."""

from __future__ import annotations

from hoplo_companion.components.schemas import TacticRecord
from hoplo_companion.rules.effects.judge import is_forbidden
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.tactics import has_tactical, is_beside_the_rival, placement
from hoplo_companion.rules.why.decisions import Decision, Test, decide
from hoplo_companion.rules.why.superlatives import by_superlative


def tactics(combat: Combat) -> list[Decision]:
    """Hold every unit in combat against each tactic in its turn, up to the one that is placed (p.22)."""
    placed = placement(combat)
    last = placed.place + 1 if placed is not None else len(combat.rival_tactics)
    return [_tactic(combat, chip) for chip in combat.rival_tactics[:last]]


def _tactic(combat: Combat, chip: str) -> Decision:
    rule = f"tactics.{chip}"
    tactic = combat.catalogue.tactic(chip)
    side = {"ally": "rival", "opponent": "player"}.get((tactic.rival_side if tactic else None) or "", "")
    tests = [_not_elite()]
    if side == "player":
        tests.append(_near_the_rival(combat))
        if any(is_forbidden(combat, unit, "be-targeted") for unit in combat.in_arena("player")):
            tests.append(_may_be_targeted(combat))
    if tactic is not None and tactic.rival_without_itself:
        tests.append(_without(tactic, chip))
    if tactic is not None and tactic.rival_target is not None:
        tests.append(by_superlative(combat, tactic.rival_target, rule))
    else:
        tests.append(
            Test("in the table", "tactics.order", lambda _: "no", lambda _: None, fails="not in the rival's table")
        )
    options = [(unit.id, unit) for unit in combat.in_arena() if side in ("", unit.side)]
    return decide("tactic", chip, rule, options, tests)


def _not_elite() -> Test:
    return Test(
        "not elite",
        "tactics.elite",
        lambda unit: "elite" if unit.elite else "yes",
        lambda unit: None if unit.elite else 0,
        fails="elite",
    )


def _near_the_rival(combat: Combat) -> Test:
    everywhere = has_tactical(combat)
    return Test(
        "beside a rival unit, or Tactical",
        "tactics.opponent",
        lambda unit: "Tactical" if everywhere else "yes" if is_beside_the_rival(combat, unit) else "no",
        lambda unit: 0 if everywhere or is_beside_the_rival(combat, unit) else None,
        fails="not beside a rival unit",
    )


def _may_be_targeted(combat: Combat) -> Test:
    return Test(
        "may be targeted",
        "effect.used",
        lambda unit: "no" if is_forbidden(combat, unit, "be-targeted") else "yes",
        lambda unit: None if is_forbidden(combat, unit, "be-targeted") else 0,
        fails="an effect keeps it from being targeted",
    )


def _without(tactic: TacticRecord, chip: str) -> Test:
    return Test(
        f"without {tactic.name}",
        f"tactics.{chip}",
        lambda unit: "no" if chip in unit.tactics else "yes",
        lambda unit: None if chip in unit.tactics else 0,
        fails=f"has {tactic.name} already",
    )
