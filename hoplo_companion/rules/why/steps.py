"""Why: the decisions of a step with every candidate, as the rules have narrowed them down; why not something else.

Whom a unit attacks, which Specials and Abilities it uses and which rows of its dice (Rulebook p.24, 31) is laid open
here; deployment, tactics and moves are in `decisions`.
"""

from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Move
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.hexes import bits
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import kind_of_step
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.effects import relocating
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.relocating import OPENING, OWN_LIST, USERS_LIST, WITH_PLACE, Relocating
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, rule_of, verb_steps
from hoplo_companion.rules.model import Combat, Unit, opponents, oppose, scion_of, takes_no_steps
from hoplo_companion.rules.naming import all_called, called, named
from hoplo_companion.rules.restraints import (
    CLOSING,
    Refusal,
    kept_from_step,
    kept_still,
    no_way,
    opposed_but_for,
    what_forbids,
)
from hoplo_companion.rules.rival import engage, movement
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import PRIORITY, Stage
from hoplo_companion.rules.rival.placement import RULINGS as TACTIC_RULINGS
from hoplo_companion.rules.rival.turn import goes_for, in_turn, unwanted
from hoplo_companion.rules.rulings import OTHERWISE, STATED, deciding, read_otherwise
from hoplo_companion.rules.scion.turn import begin_row, rows_of
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.decisions import (
    Candidate,
    Decision,
    Test,
    by_list,
    decide,
    deployments,
    movements,
    tactics,
)

DECIDE = {
    "tactics": TACTIC_RULINGS,
    "movement": (*movement.RULINGS, "dazed.later", "roaming.flight", "scion.priorities", "scion.minions"),
    "activity": ("scion.priorities", "scion.minions", "opponents.arena", "faction.inferred"),
    "abilities": (*engage.RULINGS, *movement.OF_MOVES, "equip.displaced", "equip.rival"),
    "engage": (*engage.RULINGS, *movement.OF_MOVES),
}
"""The open questions that the decisions of a step can hang on."""

Outcomes = dict[tuple[str, str, str], tuple[set[str], Any]]
"""What is chosen in the decisions of a kind (what about, whose, by what), and the dice that hang on it."""


