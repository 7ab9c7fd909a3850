"""What any one unit may do as things stand, and why not something else: the rule and a sentence (p.20-30, 37)."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import AttackAgain, EquipChip, Move, Roam, Unequip
from hoplo_companion.components.words import STEPS
from hoplo_companion.hexes import union
from hoplo_companion.language import later
from hoplo_companion.notation.effects import write_conditions
from hoplo_companion.rules import restraints
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.relocating import WITH_PLACE
from hoplo_companion.rules.effects.use import OnUnits, can_use, verb_steps
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import movement, range_
from hoplo_companion.rules.naming import called
from hoplo_companion.rules.player import options
from hoplo_companion.rules.restraints import Hold, Refusal
from hoplo_companion.rules.rival import mover as moving
from hoplo_companion.rules.rival.engage import DAZED, RANGE, REACH, TARGETABLE, attackable, barred, specials_used
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import OUT_AND_BACK, ends_of_yours
from hoplo_companion.rules.rival.movement_step import RULES as STAYING
from hoplo_companion.rules.rulings import deciding
from hoplo_companion.rules.sentence import Sentence, counted, said
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.steps import attack_of

CANNOT = {
    "move": later("{unit} cannot move ({held})"),
    "attack": later("{unit} cannot attack ({held})"),
    "specials": later("{unit} cannot use Specials ({held})"),
    "abilities": later("{unit} cannot use Abilities ({held})"),
}
"""What a unit cannot do that is dazed, fatigued, or kept from it by an effect."""

GIFTS = {"move": "Tactical", "attack": "First Strike", "specials": "First Strike"}
"""The skill that lifts the daze of the deployment for something."""


def held_back(combat: Combat, unit: Unit, what: str, hold: Hold | None, look: Callable[[Combat], object]) -> Refusal:
    """The rule by which a unit is held back from something, if it is, and why, by `dazed.later` where that decides."""
    if hold is None:
        return Refusal()
    why = said(CANNOT[what], unit=called(combat, unit), held=hold.sentence)
    if hold.rule == restraints.DAZED_LATER and deciding(combat, ["dazed.later"], look):
        why = said("{why}: {skill} lifts only the daze of deployment (ruling dazed.later)", why=why, skill=GIFTS[what])
    return Refusal(hold.rule, why)


def why_no_move(combat: Combat, unit: Unit) -> Refusal:
    """The rule that keeps a unit of yours from moving at all, and why."""
    if unit.id in combat.moved:
        return Refusal("yours.once", said("{unit} has moved this turn already", unit=called(combat, unit)))
    hold = restraints.kept_still(combat, unit, blocked=False)
    held = hold if hold is not None and hold.how != restraints.BESIDE else None
    return held_back(combat, unit, "move", held, lambda now: options.reach(now, unit))


def as_led(combat: Combat, unit: Unit) -> Refusal:
    """The rule by which a unit of yours moves as the arena die has it, and why (p.26)."""
    rule = "skill.roaming" if moving.is_bound_to_roam(combat, unit) else "effect.used"
    return Refusal(rule, said("{unit} does not move as you like: the arena die moves it", unit=called(combat, unit)))


def why_not_move(combat: Combat, unit: Unit, hex_: int) -> Refusal:
    """The rule that keeps a unit of yours from moving to a hex, and why (p.21, 26)."""
    if refusal := why_no_move(combat, unit):
        return refusal
    names = {"unit": called(combat, unit), "hex": combat.arena.mat.name(hex_)}
    ground = Ground(combat)
    mover = ground.mover(unit)
    if hex_ != unit.hex:
        why = said("{unit} cannot move to {hex}: {why}", **names, why=restraints.no_way(ground, mover, hex_).why)
    elif "move.back" in ground.otherwise:
        why = said("{unit} does not come back to {hex}, which it leaves (ruling move.back)", **names)
    elif mover.movement < OUT_AND_BACK:
        text = later("{unit} is on {hex} already: out and back takes {hexes}, and its Movement is {movement}")
        why = said(text, **names, hexes=_hexes(OUT_AND_BACK), movement=mover.movement)
    else:
        why = said("{unit} is on {hex} already, and every hex next to it is blocked", **names)
    return Refusal("yours.move", why)


def _hexes(number: int) -> Sentence:
    return counted("{n} hex", "{n} hexes", number)


def why_no_action(combat: Combat, unit: Unit, what: str) -> Refusal:
    """The rule that keeps a unit of yours from any attack (`attack`) or Special (`specials`), and why."""
    if unit.side == "player" and options.has_acted(combat, unit):
        why = said("{unit} has attacked or used a Special this turn already", unit=called(combat, unit))
        return Refusal("yours.once", why)
    hold = restraints.kept_from_step(combat, unit, what)
    return held_back(combat, unit, what, hold, lambda now: (attackable(now, unit), options.open_specials(now, unit)))


def why_not_attack(combat: Combat, unit: Unit, target: Unit) -> Refusal:
    """The rule that keeps a unit from attacking another, and why (p.21, 24, 27)."""
    if refusal := why_no_action(combat, unit, "attack"):
        return refusal
    names = {"unit": called(combat, unit), "target": called(combat, target)}
    candidate = next((each for each in attack_of(combat, unit).candidates if each.option == target.id), None)
    if candidate is None:
        if "arena" not in (unit.side, target.side) or unit.side == target.side:
            engage = "yours.attack" if unit.side == "player" else "engage.target"
            return Refusal(engage, said("{unit} cannot attack {target}: it is not an opponent", **names))
        text = later("{unit} cannot attack {target}: it is not an opponent here (ruling {ruling})")
        ruling = restraints.opposed_but_for(combat, unit, target)
        return Refusal("term.opponent", said(text, **names, ruling=ruling))
    if not candidate.out:
        return Refusal()
    if not candidate.why.text:
        priorities = said("{unit} does not attack {target}: its priority list names another target", **names)
        return Refusal(candidate.rule, priorities)
    why = candidate.why
    if candidate.out == RANGE:
        far, most = _hexes(combat.arena.mat.distance(unit.hex, target.hex)), range_(combat, unit)
        why = said("it is {hexes} away, and the Range is {range}", hexes=far, range=most)
    elif candidate.rule == "skill.taunt-closed":
        why = said("{why} (ruling taunt.deflect)", why=why)
    return Refusal(candidate.rule, said("{unit} cannot attack {target}: {why}", **names, why=why))


USED = {
    "turn": later("{unit} has used {skill}, which works once a turn"),
    "combat": later("{unit} has used {skill}, which works once a combat"),
}


def why_not_ability(combat: Combat, unit: Unit, skill: str) -> Refusal:
    """The rule that keeps a unit of yours from an Ability that it has, and why (p.21, 26)."""
    if (hold := restraints.kept_from_step(combat, unit, "abilities")) is not None:
        return held_back(combat, unit, "abilities", hold, lambda _: None)
    helds = [held for held in judge(combat).on("ability", unit.id) if held.id == skill]
    if options.is_done(combat, f"ability {unit.id} {skill}"):
        name = helds[0].name if helds else skill
        why = said("{unit} has used {skill} this turn already", unit=called(combat, unit), skill=name)
        return Refusal("yours.ability", why)
    return _why_not_used(combat, unit, helds)


def _why_not_used(combat: Combat, unit: Unit, helds: list[Held]) -> Refusal:
    """Say what an Ability or a Special still needs: that it has not been used up, or somebody to act on (p.26-27)."""
    left = [held for held in helds if not held.is_used_up(combat)]
    name = called(combat, unit)
    if not left:
        return Refusal("effect.once", said(USED[helds[0].effect.once or "turn"], unit=name, skill=helds[0].name))
    if any(can_use(combat, held) for held in left):
        return Refusal("yours.ability", said("{unit} cannot use {skill} now", unit=name, skill=left[0].name))
    return Refusal("yours.somebody", why_nobody(combat, unit, left))


def why_not_special(combat: Combat, unit: Unit, held: Held) -> Refusal:
    """The rule that keeps a unit of yours from a Special that it has, and why (p.21, 27)."""
    if refusal := why_no_action(combat, unit, "specials"):
        return refusal
    if barred(combat, unit, held) == DAZED:
        names = {"unit": called(combat, unit), "skill": held.name}
        text = later("{unit} cannot use {skill}: {why} (ruling first-strike.reposition)")
        return Refusal("skill.first-strike-reposition", said(text, **names, why=said(DAZED)))
    return _why_not_used(combat, unit, [held])


def why_not_tactic(combat: Combat, unit: Unit, name: str) -> Refusal:
    """The rule by which a unit fell out of those that you may play a tactic on, and why (p.25, 30)."""
    failed = next(((rule, fails) for rule, fails, left in options.tactic_stages(combat) if unit not in left), None)
    if failed is None:
        return Refusal()
    rule, fails = failed
    names = {"tactic": name, "unit": called(combat, unit)}
    if rule == "effect.used":
        rule, names["by"] = restraints.what_forbids(combat, unit, "be-targeted")
    return Refusal(rule, said(fails, **names))


NOBODY = {
    REACH: later("{skill} would do nothing: it acts on nobody {where}"),
    TARGETABLE: later("{skill} would do nothing: nobody {where} can be targeted"),
    WITH_PLACE: later("{skill} would do nothing: nobody {where} can be put on another hex"),
}
"""The criterion of an effect that leaves it nobody, in words."""


def why_nobody(combat: Combat, unit: Unit, helds: list[Held]) -> Sentence:
    """Say what effects of a unit would need to be used now: a condition, somebody, or a hex; the first one's reason."""
    held, scene = helds[0], helds[0].scene
    names = {"skill": held.name, "unit": called(combat, unit)}
    if lacking := [each for each in held.effect.conditions if not judge(combat).all_hold([each], scene)]:
        return said("{unit} can use {skill} only if {conditions}", **names, conditions=write_conditions(lacking))
    for doing in verb_steps(held):
        verb = doing.verb
        if isinstance(verb, Unequip | EquipChip) and verb.chip not in combat.chips:
            return said("{skill} would do nothing: there is no {chip} in this combat", **names, chip=verb.chip)
        if isinstance(doing, OnUnits) and isinstance(group := doing.whom(), Group):
            lack = next((name for name, left in doing.narrowed(combat) if not left), "")
            if lack:
                return said(NOBODY[lack], **names, where=_where(combat, unit, group, scene))
            return said("{skill} would do nothing: {unit} has no attack dice", **names)
        if isinstance(verb, Move | Roam):
            if not movement(combat, unit):
                return said("{skill} would do nothing: {unit} has Movement 0", **names)
            return said("{skill} would do nothing: {unit} has no free hex to move to", **names)
        if isinstance(verb, AttackAgain):
            return said("{skill} would do nothing: {unit} has nobody to attack", **names)
    return said("{skill} would do nothing now", skill=held.name)


