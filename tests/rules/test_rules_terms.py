"""The rulebook's words for units, hexes, dice and stats (Rulebook p.12-13, 33-37)."""

from fractions import Fraction
from typing import Any

import pytest

from hoplo_companion.dice import HIT_FACES, SIDES, Dice, odds_of_hits
from hoplo_companion.errors import IllegalError, InvalidError
from hoplo_companion.rules.dialogue import MOST_NUMBER, Question, WrongAnswerError, read_answer
from hoplo_companion.rules.modifiers import movement, sources
from hoplo_companion.rules.position.parts import enter_stat, note
from hoplo_companion.rules.position.reading import answer
from tests.helpers.boards import READER, change, combat
from tests.helpers.play import engage, play
from tests.helpers.proofs import proofs

PROOFS = """
# Hexes
term.adjacent: A hex is adjacent to the hexes that it has a side in common with, and to no others (p.35)
  r rival C3, C2 player C2, C4 player C4, B2 player B2, B3 player B3, D3 player D3, D4 player D4, C1 player C1, C5 \
      player C5, B1 player B1, B4 player B4, D2 player D2, D5 player D5, A1 player A1, A2 player A2, A3 player A3, E2 \
      player E2, E3 player E3, E4 player E4: targets -> B2 B3 C2 C4 D3 D4
  r rival A1, C2 player C2, C4 player C4, B2 player B2, B3 player B3, D3 player D3, D4 player D4, C1 player C1, C5 \
      player C5, B1 player B1, B4 player B4, D2 player D2, D5 player D5, A2 player A2, A3 player A3, E2 player E2, E3 \
      player E3, E4 player E4: targets -> A2 B1 B2
term.blocked: A hex is blocked by the unit on it, of whatever troop, or because a rule says so (p.35)
  r rival A2, s rival A1, a player B2, beast arena A3
    move named:G2 -> moves G2: B3
    move named:G2, arena.blocked=B3/ -> blocked G2: A2
term.range: A target may be at most as many hexes away as the attacker's Range (p.12, 37)
  r rival C3 rg0, C4 player C4, C5 player C5, E2 player E2, G3 player G3: targets -> -
  r rival C3 rg1, C4 player C4, C5 player C5, E2 player E2, G3 player G3: targets -> C4
  r rival C3 rg2, C4 player C4, C5 player C5, E2 player E2, G3 player G3: targets -> C4 C5 E2
  r rival C3 rg3, C4 player C4, C5 player C5, E2 player E2, G3 player G3: targets -> C4 C5 E2
  r rival C3 rg4, C4 player C4, C5 player C5, E2 player E2, G3 player G3: targets -> C4 C5 E2 G3
term.reach: A unit is reached from a hex that has it within Range, a hex only by moving onto it (p.37)
  r rival A2 rg2, a player D3, b player C3 | flag=@a: move flagholder any -> moves a: B2 B3
  r rival A2 rg2, a player E3, b player C3 | flag=@a: move flagholder any -> stays b: A2
  r rival A2 rg1, a player D3, b player C3 | flag=@a: move flagholder any -> moves b: B2 B3
  r rival A2 rg2, a player G2, b player C3 | flag=@a
    move named:B2 any -> moves B2: B2
    move named:C2 any -> stays b: A2
  r rival A2 rg2 mv2, a player G2, b player C3 | flag=@a: move named:C2 any -> moves C2: C2
  r rival A2 rg2 mv2, a player G2, b player C2 | flag=@a: move named:C2 any -> stays b: A2
term.key-hex: The key hexes are those of the mat (p.18, 36); that of the trident is proved with its arena
  r rival A1 mv1, a player G1 | arena.key_hexes=B1/B3: move key any -> moves B1: B1
  r rival B3 mv1, a player G1 | arena.key_hexes=B1/B3: move key any -> stays B3: B3
term.opponent: Allies are the units of one troop, and whoever is not an ally is an opponent (p.35, 36)
  r rival C3, s rival C2, a player C4, beast arena B2, other arena D3, camp player -
    look -> opponents r: a+beast+other; opponents a: r+s+beast+other; opponents beast: r+s+a
    targets -> a beast other
    targets, rulings.opponents.arena=no -> a

# Comparing units
term.fastest, term.slowest: The highest or lowest Movement, its tactics counted, is fastest or slowest (p.36, 37)
  r rival C3, a player C4 mv1 +adrenaline +adrenaline, b player C2 mv2
    targets fastest -> a
    targets slowest -> b
term.closest, term.farthest: The closest takes the least movement and the farthest the most, whatever the hexes (p.13)
  r rival C1 mv6, wall player C3, near player F1 | arena.blocked=C2/B1/B2/D2/D3/B3
    move closest -> moves near: E1
    move closest, rulings.distance.words=hexes -> moves wall: D4
    move farthest -> moves wall: D4
    move farthest, rulings.distance.words=hexes -> moves near: E1
term.strongest, term.weakest, term.deadliest, term.least-deadly, term.fastest, term.slowest: HP make units strong, \
dice of any colour deadly, Movement fast: the most or the least of it counts (p.13)
  r rival C3 rg9, a player C4 hp2 hl9 mv3 blue blue blue, b player C2 hp4 mv1 red red, c player D3 hp3 mv2 yellow \
      yellow yellow yellow: targets {word} -> {one}
  r rival C3 rg9, a player C4 hp2 hl9 mv3 blue blue blue, b player C2 hp4 mv1 red red, c player D3 hp3 mv2 yellow \
      yellow yellow yellow, a2 player B2 hp2 hl9 mv3 blue blue blue, b2 player B3 hp4 mv1 red red, c2 player D4 hp3 \
      mv2 yellow yellow yellow yellow: targets {word} -> {one} {one}2
    {word} {one}: strongest b, weakest a, deadliest c, least-deadly b, fastest a, slowest b
term.local, term.fastest, term.slowest: A unit is local where its faction is the arena's, neutral units nowhere (p.12, \
36)
  r rival C3 of:lamosians, a player C4 of:Lamosians mv1, b player C2 of:atlanteans mv2, c player A1 mv2
    look, arena=lamosians -> locals: r+a; movement-of r: 3; movement-of a: 3; movement-of b: 2; movement-of c: 2
    look, arena=atlanteans -> locals: b
    look -> locals: -
term.elite: Heroes, primuses and scions are elite, so that no tactic can go on them; other units are not (p.30, 35)
  p rival C3 as:krakenlance, scion rival C2 elite, r rival A1, h player C4 as:krakenlance hp9, a player D3
    look, step=tactics -> combat units.p.elite: yes; combat units.scion.elite: yes; combat units.h.elite: yes
    solve tactics, tactics=adrenaline -> tactic.targets: r
    solve tactics, tactics=stun -> tactic.targets: a
  h player C4 hero: look, step=tactics -> combat units.h.elite: yes

# Dice, damage, HP
term.special-no-attack: A Special is not an attack: neither Taunt nor what answers attacks has a say in it (p.21, 37)
  r rival C3 blue Told_Strike, a player C4 Taunt hp5, b player G2 hp5 Absorb Retaliate Dodge | arena=atlanteans, \
      chips.trident=@r: engage -> asked: none; specials: r Trident Throw b; attacks: none; damage: b r 2
term.equip: A unit takes what it has equipped along and has no way of laying it down (p.36)
  r rival C3, a player G2 | chips.trident=@r: movement named:D3 any -> at r: D3; place trident: r
  r rival C3 Told_Ability, a player G2 | chips.trident=@r: abilities ({line}) -> refused: {why}…
    {line} | {why}
      r loses trident | 'trident' is not a tactic
      trident hex C3 | There is no unit 'trident' here
      r unequips trident | 'r unequips trident' is not understood
"""

