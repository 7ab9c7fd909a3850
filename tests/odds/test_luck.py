"""The dice of a campaign against what was due: every roll is found again, and the chances are those of counting."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.chronicle import (
    MIXED,
    SURE,
    Fought,
    Roll,
    balance,
    by_colour,
    extremes,
    fairness,
    hp_given,
    tally,
)
from hoplo_companion.campaign.model import AdvisedPlan, Fight
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import HIT_FACES, Rolled, odds_of_hits, odds_of_many
from hoplo_companion.language import speaking
from hoplo_companion.odds.actions import swing
from hoplo_companion.render.campaign.luck import luck_lines
from hoplo_companion.render.style import plain
from hoplo_companion.rules.agenda import Then, advance, pending, push
from hoplo_companion.rules.attack import declare
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.replay import fight_again
from hoplo_companion.table.saves.library import Library
from tests.helpers.boards import combat
from tests.helpers.cli import hoplo
from tests.helpers.fights import ready, told
from tests.helpers.fights_on_disk import on_disk, state
from tests.helpers.stories import tell
from tests.odds.test_forecast import engaged
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
            if any(each.verdict == "unfair" for each in fairness(rolls)):
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
    found = fight_again(1, planned_from(played.start), fight, everything)
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
    assert [each for each, _ in found] == [theirs, against]
    assert [odds for _, odds in found] == pytest.approx([1 / 216, 4 / 9])
    assert balance([mine, theirs, against]) == [Fraction(4, 3), Fraction(4, 3) + Fraction(5, 2), Fraction(19, 6)]
    assert not extremes([roll("red", 1)])


@pytest.mark.parametrize(
    ("colour", "dice", "hits", "verdict"),
    [
        ("black", 2, 0, "few"),  # 1 of 36, and yet only two dice
        ("yellow", 29, 29, "few"),
        ("yellow", 30, 10, "fair"),
        ("yellow", 60, 30, "fair"),
        ("yellow", 60, 40, "unfair"),
        ("black", 60, 30, "unfair"),
    ],
)
def test_a_verdict_needs_many_dice_far_off(colour: str, dice: int, hits: int, verdict: str) -> None:
    rolls = [roll(colour, int(at < hits)) for at in range(dice)]
    (found,) = fairness(rolls)
    assert found.verdict == verdict
    assert found.low <= hits / dice <= found.high
    fair = HIT_FACES[colour] / 6
    assert (found.corrected < SURE) == (not found.low <= fair <= found.high), "the interval says what the verdict does"
    assert fairness([each._replace(by_app=True) for each in rolls]) == [], "only real dice are looked at"
    assert fairness([roll("red red", 2)]) == [], "and only those that can miss"


def test_fair_dice_are_seldom_called_unfair_however_often_one_looks() -> None:
    assert ever_unfair(FAIR, seed=1) <= FAIR // 20


def test_the_command_tells_rolls_of_hoplo_from_those_typed() -> None:
    on_disk(ready("bloodshed"))
    tell("""
      luck -> No dice
      fight start brawl --auto random --seed 3
    """)
    for turn in range(6):
        tell("rival-turn --auto random --seed 4" + " && turn deploy krakenlance G2 --auto first" * (turn == 0))
        for unit, targets in [*hoplo("options", "--json").json["attack"].items()][:1]:
            tell(f"turn attack {unit} {targets[0]} --auto random --seed 6")
        tell("turn end --auto random --seed 6")
    found = hoplo("luck", "--json").json
    assert {each["by"] for each in found["rolls"]} == {"hoplo"}
    assert found["fairness"] == []
    assert len(found["balance"]) == len(found["rolls"])
    # What was taken back was never rolled.
    tell("""
      luck --plain -> rolled by hoplo
      luck --lang it -> dadi
      undo --fight && luck -> No dice
    """)


def test_rolls_of_a_fight_are_held_against_what_they_come_to_on_average(everything: Catalogue) -> None:
    played = fought(0, everything, Manner(steps=40))
    rolls = fight_again(1, planned_from(played.start), played.table.game.fight, everything).rolls
    assert len([each for each in rolls if each.hp is not None]) > len(rolls) / 2
    assert hp_given(rolls) == sum((each.hp or 0) - (each.hp_due or 0) for each in rolls)
    assert [each.turn for each in rolls] == sorted(each.turn for each in rolls)


def test_by_their_chances_the_results_of_a_roll_come_to_its_average(reader: PositionReader) -> None:
    random, attacks = Random(8), 0
    for _ in range(60):
        board, table = engaged(random)
        fight = reader.read(json.dumps(board).encode())
        for unit, foe in [(one, other) for one in table.rivals for other in table.aims(one)]:
            now, _ = advance(push(fight, Then(declare, (unit["id"], foe["id"]))))
            question = pending(now)
            if question is None or question.kind != "dice":
                continue
            attacks += 1
            swings = [swing(now, hits) for hits in range(len(question.dice) + 1)]
            chances = odds_of_hits(question.dice)
            came = sum((chance * each[1] for chance, each in zip(chances, swings, strict=True) if each), Fraction(0))
            assert {each[0] for each in swings if each is not None} == {came}, json.dumps(board)
    assert attacks > 30


def test_the_average_of_an_attack_is_that_of_its_results() -> None:
    """Weighed by their chances, the results of a roll come to what was expected before it (Retaliate counts)."""
    fight = combat("engage", ["r rival C3 rg1 hp2 blue blue Retaliate", "p player D3 rg1 hp2 green blue"])
    now, _ = advance(push(fight, Then(declare, ("p", "r"))))
    swings = [swing(now, hits) for hits in range(3)]
    chances = odds_of_hits(("green", "blue"))
    assert [each[1] for each in swings if each is not None] == [0, 0, 2], "one hit costs either of them 1 HP"
    assert {each[0] for each in swings if each is not None} == {2 * chances[2]}
    assert swing(fight, 1) is None, "nothing is under way"


def test_one_hit_with_one_die_is_said_of_one() -> None:
    fights = [Fought(Fight("Isthmian Games of Poseidon", "sport", {}, {}), [], [roll("blue", 1)], "", [])]
    assert "blue: 1 hit with 1 die: too few to judge yet" in plain(luck_lines(fights))
    with speaking("it"):
        whole = ("blu: 1 colpito con 1 dado: ", "Isthmian Games of Poseidon      1", "colpiti  attesi  in più")
        assert all(each in plain(luck_lines(fights)) for each in whole), "names, and heads apart"


def _with_advice(*plans: AdvisedPlan) -> None:
    """Keep plans with the fight as `hoplo advise` does."""
    with Library().opened() as opened:
        fight = opened.now.followed
        fight = replace(fight, advice={**fight.advice, str(len(fight.moves)): plans})
        opened.keep(replace(opened.now, fight=fight), "advise", "Advice", part=True)


BEGUN = "fight start brawl --auto random --seed 3 && rival-turn --auto random --seed 4"


def test_choices_are_compared_with_the_advice_that_was_asked_for(tmp_path: Path) -> None:
    on_disk(ready("bloodshed"))
    tell("begun && turn deploy krakenlance G2", begun=BEGUN)
    _with_advice(AdvisedPlan("end", 8, 10))
    tell("turn end && rival-turn --auto random --seed 4")
    _with_advice(AdvisedPlan("move krak F2; end", 8, 10), AdvisedPlan("end", 7, 10))
    # The turn is not over.
    tell("""
      luck --json -> fights.0.choices.# = 1
      turn move krakenlance F3 && turn end && luck --json -> fights.0.given_up.turns = 2 | fights.0.choices.# = 2
        | fights.0.choices.0 = {"turn": 1, "best": "end", "chosen": "end", "given_up": 0.0, "error": 0.0}
        | fights.0.choices.1.best = move krak F2; end | fights.0.choices.1.chosen = move krakenlance F3; end
      luck --plain -> turns with advice
      luck 1 --plain -> Best plan found: move krak F2; end | Turn 2, you: move krakenlance F3; end
      luck 2 -> 2 | there is no fight 2; fights so far: 1
      odyssey --html {tmp}/odyssey.html && read {tmp}/odyssey.html -> turns with advice
    """, tmp_path)  # fmt: skip
    given_up = hoplo("luck", "--json").json["fights"][0]["choices"][1]["given_up"]
    assert round(10 * (0.8 - given_up), 6) in range(11), "ten fights are played on from what was done"


def test_advice_is_kept_with_its_fight_and_goes_with_the_step_before_it() -> None:
    on_disk(ready("bloodshed"))
    tell("begun && turn deploy krakenlance G2 && advise --seconds 0.3", begun=BEGUN)
    (plans,) = state()["fight"]["advice"].values()
    assert plans[0]["plan"].endswith("end")
    assert plans[0]["won"] <= plans[0]["games"] > 0
    tell("""
      undo && state -> fight.advice = {}
      board --json -> units.krakenlance.hex = null
      advise --seconds 0.3 && redo
    """)


def test_where_hoplo_may_look_it_finds_the_best_plan_as_the_turn_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplo_companion.cli.odds.turn.LOOK", 0.3)
    on_disk(ready("bloodshed"))
    tell("config look on && begun && turn 'deploy krakenlance G2; end'", begun=BEGUN)
    (first,) = hoplo("luck", "--json").json["fights"][0]["choices"]
    assert (first["turn"], first["chosen"]) == (1, "deploy krakenlance G2; end")
    assert first["best"].endswith("; end")
    tell("rival-turn --auto random --seed 4")
    _with_advice(AdvisedPlan("end", 8, 10))
    tell("turn end")
    asked, found = hoplo("luck", "--json").json["fights"][0]["choices"][::-1]
    assert (asked["best"], found) == ("end", first), "where you asked for advice, it does not look again"
    tell("undo")
    assert hoplo("luck", "--json").json["fights"][0]["choices"] == [first]


def test_a_roll_of_the_app_is_still_a_plain_answer() -> None:
    assert Rolled([True, False]) == [True, False]
