"""A game of Pantheon that is followed: turns, actions, payments, stones, powers, the win; undone and done again."""

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.tables.questions import commands_of
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.pantheon.game import Game, Turn, attack_of, new_game, winner
from hoplo_companion.pantheon.turn import BOOK
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.render.pantheon import event_words, game_lines
from hoplo_companion.render.style import plain
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import Pick
from tests.helpers.stories import Story, stories
from tests.helpers.table_games import Player, Scene, scenes

ANNA = [
    "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard",
    "Hydra: monster, cost 5, cards 3, aow 2, stats 6/6/1/2, vitality 7, gem collector",
    "Achilles: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, mobility",
    "Hoplites: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, phalanx",
]
BEN = [
    "Ares: god, cost 6, cards 4, aow 3, stats 8/7/0/2, vitality 9",
    "Pegasus: monster, cost 5, cards 3, aow 2, stats 5/6/0/3, vitality 5, flying",
    "Leonidas: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, leader",
    "Spartans: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, block",
]
NL = "\\\\n"
ON_BOARD = "place athena 1; place achilles 1; place hydra 1; place ares 1; place pegasus 1; place leonidas 2"


def do(game: Game, line: str) -> tuple[Game, list[Happened]]:
    """Carry out a line of actions; each event and the game after it can be said."""
    events: list[Happened] = []
    for words in commands_of([line]):
        game, more = BOOK.act(game, words)
        events += more
        assert all(event_words(game, each) for each in more)
        assert plain(game_lines(game))
    return game, events


def begun(players: int = 2, *, team: bool = False) -> Game:
    armies = [("Anna", read_units(ANNA)), ("Ben", read_units(BEN))]
    for name in ("Cleo", "Dora")[: players - 2]:
        armies.append((name, read_units([line.replace(":", f" of {name}:", 1) for line in ANNA])))
    return replace(new_game(armies, team=team), turn=Turn())


def played(*lines: str, game: Game | None = None) -> Game:
    game = game or begun()
    for line in lines:
        game, _ = do(game, line)
    return game


def offered(game: Game, action: str, slot: str, **values: object) -> list[str]:
    """What a player is offered for one thing that an action needs."""
    (found,) = (each for each in BOOK.actions[action].slots if each.name == slot and isinstance(each, Pick))
    return [*found.among(dataclasses.replace(BOOK.actions[action].begun(game), values=values))]


def refused(words: str, *lines: str, game: Game | None = None) -> None:
    """Expect the last of some lines to be refused, with some words."""
    before = played(*lines[:-1], game=game)
    with pytest.raises(HoploError, match=words):
        do(before, lines[-1])


def begin(words: str) -> Game:
    """Begin a game on the table, or on a board, with units of others' talents: `ground`, `3 team`, `2 ares:block`."""
    name, *more = words.split() or ["2"]
    game = begun(int(name) if name.isdecimal() else 2, team="team" in more)
    game = replace(game, ground=tuple(BOARDS.get(name, "").splitlines()))
    for id_, _, talents in (each.partition(":") for each in more if ":" in each):
        unit = game.units[id_]
        changed = replace(unit, unit=replace(unit.unit, talents=tuple(filter(None, talents.split(",")))))
        game = replace(game, units={**game.units, id_: changed})
    return game


def act(game: Game, line: str) -> tuple[Game, list[Happened]]:
    return do(game, ON_BOARD if line == "ON BOARD" else line)


BOARD = """\
1: open cap 4 at 0;0 | 2 normal, 3 normal heights down, 6 wall
2: forest cap 2 elements 1 at 1;0 | 4 normal, 5 chains
3: ruins cap 2 elements 1 at 0;1 | 4 normal
4: swamp cap 3 at 1;1
5: lava cap 2 at 2;0
6: open cap 3 at -1;0 | 7 normal
7: polar cap 3 at -2;0
"""
BOARDS = {"ground": BOARD, "wet": "1: water cap 9 | 2\n2: open cap 9", "wood": "1: forest cap 3 | 2\n2: open cap 9"}
TABLE = Player(begin, act, {
    "may": BOOK.possible, "active": lambda game: game.player,
    "ben": lambda game: game.players[1], "targets": lambda game: game.turn.strikes[0].targets,
    "values": attack_of,
})  # fmt: skip


