"""Amounts, units and conditions of effects, as data (`effects` says what they are for)."""

# Annotations are values here: msgspec evaluates those that are texts anew whenever hoplo starts.
from typing import ClassVar, Literal

from msgspec import Struct, field

from hoplo_companion.components.words import EventKind, HexWord, Number, Role, Side, Superlative, UnitClass


class Sum(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An amount that is added up: `base`, 1 for each unit that `count` finds, and `plus` where all of `if` holds."""

    base: int | Number = 0
    count: "Group | None" = None
    plus: int = 0
    conditions: list["AnyCondition"] = field(default_factory=list, name="if")


Amount = int | Number | Sum
"""A number, a word for one (`number` is the one printed on the chip beside the skill), or a sum."""


class Group(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Units chosen by what they are to `self` and where they stand; `where` is asked of each (as `it`).

    `pick` says how many: "one", chosen by whoever plays the unit; "all"; or the one that a superlative means.
    """

    of: Literal["ally", "opponent", "troop", "unit"]
    within: Amount | None = None
    exactly: Amount | None = None
    in_range: bool = False
    where: list["AnyCondition"] = []
    pick: Literal["one", "all"] | Superlative = "one"


Whom = Role | Group  # whom a verb acts on: a unit by its role in what happened, or a group


class Worded(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a line says in words of its own.

    `words` are the heads, any of which begins it, and a colon, and its keys as `{key}` in the order in which they are
    written, each after the words that lead to it (its tag and its keys, where it has no words); `|` stands between
    words that mean the same. In brackets are words that may be left out, or with `!` may not; `{+key}` is a number
    that is read there and written at the key's own place, `{key/other}` is written if the other is not, `{key?}`
    always, `{key?word}` has a word for its default, `{key*}` may be `all`, and `{key#mark}` has that word before it
    where it would mean something different alone.
    `bare` is what is written where no key is, `subject` the key that may stand in front of the heads; `example` is an
    effect with it, for the reference.
    """

    words: ClassVar[str] = ""
    bare: ClassVar[str] = ""
    subject: ClassVar[str] = ""
    example: ClassVar[str] = ""


class Condition(Worded, frozen=True, kw_only=True, tag_field="is", tag="condition"):
    """What has to hold; `not` turns it round. `who` is `self` where it is left out, in a group each of its units."""

    who: Role | None = None
    unless: bool = field(default=False, name="not")


class Near(Condition, frozen=True, tag="near"):
    """It stands at most `within` hexes (1: adjacent) from `to`, or exactly so many."""

    to: Role = "self"
    within: Amount = 1
    exactly: Amount | None = None
    words = "(adjacent=within) within {within/exactly} exactly {exactly} of|to {to}"
    example = "targeted: damage 1 to attacker if attacker within 2"


class InRange(Condition, frozen=True, tag="in-range"):
    """It stands within the Range of `of`."""

    of: Role = "self"
    words = "in range: of {of}"
    example = "suffers damage: damage 1 to attacker if attacker in range"


class Descriptor(Condition, frozen=True, tag="unit"):
    """It is all of what is given: local, elite, a hero, dazed, the tribune, of a class, faction, side or chip."""

    local: bool | None = None
    elite: bool | None = None
    hero: bool | None = None
    dazed: bool | None = None
    tribune: bool | None = None
    of_class: UnitClass | None = field(default=None, name="class")
    faction: str | None = None
    side: Side | None = None
    chip: str | None = None
    words = "{local} {elite} {hero} {dazed} {tribune} {of_class#class} faction {faction} side {side} chip {chip}"
    bare = "unit"
    example = "attacked: replace red black green by blue if not attacker elite"


class Facing(Condition, frozen=True, tag="opponent"):
    """It is an opponent of `of`."""

    of: Role = "self"
    words = "opponent: of {of}"
    example = "suffers damage: gain 1 hp if attacker opponent"


class Outnumbered(Condition, frozen=True, tag="outnumbered"):
    """It has more opponents in combat than its troop has units (p.36)."""

    example = "add green if outnumbered"


class Isolated(Condition, frozen=True, tag="isolated"):
    """It has no allies in combat (p.36)."""

    example = "movement +1 if isolated"


class Stayed(Condition, frozen=True, tag="stayed"):
    """It did not move in its own Movement Step this turn."""

    example = "add black if stayed and own turn"


class Struck(Condition, frozen=True, tag="struck"):
    """It was dealt attack damage this turn."""

    example = "cannot be attacked if struck"


class OwnTurn(Condition, frozen=True, tag="own-turn"):
    """It is the turn of its troop."""

    example = "add black if stayed and own turn"


class Compared(Condition, frozen=True, tag="stat"):
    """A number of its own lies between two amounts, `hp` against `health` for example."""

    stat: Number
    at_least: Amount | None = None
    at_most: Amount | None = None
    words = "{stat#stat} at least {at_least} at most {at_most}"
    example = "attacked: lose none if hp at least health and missed"


class Hits(Condition, frozen=True, tag="hits"):
    """The attack's dice show so many hits, `all` of them, or at least one miss (`missed`)."""

    at_least: Amount | None = None
    at_most: Amount | None = None
    all: bool = False
    missed: bool = False
    words = "hits at least|at least {at_least} hits at most|at most {at_most} all hit {all} missed {missed} (hits)"
    bare = "hits"
    example = "attacks: damage x2 if all hit"


class Holds(Condition, frozen=True, tag="holds"):
    """It holds an arena chip or the flag."""

    chip: str
    example = "add red if holds trident"


class Has(Condition, frozen=True, tag="has"):
    """It has a skill, or a tactic on it."""

    skill: str | None = None
    tactic: str | None = None
    words = "has: skill {skill} tactic {tactic}"
    example = "add blue to all allies (has skill Taunt)"


class Higher(Condition, frozen=True, tag="higher"):
    """It stands on a hex that is higher than that of `than`."""

    than: Role
    words = "higher than: {than}"
    example = "attacks: add green if higher than target"


class Stands(Condition, frozen=True, tag="stands"):
    """It stands on hexes of a kind, or on one of those named."""

    on: HexWord
    hexes: list[str] = field(default_factory=list)
    words = "on: {on} {hexes}"
    example = "turn start: damage 1 to self if on named (B3 B4)"


class Counted(Condition, frozen=True, tag="count"):
    """A group has so many units."""

    of: Group
    at_least: Amount | None = None
    at_most: Amount | None = None
    words = "count: {of} at least {at_least} at most {at_most}"
    example = "add yellow if count opponents within 1 at least 2"


class Moment(Condition, frozen=True, tag="combat"):
    """The combat is of an act, a turn or a kind of event."""

    act: list[int] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    event: list[EventKind] = field(default_factory=list)
    words = "act {act} turn {turn} event {event}"
    bare = "any combat"
    example = "add green if event spar or primus"


AnyCondition = (
    Near | InRange | Descriptor | Facing | Outnumbered | Isolated | Stayed | Struck | OwnTurn | Compared | Hits | Holds
    | Has | Higher | Stands | Counted | Moment
)  # fmt: skip
