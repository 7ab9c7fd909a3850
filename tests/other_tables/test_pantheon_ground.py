"""The ground of Pantheon: areas in one line each, moves, range, visibility, and what the ground does to an attack."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError
from hoplo_companion.pantheon.ground import DEPLOY, FLIGHT, RUN, WALK, Aim, Ground, Way, at_start, crossing, read_ground
from hoplo_companion.pantheon.units import TALENTS, TERRAINS, TRAITS, Fighter
from tests.helpers.cli import hoplo
from tests.helpers.table_games import Player, Scene, scenes
from tests.other_tables.test_pantheon_battle import begin


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


def begin_row(words: str) -> Ground:
    """Begin with areas in a row and units, as in `open | wall, rock; god range 1; 2 hero`: Zeus on 1, Ares on 2."""
    areas, *units = words.split("; ")
    texts = (unit if ":" in unit else f"Ares: {unit[0]} enemy{unit[1:]}" if unit[0].isdecimal()
             else f"Zeus: 1 mine {unit}" for unit in units)  # fmt: skip
    return row(*areas.split(", "), units="\n".join(f"unit {text}" for text in texts))


def ruled(ground: Ground, line: str) -> tuple[Ground, list[Any]]:
    """Follow another reading from now on."""
    name, reading = line.split()
    ground.rulings[name] = reading
    return ground, []


def ways(how: str) -> Callable[..., str]:
    """Where Zeus gets to, each area with the rule by which his move ends there, as in `2 3:pan.terrain.lava`."""

    def found(ground: Ground, movement: str = "2") -> str:
        moved = Way(ground, replace(ground.pieces["zeus"], movement=int(movement)), how)
        return " ".join(":".join([each.area, *each.ends_by]) for each in moved.arrivals)

    return found


def sees(ground: Ground, start: str, end: str, aerial: str = "") -> bool | None:
    return Aim(ground, Fighter(area=start), Fighter(area=end), area=True, aerial=bool(aerial)).sight.is_seen


GROUND = Player(begin_row, ruled, {
    "walk": ways(WALK), "run": ways(RUN), "fly": ways(FLIGHT), "sees": sees, "crosses": crossing,
    "never": lambda ground, how: Way(ground, ground.pieces["zeus"], how).never,
    "start": lambda ground: at_start(ground.pieces["zeus"]),
    "deploys": lambda ground, area: Way(ground, ground.pieces["zeus"], DEPLOY).why_not("", area),
    "aim": lambda ground: Aim(ground, ground.pieces["zeus"], ground.pieces["ares"]),
    "higher": lambda ground, one, other: Aim(ground, Fighter(area=one), Fighter(area=other)).is_higher,
    "talents": lambda ground: sorted(ground.fighter(ground.pieces["zeus"]).talents),
})  # fmt: skip


@scenes("""
# Moves
pan.move.walk, pan.move.run, pan.move.flight, pan.type.flying, pan.boundary.normal, pan.terrain.open: How far one goes
  on open, open, open, open, open; god -> walk: 2 3 | run: 2 3 4 | never flight: pan.type.flying
  on open, open, open, open; god flying -> fly: 2 3 4
pan.move.enemy, pan.move.full, pan.type.huge: Enemies stop, and full areas are closed
  on open, open, open; god; 2 hero -> walk: 2:pan.move.enemy
  on open, open cap 1, open; god; 2 hero -> walk: none
  on open, open, open; god; 2 hero huge -> walk: none
  on open, open cap 2, open; god huge -> walk: none
  on open, open, open; god flying; 2 hero -> fly 1: 2 3
  on open, open cap 1, open; god flying; 2 hero -> fly 1: none
