"""Your turn in the fight that hoplo follows, one command per action (Rulebook p.25-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.campaign.fight import Move
from hoplo_companion.cli.fight.following import play_in_fight
from hoplo_companion.cli.fight.playing import PlayOptions
from hoplo_companion.cli.options import (
    AnswersOption,
    AnywayOption,
    AutoOption,
    JsonOption,
    NoteOption,
    PlainOption,
    SeedOption,
)
from hoplo_companion.cli.shell import table_words as complete
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.rules.player.actions import END, read_action
from hoplo_companion.table.play.answers import WordAnswers
from hoplo_companion.table.play.moves import SURRENDER

if TYPE_CHECKING:
    from hoplo_companion.cli.fight.following import Following
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.player.actions import Action
    from hoplo_companion.table.play.answers import Answers

UnitArgument = Annotated[
    str,
    typer.Argument(
        metavar="UNIT",
        help="A unit of yours: its name, or the beginning of it.",
        autocompletion=complete.unit_of_yours,
    ),
]
HexArgument = Annotated[str, typer.Argument(metavar="HEX", help="A hex, as in E3.", autocompletion=complete.hex_for)]
MoreArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ANSWER]...", help="Answers to what it asks, in order.", autocompletion=complete.hex_or_unit
    ),
]
ChipArgument = Annotated[
    str,
    typer.Argument(
        metavar="CHIP",
        help="A tactic of your camp.",
        autocompletion=complete.tactic_in_camp,
    ),
]
WhomArgument = Annotated[
    str, typer.Argument(metavar="UNIT", help="Whom to play it on.", autocompletion=complete.unit_of_yours)
]
TargetArgument = Annotated[
    str, typer.Argument(metavar="TARGET", help="An opponent in its Range.", autocompletion=complete.target)
]
AbilityArgument = Annotated[str, typer.Argument(metavar="SKILL", help="The Ability.", autocompletion=complete.skill)]
SpecialArgument = Annotated[str, typer.Argument(metavar="SKILL", help="The Special.", autocompletion=complete.skill)]


def deploy(terminal: Terminal,
    unit: UnitArgument, hex_: HexArgument, anyway: AnywayOption = False, answers: AnswersOption = None,
    auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Deploy a unit of your camp on one of your deployment hexes (p.25)."""
    _act(terminal, ["deploy", unit, hex_], anyway, PlayOptions(answers, auto, seed, json, plain))


def tactic(terminal: Terminal,
    chip: ChipArgument, unit: WhomArgument,
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None,
    auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Play a tactic of your camp on a unit (p.25, 30)."""
    _act(terminal, ["tactic", chip, unit, *(more or [])], anyway, PlayOptions(answers, auto, seed, json, plain))


def move(terminal: Terminal,
    unit: UnitArgument, hex_: HexArgument, note: NoteOption = None, anyway: AnywayOption = False,
    answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False,
    plain: PlainOption = False,
) -> None:  # fmt: skip
    """Move a unit of yours (p.26); with --note, put any unit by hand where it is on the mat."""
    if note is not None:
        from hoplo_companion.cli.fight.by_hand import put_right  # few moves are corrections

        put_right(terminal, ["move", unit, hex_], note, json, plain)
        return
    _act(terminal, ["move", unit, hex_], anyway, PlayOptions(answers, auto, seed, json, plain))


def ability(terminal: Terminal,
    unit: UnitArgument, skill: AbilityArgument,
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None,
    seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Use an Ability of a unit of yours (p.26)."""
    _act(terminal, ["ability", unit, skill, *(more or [])], anyway, PlayOptions(answers, auto, seed, json, plain))


def attack(terminal: Terminal,
    unit: UnitArgument, target: TargetArgument,
    hits: Annotated[str | None, typer.Argument(metavar="[HITS]", help="How many dice hit.")] = None,
    anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None,
    json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Attack an opponent with a unit of yours (p.27)."""
    words = ["attack", unit, target, *([hits] if hits is not None else [])]
    _act(terminal, words, anyway, PlayOptions(answers, auto, seed, json, plain))


def special(terminal: Terminal,
    unit: UnitArgument, skill: SpecialArgument,
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None,
    seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Use a Special of a unit of yours in place of its attack (p.27)."""
    _act(terminal, ["special", unit, skill, *(more or [])], anyway, PlayOptions(answers, auto, seed, json, plain))


def end_turn(terminal: Terminal,
    anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None,
    json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """End your turn: the arena's follows, where it has one, or the rival's (p.20, 28)."""
    _act(terminal, [END], anyway, PlayOptions(answers, auto, seed, json, plain))


def surrender(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Surrender as your turn or the rival's starts: the combat is failed at once, your hero keeps its HP (p.28)."""

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        follow.make(Move(SURRENDER), by, dice)

    play_in_fight(terminal, do, PlayOptions(json=json, plain=plain))


def bless_in_fight(terminal: Terminal, how: str, drawn: list[str], json: bool) -> None:
    """Use a blessing in the fight: to survive, where that is asked, or to reinforce as your turn starts (p.13)."""

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        question = follow.game.question()
        if how == "survive" and question is not None and question.id == "defeat.hero":
            follow.resume(WordAnswers([how], by), dice, again=False)
        else:
            follow.act(read_action(["bless", how]), WordAnswers(list(drawn), by), dice)

    play_in_fight(terminal, do, PlayOptions(json=json))


def answer(terminal: Terminal,
    value: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ANSWER]...", help="Answers, in order.", autocompletion=complete.answer_word),
    ] = None,
    answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False,
    plain: PlainOption = False,
) -> None:  # fmt: skip
    """Answer what the fight still asks: with answers in order, or at a terminal one question after the other."""
    options = PlayOptions(answers, auto, seed, json, plain)

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        if not follow.game.fight.under_way:
            raise UsageError(tr("nothing is asked: `hoplo fight` says whose turn it is"))
        given = WordAnswers(list(value or []), by)
        follow.resume(given, dice, script=options.is_script, again=not value)
        if left := given.answers[given.used :]:
            words = " ".join(map(repr, left))
            raise UsageError(
                tr("the answers before are kept, but nothing asks for {words}: `hoplo fight` says how it stands",
                   words=words)
            )  # fmt: skip

    play_in_fight(terminal, do, options)


def _act(terminal: Terminal, words: list[str], anyway: bool, options: PlayOptions) -> None:
    """Make one action of your turn in the fight that is followed."""
    play_actions(terminal, [read_action(words, anyway=anyway)], options, boards=False)


def play_actions(terminal: Terminal, actions: list[Action], options: PlayOptions, *, boards: bool) -> None:
    """Make actions of your turn in the fight that is followed, if the whole line can be done.

    One that the dice then make impossible leaves those before it done.
    """

    def do(follow: Following, by: Answers, dice: Dice) -> None:
        done: list[str] = []
        try:
            follow.check(actions)
        except HoploError:
            terminal.notice(tr("nothing of the line is done"))
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

    play_in_fight(terminal, do, options, boards=boards)
