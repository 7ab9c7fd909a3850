"""Spartacus at the terminal, in Italian, and its rules looked up."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hoplo_companion.cli.app import run
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.seated import seated


def test_a_duel_at_a_terminal_takes_a_key_for_every_die_takes_back_and_ends() -> None:
    said = seated("U|6|U|6|6|1|f|a|U|a|6|6|6|1", "spartacus", "duel", "A 3/1/2", "B 1/1/1")
    for words in ("Speed dice of A (2)", "A wins the initiative.", "6 : 1  wound", "B is defeated: Decapitation"):
        assert words in said
    assert "nothing to undo" in said
    person = Sitting("spartacus", "duel", "A 3/1/2", "B 1/1/1")
    person.pressed = ["W", "u", "?", "Q"]
    assert run(person) == 130
    said = person.said()
    for words in ("this table has none", "'u' is not one of the keys", "leave; everything is kept"):
        assert words in said, words


def test_a_duel_asks_for_distance_re_rolls_surrendered_dice_and_what_cards_say_by_hand() -> None:
    answers = "n|n|1|6|s|m|1|a|1|6|1|4|4|n|no|U|no|wounds +1|1|e|Q"
    duel = ("spartacus", "duel", "A 2/2/1 net range 2 sword", "B 3/2/1 net manual: it howls; manual once: bleeds")
    said = seated(answers, *duel)
    for words in (
        "Does A use its Net", "B wins the initiative.", "How many hexes? 1 to 2:", "B: it howls. What does it change?",
        "B surrenders 2 dice",
    ):  # fmt: skip
        assert words in said, words


def test_what_no_rule_knows_is_kept_as_it_was_entered() -> None:
    said = seated("it is asked before the dice|Q", "spartacus", "duel", "A 2/2/2 sword, leaps over", "B 1/1/1")
    assert "No rule knows 'leaps over'" in said
    kept = json.loads((Path(os.environ["HOPLO_HOME"]) / "spartacus" / "duel.json").read_text())
    assert kept["fighters"] == ["A 2/2/2 sword, manual dice: leaps over", "B 1/1/1"]
    ran = hoplo("spartacus", "duel", "A 2/2/2 leaps over", "B 1/1/1")
    assert (ran.code, "entered as manual: TEXT" in ran.err) == (2, True)


def test_play_leads_through_a_turn_by_a_key_each() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--type", "quick")
    answers = (
        "put a card|Pete|Crixus: gladiator 3/1/2, worth 5|put a card|Pete|Trident: weapon range 2|put a card|Sally|"
        "Ashur: gladiator 1/1/1|put a card|Sally|Naevia: slave|:set Pete coins 9|:set Sally coins 9|"
        ":nonsense|"
        ":'|:|upkeep: turn|upkeep: balance|"
        "intrigue: play a scheme|Rumors|12|Sally|Sally|intrigue: a guard|2|intrigue: foil|Whisper|3|"
        "intrigue: cash|2|U|:redo|intrigue: end|9|intrigue: end|9|"
        "open market: an asset|Sally|Naevia|1|open market: sell|Pete|Naevia|2|end open|"
        "auction: reveal|Alard: gladiator 1/1/1|auction or|0|0|auction: reveal|Lot: slave|auction or|1|0|"
        "auction or|2|2|auction or|0|0|hosting|5|6|arena: an invitation is declined|Pete|U|"
        "arena: an invitation is accepted|Pete|Crixus|Trident|arena: an invitation is accepted|"
        "arena: place|Sally|Decap|3|arena: close|6|6|1|f|m|1|a|2|6|6|6|1|B|Q"
    )
    said = seated(answers, "spartacus", "play")
    for words in (
        "'nonsense' is not an action", "a quotation mark is not closed", "nothing was typed", "Rumors is foiled",
        "Taken back: spartacus cash Pete 2", "Done again: spartacus cash Pete 2", "Next: Market Phase: Open Market.",
        "Nobody bids: a failed auction. Alard is discarded", "Sally is the Host.",
        "Next: Arena Phase: Hosting the Event",
        "Ashur is defeated: Decapitation", "Sally wins its wager on decapitation: 6", "turn 2.",
        "Everything is kept",
    ):  # fmt: skip
        assert words in said, words
    assert hoplo("spartacus", "--json").json["game"]["turn"] == 2


def test_play_asks_for_what_is_short_injured_bet_and_judged() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--type", "quick")
    for step in (
        ("add", "Pete", "Crixus: gladiator 3/1/2"), ("add", "Pete", "Barca: gladiator 1/1/1"),
        ("set", "Pete", "coins", "1"), ("add", "Sally", "Ashur: gladiator 1/1/1"), ("set", "Sally", "Ashur", "injured"),
        ("add", "Sally", "Medicus: slave, manual: re-roll a failed Healing Roll"), ("set", "Sally", "coins", "5"),
        ("hand-size", "Pete", "9"), ("hand-size", "Sally", "9"),
    ):  # fmt: skip
        assert hoplo("spartacus", *step).code == 0, step
    answers = (
        "upkeep: turn|upkeep: a healing|2|y|5|upkeep: balance|Barca|intrigue: exhaust|Pete coins +1|U|"
        "play a reaction|Sally|Empty|3|Pete influence -1|coins change|Sally|2|intrigue: end|9|intrigue: end|end open|"
        "auction: reveal|X: slave|auction or|0|0|auction: reveal|Y: slave|auction or|0|0|auction or|0|1|"
        "arena: an invitation is accepted|Pete|arena: an invitation is accepted|Ashur|"
        "arena: enter|Crixus|injury|arena: the host|down|Q"
    )
    said = seated(answers, "spartacus", "play")
    for words in (
        "Ashur of Sally rolls 5: healed", "Pete loses Barca", "Pete: Influence -1",
        "Sally pays Pete: coins 2", "Ashur of Sally is injured", "Thumbs down: Ashur is executed.",
    ):  # fmt: skip
        assert words in said, words


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
