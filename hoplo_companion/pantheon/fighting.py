"""Attacks in a game: who is struck, one target after the other, by whom in place of whom, wounds, and retaliation."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.battle import aimed, check_range, ground_of, knows, piece_of
from hoplo_companion.pantheon.game import BETWEEN, Game, Strike, works
from hoplo_companion.pantheon.moves import WALK, why_not_cross
from hoplo_companion.pantheon.steps import Done, event, living, with_turn
from hoplo_companion.tables.actions import Happened

AREA, TOKEN = "area", "token"
"""What may be attacked beside units."""


def attacked(
    game: Game, id_: str, target: str, area: str | None, distance: int | None, defence: int | None, *, aerial: bool
) -> Done:
    """Begin an attack of the active unit on a unit, on all that are in an area, or on a power token."""
    if target == AREA:
        strike = _on_area(game, id_, area or "", distance)
    elif target == TOKEN:
        check_range(game, id_, distance or 0, aerial=aerial)
        strike = Strike(id_, (TOKEN,), distance or 0, aerial=aerial, defence=defence)
    else:
        strike = _on_unit(game, id_, target, distance, aerial=aerial)
    game = with_turn(game, strikes=(strike,), struck="")
    rule = "pan.type.aerial-attack" if aerial else "pan.attack.range"
    said = event("aerial" if aerial else "attack", {"unit": id_, "at": strike.area or target}, rule)
    return game, [said, *_said(game), *_reminders(game)]


def _on_unit(game: Game, id_: str, target: str, distance: int | None, *, aerial: bool) -> Strike:
    struck = game.units[target]
    if game.is_ally(struck, game.units[id_].owner):
        raise IllegalError(tr("{unit} is an ally: only an area attack hits allies.", unit=struck.unit.name))
    living(struck)
    # An adjacent full area may be attacked at range 1 all the same, which is the player's choice.
    known = aimed(game, id_, struck.area, area=False, aerial=aerial, far=distance == 1) if struck.area else None
    if known is None:
        check_range(game, id_, distance or 0, aerial=aerial)
    return Strike(id_, (target,), (distance or 0) if known is None else known, aerial=aerial)


def _on_area(game: Game, id_: str, area: str, distance: int | None) -> Strike:
    """Attack all units of an area but the attacker; there must be an enemy among them (Area attack)."""
    there = [each for each, unit in game.units.items() if unit.area == area and each != id_ and not unit.destroyed]
    owner = game.units[id_].owner
    if all(game.is_ally(game.units[each], owner) for each in there):
        raise IllegalError(tr("No enemy is in area {area}. pan.attack.area-enemy-needed", area=area))
    there.sort(key=lambda each: game.is_ally(game.units[each], owner))
    known = aimed(game, id_, area, area=True, aerial=False)
    if known is None:
        check_range(game, id_, distance or 0, aerial=False)
    return Strike(id_, tuple(there), (distance or 0) if known is None else known, area)


def _said(game: Game) -> list[Happened]:
    """Say who is attacked now, where an area attack leads from one target to the next."""
    strike = game.turn.strikes[-1]
    if not strike.area:
        return []
    target = strike.targets[0]
    is_ally = target in game.units and game.is_ally(game.units[target], game.units[strike.attacker].owner)
    rule = "pan.attack.area-allies" if is_ally else "pan.attack.area"
    return [event("next-ally" if is_ally else "next-target", {"unit": target}, rule)]


def _reminders(game: Game) -> list[Happened]:
    """List the talents that may now change the target, the order or the dice; each is optional."""
    strike = game.turn.strikes[-1]
    found = [
        event(talent, {"unit": strike.attacker}, f"pan.talent.{talent}")
        for talent in ("force-of-nature", "monster-slayer", "mighty-throw")
        if works(game, strike.attacker, talent)
    ]
    target = strike.targets[0]
    if target in game.units:
        found += [
            event("guard", {"unit": other}, "pan.talent.guard")
            for other in game.units
            if _may_guard(game, other, strike)
        ]
        if _strikes_first(game, strike):
            found.append(event("initiative", {"unit": target}, "pan.talent.initiative"))
    return found


def guards(game: Game) -> list[str]:
    """The units that may become the target of the attack under way by Guard."""
    strike = game.turn.strikes[-1] if game.turn.strikes else None
    if strike is None or strike.targets[0] not in game.units:
        return []
    return [each for each in game.units if _may_guard(game, each, strike)]


def _may_guard(game: Game, id_: str, strike: Strike) -> bool:
    target, guard = game.units[strike.targets[0]], game.units[id_]
    return (
        works(game, id_, "guard")
        and not strike.retaliation
        and id_ not in (strike.targets[0], strike.attacker)
        and bool(guard.area)
        and guard.area == target.area
        and game.is_ally(guard, target.owner)
        and not game.is_ally(guard, game.units[strike.attacker].owner)
    )


def _strikes_first(game: Game, strike: Strike) -> bool:
    """Say whether the target may retaliate before the attack, by Initiative that the attacker does not have too."""
    target = strike.targets[0]
    return (
        not strike.area
        and not strike.retaliation
        and not strike.distance
        and target in game.units
        and target not in game.turn.retaliated
        and works(game, target, "initiative")
        and not works(game, strike.attacker, "initiative")
    )


def under_way(game: Game) -> Strike:
    """The attack under way; IllegalError where there is none."""
    if not game.turn.strikes:
        raise IllegalError(tr("No attack is under way."))
    return game.turn.strikes[-1]


def _with_top(game: Game, *strikes: Strike) -> Game:
    return with_turn(game, strikes=(*game.turn.strikes[:-1], *strikes))


def guard(game: Game, id_: str) -> Done:
    """Have a unit with Guard become the target in place of an ally in its area."""
    strike = under_way(game)
    others = tuple(each for each in strike.targets[1:] if each != id_)
    game = _with_top(game, replace(strike, targets=(id_, *others)))
    return game, [event("guards", {"unit": id_}, "pan.talent.guard"), *_reminders(game)]


def why_no_throw(game: Game) -> str:
    """Why the target cannot be thrown by Mighty Throw; empty where it may."""
    strike = under_way(game)
    if not works(game, strike.attacker, "mighty-throw") or strike.targets[0] not in game.units:
        return tr("The attacker has no Mighty Throw that works. pan.talent.mighty-throw")
    is_huge = "huge" in game.units[strike.targets[0]].unit.traits
    return tr("A huge unit is not moved by talents. pan.type.huge") if is_huge else ""


def throw(game: Game, area: str) -> Done:
    """Throw the target 1 area by Mighty Throw, before blanks leave; it drops its stone first."""
    id_ = under_way(game).targets[0]
    unit = game.units[id_]
    if knows(game, unit.area, area):
        ground = ground_of(game)
        near = area in ground.near(unit.area)
        rule = why_not_cross(ground, piece_of(game, unit), unit.area, area, WALK) if near else "pan.talent.mighty-throw"
        if rule:
            raise IllegalError(
                tr("{unit} cannot be thrown to {area}. {rule}", unit=unit.unit.name, area=area, rule=rule)
            )
    game, events = dropped(game, id_)
    game = game.with_unit(id_, replace(game.units[id_], area=area))
    return game, [*events, event("thrown", {"unit": id_, "at": area}, "pan.talent.mighty-throw")]


def abandon(game: Game) -> Done:
    """Drop the attack under way: it is carried out, and wasted."""
    strike = under_way(game)
    return with_turn(game, strikes=(), struck=""), [event("abandoned", {"unit": strike.attacker}, "pan.attack.range")]


def why_no_force(game: Game) -> str:
    """Why Force of Nature cannot be used now; empty where it may."""
    id_, unit = game.active()
    if game.turn.strikes or game.turn.force or not works(game, id_, "force-of-nature"):
        return tr("Force of Nature is used once, before a target is chosen, by a unit that has it. "
                  "pan.talent.force-of-nature")  # fmt: skip
    if knows(game, unit.area) and not ground_of(game).areas[unit.area].standing:
        return tr("No 3D element is in area {area}. pan.talent.force-of-nature", area=unit.area)
    return ""


def force(game: Game) -> Done:
    """Remove a 3D element of the active unit's area by Force of Nature, before a target is chosen."""
    id_, unit = game.active()
    if knows(game, unit.area):
        left = ground_of(game).areas[unit.area].standing - 1
        game = replace(game, elements={**game.elements, unit.area: left})
    return with_turn(game, force=True), [event("force", {"unit": id_}, "pan.talent.force-of-nature")]


