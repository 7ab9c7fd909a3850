"""A campaign in its box and on paper: what goes where when play stops, and the record of it all (Rulebook p.34)."""

from __future__ import annotations

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign, Primus
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.components.variant import Variant
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.names import bane_names, chip_names, counted, prowess_names, region_name, row
from hoplo_companion.render.sentences.campaign import variant_words
from hoplo_companion.render.sentences.words import ACTS, dice_words
from hoplo_companion.render.style import Line, Span

Steps = list[tuple[str, str]]
"""What is done with each part of the game: its name, and a sentence."""


def _is_between_acts(campaign: Campaign) -> bool:
    """Say whether an act has just ended, which is when the rulebook would have the game put away.

    With Mercury's Boots an act ends anywhere, so that the place has to be written down all the same.
    """
    ended = campaign.pad.act > 1 and campaign.phase == "travel" and not campaign.came_from
    return ended and not campaign.variant.acts_end_by_weeks


def _last_primus(campaign: Campaign) -> Primus | None:
    """Give the primus that was defeated at the end of the last act, None where play stops partway through an act."""
    beaten = [primus for primus in campaign.primuses if primus.defeated_in_act]
    return max(beaten, key=lambda primus: primus.defeated_in_act, default=None) if _is_between_acts(campaign) else None


def _undefeated(campaign: Campaign) -> list[str]:
    return chip_names(primus.hero for primus in campaign.primuses if not primus.defeated_in_act)


def _place(campaign: Campaign) -> str:
    return campaign.place or tr("the home capital")


def _camp_cards(campaign: Campaign) -> str:
    return row(counted([*prowess_names(campaign.camp.prowess), *campaign.camp.opportunities]))


def steps_lines(title: str, steps: Steps) -> list[Line]:
    """Write steps one below the other, each with its number."""
    lines: list[Line] = [[Span(title, "heading"), Span(" p.34", "page")]]
    return lines + [[Span(f"  {n}. {name}: "), Span(what)] for n, (name, what) in enumerate(steps, 1)]


def stow_steps(campaign: Campaign) -> Steps:
    """Say where every part of this campaign goes in the box, between acts or partway through one."""
    camp, pad, last = campaign.camp, campaign.pad, _last_primus(campaign)
    steps: Steps = []
    if not _is_between_acts(campaign):
        where = tr("Write {place} on the pad, or take a picture of the map.", place=_place(campaign))
        steps.append((tr("Place"), where))
    chips = tr(
        "Make one stack in the chip tray, separate from unused chips: {hero} on {hp} red HP; units {units}; tactics "
        "{tactics}; banes {banes}.",
        hero=chip_name(pad.hero),
        hp=pad.hp,
        units=row(counted(chip_names(camp.units))),
        tactics=row(counted(chip_names(camp.tactics))),
        banes=row(counted(bane.name for bane in camp.banes)),
    )
    steps.append((tr("Camp chips"), chips))
    if table := [*chip_names(campaign.drawn.units), *(bane.name for bane in campaign.drawn.banes)]:
        text = tr("Drawn for the combat, so separate from the camp and the bag: {chips}.", chips=row(counted(table)))
        steps.append((tr("Lineup"), text))
    if last is not None:
        text = tr("{primus} goes onto the camp's stack, to remember where to start.", primus=chip_name(last.hero))
        steps.append((tr("Defeated primus"), text))
    steps += _of_expansions(campaign)
    others = row([*_undefeated(campaign), *chip_names([campaign.scion])])
    return [
        *steps,
        (tr("Primuses and scion"), tr("Into another channel of a tray: {chips}.", chips=others)),
        (
            tr("Cards"),
            tr(
                "The three event decks and the Prowess cards not earned go into the larger space, those of the camp "
                "into the smaller one: {cards}.",
                cards=_camp_cards(campaign),
            ),
        ),
        *_out_of_game(campaign),
        (tr("Stadium seating"), tr("Put its cover on, with the faction stacks in it.")),
        (
            tr("Bag and box"),
            plural(
                "The bag with its {n} chip goes into the box, then everything else.",
                "The bag with its {n} chips goes into the box, then everything else.",
                campaign.bag.size(),
            ),
        ),
    ]


def _of_expansions(campaign: Campaign) -> Steps:
    """Say what else has to be written down with Mercury's Boots, where an act may end anywhere, and Strange Sands."""
    steps: Steps = []
    if campaign.variant.boots:
        came = tr("Write the last path on the pad: from {came_from}.", came_from=campaign.came_from or tr("anywhere"))
        steps.append((tr("Path"), came))
        order = tr("Note the order of their defeats: {primuses}.", primuses=row(chip_names(campaign.defeated)))
        steps += [(tr("Defeated primuses"), order)] * bool(campaign.defeated)
    if campaign.turned:
        sides = ", ".join(map(region_name, campaign.turned))
        steps.append((tr("Arena cards"), tr("Side B is up: {regions}.", regions=sides)))
    return steps


def _out_of_game(campaign: Campaign) -> Steps:
    """Say which Prowess cards are kept away from those that can still be gained (p.37)."""
    if not campaign.out_of_game:
        return []
    cards = row(counted(prowess_names(campaign.out_of_game)))
    return [
        (tr("Out of the game"), tr("Sacrificed, so not among the Prowess that can be gained: {cards}.", cards=cards))
    ]


