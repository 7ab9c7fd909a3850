"""Where things stand in one line, as a guided evening has it above every question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.sentences.words import ACTS, step_name

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

_TURNS = {
    "set-up": later("{fight}: the set-up"),
    "rival": later("{fight}: turn {turn}, the rival's"),
    "player": later("{fight}: turn {turn}, yours"),
    "arena": later("{fight}: turn {turn}, the arena's"),
    "nobody": later("{fight}: the end"),
}
_PHASES = {
    "travel": later("Travel Phase"),
    "event": later("Event Phase"),
    "cleanup": later("combat, then Cleanup Phase"),
}


def turn_words(fight: Fight, combat: Combat | None) -> str:
    """Say of a fight whose turn it is, and which step where the combat at a question is given."""
    whose = combat.side if combat is not None and fight.turn_of != "set-up" else fight.turn_of
    turn = combat.turn if combat is not None else fight.position.get("turn", 1)
    words = tr(_TURNS[whose], fight=fight.name, turn=fight.turn_number(turn))
    if whose != "rival" or combat is None or not combat.step:
        return words
    step = "activity" if combat.step == "tactics" and combat.event == "scion" else combat.step
    return f"{words}, {step_name(step)}"


def round_words(campaign: Campaign) -> str:
    """Say of a campaign between its fights: act, week, place and phase."""
    if campaign.is_stand_alone:
        return tr("A stand-alone fight")
    values = {"act": ACTS[campaign.pad.act], "week": campaign.week, "phase": _phase(campaign)}
    if campaign.place:
        return tr("Act {act}, week {week}, at {place}: {phase}", place=campaign.place, **values)
    return tr("Act {act}, week {week}: {phase}", **values)


def _phase(campaign: Campaign) -> str:
    if campaign.outcome:
        return in_sense("of a campaign", "won") if campaign.outcome == "won" else in_sense("of a campaign", "lost")
    return tr(_PHASES[campaign.phase])


def clock_words(seconds: float) -> str:
    """Say how long somebody has played: `0:42`, hours and minutes."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    return tr("{hours}:{minutes} played", hours=hours, minutes=f"{minutes:02}")


def turns_left_words(turn: int, points: int | None, turns: Sequence[int]) -> str:
    """Say about how many turns a fight still takes: by its points, else by how long the fights before took.

    Shapes: `points` are the turns until the points win, as things stand; `turns` those of each fight before. Empty
    where neither tells anything.
    """
    if points is not None:
        return plural("about {n} turn left by the points", "about {n} turns left by the points", points)
    if not turns:
        return ""
    average = round(sum(turns) / len(turns))
    if turn >= average:
        return plural("longer than your fights: {n} turn", "longer than your fights: {n} turns on average", average)
    left = average - turn
    return plural("about {n} turn left, as your fights go", "about {n} turns left, as your fights go", left)


def weeks_left_words(campaign: Campaign) -> str:
    """Say how many weeks of the act are left; empty where the campaign is over, or there is none."""
    if campaign.is_stand_alone or campaign.outcome:
        return ""
    left = campaign.weeks_left
    return plural("{n} week left in this act", "{n} weeks left in this act", left)


def beginning_words(*, is_new: bool) -> str:
    """Say that there is no campaign yet, or that one is being begun."""
    return tr("A new campaign") if is_new else tr("No campaign yet")
