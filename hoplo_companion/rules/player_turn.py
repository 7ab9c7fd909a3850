"""Your turn: what each of its steps lets you do, and what comes of it (Rulebook p.18, 25-27)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.hexes import bits
from hoplo_companion.rules.abilities import use_ability
from hoplo_companion.rules.agenda import Result, Step, advance, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.effects.judge import may
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.effects.telling import ask_for_tactic, ask_for_unknown
from hoplo_companion.rules.effects.use import UseEffect, set_off
from hoplo_companion.rules.engage import attackable
from hoplo_companion.rules.engage_step import use_special
from hoplo_companion.rules.equip import equip
from hoplo_companion.rules.events import (
    CombatEnded,
    Deployed,
    Event,
    Moved,
    Scored,
    StepBegan,
    TacticPlaced,
    TurnBegan,
    TurnEnded,
)
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import health, is_moveless
from hoplo_companion.rules.movement import Ground
from hoplo_companion.rules.movement_step import PickUp, note_who_stayed
from hoplo_companion.rules.mover import is_still
from hoplo_companion.rules.paths import pick_ups_within
from hoplo_companion.rules.player_options import (
    RefusedPlayError,
    camp,
    check_deployed,
    free_deployment,
    has_acted,
    is_done,
    note,
    open_abilities,
    reach,
    tactic_targets,
)
from hoplo_companion.rules.roaming import moves_of
from hoplo_companion.rules.specials import specials
from hoplo_companion.rules.tactics import TakeEffect
from hoplo_companion.rules.turns import begin_turn, end_turn, go_on, set_off_by_end

POINTS_TO_WIN = 6


# The turn -------------------------------------------------------------------------------------------------------


def begin(combat: Combat) -> Result:
    """Begin your turn: score points, and go on to the step where the position stands (p.20, 25)."""
    start = combat.step in ("", "deployment")
    combat, events = (begin_turn if start else go_on)(combat, "player")
    combat = replace(combat, step=combat.step or "deployment", agenda=())
    if start:
        events = [TurnBegan(rule="turn.yours", act=combat.act, turn=combat.turn), *events]
    combat = push(combat, *ask_for_unknown(combat))
    if start and combat.event == "king-of-the-hill":
        combat, scored = score(combat)
        events += scored
    combat, more = advance(combat)
    return combat, [*events, *more]


def score(combat: Combat) -> Result:
    """Earn a point for each of your units on a key hex; six points win the event at once (p.18, 25)."""
    keys = combat.key_hexes()
    earned = sum(1 for unit in combat.in_arena("player") if unit.hex & keys)
    if not earned:
        return combat, []
    total = combat.points + earned
    combat = replace(combat, points=total)
    events: list[Event] = [Scored(rule="king.points", points=earned, total=total)]
    if total >= POINTS_TO_WIN:
        events.append(CombatEnded(rule="king.points", why="goal-met"))
        combat = replace(combat, over="goal-met", agenda=())
    return combat, events


def end(combat: Combat) -> Result:
    """End your turn; with nobody in combat you have to deploy first, or surrender (p.25)."""
    check_deployed(combat)
    return advance(push(combat, *set_off_by_end(combat, "player"), TurnOver()))


class TurnOver(Step, frozen=True):
    """Your turn is over."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Make the position ready for the next turn, the arena's or the rival's."""
        combat, events = end_turn(combat, "player")
        events.append(TurnEnded(rule="turn.yours", turn=combat.turn))
        return replace(combat, step="deployment", side="rival"), events


# Doing it -------------------------------------------------------------------------------------------------------


def _go_to(combat: Combat, step: str) -> Result:
    """Go on to a step of the turn; one that is over does not come back (p.20)."""
    now, wanted = STEPS.index(combat.step), STEPS.index(step)
    if wanted < now:
        raise RefusedPlayError(combat, "turn.steps", f"your {step} step is over: the {combat.step} step is on", [])
    if wanted > 0:
        check_deployed(combat)
    if wanted == now:
        return combat, []
    if now <= STEPS.index("movement") < wanted:
        combat = note_who_stayed(combat)
    return replace(combat, step=step), [StepBegan(rule="turn.steps", step=step)]


def _mine(combat: Combat, name: str, *, in_camp: bool = False) -> Unit:
    """Find a unit of yours by its id, in combat or in camp."""
    found = [unit for unit in combat.units.values() if unit.side == "player" and slug(unit.id) == slug(name)]
    if found and bool(found[0].hex) != in_camp:
        return found[0]
    here = [unit.id for unit in combat.units.values() if unit.side == "player" and bool(unit.hex) != in_camp]
    where = "in your camp" if in_camp else "in combat"
    rule = "yours.deploy" if in_camp else "combat.only-in-combat"
    raise RefusedPlayError(combat, rule, f"no unit {clip(name)} of yours is {where}", here)


