"""The effect vocabulary: what skills, tactics, banes, Prowess cards, arenas and events do, written as data.

An effect is a trigger (`on`), conditions (`if`) and verbs (`do`), each a record whose kind is one of its keys: `is` for
a condition, `do` for a verb. Nothing in a record is ever evaluated: all that it can say is a word or a number below,
and what it cannot say is `manual`. `self` is the unit that holds the effect: the unit with the skill, the unit under
the tactic, the hero with the Prowess card; an arena's or an event's effect is held by every unit that its `for` fits.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from hoplo_companion.components.words import (
    Allowed,
    Colour,
    Dice,
    EventKind,
    Forbidden,
    HexWord,
    Number,
    Opponent,
    Owed,
    Role,
    Side,
    Stat,
    Superlative,
    Trigger,
    UnitClass,
    Until,
)


class Sum(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An amount that is added up: `base`, 1 for each unit that `count` finds, and `plus` where all of `if` holds."""

    base: int | Number = 0
    count: Group | None = None
    plus: int = 0
    conditions: list[AnyCondition] = field(default_factory=list, name="if")


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
    where: list[AnyCondition] = []
    pick: Literal["one", "all"] | Superlative = "one"


Whom = Role | Group
"""Whom a verb acts on: a unit by its role in what happened, or a group."""


# Conditions -----------------------------------------------------------------------------------------------------


class Condition(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="is", tag="condition"
):
    """What has to hold; `not` turns it round. `who` is `self` where it is left out, in a group each of its units."""

    who: Role | None = None
    unless: bool = field(default=False, name="not")


class Near(Condition, frozen=True, tag="near"):
    """It stands at most `within` hexes (1: adjacent) from `to`, or exactly so many."""

    to: Role = "self"
    within: Amount = 1
    exactly: Amount | None = None


class InRange(Condition, frozen=True, tag="in-range"):
    """It stands within the Range of `of`."""

    of: Role = "self"


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


class Facing(Condition, frozen=True, tag="opponent"):
    """It is an opponent of `of`."""

    of: Role = "self"


class Outnumbered(Condition, frozen=True, tag="outnumbered"):
    """It has more opponents in combat than its troop has units (p.36)."""


class Isolated(Condition, frozen=True, tag="isolated"):
    """It has no allies in combat (p.36)."""


class Stayed(Condition, frozen=True, tag="stayed"):
    """It did not move in its own Movement Step this turn."""


class Struck(Condition, frozen=True, tag="struck"):
    """It was dealt attack damage this turn."""


class OwnTurn(Condition, frozen=True, tag="own-turn"):
    """It is the turn of its troop."""


class Compared(Condition, frozen=True, tag="stat"):
    """A number of its own lies between two amounts, `hp` against `health` for example."""

    stat: Number
    at_least: Amount | None = None
    at_most: Amount | None = None


class Hits(Condition, frozen=True, tag="hits"):
    """The attack's dice show so many hits, `all` of them, or at least one miss (`missed`)."""

    at_least: Amount | None = None
    at_most: Amount | None = None
    all: bool = False
    missed: bool = False


class Holds(Condition, frozen=True, tag="holds"):
    """It holds an arena chip or the flag."""

    chip: str


class Has(Condition, frozen=True, tag="has"):
    """It has a skill, or a tactic on it."""

    skill: str | None = None
    tactic: str | None = None


class Higher(Condition, frozen=True, tag="higher"):
    """It stands on a hex that is higher than that of `than`."""

    than: Role


class Stands(Condition, frozen=True, tag="stands"):
    """It stands on hexes of a kind, or on one of those named."""

    on: HexWord
    hexes: list[str] = []


class Counted(Condition, frozen=True, tag="count"):
    """A group has so many units."""

    of: Group
    at_least: Amount | None = None
    at_most: Amount | None = None


class Moment(Condition, frozen=True, tag="combat"):
    """The combat is of an act, a turn or a kind of event."""

    act: list[int] = []
    turn: list[int] = []
    event: list[EventKind] = []


AnyCondition = (
    Near | InRange | Descriptor | Facing | Outnumbered | Isolated | Stayed | Struck | OwnTurn | Compared | Hits | Holds
    | Has | Higher | Stands | Counted | Moment
)  # fmt: skip


# Verbs ----------------------------------------------------------------------------------------------------------


