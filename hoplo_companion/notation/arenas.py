"""Arenas typed in one line: the mat, its marked hexes, the priority lists, and what stands on the arena's card."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.variant import SIDE_B
from hoplo_companion.components.words import Opponent
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation import parts

_HEX = re.compile(r"[A-Z]{1,2}\d{1,2}")
_LIST = re.compile(r"(all|other|local|(?:class|unit)[ :]\s*[^:]+?)\s*:\s*(.*)", re.IGNORECASE)
_OPPONENTS = tuple(each for each in get_args(Opponent) if each != "holding")


def read_hexes(text: str) -> list[str]:
    """Read the names of hexes, separated by spaces."""
    names = text.upper().split()
    for name in names:
        if not _HEX.fullmatch(name):
            text = later("{name} is not a hex: a hex is a column's letter and a number from the top, as in D3")
            raise UsageError(text, name=clip(name))
    return names


def _read_columns(text: str) -> list[int]:
    counts = re.split(r"[ -]+", text.strip())
    if not all(each.isascii() and each.isdigit() and len(each) < 3 for each in counts):
        wrong = later("{part}: type the number of hexes of each column, as in columns 3 4 5 6 5 4 3")
        raise UsageError(wrong, part=clip(text, 60))
    return [int(each) for each in counts]


def _read_levels(text: str) -> dict[str, int]:
    levels = [re.fullmatch(r"([a-z]{1,2}\d{1,2})=(\d)", each, re.IGNORECASE) for each in text.split()]
    if not levels or None in levels:
        raise UsageError("{part}: type each hex with its level, as in elevation D3=1 D4=2", part=clip(text, 60))
    return {each[1].upper(): int(each[2]) for each in levels if each}


def _read_list(part: str) -> parts.Fields | None:
    if not (found := _LIST.fullmatch(part)):
        return None
    kind, *rest = re.split(r"[ :]+", found[1].casefold().strip(), maxsplit=1)
    if kind in ("class", "unit"):
        kind = f"{kind}:{parts.class_of(rest[0]) if kind == 'class' else slug(rest[0])}"
    return {"mat.priorities": [{"for": kind, "list": [_entry(each.strip(), part) for each in found[2].split(">")]}]}


def _hexes(key: str, words: str, written: str) -> parts.Part:
    return parts.worded(key, rf"(?:{words}) +(?!chip\b)([^:]+)", f"{written} {{}}", read_hexes, " ".join)


def _names(key: str) -> parts.Part:
    return parts.worded(key, f"{key} +([^:]+)", f"{key} {{}}", lambda text: [*map(slug, text.split())], " ".join)


ARENA = (
    parts.worded("mat.columns", "columns +(.+)", "columns {}", _read_columns, lambda found: " ".join(map(str, found))),
    _hexes("mat.missing", "missing", "missing"),
    _hexes("mat.blocked", "blocked", "blocked"),
    _hexes("mat.rival_deployment", "rival", "rival"),
    _hexes("mat.player_deployment", "player", "player"),
    _hexes("mat.key_hexes", "keys?", "key"),
    parts.worded(
        "mat.elevation", "elevation +(.+)", "elevation {}", _read_levels,
        lambda levels: " ".join(f"{hex_}={level}" for hex_, level in levels.items()),
    ),
    _hexes("centre", "centre|center", "centre"),
    parts.worded("region", "(?:region|of):? +(.+)", "region {}", slug),
    _names("chips"),
    _names("units"),
    parts.worded("most_units", r"most units:? (\d{1,2})", "most units {}", int, empty=True),
    parts.worded("key_chip", "key chip:? (.+)", "key chip {}", slug),
    parts.flagged("arena_turn", "arena[ -]turn", "arena turn"),
    parts.listed("cards", rf"(?:card|text):? ?({parts.QUOTED})", "card {}", parts.unquoted, parts.quoted),
    parts.Part(_read_list, lambda record: write_priorities(parts.value_at(record, "mat.priorities") or ()), many=True),
)  # fmt: skip
_WORDS = (
    "columns", "missing", "blocked", "rival", "player", "key", "centre", "elevation", "region", "chips", "units",
    "most units", "key chip", "arena turn", "card", "effect", "all",
)  # fmt: skip
"""The words with which the parts of an arena's line begin."""

_ENTRIES: dict[str, dict[str, str]] = {
    "holding CHIP": {"opponent": "holding"}, "chip CHIP": {"hex": "chip"}, "at HEXES": {"hex": "named"},
    "highest adjacent": {"hex": "highest", "near": "adjacent"}, "highest range": {"hex": "highest", "near": "range"},
    "highest": {"hex": "highest"}, "key": {"hex": "key"},
}  # fmt: skip
"""The priorities that are more than an opponent (bold): as they are typed, and what of them a record says."""


