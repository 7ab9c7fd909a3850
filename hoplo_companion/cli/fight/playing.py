"""How a turn is played for a player: who answers, rolls and draws, how it is reported, and what is kept at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from hoplo_companion.cli.fight.positions import read_file, remember, show_board, write_final
from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.prompt import say_undrawn
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.errors import as_command
from hoplo_companion.language import tr
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.table.play import answers as answering

if TYPE_CHECKING:
    from hoplo_companion.table.play.fight import Game


class PlayOptions(NamedTuple):
    """The options that the commands of a turn share: who answers what is asked."""

    answers: Annotated[Path | None, option("Answer from this file, a JSON value per line.")] = None
    auto: Annotated[Literal["first", "random"] | None, option("Let the app choose among equal options and roll.")] = (
        None
    )
    seed: Annotated[int | None, option("Make the app's dice and choices repeatable.")] = None


def who_answers(terminal: Terminal, options: PlayOptions, game: Game | None = None) -> answering.Asked:
    """Find out who answers: a script, --auto, or the person, with dice and draws as set; `game` is followed."""
    dice = Dice(options.seed)
    then: answering.Answers = answering.no_answer
    if options.auto is not None:
        then = partial(answering.auto_answer, dice if options.auto == "random" else None)
    elif options.answers is None and terminal.asks():
        from hoplo_companion.cli.terminal.prompts import Prompts  # what is answered in another way needs no keys

        then = Prompts(terminal, game).answer
    if options.answers is not None:
        then = answering.FileAnswers(answering.read_answers(read_file(terminal, options.answers)), then)
    elif options.auto is None:
        then = BySettings(terminal, then, dice).answer
    return answering.Asked(then, dice, is_script=options.answers is not None and options.auto is None)


class BySettings(NamedTuple):
    """Rolls and draws what the app is to, and says so; every other question is passed on to whoever answers."""

    terminal: Terminal
    then: answering.Answers
    dice: Dice

    def answer(self, question: Question, combat: Combat) -> Any:
        """Roll or draw, or have it answered; where the dice are rolled by hand the app does not roll them."""
        rolls, draws = self.terminal.setting("dice"), self.terminal.setting("draws")
        say = self.terminal.notice if self.terminal.json else self.terminal.say  # beside a result for programs
        is_drawn = question.kind == "chip" and question.options and draws == "app"
        if is_drawn or (question.kind in ("dice", "direction") and rolls == "app"):
            found = faces = answering.rolled(self.dice, question)
            if question.kind == "dice":
                faces = ", ".join(tr("hit") if hit else tr("miss") for hit in found)
            say(tr("The app draws: {chip}.", chip=faces) if is_drawn else tr("The app rolls: {faces}.", faces=faces))
            return found
        if question.kind == "chip":
            say_undrawn(self.terminal)
        is_by_hand = rolls == "hand" and question.kind in ("dice", "direction")
        while (answer := self.then(question, combat)) == answering.ROLL and is_by_hand:
            text = tr("You have set the dice to be rolled by hand; `hoplo config dice ask` lets the app roll.")
            say(f"  {text}")
        return answer


class Report:
    """What is shown of a turn, between two boards if wanted; where a board is in sight, move by move on it.

    For programs it is all events and the final position, in one object. `came_from` has the hex that each unit moved
    from, `had` the HP that each had as the turn began.
    """

    def __init__(self, terminal: Terminal, *, boards: bool) -> None:
        self.terminal = terminal
        self.boards = boards and not terminal.has_board and not terminal.json
        self.by_moves = False
        self.last: Combat | None = None
        self.events: list[Event] = []
        self.came_from: dict[str, int] = {}
        self.had: dict[str, int] = {}

    def before(self, combat: Combat, start: Combat) -> None:
        """Show the board as it stands; a move that is under way began at the start."""
        self.last = combat
        self.by_moves = self.terminal.has_board and combat.side != "player" and not self.terminal.json
        self.had = {unit.id: unit.hp for unit in start.units.values() if unit.hp is not None}
        self.terminal.stands(combat, {})
        if self.boards:
            show_board(self.terminal, combat)

    def happened(self, events: list[Event], combat: Combat) -> None:
        """Show what the rules have decided, and keep what the player has read off components."""
        self.show(events, combat)
        remember(self.terminal, events)

    def again(self, events: list[Event], combat: Combat) -> None:
        """Show what came of a move under way; a board in sight has all of that already, and so has its log."""
        if not self.by_moves:
            self.show(events, combat)
            return
        self.note_moves(events, combat)
        self.terminal.stands(combat, self.came_from, self.had)

    def show(self, events: list[Event], combat: Combat) -> None:
        """Say what the rules have decided, one line per event, or one move after the other; programs wait for all."""
        self.events += events
        if self.terminal.json:
            return
        from hoplo_companion.render.fight import moves_of, named_once, said  # programs read no sentences
        from hoplo_companion.render.sentences.events import sentence

        # Whoever has left the combat meanwhile is named too.
        before, self.last = self.last or combat, combat
        names = names_of(before, combat)
        moves = list(moves_of(before, events)) if self.by_moves else []
        for at, (seen, board) in enumerate(moves, 1):
            self.note_moves(seen, combat)
            words = self.terminal.running(said(seen, names))
            self.terminal.watch(board if at < len(moves) else combat, self.came_from, self.had, words)
        if self.by_moves:
            return
        self.note_moves(events, combat)
        for event in named_once(events):
            if event.what == "explained":
                from hoplo_companion.render.sentences.decisions import decision_lines

                self.terminal.show(decision_lines(event.values["decision"], names))
            else:
                self.terminal.show(self.terminal.running([sentence(event, names)]))
        self.terminal.stands(combat, self.came_from, self.had)

    def note_moves(self, events: list[Event], combat: Combat) -> None:
        """Keep where units came from."""
        moved = (each.values for each in events if each.what == "moved")
        self.came_from |= {each["unit"]: combat.arena.mat.bit[each["start"]] for each in moved}

    def end(self, combat: Combat, by: answering.Answers, write: Path | None = None) -> None:
        """Show the board as it stands at the end, with the moves marked, and keep it in a file where that is wanted."""
        if isinstance(by, answering.FileAnswers):
            by.check_all_used()
        if write is not None:
            write_final(write, write_position(combat))
        if self.terminal.json:
            position = write_position(combat)
            self.terminal.show_json({"events": self.tables(), "over": combat.over or None, "position": position})
            return
        self.terminal.stands(combat)
        if self.boards:
            self.terminal.print()
            show_board(self.terminal, combat, self.came_from)

    def tables(self) -> list[dict[str, Any]]:
        """The events as programs read them, each with the page of its rule."""
        tables = []
        for event in self.events:
            rule = catalogue().rule(event.rule)
            table = {**event.table(), "page": rule.page if rule is not None else ""}
            if event.what == "explained":
                from hoplo_companion.rules.why.decisions import decision_table  # few turns are explained

                table["decision"] = decision_table(event.values["decision"])
                del table["decision"]["chosen"]
            table.pop("said", None)  # a sentence for any language: its English is there under `text`
            tables.append(table)
        return tables


@contextmanager
def showing_open(report: Report, *, followed: bool = True) -> Iterator[None]:
    """Report a question that stays open, which stops the command; of a fight that is followed it is kept."""
    try:
        yield
    except answering.OpenQuestionError as open_:
        if report.terminal.json:
            report.terminal.show_json({"events": report.tables(), "question": open_.question})
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
