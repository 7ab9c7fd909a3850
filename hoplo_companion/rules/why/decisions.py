"""Decisions laid open, every candidate by every criterion in printed order: deployment, tactics, moves (p.21-23)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from hoplo_companion.errors import UnknownStatError
from hoplo_companion.hexes import MOST_HEXES, bits, union
from hoplo_companion.language import later
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.model import Combat, Priority, Unit, opponents, scion_of
from hoplo_companion.rules.naming import all_called
from hoplo_companion.rules.restraints import BY_DICE, DAZED, DEPLOYED, NOBODY_LISTED, Hold, kept_still
from hoplo_companion.rules.rival import mover as moving
from hoplo_companion.rules.rival import placement
from hoplo_companion.rules.rival.movement import NO_PATH, Ground, steps_to
from hoplo_companion.rules.rival.mover import Mark, Marked, Move, Mover, Stage, marks_of
from hoplo_companion.rules.sentence import Sentence, said

Value = int | str | None
Named = Sequence[tuple[str, Any]]  # options by their names, with what is looked at


class Criterion(Struct, frozen=True):
    """Something that candidates are held against: its name, the rule that asks for it, and what failing it means.

    `fails` is empty where the best stay and others do not, and where it differs from candidate to candidate.
    """

    name: str
    rule: str
    fails: str = ""


class Candidate(Struct, frozen=True):
    """A candidate with its value under each criterion it was held against; `out` names the one that ruled it out.

    `rule` is the rule by which it is out. `why` says what that means; it is empty where others are better by that
    criterion. `rulings` are the open questions that decide whether it is chosen.
    """

    option: str
    values: list[Value]
    out: str = ""
    rule: str = ""
    rulings: list[str] = []
    why: Sentence = Sentence("")


class Decision(Struct, frozen=True):
    """One decision: what was chosen for whom, by which criteria, among which candidates.

    `about` is deploy, tactic, mark, destination, target, special or ability; `unit` the unit (or tactic chip) that it
    is made for, `by` the Special or Ability by which, if any. Of those chosen the player picks one, but where they are
    chosen `together`. `rulings` are the open questions that decide it.
    """

    about: str
    unit: str
    rule: str
    criteria: list[Criterion]
    candidates: list[Candidate]
    rulings: list[str] = []
    by: str = ""
    together: bool = False

    def why(self, candidate: Candidate) -> Sentence:
        """Say why a candidate is out: what it fails, or by what others are better; empty where it is chosen."""
        if candidate.why.text or not candidate.out:
            return candidate.why
        return said("by {criterion}", criterion=said(candidate.out.replace("-", " ")))

    def values(self, candidate: Candidate) -> dict[str, Value]:
        """Map the criteria that a candidate was held against to the values that it had, in printed order."""
        return dict(zip((each.name for each in self.criteria), candidate.values, strict=False))

    @property
    def chosen(self) -> list[str]:
        """What is left: all equal."""
        return [candidate.option for candidate in self.candidates if not candidate.out]


class Test(NamedTuple):
    """A criterion as the rules have applied it: its name with what it leaves, its rule, and what failing it means.

    Shapes: of hexes a set is left. `fails` is of all candidates or of each, nothing where the best stay and others do
    not. `show` gives what is compared; where nothing is, a candidate shows `yes` or `no`.
    """

    stage: tuple[str, Sequence[Any] | int]
    rule: str | Callable[[Any], str]
    fails: Sentence | Callable[[Any], Sentence] = Sentence("")
    show: Callable[[Any], Value] | None = None
    yes: str = "yes"
    no: str = "no"

    def keeps(self, what: Any) -> bool:
        """Say whether a candidate is left."""
        left = self.stage[1]
        if isinstance(left, int):
            return bool(what & left)
        return any(each.id == what.id for each in left) if isinstance(what, Unit) else what in left

    def value(self, what: Any) -> Value:
        """What is shown of a candidate; `?` for a number that nobody has entered."""
        try:
            return self.show(what) if self.show is not None else self.yes if self.keeps(what) else self.no
        except UnknownStatError:
            return "?"


def decide(
    about: str, unit: str, rule: str, options: Named, tests: Sequence[Test], by: str = "", together: bool = False
) -> Decision:
    """Lay options, each its name and what the tests look at, open under the criteria, and note what ruled each out."""
    candidates = []
    rules: dict[str, str] = {}
    for name, what in options:
        values: list[Value] = []
        candidate = Candidate(name, values)
        for test in tests:
            values.append(test.value(what))
            if not test.keeps(what):
                why = test.fails if isinstance(test.fails, Sentence) else test.fails(what)
                rules[test.stage[0]] = test.rule if isinstance(test.rule, str) else test.rule(what)
                candidate = replace(candidate, out=test.stage[0], rule=rules[test.stage[0]], why=why)
                break
        candidates.append(candidate)
    criteria = []
    for test in tests:
        asks = test.rule if isinstance(test.rule, str) else rules.get(test.stage[0], rule)
        criteria.append(
            Criterion(test.stage[0], asks, test.fails.english() if isinstance(test.fails, Sentence) else "")
        )
    return Decision(about, unit, rule, criteria, candidates, by=by, together=together)


def decision_table(decision: Decision) -> dict[str, Any]:
    """A decision as a table: its fields, without the sentences that are for people, and what is `chosen`."""
    table: dict[str, Any] = {**to_builtins(decision), "chosen": decision.chosen}
    for candidate in table["candidates"]:
        del candidate["why"]
    return table


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


def by_list(combat: Combat, unit: Unit, stage: Stage, rule: str) -> Test:
    """Show what a unit's list leaves, or a superlative that the rule asks for."""
    name = stage[0]
    rule = "engage.target" if name in (moving.PRIORITY, moving.SUPERLATIVE) else rule
    entries = moving.priority_list(combat, unit)

    def place(foe: Unit) -> int | None:
        """The place of the entry that means it, from 1."""
        listed = (at for at, entry in enumerate(entries, 1) if entry.opponent and moving.meant_by(combat, entry, [foe]))
        return next(listed, None)

    def compared(foe: Unit) -> Value:
        at = place(foe)
        word = name if name in SUPERLATIVES else entries[at - 1].opponent if at is not None else ""
        if word in SUPERLATIVES:
            return judge(combat).compared(word, foe)
        return combat.arena.mat.distance(unit.hex, foe.hex) if word in ("closest", "farthest") else None

    def fails(foe: Unit) -> Sentence:
        return said("not on its list") if name == moving.PRIORITY and place(foe) is None else Sentence("")

    return Test(stage, rule, fails, place if name == moving.PRIORITY else compared)


