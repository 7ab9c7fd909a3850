"""The other readings of a table's open questions, which a game may choose (`rulings.toml` in the table's folder)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.errors import UsageError, clip

DEFAULT = "default"


def chosen(rulings: Mapping[str, str], id_: str) -> str:
    """The reading of a question that was chosen; empty for the default."""
    reading = rulings.get(id_, DEFAULT)
    return "" if reading == DEFAULT else reading


@cache
def other_readings(table: str) -> dict[str, list[str]]:
    """The questions of a table that may be read in several ways, each with its readings beside the default."""
    rulings = read_shipped(shipped_folder() / table / "rulings.toml")
    return {id_: [*each["readings"]] for id_, each in rulings.items() if "readings" in each}


def read_readings(table: str, texts: Iterable[str]) -> dict[str, str]:
    """Read `sp.both-down=deeper`, one after the other; the defaults are left out."""
    found, every = dict[str, str](), other_readings(table)
    for text in texts:
        id_, reading = text.partition("=")[::2]
        key, word = id_.strip().casefold(), reading.strip().casefold()
        if key not in every:
            raise UsageError("{id} has no other reading: {known}", id=clip(id_), known=", ".join(every))
        if word not in (DEFAULT, *every[key]):
            known = ", ".join((DEFAULT, *every[key]))
            raise UsageError("{reading} is not a reading of {id}: {known}", reading=clip(reading), id=key, known=known)
        found[key] = word
    return {id_: reading for id_, reading in found.items() if reading != DEFAULT}