def evaded(game: Game, player: int) -> Game:
    """Have a flying non-troop unit evade a range 0 attack: the attacker may choose another target."""
    strike = game.turn.strikes[-1] if game.turn.strikes else None
    unit = game.units.get(strike.targets[0]) if strike is not None else None
    if (
        strike is None
        or unit is None
        or strike.distance
        or unit.owner != player
        or "flying" not in unit.unit.traits
        or unit.unit.kind == "troop"
    ):
        raise IllegalError(tr("Only a flying non-troop unit that is attacked at range 0 evades. pan.aow.evade"))
    if strike.retaliation:
        return _with_top(game)
    return with_turn(game, strikes=(), struck="", redirect="aerial" if strike.aerial else "attack")


# Wounds -----------------------------------------------------------------------------------------------------------


def wounds(game: Game, id_: str, number: int, stats: tuple[int, int, int, int] | None) -> Done:
    """Enter wounds, and the stats that show then; that resolves the attack on the unit."""
    if id_ not in game.units:
        game, more = _resolved(game, id_)
        return game, [event("token-wounds", {"n": number}, "pan.powers.tokens"), *more]
    unit = living(game.units[id_])
    if unit.hp is None:
        raise UsageError(
            tr("The vitality of {unit} is not known: enter it with `vitality {id} N`.", unit=unit.unit.name, id=id_)
        )
    game, events = wounded(game, id_, number)
    if stats is not None and not game.units[id_].destroyed:
        game = game.with_unit(id_, game.units[id_].reading(stats))
    game, more = _resolved(game, id_)
    return game, events + more


