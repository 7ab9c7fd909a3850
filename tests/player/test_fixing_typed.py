"""What is typed for a fix reads as in the command of its own: names, dice, banes, Prowess cards, upgrades."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers import fights_on_disk
from tests.helpers.cli import done, hoplo
from tests.helpers.stories import Story, stories

WHY = ("--why", "test")


@pytest.fixture(autouse=True)
def campaign() -> None:
    """Begin the first campaign at a home of its own."""
    done("new", "--first-game")


RUIN, SHADE = {"name": "Ruin", "kind": "bag"}, {"name": "Shade", "kind": "unit"}


@pytest.mark.parametrize(("key", "typed", "stands"), [
    ("pad.attack", "blue blue", ["blue", "blue"]),
    ("pad.attack", "Blue, green", ["blue", "green"]),
    ("pad.attack", '["black"]', ["black"]),
    ("pad.attack", "upgrade-die:3", ["blue", "blue", "blue"]),
    ("pad.attack", "add-die", ["blue", "blue", "yellow", "yellow"]),
    ("pad.classes", "Archer", ["archer"]),
    ("bag.banes", "Ruin:bag, Shade:unit", [RUIN, SHADE]),
    ("bag.banes", '[{"name": "Ruin", "kind": "bag"}]', [RUIN]),
    ("drawn.banes", "Ruin:bag", [RUIN]),
    ("camp.banes", "Gloom:camp", [{"name": "Gloom", "kind": "camp"}]),
    ("camp.prowess", "Endurance 1, Zeal", [("Endurance", 1), ("Zeal", 0)]),
    ("camp.prowess.0", "Endurance Level 1", ("Endurance", 1)),
    ("camp.units", "Archer, Defender", ["archer", "defender"]),
    ("camp.units.0", "Tactician", "tactician"),
    ("camp.units", "none", []),
    ("camp.tactics", "Bolster Health, Stun", ["bolster-health", "stun"]),
    ("special_tactics", "War Scales", ["war-scales"]),
    ("stacks.kunlun.known", "Murmillo", ["murmillo"]),
    ("primuses.0.hero", "Virago", "virago"),
    ("scion", "Itzam Cab Ain", "itzam-cab-ain"),
    ("bane_stack", "Gigantic", ["Gigantic"]),
])  # fmt: skip
def test_a_fix_reads_what_the_commands_read(key: str, typed: str, stands: Any) -> None:
    new = done("fix", key, typed, *WHY, "--json").json["new"]
    cards = [(each["name"], each["level"]) for each in (new if isinstance(new, list) else [new]) if "level" in each]
    assert (cards if isinstance(stands, list) else cards[0]) == stands if cards else new == stands


@pytest.mark.parametrize(("key", "typed", "why"), [
    ("camp.units", "Taotie", "elite"),
    ("camp.units", "Chariot", "arena"),
    ("camp.banes", "Gloom", "NAME:KIND"),
    ("pad.attack", "purple", "the colours of dice"),
    ("pad.attack", "upgrade-die:9", "name the die"),
    ("scion", "Hidra", "hydra"),
    ("primuses.0.hero", "Virgo", "virago"),
    ("primuses.0.hero", "Zzz", "known heroes"),
    ("difficulty", "foo", "known difficulties: chosen"),
    ("rulings", '{"foo": "no"}', "foo"),
    ("rulings", '{"move.back": "perhaps"}', "perhaps"),
    ("fight.points", "3", "nothing in fight to put right"),
    ("pad.hp.x", "3", "nothing in pad.hp to put right"),
])  # fmt: skip
def test_a_fix_refuses_what_the_commands_refuse(key: str, typed: str, why: str) -> None:
    before = done("pad", "--json").json
    ran = hoplo("fix", key, typed, *WHY)
    assert ran.code in (2, 3)
    assert why in ran.err
    assert done("pad", "--json").json == before


@pytest.mark.parametrize(("key", "typed", "said"), [
    ("camp.prowess", "Endurance 2", "Endurance 2, not Follow My Lead, Master Tactician, Grand Entrance"),
    ("camp.banes", "Gloom:camp", "Gloom (camp bane), not none"),
    ("camp.units", "none", "none, not Attacker, Archer, Defender"),
    ("pad.weeks", "[1,0,0,0]", "1, 0, 0, 0, not 0, 0, 0, 0"),
    ("pad.hp", "0", "0, not 6"),
    ("places.Atlanteans capital.more_paths", "false", "no, not yes"),
    ("primuses.0", '{"hero": "nox"}', "Nox, not Bingqing"),
    ("camp.opportunities", '["Favour", "Gold"]', "Favour, Gold, not none"),
])  # fmt: skip
def test_a_fix_is_said_in_words(key: str, typed: str, said: str) -> None:
    assert done("fix", key, typed, *WHY).out.strip() == f"corrected by hand: {key} is {said}"


@stories("""
camp.prowess-gone: A Prowess card lies where it was put last
  camp prowess --sacrifice 'Grand Entrance' && fix camp.prowess 'Grand Entrance, Endurance 1'
  camp --json -> prowess = ["Grand Entrance", "Endurance 1"] | out_of_game = []
  fix out_of_game 'grand entrance' && camp --json -> prowess = ["Endurance 1"] | out_of_game.# = 1
  undo && camp --json -> out_of_game = []
A die is named the same way everywhere
  pad upgrade upgrade-die:3 --json -> happened.0.values.to = blue
  pad upgrade 'upgrade-die 3' --json -> happened.0.values.to = green
  pad upgrade upgrade-die 3 --json -> happened.0.values.to = black
  pad upgrade upgrade-die:1 2 -> 2
  pad upgrade upgrade-die:9 -> 3
A sport is named by its short word too
  map add Atlantis --kind capital --region atlanteans --path Cove
  map add Cove --kind sport --region atlanteans --path Atlantis && travel Cove
  fight start 'Games: sport, goals spar koth, lineup local, yours hero camp*2' --sport koth -> 2
  fight --json -> fight.event = king-of-the-hill
A line is checked whole before any of it is done, and what it asks is asked before
  fix 'pad.hp 4; pad.hpp 3' -> 2 | did you mean hp? | not --position | unchanged
  fix 'pad.hp 4; pad.hp 9' -> 2 | --yes | not --position | unchanged
  fix 'pad.hp 4; krak D3' -> 2 | no fight is followed: `hoplo fight start` begins one | not --position | unchanged
  fix 'pad.hp 4; pad.act 9' -> 1 | from 1 to 4 | not --position | unchanged
  fix 'pad.hp 3; pad.influence 2; pad.hp 4' && pad --json -> hp = 4 | influence = 2
  undo && pad --json -> hp = 3
  fix 'pad.influence 3; pad.hp 9' --why x << n -> 130 | y or n | unchanged
  fix 'pad.influence 3; pad.hp 8' --why x << y -> y or n
  pad --json -> hp = 8 | influence = 3
""")
def test_lines_of_fixes(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@stories("""
A line in a fight is checked whole
  fix 'rival-defender hp 2; nobody D3' -> 2 | unchanged
  fix 'points 1; rival-defender Z9' -> 3 | unchanged
  fix 'krak D2; rival-defender hp zzz' -> 3 | unchanged
  fix 'krak G2; rival-defender hp 2' && fight --json -> fight.position.units.krakenlance.hex = G2
""")
def test_a_line_in_a_fight(story: Story, tmp_path: Path) -> None:
    fights_on_disk.begun()
    story.play(tmp_path)
