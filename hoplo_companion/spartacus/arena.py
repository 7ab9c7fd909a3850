"""The Arena Phase, invitations to thumb, and a tournament (Spartacus p.12-17); what is put right by hand; the book."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.dice import percent
from hoplo_companion.errors import IllegalError, UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus import duel
from hoplo_companion.spartacus.fighter import LEVEL_NAMES, Level, read_abilities, read_pools
from hoplo_companion.spartacus.game import FIGHTING, GEAR, GOAL, MOST_HOUSES, Bet, Entry, Game
from hoplo_companion.spartacus.odds import MOST_COINS, PAYS, ranked
from hoplo_companion.spartacus.play import Play, card, coins, exhausted, house, to
from hoplo_companion.spartacus.turn import ROWS, balance, roll_off
from hoplo_companion.tables.actions import Book
from hoplo_companion.tables.slots import Filled, Number, Pick, Rolled, Slot, refuse_if

PER_FAVOUR, FOR_CHAMPION = 2, 6
INVITING, BETTING, TOURNAMENT = ("invitations",), ("wagers",), ("tournament",)

DECLINES = "declines"
STAKE = Number("coins", "Coins:", least=1, most=MOST_COINS)
WORDS = {each: each for each in (later("yes"), later("no"), later("first"), later("second"), later("attack"))}
WORDS |= {"speed": later("Speed Attack"), "end": later("no attack")}
"""What may be answered in a match, in words."""
THUMBS = {"up": later("up"), "down": later("down")}
WON = house(ask=later("Who won the match?"))


# A tournament (p.17)
def total(game: Game, at: int) -> int:
    """Add up the Coin Values of a House's Ready Gladiators and equipment, or of all (`sp.tournament`)."""
    counted = game.cards(at, ("gladiator", *GEAR), ready=not game.reads("sp.tournament")).values()
    unknown = [each.name for each in counted if each.value is None]
    if unknown:
        name, cards = game.houses[at].name, ", ".join(unknown)
        command = as_command("spartacus", "set", name, unknown[0], "worth", "N")
        text = later("the Coin Values of {cards} ({house}) are not known; enter them: {command}")
        raise UsageError(text, cards=cards, house=name, command=command)
    return sum(each.value or 0 for each in counted)


def _tied(filled: Filled) -> dict[int, str]:
    """The Houses of a tournament whose totals are equal to another one's: they roll off."""
    totals = {at: total(filled.game, at) for at in filled.game.at_goal}
    return {at: filled.game.names[at] for at in totals if [*totals.values()].count(totals[at]) > 1}


def next_match(game: Game) -> tuple[int, int]:
    """The two Houses whose Combatants fight next in the tournament: of three the winner waits for the third."""
    bracket, won = game.bracket, game.won
    queue = (*bracket, *won) if len(bracket) == MOST_HOUSES else (*bracket[:2], *won, *bracket[2:])
    return queue[2 * len(won)], queue[2 * len(won) + 1]


def _fights_now(game: Game, house: int) -> None:
    """Refuse a House that does not fight the next match of the tournament."""
    one, other = next_match(game)
    refuse_if(house not in (one, other), "now {one} and {other} fight", one=game.names[one], other=game.names[other])


def _unranked(game: Game) -> str:
    return tr("first rank the Houses by their totals: seed") if game.stage == "tournament" and not game.bracket else ""


# Invitations
def _replies(filled: Filled) -> dict[str, str]:
    """What a Dominus may answer to an Invitation: a Combatant, or no."""
    return {**filled.game.labels(filled["house"], FIGHTING), DECLINES: later("declines")}


