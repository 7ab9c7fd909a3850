"""What a combat that was won is rewarded with: a rival unit or tactics, an upgrade, what a primus brings (p.29).

With Mercury's Boots a primus brings four rewards, by the rows of its reference sheet (A3 p.8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign.bag import camp_banes_first, is_bane, take_from_combat, take_unit
from hoplo_companion.campaign.camp import (
    check_recruit,
    check_supply,
    discard_opportunity,
    gain_prowess,
    gain_tactic,
    is_troop_full,
    needless_sacrifice,
    prowess_card,
    recruit,
    troop_size,
)
from hoplo_companion.campaign.cleanup import Aftermath, bury
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, for_each
from hoplo_companion.campaign.model import Campaign, PlaceKind, Prowess, RefusedError, without
from hoplo_companion.campaign.naming import chip_name, chip_names, given, home_of, region_name
from hoplo_companion.campaign.pad import UPGRADES, UPGRADES_OF_BOOTS, heal, is_at_its_most, read_upgrade, upgrade
from hoplo_companion.campaign.world_map import located
from hoplo_companion.components.names import slug
from hoplo_companion.errors import clip
from hoplo_companion.language import later, plural, tr

OF_BLOODSHED = ("add-die", "upgrade-die", "leadership", "health")
"""The hero upgrades that a Bloodshed event is rewarded with (Rulebook p.29)."""

TROOP_AFTER_PRIMUS = 5
"""The units, the hero included, that a troop is filled up to when a primus is defeated (Rulebook p.29)."""

HERO_PROWESS_CARDS = 10
"""The Prowess cards that a hero has (Rulebook p.4)."""


class Reward(Struct, frozen=True):
    """What is chosen as the reward of a combat (Rulebook p.29).

    Shapes: Sport: `recruit`, a rival unit, with `sacrifice` where that is one too many, or `tactics`, those gained.
    Bloodshed: `upgrade`, one of `OF_BLOODSHED`, with `die` for `upgrade-die`. Primus: `prowess`, and `drawn`, the bag
    units that were recruited at random; with Mercury's Boots `rows`, what each row of its reference sheet gives.
    """

    recruit: str = ""
    sacrifice: str | None = None
    tactics: tuple[str, ...] | None = None
    upgrade: str = ""
    die: int | None = None
    prowess: Prowess | None = None
    drawn: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


Rewarded = tuple[Campaign, Aftermath, list[CampaignEvent]]


def rewarded(campaign: Campaign, kind: PlaceKind, chosen: Reward, left: Aftermath) -> Rewarded:
    """Give the reward of a combat that was won; RefusedError for one that this kind of combat does not have (p.29)."""
    text = later("a primus combat is rewarded with healing, a Hero Prowess card and random bag units (p.29)")
    given = {
        "sport": bool(chosen.recruit) or chosen.tactics is not None,
        "bloodshed": bool(chosen.upgrade),
        "capital": chosen.prowess is not None or bool(chosen.drawn) or bool(chosen.rows),
    }
    if kind == "sport":
        text = later("a Sport event is rewarded with a rival unit or with tactics (p.29)")
    elif kind == "bloodshed":
        text = later("a Bloodshed event is rewarded with one hero upgrade (p.29)")
    if any(is_given for other, is_given in given.items() if other != kind):
        raise RefusedError("reward." + ("primus" if kind == "capital" else kind), text)
    if chosen.sacrifice and not (chosen.recruit or chosen.rows):
        raise needless_sacrifice(chosen.sacrifice)
    if kind == "sport":
        return _sport_reward(campaign, chosen, left)
    if kind == "bloodshed":
        known = (*OF_BLOODSHED, *(UPGRADES_OF_BOOTS if campaign.variant.boots else ()))  # two more (A3 p.7)
        if not chosen.upgrade and all(is_at_its_most(campaign.pad, each) for each in known):
            return campaign, left, []
        if chosen.upgrade not in known:
            raise RefusedError(
                "reward.bloodshed", "choose one hero upgrade: {upgrades} (p.29)", upgrades=", ".join(known)
            )
        campaign, happened = upgrade(campaign, chosen.upgrade, chosen.die)
        return campaign, left, happened
    campaign, happened = _defeat_primus(campaign)
    if campaign.variant.boots:
        campaign, left, more = _reward_by_rows(campaign, chosen, left)
    else:
        campaign, more = _primus_reward(campaign, chosen, left)
    return campaign, replace(left, defeated=()), [*happened, *more]


def _sport_reward(campaign: Campaign, chosen: Reward, left: Aftermath) -> Rewarded:
    """Recruit a rival unit, which then is not bagged, or fill the tactics up to the capacity (p.29).

    With Mercury's Boots both are gained.
    """
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
        text = plural(
            "the Tactic Capacity has room for {n} tactic: gain as many, not {given} (p.29)",
            "the Tactic Capacity has room for {n} tactics: gain as many, not {given} (p.29)",
            room,
            given=given(map(chip_name, tactics)),
        )
        raise RefusedError("reward.sport", text)
    check_supply(campaign, tactics)
    campaign, more = for_each(campaign, tactics, gain_tactic)
    return campaign, left, [*happened, *more]


def recruit_rival(campaign: Campaign, unit: str, instead_of: str | None, left: Aftermath) -> Rewarded:
    """Recruit a rival unit of the combat, defeated or in the arena, which then is not bagged (p.29)."""
    check_recruit(campaign, unit)
    there = recruitable(campaign, left)
    if unit not in there:
        text = later("there is no {unit} among the rival's units, defeated or in the arena, only: {units} (p.29)")
        raise RefusedError("reward.sport", text, unit=chip_name(unit), units=chip_names(dict.fromkeys(there)))
    campaign, _ = take_from_combat(campaign, unit)
    campaign, happened = recruit(campaign, unit, instead_of, left.undying)
    return campaign, replace(left, rivals=without(left.rivals, unit)), happened


def recruitable(campaign: Campaign, left: Aftermath) -> list[str]:
    """The rival units that a Sport event may be rewarded with: those defeated or in the arena (p.29)."""
    there = Counter([*left.rivals, *campaign.drawn.units]) - Counter(left.waiting)
    return [unit for unit in there.elements() if not is_bane(campaign, unit)]


def _defeat_primus(campaign: Campaign) -> Result:
    """Note that the primus of the region is defeated (p.30)."""
    region = campaign.places[located(campaign, campaign.place)].region
    beaten = [p for p in campaign.primuses if home_of(p.hero) == region and not p.defeated_in_act]
    if not beaten:
        text = later("no undefeated primus of this campaign is from the region {region} (p.14, 30)")
        raise RefusedError("travel.capital", text, region=region_name(region))
    act = campaign.pad.act
    order = len(campaign.defeated) + 1 if campaign.variant.has_every_primus else 0
    primuses = tuple(replace(p, defeated_in_act=act, order=order) if p == beaten[0] else p for p in campaign.primuses)
    return replace(campaign, primuses=primuses), [event_of("primus.defeated", primus=beaten[0].hero, act=act)]


def units_due(campaign: Campaign, left: Aftermath) -> int:
    """Count the random bag units that fill the troop up to five after a primus combat (p.29; `bag.short`)."""
    return min(max(0, TROOP_AFTER_PRIMUS - (troop_size(campaign) - len(left.lost()))), len(campaign.bag.units))


def tactics_due(campaign: Campaign) -> int:
    """Count the tactics that a Sport event can be rewarded with: those that the Tactic Capacity has room for (p.29)."""
    return max(0, campaign.pad.tactic_capacity - len(campaign.camp.tactics))


def gain_hero_prowess(campaign: Campaign, card: Prowess) -> Result:
    """Gain the Hero Prowess card that a primus is rewarded with; RefusedError for a Special one (p.17, 29)."""
    if card.special:
        text = later("{card} is a Special Prowess card, which only an Opportunity card gives (p.17, 29)")
        raise RefusedError("reward.primus", text, card=card.label())
    return gain_prowess(campaign, card)


def _primus_reward(campaign: Campaign, chosen: Reward, left: Aftermath) -> Result:
    """Heal the hero, gain a Hero Prowess, and fill the troop up to five with random bag units (p.29).

    The units drawn leave the bag before your defeated units are put into it, which make room for them.
    """
    campaign, happened = heal(campaign)
    if chosen.prowess is not None:
        campaign, more = gain_hero_prowess(campaign, chosen.prowess)
        happened += more
    elif sum(not card.special for card in (*campaign.camp.prowess, *campaign.out_of_game)) < HERO_PROWESS_CARDS:
        raise RefusedError("reward.primus", "choose the Hero Prowess card that the primus is rewarded with (p.29)")
    campaign, drawn_units, more = camp_banes_first(campaign, chosen.drawn)
    happened += more
    living, due = troop_size(campaign) - len(left.lost()), units_due(campaign, left)
    if len(drawn_units) != due:
        text = plural(
            "with {troop} of your troop not defeated, {n} random bag unit is recruited, not {given} (p.29)",
            "with {troop} of your troop not defeated, {n} random bag units are recruited, not {given} (p.29)",
            due,
            troop=living,
            given=given(map(chip_name, drawn_units)),
        )
        raise RefusedError("reward.primus", text)
    recruited = []
    for name in drawn_units:
        campaign, unit = take_unit(campaign, name)
        recruited.append(unit)
    campaign, buried = bury(campaign, left)
    campaign, joined = for_each(campaign, recruited, recruit)
    return campaign, [*happened, *buried, *joined]


# The rows of Mercury's Boots's reference sheet (A3 p.8) ----------------------------------------------------------

ROWS = 4
"""The rewards for a defeated primus, one for each row of the sheet."""


def _reward_by_rows(campaign: Campaign, chosen: Reward, left: Aftermath) -> Rewarded:
    """The rewards of the rows, from the top to the bottom; your defeated units are lost before.

    Shapes: a row is a word of `KINDS`, with what it is about behind a colon (`recruit:murmillo:archer` sacrifices the
    archer for it, as `chosen.sacrifice` does where the troop is full). RefusedError unless there are four.
    """
    rows, sacrifice = chosen.rows, chosen.sacrifice
    if len(rows) != ROWS:
        text = plural(
            "a primus is rewarded by the {rows} rows of the reference sheet: name what each gives, not {n} (A3 p.8)",
            "a primus is rewarded by the {rows} rows of the reference sheet: name what each gives, not {n} (A3 p.8)",
            len(rows),
            rows=ROWS,
        )
        raise RefusedError("boots.primus-reward", text)
    happened: list[CampaignEvent] = []
    if left.defeated:
        campaign, happened = bury(campaign, left)
    for row in rows:
        if sacrifice and row.startswith("recruit:") and row.count(":") == 1 and is_troop_full(campaign):
            row, sacrifice = f"{row}:{sacrifice}", None
        campaign, left, more = one_row(campaign, row, left)
        happened += more
    if sacrifice:
        raise needless_sacrifice(sacrifice)
    return campaign, left, happened


def one_row(campaign: Campaign, row: str, left: Aftermath) -> Rewarded:
    """The reward of one row: a word of what is upgraded on the pad, or a kind and what it is about."""
    kind, _, what = (word.strip() for word in row.partition(":"))
    upgraded, die = read_upgrade(row)
    if upgraded in ("upgrade", *UPGRADES, *UPGRADES_OF_BOOTS):
        campaign, happened = upgrade(campaign, upgraded, die)
        return campaign, left, happened
    if kind == "recruit":
        unit, _, instead_of = what.partition(":")
        return recruit_rival(campaign, slug(unit), slug(instead_of) or None, left)
    if kind not in _GAINS:
        known = ", ".join(KINDS)
        text = tr("{row} is not what a row of the sheet gives, only: {kinds} (A3 p.8)", row=clip(row), kinds=known)
        raise RefusedError("boots.primus-reward", text)
    campaign, happened = _GAINS[kind](campaign, what)
    return campaign, left, happened


def _opportunity(campaign: Campaign, card: str) -> Result:
    """Discard an Opportunity card of the camp for its reward."""
    campaign, happened = discard_opportunity(campaign, card)
    return campaign, [*happened, event_of("opportunity.cashed", card=card)]


def _tactic(campaign: Campaign, tactic: str) -> Result:
    name, _, instead_of = tactic.partition(":")
    check_supply(campaign, [slug(name)])
    return gain_tactic(campaign, slug(name), slug(instead_of) or None)


_GAINS: dict[str, Callable[[Campaign, str], Result]] = {
    "opportunity": _opportunity,
    "prowess": lambda campaign, card: gain_prowess(campaign, prowess_card(card, campaign.pad.hero)),
    "tactic": _tactic,
    "heal": lambda campaign, _: heal(campaign),
    "other": lambda campaign, what: (campaign, [event_of("reward.by-hand", what=what)]),  # what no other word says
}

KINDS = ("upgrade", "recruit", *_GAINS)
"""What a row of the reference sheet may give."""
