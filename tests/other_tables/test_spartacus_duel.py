"""Spartacus: a match in the arena, question by question."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.files import home_folder
from hoplo_companion.spartacus.book import BOOK, match_alone, new_game
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.fighter import read_fighter
from hoplo_companion.spartacus.game import Options
from tests.helpers.cli import done


def match(one: str, other: str, *answers: str, strings: bool = False, **readings: str) -> Match:
    chosen = {f"sp.{id_.replace('_', '-')}": reading for id_, reading in readings.items()}
    return Match([read_fighter(one), read_fighter(other)], answers, chosen, string_initiative=strings)


def kinds(played: Match) -> list[str]:
    return [each.kind for each in played.events]


@pytest.mark.rule("sp.initiative", "sp.order", "sp.round")
def test_the_example_of_initiative() -> None:
    """Totals 8 and 11: Sally's Gladiator wins, she takes the second turn, and John's begins."""
    played = match("John's 3/3/3", "Sally's 3/3/4", "4 3 1 / 5 3 2 1")
    assert played.question is not None
    assert (played.question.ask, played.question.about) == ("order", 1)
    played = played.answered("second")
    assert played.question is not None
    assert (played.question.ask, played.question.about) == ("action", 0)


@pytest.mark.rule("sp.initiative")
def test_tied_totals_are_rolled_again() -> None:
    played = match("A 1/1/1", "B 1/1/1", "4 / 4")
    assert kinds(played)[-1] == "tie"
    assert played.answered("5 / 4").question.about == 0  # type: ignore[union-attr]


@pytest.mark.rule("sp.string-initiative")
@pytest.mark.parametrize(("rolls", "winner"), [
    ("6 1 1 / 5 5 5", 0), ("6 5 1 / 6 5 2", 1), ("6 5 3 / 6 5", 0), ("6 5 2 / 6 5", None), ("6 6 / 6 6 4", 1),
])  # fmt: skip
def test_string_initiative(rolls: str, winner: int | None) -> None:
    ours, theirs = (len(side.split()) for side in rolls.split("/"))
    played = match(f"A 1/1/{ours}", f"B 1/1/{theirs}", rolls, strings=True)
    assert played.question is not None
    if winner is None:
        assert played.question.ask == "speed"
    else:
        assert (played.question.ask, played.question.about) == ("order", winner)


@pytest.mark.rule("sp.net", "sp.two-nets")
def test_a_net_wins_the_initiative_once_and_two_cancel_each_other() -> None:
    played = match("A 1/1/1 net", "B 1/1/1", "yes")
    assert (played.question.ask, played.question.about) == ("order", 0)  # type: ignore[union-attr]
    played = match("A 1/1/1 net", "B 1/1/1", "yes", "first", "end", "end")
    assert played.question.ask == "speed"  # type: ignore[union-attr]
    played = match("A 1/1/1 net", "B 1/1/1 net", "yes", "yes")
    assert kinds(played)[-1] == "nets"
    assert played.question.ask == "speed"  # type: ignore[union-attr]
    played = match("A 1/1/1 net", "B 1/1/1 net", "no", "no")
    assert played.question.ask == "speed"  # type: ignore[union-attr]


@pytest.mark.rule("sp.moving", "sp.range")
def test_moves_and_attacks_have_their_limits() -> None:
    begun = match("A 2/2/2 trident", "B 2/2/2", "6 6 / 1 1", "first")
    with pytest.raises(IllegalError, match="its Speed dice: 2"):
        begun.answered("move 3")
    with pytest.raises(IllegalError, match="up to 2 hexes away, not 3"):
        begun.answered("attack 3")
    moved = begun.answered("move 2")
    with pytest.raises(UsageError, match="not one of: attack, end"):
        moved.answered("move 1")
    assert moved.answered("attack 2").question.ask == "dice"  # type: ignore[union-attr]
    attacked = begun.answered("attack").answered("1 1 / 6 6")
    assert attacked.question.options == ("move", "end")  # type: ignore[union-attr]


@pytest.mark.rule("sp.speed-attack")
def test_a_speed_attack_is_rolled_with_the_speed_dice_and_takes_the_place_of_the_attack() -> None:
    begun = match("A 4/2/2 javelin 3 sword", "B 2/2/2", "6 6 / 1 1", "first")
    assert begun.question.options == ("move", "attack", "speed", "end")  # type: ignore[union-attr]
    with pytest.raises(IllegalError, match="up to 3 hexes away"):
        begun.answered("javelin 4")
    thrown = begun.answered("javelin 3")
    assert thrown.question.dice == (2, 2)  # type: ignore[union-attr]
    # No re-roll is asked: the Sword is for Attack dice.
    assert thrown.answered("1 1 / 6 6").question.options == ("move", "end")  # type: ignore[union-attr]


@pytest.mark.rule("sp.at-once", "sp.surrender")
def test_whoever_attacks_second_does_so_with_what_is_left() -> None:
    played = match("A 2/2/2", "B 2/2/2", "6 6 / 1 1", "first", "attack", "6 1 / 1 1")
    assert played.question.ask == "surrender"  # type: ignore[union-attr]
    played = played.answered("ATK").answered("end").answered("attack")
    assert played.question.dice == (1, 2)  # type: ignore[union-attr]


@pytest.mark.rule("sp.rule-of-one")
def test_a_last_die_surrendered_too_early_is_refused() -> None:
    played = match("A 2/2/2", "B 2/2/1", "6 6 / 1", "first", "attack", "6 1 / 1 3")
    with pytest.raises(IllegalError, match="Rule of One"):
        played.answered("SPD")
    with pytest.raises(UsageError, match="1 die is"):
        played.answered("ATK DEF")
    assert str(played.answered("DEF").pools[1]) == "2/1/1"
    # Where only 1/1/1 is legal nothing is asked.
    forced = match("A 2/2/2", "B 2/2/1", "6 6 / 1", "first", "attack", "6 2 / 1 1")
    assert str(forced.pools[1]) == "1/1/1"


@pytest.mark.rule("sp.last-blow")
@pytest.mark.parametrize(
    ("dice", "level"), [("6 1 1 / 1", "yield"), ("6 6 1 / 1", "injury"), ("6 6 6 / 1", "decapitation")]
)
def test_the_last_blow_ends_the_match(dice: str, level: str) -> None:
    played = match("A 3/1/2", "B 1/1/1", "6 6 / 1", "first", "attack", dice)
    assert played.question is None
    assert played.result is not None
    assert (played.result.winner, played.result.levels) == (0, (None, level))


@pytest.mark.rule("sp.re-roll", "sp.re-roll-once")
def test_both_choose_their_re_rolls_before_either_rolls() -> None:
    played = match("Sally's 3/3/3 sword", "Alard 3/4/3 helmet", "6 6 6 / 1 1 1", "first", "attack", "6 4 3 / 6 4 2 1")
    assert (played.question.ask, played.question.about) == ("which", 0)  # type: ignore[union-attr]
    with pytest.raises(IllegalError, match="may re-roll 1"):
        played.answered("3 4")
    played = played.answered("3")
    assert (played.question.ask, played.question.about) == ("which", 1)  # type: ignore[union-attr]
    only = played.answered("no").answered("5")
    assert only.question.wounds == 2  # type: ignore[union-attr]
    both = played.answered("1")
    assert both.question.dice == (1, 1)  # type: ignore[union-attr]
    assert both.answered("5 / 6").question.options == ("move", "end")  # type: ignore[union-attr]


@pytest.mark.rule("sp.extra", "sp.ignore")
def test_extra_and_ignored_wounds_are_asked_for_and_used_once_where_the_card_says_so() -> None:
    begun = match("A 1/1/2 1 extra wound once", "B 2/2/2 ignore 1 wound", "6 6 / 1 1", "first", "attack", "1 / 6 6")
    assert begun.question.ask == "extra"  # type: ignore[union-attr]
    added = begun.answered("yes")
    assert added.question.ask == "ignore"  # type: ignore[union-attr]
    assert added.answered("yes").question.options == ("move", "end")  # type: ignore[union-attr]
    used = added.answered("no").answered("SPD").answered("end").answered("end").answered("6 6 / 1").answered("first")
    assert used.answered("attack").answered("1 / 6 6").question.options == ("move", "end")  # type: ignore[union-attr]


@pytest.mark.rule("sp.both-down", "sp.triples")
def test_where_both_fall_the_defender_loses() -> None:
    told = ("6 / 1", "first", "attack")
    one, other = "A 1/1/1", "Alard 1/3/1 DEF triples cause 3 auto-wounds to attacker"
    # Alard has five dice left: two wounds of the attack are not enough; with 1/1/1 he could not make a triple.
    alone = match(one, other, *told, "6 / 3 3 3")
    assert alone.result is not None
    assert (alone.result.winner, alone.result.levels) == (1, ("decapitation", None))
    both = ("A 2/1/1 ATK doubles add 1 auto-wound", other, *told, "4 4 / 3 3 3")
    fallen = match(*both)
    assert fallen.result is not None
    assert (fallen.result.winner, fallen.result.levels) == (0, ("injury", "yield"))
    deeper = match(*both, both_down="deeper")
    assert deeper.result is not None
    assert deeper.result.winner == 1


def _answer(played: Match, rng: random.Random) -> str:
    question = played.question
    assert question is not None
    match question.ask:
        case "speed" | "dice" | "results":
            return " / ".join(" ".join(str(rng.randint(1, 6)) for _ in range(dice)) for dice in question.dice if dice)
        case "surrender":
            pools, order = played.pools[question.about], []
            for _ in range(question.wounds):
                left = rng.choice(list(pools.one_less()))
                order.append("ads"[[a - b for a, b in zip(pools, left, strict=True)].index(1)])
                pools = left
            return " ".join(order)
        case "action":
            return rng.choice([each for each in question.options if each != "end"])
        case "which":
            return "no"
    return rng.choice(question.options)


@pytest.mark.parametrize("seed", range(20))
def test_a_match_at_random_comes_to_an_end_and_is_the_same_again(seed: int) -> None:
    rng = random.Random(seed)
    texts: Sequence[str] = (
        "Spartacus 4/4/4 sword ATK doubles add 1 auto-wound",
        "Theron 3/4/3 trident helmet javelin net DEF triples cause one auto-wound to attacker, ignore 1 wound once",
    )
    played = match(*texts)
    while played.question is not None:
        before, played = played, played.answered(_answer(played, rng))
        back = match(*texts, *played.answers[:-1])
        assert (back.pools, back.question, back.events) == (before.pools, before.question, before.events)
    assert played.result is not None
    assert any(played.result.levels)
    again = match(*texts)
    for answer in played.answers:
        again = again.answered(answer)
    assert (again.result, again.events) == (played.result, played.events)


def test_a_match_that_an_older_hoplo_kept_beside_the_games_is_a_game() -> None:
    done("spartacus", "new", "Pete", "Sally", "--coins", "4,4")
    old = home_folder() / "spartacus" / "duel.json"
    kept = {"fighters": ["Spartacus 4/4/4 sword", "Theron 3/4/3"], "answers": ["4 4 2 1 / 2 2 1", "first"]}
    old.write_text(json.dumps(kept), encoding="utf-8")
    assert [each["name"] for each in done("spartacus", "--json").json["game"]["houses"]] == ["Pete", "Sally"]
    done("spartacus", "switch", "duel")
    assert done("spartacus", "--json").json["game"]["answers"] == kept["answers"]
    assert not old.exists()


def test_a_match_of_before_that_cannot_be_read_stays_where_it_is() -> None:
    done("spartacus", "new", "Pete", "Sally", "--coins", "4,4")
    old = home_folder() / "spartacus" / "duel.json"
    old.write_text('{"fighters": ["x", "y"]}', encoding="utf-8")
    done("spartacus")
    assert old.exists()


def test_tab_completes_the_answers_of_the_match() -> None:
    assert BOOK.completed(match_alone(("3/3/3", "2/2/2 net"), Options()), ["answer"]) == ["yes", "no"]
    assert BOOK.completed(new_game("capua", ["Pete", "Sally"], "quick", Options()), ["answer"]) == []
