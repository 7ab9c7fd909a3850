"""`hoplo pantheon draft`: who recruits when, and the draft itself from the units that are there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.pantheon.army import allowed_points, line_of
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.files import LARGEST_POSITION, read_whole, write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import divinity_order, recruiting_order
from hoplo_companion.pantheon.recruiting import Draft
from hoplo_companion.pantheon.units import Unit, read_units
from hoplo_companion.render.pantheon.army import draft_lines, fault_words, order_lines


def draft(
    terminal: Terminal,
    players: Annotated[list[str], typer.Argument(help="The players clockwise, the lead player first.")],
    done: Annotated[str, typer.Option("--done", help="Who recruits no more, separated by commas.")] = "",
    pool: Annotated[
        Path | None,
        typer.Option("--pool", metavar="FILE", help="The available units, one per line."),
    ] = None,
    pick: Annotated[
        list[str] | None, typer.Option("--pick", metavar="UNIT", help="The next unit that is recruited; repeatable.")
    ] = None,
    team: Annotated[bool, typer.Option("--team", help="Two teams of two, who sit in turn.")] = False,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help="Write each army there, for a game of your own.")
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Say in which order players recruit: divinities clockwise, all other units counter-clockwise.

    With --pool the draft is led through: whose turn it is, which units can be afforded, what is left in the end.
    """
    points = allowed_points(len(players))
    if len({each.casefold() for each in players}) < len(players):
        raise UsageError(tr("Two players have the same name: {players}.", players=", ".join(players)))
    if team and len(players) != 4:
        raise UsageError(tr("A team game has 4 players, two on each side."))
    if pool is not None:
        _recruit(terminal, Draft(tuple(players), points, _pool(pool), team=team), pick or [], into, json, plain)
        return
    if pick or into is not None:
        raise UsageError(tr("--pick and --into need the units that are there: --pool FILE."))
    ended = listed(done)
    if unknown := [each for each in ended if each not in players]:
        raise UsageError(
            tr("{name} is not one of the players: {players}.", name=unknown[0], players=", ".join(players))
        )
    left = recruiting_order(players, done=ended)
    order = [each for _, each in zip(range(2 * len(players)), left, strict=False)]
    if json:
        terminal.show_json({"divinities": divinity_order(players), "units": order})
        return
    terminal.show(order_lines(divinity_order(players), order), plain)


def _pool(file: Path) -> tuple[Unit, ...]:
    units = read_units(read_whole(file, LARGEST_POSITION).decode(errors="replace").splitlines())
    if len({unit.id for unit in units}) < len(units):
        twice = next(unit.name for at, unit in enumerate(units) if unit.id in {each.id for each in units[:at]})
        raise UsageError(tr("{unit} is there twice: each unit has one line.", unit=twice))
    return units


def _recruit(terminal: Terminal, state: Draft, picks: list[str], into: Path | None, json: bool, plain: bool) -> None:
    """Lead through a draft: by the picks that are given, and then by a key each."""
    for name in picks:
        state = state.recruited(_found(state, name), fault_words)
    with terminal.drafted():
        while (player := state.next()) is not None and not json and terminal.is_interactive():
            terminal.show(draft_lines(state), plain)
            choices = {_shown(unit): unit for unit in state.affordable(player)}
            text = tr("{player} recruits, {n} points left:", player=state.players[player], n=state.left(player))
            state = state.recruited(choices[terminal.choose(text, list(choices))], fault_words)
    if into is not None and state.next() is None:
        for at, name in enumerate(state.players):
            write_whole(into / f"{slug(name)}.txt", "".join(f"{line_of(unit)}\n" for unit in state.army(at)).encode())
    following = state.next()
    if json:
        terminal.show_json(
            {
                "next": None if following is None else state.players[following],
                "armies": {
                    name: {"units": [unit.name for unit in state.army(at)], "left_over": state.left(at)}
                    for at, name in enumerate(state.players)
                },
            }
        )
        return
    terminal.show(draft_lines(state), plain)


def _found(state: Draft, name: str) -> Unit:
    found = [unit for unit in state.pool if unit.id == slug(name)]
    found = found or [unit for unit in state.pool if slug(name) and unit.id.startswith(slug(name))]
    if len(found) != 1:
        known = ", ".join(unit.name for unit in state.pool)
        raise UsageError(tr("Which unit is {name}? {known}.", name=clip(name), known=known))
    return found[0]


def _shown(unit: Unit) -> str:
    return tr("{unit} ({n} points)", unit=unit.name, n=unit.cost)
