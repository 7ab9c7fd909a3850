"""The turns of the rival and of the arena: their steps in the printed order, Abilities and attacks too (p.20-28)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Drive, Heal
from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import Asks, OneByOne, Result, Running, Step, Then, advance, lay_open, push
from hoplo_companion.rules.attack import declare, most_damage, set_something_off
from hoplo_companion.rules.defeat import AskByHand, manual_tactics
from hoplo_companion.rules.dialogue import Event, answered, choice, event_of
from hoplo_companion.rules.effects import on_units  # noqa: F401 its steps are known from here on
from hoplo_companion.rules.effects.in_force import ALLOW, DAZE, DICE, FORBID, SKILLS, Held
from hoplo_companion.rules.effects.judge import any_effect_on, is_dazed, is_forbidden, judge
from hoplo_companion.rules.effects.relocating import hex_of_chip, ring_of
from hoplo_companion.rules.effects.unknown import ask_for_unknown
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, in_order, names_of, use_of, verb_steps
from hoplo_companion.rules.goals import goal_of_defeats, rival_is_beaten, win
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.modifiers import health, range_
from hoplo_companion.rules.restraints import BY_SPECIAL, CLOSING, DAZED, DEPLOYED, kept_from_step, what_forbids
from hoplo_companion.rules.rival import engage
from hoplo_companion.rules.rival.movement_step import begin_movement
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rival.placement import deploy_due, place_tactic
from hoplo_companion.rules.rulings import Lazily
from hoplo_companion.rules.turns import begin_turn, finish_turn, go_on, has_scion_activity, whatever_is_set_up


def abilities(combat: Combat, unit: Unit) -> list[Held]:
    """The Abilities that a unit may use: none while it is dazed or kept from it (p.21)."""
    if not any_effect_on(combat, "ability") or is_dazed(combat, unit) or is_forbidden(combat, unit, "abilities"):
        return []
    return [held for held in judge(combat).on("ability", unit.id) if not held.is_used_up(combat)]


def unwanted(combat: Combat, unit: Unit, held: Held) -> str:
    """Name why a rival unit does not use an Ability as things stand; empty where it does (p.24)."""
    use = engage.rival_use(held)
    if use.when == "no-attack" and engage.would_attack(combat, unit):
        return engage.ATTACK
    if use.when == "never":
        return engage.NEVER
    if not judge(combat).all_hold([*held.effect.conditions, *use.conditions], held.scene):
        return engage.CONDITION
    doing = goes_for(held)
    return next((name for name, left in doing.narrowed(combat) if not left), "") if doing is not None else ""


def goes_for(held: Held) -> OnUnits[Any] | None:
    """The first verb of an Ability that acts on units, as its unit would carry it out."""
    return next((doing for doing in verb_steps(held) if isinstance(doing, OnUnits)), None)


def in_turn(combat: Combat) -> tuple[list[Held], list[Held]]:
    """The Abilities that a troop uses first, which heal by what hangs on nothing else, and all its others."""
    first: list[Held] = []
    others: list[Held] = []
    for unit in combat.in_arena(combat.side):
        for held in [] if takes_no_steps(combat, unit) else abilities(combat, unit):
            heals_itself = all(isinstance(verb, Heal) and verb.whom == "self" for verb in held.effect.verbs)
            (first if heals_itself and not unwanted(combat, unit, held) else others).append(held)
    return first, others


def begin_abilities(combat: Combat) -> Result:
    """Every unit uses its Abilities: those first that only heal their own, the others in the player's order (p.24)."""
    first, others = in_turn(combat)
    rest = tuple((held.holder, held.id, held.place) for held in others)
    return push(combat, *map(use_of, first), Asks(use_abilities, rest)), []


