"""A rival's turn at the table: the rules ask, somebody answers, and what happens is passed on as it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from hoplo_companion.components.names import the_one
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, IllegalError, UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Result, apply, pending
from hoplo_companion.rules.dialogue import NOTHING, Event, Question, expectation, read_answer
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import LEAST_LETTERS, candidates, named
from hoplo_companion.rules.rival.turn import begin, begin_arena_turn

if TYPE_CHECKING:
    from hoplo_companion.rules.player.actions import Action

ROLL = "roll"
"""The answer to a question for dice that asks the app to roll them."""

BY = "by"
"""The key of an answer that says who rolled, where that was not the player."""

APP = "hoplo"


def _named(question: Question) -> dict[str, str]:
    """The parts of a sentence about a question: which it is, and what would answer it."""
    whom = question.unit or question.about
    name = tr("{question} of {unit}", question=question.id, unit=whom) if whom else question.id
    return {"question": name, "expected": expectation(question)}


class OpenQuestionError(HoploError):
    """A question that nobody answers: which one, and what would answer it."""

    def __init__(self, question: Question, combat: Combat, why: str, exit_code: int) -> None:
        self.question, self.combat, self.why, self.exit_code = question, combat, why, exit_code
        text = later("{why}: {question} is open; answer with {expected}")
        super().__init__(text, why=why, **_named(question))

    def put_in_words(self, asked: str, by: str) -> None:
        """Say the question in words, and what to type for an answer."""
        text = later("{why}. {asked} ({question} is open; answer with {expected}: {by})")
        self.args = (tr(text, why=self.why, asked=asked, by=by, **_named(self.question)),)


Answers = Callable[[Question, Combat], Any]
"""Whoever answers questions: the person at the table, a script, or chance; None where there is no answer."""


class Asked(NamedTuple):
    """Who answers, perhaps a script, the dice that the app rolls with, and who hears of events as they happen."""

    answers: Answers
    dice: Dice
    is_script: bool = False
    happened: Callable[[list[Event], Combat], None] = lambda _events, _combat: None

    def answer(self, question: Question, combat: Combat) -> Any:
        """Answer a question, what the app is to roll or draw by a roll; OpenQuestionError where nobody answers."""
        answer = self.answers(question, combat)
        if answer is None:
            if self.is_script:
                raise OpenQuestionError(question, combat, tr("the answers have ended"), exit_code=1)
            raise OpenQuestionError(question, combat, tr(_ONLY_SHOWN.get(question.kind, _NOBODY)), exit_code=2)
        is_rolled = question.kind in ("dice", "hits", "direction") or (question.kind == "chip" and question.options)
        return rolled(self.dice, question) if answer == ROLL and is_rolled else answer

    def play(self, combat: Combat, events: list[Event]) -> Result:
        """Answer what is open after some events until nothing is; give the combat then, and all that has happened."""
        seen = list(events)
        self.happened(events, combat)
        while (question := pending(combat)) is not None:
            combat, events = apply(combat, self.answer(question, combat))
            seen += events
            self.happened(events, combat)
        return combat, seen


_ON_CHIP = later("only the chip shows it: give it in the position, in your own data, or by --answers FILE")
_ON_CARD = later("only the card shows it: give it in the position, in your own data, or by --answers FILE")
_ONLY_SHOWN = {"stat": _ON_CHIP, "unit": _ON_CHIP, "list": _ON_CARD, "hex": _ON_CARD}
_NOBODY = later("nobody to ask (no terminal): give --answers FILE or --auto first|random")
"""Why nobody answers: what only a component shows, by the kind of the question, and all else."""


def rolled(dice: Dice, question: Question) -> Any:
    """What the dice show where dice are asked for, else one of the options, which are all equal."""
    is_roll = question.kind in ("dice", "hits")
    return dice.roll(question.dice) if is_roll else question.options[dice.choose(len(question.options))]


def no_answer(_question: Question, _combat: Combat) -> None:
    """Nobody answers."""


def auto_answer(dice: Dice | None, question: Question, _combat: Combat) -> Any:
    """What the app answers: any of equal options by the dice, else the first; it rolls, and cannot read chips."""
    match question.kind:
        case "choice" if question.id != "component.class":
            return rolled(dice, question) if dice is not None else question.options[0]
        case "dice" | "direction" | "hits":
            return ROLL
        case "chip" if question.options:
            return ROLL
        case "manual" | "effect":
            return NOTHING
    return None


class FileAnswers:
    """Answers from a script or typed one after the other, in the order they are asked; units may be cut short.

    Shapes: an answer is a bare value, or a table with `answer` and any of `question`, `unit` and `about`, which then
    must be those of the question that is open.
    """

    def __init__(self, answers: list[Any], then: Answers) -> None:
        self.answers, self.used, self.then = answers, 0, then

    def __call__(self, question: Question, combat: Combat) -> Any:
        """The next answer of the script; where it has ended, what the other answers say."""
        if self.used >= len(self.answers):
            return self.then(question, combat)
        given = self.answers[self.used]
        self.used += 1
        given = self._checked(given, question) if isinstance(given, dict) else given
        return unit_meant(question, combat, given) if isinstance(given, str) else given

    def _checked(self, given: dict[str, Any], question: Question) -> Any:
        """The answer that is in a table, which is for the question that is open."""
        if extra := sorted(set(given) - {"question", "unit", "about", "answer", BY}):
            text = later("answer {n}: there is no key {key}: it has question, unit, about and answer")
            raise HoploError(text, n=self.used, key=clip(extra[0]))
        for key in ("question", "unit", "about"):
            if key in given and given[key] != getattr(question, "id" if key == "question" else key):
                text = later("answer {n} is for {key} {value}, but {question} is open: answer with {expected}")
                raise HoploError(text, n=self.used, key=key, value=clip(given[key]), **_named(question))
        if "answer" not in given:
            raise HoploError("answer {n} has no key 'answer'", n=self.used)
        return given["answer"]

    def check_all_used(self) -> None:
        """Raise where the script has answers that no question asked for."""
        if left := len(self.answers) - self.used:
            text = later("{left} of {all} answers were not asked for: the script is for another turn")
            raise HoploError(text, left=left, all=len(self.answers))


class TypedAnswers:
    """Words typed with an action, in the order of what it asks; one that nothing takes is passed over, for `check`."""

    def __init__(self, words: list[str], then: Answers) -> None:
        self.words, self.used, self.then = words, 0, then
        self.passed: list[str] = []

    def __call__(self, question: Question, combat: Combat) -> Any:
        """The next word that answers the question; where none is left, what the other answers say."""
        while self.words:
            word = self.words.pop(0)
            try:
                word = unit_meant(question, combat, word)
                read_answer(question, word)
            except IllegalError:
                if not self.words and question.kind == "dice" and not candidates(combat, word, combat.units.values()):
                    raise
                self.passed.append(word)
                continue
            self.used += 1
            return word
        return self.then(question, combat)

    def check(self, action: Action, happened: list[Event], before: Combat) -> None:
        """Raise for a word that answered nothing and names nothing of what has happened since `before`."""
        left = [*self.passed, *self.words]
        named = {str(value).casefold() for event in happened if left for value in event.table().values()}
        for word in left:
            meant = {word, *(unit.id for unit in candidates(before, word, before.units.values()))}
            if named.isdisjoint(each.casefold() for each in meant):
                words = " ".join(each for each in (action.word, action.first, action.second) if each)
                raise IllegalError("{word} is not one of the choices of {action}", word=repr(word), action=words)


def typed_answer(words: list[str], question: Question, combat: Combat) -> Any:
    """Take the next word that answers a question off some typed ones, with those before it; None where none does."""
    return TypedAnswers(words, no_answer)(question, combat)


def rehearse(action: Action, combat: Combat) -> None:
    """Raise for a unit typed with an action, which it cannot be used on, by what would come of it."""
    named = [word for word in action.answers if candidates(combat, word, combat.units.values())]
    if not named or action.anyway:
        return
    typed = TypedAnswers(list(action.answers), partial(auto_answer, None))
    now, events = action.do(combat)
    try:
        _, seen = Asked(typed, Dice(0)).play(now, events)
    except (OpenQuestionError, IllegalError):
        return
    typed.passed, typed.words = [word for word in named if word in [*typed.passed, *typed.words]], []
    typed.check(action, seen, combat)


MOST_TRIED = 200
"""As many ways are tried in which a line may go before it is taken to be possible."""


def check_line(actions: Sequence[Action], combat: Combat) -> None:
    """Raise what stops a line of your turn that cannot be done to its end, however the dice fall."""
    from hoplo_companion.rules.player.actions import named_whole

    faults, left = list[tuple[int, HoploError]](), MOST_TRIED  # what stopped a way, and how many actions it left

    def can_be_done(combat: Combat, words: list[str], actions: Sequence[Action]) -> bool:
        """Say whether actions can be done from here once what is open is answered, first by words typed for it."""
        nonlocal left
        if not actions or left <= 0:
            return True
        question = pending(combat)
        if question is None and combat.over:
            return True
        try:
            if question is None:
                left -= 1
                action = named_whole(combat, actions[0])
                rehearse(action, combat)
                now, _ = action.do(combat)
                return can_be_done(now, list(action.answers), actions[1:])
            word = typed_answer(words, question, combat)
        except (IllegalError, UsageError) as fault:
            faults.append((len(actions) + (question is not None), fault))
            return False
        except HoploError:
            return True  # What nobody has entered yet is asked for when the action is done.
        # What is printed, or done by hand, may be anything.
        every = question.options if question.kind in ("choice", "hex", "direction") else ()
        answers: Sequence[Any] = range(len(question.dice) + 1) if question.kind == "dice" else every
        answers = [word] if word is not None else answers
        for each in answers:
            try:
                now, _ = apply(combat, each)
            except IllegalError as fault:
                faults.append((len(actions) + 1, fault))
                continue
            if can_be_done(now, list(words), actions):
                return True
        return not answers

    if len(actions) > 1 and not can_be_done(combat, [], actions):
        raise min(faults, key=lambda fault: fault[0])[1]


def unit_meant(question: Question, combat: Combat, word: str) -> str:
    """The unit that a word means among options, an opponent before yours, or the only such chip; else the word."""
    if question.kind == "chip" and not question.options:
        return the_one(word, combat.catalogue.ids("units"), LEAST_LETTERS) or word
    if question.kind != "choice" or word in question.options:
        return word
    known = {**combat.bench, **combat.units}
    options = [known[option] for option in question.options if option in known]
    others = [unit for unit in options if unit.side != combat.side]
    everyone = combat.units.values()
    unit = named(combat, word, others, everyone) or named(combat, word, options, everyone)
    return unit.id if unit is not None else word


def read_answers(text: bytes) -> list[Any]:
    """Read a script of answers from JSON Lines; an error names the line."""
    answers = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                answers.append(msgspec.json.decode(line))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
                raise HoploError("answers, line {n}: not valid JSON: {reason}", n=number, reason=fault) from None
            if answers[-1] is None:
                raise HoploError("answers, line {n}: null answers nothing", n=number)
    return answers


def play_rival_turn(combat: Combat, by: Asked, *, only: str, arena: bool = False) -> Combat:
    """Play the rival's turn (or one step, or the arena's turn) to its end and give the combat as it then stands."""
    return by.play(*(begin_arena_turn(combat) if arena else begin(combat, only)))[0]


def play_your_turn(combat: Combat, by: Asked, actions: list[Action]) -> Combat:
    """Play actions of your turn, each asking its own words first; a turn not ended stays open. IllegalError ends it."""
    # The rival's turn, which most calls are for, does not wait for these.
    from hoplo_companion.rules.player.actions import END, named_whole
    from hoplo_companion.rules.player.options import begin as begin_yours

    combat, _ = by.play(*begin_yours(combat))
    check_line(actions, combat)
    for action in actions:
        if combat.over == "goal-met" and action.word == END:
            break  # The combat is won, and the turn over with it.
        if combat.over:
            raise HoploError("the combat is over before {action}", action=f"{action.word} {action.first}".strip())
        action = named_whole(combat, action)
        rehearse(action, combat)
        before, typed = combat, TypedAnswers(list(action.answers), by.answers)
        combat, seen = by._replace(answers=typed).play(*action.do(combat))
        typed.check(action, seen, before)
    return combat
