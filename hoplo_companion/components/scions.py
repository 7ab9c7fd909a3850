"""A scion's card as data, its dice effects above all (Rulebook p.31)."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct, field

from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import PriorityList, Record
from hoplo_companion.components.words import Colour
from hoplo_companion.language import tr

EffectKind = Literal["hit", "total", "each", "pair", "threshold"]
KINDS: tuple[EffectKind, ...] = get_args(EffectKind)


SCION, MINIONS = "scion", "minions"
"""Who carries a row out, beside a chip by its name."""

ACTIVITY = "activity"
"""The trigger of what a row does."""


class DiceEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One row of a scion's table of dice effects (Rulebook p.31).

    Shapes: `dice` are the colours whose hits count together; `one_of_each` makes a pair of a hit on each of two
    colours; `at_least` and `at_most` bound the hits of a threshold; `damage` is that of one trigger, or "hits" for as
    much as there are hits. `effects` say in the vocabulary what it does, all on `activity`; `by` says who carries them
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


def faults_of(effect: DiceEffect) -> list[str]:
    """List what is impossible in a dice effect that fits its schema (p.31)."""
    found = []
    if not effect.dice or len(set(effect.dice)) != len(effect.dice) or len(effect.dice) > 2:
        found.append(tr("a row shows one colour of dice, or two different ones"))
    if effect.one_of_each and (effect.kind != "pair" or len(effect.dice) != 2):
        found.append(tr("one die of each of two colours is a pair: its kind is pair"))
    if effect.kind == "hit" and len(effect.dice) != 1:
        found.append(tr("a row of kind hit shows one colour"))
    if effect.at_least < 0 or (effect.at_most is not None and effect.at_most < effect.at_least):
        found.append(tr("a threshold goes from a number of hits to the same or a higher one"))
    if effect.kind != "threshold" and (effect.at_least != 1 or effect.at_most is not None):
        found.append(tr("only a threshold has bounds"))
    if isinstance(effect.damage, int) and effect.damage < 0:
        found.append(tr("damage is 0 or more"))
    if any(each.on != ACTIVITY for each in effect.effects):
        found.append(
            tr("the effects of a row happen with the roll: leave out their trigger, or write {on}", on=ACTIVITY)
        )
    if effect.by and not effect.effects:
        found.append(tr("say also what they do: [by WHO: EFFECT]"))
    if effect.effects and not effect.by:
        found.append(tr("say who does it: the scion, its minions, or a chip"))
    return found
