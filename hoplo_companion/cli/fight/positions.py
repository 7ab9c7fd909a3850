"""Positions that a call names: a file, standard input, one line, or hoplo's own example; `hoplo solve` answers them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NamedTuple, TypeVar

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion import files
from hoplo_companion.cli.options import ExampleOption, PositionOption, argument
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue, parse_toml, read_toml, shipped_folder
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UNKNOWN, HoploError, InvalidError, UsageError, clip, defect, system_reason
from hoplo_companion.language import speaking, tr
from hoplo_companion.rules.agenda import Result, Then
from hoplo_companion.rules.dialogue import READ_OFF, Event
from hoplo_companion.rules.position.reading import PositionReader, answer

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.fight import Game

_BOARD = re.compile(r"\||\w@\w")
"""What a board in one line has, and no name of a file."""


class Board(NamedTuple):
    """The board that a command is about: the fight that is followed, unless the call names another one."""

    position: PositionOption = None
    example: ExampleOption = False


class WrittenBoard(NamedTuple):
    """A board that may be written where an argument stands, too."""

    position: PositionOption = None
    example: ExampleOption = False
    line: Annotated[
        str, argument("The board in one line: 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6'.", metavar="[POSITION]")
    ] = ""


def is_followed(board: Board | WrittenBoard) -> bool:
    """Whether a board is that of the fight that is followed."""
    return board == type(board)()


def read_file(terminal: Terminal, path: Path) -> bytes:
    """Read a file, `-` being standard input; one that cannot be read is a usage error."""
    if str(path) == "-":
        return files.read_stream(terminal.piped, tr("standard input"), files.LARGEST_POSITION)
    try:
        return files.read_whole(path, files.LARGEST_POSITION)
    except OSError as fault:
        raise UsageError(f"{path}: {system_reason(fault)}") from None


def is_board(word: str) -> bool:
    """Say whether a word is a board in one line, and no file's name."""
    return bool(_BOARD.search(word)) and not _is_file(word)


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def load_position(terminal: Terminal, position: str | None, example: bool = False, line: str = "") -> Combat:
    """Read the position of --position or of a `line`, else of the fight that is followed; UsageError without either."""
    if position is None and not example and not line:
        return followed_game().combat
    if position == "" or sum([position is not None, example, bool(line)]) > 1:
        raise UsageError("which position? Only one of --position FILE, --example and the board in one line")
    reader, word = PositionReader(catalogue()), position or line
    if not word:
        return reader.read_plain(read_toml(shipped_folder() / "examples" / "rulebook-p22.toml"))
    from hoplo_companion.rules.position.line import read_board  # the example is no line

    # An arena may be called as a file in this folder.
    if is_board(word) or (line and line != "-" and not (set(line) & set("./\\") and _is_file(line))):
        return read_board(word, reader)
    path = Path(word)
    with refused_below(tr("{path}: this position cannot be played:", path=path)):
        if path.suffix.lower() == ".toml":
            return reader.read_plain(parse_toml(read_file(terminal, path), path.name))
        line = text_of(read_file(terminal, path)).strip()
        if path.suffix.lower() == ".json" or not line or line[0] in "[{":
            return reader.read(line.encode())
        return read_board(line, reader)


@contextmanager
def refused_below(head: str) -> Iterator[None]:
    """Put every defect of what is read on a line of its own, below what is said of them all."""
    try:
        yield
    except InvalidError as fault:
        raise HoploError("\n  ".join([head, *(each.sentence() for each in fault.defects)])) from None


def write_final(path: Path, final: dict[str, Any]) -> None:
    """Keep a final position in a file, in TOML or JSON by its ending."""
    if path.suffix.lower() == ".toml":
        files.write_toml(path, final)
    else:
        files.write_whole(path, msgspec.json.format(msgspec.json.encode(final), indent=2) + b"\n")


def text_of(data: bytes) -> str:
    """Decode what stands in a file; InvalidError where it is not text. Windows writes what `>` takes in UTF-16."""
    coding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return data.decode(coding)
    except UnicodeDecodeError as fault:
        parts = {"coding": coding.removesuffix("-sig").upper(), "n": fault.start + 1}
        raise InvalidError([defect("text", "", "not {coding} text, at byte {n}", **parts)]) from None


def show_board(terminal: Terminal, combat: Combat, moved: Mapping[str, int] = {}, *, in_words: bool = False) -> None:
    """Draw a board, or say it a sentence a line; `moved` gives for each unit that moved the hex it came from."""
    if in_words or terminal.setting("board") == "words":
        from hoplo_companion.render.board.words import board_sentences

        terminal.say("\n".join(board_sentences(combat, moved)))
        return
    from hoplo_companion.render.board.text import draw_board

    terminal.show(draw_board(combat, moved), wrap=False)