@ROWS.row(
    "invite a Dominus",
    house(ask=later("Who is invited?")),
    card(ask=later("Accepts with whom?"), known=_replies,
         why_not=lambda filled, id_: "" if id_ == DECLINES else exhausted(filled, id_)),
    card("gear", later("With which equipment?"), GEAR, lead=later("with"), default=(), many=True,
         when=lambda filled: filled["card"] != DECLINES),
    stages=INVITING + TOURNAMENT,
    why_not=_unranked,
)  # fmt: skip
def _invite(play: Play, house: int, card: str, gear: tuple[str, ...]) -> None:
    name = play.game.names[house]
    if not play.game.bracket and house in play.game.invited:
        raise IllegalError("{house} was already invited in this phase (sp.invite-once)", house=name)
    if play.game.bracket and house in {each.house for each in play.game.entries}:
        raise IllegalError("{house} has chosen its Combatant", house=name)
    if play.game.bracket:
        _fights_now(play.game, house)
    if card == DECLINES:
        _declines(play, house)
        return
    found = [play.game.card(id_) for id_ in (card, *gear)]
    if len({each.kind for each in found}) < len(found):
        raise IllegalError("one piece of equipment of each type (Equipping Your Gladiator)")
    entry = Entry(house, found[0].name, tuple(each.name for each in found[1:]), (card, *gear))
    play.change(entries=(*play.game.entries, entry), invited=(*play.game.invited, house))
    play.note("accepted", house=house, card=card)


@ROWS.row("a Dominus declines", house(), stages=INVITING, main=())
def _decline(play: Play, house: int) -> None:
    _invite(play, house, DECLINES, ())


def _declines(play: Play, house: int) -> None:
    """Decline an Invitation, which costs 1 Influence; the Host does so last, and nobody in a tournament."""
    refuse_if(play.game.bracket, "{name} cannot be chosen now.", name=tr(DECLINES))
    if house == play.game.host and len(play.game.invited) < len(play.game.houses) - 1:
        raise IllegalError("the Host may decline only after all others were invited (Declining an Invitation)")
    play.change(invited=(*play.game.invited, house))
    play.note("declined", house=house)
    has_none = not play.game.cards(house, FIGHTING, ready=True)
    if not (house == play.game.host and has_none and play.game.reads("sp.invite-once")):
        play.influence(house, -1, "sp.declining")


def leave_invitations(play: Play) -> None:
    """The way out of the invitations: two have accepted, or everybody was invited and fewer than two have."""
    if len(play.game.entries) == 2 and play.game.bracket:
        _fight(play)
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


# Wagers
def bets(game: Game) -> dict[str, str]:
    """What may be bet on: either Combatant, an Injury, a Decapitation."""
    return {**game.combatants, **{on: LEVEL_NAMES[on] for on in PAYS if on in LEVEL_NAMES}}


@ROWS.row("place a wager", house(), STAKE, Pick("on", "On what?", known=lambda at: bets(at.game)), stages=BETTING)
def _wager(play: Play, house: int, coins: int, on: str) -> None:
    game, name = play.game, play.game.names[house]
    places = [place for place, entry in enumerate(game.entries) if entry.house == house]
    play.coins(house, -coins)
    if any((each.house, each.on) == (house, on) for each in game.bets):
        raise IllegalError("{house} has already bet on that: up to 3 coins in all", house=name)
    if any(on == f"victory-{2 - place}" for place in places):
        raise IllegalError("{house} fights: it may not bet against its own Combatant", house=name)
    if places and on in LEVEL_NAMES and game.reads("sp.own-bets"):
        raise IllegalError("{house} fights: it may bet on its own Victory alone (sp.own-bets)", house=name)
    play.change(bets=(*game.bets, Bet(house, on, coins)))
    play.note("bet", house=house, n=coins, on=game.combatants.get(on, on))


# The match
@ROWS.row("close the betting and fight the match", stages=BETTING)
def _fight(play: Play) -> None:
    play.change(stage="combat", answers=())
    play.events += match_of(play.game).events


def match_of(game: Game) -> duel.Match:
    """The match that is fought, as far as it has come."""
    fighters, is_by_strings = [game.fighter(place) for place in (0, 1)], game.options.string_initiative
    return duel.Match(fighters, game.answers, game.readings, string_initiative=is_by_strings)


