"""Writing a combat back as position@1."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.position.document import FORECAST, IN_TURN, OF_UNITS, SCHEMA, StatsDoc


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
    if combat.foresight:
        written |= {"step": FORECAST, "from": combat.step}
    elif combat.step:
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
    if variant := msgspec.to_builtins(combat.variant):
        written["variant"] = variant
    if state := _write_state(combat):
        written["state"] = state
    return written


def _write_yours(combat: Combat) -> dict[str, Any]:
    yours = combat.yours
    known = {
        "camp_units": yours.camp_units,
        "hero": yours.hero,
        "points": combat.points or None,
        "blessings": yours.blessings,
        "cap": yours.cap,
        "influence": yours.influence,
        "opportunities": list(yours.opportunities) or None,
    }
    written: dict[str, Any] = {key: value for key, value in known.items() if value is not None}
    if yours.tactics is not None:
        written["tactics"] = list(yours.tactics)
    return written


def _write_state(combat: Combat) -> dict[str, Any]:
    """Write what matters while a turn is under way, and what lasts."""
    written: dict[str, Any] = {} if combat.side == "rival" else {"side": combat.side}
    for key in IN_TURN:
        # A position cannot name a unit that has left since.
        found = sorted(each for each in getattr(combat, key) if key not in OF_UNITS or each in combat.units)
        if found:
            written[key] = found
    if combat.more_dice:
        written["more_dice"] = dict(combat.more_dice)
    if combat.scion_defeats:
        written["scion_defeats"] = combat.scion_defeats
    lasting = [(each, [id_ for id_ in each.units if id_ in combat.units]) for each in combat.lasting]
    if any(units for _, units in lasting):
        written["lasting"] = [
            {
                "do": msgspec.to_builtins(each.verb),
                "units": units,
                "until": each.until,
                "source": each.source,
                "holder": each.holder,
                "side": each.side,
                "fresh": each.fresh,
            }
            for each, units in lasting
            if units
        ]
    return written
