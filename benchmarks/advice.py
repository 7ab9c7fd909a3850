"""Fights made from a seed, played by who does as `advise` says, at first sight, greedily and at random."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.boards import ARENA, HEXES
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.odds.actions import likeliest_start
from hoplo_companion.odds.advise import advise, after_turn
from hoplo_companion.odds.fight import WON, Policy, played_on, quick, wilson
from hoplo_companion.odds.policy import candidates
from hoplo_companion.odds.quick_look import stands
from hoplo_companion.odds.sampling import Budget
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import Options, options
from hoplo_companion.rules.position.reading import PositionReader

FIGHTS = 20
TURNS = 72
"""So many of the rival's turns the plain ranking plays behind each plan."""

TIME = 1_000.0
"""Seconds to draw up plans: more than it takes."""

GOALS = ("bloodshed", "king-of-the-hill", "capture-the-flag")
EVENTS = (*GOALS, "spar")
SKILLS = ("Taunt", "Regen 1", "Retaliate", "Confidence", "Fury Aura 1", "Absorb", "Dodge", "First Strike")
CLASSES = ("attacker", "defender", "archer", "tactician")
LISTS = [
    {"for": "all", "list": [{"opponent": "flagholder"}, {"hex": "key"}, {"opponent": "closest"}]},
    {"for": "class:archer", "list": [{"opponent": "weakest"}, {"opponent": "closest"}]},
]


def _chip(random: Random, side: str, number: int) -> dict[str, Any]:
    hero = side == "player" and number == 0
    kind = CLASSES[number % 4] if side == "rival" else random.choice(CLASSES)
    health = 6 if hero else random.randint(2, 4)
    return {
        "id": f"{side}{number}",
        "chip": kind,
        "class": [kind],
        "health": health,
        "movement": random.choice([1, 1, 2]) + hero,
        "range": 2 if kind == "archer" else 1,
        "attack": [
            random.choice(["blue", "blue", "yellow", "green"]) for _ in range(3 if hero else random.randint(1, 2))
        ],
        "skills": [random.choice(SKILLS)] if random.random() < 0.4 else [],
    }


def board(seed: int, event: str = "") -> dict[str, Any]:
    """Make the fight of a seed, in one of three arenas; its event goes through all there are, unless it is said."""
    random = Random(seed)
    event = event or EVENTS[seed % len(EVENTS)]
    arena = random.choice(["atlanteans", "lamosians", {**ARENA, "priorities": LISTS}])
    theirs = [_chip(random, "rival", number) for number in range(7)]
    mine = [_chip(random, "player", number) for number in range(5)]
    here, present = random.randint(2, 4), random.randint(1, 3)
    sides = [(theirs, "rival", here, ["A1", "A2", "A3", *HEXES[3:12]]), (mine, "player", present, HEXES[-12:])]
    units = [
        {**chip, "side": side, "hex": hex_, "hp": chip["health"], "tactics": []}
        for chips, side, count, hexes in sides
        for chip, hex_ in zip(chips[:count], random.sample(hexes, count), strict=True)
    ]
    units[here] |= {"hero": True, "elite": True}
    units += [{**chip, "side": "player", "tactics": []} for chip in mine[present:]]
    if event == "spar":
        units[0]["tribune"] = True
    made = {
        "schema": "hoplo/position@1",
        "step": "deployment",
        "turn": 1,
        "act": random.randint(1, 4),
        "event": event,
        "arena": arena,
        "units": units,
        "rival": {"lineup": [chip["id"] for chip in theirs[here:]], "tactics": ["stun", "adrenaline"]},
        "bench": {chip["id"]: {key: value for key, value in chip.items() if key != "id"} for chip in theirs[here:]},
        "player": {
            "camp_units": len(mine) - present,
            "hero": False,
            "tactics": ["bolster-health", "adrenaline"],
            "blessings": random.randint(0, 2),
        },
    }
    if arena != "lamosians":
        made["chips"] = {"trident": {"hex": random.choice(["D3", "D4"])}}
    if event == "capture-the-flag":
        made["flag"] = {"hex": "A1"}
    return made


def greedy(combat: Combat, dice: Dice) -> Action:
    """Do what does most harm at once: attack with all that can, else go as near as possible."""
    found = options(combat)
    if found.deploy:
        unit, hexes = next(iter(found.deploy.items()))
        return Action("deploy", unit, hexes[0])
    mat, units = combat.arena.mat, combat.units
    foes = [unit for unit in combat.in_arena("rival") if not (combat.event == "spar" and unit.tribune)]
    for id_, hexes in found.move.items():
        if id_ in combat.moved or id_ in found.attack or not foes:
            continue
        near = min(hexes, key=lambda hex_: (min(mat.distance(mat.bit[hex_], foe.hex) for foe in foes), hex_))
        if _near(combat, mat.bit[near], foes) < _near(combat, units[id_].hex, foes):
            return Action("move", id_, near)
    for id_, targets in found.attack.items():
        aims = [aim for aim in targets if not (combat.event == "spar" and units[aim].tribune)]
        if aims:
            return Action("attack", id_, min(aims, key=lambda aim: (units[aim].hp or 0, aim)))
    return Action(END)


