"""The commands as one tree."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, NamedTuple

from hoplo_companion.cli.app import command_line
from hoplo_companion.cli.wrapping import kind_of


class Entry(NamedTuple):
    """A command: the words that call it, its usage and help, and its parameters as (how it is written, its help)."""

    words: tuple[str, ...]
    usage: str
    text: str
    arguments: list[tuple[str, str]]
    options: list[tuple[str, str]]


def entries() -> Iterator[Entry]:
    """Iterate over the commands: hoplo itself, then each command in the order of its list with those below it."""
    yield from _below(command_line(), None, ())


def _below(command: Any, parent: Any, words: tuple[str, ...]) -> Iterator[Entry]:
    """Iterate over a command and those below it; hidden ones are left out."""
    name = words[-1] if words else "hoplo"
    context = command.context_class(command, info_name=name, parent=parent, **command.context_settings)
    parameters = [each for each in command.get_params(context) if not each.hidden]
    arguments = [(_argument(each), _one_line(each.help)) for each in parameters if _is_argument(each)]
    options = [(_option(each), _one_line(each.help)) for each in parameters if not _is_argument(each)]
    behind = " COMMAND [ARGS]..." if hasattr(command, "list_commands") else "".join(f" {how}" for how, _ in arguments)
    yield Entry(words, f"{' '.join(('hoplo', *words))} [OPTIONS]{behind}", _text(command), arguments, options)
    if hasattr(command, "list_commands"):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                yield from _below(child, context, (*words, name))


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _argument(parameter: Any) -> str:
    """Write an argument as a usage line has it: its word, what may be left out between brackets."""
    word = parameter.metavar or parameter.name.rstrip("_").upper()
    if parameter.nargs == -1 and "..." not in word:
        word += "..."
    return word if parameter.required or word.startswith("[") else f"[{word}]"


def _option(parameter: Any) -> str:
    """Write an option with its short form and what it takes: one of some words, or a value of some kind."""
    names = ", ".join(sorted(parameter.opts, key=len))
    if parameter.secondary_opts:
        names += " / " + ", ".join(parameter.secondary_opts)
    if parameter.is_flag:
        return names
    choices = getattr(parameter.type, "choices", None)
    words = "|".join(getattr(each, "value", each) for each in choices) if choices else kind_of(parameter.type.name)
    return f"{names} {parameter.metavar or words}"


def _text(command: Any) -> str:

    return cleandoc(command.help or "")


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
