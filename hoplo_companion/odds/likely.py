"""How likely a fight is won, by one look at the board: what a regression found in thousands of fights played out."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from hoplo_companion.dice import HIT_FACES, SIDES
from hoplo_companion.hexes import bits
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.options import camp


class Marks(NamedTuple):
    """What is looked at: numbers of the board, or what each of them weighs.

    Shapes: `hits` and `rival_hits` are the average hits of all attacks together; `home` is how far your flagholder has
    to go, `flag_away` how far your nearest unit is from a flag that you do not hold.
    """

    always: float
    hp: float
    units: float
    hero_hp: float
    blessings: float
    camp: float
    hits: float
    rival_hp: float
    rivals: float
    lineup: float
    rival_hits: float
    points: float
    on_keys: float
    flag: float
    home: float
    flag_away: float


TUNED: dict[str, Marks] = {
    "bloodshed": Marks(-1.77, 0.22, 0.09, 0.3, 1.32, 0.73, 0.38, -0.3, 0.8, -0.7, -1.07, 0.0, 0.55, 0.0, 0.0, 0.0),
    "king-of-the-hill": Marks(
        -1.52, 0.05, 0.12, 0.5, 2.32, 0.23, 0.7, -0.18, -0.09, -0.24, -0.47, 0.46, 0.43, 0.0, 0.0, 0.0
    ),
    "capture-the-flag": Marks(
        -0.42, -0.03, 0.05, 0.52, 2.14, 0.15, 0.68, -0.17, -0.14, -0.73, -0.49, 0.0, -0.12, 2.93, -0.39, -0.03
    ),
    "spar": Marks(-1.56, 0.13, 0.11, 0.4, 1.34, 0.83, 0.51, -0.22, 0.26, -1.02, -0.8, 0.0, 0.04, 0.0, 0.0, 0.0),
}
"""The logarithm of the odds, by goal: `python -m benchmarks tune` plays the fights and finds these numbers."""


def marks(combat: Combat) -> Marks:
    """Look at a board."""
    mine, theirs, hero = list(combat.in_arena("player")), list(combat.in_arena("rival")), combat.hero()
    keys = combat.key_hexes()
    held, home, away = _flag(combat, mine)
    return Marks(
        always=1,
        hp=sum(unit.hp or 0 for unit in mine),
        units=len(mine),
        hero_hp=hero.hp or 0 if hero is not None else 0,
        blessings=combat.yours.blessings or 0,
        camp=len(camp(combat)),
        hits=sum(map(_hits, mine)),
        rival_hp=sum(unit.hp or 0 for unit in theirs),
        rivals=len(theirs),
        lineup=len(combat.lineup),
        rival_hits=sum(map(_hits, theirs)),
        points=combat.points,
        on_keys=sum(1 for unit in mine if unit.hex & keys),
        flag=held,
        home=home,
        flag_away=away,
    )


def _hits(unit: Unit) -> float:
    return sum(HIT_FACES[colour] for colour in unit.attack or ()) / SIDES


def _flag(combat: Combat, mine: list[Unit]) -> tuple[int, int, int]:
    """Whether you hold the flag, how far it is home, and how far you are from it."""
    flag, distance = combat.flag, combat.arena.mat.distance
    if flag is None or not mine:
        return 0, 0, 0
    holder = combat.units.get(flag.holder)
    where = flag.hex or (holder.hex if holder is not None else 0)
    if holder is None or holder.side != "player":
        return 0, 0, min(distance(unit.hex, where) for unit in mine) if where else 0
    homes = bits(sum(set(combat.arena.player_deployment)))
    return 1, min((distance(where, hex_) for hex_ in homes), default=0), 0


def likely_won(combat: Combat) -> float | None:
    """The chance that a fight is won, as far as one look tells; None where nobody has found out what to look at."""
    if combat.over:
        return float(combat.over == "goal-met")
    tuned = TUNED.get(combat.event)
    if tuned is None:
        return None
    return 1 / (1 + exp(-sum(weight * mark for weight, mark in zip(tuned, marks(combat), strict=True))))
