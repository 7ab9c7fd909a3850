"""The scion combat at the command line: a card typed in, a fight apart, and the last act of a campaign (p.30-32)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.schemas import DiceEffect
from hoplo_companion.errors import UsageError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.scions import read_effect, read_list, read_triggers
from tests.fight.test_scion_example import UNITS
from tests.helpers.boards import combat, position
from tests.helpers.cli import Ran, hoplo
from tests.helpers.own_catalogue import Own

Run = Callable[..., Ran]

HYDRA = "Hydra: health 6; range 1; cap 2; setup Two Heads beside it."


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Give the way to run commands in a home of its own, in which Hydra's card is typed in."""

    def run(*words: str, answers: list[Any] | None = None, **more: Any) -> Ran:
        extra = []
        if answers is not None:
            path = tmp_path / "answers.jsonl"
            path.write_text("".join(json.dumps(each) + "\n" for each in answers))
            extra = ["--answers", str(path)]
        return hoplo(*words, *extra, HOPLO_HOME=str(tmp_path), **more)

    assert run("data", "add", "scion", HYDRA).code == 0
    for unit in ("Hydra's Head: 0/1/3", "Attacker: 2/1/4, blue", "Defender: 1/1/5, black"):
        assert run("data", "add", "unit", unit).code == 0
    return run


def good(ran: Ran) -> Ran:
    """Check that a command did what it was asked to."""
    assert ran.code == 0, ran.err
    return ran


# Lines ------------------------------------------------------------------------------------------------------------


def does(line: str) -> list[Effect]:
    """Give what a row does, in the effect vocabulary."""
    return read_effects("\n".join(f"activity: {each}" for each in line.split(" ; ")))


@pytest.mark.parametrize(("line", "row"), [
    (
        "green/blue 2-4: They roar. [by scion: daze all opponents within 2 ; gain 1 hp if hits at least 3]",
        DiceEffect(
            dice=["green", "blue"],
            kind="threshold",
            text="They roar.",
            at_least=2,
            at_most=4,
            by=["scion"],
            effects=does("daze all opponents within 2 ; gain 1 hp if hits at least 3"),
        ),
    ),
    ("red >=3: It bites.", DiceEffect(dice=["red"], kind="threshold", text="It bites.", at_least=3)),
    (
        "black+yellow pair: By hand. [damage 2]",
        DiceEffect(dice=["black", "yellow"], kind="pair", text="By hand.", one_of_each=True, damage=2),
    ),
    (
        'red hit: Odd [brackets] stay. [by scion: manual "Turn a [card] over."]',
        DiceEffect(
            dice=["red"],
            kind="hit",
            text="Odd [brackets] stay.",
            by=["scion"],
            effects=does('manual "Turn a [card] over."'),
        ),
    ),
])  # fmt: skip
def test_a_row_is_read_as_its_card_says_it(line: str, row: DiceEffect) -> None:
    assert read_effect(line) == row


HYDRA_ROWS = [
    "green total: Each Head moves up to {hits} hex(es) towards its mark. [by minions: advance hits]",
    "blue total: Hydra and each Head deal {hits} damage to an adjacent unit. [damage hits] "
    "[by scion minions: damage hits to opponent within 1]",
    "yellow each: Each Head gains 1 HP. [by minions: gain 1 hp]",
]


def test_shipped_rows_are_what_may_be_typed(catalogue: Catalogue) -> None:
    """What ships of Hydra is what may be typed, and its list as well."""
    hydra = catalogue.scion("hydra")
    assert hydra is not None
    assert hydra.effects == [read_effect(line) for line in HYDRA_ROWS]
    assert hydra.priorities == read_list("hero > strongest")
    assert hydra.driven() == {"hydras-head"}


