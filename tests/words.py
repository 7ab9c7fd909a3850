"""The catalogues of languages: what the code says, what a translation lacks, and how its file is written anew.

`python -m tests.refresh` takes every sentence of the code into `hoplo.po` of each language, where translators' tools
find what is missing; `python -m tests.words missing [FOLDER]` lists that, and alone it compiles what there is.
"""

import ast
import errno
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from hoplo_companion.cli.app import command_line
from hoplo_companion.components import schemas
from hoplo_companion.components.names import TYPED
from hoplo_companion.components.schemas import ArenaShape, Record
from hoplo_companion.components.words import Confidence, Forbidden, Superlative
from hoplo_companion.language import DOMAIN, LANGUAGES
from hoplo_companion.render.look import FIELDS
from hoplo_companion.render.sentences.words import TERMS

PACKAGE = Path(__file__).parent.parent / "hoplo_companion"
DATA = PACKAGE.parent / "rules_data"
SAID = {**dict.fromkeys(("tr", "later", "said", "when", "HoploError", "UsageError", "IllegalError"), (0, 1)),
        **dict.fromkeys(("notice", "need_terminal", "Row", "row", "fail", "Field", "Telling"), (0, 1)),
        **dict.fromkeys(("counted", "plural", "in_sense", "when_counted"), (0, 2)),
        "DiskError": (0, 1), "defect": (2, 3), "wrong": (2, 3),
        **dict.fromkeys(("Number", "Slot", "Pick", "unit", "one_of", "act", "Command"), (1, 2)),
        **dict.fromkeys(("EventRow", "RefusedError", "refuse_if", "wrong_if"), (1, 2))}  # fmt: skip
"""Functions that take sentences, with which of their arguments those are; `in_sense` has its sense first."""


def template() -> Catalog:
    """Gather every sentence that the code marks, with the files that say it."""
    found = Catalog(project="hoplo", charset="utf-8", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE).as_posix()
        for function, texts in _marked(path):
            sense, texts = (texts[0], texts[1:]) if function == "in_sense" else (None, texts)
            found.add(texts if len(texts) > 1 else texts[0], locations=[(file, 0)], context=sense)
    for code in ("ENOENT", "EACCES", "EISDIR", "ENOTDIR", "EEXIST", "ENAMETOOLONG", "ENOSPC", "EROFS"):
        found.add(os.strerror(getattr(errno, code)), locations=[("errors.py", 0)])
    for word in sorted(_own_keys()):
        found.add(word, locations=[("components/words.py", 0)])
    for word in TYPED:
        found.add(word, locations=[("components/names.py", 0)], context="typed")
    for file, text in [*_helps(command_line(), "cli/app.py"), *_recorded()]:
        found.add(text, locations=[(file, 0)])
    return found


def _own_keys() -> set[str]:
    """The terms of closed lists, and the fields of records, that are called by their own keys."""
    terms = {word for list_ in (Superlative, Forbidden, Confidence) for word in get_args(list_)} - set(TERMS)
    records = [
        each for each in vars(schemas).values() if isinstance(each, type) and issubclass(each, Record | ArenaShape)
    ]
    fields = {field.encode_name for each in records for field in msgspec.structs.fields(each)} - set(FIELDS)
    return {key.replace("-", " ").replace("_", " ") for key in terms | fields}


