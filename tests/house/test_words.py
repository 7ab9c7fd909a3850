"""Every sentence is there in every language with the same parts; every command that one suggests is understood."""

import ast
import re
import shlex
from collections.abc import Iterator
from string import Formatter
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Message

from hoplo_companion.cli.app import command_line
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.errors import as_command
from hoplo_companion.language import LANGUAGES, later, plural, speaking, spoken, tr
from tests.helpers.cli import ROOT
from tests.words import missing, template, translation

OTHERS = LANGUAGES[1:]


def texts_of(message: Message) -> tuple[list[str], list[str]]:
    """Give the English of a message and its translation, one sentence or one for each number."""
    ids, strings = message.id, message.string
    return ([ids] if isinstance(ids, str) else list(ids)), (
        [strings] if isinstance(strings, str) else list(strings or [])
    )


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing(language: str) -> None:
    """What is missing is added to the catalogue by `python -m tests.refresh`, and translated there."""
    assert [message.id for message in missing(language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_the_same_parts(language: str) -> None:
    wrong = []
    for message in translation(language):
        english, others = texts_of(message)
        known = set().union(*map(_parts, english))
        # One wheel or one die may go without its number.
        needed = [known - {"n"} if len(others) > 1 else known] * len(others)
        if message.id and any(not least <= _parts(each) <= known for least, each in zip(needed, others, strict=True)):
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    said = template()
    assert [each.id for each in translation(language) if each.id and said.get(each.id, each.context) is None] == []


def test_english_is_the_key() -> None:
    assert later("Every sentence.") == "Every sentence."
    with speaking("en"):
        assert tr("{n} of {all}", n=1, all=2) == "1 of 2"
        assert [plural("{n} hit", "{n} hits", n) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]


def test_a_sentence_without_translation_is_said_in_english() -> None:
    with speaking("it"):
        assert tr("Nobody has translated {this}.", this="this") == "Nobody has translated this."
        assert spoken() == "it"


NAME = "O'Neil's \"Ace\": $1"
"""A name as awkward as any that a player may have entered."""

SHOWN = re.compile(rf"`(hoplo (?!{{word)[^`]+)`|\b(hoplo (?:{'|'.join(COMMANDS)})\b(?:(?!  |: |\. |[`();]|\.$).)*)")
"""A command between backquotes, or in a row of its own."""

FILLED = {"FILE": "board.json", "N": "1", "NAME:KIND": "Ruin:bag", "{n}": "3"}
"""What stands for words in capitals, and for what a sentence leaves open, where not any word will do."""

WORDS = {"kind": "unit", "singular(shipped)": "unit", "f'{kind}s'": "units"}
WORDS |= dict.fromkeys(("table", "name", "every.table", "self.table"), "spartacus")
"""What stands for a word that a call of `as_command` works out; a name where nothing is said here."""


def suggested() -> Iterator[tuple[str, str]]:
    """List where a command is suggested, and the command."""
    for path in sorted((ROOT / "hoplo_companion").rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node in (each for part in module.body[1:] for each in ast.walk(part)):
            where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            match node:
                case ast.Constant(value=str(text)):
                    yield from ((where, found[1] or found[2]) for found in SHOWN.finditer(text))
                case ast.Call(func=ast.Name(id="as_command"), args=[ast.Constant() | ast.Name(), *_] as args):
                    yield where, as_command(*map(word, args))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_suggests_the_same_commands(language: str) -> None:
    wrong = [
        message.id
        for message in translation(language)
        for english, other in zip(*texts_of(message), strict=False)
        if sorted(re.findall("`hoplo ([a-z -]+)", english)) != sorted(re.findall("`hoplo ([a-z -]+)", other))
    ]
    assert wrong == []


def word(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else WORDS.get(ast.unparse(node), NAME)


def parse(words: list[str]) -> None:
    """Read the words as the command line does, down to the last command, and run nothing."""
    found, context = command_line(), None
    while words or context is None:
        context = found.make_context(found.name or "hoplo", words, parent=context, obj=SimpleNamespace(arguments=[]))
        words = [*getattr(context, "_protected_args", ()), *context.args]
        if words and hasattr(found, "resolve_command"):
            _, found, words = found.resolve_command(context, words)
            words = words or ["--"]
    assert getattr(found, "invoke_without_command", True), f"{found.name} names no command below it"


@pytest.mark.parametrize(("where", "line"), list(suggested()))
def test_a_suggested_command_is_understood_as_printed(where: str, line: str) -> None:
    parse([FILLED.get(each, each) for each in shlex.split(line)[1:]])


def test_a_command_is_written_so_that_a_shell_reads_it_back() -> None:
    for name in (NAME, "Pluto's Refugees", "…", "a b", "--x", "C:\\new", "wow!"):
        assert shlex.split(as_command("look", name)) == ["hoplo", "look", name]
    assert as_command("data", "add", "arena", "Pluto's Refugees: …") == 'hoplo data add arena "Pluto\'s Refugees: …"'
