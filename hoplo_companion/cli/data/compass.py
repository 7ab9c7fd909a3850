"""`hoplo data add compass`: which result of an arena die means which direction on the mat (Rulebook p.35)."""

from __future__ import annotations

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.own import remember
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.hexes import DIRECTIONS
from hoplo_companion.language import tr

EXAMPLE = "1=n 2=ne 3=se 4=s 5=sw 6=nw"


def add_compass(terminal: Terminal, line: str) -> None:
    """Enter the compass once; a roaming unit's die is then typed as it lies."""
    if not line.strip():
        command = as_command("data", "add", "compass", *EXAMPLE.split())
        terminal.need_terminal(tr("what does the compass show? Enter it in one line: {command}", command=command))
        line = terminal.write(tr("What does the compass show, as in {example}?", example=EXAMPLE))
    faces = read_faces(line)
    path = remember("compass", "compass", "Compass", {"faces": faces})
    terminal.say(tr("Compass: {faces}", faces=", ".join(f"{face} = {way}" for face, way in faces.items())))
    terminal.notice(tr("kept in {path}", path=path))


def read_faces(line: str) -> dict[str, str]:
    """Read results of the arena die with their directions; UsageError names the word that is wrong."""
    known, faces = " ".join(DIRECTIONS), dict[str, str]()
    for word in line.replace(",", " ").split():
        face, _, way = word.replace(":", "=").partition("=")
        way = way.lower()
        if len(face) != 1 or not face.isalnum() or way not in DIRECTIONS:
            text = tr(
                "{word} is not understood: write a result and its direction, as in 1=ne; directions are {known}",
                word=clip(word),
                known=known,
            )
            raise UsageError(text)
        if face in faces:
            raise UsageError(tr("the result {face} is there twice", face=face))
        faces[face] = way
    if sorted(faces.values()) != sorted(DIRECTIONS):
        entered = ", ".join(faces.values()) or tr("none")
        raise UsageError(tr("each direction is needed once: {known}; entered: {entered}", known=known, entered=entered))
    return faces
