"""Spartacus at the terminal, in Italian, and its rules looked up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoplo_companion.errors import cells
from hoplo_companion.spartacus.fighter import read_fighter
from hoplo_companion.spartacus.odds import ranked
from tests.helpers.cli import hoplo
from tests.helpers.seated import evening


def test_a_duel_at_a_terminal_takes_dice_in_one_line_takes_back_and_ends() -> None:
    said, _ = evening("66/1|1|1|U|enter|1|6661", "spartacus", "duel", "A 3/1/2", "B 1/1/1")
    for words in ("Speed dice of A (2)", "A wins the initiative.", "6 : 1  wound", "B is defeated: Decapitation"):
        assert words in said
    assert "Taken back: spartacus answer attack" in said
    assert all(cells(line) <= 80 for line in said.splitlines() if line.startswith("  "))


def test_a_duel_asks_for_re_rolls_surrendered_dice_and_what_cards_say_by_hand() -> None:
    cards = "A 2/2/1 net range 2 sword", "B 3/2/1 net manual: it howls; manual once: bleeds"
    script = "2|2|16|2|1|1643|no|enter|U|enter|enter|wounds +1|1|Q"
    said, _ = evening(script, "spartacus", "duel", *cards)
    for words in (
        "Does A use its Net", "B wins the initiative.", "up to 2 hexes away", "it howls. What does it change?",
        "What does it keep?", "%)",
    ):  # fmt: skip
        assert words in said, words


@pytest.mark.rule("sp.surrender")
def test_what_may_be_kept_is_ranked_by_the_chance_to_win_that_it_leaves() -> None:
    fighters = read_fighter("A 3/3/3"), read_fighter("B 3/3/3")
    pools = [each.pools for each in fighters]
    ways = list(pools[1].surrendering(2))
    found = ranked(fighters, pools, 1, ways, 0, is_answer=False)
    assert {left for left, _ in found} == set(ways)
    assert [chance for _, chance in found] == sorted((chance for _, chance in found), reverse=True)
    mirrored = ranked(fighters[::-1], pools, 0, ways, 1, is_answer=False)
    assert [(left, round(chance, 9)) for left, chance in mirrored] == [(left, round(c, 9)) for left, c in found]


NEW = ("spartacus", "new", "Batiatus", "Solonius", "--coins", "8,8", "--type", "quick")
CARDS = (
    ("Batiatus", "Crixus: gladiator 4/4/4, worth 5"), ("Batiatus", "Trident: weapon attack range 2, worth 3"),
    ("Solonius", "Theron: gladiator 3/4/3, worth 5"), ("Solonius", "Naevia: slave 1/1/1, worth 2"),
)  # fmt: skip

PLAY = ("spartacus", "play")
TURN = (
    "1|1|3|enter|2|3|enter|1|3|1|1|+2|enter|6|1|2|enter|6|"  # Upkeep and Intrigue
    "1|3|enter|1|enter|1|Varro|332|4|enter|enter|enter|enter|1|enter|enter|"  # Market
    "1|1|1|1|1|1|3|2|3|1|2|1"  # Arena, fought at the table
)


def begin() -> None:
    assert hoplo(*NEW).code == 0
    for house, card in CARDS:
        assert hoplo("spartacus", "add", house, card).code == 0


def test_a_turn_of_two_players_takes_sixty_keys_and_120_lines_at_most() -> None:
    """A card cashed in by each, a Scheme, an auction won and one failed, hosting, a wager, a match, the thumb."""
    begin()
    said, keys = evening(TURN + "|Q", *PLAY)
    for words in (
        "Batiatus: coins +3", "The Scheme succeeds.", "Batiatus is the Host", "Crixus wins the match",
        "on Injury.", "Odds: Victory of Crixus", "turn 2. Upkeep",
    ):  # fmt: skip
        assert words in said, words
    assert keys - 1 <= 60
    assert said[said.index("\n\n") :].count("\n") <= 120
    assert all(cells(line) <= 80 for line in said.splitlines() if line.startswith("  "))
    assert hoplo("spartacus", "--json").json["game"]["turn"] == 2
    assert "spartacus invite Batiatus Crixus with Trident" in hoplo("spartacus", "history").out


def test_letters_mean_the_same_at_every_prompt() -> None:
    begin()
    said, _ = evening("1|1|U|enter|1|3|enter|U|:redo|:pay Batiatus Solonius 2|?|escape|B|:nonsense|Q", *PLAY)
    for words in (
        "back to what comes next", "Taken back: spartacus cash Batiatus 3", "Done again: spartacus cash Batiatus 3",
        "Batiatus pays Solonius 2 coins.", "all actions that are possible now", "coins change hands",
        "'nonsense' is not an action", "Everything is kept",
    ):  # fmt: skip
        assert words in said, words
    assert hoplo("spartacus", "--json").json["game"]["houses"][0]["coins"] == 8 + 3 - 1 - 2


def test_new_asks_for_the_starting_coins_and_says_what_comes_next() -> None:
    said, _ = evening("7|enter|12", "spartacus", "new", "Pete", "Sally")
    assert "Starting coins of Pete, off its House card:" in said
    assert "Next: put the starting Gladiators" in said
    assert [each["coins"] for each in hoplo("spartacus", "--json").json["game"]["houses"]] == [7, 12]


@pytest.mark.rule("sp.healing", "sp.ledger-short", "sp.guard", "sp.reaction")
def test_an_evening_asks_for_what_is_short_injured_and_judged() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--type", "quick", "--coins", "1,5")
    for step in (
        ("add", "Pete", "Crixus: gladiator 3/1/2"), ("add", "Pete", "Barca: gladiator 1/1/1"),
        ("add", "Sally", "Ashur: gladiator 1/1/1"), ("set", "Sally", "Ashur", "injured"),
        ("add", "Sally", "Medicus: slave, manual: re-roll a failed Healing Roll"), ("add", "Sally", "Guard: guard"),
    ):  # fmt: skip
        assert hoplo("spartacus", *step).code == 0, step
    script = (
        "1|2|5|2|"  # a healing roll that is rolled again; Barca goes
        "2|1|enter|2|1|3|1|2|1|enter|"  # a Scheme at Sally, a Guard that fails, a Reaction of Sally's
        "Q"
    )
    said, _ = evening(script, *PLAY)
    for words in ("Ashur of Sally rolls 5: healed", "Pete loses Barca", "discards a Guard and rolls 3", "is foiled"):
        assert words in said, (words, said)


def test_spartacus_speaks_italian() -> None:
    said = hoplo("spartacus", "attack", "--attack", "6,4,3", "--defence", "6,4,2", "--lang", "it").out
    assert "parità, parato" in said
    assert "1 ferita (Attaccare)." in said
    assert "Arbitro e scrivano" in hoplo("spartacus", "--help", "--lang", "it").out
    hoplo("spartacus", "new", "Pete", "Sally")
    assert "Influenza 4" in hoplo("spartacus", "table", "--lang", "it").out
    assert (
        "un dado mostra da 1 a 6" in hoplo("spartacus", "attack", "--attack", "7", "--defence", "1", "--lang", "it").err
    )


def test_rules_and_rulings_are_looked_up() -> None:
    assert "sp.ties" in hoplo("spartacus", "rules", "sp.ties").out
    assert {each["id"] for each in hoplo("spartacus", "rules", "unopposed", "--json").json["rules"]} >= {"sp.unopposed"}
    assert "The attack's wounds count first" in hoplo("spartacus", "rulings", "sp.both-down").out
    assert len(hoplo("spartacus", "rulings", "--json").json["rulings"]) == 17
    assert hoplo("spartacus", "rulings", "sp.nothing").code == 2
    assert hoplo("spartacus", "rules", "xyzzy").code == 2


@pytest.mark.parametrize("damage", ["not json", "{}"])
def test_a_damaged_game_is_an_unreadable_save(damage: str) -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--name", "first")
    path = Path(os.environ["HOPLO_HOME"]) / "spartacus" / "campaigns" / "first" / "state.json"
    path.write_text(damage)
    assert hoplo("spartacus", "table").code == 4
    assert path.read_text() == damage


def test_undo_at_the_first_question_of_a_fight_takes_the_betting_back() -> None:
    begin()
    line = "refresh; end-turn; end-turn; close-market; bid; bid; bid Batiatus=1"
    assert hoplo("spartacus", "play", f"{line}; invite Batiatus Crixus; invite Solonius Theron; fight").code == 0
    said, _ = evening("1111665|1|U|U|U|enter|2|Q|enter", *PLAY)
    assert "Taken back: spartacus fight" in said
    assert hoplo("spartacus", "--json").json["match"]["question"]["ask"] == "speed"


def test_the_coin_value_of_a_card_stands_apart_from_what_no_rule_knows_of_it() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--coins", "9,9")
    evening("2|1|1|Crixus|443|5|enter|growls loudly|Q", *PLAY)
    card = hoplo("spartacus", "--json").json["game"]["houses"][0]["cards"][0]
    assert (card["value"], card["fight"]) == (5, "4/4/3 manual: growls loudly")
