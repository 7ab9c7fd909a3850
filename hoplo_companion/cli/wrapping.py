"""What every command has in common: it is handed the terminal, it takes --lang, and its help is translated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import wraps
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.usage import Context, in_our_words
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, speaking, spoken, tr

HELP = {"help_option_names": ["-h", "--help"]}
HELP_OF_HELP = later("Show this message and exit.")

UsageFault: type[Any] = typer.BadParameter.__bases__[0]
"""What Typer raises where a call is wrong, which it names nowhere itself."""


class Lang(StrEnum):
    """The languages that may be asked for."""

    en = "en"
    it = "it"


def _for_this_call(ctx: typer.Context, asked: Lang | None) -> Lang | None:
    """Speak the language for as long as this call lasts."""
    if asked is not None and not ctx.resilient_parsing:
        ctx.with_resource(speaking(asked.value))
    return asked


LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang",
        case_sensitive=False,
        callback=_for_this_call,
        help=later("The language; else HOPLO_LANG, or `hoplo config lang`."),
    ),
]


@contextmanager
def _translated(command: Any, ctx: typer.Context) -> Iterator[None]:
    """Have the help of a command, of its parameters and of those below it in the language that is asked for."""
    with speaking(_asked(getattr(ctx.obj, "arguments", []))):
        parameters = command.get_params(ctx)
        shown = [(each, "help", each.help) for each in [command, *parameters, *_below(command)]]
        shown += [(each, "metavar", each.metavar or _name(each)) for each in parameters]
        before = [(each, what, getattr(each, what)) for each, what, text in shown if text]
        for each, what, text in shown:
            setattr(each, what, text and tr(text))
        try:
            yield
        finally:
            for each, what, text in before:
                setattr(each, what, text)


def _below(command: Any) -> Iterable[Any]:
    """Give the commands below one, as far as they are loaded."""
    found: Iterable[Any] = getattr(command, "commands", {}).values()
    return found


def _name(parameter: Any) -> str | None:
    """Give the name that an argument is shown by; an option has its own words."""
    return parameter.name if parameter.param_type_name == "argument" else None


def _asked(words: Sequence[str]) -> Any:
    """Give the language that is asked for anywhere in the call: the help is shown before its option is read."""
    for word, value in zip(words, [*words[1:], ""], strict=True):
        language = value if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and language in list(Lang):
            return language
    return spoken()


def usage_words(fault: Any, words: Sequence[str]) -> str:
    """Say what is wrong with a call: how the command is called, where its help is, and what does not fit."""
    ctx = fault.ctx
    if ctx is None:
        with speaking(_asked(words)):
            return tr("Error: {fault}", fault=in_our_words(fault.format_message()))
    with _translated(ctx.command, ctx):
        how = tr("Try '{command}' for help.", command=f"{ctx.command_path} {ctx.help_option_names[0]}")
        said = tr("Error: {fault}", fault=in_our_words(fault.format_message()))
        return f"{ctx.get_usage()}\n{how}\n\n{said}"


class Single(TyperCommand):
    """A command by itself."""

    context_class = Context

    def get_help(self, ctx: Any) -> str:
        """Write the help, in the language that is asked for."""
        with _translated(self, ctx):
            return super().get_help(ctx)


LONGEST_SENTENCE = 1000


class Group(TyperGroup):
    """A command with others below it."""

    context_class = Context

    def get_help(self, ctx: Any) -> str:
        """Write the help, in the language that is asked for."""
        with _translated(self, ctx):
            return super().get_help(ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands below, the first sentence of each help whole."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                rows.append((name, command.get_short_help_str(LONGEST_SENTENCE)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called for; UsageError says which one was meant, with the words that follow it."""
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and self.get_command(ctx, word) is None:
            from hoplo_companion.cli.misspelled import unknown_command

            with speaking(_asked(ctx.obj.arguments)):
                raise UsageError(unknown_command(self, ctx, args))
        return super().resolve_command(ctx, args)


class App(typer.Typer):
    """Commands whose functions take the terminal of the call first, which the command line does not show."""

    def __init__(self, *, name: str = "", help: str = "", cls: type[Group] = Group) -> None:  # noqa: A002
        super().__init__(
            name=name or None,
            cls=cls,
            help=help or None,
            context_settings=HELP,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Make a function a command."""
        decorate = super().command(name, **{"cls": Single, **settings})
        return lambda function: (decorate(_wrapped(function)), function)[1]

    def callback(self, **settings: Any) -> Callable[[Any], Any]:
        """Make a function what runs before the commands below."""
        decorate = super().callback(**settings)
        return lambda function: (decorate(_wrapped(function, alone=True)), function)[1]


def _wrapped(function: Callable[..., Any], *, alone: bool = False) -> Callable[..., None]:
    """Wrap a function for Typer: without the terminal among its parameters, with --lang, and with --json and --plain.

    A function that returns nothing has no answer, and neither option. With `alone` it is left out where a command below
    it is called.
    """
    signature = inspect.signature(function, eval_str=True)
    known = signature.parameters
    answers = signature.return_annotation is not None
    context = next((name for name, each in known.items() if each.annotation is typer.Context), "ctx")
    takes_terminal = "terminal" in known

    @wraps(function)
    def call(**values: Any) -> None:
        values.pop("lang")
        ctx = values[context] if context in known else values.pop(context)
        if alone and ctx.invoked_subcommand is not None:
            return
        if takes_terminal:
            values["terminal"] = ctx.obj
        if not answers:
            function(**values)
            return
        with ctx.obj.read_by(values.pop("json"), values.pop("plain")):
            found = function(**values)
            if isinstance(found, Answer):
                ctx.obj.answer(found)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [each.replace(kind=keyword) for name, each in known.items() if name not in ("terminal", context)]
    parameters.insert(0, inspect.Parameter(context, keyword, annotation=typer.Context))
    if answers:
        parameters.append(inspect.Parameter("json", keyword, default=False, annotation=JsonOption))
        parameters.append(inspect.Parameter("plain", keyword, default=False, annotation=PlainOption))
    parameters.append(inspect.Parameter("lang", keyword, default=None, annotation=LangOption))
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    setattr(call, "__signature__", inspect.Signature(parameters))  # noqa: B010
    return call
