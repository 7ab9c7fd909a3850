"""What happens in a campaign: a row for each thing, its rule and its sentence; `render` words it for the player.

Chips and regions go by their ids; locations, banes and cards by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.words import Row
from hoplo_companion.language import later


class CampaignEvent(Struct, frozen=True):
    """Something that happened in a campaign, the rule that made it happen, and the values that its sentence has."""

    what: str
    rule: str
    values: dict[str, Any]


Result = tuple[Campaign, list[CampaignEvent]]
"""The campaign after a change, and what happened."""


T = TypeVar("T")


def for_each(campaign: Campaign, things: Iterable[T], do: Callable[[Campaign, T], Result]) -> Result:
    """What comes of doing something with each of some things, one after the other."""
    happened: list[CampaignEvent] = []
    for thing in things:
        campaign, more = do(campaign, thing)
        happened += more
    return campaign, happened


def in_order(campaign: Campaign, *steps: Callable[[Campaign], Result]) -> Result:
    """What comes of some steps, each taken from where the one before has led."""
    return for_each(campaign, steps, lambda campaign, step: step(campaign))


AS_PROGRAMS_READ = {
    "start": "from",
    "end": "to",
    "worse": "from",
    "better": "to",
    "where": "from",
    "following": "next",
}
"""Values that are called differently in `--json`."""


def event_of(what: str, /, *, rule: str = "", **values: Any) -> CampaignEvent:
    """Make the event of a row; values that are None are left out."""
    return CampaignEvent(what, rule or EVENTS[what].rule, {k: v for k, v in values.items() if v is not None})


def event_table(event: CampaignEvent) -> dict[str, Any]:
    """Write an event as programs read it: what happened, the rule, and the values."""
    values = {AS_PROGRAMS_READ.get(name, name): value for name, value in event.values.items()}
    return {"what": event.what, "rule": event.rule, "values": msgspec.to_builtins(values)}


EVENTS = {
    # The beginning
    "campaign.begun": Row("setup.hero"),
    "bag.begun": Row("setup.bag"),
    "campaign.variant": Row("modules.combine"),
    "campaign.module": Row(""),
    "travel.set-out": Row(
        "setup.encampment", later("The encampment is on {place}, the capital of the hero's home region.")
    ),
    # The hero pad
    "pad.healed": Row("pad.heal"),
    "pad.gained": Row("term.gain-hp", later("The hero gains {amount} HP: {hp}, with a Health of {health}.")),
    "pad.damaged": Row("pad.damage", later("The hero loses {amount} HP: {hp} of {health}.")),
    "pad.health": Row("pad.health", later("Health rises to {health}, and the hero gains 1 HP: {hp}.")),
    "pad.leadership": Row("pad.leadership", later("Leadership rises to {leadership}.")),
    "pad.movement": Row("pad.movement", later("Movement rises to {movement}.")),
    "blessing.spent": Row("boots.ascension"),
    "pad.navigation": Row("boots.pad", later("Navigation rises to {navigation}.")),
    "pad.opportunity-capacity": Row("boots.pad", later("The Opportunity Capacity rises to {capacity}.")),
    "pad.die-added": Row("pad.add-die", later("A yellow die is added: the Attack is now {attack}.")),
    "pad.die-upgraded": Row("pad.upgrade-die", later("A {worse} die becomes {better}: the Attack is now {attack}.")),
    "pad.tactic-capacity": Row("pad.tactic-capacity", later("The Tactic Capacity is {capacity} now.")),
    "week.marked": Row("week.mark", later("Week {week} of Act {act} is crossed off.")),
    "influence.gained": Row("influence.gain", later("The scion gains {amount} influence: {influence} in all.")),
    "blessing.used": Row(""),
    "blessing.untold": Row(
        "blessing.combat", later("hoplo knows of no combat: a blessing can only be used in combat.")
    ),
    # Banes and the bag
    "bane.taken": Row("bane.placed"),
    "bane.acts": Row("bane.camp"),
    "bane.unexpected": Row(
        "setup.scion-bane",
        later(
            "{expected} was to be on top of the bane stack, not {bane}: `hoplo fix bane_stack NAME` corrects the stack."
        ),
    ),
    "bane.none-left": Row("bane.placed", later("The bane stack is empty.")),
    "bane.removed": Row("bane.removed"),
    "bag.added": Row("bag.units", later("{unit} goes into the bag.")),
    "bag.removed": Row("bag.units", later("{unit} is taken out of the bag for good.")),
    "bag.drawn": Row("bag.draw", later("{chip} comes out of the bag.")),
    # The camp
    "camp.recruited": Row("camp.recruit", later("{unit} joins the camp.")),
    "camp.sacrificed": Row("camp.sacrifice", later("{unit} is sacrificed: its chip goes into the bag.")),
    "camp.tactic-gained": Row("camp.tactic", later("The tactic {tactic} is gained.")),
    "camp.tactic-doubt": Row(
        "camp.tactic-supply", later("The box should have three chips of {tactic}: count those on the table.")
    ),
    "camp.tactic-discarded": Row("camp.tactic-capacity", later("The tactic {tactic} is discarded.")),
    "camp.prowess-gained": Row("camp.prowess", later("The Prowess {prowess} is gained.")),
    "camp.special-prowess-gained": Row("camp.prowess-special", later("The Special Prowess {prowess} is gained.")),
    "camp.prowess-special": Row("camp.prowess-special", later("{prowess} is a Special Prowess card.")),
    "camp.prowess-sacrificed": Row(
        "camp.prowess-sacrifice", later("The Prowess {prowess} is sacrificed: it is out of the game.")
    ),
    "camp.opportunity-gained": Row("camp.opportunity", later("The Opportunity card {card} lies in the camp.")),
    "camp.opportunity-discarded": Row("camp.opportunity", later("The Opportunity card {card} is discarded.")),
    # The map and the faction stacks
    "map.learned": Row("map.locations"),
    "map.edited": Row("map.locations"),
    "map.forgotten": Row("map.locations", later("{place} is taken off the map.")),
    "map.imported": Row("map.locations"),
    "stack.seen": Row("stack.top", later("The stack of the {faction}, from the top: {units}.")),
    "stack.drawn": Row("stack.local"),
    # Travelling
    "travel.moved": Row(""),
    "travel.capital-entered": Row("travel.capital"),
    "deadline.must-spectate": Row("travel.deadline"),
    "deadline.out-of-reach": Row("travel.deadline"),
    # The Event Phase
    "event.discarded": Row("cleanup.discard", later("The event's card goes to the back of the {deck} deck.")),
    "event.looked-ahead": Row(
        "spectate.look", later("Look at the next {cards} cards of the {deck} deck, and put them back in any order.")
    ),
    "event.deck": Row("decks.open"),
    "event.accepted": Row("event.accept"),
    "opportunity.drawn": Row("opportunity.draw", later("{cards} Opportunity cards are drawn, and {kept} is kept.")),
    "round.ended": Row("round.phases", later("The round is over: Act {act}, week {week}.")),
    # The end of a fight
    "event.won": Row(""),
    "event.failed": Row("punishment.influence"),
    "fight.ended": Row("round.phases"),
    "fight.dropped": Row(
        "fight.corrected",
        later("The fight {name} is no longer followed; what was drawn stays on the table until the cleanup."),
    ),
    "opportunity.met": Row("prepare.opportunity"),
    "opportunity.read": Row(
        "prepare.opportunity",
        later("You made the change of the Opportunity {card}: the card says whether it is met."),
    ),
    "units.of-no-camp": Row(
        "cleanup.lethal",
        later("Defeated units that were not in your camp: {units}; `hoplo bag add UNIT` puts a chip into the bag."),
    ),
    "cleanup.owed": Row("prepare.instructions", later("{card}, in the Cleanup Phase: {what}.")),
    # The Cleanup Phase
    "hero.camped": Row(
        "cleanup.hero",
        later("The hero returns to the camp with {hp} HP of {health}; your units come back without their HP chips."),
    ),
    "tribune.returned": Row("cleanup.tribune", later("The tribune's chip goes back to the supply.")),
    "tactics.returned": Row(
        "cleanup.tactics",
        later("All tactics but the unused ones of your camp go back to the supply; yours that were used: {tactics}."),
    ),
    "rivals.bagged": Row("cleanup.bag-rivals", later("Rival units go into the bag: {units}.")),
    "banes.bagged": Row("cleanup.bag-banes", later("Banes go back into the bag: {banes}.")),
    "arena.cleared": Row("cleanup.arena-chips", later("Arena chips and HP go back to the supply.")),
    "arena.turned": Row("sands.turn", later("The arena card of {region} is turned over: side {side} is up.")),
    "units.restored": Row("cleanup.non-lethal", later("Defeated units return to the camp: {units}.")),
    "units.lost": Row("cleanup.lethal", later("Defeated units go into the bag: {units}.")),
    "units.undying": Row("skill.undying", later("Units with Undying return to the camp: {units}.")),
    "scion.banes-due": Row("boots.undefeated-primuses"),
    "opportunity.cashed": Row(
        "boots.primus-reward",
        later("The reward of the Opportunity {card} is gained: `hoplo camp` or `hoplo pad` enters it."),
    ),
    "reward.by-hand": Row("boots.primus-reward", later("See to this reward yourself: {what}.")),
    "primus.defeated": Row("act.primus", later("The primus {primus} is defeated.")),
    "act.ended": Row("act.weeks"),
    "epilogue.read": Row(
        "scion.epilogue", later("Read the entry of {hero} in the section of {scion} in the Scion Epilogue Book.")
    ),
    "campaign.won": Row("scion.defeated", later("The campaign is won in Act {act}, week {week}.")),
    "campaign.lost": Row(""),
}
