"""Why a rival unit attacks whom it does, or uses a Special instead (Rulebook p.24)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.rules.effects import relocating
from hoplo_companion.rules.effects.judge import SUPERLATIVES, is_forbidden, judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import rule_of
from hoplo_companion.rules.holding import kept_from_step, what_forbids, why_bound
from hoplo_companion.rules.model import Combat, Unit, opponents, takes_no_steps
from hoplo_companion.rules.naming import all_called, called
from hoplo_companion.rules.rival import engage, specials
from hoplo_companion.rules.rival.engage import closed_taunters, narrowed, targets, taunters, uses, would_attack
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.priorities import PRIORITY, SUPERLATIVE, Stage, meant_by, priority_list
from hoplo_companion.rules.rival.specials import (
    ALONE,
    ATTACK,
    BY_HAND,
    COMPARED,
    CONDITION,
    DAZED,
    NEVER,
    NO_MOVE,
    REACH,
    TARGETABLE,
    USED,
    WEAKER,
    WITH_DICE,
    barred,
    lacks,
    makes_move,
)
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide
from hoplo_companion.rules.why.movement import movements

NO_SPECIAL = "no Special instead"


def engagements(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open a unit's part in the Engage Step: which Specials it uses, on whom, and whom it attacks (p.24)."""
    would = would_attack(combat, unit)
    found = []
    if (helds := judge(combat).on("special", unit.id)) and not takes_no_steps(combat, unit):
        used = uses(combat, unit, would)
        found = [_which(combat, unit, would, helds, [held for held, _ in used])]
        found += [each for held, aim in used for each in _by_special(combat, unit, held, aim)]
    return [*found, attack_of(combat, unit)]


def _which(combat: Combat, unit: Unit, would: list[Unit], helds: list[Held], used: list[Held]) -> Decision:
    """Lay open which of a unit's Specials it uses, and why it does not use the others."""
    hold = kept_from_step(combat, unit, "specials")

    def lack(held: Held) -> str:
        found = barred(combat, unit, held) or lacks(combat, unit, held, would)
        if found == COMPARED:
            return next((each for aim in would if (each := lacks(combat, unit, held, would, aim))), "")
        return found

    def why(held: Held) -> Sentence:
        if hold is not None:
            return hold.sentence
        found = lack(held)
        return lacking(combat, held, found) if found else said("a card makes another Special compulsory")

    def is_used(held: Held) -> bool:
        return any(each == held for each in used)

    rule = hold.rule if hold is not None else "engage.special"
    test = Test("used", rule, lambda held: "yes" if is_used(held) else "no", is_used, why)
    return decide("special", unit.id, "engage.special", [(held.name, held) for held in helds], [test])


LACKS = {
    DAZED: said("it is dazed and makes no move"),
    USED: said("used up"),
    CONDITION: said("its condition is not met"),
    BY_HAND: said("nothing says when rivals use it: you decide"),
    NEVER: said("rivals do not use it"),
    ATTACK: said("it has an attack"),
    ALONE: said("it has no attack to compare it with"),
    NO_MOVE: said("it would not move"),
    REACH: said("nobody within its reach"),
    TARGETABLE: said("nobody within its reach may be targeted"),
    WITH_DICE: said("it has no attack dice"),
    WEAKER: said("nobody within its reach is weaker than the target of its attack"),
    relocating.WITH_PLACE: said("it would open no attack or Special"),
    PRIORITY: said("nobody within its reach is on its list"),
}
"""What a Special lacks, in words."""


def lacking(combat: Combat, held: Held, found: str) -> Sentence:
    """Say what an effect lacks to be used, by the sheet where that has conditions for it."""
    skill = combat.catalogue.skill(held.id) if held.kind == "skill" else None
    if found in (CONDITION, relocating.WITH_PLACE) and skill is not None and skill.rival:
        return said("the sheet: {text}", text=said(skill.rival))
    return LACKS[found]


def _by_special(combat: Combat, unit: Unit, held: Held, against: Unit | None) -> list[Decision]:
    """Lay open whom a Special goes for, or where to it moves its unit."""
    stages = specials.narrowed(combat, unit, held, against)
    if not stages:
        ground = Ground(combat, by_effect=True)
        return [replace(each, by=held.name) for each in movements(ground, unit)] if makes_move(held) else []
    rule = "engage.special-target"
    tests = [of_stage(combat, unit, held, stage, rule, against) for stage in stages]
    decision = decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)
    found = specials.aimed(held)
    sheet = rule_of(combat, held)
    return [replace(decision, rule=rule if found else sheet, by=held.name, together=found is None)]


