"""The command line as a whole: each command's module is imported when the command is called for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from hoplo_companion import __version__
from hoplo_companion.cli.commands import COMMANDS, EVENING, GROUPS
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App, Group, UsageFault, usage_words
from hoplo_companion.errors import StoppedError, UsageError
from hoplo_companion.language import later, tr

EVERYTHING = "--all"
"""The option that makes the help list every command."""


@cache
def _load(name: str) -> Any:
    """Make the command of a name, importing its module only now."""
    module, _, attribute = COMMANDS[name].place.partition(":")
    found = getattr(import_module(f"hoplo_companion.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        single = App()
        single.command(name)(found)
        found = single
    command = get_command(found)
    command.name = name
    return command


class _Commands(Group):
    """The commands, each loaded when it is called for: start-up pays for one of them only."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Give a command by name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands[cmd_name]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write one screen of what an evening needs, and where the rest is; all of it with `--all`."""
        if EVERYTHING in getattr(ctx.obj, "arguments", ()):
            super().format_help(ctx, formatter)
            return
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section(tr("An evening")):
            formatter.write_dl([(name, tr(COMMANDS[name].help)) for name in EVENING])
        formatter.write_paragraph()
        formatter.write_dl([
            ("hoplo", tr("where things stand, and what comes next")),
            ("hoplo COMMAND --help", tr("one command, with its options")),
            ("hoplo --help --all", tr("every command, by groups")),
        ])  # fmt: skip

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands group by group by their lines in the table, which loads none of them."""
        longest = max(map(len, COMMANDS))
        for group, commands in GROUPS.items():
            with formatter.section(tr(group)):
                formatter.write_dl([(f"{name:{longest}}", tr(about.help)) for name, about in commands.items()])


def _version(ctx: typer.Context, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.obj.print(f"hoplo {__version__}")
        raise typer.Exit


def _everything(ctx: typer.Context, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.obj.print(ctx.get_help())
        raise typer.Exit


def _root(
    terminal: Terminal,
    ctx: typer.Context,
    everything: Annotated[
        bool, typer.Option(EVERYTHING, callback=_everything, is_eager=True, help="With --help: every command.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> Shown:
    """Show where the campaign stands, where no command is called."""
    # Whoever calls a command needs nothing of what this shows.
    from hoplo_companion.cli.campaign.stand import stand

    if words := stand(terminal):
        with terminal.called(words):
            call(terminal, words)


@cache
def command_line() -> Any:
    """Make the command line."""
    # `hoplo completions` writes the scripts of shells; they ask through Typer, which `main` answers.
    app = App(
        name="hoplo", cls=_Commands, help=later("A companion and referee for Hoplomachus: Victorum, beside the box.")
    )
    app.callback(invoke_without_command=True)(_root)
    return get_command(app)


def call(terminal: Terminal, words: Sequence[str]) -> None:
    """Run a command with the words of the call; it stands alone, and says itself what is wrong with them."""
    try:
        code = command_line().main(args=list(words), prog_name="hoplo", obj=terminal, standalone_mode=False)
        if (own := sys.modules.get("hoplo_companion.components.own")) is not None:
            own.stand_alone()  # what was entered in no step, as by `data add`, is taken back by none
    except UsageFault as fault:
        terminal.flush()
        terminal.say(usage_words(fault, words), aside=True)
        code = UsageError.exit_code
    except typer.Abort:
        raise StoppedError from None
    sys.exit(code)
