"""The attack of Pantheon: the two assaults, the odds, the effective values; held against brute force."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.errors import UsageError
from hoplo_companion.pantheon.attack import Assaults, Attack, at_least, expected, odds_table, read_die, read_rolled
from hoplo_companion.pantheon.units import TALENTS, TERRAINS, Fighter, read_side
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories
from tests.helpers.table_games import Player, Scene, scenes
from tests.soak import pantheon_oracle

F = Fraction

BEST = [
    # defence, dice, sure, expected, fives rolled again, raised to 5
    (6, (5, 5, 3, 0, 1), 2, F(2), 0, []),
    (7, (5, 5, 3, 0, 1), 1, F(5, 3), 1, []),
    (6, (4, 3), 0, F(5, 6), 1, [4]),
    (6, (3, 3, 3), 0, F(5, 6), 1, [3]),
    (6, (5, 1), 1, F(1), 0, []),
    (6, (5, 4, 2), 1, F(5, 3), 2, [4]),
    (6, (4, 4, 2, 2), 1, F(5, 3), 2, [4, 4]),
    (7, (5,), 0, F(2, 3), 1, []),
    (7, (5, 1), 0, F(5, 6), 1, []),
    (8, (5, 5, 1), 0, F(4, 3), 2, []),
    (10, (5,), 0, F(1, 6), 1, []),
    (5, (5, 4, 3), 2, F(2), 0, []),
    (0, (0, 0, 1), 1, F(1), 0, []),
    (7, (5, 5, 3, 1), 1, F(5, 3), 1, []),
    (6, (5, 5), 1, F(5, 3), 2, []),
]


@pytest.mark.rule("pan.assault.blanks", "pan.assault.placed", "pan.assault.discard", "pan.assault.second")
@pytest.mark.parametrize(("defence", "dice", "sure", "hopes", "again", "raised"), BEST)
def test_the_best_use_of_the_dice(
    defence: int, dice: tuple[int, ...], sure: int, hopes: Fraction, again: int, raised: list[int]
) -> None:
    play = Assaults(defence).play(dice)
    assert Assaults(defence).possible(dice)[0].sure == sure
    assert (play.expected, len(play.rolled), play.raised) == (hopes, again, raised)
    text = ",".join(map(str, dice))
    said = hoplo("pantheon", "attack", str(defence), "dice", text, "--json").json
    assert said == {"first": sure, "second": {"roll": again, "raise": raised, "expected": str(hopes)}}


@pytest.mark.rule("pan.assault.second-add", "pan.assault.second-discard")
def test_the_whole_distribution_of_a_second_assault() -> None:
    assert Assaults(8).play((5, 5, 1)).odds[:3] == [F(1, 12), F(1, 2), F(5, 12)]


@pytest.mark.parametrize(("offence", "defence", "hopes"), [
    (1, 3, F(1, 2)), (1, 6, F(5, 36)), (2, 6, F(103, 216)), (3, 4, F(287, 216)), (5, 5, F(14225, 7776)),
    (4, 6, F(9839, 7776)),
])  # fmt: skip
def test_expected_wounds(offence: int, defence: int, hopes: Fraction) -> None:
    said = hoplo("pantheon", "attack", str(offence), str(defence), "--odds", "--json").json
    assert said["expected"] == str(hopes)
    assert sum(map(F, said["wounds"].values())) == 1
    assert sum(int(n) * F(each) for n, each in said["wounds"].items()) == hopes


@pytest.mark.parametrize("least", [None, 1, 2])
@pytest.mark.parametrize("defence", range(11))
def test_nothing_is_better_by_brute_force(defence: int, least: int | None) -> None:
    """Every distribution is that of a search through all orders of discarding, up to four dice."""
    for offence in range(4):
        assert Assaults(defence, least=least).odds(offence) == pantheon_oracle.odds(offence, defence, least)


@pytest.mark.parametrize("defence", [6, 7, 8, 10])
def test_five_dice_are_played_as_brute_force_plays_them(defence: int) -> None:
    assaults = Assaults(defence)
    for dice in combinations_with_replacement((1, 2, 3, 4, 5), 5):
        odds = assaults.play(dice).odds
        best = pantheon_oracle.best(dice, 0, defence, False, 5, None, pantheon_oracle.FACES)
        assert [*odds, *[F(0)] * (6 - len(odds))] == [F(ways, 6**5) for ways in best], dice


@pytest.mark.parametrize("faces", [(0, 0, 2, 5), (1, 5, 6), (5,), (0,), (2, 7, 0)])
def test_other_faces_are_played_best_too(faces: tuple[int, ...]) -> None:
    die = read_die(",".join(map(str, faces)))
    for defence in (0, 5, 6, 7, 9, 10):
        for offence in range(4):
            assert Assaults(defence, die).odds(offence) == pantheon_oracle.odds(offence, defence, None, die)


def test_the_whole_table_is_consistent() -> None:
    found = odds_table()
    assert all(sum(cell) == 1 for row in found for cell in row)
    for offence in range(1, 11):
        for defence in range(11):
            assert expected(found[offence][defence]) > expected(found[offence - 1][defence])
            assert not defence or expected(found[offence][defence]) <= expected(found[offence][defence - 1])


def test_playing_for_a_number_of_wounds_is_another_play() -> None:
    """Defence 6 with 5, 5: rolling both is worth 5/3, discarding one makes a wound certain."""
    play = Assaults(6, least=1).play((5, 5))
    assert len(play.rolled) == 0
    assert at_least(play.odds, 1) == 1
    assert len(Assaults(6).play((5, 5)).rolled) == 2
    said = hoplo("pantheon", "attack", "2", "6", "--odds", "--at-least", "2", "--json").json
    assert F(said["at_least"]) == F(said["wounds"]["2"])


@pytest.mark.rule("pan.assault.discard", "pan.assault.placed", "pan.assault.second")
def test_the_player_may_do_differently() -> None:
    none, one, *_ = Assaults(7).possible([5, 5, 3, 0, 1])
    assert (none.placed, none.kept, none.sure) == ((), (5, 5, 3, 1), 1)
    ends = [Assaults(7).possible(one.after([face]))[0] for face in (0, 4)]
    assert (ends[0].placed, ends[0].kept) == ((), (5, 3, 1)), "a blank takes its five with it"
    assert (ends[1].placed, ends[1].kept) == ((9,), (5, 3, 1))


def begin(words: str) -> Attack:
    """Begin an attack, as in `troop, archer / forest`, its sides with a value of 5 unless they say their own."""
    attacker, target = (each if each[0].isdecimal() else f"5, {each}" for each in words.split(" / "))
    return Attack(read_side(attacker, "x"), read_side(target, "x"))


def adds(attack: Attack, distance: str = "0", **about: Any) -> tuple[int, int]:
    """What is added to offence and defence at a distance."""
    found = replace(attack, distance=int(distance), **about)
    return found.offence - 5, found.defence - 5


ATTACK = Player(begin, lambda attack, _: (attack, []), {
    "adds": adds, "high": lambda attack: adds(attack, heights=True),
    "high-range": lambda attack: replace(attack, heights=True).range,
    "aerial": lambda attack: replace(attack, distance=2, aerial=True),
    "used": lambda attack: attack.attacker.talents,
})  # fmt: skip


@scenes("""
pan.attack.values: Values stay within their bounds
  on 10, power 3 / 0, power -2 -> offence: 10 | defence: 0
