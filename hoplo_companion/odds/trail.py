"""Which choices bring about the best or the worst: what is left to you before the first dice fall."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from hoplo_companion.dice import SIDES
from hoplo_companion.odds.search import Search, resolved
from hoplo_companion.odds.values import Value, plus
from hoplo_companion.rules.agenda import Step
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage_step import ActUnits
from hoplo_companion.rules.rival.movement_step import MoveUnits


class Choice(NamedTuple):
    """Something to choose: an option of a question, who ends its move where (`moves`), or who attacks whom first."""

    question: Question | None = None
    option: str = ""
    moves: tuple[tuple[str, str], ...] = ()
    attack: tuple[str, str] = ("", "")

    def plain(self) -> dict[str, Any]:
        """Write it as plain data."""
        if self.question is not None:
            about = {
                key: value for key, value in (("unit", self.question.unit), ("about", self.question.about)) if value
            }
            return {"question": self.question.id, **about, "option": self.option}
        return {"attack": list(self.attack)} if self.attack[0] else {"moves": dict(self.moves)}


def trail(search: Search, combat: Combat, at: int) -> list[Choice]:
    """List the choices that bring about what is best (or worst) for one aim, as far as they make a difference."""
    found: list[Choice] = []
    while combat.agenda and not combat.over:
        step = combat.agenda[0]
        if isinstance(step, MoveUnits) and (ends := search.ends_of_moving(combat, step)) is not None:
            values = [search.worth(end) for end in ends]
            best = _best(values, at)
            if best is not None:
                found.append(Choice(moves=_moves(combat, ends[best])))
            combat = ends[best or 0]
            continue
        if isinstance(step, ActUnits) and (attacks := search.melees.options(combat, step)) is not None:
            best = _best([value for _, value in attacks], at)
            return [*found, Choice(attack=attacks[best][0])] if best is not None else found
        assert isinstance(step, Step)
        question = step.question(combat)
        if question is None:
            combat, _ = resolved(combat, step, None)
        elif question.kind in ("choice", "hex"):
            after = [resolved(combat, step, option) for option in question.options]
            values = [plus(search.worth(now), search.losses(combat, events)) for now, events in after]
            best = _best(values, at)
            if best is not None:
                found.append(Choice(question, question.options[best]))
            combat = after[best or 0][0]
        else:
            return found
    return found


def _best(values: list[Value], at: int) -> int | None:
    """Give the place of the value that is best for an aim; None where all are equal."""
    numbers = [Fraction(value[1][at], SIDES ** value[0]) for value in values]
    if len(set(numbers)) < 2:
        return None
    return numbers.index(max(numbers) if at & 1 else min(numbers))


def _moves(before: Combat, after: Combat) -> tuple[tuple[str, str], ...]:
    name = before.arena.mat.name
    rivals = (unit for unit in after.in_arena("rival") if unit.hex != before.units[unit.id].hex)
    return tuple((unit.id, name(unit.hex)) for unit in rivals)
