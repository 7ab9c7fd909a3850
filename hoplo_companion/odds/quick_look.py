"""A quick look at a board: how well it stands for an aim, by distances and average hits, without any search.

It is rough on purpose: it says which plans are worth counting, and plays fights many times over.
"""

from collections import Counter
from contextlib import suppress
from functools import cache
from math import exp
from typing import NamedTuple

from hoplo_companion.dice import HIT_FACES, SIDES, ways_of_hits
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.hexes import bits
from hoplo_companion.odds import weights as table
from hoplo_companion.odds.weights import Aim, Signs
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.goals import POINTS_TO_WIN, on_key_hexes
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import dice, movement, range_
from hoplo_companion.rules.player.options import camp, has_acted


class Strength(NamedTuple):
    """A unit as it is looked at: what its attack does on average, and the chance of each number of hits."""

    unit: Unit
    movement: int
    range: int
    hits: float
    ways: tuple[float, ...]


def strength(combat: Combat, unit: Unit) -> Strength:
    """Look at a unit; UnknownStatError where its numbers are not known."""
    pool = tuple(sorted(dice(combat, unit)))
    whole = SIDES ** len(pool)
    ways = tuple([number / whole for number in ways_of_hits(pool)])
    hits = sum(HIT_FACES[colour] for colour in pool) / SIDES
    moves = 0 if is_dazed(combat, unit) and unit.side == "player" else movement(combat, unit)
    return Strength(unit, moves, range_(combat, unit), hits, ways)


def worth(unit: Unit) -> float:
    """What a unit is worth, in HP."""
    return table.VALUES.hero if unit.hero and unit.side == "player" else table.VALUES.unit + len(unit.tactics)


def spoils(unit: Unit) -> float:
    """What the fall of a rival unit is worth, in HP: a tribune's brings your hero down to 1, and wins nothing."""
    return -table.VALUES.hero / 2 if unit.tribune else worth(unit)


def kills(attack: Strength, hp: int) -> float:
    """The chance that an attack hits at least so often."""
    return sum(attack.ways[hp:])


class QuickLook:
    """Everything about a combat that a quick look needs, for as long as nobody's numbers change."""

    def __init__(self, combat: Combat, aim: Aim) -> None:
        self.combat, self.weights, self.values = combat, table.WEIGHTS[aim], table.VALUES
        self.distance = combat.arena.mat.distance
        self.ours = {unit.id: strength(combat, unit) for unit in combat.in_arena("player")}
        self.places = {id_: one.unit.hex for id_, one in self.ours.items()}
        self.theirs: list[Strength] = []
        for unit in combat.in_arena():
            with suppress(UnknownStatError):  # asked for once the rival's turn hangs on it
                self.theirs += [strength(combat, unit)] if unit.side != "player" else []
        self.keys = list(bits(combat.key_hexes()))
        self.homes = list(bits(sum(set(combat.arena.player_deployment))))
        self.spared = combat.event == "spar"
        self.distances, self.reached_by = cache(self._distances), cache(self._reached_by)
        self.alone, self._danger = cache(self._alone), cache(self._danger_of)
        # Whom an opponent attacks is guessed: the more of you are near, the less each has to fear.
        self.shares = [
            [foe.hits / max(1, near) ** self.values.near for near in range(len(self.ours) + 2)] for foe in self.theirs
        ]

    def _distances(self, hex_: int) -> list[int]:
        """How far each of `theirs` stands from a hex."""
        return [self.distance(hex_, foe.unit.hex) for foe in self.theirs]

    def _reached_by(self, hex_: int) -> tuple[int, ...]:
        """Which of `theirs` may come within Range of a hex, by number."""
        foes = zip(self.theirs, self.distances(hex_), strict=True)
        return tuple(at for at, (foe, apart) in enumerate(foes) if apart <= foe.movement + foe.range)

    def gain(self, attack: Strength, target: Unit) -> float:
        """What an attack on a target is worth: HP that it takes, and its defeat."""
        hp = target.hp or 1
        damage = sum(chance * min(hits, hp) for hits, chance in enumerate(attack.ways))
        return (0.3 if target.tribune else 1) * damage + kills(attack, hp) * spoils(target)

    def score(self, places: dict[str, int], ready: set[str]) -> float:
        """Measure a placement of all your units; `ready` are those that may still attack this turn."""
        danger = self._danger(tuple(places), tuple([self.reached_by(hex_) for hex_ in places.values()]))
        alone = sum([self.alone(id_, hex_, id_ in ready) for id_, hex_ in places.items()])
        return alone - self.weights.danger * danger + self.weights.goal * self.goal(places)

    def _danger_of(self, ours: tuple[str, ...], reached: tuple[tuple[int, ...], ...]) -> float:
        """Guess what the rival's turn costs your units, in HP, by which of `theirs` may reach each of them."""
        near, danger = Counter(at for foes in reached for at in foes), 0.0
        for id_, foes in zip(ours, reached, strict=True):
            damage = sum([self.shares[at][near[at]] for at in foes])
            unit = self.ours[id_].unit
            share = min(1.2, damage / (unit.hp or 1))
            danger += damage + min(1.0, self.values.fall * share * share) * worth(unit)
        return danger

    def _alone(self, id_: str, hex_: int, is_ready: bool) -> float:
        """What a unit of yours is worth on a hex, whoever else stands where: its best attack, or how far it is off."""
        one, near = self.ours[id_], list(zip(self.distances(hex_), self.theirs, strict=True))
        nearest = min((apart for apart, foe in near if not (self.spared and foe.unit.tribune)), default=0)
        gains = [self.gain(one, foe.unit) for apart, foe in near if is_ready and apart <= one.range]
        return self.weights.harm * (max(gains, default=0.0) - self.values.off * max(0, nearest - one.range))

    def goal(self, places: dict[str, int]) -> float:
        """Measure how near the event's goal is, where it is one of places."""
        combat = self.combat
        if combat.event == "king-of-the-hill":
            on = sum(1 for hex_ in places.values() if hex_ in self.keys)
            free = [hex_ for hex_ in self.keys if hex_ not in places.values()]
            away = [hex_ for hex_ in places.values() if hex_ not in self.keys]
            pull = sum(min((self.distance(hex_, key) for key in free), default=0) for hex_ in away)
            won = on and self.combat.points + on >= POINTS_TO_WIN
            return self.values.key * on - self.values.pull * pull + (self.values.hill if won else 0.0)
        if combat.event == "capture-the-flag" and combat.flag is not None:
            held, way = combat.flag.holder in places, self.way_of_flag(places)
            return self.values.flag - self.values.home * way if held else -self.values.fetch * way
        return 0.0

    def way_of_flag(self, places: dict[str, int]) -> int:
        """How many hexes the flag is from your deployment hexes, where you hold it, or your nearest unit from it."""
        flag = self.combat.flag
        assert flag is not None
        if flag.holder in places:
            return min((self.distance(places[flag.holder], hex_) for hex_ in self.homes), default=0)
        where = flag.hex or next((one.unit.hex for one in self.theirs if one.unit.id == flag.holder), 0)
        return min((self.distance(hex_, where) for hex_ in places.values()), default=0) if where else 0


