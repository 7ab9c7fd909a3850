"""What you do in the first steps of your turn: deploy, play a tactic, move (Rulebook p.25-26).

Each takes `anyway`: what the rules do not allow is done all the same as far as it can be done on the table, with a
`HouseRuling` first for every rule that was set aside. What is no name, no hex of the mat or a taken hex stays refused.
"""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.components.names import advise
from hoplo_companion.components.schemas import TacticRecord
from hoplo_companion.errors import clip
from hoplo_companion.hexes import bits
from hoplo_companion.rules.agenda import Result, advance, push
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.telling import ask_for_tactic, ask_for_unknown, kind_of
from hoplo_companion.rules.effects.use import UseEffect, set_off
from hoplo_companion.rules.equip import arrive, equip_deployed, take_flag
from hoplo_companion.rules.events import Deployed, Event, Moved, TacticPlaced
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.naming import (
    named,
    named_of_either_side,
    picked,
    suggestion,
)
from hoplo_companion.rules.player.naming import go_to, hex_of, your_unit
from hoplo_companion.rules.player.options import (
    RefusedPlayError,
    camp,
    free_deployment,
    is_done,
    note,
    overrule,
    reach,
    tactic_targets,
    why_full,
)
from hoplo_companion.rules.player.paths import ways_of_yours
from hoplo_companion.rules.player.refusals import (
    why_no_move,
    why_not_move,
    why_not_tactic,
)
from hoplo_companion.rules.position.document import on_elite_anyway
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import PickUp
from hoplo_companion.rules.rival.roaming import is_bound_to_roam, moves_of
from hoplo_companion.rules.rival.tactics import TakeEffect

# Deployment -----------------------------------------------------------------------------------------------------


def deploy(combat: Combat, name: str, hex_name: str, *, anyway: bool = False) -> Result:
    """Deploy a unit of your camp on one of your deployment hexes that is not blocked; one a turn (p.25).

    It has HP for its Health, your hero those that it has; it is dazed for this turn (p.21).
    """
    combat, ruled, events = go_to(combat, "deployment", anyway)
    unit = your_unit(combat, name, in_camp=True)
    if is_done(combat, "deploy"):
        ruled += overrule(combat, anyway, "yours.deploy", "you have deployed a unit this turn already")
    full, why = why_full(combat)
    if full:
        ruled += overrule(combat, anyway, full, why)
    ready = [each.id for each in camp(combat)]
    if unit.id not in ready:
        ruled += overrule(combat, anyway, "yours.lineup", _why_not_in_lineup(combat, unit), ready)
    free = [combat.arena.mat.name(each) for each in bits(free_deployment(combat))]
    hex_ = hex_of(combat, hex_name, "yours.deploy-hex", free)
    ruled += _check_deployment_hex(combat, hex_, anyway)
    combat = combat.with_unit(replace(unit, hex=hex_, dazed=True))
    placed = combat.units[unit.id]
    if not unit.hero:
        placed = replace(placed, hp=health(combat, placed))
    yours = combat.yours
    if unit.hero:
        yours = replace(yours, hero=False if yours.hero is not None else None)
    elif yours.camp_units is not None:
        yours = replace(yours, camp_units=max(0, yours.camp_units - 1))
    combat = note(replace(combat, yours=yours).with_unit(placed), "deploy")
    mine = combat.arena.player_deployment
    events.append(
        Deployed(
            rule="yours.deploy",
            unit=unit.id,
            hex=combat.arena.mat.name(hex_),
            number=mine.index(hex_) + 1 if hex_ in mine else 0,
            hp=placed.known("hp"),
            bonus_hp=0,
        )
    )
    if combat.flag is not None and combat.flag.hex == hex_:
        events[-1] = replace(events[-1], rulings=["flag.deploy"])
    combat, equipped = equip_deployed(combat, placed)
    if combat.rulings.deployed_take_flag:
        combat, taken = take_flag(combat, placed, hex_)
        equipped += [replace(event, rulings=["flag.deploy"]) for event in taken]
    combat, more = advance(push(combat, *ask_for_unknown(combat, unit.id), *set_off(combat, "deployed", unit.id)))
    return combat, [*ruled, *events, *equipped, *more]


def _why_not_in_lineup(combat: Combat, unit: Unit) -> str:
    if unit.hero:
        return f"your lineup has no hero left to deploy, so {unit.id} stays in your camp"
    if combat.yours.hero:
        return f"your hero is the only unit of your lineup left to deploy, so {unit.id} stays in your camp"
    return f"you have deployed your whole lineup, so {unit.id} stays in your camp"


def _check_deployment_hex(combat: Combat, hex_: int, anyway: bool) -> list[Event]:
    """Hold a hex against those that you may deploy on; a hex that is taken is refused whatever the player wants."""
    free = free_deployment(combat)
    if hex_ & free:
        return []
    name = combat.arena.mat.name
    ways = [name(each) for each in bits(free)]
    standing = combat.at(hex_)
    if standing is not None:
        why = f"{standing.id} stands on {name(hex_)}: a hex holds one unit"
        raise RefusedPlayError(combat, "yours.deploy-hex", why, ways)
    what = "is blocked" if hex_ & combat.arena.blocked else "is none of your deployment hexes"
    return overrule(combat, anyway, "yours.deploy-hex", f"{name(hex_)} {what}", ways)


# Tactics --------------------------------------------------------------------------------------------------------


