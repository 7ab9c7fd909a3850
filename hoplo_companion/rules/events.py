"""What happened, typed and without prose: `render` words it, programs read it as JSON.

Every event names the rule of the ledger that made it happen. Units go by their ids, hexes by their names.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from hoplo_companion.rules.sentence import Sentence


def _kebab(name: str) -> str:
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=_kebab, omit_defaults=True):
    """Something that happened in a combat, and the rule that made it happen.

    `rulings` are the open questions whose reading decided it: with another reading something else would have happened.
    They may be looked for only when they are read (`rulings.Lazily`).
    """

    rule: str
    rulings: Collection[str] = []

    def table(self) -> dict[str, Any]:
        """The event as a table for JSON, for which its rulings are looked for."""
        found: dict[str, Any] = to_builtins(replace(self, rulings=list(self.rulings)))
        return found


class ReadOff(Event, frozen=True):
    """The player read something off a component, which is kept so that it is asked once."""


class TurnBegan(Event, frozen=True):
    """The rival's turn began."""

    act: int
    turn: int


class StepBegan(Event, frozen=True):
    """A step of the turn began."""

    step: str


class Explained(Event, frozen=True):
    """A decision with all its candidates, in the player's reach with `--explain`."""

    decision: Any


class Deployed(Event, frozen=True):
    """A unit entered the arena on the deployment hex of this number."""

    unit: str
    hex: str
    number: int
    hp: int
    bonus_hp: int


class NotDeployed(Event, frozen=True):
    """The rival deployed nobody, or not all that were due: no hex is free, or nobody is left."""

    why: str
    unit: str = ""


class Scored(Event, frozen=True):
    """You earned points for your units on key hexes: how many, and how many you have now."""

    points: int
    total: int


class TacticPassedOver(Event, frozen=True):
    """A tactic was not placed since nobody is a valid target."""

    chip: str


class TacticPlaced(Event, frozen=True):
    """A tactic was placed on a unit; `because` is what the unit is, as the table asks."""

    chip: str
    unit: str
    because: str


class NoTacticPlaced(Event, frozen=True):
    """The rival placed no tactic: it has none, or none has a valid target."""

    why: str


class TacticGone(Event, frozen=True):
    """A tactic left a unit for the supply."""

    chip: str
    unit: str


class Moved(Event, frozen=True):
    """A unit moved; `priority` is the entry of its list that `mark` comes from, `backup` tells it could reach none.

    `nearer` tells that it ends nearer to its mark than its Range would allow, since it reaches no hex farther off.
    """

    unit: str
    start: str
    end: str
    mark: str
    priority: str
    backup: bool
    nearer: bool = False


class Stayed(Event, frozen=True):
    """A unit did not move: its status as in the machine interface, and the mark if it has one.

    Where something holds it back, `how`, `by`, `holder` and `side` say what, as in `holding.Hold`.
    """

    unit: str
    status: str
    mark: str = ""
    priority: str = ""
    how: str = ""
    by: str = ""
    holder: str = ""
    side: str = ""


class Dazed(Event, frozen=True):
    """An effect dazed a unit."""

    unit: str
    effect: str


class Equipped(Event, frozen=True):
    """A unit equipped a chip on a hex that it came to."""

    unit: str
    chip: str
    hex: str


class Healed(Event, frozen=True):
    """A unit was healed; 0 where it lacked nothing (`full`), or where `kept` is what keeps it from being healed."""

    unit: str
    skill: str
    amount: int
    hp: int
    full: bool = False
    kept: str = ""


class HpGained(Event, frozen=True):
    """An effect gave a unit HP."""

    unit: str
    effect: str
    amount: int
    hp: int


class EffectUsed(Event, frozen=True):
    """An effect set in: whose it is, and what it is called."""

    unit: str
    effect: str
    kind: str


class EffectBegan(Event, frozen=True):
    """An effect changes units for some time: which, how in one line, and until when."""

    effect: str
    units: list[str]
    what: str
    until: str = ""


class EffectEnded(Event, frozen=True):
    """What an effect did to units for some time is over."""

    effect: str
    units: list[str]
    what: str


class EffectStopped(Event, frozen=True):
    """An effect was not carried out any more: effects kept setting one another off."""

    unit: str
    effect: str


class EffectTold(ReadOff, frozen=True):
    """The player read off a component what it does: its kind and id, and its effects as they are written.

    `lasts` is the kind of a tactic (permanent, instant, temporary) where that was entered too, `until` its end.
    """

    kind: str
    id: str
    effects: list[Any]
    lasts: str = ""
    until: str = ""


class RolledAt(Event, frozen=True):
    """A unit rolled dice that are not an attack, at everyone it goes for."""

    unit: str
    effect: str
    dice: list[str]
    hits: int
    targets: list[str]


