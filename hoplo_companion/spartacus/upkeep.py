"""Upkeep: refresh cards, heal injuries, balance the ledgers (Spartacus p.5); and what may be done at any time."""

from __future__ import annotations

from collections.abc import Mapping

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.abilities import read_fighter
from hoplo_companion.spartacus.game import FIGHTING, GOAL, Card, Game, Play
from hoplo_companion.spartacus.intrigue import begin_intrigue
from hoplo_companion.spartacus.pools import read_pools
from hoplo_companion.spartacus.slots import card, die, house, new_card, others
from hoplo_companion.tables.actions import Action, reading_action
from hoplo_companion.tables.slots import Filled, Number, Pick, Text, number

HEALED = 4


def pay(play: Play, house: int, to: int, coins: int) -> None:
    """Let coins change hands, which they may at any time."""
    play.hand_over(house, to, coins)


def add(play: Play, house: int, card: Card) -> None:
    """Put a card before a House; a starting Guard leaves the Intrigue Deck for it."""
    play.add_card(house, card)
    if card.kind == "guard":
        play.change(drawn=play.game.drawn + 1)
    play.note("added", house=play.name(house), card=card.name)


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
        play.set_card(house, thing, **{{"worth": "value"}.get(state, state): number(value or "", 0, 99)})
    elif state == "dice":
        if play.card(house, thing).kind not in FIGHTING:
            raise IllegalError(tr("{card} does not fight: it has no dice", card=label))
        _, *rest = play.card(house, thing).fight.split(" ", 1)
        fight = " ".join([str(read_pools(value or "")), *rest])
        read_fighter(fight)
        play.set_card(house, thing, fight=fight)
    elif state == "gone":
        play.discard(house, thing, "sp.starting-assets")
    else:
        is_down = state in ("exhausted", "injured")
        if state == "champion":
            play.set_card(house, thing, champion=True, favour=0)
        else:
            play.set_card(house, thing, exhausted=is_down, injured=state == "injured")
    words = [play.name(house), label, tr(STATES[state]) if state else "", value or ""]
    play.note("set", "sp.starting-assets", words=" ".join(filter(None, words)))


# Upkeep ------------------------------------------------------------------------------------------------------------


def refresh(play: Play) -> None:
    """Turn every exhausted card that is not injured face up."""
    for at, dominus in enumerate(play.game.houses):
        for each in dominus.cards:
            play.set_card(at, each.id, rolled=False, exhausted=each.injured)
            if each.exhausted and not each.injured:
                play.note("refreshed", house=dominus.name, card=play.game.label(at, each.id))
    play.change(stage="ledgers", discarded=())


def due(game: Game, at: int) -> Mapping[str, str]:
    """The injured cards of a House that a healing roll is due for."""
    cards = game.cards(at)
    return {id_: label for id_, label in game.labels(at).items() if cards[id_].injured and not cards[id_].rolled}


def _waiting(filled: Filled) -> list[int]:
    return [at for at in range(len(filled.game.houses)) if due(filled.game, at)]


def _not_due(filled: Filled, id_: str) -> str:
    cards = ", ".join(due(filled.game, filled["house"]).values()) or tr("nobody")
    name = filled.game.label(filled["house"], id_)
    return tr("no roll is due for {name}; it is for: {cards}", name=name, cards=cards)


def _none_due(filled: Filled, id_: str) -> str:
    return tr("{house} has nobody to roll for", house=filled.game.houses[int(id_)].name)


def _has_failed(filled: Filled) -> bool:
    return int(filled["roll"]) in range(2 if filled.game.reads("sp.heal-failed") else 1, HEALED)


def _no_medicus(filled: Filled) -> bool:
    """Whether no card is known to roll a failed die again, so that nobody is asked."""
    return not any("heal" in each.fight.casefold() for each in filled.game.houses[filled["house"]].cards)


def heal(play: Play, house: int, card: str, roll: int, again: int | None) -> None:
    """Make a healing roll; a failed one may be rolled again where a card says so."""
    if again is not None and not _has_failed(Filled(play.game, {"roll": roll})):
        raise IllegalError(tr("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=roll))
    last, label = again or roll, play.game.label(house, card)
    event = "healed" if last >= HEALED else "not-healed" if last > 1 else "died"
    play.note(event, house=play.name(house), card=label, n=last)
    if last >= HEALED:
        play.set_card(house, card, injured=False, exhausted=False)
    elif last > 1:
        play.set_card(house, card, rolled=True)
    else:
        play.discard(house, card, "sp.exhausted-dies")


def _short(filled: Filled) -> list[int]:
    return [at for at in range(len(filled.game.houses)) if filled.game.short(at)]


def _can_pay(filled: Filled, id_: str) -> str:
    return tr("{house} can pay: it discards nobody", house=filled.game.houses[int(id_)].name)


def _why_no_ledgers(game: Game) -> str:
    waiting = [label for at in range(len(game.houses)) for label in due(game, at).values()]
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
    for at in range(len(game.houses)):
        ready = [*game.cards(at, ("gladiator",), ready=True)]
        if (short := game.short(at)) == len(ready):
            for id_ in ready[:short]:
                give_up(play, at, id_)
        elif short:
            return
    even = []
    for at in range(len(play.game.houses)):
        owed = play.game.ready(at, "slave") - play.game.ready(at, "gladiator")
        play.pay(at, max(owed, -play.house(at).coins), "sp.ledgers")
        even += [] if owed else [play.name(at)]
    if even:
        play.note("even", houses=", ".join(even))
    play.change(discarded=())
    begin_intrigue(play)


def _combat(game: Game) -> str:
    return tr("a match is fought: its readings stand until it is over") if game.stage == "combat" else ""


ANY_TIME = {
    "pay": Action(
        later("coins change hands"), pay,
        (house(ask=later("Who pays?")),
         house("to", later("Whom?"), others,
               lambda filled, id_: tr("{house} does not pay itself", house=filled.game.houses[int(id_)].name)),
         Number(name="coins", ask=later("How many coins?"), least=1)),    ),
    "set": Action(
        later("put something to what it is on the table"), set_,
        (house(), Pick(name="thing", ask=later("What?"), among=_things),
         Pick(name="state", ask=later("What of it?"), among=lambda filled: STATES,
              when=lambda filled: filled["thing"] not in NUMBERS),
         Text(name="value", ask=later("What is it?"),
              when=lambda filled: filled["thing"] in NUMBERS or filled["state"] in ("favour", "worth", "dice"))),    ),
    "reading": reading_action("spartacus", _combat),
}  # fmt: skip
"""What may be done at any time, beside a Reaction."""

UPKEEP = {
    "refresh": Action(later("begin the turn"), refresh, (), ("upkeep",)),
    "add": Action(later("add a card"), add, (house(), new_card), main=("upkeep",)),
    "heal": Action(
        later("a healing roll"), heal,
        (house(among=_waiting, why_not=_none_due),
         card(ask=later("Who is healed?"), among=lambda filled: due(filled.game, filled["house"]), why_not=_not_due),
         die, Number(name="again", ask=later("Rolled again (Enter: no card says so):"), least=1, most=6, default=None,
                     quiet=lambda filled: not _has_failed(filled) or _no_medicus(filled))),
        ("ledgers",),
    ),
    "ledgers": Action(
        later("discard a Gladiator that cannot be paid for"), give_up,
        (house(among=_short, why_not=_can_pay), card(kinds=("gladiator",))),
        ("ledgers",), _why_no_ledgers,
    ),
}  # fmt: skip