def use_abilities(combat: Combat, *left: tuple[str, str, int]) -> Running:
    """Use one of the Abilities left, as (unit, skill, place), that the sheet wants now, asking which of several (p.24).

    Each is used once; what one does may open another.
    """
    found = {}
    for unit in combat.still_there(dict.fromkeys(each[0] for each in left)):
        able = abilities(combat, unit) if unit.hex else []
        mine = [held for held in able if (unit.id, held.id, held.place) in left]
        for word, held in names_of(mine).items():
            if not unwanted(combat, unit, held):
                found[f"{unit.id} {word}"] = unit, held
    answer = yield choice("abilities.next", "abilities.order", found)
    if not found:
        return combat, []
    unit, held = answered(found, answer)
    rest = tuple(each for each in left if each != (unit.id, held.id, held.place))
    return push(combat, use_of(held), Asks(use_abilities, rest)), []


def use_ability(combat: Combat, unit: Unit, skill: str, *, anyway: bool) -> Result:
    """Put an Ability of yours on the agenda, with all that its skill does; `anyway` whatever forbids it (p.26)."""
    found = judge(combat).on("ability", unit.id) if anyway else abilities(combat, unit)
    named = names_of(found)
    used = [named[skill]] if skill in named else [held for held in found if held.id == skill]
    if anyway:
        combat, used = engage.freed(combat, used)
    return push(combat, *map(use_of, used)), []


MOST_LOOKED_AHEAD = 256
"""Combinations of damage up to which the program finds out whether the order of attacks matters."""

AIMING = frozenset((SKILLS, ALLOW, FORBID, DAZE, "special", "range-stat"))
"""When effects have a say in whom a unit may attack."""

ATTACK, WAIT = "attack", "wait"


def begin_engage(combat: Combat) -> Result:
    """The Engage Step begins: every unit that can attacks or uses a Special, in the player's order (p.24)."""
    acting = (unit.id for unit in combat.in_arena(combat.side) if not takes_no_steps(combat, unit))
    return push(combat, ActUnits(tuple(acting))), []