def of_stage(combat: Combat, unit: Unit, held: Held, stage: Stage, rule: str, against: Unit | None = None) -> Test:
    """Show what one criterion leaves of those that an Ability or a Special may go for."""
    match stage[0]:
        case specials.REACH:
            return within(
                combat, unit, stage, rule_of(combat, held), said("out of reach of {effect}", effect=held.name)
            )
        case specials.TARGETABLE:
            return kept_by_effects(combat, stage, "be-targeted")
        case relocating.WITH_PLACE:
            fails = said("no hex that suits the lists opens an attack or Special")
            return yes_or_no(stage, rule_of(combat, held), fails)
        case specials.WEAKER:
            assert against is not None
            fails = said("not weaker than {unit}", unit=called(combat, against))
            return yes_or_no(stage, "skill.heave-target", fails)._replace(show=lambda foe: foe.known("hp"))
    return by_list_or_word(combat, unit, stage, rule)


def attack_of(combat: Combat, unit: Unit) -> Decision:
    """Show what narrows those a unit attacks: Range, Deflect, Taunt, its bold priorities, Specials that come first."""
    tests = []
    rule = "yours.attack" if unit.side == "player" else "engage.target"
    for stage in narrowed(combat, unit):
        match stage[0]:
            case engage.ALLOWED:
                hold = kept_from_step(combat, unit, "attack")
                assert hold is not None
                tests.append(Test(stage[0], hold.rule, lambda _: "no", lambda _: False, hold.sentence))
            case engage.RANGE:
                tests.append(within(combat, unit, stage, rule, said("out of Range")))
            case engage.OPEN:
                tests.append(kept_by_effects(combat, stage, "be-attacked", "be-targeted"))
            case engage.TAUNT:
                tests.append(_taunt(combat, unit, stage))
            case _:
                tests.append(by_list_or_word(combat, unit, stage, "skill.taunt"))
    if unit.side != "player" and len(left := targets(combat, unit)) < len(would_attack(combat, unit)):
        fails = said("a Special takes the place of this attack")
        tests.append(yes_or_no((NO_SPECIAL, left), "engage.special", fails))
    return decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)


def _is_left(stage: Stage, unit: Unit) -> bool:
    return any(left.id == unit.id for left in stage[1])


def yes_or_no(stage: Stage, rule: str, fails: Sentence) -> Test:
    """Show whom a criterion leaves."""
    return Test(
        stage[0], rule, lambda foe: "yes" if _is_left(stage, foe) else "no", lambda foe: _is_left(stage, foe), fails
    )


def within(combat: Combat, unit: Unit, stage: Stage, rule: str, fails: Sentence) -> Test:
    """Show how far away everybody is, and whom that leaves."""
    distance = combat.arena.mat.distance
    return Test(stage[0], rule, lambda foe: distance(unit.hex, foe.hex), lambda foe: _is_left(stage, foe), fails)


def kept_by_effects(combat: Combat, stage: Stage, *what: str) -> Test:
    """Show whom an effect keeps from being attacked, or targeted."""

    def by(foe: Unit) -> tuple[str, str]:
        return what_forbids(combat, foe, next((each for each in what if is_forbidden(combat, foe, each)), what[0]))

    def fails(foe: Unit) -> Sentence:
        text = (
            "{effect} keeps it from being attacked"
            if "be-attacked" in what
            else "{effect} keeps it from being targeted"
        )
        return said(text, effect=by(foe)[1])

    return yes_or_no(stage, "effect.used", Sentence(""))._replace(fails=fails, rule=lambda foe: by(foe)[0])


def _taunt(combat: Combat, unit: Unit, stage: Stage) -> Test:
    """Show whom Taunt leaves; nobody, where those with it may not be attacked (`taunt.deflect`)."""
    closed = closed_taunters(combat, unit)
    beside = all_called(combat, taunters(combat, unit))
    rule, fails = "skill.taunt", said("held by Taunt of {units}", units=beside)
    if closed:
        rule = "skill.taunt-closed"
        fails = why_bound(combat, closed)
    return yes_or_no(stage, rule, fails)._replace(show=lambda foe: "Taunt" if _is_left(stage, foe) else "no")


def by_list_or_word(combat: Combat, unit: Unit, stage: Stage, rule: str) -> Test:
    """Show what a unit's list leaves, or a superlative that the rule asks for."""
    name = stage[0]
    rule = "engage.target" if name in (PRIORITY, SUPERLATIVE) else rule
    entries = priority_list(combat, unit)

    def listed(foe: Unit) -> int | None:
        return next((at for at, entry in enumerate(entries) if entry.bold and meant_by(combat, entry, [foe])), None)

    def place(foe: Unit) -> int | None:
        at = listed(foe)
        return None if at is None else at + 1

    def compared(foe: Unit) -> Value:
        at = listed(foe)
        word = name if name in SUPERLATIVES else entries[at].opponent if at is not None else ""
        if word in SUPERLATIVES:
            return judge(combat).compared(word, foe)
        return combat.arena.mat.distance(unit.hex, foe.hex) if word in ("closest", "farthest") else None

    def fails(foe: Unit) -> Sentence:
        return said("not on its list") if name == PRIORITY and listed(foe) is None else Sentence("")

    return Test(name, rule, place if name == PRIORITY else compared, lambda foe: _is_left(stage, foe), fails)
