"""Specials: which a rival unit uses instead of attacking, and whom it goes for (Rulebook p.24; Unit Skills sheet)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.components.effects import AnyVerb, Group, Manual, Move, RivalUse, RollAt
from hoplo_companion.rules.effects.judge import is_daze_lifted, is_dazed, is_forbidden, judge, matters, whom_of
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.modifiers import has_dice, is_used_up
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import MOVES, is_still
from hoplo_companion.rules.rival.priorities import Stage, by_list

ALWAYS = RivalUse()


def rival_use(held: Held) -> RivalUse:
    """Give how rival units use an effect; where the sheet says nothing of it, every time."""
    return held.effect.rival or ALWAYS


def can_act(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit may attack or use a Special: not dazed, unless by First Strike (p.21), no scion (p.32)."""
    if takes_no_steps(combat, unit):
        return False
    return not is_dazed(combat, unit) or is_daze_lifted(combat, unit, "act-when-dazed")


def specials(combat: Combat, unit: Unit) -> list[Held]:
    """List the Specials that a unit has and may use (p.21, 24)."""
    if not matters(combat, "special") or not can_act(combat, unit):
        return []
    found = judge(combat).on("special", unit.id)
    if not found or is_forbidden(combat, unit, "specials"):
        return []
    if combat.rulings.dazed_never_reposition and is_still(combat, unit):
        found = [held for held in found if not makes_move(held)]
    scenes = [(held, Scene(unit.id, held.number)) for held in found if not is_used_up(combat, held)]
    return [held for held, scene in scenes if judge(combat).all_hold(held.effect.conditions, scene)]


def makes_move(held: Held) -> bool:
    """Say whether an effect has its unit move at once, as Reposition does."""
    return any(isinstance(verb, Move) for verb in held.effect.verbs)


def freed(combat: Combat, helds: list[Held]) -> tuple[Combat, list[Held]]:
    """Give effects freed of their conditions and as if they had not been used yet: the player uses them anyway."""
    combat = replace(combat, used=combat.used - {held.use_key for held in helds})
    return combat, [replace(held, effect=replace(held.effect, conditions=[])) for held in helds]


def never_attacks(combat: Combat, unit: Unit) -> bool:
    """Say whether a rival unit uses a Special every time and makes no attacks (Unit Skills sheet: Agile)."""
    return matters(combat, "special") and any(
        held.effect.rival is not None and held.effect.rival.never_attacks
        for held in judge(combat).on("special", unit.id)
    )


def is_at_will(held: Held) -> bool:
    """Say whether an effect is carried out by hand and no source says when a rival uses it: the player says so."""
    return held.effect.rival is None and any(isinstance(verb, Manual) for verb in held.effect.verbs)


def aimed(held: Held) -> tuple[AnyVerb, Group] | None:
    """Give the verb of an effect that one unit has to be picked for, and the group to pick from."""
    for verb in held.effect.verbs:
        for key in ("to", "at", "whom", "of"):
            group = getattr(verb, key, None)
            if isinstance(group, Group) and group.pick != "all":
                return verb, group
    return None


def aims(combat: Combat, unit: Unit, held: Held, weaker_than: Unit | None = None) -> list[Unit]:
    """List whom a rival unit's Special may go for, as `narrowed` leaves them; empty where it has nobody to go for."""
    return narrowed(combat, unit, held, weaker_than)[-1][1]


REACH, WEAKER = "within its reach", "weaker"
"""The criteria of a Special, beside those of the priority list and of superlatives."""


def narrowed(combat: Combat, unit: Unit, held: Held, weaker_than: Unit | None = None) -> list[Stage]:
    """Narrow down whom a Special goes for: the highest bold priority possible, or whom the sheet names (p.24).

    Shapes: with `weaker_than`, there has to be a weaker opponent, and only such are possible (Heave; `heave.target`).
    """
    possible = possible_aims(combat, unit, held)
    stages = [(REACH, possible)]
    if weaker_than is not None:
        most = weaker_than.known("hp")
        weaker = [one for one in possible if one.known("hp") < most]
        possible = possible if weaker and combat.rulings.heave_by_list_alone else weaker
        stages.append((WEAKER, possible))
    pick = rival_use(held).pick
    if pick is not None:
        return [*stages, (pick, judge(combat).best(pick, possible, unit))]
    found = aimed(held)
    if found is not None and found[1].of == "opponent" and possible:
        stages += by_list(combat, unit, possible)
    return stages


def possible_aims(combat: Combat, unit: Unit, held: Held) -> list[Unit]:
    """List whom a Special can be used on at all, before the priority list narrows them; nobody without dice to roll."""
    found = aimed(held)
    if found is None or (isinstance(found[0], RollAt) and not has_dice(combat, unit, found[0].dice)):
        return []
    members = judge(combat).picked(found[1], Scene(unit.id, held.number))
    return [one for one in members if not is_forbidden(combat, one, "be-targeted")]


def applies(combat: Combat, unit: Unit, held: Held, attacks: list[Unit]) -> bool:
    """Say whether the conditions are right for a rival unit to use a Special now, given whom it could attack (p.24).

    One that is compared with the attack it would make (`weaker`) applies to that attack: see `heaves`.
    """
    use = rival_use(held)
    scene = Scene(unit.id, held.number)
    if is_at_will(held):
        return False
    if use.when in ("never", "weaker", "saves-ally") or not judge(combat).all_hold(use.conditions, scene):
        return use.when == "weaker" and not attacks and heaves(combat, unit, held, None)
    if use.when == "no-attack" and attacks:
        return False
    if aimed(held) is not None:
        return bool(aims(combat, unit, held))
    for verb in held.effect.verbs:
        if isinstance(verb, Move):
            return _would_move(combat, unit)
        whom = whom_of(verb)
        if isinstance(whom, Group):
            dice = not isinstance(verb, RollAt) or has_dice(combat, unit, verb.dice)
            return dice and bool(judge(combat).members(whom, scene))
    return True


def heaves(combat: Combat, unit: Unit, held: Held, target: Unit | None) -> bool:
    """Say whether a Special compared with an attack applies: it can damage a weaker opponent (Unit Skills: Heave).

    Where there is no attack to compare with, it is used on anybody, unless the other reading of `heave.alone` holds.
    """
    use = rival_use(held)
    if use.when != "weaker" or (target is None and combat.rulings.heave_needs_attack):
        return False
    right = judge(combat).all_hold(use.conditions, Scene(unit.id, held.number))
    return right and bool(aims(combat, unit, held, target))


def in_place_of_attack(combat: Combat, unit: Unit, attacks: list[Unit]) -> list[Held]:
    """List the Specials that a rival unit uses now whatever it would attack; several are the player's choice (p.21).

    One that a card makes compulsory precedes those of the chip (`special.card`).
    """
    found = [held for held in specials(combat, unit) if applies(combat, unit, held, attacks)]
    return [held for held in found if is_compulsory(held)] or found


def is_compulsory(held: Held) -> bool:
    """Say whether a Special is a card's that has rivals use it whenever they can (`special.card`)."""
    use = held.effect.rival
    return held.kind not in ("skill", "tactic") and use is not None and use.when == "always"


def in_place_of(combat: Combat, unit: Unit, target: Unit) -> list[Held]:
    """List the Specials that a rival unit uses in place of the attack on one target (Unit Skills: Heave)."""
    return [held for held in specials(combat, unit) if heaves(combat, unit, held, target)]


def _would_move(combat: Combat, unit: Unit) -> bool:
    ground = Ground(combat, by_effect=True)
    move = ground.consider(ground.mover(unit), ground.occupied, ground.loose)
    return move.status == MOVES
