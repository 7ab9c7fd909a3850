"""The picture at the head of the README: the screen of an evening as the program draws it, in the midst of a fight."""

import os
import re
import tempfile
from unittest import mock

from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import follow_a_fight
from tests.helpers.screens import Screen, at_the_screen

SIZE = (80, 24)


def screen_picture() -> str:
    """Sit down at the screen in a home of its own, and take its picture as SVG that loads nothing."""
    taken = []

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        await screen.pilot.pause()
        taken.append(screen.app.export_screenshot(title="hoplo play"))

    with tempfile.TemporaryDirectory() as home:
        env = {key: value for key, value in os.environ.items() if not key.startswith(("HOPLO", "NO_COLOR"))}
        with mock.patch.dict(os.environ, {**env, "HOPLO_HOME": home, "TERM": "xterm"}, clear=True):
            follow_a_fight()
            hoplo("answer", "--auto", "first")
            at_the_screen(sit, SIZE)
    # The fonts that it names lie elsewhere; the reader's own will do.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", taken[0], flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "screen", svg).replace("Fira Code", "Menlo, Consolas, 'DejaVu Sans Mono'")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
