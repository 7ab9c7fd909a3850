"""What commands answer, and the options and arguments that many of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer._click.shell_completion import CompletionItem
from typer._click.types import ParamType
from typer.core import TyperArgument, TyperOption

from hoplo_companion.components.names import as_spoken, the_one
from hoplo_companion.errors import HoploError, clip
from hoplo_companion.language import later, tr

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


Tab = str | Iterable[str] | Callable[[typer.Context], Iterable[str]]
"""What the Tab key offers: its name in `shell/names.py`, a kind of records, some words, or a function that finds it."""


KINDS = {int: later("NUMBER"), float: later("NUMBER"), Path: later("FILE")}
"""What is taken, where it is no text."""

NOT_READ = {int: later("{value} is not a whole number."), float: later("{value} is not a number.")}
"""What is said of a word that is no such number."""


class Value(ParamType):
    """What an argument or option takes: how that is shown, what may be typed for it, and what is said of all else.

    `tab` is what the shell offers; `names` are those of an option, which else is called as its parameter.
    """

    name = "value"
    kind: Any = str
    choices: Sequence[str] = ()

    def __init__(self, help_: str, tab: Tab, names: str | None, more: dict[str, Any]) -> None:
        self.help, self.tab, self.names, self.more = help_, tab, names, more
        self.least, self.most = more.pop("min", None), more.pop("max", None)
        self.words = "" if isinstance(tab, str) or callable(tab) else ", ".join(tab)

    def parameter(self, name: str, kind: Any, default: Any) -> TyperArgument | TyperOption:
        """Make the parameter of a command that takes this, of a kind such as `list[int] | None`."""
        is_many = False
        while get_origin(kind) not in (None, Literal):
            is_many = is_many or get_origin(kind) is list
            kind = get_args(kind)[0]
        self.kind, self.choices = kind, get_args(kind)
        is_needed = default is Parameter.empty
        about = {"help": self.help, "required": is_needed, "default": None if is_needed else default, **self.more}
        if self.names is None:
            return TyperArgument(param_decls=[name], type=self, nargs=-1 if is_many else None, **about)
        names = self.names.split() or [called(name)]
        taken = {"is_flag": True} if kind is bool else {"type": self, "multiple": is_many}
        return TyperOption(param_decls=[name, *names], **taken, **about)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read what was typed, a word of the language that is spoken too; BadParameter says what would be right."""
        if self.choices:
            if (found := the_one(value, self.choices)) is None:
                choices = ", ".join(map(repr, map(as_spoken, self.choices)))
                raise typer.BadParameter(tr("{value} is not one of {choices}.", value=clip(value), choices=choices))
            return found
        try:
            found = self.kind(value)
        except ValueError:
            raise typer.BadParameter(tr(NOT_READ[self.kind], value=clip(value))) from None
        if self.least is not None and not self.least <= found <= (self.most or found):
            raise typer.BadParameter(tr("{value} is not within {range}.", value=found, range=self.bounds()))
        return found

    def shown(self) -> str:
        """Name what is taken: one of some words, or something of a kind."""
        if self.choices:
            return f"<{'|'.join(map(as_spoken, self.choices))}>"
        return tr(KINDS.get(self.kind, later("TEXT")))

    def bounds(self) -> str:
        """Name the least and the most; empty where there is neither."""
        if self.least is None:
            return ""
        if self.most is None:
            return tr("{least} or more", least=self.least)
        return tr("{least} to {most}", least=self.least, most=self.most)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """What the Tab key offers; what is found by its name is loaded for the Tab key alone."""
        if not self.tab:
            return [CompletionItem(word) for word in map(as_spoken, self.choices) if word.startswith(incomplete)]
        found, typed = self.tab, incomplete.casefold()
        try:
            if isinstance(found, str):
                names = import_module("hoplo_companion.cli.shell.names")
                found = names.OFFERED.get(found) or getattr(names, found)
            words = {word.replace(" ", "-") for word in (found(ctx) if callable(found) else found)}
        except (HoploError, OSError):
            return []  # what it looks at is not there, and nobody reads a shell's errors
        fitting = {incomplete + word[len(incomplete) :] for word in words if word.casefold().startswith(typed)}
        return list(map(CompletionItem, sorted(fitting)))


def option(help_: str, tab: Tab = "", *, names: str = "", **more: Any) -> Any:
    """An option that is called as its parameter, unless it has other names; `tab` is what the shell offers for it."""
    return Value(help_, tab, names, more)


def argument(help_: str, tab: Tab = "", **more: Any) -> Any:
    """An argument; `tab` is what the shell offers for it."""
    return Value(help_, tab, None, more)


def by_option(form: Any) -> dict[str, Any]:
    """What a form holds, by what its options are called."""
    infos = {field: hint.__metadata__[0] for field, hint in get_type_hints(type(form), include_extras=True).items()}
    return {infos[field].names or called(field): value for field, value in form._asdict().items()}


def called(parameter: str) -> str:
    """What the option of a parameter is called, unless it has a name of its own."""
    return f"--{parameter.strip('_').replace('_', '-')}"


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

WriteOption = Annotated[Path | None, option("Write the final position to this file (JSON or TOML).")]
