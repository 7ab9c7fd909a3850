"""The dice of a campaign against what was due: every roll is found again, and the chances are those of counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from hoplo_companion.campaign.luck import MIXED, SURE, Roll, balance, by_colour, extremes, fairness, tally
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import HIT_FACES, Rolled, odds_of_many
from hoplo_companion.table.play.replay import dice_of_fight
from tests.helpers.cli import hoplo
from tests.helpers.fights import ready, told
from tests.helpers.fights_on_disk import on_disk, said
from tests.soak.random_fights import Manner, fought, planned_from


def roll(dice: str, hits: int, side: str = "player", **more: Any) -> Roll:
    """Give a roll with the dice of one colour, or of several whose hits were entered as one number."""
    colours = tuple(dice.split())
    known = {colours[0]: hits} if len(set(colours)) == 1 else None
    return Roll(1, side, "archer", colours, hits, more.pop("by_colour", known), more.pop("by_app", False))


FAIR, FIGHTS, ROLLS = 40, 12, 20
"""Campaigns of fair dice, fights of each, rolls of a fight."""


def ever_unfair(campaigns: int, seed: int) -> int:
    """Count campaigns of fair dice in which a colour is called unfair after any of their fights."""
    random = Random(seed)
    found = 0
    for _ in range(campaigns):
        hits, dice = Counter[str](), Counter[str]()
        for _ in range(FIGHTS):
            for _ in range(ROLLS):
                colour, pool = random.choice(["yellow", "blue", "blue", "green", "black"]), random.randint(1, 4)
                dice[colour] += pool
                hits[colour] += sum(random.randrange(6) < HIT_FACES[colour] for _ in range(pool))
            rolls = [roll(" ".join([each] * count), hits[each]) for each, count in dice.items()]
            if any(each.looks_unfair for each in fairness(rolls)):
                found += 1
                break
    return found


@pytest.fixture(scope="module")
def everything() -> Catalogue:
    return told()


def test_the_chances_are_those_of_counting_every_face() -> None:
    pool = {"yellow": 2, "green": 1, "black": 2}
    dice = [colour for colour, count in pool.items() for _ in range(count)]
    found = Counter(
        sum(face < HIT_FACES[die] for face, die in zip(faces, dice, strict=True))
        for faces in product(range(6), repeat=len(dice))
    )
    odds = odds_of_many(pool)
    assert odds == pytest.approx({hits: n / 6 ** len(dice) for hits, n in found.items()})
    sample = tally([roll("yellow yellow", 2), roll("green black black", 3)])
    expected = Fraction(2 * 2 + 4 + 2 * 5, 6)
    far = sum(n for hits, n in found.items() if abs(hits - expected) >= abs(5 - expected))
    assert sample[:3] == (5, 5, expected)
    assert sample.chance == pytest.approx(far / 6**5)


def test_thousands_of_dice_lose_nothing() -> None:
    assert sum(odds_of_many({"yellow": 3000, "blue": 2000}).values()) == pytest.approx(1)
    rare = tally([roll(" ".join(["yellow"] * 300), 300)])
    assert rare.chance == pytest.approx((1 / 3) ** 300, rel=1e-6) or rare.chance < 1e-25


@pytest.mark.parametrize("seed", range(6))
def test_every_roll_of_a_fight_is_read_again_from_what_was_kept(seed: int, everything: Catalogue) -> None:
    played = fought(seed, everything, Manner(corrections=8, anyway=5, steps=20))
    fight = played.table.game.fight
    kept = [
        given
        for move in fight.moves.values()
        for given in move.answers
        if given.get("question") in ("attack.dice", "attack.re-roll", "special.dice", "scion.roll")
    ]
    found = dice_of_fight(1, planned_from(played.start), fight, everything)
    assert not found.fault
    assert len(found.rolls) == len(kept) > 0
    for each in found.rolls:
        assert each.side in ("player", "rival", "arena")
        assert 0 <= each.hits <= len(each.dice)
    total = tally(found.rolls)
    assert total.dice == sum(len(each.dice) for each in found.rolls)
    assert sum(each.hits for each in by_colour(found.rolls).values()) == total.hits


def test_a_mixed_pool_entered_as_one_number_counts_for_no_colour() -> None:
    rolls = [roll("yellow blue", 1), roll("blue blue", 2), roll("blue green", 1, by_colour={"blue": 0, "green": 1})]
    found = by_colour(rolls)
    assert {row: each[:2] for row, each in found.items()} == {"blue": (3, 2), "green": (1, 1), MIXED: (2, 1)}


def test_the_luckiest_roll_is_what_helps_you() -> None:
    mine, theirs = roll("yellow yellow", 2), roll("black black black", 0, "rival")
    against = roll("green green", 2, "rival")
    found = extremes([mine, theirs, against, roll("red", 1)])
    assert found is not None
    assert found.luckiest[0] == theirs
    assert found.luckiest[1] == pytest.approx(1 / 216)
    assert found.unluckiest[0] == against
    assert found.unluckiest[1] == pytest.approx(4 / 9)
    assert balance([mine, theirs, against]) == [Fraction(4, 3), Fraction(4, 3) + Fraction(5, 2), Fraction(19, 6)]
    assert extremes([roll("red", 1)]) is None


@pytest.mark.parametrize(
    ("colour", "dice", "hits", "enough", "unfair"),
    [
        ("black", 2, 0, False, False),  # 1 of 36, and yet only two dice
        ("yellow", 29, 29, False, False),
        ("yellow", 30, 10, True, False),
        ("yellow", 60, 30, True, False),
        ("yellow", 60, 40, True, True),
        ("black", 60, 30, True, True),
    ],
)
def test_a_verdict_needs_many_dice_far_off(colour: str, dice: int, hits: int, enough: bool, unfair: bool) -> None:
    rolls = [roll(colour, int(at < hits)) for at in range(dice)]
    (found,) = fairness(rolls)
    assert (found.is_enough, found.looks_unfair) == (enough, unfair)
    assert found.low <= hits / dice <= found.high
    fair = HIT_FACES[colour] / 6
    assert (found.corrected < SURE) == (not found.low <= fair <= found.high), "the interval says what the verdict does"
    assert fairness([each._replace(by_app=True) for each in rolls]) == [], "only real dice are looked at"
    assert fairness([roll("red red", 2)]) == [], "and only those that can miss"


def test_fair_dice_are_seldom_called_unfair_however_often_one_looks() -> None:
    assert ever_unfair(FAIR, seed=1) <= FAIR // 20


def test_the_command_tells_rolls_of_hoplo_from_those_typed() -> None:
    on_disk(ready("bloodshed"))
    assert "No dice" in said("luck")
    said("fight", "start", "brawl", "--auto", "random", "--seed", "3")
    for turn in range(6):
        said("rival-turn", "--auto", "random", "--seed", "4")
        if turn == 0:
            said("turn", "deploy", "krakenlance", "G2", "--auto", "first")
        for unit, targets in hoplo("options", "--json").json["attack"].items():
            said("turn", "attack", unit, targets[0], "--auto", "random", "--seed", "6")
            break
        said("turn", "end", "--auto", "random", "--seed", "6")
    found = hoplo("luck", "--json").json
    assert found["rolls"]
    assert {each["by"] for each in found["rolls"]} == {"hoplo"}
    assert found["fairness"] == []
    assert len(found["balance"]) == len(found["rolls"])
    text = said("luck", "--plain")
    assert "rolled by hoplo" in text
    italian = said("luck", "--lang", "it")
    assert "dadi" in italian
    said("undo", "--fight")
    assert "No dice" in said("luck"), "what was taken back was never rolled"


def test_a_roll_of_the_app_is_still_a_plain_answer() -> None:
    assert Rolled([True, False]) == [True, False]
