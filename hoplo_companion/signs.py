"""Signs that a terminal obeys, or that deceive the eye: refused in records, and let out to no terminal as they are.

What is written for a terminal goes through `Plain`, whoever writes it; what goes past it (colours, the prompt library)
is cleaned with `visible` before.
"""

import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TextIO

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of signs that steer, and have no picture of their own; tabs and ends of lines are let through."""

_BLANK = "\u2800\U0001d159"
"""Two signs without any ink that no property of the character database knows."""


@cache
def _patterns() -> tuple[Callable[[str], Any], Callable[[str, int], Any]]:
    """What finds a sign that is ignorable by default, and one that joins its neighbours as their writing needs it."""
    import regex  # only texts with signs of far scripts need it

    picture = r"[[\p{Emoji}\p{Emoji_Modifier}]--\p{ASCII}]"
    joined = r"[\p{Joining_Type=D}\p{Mc}\p{Mn}]"
    joiner = rf"(?<={picture}|{joined})\p{{Join_Control}}(?={picture}|\p{{Lo}})"
    selector = rf"(?<={picture})\p{{Variation_Selector}}"
    ignorable = regex.compile(r"\p{Default_Ignorable_Code_Point}")
    return ignorable.match, regex.compile(f"{joiner}|{selector}", regex.V1).match


@cache
def _is_hidden(sign: str) -> bool:
    """Whether a sign, taken by itself, is obeyed by a terminal or cannot be seen."""
    category = unicodedata.category(sign)
    if category in _UNSEEN:
        return sign not in "\t\n"
    # All others that are ignorable by default are marks, letters, or not assigned.
    return sign in _BLANK or (category in ("Mn", "Lo", "Cn") and bool(_patterns()[0](sign)))


def _hidden(text: str) -> Iterator[int]:
    """The places of a text whose signs deceive: all hidden ones but those that join letters or pictures."""
    if (text.isascii() and text.isprintable()) or not any(map(_is_hidden, set(text))):
        return
    for at, sign in enumerate(text):
        if _is_hidden(sign) and (sign.isascii() or not _patterns()[1](text, at)):
            yield at


def deceiving(text: str) -> str:
    """The first sign of a text that deceives, as it can be shown; empty where there is none."""
    return next((_shown(text[at]) for at in _hidden(text)), "")


def is_name(text: str) -> bool:
    """Say whether a text can be a name: one line, without signs that deceive."""
    return not (deceiving(text) or "\n" in text or "\t" in text)


def visible(text: str) -> str:
    """Write a text so that every sign that deceives can be seen, as JSON writes it (a backslash and `u001b`)."""
    found = set(_hidden(text))
    return "".join(_shown(sign) if at in found else sign for at, sign in enumerate(text)) if found else text


def visible_json(data: bytes) -> bytes:
    """Write JSON so that every sign that deceives is escaped in it."""
    return data if data.isascii() and b"\x7f" not in data else visible(data.decode()).encode()


def _shown(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def deceptions(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """The places within plain data whose text deceives, or a key of theirs, each with the sign."""
    match value:
        case str() if sign := deceiving(value):
            yield where, sign
        case list():
            for at, each in enumerate(value):
                yield from deceptions(each, f"{where}[{at}]")
        case dict():
            for key, each in value.items():
                if sign := deceiving(str(key)):
                    yield where, sign
                elif key == "name" and isinstance(each, str) and "\n" in each:
                    yield f"{where}.name".lstrip("."), "\\n"
                else:
                    yield from deceptions(each, f"{where}.{key}" if where else str(key))


class Plain:
    """A stream for people that deceives nobody: `past` is the stream itself, `fault` why the last thing was lost."""

    def __init__(self, past: TextIO) -> None:
        self.past = past
        self.fault: OSError | None = None

    def write(self, text: str) -> int:
        """Write a text, with what deceives made visible."""
        return self.write_past(visible(text))

    def write_past(self, text: str) -> int:
        """Write a text as it is."""
        try:
            if self.fault is None:
                self.past.write(text)
        except OSError as fault:
            self.fault = fault
        return len(text)

    def flush(self) -> None:
        """Send off what was written."""
        try:
            if self.fault is None:
                self.past.flush()
        except OSError as fault:
            self.fault = fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self.past, name)
