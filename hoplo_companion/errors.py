"""The ways in which hoplo says no, each with the exit code that DESIGN gives it."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class Defect(NamedTuple):
    """One thing that is wrong with what was read: a code, the place (`units[2].hex`), and what would be right."""

    code: str
    where: str
    message: str

    def sentence(self) -> str:
        """Say the defect in one line, its place first."""
        return f"{self.where}: {self.message}" if self.where else self.message


def clip(value: object, most: int = 40) -> str:
    """Quote a value for a message: shortened, with control characters shown as escapes."""
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    text = repr(value[: most + 1] if isinstance(value, str) else value)
    return text if len(text) <= most else text[: most - 1] + "…"


def cells(text: str) -> int:
    """Count the cells that a text takes up in a terminal: two for a wide sign, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def part(key: str) -> str:
    """Write a key as part of a place: as it is where it can stand in a line, else quoted."""
    return key if 0 < len(key) < 60 and key.isprintable() and " " not in key else clip(key)


class HoploError(Exception):
    """An expected failure: one line for the player, never a traceback."""

    exit_code = 1


class UsageError(HoploError):
    """The call itself is wrong."""

    exit_code = 2


class IllegalError(HoploError):
    """The rules do not allow it."""

    exit_code = 3


MOST_DEFECTS = 100
"""As many defects are listed one by one; nobody reads more."""


class InvalidError(HoploError):
    """What was read cannot be used; all its defects, in the order of their places."""

    def __init__(self, defects: list[Defect], what: str = "") -> None:
        self.defects = defects[:MOST_DEFECTS]
        if len(defects) > MOST_DEFECTS:
            self.defects.append(Defect("more", "", f"and {len(defects) - MOST_DEFECTS} more"))
        self.what = what
        head = f"{what}: " if what else ""
        super().__init__(head + "; ".join(defect.sentence() for defect in defects))


class StoppedError(HoploError):
    """The player stopped at a question; nothing was kept."""

    exit_code = 130

    def __init__(self) -> None:
        super().__init__("stopped")


class UnknownStatError(HoploError):
    """A number that is printed on a chip, is needed now, and is known neither to the data nor to the position."""

    def __init__(self, unit: str, chip: str, stat: str) -> None:
        self.unit = unit
        self.chip = chip
        self.stat = stat
        text = f"the {stat} of {unit} ({chip}) is in no source: read it off the chip and give it as `{stat}`"
        if stat == "stayed":
            text = (
                f"nobody has told whether {unit} moved in its Movement Step: name it in `state.stayed` or `state.moved`"
            )
        super().__init__(text)


class UnknownPrioritiesError(InvalidError):
    """An arena's priority lists, which are needed now and which no source states."""

    def __init__(self, arena: str, name: str) -> None:
        self.arena = arena
        text = f"the priority lists of {name or 'this arena'} are in no source: type them from its card"
        if arena:
            text += f", as in: hoplo data add arena '{name}: all: flagholder > strongest'"
        super().__init__([Defect("unknown-priorities", "arena.priorities", text)])


UNTOLD = (UnknownStatError, UnknownPrioritiesError)
"""What nobody has told yet: where it can be asked, it is."""