def _near(combat: Combat, hex_: int, foes: list[Any]) -> int:
    return min(combat.arena.mat.distance(hex_, foe.hex) for foe in foes)


def at_random(combat: Combat, dice: Dice) -> Action:
    """Do anything that is legal."""
    found: Options = options(combat)
    ways = [Action(END)]
    for word in ("deploy", "tactic", "move", "attack"):
        table = getattr(found, {"tactic": "tactics"}.get(word, word))
        ways += [Action(word, first, second) for first, each in table.items() for second in each]
    return ways[dice.choose(len(ways))]


def planned(find: Callable[[Combat], Sequence[Action]]) -> Policy:
    """A player that draws up a plan as its turn begins, and keeps to it."""
    plan: list[Action] = []
    of_turn: Dice | None = None

    def act(combat: Combat, dice: Dice) -> Action:
        nonlocal of_turn, plan
        if of_turn is not dice:  # every turn has its own
            of_turn, plan = dice, list(find(combat))
        return plan.pop(0) if plan else Action(END)

    return act


class Processor(Budget):
    """Seconds of the processor."""

    clock = staticmethod(time.process_time)


def advised(seconds: float) -> Policy:
    """A player that does what `advise` puts first, with so many seconds of the processor for each turn."""

    def find(combat: Combat) -> Sequence[Action]:
        found = advise(combat, "goal", Processor(seconds)).plans
        return found[0].played.actions if found else ()

    return planned(find)


def plainly_ranked(combat: Combat) -> Sequence[Action]:
    """Of the plans that `advise` draws up the one after which so many rival's turns leave the best board on average."""
    start = likeliest_start(combat)
    plans = candidates(combat, start, "goal", Budget(TIME))[0] if not start.over else []
    if not plans:
        return ()
    return max(plans, key=lambda each: sum(stands(after_turn(each, seed), "goal") for seed in range(TURNS))).actions


PLAYERS: dict[str, Policy] = {
    "plain ranking": planned(plainly_ranked), "first look": quick, "greedy": greedy, "random": at_random
}  # fmt: skip


class Paired(NamedTuple):
    """How much more often one player wins than another in the same fights, in points, and its standard error."""

    more: float
    error: float


def paired(one: Sequence[bool], other: Sequence[bool]) -> Paired:
    """Hold two players against each other, fight by fight."""
    apart = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((each - mean) ** 2 for each in apart) / max(1, len(apart) - 1)
    return Paired(100 * mean, 100 * (spread / len(apart)) ** 0.5)


def played_by(players: dict[str, Policy], seed: int, fights: int, event: str) -> dict[str, list[bool]]:
    """Have every player play the same fights of one goal; say for each fight whether it is won."""
    reader = PositionReader(Catalogue())
    made = [(at, reader.read(json.dumps(board(at, event)).encode())) for at in range(seed, seed + fights)]
    return {
        name: [played_on(combat, at, policy).over == WON for at, combat in made] for name, policy in players.items()
    }


def advice(words: Sequence[str]) -> None:
    """Print how many of the fights of each goal every player wins, and how advice fares against the others."""
    reading = argparse.ArgumentParser("python -m benchmarks advise")
    reading.add_argument("--fights", type=int, default=FIGHTS, help="so many of each goal")
    reading.add_argument("--seed", type=int, default=1, help="of the first fight; each has its own")
    reading.add_argument("--seconds", type=float, default=3.0, help="of the processor, for each turn")
    reading.add_argument("--against", nargs="*", choices=list(PLAYERS), help="whom; all of them, if left out")
    wanted = reading.parse_args(words)
    players = {"advise": advised(wanted.seconds), **{name: PLAYERS[name] for name in wanted.against or PLAYERS}}
    for event in GOALS:
        found = played_by(players, wanted.seed, wanted.fights, event)
        for name, won in found.items():
            share = wilson(sum(won), len(won))
            print(f"{event}, {name}: {share.won} of {share.games} won ({share.low:.0%} to {share.high:.0%})")
        for name in wanted.against or PLAYERS:
            more, error = paired(found["advise"], found[name])
            print(f"{event}: advise wins {more:+.0f} ± {error:.0f} points more often than {name}", flush=True)
