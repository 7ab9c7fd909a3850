"""What a guided evening adds to every prompt: where things stand, and the keys that always work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hoplo_companion.cli.terminal.output import Output
from hoplo_companion.errors import HoploError
from hoplo_companion.language import later, tr

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question

T = TypeVar("T")

ASIDES = {
    "U": later("undo"),
    "B": later("board"),
    "W": later("why"),
    "F": later("fix"),
    "R": later("rules"),
    "P": later("pad"),
    "N": later("note"),
    ":": later("type"),
    "Q": later("quit"),
    "?": later("help"),
}
"""The keys that work at every prompt of a guided evening, each in a word."""


class Guide(Protocol):
    """Whoever leads through an evening."""

    def stand(self, combat: Combat | None) -> str:
        """Say in one line whose turn it is and which step; of the campaign where no combat is given."""

    def aside(self, key: str, question: Question | None, combat: Combat | None) -> None:
        """Do what the key of an aside does, at a question of the combat if one is open; `:move …` is a command."""


class Form(Protocol):
    """A form that is filled in."""

    @property
    def inset(self) -> int:
        """Tell how far its answers are set in."""

    def lines(self) -> list[str]:
        """Show it as far as it is filled in."""


class AskAgainError(HoploError):
    """Something else was looked at in between: the question is put again, whole."""


class Guided(Output):
    """Who leads, if anybody does, and which question is open at the moment."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self.guide: Guide | None = None
        self.question: Question | None = None
        self.combat: Combat | None = None
        self.form: Form | None = None

    @contextmanager
    def filling(self, form: Form) -> Iterator[None]:
        """Have a form filled in, line by line: between its lines stands nothing else."""
        self.show_stand()
        self.show_asides(in_line=True)
        before, self.form = self.form, form
        try:
            yield
        finally:
            self.form = before

    @property
    def inset(self) -> int:
        """Tell how far a line that is typed is set in."""
        return self.form.inset if self.form is not None else 2

    @contextmanager
    def led_by(self, guide: Guide) -> Iterator[None]:
        """Have a guide lead for as long as this lasts."""
        self.guide = guide
        try:
            yield
        finally:
            self.guide = self.question = self.combat = None

    @contextmanager
    def asking(self, question: Question, combat: Combat) -> Iterator[None]:
        """Let the guide know which question is open, so that an aside can speak of it."""
        self.question, self.combat = question, combat
        try:
            yield
        finally:
            self.question = self.combat = None

    def show_stand(self) -> None:
        """Leave a line, and say where things stand, above a question."""
        from hoplo_companion.render.style import Span

        if self.form is not None:
            return
        self.print()
        if self.guide is not None:
            self.show([[Span(self.guide.stand(self.combat), "heading")]], wrap=True)

    def show_asides(self, *, in_line: bool = False) -> None:
        """Name the keys that always work, below the options of a question; `in_line` where Enter has to follow them."""
        from hoplo_companion.render.style import Span

        if self.guide is not None and self.form is None:
            keys = [f"{key} {tr(word)}" for key, word in ASIDES.items() if not in_line or key != "?"]
            self.show([[Span("  ".join(["", *keys, *([tr("+ Enter")] if in_line else [])]), "quiet")]], wrap=True)

    def aside_keys(self, but: str = "") -> str:
        """List the keys of asides, but for some that mean something else here; none where nobody leads."""
        return "".join(key for key in ASIDES if key not in but) if self.guide is not None else ""

    def do_aside(self, key: str) -> None:
        """Do what the key of an aside does; what changes something leaves the question that is open.

        AskAgainError where the question is still the same.
        """
        assert self.guide is not None
        self.guide.aside(key, self.question, self.combat)
        raise AskAgainError


def until_answered(ask: Callable[[], T]) -> T:
    """Put a question, again with all that belongs to it after every aside."""
    while True:
        try:
            return ask()
        except AskAgainError:
            continue
