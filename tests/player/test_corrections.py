"""The fight put right by hand: every form, every refusal, the notes, `check` and `fix`, and what is typed for a fix."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.render.fight import fight_lines
from hoplo_companion.rules.by_hand import OF_COMBAT, OF_UNIT, chips_to_lay, offered
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.goals import won_by
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.fight import doubts
from tests.helpers import fights_on_disk
from tests.helpers.boards import combat
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights import Table, ready, told
from tests.helpers.fights_on_disk import on_disk, said
from tests.helpers.proofs import proofs
from tests.helpers.setting_up import fights
from tests.helpers.stories import Story, stories
from tests.helpers.table_games import Scene, scenes
from tests.soak.random_corrections import hold_corrections


def standing(table: Table) -> str:
    """How the fight stands, as `hoplo fight` says it."""
    game = table.game
    return "\n".join(span.text for line in fight_lines(game.fight, game.combat, game.question()) for span in line)


FIGHTS = fights(
    {"all": told},
    won_by=lambda table: won_by(table.game.combat),
    to_lay=lambda table: chips_to_lay(table.game.combat),
    doubts=lambda table, *words: " ".join(words) in "\n".join(doubts(table.game)),
    stands=lambda table, *words: " ".join(words) in standing(table),
    points=lambda table: table.game.combat.points,
)


@scenes("""
fight.corrected: A unit of the lineup, of the camp or from elsewhere is placed
  on brawl attacker knows=all -> lineup-ids: murmillo rival-attacker
  put place murmillo C3 2 -> at murmillo: C3 | unit.hp murmillo: 2 | unit.side murmillo: rival
    | lineup-ids: rival-attacker
  put place krakenlance E3 -> at krakenlance: E3 | unit.hp krakenlance: 6
  put place secutor D4 rival -> unit.side secutor: rival | unit.hp secutor: 4
  put place secutor D5 arena 1 -> in-arena arena: secutor-2 1 | fight.last.words: place secutor D5 arena 1
    | fight.last.note: seen
What cannot be so is refused, and nothing is kept
  on brawl attacker knows=all
  put place murmillo C3; put place krakenlance E3 -> kept: 4
  no put place archer Z9 -> 'Z9' is not on this mat
  no put place archer C3 -> is on C3: move or remove it first
  no put place archer D3 0 -> whole number from 1 to
  no put place archer D3 two -> 'two' is not a whole number
  no put place archer D3 2 3 -> write UNIT HEX
  no put place archer -> write UNIT HEX
  no put place archre D3 -> did you mean archer
  no put place secutor D3 -> add whose it is
  no put place nonsense D3 rival -> no chip is called
  no put move nobody D3 -> There is no unit 'nobody' here
  no put move krakenlance C3 -> is on C3: move or remove it first
  no put move krakenlance -> write UNIT HEX
  no put remove nobody -> There is no unit
  no put remove krakenlance lineup -> is not the rival's
  no put remove murmillo camp -> is not yours, so it does not go to your camp
  no put remove krakenlance bag -> is not in 'bag'
  no put remove -> write UNIT gone
  no put set krakenlance hp 0 -> from 1 to
  no put set krakenlance hp many -> not a whole number
  no put set krakenlance hp 99999999 -> not a whole number
  no put set krakenlance hp -1 -> not a whole number
  no put set krakenlance hp ٣ -> not a whole number
  no put set krakenlance dazed perhaps -> neither yes nor no
  no put set krakenlance tactics stun -> never placed on elite units
  no put set archer tactics stunn -> did you mean stun
  no put set krakenlance tribune yes -> The tribune is a rival unit
  no put set krakenlance size 3 -> write UNIT hp
  no put set nobody hp 3 -> There is no unit
  no put set trident Z9 -> 'Z9' is not on this mat: its columns are A to G.
  no put set flag D3 -> There is a flag in Capture the Flag alone
  no put set scion-dice green+1 -> Only a scion has a pool of dice
  no put set scion-defeats 1 -> Only a scion is defeated several times
  no put set krakenlance gains stun -> never placed on elite units
  no put set points 6 -> Points are counted in King of the Hill alone
  no put set turn 0 -> from 1 to
  no put set act 5 -> it is 1, 2, 3 or 4
  no put set step dinner -> known steps
  no put set lineup nobody -> There is no unit
  no put set hero maybe -> neither yes nor no
  no put set camp-units x -> not a whole number
  no put set blessings x -> not a whole number
  no put set poins 3 -> did you mean points
  no put set -> write UNIT
  no put shove archer D3 -> is not a correction
  still -> kept: 4
A unit that is moved stands there, and nothing else changes; names may be cut short, hexes in any case
  on brawl attacker knows=all
  put place krakenlance E3 3; put move krakenlance F3 -> at krakenlance: F3 | unit.hp krakenlance: 3
  put move krakenlance F3; put move krak e4 -> at krakenlance: E4 | turn_of: rival
