"""The rival's turn at a terminal: a key an answer, and stopping at any question."""

from __future__ import annotations

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.terminal import Terminal


def test_at_a_terminal_each_answer_is_a_key() -> None:
    terminal = Terminal("rival-turn", "--example").until("Adrenaline goes on which unit?")
    terminal.until("key or name:")
    terminal.press("2", "moves next?")
    terminal.press("x", "is not one of the keys")
    terminal.press("1", "ends its move on which")
    terminal.press("2", "how many hits?")
    terminal.press("h", "Next, blue")
    terminal.press("m", "it is your turn")
    assert "1 hit" in terminal.seen
    assert terminal.process.wait(10) == 0


def test_stopping_at_a_question_is_no_failure_of_the_program() -> None:
    terminal = Terminal("rival-turn", "--example").until("key or name:")
    terminal.press("\x03", "stopped").ends(130)
    assert "Traceback" not in terminal.seen


def test_a_campaign_is_begun_by_a_conversation() -> None:
    terminal = Terminal("new").until("Your hero?")
    terminal.press("1", "How hard?")
    terminal.press("1", "Which class")
    terminal.press("1", "Which dice")
    terminal.press("purple\r", "the colours of dice, yellow")
    terminal.press("blue blue\r", "Which upgrade")
    terminal.press("1", "Prowess card 1 of 3")
    terminal.press("Endurance 1\r", "card 2 of 3")
    terminal.press("Endurance 3\r", "level 2: levels come in order")
    terminal.press("Endurance 2\r", "card 3 of 3")
    terminal.press("Grand Entrance\r", "card of Krakenlance")
    terminal.press("Jade Wind\r", "The scion?")
    terminal.press("1", "The primuses?")
    terminal.press("2", "When do you want to enter it?")
    terminal.press("1", "Next: `hoplo play`").ends()


def test_only_what_the_options_leave_open_is_asked() -> None:
    words = ["--difficulty", "fearless", "--scion", "taotie", "--class", "archer", "--attack", "blue blue"]
    terminal = Terminal("new", *words).until("Your hero?")
    terminal.press("1", "The primuses?")
    terminal.press("1", "Primus 1?")
    terminal.press("1", "Primus 2?")
    terminal.press("1", "Primus 3?")
    terminal.press("1", "Next: `hoplo play`").ends()
    enough = Terminal("new", "--hero", "nox", *words, "--draw-primuses").until("Next: `hoplo play`")
    assert enough.process.wait(10) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        "--hero=nope",
        "--class=bard",
        "--difficulty=easy",
        "--attack=x",
        "--attack=red",
        "--attack=blue,blue,blue,blue,blue",
        "--scion=taote",
        "--hero=nox --primus=nox --primus=virago --primus=decimus",
        "--difficulty=chosen --upgrade=health",
        "--difficulty=chosen --prowess=Alone",
        "--hero=nox --prowess=Follow-My-Lead",
    ],
)
def test_what_was_told_wrong_is_said_before_anything_is_asked(wrong: str) -> None:
    terminal = Terminal("new", *wrong.split())
    assert terminal.process.wait(20) in (2, 3)


def test_dice_that_the_difficulty_adds_to_must_be_known() -> None:
    terminal = Terminal("new", "--hero", "nox", "--difficulty", "chosen", "--class", "archer").until("Which dice")
    terminal.press("\r", "so they must be known")
    terminal.press("blue blue\r", "Which upgrade")


def test_the_bane_of_a_scion_is_asked_for_once() -> None:
    words = ["new", "--hero", "krakenlance", "--difficulty", "fearless", "--scion", "hydra", "--draw-primuses"]
    terminal = Terminal(*words, "--class", "attacker").until("The bane under its name")
    terminal.press("Venom\r", "Next: `hoplo play`").ends()
    again = Terminal(*words).until("Next: `hoplo play`")
    assert again.process.wait(10) == 0