def _asked(filled: Filled) -> Slot:
    """What the match asks for."""
    match = match_of(filled.game)
    asked = match.question
    if asked is None or any(asked.dice):
        return Rolled("text", asked.words if asked else "", sides=asked.dice if asked else ())
    if asked.ask in ("which", "manual"):
        return Slot("text", asked.words, default="no")
    return Pick("text", asked.words, offers=lambda filled: _ways(match, asked), free=True)


def _ways(match: duel.Match, asked: duel.Question) -> dict[str, str]:
    """What may be answered; dice that are surrendered are ranked by the chance to win that the rest leaves."""
    if asked.ask != "surrender":
        # Where the figures move is seen on the table, and a turn without its attack ends.
        words = {each: tr(WORDS[each]) for each in asked.options if each != "move"}
        if "attack" in words and (most := match.fighters[asked.about].reach) > 1:
            words["attack"] = tr("attack, up to {n} hexes away", n=most)
        return words
    found, before = ranked(match.left, asked, match.readings), match.left[asked.about].pools
    return {before.until(left): f"{left} ({percent(chance)})" for left, chance in found}


@ROWS.row("answer the question of the match", Slot("text", of=_asked), stages=("combat",))
def _answer(play: Play, text: str) -> None:
    before = match_of(play.game)
    match = before.answered(text)
    play.change(answers=tuple(match.answers))
    play.events += match.events[len(before.events) :]
    for had, left, entry in zip(match.fighters, match.left, play.game.entries, strict=True):
        # A Net is exhausted as it is used; in a tournament it is fresh in each match.
        carried = map(play.game.card, entry.ids[1:])
        nets = [piece for piece in carried if any(each.kind == "net" for each in read_abilities(piece.fight))]
        for net in nets[: len(had.has("net")) - len(left.has("net"))]:
            if not net.exhausted and not play.game.bracket:
                play.exhaust(entry.house, net.id, "sp.net")
    if match.result is not None:
        _over(play, *match.result)


def _cannot_both_fall(filled: Filled) -> bool:
    """Whether no defence may wound its attacker, so that only one Combatant can fall."""
    fighters = filled.game.may_fight().values()
    return not any(each.has(kind) for each in fighters for kind in ("defence-doubles", "defence-triples", "manual"))


@ROWS.row(
    "enter how the match ended",
    Pick("winner", "Who won?", known=lambda filled: filled.game.combatants),
    Pick("defeat", "And the other?", known=lambda filled: LEVEL_NAMES),
    Pick("both", "Did the winner fall as well?", known=lambda filled: LEVEL_NAMES, lead=later("both"), default=None,
         quiet=_cannot_both_fall),
    stages=("wagers", "combat"),
)  # fmt: skip
def _result(play: Play, winner: str, defeat: Level, both: Level | None) -> None:
    place = int(winner[-1]) - 1
    _over(play, place, (both, defeat) if place == 0 else (defeat, both))


def _over(play: Play, winner: int, levels: tuple[Level | None, Level | None]) -> None:
    """Give the victor its due, settle the wagers, and leave the loser to the thumb, if there is anything left of it."""
    champion, loser = play.game.entries[winner], play.game.entries[1 - winner]
    if play.game.bracket:
        play.change(stage="tournament", invited=(), entries=(), answers=())
        _match_won(play, champion.house)
        return
    play.note("victory", card=play.game.combatant(winner))
    play.influence(champion.house, 1, "sp.victory")
    play.favour(champion.house, champion.ids[0])
    for bet in play.game.bets:
        # A winning wager comes back with what it pays.
        has_won, paid = bet.on in (f"victory-{winner + 1}", *levels), bet.coins * PAYS[bet.on]
        if has_won:
            play.coins(bet.house, bet.coins + paid)
        event, n = ("bet-won", paid) if has_won else ("bet-lost", bet.coins)
        play.note(event, house=bet.house, on=play.game.combatants.get(bet.on, bet.on), n=n)
    play.change(stage="thumb", loser=loser.house, bets=())
    for entry, level in zip(play.game.entries, levels, strict=True):
        if level == "injury":
            play.set_card(entry.house, entry.ids[0], exhausted=True, injured=True)
            play.note("injured", house=entry.house, card=entry.card)
        elif level == "decapitation":
            play.lose(entry.house, entry.ids[0], "sp.decapitation")
    if levels[1 - winner] == "decapitation":
        _end(play)


