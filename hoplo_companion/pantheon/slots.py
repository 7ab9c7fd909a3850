"""What the actions of this table ask for: a unit, an area, what is attacked, how a card is paid; and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hoplo_companion.components.names import slug
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting, turn
from hoplo_companion.pantheon.army import AOW, OMPHALOS, read_stats, stats_words
from hoplo_companion.pantheon.fighting import AREA, TOKEN
from hoplo_companion.pantheon.game import Game
from hoplo_companion.pantheon.play import ground_of, knows, measured
from hoplo_companion.pantheon.reach import DEPLOY, reach, sight, why_not_deploy
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Slot, Text, meant

POWERS = {"permanent": later("permanent"), "passive": later("passive"), "active": later("active"),
          "offensive": later("offensive")}  # fmt: skip
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}
AREA_ASKED, UNIT_ASKED = later("Which area?"), later("Which unit?")


# Units and areas ---------------------------------------------------------------------------------------------------


def _is_gone(game: Game, id_: str) -> str:
    found = game.units[id_]
    return by_rule("pan.destroyed", found.unit.name) if found.destroyed else ""


def unit(
    name: str = "unit",
    ask: str = UNIT_ASKED,
    why_not: Callable[[Game, str], str] = _is_gone,
    among: Callable[[Game], Iterable[str]] | None = None,
    also: Mapping[str, str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a unit, by its id, or for something `also` meant; offered are those `among`, else all that may be."""

    def known(filled: Filled) -> dict[str, str]:
        return {**filled.game.names(), **(also or {})}

    if among is not None:
        settings["among"] = lambda filled: {id_: known(filled)[id_] for id_ in among(filled.game)}
    return Pick(name=name, ask=ask, known=known, why_not=lambda filled, id_: why_not(filled.game, id_), **settings)


def only(may: Callable[[Game], Iterable[str]], rule: str) -> Callable[[Game, str], str]:
    """Why a unit may not be chosen, where a rule allows only some."""
    return lambda game, id_: "" if id_ in may(game) else by_rule(rule, game.units[id_].unit.name)


OFF = "off"
"""What is typed for an area where a unit leaves the board."""


@dataclass(frozen=True, kw_only=True)
class Area(Pick):
    """An area: one of the board where that was entered, else one word as it is typed; or what is `also` possible."""

    free: bool = True
    is_greedy: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def one(self, filled: Filled, text: str) -> str:
        """The area that is meant; whether a unit comes there is the action's to say."""
        word = next((id_ for id_, words in self.also.items() if slug(text) in (id_, slug(tr(words)))), "")
        if not slug(text) or len(text.split()) > 1:
            raise UsageError("An area is one word, as on your board: 3, for example.")
        if not word:
            word = meant(text, {each: each for each in _board(filled.game)}) if filled.game.ground else text.casefold()
        if self.why_not is not None and (reason := self.why_not(filled, word)):
            raise IllegalError(reason)
        return word

    def takes_any(self, filled: Filled) -> bool:
        """Whether no board says which areas there are."""
        return not filled.game.ground


def _board(game: Game) -> list[str]:
    return [*ground_of(game).areas]


def destination(how: str) -> Pick:
    """A slot for an area that a unit can come to: those that the ground offers, or any that is typed."""

    def among(filled: Filled) -> dict[str, str]:
        game = filled.game
        id_, ground = filled.values.get("unit") or game.turn.active, ground_of(game)
        if id_ not in ground.pieces or not game.ground:
            return {}
        if how != DEPLOY and (game.units[id_].stats is None or not knows(game, ground.pieces[id_].area)):
            return {each: each for each in ground.areas}
        piece, stats = ground.pieces[id_], game.units[id_].stats
        if how == DEPLOY:
            return {each: each for each in ground.areas if not why_not_deploy(ground, piece, each)}
        ways = reach(ground, piece, how, stats[3]) if stats is not None else []
        return {each.area: each.area for each in ways}

    return area(among=among, also={OFF: later("off")} if how == DEPLOY else {})


def area(**settings: Any) -> Area:
    """A slot for any area."""
    return Area(**{"name": "area", "ask": AREA_ASKED, "among": lambda filled: {}, **settings})


