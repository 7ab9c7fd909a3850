"""What the rules ask of whoever plays, and what they say has happened; without prose, which is `render`'s.

Who answers a question finds in it every legal option and the rule that asks. Dice, chips that nobody knows yet and
manual effects are questions like any other, so that one loop serves the person at the table, a script and a random
player. Every event names the rule of the ledger that made it happen. Units go by their ids, hexes by their names.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct, to_builtins

from hoplo_companion.components.names import in_english, slug, the_one
from hoplo_companion.components.words import COLOUR_NAMED, Colour, EventRow, read_dice, when
from hoplo_companion.dice import HIT_FACES, pool_words
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, tr

T = TypeVar("T")

Kind = Literal["choice", "dice", "stat", "manual", "direction", "effect", "list", "chip", "unit", "hex", "hits"]

MOST_NUMBER = 999
"""The highest number that a chip may be said to show."""

YES, NO = "yes", "no"

NOTHING = "nothing"
"""The answer to a manual question that changes nothing."""

BY_HAND = "by hand"
"""The answer to what a component does: the player carries it out."""


class Question(Struct, frozen=True):
    """One open question.

    Shapes: `id` names what is asked (`movement.destination`), `kind` the form of its answer: a choice is one of
    `options`; dice are the number of hits with the pool `dice`; a stat is the number (or the dice) printed on the chip;
    manual is a line of changes (`rules/defeat.py`); a direction is one of `options`, or a result of the arena die that
    `also` names it by; an effect is one of `options`, or a line in the effect vocabulary (`components.lines`); a chip
    is one of those that `options` hold, each as often as there are of it, or any name where nobody keeps count; a unit
    is what its chip shows (`defender, 1/1/4, blue blue, Taunt`); a hex is one of `options`; hits are those of each
    colour of the pool `dice`.
    `unit` is whom it is about, `about` the chip, skill or target, `text` what its component says, `rule` the rule that
    asks; of several draws for one effect it is the one `number`, as in `[2, 6]`.
    """

    id: str
    kind: Kind
    rule: str
    unit: str = ""
    about: str = ""
    options: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    text: str = ""
    also: dict[str, str] = {}
    number: tuple[int, int] | None = None


def choice(
    id_: str, rule: str, options: Iterable[str], unit: str = "", about: str = "", text: str = ""
) -> Question | None:
    """Ask for one of several things; where there are not several, nothing is asked."""
    names = tuple(options)
    return Question(id_, "choice", rule, unit, about, names, text=text) if len(names) > 1 else None


def answered(options: Mapping[str, T], answer: Any) -> T:
    """What was chosen, or the first where nothing was asked."""
    return options[answer if answer is not None else next(iter(options))]


class WrongAnswerError(IllegalError):
    """An answer that does not fit its question: with its id for programs, and without for a player who sees it."""

    def __init__(self, question: Question, answer: object, right: str) -> None:
        parts = {"answer": clip(answer), "question": question.id, "right": right}
        self.for_player = tr("{answer} does not fit here: {right}", **parts)
        text = later("{answer} does not answer {question}: {right}")
        if question.unit:
            text = later("{answer} does not answer {question} for {unit}: {right}")
        super().__init__(text, **parts, unit=question.unit)


def expectation(question: Question) -> str:
    """Say in a few words what an answer to a question looks like."""
    expected, pool = ANSWERS[question.kind][1], pool_of(question)
    return tr(
        expected if isinstance(expected, str) else expected(question),
        options=", ".join(dict.fromkeys(question.options)),
        offered="; ".join(option for option in question.options if option != BY_HAND),
        stat=question.about,
        most=len(question.dice),
        dice=" ".join(question.dice),
        die=", ".join(f"{face} = {way}" for face, way in question.also.items()),
        example=tr(
            "{example}, each up to {pool}",
            example=" ".join(f"{colour}=0" for colour in pool),
            pool=pool_words(pool),
        ),
    )


_STATS = {
    "movement": later("the Movement on the chip, a whole number"),
    "range": later("the Range on the chip, a whole number"),
    "health": later("the Health on the chip, a whole number"),
    "hp": later("the HP on the chip, a whole number"),
    "attack": later("the dice on the chip, as in 'blue blue'"),
    "": later("the {stat} on the chip, a whole number"),
}
_EFFECTS = {
    **dict.fromkeys(("component.cap", "scion.minions"), later("a whole number, as in 4, or 'nothing'")),
    "bane.draw": later("the bane and its kind, as in Gigantic:bag, or 'nothing' if the stack is empty"),
    "component.skills": later("its skills, as in 'Roaming, Regen 1', 'none' or 'nothing'"),
    "": later("one of: {offered}; or a line of your own, or 'by hand'"),
}


def _chip_expected(question: Question) -> str:
    if question.options:
        return later("the chip that was drawn, one of {options}")
    if question.id == "prepare.local":
        return later("the name of the chip alone")
    return later("the name of the chip that was drawn alone; of a bane with its kind, as in Gigantic:bag")


def pool_of(question: Question) -> dict[Colour, int]:
    """The pool of a question for hits: how many dice of each colour are rolled."""
    return {COLOUR_NAMED[colour]: question.dice.count(colour) for colour in dict.fromkeys(question.dice)}


def read_answer(question: Question, answer: Any) -> Any:
    """Turn an answer into what the step can use: an option, a number, colours; IllegalError says what is right."""
    if isinstance(answer, str):
        answer = in_english(answer, (*question.options, NOTHING, "none"))
    read = ANSWERS[question.kind][0](question, answer)
    if read is None:
        raise WrongAnswerError(question, answer, expectation(question))
    return read


def _read_choice(question: Question, answer: Any) -> str | None:
    if not isinstance(answer, str):
        return None
    if answer in question.options:
        return answer
    named = [option for option in question.options if slug(option) == slug(answer)]
    return named[0] if len(named) == 1 else None


def _read_direction(question: Question, answer: Any) -> str | None:
    word = str(answer).strip().lower() if type(answer) in (str, int) else ""
    word = question.also.get(word, word)
    return word if word in question.options else None


def _read_dice(question: Question, answer: Any) -> int | None:
    if isinstance(answer, list) and len(answer) == len(question.dice) and all(type(hit) is bool for hit in answer):
        return sum(answer)
    number = _number(answer)
    return number if number is not None and 0 <= number <= len(question.dice) else None


def _read_stat(question: Question, answer: Any) -> int | str | tuple[str, ...] | None:
    """Read a number or dice; a line that says more is what the whole chip shows."""
    dice = read_dice(answer) if question.about == "attack" and isinstance(answer, str) else None
    if dice is not None:
        return dice
    if isinstance(answer, str) and question.about != "hp" and ("/" in answer or "," in answer):
        return answer
    if question.about == "attack":
        return tuple(answer) if isinstance(answer, list) and all(each in HIT_FACES for each in answer) else None
    number = _number(answer)
    least = 1 if question.about in ("health", "hp") else 0
    return number if number is not None and least <= number <= MOST_NUMBER else None


def _read_hits(question: Question, answer: Any) -> dict[Colour, int] | None:
    """Read hits by colour: a table, words like `green=1`, or one truth value for each die in the order of the pool."""
    from hoplo_companion.rules.scion.dice import check_hits, read_counts  # only against a scion

    if isinstance(answer, list) and answer and all(type(hit) is bool for hit in answer):
        if len(answer) != len(question.dice):
            return None
        pairs = list(zip(question.dice, answer, strict=True))
        return {colour: sum(hit for die, hit in pairs if die == colour) for colour in pool_of(question)}
    if isinstance(answer, dict) and all(type(count) is int for count in answer.values()):
        answer = [f"{colour}={count}" for colour, count in answer.items()]
    words = [answer] if isinstance(answer, str) and answer.strip() else answer
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return None
    try:
        return check_hits(pool_of(question), read_counts(words))
    except UsageError as fault:
        raise IllegalError(str(fault)) from None


def _read_text(question: Question, answer: Any) -> str | None:
    return answer.strip() or None if isinstance(answer, str) else None


def _read_chip(question: Question, answer: Any) -> str | None:
    """Find a chip by its name or an unambiguous beginning; where nobody keeps count, any name is one."""
    if not isinstance(answer, str) or not slug(answer):
        return None
    if not question.options:
        # A whole line, as a chip is entered elsewhere, is not a name.
        is_line = "," in answer or (":" in answer and question.id == "prepare.local")
        return None if is_line else answer.strip()
    return the_one(answer, question.options)


A_UNIT = later("what the chip shows: class, Movement/Range/Health, dice, skills, as in 'defender, 1/1/4, bb, Taunt'")
CHANGES = later("'nothing', or what changed, as in 'krak hp 3; rep hex D4'")

ANY = later("one of {options}")

ANSWERS: dict[Kind, tuple[Callable[[Question, Any], Any], str | Callable[[Question], str]]] = {
    "choice": (_read_choice, ANY),
    "dice": (_read_dice, later("the number of hits, 0 to {most}, with {dice}")),
    "stat": (_read_stat, lambda asked: _STATS.get(asked.about, _STATS[""])),
    "manual": (lambda _, answer: answer if isinstance(answer, str) else None, CHANGES),
    "direction": (_read_direction, lambda asked: later("one of {options}; or the die: {die}") if asked.also else ANY),
    "effect": (_read_text, lambda asked: _EFFECTS.get(asked.id, _EFFECTS[""])),
    "list": (_read_text, later("the lists on the card, as in 'local: hero > strongest; other: flagholder > closest'")),
    "chip": (_read_chip, _chip_expected),
    "unit": (_read_text, A_UNIT),
    "hex": (_read_choice, later("a hex: {options}")),
    "hits": (_read_hits, later("the hits of each colour, as in {example}")),
}
"""How the answer to each kind of question is read, and what it looks like in a few words."""


def _number(answer: object) -> int | None:
    if isinstance(answer, str) and answer.strip().isascii() and answer.strip().isdigit() and len(answer) < 10:
        return int(answer)
    return answer if isinstance(answer, int) and not isinstance(answer, bool) else None


class Event(Struct, frozen=True):
    """Something that happened in a combat: what, the rule that made it happen, and what there is to say of it, by name.

    `rulings` are the open questions whose reading decided it: with another reading something else would have happened.
    They may be looked for only when they are read (`rulings.Lazily`).
    """

    what: str
    rule: str
    rulings: Collection[str] = ()
    values: dict[str, Any] = {}

    def table(self) -> dict[str, Any]:
        """The event as a table for JSON, for which its rulings are looked for."""
        found = {"event": self.what, **to_builtins(self.values), "rule": self.rule}
        return {**found, "rulings": list(self.rulings)} if self.rulings else found


def event_of(what: str, /, *, rule: str = "", rulings: Collection[str] = (), **values: Any) -> Event:
    """An event of a row, by the row's rule where no other is given; values that are None are left out."""
    values = {name: value for name, value in values.items() if value is not None}
    return Event(what, rule or EVENTS[what].rule, rulings, values)


