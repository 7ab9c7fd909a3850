"""What a decision takes and gives, said before it is made: spectating, accepting an event, surrendering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.language import plural, tr
from hoplo_companion.render.chances import bar, chance
from hoplo_companion.render.names import chip_names
from hoplo_companion.render.sentences.words import listing
from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from fractions import Fraction

    from hoplo_companion.campaign.fight import Fight


class LineupChances(NamedTuple):
    """How likely a bane, and a unit of the region, come out of the bag while so many slots of a lineup are filled."""

    slots: int
    bane: Fraction
    local: Fraction


def spectating_lines(campaign: Campaign) -> list[Line]:
    """Say exactly what spectating takes, and what it gives (p.16)."""
    pad = campaign.pad
    takes = tr("takes: {influence}; no reward, and the card goes under its deck", influence=_influence_words(campaign))
    gives = [
        tr("no week passes"),
        tr("your hero heals from {hp} to {health} HP", hp=pad.hp, health=pad.health)
        if pad.hp < pad.health
        else tr("your hero heals, but has all its {health} HP", health=pad.health),
        tr("you look at the next 3 cards of the deck, and put them back in your order"),
    ]
    return [[Span(f"    {takes}", "quiet")], [Span("    " + tr("gives: {gives}", gives="; ".join(gives)), "quiet")]]


def _influence_words(campaign: Campaign) -> str:
    """Say how much influence the act brings, from where to where on the track, and how many banes with it."""
    pad = campaign.pad
    banes = plural("{n} bane", "{n} banes", banes_due(campaign, pad.act))
    return tr("{n} influence (from {was} to {now}), {banes}",
              n=pad.act, was=pad.influence, now=pad.influence + pad.act, banes=banes)  # fmt: skip


def lineup_lines(rows: Sequence[LineupChances], region: str) -> list[Line]:
    """List how likely banes and local units are among the chips that a lineup draws from the bag."""
    if not any(row.bane or row.local for row in rows):
        return [[Span("    " + tr("The bag holds no bane and no unit of the region."), "quiet")]]
    heads = [tr("drawn from the bag"), tr("a bane"), tr("a unit of {region}", region=region)]
    cells = [[Span(f"    {heads[0]}"), *map(Span, heads[1:])]]
    for row in rows:
        slots = plural("{n} unit", "{n} units", row.slots)
        shown = [f"{bar(odds)} {chance(odds)}" for odds in (row.bane, row.local)]
        cells.append([Span(f"    {slots}"), Span(shown[0]), Span(shown[1])])
    return columns(cells)


def surrender_words(campaign: Campaign, fight: Fight) -> str:
    """Say what is lost by surrendering, and what is not (p.28-29)."""
    head = tr("You surrender: the combat is failed at once (p.28).")
    if campaign.is_stand_alone:
        return head
    heroes: list[int] = [unit["hp"] for unit in fight.position.get("units", ()) if unit.get("hero") and "hp" in unit]
    hp = heroes[0] if heroes else campaign.pad.hp
    return " ".join([head, *_failure(campaign, fight), tr("Your hero keeps its {hp} HP.", hp=hp)])


def losing_words(campaign: Campaign, fight: Fight) -> str:
    """Say what is lost where all your units fall, or your hero without a blessing (p.27-29)."""
    head = tr("Losing: the combat is failed when nobody of yours is left (p.28).")
    hero = tr("Your hero's defeat without a blessing ends the campaign (p.27).")
    if campaign.is_stand_alone:
        return head
    return " ".join([head, *_failure(campaign, fight), hero])


def _failure(campaign: Campaign, fight: Fight) -> list[str]:
    """Say what a failed combat costs (p.29)."""
    lost = [tr("There is no reward; week {week} is crossed off; the scion gains {influence} (p.29).",
               week=campaign.week, influence=_influence_words(campaign))]  # fmt: skip
    gone = [each.chip for each in fight.fallen if each.side == "player" and not each.elite]
    if gone and fight.kind == "bloodshed":
        lost.append(tr("Out of your camp for good: {units}.", units=listing(chip_names(gone))))
    return lost