def wounded(game: Game, id_: str, number: int) -> Done:
    """Take vitality points from a unit, which may destroy it."""
    unit = game.units[id_]
    left = None if unit.hp is None else max(0, unit.hp - number)
    events = [event("wounds", {"unit": id_, "n": number, "left": left}, "pan.attack.wounds")]
    if left != 0:
        after = unit.struck(left)
        if after.old_line:
            events.append(event("old-line", {"unit": id_}, "pan.attack.wounds"))
        return game.with_unit(id_, after), events
    game, more = _destroyed(game, id_)
    return game, events + more


def _resolved(game: Game, id_: str) -> Done:
    """Go on with the attacks under way once a target has its wounds: the next one, the attack before, retaliation."""
    strikes = [each for each in game.turn.strikes if _is_alive(game, each.attacker)]
    if not strikes or id_ not in strikes[-1].targets:
        return with_turn(game, strikes=tuple(strikes)), []
    strike = strikes.pop()
    left = tuple(each for each in strike.targets if each != id_ and _is_alive(game, each))
    if left:
        game = with_turn(game, strikes=(*strikes, replace(strike, targets=left)))
        return game, [*_said(game), *_reminders(game)]
    may = not (strike.retaliation or strike.area or strike.distance or id_ in game.turn.retaliated)
    game = with_turn(game, strikes=tuple(strikes), struck=id_ if may and id_ in game.units else "")
    if strike.retaliation and strikes and not _still_reached(game, strikes[-1]):
        return with_turn(game, strikes=()), [event("too-far", {"unit": strikes[-1].attacker}, "pan.talent.initiative")]
    return game, []


def _is_alive(game: Game, id_: str) -> bool:
    return id_ in game.units and not game.units[id_].destroyed


