"""The words of a position in one line, a place among them, and errors that point at a character."""

from __future__ import annotations

import re
from typing import NoReturn

from hoplo_companion.errors import UsageError, cells, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.lexer import Cursor, Token, scan, unquoted, write_text

LONGEST = 1_000_000
"""The most characters of a line: what a position needs, with its arena in it, comes nowhere near."""

QUOTES = "\u201c\u201d\u201e\u201f\u201a\u2033\uff02"
"""Quotes that chats and word processors make of straight ones."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""Dashes that they make of a hyphen."""

_UNSEEN = "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff"
"""What they put between letters and nobody sees."""

_WORD = rf"[^\s|,:@#+*!^=/\"{{}}\[\]\x00-\x1f\x7f\ud800-\udfff{QUOTES}{_UNSEEN}]+"
_TOKEN = re.compile(
    rf'(?P<gap>[\s{_UNSEEN}]+)|(?P<text>"(?:[^"\\]|\\.)*"|["{QUOTES}][^"{QUOTES}]*["{QUOTES}])'
    rf"|(?P<mark>[|,:@#+*!^=/])|(?P<word>{_WORD})|(?P<other>.)",
    re.DOTALL,
)
_PLAIN = re.compile(_WORD)
NOTHING = "-"

_ROOM = 74
"""The cells of a line that are shown around a place: with what is around them, as many as any terminal has."""

_WHOLE = re.compile(r"-?[0-9]{1,19}")
_MOST_WHOLE = 2**63 - 1
_MOST_FAULTS = 5


class NotationError(UsageError):
    """A line that is not a position: what is wrong, what would be right, and the line with a caret under the place.

    Shapes: `faults` are (character, counted from 0; what is wrong), in the order of the line; `at` is the first's.
    """

    def __init__(self, line: str, faults: list[tuple[int, str]]) -> None:
        self.line = line
        self.faults = sorted(faults)
        self.at = self.faults[0][0]
        shown = [_pointed(line, at, what) for at, what in self.faults[:_MOST_FAULTS]]
        if len(self.faults) > _MOST_FAULTS:
            shown.append("… " + tr("and {n} more", n=len(self.faults) - _MOST_FAULTS))
        super().__init__("\n".join(shown))


def _pointed(line: str, at: int, what: str) -> str:
    """Show a place in a line with a caret below it, and as much around it as a terminal of 80 columns has room for."""
    before, after = _visible(line[max(0, at - _ROOM) : at]), _visible(line[at : at + _ROOM])
    behind = len(_fitting(after, max(_ROOM // 2, _ROOM - cells(before))))
    ahead = len(_fitting(before[::-1], _ROOM - cells(after[:behind])))
    before, after = before[len(before) - ahead :], after[:behind]
    head = "…" if ahead < at else ""
    tail = "…" if at + behind < len(line) else ""
    place = tr("character {n}", n=at + 1)
    return f"{place}: {what}\n  {head}{before}{after}{tail}\n  {' ' * cells(head + before)}^"


def _fitting(text: str, room: int) -> str:
    """As much of the beginning of a text as there are cells for."""
    while cells(text) > room:
        text = text[: min(len(text) - 1, room)]
    return text


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def whole(text: str) -> int | None:
    """Read a whole number; None where a text is not one, or not one that a position can hold."""
    number = int(text) if text.isascii() and _WHOLE.fullmatch(text) else None
    return number if number is not None and abs(number) <= _MOST_WHOLE else None


def tokens(line: str) -> list[Token]:
    """Split a line into tokens, ending with one for its end; NotationError where a quote has no partner."""

    def fail(at: int, why: str) -> NoReturn:
        raise NotationError(line, [(at, why)])

    if len(line) > LONGEST:
        fail(LONGEST, tr("a line has at most {most} characters, not {n}", most=LONGEST, n=len(line)))
    found = []
    for token in scan(_TOKEN, line):
        if token.kind == "other":
            if token.value in f'"{QUOTES}':
                fail(token.start, tr("this quotation mark has no partner; texts go in double quotes"))
            if token.value in "{[":
                fail(token.start, tr("a line is typed in words, not in JSON; JSON holds the whole position or none"))
            fail(token.start, tr("{word} does not belong in a position", word=clip(token.value)))
        if token.kind == "text":
            try:
                token = token._replace(value=unquoted(token.value))
            except ValueError as fault:
                fail(token.start, tr("not a text in quotes: {reason}", reason=str(fault)[:80]))
        found.append(token._replace(value=NOTHING) if token.kind == "word" and token.value in DASHES else token)
    return [*found, Token("end", "", len(line), len(line))]


def is_plain(text: str) -> bool:
    """Say whether a text stands for itself without quotes."""
    return bool(_PLAIN.fullmatch(text)) and text.isprintable() and text not in (NOTHING, *DASHES)


def write_word(text: str) -> str:
    """Write a text, in quotes where it needs them."""
    return text if is_plain(text) else write_text(text)


class LineCursor(Cursor):
    """A place among the tokens of a line."""

    def __init__(self, line: str) -> None:
        super().__init__(line, tokens(line))

    def sees(self, *marks: str, ahead: int = 0) -> bool:
        """Say whether one of some marks stands here, or so many tokens ahead."""
        return self.match_any(marks, ahead) > 0

    @property
    def over(self) -> bool:
        """Whether the section or the line ends here."""
        return self.token.kind == "end" or self.sees("|")

    def name(self, what: str) -> Token:
        """Go past a word or a text in quotes; NotationError says that `what` was expected here."""
        if self.token.kind not in ("word", "text"):
            self.fail(tr("expected {what}", what=what))
        return self.next()

    def fail(self, what: str, at: int | None = None) -> NoReturn:
        """Raise NotationError at a character, or at the next token."""
        start = self.token.start if at is None else at
        if at is None and self.token.kind == "end":
            what = tr("the line ends here: {what}", what=what)
        raise NotationError(self.source, [(start, what)])
