"""Dice and draws as they are set (`hoplo config`): by the app without a question, or by hand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.language import tr
from hoplo_companion.table.play.answers import ROLL

if TYPE_CHECKING:
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.table.play.answers import Answers


def by_settings(terminal: Terminal, then: Answers, dice: Dice) -> Answers:
    """Put what is set for dice and draws before whoever answers; `then` itself where there is nothing to do."""
    rolls, draws = terminal.setting("dice"), terminal.setting("draws")
    return then if (rolls, draws) == ("ask", "hand") else BySettings(terminal, then, dice, rolls=rolls, draws=draws)


def say_undrawn(terminal: Terminal) -> None:
    """Say why a chip has to be drawn by hand though the app is set to draw."""
    if terminal.setting("draws") == "app":
        terminal.notice(tr("The app cannot draw this chip: what lies there, and in which order, is not known."))


class BySettings:
    """Rolls and draws what the app is to, and says so; every other question is passed on to whoever answers."""

    def __init__(self, terminal: Terminal, then: Answers, dice: Dice, *, rolls: str, draws: str) -> None:
        self.terminal = terminal
        self.then = then
        self.dice = dice
        self.rolls = rolls
        self.draws = draws

    def answer(self, question: Question, combat: Combat) -> Any:
        """Roll or draw, or have it answered; where the dice are rolled by hand the app does not roll them."""
        if question.kind == "dice" and self.rolls == "app":
            rolled = self.dice.roll(question.dice)
            self._say(
                tr("The app rolls: {faces}.", faces=", ".join(tr("hit") if hit else tr("miss") for hit in rolled))
            )
            return rolled
        if question.kind == "direction" and self.rolls == "app":
            picked = self._pick(question)
            self._say(tr("The app rolls: {faces}.", faces=picked))
            return picked
        if question.kind == "chip" and question.options and self.draws == "app":
            picked = self._pick(question)
            self._say(tr("The app draws: {chip}.", chip=picked))
            return picked
        if question.kind == "chip":
            say_undrawn(self.terminal)
        while (answer := self.then.answer(question, combat)) == ROLL and self._is_by_hand(question):
            self._say(
                "  " + tr("You have set the dice to be rolled by hand; `hoplo config dice ask` lets the app roll.")
            )
        return answer

    def _is_by_hand(self, question: Question) -> bool:
        return self.rolls == "hand" and question.kind in ("dice", "direction")

    def _pick(self, question: Question) -> str:
        return question.options[self.dice.choose(len(question.options))]

    def _say(self, text: str) -> None:
        """Say what the app did, beside the result where that is for programs."""
        if self.terminal.json:
            self.terminal.notice(text)
        else:
            self.terminal.say(text)
