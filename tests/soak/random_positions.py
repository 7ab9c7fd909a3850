"""Random valid positions, crowded on purpose, for checking the engine against the oracle."""

import math
import random
import re
from typing import Any

Raw = dict[str, Any]

STEPS = {"movement": 45, "engage": 36, "tactics": 14, "deployment": 5}
EVENTS = ["bloodshed", "capture-the-flag", "king-of-the-hill", "spar", "primus", "scion"]
REGIONS = ["atlanteans", "lamosians", "parthians", "amazons", "kunlun"]
CHIPS = ["reptilian", "defender", "archer", "attacker", "tactician"]
CLASSES = ["archer", "attacker", "beast", "defender", "tactician"]
TACTICS = ["bolster-health", "adrenaline", "stun", "hamstring"]
USUAL = [3, 4, 5, 6, 5, 4, 3]
MATS = [
    [2, 5, 4, 3], [4, 3, 4, 3], [3, 4, 3], [4, 5, 6, 7, 6, 5, 4], [5, 6, 5, 6, 5, 6, 5], [1, 2, 3, 4, 5, 4], [6, 3, 6],
]  # fmt: skip
ACTING = {name: float(chance) for name, _, chance in (each.rpartition(" ") for each in """
Taunt 0.2, First Strike 0.15, Tactical 0.15, Flight 0.2, Combat Lock 0.12, Blasphemous 0.1, Confidence 0.15
Inspire 0.15, Agile 0.08, Whirlwind 0.08, Heave 0.1, Dig In 0.1, Roaming 0.08, Beastmaster 0.08, Deflect 0.05
""".strip().replace("\n", ", ").split(", "))}  # fmt: skip
"""The skills that decide something in `solve`, and how often a unit has them."""
KEEN: dict[tuple[str, str], dict[str, float]] = {
    ("movement", "rival"): {"Roaming": 0.16, "Beastmaster": 0.25, "Tactical": 0.3},
    ("movement", "player"): {"Combat Lock": 0.5, "Confidence": 0.6, "Inspire": 0.5},
    ("movement", "arena"): {"Combat Lock": 0.5, "Confidence": 0.6, "Inspire": 0.5},
    ("engage", "rival"): {"First Strike": 0.4, "Agile": 0.15, "Whirlwind": 0.4, "Heave": 0.45, "Dig In": 0.4},
    ("engage", "player"): {"Taunt": 0.25, "Confidence": 0.6, "Inspire": 0.5, "Deflect": 0.35},
    ("engage", "arena"): {"Confidence": 0.6, "Inspire": 0.5},
    ("tactics", "rival"): {"Tactical": 0.5},
    ("tactics", "player"): {"Confidence": 0.6, "Inspire": 0.5},
}
"""Where a skill decides something, it is had more often, by step and side."""
ROAM_OVER_CHIPS = True
"""Whether rivals roam where chips lie to be equipped: `solve` takes shortest ways there, not the ways of the dice."""
OTHERS = [
    "Absorb", "Dodge", "Fury Aura #", "Hook", "Hurl #", "Intercept Blow", "Long Shot #",
    "Nimble", "Perfect Strike", "Quickstrike", "Regen #", "Reposition", "Retaliate", "Shove", "Swap", "Undying",
]  # fmt: skip
"""The skills that decide nothing there, with a `#` for their number."""
BOLD = ["any", "strongest", "weakest", "deadliest", "least-deadly", "fastest", "slowest", "closest", "farthest"]
DEADLY = ["deadliest", "least-deadly"]
READINGS = dict(re.findall(r"(\S+)=(\S+)", """
distance.words=hexes dest.bold=any-far backup.close=hexes taunt.which=any equip.rival=no equip.passing=end
opponents.arena=no dazed.later=any heave.target=bold weakest.die=printed
"""))  # fmt: skip


