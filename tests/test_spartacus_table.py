"""Spartacus at the terminal, in Italian, and its rules looked up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoplo_companion.cli.app import run
from hoplo_companion.errors import StoppedError
from tests.cli import Sitting, hoplo


class Typing(Sitting):
    """A terminal at which lines are typed; Ctrl-D after the last."""

    def __init__(self, lines: list[str], *args: str) -> None:
        super().__init__(*args)
        self.lines = lines

    def ask_line(self, message: str, known: object = (), *, asides: bool = True) -> str:
        if not self.lines:
            raise StoppedError
        return self.lines.pop(0)


def typed(lines: list[str], *args: str) -> str:
    terminal = Typing(lines, *args)
    run(terminal)
    return terminal.said()


def test_a_duel_at_a_terminal_refuses_takes_back_and_ends() -> None:
    lines = ["7 6 / 1", "6 6 / 1", "third", "first", "attack", "undo", "attack", "6 6 6 / 1"]
    said = typed(lines, "spartacus", "duel", "A 3/1/2", "B 1/1/1")
    for words in (
        "a die shows 1 to 6",
        "A wins the initiative.",
        "'third' is not one of",
        "B is defeated: Decapitation",
    ):
        assert words in said
    assert said.rstrip().endswith("A wins the match.")


def test_play_leads_through_a_turn() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--type", "quick")
    lines = [
        "",
        "",
        "hand-size Pete 9",
        "",
        "hand-size Sally 9",
        "",
        "set Pete coins 2",
        "",
        "reveal Alard: gladiator 1/1/1",
        "",
    ]
    lines += ["reveal Lot: slave", "", "bid Pete=1", "decline Sally", "nonsense", "undo", "'", "help", "table", "quit"]
    said = typed(lines, "spartacus", "play")
    for words in (
        "Upkeep: refresh cards", "Intrigue Turn of Sally.", "Next: Market Phase: Open Market.", "Up for bid: Alard.",
        "Nobody bids: a failed auction. Alard is discarded", "Pete is the Host.", "Sally declines the Invitation.",
        "'nonsense' is not an action", "Taken back: spartacus decline Sally", "a quotation mark is not closed",
        "Arena: place a wager.", "Everything is kept",
    ):  # fmt: skip
        assert words in said, words
    assert hoplo("spartacus", "--json").json["game"]["stage"] == "invitations"


def test_play_fights_the_match_and_takes_its_answers_back() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--type", "quick")
    for line in (
        "add Pete Crixus: gladiator 3/1/2", "add Sally Ashur: gladiator 1/1/1", "set Pete coins 9", "set Sally coins 9",
        "refresh", "ledgers", "hand-size Pete 9", "end-turn", "hand-size Sally 9", "end-turn", "close-market",
        "reveal A: slave", "bid", "reveal B: slave", "bid", "bid Pete=1", "invite Pete Crixus", "invite Sally Ashur",
    ):  # fmt: skip
        assert hoplo("spartacus", *line.split()).code == 0, line
    lines = ["", "6 6 / 1", "first", "attack", "undo", "attack", "6 6 6 / 1", "quit"]
    said = typed(lines, "spartacus", "play")
    assert "Crixus of Pete wins the match." in said
    assert hoplo("spartacus", "table", "--json").json["game"]["turn"] == 2


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
