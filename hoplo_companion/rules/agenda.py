"""The agenda: the steps still to resolve, and the one loop that resolves them.

A step asks on its way (`run`) what must be decided, and is run once more up to there when the answer is known; one that
never asks is only resolved. The loop runs steps until one asks; `apply` answers it and continues. A refused answer
leaves the old combat whole.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Set
from itertools import chain
from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import errors
from hoplo_companion.rules.dialogue import Event, Question, choice, event_of, read_answer
from hoplo_companion.rules.effects.in_force import Scene
from hoplo_companion.rules.model import Combat, Unit, is_scion, one_less
from hoplo_companion.rules.position.parts import enter_lists, enter_stat

S = TypeVar("S", bound="Step")

Result = tuple[Combat, list[Event]]

Running = Generator[Question | None, Any, Result]
"""A step on its way: it yields at most one question (None where nothing is open), and is sent the answer."""


class Step(Struct, frozen=True):
    """Something still to do."""

    def units_named(self) -> tuple[str, ...]:
        """The units that it is about, by id: it falls through where one of them is taken off the mat by hand."""
        within = [*(getattr(self, part, None) for part in ("scene", "step")), *getattr(self, "about", ())]
        parts = (part.units_named() for part in within if isinstance(part, Scene | Step))
        return (*(getattr(self, part, "") for part in ("unit", "target", "victim", "dealer")), *chain(*parts))

    def run(self, combat: Combat) -> Running:
        """Ask what must be decided first; with the answer, do it: the next combat, and what happened."""
        yield None
        return self.resolve(combat, None)

    def question(self, combat: Combat) -> Question | None:
        """What must be decided first; None where the rules leave nothing open."""
        return next(self.run(combat), None)

    def with_saved(self, hero: str) -> Step | None:
        """The step as it continues once a blessing has saved a hero; None where that is nothing to it."""
        return None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Do it: give the next combat, this step no longer on its agenda, and what happened."""
        running = self.run(combat)
        try:
            next(running)
            running.send(answer)
        except StopIteration as done:
            result: Result = done.value
            return result
        raise TypeError(f"{type(self).__name__} asks more than once")


class Instead(Step, frozen=True):
    """What you have said by hand of the attack under way, or of the unit whose turn to act it is."""

    used: bool | None = None
    dice: tuple[str, ...] | None = None
    damage: int | None = None
    target: str | None = None


class Changeable(Step, frozen=True):
    """A step that what is said or chosen beforehand changes, unless it leaves that to a later one (`listens`).

    `takes` are the fields of `Instead` that it takes over, each with the field of its own that it stands for.
    """

    listens: ClassVar[bool] = True
    takes: ClassVar[dict[str, str]] = {}

    def changed_by(self, effect: Instead, unit: str) -> Step:
        """The step as what was said of a unit leaves it."""
        return replace(
            self, **{mine: said for key, mine in self.takes.items() if (said := getattr(effect, key)) is not None}
        )

    def with_use(self, effect: str) -> Step | None:
        """The step with one more effect, by its key, that was left open and is used; None where it counts none."""
        chosen = getattr(self, "chosen", None)
        return replace(self, chosen=(*chosen, effect)) if chosen is not None else None


class OneByOne(Changeable, frozen=True):
    """A step in which units act one by one: those that have still to."""

    undone: tuple[str, ...]

    def changed_by(self, effect: Instead, unit: str) -> Step:
        """Count a unit as done of which the player has entered what it did."""
        return self.without(unit) if effect.used else self

    def without(self, unit: str) -> Step:
        """The step after a unit is done."""
        return replace(self, undone=tuple(id_ for id_ in self.undone if id_ != unit))

    def here(self, combat: Combat) -> list[Unit]:
        """The units that have still to act and are still there."""
        return combat.still_there(self.undone)


def push(combat: Combat, *steps: Step) -> Combat:
    """Put steps on top of the agenda, to be resolved in the order given."""
    return combat.with_agenda((*steps, *combat.agenda))


def change_first(combat: Combat, change: Callable[[Any], Struct | None]) -> Combat:
    """Change the first step of the agenda of which another one is made; nothing where none is."""
    for at, step in enumerate(combat.agenda):
        if (changed := change(step)) is not None:
            return replace(combat, agenda=(*combat.agenda[:at], changed, *combat.agenda[at + 1 :]))
    return combat


def change_next(combat: Combat, type_: type[S], **fields: Any) -> Combat:
    """Change the next step of a type that the agenda holds; nothing where it holds none."""
    return change_first(combat, lambda step: replace(step, **fields) if isinstance(step, type_) else None)


def change_listening(combat: Combat, change: Callable[[Changeable], Step | None]) -> Combat:
    """Change the first step of the agenda that listens and of which another one is made."""
    return change_first(combat, lambda step: change(step) if isinstance(step, Changeable) and step.listens else None)


def without_steps_of(combat: Combat, gone: Set[str]) -> Combat:
    """Take off the agenda what units were still to do or to suffer that are taken off the mat by hand."""
    if not gone:
        return combat
    left = tuple(step for step in combat.agenda if isinstance(step, Step) and gone.isdisjoint(step.units_named()))
    return replace(combat, agenda=left)


