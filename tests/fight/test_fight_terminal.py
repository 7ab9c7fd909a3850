"""A fight at a terminal: set up, the rival's turn and an attack, a key an answer; left off and gone on with."""

from __future__ import annotations

import shlex

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.seated import conversed
from tests.helpers.terminal import Terminal
from tests.scenarios.test_rulebook_fight import APART, CARD, PROWESS, TOLD

SHOW = "Show: sport, lineup local+t bag bag+t, yours hero camp*2"
DRAWN = "the app draws"


def test_a_fight_is_set_up_by_keys_in_two_sittings() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("travel", "Games", "--kind", "sport").code == 0
    for line in ("Attacker: 1/1/4, bb", "Tactician: 1/1/3, b", "Defender: 1/1/4, k"):
        assert hoplo("data", "add", "unit", line).code == 0
    terminal = Terminal("fight", "start").until("Which event?")
    terminal.press("Show: sport\r", "add the icons")
    terminal.press(f"{SHOW}\r", "Archer: class, Movement")
    terminal.press("\r", "Which sport do you pick?")
    terminal.until("key or name:")
    terminal.press("2", "Its name (Tab completes it")
    terminal.press("archer\r", "is a neutral unit")
    terminal.until("Its name (Tab completes it")
    terminal.press("\r", "Enter alone is no answer here")
    terminal.press("murmillo\r", "What does the Murmillo chip show?")
    terminal.press("foo\r", "is not a known class, die or skill")
    terminal.press("defender, 1/1/4, b b, Taunt\r", DRAWN)
    terminal.press("q", "'q' is not one of the keys")
    terminal.press("1", DRAWN)
    terminal.until("key or name:")
    terminal.press("\x03", "stopped").ends(130)
    stands = hoplo("fight", "--json").json["fight"]
    assert (stands["turn_of"], stands["question"]["id"]) == ("set-up", "prepare.bag")

    terminal = Terminal("fight", "start").until("Archer: class, Movement")
    terminal.press("-/-/2, y\r", DRAWN)
    terminal.press("1", "is the tribune?")
    terminal.until("key or name:")
    terminal.press("2", "Hex, as in D3:")
    terminal.press("z9\r", "'z9' is not one of the hexes")
    terminal.press("d3\r", "All is set up").ends()
    stands = hoplo("fight", "--json").json["fight"]
    assert (stands["turn_of"], stands["position"]["chips"]) == ("rival", {"trident": {"hex": "D3"}})
    assert len(stands["position"]["rival"]["lineup"]) == 3


@pytest.mark.parametrize(("given", "asked", "tactics"), [
    ("--camp archer", "Your tactics", []), ("--tactics stun", "The units in your camp", ["stun"]),
])  # fmt: skip
def test_of_a_stand_alone_fight_only_what_was_not_given_is_asked(given: str, asked: str, tactics: list[str]) -> None:
    call = f"fight start 'Duel: bloodshed, lineup bag, yours hero camp' --arena kunlun {given}"
    conversed(call, "krakenlance|enter", "Your hero?", asked, code=130)
    assert hoplo("fight", "--json").json["fight"]["position"]["player"]["tactics"] == tactics


def test_a_chip_that_lies_in_no_camp_is_asked_for_again_and_nothing_answered_is_lost() -> None:
    call = "fight start 'Duel: bloodshed, lineup bag, yours hero camp' --arena kunlun --tactics stun"
    again = ("The units in your camp", "Nox is elite", "The units in your camp")
    conversed(call, "krakenlance|nox|archer", "Your hero?", *again, code=130)
    assert hoplo("fight", "--json").json["fight"]["camp"] == ["krakenlance", "archer"]


def test_the_card_known_to_lie_at_the_front_is_offered() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("travel", "Games", "--kind", "sport").code == 0
    assert hoplo("data", "add", "event", f"{SHOW}, goals spar").code == 0
    assert hoplo("event", "deck", "sport", "Show").code == 0
    conversed("fight start", "enter", "[Show]", "Attacker: class, Movement", code=130)
    assert hoplo("fight", "--json").json["fight"]["name"] == "Show"


def test_a_turn_is_left_off_and_gone_on_with_and_an_attack_is_a_key() -> None:
    for kind, line in TOLD:
        assert hoplo("data", "add", kind, line).code == 0
    conversed(
        shlex.join(("fight", "start", CARD, *APART, *PROWESS)), "enter|rep|defender|archer|2|d3",
        "Attacker: class, Movement", "Its name (Tab completes it", "Reptilian joins", "Tab completes it",
        "Defender joins", "Tab completes it", "Hex, as in D3:", "All is set up",
    )  # fmt: skip
    for line in ("fix krakenlance E4", "fix rival-archer D3", "fix reptilian C6"):
        assert hoplo(*line.split()).code == 0
    conversed("rival-turn", "", "type what it says", code=130)
    while hoplo("fight", "--json").json["fight"]["turn_of"] == "rival":
        assert hoplo("rival-turn", "--auto", "first", "--seed", "1").code == 0
    assert hoplo("fix", "reptilian", "D5").code == 0
    conversed("turn attack krak rep", "x|2", "r rolls in the app", "'x' is not one of the keys", "2 hits")
    units = {unit["id"]: unit for unit in hoplo("fight", "--json").json["fight"]["position"]["units"]}
    assert units["reptilian"]["hp"] == 1
