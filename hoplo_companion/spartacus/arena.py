"""The Arena Phase: invitations, tribute, wagers, the end of the match, and the thumb (Spartacus p.12-16)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus import duel
from hoplo_companion.spartacus.abilities import read_abilities
from hoplo_companion.spartacus.game import FIGHTING, GEAR, Bet, Entry, Game, Play, may_fight
from hoplo_companion.spartacus.odds import PAYS
from hoplo_companion.spartacus.pools import LEVEL_NAMES, LEVELS, Level
from hoplo_companion.spartacus.slots import card, favour, house
from hoplo_companion.spartacus.winning import end_phase
from hoplo_companion.tables.actions import Action
from hoplo_companion.tables.slots import Filled, Number, Pick, Text

PER_FAVOUR, FOR_CHAMPION = 2, 6
MOST_BET = 3
MATCH_READINGS = ("sp.both-down", "sp.extra-ignore", "sp.speed-abilities")
"""The open questions that a match may hang on."""

INVITING, BETTING = ("invitations",), ("wagers",)


# Invitations -------------------------------------------------------------------------------------------------------


def _uninvited(filled: Filled) -> list[int]:
    return [at for at in range(len(filled.game.houses)) if at not in filled.game.invited]


def _may_decline(filled: Filled) -> list[int]:
    """Who may decline now: the Host only after all others."""
    left = _uninvited(filled)
    return [at for at in left if at != filled.game.host or left == [filled.game.host]]


def _why_not_invited(filled: Filled, id_: str) -> str:
    if int(id_) in filled.game.invited:
        return tr("{house} was invited in this phase (sp.invite-once)", house=filled.game.houses[int(id_)].name)
    return tr("the Host must be invited only after all others (Declining an Invitation)")


DECLINES = "declines"


def _answers(filled: Filled) -> dict[str, str]:
    """What a Dominus may answer to an Invitation: a Combatant, or no."""
    declines = {DECLINES: later("declines")} if filled["house"] in _may_decline(filled) else {}
    return {**filled.game.labels(filled["house"], FIGHTING, ready=True), **declines}


def invite(play: Play, house: int, card: str, gear: tuple[str, ...]) -> None:
    """A Dominus accepts, with Combatant and equipment; or declines."""
    if card == DECLINES:
        decline(play, house)
        return
    carried = [play.card(house, id_) for id_ in gear]
    if len({each.kind for each in carried}) < len(carried):
        raise IllegalError(tr("one piece of equipment of each type (Equipping Your Gladiator)"))
    entry = Entry(house, play.card(house, card).name, tuple(each.name for each in carried), (card, *gear))
    play.change(entries=(*play.game.entries, entry), invited=(*play.game.invited, house))
    play.note("accepted", house=play.name(house), card=play.game.label(house, card))


def decline(play: Play, house: int) -> None:
    """A Dominus declines, or is unable to accept; that costs 1 Influence."""
    play.change(invited=(*play.game.invited, house))
    play.note("declined", house=play.name(house))
    has_none = not play.game.cards(house, FIGHTING, ready=True)
    if not (house == play.game.host and has_none and play.game.reads("sp.invite-once")):
        play.influence(house, -1, "sp.declining")


def seated(play: Play) -> None:
    """The way out of the invitations: two have accepted, or everybody was invited and fewer than two have."""
    if len(play.game.entries) == 2:
        _tribute(play)
        play.change(stage="wagers")
    elif len(play.game.invited) == len(play.game.houses):
        play.note("no-match")
        _end(play)


def _tribute(play: Play) -> None:
    """Pay the owners of favoured Combatants, once both are committed."""
    for entry in play.game.entries:
        card = play.card(entry.house, entry.ids[0])
        due = FOR_CHAMPION if card.champion else PER_FAVOUR * card.favour
        if due:
            play.note("tribute", house=play.name(entry.house), card=card.name, n=due)
            if not play.game.reads("sp.tribute-payer"):
                play.pay(entry.house, due, "sp.tribute-payer")
            elif entry.house != play.game.host:
                play.hand_over(play.game.host, entry.house, min(due, play.house(play.game.host).coins))


# Wagers ------------------------------------------------------------------------------------------------------------


def combatants(filled: Filled) -> dict[str, str]:
    """Both Combatants, by their place."""
    return {f"victory-{place + 1}": filled.game.combatant(place) for place in range(len(filled.game.entries))}


def bets(filled: Filled) -> dict[str, str]:
    """What may be bet on: either Combatant, an Injury, a Decapitation."""
    return {**combatants(filled), "injury": LEVEL_NAMES["injury"], "decapitation": LEVEL_NAMES["decapitation"]}


def bet_name(game: Game, on: str) -> str:
    """What a wager is called: its Combatant, or the id of the level."""
    return game.combatant(int(on[-1]) - 1) if on.startswith("victory") else on


def wager(play: Play, house: int, coins: int, on: str) -> None:
    """Place a wager."""
    if any((each.house, each.on) == (house, on) for each in play.game.bets):
        raise IllegalError(tr("{house} has bet on that already, up to 3 coins in all", house=play.name(house)))
    for place, entry in enumerate(play.game.entries):
        if entry.house == house and on == f"victory-{2 - place}":
            raise IllegalError(tr("{house} fights: it may not bet against its own Combatant", house=play.name(house)))
        if entry.house == house and not on.startswith("victory") and play.game.reads("sp.own-bets"):
            raise IllegalError(
                tr("{house} fights: it may bet on its own Victory alone (sp.own-bets)", house=play.name(house))
            )
    play.coins(house, -coins)
    play.change(bets=(*play.game.bets, Bet(house, on, coins)))
    play.note("bet", house=play.name(house), n=coins, on=bet_name(play.game, on))


def fight(play: Play) -> None:
    """Close the betting; the match begins."""
    play.change(stage="combat", answers=())


def match_of(game: Game) -> duel.Match:
    """The match that is fought, as far as it has come."""
    play = Play(game)
    read = {id_: reading for id_ in MATCH_READINGS if (reading := game.reads(id_))}
    house = duel.House(game.options.string_initiative, read)
    return duel.Match([play.fighter(place) for place in (0, 1)], game.answers, house)


def answer(play: Play, text: str) -> None:
    """Answer the question of the match; a Net is exhausted as it is used."""
    match = match_of(play.game).answered(text)
    play.change(answers=tuple(match.answers))
    for place, entry in enumerate(play.game.entries):
        used = sum(each.kind == "net" for each in match.used[place])
        nets = [id_ for id_ in entry.ids[1:] if _is_net(play.card(entry.house, id_).fight)]
        for id_ in nets[:used]:
            if not play.card(entry.house, id_).exhausted:
                play.exhaust(entry.house, id_, "sp.net")
    if match.result is not None:
        _over(play, match.result.winner, match.result.levels)


def _is_net(fight: str) -> bool:
    return any(each.kind == "net" for each in read_abilities(fight))


def _may_both_fall(filled: Filled) -> bool:
    """Whether a defence may wound its attacker, so that both Combatants may fall at once."""
    fighters = may_fight(filled.game).values()
    return any(each.has(kind) for each in fighters for kind in ("defence-doubles", "defence-triples", "manual"))


def result(play: Play, winner: str, defeat: Level, both: Level | None) -> None:
    """Enter how a match ended that was fought without hoplo; with `both` the winner fell as well."""
    place = int(winner[-1]) - 1
    _over(play, place, (both, defeat) if place == 0 else (defeat, both))


def _over(play: Play, winner: int, levels: tuple[Level | None, Level | None]) -> None:
    """Give the victor its due, settle the wagers, and leave the loser to the thumb, if there is anything left of it."""
    champion, loser = play.game.entries[winner], play.game.entries[1 - winner]
    play.note("victory", house=play.name(champion.house), card=champion.card)
    play.influence(champion.house, 1, "sp.victory")
    favour(play, champion.house, champion.ids[0])
    _pay_bets(play, winner, levels)
    for entry, level in zip(play.game.entries, levels, strict=True):
        if level == "injury":
            play.set_card(entry.house, entry.ids[0], exhausted=True, injured=True)
            play.note("injured", house=play.name(entry.house), card=entry.card)
        elif level == "decapitation":
            play.discard(entry.house, entry.ids[0], "sp.decapitation")
    if levels[1 - winner] == "decapitation":
        _end(play)
    else:
        play.change(stage="thumb", loser=loser.house)


def _pay_bets(play: Play, winner: int, levels: Collection[Level | None]) -> None:
    """Settle every wager with the Bank: a winning one comes back with what it pays."""
    won = {f"victory-{winner + 1}", *(each for each in levels if each in ("injury", "decapitation"))}
    for bet in play.game.bets:
        paid = bet.coins * PAYS[bet.on]
        if bet.on in won:
            play.coins(bet.house, bet.coins + paid)
        event, n = ("bet-won", paid) if bet.on in won else ("bet-lost", bet.coins)
        play.note(event, house=play.name(bet.house), on=bet_name(play.game, bet.on), n=n)


# The thumb ---------------------------------------------------------------------------------------------------------

THUMBS = {"up": later("up"), "down": later("down")}


def _fallen(game: Game) -> Entry:
    return next(each for each in game.entries if each.house == game.loser)


def _thumbs(filled: Filled) -> dict[str, str]:
    return {id_: words for id_, words in THUMBS.items() if id_ == "up" or not _why_not_down(filled, id_)}


def _why_not_down(filled: Filled, id_: str) -> str:
    game = filled.game
    entry, host = _fallen(game), game.houses[game.host]
    card = game.cards(entry.house)[entry.ids[0]]
    if card.champion:
        return tr("thumbs down on a Champion is not permitted (The Power of Life & Death)")
    if game.reads("sp.thumb-cost") and card.favour > host.influence:
        return tr("{house} has {n} Influence, and thumbs down costs {cost} (sp.thumb-cost)",
                  house=host.name, n=host.influence, cost=card.favour)  # fmt: skip
    return ""


def thumb(play: Play, thumb: str) -> None:
    """Turn the Host's thumb: up, or down, which costs 1 Influence per Favour token."""
    entry = _fallen(play.game)
    card = play.card(entry.house, entry.ids[0])
    play.note("spared" if thumb == "up" else "executed", card=card.name)
    if thumb == "down":
        if card.favour:
            play.influence(play.game.host, -card.favour, "sp.thumb-cost")
        play.discard(entry.house, card.id, "sp.exhausted-dies")
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


