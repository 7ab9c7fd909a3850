"""The words of a position's notation, a place among them, and errors that point at a character."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from hoplo_companion.errors import UsageError, cells, clip, part
from hoplo_companion.language import later, tr
from hoplo_companion.notation.lexer import Cursor, Token, scan

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
    rf"(?P<gap>[\s{_UNSEEN}]+)|(?P<json>[\"{{\[{QUOTES}])|(?P<mark>[|,:@#+*!^=/])|(?P<word>{_WORD})|(?P<other>.)",
    re.DOTALL,
)
PLAIN = re.compile(_WORD)
NOTHING = "-"
WORDS_OF_VALUES: dict[str, bool | None] = {"yes": True, "no": False, "true": True, "false": False, "null": None}
"""Words that stand for a value; a text that is one of them goes in quotes."""

_ROOM = 74
"""The cells of a line that are shown around a place: with what is around them, as many as any terminal has."""

_DEEPEST = 200
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
    """Give as much of the beginning of a text as there are cells for."""
    while cells(text) > room:
        text = text[: min(len(text) - 1, room)]
    return text


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(tr("{value} is not a value of JSON", value=constant))


def whole(text: str) -> int | None:
    """Read a whole number; None where a text is not one, or not one that a position can hold."""
    number = int(text) if text.isascii() and _WHOLE.fullmatch(text) else None
    return number if number is not None and abs(number) <= _MOST_WHOLE else None


def _whole_of_json(text: str) -> int:
    number = whole(text)
    if number is None:
        raise ValueError(tr("{value} is too large a number", value=clip(text)))
    return number


def _is_deep(value: Any, left: int = _DEEPEST) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not left or any(_is_deep(each, left - 1) for each in inside)


_json_at = json.JSONDecoder(parse_constant=_refuse, parse_int=_whole_of_json).raw_decode


def tokens(line: str) -> list[Token]:
    """Split a line into tokens, ending with one for its end; NotationError where a quote or bracket has no partner."""
    if len(line) > LONGEST:
        why = tr("a line has at most {most} characters, not {n}", most=LONGEST, n=len(line))
        raise NotationError(line, [(LONGEST, why)])
    found = []
    for token in scan(_TOKEN, line, {"json": _value_at}):
        if token.kind == "other":
            raise NotationError(
                line, [(token.start, tr("{word} does not belong in a position", word=clip(token.value)))]
            )
        is_dash = token.kind == "word" and token.value in DASHES
        found.append(token._replace(value=NOTHING) if is_dash else token)
    return [*found, Token("end", "", len(line), len(line))]


def _value_at(line: str, start: int) -> Token:
    """Read a text in quotes or a value in JSON.

    Between straight quotes curly ones are letters as any other; they count as quotes where nothing else can be read.
    """
    try:
        return _json_value_at(line, start)
    except NotationError as fault:
        if not any(quote in line for quote in QUOTES):
            raise
        try:
            return _json_value_at(line[:start] + line[start:].translate(_STRAIGHT), start, line)
        except NotationError as other:
            raise (other if line[start] in QUOTES or other.at > fault.at else fault) from None


_STRAIGHT = {ord(quote): '"' for quote in QUOTES}


def _json_value_at(read: str, start: int, line: str = "") -> Token:
    """Read a value where it begins; `line` is as it was typed, if it is read differently."""
    line = line or read
    text = line[start] not in "{["
    wrong = later("not a text in quotes: {reason}") if text else later("not a value in JSON: {reason}")
    try:
        value, end = _json_at(read, start)
        json.dumps(value, ensure_ascii=False).encode()
        if _is_deep(value):
            raise RecursionError
    except json.JSONDecodeError as fault:
        if text and "Unterminated" in fault.msg:
            why = tr("this quotation mark has no partner; texts go in double quotes")
            raise NotationError(line, [(start, why)]) from None
        raise NotationError(line, [(min(fault.pos, len(line)), tr(wrong, reason=fault.msg))]) from None
    except RecursionError:
        raise NotationError(line, [(start, tr(wrong, reason=tr("nested too deep")))]) from None
    except ValueError as fault:
        raise NotationError(line, [(start, tr(wrong, reason=str(fault)[:80]))]) from None
    places: dict[str, int] = {}
    if not text:
        _walk(read, start, "", places)
    return Token("text" if text else "json", value, start, end, places)


def _walk(text: str, at: int, where: str, places: dict[str, int]) -> int:
    """Go through a value in JSON, noting the place of each part of it, and give where it ends."""
    places.setdefault(where, at)
    if text[at] not in "{[":
        return int(_json_at(text, at)[1])
    # The place of a part of a table is that of its key.
    table, number, end = text[at] == "{", 0, _after(text, at + 1)
    while text[end] not in "}]":
        key = f"{where}[{number}]"
        if table:
            name, after = _json_at(text, end)
            key = f"{where}.{part(name)}"
            places[key] = end
            end = _after(text, after)
        end = _after(text, _walk(text, end, key, places))
        number += 1
    return end + 1


def _after(text: str, at: int) -> int:
    """Go past spaces, commas and colons."""
    while text[at] in " \t\r\n,:":
        at += 1
    return at


def write_json(value: Any) -> str:
    """Write a value in JSON, on one line; what cannot be seen is written as an escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else json.dumps(value, separators=(",", ":"))


def is_plain(text: str) -> bool:
    """Say whether a text stands for itself without quotes."""
    return (
        bool(PLAIN.fullmatch(text))
        and text.isprintable()
        and text not in WORDS_OF_VALUES
        and text not in (NOTHING, *DASHES)
    )


def write_text(text: str) -> str:
    """Write a text, in quotes where it needs them."""
    return text if is_plain(text) else write_json(text)


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
