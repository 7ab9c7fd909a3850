"""How records are read and written as words: a notation and its pieces, each of which knows both directions of a key.

A notation is a head (`add`) and its pieces in the order in which they are written. Whatever has its default is left
out; what is optional is read in any order. So the two directions of every verb and condition stand in one table row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar

from msgspec import NODEFAULT, structs

from hoplo_companion.components.names import either
from hoplo_companion.components.words import COLOURS, read_dice
from hoplo_companion.language import later, tr
from hoplo_companion.notation.lexer import (
    A_TEXT,
    RESERVED,
    PhraseCursor,
    is_plain,
    said,
    signed,
    write_name,
    write_text,
)

T = TypeVar("T")


class Piece:
    """One key of a record in a line: `before` is written in front of it, and what is in `also` is read there too.

    A `needed` piece has to be there; `unless` are the keys without which it is written even with its default.
    """

    what = later("something different")

    def __init__(
        self,
        key: str,
        before: str = "",
        *also: str,
        what: str = "",
        needed: bool = False,
        unless: tuple[str, ...] | None = None,
    ) -> None:
        self.key = key
        self.before = before
        self.prefixes = tuple(filter(None, (before, *also)))
        self.what = what or self.what
        self.needed = needed
        self.unless = unless

    def hint(self) -> str:
        """Say what it looks like, for whoever typed something different."""
        return tr(self.what)

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show this piece to begin; 0 if it does not."""
        if self.prefixes:
            return cursor.match_any(self.prefixes)
        return self.opens(cursor)

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show its value to begin."""
        return int(cursor.token.kind in ("word", "number", "text"))

    def read(self, cursor: PhraseCursor) -> Any:
        """Read it with what is in front of it."""
        if self.prefixes and not cursor.take(*self.prefixes):
            cursor.fail(f"{self.before} …" if self.before else self.hint())
        return self.value(cursor)

    def value(self, cursor: PhraseCursor) -> Any:
        """Read its value; what is in front of it says it all where it has none."""
        return None

    def write(self, value: Any, record: Any) -> str:
        """Write it with what is in front of it; empty if nothing is written."""
        shown = self.shown(value, record)
        gap = "" if self.before == "x" and not shown[:1].isalpha() else " "
        return f"{self.before}{gap}{shown}".strip()

    def shown(self, value: Any, record: Any) -> str:
        """Write its value; empty where what is in front of it says it all."""
        return ""


class Notation(Generic[T]):
    """How a record is written: its heads and its pieces, or `bare` where no piece has anything to write.

    `subject` is the key that is written in front of the head where it does not have its default (`opponent cannot
    move`).
    """

    def __init__(
        self, kind: type[T], heads: Iterable[str], pieces: Iterable[Piece], *, bare: str = "", subject: str = ""
    ) -> None:
        self.kind = kind
        self.heads = tuple(heads)
        self.pieces = tuple(pieces)
        self.bare = bare
        self.subject = subject
        defaults = {}
        for field in structs.fields(kind):  # type: ignore[arg-type]
            factory = field.default_factory
            defaults[field.name] = factory() if factory is not NODEFAULT else field.default
        self.defaults: Mapping[str, Any] = defaults
        for piece in self.pieces:
            piece.needed |= defaults.get(piece.key) is NODEFAULT
        self.some = tuple(piece.key for piece in self.pieces if isinstance(piece, Signed) and piece.unless)
        if self.some:
            self.some += tuple(chain(*(piece.unless or () for piece in self.pieces if piece.key in self.some)))

    def score(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show it to be this; 0 if it is not."""
        head = cursor.match_any(self.heads)
        if self.heads and not head:
            return 0
        start = cursor.at
        cursor.at += head
        first = max((piece.starts(cursor) for piece in self._next(list(self.pieces))), default=0)
        cursor.at = start
        return head + (first or (cursor.match(self.bare) if self.bare else 0))

    def read(self, cursor: PhraseCursor, **given: Any) -> T:
        """Read it; UsageError where a needed piece is not there. The keys that are `given` are not read."""
        if self.heads and not cursor.take(*self.heads):
            cursor.fail(self.heads[0])
        values, left = dict(given), [piece for piece in self.pieces if piece.key not in given]
        while near := self._next(left):
            starts = [piece.starts(cursor) for piece in near]
            if not max(starts):
                if near[-1].needed:
                    near[-1].read(cursor)
                    cursor.fail(near[-1].hint())
                break
            piece = near[starts.index(max(starts))]
            found = piece.read(cursor)
            if piece.key:
                values[piece.key] = found
            left = [each for each in left if each is not piece and (not piece.key or each.key != piece.key)]
        if values == given and self.bare:
            cursor.take(self.bare)
        if self.some and not any(key in values for key in self.some):
            cursor.fail(either(dict.fromkeys(piece.hint() for piece in self.pieces if piece.key in self.some)))
        return self.kind(**values)

    def _next(self, left: list[Piece]) -> list[Piece]:
        """The pieces that may come next: all up to the first that is needed."""
        needed = [number for number, piece in enumerate(left) if piece.needed]
        return left[: needed[0] + 1] if needed else left

    def write(self, record: T) -> str:
        """Write it on one line."""
        written = []
        for piece in self.pieces:
            if not piece.key:
                written.append(piece.write(None, record))
            elif self._is_written(piece, record) and piece.key != self.subject:
                written.append(piece.write(getattr(record, piece.key), record))
        body = " ".join(filter(None, written)) or self.bare
        subject = ""
        if self.subject and self._differs(self.subject, record):
            [piece] = [each for each in self.pieces if each.key == self.subject]
            subject = piece.shown(getattr(record, self.subject), record)
        return " ".join(filter(None, (subject, self.heads[0] if self.heads else "", body)))

    def _is_written(self, piece: Piece, record: T) -> bool:
        if piece.needed or self._differs(piece.key, record):
            return True
        return piece.unless is not None and not any(self._differs(key, record) for key in piece.unless)

    def _differs(self, key: str, record: T) -> bool:
        return bool(getattr(record, key) != self.defaults[key])


