"""What the actions of this table ask for: a unit, an area, how an Art of War card is paid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.battle import ground_of, knows, piece_of
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.fighting import AREA, TOKEN, guards
from hoplo_companion.pantheon.game import ACTIVE, PLACING, Game, names_of, unplaced
from hoplo_companion.pantheon.moves import reach, why_not_deploy
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.steps import read_stats
from hoplo_companion.pantheon.stones import carriers
from hoplo_companion.tables.slots import Filled, Number, Pick, Text

POWERS = {
    "permanent": later("permanent"),
    "passive": later("passive"),
    "active": later("active"),
    "offensive": later("offensive"),
}
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}


def all_units(filled: Filled) -> Mapping[str, str]:
    """Every unit of the game by its id."""
    return names_of(filled.game)


def unit(
    name: str = "unit",
    ask: str = later("Which unit?"),
    among: Callable[[Game], Collection[str]] | None = None,
    why_not: Callable[[Filled, str], str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a unit, by its id."""

    def some(filled: Filled) -> dict[str, str]:
        names = names_of(filled.game)
        living = [id_ for id_, each in filled.game.units.items() if not each.destroyed]
        return {id_: names[id_] for id_ in (living if among is None else among(filled.game))}

    return Pick(name=name, ask=ask, among=some, known=all_units, why_not=why_not, **settings)


# Areas -------------------------------------------------------------------------------------------------------------

area = Text(name="area", ask=later("Which area?"), is_greedy=False)


def reached(how: str) -> Pick:
    """A slot for an area that the active unit can come to; any where the ground is not known."""

    def some(filled: Filled) -> dict[str, str]:
        game = filled.game
        id_, active = game.active()
        if active.stats is None or not knows(game, active.area):
            return {}
        ground = ground_of(game)
        return {each.area: each.area for each in reach(ground, ground.pieces[id_], how, active.stats[3])}

    return Pick(name="area", ask=later("Which area?"), among=some, free=True, is_greedy=False)


def _may_deploy(filled: Filled) -> dict[str, str]:
    game = filled.game
    id_ = filled.values.get("unit") or game.turn.active
    if not game.ground or not id_:
        return {}
    ground, piece = ground_of(game), piece_of(game, game.units[id_])
    return {each: each for each in ground.areas if not why_not_deploy(ground, piece, each)}


deployment = Pick(name="area", ask=later("Which area?"), among=_may_deploy, free=True, is_greedy=False)
claimable = Text(name="area", default="", is_greedy=False, quiet=lambda filled: True)

# Units -------------------------------------------------------------------------------------------------------------


def _to_place(game: Game) -> list[str]:
    if game.turn.phase == PLACING:
        return unplaced(game, game.turn.player)
    return [id_ for id_, each in game.units.items() if not each.destroyed]


placed = unit(among=_to_place, why_not=lambda filled, id_: "", is_open=True)


def _may_activate(game: Game) -> list[str]:
    turn = game.turn
    return [
        id_ for id_, each in game.units.items()
        if (each.owner == turn.player or id_ == turn.free) and not each.destroyed and id_ not in turn.activated
        and game.players[each.owner].cards.may_hold(each.unit.id)
    ]  # fmt: skip


def _why_not_activate(filled: Filled, id_: str) -> str:
    game, turn, found = filled.game, filled.game.turn, filled.game.units[id_]
    if found.owner != turn.player and turn.free != id_:
        return tr("{unit} is not in your army. pan.turn.activate", unit=found.unit.name)
    if found.destroyed:
        return tr("{unit} is destroyed.", unit=found.unit.name)
    if id_ in turn.activated:
        return tr("{unit} was activated this turn. pan.turn.once", unit=found.unit.name)
    assert not game.players[found.owner].cards.may_hold(found.unit.id)
    return tr("No {card} card is in the hand.", card=found.unit.id)


to_activate = unit(among=_may_activate, why_not=_why_not_activate)


def _troops(game: Game) -> list[str]:
    id_, active = game.active()
    return [
        each for each, other in game.units.items()
        if other.unit.kind == "troop" and game.is_ally(other, active.owner) and not other.destroyed and each != id_
    ]  # fmt: skip


led = unit(
    "troop", later("Which troop?"), _troops,
    lambda filled, id_: tr("{unit} is not an allied troop. pan.talent.leader", unit=filled.game.units[id_].unit.name),
)  # fmt: skip
guarding = unit(
    among=guards,
    why_not=lambda filled, id_: tr(
        "{unit} cannot guard the target. pan.talent.guard", unit=filled.game.units[id_].unit.name
    ),
)
carrier = unit(
    "carrier", later("Whose stone? Enter takes the unclaimed one:"),
    lambda game: carriers(game, game.units[game.turn.active]),
    lambda filled, id_: tr(
        "{unit} is no ally that carries a stone in the divinity's area. pan.stones.absorb",
        unit=filled.game.units[id_].unit.name),
    default="",
)  # fmt: skip


