"""What a set-up draws lies on the table at once: in the bag, the stacks, the banes and the pad (p.19, 29)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.helpers.cli import done, hoplo
from tests.helpers.stories import Story, stories, tell

CARD = "Brawl: bloodshed, lineup local bag+t bag, yours hero camp*2"
REEF = """
  new --first-game && map add Reef --kind bloodshed --region atlanteans --path Cove
  map add Atlantis --kind capital --region atlanteans --path Reef && travel Reef
  bag add Ruin:bag && bag add Shade:unit && stack see atlanteans reptilian
"""


@stories(
    f"""
bag.draw, prepare.bag-bane, prepare.local: In the middle of the set-up, and after it until the cleanup, the odds are \
  of \
    the chips that are left
  reef && fight start '{CARD}' -> 2
  bag --json -> drawn = ["reptilian"] | size = 7
  stack --json -> stacks.atlanteans.size = 5
  answer archer -> 2
  bag --json -> drawn = ["reptilian", "archer"] | contents keys attacker defender tactician Ruin Shade
  answer Ruin nothing -> 2
  bag --json -> drawn = ["reptilian", "archer", "Ruin"] | contents keys attacker defender tactician Shade
    | odds = {{"Shade": "1/5", "attacker": "1/5", "defender": "1/5", "tactician": "2/5"}}
  bane --json -> table.*.name = ["Ruin"]
  answer tactician -> 2
  bag --json -> drawn = ["reptilian", "archer", "tactician", "Ruin"] | keep bag | contents.tactician = 1
  answer D3 && bag --json -> is bag
  fight --json -> fight.under_way = null
  fix over lost && cleanup && bag --json -> drawn = [] | contents = {{"archer": 1, "attacker": 1, "defender": 1, \
    "reptilian": 1, "tactician": 2, "Ruin": 1, "Shade": 1}}
  stack --json -> stacks.atlanteans.size = 5
bag.draw: Undoing a draw puts the chip back, and dropping the fight leaves it
  reef && fight start '{CARD}' -> 2
  answer archer -> 2
  undo && bag --json -> drawn = ["reptilian"] | contents.archer = 1
  answer defender -> 2
  fight drop && bag --json -> drawn = ["reptilian", "defender"] | contents lacks defender
blessing.reinforce: What a blessing recruits leaves the bag at once too
  reef && data add unit 'Attacker: 2/1/4, blue blue' && data add unit 'Archer: -/-/3, yellow blue'
  data add unit 'Defender: 1/1/5, black' && fight start 'Duel: bloodshed, lineup local, yours hero camp*2' -> 2
  answer D3 && rival-turn --auto first --seed 1 && pad bless reinforce -> 2
  pad bless reinforce --drawn archer -> 2
  bag --json -> contents lacks archer
  camp --json -> units = ["attacker", "archer", "defender", "archer"]
  pad --json -> camp.units = ["attacker", "archer", "defender", "archer"]
A whole line is no name of a drawn chip
  new --first-game && travel Reef --kind bloodshed
  fight start 'Brawl: bloodshed, lineup local, yours hero camp*2' -> 2
  answer 'Imp: attacker, 1/1/3, blue' -> 3 | the name of the chip alone
  stack --json -> stacks.atlanteans.size = 6
  answer Imp -> 2 | Imp joins
""",
    reef=REEF,
)
def test_what_is_drawn(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_set_up_begun_by_an_older_hoplo_shows_its_draws_and_takes_each_out_once(home: Path) -> None:
    """A save from before this kept the draws of a set-up until its end."""
    tell("reef", reef=REEF)
    assert hoplo("fight", "start", CARD).code == 2
    kept = json.loads(_state(home).read_text())
    assert hoplo("answer", "archer").code == 2
    state = json.loads(_state(home).read_text())["state"]
    assert state["fight"]["drawn"] == 2
    for key in ("bag", "drawn", "stacks"):
        done("fix", key, json.dumps(_before(kept["state"], key)), "--why", "test")
    done("fix", "fight.drawn", "0", "--why", "test")
    tell("""
      bag --json -> drawn = ["reptilian", "archer"] | contents lacks archer
      answer defender -> 2
      bag --json -> drawn = ["reptilian", "archer", "defender"] | contents lacks defender
      stack --json -> stacks.atlanteans.size = 5
    """)


def _state(home: Path) -> Path:
    (found,) = home.glob("campaigns/*/state.json")
    return found


def _before(state: dict[str, Any], key: str) -> Any:
    """Give a part of the state as it was before the stack's chip was drawn."""
    if key == "drawn":
        return {"units": [], "banes": []}
    if key == "stacks":
        return {**state["stacks"], "atlanteans": {"known": ["reptilian"], "below": 5}}
    return state[key]
