"""Your turn played quickly, one action after the other, each as it looks best at the moment."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hoplo_companion.errors import HoploError
from hoplo_companion.hexes import bits
from hoplo_companion.odds import weights as table
from hoplo_companion.odds.quick_look import QuickLook, kills, ready, stands, worth
from hoplo_companion.odds.weights import Aim
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import (
    camp,
    free_deployment,
    has_acted,
    is_done,
    must_surrender,
    open_abilities,
    reach,
    tactic_targets,
    why_full,
)
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.mover import moves_of

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")


def next_action(combat: Combat, aim: Aim) -> Action:
    """The action that looks best now, of the earliest step that has one."""
    at = STEPS.index(combat.step)
    for step, find in enumerate((deployment, tactic, moving, ability, attacking)):
        if step >= at and (action := find(combat, aim)) is not None:
            return action
    return Action(END)


def deployment(combat: Combat, aim: Aim) -> Action | None:
    """Deploy whoever is worth most, on the hex that looks best."""
    return next(deployments(combat, aim), None)


def deployments(combat: Combat, aim: Aim) -> Iterator[Action]:
    """What may be deployed where, the best first; a unit that is not known is left in camp."""
    if is_done(combat, "deploy") or why_full(combat).rule or must_surrender(combat):
        return
    waiting = [unit for unit in camp(combat) if unit.health is not None and unit.attack is not None]
    waiting.sort(key=lambda unit: (unit.hero, -(unit.health or 0) - 2 * len(unit.attack or ()), unit.id))
    for unit in waiting[:2]:
        for hex_ in _entries(combat, unit, aim)[:2]:
            yield Action("deploy", unit.id, combat.arena.mat.name(hex_))


def _entries(combat: Combat, unit: Unit, aim: Aim) -> list[int]:
    look = QuickLook(_with(combat, unit), aim)
    places = {id_: one.unit.hex for id_, one in look.ours.items()}
    found = [(look.score({**places, unit.id: hex_}, set()), hex_) for hex_ in bits(free_deployment(combat))]
    return [hex_ for _, hex_ in sorted(found, key=lambda each: (-each[0], each[1]))]


def _with(combat: Combat, unit: Unit) -> Combat:
    hex_ = next(bits(free_deployment(combat)), 0)
    return combat.with_unit(replace(unit, hex=hex_, hp=unit.hp or unit.health))


def tactic(combat: Combat, aim: Aim) -> Action | None:
    """Play the tactic that leaves the board best, if any leaves it better."""
    return next(tactics(combat, aim), None)


def tactics(combat: Combat, aim: Aim) -> Iterator[Action]:
    """The tactics of your camp that leave the board better, the best first."""
    if is_done(combat, "tactic") or not combat.yours.tactics:
        return
    now, found = stands(combat, aim), []
    for chip in dict.fromkeys(combat.yours.tactics):
        for unit in tactic_targets(combat):
            action = Action("tactic", chip, unit.id)
            after = done(combat, action)
            if after is not None and not after.agenda:
                found.append((stands(after, aim) - now, action))
    found.sort(key=lambda each: -each[0])
    yield from (action for gain, action in found if gain > table.VALUES.enough)


def done(combat: Combat, action: Action) -> Combat | None:
    """Carry an action out as far as nothing is asked, what no source states left out; None where it cannot be done."""
    try:
        after = action.do(combat)[0]
        while (question := pending(after)) is not None and question.kind in ("effect", "manual"):
            after, _ = apply(after, NOTHING)
    except HoploError:
        return None
    return after


def moving(combat: Combat, aim: Aim) -> Action | None:
    """Move whoever gains most by it, if anybody gains by it."""
    found = moves(combat, aim)
    return found[0][1] if found and found[0][0] > table.VALUES.enough / 2 else None


def moves(combat: Combat, aim: Aim) -> list[tuple[float, Action]]:
    """All moves with what they gain, the best first."""
    look = combat.once(QuickLook, aim)
    places = {id_: one.unit.hex for id_, one in look.ours.items()}
    able, name = ready(combat), combat.arena.mat.name
    now = look.score(places, able)
    found: list[tuple[float, Action]] = []
    for unit in combat.in_arena("player"):
        if unit.id in combat.moved or moves_of(combat, unit):
            continue
        for hex_ in bits(reach(combat, unit) & ~unit.hex):
            gain = look.score({**places, unit.id: hex_}, able) - now + _takes(look, unit, hex_)
            found.append((gain, Action("move", unit.id, name(hex_))))
    found.sort(key=lambda each: -each[0])
    return found


def _takes(look: QuickLook, unit: Unit, hex_: int) -> float:
    """What a move is worth for what it takes up: the flag; and what it brings home."""
    flag = look.combat.flag
    if flag is None or look.combat.event != "capture-the-flag":
        return 0.0
    if flag.holder == unit.id and hex_ in look.homes:
        return look.values.bring
    return look.values.take * look.weights.goal if flag.hex == hex_ else 0.0


def ability(combat: Combat, aim: Aim) -> Action | None:
    """Use an Ability that asks nothing and leaves the board better."""
    now = None
    for unit in combat.in_arena("player"):
        for skill in open_abilities(combat, unit):
            action = Action("ability", unit.id, skill)
            after = done(combat, action)
            if after is None or after.agenda:
                continue
            now = stands(combat, aim) if now is None else now
            if stands(after, aim) > now + table.VALUES.enough / 2:
                return action
    return None


def attacking(combat: Combat, aim: Aim) -> Action | None:
    """Make the attack that is worth most."""
    found = attacks(combat, aim)
    return found[0][1] if found else None


def attacks(combat: Combat, aim: Aim) -> list[tuple[float, Action]]:
    """All attacks worth making, the best first; of equal ones that of whoever has fewer targets."""
    look, found = combat.once(QuickLook, aim), []
    for unit in combat.in_arena("player"):
        targets = attackable(combat, unit) if not has_acted(combat, unit) else []
        for target in targets:
            one = look.ours[unit.id]
            gain = look.gain(one, target) + 0.5 * kills(one, target.hp or 1) - 0.1 * len(targets)
            if target.side == "rival" and (aim == "damage" or gain > -1) and (gain > 0 or not target.tribune):
                found.append((gain + 0.01 * worth(target), Action("attack", unit.id, target.id)))
    found.sort(key=lambda each: -each[0])
    return found
