"""The dice of an attack, as they are entered, rolled by the app, or asked for, and the best use of them."""

from __future__ import annotations

from typing import NamedTuple

from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import FIVE, Assaults, Play, at_least, expected, most_sure
from hoplo_companion.pantheon.die import Die, read_rolled, row
from hoplo_companion.pantheon.hand import Hand
from hoplo_companion.pantheon.modifiers import Attack, Values, may_slay, may_throw
from hoplo_companion.render.pantheon.attack import (
    before_blanks_lines,
    end_lines,
    odds_lines,
    play_lines,
    value_lines,
)


class Entered(NamedTuple):
    """An attack as it was entered: what it is, its values, the die, what it is played for, and how the dice come."""

    attack: Attack
    values: Values
    die: Die
    least: int | None = None
    rolled: list[int] | None = None
    roll: bool = False
    seed: int | None = None
    do: str = ""
    second: str | None = None
    json: bool = False
    plain: bool = False
    in_game: bool = False

    @property
    def assaults(self) -> Assaults:
        """Give the plays of its dice."""
        return Assaults(self.values.defence, self.die, self.least)


def show_odds(terminal: Terminal, this: Entered) -> None:
    """Show the chance of every number of wounds."""
    found = this.assaults.odds(this.values.offence, slayer=may_slay(this.attack))
    if not this.json:
        lines = value_lines(this.attack, this.values, this.die)
        terminal.show([*lines, *odds_lines(found, this.least)], this.plain)
        return
    answer: dict[str, object] = {
        "wounds": {str(n): str(chance) for n, chance in enumerate(found)},
        "expected": str(expected(found)),
    }
    if this.least is not None:
        answer["at_least"] = str(at_least(found, this.least))
    terminal.show_json(answer)


def use_dice(terminal: Terminal, this: Entered) -> tuple[Hand, bool]:
    """Have the dice fall and be used as the player likes; say with the hand whether nothing is left to do with it."""
    assaults = this.assaults
    if not this.json:
        # In a game the die is known: its faces need no line.
        terminal.show(value_lines(this.attack, this.values, this.die)[: -1 if this.in_game else None], this.plain)
    rolled = this.rolled if this.rolled is not None else _rolled(terminal, this)
    hand = Hand.of(assaults.defence, _before_blanks(terminal, this, assaults, rolled))
    again = None if this.second is None else read_rolled(this.second, this.die)
    is_over = bool(this.do) or again is not None
    if this.do:
        hand.do(this.do, again)
        if hand.waiting:
            raise UsageError(tr("Enter the second roll with --second: {n} dice.", n=hand.waiting))
    elif again is not None:
        follow(hand, assaults.play(hand.dice))
        hand.fall(again)
    elif terminal.is_interactive() and not this.json:
        _by_hand(terminal, hand, assaults, this.die)
        is_over = True
    is_over = is_over or len(assaults.possible(hand.dice)) == 1
    if not this.json:
        is_shown = hand.is_second or len(assaults.possible(hand.dice)) == 1 or (is_over and not this.do)
        ended = end_lines(hand)[: -1 if this.in_game and is_over else None]
        terminal.show(ended if is_shown else play_lines(hand, assaults), this.plain)
    return hand, is_over


def best_json(hand: Hand, assaults: Assaults) -> dict[str, object]:
    """Give programs what is best with the dice as they are now."""
    best = assaults.possible(hand.dice)[0] if hand.is_second else assaults.play(hand.dice)
    return {
        "first": len(hand.placed) + most_sure(hand.left, hand.defence),
        "second": {
            "roll": len(best.rolled),
            "raise": best.raised,
            "expected": str(best.expected),
        },
    }


def _rolled(terminal: Terminal, this: Entered) -> list[int]:
    """Roll the dice, or have them entered."""
    dice = this.values.offence
    if this.roll or terminal.setting("dice") == "app":
        by_app = Dice(this.seed)
        found = [this.die[by_app.choose(len(this.die))] for _ in range(dice)]
        said = tr("The app rolls: {faces}.", faces=row(found))
        terminal.notice(said) if this.json else terminal.say(said)
        return found
    terminal.need_terminal(tr("Enter the dice with --rolled, let the app roll with --roll, or ask for --odds."))
    text = tr("The dice as rolled, {n} of them, - for a blank:", n=dice)
    return _dice(terminal, text, this.die, dice) if dice else []


def _dice(terminal: Terminal, text: str, die: Die, count: int) -> list[int]:
    """Have so many dice entered in one line."""
    while True:
        try:
            return _exactly(Asking(terminal).line(text), die, count)
        except StoppedError:
            raise
        except HoploError as fault:
            terminal.say(f"  {fault}")


def _exactly(text: str, die: Die, count: int) -> list[int]:
    """Read so many dice; faces of one digit need nothing between them."""
    found = read_rolled(text if "," in text or " " in text.strip() else " ".join(text), die)
    if len(found) != count:
        raise UsageError(tr("{n} dice are rolled, and {entered} were entered.", n=count, entered=len(found)))
    return found


def _before_blanks(terminal: Terminal, this: Entered, assaults: Assaults, rolled: list[int]) -> list[int]:
    """Say what a talent may do before blanks leave; a Monster Slayer's dice are entered again."""
    if this.json:
        return rolled
    again = assaults.slay(rolled) if may_slay(this.attack) else None
    is_thrown = may_throw(this.attack, rolled.count(0))
    if lines := before_blanks_lines(again, is_thrown=is_thrown, target=this.attack.target.kind):
        terminal.show(lines, this.plain)
    if again is not None and again[0] and terminal.is_interactive():
        text = tr("All dice after that, {n} of them, - for a blank:", n=len(rolled))
        return _dice(terminal, text, assaults.die, len(rolled))
    return rolled


def follow(hand: Hand, play: Play) -> None:
    """Do with the dice what is best before the second roll."""
    dropped = list(play.discarded)
    for value in play.raised:
        for raised in range(value, FIVE):
            hand.discard(dropped.pop(), raised)
    hand.roll_again(len(play.rolled))


def _by_hand(terminal: Terminal, hand: Hand, assaults: Assaults, die: Die) -> None:
    """Ask at a terminal how many fives are rolled again, and what they show."""
    plays = assaults.possible(hand.dice)
    if len(plays) < 2:
        return
    terminal.show(play_lines(hand, assaults))
    best = len(assaults.play(hand.dice).rolled)

    text = tr("How many fives do you roll again? Enter for the best, {best}:", best=best)
    chosen = Asking(terminal).number(text, 0, len(plays) - 1, best)
    if chosen:
        follow(hand, plays[chosen])
        text = tr("The second roll, {n} of them, - for a blank:", n=chosen)
        hand.fall(_dice(terminal, text, die, chosen))
