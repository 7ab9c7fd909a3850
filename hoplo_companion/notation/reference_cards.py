"""Arenas and scions in one line: mats, priority lists, dice effects, and what else stands on their reference cards.

The parts of a scion's card are separated by semicolons, since rows and texts have commas. A dice effect (p.31) is the
dice, the kind, and what happens: `blue total: {hits} damage to an adjacent unit [damage hits]`. Dice are a colour
(`green`), two whose hits count together (`green/blue`), or for a pair one of each (`black+yellow`). Kinds are `hit`,
`total`, `each`, `pair`, and a threshold: `>=3` or `2-4`. `[damage N]` or `[damage hits]` at its end says the damage,
for the odds. `{hits}` in the text stands for the hits counted. `[by WHO: EFFECT]` at its very end says the same in the
effect vocabulary, for the fight: `[by scion minions: damage hits to adjacent opponent]` is carried out by the scion and
by each of its minions, each for itself.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, get_args

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.schemas import ACTIVITY, KINDS, DiceEffect, EffectKind, faults_of
from hoplo_companion.components.words import COLOURS, SIDE_B, Opponent, read_dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation import parts
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.effects import write_effect as write_one

_HEX = re.compile(r"[A-Z]{1,2}\d{1,2}")
_LIST = re.compile(r"(all|other|local|(?:class|unit)[ :]\s*[^:\s][^:]*?)\s*:\s*(.*)", re.IGNORECASE)
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
    levels: dict[str, int] = {}
    for each in text.split() or [text]:
        if (level := re.fullmatch(r"([a-z]{1,2}\d{1,2})=(\d)", each, re.IGNORECASE)) is None:
            raise UsageError("{part}: type each hex with its level, as in elevation D3=1 D4=2", part=clip(each, 60))
        levels[level[1].upper()] = int(level[2])
    return levels


def _read_list(part: str) -> parts.Fields | None:
    if not (found := _LIST.fullmatch(part)):
        return None
    kind, *rest = re.split(r"[ :]+", found[1].casefold().strip(), maxsplit=1)
    if kind in ("class", "unit"):
        kind = f"{kind}:{parts.class_of(rest[0]) if kind == 'class' else slug(rest[0])}"
    return {"mat.priorities": [{"for": kind, "list": [_entry(each.strip(), part) for each in found[2].split(">")]}]}


def _hexes(key: str, written: str, words: str = "") -> parts.Part:
    return parts.worded(key, rf"(?:{words or written}) +(?!chip\b)([^:]+)", f"{written} {{}}", read_hexes, " ".join)


def _names(key: str) -> parts.Part:
    return parts.worded(key, f"{key} +([^:]+)", f"{key} {{}}", lambda text: [*map(slug, text.split())], " ".join)


ARENA = (
    parts.worded("mat.columns", "columns +(.+)", "columns {}", _read_columns, lambda found: " ".join(map(str, found))),
    _hexes("mat.missing", "missing"),
    _hexes("mat.blocked", "blocked"),
    _hexes("mat.rival_deployment", "rival"),
    _hexes("mat.player_deployment", "player"),
    _hexes("mat.key_hexes", "key", "keys?"),
    parts.worded(
        "mat.elevation", "elevation +(.+)", "elevation {}", _read_levels,
        lambda levels: " ".join(f"{hex_}={level}" for hex_, level in levels.items()),
    ),
    _hexes("centre", "centre", "centre|center"),
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


# Scions ---------------------------------------------------------------------------------------------------------------

HELP = "COLOUR[/COLOUR|+COLOUR] hit|total|each|pair|>=N|N-M: what happens [damage N|hits] [by WHO: EFFECT]"
LINE = re.compile(r"\s*(?P<dice>[a-z/+ ]+?)\s+(?P<kind>[a-z]+|>=\s*\d+|\d+\s*-\s*\d+)\s*:\s*(?P<text>.+)", re.DOTALL)
DAMAGE = re.compile(r"\s*\[damage (\d{1,3}|hits)\]\s*$")
BY = re.compile(r"\s*\[by\s+([^:\[\]]+):\s*(.+)\]\s*$", re.DOTALL | re.IGNORECASE)


def read_effect(line: str) -> DiceEffect:
    """Read a dice effect as typed; UsageError says what of it is not understood."""
    found = LINE.fullmatch(line)
    if found is None:
        raise UsageError("{line} is not a dice effect: write {form}", line=clip(line, 60), form=HELP)
    text, by, effects = found["text"].strip(), [], []
    if acted := BY.search(text):
        text = text[: acted.start()].strip()
        # Chips of more than one word have a hyphen; the trigger may be left out.
        by = [slug(word) for word in re.split(r"[\s,]+|\band\b", acted[1].strip()) if slug(word)]
        found_effects = read_effects(acted[2])
        effects = [msgspec.structs.replace(e, on=ACTIVITY) if e.on == "always" else e for e in found_effects]
    if (damage := DAMAGE.search(text)) is not None:
        text = text[: damage.start()].strip()
    dice = read_dice(found["dice"])
    if not dice:
        wrong = later("{words} are not dice: type their colours ({colours}), separated by / or + (p.31)")
        raise UsageError(wrong, words=clip(found["dice"]), colours=", ".join(COLOURS))
    bounds = [int(number) for number in re.findall(r"\d+", found["kind"])]
    kinds: dict[str, EffectKind] = {each: each for each in KINDS if each != "threshold"}
    kind = "threshold" if bounds else kinds.get(found["kind"])
    if kind is None:
        wrong = later("{word} is not a kind of dice effect: write {kinds}, >=N or N-M (p.31)")
        raise UsageError(wrong, word=clip(found["kind"]), kinds=", ".join(kinds))
    effect = DiceEffect(
        dice=list(dict.fromkeys(dice)),
        kind=kind,
        text=text,
        # A pair of one colour needs no sign: two hits on it are two hits.
        one_of_each="+" in found["dice"] and len(set(dice)) > 1,
        at_least=bounds[0] if bounds else 1,
        at_most=bounds[1] if len(bounds) == 2 else None,
        damage=None if damage is None else "hits" if damage[1] == "hits" else int(damage[1]),
        by=by,
        effects=effects,
    )
    if faults := faults_of(effect):
        raise UsageError(f"{clip(line, 60)}: {'; '.join(faults)} (p.31)")
    return effect


def write_effect(row: DiceEffect) -> str:
    """Write a dice effect in the one line that reads the same."""
    kind: str = row.kind
    if row.kind == "threshold":
        kind = f">={row.at_least}" if row.at_most is None else f"{row.at_least}-{row.at_most}"
    damage = "" if row.damage is None else f" [damage {row.damage}]"
    by = f" [by {' '.join(row.by)}: {'; '.join(map(write_one, row.effects))}]" if row.effects else ""
    return f"{row.colours()} {kind}: {row.text}{damage}{by}"


NUMBERS = {"health": 1, "range": 0, "cap": 1, "defeats": 1}
"""The numbers of a card, each with the least that it can be."""

ONCE = ("dice", *NUMBERS, "setup", "goal")
MANY = ("bane", "trigger", "priorities", "minion")
"""The words that begin a part of a card: those that stand there once, and those that may several times."""

_PART = re.compile(r"((?:[^;\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+)(?:;|$)")
"""A part of a card: semicolons between square brackets separate the effects of one row."""


def _number(key: str) -> parts.Part:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
        if number < NUMBERS[key]:
            raise UsageError("{word} is not a number: write it as in '{key} 2'", word=clip(text), key=key)
        return number

    return parts.worded(key, f"{key} (.+)", f"{key} {{}}", read)


def _read_pool(text: str) -> dict[str, int]:
    """Read dice as `2 green 3 blue` or `green=2 blue=3`."""
    dice = read_dice(re.sub(r"(\w+)=(\d+)", r"\2 \1", text))
    if not dice:
        wrong = later("{words} are not dice: write them as in '2 green 3 blue' ({colours})")
        raise UsageError(wrong, words=clip(text), colours=", ".join(COLOURS))
    return dict(Counter(dice))


def _read_trigger(part: str) -> parts.Fields | None:
    """Read a trigger: a line of the effect vocabulary, or free words."""
    word, _, text = part.partition(" ")
    if word.casefold() not in ("trigger", "triggers") or not text:
        return None
    effects = list[Effect]()
    with suppress(UsageError):
        effects = read_effects(text)
    return {"reactions": msgspec.to_builtins(effects), "triggers": [] if effects else [text.strip()]}


def _write_triggers(record: Mapping[str, Any]) -> Iterable[str]:
    effects = msgspec.convert(record.get("reactions") or [], list[Effect])
    return (f"trigger {each}" for each in (*map(write_one, effects), *(record.get("triggers") or ())))


SCION = (
    *map(_number, NUMBERS),
    parts.worded("dice", "dice (.+)", "dice {}", _read_pool, lambda pool: " ".join(f"{pool[of]} {of}" for of in pool)),
    parts.worded("setup", "setup (.+)", "setup {}"),
    parts.worded("goal", "goal (.+)", "goal {}"),
    parts.listed(
        "effects", rf"(?!(?:{'|'.join(MANY)})s? )(.+)", "{}", lambda row: msgspec.to_builtins(read_effect(row)),
        lambda row: write_effect(msgspec.convert(row, DiceEffect)),
    ),
    parts.listed("banes", "banes? (.+)", "bane {}"),
    parts.Part(_read_trigger, _write_triggers, many=True),
    parts.Part(
        lambda part: {"priorities": []} if part.casefold() == "priorities none" else None,
        lambda record: ("priorities none",) if record.get("priorities") == [] else (),
        many=True,
    ),
    parts.listed(
        "priorities", "priorities (.+)", "priorities {}", lambda text: read_priorities(text)[0],
        lambda each: write_priorities([each])[0],
    ),
    parts.listed("minions", "minions? (.+)", "minion {}", slug),
)  # fmt: skip
"""The parts of a scion's card; what begins with no word of theirs is a dice effect."""


def read_scion(name: str, rest: str, _: Catalogue) -> parts.Named:
    """Read a scion's card: its numbers, its dice, its rows from the top, and what else stands on it."""
    fields = parts.gather(
        rest, SCION, (), None, lambda text: [part for each in _PART.findall(text) if (part := each.strip())]
    )
    once(fields.get("priorities", []))
    return name, fields


def scion_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of a scion in the parts that read the same."""
    return [part for row in SCION for part in row.write(record)]