def random_position(rng: random.Random, step: str | None = None) -> Raw:
    """Make a random valid position, for the given step or for any."""
    step = step or rng.choices(list(STEPS), list(STEPS.values()))[0]
    event = rng.choices(EVENTS, [3, 5, 3, 2, 1, 1])[0]
    # Primus combats end the first three acts, the scion's is the fourth's.
    act = {"primus": rng.randint(1, 3), "scion": 4}.get(event, rng.randint(1, 4))
    rulings = {ruling: rng.choice([reading, reading, "default"]) for ruling, reading in READINGS.items()}
    chance = rng.choice([0, 0, 0.15, 0.5])
    rulings = {ruling: reading for ruling, reading in rulings.items() if rng.random() < chance}

    arena = random_arena(rng)
    units = random_units(rng, arena, step)
    position: Raw = {
        "schema": "hoplo/position@1",
        "step": step,
        "act": act,
        "turn": rng.choice([1, 1, 1, 2, 3]) if step == "deployment" else rng.randint(1, 3),
        "event": event,
        "arena": arena,
        "units": units,
        "rulings": rulings,
    }
    chips = random_chips(rng, arena, units, rulings)
    passing = rulings.get("equip.rival") != "no" and rulings.get("equip.passing") != "end"
    if passing and not ROAM_OVER_CHIPS and any("hex" in place for place in chips.values()):
        for unit in units:
            unit["skills"] = [skill for skill in unit["skills"] if skill != "Roaming"]
    if chips or rng.random() < 0.5:
        position["chips"] = chips
    if event == "capture-the-flag":
        position["flag"] = random_flag(rng, arena, units)
    bench = {f"{rng.choice('abyz')}new{number}": random_stats(rng) for number in range(rng.choice([0, 1, 2, 2, 3]))}
    lineup = list(bench)
    rng.shuffle(lineup)
    # Often it is dice that matter, so that what changes them does.
    deadly = rng.random() < 0.6
    column = rng.choices(
        ["hamstring"] * 4 + TACTICS if deadly else TACTICS,
        k=rng.choice([0, 1, 2, 3, 4] if step == "tactics" else [0, 0, 1, 2]),
    )
    position["rival"] = {"lineup": lineup, "tactics": column}
    position["bench"] = bench
    arena["priorities"] = random_priorities(rng, arena, list(chips), DEADLY if deadly else BOLD)
    diggers = [unit for unit in units if unit["side"] == "rival" and "Dig In" in unit["skills"] and "hex" in unit]
    if step == "engage" and diggers:
        # Who has stayed put is told of all who could have moved, since Dig In asks for it.
        rivals = [unit["id"] for unit in units if unit["side"] == "rival"]
        stayed = sorted(id_ for id_ in rivals if rng.random() < 0.6)
        position["state"] = {"stayed": stayed, "moved": sorted({*rivals} - {*stayed})}
    here = [unit for unit in units if "hex" in unit]
    struck = sorted(unit["id"] for unit in here if unit["side"] != "rival" and rng.random() < 0.5)
    later = sorted(unit["id"] for unit in here if unit.get("dazed") and rng.random() < 0.4)
    if step == "engage" and struck:
        position.setdefault("state", {})["struck"] = struck
    if later:
        position.setdefault("state", {})["dazed_later"] = later
    return position


def all_hexes(columns: list[int]) -> list[str]:
    return [f"{chr(ord('A') + q)}{row + 1}" for q, length in enumerate(columns) for row in range(length)]


def gap(columns: list[int], one: str, other: str) -> float:
    """Measure how far apart two hexes lie on the table, for crowding only."""
    q, r = ord(one[0]) - ord("A"), ord(other[0]) - ord("A")
    heights = int(one[1:]) - columns[q] / 2, int(other[1:]) - columns[r] / 2
    return math.hypot((q - r) * 0.87, heights[0] - heights[1])


