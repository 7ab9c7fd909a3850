"""Upkeep and the Intrigue Phase, and what may be done at any time (Spartacus p.5-9)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.fighter import read_pools
from hoplo_companion.spartacus.game import FIGHTING, GOAL, Card, Game, Play, Scheme
from hoplo_companion.spartacus.slots import EFFECT, card, coins, die, house, itself, new_card, not_active, own, unless
from hoplo_companion.tables.actions import Action, Deed, reading_action
from hoplo_companion.tables.slots import Filled, Number, Pick, Slot, Text, Varying

DRAWN = 3
FOILED = 4
HEALED = 4
IN_TURN, ON_TABLE = ("intrigue",), ("scheme",)

EFFECTS = replace(EFFECT, lead=":")
"""What a card does, after its name."""


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


def _why_not_again(filled: Filled, again: int) -> str:
    """Say that a roll has not failed, so that it is not rolled again (`sp.heal-failed`)."""
    least = 2 if filled.game.reads("sp.heal-failed") else 1
    if least <= filled["roll"] < HEALED:
        return ""
    return tr("a roll of {n} has not failed: it is not rolled again (sp.heal-failed)", n=filled["roll"])


def _is_not_rolled_again(filled: Filled) -> bool:
    """Whether nobody is asked: the roll has not failed, or no card is known that lets a failed die be rolled again."""
    has_medicus = any("heal" in each.fight.casefold() for each in filled.game.houses[filled["house"]].cards)
    return not has_medicus or bool(_why_not_again(filled, 0))


def heal(play: Play, house: int, card: str, roll: int, again: int | None) -> None:
    """Make a healing roll; a failed one may be rolled again where a card says so."""
    last = again or roll
    play.note("healed" if last >= HEALED else "not-healed" if last > 1 else "died", house=house, card=card, n=last)
    if last == 1:
        play.discard(house, card, "sp.exhausted-dies")
    elif last < HEALED:
        play.set_card(house, card, rolled=True)
    else:
        play.set_card(house, card, injured=False, exhausted=False)


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
    owed = {at: play.game.ready(at, "slave") - play.game.ready(at, "gladiator") for at in game.names}
    for at, amount in owed.items():
        play.pay(at, max(amount, -play.game.houses[at].coins), "sp.ledgers")
    if even := [at for at, amount in owed.items() if not amount]:
        play.note("even", houses=even)
    play.note("all-drew", n=DRAWN)
    play.change(discarded=(), stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", house=play.game.host)


UPKEEP = {
    "refresh": Action(later("begin the turn"), refresh, (), ("upkeep",)),
    "add": Action(later("add a card"), Play.gain, (house(), new_card), main=("upkeep",)),
    "heal": Action(
        later("a healing roll"), heal,
        (house(why_not=unless(lambda filled, at: due(filled.game, at), later("{house} has nobody to roll for"))),
         card(ask=later("Who is healed?"), why_not=_not_due), die,
         Number(name="again", ask=later("The re-roll, if a card allows one (Enter for none):"), least=1, most=6,
                default=None, quiet=_is_not_rolled_again, why_not=_why_not_again)),
        ("ledgers",),
    ),
    "ledgers": Action(
        later("discard a Gladiator that cannot be paid for"), give_up,
        (house(why_not=unless(lambda filled, at: filled.game.short(at), later("{house} can pay: it discards nobody"))),
         card(kinds=("gladiator",))),
        ("ledgers",), _why_no_ledgers,
    ),
}  # fmt: skip


# The Intrigue Phase ------------------------------------------------------------------------------------------------


def cash(play: Play, house: int, coins: int) -> None:
    """Cash an Intrigue card in."""
    play.pay(house, coins, "sp.cash-in")


def use(play: Play, house: int, card: str, effects: Collection[Deed]) -> None:
    """Exhaust a card for its Intrigue ability."""
    play.exhaust(house, card, "sp.exhaust")
    EFFECT.carry_out(play, effects, "sp.exhaust")


def house_rule(play: Play, house: int, name: str, effects: Collection[Deed]) -> None:
    """Use a special rule of a House card."""
    key = f"{house} {name.casefold()}"
    if play.game.options.house_rules_once and key in play.game.rules_used:
        text = later("{name} was used in this Intrigue Phase (House Special Rules)")
        raise IllegalError(text, name=name or play.game.houses[house].name)
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.house-rules")


def scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    """Play a Scheme, by one's own Influence or with the support of others."""
    total = sum(play.game.houses[at].influence for at in {house, *support})
    if total < influence:
        text = later("{scheme} requires {needs} Influence, and there is only {total} (Playing Schemes)")
        raise IllegalError(text, scheme=name or tr("the Scheme"), needs=influence, total=total)
    play.change(scheme=Scheme(house, name, target))
    play.note("scheme", house=house, scheme=name, target=target)
    for at in support:
        play.note("support", house=at)