def test_a_bane_that_is_due_is_asked_for() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("pad", "influence", "4").until("Its name (none if the stack is empty)?")
    terminal.press("Gigantic\r", "Its kind?")
    terminal.press("1", "Gigantic, a bag bane, goes into the bag.").ends()
    assert hoplo("bag", "--json").json["contents"]["Gigantic"] == 1


def test_what_came_out_of_the_bag_is_asked_for() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("bag", "draw", "2").until("Chip 1 of 2")
    terminal.press("1", "Chip 2 of 2")
    terminal.press("2", "Defender comes out of the bag.").ends()
    assert hoplo("bag", "--json").json["size"] == 3


def test_a_place_is_asked_for_the_first_time_the_encampment_comes_there() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("travel", "Reef").until("by land")
    terminal.press("1", "what kind of location")
    terminal.press("2", "Its region?")
    terminal.press("2", "paths lead to")
    terminal.press(
        "Cove, atlanteans capital\r", "The encampment moves from the capital of the Atlanteans to Reef."
    ).ends()
    told = hoplo("map", "--json").json
    assert told["places"]["Reef"] == {
        "kind": "bloodshed", "region": "atlanteans", "paths": ["Atlanteans capital", "Cove"],
    }  # fmt: skip
    assert (told["here"], told["unknown"]) == ("Reef", ["Cove"])
    assert hoplo("event", "spectate").code == 0
    again = Terminal("travel", "reeef").until("Is it new?")
    again.press("2", "did you mean Reef?").ends(130)


@pytest.mark.rule("harbor.sail", "harbor.week", "harbor.land")
def test_a_new_place_beyond_the_sea_is_sailed_to_and_no_path_is_kept() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("travel", "Reef").until("by sea")
    terminal.press("2", "do you sail from")
    terminal.press("Old Port\r", "what kind of location")
    terminal.press("1", "Its region?")
    terminal.press("1", "paths lead to")
    terminal.press("Cove\r", "do you land at")
    terminal.press("New Port\r", "crosses off week 1 at once")
    terminal.press("y", "to Reef").ends()
    told = hoplo("map", "--json").json
    assert (told["here"], told["unknown"], hoplo("pad", "--json").json["week"]) == ("Reef", ["Cove"], 2)
    assert {name: place["paths"] for name, place in told["places"].items()} == {
        "Atlanteans capital": ["Old Port"], "New Port": ["Reef"], "Old Port": ["Atlanteans capital"],
        "Reef": ["Cove", "New Port"],
    }  # fmt: skip


@pytest.mark.rule("harbor.never-end", "harbor.ignored")
@pytest.mark.parametrize(("way", "week", "paths"), [("by land", 1, ["Port"]), ("by sea", 2, ["Far Port"])])
def test_a_harbor_that_is_come_to_is_passed_or_sailed_from(way: str, week: int, paths: list[str]) -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("travel", "Port").until("by land")
    terminal.press("1", "what kind of location")
    terminal.press("4", "Where do you go from Port")
    terminal.press("Field\r", "How do you get from Port to Field?")
    terminal.press("1" if way == "by land" else "2", "Field: what kind of location")
    terminal.press("1", "Its region?")
    terminal.press("1", "paths lead to")
    if way == "by sea":
        terminal.press("\r", "do you land at")
        terminal.press("Far Port\r", "Set sail?")
        terminal.press("y", "Field")
    else:
        terminal.press("\r", "to Field")
    assert terminal.process.wait(10) == 0
    told = hoplo("map", "--json").json
    assert (told["here"], told["places"]["Field"]["paths"], hoplo("pad", "--json").json["week"]) == (
        "Field",
        paths,
        week,
    )


@pytest.mark.rule("travel.capital")
def test_a_capital_where_nobody_waits_is_refused_by_its_region_and_stays_on_the_map() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("travel", "Palace").until("by land")
    terminal.press("1", "what kind of location")
    terminal.press("5", "Its region?")
    terminal.press("6", "may not be entered").ends(3)
    assert hoplo("map", "--json").json["places"]["Palace"]["kind"] == "capital"
    assert "Palace" not in [
        each["place"] for each in hoplo("travel", "--json").json["destinations"] if not each["refused"]
    ]


