"""A campaign in words: what happened, the faction stacks, and the bag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign, Happened
from hoplo_companion.campaign.stacks import stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.names import bane_kind, bane_names, chance, chip_names, counted, kind_name, region_name, row
from hoplo_companion.render.sentences.words import ACTS, colour_words, dice_words, listing, title_of
from hoplo_companion.render.style import Line, Span

if TYPE_CHECKING:
    from fractions import Fraction

WORDS = {
    "campaign.begun": later("{hero} sets out. Difficulty: {difficulty}."),
    "pad.healed": later("Your hero heals {amount} HP: {hp} of {health}."),
    "pad.gained": later("Your hero gains {amount} HP: {hp}, with Health {health}."),
    "pad.damaged": later("Your hero loses {amount} HP: {hp} of {health}."),
    "pad.health": later("Health is now {health}, and your hero gains 1 HP: {hp}."),
    "pad.leadership": later("Leadership is now {leadership}."),
    "pad.movement": later("Movement is now {movement}."),
    "pad.die-added": later("A yellow die is added: the Attack is now {attack}."),
    "pad.die-upgraded": later("A {from} die becomes {to}: the Attack is now {attack}."),
    "influence.gained": later("The scion gains {amount} influence: {influence} in all."),
    "week.marked": later("Week {week} of act {act} is crossed off."),
    "blessing.untold": later("hoplo follows no combat now, and blessings are used only in combat (p.13)."),
    "blessing.used": later("A blessing is crossed off: {left} left."),
    "bane.unexpected": later(
        "{expected} was expected on top of the bane stack: if that was wrong, correct it with `hoplo fix bane_stack`."
    ),
    "bane.taken": later("The bane {bane} is taken ({kind})."),
    "bane.removed": later("The bane {bane} is removed from the {from}."),
    "bag.added": later("{unit} goes into the bag."),
    "bag.removed": later("{unit} is taken out of the bag."),
    "bag.drawn": later("{chip} comes out of the bag."),
    "camp.recruited": later("{unit} joins the camp."),
    "camp.sacrificed": later("{unit} is sacrificed: its chip goes into the bag."),
    "camp.tactic-gained": later("The tactic {tactic} is gained."),
    "camp.tactic-doubt": later(
        "There should be three chips of {tactic}, if the twelve are spread evenly (p.5): count them."
    ),
    "bag.begun": later(
        "The bag holds {units}, if there are two of each neutral unit (p.5, 10): compare, and correct it if need be."
    ),
    "camp.tactic-discarded": later("The tactic {tactic} is discarded."),
    "camp.prowess-gained": later("The Prowess {prowess} is gained."),
    "camp.special-prowess-gained": later("The Special Prowess {prowess} is gained."),
    "camp.prowess-special": later("{prowess} is a Special Prowess card."),
    "camp.prowess-sacrificed": later("The Prowess {prowess} is sacrificed: it is out of the game."),
    "map.learned": later("{place} is on the map: {kind}, {region}."),
    "map.edited": later("{was} is corrected on the map: {place}, {kind}, {region}."),
    "map.forgotten": later("{place} is taken off the map."),
    "map.imported": "",
    "travel.set-out": later("The encampment is on {place}, the home capital."),
    "travel.moved": later("The encampment moves from {from} to {to}."),
    "travel.capital-entered": later("The {combat} combat against {opponent} begins."),
    "deadline.must-spectate": "",
    "deadline.out-of-reach": later("No open capital can be reached by week {week}, as far as the map is known (p.15)."),
    "event.discarded": later("The event card goes to the back of the {deck} deck."),
    "event.looked-ahead": later("Look at the next {cards} cards of the {deck} deck, and put them back in any order."),
    "event.accepted": later(
        "The {kind} combat is accepted: `hoplo fight start` follows it, `hoplo cleanup` comes after it."
    ),
    "stack.seen": later("On the stack of the {faction}, from the top: {units}."),
    "stack.drawn": later("{unit} comes off the stack of the {faction}: {left} left."),
    "pad.tactic-capacity": later("The Tactic Capacity is now {capacity}."),
    "fight.ended": later("The fight {name} is over: {outcome}. It belongs to no campaign."),
    "fight.dropped": later(
        "The fight {name} is no longer followed; what was drawn stays on the table until the cleanup."
    ),
    "event.failed": later("The {kind} combat has failed."),
    "event.won": later("The {kind} combat is won."),
    "opportunity.met": later(
        "The Opportunity {card} is completed: `hoplo camp opportunity '{card}' --discard` gains its reward."
    ),
    "opportunity.read": later(
        "You made the change of the Opportunity {card}: read on its card whether it is completed."
    ),
    "cleanup.owed": later("{card}, in the Cleanup Phase: {what}."),
    "opportunity.drawn": later("Of {cards} Opportunity cards, {kept} is kept."),
    "round.ended": later("The round is over: act {act}, week {week}."),
    "hero.camped": later("Your hero is back in the camp with {hp} HP of {health}."),
    "tactics.returned": later("Used tactics go back to the supply: {tactics}."),
    "rivals.bagged": later("Rival units go into the bag: {units}."),
    "banes.bagged": later("Banes go back into the bag: {banes}."),
    "arena.cleared": later("Arena chips and HP go back to the supply."),
    "units.restored": later("Defeated units are restored: {units}."),
    "units.of-no-camp": later(
        "Defeated, but not known from your camp: {units}. `hoplo bag add` puts a chip into the bag."
    ),
    "units.lost": later("Defeated units are lost to the bag: {units}."),
    "units.undying": later("Units with Undying come back to the camp: {units}."),
    "primus.defeated": later("The primus {primus} is defeated."),
    "act.ended": "",
    "epilogue.read": later("Read the entry of {hero} in the section of {scion} in the Scion Epilogue Book."),
    "campaign.won": later("The campaign is won, in act {act}, week {week}."),
    "campaign.lost": later("The campaign is lost, in act {act}, week {week}."),
    "camp.opportunity-gained": later("The Opportunity card {card} goes into the camp."),
    "camp.opportunity-discarded": later("The Opportunity card {card} is discarded."),
}
"""The sentence of each thing that happens, with the values where their names are; empty where a number changes it."""


def _places_read(values: Mapping[str, Any]) -> str:
    return plural("The map is read: {n} place.", "The map is read: {n} places.", values["places"])


def _act_ended(values: Mapping[str, Any]) -> str:
    return plural(
        "Act {act} is over, with {n} week unused; act {next} begins.",
        "Act {act} is over, with {n} weeks unused; act {next} begins.",
        values["unused"],
        act=ACTS[values["act"]],
        next=ACTS[values["next"]],
    )


def must_spectate(capital: str, week: int, events: int, influence: int, banes: int) -> str:
    """Say how many events have to be spectated to reach a capital in time, and what that brings (p.15-16)."""
    return tr(
        "To be at {capital} by week {week}, you have to spectate {events}: {influence} influence, {banes} (p.15).",
        capital=capital,
        week=week,
        events=plural("{n} event", "{n} events", events),
        influence=influence,
        banes=plural("{n} bane", "{n} banes", banes),
    )


_COUNTING: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "map.imported": _places_read,
    "act.ended": _act_ended,
    "deadline.must-spectate": lambda values: must_spectate(
        values["capital"], values["week"], values["spectate"], values["influence"], values["banes"]
    ),
}
"""The sentences that a number changes."""

_CHIPS = ("chip", "unit", "units", "tactic", "tactics", "hero", "primus", "scion", "opponent")


def _bane_left(place: str) -> str:
    places = {
        "bag": in_sense("removed from the", "bag"),
        "camp": in_sense("removed from the", "camp"),
        "table": in_sense("removed from the", "table"),
    }
    return places[place]


def _outcome(outcome: str) -> str:
    return {"won": in_sense("of a fight", "won"), "lost": in_sense("of a fight", "lost")}[outcome]


def _shown(what: str, key: str, value: Any) -> str:
    """Word a value of something that happened, by its name."""
    if key in _CHIPS:
        return listing(counted(chip_names(value))) if isinstance(value, list | tuple) else title_of(value)
    words: dict[str, Callable[[Any], str]] = {
        "attack": dice_words,
        "act": lambda act: ACTS.get(act, str(act)),
        "kind": bane_kind if what == "bane.taken" else kind_name,
        "combat": kind_name,
        "deck": kind_name,
        "region": region_name,
        "faction": region_name,
        "outcome": _outcome,
    }
    if what == "bane.removed":
        words["from"] = _bane_left
    if what == "pad.die-upgraded":
        words["from"] = words["to"] = colour_words
    if key in words:
        return words[key](value)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def happened_words(happened: Happened) -> str:
    """Word something that happened in a campaign, in one sentence."""
    what, values = happened.what, happened.values
    if what in _COUNTING:
        words = _COUNTING[what](values)
    else:
        words = tr(WORDS[what], **{key: _shown(what, key, value) for key, value in values.items()})
    return words + (" " + tr("(ruling {ruling})", ruling=values["ruling"]) if "ruling" in values else "")


def stack_lines(campaign: Campaign) -> list[Line]:
    """List the faction stacks in the order of the map: how many chips, and those known from the top."""
    names = {region: region_name(region) for region in REGIONS}
    width = max(map(len, names.values()))
    lines: list[Line] = []
    for region, name in names.items():
        stack = stack_of(campaign, region)
        known = ", ".join(chip_names(stack.known))
        if known and stack.below:
            known = tr("{chips}, then {n} more", chips=known, n=stack.below)
        elif not known:
            known = tr("the top chip is not known yet") if stack.size() else tr("empty: draw from the bag")
        lines.append([Span(f"  {name:{width}}  {stack.size()}  "), Span(known)])
    return lines


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None = None) -> list[Line]:
    """List the bag with the chance of each chip to come out: at the next draws, or for the slots of a lineup."""
    head = plural("The bag holds {n} chip.", "The bag holds {n} chips.", campaign.bag.size())
    lines: list[Line] = [[Span(head, "heading")]]
    if slots is not None:
        among = plural("for {n} slot", "for {n} slots", slots)
        lines.append([Span("  " + tr("Bag banes fill no slot: another chip is drawn for each (p.29)."), "quiet")])
    else:
        among = plural("at the next draw", "among {n} draws", draws)
    banes = {bane.name: bane_kind(bane.kind) for bane in campaign.bag.banes}
    for name, n in sorted(contents(campaign).items()):
        chip = f"{name} ({banes[name]})" if name in banes else title_of(name)
        lines.append([Span(f"  {n} {chip}: {chance(odds[name])} {among}")])
    table = [*chip_names(campaign.drawn.units), *bane_names(campaign.drawn.banes)]
    if table:
        lines.append([Span("  " + tr("Drawn, on the table: {chips}", chips=row(table)), "quiet")])
    return lines
