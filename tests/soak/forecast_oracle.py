"""The rest of a rival's turn by brute force: every face of every die, every order, every choice; no code of the engine.

A state is a position as plain data. It is slow and literal on purpose: small boards only. It knows of no loose chips.
What cards and lasting effects do stands under `more`: `cards`, each with `do`, `if` and `for`, and `lasting`, each with
`do` and `units`, in the words of `CARDS_DO`, `IF`, `FOR` and `LASTS`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.soak import oracle, oracle_moves

State = dict[str, Any]
Unit = dict[str, Any]
Outcome = tuple[Fraction, State, Fraction]
"""How likely, the state, and what the aim has been credited with on the way there."""

FACES = [2, 3, 4, 5, 6]
"""Hit faces by colour: yellow, blue, green, black, red."""

CARDS_DO = ["attacks: add black", "attacks: add green", "attacked: lose at most 1"]
IF = ["", "higher than target", "target higher than attacker", "on key", "target on key", "target within 1"]
FOR = ["unit", "rival", "player", "local"]
LASTS = ["range +1", "movement +1", "movement -1", "grant Taunt", "cannot attack", "cannot be attacked"]

STEPS = ["deployment", "tactics", "movement", "abilities", "engage"]


def forecast(position: State) -> dict[str, dict[str, dict[str, str]]]:
    yours = {unit["id"]: unit for unit in position["units"] if unit["side"] == "player" and unit.get("hex")}
    blessings = (position.get("player") or {}).get("blessings", 0)
    return {
        id_: {
            what: {word: str(Count(id_, what, pick).turn(position)) for word, pick in (("best", min), ("worst", max))}
            for what in ("defeated", "damage", *(["blessing"] if unit.get("hero") and blessings else []))
        }
        for id_, unit in sorted(yours.items())
    }


def hits_of(attack: list[int]) -> dict[int, Fraction]:
    dice = [faces for faces, count in zip(FACES, attack, strict=True) for _ in range(count)]
    counted = Counter(
        sum(face < faces for face, faces in zip(rolled, dice, strict=True))
        for rolled in product(range(6), repeat=len(dice))
    )
    return {hits: Fraction(count, 6 ** len(dice)) for hits, count in counted.items()}


class Count:
    """One unit's aim: what it comes to where every choice is the least (or greatest) for it."""

    def __init__(self, unit: str, what: str, pick: Callable[..., Fraction]) -> None:
        self.unit, self.what, self.pick = unit, what, pick
        self.known: dict[str, Fraction] = {}
        self.blessings = 0

    def turn(self, position: State) -> Fraction:
        first = STEPS.index(position.get("from", "deployment"))
        blessings = (position.get("player") or {}).get("blessings", 0)
        self.blessings = blessings
        return self.step({**position, "blessings": blessings}, first)

    def step(self, state: State, at: int) -> Fraction:
        key = json.dumps([state["units"], state["rival"], state.get("state"), state["blessings"], at], sort_keys=True)
        if key not in self.known:
            self.known[key] = self.go(state, at)
        return self.known[key]

    def go(self, state: State, at: int) -> Fraction:
        if state.get("over") or at == len(STEPS):
            return Fraction(0)
        match STEPS[at]:
            case "deployment":
                return self.step(deployed(state), at + 1)
            case "tactics":
                return self.pick(self.step(each, at + 1) for each in with_tactic(state))
            case "movement":
                return self.pick(self.step(each, at + 1) for each in moved(state))
            case "abilities":
                left = [(unit["id"], skill) for unit in rivals(state) for skill in abilities(unit)]
                return self.abilities(state, left)
        return self.engage(state, [unit["id"] for unit in rivals(state)])

    # -- abilities

    def abilities(self, state: State, left: list[tuple[str, str]]) -> Fraction:
        options = []
        for at, (id_, skill) in enumerate(left):
            unit = find(state, id_)
            if unit is None or unit.get("dazed"):
                continue
            rest = [*left[:at], *left[at + 1 :]]
            if skill.startswith("Regen"):
                if unit["hp"] < unit["health"]:
                    hp = min(unit["health"], unit["hp"] + int(skill[-1]))
                    options.append(self.abilities(changed(state, id_, hp=hp), rest))
                continue
            table = table_of(state)
            near = [foe for foe in table.opponents if table.distance(unit["hex"], foe["hex"]) <= int(skill[-1])]
            for foe in oracle_moves.superlative("weakest", near):
                after, credit = self.hurt(state, foe["id"], 1)
                options.append(credit + (Fraction(0) if after.get("over") else self.abilities(after, rest)))
        return self.pick(options) if options else self.step(state, STEPS.index("engage"))

    # -- engage

    def engage(self, state: State, undone: list[str]) -> Fraction:
        if state.get("over"):
            return Fraction(0)
        key = json.dumps([state["units"], state.get("state"), state["blessings"], undone], sort_keys=True)
        if key not in self.known:
            options = []
            for id_ in undone:
                rest = [other for other in undone if other != id_]
                options += list(self.acts(state, id_, rest))
            self.known[key] = self.pick(options) if options else Fraction(0)
        return self.known[key]

    def acts(self, state: State, id_: str, rest: list[str]) -> Iterator[Fraction]:
        """Iterate over what each attack of a unit is worth."""
        table = table_of(state)
        unit = next((each for each in table.rivals if each["id"] == id_), None)
        if unit is None or lasts(state, id_, "cannot attack"):
            return
        for foe in table.targets(unit):
            ends = self.attack(state, table, unit, foe)
            yield sum((chance * (credit + self.engage(end, rest)) for chance, end, credit in ends), Fraction(0))

    def attack(self, state: State, table: oracle.Table, unit: Unit, foe: Unit) -> list[Outcome]:
        in_range = table.distance(unit["hex"], foe["hex"]) <= foe["range"]
        credit = Fraction(0)
        if "Quickstrike" in foe["skills"] and in_range:
            state, credit = self.hurt(state, unit["id"], 1)
            if state.get("over") or find(state, unit["id"]) is None:
                return [(Fraction(1), state, credit)]
        pool = dice_against(table, unit, foe)
        ends = []
        for hits, chance in hits_of(pool).items():
            damage = hits * 2 if "Perfect Strike" in unit["skills"] and hits == sum(pool) else hits
            if "Absorb" in foe["skills"] or cards(table, "attacked: lose at most 1", foe, unit, foe):
                damage = min(1, damage)
            if "Nimble" in foe["skills"] and foe["hp"] >= foe["health"] and hits < sum(pool):
                damage = 0
            if not hits:
                ends.append((chance, state, credit))
                continue
            after = state
            struck = after.get("state", {})
            after = {**after, "state": {**struck, "struck": sorted({*struck.get("struck", []), foe["id"]})}}
            after, cost = self.hurt(after, foe["id"], damage)
            more = Fraction(0)
            survived = not after.get("over") and find(after, foe["id"]) is not None
            if survived and "Retaliate" in foe["skills"] and in_range:
                after, more = self.hurt(after, unit["id"], 1)
            ends.append((chance, after, credit + cost + more))
        return ends

    def hurt(self, state: State, id_: str, damage: int) -> tuple[State, Fraction]:
        """Take HP off a unit, and see what its defeat ends."""
        unit = find(state, id_)
        assert unit is not None
        lost = min(damage, unit["hp"])
        mine = id_ == self.unit
        credit = Fraction(lost) if mine and self.what == "damage" else Fraction(0)
        if lost < unit["hp"]:
            return changed(state, id_, hp=unit["hp"] - lost), credit
        is_hero = unit.get("hero") and unit["side"] == "player"
        if is_hero and state["blessings"]:
            state = changed(state, id_, hp=unit["health"])
            if self.what == "blessing" and state["blessings"] == self.blessings:
                credit = Fraction(1)
            return {**state, "blessings": state["blessings"] - 1}, credit
        if mine and self.what == "defeated":
            credit = Fraction(1)
        state = {**state, "units": [each for each in state["units"] if each["id"] != id_]}
        if (state.get("flag") or {}).get("holder") == id_:
            state["flag"] = {"hex": unit["hex"]}
        beaten = unit["side"] == "rival" and not rivals(state) and not state["rival"]["lineup"]
        return ({**state, "over": True} if is_hero or beaten else state), credit


