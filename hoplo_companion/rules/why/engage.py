"""Why a unit attacks whom it does, which Specials and Abilities it uses, which rows of its dice (Rulebook p.24, 31)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Move
from hoplo_companion.hexes import bits
from hoplo_companion.language import later
from hoplo_companion.rules.effects import relocating
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.effects.relocating import OPENING, OWN_LIST, USERS_LIST, WITH_PLACE, Relocating
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, rule_of, verb_steps
from hoplo_companion.rules.model import Combat, Unit, opponents, scion_of, takes_no_steps
from hoplo_companion.rules.naming import all_called, called
from hoplo_companion.rules.restraints import CLOSING, kept_from_step, what_forbids
from hoplo_companion.rules.rival import engage
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import PRIORITY, SUPERLATIVE, Stage, meant_by, priority_list
from hoplo_companion.rules.rival.turn import goes_for, in_turn, unwanted
from hoplo_companion.rules.scion.dice import counted, times
from hoplo_companion.rules.scion.turn import Row, rows_of
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide, movements


def engagements(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open a unit's part in the Engage Step: which Specials it uses, on whom, and whom it attacks (p.24)."""
    helds = judge(combat).on("special", unit.id)
    if not helds or takes_no_steps(combat, unit):
        return [attack_of(combat, unit)]
    hold = kept_from_step(combat, unit, "specials")
    used = engage.uses(combat, unit)

    def why(held: Held) -> Sentence:
        if hold is not None:
            return hold.sentence
        found = engage.barred(combat, unit, held) or engage.lacks(combat, unit, held)
        if found == engage.COMPARED:
            would = engage.would_attack(combat, unit)
            found = next((each for aim in would if (each := engage.lacks(combat, unit, held, aim))), "")
        return lacking(combat, held, found) if found else said("a card makes another Special compulsory")

    rule = hold.rule if hold is not None else "engage.special"
    test = Test((later("used"), [held for held, _ in used]), rule, why)
    which = decide("special", unit.id, "engage.special", [(held.name, held) for held in helds], [test])
    by_specials = [each for held, aim in used for each in _by_special(combat, unit, held, aim)]
    return [which, *by_specials, attack_of(combat, unit)]


LACKS = {
    engage.REACH: later("nobody within its reach"),
    engage.TARGETABLE: later("nobody within its reach may be targeted"),
    engage.WITH_DICE: later("it has no attack dice"),
    engage.WEAKER: later("nobody within its reach is weaker than the target of its attack"),
    WITH_PLACE: later("it would open no attack or Special"),
    PRIORITY: later("nobody within its reach is on its list"),
}
"""What a Special lacks that a criterion leaves nobody to go for."""


def lacking(combat: Combat, held: Held, found: str) -> Sentence:
    """Say what an effect lacks to be used, by the sheet where that has conditions for it."""
    skill = combat.catalogue.skill(held.id) if held.kind == "skill" else None
    if found in (engage.CONDITION, WITH_PLACE) and skill is not None and skill.rival:
        return said("the sheet: {text}", text=said(skill.rival))
    return said(LACKS.get(found, found))


def _by_special(combat: Combat, unit: Unit, held: Held, against: Unit | None) -> list[Decision]:
    """Lay open whom a Special goes for, or where to it moves its unit."""
    stages = engage.narrowed_special(combat, unit, held, against)
    if not stages:
        ground = Ground(combat, by_effect=True)
        return [replace(each, by=held.name) for each in movements(ground, unit)] if held.effect.does(Move) else []
    rule = "engage.special-target"
    tests = [of_stage(combat, unit, stage, rule, held, against) for stage in stages]
    decision = decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)
    found = engage.aimed(held)
    sheet = rule_of(combat, held)
    return [replace(decision, rule=rule if found else sheet, by=held.name, together=found is None)]


def attack_of(combat: Combat, unit: Unit) -> Decision:
    """Show what narrows those a unit attacks: Range, Deflect, Taunt, its bold priorities, Specials that come first."""
    rule = "yours.attack" if unit.side == "player" else "engage.target"
    tests = [of_stage(combat, unit, stage, rule) for stage in engage.narrowed(combat, unit)]
    if unit.side != "player" and len(left := engage.targets(combat, unit)) < len(engage.would_attack(combat, unit)):
        fails = said("a Special takes the place of this attack")
        tests.append(Test((later("no Special instead"), left), "engage.special", fails))
    return decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)


