"""How a fight ends for its campaign, and its Cleanup Phase: what it leaves and is rewarded with (Rulebook p.28-29).

With Mercury's Boots a primus brings four rewards, by the rows of its reference sheet (A3 p.8).
"""

from collections import Counter
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import camp
from hoplo_companion.campaign.bag import discard_event, drawn_for_troop, into_camp, is_bane, take_unit, take_up
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import ARENA_CHIPS, Bag, Bane, Campaign, PlaceKind, Prowess, RefusedError, without
from hoplo_companion.campaign.naming import chip_name, chip_names, given, home_of, region_name
from hoplo_companion.campaign.pad import heal, is_at_its_most, read_upgrade, upgrade, upgrades
from hoplo_companion.components.catalogue import catalogue, undying
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import for_each
from hoplo_companion.errors import clip
from hoplo_companion.language import later, tr


def is_won(campaign: Campaign) -> bool:
    """Say whether the fight that is over was won; RefusedError while it is not over, or where there is none (p.28)."""
    fight = campaign.followed
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
    outcome = "won" if is_won(campaign) else "lost"
    return put_away(campaign), [event_of("fight.ended", name=campaign.followed.name, outcome=outcome)]


def drop_fight(campaign: Campaign) -> Result:
    """No longer follow a fight: the pad, the bag and what was drawn stay as they are."""
    return put_away(campaign), [event_of("fight.dropped", name=campaign.followed.name)]


class Aftermath(Struct, frozen=True):
    """What a combat leaves to be cleared away (Rulebook p.28-29).

    Shapes: `hp` is the hero's HP now, 0 for a hero that was defeated, None where nothing was lost or gained; `defeated`
    are units of your own that lie face down; `rivals` the non-elite rival units of the arena and the rival camp, arena
    chips not among them; `banes` those that were drawn from the bag; `tactics` those of yours that were used; `waiting`
    the rival units that never came into the arena, as far as it is known; `tribune` is False where it is known that
    the tribune fell.
    """

    hp: int | None = None
    defeated: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    banes: tuple[Bane, ...] = ()
    tactics: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    tribune: bool = True

    def lost(self) -> tuple[str, ...]:
        """The defeated units that a lethal combat takes: all but those with Undying."""
        return without(self.defeated, *undying(catalogue(), self.defeated))


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
    banes = [*filter(partial(is_bane, campaign), left.rivals), *(bane.name for bane in left.banes)]
    there = Counter(slug(bane.name) for bane in (*campaign.drawn.banes, *campaign.bag.banes))
    if missing := Counter(map(slug, banes)) - there:
        text = later(
            "{bane} cannot have been drawn: it was not in the bag; `hoplo bag add NAME:KIND` corrects the bag (p.28-29)"
        )
        raise RefusedError("cleanup.bag-banes", text, bane=chip_names(missing))
    if left.hp is not None:
        campaign = campaign.with_pad(hp=left.hp)
    unused = without(campaign.camp.tactics, *left.tactics)
    if missing := Counter(left.tactics) - Counter(campaign.camp.tactics):
        text = later("there is no {tactic} left to use in the camp, only: {tactics} (p.28)")
        raise RefusedError("cleanup.tactics", text, tactic=chip_names(missing), tactics=chip_names(unused))
    return camp.return_tactics(campaign.with_camp(tactics=unused), left.tactics)


def clear(campaign: Campaign, kind: PlaceKind, left: Aftermath) -> Result:
    """Put away what the combat leaves, in the order of the Cleanup Phase (p.28-29)."""
    units: list[str] = []
    banes: list[Bane] = []
    for name in [*left.rivals, *(bane.name for bane in left.banes)]:
        campaign, chip = take_up(campaign, name, "drawn", "bag")
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
    campaign = campaign.with_bag(units=(*campaign.bag.units, *units), banes=(*campaign.bag.banes, *banes))
    if units:
        happened.append(event_of("rivals.bagged", units=units))
    if banes:
        happened.append(event_of("banes.bagged", banes=[bane.name for bane in banes]))
    happened.append(event_of("arena.cleared"))
    if kind == "sport" and left.tribune:
        happened.append(event_of("tribune.returned"))
    happened.append(event_of("tactics.returned", tactics=list(left.tactics)))
    if kind == "sport" and left.defeated:
        happened.append(event_of("units.restored", units=list(left.defeated)))
    elif kind != "sport":
        campaign, more = bury(campaign, left)
        happened += more
    happened.append(event_of("hero.camped", hp=campaign.pad.hp, health=campaign.pad.health))
    if campaign.variant.has("strange-sands"):  # the region's arena card is turned over (A3 p.4)
        region = campaign.region_here
        is_up = region not in campaign.turned
        campaign = replace(campaign, turned=(*campaign.turned, region) if is_up else without(campaign.turned, region))
        happened.append(event_of("arena.turned", region=region, side="B" if is_up else "A"))
    if kind != "capital" or campaign.variant.has("rivals"):
        campaign, discarded = discard_event(campaign, kind)
        happened += discarded
    return campaign, happened


