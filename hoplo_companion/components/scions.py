"""A scion's card as data, its dice effects above all, and the one line in which one is typed (Rulebook p.31).

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
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
from msgspec import Struct, field

from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import PriorityList, Record
from hoplo_companion.components.words import COLOUR_NAMED, COLOURS, Colour
from hoplo_companion.errors import Defect, UsageError, clip

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue

EffectKind = Literal["hit", "total", "each", "pair", "threshold"]
KINDS: tuple[EffectKind, ...] = get_args(EffectKind)

HELP = "COLOUR[/COLOUR|+COLOUR] hit|total|each|pair|>=N|N-M: what happens [damage N|hits] [by WHO: EFFECT]"

SCION, MINIONS = "scion", "minions"
"""Who carries a row out, beside a chip by its name."""

ACTIVITY = "activity"
"""The trigger of what a row does."""


class DiceEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One row of a scion's table of dice effects (Rulebook p.31).

    Shapes: `dice` are the colours whose hits count together; `one_of_each` makes a pair of a hit on each of two
    colours; `at_least` and `at_most` bound the hits of a threshold; `damage` is that of one trigger, or "hits" for as
    much as there are hits. `effects` say in the vocabulary what it does, all on `activity`; `by` tells who carries them
    out, each for itself: the `scion`, its `minions`, or units of a chip. A row without effects is carried out by hand.
    """

    dice: list[Colour]
    kind: EffectKind
    text: str
    one_of_each: bool = False
    at_least: int = 1
    at_most: int | None = None
    damage: int | Literal["hits"] | None = None
    by: list[str] = []
    effects: list[Effect] = []

    def colours(self) -> str:
        """Write its dice as the card shows them: `green`, `green/blue`, `black+yellow`."""
        return ("+" if self.one_of_each else "/").join(self.dice)

    def said(self, hits: int) -> str:
        """Say what happens with so many hits."""
        return self.text.replace("{hits}", str(hits))


class ScionRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scion's reference card, as far as it is known (Rulebook p.10, 18, 30-32).

    Shapes: `dice` are the dice of its Attack by colour, and `effects` its table, both in the order of the card; `cap`
    is how many units you may have in combat, `defeats` how often it has to be defeated. `priorities` is the card's
    priority list, empty where the card is known to have none; `minions` are the chips that it brings. `reactions` are
    its triggers in the effect vocabulary, which the scion holds; `triggers` are those that you carry out by hand.
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
    reactions: list[Effect] = field(default_factory=list)
    priorities: list[PriorityList] | None = None
    minions: list[str] = field(default_factory=list)
    expansion: str = ""

    def driven(self) -> set[str]:
        """List the chips that rows of the dice have act; its minions are all of them, or none (`scion.minions`)."""
        named = {word for row in self.effects or [] for word in row.by}
        minions = {slug(chip) for chip in self.minions} if MINIONS in named else set()
        return (named - {SCION, MINIONS}) | minions


LINE = re.compile(r"\s*(?P<dice>[a-z/+ ]+?)\s+(?P<kind>[a-z]+|>=\s*\d+|\d+\s*-\s*\d+)\s*:\s*(?P<text>.+)", re.DOTALL)
DAMAGE = re.compile(r"\s*\[damage (\d{1,3}|hits)\]\s*$")
BY = re.compile(r"\s*\[by\s+([^:\[\]]+):\s*(.+)\]\s*$", re.DOTALL | re.IGNORECASE)


def read_effect(line: str) -> DiceEffect:
    """Read a dice effect as typed; UsageError says what of it is not understood."""
    found = LINE.fullmatch(line)
    if found is None:
        raise UsageError(f"{clip(line, 60)} is no dice effect: write {HELP}")
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


def _read_by(words: str) -> list[str]:
    """Read who carries a row out; chips of more than one word have a hyphen."""
    return [slug(word) for word in re.split(r"[\s,]+|\band\b", words.strip()) if slug(word)]


def _read_row(text: str) -> list[Effect]:
    """Read what a row does; its trigger may be left out."""
    from hoplo_companion.notation.effects import read_effects

    return [_on(effect, ACTIVITY) if effect.on == "always" else effect for effect in read_effects(text)]


def _on(effect: Effect, trigger: Any) -> Effect:
    return msgspec.structs.replace(effect, on=trigger)


def write_dice_effect(effect: DiceEffect) -> str:
    """Write a dice effect as the line in which it is typed."""
    from hoplo_companion.notation.effects import write_effect

    bounds = f">={effect.at_least}" if effect.at_most is None else f"{effect.at_least}-{effect.at_most}"
    kind = bounds if effect.kind == "threshold" else effect.kind
    line = f"{effect.colours()} {kind}: {effect.text}"
    if effect.damage is not None:
        line += f" [damage {effect.damage}]"
    if effect.effects:
        does = " ; ".join(write_effect(_on(each, "always")) for each in effect.effects)
        line += f" [by {' '.join(effect.by) or SCION}: {does}]"
    return line


def read_list(text: str) -> list[PriorityList]:
    """Read a scion's priority list as it is typed, `hero > strongest`; `none` where its card has none."""
    from hoplo_companion.notation.arenas import read_priorities

    plain: list[dict[str, Any]] = [] if text.strip().casefold() == "none" else read_priorities(text)
    return msgspec.convert(plain, list[PriorityList])


def read_triggers(lines: Iterable[str]) -> tuple[list[Effect], list[str]]:
    """Part a scion's triggers into those that are lines of the effect vocabulary and those told in free words."""
    from hoplo_companion.notation.effects import read_effects

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


def scion_effect_defects(record: ScionRecord, known: Catalogue) -> list[Defect]:
    """List what is wrong with the effects of a scion's rows and of its triggers."""
    from hoplo_companion.components.effect_checks import check_effects

    defects = check_effects(record.reactions, known, "reactions")
    for at, row in enumerate(record.effects or []):
        defects += check_effects(row.effects, known, f"effects[{at}].effects")
    return defects


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
    if any(each.on != ACTIVITY for each in effect.effects):
        found.append(f"what a row does is on {ACTIVITY}: it sets in with the roll, and with nothing else")
    if effect.by and not effect.effects:
        found.append("who carries it out says nothing without what they do: [by WHO: EFFECT]")
    if effect.effects and not effect.by:
        found.append("say who carries it out: the scion, its minions, or a chip")
    return found
