"""What is typed at a question, read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr

if TYPE_CHECKING:
    pass


def listed(text: str) -> list[str]:
    """Read names separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def number(text: str) -> Any:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError(tr("{text} is not a number.", text=repr(text[:40])))
    return int(text)
