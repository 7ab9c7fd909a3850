"""`hoplo man`: the manual page, written from the commands' own help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoplo_companion import __version__
from hoplo_companion.cli.shell.tree import entries
from hoplo_companion.cli.terminal.terminal import Terminal

if TYPE_CHECKING:
    from hoplo_companion.cli.shell.tree import Entry

FILES = {
    "config.toml": "the settings of `hoplo config`",
    "failure.txt": "where hoplo itself failed last; it goes into reports",
    "lessons.json": "how far you have come in the lessons of `hoplo learn`",
    "disputes/": "the decisions you disagree with, kept by `hoplo dispute`",
    "campaigns/": "the campaigns, each with its whole past",
    "copies/": "their last states, a second time",
    "trash/": "campaigns that were deleted",
    "data/": "your own chips and cards, laid over those that come with hoplo",
}
"""What stands in the player's folder."""

ENVIRONMENT = {
    "HOPLO_HOME": "the folder for everything that is kept; else the system's folder for data",
    "HOPLO_LANG": "the language, en or it; --lang holds before it, and it before `hoplo config lang`",
    "HOPLO_TRACEBACK": "where it is set, and hoplo itself fails, it shows where",
    "NO_COLOR": "where it is set, nothing is drawn in colour",
    "VISUAL, EDITOR": "the editor for `hoplo data edit`",
}

EXITS = {
    "0": "done",
    "1": "an error",
    "2": "the call itself is wrong, or nobody is there to ask",
    "3": "the rules do not allow it",
    "4": "a save cannot be read, or `hoplo doctor` has found that it is not sound",
    "5": "hoplo itself has failed: `hoplo report` writes what is needed to mend it",
    "130": "stopped at a question",
}


def man(terminal: Terminal) -> None:
    """Print the manual page, in roff: `hoplo man | man -l -` shows it."""
    terminal.print(page(), end="")


def page() -> str:
    """Write the manual page from the commands, the settings and the tables above."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:

    first, *rest = entries()
    yield '.\\" Written by `hoplo man` from the help of the commands.'
    yield f'.TH HOPLO 1 "" "hoplo {__version__}" "Hoplomachus: Victorum"'
    yield from _section("NAME", f"hoplo \\- {_escaped(first.text[0].lower() + first.text[1:].rstrip('.'))}")
    yield from _section("SYNOPSIS", ".B hoplo", "[OPTIONS] COMMAND [ARGS]...")
    yield from _section("DESCRIPTION", *_paragraphs(first.text))
    yield from _listed("OPTIONS", dict(first.options))
    yield ".SH COMMANDS"
    for entry in rest:
        yield from _command(entry)
    yield from _settings()
    yield from _listed("ENVIRONMENT", ENVIRONMENT)
    yield from _listed("FILES", FILES, "In HOPLO_HOME, or in the system's folder for data:")
    yield from _listed("EXIT STATUS", EXITS)


def _command(entry: Entry) -> Iterator[str]:
    """Write one command: how it is called, what it does, what it takes."""
    yield f".SS {_quoted('hoplo ' + ' '.join(entry.words))}"
    yield f".B {_quoted(entry.usage)}"
    yield ".PP"
    yield from _paragraphs(entry.text)
    for term, text in [*entry.arguments, *entry.options]:
        if term.endswith("--help"):
            continue
        yield from (".TP", f".B {_quoted(term)}", _escaped(text))


def _settings() -> Iterator[str]:
    """Write what can be set, with the values and what they mean."""
    from hoplo_companion.cli.terminal.settings import SETTINGS

    yield from _section("SETTINGS", "What `hoplo config KEY VALUE` sets; the first value is the default.")

    for key, about in SETTINGS.items():
        meant = "; ".join(f"{value}: {text}" for value, text in about.values.items())
        yield from (".TP", f".B {key}", _escaped(f"{about.what}. {meant}."))


def _listed(title: str, terms: dict[str, str], *before: str) -> Iterator[str]:
    yield from _section(title, *map(_escaped, before))
    for term, text in terms.items():
        yield from (".TP", f".B {_quoted(term)}", _escaped(text))


def _section(title: str, *lines: str) -> Iterator[str]:
    yield f".SH {_quoted(title)}"
    yield from lines


def _paragraphs(text: str) -> Iterator[str]:
    for at, part in enumerate(text.split("\n\n")):
        if at:
            yield ".PP"
        yield _escaped(" ".join(part.split()))


SIGNS = {"\\": "\\e", "-": "\\-", "`": "\\(ga", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "…": "..."}
"""Signs that roff would read or draw as something else."""


def _escaped(text: str) -> str:
    """Write text so that roff shows it as it is; a line that begins with a dot is not a request."""
    written = "".join(SIGNS.get(sign, sign) for sign in text)
    return f"\\&{written}" if written.startswith(".") else written


def _quoted(text: str) -> str:
    """Write text as one argument of a request."""
    written = _escaped(text).replace('"', "\\(dq")
    return f'"{written}"' if " " in written else written
