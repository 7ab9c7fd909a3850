"""The command `hoplo`: its subcommands, and the one place where failures become exit codes."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hoplo_companion import __version__
from hoplo_companion.cli import data, rival_turn, rules, solve, why
from hoplo_companion.errors import HoploError

app = typer.Typer(
    name="hoplo",
    help="A companion and referee for Hoplomachus: Victorum, beside the box.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"hoplo {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """A companion and referee for Hoplomachus: Victorum, beside the box."""


app.command("rival-turn")(rival_turn.rival_turn)
app.command("why")(why.why)
app.command("why-not")(why.why_not)
app.command("solve")(solve.solve)
app.add_typer(data.app, name="data")
app.command("rules")(rules.rules)
app.command("rulings")(rules.rulings)


def main() -> None:
    """Run the command line; an expected failure is one line on stderr and its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that is not UTF-8 shows a stand-in for a sign it lacks; it does not fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
        sys.stdout.flush()
    except HoploError as fault:
        sys.stdout.flush()
        print(f"hoplo: {fault}", file=sys.stderr)
        sys.exit(fault.exit_code)
    except KeyboardInterrupt:
        print("\nhoplo: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read the output has gone; what is left in the buffer has nowhere to go.
        sys.stdout = None  # type: ignore[assignment]
        sys.exit(1)
