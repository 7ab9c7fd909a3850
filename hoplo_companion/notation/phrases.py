"""The words of a typed effect and a place among them: names, numbers and marks told apart, and errors that help.

Hyphens between words are as good as spaces, and case tells nothing. A name is a run of words that ends at a mark or at
a word of RESERVED; any other text stands in quotes, where a backslash escapes as in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NoReturn

from hoplo_companion.components.names import near_misses
from hoplo_companion.components.words import SUPERLATIVES
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.notation.lexer import Cursor, Token, scan

_TOKEN = re.compile(
    r"""(?P<gap>[^\S\n]+ | (?<=\w)-(?=\w))
    | (?P<text>"(?:[^"\\]|\\.)*" | “[^”]*”)
    | (?P<break>[;\n])
    | (?P<signed>(?:\+ | (?<![\w)])[-−])[^\S\n]*[0-9]{1,9}(?!\w))
    | (?P<number>[0-9]{1,9}(?!\w))
    | (?P<word>[x×X](?=[0-9]{1,9}(?!\w)) | [^\s:;,()="“”+\-−]+)
    | (?P<mark>[:,()=])
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

DEEPEST = 20
"""How deep groups and sums may stand in each other; nothing that a player means comes near it."""


def place(source: str, start: int) -> str:
    """Say where in a text something stands: the character, and the line where there are several."""
    line = source.count("\n", 0, start) + 1
    column = start - (source.rfind("\n", 0, start) + 1) + 1
    return f"line {line}, character {column}" if "\n" in source.strip() else f"character {column}"


def tokens(source: str) -> list[Token]:
    """Take a text apart; UsageError where a quote has no end or a sign has no place."""
    found = []
    for token in scan(_TOKEN, source):
        if token.kind == "other":
            what = "a quote that has no end" if token.value in '"“' else f"{clip(token.value)} is not understood"
            raise UsageError(f"{place(source, token.start)}: {what}; texts stand in double quotes")
        found.append(token._replace(value=token.value.lower()))
    return found


@lru_cache(maxsize=1024)
def phrase(words: str) -> tuple[str, ...]:
    """Take one of our own terms apart (`suffers-damage` is two words)."""
    return tuple(token.value for token in tokens(words))


RESERVED = frozenset(
    phrase(
        "to of from on at onto by with in until if and once rival for called picks never round within exactly up x × = "
        "faction side chip skill tactic self it attacker target dealer chosen all each every one ally allies opponent "
        "opponents troop unit units"
    )
) | {phrase(superlative)[0] for superlative in SUPERLATIVES}
"""The words at which a name ends."""


def said(word: str) -> str:
    """Write a term as it is said, with spaces for its hyphens."""
    return word.replace("-", " ")


def quoted(text: str) -> str:
    """Write a text in quotes, on one line."""
    return json.dumps(text, ensure_ascii=False)


def is_plain(text: str, reserved: frozenset[str] = RESERVED) -> bool:
    """Tell whether a text reads back as one name without quotes."""
    if not text or not text.isprintable() or " ".join(text.split()) != text:
        return False
    try:
        found = tokens(text)
    except UsageError:
        return False
    # What stands before the first or behind the last token would be lost.
    whole = bool(found) and found[0].start == 0 and found[-1].end == len(text)
    return whole and all(token.kind in ("word", "number") and token.value not in reserved for token in found)


def write_name(text: str) -> str:
    """Write a name, in quotes where it needs them."""
    return text if is_plain(text) else quoted(text)


class PhraseCursor(Cursor):
    """A place among the tokens of one effect; it remembers what would have been understood at each place."""

    def __init__(self, source: str, found: list[Token], end: int) -> None:
        super().__init__(source, [*found, Token("end", "", end, end)])
        self.depth = 0
        self.hoped: dict[int, set[str]] = {}

    def match(self, words: str, ahead: int = 0) -> int:
        """Count the tokens that a term takes from here; 0 if it does not stand here."""
        parts = phrase(words)
        for number, part in enumerate(parts):
            token = self.peek(ahead + number)
            if token.kind == "text" or token.value != part:
                self.hoped.setdefault(self.at + ahead, set()).add(words)
                return 0
        return len(parts)

    def expect(self, words: str) -> None:
        """Go past a term; UsageError if it does not stand here."""
        if not self.take(words):
            self.fail(repr(words).strip("'"))

    def choose(self, meanings: Mapping[str, str], what: str) -> str:
        """Go past the longest of some terms, and give its meaning; UsageError if none stands here."""
        best = max(meanings, key=self.match)
        if not self.take(best):
            self.fail(what)
        return meanings[best]

    def number(self) -> int:
        """Read a whole number, which may be below 0 (`minus 2`)."""
        sign = -1 if self.take("minus") else 1
        token = self.token
        if token.kind not in ("number", "signed"):
            self.fail("a whole number")
        self.at += 1
        return sign * signed(token.value)

    def text(self) -> str:
        """Read a text in quotes."""
        token = self.token
        if token.kind != "text":
            self.fail('a text in quotes, such as "take the chip"')
        raw = self.source[token.start : token.end]
        if raw.startswith("“"):
            text = raw[1:-1]
        else:
            try:
                text = str(json.loads(raw, strict=False))
            except ValueError:
                self.fail('a text in which a backslash stands only in \\", \\\\, \\n and \\t')
        if any("\ud800" <= char <= "\udfff" for char in text):
            self.fail("a text of whole characters")
        self.at += 1
        return text

    def name(self, what: str) -> str:
        """Read a name: words up to a mark or to a word that has a meaning here, or a text in quotes."""
        if self.token.kind == "text":
            return self.text()
        first = last = self.token
        if not _names(first):
            self.fail(f"{what}, in quotes if it is {clip(first.value)}" if first.value else what)
        while _names(self.token):
            last = self.token
            self.at += 1
        return " ".join(self.source[first.start : last.end].split())

    def one_name(self, what: str) -> str:
        """Read a name of a single word (`A-1` is one), or a text in quotes."""
        if self.token.kind == "text":
            return self.text()
        first = last = self.token
        if first.kind not in ("word", "number"):
            self.fail(what)
        self.at += 1
        while self.token.kind in ("word", "number") and not re.search(r"\s", self.source[last.end : self.token.start]):
            last = self.token
            self.at += 1
        return self.source[first.start : last.end]

    def enter(self) -> None:
        """Go one level down; UsageError where no end of it is in sight."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("something simpler: this is nested too deeply")

    def leave(self) -> None:
        """Come one level up again."""
        self.depth -= 1

    def fail(self, what: str) -> NoReturn:
        """Raise UsageError: the word that is not understood, its place, and what would be right."""
        token = self.token
        where = place(self.source, token.start)
        if token.kind == "end":
            raise UsageError(f"{where}: the effect ends where there should be {what}")
        raw = self.source[token.start : token.end]
        near = self._near()
        right = f"did you mean {' or '.join(near)}?" if near else f"here should be {what}"
        raise UsageError(f"{where}: {clip(raw)} is not understood: {right}")

    def _near(self) -> list[str]:
        """List what is spelled much like the next word, or like the next two or three."""
        hoped = sorted(said(words) for words in self.hoped.get(self.at, ()) if words[0].isalpha())
        for length in (1, 2, 3):
            run = [self.peek(number) for number in range(length)]
            if any(token.kind != "word" for token in run):
                break
            words = self.source[run[0].start : run[-1].end]
            known = hoped if length == 1 else [each for each in hoped if len(phrase(each)) == length]
            # A word that is right as it stands is in the wrong place, and no better for being spelled.
            if near := [each for each in near_misses(words, known, 2) if phrase(each) != phrase(words.lower())]:
                return near
        return []


def _names(token: Token) -> bool:
    return token.kind in ("word", "number") and token.value not in RESERVED


def signed(word: str) -> int:
    """Read the number of a token (`+1`, `− 2`, `3`)."""
    return int("".join(word.split()).replace("−", "-"))
