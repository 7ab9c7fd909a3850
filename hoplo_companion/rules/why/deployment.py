"""Why a rival unit is deployed where it is (Rulebook p.21)."""

from __future__ import annotations

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import all_called
from hoplo_companion.rules.rival.deployment import due, in_order, units_due
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.why.decisions import Decision, Test, decide


def deployments(combat: Combat, unit: str = "") -> list[Decision]:
    """Lay open the deployment hexes for each unit that is due, in order, and for one that is not due yet (p.21)."""
    arena = combat.arena
    options = [(arena.mat.name(hex_), hex_) for hex_ in arena.rival_deployment]
    found = []
    for each in due(combat):
        unblocked = Test(
            "unblocked",
            "deployment.blocked",
            lambda hex_, each=each: "yes" if hex_ in each.free else "no",  # type: ignore[misc]
            lambda hex_, each=each: hex_ in each.free,  # type: ignore[misc]
            said("blocked or occupied"),
        )
        lowest = Test(
            "lowest number",
            "deployment.lowest-hex",
            lambda hex_: arena.rival_deployment.index(hex_) + 1,
            lambda hex_, each=each: hex_ == each.hex,  # type: ignore[misc]
        )
        found.append(decide("deploy", each.unit, "deployment.lowest-hex", options, [unblocked, lowest]))
    if unit in combat.lineup and unit not in (each.unit for each in found):
        before = in_order(combat)[: units_due(combat)]
        rule, why = "arena.most-units", said("the arena has room for no more rival units")
        if unit not in before:
            units = all_called(combat, [combat.bench[id_] for id_ in before])
            rule, why = "deployment.order", said("{units} comes first", units=units)
        turn = Test("its turn", rule, lambda _: "no", lambda _: False, why)
        found.append(decide("deploy", unit, "deployment.order", options, [turn]))
    return found
