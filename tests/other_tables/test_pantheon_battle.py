"""Attacks in a game of Pantheon, target by target, on its ground; stones, tokens, troops placed, the draft."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.turn import BOOK
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.render.pantheon import game_lines
from hoplo_companion.render.style import plain
from hoplo_companion.tables.actions import fill
from hoplo_companion.tables.slots import Filled, Slot
from tests.helpers.answering import evening
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories, tell
from tests.helpers.table_games import Scene, scenes
from tests.other_tables.test_pantheon_game import ANNA, BEN, BOARD, NL, ON_BOARD, TABLE, begun, do, played, refused
from tests.other_tables.test_pantheon_game import begin as begin_game

WALL = """\
1: open cap 3 at 0;0 | 2 wall, 3
2: open cap 3 at 1;0 | 4 chains
3: open cap 3 at 0;1 | 2
4: open cap 3 at 2;0
"""


@scenes("""
# Targets, ground, stones and tokens
pan.attack.area, pan.attack.area-allies, pan.attack.retaliation-area: It is led from target to target
  ON BOARD; draw; activate athena
  no attack area 9 -> No enemy is in area 9
  attack area 1 -> events: attack next-target | targets: ares pegasus hydra achilles
  wounds pegasus 5; wounds ares 1; wounds hydra 0 -> targets: achilles
  wounds achilles 1 -> turn.strikes: none | turn.struck: none
  no retaliate -> Nobody was attacked
pan.talent.guard: A guard becomes the target
  ON BOARD; draw; activate athena
  no attack ares; guard hydra -> pan.talent.guard
  no guard athena -> an attack is under way
  on 2
  ON BOARD; draw; pass; end; draw; activate ares; attack hydra; guard athena -> targets: athena
pan.talent.initiative, pan.attack.retaliation-once: Initiative retaliates before the attack
  on 2 ares:initiative
  ON BOARD; draw; activate achilles; attack ares; retaliate -> turn.strikes.*.attacker: achilles ares
  no wounds achilles 1; retaliate -> Ares. A unit retaliates once
  if wounds achilles 5 -> units.achilles.destroyed: yes | turn.strikes: none
  wounds achilles 1; wounds ares 2 -> units.achilles.hp: 4 | units.ares.hp: 7 | turn.struck: none
  on 2 ares:initiative athena:initiative
  no ON BOARD; draw; activate athena; attack ares; retaliate -> First enter the wounds
pan.talent.initiative, pan.talent.mighty-throw: Who was thrown out of range attacks no more
  on ground ares:initiative,mighty-throw
  place achilles 1; place ares 1; draw; activate achilles; attack ares; retaliate
  no throw 6 -> cannot be thrown to 6
  throw 2 -> units.achilles.area: 2
  no throw 1 -> Mighty Throw
  wounds achilles 0 -> turn.strikes: none | events: wounds too-far
  on 2
  no ON BOARD; draw; activate athena; attack ares; throw 2 -> Athena. Mighty Throw
pan.aow.evade: Who evades lets the attacker choose another target
  ON BOARD; draw; activate achilles; attack pegasus; manoeuvre evade ben -> turn.strikes: none | turn.redirect: attack
  attack ares -> turn.acted: attack
  no wounds ares 0; attack ares -> must differ
pan.talent.force-of-nature, pan.attack.range, pan.attack.visible, pan.attack.values: Values from the game and its ground
  on ground
  place athena 1; place ares 3; place leonidas 4; place pegasus 6; draw; activate athena
  if attack ares -> turn.strikes.0.distance: 1 | values.offence: 8 | values.defence: 7
  place hydra 1; place spartans 2; place ares 2
  # An adjacent full area.
  if attack ares -> turn.strikes.0.distance: 0
  if attack ares 1 -> turn.strikes.0.distance: 1
  no attack leonidas -> Area 4 is 2 areas away; the range is 1
  stats athena 7/8/3/2
  no place pegasus 5; attack pegasus -> is not visible: 2
  on ground athena:force-of-nature
  place athena 2; place ares 4; draw; activate athena
  no force; force -> has used Force of Nature
  no place athena off; force -> Athena. Force of Nature
  no place athena 1; force -> No 3D element
  force; attack ares -> elements: 2 0 | values.offence: 8
