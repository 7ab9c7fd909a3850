"""What a chronicle is made of: a campaign's rounds, and each fight with its turns and its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.luck import FightDice
from hoplo_companion.campaign.model import Campaign


class Turn(NamedTuple):
    """A turn of a fight: its number, 0 for none, whose it was, the boards before and after it, what happened.

    Shapes: a board is position@1.
    """

    turn: int
    turn_of: str
    before: dict[str, Any]
    after: dict[str, Any]
    events: Sequence[object]


class Fought(NamedTuple):
    """A fight: as it ended, its turns as far as they can be played again, and its dice."""

    fight: Fight
    turns: Sequence[Turn]
    dice: FightDice


class Round(NamedTuple):
    """A round: the campaign as it began, on arrival, and as it ended; whether a combat was on; what was noted.

    Shapes: `arrived` is as it began where the encampment went nowhere.
    """

    began: Campaign
    arrived: Campaign
    ended: Campaign
    is_fought: bool
    notes: Sequence[str]
    fights: Sequence[Fought]

    @property
    def week(self) -> tuple[int, int]:
        """The act and the week in which it began."""
        return self.began.pad.act, self.began.week
