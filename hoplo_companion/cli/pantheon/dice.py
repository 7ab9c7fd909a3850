"""The dice of an attack, as they are entered, rolled by the app, or asked for, and the best use of them."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.cli.pantheon.options import Given
from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import Assaults
from hoplo_companion.pantheon.die import Die, read_rolled, row
from hoplo_companion.pantheon.hand import Hand
from hoplo_companion.pantheon.modifiers import Attack, Values, may_slay, may_throw
from hoplo_companion.render.pantheon.attack import before_blanks_lines, end_lines, play_lines, value_lines
from hoplo_companion.render.style import Line


class Throw:
    """The dice of an attack: how they come, and what is done with them until nothing is left to do."""

    hand: Hand

    def __init__(self, terminal: Terminal, given: Given, attack: Attack, values: Values, die: Die) -> None:
        self.terminal, self.given, self.attack, self.values, self.die = terminal, given, attack, values, die
        self.is_in_game = given.defence is None
        self.assaults = Assaults(values.defence, die, given.at_least)
        self.is_over = False

    def fall(self, rolled: Sequence[int] | None) -> None:
        """Have the dice fall and be used as the player likes."""
        self.show(value_lines(self.attack, self.values, None if self.is_in_game else self.die))
        dice = self._before_blanks(self._rolled() if rolled is None else rolled)
        self.hand = hand = Hand.of(self.assaults.defence, dice)
        again = None if self.given.second is None else read_rolled(self.given.second, self.die)
        self.is_over = bool(self.given.do) or again is not None
        if self.given.do:
            hand.do(self.given.do, again)
            if hand.waiting:
                raise UsageError(tr("Enter the second roll with --second: {n} dice.", n=hand.waiting))
        elif again is not None:
            hand.follow(self.assaults.play(hand.dice))
            hand.fall(again)
        elif self.terminal.is_interactive() and not self.terminal.json:
            self._by_hand()
            self.is_over = True
        self.is_over = self.is_over or not self._may_roll()

    def _may_roll(self) -> bool:
        """Whether fives may be rolled again."""
        return not self.hand.is_second and len(self.assaults.possible(self.hand.dice)) > 1

    def lines(self) -> list[Line]:
        """What is best with the dice as they are now, or what came of them."""
        if self._may_roll() and (self.given.do or not self.is_over):
            return play_lines(self.hand, self.assaults)
        # In a game the wounds are an event, which says so.
        return end_lines(self.hand)[: -1 if self.is_in_game and self.is_over else None]

    def table(self) -> dict[str, object]:
        """What is best with the dice as they are now, for programs."""
        dice = self.hand.dice
        best = self.assaults.possible(dice)[0] if self.hand.is_second else self.assaults.play(dice)
        second = {"roll": len(best.rolled), "raise": best.raised, "expected": str(best.expected)}
        return {"first": self.hand.wounds, "second": second}

    def show(self, lines: Sequence[Line]) -> None:
        """Show a person how it goes on."""
        if lines and not self.terminal.json:
            self.terminal.show(lines)

    def _rolled(self) -> list[int]:
        """Roll the dice, or have them entered."""
        dice = self.values.offence
        if self.given.roll or self.terminal.setting("dice") == "app":
            by_app = Dice(self.given.seed)
            found = [self.die[by_app.choose(len(self.die))] for _ in range(dice)]
            said = tr("The app rolls: {faces}.", faces=row(found))
            self.terminal.notice(said) if self.terminal.json else self.terminal.say(said)
            return found
        self.terminal.need_terminal(
            tr("Enter the dice with --rolled, let the app roll with --roll, or ask for --odds.")
        )
        return self._asked(tr("The dice as rolled ({n}), - for a blank:", n=dice), dice) if dice else []

    def _asked(self, text: str, count: int) -> list[int]:
        """Have so many dice entered in one line; faces of one digit need nothing between them."""
        while True:
            try:
                typed = Asking(self.terminal).line(text)
                found = read_rolled(typed if "," in typed or " " in typed.strip() else " ".join(typed), self.die)
                if len(found) == count:
                    return found
                fault = tr("Enter {n} dice, not {entered}.", n=count, entered=len(found))
            except StoppedError:
                raise
            except HoploError as wrong:
                fault = str(wrong)
            self.terminal.say(f"  {fault}")

    def _before_blanks(self, rolled: Sequence[int]) -> Sequence[int]:
        """Say what a talent may do before blanks leave; a Monster Slayer's dice are entered again."""
        if self.terminal.json:
            return rolled
        again = self.assaults.slay(rolled) if may_slay(self.attack) else None
        is_thrown = may_throw(self.attack, [*rolled].count(0))
        self.show(before_blanks_lines(again, is_thrown=is_thrown, target=self.attack.target.kind))
        if again is not None and again[0] and self.terminal.is_interactive():
            return self._asked(tr("All dice after that ({n}), - for a blank:", n=len(rolled)), len(rolled))
        return rolled

    def _by_hand(self) -> None:
        """Ask at a terminal how many fives are rolled again, and what they show."""
        if not self._may_roll():
            return
        self.show(play_lines(self.hand, self.assaults))
        plays, best = self.assaults.possible(self.hand.dice), len(self.assaults.play(self.hand.dice).rolled)
        text = tr("How many fives do you roll again? Enter for the best, {best}:", best=best)
        if chosen := Asking(self.terminal).number(text, 0, len(plays) - 1, best):
            self.hand.follow(plays[chosen])
            self.hand.fall(self._asked(tr("The second roll ({n}), - for a blank:", n=chosen), chosen))
