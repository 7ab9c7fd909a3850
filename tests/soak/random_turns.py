"""Turns played at random, and what must hold of the board after every answer."""

from random import Random
from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import Result, apply, pending
from hoplo_companion.rules.attack import HurtAll
from hoplo_companion.rules.defeat import Fallen
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import flaws
from hoplo_companion.rules.position.reading import answer
from hoplo_companion.rules.rival.turn import begin

MOST_ANSWERS = 600


def choose(question: Question, combat: Combat, random: Random, by_hand: bool = False) -> Any:
    """Answer a question at random; what is told by hand changes nothing unless `by_hand`."""
    match question.kind:
        case "choice":
            return random.choice(question.options)
        case "dice":
            return random.randint(0, len(question.dice))
        case "stat":
            return ["blue"] if question.about == "attack" else random.randint(1, 4)
        case "direction":
            return random.choice(question.options)
        case "effect":
            return random.choice(question.options) if by_hand else "nothing"
    if not by_hand:
        return "nothing"
    unit = random.choice(list(combat.units))
    return random.choice(["nothing", "used", f"{unit} hp {random.randint(0, 3)}", "damage 1", "dice yellow"])


def check(combat: Combat) -> None:
    """Hold what is always true of a board: it can be, but for who is falling, and every chip is somewhere, and once."""
    falling = {id_ for step in combat.agenda if isinstance(step, HurtAll | Fallen) for id_ in step.units}
    falling |= {unit.id for unit in combat.units.values() if unit.hero}
    wrong = [flaw for flaw in flaws(combat, str) if flaw.code != "hp" or flaw.where.removesuffix(".hp") not in falling]
    assert not wrong, wrong
    assert all(unit.hex & combat.arena.existing and unit.hex.bit_count() == 1 for unit in combat.in_arena())
    for place in [*combat.chips.values(), *([combat.flag] if combat.flag else [])]:
        assert bool(place.hex) != bool(place.holder)
        assert not place.holder or place.holder in combat.units
    assert not set(combat.lineup) & set(combat.units)


def play_out(result: Result, random: Random, by_hand: bool = False) -> tuple[Combat, list[Event]]:
    """Play to the end, checking the board, its chips and the question after every answer."""
    combat, events = result
    chips = sorted(combat.chips), combat.flag is None
    for _ in range(MOST_ANSWERS):
        check(combat)
        assert (sorted(combat.chips), combat.flag is None) == chips
        question = pending(combat)
        if question is None:
            return combat, events
        assert len(set(question.options)) == len(question.options), question
        assert question.kind != "choice" or len(question.options) > 1, f"a question with one answer: {question}"
        assert question.kind != "direction" or len(question.options) == 6, question
        with pytest.raises(IllegalError):
            apply(combat, {"no": "answer"})
        assert pending(combat) == question, "a refused answer changes nothing"
        try:
            combat, more = apply(combat, choose(question, combat, random, by_hand))
        except IllegalError:
            assert question.kind == "manual", "only what is told by hand may be refused"
            combat, more = apply(combat, "nothing")
        events = [*events, *more]
    pytest.fail(f"still asking after {MOST_ANSWERS} answers: {question}")


def placed(combat: Combat) -> frozenset[tuple[str, str]]:
    return frozenset((unit.id, combat.arena.mat.name(unit.hex)) for unit in combat.in_arena("rival"))


def every_end(combat: Combat) -> set[frozenset[tuple[str, str]]]:
    """Play every answer to every question of the Movement Step, and list where the rival's units stand then."""
    found = set()
    stack = [begin(combat, "movement")[0]]
    while stack:
        at = stack.pop()
        question = pending(at)
        if question is None:
            found.add(placed(at))
            continue
        answers = question.options if question.kind in ("choice", "direction") else ("nothing",)
        stack += [apply(at, option)[0] for option in answers]
    return found


def listed_ends(combat: Combat) -> set[frozenset[tuple[str, str]]]:
    """List where the rival's units may stand after the Movement Step, as `solve` has it."""
    return {frozenset(outcome.items()) for outcome in answer(combat)["outcomes"]}
