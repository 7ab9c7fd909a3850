"""The steps of a campaign, each with what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from hoplo_companion.render.fields import field_name, value_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.sentence import Kept

LONGEST_VALUE = 60


class Changed(Protocol):
    """One place of a state that changed."""

    @property
    def path(self) -> list[str]:
        """The keys on the way."""

    @property
    def old(self) -> Any:
        """What was there before."""

    @property
    def new(self) -> Any:
        """What is there now."""


class Step(Protocol):
    """A step as the log has it."""

    @property
    def n(self) -> int:
        """Its number."""

    @property
    def at(self) -> str:
        """When it was made."""

    @property
    def what(self) -> Kept:
        """What happened."""

    @property
    def note(self) -> Kept:
        """Why it was made by hand."""

    @property
    def changes(self) -> Sequence[Changed]:
        """What it changed."""


def history_lines(steps: Iterable[Step]) -> list[Line]:
    """List steps: number, when, what happened, the note, and below each what it changed in the save."""
    lines: list[Line] = []
    for step in steps:
        note = f"  ({step.note})" if step.note else ""
        lines.append([Span(f"{step.n:>5}  "), Span(step.at, "quiet"), Span(f"  {step.what}"), Span(note, "quiet")])
        # The first step makes everything from nothing: the pad shows that better than a list.
        # What changes on the board of a fight is in the sentences themselves.
        changed = [change for change in step.changes if change.path[0] != "fight"] if step.n > 1 else []
        if changed:
            lines.append([Span(" " * 7), Span("; ".join(map(_change_words, changed)), "quiet")])
    return lines


def _change_words(change: Changed) -> str:
    """Write one change as the place, what was there and what is there now; of a list, what came and went."""
    path, place = change.path, field_name(change.path)
    if isinstance(change.old, list) and isinstance(change.new, list) and "weeks" not in path:
        went, came = _without(change.old, change.new), _without(change.new, change.old)
        if went or came:
            moved = [*(f"- {_value(path, each)}" for each in went), *(f"+ {_value(path, each)}" for each in came)]
            return f"{place}: {', '.join(moved)}"
    return f"{place}: {_value(path, change.old)} → {_value(path, change.new)}"


def _value(path: Sequence[str], value: Any) -> str:
    words = value_words(path, value)
    return words if len(words) <= LONGEST_VALUE else f"{words[: LONGEST_VALUE - 1]}…"


def _without(items: list[Any], others: list[Any]) -> list[Any]:
    """List what is in one list and not in another, as often as it is there more."""
    left = list(others)
    found = []
    for item in items:
        if item in left:
            left.remove(item)
        else:
            found.append(item)
    return found