def at_will(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials done by hand of which no source says when a rival uses them: the player says so."""
    return [held for held in engage.specials(combat, unit) if engage.is_at_will(held)]


def order_matters(combat: Combat, ready: list[Unit], by_hand: list[Unit]) -> bool:
    """Say whether what one unit does can change what another one may do, or what it comes to.

    Attacks change HP, and with it who is defeated, strongest and weakest. Whatever damage the others can do to each
    opponent is tried; a Special, anything done by hand or set off by an attack, or too many combinations count as a
    difference.
    """
    if by_hand or any_effect_on(combat, DICE) or any(engage.specials(combat, unit) for unit in ready):
        return True
    if set_something_off(combat, ready):
        return True
    aims = {unit.id: engage.targets(combat, unit) for unit in ready}
    if set_something_off(combat, [aim for each in aims.values() for aim in each]):
        return True
    hero = combat.hero()
    attackers = [unit for unit in ready if hero is not None and hero.id in (aim.id for aim in aims[unit.id])]
    damage = sum(most_damage(combat, unit, hero) for unit in attackers) if hero is not None and attackers[1:] else 0
    if hero is not None and damage and damage >= hero.known("hp"):
        return True  # Several units may attack a hero that may need a blessing on the way.
    return any(_depends(combat, unit, [other for other in ready if other.id != unit.id], aims) for unit in ready)


def _depends(combat: Combat, unit: Unit, others: list[Unit], aims: dict[str, list[Unit]]) -> bool:
    """Say whether the damage that some units may deal can change whom another one may attack."""
    most: dict[str, int] = {}
    for other in others:
        for target in aims[other.id]:
            most[target.id] = most.get(target.id, 0) + most_damage(combat, other, target)
    hurts: Hurts = [(id_, range(min(combat.units[id_].known("hp"), hits) + 1)) for id_, hits in most.items()]
    if prod(len(amounts) for _, amounts in hurts) > MOST_LOOKED_AHEAD:
        return True
    hurts = _what_counts(combat, unit, hurts)
    if not hurts:
        return False
    before = {target.id for target in aims[unit.id]}
    for each in product(*(amounts for _, amounts in hurts)):
        after = combat.once(_hurt, tuple((id_, by) for (id_, _), by in zip(hurts, each, strict=True) if by))
        if {target.id for target in engage.targets(after, unit)} != before:
            return True
    return False


def compares_hp(combat: Combat, unit: Unit) -> bool:
    """Say whether the printed rules compare the HP of those whom a unit may attack (p.23; Unit Skills sheet)."""
    if combat.arena.priorities is None:
        return True
    compared = {entry.opponent for entry in priority_list(combat, unit)}
    return bool(compared & {"strongest", "weakest"}) or len(engage.taunters(combat, unit)) > 1


Hurts = list[tuple[str, Sequence[int]]]
"""Units by id, each with every loss of HP that it may have suffered."""


def _what_counts(combat: Combat, unit: Unit, hurts: Hurts) -> Hurts:
    """Leave out losses that cannot change whom a unit may attack: out of reach, or of HP that nobody compares."""
    moments = judge(combat).moments
    if combat.lasting or not AIMING.isdisjoint(moments) or combat.arena.priorities is None:
        return hurts
    compared = {entry.opponent for entry in priority_list(combat, unit)}
    if "movement-stat" in moments and compared & {"fastest", "slowest"}:
        return hurts
    zone = combat.arena.mat.within(unit.hex, max(1, range_(combat, unit)))
    near = [(id_, amounts) for id_, amounts in hurts if combat.units[id_].hex & zone]
    if compares_hp(combat, unit):
        return near
    falls = [(id_, combat.units[id_].known("hp"), amounts) for id_, amounts in near if not combat.units[id_].hero]
    return [(id_, (0, hp)) for id_, hp, amounts in falls if hp in amounts]


def _hurt(combat: Combat, damage: tuple[tuple[str, int], ...]) -> Combat:
    """The combat after some damage; your hero, where it would be defeated, as a blessing leaves it."""
    units = dict(combat.units)
    for id_, by in damage:
        left = units[id_].known("hp") - by
        if left <= 0 and units[id_].hero:
            left = health(combat, units[id_])
        if left > 0:
            units[id_] = replace(units[id_], hp=left)
        else:
            del units[id_]
    return combat.tried(units=units)


class ActUnits(OneByOne, frozen=True):
    """The units that have still to act; `asked` are those asked about in vain since somebody last acted."""

    asked: tuple[str, ...] = ()

    def asks(self, combat: Combat, unit: Unit) -> list[AskByHand]:
        """What the player must enter before a unit acts: tactics on it that the program does not carry out."""
        if unit.id in self.asked or not engage.can_act(combat, unit):
            return []
        return [AskByHand("manual.tactic-engage", unit.id, chip) for chip in manual_tactics(combat, unit)]

    def run(self, combat: Combat) -> Running:
        """Let a unit act, asking which where that can make a difference; end the step when none is left that can."""
        ready, by_hand, is_asked = combat.once(_ready, self)
        if not ready:
            return combat, [] if combat.foresight else [_cannot(combat, unit) for unit in self.here(combat)]
        answer = yield choice("engage.next", "engage.order", [unit.id for unit in ready] if is_asked else [])
        chosen = combat.units[answer] if answer else ready[0]
        if chosen in by_hand:
            return push(combat, *self.asks(combat, chosen), replace(self, asked=(*self.asked, chosen.id))), []
        rest = replace(self.without(chosen.id), asked=())
        return push(combat, *lay_open(combat, "engage", chosen.id), Asks(act_unit, (chosen.id,)), rest), []


def _ready(combat: Combat, step: ActUnits) -> tuple[list[Unit], list[Unit], bool]:
    """The units that can do something, those among them that ask first, and whether the order has to be asked for."""
    here = step.here(combat)
    by_hand = [unit for unit in here if step.asks(combat, unit)]

    def is_ready(unit: Unit) -> bool:
        able = unit in by_hand or engage.has_action(combat, unit)
        return able or (unit.id not in step.asked and bool(at_will(combat, unit)))

    ready = list(filter(is_ready, here))
    return ready, by_hand, len(ready) > 1 and (combat.foresight or order_matters(combat, ready, by_hand))


def _cannot(combat: Combat, unit: Unit) -> Event:
    hold = kept_from_step(combat, unit, "attack")
    rule, why, more = "engage.end", "no target", dict[str, Any]()
    if hold is not None and hold.how != BY_SPECIAL:
        rule, why, more = hold.rule, "dazed" if hold.how in (DAZED, DEPLOYED) else "kept", hold.named()
    elif closed := engage.closed_taunters(combat, unit):
        by = what_forbids(combat, closed[0], *CLOSING)[1]
        rule, why, more = "skill.taunt-closed", "taunt", {"bound_by": [each.id for each in closed], "closed_by": by}
    rulings = Lazily(engage.rulings_of_engagement, combat, unit)
    return event_of("cannot-act", rule=rule, rulings=rulings, unit=unit.id, why=why, **more)


def act_unit(combat: Combat, id_: str, declined: bool = False) -> Running:
    """Let one unit attack, or use a Special in place of its attack (p.24).

    The Special is asked for where several apply or no source says whether it does, else the target of the attack.
    """
    if (unit := combat.units.get(id_)) is None:
        return combat, []
    aims = engage.would_attack(combat, unit)
    instead = engage.specials_used(combat, unit) if engage.in_place_of_attack(combat, unit) else []
    found = instead or ([] if declined else at_will(combat, unit))
    if found:
        names = [held.name for held in found]
        named = {h.name if names.count(h.name) == 1 else word: h for word, h in names_of(found).items()}
        options = (*named, *(() if instead else (ATTACK if aims else WAIT,)))
        answer = yield choice("special.next", "engage.special-next", options, id_)
        if answer in (ATTACK, WAIT):
            return push(combat, Asks(act_unit, (id_, True))), []
        held = answered(named, answer)
        weighed = any(held in engage.in_place_of(combat, unit, aim) for aim in aims)
        against = max(aims, key=lambda aim: aim.known("hp")) if weighed else None
        return push(combat, use_of(held, against)), []
    answer = yield choice("engage.target", "engage.choice", [aim.id for aim in aims], id_)
    if not aims:
        return combat, []
    target = combat.units[answer] if answer else aims[0]
    # A Special that is weighed against this very attack may take its place (Unit Skills sheet: Heave).
    if instead := engage.in_place_of(combat, unit, target):
        return push(combat, use_of(instead[0], target)), []
    return push(combat, Then(declare, (id_, target.id))), []


STEPS: dict[str, Step] = {
    "deployment": Then(deploy_due),
    "tactics": Asks(place_tactic),
    "movement": Then(begin_movement),
    "abilities": Then(begin_abilities),
    "engage": Then(begin_engage),
}
"""The steps of the rival's turn in order, by the names that positions use (p.20)."""

AFTER_PLACEMENT = ("movement", "abilities", "engage")
"""The steps that arena units have (p.28), and a scion's turn has for the other rival units (p.31-32)."""


def begin_rivals_turn(combat: Combat) -> Result:
    """The turn begins, after what nobody knows of the tactics and skills in play is asked; a beaten rival has none."""
    if rival_is_beaten(combat):
        return win(combat, goal_of_defeats(combat))
    began = event_of("turn-began", rule="turn.rival-first", act=combat.act, turn=combat.turn)
    combat, events = (begin_turn if combat.step == "deployment" else go_on)(combat, "rival")
    first = combat.turn == 1 and combat.step == "deployment"
    set_up = whatever_is_set_up(combat) if first else []
    return push(combat, *ask_for_unknown(combat), *in_order(set_up)), [began, *events]


def begin_step(combat: Combat, step: str) -> Result:
    """A step of the turn begins, and the position says so."""
    combat = replace(combat, step=step)
    if combat.side == "arena":
        began = event_of("step-began", rule="arena.steps", step=step)
        return combat, [began] if any(combat.in_arena("arena")) else []
    if step == "tactics" and has_scion_activity(combat):
        return combat, [event_of("step-began", rule="scion.activity", step="activity")]
    rivals = combat.in_arena("rival") if combat.event == "scion" and step in AFTER_PLACEMENT else None
    if rivals is not None and all(takes_no_steps(combat, unit) for unit in rivals):
        # The scion and its minions are all that the rival has (p.32).
        return combat, [event_of("none-to-act")] if step == AFTER_PLACEMENT[0] else []
    return combat, [event_of("step-began", step=step)]


def stand_before(combat: Combat, step: str) -> Result:
    """The combat stands before a step that is not to be resolved now."""
    return replace(combat, step=step), []


def steps_of(combat: Combat, names: Iterable[str]) -> Iterator[Step]:
    """What a troop does in some steps of its turn, one after the other."""
    for name in names:
        yield Then(begin_step, (name,))
        if name == "tactics" and has_scion_activity(combat):
            from hoplo_companion.rules.scion.turn import begin_activity  # only against a scion

            yield Then(begin_activity)
            continue
        if name in ("deployment", "tactics", "abilities"):
            # The other steps lay open one unit after the other, each as it finds the board.
            yield from lay_open(combat, name)
        yield STEPS[name]


def with_turn_ahead(combat: Combat, only: str = "", *after: Step) -> Combat:
    """The combat with the rival's turn ahead, from its own step to the end and what comes after it, or one step."""
    names = list(STEPS)
    first = names.index(only or combat.step or names[0])
    run = names[first : first + 1 if only else None]
    left = names[first + len(run) :]
    ends = (Then(stand_before, (left[0],)),) if left else (Then(finish_turn, ("rival",)), *after)
    return replace(combat, step=run[0], agenda=(Then(begin_rivals_turn), *steps_of(combat, run), *ends))


def begin(combat: Combat, only: str = "", *after: Step) -> Result:
    """Begin the rival's turn and continue to its first question, or to its end."""
    return advance(with_turn_ahead(combat, only, *after))


def has_arena_turn(combat: Combat) -> bool:
    """Say whether there is an arena turn: the card has one, or arena units are in combat (p.28)."""
    return combat.arena.card.arena_turn or any_effect_on(combat, "arena-turn") or any(combat.in_arena("arena"))


def begin_turn_of_arena(combat: Combat) -> Result:
    """The arena's turn begins with what its card does by itself (p.28)."""
    combat, events = begin_turn(combat, "arena")
    uses = [UseEffect(held, held.scene) for held in judge(combat).on("arena-turn")]
    began = event_of("turn-began", rule="arena.turn", act=combat.act, turn=combat.turn)
    return push(combat, *ask_for_unknown(combat), *in_order(uses)), [began, *events]


def begin_arena_turn(combat: Combat) -> Result:
    """Begin the arena's turn; InvalidError where a chip that it drives is not where the card wants it (arena card)."""
    verbs = [verb for effect in combat.arena.effects if effect.on == "arena-turn" for verb in effect.verbs]
    for verb in verbs:
        if isinstance(verb, Drive) and not hex_of_chip(combat, verb.chip) & ring_of(combat, verb.chip):
            ring = ", ".join(verb.round)
            text = tr("Say where the {chip} is, on the ring around {ring}.", chip=verb.chip, ring=ring)
            raise InvalidError([Defect("missing-chip", f"chips.{verb.chip}", text)])
    agenda = (Then(begin_turn_of_arena), *steps_of(combat, AFTER_PLACEMENT), Then(finish_turn, ("arena",)))
    return advance(replace(combat, agenda=agenda, side="arena"))