pan.terrain.forest, pan.terrain.cage, pan.terrain.ruins, pan.terrain.swamp: The target's ground
  on hero / forest -> adds 0: 0 0 | adds 1: 0 1 | adds 3: 0 1
  on hero / cage -> adds 0: 0 0 | adds 1: 0 1 | adds 3: 0 1
  on hero / ruins -> adds 0: 0 1 | adds 1: 0 0 | adds 3: 0 0
  on hero / swamp -> adds 0: 0 0 | adds 1: 0 -1 | adds 3: 0 -1
  on hero / open -> adds 0: 0 0 | adds 1: 0 0 | adds 3: 0 0
  on hero / water -> adds 0: 0 0 | adds 1: 0 0 | adds 3: 0 0
  on hero / rock -> adds 0: 0 0 | adds 1: 0 0 | adds 3: 0 0
pan.terrain.rock, pan.terrain.stairs, pan.boundary.heights: Who stands higher
  on hero / hero -> high: 1 0
  on rock, stats 5/5/1/0 / hero -> high-range: 3
pan.type.aquatic, pan.type.aerial-attack, pan.terrain.water: Types and water
  on hero / swamp, aquatic -> adds 1: 0 0
  on rock, stats 5/5/1/0 / hero -> aerial.offence: 5 | aerial.range: 2
  on close combat, water / hero -> adds: 0 0
  on close combat, water, aquatic / hero -> adds: 1 0
