"""Attacks in a game: whom they reach, who is struck, one target after the other, by whom in place of whom, wounds."""

from __future__ import annotations

from dataclasses import replace as changed

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import Stats
from hoplo_companion.pantheon.game import BETWEEN, Game, Play, Strike
from hoplo_companion.pantheon.ground import WALK, aim, on_ground, sight, why_not_cross
from hoplo_companion.pantheon.modifiers import Attack, Fighter
from hoplo_companion.pantheon.words import by_rule

AREA, TOKEN = "area", "token"
"""What may be attacked beside units."""


def stats_of(game: Game, id_: str) -> Stats:
    """The stats of a unit that show now; UsageError where they were not entered."""
    unit = game.units[id_]
    if unit.stats is None:
        raise UsageError("The stats of {unit} are not known: `stats {id} 6/7/1/2`.", unit=unit.unit.name, id=id_)
    return unit.stats


def values_of(game: Game, strike: Strike) -> Attack:
    """An attack of a game before its values are calculated: stats, ground, heights and talents of both."""
    target = strike.target
    # Older games have the defence of a power token with the token.
    of_token = game.tokens.get(target, {}).get("defence") if strike.defence is None else strike.defence
    defence = stats_of(game, target)[1] if target in game.units else of_token
    if defence is None:
        raise UsageError("The defence of the token is not known: enter the wounds.")
    attack = Attack(
        offence=stats_of(game, strike.attacker)[0], defence=defence, distance=strike.distance, area=bool(strike.area),
        aerial=strike.aerial,
    )  # fmt: skip
    piece, struck = game.board.pieces.get(strike.attacker, Fighter()), game.board.pieces.get(target)
    if struck is None or not (piece.area and struck.area):
        # Talents of the attacker are ignored against a token, which has no area of its own here.
        plain = changed(piece, talents=(), terrain="open")
        return changed(attack, attacker=plain, target=Fighter(kind=struck.kind if struck else "hero"))
    return on_ground(attack, game.board, piece, struck.area, struck)


def reached(
    game: Game, end: str, entered: int | None = None, *, area: bool = False, aerial: bool = False
) -> tuple[int, str]:
    """The distance of an attack of the active unit on an area, and why that is not reached; empty where it is.

    The distance is as the ground counts, 0 for a full area beside it; where that is not known, as it was entered.
    """
    (id_, unit), distance = game.active(), entered or 0
    if unit.stats is None:
        return distance, ""
    if not game.knows(unit.area, end):
        most = unit.stats[2] + aerial + game.turn.force
        text = tr("{unit} has range {range}, not {n}: rock, stairs and heights count once the board is entered. "
                  "pan.attack.range", unit=unit.unit.name, range=most, n=distance)  # fmt: skip
        return distance, text if distance > most else ""
    attack = Attack(offence=0, defence=0, area=area, aerial=aerial)
    # An adjacent full area may be attacked at range 1 all the same, which is the player's choice.
    found = aim(game.board, game.board.pieces[id_], end, attack, far=entered == 1)
    if not found.is_in_range:
        away = "?" if found.distance is None else found.distance
        text = tr("Area {area} is {n} areas away; the range is {range}.", area=end, n=away, range=found.values.range)
        return 0, f"{text} pan.attack.range"
    distance = 0 if found.is_full_adjacent else found.distance or 0
    return distance, hidden(end, found.sight.by) if found.sight.is_seen is False else ""


def hidden(area: str, by: tuple[str, ...] = ()) -> str:
    """Say that an area is not visible, and what is in the way."""
    text = tr("Area {area} is not visible.", area=area)
    if by:
        text = tr("Area {area} is not visible: {areas} in the way.", area=area, areas=", ".join(by))
    return f"{text} pan.attack.visible"


def why_not_seen(game: Game, end: str) -> str:
    """Why the active unit does not see an area of the ground; empty where it does, or may."""
    start = game.active()[1].area
    seen = sight(game.board, start, end) if game.knows(start, end) else None
    return hidden(end, seen.by) if seen is not None and seen.is_seen is False else ""


