"""`hoplo solve`: the machine interface, one position a line in, one answer a line out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import typer

if TYPE_CHECKING:
    from hoplo_companion.errors import HoploError
    from hoplo_companion.rules.position import PositionReader

CHUNK = 1 << 16


def _lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Give whole lines in the batches in which they arrive, so that each batch is answered before more is awaited."""
    read = getattr(stream, "read1", stream.read)
    rest: list[bytes] = []
    while chunk := read(CHUNK):
        head, newline, tail = chunk.rpartition(b"\n")
        if not newline:
            rest.append(chunk)
            continue
        yield (b"".join(rest) + head).split(b"\n")
        rest = [tail] if tail else []
    if rest:
        yield [b"".join(rest)]


def _error(fault: HoploError) -> dict[str, Any]:
    from hoplo_companion.errors import InvalidError, UnknownStatError
    from hoplo_companion.rules.notation_words import NotationError

    if isinstance(fault, NotationError):
        at, message = fault.faults[0]
        return {"error": {"code": "notation", "where": f"character {at + 1}", "message": message}}
    if isinstance(fault, InvalidError):
        first = fault.defects[0]
        message = first.message
        if len(fault.defects) > 1:
            # One line tells them all, the first without its place, which stands beside it.
            message = "; ".join([message, *(defect.sentence() for defect in fault.defects[1:])])
        return {"error": {"code": first.code, "where": first.where, "message": message}}
    if isinstance(fault, UnknownStatError):
        return {"error": {"code": "unknown-stat", "where": f"{fault.unit}.{fault.stat}", "message": str(fault)}}
    return {"error": {"code": "error", "where": "", "message": str(fault)}}


def _is_notation(line: bytes) -> bool:
    """Tell whether a line is a board as it is typed, and not an object of JSON: no JSON begins with a name."""
    return b"|" in line and line.lstrip()[:1].isalpha()


def _answer(reader: PositionReader, line: bytes) -> dict[str, Any]:
    from hoplo_companion.rules.notation import read_board
    from hoplo_companion.rules.solve import answer

    combat = read_board(line.decode("utf-8", "replace"), reader) if _is_notation(line) else reader.read(line)
    found = answer(combat)
    if combat.explain:
        from hoplo_companion.render.because import because

        found["because"] = because(combat)
    return found


def solve() -> None:
    """Answer positions: one a line on standard input, as position@1 or in one line; one answer a line comes out."""
    import msgspec

    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.errors import HoploError
    from hoplo_companion.rules.position import PositionReader

    if sys.stdin.isatty():
        print("positions, one a line; end with Ctrl-D", file=sys.stderr)
    reader = PositionReader(catalogue())
    encode = msgspec.json.Encoder().encode
    out = sys.stdout.buffer
    failed = False
    for lines in _lines(sys.stdin.buffer):
        answers = []
        for line in lines:
            try:
                answers.append(encode(_answer(reader, line)))
            except HoploError as fault:
                failed = True
                answers.append(encode(_error(fault)))
        answers.append(b"")
        out.write(b"\n".join(answers))
        out.flush()
    if failed:
        raise typer.Exit(1)
