"""The pieces for plain values: closed words, flags, names, texts, numbers, hexes and dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoplo_companion.components.words import COLOURS
from hoplo_companion.notation.grammar import Piece
from hoplo_companion.notation.phrases import PhraseCursor, is_plain, quoted, said, signed, write_name


class Word(Piece):
    """One of a closed list of words; those in `marked` are told from others by a word in front (`class attacker`)."""

    def __init__(
        self, key: str, words: Iterable[str], *before: str, mark: str = "", marked: tuple[str, ...] = (), **how: Any
    ) -> None:
        super().__init__(key, *before, **how)
        self.mark = mark
        self.marked = marked
        self.meanings: dict[str, str] = {}
        for word in words:
            if word not in marked:
                self.meanings[word] = word
            if mark:
                self.meanings[f"{mark} {word}"] = word
        self.what = how.get("what") or "one of: " + ", ".join(map(said, self.meanings))

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of the longest word that stands here."""
        return cursor.match_any(self.meanings)

    def value(self, cursor: PhraseCursor) -> str:
        """Read the longest word that stands here."""
        return cursor.choose(self.meanings, self.what)

    def shown(self, value: str, record: Any) -> str:
        """Write the word, with its mark where it needs one."""
        return said(f"{self.mark} {value}" if value in self.marked else value)


class Flag(Piece):
    """What is true where its words stand (its `before`)."""

    def value(self, cursor: PhraseCursor) -> bool:
        """Take the words for the value."""
        return True

    def shown(self, value: bool, record: Any) -> str:
        """Write nothing but the words in front."""
        return ""


