"""What happens in the Event and Cleanup Phases, typed and without prose (Rulebook p.16, 28-30)."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from hoplo_companion.campaign.events import CampaignEvent
from hoplo_companion.campaign.model import PlaceKind

# The Event Phase ------------------------------------------------------------------------------------------------


class EventDiscarded(CampaignEvent, frozen=True, kw_only=True, tag="event.discarded"):
    """The event's card went to the back of its deck."""

    deck: PlaceKind
    rule: str = "cleanup.discard"


class DeckSeen(CampaignEvent, frozen=True, kw_only=True, tag="event.looked-ahead"):
    """The next cards of a deck may be looked at, since the event was spectated."""

    deck: PlaceKind
    cards: int
    rule: str = "spectate.look"


class DeckKnown(CampaignEvent, frozen=True, kw_only=True, tag="event.deck"):
    """It became known which cards lie at the front of a deck, the next one first; none after it was shuffled."""

    deck: PlaceKind
    front: list[str]
    rule: str = "decks.open"


class EventAccepted(CampaignEvent, frozen=True, kw_only=True, tag="event.accepted"):
    """A combat was accepted, or began at a capital."""

    kind: PlaceKind | Literal["primus", "scion"]
    rule: str = "event.accept"


class OpportunityDrawn(CampaignEvent, frozen=True, kw_only=True, tag="opportunity.drawn"):
    """Of some Opportunity cards that were drawn one was kept."""

    cards: int
    kept: str
    rule: str = "opportunity.draw"


class RoundEnded(CampaignEvent, frozen=True, kw_only=True, tag="round.ended"):
    """The round is over: the act and week of the next one."""

    act: int
    week: int
    rule: str = "round.phases"


# The end of a fight ---------------------------------------------------------------------------------------------


class EventWon(CampaignEvent, frozen=True, kw_only=True, tag="event.won"):
    """A combat was won; the rule is that of its reward."""

    kind: PlaceKind


class EventFailed(CampaignEvent, frozen=True, kw_only=True, tag="event.failed"):
    """A combat failed."""

    kind: PlaceKind
    act: int
    rule: str = "punishment.influence"


class FightEnded(CampaignEvent, frozen=True, kw_only=True, tag="fight.ended"):
    """A stand-alone fight is over."""

    name: str
    outcome: Literal["won", "lost"]
    rule: str = "round.phases"


class FightDropped(CampaignEvent, frozen=True, kw_only=True, tag="fight.dropped"):
    """A fight is no longer followed."""

    name: str
    rule: str = "fight.corrected"


class OpportunityMet(CampaignEvent, frozen=True, kw_only=True, tag="opportunity.met"):
    """The fight met an Opportunity card, whose reward the player now gains."""

    card: str
    rule: str = "prepare.opportunity"


class OpportunityToRead(CampaignEvent, frozen=True, kw_only=True, tag="opportunity.read"):
    """The change of an Opportunity card was made; the player reads on the card whether it is met."""

    card: str
    rule: str = "prepare.opportunity"


class UnitsOfNoCamp(CampaignEvent, frozen=True, kw_only=True, tag="units.of-no-camp"):
    """Units of yours were defeated that are not in the camp."""

    units: list[str]
    rule: str = "cleanup.lethal"


class CleanupOwed(CampaignEvent, frozen=True, kw_only=True, tag="cleanup.owed"):
    """A card does something in the Cleanup Phase; `what` is its effect as a line of the notation."""

    card: str
    what: str
    rule: str = "prepare.instructions"


# The Cleanup Phase ----------------------------------------------------------------------------------------------


class HeroCamped(CampaignEvent, frozen=True, kw_only=True, tag="hero.camped"):
    """The hero came back to the camp with the HP that it has."""

    hp: int
    health: int
    rule: str = "cleanup.hero"


class TribuneReturned(CampaignEvent, frozen=True, kw_only=True, tag="tribune.returned"):
    """The tribune's chip went back to the supply, also from under a tribune that was recruited."""

    rule: str = "cleanup.tribune"


class TacticsReturned(CampaignEvent, frozen=True, kw_only=True, tag="tactics.returned"):
    """Every tactic but the unused ones of the camp went back to the supply; `tactics` are those of yours."""

    tactics: list[str]
    rule: str = "cleanup.tactics"


class RivalsBagged(CampaignEvent, frozen=True, kw_only=True, tag="rivals.bagged"):
    """Rival units went into the bag."""

    units: list[str]
    rule: str = "cleanup.bag-rivals"


class BanesBagged(CampaignEvent, frozen=True, kw_only=True, tag="banes.bagged"):
    """Banes went back into the bag."""

    banes: list[str]
    rule: str = "cleanup.bag-banes"


class ArenaCleared(CampaignEvent, frozen=True, kw_only=True, tag="arena.cleared"):
    """Arena chips and HP went back to the supply."""

    rule: str = "cleanup.arena-chips"


class ArenaTurned(CampaignEvent, frozen=True, kw_only=True, tag="arena.turned"):
    """The region's arena card was turned over (Strange Sands)."""

    region: str
    side: Literal["A", "B"]
    rule: str = "sands.turn"


class UnitsRestored(CampaignEvent, frozen=True, kw_only=True, tag="units.restored"):
    """Your units that a Sport event defeated were restored."""

    units: list[str]
    rule: str = "cleanup.non-lethal"


class UnitsLost(CampaignEvent, frozen=True, kw_only=True, tag="units.lost"):
    """Your units that a lethal combat defeated went into the bag."""

    units: list[str]
    rule: str = "cleanup.lethal"


class UndyingBack(CampaignEvent, frozen=True, kw_only=True, tag="units.undying"):
    """Your defeated units with Undying came back."""

    units: list[str]
    rule: str = "skill.undying"


class ScionBanesDue(CampaignEvent, frozen=True, kw_only=True, tag="scion.banes-due"):
    """Banes are drawn for the primuses left undefeated, as the scion combat is set up (Mercury's Boots)."""

    count: int
    rule: str = "boots.undefeated-primuses"


class OpportunityCashed(CampaignEvent, frozen=True, kw_only=True, tag="opportunity.cashed"):
    """An Opportunity card was discarded for its reward (Mercury's Boots)."""

    card: str
    rule: str = "boots.primus-reward"


class RewardByHand(CampaignEvent, frozen=True, kw_only=True, tag="reward.by-hand"):
    """A row of the reference sheet gives what the player sees to (Mercury's Boots)."""

    what: str
    rule: str = "boots.primus-reward"


class PrimusDefeated(CampaignEvent, frozen=True, kw_only=True, tag="primus.defeated"):
    """A primus was defeated."""

    primus: str
    act: int
    rule: str = "act.primus"


class ActEnded(CampaignEvent, frozen=True, kw_only=True, tag="act.ended"):
    """An act is over, and the next one begins."""

    act: int
    unused: int
    following: int = field(name="next")
    rule: str = "act.weeks"


class EpilogueDue(CampaignEvent, frozen=True, kw_only=True, tag="epilogue.read"):
    """An entry of the Scion Epilogue Book is to be read."""

    hero: str
    scion: str
    rule: str = "scion.epilogue"


class CampaignWon(CampaignEvent, frozen=True, kw_only=True, tag="campaign.won"):
    """The campaign is won."""

    act: int
    week: int
    rule: str = "scion.defeated"


class CampaignLost(CampaignEvent, frozen=True, kw_only=True, tag="campaign.lost"):
    """The campaign is lost; the rule says by what."""

    act: int
    week: int
