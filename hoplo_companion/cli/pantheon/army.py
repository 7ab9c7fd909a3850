"""`hoplo pantheon army` and `draft`: is an army allowed, what is its deck, who recruits when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.tables.questions import Asking
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import slug
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_POSITION, read_whole, write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon import army as recruiting
from hoplo_companion.pantheon.army import EXAMPLE, Draft, Unit, faults, left_over, points_of, read_units, refuse
from hoplo_companion.render.pantheon.game import army_lines, draft_lines, order_lines
from hoplo_companion.tables.slots import meant


def army_in(file: Path) -> tuple[Unit, ...]:
    """Read the units of a file."""
    return read_units(read_whole(file, LARGEST_POSITION).decode(errors="replace").splitlines())


def army_asked(terminal: Terminal, points: int, *, constructed: bool) -> tuple[Unit, ...]:
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
    found = (*read_units(units or []), *(army_in(file) if file is not None else ())) or army_asked(
        terminal, points, constructed=not draft
    )
    only = [each.id for each in army_in(limited)] if limited is not None else []
    shared = [slug(name) for name in listed(partner)]
    refuse(faults(found, points, constructed=not draft, partner=shared, limited=only))
    rests = left_over(found, points, constructed=not draft)
    table = {"points": points, "spent": points - rests, "deck": Counter(recruiting.deck(found)), "left_over": rests}
    return Answer(lambda: army_lines(found, points, rests), lambda: table)


def check_players(players: Sequence[str], *, team: bool) -> int:
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
    points = check_players(players, team=team)
    if pool is not None:
        units = army_in(pool)
        if twice := [name for name, times in Counter(unit.name for unit in units).items() if times > 1]:
            raise UsageError("{unit} is listed twice: one line per unit.", unit=twice[0])
        return _recruited(terminal, Draft(tuple(players), points, units, ((),) * len(players)), pick or [], into)
    if pick or into is not None:
        raise UsageError("--pick and --into need the available units: --pool FILE.")
    if unknown := [each for each in listed(done) if each not in players]:
        raise UsageError("{name} is not one of the players: {players}.", name=unknown[0], players=", ".join(players))
    order = recruiting.recruiting_order(players, listed(done))
    return Answer(lambda: order_lines(players, order), lambda: {"divinities": players, "units": order})


def _recruited(terminal: Terminal, state: Draft, picks: Sequence[str], into: Path | None) -> Answer:
    """Lead through a draft: by the picks that are given, and then by a key each."""
    units = {unit.id: unit for unit in state.pool}
    for name in picks:
        state = state.recruited(units[meant(name, {unit.id: unit.name for unit in state.pool})])
    with terminal.drafted():
        while (player := state.next()) is not None and not terminal.json and terminal.is_interactive():
            terminal.show(draft_lines(state))
            choices = {
                tr("{unit} ({n} points)", unit=each.name, n=each.cost): each for each in state.affordable(player)
            }
            text = tr("{player} recruits, {n} points left:", player=state.players[player], n=state.left(player))
            state = state.recruited(choices[terminal.choose(text, list(choices))])
    if into is not None and player is None:
        for name, army in zip(state.players, state.armies, strict=True):
            write_whole(into / f"{slug(name)}.txt", "".join(f"{unit.line}\n" for unit in army).encode())
    armies = {
        name: {"units": [unit.name for unit in state.armies[at]], "left_over": state.left(at)}
        for at, name in enumerate(state.players)
    }
    following = None if player is None else state.players[player]
    return Answer(lambda: draft_lines(state), lambda: {"next": following, "armies": armies})
