"""Effective offence, defence and range: stats with all that terrain, heights, talents and powers add (2a, Attacking).

Different sources add up (ruling `pan.stack`); the same talent counts once; offence and defence stay within 0 to 10.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.assaults import MOST
from hoplo_companion.pantheon.words import name_of

IGNORED_BY = {"swamp": "aquatic", "water": "aquatic", "polar": "boreal", "lava": "fireproof"}
"""The types of units that ignore a terrain."""


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A unit as it stands on the ground, or as one side of an attack.

    `alone` is a troop down to its last miniature; `terrain` is open ground where its 3D elements are gone, `area` empty
    off the board; `forced` is one that has used Force of Nature. In an attack `talents` are those in use, of the unit
    itself or of a neighbour that bolsters it.
    """

    kind: str = "hero"
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    alone: bool = False
    terrain: str = "open"
    name: str = ""
    area: str = ""
    side: int = 0
    range: int = 0
    forced: bool = False

    @property
    def off(self) -> str:
        """Why none of its talents works; empty where they do."""
        if self.alone and self.kind == "troop":
            return later("a troop with one miniature left has no talents")
        return later("talents are ignored in water") if self.suffers("water", self.terrain) else ""

    def suffers(self, effect: str, terrain: str) -> bool:
        """Whether a terrain has an effect, that of its own name, on the unit, whose type may ignore it."""
        return effect == terrain and IGNORED_BY[terrain] not in self.traits

    def has(self, talent: str) -> bool:
        """Whether a talent works."""
        return talent in self.talents and not self.off

    def is_enemy_of(self, other: Fighter) -> bool:
        """Whether two units are on different sides."""
        return self.side != other.side


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack before its values are calculated.

    `distance` counts areas, 0 being the same area or an adjacent full one attacked as such; `offence_by` and
    `defence_by` are what powers and scenarios add.
    """

    offence: int
    defence: int
    range: int = 0
    distance: int = 0
    area: bool = False
    attacker: Fighter = Fighter()
    target: Fighter = Fighter()
    heights: bool = False
    aerial: bool = False
    offence_by: int = 0
    defence_by: int = 0

    def without(self, sources: Collection[str]) -> Attack:
        """The attack without talents that are not used, by their sources: each is optional."""
        attacker, target = (
            replace(side, talents=tuple(each for each in side.talents if f"{whose}{each}" not in sources))
            for side, whose in ((self.attacker, ""), (self.target, OF_TARGET))
        )
        return replace(self, attacker=attacker, target=target)


OF_TARGET = "target-"
"""What stands before the source of a change that is the target's."""

OTHERS = {"aerial": later("aerial attack"), "power": later("power")}


class Modifier(NamedTuple):
    """One thing that changes the values, and its rule; `why_not` is what keeps it from counting."""

    source: str
    rule: str
    offence: int = 0
    defence: int = 0
    range: int = 0
    why_not: str = ""

    @property
    def is_talent(self) -> bool:
        """Whether it is a talent that counts."""
        return self.rule.startswith("pan.talent.") and not self.why_not

    @property
    def name(self) -> str:
        """What its source is called."""
        id_ = self.source.removeprefix(OF_TARGET)
        name = tr(OTHERS[id_]) if id_ in OTHERS else name_of(id_)
        return tr("{what} of the target", what=name) if id_ != self.source else name

    @property
    def words(self) -> str:
        """What it changes, or why it does not."""
        if self.why_not:
            return tr("{source}: does not count, {reason}", source=self.name, reason=tr(self.why_not))
        parts = [(self.offence, tr("offence")), (self.defence, tr("defence")), (self.range, tr("range"))]
        return f"{self.name}: " + ", ".join(f"{value:+d} {what}" for value, what in parts if value)


class Values(NamedTuple):
    """The effective values, and what made them."""

    offence: int
    defence: int
    range: int
    modifiers: tuple[Modifier, ...]

    @property
    def added(self) -> tuple[int, int, int]:
        """What is added to the offence, to the defence and to the range."""
        counted = [each for each in self.modifiers if not each.why_not]
        return (
            sum(each.offence for each in counted),
            sum(each.defence for each in counted),
            sum(each.range for each in counted),
        )


def effective(attack: Attack) -> Values:
    """Calculate the effective values of an attack."""
    values = Values(attack.offence, attack.defence, attack.range, tuple(modifiers(attack)))
    offence, defence, range_ = map(sum, zip(values[:3], values.added, strict=True))
    return values._replace(offence=max(0, min(MOST, offence)), defence=max(0, min(MOST, defence)), range=max(0, range_))


