"""The names of a position's notation: cut short and found again, and the ids of units that are given none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, get_args

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import did_you_mean, near_misses, part_number, slug, unknown
from hoplo_companion.components.words import CLASSES, SHORT_EVENTS, STEPS, EventKind
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.notation.lexer import write_text
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.document import FORECAST
from hoplo_companion.rules.position.line_words import is_plain

FLAG = "flag"
EVENTS: tuple[EventKind, ...] = get_args(EventKind)
EQUIPPABLE = "chip to equip"
HEAD = "event or step"
HEAD_WORDS = (*EVENTS, *STEPS, FORECAST, "explain")


class Names:
    """The names that a line may hold, as one catalogue knows them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.equippables: list[str] = [FLAG]
        self._known: dict[str, dict[str, str]] = {}

    def set_arena(self, arena: Any) -> None:
        """Take the chips of the arena that the position is in: those of its card, or those in its priority lists."""
        found: list[str] = []
        if isinstance(arena, dict):
            found = [item.get("chip", "") for each in arena.get("priorities", ()) for item in each["list"]]
        elif slug(arena) in self.known("arena") and (record := self.catalogue.arena(slug(arena))) is not None:
            found = [*record.chips, record.key_chip]
        self.equippables = list(dict.fromkeys([*filter(None, map(slug, found)), FLAG]))

    def known(self, kind: str) -> dict[str, str]:
        """Give the names of a kind as they are matched, with what they stand for."""
        if kind == EQUIPPABLE:
            return {name: name for name in self.equippables}
        if kind not in self._known:
            self._known[kind] = {slug(id_): id_ for id_ in self._ids(kind)}
        return self._known[kind]

    def _ids(self, kind: str) -> Iterable[str]:
        closed: dict[str, Sequence[str]] = {"class": CLASSES, HEAD: HEAD_WORDS}
        if kind in closed:
            return closed[kind]
        return self.catalogue.chips if kind == "chip" else self.catalogue.ids(_TABLES.get(kind, kind))

    def find(self, kind: str, typed: str) -> str | None:
        """Find what a name stands for, written out or cut short; UsageError where it may be several."""
        if kind == "skill":
            return self._skill(typed)
        known = self.known(kind)
        found = word_of(typed, known, 1) if slug(typed) else None
        if found is not None:
            return known[found]
        if kind == EQUIPPABLE and slug(typed) and not near_misses(typed, known):
            # Any chip may be in a combat: one that is spelled like no other is what it is called.
            return slug(typed)
        return None

    def _skill(self, typed: str) -> str | None:
        """Find a skill as it is printed: `regen-1` is Regen 1."""
        name, number = part_number(slug(typed).replace("-", " "))
        known = self.known("skill")
        whole = slug(typed) if slug(typed) in known or number is None else slug(name)
        found = word_of(whole, known, 1) if whole else None
        if found is None:
            return None
        skill = self.catalogue.skill(known[found])
        assert skill is not None
        return skill.name if number is None or whole == slug(typed) else f"{skill.name} {number}"

    def wrong(self, kind: str, typed: str) -> str:
        """Say that a name is unknown, and what would be right; what is misspelled may be cut short too."""
        known = [*self.known(kind).values(), *(SHORT_EVENTS if kind == HEAD else ())]
        advice = ""
        if not near_misses(typed, known):
            begun = {name[: len(typed) + more]: name for more in (0, 1) for name in known}
            near = near_misses(typed, begun) if len(typed) > 2 else []
            if near:
                advice = did_you_mean(dict.fromkeys(begun[each] for each in near))
        text = unknown(kind, typed, known, advice)
        return text + " (" + tr("put another name in quotes") + ")" if kind == EQUIPPABLE else text

    def write(self, kind: str, name: str, unknown_too: bool = False) -> str:
        """Write a name so that it is read as itself: as a word where it is found, else in quotes.

        `unknown_too` holds where an unknown name may be read: one that is found as nothing else stands for itself.
        """
        word = slug(name) if kind == "skill" else name
        if not is_plain(word):
            return write_text(name)
        try:
            found = self.find(kind, word)
        except UsageError:
            found = ""
        return word if found == name or (found is None and unknown_too) else write_text(name)


_TABLES = {"arena": "arenas", "tactic": "tactics", "skill": "skills", "ruling": "rulings"}


class Named(NamedTuple):
    """A unit for whom an id is sought: its side, its chip, and its id if the line gives one."""

    side: str
    chip: str
    id: str | None


_OWNERS = {"rival": "", "player": "your-", "arena": "arena-"}


def default_ids(units: Sequence[Named]) -> list[str]:
    """Name the units that have no id by their chips: `defender`, the next one `defender-2`.

    Where several sides have a chip, yours are `your-defender` and the arena's `arena-defender`.
    """
    sides: dict[str, set[str]] = {}
    for unit in units:
        sides.setdefault(slug(unit.chip), set()).add(unit.side)
    taken = {unit.id for unit in units}
    counts: Counter[str] = Counter()
    found = []
    for unit in units:
        if unit.id is not None:
            found.append(unit.id)
            continue
        chip = slug(unit.chip)
        base = (_OWNERS[unit.side] if len(sides[chip]) > 1 else "") + (chip or "unit")
        id_ = None
        while id_ is None or id_ in taken:
            counts[base] += 1
            id_ = base if counts[base] == 1 else f"{base}-{counts[base]}"
        taken.add(id_)
        found.append(id_)
    return found
