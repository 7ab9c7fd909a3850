"""Upkeep: refresh cards, heal injuries, balance the ledgers (Spartacus p.5); and what may be done at any time."""

from __future__ import annotations

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.abilities import read_fighter
from hoplo_companion.spartacus.game import FIGHTING, GOAL, Card, Game, Play
from hoplo_companion.spartacus.intrigue import begin_intrigue
from hoplo_companion.spartacus.pools import read_pools
from hoplo_companion.spartacus.slots import card, die, house, itself, new_card
from hoplo_companion.tables.actions import Action, reading_action
from hoplo_companion.tables.slots import Filled, Number, Pick, Text, number

HEALED = 4


def add(play: Play, house: int, card: Card) -> None:
    """Put a card before a House; a starting Guard leaves the Intrigue Deck for it."""
    play.add_card(house, card)
    if card.kind == "guard":
        play.change(drawn=play.game.drawn + 1)
    play.note("added", house=house, card=card.name)


NUMBERS = {"coins": later("coins"), "influence": later("Influence"), "hand": later("Intrigue cards in hand")}
STATES = {
    "ready": later("ready"),
    "exhausted": later("exhausted"),
    "injured": later("injured"),
    "champion": later("Champion"),
    "favour": later("Favour tokens"),
    "worth": later("Coin Value"),
    "dice": later("dice"),
    "gone": later("no longer there"),
}


def _things(filled: Filled) -> dict[str, str]:
    return {**NUMBERS, **filled.game.labels(filled["house"])}


def set_(play: Play, house: int, thing: str, state: str | None, value: str | None) -> None:
    """Put anything to what it is on the table: `set Pete coins 5`, `set Pete Crixus injured`."""
    label = tr(_things(Filled(play.game, {"house": house}))[thing])
    if thing in NUMBERS:
        least, most = (play.least_influence, GOAL) if thing == "influence" else (0, 999)
        play.set_house(house, **{thing: number(value or "", least, most)})
    elif state in ("favour", "worth"):
        play.set_card(house, thing, **{"value" if state == "worth" else state: number(value or "", 0, 99)})
    elif state == "dice":
        if play.card(house, thing).kind not in FIGHTING:
            raise IllegalError(tr("{card} does not fight: it has no dice", card=label))
        _, *rest = play.card(house, thing).fight.split(" ", 1)
        fight = " ".join([str(read_pools(value or "")), *rest])
        read_fighter(fight)
        play.set_card(house, thing, fight=fight)
    elif state == "gone":
        play.discard(house, thing, "sp.starting-assets")
    elif state == "champion":
        play.set_card(house, thing, champion=True, favour=0)
    else:
        play.set_card(house, thing, exhausted=state != "ready", injured=state == "injured")
    words = [play.name(house), label, tr(STATES[state]) if state else "", value or ""]
    play.note("set", "sp.starting-assets", words=" ".join(filter(None, words)))


# Upkeep ------------------------------------------------------------------------------------------------------------


def refresh(play: Play) -> None:
    """Turn every exhausted card that is not injured face up."""
    for at, dominus in enumerate(play.game.houses):
        for each in dominus.cards:
            play.set_card(at, each.id, rolled=False, exhausted=each.injured)
            if each.exhausted and not each.injured:
                play.note("refreshed", house=at, card=each.id)
    play.change(stage="ledgers", discarded=())


def due(game: Game, at: int) -> dict[str, str]:
    """The injured cards of a House that a healing roll is due for."""
    cards = game.cards(at)
    return {id_: label for id_, label in game.labels(at).items() if cards[id_].injured and not cards[id_].rolled}


def _not_due(filled: Filled, id_: str) -> str:
    waiting = due(filled.game, filled["house"])
    if id_ in waiting:
        return ""
    name = filled.game.labels(filled["house"])[id_]
    return tr("no roll is due for {name}; one is due for: {cards}", name=name, cards=", ".join(waiting.values()))


def _none_due(filled: Filled, at: int) -> str:
    return "" if due(filled.game, at) else tr("{house} has nobody to roll for", house=filled.game.names[at])


def _may_roll_again(game: Game, roll: int) -> bool:
    return roll in range(2 if game.reads("sp.heal-failed") else 1, HEALED)


