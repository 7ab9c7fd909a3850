"""A quick look at a board: how well it stands for an aim, by distances and average hits, without any search.

It is rough on purpose: it says which plans are worth counting, and plays fights many times over. Its numbers were set
by hand, then by fights (`python -m benchmarks tune`, `fit`): `tune` plays the same fights with one number larger or
smaller and prints how many more are won. Only what they are against one another matters.
"""

from collections import Counter
from contextlib import suppress
from functools import cache
from math import exp
from typing import Literal, NamedTuple

from hoplo_companion.dice import HIT_FACES, SIDES, ways_of_hits
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.hexes import bits
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.goals import POINTS_TO_WIN, on_key_hexes
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import dice, movement, range_
from hoplo_companion.rules.player.options import camp, has_acted

Aim = Literal["goal", "safety", "damage"]


class Weights(NamedTuple):
    """What an aim weighs: the goal, what is done to the rival, what the rival may do to you."""

    goal: float
    harm: float
    danger: float


class Values(NamedTuple):
    """What things are worth, in HP.

    Shapes: `off` is each hex that a unit is short of having somebody within its Range; `threat` and `strength` what an
    average hit of the rival's units and of yours weighs. `key` is a unit on a key hex, `pull` a hex between a unit and
    a free one, `hill` having the points needed; `flag` is holding it, `home` a hex between it and your deployment
    hexes, `fetch` a hex between you and a flag that is not yours, `take` and `bring` a move that takes it up or home.
    `near` is how much less each opponent is feared the more of you are within its reach, `fall` how surely a unit falls
    that is dealt its HP on average; `enough` is by how much an action has to be better than nothing.
    """

    won: float = 200.0
    hero: float = 30.0
    blessing: float = 15.0
    unit: float = 8.0
    off: float = 0.25
    threat: float = 0.5
    strength: float = 0.3
    key: float = 7.0
    pull: float = 0.8
    hill: float = 40.0
    flag: float = 30.0
    home: float = 4.0
    fetch: float = 2.5
    take: float = 20.0
    bring: float = 150.0
    near: float = 0.7
    fall: float = 0.8
    enough: float = 0.5


WEIGHTS: dict[Aim, Weights] = {
    "goal": Weights(1.0, 1.0, 0.2),
    "safety": Weights(0.4, 0.7, 1.2),
    "damage": Weights(0.4, 2.0, 0.1),
}
VALUES = Values()


class Signs(NamedTuple):
    """What the chance to win hangs on as your turn begins, with its weight in log-odds (logistic regression).

    Shapes: `every` board, one of the `hill`, one of the `flag`; of your hero its `hp`, and the hits to be expected on
    it for each of these (`threat`); `blessings`, your other `units` and their HP (`units_hp`), the hits of all of them,
    who waits in `camp`; `attacks` is the worth of their best attacks now. Then the rival's HP, hits and lineup; points
    and your units on key hexes; that you hold the flag, hexes to bring it `home`, hexes to `fetch` it.
    """

    every: float = -0.27
    hill: float = 0.57
    flag: float = -0.12
    hp: float = 0.41
    threat: float = -0.39
    blessings: float = 2.49
    units: float = 0.22
    units_hp: float = 0.09
    hits: float = 0.45
    camp: float = 0.41
    attacks: float = 0.04
    their_hp: float = -0.19
    their_hits: float = -0.80
    lineup: float = -0.77
    points: float = 0.27
    keys: float = 0.44
    held: float = 3.46
    home: float = -0.31
    fetch: float = -0.07


SIGNS = Signs()
"""Fitted to 8,169 boards of 1,653 fights played at first sight, as `python -m benchmarks fit` does."""


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
    return VALUES.hero if unit.hero and unit.side == "player" else VALUES.unit + len(unit.tactics)


def spoils(unit: Unit) -> float:
    """What the fall of a rival unit is worth, in HP: a tribune's brings your hero down to 1, and wins nothing."""
    return -VALUES.hero / 2 if unit.tribune else worth(unit)


def kills(attack: Strength, hp: int) -> float:
    """The chance that an attack hits at least so often."""
    return sum(attack.ways[hp:])


class QuickLook:
    """Everything about a combat that a quick look needs, for as long as nobody's numbers change."""

    def __init__(self, combat: Combat, aim: Aim) -> None:
        self.combat, self.weights, self.values = combat, WEIGHTS[aim], VALUES
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
        # How far each of `theirs` stands from a hex.
        self.distances = cache(lambda hex_: [self.distance(hex_, foe.unit.hex) for foe in self.theirs])
        self.reached_by = cache(self._reached_by)
        self.alone, self._danger = cache(self._alone), cache(self._danger_of)
        # Whom an opponent attacks is guessed: the more of you are near, the less each has to fear.
        self.shares = [
            [foe.hits / max(1, near) ** self.values.near for near in range(len(self.ours) + 2)] for foe in self.theirs
        ]

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
    return ours + VALUES.blessing * (combat.yours.blessings or 0), theirs


def balance(combat: Combat) -> float:
    """How much better you stand than the rival, in HP, wherever units are."""
    if combat.over:
        return VALUES.won if combat.over == "goal-met" else -VALUES.won
    ours, theirs = standing(combat)
    return ours - theirs + VALUES.key * combat.points


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
    return 1 / (1 + exp(-sum([weight * sign for weight, sign in zip(SIGNS, signs(combat), strict=True)])))


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
