"""Specials: which a rival unit uses instead of attacking, and whom it goes for (Rulebook p.24; Unit Skills sheet)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import AnyVerb, Manual, Move, RivalUse, RollAt
from hoplo_companion.rules.effects.in_force import whom_of
from hoplo_companion.rules.effects.judge import is_daze_lifted, is_dazed, is_forbidden, judge, matters
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.modifiers import has_dice, is_used_up
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import MOVES, Stage, by_list, is_still

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
    return [held for held in found if not barred(combat, unit, held)]


DAZED, USED, CONDITION, BY_HAND, NEVER, ATTACK, COMPARED, ALONE, NO_MOVE = (
    "dazed", "used", "condition", "by-hand", "never", "attack", "compared", "alone", "move",
)  # fmt: skip
"""Why a Special is not used, beside the criterion that leaves it nobody to go for."""


def barred(combat: Combat, unit: Unit, held: Held) -> str:
    """Name what keeps a unit from one of the Specials that it has; empty where nothing does."""
    if "first-strike.reposition" in combat.rulings.otherwise and makes_move(held) and is_still(combat, unit):
        return DAZED
    if is_used_up(combat, held):
        return USED
    holds = judge(combat).all_hold(held.effect.conditions, Scene(unit.id, held.number))
    return "" if holds else CONDITION


def makes_move(held: Held) -> bool:
    """Say whether an effect has its unit move at once, as Reposition does."""
    return any(isinstance(verb, Move) for verb in held.effect.verbs)


def freed(combat: Combat, helds: list[Held]) -> tuple[Combat, list[Held]]:
    """Give effects freed of their conditions and as if they had not been used yet: the player uses them anyway."""
    combat = replace(combat, used=combat.used - {held.use_key for held in helds})
    return combat, [replace(held, effect=replace(held.effect, conditions=[])) for held in helds]


def never_attacks(combat: Combat, unit: Unit) -> Held | None:
    """Give the Special that a rival unit uses every time, so that it makes no attacks (Unit Skills sheet: Agile)."""
    if unit.side == "player" or not matters(combat, "special"):
        return None
    return next((held for held in judge(combat).on("special", unit.id) if rival_use(held).never_attacks), None)


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


def acts_on(held: Held) -> tuple[AnyVerb, Group] | None:
    """Give the verb of an effect that goes for units, whether one of them or all, and the group that it goes for."""
    for verb in held.effect.verbs:
        whom = whom_of(verb)
        if isinstance(whom, Group):
            return verb, whom
    return None


REACH, TARGETABLE, WITH_DICE, WEAKER = "within its reach", "may be targeted", "has dice", "weaker"
"""The criteria of a Special, beside those of the priority list and of superlatives."""


def narrowed(combat: Combat, unit: Unit, held: Held, weaker_than: Unit | None = None) -> list[Stage]:
    """Narrow down whom a Special goes for: the highest bold priority possible, or whom the sheet names (p.24).

    Shapes: with `weaker_than`, there has to be a weaker opponent, and only such are possible (Heave; `heave.target`).
    """
    found = aimed(held) or acts_on(held)
    if found is None:
        return []
    verb, group = found
    possible = judge(combat).picked(group, Scene(unit.id, held.number))
    stages = [(REACH, possible)]
    if (
        group.pick != "all"
        and (open_ := [one for one in possible if not is_forbidden(combat, one, "be-targeted")]) != possible
    ):
        stages.append((TARGETABLE, possible := open_))
    if isinstance(verb, RollAt) and not has_dice(combat, unit):
        stages.append((WITH_DICE, possible := []))
    if weaker_than is not None:
        most = weaker_than.known("hp")
        weaker = [one for one in possible if one.known("hp") < most]
        possible = possible if weaker and "heave.target" in combat.rulings.otherwise else weaker
        stages.append((WEAKER, possible))
    pick = rival_use(held).pick
    if pick is not None:
        return [*stages, (pick, judge(combat).best(pick, possible, unit))]
    return (
        [*stages, *by_list(combat, unit, possible)]
        if group.of == "opponent" and group.pick != "all" and possible
        else stages
    )


def lacks(combat: Combat, unit: Unit, held: Held, attacks: list[Unit], against: Unit | None = None) -> str:
    """Name why a rival unit does not use a Special now, given whom it could attack; empty where it does (p.24).

    One that is compared with an attack (`weaker`) applies to the attack `against` one of them, or where there is none.
    """
    use = rival_use(held)
    if is_at_will(held):
        return BY_HAND
    if use.when in ("never", "saves-ally"):
        return NEVER
    if use.when == "weaker" and against is None and (attacks or "heave.alone" in combat.rulings.otherwise):
        return COMPARED if attacks else ALONE
    if not judge(combat).all_hold(use.conditions, Scene(unit.id, held.number)):
        return CONDITION
    if use.when == "no-attack" and attacks:
        return ATTACK
    if any(isinstance(verb, Move) for verb in held.effect.verbs) and aimed(held) is None:
        return "" if Ground(combat, by_effect=True).now(unit).status == MOVES else NO_MOVE
    return next((name for name, left in narrowed(combat, unit, held, against) if not left), "")


def applies(combat: Combat, unit: Unit, held: Held, attacks: list[Unit]) -> bool:
    """Say whether a rival unit uses a Special now whatever it would attack."""
    return not lacks(combat, unit, held, attacks)


def heaves(combat: Combat, unit: Unit, held: Held, target: Unit | None) -> bool:
    """Say whether a Special that is compared with attacks takes the place of the one on a target (sheet: Heave)."""
    return rival_use(held).when == "weaker" and not lacks(combat, unit, held, [], target)


def in_place_of_attack(combat: Combat, unit: Unit, attacks: list[Unit]) -> list[Held]:
    """List the Specials that a rival unit uses now whatever it would attack; several are the player's choice (p.21).

    One that a card makes compulsory precedes those of the chip (`special.card`).
    """
    found = [held for held in specials(combat, unit) if applies(combat, unit, held, attacks)]
    if "special.card" in combat.rulings.otherwise or not found:
        return found
    return [held for held in found if is_compulsory(held)] or found


def is_compulsory(held: Held) -> bool:
    """Say whether a Special is a card's that has rivals use it whenever they can (`special.card`)."""
    use = held.effect.rival
    return held.kind not in ("skill", "tactic") and use is not None and use.when == "always"


def in_place_of(combat: Combat, unit: Unit, target: Unit) -> list[Held]:
    """List the Specials that a rival unit uses in place of the attack on one target (Unit Skills: Heave)."""
    return [held for held in specials(combat, unit) if heaves(combat, unit, held, target)]
