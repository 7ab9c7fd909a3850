"""Keys from the terminal, one by one, as they are pressed, each by its name.

A prompt library would take longer to load than the rest of the turn: what Python brings along reads them.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from hoplo_companion.cli.terminal.prompt import Pasted
from hoplo_companion.errors import StoppedError

STOPS = ("\x03", "\x04")
"""Ctrl-C and Ctrl-D."""

NAMES = {
    "\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", "\x15": "ctrl+u",
    "\x17": "ctrl+w", "\x01": "home", "\x05": "end",
}  # fmt: skip
"""Keys that write nothing by what they send."""


class Keys:
    """The keys of a terminal, with what was pasted behind an answer."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self._ahead: deque[str] = deque()
        self._drop: Callable[[], None] = lambda: None

    @contextmanager
    def reading(self) -> Iterator[Callable[[], str]]:
        """Have keys read one by one and not echoed, from before the prompt is shown, so that none is lost on the way.

        Gives what waits for a key: what it writes or is called, nothing for one that is of no use here, or a text that
        was pasted; StoppedError by Ctrl-C, by Ctrl-D, and where the terminal has gone.
        """
        with _unbuffered(self._stdin) as (pressed, self._drop):

            def read() -> str:
                try:
                    key = self._ahead.popleft() if self._ahead else pressed()
                except (OSError, KeyboardInterrupt):
                    raise StoppedError from None
                if key in STOPS:
                    raise StoppedError
                key = NAMES.get(key, key)
                return key if key.isprintable() or isinstance(key, Pasted) else ""

            yield read

    def put_back(self, text: str) -> None:
        """Have a text that was pasted read again by the next prompt."""
        if text:
            self._ahead.appendleft(Pasted(text))

    def drop_ahead(self) -> None:
        """Forget what was typed ahead: it was meant for another question than the one that is open."""
        self._ahead.clear()
        self._drop()


if sys.platform == "win32":
    import msvcrt

    MORE = {"H": "up", "P": "down", "K": "left", "M": "right", "G": "home", "O": "end", "S": "delete"}
    ESCAPE = {"\x1b": "escape"}

    @contextmanager
    def _unbuffered(stdin: TextIO) -> Iterator[tuple[Callable[[], str], Callable[[], None]]]:
        """Read the keys of the console; an arrow or function key comes as two signs."""

        def pressed() -> str:
            key = msvcrt.getwch()
            if key in ("\x00", "\xe0"):
                return MORE.get(msvcrt.getwch(), "")
            return ESCAPE.get(key, key)

        def drop() -> None:
            while msvcrt.kbhit():
                msvcrt.getwch()

        yield pressed, drop

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
    def _unbuffered(stdin: TextIO) -> Iterator[tuple[Callable[[], str], Callable[[], None]]]:
        """Read the keys of the terminal unbuffered; what was typed ahead is not thrown away."""
        terminal = stdin.fileno()

        def pressed() -> str:
            key = _letter(terminal)
            return _escaped(terminal) if key == ESCAPE else key

        def drop() -> None:
            with suppress(termios.error):
                termios.tcflush(terminal, termios.TCIFLUSH)

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

        with left_in_order(back):
            try:
                termios.tcsetattr(terminal, termios.TCSANOW, unbuffered)
                yield pressed, drop
            except termios.error:
                raise StoppedError from None
            finally:
                back()

    @contextmanager
    def left_in_order(back: Callable[[], None]) -> Iterator[None]:
        """Have the terminal put back as it was where a signal ends the program meanwhile."""

        def end(number: int, _: FrameType | None) -> None:
            back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        try:
            before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
        except ValueError:  # signals are the main thread's, and so are terminals
            before = {}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

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
