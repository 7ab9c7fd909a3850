"""How records are read and written as words: a notation and its pieces, each of which knows both directions of a key.

A notation is a head (`add`) and its pieces in the order in which they are written. Whatever has its default is left
out; what is optional is read in any order. So the two directions of every verb and condition stand in one table row.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import NODEFAULT, structs

from hoplo_companion.notation.phrases import PhraseCursor

T = TypeVar("T")


class Piece(ABC):
    """One key of a record in a line: `before` is written in front of it, and what is in `also` is read there too.

    A `needed` piece has to be there; `unless` are the keys without which it is written even with its default.
    """

    what = "something else"

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
            cursor.fail(f"{self.before} …" if self.before else self.what)
        return self.value(cursor)

    @abstractmethod
    def value(self, cursor: PhraseCursor) -> Any:
        """Read its value."""

    def write(self, value: Any, record: Any) -> str:
        """Write it with what is in front of it; empty if nothing is written."""
        shown = self.shown(value, record)
        gap = "" if self.before == "x" and not shown[:1].isalpha() else " "
        return f"{self.before}{gap}{shown}".strip()

    @abstractmethod
    def shown(self, value: Any, record: Any) -> str:
        """Write its value; empty where what is in front of it says it all."""


class Notation(Generic[T]):
    """How a record is written: its head and its pieces, or `bare` where no piece has anything to write.

    One of the keys in `some` has to be there. `subject` is the key that is written in front of the head where it has
    not its default (`opponent cannot move`).
    """

    def __init__(
        self,
        kind: Callable[..., T],
        heads: str,
        *pieces: Piece,
        bare: str = "",
        subject: str = "",
        some: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.heads = tuple(filter(None, heads.split("|")))
        self.pieces = pieces
        self.bare = bare
        self.subject = subject
        self.some = some
        defaults = {}
        for field in structs.fields(kind):  # type: ignore[arg-type]
            factory = field.default_factory
            defaults[field.name] = factory() if factory is not NODEFAULT else field.default
        self.defaults: Mapping[str, Any] = defaults
        for piece in pieces:
            piece.needed |= defaults.get(piece.key) is NODEFAULT

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
                    cursor.fail(near[-1].what)
                break
            piece = near[starts.index(max(starts))]
            found = piece.read(cursor)
            if piece.key:
                values[piece.key] = found
            left = [each for each in left if each is not piece and (not piece.key or each.key != piece.key)]
        if values == given and self.bare:
            cursor.take(self.bare)
        if self.some and not any(key in values for key in self.some):
            cursor.fail(" or ".join(piece.what for piece in self.pieces if piece.key in self.some))
        return self.kind(**values)

    def _next(self, left: list[Piece]) -> list[Piece]:
        """List the pieces that may come next: all up to the first that is needed."""
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
