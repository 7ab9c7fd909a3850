"""What begins and ends with a troop's turn, and effects that last until a moment of one (Rulebook p.20-33)."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import Until, for_each
from hoplo_companion.rules.agenda import Result, Then, push
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import any_effect_on, judge
from hoplo_companion.rules.effects.unknown import kind_of
from hoplo_companion.rules.effects.use import STEPS, OnUnits, UseEffect, active, in_order, note_used, rule_of
from hoplo_companion.rules.model import NO_WORDS, Combat, Lasting, Unit, scion_of
from hoplo_companion.rules.restraints import forget_dazes


def begin_lasting(combat: Combat, held: Held, verb: vocabulary.AnyVerb, units: list[Unit]) -> Result:
    """Let a verb hold for units until the moment that it names, or else until the combat is over."""
    holder = combat.units.get(held.holder)
    until: Until = getattr(verb, "until", None) or "end-of-combat"
    side: Any = holder.side if holder is not None else combat.side
    lasting = Lasting(verb, tuple(unit.id for unit in units), until, held.name, held.holder, side, fresh=True)
    values = {"effect": held.name, "units": list(lasting.units), "what": in_words(verb), "until": until}
    began = event_of("effect-began", rule=rule_of(combat, held), **values)
    return replace(combat, lasting=(*combat.lasting, lasting)), [began]


def in_words(verb: vocabulary.AnyVerb) -> str:
    """Say in a word or two what a lasting verb does, as its event has it in any language."""
    match verb:
        case vocabulary.ChangeStat(stat=stat, by=by, to=to):
            return f"{stat} = {to}" if to is not None else f"{stat} {by:+d}"
        case vocabulary.Grant(skill=skill):
            return f"has {skill}"
        case vocabulary.Suppress(skill=skill):
            return "no skills" if skill == "all" else f"no {skill}"
        case vocabulary.Allow(what=what):
            return f"may {what}"
        case vocabulary.Forbid(what=what):
            return f"cannot {what}"
    return "fatigued"


class Begin(OnUnits[vocabulary.AnyVerb], frozen=True):
    """Something that holds for a while begins."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Note it."""
        return begin_lasting(combat, self.held, self.verb, units)


STEPS.update(dict.fromkeys(vocabulary.LASTING, Begin))


def is_silent(effect: vocabulary.Effect) -> bool:
    """Say whether an effect only lets something begin that lasts, without any choice."""
    whoms = map(vocabulary.whom_of, effect.verbs)
    is_picked = any(not isinstance(whom, str) and whom.pick == "one" for whom in whoms)
    return not (effect.may or is_picked) and all(isinstance(verb, vocabulary.LASTING) for verb in effect.verbs)


def as_turn_starts(combat: Combat) -> Combat:
    """The combat as a turn's start leaves it: who is held by Combat Lock is noted (`specials.combat-lock`)."""
    units, trigger = list(combat.in_arena()), "opponents-turn-start"
    for held in judge(combat).on(trigger) if any_effect_on(combat, trigger) else ():
        holder = combat.units.get(held.holder)
        if holder is None or holder.side == combat.side or not is_silent(held.effect) or held.is_used_up(combat):
            continue
        if judge(combat).all_hold(held.effect.conditions, held.scene):
            combat = note_used(combat, [held])
            for verb in held.effect.verbs:
                whom = vocabulary.whom_of(verb)
                if concerned := [unit for unit in units if judge(combat).concerns(whom, unit, held.scene)]:
                    combat, _ = begin_lasting(combat, held, verb, concerned)
    return combat


def end_lasting(combat: Combat, moment: str, side: str) -> tuple[Combat, list[Event]]:
    """End what lasts until a moment of a troop's turn, and count what began this turn as begun (p.30).

    Shapes: `moment` is "start" or "end" of the turn of `side`. "The end of its next turn" is the end of a turn of the
    unit's own troop that began after the effect did.
    """
    kept: list[Lasting] = []
    events: list[Event] = []
    for each in combat.lasting:
        units = combat.still_there(each.units)
        if moment == "start":
            over = each.until == "start-of-your-next-turn" and each.side == side
        else:
            theirs = any(unit.side == side for unit in units) or not units
            over = each.until == "end-of-turn" or (each.until == "end-of-its-next-turn" and theirs and not each.fresh)
        if units and not over:
            kept.append(replace(each, fresh=each.fresh and moment == "start"))
            continue
        # What lasts for some time ends by its skill's rule, or the one of p.30.
        rule = f"skill.{slug(each.source)}"
        rule = rule if combat.catalogue.rule(rule) is not None else "effect.until"
        values = {"effect": each.source, "units": list(each.units), "what": in_words(each.verb)}
        events.append(event_of("effect-ended", rule=rule, **values))
    return replace(combat, lasting=tuple(kept)), events


SET_UP_DONE = "set-up"
"""Among what is used up: what the combat's set-up sets off has been set off."""