def bury(campaign: Campaign, left: Aftermath) -> Result:
    """Put the units that a lethal combat takes into the bag; those with Undying come back (p.29; Unit Skills)."""
    lost, back = left.lost(), undying(catalogue(), left.defeated)
    campaign, _ = for_each(campaign, lost, camp.sacrifice)
    happened = [event_of("units.lost", units=list(lost))] if lost else []
    return campaign, happened + ([event_of("units.undying", units=list(back))] if back else [])


# Rewards ----------------------------------------------------------------------------------------------------------

TROOP_AFTER_PRIMUS = 5
"""The units, the hero included, that a troop is filled up to when a primus is defeated (Rulebook p.29)."""

HERO_PROWESS_CARDS = 10  # the Prowess cards that a hero has (Rulebook p.4)


class Reward(Struct, frozen=True):
    """What is chosen as the reward of a combat (Rulebook p.29).

    Shapes: Sport: `recruit`, a rival unit, with `sacrifice` where that is one too many, or `tactics`, those gained.
    Bloodshed: `upgrade`, any but of Movement, as in `upgrade-die:1`. Primus: `prowess`, and `drawn`, the bag units
    that were recruited at random; with Mercury's Boots `rows`, what each row of its reference sheet gives.
    """

    recruit: str = ""
    sacrifice: str | None = None
    tactics: tuple[str, ...] | None = None
    upgrade: str = ""
    prowess: Prowess | None = None
    drawn: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


Rewarded = tuple[Campaign, Aftermath, list[CampaignEvent]]


REWARDS: dict[str, str] = {
    "sport": later("a Sport event is rewarded with a rival unit or with tactics (p.29)"),
    "bloodshed": later("a Bloodshed event is rewarded with one hero upgrade (p.29)"),
    "capital": later("a primus combat is rewarded with healing, a Hero Prowess card and random bag units (p.29)"),
}


def rewarded(campaign: Campaign, kind: PlaceKind, chosen: Reward, left: Aftermath) -> Rewarded:
    """Give the reward of a combat that was won; RefusedError for one that this kind of combat does not have (p.29)."""
    given = {
        "sport": bool(chosen.recruit) or chosen.tactics is not None,
        "bloodshed": bool(chosen.upgrade),
        "capital": chosen.prowess is not None or bool(chosen.drawn) or bool(chosen.rows),
    }
    if any(is_given for other, is_given in given.items() if other != kind):
        raise RefusedError("reward." + ("primus" if kind == "capital" else kind), REWARDS[kind])
    if chosen.sacrifice and not (chosen.recruit or chosen.rows):
        raise camp.needless_sacrifice(chosen.sacrifice)
    if kind == "sport":
        return _sport_reward(campaign, chosen, left)
    if kind == "bloodshed":
        known = without(upgrades(campaign), "movement")
        if not chosen.upgrade and all(is_at_its_most(campaign, each) for each in known):
            return campaign, left, []
        if read_upgrade(chosen.upgrade)[0] not in known:
            raise RefusedError(
                "reward.bloodshed", "choose one hero upgrade: {upgrades} (p.29)", upgrades=", ".join(known)
            )
        campaign, happened = upgrade(campaign, chosen.upgrade)
        return campaign, left, happened
    region = campaign.region_here
    beaten = next((hero for hero in campaign.undefeated if home_of(hero) == region), "")
    if not beaten:
        text = later("no undefeated primus of this campaign is from the region {region} (p.14, 30)")
        raise RefusedError("travel.capital", text, region=region_name(region))
    act = campaign.pad.act
    order = len(campaign.defeated) + 1 if campaign.variant.boots else 0
    primuses = tuple(replace(p, defeated_in_act=act, order=order) if p.hero == beaten else p for p in campaign.primuses)
    happened = [event_of("primus.defeated", primus=beaten, act=act)]
    campaign = replace(campaign, primuses=primuses)
    if campaign.variant.boots:
        campaign, left, more = _reward_by_rows(campaign, chosen, left)
    else:
        campaign, more = _primus_reward(campaign, chosen, left)
    return campaign, replace(left, defeated=()), [*happened, *more]