pan.move.walk, pan.terrain.lava, pan.terrain.polar, pan.move.full: Moves are checked on the ground
  on ground
  place achilles 1; place hydra 7; draw; activate achilles
  no walk 6 -> cannot reach 6
  no place achilles 3; walk 5 -> cannot reach 5; it can reach 1, 4, 2
  if walk 4 -> turn.phase: between | units.achilles.area: 4
  if run 5 -> units.achilles.hp: 4 | units.achilles.area: 5
  if done; activate hydra -> turn.polar: hydra | units.hydra.hp: 6
  place ares 2; place spartans 2; done
  no activate athena; deploy 2 -> cannot deploy in 2
pan.stones.one, pan.stones.drop, pan.stones.absorb, pan.talent.gem-collector, pan.destroyed: Stones lie in areas
  ON BOARD; stones 1; stones 4 2; draw; activate achilles; claim -> stones: 1 0, 4 2 | units.achilles.stone: yes
  no done; activate hydra; claim -> Area 1 has no unclaimed divine stone; areas with one: 4
  if done; activate hydra; claim 4; drop -> stones: 1 1, 4 1 | units.hydra.stone: no
  if wounds achilles 5 -> stones: 1 1, 4 2
  no done; place achilles 2; activate athena; absorb achilles -> Achilles. A divinity absorbs a stone of its area
  if drop; done; activate athena; absorb -> active.absorbed: 1 | stones: 1 0, 4 2
  no stones 4 12 -> from 0 to 9
  on 2
  no ON BOARD; stones 4; draw; activate athena; claim 4 -> Athena. Gem Collector
pan.powers.tokens: A power token is attacked without talents
  on 2 achilles:close-combat
  ON BOARD; draw; activate achilles; attack token 0 yes 4 -> values.defence: 4 | values.offence: 6
  wounds token 2 -> events: token-wounds | turn.strikes: none | turn.struck: none
pan.talent.leader: A leader sees a troop on the board, not a teammate's
  ON BOARD; draw; pass; end; draw; activate leonidas
  no leader spartans -> Spartans. Leader: .*visible allied troop
  on ground
  place leonidas 1; place achilles 2; place spartans 5; draw; pass; end; draw; activate leonidas
  no leader spartans -> is not visible
  on 4 team
  ON BOARD; place hoplites 2; draw; pass; end; draw; activate leonidas
  no leader hoplites -> Leader: .*visible allied troop
  if place spartans 2; leader spartans; activate spartans -> turn.activated: leonidas spartans
pan.attack.range, pan.terrain.polar: On an entered board a mistyped area is no distance, and polar is seen
  on ground
  place achilles 1; place ares 1; draw; activate achilles
  no attack area 9 -> '9' is not one of: 1, 2, 3, 4, 5, 6, 7
  no stones 9 -> '9' is not one of: 1, 2, 3, 4, 5, 6, 7
  no place athena 9 -> '9' is not one of: 1, 2, 3, 4, 5, 6, 7
  no walk 9 -> '9' is not one of: 1, 2, 3, 4, 5, 6, 7
  no claim 9 -> '9' is not one of: 1, 2, 3, 4, 5, 6, 7
  no polar -> pan.terrain.polar
pan.win.out, pan.retaliate-dead, pan.attack.values: What is destroyed is active no more, and may have dice all the same
  on 3
  place athena 1; place ares 1; place achilles 1; draw; activate achilles; wounds athena 9 -> turn.phase: between
  end -> active.name: Ben
  on 4
  ON BOARD; reading pan.retaliate-dead may; draw; activate athena; attack ares; wounds ares 9
  retaliate -> values.offence: 8
  on 2
  ON BOARD; stats athena 0/8/1/2; draw; activate athena; attack ares
  no dice 5 -> more than belongs here
  dice -> turn.struck: ares
pan.attack.range, pan.attack.wounds: An open attack is resolved or dropped by name
  ON BOARD; draw; activate athena; attack ares
  no walk 2 -> an attack is under way
  no claim -> an attack is under way
  no end -> an attack is under way
  no done -> an attack is under way
  no recall x -> an attack is under way
  no activate hydra -> an attack is under way
  if abandon -> events: abandoned | turn.strikes: none | turn.acted: attack
  no abandon; attack ares -> must differ
  wounds ares 1; retaliate
  no wounds athena 0; retaliate -> retaliat
