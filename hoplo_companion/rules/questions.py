"""Questions that the rules ask: who answers, every legal option, and the rule that asks.

Dice, chips that nobody has told yet and manual effects are questions like any other, so that one loop serves the person
at the table, a script and a random player.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from hoplo_companion.components.names import slug
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import IllegalError, clip

Kind = Literal["choice", "dice", "stat", "manual"]

MOST_NUMBER = 999
"""The highest number that a chip may be said to show."""

NOTHING = "nothing"
"""The answer to a manual question that changes nothing."""


class Question(Struct, frozen=True, kw_only=True):
    """One open question.

    Shapes: `id` names what is asked (`movement.destination`), `kind` the form of its answer: a choice is one of
    `options`; dice are the number of hits with the pool `dice`; a stat is the number (or the dice) printed on the chip;
    manual is a line of changes (`rules/manual.py`). `unit` is whom it is about, `about` the chip, skill or target,
    `rule` the rule that asks.
    """

    id: str
    kind: Kind
    rule: str
    unit: str = ""
    about: str = ""
    options: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()


def _illegal(question: Question, answer: object, right: str) -> IllegalError:
    subject = f" for {question.unit}" if question.unit else ""
    return IllegalError(f"{clip(answer)} does not answer {question.id}{subject}: {right}")


def expectation(question: Question) -> str:
    """Say in a few words what an answer to a question looks like."""
    match question.kind:
        case "choice":
            return "one of " + ", ".join(question.options)
        case "dice":
            return f"the number of hits, 0 to {len(question.dice)}, with {' '.join(question.dice)}"
        case "stat" if question.about == "attack":
            return "the dice on the chip, as in 'blue blue'"
        case "stat":
            return f"the {question.about} on the chip, a whole number"
    return "'nothing', or what changed, as in 'krak hp 3; rep hex D4'"


def read_answer(question: Question, answer: Any) -> Any:
    """Turn an answer as given into one that the step can use; IllegalError says what would be right.

    Shapes: a choice becomes the option itself; dice and stats become whole numbers, Attack a tuple of colours.
    """
    right = expectation(question)
    match question.kind:
        case "choice":
            if isinstance(answer, str):
                if answer in question.options:
                    return answer
                named = [option for option in question.options if slug(option) == slug(answer)]
                if len(named) == 1:
                    return named[0]
        case "dice":
            if (
                isinstance(answer, list)
                and len(answer) == len(question.dice)
                and all(type(hit) is bool for hit in answer)
            ):
                return sum(answer)
            number = _number(answer)
            if number is not None and 0 <= number <= len(question.dice):
                return number
        case "stat" if question.about == "attack":
            colours = answer.replace(",", " ").split() if isinstance(answer, str) else answer
            if isinstance(colours, list) and all(colour in HIT_FACES for colour in colours):
                return tuple(colours)
        case "stat":
            number = _number(answer)
            if number is not None and (1 if question.about in ("health", "hp") else 0) <= number <= MOST_NUMBER:
                return number
        case "manual":
            if isinstance(answer, str):
                return answer
    raise _illegal(question, answer, right)


def _number(answer: object) -> int | None:
    if isinstance(answer, bool):
        return None
    if isinstance(answer, int):
        return answer
    if isinstance(answer, str) and answer.strip().isascii() and answer.strip().isdigit() and len(answer) < 10:
        return int(answer)
    return None
