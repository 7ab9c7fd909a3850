"""The rival's turn simulated from Python: from its deployment to its end, every answer and die at random."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

from benchmarks.boards import board
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin

BOARDS, ROUNDS = 60, 5
SKILLS = ("Taunt", "Regen 1", "Retaliate", "Confidence", "Fury Aura 1", "Absorb", "Dodge", "First Strike")


def simulated() -> None:
    """Print how many of the rival's turns of four against four go into a second, without effects and with them.

    With foresight, which events nobody reads do without their reasons, as a forecast plays them.
    """
    for what, skills, foresight in (
        ("few skills", (), False),
        ("a skill a unit", SKILLS, False),
        ("few skills, with foresight", (), True),
        ("a skill a unit, with foresight", SKILLS, True),
    ):
        reader, made = PositionReader(Catalogue()), []
        for seed in range(BOARDS):
            random = Random(seed)
            position = board(random, "deployment", 4, 4)
            for unit in position["units"] if skills else []:
                unit["skills"] = [random.choice(skills)]
            position["bench"] = {"next": {"chip": "reptilian"}}
            if foresight:
                position["step"] = "forecast"
            made.append(reader.read(json.dumps(position).encode()))
        best, answers = 0.0, 0
        for _ in range(ROUNDS):
            start = time.process_time()
            answers = sum(_play(combat, Random(seed)) for seed, combat in enumerate(made))
            best = max(best, BOARDS / (time.process_time() - start))
        each = answers / BOARDS
        print(f"the rival's turn simulated, {what}: {best:,.0f} a second (at least 400; {each:.1f} answers a turn)")


def _play(combat: Any, random: Random) -> int:
    """Play one turn; give how many answers it took."""
    combat, _ = begin(combat)
    answers = 0
    while (question := pending(combat)) is not None:
        combat, _ = apply(combat, _answer(question, random))
        answers += 1
    return answers


def _answer(question: Question, random: Random) -> Any:
    match question.kind:
        case "dice":
            return random.randint(0, len(question.dice))
        case "choice" | "direction":
            return random.choice(question.options)
        case "stat":
            return 2
    return "nothing"
