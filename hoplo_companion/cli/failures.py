"""What is said where hoplo itself has failed."""

from __future__ import annotations

import traceback
from contextlib import suppress

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.files import FAILURE, home_folder, write_whole

TRACEBACK = "HOPLO_TRACEBACK"
"""The variable that makes a failure of hoplo's own show where it happened."""

LONGEST = 100_000
"""The most characters that are kept of where it failed."""


def failure_words(terminal: Terminal, fault: Exception) -> str:
    """Say that hoplo itself has failed, and keep for `hoplo report` where it did; for one who asks, show it."""
    where = "".join(traceback.format_exception(fault))
    with suppress(Exception):
        if home_folder().is_dir():
            write_whole(home_folder() / FAILURE, where[-LONGEST:].encode("utf-8", "replace"))
    if terminal.environment.get(TRACEBACK):
        return where
    return (
        f"hoplo itself has failed here ({type(fault).__name__}), and nothing that you did. Every step before this one "
        "is kept. Please report it: `hoplo report` writes one file with all that is needed to mend it; "
        f"{TRACEBACK}=1 shows where it failed"
    )
