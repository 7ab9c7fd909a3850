"""A campaign in words: what happened, the hero pad, the bag, and where things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign, Happened
from hoplo_companion.campaign.stacks import stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.render.style import Line, Span

if TYPE_CHECKING:
    from fractions import Fraction

WORDS = {
    "campaign.begun": "{hero} sets out, {difficulty}.",
    "pad.healed": "The hero heals {amount} HP: {hp} of {health}.",
    "pad.gained": "The hero gains {amount} HP: {hp}, with Health {health}.",
    "pad.damaged": "The hero loses {amount} HP: {hp} of {health}.",
    "pad.health": "Health is {health} now, and the hero gains an HP: {hp}.",
    "pad.leadership": "Leadership is {leadership} now.",
    "pad.movement": "Movement is {movement} now.",
    "pad.die-added": "A yellow die is added: the Attack is {attack}.",
    "pad.die-upgraded": "A {from} die becomes {to}: the Attack is {attack}.",
    "influence.gained": "The scion gains {amount} influence: {influence}.",
    "week.marked": "Week {week} of act {act} is crossed off.",
    "blessing.untold": "hoplo does not know of a combat: blessings are for combat alone (p.13).",
    "blessing.used": "A blessing is crossed off: {left} left.",
    "bane.unexpected": (
        "{expected} was to lie on top of the bane stack: if it does not, `hoplo fix bane_stack` puts it right."
    ),
    "bane.taken": "The bane {bane} is taken ({kind} bane).",
    "bane.removed": "The bane {bane} is removed from the {from}.",
    "bag.added": "{unit} goes into the bag.",
    "bag.removed": "{unit} is taken out of the bag.",
    "bag.drawn": "{chip} comes out of the bag.",
    "camp.recruited": "{unit} joins the camp.",
    "camp.sacrificed": "{unit} is sacrificed: its chip goes into the bag.",
    "camp.tactic-gained": "The tactic {tactic} is gained.",
    "camp.tactic-doubt": "Of {tactic} there should be three chips, if the twelve are spread evenly (p.5): count them.",
    "bag.begun": "The bag holds {units}, if there are two of each neutral unit (p.5, 10): compare, and put it right.",
    "camp.tactic-discarded": "The tactic {tactic} is discarded.",
    "camp.prowess-gained": "The Prowess {prowess} is gained.",
    "camp.special-prowess-gained": "The Special Prowess {prowess} is gained.",
    "camp.prowess-special": "{prowess} is a Special Prowess card.",
    "camp.prowess-sacrificed": "The Prowess {prowess} is sacrificed, out of the game.",
    "map.learned": "{place} is on the map: {kind}, {region}.",
    "map.edited": "{was} is put right on the map: {place}, {kind}, {region}.",
    "map.forgotten": "{place} is taken off the map.",
    "map.imported": "The map is read: {places} places.",
    "travel.set-out": "The encampment is on {place}, the home capital.",
    "travel.moved": "The encampment moves from {from} to {to}.",
    "travel.capital-entered": "The {combat} combat against {opponent} begins.",
    "deadline.must-spectate": (
        "To be at {capital} in week {week}, {spectate} event(s) have to be spectated: "
        "{influence} influence, {banes} bane(s)."
    ),
    "deadline.out-of-reach": "No capital that is open can be reached by week {week} on the map as it is known.",
    "event.discarded": "The event's card goes to the back of the {deck} deck.",
    "event.looked-ahead": "Look at the next {cards} cards of the {deck} deck, and put them back in any order.",
    "event.accepted": "The {kind} combat is on: `hoplo fight start` follows it; after it comes `hoplo cleanup`.",
    "stack.seen": "On the stack of the {faction} lie, from the top: {units}.",
    "stack.drawn": "{unit} comes off the stack of the {faction}: {left} left.",
    "pad.tactic-capacity": "The Tactic Capacity is {capacity} now.",
    "fight.ended": "The fight {name} is over: {outcome}. No campaign has anything of it.",
    "fight.dropped": "The fight {name} is no longer followed; what was drawn stays on the table until the cleanup.",
    "event.failed": "The {kind} combat has failed.",
    "event.won": "The {kind} combat is won.",
    "opportunity.met": "The Opportunity {card} is met: `hoplo camp opportunity '{card}' --discard` gains its reward.",
    "opportunity.read": "You made the change of the Opportunity {card}: its card tells whether it is met.",
    "cleanup.owed": "{card}, in the Cleanup Phase: {what}.",
    "opportunity.drawn": "Of {cards} Opportunity cards {kept} is kept.",
    "round.ended": "The round is over: act {act}, week {week}.",
    "hero.camped": "The hero is back in the camp with {hp} HP of {health}.",
    "tactics.returned": "Used tactics go back to the supply: {tactics}.",
    "rivals.bagged": "Rival units go into the bag: {units}.",
    "banes.bagged": "Banes go back into the bag: {banes}.",
    "arena.cleared": "Arena chips and HP go back to the supply.",
    "units.restored": "Defeated units are restored: {units}.",
    "units.of-no-camp": "Defeated, and of no camp that hoplo knows: {units}; `hoplo bag add` puts a chip into the bag.",
    "units.lost": "Defeated units are lost to the bag: {units}.",
    "units.undying": "Units with Undying come back to the camp: {units}.",
    "primus.defeated": "The primus {primus} is defeated.",
    "act.ended": "Act {act} is over, with {unused} weeks unused; act {next} begins.",
    "epilogue.read": "Read the entry of {hero} in the section of {scion} in the Scion Epilogue Book.",
    "campaign.won": "The campaign is won, in act {act}, week {week}.",
    "campaign.lost": "The campaign is lost, in act {act}, week {week}.",
    "camp.opportunity-gained": "The Opportunity card {card} lies in the camp.",
    "camp.opportunity-discarded": "The Opportunity card {card} is discarded.",
}
"""What happened to the sentence that says it; the values stand where their names do."""


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def happened_words(happened: Happened) -> str:
    """Word something that happened in a campaign, in one sentence."""
    words = WORDS[happened.what].format_map({key: _shown(value) for key, value in happened.values.items()})
    return words + (f" (ruling {happened.values['ruling']})" if "ruling" in happened.values else "")


def stack_lines(campaign: Campaign) -> list[Line]:
    """List the faction stacks in the order of the map: how many chips, and those known from the top."""
    width = max(map(len, REGIONS))
    lines: list[Line] = []
    for region in REGIONS:
        stack = stack_of(campaign, region)
        known = ", ".join(stack.known) or ("the top one not told yet" if stack.size() else "empty: draw from the bag")
        more = f", then {stack.below} more" if stack.known and stack.below else ""
        lines.append([Span(f"  {region:{width}}  {stack.size()}  "), Span(known + more)])
    return lines


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None = None) -> list[Line]:
    """List the bag with the chance of each chip to come out, as exact fractions: among draws, or a lineup's slots."""
    size = campaign.bag.size()
    lines: list[Line] = [[Span(f"The bag holds {size} chip{'' if size == 1 else 's'}.", "heading")]]
    among = "next draw" if draws == 1 else f"among {draws} draws"
    if slots is not None:
        among = f"for {slots} slot{'' if slots == 1 else 's'}"
        lines.append([Span("  Bag banes fill no slot: another chip is drawn for each (p.29).", "quiet")])
    banes = {bane.name for bane in campaign.bag.banes}
    for name, count in sorted(contents(campaign).items()):
        kind = " (bane)" if name in banes else ""
        lines.append([Span(f"  {count} {name}{kind}: {odds[name]} {among}")])
    table = [*campaign.drawn.units, *(f"{bane.name} (bane)" for bane in campaign.drawn.banes)]
    if table:
        lines.append([Span(f"  drawn, on the table: {', '.join(table)}", "quiet")])
    return lines