def of_stage(
    combat: Combat, unit: Unit, stage: Stage, rule: str, held: Held | None = None, against: Unit | None = None
) -> Test:
    """Show what one criterion leaves of those that a unit may attack, or use an Ability or a Special on."""

    def distance(foe: Unit) -> int:
        return combat.arena.mat.distance(unit.hex, foe.hex)

    def kept_by_effects(text: str, *what: str) -> Test:
        """Show whom an effect keeps from being attacked, or targeted."""
        return Test(
            stage,
            lambda foe: what_forbids(combat, foe, *what)[0],
            lambda foe: said(text, effect=what_forbids(combat, foe, *what)[1]),
        )

    match stage[0]:
        case engage.ALLOWED if hold := kept_from_step(combat, unit, "attack"):
            return Test(stage, hold.rule, hold.sentence)
        case engage.RANGE:
            return Test(stage, rule, said("out of Range"), distance)
        case engage.OPEN:
            return kept_by_effects(later("{effect} keeps it from being attacked"), *CLOSING)
        case engage.TAUNT:
            # Nobody is left where those with Taunt may not be attacked (`taunt.deflect`).
            if closed := engage.closed_taunters(combat, unit):
                text = later("it is bound by Taunt of {units}, which cannot be attacked because of {effect}")
                parts = {"units": all_called(combat, closed), "effect": what_forbids(combat, closed[0], *CLOSING)[1]}
                return Test(stage, "skill.taunt-closed", said(text, **parts), yes="Taunt")
            beside = all_called(combat, engage.taunters(combat, unit))
            return Test(stage, "skill.taunt", said("held by Taunt of {units}", units=beside), yes="Taunt")
    if held is None:
        return by_list_or_word(combat, unit, stage, "skill.taunt")
    match stage[0]:
        case engage.REACH:
            return Test(stage, rule_of(combat, held), said("out of reach of {effect}", effect=held.name), distance)
        case engage.TARGETABLE:
            return kept_by_effects(later("{effect} keeps it from being targeted"), "be-targeted")
        case relocating.WITH_PLACE:
            fails = said("no hex that suits the lists opens an attack or Special")
            return Test(stage, rule_of(combat, held), fails)
        case engage.WEAKER if against is not None:
            fails = said("not weaker than {unit}", unit=called(combat, against))
            return Test(stage, "skill.heave-target", fails, lambda foe: foe.known("hp"))
    return by_list_or_word(combat, unit, stage, rule)


def by_list_or_word(combat: Combat, unit: Unit, stage: Stage, rule: str) -> Test:
    """Show what a unit's list leaves, or a superlative that the rule asks for."""
    name = stage[0]
    rule = "engage.target" if name in (PRIORITY, SUPERLATIVE) else rule
    entries = priority_list(combat, unit)

    def place(foe: Unit) -> int | None:
        """The place of the entry that means it, from 1."""
        listed = (at for at, entry in enumerate(entries, 1) if entry.bold and meant_by(combat, entry, [foe]))
        return next(listed, None)

    def compared(foe: Unit) -> Value:
        at = place(foe)
        word = name if name in SUPERLATIVES else entries[at - 1].opponent if at is not None else ""
        if word in SUPERLATIVES:
            return judge(combat).compared(word, foe)
        return combat.arena.mat.distance(unit.hex, foe.hex) if word in ("closest", "farthest") else None

    def fails(foe: Unit) -> Sentence:
        return said("not on its list") if name == PRIORITY and place(foe) is None else Sentence("")

    return Test(stage, rule, fails, place if name == PRIORITY else compared)


