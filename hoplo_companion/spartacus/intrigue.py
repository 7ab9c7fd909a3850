"""The Intrigue Phase: hands, Schemes and what foils them, and what cards do (Spartacus p.6)."""

from __future__ import annotations

from collections.abc import Collection

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import Card, Game, House, Play, Scheme
from hoplo_companion.spartacus.slots import card, carry_out, die, effects, house, not_active, others, own
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
    for at in range(len(play.game.houses)):
        play.draw(at, DRAWN)
    play.note("all-drew", n=DRAWN)
    play.change(stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", house=play.name(play.game.host))


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
    play.note("house-rule", house=play.name(house), name=name)
    carry_out(play, effects, "sp.house-rules")


def scheme(play: Play, house: int, name: str, influence: int, target: int, support: tuple[int, ...]) -> None:
    """Play a Scheme, by one's own Influence or with the support of others."""
    game, named = play.game, name or tr("the Scheme")
    total = sum(game.houses[at].influence for at in {house, *support})
    if total < influence:
        raise IllegalError(
            tr("{scheme} requires {needs} Influence; here are {total} (Playing Schemes)",
               scheme=named, needs=influence, total=total)
        )  # fmt: skip
    play.play_from_hand(house)
    play.change(scheme=Scheme(house, named, target))
    play.note("scheme", house=play.name(house), scheme=named, target=play.name(target))
    for at in support:
        play.note("support", house=play.name(at))


def _is_strong_enough(filled: Filled) -> bool:
    return bool(filled["influence"] <= filled.game.houses[filled["house"]].influence)


def on_table(game: Game) -> Scheme:
    """The Scheme on the table; IllegalError where there is none."""
    if game.scheme is None:
        raise IllegalError(tr("no Scheme is on the table"))
    return game.scheme


def succeed(play: Play, effects: Collection[Deed]) -> None:
    """Let the Scheme succeed: its costs and effects take place."""
    play.note("succeeded", scheme=on_table(play.game).name)
    play.change(scheme=None, discards=play.game.discards)
    carry_out(play, effects, "sp.success")


def foiled(play: Play) -> None:
    """Foil the Scheme: nothing of it takes place, its costs neither."""
    play.note("foiled", scheme=on_table(play.game).name)
    play.change(scheme=None)


def guard(play: Play, house: int, roll: int, place: str) -> None:
    """Make a Guard attempt against a Scheme at one's own House."""
    if place == "hand":
        play.play_from_hand(house)
    else:
        guards = play.game.cards(house, ("guard",), ready=True)
        if not guards:
            raise IllegalError(tr("{house} has no Guard on the table", house=play.name(house)))
        play.take_card(house, next(iter(guards)))
    play.note("guard-lost", house=play.name(house), n=roll)
    if roll >= FOILED:
        foiled(play)


PLACES = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}


def _places(filled: Filled) -> dict[str, str]:
    """Where the Guards of the House are that a Scheme is aimed at."""
    at = filled["house"]
    has = {"table": filled.game.cards(at, ("guard",), ready=True), "hand": filled.game.houses[at].hand}
    return {place: words for place, words in PLACES.items() if has[place]}


def _why_no_place(filled: Filled, id_: str) -> str:
    name = filled.game.houses[filled["house"]].name
    if id_ == "table":
        return tr("{house} has no Guard on the table", house=name)
    return tr("{house} has no Intrigue card in hand", house=name)


def _targets(filled: Filled) -> list[int]:
    return [on_table(filled.game).target]


def _why_no_target(filled: Filled, id_: str) -> str:
    return tr("Guards answer only Schemes against their own House (Guard Cards)")


def _foilers(filled: Filled) -> list[int]:
    return [at for at in range(len(filled.game.houses)) if at != on_table(filled.game).by]


def _own_scheme(filled: Filled, id_: str) -> str:
    return tr("a Scheme is foiled by another Dominus (Foiling a Scheme)")


def foil(play: Play, house: int, name: str, influence: int) -> None:
    """Foil the Scheme by a Reaction."""
    _reaction(play, house, name, influence)
    foiled(play)


def react(play: Play, house: int, name: str, influence: int, effects: Collection[Deed]) -> None:
    """Play a Reaction, which nobody supports."""
    _reaction(play, house, name, influence)
    carry_out(play, effects, "sp.reaction")


