"""Before a decision: what it costs, takes or forfeits is said, and done after one key (p.16, 20-28)."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoplo_companion.campaign.bag import chance_in_lineup
from hoplo_companion.cli.campaign.open_campaign import look, look_campaign, look_save
from hoplo_companion.cli.play.menus import command_of, fight_choices, pick
from hoplo_companion.cli.play.play import Evening
from hoplo_companion.cli.screen.view import _shortened
from hoplo_companion.cli.terminal import prompts
from hoplo_companion.cli.terminal.prompt import BackError
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.odds.fight import chance_of, wilson
from hoplo_companion.odds.sampling import PART
from hoplo_companion.render.campaign.journey import failing_words
from hoplo_companion.render.fight import clock_words, turns_left_words
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.saves.open_campaign import turns_of_fights
from tests.helpers.answering import conversed
from tests.helpers.boards import combat
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.courses import known_of
from tests.helpers.effort import Looks
from tests.helpers.fights_on_disk import begun
from tests.helpers.play import engage, question_of
from tests.helpers.proofs import columns
from tests.helpers.stories import Story, stories, tell

AT_AN_EVENT = """
  new --first-game && travel Field --kind bloodshed && bag add Ruin:bag && bag add Wrath:unit && bag add reptilian
"""
CARD = "'Brawl: bloodshed, lineup local bag bag+t, yours hero camp*2'"


@stories(f"""
Spectating says exactly what it takes and gives
  at an event && pad damage 2 && fix pad.influence 3 --why x
  event -> takes: 1 influence (from 3 to 4), 1 bane; no reward, and the card goes under its deck
    | no week passes; your hero heals from 4 to 6 HP; you look at the next 3 cards of the deck
  event spectate --bane Gloom:camp && pad --json -> influence = 4 | hp = 6 | weeks = [0, 0, 0, 0]
An event says how many units its card brings
  at an event && event --card {CARD} -> 2 units | not 1 unit
  fix pad.act 2 --why x && event --card {CARD} -> 3 units
  event --card Brwal -> 2 | no event is called 'Brwal'
""", **{"at an event": AT_AN_EVENT})  # fmt: skip
def test_what_an_event_takes_is_said(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_an_event_says_how_likely_banes_and_local_units_are_in_its_lineup() -> None:
    tell(AT_AN_EVENT)
    rows = hoplo("event", "--json").json["lineup"]
    assert [row["slots"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert Fraction(row["bane"]) == chance_in_lineup(look_campaign(), row["slots"], {"Ruin", "Wrath"})
    tell(f"event --card {CARD} -> ({rows[1]['bane']})")


def test_surrendering_says_what_is_lost() -> None:
    begun()
    campaign = look()
    assert campaign.fight is not None
    said = failing_words(campaign, campaign.fight, by_surrender=True)
    for words in ("failed at once (p.28)", "no reward", "week 1 is crossed off", "1 influence (from 0 to 1), 0 banes"):
        assert words in said
    assert said.endswith("Your hero keeps its 6 HP.")
    assert "for good" not in said


def test_the_line_above_a_question_has_the_clock_and_what_is_left() -> None:
    begun()
    evening = Evening(Sitting("play"))
    assert evening.stand().endswith("(0:00 played)"), "no fight before tells how long they take"
    done_each("turn surrender", "cleanup --lost")
    assert turns_of_fights(look_save()) == [2]
    assert evening.stand().endswith("(0:00 played, 11 weeks left in this act)")
    done("config", "clock", "no")
    quiet = Evening(Sitting("play"))
    assert "played" not in quiet.stand()


def test_who_wants_it_sees_the_chance_to_win_as_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found out once in each turn of yours; what cannot be known is not shown."""
    begun()
    found = [wilson(6, 10), None]
    monkeypatch.setattr("hoplo_companion.odds.fight.chance_of", lambda combat, budget: found.pop(0))
    evening = Evening(Sitting("play"))
    assert "win" not in evening.stand()
    done("config", "chance", "yes")
    sees = Evening(Sitting("play"))
    turn = sees.stand()
    assert turn.endswith(", chance to win ██████···· about 57 % give or take 30)")
    assert _shortened(turn, 80).endswith("  (chance to win ██████···· about 57 % give or take 30)"), (
        "what is left out is the time"
    )
    assert sees.stand() == turn
    assert "win" not in Evening(Sitting("play")).stand()


def test_the_chance_to_win_is_that_of_fights_played_on() -> None:
    begun()
    combat = Game(look_campaign(), catalogue()).combat
    share = chance_of(combat, Looks(1))
    assert share is not None
    assert share.games == PART


@pytest.mark.parametrize(("turn", "points", "turns", "words"), [
    (3, 4, [9], "about 4 turns left by the points"),
    (3, None, [5, 6], "about 3 turns left, as your fights go"),
    (6, None, [5, 6], "longer than your fights: 6 turns on average"),
    (3, None, [], ""),
])  # fmt: skip
def test_turns_left_come_from_the_points_or_from_the_fights_before(
    turn: int, points: int | None, turns: list[int], words: str
) -> None:
    assert turns_left_words(turn, points, turns) == words
    assert clock_words(42 * 60 + 3) == "0:42 played"


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


@pytest.mark.parametrize(("line", "units", "more", "says"), columns(ANNOUNCED, 4))
def test_what_decides_or_forfeits_something_is_announced(line: str, units: str, more: str, says: str) -> None:
    """The tribune's fall with what it costs, the hero's last HP, the end of the fight, what is not done (p.20-28)."""
    for name, stands in PLACES.items():
        units = units.replace(name, stands)
    known = known_of(more.split(", ") if more else [])
    found = prompts.announced(["turn", line], game(board(units.split(", "), known.pop("step", "engage"), **known)))
    assert found == ([says] if says else []) or (says == "…" and found)


def _is_meant(sitting: Sitting, words: list[str], played: Game) -> bool:
    return prompts.agreed(sitting, prompts.announced(words, played))


def test_what_isannounced_is_done_by_one_key_or_left(sitting: Sitting) -> None:
    """`y` goes on, `n` goes back to the menu, and what decides nothing asks nothing."""
    won = game(board([HERO, "r rival E4 hp2"]))
    for key, meant in (("y", True), ("n", False)):
        sitting.pressed = [key]
        assert _is_meant(sitting, ["turn", "attack", "krakenlance", "r"], won) is meant
        assert "This may win the fight. Go on?" in sitting.said()
    sitting.pressed = []
    assert _is_meant(sitting, ["turn", "attack", "krakenlance", "r"], game(board([HERO, "r rival E4 hp3"])))
    sitting.pressed = ["n"]
    assert not _is_meant(sitting, ["turn", "surrender"], game(board([HERO, "r rival E4 hp3"]), "rival"))
    assert "You surrender: the combat is failed at once (p.28). Go on?" in sitting.said()


def test_with_confirmations_off_nothing_is_asked(sitting: Sitting) -> None:
    """`hoplo config confirm no` holds for these too."""
    assert hoplo("config", "confirm", "no").code == 0
    assert _is_meant(sitting, ["turn", "surrender"], game(board([HERO, "r rival E4 hp3"])))
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
    assert not prompts.is_answer_meant(sitting, question, "krakenlance", asked)
    assert "This may take Krakenlance's last HP" in sitting.said()
    assert prompts.is_answer_meant(sitting, question, "a", asked)
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
