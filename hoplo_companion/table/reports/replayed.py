"""What a report shows when it is run here: its log checked, its fight played again, its moment opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from hoplo_companion import __version__
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import reasons
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.replay import Replayed
from hoplo_companion.table.reports.past_steps import (
    Moment,
    at_moment,
    before_last_move,
    explained,
    fight_again,
    moment_of,
)
from hoplo_companion.table.reports.report import Recovered, Report
from hoplo_companion.table.saves.changes import ChangeError, State
from hoplo_companion.table.saves.open_campaign import from_state
from hoplo_companion.table.saves.save import Save


@dataclass
class Seen:
    """What a report shows; of what cannot be shown, `differences` says why.

    Shapes: `steps` counts the lines of its log.
    """

    differences: list[str]
    state: State | None = None
    campaign: Campaign | None = None
    combat: Combat | None = None
    question: Question | None = None
    moment: Moment | None = None
    fight: Replayed | None = None
    steps: int = 0
    decisions: list[Decision] = field(default_factory=list)


@contextmanager
def _noted(differences: list[str]) -> Iterator[None]:
    """Note what cannot be done with a report: what another version wrote, or a hand has changed, may be anything."""
    try:
        yield
    except HoploError as fault:
        differences.append(str(fault))
    except (ArithmeticError, AssertionError, AttributeError, ChangeError, LookupError, RecursionError, TypeError,
            ValueError) as fault:  # fmt: skip
        what = f"{type(fault).__name__}: {str(fault)[:80]}"
        differences.append(tr("it is not as this hoplo writes it ({what})", what=what))


def look_at(report: Report, found: Recovered, step: int | None) -> Seen:
    """Run a report at one of its steps, at the moment that it is about if None; UsageError for a step it lacks."""
    other = tr("made with hoplo {version}, this one is {own}", version=report.hoplo, own=__version__)
    seen = Seen([other] if report.hoplo != __version__ else [])
    if found.save is not None:
        _look_at_save(seen, report.moment, found.save, step, found.catalogue)
    elif report.moment is not None and report.moment.position is not None:
        with _noted(seen.differences):
            seen.combat = PositionReader(found.catalogue).read_plain(report.moment.position)
            seen.moment = report.moment
            seen.decisions = reasons(seen.combat)
    return seen


def _look_at_save(seen: Seen, reported: Moment | None, save: Save, step: int | None, catalogue: Catalogue) -> None:
    then = at_moment(save, step)
    if step is None and reported is not None:
        # A save that was repaired may no longer have the moment that the report is about.
        with _noted(seen.differences):
            then = at_moment(save, reported.n)
    seen.steps = sum(1 for _ in save.lines())
    seen.state = then.state
    with _noted(seen.differences):
        seen.fight = fight_again(then, catalogue)
    with _noted(seen.differences):
        seen.moment = moment_of(then, None, catalogue)
        if reported is not None and reported.n == seen.moment.n:
            _compare(seen, reported, seen.moment)
    with _noted(seen.differences):
        _open(seen, then, catalogue)


def _compare(seen: Seen, before: Moment, now: Moment) -> None:
    """Compare the fight as it opens now with what it was when the report was made."""
    was, is_ = before.fight or {}, msgspec.json.decode(msgspec.json.encode(now.fight or {}))
    if parts := [key for key in dict.fromkeys([*was, *is_]) if was.get(key) != is_.get(key)]:
        seen.differences.append(tr("the fight opens differently here: {parts}", parts=", ".join(parts)))


def _open(seen: Seen, then: Save, catalogue: Catalogue) -> None:
    seen.campaign = campaign = from_state(then.state)
    if campaign.fight is None:
        return
    game = Game(campaign, catalogue)
    seen.combat, seen.question = game.combat, game.question()
    before = before_last_move(then)
    if before is not None:
        seen.decisions = explained(before, catalogue).decisions
    if not seen.decisions and game.fight.turn_of == "rival" and not game.fight.under_way:
        seen.decisions = reasons(game.combat)
