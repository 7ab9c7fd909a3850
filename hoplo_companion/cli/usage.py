"""How a command is called: what its arguments and options take, its help, and what is wrong with a call.

Typer parses the words; all that it would say is said here, from what is declared and from the kind of its fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption
from typer._click.exceptions import UsageError as UsageFault
from typer.models import ParameterInfo

from hoplo_companion.components.names import as_spoken, the_one
from hoplo_companion.errors import clip
from hoplo_companion.language import LANGUAGES, later, speaking, spoken, tr

KINDS = {int: later("NUMBER"), float: later("NUMBER"), Path: later("FILE")}
"""What is taken, where it is no text."""

NOT_READ = {int: later("{value} is not a whole number."), float: later("{value} is not a number.")}
"""What is said of a word that is none of a kind."""


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


def first_sentence(text: str) -> str:
    """The first sentence of a help, without its full stop."""
    return " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")


HELP_OF_HELP = later("Show this message and exit.")


def asked_language(words: Sequence[str]) -> Any:
    """The language that is asked for anywhere in the call: the help is shown before its option is read."""
    for word, value in pairwise([*words, ""]):
        language = value if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and language in LANGUAGES:
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