def _sport_reward(campaign: Campaign, chosen: Reward, left: Aftermath) -> Rewarded:
    """Recruit a rival unit, which is not bagged then, or gain tactics; with Mercury's Boots both (p.29)."""
    happened: list[CampaignEvent] = []
    if campaign.variant.boots:
        if not chosen.recruit and (there := recruitable(campaign, left)):
            units = chip_names(dict.fromkeys(there))
            text = tr("a won Sport gives both: name the rival unit that you recruit, of {units} (A3 p.7)", units=units)
            raise RefusedError("boots.sport", text)
    elif bool(chosen.recruit) == (chosen.tactics is not None):
        text = later("choose one: recruit a rival unit, or gain tactics, for {count} of which there is room (p.29)")
        raise RefusedError("reward.sport", text, count=tactics_due(campaign))
    if chosen.recruit:
        campaign, left, happened = recruit_rival(campaign, chosen.recruit, chosen.sacrifice, left)
    if chosen.recruit and not campaign.variant.boots:
        return campaign, left, happened
    tactics = chosen.tactics or ()
    room = tactics_due(campaign)
    if len(tactics) != room:
        text = later("gain as many tactics as the Tactic Capacity has room for: {n}, not {given} (p.29)")
        raise RefusedError("reward.sport", text, n=room, given=given(map(chip_name, tactics)))
    camp.check_supply(campaign, tactics)
    campaign, more = for_each(campaign, tactics, camp.gain_tactic)
    return campaign, left, [*happened, *more]


def recruit_rival(campaign: Campaign, unit: str, instead_of: str | None, left: Aftermath) -> Rewarded:
    """Recruit a rival unit of the combat, defeated or in the arena, which then is not bagged (p.29)."""
    camp.check_recruit(campaign, unit)
    there = recruitable(campaign, left)
    if unit not in there:
        text = later("there is no {unit} among the rival's units, defeated or in the arena, only: {units} (p.29)")
        raise RefusedError("reward.sport", text, unit=chip_name(unit), units=chip_names(dict.fromkeys(there)))
    campaign, _ = take_up(campaign, unit, "drawn", "bag")
    campaign, happened = camp.recruit(campaign, unit, instead_of)
    return campaign, replace(left, rivals=without(left.rivals, unit)), happened


def recruitable(campaign: Campaign, left: Aftermath) -> list[str]:
    """The rival units that a Sport event may be rewarded with: those defeated or in the arena (p.29)."""
    there = Counter([*left.rivals, *campaign.drawn.units]) - Counter(left.waiting)
    return [unit for unit in there.elements() if not is_bane(campaign, unit)]


def units_due(campaign: Campaign, left: Aftermath) -> int:
    """Count the random bag units that fill the troop up to five after a primus combat (p.29; `bag.short`)."""
    return min(max(0, TROOP_AFTER_PRIMUS - (campaign.troop_size - len(left.lost()))), len(campaign.bag.units))


def tactics_due(campaign: Campaign) -> int:
    """Count the tactics that a Sport event can be rewarded with: those that the Tactic Capacity has room for (p.29)."""
    return max(0, campaign.pad.tactic_capacity - len(campaign.camp.tactics))


def gain_hero_prowess(campaign: Campaign, card: Prowess) -> Result:
    """Gain the Hero Prowess card that a primus is rewarded with; RefusedError for a Special one (p.17, 29)."""
    if card.special:
        text = later("{card} is a Special Prowess card, which only an Opportunity card gives (p.17, 29)")
        raise RefusedError("reward.primus", text, card=card.label())
    return camp.gain_prowess(campaign, card)


