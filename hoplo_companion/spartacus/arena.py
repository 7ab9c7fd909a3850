"""The Arena Phase: invitations, tribute, wagers, the match, and the thumb; and a tournament (Spartacus p.12-17)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from hoplo_companion.dice import percent
from hoplo_companion.errors import UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus import duel
from hoplo_companion.spartacus.fighter import LEVEL_NAMES, Level, read_abilities, read_pools
from hoplo_companion.spartacus.game import (
    FIGHTING,
    GEAR,
    MOST_HOUSES,
    Bet,
    Card,
    Entry,
    Game,
    Play,
)
from hoplo_companion.spartacus.odds import MOST_COINS, PAYS, ranked
from hoplo_companion.spartacus.slots import (
    bet_name,
    bets,
    card,
    coins,
    combatants,
    exhausted,
    house,
    unless,
    why_no_bet,
)
from hoplo_companion.tables.actions import Action
from hoplo_companion.tables.slots import Each, Filled, Pick, Rolled, Slot, Text, Varying


def total(game: Game, at: int) -> int:
    """Add up the Coin Values of a House's Ready Gladiators and equipment, or of all (`sp.tournament`)."""
    cards = game.cards(at, ("gladiator", *GEAR), ready=not game.reads("sp.tournament")).values()
    unknown = [each.name for each in cards if each.value is None]
    if unknown:
        name = game.houses[at].name
        command = as_command("spartacus", "set", name, unknown[0], "worth", "N")
        raise UsageError(
            "the Coin Values of {cards} ({house}) are not known; enter them: {command}",
            cards=", ".join(unknown),
            house=name,
            command=command,
        )
    return sum(each.value or 0 for each in cards)


def _tied(filled: Filled) -> dict[int, str]:
    """The Houses of a tournament whose totals are equal to another one's: they roll off."""
    there = filled.game.at_goal
    totals = {at: total(filled.game, at) for at in there}
    return {at: filled.game.names[at] for at in there if [*totals.values()].count(totals[at]) > 1}


def seed(play: Play, die: dict[int, int] | None) -> None:
    """Rank a tournament of three or four by their totals, ties by a roll-off."""
    keys = {at: (total(play.game, at), (die or {}).get(at, 0)) for at in play.game.at_goal}
    if len({*keys.values()}) < len(keys):
        names = ", ".join(_tied(Filled(play.game, {})).values())
        raise UsageError("{houses} are tied: they roll off, as in Pete=4 Liz=2; ties roll again", houses=names)
    ranked = tuple(sorted(keys, key=lambda at: keys[at]))
    play.change(bracket=ranked)
    for at in ranked:
        play.note("total", house=at, n=keys[at][0])


def next_match(game: Game) -> tuple[int, int]:
    """The two Houses whose Combatants fight next in the tournament: of three the winner waits for the third."""
    bracket, won = game.bracket, game.won
    queue = (*bracket, *won) if len(bracket) == MOST_HOUSES else (*bracket[:2], *won, *bracket[2:])
    return queue[2 * len(won)], queue[2 * len(won) + 1]


def match_won(play: Play, house: int) -> None:
    """Enter who won the match of a tournament."""
    play.change(won=(*play.game.won, house))
    play.note("match-won", house=house)
    if len(play.game.won) == len(play.game.bracket) - 1:
        play.win(house, "sp.tournament-matches")


def is_ranked(game: Game) -> str:
    """Say that a tournament is ranked first, where it is not yet."""
    return tr("first rank the Houses by their totals: seed") if game.stage == "tournament" and not game.bracket else ""


def not_next(filled: Filled, at: int) -> str:
    """Say who fights next in the tournament, where it is not this House."""
    one, other = next_match(filled.game)
    names = filled.game.names
    return "" if at in (one, other) else tr("now {one} and {other} fight", one=names[one], other=names[other])


TOURNAMENT = {
    "seed": Action(
        later("rank the Houses by their totals"), seed,
        (Each(name="die", ask=later("Die of {player}:"), players=_tied, least=1, most=lambda filled, at: 6, every=True,
              when=lambda filled: bool(_tied(filled))),),
        ("tournament",),
        lambda game: tr("the tournament is ranked already") if game.bracket else "",
    ),
    "match-won": Action(
        later("who won the match"), match_won,
        (house(ask=later("Who won the match?"), why_not=not_next),),
        ("tournament",),
        is_ranked,
    ),
}  # fmt: skip


