"""Why: the decisions of a step with every candidate, as the rules have narrowed them down; why not something else."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.language import later
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.model import Combat, Unit, is_local, oppose, scion_of
from hoplo_companion.rules.naming import all_called, named
from hoplo_companion.rules.restraints import Refusal, kept_from_step, kept_still, no_way
from hoplo_companion.rules.rival import placement
from hoplo_companion.rules.rival.engage import RULINGS as ATTACK_RULINGS
from hoplo_companion.rules.rival.engage import dice_against, dice_rolled
from hoplo_companion.rules.rival.movement import OF_MOVES, Ground
from hoplo_companion.rules.rival.movement import RULINGS as MOVE_RULINGS
from hoplo_companion.rules.rival.mover import Stage
from hoplo_companion.rules.rival.placement import RULINGS as TACTIC_RULINGS
from hoplo_companion.rules.rulings import OTHERWISE, STATED, deciding, read_otherwise
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.turns import as_turn_starts
from hoplo_companion.rules.why.decisions import Candidate, Decision, Test, decide, movements
from hoplo_companion.rules.why.engage import ability_uses, activity, engagements

DECIDE = {
    "tactics": TACTIC_RULINGS,
    "movement": (*MOVE_RULINGS, "dazed.later", "roaming.flight", "scion.priorities", "scion.minions"),
    "activity": ("scion.priorities", "scion.minions", "opponents.arena", "faction.inferred"),
    "abilities": (*ATTACK_RULINGS, *OF_MOVES, "equip.displaced", "equip.rival"),
    "engage": (*ATTACK_RULINGS, *OF_MOVES),
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


def laid_open(combat: Combat, step: str, unit: str = "") -> list[Event]:
    """The decisions of a step as events, for one rival unit or for all."""
    return [event_of("explained", rule=decision.rule, decision=decision) for decision in decisions(combat, step, unit)]


def reasons(combat: Combat) -> list[Decision]:
    """The rival's decisions of a position's step, of all steps where it names none; none in your turn."""
    found: list[Decision] = []
    steps = (combat.step,) if combat.step in STEPS else STEPS
    for step in steps if combat.side != "player" else ():
        with suppress(HoploError):  # a number that nobody knows: the other steps may do without it
            found += decisions(replace(combat, step=step), step)
    return found


def _kind(decision: Decision) -> tuple[str, str, str]:
    return decision.about, decision.unit, decision.by


def _outcomes(combat: Combat, found: list[Decision]) -> Outcomes:
    """What is chosen in all decisions of a kind; of targets also the dice of the attacks or the Special on them."""
    outcomes: Outcomes = {}
    for each in found:
        chosen, dice = outcomes.get(_kind(each), (set(), []))
        unit = combat.units.get(each.unit)
        if each.about == "target" and unit is not None:
            helds = judge(combat).on("special", unit.id) if each.by else ()
            attacks = [] if each.by else [dice_against(combat, unit, combat.units[id_]) for id_ in each.chosen]
            dice = [*dice, *attacks, *(dice_rolled(combat, unit, held) for held in helds if held.name == each.by)]
        outcomes[_kind(each)] = {*chosen, *each.chosen}, dice
    return outcomes


def _with_rulings(combat: Combat, decision: Decision, now: Outcomes, by_ruling: dict[str, Outcomes]) -> Decision:
    """Name the open questions that decide a decision, and those that decide whether each candidate is chosen."""
    kind = _kind(decision)
    others = {id_: found.get(kind, (set(), [])) for id_, found in by_ruling.items()}

    def decided(candidate: Candidate) -> list[str]:
        chosen = candidate.option in now[kind][0]
        return [id_ for id_, other in others.items() if (candidate.option in other[0]) != chosen]

    stated = [_stated(combat, each) for each in decision.candidates]
    candidates = [replace(e, rulings=[*decided(e), *s]) for e, s in zip(decision.candidates, stated, strict=True)]
    rulings = [*(id_ for id_, other in others.items() if other != now[kind]), *chain(*stated)]
    return replace(decision, candidates=candidates, rulings=list(dict.fromkeys(rulings)))


def _stated(combat: Combat, candidate: Candidate) -> list[str]:
    """Name the ruling without another reading by which a candidate is out."""
    rule = candidate.rule
    return [rule] if rule and rule not in (*OTHERWISE, *STATED) and combat.catalogue.ruling(rule) is not None else []


def as_things_stand(combat: Combat, step: str, unit: str = "") -> list[Decision]:
    """The decisions of a step by the readings in force, without naming those."""
    if step in ("deployment", "tactics"):
        return deployments(combat, unit) if step == "deployment" else tactics(combat, unit)
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


def deployments(combat: Combat, unit: str = "") -> list[Decision]:
    """Lay open the deployment hexes for each unit that is due, in order, and for one that is not due yet (p.21)."""
    hexes, lowest, order = combat.arena.rival_deployment, "deployment.lowest-hex", "deployment.order"
    options = [(combat.arena.mat.name(hex_), hex_) for hex_ in hexes]
    found = []
    for each in placement.due(combat):
        tests = [
            Test((later("unblocked"), each.free), "deployment.blocked", said("blocked or occupied")),
            Test((later("lowest number"), [each.hex]), lowest, show=lambda hex_: hexes.index(hex_) + 1),
        ]
        found.append(decide("deploy", each.unit, lowest, options, tests))
    if unit in combat.lineup and unit not in (each.unit for each in found):
        before = placement.lineup_in_order(combat)[: placement.units_due(combat)]
        rule, why = "arena.most-units", said("the arena has room for no more rival units")
        if unit not in before:
            units = all_called(combat, [combat.bench[id_] for id_ in before])
            rule, why = order, said("{units} comes first", units=units)
        found.append(decide("deploy", unit, order, options, [Test((later("its turn"), []), rule, why)]))
    return found


FAILS = {
    placement.NOT_ELITE: ("tactics.elite", "elite", later("elite")),
    placement.BESIDE: ("tactics.opponent", "no", later("not beside a rival unit")),
    placement.TARGETABLE: ("effect.used", "no", later("an effect keeps it from being targeted")),
    placement.WITHOUT: ("", "no", later("has {tactic} already")),
    placement.IN_TABLE: ("tactics.order", "no", later("not in the rival's table")),
}
"""A criterion to its rule (empty: the tactic's own), what is shown of a unit that fails it, and what that means."""


def tactics(combat: Combat, chip: str = "") -> list[Decision]:
    """Lay open each tactic in its turn with every unit in combat, up to the one that is placed, or to one (p.22)."""
    placed = placement.placement(combat)
    column = combat.rival_tactics[: placed.place + 1] if placed is not None else combat.rival_tactics
    turns = (*column, *([chip] if chip and chip not in column else []))
    found = []
    for each in turns:
        if scion_of(combat) is not None:
            no_tactics = said("against a scion the rival places no tactics")
            tests = [Test((later("its turn"), []), "scion.activity", no_tactics)]
        elif placed is not None and each not in column:
            above = said("{tactic} above it in the column is placed", tactic=tactic_name(combat, placed.chip))
            tests = [Test((later("its turn"), []), "tactics.order", above)]
        else:
            tests = [_of_stage(combat, each, stage) for stage in placement.narrowed(combat, each)]
        tactic = combat.catalogue.tactic(each)
        side = placement.SIDES.get((tactic.rival_side if tactic is not None else None) or "", "")
        options = [(unit.id, unit) for unit in combat.in_arena(side)]
        found.append(decide("tactic", each, f"tactics.{each}", options, tests))
    return found


def _of_stage(combat: Combat, chip: str, stage: Stage) -> Test:
    """Show what one criterion leaves of those that a tactic may go on."""
    name, own = stage[0], f"tactics.{chip}"
    if name in SUPERLATIVES:
        return Test(stage, own, show=lambda unit: judge(combat).compared(name, unit))
    rule, no, fails = FAILS[name]
    passed = "Tactical" if name == placement.BESIDE and placement.has_tactical(combat) else "yes"
    why = said(fails, tactic=tactic_name(combat, chip)) if name == placement.WITHOUT else said(fails)
    return Test(stage, rule or own, why, yes=passed, no=no)


def tactic_name(combat: Combat, chip: str) -> str:
    """Name a tactic as its chip does."""
    record = combat.catalogue.tactic(chip)
    return record.name if record is not None else chip


ABOUT = {"deployment": "deploy", "tactics": "tactic", "abilities": "ability", "engage": "target"}
"""A step to what is decided in it; in the Movement Step a mark and a destination."""

NO_HEX = {
    "deployment": ("deployment.lowest-hex", later("not a hex that it may be deployed on")),
    "tactics": ("tactics.order", later("tactics go on units, not on hexes")),
    "activity": ("scion.actors", later("no row of the dice leads anybody there")),
    "abilities": ("abilities.use", later("no Ability that it uses leads anybody there")),
    "engage": ("engage.target", later("it attacks units, not hexes")),
}
"""The rule by which a hex is nothing to choose in a step, and why."""


Verdict = tuple[Decision, Candidate]
"""A candidate, and the decision by which it is chosen or ruled out."""


def verdict_table(decision: Decision, candidate: Candidate) -> dict[str, Any]:
    """What a decision says of a candidate, as a table: by what it is `out`, with the values that it had until then."""
    return {
        "about": decision.about,
        "unit": decision.unit,
        "option": candidate.option,
        "out": decision.why(candidate).english(),
        "rule": candidate.rule or decision.rule,
        "values": decision.values(candidate),
        "instead": decision.chosen,
        "rulings": candidate.rulings,
        "by": decision.by,
        "together": decision.together,
    }


def verdicts(combat: Combat, step: str, unit: str, other: str) -> list[Verdict]:
    """What each decision of a unit says of a hex or unit; UsageError where there is no such hex or unit."""
    name = _resolve(combat, unit, other)
    one, target = combat.units.get(unit), combat.units.get(name)
    if one is not None and target is not None and step in ("movement", "engage") and not oppose(combat, one, target):
        return [_no_candidate(combat, step, unit, name)]
    found = [
        (decision, candidate)
        for decision in decisions(combat, step, unit)
        if decision.unit == unit or step not in ("deployment", "tactics")
        for candidate in decision.candidates
        if candidate.option == name or candidate.option.startswith(f"{name} as ")
    ]
    return found or [_no_candidate(combat, step, unit, name)]


def _resolve(combat: Combat, subject: str, name: str) -> str:
    """Find the hex or the unit that a name stands for: a unit by any beginning, an opponent before an ally."""
    for unit in combat.units.values():
        if slug(unit.id) == slug(name):
            return unit.id
    if combat.arena.mat.bit.get(name.upper(), 0) & combat.arena.existing:
        return name.upper()
    everyone = [unit for unit in combat.units.values() if unit.id != subject]
    found = named(combat, name, [unit for unit in everyone if unit.side != "rival"]) or named(combat, name, everyone)
    if found is not None:
        return found.id
    text = later("{name} is neither a hex of this mat nor a unit: units are {units}")
    raise UsageError(text, name=clip(name), units=", ".join(combat.units))


def _no_candidate(combat: Combat, step: str, unit: str, name: str) -> Verdict:
    """Say what kept something from being considered at all."""
    about = ABOUT.get(step, "destination")
    other, mover = combat.units.get(name), combat.units.get(unit)
    if other is not None:
        about = "mark" if step == "movement" else about
        rule, why = _no_aim(combat, step, unit, other)
    elif step != "movement" or mover is None:
        rule, why = NO_HEX[step][0], said(NO_HEX[step][1])
    else:
        # What keeps it from moving at all comes before what keeps it from that hex, but for how far it could go.
        ground = Ground(as_turn_starts(replace(combat, side=mover.side)))
        hold = kept_still(ground.combat, mover)
        rule, why = (hold.rule, hold.sentence) if hold is not None else ("movement.limit", Sentence(""))
        if rule == "movement.limit":
            way = no_way(ground, ground.mover(mover), combat.arena.mat.bit[name])
            rule, why = way if hold is None or way.rule != "movement.limit" else (rule, why)

    def is_chosen(now: Combat) -> bool:
        chosen = [each for decision in as_things_stand(now, step, unit) for each in decision.chosen]
        return any(each == name or each.startswith(f"{name} as ") for each in chosen)

    rulings = deciding(combat, DECIDE.get(step, ()), is_chosen)
    return Decision(about, unit, rule, [], []), Candidate(name, [], rule, rule, rulings, why)


def _no_aim(combat: Combat, step: str, unit: str, other: Unit) -> Refusal:
    """Say what keeps a unit (or a tactic) from going for another at all."""
    if not other.hex:
        return Refusal("combat.only-in-combat", said("not in combat"))
    mover = combat.units.get(unit)
    if step == "abilities" and mover is not None:
        hold = kept_from_step(combat, mover, "abilities")
        if hold is not None:
            return Refusal(hold.rule, hold.sentence)
        return Refusal("abilities.use", said("it has no Ability for that"))
    if step != "tactics" and mover is not None and not oppose(combat, mover, other):
        if other.side != "arena":
            return Refusal("term.opponent", said("an ally"))
        return Refusal("refugees.locals" if is_local(combat, mover) else "term.opponent", said("not its opponent"))
    if step != "tactics":
        return Refusal("movement.list", said("not on its priority list"))
    if any(decision.unit == unit for decision in decisions(combat, step, unit)):
        return Refusal("tactics.order", said("not on the side that this tactic is for"))
    return Refusal("tactics.order", said("a tactic above it in the column is placed"))
