"""The games of this table, and how a step of one is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hoplo_companion.cli.saves.game_commands import Table
from hoplo_companion.pantheon.game import Game
from hoplo_companion.pantheon.steps import Event
from hoplo_companion.render.pantheon.game import event_words, game_lines
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.games import Games, OpenGame


def games() -> Games[Game]:
    """Give the games of this table."""
    return Games("pantheon", Game)


def keep(opened: OpenGame[Game], game: Game, events: Sequence[Event], line: str) -> None:
    """Keep a line that was played, with what happened."""
    opened.keep(game, f"pantheon play {line}", line, events)


def as_json(game: Game) -> Any:
    """Give a game to programs."""
    return msgspec.to_builtins(game)


def _happened(game: Game, step: Step) -> list[str]:
    return [event_words(game, Event(*each)) for each in step.answers if isinstance(each, list) and len(each) == 3]


TABLE = Table(games, game_lines, as_json, _happened)
