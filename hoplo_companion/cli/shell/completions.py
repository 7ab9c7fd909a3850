"""`hoplo completions`: what the Tab key offers, for bash, zsh, fish and PowerShell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.shell.names import shell_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr

if TYPE_CHECKING:
    from hoplo_companion.cli.shell.installing import Place

app = App(help="What the Tab key offers in bash, zsh, fish and PowerShell.")

ShellArgument = Annotated[
    str,
    typer.Argument(
        metavar="[SHELL]", help="bash, zsh, fish or powershell; yours if left out.", autocompletion=shell_name
    ),
]


@app.command()
def show(terminal: Terminal, shell: ShellArgument = "") -> None:
    """Print the completion for a shell: `source <(hoplo completions show bash)` is enough for one evening."""
    from hoplo_companion.cli.shell.scripts import script

    terminal.print(script(_shell(terminal, shell)), end="")


@app.command()
def write(terminal: Terminal, folder: Annotated[Path, typer.Argument(help="The folder to write them into.")]) -> None:
    """Write the completions for all shells into a folder, each under the name that its shell looks for."""
    from hoplo_companion.cli.shell.scripts import SHELLS, script

    for shell, about in SHELLS.items():
        write_whole(folder / about.file, script(shell).encode())
        terminal.print(folder / about.file)


@app.command()
def install(
    terminal: Terminal,
    shell: ShellArgument = "",
    to: Annotated[
        Path | None, typer.Option("--dir", help="The folder to write it into; where the shell looks if left out.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Change the shell's start-up file too, without being asked.")
    ] = False,
) -> None:
    """Write the completion to where the shell looks for it, and say what is left to do.

    A start-up file (.bashrc, .zshrc, the profile of PowerShell) is changed only where that is needed and agreed to.
    """
    from hoplo_companion.cli.shell.installing import place_of
    from hoplo_companion.cli.shell.scripts import SHELLS, script

    name = _shell(terminal, shell)

    place = place_of(terminal.environment, name)

    path = (to or place.folder) / SHELLS[name].file if to or not place.file else place.folder / place.file

    write_whole(path, script(name).encode())
    terminal.say(tr("The completion for {shell} is written to {path}.", shell=name, path=path))
    if to is not None:
        terminal.say(
            tr("Left to do: have {shell} read it, as by this line in {file}:", shell=name, file=place.start_up)
        )
        terminal.print(f"  {place.line_for(path)}")
        return
    if _start_up(terminal, place, path, yes):
        terminal.say(tr("It works from the next {shell} on.", shell=name))


def _start_up(terminal: Terminal, place: Place, path: Path, yes: bool) -> bool:
    """Put the line into the shell's start-up file that makes it read the completion; tell whether all is done."""
    if place.is_found:
        return True
    line = place.line_for(path)
    from hoplo_companion.cli.shell.installing import has_line

    if has_line(place.start_up, line):
        terminal.say(tr("{file} has the line for it already.", file=place.start_up))
    elif yes or (
        terminal.is_interactive() and terminal.agreed(tr("Add this to {file}?", file=place.start_up) + f"\n  {line}\n")
    ):
        from hoplo_companion.cli.shell.installing import add_line

        add_line(place.start_up, line)
        terminal.say(tr("Added to {file}:", file=place.start_up))
        terminal.print(f"  {line}")
    else:
        terminal.say(tr("Left to do: add this line to {file} (or run it again with --yes):", file=place.start_up))
        terminal.print(f"  {line}")
        return False
    return True


def _shell(terminal: Terminal, name: str) -> str:
    """Find the shell that is meant: by its name, else the one that runs; UsageError where hoplo does not serve it."""
    from hoplo_companion.cli.shell.scripts import SHELLS

    given = name.strip().casefold() if name else _running(terminal)
    given = {"pwsh": "powershell"}.get(given, given)

    if given in SHELLS:
        return given
    if not name:
        raise UsageError(tr("which shell? Name one: {shells}", shells=", ".join(SHELLS)))
    from hoplo_companion.components.names import advise

    raise UsageError(
        tr("there is no completion for {shell}; {advice}", shell=clip(name), advice=advise(name, SHELLS, "shells"))
    )


def _running(terminal: Terminal) -> str:
    """Name the shell that runs: at a terminal the one that called, else the one of the environment; empty if none."""
    if terminal.is_interactive():
        import shellingham  # type: ignore[import-untyped]

        try:
            return str(shellingham.detect_shell()[0])
        except shellingham.ShellDetectionFailure:
            pass
    given = Path(terminal.environment.get("SHELL", "")).name.removesuffix(".exe")
    # PowerShell's own variable; it writes it so.
    return given or ("powershell" if terminal.environment.get("PSModulePath") else "")
