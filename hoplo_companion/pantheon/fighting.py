"""Attacks in a game: who is struck, one target after the other, by whom in place of whom, wounds, and retaliation."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.battle import aimed, ground_of, knows, piece_of
from hoplo_companion.pantheon.game import BETWEEN, Game, Strike, works
from hoplo_companion.pantheon.moves import WALK, why_not_cross
from hoplo_companion.pantheon.steps import Done, Event, living, whole, with_turn

EXAMPLES = "`attack ares`, `attack ares 2`, `attack area 7`, `attack token 1`"


def attacked(game: Game, id_: str, args: list[str], *, aerial: bool) -> Done:
    """Begin an attack of the active unit on a unit, on all that are in an area, or on a token."""
    if not args:
        raise UsageError(tr("Whom? {examples}.", examples=EXAMPLES))
    if args[0] == "area" and len(args) in (2, 3):
        strike = _on_area(game, id_, args[1], args[2:])
    elif args[0] == "token" and len(args) in (2, 3):
        strike = _on_token(game, id_, args[1], args[2:])
    else:
        strike = _on_unit(game, id_, args, aerial=aerial)
    game = with_turn(game, strikes=(strike,), struck="")
    target = strike.targets[0]
    if target in game.tokens and not strike.area:
        event = Event("attack-token", {"unit": id_, "token": target}, "pan.powers.tokens")
    else:
        rule = "pan.type.aerial-attack" if aerial else "pan.attack.range"
        event = Event("aerial" if aerial else "attack", {"unit": id_, "at": strike.area or target}, rule)
    return game, [event, *_said(game), *_reminders(game)]


def _distance(words: list[str], known: int | None) -> int:
    entered = whole(words[0], 0, 99) if words else 0
    if entered is None:
        raise UsageError(tr("Whom? {examples}.", examples=EXAMPLES))
    return entered if known is None else known


def _wants_far(words: list[str]) -> bool:
    """Say whether an adjacent full area is attacked at range 1 all the same, which is the player's choice."""
    return bool(words) and whole(words[0], 1, 1) == 1


def _on_unit(game: Game, id_: str, args: list[str], *, aerial: bool) -> Strike:
    far = args[1:] if len(args) == 2 else []
    if len(args) > 2 or (far and whole(far[0], 0, 99) is None):
        raise UsageError(tr("Whom? {examples}.", examples=EXAMPLES))
    target, struck = game.unit(args[0])
    if game.is_ally(struck, game.units[id_].owner):
        raise IllegalError(tr("{unit} is an ally: only an area attack hits allies.", unit=struck.unit.name))
    living(struck)
    far_too = _wants_far(far)
    known = aimed(game, id_, struck.area, area=False, aerial=aerial, far=far_too) if struck.area else None
    return Strike(id_, (target,), _distance(far, known), aerial=aerial)


def _on_area(game: Game, id_: str, area: str, far: list[str]) -> Strike:
    """Attack all units of an area but the attacker; there must be an enemy among them (Area attack)."""
    there = [each for each, unit in game.units.items() if unit.area == area and each != id_ and not unit.destroyed]
    owner = game.units[id_].owner
    if all(game.is_ally(game.units[each], owner) for each in there):
        raise IllegalError(tr("No enemy is in area {area}. pan.attack.area-enemy-needed", area=area))
    there.sort(key=lambda each: game.is_ally(game.units[each], owner))
    there += [name for name, token in game.tokens.items() if token.at == area and token.vitality]
    return Strike(id_, tuple(there), _distance(far, aimed(game, id_, area, area=True, aerial=False)), area)


def _on_token(game: Game, id_: str, name: str, far: list[str]) -> Strike:
    token = game.tokens.get(name)
    if token is None or not token.vitality or token.defence is None:
        raise UsageError(tr("There is no token {n} with a defence and vitality.", n=name))
    at = game.units[token.at].area if token.at in game.units else token.at
    return Strike(id_, (name,), _distance(far, aimed(game, id_, at, area=False, aerial=False, far=_wants_far(far))))


def _said(game: Game) -> list[Event]:
    """Say who is attacked now, where an area attack leads from one target to the next."""
    strike = game.turn.strikes[-1]
    if not strike.area:
        return []
    target = strike.targets[0]
    is_ally = target in game.units and game.is_ally(game.units[target], game.units[strike.attacker].owner)
    rule = "pan.attack.area-allies" if is_ally else "pan.attack.area"
    return [Event("next-ally" if is_ally else "next-target", {"unit": target}, rule)]


