"""The rival deploys and places tactics: who enters on which hex, which tactic goes on whom (Rulebook p.20-22, 30)."""

from msgspec.structs import replace

from hoplo_companion.components.effects import PASSIVE
from hoplo_companion.components.words import for_each
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Asks, Result, Running, Then, push
from hoplo_companion.rules.defeat import AskByHand, manual_tactics
from hoplo_companion.rules.dialogue import Event, choice, event_of
from hoplo_companion.rules.effects.in_force import Held, Scene, effects_known
from hoplo_companion.rules.effects.judge import is_forbidden, judge, may
from hoplo_companion.rules.effects.unknown import ask_effect, ask_for_unknown, kind_of
from hoplo_companion.rules.effects.use import UseEffect, in_order, set_off
from hoplo_companion.rules.goals import equip_deployed
from hoplo_companion.rules.model import Combat, Unit, is_scion, one_less, oppose, scion_of
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.rival.mover import Stage
from hoplo_companion.rules.rulings import Lazily, deciding

ACT_OF_TWO_UNITS = 3
ACT_OF_BONUS_HP = 4
BONUS_HP = 2


def bonus_hp(combat: Combat) -> int:
    """The HP beyond its Health that a unit deployed now has: 2 on turn 1 of Act IV (p.20; `hp.bonus`)."""
    return BONUS_HP if combat.turn == 1 and combat.act >= ACT_OF_BONUS_HP and combat.has_act_modifiers else 0


def units_due(combat: Combat) -> int:
    """Count the units that the rival deploys this turn if there is room: one, or two on turn 1 of Acts III and IV."""
    two = combat.turn == 1 and combat.act >= ACT_OF_TWO_UNITS and combat.has_act_modifiers
    return 2 if two else 1


def due(combat: Combat) -> dict[str, list[int]]:
    """The next units in order, as many as the arena has room for, each with the hexes that are free for it.

    It comes to the lowest of them, if there is any (p.21; `deploy.two`).
    """
    unblocked = combat.free()
    free = [hex_ for hex_ in combat.arena.rival_deployment if hex_ & unblocked]
    following = lineup_in_order(combat)[: min(units_due(combat), _room(combat))]
    return {unit: free[at:] for at, unit in enumerate(following)}


def coming(combat: Combat) -> dict[str, int]:
    """The units that the rival deploys now, each with the hex that it comes to."""
    return {unit: free[0] for unit, free in due(combat).items() if free}


def lineup_in_order(combat: Combat) -> tuple[str, ...]:
    """The lineup in the order of deployment: as it lies, but for a scion, which is always the first (p.21, 31)."""
    if combat.event != "scion":
        return combat.lineup
    return tuple(sorted(combat.lineup, key=lambda id_: not is_scion(combat, combat.bench[id_])))


def _room(combat: Combat) -> int:
    """Count the units that the arena lets the rival have in combat beside those that it has (arena card)."""
    most = combat.arena.card.most_units
    return len(combat.lineup) if most is None else max(0, most - sum(1 for _ in combat.in_arena("rival")))


def deploy_due(combat: Combat) -> Result:
    """Deploy the next units, each with HP for its Health and the act's bonus, dazed for this turn (p.21)."""
    deployed = coming(combat)
    combat, events = for_each(combat, deployed.items(), lambda now, each: deploy(now, *each))
    left = lineup_in_order(combat)[: units_due(combat) - len(deployed)]
    rule, why, rulings = "arena.most-units", "the arena is full", []
    if _room(combat):
        rule, why, rulings = "deployment.none-free", "no free hex", ["deploy.two"] if deployed else []
    events += [event_of("not-deployed", rule=rule, why=why, unit=unit, rulings=rulings) for unit in left]
    if not left and not deployed:
        events.append(event_of("not-deployed", rule="deployment.order", why="lineup empty"))
    return combat, events


def deploy(combat: Combat, id_: str, hex_: int) -> Result:
    """Put a unit of the rival's lineup on a hex; it equips what lies there, like every unit that comes to a hex."""
    arena, bonus = combat.arena, bonus_hp(combat)
    combat = replace(combat, lineup=tuple(other for other in combat.lineup if other != id_))
    combat = combat.with_unit(replace(combat.bench[id_], hex=hex_, dazed=True))
    # Its Health is that of a unit in combat: an arena, event or bane may change it (p.33).
    hp = health(combat, combat.units[id_]) + bonus
    unit = replace(combat.units[id_], hp=hp)
    combat = combat.with_unit(unit)
    number, name = arena.rival_deployment.index(hex_) + 1, arena.mat.name(hex_)
    rule = "scion.deployed" if is_scion(combat, unit) else "deployment.lowest-hex"
    deployed = event_of("deployed", rule=rule, unit=id_, hex=name, number=number, hp=hp, bonus_hp=bonus)
    combat = push(combat, *ask_for_unknown(combat, id_), *set_off(combat, "deployed", id_))
    return equip_deployed(combat, unit, deployed)


RULINGS = ("refugees.tactics", "opponents.arena", "faction.inferred")
"""The open questions that a tactic's placement can hang on."""

SIDES = {"ally": "rival", "opponent": "player"}
"""Whom a tactic of the rival's is for, to the side of the units that it goes on."""


def has_tactical(combat: Combat) -> bool:
    """Say whether a rival unit in combat has Tactical, so that distance no longer protects your units (p.22)."""
    return any(may(combat, unit, "tactics-anywhere") for unit in combat.in_arena("rival"))


