"""A unit's stats as they are now, added up anew from their sources in the printed order (Rulebook p.33)."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.effects import Forbid, RemoveDice
from hoplo_companion.components.words import Allowed
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import CHANGES_OF_DICE, LEAST, any_effect_on, is_dazed, judge
from hoplo_companion.rules.model import Combat, Unit

T = TypeVar("T")


class Part(Struct, frozen=True):
    """One part of a stat: what it comes from, whether that sets the stat or adds to it, and by how much."""

    source: str
    sets: bool
    amount: int


def sources(combat: Combat, unit: Unit, stat: str) -> list[Part]:
    """What a stat comes from: the chip, then arena, event, tactics … (Rulebook p.33)."""
    printed: int | None = getattr(unit, stat)
    found = [Part("chip", True, printed)] if printed is not None else []
    for held, verb in judge(combat).changes(unit, stat):
        found.append(Part(held.name, verb.to is not None, verb.to if verb.to is not None else verb.by))
    if not any(source.sets for source in found):
        raise UnknownStatError(unit.id, unit.chip, stat)
    return found


def _now(stat: str) -> Callable[[Combat, Unit], int]:
    return lambda combat, unit: judge(combat).stat(unit, stat)


movement, range_, health = _now("movement"), _now("range"), _now("health")
"""A stat of a unit after its modifiers; UnknownStatError where it is not known."""


def dice(combat: Combat, unit: Unit) -> tuple[str, ...]:
    """The dice of a unit's Attack after what always changes them (Rulebook p.33)."""
    return judge(combat).dice(unit)


def dice_of_special(combat: Combat, unit: Unit) -> tuple[str, ...]:
    """The dice that a Special rolls from: its attack's now, or else its chip's and tactics' (`weakest.die`)."""
    if "weakest.die" not in combat.rulings.otherwise or not any_effect_on(combat, "dice"):
        return dice(combat, unit)
    left = unit.dice()
    for held, verb in judge(combat).changes(unit, "dice"):
        if held.kind == "tactic":
            left = judge(combat).changed(left, verb, Scene(unit.id))
    return left


def has_dice(combat: Combat, unit: Unit) -> bool:
    """Say whether a Special has a die to roll at all, without asking what only adds to those that the chip has."""
    if unit.dice() and not (any_effect_on(combat, "dice") and any(judge(combat).passive(unit, RemoveDice))):
        return True
    return bool(dice_of_special(combat, unit))


def attack_dice(
    combat: Combat, attacker: Unit, target: Unit, also: Unit | None = None, chosen: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Gather the dice of an attack: the Attack, then what the attacker's effects and those of the attacked change.

    Shapes: `also` is a unit that has stepped in before the dice, and counts as attacked too (`intercept.when`);
    `chosen` are the effects left to whoever plays the unit that are used.
    Source: Rulebook p.21 (the attacker's first), 24, 33.
    """
    pool = dice(combat, attacker)
    for held, seen in in_attack(combat, attacker, target, also, chosen):
        for verb in held.effect.verbs:
            if isinstance(verb, CHANGES_OF_DICE):
                pool = judge(combat).changed(pool, verb, seen)
    return pool


def in_attack(
    combat: Combat, attacker: Unit, target: Unit, also: Unit | None, chosen: tuple[str, ...]
) -> list[tuple[Held, Scene]]:
    """The effects that have a say in one attack, the attacker's before those of the units attacked (p.21)."""
    if not any_effect_on(combat, "attacks", "attacked"):
        return []
    parts = [("attacks", attacker.id), *(("attacked", unit.id) for unit in (target, also) if unit is not None)]
    found = applying(combat, parts, Scene("", attacker=attacker.id, target=target.id, dealer=attacker.id))
    return [(held, seen) for held, seen in found if not held.effect.may or held.use_key in chosen]


def applying(combat: Combat, parts: Iterable[tuple[str, str]], scene: Scene) -> Iterator[tuple[Held, Scene]]:
    """The effects of incidents at units that apply as things stand, each with the scene as its holder sees it."""
    for on, holder in parts:
        for held in judge(combat).on(on, holder):
            seen = replace(scene, self=holder, number=held.number)
            if not held.is_used_up(combat) and judge(combat).all_hold(held.effect.conditions, seen):
                yield held, seen


ALLOWED = frozenset(get_args(Allowed))


class Number(Struct, frozen=True):
    """A stat as it is now, None where it is not known, and what it comes from."""

    stat: str
    value: int | None
    parts: list[Part]


class Dice(Struct, frozen=True):
    """The Attack as it is now, None where it is not known; `parts` are (source, dice as it leaves them)."""

    value: list[str] | None
    parts: list[tuple[str, tuple[str, ...]]]


class Skill(Struct, frozen=True):
    """A skill that a unit has: `given` by an effect, or `lost`, on its chip and not in force at present."""

    id: str
    number: int
    given: bool = False
    lost: bool = False


class UnitNow(Struct, frozen=True):
    """What a unit of a combat is worth now."""

    id: str
    chip: str
    side: str
    hex: str
    hp: int | None
    classes: list[str]
    numbers: list[Number]
    attack: Dice
    skills: list[Skill]
    tactics: list[str]
    dazed: bool
    may: list[str]
    cannot: list[str]


def unit_now(combat: Combat, unit: Unit) -> UnitNow:
    """Work out what a unit is worth now (Rulebook p.33-34)."""

    def dice_sources() -> list[tuple[str, tuple[str, ...]]]:
        """What its Attack comes from, in the printed order, each with the dice as it leaves them (p.33)."""
        found = [("chip", unit.dice())]
        for held, verb in judged.changes(unit, "dice"):
            found.append((held.name, judged.changed(found[-1][1], verb, Scene(unit.id))))
        return found

    judged = judge(combat)
    return UnitNow(
        id=unit.id,
        chip=unit.chip,
        side=unit.side,
        hex=combat.hex_of(unit),
        hp=unit.hp,
        classes=list(unit.classes),
        numbers=[
            Number(stat, known(partial(judged.stat, unit, stat)), known(partial(sources, combat, unit, stat)) or [])
            for stat in LEAST
        ],
        attack=Dice(known(lambda: list(judged.dice(unit))), known(dice_sources) or []),
        skills=_skills(combat, unit),
        tactics=list(unit.tactics),
        dazed=is_dazed(combat, unit),
        may=sorted(word for word in judged.gifts(unit) if word in ALLOWED),
        cannot=sorted({verb.what for _, verb in judged.passive(unit, Forbid)}),
    )


def known(find: Callable[[], T]) -> T | None:
    """What is found, or None where it hangs on a number that nobody has entered."""
    try:
        return find()
    except UnknownStatError:
        return None


def _skills(combat: Combat, unit: Unit) -> list[Skill]:
    has = judge(combat).skills(unit)
    found = [Skill(id_, number, given=unit.skills.get(id_) != number) for id_, number in has.items()]
    return found + [Skill(id_, number, lost=True) for id_, number in unit.skills.items() if id_ not in has]
