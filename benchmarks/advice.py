"""Fights of a fixed mixed set, played by `advise`'s quick policy, by a greedy player and by a random one."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from benchmarks.boards import ARENA, HEXES
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.odds.fight import Policy, Share, quick, wilson, wins
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, Action
from hoplo_companion.rules.player.options import Options, options
from hoplo_companion.rules.position.reading import PositionReader

FIGHTS = 200
EVENTS = ("bloodshed", "king-of-the-hill", "capture-the-flag", "spar")
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


PLAYERS: dict[str, Policy] = {"advise": quick, "greedy": greedy, "random": at_random}


def combats(count: int) -> list[Combat]:
    """Make the first so many fights of the set."""
    reader = PositionReader(Catalogue())
    return [reader.read(json.dumps(board(seed)).encode()) for seed in range(count)]


def shares(count: int) -> dict[str, Share]:
    """Play every fight with each of the players."""
    fights = combats(count)
    found = {}
    for name, policy in PLAYERS.items():
        found[name] = wilson(sum(wins(combat, seed, policy) for seed, combat in enumerate(fights)), count)
    return found


def advice(count: int = FIGHTS) -> None:
    """Print how many of the fights each player wins, with the 95 % interval."""
    for name, share in shares(count).items():
        print(f"{name}: {share.won} of {count} fights won ({share.low:.0%} to {share.high:.0%})", file=sys.stdout)
