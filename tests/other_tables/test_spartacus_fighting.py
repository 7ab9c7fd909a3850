"""Spartacus: strings, attacks with their abilities, the last blow, the odds; and the other readings of a match."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.spartacus.fighter import (
    LEVELS,
    NOBODY,
    Ability,
    Pools,
    last_blow,
    re_rolled,
    read_abilities,
    read_dice,
    read_fighter,
    resolve,
    surrendered,
)
from hoplo_companion.spartacus.odds import Abilities, Odds, abilities_of, blows, evenly, initiative, wounds
from hoplo_companion.spartacus.play import read_card
from hoplo_companion.tables.actions import other_readings
from tests.helpers.cli import ROOT, hoplo

DOUBLES = "A 4/4/4 ATK doubles add 1 auto-wound"
ALARD = 'Alard 3/4/3 "DEF triples cause one auto-wound to attacker" helmet'


@pytest.mark.rule(
    "sp.ties", "sp.strings", "sp.unopposed", "sp.re-roll", "sp.triples", "sp.doubles", "sp.auto-wounds", "sp.one-set",
    "sp.speed-attack", "sp.speed-abilities", "sp.extra", "sp.ignore", "sp.extra-ignore",
)  # fmt: skip
@pytest.mark.parametrize(("attack", "defence", "ours", "theirs", "more", "is_"), [
    # Strings are compared highest to highest, and ties are the defender's; what is unopposed wounds with 3 or more.
    ("364", "246", "", "", {}, {"pairs": ((6, 6, False), (4, 4, False), (3, 2, True)), "wounds": 1}),
    ("532", "6", "", "", {}, {"unopposed": ((3, True), (2, False))}),
    ("6", "543", "", "", {}, {"wounds": 1}),
    # The example of a re-roll: 6-4-3 against 6-4-2, the 3 becomes a 5.
    ("643", "642", "", "", {}, {"wounds": 1}),
    ("654", "642", "", "", {}, {"wounds": 2}),
    # Alard's triples: of 4-3-3-2 the 2 becomes a 3. Spartacus's doubles: 2-2-1-1 is 2 auto-wounds whatever the defence.
    ("1", "4332", "", ALARD, {}, {"back": 0}),
    ("1", "4333", "", ALARD, {}, {"back": 1}),
    ("2211", "6666", DOUBLES, "", {}, {"auto": 2, "wounds": 2}),
    # A die counts for one set.
    ("555", "6", DOUBLES, "", {}, {"auto": 1}),
    ("5555", "6", DOUBLES, "", {}, {"auto": 2}),
    ("555", "6", "A 4/4/4 ATK triples add 1 auto-wound", "", {}, {"auto": 1}),
    ("5555", "6", "A 4/4/4 ATK triples add 1 auto-wound", "", {}, {"auto": 1}),
    ("44444", "6", "A 5/4/4 ATK doubles add 1 auto-wound, ATK triples add 2 auto-wounds", "", {}, {"auto": 3}),
    # A Speed Attack has nothing of what is for Attack dice.
    ("55", "6", f"{DOUBLES}, javelin", "", {"is_speed": True}, {"auto": 0, "wounds": 1}),
    # Extra wounds come first, and ignoring takes from the total.
    ("1", "6", "", "", {"extra": 1}, {"wounds": 1}),
    ("1", "6", "", "", {"extra": 1, "ignored": 1}, {"wounds": 0}),
    ("11", "66", DOUBLES, "", {"ignored": 1}, {"wounds": 0}),
    ("1", "6", "", "", {"ignored": 1}, {"wounds": 0}),
])  # fmt: skip
def test_attacks(attack: str, defence: str, ours: str, theirs: str, more: dict[str, Any], is_: dict[str, Any]) -> None:
    sides = [read_fighter(each) if each else NOBODY for each in (ours, theirs)]
    found = resolve([*map(int, attack)], [*map(int, defence)], *sides, **more)
    assert {name: getattr(found, name) for name in is_} == is_


@pytest.mark.rule("sp.re-roll-own", "sp.re-roll-once")
def test_a_re_roll_is_for_ones_own_dice() -> None:
    """A Helmet re-rolls a defence die of its own side, never an attack die."""
    assert re_rolled([6, 4, 3], [3], [5], 1, "Sally") == [6, 5, 4]
    assert read_fighter(ALARD).amount("defence-re-roll") == 1
    with pytest.raises(IllegalError, match="1 of these dice, not 2"):
        re_rolled([6, 4, 3], [3, 4], [5, 5], 1, "Sally")
    with pytest.raises(UsageError, match="no 2 to re-roll"):
        re_rolled([6, 4, 3], [2], [5], 1, "Sally")


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
    one = read_fighter("A 3/2/2 ATK doubles add 1 auto-wound, 1 extra wound")
    other = read_fighter("B 2/2/2 DEF doubles cause 1 auto-wound to attacker, ignore 1 wound")
    found: dict[tuple[int, int], Fraction] = {}
    for dice in product(range(1, 7), repeat=5):
        attack = resolve(dice[:3], dice[3:], one, other, extra=1, ignored=1)
        key = (attack.wounds, attack.back)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6**5)
    assert blows(3, 2, abilities_of(one, other)) == found


@pytest.mark.rule("sp.initiative")
def test_initiative_is_the_higher_total_and_ties_are_rolled_again() -> None:
    assert initiative(3, 3) == Fraction(1, 2)
    assert initiative(1, 2) + initiative(2, 1) == 1
    won = sum(a > b + c for a, b, c in product(range(1, 7), repeat=3))
    lost = sum(a < b + c for a, b, c in product(range(1, 7), repeat=3))
    assert initiative(1, 2) == Fraction(won, won + lost)


@pytest.mark.parametrize("way", ["even", "best"])
def test_the_odds_of_a_match_are_whole_and_alike_in_decimals(way: str) -> None:
    one, other = read_fighter("A 2/3/2 sword"), read_fighter("B 2/2/3 DEF doubles cause 1 auto-wound to attacker")
    exact = Odds(one, other, way=way, exact=True)  # type: ignore[arg-type]
    assert exact.is_exact
    assert sum(exact.row[:6]) == 1
    assert exact.win(0) + exact.win(1) == 1
    decimals = Odds(one, other, way=way, exact=False)  # type: ignore[arg-type]
    assert all(abs(float(a) - float(b)) < 1e-12 for a, b in zip(exact.row, decimals.row, strict=True))
    turned = Odds(other, one, way=way, exact=True)  # type: ignore[arg-type]
    assert turned.win(0) == exact.win(1)


def test_best_play_is_no_worse_than_any_other() -> None:
    one = read_fighter("A 2/2/2")
    assert Odds(one, one, way="best", exact=True).win(0) == Fraction(1, 2)
    sure = Odds(read_fighter("A 3/3/3 extra wound"), read_fighter("B 1/1/1"), exact=False)
    assert (sure.win(0), sure.win(1)) == (1, 0)
    assert evenly(Pools(3, 3, 3)) == (Pools(3, 3, 2),)


@pytest.mark.rule("sp.wagers")
def test_a_wager_brings_in_what_it_pays_less_what_is_lost() -> None:
    odds = Odds(read_fighter("A 1/1/1"), read_fighter("B 2/1/1"))
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
def test_a_combatant_has_one_piece_of_equipment_of_each_type_and_dice_that_can_be_counted() -> None:
    with pytest.raises(UsageError, match="one piece of equipment of each type"):
        read_fighter("Theron 3/4/3 trident trident")
    with pytest.raises(UsageError, match="is not a Combatant's dice"):
        read_fighter(f"{'9' * 5000}/4/3")
    assert read_fighter("Theron 3/4/3 trident, helmet, javelin").reach == 2


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


def test_every_reading_of_the_data_is_looked_at_by_the_rules() -> None:
    for table in ("spartacus", "pantheon"):
        paths = (ROOT / "hoplo_companion" / table).glob("*.py")
        code = "".join(path.read_text(encoding="utf-8") for path in paths)
        assert [id_ for id_ in other_readings(table) if f'"{id_}"' not in code] == []


@pytest.mark.rule("sp.extra-ignore", "sp.speed-abilities", "sp.both-down")
def test_readings_of_a_match() -> None:
    one = NOBODY._replace(abilities=read_abilities("ATK doubles add 2 auto-wounds"))
    assert resolve([1, 1], [6, 6], one, ignored=1).wounds == 1
    assert resolve([1, 1], [6, 6], one, ignored=1, readings={"sp.extra-ignore": "auto-stays"}).wounds == 2
    assert resolve([1, 1], [6, 6], one, is_speed=True).wounds == 0
    assert resolve([1, 1], [6, 6], one, is_speed=True, readings={"sp.speed-abilities": "work"}).wounds == 2
    ran = hoplo("spartacus", "attack", "--attack", "1,1", "--defence", "6,6", "--attacker",
                "ATK doubles add 2 auto-wounds",
                "--ignore", "--reading", "sp.extra-ignore=auto-stays", "--json")  # fmt: skip
    assert ran.json["wounds"] == 2
    a, b = read_fighter("A 2/1/1 ATK doubles add 1 auto-wound"), read_fighter("B 1/3/1 DEF triples cause 3 auto-wounds")
    standard, deeper = (Odds(a, b, readings=each).win(0) for each in ({}, {"sp.both-down": "deeper"}))
    assert deeper < standard
    for text in ("sp.ties=x", "sp.both-down=x", "sp.both-down"):
        assert hoplo("spartacus", "odds", "2/2/2", "2/2/2", "--reading", text).code == 2


@pytest.mark.rule("sp.cards-first")
def test_what_no_rule_knows_is_kept_as_it_was_entered() -> None:
    one = read_fighter("A 2/2/1 manual initiative once: leaps; manual dice: throws sand; manual: howls, and bites")
    assert [(each.kind, each.text, each.once) for each in one.abilities] == [
        ("manual-initiative", "leaps", True), ("manual-dice", "throws sand", False),
        ("manual", "howls, and bites", False),
    ]  # fmt: skip
    card = read_card("Pietros: slave, worth 3, manual: exhaust to gain 1 coin of a gladiator")
    assert (card.kind, card.value, card.fight) == ("slave", 3, "manual: exhaust to gain 1 coin of a gladiator")
    assert read_card("Crixus: gladiator 2/2/1, worth 5, sword").fight == "2/2/1, sword"


def _brute(attack: int, defence: int, by: Abilities) -> dict[tuple[int, int], Fraction]:
    """Lay every roll beside every other, re-rolls and all, written from the rules."""

    def worth(dice: tuple[int, ...], doubles: int, triples: int) -> int:
        counts = [dice.count(face) for face in range(1, 7)]
        return sum(max(k * triples + (n - 3 * k) // 2 * doubles for k in range(n // 3 + 1)) for n in counts)

    def rolls(dice: int, re_rolls: int) -> Counter[tuple[int, ...]]:
        found: Counter[tuple[int, ...]] = Counter()
        for rolled in product(range(1, 7), repeat=dice):
            low = sorted(rolled)
            bad = sum(die <= 3 for die in low[: min(re_rolls, dice)])
            for new in product(range(1, 7), repeat=bad):
                found[tuple(sorted((*low[bad:], *new), reverse=True))] += 6 ** (re_rolls - bad)
        return found

    ours, theirs = rolls(attack, by.re_rolls), rolls(defence, by.answered)
    every = sum(ours.values()) * sum(theirs.values())
    total: dict[tuple[int, int], Fraction] = {}
    for (string, often), (other, as_often) in product(ours.items(), theirs.items()):
        hits = sum(map(int.__gt__, string, other)) + sum(die >= 3 for die in string[defence:])
        auto = worth(string, by.doubles, by.triples)
        least = auto if by.auto_stays else 0
        key = (max(least, hits + auto + by.extra - by.ignored), worth(other, by.back_doubles, by.back_triples))
        total[key] = total.get(key, Fraction(0)) + Fraction(often * as_often, every)
    return total


@pytest.mark.parametrize(("attack", "defence", "by"), [
    (3, 3, Abilities(re_rolls=1, answered=1)),
    (2, 3, Abilities(doubles=1, triples=2, re_rolls=2)),
    (3, 2, Abilities(back_doubles=1, answered=1, extra=1, ignored=2)),
    (3, 2, Abilities(doubles=2, extra=1, ignored=2, auto_stays=True)),
    (3, 1, Abilities(doubles=1, back_triples=1, ignored=1)),
])  # fmt: skip
def test_blows_are_those_of_every_roll(attack: int, defence: int, by: Abilities) -> None:
    assert blows(attack, defence, by) == {key: each for key, each in _brute(attack, defence, by).items() if each}
