"""The difference between two states, small enough to keep for every step and to be taken back.

Shapes: a state is plain JSON data, a table at the top. A change is a path of keys with what stood there before and what
stands there now; a side that is absent had, or has, nothing there.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

State = dict[str, Any]


class ChangeError(ValueError):
    """A change that does not fit the state it is applied to."""


class Change(Struct, frozen=True, omit_defaults=True):
    """One place of a state that changed."""

    path: list[str]
    old: Any | UnsetType = UNSET
    new: Any | UnsetType = UNSET


def changes_between(old: State, new: State) -> list[Change]:
    """List what changed from one state to another; tables are compared key by key, anything else as a whole."""
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: State, new: State, path: list[str], found: list[Change]) -> None:
    for key in old.keys() | new.keys():
        here = [*path, key]
        if key not in new:
            found.append(Change(here, old=old[key]))
        elif key not in old:
            found.append(Change(here, new=new[key]))
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            _compare(old[key], new[key], here, found)
        elif old[key] != new[key]:
            found.append(Change(here, old=old[key], new=new[key]))


def apply_changes(state: State, changes: list[Change], *, back: bool = False) -> State:
    """Give the state with changes made, or (`back`) taken back; ChangeError where they do not fit, the state whole."""
    changed = dict(state)
    fresh: dict[int, bool] = {id(changed): True}
    for change in changes:
        before, after = (change.new, change.old) if back else (change.old, change.new)
        _set(changed, change.path, before, after, fresh)
    return changed


def _set(state: State, path: list[str], before: Any, after: Any, fresh: dict[int, bool]) -> None:
    if not path:
        raise ChangeError("a change without a place")
    at = state
    for key in path[:-1]:
        inner = at.get(key)
        if not isinstance(inner, dict):
            raise ChangeError(f"{'.'.join(path)}: there is no table {key!r}")
        if id(inner) not in fresh:
            # Only the tables on the way are copied; all others are shared with the old state.
            inner = dict(inner)
            fresh[id(inner)] = True
            at[key] = inner
        at = inner
    key = path[-1]
    if at.get(key, UNSET) != before:
        raise ChangeError(f"{'.'.join(path)}: the change does not fit what stands there")
    if after is UNSET and before is UNSET:
        raise ChangeError(f"{'.'.join(path)}: the change says neither what stood there nor what stands there now")
    if after is UNSET:
        del at[key]
    else:
        at[key] = after
