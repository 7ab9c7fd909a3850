"""Which rows of a scion's dice are carried out, and on whom (Rulebook p.31-32)."""

from __future__ import annotations

from itertools import takewhile

from msgspec.structs import replace

from hoplo_companion.rules.effects.use import OnUnits, UseEffect, verb_steps
from hoplo_companion.rules.model import Combat, Unit, scion_of
from hoplo_companion.rules.scion.dice import counted, times
from hoplo_companion.rules.scion.turn import Row, rows_of
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.why.abilities import on_units
from hoplo_companion.rules.why.decisions import Decision, Test, decide


def activity(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open the rows that a scion's roll sets off, or whom a unit goes for by the row that it carries out next."""
    steps = [step for step in combat.agenda if isinstance(step, Row) and step.unit == unit.id]
    if isinstance(next(iter(combat.agenda), None), Row) and steps:
        rows = rows_of(combat, unit.id)
        often = {step.index: times(rows[step.index], step.hits) for step in steps}
        fails = said("its dice do not set it off")
        tests = [
            Test("hits", "scion.order", lambda step: counted(rows[step.index], step.hits), lambda _: True),
            Test("times", "scion.order", lambda step: often[step.index], lambda step: often[step.index] > 0, fails),
        ]
        texts = {step.index: rows[step.index].said(counted(rows[step.index], step.hits)) for step in steps}
        options = [(f"{step.index + 1}. {texts[step.index].removesuffix('.')}", step) for step in steps]
        return [replace(decide("row", unit.id, "scion.order", options, tests), together=True)]
    uses = takewhile(lambda step: isinstance(step, UseEffect) and step.held.holder == unit.id, combat.agenda)
    scion = scion_of(combat)
    found = []
    for use in uses:
        assert isinstance(use, UseEffect)
        assert scion is not None
        dice = rows_of(combat, scion.id)[use.held.place].colours()
        for doing in verb_steps(use.held, use.scene):
            if isinstance(doing, OnUnits):
                found += on_units(combat, unit, use.held, doing, "scion.actors", dice)
    return found
