"""Spartacus: strings, attacks with their abilities, the last blow, and the odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.spartacus.attack import compare, last_blow, re_rolled, read_dice, resolve, surrendered
from hoplo_companion.spartacus.fighter import LEVELS, Ability, Fighter, Pools, read_abilities, read_fighter
from hoplo_companion.spartacus.odds import Odds, abilities_of, blows, evenly, initiative, wounds
from tests.helpers.cli import hoplo


def fighter(text: str) -> Fighter:
    return read_fighter(text)


@pytest.mark.rule("sp.ties", "sp.strings")
def test_strings_are_compared_highest_to_highest_and_ties_are_the_defenders() -> None:
    found = compare([3, 6, 4], [2, 4, 6])
    assert found.pairs == ((6, 6, False), (4, 4, False), (3, 2, True))
    assert found.wounds == 1


@pytest.mark.rule("sp.unopposed")
def test_unopposed_attack_dice_wound_with_three_or_more() -> None:
    assert compare([5, 3, 2], [6]).unopposed == ((3, True), (2, False))
    assert compare([6], [5, 4, 3]).wounds == 1


@pytest.mark.rule("sp.re-roll", "sp.re-roll-once")
def test_the_example_of_a_re_roll() -> None:
    """6-4-3 against 6-4-2: the 3 becomes a 5, and the string 6-5-4 makes 2 wounds."""
    assert resolve([6, 4, 3], [6, 4, 2]).wounds == 1
    assert re_rolled([6, 4, 3], [3], [5], 1, "Sally") == [6, 5, 4]
    assert resolve([6, 5, 4], [6, 4, 2]).wounds == 2


@pytest.mark.rule("sp.re-roll-own")
def test_a_re_roll_is_for_ones_own_dice() -> None:
    """A Helmet re-rolls a defence die of its own side, never an attack die."""
    with pytest.raises(IllegalError, match="1 of these dice, not 2"):
        re_rolled([6, 4, 3], [3, 4], [5, 5], 1, "Sally")
    with pytest.raises(UsageError, match="no 2 to re-roll"):
        re_rolled([6, 4, 3], [2], [5], 1, "Sally")


@pytest.mark.rule("sp.triples")
def test_alards_triples() -> None:
    """4-3-3-2, the 2 becomes a 3: a triple in defence, and an auto-wound for the attacker."""
    alard = fighter('Alard 3/4/3 "DEF triples cause one auto-wound to attacker" helmet')
    assert resolve([1], [4, 3, 3, 2], defender=alard).back == 0
    assert (
        resolve([1], re_rolled([4, 3, 3, 2], [2], [3], alard.amount("defence-re-roll"), "Alard"), defender=alard).back
        == 1
    )


@pytest.mark.rule("sp.doubles", "sp.auto-wounds")
def test_spartacuss_doubles() -> None:
    """2-2-1-1 is a terrible attack, and 2 auto-wounds whatever the defence."""
    spartacus = fighter('Spartacus 4/4/4 "ATK doubles add 1 auto-wound"')
    found = resolve([2, 2, 1, 1], [6, 6, 6, 6], spartacus)
    assert (found.auto, found.wounds) == (2, 2)


@pytest.mark.rule("sp.one-set")
@pytest.mark.parametrize(
    ("dice", "doubles", "triples"), [((5, 5, 5), 1, 1), ((5, 5, 5, 5), 2, 1), ((2, 2, 1, 1), 2, 0)]
)
def test_a_die_counts_for_one_set(dice: tuple[int, ...], doubles: int, triples: int) -> None:
    one = fighter("A 4/4/4 ATK doubles add 1 auto-wound")
    three = fighter("A 4/4/4 ATK triples add 1 auto-wound")
    assert resolve(dice, [6], one).auto == doubles
    assert resolve(dice, [6], three).auto == triples
    both = fighter("A 5/4/4 ATK doubles add 1 auto-wound, ATK triples add 2 auto-wounds")
    assert resolve((4, 4, 4, 4, 4), [6], both).auto == 3


@pytest.mark.rule("sp.speed-attack", "sp.speed-abilities")
def test_a_speed_attack_has_nothing_of_what_is_for_attack_dice() -> None:
    one = fighter("A 4/4/4 ATK doubles add 1 auto-wound, javelin")
    assert resolve([5, 5], [6], one, is_speed=True).auto == 0
    assert resolve([5, 5], [6], one, is_speed=True).wounds == 1


@pytest.mark.rule("sp.extra", "sp.ignore", "sp.extra-ignore")
def test_extra_wounds_come_first_and_ignoring_takes_from_the_total() -> None:
    assert resolve([1], [6], extra=1).wounds == 1
    assert resolve([1], [6], extra=1, ignored=1).wounds == 0
    doubles = fighter("A 2/2/2 ATK doubles add 1 auto-wound")
    assert resolve([1, 1], [6, 6], doubles, ignored=1).wounds == 0
    assert resolve([1], [6], ignored=1).wounds == 0


@pytest.mark.rule("sp.surrender", "sp.rule-of-one")
def test_the_examples_of_surrendered_dice() -> None:
    assert surrendered(Pools(3, 3, 3), ["d", "s"], 2) == Pools(3, 2, 2)
    assert list(Pools(2, 2, 1).surrendering(2)) == [Pools(1, 1, 1)]
    with pytest.raises(IllegalError, match="Rule of One"):
        surrendered(Pools(2, 2, 1), ["s", "a"], 2)
    assert last_blow(Pools(1, 1, 1), 1) == "yield"
    with pytest.raises(UsageError, match="2 dice are"):
        surrendered(Pools(3, 3, 3), ["a"], 2)


@pytest.mark.rule("sp.last-blow", "sp.yield", "sp.injury", "sp.decapitation")
def test_the_last_blow_is_taken_whole_and_nobody_chooses_its_level() -> None:
    """With T dice left and W wounds, W - (T - 3) pools end empty, whichever dice are surrendered."""
    for dice in product(range(1, 5), repeat=3):
        pools = Pools(*dice)
        for dealt in range(pools.dice + 2):
            empty = {each.count(0) for each in pools.surrendering(dealt)}
            assert {(None, *LEVELS)[count] for count in empty} == {last_blow(pools, dealt)}
    levels = [last_blow(Pools(4, 4, 4), dealt) for dealt in (9, 10, 11, 12, 13)]
    assert levels == [None, "yield", "injury", "decapitation", "decapitation"]


def test_own_arithmetic() -> None:
    assert wounds(1, 1) == {0: Fraction(7, 12), 1: Fraction(5, 12)}
    assert wounds(2, 1) == {0: Fraction(61, 216), 1: Fraction(89, 216), 2: Fraction(11, 36)}


def test_the_odds_of_an_attack_are_those_of_all_its_rolls() -> None:
    one = fighter("A 3/2/2 ATK doubles add 1 auto-wound, 1 extra wound")
    other = fighter("B 2/2/2 DEF doubles cause 1 auto-wound to attacker, ignore 1 wound")
    found: dict[tuple[int, int], Fraction] = {}
    for dice in product(range(1, 7), repeat=5):
        attack = resolve(dice[:3], dice[3:], one, other, extra=1, ignored=1)
        key = (attack.wounds, attack.back)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6**5)
    assert blows(3, 2, abilities_of(one, other)) == found


def test_the_odds_of_a_re_roll_are_those_of_all_its_rolls() -> None:
    """The lowest die is rolled again where it shows 3 or less."""
    sword = abilities_of(fighter("A 2/2/2 sword"), fighter("B 1/1/1"))
    found: dict[int, Fraction] = {}
    for high, low, again, against in product(range(1, 7), repeat=4):
        string = sorted((high, low), reverse=True)
        string[1] = again if string[1] <= 3 else string[1]
        dealt = compare(string, [against]).wounds
        found[dealt] = found.get(dealt, Fraction(0)) + Fraction(1, 6**4)
    assert wounds(2, 1, sword) == found


@pytest.mark.rule("sp.initiative")
def test_initiative_is_the_higher_total_and_ties_are_rolled_again() -> None:
    assert initiative(3, 3) == Fraction(1, 2)
    assert initiative(1, 2) + initiative(2, 1) == 1
    won = sum(a > b + c for a, b, c in product(range(1, 7), repeat=3))
    lost = sum(a < b + c for a, b, c in product(range(1, 7), repeat=3))
    assert initiative(1, 2) == Fraction(won, won + lost)


@pytest.mark.parametrize("way", ["even", "best"])
def test_the_odds_of_a_match_are_whole_and_alike_in_decimals(way: str) -> None:
    one, other = fighter("A 2/3/2 sword"), fighter("B 2/2/3 DEF doubles cause 1 auto-wound to attacker")
    exact = Odds(one, other, way=way, exact=True)  # type: ignore[arg-type]
    assert exact.is_exact
    assert sum(exact.row[:6]) == 1
    assert exact.win(0) + exact.win(1) == 1
    decimals = Odds(one, other, way=way, exact=False)  # type: ignore[arg-type]
    assert all(abs(float(a) - float(b)) < 1e-12 for a, b in zip(exact.row, decimals.row, strict=True))
    turned = Odds(other, one, way=way, exact=True)  # type: ignore[arg-type]
    assert turned.win(0) == exact.win(1)


def test_best_play_is_no_worse_than_any_other() -> None:
    one = fighter("A 2/2/2")
    assert Odds(one, one, way="best", exact=True).win(0) == Fraction(1, 2)
    sure = Odds(read_fighter("A 3/3/3 extra wound"), read_fighter("B 1/1/1"), exact=False)
    assert (sure.win(0), sure.win(1)) == (1, 0)
    assert evenly(Pools(3, 3, 3)) == (Pools(3, 3, 2),)


@pytest.mark.rule("sp.wagers")
def test_a_wager_brings_in_what_it_pays_less_what_is_lost() -> None:
    odds = Odds(fighter("A 1/1/1"), fighter("B 2/1/1"))
    one, other, injury, beheaded = odds.wagers
    assert one.expected(3) == 3 * (2 * odds.win(0) - 1)
    assert one.expected(1) == -other.expected(1)
    assert injury.expected(2) == 2 * (3 * injury.chance - 1)
    assert beheaded.pays == 2


def test_odds_for_programs() -> None:
    found = hoplo("spartacus", "odds", "Spartacus 1/1/1", "2/1/1", "--json").json
    assert found["attack"] == {"wounds": {"0": "7/12", "1": "5/12"}}
    rows = found["match"]
    values = {who: {key: Fraction(value) for key, value in row.items()} for who, row in rows.items()}
    assert list(rows["a"]) == ["win", "yield", "injury", "decapitation"]
    assert all(sum(row.values()) == 1 for row in values.values())
    assert values["b"]["win"] == values["a"]["yield"] + values["a"]["injury"] + values["a"]["decapitation"]
    assert found["exact"]
    long = hoplo("spartacus", "odds", "6/6/6", "6/6/6", "--json").json
    assert not long["exact"]
    assert 0 < long["error"] < 1e-9
    assert isinstance(long["match"]["a"]["win"], float)


@pytest.mark.rule("sp.gear-types")
def test_a_combatant_has_one_piece_of_equipment_of_each_type() -> None:
    with pytest.raises(UsageError, match="one piece of equipment of each type"):
        fighter("Theron 3/4/3 trident trident")
    assert fighter("Theron 3/4/3 trident, helmet, javelin").reach == 2


@pytest.mark.parametrize(("text", "ability"), [
    ("ATK doubles add 1 auto-wound", Ability("attack-doubles")),
    ("DEF triples cause one auto-wound to attacker", Ability("defence-triples")),
    ("2 ATK re-rolls", Ability("attack-re-roll", 2)),
    ("re-roll 1 DEF dice", Ability("defence-re-roll")),
    ("Attack Range: 2", Ability("range", 2)),
    ("speed attack range 3", Ability("speed-attack", 3)),
    ("ignore a wound once per combat", Ability("ignore", 1, once=True)),
    ("extra wound once", Ability("extra", 1, once=True)),
    ("net", Ability("net", 1, once=True)),
])  # fmt: skip
def test_abilities_are_read_as_cards_have_them(text: str, ability: Ability) -> None:
    assert read_abilities(text) == (ability,)


def test_dice_are_read_in_any_form() -> None:
    assert read_dice("3,6,4") == read_dice("3 6 4") == read_dice("3-6-4") == read_dice("364") == [6, 4, 3]


@pytest.mark.parametrize("theirs", ["2/3/2", "2/2/2 1 extra wound DEF doubles cause 1 auto-wound to attacker"])
def test_best_play_is_what_trying_every_surrender_gives(theirs: str) -> None:
    fighters = (read_fighter("3/2/2 ATK doubles add 1 auto-wound"), read_fighter(theirs))
    by = (abilities_of(*fighters), abilities_of(*fighters[::-1]))
    known: dict[tuple[Pools, Pools], Fraction] = {}

    def attack(pools: tuple[Pools, Pools], who: int, then: Callable[[tuple[Pools, Pools]], Fraction]) -> Fraction:
        """Give what an attack that wounds somebody is worth to the first Combatant."""
        mine, other, total = pools[who], pools[1 - who], Fraction(0)
        for (dealt, back), chance in blows(mine.attack, other.defence, by[who]).items():
            ends = last_blow(other, dealt) or last_blow(mine, back)
            if ends:
                total += chance * (1 if bool(last_blow(other, dealt)) == (who == 0) else -1)
            elif dealt or back:
                better, worse = (max, min) if who == 0 else (min, max)
                lefts = [
                    better(then((own, left) if who == 0 else (left, own)) for own in mine.surrendering(back))
                    for left in other.surrendering(dealt)
                ]
                total += chance * worse(lefts)
        return total

    def nobody(pools: tuple[Pools, Pools], who: int) -> Fraction:
        return blows(pools[who].attack, pools[1 - who].defence, by[who]).get((0, 0), Fraction(0))

    def worth(pools: tuple[Pools, Pools]) -> Fraction:
        if pools not in known:
            firsts = [first(pools, who) for who in (0, 1)]
            winning = initiative(pools[0].speed, pools[1].speed)
            whole = winning * max(firsts) + (1 - winning) * min(firsts)
            known[pools] = whole / (1 - nobody(pools, 0) * nobody(pools, 1))
        return known[pools]

    def first(pools: tuple[Pools, Pools], who: int) -> Fraction:
        def answered(left: tuple[Pools, Pools]) -> Fraction:
            return attack(left, 1 - who, worth) + nobody(left, 1 - who) * worth(left)

        return attack(pools, who, answered) + nobody(pools, who) * attack(pools, 1 - who, worth)

    ends = Odds(*fighters, way="best", exact=True)
    assert ends.win(0) - ends.win(1) == worth((fighters[0].pools, fighters[1].pools))
