"""The odds of one attack: against every face of every die, and as they are shown."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.dice import HIT_FACES, odds_of_hits
from hoplo_companion.odds.attack import attack_odds, odds_under_way
from hoplo_companion.odds.values import ways_by_colour, ways_of_hits
from hoplo_companion.rules.agenda import advance, pending, push
from hoplo_companion.rules.attack import attack
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.boards import combat, position
from tests.helpers.cli import Sitting, hoplo
from tests.odds.test_forecast_oracle import small_board
from tests.soak import forecast_oracle, oracle
from tests.soak.forecast_oracle import find

BOARDS = 150


def by_faces(board: dict[str, Any], unit: dict[str, Any], foe: dict[str, Any]) -> dict[str, Any]:
    """Count an attack by every face of its dice: what target and attacker lose, and how often they fall."""
    count = forecast_oracle.Count("", "damage", min)
    found: dict[str, Any] = {}
    for chance, after, _ in count.attack({**board, "blessings": 0}, oracle.Table(board), unit, foe):
        for before in (unit, foe):
            now = find(after, before["id"])
            lost = before["hp"] - (now["hp"] if now is not None else 0)
            table = found.setdefault(before["id"], {"lost": {}, "falls": Fraction(0)})
            table["lost"][lost] = table["lost"].get(lost, Fraction(0)) + chance
            table["falls"] += chance * (now is None)
    return found


def test_an_attack_agrees_with_counting_every_face(reader: PositionReader) -> None:
    random = Random(3)
    attacks = 0
    for _ in range(BOARDS):
        board = small_board(random) | {"step": "engage"}
        board.pop("from")
        state = board["state"]
        state["moved"] = [u["id"] for u in board["units"] if u["side"] == "rival" and u["id"] not in state["stayed"]]
        table = oracle.Table(board)
        fight = reader.read(json.dumps(board).encode())
        for unit in table.rivals:
            for foe in table.aims(unit):
                attacks += 1
                ours = attack_odds(fight, fight.units[unit["id"]], fight.units[foe["id"]]).suffered
                for id_, theirs in by_faces(board, unit, foe).items():
                    if id_ not in ours:
                        assert theirs == {"lost": {0: 1}, "falls": 0}
                        continue
                    assert ours[id_].lost == theirs["lost"], json.dumps([board, unit["id"], foe["id"]])
                    assert ours[id_].falls == theirs["falls"]
    assert attacks > 60


@pytest.mark.parametrize("pool", [(), ("yellow",), ("blue", "red", "yellow", "green"), ("black",) * 5])
def test_ways_are_the_odds_over_a_power_of_six(pool: tuple[str, ...]) -> None:
    whole = 6 ** len(pool)
    assert [Fraction(ways, whole) for ways in ways_of_hits(pool)] == odds_of_hits(pool)
    assert sum(ways for ways, _ in ways_by_colour(pool)) == whole


def test_intercept_blow_of_yours_is_used_as_it_serves_you(reader: PositionReader) -> None:
    units = [
        "r rival C3 rg1 hp3 blue blue",
        "weak player D3 rg1 hp1 blue",
        "strong player D4 rg1 hp5 blue Intercept-Blow",
    ]
    fight = combat("engage", units)
    found = attack_odds(fight, fight.units["r"], fight.units["weak"])
    assert found.suffered["weak"].falls == 0
    assert found.suffered["strong"].lost == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert [each.option for each in found.chosen] == ["strong"]


def test_odds_under_way_are_those_of_the_attack_alone() -> None:
    units = ["r rival C3 rg1 hp3 blue blue Retaliate", "p player D3 rg1 hp2 red blue"]
    fight = combat("engage", units)
    now, _ = advance(push(fight, *attack(fight.units["p"], fight.units["r"])))
    found = odds_under_way(now)
    assert found.dice == ("red", "blue")
    assert found.suffered["r"].lost == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert found.suffered["p"].lost == {1: Fraction(1)}


def test_the_command_shows_percent_first_and_fractions_for_programs() -> None:
    shown = hoplo("odds", "attack", "krak", "reptilian", "--example")
    assert "50 % (1/2)" in shown.out
    assert "cannot attack" in shown.err
    told = hoplo("odds", "attack", "krak", "reptilian", "--example", "--json").json
    assert told["units"]["reptilian"] == {
        "lost": {"0": "1/4", "1": "1/2", "2": "1/4"},
        "expected": "1",
        "defeated": "0",
    }
    assert told["possible"] is False


def test_a_special_is_counted_on_its_target() -> None:
    units = ["r rival A1 rg1 hp3 blue", "p player D3 rg1 hp2 green yellow Heave", "s rival D5 rg1 hp1 blue"]
    board = json.dumps(position("engage", units))
    told = hoplo("odds", "attack", "p", "heave", "s", "--position", "-", "--json", stdin=board).json
    assert told["effect"] == "heave"
    assert told["units"]["s"]["defeated"] == str(Fraction(HIT_FACES["green"], 6))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("krak", "your-defender"), "are not opponents"),
        (("krak", "nobody"), "nobody"),
        (("krak", "heave", "reptilian"), "has no Special or Ability 'heave'; it has: Trident"),
    ],
)
def test_what_cannot_be_counted_is_refused(words: tuple[str, ...], says: str) -> None:
    ran = hoplo("odds", "attack", *words, "--example")
    assert ran.code == 2
    assert says in ran.err


def test_an_unknown_number_is_named() -> None:
    units = ["r rival C3 rg1 hp3 blue blue", "p player D3 rg1 hp2 red blue"]
    board = position("engage", units)
    board["units"][1] |= {"chip": "archer"}
    for key in ("movement", "range", "attack"):
        board["units"][1].pop(key)
    ran = hoplo("odds", "attack", "p", "r", "--position", "-", stdin=json.dumps(board))
    assert ran.code != 0
    assert "p" in ran.err
    assert not ran.out


def test_a_key_shows_the_odds_at_a_dice_prompt() -> None:
    fight = combat("engage", ["r rival C3 rg1 hp3 blue blue", "p player D3 rg1 hp2 red blue"])
    now, _ = advance(push(fight, *attack(fight.units["p"], fight.units["r"])))
    question = pending(now)
    assert question is not None
    sitting = Sitting()
    sitting.pressed = ["A", "2"]
    assert Prompts(sitting).answer(question, now) == 2
    said = sitting.said()
    assert "Dice: 1 red, 1 blue" in said
    assert "50 % (1/2)" in said


FURY = ["r rival C3 rg1 hp3 blue Fury-Aura-1 Heave", "p player C4 hp1 blue", "q player D3 hp3 blue", "s player G1 blue"]


@pytest.mark.rule("skill.fury-aura", "skill.heave")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["r", "fury-aura"], 0, "100 %"),
        (["r", "fury-aura", "p"], 0, "100 %"),
        (["r", "fury-aura", "q"], 3, "(Unit Skills)"),
        (["r", "fury-aura", "s"], 3, "(Unit Skills)"),
        (["r", "heave", "q"], 0, "50 %"),
        (["r", "heave", "s"], 3, "(Unit Skills)"),
    ],
)
def test_a_target_that_an_effect_may_not_have_is_refused(
    words: list[str], code: int, said: str, tmp_path: Path
) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(position("engage", FURY)))
    ran = hoplo("odds", "attack", *words, "-p", str(board))
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran
