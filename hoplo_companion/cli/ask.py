"""Asking at a terminal, from a list or in words; without a terminal, what is missing is an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from hoplo_companion.errors import HoploError, StoppedError, UsageError

T = TypeVar("T")


def need_terminal(text: str) -> None:
    """Raise UsageError with a text that says which option is missing, unless there is somebody to ask."""
    from hoplo_companion.cli.show import at_terminal

    if not at_terminal():
        raise UsageError(text)


@contextmanager
def _stopping() -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def choose(text: str, choices: Sequence[str]) -> str:
    """Ask for one of some answers; in a guided evening by a key each."""
    from hoplo_companion.cli.prompts import Guide, choose_by_key

    if Guide.aside is not None:
        return choose_by_key(text, choices)
    import questionary

    with _stopping():
        answer: str = questionary.select(text, choices=list(choices)).unsafe_ask()
    return answer


def write(text: str, default: str = "") -> str:
    """Ask for a line of text; Enter alone stands for the default, which is shown."""
    from hoplo_companion.cli.prompts import Guide, ask_line

    if Guide.aside is not None:
        told = ask_line(f"{text} [{default}] " if default else f"{text} ")
        return " ".join(told.split()) or default
    import questionary

    with _stopping():
        answer: str = questionary.text(f"{text} [{default}]" if default else text).unsafe_ask()
    return " ".join(answer.split()) or default


def until_good(text: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask for a line of text until it can be read; what is wrong with it is said before it is asked again."""
    while True:
        try:
            return read(write(text, default))
        except StoppedError:
            raise
        except HoploError as fault:
            print(f"  {fault}")


def listed(text: str) -> list[str]:
    """Read names apart by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def number(text: str) -> Any:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"{text[:40]!r} is no number")
    return int(text)
