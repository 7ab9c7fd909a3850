"""What the verbs of a game have in common: what happened, the turn changed, players and numbers as they are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.game import Game, InPlay


class Event(NamedTuple):
    """Something that happened: what, and the ids and numbers that a sentence about it needs."""

    what: str
    about: dict[str, object]
    rule: str = ""


Done = tuple[Game, list[Event]]
Verb = Callable[[Game, list[str]], Done]


def with_turn(game: Game, **changes: object) -> Game:
    """Change the turn of a game."""
    return replace(game, turn=replace(game.turn, **changes))


def only(args: list[str], most: int, example: str) -> None:
    """Refuse more words than a verb has."""
    if len(args) > most:
        raise UsageError(tr("Too many words: as in `{example}`.", example=example))


def player_at(game: Game, name: str) -> int:
    """Find a player by name; UsageError lists them."""
    found = [at for at, player in enumerate(game.players) if player.name.casefold().startswith(name)]
    if len(found) != 1:
        raise UsageError(
            tr("Which player is {name}? {players}.", name=clip(name), players=", ".join(p.name for p in game.players))
        )
    return found[0]


def whole(text: str, least: int, most: int) -> int | None:
    """Read a whole number within limits; None where it is not one."""
    is_one = text.isascii() and text.isdigit() and len(text) < 4
    return int(text) if is_one and least <= int(text) <= most else None


def living(unit: InPlay) -> InPlay:
    """Refuse a unit that is destroyed."""
    if unit.destroyed:
        raise IllegalError(tr("{unit} is destroyed.", unit=unit.unit.name))
    return unit
