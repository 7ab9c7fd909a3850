"""A unit taken off the mat by hand, or set to 0 HP: what follows if it was defeated (Rulebook p.13, 18, 20, 27-28)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hoplo_companion.rules.agenda import Result, without_steps_of
from hoplo_companion.rules.damage import defeat, leave
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.use import active
from hoplo_companion.rules.goals import has_units_left, rival_is_beaten
from hoplo_companion.rules.model import Combat, Unit, is_scion
from hoplo_companion.rules.naming import named


class Follows(Struct, frozen=True):
    """What the defeat of a unit would set off: by which rule of the ledger, and the value that words it."""

    rule: str
    what: str
    value: str = ""


def defeated_by_hand(combat: Combat, unit: Unit) -> Result:
    """Defeat a unit that the mat shows defeated, with everything that its defeat sets off (p.27-28).

    What it was still to do or to suffer is over with it, unless it may stand there again: your hero, the scion.
    """
    if not _is_your_hero(unit) and not is_scion(combat, unit):
        combat = without_steps_of(combat, {unit.id})
        if not unit.hex:
            return leave(combat, unit)
    return defeat(combat, unit)


def _is_your_hero(unit: Unit) -> bool:
    return unit.hero and unit.side == "player"


def taken_off(combat: Combat, words: Sequence[str]) -> Unit | None:
    """Give the unit that a correction takes off the mat for defeated, or sets to 0 HP; None where it does neither."""
    match words:
        case ["remove", name] | ["remove", name, "defeated"] | ["defeat", name]:
            pass
        case ["set", name, "hp", number] if number.strip("0") == "" and number:
            pass
        case _:
            return None
    return named(combat, name, combat.units.values())


def follows(combat: Combat, unit: Unit) -> list[Follows]:
    """List what a unit's defeat would set off beyond its leaving the mat; nothing once the combat is over."""
    if combat.over:
        return []
    if _is_your_hero(unit):
        blessings = 0 if combat.event == "scion" else combat.yours.blessings
        if blessings == 0:
            return [Follows("defeat.hero", "hero-lost")]
        return [Follows("blessing.survive", "hero-saved" if blessings else "hero-perhaps", str(blessings or ""))]
    if is_scion(combat, unit):
        record = combat.catalogue.scion(unit.chip)
        times, of = combat.scion_defeats + 1, record.defeats if record is not None else 1
        return [Follows("scion.defeats", "scion-again" if times < of else "scion-beaten", f"{times} of {of}")]
    found = []
    if unit.tribune:
        hero = combat.hero()
        found.append(Follows("defeat.tribune", "tribune", str(hero.hp) if hero is not None else ""))
    without = combat.without_unit(unit.id)
    if unit.side == "rival" and rival_is_beaten(without):
        found.append(Follows("end.goal-bloodshed", "last-rival"))
    alone = unit.side == "player" and not any(without.in_arena("player")) and (unit.hex or _has_fought(combat))
    if alone and not has_units_left(without):
        found.append(Follows("end.troop-gone", "last-yours"))
    seen = Scene(unit.id, target=unit.id, depth=1)
    names = dict.fromkeys(use.held.name for use in active(combat, "defeated", unit.id, seen)) if unit.hex else {}
    return [*found, *(Follows("combat.trigger-order", "sets-off", name) for name in names)]


def _has_fought(combat: Combat) -> bool:
    return combat.turn > 1 or combat.side == "player"
