"""The Rival Tactic Placement Step: which tactic is placed, and on whom (Rulebook p.22, 30)."""

from __future__ import annotations

from typing import NamedTuple

from hoplo_companion.components.schemas import TacticRecord
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.priorities import superlative


class Placement(NamedTuple):
    """The tactic placed this turn: its chip, its place in the rival's column from 0, and every unit it may go on."""

    chip: str
    index: int
    targets: list[Unit]


def has_tactical(combat: Combat) -> bool:
    """Tell whether a rival unit in combat has Tactical, so that distance no longer protects your units (p.22)."""
    return any("tactical" in unit.skills for unit in combat.in_arena("rival"))


def may_be_target(combat: Combat, tactic: TacticRecord) -> list[Unit]:
    """List the units that a rival tactic could go on at all (p.22, 30; `tactic.targets`).

    On allies: any rival unit that is not elite. On opponents: your units that are not elite and stand beside a rival
    unit, or anywhere while a rival unit has Tactical.
    """
    if tactic.rival_side == "ally":
        return [unit for unit in combat.in_arena("rival") if not unit.elite]
    if tactic.rival_side != "opponent":
        return []
    yours = [unit for unit in combat.in_arena("player") if not unit.elite]
    if has_tactical(combat):
        return yours
    beside = 0
    for unit in combat.in_arena("rival"):
        beside |= combat.arena.mat.adjacent(unit.hex)
    return [unit for unit in yours if unit.hex & beside]


def targets_of(combat: Combat, chip: str) -> list[Unit]:
    """List the units that a rival tactic may be placed on: those that the table's superlative means (p.22)."""
    tactic = combat.catalogue.tactic(chip)
    if tactic is None or tactic.rival_target is None:
        return []
    valid = may_be_target(combat, tactic)
    if tactic.rival_without_itself:
        valid = [unit for unit in valid if chip not in unit.tactics]
    return superlative(combat, tactic.rival_target, valid)


def placement(combat: Combat) -> Placement | None:
    """Give the tactic that the rival places this turn: the first of its column with a valid target (p.22)."""
    for index, chip in enumerate(combat.rival_tactics):
        if targets := targets_of(combat, chip):
            return Placement(chip, index, targets)
    return None