def unstow_steps(campaign: Campaign) -> Steps:
    """Say what to put back on the table to resume this campaign."""
    camp, pad, last = campaign.camp, campaign.pad, _last_primus(campaign)
    if last is not None:
        encampment = tr(
            "{primus} comes off the camp's stack and goes into the box; the encampment goes on {place}, the capital of "
            "that region.",
            primus=chip_name(last.hero),
            place=_place(campaign),
        )
    else:
        encampment = tr("The encampment goes on {place}.", place=_place(campaign))
    camp_chips = tr(
        "{hero} on {hp} red HP; units {units}; tactics {tactics}.",
        hero=chip_name(pad.hero),
        hp=pad.hp,
        units=row(counted(chip_names(camp.units))),
        tactics=row(counted(chip_names(camp.tactics))),
    )
    banes = row(counted(bane_names(camp.banes)))
    if campaign.bane_stack:
        banes = tr("{banes}; next on the stack: {bane}", banes=banes, bane=campaign.bane_stack[0])
    in_bag = row(f"{n} {chip_name(chip)}" for chip, n in sorted(contents(campaign).items()))
    size = campaign.bag.size()
    pad_words = tr(
        "Act {act}, week {week}, influence {influence}, blessings {blessings}.",
        act=ACTS[pad.act],
        week=campaign.week,
        influence=pad.influence,
        blessings=pad.blessings,
    )
    seating = tr(
        "Primuses {primuses}; the scion {scion}.", primuses=_primuses(campaign), scion=chip_name(campaign.scion)
    )
    if campaign.variant.boots:
        pad_words += " " + tr(
            "Navigation {navigation}, Opportunity Capacity {capacity}.",
            navigation=pad.navigation,
            capacity=pad.opportunity_capacity,
        )
    return [
        (tr("Encampment"), encampment),
        *_of_expansions(campaign),
        (tr("Camp"), camp_chips),
        (tr("Cards"), _camp_cards(campaign)),
        *_out_of_game(campaign),
        (tr("Banes"), banes),
        (tr("Stadium seating"), seating),
        (tr("Bag"), plural("{n} chip: {chips}", "{n} chips: {chips}", size, chips=in_bag)),
        (tr("Pad"), pad_words),
    ]


def _primuses(campaign: Campaign) -> str:
    return ", ".join(_undefeated(campaign)) or in_sense("of primuses", "none")


# The record -----------------------------------------------------------------------------------------------------

_OUTCOMES = {"won": later("{scion}: won"), "lost": later("{scion}: lost"), "": later("{scion}: still to come")}


def _defeated_in(campaign: Campaign, act: int) -> list[str]:
    """List the primuses defeated in an act, in the order of their defeats."""
    of_act = {primus.hero for primus in campaign.primuses if primus.defeated_in_act == act}
    return [hero for hero in campaign.defeated if hero in of_act]


def odyssey_rows(campaign: Campaign, level: str) -> list[tuple[str, str]]:
    """Give the record of a campaign as the back of the pad asks for it: hero, troop, deeds, and how it ended."""
    camp, pad = campaign.camp, campaign.pad
    rows = [
        (tr("Difficulty"), level or tr("none chosen")),
        (tr("Movement, Range"), f"{pad.movement}, {pad.range}"),
        (tr("Health, Leadership"), f"{pad.health}, {pad.leadership}"),
        (tr("Attack"), dice_words(pad.attack) if pad.attack is not None else tr("not known")),
        (tr("Units"), row(counted(chip_names(camp.units)))),
        (tr("Tactics"), row(counted(chip_names(camp.tactics)))),
        (tr("Prowess"), row(prowess_names(camp.prowess))),
        *([(tr("Prowess sacrificed"), row(prowess_names(campaign.out_of_game)))] if campaign.out_of_game else []),
        (tr("Opportunities open"), row(camp.opportunities)),
        (tr("Banes"), row(counted(bane.name for bane in (*camp.banes, *campaign.bag.banes)))),
        (tr("Scion influence"), str(pad.influence)),
        (tr("Blessings left"), str(pad.blessings)),
    ]
    beaten = {
        primus.defeated_in_act: ", ".join(chip_names(_defeated_in(campaign, primus.defeated_in_act)))
        for primus in campaign.primuses
    }
    if campaign.variant.boots:
        rows += [
            (tr("Navigation"), str(pad.navigation)),
            (tr("Opportunity Capacity"), str(pad.opportunity_capacity)),
        ]
    if campaign.variant != Variant():
        rows.append((tr("Played with"), variant_words(campaign.variant)))
    for act, weeks in enumerate(pad.weeks[: pad.act], 1):
        if act in beaten:
            deed = plural("{n} week, {primus} defeated", "{n} weeks, {primus} defeated", weeks, primus=beaten[act])
        else:
            deed = plural("{n} week", "{n} weeks", weeks)
        rows.append((tr("Act {act}", act=ACTS[act]), deed))
    return [*rows, (tr("The scion"), tr(_OUTCOMES[campaign.outcome], scion=chip_name(campaign.scion)))]


def odyssey_lines(hero: str, rows: list[tuple[str, str]]) -> list[Line]:
    """Write the record of a campaign, to be printed."""
    width = max(len(name) for name, _ in rows)
    title = Span(tr("The Odyssey of {hero}", hero=hero), "heading")
    return [[title], *([Span(f"  {name:{width}}  {what}")] for name, what in rows)]