def test_the_cleanup_asks_what_it_must() -> None:
    """What a combat left, then the reward of its kind; a slip of the hand is asked again (p.28-29)."""
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("travel", "Games", "--kind", "sport").code == 0
    terminal = Terminal("cleanup", "--won").until("HP now")
    terminal.press("many\r", "is not a number")
    terminal.press("4\r", "of your units were defeated?")
    terminal.press("tactician\r", "no Tactician in the camp")
    terminal.press("archer\r", "rival units go into the bag?")
    terminal.press("reptilian, archr\r", "Did you mean Archer?")
    terminal.press("y", "Which banes were drawn")
    terminal.press("\r", "of your tactics were used?")
    terminal.press("stun\r", "Your reward")
    terminal.press("3", "Tactic 1 of 1?")
    terminal.press("1", "The tactic Adrenaline is gained.").ends()
    pad = hoplo("pad", "--json").json
    assert (pad["hp"], pad["week"], pad["camp"]["tactics"]) == (4, 2, ["adrenaline", "hamstring", "adrenaline"])
    assert hoplo("bag", "--json").json["contents"]["reptilian"] == 1

    assert hoplo("travel", "Field", "--kind", "bloodshed").code == 0
    assert hoplo("event", "accept").code == 0
    terminal = Terminal("cleanup").until("How did the combat end?")
    terminal.press("1", "HP now")
    terminal.press("\r", "of your units were defeated?")
    terminal.press("archer\r", "rival units go into the bag?")
    terminal.press("\r", "Which banes were drawn")
    terminal.press("\r", "of your tactics were used?")
    terminal.press("\r", "Which hero upgrade")
    terminal.press("2", "A blue die becomes green").ends()
    pad = hoplo("pad", "--json").json
    assert (pad["hp"], pad["attack"], pad["camp"]["units"]) == (
        4,
        ["green", "blue", "yellow"],
        ["attacker", "defender"],
    )


def test_a_heros_details_are_asked_once() -> None:
    words = [
        "new",
        "--hero",
        "bingqing",
        "--difficulty",
        "chosen",
        "--scion",
        "taotie",
        "--upgrade",
        "add-die",
        "--draw-primuses",
        "--seed",
        "1",
    ]
    words += ["--prowess", "A", "--prowess", "B", "--prowess", "C"]
    assert "--attack is missing" in hoplo(*words).err
    told = hoplo(*words, "--attack", "blue green", "--class", "defender")
    assert (told.code, "is kept in" in told.err) == (0, True), told.err
    again = hoplo(*words, "--json")
    assert (again.code, again.err) == (0, "")
    assert (again.json["pad"]["attack"], again.json["pad"]["class"]) == (["blue", "green", "yellow"], "defender")


def test_stopping_a_question_of_a_step_makes_no_step() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("pad", "influence", "4").until("Its name (none if the stack is empty)?")
    terminal.until("> ")
    terminal.press("\x03", "stopped").ends(130)
    assert hoplo("pad", "--json").json["influence"] == 0


@pytest.mark.rule("scion.preparation")
def test_a_scion_combat_accepted_at_the_table_asks_for_the_banes_that_blessings_remove() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("fix", "pad.act", "4", "--why", "late").code == 0
    for bane in ("Gigantic:bag", "Ruin:bag"):
        assert hoplo("bane", "draw", bane).code == 0
    assert hoplo("travel", "Etna", "--kind", "capital", "--region", "vesuvians").code == 0
    terminal = Terminal("event", "accept").until("Blessing 1 of 8")
    terminal.press("1", "Blessing 2 of 8")
    terminal.press("2", "none is left").ends()
    assert hoplo("bag", "--json").json["contents"].get("Gigantic") is None
    assert hoplo("pad", "--json").json["blessings"] == 0
