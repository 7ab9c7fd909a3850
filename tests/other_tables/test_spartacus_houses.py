"""Spartacus: houses and their turn; every example of the rulebook's chapters on Upkeep, Intrigue, Market and Arena."""

from __future__ import annotations

import re
from itertools import permutations, product

import pytest

from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.components.lookup import all_rules
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.render.spartacus import event_words, table_lines
from hoplo_companion.render.style import plain
from hoplo_companion.spartacus.arena import match_of, next_match, total
from hoplo_companion.spartacus.book import BOOK, new_game
from hoplo_companion.spartacus.events import EVENTS
from hoplo_companion.spartacus.game import Game, House, Options
from hoplo_companion.tables.actions import Happened
from tests.helpers.cli import ROOT, hoplo

PETE, SALLY, JOHN, LIZ = range(4)


class Table:
    """A game of Pete, Sally, John and Liz that actions are typed at."""

    def __init__(self, kind: str = "standard", **options: bool) -> None:
        self.game: Game = new_game("capua", ["Pete", "Sally", "John", "Liz"], kind, Options(**options))
        self.events: list[Happened] = []

    def do(self, line: str) -> list[str]:
        """Do an action; words in single quotes are one."""
        words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]
        self.game, self.events = BOOK.act(self.game, words)
        assert all(event_words(each) for each in self.events)
        assert plain(table_lines(self.game))
        return [each.kind for each in self.events]

    def all(self, *lines: str) -> Table:
        for line in lines:
            self.do(line)
        return self

    def coins(self) -> list[int]:
        return [each.coins for each in self.game.houses]

    def influence(self) -> list[int]:
        return [each.influence for each in self.game.houses]

    def house(self, at: int) -> House:
        return self.game.houses[at]

    def ready(self, at: int, kind: str) -> int:
        return sum(each.kind == kind and not each.exhausted for each in self.house(at).cards)

    def refused(self, line: str, said: str) -> None:
        before = self.game
        with pytest.raises((IllegalError, UsageError), match=said):
            self.do(line)
        assert self.game == before


def table(*lines: str, kind: str = "standard", **options: bool) -> Table:
    return Table(kind, **options).all(*lines)


def gladiators(house: str, count: int, kind: str = "gladiator") -> list[str]:
    return [f"add {house} '{house}{kind[0].upper()}{n}: {kind} 2/2/2, worth 2'" for n in range(count)]


def to_market(*lines: str, kind: str = "standard", **options: bool) -> Table:
    """Bring a table to Open Market: nobody does anything before."""
    played = table(*lines, kind=kind, **options)
    for house in played.game.houses:
        due = sum(each.kind == "gladiator" for each in house.cards)
        played.do(f"set {house.name} coins {house.coins + due}")
    played.do("refresh")
    while played.game.stage == "intrigue":
        played.do("end-turn")
    return played


def to_arena(*lines: str, host: str = "John", kind: str = "standard", **options: bool) -> Table:
    """Bring a table to the invitations, with a Host who bids one coin."""
    played = to_market(*lines, kind=kind, **options).all(f"set {host} coins 9", "close-market")
    for n in range(4):
        played.all(f"reveal 'Lot{n}: slave'", "bid")
    return played.all(f"bid {host}=1")


# Upkeep -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sp.refresh", "sp.healing", "sp.ledgers")
def test_petes_upkeep() -> None:
    """One Ready Gladiator, two injured, two exhausted Slaves: rolls of 3 and 5; 2 Ready, 1 injured, nothing owed."""
    played = table(*gladiators("Pete", 3), *gladiators("Pete", 2, "slave"))
    played.all("set Pete PeteG1 injured", "set Pete PeteG2 injured", "set Pete PeteS0 exhausted")
    played.all("set Pete PeteS1 exhausted", "refresh")
    assert played.ready(PETE, "slave") == 2
    played.refused("ledgers Pete PeteG0", "PeteG1, PeteG2")
    played.do("heal Pete PeteG1 3")
    played.refused("heal Pete PeteG1 6", "no roll is due")
    played.do("heal Pete PeteG2 5")
    assert (played.ready(PETE, "gladiator"), sum(each.injured for each in played.house(PETE).cards)) == (2, 1)
    assert (played.game.stage, played.coins()) == ("intrigue", [0, 0, 0, 0]), "nobody has to decide anything"


@pytest.mark.rule("sp.ledgers", "sp.ledger-short", "sp.exhausted-cards")
def test_the_ledgers_of_four_houses() -> None:
    """Pete pays 1; Sally receives 3, her injured one does not count; John is even; Liz pays 2 and loses one."""
    played = table(*gladiators("Pete", 3), *gladiators("Pete", 2, "slave"), "set Pete coins 4")
    played.all(*gladiators("Sally", 2), *gladiators("Sally", 4, "slave"), "set Sally SallyG1 injured")
    played.all(*gladiators("John", 1), *gladiators("John", 1, "slave"), *gladiators("Liz", 3), "set Liz coins 2")
    played.all("refresh", "heal Sally SallyG1 2")
    assert played.game.stage == "ledgers", "Liz chooses"
    played.refused("ledgers Pete PeteG0", "Pete can pay")
    played.do("ledgers Liz LizG1")
    assert played.coins() == [3, 3, 0, 0]
    assert [each.name for each in played.house(LIZ).cards] == ["LizG0", "LizG2"]