def _reaction(play: Play, at: int, name: str, needs: int) -> None:
    if play.house(at).influence < needs:
        raise IllegalError(
            tr("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)",
               name=name or tr("the Reaction"), needs=needs)
        )  # fmt: skip
    play.play_from_hand(at)
    play.note("reaction", house=play.name(at), name=name)


def deploy(play: Play, house: int) -> None:
    """Put a Guard from hand on the table."""
    play.play_from_hand(house, stays=True)
    play.add_card(house, Card("Guard", "guard"))
    play.note("deployed", house=play.name(house))


def _may_deploy(game: Game) -> str:
    if game.reads("sp.guard-deploy") or game.stage == "intrigue":
        return ""
    return tr("a Guard is put on the table in one's own Intrigue Turn (sp.guard-deploy)")


def _deployers(filled: Filled) -> list[int]:
    any_time = filled.game.reads("sp.guard-deploy")
    return [at for at in range(len(filled.game.houses)) if any_time or at == filled.game.active]


def size_of(house: House) -> int | None:
    """The Hand Size of a House at its Influence; None where it was never read off its House card."""
    return house.hand_sizes.get(str(house.influence), KNOWN_HAND_SIZES.get(house.influence))


def _is_unknown(filled: Filled) -> bool:
    return size_of(filled.game.houses[filled.game.active]) is None


def end_turn(play: Play, house: int | None, size: int | None) -> None:
    """End an Intrigue Turn; the hand must have come down to its size."""
    at = play.game.active
    dominus = play.house(at)
    if size is not None:
        dominus_sizes = {**dominus.hand_sizes, str(dominus.influence): size}
        play.set_house(at, hand_sizes=dominus_sizes)
        play.note("hand-size", house=dominus.name, n=size, influence=dominus.influence)
        dominus = play.house(at)
    most = size_of(dominus)
    if most is not None and dominus.hand > most:
        raise IllegalError(
            tr("{house} holds {n} cards, and its Hand Size is {size} (p.6)",
               house=dominus.name, n=dominus.hand, size=most)
        )  # fmt: skip
    done = play.game.done + 1
    if done == len(play.game.houses):
        play.change(done=0)
        end_phase(play, "open-market")
        return
    active = (at + 1) % len(play.game.houses)
    play.change(active=active, done=done)
    play.note("turn-of", house=play.name(active))


_needs = Number(name="influence", ask=later("The Influence that it requires:"), most=48)
_unnamed = Text(name="name", ask=later("Its name:"), default="", quiet=lambda filled: True)

INTRIGUE = {
    "cash": Action(
        later("cash a card in"), cash, (own, Number(name="coins", ask=later("Coins on the card:"), most=99)), IN_TURN
    ),
    "scheme": Action(
        later("play a Scheme"), scheme,
        (own, _unnamed, _needs, house("target", later("The Target Dominus:")),
         house("support", later("Who supports it?"), others,
               lambda filled, id_: tr("each House supports a Scheme once, and never its own"),
               lead="support", default=(), many=True, quiet=_is_strong_enough)),
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
        later("put a Guard on the table"), deploy,
        (house(among=_deployers, why_not=not_active),), (), _may_deploy, IN_TURN,
    ),
    "end-turn": Action(
        later("end the turn"), end_turn,
        (house(among=lambda filled: [filled.game.active], default=None, quiet=lambda filled: True, why_not=own.why_not),
         Number(name="size", ask=later("The Hand Size below its Influence on the House card:"), most=9,
                when=_is_unknown)),
        IN_TURN,
    ),
    "guard": Action(
        later("a Guard attempt against the Scheme"), guard,
        (house(among=_targets, why_not=_why_no_target), die,
         Pick(name="place", ask=later("Which Guard?"), among=_places, known=lambda filled: PLACES,
              why_not=_why_no_place, default="table", when=lambda filled: True)),
        ON_TABLE,
    ),
    "foil": Action(
        later("foil the Scheme by a Reaction"), foil,
        (house(among=_foilers, why_not=_own_scheme), _unnamed, _needs), ON_TABLE,
    ),
    "succeed": Action(later("the Scheme succeeds"), succeed, (effects(),), ON_TABLE),
    "react": Action(
        later("play a Reaction"), react, (house(), _unnamed, _needs,
                                          effects(":")),    ),
}  # fmt: skip
