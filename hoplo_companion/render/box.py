"""A campaign in its box and on paper: what goes where when play stops, and the record of it all (Rulebook p.34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign, Primus
from hoplo_companion.render.pad import prowess_words
from hoplo_companion.render.sentences.words import ACTS
from hoplo_companion.render.style import Line, Span


def is_between_acts(campaign: Campaign) -> bool:
    """Tell whether an act has just ended, which is when the rulebook would have the game put away."""
    return campaign.pad.act > 1 and campaign.phase == "travel" and not campaign.came_from


def _listing(names: Iterable[str]) -> str:
    counted = [f"{count} {name}" if count > 1 else name for name, count in sorted(Counter(names).items())]
    return ", ".join(counted) or "none"


def _last_primus(campaign: Campaign) -> Primus | None:
    beaten = [primus for primus in campaign.primuses if primus.defeated_in_act]
    return max(beaten, key=lambda primus: primus.defeated_in_act, default=None)


def steps_lines(title: str, steps: list[tuple[str, str]]) -> list[Line]:
    """Write steps one below the other, each with its number."""
    lines: list[Line] = [[Span(title, "heading"), Span(" p.34", "page")]]
    return lines + [[Span(f"  {n}. {name}: "), Span(what)] for n, (name, what) in enumerate(steps, 1)]


def stow_steps(campaign: Campaign) -> list[tuple[str, str]]:
    """Say where every part of this campaign goes in the box, between acts or partway through one."""
    camp, pad = campaign.camp, campaign.pad
    banes = [bane.name for bane in camp.banes]
    open_ = [primus.hero for primus in campaign.primuses if not primus.defeated_in_act]
    last = _last_primus(campaign)
    steps = []
    if not is_between_acts(campaign):
        steps.append(
            ("Place", f"write {campaign.place or 'the home capital'} on the pad, or take a picture of the map")
        )
    steps.append(
        (
            "Camp chips",
            f"one stack into the chip tray, apart from unused chips: {pad.hero} on {pad.hp} red HP; units "
            f"{_listing(camp.units)}; tactics {_listing(camp.tactics)}; banes {_listing(banes)}",
        )
    )
    if table := [*campaign.drawn.units, *(bane.name for bane in campaign.drawn.banes)]:
        steps.append(("Lineup", f"drawn for the combat, apart from the camp and the bag: {_listing(table)}"))
    if last is not None and is_between_acts(campaign):
        steps.append(("Defeated primus", f"{last.hero} onto the camp's stack, to remember where to start"))
    steps += [
        ("Primuses and scion", f"into another channel of a tray: {_listing([*open_, campaign.scion])}"),
        (
            "Cards",
            "the three event decks and the Prowess not earned into the larger space; into the smaller one those of the "
            f"camp: {_listing(prowess_words(camp.prowess) + list(camp.opportunities))}",
        ),
        *_out_of_game(campaign),
        ("Stadium seating", "its cover on, the faction stacks in it"),
        ("Bag and box", f"the bag with its {campaign.bag.size()} chips, then everything into the box"),
    ]
    return steps


def _out_of_game(campaign: Campaign) -> list[tuple[str, str]]:
    """Say which Prowess cards stay apart from those that can still be gained (p.37)."""
    if not campaign.out_of_game:
        return []
    cards = _listing(prowess_words(campaign.out_of_game))
    return [("Out of the game", f"sacrificed, so not among the Prowess that can be gained: {cards}")]


def unstow_steps(campaign: Campaign) -> list[tuple[str, str]]:
    """Say what to put back on the table to go on with this campaign."""
    camp, pad = campaign.camp, campaign.pad
    last = _last_primus(campaign)
    where = campaign.place or "the home capital"
    if last is not None and is_between_acts(campaign):
        back = f"{last.hero} off the camp's stack and into the box; the encampment on {where}, its region's capital"
    else:
        back = f"the encampment on {where}"
    open_ = [primus.hero for primus in campaign.primuses if not primus.defeated_in_act]
    banes = [f"{bane.name} ({bane.kind})" for bane in camp.banes]
    in_bag = [f"{count} {name}" for name, count in sorted(contents(campaign).items())]
    return [
        ("Encampment", back),
        ("Camp", f"{pad.hero} on {pad.hp} red HP; units {_listing(camp.units)}; tactics {_listing(camp.tactics)}"),
        ("Cards", _listing(prowess_words(camp.prowess) + list(camp.opportunities))),
        *_out_of_game(campaign),
        ("Banes", _listing(banes) + (f"; next on the stack: {campaign.bane_stack[0]}" if campaign.bane_stack else "")),
        ("Stadium seating", f"primuses {_listing(open_)}; the scion {campaign.scion}"),
        ("Bag", f"{campaign.bag.size()} chips: {', '.join(in_bag) or 'none'}"),
        ("Pad", f"act {ACTS[pad.act]}, week {pad.week}, {pad.influence} influence, {pad.blessings} blessings"),
    ]


def odyssey_rows(campaign: Campaign, level: str) -> list[tuple[str, str]]:
    """Give the record of a campaign as the back of the pad asks for it: hero, troop, deeds, and how it ended."""
    camp, pad = campaign.camp, campaign.pad
    rows = [
        ("Difficulty", level),
        ("Movement, Range", f"{pad.movement}, {pad.range}"),
        ("Health, Leadership", f"{pad.health}, {pad.leadership}"),
        ("Attack", " ".join(pad.attack) if pad.attack is not None else "not known"),
        ("Units", _listing(camp.units)),
        ("Tactics", _listing(camp.tactics)),
        ("Prowess", ", ".join(prowess_words(camp.prowess)) or "none"),
        *([("Prowess sacrificed", ", ".join(prowess_words(campaign.out_of_game)))] if campaign.out_of_game else []),
        ("Opportunities open", ", ".join(camp.opportunities) or "none"),
        ("Banes", _listing(bane.name for bane in (*camp.banes, *campaign.bag.banes))),
        ("Scion influence", str(pad.influence)),
        ("Blessings left", str(pad.blessings)),
    ]
    for act, weeks in enumerate(pad.weeks, 1):
        beaten = [primus.hero for primus in campaign.primuses if primus.defeated_in_act == act]
        deed = f", {beaten[0]} defeated" if beaten else ""
        if act <= pad.act:
            rows.append((f"Act {ACTS[act]}", f"{weeks} weeks{deed}"))
    rows.append(("The scion", f"{campaign.scion}: " + (campaign.outcome or "still to come")))
    return rows


def odyssey_lines(hero: str, rows: list[tuple[str, str]]) -> list[Line]:
    """Write the record of a campaign, to be printed."""
    width = max(len(name) for name, _ in rows)
    return [[Span(f"The Odyssey of {hero}", "heading")], *([Span(f"  {name:{width}}  {what}")] for name, what in rows)]
