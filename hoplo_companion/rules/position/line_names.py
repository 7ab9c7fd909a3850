"""The names of a position's notation: cut short and found again, and the ids of units that are given none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import inspect

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import did_you_mean, near_misses, part_number, slug, unknown
from hoplo_companion.components.words import CLASSES, SHORT_EVENTS, STEPS, EventKind
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.document import PlayerDoc, StateDoc, StatsDoc, UnitDoc
from hoplo_companion.rules.position.line_words import is_plain, write_json

FLAG = "flag"
EVENTS: tuple[EventKind, ...] = get_args(EventKind)
EQUIPPABLE = "chip to equip"
HEAD = "event or step"
HEAD_WORDS = (*EVENTS, *STEPS, "explain")


class Names:
    """The names that a line may hold, as one catalogue knows them; without a catalogue no name is certain."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.catalogue = catalogue
        self.equippables: list[str] = [FLAG]
        self._known: dict[str, dict[str, str]] = {}

    def set_arena(self, arena: Any) -> None:
        """Take the chips of the arena that the position is in: those of its card, or those in its priority lists."""
        found = []
        if isinstance(arena, str) and self.catalogue is not None:
            record = self.catalogue.arena(slug(arena)) if slug(arena) in self.known("arena") else None
            found = [*record.chips, record.key_chip] if record is not None else []
        elif isinstance(arena, dict):
            found = _chips_in(arena.get("priorities"))
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
        assert self.catalogue is not None
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
        assert self.catalogue is not None
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
            return write_json(name)
        if self.catalogue is None:
            sure = kind not in ("skill", EQUIPPABLE) and not unknown_too and slug(name) == name
            return name if sure else write_json(name)
        try:
            found = self.find(kind, word)
        except UsageError:
            found = ""
        return word if found == name or (found is None and unknown_too) else write_json(name)


_TABLES = {"arena": "arenas", "tactic": "tactics", "skill": "skills", "ruling": "rulings"}


def _chips_in(priorities: Any) -> list[str]:
    lists = priorities if isinstance(priorities, list) else []
    entries = [each.get("list") for each in lists if isinstance(each, dict)]
    items = [item for entry in entries if isinstance(entry, list) for item in entry if isinstance(item, dict)]
    return [item["chip"] for item in items if isinstance(item.get("chip"), str)]


class Named(NamedTuple):
    """A unit for whom an id is sought: its side, its chip, and its id if the line gives one."""

    side: str
    chip: str
    id: str | None


_NUMBER = re.compile(r"(-[0-9]+)?")
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


def may_be_default(unit: Named) -> bool:
    """Say whether a unit's id is one that it may be given where the line has none."""
    base = slug(unit.chip) or "unit"
    starts = [prefix + base for prefix in ("", _OWNERS[unit.side])]
    id_ = unit.id or ""
    return any(id_.startswith(start) and _NUMBER.fullmatch(id_[len(start) :]) for start in starts)


Shape = Literal["number", "yes or no", "text", "list", "json"]


def _shape(type_: inspect.Type) -> Shape:
    types = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    match next(each for each in types if not isinstance(each, inspect.NoneType)):
        case inspect.IntType():
            return "number"
        case inspect.BoolType():
            return "yes or no"
        case inspect.StrType() | inspect.LiteralType():
            return "text"
        case inspect.ListType(item_type=inspect.StrType() | inspect.UnionType()):
            return "list"
    return "json"


def _shapes(type_: type[msgspec.Struct]) -> dict[str, Shape]:
    known = inspect.type_info(type_)
    assert isinstance(known, inspect.StructType)
    return {each.encode_name: _shape(each.type) for each in known.fields}


class Keys:
    """The keys that sections of a line may have, and what their values look like, as position@1 defines them."""

    @cached_property
    def unit(self) -> dict[str, Shape]:
        """The keys of a unit that are not marks."""
        return {key: shape for key, shape in _shapes(UnitDoc).items() if key not in ("id", "chip", "side")}

    @cached_property
    def stats(self) -> dict[str, Shape]:
        """The keys of a unit that is still to come."""
        return {key: shape for key, shape in _shapes(StatsDoc).items() if key != "chip"}

    @cached_property
    def player(self) -> dict[str, Shape]:
        """The keys of what you may still bring in."""
        return _shapes(PlayerDoc)

    @cached_property
    def cards(self) -> dict[str, Shape]:
        """The kinds of cards."""
        return dict.fromkeys(("events", "banes", "prowess"), "list")

    @cached_property
    def state(self) -> dict[str, Shape]:
        """The keys of the state of a turn under way."""
        return _shapes(StateDoc)


KEYS = Keys()
