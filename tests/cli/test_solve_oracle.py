"""`hoplo solve` against a small brute-force solver that was written from the rulebook alone (`oracle.py`)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions
from tests.soak import oracle
from tests.soak.random_positions import ACTING, OTHERS, random_position
from tests.soak.random_reasons import hold_reasons

COUNT = 1600
"""Positions compared; `python -m tests.soak` compares more."""

PARTS = 8


def _canonical(found: dict[str, Any]) -> dict[str, Any]:
    """Make two answers comparable as sets."""
    if "outcomes" in found:
        ends = [json.dumps(end, sort_keys=True) for end in found["outcomes"]]
        assert len(set(ends)) == len(ends), "the same outcome twice"
        found = {**found, "outcomes": sorted(ends)}
    return found


def agree(positions: int, seed: int, reader: PositionReader) -> None:
    """Hold the answers to random positions against the oracle's."""
    random = Random(seed)
    for _ in range(positions):
        position = random_position(random)
        ours = _canonical(answer(reader.read(json.dumps(position).encode())))
        theirs = _canonical(oracle.solve(position))
        assert ours == theirs, json.dumps(position)


@pytest.mark.parametrize("part", range(PARTS))
def test_solve_agrees_with_the_oracle(part: int, reader: PositionReader) -> None:
    agree(COUNT // PARTS, part, reader)


@pytest.mark.rule("skill.roaming-flight")
@pytest.mark.parametrize("reading", ["yes", "default"])
def test_solve_agrees_where_units_with_flight_roam(reading: str, reader: PositionReader) -> None:
    """What the dice can lead to over blocked hexes hangs on the reading alone (roaming.flight)."""
    random = Random(7)
    for _ in range(40):
        position = random_position(random, "movement")
        position["rulings"]["roaming.flight"] = reading
        rivals = [unit for unit in position["units"] if unit["side"] == "rival"][:3]
        named = json.dumps([position.get("chips"), position.get("state")])
        kept = [unit["id"] for unit in position["units"] if unit["side"] != "rival" or f'"{unit["id"]}"' in named]
        position["units"] = [unit for unit in position["units"] if unit["id"] in kept or unit in rivals]
        for unit in rivals[:2]:
            unit["skills"] = sorted({*unit["skills"], "Roaming", "Flight"})
            unit |= {"dazed": False, "movement": random.randint(1, 3)}
        ours = _canonical(answer(reader.read(json.dumps(position).encode())))
        assert ours == _canonical(oracle.solve(position)), json.dumps(position)


def _chosen(found: list[Decision], unit: str, about: str) -> list[list[str]]:
    return [decision.chosen for decision in found if decision.unit == unit and decision.about == about]


@pytest.mark.parametrize("part", range(4))
def test_what_why_shows_is_what_the_rules_choose(part: int, reader: PositionReader) -> None:
    check_why(150, 100 + part, reader)


def check_why(positions: int, seed: int, reader: PositionReader) -> None:
    """Hold the tables of `why` against the answers of `solve`: they come from the same sets, and must not drift."""
    random = Random(seed)
    for _ in range(positions):
        position = random_position(random)
        combat = reader.read(json.dumps(position).encode())
        found = decisions(combat, combat.step)
        given = answer(combat)
        match combat.step:
            case "movement":
                _check_moves(found, given, {u["id"]: u.get("hex", "") for u in position["units"]})
            case "engage":
                _check_targets(found, given)
            case "tactics":
                placed = given["tactic"]
                targets = [sorted(decision.chosen) for decision in found]
                assert targets[:-1] == [[]] * len(targets[:-1])
                assert (targets[-1:] or [[]])[0] == (placed["targets"] if placed else [])
            case "deployment":
                deployed = [(decision.unit, decision.chosen[0]) for decision in found if decision.chosen]
                assert deployed == [(each["unit"], each["hex"]) for each in given["deploy"]]


@pytest.mark.parametrize("part", range(4))
def test_reasons_are_those_of_the_decision(part: int, reader: PositionReader) -> None:
    """Chosen is not out, out was not chosen, values are those compared, and rulings are named where they decide."""
    hold_reasons(20, 500 + part, reader)


def _check_targets(found: list[Decision], given: dict[str, Any]) -> None:
    for unit, aims in given["units"].items():
        [decision] = [each for each in found if (each.unit, each.about, each.by) == (unit, "target", "")]
        assert sorted(decision.chosen) == aims["targets"]


def _check_moves(found: list[Decision], given: dict[str, Any], hexes: dict[str, str]) -> None:
    for unit, move in given["units"].items():
        if move["status"] in ("moves", "stays") and not move["marks"]:
            assert [[*move["destinations"]]] == [sorted(ends) for ends in _chosen(found, unit, "destination")]
            continue  # It roams: the dice decide.
        marked = []
        for option in _chosen(found, unit, "mark")[0]:
            target, _, entry = option.partition(" as ")
            marked.append((int(entry.split(".")[0]) - 1, target))
        assert sorted(marked) == [(mark["priority"], mark["target"]) for mark in move["marks"]]
        ends = {hex_ for each in _chosen(found, unit, "destination") for hex_ in each}
        if move["status"] == "moves" and ends:
            assert ends - {hexes[unit]} == set(move["destinations"])


def _without(position: dict[str, Any], skills: set[str]) -> dict[str, Any]:
    """Give the position with no unit having any of the skills."""
    units = [
        {**unit, "skills": [skill for skill in unit["skills"] if skill.rstrip(" 0123456789") not in skills]}
        for unit in position["units"]
    ]
    return {**position, "units": units}


def test_the_random_positions_have_every_skill_decide_something(reader: PositionReader) -> None:
    """Each skill with an effect in `solve` changes answers when taken away, so that the oracle has it to check."""
    catalogue = Catalogue()
    records = [record for id_ in catalogue.ids("skills") if (record := catalogue.skill(id_)) is not None]
    sheet = {record.name for record in records if record.sheet}
    idle = {skill.removesuffix(" #") for skill in OTHERS}
    assert (len(sheet), {*ACTING} | idle, {*ACTING} & idle) == (31, sheet, set())

    def solved(position: dict[str, Any]) -> dict[str, Any]:
        return answer(reader.read(json.dumps(position).encode()))

    random = Random(200)
    # Dig In decides only whether a unit without any other die has one for Heave or Whirlwind.
    lacking = dict.fromkeys(ACTING, 8) | {"Dig In": 2}
    for number in range(1000):
        position = random_position(random)
        asked = [skill for skill in lacking if any(skill in unit["skills"] for unit in position["units"])]
        if asked or number < 200:
            found = solved(position)
            assert solved(_without(position, idle)) == found, json.dumps(position)
            for skill in asked:
                lacking[skill] -= solved(_without(position, {skill})) != found
            lacking = {skill: count for skill, count in lacking.items() if count}
    assert not lacking


def test_the_oracle_can_disagree(reader: PositionReader) -> None:
    """The comparison itself works: an answer with one outcome less is noticed."""
    random = Random(7)
    for _ in range(100):
        position = random_position(random, "movement")
        ours = answer(reader.read(json.dumps(position).encode()))
        if len(ours["outcomes"]) > 1:
            ours["outcomes"].pop()
            assert _canonical(ours) != _canonical(oracle.solve(position))
            return
    pytest.fail("no position with several outcomes among a hundred")