@pytest.mark.rule("sp.healing", "sp.heal-failed", "sp.exhausted-dies", "sp.champion-moves")
def test_healing_rolls() -> None:
    played = table(*gladiators("Pete", 3), "set Pete coins 5", "set Pete PeteG0 injured", "set Pete PeteG1 injured")
    played.all("set Pete PeteG1 champion", "refresh")
    played.refused("heal Pete PeteG0 4 6", "sp.heal-failed")
    played.refused("heal Pete PeteG0 7", "1 to 6")
    assert "healed" in played.do("heal Pete PeteG0 1 6")
    assert "died" in played.do("heal Pete PeteG1 1")
    assert (len(played.house(PETE).cards), played.house(PETE).influence) == (2, 3)


# Intrigue ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sp.draw", "sp.intrigue-order", "sp.hand-limit", "sp.hand-size", "sp.cash-in")
def test_hands_and_the_order_of_intrigue_turns() -> None:
    """What is in hand is counted on the table; hoplo says when cards are drawn, and to how many a turn comes down."""
    played = table("refresh")
    assert "Every House draws 3 Intrigue cards" in event_words(played.events[-2])
    played.refused("cash Sally 2", "Intrigue Turn of Pete")
    assert "down to the Hand Size" in BOOK.actions["end-turn"].help
    played.all("cash Pete 2", "end-turn")
    assert (played.coins()[PETE], played.game.active) == (2, SALLY)


@pytest.mark.rule("sp.scheme", "sp.support", "sp.success")
def test_johns_and_petes_supported_schemes() -> None:
    """John with 6 and Liz with 4 play one of 9; Pete with 4 and Liz with 3 one of 7: nobody's Influence changes."""
    played = table("set John influence 6", "refresh")
    played.refused("scheme Pete 'Black Market Profits' 7 Pete", "requires 7 Influence, and there is only 4")
    played.all("set Liz influence 3", "scheme Pete 'Black Market Profits' 7 Pete support Liz")
    played.refused("cash Pete 2", "Intrigue Phase: a Scheme")
    played.do("succeed Pete coins +5")
    assert (played.coins()[PETE], played.influence()) == (5, [4, 4, 6, 3])
    played.all("end-turn", "end-turn", "set Liz influence 4")
    played.refused("scheme John Plot 9 Sally", "and there is only 6")
    played.refused("scheme John Plot 9 Sally support John", "never its own")
    played.all("scheme John Plot 9 Sally support Liz", "succeed")
    assert played.influence() == [4, 4, 6, 4]


@pytest.mark.rule("sp.reaction", "sp.ledgers")
def test_sally_is_destitute() -> None:
    """She owes her two coins in Upkeep; John's Reaction costs her 1 Influence."""
    played = table(*gladiators("Sally", 2), "set Sally coins 2", "refresh")
    assert played.coins()[SALLY] == 0
    played.refused("react John 'Destitute!' 5: Sally influence -1", "nobody supports a Reaction")
    played.do("react John 'Destitute!' 4: Sally influence -1")
    assert played.influence()[SALLY] == 3


@pytest.mark.rule("sp.guard", "sp.guard-lost", "sp.foiled")
def test_petes_guards() -> None:
    """Rolls of 2 and 5: the first fails, the second foils; both Guards and the Scheme are discarded."""
    played = table("add Pete 'Guard: guard'", "refresh", "end-turn")
    played.refused("guard Pete 5", "not possible now")
    played.do("scheme Sally 'Incite Rebellion' 3 Pete")
    played.refused("guard John 5", "their own House")
    assert played.do("guard Pete 2") == ["guard-lost"]
    assert played.game.scheme is not None
    played.refused("guard Pete 5", "no Guard on the table")
    assert played.do("guard Pete 5 hand") == ["guard-lost", "foiled"]
    assert played.game.scheme is None
    assert not played.house(PETE).cards


@pytest.mark.rule("sp.foiled", "sp.reaction")
def test_schemes_are_foiled_at_no_cost() -> None:
    """A Visitor From Rome and Grand Feast: nothing is gained, and nothing paid."""
    played = table("set Pete influence 10", "refresh", "scheme Pete 'A Visitor From Rome' 10 Pete")
    played.refused("foil Pete Whisper 3", "by another Dominus")
    played.refused("foil Liz 'Whispered Rumors' 5", "requires 5")
    assert played.do("foil Liz 'Whispered Rumors' 4") == ["reaction", "foiled"]
    assert played.influence()[PETE] == 10
    played.all("scheme Pete 'Grand Feast' 5 Pete", "foil John Foil 1")
    assert played.coins() == [0, 0, 0, 0]
    # A Reaction may follow a Guard that has failed.
    played.all("add John 'Guard: guard'", "scheme Pete Plot 1 John", "guard John 3", "foil John Foil 1")
    assert played.game.scheme is None


