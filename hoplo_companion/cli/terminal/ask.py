"""Asking at a terminal, from a list or in words; without a terminal, what is missing is an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from hoplo_companion.cli.terminal.drafting import conversation
from hoplo_companion.cli.terminal.guide import is_guided, show_stand, until_answered
from hoplo_companion.cli.terminal.output import say
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.signs import visible

T = TypeVar("T")


def need_terminal(text: str) -> None:
    """Raise UsageError with a text that says which option is missing, unless there is somebody to ask."""
    from hoplo_companion.cli.terminal.output import at_terminal

    if not at_terminal():
        raise UsageError(text)


@contextmanager
def _stopping() -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def choose(text: str, choices: Sequence[str], words: Sequence[str] = ()) -> str:
    """Ask for one of some answers; in a guided evening by a key each.

    Shapes: `words` say the choices to the player, where they are not words themselves, in the same order.
    """
    text = visible(text)
    shown = dict(zip(choices, map(visible, words or choices), strict=True))
    if (before := _before(text)) in shown:
        say(f"{text} {shown[before]}")
        answer = before
    else:
        by_words = {said: choice for choice, said in shown.items()}
        answer = by_words[_chosen(text, list(by_words))]
    _note(text, answer)
    return answer


def _chosen(text: str, choices: Sequence[str]) -> str:
    if is_guided():
        from hoplo_companion.cli.terminal.prompts import choose_by_key

        def by_key() -> str:
            show_stand()
            return choose_by_key(text, choices)

        return until_answered(by_key)
    import questionary

    with _stopping():
        answer: str = questionary.select(text, choices=list(choices)).unsafe_ask()
    return answer


def confirm(text: str) -> None:
    """Ask at a terminal whether something is to be thrown away, where that is settled; StoppedError where it is not.

    Without a terminal nobody is asked: whoever wrote the command meant it.
    """
    from hoplo_companion.cli.terminal.output import at_terminal
    from hoplo_companion.cli.terminal.settings import setting

    if not at_terminal() or setting("confirm") == "no":
        return
    if not agreed(text):
        raise StoppedError


def be_sure(doubt: str, *, yes: bool = False, option: str = "--yes") -> None:
    """Have something doubtful confirmed: at a terminal it is asked back, elsewhere an option says that it is meant.

    UsageError names the option; StoppedError where the player did not mean it.
    """
    if yes:
        return
    need_terminal(f"{doubt}: if it is meant, add {option}")
    if not agreed(f"{doubt}. Is it meant so?"):
        raise StoppedError


def agreed(text: str) -> bool:
    """Ask a question of yes or no; Enter alone is no."""
    before = _before(text)
    if before is not None:
        say(f"{text} {before}")
    answer = _agreed(text) if before is None else before == "yes"
    _note(text, "yes" if answer else "no")
    return answer


def _agreed(text: str) -> bool:
    if is_guided():
        from hoplo_companion.cli.terminal.prompts import ask_key

        def by_key() -> bool:
            show_stand()
            say(text)
            return ask_key("  y or n: ", "yn") == "y"

        return until_answered(by_key)
    import questionary

    with _stopping():
        answer: bool = questionary.confirm(visible(text), default=False).unsafe_ask()
    return answer


def write(text: str, default: str = "") -> str:
    """Ask for a line of text; Enter alone stands for the default, which is shown."""
    return until_good(text, str, default)


def until_good(text: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask for a line of text until it can be read; what is wrong with it is said before it is asked again."""
    line = _before(text)
    if line is not None:
        say(f"{text} {line}")
    while True:
        line = _written(text, default) if line is None else line
        try:
            found = read(line)
        except StoppedError:
            raise
        except HoploError as fault:
            say(f"  {fault}")
            line = None
            continue
        _note(text, line)
        return found


def _written(text: str, default: str) -> str:
    if is_guided():
        from hoplo_companion.cli.terminal.prompts import ask_line

        def by_line() -> str:
            show_stand()
            say(f"{text} [{default}]" if default else text)
            return ask_line("  > ")

        return " ".join(until_answered(by_line).split()) or default
    import questionary

    with _stopping():
        answer: str = questionary.text(visible(f"{text} [{default}]" if default else text)).unsafe_ask()
    return " ".join(answer.split()) or default


def _before(text: str) -> str | None:
    """Give what was answered before the conversation was left; None where this is asked for the first time."""
    held = conversation()
    return held.answered(text) if held is not None else None


def _note(text: str, answer: str) -> None:
    """Have an answer on disk before the next question."""
    held = conversation()
    if held is not None:
        held.note(text, answer)


def listed(text: str) -> list[str]:
    """Read names apart by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def number(text: str) -> Any:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"{text[:40]!r} is no number")
    return int(text)
