"""The Arena Phase: invitations, tribute, wagers, the end of the match, and the thumb (Spartacus p.12-16)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus import duel
from hoplo_companion.spartacus.abilities import read_abilities
from hoplo_companion.spartacus.effects import hand_over, pay
from hoplo_companion.spartacus.game import FAVOUR_FOR_CHAMPION, GEAR, Bet, Entry, Play, number
from hoplo_companion.spartacus.pools import LEVELS, Level
from hoplo_companion.spartacus.winning import end_phase

PER_FAVOUR, FOR_CHAMPION = 2, 6
MOST_BET = 3
MATCH_READINGS = ("sp.both-down", "sp.extra-ignore", "sp.speed-abilities")
"""The open questions that a match may hang on."""

PAYS = {"victory-1": 1, "victory-2": 1, "injury": 2, "decapitation": 2}


def _may_be_invited(play: Play, at: int) -> None:
    play.need("invitations")
    if at in play.game.invited:
        raise IllegalError(tr("{house} was invited in this phase (sp.invite-once)", house=play.name(at)))


def invite(play: Play, words: Sequence[str]) -> None:
    """Have a Dominus accept, with Combatant and equipment: `invite Pete Crixus with Trident, Helmet`."""
    text = " ".join(words)
    head, _, gear = text.partition(" with ")
    house, _, card = head.partition(" ")
    at = play.find(house)
    _may_be_invited(play, at)
    place = play.card(at, card, ("gladiator", "slave"), ready=True)
    carried = [play.house(at).cards[play.card(at, each, GEAR, ready=True)] for each in gear.split(",") if each.strip()]
    if len({each.kind for each in carried}) < len(carried):
        raise IllegalError(tr("one piece of equipment of each type (Equipping Your Gladiator)"))
    name = play.house(at).cards[place].name
    entry = Entry(at, name, tuple(each.name for each in carried))
    play.change(entries=(*play.game.entries, entry), invited=(*play.game.invited, at))
    play.note("accepted", "sp.invitation", house=play.name(at), card=name)
    if len(play.game.entries) == 2:
        _tribute(play)
        play.change(stage="wagers")


def _tribute(play: Play) -> None:
    """Pay the owners of favoured Combatants, once both are committed."""
    for entry in play.game.entries:
        card = play.house(entry.house).cards[play.card(entry.house, entry.card)]
        due = FOR_CHAMPION if card.champion else PER_FAVOUR * card.favour
        if due:
            play.note("tribute", "sp.tribute", house=play.name(entry.house), card=card.name, n=due)
            if not play.game.reads("sp.tribute-payer"):
                pay(play, entry.house, due, "sp.tribute-payer")
            elif entry.house != play.game.host:
                hand_over(play, play.game.host, entry.house, min(due, play.house(play.game.host).coins))


def decline(play: Play, words: Sequence[str]) -> None:
    """Have a Dominus decline, or be unable to accept: `decline Liz`; that costs 1 Influence."""
    at = play.find(" ".join(words))
    _may_be_invited(play, at)
    others = set(range(len(play.game.houses))) - {play.game.host}
    if at == play.game.host and not others <= set(play.game.invited):
        raise IllegalError(tr("the Host must be invited only after all others (Declining an Invitation)"))
    play.change(invited=(*play.game.invited, at))
    play.note("declined", "sp.declining", house=play.name(at))
    ready = any(each.kind in ("gladiator", "slave") and not each.exhausted for each in play.house(at).cards)
    if at != play.game.host or ready or not play.game.reads("sp.invite-once"):
        play.influence(at, -1, "sp.declining")
    if len(play.game.invited) == len(play.game.houses):
        play.note("no-match", "sp.no-match")
        _end(play)


def wager(play: Play, words: Sequence[str]) -> None:
    """Place a wager: `wager Sally 3 decapitation`, or on a Combatant or its House: `wager Sally 3 Theron`."""
    play.need("wagers")
    if len(words) < 3:
        raise UsageError(tr("a House, the coins, and what is bet on, as in Sally 3 decapitation"))
    at, coins, on = play.find(words[0]), number(words[1], 0), _bet_on(play, " ".join(words[2:]))
    if not 1 <= coins <= MOST_BET:
        raise IllegalError(tr("a wager is 1 to 3 coins, not {n} (Place Wagers)", n=coins))
    if any((each.house, each.on) == (at, on) for each in play.game.bets):
        raise IllegalError(tr("{house} has bet on that already, up to 3 coins in all", house=play.name(at)))
    for place, entry in enumerate(play.game.entries):
        if entry.house == at and on == f"victory-{2 - place}":
            raise IllegalError(tr("{house} fights: it may not bet against its own Combatant", house=play.name(at)))
        if entry.house == at and not on.startswith("victory") and play.game.reads("sp.own-bets"):
            raise IllegalError(
                tr("{house} fights: it may bet on its own Victory alone (sp.own-bets)", house=play.name(at))
            )
    play.coins(at, -coins)
    play.change(bets=(*play.game.bets, Bet(at, on, coins)))
    play.note("bet", "sp.wagering", house=play.name(at), n=coins, on=_bet_name(play, on))


def _bet_on(play: Play, text: str) -> str:
    wanted = text.casefold()
    if wanted in ("injury", "decapitation"):
        return wanted
    for place, entry in enumerate(play.game.entries, 1):
        if wanted and any(each.casefold().startswith(wanted) for each in (entry.card, play.name(entry.house))):
            return f"victory-{place}"
    names = ", ".join(each.card for each in play.game.entries)
    raise UsageError(tr("bet on {names}, injury or decapitation", names=names))


def _bet_name(play: Play, on: str) -> str:
    return on if on in ("injury", "decapitation") else play.game.entries[int(on[-1]) - 1].card


def fight(play: Play, words: Sequence[str]) -> None:
    """Close the betting; the match begins."""
    play.need("wagers")
    play.change(stage="combat", answers=())


def match_of(play: Play) -> duel.Match:
    """Give the match that is fought, as far as it has come."""
    play.need("combat")
    read = {id_: reading for id_ in MATCH_READINGS if (reading := play.game.reads(id_))}
    house = duel.House(play.game.options.string_initiative, read)
    return duel.Match([play.fighter(each) for each in play.game.entries], play.game.answers, house)


def answer(play: Play, words: Sequence[str]) -> None:
    """Answer the question of the match."""
    match = match_of(play).answered(" ".join(words))
    play.change(answers=tuple(match.answers))
    if match.result is not None:
        _exhaust_nets(play, match)
        _over(play, match.result.winner, match.result.levels)


def _exhaust_nets(play: Play, match: duel.Match) -> None:
    """Exhaust every Net that was used."""
    for entry, used in zip(play.game.entries, match.used, strict=True):
        for name in entry.gear if any(each.kind == "net" for each in used) else ():
            place = play.card(entry.house, name, GEAR)
            if any(each.kind == "net" for each in read_abilities(play.house(entry.house).cards[place].fight)):
                play.set_card(entry.house, place, exhausted=True)
                play.note("exhausted", "sp.net", house=play.name(entry.house), card=name)


def result(play: Play, words: Sequence[str]) -> None:
    """Enter how a match ended that was fought without hoplo: `result Theron injury`, its winner and the defeat."""
    play.need("wagers", "combat")
    if len(words) < 2:
        raise UsageError(tr("who won, and the defeat of the other: yield, injury or decapitation"))
    on, word = _bet_on(play, " ".join(words[:-1])), words[-1].casefold()
    found = [each for each in LEVELS if each.startswith(word)]
    if not on.startswith("victory") or len(found) != 1:
        raise UsageError(tr("who won, and the defeat of the other: yield, injury or decapitation"))
    winner = int(on[-1]) - 1
    levels: list[Level | None] = [found[0], found[0]]
    levels[winner] = None
    _over(play, winner, (levels[0], levels[1]))


def _over(play: Play, winner: int, levels: tuple[Level | None, Level | None]) -> None:
    """Give the victor its due, settle the wagers, and leave the loser to the thumb, if there is anything left of it."""
    champion = play.game.entries[winner]
    play.note("victory", "sp.victory", house=play.name(champion.house), card=champion.card)
    play.influence(champion.house, 1, "sp.victory")
    _favour(play, champion)
    _pay_bets(play, winner, levels)
    fates = {place: level for place, level in enumerate(levels) if level}
    for place, level in fates.items():
        entry = play.game.entries[place]
        at = play.card(entry.house, entry.card)
        if level == "injury":
            play.set_card(entry.house, at, exhausted=True, injured=True)
            play.note("injured", "sp.injury", house=play.name(entry.house), card=entry.card)
        elif level == "decapitation":
            play.discard(entry.house, at, "sp.decapitation")
    loser = play.game.entries[1 - winner]
    if fates.get(1 - winner) == "decapitation":
        _end(play)
    else:
        play.change(stage="thumb", loser=loser.house)


def _favour(play: Play, entry: Entry) -> None:
    """Give the victorious Combatant a Favour token; the third one makes it a Champion."""
    place = play.card(entry.house, entry.card)
    card = play.house(entry.house).cards[place]
    if card.champion:
        return
    if card.favour + 1 < FAVOUR_FOR_CHAMPION:
        play.set_card(entry.house, place, favour=card.favour + 1)
        play.note("favour", "sp.favour", card=card.name, n=card.favour + 1)
        return
    play.set_card(entry.house, place, favour=0, champion=True)
    play.note("champion", "sp.champion", house=play.name(entry.house), card=card.name)
    play.influence(entry.house, 1, "sp.champion-moves")


def _pay_bets(play: Play, winner: int, levels: tuple[Level | None, Level | None]) -> None:
    """Settle every wager with the Bank: a winning one comes back with what it pays."""
    won = {f"victory-{winner + 1}", *(each for each in levels if each in ("injury", "decapitation"))}
    for bet in play.game.bets:
        name, on = play.name(bet.house), _bet_name(play, bet.on)
        if bet.on in won:
            play.coins(bet.house, bet.coins * (1 + PAYS[bet.on]))
            play.note("bet-won", "sp.wagers", house=name, on=on, n=bet.coins * PAYS[bet.on])
        else:
            play.note("bet-lost", "sp.wagers", house=name, on=on, n=bet.coins)


def thumb(play: Play, words: Sequence[str]) -> None:
    """Turn the Host's thumb: `thumb up`, or `thumb down`, which costs 1 Influence per Favour token."""
    play.need("thumb")
    word = " ".join(words).casefold()
    if word not in ("up", "down"):
        raise UsageError(tr("up or down?"))
    entry = next(each for each in play.game.entries if each.house == play.game.loser)
    place = play.card(entry.house, entry.card)
    card = play.house(entry.house).cards[place]
    if word == "up":
        play.note("spared", "sp.thumb", card=card.name)
    else:
        if card.champion:
            raise IllegalError(tr("thumbs down on a Champion is not permitted (The Power of Life & Death)"))
        if play.game.reads("sp.thumb-cost") and card.favour > play.house(play.game.host).influence:
            raise IllegalError(
                tr(
                    "{house} has {n} Influence, and thumbs down costs {cost} (sp.thumb-cost)",
                    house=play.name(play.game.host),
                    n=play.house(play.game.host).influence,
                    cost=card.favour,
                )
            )
        play.note("executed", "sp.thumb", card=card.name)
        if card.favour:
            play.influence(play.game.host, -card.favour, "sp.thumb-cost")
        play.discard(entry.house, place, "sp.exhausted-dies")
    _end(play)


def _end(play: Play) -> None:
    """End the Arena Phase; the next game turn begins with Upkeep."""
    play.change(invited=(), entries=(), bets=(), answers=(), loser=None)
    if end_phase(play, "upkeep"):
        houses = tuple(
            replace(house, cards=tuple(replace(card, rolled=False) for card in house.cards))
            for house in play.game.houses
        )
        play.change(turn=play.game.turn + 1, houses=houses)