@pytest.mark.rule("sp.exhausted-cards", "sp.exhaust")
def test_sallys_exhausted_slaves() -> None:
    """One of three Slaves is Ready: Illicit Services pays 2, Rebellion takes it, Empty Brothel costs 1 Influence."""
    played = table(*gladiators("Sally", 3, "slave"), "refresh", "end-turn")
    played.all("use Sally SallyS0: Sally coins +1", "use Sally SallyS1:", "set Sally coins 0")
    played.refused("use Sally SallyS0:", "is exhausted")
    assert played.ready(SALLY, "slave") == 1
    played.all("scheme Sally 'Illicit Services' 1 Sally", "succeed Sally coins +2")
    assert played.coins()[SALLY] == 2
    played.do("react Pete Rebellion 1: Sally discards SallyS2")
    played.refused("react Pete Rebellion 1: Sally discards SallyS0", "is exhausted")
    assert [each.exhausted for each in played.house(SALLY).cards] == [True, True]
    played.do("react John 'Empty Brothel' 1: Sally influence -1")
    assert played.influence()[SALLY] == 3


@pytest.mark.rule("sp.exhaust")
def test_pietros_is_exhausted_for_a_coin() -> None:
    played = table("add Pete 'Pietros: slave 1/1/1'", "refresh", "use Pete Pietros: Pete coins +1")
    assert (played.coins()[PETE], played.ready(PETE, "slave")) == (2, 0)


@pytest.mark.rule("sp.house-rules")
def test_house_rules_once_in_a_phase_by_the_option() -> None:
    free = table("refresh", "house-rule Pete Bribe: Pete coins +1", "house-rule Pete Bribe: Pete coins +1")
    assert free.coins()[PETE] == 2
    once = table("refresh", "house-rule Pete Bribe: Pete coins +1", house_rules_once=True)
    once.refused("house-rule Pete Bribe: Pete coins +1", "was used in this Intrigue Phase")
    once.do("house-rule Pete Other: Pete coins +1")


@pytest.mark.rule("sp.guard-deploy")
def test_a_guard_goes_from_hand_to_table_in_ones_own_turn() -> None:
    played = table("refresh", "deploy Pete")
    assert played.house(PETE).cards[0].kind == "guard"
    played.refused("deploy Sally", "Intrigue Turn of Pete")


@pytest.mark.rule("sp.coins-any-time")
def test_coins_change_hands_at_any_time() -> None:
    played = table("set Pete coins 3", "pay Pete Liz 2")
    assert played.coins() == [1, 0, 0, 2]
    played.refused("pay Pete Liz 2", "only 1 coin")
    played.refused("pay Pete Pete 1", "choose another House than Pete")


# Market -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sp.trade", "sp.sell", "sp.champion-moves")
def test_open_market() -> None:
    """Sally sells a Gladiator to the Bank for its Coin Value; John sells Pete a Guard for 3 coins."""
    played = to_market(*gladiators("Sally", 1), *gladiators("Sally", 1, "slave"), "add John 'Guard: guard'")
    played.all("set Pete coins 3", "sell Sally SallyG0", "trade John Guard Pete 3")
    assert played.coins() == [0, 3, 3, 0]
    assert [each.kind for each in played.house(PETE).cards] == ["guard"]
    played.all("set Sally SallyS0 champion", "trade Sally SallyS0 Liz")
    assert played.influence() == [4, 3, 4, 5]
    played.do("sell Liz SallyS0")
    assert (played.influence()[LIZ], played.coins()[LIZ]) == (4, 2)
    played.do("close-market")
    played.refused("trade Pete Guard John", "belongs to")
    played.refused("sell Pete Guard 1", "belongs to")


@pytest.mark.rule("sp.exhausted-cards", "sp.trade")
def test_exhausted_cards_are_not_traded() -> None:
    played = to_market(*gladiators("Sally", 1, "slave"), "set Sally SallyS0 injured", "set Sally SallyS0 ready")
    played.do("set Sally SallyS0 exhausted")
    played.refused("trade Sally SallyS0 Pete", "is exhausted")
    played.refused("sell Sally SallyS0", "is exhausted")