def _is_strong_enough(filled: Filled) -> bool:
    return bool(filled["influence"] <= filled.game.houses[filled["house"]].influence)


def _end_scheme(play: Play, event: str) -> None:
    assert play.game.scheme is not None
    play.note(event, scheme=play.game.scheme.name)
    play.change(scheme=None)


def succeed(play: Play, effects: Collection[Deed]) -> None:
    """Let the Scheme succeed: its costs and effects take place."""
    _end_scheme(play, "succeeded")
    EFFECT.carry_out(play, effects, "sp.success")


PLACES = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}


def _why_no_guard(filled: Filled, place: str) -> str:
    at, game = filled["house"], filled.game
    has_none = place == "table" and not game.cards(at, ("guard",), ready=True)
    return tr("{house} has no Guard on the table", house=game.names[at]) if has_none else ""


def guard(play: Play, house: int, roll: int, place: str) -> None:
    """Make a Guard attempt against a Scheme at one's own House; a foiled one costs nothing."""
    if place == "table":
        play.take_card(house, next(iter(play.game.cards(house, ("guard",), ready=True))))
    play.note("guard-lost", house=house, n=roll)
    if roll >= FOILED:
        _end_scheme(play, "foiled")


def react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed] = ()) -> None:
    """Play a Reaction, which nobody supports."""
    play.note("reaction", house=house, name=name)
    EFFECT.carry_out(play, effects, "sp.reaction")


def _why_no_reaction(filled: Filled, needs: int) -> str:
    if needs <= filled.game.houses[filled["house"]].influence:
        return ""
    return tr("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)",
              name=filled["name"] or tr("the Reaction"), needs=needs)  # fmt: skip


def foil(play: Play, house: int, name: str, influence: int) -> None:
    """Foil the Scheme by a Reaction."""
    react(play, house, name, influence)
    _end_scheme(play, "foiled")


def deploy(play: Play, house: int) -> None:
    """Put a Guard from hand on the table."""
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=house)


def _why_no_deployment(game: Game) -> str:
    if game.reads("sp.guard-deploy") or game.stage == "intrigue":
        return ""
    return tr("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")


def end_turn(play: Play, house: int | None) -> None:
    """End an Intrigue Turn; what is in hand, and the Hand Size, is on the table alone."""
    count = len(play.game.houses)
    play.note("turn-ended", house=play.game.active)
    play.change(done=(play.game.done + 1) % count)
    if not play.game.done:
        play.end_phase("open-market")
        return
    play.change(active=(play.game.active + 1) % count)
    play.note("turn-of", house=play.game.active)


_needs = Number(name="influence", ask=later("The Influence that it requires:"), most=48)
_unsupported = replace(_needs, why_not=_why_no_reaction)
_unnamed = Text(name="name", ask=later("Its name:"), default="", quiet=lambda filled: True)