def dice_against(table: oracle.Table, unit: Unit, foe: Unit) -> list[int]:
    """Give the dice of an attack by colour, with those of its own skills and of the target's."""
    pool = list(unit["attack"])
    troop = [other for other in table.units if other["side"] == unit["side"]]
    if "Confidence" in unit["skills"] and len([u for u in table.units if table.oppose(unit, u)]) > len(troop):
        pool[2] += 1
    if "Dig In" in unit["skills"] and unit["id"] in (table.position.get("state") or {}).get("stayed", []):
        pool[3] += 1
    for other in troop:
        if "Inspire" in other["skills"] and table.distance(unit["hex"], other["hex"]) == 1:
            pool[1] += 1
    for at, die in ((2, "green"), (3, "black")):
        pool[at] += cards(table, f"attacks: add {die}", unit, unit, foe)
    if "Dodge" in foe["skills"] and not unit["elite"]:
        pool = [pool[0], pool[1] + pool[2] + pool[3] + pool[4], 0, 0, 0]
    return pool


def table_of(state: State) -> oracle.Table:
    """Set up the table, with what lasting effects have made of the units."""
    units = []
    for unit in state["units"]:
        skills = unit["skills"] + ["Taunt"] * min(1, lasts(state, unit["id"], "grant Taunt"))
        steps = lasts(state, unit["id"], "movement +1") - lasts(state, unit["id"], "movement -1")
        reach = unit["range"] + lasts(state, unit["id"], "range +1")
        units.append({**unit, "skills": skills, "range": reach, "movement": max(0, unit["movement"] + steps)})
    table = oracle.Table({**state, "units": units})
    table.spared = {unit["id"] for unit in units if lasts(state, unit["id"], "cannot be attacked")}
    return table


