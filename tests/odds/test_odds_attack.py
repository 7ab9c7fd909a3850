"""The odds of one attack: against every face of every die, and as they are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.components.variant import Variant
from hoplo_companion.dice import HIT_FACES, odds_of_hits
from hoplo_companion.odds.attack import Blow, odds_of, odds_under_way
from hoplo_companion.odds.values import ways_by_colour
from hoplo_companion.rules.agenda import advance, pending, push
from hoplo_companion.rules.attack import Declare
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.boards import combat, position
from tests.helpers.cli import Sitting, hoplo
from tests.odds.test_forecast_oracle import small_board
from tests.soak import forecast_oracle, oracle
from tests.soak.forecast_oracle import find
from tests.soak.oracle_board import read_unit

BOARDS = 150

Board = dict[str, Any]


def ends_in_order(
    board: dict[str, Any], attackers: list[str], target: str
) -> Iterator[tuple[Fraction, dict[str, Any]]]:
    """Go through every face of the dice of attacks made in order, by whoever is left on whoever is left."""
    if not attackers or board.get("over"):
        yield Fraction(1), board
        return
    unit, foe = (find(oracle.Table(board).position, id_) for id_ in (attackers[0], target))
    if unit is None or foe is None:
        yield from ends_in_order(board, attackers[1:], target)
        return
    count = forecast_oracle.Count("", "damage", min)
    for chance, after, _ in count.attack(board, oracle.Table(board), read_unit(unit), read_unit(foe)):
        for rest, end in ends_in_order(after, attackers[1:], target):
            yield chance * rest, end


def by_faces(board: dict[str, Any], *units: dict[str, Any], foe: dict[str, Any]) -> dict[str, Any]:
    """Count attacks by every face of their dice: what target and attackers lose, and how often they fall."""
    found: dict[str, Any] = {}
    for chance, after in ends_in_order({**board, "blessings": 0}, [unit["id"] for unit in units], foe["id"]):
        for before in (*units, foe):
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
                ours = odds_of(fight, [Blow(unit["id"], None, foe["id"])]).suffered
                for id_, theirs in by_faces(board, unit, foe=foe).items():
                    if id_ not in ours:
                        assert theirs == {"lost": {0: 1}, "falls": 0}
                        continue
                    assert ours[id_].lost == theirs["lost"], json.dumps([board, unit["id"], foe["id"]])
                    assert ours[id_].falls == theirs["falls"]
    assert attacks > 60


def test_attacks_in_order_agree_with_counting_every_face(reader: PositionReader) -> None:
    """Whoever has fallen attacks no more, and nobody attacks a target that has."""
    random = Random(5)
    plans = fallen = 0
    for _ in range(BOARDS):
        board = small_board(random) | {"step": "engage"}
        board.pop("from")
        board["state"]["moved"] = [
            u["id"] for u in board["units"] if u["side"] == "rival" and u["id"] not in board["state"]["stayed"]
        ]
        table = oracle.Table(board)
        fight = reader.read(json.dumps(board).encode())
        for foe in table.opponents:
            several = [unit for unit in table.rivals if foe in table.aims(unit)]
            random.shuffle(several)
            if len(several) < 2:
                continue
            plans += 1
            ours = odds_of(fight, [Blow(unit["id"], None, foe["id"]) for unit in several]).suffered
            for id_, theirs in by_faces(board, *several, foe=foe).items():
                fallen += bool(theirs["falls"]) and id_ != foe["id"]
                if id_ in ours:
                    assert (ours[id_].lost, ours[id_].falls) == (theirs["lost"], theirs["falls"]), json.dumps(board)
                else:
                    assert theirs == {"lost": {0: 1}, "falls": 0}
    assert plans > 20
    assert fallen


@pytest.mark.parametrize("pool", [(), ("yellow",), ("blue", "red", "yellow", "green"), ("black",) * 5])
def test_ways_are_the_odds_over_a_power_of_six(pool: tuple[str, ...]) -> None:
    assert sum(ways for ways, _ in ways_by_colour(pool)) == 6 ** len(pool)


def test_intercept_blow_of_yours_is_used_as_it_serves_you(reader: PositionReader) -> None:
    units = [
        "r rival C3 rg1 hp3 blue blue",
        "weak player D3 rg1 hp1 blue",
        "strong player D4 rg1 hp5 blue Intercept-Blow",
    ]
    fight = combat("engage", units)
    found = odds_of(fight, [Blow("r", None, "weak")])
    assert found.suffered["weak"].falls == 0
    assert found.suffered["strong"].lost == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert [each.option for each in found.chosen] == ["strong"]


def test_odds_under_way_are_those_of_the_attack_alone() -> None:
    units = ["r rival C3 rg1 hp3 blue blue Retaliate", "p player D3 rg1 hp2 red blue"]
    fight = combat("engage", units)
    now, _ = advance(push(fight, Declare("p", "r")))
    found = odds_under_way(now)
    assert found.dice == (("red", "blue"),)
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


@pytest.mark.parametrize(("words", "says"), [
    (("krak", "your-defender"), "are not opponents"),
    (("krak", "nobody"), "nobody"),
    (("krak", "heave", "reptilian"), "has no Special or Ability 'heave'; it has: Trident"),
    (("krak",), "whom does Krakenlance attack?"),
    (("on", "reptilian"), "name who attacks before `on`"),
    (("krak", "my-defender", "on"), "name who attacks before `on`"),
    (("krak", "my-defender", "reptilian"), "several attackers stand before `on`"),
    (("krak", "trident", "reptilian", "archer"), "too many words: 'reptilian archer'; several attackers"),
    (("krak", "rival-defender", "on", "reptilian"), "are not opponents"),
    (("krak", "reptilian", "--or", "krak 'reptilian"), "is not understood"),
    (("krak", "reptilian", "--or", ""), "name who attacks"),
    (("krak", "trident", "--at-least", "2"), "--at-least is about the HP of one target"),
])  # fmt: skip
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
    now, _ = advance(push(fight, Declare("p", "r")))
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
@pytest.mark.parametrize(("words", "code", "said"), [
    (["r", "fury-aura"], 0, "100 %"),
    (["r", "fury-aura", "p"], 0, "100 %"),
    (["r", "fury-aura", "q"], 3, "(Unit Skills)"),
    (["r", "fury-aura", "s"], 3, "(Unit Skills)"),
    (["r", "heave", "q"], 0, "50 %"),
    (["r", "heave", "s"], 3, "(Unit Skills)"),
])  # fmt: skip
def test_a_target_that_an_effect_may_not_have_is_refused(
    words: list[str], code: int, said: str, tmp_path: Path
) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(position("engage", FURY)))
    ran = hoplo("odds", "attack", *words, "-p", str(board))
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran


PLANS = [
    "r rival C3 hp3 blue",
    "p player D3 hp3 blue green",
    "q player D4 hp3 yellow yellow Regen-1",
    "s player G1 blue",
]


@pytest.mark.rule("yours.once", "skill.regen")
def test_several_attack_one_target_in_order(tmp_path: Path) -> None:
    """The curve of a plan, `at least`, beside that of another; what is about its own unit alone is done in between."""
    board = tmp_path / "board.json"
    board.write_text(json.dumps(position("engage", PLANS)))
    at = ("--position", str(board))
    both = hoplo("odds", "attack", "p", "q", "on", "r", *at, "--at-least", "3", "--json").json
    assert [each["dice"] for each in both["attacks"]] == [["blue", "green"], ["yellow", "yellow"]]
    three = sum(odds_of_hits(("blue", "green", "yellow", "yellow"))[3:], Fraction(0))
    assert both["at_least"] == {"hp": 3, "chance": str(three)}
    assert both["units"]["r"]["defeated"] == str(three)
    with_regen = hoplo("odds", "attack", "p", "q", "regen", "q", "on", "r", *at, "--json").json
    assert with_regen["units"] == both["units"]
    shown = hoplo("odds", "attack", "p", "q", "on", "r", "--or", "p on r", *at)
    assert "at least 3 HP" in shown.out
    assert "1: p q on r" in shown.out
    assert len(hoplo("odds", "attack", "p", "q", "on", "r", "--or", "p r", *at, "--json").json["plans"]) == 2
    twice = hoplo("odds", "attack", "p", "q", "p", "on", "r", *at)
    assert (twice.code, "once a turn (p.26-27)" in twice.err) == (3, True)
    assert "Attacker (p) cannot" not in shown.err
    assert "your Attacker (s) cannot attack" in hoplo("odds", "attack", "s", "p", "on", "r", *at).err


@pytest.mark.rule("engage.target")
def test_whom_a_list_means_does_not_matter_to_a_target_that_is_named() -> None:
    """A rival's attack and its Special are counted in an arena whose lists nobody has entered."""
    for words, falls in (
        (("rep", "krak"), "1/4"),
        (("rep", "heave", "krak"), "0"),
        (("rep", "def", "on", "krak"), "1/2"),
    ):
        board = "kunlun koth 3 | r: rep@C3 3 skills=heave, def@C2 5 1/1/5 attack=b | p: krak@D3 2"
        found = hoplo("odds", "attack", *words, "--position", board, "--json")
        assert found.code == 0, found.err
        assert found.json["units"]["krakenlance"]["defeated"] == falls


