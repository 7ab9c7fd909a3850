"""The guided evening at a terminal: one question after the other, and the same session as the single commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.table.saves.open_campaign import OpenCampaign
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.seated import conversed
from tests.helpers.terminal import Terminal

CARD = "Duel: bloodshed, lineup bag, yours hero camp"


@pytest.fixture
def home(_home: Path) -> Path:
    """Play in a home of its own, where the chips that are met are told."""
    done("data", "add", "unit", "Attacker: attacker, 2/1/4, blue blue")
    return _home


def fight(home: Path) -> None:
    """Set a fight of its own up, with the rival's Attacker to come."""
    script = home / "draws.jsonl"
    script.write_text('"attacker"\n', encoding="utf-8")
    done_each(f"fight start '{CARD}' --hero krakenlance --arena kunlun --attack blue --answers {script}")


def engaged(home: Path) -> None:
    """Fight up to the rival's attack on krakenlance, for which dice are rolled."""
    fight(home)
    done_each(
        "rival-turn",
        "turn 'deploy krak G1; end'",
        "fix attacker F1 --note 'the mat'",
        "data add arena 'Kunlun: all: hero > any'",
    )


def test_an_evening_goes_from_turn_to_turn_by_keys(home: Path) -> None:
    fight(home)
    conversed(
        "play", "1|1|1|end |Q",
        "the rival's turn", "Attacker is deployed on A1", "deploy a unit", "On which hex?",
        "Krakenlance is deployed on G1", "end your turn", "the rival's turn", "Everything is kept",
    )  # fmt: skip
    assert hoplo("fight", "--json").json["fight"]["turn_of"] == "rival"


def test_asides_at_a_question_look_undo_and_leave_it_open(home: Path) -> None:
    engaged(home)
    evening = Terminal("play").until("key:")
    evening.press("1", "how many hits?")
    evening.press("B", "Kunlun")
    evening.press("R", "About what?")
    evening.press("taunt\r", "Unit Skills")
    evening.press("U", "taken back")
    evening.until("the rival's turn")
    evening.press("1", "how many hits?")
    evening.press("2", "2 damage")
    evening.until("Q quit")
    evening.until("> ")
    evening.press("\x03", "continues from here").ends()
    position = hoplo("board", "--json").json
    assert [unit["hp"] for unit in position["units"] if unit["id"] == "krakenlance"] == [3]


def test_the_evening_goes_on_where_a_command_left_it(home: Path) -> None:
    fight(home)
    evening = Terminal("play").until("key:")
    done("rival-turn")
    evening.press("1", "it is not the rival's turn")
    evening.until("deploy a unit")
    evening.press("zeta\r", "zeta")
    evening.until("deploy a unit")


def test_at_every_prompt_it_is_told_where_things_stand_and_which_keys_work(home: Path) -> None:
    fight(home)
    stands = ("Duel: turn 1, the rival's", "Duel: turn 1, yours", "Duel: turn 1, yours")
    conversed("play", "1|1|Q", *(words for stand in stands for words in (stand, "U undo", "Q quit")))
    done_each("fix attacker F1 --note 'the mat'", "data add arena 'Kunlun: all: hero > any'")
    said = ("end your turn", "the rival's turn", "Duel: turn 2, the rival's, Engage Step", "how many hits?")
    conversed("play", "1|1|end |1|Q", *said)


def test_a_plain_evening_has_no_colour_anywhere(home: Path) -> None:
    fight(home)
    evening = Terminal("play", "--plain").until("key:")
    evening.press("B", "your deployment hex")
    evening.until("key:")
    evening.press("1", "deploy a unit")
    evening.until("> ")
    assert "\x1b[" not in evening.seen


def test_why_at_a_question_says_its_rule_and_the_reasons_of_its_unit(home: Path) -> None:
    engaged(home)
    conversed(
        "play", "1|W|R|enter|?|escape|Q",
        "how many hits?", "p.12, 24, 27", "> hoplo why attacker", "how many hits?", "About what? [", "> hoplo look",
        "how many hits?", "undo: the last answer", "rolls in the app:",
    )  # fmt: skip


def test_what_an_aside_changes_comes_back_to_the_question(home: Path) -> None:
    engaged(home)
    conversed(
        "play",
        "1|N|a long fight|F|1|krak hp 2|enter|:defender|:pad --nonsense|:hoplo history --last 2|Q",
        "how many hits?", "What do you want to note?", "noted", "how many hits?", "What do you want to correct?",
        "Does the mat agree?", "Corrected by hand", "What else differs?", "how many hits?",
        "no command is called 'defender'", "No such option", "a long fight", "how many hits?", "Everything is kept",
    )  # fmt: skip
    assert hoplo("fight", "--json").json["fight"]["question"]["id"] == "attack.dice"


def test_what_is_wrong_in_a_correction_is_refused_before_it_is_asked_why(home: Path) -> None:
    done("new", "--first-game")
    evening = Terminal("play").until("key:")
    evening.press("F", "as in pad.hp 4?")
    evening.press("ort\r", "what is different?")
    evening.until("key:")
    evening.press("F", "as in pad.hp 4?")
    evening.press("pad.hp 4\r", "Why?")
    evening.press("\r", "HP")
    evening.until("key:")
    evening.press("Q", "Everything is kept").ends()


def test_a_conversation_goes_back_an_answer_at_a_time() -> None:
    conversed(
        "play", "3|4|2|U|U|1|2|Q",
        "begin a campaign of your own choice", "Your hero?", "How hard?", "Which class do Nox's details show",
        "How hard?", "Your hero?", "How hard?", "Which class do Bingqing's details show", "Everything is kept",
    )  # fmt: skip
    conversed("play", "3|1|Q", "Continue after that?", "Which class do Bingqing's details show")


def test_after_a_stand_alone_fight_nothing_of_a_campaign_is_offered(home: Path) -> None:
    fight(home)
    done_each("turn surrender", "cleanup")
    none = "outside a campaign there is no map"
    conversed("play", "B|W|2|P|Q", "set the fight up", none, none, "'2' is not one of the keys", "> hoplo pad")


@pytest.mark.parametrize("line", ["", ";;;", " , "])
def test_a_turn_in_which_nothing_is_named_is_refused(line: str, home: Path) -> None:
    engaged(home)
    done("rival-turn", "--auto", "first")
    hoplo("turn", line).fails(2, "no action is named")


def test_a_fight_that_cannot_go_on_is_taken_back(home: Path) -> None:
    """An answer that a later hoplo no longer takes must not lock the player out."""
    engaged(home)
    assert hoplo("rival-turn").code == 2
    with OpenCampaign() as opened:
        fought = opened.campaign.fight
        assert fought is not None
        spoiled = replace(fought.last, answers=({"answer": "nonsense"},))
        fought = replace(fought, moves={**fought.moves, str(len(fought.moves)): spoiled})
        opened.keep(replace(opened.campaign, fight=fought), "spoil", "An answer is spoiled.")
    said = ("hoplo cannot continue from here", "taken back: An answer is spoiled.", "answer what is asked")
    conversed("play", "U|Q", *said)


def test_without_a_terminal_it_says_so() -> None:
    hoplo("play").fails(2, "terminal")


def test_a_note_is_kept_in_the_history(home: Path) -> None:
    done_each("new --first-game", "note we stopped for dinner")
    assert "Note: we stopped for dinner" in done("history").out
