"""What every command has in common: it is handed the terminal, it takes --lang, and its help is translated."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from enum import StrEnum
from functools import wraps
from itertools import pairwise
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import OptionInfo

from hoplo_companion.cli.commands import MOVED, REST
from hoplo_companion.cli.options import Answer, JsonOption, PlainOption, option
from hoplo_companion.components.names import as_spoken, near_misses, slug
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import later, speaking, spoken, tr

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
            said = {
                name: in_our_words(part) if name in PARTS else " ".join(part.split()) for name, part in parts.items()
            }
            return tr(ours, **said)
    return text


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


def unknown_command(group: Any, ctx: Any, words: Sequence[str]) -> str:
    """Say that no command is called like the first word, and which call was meant; else what lists all commands."""
    word = clip(words[0], 40)
    called = [*ctx.command_path.split()[1:], *words]
    for count in (len(called) - len(words) + 2, len(called) - len(words) + 1):
        if now := MOVED.get(was := " ".join(called[:count])):
            before, _, after = now.partition(REST)
            command = as_command(*before.split(), *(called[count:] if REST in now else ()), *after.split())
            return tr("`hoplo {word}` is `{command}` now", word=was, command=clip(command, 200)[1:-1])
    if meant := _meant(group, ctx, words):
        command = as_command(*ctx.command_path.split()[1:], *meant)
        return tr("no command is called {word}; did you mean `{command}`?", word=word, command=command)
    every = f"{ctx.command_path} --help" + (" --all" if ctx.parent is None else "")
    return tr("no command is called {word}; `{command}` lists them all", word=word, command=every)


def _meant(group: Any, ctx: Any, words: Sequence[str]) -> Sequence[str]:
    """Give the words that were meant, with all that follows the command; empty where nothing is near."""
    names = group.list_commands(ctx)
    if slug(words[0]) == ctx.command_path and words[1:]:
        # The name of the program was typed twice, as where `hoplo` stands in front of every line.
        return words[1:] if words[1] in names else _meant(group, ctx, words[1:])
    if (joined := slug(" ".join(words[:2]))) in names:
        return [joined, *words[2:]]
    for near in _nearest(words[0], names):
        below = group.get_command(ctx, near)
        return [near, *(_meant_below(below, ctx, words[1:]) or words[1:])]
    for name in names if ctx.parent is None else ():
        if words[0] in getattr(group.get_command(ctx, name), "commands", ()):
            return [name, *words]
    return []


def _nearest(word: str, names: Sequence[str]) -> Sequence[str]:
    """Find the command that a word is nearest to by slips of the hand, two letters in the wrong order being one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extractOne(slug(word)[:80], names, scorer=OSA.normalized_similarity, score_cutoff=0.6)
    return [found[0]] if found else near_misses(word, names, 1)


def _meant_below(command: Any, ctx: Any, words: Sequence[str]) -> Sequence[str]:
    """Put right the word below a command, where that is misspelled too."""
    if not words or words[0].startswith("-") or not hasattr(command, "list_commands"):
        return words
    return _meant(command, command.context_class(command, parent=ctx), words)


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
    option("The language; else HOPLO_LANG, or `hoplo config lang`.", case_sensitive=False, callback=_for_this_call),
]


@contextmanager
def _translated(command: Any, ctx: typer.Context) -> Iterator[None]:
    """Have the help of a command, of its parameters and of those below it in the language that is asked for."""
    with speaking(_asked(getattr(ctx.obj, "arguments", []))):
        parameters = command.get_params(ctx)
        shown = [(each, "help", each.help) for each in [command, *parameters, *_below(command)]]
        # An argument is shown by its name; an option has its own words.
        names = [each.name if each.param_type_name == "argument" else None for each in parameters]
        shown += [(each, "metavar", each.metavar or name) for each, name in zip(parameters, names, strict=True)]
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


def _asked(words: Sequence[str]) -> Any:
    """Give the language that is asked for anywhere in the call: the help is shown before its option is read."""
    for word, value in pairwise([*words, ""]):
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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the call; a value that is one of several may be typed in the language that is asked for."""
        ctx.token_normalize_func = as_spoken
        ctx.with_resource(speaking(_asked(args)))
        found: list[str] = super().parse_args(ctx, args)
        return found

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


def _called(parameter: inspect.Parameter) -> Any:
    """What Typer is told of a parameter: an option that has no name of its own is called as its parameter."""
    kind, *about = get_args(parameter.annotation) or [parameter.annotation]
    if not about or not isinstance(about[0], OptionInfo) or about[0].default is not ...:
        return parameter.annotation
    named = copy(about[0])
    named.param_decls = (f"--{parameter.name.strip('_').replace('_', '-')}",)
    return Annotated[kind, named]


def _wrapped(function: Callable[..., Any], *, alone: bool = False) -> Callable[..., None]:
    """Wrap a function for Typer: without the terminal among its parameters, with --lang, and with --json and --plain.

    A function that returns nothing has no answer, and neither option. A parameter that is a form, a named tuple of
    options, stands for all of them. With `alone` it is left out where a command below it is called.
    """
    signature = inspect.signature(function, eval_str=True)
    known = signature.parameters
    answers = signature.return_annotation is not None
    context = next((name for name, each in known.items() if each.annotation is typer.Context), "ctx")
    takes_terminal = "terminal" in known
    forms = {name: each.annotation for name, each in known.items() if hasattr(each.annotation, "_field_defaults")}

    @wraps(function)
    def call(**values: Any) -> None:
        values.pop("lang")
        ctx = values[context] if context in known else values.pop(context)
        if alone and ctx.invoked_subcommand is not None:
            return
        if takes_terminal:
            values["terminal"] = ctx.obj
        for name, form in forms.items():
            values[name] = form(**{field: values.pop(field) for field in form._fields})
        if not answers:
            function(**values)
            return
        with ctx.obj.read_by(values.pop("json"), values.pop("plain")):
            found = function(**values)
            if isinstance(found, Answer):
                ctx.obj.answer(found)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(context, keyword, annotation=typer.Context)]
    for name, each in known.items():
        if name in forms:
            hints, defaults = get_type_hints(each.annotation, include_extras=True), each.annotation._field_defaults
            empty = inspect.Parameter.empty
            parameters += [
                inspect.Parameter(field, keyword, default=defaults.get(field, empty), annotation=hint)
                for field, hint in hints.items()
            ]
        elif name not in ("terminal", context):
            parameters.append(each.replace(kind=keyword))
    if answers:
        parameters.append(inspect.Parameter("json", keyword, default=False, annotation=JsonOption))
        parameters.append(inspect.Parameter("plain", keyword, default=False, annotation=PlainOption))
    parameters.append(inspect.Parameter("lang", keyword, default=None, annotation=LangOption))
    parameters = [each.replace(annotation=_called(each)) for each in parameters]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    setattr(call, "__signature__", inspect.Signature(parameters))  # noqa: B010
    return call
