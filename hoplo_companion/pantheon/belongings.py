"""Divine stones by area, omphalos cards, and power tokens: what lies on the board and on dashboards."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.battle import ground_of, knows
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.fighting import dropped, returned, works
from hoplo_companion.pantheon.game import Game, Token
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.steps import Done, Event, living, whole

MOST_TOKENS = 20


def stones(game: Game, args: list[str]) -> Done:
    """Enter how many unclaimed divine stones lie in an area, and are counted from now on: `stones 7 2`."""
    number = whole(args[1], 0, 9) if len(args) == 2 else 1
    if len(args) not in (1, 2) or number is None:
        raise UsageError(tr("As in `stones 7`, or `stones 7 2` for two."))
    return replace(game, stones={**game.stones, args[0]: number}), [
        Event("stones", {"at": args[0], "n": number}, "pan.stones.one")
    ]


def claimed(game: Game, id_: str, area: str) -> Game:
    """Claim an unclaimed stone of the unit's area, or by Gem Collector of a visible one around it."""
    unit = game.units[id_]
    if area and area != unit.area:
        if not works(game, id_, "gem-collector"):
            raise IllegalError(tr("Only a Gem Collector claims from another area. pan.talent.gem-collector"))
        if knows(game, unit.area, area) and sight(ground_of(game), unit.area, area).is_seen is False:
            raise IllegalError(tr("{area} is not visible. pan.talent.gem-collector", area=area))
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


def absorbed(game: Game, id_: str, carrier: str) -> Game:
    """Absorb an unclaimed stone of the divinity's area, or the one of an ally there that is named."""
    divinity = game.units[id_]
    owner = divinity.owner
    if carrier:
        name, unit = game.unit(carrier)
        if not unit.stone or not game.is_ally(unit, owner):
            raise IllegalError(tr("{unit} is not an ally that carries a stone. pan.stones.absorb", unit=unit.unit.name))
        if unit.area != divinity.area:
            raise IllegalError(tr("{unit} is not in the divinity's area. pan.stones.absorb", unit=unit.unit.name))
        game = game.with_unit(name, replace(unit, stone=False))
    else:
        game = _taken(game, divinity.area)
    player = game.players[owner]
    return game.with_player(owner, replace(player, absorbed=player.absorbed + 1))


def drop(game: Game, args: list[str]) -> Done:
    """Drop the stone of the active unit: no action, but not in a fast flight."""
    id_, unit = game.active()
    if not unit.stone or "flight" in game.turn.acted:
        raise IllegalError(tr("{unit} has no stone to drop now. pan.stones.drop", unit=unit.unit.name))
    return dropped(game, id_)


def omphalos(game: Game, args: list[str]) -> Done:
    """Take an omphalos card (`omphalos take`), or return one in your turn to heal your divinity (`omphalos heal`)."""
    at = game.turn.player
    cards = game.players[at].cards
    if args == ["take"]:
        if "absorb" not in game.turn.acted:
            raise IllegalError(tr("An omphalos card comes with absorbing an omphalos. pan.stones.omphalos"))
        return game.with_cards(at, cards.take(OMPHALOS)), [Event("omphalos", {"player": at}, "pan.stones.omphalos")]
    if args != ["heal"]:
        raise UsageError(tr("`omphalos take` or `omphalos heal`."))
    id_, unit = next((id_, each) for id_, each in game.units.items() if each.owner == at and each.unit.is_divinity)
    if unit.hp is None or unit.unit.vitality is None or unit.hp >= unit.unit.vitality:
        raise IllegalError(tr("{unit} has lost no vitality. pan.stones.heal", unit=unit.unit.name))
    game = game.with_cards(at, cards.discard(OMPHALOS))
    return game.with_unit(id_, replace(unit, hp=unit.hp + 1)), [
        Event("healed", {"unit": id_, "n": 1}, "pan.stones.heal")
    ]


# Power tokens -----------------------------------------------------------------------------------------------------


def tokens(game: Game, args: list[str]) -> Done:
    """Enter how many power tokens a dashboard gives its unit: `tokens athena 3`; they lie in the reserve."""
    number = whole(args[1], 0, MOST_TOKENS) if len(args) == 2 else None
    if number is None:
        raise UsageError(tr("As in `tokens athena 3`: the tokens on the dashboard, up to {most}.", most=MOST_TOKENS))
    id_, _ = game.unit(args[0])
    return replace(game, reserve={**game.reserve, id_: number}), [
        Event("tokens", {"unit": id_, "n": number}, "pan.powers.tokens")
    ]


def token(game: Game, args: list[str]) -> Done:
    """Put a power token into play: `token athena 7`, or on a unit with defence and vitality `token athena ares 4/2`."""
    if len(args) not in (2, 3):
        raise UsageError(tr("As in `token athena 7`, or `token athena ares 4/2` with defence and vitality."))
    id_, unit = game.unit(args[0])
    living(unit)
    if not game.reserve.get(id_):
        raise IllegalError(
            tr("No token of {unit} is in the reserve: `tokens {id} 3` enters them. pan.powers.tokens",
               unit=unit.unit.name, id=id_)
        )  # fmt: skip
    defence, vitality = _token_stats(args[2]) if len(args) == 3 else (None, None)
    on = args[1] if args[1].isdigit() or args[1] not in _names(game) else game.unit(args[1])[0]
    name = next(str(n) for n in range(1, 999) if str(n) not in game.tokens)
    new = Token(id_, on, defence, vitality)
    game = replace(game, tokens={**game.tokens, name: new}, reserve={**game.reserve, id_: game.reserve[id_] - 1})
    return game, [Event("token", {"unit": id_, "token": name, "at": on}, "pan.powers.tokens")]


def _names(game: Game) -> set[str]:
    return {word for id_ in game.units for word in (id_, id_.split(".")[-1])}


def _token_stats(text: str) -> tuple[int, int]:
    defence, _, vitality = text.partition("/")
    found = whole(defence, 0, 10), whole(vitality, 1, 30)
    if found[0] is None or found[1] is None:
        raise UsageError(tr("As in `token athena 7`, or `token athena ares 4/2` with defence and vitality."))
    return found[0], found[1]


def discard_token(game: Game, args: list[str]) -> Done:
    """Remove a power token from play, back into the reserve: `untoken 1`."""
    if len(args) != 1 or args[0] not in game.tokens:
        known = ", ".join(game.tokens) or "-"
        raise UsageError(tr("Which token? As in `untoken 1`: there are {tokens}.", tokens=known))
    owner = game.tokens[args[0]].unit
    return returned(game, args), [Event("untoken", {"unit": owner, "token": args[0]}, "pan.powers.tokens")]
