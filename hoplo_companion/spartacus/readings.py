"""Another reading of an open question in a game (`rules_data/spartacus/rulings.toml`)."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.components.readings import read_reading
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus.game import Play


def choose_reading(play: Play, words: Sequence[str]) -> None:
    """Have another reading of a question hold from now on: `reading sp.both-down deeper`, or `default`."""
    if len(words) != 2:
        raise UsageError(tr("a question and a reading of it, as in {example}", example="sp.both-down deeper"))
    id_, reading = read_reading("spartacus", words[0], words[1])
    if play.game.stage == "combat":
        raise IllegalError(tr("a match is fought: its readings stand until it is over"))
    play.change(rulings={**play.game.rulings, id_: reading})
    play.note("reading", id_, id=id_, reading=reading)
