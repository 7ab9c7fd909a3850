"""How hoplo is called: what a call takes, what its help and its faults say, and what every command has in common.

Typer parses the words; all that it would say is said here, from what is declared and from the kind of its fault. A
command is handed the terminal, and takes --lang, and --json and --plain where it has an answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import wraps
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import typer
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption
from typer._click.exceptions import UsageError as UsageFault
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.models import OptionInfo, ParameterInfo

from hoplo_companion.cli.commands import COMMANDS, MOVED, REST
from hoplo_companion.cli.options import Answer, JsonOption, PlainOption, called, option
from hoplo_companion.components.names import as_spoken, near_misses, slug, the_one
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import LANGUAGES, Language, later, speaking, spoken, tr

if TYPE_CHECKING:
    _Command = TyperCommand
else:
    _Command = object

KINDS = {int: later("NUMBER"), float: later("NUMBER"), Path: later("FILE")}
"""What is taken, where it is no text."""

NOT_READ = {int: later("{value} is not a whole number."), float: later("{value} is not a number.")}
"""What is said of a word that is no such number."""


class Value:
    """What an argument or option takes: how that is shown, what may be typed for it, and what is said of all else."""

    __name__ = "value"  # Typer asks for it

    def __init__(self, kind: Any, info: ParameterInfo) -> None:
        while get_origin(kind) not in (None, Literal):  # `list[int] | None` takes whole numbers
            kind = get_args(kind)[0]
        self.kind = kind
        self.choices: Sequence[str] = get_args(kind)
        self.least, self.most = info.min, info.max
        self.words = ", ".join(getattr(info.autocompletion, "words", ()))

    def __call__(self, typed: str) -> Any:
        """Read what was typed, a word of the language that is spoken too; BadParameter says what would be right."""
        if self.choices:
            if (found := the_one(typed, self.choices)) is None:
                choices = ", ".join(map(repr, map(as_spoken, self.choices)))
                raise typer.BadParameter(tr("{value} is not one of {choices}.", value=clip(typed), choices=choices))
            return found
        try:
            found = self.kind(typed)
        except ValueError:
            raise typer.BadParameter(tr(NOT_READ[self.kind], value=clip(typed))) from None
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

    def offered(self, ctx: typer.Context, incomplete: str) -> list[str]:
        """What the Tab key offers."""
        return [word for word in map(as_spoken, self.choices) if word.startswith(incomplete.casefold())]


def value_of(parameter: Any) -> Value | None:
    """What a parameter takes; None for a mere flag."""
    found = getattr(parameter.type, "func", None)
    return found if isinstance(found, Value) else None


def _word_of(argument: Any) -> str:
    """What an argument is called, with dots behind it where several may stand there."""
    return tr(argument.metavar) if argument.metavar else tr(argument.name) + "..." * (argument.nargs == -1)


def written(parameter: Any) -> str:
    """How a parameter is written in a call: an argument's word, an option's names with what it takes."""
    if parameter.param_type_name == "argument":
        word = _word_of(parameter)
        return word if parameter.required or word.startswith("[") else f"[{word}]"
    value = value_of(parameter)
    taken = tr(parameter.metavar) if parameter.metavar else value.shown() if value is not None else ""
    names = " / ".join(filter(None, [", ".join(sorted(parameter.opts, key=len)), *parameter.secondary_opts]))
    return f"{names} {taken}".strip()


def row(parameter: Any) -> tuple[str, str]:
    """A parameter in a help: how it is written, and what it is, with its default and its bounds between brackets."""
    value, default = value_of(parameter), parameter.default
    notes = []
    if default not in (None, "") and not isinstance(default, bool):
        notes.append(tr("default: {value}", value=as_spoken(str(default))))
    notes += filter(None, [value.bounds() if value is not None else "", parameter.required and tr("required")])
    about = help_of(parameter)
    return written(parameter), f"{about}  [{'; '.join(notes)}]" if notes else about


def help_of(parameter: Any) -> str:
    """What a parameter is, with the words that it takes where its help asks for them."""
    value = value_of(parameter)
    return tr(parameter.help or "", words=value.words if value is not None else "")


HELP_OF_HELP = later("Show this message and exit.")


def asked_language(words: Sequence[str]) -> Any:
    """The language that is asked for anywhere in the call, for as long as it lasts: a help is shown before options."""
    for word, value in pairwise([*words, ""]):
        asked = value if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        for language in LANGUAGES if asked else ():
            if language.startswith(asked.casefold()):
                return language
    return spoken()


def usage_words(fault: Any, words: Sequence[str]) -> str:
    """Say what is wrong with a call: how the command is called, where its help is, and what does not fit."""
    with speaking(asked_language(words)):
        ctx = fault.ctx
        how = tr("Try '{command}' for help.", command=f"{ctx.command_path} {ctx.help_option_names[0]}")
        return f"{ctx.get_usage()}\n{how}\n\n{tr('Error: {fault}', fault=_fault_words(fault, ctx.command))}"


def _fault_words(fault: UsageFault, command: Any) -> str:
    """Say what does not fit, by the kind of the fault and what it is about; what is none of these is Typer's to say."""
    if isinstance(fault, typer.BadParameter) and fault.param is not None:
        is_argument = fault.param.param_type_name == "argument"
        name = " / ".join(map(repr, [_word_of(fault.param).strip("[.]")] if is_argument else fault.param.opts))
        if not isinstance(fault, MissingParameter):
            return tr("Invalid value for {name}: {reason}", name=name, reason=fault.message)
        missing = later("Missing argument {name}: {about}") if is_argument else later("Missing option {name}: {about}")
        return tr(missing, name=name, about=help_of(fault.param))
    if isinstance(fault, NoSuchOption):
        if fault.possibilities:
            near = ", ".join(sorted(fault.possibilities))
            return tr("No such option: {option}; did you mean {near}?", option=fault.option_name, near=near)
        return tr("No such option: {option}", option=fault.option_name)
    if isinstance(fault, BadOptionUsage):
        takes = any(fault.option_name in each.opts and value_of(each) for each in command.params)
        sentence = later("Option {name} needs a value.") if takes else later("Option {name} takes no value.")
        return tr(sentence, name=repr(fault.option_name))
    return str(fault.message)


