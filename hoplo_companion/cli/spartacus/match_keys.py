"""The questions of a match by a key each: one key per die, `u` takes the last answer back, `q` leaves."""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.cli.terminal.by_key import KEYS
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
"""What may be answered, in words; each begins with its key in English."""


class TakenBackError(HoploError):
    """The player takes the last answer back."""


def ask(terminal: Terminal, match: Match, question: Question) -> str:
    """Ask a question of a match; give the answer as it would be typed."""
    if question.ask in ROLLED and terminal.setting("dice") == "app":
        return "r"
    terminal.say(question_words(match, question))
    if question.ask in ROLLED:
        return _dice(terminal, match, question)
    if question.ask == "manual":
        if (line := terminal.ask_line("  > ")) in ("u", "undo"):
            raise TakenBackError
        return line
    if question.ask == "which":
        return _which(terminal, question.dice[0])
    if question.ask == "surrender":
        return _surrender(terminal, match, question)
    word = _one(terminal, {each[0]: each for each in question.options})
    if question.ask != "action" or word == "end":
        return word
    return f"{word} {_hexes(terminal, match, question.about, word)}"


def key(terminal: Terminal, message: str, keys: str) -> str:
    """Wait for a key of an answer; TakenBackError by `u`, StoppedError by `q`."""
    pressed = terminal.ask_key(f"  {message} ", keys + "uq", asides=False)
    if pressed == "u":
        raise TakenBackError
    if pressed == "q":
        raise StoppedError
    return pressed


def _one(terminal: Terminal, answers: Mapping[str, str]) -> str:
    terminal.show_choices({letter: tr(WORDS[each]) for letter, each in answers.items()})
    return answers[key(terminal, tr("key (u undo, q quit):"), "".join(answers))]


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
    """Ask for every die by its face; `r` has all of them rolled, `u` after a die begins the dice anew."""
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


def _surrender(terminal: Terminal, match: Match, question: Question) -> str:
    """Ask which pools are to be left; give the dice that go for that."""
    left = dict(zip(KEYS.replace("u", "").replace("q", ""), question.options, strict=False))
    terminal.show_choices(left)
    chosen = left[key(terminal, tr("key (u undo, q quit):"), "".join(left))]
    return surrendering(match.pools[question.about], read_pools(chosen))


def surrendering(before: Pools, after: Pools) -> str:
    """Name the dice that are surrendered to come from some pools to others."""
    names = zip(("ATK", "DEF", "SPD"), before, after, strict=True)
    return " ".join(name for name, had, has in names for _ in range(had - has))
