"""The dice of an attack as an action asks for them: how they fall, what is rolled again, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from hoplo_companion.dice import percent
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.attack import ASSUMED, Assaults, Attack, Die, Play, at_least, most_sure, read_rolled, row
from hoplo_companion.pantheon.game import attack_of
from hoplo_companion.pantheon.units import MOST
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Rolled, Slot, wrong_if

SHOWN = 3
"""As many ways to go on are said with the question for one of them, the best; and as many chances of each."""

assaults_of = lru_cache(8)(Assaults)


class Throw(NamedTuple):
    """An attack and its die, what is played for, and its dice as far as they are entered, by their slots' names."""

    attack: Attack
    die: Die = ASSUMED
    least: int | None = None
    entered: Mapping[str, Any] = {}

    @classmethod
    def of(cls, filled: Filled) -> Throw:
        """The attack of a game as it is filled in, or the one that stands in a game's place."""
        if isinstance(filled.game, cls):
            return filled.game._replace(entered=filled.values)
        attack = attack_of(filled.game).without(filled.values.get("without", ()))
        attacker, target = (
            replace(side, power=filled.values.get(value, 0))
            for side, value in ((attack.attacker, "offence"), (attack.target, "defence"))
        )
        return cls(replace(attack, attacker=attacker, target=target), entered=filled.values)

    @property
    def assaults(self) -> Assaults:
        """The attack's assaults, which remember what they have worked out."""
        return assaults_of(self.attack.defence, self.die, self.least)

    @property
    def slays(self) -> tuple[int, ...]:
        """The dice that a Monster Slayer had best roll again."""
        return self.assaults.slay(self.entered["rolled"] or ())[0] if self.attack.may_slay else ()

    @property
    def fallen(self) -> list[int]:
        """The dice before blanks leave, those that a Monster Slayer has rolled again among them."""
        kept = Counter(self.entered["rolled"])
        kept.subtract(self.entered.get("slay") or ())
        return [*kept.elements(), *(self.entered.get("slain") or ())]

    @property
    def is_throwing(self) -> bool:
        """Whether there are enough blanks for a Mighty Throw."""
        return self.attack.may_throw(self.fallen.count(0))

    @property
    def plays(self) -> list[Play]:
        """All that may be done in the second assault."""
        return self.assaults.possible(self.fallen)

    @property
    def best(self) -> Play:
        """What is best in the second assault."""
        return self.assaults.play(self.fallen)

    @property
    def end(self) -> Play:
        """The dice with all that was done with them, and nothing rolled any more."""
        again = self.entered.get("again", 0)
        dice = self.plays[again].after(self.entered["second"]) if again else self.fallen
        return self.assaults.possible(dice)[0]


# What is said of dice
def values_words(throw: Throw) -> str:
    """What is attacked with, and against what."""
    kind, values = tr("Area attack") if throw.attack.area else tr("Normal attack"), throw.attack
    text = later("at range {distance}: offence {offence}, defence {defence}")
    head = tr(text, distance=throw.attack.distance, offence=values.offence, defence=values.defence)
    return f"{kind} {head}"


def sure_words(end: Play) -> str:
    """What dice are good for if none is rolled again, and where they lie."""
    parts = [plural("{n} wound is sure by discarding alone", "{n} wounds are sure by discarding alone", end.sure)]
    parts += [tr("placed at once: {dice}", dice=row(end.placed))] if end.placed else []
    parts += [tr("left: {dice}", dice=row(end.kept))] if end.kept else []
    return "; ".join(parts) + "."


def raised_words(play: Play) -> str:
    """Which dice are raised to 5 before the second roll, and by what; empty for none."""
    dice, dropped = row(play.raised), row(play.discarded)
    return tr("Raise {dice} to 5 by discarding {dropped}.", dice=dice, dropped=dropped) if dice else ""


def plays_words(throw: Throw, most: int = MOST + 1) -> Iterator[str]:
    """What may be done in the second assault, or the `most` best, with as many chances each; an arrow at the best."""
    plays, best, found = throw.plays, throw.best, throw.assaults
    ranked = sorted(plays, key=lambda play: found.rank(found.scaled(play, len(throw.fallen))), reverse=True)
    ranked = [best, *(each for each in ranked if each != best)][:most]
    for play in filter(ranked.__contains__, plays):
        again = plural("{n} five again", "{n} fives again", len(play.rolled)) if play.rolled else tr("none again")
        again += ", " + tr("raising {dice}", dice=row(play.raised)) if play.raised else ""
        possible = [n for n, odds in enumerate(play.odds) if odds]
        likely = sorted(possible, key=lambda n: -play.odds[n])[:most]
        chances = ", ".join(f"{n}: {percent(play.odds[n])}" for n in possible if n in likely)
        chances += " …" if len(likely) < len(possible) else ""
        expected = f"{float(play.expected):.2f}"
        said = tr("{play}: {expected} wounds ({chances})", play=again, expected=expected, chances=chances)
        if (least := throw.least) is not None:
            sure = percent(at_least(play.odds, least))
            said += "; " + tr("at least {least}: {chance}", least=least, chance=sure)
        yield f"{'→' if play == best else ' '} {said}"


