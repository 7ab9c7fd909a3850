"""`hoplo spartacus duel`: a match in the arena, at a terminal or by answers that are given with the command."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import read_file
from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import Many, SeedOption, argument, option
from hoplo_companion.cli.spartacus.match_keys import ASIDES, ROLLED, UNDO, ask
from hoplo_companion.cli.tables.asking import line_by_line
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.readings import read_readings
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.files import LARGEST_POSITION, home_folder, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.duel import all_lines, match_json, question_words, stand_lines
from hoplo_companion.spartacus.abilities import UnknownAbilityError, read_fighter
from hoplo_companion.spartacus.attack import shown
from hoplo_companion.spartacus.duel import House, Match
from hoplo_companion.table.saves.open_campaign import DUEL

Keep = Callable[[Match], None]

ReadingOption = Annotated[list[str] | None, reading_option("spartacus")]
StringsOption = Annotated[bool, option("The optional rule: Speed dice are compared as strings.")]
AnswerOption = Annotated[Many, option("The next answer, as typed at the question; repeatable.", metavar="TEXT")]
FileOption = Annotated[Path | None, option("Answers from a file, one per line.", metavar="FILE")]

MOMENTS = {
    "manual": later("once the dice of an attack are rolled"),
    "manual dice": later("before the dice of an attack are rolled"),
    "manual initiative": later("before the initiative is rolled"),
    "": later("never: I'll enter it differently"),
}
"""When what a card says is asked about, where no rule knows it."""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A match outside of any game, as it lies on disk: its Combatants as they were entered, and the answers."""

    fighters: tuple[str, str]
    string_initiative: bool = False
    answers: tuple[str, ...] = ()
    readings: dict[str, str] = {}


def duel(
    terminal: Terminal,
    a: Annotated[str, argument("A Combatant: Spartacus 4/4/4 sword; none to resume the last.", metavar="[A]")] = "",
    b: Annotated[str, argument("Its rival: Theron 3/4/3 trident helmet.", metavar="[B]")] = "",
    answer: AnswerOption = None,
    answers: FileOption = None,
    string_initiative: StringsOption = False,
    reading: ReadingOption = None,
    undo: Annotated[bool, option("Take the last answer back first.")] = False,
    seed: SeedOption = None,
) -> Shown:
    """Fight a match to its end; every answer is kept, and `hoplo spartacus duel` alone resumes it."""
    if bool(a) != bool(b):
        raise UsageError(tr("a match has two Combatants: enter both, or none to resume the last match"))
    if a:
        texts = _understood(terminal, a), _understood(terminal, b)
        kept = Kept(texts, string_initiative, readings=read_readings("spartacus", reading or []))
    else:
        kept = _last()
    begun = _match(kept)

    def keep(match: Match) -> None:
        write_whole(_path(), msgspec.json.encode(replace(kept, answers=tuple(match.answers))) + b"\n")

    if a:
        keep(begun)
    given = [*([UNDO] if undo else []), *read_answers(terminal, answers, answer)]
    fight_on(terminal, begun, keep, given, seed)


def _path() -> Path:
    return home_folder() / DUEL


def check_last() -> None:
    """Raise HoploError where the match that is kept cannot be resumed."""
    _match(_last())


def _last() -> Kept:
    """Read the match that was fought last; UsageError where there is none."""
    try:
        return msgspec.json.decode(read_whole(_path(), LARGEST_POSITION), type=Kept)
    except FileNotFoundError:
        text = tr('no match to resume: enter both, as in hoplo spartacus duel "Spartacus 4/4/4 sword" "Theron 3/4/3"')
        raise UsageError(text) from None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as fault:
        text = tr("{path} cannot be read ({reason}): begin the match anew", path=_path(), reason=fault)
        raise UsageError(text) from None


def _match(kept: Kept) -> Match:
    one, other = read_fighter(kept.fighters[0], "A"), read_fighter(kept.fighters[1], "B")
    if one.name == other.name:
        one, other = one._replace(name=f"{one.name} I"), other._replace(name=f"{other.name} II")
    return Match((one, other), kept.answers, House(kept.string_initiative, kept.readings))


def _understood(terminal: Terminal, text: str) -> str:
    """A Combatant as it is read; at a terminal what no rule knows is kept, to be asked about in the match."""
    try:
        read_fighter(text)
        return text
    except UnknownAbilityError as fault:
        if not terminal.is_interactive():
            raise
        question = tr("hoplo has no rule for {text}. When should it ask what that does?", text=repr(fault.text))
        words = [tr(each) for each in MOMENTS.values()]
        chosen = list(MOMENTS)[words.index(terminal.choose_by_key(question, words))]
        if not chosen:
            raise
        return _understood(terminal, f"{text[: text.rindex(fault.text)]}{chosen}: {fault.text}")


def read_answers(terminal: Terminal, path: Path | None, more: list[str] | None) -> list[str]:
    """Read answers from a file, one per line, then those of the call; a line may be a JSON string."""
    try:
        lines = read_file(terminal, path).decode().splitlines() if path else []
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path}: {fault.reason}") from None
    found = []
    for line in filter(None, map(str.strip, lines)):
        read: Any = None
        with suppress(msgspec.DecodeError):
            read = msgspec.json.decode(line)
        found.append(read if isinstance(read, str) else line)
    return [*found, *(more or [])]


def fight_on(terminal: Terminal, match: Match, keep: Keep, given: list[str], seed: int | None) -> None:
    """Take answers until the match is over or nobody answers; each is kept before the next question."""
    dice = Dice(seed)
    said = len(match.events) if match.answers and given and UNDO not in given else 0

    def take(text: str) -> None:
        nonlocal match
        match = match.taken_back() if text == UNDO else match.answered(_rolled(terminal, match, text, dice))
        keep(match)

    def say() -> None:
        nonlocal said
        if not terminal.json and (lines := all_lines(match, match.events[said:])):
            terminal.show(lines)
        said = len(match.events)

    try:
        for text in given:
            take(text)
    except HoploError:
        say()
        raise
    say()
    if terminal.json:
        terminal.show_json(match_json(match))
    elif match.question is not None:
        text = tr("{question} Answer with --answer.")
        if match.question.ask in ROLLED:
            text = tr("{question} Answer with --answer, or have hoplo roll with --answer r.")
        terminal.need_terminal(text.format(question=question_words(match, match.question)))
        terminal.say("  ".join(f"{each.key} {tr(each.word)}" for each in ASIDES))
    stood: object = None
    with line_by_line(terminal):
        while match.question is not None and not terminal.json:
            if stood != match.pools:
                terminal.show(stand_lines(match))
                stood = match.pools
            try:
                take(ask(terminal, match, match.question))
            except StoppedError:
                raise
            except HoploError as fault:
                terminal.say(f"  {fault}")
            say()


def _rolled(terminal: Terminal, match: Match, text: str, dice: Dice) -> str:
    """Roll where that is asked for, and say what the dice show."""
    question = match.question
    if question is None or text.strip().casefold() not in ("r", "roll") or question.ask not in ROLLED:
        return text
    sides = [sorted(dice.rolled_faces(count), reverse=True) for count in question.dice if count]
    said = tr("The app rolls: {faces}.", faces=" / ".join(map(shown, sides)))
    if terminal.json:
        terminal.notice(said)
    else:
        terminal.say(f"  {said}")
    return " / ".join(" ".join(map(str, side)) for side in sides)


def register(app: App) -> None:
    """Put the command below `hoplo spartacus`."""
    app.command()(duel)