def random_arena(rng: random.Random) -> Raw:
    columns = rng.choice(MATS) if rng.random() < 0.35 else USUAL
    hexes = all_hexes(columns)
    rng.shuffle(hexes)
    amount = min(rng.choice([0, 0, 1, 2, 4]), len(hexes) // 6)
    missing = sorted(hexes[:amount])
    left = hexes[amount:]
    amount = min(rng.choice([0, 0, 1, 2, 3, 5]), len(hexes) // 5)
    blocked = sorted(left[:amount])
    # Now and then a deployment hex is blocked: it exists, and nobody can be deployed there.
    fit = sorted(left if rng.random() < 0.15 else left[amount:])
    # Names run from the rival's side to yours; on a small mat the two ends must not share a hex.
    most = min(4, len(fit) // 2)
    rival, player = fit[: rng.randint(1, most)], fit[-rng.randint(1, most) :]
    if rng.random() < 0.3:
        rng.shuffle(rival)
    arena: Raw = {
        "region": rng.choice(REGIONS),
        "columns": list(columns),
        "missing": missing,
        "blocked": blocked,
        "rival_deployment": rival,
        "player_deployment": player,
        "key_hexes": sorted(rng.sample(left, rng.randint(0, 4))),
    }
    if rng.random() < 0.7:
        arena["elevation"] = {name: rng.randint(0, 3) for name in rng.sample(left, rng.randint(1, len(left)))}
    return arena


def random_stats(
    rng: random.Random, *, elite: bool = False, pace: list[int] | None = None, keen: dict[str, float] | None = None
) -> Raw:
    attack = [0, 0, 0, 0, 0]
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 4])):
        attack[rng.randrange(5)] += 1
    health = rng.randint(1, 6)
    skills = [skill for skill, chance in {**ACTING, **(keen or {})}.items() if rng.random() < chance]
    skills += [name.replace("#", str(rng.randint(1, 3))) for name in rng.sample(OTHERS, rng.choice([0, 0, 1, 2]))]
    rng.shuffle(skills)
    if "Dig In" in skills and rng.random() < 0.4:
        attack = [0, 0, 0, 0, 0]
    classes = rng.sample(CLASSES, rng.choice([1, 1, 1, 2]))
    if "Roaming" in skills and "beast" not in classes and rng.random() < 0.6:
        classes[0] = "beast"
    stats: Raw = {
        "chip": rng.choice(CHIPS),
        "faction": rng.choice([*REGIONS[:3], "neutral"]),
        "class": classes,
        "movement": rng.choice(pace or [0, 1, 1, 2, 2, 3]),
        "range": rng.choice([1, 1, 1, 1, 2, 3]),
        "health": health,
        "attack": attack,
        "skills": skills,
    }
    if elite:
        stats["elite"] = True
    return stats


def random_units(rng: random.Random, arena: Raw, step: str) -> list[Raw]:
    columns: list[int] = arena["columns"]
    closed = {*arena["missing"], *arena["blocked"]}
    free = [name for name in all_hexes(columns) if name not in closed]
    fewest = 0 if step == "deployment" else 1
    # Few rivals more often than many: every one multiplies the orders and choices that must be tried.
    sides = ["rival"] * rng.choice([fewest, 1, 2, 2, 3, 3, 3, 4, 4])
    sides += ["player"] * rng.choice([fewest, 1, 2, 3, 4])
    sides += ["arena"] * rng.choice([0, 0, 0, 0, 1, 2])
    rivals = sides.count("rival")
    pace = [0, 1, 1, 2, 2] if rivals == 4 else [0, 1, 2, 2, 2, 3] if rivals == 3 else [0, 1, 2, 2, 3, 3]
    # A crowd packs everybody around one hex; otherwise the sides begin apart, as in a real combat.
    crowd = rng.random() < (0.25 if step == "movement" else 0.7)
    corners = [free[0], free[-1], arena["rival_deployment"][0], arena["player_deployment"][-1]]
    centres = {"rival": rng.choice(corners if rng.random() < 0.5 else free)}
    for side in ("player", "arena"):
        centres[side] = max(rng.choices(free, k=2), key=lambda name: gap(columns, name, centres["rival"]))
    spread = rng.uniform(0.3, 1.5)
    hero = rng.random() < 0.7
    names = [f"{letter}{number}" for letter in "kmrx" for number in range(1, 6)]
    rng.shuffle(names)

    units: list[Raw] = []
    for side in sides[: len(free) - 1]:
        is_hero, hero = (True, False) if side == "player" and hero else (False, hero)
        centre = centres["rival" if crowd else side]
        near = sorted(free, key=lambda name: gap(columns, name, centre))
        place = near[min(int(rng.expovariate(spread)), len(near) - 1)]
        free.remove(place)
        elite = is_hero or (side != "player" and rng.random() < 0.15)
        unit: Raw = {"id": f"u-{names.pop()}", "side": side, "hex": place}
        unit |= random_stats(rng, elite=elite, pace=pace if side == "rival" else None, keen=KEEN.get((step, side)))
        # Bonus HP is gained, so it may exceed Health.
        unit["hp"] = min(rng.randint(1, rng.choice([2, 6])), unit["health"] + (2 if rng.random() < 0.1 else 0))
        if is_hero:
            unit["hero"] = True
        if rng.random() < {"rival": 0.12 if step == "movement" else 0.4, "player": 0.05}.get(side, 0):
            unit["dazed"] = True
        # No tactics on elite units, and none on arena units, which are neither troop's.
        if not elite and side != "arena" and rng.random() < 0.25:
            unit["tactics"] = rng.choices(["adrenaline", "adrenaline", *TACTICS], k=rng.choice([1, 1, 2]))
        units.append(unit)
    if rng.random() < 0.06:
        # A unit without a hex is not in the arena and counts for nothing.
        away: Raw = {"id": "u-away", "side": "player", **random_stats(rng)}
        units.append(away | {"hp": away["health"]})
    rng.shuffle(units)
    return units


