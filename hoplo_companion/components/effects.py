"""The effect vocabulary: what skills, tactics, banes, Prowess cards, arenas and events do, written as data.

An effect is a trigger (`on`), conditions (`if`) and verbs (`do`), each a record whose kind is one of its keys: `is` for
a condition, `do` for a verb. Nothing in a record is ever evaluated: all that it can say is a word or a number below,
and what it cannot say is `manual`. `self` is the unit that holds the effect: the unit with the skill, the unit under
the tactic, the hero with the Prowess card; an arena's or an event's effect is held by every unit that its `for` fits.
"""

# Annotations are values here: msgspec evaluates those that are texts anew whenever hoplo starts.
from typing import ClassVar, Literal, get_args

from msgspec import field

from hoplo_companion.components.conditions import Amount, AnyCondition, Group, Whom, Worded
from hoplo_companion.components.words import (
    Allowed,
    Colour,
    Dice,
    Forbidden,
    HexWord,
    Opponent,
    Owed,
    Role,
    Stat,
    Superlative,
    Trigger,
    Until,
)


class Verb(Worded, frozen=True, tag_field="do", tag="verb"):
    """Something that an effect does.

    `only` are the triggers that it belongs to, any if there are none; `brings` are those that it sets off itself.
    """

    only: ClassVar[tuple[Trigger, ...]] = ()
    brings: ClassVar[tuple[Trigger, ...]] = ()


class AddDice(Verb, frozen=True, tag="add-dice"):
    """Add dice to an Attack: to the stat where the effect is always on, to one attack where it sets in with it."""

    dice: list[Colour]
    to: Whom = "self"
    words = "add: {dice} to {to}"
    example = "add blue to all allies within 1"
    only = ("always", "attacks", "attacked")


class RemoveDice(Verb, frozen=True, tag="remove-dice"):
    """Take dice out of an Attack: the strongest, the weakest, or those of a colour."""

    which: Literal["strongest", "weakest"] | Colour
    amount: Amount = 1
    of: Whom = "self"
    words = "remove: {amount} {which} (dice|die) of {of}"
    example = "attacked: remove strongest of attacker"
    only = ("always", "attacks", "attacked")


class ReplaceDice(Verb, frozen=True, tag="replace-dice"):
    """Roll dice of one colour in place of each die of some others."""

    each: list[Colour]
    by: Colour
    of: Whom = "self"
    words = "replace: {each} by {by} of {of}"
    example = "attacked: replace red black green by blue if not attacker elite"
    only = ("always", "attacks", "attacked")


class ReRoll(Verb, frozen=True, tag="re-roll"):
    """Roll some of the attack's dice again: those that missed, those that hit, or any; at most so many."""

    which: Literal["missed", "hit", "any"]
    most: Amount | None = None
    words = "re-roll|reroll: (dice|die) {which} (dice|die) at most|up to {most}"
    example = "rolled: may re-roll missed at most 1 once a turn"
    only = ("rolled",)


class ChangeStat(Verb, frozen=True, tag="stat"):
    """Raise or lower a stat (`by`), or set it (`to`)."""

    stat: Stat
    by: int = 0
    to: int | None = None
    whom: Whom = "self"
    until: Until | None = None
    words = "{+by} {stat} {by/to} = {to} to {whom} until {until}"
    example = "movement +1 to all allies (beast) until end of turn"


class Damage(Verb, frozen=True, tag="damage"):
    """Deal damage, which is not attack damage (p.21)."""

    amount: Amount
    to: Whom
    words = "damage: {amount} to {to}"
    example = "targeted: damage 1 to attacker if attacker in range"
    brings = ("harmed",)


class RollAt(Verb, frozen=True, tag="roll"):
    """Roll dice of its own Attack; each hit is 1 damage to everyone it is rolled at. This is not an attack (p.37)."""

    dice: Dice
    at: Whom
    times: Amount = 1
    words = "roll: (the) {dice} (die) x|× {times} at {at}"
    example = "special: roll strongest at opponent within 3 rival: weaker"


class Heal(Verb, frozen=True, tag="heal"):
    """Heal, never above the Health; fully where no amount is given (p.36)."""

    whom: Whom = "self"
    amount: Amount | None = None
    words = "heal: {amount?fully} to {whom}"
    example = "ability: heal number rival: always"


class GainHp(Verb, frozen=True, tag="gain-hp"):
    """Gain HP, which may go beyond the Health (p.36)."""

    amount: Amount
    whom: Whom = "self"
    words = "gain: {amount} (hp!) to {whom}"
    example = "deployed: gain 2 hp"


class ChangeDamage(Verb, frozen=True, tag="change-damage"):
    """Raise, lower or multiply the damage that is dealt."""

    by: int = 0
    times: int = 1
    words = "damage: {by/times} x|× {times}"
    example = "attacks: damage x2 if all hit"
    only = ("attacks", "attacked", "harmed")