pan.boundary.wall, pan.boundary.escarpment, pan.boundary.cage-wall, pan.boundary.chains, pan.talent.climb: Boundaries
  on open | wall, open, open; god -> walk: none
  on open | wall, open, open; god flying -> fly: 2 3
  on open | escarpment, open, open; god -> run: none
  on open | escarpment, open, open; god climb -> walk: 2 3
  on open | escarpment, open, open; god flying -> fly: 2 3
  on open | cage-wall, open, open; god -> walk: none
  on open | cage-wall, open, open; hero -> walk: 2 3
  on open | cage-wall, open, open; troop -> walk: 2 3
  on open | cage-wall, open, open; monster flying -> fly: none
  on open | chains, open, open; god -> walk: 2:pan.boundary.chains
  on open | chains, open, open; god climb -> walk: 2 3
  on open | normal, open, open; god -> walk: 2 3
  on open | wall heights down, open, open; god -> walk: none
  on open | normal heights down, open, open; god -> walk: 2 3
pan.terrain.cliff, pan.terrain.rock, pan.talent.climb: Rocks and cliffs on the way
  on open, rock, open; god -> walk: none
  on open, cliff, open; god -> run: none
  on open, rock, open; god climb -> walk: 2 3
  on open, cliff, open; god climb -> run: none
  on open, cliff, open; god flying -> fly: 2 3
  on open, forest, open; god -> walk: 2 3
  on open, water, open; god -> walk: 2 3
pan.terrain.swamp, pan.terrain.lava, pan.type.fireproof, pan.type.aquatic: Swamps and lava on the way
  on open, swamp, open; god -> walk: 2:pan.terrain.swamp
  on open, swamp, open; god aquatic -> walk: 2 3
  on open, lava, open; god -> walk: 2:pan.terrain.lava
  on open, lava, open; god fireproof -> walk: 2 3
pan.terrain.swamp, pan.type.aquatic: Leaving a swamp, one area farther in aquatic areas only
  on swamp, swamp, swamp, open; god -> never walk: pan.terrain.swamp
  on swamp, open, open; god -> run: 2
  on swamp, water, swamp, water, open; god aquatic -> walk: 2 3 4
  on swamp, open, open, open; god aquatic -> walk: 2 3
pan.terrain.rift: A rift is crossed along the skulls, where nobody stops and none is stopped
  on open, rift, open; hero -> walk: 2 3
  on open, rift, open; god -> walk: none
  on open | skulls, rift | skulls, open; god; 2 hero -> walk: 3 | walk 1: none
pan.talent.block: Block holds enemies, but for those that block, or stand in water
  on open, open; god; 1 hero block -> never run: pan.talent.block
  on open, open; god block; 1 hero block -> walk: 2
  on water, open; god; 1 hero block -> walk: 2
pan.terrain.polar, pan.type.boreal: What happens at the start
  on polar, rock, open cap 2; god -> start: pan.terrain.polar
  on polar; god boreal -> start: none
pan.type.flying, pan.terrain.rock, pan.terrain.cliff: Who deploys on a rock
  on open, rock, open cap 2; god -> deploys 2: pan.terrain.rock
  on open, rock, open cap 2; god flying -> deploys 2: none
  on open, rock, open cap 2; god huge -> deploys 3: pan.type.huge
pan.terrain.forest, pan.terrain.ruins: Elements that were not counted are the terrain's
  on forest cap 5, forest cap 2, ruins cap 4, open cap 4 -> areas.1.standing: 3 | areas.2.standing: 1
    | areas.3.standing: 1 | areas.4.standing: 0

# Attacks
pan.attack.visible: Obstacles between centres
  on open, open, open -> crosses 1 3: 1 2 3
  on open, open, open; 2 hero -> sees 1 3: no
  on open, forest elements 0, open -> sees 1 3: yes
  on rock, forest, open -> sees 1 3: yes
  on open, forest, open -> sees 1 3 aerial: yes
  on open | wall, open -> sees 1 2: yes
  pan.wall-sight block -> sees 1 2: no
