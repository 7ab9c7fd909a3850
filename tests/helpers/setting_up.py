"""Fights that are set up from a card told in a line, and what a test asks of them afterwards."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.model import Bag, Bane
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat, Unit
from tests.helpers import play
from tests.helpers.fights import CARDS, UNITS, Table, ready
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
