"""What no source states of a skill or tactic: the player is asked once, in the words of effects, and it is kept."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from hoplo_companion.components.effects import Effect, Manual
from hoplo_companion.components.words import Trigger
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Asks, Running, Step, push
from hoplo_companion.rules.dialogue import BY_HAND, NOTHING, Event, Question, event_of
from hoplo_companion.rules.effects.in_force import effects_known
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.parts import note

NONE = "none"
"""The answer to which skills a chip shows: it has none."""

HINDRANCES = (
    "dazed",
    "fatigued until end of its next turn",
    "cannot move",
    "cannot attack",
    "movement -1",
    "movement = 0",
    "range -1",
    "remove 1 strongest",
    "remove 1 weakest",
)
"""What a tactic on an opponent may do: lines to choose from, none of them said to be printed on any chip."""

LASTS = {
    "permanent": ("permanent", ""),
    "instant": ("instant", ""),
    "temporary until the end of its next turn": ("temporary", "end-of-its-next-turn"),
    "temporary until the start of your next turn": ("temporary", "start-of-your-next-turn"),
}
"""The kinds of tactics (p.30), each with when it ends."""

ADVANTAGES = ("gain 1 hp", "gain 2 hp", "heal 1", "heal 2", "health +1", "health +2", "movement +1", "add yellow")
"""What a tactic on an ally may do: lines to choose from."""


def ask_effect(combat: Combat, kind: str, id_: str, unit: str) -> Running:
    """Ask what a skill or tactic does that nobody knows: components are never invented; and which kind of tactic it is.

    Whoever enters nothing is asked again another time.
    """
    placed, effects = kind == "tactics", list[Effect]()
    then = [Asks(ask_kind, (id_, unit))] if placed else []
    if effects_known(combat, kind, id_) is not None or unit not in combat.units:
        return push(combat, *then), []
    options: tuple[str, ...] = (BY_HAND, NOTHING)
    if placed and (record := combat.catalogue.tactic(id_)) is not None:
        options = (*(ADVANTAGES if record.rival_side == "ally" else HINDRANCES), *options)
    answer = yield Question("component.effect", "effect", "component.asked", unit, id_, options)
    if answer != NOTHING:
        on: tuple[Trigger, ...] = ("always",) if placed else ("attacks", "attacked")
        effects = read_entered(combat, answer, on=on, of="" if placed else id_, placed=placed)
    combat = replace(combat, entered={**combat.entered, f"{kind}.{id_}": tuple(effects)})
    return push(combat, *then), [effect_entered(combat, kind, id_)] if answer != NOTHING else []


def read_entered(
    combat: Combat, text: str, *, on: tuple[Trigger, ...], of: str = "", placed: bool = False
) -> list[Effect]:
    """Read what a component does as the player entered it; `by hand` is asked for at the moments `on`.

    IllegalError says what is wrong with it. `of` is the id of the skill that does it, `placed` says it is a tactic's.
    """
    from hoplo_companion.components.record_checks import check_effects
    from hoplo_companion.notation.effects import read_effects

    if text == BY_HAND:
        return [Effect(on=each, verbs=[Manual()]) for each in on]
    effects: list[Effect] = read_effects(text)
    if defects := check_effects(effects, combat.catalogue, "effect", of=of, placed=placed):
        raise IllegalError("; ".join(defect.message for defect in defects))
    return effects


def ask_skills(combat: Combat, chip: str, unit: str) -> Running:
    """Ask for the skills of a chip that nobody is sure of, and give them to every unit with it (Pluto's Beasts)."""
    events: list[Event] = []
    if unit in combat.units and f"units.{chip}" not in combat.entered:
        answer = yield Question("component.skills", "effect", "component.asked", unit, chip, (NONE, NOTHING))
        if answer != NOTHING:
            names = [] if answer == NONE else [name.strip() for name in answer.split(",") if name.strip()]
            combat, events = note(combat, unit, "skills", names)
    return replace(combat, entered={**combat.entered, f"units.{chip}": ()}), events


def ask_kind(combat: Combat, chip: str, unit: str) -> Running:
    """Ask which kind of tactic a chip is, where no source states whether it stays, and until when (p.30).

    It is asked once it is known what the chip does and that hoplo carries it out; else another time.
    """
    effects = effects_known(combat, "tactics", chip)
    if kind_of(combat, chip)[0] or not effects or unit not in combat.units or any(e.does(Manual) for e in effects):
        return combat, []
    answer = yield Question("component.kind", "effect", "component.asked", unit, chip, (*LASTS, NOTHING))
    if answer == NOTHING:
        return combat, []
    if answer not in LASTS:
        text = later("{answer} is not a kind of tactic: it is one of {kinds}")
        raise IllegalError(text, answer=clip(answer), kinds=", ".join(map(tr, LASTS)))
    combat = replace(combat, kinds={**combat.kinds, chip: LASTS[answer]})
    return combat, [effect_entered(combat, "tactics", chip)]


def effect_entered(combat: Combat, kind: str, id_: str) -> Event:
    """What the player has read off a component as an event, for it to be kept."""
    written = [msgspec.to_builtins(effect) for effect in effects_known(combat, kind, id_) or ()]
    lasts, until = combat.kinds.get(id_, ("", "")) if kind == "tactics" else ("", "")
    return event_of("effect-told", kind=kind, id=id_, effects=written, lasts=lasts or None, until=until or None)


def kind_of(combat: Combat, chip: str) -> tuple[str, str]:
    """The kind of a tactic and until when it lasts, by its record or as entered; empty where nobody knows."""
    if chip in combat.kinds:
        return combat.kinds[chip]
    record = combat.catalogue.tactic(chip)
    return (record.kind or "", record.until or "") if record is not None else ("", "")


def ask_for_unknown(combat: Combat, only: str = "") -> list[Step]:
    """What has to be asked of the tactics and skills in play, or of one unit's, once each."""
    found, chips = dict[tuple[str, str], str](), dict[str, str]()
    for unit in (unit for unit in combat.in_arena() if only in ("", unit.id)):
        # A skill inferred of a chip holds, as an inferred figure does: the Tactician's is its class's (Rulebook p.12).
        known = combat.catalogue.unit(unit.chip)
        if known is not None and "skills" in known.doubts and not known.skills and unit.given.skills is UNSET:
            chips.setdefault(unit.chip, unit.id)
        for kind, ids in (("tactics", unit.tactics), ("skills", unit.skills)):
            for id_ in ids:
                found.setdefault((kind, id_), unit.id)
    unknown = {each: unit_id for each, unit_id in found.items() if effects_known(combat, *each) is None}
    effects = (Asks(ask_effect, (*each, unit_id)) for each, unit_id in unknown.items())
    return [*(Asks(ask_skills, each) for each in chips.items()), *effects]