def standing(combat: Combat) -> tuple[float, float]:
    """What each side has in the arena: yours, your blessings too, and the rival's, in HP."""
    ours = sum(worth(unit) + (unit.hp or 0) for unit in combat.in_arena("player"))
    theirs = sum((unit.hp or 0) + spoils(unit) for unit in combat.in_arena() if unit.side != "player")
    return ours + table.VALUES.blessing * (combat.yours.blessings or 0), theirs


def balance(combat: Combat) -> float:
    """How much better you stand than the rival, in HP, wherever units are."""
    if combat.over:
        return table.VALUES.won if combat.over == "goal-met" else -table.VALUES.won
    ours, theirs = standing(combat)
    return ours - theirs + table.VALUES.key * combat.points


def stands(combat: Combat, aim: Aim) -> float:
    """Measure a board as it stands: units and HP of both sides, danger, the goal."""
    if combat.over:
        return balance(combat)
    look = combat.once(QuickLook, aim)
    weights = look.weights
    ours, theirs = standing(combat)
    total = ours - weights.harm * theirs
    # Whoever stands dazed or hampered does less harm.
    total -= look.values.threat * sum(one.hits * (1 + one.movement / 4) for one in look.theirs)
    total += look.values.strength * sum(one.hits * (1 + one.movement / 4) for one in look.ours.values())
    return total + look.values.key * weights.goal * combat.points + look.score(look.places, ready(combat))


def prospect(combat: Combat) -> float:
    """Guess how likely you win, from a board with which your turn begins."""
    if combat.over:
        return float(combat.over == "goal-met")
    return 1 / (1 + exp(-sum([weight * sign for weight, sign in zip(table.SIGNS, signs(combat), strict=True)])))


def signs(combat: Combat) -> Signs:
    """What the chance to win hangs on, as much of each as a board has."""
    look, hero, able = combat.once(QuickLook, "goal"), combat.hero(), ready(combat)
    others = [one.unit for one in look.ours.values() if not one.unit.hero]
    hp = (hero.hp or 0) if hero is not None and hero.hex else 0
    reached = look.reached_by(hero.hex) if hero is not None and hp else ()
    hill, flag = combat.event == "king-of-the-hill", combat.flag if combat.event == "capture-the-flag" else None
    held = flag is not None and flag.holder in look.places
    return Signs(
        every=1,
        hill=hill,
        flag=flag is not None,
        hp=hp,
        threat=sum([look.theirs[at].hits for at in reached]) / max(1, hp),
        blessings=combat.yours.blessings or 0,
        units=len(others),
        units_hp=sum([unit.hp or 0 for unit in others]),
        hits=sum([one.hits for one in look.ours.values()]),
        camp=len(camp(combat)),
        attacks=sum([look.alone(id_, hex_, id_ in able) for id_, hex_ in look.places.items()]),
        their_hp=sum([foe.unit.hp or 0 for foe in look.theirs]),
        their_hits=sum([foe.hits for foe in look.theirs]),
        lineup=len(combat.lineup),
        points=combat.points if hill else 0,
        keys=len(on_key_hexes(combat)) if hill else 0,
        held=held,
        home=look.way_of_flag(look.places) if held else 0,
        fetch=look.way_of_flag(look.places) if flag is not None and not held else 0,
    )


def ready(combat: Combat) -> set[str]:
    """Your units that may still attack this turn."""
    return {unit.id for unit in combat.in_arena("player") if not has_acted(combat, unit) and not is_dazed(combat, unit)}
