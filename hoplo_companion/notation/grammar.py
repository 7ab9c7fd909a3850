"""How records are read and written as words: a notation and its pieces, each of which knows both directions of a key.

A notation is a head (`add`) and its pieces in the order in which they are written. Whatever has its default is left
out; what is optional is read in any order. So the two directions of every verb and condition stand in one table row.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import NODEFAULT, Struct, structs

from hoplo_companion.components.names import either
from hoplo_companion.components.words import COLOURS, read_dice
from hoplo_companion.language import later, tr
from hoplo_companion.notation import lexer
from hoplo_companion.notation.lexer import Hint, PhraseCursor, hinted, said

T = TypeVar("T")


def begins(*kinds: str) -> Callable[[PhraseCursor], int]:
    """Count the token that stands here where it is of some kind."""
    return lambda cursor: int(cursor.token.kind in kinds)


class Value(NamedTuple):
    """How a value is read and written.

    `opens` counts the tokens that show it to begin where nothing stands in front; `what` says what it looks like, for
    whoever typed something different.
    """

    read: Callable[[PhraseCursor], Any]
    write: Callable[[Any], str] = str
    opens: Callable[[PhraseCursor], int] = begins("word", "number", "text")
    what: Hint = later("something different")


FLAG = Value(lambda cursor: True, lambda value: "")
"""What is true where the words before it stand."""


class Piece(Struct):
    """One key of a record in a line, or without a key words that mean nothing by themselves: its value after words.

    The first of `before` is written in front of it, and what follows there is read too. `short` are words that stand
    for a value of its own (`fully`). A `needed` piece has to be there; `unless` are the keys without which it is
    written even with its default, and with `either` one of them all has to be there.
    """

    key: str
    value: Value = FLAG
    before: Sequence[str] = ()
    short: tuple[str, Any] | None = None
    needed: bool = False
    written: bool = True
    unless: tuple[str, ...] | None = None
    either: bool = False

    def starts(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show this piece to begin; 0 if it does not."""
        found = cursor.match_any(filter(None, self.before)) if self.before else self.value.opens(cursor)
        return found or (cursor.match(self.short[0]) if self.short else 0)

    def read(self, cursor: PhraseCursor) -> Any:
        """Read it with what is in front of it."""
        if self.short and cursor.take(self.short[0]):
            return self.short[1]
        if self.before and not cursor.take(*filter(None, self.before)):
            cursor.fail(f"{self.before[0]} …" if self.before[0] else self.value.what)
        return self.value.read(cursor)

    def write(self, value: Any) -> str:
        """Write it with what is in front of it; empty if nothing is written."""
        if self.short and value == self.short[1]:
            return self.short[0]
        first, shown = self.before[0] if self.before else "", self.value.write(value)
        gap = "" if first == "x" and not shown[:1].isalpha() else " "
        return f"{first}{gap}{shown}".strip() if self.written else ""


class Notation(Generic[T]):
    """How a record is written: its heads and its pieces, or `bare` where no piece has anything to write.

    `subject` is the key that is written in front of the head where it does not have its default (`opponent cannot
    move`).
    """

    def __init__(
        self, kind: type[T], heads: Sequence[str], pieces: Sequence[Piece], *, bare: str = "", subject: str = ""
    ) -> None:
        self.kind, self.heads, self.pieces = kind, heads, pieces
        self.bare, self.subject = bare, subject
        self.defaults: dict[str, Any] = {}
        for field in structs.fields(kind):  # type: ignore[arg-type]
            factory = field.default_factory
            self.defaults[field.name] = factory() if factory is not NODEFAULT else field.default
        for piece in pieces:
            piece.needed |= self.defaults.get(piece.key) is NODEFAULT
        self.some = {key for piece in pieces if piece.either for key in (piece.key, *(piece.unless or ()))}

    def score(self, cursor: PhraseCursor) -> int:
        """Count the tokens from here that show it to be this; 0 if it is not."""
        head = cursor.match_any(self.heads)
        if self.heads and not head:
            return 0
        start = cursor.at
        cursor.at += head
        first = max((piece.starts(cursor) for piece in _next(self.pieces)), default=0)
        cursor.at = start
        return head + (first or (cursor.match(self.bare) if self.bare else 0))

    def read(self, cursor: PhraseCursor, **given: Any) -> T:
        """Read it; UsageError where a needed piece is not there. The keys that are `given` are not read."""
        cursor.take(*self.heads)
        values, left = dict(given), [piece for piece in self.pieces if piece.key not in given]
        while near := _next(left):
            starts = [piece.starts(cursor) for piece in near]
            if not max(starts):
                if near[-1].needed:
                    near[-1].read(cursor)
                    cursor.fail(near[-1].value.what)
                break
            piece = near[starts.index(max(starts))]
            found = piece.read(cursor)
            if piece.key:
                values[piece.key] = found
            left = [each for each in left if each is not piece and (not piece.key or each.key != piece.key)]
        if values == given and self.bare:
            cursor.take(self.bare)
        if self.some and not self.some & values.keys():
            cursor.fail(either(dict.fromkeys(hinted(each.value.what) for each in self.pieces if each.key in self.some)))
        return self.kind(**values)

    def write(self, record: T) -> str:
        """Write it on one line."""

        def differs(key: str) -> bool:
            return bool(getattr(record, key) != self.defaults[key])

        written, subject = [], ""
        for piece in self.pieces:
            is_alone = piece.unless is not None and not any(map(differs, piece.unless))
            if not piece.key:
                written.append(piece.write(None))
            elif piece.key == self.subject:
                subject = piece.value.write(getattr(record, piece.key)) if differs(piece.key) else ""
            elif piece.needed or is_alone or differs(piece.key):
                written.append(piece.write(getattr(record, piece.key)))
        return " ".join(filter(None, (subject, *self.heads[:1], " ".join(filter(None, written)) or self.bare)))