def _is_not_rolled_again(filled: Filled) -> bool:
    """Whether nobody is asked: the roll has not failed, or no card is known that lets a failed die be rolled again."""
    cards = filled.game.houses[filled["house"]].cards
    has_medicus = any("heal" in each.fight.casefold() for each in cards)
    return not (has_medicus and _may_roll_again(filled.game, filled["roll"]))


def heal(play: Play, house: int, card: str, roll: int, again: int | None) -> None:
    """Make a healing roll; a failed one may be rolled again where a card says so."""
    if again is not None and not _may_roll_again(play.game, roll):
        raise IllegalError(tr("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=roll))
    last = again or roll
    play.note("healed" if last >= HEALED else "not-healed" if last > 1 else "died", house=house, card=card, n=last)
    if last >= HEALED:
        play.set_card(house, card, injured=False, exhausted=False)
    elif last > 1:
        play.set_card(house, card, rolled=True)
    else:
        play.discard(house, card, "sp.exhausted-dies")


def _can_pay(filled: Filled, at: int) -> str:
    can_pay = not filled.game.short(at)
    return tr("{house} can pay: it discards nobody", house=filled.game.names[at]) if can_pay else ""


def _why_no_ledgers(game: Game) -> str:
    waiting = [label for at in game.names for label in due(game, at).values()]
    return tr("first roll for the injured: {cards} (p.5)", cards=", ".join(waiting)) if waiting else ""


def give_up(play: Play, house: int, card: str) -> None:
    """Discard a Gladiator that a House cannot pay for (`sp.ledger-short`)."""
    play.discard(house, card, "sp.ledger-short")
    play.change(discarded=(*play.game.discarded, house))


def balance(play: Play) -> None:
    """The way out of Upkeep: once nobody is to be rolled for and nobody has a choice, the ledgers are balanced."""
    game = play.game
    if _why_no_ledgers(game):
        return
    for at in game.names:
        ready = [*game.cards(at, ("gladiator",), ready=True)]
        short = game.short(at)
        if 0 < short < len(ready):
            return
        for id_ in ready[:short]:
            give_up(play, at, id_)
    even = []
    for at in game.names:
        owed = play.game.ready(at, "slave") - play.game.ready(at, "gladiator")
        play.pay(at, max(owed, -play.house(at).coins), "sp.ledgers")
        even += [] if owed else [at]
    if even:
        play.note("even", houses=play.all_names(even))
    play.change(discarded=())
    begin_intrigue(play)


def _combat(game: Game) -> str:
    return tr("a match is fought: its readings stand until it is over") if game.stage == "combat" else ""


ANY_TIME = {
    "pay": Action(
        later("coins change hands"), Play.hand_over,
        (house(ask=later("Who pays?")), house("to", later("Whom?"), itself),
         Number(name="coins", ask=later("How many coins?"), least=1)),
    ),
    "set": Action(
        later("correct something by hand"), set_,
        (house(), Pick(name="thing", ask=later("Correct what?"), known=_things),
         Pick(name="state", ask=later("What is it now?"), known=lambda filled: STATES,
              when=lambda filled: filled["thing"] not in NUMBERS),
         Text(name="value", ask=later("The right value:"),
              when=lambda filled: filled["thing"] in NUMBERS or filled["state"] in ("favour", "worth", "dice"))),
    ),
    "reading": reading_action("spartacus", _combat),
}  # fmt: skip
"""What may be done at any time, beside a Reaction."""

UPKEEP = {
    "refresh": Action(later("begin the turn"), refresh, (), ("upkeep",)),
    "add": Action(later("add a card"), add, (house(), new_card), main=("upkeep",)),
    "heal": Action(
        later("a healing roll"), heal,
        (house(why_not=_none_due), card(ask=later("Who is healed?"), why_not=_not_due), die,
         Number(name="again", ask=later("The re-roll, if a card allows one (Enter for none):"), least=1, most=6,
                default=None, quiet=_is_not_rolled_again)),
        ("ledgers",),
    ),
    "ledgers": Action(
        later("discard a Gladiator that cannot be paid for"), give_up,
        (house(why_not=_can_pay), card(kinds=("gladiator",))),
        ("ledgers",), _why_no_ledgers,
    ),
}  # fmt: skip
