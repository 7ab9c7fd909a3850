"""Attacks in a game: who is struck, one target after the other, by whom in place of whom, wounds, and retaliation."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import Stats
from hoplo_companion.pantheon.game import BETWEEN, Game, Strike
from hoplo_companion.pantheon.play import Play, ground_of, knows, measured, refuse_hidden, why_no_talent, works
from hoplo_companion.pantheon.reach import WALK, why_not_cross
from hoplo_companion.pantheon.words import by_rule

AREA, TOKEN = "area", "token"
"""What may be attacked beside units."""


def attack(
    play: Play, target: str, area: str, distance: int | None, seen: str, defence: int | None, *, aerial: bool = False
) -> None:
    """The active unit attacks a unit, all that are in an area, or a power token."""
    game, id_ = play.game, play.turn.active
    end = game.units[target].area if target in game.units else area or ""
    if seen == "no":
        refuse_hidden(end)
    targets = tuple(_in_area(game, id_, area)) if target == AREA else (target,)
    found = measured(game, id_, end, distance, area=target == AREA, aerial=aerial)
    action = "aerial" if aerial else "attack"
    play.acts(action)
    strike = Strike(id_, targets, found, area if target == AREA else "", aerial, defence=defence)
    play.in_turn(strikes=(strike,))
    play.note(action, unit=id_, at=strike.area or target)
    _lead_on(play)


def _in_area(game: Game, id_: str, area: str) -> dict[str, bool]:
    """All units of an area but the attacker, enemies first, each with whether it is an ally."""
    owner = game.units[id_].owner
    allies = {
        each: game.is_ally(unit, owner) for each, unit in game.living().items() if unit.area == area and each != id_
    }
    return {each: allies[each] for each in sorted(allies, key=lambda each: allies[each])}


def why_no_area(game: Game, area: str) -> str:
    """Why the active unit may not attack an area: there must be an enemy in it (Area attack); empty where it may."""
    has_enemy = not all(_in_area(game, game.turn.active, area).values())
    return "" if has_enemy else tr("No enemy is in area {area}. pan.attack.area-enemy-needed", area=area)


def _lead_on(play: Play) -> None:
    """Say who is attacked now in an area, and which talents may change the target, the order or the dice."""
    game, strike = play.game, play.turn.strikes[-1]
    target = strike.targets[0]
    for each in (strike.attacker, target):
        if each in game.units and game.units[each].old_line:
            play.note("old-line", unit=each)
    if strike.area:
        is_ally = game.is_ally(game.units[target], game.units[strike.attacker].owner)
        play.note("next-ally" if is_ally else "next-target", unit=target)
    for talent in ("monster-slayer", "mighty-throw"):
        if works(game, strike.attacker, talent):
            play.note(talent, unit=strike.attacker)
    for each in guards(game):
        play.note("guard", unit=each)
    if _strikes_first(game, strike):
        play.note("initiative", unit=target)


def guards(game: Game) -> list[str]:
    """The units that may become the target of the attack under way by Guard."""
    strike = game.turn.strike
    if strike is None or strike.retaliation or strike.targets[0] not in game.units:
        return []
    target, attacker = game.units[strike.targets[0]], game.units[strike.attacker]
    return [
        id_ for id_, unit in game.units.items()
        if id_ not in (strike.targets[0], strike.attacker) and unit.area and unit.area == target.area
        and game.is_ally(unit, target.owner) and not game.is_ally(unit, attacker.owner) and works(game, id_, "guard")
    ]  # fmt: skip


def _strikes_first(game: Game, strike: Strike) -> bool:
    """Whether the target may retaliate before the attack, by Initiative that the attacker does not have too."""
    target = strike.targets[0]
    may = may_retaliate(game, strike, target) and target not in game.turn.retaliated
    return may and works(game, target, "initiative") and not works(game, strike.attacker, "initiative")


def may_retaliate(game: Game, strike: Strike, target: str) -> bool:
    """Whether an attack is one that a unit may retaliate against: a normal one at range 0, and no retaliation."""
    return target in game.units and not (strike.retaliation or strike.area or strike.distance)


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
    target = game.units.get(strike.targets[0])
    if target is None:
        return by_rule("pan.talent.mighty-throw")
    if "huge" in target.unit.traits:
        return by_rule("pan.type.huge", target.unit.name)
    return why_no_talent(game, strike.attacker, "mighty-throw")


def throw(play: Play, area: str) -> None:
    """Throw the target 1 area by Mighty Throw, before blanks leave; it drops its stone first."""
    id_ = play.turn.strikes[-1].targets[0]
    unit, ground = play.game.units[id_], ground_of(play.game)
    if knows(play.game, unit.area, area):
        near = area in ground.near(unit.area)
        rule = why_not_cross(ground, ground.pieces[id_], unit.area, area, WALK) if near else "pan.talent.mighty-throw"
        if rule:
            text = tr("{unit} cannot be thrown to {area}.", unit=unit.unit.name, area=area)
            raise IllegalError(f"{text} {by_rule(rule)}")
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
    if knows(game, unit.area) and not ground_of(game).areas[unit.area].standing:
        return tr("No 3D element is in area {area}. pan.talent.force-of-nature", area=unit.area)
    return why_no_talent(game, id_, "force-of-nature")


def force(play: Play) -> None:
    """Remove a 3D element of the active unit's area by Force of Nature, before a target is chosen."""
    id_, unit = play.game.active()
    if knows(play.game, unit.area):
        left = ground_of(play.game).areas[unit.area].standing - 1
        play.change(elements={**play.game.elements, unit.area: left})
    play.in_turn(force=True)
    play.note("force", unit=id_)


