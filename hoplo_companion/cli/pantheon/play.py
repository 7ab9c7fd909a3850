"""`hoplo pantheon new`, `play`, `show`, `undo`, `redo` and `history`: a game that is followed, each step on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.army import allowed_points, refuse_army
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_POSITION, home_folder, read_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import left_over
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.pantheon.verbs import VERBS, do
from hoplo_companion.table.saves.format import UnreadableSaveError
from hoplo_companion.table.saves.library import Library, NoCampaignError
from hoplo_companion.table.saves.open_campaign import alone
from hoplo_companion.table.saves.save import Save

LONGEST_LINE = 2000


def library() -> Library:
    """Give the games of this table, in a folder of their own beside the campaigns."""
    return Library(home_folder() / "pantheon")


def _verb(incomplete: str) -> list[str]:
    return [verb for verb in VERBS if verb.startswith(incomplete)]


@contextmanager
def opened() -> Iterator[Save]:
    """Open the game that is played, under a lock that keeps a second terminal from writing."""
    games = library()
    try:
        name = games.current()
    except NoCampaignError:
        raise UsageError(tr("There is no game yet: begin one with `hoplo pantheon new`.")) from None
    with alone(games, name):
        yield games.open(name)


def game_of(save: Save) -> Game:
    """Read the game of a save."""
    try:
        return msgspec.convert(save.state, Game)
    except msgspec.ValidationError as fault:
        raise UnreadableSaveError(tr("The game cannot be read: {reason}.", reason=fault)) from None


def new(
    terminal: Terminal,
    player: Annotated[
        list[str],
        typer.Option("--player", metavar="NAME=FILE", help="A player and the army's file, clockwise, the lead first."),
    ],
    name: Annotated[str, typer.Option("--name", help="What to call the game.")] = "game",
    team: Annotated[bool, typer.Option("--team", help="Two teams of two, who sit in turn.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Drafted armies: points may be left over.")] = False,
    plain: PlainOption = False,
) -> None:
    """Begin a game with an army for each player, a unit per line of its file."""
    points = allowed_points(len(player))
    if team and len(player) != 4:
        raise UsageError(tr("A team game has 4 players, two on each side."))
    armies: list[tuple[str, Any, int]] = []
    for each in player:
        who, _, file = each.partition("=")
        if not who.strip() or not file:
            raise UsageError(tr("A player is entered as `--player Anna=anna.txt`."))
        units = read_units(read_whole(Path(file), LARGEST_POSITION).decode(errors="replace").splitlines())
        partner = [unit.name for unit in armies[-2][1]] if team and len(armies) > 1 else []
        refuse_army(units, points, constructed=not draft, partner=partner, whose=who)
        armies.append((who.strip(), units, left_over(units, points, constructed=not draft)))
    names = [who.casefold() for who, _, _ in armies]
    if len(set(names)) < len(names):
        raise UsageError(
            tr("Two players have the same name: {players}.", players=", ".join(who for who, _, _ in armies))
        )
    if len({unit.kind for _, units, _ in armies for unit in units if unit.is_divinity}) > 1:
        raise UsageError(tr("The players agree on gods or on titans: these armies have both. pan.army.divinity"))
    game = new_game(armies, team=team)
    games = library()
    id_ = games.free_name(name)
    Save.create(games.folder(id_), games.copies(id_), msgspec.to_builtins(game), terminal.words, f"new game {id_}")
    games.switch(id_)
    terminal.say(tr("The game is kept as {name}. Deploy the troops in turn, clockwise: `place UNIT AREA`.", name=id_))
    _show(terminal, game, plain)


def play(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[VERB]...", help="What is done: 'draw; activate athena; walk 4'.", autocompletion=_verb
        ),
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Play: a line of verbs separated by semicolons, or at a terminal one line after the other.

    Verbs: draw, pass, activate, walk, attack, claim, run, deploy, absorb, flight, aerial, power, wounds, retaliate,
    drop, leader, done, recall, end, manoeuvre, omphalos; polar, stats, vitality, place. An Art of War card is paid by
    `pay aow`, `pay omphalos`, or two units: `activate ares pay hydra hydra`.
    """
    if words:
        _step(terminal, " ".join(words), json=json, plain=plain)
        return
    terminal.need_terminal(tr("Say what is done: `hoplo pantheon play draw`."))
    with opened() as save:
        _show(terminal, game_of(save), plain)
    while True:
        line = terminal.write(tr("What is done? (Enter alone ends)"))
        if not line:
            return
        try:
            _step(terminal, line, json=False, plain=plain)
        except HoploError as fault:
            terminal.say(f"  {fault}")


def _step(terminal: Terminal, line: str, *, json: bool, plain: bool) -> None:
    """Carry out a line, and keep the game before it is said."""
    if len(line) > LONGEST_LINE:
        raise UsageError(tr("The line is longer than {most} characters.", most=LONGEST_LINE))
    with opened() as save:
        game, events = do(game_of(save), line)
        save.commit(msgspec.to_builtins(game), f"pantheon play {line}", line)
    if json:
        terminal.show_json({"events": [event._asdict() for event in events], "game": msgspec.to_builtins(game)})
        return
    from hoplo_companion.render.pantheon.game import event_lines, game_lines

    terminal.show([*event_lines(game, events), [], *game_lines(game)], plain)


def _show(terminal: Terminal, game: Game, plain: bool) -> None:
    from hoplo_companion.render.pantheon.game import game_lines

    terminal.show(game_lines(game), plain)


def show(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show how the game stands, and what may come next."""
    with opened() as save:
        game = game_of(save)
    if json:
        terminal.show_json(msgspec.to_builtins(game))
        return
    _show(terminal, game, plain)


def stand(terminal: Terminal) -> None:
    """Show how the game stands, or how one is begun."""
    try:
        library().current()
    except NoCampaignError:
        terminal.say(tr("No game of Mythic Battles: Pantheon is followed; `hoplo pantheon new` begins one."))
        terminal.say(tr("An attack needs none: `hoplo pantheon attack --offence 7 --defence 6 --odds`."))
        return
    show(terminal)


def undo(terminal: Terminal) -> None:
    """Take back the last line that was played."""
    with opened() as save:
        if len(list(save.steps())) < 2:
            raise UsageError(tr("There is nothing to take back: the game has just begun."))
        gone = save.undo()
    for step in gone:
        terminal.say(tr("Taken back: {what}.", what=step.what))


def redo(terminal: Terminal) -> None:
    """Play the line again that was taken back last."""
    with opened() as save:
        back = save.redo()
    for step in back:
        terminal.say(tr("Done again: {what}.", what=step.what))


def history(terminal: Terminal, json: JsonOption = False) -> None:
    """List the lines that were played, the first one first."""
    with opened() as save:
        steps = [step for _, step in save.steps()][::-1]
    if json:
        terminal.show_json([{"n": step.n, "at": step.at, "what": step.what} for step in steps])
        return
    for step in steps:
        terminal.print(f"{step.n:>4}  {step.what}")
