"""Signs that a terminal obeys, or that deceive the eye: refused in records, and let out to no terminal as they are.

What is written for a terminal goes through `Plain`, whoever writes it; what goes past it (colours, the prompt library)
is cleaned with `visible` before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TextIO

_SIGNS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # of control, but for tabs and ends of lines
    "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # unseen, or turning others round
    "\ud800-\udfff\U000e0000-\U000e007f"  # no signs at all, and tags
)
DECEIVING = re.compile(f"[{_SIGNS}]")
_TOGETHER = re.compile("(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""Joiners between letters or pictures that need them: nobody is deceived by those."""


def deceiving(text: str) -> str:
    """Give the first sign of a text that deceives, as it can be shown; empty where there is none."""
    found = DECEIVING.search(text)
    if found is not None and _TOGETHER.search(text):
        found = DECEIVING.search(_TOGETHER.sub("", text))
    return _shown(found) if found is not None else ""


def is_name(text: str) -> bool:
    """Say whether a text can be a name: one line, without signs that deceive."""
    return (text.isascii() and text.isprintable()) or not (deceiving(text) or "\n" in text or "\t" in text)


def visible(text: str) -> str:
    """Write a text so that every sign that deceives can be seen, as JSON writes it (a backslash and `u001b`)."""
    if text.isascii() and text.isprintable():
        return text
    return DECEIVING.sub(lambda sign: sign[0] if _TOGETHER.match(text, sign.start()) else _shown(sign), text)


def visible_json(data: bytes) -> bytes:
    """Write JSON so that every sign that deceives is escaped in it."""
    return data if data.isascii() and b"\x7f" not in data else visible(data.decode()).encode()


def _shown(sign: re.Match[str]) -> str:
    number = ord(sign[0])
    if number < 0x10000:
        return f"\\u{number:04x}"
    number -= 0x10000
    return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"


def deceptions(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """List the places within plain data whose text or key deceives, each with the sign.

    Shapes: the place of a key is that of its table.
    """
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
    """A stream for people: what is written there deceives nobody, and what it cannot take is never an error.

    Shapes: `past` is the stream itself, for what has been cleaned; `fault` is why the last thing written was lost.
    """

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

    def writelines(self, lines: list[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Send off what was written."""
        try:
            if self.fault is None:
                self.past.flush()
        except OSError as fault:
            self.fault = fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self.past, name)
