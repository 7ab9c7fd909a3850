"""Your turn in the fight that hoplo follows, and the answers that it asks for (Rulebook p.25-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from hoplo_companion.campaign.fight import Move
from hoplo_companion.cli.fight.following import play_in_fight
from hoplo_companion.cli.fight.playing import PlayOptions
from hoplo_companion.cli.options import argument
from hoplo_companion.cli.shell.table_words import answer_word
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.rules.player.actions import END, GIVE_UP, read_action
from hoplo_companion.table.play.answers import WordAnswers
from hoplo_companion.table.play.moves import SURRENDER

if TYPE_CHECKING:
    from pathlib import Path

    from hoplo_companion.cli.fight.following import Following
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.player.actions import Action
    from hoplo_companion.table.play.answers import Answers


def bless_in_fight(terminal: Terminal, how: str, drawn: list[str]) -> None:
    """Use a blessing in the fight: to survive, where that is asked, or to reinforce as your turn starts (p.13)."""

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        question = follow.game.question()
        if how == "survive" and question is not None and question.id == "defeat.hero":
            follow.resume(WordAnswers([how], by), dice, again=False)
        else:
            follow.act(read_action(["bless", how]), WordAnswers(list(drawn), by), dice)

    play_in_fight(terminal, do, PlayOptions())


def answer(terminal: Terminal, options: PlayOptions,
    value: Annotated[list[str] | None, argument("Answers, in order.", answer_word, metavar="[ANSWER]...")] = None,
) -> Shown:  # fmt: skip
    """Answer what the fight still asks: with answers in order, or at a terminal one question after the other."""

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        if not follow.game.fight.under_way:
            raise UsageError(tr("nothing is asked: `hoplo fight` says whose turn it is"))
        given = WordAnswers(list(value or []), by)
        follow.resume(given, dice, script=options.is_script, again=not value)
        if left := given.answers[given.used :]:
            words = " ".join(map(repr, left))
            raise UsageError(
                tr("the earlier answers are kept, but nothing asks for {words}: `hoplo fight` shows where the fight "
"stands",
                   words=words)
            )  # fmt: skip

    play_in_fight(terminal, do, options)


def play_actions(terminal: Terminal, actions: list[Action], options: PlayOptions, write: Path | None = None) -> None:
    """Make actions of your turn in the fight that is followed, if the whole line can be done.

    One that the dice then make impossible leaves those before it done.
    """

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        done: list[str] = []
        if [action.word for action in actions] == [GIVE_UP]:
            follow.make(Move(SURRENDER), by, dice)  # as the rival's turn starts, too (p.28)
            return
        try:
            follow.check(actions)
        except HoploError:
            terminal.notice(tr("nothing in the line was done"))
            raise
        for action in actions:
            if done and follow.game.fight.over == "goal-met" and action.word == END:
                break  # The combat is won, and the turn over with it.
            try:
                follow.act(action, by, dice, script=options.is_script)
            except HoploError:
                if done:
                    terminal.notice(tr("done and kept before that: {actions}", actions="; ".join(done)))
                raise
            done.append(" ".join(word for word in (action.word, action.first, action.second) if word))

    play_in_fight(terminal, do, options, boards=len(actions) > 1, write=write)
