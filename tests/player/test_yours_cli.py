"""Your turn in a tracked fight by single commands: legal is done, illegal is refused with its page, nothing lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import Ran, done, hoplo
from tests.helpers.stories import Story, stories
from tests.scenarios.test_rulebook_fight import RIVALS, STEPS, begun, rivals  # noqa: F401 (fixtures)

BRAWL = "Brawl: bloodshed, lineup bag, yours hero camp"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rivals: tuple[Path, Ran]) -> Path:  # noqa: F811
    """Sit down where your turn of the rulebook's example begins (p.25)."""
    return _copied(rivals[0], tmp_path, monkeypatch)


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: Path) -> Path:  # noqa: F811
    """Sit down where the rival's turn of the rulebook's example begins (p.21)."""
    return _copied(begun, tmp_path, monkeypatch)


def _copied(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = Path(shutil.copytree(source, tmp_path / "home"))
    monkeypatch.setenv("HOPLO_HOME", str(home))
    return home


def fight() -> Any:
    return hoplo("fight", "--json").json["fight"]


@stories("""
yours.deploy-hex, yours.tactic, yours.ability, yours.special: Illegal actions of every sort: exit 3, the page, what is \
    legal; the fight stands as it stood (p.25-27)
  turn deploy archer E3 -> 3 | one-line | (p.25) | you may: E1, E2 | unchanged
  turn deploy reptilian E1 -> 3 | one-line | (p.25) | archer, attacker | unchanged
  turn tactic nonsense def -> 3 | one-line | (p.25 | you may: stun | unchanged
  turn tactic stun nobody -> 3 | one-line | (p.25 | you may: | unchanged
  turn move krak D4 -> 3 | one-line | occupied by Reptilian (p.26) | krakenlance C5 | unchanged
  turn move reptilian C4 -> 3 | one-line | (p.21) | krakenlance, defender | unchanged
  turn ability def taunt -> 3 | one-line | (p.26) | unchanged
  turn attack krak my-defender 1 -> 3 | one-line | it is not an opponent (p.27) | krakenlance reptilian | unchanged
  turn attack krak nobody 1 -> 3 | one-line | (p.27) | krakenlance reptilian | unchanged
  turn special def throw -> 3 | one-line | (p.27) | unchanged
  pad bless reinforce -> 3 | one-line | (p.13) | unchanged
  pad bless survive -> 3 | one-line | (p.13) | unchanged
  rival-turn -> 3 | one-line | (p.20 | hoplo options | unchanged
  arena-turn -> 3 | one-line | (p.20 | hoplo options | unchanged
A name that means several units or none is said to
  turn tactic stun defender -> 2 | my-defender, rival-defender
  turn move krakenlnce C5 -> 3 | did you mean krakenlance?
  turn tactic stun rival-def && turn move kra c5 && fight --json -> fight.position.units.krakenlance.hex = C5
Anyway is a house ruling that the fight remembers
  turn move krak A1 --anyway -> Done anyway, by your own ruling
  fight --json -> fight.house_rulings = ["yours.move"]
  fight -> Your own rulings against: Movement Step, p.26
  history --last 1 -> Done anyway
  turn move def A1 --anyway -> 3 | occupied by Krakenlance
  turn deploy archer D1 --anyway --json -> events.0.rule = turn.steps | events.1.rule = yours.deploy-hex
An attack without hits waits for them: nothing else is done before it is answered, and nothing is lost (p.27)
  turn attack krak rep -> 2 | the number of hits, 0 to 2
  turn deploy archer E2 -> 3 | attack krak rep | the number of hits, 0 to 2
  turn attack def rep 1 -> 3 | attack krak rep | the number of hits, 0 to 2
  turn end -> 3 | attack krak rep | the number of hits, 0 to 2
  turn surrender -> 3 | attack krak rep | the number of hits, 0 to 2
  rival-turn -> 3 | attack krak rep | the number of hits, 0 to 2
  turn attack krak rival-def -> 3 | attack krak rep | the number of hits, 0 to 2
  options -> how many hits?
  options --json -> question.id = attack.dice
  answer 3 -> 3 | 0 to 2
  answer 1 && fight --json -> fight.position.units.reptilian.hp = 2
  answer 1 -> 2
  undo && turn attack krak rep 2 && fight --json -> fight.position.units.reptilian.hp = 1
What is typed on one line is taken back and done again as one; an answer given later is a step of its own
  fight --json -> keep start
  turn attack krak rep 2 && fight --json -> keep end
  undo && fight --json -> is start
  redo && fight --json -> is end
  undo && turn attack krak rep -> 2
  answer 2 && undo && fight --json -> fight.under_way = attack | fight.position.units.reptilian.hp = 3
  undo && fight --json -> fight.under_way = null
An answer too many is said, and the others are kept
  turn attack krak rep -> 2
  answer 1 archer -> 2 | nothing asks for 'archer'
  fight --json -> fight.position.units.reptilian.hp = 2
Answers come from a file or from the app
  write {tmp}/a '{"question": "attack.dice", "unit": "krakenlance", "answer": [true, false]}'
  turn attack krak rep --answers {tmp}/a --json -> events.*.hits has 1
  turn attack def rep --answers {tmp}/a -> 1 | is for unit 'krakenlance'
  answer --auto first --seed 1 && fight --json -> fight.under_way = null
  undo && undo && turn attack def rep --auto random --seed 1 --plain -> 1 black die | not \x1b
A line is checked whole before its first action: however the dice fall, nothing of it is done
  turn 'deploy archer E2; move krak A1; end' --auto first -> 3 | its Movement | nothing in the line was done | unchanged
  turn 'krak e4; arc e2; end' --auto first -> 3 | Your Deployment Step is over | nothing in the line was done
    | unchanged
  turn 'krak e4; def>lizard; end' --auto first -> 3 | which is not in combat | nothing in the line was done | unchanged
  turn 'attack def rep; attack def rep; end' --auto first -> 3 | has attacked | nothing in the line was done | unchanged
  turn 'attack def rep; move krak E4; end' --auto first -> 3 | Your Movement Step is over | unchanged
  turn 'move krak C5; dance; end' -> 2 | known actions | unchanged
  turn 'move! krak A1; end' && fight --json -> fight.turn_of = rival
A line that the dice stop keeps what came before
  write {tmp}/a 1 && fix rep hp 1
  turn 'attack def rep; attack krak rep; end' --answers {tmp}/a -> 3 | done and kept before that: attack def rep
  fight --json -> fight.position.units.*.id lacks reptilian | fight.turn_of = player
surrender.start: A fight that is over takes no more
  turn surrender --json -> over = surrendered
  turn end -> 3 | the combat is over | hoplo cleanup
  turn surrender -> 3 | the combat is over | hoplo cleanup
  rival-turn -> 3 | the combat is over | hoplo cleanup
  turn deploy archer E1 -> 3 | the combat is over | hoplo cleanup
  --plain -> Combat lost
  cleanup --won -> 2 | the fight was lost
  cleanup --lost -> is lost.
hoplo alone shows the fight that is on
  --plain -> a stand-alone fight | It is your turn: `hoplo options`
  --json -> apart = true | fight.points = 2 | fight.turn_of = player
  turn attack krak rep -> 2
  --plain -> how many hits?
  answer 0 && fight drop
  --plain -> `hoplo fight start` sets up another
  --json -> fight = null
A fight of its own says what it has not
  bag -> 2 | a stand-alone fight, outside a campaign
  map --json -> 2 | a stand-alone fight, outside a campaign
  travel -> 2 | a stand-alone fight, outside a campaign
  travel Reef --json -> 2 | a stand-alone fight, outside a campaign
  route Reef -> 2 | a stand-alone fight, outside a campaign
  event -> 2 | a stand-alone fight, outside a campaign
  event accept --json -> 2 | a stand-alone fight, outside a campaign
  event spectate -> 2 | a stand-alone fight, outside a campaign
  pad week mark -> 2 | a stand-alone fight, outside a campaign
  pad influence 1 --json -> 2 | a stand-alone fight, outside a campaign
  odyssey -> 2 | a stand-alone fight, outside a campaign
  stack -> 2 | a stand-alone fight, outside a campaign
  pad heal -> 2 | a stand-alone fight, outside a campaign
  camp recruit archer -> 2 | a stand-alone fight, outside a campaign
  bane draw Ruin:bag -> 2 | a stand-alone fight, outside a campaign
  pad && camp && doctor && save list && history && fix pad.hp 3 --why x
""")
def test_your_turn_by_commands(story: Story, tmp_path: Path, home: Path) -> None:
    story.play(tmp_path)


@pytest.mark.rule("turn.rival-first")
def test_in_the_rival_s_turn_yours_has_to_wait(before: Path) -> None:
    """At its start you may surrender; the rest of your commands say whose turn it is (p.20, 28)."""
    stands = fight()
    for line in [*STEPS, "turn end", "pad bless reinforce"]:
        hoplo(*line.split()).fails(3, "it is not your turn", "(p.20")
    assert fight() == stands
    options = hoplo("options", "--json").json
    assert (options["turn_of"], options["start"], options["move"], options["question"]) == (
        "rival", ["surrender"], {}, None,
    )  # fmt: skip
    assert "hoplo rival-turn" in hoplo("options").out
    assert hoplo("rival-turn").code == 2
    middle = hoplo("options", "--json").json
    assert (middle["start"], middle["question"]["id"]) == ([], "tactic.target")
    for command in ("board", "fight", "options krak", "options rep", "why rep", "why-not rep C4", "check"):
        assert hoplo(*command.split()).code == 0, command
    assert "as if it began now" in hoplo("options", "krak").err
    assert hoplo("turn", "surrender").code == 3
    for given in RIVALS:
        hoplo("answer", str(given))
    assert fight()["turn_of"] == "player"


COMMANDS = [
    *STEPS, "turn end", "turn surrender", "answer 1", "pad bless survive", "fight", "fight log", "fight drop",
    "options", "options krak", "options krak", "board", "check", "fix krak D3", "fix krak hp 3", "fix krak gone",
]  # fmt: skip


def test_without_a_campaign_or_a_fight_every_command_says_what_to_do() -> None:
    for line in COMMANDS:
        ran = hoplo(*line.split())
        assert (ran.code in (2, 3), "hoplo new" in ran.err or "hoplo fight start" in ran.err) == (True, True), ran
    assert hoplo("new", "--first-game").code == 0
    for line in COMMANDS:
        if line == "pad bless survive":
            continue  # Outside a fight it crosses a blessing off the pad.
        ran = hoplo(*line.split())
        assert (ran.code in (2, 3), "hoplo fight start" in ran.err) == (True, True), (line, ran)


@pytest.mark.rule("blessing.survive")
def test_a_blessing_that_is_left_saves_the_hero_and_one_reinforces_at_the_start(before: Path) -> None:
    """A blessing that is left has to save the hero (p.27); reinforcing draws bag units up to Leadership (p.13)."""
    for line in ("fix blessings 2", "fix krakenlance hp 1", "fix defender E1", "fix reptilian D5"):
        done(*line.split())
    hoplo("rival-turn")
    assert hoplo("pad", "bless", "reinforce").code == 3
    while (asked := fight()["question"]) is not None:
        assert asked["id"] != "defeat.hero"
        hero = next(unit for unit in fight()["position"]["units"] if unit["id"] == "krakenlance")
        struck = asked["about"] == "krakenlance" and hero["hp"] == 1
        hoplo("answer", ("1" if struck else "0") if asked["kind"] == "dice" else asked["options"][0])
    assert hoplo("pad", "bless", "survive").code == 3, "your hero is not about to be defeated"
    stands = fight()
    hero = next(unit for unit in stands["position"]["units"] if unit["id"] == "krakenlance")
    assert (hero["hp"], stands["position"]["player"]["blessings"], stands["turn_of"]) == (6, 1, "player")
    ran = hoplo("pad", "bless", "reinforce", "--drawn", "tactician")
    assert ran.code in (0, 2), ran
    assert "tactician joins your camp" in ran.out.lower()
    while (asked := fight()["question"]) is not None:
        hoplo("answer", "tactician" if asked["kind"] == "chip" else "tactician, 1/2/3, green, Tactical")
    assert "tactician" in fight()["camp"]
    assert fight()["position"]["player"]["blessings"] == 0


ODD = ["", " ", "'", '"', "--", ";", "a\nb", "x" * 5000, "\N{DRAGON}", "-1", "1e9", "null", "[]", "my-", "rival-", "!"]


def test_nonsense_of_all_sorts_breaks_and_loses_nothing(home: Path) -> None:
    stands = fight()
    for odd in ODD:
        for words in (
            ["deploy", odd, odd], ["deploy", "archer", odd], ["tactic", odd, "rep"], ["tactic", "stun", odd],
            ["move", "krak", odd], ["move", odd, "C5"], ["ability", "krak", odd], ["attack", "krak", odd, odd],
            ["special", "krak", odd], ["special", odd, odd], ["pad", "bless", odd], ["answer", odd], ["turn", odd],
            ["turn", f"move {odd}"], ["place", odd, odd], ["fix", odd, odd], ["fix", "krak", odd, odd],
            ["remove", odd], ["moves", odd], ["targets", odd], ["options", odd], ["why", odd], ["why-not", odd, odd],
        ):  # fmt: skip
            ran = hoplo(*words)
            assert ran.code in (1, 2, 3) or fight() == stands, (words, ran)
            assert "Traceback" not in ran.err
    assert fight() == stands
    assert examine(Library(home), Library(home).current()) == []


@stories(f"""
A correction in the middle of a set-up goes on with it: with the lineup gone nothing asks for the tribune (p.19)
  fight start 'Show: sport koth, lineup bag bag, yours hero' --hero krakenlance --arena atlanteans -> 2
  answer reptilian reptilian -> 2
  fight --json -> fight.question.id = prepare.tribune
  fix lineup reptilian && answer D3
  fight --json -> fight.turn_of = rival | fight.position.chips = {{"trident": {{"hex": "D3"}}}}
  fix trident none && fix trident C3 && fight --json -> fight.position.chips = {{"trident": {{"hex": "C3"}}}}
A campaign shows its fight, and goes on after it
  new --first-game && travel Field --kind bloodshed
  data add unit 'Attacker: 2/1/4, blue blue' && data add unit 'Archer: 1/2/3, yellow blue' && data add unit \
    'Defender: 1/1/5, black'
  data add tactic 'Stun: temporary until end of its next turn, cannot move, cannot attack'
  data add tactic 'Adrenaline: permanent, movement +1' && data add tactic 'Hamstring: instant, daze'
  fight start '{BRAWL}' -> 2
  --plain -> which chip came out of the bag?
  --json -> apart = false | place = Field | fight.turn_of = set-up
  answer attacker D3
  --plain -> fight: Brawl
  turn surrender && cleanup --json && --json -> fight = null | phase = travel
""")
def test_fights_of_other_sorts(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_position_may_be_given_beside_the_fight(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps(fight()["position"] | {"turn": 9}))
    assert hoplo("options", "--json").json == hoplo("options", "--position", str(other), "--json").json
    assert done("board", "--position", str(other), "--json").json["turn"] == 9


def test_a_turn_comes_from_a_pipe_as_it_comes_from_a_line() -> None:
    """`hoplo turn -` reads the language of a turn from standard input, its lines one after the other."""
    board = "atl 3 | r: rep@C3 3 skills=- | p: krak@E3 6 skills=-"
    lines = ("turn", "krak e2; end", "--position", board, "--json")
    piped = hoplo("turn", "-", *lines[2:], stdin="krak e2\n\n  end\n")
    assert (piped.code, piped.out) == (0, hoplo(*lines).out)
    assert "'bogus' is not an action" in hoplo("turn", "-", *lines[2:], stdin="krak e2\nbogus").err
    assert hoplo("turn", "-", "--position", "-", stdin=board).code == 2
