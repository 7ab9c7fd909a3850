"""What every notation is read by: tokens of a text, a place among them, and the words of effects with errors that help.

Hyphens between words are as good as spaces, and case does not matter. A name is a run of words that ends at a mark or
at a word of RESERVED; any other text goes in quotes, where a backslash escapes as in JSON.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from hoplo_companion.components.names import did_you_mean, near_misses
from hoplo_companion.components.words import SUPERLATIVES
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr

Hint = str | Callable[[], str]
"""What would be right, for whoever typed something different: a sentence, or what makes one with its parts."""


def hinted(what: Hint) -> str:
    """Say what would be right."""
    return tr(what) if isinstance(what, str) else what()


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

A_TEXT = later('a text in quotes, such as "take the chip"')

DEEPEST = 20
"""How deep groups and sums may stand in each other; nothing that a player means comes near it."""


def tokens(source: str) -> list[Token]:
    """Split a text into its tokens; UsageError where a quote has no end or a sign has no place."""
    found, depth = [], 0
    for token in scan(_TOKEN, source):
        where = tr("character {n}", n=token.start + 1)
        depth += {"(": 1, ")": -1}.get(token.value, 0)
        if depth > DEEPEST:
            right = tr("expected {what}", what=tr("something simpler: this is nested too deep"))
            raise UsageError("{place}: {word} is not understood: {right}", place=where, word=token.value, right=right)
        if token.kind == "other":
            text = later("{place}: {word} is not understood; texts go in double quotes")
            raise UsageError(text, place=where, word=clip(token.value))
        found.append(token._replace(value=token.value.lower()))
    return found


@lru_cache(maxsize=1024)
def phrase(words: str) -> tuple[str, ...]:
    """Split one of our own terms into words (`suffers-damage` is two)."""
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


def is_plain(text: str) -> bool:
    """Say whether a text reads back as one name without quotes."""
    if not text or not text.isprintable() or " ".join(text.split()) != text:
        return False
    try:
        found = tokens(text)
    except UsageError:
        return False
    # What stands before the first or behind the last token would be lost.
    whole = bool(found) and found[0].start == 0 and found[-1].end == len(text)
    return whole and all(token.kind in ("word", "number") and token.value not in RESERVED for token in found)


def write_name(text: str) -> str:
    """Write a name, in quotes where it needs them."""
    return text if is_plain(text) else write_text(text)


class PhraseCursor(Cursor):
    """A place among the tokens of one effect; it remembers what would have been understood at each place."""

    def __init__(self, source: str, found: list[Token], end: int) -> None:
        super().__init__(source, [*found, Token("end", "", end, end)])
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
            self.fail(words)

    def choose(self, terms: Iterable[str], what: Hint) -> Any:
        """Go past the longest of some terms, and give it, or its meaning if it has one; UsageError if none is here."""
        best = max(terms, key=self.match)
        if not self.take(best):
            self.fail(what)
        return terms[best] if isinstance(terms, Mapping) else best

    def number(self) -> int:
        """Read a whole number, which may be below 0 (`minus 2`)."""
        sign = -1 if self.take("minus") else 1
        token = self.token
        if token.kind not in ("number", "signed"):
            self.fail(later("a whole number"))
        self.at += 1
        return sign * signed(token.value)

    def text(self) -> str:
        """Read a text in quotes."""
        token = self.token
        if token.kind != "text":
            self.fail(A_TEXT)
        try:
            text = unquoted(self.source[token.start : token.end])
        except ValueError:
            self.fail(tr("a text with no backslash but in {signs}", signs='\\", \\\\, \\n, \\t'))
        self.at += 1
        return text

    def name(self, what: Hint) -> str:
        """Read a name: words up to a mark or to a word that has a meaning here, or a text in quotes."""
        if self.token.kind == "text":
            return self.text()
        first = last = self.token
        while self.token.kind in ("word", "number") and self.token.value not in RESERVED:
            last = self.next()
        if self.token is first:
            if first.value:
                self.fail(tr("{what}, in quotes if it is {word}", what=hinted(what), word=clip(first.value)))
            self.fail(what)
        return " ".join(self.source[first.start : last.end].split())

    def fail(self, what: Hint) -> NoReturn:
        """Raise UsageError: the word that is not understood, its place, and what would be right."""
        token = self.token
        where = tr("character {n}", n=token.start + 1)
        if token.kind == "end":
            raise UsageError("{place}: the effect ends too early; expected {what}", place=where, what=hinted(what))
        raw = self.source[token.start : token.end]
        near = self._near()
        right = did_you_mean(near) if near else tr("expected {what}", what=hinted(what))
        raise UsageError("{place}: {word} is not understood: {right}", place=where, word=clip(raw), right=right)

    def _near(self) -> list[str]:
        """What is spelled much like the next word, or like the next two or three."""
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


def signed(word: str) -> int:
    """Read the number of a token (`+1`, `− 2`, `3`)."""
    return int("".join(word.split()).replace("−", "-"))