pan.attack.range, pan.attack.full-adjacent, pan.boundary.heights: Distance, range and full areas
  on open | wall, open, open; god range 1; 3 hero -> aim.distance: 2 | aim.is_legal: no
  on rock | wall, open, open; god range 1; 3 hero -> aim.is_legal: yes | aim.attack.offence: 6 | aim.attack.range: 2
  on open, ruins cap 1; god range 0; 2 hero -> aim.is_full_adjacent: yes | aim.is_legal: yes | aim.attack.defence: 6
  on open, forest cap 1; god range 0; 2 hero -> aim.is_full_adjacent: yes | aim.is_legal: yes | aim.attack.defence: 5
  on open | heights down, forest, open; god range 1; 2 hero -> aim.attack.offence: 6 | aim.attack.range: 2
    | aim.attack.defence: 6 | higher 2 1: no | higher 1 3: none
  # Only levels would say, and so it is said.
  on open | heights down, open, open; god range 3; 3 hero -> aim.is_higher: none
pan.talent.bolster, pan.talent.phalanx, pan.talent.close-protection, pan.talent.sneak-attack: Neighbours
  on open, open; troop phalanx sneak-attack close-protection; Nestor: 1 mine hero bolster
    -> talents: bolster close-protection sneak-attack
  on open, open; troop phalanx sneak-attack close-protection; Nestor: 2 mine hero bolster -> talents: none
  on open, open; troop phalanx close-protection; Nestor: 1 mine hero bolster; Spears: 1 ally troop
    -> talents: bolster close-protection phalanx
pan.flight-boundaries: A flight ends at chains or not
  on open, open | chains, open; god flying -> fly: 2 3:pan.boundary.chains
  pan.flight-boundaries none -> fly: 2 3
""")
def test_on_the_ground(scene: Scene) -> None:
    GROUND.play(scene)


@pytest.mark.rule("pan.attack.visible", "pan.sight-centres")
def test_what_hides() -> None:
    between = board(
        "1: open cap 3 at 0;0 | 2\n2: forest cap 3 at 1;1 | 3\n3: open cap 3 at 2;0 | 4\n4: rock cap 3 at 1;-1"
    )
    assert crossing(between, "1", "3") == ["1", "3"], "a line that is as near to two centres is nearer to neither"
    for terrain in TERRAINS:
        hidden = terrain in ("cage", "cliff", "forest", "polar", "rock", "ruins")
        assert sees(row("open", terrain, "open"), "1", "3") is not hidden, terrain
        assert sees(row(terrain, "open", terrain), "1", "3"), "its own area and the target's do not count"
    assert sees(board("1: open cap 3 | 2\n2: open cap 3 | 3\n3: open cap 3"), "1", "3") is None


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


def test_the_commands_say_where_a_unit_may_go_and_whom_it_may_attack(tmp_path: Path) -> None:
    begin(tmp_path)
    areas = "1: open ground cap 4 at 0;0 | 2, 3 wall\n# a wood\n2: forest cap 4 at 1;0 | 3 chains\n3: rock cap 3 at 1;1"
    italian = (
        "1: terreno aperto limite 4 a 0;0 | 2, 3 muro\n2: foresta limite 4 a 1;0 | 3 catene\n3: roccia cap 3 a 1;1"
    )
    said = [hoplo("pantheon", "board", "-", "--lang", "it", stdin=each).out for each in (areas, italian)]
    assert ("roccia" in said[0], "rock" in hoplo("pantheon", "board").out) == (said[0] == said[1], True)
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


@pytest.mark.parametrize(("text", "words"), [
    ("1 open", "Line 1: '1 open' is not a new area"), ("1: open", "needs a terrain and a capacity"),
    ("1: moon cap 3", "'moon': known terrains: cage"),
    ("1: open cap 3 | 2", "Area 1 lies beside 2, which has no line"),
    ("1: open cap 3 | 2 wall\n2: open cap 3 | 1 normal", "entered differently"),
    ("1: open cap x", "'x' is not a number from 0 to 99"),
    ("1: open cap 3 at 2", "two numbers"), ("1: open cap 3 | 1", "beside itself"),
    ("1: open cap 3 | 2 heights left", "up or down"), ("1: open cap 3 skulls", "'skulls': known terrains"),
    ("1: open cap 3 | 2 cap 4", "'cap': known boundaries"), ("1: open cap 3\nunit", "is not a new area"),
])  # fmt: skip
def test_a_line_that_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        board(text)
