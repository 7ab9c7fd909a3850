"""What the actions of this table ask for: a unit, an area, how an Art of War card is paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting, stones
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.battle import ground_of, knows, piece_of
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.fighting import AREA, TOKEN
from hoplo_companion.pantheon.game import ACTIVE, PLACING, Game, names_of, unplaced
from hoplo_companion.pantheon.moves import reach, why_not_deploy
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.units import read_stats
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables.slots import Filled, Number, Pick, Text

POWERS = {
    "permanent": later("permanent"),
    "passive": later("passive"),
    "active": later("active"),
    "offensive": later("offensive"),
}
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}
AREA_ASKED, UNIT_ASKED = later("Which area?"), later("Which unit?")


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
        return {**names_of(filled.game), **(also or {})}

    if among is not None:
        settings["among"] = lambda filled: {id_: known(filled)[id_] for id_ in among(filled.game)}
    return Pick(name=name, ask=ask, known=known, why_not=lambda filled, id_: why_not(filled.game, id_), **settings)


def only(may: Callable[[Game], Iterable[str]], rule: str) -> Callable[[Game, str], str]:
    """Why a unit may not be chosen, where a rule allows only some."""
    return lambda game, id_: "" if id_ in may(game) else by_rule(rule, game.units[id_].unit.name)


# Areas -------------------------------------------------------------------------------------------------------------


def _area(among: Callable[[Filled], Iterable[str]]) -> Pick:
    """A slot for an area: those that the ground offers, or any that is typed."""
    return Pick(
        name="area", ask=AREA_ASKED, free=True, is_greedy=False,
        among=lambda filled: {each: each for each in among(filled)},
    )  # fmt: skip


def reached(how: str) -> Pick:
    """A slot for an area that the active unit can come to; any where the ground is not known."""

    def some(filled: Filled) -> list[str]:
        game = filled.game
        id_, active = game.active()
        if active.stats is None or not knows(game, active.area):
            return []
        ground = ground_of(game)
        return [each.area for each in reach(ground, ground.pieces[id_], how, active.stats[3])]

    return _area(some)


def _may_deploy(filled: Filled) -> list[str]:
    game = filled.game
    id_ = filled.values.get("unit") or game.turn.active
    if not game.ground or not id_:
        return []
    ground, piece = ground_of(game), piece_of(game, game.units[id_])
    return [each for each in ground.areas if not why_not_deploy(ground, piece, each)]


area = Text(name="area", ask=AREA_ASKED, is_greedy=False)
deployment = _area(_may_deploy)
claimable = Text(name="area", default="", is_greedy=False, quiet=lambda filled: True)

# Units -------------------------------------------------------------------------------------------------------------


def _to_place(game: Game) -> Iterable[str]:
    return unplaced(game, game.turn.player) if game.turn.phase == PLACING else game.living()


def _why_not_activate(game: Game, id_: str) -> str:
    found = game.units[id_]
    if found.owner != game.turn.player and game.turn.free != id_:
        return by_rule("pan.turn.activate", found.unit.name)
    if id_ in game.turn.activated:
        return by_rule("pan.turn.once", found.unit.name)
    may = game.players[found.owner].cards.may_hold(found.unit.id)
    return _is_gone(game, id_) or ("" if may else tr("No {card} card is in the hand.", card=found.unit.id))


def _led(game: Game) -> list[str]:
    active = game.active()[1]
    troops = {id_: each for id_, each in game.living().items() if each.unit.kind == "troop" and each.area}
    return [id_ for id_, each in troops.items() if active.area and game.is_ally(each, active.owner)]


def _wounded(game: Game) -> Iterable[str]:
    """Who may be wounded: the targets of the attack under way, else any unit."""
    return game.living() if game.turn.strike is None else game.turn.strike.targets


placed = unit(among=_to_place, is_open=True)
to_activate = unit(why_not=_why_not_activate)
led = unit("troop", later("Which troop?"), only(_led, "pan.talent.leader"))
guarding = unit(why_not=only(fighting.guards, "pan.talent.guard"))
CARRIER_ASKED = later("Whose stone? Enter takes the unclaimed one:")
carrier = unit("carrier", CARRIER_ASKED, only(stones.carriers, "pan.stones.absorb"), default="")
wounded = unit(among=_wounded, also={TOKEN: later("the power token")}, is_open=True)


def _shows_new_line(filled: Filled) -> bool:
    """Whether a wounded unit shows stats that were never entered."""
    found = filled.game.units.get(filled["unit"])
    if found is None or found.unit.kind == "troop" or found.hp is None or not filled["number"]:
        return False
    after = found.hp - filled["number"]
    return after > 0 and str(after) not in found.lines


new_line = Text(
    name="stats", ask=later("Its stats now, as in 6712 (Enter if unknown):"),
    turned=read_stats, default=None, quiet=lambda filled: not _shows_new_line(filled),
)  # fmt: skip

# An attack ---------------------------------------------------------------------------------------------------------


def _why_not_attack(game: Game, id_: str) -> str:
    if id_ not in game.units:
        return ""
    if game.is_ally(game.units[id_], game.active()[1].owner):
        return tr("{unit} is an ally: only an area attack hits allies.", unit=game.units[id_].unit.name)
    return "" if game.units[id_].area else tr("{unit} is not on the board.", unit=game.units[id_].unit.name)


def _at(filled: Filled) -> str:
    found = filled.game.units.get(filled["target"])
    return str(filled["area"] or "") if found is None else found.area


def _is_measured(filled: Filled) -> bool:
    """Whether the board says how far the target is."""
    start, end = filled.game.active()[1].area, _at(filled)
    return bool(end) and (end == start or knows(filled.game, start, end))


def _is_sight_known(filled: Filled) -> bool:
    start, end = filled.game.active()[1].area, _at(filled)
    if not knows(filled.game, start, end):
        return True
    ground = ground_of(filled.game)
    return sight(ground, start, end).is_seen is not None or ground.is_full(end)


ATTACK = (
    unit("target", later("Whom?"), _why_not_attack, also={AREA: later("a whole area"), TOKEN: later("a power token")}),
    Text(name="area", ask=AREA_ASKED, is_greedy=False, when=lambda filled: filled["target"] == AREA),
    Number(name="distance", ask=later("Areas to the target:"), most=9, default=None, quiet=_is_measured),
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


def paying(player: Callable[[Filled], int], when: Callable[[Filled], bool]) -> Pick:
    """A slot for how an Art of War card is paid: by itself unless something else is named."""
    return Pick(
        name="pay", ask=later("Paid by which card?"), lead="pay", default=AOW, free=True,
        among=lambda filled: _ways(filled.game, player(filled)),
        quiet=lambda filled: not when(filled) or len(_ways(filled.game, player(filled))) < 2,
    )  # fmt: skip


def _active_player(filled: Filled) -> int:
    return int(filled.game.turn.player)


pay = paying(_active_player, lambda filled: True)
second_pay = paying(
    _active_player, lambda filled: bool(filled.game.turn.activated) and filled["unit"] != filled.game.turn.free
)
second_card = Pick(
    name="second", ask=later("A second card?"), among=lambda filled: {"draw": later("draw it")}, default="",
)  # fmt: skip
_USES = {"take": later("take one"), "heal": later("return one, to heal the divinity")}
omphalos = Pick(
    name="what", ask=later("Take or return?"), known=lambda filled: _USES,
    why_not=lambda filled, what: stones.why_no_omphalos(filled.game, what),
)  # fmt: skip


def _owner(filled: Filled) -> int:
    used = filled["unit"] or filled.game.turn.active
    return int(filled.game.units[used].owner) if used else _active_player(filled)


POWER = (
    Pick(name="kind", ask=later("Which type of power?"), among=lambda filled: POWERS),
    Number(name="cost", ask=later("Its cost in Art of War cards:"), lead="cost", most=9, default=0),
    unit(name="unit", ask=later("Whose power?"), lead="of", default="",
         quiet=lambda filled: filled.game.turn.phase == ACTIVE and filled["kind"] in ("active", "offensive")),
    paying(_owner, lambda filled: bool(filled["cost"])),
)  # fmt: skip


def _players(filled: Filled) -> dict[str, str]:
    return {str(at): each.name for at, each in enumerate(filled.game.players)}


def _has_bought(filled: Filled, at: str) -> str:
    player = filled.game.players[int(at)]
    return by_rule("pan.aow.manoeuvres", player.name) if filled["kind"] in player.manoeuvres else ""


MANOEUVRE = (
    Pick(name="kind", ask=later("Which manoeuvre?"), among=lambda filled: MANOEUVRES),
    Pick(name="player", ask=later("Which player?"), known=_players, why_not=_has_bought, value=int),
    paying(lambda filled: int(filled["player"]), lambda filled: True),
)  # fmt: skip
