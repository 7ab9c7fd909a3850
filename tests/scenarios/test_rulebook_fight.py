"""The rulebook's running example (p.21-27) played through as one tracked fight, command by command.

The example shows no names of hexes, and its mat is in no source: the mat is told here as a player would tell it, and on
it every sentence holds. The Archer's Health and dice, and what the two Prowess cards do, are told in the same way.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers.cli import done
from tests.helpers.stories import Story, stories, tell

TOLD = """
  data add arena 'Atlanteans: columns 4 5 6 5 4, rival A4 A1 A2, player E1 E2 E3'
  data add unit 'Archer: -/-/2, yellow'
  data add prowess 'Master Tactician: grant Tactical to troop (hero)'
  data add prowess 'Follow My Lead: grant Pull to troop (hero)'
  data add tactic 'Stun: temporary until end of its next turn, cannot move, cannot attack'
"""
START = """fight start 'Exhibition: sport koth, lineup local bag+t bag+t, yours hero camp*2' --apart \
    --hero krakenlance --arena atlanteans --camp defender,archer,attacker --tactics stun --hp 6 --health 6 \
    --prowess 'Master Tactician,Follow My Lead'"""
SET_UP = f"""{TOLD}
  write {{tmp}}/set-up.jsonl '"reptilian"\\n"defender"\\n"archer"\\n"rival-defender"\\n"D3"'
  {START} --answers {{tmp}}/set-up.jsonl
  fix defender E3 5 && fix krakenlance E4 && fix reptilian B4 && fix rival-defender A3 && fix trident krakenlance
  fix camp-units 1 && fix hero no && fix points 1 && fix turn 3 && fix rival-tactics stun,adrenaline
"""
"""What comes off the stack and out of the bag, the tribune, where the trident lies; the board as the rival's turn of
p.21 begins, two turns later."""

RIVALS = ("reptilian", "rival-defender", "D4", 2)
"""Where Adrenaline goes, who moves first, where the Reptilian ends, and its hits (p.22-24)."""

YOURS = (
    "deploy archer E2", "tactic stun rival-defender", "move krak C5", "move defender D3",
    "ability krak pull rival-archer B4", "attack defender rep 1", "attack archer rep 1", "attack krak rep 2",
)  # fmt: skip
STEPS = [f"turn {line}" for line in YOURS]
UP_TO = {f"up to {at}": "\n".join(f"  {step}" for step in STEPS[:at]) for at in (4, 5, 8)}
WHOLE = "; ".join([*YOURS, "end"])


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the home of a fight that stands as p.21 begins."""
    home = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        tell(SET_UP, home)
    (home / "rivals.jsonl").write_text("\n".join(map(json.dumps, RIVALS)))
    return home


