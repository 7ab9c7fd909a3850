"""Decisions laid open: every candidate, every criterion in printed order, and what ruled each one out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from hoplo_companion.errors import UnknownStatError

Value = int | str | None


class Criterion(Struct, frozen=True):
    """Something that candidates are held against: its name, the rule that asks for it, and what failing it means.

    `fails` is empty where candidates are ranked and the best ones stay.
    """

    name: str
    rule: str
    fails: str = ""


class Candidate(Struct, frozen=True):
    """A candidate with its value under each criterion it was held against; `out` names the one that ruled it out."""

    option: str
    values: list[Value]
    out: str = ""


class Decision(Struct, frozen=True):
    """One decision: what was chosen for whom, by which criteria, among which candidates.

    `about` is deploy, tactic, mark, destination or target; `unit` the unit (or tactic chip) that it is made for.
    `rulings` are the open questions that decide it.
    """

    about: str
    unit: str
    rule: str
    criteria: list[Criterion]
    candidates: list[Candidate]
    rulings: list[str] = []

    def reason(self, candidate: Candidate) -> str:
        """Say in a few words why a candidate is out: what it fails, or by what others are better."""
        fails = next((criterion.fails for criterion in self.criteria if criterion.name == candidate.out), "")
        return fails or f"by {candidate.out}"

    @property
    def chosen(self) -> list[str]:
        """List what is left: all equal, so that the player chooses among them."""
        return [candidate.option for candidate in self.candidates if not candidate.out]


class Test(NamedTuple):
    """A criterion ready to be applied: its name and rule, what to show, and what to rank by (smallest is best).

    A `rank` of None rules a candidate out whatever the others are, for what `fails` says.
    """

    name: str
    rule: str
    show: Callable[[Any], Value]
    rank: Callable[[Any], Any]
    fails: str = ""


def _shown(test: Test, what: Any) -> Value:
    try:
        return test.show(what)
    except UnknownStatError:
        return "?"


def decide(about: str, unit: str, rule: str, options: Sequence[tuple[str, Any]], tests: Sequence[Test]) -> Decision:
    """Hold options against criteria, one after the other, and note for each what ruled it out.

    Shapes: an option is its name and whatever the tests look at.
    """
    values: dict[str, list[Value]] = {name: [] for name, _ in options}
    out: dict[str, str] = {}
    left = list(options)
    for test in tests:
        try:
            ranks = {name: test.rank(what) for name, what in left}
        except UnknownStatError:
            # A number that nobody has entered matters only where there is something to compare.
            if len(left) > 1:
                raise
            ranks = {name: 0 for name, _ in left}
        for name, what in left:
            values[name].append(_shown(test, what))
        allowed = [rank for rank in ranks.values() if rank is not None]
        best = min(allowed) if allowed else None
        kept = [(name, what) for name, what in left if ranks[name] is not None and ranks[name] == best]
        out.update({name: test.name for name, _ in left if name not in {kept_name for kept_name, _ in kept}})
        left = kept
    criteria = [Criterion(test.name, test.rule, test.fails) for test in tests]
    candidates = [Candidate(name, values[name], out.get(name, "")) for name, _ in options]
    return Decision(about, unit, rule, criteria, candidates)