def _where(combat: Combat, unit: Unit, group: Group, scene: Scene) -> Sentence:
    name = called(combat, unit)
    if group.exactly is not None:
        return said("exactly {hexes} from {unit}", hexes=_hexes(judge(combat).amount(group.exactly, scene)), unit=name)
    if group.within is not None:
        within = judge(combat).amount(group.within, scene)
        if within == 1:
            return said("adjacent to {unit}", unit=name)
        return said("within {hexes} of {unit}", hexes=_hexes(within), unit=name)
    if group.in_range:
        return said("within Range {range} of {unit}", range=range_(combat, unit), unit=name)
    return said("in combat")


ROAMS, STANDS = "roams", "cannot"
"""What a unit does when it moves, beside the words of the machine interface: the arena die moves it, or nothing may."""

HELD_BACK = {
    "stays": later("{unit} stays: its mark is in Range already"),
    "blocked": later("{unit} stays: it cannot get closer to its mark as things stand"),
    "idle": later("{unit} stays: nothing on its priority list is in combat"),
}


STEP_OVER = {
    "deployment": later("Your Deployment Step is over, and does not come back this turn"),
    "tactics": later("Your Tactic Placement Step is over, and does not come back this turn"),
    "movement": later("Your Movement Step is over, and does not come back this turn"),
    "abilities": later("Your Abilities Step is over, and does not come back this turn"),
}
"""What is said of a step that something would have to be done in."""