def _reminders(game: Game) -> list[Event]:
    """List the talents that may now change the target, the order or the dice; each is optional."""
    strike = game.turn.strikes[-1]
    found = [
        Event(talent, {"unit": strike.attacker}, f"pan.talent.{talent}")
        for talent in ("force-of-nature", "monster-slayer", "mighty-throw")
        if works(game, strike.attacker, talent)
    ]
    target = strike.targets[0]
    if target in game.units:
        found += [
            Event("guard", {"unit": other}, "pan.talent.guard")
            for other in game.units
            if _may_guard(game, other, strike)
        ]
        if _strikes_first(game, strike):
            found.append(Event("initiative", {"unit": target}, "pan.talent.initiative"))
    return found


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


def _open(game: Game) -> Strike:
    if not game.turn.strikes:
        raise IllegalError(tr("No attack is under way: `attack ares` begins one."))
    return game.turn.strikes[-1]


def _with_top(game: Game, *strikes: Strike) -> Game:
    return with_turn(game, strikes=(*game.turn.strikes[:-1], *strikes))


def guard(game: Game, args: list[str]) -> Done:
    """Have a unit with Guard become the target in place of an ally in its area: `guard athena`."""
    strike = _open(game)
    if len(args) != 1:
        raise UsageError(tr("Which unit? `guard athena`."))
    id_, unit = game.unit(args[0])
    if strike.targets[0] not in game.units or not _may_guard(game, id_, strike):
        raise IllegalError(tr("{unit} cannot guard the target. pan.talent.guard", unit=unit.unit.name))
    others = tuple(each for each in strike.targets[1:] if each != id_)
    game = _with_top(game, replace(strike, targets=(id_, *others)))
    return game, [Event("guards", {"unit": id_}, "pan.talent.guard"), *_reminders(game)]


def throw(game: Game, args: list[str]) -> Done:
    """Throw the target 1 area by Mighty Throw, before blanks leave: `throw 5`; it drops its stone first."""
    strike = _open(game)
    if len(args) != 1:
        raise UsageError(tr("Into which area? `throw 5`."))
    if not works(game, strike.attacker, "mighty-throw") or strike.targets[0] not in game.units:
        raise IllegalError(tr("The attacker has no Mighty Throw that works. pan.talent.mighty-throw"))
    id_, area = strike.targets[0], args[0]
    unit = game.units[id_]
    if "huge" in unit.unit.traits:
        raise IllegalError(tr("A huge unit is not moved by talents. pan.type.huge"))
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
    return game, [*events, Event("thrown", {"unit": id_, "at": area}, "pan.talent.mighty-throw")]


def force(game: Game, args: list[str]) -> Done:
    """Remove a 3D element of the active unit's area by Force of Nature, before a target is chosen: `force`."""
    id_, unit = game.active()
    if args or game.turn.strikes or game.turn.force or not works(game, id_, "force-of-nature"):
        raise IllegalError(
            tr("Force of Nature is used once, before a target is chosen, by a unit that has it. "
               "pan.talent.force-of-nature")
        )  # fmt: skip
    if knows(game, unit.area):
        left = ground_of(game).areas[unit.area].elements
        if not left:
            raise IllegalError(tr("No 3D element is in area {area}. pan.talent.force-of-nature", area=unit.area))
        game = replace(game, elements={**game.elements, unit.area: left - 1})
    return with_turn(game, force=True), [Event("force", {"unit": id_}, "pan.talent.force-of-nature")]


def evaded(game: Game, player: int) -> Game:
    """Have a flying non-troop unit evade a range 0 attack: the attacker may choose another target."""
    strike = _open(game) if game.turn.strikes else None
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


def wounds(game: Game, args: list[str]) -> Done:
    """Enter wounds, and the stats that show then: `wounds ares 2 6/7/1/2`; that resolves the attack on the unit."""
    number = whole(args[1], 0, 99) if len(args) in (2, 3) else None
    if number is None:
        raise UsageError(tr("As in `wounds ares 2` or `wounds ares 2 6/7/1/2`, with the stats that show now."))
    if args[0] in game.tokens:
        return _token_wounded(game, args[0], number)
    id_, unit = game.unit(args[0])
    living(unit)
    if unit.hp is None:
        raise UsageError(
            tr("The vitality of {unit} is not known: enter it with `vitality {id} N`.", unit=unit.unit.name, id=id_)
        )
    game, events = wounded(game, id_, number)
    if len(args) == 3 and not game.units[id_].destroyed:
        game = game.with_unit(id_, replace(game.units[id_], stats=read_stats(args[2])))
    game, more = _resolved(game, id_)
    return game, events + more


def read_stats(text: str) -> tuple[int, int, int, int]:
    """Read the stats that a dashboard shows: `6/7/1/2`."""
    values = [whole(each, 0, 10) for each in text.split("/")]
    if len(values) == 4:
        offence, defence, range_, movement = values
        if offence is not None and defence is not None and range_ is not None and movement is not None:
            return offence, defence, range_, movement
    raise UsageError(tr("As in `stats ares 6/7/1/2`: offence, defence, range, movement."))


