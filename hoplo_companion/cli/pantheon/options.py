"""The options of an attack, and those that several commands of this table share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import Many, SeedOption
from hoplo_companion.pantheon.die import ASSUMED, MOST, Die, read_die
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS

FARTHEST = 99
MOST_BY_POWER = 10

ReadingOption = Annotated[Many, reading_option("pantheon")]
DieOption = Annotated[
    str, typer.Option("--die", metavar="FACES", help="The faces of the attack die, where they differ: '-,1,2,3,4,5'.")
]
LeastOption = Annotated[
    int | None,
    typer.Option("--at-least", metavar="WOUNDS", min=1, max=MOST,
                 help="Play for at least so many wounds, not for the most expected."),
]  # fmt: skip


def die_of(text: str) -> Die:
    """The die of the call: the assumed one, or the faces that are set."""
    return read_die(text) if text else ASSUMED


def _one_of(option: str, known: Mapping[str, str], metavar: str, text: str) -> Any:
    """An option that takes one of the words of a table, which Tab completes."""

    def offer(incomplete: str) -> list[str]:
        return [each for each in sorted(known) if each.startswith(incomplete)]

    return typer.Option(option, metavar=metavar, help=text, autocompletion=offer)


def _number(option: str, least: int, most: int, text: str) -> Any:
    return typer.Option(option, min=least, max=most, help=text)


def _talent(option: str, text: str) -> Any:
    return _one_of(option, TALENTS, "TALENT", text)


class Given(NamedTuple):
    """An attack as it is entered: its values and what changes them, its dice, and what is done with them."""

    defence: Annotated[
        int | None,
        _number("--defence", 0, MOST, "The target's defence; of the attack in the game that is played if left out."),
    ] = None
    offence: Annotated[
        int | None, _number("--offence", 0, MOST, "The attacker's offence; as many as were rolled if left out.")
    ] = None
    rolled: Annotated[
        str | None, typer.Option("--rolled", metavar="DICE", help="The dice as rolled: '5,5,3,-,1'; a blank is - or 0.")
    ] = None
    roll: Annotated[bool, typer.Option("--roll", help="Let the app roll.")] = False
    seed: SeedOption = None
    do: Annotated[
        str,
        typer.Option("--do", metavar="STEPS", help="What you do yourself: '2>4, roll 1': a 2 for a 4, one five again."),
    ] = ""
    second: Annotated[
        str | None, typer.Option("--second", metavar="DICE", help="The second roll, of the fives in --do, or the best.")
    ] = None
    odds: Annotated[bool, typer.Option("--odds", help="The chance of every number of wounds before any die falls.")] = (
        False
    )
    at_least: LeastOption = None
    die: DieOption = ""
    distance: Annotated[int, _number("--range", 0, FARTHEST, "Areas to the target; 0 in the same area.")] = 0
    area: Annotated[bool, typer.Option("--area", help="An area attack.")] = False
    aerial: Annotated[bool, typer.Option("--aerial", help="An aerial attack of a flying unit.")] = False
    heights: Annotated[bool, typer.Option("--heights", help="The attacker is above the heights, the target below.")] = (
        False
    )
    from_: Annotated[str, _one_of("--from", TERRAINS, "TERRAIN", "Where the attacker is.")] = "open"
    to: Annotated[str, _one_of("--to", TERRAINS, "TERRAIN", "Where the target is.")] = "open"
    talent: Annotated[Many, _talent("--talent", "A talent that the attacker uses; repeatable.")] = None
    target_talent: Annotated[Many, _talent("--target-talent", "A talent that the target uses; repeatable.")] = None
    attacker: Annotated[str, _one_of("--attacker", KINDS, "KIND", "What the attacker is.")] = "hero"
    target: Annotated[str, _one_of("--target", KINDS, "KIND", "What the target is.")] = "hero"
    without: Annotated[
        Many, _talent("--without", "A talent that the attacker of the game does not use; repeatable.")
    ] = None
    target_without: Annotated[
        Many, _talent("--target-without", "A talent that the target of the game does not use; repeatable.")
    ] = None
    trait: Annotated[Many, _one_of("--trait", TRAITS, "TYPE", "A type of the attacker: aquatic, flying …")] = None
    target_trait: Annotated[Many, _one_of("--target-trait", TRAITS, "TYPE", "A type of the target.")] = None
    alone: Annotated[bool, typer.Option("--alone", help="The attacker is a troop's last miniature.")] = False
    target_alone: Annotated[bool, typer.Option("--target-alone", help="The target is a troop's last miniature.")] = (
        False
    )
    offence_by: Annotated[
        int, _number("--offence-by", -MOST_BY_POWER, MOST_BY_POWER, "What powers add to the offence.")
    ] = 0
    defence_by: Annotated[
        int, _number("--defence-by", -MOST_BY_POWER, MOST_BY_POWER, "What powers add to the defence.")
    ] = 0