def why_not_activate(game: Game, id_: str) -> str:
    """Why a unit may not be activated now; empty where it may."""
    found = game.units[id_]
    if game.turn.activated and game.turn.free != id_ and (reason := why_no_pay(game, found.owner)):
        return reason
    if found.owner != game.turn.player and game.turn.free != id_:
        return by_rule("pan.turn.activate", found.unit.name)
    if id_ in game.turn.activated:
        return by_rule("pan.turn.once", found.unit.name)
    may = game.players[found.owner].cards.may_hold(found.unit.id)
    return _is_gone(game, id_) or ("" if may else tr("No {card} card is in the hand.", card=found.unit.id))


def led(game: Game) -> list[str]:
    """The troops of the active unit's side that a Leader may lead."""
    active = game.active()[1]
    troops = {id_: each for id_, each in game.living().items() if each.unit.kind == "troop" and each.area}
    return [id_ for id_, each in troops.items() if active.area and game.is_ally(each, active.owner)]


# An attack ---------------------------------------------------------------------------------------------------------


def shows_new_line(game: Game, unit: str, number: int) -> bool:
    """Whether a unit shows stats that were never entered once it has so many wounds."""
    found = game.units.get(unit)
    if found is None or found.unit.kind == "troop" or found.hp is None or not number:
        return False
    after = found.hp - number
    return after > 0 and str(after) not in found.lines


def new_line(wounded: Callable[[Filled], tuple[str, int]], lead: str = "") -> Text:
    """A slot for the stats of a unit that is wounded, where they were never entered."""
    return Text(
        name="stats", ask=later("Its stats now, as in 6712 (Enter if unknown):"), lead=lead,
        turned=read_stats, written=stats_words, default=None,
        quiet=lambda filled: not shows_new_line(filled.game, *wounded(filled)),
    )  # fmt: skip


def _between(filled: Filled) -> tuple[str, str]:
    """The areas of the attacker and of what it attacks."""
    found = filled.game.units.get(filled["target"])
    return filled.game.active()[1].area, str(filled["area"] or "") if found is None else found.area


def _is_measured(filled: Filled) -> bool:
    """Whether the board says how far the target is."""
    start, end = _between(filled)
    return bool(end) and (end == start or knows(filled.game, start, end))


def _is_sight_known(filled: Filled) -> bool:
    start, end = _between(filled)
    if not knows(filled.game, start, end):
        return True
    ground = ground_of(filled.game)
    return sight(ground, start, end).is_seen is not None or ground.is_full(end)


def attacked(*, aerial: bool = False) -> tuple[Slot, ...]:
    """What an attack needs to know: its target, and what only the board shows."""
    others = {AREA: later("a whole area"), TOKEN: later("a power token")}

    def why_not_reached(game: Game, end: str, distance: int | None, area: bool = False) -> str:
        try:
            measured(game, game.turn.active, end, distance, area=area, aerial=aerial)
        except IllegalError as fault:
            return str(fault)
        return ""

    def why_not_area(filled: Filled, id_: str) -> str:
        return fighting.why_no_area(filled.game, id_) or why_not_reached(filled.game, id_, None, area=True)

    def why_not_target(game: Game, id_: str) -> str:
        if id_ == AREA:
            areas = {each.area for each in game.living().values() if each.area}
            return first_why_not(why_not_area(Filled(game, {}), each) for each in areas) if areas else ""
        if id_ not in game.units:
            return ""
        target = game.units[id_]
        if game.is_ally(target, game.active()[1].owner):
            return tr("{unit} is an ally: only an area attack hits allies.", unit=target.unit.name)
        if not target.area:
            return tr("{unit} is not on the board.", unit=target.unit.name)
        return why_not_reached(game, target.area, None)

    return (
        unit("target", later("Whom?"), why_not_target, also=others),
        area(when=lambda filled: filled["target"] == AREA, why_not=why_not_area,
             among=lambda filled: {each: each for each in _board(filled.game) if not why_not_area(filled, each)}),
        Number(name="distance", ask=later("Areas to the target:"), most=9, default=None, quiet=_is_measured,
               why_not=lambda filled, n: why_not_reached(filled.game, _between(filled)[1], n)),
        Pick(name="seen", ask=later("Is it visible, by a straight line between the centres?"),
             among=lambda filled: {"yes": later("yes"), "no": later("no")}, default="yes", quiet=_is_sight_known),
        Number(name="defence", ask=later("The defence of the token:"), most=10, default=None,
               quiet=lambda filled: filled["target"] != TOKEN),
    )  # fmt: skip


