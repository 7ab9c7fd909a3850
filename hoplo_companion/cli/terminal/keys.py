"""Keys from the terminal, one by one, each by its name, and how a prompt looks in the stream while they are pressed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from hoplo_companion.cli.terminal.prompt import Pasted, Reader
from hoplo_companion.errors import StoppedError, cells
from hoplo_companion.render.style import text_of, wrapped
from hoplo_companion.signs import visible

if TYPE_CHECKING:
    from hoplo_companion.cli.terminal.output import Output

STOPS = ("\x03", "\x04")
"""Ctrl-C and Ctrl-D."""

NAMES = {
    "\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", "\x15": "ctrl+u",
    "\x17": "ctrl+w", "\x01": "home", "\x05": "end",
}  # fmt: skip
"""Keys that write nothing by what they send."""


class Keys:
    """The keys of a terminal."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self.ahead = ""
        """What was pasted behind the last answer, for the next prompt."""

    @contextmanager
    def reading(self) -> Iterator[Callable[[], str]]:
        """Read keys one by one and do not echo them, from before the prompt is shown, so that none is lost on the way.

        Gives what waits for a key: what it writes or is called, nothing for one that is of no use here, or a text that
        was pasted; StoppedError by Ctrl-C, by Ctrl-D, and where the terminal has gone.
        """
        with _unbuffered(self._stdin) as pressed:

            def read() -> str:
                try:
                    key = Pasted(self.ahead) if self.ahead else pressed()
                except (OSError, KeyboardInterrupt):
                    raise StoppedError from None
                self.ahead = ""
                if key in STOPS:
                    raise StoppedError
                key = NAMES.get(key, key)
                return key if key.isprintable() or isinstance(key, Pasted) else ""

            yield read

    def drop_ahead(self) -> None:
        """Forget what was typed ahead: it was meant for another question than the one that is open."""
        self.ahead = ""
        _drop(self._stdin)


if sys.platform == "win32":
    import msvcrt

    MORE = {"H": "up", "P": "down", "K": "left", "M": "right", "G": "home", "O": "end", "S": "delete"}
    ESCAPE = {"\x1b": "escape"}

    @contextmanager
    def _unbuffered(stdin: TextIO) -> Iterator[Callable[[], str]]:
        """Read the keys of the console; an arrow or function key comes as two signs."""

        def pressed() -> str:
            key = msvcrt.getwch()
            if key in ("\x00", "\xe0"):
                return MORE.get(msvcrt.getwch(), "")
            return ESCAPE.get(key, key)

        yield pressed

    def _drop(stdin: TextIO) -> None:
        while msvcrt.kbhit():
            msvcrt.getwch()