def _wounded(filled: Filled) -> dict[str, str]:
    """Who may be wounded: the targets of the attack under way, else any unit."""
    game = filled.game
    strike = game.turn.strikes[-1] if game.turn.strikes else None
    names = names_of(game)
    if strike is None:
        return {id_: names[id_] for id_, each in game.units.items() if not each.destroyed}
    return {each: names.get(each, later("the power token")) for each in strike.targets}


wounded = Pick(
    name="unit", ask=later("Which unit?"), among=_wounded,
    known=lambda filled: {**all_units(filled), TOKEN: later("the power token")}, is_open=True,
)  # fmt: skip


def _shows_new_line(filled: Filled) -> bool:
    """Whether a wounded unit shows stats that were never entered."""
    found = filled.game.units.get(filled["unit"])
    if found is None or found.unit.kind == "troop" or found.hp is None or not filled["number"]:
        return False
    after = found.hp - filled["number"]
    return after > 0 and str(after) not in found.lines


new_line = Text(
    name="stats", ask=later("Its stats now, as in 6712, Enter if not known:"),
    turned=read_stats, default=None, quiet=lambda filled: not _shows_new_line(filled),
)  # fmt: skip

# An attack ---------------------------------------------------------------------------------------------------------


def _targets(filled: Filled) -> dict[str, str]:
    game = filled.game
    _, active = game.active()
    names = names_of(game)
    found = {
        id_: names[id_] for id_, other in game.units.items()
        if other.area and not other.destroyed and not game.is_ally(other, active.owner)
    }  # fmt: skip
    return {**found, AREA: later("a whole area"), TOKEN: later("a power token")}


def _at(filled: Filled) -> str:
    found = filled.game.units.get(filled["target"])
    return str(filled["area"] or "") if found is None else found.area


def _is_measured(filled: Filled) -> bool:
    """Whether the board says how far the target is."""
    game: Game = filled.game
    _, active = game.active()
    return bool(_at(filled)) and (_at(filled) == active.area or knows(game, active.area, _at(filled)))


def _is_sight_unknown(filled: Filled) -> bool:
    game = filled.game
    start, end = game.active()[1].area, _at(filled)
    if not knows(game, start, end):
        return False
    ground = ground_of(game)
    return sight(ground, start, end).is_seen is None and not ground.is_full(end)


ATTACK = (
    Pick(name="target", ask=later("Whom?"), among=_targets,
         known=lambda filled: {**all_units(filled), **_targets(filled)}, is_open=True),
    Text(name="area", ask=later("Which area?"), is_greedy=False, when=lambda filled: filled["target"] == AREA),
    Number(name="distance", ask=later("Areas to the target:"), most=9, default=None, quiet=_is_measured),
    Pick(name="seen", ask=later("Is it visible, by a straight line between the centres?"),
         among=lambda filled: {"yes": later("yes"), "no": later("no")}, default="yes",
         quiet=lambda filled: not _is_sight_unknown(filled)),
    Number(name="defence", ask=later("The defence of the token:"), most=10, default=None,
           quiet=lambda filled: filled["target"] != TOKEN),
)  # fmt: skip

# Cards -------------------------------------------------------------------------------------------------------------


def _ways(game: Game, player: int) -> dict[str, str]:
    """How a player may pay an Art of War card."""
    cards = game.players[player].cards
    ways = {AOW: later("Art of War")} if cards.may_hold(AOW) else {}
    if cards.may_hold(OMPHALOS):
        ways[OMPHALOS] = later("omphalos card")
    dead = [each for each in game.units.values() if each.owner == player and each.destroyed]
    held = [each.unit for each in dead if each.unit.kind != "troop" for _ in range(cards.may_hold(each.unit.id))]
    if len(held) >= 2:
        ways[f"{held[0].id} {held[1].id}"] = f"{held[0].name} + {held[1].name}"
    return ways


def paying(player: Callable[[Filled], int], when: Callable[[Filled], bool]) -> Pick:
    """A slot for how an Art of War card is paid: by itself unless something else is named."""

    def has_choice(filled: Filled) -> bool:
        return when(filled) and len(_ways(filled.game, player(filled))) > 1

    return Pick(
        name="pay", ask=later("Paid by which card?"), lead="pay", default=AOW, free=True,
        among=lambda filled: _ways(filled.game, player(filled)), quiet=lambda filled: not has_choice(filled),
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
omphalos = Pick(
    name="what", ask=later("What of it?"),
    among=lambda filled: {"take": later("take one"), "heal": later("return one, to heal the divinity")},
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
    game = filled.game
    return {str(at): each.name for at, each in enumerate(game.players) if filled["kind"] not in each.manoeuvres}


def _bought(filled: Filled, id_: str) -> str:
    name = filled.game.players[int(id_)].name
    return tr("{player} has bought that manoeuvre this round. pan.aow.manoeuvres", player=name)


MANOEUVRE = (
    Pick(name="kind", ask=later("Which manoeuvre?"), among=lambda filled: MANOEUVRES),
    Pick(name="player", ask=later("Which player?"), among=_players, why_not=_bought, value=int,
         known=lambda filled: {str(at): each.name for at, each in enumerate(filled.game.players)}),
    paying(lambda filled: int(filled["player"]), lambda filled: True),
)  # fmt: skip
