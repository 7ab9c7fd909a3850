"""Putting a save right by hand: any place of its state, by name."""

from __future__ import annotations

from typing import Any

import msgspec

from hoplo_companion.components.names import advise
from hoplo_companion.errors import UsageError

State = dict[str, Any]


def fixed(state: State, key: str, value: str) -> tuple[Any, State]:
    """Give what stood at a place of a state, and the state with something else there.

    Shapes: `key` names the tables on the way, apart by points (`pad.hp`, `pad.weeks.0`); `value` is JSON, or else the
    word itself; for a list also words apart by commas. UsageError names the keys that there are.
    """
    names = key.split(".")
    changed: State = msgspec.json.decode(msgspec.json.encode(state))
    at: Any = changed
    for name in names[:-1]:
        at = at[_key(at, name, key)]
    last = _key(at, names[-1], key)
    old = at[last]
    at[last] = _read(value, old)
    return old, changed


def _key(at: Any, name: str, whole: str) -> Any:
    if isinstance(at, list) and name.isascii() and name.isdigit() and int(name) < len(at):
        return int(name)
    if isinstance(at, dict) and name in at:
        return name
    known = list(at) if isinstance(at, dict) else [str(n) for n in range(len(at))] if isinstance(at, list) else []
    raise UsageError(f"{whole[:60]!r}: there is no {name[:60]!r}; {advise(name, known, 'keys')}")


def _read(value: str, old: Any) -> Any:
    """Read a value as typed, in the manner of what stood there before."""
    if isinstance(old, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.MsgspecError, UnicodeEncodeError):
        if isinstance(old, list) or (old is None and "," in value):
            return [word.strip() for word in value.split(",") if word.strip()]
        return value