def _marked(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Iterate over the sentences that a file marks, wherever in it, with the marker that marks each."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and (marker := getattr(call.func, "id", getattr(call.func, "attr", ""))) in SAID:
            start, end = SAID[marker]
            texts = [each.value for each in call.args[start:end] if isinstance(each, ast.Constant)]
            if len(texts) == end - start:
                yield marker, tuple(map(str, texts))


def _helps(command: Any, file: str, above: Any = None) -> Iterator[tuple[str, str]]:
    """Iterate over the helps of a command, of its parameters and of the commands below it, each with its file."""
    if command.callback is not None:
        file = command.callback.__module__.removeprefix("hoplo_companion.").replace(".", "/") + ".py"
    with command.context_class(command, parent=above, **command.context_settings) as context:
        parameters = command.get_params(context)
        texts = [command.help, *(getattr(each, "help", None) for each in parameters)]
        texts += [each.metavar or (each.name if each.param_type_name == "argument" else None) for each in parameters]
        yield from ((file, text) for text in texts if text)
        for name in getattr(command, "list_commands", lambda _: [])(context):
            yield from _helps(command.get_command(context, name), file, context)


def _recorded() -> Iterator[tuple[str, str]]:
    """Iterate over the sentences of records: notes, doubts, cards, rulings; the rest is translated beside them."""
    for path in sorted(DATA.rglob("*.toml")):
        if path.stem not in ("ledger", "glossary", "sources"):
            record = tomllib.loads(path.read_text(encoding="utf-8"))
            also = {"rulings": ("name",), "lessons": ("title", "about", "ask", "among"),
                    "forms": ("heading", "after", "label", "hint", "words", "choices")}  # fmt: skip
            named = also.get(path.stem, also.get(path.parent.name, ()))
            yield from ((f"rules_data/{path.name}", text) for text in _sentences(record, named))


def _sentences(value: Any, named: Sequence[str], key: str = "") -> Iterator[str]:
    """Iterate over the sentences within a record, those `named` so; a skill's or a tactic's Italian is elsewhere."""
    if isinstance(value, dict):
        inner = {} if "text_it" in value else value
        for name, each in inner.items():
            yield from _sentences(each, named, key if key == "choices" else name)
    elif isinstance(value, list):
        for each in value:
            yield from _sentences(each, named, key)
    elif isinstance(value, str) and (value.endswith(".") or key in ("text", "note", *named)):
        yield value.strip()


def file_of(language: str) -> Path:
    return PACKAGE / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translation(language: str) -> Catalog:
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language)


def missing(language: str, folder: str = "") -> Iterator[Message]:
    """Iterate over the sentences that a language lacks, all of them or those that files of a folder say."""
    there = translation(language)
    for message in template():
        known = there.get(message.id, message.context)
        said = known.string if known is not None and not known.fuzzy else ""
        is_said = bool(said) if isinstance(said, str) else all(said or [""])
        if message.id and not is_said and any(file.startswith(folder) for file, _ in message.locations):
            yield message


LEAST = 3
"""The fewest words that make a sentence of another language: fewer may be a name, or the same in both."""


@cache
def _foreign(language: str) -> list[tuple[str, re.Pattern[str]]]:
    """List what sentences of other languages than this one look like, each with its longest stretch without a part."""
    found = []
    for other in LANGUAGES[1:]:
        for message in (each for each in translation(other) if each.context != "typed"):
            english, said = (
                [each] if isinstance(each, str) else list(each or ()) for each in (message.id, message.string)
            )
            wrong, right = (said, english) if language == "en" else (english, said)
            for text in set(wrong) - set(right):
                pieces = re.split(r"\{\w*\}", text)
                longest = max(pieces, key=len)
                if len(re.findall(r"[^\W\d_]{2,}", re.sub("`[^`]*`", "", longest))) >= LEAST:
                    found.append((longest, re.compile(".{1,200}?".join(map(re.escape, pieces)), re.DOTALL)))
    return found


def in_key(language: str, text: str) -> Iterator[str]:
    """Iterate over the sentences in a text that are not of this language, though the catalogue has them in it."""
    text = " ".join(text.split())
    for longest, whole in _foreign(language):
        if longest in text and (there := whole.search(text)):
            yield there[0]


def update(language: str) -> None:
    """Write the file of a language anew: what the code says now, each sentence with its translation, if it has one."""
    found = translation(language)
    found.update(template(), no_fuzzy_matching=True)
    found.obsolete.clear()
    with file_of(language).open("wb") as file:
        write_po(file, found, width=120, sort_by_file=True, include_lineno=False, omit_header=False)


def compile_all() -> None:
    """Compile the catalogue of every language, as the wheel's build does; whoever reads meanwhile has the old one."""
    for language in LANGUAGES[1:]:
        compiled = file_of(language).with_suffix(".mo")
        new = compiled.with_suffix(f".{os.getpid()}.mo")
        with new.open("wb") as file:
            write_mo(file, translation(language))
        new.replace(compiled)


if __name__ == "__main__":
    if sys.argv[1:2] == ["missing"]:
        for language in LANGUAGES[1:]:
            for message in missing(language, *sys.argv[2:3]):
                print(f"{language}: {message.id!r}")
    compile_all()
