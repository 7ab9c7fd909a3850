"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.evening import lead
from hoplo_companion.cli.tables.pantheon_attack import TABLE, attack, games, notice_old_lines, odds
from hoplo_companion.cli.tables.questions import Asking
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_POSITION, read_stream, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import army as recruiting
from hoplo_companion.pantheon.army import EXAMPLE, Draft, Unit, faults, left_over, points_of, read_units, refuse
from hoplo_companion.pantheon.fighting import stats_of
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.ground import FLIGHT, RUN, WALK, Aim, aim, at_start, moves_of, read_ground
from hoplo_companion.pantheon.modifiers import Attack, Fighter
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.render import pantheon as views
from hoplo_companion.render.style import line
from hoplo_companion.tables.slots import meant

app = App(
    help=later("Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game."),
    cls=commands.group_of(lambda: TABLE),
)


@app.callback(invoke_without_command=True)
def _alone(terminal: Terminal, ctx: typer.Context) -> Answer:
    """Show how the game stands, where no command is called."""
    if terminal.json or games().names():
        return TABLE.shown(games().game())
    begin = [
        line(tr("No game of Mythic Battles: Pantheon yet; `hoplo pantheon new` begins one.")),
        line(tr("An attack needs no game: `hoplo pantheon attack --offence 7 --defence 6 --odds`.")),
    ]
    return Answer(lambda: begin, lambda: None)


# Armies -------------------------------------------------------------------------------------------------------------


def _units_in(file: Path) -> tuple[Unit, ...]:
    """Read the units of a file."""
    return read_units(read_whole(file, LARGEST_POSITION).decode(errors="replace").splitlines())


def _units_asked(terminal: Terminal, points: int, *, constructed: bool) -> tuple[Unit, ...]:
    """Ask for the units of an army at a terminal, one per line, each checked with those before."""
    terminal.need_terminal(tr("Enter one line per unit, as in `{example}`, or a file with --file.", example=EXAMPLE))
    terminal.say(tr("One line per unit, as in `{example}`; its name alone takes it out again, Enter ends the army.",
                    example=EXAMPLE))  # fmt: skip
    found: tuple[Unit, ...] = ()
    while True:
        line = Asking(terminal).line(tr("Unit {n}:", n=len(found) + 1), "")
        if any(unit.id == slug(line) for unit in found):
            found = tuple(unit for unit in found if unit.id != slug(line))
            continue
        try:
            units = (*found, *(read_units([line]) if line else ()))
            broken = faults(units, points, constructed=constructed and not line)
            if line and not any(unit.is_divinity for unit in units):
                # The divinity may come last.
                del broken["pan.army.divinity"]
            refuse(broken)
        except HoploError as fault:
            terminal.say(f"  {fault}")
            continue
        if not line:
            return found
        found = units


def army(
    terminal: Terminal,
    units: Annotated[
        Many, argument("A unit in one line: 'Athena: god, cost 6, cards 4, aow 3'.", metavar="[UNIT]...")
    ] = None,
    file: Annotated[Path | None, option("Units from this file, one per line.")] = None,
    players: Annotated[int, option("The number of players, 2 to 4.")] = 2,
    draft: Annotated[bool, option("A drafted army: points may be left over.")] = False,
    partner: Annotated[str, option("In a team: your partner's units, separated by commas.")] = "",
    limited: Annotated[Path | None, option("All units that the scenario lists.", metavar="FILE")] = None,
) -> Answer:
    """Check an army by the rules of recruiting, and give its deck and its first hand.

    Without --draft it is a constructed army, which costs exactly the points available.
    """
    points = points_of(players)
    given = (*read_units(units or []), *(_units_in(file) if file is not None else ()))
    found = given or _units_asked(terminal, points, constructed=not draft)
    only = [each.id for each in _units_in(limited)] if limited is not None else []
    shared = [slug(name) for name in listed(partner)]
    refuse(faults(found, points, constructed=not draft, partner=shared, limited=only))
    rests = left_over(found, points, constructed=not draft)
    table = {"points": points, "spent": points - rests, "deck": Counter(recruiting.deck(found)), "left_over": rests}
    return Answer(lambda: views.army_lines(found, points, rests), lambda: table)


def _points_of(players: Sequence[str], *, team: bool) -> int:
    """The points of each player; UsageError where so many, or two of one name, do not play."""
    points = points_of(len(players))
    if len({each.casefold() for each in players}) < len(players):
        raise UsageError("Two players have the same name: {players}.", players=", ".join(players))
    if team and len(players) != 4:
        raise UsageError("A team game has 4 players, two on each side.")
    return points


