"""The difference between two states, small enough to keep for every step and to be taken back.

Shapes: a state is plain JSON data, a table at the top. A change is a path of keys with what stood there before and what
stands there now; a side that is absent had, or has, nothing there.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

State = dict[str, Any]


class ChangeError(ValueError):
    """A change that does not fit the state it is applied to."""


class Change(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One place of a state that changed.

    Shapes: a number in a `path` is the place of an item in a list. With `at` the path is that of a list, from whose
    item at that place on the items of `old` stood where those of `new` stand now.
    """

    path: list[str]
    old: Any | UnsetType = UNSET
    new: Any | UnsetType = UNSET
    at: int | UnsetType = UNSET


Tree = dict[str, Any]
"""Changes within the fight as the log has them, each way written once: tables within tables, a list where
something changed.

Shapes: `["=", old, new]`, `["-", old]`, `["+", new]`, `["@", at, old, new]`.
"""

WITHIN = "fight"
"""Where lists are compared item by item: a board changes a little with every step, and is never shown as changes."""


def packed(changes: list[Change]) -> tuple[list[Change], Tree]:
    """Write changes as the log has them: those within the fight as a tree, all others as they are."""
    others: list[Change] = []
    tree: Tree = {}
    for change in changes:
        if change.path[:1] != [WITHIN]:
            others.append(change)
            continue
        at = tree
        for key in change.path[:-1]:
            at = at.setdefault(key, {})
        if change.at is not UNSET:
            leaf = ["@", change.at, change.old, change.new]
        elif change.new is UNSET:
            leaf = ["-", change.old]
        else:
            leaf = ["+", change.new] if change.old is UNSET else ["=", change.old, change.new]
        at[change.path[-1]] = leaf
    return others, tree


def unpacked(tree: Tree, path: tuple[str, ...] = ()) -> list[Change]:
    """Give the changes of a tree; ValueError where it is not one."""
    found: list[Change] = []
    for key, value in tree.items():
        here = [*path, key]
        match value:
            case dict():
                found += unpacked(value, (*path, key))
            case ["=", old, new]:
                found.append(Change(here, old, new))
            case ["-", old]:
                found.append(Change(here, old))
            case ["+", new]:
                found.append(Change(here, new=new))
            case ["@", int() as at, list() as old, list() as new]:
                found.append(Change(here, old, new, at))
            case _:
                raise ValueError(f"{'.'.join(here)}: no change")
    return found


def changes_between(old: State, new: State) -> list[Change]:
    """List what changed from one state to another: tables are compared key by key, anything else as a whole.

    Within the fight lists are compared item by item too.
    """
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: State, new: State, path: list[str], found: list[Change]) -> None:
    for key in sorted(old.keys() | new.keys()):
        here = [*path, key]
        if key not in new:
            found.append(Change(here, old=old[key]))
        elif key not in old:
            found.append(Change(here, new=new[key]))
        else:
            _compare_values(old[key], new[key], here, found)


def _compare_values(old: Any, new: Any, here: list[str], found: list[Change]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        _compare(old, new, here, found)
    elif _is_same(old, new):
        return
    elif here[0] == WITHIN and isinstance(old, list) and isinstance(new, list):
        _compare_lists(old, new, here, found)
    else:
        found.append(Change(here, old=old, new=new))


_written = msgspec.json.Encoder(order="sorted").encode


def _is_same(old: Any, new: Any) -> bool:
    # To Python True is 1, and 1 is 1.0; on disk they are not. The order of keys is no difference.
    return bool(old == new) and _written(old) == _written(new)


def _compare_lists(old: list[Any], new: list[Any], path: list[str], found: list[Change]) -> None:
    """Compare item by item where as many stand there as before; else name those between what both have in common."""
    if len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            _compare_values(before, after, [*path, str(at)], found)
        return
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if not _is_same(old[at], new[at])), shorter)
    rest = range(shorter - head)
    tail = next((at for at in rest if not _is_same(old[-1 - at], new[-1 - at])), shorter - head)
    gone, came = old[head : len(old) - tail], new[head : len(new) - tail]
    found.append(Change(path, gone, came, head))


def apply_changes(state: State, changes: list[Change], *, back: bool = False) -> State:
    """Give the state with changes made, or (`back`) taken back; ChangeError where they do not fit, the state whole."""
    changed = dict(state)
    fresh: dict[int, bool] = {id(changed): True}
    for change in changes:
        before, after = (change.new, change.old) if back else (change.old, change.new)
        if after is UNSET and before is UNSET:
            raise ChangeError(
                f"{'.'.join(change.path)}: the change says neither what stood there nor what stands there"
            )
        if change.at is UNSET:
            _set(changed, change.path, before, after, fresh)
        else:
            _splice(changed, change, before, after, fresh)
    return changed


def _way_to(state: State, path: list[str], fresh: dict[int, bool]) -> Any:
    """Give the table or list at a path, its own copy: only those on the way are copied, all others are shared."""
    at: Any = state
    for key in path:
        here = _key(at, key)
        inner = None if here is None else at[here]
        if not isinstance(inner, dict | list):
            raise ChangeError(f"{'.'.join(path)}: there is no table {key!r}")
        if id(inner) not in fresh:
            inner = inner.copy()
            fresh[id(inner)] = True
            at[here] = inner
        at = inner
    return at


def _key(at: Any, key: str) -> Any:
    """Give the key of a table, or the place in a list, that a key of a path means; None where nothing is there."""
    if isinstance(at, dict):
        return key if key in at else None
    return int(key) if key.isascii() and key.isdigit() and int(key) < len(at) else None


def _set(state: State, path: list[str], before: Any, after: Any, fresh: dict[int, bool]) -> None:
    if not path:
        raise ChangeError("a change without a place")
    at = _way_to(state, path[:-1], fresh)
    key = _key(at, path[-1])
    if (UNSET if key is None else at[key]) != before:
        raise ChangeError(f"{'.'.join(path)}: the change does not fit what stands there")
    if isinstance(at, list) and UNSET in (before, after):
        raise ChangeError(f"{'.'.join(path)}: an item of a list neither comes nor goes by itself")
    if after is UNSET:
        del at[key]
    else:
        at[path[-1] if key is None else key] = after


def _splice(state: State, change: Change, before: Any, after: Any, fresh: dict[int, bool]) -> None:
    """Put some items of a list in the place of others."""
    at, place = _way_to(state, change.path, fresh), change.at
    if not (isinstance(at, list) and isinstance(before, list) and isinstance(after, list) and isinstance(place, int)):
        raise ChangeError(f"{'.'.join(change.path)}: there is no list")
    if not 0 <= place <= len(at) - len(before) or at[place : place + len(before)] != before:
        raise ChangeError(f"{'.'.join(change.path)}: the change does not fit what stands there")
    at[place : place + len(before)] = after