# What every command has in common ------------------------------------------------------------------------------------


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
    """The words that were meant, with all that follows the command; empty where nothing is near."""
    names = group.list_commands(ctx)
    if slug(words[0]) == ctx.command_path and words[1:]:
        # The name of the program was typed twice, as where `hoplo` stands in front of every line.
        return words[1:] if words[1] in names else _meant(group, ctx, words[1:])
    if (joined := slug(" ".join(words[:2]))) in names:
        return [joined, *words[2:]]
    from rapidfuzz import process  # most calls are spelled right
    from rapidfuzz.distance import OSA

    # What is nearest by slips of the hand, two letters in the wrong order being one.
    found = process.extractOne(slug(words[0])[:80], names, scorer=OSA.normalized_similarity, score_cutoff=0.6)
    for near in [found[0]] if found else near_misses(words[0], names, 1):
        below, rest = group.get_command(ctx, near), words[1:]
        if rest and not rest[0].startswith("-") and hasattr(below, "list_commands"):
            rest = _meant(below, below.context_class(below, parent=ctx), rest) or rest
        return [near, *rest]
    for name in names if ctx.parent is None else ():
        if words[0] in getattr(group.get_command(ctx, name), "commands", ()):
            return [name, *words]
    return []


HELP = {"help_option_names": ["-h", "--help"], "allow_extra_args": True}


LangOption = Annotated[Language | None, option("The language; else HOPLO_LANG, or `hoplo config lang`.")]


