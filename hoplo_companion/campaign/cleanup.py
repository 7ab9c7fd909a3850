"""How a fight ends for its campaign, and its Cleanup Phase: what it leaves and is rewarded with (Rulebook p.28-29)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.bag import into_camp, is_bane, put_in, take_from_combat
from hoplo_companion.campaign.camp import return_tactics, sacrifice
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, for_each
from hoplo_companion.campaign.fight import NO_FIGHT, Fight
from hoplo_companion.campaign.model import ARENA_CHIPS, Bag, Bane, Campaign, PlaceKind, RefusedError, without
from hoplo_companion.campaign.naming import chip_name, chip_names
from hoplo_companion.campaign.stacks import discard_event
from hoplo_companion.campaign.world_map import located
from hoplo_companion.components.names import slug
from hoplo_companion.language import later


def fight_of(campaign: Campaign) -> Fight:
    """The fight that is followed; RefusedError where there is no such fight."""
    if campaign.fight is None:
        raise RefusedError("round.phases", NO_FIGHT)
    return campaign.fight


def is_won(fight: Fight) -> bool:
    """Say whether a fight that is over was won; RefusedError while it is not over (p.28)."""
    if not fight.over:
        text = later("{fight} is not over: play it to its end, or stop following it with `hoplo fight drop` (p.28)")
        raise RefusedError("round.phases", text, fight=fight.name)
    return fight.over == "goal-met"


def put_away(campaign: Campaign) -> Campaign:
    """The campaign without its fight; the tactics used lie with those of the camp, until they are cleared away."""
    used = campaign.fight.used if campaign.fight is not None else ()
    return replace(campaign.with_camp(tactics=(*campaign.camp.tactics, *used)), fight=None)


def end_stand_alone(campaign: Campaign) -> Result:
    """End a stand-alone fight: there is nothing to clean up."""
    fight = fight_of(campaign)
    outcome: Literal["won", "lost"] = "won" if is_won(fight) else "lost"
    return put_away(campaign), [event_of("fight.ended", name=fight.name, outcome=outcome)]


def drop_fight(campaign: Campaign) -> Result:
    """No longer follow a fight: the pad, the bag and what was drawn stay as they are."""
    return put_away(campaign), [event_of("fight.dropped", name=fight_of(campaign).name)]


class Aftermath(Struct, frozen=True):
    """What a combat leaves to be cleared away (Rulebook p.28-29).

    Shapes: `hp` is the hero's HP now, 0 for a hero that was defeated, None where nothing was lost or gained; `defeated`
    are units of your own that lie face down; `rivals` the non-elite rival units of the arena and the rival camp, arena
    chips not among them; `banes` those that were drawn from the bag; `tactics` those of yours that were used. `undying`
    are those units of yours that cannot be sacrificed and always come back; `waiting` the rival units that never came
    into the arena, as far as it is known; `tribune` is False where it is known that the tribune fell.
    """

    hp: int | None = None
    defeated: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    banes: tuple[Bane, ...] = ()
    tactics: tuple[str, ...] = ()
    undying: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    tribune: bool = True

    def lost(self) -> tuple[str, ...]:
        """The defeated units that a lethal combat takes: all but those with Undying."""
        return tuple(unit for unit in self.defeated if unit not in self.undying)


# What is put away -------------------------------------------------------------------------------------------------


def note_aftermath(campaign: Campaign, left: Aftermath) -> Campaign:
    """Note the hero's HP and the tactics used; RefusedError for chips that the combat cannot have left."""
    if missing := Counter(left.defeated) - Counter(campaign.camp.units):
        text, units = later("there is no {unit} in the camp, only: {units} (p.28)"), chip_names(campaign.camp.units)
        raise RefusedError("cleanup.lethal", text, unit=chip_names(missing), units=units)
    if elite := next(filter(campaign.is_elite, left.rivals), None):
        text = later("{unit} is elite and leaves the game: it never goes into the bag (p.28)")
        raise RefusedError("cleanup.bag-rivals", text, unit=chip_name(elite))
    if arena := next((unit for unit in left.rivals if slug(unit) in ARENA_CHIPS), None):
        text = later("{chip} is a chip of an arena: it goes back to the supply, never into the bag (p.28)")
        raise RefusedError("cleanup.arena-chips", text, chip=chip_name(arena))
    taken = campaign
    for name in [name for name in left.rivals if is_bane(campaign, name)] + [bane.name for bane in left.banes]:
        taken, chip = take_from_combat(taken, name)
        if chip is None:
            raise RefusedError(
                "cleanup.bag-banes",
                "{bane} cannot have been drawn: it was not in the bag; `hoplo bag add NAME:KIND` corrects the bag "
                "(p.28-29)",
                bane=chip_name(name),
            )
    if left.hp is not None:
        if left.hp < 0:
            raise RefusedError("cleanup.hero", "a hero cannot have {hp} HP (p.28)", hp=left.hp)
        campaign = campaign.with_pad(hp=left.hp)
    tactics = campaign.camp.tactics
    for tactic in left.tactics:
        if tactic not in tactics:
            text = later("there is no {tactic} left to use in the camp, only: {tactics} (p.28)")
            raise RefusedError("cleanup.tactics", text, tactic=chip_name(tactic), tactics=chip_names(tactics))
        tactics = without(tactics, tactic)
    return return_tactics(campaign.with_camp(tactics=tactics), left.tactics)


