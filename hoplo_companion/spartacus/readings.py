"""The other readings of open questions, which a table may choose (`rules_data/spartacus/rulings.toml`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.spartacus.game import DEFAULT, Play

READINGS = {
    "sp.ledger-short": "one",
    "sp.influence-limits": "zero",
    "sp.hosting-failed": "pays",
    "sp.guard-deploy": "any-time",
    "sp.tribute-payer": "host",
    "sp.invite-once": "free",
    "sp.own-bets": "victory",
    "sp.both-down": "deeper",
    "sp.extra-ignore": "auto-stays",
    "sp.speed-abilities": "work",
    "sp.heal-failed": "not-one",
    "sp.thumb-cost": "price",
    "sp.tournament": "all",
}
"""The other reading of each question that may be read in two ways."""


def read_reading(id_: str, reading: str) -> tuple[str, str]:
    """Read a question and the reading of it that is to hold; UsageError says what there is."""
    key, word = id_.strip().casefold(), reading.strip().casefold()
    if key not in READINGS:
        raise UsageError(tr("{id} has no other reading: {known}", id=clip(id_), known=", ".join(READINGS)))
    if word not in (DEFAULT, READINGS[key]):
        known = f"{DEFAULT}, {READINGS[key]}"
        raise UsageError(tr("{reading} is not a reading of {id}: {known}", reading=clip(reading), id=key, known=known))
    return key, word


def read_readings(texts: Iterable[str]) -> dict[str, str]:
    """Read `sp.both-down=deeper`, one after the other; the defaults are left out."""
    found = dict(read_reading(*each.partition("=")[::2]) for each in texts)
    return {id_: reading for id_, reading in found.items() if reading != DEFAULT}


def choose_reading(play: Play, words: Sequence[str]) -> None:
    """Have another reading of a question hold from now on: `reading sp.both-down deeper`, or `default`."""
    if len(words) != 2:
        raise UsageError(tr("a question and a reading of it, as in sp.both-down deeper"))
    id_, reading = read_reading(words[0], words[1])
    if play.game.stage == "combat":
        raise IllegalError(tr("a match is fought: its readings stand until it is over"))
    play.change(rulings={**play.game.rulings, id_: reading})
    play.note("reading", id_, id=id_, reading=reading)
