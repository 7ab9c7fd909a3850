"""What every notation is read by: a text taken apart into tokens, and a place among them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hoplo_companion.language import tr


class Token(NamedTuple):
    """A piece of a text, what it says, and where it stands in the text (counted from 0).

    Shapes: `kind` is a group of the notation's pattern, or `end`.
    """

    kind: str
    value: str
    start: int
    end: int


def scan(pattern: re.Pattern[str], source: str) -> Iterator[Token]:
    """Take a text apart by a pattern whose groups are the kinds of tokens; what is a `gap` is left out."""
    for match in pattern.finditer(source):
        if match.lastgroup != "gap":
            yield Token(str(match.lastgroup), match[0], match.start(), match.end())


def unquoted(raw: str) -> str:
    """Read a text between quotation marks; between straight ones a backslash escapes as in JSON. ValueError."""
    text = str(json.loads(raw, strict=False)) if raw.startswith('"') and raw.endswith('"') else raw[1:-1]
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError(tr("a text of whole characters"))
    return text


def write_text(text: str) -> str:
    """Write a text between quotation marks, on one line; what cannot be seen is written as an escape."""
    written = json.dumps(text, ensure_ascii=False)
    return written if written.isprintable() else json.dumps(text)


class Cursor:
    """A place among the tokens of a text, of which the last is its end."""

    def __init__(self, source: str, tokens: list[Token]) -> None:
        self.source = source
        self.tokens = tokens
        self.at = 0

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.at]

    def peek(self, ahead: int) -> Token:
        """The token so far ahead, or the end."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Go past a token; the end is never passed."""
        token = self.token
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def match(self, words: str, ahead: int = 0) -> int:
        """Count the tokens that a mark takes from here; 0 if it does not stand here."""
        token = self.peek(ahead)
        return int(token.kind == "mark" and token.value == words)

    def match_any(self, words: Iterable[str], ahead: int = 0) -> int:
        """Count the tokens that the longest of some terms takes from here."""
        return max((self.match(word, ahead) for word in words), default=0)

    def take(self, *words: str) -> bool:
        """Go past the longest of some terms, if one stands here."""
        taken = self.match_any(words)
        self.at += taken
        return taken > 0
