"""What is picked from a menu and decides or forfeits something is announced, and done after one key (p.20-28)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoplo_companion.cli.play.menus import command_of, fight_choices, pick
from hoplo_companion.cli.terminal import sure
from hoplo_companion.cli.terminal.prompt import BackError
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.play.fight import Game
from tests.helpers.boards import combat
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.courses import known_of
from tests.helpers.play import engage, question_of
from tests.helpers.proofs import columns
from tests.helpers.seated import conversed

HERO = "krakenlance player E3 hero hp5 hl6 mv2 blue blue as:krakenlance"


@pytest.fixture
def sitting() -> Sitting:
    """Give a terminal at which keys are pressed that a test names."""
    return Sitting()


def board(units: list[str], step: str = "engage", **more: Any) -> Combat:
    """Make a board in your turn."""
    player = {"tactics": [], "hero": False, "camp_units": 0, **more.pop("player", {})}
    return combat(step, units, state={"side": "player", "used": ["begin/turn"]}, player=player, **more)


def game(board: Combat, turn_of: str = "player") -> Game:
    """Give a fight that stands so, as far as menus look at it."""
    found = Game.__new__(Game)
    fight = SimpleNamespace(turn_of=turn_of, over="", under_way=False)
    found.combat, found.campaign = board, SimpleNamespace(is_stand_alone=True, followed=fight)  # type: ignore[assignment]
    return found


ANNOUNCED = """
attack krakenlance t | HERO, t rival E4 hp2 tribune, r rival A1 hp3 | event=king-of-the-hill | \
    This may defeat the tribune: Krakenlance would drop from 5 HP to 1.
attack krakenlance t | HERO, t rival E4 hp3 tribune, r rival A1 hp3 | event=king-of-the-hill |
ability a fury-aura | HERO, a player F3 hp3 Fury_Aura-2, t rival E4 hp1 tribune, r rival A1 hp3 | \
    step=abilities, event=king-of-the-hill | This defeats the tribune: Krakenlance drops from 5 HP to 1.
attack krakenlance r | WEAK, r rival E4 hp2 Retaliate, s rival A1 hp3 | player.blessings=0 | \
    This may take Krakenlance's last HP, and the campaign is lost.
attack krakenlance r | WEAK, r rival E4 hp2 Retaliate, s rival A1 hp3 | player.blessings=2 | \
    This may take Krakenlance's last HP, and a blessing is crossed off.
attack krakenlance r | WEAK, r rival E4 hp2 Retaliate, s rival A1 hp3 |  | \
    This may take Krakenlance's last HP: only a blessing can save it.
attack krakenlance r | HERO, r rival E4 hp2 Retaliate, s rival A1 hp3 | player.blessings=0 |
attack krakenlance r | HERO, r rival E4 hp2 |  | This may win the fight.
move krakenlance G2 | HOME, r rival A1 hp2 | step=movement, event=capture-the-flag, flag=@krakenlance | \
    This ends the fight. The flag is home: you win.
# Steps that are left with units that could act
move a F3 | TROOP | step=deployment, player.camp_units=1, player.tactics=stun/ | \
    You give up deploying and playing a tactic this turn.
move a F3 | TROOP | step=movement, player.camp_units=1, player.tactics=stun/ |
ability a regen | TROOP | step=movement, player.camp_units=1, player.tactics=stun/ | \
    You give up moving Krakenlance and your Attacker (a) this turn.
end | TROOP | player.camp_units=1, player.tactics=stun/ | You give up attacking with your Attacker (a) this turn.
end | HERO, r rival A1 hp9 |  |
# What cannot be done is not asked about: the command says what is wrong before anything is asked
attack the lizard | HERO, r rival E4 hp9, b player - hp3 | step=deployment, player.camp_units=1 |
move krak e9 | HERO, r rival E4 hp9, b player - hp3 | step=deployment, player.camp_units=1 |
attack krak lizard; end | HERO, r rival E4 hp9, b player - hp3 | step=deployment, player.camp_units=1 |
attack krakenlance r; move krakenlance F3; end | HERO, r rival E4 hp9, b player - hp3 | \
    step=deployment, player.camp_units=1 |
