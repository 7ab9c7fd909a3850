"""What commands answer, and the options and arguments that many of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_type_hints

import typer

from hoplo_companion.errors import HoploError
from hoplo_companion.language import speaking

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line


class Answer(NamedTuple):
    """What a command has to say: lines or a text for a person, a table for programs, and what follows once it is said.

    Both are made when they are wanted; programs read one language.
    """

    lines: Callable[[], Sequence[Line] | str]
    table: Callable[[], Any]
    then: Callable[[], None] | None = None


Step = Callable[[Any], Answer]
"""What a command answers that changes the campaign: it is done for a terminal, and said."""

Shown = Annotated[None, "read_by"]
"""What a command returns that has said everything as it happened, to a person or to a program."""


Tab = str | Iterable[str] | Callable[..., list[str]]
"""What the Tab key offers: its name in `shell/names.py`, a kind of records, some words, or a function that finds it."""


def option(help_: str, tab: Tab = "", *, names: str = "", **more: Any) -> Any:
    """An option that is called as its parameter, unless it has other names; `tab` is what the shell offers for it."""
    return typer.Option(*names.split(), help=help_, autocompletion=_offered(tab), **more)


def argument(help_: str, tab: Tab = "", **more: Any) -> Any:
    """An argument; `tab` is what the shell offers for it."""
    return typer.Argument(help=help_, autocompletion=_offered(tab), **more)


def by_option(form: Any) -> dict[str, Any]:
    """What a form holds, by what its options are called."""
    infos = {field: hint.__metadata__[0] for field, hint in get_type_hints(type(form), include_extras=True).items()}
    names = {field: called(field) if info.default is ... else info.default for field, info in infos.items()}
    return {names[field]: value for field, value in form._asdict().items()}


def called(parameter: str) -> str:
    """What the option of a parameter is called, unless it has a name of its own."""
    return f"--{parameter.strip('_').replace('_', '-')}"


def _offered(tab: Tab) -> Offer | None:
    """What the Tab key offers; what is found by its name is loaded for the Tab key alone."""
    if callable(tab):
        return tab
    if not isinstance(tab, str):
        words = offering(lambda _: tab)
        vars(words)["words"] = tuple(tab)  # which the help names, where it says {words}
        return words

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        names: Any = import_module("hoplo_companion.cli.shell.names")
        found: list[str] = (getattr(names, tab, None) or names.name_of(tab))(ctx, incomplete)
        return found

    return offer if tab else None


Offer = Callable[[typer.Context, str], list[str]]
"""What Tab offers, by what stands on the line before and what of the word itself was typed."""


def offering(find: Callable[[typer.Context], Iterable[str]]) -> Offer:
    """Make a completer of the words that are found for a line.

    It offers nothing where what it looks at is not there: nobody reads a shell's errors.
    """

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        try:
            typed = incomplete.casefold()
            whole = (word.replace(" ", "-") for word in find(ctx))
            return sorted({incomplete + word[len(incomplete) :] for word in whole if word.casefold().startswith(typed)})
        except (HoploError, OSError):
            return []

    return offer


PositionOption = Annotated[
    str | None,
    option("The board: a file, - for standard input, or the board in one line.", names="--position -p", metavar="FILE"),
]
ExampleOption = Annotated[bool, option("Use the rulebook's example (p.22-24).")]
JsonOption = Annotated[bool, option("Print JSON for programs.")]
PlainOption = Annotated[bool, option("No colour; the same words.")]
CardsOption = Annotated[
    bool, option("Count on your Opportunity cards' re-rolls (Mercury's Boots).", names="--re-rolls")
]
Many = list[str] | None
"""What a call may name several times."""
NO_BANE = "none"
"""The word for no bane: none is removed, or none is left on the stack."""

BaneOption = Annotated[
    Many,
    option(
        "A bane that you drew, NAME:KIND (bag, unit or camp), or NAME once its kind is known; may be "
        "repeated; none if the stack is empty.",
        "banes",
    ),
]


def english_for_programs(json: bool) -> AbstractContextManager[None]:
    """Speak English while an answer for programs is made, which is the same in every language."""
    return speaking("en") if json else nullcontext()


AnswersOption = Annotated[Path | None, option("Answer from this file, a JSON value per line.")]
AutoOption = Annotated[Literal["first", "random"] | None, option("Let the app choose among equal options and roll.")]
SeedOption = Annotated[int | None, option("Make the app's dice and choices repeatable.")]
ExplainOption = Annotated[bool, option("Explain every decision.")]
WriteOption = Annotated[Path | None, option("Write the final position to this file (JSON or TOML).")]


LineArgument = Annotated[
    str, argument("The board in one line: 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6'.", metavar="[POSITION]")
]
AnywayOption = Annotated[bool, option("Do it against the rules: your own ruling, which is kept with the fight.")]