def moves_to(terminal: Terminal, combat: Combat, since: str | None, followed: bool) -> dict[str, int]:
    """The hex that each unit has moved from: since another board, or in the last turns of the fight followed."""
    hexes: dict[str, str] = {}
    if since is not None:
        before = load_position(terminal, since)
        hexes = {unit.id: before.arena.mat.name(unit.hex) for unit in before.in_arena()}
    elif followed:
        from hoplo_companion.cli.campaign.open_campaign import look_save
        from hoplo_companion.table.saves.open_campaign import hexes_before

        try:
            hexes = hexes_before(look_save())
        except HoploError:
            return {}  # A log that cannot be read keeps nobody from looking at the board.
    came_from = {id_: combat.arena.hex_typed(name) for id_, name in hexes.items()}
    here = {unit.id: unit.hex for unit in combat.in_arena()}
    return {id_: hex_ for id_, hex_ in came_from.items() if hex_ and here.get(id_, hex_) != hex_}


@contextmanager
def or_a_board() -> Iterator[None]:
    """Name the boards that may be given where no fight is followed: UsageError."""
    from hoplo_companion.campaign.model import NoFightError  # a board by itself needs no campaign
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        yield
    except (NoCampaignError, NoFightError):
        raise UsageError(
            "no fight is followed: `hoplo fight start` begins one, `hoplo rival-turn --example` plays the rulebook's, "
            "and --position takes any board: a file (JSON or TOML), - for standard input, or the board in one line"
        ) from None


def followed_game() -> Game:
    """Open the fight that is followed, for reading only; UsageError where there is none."""
    from hoplo_companion.cli.campaign.open_campaign import look  # a board by itself needs no campaign
    from hoplo_companion.table.play.fight import Game

    with or_a_board():
        return Game(look(), catalogue())


T = TypeVar("T")


def remember(terminal: Terminal, events: list[Event], _: Combat | None = None) -> None:
    """Keep what the player read off a component, so that it is asked once."""
    if any(event.what in READ_OFF for event in events):
        from hoplo_companion.table.play.fight import keep_entered

        known = catalogue()
        for said in (said for event in events for said in keep_entered(event, known)):
            terminal.notice(said)


def look_up(terminal: Terminal, combat: Combat, find: Callable[[Combat], T]) -> T:
    """Find something out about a combat; what it lacks is asked and kept, or without a terminal raised by `find`."""
    try:
        return find(combat)
    except UNKNOWN:
        if not terminal.asks():
            raise
    from hoplo_companion.cli.terminal.prompts import Prompts  # most boards say all that is asked of them
    from hoplo_companion.table.play.answers import Asked

    found: list[T] = []

    def look(now: Combat) -> Result:
        found.append(find(now.with_agenda(combat.agenda)))
        return now, []

    by = Asked(Prompts(terminal).answer, Dice(None), happened=partial(remember, terminal))
    by.play(replace(combat, agenda=(Then(look),)), [])
    return found[-1]


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Whole lines as they arrive; one too long is cut, TooLargeError for one that never ends."""
    while line := stream.readline(files.LARGEST_POSITION + 2):
        part, length = line, len(line)
        while part and not part.endswith(b"\n") and length <= files.LARGEST_CAMPAIGN:
            part = stream.readline(files.LARGEST_POSITION)
            length += len(part)
        yield line.removesuffix(b"\n")
        if length > files.LARGEST_CAMPAIGN:
            raise files.TooLargeError("standard input: a line without an end; nothing after it is answered")


def answer_line(reader: PositionReader, line: bytes) -> dict[str, Any]:
    """Answer one line; HoploError where it is not a position that can be answered."""
    if len(line) > files.LARGEST_POSITION:
        raise files.TooLargeError(f"a line is no longer than {files.LARGEST_POSITION} bytes")
    first = line.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    # No position in JSON begins with a name, or an arena in quotes.
    if b"|" in line and (first.isalpha() or first == b'"'):
        from hoplo_companion.rules.position.line import read_board  # most positions are in JSON

        combat = read_board(text_of(line), reader)
    else:
        combat = reader.read(line)
    if combat.foresight:
        from hoplo_companion.odds.forecast import foresee, plain_forecast  # most positions ask for one step alone

        return plain_forecast(foresee(combat, explained=False).forecast)
    found = answer(combat)
    if combat.explain:
        from hoplo_companion.render.sentences.decisions import because  # few positions want reasons

        found["because"] = because(combat)
    return found


def solve(terminal: Terminal) -> None:
    """Answer positions, one per line on standard input, as position@1 or in one line; answers come one per line."""
    from hoplo_companion.signs import visible_json

    if terminal.piped.isatty():
        terminal.say(tr("positions, one per line; end with Ctrl-D"), aside=True)
    reader, encode = PositionReader(catalogue()), msgspec.json.Encoder().encode
    out, failed = terminal.stdout.buffer, False
    with speaking("en"):  # programs read one language
        for line in _lines(terminal.piped):
            answered = b""
            try:
                found = answer_line(reader, line)
                answered = encode(found)
            except HoploError as fault:
                found = {"error": fault.defect()._asdict()}
            except Exception as fault:
                what = f"{type(fault).__name__}: {clip(str(fault), 80)}"
                message = f"hoplo itself failed at this line: {what}; please report it"
                found = {"error": {"code": "internal", "where": "", "message": message}}
            failed = failed or "error" in found
            out.write(visible_json(answered or encode(found)) + b"\n")
            out.flush()
    if failed:
        raise typer.Exit(1)
