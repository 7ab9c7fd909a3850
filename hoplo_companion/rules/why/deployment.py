"""Why a rival unit is deployed where it is (Rulebook p.21)."""

from __future__ import annotations

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.deployment import units_due
from hoplo_companion.rules.why.decisions import Decision, Test, decide


def deployments(combat: Combat) -> list[Decision]:
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
