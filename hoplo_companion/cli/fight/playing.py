"""Who answers the questions of a turn, who rolls and draws, and what is shown and kept at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from hoplo_companion.cli.fight.positions import read_file, write_final
from hoplo_companion.cli.fight.reports import Report
from hoplo_companion.cli.options import AnswersOption, AutoOption, SeedOption, option
from hoplo_companion.cli.terminal.prompt import say_undrawn
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import as_command
from hoplo_companion.language import tr
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.answers import (
    ROLL,
    Answers,
    AutoAnswers,
    FileAnswers,
    NoAnswers,
    OpenQuestionError,
    read_answers,
)

if TYPE_CHECKING:
    from hoplo_companion.table.play.fight import Game


class PlayOptions(NamedTuple):
    """The options that the commands of a turn share: who answers what is asked."""

    answers: AnswersOption = None
    auto: AutoOption = None
    seed: SeedOption = None

    @property
    def is_script(self) -> bool:
        """Say whether a file alone answers, so that an answer that is missing is the file's error."""
        return self.answers is not None and self.auto is None


class StandAlone(NamedTuple):
    """Who fights where in a fight outside of any campaign, as it was typed."""

    apart: Annotated[bool, option("A stand-alone fight, outside the campaign.", names="--stand-alone --apart")] = False
    arena: Annotated[str, option("Stand-alone: in which arena.", "arenas")] = ""
    act: Annotated[int | None, option("Stand-alone: in which act.", min=1, max=4)] = None
    hero: Annotated[str, option("Stand-alone: your hero.", "heroes")] = ""
    camp: Annotated[str, option("Stand-alone: the units in your camp, separated by commas.")] = ""
    tactics: Annotated[str, option("Stand-alone: your tactics, separated by commas.")] = ""
    prowess: Annotated[str, option("Stand-alone: your Prowess cards, separated by commas.")] = ""
    hp: Annotated[int | None, option("Stand-alone: your hero's HP.", min=1)] = None
    health: Annotated[int | None, option("Stand-alone: your hero's Health.", min=1, max=12)] = None
    attack: Annotated[str, option("Stand-alone: your hero's dice, as in 'blue blue'.")] = ""
    blessings: Annotated[int | None, option("Stand-alone: the blessings you have.", min=0)] = None

    def given(self) -> list[str]:
        """The options that were given."""
        return [f"--{name}" for name, value in self._asdict().items() if value not in ("", None, False)]


def who_answers(
    terminal: Terminal, options: PlayOptions, dice: Dice, *, from_stdin: bool = False, game: Game | None = None
) -> Answers:
    """Find out who answers: a script first, then the app if it may, else the person at the terminal.

    What the player has set for dice and draws (`hoplo config`) holds where neither a script nor --auto is given. `game`
    is the fight that is followed, if it is one.
    """
    then: Answers = NoAnswers()
    if options.auto is not None:
        then = AutoAnswers(dice, first=options.auto == "first")
    elif options.answers is None and not from_stdin and terminal.asks():
        from hoplo_companion.cli.terminal.prompts import Prompts  # what is answered in another way needs no keys

        then = Prompts(terminal, game)
    if options.answers is not None:
        return FileAnswers(read_answers(read_file(terminal, options.answers)), then)
    return then if options.auto is not None else by_settings(terminal, then, dice)


@contextmanager
def showing_open(report: Report, *, followed: bool = True) -> Iterator[None]:
    """Report a question that stays open, which stops the command; of a fight that is followed it is kept."""
    try:
        yield
    except OpenQuestionError as open_:
        report.stopped(open_)
        from hoplo_companion.render.sentences.questions import question_words  # most turns need no sentence of it

        question = open_.question
        example = next(iter(question.options), "0" if question.kind == "dice" else "")
        if followed:
            by = f"`{as_command('answer', example or '…')}`"
        elif example:
            from json import dumps  # only what nobody answers is shown as it would be answered

            by = tr("--answers FILE with the line {example}", example=dumps(example, ensure_ascii=False))
        else:
            by = "--answers FILE"
        open_.put_in_words(question_words(question, open_.combat), by)
        raise


def show_end(combat: Combat, by: Answers, report: Report, write: Path | None) -> None:
    """Show how the board stands at the end, and keep it in a file where that is wanted."""
    if isinstance(by, FileAnswers):
        by.check_all_used()
    final = write_position(combat)
    if write is not None:
        write_final(write, final)
    report.after(combat, final)


# Dice and draws as they are set --------------------------------------------------------------------------------------


def by_settings(terminal: Terminal, then: Answers, dice: Dice) -> Answers:
    """Put what is set for dice and draws before whoever answers; `then` itself where there is nothing to do."""
    rolls, draws = terminal.setting("dice"), terminal.setting("draws")
    return then if (rolls, draws) == ("ask", "hand") else BySettings(terminal, then, dice, rolls=rolls, draws=draws)


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
        is_drawn = question.kind == "chip" and question.options and self.draws == "app"
        if is_drawn or (question.kind in ("dice", "direction") and self.rolls == "app"):
            rolled = self.dice.roll(question.dice) if question.kind == "dice" else None
            if rolled is not None:
                faces = ", ".join(tr("hit") if hit else tr("miss") for hit in rolled)
            else:
                faces = question.options[self.dice.choose(len(question.options))]
            self._say(
                tr("The app draws: {chip}.", chip=faces) if is_drawn else tr("The app rolls: {faces}.", faces=faces)
            )
            return faces if rolled is None else rolled
        if question.kind == "chip":
            say_undrawn(self.terminal)
        is_by_hand = self.rolls == "hand" and question.kind in ("dice", "direction")
        while (answer := self.then.answer(question, combat)) == ROLL and is_by_hand:
            self._say(
                "  " + tr("You have set the dice to be rolled by hand; `hoplo config dice ask` lets the app roll.")
            )
        return answer

    def _say(self, text: str) -> None:
        """Say what the app did, beside the result where that is for programs."""
        if self.terminal.json:
            self.terminal.notice(text)
        else:
            self.terminal.say(text)
