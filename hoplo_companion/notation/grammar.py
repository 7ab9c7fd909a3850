"""How records are read and written as words: a notation and its pieces, each of which knows both directions of a key.

A notation is a head (`add`) and its pieces in the order in which they are written. Whatever has its default is left
out; what is optional is read in any order. So the two directions of every verb and condition stand in one table row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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


Reads = Callable[[PhraseCursor], Any]
Hint = str | Callable[[], str]


def begins(*kinds: str) -> Callable[[PhraseCursor], int]:
    """Count the token that stands here where it is of some kind."""
    return lambda cursor: int(cursor.token.kind in kinds)


ANYTHING, DIFFERENT = begins("word", "number", "text"), later("something different")


class Piece:
    """One key of a record in a line: what stands in front of it, and how its value is read and written.

    The first of `before` is written in front of it, and what follows there is read too. `opens` counts the tokens that
    show it to begin where nothing stands in front; `what` says what it looks like, for whoever typed something
    different; `short` are words that stand for a value of its own (`fully`). A `needed` piece has to be there; `unless`
    are the keys without which it is written even with its default, and with `either` one of them all has to be there.
    """

    def __init__(
        self,
        key: str,
        *before: str,
        value: Reads = lambda cursor: None,
        shown: Callable[[Any], str] = lambda value: "",
        opens: Callable[[PhraseCursor], int] = ANYTHING,
        what: Hint = DIFFERENT,
        short: tuple[str, Any] | None = None,
        needed: bool = False,
        written: bool = True,
        unless: tuple[str, ...] | None = None,
        either: bool = False,
    ) -> None:
        self.key = key
        self.before = before[0] if before else ""
        self.prefixes = tuple(filter(None, before))
        self.value, self.shown, self.opens, self.what = value, shown, opens, what
        self.short = short
        self.needed, self.written, self.unless, self.either = needed, written, unless, either

    def hint(self) -> str:
        """Say what it looks like."""
        return tr(self.what) if isinstance(self.what, str) else self.what()

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show this piece to begin; 0 if it does not."""
        found = cursor.match_any(self.prefixes) if self.prefixes else self.opens(cursor)
        return found or (cursor.match(self.short[0]) if self.short else 0)

    def read(self, cursor: PhraseCursor) -> Any:
        """Read it with what is in front of it."""
        if self.short and cursor.take(self.short[0]):
            return self.short[1]
        if self.prefixes and not cursor.take(*self.prefixes):
            cursor.fail(f"{self.before} …" if self.before else self.hint())
        return self.value(cursor)

    def write(self, value: Any) -> str:
        """Write it with what is in front of it; empty if nothing is written."""
        if self.short and value == self.short[1]:
            return self.short[0]
        shown = self.shown(value)
        gap = "" if self.before == "x" and not shown[:1].isalpha() else " "
        return f"{self.before}{gap}{shown}".strip() if self.written else ""


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
        self.some = tuple(piece.key for piece in self.pieces if piece.either)
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
                written.append(piece.write(None))
            elif piece.key != self.subject:
                is_alone = piece.unless is not None and not any(self._differs(key, record) for key in piece.unless)
                if piece.needed or is_alone or self._differs(piece.key, record):
                    written.append(piece.write(getattr(record, piece.key)))
        body = " ".join(filter(None, written)) or self.bare
        subject = ""
        if self.subject and self._differs(self.subject, record):
            [piece] = [each for each in self.pieces if each.key == self.subject]
            subject = piece.shown(getattr(record, self.subject))
        return " ".join(filter(None, (subject, self.heads[0] if self.heads else "", body)))

    def _differs(self, key: str, record: T) -> bool:
        return bool(getattr(record, key) != self.defaults[key])


def one_of(words: Iterable[str]) -> Callable[[], str]:
    """Say that one of some words is expected."""
    return lambda: tr("one of: {words}", words=", ".join(map(said, words)))


def meaning(key: str, meanings: Mapping[str, str], *before: str, what: Hint = "", **how: Any) -> Piece:
    """One of a closed list of words, each with what it means: the longest that stands here."""
    hint = what or one_of(meanings)
    how = {"shown": said, "opens": lambda cursor: cursor.match_any(meanings), **how}
    piece = Piece(key, *before, value=lambda cursor: cursor.choose(meanings, piece.hint), what=hint, **how)
    return piece


def word(
    key: str, words: Iterable[str], *before: str, mark: str = "", marked: tuple[str, ...] = (), **how: Any
) -> Piece:
    """One of a closed list of words; those in `marked` need a word in front (`class attacker`)."""
    meanings: dict[str, str] = {}
    for each in words:
        meanings |= {each: each} if each not in marked else {}
        meanings |= {f"{mark} {each}": each} if mark else {}

    def shown(value: str) -> str:
        return said(f"{mark} {value}" if value in marked else value)

    return meaning(key, meanings, *before, shown=shown, **how)


def flag(key: str, *before: str, **how: Any) -> Piece:
    """What is true where its words stand."""
    return Piece(key, *before, value=lambda cursor: True, **how)


