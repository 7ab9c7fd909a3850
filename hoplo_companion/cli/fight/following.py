"""Playing the fight that hoplo follows: every command makes its move, keeps it, and says what came of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from hoplo_companion.campaign.model import Campaign, Move, NoFightError
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.cli.fight.playing import PlayOptions, Report, showing_open, who_answers
from hoplo_companion.cli.fight.positions import remember
from hoplo_companion.cli.options import Shown, argument
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.fight import answered_words, kept_events, note_of, set_up_lines, turn_line, worth_telling
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.rules.dialogue import Event, expectation
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import END, Action, named_whole, read_action
from hoplo_companion.rules.player.options import RefusedPlayError, begin
from hoplo_companion.rules.sentence import capital, to_keep
from hoplo_companion.table.play.answers import Answers, FileAnswers, TypedAnswers, check_line, rehearse
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.moves import TURNS, check_turn
from hoplo_companion.table.saves.library import Library, NoCampaignError, Opened


class Following:
    """The fight of the campaign that is played, under its lock: who answers, and the report of what happens."""

    def __init__(self, terminal: Terminal, opened: Opened[Campaign], options: PlayOptions, *, boards: bool) -> None:
        self.terminal = terminal
        self.opened = opened
        self.report = Report(terminal, boards=boards)
        self.game: Game = Game(opened.now, catalogue(), self._keep)
        self.asked = who_answers(terminal, options, self.game)
        self.began = self.game.fight.turn_of
        self.start = self.game.before
        if self.game.fight.turn_of != "set-up":
            # What lay there already was in sight before: only what comes now is entered when it is seen.
            terminal.sighted |= {unit.chip for unit in {**self.game.combat.bench, **self.game.combat.units}.values()}
        self._typed: Sequence[TypedAnswers | FileAnswers] = ()
        self._answered: int | None = None  # words of the line that were answers, in the steps kept so far, if any is

    def _keep(self, campaign: Campaign, events: list[Event], answer: dict[str, Any] | None) -> None:
        def begun() -> str:
            """A move or an answer of which nothing came yet."""
            question = self.game.question()
            if answer is not None and question is not None:
                return answered_words(question, answer["answer"], self.game.combat)
            return capital(tr("{move}: begun.", move=move_name(campaign.followed.last)))

        what = kept_events(events, names_of(self.game.combat)) if worth_telling(events) else to_keep(lambda: [begun()])
        note = to_keep(lambda: [note_of(events, self.game.catalogue)])
        # What was entered is kept before the step, which then knows of it, so that an undo takes both back.
        remember(self.terminal, events)
        # What was typed on one line is taken back as one.
        answered = sum(each.used for each in self._typed)
        part = self._answered is not None and answered > self._answered
        answers = [answer] if answer is not None else []
        self.opened.keep(campaign, self.terminal.words, what, answers=answers, note=note, part=part)
        self._answered = answered
        # What the player has entered of a component is known from now on.
        self.game.catalogue = catalogue()

    def check(self, move: Move) -> None:
        """Refuse a move that cannot be made now, by what another one asks: in words, with its id for scripts."""
        game = self.game
        last = game.fight.last if game.fight.under_way else None
        if last is not None and last.do == move.do and (move.do in TURNS or last.words == move.words):
            return  # It goes on, of a turn that is not yours by any step of it.
        if last is not None and (question := game.question()) is not None:
            asked = tr("“{question}” ({id})", question=question_words(question, game.combat), id=question.id)
            text = later(
                "{move} is not finished and asks {question}: answer with {expected}, or `hoplo undo` takes it back"
            )
            why = tr(text, move=move_name(last), question=asked, expected=expectation(question))
            raise RefusedPlayError(game.combat, "turn.steps", why)
        check_turn(game.fight, game.combat, move)

    def play(self, move: Move | None, *typed: TypedAnswers | FileAnswers) -> None:
        """Make a move to its end, or go on with the one under way, if None; what was typed for it answers first."""
        if typed:
            self._typed, self._answered = typed, None
        if move is not None:
            self.check(move)
            if self.game.fight.under_way:
                self.report.again(self.game.events, self.game.combat)
            else:
                self.report.show(self.game.begin(move), self.game.combat)
        answers: Answers = typed[0] if typed else self.asked.answers  # the first of several asks the others
        self.game.play_on(self.asked._replace(answers=answers, happened=self.report.show))

    def act(self, action: Action, *answers: FileAnswers) -> None:
        """Make an action of your turn; the words typed with it answer what it asks first."""
        before = self.game.combat
        action = named_whole(before, action)
        if action.word == END and self.terminal.setting("look") == "yes":
            from hoplo_companion.cli.odds.turn import look_back  # most players do not have it look

            self.game.campaign = look_back(self.terminal, self.opened, self.game.campaign)
        typed = TypedAnswers(list(action.answers), *answers or [self.asked.answers])
        words = tuple(word for word in (action.first, action.second) if word)
        if self.game.is_your_turn:
            rehearse(action, before)
        self.play(Move(action.word, words, anyway=action.anyway), typed, *answers)
        typed.check(action, self.game.events, before)

    def show_end(self, write: Path | None = None) -> None:
        """Show how the board stands now, and what a set-up or a turn of others has changed on the table."""
        game = self.game
        self.report.end(game.combat, self.asked.answers, write)
        if self.terminal.json or self.began in ("player", "nobody") or game.fight.under_way:
            return
        if self.began == "set-up":
            self.terminal.sum_up(set_up_lines(game.fight, game.combat, game.events))
        else:
            self.terminal.sum_up([turn_line(self.start, game.combat)])


@contextmanager
def following(terminal: Terminal, options: PlayOptions, *, boards: bool = False) -> Iterator[Following]:
    """Open the fight of the campaign that is played, and show what stays open; NoFightError where there is none."""
    try:
        with Library().opened() as opened:
            follow = Following(terminal, opened, options, boards=boards)
            with showing_open(follow.report):
                yield follow
    except NoCampaignError:
        raise NoFightError from None


@contextmanager
def played(
    terminal: Terminal, options: PlayOptions, *, boards: bool = False, write: Path | None = None
) -> Iterator[Following]:
    """Open the fight for what is done in it, and show what comes of that; what stays open is shown and kept."""
    with following(terminal, options, boards=boards) as follow:
        follow.report.before(follow.game.combat, follow.start)
        yield follow
        follow.show_end(write)


def bless_in_fight(terminal: Terminal, how: str, drawn: list[str]) -> None:
    """Use a blessing in the fight: to survive, where that is asked, or to reinforce as your turn starts (p.13)."""
    with played(terminal, PlayOptions()) as follow:
        question = follow.game.question()
        if how == "survive" and question is not None and question.id == "defeat.hero":
            follow.play(None, FileAnswers([how], follow.asked.answers))
        else:
            follow.act(read_action(["bless", how]), FileAnswers(list(drawn), follow.asked.answers))


def answer(terminal: Terminal, options: PlayOptions,
    value: Annotated[list[str] | None, argument("Answers, in order.", "answer_word", metavar="[ANSWER]...")] = None,
) -> Shown:  # fmt: skip
    """Answer what the fight still asks: with answers in order, or at a terminal one question after the other."""
    with played(terminal, options) as follow:
        if not follow.game.fight.under_way:
            raise UsageError("nothing is asked: `hoplo fight` says whose turn it is")
        given = FileAnswers(list(value or []), follow.asked.answers)
        follow.play(None if value else follow.game.fight.last, given)
        if left := given.answers[given.used :]:
            raise UsageError(
                "the earlier answers are kept, but nothing asks for {words}: `hoplo fight` shows where the fight "
                "stands",
                words=" ".join(map(repr, left)),
            )


def play_actions(terminal: Terminal, actions: list[Action], options: PlayOptions, write: Path | None) -> None:
    """Make actions of your turn if all can be done; one that the dice make impossible leaves those before it done."""
    if not actions:
        raise UsageError("no action is named: `hoplo options` lists what you may do")
    with played(terminal, options, boards=len(actions) > 1, write=write) as follow:
        done: list[str] = []
        try:
            if follow.game.is_your_turn:
                check_line(actions, begin(follow.game.combat)[0])
        except HoploError:
            terminal.notice("nothing in the line was done")
            raise
        for action in actions:
            if done and follow.game.fight.over == "goal-met" and action.word == END:
                break  # The combat is won, and the turn over with it.
            try:
                follow.act(action)
            except HoploError:
                if done:
                    terminal.notice("done and kept before that: {actions}", actions="; ".join(done))
                raise
            done.append(" ".join(word for word in (action.word, action.first, action.second) if word))
