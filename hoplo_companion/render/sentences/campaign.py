"""One short sentence for everything that happens in a campaign, with the page of its rule behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any

from hoplo_companion.campaign import events, round_events
from hoplo_companion.campaign.events import CampaignEvent
from hoplo_companion.campaign.naming import (
    ACTS,
    chip_name,
    chip_names,
    colour_name,
    region_name,
    tactic_name,
    tactic_names,
)
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Variant
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import citation, dice_words
from hoplo_companion.render.style import Line, Span

KINDS = {
    "sport": later("Sport"),
    "bloodshed": later("Bloodshed"),
    "opportunity": later("Opportunity"),
    "harbor": later("harbor"),
    "capital": later("capital"),
}
"""The types of location, which are those of their events too (Rulebook p.14)."""

PRIMUS_DECK = later("primus")
"""The deck of a capital's events, in The Rivals."""

BOOTS = {"2024": later("Mercury's Boots"), "promo": later("Mercury's Boots, by the promo sheet")}
MODULE_NAMES = {
    "faces-of-evil": later("Faces of Evil"),
    "dark-days": later("Dark Days"),
    "strange-sands": later("Strange Sands"),
    "rivals": later("The Rivals"),
}
"""The expansions as they are called (A3)."""

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

_SENTENCES: dict[type[CampaignEvent], str] = {
    events.SetOut: later("The encampment is on {place}, the capital of the hero's home region."),
    events.HeroGainedHp: later("The hero gains {amount} HP: {hp}, with a Health of {health}."),
    events.HeroDamaged: later("The hero loses {amount} HP: {hp} of {health}."),
    events.HealthUpgraded: later("Health rises to {health}, and the hero gains 1 HP: {hp}."),
    events.LeadershipUpgraded: later("Leadership rises to {leadership}."),
    events.NavigationUpgraded: later("Navigation rises to {navigation}."),
    events.OpportunityCapacityUpgraded: later("The Opportunity Capacity rises to {capacity}."),
    events.MovementUpgraded: later("Movement rises to {movement}."),
    events.DieAdded: later("A yellow die is added: the Attack is now {attack}."),
    events.DieUpgraded: later("A {worse} die becomes {better}: the Attack is now {attack}."),
    events.CapacityChanged: later("The Tactic Capacity is {capacity} now."),
    events.WeekMarked: later("Week {week} of Act {act} is crossed off."),
    events.InfluenceGained: later("The scion gains {amount} influence: {influence} in all."),
    events.BlessingOutsideCombat: later("No combat is known to hoplo: a blessing can only be used in combat."),
    events.BanesOut: later("The bane stack is empty."),
    events.BaneUnexpected: later(
        "{expected} was to be on top of the bane stack, not {bane}: `hoplo fix bane_stack NAME` corrects the stack."
    ),
    events.ChipBagged: later("{unit} goes into the bag."),
    events.ChipRemoved: later("{unit} is taken out of the bag for good."),
    events.ChipDrawn: later("{chip} comes out of the bag."),
    events.UnitRecruited: later("{unit} joins the camp."),
    events.UnitSacrificed: later("{unit} is sacrificed: its chip goes into the bag."),
    events.TacticGained: later("The tactic {tactic} is gained."),
    events.TacticDoubted: later("The box should have three chips of {tactic}: count those on the table."),
    events.TacticDiscarded: later("The tactic {tactic} is discarded."),
    events.ProwessGained: later("The Prowess {prowess} is gained."),
    events.SpecialProwessGained: later("The Special Prowess {prowess} is gained."),
    events.ProwessFoundSpecial: later("{prowess} is a Special Prowess card."),
    events.ProwessSacrificed: later("The Prowess {prowess} is sacrificed: it is out of the game."),
    events.OpportunityGained: later("The Opportunity card {card} lies in the camp."),
    events.OpportunityDiscarded: later("The Opportunity card {card} is discarded."),
    events.PlaceForgotten: later("{place} is taken off the map."),
    events.StackSeen: later("The stack of the {faction}, from the top: {units}."),
    round_events.EventDiscarded: later("The event's card goes to the back of the {deck} deck."),
    round_events.DeckSeen: later("Look at the next {cards} cards of the {deck} deck, and put them back in any order."),
    round_events.OpportunityDrawn: later("{cards} Opportunity cards are drawn, and {kept} is kept."),
    round_events.RoundEnded: later("The round is over: Act {act}, week {week}."),
    round_events.OpportunityCashed: later(
        "The reward of the Opportunity {card} is gained: `hoplo camp` or `hoplo pad` enters it."
    ),
    round_events.RewardByHand: later("See to this reward yourself: {what}."),
    round_events.FightDropped: later(
        "The fight {name} is no longer followed; what was drawn stays on the table until the cleanup."
    ),
    round_events.OpportunityToRead: later(
        "You made the change of the Opportunity {card}: read on the card whether it is met."
    ),
    round_events.UnitsOfNoCamp: later(
        "Defeated units that were not in your camp: {units}; `hoplo bag add UNIT` puts a chip into the bag."
    ),
    round_events.CleanupOwed: later("{card}, in the Cleanup Phase: {what}."),
    round_events.HeroCamped: later(
        "The hero returns to the camp with {hp} HP of {health}; your units come back without their HP chips."
    ),
    round_events.TribuneReturned: later("The tribune's chip goes back to the supply."),
    round_events.TacticsReturned: later(
        "All tactics but the unused ones of your camp go back to the supply; yours that were used: {tactics}."
    ),
    round_events.RivalsBagged: later("Rival units go into the bag: {units}."),
    round_events.BanesBagged: later("Banes go back into the bag: {banes}."),
    round_events.ArenaCleared: later("Arena chips and HP go back to the supply."),
    round_events.ArenaTurned: later("The arena card of {region} is turned over: side {side} is up."),
    round_events.UnitsRestored: later("Defeated units return to the camp: {units}."),
    round_events.UnitsLost: later("Defeated units go into the bag: {units}."),
    round_events.UndyingBack: later("Units with Undying return to the camp: {units}."),
    round_events.PrimusDefeated: later("The primus {primus} is defeated."),
    round_events.EpilogueDue: later("Read the entry of {hero} in the section of {scion} in the Scion Epilogue Book."),
    round_events.CampaignWon: later("The campaign is won in Act {act}, week {week}."),
}
"""Events that have one sentence each; the fields stand where their names do."""

