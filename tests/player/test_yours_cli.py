"""Your turn by single commands: legal is done, illegal refused with its page; what any one unit may do, and why not."""

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoplo_companion.rules.player.options import begin, options
from hoplo_companion.rules.player.unit_options import unit_moves, unit_targets
from hoplo_companion.rules.position.reading import PositionReader, answer
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import done, hoplo
from tests.helpers.proofs import proofs
from tests.helpers.stories import Story, stories
from tests.scenarios.test_rulebook_fight import RIVALS, STEPS, begun, rivals  # noqa: F401 (fixtures)
from tests.soak.random_positions import random_position

BRAWL = "Brawl: bloodshed, lineup bag, yours hero camp"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rivals: Path) -> Path:  # noqa: F811
    """Sit down where your turn of the rulebook's example begins (p.25)."""
    return _copied(rivals, tmp_path, monkeypatch)


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


OUTSIDE = "\n".join(f"  {line} -> 2 | a stand-alone fight, outside a campaign" for line in (
    "bag", "map --json", "travel", "travel Reef --json", "route Reef", "event", "event accept --json", "event spectate",
    "pad week mark", "pad influence 1 --json", "odyssey", "stack", "pad heal", "camp recruit archer",
    "bane draw Ruin:bag",
))  # fmt: skip
"""What only a campaign has."""


@stories(f"""
Illegal actions of every sort: exit 3, the page, what is legal; the fight stands as it stood (p.25-27)
  turn deploy archer E3 -> 3 | one-line | (p.25) | you may: E1, E2 | unchanged
  turn deploy reptilian E1 -> 3 | one-line | (p.25) | archer, attacker | unchanged
  turn tactic nonsense def -> 3 | one-line | (p.25 | you may: stun | unchanged
  turn move krak D4 -> 3 | one-line | occupied by Reptilian (p.26) | krakenlance C5 | unchanged
  turn ability def taunt -> 3 | one-line | (p.26) | unchanged
  turn attack krak my-defender 1 -> 3 | one-line | it is not an opponent (p.27) | krakenlance reptilian | unchanged
  turn special def throw -> 3 | one-line | (p.27) | unchanged
  pad bless reinforce -> 3 | one-line | (p.13) | unchanged
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
  turn surrender -> 3
  turn surrender! && fight --json -> fight.over = surrendered
An attack without hits waits for them: nothing else is done before it is answered, and nothing is lost (p.27)
  turn attack krak rep -> 2 | the number of hits, 0 to 2
  turn attack def rep 1 -> 3 | attack krak rep | the number of hits, 0 to 2
  turn end -> 3 | attack krak rep | the number of hits, 0 to 2
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
  write {{tmp}}/a '{{"question": "attack.dice", "unit": "krakenlance", "answer": [true, false]}}'
  turn attack krak rep --answers {{tmp}}/a --json -> events.*.hits has 1
  turn attack def rep --answers {{tmp}}/a -> 1 | is for unit 'krakenlance'
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
  write {{tmp}}/a 1 && fix rep hp 1
  turn 'attack def rep; attack krak rep; end' --answers {{tmp}}/a -> 3 | done and kept before that: attack def rep
  fight --json -> fight.position.units.*.id lacks reptilian | fight.turn_of = player
A fight that is over takes no more
  turn surrender --json -> over = surrendered
  turn end -> 3 | the combat is over | hoplo cleanup
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
{OUTSIDE}
  pad && camp && doctor && save list && history && fix pad.hp 3 --why x
""")
def test_your_turn_by_commands(story: Story, tmp_path: Path, home: Path) -> None:
    story.play(tmp_path)


WAIT = "3 | the rival's turn comes now | (p.20"


@stories(f"""
turn.rival-first: In the rival's turn yours has to wait, but for a surrender at its start (p.20, 28)
  fight --json -> keep start
{chr(10).join(f"  {line} -> {WAIT}" for line in [*STEPS, "turn end", "pad bless reinforce"])}
  fight --json -> is start
  options --json -> turn_of = rival | start = ["surrender"] | move = {{}} | question = null
  options -> hoplo rival-turn
  rival-turn -> 2
  options --json -> start = [] | question.id = tactic.target
  board && fight && options rep && why rep && why-not rep C4 && check && options krak -> as if it began now
  turn surrender -> 3
""")
def test_in_the_rival_s_turn(story: Story, tmp_path: Path, before: Path) -> None:
    story.play(tmp_path)
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
A unit's name may be cut short, and programs read both
  options krak --example --json -> moves.unit = krakenlance | moves.hex = F3 | targets.unit = krakenlance
    | targets.hex = F3
  options rept --example --plain -> Reptilian (E2)
  options krakk --example -> 2
  options krakenlans --example -> 2 | did you mean krakenlance
  options krak -> 2
The lines of what a unit may do
  options krak --example --plain -> Krakenlance (F3) may move 1 step E3, E4, F2, F4, G3 | may use Trident Throw
    | Krakenlance cannot attack Reptilian: it is 2 hexes away, and the Range is 1. p.27
  options reptilian --example --plain
    -> would move, if it moved first marks Krakenlance holds the trident 1 step E3, F2