class Bonus(NamedTuple):
    """What a talent adds for the attacker and for the target; at what range, and whether in area attacks too.

    It works by itself, or `beside` an ally: any unit, or a troop.
    """

    offence: int = 0
    defence: int = 0
    as_target: int = 0
    range: int = 0
    only_range: str = ""
    only_normal: bool = False
    beside: str = ""


BONUSES = {
    "archer": Bonus(offence=1, only_range="1+", only_normal=True),
    "close-combat": Bonus(offence=1, only_range="0", only_normal=True),
    "torment": Bonus(defence=-1, only_range="0", only_normal=True),
    "close-protection": Bonus(as_target=1, beside="unit"),
    "sneak-attack": Bonus(offence=1, only_range="0", only_normal=True, beside="unit"),
    "phalanx": Bonus(offence=1, as_target=1, beside="troop"),
    "bolster": Bonus(offence=1, as_target=1),
    "force-of-nature": Bonus(offence=1, range=1),
}
"""The talents that change values; every other one changes dice, order, target, or nothing of an attack."""

OF_OTHERS = ("bolster", "force-of-nature")
"""Those that a unit has by a neighbour, or once it has used them."""

COVER = {"forest": (1, "1+"), "cage": (1, "1+"), "ruins": (1, "0"), "swamp": (-1, "1+")}
"""What a terrain adds to the defence of a unit on it, and at what range."""


def modifiers(attack: Attack) -> Iterator[Modifier]:
    """Iterate over all that changes the values of an attack, in the order of the summary."""
    attacker, target = attack.attacker, attack.target
    if (on := attacker.terrain) in ("rock", "stairs"):
        why_not = later("an aerial attack ignores the terrain it starts from") if attack.aerial else ""
        yield Modifier(on, f"pan.terrain.{on}", int(attack.distance > 0), range=1, why_not=why_not)
    if attack.heights:
        yield Modifier("heights", "pan.boundary.heights", offence=1, range=1)
    if attack.aerial:
        yield Modifier("aerial", "pan.type.aerial-attack", range=1)
    if (on := target.terrain) in COVER:
        defence, only = COVER[on]
        ignores = on == "swamp" and not target.suffers(on, on)
        why_not = later("an aquatic unit ignores aquatic terrain") if ignores else _out_of(only, attack.distance)
        yield Modifier(f"{OF_TARGET}{on}", f"pan.terrain.{on}", defence=defence, why_not=why_not)
    # In flight the attacker's terrain does not count.
    yield from _by_talents(attack, replace(attacker, terrain="open") if attack.aerial else attacker)
    yield from _by_talents(attack, target, OF_TARGET)
    if attack.offence_by:
        yield Modifier("power", "pan.powers.cost", offence=attack.offence_by)
    if attack.defence_by:
        yield Modifier(f"{OF_TARGET}power", "pan.powers.cost", defence=attack.defence_by)


def _out_of(only_range: str, distance: int) -> str:
    """Why something does not count at a distance; empty where it does."""
    if only_range == "0" and distance:
        return later("only at range 0")
    return later("only at range 1+") if only_range == "1+" and not distance else ""


def _by_talents(attack: Attack, fighter: Fighter, whose: str = "") -> Iterator[Modifier]:
    for talent in fighter.talents:
        bonus = BONUSES.get(talent, Bonus())
        added = (0, bonus.as_target, 0) if whose else (bonus.offence, bonus.defence, bonus.range)
        # Bolster is a neighbour's talent, which works where the unit's own do not.
        off = "" if talent == "bolster" else fighter.off
        no_troop = later("it bolsters troops only") if talent == "bolster" and fighter.kind != "troop" else ""
        no_area = later("only in a normal attack") if bonus.only_normal and attack.area else ""
        if any(added):
            why_not = off or no_troop or no_area or _out_of(bonus.only_range, attack.distance)
            yield Modifier(whose + talent, f"pan.talent.{talent}", *added, why_not)


# What talents do besides ------------------------------------------------------------------------------------------


def may_slay(attack: Attack) -> bool:
    """Whether the attacker may roll up to two dice again as a Monster Slayer."""
    return attack.target.kind == "monster" and attack.attacker.has("monster-slayer")


THROWN_BY = {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}
"""The blanks that a Mighty Throw needs, by the kind of its target."""


def may_throw(attack: Attack, blanks: int) -> bool:
    """Whether so many blanks let the attacker throw its target: a huge one stays."""
    is_moved = "huge" not in attack.target.traits and blanks >= THROWN_BY[attack.target.kind]
    return is_moved and attack.attacker.has("mighty-throw")
