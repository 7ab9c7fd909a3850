"""One key from the terminal, as it is pressed.

Most answers at the table are a single key, and a prompt library takes longer to load than the rest of the turn: a key
is read by what Python brings along, a line by the prompt library, and neither loses what was typed ahead of the other.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from hoplo_companion.errors import StoppedError

STOPS = ("\x03", "\x04")
"""Ctrl-C and Ctrl-D."""


class Keys:
    """The keys of a terminal, with those that a prompt for a line has read beyond its end."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self._ahead: deque[str] = deque()

    @contextmanager
    def reading(self) -> Iterator[Callable[[], str]]:
        """Have keys read one by one and not echoed, from before the prompt is shown, so that none is lost on the way.

        Gives what waits for a key: what it writes, or nothing for one that writes nothing, such as an arrow;
        StoppedError by Ctrl-C, by Ctrl-D, and where the terminal has gone.
        """
        self._take_over()
        with _unbuffered(self._stdin) as pressed:

            def read() -> str:
                try:
                    key = self._ahead.popleft() if self._ahead else pressed()
                except (OSError, KeyboardInterrupt):
                    raise StoppedError from None
                if key in STOPS:
                    raise StoppedError
                return key if key.isprintable() else ""

            yield read

    def _take_over(self) -> None:
        """Take what the prompt library has read beyond its last line, and keeps for its next one."""
        if "prompt_toolkit.input.typeahead" not in sys.modules:
            return
        from prompt_toolkit.input.defaults import create_input
        from prompt_toolkit.input.typeahead import get_typeahead

        self._ahead.extend(press.data for press in get_typeahead(create_input()))


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _unbuffered(stdin: TextIO) -> Iterator[Callable[[], str]]:
        """Read the keys of the console; an arrow or function key comes as two signs."""

        def pressed() -> str:
            key = msvcrt.getwch()
            if key in ("\x00", "\xe0"):
                msvcrt.getwch()
                return ""
            return key

        yield pressed

else:
    import codecs
    import os
    import select
    import termios

    ESCAPE = "\x1b"
    PATIENCE = 0.05
    """Seconds within which the rest of an arrow key follows its first sign."""

    @contextmanager
    def _unbuffered(stdin: TextIO) -> Iterator[Callable[[], str]]:
        """Read the keys of the terminal unbuffered; what was typed ahead is not thrown away."""
        terminal = stdin.fileno()

        def pressed() -> str:
            key = _letter(terminal)
            if key == ESCAPE:
                _skip_rest(terminal)
            return key

        try:
            before = termios.tcgetattr(terminal)
            unbuffered = termios.tcgetattr(terminal)
            unbuffered[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
            unbuffered[6][termios.VMIN], unbuffered[6][termios.VTIME] = 1, 0
            termios.tcsetattr(terminal, termios.TCSANOW, unbuffered)
        except termios.error:
            # The terminal has gone.
            raise StoppedError from None
        try:
            yield pressed
        finally:
            with suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSANOW, before)

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

    def _skip_rest(terminal: int) -> None:
        """Read the rest of what one key has sent: `[A` of an arrow, `[3~` of Delete."""
        first = True
        while select.select([terminal], [], [], PATIENCE)[0]:
            letter = _letter(terminal)
            if (not first or letter not in "[O") and "@" <= letter <= "~":
                return
            first = False