def lasts(state: State, id_: str, what: str) -> int:
    lasting = state.get("more", {}).get("lasting", [])
    return sum(each["do"] == what and id_ in each["units"] for each in lasting)


def cards(table: oracle.Table, what: str, holder: Unit, unit: Unit, foe: Unit) -> int:
    """Count the cards that do something for one of the two of an attack."""
    level, keys = table.arena.get("elevation", {}), table.arena["key_hexes"]
    here, there = unit["hex"], foe["hex"]
    holds = {
        "": True,
        "higher than target": level.get(holder["hex"], 0) > level.get(there, 0),
        "target higher than attacker": level.get(there, 0) > level.get(here, 0),
        "on key": holder["hex"] in keys,
        "target on key": there in keys,
        "target within 1": table.distance(holder["hex"], there) == 1,
    }
    whose = {
        "unit": True,
        "rival": holder["side"] == "rival",
        "player": holder["side"] == "player",
        "local": holder["faction"] == table.arena["region"],
    }
    found = table.position.get("more", {}).get("cards", [])
    return sum(each["do"] == what and holds[each["if"]] and whose[each["for"]] for each in found)


def rivals(state: State) -> list[Unit]:
    return [unit for unit in state["units"] if unit["side"] == "rival" and unit.get("hex")]


def find(state: State, id_: str) -> Unit | None:
    return next((unit for unit in state["units"] if unit["id"] == id_), None)


def changed(state: State, id_: str, **fields: Any) -> State:
    units = [{**unit, **fields} if unit["id"] == id_ else unit for unit in state["units"]]
    return {**state, "units": units}


def abilities(unit: Unit) -> list[str]:
    return [skill for skill in unit.get("skills", []) if skill.startswith(("Regen", "Fury Aura"))]


def deployed(state: State) -> State:
    units, lineup = list(state["units"]), list(state["rival"]["lineup"])
    for each in table_of(state).deployment()["deploy"]:
        stats = state["bench"][each["unit"]]
        lineup.remove(each["unit"])
        hp = stats["health"] + each["bonus_hp"]
        units.append({"id": each["unit"], "side": "rival", **stats, "hex": each["hex"], "hp": hp, "dazed": True})
    return {**state, "units": units, "rival": {**state["rival"], "lineup": lineup}}


def with_tactic(state: State) -> list[State]:
    placed = table_of(state).tactics()["tactic"]
    if placed is None:
        return [state]
    column = [chip for at, chip in enumerate(state["rival"]["tactics"]) if at != placed["index"]]
    state = {**state, "rival": {**state["rival"], "tactics": column}}
    found = []
    for id_ in placed["targets"]:
        unit = find(state, id_)
        assert unit is not None
        found.append(changed(state, id_, tactics=[*unit.get("tactics", []), placed["chip"]]))
    return found


def moved(state: State) -> list[State]:
    table = table_of(state)
    where = {unit["id"]: unit["hex"] for unit in table.rivals}
    finals: set[oracle_moves.Placement] = set()
    still = frozenset(unit["id"] for unit in table.rivals if not table.cannot_act(unit))
    table.play(where, oracle_moves.NOTHING, still, finals, set())
    found = []
    for final in sorted(finals):
        ends = dict(final)
        units = [{**unit, "hex": ends.get(unit["id"], unit.get("hex"))} for unit in state["units"]]
        told = state.get("state", {})
        stayed = sorted(id_ for id_, hex_ in ends.items() if hex_ == where[id_])
        found.append({**state, "units": units, "state": {**told, "stayed": stayed}})
    return found
