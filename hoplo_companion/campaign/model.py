"""A campaign at one moment: a frozen value, and what happened to it, typed and without prose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.components.names import slug
from hoplo_companion.components.variant import MOST_NAVIGATION, MOST_OPPORTUNITIES, Variant
from hoplo_companion.components.words import Colour, UnitClass
from hoplo_companion.errors import IllegalError

MOST_STAT = 12  # the icons that the pad has for Health and for Leadership (Rulebook p.33)

MOST_MOVEMENT = 3
MOST_DICE = 4
LAST_ACT = 4
WEEKS_IN_ACT = 12
BANE_EVERY = 4
INFLUENCE_TRACK = 44
"""Spaces printed on the influence track; beyond them the count continues (Rulebook p.29)."""

DICE_LADDER: tuple[Colour, ...] = ("yellow", "blue", "green", "black")
"""How dice are upgraded (Rulebook p.33)."""

STAND_ALONE = "apart"  # what stands for the difficulty at the table of a stand-alone fight

BaneKind = Literal["bag", "unit", "camp"]


T = TypeVar("T")
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Weeks = Annotated[int, Meta(ge=0, le=WEEKS_IN_ACT)]


def without(items: Sequence[T], *gone: T) -> tuple[T, ...]:
    """Some things without those that are gone, each as often as it is named; what is not among them is left out."""
    left = list(items)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)


class RefusedError(IllegalError):
    """The rules do not allow it: which rule of the ledger, the ruling behind it if any, the page in its sentence."""

    def __init__(self, rule: str, text: str, /, *, ruling: str = "", **parts: object) -> None:
        self.rule, self.ruling = rule, ruling
        super().__init__(text, **parts)


class Pad(Struct, frozen=True, forbid_unknown_fields=True):
    """The hero tracking pad (Rulebook p.11).

    Shapes: `attack` holds a colour a die, at most four; `weeks` the weeks crossed off in each of the four acts;
    `navigation` and `opportunity_capacity` are on the pad of Mercury's Boots alone.
    """

    hero: str
    movement: Annotated[int, Meta(ge=0, le=MOST_MOVEMENT)]
    range: Count
    health: Annotated[int, Meta(ge=1, le=MOST_STAT)]
    hp: Count
    leadership: Annotated[int, Meta(ge=1, le=MOST_STAT)]
    classes: tuple[UnitClass, ...] = ()
    attack: Annotated[tuple[Colour, ...], Meta(max_length=MOST_DICE)] | None = None
    blessings: Count = 0
    tactic_capacity: Count = 3
    influence: Count = 0
    act: Annotated[int, Meta(ge=1, le=LAST_ACT)] = 1
    weeks: tuple[Weeks, Weeks, Weeks, Weeks] = (0, 0, 0, 0)
    navigation: Annotated[int, Meta(ge=1, le=MOST_NAVIGATION)] = 1
    opportunity_capacity: Annotated[int, Meta(ge=0, le=MOST_OPPORTUNITIES)] = 3


class Prowess(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A Prowess card, level 0 for none, what it adds to Tactic Capacity, whether it is a Special one (p.11, 17)."""

    name: str
    level: Count = 0
    tactic_capacity: Count = 0
    special: bool = False

    def label(self) -> str:
        """Write the card as it is called: `Endurance 2`."""
        return f"{self.name} {self.level}" if self.level else self.name