NOT_ELITE, BESIDE, TARGETABLE = later("not elite"), later("beside a rival unit, or Tactical"), later("may be targeted")
WITHOUT, IN_TABLE = later("without it"), later("in the table")
"""The criteria of a tactic, beside the superlative that the rival's table names."""


def narrowed(combat: Combat, chip: str) -> list[Stage]:
    """Narrow down the units that a rival tactic goes on, criterion by criterion (p.22, 30; `tactic.targets`).

    On allies: any rival unit that is not elite. On opponents: your units that are not elite and stand beside a rival
    unit, or anywhere while a rival unit has Tactical. Of those, whom the table's superlative means.
    """
    tactic = combat.catalogue.tactic(chip)
    side = SIDES.get((tactic.rival_side if tactic is not None else None) or "", "")
    left = [unit for unit in combat.in_arena(side) if not unit.elite]
    stages = [(NOT_ELITE, left)]
    if tactic is None or tactic.rival_target is None or not side:
        return [*stages, (IN_TABLE, [])]

    def counts(other: Unit, unit: Unit) -> bool:
        """Say whether another counts beside a unit of yours: a rival, or a Beast that does not oppose it."""
        beasts = other.side == "arena" and "refugees.tactics" in combat.rulings.otherwise
        return other.side == "rival" or (beasts and not oppose(combat, other, unit))

    if side == "player":
        if not has_tactical(combat):
            adjacent, here = combat.arena.mat.adjacent, list(combat.in_arena())
            left = [unit for unit in left if any(e.hex & adjacent(unit.hex) and counts(e, unit) for e in here)]
        stages.append((BESIDE, left))
        targetable = [unit for unit in left if not is_forbidden(combat, unit, "be-targeted")]
        if len(targetable) < len(left):
            stages.append((TARGETABLE, left := targetable))
    if tactic.rival_without_itself:
        stages.append((WITHOUT, left := [unit for unit in left if chip not in unit.tactics]))
    return [*stages, (tactic.rival_target, judge(combat).best(tactic.rival_target, left))]


def placement(combat: Combat) -> tuple[str, list[Unit]]:
    """The first tactic that the rival can place, and every unit that it may go on; empty where it has none (p.22)."""
    column = combat.rival_tactics if scion_of(combat) is None else ()
    return next(((chip, targets) for chip in column if (targets := narrowed(combat, chip)[-1][1])), ("", []))


def _rulings(combat: Combat) -> list[str]:
    """The rulings that decide which tactic is placed, or on whom it may be."""

    def look(combat: Combat) -> tuple[str, set[str]]:
        chip, targets = placement(combat)
        return chip, {unit.id for unit in targets}

    return deciding(combat, RULINGS, look)


def place_tactic(combat: Combat) -> Running:
    """Place the tactic: it stays with its unit, unless the player finds on the chip that it does not (p.22)."""
    (chip, targets), column = placement(combat), combat.rival_tactics
    passed = column[: column.index(chip)] if chip else column
    events: list[Event] = [event_of("tactic-passed-over", chip=each) for each in passed]
    if not chip:
        why = "no valid target" if column else "no tactics"
        return combat, [*events, event_of("no-tactic-placed", why=why, rulings=Lazily(_rulings, combat))]
    ids = [unit.id for unit in targets]
    id_ = (yield choice("tactic.target", "tactics.choice", ids, about=chip)) or ids[0]
    tactic = combat.catalogue.tactic(chip)
    assert tactic is not None
    rule = f"tactics.{chip}" if combat.catalogue.rule(f"tactics.{chip}") else "tactics.order"
    goes_on = {"chip": chip, "unit": id_, "because": tactic.rival_target or ""}
    events.append(event_of("tactic-placed", rule=rule, rulings=Lazily(_rulings, combat), **goes_on))
    combat = replace(combat, rival_tactics=one_less(column, chip))
    return push(combat, Asks(ask_effect, ("tactics", chip, id_)), Then(take_effect, (chip, id_))), events


def take_effect(combat: Combat, chip: str, id_: str) -> Result:
    """A tactic that has been placed takes effect: it stays with its unit, or works at once and is discarded (p.30)."""
    if (unit := combat.units.get(id_)) is None:
        return combat, []
    effects = effects_known(combat, "tactics", chip) or ()
    name = combat.catalogue.name(chip, "tactics") or chip
    instant = kind_of(combat, chip)[0] == "instant"
    uses = []
    for effect in effects:
        # What has no trigger happens now where it has to, or its chip is gone.
        due = effect.on == "always" and (instant or not all(isinstance(verb, PASSIVE) for verb in effect.verbs))
        if due or effect.on == "played":
            held = Held("tactic", chip, effect.name or name, id_, 0, effect)
            uses.append(UseEffect(held, Scene(id_)))
    if instant:
        gone = event_of("tactic-gone", rule="tactics.instant", chip=chip, unit=id_)
        return push(combat, *in_order(uses)), [gone]
    combat = combat.with_unit(replace(unit, tactics=(*unit.tactics, chip)))
    combat = replace(combat, fresh=combat.fresh | {f"{id_} {chip}"})
    by_hand = [AskByHand("manual.tactic", id_, chip)] if chip in manual_tactics(combat, combat.units[id_]) else []
    return push(combat, *in_order(uses), *by_hand), []
