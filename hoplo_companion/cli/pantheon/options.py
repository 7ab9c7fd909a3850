"""Options that the commands of this table share, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import Many
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import ASSUMED, MOST, Die, read_die
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS

DieOption = Annotated[
    str, typer.Option("--die", metavar="FACES", help="The faces of the attack die, where they differ: '-,1,2,3,4,5'.")
]
LeastOption = Annotated[
    int | None,
    typer.Option("--at-least", metavar="WOUNDS", help="Play for at least so many wounds, not for the most expected."),
]


def die_of(text: str) -> Die:
    """Give the die of the call: the assumed one, or the faces that are set."""
    return read_die(text) if text else ASSUMED


def checked_least(least: int | None) -> int | None:
    """Refuse a number of wounds that no attack can be played for."""
    if least is not None and not 1 <= least <= MOST:
        raise UsageError(tr("{option} is 1 to {most}.", option="--at-least", most=MOST))
    return least


def stat(option: str, value: int) -> int:
    """Refuse a stat that no unit has."""
    if not 0 <= value <= MOST:
        raise UsageError(tr("{option} is 0 to {most}, not {value}.", option=option, most=MOST, value=value))
    return value


# An attack as it is entered -----------------------------------------------------------------------------------------


def _among(known: Mapping[str, str]) -> Callable[[str], list[str]]:
    def offer(incomplete: str) -> list[str]:
        return [each for each in sorted(known) if each.startswith(incomplete)]

    return offer


def _terrain(option: str, text: str) -> Any:
    return typer.Option(option, metavar="TERRAIN", help=text, autocompletion=_among(TERRAINS))


def _kind(option: str, text: str) -> Any:
    return typer.Option(option, metavar="KIND", help=text, autocompletion=_among(KINDS))


ReadingOption = Annotated[Many, reading_option("pantheon")]
DefenceOption = Annotated[
    int | None,
    typer.Option("--defence", help="The target's defence; of the attack in the game that is played if left out."),
]
OffenceOption = Annotated[
    int | None, typer.Option("--offence", help="The attacker's offence; as many as were rolled if left out.")
]
RolledOption = Annotated[
    str | None, typer.Option("--rolled", metavar="DICE", help="The dice as rolled: '5,5,3,-,1'; a blank is - or 0.")
]
DoOption = Annotated[
    str,
    typer.Option("--do", metavar="STEPS", help="What you do yourself: '2>4, roll 1': a 2 for a 4, one five again."),
]
SecondOption = Annotated[
    str | None, typer.Option("--second", metavar="DICE", help="The second roll, of the fives in --do, or the best.")
]
OddsOption = Annotated[bool, typer.Option("--odds", help="The chance of every number of wounds before any die falls.")]
FromOption = Annotated[str, _terrain("--from", "Where the attacker is.")]
ToOption = Annotated[str, _terrain("--to", "Where the target is.")]
AttackerOption = Annotated[str, _kind("--attacker", "What the attacker is.")]
TargetOption = Annotated[str, _kind("--target", "What the target is.")]
HeightsOption = Annotated[bool, typer.Option("--heights", help="The attacker is above the heights, the target below.")]
TalentOption = Annotated[
    Many, typer.Option("--talent", help="A talent that the attacker uses, as often.", autocompletion=_among(TALENTS))
]
TargetTalentOption = Annotated[
    Many,
    typer.Option("--target-talent", help="A talent that the target uses, as often.", autocompletion=_among(TALENTS)),
]


def _unused(option: str, text: str) -> Any:
    return typer.Option(option, metavar="TALENT", help=text, autocompletion=_among(TALENTS))


WithoutOption = Annotated[Many, _unused("--without", "A talent that the attacker of the game does not use, as often.")]
TargetWithoutOption = Annotated[
    Many, _unused("--target-without", "A talent that the target of the game does not use, as often.")
]
TraitOption = Annotated[
    Many, typer.Option("--trait", help="A type of the attacker: aquatic, flying …", autocompletion=_among(TRAITS))
]
TargetTraitOption = Annotated[
    Many, typer.Option("--target-trait", help="A type of the target.", autocompletion=_among(TRAITS))
]
