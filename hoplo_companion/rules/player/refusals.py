"""Why the rules do not let you do something in your turn: the rule, and why in a few words (Rulebook p.20-30)."""

from __future__ import annotations

from msgspec import Struct

from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, judge, may
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import can_use
from hoplo_companion.rules.holding import DAZED, daze, kept_from, what_closes, what_forbids, why_bound
from hoplo_companion.rules.model import Combat, Unit, is_local, oppose
from hoplo_companion.rules.modifiers import is_moveless, is_used_up, range_
from hoplo_companion.rules.player.nobody import why_nobody
from hoplo_companion.rules.player.options import has_acted, is_done
from hoplo_companion.rules.rival.engage import attackable, closed_taunters, in_range, is_a_target, taunters
from hoplo_companion.rules.rival.movement import OUT_AND_BACK, Ground
from hoplo_companion.rules.rival.mover import Mover, is_still
from hoplo_companion.rules.rival.specials import can_act, makes_move


class Why(Struct, frozen=True):
    """Why something is not possible: the rule, its page, and the reason in words."""

    rule: str
    text: str
    page: str = ""


def reason(combat: Combat, rule: str, text: str) -> Why:
    """Give a reason with the page of its rule."""
    record = combat.catalogue.rule(rule)
    return Why(rule, text, record.page if record is not None else "")


def why_dazed(combat: Combat, unit: Unit, doing: str, gift: str = "", skill: str = "") -> tuple[str, str]:
    """Give the rule by which a dazed unit does not do something, and say what has dazed it (p.21, 35).

    Shapes: `gift` is what the `skill` lets a dazed unit do; the rule is that of `dazed.later` where that decides.
    """
    hold = daze(combat, unit, gift)
    if hold is None or hold.how != DAZED:
        return "combat.dazed", f"{unit.id} is dazed and does not {doing}: it was deployed this turn"
    why = f"{unit.id} is {hold.words()} and does not {doing}"
    if hold.rulings:
        why += f": {skill} lifts only the daze of the turn of its deployment (ruling {', '.join(hold.rulings)})"
    return hold.rule, why


def _hexes(number: int) -> str:
    return f"{number} hex{'' if number == 1 else 'es'}"


# Movement -------------------------------------------------------------------------------------------------------


def why_no_move(combat: Combat, unit: Unit) -> tuple[str, str]:
    """Give the rule that keeps a unit of yours from moving at all, and say why; two empty texts where none does."""
    if unit.id in combat.moved:
        return "yours.once", f"{unit.id} has moved this turn already"
    if is_still(combat, unit):
        return why_dazed(combat, unit, "move", "move-when-dazed", "Tactical")
    if is_moveless(combat, unit):
        hold = kept_from(combat, unit, "move")
        rule, by = (hold.rule, hold.words()) if hold is not None else ("effect.used", "held by an effect")
        return rule, f"{unit.id} has no move this turn: {by}"
    return "", ""


def why_not_move(combat: Combat, unit: Unit, hex_: int) -> tuple[str, str]:
    """Give the rule that keeps a unit of yours from moving to a hex, and say why (p.21, 26)."""
    rule, why = why_no_move(combat, unit)
    return (rule, why) if rule else ("yours.move", f"{unit.id} cannot move to {_why_not_there(combat, unit, hex_)}")


def _why_not_there(combat: Combat, unit: Unit, hex_: int) -> str:
    name = combat.arena.mat.name(hex_)
    standing = combat.at(hex_)
    ground = Ground(combat)
    mover = ground.mover(unit)
    if standing is not None:
        return f"{name}: " + (_why_not_back(ground, mover) if standing.id == unit.id else f"{standing.id} stands there")
    if hex_ & combat.arena.blocked:
        return f"{name}: that hex is blocked"
    _, ends = ground.levels(mover, ground.free(mover, ground.occupied), MOST_HEXES)
    steps = next((at for at, end in enumerate(ends) if end & hex_), None)
    if steps is None:
        return f"{name}: no way leads there over hexes that are not blocked"
    return f"{name}: that takes {_hexes(steps)}, and its Movement is {mover.movement}"


def _why_not_back(ground: Ground, mover: Mover) -> str:
    if ground.rulings.no_way_back:
        return "it stands there, and does not come back to the hex that it leaves (by ruling: move.back)"
    if mover.movement < OUT_AND_BACK:
        return f"it stands there: out and back takes {_hexes(OUT_AND_BACK)}, and its Movement is {mover.movement}"
    return "it stands there, and every hex next to it is blocked"


# Engaging -------------------------------------------------------------------------------------------------------


def why_no_action(combat: Combat, unit: Unit, what: str) -> tuple[str, str]:
    """Give the rule that keeps a unit of yours from any attack (`attack`) or Special (`specials`), and say why."""
    if unit.side == "player" and has_acted(combat, unit):
        return "yours.once", f"{unit.id} has attacked or used a Special this turn already"
    doing = "attack" if what == "attack" else "use Specials"
    if not can_act(combat, unit):
        return why_dazed(combat, unit, doing, "act-when-dazed", "First Strike")
    if is_forbidden(combat, unit, what):
        rule, name = what_forbids(combat, unit, what)
        return rule, f"{unit.id} cannot {doing} because of {name}"
    return "", ""