class Then(Step, frozen=True):
    """What asks nothing and is only done in its turn: a function of the combat, and what it is about."""

    do: Callable[..., Any]
    about: tuple[Any, ...] = ()

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Do it."""
        done: Result = self.do(combat, *self.about)
        return done


class Asks(Then, frozen=True):
    """What may ask on its way, as `Step.run` does: a generator of the combat, and what it is about."""

    def run(self, combat: Combat) -> Running:
        """Do it, asking on its way."""
        running: Running = self.do(combat, *self.about)
        return running

    resolve = Step.resolve


def kind_of_step(step: Struct) -> object:
    """What tells a step from those of other kinds: its class, or the function that it is to do."""
    return step.do if isinstance(step, Then) else type(step)


class Answered(Step, frozen=True):
    """A step whose question has been answered, and that waits for a number that is not known yet."""

    step: Step
    answer: Any

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Resolve it with the answer given."""
        return self.step.resolve(combat, self.answer)


ROLLED = ("dice", "hits", "direction")
"""The kinds of questions that are answered by a roll."""

STANDS = "stands"
"""The answer by which a roll is left as it is."""


def may_roll_again(combat: Combat, question: Question) -> bool:
    """Say whether an Opportunity card may be discarded to make a roll again (Mercury's Boots)."""
    if question.kind not in ROLLED or not combat.yours.opportunities:
        return False
    unit = combat.units.get(question.unit)
    of_scion = question.kind == "hits" or (unit is not None and is_scion(combat, unit))
    return combat.variant.rerolls(of_scion=of_scion)


class RollStands(Step, frozen=True):
    """A roll has been made that nothing has been triggered by yet: it stands, or an Opportunity card is discarded."""

    step: Step
    answer: Any
    unit: str
    asked: str

    def run(self, combat: Combat) -> Running:
        """Ask whether it stands, as long as there is a card; with one discarded the whole roll is made again."""
        options = dict.fromkeys((STANDS, *combat.yours.opportunities))
        card = yield choice("roll.stands", "boots.re-roll", options, self.unit, self.asked)
        if card in (None, STANDS):
            return push(combat, Answered(self.step, self.answer)), []
        left = one_less(combat.yours.opportunities, card)
        combat = replace(combat, yours=replace(combat.yours, opportunities=left))
        return push(combat, self.step), [event_of("opportunity-spent", card=card)]


def _begun(combat: Combat) -> tuple[Question | None, Result]:
    """What the first step asks, or else what comes of it; what nobody knows yet is asked first."""
    step: Step = combat.agenda[0]
    try:
        running = step.run(combat.with_agenda(combat.agenda[1:]))
        question = next(running)
        if question is None:
            running.send(None)
            raise TypeError(f"{type(step).__name__} asks more than once")
    except StopIteration as done:
        return None, done.value
    except errors.UnknownStatError as missing:
        question = Question("component.stat", "stat", "component.asked", missing.unit, missing.stat)
        if missing.stat == "stayed":
            question = Question("unit.stayed", "choice", "skill.dig-in", missing.unit, "stayed", options=("yes", "no"))
    except errors.UnknownPrioritiesError as missing_lists:
        if not missing_lists.arena:
            raise
        question = Question("component.priorities", "list", "component.asked")
    return question, (combat, [])


def pending(combat: Combat) -> Question | None:
    """The question that is open now; None where nothing is left to do."""
    if not combat.agenda:
        return None
    if combat.derived.question_of is combat:
        return combat.derived.question
    return _begun(combat)[0]


def advance(combat: Combat) -> Result:
    """Resolve steps until one asks something, the combat is over, or nothing is left to do."""
    events: list[Event] = []
    while combat.agenda and not combat.over:
        question, (after, happened) = _begun(combat)
        if question is not None:
            combat.derived.question, combat.derived.question_of = question, combat
            break
        combat = after
        events += happened
    return (replace(combat, agenda=()) if combat.over else combat), events


def apply(combat: Combat, answer: Any) -> Result:
    """Answer the open question and go on to the next; IllegalError where the answer is not one of its options."""
    question = pending(combat)
    if question is None:
        raise errors.HoploError("Nothing is asked: there is nothing left to do.")
    value = read_answer(question, answer)
    events: list[Event] = []
    step, rest = combat.agenda[0], combat.with_agenda(combat.agenda[1:])
    if question.id == "unit.stayed":
        # The Movement Step was over before the position was given.
        noted = "stayed" if value == "yes" else "moved"
        combat = replace(combat, **{noted: getattr(combat, noted) | {question.unit}})
    elif may_roll_again(combat, question):
        combat = push(rest, RollStands(step, value, question.unit, question.id))
    else:
        try:
            if question.id == "component.priorities":
                combat, events = enter_lists(combat, value)
            elif question.kind == "stat":
                combat, events = enter_stat(combat, question, value)
            else:
                combat, events = step.resolve(rest, value)
        except errors.UNKNOWN:
            # What the answer leads to hangs on a number that is not known: that is asked first.
            combat = push(rest, Answered(step, value))
        except errors.UsageError as fault:
            raise errors.IllegalError(str(fault)) from None
    combat, more = advance(combat)
    return combat, events + more


def explained(combat: Combat, step: str, unit: str) -> Result:
    """The decisions of a step as events, for one unit or all; none where the combat is not to explain itself."""
    return combat, [] if combat.explain is None else combat.explain(combat, step, unit)


def lay_open(combat: Combat, step: str, unit: str = "") -> tuple[Step, ...]:
    """The step that lays open what a unit (or everybody) decides, where the combat is to explain itself."""
    return () if combat.explain is None else (Then(explained, (step, unit)),)
