"""Any moment of a campaign again: the state after a step, its fight with what it asks, and what a move decided.

A move is made once more with the answers that were kept, every decision explained.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.rules.events import Event, Explained
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.line import write_notation
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import laid_open
from hoplo_companion.table.play.fight import Game, fight_table, made_again, open_combat
from hoplo_companion.table.play.history import story_of_fight
from hoplo_companion.table.play.replay import Replayed, replayed
from hoplo_companion.table.saves.format import Header, hash_of
from hoplo_companion.table.saves.open_campaign import from_state
from hoplo_companion.table.saves.save import EMPTY, Save


class Moment(Struct, frozen=True, omit_defaults=True):
    """One moment: after which step, and the fight in the middle of its move with what it asks.

    Shapes: `fight` is as `hoplo fight --json` has it; `position` is position@1, and `line` the same in one line;
    `fault` says why the fight cannot be opened.
    """

    n: int = 0
    what: str = ""
    fight: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    line: str = ""
    fault: str = ""


def in_a_line(position: dict[str, Any], catalogue: Catalogue) -> str:
    """Write a position in one line; empty where it has what no line can say."""
    try:
        return write_notation(position, catalogue)
    except HoploError:
        return ""


def moment_of(save: Save, n: int | None, catalogue: Catalogue) -> Moment:
    """Give the moment after a step of a save, after the last one if None; UsageError where there is no such step."""
    then = at_step(save, n)
    what = next((str(step.what) for _, step in save.lines() if step.n == then.n), "")
    try:
        campaign = from_state(then.state)
        if campaign.fight is None:
            return Moment(then.n, what)
        table = fight_table(Game(campaign, catalogue))
    except HoploError as fault:
        return Moment(then.n, what, fault=str(fault))
    return Moment(then.n, what, table, table["position"], in_a_line(table["position"], catalogue))


def at_step(save: Save, n: int | None) -> Header:
    """Give what `state.json` held after a step of the log, undone ones too; UsageError where the log has none."""
    if n is None or n == save.header.n:
        return save.header
    first, last = 0, 0
    for header in Save(save.folder, save.copies, EMPTY).followed(quick=True):
        if header.end > save.header.end:
            break
        if header.n == n and hash_of(header.state) == header.hash:
            return header
        first, last = first or header.n, header.n
    raise UsageError(tr("the log has no step {n}: it has steps {first} to {last}", n=n, first=first, last=last))


def at_moment(save: Save, step: int | None) -> Save:
    """Give a save as it was after one of its steps."""
    return Save(save.folder, save.copies, at_step(save, step))


def fight_again(save: Save, catalogue: Catalogue) -> Replayed | None:
    """Play the fight of a save once more from its set-up; None where none is followed."""
    kept = from_state(save.state).fight
    if kept is None:
        return None
    return replayed(from_state(story_of_fight(save).start), kept, catalogue)


# Decisions ------------------------------------------------------------------------------------------------------


class Explanation(NamedTuple):
    """A move made once more: the board before it, the combat as it then stands, and all that happened."""

    before: Combat
    combat: Combat
    events: list[Event]

    @property
    def decisions(self) -> list[Decision]:
        """List what was decided on the way, in order."""
        return [event.decision for event in self.events if isinstance(event, Explained)]


def before_last_move(save: Save) -> Campaign | None:
    """Give the campaign as it was before the last move of its fight, with that move under way; None where none was."""
    now = from_state(save.state)
    if now.fight is None or not now.fight.moves or now.fight.under_way:
        return now if now.fight is not None and now.fight.moves else None
    count = len(now.fight.moves)
    for _, _, state in save.past():
        fight = state.get("fight")
        if fight is None:
            break
        if len(fight.get("moves", {})) < count or fight.get("under_way"):
            then = from_state(state)
            assert then.fight is not None
            return replace(then, fight=replace(then.fight, moves=now.fight.moves, under_way=True))
    return None


def explained(campaign: Campaign, catalogue: Catalogue) -> Explanation:
    """Make the move under way once more, explained; HoploError where its answers no longer fit what is asked."""
    before = open_combat(campaign, catalogue)
    return Explanation(before, *made_again(replace(before, explain=laid_open), campaign))
