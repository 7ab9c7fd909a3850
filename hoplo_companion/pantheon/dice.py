"""The dice of an attack as an action asks for them: how they fall, what is rolled again, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hoplo_companion.dice import percent
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.assaults import (
    ASSUMED,
    MOST,
    SLAYER_DICE,
    Assaults,
    Dice,
    Die,
    Hand,
    Play,
    at_least,
    raises,
    read_rolled,
    row,
)
from hoplo_companion.pantheon.modifiers import Attack, Values, effective, may_slay, may_throw
from hoplo_companion.tables.slots import Filled, Number, Pick, Rolled, Slot, Text, Varying

SHOWN = 3
"""As many ways to go on are said with the question for one of them, the best first."""

assaults_of = lru_cache(8)(Assaults)
"""The attacks with one die against one defence, which remember what they have worked out."""


# What is said of dice ----------------------------------------------------------------------------------------------


def values_words(attack: Attack, values: Values) -> str:
    """What is attacked with, and against what."""
    kind = tr("Area attack") if attack.area else tr("Normal attack")
    head = tr("at range {distance}: offence {offence}, defence {defence}",
              distance=attack.distance, offence=values.offence, defence=values.defence)  # fmt: skip
    return f"{kind} {head}"


def hand_words(hand: Hand) -> str:
    """What dice are good for, and where they lie."""
    parts = [plural("{n} wound is sure by discarding alone", "{n} wounds are sure by discarding alone", hand.wounds)]
    if hand.placed:
        parts.append(tr("placed at once: {dice}", dice=row(hand.placed)))
    if hand.left:
        parts.append(tr("left: {dice}", dice=row(hand.left)))
    return "; ".join(parts) + "."


def play_words(play: Play, least: int | None = None) -> str:
    """What a play does before the second roll, and what comes of it."""
    again = plural("{n} five again", "{n} fives again", len(play.rolled)) if play.rolled else tr("none again")
    if play.raised:
        again += ", " + tr("raising {dice}", dice=row(play.raised))
    chances = ", ".join(f"{n}: {percent(odds)}" for n, odds in enumerate(play.odds) if odds)
    said = tr("{play}: {expected} wounds ({chances})",
              play=again, expected=f"{float(play.expected):.2f}", chances=chances)  # fmt: skip
    if least is None:
        return said
    return f"{said}; " + tr("at least {least}: {chance}", least=least, chance=percent(at_least(play.odds, least)))


def raised_words(play: Play) -> str:
    """Which dice are raised to 5 before the second roll, and by what; empty for none."""
    dice, dropped = row(play.raised), row(play.discarded)
    return tr("Raise {dice} to 5 by discarding {dropped}.", dice=dice, dropped=dropped) if dice else ""


def plays_words(hand: Hand, assaults: Assaults, most: int = MOST + 1) -> list[str]:
    """All that may be done in the second assault, or the best of it; an arrow stands before the best play."""
    best, plays = assaults.play(hand.dice), assaults.possible(hand.dice)
    ranked = sorted(plays, key=lambda play: assaults.rank(assaults.scaled(play, len(hand.dice))), reverse=True)
    ranked = [best, *(each for each in ranked if each != best)][:most]
    return [f"{'→' if play == best else ' '} {play_words(play, assaults.least)}" for play in plays if play in ranked]


def raise_values(hand: Hand) -> list[dict[str, Any]]:
    """Which dice are discarded for wounds, and for which."""
    return [{"dropped": row(dropped), "value": value, "defence": hand.defence}
            for value, dropped in raises(hand.left, hand.defence)]  # fmt: skip


# What is asked -----------------------------------------------------------------------------------------------------


class Throw:
    """How the dice of an attack are asked for: the attack as it is filled in, the die, and what is played for.

    Shapes: `falling` are the slots until blanks leave, `used` those after that.
    """

    def __init__(self, attack: Callable[[Filled], Attack], die: Die = ASSUMED, least: int | None = None) -> None:
        self.attack, self.die, self.least = attack, die, least

        self.falling: tuple[Slot, ...] = (
            Varying(name="rolled", of=self._first),
            Varying(name="slay", lead="slay", default=(), of=self._slain,
                    when=lambda filled: bool(self._slays(filled))),
            Varying(name="slain", lead="slain", default=(), of=self._after_slaying,
                    when=lambda filled: bool(filled["slay"])),
        )  # fmt: skip
        self.used: tuple[Slot, ...] = (
            Varying(name="again", lead="again", default=0, of=self._again,
                    when=lambda filled: len(self._plays(filled)) > 1),
            Varying(name="second", lead="second", default=(), of=self._second,
                    when=lambda filled: bool(filled["again"])),
        )  # fmt: skip

    def assaults(self, filled: Filled) -> Assaults:
        """The attack's assaults."""
        return assaults_of(effective(self.attack(filled)).defence, self.die, self.least)

    def before_blanks(self, filled: Filled) -> list[int]:
        """The dice before blanks leave, those that a Monster Slayer has rolled again among them."""
        kept = Counter(filled["rolled"])
        kept.subtract(filled.values.get("slay") or ())
        return [*kept.elements(), *(filled.values.get("slain") or ())]

    def is_thrown(self, filled: Filled) -> bool:
        """Whether there are enough blanks for a Mighty Throw."""
        return may_throw(self.attack(filled), self.before_blanks(filled).count(0))

    def hand(self, filled: Filled) -> Hand:
        """The dice with all that was done with them."""
        hand, again = Hand.of(self.assaults(filled).defence, self.before_blanks(filled)), filled.values.get("again", 0)
        return hand.after(self._plays(filled)[again], filled["second"]) if again else hand

    def _plays(self, filled: Filled) -> list[Play]:
        return self.assaults(filled).possible(self.before_blanks(filled))

    def _slays(self, filled: Filled) -> Dice:
        """The dice that a Monster Slayer had best roll again."""
        return self.assaults(filled).slay(filled["rolled"])[0] if may_slay(self.attack(filled)) else ()

    def _rolled(self, ask: str, count: int) -> Rolled:
        def read(typed: str) -> tuple[int, ...]:
            found = read_rolled(typed, self.die)
            if len(found) != count:
                raise UsageError("Enter {n} dice, not {entered}.", n=count, entered=len(found))
            return tuple(found)

        return Rolled(name="", ask=ask, turned=read, written=row, sides=(count,), faces=self.die)

    def _first(self, filled: Filled) -> Slot:
        values, attack = effective(self.attack(filled)), self.attack(filled)
        made = "; ".join(each.words for each in values.modifiers if not each.why_not)
        asked = tr("The dice as rolled ({n}), - for a blank, or r to roll:", n=values.offence)
        if not values.offence:
            return Text(name="", ask=asked, default=(), quiet=lambda filled: True)
        return self._rolled(f"{values_words(attack, values)}{f' ({made})' if made else ''}. {asked}", values.offence)

    def _slain(self, filled: Filled) -> Slot:
        best = self._slays(filled)

        def read(typed: str) -> tuple[int, ...]:
            if typed.casefold() in ("no", tr("no")):
                return ()
            found = read_rolled(typed, self.die)
            if len(found) > SLAYER_DICE or Counter(found) - Counter(filled["rolled"]):
                raise UsageError(
                    "Up to {n} of the dice as they fell: {dice}.", n=SLAYER_DICE, dice=row(filled["rolled"])
                )
            return tuple(found)

        text = tr("Monster Slayer: which dice do you roll again, or no? Enter for the best, {dice}:", dice=row(best))
        return Text(name="", ask=text, default=best, turned=read, written=lambda dice: row(dice) or "no")

    def _after_slaying(self, filled: Filled) -> Slot:
        count = len(filled["slay"])
        return self._rolled(tr("What they show now ({n}), - for a blank, or r to roll:", n=count), count)

    def _again(self, filled: Filled) -> Slot:
        hand, assaults = Hand.of(self.assaults(filled).defence, self.before_blanks(filled)), self.assaults(filled)
        best = len(assaults.play(hand.dice).rolled)
        text = tr("How many fives do you roll again? Enter for the best, {best}:", best=best)
        said = [hand_words(hand), *plays_words(hand, assaults, SHOWN), text]
        return Number(name="", ask="\n".join(said), most=len(self._plays(filled)) - 1, default=best)

    def _second(self, filled: Filled) -> Slot:
        count = filled["again"]
        asked = tr("The second roll ({n}), - for a blank, or r to roll:", n=count)
        return self._rolled(f"{raised_words(self._plays(filled)[count])} {asked}".strip(), count)


def unused(attack: Callable[[Filled], Attack]) -> tuple[Slot, ...]:
    """What only the player knows of an attack of a game: talents that are not used, and what powers add."""

    def talents(filled: Filled) -> dict[str, str]:
        return {each.source: each.name for each in effective(attack(filled)).modifiers if each.is_talent}

    power = later("What powers add to it:")
    return (
        Pick(name="without", ask=later("A talent that is not used?"), lead="without", default=(), many=True,
             known=talents, quiet=lambda filled: not talents(filled)),
        *(Number(name=each, ask=power, lead=each, default=0, least=-MOST, most=MOST, quiet=lambda filled: True)
          for each in ("offence", "defence")),
    )  # fmt: skip


def of_game(attack: Attack, filled: Filled) -> Attack:
    """An attack of a game without the talents that are not used, and with what powers add."""
    offence, defence = (filled.values.get(each, 0) for each in ("offence", "defence"))
    return replace(attack.without(filled.values.get("without", ())), offence_by=offence, defence_by=defence)
