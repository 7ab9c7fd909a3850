"""Arenas typed in one line: the mat, its marked hexes, the priority lists, and what stands on the arena's card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.variant import SIDE_B
from hoplo_companion.components.words import Opponent
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.parts import (
    QUOTED,
    Card,
    class_of,
    effects_line,
    effects_of,
    given_twice,
    head_of,
    parts_of,
    quoted,
    unquoted,
    word_of,
)

HEXES = {
    "missing": "missing",
    "blocked": "blocked",
    "rival": "rival_deployment",
    "player": "player_deployment",
    "key": "key_hexes",
    "keys": "key_hexes",
}
"""What hexes are called in a line, and their keys in a mat."""

_HEX = re.compile(r"[A-Z]{1,2}\d{1,2}")
_LIST = re.compile(r"(all|other|local|(?:class|unit)[ :]\s*[^:]+?)\s*:\s*(.*)", re.IGNORECASE)
_OPPONENTS = tuple(each for each in get_args(Opponent) if each != "holding")
_WORDS = (
    "columns", *HEXES, "centre", "elevation", "region", "chips", "units", "most units", "key chip", "arena turn",
    "card", "effect", "all",
)  # fmt: skip


def read_hexes(text: str) -> list[str]:
    """Read the names of hexes, separated by spaces."""
    names = text.upper().split()
    for name in names:
        if not _HEX.fullmatch(name):
            text = tr("{name} is not a hex: a hex is a column's letter and a number from the top, as in D3")
            raise UsageError(text.format(name=clip(name)))
    return names


class _ArenaLine:
    """Reads the parts of an arena's line, one after the other."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.mat: dict[str, Any] = {}
        self.lists: list[dict[str, Any]] = []
        self.effects: list[str] = []

    def read(self, part: str) -> None:
        """Read one part; what follows an effect belongs to it, unless it begins like a part of its own."""
        if found := re.fullmatch(r"effects?[: ]\s*(.+)", part, re.IGNORECASE):
            self.effects.append(found[1])
        elif not (self._card(part) or self._marked(part) or self._priorities(part)):
            if self.effects:
                self.effects[-1] += f", {part}"
                return
            advice = advise(part.split()[0], _WORDS, tr("parts"))
            raise UsageError(tr("{part} is not a part of an arena; {advice}", part=clip(part, 60), advice=advice))

    def _put(self, table: dict[str, Any], key: str, value: Any, part: str) -> bool:
        if key in table:
            raise given_twice(part, key)
        table[key] = value
        return True

    def _card(self, part: str) -> bool:
        """Read what stands on the arena's card."""
        word, _, rest = part.partition(" ")
        word = word.casefold().rstrip(":")
        if slug(part) == "arena-turn":
            return self._put(self.fields, "arena_turn", True, part)
        if found := re.fullmatch(r"key chip:? (.+)", part, re.IGNORECASE):
            return self._put(self.fields, "key_chip", slug(found[1]), part)
        if found := re.fullmatch(rf"(?:card|text):? ?({QUOTED})", part, re.IGNORECASE):
            self.fields.setdefault("cards", []).append(unquoted(found[1]))
            return True
        if word in ("region", "of") and rest:
            return self._put(self.fields, "region", slug(rest), part)
        if found := re.fullmatch(r"most units:? (\d{1,2})", part, re.IGNORECASE):
            return self._put(self.fields, "most_units", int(found[1]), part)
        if word in ("chips", "units") and rest and ":" not in rest:
            return self._put(self.fields, word, [slug(each) for each in rest.split()], part)
        if word in ("centre", "center") and rest:
            return self._put(self.fields, "centre", read_hexes(rest), part)
        return False

    def _marked(self, part: str) -> bool:
        """Read what stands on the mat."""
        word, _, rest = part.partition(" ")
        word = word.casefold()
        if word == "columns":
            counts = re.split(r"[ -]+", rest.strip())
            if not all(each.isascii() and each.isdigit() and len(each) < 3 for each in counts):
                text = tr("{part}: type the number of hexes of each column, as in columns 3 4 5 6 5 4 3")
                raise UsageError(text.format(part=clip(part, 60)))
            return self._put(self.mat, "columns", [int(each) for each in counts], part)
        if word == "elevation":
            levels = [re.fullmatch(r"([a-z]{1,2}\d{1,2})=(\d)", each, re.IGNORECASE) for each in rest.split()]
            if not levels or None in levels:
                text = tr("{part}: type each hex with its level, as in elevation D3=1 D4=2")
                raise UsageError(text.format(part=clip(part, 60)))
            return self._put(self.mat, "elevation", {each[1].upper(): int(each[2]) for each in levels if each}, part)
        if word in HEXES and rest and not rest.startswith(":"):
            return self._put(self.mat, HEXES[word], read_hexes(rest), part)
        return False

    def _priorities(self, part: str) -> bool:
        found = _LIST.fullmatch(part)
        if found is None:
            return False
        fits = _fits(found[1])
        if any(each["for"] == fits for each in self.lists):
            raise given_twice(part, fits)
        entries = [each.strip() for each in found[2].split(">")]
        self.lists.append({"for": fits, "list": [_entry(each, part) for each in entries]})
        return True


