"""The fight put right by commands: the note in history and log, `check`, and `fix` with every key of the fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import done_each
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import on_disk, said
from tests.helpers.stories import Story, stories


@pytest.fixture
def fight() -> None:
    """Begin a fight on disk, at your turn, the hero on the mat."""
    on_disk(ready("sport"))
    said("fight", "start", "games", "--sport", "king-of-the-hill", "--auto", "random", "--seed", "3")
    done_each("rival-turn --auto random --seed 1", "fix krakenlance F3 --note 'it stood there'")


@stories("""
Corrections say why in history and log
  history --last 1 -> (it stood there)
  fix krakenlance F4 --note pushed && fix krakenlance camp --note 'not yet' && fix points 2 --note recounted
  fight log -> [it stood there] | [pushed] | [not yet] | [recounted] | * Corrected by hand
  replays
`check` shows the mat on one screen and as data
  check --plain -> F3 | health chips in the arena | not doubtful
  fix krakenlance hp 35 && check -> doubtful: 35 red health chips are needed
  check --json -> fight.turn_of = player | doubts.# = 1
`fix` knows the fight, with its reason
  fix krakenlance.hp 3 --why 'the mat shows it' --json -> = {"key": "krakenlance.hp", "old": 6, "new": 3}
  history --last 1 -> (the mat shows it)
  pad --json -> hp = 3
  undo && fix fight.krak.hp 3 --json -> = {"key": "fight.krak.hp", "old": 6, "new": 3}
  undo && fix pad.hp 2 --json -> = {"key": "pad.hp", "old": 6, "new": 2}
  replays && pad --json -> hp = 2
  fix krakenlance.hex E4 --json -> old = F3 | new = E4
  fix archer.hex E5 --json -> old = null | new = E5
  fix krakenlance.dazed yes --json -> old = false | new = true
  fix fight.points 2 --json -> old = 0 | new = 2
  fix fight.turn 5 --json -> old = 2 | new = 5
  fix fight.step movement --json -> old = deployment | new = movement
  fix fight.tactics stun --json -> old = ["stun", "adrenaline"] | new = ["stun"]
  fix fight.trident D4 --json -> old = D3 | new = D4
  fix pad.blessings 1 --json -> old = 2 | new = 1
  fix fight.blessings 0 --json -> old = 1 | new = 0
  replays && state -> fight.moves.3.note = it stood there
`fix` refuses what cannot be, and keeps nothing
  fix krakenlance.hp 0 -> 2 | unchanged
  fix nobody.hp 3 -> 2 | unchanged
  fix krakenlance.size 3 -> 2 | unchanged
  fix fight.points x -> 3 | unchanged
  fix fight.nonsense 3 -> 2 | unchanged
  fix krakenlance.hex Z9 -> 3 | unchanged
  fix fight.position.units.0.hex Z9 -> 1 | unchanged
  fix fight.position.arena nowhere -> 1 | unchanged
  fight
The pad changed by the rules changes the hero on the mat, and the next move does not set it back
  pad damage 2 && fight --json -> fight.position.units.krakenlance.hp = 4
  turn end && pad --json -> hp = 4
""")
@pytest.mark.usefixtures("fight")
def test_put_right(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
