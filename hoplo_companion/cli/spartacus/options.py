"""Options that commands of this table share, and cards that are read with what no rule knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.abilities import UnknownAbilityError

T = TypeVar("T")


ReadingOption = Annotated[list[str] | None, reading_option("spartacus")]
StringsOption = Annotated[bool, option("The optional rule: Speed dice are compared as strings.")]

MOMENTS = {
    "manual": later("once the dice of an attack are rolled"),
    "manual dice": later("before the dice of an attack are rolled"),
    "manual initiative": later("before the initiative is rolled"),
    "": later("never: I'll enter it differently"),
}
"""When what a card says is asked about, where no rule knows it."""


def understood(terminal: Terminal, text: str, read: Callable[[str], T]) -> tuple[str, T]:
    """Read what a card says; at a terminal what no rule knows is kept, to be asked about in the match."""
    try:
        return text, read(text)
    except UnknownAbilityError as fault:
        if not terminal.is_interactive():
            raise
        question = tr("hoplo has no rule for {text}. When should it ask what that does?", text=repr(fault.text))
        words = [tr(each) for each in MOMENTS.values()]
        chosen = list(MOMENTS)[words.index(terminal.choose_by_key(question, words))]
        if not chosen:
            raise
        begins = text.rindex(fault.text)
        return understood(terminal, f"{text[:begins]}{chosen}: {fault.text}", read)