def _fits(text: str) -> str:
    """Read whose priority list it is: all, other, local, class CLASS or unit CHIP."""
    kind, *rest = re.split(r"[ :]+", text.casefold().strip(), maxsplit=1)
    if kind == "class":
        return f"class:{class_of(rest[0])}"
    return f"unit:{slug(rest[0])}" if kind == "unit" else kind


def _entry(text: str, part: str) -> dict[str, Any]:
    """Read one priority: an opponent (bold), or hexes (not bold)."""
    word, _, rest = text.casefold().partition(" ")
    rest = rest.strip()
    if word == "holding" and rest:
        return {"opponent": "holding", "chip": slug(rest)}
    if word == "chip" and rest:
        return {"hex": "chip", "chip": slug(rest)}
    if word in ("key", "highest") and not rest:
        return {"hex": word}
    if word == "highest" and rest in ("adjacent", "range", "in range"):
        return {"hex": "highest", "near": rest.removeprefix("in ")}
    if word == "at" and rest:
        return {"hex": "named", "hexes": read_hexes(rest)}
    opponent = word_of(text, _OPPONENTS, 3) if text else None
    if opponent is None:
        known = [
            *_OPPONENTS,
            "holding CHIP",
            "chip CHIP",
            "key",
            "highest",
            "highest adjacent",
            "highest range",
            "at C3",
        ]
        advice = advise(text, known, tr("priorities"))
        wrong = tr("{entry} in {part} is not a priority; {advice} (p.23)")
        raise UsageError(wrong.format(entry=clip(text), part=clip(part, 60), advice=advice))
    return {"opponent": opponent}


def read_priorities(text: str) -> list[dict[str, Any]]:
    """Read an arena's priority lists, separated by semicolons, each with whose it is: `local: hero > strongest`.

    A list that does not say whose it is is everybody's. UsageError says what is not understood.
    """
    reader = _ArenaLine()
    for part in filter(None, (each.strip() for each in text.split(";"))):
        if not reader._priorities(part if ":" in part else f"all: {part}"):
            text = tr("{part} is not a priority list: say whose it is ({whose}), as in all: hero > closest")
            raise UsageError(text.format(part=clip(part, 60), whose="all, other, local, class CLASS, unit CHIP"))
    if not reader.lists:
        raise UsageError(tr("type a priority list, as in all: flagholder > strongest > closest (p.23)"))
    return reader.lists


