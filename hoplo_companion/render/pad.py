"""The hero pad and the camp, drawn as they lie on the table (Rulebook p.8, 11)."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.campaign.model import (
    BANE_EVERY,
    DICE_LADDER,
    INFLUENCE_TRACK,
    MOST_DICE,
    MOST_STAT,
    WEEKS_IN_ACT,
    Campaign,
    Pad,
    Prowess,
)
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.render.sentences.words import ACTS
from hoplo_companion.render.style import Line, Span


def _row(marked: int, of: int, sign: str = "x", empty: str = ".") -> str:
    """Draw a row of icons, those that are crossed out first."""
    return sign * marked + empty * max(0, of - marked)


def _influence(pad: Pad) -> list[str]:
    """Draw the influence track in groups of four, the last of each a bane; beyond its end the count goes on."""
    groups = []
    for start in range(0, max(INFLUENCE_TRACK, pad.influence), BANE_EVERY):
        crossed = min(BANE_EVERY, max(0, pad.influence - start))
        group = "x" * crossed + "..."[: max(0, BANE_EVERY - 1 - crossed)]
        groups.append(group if crossed == BANE_EVERY else group + "B")
    return [" ".join(groups[at : at + 11]) for at in range(0, len(groups), 11)]


def _dice_rows(pad: Pad) -> list[str]:
    """Draw the four columns of dice, the strongest above: crossed up to what the Attack has."""
    attack = pad.attack or ()
    rows = []
    for colour in reversed(DICE_LADDER):
        cells = []
        for column in range(MOST_DICE):
            has = column < len(attack) and attack[column] in HIT_FACES
            crossed = has and HIT_FACES[attack[column]] >= HIT_FACES[colour]
            cells.append("x" if crossed else ".")
        rows.append(f"{colour:>6} {HIT_FACES[colour]}  " + "  ".join(cells))
    return rows


def pad_lines(campaign: Campaign, name: str) -> list[Line]:
    """Draw the hero pad as the printed one: stats, hearts, banners, dice, blessings, influence, weeks."""
    pad = campaign.pad
    classes = ", ".join(pad.classes) or "class not known"
    lines: list[Line] = [
        [Span(name, "heading"), Span(f"  {classes}  Movement {pad.movement}  Range {pad.range}")],
        [Span(f"  Health      {_row(pad.health, MOST_STAT)}  {pad.health}, with {pad.hp} HP")],
        [Span(f"  Leadership  {_row(pad.leadership, MOST_STAT)}  {pad.leadership}")],
    ]
    lines += [[Span(f"  {'Attack' if not at else '':10}  {row}")] for at, row in enumerate(_dice_rows(pad))]
    if pad.attack is None:
        lines.append(
            [Span("              the dice are not known yet: they stand in the Hero Details (p.38-39)", "quiet")]
        )
    lines.append([Span(f"  Blessings   {_row(pad.blessings, pad.blessings, 'o')}  {pad.blessings} left")])
    for at, row in enumerate(_influence(pad)):
        behind = f"  {pad.influence}" if not at else ""
        lines.append([Span(f"  {'Influence' if not at else '':10}  {row}{behind}")])
    for act, crossed in enumerate(pad.weeks, 1):
        here = f"  week {pad.week}" if act == pad.act else ""
        lines.append([Span(f"  {'Act ' + ACTS[act]:10}  {_row(crossed, WEEKS_IN_ACT)}{here}")])
    return lines


def prowess_words(cards: Iterable[Prowess]) -> list[str]:
    """Name Prowess cards, the Special ones as such."""
    return [f"{card.label()} (Special)" if card.special else card.label() for card in cards]


def camp_lines(campaign: Campaign) -> list[Line]:
    """List what lies in the camp."""
    camp = campaign.camp
    banes = [f"{bane.name} ({bane.kind})" for bane in camp.banes]
    rows = [
        ("units", camp.units),
        (f"tactics ({len(camp.tactics)} of {campaign.pad.tactic_capacity})", camp.tactics),
        ("prowess", prowess_words(camp.prowess)),
        ("camp banes", banes),
        ("opportunities", camp.opportunities),
    ]
    if campaign.out_of_game:
        rows.append(("out of the game", prowess_words(campaign.out_of_game)))
    return [[Span(f"  {name}: "), Span(", ".join(what) or "none")] for name, what in rows]


def bane_lines(campaign: Campaign) -> list[Line]:
    """List the banes by where they are: bag banes and unit banes in the bag, camp banes in the camp (p.29-30)."""
    places = {
        "in the bag": campaign.bag.banes,
        "in the camp": campaign.camp.banes,
        "on the table": campaign.drawn.banes,
    }
    rows = {where: [f"{bane.name} ({bane.kind})" for bane in banes] for where, banes in places.items()}
    rows["on top of the stack"] = list(campaign.bane_stack)
    return [[Span(f"  {where}: "), Span(", ".join(banes) or "none")] for where, banes in rows.items()]


def track_lines(campaign: Campaign, what: str) -> list[Line]:
    """Draw one track of the pad alone, `influence` or the `week` of each act, and say what is left on it."""
    pad = campaign.pad
    if what == "influence":
        left = BANE_EVERY - pad.influence % BANE_EVERY
        return [[Span(f"  {row}")] for row in _influence(pad)] + [[Span(f"  {pad.influence}; {left} to the next bane")]]
    rows = [f"  {'Act ' + ACTS[act]:8}  {_row(crossed, WEEKS_IN_ACT)}" for act, crossed in enumerate(pad.weeks, 1)]
    return [[Span(row)] for row in rows] + [[Span(f"  act {ACTS[pad.act]}, week {pad.week} of {WEEKS_IN_ACT}")]]