def _hex(combat: Combat, name: str) -> int:
    hex_ = combat.arena.mat.bit.get(name.upper(), 0) & combat.arena.existing
    if not hex_:
        raise IllegalError(f"{clip(name)} is not on this mat")
    return hex_


def deploy(combat: Combat, name: str, hex_name: str) -> Result:
    """Deploy a unit of your camp on one of your deployment hexes that is not blocked; one a turn (p.25).

    It has HP for its Health, your hero those that it has; it is dazed for this turn (p.21).
    """
    combat, events = _go_to(combat, "deployment")
    unit = _mine(combat, name, in_camp=True)
    if is_done(combat, "deploy"):
        raise RefusedPlayError(combat, "yours.deploy", "you have deployed a unit this turn already", [])
    ready = camp(combat)
    if all(unit.id != each.id for each in ready):
        raise RefusedPlayError(
            combat, "yours.lineup", f"your lineup has no room for {unit.id}", [each.id for each in ready]
        )
    hex_ = _hex(combat, hex_name)
    free = free_deployment(combat)
    if not hex_ & free:
        ways = [combat.arena.mat.name(each) for each in bits(free)]
        raise RefusedPlayError(
            combat, "yours.deploy-hex", f"{hex_name.upper()} is none of your free deployment hexes", ways
        )
    combat = combat.with_unit(replace(unit, hex=hex_, dazed=True))
    placed = combat.units[unit.id]
    if not unit.hero:
        placed = replace(placed, hp=health(combat, placed))
    yours = combat.yours
    if unit.hero:
        yours = replace(yours, hero=False if yours.hero is not None else None)
    elif yours.camp_units is not None:
        yours = replace(yours, camp_units=yours.camp_units - 1)
    combat = note(replace(combat, yours=yours).with_unit(placed), "deploy")
    number = combat.arena.player_deployment.index(hex_) + 1
    events.append(
        Deployed(
            rule="yours.deploy",
            unit=unit.id,
            hex=combat.arena.mat.name(hex_),
            number=number,
            hp=placed.known("hp"),
            bonus_hp=0,
        )
    )
    combat, equipped = equip(combat, placed, hex_)
    combat, more = advance(push(combat, *ask_for_unknown(combat, unit.id), *set_off(combat, "deployed", unit.id)))
    return combat, [*events, *equipped, *more]


def tactic(combat: Combat, chip_name: str, target: str) -> Result:
    """Play a tactic of your camp on a unit; one a turn (p.25, 30)."""
    combat, events = _go_to(combat, "tactics")
    chip = slug(chip_name)
    record = combat.catalogue.tactic(chip)
    held = combat.yours.tactics
    if record is None or (held is not None and chip not in held):
        raise RefusedPlayError(combat, "yours.tactic", f"{clip(chip_name)} is no tactic of your camp", list(held or ()))
    if is_done(combat, "tactic"):
        raise RefusedPlayError(combat, "tactics.one-a-turn", "you have played a tactic this turn already", [])
    fit = tactic_targets(combat)
    unit = next((each for each in fit if slug(each.id) == slug(target)), None)
    if unit is None:
        why = f"{record.name} cannot be played on {clip(target)}"
        raise RefusedPlayError(combat, "yours.tactic", why, [each.id for each in fit])
    if held is not None:
        left = list(held)
        left.remove(chip)
        combat = replace(combat, yours=replace(combat.yours, tactics=tuple(left)))
    combat = note(combat, "tactic")
    rule = f"tactics.{chip}" if combat.catalogue.rule(f"tactics.{chip}") is not None else "yours.tactic"
    events.append(TacticPlaced(rule=rule, chip=chip, unit=unit.id, because=""))
    combat, more = advance(push(combat, *ask_for_tactic(combat, chip, unit.id), TakeEffect(chip, unit.id)))
    return combat, [*events, *more]


def move(combat: Combat, name: str, hex_name: str) -> Result:
    """Move a unit of yours, by as many hexes as its Movement at the most and through no blocked one (p.26)."""
    combat, events = _go_to(combat, "movement")
    unit = _mine(combat, name)
    if moves_of(combat, unit):
        return _roam(combat, unit, events)
    if not hex_name:
        raise RefusedPlayError(combat, "yours.move", f"{unit.id} does not roam: say where it moves", [])
    hex_ = _hex(combat, hex_name)
    fit = reach(combat, unit)
    if not hex_ & fit:
        ways = [f"{unit.id} {combat.arena.mat.name(each)}" for each in bits(fit)]
        raise RefusedPlayError(combat, *_why_not_move(combat, unit, hex_name.upper()), ways)
    ground = Ground(combat)
    ways_there = pick_ups_within(ground, ground.mover(unit), hex_)
    moved = Moved(
        rule="yours.move",
        unit=unit.id,
        start=combat.arena.mat.name(unit.hex),
        end=combat.arena.mat.name(hex_),
        mark="",
        priority="",
        backup=False,
    )
    combat = replace(combat, moved=combat.moved | {unit.id}).with_unit(replace(unit, hex=hex_))
    steps = (PickUp(unit.id, tuple(ways_there)), BroughtHome(unit.id), *set_off(combat, "moved", unit.id))
    combat, more = advance(push(combat, *steps))
    return combat, [*events, moved, *more]


