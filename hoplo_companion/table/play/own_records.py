"""What the player read off a component is kept as the player's own record, and is not asked again."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record, remember
from hoplo_companion.language import later, tr
from hoplo_companion.rules.events import ChipLaid, EffectEntered, Event, ListsEntered, StatEntered, UnitEntered

PRINTED = {
    "movement": later("Movement"),
    "range": later("Range"),
    "health": later("Health"),
    "attack": later("the attack dice"),
    "class": later("the class"),
    "skills": later("the skills"),
    "cap": later("the number of dice"),
}
"""What is printed on a chip or a scion's card, by the names that records use."""


def keep_entered(events: Iterable[Event], catalogue: Catalogue) -> list[str]:
    """Keep what the player has entered of components; say what was kept, and where."""
    return [said for event in events for said in _keep(event, catalogue)]


def _keep(event: Event, catalogue: Catalogue) -> list[str]:
    match event:
        case ListsEntered():
            record = catalogue.arena(event.arena)
            mat = (own_record("arenas", event.arena) or {}).get("mat", {})
            lists = {"mat": {**mat, "priorities": event.lists}}
            path = remember("arenas", event.arena, getattr(record, "name", event.arena), lists)
            return [tr("the priority lists are kept in {path}", path=path)]
        case ChipLaid() if event.arena:
            arena = catalogue.arena(event.arena)
            starts = {**(own_record("arenas", event.arena) or {}).get("starts", {}), event.chip: event.hex}
            path = remember("arenas", event.arena, getattr(arena, "name", event.arena), {"starts": starts})
            chip = event.chip.replace("-", " ")
            return [tr("where the {chip} starts is kept in {path}", chip=chip, path=path)]
        case EffectEntered():
            return _keep_effect(event, catalogue)
        case UnitEntered():
            name = event.chip.replace("-", " ").title()
            elite = {"elite": True} if event.chip.startswith("primus-") else {}
            path = remember("units", event.chip, name, {**event.fields, **elite})
            return [tr("the chip {unit} is kept in {path}", unit=name, path=path)]
        case StatEntered() if event.stat != "hp":
            return _keep_stat(event, catalogue)
    return []


def _keep_effect(event: EffectEntered, catalogue: Catalogue) -> list[str]:
    raw = catalogue.raw(event.kind, event.id) or {}
    name = raw.get("name", event.id.replace("-", " ").title())
    fields = {"effects": event.effects, "kind": event.lasts, "until": event.until}
    fields = {key: value for key, value in fields.items() if value or key == "effects"}
    path = remember(event.kind, event.id, name, fields)
    return [tr("what {name} does is kept in {path}", name=name, path=path)]


def _keep_stat(event: StatEntered, catalogue: Catalogue) -> list[str]:
    record = catalogue.unit(event.chip)
    if (scion := catalogue.scion(event.chip)) is not None and event.stat in ("health", "range", "cap"):
        path = remember("scions", event.chip, scion.name, {event.stat: event.value})
        return [tr("{unit}: {what} is kept in {path}", unit=scion.name, what=tr(PRINTED[event.stat]), path=path)]
    if record is None:
        return []  # A hero's chip has two sides, and a chip of the player's own stands in the position.
    value = list(event.value) if isinstance(event.value, tuple) else event.value
    if (own_record("units", event.chip) or {}).get(event.stat) == value:
        return []  # The whole chip was entered when it came into sight.
    path = remember("units", event.chip, record.name, {event.stat: value})
    what = tr(PRINTED.get(event.stat, event.stat))
    return [tr("{unit}: {what} is kept in {path}", unit=record.name, what=what, path=path)]