@pytest.fixture(scope="module")
def rivals(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the home of a fight in which your turn begins (p.25), and what the rival's has come to beside it."""
    home = Path(shutil.copytree(begun, tmp_path_factory.mktemp("rivals") / "home"))
    turn = done("rival-turn", "--answers", home / "rivals.jsonl", "--json", HOPLO_HOME=str(home))
    (home / "turn.json").write_text(turn.out)
    return home


@stories(
    f"""
You gained your first point on the previous turn; now the total is 2 of the 6 (p.25)
  fight --json -> fight.points = 2 | fight.turn_of = player
  fight -> Points: 2 of 6 | It is your turn
Two units in camp, one still permitted; two hexes are free, and one is adjacent to the Defender (p.25)
  options --json -> deploy = {json.dumps({"archer": ["E1", "E2"], "attacker": ["E1", "E2"]})}
  turn deploy archer E3 -> 3 | (p.25) | E1, E2
  turn deploy archer E2 -> Your Archer is deployed on E2, your deployment hex 2, with 2 HP; it is dazed
  turn deploy attacker E1 -> 3 | (p.25)
  fight -> camp units still to deploy
A Prowess grants Krakenlance Tactical, so Stun may go on the rival's Defender, nobody being beside it (p.26)
  turn deploy archer E2
  options --json -> tactics.stun has rival-defender | tactics.stun has reptilian | tactics.stun has rival-archer
  turn tactic stun rival-defender && fight --json -> fight.position.units.rival-defender.tactics = ["stun"]
  turn tactic stun reptilian -> 3 | (p.
It is the Prowess that makes it possible (p.26): told otherwise, the tactic is refused with its page
  data add prowess 'Master Tactician: health +1'
  turn tactic stun rival-defender -> 3 | none of your units is adjacent to it, and none has Tactical (p.25, 30)
The Archer, deployed this turn, cannot move; Krakenlance moves 2 around the Reptilian, the Defender 1 (p.26)
  turn deploy archer E2 && turn move archer D1 -> 3 | Archer cannot move (dazed: deployed this turn) (p.21
  options krak --json -> moves.steps.C5 = 2
  turn move krak B5 -> 3 | 3 to move, its Movement is 2 (p.26)
  turn move krak C5 && turn move defender D3
  fight --json -> fight.position.units.krakenlance.hex = C5 | fight.position.units.defender.hex = D3
  turn move krak C6 -> 3 | moved this turn already
Pull could have been used on both Defenders too, and the Archer pulled to two hexes (p.26)
  up to 4
  turn ability krak pull --json -> 2 | question.options keys rival-archer rival-defender defender
  answer rival-archer --json -> 2 | question.options keys B4 B5
  answer B4 && fight --json -> fight.position.units.rival-archer.hex = B4
  turn ability krak pull -> 3 | has used Pull this turn already (p.26)
All three attack, Krakenlance must attack the Reptilian for its Taunt, and defeats it with 2 hits (p.27)
  up to 5
# The trident brings its holder a Special by the arena's card, which the example passes over (p.7).
  options --json -> specials = {json.dumps({"krakenlance": ["Trident Throw"]})}
    | attack = {json.dumps({each: ["reptilian"] for each in ("krakenlance", "defender", "archer")})}
  turn attack defender rep 1 -> 1 black die: 1 hit
  turn attack archer rep 1 && fight --json -> fight.position.units.reptilian.hp = 1
  turn attack krak rival-archer 2 -> 3 | held by Taunt of Reptilian (Unit Skills | you may: krakenlance reptilian
  turn attack krak rep 2 -> is defeated
  fight --json -> fight.position.units.*.id lacks reptilian | fight.fallen.*.unit = ["reptilian"]
    | fight.fallen.*.side = ["rival"] | fight.over = null | fight.position.rival.lineup = []
You were hoping that the other units would defeat the Reptilian (p.27)
  up to 5
  fix reptilian gone && options krak --json -> targets.targets = ["rival-archer"]
Command by command or in one line, the turn ends on the same board; the rival's comes again (p.27)
  up to 8
  turn end && fight --json -> fight.turn_of = rival | fight.turn = 4
  fight -> The rival's turn is next
  board --json -> keep board
  undo --turn && turn '{WHOLE}' && board --json -> is board
The log has every sentence of both turns, from the set-up on
  turn '{WHOLE}'
  fight log -> Stun goes on the rival | Krakenlance moves E4 | Pull | Reptilian is defeated
""",
    **UP_TO,
)
def test_your_turn_is_that_of_the_rulebook(story: Story, rivals: Path, tmp_path: Path) -> None:
    story.play(tmp_path, rivals)


def test_the_rival_s_turn_is_that_of_the_rulebook(rivals: Path) -> None:
    """The Archer on hex 1, Stun for nobody, Adrenaline on the Reptilian, both moves, and two hits (p.21-24)."""
    events = json.loads((rivals / "turn.json").read_text())["events"]
    told = {event["event"]: event for event in events}
    assert (told["deployed"]["unit"], told["deployed"]["hex"], told["deployed"]["number"]) == ("rival-archer", "A4", 1)
    assert told["tactic-passed-over"]["chip"] == "stun"
    assert (told["tactic-placed"]["chip"], told["tactic-placed"]["unit"]) == ("adrenaline", "reptilian")
    moved = [(event["unit"], event["start"], event["end"]) for event in events if event["event"] == "moved"]
    assert moved == [("rival-defender", "A3", "B3"), ("reptilian", "B4", "D4")]
    attacked = told["attacked"]
    assert (attacked["unit"], attacked["target"], attacked["hits"]) == ("reptilian", "defender", 2)
    assert all(event["page"] for event in events)
