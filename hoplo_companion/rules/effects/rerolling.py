"""Rolling dice of an attack again (Rulebook p.24): which ones, and what they show then."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import ReRoll
from hoplo_companion.dice import HIT_FACES, SIDES
from hoplo_companion.rules.agenda import Result, change_next, push
from hoplo_companion.rules.attack import Count
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.use import Doing, does
from hoplo_companion.rules.events import event_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question


@does(ReRoll)
class ReRollDice(Doing, frozen=True):
    """Some of the attack's dice are rolled again.

    Dice are entered as a number of hits, so that where they have several colours the player says which ones missed.
    `picked` are the dice rolled again, `hit` how many of them had hit; None until that is known.
    """

    picked: tuple[str, ...] | None = None
    hit: int | None = None

    def can_do(self, combat: Combat) -> bool:
        """Say whether there is a die to roll again."""
        return bool(self._choices(combat))

    def _strike(self, combat: Combat) -> Count | None:
        return next((step for step in combat.agenda if isinstance(step, Count)), None)

    def _choices(self, combat: Combat) -> dict[str, tuple[str, ...]]:
        """Name every choice of dice that may be rolled again, by their colours."""
        assert isinstance(self.verb, ReRoll)
        strike = self._strike(combat)
        if strike is None or strike.dice is None:
            return {}
        rolled = strike.dice
        misses = len(rolled) - strike.hits
        if self.verb.which == "missed":
            # A die with nothing but hits is never among those that missed (p.12).
            rolled = tuple(die for die in rolled if HIT_FACES[die] < SIDES)
        fit = {"missed": misses, "hit": strike.hits, "any": len(rolled)}[self.verb.which]
        most = fit if self.verb.most is None else min(fit, judge(combat).amount(self.verb.most, self.scene))
        found = {}
        for count in range(1, most + 1):
            for each in combinations(rolled, count):
                found[" ".join(each)] = each
        if self.verb.most is None and self.verb.which != "any":
            # All that missed (or hit) are rolled again: only their colours may be open.
            found = {name: each for name, each in found.items() if len(each) == most}
        return found

    def _hit_before(self, combat: Combat) -> range:
        """Give how many of the picked dice may have hit."""
        assert isinstance(self.verb, ReRoll)
        strike = self._strike(combat)
        assert strike is not None
        assert strike.dice is not None
        picked = len(self.picked or ())
        match self.verb.which:
            case "missed":
                return range(1)
            case "hit":
                return range(picked, picked + 1)
        kept = len(strike.dice) - picked
        return range(max(0, strike.hits - kept), min(picked, strike.hits) + 1)

    def question(self, combat: Combat) -> Question | None:
        """Ask which dice are rolled again, how many of them had hit, and what they show now, as far as it is open."""
        if self.picked is None:
            choices = tuple(self._choices(combat))
            return self.ask(combat, "dice", choices) if len(choices) > 1 else None
        if self.hit is None:
            numbers = self._hit_before(combat)
            return self.ask(combat, "had-hit", tuple(map(str, numbers))) if len(numbers) > 1 else None
        return Question(
            id="attack.re-roll",
            kind="dice",
            rule=self.rule(combat),
            unit=self.scene.attacker,
            about=self.held.id,
            dice=self.picked,
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take the new dice in place of the old."""
        if self.picked is None:
            choices = self._choices(combat)
            if not choices:
                return combat, []
            picked = choices[answer] if answer else next(iter(choices.values()))
            return push(combat, replace(self, picked=picked)), []
        if self.hit is None:
            return push(combat, replace(self, hit=int(answer) if answer else self._hit_before(combat)[0])), []
        strike = self._strike(combat)
        assert strike is not None
        hits = strike.hits - self.hit + answer
        event = event_of(
            "re-rolled",
            rule=self.rule(combat),
            unit=self.scene.attacker,
            effect=self.held.name,
            dice=list(self.picked),
            hits=hits,
        )
        return change_next(combat, Count, hits=hits), [event]
