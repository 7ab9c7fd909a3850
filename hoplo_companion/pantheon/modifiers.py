"""Effective offence, defence and range: stats with all that terrain, heights, talents and powers add (2a, Attacking).

Different sources add up (ruling `pan.stack`); the same talent counts once; offence and defence stay within 0 to 10.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.assaults import MOST
from hoplo_companion.pantheon.units import NOBODY, Fighter, name_of


@dataclass(frozen=True)
class Attack:
    """An attack before its values are calculated: the offence and range of one side, the defence of the other.

    `distance` counts areas, 0 being the same area or an adjacent full one attacked as such.
    """

    attacker: Fighter = NOBODY
    target: Fighter = NOBODY
    distance: int = 0
    area: bool = False
    heights: bool = False
    aerial: bool = False

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        """All that changes the values, and what might have."""
        return tuple(_modifiers(self))

    def added(self, stat: str) -> int:
        """What is added to a stat."""
        return sum(getattr(each, stat) for each in self.modifiers if not each.why_not)

    @property
    def offence(self) -> int:
        """The effective offence: as many dice are rolled."""
        return max(0, min(MOST, self.attacker.offence + self.added("offence")))

    @property
    def defence(self) -> int:
        """The effective defence."""
        return max(0, min(MOST, self.target.defence + self.added("defence")))

    @property
    def range(self) -> int:
        """The effective range."""
        return max(0, self.attacker.range + self.added("range"))

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

OUT_OF = {"0": later("only at range 0"), "1+": later("only at range 1+")}


def _modifiers(attack: Attack) -> Iterator[Modifier]:
    """Iterate over all that changes the values of an attack, in the order of the summary."""
    attacker, target, now = attack.attacker, attack.target, "1+" if attack.distance else "0"
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
        why_not = later("an aquatic unit ignores aquatic terrain") if ignores else "" if only == now else OUT_OF[only]
        yield Modifier(f"{OF_TARGET}{on}", f"pan.terrain.{on}", defence=defence, why_not=why_not)
    # In flight the attacker's terrain does not count.
    for whose, side in (("", replace(attacker, terrain="open") if attack.aerial else attacker), (OF_TARGET, target)):
        for talent in side.talents:
            bonus = BONUSES.get(talent, Bonus())
            added = (0, bonus.as_target, 0) if whose else (bonus.offence, bonus.defence, bonus.range)
            if any(added):
                yield Modifier(f"{whose}{talent}", f"pan.talent.{talent}", *added, _why_not(attack, side, talent, now))
    if attacker.power:
        yield Modifier("power", "pan.powers.cost", offence=attacker.power)
    if target.power:
        yield Modifier(f"{OF_TARGET}power", "pan.powers.cost", defence=target.power)


def _why_not(attack: Attack, side: Fighter, talent: str, now: str) -> str:
    """Why a talent of a side does not count at the range that it is `now`; empty where it does."""
    bonus, is_bolster = BONUSES[talent], talent == "bolster"
    if side.off and not is_bolster:
        # Bolster is a neighbour's talent, which works where the unit's own do not.
        return side.off
    if is_bolster and side.kind != "troop":
        return later("it bolsters troops only")
    if bonus.only_normal and attack.area:
        return later("only in a normal attack")
    return OUT_OF[bonus.only_range] if bonus.only_range not in ("", now) else ""


# What talents do besides
def may_slay(attack: Attack) -> bool:
    """Whether the attacker may roll up to two dice again as a Monster Slayer."""
    return attack.target.kind == "monster" and attack.attacker.has("monster-slayer")


THROWN_BY = {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}
"""The blanks that a Mighty Throw needs, by the kind of its target."""


def may_throw(attack: Attack, blanks: int) -> bool:
    """Whether so many blanks let the attacker throw its target: a huge one stays."""
    is_moved = "huge" not in attack.target.traits and blanks >= THROWN_BY[attack.target.kind]
    return is_moved and attack.attacker.has("mighty-throw")
