"""What the actions of a game have in common: what happened, the turn changed, units that are still there."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.game import Game, InPlay
from hoplo_companion.tables.actions import Happened

Done = tuple[Game, list[Happened]]


def event(what: str, about: dict[str, object], rule: str = "") -> Happened:
    """Something that happened, with the ids and numbers that a sentence about it needs."""
    return Happened(what, rule, about)


def with_turn(game: Game, **changes: object) -> Game:
    """Change the turn of a game."""
    return replace(game, turn=replace(game.turn, **changes))


def living(unit: InPlay) -> InPlay:
    """Refuse a unit that is destroyed."""
    if unit.destroyed:
        raise IllegalError(tr("{unit} is destroyed.", unit=unit.unit.name))
    return unit


def read_stats(text: str) -> tuple[int, int, int, int]:
    """Read the stats that a dashboard shows: `6/7/1/2`, or a digit each, `6712`."""
    parts = list(text.strip()) if text.strip().isdecimal() and len(text.strip()) == 4 else text.split("/")
    if len(parts) == 4 and all(each.isascii() and each.isdecimal() and int(each[:3]) <= 10 for each in parts):
        offence, defence, range_, movement = map(int, parts)
        return offence, defence, range_, movement
    raise UsageError(tr("As in `stats ares 6/7/1/2`: offence, defence, range, movement."))
