"""The board of a game that is followed: its units on the ground as it was entered, and the values of an attack."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.game import Game, InPlay, Strike
from hoplo_companion.pantheon.ground import LARGEST, Area, Ground, Piece, read_ground
from hoplo_companion.pantheon.modifiers import Attack, Fighter
from hoplo_companion.pantheon.moves import Arrival, reach, why_no_move, why_not_cross, why_not_deploy
from hoplo_companion.pantheon.sight import NOWHERE, aim, on_ground, sight
from hoplo_companion.pantheon.units import Stats
from hoplo_companion.pantheon.words import by_rule

DICE_TALENTS = ("monster-slayer", "mighty-throw")


def ground_of(game: Game) -> Ground:
    """The units of a game on its ground; an area that was not entered is open ground of any size."""
    empty = _entered(game.ground)
    ground = Ground({**empty.areas}, empty.between, {}, {**empty.rulings, **game.rulings})
    for id_, left in game.elements.items():
        ground.areas[id_] = replace(ground.areas[id_], elements=left)
    for id_, unit in game.living().items():
        if unit.area:
            ground.areas.setdefault(unit.area, Area(unit.area, "open", LARGEST))
            ground.pieces[id_] = piece_of(game, unit)
    return ground


@lru_cache(8)
def _entered(lines: tuple[str, ...]) -> Ground:
    return read_ground(lines)


def piece_of(game: Game, unit: InPlay) -> Piece:
    """A unit as the ground has it; its side is a number."""
    return Piece(
        name=unit.unit.name,
        area=unit.area,
        side=str(game.players[unit.owner].side),
        kind=unit.unit.kind,
        movement=None if unit.stats is None else unit.stats[3],
        range=None if unit.stats is None else unit.stats[2],
        traits=unit.unit.traits,
        talents=unit.unit.talents,
        alone=unit.hp == 1,
    )


def knows(game: Game, *areas: str) -> bool:
    """Whether areas were entered with the ground."""
    return bool(game.ground) and {*areas} <= _entered(game.ground).areas.keys()


def works(game: Game, id_: str, talent: str) -> bool:
    """Whether a unit has a talent that works now: not of a troop's last miniature, nor in water."""
    unit = game.units[id_]
    return not unit.destroyed and ground_of(game).has(piece_of(game, unit), talent)


# Moves ------------------------------------------------------------------------------------------------------------


def arrival(game: Game, id_: str, how: str, area: str) -> Arrival | None:
    """How a unit comes to an area; None where the ground is not known. IllegalError says why it cannot."""
    unit = game.units[id_]
    if not unit.area or unit.stats is None or not knows(game, unit.area, area):
        return None
    ground = ground_of(game)
    piece = ground.pieces[id_]
    if rule := why_no_move(ground, piece, how):
        raise IllegalError(by_rule(rule, piece.name))
    ways = {each.area: each for each in reach(ground, piece, how, unit.stats[3])}
    if area not in ways:
        rule = why_not_cross(ground, piece, piece.area, area, how) if area in ground.near(piece.area) else ""
        text = tr("{unit} cannot reach {area}; it can reach {areas}.",
                  unit=piece.name, area=area, areas=", ".join(ways) or "-")  # fmt: skip
        raise IllegalError(f"{text} {by_rule(rule or f'pan.move.{how}')}")
    return ways[area]


def check_deployment(game: Game, id_: str, area: str) -> None:
    """Refuse an area of the ground that a unit cannot deploy into, or be placed in."""
    unit = game.units[id_]
    if knows(game, area) and (rule := why_not_deploy(ground_of(game), piece_of(game, unit), area)):
        text = tr("{unit} cannot deploy in {area}.", unit=unit.unit.name, area=area)
        raise IllegalError(f"{text} {by_rule(rule)}")


# Attacks ----------------------------------------------------------------------------------------------------------


