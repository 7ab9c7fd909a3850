"""`hoplo data add compass`: which result of an arena die means which direction on the mat (Rulebook p.35)."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError, clip

HELP = "n ne se s sw nw"


def add_compass(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RESULT=DIRECTION]...",
            help="Each result of the die with its direction, clockwise from the top: n, ne, se, s, sw, nw. "
            "As in: 1=n 2=ne 3=se 4=s 5=sw 6=nw.",
        ),
    ] = None,
) -> None:
    """Tell the compass once, so that a roaming unit's die can be typed as it lies."""
    from hoplo_companion.components.own import remember

    line = " ".join(words or [])
    if not line.strip():
        terminal.need_terminal(
            "what does the compass show? Say it in one line: hoplo data add compass 1=n 2=ne 3=se 4=s 5=sw 6=nw"
        )
        line = terminal.write("What does the compass show? (as in 1=n 2=ne 3=se 4=s 5=sw 6=nw)")
    faces = read_faces(line)

    path = remember("compass", "compass", "Compass", {"faces": faces})
    terminal.say("Compass: " + ", ".join(f"{face} = {way}" for face, way in faces.items()))
    terminal.notice(f"kept in {path}")


def read_faces(line: str) -> dict[str, str]:
    """Read results of the arena die with their directions; UsageError names the word that is none."""
    from hoplo_companion.hexes import DIRECTIONS

    faces: dict[str, str] = {}

    for word in line.replace(",", " ").split():
        face, _, way = word.replace(":", "=").partition("=")
        way = way.lower()
        if not face or not face.isalnum() or len(face) > 1 or way not in DIRECTIONS:
            raise UsageError(f"{clip(word)} is not understood: a result and its direction, as in 1=ne; {HELP}")
        if face in faces:
            raise UsageError(f"the result {face} is told twice")
        faces[face] = way
    if sorted(faces.values()) != sorted(DIRECTIONS):
        raise UsageError(f"each direction is told once: {HELP}; this tells {', '.join(faces.values()) or 'none'}")
    return faces