@scenes("""
pan.turn.draw, pan.turn.pass, pan.turn.next: A turn begins with a card and may be passed
  if activate athena -> events: drew activated
  no draw athena -> more than belongs here
  if draw; pass -> events: drew passed | turn.phase: end
  draw; pass; end -> active.name: Ben | round: 1
  draw; pass; end -> active.name: Anna | round: 2
pan.turn.activate, pan.turn.two, pan.turn.once, pan.aow.two-cards: Two units at most, the second for an Art of War card
  ON BOARD; draw
  activate athena; done -> events: activated done
  no activate athena -> Athena. No unit is activated more than once
  no activate ares -> Ares. A unit of your army
  activate hydra; walk 2; done -> events: activated cost walk done
  no activate achilles -> Two different units at most
  no walk 3 -> a unit is active
pan.action.complex, pan.action.two, pan.action.different, pan.action.no-walk-after, pan.talent.mobility: What excludes
  ON BOARD; draw; activate athena
  no deploy 1 -> is not possible now|off the board
  no flight 2 -> pan.type.flying|is not possible now
  no walk 2; run 3 -> A complex action is the only one
  no run 3; claim -> A complex action is the only one
  no walk 2; walk 3 -> must differ
  no done; activate achilles; attack ares; abandon; claim; walk 2 -> up to 2 simple actions
  no attack ares; abandon; walk 2 -> After an attack a unit walks no more
  on 2
  ON BOARD; draw; activate achilles
  if attack ares; abandon; walk 2 -> turn.acted: attack walk
  no flight 3 -> pan.type.flying
pan.action.deploy: Who is off the board deploys
  no draw; activate athena; walk 2 -> A unit off the board deploys
  draw; activate athena; deploy 4 -> units.athena.area: 4 | turn.phase: between
  place athena off; activate hydra; done; end; draw; pass; end; draw; activate athena; deploy 1 -> units.athena.area: 1
  on 4
  no wounds athena 9; place athena 1 -> Athena. A unit at 0 vitality is destroyed
pan.talent.block: Block forbids walk, run and claim
  ON BOARD; place spartans 1; draw; activate athena
  no walk 2 -> Block: enemies in its area
  no run 2 -> Block: enemies in its area
  no claim -> Block: enemies in its area
pan.aow.manoeuvres, pan.aow.draw, pan.aow.search, pan.aow.evade, pan.evade-area: Manoeuvres
  manoeuvre draw ben; manoeuvre search anna -> events: manoeuvre cost manoeuvre cost
  no manoeuvre draw ben -> each once per round and player
  if draw; pass; end; draw; pass; end; manoeuvre draw ben
  no manoeuvre evade ben -> Evade: a flying non-troop
  no manoeuvre dance ben -> is not one of
  no manoeuvre draw zoe -> is not one of
  on 2
  ON BOARD; draw; activate athena
  if attack area 1; wounds ares 0; manoeuvre evade ben -> targets: hydra achilles
  attack pegasus; manoeuvre evade ben
  no retaliate -> Nobody was attacked
  no attack pegasus -> Pegasus. Evade
  attack area 1 -> targets: ares hydra achilles
pan.attack.retaliation, pan.attack.retaliation-cost, pan.attack.retaliation-once, pan.destroyed: Retaliation
  ON BOARD; draw; activate athena
  no attack leonidas -> DISTANCE is missing
  no attack ares 1 -> is not a number from 0 to 0
  no attack leonidas 1; retaliate -> First enter the wounds
  no attack area 1; retaliate -> First enter the wounds
  no attack pegasus; wounds pegasus 5; retaliate -> A destroyed unit does not retaliate
  attack ares; wounds ares 2 7/7/0/2 -> units.ares.hp: 7 | units.ares.stats: 7 7 0 2
  retaliate; wounds athena 0; done; activate achilles; attack ares -> turn.retaliated: ares
  no retaliate -> Ares. A unit retaliates once
pan.attack.area, pan.attack.area-allies, pan.attack.area-enemy-needed: An area attack names an area and may hit allies
  ON BOARD; draw; activate athena
  no attack hydra -> only an area attack hits allies
  attack area 1; wounds hydra 1 -> targets: ares pegasus achilles
pan.stones.one, pan.stones.absorb, pan.stones.drop, pan.stones.heal, pan.talent.gem-collector: Stones
  ON BOARD; draw; activate achilles; claim; done -> units.achilles.stone: yes
  no activate athena; absorb hydra -> Hydra. A divinity absorbs
  no activate hydra; absorb -> Hydra. A divinity absorbs
  no end; draw; pass; end; draw; activate achilles; claim -> carries one at a time
  if end; draw; pass; end; draw; activate achilles; drop -> units.achilles.stone: no
  no end; draw; pass; end; draw; activate achilles; drop; drop -> has no stone
  activate athena; absorb achilles -> active.absorbed: 1 | units.achilles.stone: no
  no omphalos take; omphalos heal -> at full vitality already
  wounds athena 3; omphalos take; omphalos heal; end -> units.athena.hp: 7
  draw; pass; end; omphalos heal -> units.athena.hp: 8 | events: drew passed turn healed old-line
  on 2
  no draw; omphalos take -> pan.stones.omphalos
pan.powers.types, pan.powers.cost: Powers by type
  ON BOARD; draw; activate athena
  no power strong -> is not one of
  no run 2; power passive -> passive ones not with a complex action
  if power permanent; run 2; power permanent -> turn.acted: run
  no polar; power active -> polar
  no polar; walk 2; claim -> polar
  if polar -> units.athena.hp: 8
  power active -> turn.powers: active
  no power active -> active ones once per turn
  no power offensive; attack ares; wounds ares 0; attack ares -> must differ
  on 2
  no place hoplites 1; draw; activate hoplites; power active -> Powers of troops are permanent
pan.talent.leader: A leader fetches a troop that needs no Art of War card
  ON BOARD; place spartans 2; draw; pass; end; draw; activate leonidas
  no leader hoplites -> Leader: .*visible allied troop
  leader spartans -> turn.free: spartans
  activate spartans -> events: activated | turn.activated: leonidas spartans
  on 2
  no ON BOARD; draw; activate athena; leader hoplites -> Athena. Leader
pan.turn.recall: A troop recall is paid for and entered
  draw; recall hoplites return to the board -> events: drew recall
  no recall again -> for one troop recall
  end
pan.cards.run-out, pan.cards.discards, pan.hand-three: What a deck that has run out means is said
  draw; run-out -> events: drew run-out
  reading pan.hand-three three; run-out -> events: reading run-out-three
pan.win.players, pan.win.out, pan.destroyed: The last divinity wins
  wounds ares 9 -> winner: 0
  no draw -> The game is over
  on 3
  place spartans 3; wounds ares 9 -> winner: none | ben.out: yes | units.spartans.destroyed: yes
  draw; pass; end -> active.name: Cleo
  no manoeuvre draw ben -> 'ben' is not one of: Anna, Cleo
pan.win.team: A team loses with its first divinity
  on 4 team
  draw -> players.*.side: 0 1 0 1
  wounds ares 9 -> winner: 0
""")
def test_games(scene: Scene) -> None:
    TABLE.play(scene)


