"""Before a decision its cost: what spectating and surrendering take, what may be in a lineup, and how much is left."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.bag import chance_in_lineup
from hoplo_companion.campaign.model import Bag, Bane
from hoplo_companion.cli.campaign.open_campaign import look_campaign, look_save
from hoplo_companion.cli.play.play import Evening
from hoplo_companion.cli.screen.view import _shortened
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.odds.fight import chance_of, wilson
from hoplo_companion.odds.sampling import PART
from hoplo_companion.render.campaign.journey import surrender_words
from hoplo_companion.render.fight import clock_words, turns_left_words
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.history import turns_of_fights
from hoplo_companion.table.saves.open_campaign import campaign_of
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.effort import Looks
from tests.helpers.fights_on_disk import begun


def at_an_event() -> None:
    done_each(
        "new --first-game",
        "travel Field --kind bloodshed",
        "bag add Ruin:bag",
        "bag add Wrath:unit",
        "bag add reptilian",
    )


@pytest.mark.rule("spectate.influence", "spectate.heal", "spectate.look")
def test_spectating_says_exactly_what_it_takes_and_gives() -> None:
    at_an_event()
    done_each("pad damage 2", "fix pad.influence 3 --why x")
    said = done("event").out
    assert "takes: 1 influence (from 3 to 4), 1 bane; no reward, and the card goes under its deck" in said
    assert "no week passes; your hero heals from 4 to 6 HP; you look at the next 3 cards of the deck" in said
    before = look_campaign().pad
    done("event", "spectate", "--bane", "Gloom:camp")
    after = look_campaign().pad
    assert (after.influence, after.hp, after.weeks) == (before.influence + 1, before.health, before.weeks)


def counted(bag: Bag, slots: int, names: set[str]) -> Fraction:
    """Count every order in which the chips may come out of the bag."""
    chips = [(unit, False) for unit in bag.units] + [(bane.name, bane.kind == "bag") for bane in bag.banes]
    hits = total = 0
    for order in permutations(chips):
        filled, seen = 0, False
        for name, is_redrawn in order:
            seen |= name in names
            filled += not is_redrawn
            if filled == slots:
                break
        hits, total = hits + seen, total + 1
    return Fraction(hits, total)


@pytest.mark.rule("prepare.bag-bane")
def test_the_chances_of_a_lineup_are_those_of_counting_every_order() -> None:
    at_an_event()
    campaign = replace(
        look_campaign(),
        bag=Bag(
            ("reptilian", "archer", "archer", "defender"),
            (Bane("Ruin", "bag"), Bane("Woe", "bag"), Bane("Wrath", "unit")),
        ),
    )
    for names in ({"Ruin", "Woe", "Wrath"}, {"reptilian"}, {"archer", "Ruin"}, {"Ruin"}, set()):
        for slots in (1, 2, 4, 5):
            assert chance_in_lineup(campaign, slots, names) == counted(campaign.bag, slots, names), (names, slots)
    assert [chance_in_lineup(campaign, 6, {name}) for name in ("Ruin", "x")] == [Fraction(1), Fraction(0)]


def test_an_event_says_how_likely_banes_and_local_units_are_in_its_lineup() -> None:
    at_an_event()
    rows = hoplo("event", "--json").json["lineup"]
    assert [row["slots"] for row in rows] == [1, 2, 3, 4]
    campaign = look_campaign()
    for row in rows:
        assert Fraction(row["bane"]) == chance_in_lineup(campaign, row["slots"], {"Ruin", "Wrath"})
    said = done("event", "--card", "Brawl: bloodshed, lineup local bag bag+t, yours hero camp*2").out
    assert ("2 units" in said, "1 unit " in said) == (True, False)
    assert f"({rows[1]['bane']})" in said
    done("fix", "pad.act", "2", "--why", "x")
    assert "3 units" in done("event", "--card", "Brawl: bloodshed, lineup local bag bag+t, yours hero camp*2").out
    hoplo("event", "--card", "Brwal").fails(2, "no event is called 'Brwal'")


@pytest.mark.rule("surrender.start", "punishment.influence")
def test_surrendering_says_what_is_lost() -> None:
    begun()
    campaign = campaign_of(look_save())
    assert campaign.fight is not None
    said = surrender_words(campaign, campaign.fight)
    for words in ("failed at once (p.28)", "no reward", "week 1 is crossed off", "1 influence (from 0 to 1), 0 banes"):
        assert words in said
    assert said.endswith("Your hero keeps its 6 HP.")
    assert "for good" not in said


def test_the_line_above_a_question_has_the_clock_and_what_is_left() -> None:
    begun()
    evening = Evening(Sitting("play"))
    assert evening.stand(None).endswith("(0:00 played)"), "no fight before tells how long they take"
    done_each("turn surrender", "cleanup --lost")
    assert turns_of_fights(look_save()) == [2]
    assert evening.stand(None).endswith("(0:00 played, 11 weeks left in this act)")
    done("config", "clock", "no")
    quiet = Evening(Sitting("play"))
    assert "played" not in quiet.stand(None)


def test_who_wants_it_sees_the_chance_to_win_as_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found out once in each turn of yours; what cannot be known is not shown."""
    begun()
    found = [wilson(6, 10), None]
    monkeypatch.setattr("hoplo_companion.odds.fight.chance_of", lambda combat, budget: found.pop(0))
    evening = Evening(Sitting("play"))
    assert "win" not in evening.stand(None)
    done("config", "chance", "yes")
    sees = Evening(Sitting("play"))
    turn = sees.stand(None)
    assert turn.endswith(", chance to win ██████···· about 57 % give or take 30)")
    assert _shortened(turn, 80).endswith("  (chance to win ██████···· about 57 % give or take 30)"), (
        "what is left out is the time"
    )
    assert sees.stand(None) == turn
    assert "win" not in Evening(Sitting("play")).stand(None)


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
