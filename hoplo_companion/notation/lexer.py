"""What every notation is read by: a text taken apart into tokens, and a place among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Token(NamedTuple):
    """A piece of a text, what it says, and where it stands in the text (counted from 0).

    Shapes: `kind` is a group of the notation's pattern, or `end`; `inside` tells where the parts of a value in JSON
    stand, by their paths from it: `.columns[2]`.
    """

    kind: str
    value: Any
    start: int
    end: int
    inside: Mapping[str, int] = MappingProxyType({})


def scan(
    pattern: re.Pattern[str], source: str, values: Mapping[str, Callable[[str, int], Token]] | None = None
) -> Iterator[Token]:
    """Take a text apart by a pattern whose groups are the kinds of tokens; what is a `gap` is left out.

    Of the kinds in `values` the pattern finds the beginning alone: the token is what is read there.
    """
    at = 0
    while match := pattern.match(source, at):
        kind, at = str(match.lastgroup), match.end()
        if values and kind in values:
            token = values[kind](source, match.start())
            at = token.end
            yield token
        elif kind != "gap":
            yield Token(kind, match[0], match.start(), at)


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
        """Give the token so far ahead, or the end."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Go past a token, and give it; the end is never passed."""
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