def _primus_reward(campaign: Campaign, chosen: Reward, left: Aftermath) -> Result:
    """Heal, gain a Hero Prowess, and fill the troop up by bag units, drawn before your defeated go there (p.29)."""
    campaign, happened = heal(campaign)
    if chosen.prowess is not None:
        campaign, more = gain_hero_prowess(campaign, chosen.prowess)
        happened += more
    elif sum(not card.special for card in (*campaign.camp.prowess, *campaign.out_of_game)) < HERO_PROWESS_CARDS:
        raise RefusedError("reward.primus", "choose the Hero Prowess card that the primus is rewarded with (p.29)")
    campaign, drawn_units, more = drawn_for_troop(campaign, chosen.drawn, units_due(campaign, left), "reward.primus")
    happened += more
    recruited = []
    for name in drawn_units:
        campaign, unit = take_unit(campaign, name)
        recruited.append(unit)
    campaign, buried = bury(campaign, left)
    campaign, joined = for_each(campaign, recruited, camp.recruit)
    return campaign, [*happened, *buried, *joined]


# The rows of Mercury's Boots's reference sheet (A3 p.8) ----------------------------------------------------------

ROWS = 4  # the rewards for a defeated primus, one for each row of the sheet


def _reward_by_rows(campaign: Campaign, chosen: Reward, left: Aftermath) -> Rewarded:
    """The rewards of the rows, from the top to the bottom; your defeated units are lost before.

    Shapes: a row is a word of `KINDS`, with what it is about behind a colon (`recruit:murmillo:archer` sacrifices the
    archer for it, as `chosen.sacrifice` does where the troop is full). RefusedError unless there are four.
    """
    rows, sacrifice = chosen.rows, chosen.sacrifice
    if len(rows) != ROWS:
        text = later(
            "a primus is rewarded by the {rows} rows of the reference sheet: name what each gives, not {n} (A3 p.8)"
        )
        raise RefusedError("boots.primus-reward", text, rows=ROWS, n=len(rows))
    campaign, happened = bury(campaign, left)
    for row in rows:
        if sacrifice and row.startswith("recruit:") and row.count(":") == 1 and camp.is_troop_full(campaign):
            row, sacrifice = f"{row}:{sacrifice}", None
        campaign, left, more = one_row(campaign, row, left)
        happened += more
    if sacrifice:
        raise camp.needless_sacrifice(sacrifice)
    return campaign, left, happened


def one_row(campaign: Campaign, row: str, left: Aftermath) -> Rewarded:
    """The reward of one row: a word of what is upgraded on the pad, or a kind and what it is about."""
    kind, _, what = (word.strip() for word in row.partition(":"))
    match kind:
        case _ if read_upgrade(row)[0] in ("upgrade", *upgrades(campaign)):
            campaign, happened = upgrade(campaign, row)
        case "recruit":
            unit, _, instead_of = what.partition(":")
            campaign, left, happened = recruit_rival(campaign, slug(unit), slug(instead_of) or None, left)
        case "opportunity":
            campaign, happened = camp.discard_opportunity(campaign, what)
            happened.append(event_of("opportunity.cashed", card=what))
        case "prowess":
            campaign, happened = camp.gain_prowess(campaign, camp.prowess_card(what, campaign.pad.hero))
        case "tactic":
            tactic, _, instead_of = (slug(word) for word in what.partition(":"))
            camp.check_supply(campaign, [tactic])
            campaign, happened = camp.gain_tactic(campaign, tactic, instead_of or None)
        case "heal":
            campaign, happened = heal(campaign)
        case "other":
            happened = [event_of("reward.by-hand", what=what)]
        case _:
            text = later("{row} is not what a row of the sheet gives, only: {kinds} (A3 p.8)")
            raise RefusedError("boots.primus-reward", text, row=clip(row), kinds=", ".join(KINDS))
    return campaign, left, happened


KINDS = ("upgrade", "recruit", "opportunity", "prowess", "tactic", "heal", "other")
"""What a row of the reference sheet may give; the last is what no other word says."""