def draft(
    terminal: Terminal,
    players: Annotated[list[str], argument("The players clockwise, the lead player first.", metavar="PLAYER...")],
    done: Annotated[str, option("Players who have stopped recruiting, separated by commas.")] = "",
    pool: Annotated[Path | None, option("The available units, one per line.", metavar="FILE")] = None,
    pick: Annotated[Many, option("The next unit that is recruited; repeatable.", metavar="UNIT")] = None,
    team: Annotated[bool, option("Two teams of two, who sit in turn.")] = False,
    into: Annotated[Path | None, option("Write each army to this folder, to play with.", metavar="FOLDER")] = None,
) -> Answer:
    """Say in which order players recruit: divinities clockwise, all other units counter-clockwise.

    With --pool hoplo leads through it: whose turn it is, which units they can afford, what is left at the end.
    """
    points = _points_of(players, team=team)
    if pool is not None:
        units = _units_in(pool)
        if twice := [name for name, times in Counter(unit.name for unit in units).items() if times > 1]:
            raise UsageError("{unit} is listed twice: one line per unit.", unit=twice[0])
        return _recruited(terminal, Draft(tuple(players), points, units, ((),) * len(players)), pick or [], into)
    if pick or into is not None:
        raise UsageError("--pick and --into need the available units: --pool FILE.")
    if unknown := [each for each in listed(done) if each not in players]:
        raise UsageError("{name} is not one of the players: {players}.", name=unknown[0], players=", ".join(players))
    order = recruiting.recruiting_order(players, listed(done))
    return Answer(lambda: views.order_lines(players, order), lambda: {"divinities": players, "units": order})


def _recruited(terminal: Terminal, state: Draft, picks: Sequence[str], into: Path | None) -> Answer:
    """Lead through a draft: by the picks that are given, and then by a key each."""
    units = {unit.id: unit for unit in state.pool}
    for name in picks:
        state = state.recruited(units[meant(name, {unit.id: unit.name for unit in state.pool})])
    with terminal.drafted():
        while (player := state.next()) is not None and not terminal.json and terminal.is_interactive():
            terminal.show(views.draft_lines(state))
            choices = {
                tr("{unit} ({n} points)", unit=each.name, n=each.cost): each for each in state.affordable(player)
            }
            text = tr("{player} recruits, {n} points left:", player=state.players[player], n=state.left(player))
            state = state.recruited(choices[terminal.choose(text, list(choices))])
    if into is not None and player is None:
        for name, found in zip(state.players, state.armies, strict=True):
            write_whole(into / f"{slug(name)}.txt", "".join(f"{unit.line}\n" for unit in found).encode())
    armies = {
        name: {"units": [unit.name for unit in state.armies[at]], "left_over": state.left(at)}
        for at, name in enumerate(state.players)
    }
    following = None if player is None else state.players[player]
    return Answer(lambda: views.draft_lines(state), lambda: {"next": following, "armies": armies})


# A game -------------------------------------------------------------------------------------------------------------


def new(
    terminal: Terminal,
    player: Annotated[
        Many,
        option(
            "A player and the army's file, clockwise, the lead first; asked for at a terminal.", metavar="NAME=FILE"
        ),
    ] = None,
    name: Annotated[str, option("What to call the game.")] = "game",
    team: Annotated[bool, option("Two teams of two, who sit in turn.")] = False,
    draft: Annotated[bool, option("Drafted armies: points may be left over.")] = False,
    ground: Annotated[str, option("The areas of the board, one per line.", metavar="FILE")] = "",
    reading: Annotated[Many, commands.reading_option("pantheon")] = None,
) -> Answer:
    """Begin a game with an army for each player: files with one unit per line, or typed when asked."""
    chosen = read_readings("pantheon", reading or [])
    given = list(_named(player) if player else _asked(terminal, draft=draft))
    points = _points_of([who for who, _ in given], team=team)
    for at, (who, units) in enumerate(given):
        partner = [unit.id for unit in given[at - 2][1]] if team and at > 1 else []
        refuse(faults(units, points, constructed=not draft, partner=partner), f"{who}: ")
    if len({unit.kind for _, units in given for unit in units if unit.is_divinity}) > 1:
        raise UsageError(by_rule("pan.army.divinity"))
    armies = [(who, units, left_over(units, points, constructed=not draft)) for who, units in given]
    board = _areas(terminal, ground) if ground else ()
    id_, game = games().begin_game(
        name, terminal.words, lambda _: replace(new_game(armies, team=team), ground=board, rulings=chosen)
    )
    head = tr("The game is called {name}. `hoplo pantheon play` leads through it; first, troops are placed.", name=id_)
    return TABLE.shown(game, line(head))


def _named(players: Sequence[str]) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """The players that are named, each with the army of a file."""
    parted = [each.partition("=") for each in players]
    if not all(who.strip() and file for who, _, file in parted):
        raise UsageError("Enter each player as in `--player Anna=anna.txt`.")
    for who, _, file in parted:
        yield who.strip(), _units_in(Path(file))


