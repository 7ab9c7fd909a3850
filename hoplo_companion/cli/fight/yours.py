"""Your turn in the fight that hoplo follows, an action a command (Rulebook p.25-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.fight.playing import who_answers
from hoplo_companion.cli.fight.reports import report_of
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoplo_companion.cli.fight.following import Following
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.player.actions import Action
    from hoplo_companion.table.play.answers import Answers

UnitArgument = Annotated[
    str,
    typer.Argument(
        metavar="UNIT", help="A unit of yours, or a beginning of its name.", autocompletion=complete.unit_of_yours
    ),
]
HexArgument = Annotated[str, typer.Argument(metavar="HEX", help="A hex, as in E3.", autocompletion=complete.hex_for)]
MoreArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ANSWER]...", help="Answers to what it asks.", autocompletion=complete.hex_or_unit),
]
ChipArgument = Annotated[
    str,
    typer.Argument(
        metavar="[CHIP]", help="A tactic of your camp; any, by itself.", autocompletion=complete.tactic_in_camp
    ),
]
WhomArgument = Annotated[
    str, typer.Argument(metavar="[UNIT]", help="Whom to play it on.", autocompletion=complete.unit_of_yours)
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
    _act(terminal, "deploy", [unit, hex_], anyway, answers, auto, seed, json, plain)


def tactic(terminal: Terminal,
    chip: ChipArgument = "", unit: WhomArgument = "",
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None,
    auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Play a tactic of your camp on a unit (p.25, 30); with its name alone, show it; with nothing, list all."""
    from hoplo_companion.cli.data.find import is_tactic

    name = " ".join(word for word in (chip, unit, *(more or [])) if word)

    if not unit or is_tactic(name):
        if anyway or answers is not None or auto is not None or seed is not None:
            raise UsageError(f"on whom is it played? hoplo tactic {chip[:40]} UNIT")
        from hoplo_companion.cli.data.find import show_tactic

        show_tactic(terminal, name, json, plain)
        return
    _act(terminal, "tactic", [chip, unit, *(more or [])], anyway, answers, auto, seed, json, plain)


def move(terminal: Terminal,
    unit: UnitArgument, hex_: HexArgument, note: NoteOption = None, anyway: AnywayOption = False,
    answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False,
    plain: PlainOption = False,
) -> None:  # fmt: skip
    """Move a unit of yours (p.26); with --note, put any unit by hand where it stands on the mat."""
    if note is not None:
        from hoplo_companion.cli.fight.board import put_right

        put_right(terminal, ["move", unit, hex_], note, json, plain)
        return
    _act(terminal, "move", [unit, hex_], anyway, answers, auto, seed, json, plain)


