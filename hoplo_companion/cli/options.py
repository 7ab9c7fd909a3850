"""How a command is declared and called: what it takes and answers, what its help and its faults say.

Typer parses the words; all that it would say is said here, from what is declared and from the kind of its fault. A
command is handed the terminal, and takes --lang, and --json and --plain where it has an answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption
from typer._click.exceptions import UsageError as UsageFault
from typer._click.globals import get_current_context
from typer._click.shell_completion import CompletionItem
from typer._click.types import ParamType
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.components.names import as_spoken, near_misses, slug, the_one
from hoplo_companion.errors import HoploError, UsageError, as_command, clip
from hoplo_companion.language import LANGUAGES, Language, later, speaking, spoken, tr

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
        is_needed = default is inspect.Parameter.empty
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


# How it is called, and what its help and its faults say -------------------------------------------------------------


def value_of(parameter: Any) -> Value | None:
    """What a parameter takes; None for a mere flag."""
    return parameter.type if isinstance(parameter.type, Value) else None


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


LANG = option("The language; else HOPLO_LANG, or `hoplo config lang`.", expose_value=False).parameter(
    "lang", Language | None, None
)


class Worded(TyperCommand):
    """A function as a command whose usage, help and faults are worded by hoplo, in the language that is asked for."""

    def __init__(self, name: str | None = None, does: Any = None, context_settings: Any = HELP, **more: Any) -> None:
        more |= {"help": inspect.getdoc(does), **_made(does)} if does is not None else {"params": [LANG]}
        super().__init__(name, context_settings=HELP | context_settings, rich_markup_mode=None, **more)

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


class App(Worded, TyperGroup):
    """A command with others below it."""

    def command(self, name: str = "", **more: Any) -> Callable[[Any], Any]:
        """Make a function a command below this one; the terminal that it takes is not shown by the command line."""

        def add(function: Any) -> Any:
            called = name or function.__name__.replace("_", "-")
            self.commands[called] = Worded(called, function, **more)
            return function

        return add

    def alone(self, function: Any) -> Any:
        """Make a function what is done where no command below this one is called."""
        vars(self).update(_made(function, alone=True), invoke_without_command=True)
        return function

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
        if ctx.resilient_parsing or args[0].startswith("-") or self.get_command(ctx, args[0]) is not None:
            return super().resolve_command(ctx, args)
        word, every = clip(args[0], 40), f"{ctx.command_path} --help" + (" --all" if ctx.parent is None else "")
        with speaking(asked_language(ctx.obj.arguments)):
            if meant := _meant(self, ctx, args):
                command = as_command(*ctx.command_path.split()[1:], *meant)
                raise UsageError("no command is called {word}; did you mean `{command}`?", word=word, command=command)
            raise UsageError("no command is called {word}; `{command}` lists them all", word=word, command=every)


class Lazy(App):
    """Commands by their `places` in `cli/`, `module:what` makes each there: start-up pays for the one called for."""

    def __init__(self, places: Mapping[str, str], **more: Any) -> None:
        super().__init__(**more)
        self.places = places

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name; None where there is none."""
        if cmd_name not in self.commands and cmd_name in self.places:
            module, _, attribute = self.places[cmd_name].partition(":")
            found = getattr(import_module(f"hoplo_companion.cli.{module}"), attribute)
            if isinstance(found, App):
                found.name, found.help = cmd_name, found.help or COMMANDS[cmd_name].help
            self.commands[cmd_name] = found if isinstance(found, App) else Worded(cmd_name, found)
        return self.commands.get(cmd_name)


def _made(function: Callable[..., Any], *, alone: bool = False) -> dict[str, Any]:
    """The parameters of a function as a command, and what runs it: with --lang, and with --json and --plain.

    A function that returns nothing has no answer, and neither option. A parameter that is a form, a named tuple of
    options, stands for all of them. With `alone` it is left out where a command below it is called.
    """
    signature = inspect.signature(function, eval_str=True)
    known = signature.parameters
    answers = signature.return_annotation is not None
    forms = {name: each.annotation for name, each in known.items() if hasattr(each.annotation, "_field_defaults")}

    @wraps(function)
    def call(**values: Any) -> None:
        ctx = get_current_context()
        if alone and ctx.invoked_subcommand is not None:
            return
        values = {name: list(each) or None if isinstance(each, tuple) else each for name, each in values.items()}
        values |= {name: each for name, each in (("terminal", ctx.obj), ("ctx", ctx)) if name in known}
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

    taken: dict[str, tuple[Any, Any]] = {}
    for name, each in known.items():
        if name in forms:
            hints, defaults = get_type_hints(each.annotation, include_extras=True), each.annotation._field_defaults
            taken |= {field: (hint, defaults.get(field, each.empty)) for field, hint in hints.items()}
        elif name not in ("terminal", "ctx"):
            taken[name] = each.annotation, each.default
    if answers:
        taken |= {"json": (JsonOption, False), "plain": (PlainOption, False)}
    made = [hint.__metadata__[0].parameter(name, hint.__origin__, default) for name, (hint, default) in taken.items()]
    return {"params": [*made, LANG], "callback": call}