class CapLoss(Verb, frozen=True, tag="cap-loss"):
    """Lose so many HP to that damage at the most; 0 ignores it. The damage still counts as dealt (p.21)."""

    at: Amount = 0
    words = "lose: at most {at?none!}"
    example = "attacked: lose at most 1"
    only = ("attacked", "harmed")


class Intercept(Verb, frozen=True, tag="intercept"):
    """Take an attack's damage in the place of the unit that is attacked (`intercept.when`)."""

    example = "ally attacked: may intercept if target within 1 rival: saves ally"
    only = ("ally-attacked",)


class Displace(Verb, frozen=True, tag="displace"):
    """Put a unit on another free hex: so many steps from where it is, so near to `self`, or straight `away`.

    With `follow`, `self` takes the hex left free in the same moment.
    """

    whom: Whom
    steps: Amount | None = None
    within: Amount | None = None
    away: bool = False
    follow: bool = False
    words = "displace: {whom} by {steps} to within {within} away {away} and follow|follow {follow}"
    example = "ability: displace unit within 1 away and follow rival: opens attack"
    brings = ("moved",)


class Swap(Verb, frozen=True, tag="swap"):
    """Change places with another unit."""

    whom: Whom
    words = "swap with|swap: {whom}"
    example = "ability: may swap with unit within 1 rival: opens attack"
    brings = ("moved",)


class Move(Verb, frozen=True, tag="move"):
    """Move at once, up to `most` hexes; a rival unit identifies a mark for it."""

    whom: Whom = "self"
    most: Amount = "movement"
    words = "move: {whom} up to {most}"
    example = "special: move rival: no attack"
    brings = ("moved",)


class Advance(Verb, frozen=True, tag="advance"):
    """Move at once towards its mark by its priority list, as in a rival's Movement Step by that Movement (p.22)."""

    most: Amount
    example = "activity: advance hits"
    brings = ("moved",)


class Place(Verb, frozen=True, tag="place"):
    """Put a unit on a free hex of a kind, or on one of those named."""

    on: HexWord
    whom: Whom = "self"
    hexes: list[str] = field(default_factory=list)
    words = "place: {whom} on {on} {hexes}"
    example = "set up: place all troop on deployment"
    brings = ("moved",)


class Roam(Verb, frozen=True, tag="roam"):
    """Move in directions that an arena die gives by the compass, one hex at a time."""

    steps: Amount = "movement"
    example = "movement: roam"
    brings = ("moved",)


class Daze(Verb, frozen=True, tag="daze"):
    """Daze: no moves, attacks, Abilities or Specials until the end of its turn (p.35)."""

    whom: Whom = "self"
    words = "daze|dazed: {whom}"
    example = "played: daze all opponents within 1"


class Fatigue(Verb, frozen=True, tag="fatigue"):
    """Fatigue: no moves or attacks, and no skills at all (p.36)."""

    whom: Whom = "self"
    until: Until | None = None
    words = "fatigue|fatigued: {whom} until {until}"
    example = "played: fatigue until end of its next turn"


class Grant(Verb, frozen=True, tag="grant"):
    """A skill, named as on a chip (`Regen 1`)."""

    skill: str
    to: Whom = "self"
    until: Until | None = None
    words = "grant: {skill} to {to} until {until}"
    example = "grant Regen 1 to all troop (local)"


class Suppress(Verb, frozen=True, tag="suppress"):
    """Take a skill away, or all of them."""

    skill: str
    of: Whom = "self"
    until: Until | None = None
    words = "suppress: {skill*} of {of} until {until}"
    example = "suppress all skills of all opponents within 1"


class Allow(Verb, frozen=True, tag="allow"):
    """Let units do what the rules do not."""

    what: Allowed
    to: Whom = "self"
    until: Until | None = None
    words = "may|allow: {what} to {to} until {until}"
    subject = "to"
    example = "may pass blocked"


class Forbid(Verb, frozen=True, tag="forbid"):
    """Keep units from what the rules let them do."""

    what: Forbidden
    to: Whom = "self"
    until: Until | None = None
    words = "cannot|can not|may not|forbid: {what} to {to} until {until}"
    subject = "to"
    example = "all opponents within 1 cannot be displaced"


class DrawAttacks(Verb, frozen=True, tag="draw-attacks"):
    """An adjacent opponent that attacks must attack a unit that has this."""

    example = "draw attacks"
    only = ("always",)


class MarkFirst(Verb, frozen=True, tag="mark-first"):
    """Put an opponent before everything else on its priority list, where a rival or arena unit has this."""

    opponent: Opponent
    words = "mark: {opponent} (first!)"
    example = "mark hero first"
    only = ("always",)


