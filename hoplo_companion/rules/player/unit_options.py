"""What any one unit may do as things stand: where it may move, and whom it may attack (Rulebook p.21-28)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.hexes import union
from hoplo_companion.language import later
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import called
from hoplo_companion.rules.player.options import after_moving, has_acted, open_specials
from hoplo_companion.rules.player.refusals import held_back, why_no_action, why_no_move, why_not_attack
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.rules.restraints import DAZED_LATER, kept_still
from hoplo_companion.rules.rival.engage import specials_used
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import RULES as STAYING
from hoplo_companion.rules.rival.movement_step import ends_of_yours
from hoplo_companion.rules.rival.mover import (
    BLOCKED,
    DAZED,
    MOVES,
    is_bound_to_roam,
    moves_of,
    priority_list,
    where_roaming_ends,
)
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.engage import attack_of

ROAMS, CANNOT = "roams", "cannot"
"""What a unit does when it moves, beside the words of the machine interface: the arena die moves it, or nothing may."""

HELD_BACK = {
    "stays": later("{unit} stays: its mark is in Range already"),
    "blocked": later("{unit} stays: it cannot get closer to its mark as things stand"),
    "idle": later("{unit} stays: nothing on its priority list is in combat"),
}


class Why(Struct, frozen=True):
    """Why something is not possible: the rule, its page, and the reason, in English and for any language."""

    rule: str
    text: str
    said: Sentence
    page: str = ""


def reason(combat: Combat, rule: str, why: Sentence) -> Why:
    """A reason with the page of its rule."""
    record = combat.catalogue.rule(rule)
    return Why(rule, why.english(), why, record.page if record is not None else "")


OVER = {"movement": later("Your Movement Step is over"), "engage": later("Your Engage Step is over")}


class Marked(Struct, frozen=True):
    """A mark: the unit or the hex that it is, and the entry of the priority list that it comes from."""

    target: str
    priority: str


class UnitMoves(Struct, frozen=True):
    """Where a unit may move: a unit of yours now, any other as if it moved first.

    Shapes: `status` is `moves`, `stays`, `blocked`, `idle` or `dazed` as in the machine interface, `roams`, or `cannot`
    for a unit of yours; `steps` maps the hexes to the steps that they take, `destinations` are all hexes where it may
    end, sorted; `why` says what keeps it from moving.
    """

    unit: str
    side: str
    hex: str
    status: str
    steps: dict[str, int] = {}
    destinations: list[str] = []
    marks: list[Marked] = []
    why: list[Why] = []


class UnitTargets(Struct, frozen=True):
    """Whom a unit may attack as things stand, and the Specials that it may use instead.

    Shapes: `why` says what keeps it from attacking anybody, `others` what keeps it from each further opponent, by id.
    """

    unit: str
    side: str
    hex: str
    targets: list[str] = []
    specials: list[str] = []
    why: list[Why] = []
    others: dict[str, Why] = {}


def _in_its_turn(combat: Combat, unit: Unit) -> tuple[Combat, Unit]:
    """The combat in the turn of a unit's troop: yours as it begins or continues, another one as it starts."""
    if unit.side == "player":
        combat, _ = begin(combat)
    else:
        combat = as_turn_starts(replace(combat, side=unit.side))
    return combat, combat.units.get(unit.id, unit)


def _not_in_time(combat: Combat, unit: Unit, step: str) -> list[Why]:
    """Say what keeps a unit of yours from anything in a step: it is in camp, or the step is over."""
    if not unit.hex:
        why = said("{unit} is in camp, not in combat", unit=called(combat, unit))
        return [reason(combat, "combat.only-in-combat", why)]
    if unit.side != "player":
        return []
    if STEPS.index(combat.step) > STEPS.index(step):
        return [reason(combat, "turn.steps", said(OVER[step]))]
    return []


# Moves ----------------------------------------------------------------------------------------------------------


def unit_moves(combat: Combat, unit: Unit) -> UnitMoves:
    """Find where a unit may move: yours now, with the steps; any other unit if it moved first (p.22-23, 26)."""
    combat, unit = _in_its_turn(combat, unit)
    none = UnitMoves(unit.id, unit.side, combat.hex_of(unit), CANNOT)
    if late := _not_in_time(combat, unit, "movement"):
        return replace(none, why=late)
    return _your_moves(combat, unit, none) if unit.side == "player" else _other_moves(combat, unit, none)


