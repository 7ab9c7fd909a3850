"""Why a rival unit is deployed where it is (Rulebook p.21)."""

from __future__ import annotations

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.deployment import due
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.why.decisions import Decision, Test, decide


def deployments(combat: Combat) -> list[Decision]:
    """Lay open the deployment hexes for each unit that is due, in order (p.21)."""
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
    return found