@pytest.mark.rule("sp.auction", "sp.bidding", "sp.tied-bids", "sp.failed-auction")
def test_alards_auction() -> None:
    """0, 2, 3, 3; then +1 and +1; then nothing: failed, discarded, and 4 coins go back to each."""
    played = to_market(*(f"set {name} coins 5" for name in ("Pete", "Sally", "John", "Liz"))).all("close-market")
    played.do("reveal 'Alard: gladiator 3/4/3, worth 5'")
    for wrong in ("6", "--3", "+-1"):
        played.refused(f"bid Pete={wrong}", "not a number from 0 to 5")
    played.refused("bid Pete=1 Pete=2", "twice")
    assert played.do("bid Pete=0 Sally=2 John=3 Liz=3") == ["tied"]
    played.refused("bid Sally=3", "is not one of: John, Liz")
    played.refused("bid John=3", "not a number from 0 to 2")
    assert played.do("bid John=1 Liz=1") == ["tied"]
    assert played.do("bid John=0 Liz=0") == ["failed"]
    assert played.coins() == [5, 5, 5, 5]
    assert (played.game.lots, played.game.lot) == (3, None)
    assert played.do("bid Pete=2 Liz=1") == ["coins", "won-lot"]
    played.refused("bid Pete=1", "the card that was won")
    played.do("reveal 'Crixus: gladiator 4/3/4'")
    assert (played.coins()[PETE], played.house(PETE).cards[0].name) == (3, "Crixus")


@pytest.mark.rule("sp.hosting", "sp.hosting-roll", "sp.hosting-failed", "sp.roll-tie", "sp.honour")
def test_the_hosting_roll_off() -> None:
    """8, 6, 5, 8, then nothing: Pete and Liz roll, and Liz hosts."""
    coins = [f"set {name} coins 8" for name in ("Pete", "Sally", "John", "Liz")]
    played = to_market(*coins).all("close-market")
    for n in range(4):
        played.all(f"reveal 'Lot{n}: slave'", "bid")
    assert played.do("bid Pete=8 John=6 Sally=5 Liz=8") == ["tied"]
    assert played.do("bid") == ["roll-off"]
    played.refused("roll Pete=3 John=4", "Pete, Liz")
    assert played.do("roll Pete=4 Liz=4") == ["roll-again"]
    played.do("roll Pete=2 Liz=5")
    assert (played.game.host, played.coins(), played.influence()) == (LIZ, [8, 8, 8, 8], [4, 4, 4, 5])
    pays = to_market(*coins, hosting_pays=True).all("close-market")
    for n in range(4):
        pays.all(f"reveal 'Lot{n}: slave'", "bid")
    pays.all("bid Pete=8 Liz=8", "bid", "roll Pete=2 Liz=5")
    assert pays.coins() == [8, 8, 8, 0]


# Arena ------------------------------------------------------------------------------------------------------------


def games(*lines: str, influence_zero: bool = False) -> Table:
    """Bring a table to the wagers: Pete's Crixus against John's Theron, John hosting."""
    played = to_arena(
        "add Pete 'Crixus: gladiator 4/4/4'",
        "add John 'Theron: gladiator 3/4/3'",
        *lines,
        influence_zero=influence_zero,
    )
    return played.all("invite Pete Crixus", "invite John Theron")


@pytest.mark.rule("sp.invitation", "sp.declining", "sp.invite-once", "sp.gear-types")
def test_liz_declines_and_pete_commits_his_gear() -> None:
    gear = ("Trident: weapon attack range 2", "Helmet: armour 1 def re-roll", "Javelin: special speed attack")
    played = to_arena(
        "add Pete 'Crixus: gladiator 4/4/4'", "add John 'Theron: gladiator 3/4/3'",
        *(f"add Pete '{each}'" for each in (*gear, "Spear: weapon attack range 2")),
    )  # fmt: skip
    played.refused("decline John", "only after all others")
    played.do("decline Liz")
    assert played.influence()[LIZ] == 3
    played.refused("decline Liz", "sp.invite-once")
    played.refused("invite Pete Crixus with Trident, Spear", "one piece of equipment of each type")
    played.refused("invite Pete Trident", "'Trident' is not one of")
    played.do("invite Pete Crixus with Trident, Helmet, Javelin")
    played.refused("invite Pete Crixus", "sp.invite-once")
    played.do("invite John Theron")
    assert played.game.stage == "wagers"


@pytest.mark.rule("sp.no-match", "sp.declining", "sp.invite-once")
def test_where_fewer_than_two_accept_no_match_is_fought() -> None:
    played = to_arena("add Pete 'Crixus: gladiator 4/4/4'").all("invite Pete Crixus", "decline Sally", "decline Liz")
    # A Host without a Combatant declines like anyone.
    assert "no-match" in played.do("decline John")
    assert (played.game.stage, played.game.turn, played.influence()) == ("upkeep", 2, [4, 3, 4, 3])


@pytest.mark.rule("sp.tribute", "sp.tribute-payer", "sp.invitation")
def test_tribute_is_paid_by_the_bank_once_both_are_committed() -> None:
    played = to_arena(
        "add Pete 'Crixus: slave 4/4/4'", "add John 'Theron: gladiator 3/4/3'", "set Pete Crixus favour 2"
    )
    played.all("set John Theron champion", "invite Pete Crixus")
    before = played.coins()
    played.do("invite John Theron")
    assert [now - then for now, then in zip(played.coins(), before, strict=True)] == [4, 0, 6, 0]