class UnitMoves(Struct, frozen=True):
    """Where a unit may move: a unit of yours now, any other as if it moved first.

    Shapes: `status` is `moves`, `stays`, `blocked`, `idle` or `dazed` as in the machine interface, `roams`, or `cannot`
    for a unit of yours; `steps` maps the hexes to the steps that they take, `destinations` are all hexes where it may
    end, sorted; `marks` are each a `target`, a unit or a hex, and the entry of the `priority` list that it comes from;
    `why` says what keeps it from moving.
    """

    unit: str
    side: str
    hex: str
    status: str
    steps: dict[str, int] = {}
    destinations: list[str] = []
    marks: list[dict[str, str]] = []
    why: list[Refusal] = []


class UnitTargets(Struct, frozen=True):
    """Whom a unit may attack as things stand, and the Specials that it may use instead.

    Shapes: `why` says what keeps it from attacking anybody, `others` what keeps it from each further opponent, by id.
    """

    unit: str
    side: str
    hex: str
    targets: list[str] = []
    specials: list[str] = []
    why: list[Refusal] = []
    others: dict[str, Refusal] = {}


def _in_its_turn(combat: Combat, unit: Unit) -> tuple[Combat, Unit]:
    """The combat in the turn of a unit's troop: yours as it begins or continues, another one as it starts."""
    if unit.side == "player":
        combat, _ = options.begin(combat)
    else:
        combat = as_turn_starts(replace(combat, side=unit.side))
    return combat, combat.units.get(unit.id, unit)