def _your_moves(combat: Combat, unit: Unit, none: UnitMoves) -> UnitMoves:
    refusal = why_no_move(combat, unit)
    if refusal.rule:
        return replace(none, why=[reason(combat, *refusal)])
    ground, name = Ground(combat), called(combat, unit)
    mover = ground.mover(unit)
    if moves_of(combat, unit):
        led = 0
        if is_bound_to_roam(combat, unit):
            led = where_roaming_ends(ground.field(mover, ground.free(mover)), unit.hex, mover.movement)
        why = said("{unit} does not move as you like: write roam {id}", unit=name, id=unit.id)
        because = reason(combat, "skill.roaming" if led else "effect.used", why)
        return replace(none, status=ROAMS, destinations=ground.mat.names(led), why=[because])
    ends = ends_of_yours(ground, mover)
    if steps := _steps(combat, ends, union(ends)):
        return replace(none, status=MOVES, steps=steps, destinations=sorted(steps))
    why = said("{unit} stays: its Movement is 0", unit=name)
    if mover.movement:
        text = later("{unit} stays: every hex within its Movement of {movement} is blocked")
        why = said(text, unit=name, movement=mover.movement)
    return replace(none, why=[reason(combat, "yours.move", why)])


def _steps(combat: Combat, ends: list[int], wanted: int) -> dict[str, int]:
    """The steps that hexes take, by their names."""
    found: dict[str, int] = {}
    for steps, end in enumerate(ends):
        for each in combat.arena.mat.names(end & wanted):
            found.setdefault(each, steps)
    return found


def _other_moves(combat: Combat, unit: Unit, none: UnitMoves) -> UnitMoves:
    ground = Ground(combat)
    mover, move, name = ground.mover(unit), ground.now(unit), called(combat, unit)
    entries = priority_list(combat, unit) if move.marks else ()
    marked = sorted((mark.priority, ground.mark_name(mark)) for mark in move.marks)
    why = []
    hold = kept_still(combat, unit, blocked=mover.roams or move.status == BLOCKED)
    if hold is not None and hold.rule == DAZED_LATER:
        why = [reason(combat, *held_back(combat, unit, "move", hold, lambda now: Ground(now).now(unit).destinations))]
    elif hold is not None:
        why = [reason(combat, hold.rule, said("{unit} stays: {held}", unit=name, held=hold.sentence))]
    elif move.status in HELD_BACK:
        why = [reason(combat, STAYING[move.status], said(HELD_BACK[move.status], unit=name))]
    goes = move.status == MOVES and not mover.roams
    return replace(
        none,
        status=ROAMS if mover.roams and move.status != DAZED else move.status,
        steps=_steps(combat, ground.ends(mover, ground.free(mover)), move.destinations) if goes else {},
        destinations=ground.mat.names(move.destinations),
        marks=[Marked(target, entries[at].id()) for at, target in marked],
        why=why,
    )


# Targets --------------------------------------------------------------------------------------------------------


def unit_targets(combat: Combat, unit: Unit) -> UnitTargets:
    """Find whom a unit may attack as things stand, and which Specials it may use (p.24, 27)."""
    combat, unit = _in_its_turn(combat, unit)
    found = UnitTargets(unit.id, unit.side, combat.hex_of(unit))
    if late := _not_in_time(combat, unit, "engage"):
        return replace(found, why=late)
    yours = unit.side == "player"
    combat = after_moving(combat, "engage") if yours else combat
    refusal = why_no_action(combat, unit, "attack")
    if yours and has_acted(combat, unit):
        return replace(found, why=[reason(combat, *refusal)])
    held = [each.name for each in (open_specials(combat, unit) if yours else specials_used(combat, unit))]
    decision = attack_of(combat, unit)
    out = [each.option for each in decision.candidates if each.out and not refusal.rule]
    others = {foe: reason(combat, *why_not_attack(combat, unit, combat.units[foe])) for foe in out}
    why = [reason(combat, *refusal)] if refusal.rule else []
    if not decision.chosen and not refusal.rule and not others:
        why = [reason(combat, "term.opponent", said("{unit} has no opponent in combat", unit=called(combat, unit)))]
    return replace(found, targets=sorted(decision.chosen), specials=held, why=why, others=others)