@pytest.mark.rule("sp.wagering", "sp.own-bets", "sp.wagers")
def test_therons_wagers() -> None:
    """3 on Theron and 3 on Decapitation; Theron is beheaded: 3 lost, 6 won, 3 ahead."""
    played = games().all("set Sally coins 6", "set Pete coins 1", "wager Sally 3 Theron", "wager Sally 3 decapitation")
    assert played.coins()[SALLY] == 0
    played.refused("wager Sally 4 injury", "from 1 to 3")
    played.refused("wager Pete 1 Theron", "against its own Combatant")
    played.refused("wager Sally 1 injury", "only 0 coins")
    played.do("set Sally coins 1")
    played.refused("wager Sally 1 Theron", "already bet on that")
    played.refused("wager Sally 1 rain", "Injury, Decapitation")
    played.all("set Pete coins 1", "wager Pete 1 injury", "result Crixus decapitation")
    assert (played.coins()[SALLY], played.coins()[PETE]) == (10, 0)
    assert played.game.stage == "upkeep"
    assert played.house(JOHN).cards == ()


@pytest.mark.rule("sp.injury", "sp.wagers", "sp.victory", "sp.favour")
def test_an_injury_pays_and_the_victor_gains_influence_and_favour() -> None:
    played = games().all("set Liz coins 3", "wager Liz 2 injury", "wager Liz 1 decapitation", "result Crixus injury")
    assert played.coins()[LIZ] == 6
    assert (played.influence()[PETE], played.house(PETE).cards[0].favour) == (5, 1)
    assert (played.house(JOHN).cards[0].injured, played.game.stage) == (True, "thumb")
    played.do("thumb up")
    assert (played.game.stage, played.game.turn) == ("upkeep", 2)


@pytest.mark.rule("sp.champion", "sp.champion-moves", "sp.favour")
def test_the_third_favour_token_makes_a_champion() -> None:
    played = games("set Pete Crixus favour 2").all("result Crixus yield")
    card = played.house(PETE).cards[0]
    assert (card.champion, card.favour, played.influence()[PETE]) == (True, 0, 6)


@pytest.mark.rule("sp.thumb", "sp.thumb-cost", "sp.exhausted-dies", "sp.influence-limits")
def test_the_thumb() -> None:
    played = games("set John influence 1", "set Pete Crixus favour 2").all(
        "set John influence 1", "result Theron injury"
    )
    played.refused("thumb sideways", "up, down")
    # Two Favour tokens cost two Influence, though John has 2; it stops at 1.
    assert played.influence()[JOHN] == 2
    played.do("thumb down")
    assert (played.influence()[JOHN], played.house(PETE).cards) == (1, ())
    zero = games("set Pete Crixus favour 2", influence_zero=True).all("set John influence 1", "result Theron injury")
    assert zero.all("thumb down").influence()[JOHN] == 0
    champion = games().all("set Pete Crixus champion", "result Theron yield")
    champion.refused("thumb down", "Champion is not permitted")
    champion.do("thumb up")


# Winning ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sp.win", "sp.phases")
def test_twelve_influence_wins_at_the_end_of_intrigue_market_or_arena_alone() -> None:
    played = table("set Pete influence 12", "refresh")
    assert played.game.stage == "intrigue"
    for _ in range(4):
        played.do("end-turn")
    assert (played.game.stage, played.game.winner) == ("over", PETE)
    played.refused("pay Pete Liz 1", "game is over")


@pytest.mark.rule("sp.tournament-begins", "sp.tournament-matches")
def test_a_tournament_of_two() -> None:
    played = to_market("set Pete influence 12", "set Liz influence 12")
    assert played.game.stage == "tournament"
    assert next_match(played.game) == (PETE, LIZ)
    played.refused("match-won John", "now Pete and Liz fight")
    played.do("match-won Liz")
    assert played.game.winner == LIZ


@pytest.mark.rule("sp.tournament", "sp.tournament-matches")
def test_the_matches_of_a_tournament_are_fought_with_fresh_gear_and_without_favour() -> None:
    cards = ("add Pete 'Crixus: gladiator 3/1/2'", "add Pete 'Rete: special net'", "add Liz 'Ashur: gladiator 1/1/1'")
    played = to_market(*cards, "set Pete influence 12", "set Liz influence 12")
    played.refused("invite John declines", "now Pete and Liz fight")
    played.do("invite Pete Crixus with Rete")
    played.refused("invite Pete Crixus", "has chosen its Combatant")
    assert played.do("invite Liz Ashur") == ["accepted", "round"]
    played.all("answer yes", "answer first", "answer attack")
    assert played.do("answer '6 6 1 / 1'")[-3:] == ["defeat", "match-won", "won"]
    assert (played.game.winner, played.house(PETE).cards[0].favour) == (PETE, 0)
    assert not any(card.exhausted for card in played.house(PETE).cards)


