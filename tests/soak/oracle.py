"""A slow and literal second reading of the rules that shares no code with the engine it checks."""

from collections import deque
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from tests.soak.oracle_moves import (
    NOTHING,
    Ahead,
    Decision,
    Item,
    Key,
    Placement,
    Position,
    Taken,
    Unit,
    distances,
    extreme,
    read_hexes,
    read_unit,
    superlative,
)


def solve(position: Position) -> dict[str, Any]:
    table = Table(position)
    steps: dict[str, Callable[[], dict[str, Any]]] = {
        "deployment": table.deployment,
        "tactics": table.tactics,
        "movement": table.movement,
        "engage": table.engage,
    }
    return steps[position["step"]]()


class Table:
    """One position, and the questions that can be asked about it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rulings: dict[str, str] = position.get("rulings", {})
        self.arena: dict[str, Any] = position["arena"]
        self.cubes = read_hexes(self.arena["columns"], self.arena.get("missing", []))
        self.distances = distances(tuple(self.arena["columns"]))
        self.blocked = set(self.arena.get("blocked", []))
        self.beside = {a: {b for b in self.cubes if self.distance(a, b) == 1} for a in self.cubes}
        self.units = [read_unit(raw) for raw in position["units"] if raw.get("hex") is not None]
        self.rivals = [unit for unit in self.units if unit["side"] == "rival"]
        foes = {"player"} if self.rulings.get("opponents.arena") == "no" else {"player", "arena"}
        self.opponents = [unit for unit in self.units if unit["side"] in foes]
        state = position.get("state") or {}
        self.struck: set[str] = set(state.get("struck", []))
        self.spared: set[str] = set()
        # The daze of the turn of deployment is the one that skills lift; one by an effect stays, unless read so.
        lifted = self.rulings.get("dazed.later") == "any"
        self.dazed_later: set[str] = set() if lifted else set(state.get("dazed_later", []))
        for unit in self.units:
            unit["printed"] = unit["dice"]
        self.add_dice()
        self.flagholder: str | None = (position.get("flag") or {}).get("holder")
        chips: dict[str, dict[str, str]] = position.get("chips", {})
        self.chip_hex = {chip: spot["hex"] for chip, spot in chips.items() if "hex" in spot}
        self.chip_holder = {chip: spot["holder"] for chip, spot in chips.items() if "holder" in spot}
        # Recorded once: the position is taken as the start of the rival's turn, whoever moves away later.
        self.locked = {
            unit["id"]
            for unit in self.rivals
            if any(
                "Combat Lock" in foe["skills"] and self.distance(unit["hex"], foe["hex"]) == 1 for foe in self.opponents
            )
        }

    # -- dice

    def oppose(self, one: Unit, other: Unit) -> bool:
        sides = {one["side"], other["side"]}
        if self.rulings.get("opponents.arena") == "no" and sides == {"rival", "arena"}:
            return False
        return len(sides) == 2

    def add_dice(self) -> None:
        """Count in the dice that skills give.

        They stay the same for the whole step: in the Movement Step only rivals move, whose own dice decide nothing
        there.
        """
        # It is the rival's turn, so Dig In is theirs alone; who has stayed put is known where it is told.
        stayed = (self.position.get("state") or {}).get("stayed", [])
        for unit in self.units:
            troop = [other for other in self.units if other["side"] == unit["side"]]
            against = [other for other in self.units if self.oppose(unit, other)]
            if "Confidence" in unit["skills"] and len(against) > len(troop):
                unit["dice"] += 1
            if "Dig In" in unit["skills"] and unit["side"] == "rival" and unit["id"] in stayed:
                unit["dice"] += 1
            for other in troop:
                if "Inspire" in other["skills"] and self.distance(unit["hex"], other["hex"]) == 1:
                    unit["dice"] += 1

    # -- hexes

    def distance(self, a: str, b: str) -> int:
        """Count hexes from one to the other, over everything."""
        return self.distances[a, b]

    def steps(self, starts: Iterable[str], way: set[str]) -> dict[str, int]:
        """Count the steps from the nearest start to every hex that can be walked to over the way."""
        cost = dict.fromkeys(starts, 0)
        queue = deque(cost)
        while queue:
            here = queue.popleft()
            for there in self.beside[here] & way:
                if there not in cost:
                    cost[there] = cost[here] + 1
                    queue.append(there)
        return cost

    # -- deployment

    def deployment(self) -> dict[str, Any]:
        act = self.position["act"]
        first = self.position["turn"] == 1 and self.position["event"] not in {"primus", "scion"}
        lineup = self.position.get("rival", {}).get("lineup", [])
        count = 2 if first and act >= 3 else 1
        bonus = 2 if first and act == 4 else 0
        taken = {unit["hex"] for unit in self.units} | self.blocked
        free = [spot for spot in self.arena["rival_deployment"] if spot in self.cubes and spot not in taken]
        pairs = zip(lineup[:count], free, strict=False)
        return {"deploy": [{"unit": unit, "hex": spot, "bonus_hp": bonus} for unit, spot in pairs]}

    # -- tactics

    def tactics(self) -> dict[str, Any]:
        for index, chip in enumerate(self.position.get("rival", {}).get("tactics", [])):
            targets = self.tactic_targets(chip)
            if targets:
                return {"tactic": {"chip": chip, "index": index, "targets": sorted(unit["id"] for unit in targets)}}
        return {"tactic": None}

    def tactic_targets(self, chip: str) -> list[Unit]:
        allies = [unit for unit in self.rivals if not unit["elite"]]
        anywhere = any("Tactical" in unit["skills"] for unit in self.rivals)
        # The rule says "your units", so arena units are never a target here.
        yours = [
            unit
            for unit in self.units
            if unit["side"] == "player"
            and not unit["elite"]
            and (anywhere or any(self.distance(unit["hex"], rival["hex"]) == 1 for rival in self.rivals))
        ]
        if chip == "bolster-health":
            return superlative("weakest", allies)
        if chip == "adrenaline":
            return superlative("slowest", allies)
        if chip == "stun":
            return superlative("strongest", yours)
        if chip == "hamstring":
            return superlative("deadliest", [unit for unit in yours if "hamstring" not in unit["tactics"]])
        return []

    # -- priorities

    def priorities(self, unit: Unit) -> list[Item]:
        first: list[Item] = [{"opponent": "hero"}] if "Blasphemous" in unit["skills"] else []
        for entry in self.arena.get("priorities", []):
            kind, _, value = entry["for"].partition(":")
            if (
                kind in {"all", "other"}
                or (kind == "unit" and unit["chip"] == value)
                or (kind == "class" and value in unit["class"])
                or (kind == "local" and unit["faction"] == self.arena.get("region"))
            ):
                return [*first, *entry["list"]]
        return first

    def fitting_opponents(self, item: Item, pool: Iterable[Unit], key: Callable[[Unit], Key]) -> list[Unit]:
        """List those of the pool that a bold priority means, nearness being told by the key."""
        word = item["opponent"]
        if word == "any":
            return list(pool)
        if word == "flagholder":
            return [unit for unit in pool if unit["id"] == self.flagholder]
        if word == "holding":
            return [unit for unit in pool if unit["id"] == self.chip_holder.get(item["chip"])]
        if word == "hero":
            return [unit for unit in pool if unit["hero"]]
        if word == "farthest":
            return extreme(pool, key)
        if word == "closest":
            return extreme(pool, lambda unit: tuple(-part for part in key(unit)))
        return superlative(word, pool)

    def fitting_hexes(self, item: Item, pool: Iterable[str], unit: Unit, loose: Taken) -> list[str]:
        """List those of the pool that a non-bold priority means."""
        word = item["hex"]
        if word == "chip":
            return [spot for spot in pool if item["chip"] in loose and spot == self.chip_hex[item["chip"]]]
        if word == "key":
            return [spot for spot in pool if spot in self.arena.get("key_hexes", [])]
        if word == "named":
            return [spot for spot in pool if spot in item["hexes"]]
        assert word == "highest"
        near = item.get("near")
        spots = list(pool)
        if near == "adjacent":
            spots = [spot for spot in spots if any(self.distance(spot, foe["hex"]) == 1 for foe in self.opponents)]
        elif near == "range":
            spots = [
                spot for spot in spots if any(self.distance(spot, f["hex"]) <= unit["range"] for f in self.opponents)
            ]
        level: dict[str, int] = self.arena.get("elevation", {})
        return [spot for spot in spots if level.get(spot, 0) == max(level.get(other, 0) for other in spots)]

    # -- movement

    def movement(self) -> dict[str, Any]:
        where = {unit["id"]: unit["hex"] for unit in self.rivals}
        loose = frozenset(self.chip_hex)
        units = {}
        for unit in self.rivals:
            decision = self.decide(unit, where, loose)
            units[unit["id"]] = {
                "status": decision.status,
                "marks": [{"priority": index, "target": target} for index, target in sorted(decision.marks)],
                "destinations": sorted(decision.destinations),
            }
        finals: set[Placement] = set()
        still = frozenset(unit["id"] for unit in self.rivals if not self.cannot_act(unit))
        self.play(where, loose, still, finals, set())
        return {"units": units, "outcomes": [dict(final) for final in sorted(finals)]}

    def play(
        self,
        where: dict[str, str],
        loose: Taken,
        still: frozenset[str],
        finals: set[Placement],
        seen: set[tuple[Placement, Taken, frozenset[str]]],
    ) -> None:
        """Collect the final placements of every order and choice from here on."""
        placement = tuple(sorted(where.items()))
        if (placement, loose, still) in seen:
            return
        seen.add((placement, loose, still))
        over = True
        for unit in self.rivals:
            if unit["id"] not in still:
                continue
            moves = self.moves(unit, where, loose)
            if not moves:
                continue  # It waits: every later state of the step asks it again.
            over = False
            for spot, taken in moves:
                self.play({**where, unit["id"]: spot}, loose - taken, still - {unit["id"]}, finals, seen)
        if over:
            finals.add(placement)

    def moves(self, unit: Unit, where: dict[str, str], loose: Taken) -> set[tuple[str, Taken]]:
        """List where the unit may end its move, and with which loose chips; nothing where it has to wait."""
        if self.roams(unit):
            # One that cannot leave its hex is not done with its move either: others may make way for it.
            walks = self.walks(unit, where, loose)
            return set() if {spot for spot, _ in walks} == {where[unit["id"]]} else walks
        decision = self.decide(unit, where, loose)
        if decision.status == "blocked":
            return set()
        return {(spot, taken) for spot in decision.destinations for taken in self.takings(unit, where, spot, loose)}

    def roams(self, unit: Unit) -> bool:
        mastered = "beast" in unit["class"] and any("Beastmaster" in ally["skills"] for ally in self.rivals)
        return "Roaming" in unit["skills"] and not mastered

    def walks(self, unit: Unit, where: dict[str, str], loose: Taken) -> set[tuple[str, Taken]]:
        """List where the dice may lead a roaming unit, and the loose chips that it may come by on the way."""
        free = self.ways(unit, where)[0]
        if self.rulings.get("roaming.flight") == "yes" and "Flight" in unit["skills"]:
            rolls = product(range(6), repeat=self.pace(unit))
            return self.picked_up({self.flown(where[unit["id"]], roll, free, loose) for roll in rolls}, loose)
        states: set[tuple[str, Taken]] = {(where[unit["id"]], NOTHING)}
        for _ in range(self.pace(unit)):
            after: set[tuple[str, Taken]] = set()
            for spot, taken in states:
                onto = self.beside[spot] & free
                if any(self.distance(spot, foe["hex"]) == 1 for foe in self.opponents):
                    onto = set()
                if len(onto) < 6:
                    after.add((spot, taken))  # It has stopped, or the step is lost.
                after |= {(there, taken | self.lying(there, loose)) for there in onto}
            states = after
        return self.picked_up(states, loose)

    def flown(self, spot: str, roll: tuple[int, ...], free: set[str], loose: Taken) -> tuple[str, Taken]:
        """Let a flying unit roam by dice that have all been rolled: a step over a blocked hex counts if one lands."""
        taken = NOTHING
        at = 0
        while at < len(roll) and all(self.distance(spot, foe["hex"]) != 1 for foe in self.opponents):
            over = spot
            way: list[str] = []
            used = 0
            for die in roll[at:]:
                used += 1
                there = self.next_to(over, die)
                if there:
                    over, way = there, [*way, there]
                if over in free or not way:
                    break
            if way and over in free:
                taken = taken.union(*(self.lying(hex_, loose) for hex_ in way))
                spot, at = over, at + used
            else:
                at += 1
        return spot, taken

    def next_to(self, spot: str, die: int) -> str:
        """Name the hex beside another in one of the six directions; none where the mat ends."""
        sides = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
        there = tuple(one + other for one, other in zip(self.cubes[spot], sides[die], strict=True))
        return next((name for name, cube in self.cubes.items() if cube == there), "")

    def picked_up(self, states: set[tuple[str, Taken]], loose: Taken) -> set[tuple[str, Taken]]:
        """Keep of what a roaming unit came by the chips that it takes up."""
        if self.rulings.get("equip.rival") == "no":
            return {(spot, NOTHING) for spot, _ in states}
        if self.rulings.get("equip.passing") == "end":
            return {(spot, self.lying(spot, loose)) for spot, _ in states}
        return states

    def lying(self, spot: str, loose: Taken) -> Taken:
        return frozenset(chip for chip in loose if self.chip_hex[chip] == spot)

    def pace(self, unit: Unit) -> int:
        movement: int = unit["movement"]
        return 0 if unit["id"] in self.locked else movement

    def cannot_act(self, unit: Unit) -> bool:
        """Tell whether the unit is dazed and has nothing that lets it move all the same."""
        return self.is_held(unit, "Tactical")

    def is_held(self, unit: Unit, skill: str) -> bool:
        """Tell whether the unit is dazed, and not only on deployment with a skill that allows for that."""
        return unit["dazed"] and (skill not in unit["skills"] or unit["id"] in self.dazed_later)

    def ways(self, unit: Unit, where: dict[str, str]) -> tuple[set[str], set[str]]:
        """Give the hexes the unit may end on, its own among them, and those it may pass over."""
        standing = {other["hex"] for other in self.units if other["side"] != "rival"}
        standing |= {spot for name, spot in where.items() if name != unit["id"]}
        free = set(self.cubes) - self.blocked - standing
        return free, set(self.cubes) if "Flight" in unit["skills"] else free

    def decide(self, unit: Unit, where: dict[str, str], loose: Taken) -> Decision:
        """Find the unit's marks and where it may end, as things stand."""
        here = where[unit["id"]]
        stay = frozenset({here})
        if self.cannot_act(unit):
            return Decision("dazed", frozenset(), stay)
        if self.roams(unit):
            found = frozenset(spot for spot, _ in self.walks(unit, where, loose))
            return Decision("stays" if found == stay else "moves", frozenset(), found)
        outlook = Ahead(self, unit, where, loose)
        return outlook.in_reach() or outlook.backup() or Decision("idle", frozenset(), stay)

    def takings(self, unit: Unit, where: dict[str, str], end: str, loose: Taken) -> set[Taken]:
        """List the sets of loose chips that the unit may pick up on its shortest ways to where it ends."""
        here = where[unit["id"]]
        if end == here or self.rulings.get("equip.rival") == "no":
            return {NOTHING}

        if self.rulings.get("equip.passing") == "end":
            return {self.lying(end, loose)}
        cost = self.steps([here], self.ways(unit, where)[1])

        def along(spot: str) -> set[Taken]:
            """List the sets picked up on the shortest ways from the unit's hex up to and onto this one."""
            if spot == here:
                return {NOTHING}
            before = [other for other in self.beside[spot] if cost.get(other) == cost[spot] - 1]
            return {taken | self.lying(spot, loose) for other in before for taken in along(other)}

        return along(end)

    # -- engage

    def engage(self) -> dict[str, Any]:
        return {
            "units": {unit["id"]: {"targets": sorted(foe["id"] for foe in self.targets(unit))} for unit in self.rivals}
        }

    def targets(self, unit: Unit) -> list[Unit]:
        """List the opponents that the unit may attack, where it does not use a Special instead."""
        if self.is_held(unit, "First Strike"):
            return []
        around = [foe for foe in self.opponents if self.distance(unit["hex"], foe["hex"]) == 1]
        whirls = unit["printed" if self.rulings.get("weakest.die") == "printed" else "dice"] > 0 and len(around) >= 2
        if "Agile" in unit["skills"] or ("Whirlwind" in unit["skills"] and whirls):
            return []
        return [foe for foe in self.aims(unit) if not self.heaves(unit, foe)]

    def heaves(self, unit: Unit, target: Unit) -> bool:
        """Tell whether the unit uses Heave rather than attack the target."""
        near = [foe for foe in self.opponents if self.distance(unit["hex"], foe["hex"]) <= 3]
        weaker = [foe for foe in near if foe["hp"] < target["hp"]]
        pool = near if weaker and self.rulings.get("heave.target") == "bold" else weaker
        meant = [item for item in self.priorities(unit) if "opponent" in item and self.meant(unit, item, pool)]
        dice = unit["printed" if self.rulings.get("weakest.die") == "printed" else "dice"]
        return "Heave" in unit["skills"] and dice > 0 and bool(meant)

    def meant(self, unit: Unit, item: Item, pool: list[Unit]) -> list[Unit]:
        """List those of the pool that a bold priority means; they need no movement, so nearness is in hexes."""
        return self.fitting_opponents(item, pool, lambda foe: (self.distance(unit["hex"], foe["hex"]),))

    def aims(self, unit: Unit) -> list[Unit]:
        """List the opponents that the unit may choose among if it attacks."""
        bound = any("Taunt" in foe["skills"] and self.distance(unit["hex"], foe["hex"]) == 1 for foe in self.opponents)
        pool = [foe for foe in self.opponents if self.distance(unit["hex"], foe["hex"]) <= unit["range"]]
        # Who is dealt attack damage is safe by Deflect for the turn, and with Taunt binds its neighbours all the same.
        pool = [foe for foe in pool if not ("Deflect" in foe["skills"] and foe["id"] in self.struck)]
        pool = [foe for foe in pool if foe["id"] not in self.spared]
        if bound:
            taunting = [foe for foe in pool if "Taunt" in foe["skills"]]
            adjacent = [foe for foe in taunting if self.distance(unit["hex"], foe["hex"]) == 1]
            if self.rulings.get("taunt.which") != "any" or len(adjacent) > 1:
                return superlative("strongest", adjacent)
            # The list still decides; where it names none of these, Taunt overrides it and any of them will do.
            pool = taunting
        for item in self.priorities(unit):
            if "opponent" in item:
                found = self.meant(unit, item, pool)
                if found:
                    return found
        return pool if bound else []
