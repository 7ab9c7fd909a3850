"""What happens in a campaign, typed and without prose: `render` words it, programs read it as a table.

Every event names the rule of the ledger that made it happen. Chips and regions go by their ids; locations, banes and
cards by their names. What happens in the Event and Cleanup Phases is in `round_events`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from hoplo_companion.campaign.model import BaneKind, Campaign, PlaceKind
from hoplo_companion.components.variant import Edition, Module
from hoplo_companion.components.words import Colour


class CampaignEvent(Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """Something that happened in a campaign, and the rule that made it happen."""

    rule: str


Result = tuple[Campaign, list[CampaignEvent]]
"""The campaign after a change, and what happened."""


def event_table(event: CampaignEvent) -> dict[str, Any]:
    """Write an event as programs read it: what happened, the rule, and the values."""
    values = msgspec.to_builtins(event)
    values.pop("rule", None)
    return {"what": values.pop("event"), "rule": event.rule, "values": values}


# The beginning --------------------------------------------------------------------------------------------------


class CampaignBegun(CampaignEvent, frozen=True, kw_only=True, tag="campaign.begun"):
    """A campaign began: the names of the hero and of the difficulty."""

    hero: str
    difficulty: str
    rule: str = "setup.hero"


class BagBegun(CampaignEvent, frozen=True, kw_only=True, tag="bag.begun"):
    """The bag was filled with neutral units, two of each being inferred."""

    units: list[str]
    rule: str = "setup.bag"


class PlayedWith(CampaignEvent, frozen=True, kw_only=True, tag="campaign.variant"):
    """What of the expansions the campaign is played with."""

    boots: Edition
    modules: list[Module]
    rule: str = "modules.combine"


class ModuleSetUp(CampaignEvent, frozen=True, kw_only=True, tag="campaign.module"):
    """A module wants something done at set-up, with Mercury's Boots after the first Opportunity cards are drawn."""

    module: Module
    scion: str
    boots: Edition = ""


class SetOut(CampaignEvent, frozen=True, kw_only=True, tag="travel.set-out"):
    """The encampment was placed on the capital of the hero's home region."""

    place: str
    region: str
    rule: str = "setup.encampment"


# The hero pad ---------------------------------------------------------------------------------------------------


class HeroHealed(CampaignEvent, frozen=True, kw_only=True, tag="pad.healed"):
    """The hero healed outside combat."""

    amount: int
    hp: int
    health: int
    rule: str = "pad.heal"


class HeroGainedHp(CampaignEvent, frozen=True, kw_only=True, tag="pad.gained"):
    """The hero gained HP outside combat, above its Health too."""

    amount: int
    hp: int
    health: int
    rule: str = "term.gain-hp"


class HeroDamaged(CampaignEvent, frozen=True, kw_only=True, tag="pad.damaged"):
    """The hero lost HP outside combat."""

    amount: int
    hp: int
    health: int
    rule: str = "pad.damage"


class HealthUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.health"):
    """The hero's Health was upgraded, which brings an HP with it."""

    health: int
    hp: int
    rule: str = "pad.health"


class LeadershipUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.leadership"):
    """The hero's Leadership was upgraded."""

    leadership: int
    rule: str = "pad.leadership"


class MovementUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.movement"):
    """The hero's Movement was upgraded."""

    movement: int
    rule: str = "pad.movement"


class BlessingSpent(CampaignEvent, frozen=True, kw_only=True, tag="blessing.spent"):
    """A blessing was spent at set-up (Mercury's Boots)."""

    left: int
    rule: str = "boots.ascension"


class NavigationUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.navigation"):
    """The hero's Navigation was upgraded (Mercury's Boots)."""

    navigation: int
    rule: str = "boots.pad"


class OpportunityCapacityUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.opportunity-capacity"):
    """The hero's Opportunity Capacity was upgraded (Mercury's Boots)."""

    capacity: int
    rule: str = "boots.pad"


class DieAdded(CampaignEvent, frozen=True, kw_only=True, tag="pad.die-added"):
    """A yellow die was added to the hero's Attack."""

    attack: list[Colour]
    rule: str = "pad.add-die"


class DieUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="pad.die-upgraded"):
    """A die of the hero's Attack was replaced by the next better one."""

    worse: Colour = field(name="from")
    better: Colour = field(name="to")
    attack: list[Colour]
    rule: str = "pad.upgrade-die"


class CapacityChanged(CampaignEvent, frozen=True, kw_only=True, tag="pad.tactic-capacity"):
    """The Tactic Capacity is another one now."""

    capacity: int
    rule: str = "pad.tactic-capacity"


class WeekMarked(CampaignEvent, frozen=True, kw_only=True, tag="week.marked"):
    """A week was crossed off."""

    week: int
    act: int
    rule: str = "week.mark"


class InfluenceGained(CampaignEvent, frozen=True, kw_only=True, tag="influence.gained"):
    """The scion gained influence."""

    amount: int
    influence: int
    rule: str = "influence.gain"


class BlessingUsed(CampaignEvent, frozen=True, kw_only=True, tag="blessing.used"):
    """A blessing was crossed off; the rule says what for."""

    left: int


class BlessingOutsideCombat(CampaignEvent, frozen=True, kw_only=True, tag="blessing.untold"):
    """A blessing was used while hoplo knows of no combat."""

    rule: str = "blessing.combat"


# Banes and the bag ----------------------------------------------------------------------------------------------


class BaneTaken(CampaignEvent, frozen=True, kw_only=True, tag="bane.taken"):
    """A bane was drawn from its stack, and put where its kind says."""

    bane: str
    kind: BaneKind
    rule: str = "bane.placed"


class BaneActs(CampaignEvent, frozen=True, kw_only=True, tag="bane.acts"):
    """A camp bane damages the hero where the encampment stops."""

    bane: str
    amount: int
    rule: str = "bane.camp"


class BanesOut(CampaignEvent, frozen=True, kw_only=True, tag="bane.none-left"):
    """A bane was due, and the stack is empty."""

    rule: str = "bane.placed"


class BaneUnexpected(CampaignEvent, frozen=True, kw_only=True, tag="bane.unexpected"):
    """Another bane was drawn than the one that lay on top of the stack as far as known."""

    bane: str
    expected: str
    rule: str = "setup.scion-bane"


class BaneRemoved(CampaignEvent, frozen=True, kw_only=True, tag="bane.removed"):
    """A bane was removed from the game."""

    bane: str
    where: Literal["bag", "table", "camp"] = field(name="from")
    rule: str = "bane.removed"


class ChipBagged(CampaignEvent, frozen=True, kw_only=True, tag="bag.added"):
    """A unit chip or a bane was put into the bag."""

    unit: str
    rule: str = "bag.units"


class ChipRemoved(CampaignEvent, frozen=True, kw_only=True, tag="bag.removed"):
    """A unit chip or a bane left the bag for good."""

    unit: str
    rule: str = "bag.units"


class ChipDrawn(CampaignEvent, frozen=True, kw_only=True, tag="bag.drawn"):
    """A unit chip or a bane was drawn from the bag."""

    chip: str
    rule: str = "bag.draw"


# The camp -------------------------------------------------------------------------------------------------------


class UnitRecruited(CampaignEvent, frozen=True, kw_only=True, tag="camp.recruited"):
    """A unit joined the camp."""

    unit: str
    rule: str = "camp.recruit"


class UnitSacrificed(CampaignEvent, frozen=True, kw_only=True, tag="camp.sacrificed"):
    """A unit of the camp was sacrificed."""

    unit: str
    rule: str = "camp.sacrifice"


class TacticGained(CampaignEvent, frozen=True, kw_only=True, tag="camp.tactic-gained"):
    """A tactic came into the camp."""

    tactic: str
    rule: str = "camp.tactic"


class TacticDoubted(CampaignEvent, frozen=True, kw_only=True, tag="camp.tactic-doubt"):
    """A tactic is held more often than the box seems to have chips of it."""

    tactic: str
    rule: str = "camp.tactic-supply"


class TacticDiscarded(CampaignEvent, frozen=True, kw_only=True, tag="camp.tactic-discarded"):
    """A tactic above the Tactic Capacity was discarded."""

    tactic: str
    rule: str = "camp.tactic-capacity"