pan.talents.optional, pan.talents.alone, pan.talent.bolster: A talent counts once, and not for the last miniature
  on troop, bolster, Bolster, phalanx / hero -> used: bolster phalanx | adds: 2 0
  on troop, phalanx, alone / hero -> adds: 0 0
  # A neighbour's talent.
  on troop, bolster, alone / hero -> adds: 1 0
  on hero, bolster / hero -> adds: 0 0
  on hero / hero -> adds: 0 0
pan.powers.cost: What a power adds is entered
  on hero, power 2 / hero, power -1 -> adds: 2 -1
""")
def test_values(scene: Scene) -> None:
    ATTACK.play(scene)


def with_talent(talent: str, **about: object) -> Fighter:
    return Fighter(talents=(talent,), **about)  # type: ignore[arg-type]


@pytest.mark.rule("pan.terrain.rock", "pan.terrain.stairs", "pan.boundary.heights")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_attackers_ground(terrain: str) -> None:
    high, attack = int(terrain in ("rock", "stairs")), begin(f"{terrain}, stats 5/5/1/0 / hero")
    assert [adds(attack, distance)[0] for distance in "012"] == [0, high, high]
    assert attack.range == 1 + high


NORMAL = {
    # talent: what it changes as attacker at range 0 and 1, and as target
    "archer": ((0, 0), (1, 0), (0, 0)),
    "bolster": ((1, 0), (1, 0), (0, 1)),
    "close-combat": ((1, 0), (0, 0), (0, 0)),
    "close-protection": ((0, 0), (0, 0), (0, 1)),
    "force-of-nature": ((1, 0), (1, 0), (0, 0)),
    "phalanx": ((1, 0), (1, 0), (0, 1)),
    "sneak-attack": ((1, 0), (0, 0), (0, 0)),
    "torment": ((0, -1), (0, 0), (0, 0)),
}
IN_AREAS = ("bolster", "close-protection", "force-of-nature", "phalanx")


@pytest.mark.rule(
    "pan.talent.archer", "pan.talent.bolster", "pan.talent.close-combat", "pan.talent.close-protection",
    "pan.talent.force-of-nature", "pan.talent.phalanx", "pan.talent.sneak-attack", "pan.talent.torment",
)  # fmt: skip
@pytest.mark.parametrize("talent", TALENTS)
def test_what_a_talent_adds(talent: str) -> None:
    near, far, as_target = NORMAL.get(talent, ((0, 0), (0, 0), (0, 0)))
    by, on = begin(f"troop, {talent} / hero"), begin(f"hero / troop, {talent}")
    assert (adds(by), adds(by, "1"), adds(on)) == (near, far, as_target)
    assert adds(by, area=True) == (near if talent in IN_AREAS else (0, 0))
    assert adds(on, area=True) == as_target


@pytest.mark.rule("pan.talent.monster-slayer")
def test_a_monster_slayer_rolls_up_to_two_dice_again() -> None:
    attack = Attack(attacker=with_talent("monster-slayer"), target=Fighter(kind="monster"))
    assert attack.may_slay
    assert not Attack(attacker=with_talent("monster-slayer")).may_slay
    assert Assaults(3).slay([5, 0, 1, 0])[0] == (0, 0)
    assert Assaults(3).slay([5, 4, 3])[0] == ()
    assert expected(Assaults(3).odds(1, slayer=True)) == F(3, 4)
    # Of two dice against defence 3 each is kept from 3 upwards and rolled again below; a 2 and a 1 are a wound.
    assert expected(Assaults(3).odds(2, slayer=True)) > 2 * F(3, 4)


@pytest.mark.rule("pan.talent.mighty-throw")
@pytest.mark.parametrize(("kind", "blanks"), [("troop", 1), ("hero", 1), ("monster", 2), ("god", 2), ("titan", 3)])
def test_a_mighty_throw_takes_blanks(kind: str, blanks: int) -> None:
    attack = Attack(attacker=with_talent("mighty-throw"), target=Fighter(kind=kind))
    assert [attack.may_throw(n) for n in (blanks - 1, blanks, 9)] == [False, True, True]
    huge = Attack(attacker=with_talent("mighty-throw"), target=Fighter(traits=("huge",)))
    assert not huge.may_throw(9)


@stories("""
pan.attack.wounds: An attack in words
  pantheon attack 8 dice 5,4,2,1 second 4,0 -> Placed at once: 9. 1 wound.
  pantheon attack 6 dice 5,5,3,-,1 -> Discard 1: 5 becomes 6, a wound. | Discard 3: 5 becomes 6, a wound.
  pantheon attack 7 dice 5,5,3,-,1 -> 1 wound is sure by discarding alone; left: 5, 5, 3, 1.
    | → 1 five again: 1.67 wounds (1: | not blank | pan.faces
What is rolled again by hand has to fall, as many dice as were taken up
  pantheon attack 7 dice 5,5,3 again 2 -> 2 | SECOND is missing: The second roll (2)
  pantheon attack 7 dice 5,5,3 again 2 second 4,2 -> 2 wounds.
  pantheon attack 7 dice 5,5,3,0,1 again 2 second 3 -> 2 | Enter 2 dice, not 1.
  pantheon attack 7 dice 5,5,3,0,1 again 4 second 3 -> 2 | '4' is not a number from 0 to 2
  pantheon attack 7 dice 5,5,3,0,1 again 0 -> Discard
Bad input gets a clear sentence
  pantheon attack 12 6 --odds -> 2 | '12' is not a number from 0 to 10
  pantheon attack 2 -- -1 -> 2 | target: '-1' says nothing about a unit
  pantheon attack 6 dice 7,1 -> 2 | The die has no face 7
  pantheon attack 6 dice x -> 2 | 'x' is not a face
  pantheon attack 6 dice 1,1,1,1,1,1,1,1,1,1,1 -> 2 | at most 10
  pantheon attack 6 -> 2 | How many dice
  pantheon attack 3 6 -> 2 | Enter the dice, `dice 5,5,3`
  pantheon attack 3 6 dice 1,2 -> 2 | Enter 3 dice, not 2.
  pantheon attack 3 6 dice r --odds -> 2 | --odds is for what comes before the dice
  pantheon attack 3,archr 6 --odds -> 2 | did you mean archer
  pantheon attack 3,moon 6 --odds -> 2 | attacker: 'moon' says nothing about a unit
  pantheon attack hero 6 --odds -> 2 | attacker: its value is missing
  pantheon attack 3 6 7 --odds -> 2 | An attack has two sides
  pantheon attack 3 6 --odds --at-least 0 -> 2 | 0 is not within 1 to 10
  pantheon attack 3 6 --odds --die 12 -> 2 | is not a face
  pantheon attack 3 6 --odds --range -1 -> 2 | -1 is not within 0 to 99
  pantheon attack 3,power=x 6 --odds -> 2 | 'power=x' says nothing
""")
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_the_app_rolls_as_many_dice_as_the_offence() -> None:
    ran = hoplo("pantheon", "attack", "6", "6", "dice", "r")
    assert len(ran.out.partition("The app rolls: ")[2].partition(".")[0].split()) == 6, ran


def test_the_table_is_shown_and_drawn(tmp_path: object) -> None:
    shown = hoplo("pantheon", "odds", "--plain").out.splitlines()
    assert len(shown) == 14
    assert " ".join(shown[4].split()) == "1 0.83 0.83 0.67 0.50 0.33 0.17 0.14 0.11 0.08 0.06 0.03"
    file = f"{tmp_path}/table.svg"
    assert "is drawn in" in hoplo("pantheon", "odds", "--at-least", "2", "--svg", file).out
    assert len(hoplo("pantheon", "odds", "--json").json["offence"]) == 11


def test_the_faces_that_are_read() -> None:
    assert read_die("-,1,2,3,4,5") == (0, 1, 2, 3, 4, 5)
    assert read_rolled("5 b,0 -", (0, 5)) == [5, 0, 0, 0]
    assert read_rolled("55b-", (0, 5)) == [5, 5, 0, 0], "nothing need stand between them"
    with pytest.raises(UsageError, match="1 to 20 faces"):
        read_die(" ")