_NAMES: dict[str, Callable[[Any], str]] = {
    "unit": chip_name,
    "chip": chip_name,
    "bane": chip_name,
    "expected": chip_name,
    "hero": chip_name,
    "scion": chip_name,
    "primus": chip_name,
    "units": chip_names,
    "banes": chip_names,
    "tactic": tactic_name,
    "tactics": tactic_names,
    "faction": region_name,
    "region": region_name,
    "attack": dice_words,
    "worse": colour_name,
    "better": colour_name,
    "act": lambda act: ACTS[act],
    "deck": lambda deck: tr(PRIMUS_DECK) if deck == "capital" else kind_name(deck),
}
"""How fields are shown that hold ids."""


def campaign_sentence(event: CampaignEvent, catalogue: Catalogue) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    line = [Span(event_words(event)), Span(" "), citation(catalogue, event.rule)]
    if isinstance(event, events.Travelled) and event.ruling:
        line.append(Span(" " + tr("(by ruling: {rulings})", rulings=event.ruling), "rule"))
    return line


def all_words(happened: Iterable[CampaignEvent]) -> str:
    """Word events one after the other, without their pages."""
    return " ".join(map(event_words, happened))


def kind_name(kind: str) -> str:
    """Name a type of location, or of event."""
    return tr(KINDS[kind])


@singledispatch
def event_words(event: CampaignEvent) -> str:
    """Word an event in one sentence."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    return tr(_SENTENCES[type(event)], **{name: _NAMES.get(name, str)(value) for name, value in fields.items()})


@event_words.register
def _(event: events.BagBegun) -> str:
    counted = ", ".join(f"{n} {chip_name(unit)}" for unit, n in Counter(event.units).items())
    return tr("The bag holds {units}, if the box has two of each neutral unit: compare them.", units=counted)


@event_words.register
def _(event: events.PlayedWith) -> str:
    return tr("Played with: {what}.", what=variant_words(Variant(event.boots, tuple(event.modules))))


def variant_words(variant: Variant) -> str:
    """Name the expansions that are played with: the sheet of Mercury's Boots, and the modules."""
    boots = [tr(BOOTS[variant.boots])] if variant.boots else []
    return ", ".join([*boots, *(tr(MODULE_NAMES[each]) for each in variant.modules)])