def raise_values(throw: Throw) -> Iterator[dict[str, Any]]:
    """Which dice become wounds by discarding alone, each with the dice discarded for it: the lowest."""
    dice, defence = sorted(throw.end.kept, reverse=True), throw.attack.defence
    short = [max(0, defence - value) for value in dice]
    wounds = most_sure(short)
    rest = dice[wounds:]
    for value, missing in zip(dice[:wounds], short, strict=False):
        at = len(rest) - missing
        yield {"dropped": row(rest[at:]), "value": value, "defence": defence}
        rest = rest[:at]


# What is asked
def _dice(throw: Throw, ask: str, count: int) -> Rolled:
    def read(typed: str) -> tuple[int, ...]:
        found = read_rolled(typed, throw.die)
        wrong_if(len(found) != count, "Enter {n} dice, not {entered}.", n=count, entered=len(found))
        return tuple(found)

    return Rolled("", ask, turned=read, written=row, sides=(count,), faces=throw.die)


def _first(throw: Throw) -> Slot:
    made = "; ".join(each.words for each in throw.attack.modifiers if not each.why_not)
    asked = tr("The dice as rolled ({n}), - for a blank, or r to roll:", n=throw.attack.offence)
    return _dice(throw, f"{values_words(throw)}{f' ({made})' if made else ''}. {asked}", throw.attack.offence)


def _slay(throw: Throw) -> Slot:
    dice = throw.entered["rolled"]

    def read(typed: str) -> tuple[int, ...]:
        found = () if typed.casefold() in ("no", tr("no")) else tuple(read_rolled(typed, throw.die))
        most = throw.assaults.slayer_dice
        if len(found) > most or Counter(found) - Counter(dice):
            raise UsageError("Up to {n} of the dice as they fell: {dice}.", n=most, dice=row(dice))
        return found

    text = tr("Monster Slayer: which dice do you roll again, or no? Enter for the best, {dice}:", dice=row(throw.slays))
    return Slot("", text, default=throw.slays, turned=read, written=lambda dice: row(dice) or "no")


def _slain(throw: Throw) -> Slot:
    again = throw.entered["slay"]
    return _dice(throw, tr("Monster Slayer: roll {dice} again; they show now:", dice=row(again)), len(again))


def _again(throw: Throw) -> Slot:
    best = len(throw.best.rolled)
    text = tr("How many fives again? Enter for the best, {best}; Esc: other wounds:", best=best)
    said = [sure_words(throw.end), *plays_words(throw, SHOWN), text]
    return Number("", "\n".join(said), most=len(throw.plays) - 1, default=best)


def _second(throw: Throw) -> Slot:
    count = throw.entered["again"]
    return _dice(throw, f"{raised_words(throw.plays[count])} {tr('The second roll ({n}):', n=count)}".strip(), count)


def _slot(name: str, of: Callable[[Throw], Slot], when: Callable[[Throw], bool], default: Any = ()) -> Slot:
    """A slot that the dice before it decide, behind its own name unless it is needed."""
    lead = "" if default is Needed else name
    return Slot(name, lead=lead, default=default, of=lambda at: of(Throw.of(at)), when=lambda at: when(Throw.of(at)))


FALLING = (
    _slot("rolled", _first, lambda throw: throw.attack.offence > 0, Needed),
    _slot("slay", _slay, lambda throw: bool(throw.slays)),
    _slot("slain", _slain, lambda throw: bool(throw.entered["slay"])),
)
USED = (
    _slot("again", _again, lambda throw: len(throw.plays) > 1, 0),
    _slot("second", _second, lambda throw: bool(throw.entered["again"])),
)
"""The slots of the dice until blanks leave, and of what is done with them after that."""


def _talents(filled: Filled) -> dict[str, str]:
    counting = [each for each in Throw.of(Filled(filled.game, {})).attack.modifiers if not each.why_not]
    return {each.source: each.name for each in counting if each.rule.startswith("pan.talent.")}


UNUSED = (
    Pick("without", "A talent that is not used?", lead="without", default=(), many=True, known=_talents,
         quiet=lambda filled: not _talents(filled)),
    *(Number(each, "What powers add to it:", lead=each, default=0, least=-MOST, most=MOST,
             quiet=lambda filled: True) for each in ("offence", "defence")),
)  # fmt: skip
"""What only the player knows of an attack of a game: talents that are not used, and what powers add."""
