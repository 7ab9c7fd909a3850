"""What a board cannot be, whoever says so: a position that is read, or a correction by hand (Rulebook p.18-20, 30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hoplo_companion.errors import Defect, clip, defect, part
from hoplo_companion.language import later
from hoplo_companion.rules.model import Combat, Place
from hoplo_companion.rules.position.document import on_elite_anyway
from hoplo_companion.rules.questions import MOST_NUMBER as MOST

COUNTED = ("camp_units", "blessings", "cap", "influence")
"""What is counted of yours, beside your points."""

MOST_DEFEATS = 99


def flaws(combat: Combat, place_of: Callable[[str], str]) -> Iterator[Defect]:
    """What cannot be so on a board; `place_of` tells where in the position a unit is written, by its id."""
    if not 1 <= combat.act <= 4:
        yield defect("act", "act", "there is no act {n}: it is 1, 2, 3 or 4", n=combat.act)
    if combat.turn < 1:
        yield defect("turn", "turn", "turns count from 1, not {n}", n=combat.turn)
    yield from _of_units(combat, place_of)
    for chip, place in combat.chips.items():
        yield from _of_holder(combat, place, chip)
    if combat.flag is not None:
        yield from _of_holder(combat, combat.flag, "")
        holder = combat.units.get(combat.flag.holder)
        if holder is not None and holder.side != "player":
            yield defect("flag", "flag.holder", "only a unit of yours can hold the flag (p.18)")
    # The bench still knows those who have been deployed, as they were.
    tribunes = [unit.id for unit in {**combat.bench, **combat.units}.values() if unit.tribune]
    if len(tribunes) > 1:
        names = ", ".join(map(clip, tribunes))
        yield defect("tribune", "units", "only one unit is the tribune, not {units}", units=names)
    for key in COUNTED:
        yield from _of_number(key, f"player.{key}", getattr(combat.yours, key), MOST)
    yield from _of_number("points", "player.points", combat.points, MOST)
    yield from _of_number("value", "state.scion_defeats", combat.scion_defeats, MOST_DEFEATS)
    for colour, count in combat.more_dice.items():
        from hoplo_companion.rules.scion.dice import MOST_DICE_OF_A_COLOUR  # only against a scion

        if abs(count) > MOST_DICE_OF_A_COLOUR:
            text = later("at most {most} dice of a colour are added or taken away, not {n}")
            yield defect("value", f"state.more_dice.{colour}", text, most=MOST_DICE_OF_A_COLOUR, n=clip(count))


def _of_units(combat: Combat, place_of: Callable[[str], str]) -> Iterator[Defect]:
    """A hex holds one unit, who is in combat has HP, and no tactic goes on an elite unit but where you put it."""
    standing: dict[int, str] = {}
    for unit in combat.units.values():
        if unit.hp is not None and unit.hp != unit.health and not 1 <= unit.hp <= MOST:
            text = later("HP is between 1 and {most}, not {n}: a unit without HP is defeated and leaves the arena")
            yield defect("hp", f"{place_of(unit.id)}.hp", text, most=MOST, n=clip(unit.hp))
        other = standing.setdefault(unit.hex, unit.id) if unit.hex else unit.id
        if other != unit.id:
            text, hex_ = later("{hex} is taken by {id}: a hex holds one unit"), clip(combat.hex_of(unit))
            yield defect("occupied", f"{place_of(unit.id)}.hex", text, hex=hex_, id=clip(other))
        if unit.tribune and unit.side != "rival":
            yield defect("tribune", f"{place_of(unit.id)}.tribune", "the tribune is a rival unit (p.20)")
        if unit.elite and unit.tactics and on_elite_anyway(unit.id) not in combat.used:
            text = later("tactics are never placed on elite units (heroes, primuses, scions): take them off (p.30)")
            yield defect("tactic-on-elite", f"{place_of(unit.id)}.tactics", text)


def _of_holder(combat: Combat, place: Place, chip: str) -> Iterator[Defect]:
    holder = combat.units.get(place.holder) if place.holder else None
    if holder is not None and not holder.hex:
        text = later("{id} is not in the arena: a chip is on a hex or with a unit in combat")
        yield defect("not-in-combat", f"chips.{part(chip)}.holder" if chip else "flag.holder", text, id=clip(holder.id))


def _of_number(code: str, where: str, number: int | None, most: int) -> Iterator[Defect]:
    if number is not None and not 0 <= number <= most:
        yield defect(code, where, "it is between 0 and {most}, not {n}", most=most, n=clip(number))
