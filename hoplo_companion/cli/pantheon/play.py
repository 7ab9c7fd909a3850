"""`hoplo pantheon new`, `board`, `play` and `show`: a game that is followed, each step on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.army import allowed_points, refuse_army
from hoplo_companion.cli.pantheon.asking import Asking
from hoplo_companion.cli.pantheon.attack import attack
from hoplo_companion.cli.pantheon.games import TABLE, as_json, games, keep
from hoplo_companion.cli.pantheon.ground import lines_of
from hoplo_companion.cli.pantheon.options import ReadingOption
from hoplo_companion.cli.saves.game_commands import lead, show_game
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import UsageError
from hoplo_companion.files import LARGEST_POSITION, read_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import left_over
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.ground import read_ground
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.pantheon.verbs import VERBS, do
from hoplo_companion.render.pantheon.game import event_lines, game_lines

LONGEST_LINE = 2000


def _verb(incomplete: str) -> list[str]:
    return [verb for verb in VERBS if verb.startswith(incomplete)]


def new(
    terminal: Terminal,
    player: Annotated[
        list[str],
        typer.Option("--player", metavar="NAME=FILE", help="A player and the army's file, clockwise, the lead first."),
    ],
    name: Annotated[str, typer.Option("--name", help="What to call the game.")] = "game",
    team: Annotated[bool, typer.Option("--team", help="Two teams of two, who sit in turn.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Drafted armies: points may be left over.")] = False,
    ground: Annotated[str, typer.Option("--ground", metavar="FILE", help="The areas of the board, one per line.")] = "",
    reading: ReadingOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Begin a game with an army for each player, a unit per line of its file."""
    chosen = read_readings("pantheon", reading or [])
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
    board = _board(terminal, ground) if ground else ()
    id_, game = games().begin_game(
        name, terminal.words, lambda _: replace(new_game(armies, team=team), ground=board, rulings=chosen)
    )
    if json:
        terminal.show_json(as_json(game))
        return
    terminal.say(tr("The game is kept as {name}. Deploy the troops in turn, clockwise: `place UNIT AREA`.", name=id_))
    terminal.show(game_lines(game), plain)


def _board(terminal: Terminal, file: str) -> tuple[str, ...]:
    """Read the areas of a board; units are those of the game."""
    lines = [line for line in lines_of(terminal, file) if line.strip() and not line.lstrip().startswith("#")]
    if read_ground(lines).pieces:
        raise UsageError(tr("The board of a game has areas alone: its units are those of the armies."))
    return tuple(lines)


def board(
    terminal: Terminal,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The areas, one per line; - for standard input.")],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Enter the ground of the game that is played: moves and attacks are checked on it from now on."""
    found = _board(terminal, file)
    with games().opened() as opened:
        game = replace(opened.game, ground=found, elements={})
        opened.keep(game, terminal.words, terminal.words)
    if json:
        terminal.show_json(as_json(game))
        return
    terminal.say(tr("The board of the game has {n} areas.", n=len(read_ground(found).areas)))
    terminal.show(game_lines(game), plain)


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
    """Play: a line of verbs separated by semicolons, or at a terminal what comes next by a key each.

    Verbs: draw, pass, activate, walk, attack, claim, run, deploy, absorb, flight, aerial, guard, throw, force, power,
    wounds, retaliate, drop, leader, done, recall, end, manoeuvre, omphalos, stones, tokens, token, untoken; polar,
    stats, vitality, place, reading. An Art of War card is paid by `pay aow`, `pay omphalos`, or two units:
    `activate ares pay hydra hydra`.
    """
    if words:
        _step(terminal, " ".join(words), json=json, plain=plain)
        return
    terminal.need_terminal(tr("Say what is done: `hoplo pantheon play draw`."))

    def carry_out(game: Game, verb: str) -> None:
        line = Asking(terminal, game).line(verb)
        if line == "dice":
            with terminal.called(["pantheon", "attack"]):
                attack(terminal, plain=plain)
        else:
            _step(terminal, line, json=False, plain=plain, whole=False)

    def typed(line: str) -> None:
        _step(terminal, line, json=False, plain=plain, whole=False)

    lead(terminal, TABLE, lambda game: Asking(terminal, game).next(), carry_out, typed, plain=plain)


def _step(terminal: Terminal, line: str, *, json: bool, plain: bool, whole: bool = True) -> None:
    """Carry out a line, and keep the game before it is said."""
    if len(line) > LONGEST_LINE:
        raise UsageError(tr("The line is longer than {most} characters.", most=LONGEST_LINE))
    with games().opened() as opened:
        game, events = do(opened.game, line)
        keep(opened, game, events, line)
    if json:
        terminal.show_json({"events": [event._asdict() for event in events], "game": msgspec.to_builtins(game)})
        return
    after = [[], *game_lines(game)] if whole else []
    terminal.show([*event_lines(game, events), *after], plain)


def choose(terminal: Terminal, words: list[str], json: bool, plain: bool) -> None:
    """Put another reading of an open question in force."""
    _step(terminal, " ".join(["reading", *words]), json=json, plain=plain, whole=False)


def show(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show how the game stands, and what may come next."""
    show_game(terminal, TABLE, json=json, plain=plain)


def stand(terminal: Terminal, json: bool, plain: bool) -> None:
    """Show how the game stands, or how one is begun."""
    if not json and not games().names():
        terminal.say(
            tr("No game of Mythic Battles: Pantheon is followed; `hoplo pantheon new --player NAME=FILE` begins one.")
        )
        terminal.say(tr("An attack needs none: `hoplo pantheon attack --offence 7 --defence 6 --odds`."))
        return
    show(terminal, json, plain)