def movements(ground: Ground, unit: Unit) -> list[Decision]:
    """Lay open a unit's mark, and for each mark it may choose the hexes to end on (p.23)."""
    hold = kept_still(ground.combat, unit)
    if hold is not None and hold.how in (BY_DICE, DAZED, DEPLOYED):
        # It marks nobody while it is dazed, or acts by the scion's dice.
        options = [(foe.id, foe) for foe in opponents(ground.combat, unit)]
        none = decide("mark", unit.id, hold.rule, options, [Test((later("may move"), []), hold.rule, hold.sentence)])
        return [none, _stays_put(ground, ground.mover(unit), hold)]
    mover = ground.mover(unit)
    if mover.roams and hold is not None:
        return [_stays_put(ground, mover, hold)]
    move = ground.now(unit)
    if mover.roams:
        return [decide("destination", unit.id, "skill.roaming", _hexes(ground, [move.destinations]), [])]
    free = ground.free(mover)
    ends = ground.ends(mover, free)
    if (marked := move.marked) is not None and not move.is_backup:
        found = [_mark(ground, mover, ends, marked, hold)]
        if isinstance(marked.closest, int):
            stage = (later("marked hex"), marked.closest)
            test = Test(stage, "movement.hex-mark", said("not its marked hex"))
            return [*found, decide("destination", unit.id, "movement.hex-mark", _hexes(ground, ends), [test])]
        return found + [_into_range(ground, mover, mark, ends) for mark in move.marks if mark.unit]
    found = [_backup_mark(ground, mover, free, move)]
    if hold is None and move.status == moving.IDLE:
        hold = NOBODY_LISTED
    if hold is not None:
        return [*found, _stays_put(ground, mover, hold)]
    return found + [_closer(ground, mover, mark, free, ends) for mark in move.marks]