class ProwessGained(CampaignEvent, frozen=True, kw_only=True, tag="camp.prowess-gained"):
    """A Hero Prowess card was gained."""

    prowess: str
    rule: str = "camp.prowess"


class SpecialProwessGained(CampaignEvent, frozen=True, kw_only=True, tag="camp.special-prowess-gained"):
    """A Special Prowess card was gained."""

    prowess: str
    rule: str = "camp.prowess-special"


class ProwessFoundSpecial(CampaignEvent, frozen=True, kw_only=True, tag="camp.prowess-special"):
    """A Prowess card of the camp was noted as a Special one."""

    prowess: str
    rule: str = "camp.prowess-special"


class ProwessSacrificed(CampaignEvent, frozen=True, kw_only=True, tag="camp.prowess-sacrificed"):
    """A Prowess card was sacrificed."""

    prowess: str
    rule: str = "camp.prowess-sacrifice"


class OpportunityGained(CampaignEvent, frozen=True, kw_only=True, tag="camp.opportunity-gained"):
    """An Opportunity card was put into the camp."""

    card: str
    rule: str = "camp.opportunity"


class OpportunityDiscarded(CampaignEvent, frozen=True, kw_only=True, tag="camp.opportunity-discarded"):
    """An Opportunity card of the camp was discarded."""

    card: str
    rule: str = "camp.opportunity"


# The map and the faction stacks ---------------------------------------------------------------------------------


class PlaceLearned(CampaignEvent, frozen=True, kw_only=True, tag="map.learned"):
    """A location was put on the map."""

    place: str
    kind: PlaceKind
    region: str
    paths: list[str]
    rule: str = "map.locations"


class PlaceEdited(CampaignEvent, frozen=True, kw_only=True, tag="map.edited"):
    """What is known of a location was corrected; `was` is its name before."""

    place: str
    kind: PlaceKind
    region: str
    paths: list[str]
    was: str
    rule: str = "map.locations"


class PlaceForgotten(CampaignEvent, frozen=True, kw_only=True, tag="map.forgotten"):
    """A location was taken off the map."""

    place: str
    rule: str = "map.locations"


class MapRead(CampaignEvent, frozen=True, kw_only=True, tag="map.imported"):
    """A whole map was read: how many locations it has, and the names that are known as ends of paths alone."""

    places: int
    unknown: list[str]
    rule: str = "map.locations"


class StackSeen(CampaignEvent, frozen=True, kw_only=True, tag="stack.seen"):
    """It became known which chips lie on a faction's stack, from the top down."""

    faction: str
    units: list[str]
    rule: str = "stack.top"


class StackDrawn(CampaignEvent, frozen=True, kw_only=True, tag="stack.drawn"):
    """The top chip of a faction's stack was drawn."""

    faction: str
    unit: str
    left: int
    rule: str = "stack.local"


# Travelling -----------------------------------------------------------------------------------------------------


class Travelled(CampaignEvent, frozen=True, kw_only=True, tag="travel.moved"):
    """The encampment moved; `over` are the harbors passed, or those boarded and left, `via` the spots before."""

    start: str = field(name="from")
    end: str = field(name="to")
    by: Literal["path", "harbor"]
    over: list[str]
    kind: str
    region: str
    ruling: str = ""
    via: list[str] = []


class CapitalEntered(CampaignEvent, frozen=True, kw_only=True, tag="travel.capital-entered"):
    """The encampment entered a capital, whose combat begins."""

    combat: Literal["primus", "scion"]
    opponent: str
    rule: str = "travel.capital"


class MustSpectate(CampaignEvent, frozen=True, kw_only=True, tag="deadline.must-spectate"):
    """The act's last combat can be had in time only by spectating, at the cost given."""

    spare: int
    week: int
    complete: bool
    capital: str
    spectate: int
    influence: int
    banes: int
    rule: str = "travel.deadline"


class OutOfReach(CampaignEvent, frozen=True, kw_only=True, tag="deadline.out-of-reach"):
    """No open capital can be reached in time on the map as it is known."""

    spare: int
    week: int
    complete: bool
    rule: str = "travel.deadline"
