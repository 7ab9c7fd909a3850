"""Questions of a single command, outside an evening: a list to go through by arrow keys, by the prompt library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import questionary

from hoplo_companion.cli.terminal import keys
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import tr
from hoplo_companion.signs import deceiving

_WORDS = re.compile(r"[^,;]*[^,;\s]")
"""What Tab completes, read backwards from where the line is: one of several names, which may be more than a word."""


@contextmanager
def _stopping() -> Iterator[None]:
    kept = getattr(keys, "kept_in_order", nullcontext)
    try:
        with kept():
            yield
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def choose(text: str, choices: Sequence[str]) -> str:
    """Have one of some things chosen from a list."""
    with _stopping():
        answer: str = questionary.select(text, choices=list(choices), instruction=tr("(arrow keys)")).unsafe_ask()
    return answer


def agreed(text: str) -> bool:
    """Ask a question of yes or no; Enter alone is no."""
    with _stopping():
        answer: bool = questionary.confirm(text, default=False).unsafe_ask()
    return answer


def write(text: str, known: Sequence[str]) -> str:
    """Ask for a line of text."""
    with _stopping():
        answer: str = questionary.text(text, **(_completing(known) if known else {})).unsafe_ask()
    return answer


def _completing(known: Iterable[str]) -> dict[str, Any]:
    """Have Tab complete names that are known, as a shell does it; those that would deceive the eye are left out."""
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    words = sorted({word for word in known if not deceiving(word)})
    return {
        "completer": WordCompleter(words, ignore_case=True, pattern=_WORDS),
        "complete_while_typing": False,
        "complete_style": CompleteStyle.READLINE_LIKE,
    }