def _levels(filled: Filled) -> dict[str, str]:
    return {str(level): LEVEL_NAMES[level] for level in LEVELS}


ARENA = {
    "invite": Action(
        later("invite a Dominus"), invite,
        (house(ask=later("Who is invited?"), among=_uninvited, why_not=_why_not_invited),
         card(ask=later("Accepts with whom?"), kinds=FIGHTING, among=_answers),
         card("gear", later("With which equipment?"), GEAR, lead="with", default=(), many=True,
              when=lambda filled: filled["card"] != DECLINES)),
        INVITING,
    ),
    "decline": Action(
        later("a Dominus declines"), decline, (house(among=_may_decline, why_not=_why_not_invited),), INVITING,
        main=(),
    ),
    "wager": Action(
        later("place a wager"), wager,
        (house(), Number(name="coins", ask=later("Coins:"), least=1, most=MOST_BET),
         Pick(name="on", ask=later("On what?"), among=bets)),
        BETTING,
    ),
    "fight": Action(later("close the betting and fight the match"), fight, (), BETTING),
    "answer": Action(
        later("answer the question of the match"), answer, (Text(name="text", ask=later("The answer:")),), ("combat",),
        main=(),
    ),
    "result": Action(
        later("enter how the match ended"), result,
        (Pick(name="winner", ask=later("Who won?"), among=combatants),
         Pick(name="defeat", ask=later("And the other?"), among=_levels),
         Pick(name="both", ask=later("Did the winner fall as well?"), among=_levels, lead="both", default=None,
              quiet=lambda filled: not _may_both_fall(filled))),
        ("wagers", "combat"),
    ),
    "thumb": Action(
        later("the Host's thumb"), thumb,
        (Pick(name="thumb", ask=later("The Host's thumb:"), among=_thumbs, known=lambda filled: THUMBS,
              why_not=_why_not_down),),
        ("thumb",),
    ),
}  # fmt: skip