class AttackAgain(Verb, frozen=True, tag="attack"):
    """Attack once more at once."""

    whom: Whom = "self"
    words = "attack again|attack: by {whom}"
    example = "defeats: may attack again once a turn"
    brings = ("attacks", "rolled", "deals-damage")


class EquipChip(Verb, frozen=True, tag="equip"):
    """Equip an arena chip, wherever it is."""

    chip: str
    whom: Whom = "self"
    words = "equip: {chip} to {whom}"
    example = "moved: may equip trident if on chip"


class Unequip(Verb, frozen=True, tag="unequip"):
    """Give up an arena chip, which goes to a unit's hex; that unit, if it is still there, equips it at once."""

    chip: str
    onto: Role = "self"
    words = "unequip: {chip} onto {onto}"
    example = 'special: damage 2 to opponent within 3, unequip trident onto chosen for holder:trident called "Throw"'


class Defeat(Verb, frozen=True, tag="defeat"):
    """Defeat a unit, whatever its HP (p.21)."""

    whom: Whom
    example = "arena turn: defeat all units (on key)"
    brings = ("defeated",)


class Discard(Verb, frozen=True, tag="discard-tactic"):
    """Discard tactics from a unit: one by name, or all."""

    tactic: str
    whom: Whom = "self"
    words = "discard: {tactic*} from {whom}"
    example = "deployed: discard all tactics from all opponents within 1"


class Owe(Verb, frozen=True, tag="owe"):
    """Bring about something in the campaign, which the player is asked to carry out."""

    what: Owed
    amount: Amount = 1
    text: str = ""
    words = "{what} {amount} {text}"
    example = 'cleanup: gain influence 2 "if it is still on your pad"'


class Drive(Verb, frozen=True, tag="drive"):
    """Drive an arena chip round a ring of hexes; a unit in its way goes to a free hex outside, or is defeated."""

    chip: str
    steps: int
    round: list[str]
    words = "drive: {chip} by {steps} round {round}"
    example = "arena turn: drive chariot by 3 round (D3 D4)"


class Manual(Verb, frozen=True, tag="manual"):
    """Stop, show this text, and take from the player what happened."""

    text: str = ""
    example = 'turn start: manual "Turn the top card over, and carry it out."'


AnyVerb = (
    AddDice | RemoveDice | ReplaceDice | ReRoll | ChangeStat | Damage | RollAt | Heal | GainHp | ChangeDamage | CapLoss
    | Intercept | Displace | Swap | Move | Advance | Place | Roam | Daze | Fatigue | Grant | Suppress | Allow | Forbid
    | DrawAttacks | MarkFirst | AttackAgain | EquipChip | Unequip | Defeat | Discard | Owe | Drive | Manual
)  # fmt: skip

LASTING: tuple[type[Verb], ...] = tuple(kind for kind in get_args(AnyVerb) if "until" in kind.__struct_fields__)
"""What can hold for some time."""

PASSIVE = (*LASTING, Daze, Manual, *(kind for kind in get_args(AnyVerb) if "always" in kind.only))
"""What may stand in an effect that is always on, since it does not happen at a moment."""


def whom_of(verb: Verb) -> Whom:
    """Whom a verb names; one that names nobody means its holder."""
    for key in ("to", "at", "of", "whom"):
        whom = getattr(verb, key, None)
        if isinstance(whom, str | Group):
            return whom  # type: ignore[return-value]
    return "self"


class RivalUse(Worded, frozen=True, kw_only=True):
    """How a rival (or arena) unit uses an Ability, a Special or a choice: when, and whom it picks (blue text).

    `when` is one word: "always"; "damages", if somebody would be damaged; "opens-attack", if a rival unit gets an
    attack or a Special that it would not have; "no-attack", if it has no attack; "weaker", if it can damage a weaker
    opponent than the one that it would attack; "saves-ally", if an ally would be defeated; "never". `never_attacks`
    is a unit that uses it every turn and makes no attacks. Whom it picks is up to its priority list, or to `pick`.
    """

    when: Literal["always", "damages", "opens-attack", "no-attack", "weaker", "saves-ally", "never"] = "always"
    conditions: list[AnyCondition] = field(default_factory=list, name="if")
    pick: Superlative | None = None
    never_attacks: bool = False
    words = "{when?} if {conditions} picks {pick} never attacks {never_attacks}"


class Effect(Worded, frozen=True, kw_only=True):
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
    words = (
        "{on} may {may} {verbs} if {conditions} once a|once per|once each {once} |rival : {rival} for {holder} "
        "called {name}"
    )

    def does(self, *kinds: type[Verb]) -> bool:
        """Say whether a verb of some kinds is among those of it."""
        return any(isinstance(verb, kinds) for verb in self.verbs)
