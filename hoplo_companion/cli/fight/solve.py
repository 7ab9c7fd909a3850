"""`hoplo solve`: the machine interface, one position per line in, one answer per line out."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec
import typer

from hoplo_companion.cli.fight.positions import text_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError, clip
from hoplo_companion.files import LARGEST_CAMPAIGN, LARGEST_POSITION, TooLargeError
from hoplo_companion.language import speaking, tr
from hoplo_companion.rules.position.line import read_board
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.signs import visible_json

CHUNK = 1 << 16


def _lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Whole lines in the batches in which they arrive, so that each batch is answered before more is awaited.

    Of a line that is too long only so much is given that this can be said; TooLargeError where it never ends.
    """
    read = getattr(stream, "read1", stream.read)
    rest: list[bytes] = []
    length = 0
    while chunk := read(CHUNK):
        head, newline, tail = chunk.rpartition(b"\n")
        if newline:
            yield (b"".join(rest) + head).split(b"\n")
            rest, length = [tail] if tail else [], len(tail)
            continue
        if length <= LARGEST_POSITION:
            rest.append(chunk)
        length += len(chunk)
        if length > LARGEST_CAMPAIGN:
            yield [b"".join(rest)]
            raise TooLargeError("standard input: a line without an end; nothing after it is answered")
    if rest:
        yield [b"".join(rest)]


def answer_line(reader: PositionReader, line: bytes) -> dict[str, Any]:
    """Answer one line; HoploError where it is not a position that can be answered."""
    if len(line) > LARGEST_POSITION:
        raise TooLargeError(f"a line is no longer than {LARGEST_POSITION} bytes")
    first = line.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    # No position in JSON begins with a name, or an arena in quotes.
    is_notation = b"|" in line and (first.isalpha() or first == b'"')
    combat = read_board(text_of(line), reader) if is_notation else reader.read(line)
    if combat.foresight:
        from hoplo_companion.odds.forecast import answer_forecast  # most positions ask for one step alone

        return answer_forecast(combat)
    found = answer(combat)
    if combat.explain:
        from hoplo_companion.render.sentences.decisions import because  # few positions want reasons

        found["because"] = because(combat)
    return found


def solve(terminal: Terminal) -> None:
    """Answer positions, one per line on standard input, as position@1 or in one line; answers come one per line."""
    piped = terminal.piped
    if piped.isatty():
        terminal.say(tr("positions, one per line; end with Ctrl-D"), aside=True)
    with speaking("en"):  # programs read one language
        failed = _answer_all(terminal, piped)
    if failed:
        raise typer.Exit(1)


def _answer_all(terminal: Terminal, piped: BinaryIO) -> bool:
    """Answer line by line, and tell whether one could not be answered."""
    reader = PositionReader(catalogue())
    encode = msgspec.json.Encoder().encode
    out = terminal.stdout.buffer
    failed = False
    for lines in _lines(piped):
        try:
            for line in lines:
                try:
                    found = answer_line(reader, line)
                    failed = failed or "error" in found
                    answered = encode(found)
                except HoploError as fault:
                    failed = True
                    answered = encode({"error": fault.defect()._asdict()})
                except Exception as fault:
                    failed = True
                    what = f"{type(fault).__name__}: {clip(str(fault), 80)}"
                    message = f"hoplo itself failed at this line: {what}; please report it"
                    answered = encode({"error": {"code": "internal", "where": "", "message": message}})
                out.write(visible_json(answered) + b"\n")
        finally:
            out.flush()
    return failed