# Cards -------------------------------------------------------------------------------------------------------------


def _ways(game: Game, player: int) -> dict[str, str]:
    """How a player may pay an Art of War card."""
    cards = game.players[player].cards
    ways = {AOW: later("Art of War"), OMPHALOS: later("omphalos card")}
    dead = [each.unit for each in game.units.values() if each.owner == player and each.destroyed]
    held = [each for each in dead if each.kind != "troop" for _ in range(cards.may_hold(each.id))][:2]
    found = {card: words for card, words in ways.items() if cards.may_hold(card)}
    return {**found, " ".join(each.id for each in held): " + ".join(each.name for each in held)} if held[1:] else found


def why_no_pay(game: Game, player: int) -> str:
    """Why a player cannot pay an Art of War card; empty where there is a way."""
    return "" if _ways(game, player) else tr("No {card} card is in the hand.", card=AOW)


def _active_player(filled: Filled) -> int:
    return int(filled.game.turn.player)


def owner(filled: Filled) -> int:
    """The player whose unit was named."""
    return int(filled.game.units[filled["unit"]].owner)


def paying(
    when: Callable[[Filled], bool] = lambda filled: True, player: Callable[[Filled], int] = _active_player
) -> Pick:
    """A slot for how an Art of War card is paid: by itself unless something else is named."""
    return Pick(
        name="pay", ask=later("Paid by which card?"), lead="pay", default=AOW, free=True,
        among=lambda filled: _ways(filled.game, player(filled)),
        quiet=lambda filled: not when(filled) or len(_ways(filled.game, player(filled))) < 2,
    )  # fmt: skip


def why_not_buy(game: Game, kind: str, at: int) -> str:
    """Why a player may not buy a manoeuvre now; empty where that may be."""
    player = game.players[at]
    if kind in player.manoeuvres:
        return by_rule("pan.aow.manoeuvres", player.name)
    if kind == "search" and not player.cards.in_deck:
        return tr("The deck has run out.")
    return (fighting.why_no_evasion(game, at) if kind == "evade" else "") or why_no_pay(game, at)


def first_why_not(reasons: Iterable[str]) -> str:
    """Why nothing is possible, by the first of some reasons; empty where one is none."""
    found = list(reasons)
    return "" if "" in found else found[0]


def why_no_manoeuvre(filled: Filled, kind: str) -> str:
    """Why nobody may buy a manoeuvre now; empty where somebody may."""
    return first_why_not(why_not_buy(filled.game, kind, at) for at in range(len(filled.game.players)))


# Powers and stones -------------------------------------------------------------------------------------------------


def why_no_kind(filled: Filled, kind: str) -> str:
    """Why no unit may use a power of a type now; empty where one may."""
    game = filled.game
    if kind in ("active", "offensive"):
        active = game.turn.active
        return turn.why_no_power(game, active, kind) if active else by_rule("pan.turn.activate")
    return first_why_not(turn.why_no_power(game, each, kind) for each in game.units)


def powerful(filled: Filled) -> Slot:
    """Whose power it is: the active unit's, if no other is named."""
    return unit(
        "unit", later("Whose power?"), lambda game, id_: turn.why_no_power(game, id_, filled["kind"]),
        default=filled.game.turn.active or Needed,
    )  # fmt: skip


def _claimable(game: Game) -> dict[str, str]:
    areas = dict.fromkeys((game.active()[1].area, *game.stones))
    return {each: each for each in areas if not turn.why_no_claim(game, each)}


def claimed(filled: Filled) -> Slot:
    """Whence a stone is claimed: from the unit's own area, if no other is named."""
    return area(default=filled.game.active()[1].area, among=lambda filled: _claimable(filled.game))


def why_not_absorb(game: Game, id_: str) -> str:
    """Why the active unit may not absorb a stone, the unclaimed one of its area or a carrier's; empty where it may."""
    if id_ == turn.UNCLAIMED:
        return turn.why_no_stone(game, game.active()[1].area)
    return only(turn.carriers, "pan.stones.absorb")(game, id_)