def clear(campaign: Campaign, kind: PlaceKind, left: Aftermath) -> Result:
    """Put away what the combat leaves, in the order of the Cleanup Phase (p.28-29)."""
    units: list[str] = []
    banes: list[Bane] = []
    for name in [*left.rivals, *(bane.name for bane in left.banes)]:
        campaign, chip = take_from_combat(campaign, name)
        if isinstance(chip, Bane):
            banes.append(chip)
        else:
            units.append(name)
    # What was drawn and is still on the table was in the rival's camp: all of it is bagged.
    units += campaign.drawn.units
    banes += campaign.drawn.banes
    campaign = replace(campaign, drawn=Bag())
    campaign, happened = for_each(campaign, [bane for bane in banes if bane.kind == "camp"], into_camp)
    banes = [bane for bane in banes if bane.kind != "camp"]
    for unit in units:
        campaign, _ = put_in(campaign, unit)
    if units:
        happened.append(event_of("rivals.bagged", units=units))
    if banes:
        campaign = campaign.with_bag(banes=(*campaign.bag.banes, *banes))
        happened.append(event_of("banes.bagged", banes=[bane.name for bane in banes]))
    happened.append(event_of("arena.cleared"))
    if kind == "sport" and left.tribune:
        happened.append(event_of("tribune.returned"))
    happened.append(event_of("tactics.returned", tactics=list(left.tactics)))
    if kind == "sport" and left.defeated:
        happened.append(event_of("units.restored", units=list(left.defeated)))
    elif left.defeated:
        campaign, more = bury(campaign, left)
        happened += more
    happened.append(event_of("hero.camped", hp=campaign.pad.hp, health=campaign.pad.health))
    if campaign.variant.has("strange-sands"):  # the region's arena card is turned over (A3 p.4)
        region = campaign.places[located(campaign, campaign.place)].region
        is_up = region not in campaign.turned
        campaign = replace(campaign, turned=(*campaign.turned, region) if is_up else without(campaign.turned, region))
        happened.append(event_of("arena.turned", region=region, side="B" if is_up else "A"))
    if kind != "capital" or campaign.variant.has("rivals"):
        campaign, discarded = discard_event(campaign, kind)
        happened += discarded
    return campaign, happened


def bury(campaign: Campaign, left: Aftermath) -> Result:
    """Put the units that a lethal combat takes into the bag; those with Undying come back (p.29; Unit Skills)."""
    lost, back = left.lost(), [unit for unit in left.defeated if unit in left.undying]
    for unit in lost:
        campaign, _ = sacrifice(campaign, unit)
    happened: list[CampaignEvent] = [event_of("units.lost", units=list(lost))] if lost else []
    if back:
        happened.append(event_of("units.undying", units=back))
    return campaign, happened