def random_chips(rng: random.Random, arena: Raw, units: list[Raw], rulings: dict[str, str]) -> Raw:
    present = [unit for unit in units if "hex" in unit]
    # A unit that moves onto a chip equips it, so none lies under a unit, unless rivals take none at all.
    under = [u["hex"] for u in present if u["side"] != "rival" or rulings.get("equip.rival") != "no"]
    closed = {*arena["missing"], *arena["blocked"], *under}
    free = [name for name in all_hexes(arena["columns"]) if name not in closed]
    rivals = {unit["hex"] for unit in present if unit["side"] == "rival"}
    # Chips near the rivals are the ones that they pass over.
    free.sort(key=lambda name: min((gap(arena["columns"], name, other) for other in rivals), default=0))
    holders = [unit["id"] for unit in present if unit["side"] in {"rival", "player"}]
    chips: Raw = {}
    for chip, chance in (("trident", 0.7), ("orb", 0.25)):
        if rng.random() > chance:
            continue
        if holders and rng.random() < 0.4:
            chips[chip] = {"holder": rng.choice(holders)}
        elif free:
            chips[chip] = {"hex": free[min(int(rng.expovariate(0.6)), len(free) - 1)]}
    return chips


def random_flag(rng: random.Random, arena: Raw, units: list[Raw]) -> Raw:
    yours = [unit for unit in units if unit["side"] == "player" and "hex" in unit]
    # A flagholder on its own deployment hex has won already.
    bearers = [unit["id"] for unit in yours if unit["hex"] not in arena["player_deployment"]]
    if bearers and rng.random() < 0.6:
        return {"holder": rng.choice(bearers)}
    closed = {*arena["missing"], *arena["blocked"], *(unit["hex"] for unit in yours)}
    free = [name for name in all_hexes(arena["columns"]) if name not in closed]
    first = arena["rival_deployment"][0]
    return {"hex": first if first in free else rng.choice(free)}


def random_priorities(rng: random.Random, arena: Raw, chips: list[str], bold: list[str]) -> list[Raw]:
    narrow = [f"unit:{rng.choice(CHIPS)}", f"class:{rng.choice(CLASSES)}", f"class:{rng.choice(CLASSES)}", "local"]
    fors = rng.sample(narrow, rng.choice([0, 0, 1, 2, 3]))
    # Without a last entry for all the others, some units have no list at all.
    fors += rng.choices([["all"], ["other"], []], [5, 4, 1])[0]
    found = []
    for fit in fors or ["all"]:
        items = [random_item(rng, arena, chips, bold) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.5:
            items.append({"opponent": rng.choice(bold)})
        found.append({"for": fit, "list": [item for at, item in enumerate(items) if item not in items[:at]]})
    return found


def random_item(rng: random.Random, arena: Raw, chips: list[str], bold: list[str]) -> Raw:
    open_hexes = [name for name in all_hexes(arena["columns"]) if name not in arena["missing"]]
    # A list may name a chip that this combat does not have, as it may name the flag.
    chip = rng.choice(chips) if chips and rng.random() < 0.95 else "trident"
    wanted = 3 if chips else 1
    items: list[tuple[int, Raw]] = [
        (3, {"opponent": "flagholder"}),
        (3, {"opponent": "hero"}),
        (2 * wanted, {"opponent": "holding", "chip": chip}),
        (12, {"opponent": rng.choice(bold)}),
        (4 * wanted, {"hex": "chip", "chip": chip}),
        (2, {"hex": "key"}),
        (2, {"hex": "named", "hexes": sorted(rng.sample(open_hexes, rng.randint(1, 3)))}),
        (1, {"hex": "highest"}),
        (2, {"hex": "highest", "near": "adjacent"}),
        (2, {"hex": "highest", "near": "range"}),
    ]
    return rng.choices([item for _, item in items], [weight for weight, _ in items])[0]
