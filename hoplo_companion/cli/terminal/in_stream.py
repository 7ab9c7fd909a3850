"""A prompt as a stream shows it: the line that is typed, and under it what there is to say of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoplo_companion.errors import cells
from hoplo_companion.render.style import text_of, wrapped
from hoplo_companion.signs import visible

if TYPE_CHECKING:
    from hoplo_companion.cli.terminal.output import Output
    from hoplo_companion.cli.terminal.prompt import Reader

PASTES, PASTES_NOT = "\x1b[?2004h", "\x1b[?2004l"
"""What has a terminal mark what is pasted."""


def print_columns(texts: Sequence[str], *, by_row: bool) -> None:
    """Print short texts side by side."""
    from rich.columns import Columns
    from rich.console import Console
    from rich.padding import Padding

    columns = Columns(texts, padding=(0, 3), column_first=not by_row)
    Console(highlight=False, markup=False).print(Padding(columns, (0, 0, 0, 2)))


class InStream:
    """A prompt in the stream; a terminal that only writes on (`is_bare`) shows nothing below the line."""

    def __init__(self, output: Output, reader: Reader, *, is_bare: bool) -> None:
        self.output = output
        self.reader = reader
        self.is_bare = is_bare
        self.row = 0
        """How many rows below the prompt's first one the cursor stands."""
        self.shown = ("", 0, "")
        self._put("" if is_bare else PASTES)
        self._write_on()

    def update(self) -> None:
        """Show what the last key has changed."""
        reader = self.reader
        if reader.refused:
            self._clear()
            self._put(f"\n  {visible(reader.refused)}\n")
            self._write_on()
            return
        now = (reader.line, reader.at, "" if self.is_bare else text_of(reader.hint))
        before, self.shown = self.shown, now
        typed = now[0].removeprefix(before[0]) if now[0].startswith(before[0]) else None
        at_end = before[1] == len(before[0]) and now[1] == len(now[0])
        if now == before:
            return
        if typed is not None and at_end and before[2] == now[2] == "" and not self._is_full():
            self._put(visible(typed))
            self.row = self._place(now[1])[0]
        elif not self.is_bare:
            self._draw()
        elif before[0].startswith(now[0]) and at_end:
            self._put("\b \b" * (cells(before[0]) - cells(now[0])))
        else:
            self._put("\n")
            self._write_on()

    def end(self, answer: str) -> None:
        """Leave the prompt with its answer, and go to the next row."""
        self._clear()
        self._put(("" if self.reader.line else visible(answer)) + "\n" + ("" if self.is_bare else PASTES_NOT))

    def _write_on(self) -> None:
        """Write the prompt and its line where the cursor stands."""
        reader = self.reader
        self._put(visible(reader.prompt.message + reader.line))
        self.shown = (reader.line, len(reader.line), "")
        self.row = self._place(len(reader.line))[0]
        if not self.is_bare and (reader.hint or reader.at < len(reader.line)):
            self._draw()

    def _is_full(self) -> bool:
        return self._place(len(self.reader.line))[1] == 0

    def _place(self, at: int) -> tuple[int, int]:
        """The row and column of a letter of the line, counted from the prompt's beginning."""
        return divmod(cells(visible(self.reader.prompt.message + self.reader.line[:at])), max(1, self.output.columns()))

    def _draw(self) -> None:
        """Write the whole prompt anew over what stands there, the hint below it."""
        reader, width = self.reader, max(2, self.output.columns())
        last, column = self._place(len(reader.line))
        said = [text_of(part) for part in wrapped(reader.hint, max(10, width - 3), 2)] if reader.hint else []
        self._put((f"\x1b[{self.row}A" if self.row else "") + "\r\x1b[J")
        self._put(visible(reader.prompt.message + reader.line) + ("\r\n" if not column else ""))
        self._put("".join(f"\r\n  {visible(line)}"[: width + 1] for line in said))
        self.row, column = self._place(reader.at)
        up = last + len(said) - self.row
        self._put((f"\x1b[{up}A" if up else "") + "\r" + (f"\x1b[{column}C" if column else ""))
        self.shown = (reader.line, reader.at, text_of(reader.hint))

    def _clear(self) -> None:
        """Go to the end of the line, and clear what stands below it."""
        if not self.is_bare and (self.shown[2] or self.shown[1] < len(self.shown[0])):
            self.reader.hint, self.reader.at = [], len(self.reader.line)
            self._draw()

    def _put(self, text: str) -> None:
        self.output.stdout.write_past(text)
        self.output.stdout.flush()
