"""Divine stones by area, and omphalos cards."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.battle import check_seen, ground_of, piece_of
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.game import Game
from hoplo_companion.pantheon.play import Play, why_no_talent
from hoplo_companion.pantheon.words import by_rule


def claim(play: Play, area: str) -> None:
    """Claim an unclaimed stone of the unit's area, or by Gem Collector of a visible one around it."""
    id_ = play.acts("claim")
    unit = play.game.units[id_]
    area = area or unit.area
    if area != unit.area:
        if reason := why_no_talent(play.game, id_, "gem-collector"):
            raise IllegalError(reason)
        check_seen(play.game, unit.area, area)
    if ground_of(play.game).blocks(piece_of(play.game, unit), area):
        raise IllegalError(by_rule("pan.talent.block", unit.unit.name))
    _take(play, area)
    play.unit(id_, stone=True)
    play.note("claim", unit=id_, at=area)


def _take(play: Play, area: str) -> None:
    """Take an unclaimed stone from an area; where none was ever entered they are not counted."""
    stones = play.game.stones
    if stones and not stones.get(area):
        where = ", ".join(each for each, count in stones.items() if count) or "-"
        text = tr("Area {area} has no unclaimed divine stone; areas with one: {areas}.", area=area, areas=where)
        raise IllegalError(f"{text} pan.stones.one")
    if stones:
        play.change(stones={**stones, area: stones[area] - 1})


def carriers(game: Game) -> list[str]:
    """The allies in the active divinity's area whose stone it may absorb."""
    active = game.active()[1]
    there = [id_ for id_, unit in game.units.items() if unit.stone and unit.area == active.area]
    return [id_ for id_ in there if game.is_ally(game.units[id_], active.owner)]


def absorb(play: Play, carrier: str) -> None:
    """Absorb an unclaimed stone of the divinity's area, or the one of an ally there that is named."""
    id_ = play.acts("absorb")
    divinity = play.game.units[id_]
    if carrier:
        play.unit(carrier, stone=False)
    else:
        _take(play, divinity.area)
    player = play.game.players[divinity.owner]
    play.game = play.game.with_player(divinity.owner, replace(player, absorbed=player.absorbed + 1))
    play.note("absorb", unit=id_, at=carrier)


def enter(play: Play, area: str, number: int) -> None:
    """Enter how many unclaimed divine stones lie in an area, and are counted from now on."""
    play.change(stones={**play.game.stones, area: number})
    play.note("stones", at=area, n=number)


def drop(play: Play, id_: str = "") -> None:
    """Have a unit drop the stone that it carries, the active one if none is named."""
    id_ = id_ or play.turn.active
    if play.game.units[id_].stone:
        play.drop(id_)
        play.note("drop", unit=id_)


def why_no_drop(game: Game) -> str:
    """Why the active unit cannot drop its stone; empty where it may."""
    unit = game.active()[1]
    may = unit.stone and "flight" not in game.turn.acted
    return "" if may else tr("{unit} has no stone to drop now. pan.stones.drop", unit=unit.unit.name)


def why_no_omphalos(game: Game, what: str) -> str:
    """Why no omphalos card can be taken, or returned to heal; empty where it may."""
    if what == "take":
        may = "absorb" in game.turn.acted and OMPHALOS not in game.turn.powers
        return "" if may else by_rule("pan.stones.omphalos")
    if not game.player.cards.may_hold(OMPHALOS):
        return tr("No {card} card is in the hand.", card=OMPHALOS)
    unit = game.units[divinity_of(game)]
    is_whole = unit.hp is None or unit.unit.vitality is None or unit.hp >= unit.unit.vitality
    return tr("{unit} is at full vitality already. pan.stones.heal", unit=unit.unit.name) if is_whole else ""


def divinity_of(game: Game) -> str:
    """The divinity of the active player."""
    own = (id_ for id_, each in game.units.items() if each.owner == game.turn.player and each.unit.is_divinity)
    return next(own)


def omphalos(play: Play, what: str) -> None:
    """Take an omphalos card, or return one in your turn to heal your divinity."""
    at = play.turn.player
    cards = play.game.players[at].cards
    if what == "take":
        play.cards(at, cards.take(OMPHALOS))
        play.in_turn(powers=(*play.turn.powers, OMPHALOS))
        play.note("omphalos", player=at)
        return
    play.cards(at, cards.discard(OMPHALOS))
    id_ = divinity_of(play.game)
    unit = play.game.units[id_]
    play.game = play.game.with_unit(id_, unit.struck((unit.hp or 0) + 1))
    play.note("healed", unit=id_, n=1)