@pytest.mark.rule("sp.tournament", "sp.tournament-matches")
def test_tournaments_of_three_and_four() -> None:
    worth = [f"add {name} '{name}X: gladiator 1/1/1, worth {n}'" for name, n in (("Pete", 5), ("Sally", 3), ("Liz", 3))]
    twelve = [f"set {name} influence 12" for name in ("Pete", "Sally", "Liz")]
    coins = [f"set {name} coins 5" for name in ("Pete", "Sally", "Liz")]
    three = to_market(*worth, *twelve, *coins)
    assert total(three.game, PETE) == 5
    three.refused("match-won Pete", "first rank")
    three.refused("seed", "Die of Sally, Liz")
    three.refused("seed Sally=4 Liz=4", "are tied")
    three.all("seed Sally=4 Liz=2")
    assert three.game.bracket == (LIZ, SALLY, PETE)
    three.all("match-won Sally", "match-won Pete")
    assert three.game.winner == PETE
    four = to_market(*worth, *twelve, *coins, "set John influence 12", "add John 'Sica: weapon sword'")
    four.refused("seed", "Coin Values of Sica")
    four.all("set John Sica worth 4", "seed Sally=4 Liz=2", "match-won Liz")
    assert next_match(four.game) == (JOHN, PETE)
    four.all("match-won John", "match-won Liz")
    assert four.game.winner == LIZ


# The beginning, and what is kept -----------------------------------------------------------------------------------


@pytest.mark.rule("sp.types", "sp.starting-assets")
def test_a_game_begins_with_the_influence_of_its_type() -> None:
    assert [table(kind=kind).influence()[0] for kind in ("quick", "standard", "advanced")] == [7, 4, 1]
    assert table("add Pete 'Crixus: gladiator 4/4/4, worth 5'").house(PETE).cards[0].value == 5
    for houses, said in ((["One"], "two to four"), (["A", "a"], "name of its own"), (["A b", "C"], "one word")):
        with pytest.raises(UsageError, match=said):
            new_game("x", houses, "quick", Options())


@pytest.mark.rule("sp.influence-limits")
def test_influence_stays_within_its_limits() -> None:
    played = table("refresh", "react Pete Card 1: Sally influence -12, John influence +12")
    assert played.influence() == [4, 1, 12, 4]


def test_games_are_kept_side_by_side_and_every_step_is_taken_back() -> None:
    assert hoplo("spartacus", "table").code == 2
    assert hoplo("spartacus", "new", "Pete", "Sally", "--name", "first").code == 0
    assert hoplo("spartacus", "new", "John", "Liz", "--name", "second", "--type", "quick", "--json").json
    assert hoplo("spartacus", "games", "--json").json == {"games": ["first", "second"], "played": "second"}
    assert hoplo("spartacus", "switch", "first").code == 0
    assert hoplo("spartacus", "set", "Pete", "coins", "5").code == 0
    before = hoplo("spartacus", "table", "--json").json
    paid = hoplo("spartacus", "pay", "Pete", "Sally", "3", "--json").json
    assert paid["events"] == [{"event": "paid", "rule": "sp.coins-any-time", "house": "Pete", "other": "Sally", "n": 3}]
    after = hoplo("spartacus", "table", "--json").json
    assert hoplo("spartacus", "undo", "--json").json == before
    assert hoplo("spartacus", "redo", "--json").json == after
    assert "Pete pays Sally 3 coins." in hoplo("spartacus", "history").out
    ran = hoplo("spartacus", "react", "Pete", "Card", "9:", "Sally", "influence", "-1")
    assert ran.code == 3  # too little Influence
    assert hoplo("spartacus", "bid", "Pete=1").code == 3
    assert hoplo("spartacus", "pay", "Nobody", "Pete", "1").code == 2
    assert "first" in hoplo("spartacus", "games").out


def test_the_match_of_a_game_is_fought_by_answers() -> None:
    def do(*words: str) -> None:
        ran = hoplo("spartacus", *words)
        assert ran.code == 0, (words, ran.err)

    do("new", "Pete", "Sally", "--type", "quick")
    do("add", "Pete", "Crixus: gladiator 3/1/2, worth 5")
    do("add", "Sally", "Ashur: gladiator 1/1/1, worth 1")
    for words in ("set Pete coins 9", "set Sally coins 9", "refresh", "end-turn"):
        do(*words.split())
    for words in ("end-turn", "close-market", "reveal A: slave", "bid", "reveal B: slave", "bid"):
        do(*words.split())
    for words in ("bid Pete=1", "invite Pete Crixus", "invite Sally Ashur", "wager Sally 2 injury"):
        do(*words.split())
    assert "Speed dice of Crixus (2) and Ashur (1)" in hoplo("spartacus", "fight").out
    ran = hoplo("spartacus", "play", "answer '6 6 / 1'; answer first; answer attack; answer '6 6 1 / 1'")
    assert ran.code == 0, ran.err
    assert "Ashur is defeated: Injury. p.16" in ran.out
    assert "Sally wins its wager on Injury: its stake back, and 4 coins more." in ran.out
    assert hoplo("spartacus", "table", "--json").json["game"]["stage"] == "thumb"
    hoplo("spartacus", "undo")
    assert hoplo("spartacus", "table", "--json").json["game"]["stage"] == "combat"