def _still_reached(game: Game, strike: Strike) -> bool:
    """Say whether an attacker is still near enough after a retaliation that came first."""
    try:
        aimed(game, strike.attacker, game.units[strike.targets[0]].area, area=False, aerial=strike.aerial)
    except IllegalError:
        return False
    return True


def _destroyed(game: Game, id_: str) -> Done:
    """Destroy a unit: it drops what it carries; with three or four players a lost divinity takes its units along."""
    unit = game.units[id_]
    events = [event("destroyed", {"unit": id_, "stone": unit.stone, "at": unit.area}, "pan.destroyed")]
    game, _ = dropped(game, id_)
    game = game.with_unit(id_, replace(game.units[id_], hp=0, area="", destroyed=True))
    if game.turn.active == id_:
        game = with_turn(game, phase=BETWEEN, active="")
    if unit.unit.is_divinity and len(game.players) > 2 and not game.team:
        player = game.players[unit.owner]
        for each, other in list(game.units.items()):
            if other.owner == unit.owner and not other.destroyed:
                # Stones that its units carry stay where they stood (ruling `pan.out-stones`).
                game, _ = (game, []) if game.reads("pan.out-stones") else dropped(game, each)
                other = replace(game.units[each], area="", stone=False, destroyed=True)
                game = game.with_unit(each, other)
        game = game.with_player(unit.owner, replace(player, out=True))
        events.append(event("out", {"player": unit.owner}, "pan.win.out"))
    return game, events


def dropped(game: Game, id_: str) -> Done:
    """Have a unit drop its stone in its area, where it is unclaimed from now on."""
    unit = game.units[id_]
    if not unit.stone:
        return game, []
    stones = {**game.stones, unit.area: game.stones.get(unit.area, 0) + 1} if unit.area else game.stones
    game = replace(game.with_unit(id_, replace(unit, stone=False)), stones=stones)
    return game, [event("drop", {"unit": id_}, "pan.stones.drop")]


def _retaliator(game: Game) -> str:
    """Who may retaliate now: whoever was struck last, or by Initiative the target of the attack under way."""
    strike = game.turn.strikes[-1] if game.turn.strikes else None
    if strike is None:
        return game.turn.struck
    return strike.targets[0] if _strikes_first(game, strike) else ""


def why_no_retaliation(game: Game) -> str:
    """Why nobody may retaliate now; empty where somebody may."""
    strikes, id_ = game.turn.strikes, _retaliator(game)
    if strikes and not id_ and strikes[-1].targets[0] in game.turn.retaliated:
        name = game.units[strikes[-1].targets[0]].unit.name
        return tr("{unit} has retaliated this turn. pan.attack.retaliation-once", unit=name)
    if strikes and not id_:
        return tr("First the wounds of the attack. pan.attack.retaliation")
    if id_ not in game.units:
        return tr("Nobody was attacked who could retaliate.")
    unit = game.units[id_]
    if id_ in game.turn.retaliated:
        return tr("{unit} has retaliated this turn. pan.attack.retaliation-once", unit=unit.unit.name)
    if unit.destroyed and not game.reads("pan.retaliate-dead"):
        return tr("{unit} is destroyed: it does not retaliate (ruling pan.retaliate-dead).", unit=unit.unit.name)
    return "" if game.turn.active else tr("The attacker is no longer active: nobody is left to retaliate against.")


def retaliate(game: Game) -> Done:
    """Have the target retaliate for one of its activation cards, once per turn; by Initiative before the attack."""
    id_, against = _retaliator(game), game.turn.active
    unit = game.units[id_]
    game = game.with_cards(unit.owner, game.players[unit.owner].cards.discard(unit.unit.id))
    strike = Strike(id_, (against,), retaliation=True)
    game = with_turn(game, retaliated=(*game.turn.retaliated, id_), struck="", strikes=(*game.turn.strikes, strike))
    return game, [event("retaliate", {"unit": id_, "at": against}, "pan.attack.retaliation-cost")]
