"""A scion's card in one line, and the line in which a dice effect of it is typed (Rulebook p.31).

The parts of a card are separated by semicolons, since rows and texts have commas. A dice effect is the dice, the
kind, and what happens: `blue total: {hits} damage to an adjacent unit [damage hits]`. Dice are a colour (`green`),
two whose hits count together (`green/blue`), or for a pair one of each (`black+yellow`). Kinds are `hit`, `total`,
`each`, `pair`, and a threshold: `>=3` or `2-4`. `[damage N]` or `[damage hits]` at its end says the damage, for the
odds. `{hits}` in the text stands for the hits counted. `[by WHO: EFFECT]` at its very end says the same in the effect
vocabulary, for the fight: `[by scion minions: damage hits to adjacent opponent]` is carried out by the scion and by
each of its minions, each for itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import ACTIVITY, KINDS, DiceEffect, EffectKind, PriorityList, faults_of
from hoplo_companion.components.words import COLOURS, read_dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later
from hoplo_companion.notation.arenas import read_priorities, write_priorities
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.effects import write_effect as write_one
from hoplo_companion.notation.parts import Named, given_twice

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
    kind, at_least, at_most = _read_kind(found["kind"])
    effect = DiceEffect(
        dice=list(dict.fromkeys(dice)),
        kind=kind,
        text=text,
        # A pair of one colour needs no sign: two hits on it are two hits.
        one_of_each="+" in found["dice"] and len(set(dice)) > 1,
        at_least=at_least,
        at_most=at_most,
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


def read_list(text: str) -> list[PriorityList]:
    """Read a scion's priority list as it is typed, `hero > strongest`; `none` where its card has none."""
    plain: list[dict[str, Any]] = [] if text.strip().casefold() == "none" else read_priorities(text)
    return msgspec.convert(plain, list[PriorityList])


def read_triggers(lines: Iterable[str]) -> tuple[list[Effect], list[str]]:
    """Sort a scion's triggers into those that are lines of the effect vocabulary and those in free words."""
    effects, texts = list[Effect](), list[str]()
    for line in lines:
        found = list[Effect]()
        with suppress(UsageError):
            found = read_effects(line)
        effects += found
        texts += [] if found else [line.strip()]
    return effects, texts


def _read_kind(word: str) -> tuple[EffectKind, int, int | None]:
    """Read the kind of a row: one by its name, or a threshold with its bounds (`>=3`, `2-4`)."""
    if numbers := [int(number) for number in re.findall(r"\d+", word)]:
        return "threshold", numbers[0], numbers[1] if len(numbers) == 2 else None
    kinds = [kind for kind in KINDS if kind != "threshold"]
    if (found := next((kind for kind in kinds if kind == word), None)) is not None:
        return found, 1, None
    text = later("{word} is not a kind of dice effect: write {kinds}, >=N or N-M (p.31)")
    raise UsageError(text, word=clip(word), kinds=", ".join(kinds))


NUMBERS = {"health": 1, "range": 0, "cap": 1, "defeats": 1}
"""The numbers of a card, each with the least that it can be."""

ONCE = ("dice", *NUMBERS, "setup", "goal")
MANY = {"bane": "banes", "trigger": "triggers", "priorities": "priorities", "minion": "minions"}
"""The words that begin a part of a card, those that may stand there several times with the field that they fill."""

_PART = re.compile(r"((?:[^;\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+)(?:;|$)")
"""A part of a card: semicolons between square brackets separate the effects of one row."""


def read_scion(name: str, rest: str, _: Catalogue) -> Named:
    """Read a scion's card: its numbers, its dice, its rows from the top, and what else stands on it."""
    given: dict[str, list[str]] = {}
    for part in filter(None, (each.strip() for each in _PART.findall(rest))):
        word, _, text = part.partition(" ")
        key = MANY.get(word.casefold(), word.casefold())
        is_row = not text.strip() or key not in (*ONCE, *MANY.values())
        given.setdefault("effects" if is_row else key, []).append(part if is_row else text.strip())
    if twice := next((key for key in ONCE if len(given.get(key, ())) > 1), None):
        raise given_twice(f"{twice} {given[twice][1]}", twice)
    fields: dict[str, Any] = {}
    for key, texts in given.items():
        match key:
            case "dice":  # `2 green 3 blue` or `green=2 blue=3`
                dice = read_dice(re.sub(r"(\w+)=(\d+)", r"\2 \1", texts[0]))
                if not dice:
                    wrong = later("{words} are not dice: write them as in '2 green 3 blue' ({colours})")
                    raise UsageError(wrong, words=clip(texts[0]), colours=", ".join(COLOURS))
                fields[key] = dict(Counter(dice))
            case "effects":
                fields[key] = msgspec.to_builtins([read_effect(row) for row in texts])
            case "priorities":
                fields[key] = msgspec.to_builtins(read_list("; ".join(texts)))
            case "triggers":
                reactions, fields[key] = read_triggers(texts)
                fields["reactions"] = msgspec.to_builtins(reactions)
            case "minions":
                fields[key] = [slug(chip) for chip in texts]
            case _ if key in NUMBERS:
                number = int(texts[0]) if texts[0].isascii() and texts[0].isdigit() and len(texts[0]) < 4 else -1
                if number < NUMBERS[key]:
                    raise UsageError("{word} is not a number: write it as in '{key} 2'", word=clip(texts[0]), key=key)
                fields[key] = number
            case _:
                fields[key] = texts if key == "banes" else texts[0]
    return name, fields


def scion_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of a scion in the parts that read the same."""
    parts = [f"{key} {record[key]}" for key in NUMBERS if record.get(key)]
    if record.get("dice"):
        parts.append(f"dice {' '.join(f'{n} {colour}' for colour, n in record['dice'].items())}")
    parts += [f"{key} {record[key]}" for key in ("setup", "goal") if record.get(key)]
    parts += map(write_effect, msgspec.convert(record.get("effects") or [], list[DiceEffect]))
    parts += [f"bane {name}" for name in record.get("banes") or ()]
    parts += [f"trigger {write_one(each)}" for each in msgspec.convert(record.get("reactions") or [], list[Effect])]
    parts += [f"trigger {text}" for text in record.get("triggers") or ()]
    lists = record.get("priorities")
    parts += [f"priorities {each}" for each in write_priorities(lists)] if lists else []
    parts += ["priorities none"] if lists == [] else []
    return parts + [f"minion {chip}" for chip in record.get("minions") or ()]
