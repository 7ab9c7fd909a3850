"""The screen of an evening, played by a pilot: keys are pressed, and what it shows is read row by row."""

import asyncio
import io
import os
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from hoplo_companion.cli.play.play import lead
from hoplo_companion.cli.screen.app import GONE, ScreenApp
from hoplo_companion.cli.screen.terminal import screen_of
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError
from hoplo_companion.render.style import text_of

NAMES = {" ": "space", ":": "colon"}
"""What keys are called that write what is no name."""

PATIENCE = 3000
"""So often a screen is looked at until it shows what it should."""


class Screen:
    """A screen with somebody at it."""

    def __init__(self, app: ScreenApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def rows(self) -> list[str]:
        return [text_of(row).replace("\N{NO-BREAK SPACE}", " ") for row in self.app.view.rows]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    async def until(self, words: str) -> None:
        """Wait until some words are there."""
        for _ in range(PATIENCE):
            if words in self.text or not self.app.is_running:
                break
            await self.pilot.pause(0.01)
        assert words in self.text, self.text

    async def press(self, *keys: str, then: str) -> None:
        """Press keys, and wait for words that appear only then."""
        await self.pilot.press(*keys)
        await self.until(then)

    async def type(self, line: str, then: str) -> None:
        """Type a line without its Enter."""
        await self.press(*(NAMES.get(letter, letter) for letter in line), then=then)


def at_the_screen(
    sit: Callable[[Screen], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    evening: Callable[[Terminal], None] = lead,
) -> None:
    """Have an evening led on a screen, and somebody sit at it; what ends the evening is raised."""

    async def play() -> None:
        out = io.StringIO()
        terminal = Terminal(["play"], os.environ, io.StringIO(), out, out)
        app = screen_of(terminal, evening)
        async with app.run_test(size=size) as pilot:
            await sit(Screen(app, pilot))
            app.hear(GONE)
        try:
            app.finish()
        except StoppedError:
            return

    asyncio.run(play())
