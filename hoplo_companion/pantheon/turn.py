"""The turn: what may be done in it and what that does: cards, activations, moves, stones, powers, manoeuvres."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting
from hoplo_companion.pantheon.army import AOW, OMPHALOS, Stats, stats_words
from hoplo_companion.pantheon.game import ACTIVE, END, MOST_ACTIVATIONS, OPEN, PLACING, START, Game, Play, Turn
from hoplo_companion.pantheon.ground import DEPLOY, Arrival, Moves, at_start, moves_of, why_not_deploy
from hoplo_companion.pantheon.words import by_first, by_rule

SIMPLE = ("walk", "attack", "claim")
COMPLEX = ("run", "deploy", "absorb", "flight", "aerial")


def first_why_not(reasons: Iterable[str]) -> str:
    """Why nothing is possible, the first reason that holds; empty where it is possible."""
    found = list(reasons)
    return "" if "" in found else found[0]


def why_gone(game: Game, id_: str) -> str:
    """Why a unit is not there any more; empty where it is not destroyed."""
    found = game.units[id_]
    return by_rule("pan.destroyed", found.unit.name) if found.destroyed else ""


# Cards ----------------------------------------------------------------------------------------------------------------


def ways_to_pay(game: Game, player: int) -> dict[str, str]:
    """How a player may pay an Art of War card."""
    cards = game.players[player].cards
    ways = {AOW: later("Art of War"), OMPHALOS: later("omphalos card")}
    dead = [each.unit for each in game.units.values() if each.owner == player and each.destroyed]
    held = [each for each in dead if each.kind != "troop" for _ in range(cards.may_hold(each.id))][:2]
    found = {card: words for card, words in ways.items() if cards.may_hold(card)}
    return {**found, " ".join(each.id for each in held): " + ".join(each.name for each in held)} if held[1:] else found


def why_no_pay(game: Game, player: int) -> str:
    """Why a player cannot pay an Art of War card; empty where there is a way."""
    return "" if ways_to_pay(game, player) else game.players[player].cards.why_none(AOW)


def draw(play: Play) -> None:
    """Draw the card of the start of the turn."""
    play.draw(play.turn.player)
    play.in_turn(phase=OPEN)


def pass_(play: Play, second: str) -> None:
    """Pass, with a second card or without; the first one is drawn before."""
    if play.turn.phase == START:
        draw(play)
    play.note("passed", player=play.turn.player)
    if second == "draw":
        play.draw(play.turn.player)
    play.in_turn(phase=END)


def why_not_activate(game: Game, id_: str) -> str:
    """Why a unit may not be activated now; empty where it may."""
    found = game.units[id_]
    if game.turn.activated and game.turn.free != id_ and (reason := why_no_pay(game, found.owner)):
        return reason
    if found.owner != game.turn.player and game.turn.free != id_:
        return by_rule("pan.turn.activate", found.unit.name)
    if id_ in game.turn.activated:
        return by_rule("pan.turn.once", found.unit.name)
    return why_gone(game, id_) or game.players[found.owner].cards.why_none(found.unit.id)


def activate(play: Play, unit: str, pay: str) -> None:
    """Activate a unit for one of its cards; the second one costs an Art of War card, but not by Leader."""
    if play.turn.phase == START:
        draw(play)
    turn = play.turn
    if turn.activated and turn.free != unit:
        play.pay(turn.player, pay)
    play.discard(unit)
    play.change(turn=Turn(turn.player, ACTIVE, (*turn.activated, unit), unit, polar=turn.polar,
                          retaliated=turn.retaliated))  # fmt: skip
    play.note("activated", unit=unit)
    active = play.game.units[unit]
    if active.old_line:
        play.note("old-line", unit=unit)
    if play.game.knows(active.area) and at_start(play.game.board.pieces[unit]):
        play.note("polar", unit=unit)
        polar(play)


def polar(play: Play) -> None:
    """Enter that the active unit began in a polar area: 1 wound, and 1 action this turn."""
    id_ = play.turn.active
    play.in_turn(polar=(*play.turn.polar, id_))
    fighting.wound(play, id_, 1)


# Actions of the active unit -----------------------------------------------------------------------------------------


def why_not(game: Game, action: str) -> str:
    """Why the active unit may not carry out an action, or not use what goes with its activation."""
    (id_, unit), board = game.active(), game.board
    acted, again = game.turn.acted, game.reads("pan.deploy-again")
    is_held = action in ("walk", "run") or (action == "claim" and not game.works(id_, "gem-collector"))
    is_complex = any(each in COMPLEX for each in acted) or (action in COMPLEX and bool(acted or game.turn.powers))
    is_action = action in (*SIMPLE, *COMPLEX) and action != game.turn.redirect
    of_actions = {
        "pan.action.deploy": (action == DEPLOY) == bool(unit.area),
        "pan.deploy-again": action == DEPLOY and unit.entered and bool(again),
        "pan.action.complex": is_complex,
        "pan.terrain.polar": id_ in game.turn.polar and bool(acted),
        "pan.action.two": len(acted) >= 2,
        "pan.action.different": action in acted,
        "pan.action.no-walk-after": action == "walk" and "attack" in acted and not game.works(id_, "mobility"),
        "pan.talent.block": is_held and board.blocks(board.pieces[id_], unit.area),
        "pan.type.flying": action in ("flight", "aerial") and "flying" not in unit.unit.traits,
        "pan.stones.absorb": action == "absorb" and not unit.unit.is_divinity,
        "pan.stones.one": action == "claim" and unit.stone,
    }
    others = {
        "pan.terrain.polar": action == "polar"
        and (bool(acted) or "boreal" in unit.unit.traits or game.knows(unit.area)),
        "pan.talent.leader": action == "leader" and not game.works(id_, "leader"),
    }
    return by_first(of_actions if is_action else others, unit.unit.name, again)


def ways(game: Game, id_: str, how: str) -> Moves:
    """Where a unit may come on the board, and why nowhere else; to every area where that cannot be said."""
    board, unit = game.board, game.units[id_]
    if how == DEPLOY:
        kept_from = {each: why_not_deploy(board, board.pieces[id_], each) for each in board.areas}
        return Moves(how, [Arrival(each) for each, rule in kept_from.items() if not rule], "", kept_from)
    if unit.stats is None or not game.knows(unit.area):
        return Moves(how, [*map(Arrival, board.areas)], "", {})
    return moves_of(board, board.pieces[id_], how, unit.stats[3])


def why_not_go(game: Game, id_: str, how: str, area: str) -> str:
    """Why a unit cannot come to an area; empty where it may, or where the ground does not say."""
    found, name = ways(game, id_, how), game.units[id_].unit.name
    areas = [each.area for each in found.arrivals]
    if area in areas or not game.knows(area):
        return ""
    if found.never:
        return by_rule(found.never, name)
    text = tr("{unit} cannot reach {area}; it can reach {areas}.",
              unit=name, area=area, areas=", ".join(areas) or "-")  # fmt: skip
    if how == DEPLOY:
        text = tr("{unit} cannot deploy in {area}.", unit=name, area=area)
    return f"{text} {by_rule(found.beside.get(area, f'pan.move.{how}'))}"


def move(play: Play, area: str, *, action: str) -> None:
    """Move the active unit into an area, with what entering it does, as far as the ground is known."""
    ends = next((to.ends_by for to in ways(play.game, play.turn.active, action).arrivals if to.area == area), ())
    id_ = play.acts(action)
    play.note(action, unit=id_, at=area)
    play.unit(id_, area=area, entered=True)
    if "pan.terrain.lava" in ends:
        play.note("lava", unit=id_)
        fighting.wound(play, id_, 1)
    elif "pan.terrain.swamp" in ends:
        play.note("swamp", unit=id_)
    if action == DEPLOY or "pan.terrain.swamp" in ends:
        play.end_activation()


def power(play: Play, kind: str, cost: int, unit: str, pay: str) -> None:
    """Use a power; an offensive one is the active unit's attack, which is open from then on."""
    turn = play.turn
    if reason := why_no_power(play.game, unit, kind):
        raise IllegalError(reason)
    for _ in range(cost):
        play.pay(play.game.units[unit].owner, pay)
    if unit == turn.active:
        play.in_turn(powers=(*turn.powers, kind))
    play.note("power", unit=unit, kind=kind, cost=cost)
    if kind == "offensive":
        play.in_turn(acted=(*turn.acted, "attack"), redirect="attack")
        play.note("offensive", unit=unit)