def _stays_put(ground: Ground, mover: Mover, hold: Hold) -> Decision:
    """Lay open that a unit stays on its hex, and what holds it back from those beside it."""
    _, near = ground.levels(mover, ground.free(mover), 1)
    test = Test(("may move", mover.hex), hold.rule, hold.sentence, yes=later("stays"))
    return decide("destination", mover.unit.id, hold.rule, _hexes(ground, near), [test])


def _aims(ground: Ground, mover: Mover) -> list[tuple[str, Mark]]:
    """All that a unit's priorities mean, in printed order, each by its name."""
    aims = []
    for place, entry in enumerate(mover.entries):
        meant = [mover.means[place]] if entry.opponent else ground.marked_hexes(mover, entry, ground.loose)
        marks = [mark for each in meant for mark in marks_of(mover, Marked(place, [], each, each))]
        aims += [(f"{ground.mark_name(mark)} as {place + 1}. {entry.id()}", mark) for mark in marks]
    return aims


def _narrowing(
    ground: Ground, mover: Mover, ends: list[int], marked: Marked | None, rules: tuple[str, str], aims: list[Mark]
) -> list[Test]:
    """Show what narrows the possible marks: the priority, its superlative, then the closest, first and last by rule."""
    listed = [aim for aim in aims if marked is not None and aim.priority == marked.priority]
    entry = mover.entries[marked.priority] if marked is not None else Priority()

    def show_close(aim: Mark) -> str:
        steps = steps_to(aim.goal, ends)
        words = later("no path") if steps == NO_PATH else f"{steps} to move"
        return f"{words}, {ground.mat.distance(mover.hex, aim.hex)} away"

    def show(aim: Mark) -> Value:
        if entry.opponent in SUPERLATIVES:
            return judge(ground.combat).compared(entry.opponent, mover.foes[aim.foe])
        if entry.opponent == "farthest":
            return show_close(aim)
        return ground.combat.arena.elevation.get(aim.hex, 0) if entry.hex == "highest" else None

    closest = meant = marks_of(mover, marked)
    # The farthest are found where the others are compared by how close they are: one measure, one column.
    if marked is not None and entry.opponent != "farthest":
        meant = marks_of(mover, replace(marked, closest=marked.meant))
    return [
        Test(("priority", listed), rules[0], show=lambda aim: aim.priority + 1),
        Test(("superlative", meant), "movement.superlative", show=show),
        Test(("closest", closest), rules[1], show=show_close),
    ]


def _or_none(steps: int) -> int | str:
    return "no" if steps == NO_PATH else steps


def _mark(ground: Ground, mover: Mover, ends: list[int], marked: Marked, hold: Hold | None) -> Decision:
    # What keeps a unit from moving leaves it its Range: it is the reason for what is out of reach then.
    heights = ground.combat.arena.elevation
    highest = heights.get(marked.meant & -marked.meant, 0) if isinstance(marked.meant, int) else 0
    options = _aims(ground, mover)
    aims = [aim for _, aim in options]

    def rule(aim: Mark) -> str:
        entry = mover.entries[aim.priority]
        if aim.priority == marked.priority and entry.hex == "highest" and heights.get(aim.hex, 0) > highest:
            return "hex.highest"
        return hold.rule if hold is not None else "movement.reach-opponent"

    near = [aim for aim in aims if steps_to(aim.goal, ends) != NO_PATH]
    out = said("{held}, out of reach", held=hold.sentence) if hold is not None else said("out of reach")
    in_reach = Test((later("in reach"), near), rule, out, lambda aim: _or_none(steps_to(aim.goal, ends)))
    tests = _narrowing(ground, mover, ends, marked, ("movement.mark", "movement.closest-mark"), aims)
    return decide("mark", mover.unit.id, "movement.mark", options, [in_reach, *tests])


