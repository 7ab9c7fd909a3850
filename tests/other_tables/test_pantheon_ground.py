"""The ground of Pantheon: areas in one line each, moves, range, visibility, and what the ground does to an attack."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError
from hoplo_companion.pantheon.ground import (
    DEPLOY,
    FLIGHT,
    RUN,
    WALK,
    Aim,
    Ground,
    Sight,
    Way,
    at_start,
    crossing,
    read_ground,
)
from hoplo_companion.pantheon.units import Fighter
from hoplo_companion.pantheon.words import BOUNDARIES, TALENTS, TERRAINS, TRAITS
from tests.helpers.cli import hoplo
from tests.other_tables.test_pantheon_battle import WALL, begin


def board(text: str) -> Ground:
    """Read areas, and after them units as in `unit Zeus: 1 mine god range 1 flying`."""
    lines = text.strip().splitlines()
    ground = read_ground(line for line in lines if not line.startswith("unit "))
    for name, about in (line[5:].split(": ") for line in lines if line.startswith("unit ")):
        area, side, kind, *words = about.split()
        range_ = int(words[words.index("range") + 1]) if "range" in words else 0
        traits, talents = (tuple(word for word in words if word in known) for known in (TRAITS, TALENTS))
        ground.pieces[slug(name)] = Fighter(
            name=name, area=area, terrain=ground.terrain(area), side=int(side == "enemy"), kind=kind, range=range_,
            movement=2, offence=5, defence=5, traits=traits, talents=talents,
        )  # fmt: skip
    return ground


def row(*areas: str, units: str = "") -> Ground:
    """Make areas in a row, 1, 2, 3 …, each `TERRAIN … [| BOUNDARY]`, the boundary leading to the next one."""
    lines = []
    for at, area in enumerate(areas, 1):
        head, _, between = area.partition("|")
        beside = f"{at + 1} {between.strip()}" if at < len(areas) else ""
        cap = "" if "cap" in head else " cap 4"
        lines.append(f"{at}: {head}{cap} at {at};0 | {beside}")
    return board("\n".join(lines) + "\n" + units)


def ways(ground: Ground, how: str = WALK, movement: int = 2, unit: str = "zeus") -> dict[str, tuple[str, ...]]:
    moved = Way(ground, replace(ground.pieces[unit], movement=movement), how)
    return {each.area: each.ends_by for each in moved.arrivals}


def sight(ground: Ground, start: str, end: str, *, aerial: bool = False) -> Sight:
    return Aim(ground, Fighter(area=start), Fighter(area=end), area=True, aerial=aerial).sight


def never(ground: Ground, how: str) -> str:
    return Way(ground, ground.pieces["zeus"], how).never


def aimed(ground: Ground) -> Aim:
    return Aim(ground, ground.pieces["zeus"], ground.pieces["ares"])


ZEUS = "unit Zeus: 1 mine god"
ENEMY = "unit Ares: {} enemy hero"


@pytest.mark.rule(
    "pan.move.walk", "pan.move.run", "pan.move.flight", "pan.type.flying", "pan.boundary.normal", "pan.terrain.open"
)
def test_how_far_a_unit_goes() -> None:
    ground = row("open", "open", "open", "open", "open", units=ZEUS)
    assert list(ways(ground)) == ["2", "3"]
    assert list(ways(ground, RUN)) == ["2", "3", "4"]
    assert never(ground, FLIGHT) == "pan.type.flying"
    assert list(ways(row("open", "open", "open", "open", units=ZEUS + " flying"), FLIGHT)) == ["2", "3", "4"]


@pytest.mark.rule("pan.move.enemy", "pan.move.full", "pan.type.huge")
def test_enemies_stop_and_full_areas_are_closed() -> None:
    enemy = ENEMY.format(2)
    assert ways(row("open", "open", "open", units=f"{ZEUS}\n{enemy}")) == {"2": ("pan.move.enemy",)}
    assert ways(row("open", "open cap 1", "open", units=f"{ZEUS}\n{enemy}")) == {}
    assert ways(row("open", "open", "open", units=f"{ZEUS}\n{enemy} huge")) == {}
    assert ways(row("open", "open cap 2", "open", units=ZEUS + " huge")) == {}
    flying = f"{ZEUS} flying\n{enemy}"
    assert ways(row("open", "open", "open", units=flying), FLIGHT, 1) == {"2": (), "3": ()}
    assert ways(row("open", "open cap 1", "open", units=flying), FLIGHT, 1) == {}


@pytest.mark.rule(
    "pan.boundary.wall", "pan.boundary.escarpment", "pan.boundary.cage-wall", "pan.boundary.chains", "pan.talent.climb"
)
@pytest.mark.parametrize(
    ("between", "unit", "how", "reached"),
    [
        ("wall", "god", WALK, ""), ("wall", "god flying", FLIGHT, "2 3"),
        ("escarpment", "god", RUN, ""), ("escarpment", "god climb", WALK, "2 3"),
        ("escarpment", "god flying", FLIGHT, "2 3"),
        ("cage-wall", "god", WALK, ""), ("cage-wall", "hero", WALK, "2 3"), ("cage-wall", "troop", WALK, "2 3"),
        ("cage-wall", "monster flying", FLIGHT, ""),
        ("chains", "god", WALK, "2"), ("chains", "god climb", WALK, "2 3"), ("normal", "god", WALK, "2 3"),
        ("wall heights down", "god", WALK, ""), ("normal heights down", "god", WALK, "2 3"),
    ],
)  # fmt: skip
def test_boundaries(between: str, unit: str, how: str, reached: str) -> None:
    ground = row(f"open | {between}", "open", "open", units=f"unit Zeus: 1 mine {unit}")
    assert " ".join(ways(ground, how)) == reached


@pytest.mark.rule(
    "pan.terrain.cliff", "pan.terrain.rock", "pan.terrain.swamp", "pan.terrain.lava", "pan.type.fireproof",
    "pan.type.aquatic", "pan.talent.climb",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "unit", "how", "reached"),
    [
        ("rock", "god", WALK, {}), ("cliff", "god", RUN, {}), ("rock", "god climb", WALK, {"2": (), "3": ()}),
        ("cliff", "god climb", RUN, {}), ("cliff", "god flying", FLIGHT, {"2": (), "3": ()}),
        ("swamp", "god", WALK, {"2": ("pan.terrain.swamp",)}), ("swamp", "god aquatic", WALK, {"2": (), "3": ()}),
        ("lava", "god", WALK, {"2": ("pan.terrain.lava",)}), ("lava", "god fireproof", WALK, {"2": (), "3": ()}),
        ("forest", "god", WALK, {"2": (), "3": ()}), ("water", "god", WALK, {"2": (), "3": ()}),
    ],
)  # fmt: skip
def test_terrains_on_the_way(terrain: str, unit: str, how: str, reached: dict[str, tuple[str, ...]]) -> None:
    assert ways(row("open", terrain, "open", units=f"unit Zeus: 1 mine {unit}"), how) == reached


@pytest.mark.rule("pan.terrain.swamp", "pan.type.aquatic")
def test_leaving_a_swamp() -> None:
    ground = row("swamp", "swamp", "swamp", "open", units=ZEUS)
    assert never(ground, WALK) == "pan.terrain.swamp"
    assert list(ways(row("swamp", "open", "open", units=ZEUS), RUN)) == ["2"]
    aquatic = row("swamp", "water", "swamp", "water", "open", units=ZEUS + " aquatic")
    assert list(ways(aquatic)) == ["2", "3", "4"], "one area more, in aquatic areas only"
    assert list(ways(row("swamp", "open", "open", "open", units=ZEUS + " aquatic"))) == ["2", "3"]


@pytest.mark.rule("pan.terrain.rift")
def test_a_rift_is_crossed_along_the_skulls() -> None:
    assert list(ways(row("open", "rift", "open", units="unit Zeus: 1 mine hero"))) == ["2", "3"]
    assert ways(row("open", "rift", "open", units=ZEUS)) == {}
    ground = row("open | skulls", "rift | skulls", "open", units=f"{ZEUS}\n{ENEMY.format(2)}")
    assert ways(ground) == {"3": ()}, "nobody stops it there, and it does not stay"
    assert ways(ground, movement=1) == {}


@pytest.mark.rule("pan.talent.block")
def test_block_holds_enemies() -> None:
    ground = row("open", "open", units=f"{ZEUS}\n{ENEMY.format(1)} block")
    assert never(ground, RUN) == "pan.talent.block"
    assert ways(row("open", "open", units=f"{ZEUS} block\n{ENEMY.format(1)} block")) == {"2": ()}
    assert ways(row("water", "open", units=f"{ZEUS}\n{ENEMY.format(1)} block")) == {"2": ()}, "no talents in water"


@pytest.mark.rule("pan.terrain.polar", "pan.type.boreal", "pan.type.flying", "pan.terrain.rock", "pan.terrain.cliff")
def test_what_happens_at_the_start_and_on_deploying() -> None:
    ground = row("polar", "rock", "open cap 2", units=ZEUS)
    assert at_start(ground.pieces["zeus"]) == "pan.terrain.polar"
    ground = row("polar", units=ZEUS + " boreal")
    assert at_start(ground.pieces["zeus"]) == ""
    for traits, found in (("", "pan.terrain.rock"), (" flying", "")):
        ground = row("open", "rock", "open cap 2", units=ZEUS + traits)
        assert Way(ground, ground.pieces["zeus"], DEPLOY).why_not("", "2") == found
    ground = row("open", "rock", "open cap 2", units=ZEUS + " huge")
    assert Way(ground, ground.pieces["zeus"], DEPLOY).why_not("", "3") == "pan.type.huge"


# Attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pan.attack.visible", "pan.sight-centres")
def test_obstacles_between_centres() -> None:
    assert crossing(row("open", "open", "open"), "1", "3") == ["1", "2", "3"]
    between = board(
        "1: open cap 3 at 0;0 | 2\n2: forest cap 3 at 1;1 | 3\n3: open cap 3 at 2;0 | 4\n4: rock cap 3 at 1;-1"
    )
    assert crossing(between, "1", "3") == ["1", "3"], "a line that is as near to two centres is nearer to neither"
    for terrain in TERRAINS:
        hidden = terrain in ("cage", "cliff", "forest", "polar", "rock", "ruins")
        assert sight(row("open", terrain, "open"), "1", "3").is_seen is not hidden, terrain
        assert sight(row(terrain, "open", terrain), "1", "3").is_seen, "its own area and the target's do not count"
    assert not sight(row("open", "open", "open", units=ENEMY.format(2)), "1", "3").is_seen
    assert sight(row("open", "forest elements 0", "open"), "1", "3").is_seen
    assert sight(row("rock", "forest", "open"), "1", "3").is_seen
    assert sight(row("open", "forest", "open"), "1", "3", aerial=True).is_seen
    assert sight(board("1: open cap 3 | 2\n2: open cap 3 | 3\n3: open cap 3"), "1", "3").is_seen is None


@pytest.mark.rule("pan.attack.visible")
@pytest.mark.parametrize("seed", range(4))
def test_a_line_crosses_the_areas_to_whose_centres_it_comes_nearest(seed: int) -> None:
    """Wherever the areas lie: what the points of the line are nearest to, one after the other, is what it crosses."""
    places = Random(seed).sample(list(product(range(-4, 5), repeat=2)), 7)
    ground = board("\n".join(f"{at}: open cap 3 at {x};{y}" for at, (x, y) in enumerate(places, 1)))
    (left, top), rest = places[0], places[1:]
    for end, (right, down) in enumerate(rest, 2):
        found = ["1"]
        for step in range(1, 500):
            x, y = (one + (two - one) * step / 500 for one, two in ((left, right), (top, down)))
            first, second, *_ = sorted(((x - a) ** 2 + (y - b) ** 2, str(at)) for at, (a, b) in enumerate(places, 1))
            found += [first[1]] * (second[0] - first[0] > 1e-9)
        assert crossing(ground, "1", str(end)) == list(dict.fromkeys([*found, str(end)]))
    assert sight(row("open | wall", "open"), "1", "2").is_seen
    ground = row("open | wall", "open")
    ground.rulings["pan.wall-sight"] = "block"
    assert not sight(ground, "1", "2").is_seen


@pytest.mark.rule("pan.attack.range", "pan.attack.full-adjacent", "pan.boundary.heights")
def test_distance_range_and_full_areas() -> None:
    ground = row("open | wall", "open", "open", units=f"{ZEUS} range 1\n{ENEMY.format(3)}")
    found = aimed(ground)
    assert (found.distance, found.is_legal) == (2, False)
    ground = row("rock | wall", "open", "open", units=f"{ZEUS} range 1\n{ENEMY.format(3)}")
    found = aimed(ground)
    assert (found.is_legal, found.attack().offence, found.attack().range) == (True, 6, 2)
    for terrain, defence in (("ruins", 6), ("forest", 5)):
        ground = row("open", f"{terrain} cap 1", units=f"{ZEUS} range 0\n{ENEMY.format(2)}")
        found = aimed(ground)
        assert (found.is_full_adjacent, found.is_legal, found.attack().defence) == (True, True, defence)
    ground = row("open | heights down", "forest", "open", units=f"{ZEUS} range 1\n{ENEMY.format(2)}")
    found = aimed(ground)
    assert (found.attack().offence, found.attack().range, found.attack().defence) == (6, 2, 6)
    assert ground.is_higher("1", "3") is None, "only levels would say"
    far = row("open | heights down", "open", "open", units=f"{ZEUS} range 3\n{ENEMY.format(3)}")
    assert aimed(far).is_higher is None, "and so it is said"
    assert ground.is_higher("2", "1") is False


@pytest.mark.rule("pan.talent.bolster", "pan.talent.phalanx", "pan.talent.close-protection", "pan.talent.sneak-attack")
def test_neighbours_that_a_talent_needs() -> None:
    units = "unit Band: 1 mine troop phalanx sneak-attack close-protection\nunit Nestor: {} mine hero bolster"
    ground = row("open", "open", units=units.format(1))
    assert set(ground.fighter(ground.pieces["band"]).talents) == {"sneak-attack", "close-protection", "bolster"}
    ground = row("open", "open", units=units.format(2))
    assert ground.fighter(ground.pieces["band"]).talents == ()
    ground = row("open", "open", units=units.format(1) + "\nunit Spears: 1 ally troop")
    assert "phalanx" in set(ground.fighter(ground.pieces["band"]).talents)


PEGASUS = "unit Pegasus: 1 mine monster range 1 flying\nunit Ares: 2 enemy god range 0\n"


@pytest.mark.rule("pan.flight-boundaries")
def test_a_flight_ends_at_chains_or_not() -> None:
    ground = board(WALL.replace("1 wall", "1") + PEGASUS)
    assert ways(ground, FLIGHT, unit="pegasus")["4"] == ("pan.boundary.chains",)
    ground.rulings["pan.flight-boundaries"] = "none"
    assert ways(ground, FLIGHT, unit="pegasus")["4"] == ()


# Files ------------------------------------------------------------------------------------------------------------


def test_the_commands_say_where_a_unit_may_go_and_whom_it_may_attack(tmp_path: Path) -> None:
    begin(tmp_path)
    areas = "1: open ground cap 4 at 0;0 | 2, 3 wall\n# a wood\n2: forest cap 4 at 1;0 | 3 chains\n3: rock cap 3 at 1;1"
    assert "rock" in hoplo("pantheon", "board", "-", stdin=areas).out
    play = "place hoplites 1; place spartans 2; place pegasus 1; place athena 3; stats pegasus 5/6/2/2"
    assert hoplo("pantheon", "play", play).code == 0
    said = hoplo("pantheon", "moves", "pegasus", "--json").json
    assert ([*said["walk"]["moves"]], said["walk"]["not"]) == (["2"], {"3": "pan.boundary.wall"})
    assert ([*said["flight"]["moves"]], said["start"]) == (["2", "3"], None)
    assert "not 3: Nobody walks or runs through a wall. pan.boundary.wall" in hoplo("pantheon", "moves", "pegasus").out
    found = hoplo("pantheon", "targets", "pegasus", "--json").json
    assert (found["attack"]["athena"]["legal"], found["aerial"]["athena"]["legal"]) == (True, True)
    assert "Hoplites  in the same area" in hoplo("pantheon", "targets", "pegasus").out
    assert "Pegasus" in hoplo("pantheon", "board").out
    assert hoplo("pantheon", "moves", "hydra").code == 2, "it is off the board"
    assert hoplo("pantheon", "moves").code == 3, "nobody is active"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 open", "Line 1: '1 open' is not a new area"), ("1: open", "needs a terrain and a capacity"),
        ("1: moon cap 3", "'moon': known terrains: cage"),
        ("1: open cap 3 | 2", "Area 1 lies beside 2, which has no line"),
        ("1: open cap 3 | 2 wall\n2: open cap 3 | 1 normal", "entered differently"),
        ("1: open cap x", "'x' is not a number from 0 to 99"),
        ("1: open cap 3 at 2", "two numbers"), ("1: open cap 3 | 1", "beside itself"),
        ("1: open cap 3 | 2 heights left", "up or down"), ("1: open cap 3 skulls", "'skulls': known terrains"),
        ("1: open cap 3 | 2 cap 4", "'cap': known boundaries"), ("1: open cap 3\nunit", "is not a new area"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        board(text)
    assert set(BOUNDARIES) > {"wall"}
