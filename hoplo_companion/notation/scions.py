"""The one line in which a dice effect of a scion's card is typed (Rulebook p.31).

A line is the dice, the kind, and what happens: `blue total: {hits} damage to an adjacent unit [damage hits]`. Dice are
a colour (`green`), two whose hits count together (`green/blue`), or for a pair one of each (`black+yellow`). Kinds are
`hit`, `total`, `each`, `pair`, and a threshold: `>=3` or `2-4`. `[damage N]` or `[damage hits]` at its end says the
damage, for the odds. `{hits}` in the text stands for the hits counted. `[by WHO: EFFECT]` at its very end says the same
in the effect vocabulary, for the fight: `[by scion minions: damage hits to adjacent opponent]` is carried out by the
scion and by each of its minions, each for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import PriorityList
from hoplo_companion.components.scions import ACTIVITY, KINDS, DiceEffect, EffectKind, faults_of
from hoplo_companion.components.words import COLOURS, Colour, read_dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.arenas import read_priorities
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.effects import write_effect as write_one

HELP = "COLOUR[/COLOUR|+COLOUR] hit|total|each|pair|>=N|N-M: what happens [damage N|hits] [by WHO: EFFECT]"


LINE = re.compile(r"\s*(?P<dice>[a-z/+ ]+?)\s+(?P<kind>[a-z]+|>=\s*\d+|\d+\s*-\s*\d+)\s*:\s*(?P<text>.+)", re.DOTALL)


DAMAGE = re.compile(r"\s*\[damage (\d{1,3}|hits)\]\s*$")


BY = re.compile(r"\s*\[by\s+([^:\[\]]+):\s*(.+)\]\s*$", re.DOTALL | re.IGNORECASE)


def read_effect(line: str) -> DiceEffect:
    """Read a dice effect as typed; UsageError says what of it is not understood."""
    found = LINE.fullmatch(line)
    if found is None:
        raise UsageError(tr("{line} is not a dice effect: write {form}", line=clip(line, 60), form=HELP))
    text, by, effects = found["text"].strip(), [], []
    if acted := BY.search(text):
        text = text[: acted.start()].strip()
        by, effects = _read_by(acted[1]), _read_row(acted[2])
    damage = DAMAGE.search(text)
    if damage is not None:
        text = DAMAGE.sub("", text).strip()
    dice, one_of_each = _read_dice(found["dice"])
    kind, at_least, at_most = _read_kind(found["kind"])
    effect = DiceEffect(
        dice=dice,
        kind=kind,
        text=text,
        one_of_each=one_of_each,
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
    kind = f">={row.at_least}" if row.kind == "threshold" else row.kind
    if row.at_most is not None:
        kind = f"{row.at_least}-{row.at_most}"
    line = f"{row.colours()} {kind}: {row.text}"
    if row.damage is not None:
        line += f" [damage {row.damage}]"
    if row.effects:
        line += f" [by {' '.join(row.by)}: {'; '.join(map(write_one, row.effects))}]"
    return line


def _read_by(words: str) -> list[str]:
    """Read who carries a row out; chips of more than one word have a hyphen."""
    return [slug(word) for word in re.split(r"[\s,]+|\band\b", words.strip()) if slug(word)]


def _read_row(text: str) -> list[Effect]:
    """Read what a row does; its trigger may be left out."""
    found = read_effects(text)
    return [msgspec.structs.replace(each, on=ACTIVITY) if each.on == "always" else each for each in found]


def read_list(text: str) -> list[PriorityList]:
    """Read a scion's priority list as it is typed, `hero > strongest`; `none` where its card has none."""
    plain: list[dict[str, Any]] = [] if text.strip().casefold() == "none" else read_priorities(text)
    return msgspec.convert(plain, list[PriorityList])


def read_triggers(lines: Iterable[str]) -> tuple[list[Effect], list[str]]:
    """Sort a scion's triggers into those that are lines of the effect vocabulary and those in free words."""
    effects: list[Effect] = []
    texts: list[str] = []
    for line in lines:
        try:
            found = read_effects(line)
        except UsageError:
            found = []
        if found:
            effects += found
        else:
            texts.append(line.strip())
    return effects, texts


def _read_dice(words: str) -> tuple[list[Colour], bool]:
    dice = read_dice(words)
    if not dice:
        text = tr("{words} are not dice: type their colours ({colours}), separated by / or + (p.31)")
        raise UsageError(text.format(words=clip(words), colours=", ".join(COLOURS)))
    # A pair of one colour needs no sign: two hits on it are two hits.
    return list(dict.fromkeys(dice)), "+" in words and len(set(dice)) > 1


def _read_kind(word: str) -> tuple[EffectKind, int, int | None]:
    numbers = [int(number) for number in re.findall(r"\d+", word)]
    if word.startswith(">="):
        return "threshold", numbers[0], None
    if len(numbers) == 2:
        return "threshold", numbers[0], numbers[1]
    kinds: dict[str, EffectKind] = {kind: kind for kind in KINDS if kind != "threshold"}
    if word not in kinds:
        text = tr("{word} is not a kind of dice effect: write {kinds}, >=N or N-M (p.31)")
        raise UsageError(text.format(word=clip(word), kinds=", ".join(kinds)))
    return kinds[word], 1, None