def test_what_is_legal_alone_is_offered() -> None:
    """Actions, and what they need: areas, payments; nobody retaliates against a retaliation."""
    game = played(ON_BOARD, "draw; activate athena")
    assert {"walk", "attack", "run", "claim", "polar"} < set(BOOK.possible(game))
    assert "polar" not in BOOK.possible(played("place athena off", game=game)), "nor does a talent work there"
    assert not {"deploy", "flight"} & set(BOOK.possible(game))
    assert offered(game, "walk", "area") == [], "any, where no board was entered"
    struck = played("attack ares", game=game)
    assert {"dice", "wounds", "abandon"} <= set(BOOK.possible(struck))
    assert not {"guard", "throw", "retaliate", "claim"} & set(BOOK.possible(struck))
    wounded = played("wounds ares 1", game=struck)
    assert "retaliate" in BOOK.possible(wounded)
    assert "retaliate" not in BOOK.possible(played("retaliate", game=wounded))
    blocked = played("place spartans 1", ON_BOARD, "draw; activate athena")
    assert not {"walk", "run", "claim"} & set(BOOK.possible(blocked))
    recalled = played("draw; recall hoplites return")
    assert ("recall" in BOOK.possible(recalled), "end" in BOOK.possible(recalled)) == (False, True)
    ground = played("place achilles 1; place hydra 7; draw; activate achilles", game=begin("ground"))
    assert offered(ground, "walk", "area") == ["2", "3", "4", "5"]
    full = played("place ares 2; place spartans 2", game=ground)
    for area in "45":  # in a swamp, and where the only area beside it is full
        assert "walk" not in BOOK.possible(played(f"place achilles {area}", game=full)), area
    full = played("done; activate athena", game=full)
    assert "2" not in offered(full, "deploy", "area")


def test_what_the_ground_knows_needs_no_stats_and_stones_are_in_the_menu() -> None:
    game = played("place athena 1; place ares 4; draw; activate athena", game=begin("ground"))
    game = replace(game, units={**game.units, "athena": replace(game.units["athena"], stats=None)})
    assert played("attack ares", game=game).turn.strikes[0].distance == 2
    assert "stones" in BOOK.possible(game)
    refused("No enemy is in area 2", "stats athena 7/8/3/2", "attack area 2", game=game)


