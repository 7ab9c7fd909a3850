"""The command line's own words, which Typer has in English alone: headings of a help, what is wrong with a call."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import typer

from hoplo_companion.language import later, tr

WORDINGS = {
    "No such option: {option} (Possible options: {near})": later("No such option: {option}; did you mean {near}?"),
    "No such option: {option}": later("No such option: {option}"),
    "Missing argument {name}. Choose from:{choices}": later("Missing argument {name}, one of: {choices}"),
    "Missing argument {name}.": later("Missing argument {name}."),
    "Missing option {name}. Choose from:{choices}": later("Missing option {name}, one of: {choices}"),
    "Missing option {name}.": later("Missing option {name}."),
    "Missing command.": later("Missing command."),
    "Option {name} requires an argument.": later("Option {name} needs a value."),
    "Option {name} requires {n} arguments.": later("Option {name} needs {n} values."),
    "Option {name} does not take a value.": later("Option {name} takes no value."),
    "Argument {name} takes {n} values.": later("Argument {name} takes {n} values."),
    "Got unexpected extra argument(s) ({words})": later("Too many words: {words}"),
    "Invalid value for {name}: {reason}": later("Invalid value for {name}: {reason}"),
    "{value} is not a valid int{kind}.": later("{value} is not a whole number."),
    "{value} is not a valid float{kind}.": later("{value} is not a number."),
    "{value} is not in the range {range}.": later("{value} is not within {range}."),
    "{value} is not one of {choices}.": later("{value} is not one of {choices}."),
    "{least}<=x<={most}": later("{least} to {most}"),
    "x>={least}": later("{least} or more"),
    "x<={most}": later("{most} or less"),
    "required": later("required"),
    "default: {value}": later("default: {value}"),
    "Arguments": later("Arguments"),
    "Options": later("Options"),
    "Commands": later("Commands"),
    "[OPTIONS] {rest}": later("[OPTIONS] {rest}"),
    "[OPTIONS]": later("[OPTIONS]"),
    "COMMAND [ARGS]...": later("COMMAND [ARGS]..."),
}
"""What Typer says, and how hoplo says it; the first that fits holds."""

PARTS = ("reason", "range", "rest")
"""The parts of a wording that are words of Typer's themselves."""

KINDS = {"int": later("NUMBER"), "float": later("NUMBER"), "path": later("FILE"), "file": later("FILE")}
"""What an option takes, by the beginning of the name of its type; a text, if none of these."""


def kind_of(type_name: str) -> str:
    """Name what an option of a type takes."""
    return next((word for name, word in KINDS.items() if type_name.startswith(name)), later("TEXT"))


def in_our_words(text: str) -> str:
    """Say what Typer has in English in hoplo's own words, in the language that is spoken; else as it is."""
    for theirs, ours in WORDINGS.items():
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(theirs))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            parts = found.groupdict()
            said = {name: in_our_words(part) if name in PARTS else _one_line(part) for name, part in parts.items()}
            return tr(ours, **said)
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split())


_Page: Any = typer.Context.formatter_class


class Page(_Page):  # type: ignore[misc]  # Typer's versions have it in different places
    """A help as Typer writes it, in hoplo's words."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        super().write_usage(prog, in_our_words(args), tr("Usage: {command}", command=""))

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        super().write_heading(in_our_words(heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], *measures: Any) -> None:
        """Write a list: options with what they take, and what their help ends with between brackets."""
        super().write_dl([(_taken(how), _bounded(about)) for how, about in rows], *measures)


def _taken(how: str) -> str:
    """Say what an option takes, where it is shown as a type of Python's; words to choose from stay."""
    return re.sub(r"<([a-z ]+)>", lambda found: tr(kind_of(found[1])), how)


def _bounded(about: str) -> str:
    """Word what stands between brackets behind a help: what is required, the default, the least and the most."""
    text, inside, bounds = about.rpartition("  [")
    if not inside or not bounds.endswith("]"):
        return about
    return f"{text}  [{'; '.join(map(in_our_words, bounds[:-1].split('; ')))}]"


class Context(typer.Context):
    """The call of a command, whose help is a page in hoplo's words."""

    formatter_class = Page
