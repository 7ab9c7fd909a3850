"""The screen itself: draws what it is given, and passes on what is pressed, typed and clicked.

The evening runs in a thread of its own (`on_screen`), with a terminal that asks and says by this screen. All words are
made there, so that nothing here decides or waits for anything.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from threading import Thread
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from hoplo_companion.cli.screen.view import NOTHING_SHOWN, View
from hoplo_companion.render.style import Line, Look
from hoplo_companion.signs import visible

STOPPED, GONE = "stopped", "gone"
"""What is heard where the player leaves a question, and where the terminal has gone."""


class Heard(NamedTuple):
    """What the player did: pressed a key, entered or typed a line, asked for its completion, clicked; or a new size."""

    what: str
    text: str = ""


class Shown(Message):
    """A view to be drawn."""

    def __init__(self, view: View) -> None:
        self.view = view
        super().__init__()


class Typing(Message):
    """Something to be done to the line that is being typed: replaced by a text, or continued with one."""

    def __init__(self, text: str, *, more: bool = False) -> None:
        self.text, self.more = text, more
        super().__init__()


class Ended(Message):
    """The evening is over."""


class Link:
    """What joins the evening in its thread to the screen: what is heard comes in, what is to be shown goes out."""

    def __init__(self, app: ScreenApp) -> None:
        self.app = app
        self.heard: SimpleQueue[Heard] = SimpleQueue()
        self.size = (80, 24)

    def show(self, view: View) -> None:
        """Have a view drawn."""
        self.app.post_message(Shown(view))

    def replace_line(self, text: str, *, more: bool = False) -> None:
        """Put a text in the place of what has been typed, or behind it."""
        self.app.post_message(Typing(text, more=more))

    def leave(self, use: Callable[[], None]) -> None:
        """Give the terminal up for as long as something else uses it."""
        driver = self.app._driver
        if driver is None or not driver.can_suspend:
            use()
            return
        self.app.call_from_thread(driver.suspend_application_mode)
        try:
            use()
        finally:
            self.app.call_from_thread(driver.resume_application_mode)
            self.app.call_from_thread(self.app.refresh, layout=True)


class Rows(Widget):
    """Lines of styled text, one a row."""

    def __init__(self, looks: dict[str, Style], id_: str) -> None:
        super().__init__(id=id_)
        self.looks = looks
        self.rows: tuple[Line, ...] = ()

    def put(self, rows: tuple[Line, ...]) -> None:
        """Show other lines."""
        if rows != self.rows:
            self.rows = rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        row = self.rows[y] if y < len(self.rows) else []
        base = self.rich_style
        segments = [Segment(visible(text), base + self.looks.get(style, Style.null())) for text, style in row]
        return Strip(segments).adjust_cell_length(self.size.width, base)


class TypedLine(Input):
    """The line that is typed, which Esc clears; where nothing is typed yet, the keys of the prompt act at once."""

    at_once: str = ""

    async def _on_key(self, event: events.Key) -> None:
        app = self.app
        assert isinstance(app, ScreenApp)
        if event.key == "escape" and self.value:
            event.stop()
            event.prevent_default()
            self.value = ""
        elif event.key in ("tab", "pageup", "pagedown", "up", "down", "escape"):
            event.stop()
            event.prevent_default()
            app.hear("tab" if event.key == "tab" else "pressed", self.value if event.key == "tab" else event.key)
        elif not self.value and event.character and event.character in self.at_once:
            event.stop()
            event.prevent_default()
            app.hear("at once", event.character)
        else:
            await super()._on_key(event)


class ScreenApp(App[None]):
    """Draws views, and hears keys, lines, clicks and new sizes."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "stop", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    CSS = """
    Screen { layout: vertical; background: $background; }
    #above { height: 1fr; }
    #ask { height: 1; }
    #message { width: auto; height: 1; }
    #line { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
    #below { height: auto; }
    """

    def __init__(self, evening: Callable[[Link], None], looks: Mapping[str, Look], *, is_light: bool = False) -> None:
        super().__init__()
        self.theme = "textual-light" if is_light else "textual-dark"
        self.evening = evening
        self.looks = {name: _style(look, is_light) for name, look in looks.items()}
        self.link = Link(self)
        self.view = NOTHING_SHOWN
        self.above, self.message, self.below = (Rows(self.looks, name) for name in ("above", "message", "below"))
        self.line = TypedLine(id="line")
        self.sizes = (0, 0)
        self.has_line = False
        self.fault: BaseException | None = None
        self._thread = Thread(target=copy_context().run, args=(self._lead,), name="evening", daemon=True)

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self.above
        with Horizontal(id="ask"):
            yield self.message
            yield self.line
        yield self.below

    def on_mount(self) -> None:
        """Begin the evening."""
        self.line.display = False
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                with suppress(NotImplementedError, ValueError, RuntimeError):
                    asyncio.get_running_loop().add_signal_handler(number, self.hear, GONE)
        if not self.is_headless:
            self.set_interval(1, self._look_for_terminal)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self.link.size = self.size.width, self.size.height
        self._thread.start()

    def _look_for_terminal(self) -> None:
        """Notice that the terminal has gone, which else reads as one where nothing is pressed."""
        if is_gone():
            self.hear(GONE)

    def _lead(self) -> None:
        try:
            self.evening(self.link)
        except BaseException as fault:
            self.fault = fault
        self.post_message(Ended())

    def finish(self) -> None:
        """Wait for the evening's thread once the screen has gone, and raise what ended it."""
        self.hear(GONE)
        if self._thread.ident is not None:
            self._thread.join(10)
        if self.fault is not None:
            raise self.fault
        if self._exception is not None:
            raise self._exception

    def hear(self, what: str, text: str = "") -> None:
        """Pass on what the player did."""
        self.link.heard.put(Heard(what, text))

    def _fatal_error(self) -> None:
        """Close the screen where it fails itself: `finish` raises what has failed."""
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """Close the screen where the terminal has gone."""
        self.hear(GONE)
        self._close_messages_no_wait()

    # What is shown ------------------------------------------------------------------------------------------------

    def on_shown(self, shown: Shown) -> None:
        """Draw a view."""
        before, view = self.view, shown.view
        self.view = view
        self.above.put(view.above)
        self.below.put(view.below)
        self.message.put((list(view.message),))
        sizes = max(1, len(view.below)), sum(len(span.text) for span in view.message) + 1
        if sizes != self.sizes:
            # The whole screen is laid out anew by it.
            self.sizes = self.below.styles.height, self.message.styles.width = sizes
        if view.number == before.number:
            return
        line = self.line
        self.has_line = line.display = view.has_line
        line.at_once = view.keys
        line.value = view.start
        line.cursor_position = len(view.start)
        self.set_focus(line if view.has_line else None)

    def on_ended(self) -> None:
        """Close the screen."""
        self.exit()

    def on_typing(self, typing: Typing) -> None:
        """Change the line that is being typed."""
        line = self.line
        if typing.text == "\n":
            line.post_message(Input.Submitted(line, line.value))
            return
        line.value = line.value + typing.text if typing.more else typing.text
        line.cursor_position = len(line.value)

    # What is heard ------------------------------------------------------------------------------------------------

    def action_stop(self) -> None:
        """Pass on that the player stops."""
        self.hear(STOPPED)

    def on_key(self, event: events.Key) -> None:
        """Pass a key on that no line takes."""
        if not (self.has_line and self.focused is not None):
            self.hear("pressed", event.character if event.is_printable and event.character else event.key)

    def on_paste(self, event: events.Paste) -> None:
        """Pass on what is pasted where no line takes it, key by key."""
        for letter in event.text.replace("\r\n", "\n"):
            self.hear("pressed", "enter" if letter in "\r\n" else letter)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Pass on the line that was entered; what follows is for the next question."""
        if self.has_line:
            self.has_line = False
            self.hear("entered", event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Pass on what has been typed so far."""
        if self.has_line:
            self.hear("typed", event.value)

    def on_resize(self, event: events.Resize) -> None:
        """Pass on the size that the terminal has now."""
        self._resized(event.size)

    def _resized(self, size: Size) -> None:
        if self.link.size != (size.width, size.height):
            self.link.size = size.width, size.height
            self.hear("resized")

    def on_click(self, event: events.Click) -> None:
        """Pass on which hex, unit or choice was clicked."""
        for spot in self.view.spots:
            if spot.row == event.screen_y and spot.left <= event.screen_x < spot.right:
                self.hear("clicked", spot.press)
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll what is read."""
        self.hear("pressed", "down")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll what is read."""
        self.hear("pressed", "up")


if sys.platform == "win32":

    def is_gone() -> bool:
        """Say whether the terminal has gone: a console takes its programs with it."""
        return False

else:
    import termios

    def is_gone() -> bool:
        """Say whether the terminal has gone."""
        try:
            termios.tcgetattr(sys.__stdin__ or 0)
        except (termios.error, ValueError, OSError):
            return True
        return False


COLOURS = {
    "red": ("#ff6b6b", "#af0000"), "cyan": ("#5fd7ff", "#005f87"), "yellow": ("#ffd75f", "#875f00"),
    "magenta": ("#d7a0ff", "#8700af"), "blue": ("#87afff", "#0000af"), "green": ("#87d787", "#005f00"),
    "bright_black": ("#949494", "#767676"),
}  # fmt: skip
"""Every colour of a style, on a dark and on a light background."""


def _style(look: Look, is_light: bool) -> Style:
    if isinstance(look.fg, int):
        colour: str | None = f"color({look.fg})"
    else:
        colour = COLOURS.get(look.fg or "", (look.fg, look.fg))[is_light]
    return Style(color=colour, bold=look.bold or None, reverse=look.reverse or None)
