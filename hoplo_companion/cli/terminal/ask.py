"""What is typed at a question, read."""

from __future__ import annotations

from typing import Any

from hoplo_companion.errors import UsageError


def listed(text: str) -> list[str]:
    """Read names separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def number(text: str) -> Any:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"{text[:40]!r} is no number")
    return int(text)