class Worded(_Command):
    """A command whose usage, help and faults are worded by hoplo, in the language that is asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the call; a fault knows which command it is of."""
        ctx.with_resource(speaking(asked_language(args)))
        try:
            rest: list[str] = super().parse_args(ctx, args)
            if rest and not ctx.resilient_parsing and not hasattr(self, "list_commands"):
                raise UsageFault(tr("Too many words: {words}", words=" ".join(rest)), ctx)
        except UsageFault as fault:
            fault.ctx = fault.ctx or ctx
            ctx.close()
            raise
        return rest

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how it is called."""
        words = [tr("[OPTIONS]"), *(written(each) for each in self.params if each.param_type_name == "argument")]
        words += [tr("COMMAND [ARGS]...")] if hasattr(self, "list_commands") else []
        formatter.write_usage(ctx.command_path, " ".join(words), tr("Usage: {command}", command=""))

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what it does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(tr(self.help or ""))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write a list of the arguments, one of the options, and last the one of the commands below."""
        for kind, heading in (("argument", tr("Arguments")), ("option", tr("Options"))):
            if rows := [row(each) for each in self.get_params(ctx) if each.param_type_name == kind]:
                with formatter.section(heading):
                    formatter.write_dl(rows)
        if hasattr(self, "format_commands"):
            self.format_commands(ctx, formatter)


class Single(Worded, TyperCommand):
    """A command by itself."""


class Group(Worded, TyperGroup):
    """A command with others below it."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is called for; a call that names none, where one is needed, is refused."""
        if not ctx._protected_args and not self.invoke_without_command:
            raise UsageFault(tr("Missing command, one of: {names}", names=", ".join(self.list_commands(ctx))), ctx)
        return super().invoke(ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands below, the first sentence of each help whole."""
        below = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section(tr("Commands")):
            texts = {name: tr(each.help or "").partition("\n\n")[0] for name, each in below.items() if each}
            first = {name: " ".join(text.split()).partition(". ")[0] for name, text in texts.items()}
            formatter.write_dl([(name, text.removesuffix(".")) for name, text in first.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called for; UsageError says which one was meant, with the words that follow it."""
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and self.get_command(ctx, word) is None:
            with speaking(asked_language(ctx.obj.arguments)):
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


class Lazy(Group):
    """Commands by their `places` in `cli/`, `module:what` makes each there: start-up pays for the one called for."""

    places: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name; None where there is none."""
        if cmd_name not in self.commands and cmd_name in self.places:
            module, _, attribute = self.places[cmd_name].partition(":")
            app = found = getattr(import_module(f"hoplo_companion.cli.{module}"), attribute)
            if not isinstance(found, typer.Typer):
                app = App()
                app.command(cmd_name)(found)
            self.commands[cmd_name] = command = get_command(app)
            if not isinstance(command, Single) and not app.info.help:
                command.help = COMMANDS[cmd_name].help
            command.name = cmd_name
        return self.commands.get(cmd_name)


def _told(parameter: inspect.Parameter) -> Any:
    """What Typer is told of a parameter: what it takes, and an option without names is called as its parameter."""
    kind, *about = get_args(parameter.annotation) or [parameter.annotation]
    if not about or not isinstance(about[0], ParameterInfo):
        return parameter.annotation
    info = copy(about[0])
    if isinstance(info, OptionInfo) and info.default is ...:
        info.param_decls = (called(parameter.name),)
    if kind is not bool:
        info.parser = value = Value(kind, info)
        info.autocompletion = info.autocompletion or (value.offered if value.choices else None)
    return Annotated[kind, info]


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
        with ctx.obj.for_now(json=values.pop("json"), plain=values.pop("plain") or ctx.obj.plain):
            found = function(**values)
            if callable(found):
                found = found(ctx.obj)  # a step, which is made only now
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
    parameters = [each.replace(annotation=_told(each)) for each in parameters]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    setattr(call, "__signature__", inspect.Signature(parameters))  # noqa: B010
    return call
