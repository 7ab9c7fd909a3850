"""Effects that last: what they change holds until a moment that they name, then it is over (Rulebook p.30, 33)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.components.effects import LASTING, Allow, AnyVerb, ChangeStat, Effect, Forbid, Grant, Suppress
from hoplo_companion.components.words import Until
from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.effects.in_force import whom_of
from hoplo_companion.rules.effects.judge import judge, matters
from hoplo_companion.rules.effects.scene import Held, Scene
from hoplo_companion.rules.effects.use import OnUnits, does, rule_of, rule_of_lasting
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.model import Combat, Lasting, Unit
from hoplo_companion.rules.modifiers import is_used_up


def begin_lasting(combat: Combat, held: Held, verb: AnyVerb, units: list[Unit]) -> Result:
    """Let a verb hold for units until the moment that it names, or else until the combat is over."""
    holder = combat.units.get(held.holder)
    until: Until = getattr(verb, "until", None) or "end-of-combat"
    side = holder.side if holder is not None else combat.side
    lasting = Lasting(verb, held.name, held.holder, side, tuple(unit.id for unit in units), until)
    event = event_of(
        "effect-began",
        rule=rule_of(combat, held),
        effect=held.name,
        units=list(lasting.units),
        what=in_words(verb),
        until=until,
    )
    return replace(combat, lasting=(*combat.lasting, lasting)), [event]


def in_words(verb: AnyVerb) -> str:
    """Say in a word or two what a lasting verb does, as its event has it in any language."""
    match verb:
        case ChangeStat(stat=stat, by=by, to=to):
            return f"{stat} = {to}" if to is not None else f"{stat} {by:+d}"
        case Grant(skill=skill):
            return f"has {skill}"
        case Suppress(skill=skill):
            return "no skills" if skill == "all" else f"no {skill}"
        case Allow(what=what):
            return f"may {what}"
        case Forbid(what=what):
            return f"cannot {what}"
    return "fatigued"


@does(*LASTING)
class Begin(OnUnits[AnyVerb], frozen=True):
    """Something that holds for a while begins."""

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Note it."""
        return begin_lasting(combat, self.held, self.verb, units)


def is_silent(effect: Effect) -> bool:
    """Say whether an effect only lets something begin that lasts, without any choice."""
    return not effect.may and all(
        isinstance(verb, LASTING) and (isinstance(whom_of(verb), str) or whom_of(verb).pick != "one")  # type: ignore[union-attr]
        for verb in effect.verbs
    )


def silently(combat: Combat, trigger: str, sides: tuple[str, ...]) -> Combat:
    """Let everything begin that an incident sets off without a choice, as Combat Lock does when a turn begins.

    Shapes: `sides` are the troops whose effects these are. What takes a choice, or does more than last, is left out.
    """
    if not matters(combat, trigger):
        return combat
    units = list(combat.in_arena())
    for held in judge(combat).on(trigger):
        holder = combat.units.get(held.holder)
        if holder is None or holder.side not in sides or not is_silent(held.effect) or is_used_up(combat, held):
            continue
        scene = Scene(held.holder, held.number)
        if not judge(combat).all_hold(held.effect.conditions, scene):
            continue
        if held.effect.once is not None:
            combat = replace(combat, used=combat.used | {held.use_key})
        for verb in held.effect.verbs:
            if isinstance(verb, LASTING):
                concerned = [unit for unit in units if judge(combat).concerns(whom_of(verb), unit, scene)]
                if concerned:
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
        units = [combat.units[id_] for id_ in each.units if id_ in combat.units]
        if moment == "start":
            over = each.until == "start-of-your-next-turn" and each.side == side
        else:
            theirs = any(unit.side == side for unit in units) or not units
            over = each.until == "end-of-turn" or (each.until == "end-of-its-next-turn" and theirs and not each.fresh)
        if over or not units:
            what = in_words(each.verb)
            events.append(
                event_of(
                    "effect-ended",
                    rule=rule_of_lasting(combat, each.source),
                    effect=each.source,
                    units=list(each.units),
                    what=what,
                )
            )
        else:
            kept.append(replace(each, fresh=each.fresh and moment == "start"))
    return replace(combat, lasting=tuple(kept)), events