# The thumb, and the end of the phase
@ROWS.row("the Host's thumb", Pick("thumb", "The Host's thumb:", known=lambda filled: THUMBS), stages=("thumb",))
def _thumb(play: Play, thumb: str) -> None:
    game, loser = play.game, play.game.loser
    card, host = game.card(next(each.ids[0] for each in game.entries if each.house == loser)), game.houses[game.host]
    if thumb == "down" and card.champion:
        raise IllegalError("thumbs down on a Champion is not permitted (The Power of Life & Death)")
    if thumb == "down" and game.reads("sp.thumb-cost") and card.favour > host.influence:
        text = later("{house} has {n} Influence, and thumbs down costs {cost} (sp.thumb-cost)")
        raise IllegalError(text, house=host.name, n=host.influence, cost=card.favour)
    play.note("spared" if thumb == "up" else "executed", card=card.name)
    if thumb == "down" and loser is not None:
        if card.favour:
            play.influence(game.host, -card.favour, "sp.thumb-cost")
        play.lose(loser, card.id, "sp.exhausted-dies")
    _end(play)


def _end(play: Play) -> None:
    """End the Arena Phase; the next game turn begins with Upkeep."""
    play.change(invited=(), entries=(), bets=(), answers=(), loser=None)
    if play.end_phase("upkeep"):
        for at, dominus in enumerate(play.game.houses):
            play.set_house(at, cards=tuple(replace(card, rolled=False) for card in dominus.cards))
        play.change(turn=play.game.turn + 1)


# The matches of a tournament
@ROWS.row(
    "rank the Houses by their totals",
    roll_off(_tied, when=lambda filled: bool(_tied(filled))),
    stages=TOURNAMENT,
    why_not=lambda game: tr("the tournament is ranked already") if game.bracket else "",
)
def _seed(play: Play, die: dict[int, int] | None) -> None:
    keys = {at: (total(play.game, at), (die or {}).get(at, 0)) for at in play.game.at_goal}
    if len({*keys.values()}) < len(keys):
        names = ", ".join(_tied(Filled(play.game, {})).values())
        raise UsageError("{houses} are tied: they roll off, as in Pete=4 Liz=2; ties roll again", houses=names)
    bracket = tuple(sorted(keys, key=lambda at: keys[at]))
    play.change(bracket=bracket)
    for at in bracket:
        play.note("total", house=at, n=keys[at][0])


@ROWS.row("who won the match", WON, stages=TOURNAMENT, why_not=_unranked)
def _match_won(play: Play, house: int) -> None:
    _fights_now(play.game, house)
    play.change(won=(*play.game.won, house))
    play.note("match-won", house=house)
    if len(play.game.won) == len(play.game.bracket) - 1:
        play.win(house, "sp.tournament-matches")


# What may be done at any time, and what is put right
NUMBERS = {"coins": later("coins"), "influence": later("Influence")}
STATES: dict[str, tuple[str, Any]] = {
    "ready": (later("ready"), {"exhausted": False, "injured": False}),
    "exhausted": (later("exhausted"), {"exhausted": True, "injured": False}),
    "injured": (later("injured"), {"exhausted": True, "injured": True}),
    "champion": (later("Champion"), {"champion": True, "favour": 0}),
    "favour": (later("Favour tokens"), "favour"),
    "worth": (later("Coin Value"), "value"),
    "dice": (later("dice"), "fight"),
    "gone": (later("no longer there"), {}),
}
"""What a card may be corrected to: in words, and what that makes of it, or the field whose value is asked for."""