INTRIGUE = {
    "cash": Action(
        later("cash a card in"), cash, (own, Number(name="coins", ask=later("Coins on the card:"), most=99)), IN_TURN
    ),
    "scheme": Action(
        later("play a Scheme"), scheme,
        (own, _unnamed, _needs, house("target", later("The Target Dominus:")),
         house("support", later("Who supports it?"), lead="support", default=(), many=True, quiet=_is_strong_enough,
               why_not=unless(lambda filled, at: at != filled["house"],
                              later("each House supports a Scheme once, and never its own")))),
        IN_TURN,
    ),
    "use": Action(later("exhaust a card"), use, (own, card(), EFFECTS), IN_TURN),
    "house-rule": Action(
        later("use a House rule"), house_rule,
        (own, Text(name="name", ask=later("The name of the House rule:"), default="",
                   quiet=lambda filled: not filled.game.options.house_rules_once), EFFECTS),
        IN_TURN,
    ),
    "deploy": Action(
        later("put a Guard on the table"), deploy,
        (house(why_not=lambda filled, at: "" if filled.game.reads("sp.guard-deploy") else not_active(filled, at)),),
        (), _why_no_deployment, IN_TURN,
    ),
    "end-turn": Action(
        later("end the turn, down to the Hand Size"), end_turn,
        (house(why_not=not_active, default=None, quiet=lambda filled: True),), IN_TURN,
    ),
    "guard": Action(
        later("a Guard attempt against the Scheme"), guard,
        (house(why_not=unless(lambda filled, at: at == filled.game.scheme.target,
                              later("Guards answer only Schemes against their own House (Guard Cards)"))), die,
         Pick(name="place", ask=later("Which Guard?"), known=lambda filled: PLACES, why_not=_why_no_guard,
              default="table")),
        ON_TABLE,
    ),
    "foil": Action(
        later("foil the Scheme by a Reaction"), foil,
        (house(why_not=unless(lambda filled, at: at != filled.game.scheme.by,
                              later("a Scheme is foiled by another Dominus (Foiling a Scheme)"))),
         _unnamed, _unsupported),
        ON_TABLE,
    ),
    "succeed": Action(later("the Scheme succeeds"), succeed, (EFFECT,), ON_TABLE),
    "react": Action(later("play a Reaction"), react, (house(), _unnamed, _unsupported, EFFECTS)),
}  # fmt: skip


# At any time -------------------------------------------------------------------------------------------------------

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
FIELDS: dict[str, dict[str, Any]] = {
    "ready": {"exhausted": False, "injured": False},
    "exhausted": {"exhausted": True, "injured": False},
    "injured": {"exhausted": True, "injured": True},
    "champion": {"champion": True, "favour": 0},
}
"""What a state makes of a card; `VALUED` are those that need a value, with what has it."""
VALUED = {"favour": "favour", "worth": "value", "dice": "fight"}


def _things(filled: Filled) -> dict[str, str]:
    return {**NUMBERS, **filled.game.labels(filled["house"])}


def _why_no_state(filled: Filled, state: str) -> str:
    fights = state != "dice" or filled["thing"] in filled.game.cards(filled["house"], FIGHTING)
    return "" if fights else tr("{card} does not fight: it has no dice", card=_things(filled)[filled["thing"]])


def _value(filled: Filled) -> Slot:
    """The right value of what is corrected: dice, or a number."""
    ask, thing, state = later("The right value:"), filled["thing"], filled["state"]
    if state == "dice":
        return Text(name="value", ask=ask, turned=lambda text: str(read_pools(text)))
    least, most = (filled.game.least_influence, GOAL) if thing == "influence" else (0, 99 if state else 999)
    return Number(name="value", ask=ask, least=least, most=most)


def set_(play: Play, house: int, thing: str, state: str | None, value: Any) -> None:
    """Put anything to what it is on the table: `set Pete coins 5`, `set Pete Crixus injured`."""
    label = _things(Filled(play.game, {"house": house}))[thing]
    if state is None:
        play.set_house(house, **{thing: value})
    elif state == "gone":
        play.discard(house, thing, "sp.starting-assets")
    elif state == "dice":
        play.set_card(house, thing, fight=" ".join([value, *play.game.card(thing).fight.split(" ", 1)[1:]]))
    else:
        play.set_card(house, thing, **({VALUED[state]: value} if state in VALUED else FIELDS[state]))
    words = tr(STATES[state]) if state else "", "" if value is None else str(value)
    said = [play.game.names[house], tr(label), *words]
    play.note("set", "sp.starting-assets", words=" ".join(filter(None, said)))


ANY_TIME = {
    "pay": Action(
        later("coins change hands"), Play.hand_over,
        (house(ask=later("Who pays?")), house("to", later("Whom?"), itself),
         coins()),
    ),
    "set": Action(
        later("correct something by hand"), set_,
        (house(), Pick(name="thing", ask=later("Correct what?"), known=_things),
         Pick(name="state", ask=later("What is it now?"), known=lambda filled: STATES,
              why_not=_why_no_state, when=lambda filled: filled["thing"] not in NUMBERS),
         Varying(name="value", of=_value,
                 when=lambda filled: filled["thing"] in NUMBERS or filled["state"] in VALUED)),
    ),
    "reading": reading_action("spartacus", lambda game: tr("a match is fought: its readings stand until it is over")
                              if game.stage == "combat" else ""),
}  # fmt: skip
"""What may be done at any time, beside a Reaction."""