test_rules = proofs(PROOFS)


class Scripted(Dice):
    """Dice that show the faces told, counted from 0."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__()
        self.faces = faces
        self._random = self  # type: ignore[assignment]

    def randrange(self, sides: int) -> int:
        assert sides == SIDES
        return self.faces.pop(0)


@pytest.mark.rule("dice.faces")
@pytest.mark.parametrize(("colour", "faces"), [("yellow", 2), ("blue", 3), ("green", 4), ("black", 5), ("red", 6)])
def test_each_colour_has_its_hit_faces(colour: str, faces: int) -> None:
    """Of six faces a yellow die has 2 that hit, a blue one 3, a green one 4, a black one 5, a red one 6 (p.12)."""
    assert HIT_FACES[colour] == faces
    assert sum(Scripted(list(range(6))).roll([colour] * 6)) == faces
    assert odds_of_hits([colour]) == [Fraction(6 - faces, 6), Fraction(faces, 6)]


@pytest.mark.rule("term.hit")
def test_a_die_hits_or_misses() -> None:
    """Each die that shows the icon is one hit, each other die a miss, and hits add up (p.12, 36)."""
    assert Scripted([0, 5, 3]).roll(["yellow", "yellow", "blue"]) == [True, False, False]
    told = engage(["r rival C3 yellow yellow blue", "a player C4 hp5"], [[True, False, True]])
    assert [event.hits for event in told.of("attacked")] == [2]
    assert sum(odds_of_hits(["yellow", "blue", "red"])) == 1
    assert odds_of_hits(["yellow", "blue", "red"])[3] == Fraction(2, 6) * Fraction(3, 6)


@pytest.mark.rule("modifiers.order")
def test_modifiers_are_applied_in_the_printed_order() -> None:
    """The unit's chip comes first, then the arena, and tactics after both, so that these still add to it (p.33)."""
    read = combat("movement", ["r rival C3 mv1 of:lamosians +adrenaline", "a player G1"], arena="lamosians")
    found = [each.source for each in sources(read, read.units["r"], "movement")]
    assert found == ["chip", "Mountaineers", "Adrenaline"]
    assert movement(read, read.units["r"]) == 4
    bare = change(read, "r", tactics=())
    assert movement(bare, bare.units["r"]) == 3