class Verb(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="do", tag="verb"
):
    """Something that an effect does."""


class AddDice(Verb, frozen=True, tag="add-dice"):
    """Add dice to an Attack: to the stat where the effect is always on, to one attack where it sets in with it."""

    dice: list[Colour]
    to: Whom = "self"


class RemoveDice(Verb, frozen=True, tag="remove-dice"):
    """Take dice out of an Attack: the strongest, the weakest, or those of a colour."""

    which: Literal["strongest", "weakest"] | Colour
    amount: Amount = 1
    of: Whom = "self"


class ReplaceDice(Verb, frozen=True, tag="replace-dice"):
    """Roll dice of one colour in place of each die of some others."""

    each: list[Colour]
    by: Colour
    of: Whom = "self"


class ReRoll(Verb, frozen=True, tag="re-roll"):
    """Roll some of the attack's dice again: those that missed, those that hit, or any; at most so many."""

    which: Literal["missed", "hit", "any"]
    most: Amount | None = None


class ChangeStat(Verb, frozen=True, tag="stat"):
    """Raise or lower a stat (`by`), or set it (`to`)."""

    stat: Stat
    by: int = 0
    to: int | None = None
    whom: Whom = "self"
    until: Until | None = None


class Damage(Verb, frozen=True, tag="damage"):
    """Deal damage, which is not attack damage (p.21)."""

    amount: Amount
    to: Whom


class RollAt(Verb, frozen=True, tag="roll"):
    """Roll dice of its own Attack; each hit is 1 damage to everyone it is rolled at. This is not an attack (p.37)."""

    dice: Dice
    at: Whom
    times: Amount = 1


class Heal(Verb, frozen=True, tag="heal"):
    """Heal, never above the Health; fully where no amount is given (p.36)."""

    whom: Whom = "self"
    amount: Amount | None = None


class GainHp(Verb, frozen=True, tag="gain-hp"):
    """Gain HP, which may go beyond the Health (p.36)."""

    amount: Amount
    whom: Whom = "self"


class ChangeDamage(Verb, frozen=True, tag="change-damage"):
    """Raise, lower or multiply the damage that is dealt."""

    by: int = 0
    times: int = 1


class CapLoss(Verb, frozen=True, tag="cap-loss"):
    """Lose so many HP to that damage at the most; 0 ignores it. The damage still counts as dealt (p.21)."""

    at: Amount = 0


class Intercept(Verb, frozen=True, tag="intercept"):
    """Take an attack's damage in the place of the unit that is attacked (`intercept.when`)."""


class Displace(Verb, frozen=True, tag="displace"):
    """Put a unit on another free hex: so many steps from where it is, so near to `self`, or straight `away`.

    With `follow`, `self` takes the hex left free in the same moment.
    """

    whom: Whom
    steps: Amount | None = None
    within: Amount | None = None
    away: bool = False
    follow: bool = False


class Swap(Verb, frozen=True, tag="swap"):
    """Change places with another unit."""

    whom: Whom


class Move(Verb, frozen=True, tag="move"):
    """Move at once, up to `most` hexes; a rival unit identifies a mark for it."""

    whom: Whom = "self"
    most: Amount = "movement"


class Advance(Verb, frozen=True, tag="advance"):
    """Move at once towards its mark by its priority list, as in a rival's Movement Step by that Movement (p.22)."""

    most: Amount


class Place(Verb, frozen=True, tag="place"):
    """Put a unit on a free hex of a kind, or on one of those named."""

    on: HexWord
    whom: Whom = "self"
    hexes: list[str] = []


class Roam(Verb, frozen=True, tag="roam"):
    """Move in directions that an arena die gives by the compass, one hex at a time."""

    steps: Amount = "movement"


class Daze(Verb, frozen=True, tag="daze"):
    """Daze: no moves, attacks, Abilities or Specials until the end of its turn (p.35)."""

    whom: Whom = "self"


class Fatigue(Verb, frozen=True, tag="fatigue"):
    """Fatigue: no moves or attacks, and no skills at all (p.36)."""

    whom: Whom = "self"
    until: Until | None = None


class Grant(Verb, frozen=True, tag="grant"):
    """Give a skill, named as on a chip (`Regen 1`)."""

    skill: str
    to: Whom = "self"
    until: Until | None = None