def where(combat: Combat, unit: Unit) -> Sentence:
    """Say where a unit of yours is."""
    text = later("{unit} is in combat, not in camp") if unit.hex else later("{unit} is in camp, not in combat")
    return said(text, unit=called(combat, unit))


def _not_in_time(combat: Combat, unit: Unit, step: str) -> list[Refusal]:
    """Say what keeps a unit of yours from anything in a step: it is in camp, or the step is over."""
    if not unit.hex:
        return [Refusal("combat.only-in-combat", where(combat, unit))]
    if unit.side == "player" and STEPS.index(combat.step) > STEPS.index(step):
        return [Refusal("turn.steps", said(STEP_OVER[step]))]
    return []


def unit_moves(combat: Combat, unit: Unit) -> UnitMoves:
    """Find where a unit may move: yours now, with the steps; any other unit if it moved first (p.22-23, 26)."""
    combat, unit = _in_its_turn(combat, unit)
    none = UnitMoves(unit.id, unit.side, combat.hex_of(unit), STANDS)
    if late := _not_in_time(combat, unit, "movement"):
        return replace(none, why=late)
    return _your_moves(combat, unit, none) if unit.side == "player" else _other_moves(combat, unit, none)


def _your_moves(combat: Combat, unit: Unit, none: UnitMoves) -> UnitMoves:
    if refusal := why_no_move(combat, unit):
        return replace(none, why=[refusal])
    ground, name = Ground(combat), called(combat, unit)
    mover = ground.mover(unit)
    if moving.moves_of(combat, unit):
        led = ground.now(unit).destinations if mover.roams else 0
        return replace(none, status=ROAMS, destinations=ground.mat.names(led), why=[as_led(combat, unit)])
    ends = ends_of_yours(ground, mover)
    if steps := _steps(combat, ends, union(ends)):
        return replace(none, status=moving.MOVES, steps=steps, destinations=sorted(steps))
    why = said("{unit} stays: its Movement is 0", unit=name)
    if mover.movement:
        text = later("{unit} stays: every hex within its Movement of {movement} is blocked")
        why = said(text, unit=name, movement=mover.movement)
    return replace(none, why=[Refusal("yours.move", why)])


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
    marked = sorted((mark.priority, ground.mark_name(mark)) for mark in move.marks)
    why = []
    hold = restraints.kept_still(combat, unit, blocked=mover.roams or move.status == moving.BLOCKED)
    if hold is not None and hold.rule == restraints.DAZED_LATER:
        why = [held_back(combat, unit, "move", hold, lambda now: Ground(now).now(unit).destinations)]
    elif hold is not None:
        why = [Refusal(hold.rule, said("{unit} stays: {held}", unit=name, held=hold.sentence))]
    elif move.status in HELD_BACK:
        why = [Refusal(STAYING[move.status], said(HELD_BACK[move.status], unit=name))]
    goes = move.status == moving.MOVES and not mover.roams
    return replace(
        none,
        status=ROAMS if mover.roams and move.status != moving.DAZED else move.status,
        steps=_steps(combat, ground.ends(mover, ground.free(mover)), move.destinations) if goes else {},
        destinations=ground.mat.names(move.destinations),
        marks=[{"target": target, "priority": mover.entries[at].id()} for at, target in marked],
        why=why,
    )


def unit_targets(combat: Combat, unit: Unit) -> UnitTargets:
    """Find whom a unit may attack as things stand, and which Specials it may use (p.24, 27)."""
    combat, unit = _in_its_turn(combat, unit)
    found = UnitTargets(unit.id, unit.side, combat.hex_of(unit))
    if late := _not_in_time(combat, unit, "engage"):
        return replace(found, why=late)
    yours = unit.side == "player"
    combat = options.after_moving(combat, "engage") if yours else combat
    refusal = why_no_action(combat, unit, "attack")
    if yours and options.has_acted(combat, unit):
        return replace(found, why=[refusal])
    held = [each.name for each in (options.open_specials(combat, unit) if yours else specials_used(combat, unit))]
    decision = attack_of(combat, unit)
    out = [each.option for each in decision.candidates if each.out and not refusal]
    others = {foe: why_not_attack(combat, unit, combat.units[foe]) for foe in out}
    why = [refusal] if refusal else []
    if not decision.chosen and not refusal and not others:
        why = [Refusal("term.opponent", said("{unit} has no opponent in combat", unit=called(combat, unit)))]
    return replace(found, targets=sorted(decision.chosen), specials=held, why=why, others=others)
