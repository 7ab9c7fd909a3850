"""What the player read off a component is kept as the player's own record, and is not asked again."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record, remember
from hoplo_companion.rules.events import EffectTold, Event, ListsTold, StatTold
from hoplo_companion.rules.setup.events import ChipLaid, UnitTold


def keep_told(events: Iterable[Event], catalogue: Catalogue) -> list[str]:
    """Keep what the player has told (house rule: components are never invented); say what was kept, and where."""
    return [said for event in events for said in _keep(event, catalogue)]


def _keep(event: Event, catalogue: Catalogue) -> list[str]:
    match event:
        case ListsTold():
            record = catalogue.arena(event.arena)
            mat = (own_record("arenas", event.arena) or {}).get("mat", {})
            lists = {"mat": {**mat, "priorities": event.lists}}
            path = remember("arenas", event.arena, getattr(record, "name", event.arena), lists)
            return [f"the priority lists are kept in {path}"]
        case ChipLaid() if event.arena:
            arena = catalogue.arena(event.arena)
            starts = {**(own_record("arenas", event.arena) or {}).get("starts", {}), event.chip: event.hex}
            path = remember("arenas", event.arena, getattr(arena, "name", event.arena), {"starts": starts})
            return [f"where the {event.chip} starts is kept in {path}"]
        case EffectTold():
            return _keep_effect(event, catalogue)
        case UnitTold():
            name = event.chip.replace("-", " ").title()
            elite = {"elite": True} if event.chip.startswith("primus-") else {}
            path = remember("units", event.chip, name, {**event.fields, **elite})
            return [f"the chip {name} is kept in {path}"]
        case StatTold() if event.stat != "hp":
            return _keep_stat(event, catalogue)
    return []


def _keep_effect(event: EffectTold, catalogue: Catalogue) -> list[str]:
    raw = catalogue.raw(event.kind, event.id) or {}
    name = raw.get("name", event.id.replace("-", " ").title())
    fields = {"effects": event.effects, "kind": event.lasts, "until": event.until}
    path = remember(
        event.kind, event.id, name, {key: value for key, value in fields.items() if value or key == "effects"}
    )
    return [f"what {name} does is kept in {path}"]


def _keep_stat(event: StatTold, catalogue: Catalogue) -> list[str]:
    record = catalogue.unit(event.chip)
    if (scion := catalogue.scion(event.chip)) is not None and event.stat in ("health", "range", "cap"):
        path = remember("scions", event.chip, scion.name, {event.stat: event.value})
        return [f"{scion.name}'s {event.stat} is kept in {path}"]
    if record is None:
        return []  # A hero's chip has two sides, and a chip of the player's own stands in the position.
    value = list(event.value) if isinstance(event.value, tuple) else event.value
    path = remember("units", event.chip, record.name, {event.stat: value})
    verb = "are" if event.stat == "skills" else "is"
    return [f"the {record.name}'s {event.stat} {verb} kept in {path}"]