def area_of(game: Game, target: str, area: str | None) -> str:
    """The area where an attack is aimed at: that of a unit, or one that is named; empty for none."""
    return game.units[target].area if target in game.units else area or ""


def attack(
    play: Play, target: str, area: str, distance: int | None, seen: str, defence: int | None, *, aerial: bool = False
) -> None:
    """The active unit attacks a unit, all that are in an area, or a power token."""
    game, id_, is_area = play.game, play.turn.active, target == AREA
    end = area_of(game, target, area)
    found, reason = reached(game, end, distance, area=is_area, aerial=aerial)
    if reason := hidden(end) if seen == "no" else reason:
        raise IllegalError(reason)
    action = "aerial" if aerial else "attack"
    play.acts(action)
    targets = tuple(in_area(game, area)) if is_area else (target,)
    strike = Strike(id_, targets, found, area if is_area else "", aerial, defence=defence)
    play.in_turn(strikes=(strike,))
    play.note(action, unit=id_, at=strike.area or target)
    _lead_on(play)


def in_area(game: Game, area: str) -> list[str]:
    """All units of an area but the active one, enemies first."""
    there = [id_ for id_, unit in game.living().items() if unit.area == area and id_ != game.turn.active]
    return sorted(there, key=lambda id_: game.is_ally(game.units[id_], game.active()[1].owner))


def why_no_enemy(game: Game, area: str) -> str:
    """Why the active unit may not attack an area: there must be an enemy in it (Area attack); empty where it may."""
    may = any(not game.is_ally(game.units[each], game.active()[1].owner) for each in in_area(game, area))
    return "" if may else tr("No enemy is in area {area}. pan.attack.area-enemy-needed", area=area)


def _lead_on(play: Play) -> None:
    """Say who is attacked now in an area, and which talents may change the target, the order or the dice."""
    game, strike = play.game, play.turn.strikes[-1]
    target = strike.target
    for each in (strike.attacker, target):
        if each in game.units and game.units[each].old_line:
            play.note("old-line", unit=each)
    if strike.area:
        is_ally = game.is_ally(game.units[target], game.units[strike.attacker].owner)
        play.note("next-ally" if is_ally else "next-target", unit=target)
    for talent in ("monster-slayer", "mighty-throw"):
        if game.works(strike.attacker, talent):
            play.note(talent, unit=strike.attacker)
    for each in game.units:
        if not why_no_guard(game, each):
            play.note("guard", unit=each)
    if _strikes_first(game, strike):
        play.note("initiative", unit=target)


def why_no_guard(game: Game, id_: str) -> str:
    """Why a unit cannot become the target of the attack under way by Guard; empty where it may."""
    strike, unit = game.turn.strikes[-1], game.units[id_]
    target, attacker = game.units.get(strike.target), game.units[strike.attacker]
    may = (
        target is not None and not strike.retaliation and id_ not in (strike.target, strike.attacker)
        and unit.area and unit.area == target.area and game.is_ally(unit, target.owner)
        and not game.is_ally(unit, attacker.owner) and game.works(id_, "guard")
    )  # fmt: skip
    return "" if may else by_rule("pan.talent.guard", unit.unit.name)


def _strikes_first(game: Game, strike: Strike) -> bool:
    """Whether the target may retaliate before the attack, by Initiative that the attacker does not have too."""
    may = strike.is_close and strike.target not in game.turn.retaliated
    return may and game.works(strike.target, "initiative") and not game.works(strike.attacker, "initiative")


def guard(play: Play, unit: str) -> None:
    """A unit with Guard becomes the target in place of an ally in its area."""
    strike = play.turn.strikes[-1]
    targets = (unit, *(each for each in strike.targets[1:] if each != unit))
    play.in_turn(strikes=(*play.turn.strikes[:-1], replace(strike, targets=targets)))
    play.note("guards", unit=unit)
    _lead_on(play)


def why_no_throw(game: Game) -> str:
    """Why the target cannot be thrown by Mighty Throw; empty where it may."""
    strike = game.turn.strikes[-1]
    target = game.units.get(strike.target)
    if target is None:
        return by_rule("pan.talent.mighty-throw")
    if "huge" in target.unit.traits:
        return by_rule("pan.type.huge", target.unit.name)
    return game.why_no_talent(strike.attacker, "mighty-throw")