def why_not_attack(combat: Combat, unit: Unit, target: Unit) -> tuple[str, str]:
    """Give the rule that keeps a unit from attacking another, and say why; empty where none does (p.21, 24, 27)."""
    rule, why = why_no_action(combat, unit, "attack")
    if rule:
        return rule, why
    engage = "yours.attack" if unit.side == "player" else "engage.target"
    no = f"{unit.id} cannot attack {target.id}"
    if unit.id == target.id or not oppose(combat, unit, target):
        if "arena" in (unit.side, target.side) and unit.side != target.side:
            ruling = "opponents.arena" if "rival" in (unit.side, target.side) else "refugees.locals"
            if is_local(combat, target if unit.side == "arena" else unit):
                ruling = "refugees.locals"
            return "term.opponent", f"{no}: it is not an opponent here (ruling {ruling})"
        return engage, f"{no}: it is not an opponent"
    far, most = combat.arena.mat.distance(unit.hex, target.hex), range_(combat, unit)
    if far > most:
        return engage, f"{no}: it is {_hexes(far)} away, and the Range is {most}"
    if not is_a_target(combat, target):
        rule, name = what_closes(combat, target)
        return rule, f"{no} because of its {name}"
    if target in attackable(combat, unit):
        return "", ""
    closed = closed_taunters(combat, unit)
    if taunting := [each.id for each in taunters(combat, unit, in_range(combat, unit))]:
        by = " (ruling taunt.deflect)" if closed else ""
        return "skill.taunt", f"{no}: it stands beside {', '.join(taunting)} with Taunt{by}"
    if closed:
        return "skill.taunt-closed", f"{no}: {why_bound(combat, closed)} (ruling taunt.deflect)"
    return "", ""


# Abilities, Specials, tactics -----------------------------------------------------------------------------------


def why_not_ability(combat: Combat, unit: Unit, skill: str) -> tuple[str, str]:
    """Give the rule that keeps a unit of yours from an Ability that it has, and say why (p.21, 26)."""
    if is_dazed(combat, unit):
        return why_dazed(combat, unit, "use Abilities")
    if is_forbidden(combat, unit, "abilities"):
        rule, name = what_forbids(combat, unit, "abilities")
        return rule, f"{unit.id} uses no Abilities because of {name}"
    helds = [held for held in judge(combat).on("ability", unit.id) if held.id == skill]
    if is_done(combat, f"ability {unit.id} {skill}"):
        return "yours.ability", f"{unit.id} has used {skill} this turn already"
    return _why_not_used(combat, unit, helds)


def _why_not_used(combat: Combat, unit: Unit, helds: list[Held]) -> tuple[str, str]:
    """Say what an Ability or a Special still needs: that it has not been used up, or somebody to act on (p.26-27)."""
    left = [held for held in helds if not is_used_up(combat, held)]
    if not left:
        return "effect.once", f"{unit.id} has used {helds[0].name}, which works once a {helds[0].effect.once}"
    if any(can_use(combat, held) for held in left):
        return "yours.ability", f"{unit.id} cannot use {left[0].name} now"
    return "yours.somebody", why_nobody(combat, unit, left)


def why_not_special(combat: Combat, unit: Unit, held: Held) -> tuple[str, str]:
    """Give the rule that keeps a unit of yours from a Special that it has, and say why (p.21, 27)."""
    rule, why = why_no_action(combat, unit, "specials")
    if not rule and combat.rulings.dazed_never_reposition and makes_move(held) and is_still(combat, unit):
        why = f"{unit.id} cannot use {held.name}: it is dazed and makes no move (ruling first-strike.reposition)"
        return "skill.first-strike-reposition", why
    return (rule, why) if rule else _why_not_used(combat, unit, [held])


def why_not_tactic(combat: Combat, unit: Unit, name: str) -> tuple[str, str]:
    """Give the rule that keeps you from playing a tactic on a unit, and say why (p.25, 30)."""
    if not unit.hex:
        return "combat.only-in-combat", f"{name} cannot be played on {unit.id}: it is not in combat"
    if unit.elite:
        return "tactics.elite", f"{name} cannot be played on {unit.id}: it is elite"
    if unit.side != "player" and is_forbidden(combat, unit, "be-targeted"):
        rule, by = what_forbids(combat, unit, "be-targeted")
        return rule, f"{name} cannot be played on {unit.id} because of its {by}"
    if not any(may(combat, each, "tactics-anywhere") for each in combat.in_arena("player")):
        return "yours.tactic", (
            f"{name} cannot be played on {unit.id}: none of your units stands beside it, and none has Tactical"
        )
    return "yours.tactic", f"{name} cannot be played on {unit.id}"
