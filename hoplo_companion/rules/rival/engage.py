"""Whom a unit may attack, whom a rival unit attacks, and which Specials it uses instead (Rulebook p.24, 27; sheet)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import AnyVerb, Manual, Move, RivalUse, RollAt, whom_of
from hoplo_companion.language import later
from hoplo_companion.rules.effects.in_force import DRAWS, Held, Scene
from hoplo_companion.rules.effects.judge import any_effect_on, is_daze_lifted, is_dazed, is_forbidden, judge, may
from hoplo_companion.rules.model import Combat, Unit, opponents, takes_no_steps
from hoplo_companion.rules.modifiers import attack_dice, dice_of_special, has_dice, known, range_
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import MOVES, Mover, Stage, by_list, is_still
from hoplo_companion.rules.rulings import deciding

ALWAYS = RivalUse()


def rival_use(held: Held) -> RivalUse:
    """How rival units use an effect; where the sheet says nothing of it, every time."""
    return held.effect.rival or ALWAYS


def can_act(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit may attack or use a Special: not dazed, unless by First Strike (p.21), no scion (p.32)."""
    if takes_no_steps(combat, unit):
        return False
    return not is_dazed(combat, unit) or is_daze_lifted(combat, unit, "act-when-dazed")


def specials(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials that a unit has and may use (p.21, 24)."""
    found = judge(combat).on("special", unit.id)
    if not found or not can_act(combat, unit) or is_forbidden(combat, unit, "specials"):
        return []
    return [held for held in found if not barred(combat, unit, held)]


DAZED, USED, NEVER = later("it is dazed and makes no move"), later("used up"), later("rivals do not use it")
CONDITION, ATTACK, NO_MOVE = later("its condition is not met"), later("it has an attack"), later("it would not move")
BY_HAND, ALONE = later("nothing says when rivals use it: you decide"), later("it has no attack to compare it with")
COMPARED = "compared"
"""Why a Special is not used, beside the criterion that leaves it nobody to go for."""


def barred(combat: Combat, unit: Unit, held: Held) -> str:
    """Say what keeps a unit from one of the Specials that it has; empty where nothing does."""
    if "first-strike.reposition" in combat.rulings.otherwise and held.effect.does(Move) and is_still(combat, unit):
        return DAZED
    if held.is_used_up(combat):
        return USED
    return "" if judge(combat).all_hold(held.effect.conditions, held.scene) else CONDITION


def freed(combat: Combat, helds: list[Held]) -> tuple[Combat, list[Held]]:
    """Effects freed of their conditions and as if they had not been used yet: the player uses them anyway."""
    combat = replace(combat, used=combat.used - {held.use_key for held in helds})
    return combat, [replace(held, effect=replace(held.effect, conditions=[])) for held in helds]


def never_attacks(combat: Combat, unit: Unit) -> Held | None:
    """The Special that a rival unit uses every time, so that it makes no attacks (Unit Skills sheet: Agile)."""
    helds = judge(combat).on("special", unit.id) if unit.side != "player" else ()
    return next((held for held in helds if rival_use(held).never_attacks), None)


def is_at_will(held: Held) -> bool:
    """Say whether an effect is carried out by hand and no source says when a rival uses it: the player says so."""
    return held.effect.rival is None and held.effect.does(Manual)


def groups(held: Held) -> list[tuple[AnyVerb, Group]]:
    """The verbs of an effect that go for units, each with the group that it goes for."""
    return [(verb, whom) for verb in held.effect.verbs if isinstance(whom := whom_of(verb), Group)]


def aimed(held: Held) -> tuple[AnyVerb, Group] | None:
    """The verb of an effect that one unit has to be picked for, and the group to pick from."""
    return next((each for each in groups(held) if each[1].pick != "all"), None)


REACH, TARGETABLE = later("within its reach"), later("may be targeted")
WITH_DICE, WEAKER = later("has dice"), later("weaker")
"""The criteria of a Special, beside those of the priority list and of superlatives."""


def within_reach(combat: Combat, unit: Unit, group: Group, scene: Scene) -> list[Stage]:
    """Narrow down whom an effect of a unit may go for: whom its group means, of opponents who may be targeted."""
    found = judge(combat).picked(group, scene)
    stages = [(REACH, found)]
    if group.pick != "all":
        foes = {foe.id for foe in opponents(combat, unit)}
        left = [each for each in found if each.id not in foes or not is_forbidden(combat, each, "be-targeted")]
        stages += [(TARGETABLE, left)] if len(left) < len(found) else []
    return stages


def narrowed_use(combat: Combat, unit: Unit, held: Held, scene: Scene) -> list[Stage]:
    """Narrow down whom a rival's effect goes for: by list or sheet, weaker than the target (p.24; `heave.target`)."""
    if not (found := groups(held)):
        return []
    verb, group = aimed(held) or found[0]
    stages, use = within_reach(combat, unit, group, scene), rival_use(held)
    possible, weaker_than = stages[-1][1], combat.units.get(scene.target) if use.when == "weaker" else None
    if isinstance(verb, RollAt) and not has_dice(combat, unit):
        stages.append((WITH_DICE, possible := []))
    if weaker_than is not None:
        most = weaker_than.known("hp")
        weaker = [one for one in possible if one.known("hp") < most]
        possible = possible if weaker and "heave.target" in combat.rulings.otherwise else weaker
        stages.append((WEAKER, possible))
    if use.pick is not None:
        return [*stages, (use.pick, judge(combat).best(use.pick, possible, unit))]
    # A row of the scion's dice goes for the highest priority possible, as a Special does (p.24, 31-32).
    by_priority = held.effect.on in ("special", "activity") and group.of == "opponent" and group.pick != "all"
    return [*stages, *by_list(combat, unit, possible)] if by_priority and possible else stages


def ground_of_move(combat: Combat, unit: Unit, moving: Move, scene: Scene) -> tuple[Ground, Mover]:
    """The arena as a unit finds it that an effect moves, and the unit with the Movement that the effect gives it."""
    combat = replace(combat, side=unit.side)
    if moving.most != "movement":
        combat = combat.with_unit(replace(unit, movement=judge(combat).amount(moving.most, scene, unit)))
    ground = Ground(combat, by_effect=True)
    return ground, ground.mover(combat.units[unit.id])


def lacks(combat: Combat, unit: Unit, held: Held, against: Unit | None = None) -> str:
    """Say why a Special is not used now, in place of the attack `against` a unit or any; empty where it is."""
    use = rival_use(held)
    if is_at_will(held):
        return BY_HAND
    if use.when in ("never", "saves-ally"):
        return NEVER
    attacks = would_attack(combat, unit) if use.when in ("weaker", "no-attack") else []
    if use.when == "weaker" and against is None and (attacks or "heave.alone" in combat.rulings.otherwise):
        return COMPARED if attacks else ALONE
    if not judge(combat).all_hold(use.conditions, held.scene):
        return CONDITION
    if use.when == "no-attack" and attacks:
        return ATTACK
    if aimed(held) is None and (moving := next((verb for verb in held.effect.verbs if isinstance(verb, Move)), None)):
        whom = [unit] if isinstance(moving.whom, str) else judge(combat).picked(moving.whom, held.scene)
        ways = (ground_of_move(combat, each, moving, held.scene) for each in whom)
        return "" if any(ground.now(mover.unit).status == MOVES for ground, mover in ways) else NO_MOVE
    return next((name for name, left in narrowed_use(combat, unit, held, held.against(against)) if not left), "")


def in_place_of_attack(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials that a rival unit uses now whatever it would attack; a card's alone if it is compulsory (p.21)."""
    found = [held for held in specials(combat, unit) if not lacks(combat, unit, held)]
    return [held for held in found if is_compulsory(combat, held)] or found


def is_compulsory(combat: Combat, held: Held) -> bool:
    """Say whether a Special is a card's that has rivals use it whenever they can (`special.card`)."""
    is_of_card = held.kind not in ("skill", "tactic") and held.effect.rival is not None
    return is_of_card and rival_use(held).when == "always" and "special.card" not in combat.rulings.otherwise


def in_place_of(combat: Combat, unit: Unit, target: Unit) -> list[Held]:
    """The Specials that a rival unit uses in place of the attack on one target (Unit Skills: Heave)."""
    compared = [held for held in specials(combat, unit) if rival_use(held).when == "weaker"]
    return [held for held in compared if not lacks(combat, unit, held, target)]


def is_a_target(combat: Combat, unit: Unit) -> bool:
    """Say whether attacks may target a unit: Deflect and the like forbid it."""
    return not (is_forbidden(combat, unit, "be-attacked") or is_forbidden(combat, unit, "be-targeted"))


def taunters(combat: Combat, attacker: Unit) -> list[Unit]:
    """The opponents with Taunt that stand beside an attacker (Unit Skills sheet)."""
    beside = combat.arena.mat.adjacent(attacker.hex)
    return [foe for foe in opponents(combat, attacker) if foe.hex & beside and may(combat, foe, DRAWS)]


def attackable(combat: Combat, attacker: Unit) -> list[Unit]:
    """The opponents that a unit may attack as things stand, whatever its list says (p.24, 27)."""
    return _legal(combat, attacker)[-1][1]


def closed_taunters(combat: Combat, attacker: Unit) -> list[Unit]:
    """The units with Taunt beside an attacker that may not be attacked and leave it nobody (`taunt.deflect`)."""
    *before, last = _legal(combat, attacker)
    return taunters(combat, attacker) if last == (TAUNT, []) and before[-1][1] else []


ALLOWED, RANGE, OPEN = later("may attack"), later("within Range"), later("may be attacked")
TAUNT, STRONGEST = later("Taunt"), later("strongest")
"""The criteria by which whoever may be attacked is found; those of the priority list come last."""


def _legal(combat: Combat, unit: Unit) -> list[Stage]:
    """Narrow down whom a unit may attack, criterion by criterion (p.24, 27; `taunt.which`, `taunt.deflect`).

    Shapes: a criterion that takes nobody away is left out where the rulebook does not ask for it of every attack.
    """
    if not can_act(combat, unit) or is_forbidden(combat, unit, "attack"):
        return [(ALLOWED, [])]
    foes = opponents(combat, unit)
    # Range reaches over whatever stands between; without opponents nobody need know it (p.24).
    zone = combat.arena.mat.within(unit.hex, range_(combat, unit)) if foes else 0
    within = [foe for foe in foes if foe.hex & zone]
    stages = [(RANGE, within)]
    near = [foe for foe in within if is_a_target(combat, foe)]
    if len(near) < len(within):
        stages.append((OPEN, near))
    binding = taunters(combat, unit)
    if binding:
        # A unit with Taunt that may not be attacked binds all the same, so that nobody may be left (`taunt.deflect`).
        free, anywhere = "taunt.deflect" in combat.rulings.otherwise, "taunt.which" in combat.rulings.otherwise
        beside = [each for each in binding if is_a_target(combat, each)] if free else binding
        bound = [foe for foe in near if foe in beside or (anywhere and may(combat, foe, DRAWS))]
        stages.append((TAUNT, bound if beside else near))
    return stages


def narrowed(combat: Combat, unit: Unit) -> list[Stage]:
    """Narrow down whom a unit attacks, Specials aside, criterion by criterion; yours by no list (p.24, 27)."""
    if never_attacks(combat, unit) is not None:
        return [(ALLOWED, [])]
    stages = _legal(combat, unit)
    criterion, legal = stages[-1]
    if not legal or unit.side == "player":
        return stages
    binding = taunters(combat, unit) if criterion == TAUNT else []
    beside = [each for each in legal if each in binding]
    if len(beside) > 1:
        return [*stages[:-1], (TAUNT, beside), (STRONGEST, judge(combat).best(STRONGEST, beside))]
    if beside and "taunt.which" not in combat.rulings.otherwise:
        return stages
    by_priority = by_list(combat, unit, legal)
    # Taunt overrides the list: where the list means none of those with Taunt, it is any of them.
    return stages if binding and not by_priority[-1][1] else [*stages, *by_priority]


def would_attack(combat: Combat, unit: Unit) -> list[Unit]:
    """Whom a unit would attack if no Special took the attack's place; nobody where it only uses Specials."""
    return combat.once(_by_id, unit.id)


def _by_id(combat: Combat, id_: str) -> list[Unit]:
    return narrowed(combat, combat.units[id_])[-1][1]


def has_action(combat: Combat, unit: Unit) -> bool:
    """Say whether a rival unit has an attack or a Special as things stand."""
    return bool(would_attack(combat, unit) or in_place_of_attack(combat, unit))


def uses(combat: Combat, unit: Unit) -> list[tuple[Held, Unit | None]]:
    """The Specials that a rival unit may use, each with the attack that it is weighed against, if any (p.24)."""
    found = in_place_of_attack(combat, unit)
    used: list[tuple[Held, Unit | None]] = [(held, None) for held in found]
    if found and is_compulsory(combat, found[0]):
        return used
    # Beside one that applies whatever it attacks, one that is weighed against the attack is a choice too.
    return used + [(held, aim) for aim in would_attack(combat, unit) for held in in_place_of(combat, unit, aim)]


def specials_used(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials that a rival unit may use as things stand, each once."""
    found = [held for held, _ in uses(combat, unit)]
    return [held for at, held in enumerate(found) if held not in found[:at]]


def dice_against(combat: Combat, unit: Unit, target: Unit) -> tuple[str, tuple[str, ...] | None]:
    """A target and the dice of an attack on it; None where nobody has entered those."""
    return target.id, known(partial(attack_dice, combat, unit, target))


def dice_rolled(combat: Combat, unit: Unit, held: Held) -> list[tuple[str, ...] | None]:
    """The dice that a Special rolls from, verb by verb; None where nobody has entered what they depend on."""
    rolls = sum(isinstance(verb, RollAt) for verb in held.effect.verbs)
    return [known(partial(dice_of_special, combat, unit))] * rolls


ANYHOW = ("opponents.arena", "faction.inferred", "scion.priorities", "scion.minions")
BESIDE_TAUNT = ("taunt.which", "taunt.deflect")
WITH_SPECIALS = ("first-strike.reposition", "heave.target", "heave.alone", "weakest.die", "special.card")
WHILE_DAZED = ("dazed.later",)
RULINGS = (*BESIDE_TAUNT, *ANYHOW, *WHILE_DAZED, *WITH_SPECIALS)
"""The open questions that an Engage Step can hang on: any, and those of units of which something special holds."""


def rulings_of_engagement(combat: Combat, unit: Unit, also: Callable[[Combat], object] = lambda _: None) -> list[str]:
    """The open questions that decide what a unit may do in its Engage Step, or what `also` looks at."""
    ids = list(ANYHOW)
    if taunters(combat, unit):
        ids += BESIDE_TAUNT
    if any_effect_on(combat, "special"):
        ids += WITH_SPECIALS
    if is_dazed(combat, unit):
        ids += WHILE_DAZED

    def look(now: Combat) -> tuple[Any, ...]:
        """Whom it attacks and the Specials it uses, on whom, with which dice."""
        more, found = also(now), []
        if unit.side == "player":
            return more, [dice_against(now, unit, foe) for foe in attackable(now, unit)]
        for held, against in uses(now, unit):
            stages = narrowed_use(now, unit, held, held.against(against))
            aims = [each.id for each in stages[-1][1]] if stages else []
            found.append((held.id, held.place, dice_rolled(now, unit, held), aims, against and against.id))
        return more, [dice_against(now, unit, foe) for foe in targets(now, unit)], found

    return deciding(combat, ids, look)


def targets(combat: Combat, unit: Unit) -> list[Unit]:
    """Whom a rival or arena unit may attack now; nobody where it cannot, or uses a Special instead (p.24)."""
    found = would_attack(combat, unit)
    if not any_effect_on(combat, "special"):
        return found
    if in_place_of_attack(combat, unit):
        return []
    return [target for target in found if not in_place_of(combat, unit, target)]
