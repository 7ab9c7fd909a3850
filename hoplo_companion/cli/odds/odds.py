"""`hoplo odds`: what an attack, a plan for your turn or the whole fight can come to."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from typer.main import get_command

from hoplo_companion.cli.wrapping import App, Group
from hoplo_companion.language import later

COMMANDS = ("attack", "turn", "fight")
"""The commands, of which each has a module of its own."""


class _Odds(Group):
    """The commands of `hoplo odds`, each loaded when it is called for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name; None where there is none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            single = App()
            single.command(cmd_name)(getattr(import_module(f"hoplo_companion.cli.odds.{cmd_name}"), cmd_name))
            self.commands[cmd_name] = get_command(single)
            self.commands[cmd_name].name = cmd_name
        return super().get_command(ctx, cmd_name)


app = App(cls=_Odds, help=later("The odds of an attack, of a plan for your turn or of the whole fight."))


@app.callback()
def _only() -> None:
    """Show what an attack, a plan for your turn or the whole fight can come to."""
