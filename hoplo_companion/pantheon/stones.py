"""Divine stones by area, and omphalos cards."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.battle import ground_of, knows
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.game import Game, InPlay, is_blocked, works
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.steps import Done, event, with_turn


def claimed(game: Game, id_: str, area: str) -> Game:
    """Claim an unclaimed stone of the unit's area, or by Gem Collector of a visible one around it."""
    unit = game.units[id_]
    if area and area != unit.area:
        if not works(game, id_, "gem-collector"):
            raise IllegalError(tr("Only a Gem Collector claims from another area. pan.talent.gem-collector"))
        if knows(game, unit.area, area) and sight(ground_of(game), unit.area, area).is_seen is False:
            raise IllegalError(tr("{area} is not visible. pan.talent.gem-collector", area=area))
    if is_blocked(game, id_, area or unit.area):
        raise IllegalError(tr("An enemy with Block is in area {area}. pan.talent.block", area=area or unit.area))
    game = _taken(game, area or unit.area)
    return game.with_unit(id_, replace(unit, stone=True))


def _taken(game: Game, area: str) -> Game:
    """Take an unclaimed stone from an area; where none was ever entered they are not counted."""
    if not game.stones:
        return game
    left = game.stones.get(area, 0)
    if not left:
        where = ", ".join(each for each, count in game.stones.items() if count) or "-"
        raise IllegalError(
            tr("No unclaimed divine stone is in area {area}: there are some in {areas}. pan.stones.one",
               area=area, areas=where)
        )  # fmt: skip
    return replace(game, stones={**game.stones, area: left - 1})


def carriers(game: Game, divinity: InPlay) -> list[str]:
    """The allies in a divinity's area whose stone it may absorb."""
    return [
        id_ for id_, unit in game.units.items()
        if unit.stone and unit.area == divinity.area and game.is_ally(unit, divinity.owner)
    ]  # fmt: skip


def absorbed(game: Game, id_: str, carrier: str) -> Game:
    """Absorb an unclaimed stone of the divinity's area, or the one of an ally there that is named."""
    divinity = game.units[id_]
    if carrier:
        game = game.with_unit(carrier, replace(game.units[carrier], stone=False))
    else:
        game = _taken(game, divinity.area)
    player = game.players[divinity.owner]
    return game.with_player(divinity.owner, replace(player, absorbed=player.absorbed + 1))


def why_no_omphalos(game: Game) -> str:
    """Why no omphalos card can be taken or returned now; empty where one may."""
    cards = game.player.cards
    may_take = "absorb" in game.turn.acted and OMPHALOS not in game.turn.powers
    if may_take or cards.may_hold(OMPHALOS):
        return ""
    return tr("An omphalos card comes once with absorbing an omphalos. pan.stones.omphalos")


def omphalos(game: Game, what: str) -> Done:
    """Take an omphalos card, or return one in your turn to heal your divinity."""
    at = game.turn.player
    cards = game.players[at].cards
    if what == "take":
        if "absorb" not in game.turn.acted or OMPHALOS in game.turn.powers:
            raise IllegalError(tr("An omphalos card comes once with absorbing an omphalos. pan.stones.omphalos"))
        game = with_turn(game.with_cards(at, cards.take(OMPHALOS)), powers=(*game.turn.powers, OMPHALOS))
        return game, [event("omphalos", {"player": at}, "pan.stones.omphalos")]
    id_, unit = next((id_, each) for id_, each in game.units.items() if each.owner == at and each.unit.is_divinity)
    if unit.hp is None or unit.unit.vitality is None or unit.hp >= unit.unit.vitality:
        raise IllegalError(tr("{unit} has lost no vitality. pan.stones.heal", unit=unit.unit.name))
    game = game.with_cards(at, cards.discard(OMPHALOS))
    return game.with_unit(id_, unit.struck(unit.hp + 1)), [event("healed", {"unit": id_, "n": 1}, "pan.stones.heal")]