def _backup_mark(ground: Ground, mover: Mover, free: int, move: Move) -> Decision:
    marked = move.marked
    _, far = ground.levels(mover, free, MOST_HEXES)
    options = _aims(ground, mover)
    aims = [aim for _, aim in options]
    by_priority, *others = _narrowing(ground, mover, far, marked, ("movement.backup", "backup.tie"), aims)
    led = aims if marked is None or not marked.reach else [aim for aim in aims if aim.foe in marked.reach]
    no_path, too_close = said("no path to it"), said("it cannot get closer to that one")
    closer = [aim for aim in aims if any(mark.hex == aim.hex for mark in move.marks)]

    def gets_closer(aim: Mark) -> str:
        return "yes" if aim in closer and move.status == moving.MOVES else "no"

    tests = [
        by_priority,
        Test((later("has a path"), led), "backup.which", no_path, lambda aim: _or_none(steps_to(aim.goal, far))),
        *others,
        Test((later("can get closer"), closer), "mark.motionless", too_close, gets_closer),
    ]
    return decide("mark", mover.unit.id, "movement.backup", options, tests)


def _hexes(ground: Ground, ends: list[int]) -> list[tuple[str, int]]:
    """The hexes that a unit can end on, by name."""
    return [(ground.mat.name(hex_), hex_) for hexes in ends for hex_ in bits(hexes)]


def _into_range(ground: Ground, mover: Mover, mark: Mark, ends: list[int]) -> Decision:
    reach, rule, least = union(ends), "movement.farthest-in-range", later("least movement")
    left = ground.hexes_for(mover, mark.foe, reach, ends)

    def distance(end: int) -> int:
        return ground.mat.distance(end, mark.hex)

    def steps(end: int) -> int:
        return steps_to(end, ends)

    tests = [Test(("within Range", mark.goal), "movement.reach-opponent", said("not within Range"), distance)]
    if mover.hex & mark.goal:
        fails = said("within Range already, so it stays")
        tests.append(Test((least, left), "movement.in-range", fails, steps))
    else:
        far = ground.farthest_in_range(mover, mark.foe, reach)
        tests.append(Test((later("farthest from the mark"), far), rule, show=distance))
        if "dest.bold" not in ground.otherwise:
            tests.append(Test((least, left), "dest.bold", show=steps))
    return decide("destination", mover.unit.id, rule, _hexes(ground, ends), tests)


def _closer(ground: Ground, mover: Mover, mark: Mark, free: int, ends: list[int]) -> Decision:
    ranked = ground.approach(mover, mark, free, union(ends))
    to_go = {hex_: rank for rank, hexes in enumerate(ranked) for hex_ in bits(hexes)}
    left = ground.closest_to(mover, mark, free, ends)
    nearest = union(rank for rank in ranked if rank & left)
    fails = said("others come closer")
    tests = [
        Test((later("still to go"), nearest), "backup.close", fails, lambda end: to_go.get(end, "no path")),
        Test((later("least movement"), left), "backup.close", show=lambda end: steps_to(end, ends)),
    ]
    return decide("destination", mover.unit.id, "movement.backup", _hexes(ground, ends), tests)


def deployments(combat: Combat, unit: str) -> list[Decision]:
    """Lay open the deployment hexes for each unit that is due, in order, and for one that is not due yet (p.21)."""
    hexes, lowest, order = combat.arena.rival_deployment, "deployment.lowest-hex", "deployment.order"
    options = [(combat.arena.mat.name(hex_), hex_) for hex_ in hexes]
    found = []
    for each, free in placement.due(combat).items():
        tests = [
            Test((later("unblocked"), free), "deployment.blocked", said("blocked or occupied")),
            Test((later("lowest number"), free[:1]), lowest, show=lambda hex_: hexes.index(hex_) + 1),
        ]
        found.append(decide("deploy", each, lowest, options, tests))
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


def tactics(combat: Combat, chip: str) -> list[Decision]:
    """Lay open each tactic in its turn with every unit in combat, up to the one that is placed, or to one (p.22)."""
    placed, _ = placement.placement(combat)
    column = combat.rival_tactics[: combat.rival_tactics.index(placed) + 1] if placed else combat.rival_tactics
    turns = (*column, *([chip] if chip and chip not in column else []))
    found = []
    for each in turns:
        if scion_of(combat) is not None:
            no_tactics = said("against a scion the rival places no tactics")
            tests = [Test((later("its turn"), []), "scion.activity", no_tactics)]
        elif placed and each not in column:
            above = said("{tactic} above it in the column is placed", tactic=_tactic(combat, placed))
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
    return Test(stage, rule or own, said(fails, tactic=_tactic(combat, chip)), yes=passed, no=no)


def _tactic(combat: Combat, chip: str) -> str:
    return combat.catalogue.name(chip, "tactics") or chip