EVENTS = {
    "step-began": EventRow("turn.steps", "The {step} begins."),
    "corrected": EventRow("fight.corrected"),
    "explained": EventRow("", "A decision was made."),
    # The turn and its steps, effects
    "scored": EventRow("king.points"),
    "hp-gained": EventRow("", "{effect} gives {unit} {amount} HP: it has {hp} HP now."),
    "opportunity-spent": EventRow(
        "boots.re-roll", "The Opportunity {card} is discarded: the whole roll is made again."
    ),
    "blessed": EventRow("blessing.reinforce"),
    "tactic-passed-over": EventRow("tactics.order"),
    "no-tactic-placed": EventRow("tactics.none", "The rival places no tactic: {why}."),
    "tactic-gone": EventRow("", "{tactic} leaves {unit} for the supply."),
    "dazed": EventRow("", "{effect} dazes {unit}."),
    "effect-stopped": EventRow(
        "effect.chain",
        when("{effect} stops here: effects kept setting one another off without end.", unit=False),
        when("{effect} of {unit} stops here: effects kept setting one another off without end."),
    ),
    "told-by-hand": EventRow("manual.skill"),
    "attacked": EventRow("engage.roll"),
    "rolled-at": EventRow("special.roll"),
    "re-rolled": EventRow("", "{effect}: {unit} rolls {dice} again, and has {hits} now."),
    "intercepted": EventRow("", "{unit} takes the blow of {attacker} in the place of {target}."),
    "attack-over": EventRow(
        "attack.over", "{unit} is defeated before its attack on {target} is resolved: the attack is over."
    ),
    "not-used": EventRow("", "{unit} does not use {effect}: a blessing has just saved it."),
    # Attacks, damage and defeat
    "damaged": EventRow("engage.damage"),
    "hero-reduced": EventRow("defeat.tribune", "The tribune is defeated: {hero} is reduced to {hp} HP."),
    "hero-saved": EventRow("blessing.survive"),
    "fell-together": EventRow("combat.damage-several", "{units} fall at the same time."),
    "dropped": EventRow("", "{arena_chip} drops on {hex}."),
    "influence-brought": EventRow("boots.tribune", "The tribune is defeated: the scion gains {amount} influence."),
    "sacrificed": EventRow("camp.sacrifice", "{unit} is sacrificed, and leaves the combat."),
    # The set-up
    "bane-drawn": EventRow("bane.placed"),
    "sport-picked": EventRow("prepare.sport", "The combat is {goal}."),
    "bane-put-back": EventRow(
        "camp.recruit-never", "{bane} cannot be recruited: it goes back, and another chip is drawn."
    ),
    "no-chip-left": EventRow("", "The bag is empty: nobody joins."),
    "recruited": EventRow("blessing.reinforce", "{chip} joins your camp."),
    "unit-told": EventRow("component.asked", "You entered what the {chip} chip shows."),
    "effect-told": EventRow("component.asked"),
    "lists-told": EventRow("component.asked", "You entered the priority lists of the {arena}."),
    "stat-told": EventRow("component.asked"),
    "chip-laid": EventRow("prepare.arena-chips"),
    "lineup-tactic": EventRow("prepare.tactic", "{tactic} goes into the rival's camp for {unit}."),
    "no-lineup-tactic": EventRow("prepare.no-tactic", "No {tactic} is left in the supply for {unit}: it is skipped."),
    "icon-passed-over": EventRow(
        "prepare.beast-tactic",
        "{unit} brings no tactic: the table of p.20 has none for a {class_}, so its icon is skipped.",
    ),
    "changed-by-opportunity": EventRow("prepare.opportunity", "The change of {card} is made."),
    "tribune-named": EventRow("", "{unit} is the tribune."),
    "set-up": EventRow("turn.rival-first"),
    # A scion's combat
    "blessing-crossed-off": EventRow("scion.preparation"),
    "bane-added": EventRow("bane.placed"),
    "scion-rolled": EventRow("scion.order"),
    "none-to-act": EventRow(
        "scion.others", "There is no other rival unit to move, use Abilities or attack: these steps are skipped."
    ),
    "scion-defeated": EventRow("scion.defeats"),
    "scion-stands-again": EventRow("scion.again"),
}
"""What can happen by a rule of its own, or is said in one sentence; where that is not enough, `render` has them."""

READ_OFF = ("effect-told", "lists-told", "stat-told", "unit-told", "chip-laid")
"""What the player has read off a component, which is kept so that it is asked once."""
