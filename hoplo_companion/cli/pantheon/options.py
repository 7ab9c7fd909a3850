"""The options of an attack, and those that several commands of this table share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import Many, SeedOption
from hoplo_companion.pantheon.die import ASSUMED, MOST, Die, read_die
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS

ReadingOption = Annotated[Many, reading_option("pantheon")]
DieOption = Annotated[
    str, typer.Option("--die", metavar="FACES", help="The faces of your attack die, if they differ: '-,1,2,3,4,5'.")
]
LeastOption = Annotated[
    int | None,
    typer.Option("--at-least", metavar="WOUNDS", min=1, max=MOST,
                 help="Play for at least this many wounds rather than for the most on average."),
]  # fmt: skip


def die_of(text: str) -> Die:
    """The die of the call: the assumed one, or the faces that are set."""
    return read_die(text) if text else ASSUMED


def _one_of(option: str, known: Iterable[str], metavar: str, text: str) -> Any:
    """An option that takes one of the words of a table, which Tab completes."""

    def offer(incomplete: str) -> list[str]:
        return [each for each in sorted(known) if each.startswith(incomplete)]

    return typer.Option(option, metavar=metavar, help=text, autocompletion=offer)


def _talent(option: str, text: str) -> Any:
    return _one_of(option, TALENTS, "TALENT", text)


def _number(option: str, text: str, least: int = 0, most: int = MOST) -> Any:
    return typer.Option(option, min=least, max=most, help=text)


def _line(option: str, metavar: str, text: str) -> Any:
    return typer.Option(option, metavar=metavar, help=text)


def _flag(option: str, text: str) -> Any:
    return typer.Option(option, help=text)


BY = (-10, 10)
"""What powers may add."""


class Given(NamedTuple):
    """An attack as it is entered: its values and what changes them, its dice, and what is done with them."""

    defence: Annotated[
        int | None, _number("--defence", "The target's defence; left out, the attack of the current game is meant.")
    ] = None
    offence: Annotated[
        int | None, _number("--offence", "The attacker's offence; left out, as many as the dice entered.")
    ] = None
    rolled: Annotated[str | None, _line("--rolled", "DICE", "The dice as rolled: '5,5,3,-,1'; - is a blank.")] = None
    roll: Annotated[bool, _flag("--roll", "Let the app roll.")] = False
    seed: SeedOption = None
    do: Annotated[str, _line("--do", "STEPS", "What you do yourself: '2>4, roll 1': a 2 for a 4, one five again.")] = ""
    second: Annotated[
        str | None, _line("--second", "DICE", "The second roll: of the fives in --do, else of the best choice.")
    ] = None
    odds: Annotated[bool, _flag("--odds", "The chance of every number of wounds before any die falls.")] = False
    at_least: LeastOption = None
    die: DieOption = ""
    distance: Annotated[int, _number("--range", "Areas to the target; 0 in the same area.", most=99)] = 0
    area: Annotated[bool, _flag("--area", "An area attack.")] = False
    aerial: Annotated[bool, _flag("--aerial", "An aerial attack of a flying unit.")] = False
    heights: Annotated[bool, _flag("--heights", "The attacker is above the heights, the target below.")] = False
    from_: Annotated[str, _one_of("--from", TERRAINS, "TERRAIN", "Where the attacker is.")] = "open"
    to: Annotated[str, _one_of("--to", TERRAINS, "TERRAIN", "Where the target is.")] = "open"
    talent: Annotated[Many, _talent("--talent", "A talent that the attacker uses; repeatable.")] = None
    target_talent: Annotated[Many, _talent("--target-talent", "A talent that the target uses; repeatable.")] = None
    attacker: Annotated[str, _one_of("--attacker", KINDS, "KIND", "What the attacker is.")] = "hero"
    target: Annotated[str, _one_of("--target", KINDS, "KIND", "What the target is.")] = "hero"
    without: Annotated[Many, _talent("--without", "In a game: a talent the attacker does not use; repeatable.")] = None
    target_without: Annotated[
        Many, _talent("--target-without", "In a game: a talent the target does not use; repeatable.")
    ] = None
    trait: Annotated[Many, _one_of("--trait", TRAITS, "TYPE", "A type of the attacker: aquatic, flying …")] = None
    target_trait: Annotated[Many, _one_of("--target-trait", TRAITS, "TYPE", "A type of the target.")] = None
    alone: Annotated[bool, _flag("--alone", "The attacker is a troop's last miniature.")] = False
    target_alone: Annotated[bool, _flag("--target-alone", "The target is a troop's last miniature.")] = False
    offence_by: Annotated[int, _number("--offence-by", "What powers add to the offence.", *BY)] = 0
    defence_by: Annotated[int, _number("--defence-by", "What powers add to the defence.", *BY)] = 0
