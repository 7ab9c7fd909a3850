"""What happens while a combat is set up, or put right by hand: typed, without prose, as `events` are."""

from __future__ import annotations

from typing import Any

from hoplo_companion.rules.events import Event, ReadOff
from hoplo_companion.rules.sentence import Sentence


class SportPicked(Event, frozen=True):
    """The kind of combat is decided."""

    goal: str


class Drawn(Event, frozen=True):
    """A unit chip joined the rival's lineup: from the faction stack, the bag, or as the primus; `because` who asks."""

    chip: str
    source: str
    because: str


class BaneDrawn(Event, frozen=True):
    """A bane came out of the bag: a bag bane takes effect and another chip is drawn, a unit bane joins the lineup."""

    bane: str
    kind: str


class BanePutBack(Event, frozen=True):
    """A bane came out of the bag where a unit is recruited: it goes back, and another chip is drawn."""

    bane: str


class Recruited(Event, frozen=True):
    """A bag unit joined your troop in the middle of a combat."""

    chip: str


class NoChipLeft(Event, frozen=True):
    """The bag is empty: the lineup stays one unit shorter."""

    because: str


class UnitTold(ReadOff, frozen=True):
    """The player read a whole chip: the fields of its record."""

    chip: str
    fields: dict[str, Any]


class LineupTactic(Event, frozen=True):
    """A tactic was laid into the rival's camp for a unit of its lineup."""

    unit: str
    chip: str


class NoLineupTactic(Event, frozen=True):
    """The supply has none of the tactic that a unit of the lineup should bring."""

    unit: str
    chip: str


class IconPassedOver(Event, frozen=True):
    """A lineup icon's tactic is passed over: the table of p.20 lists none for the unit's class (`beast.tactic`)."""

    unit: str
    class_: str


class ChangedByOpportunity(Event, frozen=True):
    """The change that an Opportunity card allows was made."""

    card: str


class TribuneNamed(Event, frozen=True):
    """A unit of the rival's lineup is the tribune."""

    unit: str


class ChipLaid(ReadOff, frozen=True):
    """The flag or an arena's chip lies on its hex as combat starts."""

    chip: str
    hex: str
    arena: str = ""


class Reminded(Event, frozen=True):
    """A rule of the arena's card, or an instruction of the event's, for everybody to remember.

    What no card prints is `said` in a sentence for any language too.
    """

    about: str
    text: str
    said: Sentence | None = None


class SetUp(Event, frozen=True):
    """Everything is set up: how many units the rival has, and how many of yours may be deployed."""

    lineup: int
    tactics: int


class Sacrificed(Event, frozen=True):
    """A unit of yours has left the combat, sacrificed and not defeated."""

    unit: str


class Corrected(Event, frozen=True):
    """The combat was put right by hand, to what is on the mat; `note` says why."""

    changes: str
    note: str = ""