def why_no_evasion(game: Game, player: int) -> str:
    """Why a player has no flying non-troop unit that may evade a range 0 attack; empty where there is one."""
    strike = game.turn.strike
    unit = game.units.get(strike.targets[0]) if strike is not None and not strike.distance else None
    may = unit is not None and unit.owner == player and "flying" in unit.unit.traits and unit.unit.kind != "troop"
    return "" if may else by_rule("pan.aow.evade")


def evade(play: Play) -> None:
    """The target evades: the attacker may choose another one."""
    strike = play.turn.strikes[-1]
    if strike.retaliation:
        play.in_turn(strikes=play.turn.strikes[:-1])
    else:
        play.in_turn(strikes=(), struck="", redirect="aerial" if strike.aerial else "attack")


# Wounds -----------------------------------------------------------------------------------------------------------


def wounds(play: Play, unit: str, number: int, stats: Stats | None) -> None:
    """Enter wounds, and the stats that show then; that resolves the attack on the unit."""
    if unit not in play.game.units:
        play.note("token-wounds", n=number)
    else:
        struck = play.game.units[unit]
        if struck.destroyed:
            raise IllegalError("{unit} is destroyed.", unit=struck.unit.name)
        if struck.hp is None:
            raise UsageError(
                "The vitality of {unit} is not known: enter it with `vitality {id} N`.", unit=struck.unit.name, id=unit
            )
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
    may = may_retaliate(play.game, strike, id_) and id_ not in play.turn.retaliated
    play.in_turn(strikes=tuple(strikes), struck=id_ if may else "")
    if strike.retaliation and strikes:
        _check_reach(play, strikes[-1])


def _check_reach(play: Play, strike: Strike) -> None:
    """End an attack whose target is no longer reached after a retaliation that came first."""
    try:
        measured(play.game, strike.attacker, play.game.units[strike.targets[0]].area, None, aerial=strike.aerial)
    except IllegalError:
        play.in_turn(strikes=())
        play.note("too-far", unit=strike.attacker)


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
    if play.turn.active == id_:
        play.in_turn(phase=BETWEEN, active="")
    if is_out:
        play.game = play.game.with_player(unit.owner, replace(game.players[unit.owner], out=True))
        play.note("out", player=unit.owner)


def _retaliator(game: Game) -> str:
    """Who may retaliate now: whoever was struck last, or by Initiative the target of the attack under way."""
    strike = game.turn.strike
    if strike is None:
        return game.turn.struck
    return strike.targets[0] if _strikes_first(game, strike) else ""


def why_no_retaliation(game: Game) -> str:
    """Why nobody may retaliate now; empty where somebody may."""
    strike, id_ = game.turn.strike, _retaliator(game)
    asked = game.units.get(id_ or (strike.targets[0] if strike is not None else ""))
    if asked is None:
        return tr("Nobody was attacked who could retaliate.")
    if (strike.targets[0] if strike is not None else id_) in game.turn.retaliated:
        return by_rule("pan.attack.retaliation-once", asked.unit.name)
    if strike is not None and not id_:
        return tr("First enter the wounds of the attack. pan.attack.retaliation")
    if asked.destroyed and not game.reads("pan.retaliate-dead"):
        return by_rule("pan.retaliate-dead", asked.unit.name)
    return "" if game.turn.active else tr("The attacker is no longer active: nobody is left to retaliate against.")


def retaliate(play: Play) -> None:
    """The target retaliates for one of its activation cards, once per turn; by Initiative before the attack."""
    id_, against = _retaliator(play.game), play.turn.active
    play.discard(id_)
    strike = Strike(id_, (against,), retaliation=True)
    retaliated = (*play.turn.retaliated, id_)
    play.in_turn(retaliated=retaliated, struck="", strikes=(*play.turn.strikes, strike))
    play.note("retaliate", unit=id_, at=against)
    _lead_on(play)