def wounded(game: Game, id_: str, number: int) -> Done:
    """Take vitality points from a unit, which may destroy it."""
    unit = game.units[id_]
    left = None if unit.hp is None else max(0, unit.hp - number)
    events = [Event("wounds", {"unit": id_, "n": number, "left": left}, "pan.attack.wounds")]
    if left != 0:
        return game.with_unit(id_, replace(unit, hp=left)), events
    game, more = _destroyed(game, id_)
    return game, events + more


def _token_wounded(game: Game, name: str, number: int) -> Done:
    token = game.tokens[name]
    left = max(0, (token.vitality or 0) - number)
    tokens = {**game.tokens, name: replace(token, vitality=left)}
    events = [Event("token-wounds", {"token": name, "n": number, "left": left}, "pan.powers.tokens")]
    game = replace(game, tokens=tokens)
    if not left:
        game = returned(game, [name])
    game, more = _resolved(game, name)
    return game, events + more


def returned(game: Game, names: list[str]) -> Game:
    """Put tokens back into the reserve of their unit."""
    reserve = dict(game.reserve)
    for name in names:
        unit = game.tokens[name].unit
        reserve[unit] = reserve.get(unit, 0) + 1
    left = {name: token for name, token in game.tokens.items() if name not in names}
    return replace(game, tokens=left, reserve=reserve)


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
        return with_turn(game, strikes=()), [Event("too-far", {"unit": strikes[-1].attacker}, "pan.talent.initiative")]
    return game, []


def _is_alive(game: Game, id_: str) -> bool:
    return id_ in game.tokens or (id_ in game.units and not game.units[id_].destroyed)


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
    events = [Event("destroyed", {"unit": id_, "stone": unit.stone, "at": unit.area}, "pan.destroyed")]
    game, _ = dropped(game, id_)
    game = returned(game, [name for name, token in game.tokens.items() if token.at == id_])
    game = game.with_unit(id_, replace(game.units[id_], hp=0, area="", destroyed=True))
    if game.turn.active == id_:
        game = with_turn(game, phase=BETWEEN, active="")
    if unit.unit.is_divinity and len(game.players) > 2 and not game.team:
        player = game.players[unit.owner]
        units = {
            each: replace(other, area="", stone=False, destroyed=True) if other.owner == unit.owner else other
            for each, other in game.units.items()
        }
        tokens = [name for name, token in game.tokens.items() if game.units[token.unit].owner == unit.owner]
        game = returned(game, tokens)
        game = replace(game.with_player(unit.owner, replace(player, out=True)), units=units)
        events.append(Event("out", {"player": unit.owner}, "pan.win.out"))
    return game, events


def dropped(game: Game, id_: str) -> Done:
    """Have a unit drop its stone in its area, where it is unclaimed from now on."""
    unit = game.units[id_]
    if not unit.stone:
        return game, []
    stones = {**game.stones, unit.area: game.stones.get(unit.area, 0) + 1} if unit.area else game.stones
    game = replace(game.with_unit(id_, replace(unit, stone=False)), stones=stones)
    return game, [Event("drop", {"unit": id_}, "pan.stones.drop")]


def retaliate(game: Game, args: list[str]) -> Done:
    """Have the target retaliate for one of its activation cards, once per turn; by Initiative before the attack."""
    strikes, id_ = game.turn.strikes, game.turn.struck
    waits = False
    if strikes and not (strikes[-1].area or strikes[-1].distance or strikes[-1].retaliation):
        id_ = strikes[-1].targets[0]
        waits = not _strikes_first(game, strikes[-1])
    if not id_ or id_ not in game.units:
        raise IllegalError(tr("Nobody was attacked who could retaliate: `attack ares` names the target."))
    unit = game.units[id_]
    if id_ in game.turn.retaliated:
        raise IllegalError(tr("{unit} has retaliated this turn. pan.attack.retaliation-once", unit=unit.unit.name))
    if unit.destroyed and not game.reads("pan.retaliate-dead"):
        raise IllegalError(
            tr("{unit} is destroyed: it does not retaliate (ruling pan.retaliate-dead).", unit=unit.unit.name)
        )
    if waits:
        raise IllegalError(tr("First the wounds of the attack: `wounds {id} N`. pan.attack.retaliation", id=id_))
    against = game.turn.active
    if not against:
        raise IllegalError(tr("The attacker is no longer active: nobody is left to retaliate against."))
    game = game.with_cards(unit.owner, game.players[unit.owner].cards.discard(unit.unit.id))
    strike = Strike(id_, (against,), retaliation=True)
    game = with_turn(game, retaliated=(*game.turn.retaliated, id_), struck="", strikes=(*game.turn.strikes, strike))
    return game, [Event("retaliate", {"unit": id_, "at": against}, "pan.attack.retaliation-cost")]