def read_arena(line: str, catalogue: Catalogue) -> Card:
    """Read an arena; a priority list takes the place of the one for the same units, the other lists stay."""
    name, rest = head_of(line, "arena")
    id_ = slug(name)
    reader = _ArenaLine()
    for part in parts_of(rest):
        reader.read(part)
    if reader.effects:
        reader.fields["effects"] = effects_of(" ; ".join(reader.effects))
    if reader.lists:
        known = (catalogue.raw("arenas", id_) or {}).get("mat", {}).get("priorities", [])
        reader.mat["priorities"] = list({each["for"]: each for each in [*known, *reader.lists]}.values())
    if reader.mat:
        reader.fields["mat"] = reader.mat
    return Card("arenas", id_, name, {**_of_side_a(id_, reader.mat, catalogue), **reader.fields})


def _of_side_a(id_: str, mat: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Give what a side B that is new has from its side A: the region and the hexes of the mat (Strange Sands)."""
    front = catalogue.raw("arenas", id_.removesuffix(SIDE_B)) if id_.endswith(SIDE_B) else None
    if front is None or catalogue.raw("arenas", id_) is not None:
        return {}
    hexes = {key: value for key, value in front.get("mat", {}).items() if key != "priorities"}
    mat |= {**hexes, **mat}
    return {"region": front.get("region", ""), "mat": mat}


def arena_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of an arena as the parts of its line."""
    mat = record.get("mat", {})
    parts = [f"columns {' '.join(map(str, mat['columns']))}"] if mat.get("columns") else []
    keys = {key: word for word, key in HEXES.items() if word != "keys"}
    parts += [f"{word} {' '.join(mat[key])}" for key, word in keys.items() if mat.get(key)]
    if mat.get("elevation"):
        parts.append("elevation " + " ".join(f"{hex_}={level}" for hex_, level in mat["elevation"].items()))
    if record.get("centre"):
        parts.append("centre " + " ".join(record["centre"]))
    if record.get("region"):
        parts.append(f"region {record['region']}")
    parts += [f"{key} {' '.join(record[key])}" for key in ("chips", "units") if record.get(key)]
    if record.get("most_units") is not None:
        parts.append(f"most units {record['most_units']}")
    if record.get("key_chip"):
        parts.append(f"key chip {record['key_chip']}")
    if record.get("arena_turn"):
        parts.append("arena turn")
    parts += [f"card {quoted(text)}" for text in record.get("cards", [])]
    parts += write_priorities(mat.get("priorities", []))
    if record.get("effects"):
        parts.append(f"effect {effects_line(record['effects'])}")
    return parts


def write_priorities(lists: Iterable[Mapping[str, Any]]) -> list[str]:
    """Write priority lists, each as it is typed: `all: flagholder > strongest`."""
    return [
        f"{each['for'].replace(':', ' ')}: {' > '.join(_entry_words(entry) for entry in each['list'])}"
        for each in lists
    ]


def _entry_words(entry: Mapping[str, Any]) -> str:
    opponent, hex_ = entry.get("opponent"), entry.get("hex")
    if opponent is not None:
        return f"holding {entry['chip']}" if opponent == "holding" else str(opponent)
    if hex_ == "chip":
        return f"chip {entry['chip']}"
    if hex_ == "named":
        return f"at {' '.join(entry['hexes'])}"
    return f"{hex_} {entry['near']}" if "near" in entry else str(hex_)


def read_mat(text: str) -> dict[str, Any]:
    """Read a mat that is typed out, its region and its priority lists too, as a position has it."""
    reader = _ArenaLine()
    for part in parts_of(text):
        reader.read(part)
    if wrong := next((key for key in [*reader.fields, *reader.effects] if key != "region"), None):
        raise UsageError(tr("{part} is not a part of a mat", part=clip(wrong)))
    return {**reader.mat, **reader.fields, **({"priorities": reader.lists} if reader.lists else {})}


def mat_parts(mat: Mapping[str, Any]) -> list[str]:
    """Write a mat as it is typed out."""
    return arena_parts({"mat": mat, "region": mat.get("region")})