def why_no_power(game: Game, id_: str, kind: str) -> str:
    """Why a unit may not use a power of a type now; empty where it may."""
    unit, turn = game.units[id_], game.turn
    is_own, is_active = kind in ("active", "offensive"), id_ == turn.active
    is_off = not unit.area or (is_active and any(each in COMPLEX for each in turn.acted))
    is_always = kind == "permanent"
    checks = {
        "pan.destroyed": unit.destroyed,
        "pan.powers.types": (not is_always and (unit.unit.kind == "troop" or is_off or (is_own and not is_active)))
        or (kind == "active" and is_active and "active" in turn.powers),
        "pan.terrain.water": is_own and not unit.destroyed and bool(game.board.pieces[id_].off),
        "pan.terrain.polar": is_own and id_ in turn.polar,
    }
    return by_first(checks, unit.unit.name) or (why_not(game, "attack") if kind == "offensive" else "")


def why_no_kind(game: Game, kind: str) -> str:
    """Why no unit may use a power of a type now; empty where one may."""
    if kind in ("active", "offensive"):
        active = game.turn.active
        return why_no_power(game, active, kind) if active else by_rule("pan.turn.activate")
    return first_why_not(why_no_power(game, each, kind) for each in game.units)


def done(play: Play) -> None:
    """End the activation."""
    play.note("done", unit=play.turn.active)
    play.end_activation()


