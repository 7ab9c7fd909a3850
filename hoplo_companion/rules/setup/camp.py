"""What your camp and your pad gain or lose while a combat is on, which reaches it at once (Rulebook p.16, 25, 33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.rules.agenda import Result, push
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.goals import TroopGone, drop
from hoplo_companion.rules.model import Combat, one_less
from hoplo_companion.rules.setup.lineup import Muster, with_card
from hoplo_companion.rules.setup.preparing import BuildLineup, OfferOpportunity

CAMP = "camp"
"""The first word of such a change; the others are `KEY=VALUE`."""


def camp_changed(combat: Combat, changes: Sequence[str]) -> Result:
    """Let a combat gain and lose what the camp and the pad do, change by change.

    Shapes: `recruit=CHIP`, `sacrifice=UNIT`, `tactics=` and `prowess=` with all that are held then, separated by
    commas, `bane-in=` and `bane-out=`, a number of the hero's, and what a set-up draws from (`bag-in=CHIP`,
    `tactic-out=CHIP` …). UsageError for any other word.
    """
    events: list[Event] = []
    for change in changes:
        key, _, value = change.partition("=")
        if key not in _CHANGES:
            raise UsageError("{change} changes nothing in a camp.", change=clip(change))
        combat, more = _CHANGES[key](combat, key, value)
        events += more
    return combat, events


def _unit(combat: Combat, key: str, id_: str) -> Result:
    """A unit joins your camp, or leaves undefeated wherever it is; a scion's cap grows with it (p.20, 31, 37)."""
    unit = combat.units.get(id_)
    joins = key == "recruit"
    count = combat.yours.camp_units
    if combat.event == "scion" and count is not None and (joins or (unit is not None and not unit.hex)):
        combat = _with(combat, camp_units=max(0, count + (1 if joins else -1)))
    if joins:
        return push(combat, Muster(id_)), []
    if unit is not None:
        combat = drop(combat, unit)[0].without_unit(id_)
    if unit is not None and unit.hex and not any(combat.in_arena("player")):
        combat = push(combat, TroopGone())
    return combat, [event_of("sacrificed", unit=id_, rulings=["sacrifice.which"])]


def _with(combat: Combat, **changed: Any) -> Combat:
    return replace(combat, yours=replace(combat.yours, **changed))


def _names(value: str) -> list[str]:
    return [name for name in value.split(",") if name]


def _prowess(combat: Combat, key: str, value: str) -> Result:
    """Put these Prowess cards in force and no others: they change the hero from now on (p.33)."""
    combat = replace(combat, cards=tuple(card for card in combat.cards if card.kind != "prowess"))
    for name in _names(value):
        combat = with_card(combat, "prowess", name)
    return combat, []


def _bane(combat: Combat, key: str, name: str) -> Result:
    """Put a camp bane in force as long as it is in the camp (p.30)."""
    if key == "bane-in":
        return with_card(combat, "banes", name), []
    at = next((at for at, card in enumerate(combat.cards) if (card.kind, card.id) == ("banes", name)), None)
    return combat if at is None else replace(combat, cards=(*combat.cards[:at], *combat.cards[at + 1 :])), []


def _opportunity(combat: Combat, key: str, card: str) -> Result:
    """Another roll for a card that is kept now (Mercury's Boots); none, nor the change, of one that has left."""
    kept = combat.yours.opportunities
    if key == "opportunity-in":
        return _with(combat, opportunities=(*kept, card)) if combat.variant.boots else combat, []
    combat = _with(combat, opportunities=one_less(kept, card))
    agenda = [step for step in combat.agenda if step != OfferOpportunity(card)]
    for at, step in enumerate(agenda):
        if isinstance(step, BuildLineup):
            others = tuple(each for each in step.plan.opportunities if each != card)
            agenda[at] = replace(step, plan=replace(step.plan, opportunities=others))
    return replace(combat, agenda=tuple(agenda)), []


def _of_hero(combat: Combat, key: str, value: str) -> Result:
    """Give the hero a number, its dice or its class as the pad shows them now (p.11, 33)."""
    hero = combat.hero()
    if hero is None:
        return combat, []
    what: Any = tuple(_names(value)) if key in ("attack", "classes") else int(value)
    if key == "hp":
        return combat.with_unit(replace(hero, hp=what)), []
    given = replace(hero.given, **{key: list(what) if isinstance(what, tuple) else what})
    return combat.with_unit(replace(hero, given=given, **{key: what})), []


def _bag(combat: Combat, key: str, value: str) -> Result:
    chip, _, kind = value.partition(":")
    supply = combat.supply
    if supply.bag is None:
        return combat, []
    now = Counter(supply.bag)
    if key == "bag-out" and not now[chip]:
        raise IllegalError("{chip} has been drawn in the set-up that is under way.", chip=chip)
    now[chip] += 1 if key == "bag-in" else -1
    banes = {**supply.banes, chip: kind} if kind else supply.banes
    return replace(combat, supply=replace(supply, bag=dict(+now), banes=banes)), []


def _tactic(combat: Combat, key: str, chip: str) -> Result:
    supply = combat.supply
    if supply.tactics is None or chip not in supply.tactics:
        return combat, []
    by = 1 if key == "tactic-in" else -1
    # By the inferred number of copies there may be fewer than none: the table is asked then.
    tactics = {**supply.tactics, chip: supply.tactics[chip] + by}
    left = max(0, (supply.tactic_chips or 0) + by)
    return replace(combat, supply=replace(supply, tactics=tactics, tactic_chips=left)), []


_CHANGES: dict[str, Callable[[Combat, str, str], Result]] = {
    **dict.fromkeys(("recruit", "sacrifice"), _unit),
    "tactics": lambda combat, _, value: (_with(combat, tactics=tuple(_names(value))), []),
    "prowess": _prowess,
    **dict.fromkeys(("bane-in", "bane-out"), _bane),
    **dict.fromkeys(("opportunity-in", "opportunity-out"), _opportunity),
    "influence": lambda combat, _, value: (
        _with(combat, influence=int(value)) if combat.yours.influence is not None else combat,
        [],
    ),
    **dict.fromkeys(("movement", "range", "health", "attack", "classes", "hp"), _of_hero),
    "blessings": lambda combat, _, value: (_with(combat, blessings=int(value)), []),
    "leadership": lambda combat, _, __: (combat, []),  # it counts for what is recruited alone
    **dict.fromkeys(("bag-in", "bag-out"), _bag),
    **dict.fromkeys(("tactic-in", "tactic-out"), _tactic),
}
