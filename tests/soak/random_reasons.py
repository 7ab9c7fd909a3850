"""Reasons held against decisions on random boards: what `why` shows is what the step has computed, and nothing else."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import InvalidError, UnknownStatError
from hoplo_companion.rules.agenda import Result, apply, pending
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.player.actions import Action
from hoplo_companion.rules.player.options import RefusedPlayError, options
from hoplo_companion.rules.player.options import begin as begin_yours
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.engage import specials_used, targets
from hoplo_companion.rules.rival.turn import begin, begin_arena_turn, unwanted
from hoplo_companion.rules.rulings import OTHERWISE
from hoplo_companion.rules.why.decisions import Candidate, Criterion, Decision
from hoplo_companion.rules.why.steps import as_things_stand, decisions
from tests.soak.oracle import Table
from tests.soak.random_positions import random_position
from tests.soak.random_turns import choose

CATALOGUE = Catalogue()
SKILLS = [record.name + " 2" * record.numbered for id_ in CATALOGUE.ids("skills") if (record := CATALOGUE.skill(id_))]
"""Every skill, as it is printed with its number."""
LISTED = [id_ for id_ in CATALOGUE.ids("arenas") if (arena := CATALOGUE.arena(id_)) and arena.mat.priorities]
"""The arenas whose priority lists are stated."""


def random_board(random: Random) -> dict[str, Any]:
    """Make a random position of any step: in half of them units have skills of every kind, or cards are in force."""
    position = random_position(random)
    if random.random() < 0.4:
        return position
    for unit in position["units"]:
        if random.random() < 0.4:
            unit["skills"] = [*unit["skills"], random.choice(SKILLS)]
    rivals = [unit for unit in position["units"] if unit["side"] == "rival" and "hex" in unit]
    if rivals and random.random() < 0.25:
        scion = random.choice(CATALOGUE.ids("scions"))
        position |= {"event": "scion", "act": 4, "step": random.choice(["tactics", position["step"]])}
        for unit in rivals:
            unit["chip"] = scion if unit is rivals[0] else random.choice([unit["chip"], "hydras-head"])
    elif random.random() < 0.25:
        _on_a_printed_arena(position, random)
    if random.random() < 0.3:
        kind = random.choice(["banes", "prowess"])
        position["cards"] = {kind: [random.choice(CATALOGUE.ids(kind))]}
    return position


def _on_a_printed_arena(position: dict[str, Any], random: Random) -> None:
    """Lay a position out in an arena whose card is stated, each unit on some hex of it, loose chips where they lie."""
    position["arena"] = random.choice(LISTED)
    hexes = [f"{column}{number}" for column in "BCDEF" for number in (2, 3, 4)]
    random.shuffle(hexes)
    for unit, hex_ in zip([unit for unit in position["units"] if "hex" in unit], hexes, strict=False):
        unit["hex"] = hex_
    for key in ("chips", "flag"):
        position.pop(key, None)


def hold_reasons(positions: int, seed: int, reader: PositionReader) -> None:
    """Hold the reasons of so many random boards against what the rules decide there."""
    random = Random(seed)
    for _ in range(positions):
        position = random_board(random)
        try:
            combat = reader.read(json.dumps(position).encode())
        except InvalidError:
            continue  # more units than the printed arena has room for
        steps = [combat.step, *(["abilities"] if combat.step == "engage" else [])]
        sides = ["rival", "arena"] if combat.step in ("movement", "engage") else ["rival"]
        # The second reading of the rules (`tests/soak/oracle.py`) does not know all that counts on every board.
        is_plain = "cards" not in position and isinstance(position["arena"], dict) and position["event"] != "scion"
        table = Table(position) if is_plain else None
        try:
            for step in steps:
                for side in sides:
                    _hold_step(replace(combat, step=step, side=side), step, table)
            explained = reader.read(json.dumps(position | {"explain": True}).encode())
            _hold_turn(explained, begin, random)
            _hold_turn(explained, begin_arena_turn, random)
            _hold_your_turn(combat)
        except Exception as fault:
            raise AssertionError(json.dumps(position)) from fault


def _hold_step(combat: Combat, step: str, table: Table | None) -> None:
    try:
        found = decisions(combat, step)
    except UnknownStatError:
        return  # who has stayed put is said of the rival's units alone
    for decision in found:
        for candidate in decision.candidates:
            assert bool(candidate.out) == bool(candidate.rule) == (candidate.option not in decision.chosen)
            for rule in filter(None, [candidate.rule, decision.rule, *(each.rule for each in decision.criteria)]):
                assert combat.catalogue.rule(rule) or combat.catalogue.ruling(rule), rule
            assert not candidate.out or decision.why(candidate).english()
        _hold_values(combat, decision, table)
    if step in ("abilities", "engage"):
        _hold_uses(combat, step, found)
    _hold_rulings(combat, step, found)


ORDERED = {"priority": 1, "least movement": 1, "lowest number": 1, "farthest from the mark": -1, "superlative": 0}
"""The criteria by which the best stay: 1 where the least number is the best, -1 where the greatest is."""

APART = re.compile(r"(?:(\d+) to move|no path), (\d+) away")


def _worth(combat: Combat, criterion: Criterion, candidate: Candidate, value: Any) -> Any:
    """What a candidate is worth by a criterion, the least being the best; None where it is not compared."""
    word = criterion.name
    entry = candidate.option.partition(". ")[2].partition(":")[0]
    if word in ("superlative", "closest") and isinstance(value, str):
        moved, apart = APART.fullmatch(value).groups()  # type: ignore[union-attr]
        far = (0, 0) if "distance.words" in combat.rulings.otherwise else (int(moved or 99), 0)
        worth = (*far, int(apart) if far[0] in (0, 99) else 0)
        return tuple(-each for each in worth) if entry == "farthest" else worth
    if word == "superlative":
        word = entry
    if word == "highest":
        return -value
    sign = SUPERLATIVES[word][1] if word in SUPERLATIVES else ORDERED.get(word, 0)
    if not sign:
        return None
    return 99 if value is None else sign * value


def _hold_values(combat: Combat, decision: Decision, table: Table | None) -> None:
    """Of those held against a number, the ones left are the best by it, or within it, and all others are not."""
    unit = combat.units.get(decision.unit)
    for at, criterion in enumerate(decision.criteria):
        held: list[tuple[Candidate, Any]] = [
            (each, each.values[at]) for each in decision.candidates if len(each.values) > at
        ]
        left = [value for each, value in held if each.out != criterion.name]
        lost = [value for each, value in held if each.out == criterion.name]
        assert "yes" not in lost, criterion.name
        assert "no" not in left or criterion.name in ("Taunt", "has a path", "can get closer"), criterion.name
        ranks = [(_worth(combat, criterion, each, value), each.out == criterion.name) for each, value in held]
        ranks = [(worth, out) for worth, out in ranks if worth is not None]
        best = min((worth for worth, _ in ranks), default=None)
        if any(not out for _, out in ranks):
            assert all(out == (worth != best) for worth, out in ranks), (decision.about, criterion.name)
        if criterion.name == "within Range" and decision.about == "target" and unit is not None:
            most = range_(combat, unit)
            assert all(value <= most for value in left)
            assert all(value > most for value in lost)
        if table is not None and combat.side == "rival":
            for each, value in held:
                _hold_value(table, decision, criterion.name, each, value)


MEASURED = {
    "strongest": "hp", "weakest": "hp", "deadliest": "dice", "least-deadly": "dice", "fastest": "movement",
    "slowest": "movement",
}  # fmt: skip
"""What is compared by a superlative, as the second reading of the rules has it."""


def _hold_value(table: Table, decision: Decision, criterion: str, each: Candidate, value: Any) -> None:
    """The value that is shown is the one that the second reading of the rules finds."""
    units = {unit["id"]: unit for unit in table.units}
    option, _, entry = each.option.partition(" as ")
    word = entry.partition(". ")[2] if criterion == "superlative" else criterion
    if word in MEASURED and option in units:
        assert value == units[option][MEASURED[word]], (criterion, option)
    unit = units.get(decision.unit)
    if unit is None or decision.by:
        return
    if criterion == "within Range" and decision.about == "target":
        assert value == table.distance(unit["hex"], units[option]["hex"])
    if criterion == "least movement":
        where = {rival["id"]: rival["hex"] for rival in table.rivals}
        assert value == table.steps([unit["hex"]], table.ways(unit, where)[1])[option]


def _hold_uses(combat: Combat, step: str, found: list[Decision]) -> None:
    """What is shown as used is used, and whom it goes for is whom the step lets it go for."""
    for unit in combat.in_arena(combat.side):
        mine = {(each.about, each.by): sorted(each.chosen) for each in found if each.unit == unit.id}
        if step == "engage":
            assert mine["target", ""] == sorted(each.id for each in targets(combat, unit))
            used = {held.name for held in specials_used(combat, unit)}
            assert set(mine.get(("special", ""), [])) == used
            assert {by for about, by in mine if by} <= used
        elif ("ability", "") in mine:
            held = judge(combat).on("ability", unit.id)
            wanted = [] if unit.dazed else [each.name for each in held if not unwanted(combat, unit, each)]
            if mine["ability", ""]:
                assert mine["ability", ""] == sorted(wanted)


def _hold_rulings(combat: Combat, step: str, found: list[Decision]) -> None:
    """By another reading something else is chosen exactly where the ruling is named, dice of attacks aside."""

    def chosen(of: list[Decision]) -> dict[Any, set[str]]:
        sets: dict[Any, set[str]] = {}
        for each in of:
            sets.setdefault((each.about, each.unit, each.by), set()).update(each.chosen)
        return {kind: options for kind, options in sets.items() if options}

    now = chosen(found)
    for id_ in sorted(OTHERWISE):
        read = replace(combat.rulings, otherwise=combat.rulings.otherwise ^ {id_})
        try:
            other = chosen(as_things_stand(combat.tried(rulings=read), step, ""))
        except UnknownStatError:
            continue
        for each in found:
            kind = (each.about, each.unit, each.by)
            differs = now.get(kind, set()) != other.get(kind, set())
            assert id_ in each.rulings or not differs, (id_, kind)
            assert differs or id_ not in each.rulings or each.about == "target", (id_, kind)
            for candidate in each.candidates:
                changed = (candidate.option in now.get(kind, set())) != (candidate.option in other.get(kind, set()))
                assert changed == (id_ in candidate.rulings), (id_, kind, candidate.option)


def _hold_turn(combat: Combat, first: Callable[[Combat], Result], random: Random) -> None:
    """Whoever is attacked, gone for or moved to in a turn was chosen in what was laid open before it."""
    open_: dict[tuple[str, str, str], set[str]] = {}
    rows: dict[tuple[str, str], set[str]] = {}
    try:
        combat, happened = first(combat)
    except InvalidError:
        return  # the arena's card drives a chip that this board does not have
    for _ in range(60):
        last: tuple[str, str, str] | None = None
        for event in happened:
            what, unit = event.what, event.values.get("unit", "")
            if what == "explained":
                made = event.values["decision"]
                kind = made.about, made.unit, made.by
                # A unit with several marks has the hexes of each laid open one after the other.
                open_[kind] = {*made.chosen, *(open_[kind] if kind == last else ())}
                last = kind
                rows[made.about, made.unit] = set(made.chosen)
            elif what == "attacked" and combat.step == "engage" and ("target", unit, "") in open_:
                assert event.values["target"] in open_["target", unit, ""], event
            elif what == "moved" and ("destination", unit, "") in open_:
                assert event.values["end"] in open_["destination", unit, ""], event
            elif what == "damaged" and combat.step == "tactics" and ("target", event.values["by"]) in rows:
                assert unit in rows["target", event.values["by"]], event
            elif what == "scion-row" and ("row", unit) in rows:
                row, values = f"{event.values['index'] + 1}. ", event.values
                assert any(each.startswith(row) for each in rows["row", values["unit"]]) == (values["times"] > 0), event
            elif (
                event.what == "special-used"
                and ("special", event.values["unit"], "") in open_
                and event.values["target"]
            ):
                assert event.values["special"] in open_["special", event.values["unit"], ""], event
        question = pending(combat)
        if question is None or combat.over:
            return
        hits = {die: random.randint(0, question.dice.count(die)) for die in question.dice}
        combat, happened = apply(combat, hits if question.kind == "hits" else choose(question, combat, random))


def _hold_your_turn(combat: Combat) -> None:
    """Whatever is offered in your turn may be done, and whatever is not is refused by a rule that is written down."""
    combat, _ = begin_yours(combat)
    if combat.over or combat.agenda:
        return
    offered = options(combat).tables
    hexes = combat.arena.mat.names(combat.arena.existing)
    mine = [unit.id for unit in combat.units.values() if unit.side == "player"]
    on = judge(combat).on
    ways = [
        *(("move", id_, hex_) for id_ in mine for hex_ in hexes),
        *(("deploy", id_, hex_) for id_ in mine for hex_ in hexes),
        *(("attack", id_, other) for id_ in mine for other in combat.units),
        *(("tactic", chip, other) for chip in combat.catalogue.ids("tactics") for other in combat.units),
        *(("ability", id_, held.id) for id_ in mine for held in on("ability", id_)),
        *(("special", id_, held.name) for id_ in mine for held in on("special", id_)),
    ]
    for word, first, second in ways:
        is_offered = second in offered[word].get(first, [])
        with suppress(UnknownStatError):
            refused = _refused_by(combat, Action(word, first, second))
            assert is_offered == (refused == ""), (word, first, second, refused)
            assert not refused or combat.catalogue.rule(refused) or combat.catalogue.ruling(refused), refused


def _refused_by(combat: Combat, action: Action) -> str:
    """The rule by which an action of your turn is refused; empty where it is done."""
    try:
        action.do(combat)
    except RefusedPlayError as refusal:
        return refusal.rule
    return ""
