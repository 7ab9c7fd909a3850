"""`hoplo completions`: what the Tab key offers in bash, zsh, fish and PowerShell, by Typer's own completion."""

from __future__ import annotations

from typing import Annotated

from hoplo_companion.cli.app import ASKED
from hoplo_companion.cli.options import argument
from hoplo_companion.cli.shell.names import SHELLS, shell_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.names import advise
from hoplo_companion.errors import HoploError, UsageError, clip, system_reason
from hoplo_companion.language import tr

app = App(help="What the Tab key offers in bash, zsh, fish and PowerShell.")

ShellArgument = Annotated[
    str, argument("bash, zsh, fish or powershell; yours if left out.", shell_name, metavar="[SHELL]")
]


@app.command()
def show(terminal: Terminal, shell: ShellArgument = "") -> None:
    """Print the completion for a shell, to put where you like: `hoplo completions show bash`."""
    terminal.print(script(_shell(shell)), end="")


@app.command()
def install(terminal: Terminal, shell: ShellArgument = "") -> None:
    """Put the completion where the shell finds it; its start-up file is changed only if you agree."""
    from typer._completion_shared import install as installed

    name = _shell(shell)
    terminal.confirm(tr("Put it where {shell} finds it, changing its start-up file if need be?", shell=name))
    try:
        _, path = installed(name, "hoplo", ASKED)
    except (OSError, RuntimeError, ValueError) as fault:
        why = system_reason(fault) if isinstance(fault, OSError) else str(fault)
        raise HoploError(
            tr("the completion for {shell} cannot be put in place: {reason}", shell=name, reason=why)
        ) from None
    terminal.say(tr("The completion is in {path}. It works from the next {shell} on.", shell=name, path=path))


def script(shell: str) -> str:
    """The completion for a shell, as Typer writes it."""
    from typer._completion_shared import get_completion_script

    return get_completion_script(prog_name="hoplo", complete_var=ASKED, shell=shell) + "\n"


def _shell(typed: str) -> str:
    """The shell that is meant by its name, else the one that runs; UsageError where hoplo does not serve it."""
    from typer._completion_shared import _get_shell_name

    name = typed.strip().casefold() or (_get_shell_name() or "")
    if name in SHELLS:
        return name
    if not typed:
        raise UsageError(tr("which shell? Name one: {shells}", shells=", ".join(SHELLS)))
    advice = advise(typed, SHELLS, "shells")
    raise UsageError(tr("there is no completion for {shell}; {advice}", shell=clip(typed), advice=advice))
