"""What is typed for `hoplo fix`, read as the commands for it would: names, dice, banes, Prowess cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hoplo_companion.campaign.pad import read_upgrade, upgrade
from hoplo_companion.cli.campaign.banes import read_bane
from hoplo_companion.cli.campaign.names import chip_named, read_attack, read_class, read_prowess, scion_named
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.components.words import SHORT_EVENTS
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoplo_companion.campaign.model import Campaign


def as_typed(key: str, value: str, campaign: Campaign) -> str:
    """Give the value that a player has typed for a key as the save holds it, in JSON; any other as it was typed.

    Shapes: a list is typed as names separated by commas, `none` for an empty one; one place of a list (`camp.units.0`)
    as one name. UsageError or RefusedError where the key's own command would refuse it.
    """
    try:
        return _as_typed(key, value, campaign)
    except UsageError as fault:
        raise UsageError(f"{key}: {fault}") from None


def _as_typed(key: str, value: str, campaign: Campaign) -> str:
    kind, is_list = _kind_of(key)
    if not kind:
        return value
    names = _names(value)
    if names is None:
        return value  # tables in JSON are kept as they are
    if kind == "dice":
        return _json(_dice(" ".join(names), campaign))
    read = [_READERS[kind](name, campaign) for name in names]
    if is_list:
        return _json(read)
    plain = msgspec.to_builtins(read[0]) if len(read) == 1 else value
    return plain if isinstance(plain, str) else _json(plain)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _names(value: str) -> list[str] | None:
    """Read names: in JSON, or separated by commas; None for JSON of anything else."""
    if not value.strip() or is_none(value):
        return []
    try:
        plain = msgspec.json.decode(value)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return [name.strip() for name in value.split(",") if name.strip()]
    if isinstance(plain, str):
        return [plain]
    return plain if isinstance(plain, list) and all(isinstance(each, str) for each in plain) else None


def _kind_of(key: str) -> tuple[str, bool]:
    """Give the kind of what is at a key, empty for none in particular, and whether a whole list is meant."""
    words = key.split(".")
    is_one = words[-1].isdigit()
    kind = _KEYS.get(".".join(words[:-1] if is_one else words), "")
    if words[:1] == ["stacks"] and words[2:3] == ["known"]:
        kind = "units"
    if not kind and words[0] == "primuses" and words[2:] == ["hero"]:
        return "hero", False
    if key.endswith("position.event"):
        return "event", False
    return kind, kind not in ("hero", "scion", "event", "difficulty") and not is_one


_KEYS = {
    "pad.hero": "hero", "scion": "scion", "difficulty": "difficulty", "pad.classes": "class", "pad.attack": "dice",
    "camp.units": "units", "bag.units": "units", "drawn.units": "units",
    "camp.tactics": "tactics", "special_tactics": "tactics", "camp.prowess": "prowess",
    "out_of_game": "prowess",
    "camp.banes": "bane", "bag.banes": "bane", "drawn.banes": "bane", "bane_stack": "name",
    "camp.opportunities": "name",
}  # fmt: skip


def _dice(text: str, campaign: Campaign) -> Any:
    """Read the hero's dice: colours, or an upgrade of those on the pad, as in `upgrade-die:4`."""
    what, die = read_upgrade(text)
    if what in ("add-die", "upgrade-die"):
        return upgrade(campaign, what, die)[0].pad.attack
    return read_attack(text)


def _hero(name: str, campaign: Campaign) -> str:
    if catalogue().hero(slug(name)) is None:
        raise UnknownNameError("hero", name, catalogue().ids("heroes"))
    return slug(name)


def _difficulty(name: str, campaign: Campaign) -> str:
    if catalogue().difficulty(slug(name)) is None:
        raise UnknownNameError("difficulty", name, catalogue().ids("difficulty"))
    return slug(name)


_READERS: dict[str, Callable[[str, Campaign], Any]] = {
    "hero": _hero,
    "difficulty": _difficulty,
    "scion": lambda name, _: scion_named(name),
    "class": lambda name, _: read_class(name),
    "units": lambda name, _: chip_named("units", name),
    "tactics": lambda name, _: chip_named("tactics", name),
    "bane": read_bane,
    "prowess": lambda name, _: read_prowess(name),
    "event": lambda name, _: SHORT_EVENTS.get(slug(name), slug(name)),
    "name": lambda name, _: name,
}
"""How a name of each kind is read."""
