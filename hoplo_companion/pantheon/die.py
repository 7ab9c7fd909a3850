"""The attack die: its faces, which can be set, and dice entered as they were rolled.

A blank is 0. The summary names no faces but the blank and the 5 (ruling `pan.faces`).
"""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr

Die = tuple[int, ...]
"""The faces of a die, one number per side; 0 is a blank."""

ASSUMED: Die = (0, 1, 2, 3, 4, 5)
"""The faces where nothing else is set (ruling `pan.faces`)."""

BLANKS = ("-", "0", "b", "blank")
MOST_SIDES = 20
MOST = 10
"""Offence and defence never go above this, so that no more dice than this are rolled (2a, Effective value)."""


def read_die(text: str) -> Die:
    """Read the faces of a die, `-,1,2,3,4,5`; UsageError where they cannot be a die's."""
    faces = tuple(sorted(_faces(text)))
    if not 1 <= len(faces) <= MOST_SIDES:
        raise UsageError(tr("A die has 1 to {most} faces: `--die -,1,2,3,4,5`.", most=MOST_SIDES))
    return faces


def read_rolled(text: str, die: Die) -> list[int]:
    """Read dice as they were rolled, `5,5,3,-,1`; UsageError where the die has no such face, or there are too many."""
    rolled = _faces(text)
    for face in rolled:
        if face not in die:
            raise UsageError(tr("The die has no face {face}: its faces are {faces}.", face=row([face]), faces=row(die)))
    if len(rolled) > MOST:
        raise UsageError(tr("{n} dice are too many: at most {most} are rolled.", n=len(rolled), most=MOST))
    return rolled


def row(faces: Iterable[int]) -> str:
    """Faces in a row, a blank as `-`."""
    return ", ".join(str(face or "-") for face in faces)


def _faces(text: str) -> list[int]:
    words = text.casefold().replace(",", " ").split()
    for word in words:
        if word not in BLANKS and not (word.isascii() and word.isdigit() and len(word) == 1):
            raise UsageError(tr("{word} is not a face: type numbers from 1 to 9, and - for a blank.", word=clip(word)))
    return [0 if word in BLANKS else int(word) for word in words]