def either_way(key: str) -> Piece:
    """What holds, does not hold (`non elite`), or is left open."""

    def value(cursor: PhraseCursor) -> bool:
        holds = not cursor.take("non")
        cursor.expect(key)
        return holds

    words = (key, f"non {key}")
    return Piece(key, value=value, shown=lambda value: words[not value], opens=lambda cursor: cursor.match_any(words))


def noise(*words: str, written: bool = False, needed: bool = False) -> Piece:
    """Words that are read and have no meaning of their own; the first of them is written if `written`."""
    return Piece("", *words, what=lambda: words[0], written=written, needed=needed)


def name(key: str, what: str, *before: str, every: str = "", **how: Any) -> Piece:
    """A name; `all` with what it is of (`all skills`) stands for the name "all"."""

    def value(cursor: PhraseCursor) -> str:
        if every and cursor.take("all"):
            cursor.take(every)
            return "all"
        return cursor.name(piece.hint)

    how = {"shown": lambda value: f"all {every}" if every and value == "all" else write_name(value), **how}
    piece = Piece(key, *before, value=value, what=what, **how)
    return piece


def text(key: str) -> Piece:
    """A text, which is always in quotes; one without quotes is taken for a mistake in it."""

    def opens(cursor: PhraseCursor) -> int:
        return int(cursor.token.kind == "text" or is_plain(cursor.token.value))

    return Piece(key, value=PhraseCursor.text, shown=write_text, opens=opens, what=A_TEXT)


def whole(key: str, *before: str) -> Piece:
    """A whole number."""
    what = later("a whole number") if before[:1] != ("=",) else lambda: "= N"
    return Piece(key, *before, value=PhraseCursor.number, shown=write_number, opens=begins("number"), what=what)


def signed_number(key: str, *before: str, **how: Any) -> Piece:
    """A number that is added or taken off (`+1`)."""
    return Piece(
        key, *before, value=lambda cursor: signed(cursor.next().value), shown="{:+d}".format, opens=begins("signed"),
        what=later("+N or -N"), **how,
    )  # fmt: skip


def several(key: str, before: str, words: Iterable[str] = ()) -> Piece:
    """Some whole numbers or words, separated by `or` (`act 1 or 2`)."""
    meanings = {each: each for each in words}
    hint = one_of(meanings)

    def more(cursor: PhraseCursor) -> int:
        return cursor.match_any(meanings or ("minus",)) or int(not meanings and cursor.token.kind == "number")

    def value(cursor: PhraseCursor) -> list[Any]:
        found: list[Any] = []
        while not found or more(cursor):
            found.append(cursor.choose(meanings, hint) if meanings else cursor.number())
            cursor.take("or")
        return found

    shown = said if meanings else write_number
    return Piece(key, before, value=value, shown=lambda value: " or ".join(map(shown, value)), what=hint)


def hexes(key: str, *before: str) -> Piece:
    """Names of hexes in brackets (`(A1 B2)`)."""

    def value(cursor: PhraseCursor) -> list[str]:
        if not cursor.take("("):
            cursor.fail(piece.hint())
        found = []
        while not cursor.take(")"):
            found.append(cursor.one_name(later("a hex, or )")))
            cursor.take(",")
        return found

    def shown(value: list[str]) -> str:
        # Between brackets no word has another meaning, but a name is a single word.
        names = [each if " " not in each and is_plain(each, frozenset()) else write_text(each) for each in value]
        return f"({' '.join(names)})"

    what = later("hexes in brackets, such as (A1 B2)")
    piece = Piece(key, *before, value=value, shown=shown, opens=lambda cursor: cursor.match("("), what=what)
    return piece


def colours(key: str, *before: str) -> Piece:
    """Dice by their colours: `red black`, `2 green`, `bb`, or `no dice`."""

    def opens(cursor: PhraseCursor) -> int:
        ahead = int(cursor.token.kind == "number" or cursor.match("a") > 0)
        token = cursor.peek(ahead)
        is_dice = token.value not in RESERVED and token.kind == "word" and read_dice(token.value)
        return ahead + 1 if cursor.match_any(COLOURS, ahead) or is_dice else cursor.match("no dice")

    def value(cursor: PhraseCursor) -> list[str]:
        if cursor.take("no dice"):
            return []
        found: list[str] = []
        while not found or opens(cursor):
            cursor.take("a")
            many = cursor.number() if cursor.token.kind == "number" else 1
            if not 1 <= many <= 20:
                cursor.at -= 1
                cursor.fail(tr("a number of dice from 1 to 20"))
            if not opens(cursor):
                cursor.fail(piece.hint())
            found += list(read_dice(cursor.next().value) or ()) * many
            cursor.take("dice", "die")
        return found

    piece = Piece(
        key, *before, value=value, shown=lambda value: " ".join(value) or "no dice", opens=opens,
        what=lambda: tr("colours of dice: {colours}", colours=", ".join(COLOURS)),
    )  # fmt: skip
    return piece


def write_number(number: int) -> str:
    """Write a whole number; one below 0 in words, for `-1` means that something is taken off."""
    return str(number) if number >= 0 else f"minus {-number}"