pan.powers.types, pan.terrain.water: Powers of others, and those that attack
  ON BOARD; draw; activate athena
  no power active of hydra -> in the own activation
  if power permanent of hydra; power passive of hydra -> turn.powers: none
  power offensive -> turn.acted: attack | turn.redirect: attack
  attack ares -> turn.acted: attack | turn.strikes.*.attacker: athena
pan.stones.omphalos, pan.stones.mythology: An omphalos is taken once
  ON BOARD; draw; activate athena; absorb; omphalos take -> active.absorbed: 1
  no omphalos take -> pan.stones.omphalos
  no absorb -> A complex action is the only one

# Other readings
pan.deploy-again: Who was on the board deploys again, or not
  ON BOARD; place athena off; draw; activate athena
  if deploy 1 -> units.athena.area: 1
  no reading pan.deploy-again first; deploy 1 -> enters the game for the first time
  on 2
  draw; activate athena; reading pan.deploy-again first; deploy 1
pan.retaliate-dead: A destroyed unit retaliates, or not
  ON BOARD; draw; activate athena; attack pegasus; wounds pegasus 5
  no retaliate -> A destroyed unit does not retaliate
  reading pan.retaliate-dead may; retaliate; wounds athena 1 -> units.athena.hp: 8
pan.talent.block, pan.talent.gem-collector, pan.terrain.water: Block keeps stones of its own area
  on ground ares:block hydra:gem-collector
  place hydra 1; place ares 2; draw; activate hydra
  no stones 2; claim 2 -> pan.talent.block
  stones 1; claim 1; place ares 1 -> units.hydra.stone: yes
  on ground ares:block
  place hydra 6; place ares 6; draw; activate hydra
  no walk 7 -> neither walk nor run
pan.powers.types, pan.terrain.water: In water no power is used but a passive one, and nobody blocks
  on wet
  ON BOARD; draw; activate athena
  no power active -> In water
  no power offensive -> In water
  power passive -> turn.powers: passive
  on wet ares:block
  ON BOARD; draw; activate athena; walk 2 -> units.athena.area: 2
pan.talent.force-of-nature: Elements that were not counted are as many as the terrain has
  on wood athena:force-of-nature
  ON BOARD; draw; activate athena; force -> elements: 1 1 | board.areas.1.ground: forest
pan.win.out, pan.stones.one: Stones of a lost army stay where they were carried, or go
  on 3
  place ares 1; place leonidas 4; place spartans 3; stones 4; draw; pass; end; draw; activate leonidas; claim; done
  if wounds ares 9 -> stones: 4 1
  reading pan.out-stones gone; wounds ares 9 -> stones: 4 0 | units.leonidas.stone: no
pan.stones.mythology: A stone of the own mythology takes effect
  ON BOARD; draw; activate athena
  absorb -> rules: pan.stones.mythology
""")
def test_battles(scene: Scene) -> None:
    TABLE.play(scene)


@pytest.mark.rule("pan.setup.troops")
def test_troops_are_placed_in_turn_before_the_first_turn() -> None:
    armies = [("Anna", read_units(ANNA)), ("Ben", read_units([*BEN, BEN[3].replace("Spartans", "Slingers")]))]
    game = new_game(armies, team=False)
    refused("troops are placed", "draw", game=game)
    refused("Anna places a troop now: Hoplites", "place spartans 3", game=game)
    game = played("place hoplites 1; place spartans 3", game=game)
    assert (game.turn.phase, game.player.name) == ("placing", "Ben")
    game = played("place slingers 3", game=game)
    assert (game.turn.phase, game.player.name) == ("start", "Anna")
    played("place athena off", game=game)
    cleo = ("Cleo", read_units([line.replace(":", " of Cleo:", 1) for line in ANNA]))
    three = played("place hoplites 1", game=new_game([*armies, cleo], team=False))
    assert three.player.name == "Ben", "clockwise"


ARMIES = f"""
  write {{tmp}}/anna.txt "{NL.join(ANNA)}" && write {{tmp}}/ben.txt "{NL.join(BEN)}"
"""
BEGUN = f"""
  armies && write {{tmp}}/board.txt "{NL.join(BOARD.splitlines())}"
  pantheon new --player Anna={{tmp}}/anna.txt --player Ben={{tmp}}/ben.txt --ground {{tmp}}/board.txt
