"""Effective offence, defence and range: stats with all that terrain, heights, talents and powers add (2a, Attacking).

Different sources add up (ruling `pan.stack`); the same talent counts once; offence and defence stay within 0 to 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hoplo_companion.pantheon.die import MOST


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """One side of an attack: where it stands and what it has.

    `alone` is a troop down to its last miniature. Talents are those in use, of the unit itself or of a neighbour that
    bolsters it; `terrain` is open ground where its 3D elements are gone.
    """

    kind: str = "hero"
    terrain: str = "open"
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    alone: bool = False


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack before its values are calculated.

    `distance` counts areas, 0 being the same area or an adjacent full one attacked as such; `offence_by`, `defence_by`
    and `range_by` are what powers and scenarios add.
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
    range_by: int = 0

    def without(self, talents: Iterable[str], of_target: Iterable[str]) -> Attack:
        """Give the attack without talents that are not used: each is optional."""
        attacker, target = (
            replace(side, talents=tuple(each for each in side.talents if each not in unused))
            for side, unused in ((self.attacker, {*talents}), (self.target, {*of_target}))
        )
        return replace(self, attacker=attacker, target=target)


class Modifier(NamedTuple):
    """One thing that changes the values, and its rule; `why_not` is the id of what keeps it from counting."""

    source: str
    rule: str
    offence: int = 0
    defence: int = 0
    range: int = 0
    why_not: str = ""


class Values(NamedTuple):
    """The effective values, and what made them."""

    offence: int
    defence: int
    range: int
    modifiers: tuple[Modifier, ...]

    @property
    def talents(self) -> list[str]:
        """List the talents that count, by their source."""
        return [each.source for each in self.modifiers if each.rule.startswith("pan.talent.") and not each.why_not]


def effective(attack: Attack) -> Values:
    """Calculate the effective values of an attack."""
    found = tuple(modifiers(attack))
    counted = [each for each in found if not each.why_not]
    return Values(
        _within(attack.offence + sum(each.offence for each in counted)),
        _within(attack.defence + sum(each.defence for each in counted)),
        max(0, attack.range + sum(each.range for each in counted)),
        found,
    )


def _within(value: int) -> int:
    return max(0, min(MOST, value))


def modifiers(attack: Attack) -> Iterator[Modifier]:
    """Iterate over all that changes the values of an attack, in the order of the summary."""
    yield from _from_ground(attack)
    yield from _on_ground(attack)
    for talent in attack.attacker.talents:
        yield from _talent(attack, attack.attacker, talent, of_target=False)
    for talent in attack.target.talents:
        yield from _talent(attack, attack.target, talent, of_target=True)
    if attack.offence_by or attack.range_by:
        yield Modifier("power", "pan.powers.cost", offence=attack.offence_by, range=attack.range_by)
    if attack.defence_by:
        yield Modifier("target-power", "pan.powers.cost", defence=attack.defence_by)


def _from_ground(attack: Attack) -> Iterator[Modifier]:
    """Iterate over what the attacker's ground gives; in flight none of its terrain counts."""
    far = attack.distance > 0
    if attack.attacker.terrain in ("rock", "stairs"):
        yield Modifier(
            attack.attacker.terrain, f"pan.terrain.{attack.attacker.terrain}", offence=int(far), range=1,
            why_not="aerial" if attack.aerial else "",
        )  # fmt: skip
    if attack.heights:
        yield Modifier("heights", "pan.boundary.heights", offence=1, range=1)
    if attack.aerial:
        yield Modifier("aerial", "pan.type.aerial-attack", range=1)


def _on_ground(attack: Attack) -> Iterator[Modifier]:
    """Iterate over what the target's ground gives it."""
    terrain, far = attack.target.terrain, attack.distance > 0
    rule = f"pan.terrain.{terrain}"
    if terrain in ("forest", "cage"):
        yield Modifier(f"target-{terrain}", rule, defence=1, why_not="" if far else "range-0")
    if terrain == "ruins":
        yield Modifier("target-ruins", rule, defence=1, why_not="range-1" if far else "")
    if terrain == "swamp":
        is_aquatic = "aquatic" in attack.target.traits
        why_not = "aquatic" if is_aquatic else "" if far else "range-0"
        yield Modifier("target-swamp", rule, defence=-1, why_not=why_not)


class _Bonus(NamedTuple):
    """What a talent adds for the attacker and for the target, and at what range and kind of attack."""

    offence: int = 0
    defence: int = 0
    as_target: int = 0
    range: int = 0
    only_range: str = ""
    only_normal: bool = False


BONUSES = {
    "archer": _Bonus(offence=1, only_range="1+", only_normal=True),
    "bolster": _Bonus(offence=1, as_target=1),
    "close-combat": _Bonus(offence=1, only_range="0", only_normal=True),
    "close-protection": _Bonus(as_target=1),
    "force-of-nature": _Bonus(offence=1, range=1),
    "phalanx": _Bonus(offence=1, as_target=1),
    "sneak-attack": _Bonus(offence=1, only_range="0", only_normal=True),
    "torment": _Bonus(defence=-1, only_range="0", only_normal=True),
}
"""The talents that change values; every other one changes dice, order, target, or nothing of an attack."""


def off(fighter: Fighter) -> str:
    """Say by an id why no talent of a unit works; empty where they do."""
    if fighter.alone and fighter.kind == "troop":
        return "alone"
    if fighter.terrain == "water" and "aquatic" not in fighter.traits:
        return "water"
    return ""


def _talent(attack: Attack, fighter: Fighter, talent: str, *, of_target: bool) -> Iterator[Modifier]:
    bonus = BONUSES.get(talent)
    if bonus is None:
        return
    offence, defence, range_ = (0, bonus.as_target, 0) if of_target else (bonus.offence, bonus.defence, bonus.range)
    if not (offence or defence or range_):
        return
    why_not = off(fighter)
    if why_not == "water" and attack.aerial and not of_target:
        why_not = ""
    if talent == "bolster" and fighter.kind != "troop":
        why_not = why_not or "no-troop"
    if bonus.only_normal and attack.area:
        why_not = why_not or "area"
    if bonus.only_range == "0" and attack.distance > 0:
        why_not = why_not or "range-1"
    if bonus.only_range == "1+" and attack.distance == 0:
        why_not = why_not or "range-0"
    source = f"target-{talent}" if of_target else talent
    yield Modifier(source, f"pan.talent.{talent}", offence, defence, range_, why_not)


# What talents do besides ------------------------------------------------------------------------------------------


def may_slay(attack: Attack) -> bool:
    """Say whether the attacker may roll up to two dice again as a Monster Slayer."""
    return "monster-slayer" in attack.attacker.talents and attack.target.kind == "monster" and not off(attack.attacker)


THROWN_BY = {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}
"""The blanks that a Mighty Throw needs, by the kind of its target."""


def may_throw(attack: Attack, blanks: int) -> bool:
    """Say whether so many blanks let the attacker throw its target: a huge one stays."""
    has = "mighty-throw" in attack.attacker.talents and not off(attack.attacker)
    return has and "huge" not in attack.target.traits and blanks >= THROWN_BY[attack.target.kind]
