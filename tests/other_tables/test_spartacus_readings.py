"""The other readings of Spartacus's open questions, and what cards say that no rule knows."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from hoplo_companion.components.readings import other_readings
from hoplo_companion.errors import HoploError
from hoplo_companion.spartacus.attack import NOBODY, resolve
from hoplo_companion.spartacus.book import BOOK, new_game
from hoplo_companion.spartacus.fighter import read_abilities, read_fighter
from hoplo_companion.spartacus.game import Game, Options
from hoplo_companion.spartacus.odds import Abilities, Odds, blows
from hoplo_companion.spartacus.slots import read_card
from tests.helpers.cli import ROOT, hoplo

RULINGS = tomllib.loads((ROOT / "rules_data" / "spartacus" / "rulings.toml").read_text(encoding="utf-8"))


def test_every_reading_of_the_data_is_looked_at_by_the_rules() -> None:
    for table in ("spartacus", "pantheon"):
        paths = (ROOT / "hoplo_companion" / table).glob("*.py")
        code = "".join(path.read_text(encoding="utf-8") for path in paths)
        assert [id_ for id_ in other_readings(table) if f'"{id_}"' not in code] == []


def played(game: Game, *lines: str) -> Game:
    for line in lines:
        game, _ = BOOK.act(game, line.split())
    return game


def begun(*lines: str) -> Game:
    return played(new_game("capua", ["Pete", "Sally"], "standard", Options()), *lines)


def refused(game: Game, line: str, words: str) -> None:
    with pytest.raises(HoploError, match=words):
        played(game, line)


SHORT = ("add Liz A: gladiator", "add Liz B: gladiator", "add Liz C: gladiator")
FAVOURED = (
    "add Pete Crixus: gladiator 3/1/2", "add Sally Ashur: gladiator 1/1/1", "add Sally Naevia: slave",
    "set Pete coins 9", "set Sally coins 9", "set Sally Ashur favour 2", "refresh",
    "end-turn", "end-turn", "close-market", "reveal A: slave", "bid", "reveal B: slave", "bid",
)  # fmt: skip


@pytest.mark.rule("sp.ledger-short")
def test_one_gladiator_for_all_coins_that_are_short() -> None:
    game = played(new_game("capua", ["Liz", "Pete"], "standard", Options()), *SHORT)
    other = played(game, "reading sp.ledger-short one", "refresh", "ledgers Liz A")
    assert [card.name for card in other.houses[0].cards] == ["B", "C"]
    assert played(game, "refresh").houses[0].cards == ()


@pytest.mark.rule("sp.influence-limits", "sp.hosting-failed", "sp.tribute-payer", "sp.own-bets", "sp.thumb-cost")
def test_readings_of_a_turn() -> None:
    low = begun("react Pete X 0: Sally influence -9")
    assert low.houses[1].influence == 1
    assert begun("reading sp.influence-limits zero", "react Pete X 0: Sally influence -9"
                 ).houses[1].influence == 0  # fmt: skip
    hosting = begun(*FAVOURED)
    tied = ("bid Pete=2 Sally=2", "bid", "roll Pete=6 Sally=1")
    assert played(hosting, *tied).houses[0].coins == 9 - 1
    assert played(hosting, "reading sp.hosting-failed pays", *tied).houses[0].coins == 9 - 1 - 2
    fight = ("bid Pete=1", "invite Pete Crixus", "invite Sally Ashur")
    bank = played(hosting, *fight)
    host = played(hosting, "reading sp.tribute-payer host", *fight)
    assert (bank.houses[1].coins - host.houses[1].coins, bank.houses[0].coins - host.houses[0].coins) == (0, 4)
    assert played(bank, "wager Pete 1 injury").bets
    refused(played(bank, "reading sp.own-bets victory"), "wager Pete 1 injury", "its own Victory alone")
    judged = played(bank, "result Crixus injury", "set Pete influence 1")
    assert not [card for card in played(judged, "thumb down").houses[1].cards if card.name == "Ashur"]
    refused(played(judged, "reading sp.thumb-cost price"), "thumb down", "costs 2")
    refused(played(bank, "fight"), "reading sp.own-bets victory", "a match is fought")


@pytest.mark.rule("sp.guard-deploy", "sp.invite-once", "sp.heal-failed", "sp.tournament")
def test_readings_of_cards() -> None:
    game = begun("refresh")
    refused(game, "deploy Sally", "Intrigue Turn of Pete")
    assert played(game, "reading sp.guard-deploy any-time", "deploy Sally").houses[1].cards[0].kind == "guard"
    empty = begun("refresh",
    "end-turn", "end-turn",
                  "close-market", "reveal A: slave", "bid", "reveal B: slave", "bid", "set Pete coins 1", "bid Pete=1",
                  "decline Sally")  # fmt: skip
    assert played(empty, "decline Pete").houses[0].influence == 4
    assert played(empty, "reading sp.invite-once free", "decline Pete").houses[0].influence == 5
    hurt = begun("add Pete A: gladiator", "set Pete coins 2", "set Pete A injured", "refresh")
    assert not played(hurt, "heal Pete A 1 4").houses[0].cards[0].injured
    refused(played(hurt, "reading sp.heal-failed not-one"), "heal Pete A 1 4", "has not failed")
    three = new_game("capua", ["Pete", "Sally", "Liz"], "standard", Options())
    worth = ("add Pete A: gladiator worth 5", "add Pete B: gladiator worth 5", "add Sally C: gladiator worth 7",
             "add Liz D: gladiator worth 9", "set Pete B exhausted")  # fmt: skip
    three = replace(played(three, *worth), stage="tournament")
    for name in ("Pete", "Sally", "Liz"):
        three = played(three, f"set {name} influence 12")
    assert played(three, "seed").bracket == (0, 1, 2)
    assert played(three, "reading sp.tournament all", "seed").bracket == (1, 2, 0)


@pytest.mark.rule("sp.extra-ignore", "sp.speed-abilities", "sp.both-down")
def test_readings_of_a_match() -> None:
    one = NOBODY._replace(abilities=read_abilities("ATK doubles add 2 auto-wounds"))
    assert resolve([1, 1], [6, 6], one, ignored=1).wounds == 1
    assert resolve([1, 1], [6, 6], one, ignored=1, readings={"sp.extra-ignore": "auto-stays"}).wounds == 2
    assert resolve([1, 1], [6, 6], one, is_speed=True).wounds == 0
    assert resolve([1, 1], [6, 6], one, is_speed=True, readings={"sp.speed-abilities": "work"}).wounds == 2
    ran = hoplo("spartacus", "attack", "--attack", "1,1", "--defence", "6,6", "--attacker",
                "ATK doubles add 2 auto-wounds",
                "--ignore", "--reading", "sp.extra-ignore=auto-stays", "--json")  # fmt: skip
    assert ran.json["wounds"] == 2
    a, b = read_fighter("A 2/1/1 ATK doubles add 1 auto-wound"), read_fighter("B 1/3/1 DEF triples cause 3 auto-wounds")
    standard, deeper = (Odds(a, b, readings=each).win(0) for each in ({}, {"sp.both-down": "deeper"}))
    assert deeper < standard
    for text in ("sp.ties=x", "sp.both-down=x", "sp.both-down"):
        assert hoplo("spartacus", "odds", "2/2/2", "2/2/2", "--reading", text).code == 2


@pytest.mark.rule("sp.cards-first")
def test_what_no_rule_knows_is_kept_as_it_was_entered() -> None:
    one = read_fighter("A 2/2/1 manual initiative once: leaps; manual dice: throws sand; manual: howls, and bites")
    assert [(each.kind, each.text, each.once) for each in one.abilities] == [
        ("manual-initiative", "leaps", True), ("manual-dice", "throws sand", False),
        ("manual", "howls, and bites", False),
    ]  # fmt: skip
    card = read_card("Pietros: slave, worth 3, manual: exhaust to gain 1 coin of a gladiator")
    assert (card.kind, card.value, card.fight) == ("slave", 3, "manual: exhaust to gain 1 coin of a gladiator")
    assert read_card("Crixus: gladiator 2/2/1, worth 5, sword").fight == "2/2/1, sword"
    game = begun("add Pete Pietros: slave, manual: gain a coin", "add Pete Crixus: gladiator 3/3/3 manual: howls")
    assert [each.fight for each in game.houses[0].cards] == ["manual: gain a coin", "3/3/3 manual: howls"]


def _brute(attack: int, defence: int, by: Abilities) -> dict[tuple[int, int], Fraction]:
    """Lay every roll beside every other, re-rolls and all, written from the rules."""

    def worth(dice: tuple[int, ...], doubles: int, triples: int) -> int:
        counts = [dice.count(face) for face in range(1, 7)]
        return sum(max(k * triples + (n - 3 * k) // 2 * doubles for k in range(n // 3 + 1)) for n in counts)

    def rolls(dice: int, re_rolls: int) -> Counter[tuple[int, ...]]:
        found: Counter[tuple[int, ...]] = Counter()
        for rolled in product(range(1, 7), repeat=dice):
            low = sorted(rolled)
            bad = sum(die <= 3 for die in low[: min(re_rolls, dice)])
            for new in product(range(1, 7), repeat=bad):
                found[tuple(sorted((*low[bad:], *new), reverse=True))] += 6 ** (re_rolls - bad)
        return found

    ours, theirs = rolls(attack, by.re_rolls), rolls(defence, by.answered)
    every = sum(ours.values()) * sum(theirs.values())
    total: dict[tuple[int, int], Fraction] = {}
    for (string, often), (other, as_often) in product(ours.items(), theirs.items()):
        hits = sum(map(int.__gt__, string, other)) + sum(die >= 3 for die in string[defence:])
        auto = worth(string, by.doubles, by.triples)
        least = auto if by.auto_stays else 0
        key = (max(least, hits + auto + by.extra - by.ignored), worth(other, by.back_doubles, by.back_triples))
        total[key] = total.get(key, Fraction(0)) + Fraction(often * as_often, every)
    return total


@pytest.mark.parametrize(("attack", "defence", "by"), [
    (3, 3, Abilities(re_rolls=1, answered=1)),
    (2, 3, Abilities(doubles=1, triples=2, re_rolls=2)),
    (3, 2, Abilities(back_doubles=1, answered=1, extra=1, ignored=2)),
    (3, 2, Abilities(doubles=2, extra=1, ignored=2, auto_stays=True)),
    (3, 1, Abilities(doubles=1, back_triples=1, ignored=1)),
])  # fmt: skip
def test_blows_are_those_of_every_roll(attack: int, defence: int, by: Abilities) -> None:
    assert blows(attack, defence, by) == {key: each for key, each in _brute(attack, defence, by).items() if each}