"""


def begin(tmp_path: Path) -> None:
    tell("begun", tmp_path, begun=BEGUN, armies=ARMIES)
    assert hoplo("pantheon", "--json").json["ground"] == BOARD.splitlines()


POOL = [*ANNA, *BEN, "Scouts: troop, cost 1, cards 2, aow 1"]
DRAFT = "pantheon draft Anna Ben --pool {tmp}/pool.txt"
SIX = "--pick athena --pick ares --pick hydra --pick pegasus --pick achilles --pick leonidas"


@stories(f"""
The dice of an attack in a game give its wounds
  pantheon attack --odds -> 2
  begun && pantheon attack --odds -> 3
  pantheon play 'place hoplites 1; place spartans 2; place ares 1; draw; activate athena'
  pantheon play 'deploy 1; end; draw; activate ares; attack athena' && pantheon attack --odds --json -> keep odds
  pantheon attack 8 8 --odds --json -> is odds
  pantheon attack dice 5,5,3,0,0,1,0,0 --json -> first = 1 | second.roll = 2
  pantheon attack dice 5,5,3,0,0,1,0,0 second 4,3 -> 2 wounds.
  pantheon show --json -> turn.strikes.# = 1
  pantheon dice 5,5,3,-,-,1,-,- second 4,3 --json -> events.0.about.left = 7
  pantheon show --json -> turn.struck = athena
  pantheon history -> suffers 2 wounds
  pantheon board {{tmp}}/board.txt && write {{tmp}}/units.txt '1: open cap 3\\nunit Zeus: 1 mine god'
  pantheon board {{tmp}}/units.txt -> 2 | Line 2:
pan.army.limited: Limited recruiting takes what the scenario lists
  armies && write {{tmp}}/all.txt "{NL.join([*ANNA, *BEN])}" && write {{tmp}}/few.txt "{NL.join(ANNA[:2])}"
  pantheon army --file {{tmp}}/anna.txt --limited {{tmp}}/all.txt
  pantheon army --file {{tmp}}/anna.txt --limited {{tmp}}/few.txt -> 3 | Achilles, Hoplites. In limited recruiting
pan.army.draft-order, pan.army.left-over, pan.army.strong: A draft is led through
  write {{tmp}}/pool.txt "{NL.join(POOL)}" && {DRAFT} --json -> next = Anna
  {DRAFT} --pick hydra -> 3 | pan.army.divinity
  {DRAFT} --pick athena --json -> next = Ben
  {DRAFT} --pick athena --pick ares --json -> next = Ben
  {DRAFT} --pick athena --pick ares --pick hydra --json -> next = Anna
  {DRAFT} --pick athena --pick ares --pick hydra --pick pegasus --json -> next = Ben
  {DRAFT} --pick athena --pick ares --pick hydra --pick pegasus --pick achilles --json -> next = Anna
  {DRAFT} {SIX} --json -> next = Ben
  {DRAFT} --pick athena --pick ares --pick hydra --pick achilles --pick pegasus
    -> 3 | no more than one unit costs 5 or more
  {DRAFT} {SIX} --pick hoplites --pick spartans --into {{tmp}} --json -> next = null | armies.Anna.left_over = 0
    | armies.Ben.left_over = 0
  pantheon new --draft --player Anna={{tmp}}/anna.txt --player Ben={{tmp}}/ben.txt
  {DRAFT} {SIX} --pick hoplites --pick spartans --pick scouts -> 3 | The draft is over
  pantheon draft Anna Ben --pick ares -> 2
  write {{tmp}}/pool.txt "{NL.join([*POOL, POOL[0]])}" && {DRAFT} -> 2 | is listed twice
A talent of a game need not be used
  armies && write {{tmp}}/anna.txt "{NL.join(ANNA).replace("mobility", "close combat")}"
  pantheon new --player Anna={{tmp}}/anna.txt --player Ben={{tmp}}/ben.txt && write {{tmp}}/areas.txt '1: open cap 9'
  pantheon board {{tmp}}/areas.txt && pantheon play 'place hoplites 1; place spartans 1; place achilles 1; place ares 1'
  pantheon play 'draw; activate achilles; attack ares' && pantheon attack dice 1,1,1,1,1 -> 2 | Enter 7 dice, not 5.
  pantheon attack without close-combat dice 1,1,1,1,1 -> 2 | Enter 6 dice, not 5.
  pantheon attack without archer --odds -> 2 | is not one of: Close Combat
  pantheon attack offence +1 'defence -2' --odds -> Normal attack at range 0: offence 8, defence 5
  pantheon play << 1 / enter / 000000 / Q -> A talent that is not used?
  pantheon show --json -> turn.struck = ares