def _asked(terminal: Terminal, *, draft: bool) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """Ask for the players, then for the army of each, a unit a line."""
    terminal.need_terminal(tr("Enter each player as in `--player Anna=anna.txt`."))
    asking, names = Asking(terminal), list[str]()
    while len(names) < 4:
        who = asking.line(tr("Player {n}, clockwise:", n=len(names) + 1), "" if len(names) > 1 else None).strip()
        if not who:
            break
        names.append(who)
    for who in names:
        terminal.say(tr("The army of {player}:", player=who))
        yield who, _units_asked(terminal, points_of(len(names)), constructed=not draft)


def _areas(terminal: Terminal, file: str) -> tuple[str, ...]:
    """Read the areas of a board from a file, or from standard input."""
    if file == "-":
        data = read_stream(terminal.piped, tr("standard input"), LARGEST_POSITION)
    else:
        data = read_whole(Path(file), LARGEST_POSITION)
    lines = tuple(data.decode(errors="replace").splitlines())
    read_ground(lines)
    return tuple(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def board(
    terminal: Terminal,
    file: Annotated[str, argument("The areas, one per line; - for standard input.", metavar="[FILE]")] = "",
) -> Answer:
    """Show the board of the game with its units; or enter it, for moves and attacks to be checked on.

    An area is a line, as in `3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down`.
    """
    if file:
        found = _areas(terminal, file)
        with games().opened() as opened:
            opened.keep(replace(opened.game, ground=found, elements={}), terminal.words, terminal.words)
    ground = games().game().board
    table = {
        area.id: {
            "terrain": area.ground,
            "capacity": area.capacity,
            "full": ground.is_full(area.id),
            "units": [piece.name for piece in ground.on(area.id)],
            "beside": {other: between.kind for other, between in ground.near(area.id).items()},
        }
        for area in ground.areas.values()
    }
    return Answer(lambda: views.ground_lines(ground), lambda: table)


UnitArgument = Annotated[str, argument("A unit of the game; the active one if left out.")]


def _on_board(terminal: Terminal, typed: str) -> tuple[Game, Fighter, int]:
    """The unit that is meant as it stands on the board of the game, and its movement."""
    game = games().game()
    id_ = meant(typed, game.names()) if typed else game.active()[0]
    if not game.knows(game.units[id_].area):
        raise UsageError(
            "{unit} is in no area of the board: enter the areas with `hoplo pantheon board FILE`.",
            unit=game.names()[id_],
        )
    notice_old_lines(terminal, game, id_)
    return game, game.board.pieces[id_], stats_of(game, id_)[3]


def moves(terminal: Terminal, unit: UnitArgument = "") -> Answer:
    """Say where a unit may walk, run or fly, what ends its move, and what keeps it from the areas beside it."""
    game, piece, movement = _on_board(terminal, unit)
    hows = (WALK, RUN, FLIGHT) if "flying" in piece.traits else (WALK, RUN)
    found = [moves_of(game.board, piece, how, movement) for how in hows]
    table: dict[str, Any] = {"start": at_start(piece) or None}
    for each in found:
        ways = {to.area: {"path": to.path, "ends_by": to.ends_by} for to in each.arrivals}
        table[each.how] = {"moves": ways, "never": each.never or None, "not": each.beside}
    return Answer(lambda: views.move_lines(piece, found), lambda: table)


def targets(terminal: Terminal, unit: UnitArgument = "") -> Answer:
    """Say whom a unit may attack: distance, range, visibility, and what ground and talents change."""
    game, piece, _ = _on_board(terminal, unit)
    enemies = {id_: each for id_, each in game.board.pieces.items() if each.area and each.is_enemy_of(piece)}
    found: dict[str, dict[str, Aim]] = {}
    for how in ("attack", "aerial") if "flying" in piece.traits else ("attack",):
        attack = Attack(offence=0, defence=0, aerial=how == "aerial")
        found[how] = {id_: aim(game.board, piece, each, attack) for id_, each in enemies.items()}
    return Answer(
        lambda: views.target_lines(piece, {how: aims.values() for how, aims in found.items()}),
        lambda: {how: {id_: _aim_table(each) for id_, each in aims.items()} for how, aims in found.items()},
    )


def _aim_table(aim: Aim) -> dict[str, Any]:
    offence, defence, _ = aim.values.added
    return {"legal": aim.is_legal, "distance": aim.distance, "range": aim.values.range,
            "as_range_0": aim.is_full_adjacent, "visible": aim.sight.is_seen,
            "offence": offence, "defence": defence}  # fmt: skip


for _command in (attack, odds, army, draft, moves, targets, new, board):
    app.command()(_command)
commands.register(app, TABLE, lead)
