"""Upkeep: refresh cards, heal injuries, balance the ledgers (Spartacus p.5)."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus.effects import pay
from hoplo_companion.spartacus.game import Play, die
from hoplo_companion.spartacus.intrigue import begin_intrigue

HEALED = 4


def refresh(play: Play, words: Sequence[str]) -> None:
    """Turn every exhausted card that is not injured face up."""
    play.need("upkeep")
    for at, house in enumerate(play.game.houses):
        for place, card in enumerate(house.cards):
            play.set_card(at, place, rolled=False, exhausted=card.injured)
            if card.exhausted and not card.injured:
                play.note("refreshed", "sp.refresh", house=house.name, card=card.name)
    play.change(stage="ledgers")


def heal(play: Play, words: Sequence[str]) -> None:
    """Make a healing roll: `heal Pete Crixus 3`, or `heal Pete Crixus 2 5` where a failed roll is rolled again."""
    play.need("ledgers")
    count = 2 if len(words) > 3 and words[-2].isdigit() else 1
    if len(words) < 3:
        raise UsageError(tr("a House, a card and its roll, as in Pete Crixus 3"))
    at, name, rolls = play.find(words[0]), " ".join(words[1:-count]), [die(each) for each in words[-count:]]
    injured = [(place, each) for place, each in enumerate(play.house(at).cards) if each.injured and not each.rolled]
    wanted = name.casefold()
    place = next((place for place, each in injured if each.name.casefold().startswith(wanted)), None)
    if place is None:
        every = ", ".join(each.name for _, each in injured) or tr("nobody")
        raise UsageError(tr("no roll is due for {name}; it is for: {cards}", name=name, cards=every))
    failed = range(2 if play.game.reads("sp.heal-failed") else 1, HEALED)
    if len(rolls) == 2 and rolls[0] not in failed:
        raise IllegalError(tr("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=rolls[0]))
    roll, card = rolls[-1], play.house(at).cards[place]
    if roll >= HEALED:
        play.set_card(at, place, injured=False, exhausted=False)
        play.note("healed", "sp.healing", house=play.name(at), card=card.name, n=roll)
    elif roll > 1:
        play.set_card(at, place, rolled=True)
        play.note("not-healed", "sp.healing", house=play.name(at), card=card.name, n=roll)
    else:
        play.note("died", "sp.healing", house=play.name(at), card=card.name, n=roll)
        play.discard(at, place, "sp.exhausted-dies")


def ledgers(play: Play, words: Sequence[str]) -> None:
    """Balance the ledgers of all Houses; who is short names the Gladiators that go: `ledgers Liz=Crixus`."""
    play.need("ledgers")
    due = [each.name for house in play.game.houses for each in house.cards if each.injured and not each.rolled]
    if due:
        raise IllegalError(tr("first roll for the injured: {cards} (p.5)", cards=", ".join(due)))
    going: dict[int, list[str]] = {}
    for word in words:
        house, equals, card = word.partition("=")
        if not equals:
            raise UsageError(tr("a House and the Gladiator that it discards, as in Liz=Crixus"))
        going.setdefault(play.find(house), []).append(card)
    for at in range(len(play.game.houses)):
        _balance(play, at, going.get(at, []))
    begin_intrigue(play)


def _balance(play: Play, at: int, going: list[str]) -> None:
    """Earn a coin for each Ready Slave, pay one for each Ready Gladiator; discard for what is short."""
    balance = play.count(at, "slave") - play.count(at, "gladiator")
    short = max(0, -balance - play.house(at).coins)
    if play.game.reads("sp.ledger-short"):
        short = min(short, 1)
    pay(play, at, max(balance, -play.house(at).coins), "sp.ledgers")
    if not balance:
        play.note("balanced", "sp.ledgers", house=play.name(at))
    ready = [each.name for each in play.house(at).cards if each.kind == "gladiator" and not each.exhausted]
    if short == len(ready):
        going = ready
    if len(going) != short:
        raise UsageError(
            tr(
                "{house} is {n} coins short: name as many Gladiators of {cards}, as in ledgers {house}={card} "
                "(sp.ledger-short)",
                house=play.name(at),
                n=short,
                cards=", ".join(ready),
                card=ready[0],
            )
            if short
            else tr("{house} can pay: it discards nobody", house=play.name(at))
        )
    for name in going:
        play.discard(at, play.card(at, name, ("gladiator",), ready=True), "sp.ledger-short")
