"""Decisions laid open: every candidate, every criterion in printed order, and what ruled each one out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.sentence import Sentence, said

Value = int | str | None

OTHERS_ARE_BETTER = Sentence("")
"""What failing a criterion means by which the best stay."""


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

    def reason(self, candidate: Candidate) -> str:
        """Say that in English."""
        return self.why(candidate).english()

    @property
    def chosen(self) -> list[str]:
        """List what is left: all equal."""
        return [candidate.option for candidate in self.candidates if not candidate.out]


class Test(NamedTuple):
    """A criterion as the rules have applied it: its name and rule, what to show of a candidate, and whom it has left.

    `fails` says what failing it means, of all candidates or of each; nothing where the best stay and others do not.
    """

    name: str
    rule: str | Callable[[Any], str]
    show: Callable[[Any], Value]
    keeps: Callable[[Any], bool]
    fails: Sentence | Callable[[Any], Sentence] = OTHERS_ARE_BETTER


def criterion(
    stage: tuple[str, Sequence[Any]],
    rule: str | Callable[[Any], str],
    fails: Sentence | Callable[[Any], Sentence] = OTHERS_ARE_BETTER,
    show: Callable[[Any], Value] | None = None,
    yes: str = "yes",
    no: str = "no",
) -> Test:
    """Show what a criterion has left: `yes` or `no`, where candidates are not compared by anything else."""
    name, left = stage
    kept = [_identity(each) for each in left]

    def keeps(what: Any) -> bool:
        return _identity(what) in kept

    return Test(name, rule, show or (lambda what: yes if keeps(what) else no), keeps, fails)


def _identity(what: Any) -> Any:
    """What tells a candidate from the others: a unit its id, anything else all of it."""
    return what.id if isinstance(what, Unit) else what


def _shown(test: Test, what: Any) -> Value:
    try:
        return test.show(what)
    except UnknownStatError:
        return "?"


def decide(about: str, unit: str, rule: str, options: Sequence[tuple[str, Any]], tests: Sequence[Test]) -> Decision:
    """Lay options open under the criteria that the rules have applied, and note for each what ruled it out.

    Shapes: an option is its name and whatever the tests look at.
    """
    candidates = []
    rules: dict[str, str] = {}
    for name, what in options:
        values: list[Value] = []
        candidate = Candidate(name, values)
        for test in tests:
            values.append(_shown(test, what))
            if not test.keeps(what):
                why = test.fails if isinstance(test.fails, Sentence) else test.fails(what)
                rules[test.name] = test.rule if isinstance(test.rule, str) else test.rule(what)
                candidate = replace(candidate, out=test.name, rule=rules[test.name], why=why)
                break
        candidates.append(candidate)
    criteria = []
    for test in tests:
        by = test.rule if isinstance(test.rule, str) else rules.get(test.name, rule)
        criteria.append(Criterion(test.name, by, test.fails.english() if isinstance(test.fails, Sentence) else ""))
    return Decision(about, unit, rule, criteria, candidates)


def decision_table(decision: Decision) -> dict[str, Any]:
    """Give a decision to programs: its fields, without the sentences that are for people, and what is `chosen`."""
    table: dict[str, Any] = {**to_builtins(decision), "chosen": decision.chosen}
    for candidate in table["candidates"]:
        del candidate["why"]
    return table