A unit that is removed lies face down, or is back in camp or lineup; what it held stays on its hex (p.27)
  on brawl attacker knows=all
  put place murmillo C3; put place rival-attacker C4; put place archer E4; put set trident archer; put remove archer
    -> fight.fallen.*.unit: archer | place trident: E4
  put place archer E4 player -> fight.fallen: none
  put remove murmillo lineup -> lineup-ids: murmillo
  put remove archer camp -> unit.hex archer: 0
  put remove rival-attacker defeated -> fight.fallen.*.unit: rival-attacker
Everything that is said of a unit is set
  on brawl attacker knows=all
  put place murmillo C3; put place rival-attacker C4; put set murmillo hp 12; put set murmillo dazed yes
    -> unit.hp murmillo: 12 | unit.dazed murmillo: yes
  put set murmillo tactics stun,hamstring; put set murmillo tribune yes -> unit.tactics murmillo: stun hamstring
    | unit.tribune murmillo: yes
  no put set rival-attacker tribune yes -> Only one unit is the tribune
  put set murmillo dazed no; put set murmillo tactics none; put set murmillo tribune no -> unit.dazed murmillo: no
    | unit.tactics murmillo: none | unit.tribune murmillo: no
  put set rival-attacker tribune yes; put set rival-attacker hex C5; put set rival-attacker gains stun
    -> at rival-attacker: C5 | unit.tactics rival-attacker: stun
  put set rival-attacker loses stun; put set rival-attacker dazed later; put set rival-attacker awake
    -> unit.tactics rival-attacker: none | unit.dazed rival-attacker: no
Everything that is said of the combat is set, and the pad shows it too
  on brawl attacker knows=all
  put set turn 7; put set act 2; put set step engage -> combat.turn: 7 | combat.act: 2 | combat.step: engage
  put set lineup rival-attacker,murmillo -> lineup-ids: rival-attacker murmillo
  put set tactics adrenaline; put set rival-tactics stun,stun -> tactics: stun stun | combat.yours.tactics: adrenaline
  put set camp-units 1; put set hero no; put set blessings 4 -> combat.yours.camp_units: 1 | combat.yours.hero: no
    | combat.yours.blessings: 4 | campaign.pad.blessings: 4
  put set cap 3; put set scion-dice none; put set ruling equip.rival=no; put set lineup none -> lineup-ids: none
    | combat.yours.cap: 3
  put place krakenlance E3; put set krakenlance hp 2 -> campaign.pad.hp: 2
fight.corrected: Points set by hand win the hill at six
  on games knows=all kind=sport region=parthians sport=king-of-the-hill
  first; put set points 5 -> points: 5 | over: none
  no put set points many -> not a whole number
  put set points 6 -> points: 6 | over: goal-met | won_by: king.points
  on games knows=all kind=sport region=parthians sport=king-of-the-hill
  first; put set points 7 -> points: 7 | over: goal-met
Chips are laid on hexes, with units, and off the mat
  on games knows=all kind=sport region=parthians sport=capture-the-flag
  first -> to_lay: flag chariot
  put place krakenlance E3; put place murmillo C3; put set flag krakenlance -> combat.flag.holder: krakenlance
  no put set flag murmillo -> Only a unit of yours can hold the flag
  no put set flag Z9 -> 'Z9' is not on this mat: its columns are A to G.
  put set flag D4; put set chariot none -> combat.chips: none
  put set chariot D2 -> place chariot: D2
A unit removed in the middle of a turn no longer acts, and the turn goes on
  on brawl attacker knows=all
  put place murmillo C3; put place rival-attacker C4; put place krakenlance D4; put place archer D3
  begin rival-turn -> fight.under_way: yes | question.id: attack.dice
  put remove murmillo -> question.unit: rival-attacker
  put remove rival-attacker -> turn_of: player
A board without rivals is over when the rules next look: putting the mat right ends no combat
  on brawl attacker knows=all
  put place krakenlance E3 -> stands needed to win: no
  put set lineup none -> turn_of: rival | stands Every rival unit needed to win is defeated: yes
  rival-turn -> over: goal-met
More chips than the box has are doubtful, and not refused
  on brawl attacker knows=all
  put place murmillo C3 40; put place krakenlance E3 35; put set rival-tactics stun,stun,stun,stun,stun
    -> doubts 40 blue health chips are needed, and the box has 34: yes | doubts 35 red health chips: yes
    | doubts 6 of stun are in play: yes
  put set tactics adrenaline,adrenaline,adrenaline,hamstring,hamstring,hamstring,hamstring,hamstring
    -> doubts tactics are in play, and the box has 12: yes