def _entry(text: str, part: str) -> dict[str, Any]:
    """Read one priority: an opponent (bold), or hexes (not bold)."""
    typed = " ".join(text.casefold().split()).replace("highest in range", "highest range")
    word, _, rest = typed.partition(" ")
    for words, entry in _ENTRIES.items():
        first, _, what = words.partition(" ")
        if typed == words:
            return dict(entry)
        if what.isupper() and word == first and rest:
            return {**entry, "chip": slug(rest)} if what == "CHIP" else {**entry, "hexes": read_hexes(rest)}
    opponent = parts.word_of(text, _OPPONENTS, 3) if text else None
    if opponent is None:
        advice = advise(text, [*_OPPONENTS, *(words.replace("HEXES", "C3") for words in _ENTRIES)], tr("priorities"))
        wrong = later("{entry} in {part} is not a priority; {advice} (p.23)")
        raise UsageError(wrong, entry=clip(text), part=clip(part, 60), advice=advice)
    return {"opponent": opponent}


def read_priorities(text: str) -> list[dict[str, Any]]:
    """Read priority lists, separated by semicolons: `local: hero > strongest`; without a name everybody's."""
    lists: list[dict[str, Any]] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        if not (found := _read_list(part if ":" in part else f"all: {part}")):
            text = later("{part} is not a priority list: say whose it is ({whose}), as in all: hero > closest")
            raise UsageError(text, part=clip(part, 60), whose="all, other, local, class CLASS, unit CHIP")
        lists += found["mat.priorities"]
    if not lists:
        raise UsageError("type a priority list, as in all: flagholder > strongest > closest (p.23)")
    return once(lists)


def once(lists: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Refuse a second list for the same units."""
    whose = [each["for"] for each in lists]
    if twice := next((fits for at, fits in enumerate(whose) if fits in whose[:at]), None):
        raise parts.given_twice(write_priorities(each for each in lists if each["for"] == twice)[1], twice)
    return lists


def _read_parts(text: str) -> tuple[dict[str, Any], parts.Fields]:
    """Read the parts of an arena's line: what its mat has, and what else there is of it."""
    fields = parts.gather(text, ARENA, _WORDS, "effect")
    mat: dict[str, Any] = fields.pop("mat", {})
    once(mat.get("priorities", []))
    return mat, fields


def read_mat(text: str) -> dict[str, Any]:
    """Read a mat that is typed out, its region and its priority lists too, as a position has it."""
    mat, fields = _read_parts(text)
    if wrong := next((key for key in fields if key != "region"), None):
        raise UsageError("{part} is not a part of a mat", part=clip(wrong))
    return mat | fields


def mat_parts(mat: Mapping[str, Any]) -> list[str]:
    """Write a mat as it is typed out."""
    return parts.write_parts({"mat": mat, "region": mat.get("region")}, ARENA)


def read_arena(name: str, rest: str, catalogue: Catalogue) -> parts.Named:
    """Read an arena; a priority list takes the place of the one for the same units, the other lists stay."""
    id_, (mat, fields) = slug(name), _read_parts(rest)
    if lists := mat.get("priorities"):
        known = (catalogue.raw("arenas", id_) or {}).get("mat", {}).get("priorities", [])
        mat["priorities"] = list({each["for"]: each for each in [*known, *lists]}.values())
    front = catalogue.raw("arenas", id_.removesuffix(SIDE_B)) if id_.endswith(SIDE_B) else None
    if front is not None and catalogue.raw("arenas", id_) is None:
        # A side B that is new has the region and the hexes of the mat from its side A (Strange Sands).
        mat |= {key: value for key, value in front.get("mat", {}).items() if key not in ("priorities", *mat)}
        fields = {"region": front.get("region", ""), **fields}
    return name, {**({"mat": mat} if mat else {}), **fields}


def write_priorities(lists: Iterable[Mapping[str, Any]]) -> list[str]:
    """Write priority lists, each as it is typed: `all: flagholder > strongest`."""

    def in_words(entry: Mapping[str, Any]) -> str:
        words = next((words for words, row in _ENTRIES.items() if row.items() <= entry.items()), entry.get("opponent"))
        return str(words).replace("CHIP", entry.get("chip", "")).replace("HEXES", " ".join(entry.get("hexes", ())))

    return [f"{each['for'].replace(':', ' ')}: {' > '.join(map(in_words, each['list']))}" for each in lists]
