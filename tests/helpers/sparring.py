"""A fight against targets that stay where they are, so that a test has it end as it likes."""

from __future__ import annotations

from typing import Any

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.table.play.moves import CORRECT, RIVALS
from tests.helpers.fights import LISTS, Table, ready
from tests.helpers.setting_up import bag_of, known

STILL = {"movement": 0, "range": 1, "health": 1, "attack": ["red"], "skills": []}
"""A chip that stays where it is and never hits; it falls with the first hit."""

STATUE = {"movement": 0, "range": 1, "health": 9, "attack": ["red"], "skills": []}


def catalogue(**card: Any) -> Catalogue:
    """Make a catalogue with these targets, and a card by its fields."""
    kind = card.setdefault("kind", "sport")
    return known(
        units={"target": {"class": ["archer"], **STILL}, "statue": {"class": ["archer"], **STATUE}},
        events={"primus-1" if kind == "primus" else "card": {"lineup": ["bag", "bag"], **card}},
        tactics={"adrenaline": {"kind": "permanent", "effects": "movement +1"}},
        arenas={
            "kunlun": {"mat": {"priorities": LISTS, "key_hexes": ["D3", "D4", "G2"]}},
            "new-argonauts": {"mat": {"priorities": LISTS}},
        },
    )


def at_your_turn(*answers: Any, first: bool = True, place: dict[str, Any] | None = None, **card: Any) -> Table:
    """Set a fight up against two targets, and play the rival's first turn."""
    books = catalogue(**card)
    kind = {"primus": "capital"}.get(card.get("kind", "sport"), card.get("kind", "sport"))
    changes: dict[str, Any] = {"region": "kunlun", "bag": bag_of("target", "target"), **(place or {})}
    table = Table.begun(ready(kind, **changes), "primus-1" if kind == "capital" else "card", books)
    table.answer(*answers)
    if first:
        table.do(RIVALS)
    return table


def hit(table: Table, attacker: str, target: str, *answers: Any) -> Table:
    """Put a target beside an attacker of yours in your Engage Step, and have it hit."""
    word = "move" if target in table.game.combat.units else "place"
    table.do(CORRECT, word, target, "E4")
    table.do("attack", attacker, target, answers=(1, *answers))
    return table


def stand(table: Table, unit: str, hex_: str) -> Table:
    """Put a unit of yours on a hex, awake, as if it had come there in an earlier turn."""
    table.do(CORRECT, "place", unit, hex_)
    return table.do(CORRECT, "set", unit, "dazed", "no")
