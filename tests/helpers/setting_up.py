"""Fights that are set up from a card told in a line, some against targets, and what a test asks of them."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.model import Bag, Bane
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.table.play.moves import CORRECT, RIVALS
from tests.helpers import play
from tests.helpers.fights import CARDS, LISTS, UNITS, Table, ready
from tests.helpers.own_catalogue import Own

BANES: dict[str, Any] = {"Ruin": {"kind": "bag", "effects": "range +1 for rival"}, "Shade": {"kind": "unit"}}


def known(**more: Any) -> Catalogue:
    """Make a catalogue that knows the chips of `helpers.fights`, the trident's hex, and these records beside them."""
    kinds: dict[str, Any] = {
        "units": dict(UNITS),
        "events": {name: dict(card) for name, card in CARDS.items()},
        "banes": dict(BANES),
        "arenas": {"atlanteans": {"starts": {"trident": "D3"}}},
    }
    for kind, records in more.items():
        kinds[kind] = {**kinds.get(kind, {}), **records}
    return Own(**kinds).catalogue


KNOWN = known()


def bag_of(*units: str, banes: tuple[Bane, ...] = ()) -> Bag:
    """Fill a bag."""
    return Bag(units, banes)


def fought(
    card: str | dict[str, Any] = "brawl", *answers: Any, kind: str = "bloodshed", catalogue: Catalogue = KNOWN,
    sport: str = "", **changes: Any
) -> Table:  # fmt: skip
    """Set a fight up with these answers; a card may be told by its fields. Whatever is left open stays so."""
    if isinstance(card, dict):
        told = {"kind": kind if kind != "capital" else "primus", **card}
        catalogue, card = known(events={"card": told}), "card"
    return Table.begun(ready(kind, **changes), card, catalogue, sport).answer(*answers)


def combat_of(table: Table) -> Combat:
    """Give the combat as it stands."""
    return table.game.combat


def lineup(table: Table) -> list[str]:
    """List the chips of the rival's lineup, top first."""
    combat = combat_of(table)
    return [combat.bench[id_].chip for id_ in combat.lineup]


def waiting(table: Table, at: int = 0) -> Unit:
    """Give a unit of the rival's lineup, the top one unless told."""
    combat = combat_of(table)
    return combat.bench[combat.lineup[at]]


def of(table: Table, kind: type[Event] | str) -> list[Any]:
    """List the events of one kind."""
    return play.of(table.events, kind)


def asked(table: Table) -> tuple[str, str, str]:
    """Name the question that is open: its id, the unit, and what it is about."""
    question = table.game.question()
    return (question.id, question.unit, question.about) if question is not None else ("", "", "")


# Targets that stay where they are, so that a test has a fight end as it likes -----------------------------------

STILL = {"movement": 0, "range": 1, "health": 1, "attack": ["red"], "skills": []}
"""A chip that stays where it is and never hits; it falls with the first hit."""

STATUE = {"movement": 0, "range": 1, "health": 9, "attack": ["red"], "skills": []}


def targets(**card: Any) -> Catalogue:
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
    books = targets(**card)
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