""")
def test_the_fight_is_put_right(scene: Scene) -> None:
    FIGHTS.play(scene)


test_boards = proofs("""
fight.corrected: With nobody in combat and nobody left to deploy the combat is lost at once (p.28)
  krak player E3 hp3, a player - hp2, r rival C3 hp3 | player.camp_units=2, player.hero=false
    correct set camp-units 0 -> combat over: -; CombatEnded rule: none
  a player - hp2, r rival C3 hp3 | player.camp_units=2, player.hero=false
    correct set camp-units 1 -> combat over: -; CombatEnded rule: none
    correct set camp-units 0 -> combat over: troop-gone; CombatEnded rule: end.troop-gone
fight.corrected: By hand is no movement: only what the card hands to whoever shares the hex is taken up (p.35-36)
  x player E3, r rival A1 | chips.trident=D3
    correct move x D3 -> place trident: D3
    correct set x hex D3 -> place trident: D3
    correct move x D3, arena=atlanteans -> place trident: x
    correct set x hex D3, arena=atlanteans -> place trident: x
  x player -, r rival A1 | chips.trident=D3
    correct place x D3 -> place trident: D3
    correct place x D3, arena=atlanteans -> place trident: x
fight.corrected: A blocked hex takes nobody
  a player -, r rival A1 | arena.blocked=C3/: correct place a C3 -> refused: C3 is a blocked hex…
flag.home, fight.corrected: A flagholder put on its home hex by hand wins, by the reading home.by-hand; from one such \
  hex to another it has not come home
  x player G1, r rival A1 | event=capture-the-flag, flag=@x: correct move x G2 -> combat over: -
  x player D4, r rival A1 | event=capture-the-flag, flag=@x
    correct move x G1 -> combat over: goal-met; CombatEnded rulings: home.by-hand
fight.corrected: A ruling set by hand leaves those that were set
  r rival A1, y player G2
    correct set ruling equip.rival=no > correct set ruling distance.words=hexes -> combat rulings.given: \
equip.rival+distance.words
fight.corrected: A unit taken to camp by hand, or back into the lineup, is dazed no more
  y player C3 hp2 hl4 dazed +adrenaline, x player C4, r rival A1
    correct remove y camp -> hp y: 2; combat units.y.hex: 0; combat units.y.dazed: no; combat units.y.tactics: -
  r rival C3 hp2 dazed +adrenaline, s rival A1, y player G2
    correct remove r lineup -> combat lineup: r; combat bench.r.hex: 0; combat bench.r.hp: -; \
combat bench.r.dazed: no; combat bench.r.tactics: -
fight.corrected: Whoever is set on a hex keeps what HP it has
  x player C3 hl4 hp2, r rival A1: correct set x hex G2 -> at x: G2; hp x: 2
""")


@pytest.mark.rule("fight.corrected")
def test_a_unit_in_camp_that_is_set_on_a_hex_comes_with_its_health() -> None:
    """Whoever is set on a hex without having been on the mat has its full HP."""
    board = combat("movement", ["y player - hl4", "r rival A1"])
    board = board.with_unit(replace(board.units["y"], hp=None))
    now = correct(board, ["set", "y", "hex", "G2"])[0].units["y"]
    assert (board.arena.mat.name(now.hex), now.hp) == ("G2", 4)


def test_what_may_come_behind_the_words_of_a_setting() -> None:
    """Behind a chip come the hexes, the units and nobody; behind a unit what is set of it."""
    board = combat("movement", ["r rival B2", "a player G1"], chips={"trident": "E1"})
    assert {"A1", "r", "a", "none"} <= {*offered(board, ["trident"])}
    assert offered(board, ["r"]) == [*OF_UNIT]
    assert {"r", "trident", "points"} <= {*offered(board, [])}
    assert set(OF_UNIT) == {"hp", "hex", "dazed", "awake", "defeated", "tactics", "gains", "loses", "tribune"}
    assert set(OF_COMBAT) == {
        "turn", "act", "step", "lineup", "tactics", "rival-tactics", "camp-units", "hero", "blessings", "cap",
        "scion-dice", "ruling", "over", "points", "scion-defeats",
    }  # fmt: skip


def test_whatever_a_correction_makes_of_a_board_is_a_position_that_can_be_read(reader: PositionReader) -> None:
    """One verdict: what reading refuses cannot be set, and what has been set is read as it was written."""
    assert hold_corrections(60, 27, reader) > 60


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
  fix fight.points x -> 3 | unchanged
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


WHY = ("--why", "test")


@pytest.fixture
def first_game() -> None:
    """Begin the first campaign at a home of its own."""
    done("new", "--first-game")


RUIN, SHADE = {"name": "Ruin", "kind": "bag"}, {"name": "Shade", "kind": "unit"}


@pytest.mark.usefixtures("first_game")
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


@pytest.mark.usefixtures("first_game")
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


@pytest.mark.usefixtures("first_game")
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


@pytest.mark.usefixtures("first_game")
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


@pytest.mark.usefixtures("first_game")
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