What only the board shows is asked
  begun && write {{tmp}}/areas.txt '1: open cap 4 | 2 normal\\n2: open cap 4 | 3 normal\\n3: open cap 4'
  pantheon board {{tmp}}/areas.txt && pantheon play 'place hoplites 1; place spartans 2; place athena 1; place ares 2'
  pantheon play 'stats athena 7/8/2/2; draw; activate athena'
  pantheon play << 2 / 1 / 2 / 2 / 1 / 1 / Q / enter -> 2 is not visible | Athena attacks Ares
  pantheon --json -> turn.strikes.0.distance = 1
A reading is chosen for a game
  begun && pantheon rulings pan.hand-three --choose three && pantheon rulings pan.hand-three --json
    -> rulings.0.reading = three | rulings.0.others has default
  pantheon undo && pantheon rulings pan.hand-three --json -> rulings.0.reading = default
  pantheon rulings pan.hand-three --choose four -> 2
pan.range-walls, pan.wall-sight: Walls are counted over or around, and may hide
  begun && write {{tmp}}/wall.txt "{NL.join(WALL.splitlines())}" && pantheon board {{tmp}}/wall.txt
  pantheon play 'place hoplites 4; place spartans 4; place pegasus 1; place hydra 2; stats pegasus 5/6/1/3'
  pantheon targets pegasus --json -> attack.hydra.legal = true
  pantheon rulings pan.wall-sight --choose block && pantheon targets pegasus --json -> attack.hydra.visible = false
  pantheon rulings pan.range-walls --choose around
  pantheon targets pegasus --json -> attack.hydra.distance = 2 | attack.hydra.legal = false
  pantheon rulings pan.order --choose x -> 2 | pan.order' is not one of:
