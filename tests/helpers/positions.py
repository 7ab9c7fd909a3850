"""Positions written out in full, for what is drawn and worded: mats of any shape, and one that is crowded."""

import json
from typing import Any

from hoplo_companion.components.catalogue import Catalogue, read_toml, shipped_folder
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader

Raw = dict[str, Any]

CATALOGUE = Catalogue()
READER = PositionReader(CATALOGUE)
STATS: Raw = {"chip": "pebble", "movement": 1, "range": 1, "health": 3, "attack": ["blue", "blue"]}

LONG_IDS = [
    ("reptilian-guard-of-the-deep-1", "rival", "B2"),
    ("reptilian-guard-of-the-deep-2", "rival", "B3"),
    ("reptilian-scout-of-the-deep-2", "rival", "C3"),
    ("REPTILIAN-GUARD-OF-THE-DEEP-1", "rival", "A1"),
    ("my-hero-with-a-long-name", "player", "D3"),
    ("my-hero-with-a-longer-name", "player", "D4"),
    ("rept1", "player", "E2"),
    ("giant-crab", "arena", "F2"),
]


def pebble(id_: str, side: str, hex_: str, **more: Any) -> Raw:
    """Write a unit of a chip that nobody knows."""
    return {"id": id_, "side": side, "hex": hex_, **STATS, **more}


def read(**keys: Any) -> Combat:
    position = {"schema": "hoplo/position@1", "arena": "atlanteans", "units": [], **keys}
    return READER.read(json.dumps(position).encode())


EXAMPLE = shipped_folder() / "examples" / "rulebook-p22.toml"


def example(**skills: list[str]) -> Combat:
    """The position of the rulebook's example (p.22), some of its units with other skills than their chips show."""
    raw = read_toml(EXAMPLE)
    chips = {**{unit["id"]: unit for unit in raw["units"]}, **raw["bench"]}
    for unit, shown in skills.items():
        chips[unit]["skills"] = shown
    return READER.read_plain(raw)


def mat(columns: list[int], **keys: Any) -> Raw:
    first = [f"A{number + 1}" for number in range(columns[0])]
    lists = [{"for": "all", "list": [{"opponent": "any"}]}]
    return {"columns": columns, "rival_deployment": first, "priorities": lists, **keys}


MARKED = mat([3, 4, 3], key_hexes=["B2"], blocked=["B3"], missing=["A2"], rival_deployment=["A3", "A1"],
             player_deployment=["C1"], elevation={"B2": 2, "C2": 1})  # fmt: skip
"""A mark of every kind."""


def crowd() -> Combat:
    """Make the standard mat with eight units whose ids are far too long for a hex."""
    units = [pebble(*each) for each in LONG_IDS]
    units[0] |= {"dazed": True, "tribune": True}
    units[4] |= {"hero": True, "hp": 12}
    units[2] |= {"tactics": ["adrenaline"]}
    return read(
        units=units,
        event="capture-the-flag",
        flag={"holder": LONG_IDS[4][0]},
        chips={"trident": {"hex": "C4"}, "orb-of-wonders": {"holder": LONG_IDS[0][0]}},
        rival={"lineup": ["arch2"], "tactics": ["stun"]},
        bench={"arch2": {"chip": "archer"}},
    )