ROWS.row("coins change hands", house(ask=later("Who pays?")), to, coins, word="pay")(Play.hand_over)


def _things(filled: Filled) -> dict[str, str]:
    return {**NUMBERS, **filled.game.labels(filled["house"])}


def _is_card(filled: Filled) -> bool:
    return filled["thing"] not in NUMBERS


def _states(filled: Filled) -> dict[str, str]:
    fights = filled["thing"] in filled.game.cards(filled["house"], FIGHTING)
    return {state: words for state, (words, _) in STATES.items() if state != "dice" or fights}


def _right_value(filled: Filled) -> Slot:
    """The right value of what is corrected: dice, or a number."""
    ask, thing, state = later("The right value:"), filled["thing"], filled["state"]
    if state == "dice":
        return Slot("value", ask, turned=lambda text: str(read_pools(text)))
    least, most = (filled.game.least_influence, GOAL) if thing == "influence" else (0, 99 if state else 999)
    return Number("value", ask, least=least, most=most)


@ROWS.row(
    "correct something by hand",
    house(),
    Pick("thing", "Correct what?", known=_things),
    Pick("state", "What is it now?", known=_states, when=_is_card),
    Slot("value", of=_right_value,
            when=lambda filled: not _is_card(filled) or isinstance(STATES[filled["state"]][1], str)),
)  # fmt: skip
def _set(play: Play, house: int, thing: str, state: str | None, value: Any) -> None:
    label = _things(Filled(play.game, {"house": house}))[thing]
    words, makes = STATES[state] if state else ("", {})
    if state is None:
        play.set_house(house, **{thing: value})
    elif state == "gone":
        play.discard(house, thing, "sp.starting-assets")
    elif state == "dice":
        # What a card says behind its dice stays; what was answered in a match was answered for its dice.
        if play.game.stage == "combat" and play.game.answers:
            play.stays(thing)
        play.set_card(house, thing, fight=" ".join([value, *play.game.card(thing).fight.split(" ", 1)[1:]]))
    else:
        play.set_card(house, thing, **({makes: value} if isinstance(makes, str) else makes))
    said = [play.game.names[house], tr(label), words and tr(words), "" if value is None else str(value)]
    play.note("set", "sp.starting-assets", words=" ".join(filter(None, said)))


ROWS.put_reading(
    "spartacus",
    why_not=lambda game: tr("a match is fought: its readings stand until it is over") if game.stage == "combat" else "",
)


# The book: the stages in the order of a turn
STAGES = {
    "upkeep": later("Upkeep: refresh cards"),
    "ledgers": later("Upkeep: heal injuries, balance the ledgers"),
    "intrigue": later("Intrigue Phase"),
    "scheme": later("Intrigue Phase: a Scheme"),
    "open-market": later("Market Phase: Open Market"),
    "auction": later("Market Phase: Auction"),
    "lot": later("Market Phase: the card that was won"),
    "hosting": later("Market Phase: Bid for Hosting"),
    "roll-off": later("Market Phase: the roll-off for hosting"),
    "invitations": later("Arena Phase: Hosting the Event"),
    "wagers": later("Arena Phase: Place Wagers"),
    "combat": later("Arena Phase: Combat!"),
    "thumb": later("Arena Phase: The Power of Life & Death"),
    "tournament": later("Tournament"),
    "over": later("The game is won"),
}
WAYS_OUT = {"ledgers": balance, "invitations": leave_invitations, "tournament": leave_invitations}


def stage_of(game: Game) -> str:
    """The stage that a game is in, or what is open within it."""
    if game.scheme is not None:
        return "scheme"
    if game.buyer is not None:
        return "lot"
    return "roll-off" if game.rolling else game.stage


BOOK = Book("spartacus", STAGES, ROWS, Play, stage_of, "over", WAYS_OUT)
