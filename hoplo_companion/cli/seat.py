"""What every tracking command does: sit down at the campaign, make one step, say what happened."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign, Result


def words_of_call() -> str:
    """Give the command as it was typed, for the log."""
    return " ".join(sys.argv[1:])


def make_step(change: Callable[[Campaign], Result], *, json: bool = False, answers: list[Any] | None = None) -> None:
    """Change the campaign that is played, keep it, and only then say what happened."""
    import msgspec

    from hoplo_companion.render.campaign import happened_words
    from hoplo_companion.table.seat import Seat

    with Seat() as seat:
        campaign, happened = change(seat.campaign)
        told = [happened_words(each) for each in happened]
        seat.keep(campaign, words_of_call(), " ".join(told), answers=answers)
    if json:
        from hoplo_companion.cli.show import show_json

        show_json({"happened": msgspec.to_builtins(happened)})
    else:
        print("\n".join(told))


def look() -> tuple[str, Campaign]:
    """Give the campaign that is played and its name, for reading only."""
    from hoplo_companion.table.library import Library
    from hoplo_companion.table.seat import from_state

    library = Library()
    name = library.current()
    return name, from_state(library.open(name).state)
