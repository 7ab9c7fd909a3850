"""`hoplo odds`: what an attack, a Special or an Ability can come to, with exact chances."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from hoplo_companion.cli.fight.positions import Board, look_up
from hoplo_companion.cli.shell.table_words import any_unit
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App, Group
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.odds.attack import Odds, attack_odds, effect_odds
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.model import oppose
from hoplo_companion.rules.naming import any_named, picked
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.effects.scene import Held
    from hoplo_companion.rules.model import Combat, Unit

APART = ("turn", "fight")
"""The commands that have a module of their own, which the odds of an attack do not wait for."""


class _Odds(Group):
    """The commands of `hoplo odds`, each loaded when it is called for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the commands."""
        return [*super().list_commands(ctx), *(name for name in APART if name not in self.commands)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Give a command by name; None where there is none."""
        if cmd_name in APART and cmd_name not in self.commands:
            single = App()
            single.command(cmd_name)(getattr(import_module(f"hoplo_companion.cli.odds.{cmd_name}"), cmd_name))
            self.commands[cmd_name] = get_command(single)
            self.commands[cmd_name].name = cmd_name
        return super().get_command(ctx, cmd_name)


app = App(cls=_Odds, help=later("The odds of an attack, of a plan for your turn or of the whole fight."))


@app.callback()
def _only() -> None:
    """Show what an attack, a plan for your turn or the whole fight can come to."""


@app.command()
def attack(
    terminal: Terminal,
    board: Board,
    unit: Annotated[str, typer.Argument(help="Who attacks, of either side.", autocompletion=any_unit)],
    target: Annotated[str, typer.Argument(help="Whom it attacks, or its Special or Ability.", autocompletion=any_unit)],
    at: Annotated[
        str, typer.Argument(metavar="[TARGET]", help="Whom the Special or Ability targets.", autocompletion=any_unit)
    ] = "",
) -> Answer:
    """Show the exact chances of an attack as the board stands: HP lost, defeat, and what comes back.

    Every skill, tactic, card and modifier of both sides counts. Nothing is rolled and nothing changes.
    """
    combat = board.read(terminal)
    here = list(combat.in_arena())
    one = any_named(combat, unit, here)
    held = _effect_named(combat, one, target)
    if held is not None:
        other = any_named(combat, at, here) if at else None
    elif at:
        has = ", ".join(dict.fromkeys(held.name for held in _effects(combat, one).values())) or tr("none")
        why = tr(
            "{unit} has no Special or Ability {skill}; it has: {skills}", unit=one.id, skill=clip(target), skills=has
        )
        raise UsageError(why)
    else:
        other = any_named(combat, target, [each for each in here if each.id != one.id])
        _check_opponent(combat, one, other)

    def count(now: Combat) -> tuple[Combat, Odds]:
        attacker = now.units[one.id]
        aim = now.units[other.id] if other is not None else None
        if held is not None:
            return now, effect_odds(now, attacker, held, aim)
        assert aim is not None
        return now, attack_odds(now, attacker, aim)

    combat, found = look_up(terminal, combat, count)
    aim = other.id if other is not None else ""
    can = held is not None or any(each.id == aim for each in attackable(combat, combat.units[one.id]))

    def lines() -> list[Line]:
        from hoplo_companion.render.odds import attack_lines

        return attack_lines(combat, found, names_of(combat), aim)

    if not can and not terminal.json:
        names = names_of(combat)
        terminal.notice(
            tr("As things stand {unit} cannot attack {target}; these would be the odds.",
               unit=names(one.id), target=names(aim))
        )  # fmt: skip
    return Answer(lines, lambda: _plain(one, held, aim, found, can=can))


def _check_opponent(combat: Combat, one: Unit, other: Unit) -> None:
    if not oppose(combat, one, other):
        names = names_of(combat)
        raise UsageError(
            tr("{unit} and {target} are not opponents: name one unit of each side.",
               unit=names(one.id), target=names(other.id))
        )  # fmt: skip


def _effects(combat: Combat, unit: Unit) -> dict[str, Held]:
    """Name the Specials and Abilities of a unit."""
    found: dict[str, Held] = {}
    for on in ("special", "ability"):
        for held in judge(combat).on(on, unit.id):
            found.setdefault(held.id, held)
            found.setdefault(slug(held.name), held)
    return found


def _effect_named(combat: Combat, unit: Unit, name: str) -> Held | None:
    return picked(name, _effects(combat, unit))


def _plain(unit: Unit, held: Held | None, aim: str, found: Odds, *, can: bool) -> dict[str, Any]:
    """Give the odds as plain data, every chance a fraction."""
    return {
        "unit": unit.id,
        **({"effect": held.id} if held is not None else {}),
        "target": aim or None,
        "possible": can,
        "dice": list(found.dice),
        "units": {
            id_: {
                "lost": {str(lost): str(chance) for lost, chance in each.lost.items()},
                "expected": str(each.expected),
                "defeated": str(each.falls),
            }
            for id_, each in found.suffered.items()
        },
        "chosen": [{"question": each.question.id, "option": each.option} for each in found.chosen],
    }