def stats_of(game: Game, id_: str) -> Stats:
    """The stats of a unit that show now; UsageError where they were not entered."""
    unit = game.units[id_]
    if unit.stats is None:
        raise UsageError(tr("The stats of {unit} are not known: `stats {id} 6/7/1/2`.", unit=unit.unit.name, id=id_))
    return unit.stats


def values_of(game: Game, strike: Strike) -> Attack:
    """An attack of a game before its values are calculated: stats, ground, heights and talents of both."""
    target = strike.targets[0]
    if target in game.units:
        defence = stats_of(game, target)[1]
    else:
        # Older games have the defence of a power token with the token.
        older = game.tokens.get(target, {}).get("defence")
        defence = older if strike.defence is None else strike.defence
        if defence is None:
            raise UsageError(tr("The defence of the token is not known: enter the wounds."))
    attack = Attack(
        offence=stats_of(game, strike.attacker)[0], defence=defence, distance=strike.distance, area=bool(strike.area),
        aerial=strike.aerial,
    )  # fmt: skip
    ground = ground_of(game)
    piece = piece_of(game, game.units[strike.attacker])
    if not piece.area or target not in ground.pieces:
        # Talents of the attacker are ignored against a token, which has no area of its own here.
        kind = game.units[target].unit.kind if target in game.units else "hero"
        attacker = Fighter(kind=piece.kind, traits=piece.traits)
        return replace(attack, range=piece.range or 0, attacker=attacker, target=Fighter(kind=kind))
    talents = [each for each in DICE_TALENTS if each in piece.talents]
    if game.turn.force and strike.attacker == game.turn.active:
        talents.append("force-of-nature")
    attack = on_ground(attack, ground, piece, ground.pieces[target].area, ground.pieces[target])
    return replace(attack, attacker=replace(attack.attacker, talents=(*attack.attacker.talents, *talents)))


def measured(game: Game, id_: str, end: str, entered: int | None, *, area: bool = False, aerial: bool = False) -> int:
    """The distance of an attack on an area: as the ground counts, 0 for a full one beside it; else as it was entered.

    IllegalError where the area is out of range, or not visible.
    """
    unit, force = game.units[id_], int(game.turn.force)
    distance = entered or 0
    if unit.stats is None:
        return distance
    if not knows(game, unit.area, end):
        reached = unit.stats[2] + aerial + force
        if distance > reached:
            raise IllegalError(
                tr("{unit} has range {range}, not {n}: rock, stairs and heights count once the board is entered. "
                   "pan.attack.range", unit=unit.unit.name, range=reached, n=distance)
            )  # fmt: skip
        return distance
    ground = ground_of(game)
    attack = Attack(offence=0, defence=0, area=area, aerial=aerial, range_by=force)
    # An adjacent full area may be attacked at range 1 all the same, which is the player's choice.
    found = aim(ground, ground.pieces[id_], end, attack, far=entered == 1)
    if not found.is_in_range:
        away = "?" if found.distance == NOWHERE else found.distance
        text = tr("Area {area} is {n} areas away; the range is {range}.", area=end, n=away, range=found.values.range)
        raise IllegalError(f"{text} pan.attack.range")
    if found.sight.is_seen is False:
        refuse_hidden(end, found.sight.by)
    return 0 if found.is_full_adjacent else found.distance


def check_seen(game: Game, start: str, end: str) -> None:
    """Refuse an area of the ground that is not visible from another."""
    if knows(game, start, end) and (seen := sight(ground_of(game), start, end)).is_seen is False:
        refuse_hidden(end, seen.by)


def refuse_hidden(area: str, by: tuple[str, ...] = ()) -> None:
    """Refuse an area that is not visible, by what is in the way."""
    hidden = tr("Area {area} is not visible: {areas} in the way.", area=area, areas=", ".join(by))
    raise IllegalError((hidden if by else tr("Area {area} is not visible.", area=area)) + " pan.attack.visible")