def raw(*units: Any, **more: Any) -> dict[str, Any]:
    """A position in its Engage Step, of units with nothing told but their chip and what is said here."""
    return {"schema": "hoplo/position@1", "step": "engage", "arena": "atlanteans", "units": list(units), **more}


ARCHER = {"chip": "archer", "side": "rival"}


@pytest.mark.rule("component.asked")
def test_a_stat_that_no_source_states_is_asked_once() -> None:
    """What is printed on a chip and stated nowhere is asked when needed, once for all such chips (p.7)."""
    archers = [{**ARCHER, "id": id_, "hex": hex_, "hp": 3} for id_, hex_ in (("r", "C3"), ("s", "C4"))]
    board = READER.read_plain(raw(*archers, {"id": "a", "chip": "defender", "side": "player", "hex": "D4", "hp": 9}))
    told = play(board, [("component.stat", "blue green"), ("attack.dice", 1), ("attack.dice", 2)])
    assert (told.asked[0].kind, told.asked[0].about) == ("stat", "attack")
    assert [event.dice for event in told.of("attacked")] == [["blue", "green"]] * 2
    assert [event.value for event in told.of("stat-told")] == [("blue", "green")]
    for no_answer in ("two", "pink", 2):
        with pytest.raises(IllegalError):
            play(board, [no_answer])


@pytest.mark.rule("component.asked")
def test_the_health_that_is_entered_fills_whoever_has_no_hp_yet() -> None:
    """Of equal chips the one whose HP nobody entered has as many as its Health, a wounded one keeps its own (p.7)."""
    board = READER.read_plain(raw({**ARCHER, "id": "r", "hex": "C3"}, {**ARCHER, "id": "s", "hex": "C4", "hp": 1}))
    asked = Question("component.stat", "stat", "component.asked", "r", "health")
    units = enter_stat(board, asked, 4)[0].units
    assert {id_: (unit.health, unit.hp) for id_, unit in units.items()} == {"r": (4, 4), "s": (4, 1)}


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize(("about", "least"), [("health", 1), ("hp", 1), ("movement", 0), ("range", 0)])
def test_a_number_is_entered_within_the_bounds_that_a_chip_has(about: str, least: int) -> None:
    """Fewer than the least, more than the most, and what is no number are refused, with what would be right (p.7)."""
    asked = Question("component.stat", "stat", "component.asked", "r", about)
    assert [read_answer(asked, str(number)) for number in (least, MOST_NUMBER)] == [least, MOST_NUMBER]
    for wrong in (str(least - 1), str(MOST_NUMBER + 1), "many", True):
        with pytest.raises(WrongAnswerError):
            read_answer(asked, wrong)


@pytest.mark.rule("scion.order")
def test_hits_are_entered_die_by_die_or_by_colour() -> None:
    """One truth value for each die, or a number for a colour; a list of both is neither (p.31)."""
    asked = Question("scion.roll", "hits", "scion.order", "s", dice=("blue", "blue", "green"))
    assert read_answer(asked, [True, True, False]) == read_answer(asked, ["blue=2"]) == {"blue": 2, "green": 0}
    for wrong in ([True, "green=1", False], [True, True], True):
        with pytest.raises(WrongAnswerError):
            read_answer(asked, wrong)


@pytest.mark.rule("component.asked")
def test_the_skills_that_are_entered_are_those_of_every_chip_alike_in_the_lineup_too() -> None:
    lineup = {"rival": {"lineup": ["s"], "tactics": []}, "bench": {"s": {"chip": "archer"}}}
    board = READER.read_plain(raw({**ARCHER, "id": "r", "hex": "C3"}, **lineup))
    combat, _ = note(board, "r", "skills", ["Hook"])
    assert [unit.given.skills for unit in (combat.units["r"], combat.bench["s"])] == [["Hook"]] * 2


@pytest.mark.rule("component.asked")
def test_nothing_is_asked_or_guessed_needlessly() -> None:
    """A stat is asked where something hangs on it only, and priorities that nobody knows are never made up (p.7)."""
    known = raw(
        {"chip": "tactician", "id": "r", "side": "rival", "hex": "C3", "hp": 3, "attack": ["blue"], "range": 1},
        {"chip": "attacker", "id": "a", "side": "player", "hex": "C4", "hp": 3},
    )
    elsewhere = READER.read_plain({**known, "arena": "amazons"})
    told = play(READER.read_plain(known), [1], only="engage")
    assert [question.id for question in told.asked] == ["attack.dice"]
    assert told.combat.units["a"].movement is None
    told = play(elsewhere, [("component.priorities", "local: hero; other: any"), 1], only="engage")
    assert [question.kind for question in told.asked] == ["list", "dice"]
    for wrong in ("nonsense", "", "other: everybody", "others: any"):
        with pytest.raises(IllegalError):
            play(elsewhere, [wrong], only="engage")
    with pytest.raises(InvalidError, match="are not known"):
        answer(elsewhere)
