"""Why a rival unit attacks whom it does, or uses a Special instead (Rulebook p.24)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.rules.effects.judge import SUPERLATIVES, daze_rulings, is_forbidden, judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.holding import KEPT, kept_from, what_closes, why_bound
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.rival import engage, specials
from hoplo_companion.rules.rival.engage import (
    closed_taunters,
    narrowed,
    rulings_of_special,
    rulings_of_targets,
    targets,
    would_attack,
)
from hoplo_companion.rules.rival.priorities import PRIORITY, SUPERLATIVE, Stage, meant_by, priority_list
from hoplo_companion.rules.rival.specials import can_act, in_place_of_attack, never_attacks
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide

NO_SPECIAL = "no Special instead"


def target(combat: Combat, unit: Unit) -> Decision:
    """Lay open whom a unit goes for, by an attack or by a Special in its place (p.24)."""
    rule = "engage.target"
    would = would_attack(combat, unit)
    special = next(iter(in_place_of_attack(combat, unit, would)), None)
    if special is not None:
        rule = "engage.special-target"
        tests = _by_special(combat, unit, special)
    else:
        tests = _held_back(combat, unit) or _by_attack(combat, unit, would)
    decision = decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)
    by_special = rulings_of_special(combat, unit, special) if special is not None else []
    return replace(decision, rulings=list(dict.fromkeys([*rulings_of_targets(combat, unit), *by_special])))


def _held_back(combat: Combat, unit: Unit) -> list[Test]:
    """Give what keeps a unit from any attack; empty where nothing does."""
    if not can_act(combat, unit):
        daze = "skill.daze-later" if daze_rulings(combat, unit, "act-when-dazed") else "combat.dazed"
        return [_nobody(daze, "dazed", said("the unit is dazed"))]
    if never_attacks(combat, unit):
        return [_nobody("skill.agile", "never", said("it never attacks"))]
    if is_forbidden(combat, unit, "attack"):
        hold = kept_from(combat, unit, "attack")
        if hold is not None:
            kept = said("{effect} keeps the unit from attacking", effect=hold.by)
            return [_nobody(hold.rule, "no", kept if hold.how == KEPT else hold.sentence)]
    return []


def _nobody(rule: str, value: str, fails: Sentence) -> Test:
    return Test("may attack", rule, lambda _: value, lambda _: False, fails)


def _by_special(combat: Combat, unit: Unit, special: Held) -> list[Test]:
    """Show what narrows those a Special goes for: its reach, and whom the sheet names or the priority list means."""
    first, *stages = specials.narrowed(combat, unit, special)
    tests = []
    if len(first[1]) < len(opponents(combat, unit)):
        fails = said("out of reach of {effect}", effect=special.name)
        tests = [_within(combat, unit, first, "engage.target", fails)]
    return tests + [_test(combat, unit, stage, "engage.special-target") for stage in stages]


def _by_attack(combat: Combat, unit: Unit, would: list[Unit]) -> list[Test]:
    """Show what narrows those a unit attacks: Range, Deflect, Taunt, its bold priorities, Specials that come first."""
    tests = []
    for stage in narrowed(combat, unit):
        match stage[0]:
            case engage.RANGE:
                tests.append(_within(combat, unit, stage, "engage.target", said("out of Range")))
            case engage.OPEN:
                tests.append(_open(combat, stage))
            case engage.TAUNT:
                tests.append(_taunt(combat, unit, stage))
            case _:
                tests.append(_test(combat, unit, stage, "skill.taunt"))
    left = targets(combat, unit)
    if len(left) < len(would):
        fails = said("a Special takes the place of this attack")
        tests.append(_yes_or_no((NO_SPECIAL, left), "skill.heave", fails))
    return tests


def _is_left(stage: Stage, unit: Unit) -> bool:
    return any(left.id == unit.id for left in stage[1])


def _yes_or_no(stage: Stage, rule: str, fails: Sentence) -> Test:
    return Test(
        stage[0], rule, lambda foe: "yes" if _is_left(stage, foe) else "no", lambda foe: _is_left(stage, foe), fails
    )


def _within(combat: Combat, unit: Unit, stage: Stage, rule: str, fails: Sentence) -> Test:
    distance = combat.arena.mat.distance
    return Test(stage[0], rule, lambda foe: distance(unit.hex, foe.hex), lambda foe: _is_left(stage, foe), fails)


def _open(combat: Combat, stage: Stage) -> Test:
    """Show whom an effect keeps from being attacked."""

    def fails(foe: Unit) -> Sentence:
        return said("{effect} keeps it from being attacked", effect=what_closes(combat, foe)[1])

    return _yes_or_no(stage, "effect.used", Sentence(""))._replace(fails=fails)


def _taunt(combat: Combat, unit: Unit, stage: Stage) -> Test:
    """Show whom Taunt leaves; nobody, where those with it may not be attacked (`taunt.deflect`)."""
    closed = closed_taunters(combat, unit)
    rule, fails = "skill.taunt", said("held by Taunt")
    if not stage[1]:
        rule = "skill.taunt-closed"
        fails = why_bound(combat, closed)
    return _yes_or_no(stage, rule, fails)._replace(show=lambda foe: "Taunt" if _is_left(stage, foe) else "no")


def _test(combat: Combat, unit: Unit, stage: Stage, rule: str) -> Test:
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