@pytest.mark.rule("pan.talent.guard", "pan.talent.initiative", "pan.talent.monster-slayer")
def test_talents_that_may_change_an_attack_are_named() -> None:
    talents = ("monster-slayer", "mighty-throw", "force-of-nature")
    game = begin(f"2 ares:{','.join(talents)} hydra:initiative")
    game = played(ON_BOARD, "draw; pass; end; draw; activate ares", game=game)
    _, events = do(game, "attack hydra")
    assert {event.kind for event in events} == {"attack", *talents[:2], "guard", "initiative"}
    assert [event.values["unit"] for event in events if event.kind == "guard"] == ["athena"]
    refused("Ares has range 0, not 2", "place hydra 2; attack hydra 2", game=game)
    _, events = do(played("place hydra 2; stats ares 8/7/2/2", game=game), "attack hydra 2")
    assert "initiative" not in {event.kind for event in events}
    assert any("Mighty Throw" in event_words(game, each) for each in events)


@pytest.mark.rule("pan.win.players", "pan.win.team")
def test_four_stones_win_those_of_a_team_together() -> None:
    four = begun()
    one, two, *rest = four.players
    four = replace(four, players=(one, replace(two, absorbed=3), *rest))
    assert played("place ares 1; draw; pass; end; draw; activate ares; absorb", game=four).winner == 1
    game = begun(4, team=True)
    game = replace(game, players=tuple(replace(each, absorbed=2 - each.side * 2) for each in game.players))
    assert winner(game) == 0


def test_what_is_not_known_is_entered() -> None:
    armies = [("Anna", read_units(["Athena: god, cost 6, cards 4, aow 3"])), ("Ben", read_units(BEN))]
    game = new_game(armies, team=False)
    refused("vitality of Athena is not known", "wounds athena 1", game=game)
    refused("vitality of Athena is not known", "place spartans 1; omphalos heal", game=game)
    known = played("stats athena 6/7/1/2; vitality athena 9; wounds athena 1", game=game)
    assert (known.units["athena"].hp, known.units["athena"].old_line) == (8, True)
    assert do(known, "vitality athena 3")[1][-1].kind == "old-line"
    with pytest.raises(UsageError, match="is not an action"):
        do(game, "dance")
    with pytest.raises(IllegalError):
        do(game, "done")
    for line in ("wounds athena", "stats athena 1/2", "vitality athena 0", "place athena", "walk 3", "omphalos"):
        with pytest.raises(HoploError):
            do(game, line)


BEGIN = "pantheon new --player Anna={tmp}/anna.txt"


@stories(f"""
A game is kept, undone and done again; what is refused changes nothing
  write {{tmp}}/anna.txt "{NL.join(ANNA)}" && write {{tmp}}/ben.txt "{NL.join(BEN)}" && pantheon show -> 2
  pantheon -> `hoplo pantheon new` begins one
  pantheon new --player Anna={{tmp}}/anna.txt --player Ben={{tmp}}/ben.txt -> Troops are placed: Anna places one now
  pantheon play draw -> 3
  pantheon play 'place hoplites 1; place spartans 9' -> The first turn: Anna
  pantheon play 'draw; activate athena; deploy 3' -> Athena deploys in 3, and its activation ends. | Anna draws a card.
  pantheon show --json -> keep before
  pantheon play activate ares -> 3 | Ares. A unit of your army
  pantheon show --json -> is before
  pantheon undo -> Taken back: pantheon deploy 3
  pantheon undo && pantheon undo && pantheon undo && pantheon undo
  pantheon show --json -> turn = {{"phase": "placing"}}
  pantheon undo -> 2 | nothing to undo
  pantheon redo -> Done again
  pantheon redo && pantheon redo && pantheon redo && pantheon redo && pantheon show --json -> is before
  pantheon history --json -> steps.# = 6
  pantheon -> Round 1
  pantheon history -> deploy 3
  pantheon play end --json -> events.0.what = turn
  pantheon play -> 2
  pad -> 2
A game that cannot be begun
  write {{tmp}}/anna.txt "{NL.join(ANNA)}" && write {{tmp}}/small.txt "{BEN[0]}"
  write {{tmp}}/titan.txt "{BEN[0].replace("god", "titan")}" && {BEGIN} -> 2 | 2 to 4 players
  {BEGIN} --player anna={{tmp}}/anna.txt -> 2 | the same name
  {BEGIN} --player Ben -> 2 | --player Anna=anna.txt
  {BEGIN} --player Ben={{tmp}}/small.txt -> 3 | Ben: A constructed army costs exactly 18
  {BEGIN} --player Ben={{tmp}}/small.txt --team -> 2 | 4 players
  {BEGIN} --player Ben={{tmp}}/titan.txt --draft -> 2 | the type that the players have agreed on
  pantheon new --player Anna={{tmp}}/none.txt --player Ben={{tmp}}/none.txt -> 1 | none.txt
""")
def test_on_disk(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