class ReRolled(Event, frozen=True):
    """Some of an attack's dice were rolled again: which, and how many hits the attack has now."""

    unit: str
    effect: str
    dice: list[str]
    hits: int


class Intercepted(Event, frozen=True):
    """A unit takes the damage of an attack in the place of another."""

    unit: str
    target: str
    attacker: str


class Relocated(Event, frozen=True):
    """An effect put a unit on another hex; `displaced` tells that it was not the unit's own doing (p.35)."""

    unit: str
    effect: str
    start: str
    end: str
    displaced: bool


class Roamed(Event, frozen=True):
    """A unit went in the directions that the arena die gave.

    Where it could not set out, `how`, `by`, `holder` and `side` say what held it back, as in `holding.Hold`.
    """

    unit: str
    directions: list[str]
    start: str
    end: str
    how: str = ""
    by: str = ""
    holder: str = ""
    side: str = ""


class Drove(Event, frozen=True):
    """An arena chip was driven over hexes; who was on it went along."""

    chip: str
    hexes: list[str]
    riders: list[str]


class Owed(Event, frozen=True):
    """An effect brings about something in the campaign, which the player carries out."""

    what: str
    amount: int
    effect: str
    text: str = ""


class ListsTold(ReadOff, frozen=True):
    """The player typed an arena's priority lists from its card, as positions write them."""

    arena: str
    lists: list[Any]


class ToldByHand(Event, frozen=True):
    """The player resolved by hand what the program does not, and said what changed."""

    unit: str
    about: str
    changes: str


class StatTold(ReadOff, frozen=True):
    """The player read a number (or the dice) off a chip."""

    unit: str
    chip: str
    stat: str
    value: Any


class CannotAct(Event, frozen=True):
    """A unit neither attacked nor used a Special: it is dazed, kept from it, has no target, or Taunt binds it.

    Where something holds it back, `how`, `by`, `holder` and `side` say what, as in `holding.Hold`. `bound_by` are the
    units whose Taunt binds it, `closed_by` what keeps those from being attacked (`taunt.deflect`).
    """

    unit: str
    why: str
    how: str = ""
    by: str = ""
    holder: str = ""
    side: str = ""
    bound_by: list[str] = []
    closed_by: str = ""


class FellTogether(Event, frozen=True):
    """Several units lost their last HP at once, or were defeated at once (`damage.several`)."""

    units: list[str]


class AttackOver(Event, frozen=True):
    """An attack was over before it was resolved, since its attacker had been defeated (`quickstrike.kill`)."""

    unit: str
    target: str


class NotUsed(Event, frozen=True):
    """An effect was not used by your hero, which a blessing had just saved (`retaliate.saved`)."""

    unit: str
    effect: str


class Attacked(Event, frozen=True):
    """A unit attacked a target with these dice; `because` is the priority or skill that chose it."""

    unit: str
    target: str
    because: str
    dice: list[str]
    hits: int


class SpecialUsed(Event, frozen=True):
    """A unit used a Special on a target."""

    unit: str
    special: str
    target: str
    because: str


class Damaged(Event, frozen=True):
    """A unit was dealt damage by another and has so many HP left; `because` are the effects that had a say in it."""

    unit: str
    by: str
    damage: int
    hp: int
    because: list[str] = []


class Defeated(Event, frozen=True):
    """A unit was defeated and left the arena."""

    unit: str
    side: str
    hex: str


class Dropped(Event, frozen=True):
    """A chip (or the flag) was left on a hex."""

    chip: str
    hex: str


class HeroReduced(Event, frozen=True):
    """The tribune's defeat reduced the hero to 1 HP."""

    hero: str
    hp: int


class InfluenceBrought(Event, frozen=True):
    """The tribune's defeat brought the scion influence (Mercury's Boots); `influence` is -1 where nobody counts it."""

    amount: int
    influence: int = -1


class OpportunitySpent(Event, frozen=True):
    """An Opportunity card was discarded to roll again (Mercury's Boots)."""

    card: str


class HeroSaved(Event, frozen=True):
    """A blessing was crossed off: the hero is fully healed instead of defeated; `left` is -1 where nobody knows."""

    hero: str
    hp: int
    left: int = -1


class Blessed(Event, frozen=True):
    """A blessing was crossed off at the start of your turn: what it is used for; `left` is -1 where nobody knows."""

    use: str
    left: int = -1


class HouseRuling(Event, frozen=True):
    """Something was done anyway that the rules do not allow: `rule` was set aside, and what it says to that.

    `text` is that in English, `said` the sentence for any language.
    """

    text: str
    said: Sentence | None = None


class CombatEnded(Event, frozen=True):
    """The combat is over: why; its rule is the goal that was reached, or what lost it.

    `points` are those that win King of the Hill.
    """

    why: str
    points: int = 0


class TurnEnded(Event, frozen=True):
    """The rival's turn ended; it is the player's turn."""

    turn: int