@event_words.register
def _(event: events.CampaignBegun) -> str:
    hero = chip_name(event.hero)
    if not event.difficulty:
        return tr("{hero} sets out on a campaign.", hero=hero)
    return tr("{hero} sets out on a campaign: {difficulty}.", hero=hero, difficulty=event.difficulty)


@event_words.register
def _(event: round_events.DeckKnown) -> str:
    deck = _NAMES["deck"](event.deck)
    if not event.front:
        return tr("Nothing is known of the {deck} deck.", deck=deck)
    return tr("At the front of the {deck} deck: {cards}.", deck=deck, cards=", ".join(event.front))


@event_words.register
def _(event: events.ModuleSetUp) -> str:
    words = tr(_MODULES[event.module], scion=chip_name(event.scion))
    is_first = event.boots and event.module == "dark-days"
    return " ".join([words, tr("Draw your first Opportunity cards before that.")] if is_first else [words])


@event_words.register
def _(event: round_events.ScionBanesDue) -> str:
    return plural(
        "{n} primus is undefeated: without hoplo, draw a bane for it once your blessings are crossed off.",
        "{n} primuses are undefeated: without hoplo, draw as many banes once your blessings are crossed off.",
        event.count,
    )


@event_words.register
def _(event: round_events.OpportunityMet) -> str:
    by = as_command("camp", "opportunity", event.card, "--discard")
    return tr("The Opportunity {card} is met: `{command}` gains its reward.", card=event.card, command=by)


@event_words.register
def _(event: events.BlessingSpent) -> str:
    return plural("A blessing is spent: {n} is left.", "A blessing is spent: {n} are left.", event.left)


@event_words.register
def _(event: events.HeroHealed) -> str:
    if not event.amount:
        return tr("The hero is already at full HP: {hp} of {health}.", hp=event.hp, health=event.health)
    return tr("The hero heals {amount} HP: {hp} of {health}.", amount=event.amount, hp=event.hp, health=event.health)


@event_words.register
def _(event: events.BlessingUsed) -> str:
    if not event.left:
        return tr("A blessing is crossed off: none is left.")
    return plural("A blessing is crossed off: {n} is left.", "A blessing is crossed off: {n} are left.", event.left)


@event_words.register
def _(event: events.BaneTaken) -> str:
    bane = chip_name(event.bane)
    match event.kind:
        case "bag":
            return tr("{bane}, a bag bane, goes into the bag.", bane=bane)
        case "unit":
            return tr("{bane}, a unit bane, goes into the bag.", bane=bane)
    return tr("{bane}, a camp bane, goes into the camp.", bane=bane)


@event_words.register
def _(event: events.BaneActs) -> str:
    if not event.amount:
        return tr("{bane}: your hero keeps its last HP here (ruling bane.last-hp).", bane=chip_name(event.bane))
    return tr("{bane}, in your camp, deals your hero {n} damage here.", bane=chip_name(event.bane), n=event.amount)


@event_words.register
def _(event: events.BaneRemoved) -> str:
    bane = chip_name(event.bane)
    match event.where:
        case "bag":
            return tr("The bane {bane} is removed from the bag.", bane=bane)
        case "camp":
            return tr("The bane {bane} is removed from the camp.", bane=bane)
    return tr("The bane {bane} is removed from the table.", bane=bane)


@event_words.register
def _(event: events.PlaceLearned) -> str:
    kind = kind_name(event.kind)
    if not event.region:
        return tr("{place} is on the map: {kind}.", place=event.place, kind=kind)
    region = region_name(event.region)
    return tr("{place} is on the map: {kind}, {region}.", place=event.place, kind=kind, region=region)