def why_not_led(game: Game, id_: str) -> str:
    """Why the active unit cannot lead a unit by Leader; empty for a troop of its side that it sees."""
    active, troop = game.active()[1], game.units[id_]
    is_there = bool(active.area and troop.area) and troop.unit.kind == "troop"
    if not is_there or not game.is_ally(troop, active.owner):
        return by_rule("pan.talent.leader", troop.unit.name)
    return fighting.why_not_seen(game, troop.area) or game.players[troop.owner].cards.why_not_take(troop.unit.id)


def leader(play: Play, troop: str) -> None:
    """By Leader take a troop's activation card from the deck; it may be activated next without an Art of War card.

    The troop of a teammate is the active player's for that.
    """
    id_, led = play.turn.active, play.game.units[troop]
    play.player(led.owner, cards=play.game.players[led.owner].cards.take(led.unit.id))
    can = troop not in play.turn.activated and len(play.turn.activated) < MOST_ACTIVATIONS
    play.end_activation(free=troop if can else "")
    play.note("leader" if can else "leader-card", unit=id_, troop=troop)


def recall(play: Play, text: str, pay: str) -> None:
    """Pay for a troop recall at the end of the turn; what it does is entered (ruling `pan.recall`)."""
    play.pay(play.turn.player, pay)
    play.in_turn(phase=END, powers=(*play.turn.powers, "recall"))
    play.note("recall", text=text)


def end(play: Play) -> None:
    """End the turn: the next player clockwise who is still in the game."""
    game, at = play.game, play.turn.player
    count = len(game.players)
    following = next(each % count for each in range(at + 1, at + count + 1) if not game.players[each % count].out)
    if following <= at:
        players = tuple(replace(player, manoeuvres=()) for player in game.players)
        play.change(round=game.round + 1, players=players)
    play.change(turn=Turn(player=following))
    play.note("turn", player=following, round=play.game.round)


# At any moment -----------------------------------------------------------------------------------------------------


def why_not_buy(game: Game, kind: str, at: int) -> str:
    """Why a player may not buy a manoeuvre now; empty where that may be."""
    player = game.players[at]
    if kind in player.manoeuvres:
        return by_rule("pan.aow.manoeuvres", player.name)
    if kind == "search" and not player.cards.in_deck:
        return tr("The deck has run out.")
    return (fighting.why_no_evasion(game, at) if kind == "evade" else "") or why_no_pay(game, at)


def manoeuvre(play: Play, kind: str, player: int, pay: str) -> None:
    """Buy a manoeuvre, each once per round and player."""
    if kind == "evade":
        fighting.evade(play)
    play.pay(player, pay)
    buyer = play.game.players[player]
    play.player(player, manoeuvres=(*buyer.manoeuvres, kind))
    play.note("manoeuvre", f"pan.aow.{kind}", player=player, kind=kind)
    for _ in range(2 if kind == "draw" else 0):
        play.draw(player)
    if kind == "search":
        play.player(player, cards=buyer.cards.draw())
        play.note("took", player=player)


def stats(play: Play, unit: str, stats: Stats) -> None:
    """Enter the stats on a dashboard; they are kept with its card."""
    play.game = play.game.with_unit(unit, play.game.units[unit].reading(stats))
    play.note("stats", unit=unit, stats=stats_words(stats))


def vitality(play: Play, unit: str, number: int) -> None:
    """Enter the vitality of a unit as it is on the table."""
    changed = replace(play.game.units[unit].struck(number), destroyed=False)
    play.game = play.game.with_unit(unit, changed)
    play.note("vitality", unit=unit, n=number)


def _is_setup(game: Game, id_: str, area: str) -> bool:
    """Whether a troop that comes to an area is placed before the first turn."""
    placed = game.units[id_]
    return game.turn.phase == PLACING and placed.unit.kind == "troop" and area not in ("", OFF) and not placed.area


