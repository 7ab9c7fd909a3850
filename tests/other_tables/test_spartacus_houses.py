"""Spartacus: houses and their turn; every example of the rulebook's chapters on Upkeep, Intrigue, Market and Arena."""

import re
from collections.abc import Callable
from itertools import permutations, product

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.render.spartacus import event_words, table_lines
from hoplo_companion.render.style import plain
from hoplo_companion.spartacus.arena import BOOK, next_match, total
from hoplo_companion.spartacus.game import Game, Options, new_game
from hoplo_companion.spartacus.play import EVENTS
from hoplo_companion.tables.actions import Happened
from tests.helpers.cli import ROOT
from tests.helpers.table_games import Player, Scene, scenes

NAMES = ["Pete", "Sally", "John", "Liz"]
CRIXUS, THERON = "add Pete 'Crixus: gladiator 4/4/4'", "add John 'Theron: gladiator 3/4/3'"


def act(game: Game, line: str) -> tuple[Game, list[Happened]]:
    """Do an action; words in single quotes are one, `PeteG*3` and `PeteS*2` are Gladiators and Slaves of Pete's."""
    if crowd := re.fullmatch(r"(\w+)([GS])\*(\d)", line):
        house, kind = crowd[1], "gladiator" if crowd[2] == "G" else "slave"
        for n in range(int(crowd[3])):
            game, _ = BOOK.act(game, ["add", house, f"{house}{crowd[2]}{n}: {kind} 2/2/2, worth 2"])
        return game, []
    if line in STEPS:
        return STEPS[line](game), []
    game, events = BOOK.act(game, [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)])
    assert all(event_words(game, each) for each in events)
    assert plain(table_lines(game))
    return game, events


def done(game: Game, *lines: str) -> Game:
    for line in lines:
        game, _ = act(game, line)
    return game


def to_market(game: Game) -> Game:
    """Bring a table to Open Market: nobody does anything before, and nobody has less than he owes."""
    for house in game.houses:
        due = sum(each.kind == "gladiator" for each in house.cards)
        game = done(game, f"set {house.name} coins {house.coins + due}")
    game = done(game, "refresh")
    while game.stage == "intrigue":
        game = done(game, "end-turn")
    return game


def auctions(game: Game) -> Game:
    """Have four cards come to auction that nobody wants."""
    return done(game, *(line for n in range(4) for line in (f"reveal 'Lot{n}: slave'", "bid")))


def to_arena(game: Game) -> Game:
    """Bring a table to the invitations, with John for a Host who bids one coin."""
    return done(auctions(done(to_market(game), "set John coins 9", "close-market")), "bid John=1")


def games(game: Game) -> Game:
    """Bring a table to the wagers: Pete's Crixus against John's Theron, John hosting."""
    return done(to_arena(game), "invite Pete Crixus", "invite John Theron")


STEPS: dict[str, Callable[[Game], Game]] = {
    "TO MARKET": to_market, "AUCTIONS": auctions, "TO ARENA": to_arena, "TO WAGERS": games,
    "FIGHTERS": lambda game: done(game, CRIXUS, THERON),
}  # fmt: skip


def begin(words: str) -> Game:
    kind, *options = words.split() or ["standard"]
    return new_game("capua", NAMES, kind, Options(**dict.fromkeys(options, True)))


def ready(game: Game) -> list[str]:
    return [card.name for house in game.houses for card in house.cards if not card.exhausted]


TABLE = Player(begin, act, {
    "coins": lambda game: [each.coins for each in game.houses], "ready": ready,
    "influence": lambda game: [each.influence for each in game.houses],
    "cards": lambda game: {each.name: each.cards for each in game.houses}, "next": next_match,
    "total": lambda game: total(game, 0),
})  # fmt: skip


