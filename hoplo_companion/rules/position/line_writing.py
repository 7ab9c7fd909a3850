"""Writing a position in one line, in full names; `notation` reads it again as the same position."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import DICE_LETTERS, SHORT_EVENTS
from hoplo_companion.errors import Defect, InvalidError, clip
from hoplo_companion.language import tr
from hoplo_companion.rules.position.document import read_document
from hoplo_companion.rules.position.line_names import (
    EQUIPPABLE,
    FLAG,
    Named,
    Names,
    default_ids,
    may_be_default,
)
from hoplo_companion.rules.position.line_units import DAZED, OWN_STATS, STATS, TRIBUNE
from hoplo_companion.rules.position.line_words import NOTHING, write_json, write_text

Raw = dict[str, Any]

_HEX = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")
_LETTER_OF = {colour: letter for letter, colour in DICE_LETTERS.items()}
_SHORT_OF: dict[str, str] = {event: short for short, event in SHORT_EVENTS.items()}
_LETTER_OF_SIDE = {"rival": "r", "player": "p", "arena": "a"}
_BARE = ("elite", "hero")
_SHOWN = frozenset({"id", "chip", "side", "hex", "hp", "dazed", "tribune", "tactics", *STATS})


def write_notation(position: Raw, catalogue: Catalogue | None = None) -> str:
    """Write position@1, given as plain data, in one line; InvalidError where it is not shaped like a position.

    A name that may be unknown goes in quotes, unless the catalogue shows that it is read as itself without them.
    """
    try:
        text = msgspec.json.encode(position)
    except (TypeError, ValueError, OverflowError):
        text = b"null"
    defects = read_document(text).defects
    if defects:
        raise InvalidError(defects)
    if not isinstance(position["arena"], str | dict):
        raise InvalidError(
            [
                Defect(
                    "value",
                    "arena",
                    tr("{value} is not {right}", value=clip(position["arena"]), right=tr("an arena or its id")),
                )
            ]
        )
    return _Writing(msgspec.json.decode(text), Names(catalogue)).line()


class _Writing:
    """Writes one position, section by section."""

    def __init__(self, position: Raw, names: Names) -> None:
        self.position = position
        self.names = names
        names.set_arena(position["arena"])
        rival = position.get("rival") or {}
        self.units: list[Raw] = position["units"]
        self.bench: dict[str, Raw] = position.get("bench") or {}
        self.lineup: list[str] = rival.get("lineup") or []
        self.column: list[str] = rival.get("tactics") or []
        # A lineup of unknown units cannot be written unit by unit.
        self.by_unit = set(self.lineup) <= set(self.bench) and len(set(self.lineup)) == len(self.lineup)
        self.rest = [id_ for id_ in self.bench if id_ not in self.lineup]
        self.chips: dict[str, Raw] = position.get("chips") or {}
        self.flag: Raw | None = position.get(FLAG)
        self.ids = self._ids()
        self._hold()

    def line(self) -> str:
        """Write the whole line."""
        sections = [self._head(), *self._units(), *self._coming(), *self._places()]
        player = self.position.get("player")
        if player is not None:
            sections.append(self._pairs("yours", player, {"tactics": "tactic"}))
        for key in ("cards", "rulings", "state"):
            if table := self.position.get(key):
                kinds = {kind: kind for kind in table} if key == "cards" else {}
                sections.append(self._pairs(key, table, kinds))
        return " | ".join(sections)

    def _head(self) -> str:
        position, arena = self.position, self.position["arena"]
        words: list[str] = [self.names.write("arena", arena) if isinstance(arena, str) else write_json(arena)]
        event: str = position.get("event", "bloodshed")
        if event != "bloodshed":
            words.append(_SHORT_OF.get(event, event))
        if position.get("act", 1) != 1:
            words.append(f"act{position['act']}")
        turn = str(position.get("turn", ""))
        words += filter(None, (turn, position.get("step"), "explain" * position.get("explain", False)))
        return " ".join(words)

    # Units ------------------------------------------------------------------------------------------------------

    def _ids(self) -> dict[int, str]:
        """Find which units need their ids written, since they would be given others: by their number in the line."""
        units = [Named(each["side"], each["chip"], each["id"]) for each in self.units]
        if self.by_unit:
            units += [Named("rival", self.bench[id_]["chip"], id_) for id_ in [*self.lineup, *self.rest]]
        # An id that is not a chip's has to be written; of the others each one written may spare the next.
        ids = {at: str(unit.id) for at, unit in enumerate(units) if not may_be_default(unit)}
        while True:
            given = default_ids([unit._replace(id=ids.get(at)) for at, unit in enumerate(units)])
            other = next((at for at, unit in enumerate(units) if given[at] != unit.id), None)
            if other is None:
                return ids
            ids[other] = str(units[other].id)

    def _units(self) -> list[str]:
        """Write the units in their order, a section for each run of one side."""
        sections: list[str] = []
        before = ""
        for at, unit in enumerate(self.units):
            written = self._unit(unit, at)
            if unit["side"] == before:
                sections[-1] += f", {written}"
            else:
                sections.append(f"{_LETTER_OF_SIDE[unit['side']]}: {written}")
            before = unit["side"]
        return sections

    def _unit(self, unit: Raw, at: int) -> str:
        own = all(key in unit for key in OWN_STATS)
        text = self.names.write("chip", unit["chip"], own)
        if at in self.ids:
            text += f"#{write_text(self.ids[at])}"
        if isinstance(unit.get("hex"), str):
            text += f"@{unit['hex'] if _HEX.fullmatch(unit['hex']) else write_json(unit['hex'])}"
        text += DAZED * unit.get("dazed", False) + TRIBUNE * unit.get("tribune", False)
        words = [text]
        if isinstance(unit.get("hp"), int):
            words.append(str(unit["hp"]))
        words += [f"*{name}" for name in self.held.get(unit.get("id", ""), ())]
        words += [f"+{self.names.write('tactic', each)}" for each in unit.get("tactics", [])]
        if any(key in unit for key in STATS):
            words.append("/".join(str(unit.get(key, NOTHING)) for key in STATS))
        words += [f"{key}=null" for key in ("hex", "hp") if key in unit and unit[key] is None]
        kinds = {"class": "class", "skills": "skill"}
        words += [key for key in _BARE if unit.get(key)]
        words += [
            self._pair(key, value, kinds.get(key, ""))
            for key, value in unit.items()
            if key not in _SHOWN and not (key in _BARE and value)
        ]
        return " ".join(words)

    def _coming(self) -> list[str]:
        """Write the rival's lineup and its column of tactics."""
        if not self.by_unit:
            rest = {"lineup": self.lineup, "tactics": self.column}
            return [f"rival: {write_json(rest)}", f"bench: {write_json(self.bench)}"]
        sections = []
        first = len(self.units)
        for name, ids in (("next", self.lineup), ("bench", self.rest)):
            if ids:
                written = [self._unit(self.bench[id_], first + number) for number, id_ in enumerate(ids)]
                sections.append(f"{name}: {', '.join(written)}")
            first += len(ids)
        if self.column:
            sections.append("tac: " + " ".join(self.names.write("tactic", each) for each in self.column))
        return sections

    # Chips and the flag -----------------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Find who holds what; chips whose order or place would be lost that way are written as a table."""
        counts = Counter(unit["id"] for unit in self.units)
        self.held: dict[str, list[str]] = {}
        for name, place in self.chips.items():
            if len(place) == 1 and counts[place.get("holder")] == 1:
                self.held.setdefault(place["holder"], []).append(name)
        lying = [name for name, place in self.chips.items() if _lies(place)]
        order = lying + [name for unit in self.units for name in self.held.get(unit["id"], ())]
        self.chips_as_table = order != list(self.chips)
        if self.chips_as_table:
            self.held = {}
        self.held = {id_: [self._equippable(name) for name in names] for id_, names in self.held.items()}
        bearer = self.flag.get("holder") if self.flag is not None and len(self.flag) == 1 else None
        self.flag_as_table = self.flag is not None and counts[bearer] != 1 and not _lies(self.flag)
        if bearer is not None and not self.flag_as_table:
            self.held.setdefault(bearer, []).append(FLAG)

    def _equippable(self, name: str) -> str:
        return write_json(name) if name == FLAG else self.names.write(EQUIPPABLE, name)

    def _places(self) -> list[str]:
        """Write where chips and the flag lie."""
        sections = [f"chips: {write_json(self.chips)}"] if self.chips_as_table else []
        if self.flag_as_table:
            sections.append(f"flag: {write_json(self.flag)}")
        lying = {} if self.chips_as_table else {self._equippable(name): place for name, place in self.chips.items()}
        if self.flag is not None:
            lying[FLAG] = self.flag
        found = [f"{name}@{place['hex']}" for name, place in lying.items() if _lies(place)]
        return sections + ["on: " + ", ".join(found)] * bool(found)

    # Values -----------------------------------------------------------------------------------------------------

    def _pairs(self, section: str, table: Any, kinds: dict[str, str]) -> str:
        if not isinstance(table, dict):
            return f"{section}: {write_json(table)}"
        pairs = [self._pair(key, value, kinds.get(key, "")) for key, value in table.items()]
        return f"{section}: {' '.join(pairs)}".rstrip()

    def _pair(self, key: str, value: Any, kind: str) -> str:
        return f"{write_text(key)}={self._value(key, value, kind)}"

    def _value(self, key: str, value: Any, kind: str) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return write_text(value)
        if isinstance(value, list) and key == "attack":
            return _dice(value)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            written = [self.names.write(kind, each) if kind else write_text(each) for each in value]
            return "/".join(written) or NOTHING
        return write_json(value)


def _lies(place: Raw) -> bool:
    return len(place) == 1 and isinstance(place.get("hex"), str) and bool(_HEX.fullmatch(place["hex"]))


def _dice(dice: list[Any]) -> str:
    if dice and all(type(each) is int for each in dice):
        return "/".join(map(str, dice))
    if all(each in _LETTER_OF for each in dice):
        return "".join(_LETTER_OF[each] for each in dice) or NOTHING
    return write_json(dice)