def ability(terminal: Terminal,
    unit: UnitArgument, skill: AbilityArgument,
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None,
    seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Use an Ability of a unit of yours (p.26)."""
    _act(terminal, "ability", [unit, skill, *(more or [])], anyway, answers, auto, seed, json, plain)


def attack(terminal: Terminal,
    unit: UnitArgument, target: TargetArgument,
    hits: Annotated[str | None, typer.Argument(metavar="[HITS]", help="How many dice hit.")] = None,
    anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None,
    json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Attack an opponent with a unit of yours (p.27)."""
    _act(
        terminal,
        "attack",
        [unit, target, *([hits] if hits is not None else [])],
        anyway,
        answers,
        auto,
        seed,
        json,
        plain,
    )


def special(terminal: Terminal,
    unit: UnitArgument, skill: SpecialArgument,
    more: MoreArgument = None, anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None,
    seed: SeedOption = None, json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """Use a Special of a unit of yours in place of its attack (p.27)."""
    _act(terminal, "special", [unit, skill, *(more or [])], anyway, answers, auto, seed, json, plain)


def end_turn(terminal: Terminal,
    anyway: AnywayOption = False, answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None,
    json: JsonOption = False, plain: PlainOption = False,
) -> None:  # fmt: skip
    """End your turn: the arena's follows, where it has one, or the rival's (p.20, 28)."""
    _act(terminal, "end", [], anyway, answers, auto, seed, json, plain)


def surrender(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Surrender at the start of a troop's turn: the combat is failed at once, your hero keeps its HP (p.28)."""
    from hoplo_companion.campaign.fight import Move
    from hoplo_companion.table.play.moves import SURRENDER

    def do(follow: Following, by: Answers, dice: Dice, script: bool) -> None:
        follow.make(Move(SURRENDER), by, dice, script=script)

    played(terminal, do, None, None, None, json, plain)


def bless_in_fight(terminal: Terminal, how: str, drawn: list[str], json: bool) -> None:
    """Use a blessing in the fight: to survive, where that is asked, or to reinforce as your turn starts (p.13)."""
    from hoplo_companion.rules.player.actions import read_action
    from hoplo_companion.table.play.answers import WordAnswers

    def do(follow: Following, by: Answers, dice: Dice, script: bool) -> None:
        question = follow.game.question()
        if how == "survive" and question is not None and question.id == "defeat.hero":
            given = WordAnswers([how], by)
            follow.go_on(given, dice, script=script, again=False)
        else:
            follow.act(read_action(["bless", how]), WordAnswers(list(drawn), by), dice, script=script)

    played(terminal, do, None, None, None, json, False)


def answer(terminal: Terminal,
    value: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ANSWER]...", help="Answers, in order.", autocompletion=complete.answer_word),
    ] = None,
    answers: AnswersOption = None, auto: AutoOption = None, seed: SeedOption = None, json: JsonOption = False,
    plain: PlainOption = False,
) -> None:  # fmt: skip
    """Go on with what the fight still asks: answers in order, or at a terminal one question after the other."""
    from hoplo_companion.table.play.answers import WordAnswers

    def do(follow: Following, by: Answers, dice: Dice, script: bool) -> None:
        if not follow.game.fight.under_way:
            raise UsageError("nothing is asked: `hoplo fight` says whose turn it is")
        given = WordAnswers(list(value or []), by)
        follow.go_on(given, dice, script=script, again=not value)
        if left := given.answers[given.used :]:
            asked = "what came before is kept, but nothing asks for " + " ".join(map(repr, left))
            raise UsageError(f"{asked}: `hoplo fight` says how it stands")

    played(terminal, do, answers, auto, seed, json, plain)


def _act(
    terminal: Terminal,
    word: str,
    words: list[str],
    anyway: bool,
    answers: Any,
    auto: Any,
    seed: int | None,
    json: bool,
    plain: bool,
) -> None:
    """Make one action of your turn in the fight that is followed."""
    from hoplo_companion.rules.player.actions import read_action

    play_actions(terminal, [read_action([word, *words], anyway=anyway)], answers, auto, seed, json, plain, boards=False)


def play_actions(terminal: Terminal,
    actions: list[Action], answers: Any, auto: Any, seed: int | None, json: bool, plain: bool, *, boards: bool = True,
    write: Any = None,
) -> None:  # fmt: skip
    """Make actions of your turn in the fight that is followed; one that is refused leaves those before it done."""
    from hoplo_companion.rules.player.actions import END

    def do(follow: Following, by: Answers, dice: Dice, script: bool) -> None:
        done: list[str] = []
        for action in actions:
            if done and follow.game.fight.over == "goal-met" and action.word == END:
                break  # The combat is won, and the turn over with it.
            try:
                follow.act(action, by, dice, script=script)
            except HoploError:
                if done:
                    terminal.notice("done and kept before that: " + "; ".join(done))
                raise
            done.append(" ".join(word for word in (action.word, action.first, action.second) if word))

    played(terminal, do, answers, auto, seed, json, plain, boards=boards, write=write)


def played(
    terminal: Terminal,
    do: Callable[[Following, Answers, Dice, bool], None],
    answers: Any,
    auto: Any,
    seed: int | None,
    json: bool,
    plain: bool,
    *,
    boards: bool = False,
    write: Any = None,
) -> None:
    """Do something in the fight that is followed, and tell what comes of it; what stays open is told and kept."""
    from hoplo_companion.cli.fight.following import following
    from hoplo_companion.dice import Dice

    dice = Dice(seed)
    by = who_answers(terminal, answers, auto, dice, json, plain, from_stdin=False)
    report = report_of(terminal, json, plain, boards=boards)

    with following(terminal, report) as follow:
        report.before(follow.game.combat)
        from hoplo_companion.table.play.answers import OpenQuestionError

        try:
            do(follow, by, dice, answers is not None and auto is None)
        except OpenQuestionError as open_:
            report.stopped(open_)
            raise
        from hoplo_companion.cli.fight.following import finish

        finish(follow, by, write)
