"""What of a combat is its state and what is not: what no turn changes, and what has been worked out of it."""

from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

from msgspec import Struct

if TYPE_CHECKING:
    from hoplo_companion.rules.dialogue import Question

FIXED = "fixed"

T = TypeVar("T")
Fixed = Annotated[T, FIXED]
"""What no turn changes, or what follows from the other fields: two boards of one turn never differ in it alone."""


def state_of(type_: type[Struct]) -> tuple[str, ...]:
    """Name the fields in which two boards of one turn may differ: all but those declared to be `Fixed`."""
    hints = get_type_hints(type_, include_extras=True)
    return tuple(name for name in type_.__struct_fields__ if FIXED not in getattr(hints[name], "__metadata__", ()))


class Derived:
    """What has been worked out of a combat and of those before it: a board's answers, and the question open now.

    It is no part of what the combat is, and never saved. A combat hands its own on to those that are made from it, so
    that what a change of the agenda alone leaves as it was need not be worked out again.
    """

    __slots__ = ("answers", "combat", "facts", "kits", "question", "question_of")

    def __init__(self, kits: list[Any] | None = None) -> None:
        self.kits = kits if kits is not None else []
        """What is in force by skills and tactics (`effects.judge`), which units that move or lose HP do not change."""
        self.combat: object = None
        self.answers: dict[Any, Any] = {}
        """What was asked to what was found; `Combat.once` gives it its types."""
        self.question: Question | None = None
        self.question_of: object = None
        self.facts: tuple[Any, ...] = ()
        """The board that the answers are about; every other combat with the very same facts has them too."""

    def forget(self) -> None:
        """Let go of the boards of a combat that is left: what was worked out refers to them, and they to it."""
        self.combat = self.question_of = self.question = None
        self.answers, self.facts = {}, ()
