"""Forecasts of larger boards: turns played at random have to lie between the bounds that were counted."""

import json
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from benchmarks.advice import board as fight_of
from benchmarks.boards import board
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.dice import HIT_FACES, SIDES
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.odds.fight import WON, plays, wilson
from hoplo_companion.odds.forecast import Behind, before_turn, foresee
from hoplo_companion.odds.sampling import SURE, sampled
from hoplo_companion.odds.search import Search
from hoplo_companion.odds.values import Forecast, Range, TooLargeError, costs
from hoplo_companion.rules.agenda import advance, apply, pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.own_catalogue import Own

SKILLS = ["Taunt", "Regen 1", "Retaliate", "Confidence", "Fury Aura 1", "Absorb", "Dodge", "Quickstrike", "Inspire"]
SIGMAS = 5


def random_forecast(seed: int, units: int) -> dict[str, Any]:
    """Make a position of so many units a side to forecast, mostly from its Engage Step."""
    random = Random(seed)
    position = board(random, "movement", units, units) | {"step": "forecast", "player": {"blessings": seed % 2}}
    position["from"] = random.choice(["movement", "abilities", "engage", "engage"])
    for unit in position["units"]:
        unit["skills"] = random.sample(SKILLS, random.choice([0, 0, 1]))
    return position


def played(combat: Combat, random: Random) -> dict[str, tuple[int, int, int]]:
    """Play a turn, every die face by face and every choice at random; give what it cost each unit."""
    found: dict[str, tuple[int, int, int]] = {}
    before = combat
    combat, events = advance(combat)
    while True:
        for cost in costs(before, events):
            fell, lost, saved = found.get(cost.unit, (0, 0, 0))
            found[cost.unit] = (fell + cost.defeated, lost + cost.lost, max(saved, int(cost.blessing)))
        question = pending(combat)
        if question is None:
            return found
        before = combat
        if question.kind == "dice":
            answer: Any = sum(random.randrange(SIDES) < HIT_FACES[die] for die in question.dice)
        else:
            answer = random.choice(question.options)
        combat, events = apply(combat, answer)


def lies_between(seed: int, turns: int, units: int = 4) -> None:
    """Hold the means of many turns against what was counted."""
    position = random_forecast(seed, units)
    start = PositionReader(catalogue()).read(json.dumps(position).encode())
    exact = foresee(start, explained=False).forecast.units
    combat = replace(before_turn(start), foresight=True)
    random = Random(seed)
    ends = [played(combat, random) for _ in range(turns)]
    for id_, outlook in exact.items():
        for what, bounds in enumerate(outlook):
            if bounds is not None:
                _holds(position, id_, bounds, [end.get(id_, (0, 0, 0))[what] for end in ends])


def _holds(position: dict[str, Any], id_: str, bounds: Range, seen: list[int]) -> None:
    mean = sum(seen) / len(seen)
    error = (sum((each - mean) ** 2 for each in seen) / len(seen) / (len(seen) - 1)) ** 0.5
    # Of what hardly ever happens a sample may show nothing at all.
    slack = SIGMAS * error + 10 / len(seen)
    told = f"{id_} {bounds} {mean} {json.dumps(position)}"
    assert float(bounds.best) - slack <= mean <= float(bounds.worst) + slack, told


class Off(NamedTuple):
    """How far a figure that is sampled lies from what is counted whole, and how far off it says that it may be."""

    ways: int
    is_chance: bool
    off: float
    says: float


def off_the_bounds(seed: int, units: int = 3) -> list[Off]:
    """Hold the figures of a board that is sampled against what is counted whole, early and late."""
    position = random_forecast(seed, units) | {"from": "movement"}
    start = before_turn(PositionReader(catalogue()).read(json.dumps(position).encode()))
    mine = Behind(start).units
    exact = Search(start, mine, 10**9).figures(start)
    seen: list[Off] = []

    def is_enough(found: Forecast, _needed: int) -> bool:
        done = max(found.ways, found.turns)
        if done in (5, 50):
            seen.extend(
                Off(done, what != "damage", abs(float(exactly) - rough.mean), SURE * rough.error)
                for id_, outlook in exact.items()
                for what, bounds in outlook._asdict().items()
                if bounds is not None
                for exactly, rough in zip(bounds, getattr(found.units[id_], what), strict=True)
            )
        return done >= 50

    sampled([(1.0, start)], mine, seed, is_enough, map)
    return seen