""", begun=BEGUN, armies=ARMIES)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


PLAY = ("pantheon", "play")

STRUCK = "draw; activate athena; deploy 1; end; draw; activate ares; deploy 1; end; draw; activate athena"


def attacked(*script: str, ends: str) -> tuple[str, int, int]:
    """An attack as it was said to its end, with its lines and its keys, but for the one that leaves."""
    said, keys = evening("|".join([*script, "Q"]), *PLAY)
    shown = said[said.index("  1 Ares") :]
    shown = shown[: shown.index("\n", shown.index(ends))]
    return said, shown.count("\n") + 1, keys - 1


def test_an_attack_takes_twelve_keys_and_fifteen_lines_at_most(tmp_path: Path) -> None:
    begin(tmp_path)
    assert "All troops are placed" in evening("1|2|Q", *PLAY)[0]
    assert hoplo(*PLAY, STRUCK).code == 0
    said, lines, keys = attacked("2", "1", "5530000", "0", "enter", ends="old stat line")
    assert "Ares suffers 1 wound. Vitality left: 8." in said, said
    assert (lines <= 15, keys <= 12) == (True, True), (lines, keys, said)
    assert hoplo("pantheon", "undo").code == 0
    said, _ = evening("5555430|enter|32145|6712|Q", *PLAY)
    assert "Raise 4 to 5 by discarding 3. The second roll (5)" in said


@pytest.mark.parametrize(("language", "suffers"), [("en", "suffers"), ("it", "subisce")])
@pytest.mark.parametrize(("dice", "second"), [("55544321", "21132"), ("44443333", "5533")])
def test_eight_dice_and_a_second_assault_fit_fifteen_lines(
    dice: str, second: str, language: str, suffers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tmp_path)
    monkeypatch.setenv("HOPLO_LANG", language)
    assert hoplo(*PLAY, f"place hoplites 1; place spartans 2; stats athena 8/8/1/2; {STRUCK}").code == 0
    # As many dice as there are need no Enter, in the second roll neither.
    said, lines, keys = attacked("2", "1", dice, "0", "enter", ends=suffers)
    assert (lines <= 15, keys) == (True, 12), (lines, keys, said)
    assert hoplo("pantheon", "undo").code == hoplo("pantheon", "undo").code == 0
    said, lines, keys = attacked("2", "1", dice, "enter", second, "6712", ends=suffers)
    assert (lines <= 15, keys) == (True, 8 + len(dice + second)), (lines, keys, said)
    assert all(len(each) <= 80 for each in said.splitlines()), said
    assert hoplo("pantheon", "undo").code == hoplo("pantheon", "undo").code == 0
    # Whoever has used the dice in another way enters the wounds that lie on the card.
    said, lines, keys = attacked("2", "1", "escape", "2", "3", "enter", "6712", ends=suffers)
    assert (lines <= 15, keys <= 12) == (True, True), (lines, keys, said)


@pytest.mark.rule("pan.attack.wounds", "pan.attack.values")
def test_the_numbers_of_a_stat_line_are_entered_once_and_kept_with_the_card(tmp_path: Path) -> None:
    game = played(ON_BOARD, "draw; activate athena; attack ares; wounds ares 1")
    assert (game.units["ares"].old_line, game.units["ares"].stats) == (True, (8, 7, 0, 2))
    assert "8/7/0/2 (old stat line)" in plain(game_lines(game))
    known = played("stats ares 7/7/0/2", game=game)
    assert (known.units["ares"].old_line, known.units["ares"].lines) == (
        False, {"9": (8, 7, 0, 2), "8": (7, 7, 0, 2)}
    )  # fmt: skip
    _, events = do(played(ON_BOARD, "draw; activate athena; attack ares"), "wounds ares 1 7702")
    assert [event.kind for event in events] == ["wounds"], "what is entered with the wound is of the new line"
    assert replace(known.units["ares"], stats=None, lines={}).struck(3).lines == {}, "what is not known is not kept"
    healed = known.units["ares"].struck(9)
    assert (healed.stats, healed.old_line) == ((8, 7, 0, 2), False)
    assert healed.struck(8).stats == (7, 7, 0, 2), "it is asked for once"
    asked = [game.units["achilles"].shows_new_line(number) for number in range(6)]
    assert asked == [False, True, True, True, True, False], "not without a wound, nor with the last one"
    troop = played("place hoplites 1; place spartans 1; wounds spartans 1", game=begun()).units["spartans"]
    assert (troop.stats, troop.old_line) == ((4, 6, 0, 1), False), "a troop has one line"
    begin(tmp_path)
    line = "place hoplites 1; place spartans 1; place athena 1; place ares 1; draw; activate athena; attack ares"
    assert hoplo(*PLAY, f"{line}; wounds ares 1; abandon").code == 3, "it has its wounds"
    assert "Ares: these numbers are from its old stat line" in hoplo(*PLAY, "done; end; activate ares").out
    for command in ("moves", "targets"):
        assert "Ares: these numbers are from its old stat line" in hoplo("pantheon", command).err
    assert hoplo(*PLAY, "attack athena").code == 0
    assert "Ares: these numbers are from its old stat line" in hoplo("pantheon", "attack", "--odds").err


def test_new_asks_for_players_and_armies_a_line_a_unit() -> None:
    strong = "Talos: monster, cost 6, cards 2, aow 1"
    anna, ben = [*ANNA[1:], "enter", strong, ANNA[0], "enter"], [ANNA[3], *BEN, "hoplites", BEN[3], "enter"]
    said, _ = evening("|".join(["Anna", "Ben", "enter", *anna, *ben]), "pantheon", "new")
    assert "An army has exactly 1 divinity" in said, "what was entered stays"
    assert "Beside the divinity no more than one unit costs 5 or more" in said
    assert "cost 21 recruitment points; 18 are available" in said, "a name alone takes a unit out again"
    assert "Troops are placed: Anna places one now" in said
    assert len(hoplo("pantheon", "show", "--json").json["units"]) == 8


def test_how_far_an_area_is_away_is_asked_where_the_board_does_not_say() -> None:
    def asked(game: Game) -> list[str]:
        names: list[str] = []

        def answer(slot: Slot, filled: Filled) -> object:
            names.append(slot.name)
            return {"target": "area", "area": "1", "distance": 0}[slot.name]

        fill(BOOK.actions["attack"].slots, Filled(game, {}), [], answer, whole=True)
        return names

    assert asked(played(ON_BOARD, "draw; activate athena", game=begin_game("ground"))) == ["target", "area"]
    assert asked(played(ON_BOARD, "place athena 2; draw; activate athena")) == ["target", "area", "distance"]
