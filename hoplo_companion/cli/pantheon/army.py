"""`hoplo pantheon army` and `draft`: is an army allowed, what is its deck, who recruits when."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption, SeedOption
from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.files import LARGEST_POSITION, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import (
    DRAWN,
    POINTS,
    deck,
    faults,
    left_over,
    points_of,
)
from hoplo_companion.pantheon.units import EXAMPLE, Unit, read_units

PlayersOption = Annotated[int, typer.Option("--players", help="The number of players, 2 to 4.")]


def army_of(terminal: Terminal | None, lines: list[str] | None, file: Path | None) -> tuple[Unit, ...]:
    """Read the units of an army: from the command, a file, or asked for at a terminal."""
    given = list(lines or [])
    if file is not None:
        given += read_whole(file, LARGEST_POSITION).decode(errors="replace").splitlines()
    if not given and terminal is not None:
        terminal.need_terminal(
            tr("Enter each unit in a line of its own: `{example}`, or a file with --file.", example=EXAMPLE)
        )
        terminal.say(tr("Each unit in one line, as in `{example}`; Enter alone ends them.", example=EXAMPLE))
        while line := Asking(terminal).line(tr("Unit {n}:", n=len(given) + 1), ""):
            try:
                given += [line_of(each) for each in read_units([line])]
            except UsageError as fault:
                terminal.say(f"  {fault}")
    return read_units(given)


def line_of(unit: Unit) -> str:
    """Write a unit as its line, for what is read again."""
    parts = [unit.kind, f"cost {unit.cost}", f"cards {unit.cards}", f"aow {unit.strategy}"]
    if unit.vitality is not None:
        parts.append(f"vitality {unit.vitality}")
    if unit.offence is not None:
        parts.append(f"stats {unit.offence}/{unit.defence}/{unit.range}/{unit.movement}")
    return f"{unit.name}: " + ", ".join([*parts, *unit.talents, *unit.traits])


def allowed_points(players: int) -> int:
    """Give each player's points; UsageError where no game has so many players."""
    if players not in POINTS:
        raise UsageError(tr("A game has 2 to 4 players, not {n}.", n=players))
    return points_of(players)


def refuse_army(
    units: tuple[Unit, ...],
    points: int,
    *,
    constructed: bool,
    partner: list[str],
    limited: tuple[Unit, ...] = (),
    whose: str = "",
) -> None:
    """Refuse an army that the rules do not allow: IllegalError says all that is wrong with it."""
    from hoplo_companion.components.names import slug
    from hoplo_companion.render.pantheon.army import fault_words

    broken = faults(
        units,
        points,
        constructed=constructed,
        partner=[slug(n) for n in partner],
        limited=[each.id for each in limited],
    )
    found = [fault_words(each) for each in broken]
    if found:
        raise IllegalError(f"{whose}: " * bool(whose) + " ".join(found))


def army(
    terminal: Terminal,
    units: Annotated[
        list[str] | None,
        typer.Argument(metavar="[UNIT]...", help="A unit in one line: 'Athena: god, cost 6, cards 4, aow 3'."),
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Units from this file, one per line.")] = None,
    players: PlayersOption = 2,
    draft: Annotated[bool, typer.Option("--draft", help="A drafted army: points may be left over.")] = False,
    partner: Annotated[
        str, typer.Option("--partner", help="In a team: your partner's units, separated by commas.")
    ] = "",
    limited: Annotated[
        Path | None, typer.Option("--limited", metavar="FILE", help=later("All units that the scenario lists."))
    ] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Let the app shuffle the deck and draw the first hand.")] = False,
    seed: SeedOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Check an army by the rules of recruiting, and give its deck and its first hand.

    Without --draft it is a constructed army, which costs exactly the points there are.
    """
    points = allowed_points(players)
    found = army_of(terminal, units, file)
    only = army_of(None, None, limited) if limited is not None else ()
    refuse_army(found, points, constructed=not draft, partner=listed(partner), limited=only)
    rests = left_over(found, points, constructed=not draft)
    drawn: list[str] = []
    if draw:
        from hoplo_companion.dice import Dice

        dice, cards = Dice(seed), deck(found)
        drawn = [cards.pop(dice.choose(len(cards))) for _ in range(min(DRAWN, len(cards)))]
    if json:
        from collections import Counter

        terminal.show_json(
            {
                "points": points,
                "spent": points - rests,
                "deck": dict(Counter(deck(found))),
                "left_over": rests,
                "drawn": drawn,
            }
        )
        return
    from hoplo_companion.render.pantheon.army import army_lines

    terminal.show(army_lines(found, points, rests, drawn), plain)
