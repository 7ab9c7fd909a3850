"""What whoever leads through an evening adds to every prompt: where things stand, and the keys that always work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from hoplo_companion.cli.terminal.prompt import Aside
from hoplo_companion.language import later, tr

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question

WORDS = {
    "U": later("undo"),
    "B": later("board"),
    "W": later("why"),
    "P": later("pad"),
    "F": later("fix"),
    "R": later("rules"),
    "N": later("note"),
    ":": later("type"),
    "?": later("help"),
    "Q": later("quit"),
}
"""The keys that mean the same at every prompt of every table, each in a word."""


def with_the_rest(acting: Iterable[Aside], none: str) -> tuple[Aside, ...]:
    """Keys that act, and all others that mean the same everywhere, with why there is nothing for them to do."""
    acting = tuple(acting)
    keys = {aside.key for aside in acting}
    return (*acting, *(Aside(key, "", tr(word), none) for key, word in WORDS.items() if key not in keys))


class Guide(Protocol):
    """Whoever leads through an evening."""

    def stand(self, combat: Combat | None) -> str:
        """Say in one line whose turn it is and which step; of the campaign where no combat is given."""

    def asides(self, question: Question | None, combat: Combat | None) -> Sequence[Aside]:
        """The keys that work beside those of a question, with why one cannot act now."""

    def aside(self, key: str, question: Question | None, combat: Combat | None) -> None:
        """Do what the key of an aside does, at a question of the combat if one is open; `:move …` is a command."""


class Form(Protocol):
    """A form that is filled in."""

    @property
    def inset(self) -> int:
        """Tell how far its answers are set in."""

    def lines(self) -> list[str]:
        """Show it as far as it is filled in."""
