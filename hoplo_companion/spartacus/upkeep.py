"""Upkeep and the Intrigue Phase, and what may be done at any time (Spartacus p.5-9)."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.fighter import read_fighter, read_pools
from hoplo_companion.spartacus.game import FIGHTING, GOAL, Card, Game, Play, Scheme
from hoplo_companion.spartacus.slots import (
    card,
    carry_out,
    coins,
    die,
    effects,
    house,
    itself,
    new_card,
    not_active,
    own,
)
from hoplo_companion.tables.actions import Action, reading_action
from hoplo_companion.tables.filling import Deed
from hoplo_companion.tables.slots import Filled, Number, Pick, Text, number

DRAWN = 3
FOILED = 4
IN_TURN, ON_TABLE = ("intrigue",), ("scheme",)


def begin_intrigue(play: Play) -> None:
    """Everybody draws, and the Host begins."""
    play.note("all-drew", n=DRAWN)
    play.change(stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", house=play.game.host)


def cash(play: Play, house: int, coins: int) -> None:
    """Cash an Intrigue card in."""
    play.pay(house, coins, "sp.cash-in")


def use(play: Play, house: int, card: str, effects: Collection[Deed]) -> None:
    """Exhaust a card for its Intrigue ability."""
    play.exhaust(house, card, "sp.exhaust")
    carry_out(play, effects, "sp.exhaust")


def house_rule(play: Play, house: int, name: str, effects: Collection[Deed]) -> None:
    """Use a special rule of a House card."""
    key = f"{house} {name.casefold()}"
    if play.game.options.house_rules_once and key in play.game.rules_used:
        raise IllegalError(
            "{name} was used in this Intrigue Phase (House Special Rules)", name=name or play.name(house)
        )
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", house=house, name=name)
    carry_out(play, effects, "sp.house-rules")


# Schemes -----------------------------------------------------------------------------------------------------------


def scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    """Play a Scheme, by one's own Influence or with the support of others."""
    total = sum(play.house(at).influence for at in {house, *support})
    if total < influence:
        raise IllegalError(
            "{scheme} requires {needs} Influence, and there is only {total} (Playing Schemes)",
            scheme=name or tr("the Scheme"),
            needs=influence,
            total=total,
        )
    play.change(scheme=Scheme(house, name, target))
    play.note("scheme", house=house, scheme=name, target=target)
    for at in support:
        play.note("support", house=at)


def _is_strong_enough(filled: Filled) -> bool:
    return bool(filled["influence"] <= filled.game.houses[filled["house"]].influence)


def _why_no_support(filled: Filled, at: int) -> str:
    return tr("each House supports a Scheme once, and never its own") if at == filled["house"] else ""


def _end_scheme(play: Play, event: str) -> None:
    assert play.game.scheme is not None
    play.note(event, scheme=play.game.scheme.name)
    play.change(scheme=None)


def succeed(play: Play, effects: Collection[Deed]) -> None:
    """Let the Scheme succeed: its costs and effects take place."""
    _end_scheme(play, "succeeded")
    carry_out(play, effects, "sp.success")


def guard(play: Play, house: int, roll: int, place: str) -> None:
    """Make a Guard attempt against a Scheme at one's own House; a foiled one costs nothing."""
    if reason := _why_no_guard(Filled(play.game, {"house": house}), place):
        raise IllegalError(reason)
    if place == "table":
        play.take_card(house, next(iter(play.game.cards(house, ("guard",), ready=True))))
    play.note("guard-lost", house=house, n=roll)
    if roll >= FOILED:
        _end_scheme(play, "foiled")


PLACES = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}


def _why_no_guard(filled: Filled, place: str) -> str:
    at, game = filled["house"], filled.game
    has_none = place == "table" and not game.cards(at, ("guard",), ready=True)
    return tr("{house} has no Guard on the table", house=game.names[at]) if has_none else ""


def _why_no_target(filled: Filled, at: int) -> str:
    is_target = at == filled.game.scheme.target
    return "" if is_target else tr("Guards answer only Schemes against their own House (Guard Cards)")


def _own_scheme(filled: Filled, at: int) -> str:
    is_own = at == filled.game.scheme.by
    return tr("a Scheme is foiled by another Dominus (Foiling a Scheme)") if is_own else ""


def _why_no_reaction(filled: Filled, needs: int) -> str:
    if needs <= filled.game.houses[filled["house"]].influence:
        return ""
    return tr("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)",
              name=filled["name"] or tr("the Reaction"), needs=needs)  # fmt: skip


def react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed] = ()) -> None:
    """Play a Reaction, which nobody supports."""
    play.note("reaction", house=house, name=name)
    carry_out(play, effects, "sp.reaction")


def foil(play: Play, house: int, name: str, influence: int) -> None:
    """Foil the Scheme by a Reaction."""
    react(play, house, name, influence)
    _end_scheme(play, "foiled")


# Guards and hands --------------------------------------------------------------------------------------------------


