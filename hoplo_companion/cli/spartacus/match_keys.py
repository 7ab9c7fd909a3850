"""The questions of a match by a key each: one key per die, U takes the last answer back, Q leaves."""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.cli.terminal.guide import with_the_rest
from hoplo_companion.cli.terminal.prompt import Aside, Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, StoppedError
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.duel import question_words, side_words
from hoplo_companion.spartacus.duel import Match, Question
from hoplo_companion.spartacus.pools import Pools, read_pools

ROLLED = ("speed", "dice", "results")
"""The questions that dice answer."""

FACES = "123456"
WORDS = {
    "yes": later("yes"),
    "no": later("no"),
    "first": later("first"),
    "second": later("second"),
    "move": later("move"),
    "attack": later("attack"),
    "speed": later("Speed Attack"),
    "end": later("end the turn"),
}
"""What may be answered, in words."""


class TakenBackError(HoploError):
    """The player takes the last answer back."""


def ask(terminal: Terminal, match: Match, question: Question) -> str:
    """Ask a question of a match; give the answer as it would be typed."""
    if question.ask in ROLLED and terminal.setting("dice") == "app":
        return "r"
    text = question_words(match, question)
    if question.ask in ROLLED:
        terminal.say(text)
        return _dice(terminal, match, question)
    if question.ask == "manual":
        return terminal.ask(Prompt("  > ", text, takes="line", asides=_asides(terminal)))
    if question.ask == "which":
        terminal.say(text)
        return _which(terminal, question.dice[0])
    if question.ask == "surrender":
        chosen = _one(terminal, text, {each: each for each in question.options})
        return surrendering(match.pools[question.about], read_pools(chosen))
    word = _one(terminal, text, {each: tr(WORDS[each]) for each in question.options})
    if question.ask != "action" or word == "end":
        return word
    return f"{word} {_hexes(terminal, match, question.about, word)}"


def _take_back() -> None:
    raise TakenBackError


def _leave() -> None:
    raise StoppedError


ASIDES = (
    Aside("U", later("undo"), later("undo: the last answer"), do=_take_back),
    Aside("?", later("help"), later("this list")),
    Aside("Q", later("quit"), later("leave; everything is kept"), do=_leave),
)
"""The keys of a match that do not answer."""


def key(terminal: Terminal, message: str, keys: str) -> str:
    """Wait for a key of an answer; TakenBackError by U, StoppedError by Q."""
    return terminal.ask(Prompt(f"  {message} ", keys=keys, asides=_asides(terminal)))


def _asides(terminal: Terminal) -> tuple[Aside, ...]:
    """The keys of a match; where a game is led, its own are there as well."""
    acting = [aside._replace(word=tr(aside.word), help=tr(aside.help)) for aside in ASIDES]
    return tuple(acting) if terminal.guide is not None else with_the_rest(acting, tr("this table has none"))


def _one(terminal: Terminal, text: str, words: Mapping[str, str]) -> str:
    """Have one of some answers chosen by its key or its name."""
    choices = numbered(list(words.values()))
    chosen = terminal.ask(Prompt(terminal.which(choices), text, choices, takes="name", asides=_asides(terminal)))
    return list(words)[list(choices).index(chosen)]


def _hexes(terminal: Terminal, match: Match, who: int, word: str) -> str:
    """Ask how far: as many hexes as may be, without a question where there is no choice."""
    if word == "move":
        least, most = 0, match.pools[who].speed
    else:
        reach = match.fighters[who].reach if word == "attack" else match.fighters[who].amount("speed-attack") or 9
        least, most = 1, min(9, reach)
    if least == most:
        return str(most)
    keys = "".join(map(str, range(least, most + 1)))
    return key(terminal, tr("How many hexes? {least} to {most}:", least=least, most=most), keys)


def _dice(terminal: Terminal, match: Match, question: Question) -> str:
    """Ask for every die by its face; `r` has all of them rolled, U after a die begins the dice anew."""
    wanted = [(side, die, count) for side, count in enumerate(question.dice) for die in range(1, count + 1)]
    faces: list[str] = []
    while len(faces) < len(wanted):
        side, die, count = wanted[len(faces)]
        text = tr("{name} {n}/{count}:", name=side_words(match, question, side), n=die, count=count)
        try:
            pressed = key(terminal, text, FACES + "r")
        except TakenBackError:
            if not faces:
                raise
            faces.clear()
            continue
        if pressed == "r":
            return "r"
        faces.append(pressed)
    sides = [faces[: question.dice[0]], faces[question.dice[0] :]]
    return " / ".join(" ".join(side) for side in sides if side)


def _which(terminal: Terminal, most: int) -> str:
    """Ask which dice are re-rolled, by what they show; `n` for no more."""
    dice: list[str] = []
    while len(dice) < most and (face := key(terminal, tr("a die, or n for no more:"), FACES + "n")) != "n":
        dice.append(face)
    return " ".join(dice) or "no"


def surrendering(before: Pools, after: Pools) -> str:
    """Name the dice that are surrendered to come from some pools to others."""
    names = zip(("ATK", "DEF", "SPD"), before, after, strict=True)
    return " ".join(name for name, had, has in names for _ in range(had - has))
