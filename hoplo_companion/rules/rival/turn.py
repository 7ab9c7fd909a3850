"""The turns of the rival and of the arena: their steps in the printed order, the Abilities Step too (p.20-28)."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Drive, Heal
from hoplo_companion.errors import Defect, InvalidError
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, Then, advance, lay_open, push
from hoplo_companion.rules.dialogue import answered, choice, event_of
from hoplo_companion.rules.effects import on_units, relocating  # noqa: F401 their steps are known from here on
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, judge, matters
from hoplo_companion.rules.effects.roaming_driving import on_its_ring
from hoplo_companion.rules.effects.unknown import ask_for_unknown
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, in_order, names_of, use_of, verb_steps
from hoplo_companion.rules.goals import goal_of_defeats, rival_is_beaten, win
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.rival.engage import ATTACK, CONDITION, NEVER, freed, rival_use, would_attack
from hoplo_companion.rules.rival.engage_step import begin_engage
from hoplo_companion.rules.rival.movement_step import begin_movement
from hoplo_companion.rules.rival.placement import deploy_due, place_tactic
from hoplo_companion.rules.turns import begin_turn, finish_turn, go_on, has_scion_activity, whatever_is_set_up


def abilities(combat: Combat, unit: Unit) -> list[Held]:
    """The Abilities that a unit may use: none while it is dazed or kept from it (p.21)."""
    if not matters(combat, "ability") or is_dazed(combat, unit) or is_forbidden(combat, unit, "abilities"):
        return []
    return [held for held in judge(combat).on("ability", unit.id) if not held.is_used_up(combat)]


def unwanted(combat: Combat, unit: Unit, held: Held) -> str:
    """Name why a rival unit does not use an Ability as things stand; empty where it does (p.24)."""
    use = rival_use(held)
    if use.when == "no-attack" and would_attack(combat, unit):
        return ATTACK
    if use.when == "never":
        return NEVER
    if not judge(combat).all_hold([*held.effect.conditions, *use.conditions], held.scene):
        return CONDITION
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


def use_ability(combat: Combat, unit: Unit, skill: str, *, anyway: bool = False) -> Result:
    """Put an Ability of yours on the agenda, with all that its skill does; `anyway` whatever forbids it (p.26)."""
    found = judge(combat).on("ability", unit.id) if anyway else abilities(combat, unit)
    named = names_of(found)
    used = [named[skill]] if skill in named else [held for held in found if held.id == skill]
    if anyway:
        combat, used = freed(combat, used)
    return push(combat, *map(use_of, used)), []


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


def steps_of(combat: Combat, only: str = "") -> tuple[Step, ...]:
    """The steps to resolve: from the position's own step to the turn's end, or one alone."""
    names = list(STEPS)
    first = only or combat.step or names[0]
    run = [first] if only else names[names.index(first) :]
    steps: list[Step] = [Then(begin_rivals_turn)]
    for name in run:
        steps.append(Then(begin_step, (name,)))
        if name == "tactics" and has_scion_activity(combat):
            from hoplo_companion.rules.scion.turn import begin_activity  # only against a scion

            steps.append(Then(begin_activity))
            continue
        if name in ("deployment", "tactics", "abilities"):
            # The other steps lay open one unit after the other, each as it finds the board.
            steps += lay_open(combat, name)
        steps.append(STEPS[name])
    last = names.index(run[-1]) + 1
    return (*steps, Then(stand_before, (names[last],)) if last < len(names) else Then(finish_turn, ("rival",)))


def begin(combat: Combat, only: str = "") -> Result:
    """Begin the rival's turn and continue to its first question, or to its end."""
    first = only or combat.step or "deployment"
    return advance(replace(combat, step=first, agenda=steps_of(combat, only)))


def has_arena_turn(combat: Combat) -> bool:
    """Say whether there is an arena turn: the card has one, or arena units are in combat (p.28)."""
    return combat.arena.card.arena_turn or matters(combat, "arena-turn") or any(combat.in_arena("arena"))


def begin_turn_of_arena(combat: Combat) -> Result:
    """The arena's turn begins with what its card does by itself (p.28)."""
    combat, events = begin_turn(combat, "arena")
    uses = [UseEffect(held, held.scene) for held in judge(combat).on("arena-turn")]
    began = event_of("turn-began", rule="arena.turn", act=combat.act, turn=combat.turn)
    return push(combat, *ask_for_unknown(combat), *in_order(uses)), [began, *events]


def begin_arena_step(combat: Combat, step: str) -> Result:
    """A step of the arena units begins, if there are any to take it."""
    if not any(combat.in_arena("arena")):
        return combat, []
    combat = replace(combat, step=step)
    return push(combat, STEPS[step]), [event_of("step-began", rule="arena.steps", step=step)]


def begin_arena_turn(combat: Combat) -> Result:
    """Begin the arena's turn; InvalidError where a chip that it drives is not where the card wants it (arena card)."""
    verbs = [verb for effect in combat.arena.effects if effect.on == "arena-turn" for verb in effect.verbs]
    for verb in verbs:
        if isinstance(verb, Drive) and not on_its_ring(combat, verb):
            ring = ", ".join(verb.round)
            text = tr("Say where the {chip} is, on the ring around {ring}.", chip=verb.chip, ring=ring)
            raise InvalidError([Defect("missing-chip", f"chips.{verb.chip}", text)])
    steps = (Then(begin_arena_step, (step,)) for step in AFTER_PLACEMENT)
    agenda = (Then(begin_turn_of_arena), *steps, Then(finish_turn, ("arena",)))
    return advance(replace(combat, agenda=agenda, side="arena"))
