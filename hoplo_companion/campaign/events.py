"""What happens in a campaign: a row for each thing, its rule and its sentence; `render` words it for the player.

Chips and regions go by their ids; locations, banes and cards by their names.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name, kind_name, region_name, variant_words
from hoplo_companion.components.words import EventRow, Variant, for_each, joined, when, when_counted
from hoplo_companion.language import later, plural, tr


class CampaignEvent(Struct, frozen=True):
    """Something that happened in a campaign, the rule that made it happen, and the values that its sentence has."""

    what: str
    rule: str
    values: dict[str, Any]


Result = tuple[Campaign, list[CampaignEvent]]
"""The campaign after a change, and what happened; a change that the rules do not allow raises RefusedError."""


def in_order(campaign: Campaign, *steps: Callable[[Campaign], Result]) -> Result:
    """What comes of some steps, each taken from where the one before has led."""
    return for_each(campaign, steps, lambda campaign, step: step(campaign))


_MODULES = {
    "faces-of-evil": later("Faces of Evil: its scions may be chosen; the bane chip of {scion} is one of its own."),
    "dark-days": later(
        "Dark Days: shuffle the nine events of {scion} into the three decks, three into each; its special units, "
        "tactics and Prowess cards join those not yet earned."
    ),
    "strange-sands": later("Strange Sands: its eight arena cards replace the others, side A up."),
    "rivals": later("The Rivals: shuffle the 15 primus events, and lay them face up beside the other decks."),
}
"""What each module wants done at set-up."""

AS_PROGRAMS_READ = {"start": "from", "end": "to", "worse": "from", "better": "to", "where": "from", "following": "next"}
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
    "campaign.begun": EventRow(
        "setup.hero",
        when("{hero} sets out on a campaign: {difficulty}.", difficulty=True),
        when("{hero} sets out on a campaign."),
    ),
    "bag.begun": EventRow(
        "setup.bag",
        when("The bag holds {units}, assuming two of each neutral unit; please check your box."),
        units=lambda units, **_: ", ".join(f"{n} {chip_name(unit)}" for unit, n in Counter(units).items()),
    ),
    "campaign.variant": EventRow(
        "modules.combine",
        when("Played with: {what}."),
        what=lambda boots, modules, **_: variant_words(Variant(boots, tuple(modules))),
    ),
    "campaign.module": EventRow(
        "",
        joined("{said} {first}", module="dark-days", boots=True),
        joined("{said}"),
        said=lambda module, scion, **_: tr(_MODULES[module], scion=chip_name(scion)),
        first=lambda **_: tr("Draw your first Opportunity cards before that."),
    ),
    "travel.set-out": EventRow(
        "setup.encampment", "The encampment is on {place}, the capital of the hero's home region."
    ),
    # The hero pad
    "pad.healed": EventRow(
        "pad.heal",
        when("The hero is already at full HP: {hp} of {health}.", amount=False),
        when("The hero heals {amount} HP: {hp} of {health}."),
    ),
    "pad.gained": EventRow("term.gain-hp", "The hero gains {amount} HP: {hp}, with a Health of {health}."),
    "pad.damaged": EventRow("pad.damage", "The hero loses {amount} HP: {hp} of {health}."),
    "pad.health": EventRow("pad.health", "Health rises to {health}, and the hero gains 1 HP: {hp}."),
    "pad.leadership": EventRow("pad.leadership", "Leadership rises to {leadership}."),
    "pad.movement": EventRow("pad.movement", "Movement rises to {movement}."),
    "blessing.spent": EventRow(
        "boots.ascension",
        when_counted("A blessing is spent: {n} is left.", "A blessing is spent: {n} are left.", "left"),
    ),
    "pad.navigation": EventRow("boots.pad", "Navigation rises to {navigation}."),
    "pad.opportunity-capacity": EventRow("boots.pad", "The Opportunity Capacity rises to {capacity}."),
    "pad.die-added": EventRow("pad.add-die", "A yellow die is added: the Attack is now {attack}."),
    "pad.die-upgraded": EventRow("pad.upgrade-die", "A {worse} die becomes {better}: the Attack is now {attack}."),
    "pad.tactic-capacity": EventRow("pad.tactic-capacity", "The Tactic Capacity is {capacity} now."),
    "week.marked": EventRow("week.mark", "Week {week} of Act {act} is crossed off."),
    "influence.gained": EventRow("influence.gain", "The scion gains {amount} influence: {influence} in all."),
    "blessing.used": EventRow(
        "",
        when("A blessing is crossed off: none is left.", left=False),
        when_counted("A blessing is crossed off: {n} is left.", "A blessing is crossed off: {n} are left.", "left"),
    ),
    "blessing.untold": EventRow("blessing.combat", "hoplo knows of no combat: a blessing can only be used in combat."),
    # Banes and the bag
    "bane.taken": EventRow(
        "bane.placed",
        when("{bane}, a bag bane, goes into the bag.", kind="bag"),
        when("{bane}, a unit bane, goes into the bag.", kind="unit"),
        when("{bane}, a camp bane, goes into the camp."),
    ),
    "bane.acts": EventRow(
        "bane.camp",
        when("{bane}: your hero keeps its last HP here (ruling bane.last-hp).", amount=False),
        when("{bane}, in your camp, deals your hero {n} damage here."),
        n=lambda amount, **_: amount,
    ),
    "bane.unexpected": EventRow(
        "setup.scion-bane",
        "{expected} was to be on top of the bane stack, not {bane}: `hoplo fix bane_stack NAME` corrects the stack.",
    ),
    "bane.none-left": EventRow("bane.placed", "The bane stack is empty."),
    "bane.removed": EventRow(
        "bane.removed",
        when("The bane {bane} is removed from the bag.", where="bag"),
        when("The bane {bane} is removed from the camp.", where="camp"),
        when("The bane {bane} is removed from the table."),
    ),
    "bag.added": EventRow("bag.units", "{unit} goes into the bag."),
    "bag.removed": EventRow("bag.units", "{unit} is taken out of the bag for good."),
    "bag.drawn": EventRow("bag.draw", "{chip} comes out of the bag."),
    # The camp
    "camp.recruited": EventRow("camp.recruit", "{unit} joins the camp."),
    "camp.sacrificed": EventRow("camp.sacrifice", "{unit} is sacrificed: its chip goes into the bag."),
    "camp.tactic-gained": EventRow("camp.tactic", "The tactic {tactic} is gained."),
    "camp.tactic-doubt": EventRow(
        "camp.tactic-supply", "The box should have three chips of {tactic}: count those on the table."
    ),
    "camp.tactic-discarded": EventRow("camp.tactic-capacity", "The tactic {tactic} is discarded."),
    "camp.prowess-gained": EventRow("camp.prowess", "The Prowess {prowess} is gained."),
    "camp.special-prowess-gained": EventRow("camp.prowess-special", "The Special Prowess {prowess} is gained."),
    "camp.prowess-special": EventRow("camp.prowess-special", "{prowess} is a Special Prowess card."),
    "camp.prowess-sacrificed": EventRow(
        "camp.prowess-sacrifice", "The Prowess {prowess} is sacrificed: it is out of the game."
    ),
    "camp.opportunity-gained": EventRow("camp.opportunity", "The Opportunity card {card} lies in the camp."),
    "camp.opportunity-discarded": EventRow("camp.opportunity", "The Opportunity card {card} is discarded."),
    # The map and the faction stacks
    "map.learned": EventRow(
        "map.locations",
        when("{place} is on the map: {kind}.", region=False),
        when("{place} is on the map: {kind}, {region}."),
    ),
    "map.edited": EventRow(
        "map.locations",
        when("{place} is corrected on the map: {what}.", same_name=True),
        when("{was} is now called {place} on the map: {what}."),
        same_name=lambda was, place, **_: was == place,
        what=lambda kind, region, **_: ", ".join([kind_name(kind), *([region_name(region)] if region else [])]),
    ),
    "map.forgotten": EventRow("map.locations", "{place} is taken off the map."),
    "map.imported": EventRow(
        "map.locations", when_counted("The map is read: {n} location.", "The map is read: {n} locations.", "places")
    ),
    "stack.seen": EventRow("stack.top", "The stack of the {faction}, from the top: {units}."),
    "stack.drawn": EventRow(
        "stack.local",
        when_counted(
            "{unit} is drawn from the stack of the {faction}: {n} chip is left.",
            "{unit} is drawn from the stack of the {faction}: {n} chips are left.",
            "left",
        ),
    ),
    # Travelling
    "travel.moved": EventRow(
        "",
        when("The encampment goes from {start} by {via}, and sails to {end}.", by="harbor", via=True),
        when("The encampment sails from {start} to {end}.", by="harbor"),
        when("The encampment moves from {start} by {via} to {end}.", by="path", via=True),
        when("The encampment moves from {start} to {end}."),
    ),
    "travel.capital-entered": EventRow(
        "travel.capital",
        when("The scion combat against {opponent} begins.", combat="scion"),
        when("The primus combat against {opponent} begins."),
    ),
    "deadline.must-spectate": EventRow(
        "travel.deadline",
        when_counted(
            "To be at {capital} in week {week}, {n} event has to be spectated, "
            "which brings {influence} influence and {banes}.",
            "To be at {capital} in week {week}, {n} events have to be spectated, "
            "which brings {influence} influence and {banes}.",
            "spectate",
        ),
        banes=lambda banes, **_: plural("{n} bane", "{n} banes", banes),
    ),
    "deadline.out-of-reach": EventRow(
        "travel.deadline",
        when(
            "No open capital can be reached by week {week}: the deadline is missed, and the campaign is lost with it.",
            complete=True,
        ),
        when("No open capital can be reached by week {week} on the map as it is known."),
    ),
    # The Event Phase
    "event.discarded": EventRow("cleanup.discard", "The event's card goes to the back of the {deck} deck."),
    "event.looked-ahead": EventRow(
        "spectate.look", "Look at the next {cards} cards of the {deck} deck, and put them back in any order."
    ),
    "event.deck": EventRow(
        "decks.open",
        when("Nothing is known of the {deck} deck.", front=False),
        when("At the front of the {deck} deck: {cards}."),
        cards=lambda front, **_: ", ".join(front),
    ),
    "event.accepted": EventRow(
        "event.accept", "{combat} is on: `hoplo fight start` follows it, then comes `hoplo cleanup`."
    ),
    "opportunity.drawn": EventRow("opportunity.draw", "{cards} Opportunity cards are drawn, and {kept} is kept."),
    "round.ended": EventRow("round.phases", "The round is over: Act {act}, week {week}."),
    # The end of a fight
    "event.won": EventRow("", "{combat} is won."),
    "event.failed": EventRow("punishment.influence", "{combat} has failed."),
    "fight.ended": EventRow(
        "round.phases",
        when("The stand-alone fight {name} is won.", outcome="won"),
        when("The stand-alone fight {name} is lost."),
    ),
    "fight.dropped": EventRow(
        "fight.corrected",
        "The fight {name} is no longer followed; what was drawn stays on the table until the cleanup.",
    ),
    "opportunity.met": EventRow("prepare.opportunity", "The Opportunity {card} is met: `{command}` gains its reward."),
    "opportunity.read": EventRow(
        "prepare.opportunity", "You made the change of the Opportunity {card}: the card says whether it is met."
    ),
    "units.of-no-camp": EventRow(
        "cleanup.lethal",
        "Defeated units that were not in your camp: {units}; `hoplo bag add UNIT` puts a chip into the bag.",
    ),
    "cleanup.owed": EventRow("prepare.instructions", "{card}, in the Cleanup Phase: {what}."),
    # The Cleanup Phase
    "hero.camped": EventRow(
        "cleanup.hero",
        "The hero returns to the camp with {hp} HP of {health}; your units come back without their HP chips.",
    ),
    "tribune.returned": EventRow("cleanup.tribune", "The tribune's chip goes back to the supply."),
    "tactics.returned": EventRow(
        "cleanup.tactics",
        "All tactics but the unused ones of your camp go back to the supply; yours that were used: {tactics}.",
    ),
    "rivals.bagged": EventRow("cleanup.bag-rivals", "Rival units go into the bag: {units}."),
    "banes.bagged": EventRow("cleanup.bag-banes", "Banes go back into the bag: {banes}."),
    "arena.cleared": EventRow("cleanup.arena-chips", "Arena chips and HP go back to the supply."),
    "arena.turned": EventRow("sands.turn", "The arena card of {region} is turned over: side {side} is up."),
    "units.restored": EventRow("cleanup.non-lethal", "Defeated units return to the camp: {units}."),
    "units.lost": EventRow("cleanup.lethal", "Defeated units go into the bag: {units}."),
    "units.undying": EventRow("skill.undying", "Units with Undying return to the camp: {units}."),
    "scion.banes-due": EventRow(
        "boots.undefeated-primuses",
        when_counted(
            "{n} primus is undefeated: without hoplo, draw a bane for it once your blessings are crossed off.",
            "{n} primuses are undefeated: without hoplo, draw as many banes once your blessings are crossed off.",
            "count",
        ),
    ),
    "opportunity.cashed": EventRow(
        "boots.primus-reward", "The reward of the Opportunity {card} is gained: `hoplo camp` or `hoplo pad` enters it."
    ),
    "reward.by-hand": EventRow("boots.primus-reward", "See to this reward yourself: {what}."),
    "primus.defeated": EventRow("act.primus", "The primus {primus} is defeated."),
    "act.ended": EventRow(
        "act.weeks",
        when("Act {act} is over, and Act {following} begins.", unused=False),
        when_counted(
            "Act {act} is over with {n} week unused, and Act {following} begins.",
            "Act {act} is over with {n} weeks unused, and Act {following} begins.",
            "unused",
        ),
    ),
    "epilogue.read": EventRow(
        "scion.epilogue", "Read the entry of {hero} in the section of {scion} in the Scion Epilogue Book."
    ),
    "campaign.won": EventRow("scion.defeated", "The campaign is won in Act {act}, week {week}."),
    "campaign.lost": EventRow(
        "",
        when(
            "Week {week} of Act {act} is crossed off without the combat that ends the act: the deadline is missed, "
            "and the campaign is lost.",
            rule="travel.deadline",
        ),
        when("The campaign is lost in Act {act}, week {week}."),
    ),
}
