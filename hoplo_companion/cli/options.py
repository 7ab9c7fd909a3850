"""Options and arguments that many commands take."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hoplo_companion.language import speaking

PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="FILE",
        help="The board: a file, - for standard input, or the board in one line.",
    ),
]
ExampleOption = Annotated[bool, typer.Option("--example", help="Use the rulebook's example (p.22-24).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="No colour; the same words.")]
Many = list[str] | None
"""What a call may name several times."""
NO_BANE = "none"
"""The word for no bane: none is removed, or none is left on the stack."""

BaneOption = Annotated[
    Many,
    typer.Option(
        "--bane",
        help="A bane that you drew, NAME:KIND (bag, unit or camp), or NAME once its kind is known; may be "
        "repeated; none if the stack is empty.",
    ),
]


def english_for_programs(json: bool) -> AbstractContextManager[None]:
    """Speak English while an answer for programs is made, which is the same in every language."""
    return speaking("en") if json else nullcontext()


class Auto(StrEnum):
    """How the app chooses where it is asked to."""

    first = "first"
    random = "random"


class Step(StrEnum):
    """The steps of the rival's turn."""

    deployment = "deployment"
    tactics = "tactics"
    movement = "movement"
    abilities = "abilities"
    engage = "engage"


AnswersOption = Annotated[Path | None, typer.Option("--answers", help="Answer from this file, a JSON value per line.")]
AutoOption = Annotated[
    Auto | None, typer.Option("--auto", case_sensitive=False, help="Let the app choose among equal options and roll.")
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Make the app's dice and choices repeatable.")]
ExplainOption = Annotated[bool, typer.Option("--explain", help="Explain every decision.")]
WriteOption = Annotated[
    Path | None, typer.Option("--write", help="Write the final position to this file (JSON or TOML).")
]


LineArgument = Annotated[
    str,
    typer.Argument(metavar="[POSITION]", help="The board in one line: 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6'."),
]
AnywayOption = Annotated[
    bool, typer.Option("--anyway", help="Do it against the rules: your own ruling, which is kept with the fight.")
]
