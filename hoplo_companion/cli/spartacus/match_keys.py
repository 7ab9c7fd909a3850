"""The questions of a match by a key each, dice in one line; U takes the last answer back, Q leaves."""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.terminal.prompt import Aside, with_the_rest
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import later, tr
from hoplo_companion.render.chances import percent
from hoplo_companion.render.spartacus.duel import question_words
from hoplo_companion.spartacus.duel import Match, Question
from hoplo_companion.spartacus.odds import ranked
from hoplo_companion.spartacus.pools import Pools, read_pools

ROLLED = ("speed", "dice", "results")
"""The questions that dice answer."""

WORDS = {
    "yes": later("yes"),
    "no": later("no"),
    "first": later("first"),
    "second": later("second"),
    "attack": later("attack"),
    "speed": later("Speed Attack"),
    "end": later("no attack"),
}
"""What may be answered, in words."""


UNDO = "undo"
"""What is answered to take the last answer back."""


class _TakenBackError(StoppedError):
    """The player takes the last answer back."""


def _take_back() -> None:
    raise _TakenBackError


def _leave() -> None:
    raise StoppedError


ASIDES = (
    Aside("U", later("undo"), later("undo the last answer"), do=_take_back),
    Aside("?", later("help"), later("this list")),
    Aside("Q", later("quit"), later("leave; everything is kept"), do=_leave),
)
"""The keys of a match that do not answer."""


def asides(terminal: Terminal) -> tuple[Aside, ...]:
    """The keys of a match; where a game is led, its own are there as well."""
    acting = tuple(aside._replace(word=tr(aside.word), help=tr(aside.help)) for aside in ASIDES)
    return acting if terminal.guide is not None else with_the_rest(acting, tr("this table has none"))


def ask(terminal: Terminal, match: Match, question: Question) -> str:
    """Ask a question of a match; give the answer as it would be typed."""
    if question.ask in ROLLED and terminal.setting("dice") == "app":
        return "r"
    text, asking = question_words(match, question), Asking(terminal, asides(terminal))
    try:
        match question.ask:
            case "speed" | "dice" | "results":
                return dice_of(asking.line(text), question)
            case "which" | "manual":
                return asking.line(text, "no")
            case "surrender":
                chosen = asking.pick(text, _by_worth(match, question))
                return surrendering(match.pools[question.about], read_pools(chosen))
            case "action":
                return _action(asking, match, question)
        return asking.pick(text, {each: WORDS[each] for each in question.options})
    except _TakenBackError:
        return UNDO


def dice_of(line: str, question: Question) -> str:
    """Dice that were typed in one go, parted as both sides roll them: `65434221` are `6543 / 4221`."""
    digits = line.replace(" ", "").replace(",", "").replace("-", "")
    if not digits.isdecimal() or len(digits) != sum(question.dice):
        return line
    ours, theirs = digits[: question.dice[0]], digits[question.dice[0] :]
    return " / ".join(" ".join(side) for side in (ours, theirs) if side)


def _action(asking: Asking, match: Match, question: Question) -> str:
    """Ask for an attack alone: where the figures move is seen on the table, and a turn without its attack ends."""
    acts = {each: WORDS[each] for each in question.options if each != "move"}
    if [*acts] == ["end"]:
        return "end"
    fighter, most = match.fighters[question.about], match.pools[question.about].speed
    word = asking.pick(tr("{name} (moves up to {n}, before or after it attacks):", name=fighter.name, n=most), acts)
    if word == "end":
        return word
    reach = fighter.reach if word == "attack" else fighter.amount("speed-attack") or 9
    far = asking.number(tr("How many hexes away?"), 1, min(9, reach)) if reach > 1 else 1
    return f"{word} {far}"


def _by_worth(match: Match, question: Question) -> Mapping[str, str]:
    """The dice that may be kept, the best first, each with the chance to win that it leaves."""
    found = ranked(
        match.fighters, match.pools, question.about, map(read_pools, question.options), question.by,
        is_answer=question.is_answer, readings=match.house.readings,
    )  # fmt: skip
    return {str(left): f"{left} ({percent(chance)})" for left, chance in found}


def surrendering(before: Pools, after: Pools) -> str:
    """Name the dice that are surrendered to come from some pools to others."""
    names = zip(("ATK", "DEF", "SPD"), before, after, strict=True)
    return " ".join(name for name, had, has in names for _ in range(had - has))
