"""Turns played at random, and what must hold of the board after every answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.damage import HurtAll
from hoplo_companion.rules.defeat import Fallen
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.turn import begin


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
    """Hold what is always true of a board: a unit a hex, on the mat, with HP; every chip somewhere, and once."""
    standing = [unit.hex for unit in combat.in_arena()]
    assert len(set(standing)) == len(standing)
    assert all(hex_ & combat.arena.existing and hex_.bit_count() == 1 for hex_ in standing)
    falling = {id_ for step in combat.agenda if isinstance(step, HurtAll | Fallen) for id_ in step.units}
    upright = [unit for unit in combat.in_arena() if not unit.hero and unit.id not in falling]
    assert all(unit.hp is None or unit.hp > 0 for unit in upright)
    for place in [*combat.chips.values(), *([combat.flag] if combat.flag else [])]:
        assert bool(place.hex) != bool(place.holder)
        assert not place.holder or combat.units[place.holder].hex
    assert not set(combat.lineup) & set(combat.units)


def play_out(combat: Combat, random: Random, only: str = "", by_hand: bool = False) -> Combat:
    """Play to the end, checking the board after every answer."""
    combat, _ = begin(combat, only)
    for _ in range(500):
        check(combat)
        question = pending(combat)
        if question is None:
            return combat
        assert len(set(question.options)) == len(question.options)
        assert question.kind != "choice" or len(question.options) > 1, "a question with one answer"
        with pytest.raises(IllegalError):
            apply(combat, {"no": "answer"})
        assert pending(combat) == question, "a refused answer changes nothing"
        try:
            combat, _ = apply(combat, choose(question, combat, random, by_hand))
        except IllegalError:
            assert question.kind == "manual", "only what is told by hand may be refused"
            combat, _ = apply(combat, "nothing")
    pytest.fail(f"still asking after 500 answers: {question}")