def _why_not_move(combat: Combat, unit: Unit, hex_name: str) -> tuple[str, str]:
    if unit.id in combat.moved:
        return "yours.once", f"{unit.id} has moved this turn already"
    if is_still(combat, unit):
        return "combat.dazed", f"{unit.id} is dazed and does not move"
    if is_moveless(combat, unit):
        return "skill.combat-lock", f"{unit.id} has no move this turn"
    return "yours.move", f"{unit.id} cannot move to {hex_name}"


def _roam(combat: Combat, unit: Unit, events: list[Event]) -> Result:
    if unit.id in combat.moved or is_still(combat, unit) or is_moveless(combat, unit):
        raise RefusedPlayError(combat, *_why_not_move(combat, unit, "anywhere"), [])
    combat = replace(combat, moved=combat.moved | {unit.id})
    uses = [UseEffect(held, Scene(unit.id, held.number), chosen=True) for held in moves_of(combat, unit)]
    combat, more = advance(push(combat, *uses, BroughtHome(unit.id)))
    return combat, [*events, *more]


class BroughtHome(Step, frozen=True):
    """Your flagholder has moved: on one of your deployment hexes the event is won at once (p.18)."""

    unit: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """End the combat if the flag is home."""
        unit = combat.units.get(self.unit)
        flag = combat.flag
        if unit is None or flag is None or flag.holder != unit.id or combat.event != "capture-the-flag":
            return combat, []
        if not unit.hex & sum(set(combat.arena.player_deployment)):
            return combat, []
        return replace(combat, over="goal-met"), [CombatEnded(rule="flag.home", why="goal-met")]


def ability(combat: Combat, name: str, skill: str) -> Result:
    """Use an Ability of a unit of yours, each once a turn (p.26)."""
    combat, events = _go_to(combat, "abilities")
    unit = _mine(combat, name)
    fit = list(open_abilities(combat, unit))
    if slug(skill) not in fit:
        why = f"{unit.id} cannot use {clip(skill)} now"
        rule = "combat.dazed" if unit.dazed else "yours.ability"
        raise RefusedPlayError(combat, rule, why, [f"{unit.id} {each}" for each in fit])
    combat = note(combat, f"ability {unit.id} {slug(skill)}")
    combat, more = use_ability(combat, unit, slug(skill))
    combat, rest = advance(combat)
    return combat, [*events, *more, *rest]


def strike(combat: Combat, name: str, target: str) -> Result:
    """Attack an opponent with a unit of yours, once a turn and in place of a Special (p.27)."""
    combat, events = _go_to(combat, "engage")
    unit = _mine(combat, name)
    fit = [] if has_acted(combat, unit) else attackable(combat, unit)
    aim = next((each for each in fit if slug(each.id) == slug(target)), None)
    if aim is None:
        raise RefusedPlayError(combat, *_why_not_attack(combat, unit, target), [f"{unit.id} {each.id}" for each in fit])
    combat, more = advance(push(note(combat, f"act {unit.id}"), *attack(unit, aim)))
    return combat, [*events, *more]


def _why_not_attack(combat: Combat, unit: Unit, target: str) -> tuple[str, str]:
    if has_acted(combat, unit):
        return "yours.once", f"{unit.id} has attacked or used a Special this turn already"
    aim = combat.units.get(target)
    if not attackable(combat, unit):
        if unit.dazed:
            return "combat.dazed", f"{unit.id} is dazed and does not attack"
        return "yours.attack", f"{unit.id} has nobody that it may attack"
    held = any(may(combat, each, "draw-attacks") for each in attackable(combat, unit))
    if aim is not None and held:
        return "skill.taunt", f"{unit.id} stands beside an opponent with Taunt and cannot attack {clip(target)}"
    return "yours.attack", f"{unit.id} cannot attack {clip(target)}"


def special(combat: Combat, name: str, skill: str) -> Result:
    """Use a Special with a unit of yours, once a turn and in place of an attack (p.27)."""
    combat, events = _go_to(combat, "engage")
    unit = _mine(combat, name)
    fit = [] if has_acted(combat, unit) else specials(combat, unit)
    held = next((each for each in fit if slug(skill) in (each.id, slug(each.name))), None)
    if held is None:
        rule = "yours.once" if has_acted(combat, unit) else "yours.special"
        why = f"{unit.id} cannot use {clip(skill)} now"
        raise RefusedPlayError(combat, rule, why, [f"{unit.id} {each.name}" for each in fit])
    combat, more = advance(push(note(combat, f"act {unit.id}"), use_special(unit, held)))
    return combat, [*events, *more]