@pytest.mark.rule("sp.net")
def test_a_net_is_exhausted_by_its_use_until_the_next_upkeep() -> None:
    played = to_arena(
        "add Pete 'Crixus: gladiator 3/1/2'",
        "add Pete 'Rete: special net'",
        "set Pete coins 9",
        "add John 'Theron: gladiator 1/1/1'",
    )
    played.all("invite Pete Crixus with Rete", "invite John Theron", "fight", "answer yes", "answer first")
    played.all("answer attack", "answer '6 6 6 / 1'")
    assert played.game.stage == "upkeep"
    assert [each.exhausted for each in played.house(PETE).cards] == [False, True]
    played.do("refresh")
    assert not played.house(PETE).cards[1].exhausted


def test_every_rule_that_the_code_names_is_in_the_ledger_or_a_ruling() -> None:
    catalogue = Catalogue(shipped_folder() / "spartacus")
    known = {*catalogue.ids("ledger"), *catalogue.ids("rulings")}
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "hoplo_companion" / "spartacus").glob("*.py")]
    named = {id_ for text in texts for id_ in re.findall(r"\bsp\.[a-z-]+", text)}
    assert named - known == set()
    assert all(rule.text_it for _, rule in all_rules(catalogue))
    assert set(catalogue.ids("ledger_it")) == set(catalogue.ids("ledger"))


def test_every_event_has_its_words() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "hoplo_companion" / "spartacus").glob("*.py")]
    noted = {kind for text in texts for kind in re.findall(r'play\.note\(\s*"([a-z-]+)"', text)}
    assert noted - {*EVENTS} == set()


# Names, ids, and what was found at the table -------------------------------------------------------------------------


@pytest.mark.rule("sp.invitation", "sp.declining", "sp.no-match")
def test_every_order_of_answers_leads_out_of_the_invitations() -> None:
    """Two to four Houses, each accepting or declining in any order: a match of two, or none and the next turn."""
    everybody = ["Pete", "Sally", "John", "Liz"]
    for count in (2, 3, 4):
        cards = [f"add {name} '{name}X: gladiator 1/1/1'" for name in everybody[:count]]
        game = new_game("x", everybody[:count], "quick", Options(), "", [9] * count)
        for line in (*cards, "refresh", *["end-turn"] * count, "close-market"):
            game, _ = BOOK.act(game, [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)])
        for _ in range(count):
            game, _ = BOOK.act(game, ["bid"])
        game, _ = BOOK.act(game, ["bid", "Pete=1"])
        for order in permutations(range(count)):
            for answers in product((True, False), repeat=count):
                _invited(game, order, answers)


def _invited(game: Game, order: tuple[int, ...], answers: tuple[bool, ...]) -> None:
    accepted = 0
    for at in order:
        name = game.houses[at].name
        if answers[at]:
            game, _ = BOOK.act(game, ["invite", name, f"{name}X"])
            accepted += 1
        elif at == game.host and len(game.invited) < len(game.houses) - 1:
            with pytest.raises(IllegalError, match="only after all others"):
                BOOK.act(game, ["decline", name])
            return
        else:
            game, _ = BOOK.act(game, ["decline", name])
        if accepted == 2:
            assert game.stage == "wagers"
            return
    assert (game.stage, game.turn, game.entries) == ("upkeep", 2, ())


def test_a_name_that_may_mean_two_cards_is_asked_back() -> None:
    played = table(
        "add Pete 'Thracian: gladiator 2/2/2'", "add Pete 'Thracian: gladiator 3/3/3'", "add Sally 'Thracian: slave'",
        "add John 'Crixus the Gaul: gladiator 1/1/1'", "add John 'Crixus: gladiator 1/1/1'", "set John coins 9",
        "set Pete coins 9",
    )  # fmt: skip
    assert [card.id for card in played.house(PETE).cards] == ["thracian-1", "thracian-2"]
    played.refused("set Pete Thracian injured", "Which 'Thracian'. Thracian 1, Thracian 2")
    played.do("set Pete 'Thracian 2' injured")
    assert [card.injured for card in played.house(PETE).cards] == [False, True]
    played.all("set John 'Crixus the Gaul' injured", "refresh")
    played.refused("heal John Crixus 5", "no roll is due for Crixus; one is due for: Crixus the Gaul")
    assert "healed" in played.do("heal Pete Thracian 5"), "the only one that a roll is due for"
    fought = to_arena("add Pete 'Theocles: gladiator 1/1/1'", "add John 'Theron: gladiator 1/1/1'", "set Liz coins 9")
    fought.all("invite Pete Theocles", "invite John Theron")
    fought.refused("wager Liz 1 The", "Theocles, Theron")
    same = to_arena("add Pete 'Thracian: gladiator 1/1/1'", "add John 'Thracian: gladiator 1/1/1'")
    same.all("invite Pete Thracian", "invite John Thracian", "result 'Thracian (Pete)' yield", "thumb down")
    assert (len(same.house(PETE).cards), same.house(JOHN).cards) == (1, ())