def deploy(play: Play, house: int) -> None:
    """Put a Guard from hand on the table."""
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=house)


def _why_no_deployment(game: Game) -> str:
    if game.reads("sp.guard-deploy") or game.stage == "intrigue":
        return ""
    return tr("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")


def _why_not_deployed(filled: Filled, at: int) -> str:
    return "" if filled.game.reads("sp.guard-deploy") else not_active(filled, at)


def end_turn(play: Play, house: int | None) -> None:
    """End an Intrigue Turn; what is in hand, and the Hand Size, is on the table alone."""
    done = (play.game.done + 1) % len(play.game.houses)
    play.change(done=done)
    if not done:
        play.end_phase("open-market")
        return
    play.change(active=(play.game.active + 1) % len(play.game.houses))
    play.note("turn-of", house=play.game.active)


_needs = Number(name="influence", ask=later("The Influence that it requires:"), most=48)
_unsupported = dataclasses.replace(_needs, why_not=_why_no_reaction)
_unnamed = Text(name="name", ask=later("Its name:"), default="", quiet=lambda filled: True)

INTRIGUE = {
    "cash": Action(
        later("cash a card in"), cash, (own, Number(name="coins", ask=later("Coins on the card:"), most=99)), IN_TURN
    ),
    "scheme": Action(
        later("play a Scheme"), scheme,
        (own, _unnamed, _needs, house("target", later("The Target Dominus:")),
         house("support", later("Who supports it?"), _why_no_support, lead="support", default=(), many=True,
               quiet=_is_strong_enough)),
        IN_TURN,
    ),
    "use": Action(later("exhaust a card"), use, (own, card(), effects(":")), IN_TURN),
    "house-rule": Action(
        later("use a House rule"), house_rule,
        (own, Text(name="name", ask=later("The name of the House rule:"), default="",
                   quiet=lambda filled: not filled.game.options.house_rules_once), effects(":")),
        IN_TURN,
    ),
    "deploy": Action(
        later("put a Guard on the table"), deploy, (house(why_not=_why_not_deployed),), (), _why_no_deployment, IN_TURN
    ),
    "end-turn": Action(
        later("end the turn, down to the Hand Size"), end_turn,
        (house(why_not=not_active, default=None, quiet=lambda filled: True),), IN_TURN,
    ),
    "guard": Action(
        later("a Guard attempt against the Scheme"), guard,
        (house(why_not=_why_no_target), die,
         Pick(name="place", ask=later("Which Guard?"), known=lambda filled: PLACES, why_not=_why_no_guard,
              default="table")),
        ON_TABLE,
    ),
    "foil": Action(later("foil the Scheme by a Reaction"), foil, (house(why_not=_own_scheme), _unnamed, _unsupported),
                   ON_TABLE),
    "succeed": Action(later("the Scheme succeeds"), succeed, (effects(),), ON_TABLE),
    "react": Action(later("play a Reaction"), react, (house(), _unnamed, _unsupported, effects(":"))),
}  # fmt: skip


HEALED = 4


NUMBERS = {"coins": later("coins"), "influence": later("Influence")}
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


def _why_no_state(filled: Filled, state: str) -> str:
    fights = filled.game.cards(filled["house"], FIGHTING)
    if state != "dice" or filled["thing"] in fights:
        return ""
    return tr("{card} does not fight: it has no dice", card=_things(filled)[filled["thing"]])


def set_(play: Play, house: int, thing: str, state: str | None, value: str | None) -> None:
    """Put anything to what it is on the table: `set Pete coins 5`, `set Pete Crixus injured`."""
    label = tr(_things(Filled(play.game, {"house": house}))[thing])
    if thing in NUMBERS:
        least, most = (play.least_influence, GOAL) if thing == "influence" else (0, 999)
        play.set_house(house, **{thing: number(value or "", least, most)})
    elif state in ("favour", "worth"):
        play.set_card(house, thing, **{"value" if state == "worth" else state: number(value or "", 0, 99)})
    elif state == "dice":
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
        raise IllegalError("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=roll)
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
         coins()),
    ),
    "set": Action(
        later("correct something by hand"), set_,
        (house(), Pick(name="thing", ask=later("Correct what?"), known=_things),
         Pick(name="state", ask=later("What is it now?"), known=lambda filled: STATES, why_not=_why_no_state,
              when=lambda filled: filled["thing"] not in NUMBERS),
         Text(name="value", ask=later("The right value:"),
              when=lambda filled: filled["thing"] in NUMBERS or filled["state"] in ("favour", "worth", "dice"))),
    ),
    "reading": reading_action("spartacus", _combat),
}  # fmt: skip
"""What may be done at any time, beside a Reaction."""

UPKEEP = {
    "refresh": Action(later("begin the turn"), refresh, (), ("upkeep",)),
    "add": Action(later("add a card"), Play.gain, (house(), new_card), main=("upkeep",)),
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