PER_FAVOUR, FOR_CHAMPION = 2, 6
INVITING, BETTING = ("invitations",), ("wagers",)


# Invitations -------------------------------------------------------------------------------------------------------


_chosen = unless(
    lambda filled, at: at not in {each.house for each in filled.game.entries}, later("{house} has chosen its Combatant")
)
_invited = unless(
    lambda filled, at: at not in filled.game.invited,
    later("{house} was already invited in this phase (sp.invite-once)"),
)
_last = unless(
    lambda filled, at: at != filled.game.host or len(filled.game.invited) >= len(filled.game.houses) - 1,
    later("the Host may decline only after all others were invited (Declining an Invitation)"),
)


def _why_not_invited(filled: Filled, at: int) -> str:
    return _chosen(filled, at) or not_next(filled, at) if filled.game.bracket else _invited(filled, at)


def _may_not_decline(filled: Filled, at: int) -> str:
    return _last(filled, at) or _why_not_invited(filled, at)


DECLINES = "declines"


def _answers(filled: Filled) -> dict[str, str]:
    """What a Dominus may answer to an Invitation: a Combatant, or no."""
    declining = {} if filled.game.bracket else {DECLINES: later("declines")}
    return {**filled.game.labels(filled["house"], FIGHTING), **declining}


def _why_not_so(filled: Filled, id_: str) -> str:
    return _may_not_decline(filled, filled["house"]) if id_ == DECLINES else exhausted(filled, id_)


def _why_not_carried(filled: Filled, id_: str) -> str:
    """Say that a piece of equipment is exhausted, or that one of its type is chosen."""
    cards = filled.game.cards(filled["house"])
    is_taken = cards[id_].kind in {cards[each].kind for each in filled.values.get("gear", ()) if each != id_}
    return exhausted(filled, id_) or (
        tr("one piece of equipment of each type (Equipping Your Gladiator)") if is_taken else ""
    )


def invite(play: Play, house: int, card: str, gear: tuple[str, ...]) -> None:
    """A Dominus accepts, with Combatant and equipment; or declines."""
    if card == DECLINES:
        decline(play, house)
        return
    name, *carried = (play.game.card(id_).name for id_ in (card, *gear))
    entry = Entry(house, name, tuple(carried), (card, *gear))
    play.change(entries=(*play.game.entries, entry), invited=(*play.game.invited, house))
    play.note("accepted", house=house, card=card)


def decline(play: Play, house: int) -> None:
    """A Dominus declines, or is unable to accept; that costs 1 Influence."""
    play.change(invited=(*play.game.invited, house))
    play.note("declined", house=house)
    has_none = not play.game.cards(house, FIGHTING, ready=True)
    if not (house == play.game.host and has_none and play.game.reads("sp.invite-once")):
        play.influence(house, -1, "sp.declining")


def seated(play: Play) -> None:
    """The way out of the invitations: two have accepted, or everybody was invited and fewer than two have."""
    if len(play.game.entries) == 2 and play.game.bracket:
        fight(play)
    elif len(play.game.entries) == 2:
        _tribute(play)
        play.change(stage="wagers")
    elif len(play.game.invited) == len(play.game.houses):
        play.note("no-match")
        _end(play)


def _tribute(play: Play) -> None:
    """Pay the owners of favoured Combatants, once both are committed."""
    for entry in play.game.entries:
        card, host = play.game.card(entry.ids[0]), play.game.host
        due = FOR_CHAMPION if card.champion else PER_FAVOUR * card.favour
        if due:
            play.note("tribute", house=entry.house, card=card.name, n=due)
            if not play.game.reads("sp.tribute-payer"):
                play.pay(entry.house, due, "sp.tribute-payer")
            elif entry.house != host:
                play.hand_over(host, entry.house, min(due, play.game.houses[host].coins))


# Wagers ------------------------------------------------------------------------------------------------------------


def wager(play: Play, house: int, coins: int, on: str) -> None:
    """Place a wager."""
    play.coins(house, -coins)
    play.change(bets=(*play.game.bets, Bet(house, on, coins)))
    play.note("bet", house=house, n=coins, on=bet_name(play.game, on))