attack krakenlance r; end | HERO, r rival E4 hp9, b player - hp3 | step=deployment, player.camp_units=1 | …
"""
"""A line of your turn, the board and what else is known of it, and what is announced before (dots: something is)."""

PLACES = {
    "HERO": HERO,
    "WEAK": HERO.replace("hp5", "hp1"),
    "HOME": HERO.replace("E3", "F2"),
    "TROOP": f"{HERO}, a player F4 hp3 mv1 blue rg5 Regen-1, r rival A1 hp9, b player - hp3",
}


@pytest.mark.rule("defeat.tribune", "defeat.hero", "end.goal-bloodshed", "turn.steps")
@pytest.mark.parametrize(("line", "units", "more", "says"), columns(ANNOUNCED, 4))
def test_what_decides_or_forfeits_something_is_announced(line: str, units: str, more: str, says: str) -> None:
    """The tribune's fall with what it costs, the hero's last HP, the end of the fight, what is not done (p.20-28)."""
    for name, stands in PLACES.items():
        units = units.replace(name, stands)
    known = known_of(more.split(", ") if more else [])
    found = sure.announced(["turn", line], game(board(units.split(", "), known.pop("step", "engage"), **known)))
    assert found == ([says] if says else []) or (says == "…" and found)


def test_what_isannounced_is_done_by_one_key_or_left(sitting: Sitting) -> None:
    """`y` goes on, `n` goes back to the menu, and what decides nothing asks nothing."""
    won = game(board([HERO, "r rival E4 hp2"]))
    for key, meant in (("y", True), ("n", False)):
        sitting.pressed = [key]
        assert sure.is_meant(sitting, ["turn", "attack", "krakenlance", "r"], won) is meant
        assert "This may win the fight. Go on?" in sitting.said()
    sitting.pressed = []
    assert sure.is_meant(sitting, ["turn", "attack", "krakenlance", "r"], game(board([HERO, "r rival E4 hp3"])))
    sitting.pressed = ["n"]
    assert not sure.is_meant(sitting, ["turn", "surrender"], game(board([HERO, "r rival E4 hp3"]), "rival"))
    assert "You surrender: the combat is failed at once (p.28). Go on?" in sitting.said()


def test_with_confirmations_off_nothing_is_asked(sitting: Sitting) -> None:
    """`hoplo config confirm no` holds for these too."""
    assert hoplo("config", "confirm", "no").code == 0
    assert sure.is_meant(sitting, ["turn", "surrender"], game(board([HERO, "r rival E4 hp3"])))
    assert sitting.pressed == []


def test_a_choice_that_decides_the_fight_is_asked_about(sitting: Sitting) -> None:
    """The hero's end is confirmed; a target with whom it could end is, where another could be chosen."""
    hit = "r rival E4 hp3 black black"
    told = combat("engage", [hit, HERO.replace("hp5", "hp2"), "a player D4 hp3"])
    from hoplo_companion.rules.rival.turn import begin

    asked, _ = begin(told, "engage")
    question = question_of(asked)
    assert question.id == "engage.target"
    sitting.pressed = ["n"]
    assert not sure.is_answer_meant(sitting, question, "krakenlance", asked)
    assert "This may take Krakenlance's last HP" in sitting.said()
    assert sure.is_answer_meant(sitting, question, "a", asked)
    assert engage([hit, HERO.replace("hp5", "hp2"), "a player D4 hp3"], ["a", 1]).hp("a") == 2


def test_a_chip_that_hurts_is_asked_for_with_one_target_left(sitting: Sitting) -> None:
    """Stun with your own unit as its only target is not played by itself; a unit that is deployed is."""
    stun = board([HERO, "a player D3 hp3"], "tactics", player={"tactics": ["stun"]})
    choices = fight_choices(sitting, game(stun))
    sitting.pressed = ["escape"]
    with pytest.raises(BackError):
        command_of(choices, "play a tactic")
    assert "On whom is Stun played?" in sitting.said()
    sitting.pressed = ["1"]
    assert command_of(choices, "play a tactic") == ["turn", "tactic", "stun", "a"]
    assert pick(sitting, "Deploy whom?", ["a"]) == "a"
    choices = fight_choices(sitting, game(board([HERO, "r rival E4 hp3"])))
    sitting.pressed = ["1"]
    assert command_of(choices, "attack") == ["turn", "attack", "krakenlance", "r"]
    assert "Whom does Krakenlance attack?" in sitting.said()


def test_a_typed_surrender_is_done_and_one_from_the_menu_asked_about(home: Path) -> None:
    """At a terminal: the menu asks, and `n` leaves the fight as it is; `hoplo surrender` is meant (p.28)."""
    assert hoplo("data", "add", "unit", "Attacker: attacker, 2/1/4, blue blue").code == 0
    draws = home / "draws.jsonl"
    draws.write_text('"attacker"\n', encoding="utf-8")
    started = hoplo("fight", "start", "Duel: bloodshed, lineup bag, yours hero camp", "--hero", "krakenlance",
                    "--arena", "kunlun", "--attack", "blue", "--answers", str(draws))  # fmt: skip
    assert started.code == 0, started.err
    said = ("You surrender: the combat is failed at once (p.28). Go on?", "the rival's turn", "Everything is kept")
    conversed("play", "2|n|Q", *said)
    assert hoplo("fight", "--json").json["fight"]["over"] is None
    conversed("turn surrender", "", "You surrender")
    assert hoplo("fight", "--json").json["fight"]["over"] == "surrendered"
