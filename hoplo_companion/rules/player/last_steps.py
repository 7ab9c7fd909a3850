"""What your units do once they have moved: Abilities, attacks and Specials (Rulebook p.26-27).

`anyway` is as in `first_steps`.
"""

from __future__ import annotations

from hoplo_companion.components.names import slug
from hoplo_companion.errors import clip
from hoplo_companion.rules.agenda import Result, advance, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.model import Combat, Unit, oppose
from hoplo_companion.rules.naming import (
    LEAST_LETTERS,
    named,
    picked,
    suggestion,
)
from hoplo_companion.rules.player.naming import go_to, your_unit
from hoplo_companion.rules.player.options import (
    RefusedPlayError,
    has_acted,
    note,
    open_abilities,
    open_specials,
    overrule,
)
from hoplo_companion.rules.player.refusals import (
    why_not_ability,
    why_not_attack,
    why_not_special,
)
from hoplo_companion.rules.rival.abilities import use_ability
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.engage_step import use_special
from hoplo_companion.rules.rival.specials import freed


def ability(combat: Combat, name: str, skill: str, *, anyway: bool = False) -> Result:
    """Use an Ability of a unit of yours, each once a turn (p.26)."""
    combat, ruled, events = go_to(combat, "abilities", anyway)
    unit = your_unit(combat, name)
    fit = open_abilities(combat, unit)
    ways = [f"{unit.id} {each}" for each in fit]
    has = {held.id: held.id for held in judge(combat).on("ability", unit.id)}
    id_ = picked(skill, has)
    if id_ is None:
        why = f"{unit.id} has no Ability {clip(skill)}" + (f", but {', '.join(has)}" if has else "")
        raise RefusedPlayError(combat, "yours.ability", why, ways)
    if id_ not in fit:
        ruled += overrule(combat, anyway, *why_not_ability(combat, unit, id_), ways)
    combat = note(combat, f"ability {unit.id} {id_}")
    combat, more = use_ability(combat, unit, id_, anyway=id_ not in fit)
    combat, rest = advance(combat)
    return combat, [*ruled, *events, *more, *rest]


def strike(combat: Combat, name: str, target: str, *, anyway: bool = False) -> Result:
    """Attack an opponent with a unit of yours, once a turn and in place of a Special (p.27)."""
    combat, ruled, events = go_to(combat, "engage", anyway)
    unit = your_unit(combat, name)
    fit = [] if has_acted(combat, unit) else attackable(combat, unit)
    ways = [f"{unit.id} {each.id}" for each in fit]
    aim = _aim(combat, unit, target)
    if aim is None:
        others = [each for each in combat.in_arena() if each.id != unit.id]
        why = f"{unit.id} cannot attack {clip(target)}: no such unit is in combat" + suggestion(target, others)
        raise RefusedPlayError(combat, "yours.attack", why, ways)
    if aim.id == unit.id:
        raise RefusedPlayError(combat, "yours.attack", f"{unit.id} is no opponent of itself", ways)
    if aim not in fit:
        ruled += overrule(combat, anyway, *why_not_attack(combat, unit, aim), ways)
    combat, more = advance(push(note(combat, f"act {unit.id}"), *attack(unit, aim)))
    return combat, [*ruled, *events, *more]


def _aim(combat: Combat, unit: Unit, name: str) -> Unit | None:
    """Find the target that a name means: an opponent first, else any unit in combat, which the rules refuse.

    An id of one or two letters, typed whole, is not taken for the beginning of an opponent's name.
    """
    foes = [each for each in combat.units.values() if oppose(combat, unit, each)]
    others = [each for each in combat.in_arena() if each not in foes]
    beside = [*foes, *others] if len(name) < LEAST_LETTERS else foes
    aim = named(combat, name, [each for each in foes if each.hex], beside)
    return aim or named(combat, name, others, combat.units.values())


def special(combat: Combat, name: str, skill: str, *, anyway: bool = False) -> Result:
    """Use a Special with a unit of yours, once a turn and in place of an attack (p.27)."""
    combat, ruled, events = go_to(combat, "engage", anyway)
    unit = your_unit(combat, name)
    fit = [] if has_acted(combat, unit) else open_specials(combat, unit)
    ways = [f"{unit.id} {each.name}" for each in fit]
    held = _special_named(combat, unit, skill)
    if held is None:
        has = dict.fromkeys(each.name for each in judge(combat).on("special", unit.id))
        why = f"{unit.id} has no Special {clip(skill)}" + (f", but {', '.join(has)}" if has else "")
        raise RefusedPlayError(combat, "yours.special", why, ways)
    if held not in fit:
        ruled += overrule(combat, anyway, *why_not_special(combat, unit, held), ways)
        combat, (held,) = freed(combat, [held])
    combat, more = advance(push(note(combat, f"act {unit.id}"), use_special(unit, held)))
    return combat, [*ruled, *events, *more]


def _special_named(combat: Combat, unit: Unit, name: str) -> Held | None:
    """Find a Special of a unit by its word or what it is called; one that can be used now before one that cannot."""
    now = open_specials(combat, unit)
    words: dict[str, Held] = {}
    for held in [*now, *judge(combat).on("special", unit.id)]:
        words.setdefault(held.id, held)
        words.setdefault(slug(held.name), held)
    return picked(name, words)
