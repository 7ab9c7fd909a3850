"""The ways in which hoplo says no, each with the exit code that DESIGN gives it."""

import unicodedata
from shlex import quote, split
from typing import Any, NamedTuple

from hoplo_companion.language import later, tr


class Defect(NamedTuple):
    """One thing that is wrong with what was read: a code, the place (`units[2].hex`), and what would be right."""

    code: str
    where: str
    message: str

    def sentence(self) -> str:
        """Say the defect in one line, its place first."""
        return f"{self.where}: {self.message}" if self.where else self.message


def defect(code: str, where: str, text: str, /, **parts: object) -> Defect:
    """A defect in the language that is spoken: a sentence with its parts."""
    return Defect(code, where, tr(text, **parts))


class Defects(list[Defect]):
    """What is wrong with something, as it comes up while that is read."""

    def wrong(self, code: str, where: str, text: str, /, **parts: object) -> None:
        """Add a defect."""
        self.append(defect(code, where, text, **parts))


def clip(value: object, most: int = 40) -> str:
    """Quote a value for a message: shortened, with control characters shown as escapes."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    text = repr(value[: most + 1] if isinstance(value, str) else value)
    return text if len(text) <= most else text[: most - 1] + "…"


def as_command(*words: str) -> str:
    """Write a command of hoplo as it can be typed: a word that a shell would take apart stands in quotes."""

    def quoted(word: str) -> str:
        # A mere apostrophe is easiest to read between double quotes.
        return f'"{word}"' if "'" in word and not set(word) & set('"$`\\!') else quote(word)

    return " ".join(["hoplo", *(word if word == "…" else quoted(word) for word in words)])


def cells(text: str) -> int:
    """Count the cells that a text takes up in a terminal: two for a wide sign, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def part(key: str) -> str:
    """Write a key as part of a place: as it is where it can stand in a line, else quoted."""
    return key if 0 < len(key) < 60 and key.isprintable() and " " not in key else clip(key)


def system_reason(fault: Exception) -> str:
    """Say why the system refused something, in its own words; those that it says most often are translated."""
    return tr(getattr(fault, "strerror", None) or str(fault))


class HoploError(Exception):
    """An expected failure, never a traceback: a sentence with its parts, one line for the player."""

    exit_code = 1
    code = "error"

    def __init__(self, text: str = "", /, **parts: object) -> None:
        super().__init__(tr(text, **parts))

    def defect(self) -> Defect:
        """What is wrong, for programs."""
        return Defect(self.code, "", str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how another process makes it again, worded as it is."""
        return Exception.__new__, (type(self), *self.args), self.__dict__


class UsageError(HoploError):
    """The call itself is wrong."""

    exit_code = 2


def words_of(line: str) -> list[str]:
    """The words of a line, one between quotation marks being one; UsageError where those are not closed."""
    try:
        return split(line)
    except ValueError:
        raise UsageError("a quotation mark is not closed") from None


class IllegalError(HoploError):
    """The rules do not allow it."""

    exit_code = 3


MOST_DEFECTS = 100  # as many defects are listed one by one; nobody reads more


class InvalidError(HoploError):
    """What was read cannot be used; all its defects, in the order of their places."""

    def __init__(self, defects: list[Defect], what: str = "") -> None:
        self.defects = defects[:MOST_DEFECTS]
        if len(defects) > MOST_DEFECTS:
            self.defects.append(Defect("more", "", tr("and {n} more", n=len(defects) - MOST_DEFECTS)))
        self.what = what
        head = f"{what}: " if what else ""
        super().__init__(head + "; ".join(defect.sentence() for defect in defects))

    def defect(self) -> Defect:
        """The first defect, with the sentences of the others behind its own: one record has them all."""
        first, *others = self.defects
        return first._replace(message="; ".join([first.message, *(each.sentence() for each in others)]))


class StoppedError(HoploError):
    """The player stopped at a question; nothing was kept. An evening ends with its `farewell`."""

    exit_code = 130

    def __init__(self, farewell: str = "") -> None:
        self.farewell = farewell
        super().__init__(tr("stopped"))


STATS = {
    "movement": later("Movement"),
    "range": later("Range"),
    "health": later("Health"),
    "hp": later("HP"),
    "attack": later("Attack"),
}
"""What the stats of a unit are called, by their keys."""


class UnknownStatError(HoploError):
    """A number that is printed on a chip and needed now, and that neither the data nor the position has."""

    def __init__(self, unit: str, chip: str, stat: str) -> None:
        self.unit = unit
        self.chip = chip
        self.stat = stat
        text = later(
            "the {stat} of {name} ({unit}) is not known: read it off the chip and enter it by `{command}`, or as "
            "`{key}` in the position"
        )
        if stat == "stayed":
            text = later(
                "it is not known whether {name} ({unit}) moved in its Movement Step: name {unit} in `state.stayed` or "
                "`state.moved`"
            )
        name, command = chip.replace("-", " ").title(), as_command("data", "add", "unit", chip)
        super().__init__(text, stat=tr(STATS.get(stat, stat)), name=name, unit=unit, command=command, key=stat)

    def defect(self) -> Defect:
        """The number that is not known, for programs."""
        return Defect("unknown-stat", f"{self.unit}.{self.stat}", str(self))


class UnknownPrioritiesError(InvalidError):
    """An arena's priority lists, which are needed now and which no source states."""

    def __init__(self, arena: str, name: str) -> None:
        self.arena, self.name = arena, name
        text = later("the priority lists of this arena are not known: type them from its card")
        if arena:
            text = later("the priority lists of {name} are not known: type them from its card, as in: {command}")
        command = as_command("data", "add", "arena", f"{name}: all: flagholder > strongest")
        super().__init__([defect("unknown-priorities", "arena.priorities", text, name=name, command=command)])


UNKNOWN = (UnknownStatError, UnknownPrioritiesError)
"""What is not known yet: where it can be asked, it is."""
