"""The commands as one tree."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from hoplo_companion.cli.app import command_line


class Entry(NamedTuple):
    """A command: the words that call it, and its parameters."""

    words: tuple[str, ...]
    parameters: list[Any]
    has_below: bool

    @property
    def options(self) -> list[Any]:
        return [each for each in self.parameters if each.param_type_name == "option"]


def entries() -> Iterator[Entry]:
    yield from _below(command_line(), None, ())


def _below(command: Any, parent: Any, words: tuple[str, ...]) -> Iterator[Entry]:
    name = words[-1] if words else "hoplo"
    context = command.context_class(command, info_name=name, parent=parent, **command.context_settings)
    names = command.list_commands(context) if hasattr(command, "list_commands") else []
    yield Entry(words, command.get_params(context), bool(names))
    for name in names:
        yield from _below(command.get_command(context, name), context, (*words, name))