""")
def test_fights_of_other_sorts_and_what_a_unit_may_do(story: Story, tmp_path: Path) -> None:
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


FOES = "r rival C4 hp9 mv1 blue, s rival A1 hp2 blue, d player - hl3"
CANNOT = "status: cannot; destinations: -; why rule"

test_units = proofs(f"""
Your unit is shown every hex with its steps
  h player C3 hero mv2 hp3 blue, {FOES}
    may-move h -> status: moves; hex: C3; destinations: A2+A3+B1+B2+B3+B4+C1+C2+C3+D2+D3+D4+D5+E2+E3+E4; steps *: \
      B2 1, B3 1, C2 1, D3 1, D4 1, A2 2, A3 2, B1 2, B4 2, C1 2, C3 2, D2 2, D5 2, E2 2, E3 2, E4 2
What keeps your unit from moving is told
  h player C3 dazed, {FOES}: may-move h -> {CANNOT}: combat.dazed
  h player C3, r rival C4 Combat_Lock: may-move h -> {CANNOT}: skill.combat-lock
  h player C3 hero mv2 hp3 blue, {FOES}: may-move h move h B2 -> {CANNOT}: yours.once
  h player C3 hero mv2 hp3 blue, {FOES}: may-move h attack h r 0 -> {CANNOT}: turn.steps
  h player C3 mv0, {FOES}: may-move h -> {CANNOT}: yours.move
  h player - hl3, x player C3, {FOES}: may-move h -> {CANNOT}: combat.only-in-combat
A unit that roams is shown where the die may lead it
  h player C3 mv1 Roaming, s rival G1
    may-move h -> status: roams; why rule: skill.roaming; destinations: B2+B3+C2+C4+D3+D4
  r rival C3 mv1 Roaming, h player G1
    may-move r, step=movement -> status: roams; destinations: B2+B3+C2+C4+D3+D4
A rival is shown as if it moved first, an arena unit as in its own turn: the rival beside it is its opponent
  r rival A1 mv1, h player D3 hero, e rival B1, w rival D4 mv1, z rival G1 dazed | step=engage
    may-move r -> status: moves; marks target priority: h any; destinations: B2; steps *: B2 1
    may-move w -> status: stays; why rule: movement.in-range
    may-move z -> status: dazed; why rule: movement.dazed
  b arena A1 mv2, r rival B1 hp3, h player G1: may-move b, step=movement -> status: stays
Your targets, and what keeps you from the others
  h player C3 hero hp3 blue rg2 Heave, t rival C4 Taunt, r rival C5, s rival G1, d player -
    may-target h -> targets: t; specials: Heave; why: -; others.r.rule: skill.taunt; others.s.rule: yours.attack
  h player C3 blue, a player B4 blue rg3, r rival C4 hp3 Deflect
    may-target h attack a r 1 -> others.r.rule: skill.deflect
    may-target a attack a r 1 -> why rule: yours.once
What keeps a unit from any target is told
  h player C3 dazed, {FOES}: may-target h -> targets: -; why rule: combat.dazed
  h player C3, r rival C4 dazed: may-target r -> targets: -; why rule: combat.dazed
  h player C3 hero mv2 hp3 blue, {FOES}: may-target d -> targets: -; why rule: combat.only-in-combat
  h player C3: may-target h -> targets: -; why rule: term.opponent
A rival's targets are those of its list and skills
  r rival C3 blue, h player C4 hero hp1, a player D3 hp5, x player G1 | step=engage, list=hero strongest
    may-target r -> targets: h; others.a.rule: engage.target; others.a.why: the rival Attacker does not attack your \
      Attacker (a): its priority list names another target; others.x.rule: engage.target; others.x.why: the rival \
      Attacker cannot attack your Attacker (x): it is 4 hexes away, and the Range is 1
  r rival C3 blue Whirlwind, h player C4, a player D3 | step=engage
    may-target r -> targets: -; specials: Whirlwind; others.h.rule: engage.special
""")


@pytest.mark.parametrize("part", range(4))
def test_what_is_shown_is_what_solve_and_options_say(part: int, reader: PositionReader) -> None:
    """On random boards: rivals as in the machine interface, yours as in the list of all options."""
    random = Random(70 + part)
    for _ in range(25):
        given = random_position(random, "movement")
        board = reader.read(json.dumps(given).encode())
        solved: dict[str, Any] = answer(board)["units"]
        moved = {"moved": [unit["id"] for unit in given["units"]]}
        later = reader.read(json.dumps({**given, "step": "engage", "state": moved}).encode())
        engaged = answer(later)["units"]
        found = options(begin(board)[0])
        for unit in board.in_arena():
            shown, aims = unit_moves(board, unit), unit_targets(later if unit.side == "rival" else board, unit)
            if unit.side == "rival":
                assert shown.status in (solved[unit.id]["status"], "roams")
                assert shown.destinations == solved[unit.id]["destinations"]
                assert [mark["target"] for mark in shown.marks] == [each["target"] for each in solved[unit.id]["marks"]]
                assert aims.targets == engaged[unit.id]["targets"]
            elif unit.side == "player":
                assert shown.destinations == found.move.get(unit.id, []) or shown.status == "roams"
                assert aims.targets == found.attack.get(unit.id, [])
            assert aims.targets or aims.why or aims.others
            assert shown.destinations or shown.why
