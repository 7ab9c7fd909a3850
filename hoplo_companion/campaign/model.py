"""A campaign at one moment: a frozen value, and what happened to it, typed and without prose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from hoplo_companion.components import words
from hoplo_companion.components.names import slug
from hoplo_companion.errors import HoploError, IllegalError
from hoplo_companion.language import later

MOST_STAT = 12  # the icons that the pad has for Health and for Leadership (Rulebook p.33)

MOST_MOVEMENT = 3
MOST_DICE = 4
LAST_ACT = 4
WEEKS_IN_ACT = 12
INFLUENCE_TRACK = 44
"""Spaces printed on the influence track; beyond them the count continues (Rulebook p.29)."""

STAND_ALONE = "apart"  # what stands for the difficulty at the table of a stand-alone fight

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
    classes: tuple[words.UnitClass, ...] = ()
    attack: Annotated[tuple[words.Colour, ...], Meta(max_length=MOST_DICE)] | None = None
    blessings: Count = 0
    tactic_capacity: Count = 3
    influence: Count = 0
    act: Annotated[int, Meta(ge=1, le=LAST_ACT)] = 1
    weeks: tuple[Weeks, Weeks, Weeks, Weeks] = (0, 0, 0, 0)
    navigation: Annotated[int, Meta(ge=1, le=words.MOST_NAVIGATION)] = 1
    opportunity_capacity: Annotated[int, Meta(ge=0, le=words.MOST_OPPORTUNITIES)] = 3


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
    kind: words.BaneKind


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


REGIONS = (
    "lamosians", "atlanteans", "plutos-refugees", "new-argonauts", "vesuvians", "amazons", "parthians", "kunlun",
)  # fmt: skip
"""The eight regions in the order of the map (Rulebook p.8)."""

PlaceKind = Literal["sport", "bloodshed", "opportunity", "harbor", "capital"]
CombatKind = Literal["sport", "bloodshed", "capital"]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A location of the map as far as it is known (p.14); with `more_paths` there may be others than its `paths`."""

    kind: PlaceKind
    region: str
    paths: tuple[str, ...] = ()
    more_paths: bool = False


NO_FIGHT = later("no fight is followed: `hoplo fight start` begins one (p.14)")


class NoFightError(HoploError):
    """There is no fight that hoplo follows."""

    exit_code = 2

    def __init__(self) -> None:
        super().__init__(NO_FIGHT)


TurnOf = Literal["set-up", "rival", "player", "arena", "nobody"]


class Move(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that was done in a fight, with the answers to what it asked.

    Shapes: `do` is `set-up`, `rival-turn`, `arena-turn`, `begin` (your turn), `correct`, or the word of an action;
    an answer is a table with `answer` and, of its question, `question`, `unit` and `about`, as scripts of answers are
    written; a correction made while the move was under way is a table with `correct` and its `note`.
    """

    do: str
    words: tuple[str, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    anyway: bool = False
    note: str = ""


class Fallen(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit that was defeated: it lies face down in its troop's camp, or an arena's is back in the supply (p.27)."""

    unit: str
    chip: str
    side: str
    elite: bool = False


class AdvisedPlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan that was found for the rest of your turn, as it is typed; `won` of so many `games` played on from it."""

    plan: str
    won: int = 0
    games: int = 0


class Fight(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat that is being fought.

    Shapes: `kind` is the kind of place it is fought at; `card` is the id of its event's record; `start` and `position`
    are position@1, before the set-up and after the last move that is done; `plan` is what it is set up from; `turn_of`
    says whose turn it is; the last of `moves`, numbered from 1, is still `under_way` where something is left to
    answer. `opportunities` are the cards whose change was made; `house` are the rules set aside by the player's own
    ruling; `used` are the tactics of yours that were used, which go back to the supply at its end; `over` says
    how it ended. `apart` marks a stand-alone fight. `drawn` counts what was drawn in the move under way and
    lies on the table already. `advice` has the plans that were found for you, best first, by how many moves had been
    made when you asked.
    """

    name: str
    kind: CombatKind
    start: dict[str, Any]
    position: dict[str, Any]
    card: str = ""
    plan: dict[str, Any] = {}
    turn_of: TurnOf = "set-up"
    moves: dict[str, Move] = {}
    under_way: bool = False
    fallen: tuple[Fallen, ...] = ()
    opportunities: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    over: words.Ending = ""
    apart: bool = False
    drawn: int = 0
    advice: dict[str, tuple[AdvisedPlan, ...]] = {}

    @property
    def last(self) -> Move:
        """The move that was begun last."""
        return self.moves[str(len(self.moves))]

    def turn_number(self, turn: int) -> int:
        """Number the turn that is on, by the `turn` of the board, which counts the rival's (p.20)."""
        return words.turn_number(turn, self.turn_of)

    def rival_chips(self) -> Counter[str]:
        """Count the chips that make up the rival's troop, those that lie face down and those still to come too."""
        here = [unit["chip"] for unit in self.position["units"] if unit["side"] == "rival"]
        waiting = [self.position["bench"][id_]["chip"] for id_ in self.position["rival"]["lineup"]]
        return Counter([*here, *waiting, *(each.chip for each in self.fallen if each.side == "rival")])


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
    variant: words.Variant = words.Variant()
    turned: tuple[str, ...] = ()
    faced: Literal["", "primus", "scion"] = ""

    @property
    def kind_here(self) -> PlaceKind | Literal[""]:
        """The kind of the location where the encampment is; empty where that is on no map."""
        return self.places[self.place].kind if self.place in self.places else ""

    @property
    def region_here(self) -> str:
        """The region where the encampment is, whose stack a combat draws local units from; empty for none (p.19)."""
        return self.places[self.place].region if self.place in self.places else ""

    @property
    def is_at_capital(self) -> bool:
        """Say whether the encampment has come to a capital in this round."""
        return self.kind_here == "capital" and self.phase != "travel"

    @property
    def week(self) -> int:
        """Count the week that is being played in this act, from 1; the last one at the most."""
        return min(self.variant.weeks_in_act, self.pad.weeks[self.pad.act - 1] + 1)

    @property
    def weeks_left(self) -> int:
        """Count the weeks of this act that are not crossed off."""
        return self.variant.weeks_in_act - self.pad.weeks[self.pad.act - 1]

    @property
    def troop_size(self) -> int:
        """Count the troop: the units in the camp and the hero (p.36)."""
        return len(self.camp.units) + 1

    @property
    def undefeated(self) -> tuple[str, ...]:
        """The primuses that are still to be fought."""
        return tuple(primus.hero for primus in self.primuses if not primus.defeated_in_act)

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
        """The fight; RefusedError where there is none."""
        if self.fight is None:
            raise RefusedError("round.phases", NO_FIGHT)
        return self.fight

    def check_not_over(self) -> None:
        """Refuse to play on where the campaign is won or lost (p.30)."""
        if self.outcome:
            text = later(
                "the campaign is over, and nothing happens in it; `hoplo undo` takes the last step back (p.30)"
            )
            raise RefusedError("campaign.over", text)

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
