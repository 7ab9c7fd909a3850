"""The values of keys in a position's line (`attack=bbk camp=1 skills=taunt/regen-1`): a shape reads and writes each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec import inspect

from hoplo_companion.components.names import unknown
from hoplo_companion.components.words import DICE_LETTERS, read_dice
from hoplo_companion.errors import UsageError, clip, part
from hoplo_companion.language import later, tr
from hoplo_companion.notation.lexer import Token
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.line_names import Names
from hoplo_companion.rules.position.line_words import NOTHING, LineCursor, whole, write_word

_LETTER_OF = {colour: letter for letter, colour in DICE_LETTERS.items()}
_NAMED = {"class": "class", "skills": "skill", "tactics": "tactic"}
"""What the names are that a key lists; in any other list they stand for themselves."""


class Shape(NamedTuple):
    """How the value of a key is typed.

    Shapes: `value` is what a word stands for, None where it stands for nothing; `word` writes it; `what` is what a word
    has to be. Of `many` words with strokes between them `gather` makes the value, and `spread` a list of it again;
    the words are names of a `kind` if it has one.
    """

    value: Callable[[str], Any] = str
    word: Callable[[Any], str] = write_word
    what: str = ""
    many: bool = False
    kind: str = ""
    gather: Callable[[list[Any]], Any] = list
    spread: Callable[[Any], list[Any]] = list

    def read(self, line: Reading, key: str, parts: list[Token]) -> Any:
        """Read the words of a value."""
        if not self.many and len(parts) > 1:
            line.cursor.fail(tr("{key} has one value, not several", key=key), parts[1].start)
        is_empty = self.many and len(parts) == 1 and parts[0].kind == "word" and parts[0].value == NOTHING
        found = [self._one(line, key, each) for each in parts[is_empty:]]
        return self.gather(found) if self.many else found[0]

    def _one(self, line: Reading, key: str, token: Token) -> Any:
        if self.kind:
            return line.resolve(self.kind, token)
        if (found := self.value(token.value)) is None:
            why = tr("{key} is {right}, not {value}", key=key, right=tr(self.what), value=clip(token.value))
            line.cursor.fail(why, token.start)
        return found

    def write(self, names: Names, value: Any) -> str:
        """Write a value as it is typed."""
        spread = self.spread(value) if self.many else [value]
        words = [names.write(self.kind, each) if self.kind else self.word(each) for each in spread]
        return "/".join(words) or NOTHING


def _dice(word: str) -> list[Any] | None:
    """Read letters (`bbk`), a colour, or how many dice there are of a colour (`0/2/0/0/0`)."""
    dice, count = read_dice(word), whole(word)
    return list(dice) if dice is not None else None if count is None else [count]


def _letters(dice: list[Any]) -> list[Any]:
    return ["".join(map(_LETTER_OF.__getitem__, dice))] if dice and set(dice) <= set(_LETTER_OF) else dice


def _in_pairs(words: list[Any]) -> dict[str, Any]:
    return {word: whole(number) for word, number in zip(words[::2], [*words[1::2], ""], strict=False)}


TEXT = Shape()
NUMBER = Shape(whole, str, later("a whole number"))
YES_OR_NO = Shape(
    lambda word: {"yes": True, "no": False, "true": True, "false": False}.get(word.casefold()),
    lambda value: "yes" if value else "no",
    later("yes or no"),
)
COUNTS = Shape(str, str, many=True, gather=_in_pairs, spread=lambda counts: [*chain(*counts.items())])
"""Words, each with its number after it: `blue/2/red/1`."""
DICE = Shape(
    _dice, str, later("dice: a letter for each, as in bb (y yellow, b blue, g green, k black, r red)"), many=True,
    gather=lambda found: [*chain(*found)], spread=_letters,
)  # fmt: skip

Fields = dict[str, Shape]


@cache
def fields_of(type_: Any, *but: str) -> Fields:
    """The keys of a struct of position@1, but for some, with the shapes of their values."""
    known = inspect.type_info(type_)
    assert isinstance(known, inspect.StructType)
    fields = {field.encode_name: field.type for field in known.fields if field.encode_name not in but}
    return {key: _shape(key, type_) for key, type_ in fields.items()}


def _shape(key: str, type_: inspect.Type) -> Shape:
    types = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    match next(each for each in types if not isinstance(each, inspect.NoneType)):
        case inspect.IntType():
            return NUMBER
        case inspect.BoolType():
            return YES_OR_NO
        case inspect.DictType():
            return COUNTS
        case inspect.StrType() | inspect.LiteralType():
            return TEXT
    return DICE if key == "attack" else Shape(many=True, kind=_NAMED.get(key, ""))


class Reading:
    """A place in a line and what its names mean; `places` maps parts of the position to characters of the line."""

    def __init__(self, line: str, names: Names) -> None:
        self.cursor = LineCursor(line)
        self.names = names
        self.places: dict[str, int] = {}

    def find(self, kind: str, token: Token) -> str | None:
        """Find what a name stands for; one in quotes stands for itself."""
        if token.kind == "text":
            return token.value
        try:
            return self.names.find(kind, token.value)
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)

    def resolve(self, kind: str, token: Token) -> str:
        """Find what a name stands for; NotationError where it stands for nothing."""
        found = self.find(kind, token)
        if found is None:
            self.cursor.fail(self.names.wrong(kind, token.value), token.start)
        return found

    def pair(self, table: dict[str, Any], fields: Fields | None, places: dict[str, int], where: str, like: str) -> None:
        """Read `key=value` into a table; without fields the keys are open questions and the values their readings."""
        token = self.cursor.name(tr("a key and its value, such as {example}", example=like))
        key = self.resolve("ruling", token) if fields is None else self._key(token, fields)
        if key in table:
            self.cursor.fail(tr("{key} is given twice", key=key), token.start)
        if not self.cursor.take("="):
            self.cursor.fail(tr("expected = and the value of {key}", key=key))
        parts = [self.cursor.name(tr("the value of {key}", key=key))]
        while self.cursor.take("/"):
            parts.append(self.cursor.name(tr("another value of {key}", key=key)))
        table[key] = (TEXT if fields is None else fields[key]).read(self, key, parts)
        places |= {f"{where}.{part(key)}[{at}]": each.start for at, each in enumerate(parts)}
        places[f"{where}.{part(key)}"] = token.start

    def _key(self, token: Token, fields: Fields) -> str:
        """Find a key, written out or cut short."""
        keys = {key.replace("_", "-"): key for key in fields}
        try:
            found = word_of(token.value.replace("_", "-"), keys, 1)
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)
        if found is None:
            self.cursor.fail(unknown("key", token.value, fields), token.start)
        return keys[found]