# The match ---------------------------------------------------------------------------------------------------------


def fight(play: Play) -> None:
    """Close the betting; the match begins."""
    play.change(stage="combat", answers=())
    play.events += match_of(play.game).events


def match_of(game: Game) -> duel.Match:
    """The match that is fought, as far as it has come."""
    fighters, is_by_strings = [game.fighter(place) for place in (0, 1)], game.options.string_initiative
    return duel.Match(fighters, game.answers, game.readings, string_initiative=is_by_strings)


def answer(play: Play, text: str) -> None:
    """Answer the question of the match; a Net is exhausted as it is used."""
    before = match_of(play.game)
    match = before.answered(text)
    play.change(answers=tuple(match.answers))
    play.events += match.events[len(before.events) :]
    for used, entry in zip(match.used, play.game.entries, strict=True):
        nets = [card for id_ in entry.ids[1:] if _is_net(card := play.game.card(id_))]
        for card in nets[: sum(each.kind == "net" for each in used)]:
            if not card.exhausted and not play.game.bracket:
                play.exhaust(entry.house, card.id, "sp.net")
    if match.result is not None:
        _over(play, match.result.winner, match.result.levels)


def _is_net(card: Card) -> bool:
    return any(each.kind == "net" for each in read_abilities(card.fight))


WORDS = {
    "yes": later("yes"),
    "no": later("no"),
    "first": later("first"),
    "second": later("second"),
    "attack": later("attack"),
    "speed": later("Speed Attack"),
    "end": later("no attack"),
}
"""What may be answered in a match, in words."""


def reply(filled: Filled) -> Slot:
    """What the match asks for."""
    match = match_of(filled.game)
    asked = match.question
    if asked is None or any(asked.dice):
        return Rolled(name="text", ask=asked.words if asked else "", sides=asked.dice if asked else ())
    if asked.ask in ("which", "manual"):
        return Text(name="text", ask=asked.words, default="no")
    return Pick(name="text", ask=asked.words, among=lambda filled: _ways(match, asked), free=True)


def _ways(match: duel.Match, asked: duel.Question) -> dict[str, str]:
    """What may be answered; dice that are surrendered are ranked by the chance to win that the rest leaves."""
    if asked.ask != "surrender":
        # Where the figures move is seen on the table, and a turn without its attack ends.
        words = {each: tr(WORDS[each]) for each in asked.options if each != "move"}
        if "attack" in words and (most := match.fighters[asked.about].reach) > 1:
            words["attack"] = tr("attack, up to {n} hexes away", n=most)
        return words
    found = ranked(match.fighters, match.pools, asked.about, map(read_pools, asked.options), asked.by,
                   is_answer=asked.is_answer, readings=match.readings)  # fmt: skip
    before = match.pools[asked.about]
    return {before.until(left): f"{left} ({percent(chance)})" for left, chance in found}


def _cannot_both_fall(filled: Filled) -> bool:
    """Whether no defence may wound its attacker, so that only one Combatant can fall."""
    fighters = filled.game.may_fight().values()
    return not any(each.has(kind) for each in fighters for kind in ("defence-doubles", "defence-triples", "manual"))


def result(play: Play, winner: str, defeat: Level, both: Level | None) -> None:
    """Enter how a match ended that was fought without hoplo; with `both` the winner fell as well."""
    place = int(winner[-1]) - 1
    _over(play, place, (both, defeat) if place == 0 else (defeat, both))


def _over(play: Play, winner: int, levels: tuple[Level | None, Level | None]) -> None:
    """Give the victor its due, settle the wagers, and leave the loser to the thumb, if there is anything left of it."""
    champion, loser = play.game.entries[winner], play.game.entries[1 - winner]
    if play.game.bracket:
        play.change(stage="tournament", invited=(), entries=(), answers=())
        match_won(play, champion.house)
        return
    play.note("victory", card=play.game.combatant(winner))
    play.influence(champion.house, 1, "sp.victory")
    play.favour(champion.house, champion.ids[0])
    _pay_bets(play, winner, levels)
    for entry, level in zip(play.game.entries, levels, strict=True):
        if level == "injury":
            play.set_card(entry.house, entry.ids[0], exhausted=True, injured=True)
            play.note("injured", house=entry.house, card=entry.card)
        elif level == "decapitation":
            play.discard(entry.house, entry.ids[0], "sp.decapitation")
    if levels[1 - winner] == "decapitation":
        _end(play)
    else:
        play.change(stage="thumb", loser=loser.house)