class Bane(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A bane chip that has been drawn, and its kind (Rulebook p.29-30)."""

    name: str
    kind: BaneKind


class Camp(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in your camp beside the hero: unit chips, tactics, prowess, camp banes, opportunity cards."""

    units: tuple[str, ...] = ()
    tactics: tuple[str, ...] = ()
    prowess: tuple[Prowess, ...] = ()
    banes: tuple[Bane, ...] = ()
    opportunities: tuple[str, ...] = ()


class Bag(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the draw bag: unit chips and the banes that belong there."""

    units: tuple[str, ...] = ()
    banes: tuple[Bane, ...] = ()

    def size(self) -> int:
        """Count the chips in the bag."""
        return len(self.units) + len(self.banes)


NEUTRAL_UNITS = ("archer", "attacker", "defender", "tactician")
"""The neutral unit chips, which are of no faction (Rulebook p.5, 10)."""

ARENA_CHIPS = ("beast", "chariot", "flag", "monolith", "tribune", "trident")
"""The chips that belong to arenas, and to no troop (Rulebook p.5)."""

BASIC_TACTICS = ("adrenaline", "bolster-health", "hamstring", "stun")
"""The tactics that the supply has from the beginning; all others are special (Rulebook p.13)."""

STACK = 6  # unit chips of each faction without its hero (Rulebook p.5, 8)


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction's stack, face up: the chips `known` from the top down, and how many lie `below` (Rulebook p.7-8)."""

    known: Annotated[tuple[str, ...], Meta(max_length=STACK)] = ()
    below: Annotated[int, Meta(ge=0, le=STACK)] = STACK

    def size(self) -> int:
        """Count the chips in the stack."""
        return len(self.known) + self.below


class Primus(Struct, frozen=True, forbid_unknown_fields=True):
    """A primus, the act in which it was defeated (0: not yet), and its place in the `order` of defeats, from 1."""

    hero: str
    defeated_in_act: Annotated[int, Meta(ge=0, le=LAST_ACT)] = 0
    order: Annotated[int, Meta(ge=0, le=7)] = 0


PlaceKind = Literal["sport", "bloodshed", "opportunity", "harbor", "capital"]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A location of the map as far as it is known (p.14); with `more_paths` there may be others than its `paths`."""

    kind: PlaceKind
    region: str
    paths: tuple[str, ...] = ()
    more_paths: bool = False


OtherReading = Literal[
    "boots.harbor=counts", "boots.loop=once", "boots.scion-banes=before", "boots.vesuvius=choose", "sands.passing=ends"
]
"""What a campaign's open questions may be read as, other than by default: the question, and the id of the reading."""

OTHER_READINGS: tuple[OtherReading, ...] = get_args(OtherReading)


class Campaign(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole campaign at one moment.

    Shapes: `bane_stack` are the banes known to be on top, the next one first; `banes_gone` counts those that are
    neither on the stack nor in play, all that it lacks where it was found empty; `drawn` are the chips that came out of
    the bag and the stacks and lie on the table, until the cleanup puts them away; `out_of_game` are Prowess cards that
    were sacrificed and cannot be gained again (p.37); `places` is the map as learned so far, by name; `stacks` are the
    faction stacks by region, one that is absent being whole; `factions` are those of the chips that a stack has
    shown, which stay theirs in the bag and in your camp; `decks` are the event cards known to lie at the front of
    their decks, by the kind of their places; `place` is where the
    encampment is, and `came_from` where it most recently came from, empty at the start of an act; `phase` is the phase
    of the round that comes next, the Cleanup Phase once an event was accepted; `outcome` is empty, won or lost; `fight`
    is the combat that hoplo follows, if there is one; `rulings` are the readings chosen where the rulebook is open;
    `special_tactics` are those that were earned and are back in the supply; `variant` says which expansions are
    played with; `turned` are the regions whose arena card (Strange Sands) lies with side B up; `faced` is who was
    chosen to be fought at a capital where two are waiting (boots.vesuvius).
    """

    difficulty: str
    pad: Pad
    camp: Camp
    bag: Bag
    scion: str
    primuses: tuple[Primus, ...]
    bane_stack: tuple[str, ...] = ()
    banes_gone: Count = 0
    drawn: Bag = Bag()
    out_of_game: tuple[Prowess, ...] = ()
    places: dict[str, Place] = {}
    stacks: dict[str, Stack] = {}
    factions: dict[str, str] = {}
    decks: dict[str, tuple[str, ...]] = {}
    place: str = ""
    came_from: str = ""
    phase: Literal["travel", "event", "cleanup"] = "travel"
    outcome: Literal["", "won", "lost"] = ""
    fight: Fight | None = None
    rulings: dict[str, str] = {}
    special_tactics: tuple[str, ...] = ()
    variant: Variant = Variant()
    turned: tuple[str, ...] = ()
    faced: Literal["", "primus", "scion"] = ""

    @property
    def week(self) -> int:
        """Count the week that is being played in this act, from 1; the last one at the most."""
        return min(self.variant.weeks_in_act, self.pad.weeks[self.pad.act - 1] + 1)

    @property
    def weeks_left(self) -> int:
        """Count the weeks of this act that are not crossed off."""
        return self.variant.weeks_in_act - self.pad.weeks[self.pad.act - 1]

    @property
    def defeated(self) -> tuple[str, ...]:
        """The primuses that are defeated, in the order of their defeats."""
        beaten = [primus for primus in self.primuses if primus.defeated_in_act]
        return tuple(each.hero for each in sorted(beaten, key=lambda each: (each.defeated_in_act, each.order)))

    def reads(self, other: OtherReading) -> bool:
        """Say whether the player reads a question of the campaign as other than by default (`hoplo rulings`)."""
        question, _, reading = other.partition("=")
        return self.rulings.get(question) == reading

    @property
    def followed(self) -> Fight:
        """The fight, where there is one."""
        assert self.fight is not None
        return self.fight

    @property
    def is_stand_alone(self) -> bool:
        """Say whether this is the table of a stand-alone fight, outside any campaign."""
        return self.difficulty == STAND_ALONE

    def is_elite(self, unit: str) -> bool:
        """Say whether a name is that of an elite unit of the campaign: the hero, a primus, the scion (p.35)."""
        return slug(unit) in {slug(each) for each in (self.pad.hero, self.scion, *(p.hero for p in self.primuses))}

    def with_pad(self, **changes: Any) -> Campaign:
        """The campaign with fields of the pad replaced."""
        return replace(self, pad=replace(self.pad, **changes))

    def with_camp(self, **changes: Any) -> Campaign:
        """The campaign with parts of the camp replaced."""
        return replace(self, camp=replace(self.camp, **changes))

    def with_bag(self, **changes: Any) -> Campaign:
        """The campaign with parts of the bag replaced."""
        return replace(self, bag=replace(self.bag, **changes))
