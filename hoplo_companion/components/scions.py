"""A scion's card as data, its dice effects above all, and the one line in which one is typed (Rulebook p.31).

A line is the dice, the kind, and what happens: `blue total: {hits} damage to an adjacent unit [damage hits]`. Dice are
a colour (`green`), two whose hits count together (`green/blue`), or for a pair one of each (`black+yellow`). Kinds are
`hit`, `total`, `each`, `pair`, and a threshold: `>=3` or `2-4`. `[damage N]` or `[damage hits]` at its end says the
damage, for the odds. `{hits}` in the text stands for the hits counted.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from msgspec import Struct, field

from hoplo_companion.components.schemas import Record
from hoplo_companion.components.words import COLOUR_NAMED, COLOURS, Colour
from hoplo_companion.errors import UsageError, clip

EffectKind = Literal["hit", "total", "each", "pair", "threshold"]
KINDS: tuple[EffectKind, ...] = get_args(EffectKind)

HELP = "COLOUR[/COLOUR|+COLOUR] hit|total|each|pair|>=N|N-M: what happens [damage N|hits]"


class DiceEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One row of a scion's table of dice effects (Rulebook p.31).

    Shapes: `dice` are the colours whose hits count together; `one_of_each` makes a pair of a hit on each of two
    colours; `at_least` and `at_most` bound the hits of a threshold; `damage` is that of one trigger, or "hits" for as
    much as there are hits.
    """

    dice: list[Colour]
    kind: EffectKind
    text: str
    one_of_each: bool = False
    at_least: int = 1
    at_most: int | None = None
    damage: int | Literal["hits"] | None = None

    def colours(self) -> str:
        """Write its dice as the card shows them: `green`, `green/blue`, `black+yellow`."""
        return ("+" if self.one_of_each else "/").join(self.dice)

    def said(self, hits: int) -> str:
        """Say what happens with so many hits."""
        return self.text.replace("{hits}", str(hits))


class ScionRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scion's reference card, as far as it is known (Rulebook p.10, 18, 30-32).

    Shapes: `dice` are the dice of its Attack by colour, and `effects` its table, both in the order of the card; `cap`
    is how many units you may have in combat, `defeats` how often it has to be defeated.
    """

    banes: list[str] | None = None
    health: int | None = None
    range: int | None = None
    cap: int | None = None
    dice: dict[Colour, int] | None = None
    effects: list[DiceEffect] | None = None
    extra_dice: str = ""
    defeats: int = 1
    setup: str = ""
    goal: str = ""
    triggers: list[str] = field(default_factory=list)
    expansion: str = ""


LINE = re.compile(r"\s*(?P<dice>[a-z/+ ]+?)\s+(?P<kind>[a-z]+|>=\s*\d+|\d+\s*-\s*\d+)\s*:\s*(?P<text>.+)", re.DOTALL)
DAMAGE = re.compile(r"\s*\[damage (\d{1,3}|hits)\]\s*$")


def read_effect(line: str) -> DiceEffect:
    """Read a dice effect as typed; UsageError says what of it is not understood."""
    found = LINE.fullmatch(line)
    if found is None:
        raise UsageError(f"{clip(line, 60)} is no dice effect: write {HELP}")
    text, damage = found["text"].strip(), DAMAGE.search(found["text"])
    if damage is not None:
        text = DAMAGE.sub("", found["text"]).strip()
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
    )
    if faults := faults_of(effect):
        raise UsageError(f"{clip(line, 60)}: {'; '.join(faults)} (p.31)")
    return effect


def _read_dice(words: str) -> tuple[list[Colour], bool]:
    names = [name.strip() for name in re.split(r"[/+]", words)]
    if not all(name in COLOUR_NAMED for name in names):
        raise UsageError(f"{clip(words)} are no dice: they are {', '.join(COLOURS)}, apart by / or + (p.31)")
    pair = "+" in words
    # A pair of one colour needs no sign: two hits on it are two hits.
    return list(dict.fromkeys(COLOUR_NAMED[name] for name in names)), pair and len(set(names)) > 1


def _read_kind(word: str) -> tuple[EffectKind, int, int | None]:
    numbers = [int(number) for number in re.findall(r"\d+", word)]
    if word.startswith(">="):
        return "threshold", numbers[0], None
    if len(numbers) == 2:
        return "threshold", numbers[0], numbers[1]
    kinds: dict[str, EffectKind] = {kind: kind for kind in KINDS if kind != "threshold"}
    if word not in kinds:
        raise UsageError(f"{clip(word)} is no kind of dice effect: {', '.join(kinds)}, >=N or N-M (p.31)")
    return kinds[word], 1, None


def faults_of(effect: DiceEffect) -> list[str]:
    """List what cannot be about a dice effect that fits its schema (p.31)."""
    found = []
    if not effect.dice or len(set(effect.dice)) != len(effect.dice) or len(effect.dice) > 2:
        found.append("an effect shows one colour of dice, or two different ones")
    if effect.one_of_each and (effect.kind != "pair" or len(effect.dice) != 2):
        found.append("one of each of two colours is a pair, and nothing else")
    if effect.kind == "hit" and len(effect.dice) != 1:
        found.append("a single die's hit is of one colour")
    if effect.at_least < 0 or (effect.at_most is not None and effect.at_most < effect.at_least):
        found.append("a threshold goes from a number of hits to one that is as high")
    if effect.kind != "threshold" and (effect.at_least != 1 or effect.at_most is not None):
        found.append("only a threshold has bounds")
    if isinstance(effect.damage, int) and effect.damage < 0:
        found.append("damage is 0 or more")
    return found