def _pay_bets(play: Play, winner: int, levels: Collection[Level | None]) -> None:
    """Settle every wager with the Bank: a winning one comes back with what it pays."""
    for bet in play.game.bets:
        has_won, paid = bet.on in (f"victory-{winner + 1}", *levels), bet.coins * PAYS[bet.on]
        if has_won:
            play.coins(bet.house, bet.coins + paid)
        event, n = ("bet-won", paid) if has_won else ("bet-lost", bet.coins)
        play.note(event, house=bet.house, on=bet_name(play.game, bet.on), n=n)


# The thumb ---------------------------------------------------------------------------------------------------------

THUMBS = {"up": later("up"), "down": later("down")}


def _fallen(game: Game) -> Card:
    return game.card(next(each.ids[0] for each in game.entries if each.house == game.loser))


def _why_not_down(filled: Filled, id_: str) -> str:
    game = filled.game
    card, host = _fallen(game), game.houses[game.host]
    if id_ == "down" and card.champion:
        return tr("thumbs down on a Champion is not permitted (The Power of Life & Death)")
    if id_ == "down" and game.reads("sp.thumb-cost") and card.favour > host.influence:
        return tr("{house} has {n} Influence, and thumbs down costs {cost} (sp.thumb-cost)",
                  house=host.name, n=host.influence, cost=card.favour)  # fmt: skip
    return ""


def thumb(play: Play, thumb: str) -> None:
    """Turn the Host's thumb: up, or down, which costs 1 Influence per Favour token."""
    card, loser = _fallen(play.game), play.game.loser
    play.note("spared" if thumb == "up" else "executed", card=card.name)
    if thumb == "down" and loser is not None:
        if card.favour:
            play.influence(play.game.host, -card.favour, "sp.thumb-cost")
        play.discard(loser, card.id, "sp.exhausted-dies")
    _end(play)


def _end(play: Play) -> None:
    """End the Arena Phase; the next game turn begins with Upkeep."""
    play.change(invited=(), entries=(), bets=(), answers=(), loser=None)
    if play.end_phase("upkeep"):
        for at, dominus in enumerate(play.game.houses):
            play.set_house(at, cards=tuple(replace(card, rolled=False) for card in dominus.cards))
        play.change(turn=play.game.turn + 1)


ARENA = {
    "invite": Action(
        later("invite a Dominus"), invite,
        (house(ask=later("Who is invited?"), why_not=_why_not_invited),
         card(ask=later("Accepts with whom?"), known=_answers, why_not=_why_not_so),
         card("gear", later("With which equipment?"), GEAR, why_not=_why_not_carried, lead="with", default=(),
              many=True, when=lambda filled: filled["card"] != DECLINES)),
        (*INVITING, "tournament"), is_ranked,
    ),
    "decline": Action(
        later("a Dominus declines"), decline, (house(why_not=_may_not_decline),), INVITING, main=(),
    ),
    "wager": Action(
        later("place a wager"), wager,
        (house(), coins(ask=later("Coins:"), most=MOST_COINS),
         Pick(name="on", ask=later("On what?"), known=bets, why_not=why_no_bet)),
        BETTING,
    ),
    "fight": Action(later("close the betting and fight the match"), fight, (), BETTING),
    "answer": Action(
        later("answer the question of the match"), answer, (Varying(name="text", of=reply),), ("combat",)
    ),
    "result": Action(
        later("enter how the match ended"), result,
        (Pick(name="winner", ask=later("Who won?"), known=combatants),
         Pick(name="defeat", ask=later("And the other?"), known=lambda filled: LEVEL_NAMES),
         Pick(name="both", ask=later("Did the winner fall as well?"), known=lambda filled: LEVEL_NAMES, lead="both",
              default=None, quiet=_cannot_both_fall)),
        ("wagers", "combat"),
    ),
    "thumb": Action(
        later("the Host's thumb"), thumb,
        (Pick(name="thumb", ask=later("The Host's thumb:"), known=lambda filled: THUMBS, why_not=_why_not_down),),
        ("thumb",),
    ),
}  # fmt: skip