def why_not_place(game: Game, id_: str, area: str) -> str:
    """Why a unit cannot be put into an area: before the first turn players place troops, one each in turn."""
    if (reason := why_gone(game, id_)) or not _is_setup(game, id_, area):
        return reason
    if game.units[id_].owner != game.turn.player:
        troops = ", ".join(game.units[each].unit.name for each in game.unplaced(game.turn.player))
        return tr("{player} places a troop now: {troops}. pan.setup.troops", player=game.player.name, troops=troops)
    return why_not_go(game, id_, DEPLOY, area)


OFF = "off"
"""What is typed for an area where a unit leaves the board."""


def place(play: Play, unit: str, area: str) -> None:
    """Put a unit into the area where it is on the table, or off the board."""
    placed, is_setup, area = play.game.units[unit], _is_setup(play.game, unit, area), "" if area == OFF else area
    play.unit(unit, area=area, entered=placed.entered or bool(area))
    play.note("place" if area else "off", unit=unit, at=area)
    if is_setup:
        play.change(turn=play.game.next_to_place((placed.owner + 1) % len(play.game.players)))
        play.note("place-next" if play.turn.phase == PLACING else "begins", player=play.turn.player)


def claim(play: Play, area: str) -> None:
    """Claim an unclaimed stone of the unit's area, or by Gem Collector of a visible one around it."""
    if reason := why_no_claim(play.game, area):
        raise IllegalError(reason)
    id_ = play.acts("claim")
    _take(play, area)
    play.unit(id_, stone=True)
    play.note("claim", unit=id_, at=area)


def why_no_claim(game: Game, area: str) -> str:
    """Why the active unit may not claim a stone of an area; empty where it may."""
    id_, unit = game.active()
    if area != unit.area and (reason := game.why_no_talent(id_, "gem-collector")):
        return reason
    if game.board.blocks(game.board.pieces[id_], area):
        return by_rule("pan.talent.block", unit.unit.name)
    return why_no_stone(game, area) or fighting.why_not_seen(game, area)


def why_no_stone(game: Game, area: str) -> str:
    """Why there is no unclaimed stone in an area; empty where one is, or where none was ever entered to be counted."""
    if not game.stones or game.stones.get(area):
        return ""
    where = ", ".join(each for each, count in game.stones.items() if count) or "-"
    text = tr("Area {area} has no unclaimed divine stone; areas with one: {areas}.", area=area, areas=where)
    return f"{text} pan.stones.one"


def _take(play: Play, area: str) -> None:
    """Take an unclaimed stone from an area, where they are counted."""
    unclaimed = play.game.stones
    if unclaimed:
        play.change(stones={**unclaimed, area: unclaimed[area] - 1})


UNCLAIMED = "unclaimed"
"""What is named for the unclaimed stone of an area."""


def why_not_absorb(game: Game, id_: str) -> str:
    """Why the active unit may not absorb a stone, the unclaimed one of its area or a carrier's; empty where it may."""
    active = game.active()[1]
    if id_ == UNCLAIMED:
        return why_no_stone(game, active.area)
    carrier = game.units[id_]
    may = carrier.stone and carrier.area == active.area and game.is_ally(carrier, active.owner)
    return "" if may else by_rule("pan.stones.absorb", carrier.unit.name)


def absorb(play: Play, carrier: str) -> None:
    """Absorb an unclaimed stone of the divinity's area, or the one of an ally there that is named."""
    id_ = play.acts("absorb")
    divinity = play.game.units[id_]
    if carrier != UNCLAIMED:
        play.unit(carrier, stone=False)
    else:
        _take(play, divinity.area)
    play.player(divinity.owner, absorbed=play.game.players[divinity.owner].absorbed + 1)
    play.note("absorb", unit=id_, at="" if carrier == UNCLAIMED else carrier)


def stones(play: Play, area: str, number: int) -> None:
    """Enter how many unclaimed divine stones lie in an area, and are counted from now on."""
    play.change(stones={**play.game.stones, area: number})
    play.note("stones", at=area, n=number)


def drop(play: Play) -> None:
    """The active unit drops its stone."""
    play.drop(play.turn.active)


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
    if reason := game.player.cards.why_none(OMPHALOS):
        return reason
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
        play.player(at, cards=cards.take(OMPHALOS))
        play.in_turn(powers=(*play.turn.powers, OMPHALOS))
        play.note("omphalos", player=at)
        return
    play.player(at, cards=cards.discard(OMPHALOS))
    id_ = divinity_of(play.game)
    unit = play.game.units[id_]
    play.game = play.game.with_unit(id_, unit.struck((unit.hp or 0) + 1))
    play.note("healed", unit=id_, n=1)