def _next(left: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces that may come next: all up to the first that is needed."""
    needed = [number for number, piece in enumerate(left) if piece.needed]
    return left[: needed[0] + 1] if needed else left


def one_of(meanings: Iterable[str], write: Callable[[Any], str] = said, what: Hint = "") -> Value:
    """One of a closed list of words, each with what it means: the longest that stands here."""
    hint = what or (lambda: tr("one of: {words}", words=", ".join(map(said, meanings))))
    return Value(lambda cursor: cursor.choose(meanings, hint), write, lambda cursor: cursor.match_any(meanings), hint)


def word(words: Iterable[str], mark: str = "", marked: Sequence[str] = ()) -> Value:
    """One of a closed list of words; those in `marked` need a word in front (`class attacker`)."""
    meanings: dict[str, str] = {}
    for each in words:
        meanings |= {each: each} if each not in marked else {}
        meanings |= {f"{mark} {each}": each} if mark else {}
    return one_of(meanings, lambda value: said(f"{mark} {value}" if value in marked else value))


def either_way(key: str) -> Value:
    """What holds, does not hold (`non elite`), or is left open."""
    return one_of({key: True, f"non {key}": False}, lambda holds: key if holds else f"non {key}")


def name(what: Hint, every: str = "") -> Value:
    """A name; `all` with what it is of (`all skills`) stands for the name "all"."""

    def read(cursor: PhraseCursor) -> str:
        if every and cursor.take("all"):
            cursor.take(every)
            return "all"
        return cursor.name(what)

    return Value(read, lambda value: f"all {every}" if every and value == "all" else lexer.write_name(value), what=what)


TEXT = Value(
    PhraseCursor.text,
    lexer.write_text,
    lambda cursor: int(cursor.token.kind == "text" or lexer.is_plain(cursor.token.value)),
    lexer.A_TEXT,
)
"""A text, which is always in quotes; one without quotes is taken for a mistake in it."""


def write_number(number: int) -> str:
    """Write a whole number; one below 0 in words, for `-1` means that something is taken off."""
    return str(number) if number >= 0 else f"minus {-number}"


WHOLE = Value(
    PhraseCursor.number,
    write_number,
    lambda cursor: cursor.match("minus") or int(cursor.token.kind == "number"),
    later("a whole number"),
)
SIGNED = Value(lambda cursor: lexer.signed(cursor.next().value), "{:+d}".format, begins("signed"), later("+N or -N"))
"""A number that is added or taken off (`+1`)."""


def several(one: Value) -> Value:
    """Some values, separated by `or` (`act 1 or 2`)."""

    def read(cursor: PhraseCursor) -> list[Any]:
        found: list[Any] = []
        while not found or one.opens(cursor):
            found.append(one.read(cursor))
            cursor.take("or")
        return found

    return one._replace(read=read, write=lambda values: " or ".join(map(one.write, values)))


def _read_hexes(cursor: PhraseCursor) -> list[str]:
    if not cursor.take("("):
        cursor.fail(HEXES.what)
    found = []
    while not cursor.take(")"):
        in_quotes = cursor.token.kind == "text"
        names = cursor.name(later("a hex, or )"))
        found += [names] if in_quotes else names.split()
        cursor.take(",")
    return found


HEXES = Value(
    _read_hexes,
    lambda hexes: f"({' '.join(lexer.write_text(each) if ' ' in each else lexer.write_name(each) for each in hexes)})",
    lambda cursor: cursor.match("("),
    later("hexes in brackets, such as (A1 B2)"),
)
"""Names of hexes in brackets (`(A1 B2)`)."""


def _opens_dice(cursor: PhraseCursor) -> int:
    ahead = int(cursor.token.kind == "number" or cursor.match("a") > 0)
    token = cursor.peek(ahead)
    is_dice = token.value not in lexer.RESERVED and token.kind == "word" and read_dice(token.value)
    return ahead + 1 if cursor.match_any(COLOURS, ahead) or is_dice else cursor.match("no dice")


def _read_colours(cursor: PhraseCursor) -> list[str]:
    if cursor.take("no dice"):
        return []
    found: list[str] = []
    while not found or _opens_dice(cursor):
        cursor.take("a")
        many = cursor.number() if cursor.token.kind == "number" else 1
        if not 1 <= many <= 20:
            cursor.at -= 1
            cursor.fail(later("a number of dice from 1 to 20"))
        if not _opens_dice(cursor):
            cursor.fail(DICE.what)
        found += list(read_dice(cursor.next().value) or ()) * many
        cursor.take("dice", "die")
    return found


DICE = Value(
    _read_colours,
    lambda colours: " ".join(colours) or "no dice",
    _opens_dice,
    lambda: tr("colours of dice: {colours}", colours=", ".join(COLOURS)),
)
"""Dice by their colours: `red black`, `2 green`, `bb`, or `no dice`."""