def why_not_thrown(game: Game, area: str) -> str:
    """Why the target cannot be thrown to an area: it must lie beside its own, and let it enter; empty where it may."""
    id_, board = game.turn.strikes[-1].target, game.board
    start = game.units[id_].area
    if not game.knows(start, area):
        return ""
    near = area in board.near(start)
    rule = why_not_cross(board, board.pieces[id_], start, area, WALK) if near else "pan.talent.mighty-throw"
    text = tr("{unit} cannot be thrown to {area}.", unit=game.units[id_].unit.name, area=area)
    return f"{text} {by_rule(rule)}" if rule else ""


def throw(play: Play, area: str) -> None:
    """Throw the target 1 area by Mighty Throw, before blanks leave; it drops its stone first."""
    id_ = play.turn.strikes[-1].target
    play.drop(id_)
    play.unit(id_, area=area)
    play.note("thrown", unit=id_, at=area)


def abandon(play: Play) -> None:
    """Drop the attack under way: it is carried out, and wasted."""
    strike = play.turn.strikes[-1]
    play.in_turn(strikes=(), struck="")
    play.note("abandoned", unit=strike.attacker)


def why_no_force(game: Game) -> str:
    """Why Force of Nature cannot be used now; empty where it may."""
    id_, unit = game.active()
    if game.turn.force:
        return tr("{unit} has used Force of Nature. pan.talent.force-of-nature", unit=unit.unit.name)
    if game.knows(unit.area) and not game.board.areas[unit.area].standing:
        return tr("No 3D element is in area {area}. pan.talent.force-of-nature", area=unit.area)
    return game.why_no_talent(id_, "force-of-nature")


def force(play: Play) -> None:
    """Remove a 3D element of the active unit's area by Force of Nature, before a target is chosen."""
    id_, unit = play.game.active()
    if play.game.knows(unit.area):
        left = play.game.board.areas[unit.area].standing - 1
        play.change(elements={**play.game.elements, unit.area: left})
    play.in_turn(force=True)
    play.note("force", unit=id_)


def why_no_evasion(game: Game, player: int) -> str:
    """Why a player has no flying non-troop unit that may evade a range 0 attack; empty where there is one."""
    strike = game.turn.strike
    unit = game.units.get(strike.target) if strike is not None and not strike.distance else None
    may = unit is not None and unit.owner == player and "flying" in unit.unit.traits and unit.unit.kind != "troop"
    return "" if may else by_rule("pan.aow.evade")


def evade(play: Play) -> None:
    """The target evades: the attacker may choose another one."""
    strike = play.turn.strikes[-1]
    if strike.retaliation:
        play.in_turn(strikes=play.turn.strikes[:-1])
    else:
        play.in_turn(strikes=(), struck="", redirect="aerial" if strike.aerial else "attack")


def shows_new_line(game: Game, unit: str, number: int) -> bool:
    """Whether a unit shows stats that were never entered once it has so many wounds."""
    found = game.units.get(unit)
    if found is None or found.unit.kind == "troop" or found.hp is None or not number:
        return False
    after = found.hp - number
    return after > 0 and str(after) not in found.lines


# Wounds -----------------------------------------------------------------------------------------------------------


def wounds(play: Play, unit: str, number: int, stats: Stats | None) -> None:
    """Enter wounds, and the stats that show then; that resolves the attack on the unit."""
    struck = play.game.units.get(unit)
    if struck is None:
        play.note("token-wounds", n=number)
    elif struck.destroyed:
        raise IllegalError("{unit} is destroyed.", unit=struck.unit.name)
    elif struck.hp is None:
        raise UsageError(
            "The vitality of {unit} is not known: enter it with `vitality {id} N`.", unit=struck.unit.name, id=unit
        )
    else:
        wound(play, unit, number, stats)
    _resolve(play, unit)


