"""A command at a terminal: a key an answer, what is missing is asked, and stopping at any question."""

from __future__ import annotations

import pytest

from hoplo_companion.cli.app import run
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.seated import conversed
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


def test_stopping_a_question_of_a_step_makes_no_step() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("pad", "influence", "4").until("Its name (none if the stack is empty)?")
    terminal.until("> ")
    terminal.press("\x03", "stopped").ends(130)
    assert hoplo("pad", "--json").json["influence"] == 0


# A campaign is begun ----------------------------------------------------------------------------------------------


def test_a_campaign_is_begun_by_a_conversation() -> None:
    conversed(
        "new", "1|1|1|purple|blue blue|1|Endurance 1|Endurance 3|Endurance 2|Grand Entrance|Jade Wind|1|2|1",
        "Your hero?", "How hard?", "Which class", "Which dice", "the colours of dice, yellow", "Which upgrade",
        "Prowess card 1 of 3", "card 2 of 3", "level 2: levels come in order", "card 3 of 3", "card of Krakenlance",
        "The scion?", "The primuses?", "When do you want to enter it?", "Next: `hoplo play`",
    )  # fmt: skip


def test_only_what_the_options_leave_open_is_asked() -> None:
    words = "--difficulty fearless --scion taotie --class archer --attack 'blue blue'"
    conversed(f"new {words}", "1|1|1|1|1", "Your hero?", "The primuses?", "Primus 1?", "Primus 2?", "Primus 3?", "Next")
    conversed(f"new --hero nox {words} --draw-primuses", "", "Next: `hoplo play`")


@pytest.mark.parametrize(
    "wrong",
    [
        "--hero=nope", "--class=bard", "--difficulty=easy", "--attack=x", "--attack=red", "--scion=taote",
        "--attack=blue,blue,blue,blue,blue", "--hero=nox --primus=nox --primus=virago --primus=decimus",
        "--difficulty=chosen --upgrade=health", "--difficulty=chosen --prowess=Alone",
        "--hero=nox --prowess=Follow-My-Lead",
    ],
)  # fmt: skip
def test_what_was_told_wrong_is_said_before_anything_is_asked(wrong: str) -> None:
    assert run(Sitting("new", *wrong.split())) in (2, 3)


def test_dice_that_the_difficulty_adds_to_must_be_known() -> None:
    said = ("Which dice", "so they must be known", "Which upgrade")
    conversed("new --hero nox --difficulty chosen --class archer", "enter|blue blue", *said, code=130)


def test_the_bane_of_a_scion_is_asked_for_once() -> None:
    words = "new --hero krakenlance --difficulty fearless --scion hydra --draw-primuses"
    conversed(f"{words} --class attacker", "Venom", "The bane under its name", "Next: `hoplo play`")
    conversed(words, "", "Next: `hoplo play`")


def test_a_heros_details_are_asked_once() -> None:
    call = "new --hero bingqing --difficulty chosen --scion taotie --upgrade add-die --draw-primuses --seed 1"
    words = f"{call} --prowess A --prowess B --prowess C".split()
    assert "--attack is missing" in hoplo(*words).err
    told = hoplo(*words, "--attack", "blue green", "--class", "defender")
    assert (told.code, "is kept in" in told.err) == (0, True), told.err
    again = hoplo(*words, "--json")
    assert (again.code, again.err) == (0, "")
    assert (again.json["pad"]["attack"], again.json["pad"]["class"]) == (["blue", "green", "yellow"], "defender")


# On the way -------------------------------------------------------------------------------------------------------


@pytest.fixture
def first_game() -> None:
    """Begin the rulebook's first campaign."""
    assert hoplo("new", "--first-game").code == 0


@pytest.mark.usefixtures("first_game")
def test_a_bane_that_is_due_is_asked_for() -> None:
    said = ("Its name (none if the stack is empty)?", "Its kind?", "Gigantic, a bag bane, goes into the bag.")
    conversed("pad influence 4", "Gigantic|1", *said)
    assert hoplo("bag", "--json").json["contents"]["Gigantic"] == 1


@pytest.mark.usefixtures("first_game")
def test_what_came_out_of_the_bag_is_asked_for() -> None:
    conversed("bag draw 2", "1|2", "Chip 1 of 2", "Chip 2 of 2", "Defender comes out of the bag.")
    assert hoplo("bag", "--json").json["size"] == 3


@pytest.mark.usefixtures("first_game")
def test_a_place_is_asked_for_the_first_time_the_encampment_comes_there() -> None:
    conversed(
        "travel Reef", "1|2|2|Cove, atlanteans capital",
        "by land", "what kind of location", "Its region?", "paths lead to",
        "The encampment moves from the capital of the Atlanteans to Reef.",
    )  # fmt: skip
    told = hoplo("map", "--json").json
    assert told["places"]["Reef"] == {
        "kind": "bloodshed", "region": "atlanteans", "paths": ["Atlanteans capital", "Cove"],
    }  # fmt: skip
    assert (told["here"], told["unknown"]) == ("Reef", ["Cove"])
    assert hoplo("event", "spectate").code == 0
    conversed("travel reeef", "2", "Is it new?", "did you mean Reef?", code=130)


