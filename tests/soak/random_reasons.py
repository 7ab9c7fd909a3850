"""Reasons held against decisions on random boards: what `why` shows is what the step has computed, and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from msgspec.structs import replace

from hoplo_companion.errors import InvalidError, UnknownStatError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.events import Attacked, Damaged, Explained, Moved
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.engage import specials_used, targets
from hoplo_companion.rules.rival.turn import begin, is_wanted
from hoplo_companion.rules.rulings import OTHERWISE
from hoplo_companion.rules.why.decisions import Candidate, Decision
from hoplo_companion.rules.why.steps import as_things_stand, decisions
from tests.soak.random_positions import random_position
from tests.soak.random_turns import choose

ABLE = ["Fury Aura 2", "Regen 1", "Hook", "Hurl 2", "Shove", "Swap", "Reposition", "Long Shot 3"]


def random_board(random: Random) -> dict[str, Any]:
    """Make a random position of any step, of a rival's or an arena's units with skills of every kind."""
    position = random_position(random)
    for unit in position["units"]:
        if unit["side"] != "player" and random.random() < 0.4:
            unit["skills"] = [*unit["skills"], random.choice(ABLE)]
    rivals = [unit for unit in position["units"] if unit["side"] == "rival" and "hex" in unit]
    if rivals and random.random() < 0.15:
        position |= {"event": "scion", "act": 4}
        for unit in rivals:
            unit["chip"] = "hydra" if unit is rivals[0] else random.choice([unit["chip"], "hydras-head"])
    elif random.random() < 0.15:
        _on_a_printed_arena(position, random)
    return position


def _on_a_printed_arena(position: dict[str, Any], random: Random) -> None:
    """Lay a position out in an arena whose card is stated, each unit on some hex of it, loose chips where they lie."""
    position["arena"] = "atlanteans"
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
        try:
            for step in steps:
                for side in sides:
                    _hold_step(replace(combat, step=step, side=side), step)
            _hold_turn(reader.read(json.dumps(position | {"explain": True}).encode()), random)
        except AssertionError as fault:
            raise AssertionError(json.dumps(position)) from fault


def _hold_step(combat: Combat, step: str) -> None:
    try:
        found = decisions(combat, step)
    except UnknownStatError:
        return  # who has stayed put is said of the rival's units alone
    for decision in found:
        for candidate in decision.candidates:
            assert bool(candidate.out) == bool(candidate.rule) == (candidate.option not in decision.chosen)
            for rule in filter(None, [candidate.rule, decision.rule, *(each.rule for each in decision.criteria)]):
                assert combat.catalogue.rule(rule) or combat.catalogue.ruling(rule), rule
            assert not candidate.out or decision.reason(candidate)
        _hold_values(combat, decision)
    if step in ("abilities", "engage"):
        _hold_uses(combat, step, found)
    _hold_rulings(combat, step, found)


def _hold_values(combat: Combat, decision: Decision) -> None:
    """Of those held against a number, the ones left are the best by it, or within it, and all others are not."""
    unit = combat.units.get(decision.unit)
    for at, criterion in enumerate(decision.criteria):
        held: list[tuple[Candidate, Any]] = [
            (each, each.values[at]) for each in decision.candidates if len(each.values) > at
        ]
        left = [value for each, value in held if each.out != criterion.name]
        lost = [value for each, value in held if each.out == criterion.name]
        if criterion.name in SUPERLATIVES:
            for each, value in held:
                assert value == judge(combat).compared(criterion.name, combat.units[each.option])
            sign = SUPERLATIVES[criterion.name][1]
            assert len({sign * value for value in left}) <= 1
            assert not left or all(sign * value > sign * left[0] for value in lost)
        elif criterion.name in ("least movement", "lowest number") and left and lost:
            assert max(left) < min(lost)
        if criterion.name == "within Range" and decision.about == "target" and unit is not None:
            most = range_(combat, unit)
            assert all(value <= most for value in left)
            assert all(value > most for value in lost)


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
            wanted = [] if unit.dazed else [each.name for each in held if is_wanted(combat, unit, each)]
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
            other = chosen(as_things_stand(combat.tried(rulings=read), step))
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


def _hold_turn(combat: Combat, random: Random) -> None:
    """Whoever is attacked, gone for or moved to in a turn was chosen in what was laid open before it."""
    open_: dict[tuple[str, str, str], set[str]] = {}
    rows: dict[tuple[str, str], set[str]] = {}
    combat, happened = begin(combat)
    for _ in range(60):
        last: tuple[str, str, str] | None = None
        for event in happened:
            if isinstance(event, Explained):
                made = event.decision
                kind = made.about, made.unit, made.by
                # A unit with several marks has the hexes of each laid open one after the other.
                open_[kind] = {*made.chosen, *(open_[kind] if kind == last else ())}
                last = kind
                rows[made.about, made.unit] = set(made.chosen)
            elif isinstance(event, Attacked) and combat.step == "engage" and ("target", event.unit, "") in open_:
                assert event.target in open_["target", event.unit, ""], event
            elif isinstance(event, Moved) and ("destination", event.unit, "") in open_:
                assert event.end in open_["destination", event.unit, ""], event
            elif isinstance(event, Damaged) and combat.step == "tactics" and ("target", event.by) in rows:
                assert event.unit in rows["target", event.by], event
            elif event.what == "scion-row" and ("row", event.values["unit"]) in rows:
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
