"""What differs between two pieces of plain data, each place in a line."""

from __future__ import annotations

from typing import Any

from hoplo_companion.errors import clip, part

LONGEST = 70


def differences(before: Any, now: Any, where: str = "") -> list[str]:
    """List where two pieces of plain data differ, as `place: what it was, what it is now`.

    A list is compared as a whole, and told by what is no longer in it and what is new; tables key by key.
    """
    if isinstance(before, dict) and isinstance(now, dict):
        found = []
        for key in dict.fromkeys([*before, *now]):
            place = f"{where}.{part(str(key))}" if where else part(str(key))
            if key not in now:
                found.append(f"{place}: it was {clip(before[key], LONGEST)}, and is no more")
            elif key not in before:
                found.append(f"{place}: it is {clip(now[key], LONGEST)}, and was not")
            else:
                found += differences(before[key], now[key], place)
        return found
    if before == now:
        return []
    if isinstance(before, list) and isinstance(now, list):
        gone = [each for each in before if each not in now]
        new = [each for each in now if each not in before]
        if gone or new:
            parts = [f"no longer {clip(gone, LONGEST)}"] * bool(gone) + [f"now {clip(new, LONGEST)}"] * bool(new)
            return [f"{where}: {', '.join(parts)}"]
    return [f"{where}: it was {clip(before, LONGEST)}, and is {clip(now, LONGEST)}"]