class Either(Piece):
    """What holds, does not hold (`non elite`), or is left open."""

    def __init__(self, key: str) -> None:
        super().__init__(key)

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens that say whether it holds."""
        return cursor.match_any((self.key, f"non {self.key}"))

    def value(self, cursor: PhraseCursor) -> bool:
        """Read whether it holds."""
        holds = not cursor.take("non")
        cursor.expect(self.key)
        return holds

    def shown(self, value: bool, record: Any) -> str:
        """Write whether it holds."""
        return self.key if value else f"non {self.key}"


class Noise(Piece):
    """Words that are read and have no meaning of their own; the first of them is written if `written`."""

    def __init__(self, *words: str, written: bool = False, needed: bool = False) -> None:
        super().__init__("", *words, what=words[0], needed=needed)
        self.written = written

    def value(self, cursor: PhraseCursor) -> Any:
        """Read nothing more."""
        return None

    def write(self, value: Any, record: Any) -> str:
        """Write the word, or nothing."""
        return super().write(value, record) if self.written else ""

    def shown(self, value: Any, record: Any) -> str:
        """Write nothing but the word."""
        return ""


class Name(Piece):
    """A name; `all` with what it is of (`all skills`) stands for the name "all"."""

    def __init__(self, key: str, what: str, *before: str, every: str = "", **how: Any) -> None:
        super().__init__(key, *before, what=what, **how)
        self.every = every

    def opens(self, cursor: PhraseCursor) -> int:
        """Tell whether a word or a text stands here."""
        return int(cursor.token.kind in ("word", "number", "text"))

    def value(self, cursor: PhraseCursor) -> str:
        """Read the name."""
        if self.every and cursor.take("all"):
            cursor.take(self.every)
            return "all"
        return cursor.name(self.what)

    def shown(self, value: str, record: Any) -> str:
        """Write the name."""
        return f"all {self.every}" if self.every and value == "all" else write_name(value)


class Text(Piece):
    """A text, which is always in quotes."""

    what = 'a text in quotes, such as "take the chip"'

    def opens(self, cursor: PhraseCursor) -> int:
        """Tell whether a text stands here; without its quotes it is one that is to be put right."""
        return int(cursor.token.kind == "text" or is_plain(cursor.token.value))

    def value(self, cursor: PhraseCursor) -> str:
        """Read the text."""
        return cursor.text()

    def shown(self, value: str, record: Any) -> str:
        """Write the text."""
        return quoted(value)


class Whole(Piece):
    """A whole number."""

    what = "a whole number"

    def opens(self, cursor: PhraseCursor) -> int:
        """Tell whether a number stands here."""
        return int(cursor.token.kind == "number")

    def value(self, cursor: PhraseCursor) -> int:
        """Read the number."""
        return cursor.number()

    def shown(self, value: int, record: Any) -> str:
        """Write the number."""
        return write_number(value)


class Signed(Piece):
    """A number that is added or taken off (`+1`)."""

    what = "+N or -N"

    def opens(self, cursor: PhraseCursor) -> int:
        """Tell whether a number with a sign stands here."""
        return int(cursor.token.kind == "signed")

    def value(self, cursor: PhraseCursor) -> int:
        """Read the number with its sign."""
        cursor.at += 1
        return signed(cursor.tokens[cursor.at - 1].value)

    def shown(self, value: int, record: Any) -> str:
        """Write the number with its sign."""
        return f"{value:+d}"


class Ahead(Signed):
    """A number with a sign that is typed in front (`+1 movement`), and written behind."""

    def write(self, value: int, record: Any) -> str:
        """Write nothing: it is written behind."""
        return ""


class Several(Piece):
    """Some whole numbers or words, apart by `or` (`act 1 or 2`)."""

    def __init__(self, key: str, before: str, words: Iterable[str] = ()) -> None:
        super().__init__(key, before)
        self.meanings = {word: word for word in words}

    def value(self, cursor: PhraseCursor) -> list[int] | list[str]:
        """Read one at least."""
        found: list[Any] = []
        while not found or self._more(cursor):
            if self.meanings:
                found.append(cursor.choose(self.meanings, "one of: " + ", ".join(map(said, self.meanings))))
            else:
                found.append(cursor.number())
            cursor.take("or")
        return found

    def _more(self, cursor: PhraseCursor) -> bool:
        if self.meanings:
            return cursor.match_any(self.meanings) > 0
        return cursor.token.kind == "number" or cursor.match("minus") > 0

    def shown(self, value: list[Any], record: Any) -> str:
        """Write them apart by `or`."""
        return " or ".join(said(each) if isinstance(each, str) else write_number(each) for each in value)


class Hexes(Piece):
    """Names of hexes in brackets (`(A1 B2)`)."""

    what = "hexes in brackets, such as (A1 B2)"

    def opens(self, cursor: PhraseCursor) -> int:
        """Tell whether a bracket stands here."""
        return cursor.match("(")

    def value(self, cursor: PhraseCursor) -> list[str]:
        """Read the names between the brackets."""
        if not cursor.take("("):
            cursor.fail(self.what)
        found = []
        while not cursor.take(")"):
            found.append(cursor.one_name("a hex, or )"))
            cursor.take(",")
        return found

    def shown(self, value: list[str], record: Any) -> str:
        """Write the names between brackets."""
        return f"({' '.join(each if _is_one(each) else quoted(each) for each in value)})"


class Colours(Piece):
    """Dice by their colours: `red black`, `2 green`, or `no dice`."""

    what = "colours of dice: " + ", ".join(COLOURS)

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of a colour, or of a number of dice."""
        ahead = int(cursor.token.kind == "number" or cursor.match("a") > 0)
        colour = cursor.match_any(COLOURS, ahead)
        return ahead + colour if colour else cursor.match("no dice")

    def value(self, cursor: PhraseCursor) -> list[str]:
        """Read colours up to another word."""
        if cursor.take("no dice"):
            return []
        found: list[str] = []
        while not found or self.opens(cursor):
            cursor.take("a")
            many = cursor.number() if cursor.token.kind == "number" else 1
            if not 1 <= many <= 20:
                cursor.at -= 1
                cursor.fail("a number of dice from 1 to 20")
            found += [cursor.choose({colour: colour for colour in COLOURS}, self.what)] * many
            cursor.take("dice", "die")
        return found

    def shown(self, value: list[str], record: Any) -> str:
        """Write the colours one by one."""
        return " ".join(value) or "no dice"


def write_number(number: int) -> str:
    """Write a whole number; one below 0 in words, for `-1` means that something is taken off."""
    return str(number) if number >= 0 else f"minus {-number}"


def _is_one(name: str) -> bool:
    # Between brackets no word has another meaning, but a name is a single word.
    return " " not in name and is_plain(name, frozenset())