def decisions(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """The decisions of a step as things stand: for one rival unit, or for all; each with what rulings decide."""
    found = as_things_stand(combat, step, unit)
    now = _outcomes(combat, found)

    def look(read: Combat) -> Outcomes:
        return _outcomes(read, as_things_stand(read, step, unit))

    by_ruling = dict(read_otherwise(combat, DECIDE.get(step, ()), look))
    return [_with_rulings(combat, each, now, by_ruling) for each in found]


def laid_open(combat: Combat, step: str, unit: str) -> list[Event]:
    """The decisions of a step as events, for one rival unit or for all."""
    return [event_of("explained", rule=decision.rule, decision=decision) for decision in decisions(combat, step, unit)]


def _kind(decision: Decision) -> tuple[str, str, str]:
    return decision.about, decision.unit, decision.by


def _outcomes(combat: Combat, found: list[Decision]) -> Outcomes:
    """What is chosen in all decisions of a kind; of targets also the dice of the attacks or the Special on them."""
    outcomes: Outcomes = {}
    for each in found:
        chosen, dice = outcomes.get(_kind(each), (set(), []))
        unit = combat.units.get(each.unit)
        if each.about == "target" and unit is not None:
            used = [held for held in judge(combat).on("special", unit.id) if held.name == each.by]
            dice = dice + [engage.dice_rolled(combat, unit, held) for held in used]
            dice += [] if each.by else [engage.dice_against(combat, unit, combat.units[id_]) for id_ in each.chosen]
        outcomes[_kind(each)] = {*chosen, *each.chosen}, dice
    return outcomes


def _with_rulings(combat: Combat, decision: Decision, now: Outcomes, by_ruling: dict[str, Outcomes]) -> Decision:
    """Name the open questions that decide a decision, and those that decide whether each candidate is chosen."""
    kind = _kind(decision)
    others = {id_: found.get(kind, (set(), [])) for id_, found in by_ruling.items()}

    def decided(candidate: Candidate) -> list[str]:
        chosen = candidate.option in now[kind][0]
        return [id_ for id_, other in others.items() if (candidate.option in other[0]) != chosen]

    # Rulings without another reading decide by being the rule by which a candidate is out.
    rules = {each.rule for each in decision.candidates} - {"", *OTHERWISE, *STATED}
    stated = {rule: [rule] for rule in rules if combat.catalogue.ruling(rule) is not None}
    candidates = [replace(e, rulings=[*decided(e), *stated.get(e.rule, [])]) for e in decision.candidates]
    rulings = [id_ for id_, other in others.items() if other != now[kind]]
    rulings += [each.rule for each in candidates if each.rule in stated]
    return replace(decision, candidates=candidates, rulings=list(dict.fromkeys(rulings)))


def as_things_stand(combat: Combat, step: str, unit: str) -> list[Decision]:
    """The decisions of a step by the readings in force, without naming those."""
    if step in ("deployment", "tactics"):
        found = deployments(combat, unit) if step == "deployment" else tactics(combat, unit)
        return [each for each in found if unit in ("", each.unit)]
    one = combat.units.get(unit)
    side = one.side if one is not None else "rival" if combat.side == "player" else combat.side
    units = [each for each in combat.in_arena(side) if unit in ("", each.id)]
    combat = combat if combat.side == side else replace(combat, side=side)
    if step == "movement":
        ground = Ground(combat if combat.agenda else as_turn_starts(combat))
        return [decision for each in units for decision in movements(ground, each)]
    lay_open = {"abilities": ability_uses, "activity": activity, "engage": engagements}.get(step)
    found = [decision for each in units for decision in lay_open(combat, each)] if lay_open is not None else []
    return [each for each in found if unit or each.candidates or step != "abilities"]


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
    stages = engage.narrowed_use(combat, unit, held, held.against(against))
    if not stages:
        ground = Ground(combat, by_effect=True)
        return [replace(each, by=held.name) for each in movements(ground, unit)] if held.effect.does(Move) else []
    tests = [of_stage(combat, unit, stage, "engage.special-target", held, against) for stage in stages]
    found = engage.aimed(held)
    rule = "engage.special-target" if found else rule_of(combat, held)
    _, group = found or engage.groups(held)[0]
    options = [(each.id, each) for each in judge(combat).of_side(group, unit)]
    return [decide("target", unit.id, rule, options, tests, held.name, found is None)]


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
        case engage.REACH if held is not None:
            return Test(stage, rule_of(combat, held), said("out of reach of {effect}", effect=held.name), distance)
        case engage.TARGETABLE:
            return kept_by_effects(later("{effect} keeps it from being targeted"), "be-targeted")
        case relocating.WITH_PLACE if held is not None:
            fails = said("no hex that suits the lists opens an attack or Special")
            return Test(stage, rule_of(combat, held), fails)
        case engage.WEAKER if against is not None:
            fails = said("not weaker than {unit}", unit=called(combat, against))
            return Test(stage, "skill.heave-target", fails, lambda foe: foe.known("hp"))
    return by_list(combat, unit, stage, rule if held is not None else "skill.taunt")


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

        def place(held: Held) -> int | str:
            return first.index(held) + 1 if held in first else as_chosen

        tests.append(Test((later("in order"), helds), "abilities.order", show=place))
    options = [(held.name, held) for held in helds]
    found = [decide("ability", unit.id, "abilities.use", options, tests, together=True)]
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
    options = [(each.id, each) for each in judge(combat).of_side(whom, unit)]
    found = [decide("target", unit.id, rule, options, tests, by or held.name, whom.pick == "all")]
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
    return decide("destination", target.id, by, options, tests, held.name)


def activity(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open the rows that a scion's roll sets off, or whom a unit goes for by the row that it carries out next."""
    steps = takewhile(lambda step: kind_of_step(step) is begin_row, combat.agenda)
    if rolled := [step.about[1] for step in steps if step.about[0] == unit.id]:
        hits = Test((later("hits"), rolled), "scion.order", show=lambda row: row.hits)
        due = [row for row in rolled if row.times > 0]
        set_off = Test((later("times"), due), "scion.order", said("its dice do not set it off"), lambda row: row.times)
        options = [(f"{row.index + 1}. {row.text.removesuffix('.')}", row) for row in rolled]
        return [decide("row", unit.id, "scion.order", options, [hits, set_off], together=True)]
    scion, found = scion_of(combat), list[Decision]()
    for use in combat.agenda:
        if not isinstance(use, UseEffect) or use.held.holder != unit.id or scion is None:
            break
        dice = rows_of(combat, scion.id)[use.held.place].colours()
        for step in verb_steps(use.held, use.scene):
            if isinstance(step, OnUnits):
                found += _on_units(combat, unit, use.held, step, "scion.actors", dice)
    return found


NO_HEX = {
    "deployment": ("deploy", "deployment.lowest-hex", later("not a hex that it may be deployed on")),
    "tactics": ("tactic", "tactics.order", later("tactics go on units, not on hexes")),
    "abilities": ("ability", "abilities.use", later("no Ability that it uses leads anybody there")),
    "engage": ("target", "engage.target", later("it attacks units, not hexes")),
}
"""A step to what is decided in it, the rule by which a hex is nothing to choose there, and why."""


def verdicts(combat: Combat, step: str, unit: str, other: str) -> list[tuple[Decision, Candidate]]:
    """What each decision of a unit says of a hex or unit; UsageError where there is no such hex or unit."""
    name = _resolve(combat, unit, other)
    one, target = combat.units.get(unit), combat.units.get(name)
    if step == "movement" and one is not None and target is not None and not oppose(combat, one, target):
        return [_no_candidate(combat, step, unit, name)]
    found = [
        (decision, candidate)
        for decision in decisions(combat, step, unit)
        for candidate in decision.candidates
        if candidate.option.partition(" as ")[0] == name
    ]
    return found or [_no_candidate(combat, step, unit, name)]


def _resolve(combat: Combat, subject: str, name: str) -> str:
    """Find the hex or the unit that a name stands for: a unit by any beginning, an opponent before an ally."""
    units = [*combat.units.values(), *combat.bench.values()]
    for unit in units:
        if slug(unit.id) == slug(name):
            return unit.id
    if combat.arena.hex_typed(name):
        return name.strip().upper()
    everyone = [unit for unit in units if unit.id != subject]
    found = named(combat, name, [unit for unit in everyone if unit.side != "rival"]) or named(combat, name, everyone)
    if found is not None:
        return found.id
    text = later("{name} is neither a hex of this mat nor a unit: units are {units}")
    raise UsageError(text, name=clip(name), units=", ".join(combat.units))


def _no_candidate(combat: Combat, step: str, unit: str, name: str) -> tuple[Decision, Candidate]:
    """Say what kept something from being considered at all."""
    about, rule, text = NO_HEX.get(step, ("destination", "", ""))
    other, mover, why = combat.units.get(name) or combat.bench.get(name), combat.units.get(unit), said(text)
    if other is not None and step != "deployment":
        about = "mark" if step == "movement" else about
        rule, why = _no_aim(combat, step, unit, other)
    elif step == "movement" and mover is not None:
        # What keeps it from moving at all comes before what keeps it from that hex, but for how far it could go.
        ground = Ground(as_turn_starts(replace(combat, side=mover.side)))
        hold = kept_still(ground.combat, mover)
        rule, why = (hold.rule, hold.sentence) if hold is not None else ("movement.limit", Sentence(""))
        if rule == "movement.limit":
            way = no_way(ground, ground.mover(mover), combat.arena.mat.bit[name])
            rule, why = way if hold is None or way.rule != "movement.limit" else (rule, why)

    def is_chosen(now: Combat) -> bool:
        made = as_things_stand(now, step, unit)
        return any(each.partition(" as ")[0] == name for decision in made for each in decision.chosen)

    rulings = deciding(combat, DECIDE.get(step, ()), is_chosen)
    return Decision(about, unit, rule, [], []), Candidate(name, [], rule, rule, rulings, why)


def _no_aim(combat: Combat, step: str, unit: str, other: Unit) -> Refusal:
    """Say what keeps a unit (or a tactic) from going for another at all."""
    if not other.hex:
        return Refusal("combat.only-in-combat", said("not in combat"))
    mover = combat.units.get(unit)
    if step == "tactics" or mover is None:
        return Refusal("tactics.order", said("not on the side that this tactic is for"))
    if step == "abilities":
        hold = kept_from_step(combat, mover, "abilities")
        if hold is not None:
            return Refusal(hold.rule, hold.sentence)
        return Refusal("abilities.use", said("it has no Ability for that"))
    if oppose(combat, mover, other):
        return Refusal("movement.list", said("not on its priority list"))
    if mover.side == other.side != "arena":
        return Refusal("term.opponent", said("an ally"))
    by_locals = mover.side != other.side and opposed_but_for(combat, mover, other) == "refugees.locals"
    return Refusal("refugees.locals" if by_locals else "term.opponent", said("not its opponent"))
