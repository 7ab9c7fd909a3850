"""Why a rival unit attacks whom it does, or uses a Special instead (Rulebook p.24)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hoplo_companion.rules.effects.compiled import DRAWS
from hoplo_companion.rules.effects.judge import daze_rulings, is_forbidden, may
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.player.refusals import what_closes, what_forbids, why_bound
from hoplo_companion.rules.rival.engage import (
    attacks,
    closed_taunters,
    in_range,
    is_a_target,
    rulings_of_special,
    rulings_of_targets,
    taunters,
)
from hoplo_companion.rules.rival.priorities import SUPERLATIVES, meant_by, priority_list
from hoplo_companion.rules.rival.specials import (
    can_act,
    in_place_of,
    in_place_of_attack,
    never_attacks,
    possible_aims,
    rival_use,
)
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide
from hoplo_companion.rules.why.superlatives import by_superlative


def target(combat: Combat, unit: Unit) -> Decision:
    """Hold every opponent against what a unit goes for, by an attack or by a Special in its place (p.24)."""
    rule = "engage.target"
    special = _special(combat, unit)
    if not can_act(combat, unit):
        daze = "skill.daze-later" if daze_rulings(combat, unit, "act-when-dazed") else "combat.dazed"
        tests = [Test("may attack", daze, lambda _: "dazed", lambda _: None, fails="the unit is dazed")]
    elif special is not None:
        rule = "engage.special-target"
        tests = _aims_of_special(combat, unit, special)
    elif never_attacks(combat, unit):
        tests = [Test("may attack", "skill.agile", lambda _: "never", lambda _: None, fails="it never attacks")]
    elif is_forbidden(combat, unit, "attack"):
        held, by = what_forbids(combat, unit, "attack")
        tests = [Test("may attack", held, lambda _: "no", lambda _: None, fails=f"{by} keeps the unit from attacking")]
    else:
        tests = _aims_of_attack(combat, unit)
    decision = decide("target", unit.id, rule, [(foe.id, foe) for foe in opponents(combat, unit)], tests)
    by_special = rulings_of_special(combat, unit, special) if special is not None else []
    return replace(decision, rulings=list(dict.fromkeys([*rulings_of_targets(combat, unit), *by_special])))


def _special(combat: Combat, unit: Unit) -> Held | None:
    """Give the Special that a unit uses whatever it would attack."""
    would = [] if never_attacks(combat, unit) else attacks(combat, unit)
    return next(iter(in_place_of_attack(combat, unit, would)), None)


def _aims_of_special(combat: Combat, unit: Unit, special: Held) -> list[Test]:
    """List what narrows those a Special goes for: its reach, and whom the sheet names or the priority list means."""
    near = possible_aims(combat, unit, special)
    tests = []
    if len(near) < len(opponents(combat, unit)):
        tests.append(_within(special.name, combat, unit, near, fails="out of its reach"))
    pick = rival_use(special).pick
    if pick in SUPERLATIVES:
        return [*tests, by_superlative(combat, pick, "engage.special-target")]
    return [*tests, *_by_priority(combat, unit)]


def _aims_of_attack(combat: Combat, unit: Unit) -> list[Test]:
    """List what narrows those a unit attacks: Range, Deflect, Taunt, its bold priorities, Specials that come first."""
    near = in_range(combat, unit)
    zone = combat.arena.mat.within(unit.hex, range_(combat, unit))
    within = [foe for foe in opponents(combat, unit) if foe.hex & zone]
    tests = [_within("Range", combat, unit, within, fails="out of Range")]
    if len(near) < len(within):
        tests.append(_may_be_attacked(combat, [foe for foe in within if foe not in near]))
    beside, closed = taunters(combat, unit, near), closed_taunters(combat, unit)
    any_taunting = combat.rulings.taunt_any and len(beside) < 2
    taunting = [foe for foe in near if may(combat, foe, DRAWS)] if any_taunting else beside
    bound = bool(beside or closed)
    if bound:
        fails = "held by Taunt" if taunting else why_bound(combat, closed)
        tests.append(_taunt(taunting, fails, "skill.taunt" if taunting else "skill.taunt-closed"))
    if len(beside) > 1:
        tests.append(by_superlative(combat, "strongest", "skill.taunt"))
    if not bound or any_taunting:
        tests += _by_priority(combat, unit, taunting if bound else ())
    if weighed := {foe.id for foe in near if in_place_of(combat, unit, foe)}:
        tests.append(_no_special_instead(weighed))
    return tests


def _within(reach: str, combat: Combat, unit: Unit, near: list[Unit], fails: str) -> Test:
    return Test(
        f"within {reach}",
        "engage.target",
        lambda foe: combat.arena.mat.distance(unit.hex, foe.hex),
        lambda foe: 0 if foe in near else None,
        fails=fails,
    )


def _may_be_attacked(combat: Combat, closed: list[Unit]) -> Test:
    names = {what_closes(combat, foe)[1] for foe in closed}
    return Test(
        "may be attacked",
        "effect.used",
        lambda foe: "yes" if is_a_target(combat, foe) else "no",
        lambda foe: 0 if is_a_target(combat, foe) else None,
        fails=f"{names.pop() if len(names) == 1 else 'an effect'} keeps it from being attacked",
    )


def _taunt(taunting: list[Unit], fails: str, rule: str) -> Test:
    return Test(
        "Taunt",
        rule,
        lambda foe: "Taunt" if foe in taunting else "no",
        lambda foe: 0 if foe in taunting else None,
        fails=fails,
    )


def _no_special_instead(weighed: set[str]) -> Test:
    return Test(
        "no Special instead",
        "skill.heave",
        lambda foe: "no" if foe.id in weighed else "yes",
        lambda foe: None if foe.id in weighed else 0,
        fails="a Special takes the place of this attack",
    )


def _by_priority(combat: Combat, unit: Unit, taunting: Sequence[Unit] = ()) -> list[Test]:
    """List what sets apart those a unit may go for: its first bold priority that means one, then its superlative.

    Taunt overrides the list: where it means none of those `taunting`, they are all equal.
    """
    entries = priority_list(combat, unit)

    def listed(foe: Unit) -> int | None:
        bold = (at for at, entry in enumerate(entries) if entry.bold and meant_by(combat, entry, [foe]))
        return next(bold, None)

    unlisted = len(entries) if taunting and all(listed(foe) is None for foe in taunting) else None

    def show_listed(foe: Unit) -> int | None:
        at = listed(foe)
        return None if at is None else at + 1

    def rank_listed(foe: Unit) -> int | None:
        at = listed(foe)
        return unlisted if at is None else at

    def compared(foe: Unit) -> tuple[Value, int]:
        """Give what a foe's entry compares, and its rank (smallest wins)."""
        at = listed(foe)
        return (None, 0) if at is None else _compared(combat, unit, entries[at].opponent, foe)

    return [
        Test("priority", "engage.target", show_listed, rank_listed, fails="not on its list"),
        Test("superlative", "engage.target", lambda foe: compared(foe)[0], lambda foe: compared(foe)[1]),
    ]


def _compared(combat: Combat, unit: Unit, word: str, foe: Unit) -> tuple[Value, int]:
    if word in SUPERLATIVES:
        value, sign = SUPERLATIVES[word]
        return value(combat, foe), sign * value(combat, foe)
    if word in ("closest", "farthest"):
        distance = combat.arena.mat.distance(unit.hex, foe.hex)
        return distance, distance if word == "closest" else -distance
    return None, 0