@pytest.mark.rule("harbor.sail", "harbor.week", "harbor.land")
@pytest.mark.usefixtures("first_game")
def test_a_new_place_beyond_the_sea_is_sailed_to_and_no_path_is_kept() -> None:
    conversed(
        "travel Reef", "2|Old Port|1|1|Cove|New Port|y",
        "by sea", "do you sail from", "what kind of location", "Its region?", "paths lead to", "do you land at",
        "crosses off week 1 at once", "to Reef",
    )  # fmt: skip
    told = hoplo("map", "--json").json
    assert (told["here"], told["unknown"], hoplo("pad", "--json").json["week"]) == ("Reef", ["Cove"], 2)
    assert {name: place["paths"] for name, place in told["places"].items()} == {
        "Atlanteans capital": ["Old Port"], "New Port": ["Reef"], "Old Port": ["Atlanteans capital"],
        "Reef": ["Cove", "New Port"],
    }  # fmt: skip


@pytest.mark.rule("harbor.never-end", "harbor.ignored")
@pytest.mark.usefixtures("first_game")
@pytest.mark.parametrize(("way", "end", "week", "paths"), [
    ("1", ("enter",), 1, ["Port"]), ("2", ("enter", "Far Port", "y"), 2, ["Far Port"]),
])  # fmt: skip
def test_a_harbor_that_is_come_to_is_passed_or_sailed_from(
    way: str, end: tuple[str, ...], week: int, paths: list[str]
) -> None:
    conversed(
        "travel Port", "|".join(("1", "4", "Field", way, "1", "1", *end)),
        "by land", "what kind of location", "Where do you go from Port", "How do you get from Port to Field?",
        "Field: what kind of location", "Its region?", "paths lead to",
        *("do you land at", "Set sail?")[: len(end) - 1], "Field",
    )  # fmt: skip
    told = hoplo("map", "--json").json
    found = (told["here"], told["places"]["Field"]["paths"], hoplo("pad", "--json").json["week"])
    assert found == ("Field", paths, week)


@pytest.mark.rule("travel.capital")
@pytest.mark.usefixtures("first_game")
def test_a_capital_where_nobody_waits_is_refused_by_its_region_and_stays_on_the_map() -> None:
    said = ("by land", "what kind of location", "Its region?", "may not be entered")
    conversed("travel Palace", "1|5|6", *said, code=3)
    assert hoplo("map", "--json").json["places"]["Palace"]["kind"] == "capital"
    there = hoplo("travel", "--json").json["destinations"]
    assert "Palace" not in [each["place"] for each in there if not each["refused"]]


@pytest.mark.rule("map.capitals")
@pytest.mark.usefixtures("first_game")
def test_a_second_capital_of_a_region_is_not_offered() -> None:
    conversed("travel Palace", "1|5|6", "may not be entered", code=3)
    person = Sitting("travel", "Castle")
    person.pressed = ["1", "5"]
    assert run(person) == 130
    assert "Amazons" not in person.said().rpartition("Its region?")[2]


@pytest.mark.usefixtures("first_game")
def test_what_was_answered_before_is_recalled_in_the_words_it_was_answered_in() -> None:
    done("config", "lang", "it")
    conversed("travel Castle", "1|5", "che tipo", code=130)
    conversed("travel Castle", "", "Avevate cominciato", "via terra: un percorso porta lì", "capitale", code=130)


@pytest.mark.usefixtures("first_game")
def test_a_location_that_cannot_be_called_so_is_refused_before_anything_is_asked() -> None:
    conversed("travel " + "x" * 90, "1", "at most 80 characters", code=3)


@pytest.mark.usefixtures("first_game")
def test_the_cleanup_asks_what_it_must() -> None:
    """What a combat left, then the reward of its kind; a slip of the hand is asked again (p.28-29)."""
    assert hoplo("travel", "Games", "--kind", "sport").code == 0
    left = ("HP now", "of your units were defeated?", "rival units go into the bag?", "Which banes were drawn",
            "of your tactics were used?")  # fmt: skip
    conversed(
        "cleanup --won", "many|6|enter|tactician|archer|reptilian, archr|y|enter|stun|3|1",
        "HP now", "is not a number", left[1], "no Tactician in the camp", left[2], "Did you mean Archer?", *left[3:],
        "Your reward", "Tactic 1 of 1?", "The tactic Adrenaline is gained.",
    )  # fmt: skip
    pad = hoplo("pad", "--json").json
    assert (pad["hp"], pad["week"], pad["camp"]["tactics"]) == (6, 2, ["adrenaline", "hamstring", "adrenaline"])
    assert hoplo("bag", "--json").json["contents"]["reptilian"] == 1
    done_each("travel Field --kind bloodshed", "event accept")
    said = ("How did the combat end?", *left, "Which hero upgrade", "A blue die becomes green")
    conversed("cleanup", "1|enter|archer|enter|enter|enter|2", *said)
    pad = hoplo("pad", "--json").json
    found = (pad["hp"], pad["attack"], pad["camp"]["units"])
    assert found == (6, ["green", "blue", "yellow"], ["attacker", "defender"])


@pytest.mark.rule("scion.preparation")
@pytest.mark.usefixtures("first_game")
def test_a_scion_combat_accepted_at_the_table_asks_for_the_banes_that_blessings_remove() -> None:
    done_each("fix pad.act 4 --why late", "bane draw Gigantic:bag", "bane draw Ruin:bag")
    done_each("travel Etna --kind capital --region vesuvians")
    conversed("event accept", "1|2", "Blessing 1 of 8", "Blessing 2 of 8", "none is left")
    assert hoplo("bag", "--json").json["contents"].get("Gigantic") is None
    assert hoplo("pad", "--json").json["blessings"] == 0
