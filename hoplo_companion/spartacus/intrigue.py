"""The Intrigue Phase: hands, Schemes and what foils them, and what cards do (Spartacus p.6)."""

from __future__ import annotations

from collections.abc import Collection

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import Card, Game, House, Play, Scheme
from hoplo_companion.spartacus.slots import card, carry_out, die, effects, house, not_active, own
from hoplo_companion.spartacus.winning import end_phase
from hoplo_companion.tables.actions import Action
from hoplo_companion.tables.slots import Deed, Filled, Number, Pick, Text

DRAWN = 3
FOILED = 4
KNOWN_HAND_SIZES = {5: 4}
"""The one Hand Size that the rulebook shows: 4 cards at 5 Influence."""

IN_TURN, ON_TABLE = ("intrigue",), ("scheme",)


def begin_intrigue(play: Play) -> None:
    """Everybody draws, and the Host begins."""
    for at in play.game.names:
        play.draw(at, DRAWN)
    play.note("all-drew", n=DRAWN)
    play.change(stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", house=play.game.host)


def cash(play: Play, house: int, coins: int) -> None:
    """Cash an Intrigue card in."""
    play.play_from_hand(house)
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
            tr("{name} was used in this Intrigue Phase (House Special Rules)", name=name or play.name(house))
        )
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", house=house, name=name)
    carry_out(play, effects, "sp.house-rules")


# Schemes -----------------------------------------------------------------------------------------------------------


def scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    """Play a Scheme, by one's own Influence or with the support of others."""
    named = name or tr("the Scheme")
    total = sum(play.house(at).influence for at in {house, *support})
    if total < influence:
        raise IllegalError(
            tr("{scheme} requires {needs} Influence, and there is only {total} (Playing Schemes)",
               scheme=named, needs=influence, total=total)
        )  # fmt: skip
    play.play_from_hand(house)
    play.change(scheme=Scheme(house, named, target))
    play.note("scheme", house=house, scheme=named, target=target)
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
    if place == "hand":
        play.play_from_hand(house)
    else:
        play.take_card(house, next(iter(play.game.cards(house, ("guard",), ready=True))))
        play.change(discards=play.game.discards + 1)
    play.note("guard-lost", house=house, n=roll)
    if roll >= FOILED:
        _end_scheme(play, "foiled")


PLACES = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}


def _why_no_guard(filled: Filled, place: str) -> str:
    at, game = filled["house"], filled.game
    if place == "table":
        has_none = not game.cards(at, ("guard",), ready=True)
        return tr("{house} has no Guard on the table", house=game.names[at]) if has_none else ""
    return "" if game.houses[at].hand else tr("{house} has no Intrigue card in hand", house=game.names[at])


def _why_no_target(filled: Filled, at: int) -> str:
    is_target = at == filled.game.scheme.target
    return "" if is_target else tr("Guards answer only Schemes against their own House (Guard Cards)")


def _own_scheme(filled: Filled, at: int) -> str:
    is_own = at == filled.game.scheme.by
    return tr("a Scheme is foiled by another Dominus (Foiling a Scheme)") if is_own else ""


def react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed] = ()) -> None:
    """Play a Reaction, which nobody supports."""
    if play.house(house).influence < influence:
        raise IllegalError(
            tr("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)",
               name=name or tr("the Reaction"), needs=influence)
        )  # fmt: skip
    play.play_from_hand(house)
    play.note("reaction", house=house, name=name)
    carry_out(play, effects, "sp.reaction")


def foil(play: Play, house: int, name: str, influence: int) -> None:
    """Foil the Scheme by a Reaction."""
    react(play, house, name, influence)
    _end_scheme(play, "foiled")


# Guards and hands --------------------------------------------------------------------------------------------------


def deploy(play: Play, house: int) -> None:
    """Put a Guard from hand on the table."""
    play.play_from_hand(house, stays=True)
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=house)


def _why_no_deployment(game: Game) -> str:
    if game.reads("sp.guard-deploy") or game.stage == "intrigue":
        return ""
    return tr("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")


def _why_not_deployed(filled: Filled, at: int) -> str:
    return "" if filled.game.reads("sp.guard-deploy") else not_active(filled, at)


def size_of(house: House) -> int | None:
    """The Hand Size of a House at its Influence; None where it was never read off its House card."""
    return house.hand_sizes.get(str(house.influence), KNOWN_HAND_SIZES.get(house.influence))


def end_turn(play: Play, house: int | None, size: int | None) -> None:
    """End an Intrigue Turn; the hand must have come down to its size."""
    at = play.game.active
    dominus = play.house(at)
    if size is not None:
        play.set_house(at, hand_sizes={**dominus.hand_sizes, str(dominus.influence): size})
        play.note("hand-size", house=at, n=size, influence=dominus.influence)
    most = size_of(play.house(at))
    if most is not None and dominus.hand > most:
        raise IllegalError(
            tr("{house} must come down to its Hand Size of {size}, and holds {n} (p.6)",
               house=dominus.name, n=dominus.hand, size=most)
        )  # fmt: skip
    done = (play.game.done + 1) % len(play.game.houses)
    play.change(done=done)
    if not done:
        end_phase(play, "open-market")
        return
    play.change(active=(at + 1) % len(play.game.houses))
    play.note("turn-of", house=play.game.active)


_needs = Number(name="influence", ask=later("The Influence that it requires:"), most=48)
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
        later("end the turn"), end_turn,
        (house(why_not=not_active, default=None, quiet=lambda filled: True),
         Number(name="size", ask=later("The Hand Size on its House card, below its Influence:"), most=9,
                when=lambda filled: size_of(filled.game.houses[filled.game.active]) is None)),
        IN_TURN,
    ),
    "guard": Action(
        later("a Guard attempt against the Scheme"), guard,
        (house(why_not=_why_no_target), die,
         Pick(name="place", ask=later("Which Guard?"), known=lambda filled: PLACES, why_not=_why_no_guard,
              default="table")),
        ON_TABLE,
    ),
    "foil": Action(later("foil the Scheme by a Reaction"), foil, (house(why_not=_own_scheme), _unnamed, _needs),
                   ON_TABLE),
    "succeed": Action(later("the Scheme succeeds"), succeed, (effects(),), ON_TABLE),
    "react": Action(later("play a Reaction"), react, (house(), _unnamed, _needs, effects(":"))),
}  # fmt: skip