@pytest.mark.parametrize(("line", "why"), [
    ("blue total: x [by scion: moved: gain 1 hp]", "or write activity"),
    ("blue total: x [by scion: jump about]", "jump"),
    ("blue total: x [by scion: ]", "say also what they do"),
])  # fmt: skip
def test_a_row_that_says_nonsense_is_refused(line: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        read_effect(line)


def test_triggers_are_parted_into_effects_and_words() -> None:
    """What is a line of the vocabulary works by itself, everything else stays as it was said."""
    effects, texts = read_triggers(["defeats: gain 1 hp", "When it thunders, all roar."])
    assert ([effect.on for effect in effects], texts) == (["defeats"], ["When it thunders, all roar."])


@pytest.mark.parametrize(("line", "end"), [("advance 1", 3), ("advance 2", 2), ("advance 4", 1)])
def test_a_unit_advances_by_its_list(line: str, end: int) -> None:
    """It moves up to so many hexes towards its mark, whatever its own Movement is, which comes back (p.22-23)."""
    own = Own(skills={"Own": f"turn start: {line}"})
    told = own.start(["x rival D1 mv0 rg1 hp3 Own", "y player D5 hp3"])
    x, y = (told.combat.units[id_].hex for id_ in "xy")
    assert told.combat.arena.mat.distance(x, y) == end
    assert not told.combat.lasting
    assert not told.combat.moved


def test_a_unit_of_yours_has_no_list_to_advance_by() -> None:
    """A priority list is the rival's alone (p.22): yours stays."""
    own = Own(skills={"Own": "turn start: advance 2"})
    told = own.start(["x player C3 mv2 rg1 hp3 Own", "y rival G3 hp3"])
    assert told.combat.arena.mat.name(told.combat.units["x"].hex) == "C3"


# A position -------------------------------------------------------------------------------------------------------


def test_the_example_on_a_position(run: Run, tmp_path: Path) -> None:
    """`hoplo rival-turn --position` plays the scion's turn, asks for the hits, and takes more dice (p.32)."""
    board = tmp_path / "board.json"
    board.write_text(json.dumps(position("deployment", UNITS, event="scion", act=4, turn=3)))
    asked = run("rival-turn", "--position", str(board), "--json", "--dice", "green+1,yellow-4")
    assert (asked.code, asked.json["question"]["dice"]) == (2, ["green"] * 3 + ["blue"] * 3)
    text = good(run("rival-turn", "--position", str(board), "--auto", "first", "--seed", "3", "--plain")).out
    assert "The Scion Activity Step begins." in text
    assert "these steps are skipped" in text
    run("rival-turn", "--position", str(board), answers=["green=9"]).fails(3, "too many")


# A fight apart ----------------------------------------------------------------------------------------------------


def test_a_fight_apart_from_its_set_up_to_its_end(run: Run) -> None:
    """Set up by --scion, played turn by turn, and won with the scion's defeat (p.30-32)."""
    start = ["fight", "start", "--scion", "hydra", "--hero", "krakenlance", "--camp", "attacker, defender"]
    said = good(run(*start, "--hp", "5", answers=["2", "A1", "B2"])).out
    assert "Hydra: Two Heads beside it." in said
    assert "At most 2 of your units are in combat at a time" in said
    assert "is dazed, and rolls no dice this turn" in good(run("rival-turn")).out
    assert "at most 2 in combat at a time" in good(run("fight")).out
    good(run("turn", "deploy", "krakenlance", "G1"))
    good(run("turn", "end"))
    assert run("rival-turn").code == 2, "the roll is asked for"
    pool = good(run("scion", "roll", "green=1", "--json")).json
    assert pool["scion"] == "hydra"
    good(run("fix", "scion-dice", "green+1"))
    good(run("rival-turn", "--auto", "first", "--seed", "1"))
    assert good(run("scion", "odds", "--json")).json["dice"]["green"] == 3
    good(run("turn", "deploy", "attacker", "G2"))
    good(run("turn", "end"))
    good(run("rival-turn", "--auto", "first", "--seed", "1"))
    run("turn", "deploy", "defender", "G3").fails(3, "Your cap against this scion is 2 units")
    assert run("turn", "surrender").code == 3
    good(run("fix", "over", "won"))
    assert "won" in good(run("cleanup")).out


@pytest.mark.parametrize(("words", "code", "why"), [
    (["--scion", "hidra", "--hero", "krakenlance"], 2, "did you mean hydra"),
    (["--scion", "hydra"], 2, "--hero"),
    (["brawl", "--scion", "hydra", "--hero", "krakenlance"], 2, "no card and no sport"),
])  # fmt: skip
def test_a_fight_that_cannot_be_is_refused(run: Run, words: list[str], code: int, why: str) -> None:
    ran = run("fight", "start", *words)
    assert (ran.code, why in ran.err) == (code, True), ran.err


# A campaign -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.epilogue")
def test_the_last_fight_of_a_campaign(run: Run) -> None:
    """In Act IV at the Vesuvians' capital: banes for blessings, the fight, and the campaign is won (p.13, 18, 31)."""
    good(run("new", "--first-game"))
    facts = {
        "scion": "hydra",
        "pad.act": "4",
        "pad.blessings": "1",
        "bag.banes": '[{"name": "Ruin", "kind": "bag"}]',
        "camp.banes": '[{"name": "Gloom", "kind": "camp"}]',
    }
    for key, value in facts.items():
        good(run("fix", key, value, "--why", "test"))
    good(run("map", "add", "Vesuvius", "--kind", "capital", "--region", "vesuvians"))
    for key, value in {"place": "Vesuvius", "phase": "event"}.items():
        good(run("fix", key, value, "--why", "test"))
    run("fight", "start", "--scion", "zahhak").fails(2, "this campaign's scion is hydra")
    drawn = ["Ruin:bag", "Shade:unit", "Doom:camp", "Gale:bag", "Wrath:bag", "nothing"]
    said = good(run("fight", "start", answers=["bag:ruin", "1", "B1", *drawn])).out
    assert "Ruin leaves the bag for the supply" in said
    assert "Pluto's Domain: draw 6 banes (one for each Vesuvian unit still in the faction stack)" in said
    assert "The bane stack is empty." in said
    assert "left on the stack: 0 at most" in good(run("bane")).out
    banes = good(run("bane", "--json")).json
    assert [bane["name"] for bane in banes["bag"]] == ["Ruin", "Shade", "Gale", "Wrath"]
    assert [bane["name"] for bane in banes["camp"]] == ["Gloom", "Doom"]
    pad = good(run("pad", "--json")).json
    assert pad["blessings"] == 0
    good(run("rival-turn", "--auto", "first"))
    good(run("fix", "over", "won"))
    out = good(run("cleanup")).out
    assert "Read the entry of" in out
    assert "The campaign is won" in out


def test_a_board_with_a_scion_shows_its_dice_as_its_attack() -> None:
    units = ["h player F3 hero hp3", "g rival B2 as:hydra hp9"]
    assert combat("movement", units, event="scion", act=4).units["g"].elite