def interval_covers(repeats: int = 200, fights: int = 10) -> float:
    """In how many of all repeats the true chance to win lies where so many fights say that it does."""
    start = PositionReader(catalogue()).read(json.dumps(fight_of(4, "bloodshed")).encode())
    ends = [plays(([start] * fights, seed)) for seed in range(0, repeats * fights, fights)]
    true = sum(each.count(WON) for each in ends) / (repeats * fights)
    shares = [wilson(each.count(WON), fights) for each in ends]
    return sum(share.low <= true <= share.high for share in shares) / repeats


ARENAS = (
    "amazons", "atlanteans", "kunlun", "lamosians", "new-argonauts", "parthians", "plutos-refugees", "vesuvians",
)  # fmt: skip
MOST = 60_000
"""Work of the search that saves nothing, above which a board is passed over."""

OF_ATTACK = (
    "higher than target", "target within 1", "target within 2", "target on key", "target struck", "target local",
    "target hp at least 2", "target elite", "target dazed", "attacker in range", "attacker hp at most 1",
    "attacker higher than target",
)  # fmt: skip
IF = (
    "on key", "on named (C3 C4 D3)", "holds trident", "has skill Taunt", "has tactic adrenaline", "stayed", "struck",
    "hp at most 1", "hp at least health", "outnumbered", "isolated", "count opponents within 1 at least 2",
    "count all allies within 2 at least 1", "count opponents in range at least 2", "local", "own turn", "event spar",
    "act 2", "movement at least 2", "range at least 2", "dice at least 2",
    "range at least (1, count opponents within 1)",
)  # fmt: skip
ATTACK = ("attacks", "attacked", "targeted")
DOES = (
    "attacks: add black", "attacks: remove strongest", "attacks: damage +1", "attacks: damage x2", "add green",
    "remove weakest", "add blue to all allies within 1", "add red to all troop within 2", "range +1", "movement -1",
    "health +1", "attacked: remove strongest of attacker", "attacked: lose at most 1", "harmed: lose at most 1",
    "attacked: replace red black green by blue", "targeted: damage 1 to attacker",
    "suffers damage: damage 1 to attacker", "suffers damage: gain 1 hp", "deals damage: heal 1",
    "turn end: damage 1 to all opponents within 2", "turn start: damage 1 to all opponents within 2",
    "defeated: damage 1 to all opponents within 1", "defeats: heal", "grant Taunt", "grant Fury Aura 2", "daze",
    "suppress all skills of all opponents within 1", "cannot attack", "cannot be attacked", "moved: gain 1 hp",
    "ability: damage 1 to opponent within 2 rival: always picks weakest",
    "ability: damage 1 to opponent within 2 rival: always picks farthest", "attacks: heal 1",
    "ability: range +1 to ally within 3 until end of turn rival: always",
    "ability: cannot attack ally within 3 until end of turn rival: always",
    "ability: grant Confidence to ally within 3 until end of turn rival: always", "rolled: re-roll missed",
    "attacks: may add red", "attacked: lose none",
)  # fmt: skip
CROWDED = ("B2", "B3", "C2", "C3", "C4", "D2", "D3", "D4", "D5", "E2", "E3", "E4")
HELD_BY = ("unit", "local", "rival", "player", "holder:trident")
LASTS = (
    "range +1", "movement +1", "grant Taunt", "cannot attack", "cannot be attacked",
    "fatigue", "suppress all skills",
)  # fmt: skip
LISTS = ("flagholder", "strongest", "weakest", "closest", "farthest", "deadliest", "slowest", "any")


class Unsaved(Search):
    """A search that plays every move and every attack."""

    def ends_of_moving(self, *_: object) -> None:
        return None

    def melee(self, *_: object) -> None:
        return None


def any_effects(random: Random, lines: int, *, holder: bool = False) -> str:
    """Make some effects, most of them under a condition."""
    found = []
    for _ in range(lines):
        of_attack = random.random() < 0.5
        does = random.choice([each for each in DOES if each.startswith(ATTACK) == of_attack])
        conditions = (*IF, *OF_ATTACK, *OF_ATTACK) if of_attack else IF
        whether = f" if {random.choice(conditions)}" if random.random() < 0.7 else ""
        head, rival, tail = does.partition(" rival:")
        whose = f" for {random.choice(HELD_BY)}" if holder else ""
        found.append(f"{head}{whether}{rival}{tail}{whose}")
    return "; ".join(found)