def wound(play: Play, id_: str, number: int, stats: Stats | None = None) -> None:
    """Take vitality points from a unit, which may destroy it, and enter the stats that show then."""
    unit = play.game.units[id_]
    left = None if unit.hp is None else max(0, unit.hp - number)
    play.note("wounds", unit=id_, n=number, left=left)
    if left == 0:
        _destroy(play, id_)
        return
    after = unit.struck(left) if stats is None else unit.struck(left).reading(stats)
    play.game = play.game.with_unit(id_, after)
    if after.old_line:
        play.note("old-line", unit=id_)


def _resolve(play: Play, id_: str) -> None:
    """Go on with the attacks under way once a target has its wounds: the next one, the attack before, retaliation."""
    alive = play.game.living()
    strikes = [each for each in play.turn.strikes if each.attacker in alive]
    if not strikes or id_ not in strikes[-1].targets:
        play.in_turn(strikes=tuple(strikes))
        return
    strike = strikes.pop()
    if left := tuple(each for each in strike.targets if each != id_ and each in alive):
        play.in_turn(strikes=(*strikes, replace(strike, targets=left)))
        _lead_on(play)
        return
    may = strike.is_close and id_ in play.game.units and id_ not in play.turn.retaliated
    play.in_turn(strikes=tuple(strikes), struck=id_ if may else "")
    if strike.retaliation and strikes:
        # A target that is no longer reached after a retaliation that came first is attacked no more.
        before = strikes[-1]
        if reached(play.game, play.game.units[before.target].area, aerial=before.aerial)[1]:
            play.in_turn(strikes=())
            play.note("too-far", unit=before.attacker)


def _destroy(play: Play, id_: str) -> None:
    """Destroy a unit: it drops what it carries; with three or four players a lost divinity takes its units along."""
    unit, game = play.game.units[id_], play.game
    is_out = unit.unit.is_divinity and len(game.players) > 2 and not game.team
    play.note("destroyed", unit=id_)
    for each, other in game.living().items():
        if each == id_ or (is_out and other.owner == unit.owner):
            # Stones that its units carry stay where they stood (ruling `pan.out-stones`).
            if each == id_ or not game.reads("pan.out-stones"):
                play.drop(each)
            play.unit(each, area="", stone=False, destroyed=True)
    play.unit(id_, hp=0)
    if play.turn.active and play.game.units[play.turn.active].destroyed:
        play.in_turn(phase=BETWEEN, active="")
    if is_out:
        play.player(unit.owner, out=True)
        play.note("out", player=unit.owner)


def _retaliator(game: Game) -> str:
    """Who may retaliate now: whoever was struck last, or by Initiative the target of the attack under way."""
    strike = game.turn.strike
    if strike is None:
        return game.turn.struck
    return strike.target if _strikes_first(game, strike) else ""


def why_no_retaliation(game: Game) -> str:
    """Why nobody may retaliate now; empty where somebody may."""
    strike = game.turn.strike
    id_ = game.turn.struck if strike is None else strike.target
    asked = game.units.get(id_)
    if asked is None:
        return tr("Nobody was attacked who could retaliate.")
    if id_ in game.turn.retaliated:
        return by_rule("pan.attack.retaliation-once", asked.unit.name)
    if not _retaliator(game):
        return tr("First enter the wounds of the attack. pan.attack.retaliation")
    if asked.destroyed and not game.reads("pan.retaliate-dead"):
        return by_rule("pan.retaliate-dead", asked.unit.name)
    if not game.turn.active:
        return tr("The attacker is no longer active: nobody is left to retaliate against.")
    return game.players[asked.owner].cards.why_none(asked.unit.id)


def retaliate(play: Play) -> None:
    """The target retaliates for one of its activation cards, once per turn; by Initiative before the attack."""
    id_, against = _retaliator(play.game), play.turn.active
    play.discard(id_)
    strike = Strike(id_, (against,), retaliation=True)
    retaliated = (*play.turn.retaliated, id_)
    play.in_turn(retaliated=retaliated, struck="", strikes=(*play.turn.strikes, strike))
    play.note("retaliate", unit=id_, at=against)
    _lead_on(play)
