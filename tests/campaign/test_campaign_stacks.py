"""The faction stacks: what is known of them, and the local units drawn from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.campaign.stacks import draw_local, faction_named, see_top
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import remember
from tests.helpers.maps import CAMPAIGNS, refused
from tests.helpers.stories import Story, stories
from tests.helpers.table_games import Scene, scenes


@pytest.fixture
def first(catalogue: Catalogue) -> Campaign:
    return begin(catalogue, FIRST_GAME)[0]


@pytest.mark.rule("setup.stacks")
def test_each_faction_starts_with_six_chips_of_its_own(first: Campaign) -> None:
    """Eight stacks of six, the heroes not among them; of none it is known what lies on top (p.5, 8)."""
    assert list(first.stacks) == list(REGIONS)
    assert {stack.size() for stack in first.stacks.values()} == {6}
    assert not any(stack.known for stack in first.stacks.values())
    assert faction_named("Pluto's Refugees") == "plutos-refugees"
    assert "did you mean kunlun" in refused("setup.stacks", "p.8", faction_named, "kunln")
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["legionary"] * 7)
    remember("units", "reptilian", "Reptilian", {"faction": "atlanteans"})
    for unit in ("reptilian", "archer"):
        refused("setup.stacks", "p.8", see_top, first, "kunlun", [unit])
        refused("setup.stacks", "p.8", draw_local, first, "kunlun", unit)


@scenes("""
stack.top, stack.local: The chip on top is the local unit; only it may be looked at, so it is entered chip by chip \
  (p.7, 19)
  no draw_local kunlun -> stack.top | p.7
  if see_top kunlun a/b/c; draw_local kunlun; draw_local kunlun; draw_local kunlun -> stack_of kunlun: 3
    | event local.drawn: none
  draw_local kunlun jade-guard -> stack_of kunlun: 5 | event local.drawn: none
  see_top kunlun monk -> stack_of kunlun: monk:4
  no draw_local kunlun jade-guard -> stack.top | p.7
  if draw_local kunlun -> stack_of kunlun: 4
  draw_local kunlun monk -> stack_of kunlun: 4
stack.empty: With no chip left in the stack, the unit comes out of the bag instead (p.19)
  draw_local amazons huntress; draw_local amazons huntress; draw_local amazons huntress; draw_local amazons huntress
  draw_local amazons huntress; draw_local amazons huntress -> stack_of.size amazons: 0 | stack_of.size kunlun: 6
  no draw_local amazons huntress -> stack.empty | p.19 | from the bag
stack.local: A save from before the stacks has them whole
  forget -> stack_of.size vesuvians: 6
  draw_local vesuvians shade -> stack_of.size vesuvians: 5
""")
def test_stacks(scene: Scene) -> None:
    CAMPAIGNS.play(scene)


ACCEPTED = """
  new --first-game && data add event 'Brawl: bloodshed, lineup bag local, yours hero camp*2'
  travel Alpha --kind bloodshed --region atlanteans --path 'Atlanteans capital' && event accept
"""


@stories(
    """
stack.local, cleanup.bag-rivals: A fight that is not followed draws down the stack too: what is nowhere else came off it
  accepted && cleanup --lost --rival attacker --rival hoplite
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 1 | contents.attacker = 1
stack.local: A chip is taken for the one in the bag where nobody can be asked, unless it is said
  accepted && bag add hoplite && cleanup --lost --rival attacker --rival hoplite
  stack --json -> stacks.atlanteans.size = 6
  bag --json -> contents.hoplite = 1
  undo && cleanup --lost --rival attacker --rival hoplite:stack && stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
  undo && cleanup --lost --rival attacker --rival hoplite --rival hoplite && stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
stack.local: A chip of another faction's came off no stack here
  accepted && stack see kunlun monk && cleanup --lost --rival attacker --rival monk
  stack --json -> stacks.atlanteans.size = 6
Where a chip came from is asked where it may be either, and of a neutral unit nothing is
  accepted && bag add hoplite
  cleanup --lost --hp 6 --rival hoplite --rival archer << enter / enter / enter / the bag
    -> 1 the stack of the Atlanteans | 2 the bag
  stack --json -> stacks.atlanteans.size = 6
  bag --json -> contents.hoplite = 1
  undo && cleanup --lost --hp 6 --rival hoplite --rival archer << enter / enter / enter / the stack of the Atlanteans
    -> 1 the stack of the Atlanteans | 2 the bag
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
stack.local, prepare.bag: A chip drawn before the set-up goes back, and is entered when it is due
  accepted && bag draw --chip attacker && stack draw atlanteans hoplite && fight start brawl
    -> 2 | drawn before the set-up, so back into the bag: Attacker | back onto the stack: Hoplite
  fight --json -> fight.question.id = prepare.bag
  answer attacker -> 2 | Hoplite joins the rival's lineup, from its faction's stack
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents lacks attacker | contents lacks hoplite
""",
    accepted=ACCEPTED,
)
def test_stacks_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
