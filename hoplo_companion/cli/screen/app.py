"""The screen itself: draws what it is given, and passes on what is pressed, typed and clicked.

The evening runs in a thread of its own (`screen_of`), with a terminal that asks and says by this screen. All words are
made there, so that nothing here decides or waits for anything.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from itertools import zip_longest
from queue import Queue
from threading import Thread
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from hoplo_companion.cli.screen.view import View
from hoplo_companion.cli.terminal.prompt import Pasted
from hoplo_companion.render.style import Line, Look
from hoplo_companion.signs import visible


class Clicked(str):
    """What is pressed or typed by the spot that was clicked."""


class Noticed(str):
    """What is no key: a new size, the player who stops, and the terminal that has gone."""


RESIZED, STOPPED, GONE = map(Noticed, ("resized", "stopped", "gone"))


class Rows(Screen[None]):
    """The rows of a view, which take every key before the screen makes something of it."""

    def __init__(self, hear: Callable[[str], None], looks: Mapping[str, Style]) -> None:
        super().__init__()
        self.hear, self.looks = hear, looks
        self.rows: Sequence[Line] = ()

    def draw(self, rows: Sequence[Line]) -> None:
        """Draw those rows anew that are not as they were."""
        both = enumerate(zip_longest(rows, self.rows))
        self.rows = rows
        self.refresh(*(Region(0, y, self.size.width, 1) for y, (row, had) in both if row != had))

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        row = self.rows[y] if y < len(self.rows) else ()
        return Strip(Segment(visible(text), self.looks.get(style)) for text, style in row).apply_style(self.rich_style)

    async def _on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key = event.character if event.is_printable and event.character else event.key
        self.hear({"ctrl+j": "enter", "ctrl+m": "enter", "ctrl+a": "home", "ctrl+e": "end"}.get(key, key))


class ScreenApp(App[None]):
    """Draws views, and hears keys, pasted texts, clicks and new sizes; the evening takes them in its own thread."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "stop", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, evening: Callable[[ScreenApp], None], looks: Mapping[str, Look], *, is_light: bool) -> None:
        super().__init__()
        self.theme = "textual-light" if is_light else "textual-dark"
        self.evening = evening
        self.heard: Queue[str] = Queue()
        self.view = View()
        self.rows = Rows(self.hear, {name: _style(look, is_light) for name, look in looks.items()})
        self.fault: BaseException | None = None
        self._thread = Thread(target=copy_context().run, args=(self._lead,), name="evening", daemon=True)

    def get_default_screen(self) -> Rows:
        """What is in sight."""
        return self.rows

    def on_mount(self) -> None:
        """Begin the evening."""
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                with suppress(NotImplementedError, ValueError, RuntimeError):
                    asyncio.get_running_loop().add_signal_handler(number, self.hear, GONE)
        if not self.is_headless:
            self.caller = os.getppid()
            self.set_interval(1, self._look_for_terminal)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self._thread.start()

    def _look_for_terminal(self) -> None:
        """Notice that the terminal has gone, which else reads as one where nothing is pressed."""
        if (os.getppid() != self.caller) if self.is_web else not os.isatty(0):
            self.hear(GONE)

    def _lead(self) -> None:
        try:
            self.evening(self)
        except BaseException as fault:
            self.fault = fault
        self.call_later(self.exit)

    def finish(self) -> None:
        """Wait for the evening's thread once the screen has gone, and raise what ended it."""
        self.hear(GONE)
        if self._thread.ident is not None:
            self._thread.join(10)
        if self.fault is not None:
            raise self.fault
        if self._exception is not None:
            raise self._exception

    def hear(self, what: str) -> None:
        """Pass on what the player did."""
        self.heard.put(what)

    def paste_again(self, text: str) -> None:
        """Hand what was pasted behind an answer to the next prompt, before what came after it."""
        if text:
            self.heard.queue.appendleft(Pasted(text))

    def drop_ahead(self) -> None:
        """Forget the keys that were pressed ahead: they were meant for another question than the one that is open."""
        with self.heard.mutex:
            self.heard.queue = deque(each for each in self.heard.queue if isinstance(each, Clicked | Noticed))

    def leave(self, use: Callable[[], None]) -> None:
        """Give the terminal up for as long as something else uses it."""
        driver = self._driver
        if driver is None or not driver.can_suspend:
            use()
            return
        self.call_from_thread(driver.suspend_application_mode)
        try:
            use()
        finally:
            self.call_from_thread(driver.resume_application_mode)
            self.call_from_thread(self.refresh, layout=True)

    def _fatal_error(self) -> None:
        """Close the screen where it fails itself: `finish` raises what has failed."""
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """Close the screen where the terminal has gone."""
        self.hear(GONE)
        self._close_messages_no_wait()

    # What is shown ------------------------------------------------------------------------------------------------

    def draw(self, view: View) -> None:
        """Draw a view."""
        self.view = view
        if self.is_web:  # the page that shows the screen is to know what can be tapped
            chosen = {key for key, _ in view.taps.choices}
            hexes = [(press, at.y, at.x, at.bottom, at.right) for at, press in view.spots if press not in chosen]
            self._driver.write_meta({"type": "taps", **view.taps._asdict(), "hexes": hexes})  # type: ignore[union-attr]
        self.rows.draw(view.rows)

    # What is heard ------------------------------------------------------------------------------------------------

    def action_stop(self) -> None:
        """Pass on that the player stops."""
        self.hear(STOPPED)

    def on_paste(self, event: events.Paste) -> None:
        """Pass on what is pasted."""
        self.hear(Pasted(event.text))

    def on_resize(self, event: events.Resize) -> None:
        """Pass on that the terminal has another size, once it is known."""
        self.call_later(self.hear, RESIZED)

    def on_click(self, event: events.Click) -> None:
        """Pass on which hex, unit or choice was clicked."""
        for region, press in self.view.spots:
            if region.contains(event.screen_x, event.screen_y):
                self.hear(Clicked(press))
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll what is read."""
        self.hear("down")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll what is read."""
        self.hear("up")


COLOURS = {
    "red": ("#ff6b6b", "#af0000"), "cyan": ("#5fd7ff", "#005f87"), "yellow": ("#ffd75f", "#875f00"),
    "magenta": ("#d7a0ff", "#8700af"), "blue": ("#87afff", "#0000af"), "green": ("#87d787", "#005f00"),
    "bright_black": ("#949494", "#767676"),
}  # fmt: skip
"""Every colour of a style, on a dark and on a light background."""


def _style(look: Look, is_light: bool) -> Style:
    named = COLOURS[look.fg][is_light] if isinstance(look.fg, str) else None
    colour = f"color({look.fg})" if isinstance(look.fg, int) else named
    return Style(color=colour, bold=look.bold or None, reverse=look.reverse or None)