@pytest.mark.rule("sp.tied-bids", "sp.coins-any-time")
def test_coins_of_a_tied_bid_cannot_be_spent() -> None:
    played = to_market("set Pete coins 5", "set Liz coins 5").all("close-market", "bid Pete=4 Liz=4")
    played.refused("pay Pete Sally 2", "4 of them lie on the table")
    played.all("pay Pete Sally 1", "bid Liz=1")
    assert played.coins() == [4, 1, 0, 0]


@pytest.mark.rule("sp.champion-moves", "sp.success")
def test_what_cards_do() -> None:
    """A Champion that a Scheme takes costs its House 1 Influence and brings the other one 1."""
    played = table(
        "add Sally 'Theron: gladiator 1/1/1'", "set Sally Theron champion", "set Sally coins 5",
        "add Pete 'Crixus: gladiator 1/1/1'", "set Pete coins 5", "set Pete Crixus injured", "refresh",
        "heal Pete Crixus 2", "scheme Pete 1 Sally",
    )  # fmt: skip
    played.do("succeed Pete takes Sally Theron, Pete heals Crixus, Pete exhausts Crixus, Pete refreshes Crixus")
    assert (played.influence()[:2], [each.name for each in played.house(PETE).cards]) == ([5, 3], ["Crixus", "Theron"])
    assert (played.house(PETE).cards[0].injured, played.house(PETE).cards[0].exhausted) == (False, False)
    played.all("scheme Pete 1 Pete", "succeed Pete favour Crixus, Pete favour Crixus, Pete favour Crixus")
    assert (played.house(PETE).cards[0].champion, played.influence()[0]) == (True, 6)
    played.do("scheme Pete 1 Pete")
    played.refused("succeed Pete discards Crixus, Pete exhausts Crixus", "is not one of: Theron")


@pytest.mark.rule("sp.both-down", "sp.wagers")
def test_both_may_fall_where_a_match_is_entered() -> None:
    played = games().all("set Liz coins 3", "wager Liz 1 injury", "result Crixus decapitation both injury")
    assert (played.house(JOHN).cards, played.house(PETE).cards[0].injured, played.coins()[LIZ]) == ((), True, 5)


@pytest.mark.rule("sp.net")
def test_a_net_is_exhausted_as_it_is_used_and_two_equal_abilities_are_two_uses() -> None:
    played = to_arena(
        "add Pete 'Crixus: gladiator 3/1/2 1 extra wound once, 1 extra wound once'", "add Pete 'Rete: special net'",
        "set Pete coins 9", "add John 'Theron: gladiator 3/3/3'",
    )  # fmt: skip
    played.all("invite Pete Crixus with Rete", "invite John Theron", "fight")
    assert played.do("answer yes") == ["net", "exhausted"], "in the midst of the match"
    match = match_of(played.all("answer first", "answer attack", "answer '6 1 1 / 5 5 5'").game)
    assert match.question is not None
    assert match.question.ask == "extra"
    match = match.answered("yes").answered("no")
    assert match.events[-1].values["attack"]["extra"] == 1


def test_odds_without_arguments_are_of_the_match_on_the_table() -> None:
    assert "no game" in hoplo("spartacus", "odds").err
    for line in ("new Pete Sally --coins 9,9", "add Pete|A: gladiator 2/2/2", "add Sally|B: gladiator 2/2/1"):
        head, *card = line.split("|")
        assert hoplo("spartacus", *head.split(), *card).code == 0
    assert "no match is on the table" in hoplo("spartacus", "odds").err
    line = "refresh; end-turn; end-turn; close-market; bid; bid; bid Pete=1; invite Pete A; invite Sally B"
    assert hoplo("spartacus", "play", line).code == 0
    shown, named = hoplo("spartacus", "odds", "--json").json, hoplo("spartacus", "odds", "A 2/2/2", "B 2/2/1", "--json")
    assert shown == named.json


def test_cards_and_effects_are_understood_in_italian() -> None:
    hoplo("spartacus", "new", "Pete", "Sally", "--coins", "9,9")
    card = "Crisso: gladiatore 2/2/2 spada, ATT doppi aggiungono 1 ferita automatica, vale 5"
    assert hoplo("spartacus", "add", "Pete", card, "--lang", "it").code == 0
    found = hoplo("spartacus", "--json").json["game"]["houses"][0]["cards"][0]
    assert (found["kind"], found["value"], found["fight"]) == (
        "gladiator", 5, "2/2/2 sword, ATK doubles add 1 auto-wound"
    )  # fmt: skip
    assert hoplo("spartacus", "odds", "A 2/2/2 spada", "B 2/2/2 elmo", "--lang", "it").code == 0
    assert hoplo("spartacus", "refresh").code == 0
    assert hoplo("spartacus", "react", "Pete", "0:", "Sally", "monete", "+2", "--lang", "it").code == 0
    assert hoplo("spartacus", "--json").json["game"]["houses"][1]["coins"] == 11