else:
    import codecs
    import os
    import select
    import signal
    import termios
    from types import FrameType

    ESCAPE = "\x1b"
    PATIENCE = 0.05
    """Seconds within which the rest of an arrow key follows its first sign."""

    SENT = {
        "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "1~": "home", "4~": "end",
        "3~": "delete",
    }  # fmt: skip
    """What keys send behind Esc and a bracket."""

    PASTE, PASTED = "200~", "\x1b[201~"

    @contextmanager
    def _unbuffered(stdin: TextIO) -> Iterator[Callable[[], str]]:
        """Read the keys of the terminal unbuffered; what was typed ahead is not thrown away."""
        terminal = stdin.fileno()

        def pressed() -> str:
            key = _letter(terminal)
            return _escaped(terminal) if key == ESCAPE else key

        try:
            before = termios.tcgetattr(terminal)
            unbuffered = termios.tcgetattr(terminal)
            unbuffered[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
            unbuffered[6][termios.VMIN], unbuffered[6][termios.VTIME] = 1, 0
        except termios.error:
            # The terminal has gone.
            raise StoppedError from None

        def back() -> None:
            with suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSANOW, before)

        def end(number: int, _: FrameType | None) -> None:
            """Put the terminal back as it was where a signal ends the program meanwhile."""
            back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        handlers = {}
        with suppress(ValueError):  # signals are the main thread's, and so are terminals
            handlers = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
        try:
            termios.tcsetattr(terminal, termios.TCSANOW, unbuffered)
            yield pressed
        except termios.error:
            raise StoppedError from None
        finally:
            back()
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _drop(stdin: TextIO) -> None:
        with suppress(termios.error):
            termios.tcflush(stdin.fileno(), termios.TCIFLUSH)

    def _letter(terminal: int) -> str:
        """Read one letter, of as many bytes as it has; a terminal that has gone reads as Ctrl-D."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        letter = ""
        while not letter:
            byte = os.read(terminal, 1)
            if not byte:
                return STOPS[1]
            letter = decoder.decode(byte)
        return letter[0]

    def _escaped(terminal: int) -> str:
        """Read the rest of what one key has sent behind Esc, as `[A` of an arrow, and name it; or a pasted text."""
        sent = ""
        while select.select([terminal], [], [], PATIENCE)[0]:
            letter = _letter(terminal)
            if not sent and letter not in "[O":
                return ""  # Alt and a key
            sent += letter
            if len(sent) > 1 and "@" <= letter <= "~":
                return _pasted(terminal) if sent[1:] == PASTE else SENT.get(sent[1:], "")
        return "" if sent else "escape"

    def _pasted(terminal: int) -> str:
        text = ""
        while not text.endswith(PASTED) and (letter := _letter(terminal)) != STOPS[1]:
            text += letter
        return Pasted(text.removesuffix(PASTED))


PASTES, PASTES_NOT = "\x1b[?2004h", "\x1b[?2004l"
"""What has a terminal mark what is pasted."""


class InStream:
    """A prompt in the stream; a terminal that only writes on (`is_bare`) shows nothing below the line."""

    def __init__(self, output: Output, reader: Reader) -> None:
        self.output = output
        self.reader = reader
        self.is_bare = output.plain or output.environment.get("TERM", "dumb") == "dumb"
        self.row = 0
        """How many rows below the prompt's first one the cursor stands."""
        self.shown = self._now()
        self._put("" if self.is_bare else PASTES)
        self._draw()

    def update(self) -> None:
        """Show what the last key has changed."""
        reader = self.reader
        if reader.refused:
            self._clear()
            self._put(f"\n  {visible(reader.refused)}\n")
            self.row = 0
            self._draw()
        elif (now := self._now()) == (before := self.shown):
            return
        elif not self.is_bare:
            self._draw()
        elif now[0].startswith(before[0]):
            self._put(visible(now[0].removeprefix(before[0])))
        elif before[0].startswith(now[0]):
            self._put("\b \b" * (cells(before[0]) - cells(now[0])))
        else:
            self._put("\n")
            self._draw()
        self.shown = self._now()

    def end(self, answer: str) -> None:
        """Leave the prompt with its answer, and go to the next row."""
        self._clear()
        self._put(("" if self.reader.line else visible(answer)) + "\n" + ("" if self.is_bare else PASTES_NOT))

    def _now(self) -> tuple[str, int, str]:
        return self.reader.line, self.reader.at, "" if self.is_bare else text_of(self.reader.hint)

    def _place(self, at: int) -> tuple[int, int]:
        """The row and column of a letter of the line, counted from the prompt's beginning."""
        return divmod(cells(visible(self.reader.prompt.message + self.reader.line[:at])), max(1, self.output.columns()))

    def _draw(self) -> None:
        """Write the whole prompt anew over what stands there, the hint below it; a bare terminal writes on."""
        reader, width = self.reader, max(2, self.output.columns())
        if self.is_bare:
            self._put(visible(reader.prompt.message + reader.line))
            return
        last, column = self._place(len(reader.line))
        said = [text_of(part) for part in wrapped(reader.hint, max(10, width - 3), 2)] if reader.hint else []
        self._put((f"\x1b[{self.row}A" if self.row else "") + "\r\x1b[J")
        self._put(visible(reader.prompt.message + reader.line) + ("\r\n" if not column else ""))
        self._put("".join(f"\r\n  {visible(line)}"[: width + 1] for line in said))
        self.row, column = self._place(reader.at)
        up = last + len(said) - self.row
        self._put((f"\x1b[{up}A" if up else "") + "\r" + (f"\x1b[{column}C" if column else ""))

    def _clear(self) -> None:
        """Go to the end of the line, and clear what stands below it."""
        if not self.is_bare and (self.shown[2] or self.shown[1] < len(self.shown[0])):
            self.reader.hint, self.reader.at = [], len(self.reader.line)
            self._draw()

    def _put(self, text: str) -> None:
        self.output.stdout.write_past(text)
        self.output.stdout.flush()
