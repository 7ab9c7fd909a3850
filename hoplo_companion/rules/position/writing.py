"""Writing a combat back as position@1."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.position.document import SCHEMA, StatsDoc
from hoplo_companion.rules.position.state import write_state


def _write_place(combat: Combat, place: Place) -> dict[str, str]:
    return {"hex": combat.arena.mat.name(place.hex)} if place.hex else {"holder": place.holder}


def _write_stats(unit: Unit) -> dict[str, Any]:
    """Write what the position said of a chip; a stat that was asked meanwhile is written too."""
    doc: StatsDoc = unit.given
    stats: dict[str, Any] = msgspec.to_builtins(doc)
    for key in ("id", "side", "hex", "hp", "dazed", "tactics", "tribune"):
        stats.pop(key, None)
    return stats


def _write_unit(combat: Combat, unit: Unit) -> dict[str, Any]:
    written: dict[str, Any] = {"id": unit.id, "side": unit.side, **_write_stats(unit)}
    if unit.hex:
        written["hex"] = combat.arena.mat.name(unit.hex)
    if unit.hp is not None:
        written["hp"] = unit.hp
    if unit.dazed:
        written["dazed"] = True
    if unit.tactics:
        written["tactics"] = list(unit.tactics)
    if unit.tribune:
        written["tribune"] = True
    return written


def write_position(combat: Combat) -> dict[str, Any]:
    """Write a combat as position@1, in plain data; reading it again gives the same combat."""
    written: dict[str, Any] = {"schema": SCHEMA}
    if combat.step:
        written["step"] = combat.step
    written |= {"act": combat.act, "turn": combat.turn, "event": combat.event, "arena": combat.arena.given}
    if combat.flag is not None:
        written["flag"] = _write_place(combat, combat.flag)
    if combat.chips:
        written["chips"] = {name: _write_place(combat, place) for name, place in combat.chips.items()}
    written["units"] = [_write_unit(combat, unit) for unit in combat.units.values()]
    written["rival"] = {"lineup": list(combat.lineup), "tactics": list(combat.rival_tactics)}
    bench = {}
    for id_ in combat.lineup:
        unit = combat.bench[id_]
        bench[id_] = _write_stats(unit) | ({"tribune": True} if unit.tribune else {})
    if bench:
        written["bench"] = bench
    if combat.rulings.given:
        written["rulings"] = combat.rulings.given
    if player := _write_yours(combat):
        written["player"] = player
    cards: dict[str, list[str]] = {}
    for card in combat.cards:
        cards.setdefault(card.kind, []).append(card.id)
    if cards:
        written["cards"] = cards
    if state := write_state(combat):
        written["state"] = state
    return written


def _write_yours(combat: Combat) -> dict[str, Any]:
    yours = combat.yours
    told = {
        "camp_units": yours.camp_units,
        "hero": yours.hero,
        "points": combat.points or None,
        "blessings": yours.blessings,
        "cap": yours.cap,
    }
    written: dict[str, Any] = {key: value for key, value in told.items() if value is not None}
    if yours.tactics is not None:
        written["tactics"] = list(yours.tactics)
    return written