@scenes("""
# Upkeep
sp.refresh, sp.healing, sp.ledgers: Pete's Upkeep: one Gladiator Ready, two injured, two exhausted Slaves
  PeteG*3; PeteS*2; set Pete PeteG1 injured; set Pete PeteG2 injured; set Pete PeteS0 exhausted
  set Pete PeteS1 exhausted; refresh -> ready: PeteG0 PeteS0 PeteS1
  no ledgers Pete PeteG0 -> PeteG1, PeteG2
  heal Pete PeteG1 3
  no heal Pete PeteG1 6 -> no roll is due
  heal Pete PeteG2 5 -> cards.Pete.*.injured: no yes no no no | stage: intrigue | coins: 0 0 0 0
sp.ledgers, sp.ledger-short, sp.exhausted-cards: Pete pays 1; Sally receives 3; John is even; Liz pays 2 and loses one
  PeteG*3; PeteS*2; set Pete coins 4; SallyG*2; SallyS*4; set Sally SallyG1 injured; JohnG*1; JohnS*1; LizG*3
  set Liz coins 2; refresh; heal Sally SallyG1 2 -> stage: ledgers
  no ledgers Pete PeteG0 -> Pete can pay
  ledgers Liz LizG1 -> coins: 3 3 0 0 | cards.Liz.*.name: LizG0 LizG2
sp.healing, sp.heal-failed, sp.exhausted-dies, sp.champion-moves: Healing rolls
  PeteG*3; set Pete coins 5; set Pete PeteG0 injured; set Pete PeteG1 injured; set Pete PeteG1 champion; refresh
  no heal Pete PeteG0 4 6 -> sp.heal-failed
  no heal Pete PeteG0 7 -> 1 to 6
  heal Pete PeteG0 1 6 -> events: healed
  heal Pete PeteG1 1 -> cards.Pete.*.name: PeteG0 PeteG2 | houses.0.influence: 3

# Intrigue
sp.draw, sp.intrigue-order, sp.hand-limit, sp.hand-size, sp.cash-in: Hands are counted at the table, and turns go round
  refresh
  no cash Sally 2 -> Intrigue Turn of Pete
  cash Pete 2; end-turn -> coins: 2 0 0 0 | active: 1 | events: coins turn-ended turn-of
sp.scheme, sp.support, sp.success: Supported Schemes: 6 and 4 play one of 9, 4 and 3 one of 7
  set John influence 6; refresh
  no scheme Pete 'Black Market Profits' 7 Pete -> requires 7 Influence, and there is only 4
  set Liz influence 3; scheme Pete 'Black Market Profits' 7 Pete support Liz
  no cash Pete 2 -> Intrigue Phase: a Scheme
  succeed Pete coins +5 -> coins: 5 0 0 0 | influence: 4 4 6 3
  end-turn; end-turn; set Liz influence 4
  no scheme John Plot 9 Sally -> and there is only 6
  no scheme John Plot 9 Sally support John -> never its own
  scheme John Plot 9 Sally support Liz; succeed -> influence: 4 4 6 4
sp.reaction, sp.ledgers: Sally owes her two coins in Upkeep; John's Reaction costs her 1 Influence
  SallyG*2; set Sally coins 2; refresh -> coins: 0 0 0 0
  no react John 'Destitute!' 5: Sally influence -1 -> nobody supports a Reaction
  react John 'Destitute!' 4: Sally influence -1 -> influence: 4 3 4 4
sp.guard, sp.guard-lost, sp.foiled: Pete's Guards roll 2 and 5: both and the Scheme are discarded
  add Pete 'Guard: guard'; refresh; end-turn
  no guard Pete 5 -> not possible now
  scheme Sally 'Incite Rebellion' 3 Pete
  no guard John 5 -> their own House
  guard Pete 2 -> events: guard-lost | scheme.name: Incite Rebellion
  no guard Pete 5 -> no Guard on the table
  no guard Pete 5 'a Guard fro hand' -> is not one of
  guard Pete 5 hand -> events: guard-lost foiled | scheme: none | cards.Pete: none
sp.foiled, sp.reaction: Schemes are foiled at no cost, after a Guard that has failed too
  set Pete influence 10; refresh; scheme Pete 'A Visitor From Rome' 10 Pete
  no foil Pete Whisper 3 -> by another Dominus
  no foil Liz 'Whispered Rumors' 5 -> requires 5
  foil Liz 'Whispered Rumors' 4 -> events: reaction foiled | influence: 10 4 4 4
  scheme Pete 'Grand Feast' 5 Pete; foil John Foil 1 -> coins: 0 0 0 0
  add John 'Guard: guard'; scheme Pete Plot 1 John; guard John 3; foil John Foil 1 -> scheme: none
sp.exhausted-cards, sp.exhaust: One of Sally's three Slaves is Ready: Illicit Services pays 2, Rebellion takes it
  SallyS*3; refresh; end-turn; use Sally SallyS0: Sally coins +1; use Sally SallyS1:; set Sally coins 0
  no use Sally SallyS0: -> is exhausted
  scheme Sally 'Illicit Services' 1 Sally; succeed Sally coins +2 -> ready: SallyS2 | coins: 0 2 0 0
  react Pete Rebellion 1: Sally discards SallyS2
  no react Pete Rebellion 1: Sally discards SallyS0 -> is exhausted
  react John 'Empty Brothel' 1: Sally influence -1 -> cards.Sally.*.exhausted: yes yes | influence: 4 3 4 4
sp.exhaust: Pietros is exhausted for a coin
  add Pete 'Pietros: slave 1/1/1'; refresh; use Pete Pietros: Pete coins +1 -> coins: 2 0 0 0 | ready: none
sp.house-rules: House rules any number of times, or once in a phase by the option
  refresh; house-rule Pete Bribe: Pete coins +1; house-rule Pete Bribe: Pete coins +1 -> coins: 2 0 0 0
  on standard house_rules_once
  refresh; house-rule Pete Bribe: Pete coins +1
  no house-rule Pete Bribe: Pete coins +1 -> was used in this Intrigue Phase
  house-rule Pete Other: Pete coins +1
sp.guard-deploy: A Guard goes from hand to table in one's own turn
  refresh; deploy Pete -> cards.Pete.*.kind: guard
  no deploy Sally -> Intrigue Turn of Pete
sp.coins-any-time: Coins change hands at any time
  set Pete coins 3; pay Pete Liz 2 -> coins: 1 0 0 2
  no pay Pete Liz 2 -> only 1 coin
  no pay Pete Pete 1 -> choose another House than Pete

# Market
sp.trade, sp.sell, sp.champion-moves: Sally sells a Gladiator to the Bank; John sells Pete a Guard for 3 coins
  SallyG*1; SallyS*1; add John 'Guard: guard'; TO MARKET; set Pete coins 3; sell Sally SallyG0
  trade John Guard Pete 3 -> coins: 0 3 3 0 | cards.Pete.*.kind: guard
  set Sally SallyS0 champion; trade Sally SallyS0 Liz -> influence: 4 3 4 5
  sell Liz SallyS0 -> houses.3.influence: 4 | houses.3.coins: 2
  close-market
  no trade Pete Guard John -> belongs to
  no sell Pete Guard 1 -> belongs to
sp.exhausted-cards, sp.trade: Exhausted cards are not traded
  SallyS*1; TO MARKET; set Sally SallyS0 injured; set Sally SallyS0 ready; set Sally SallyS0 exhausted
  no trade Sally SallyS0 Pete -> is exhausted
  no sell Sally SallyS0 -> is exhausted
sp.auction, sp.bidding, sp.tied-bids, sp.failed-auction: Alard's auction: 0, 2, 3, 3; then +1 and +1; then nothing
  set Pete coins 5; set Sally coins 5; set John coins 5; set Liz coins 5; TO MARKET; close-market
  reveal 'Alard: gladiator 3/4/3, worth 5'
  no bid Pete=6 -> not a number from 0 to 5
  no bid Pete=--3 -> not a number from 0 to 5
  no bid Pete=1 Pete=2 -> twice
  bid Pete=0 Sally=2 John=3 Liz=3 -> events: tied
  no bid Sally=3 -> is not one of: John, Liz
  no bid John=3 -> not a number from 0 to 2
  bid John=1 Liz=1 -> events: tied
  bid John=0 Liz=0 -> events: failed | coins: 5 5 5 5 | lots: 3 | lot: none
  bid Pete=2 Liz=1 -> events: coins won-lot
  no bid Pete=1 -> the card that was won
  reveal 'Crixus: gladiator 4/3/4' -> houses.0.coins: 3 | cards.Pete.*.name: Crixus
sp.hosting, sp.hosting-roll, sp.hosting-failed, sp.roll-tie, sp.honour: Tied bids: a roll, and Liz hosts
  set Pete coins 8; set Sally coins 8; set John coins 8; set Liz coins 8; TO MARKET; close-market; AUCTIONS
  bid Pete=8 John=6 Sally=5 Liz=8 -> events: tied
  bid -> events: roll-off
  no roll Pete=3 John=4 -> Pete, Liz
  roll Pete=4 Liz=4 -> events: roll-again
  roll Pete=2 Liz=5 -> host: 3 | coins: 8 8 8 8 | influence: 4 4 4 5
  on standard hosting_pays
  set Pete coins 8; set Sally coins 8; set John coins 8; set Liz coins 8; TO MARKET; close-market; AUCTIONS
  bid Pete=8 Liz=8; bid; roll Pete=2 Liz=5 -> coins: 8 8 8 0
sp.tied-bids, sp.coins-any-time: Coins of a tied bid cannot be spent
  set Pete coins 5; set Liz coins 5; TO MARKET; close-market; bid Pete=4 Liz=4
  no pay Pete Sally 2 -> 4 of them lie on the table
  pay Pete Sally 1; bid Liz=1 -> coins: 4 1 0 0

# Arena
sp.invitation, sp.declining, sp.invite-once, sp.gear-types: Liz declines, and Pete commits his gear
  FIGHTERS; add Pete 'Trident: weapon attack range 2'; add Pete 'Helmet: armour 1 def re-roll'
  add Pete 'Javelin: special speed attack'; add Pete 'Spear: weapon attack range 2'; TO ARENA
  no decline John -> only after all others
  decline Liz -> influence: 4 4 5 3
  no decline Liz -> sp.invite-once
  no invite Pete Crixus with Trident, Spear -> one piece of equipment of each type
  no invite Pete Trident -> 'Trident' is not one of
  invite Pete Crixus with Trident, Helmet, Javelin
  no invite Pete Crixus -> sp.invite-once
  invite John Theron -> stage: wagers
sp.no-match, sp.declining, sp.invite-once: Fewer than two accept: no match; a Host without one declines
  add Pete 'Crixus: gladiator 4/4/4'; TO ARENA; invite Pete Crixus; decline Sally; decline Liz
  decline John -> stage: upkeep | turn: 2 | influence: 4 3 4 3
sp.tribute, sp.tribute-payer, sp.invitation: Tribute is paid by the Bank once both are committed
  add Pete 'Crixus: slave 4/4/4'; add John 'Theron: gladiator 3/4/3'; set Pete Crixus favour 2; TO ARENA
  set John Theron champion; invite Pete Crixus; set Pete coins 0; set Sally coins 0; set John coins 0
  invite John Theron -> coins: 4 0 6 0
sp.wagering, sp.own-bets, sp.wagers: Theron's wagers: 3 on him, 3 on Decapitation; he is beheaded: 3 lost, 6 won
  FIGHTERS; TO WAGERS; set Sally coins 6; set Pete coins 1
  no wager Sally 4 injury -> from 1 to 3
  wager Sally 3 Theron; wager Sally 3 decapitation -> houses.1.coins: 0
  no wager Pete 1 Theron -> against its own Combatant
  no wager Sally 1 injury -> only 0 coins
  set Sally coins 1
  no wager Sally 1 Theron -> already bet on that
  no wager Sally 1 rain -> Injury, Decapitation
  set Pete coins 1; wager Pete 1 injury; result Crixus decapitation -> houses.1.coins: 10 | houses.0.coins: 0
    | stage: upkeep | cards.John: none
sp.injury, sp.wagers, sp.victory, sp.favour: An injury pays, and the victor gains Influence and Favour
  FIGHTERS; TO WAGERS; set Liz coins 3; wager Liz 2 injury; wager Liz 1 decapitation
  result Crixus injury -> houses.3.coins: 6 | influence: 5 4 5 4 | cards.Pete.0.favour: 1 | cards.John.0.injured: yes
    | stage: thumb
  thumb up -> stage: upkeep | turn: 2
sp.champion, sp.champion-moves, sp.favour: The third Favour token makes a Champion
  FIGHTERS; set Pete Crixus favour 2; TO WAGERS
  result Crixus yield -> cards.Pete.0.champion: yes | cards.Pete.0.favour: 0 | houses.0.influence: 6
sp.thumb, sp.thumb-cost, sp.exhausted-dies, sp.influence-limits: The thumb: each Favour costs Influence
  FIGHTERS; set John influence 1; set Pete Crixus favour 2; TO WAGERS; set John influence 1
  result Theron injury -> houses.2.influence: 2
  no thumb sideways -> up, down
  thumb down -> houses.2.influence: 1 | cards.Pete: none
  on standard influence_zero
  FIGHTERS; set Pete Crixus favour 2; TO WAGERS; set John influence 1; result Theron injury
  thumb down -> houses.2.influence: 0
  on standard
  FIGHTERS; TO WAGERS; set Pete Crixus champion; result Theron yield
  no thumb down -> Champion is not permitted
  thumb up
sp.wagers: Both may fall where a match is entered
  FIGHTERS; TO WAGERS; set Liz coins 3; wager Liz 1 injury
  result Crixus decapitation both injury -> cards.John: none | cards.Pete.0.injured: yes | houses.3.coins: 5
    | bets: none
What is committed to the Games stays as it is until they are over
  FIGHTERS; TO WAGERS
  no react Liz X 0: Pete discards Crixus -> Crixus is committed to the Games
  fight; set Pete Crixus dice 1/1/1; set Pete Crixus dice 4/4/4; answer '4 4 4 4 / 1 1 1'
  no set Pete Crixus dice 1/1/1 -> it stays as it is
  no set John Theron gone -> Theron is committed to the Games
  result Crixus yield
  no react Liz X 0: John discards Theron -> Theron is committed to the Games
  react Liz X 0: Pete discards Crixus; thumb down -> cards.John: none | cards.Pete: none
sp.net: A Net is exhausted by its use until the next Upkeep
  add Pete 'Crixus: gladiator 3/1/2'; add Pete 'Rete: special net'; set Pete coins 9; add John 'Theron: gladiator 1/1/1'
  TO ARENA; invite Pete Crixus with Rete; invite John Theron; fight; answer yes; answer first; answer attack
  answer '6 6 6 / 1' -> stage: upkeep | cards.Pete.*.exhausted: no yes
  refresh -> cards.Pete.*.exhausted: no no

# Winning
sp.win, sp.phases: Twelve Influence wins at the end of Intrigue, Market or Arena alone
  set Pete influence 12; refresh -> stage: intrigue
  end-turn; end-turn; end-turn; end-turn -> stage: over | winner: 0
  no pay Pete Liz 1 -> game is over
sp.tournament-begins, sp.tournament-matches: A tournament of two
  set Pete influence 12; set Liz influence 12; TO MARKET -> stage: tournament | next: 0 3
  no match-won John -> now Pete and Liz fight
  match-won Liz -> winner: 3
sp.tournament, sp.tournament-matches: The matches of a tournament are fought with fresh gear and without Favour
  add Pete 'Crixus: gladiator 3/1/2'; add Pete 'Rete: special net'; add Liz 'Ashur: gladiator 1/1/1'
  set Pete influence 12; set Liz influence 12; TO MARKET
  no invite John declines -> now Pete and Liz fight
  invite Pete Crixus with Rete
  no invite Pete Crixus -> has chosen its Combatant
  invite Liz Ashur -> events: accepted round
  answer yes; answer first; answer attack
  answer '6 6 1 / 1' -> winner: 0 | cards.Pete.0.favour: 0 | cards.Pete.*.exhausted: no no
sp.tournament, sp.tournament-matches: Tournaments of three and four
  add Pete 'PeteX: gladiator 1/1/1, worth 5'; add Sally 'SallyX: gladiator 1/1/1, worth 3'
  add Liz 'LizX: gladiator 1/1/1, worth 3'; set Pete influence 12; set Sally influence 12; set Liz influence 12
  set Pete coins 5; set Sally coins 5; set Liz coins 5
  if TO MARKET; seed Sally=4 Liz=2; match-won Sally; match-won Pete -> winner: 0
  if TO MARKET; seed Sally=4 Liz=2 -> total: 5 | bracket: 3 1 0
  no TO MARKET; match-won Pete -> first rank
  no TO MARKET; seed -> Die of Sally, Liz
  no TO MARKET; seed Sally=4 Liz=4 -> are tied
  set John influence 12; add John 'Sica: weapon sword'; TO MARKET
  no seed -> Coin Values of Sica
  set John Sica worth 4; seed Sally=4 Liz=2; match-won Liz -> next: 2 0
  match-won John; match-won Liz -> winner: 3
sp.types, sp.starting-assets: A game begins with the Influence of its type
  on quick
  add Pete 'Crixus: gladiator 4/4/4, worth 5' -> influence: 7 7 7 7 | cards.Pete.0.value: 5
  on advanced
  refresh -> influence: 1 1 1 1
sp.influence-limits: Influence stays within its limits
  refresh; react Pete Card 1: Sally influence -12, John influence +12 -> influence: 4 1 12 4

# Other readings
sp.ledger-short: One Gladiator goes for all coins that are short, or one for each
  LizG*3; reading sp.ledger-short one; refresh; ledgers Liz LizG0 -> cards.Liz.*.name: LizG1 LizG2
  on standard
  LizG*3; refresh -> cards.Liz: none
sp.influence-limits, sp.hosting-failed: Influence may go down to 0, and the winner of a roll-off may pay
  reading sp.influence-limits zero; react Pete X 0: Sally influence -9 -> houses.1.influence: 0
  set Pete coins 8; set Liz coins 8; TO MARKET; close-market; AUCTIONS; reading sp.hosting-failed pays
  bid Pete=8 Liz=8; bid; roll Pete=2 Liz=5 -> coins: 8 0 0 0
sp.tribute-payer, sp.own-bets: The Host may pay tribute, and those who fight may bet on themselves alone
  FIGHTERS; set Pete Crixus favour 2; TO ARENA; reading sp.tribute-payer host; set Pete coins 0; set John coins 9
  invite Pete Crixus; invite John Theron -> coins: 4 0 5 0
  if wager Pete 1 injury
  no reading sp.own-bets victory; wager Pete 1 injury -> its own Victory alone
  no fight; reading sp.own-bets victory -> a match is fought
sp.thumb-cost: Thumbs down may be a price
  FIGHTERS; set Pete Crixus favour 2; TO WAGERS; result Theron injury; set John influence 1
  if thumb down -> cards.Pete: none
  no reading sp.thumb-cost price; thumb down -> costs 2
sp.guard-deploy, sp.heal-failed: A Guard may be put down at any time, and a 1 may be no failure
  PeteG*1; set Pete PeteG0 injured; set Pete coins 2; refresh
  if heal Pete PeteG0 1 4 -> cards.Pete.0.injured: no
  no reading sp.heal-failed not-one; heal Pete PeteG0 1 4 -> has not failed
  no deploy Sally -> in one's own Intrigue Turn
  reading sp.guard-deploy any-time; deploy Sally -> cards.Sally.*.kind: guard
sp.invite-once: A Host without a Combatant may decline without loss
  TO ARENA; decline Pete; decline Sally; decline Liz; reading sp.invite-once free; decline John -> influence: 3 3 5 3
sp.tournament: Ready cards are totalled in a tournament, or all
  add Pete 'A: gladiator worth 5'; add Pete 'B: gladiator worth 5'; add Sally 'C: gladiator worth 7'; set Pete coins 9
  add Liz 'D: gladiator worth 9'; set Sally coins 9; set Liz coins 9; refresh; set Pete B exhausted
  set Pete influence 12; set Sally influence 12; set Liz influence 12; end-turn; end-turn; end-turn; end-turn
  if seed -> bracket: 0 1 3
  reading sp.tournament all; seed -> bracket: 1 3 0

# Names, and what cards do
What no rule knows of a card is kept with it
  add Pete 'Pietros: slave, manual: gain a coin'; add Pete 'Crixus: gladiator 3/3/3 manual: howls'
    -> cards.Pete.0.fight: manual: gain a coin | cards.Pete.1.fight: 3/3/3 manual: howls
A name that may mean two cards is asked back
  add Pete 'Thracian: gladiator 2/2/2'; add Pete 'Thracian: gladiator 3/3/3'; add Sally 'Thracian: slave'
  add John 'Crixus the Gaul: gladiator 1/1/1'; add John 'Crixus: gladiator 1/1/1'; set John coins 9
  set Pete coins 9 -> cards.Pete.*.id: thracian-1 thracian-2
  no set Pete Thracian injured -> Which 'Thracian'. Thracian 1, Thracian 2
  set Pete 'Thracian 2' injured -> cards.Pete.*.injured: no yes
  set John 'Crixus the Gaul' injured; refresh
  no heal John Crixus 5 -> no roll is due for Crixus; one is due for: Crixus the Gaul
  heal Pete Thracian 5 -> cards.Pete.*.injured: no no
  on standard
  add Pete 'Theocles: gladiator 1/1/1'; add John 'Theron: gladiator 1/1/1'; set Liz coins 9; TO ARENA
  no invite Pete Theocles; invite John Theron; wager Liz 1 The -> Theocles, Theron
  on standard
  add Pete 'Thracian: gladiator 1/1/1'; add John 'Thracian: gladiator 1/1/1'; TO ARENA; invite Pete Thracian
  invite John Thracian; result 'Thracian (Pete)' yield; thumb down -> cards.Pete.*.name: Thracian | cards.John: none
sp.champion-moves, sp.success: What cards do: a Champion taken costs 1 Influence and brings 1
  add Sally 'Theron: gladiator 1/1/1'; set Sally Theron champion; set Sally coins 5
  add Pete 'Crixus: gladiator 1/1/1'; set Pete coins 5; set Pete Crixus injured; refresh; heal Pete Crixus 2
  scheme Pete 1 Sally; succeed Pete takes Sally Theron, Pete heals Crixus, Pete exhausts Crixus, Pete refreshes Crixus
    -> influence: 5 3 4 4 | cards.Pete.*.name: Crixus Theron | cards.Pete.*.injured: no no
    | cards.Pete.*.exhausted: no no
  no react Pete X 0: Pete heals Theron -> Theron is not injured
  scheme Pete 1 Pete; succeed Pete favour Crixus, Pete favour Crixus, Pete favour Crixus -> cards.Pete.0.champion: yes
    | houses.0.influence: 6
  scheme Pete 1 Pete
  no succeed Pete discards Crixus, Pete exhausts Crixus -> is not one of: Theron
""")
def test_houses(scene: Scene) -> None:
    TABLE.play(scene)


def test_what_a_hand_comes_down_to_is_said() -> None:
    """What is in hand is counted on the table; hoplo says when cards are drawn, and to how many a turn comes down."""
    _, events = act(begin(""), "refresh")
    assert "Every House draws 3 Intrigue cards" in event_words(None, events[-2])
    assert "down to the Hand Size" in BOOK.actions["end-turn"].help


def test_every_event_has_its_words() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "hoplo_companion" / "spartacus").glob("*.py")]
    noted = {kind for text in texts for kind in re.findall(r'play\.note\(\s*"([a-z-]+)"', text)}
    assert noted - {*EVENTS} == set()


@pytest.mark.rule("sp.invitation", "sp.declining", "sp.no-match")
def test_every_order_of_answers_leads_out_of_the_invitations() -> None:
    """Two to four Houses, each accepting or declining in any order: a match of two, or none and the next turn."""
    for count in (2, 3, 4):
        cards = [f"add {name} '{name}X: gladiator 1/1/1'" for name in NAMES[:count]]
        game = new_game("x", NAMES[:count], "quick", Options(), "", [9] * count)
        game = done(game, *cards, "refresh", *["end-turn"] * count, "close-market", *["bid"] * count, "bid Pete=1")
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
