"""A scion's card in one line, and the line in which a dice effect of it is typed (Rulebook p.31).

The parts of a card are separated by semicolons, since rows and texts have commas. A dice effect is the dice, the
kind, and what happens: `blue total: {hits} damage to an adjacent unit [damage hits]`. Dice are a colour (`green`),
two whose hits count together (`green/blue`), or for a pair one of each (`black+yellow`). Kinds are `hit`, `total`,
`each`, `pair`, and a threshold: `>=3` or `2-4`. `[damage N]` or `[damage hits]` at its end says the damage, for the
odds. `{hits}` in the text stands for the hits counted. `[by WHO: EFFECT]` at its very end says the same in the effect
vocabulary, for the fight: `[by scion minions: damage hits to adjacent opponent]` is carried out by the scion and by
each of its minions, each for itself.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import ACTIVITY, KINDS, DiceEffect, EffectKind, faults_of
from hoplo_companion.components.words import COLOURS, read_dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later
from hoplo_companion.notation.arenas import once, read_priorities, write_priorities
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.effects import write_effect as write_one
from hoplo_companion.notation.parts import Fields, Named, Part, gather, listed, worded

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


def _number(key: str) -> Part:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
        if number < NUMBERS[key]:
            raise UsageError("{word} is not a number: write it as in '{key} 2'", word=clip(text), key=key)
        return number

    return worded(key, f"{key} (.+)", f"{key} {{}}", read)


def _read_pool(text: str) -> dict[str, int]:
    """Read dice as `2 green 3 blue` or `green=2 blue=3`."""
    dice = read_dice(re.sub(r"(\w+)=(\d+)", r"\2 \1", text))
    if not dice:
        wrong = later("{words} are not dice: write them as in '2 green 3 blue' ({colours})")
        raise UsageError(wrong, words=clip(text), colours=", ".join(COLOURS))
    return dict(Counter(dice))


def _read_trigger(part: str) -> Fields | None:
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
    worded("dice", "dice (.+)", "dice {}", _read_pool, lambda pool: " ".join(f"{pool[of]} {of}" for of in pool)),
    worded("setup", "setup (.+)", "setup {}"),
    worded("goal", "goal (.+)", "goal {}"),
    listed(
        "effects", rf"(?!(?:{'|'.join(MANY)})s? )(.+)", "{}", lambda row: msgspec.to_builtins(read_effect(row)),
        lambda row: write_effect(msgspec.convert(row, DiceEffect)),
    ),
    listed("banes", "banes? (.+)", "bane {}"),
    Part(_read_trigger, _write_triggers, many=True),
    Part(
        lambda part: {"priorities": []} if part.casefold() == "priorities none" else None,
        lambda record: ("priorities none",) if record.get("priorities") == [] else (),
        many=True,
    ),
    listed(
        "priorities", "priorities (.+)", "priorities {}", lambda text: read_priorities(text)[0],
        lambda each: write_priorities([each])[0],
    ),
    listed("minions", "minions? (.+)", "minion {}", slug),
)  # fmt: skip
"""The parts of a scion's card; what begins with no word of theirs is a dice effect."""


def read_scion(name: str, rest: str, _: Catalogue) -> Named:
    """Read a scion's card: its numbers, its dice, its rows from the top, and what else stands on it."""
    fields = gather(
        rest, SCION, (), None, lambda text: [part for each in _PART.findall(text) if (part := each.strip())]
    )
    once(fields.get("priorities", []))
    return name, fields


def scion_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of a scion in the parts that read the same."""
    return [part for row in SCION for part in row.write(record)]