def saving_board(seed: int) -> Combat:
    """Make a small crowded board of any arena, with a few effects that skills, tactics, cards or the moment bring."""
    random = Random(seed)
    lists = [{"for": "all", "list": [{"opponent": word} for word in random.sample(LISTS, 3)]}]
    arena = ARENAS[seed % len(ARENAS)]
    place = random.choice(["events", "banes", "tactics", "skills", "lasting", "nothing"])
    line = any_effects(random, random.choice([1, 1, 2]), holder=place in ("events", "banes"))
    kinds = {"events": "bloodshed", "banes": "bag", "tactics": "permanent"}
    own: dict[str, Any] = {"events": {"Card": {}}, "banes": {"Card": {}}, "skills": {"Card": "movement +0"},
                           "tactics": {"stun": {"effects": "daze"}, "adrenaline": {}}}  # fmt: skip
    if place in own:
        own[place]["adrenaline" if place == "tactics" else "Card"] = {"effects": line}
    for kind, records in own.items():
        for fields in records.values() if kind in kinds else ():
            fields["kind"] = kinds[kind]
    made = Own(arenas={each: {"mat": {"priorities": lists, "key_hexes": ["D3", "D4"]}} for each in ARENAS}, **own)
    position = board(random, "movement", random.choice([1, 2, 2, 3]), random.choice([1, 1, 2]))
    position |= {
        "step": "forecast",
        "arena": arena,
        "from": random.choice(["movement", "movement", "abilities", "engage"]),
        "act": random.randint(1, 4),
        "event": random.choice(["bloodshed", "bloodshed", "spar", "capture-the-flag"]),
        "cards": {"events": ["card"], "banes": ["card"]},
        "player": {"blessings": random.choice([0, 0, 1, 2])},
        "rival": {"lineup": [], "tactics": []},
    }
    hexes = random.sample(CROWDED, len(CROWDED))
    if arena != "atlanteans":
        del position["chips"]
    elif "hex" in position["chips"]["trident"]:
        position["chips"]["trident"]["hex"] = hexes.pop()
    ids = [unit["id"] for unit in position["units"]]
    reach, alike = random.choice([1, 1, 2, 3]), random.random() < 0.5
    for unit in position["units"]:
        unit |= {"hex": hexes.pop(), "hp": min(3, unit["hp"]), "range": reach if alike else random.choice([1, 1, 2])}
        unit["faction"] = random.choice([arena, "neutral"])
        unit["attack"] = unit["attack"][:2]
        if alike:
            unit |= {"movement": 1, "attack": ["blue"], "faction": arena}
        unit["tactics"] = ["adrenaline"] if place == "tactics" and random.random() < 0.5 and not unit["hero"] else []
        unit["skills"] = random.sample(SKILLS, random.choice([0, 0, 0, 1]))
        if place == "skills" and random.random() < 0.6:
            unit["skills"].append("Card")
    if position["event"] == "capture-the-flag":
        position["flag"] = {"holder": random.choice([id_ for id_ in ids if id_.startswith("player")])}
    stayed = [id_ for id_ in ids if id_.startswith("rival") and random.random() < 0.5]
    late = position["from"] != "movement"
    lasting = [
        {
            "do": msgspec.to_builtins(read_effects(random.choice(LASTS))[0].verbs[0]),
            "units": random.sample(ids, random.randint(1, len(ids))),
            "until": random.choice(["end-of-turn", "end-of-combat"]),
        }
        for _ in range(random.choice([1, 2]) if place == "lasting" else 0)
    ]
    position["state"] = {
        "struck": random.sample(ids, random.choice([0, 1])) if late else [],
        "stayed": stayed if late else [],
        "moved": [id_ for id_ in ids if id_.startswith("rival") and id_ not in stayed] if late else [],
        "lasting": lasting,
    }
    return before_turn(made.reader.read(json.dumps(position).encode()))


def savings_lose_nothing(seed: int) -> bool:
    """Hold a search against one that saves nothing; False where that would take too long."""
    start = saving_board(seed)
    units = Behind(start).units
    try:
        whole = Unsaved(start, units, MOST).figures(start)
    except (TooLargeError, UnknownStatError):
        return False
    assert Search(start, units, MOST).figures(start) == whole, f"seed {seed}"
    return True