def tactic(combat: Combat, chip_name: str, target: str, *, anyway: bool = False) -> Result:
    """Play a tactic of your camp on a unit; one a turn (p.25, 30)."""
    combat, ruled, events = go_to(combat, "tactics", anyway)
    chip, record = _tactic_named(combat, chip_name)
    held = combat.yours.tactics
    if held is not None and chip not in held:
        why = f"{record.name} is no tactic of your camp"
        ruled += overrule(combat, anyway, "yours.tactic", why, dict.fromkeys(held))
    if is_done(combat, "tactic"):
        ruled += overrule(combat, anyway, "tactics.one-a-turn", "you have played a tactic this turn already")
    unit, more = _tactic_target(combat, record, target, anyway)
    ruled += more
    if held is not None and chip in held:
        left = list(held)
        left.remove(chip)
        combat = replace(combat, yours=replace(combat.yours, tactics=tuple(left)))
    if unit.elite and kind_of(combat, chip)[0] != "instant":
        combat = replace(combat, used=combat.used | {on_elite_anyway(unit.id)})
    combat = note(combat, "tactic")
    rule = f"tactics.{chip}" if combat.catalogue.rule(f"tactics.{chip}") is not None else "yours.tactic"
    events.append(TacticPlaced(rule=rule, chip=chip, unit=unit.id, because=""))
    combat, more = advance(push(combat, *ask_for_tactic(combat, chip, unit.id), TakeEffect(chip, unit.id)))
    return combat, [*ruled, *events, *more]


def _tactic_named(combat: Combat, name: str) -> tuple[str, TacticRecord]:
    """Find a tactic by name: one of your camp first, else any that the game has."""
    held = combat.yours.tactics
    known = combat.catalogue.ids("tactics")
    chip = picked(name, {each: each for each in held or ()}) or picked(name, {each: each for each in known})
    record = combat.catalogue.tactic(chip) if chip is not None else None
    if chip is None or record is None:
        why = f"{clip(name)} is no tactic; {advise(name, held or known, 'tactics')}"
        raise RefusedPlayError(combat, "yours.tactic", why, dict.fromkeys(held or ()))
    return chip, record


def _tactic_target(combat: Combat, record: TacticRecord, name: str, anyway: bool) -> tuple[Unit, list[Event]]:
    """Find whom a tactic is played on: a unit that it may be played on first, else any, which the rules refuse."""
    fit = tactic_targets(combat)
    ways = [each.id for each in fit]
    unit = named_of_either_side(combat, name, fit)
    if unit is not None:
        return unit, []
    here = list(combat.in_arena())
    unit = named_of_either_side(combat, name, here) or named(combat, name, combat.units.values())
    if unit is None:
        why = f"no unit {clip(name)} is in combat" + suggestion(name, here)
        raise RefusedPlayError(combat, "yours.tactic", why, ways)
    refusal = why_not_tactic(combat, unit, record.name)
    return unit, overrule(combat, anyway and bool(unit.hex), *refusal, ways)


# Movement -------------------------------------------------------------------------------------------------------


def move(combat: Combat, name: str, hex_name: str, *, anyway: bool = False) -> Result:
    """Move a unit of yours, by as many hexes as its Movement at the most and through no blocked one (p.26).

    A unit that the arena die moves goes without a hex: its name alone, as in `roam croc`.
    """
    combat, ruled, events = go_to(combat, "movement", anyway)
    unit = your_unit(combat, name)
    roams = bool(moves_of(combat, unit))
    if not hex_name and not roams:
        raise RefusedPlayError(combat, "yours.move", f"{unit.id} does not roam: say where it moves")
    if not hex_name:
        rule, why = why_no_move(combat, unit)
        ruled += overrule(combat, anyway, rule, why) if rule else []
        combat, more = _roam(combat, unit)
        return combat, [*ruled, *events, *more]
    if roams:
        rule = "skill.roaming" if is_bound_to_roam(combat, unit) else "effect.used"
        why = f"{unit.id} does not move as you like: the arena die moves it"
        ruled += overrule(combat, anyway, rule, why, [f"roam {unit.id}"])
    fit = reach(combat, unit)
    ways = [f"{unit.id} {combat.arena.mat.name(each)}" for each in bits(fit)]
    hex_ = hex_of(combat, hex_name, "yours.move", ways)
    standing = combat.at(hex_)
    free = standing is None or standing.id == unit.id
    if not hex_ & fit and not (roams and free):
        ruled += overrule(combat, anyway and free, *why_not_move(combat, unit, hex_), ways)
    back = ["move.back"] if hex_ == unit.hex & fit else []
    moved = Moved(
        rule="yours.move-back" if hex_ == unit.hex else "yours.move",
        unit=unit.id,
        start=combat.arena.mat.name(unit.hex),
        end=combat.arena.mat.name(hex_),
        mark="",
        priority="",
        backup=False,
        rulings=back,
    )
    ground = Ground(combat)
    way = PickUp(unit.id, *ways_of_yours(ground, ground.mover(unit), hex_), tuple(back))
    combat = _note_moved(combat, unit).with_unit(replace(unit, hex=hex_))
    combat = push(combat, *([way] if hex_ & fit else []), *set_off(combat, "moved", unit.id))
    combat, arrived = (combat, []) if hex_ & fit else arrive(combat, combat.units[unit.id], [])
    combat, more = advance(combat)
    return combat, [*ruled, *events, moved, *arrived, *more]


def _note_moved(combat: Combat, unit: Unit) -> Combat:
    return replace(combat, moved=combat.moved | {unit.id}, stayed=combat.stayed - {unit.id})


def _roam(combat: Combat, unit: Unit) -> Result:
    combat = _note_moved(combat, unit)
    uses = [UseEffect(held, Scene(unit.id, held.number), chosen=True) for held in moves_of(combat, unit)]
    return advance(push(combat, *uses))