def has_scion_activity(combat: Combat) -> bool:
    """Say whether Scion Activity replaces Tactic Placement: not on a scion's board with tactics but no scion (p.31)."""
    return combat.event == "scion" and (scion_of(combat) is not None or not combat.rival_tactics)


def as_turn_started(combat: Combat) -> Combat:
    """A combat as its turn would have started with the readings now in force, whoever was held by others."""
    if not any_effect_on(combat, "opponents-turn-start"):
        return combat
    noted = {held.name for held in judge(combat).on("opponents-turn-start")}
    left = tuple(each for each in combat.lasting if not (each.fresh and each.source in noted))
    return as_turn_starts(replace(combat, lasting=left))


def go_on(combat: Combat, side: str) -> Result:
    """Go on with a troop's turn that a position shows under way; the start of a step is taken as the turn's start.

    What a position tells of the turn so far stays; one that tells nothing has Combat Lock found as things stand
    (`specials.combat-lock`).
    """
    combat = replace(combat, side=side)
    return (combat if any(each.fresh for each in combat.lasting) else as_turn_starts(combat)), []


def begin_turn(combat: Combat, side: str) -> Result:
    """Begin a troop's turn: what lasted until now ends, what a turn's start sets off sets in."""
    combat = _fresh(replace(combat, side=side))
    combat, events = end_lasting(combat, "start", side)
    combat, gone = _discard(combat, "start-of-your-next-turn", side)
    combat = as_turn_starts(combat)
    uses = [use for unit in combat.in_arena(side) for use in active(combat, "turn-start", unit.id)]
    if any_effect_on(combat, "turn-start") and side == "rival":
        # What is nobody's but the arena's or the event's own sets in once a round, as the rival's turn begins.
        uses += [UseEffect(held, held.scene) for held in judge(combat).on("turn-start") if not held.holder]
    # The other troops' units have it set off what takes more than to begin silently to last.
    others = (unit for unit in combat.in_arena() if unit.side != side)
    found = [use for unit in others for use in active(combat, "opponents-turn-start", unit.id)]
    uses += [use for use in found if not is_silent(use.held.effect)]
    return push(combat, *in_order(uses)), [*events, *gone]


def whatever_is_set_up(combat: Combat) -> list[UseEffect]:
    """What a combat's set-up sets off before its first turn, the arena's and the cards' effects (p.19)."""
    if SET_UP_DONE in combat.used or not any_effect_on(combat, "set-up"):
        return []
    return [UseEffect(held, held.scene) for held in judge(combat).on("set-up")]


ENDS = {"rival": "engage.end", "player": "turn.yours", "arena": "arena.turn"}
"""The rule by which each troop's turn ends, in the order of their turns (p.20, 28)."""


def finish_turn(combat: Combat, side: str) -> Result:
    """The turn of a troop ends: what that sets off at its units comes first."""
    uses = [use for unit in combat.in_arena(side) for use in active(combat, "turn-end", unit.id)]
    return push(combat, *in_order(uses), Then(end_turn, (side,))), []


def end_turn(combat: Combat, side: str) -> Result:
    """A troop's turn is over: no daze of it is left, what lasts until now ends; the rival's ends the round (p.21)."""
    for unit in list(combat.in_arena(side)):
        if unit.dazed:
            combat = combat.with_daze(unit, dazed=False)
    combat = forget_dazes(combat)
    combat, gone = _discard(combat, "end-of-its-next-turn", side)
    combat, more = for_each(combat, ENDS, lambda now, troop: _discard(now, "end-of-turn", troop))
    combat, events = end_lasting(combat, "end", side)
    ended = event_of("turn-ended", rule=ENDS[side], turn=combat.turn)
    combat = replace(_fresh(combat), step="deployment", side="rival", turn=combat.turn + (side == "rival"))
    return combat, [*gone, *more, *events, ended]


def _fresh(combat: Combat) -> Combat:
    """The combat with nothing noted of a turn; of what is used up there stays all but what works once a turn."""
    used = frozenset(key for key in combat.used if not key.endswith("/turn"))
    return replace(combat, moved=NO_WORDS, stayed=NO_WORDS, struck=NO_WORDS, fresh=NO_WORDS, used=used)


def _discard(combat: Combat, until: str, side: str) -> tuple[Combat, list[Event]]:
    """Discard the temporary tactics of a troop's units that last until now, unless placed in this very turn (p.30)."""
    events: list[Event] = []
    for unit in list(combat.in_arena(side)):
        over = [
            chip
            for chip in unit.tactics
            if kind_of(combat, chip)[1] == until and (f"{unit.id} {chip}" not in combat.fresh or until == "end-of-turn")
        ]
        events += [event_of("tactic-gone", rule="tactics.temporary", chip=chip, unit=unit.id) for chip in over]
        if over:
            combat = combat.with_unit(replace(unit, tactics=tuple(chip for chip in unit.tactics if chip not in over)))
    return combat, events