@event_words.register
def _(event: events.PlaceEdited) -> str:
    what = ", ".join([kind_name(event.kind), *([region_name(event.region)] if event.region else [])])
    if event.was == event.place:
        return tr("{place} is corrected on the map: {what}.", place=event.place, what=what)
    return tr("{was} is now called {place} on the map: {what}.", was=event.was, place=event.place, what=what)


@event_words.register
def _(event: events.MapRead) -> str:
    return plural("The map is read: {n} location.", "The map is read: {n} locations.", event.places)


@event_words.register
def _(event: events.StackDrawn) -> str:
    return plural(
        "{unit} is drawn from the stack of the {faction}: {n} chip is left.",
        "{unit} is drawn from the stack of the {faction}: {n} chips are left.",
        event.left,
        unit=chip_name(event.unit),
        faction=region_name(event.faction),
    )


@event_words.register
def _(event: events.Travelled) -> str:
    way = {"start": event.start, "via": ", ".join(event.via), "end": event.end}
    match event.by, bool(event.via):
        case "harbor", True:
            return tr("The encampment goes from {start} by {via}, and sails to {end}.", **way)
        case "harbor", False:
            return tr("The encampment sails from {start} to {end}.", start=event.start, end=event.end)
        case "path", True:
            return tr("The encampment moves from {start} by {via} to {end}.", **way)
    return tr("The encampment moves from {start} to {end}.", start=event.start, end=event.end)


@event_words.register
def _(event: events.CapitalEntered) -> str:
    opponent = chip_name(event.opponent)
    if event.combat == "scion":
        return tr("The scion combat against {opponent} begins.", opponent=opponent)
    return tr("The primus combat against {opponent} begins.", opponent=opponent)


@event_words.register
def _(event: events.OutOfReach) -> str:
    if event.complete:
        return tr(
            "No open capital can be reached by week {week}: the deadline is missed, and the campaign is lost with it.",
            week=event.week,
        )
    return tr("No open capital can be reached by week {week} on the map as it is known.", week=event.week)


@event_words.register
def _(event: round_events.CampaignLost) -> str:
    values = {"act": ACTS[event.act], "week": event.week}
    if event.rule == "travel.deadline":
        return tr(
            "Week {week} of Act {act} is crossed off without the combat that ends the act: the deadline is missed, "
            "and the campaign is lost.",
            **values,
        )
    return tr("The campaign is lost in Act {act}, week {week}.", **values)


@event_words.register
def _(event: events.MustSpectate) -> str:
    return plural(
        "To be at {capital} in week {week}, {n} event has to be spectated, which brings {influence} influence and "
        "{banes}.",
        "To be at {capital} in week {week}, {n} events have to be spectated, which brings {influence} influence and "
        "{banes}.",
        event.spectate,
        capital=event.capital,
        week=event.week,
        influence=event.influence,
        banes=plural("{n} bane", "{n} banes", event.banes),
    )


@event_words.register
def _(event: round_events.EventAccepted) -> str:
    return tr("{combat} is on: `hoplo fight start` follows it, then comes `hoplo cleanup`.", combat=_combat(event.kind))


@event_words.register
def _(event: round_events.EventWon) -> str:
    return tr("{combat} is won.", combat=_combat(event.kind))


@event_words.register
def _(event: round_events.EventFailed) -> str:
    return tr("{combat} has failed.", combat=_combat(event.kind))


def _combat(kind: str) -> str:
    match kind:
        case "sport":
            return tr("The Sport combat")
        case "bloodshed":
            return tr("The Bloodshed combat")
        case "scion":
            return tr("The scion combat")
    return tr("The primus combat")


@event_words.register
def _(event: round_events.FightEnded) -> str:
    if event.outcome == "won":
        return tr("The stand-alone fight {name} is won.", name=event.name)
    return tr("The stand-alone fight {name} is lost.", name=event.name)


@event_words.register
def _(event: round_events.ActEnded) -> str:
    act, following = ACTS[event.act], ACTS[event.following]
    if not event.unused:
        return tr("Act {act} is over, and Act {following} begins.", act=act, following=following)
    return plural(
        "Act {act} is over with {n} week unused, and Act {following} begins.",
        "Act {act} is over with {n} weeks unused, and Act {following} begins.",
        event.unused,
        act=act,
        following=following,
    )
