"""The board of a game that is followed: its units on the ground as it was entered, and the values of an attack."""

from __future__ import annotations

from dataclasses import replace as changed

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.game import Game, InPlay, Strike
from hoplo_companion.pantheon.ground import LARGEST, Area, Ground, Piece, read_ground
from hoplo_companion.pantheon.modifiers import Attack, Fighter, effective
from hoplo_companion.pantheon.moves import FLIGHT, Arrival, reach, why_no_move, why_not_cross, why_not_deploy
from hoplo_companion.pantheon.sight import attack_of, sight

DICE_TALENTS = ("monster-slayer", "mighty-throw")


def ground_of(game: Game) -> Ground:
    """Put the units of a game on its ground; an area that was not entered is open ground of any size."""
    ground = read_ground(game.ground)
    ground.rulings |= game.rulings
    for id_, left in game.elements.items():
        ground.areas[id_] = changed(ground.areas[id_], elements=left)
    for id_, unit in game.units.items():
        if unit.area and not unit.destroyed:
            ground.areas.setdefault(unit.area, Area(unit.area, "open", LARGEST))
            ground.pieces[id_] = piece_of(game, unit)
    return ground


def piece_of(game: Game, unit: InPlay) -> Piece:
    """Give a unit as the ground has it; sides are told apart by their number."""
    stats = unit.stats
    return Piece(
        unit.unit.name,
        unit.area,
        str(game.players[unit.owner].side),
        unit.unit.kind,
        movement=None if stats is None else stats[3],
        range=None if stats is None else stats[2],
        traits=unit.unit.traits,
        talents=unit.unit.talents,
        alone=unit.hp == 1,
    )


def knows(game: Game, *areas: str) -> bool:
    """Say whether areas were entered with the ground."""
    return bool(game.ground) and {*areas} <= read_ground(game.ground).areas.keys()


# Moves ------------------------------------------------------------------------------------------------------------


def arrival(game: Game, id_: str, how: str, area: str) -> Arrival | None:
    """Find how a unit comes to an area; None where the ground is not known. IllegalError says why it cannot."""
    unit = game.units[id_]
    if not unit.area or unit.stats is None or not knows(game, unit.area, area):
        return None
    ground = ground_of(game)
    piece = ground.pieces[id_]
    if rule := why_no_move(ground, piece, how):
        raise IllegalError(tr("{unit} cannot move that way here. {rule}", unit=piece.name, rule=rule))
    ways = reach(ground, piece, how, unit.stats[3])
    found = next((each for each in ways if each.area == area), None)
    if found is None:
        rule = why_not_cross(ground, piece, piece.area, area, how) if area in ground.near(piece.area) else ""
        where = ", ".join(each.area for each in ways) or "-"
        text = tr("{unit} cannot come to {area}: it may go to {areas}.", unit=piece.name, area=area, areas=where)
        raise IllegalError(f"{text} {rule or ('pan.move.flight' if how == FLIGHT else f'pan.move.{how}')}")
    return found


def check_deployment(game: Game, id_: str, area: str) -> None:
    """Refuse an area of the ground that a unit cannot deploy into, or be placed in."""
    if knows(game, area):
        unit = game.units[id_]
        if rule := why_not_deploy(ground_of(game), piece_of(game, unit), area):
            raise IllegalError(tr("{unit} cannot deploy in {area}. {rule}", unit=unit.unit.name, area=area, rule=rule))


# Attacks ----------------------------------------------------------------------------------------------------------


def defence_of(game: Game, target: str) -> int:
    """The defence of a unit that shows now; UsageError where it is not known."""
    return stats_of(game, target)[1]


def token_defence(game: Game, strike: Strike) -> int:
    """The defence of a power token, as it was entered with the attack; older games have it with the token."""
    older = game.tokens.get(strike.targets[0], {}).get("defence")
    found = strike.defence if strike.defence is not None else older
    if found is None:
        raise UsageError(tr("The defence of the token is not known: enter the wounds."))
    return int(found)


def stats_of(game: Game, id_: str) -> tuple[int, int, int, int]:
    """Give the stats of a unit that show now; UsageError where they were not entered."""
    unit = game.units[id_]
    if unit.stats is None:
        text = tr("The stats of {unit} are not known: `stats {id} 6/7/1/2`.", unit=unit.unit.name, id=id_)
        raise UsageError(text)
    return unit.stats


def values_of(game: Game, strike: Strike) -> Attack:
    """Give an attack of a game before its values are calculated: stats, ground, heights and talents of both."""
    target = strike.targets[0]
    offence = stats_of(game, strike.attacker)[0]
    defence = defence_of(game, target) if target in game.units else token_defence(game, strike)
    ground = ground_of(game)
    piece = ground.pieces.get(strike.attacker) or piece_of(game, game.units[strike.attacker])
    talents = [each for each in DICE_TALENTS if each in piece.talents]
    if game.turn.force and strike.attacker == game.turn.active:
        talents.append("force-of-nature")
    if piece.area not in ground.areas or target not in ground.pieces:
        fighter = Fighter(kind=piece.kind, traits=piece.traits)
        kind = game.units[target].unit.kind if target in game.units else "hero"
        # A token has no area of its own here; talents of the attacker are ignored against it.
        return Attack(offence=offence, defence=defence, range=piece.range or 0, distance=strike.distance,
                      area=bool(strike.area), aerial=strike.aerial, attacker=fighter,
                      target=Fighter(kind=kind))  # fmt: skip
    attack = attack_of(
        ground, piece, ground.pieces[target], offence, defence, distance=strike.distance, area=bool(strike.area),
        aerial=strike.aerial,
    )  # fmt: skip
    return changed(attack, attacker=changed(attack.attacker, talents=(*attack.attacker.talents, *talents)))


def check_range(game: Game, id_: str, distance: int, *, aerial: bool) -> None:
    """Refuse a distance beyond a known range where no ground says what else may add to it."""
    unit = game.units[id_]
    if unit.stats is not None and distance > (reach_ := unit.stats[2] + aerial + game.turn.force):
        raise IllegalError(
            tr("{unit} has range {range}, not {n}: rock, stairs and heights count once the board is entered. "
               "pan.attack.range", unit=unit.unit.name, range=reach_, n=distance)
        )  # fmt: skip


def aimed(game: Game, id_: str, target: str, *, area: bool, aerial: bool, far: bool = False) -> int | None:
    """Count the areas to an area, 0 for an adjacent full one, but not by `far`; None where the ground is not known.

    IllegalError where the area is out of range, or not visible.
    """
    unit = game.units[id_]
    if not knows(game, unit.area, target) or unit.stats is None:
        return None
    ground = ground_of(game)
    distance = ground.distance(unit.area, target)
    if distance == 1 and not (area or far) and ground.is_full(target):
        return 0
    attack = attack_of(ground, ground.pieces[id_], None, 0, 0, distance=distance or 0, area=area, aerial=aerial,
                       end=target)  # fmt: skip
    if game.turn.force:
        attack = changed(attack, range_by=1)
    reach_ = effective(attack).range
    if distance is None or distance > reach_:
        text = tr("{area} is {n} areas away, and the range is {range}.", area=target, n=distance or "?", range=reach_)
        raise IllegalError(f"{text} pan.attack.range")
    seen = sight(ground, unit.area, target, aerial=aerial)
    if seen.is_seen is False:
        raise IllegalError(
            tr("{area} is not visible: {areas} is in the way. {rule}", area=target, areas=", ".join(seen.by),
               rule=seen.rule)
        )  # fmt: skip
    return distance