class Word(Piece):
    """One of a closed list of words; those in `marked` need a word in front (`class attacker`)."""

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

    def hint(self) -> str:
        """The words."""
        return tr("one of: {words}", words=", ".join(map(said, self.meanings)))

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of the longest word that stands here."""
        return cursor.match_any(self.meanings)

    def value(self, cursor: PhraseCursor) -> str:
        """Read the longest word that stands here."""
        return cursor.choose(self.meanings, self.hint)

    def shown(self, value: str, record: Any) -> str:
        """Write the word, with its mark where it needs one."""
        return said(f"{self.mark} {value}" if value in self.marked else value)


class Flag(Piece):
    """What is true where its words stand (its `before`)."""

    def value(self, cursor: PhraseCursor) -> bool:
        """Take the words for the value."""
        return True


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

    def hint(self) -> str:
        """Its word, which is the same in every language."""
        return self.what

    def write(self, value: Any, record: Any) -> str:
        """Write the word, or nothing."""
        return super().write(value, record) if self.written else ""


class Name(Piece):
    """A name; `all` with what it is of (`all skills`) stands for the name "all"."""

    def __init__(self, key: str, what: str, *before: str, every: str = "", **how: Any) -> None:
        super().__init__(key, *before, what=what, **how)
        self.every = every

    def value(self, cursor: PhraseCursor) -> str:
        """Read the name."""
        if self.every and cursor.take("all"):
            cursor.take(self.every)
            return "all"
        return cursor.name(self.hint)

    def shown(self, value: str, record: Any) -> str:
        """Write the name."""
        return f"all {self.every}" if self.every and value == "all" else write_name(value)


class Text(Piece):
    """A text, which is always in quotes."""

    what = A_TEXT

    def opens(self, cursor: PhraseCursor) -> int:
        """Say whether a text begins here; one without quotes is taken for a mistake in it."""
        return int(cursor.token.kind == "text" or is_plain(cursor.token.value))

    def value(self, cursor: PhraseCursor) -> str:
        """Read the text."""
        return cursor.text()

    def shown(self, value: str, record: Any) -> str:
        """Write the text."""
        return write_text(value)


class Whole(Piece):
    """A whole number."""

    def hint(self) -> str:
        """Say that it is one, behind its sign if it has one."""
        return f"{self.before} N" if self.before == "=" else tr("a whole number")

    def opens(self, cursor: PhraseCursor) -> int:
        """Say whether a number stands here."""
        return int(cursor.token.kind == "number")

    def value(self, cursor: PhraseCursor) -> int:
        """Read the number."""
        return cursor.number()

    def shown(self, value: int, record: Any) -> str:
        """Write the number."""
        return write_number(value)


class Signed(Piece):
    """A number that is added or taken off (`+1`)."""

    what = later("+N or -N")

    def opens(self, cursor: PhraseCursor) -> int:
        """Say whether a number with a sign stands here."""
        return int(cursor.token.kind == "signed")

    def value(self, cursor: PhraseCursor) -> int:
        """Read the number with its sign."""
        return signed(cursor.next().value)

    def shown(self, value: int, record: Any) -> str:
        """Write the number with its sign."""
        return f"{value:+d}"


class Ahead(Signed):
    """A number with a sign that is typed in front (`+1 movement`), and written behind."""

    def write(self, value: int, record: Any) -> str:
        """Write nothing: it is written behind."""
        return ""


class Several(Piece):
    """Some whole numbers or words, separated by `or` (`act 1 or 2`)."""

    def __init__(self, key: str, before: str, words: Iterable[str] = ()) -> None:
        super().__init__(key, before)
        self.meanings = {word: word for word in words}

    def hint(self) -> str:
        """The words."""
        return tr("one of: {words}", words=", ".join(map(said, self.meanings)))

    def value(self, cursor: PhraseCursor) -> list[int] | list[str]:
        """Read one at least."""
        found: list[Any] = []
        while not found or self._more(cursor):
            if self.meanings:
                found.append(cursor.choose(self.meanings, self.hint))
            else:
                found.append(cursor.number())
            cursor.take("or")
        return found

    def _more(self, cursor: PhraseCursor) -> bool:
        if self.meanings:
            return cursor.match_any(self.meanings) > 0
        return cursor.token.kind == "number" or cursor.match("minus") > 0

    def shown(self, value: list[Any], record: Any) -> str:
        """Write them with `or` between them."""
        return " or ".join(said(each) if isinstance(each, str) else write_number(each) for each in value)


class Hexes(Piece):
    """Names of hexes in brackets (`(A1 B2)`)."""

    what = later("hexes in brackets, such as (A1 B2)")

    def opens(self, cursor: PhraseCursor) -> int:
        """Say whether a bracket stands here."""
        return cursor.match("(")

    def value(self, cursor: PhraseCursor) -> list[str]:
        """Read the names between the brackets."""
        if not cursor.take("("):
            cursor.fail(self.hint())
        found = []
        while not cursor.take(")"):
            found.append(cursor.one_name(later("a hex, or )")))
            cursor.take(",")
        return found

    def shown(self, value: list[str], record: Any) -> str:
        """Write the names between brackets."""
        # Between brackets no word has another meaning, but a name is a single word.
        one = [" " not in each and is_plain(each, frozenset()) for each in value]
        names = [each if plain else write_text(each) for each, plain in zip(value, one, strict=True)]
        return f"({' '.join(names)})"


class Colours(Piece):
    """Dice by their colours: `red black`, `2 green`, `bb`, or `no dice`."""

    def hint(self) -> str:
        """The colours."""
        return tr("colours of dice: {colours}", colours=", ".join(COLOURS))

    def opens(self, cursor: PhraseCursor) -> int:
        """Count the tokens of some dice, with their number."""
        ahead = int(cursor.token.kind == "number" or cursor.match("a") > 0)
        token = cursor.peek(ahead)
        if cursor.match_any(COLOURS, ahead) or (
            token.value not in RESERVED and token.kind == "word" and read_dice(token.value)
        ):
            return ahead + 1
        return cursor.match("no dice")

    def value(self, cursor: PhraseCursor) -> list[str]:
        """Read dice up to another word."""
        if cursor.take("no dice"):
            return []
        found: list[str] = []
        while not found or self.opens(cursor):
            cursor.take("a")
            many = cursor.number() if cursor.token.kind == "number" else 1
            if not 1 <= many <= 20:
                cursor.at -= 1
                cursor.fail(tr("a number of dice from 1 to 20"))
            if not self.opens(cursor):
                cursor.fail(self.hint())
            found += list(read_dice(cursor.next().value) or ()) * many
            cursor.take("dice", "die")
        return found

    def shown(self, value: list[str], record: Any) -> str:
        """Write the colours one by one."""
        return " ".join(value) or "no dice"


def write_number(number: int) -> str:
    """Write a whole number; one below 0 in words, for `-1` means that something is taken off."""
    return str(number) if number >= 0 else f"minus {-number}"