class Suppress(Verb, frozen=True, tag="suppress"):
    """Take a skill away, or all of them."""

    skill: str
    of: Whom = "self"
    until: Until | None = None


class Allow(Verb, frozen=True, tag="allow"):
    """Let units do what the rules do not."""

    what: Allowed
    to: Whom = "self"
    until: Until | None = None


class Forbid(Verb, frozen=True, tag="forbid"):
    """Keep units from what the rules let them do."""

    what: Forbidden
    to: Whom = "self"
    until: Until | None = None


class DrawAttacks(Verb, frozen=True, tag="draw-attacks"):
    """An adjacent opponent that attacks must attack a unit that has this."""


class MarkFirst(Verb, frozen=True, tag="mark-first"):
    """Put an opponent before everything else on its priority list, where a rival or arena unit has this."""

    opponent: Opponent


class AttackAgain(Verb, frozen=True, tag="attack"):
    """Attack once more at once."""

    whom: Whom = "self"


class EquipChip(Verb, frozen=True, tag="equip"):
    """Equip an arena chip, wherever it is."""

    chip: str
    whom: Whom = "self"


class Unequip(Verb, frozen=True, tag="unequip"):
    """Give up an arena chip, which goes to a unit's hex; that unit, if it is still there, equips it at once."""

    chip: str
    onto: Role = "self"


class Defeat(Verb, frozen=True, tag="defeat"):
    """Defeat a unit, whatever its HP (p.21)."""

    whom: Whom


class Discard(Verb, frozen=True, tag="discard-tactic"):
    """Discard tactics from a unit: one by name, or all."""

    tactic: str
    whom: Whom = "self"


class Owe(Verb, frozen=True, tag="owe"):
    """Bring about something in the campaign, which the player is asked to carry out."""

    what: Owed
    amount: Amount = 1
    text: str = ""


class Drive(Verb, frozen=True, tag="drive"):
    """Drive an arena chip round a ring of hexes; a unit in its way goes to a free hex outside, or is defeated."""

    chip: str
    steps: int
    round: list[str]


class Manual(Verb, frozen=True, tag="manual"):
    """Stop, show this text, and take from the player what happened."""

    text: str = ""


AnyVerb = (
    AddDice | RemoveDice | ReplaceDice | ReRoll | ChangeStat | Damage | RollAt | Heal | GainHp | ChangeDamage | CapLoss
    | Intercept | Displace | Swap | Move | Advance | Place | Roam | Daze | Fatigue | Grant | Suppress | Allow | Forbid
    | DrawAttacks | MarkFirst | AttackAgain | EquipChip | Unequip | Defeat | Discard | Owe | Drive | Manual
)  # fmt: skip


# Effects --------------------------------------------------------------------------------------------------------


class RivalUse(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a rival (or arena) unit uses an Ability, a Special or a choice: when, and whom it picks (blue text).

    `when` is one word: "always"; "damages", if somebody would be damaged; "opens-attack", if a rival unit gets an
    attack or a Special that it would not have; "no-attack", if it has no attack; "weaker", if it can damage a weaker
    opponent than the one that it would attack; "saves-ally", if an ally would be defeated. `never_attacks` is a unit
    that uses it every turn and makes no attacks. Whom it picks is up to its priority list, or to `pick`.
    """

    when: Literal["always", "damages", "opens-attack", "no-attack", "weaker", "saves-ally", "never"] = "always"
    conditions: list[AnyCondition] = field(default_factory=list, name="if")
    pick: Superlative | None = None
    never_attacks: bool = False


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One effect: when it sets in, what has to hold, and what it does.

    `may` leaves it to whoever plays the unit; `once` lets it work once a turn or once a combat. `name` is what it is
    called where that is not the name of its record; `holder` says whose it is where the effect is an arena's, an
    event's or a bane's: every unit's, a side's, the locals', or that of the unit with a chip (`holder:trident`); what
    is left out on `set-up` is nobody's, and sets in once.
    """

    on: Trigger = "always"
    conditions: list[AnyCondition] = field(default_factory=list, name="if")
    verbs: list[AnyVerb] = field(name="do")
    may: bool = False
    once: Literal["turn", "combat"] | None = None
    rival: RivalUse | None = None
    name: str = ""
    holder: str = field(default="", name="for")
