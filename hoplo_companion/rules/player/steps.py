"""What you do in the steps of your turn: deploy, play a tactic, move, use Abilities, attack (Rulebook p.25-27).

Each takes `anyway`: what the rules do not allow is done all the same as far as it can be done on the table, with a
`house-ruling` first for every rule that was set aside. No name, no hex of the mat, or a taken hex stay refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from hoplo_companion.components.names import near_misses, slug
from hoplo_companion.components.schemas import TacticRecord
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import clip
from hoplo_companion.hexes import bits
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Result, Step, advance, push
from hoplo_companion.rules.attack import Declare
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.unknown import ask_for_tactic, ask_for_unknown, kind_of
from hoplo_companion.rules.effects.use import set_off, use_of
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.goals import arrive, equip_deployed, take_flag
from hoplo_companion.rules.model import Combat, Unit, one_less, oppose
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.naming import LEAST_LETTERS, called, named, named_of_either_side, picked, suggestion
from hoplo_companion.rules.player import options, unit_options
from hoplo_companion.rules.position.document import on_elite_anyway
from hoplo_companion.rules.rival.engage import attackable, freed
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import PickUp, ways_of_yours
from hoplo_companion.rules.rival.mover import is_bound_to_roam, moves_of
from hoplo_companion.rules.rival.placement import TakeEffect
from hoplo_companion.rules.rival.turn import use_ability
from hoplo_companion.rules.sentence import Sentence, said

T = TypeVar("T")

STEP_OVER = {
    "deployment": later("Your Deployment Step is over, and does not come back this turn"),
    "tactics": later("Your Tactic Placement Step is over, and does not come back this turn"),
    "movement": later("Your Movement Step is over, and does not come back this turn"),
    "abilities": later("Your Abilities Step is over, and does not come back this turn"),
}
"""What is said of a step that something would have to be done in."""


HAS_NONE = {
    "ability": (later("{unit} has no Ability {skill}"), later("{unit} has no Ability {skill}; it has {skills}")),
    "special": (later("{unit} has no Special {skill}"), later("{unit} has no Special {skill}; it has {skills}")),
}


class _Doing:
    """What you do in a step of your turn: the combat there, and what has come of it so far, rules set aside first."""

    def __init__(self, combat: Combat, step: str, anyway: bool) -> None:
        """Go on to the step; one that is over does not come back, though something may be done late anyway (p.20)."""
        self.combat, self.anyway = combat, anyway
        now, wanted = STEPS.index(combat.step), STEPS.index(step)
        self._ruled = options.check_deployed(combat, anyway=anyway) if wanted >= max(now, 1) else []
        self._began: list[Event] = []
        if wanted < now:
            self.refuse("turn.steps", said(STEP_OVER[step]))
        elif wanted > now:
            self.combat = replace(options.after_moving(combat, step), step=step)
            self._began.append(event_of("step-began", step=step))

    def refused(self, rule: str, why: Sentence, instead: Iterable[str] = ()) -> options.RefusedPlayError:
        """What cannot be done whatever the player wants."""
        return options.RefusedPlayError(self.combat, rule, why, instead)

    def refuse(self, rule: str, why: Sentence, instead: Iterable[str] = (), *, possible: bool = True) -> None:
        """Refuse what a rule forbids, or set it aside, where what the player wants is possible on the table."""
        self._ruled += options.overrule(self.combat, self.anyway and possible, rule, why, instead)

    def unit(self, name: str, *, in_camp: bool = False) -> Unit:
        """Find a unit of yours by name, in combat or in camp."""
        units = self.combat.units.values()
        here = [unit for unit in units if unit.side == "player" and bool(unit.hex) != in_camp]
        if (unit := named(self.combat, name, here, units)) is not None:
            return unit
        rule, text = "combat.only-in-combat", later("No unit of yours in combat is called {name}{near}")
        if in_camp:
            rule, text = "yours.deploy", later("No unit of your camp is called {name}{near}")
        raise self.refused(rule, said(text, name=clip(name), near=suggestion(name, here)), [each.id for each in here])

    def hex(self, name: str, rule: str, instead: Iterable[str]) -> int:
        """Find a hex of the mat by name; RefusedPlayError with the rule that wants one where the mat has none of it."""
        hex_ = self.combat.arena.hex_typed(name)
        if not hex_:
            raise self.refused(rule, said("{hex} is not on this mat", hex=clip(name)), instead)
        return hex_

    def tactic(self, name: str) -> tuple[str, TacticRecord]:
        """Find a tactic by name: one of your camp first, else any that the game has."""
        held, known = self.combat.yours.tactics, self.combat.catalogue.ids("tactics")
        chip = picked(name, {each: each for each in held or ()}) or picked(name, {each: each for each in known})
        record = self.combat.catalogue.tactic(chip) if chip is not None else None
        if chip is None or record is None:
            why = said("There is no tactic {name}", name=clip(name))
            if near := near_misses(name, held or known):
                why = said("There is no tactic {name}; did you mean {names}?", name=clip(name), names=" / ".join(near))
            raise self.refused("yours.tactic", why, dict.fromkeys(held or ()))
        return chip, record

    def skill(self, unit: Unit, kind: str, name: str, among: Mapping[str, T], has: Iterable[str], ways: list[str]) -> T:
        """Find an Ability or a Special by name, among those that a unit has."""
        if (found := picked(name, among)) is None:
            skills = ", ".join(has)
            why = said(HAS_NONE[kind][bool(skills)], unit=called(self.combat, unit), skill=clip(name), skills=skills)
            raise self.refused(f"yours.{kind}", why, ways)
        return found

    def done(self, combat: Combat, happened: Iterable[Event], *steps: Step) -> Result:
        """Put steps on the agenda and go on to their first question; what has happened before comes first."""
        combat, more = advance(push(combat, *steps))
        return combat, [*self._ruled, *self._began, *happened, *more]


STAYS = {
    "hero": later("{unit} stays in your camp: your lineup has no hero left to deploy"),
    "only-hero": later("{unit} stays in your camp: your hero is the only unit of your lineup left to deploy"),
    "": later("{unit} stays in your camp: you have deployed your whole lineup"),
}


def deploy(combat: Combat, name: str, hex_name: str, *, anyway: bool = False) -> Result:
    """Deploy a unit of your camp on one of your deployment hexes that is not blocked; one a turn (p.25).

    It has HP for its Health, your hero those that it has; it is dazed for this turn (p.21). A hex that is taken is
    refused whatever the player wants.
    """
    doing = _Doing(combat, "deployment", anyway)
    combat, unit, yours = doing.combat, doing.unit(name, in_camp=True), doing.combat.yours
    if options.is_done(combat, "deploy"):
        doing.refuse("yours.deploy", said("You have deployed a unit this turn already"))
    doing.refuse(*options.why_full(combat))
    ready = [each.id for each in options.camp(combat)]
    if unit.id not in ready:
        stays = STAYS["hero" if unit.hero else "only-hero" if yours.hero else ""]
        doing.refuse("yours.lineup", said(stays, unit=called(combat, unit)), ready)
    free = options.free_deployment(combat)
    ways = [combat.arena.mat.name(each) for each in bits(free)]
    hex_ = doing.hex(hex_name, "yours.deploy-hex", ways)
    at = combat.arena.mat.name(hex_)
    other = combat.at(hex_)
    if not hex_ & free:
        why = said("{hex} is not one of your deployment hexes", hex=at)
        if hex_ & combat.arena.blocked:
            why = said("{hex} is blocked", hex=at)
        if other is not None:
            why = said("{unit} is on {hex} already, and a hex holds one unit", unit=called(combat, other), hex=at)
        doing.refuse("yours.deploy-hex", why, ways, possible=other is None)
    combat = combat.with_unit(replace(unit, hex=hex_, dazed=True))
    placed = combat.units[unit.id]
    if unit.hero:
        yours = replace(yours, hero=False if yours.hero is not None else None)
    else:
        placed = replace(placed, hp=health(combat, placed))
        yours = replace(yours, camp_units=max(0, yours.camp_units - 1) if yours.camp_units is not None else None)
    combat = options.note(replace(combat, yours=yours).with_unit(placed), "deploy")
    mine = combat.arena.player_deployment
    number, hp = mine.index(hex_) + 1 if hex_ in mine else 0, placed.known("hp")
    rulings = ["flag.deploy"] if combat.flag is not None and combat.flag.hex == hex_ else []
    where = {"unit": unit.id, "hex": at, "number": number, "hp": hp, "bonus_hp": 0}
    deployed = event_of("deployed", rule="yours.deploy", rulings=rulings, **where)
    combat, equipped = equip_deployed(combat, placed, deployed)
    if "flag.deploy" in combat.rulings.otherwise:
        combat, taken = take_flag(combat, placed, hex_)
        equipped += [replace(event, rulings=["flag.deploy"]) for event in taken]
    then = (*ask_for_unknown(combat, unit.id), *set_off(combat, "deployed", unit.id))
    return doing.done(combat, equipped, *then)


def tactic(combat: Combat, chip_name: str, target: str, *, anyway: bool = False) -> Result:
    """Play a tactic of your camp on a unit; one a turn (p.25, 30)."""
    doing = _Doing(combat, "tactics", anyway)
    combat = doing.combat
    (chip, record), held = doing.tactic(chip_name), combat.yours.tactics
    if held is not None and chip not in held:
        why = said("{tactic} is not among the tactics of your camp", tactic=record.name)
        doing.refuse("yours.tactic", why, dict.fromkeys(held))
    if options.is_done(combat, "tactic"):
        doing.refuse("tactics.one-a-turn", said("You have played a tactic this turn already"))
    # A unit that it may be played on first, else any, which the rules refuse.
    fit, here = options.tactic_targets(combat), list(combat.in_arena())
    ways = [each.id for each in fit]
    unit = named_of_either_side(combat, target, fit)
    if unit is None:
        unit = named_of_either_side(combat, target, here) or named(combat, target, combat.units.values())
        if unit is None:
            why = said("There is no unit {name} in combat{near}", name=clip(target), near=suggestion(target, here))
            raise doing.refused("yours.tactic", why, ways)
        doing.refuse(*unit_options.why_not_tactic(combat, unit, record.name), ways, possible=bool(unit.hex))
    if held is not None:
        combat = replace(combat, yours=replace(combat.yours, tactics=one_less(held, chip)))
    if unit.elite and kind_of(combat, chip)[0] != "instant":
        combat = replace(combat, used=combat.used | {on_elite_anyway(unit.id)})
    combat = options.note(combat, "tactic")
    placed = event_of("tactic-placed", rule="yours.tactic", chip=chip, unit=unit.id, because="")
    return doing.done(combat, [placed], *ask_for_tactic(combat, chip, unit.id), TakeEffect(chip, unit.id))


def move(combat: Combat, name: str, hex_name: str, *, anyway: bool = False) -> Result:
    """Move a unit of yours by its Movement at the most, or by the arena die (`roam croc`) with no hex (p.26)."""
    doing = _Doing(combat, "movement", anyway)
    combat, unit = doing.combat, doing.unit(name)
    roams = bool(moves_of(combat, unit))
    if not hex_name and not roams:
        raise doing.refused("yours.move", said("{unit} does not roam: say where it moves", unit=called(combat, unit)))
    moved_on = {"moved": combat.moved | {unit.id}, "stayed": combat.stayed - {unit.id}}
    if not hex_name:
        doing.refuse(*unit_options.why_no_move(combat, unit))
        return doing.done(replace(combat, **moved_on), [], *map(use_of, moves_of(combat, unit)))
    if roams:
        rule = "skill.roaming" if is_bound_to_roam(combat, unit) else "effect.used"
        why = said("{unit} does not move as you like: the arena die moves it", unit=called(combat, unit))
        doing.refuse(rule, why, [f"roam {unit.id}"])
    fit = options.reach(combat, unit)
    ways = [f"{unit.id} {combat.arena.mat.name(each)}" for each in bits(fit)]
    hex_ = doing.hex(hex_name, "yours.move", ways)
    other = combat.at(hex_)
    free = other is None or other.id == unit.id
    if not hex_ & fit and not (roams and free):
        doing.refuse(*unit_options.why_not_move(combat, unit, hex_), ways, possible=free)
    back = ["move.back"] if hex_ == unit.hex & fit else []
    rule = "yours.move-back" if hex_ == unit.hex else "yours.move"
    values = {"unit": unit.id, "start": combat.arena.mat.name(unit.hex), "end": combat.arena.mat.name(hex_)}
    moved = event_of("moved", rule=rule, rulings=back, **values, mark="", priority="", backup=False)
    ground = Ground(combat)
    way = PickUp(unit.id, *ways_of_yours(ground, ground.mover(unit), hex_), tuple(back))
    combat = replace(combat, **moved_on).with_unit(replace(unit, hex=hex_))
    combat = push(combat, *([way] if hex_ & fit else []), *set_off(combat, "moved", unit.id))
    combat, arrived = (combat, []) if hex_ & fit else arrive(combat, combat.units[unit.id], [])
    return doing.done(combat, [moved, *arrived])


def ability(combat: Combat, name: str, skill: str, *, anyway: bool = False) -> Result:
    """Use an Ability of a unit of yours, each once a turn (p.26)."""
    doing = _Doing(combat, "abilities", anyway)
    combat, unit = doing.combat, doing.unit(name)
    fit = options.open_abilities(combat, unit)
    ways = [f"{unit.id} {each}" for each in fit]
    has = {held.id: held.id for held in judge(combat).on("ability", unit.id)}
    id_ = doing.skill(unit, "ability", skill, has, has, ways)
    if id_ not in fit:
        doing.refuse(*unit_options.why_not_ability(combat, unit, id_), ways)
    combat = options.note(combat, f"ability {unit.id} {id_}")
    combat, more = use_ability(combat, unit, id_, anyway=id_ not in fit)
    return doing.done(combat, more)


def strike(combat: Combat, name: str, target: str, *, anyway: bool = False) -> Result:
    """Attack an opponent with a unit of yours, once a turn and in place of a Special (p.27)."""
    doing = _Doing(combat, "engage", anyway)
    combat, unit = doing.combat, doing.unit(name)
    fit = [] if options.has_acted(combat, unit) else attackable(combat, unit)
    ways = [f"{unit.id} {each.id}" for each in fit]
    aim, attacker = _aim(combat, unit, target), called(combat, unit)
    if aim is None:
        near = suggestion(target, [each for each in combat.in_arena() if each.id != unit.id])
        text = later("{unit} cannot attack {target}, which is not in combat{near}")
        why = said(text, unit=attacker, target=clip(target), near=near)
        raise doing.refused("yours.attack", why, ways)
    if aim.id == unit.id:
        raise doing.refused("yours.attack", said("{unit} cannot attack itself", unit=attacker), ways)
    if aim not in fit:
        doing.refuse(*unit_options.why_not_attack(combat, unit, aim), ways)
    return doing.done(options.note(combat, f"act {unit.id}"), [], Declare(unit.id, aim.id))


def _aim(combat: Combat, unit: Unit, name: str) -> Unit | None:
    """Find the target that a name means: an opponent first; an id of a letter or two stands for nothing else."""
    foes = [each for each in combat.units.values() if oppose(combat, unit, each)]
    others = [each for each in combat.in_arena() if each not in foes]
    beside = [*foes, *others] if len(name) < LEAST_LETTERS else foes
    aim = named(combat, name, [each for each in foes if each.hex], beside)
    return aim or named(combat, name, others, combat.units.values())


def special(combat: Combat, name: str, skill: str, *, anyway: bool = False) -> Result:
    """Use a Special with a unit of yours, once a turn and in place of an attack (p.27)."""
    doing = _Doing(combat, "engage", anyway)
    combat, unit = doing.combat, doing.unit(name)
    fit = [] if options.has_acted(combat, unit) else options.open_specials(combat, unit)
    ways = [f"{unit.id} {each.name}" for each in fit]
    has = judge(combat).on("special", unit.id)
    words: dict[str, Held] = {}
    # By its word or what it is called; one that can be used now before one that cannot.
    for each in [*options.open_specials(combat, unit), *has]:
        words.setdefault(each.id, each)
        words.setdefault(slug(each.name), each)
    held = doing.skill(unit, "special", skill, words, dict.fromkeys(each.name for each in has), ways)
    if held not in fit:
        doing.refuse(*unit_options.why_not_special(combat, unit, held), ways)
        combat, (held,) = freed(combat, [held])
    return doing.done(options.note(combat, f"act {unit.id}"), [], use_of(held))