def ability_uses(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open which Abilities a unit uses now, when (what only heals first), on whom, and where it goes (p.24)."""
    helds = judge(combat).on("ability", unit.id)
    hold = kept_from_step(combat, unit, "abilities")
    lack = {id(held): engage.USED if held.is_used_up(combat) else unwanted(combat, unit, held) for held in helds}
    wanted = [held for held in helds if hold is None and not lack[id(held)]]

    def why(held: Held) -> Sentence:
        return hold.sentence if hold is not None else lacking(combat, held, lack[id(held)])

    def rule(held: Held) -> str:
        return hold.rule if hold is not None else rule_of(combat, held)

    tests = [Test((later("used"), wanted), rule, why)]
    if wanted:
        first, others = in_turn(combat)
        last = len(first) + sum(not unwanted(combat, combat.units[held.holder], held) for held in others)
        as_chosen = last if last == len(first) + 1 else f"{len(first) + 1}-{last}"

        def place(held: Held) -> Value:
            return first.index(held) + 1 if held in first else as_chosen

        tests.append(Test((later("in order"), helds), "abilities.order", show=place))
    used = decide("ability", unit.id, "abilities.use", [(held.name, held) for held in helds], tests)
    found = [replace(used, together=True)]
    for held in helds:
        step = goes_for(held)
        if hold is None and step is not None and not held.is_used_up(combat):
            found += _on_units(combat, unit, held, step)
    return found


def _on_units(
    combat: Combat, unit: Unit, held: Held, step: OnUnits[Any], rule: str = "abilities.priorities", by: str = ""
) -> list[Decision]:
    """Lay open whom an effect is used on, and onto which hex each of those may be put; nothing where it names them."""
    if isinstance(whom := step.whom(), str):
        return []
    left = step.narrowed(combat)
    tests = [of_stage(combat, unit, stage, rule_of(combat, held), held) for stage in left]
    options = [(each.id, each) for each in combat.in_arena() if each.id != unit.id]
    made = decide("target", unit.id, rule, options, tests)
    found = [replace(made, by=by or held.name, together=whom.pick == "all")]
    if isinstance(step, Relocating):
        places = [_places(combat, unit, held, step, each) for each in left[-2][1]]
        found += [each for each in places if each.candidates]
    return found


def _places(combat: Combat, unit: Unit, held: Held, step: Relocating[Any], target: Unit) -> Decision:
    """Lay open the hexes that an Ability may put a unit on: those that suit the lists, and that open an attack."""
    by, elsewhere = "abilities.priorities", later("not where the priority list of {unit} leads it")
    fails = {
        USERS_LIST: (by, said(elsewhere, unit=called(combat, unit))),
        OWN_LIST: (by, said(elsewhere, unit=called(combat, target))),
        OPENING: (rule_of(combat, held), said("opens no attack or Special")),
    }
    (_, possible), *stages = step.narrowed_shifts(combat, target)
    options = [(combat.arena.mat.name(next(bits(shift[target.id]))), shift) for shift in possible]
    tests = [Test(stage, *fails[stage[0]]) for stage in stages]
    return replace(decide("destination", target.id, by, options, tests), by=held.name)


def activity(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open the rows that a scion's roll sets off, or whom a unit goes for by the row that it carries out next."""
    steps = [step for step in combat.agenda if isinstance(step, Row) and step.unit == unit.id]
    if isinstance(next(iter(combat.agenda), None), Row) and steps:
        rows = rows_of(combat, unit.id)
        often = {step.index: times(rows[step.index], step.hits) for step in steps}
        hits = Test((later("hits"), steps), "scion.order", show=lambda step: counted(rows[step.index], step.hits))
        due = [step for step in steps if often[step.index] > 0]
        fails = said("its dice do not set it off")
        set_off = Test((later("times"), due), "scion.order", fails, lambda step: often[step.index])
        texts = {step.index: rows[step.index].said(counted(rows[step.index], step.hits)) for step in steps}
        options = [(f"{step.index + 1}. {texts[step.index].removesuffix('.')}", step) for step in steps]
        return [replace(decide("row", unit.id, "scion.order", options, [hits, set_off]), together=True)]
    scion = scion_of(combat)
    found = []
    for use in takewhile(lambda step: isinstance(step, UseEffect) and step.held.holder == unit.id, combat.agenda):
        assert isinstance(use, UseEffect)
        assert scion is not None
        dice = rows_of(combat, scion.id)[use.held.place].colours()
        for step in verb_steps(use.held, use.scene):
            if isinstance(step, OnUnits):
                found += _on_units(combat, unit, use.held, step, "scion.actors", dice)
    return found