@pytest.mark.rule("engage.special-target")
def test_where_no_list_is_known_and_no_target_named_a_choice_is_said_to_be_counted_as_yours() -> None:
    for skill, said in (("heave", "Reptilian uses Heave on whom?"), ("hurl-1", "nobody loses any HP")):
        board = f"kunlun koth 3 | r: rep@C3 3 skills={skill} | p: krak@D3 2, def@D4 4"
        ran = hoplo("odds", "attack", "rep", skill.partition("-")[0], "--position", board)
        assert said in ran.out
        assert "lists of Kunlun are not known: it is counted as if its choice were yours" in ran.err


@pytest.mark.rule("boots.re-roll")
def test_re_rolls_are_counted_on_where_they_are_asked_for() -> None:
    """A card makes a roll again where that serves you: an attack of one die misses twice."""
    fight = combat("engage", ["r rival C3 hp1 rg1 blue", "h player D3 rg1 hp6 yellow hero elite"])
    cards = replace(fight.yours, opportunities=("shrine",))
    fight = replace(fight, variant=Variant("2024"), yours=cards)
    blows = [Blow("h", None, "r")]
    assert odds_of(fight, blows).suffered["r"].falls == Fraction(1, 3)
    assert odds_of(fight, blows, cards=True).suffered["r"].falls == 1 - Fraction(2, 3) ** 2
    two = replace(fight, yours=replace(cards, opportunities=("shrine", "caravan")))
    assert odds_of(two, blows, cards=True).suffered["r"].falls == 1 - Fraction(2, 3) ** 3
