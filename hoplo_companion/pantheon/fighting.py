"""Attacks in a game: whom they reach, who is struck, who in place of whom, the dice, wounds."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.attack import read_rolled, row
from hoplo_companion.pantheon.game import ACTIVE, ATTACK, Game, Strike, Throw, attack_of
from hoplo_companion.pantheon.ground import WALK, Aim, Way, hidden
from hoplo_companion.pantheon.rows import ROWS, Area, Play, act, one_of, unit
from hoplo_companion.pantheon.units import MOST, Fighter, Stats, by_rule, read_stats, stats_words
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Rolled, Slot, refuse, refuse_if, wrong_if

AREA, TOKEN = "area", "token"
"""What may be attacked beside units."""
FARTHEST = 9


# Whom an attack reaches
def aimed(game: Game, values: Mapping[str, Any], *, aerial: bool) -> Aim:
    """The attack of the active unit as far as it is filled in."""
    target, piece = values["target"], game.board.pieces[game.turn.active]
    end = game.units[target].area if target in game.units else values.get("area") or ""
    return Aim(game.board, piece, Fighter(area=end), target == AREA, aerial, values.get("distance"))


def why_not_seen(game: Game, end: str) -> str:
    """Why the active unit does not see an area of the ground; empty where it does, or may."""
    return Aim(game.board, game.board.pieces[game.turn.active], Fighter(area=end), area=True).why_hidden


def attacked(*, aerial: bool) -> tuple[Slot, ...]:
    """What an attack needs to know: its target, and what only the board shows."""

    def away(filled: Filled) -> Number:
        aim, ask = aimed(filled.game, filled.values, aerial=aerial), later("Areas to the target:")
        if not aim.is_known and aim.piece.area != aim.target.area:
            return Number("", ask, most=FARTHEST)
        # An adjacent full area may be attacked at range 1 all the same, which is the player's choice.
        least, most = aim.attack.distance, aim.distance or 0
        return Number("", ask, least=least, most=most, default=None, quiet=lambda filled: True)

    def is_seen(filled: Filled) -> bool:
        aim = aimed(filled.game, filled.values, aerial=aerial)
        return not aim.is_known or aim.sight.is_seen is not None or aim.ground.is_full(aim.target.area)

    return (
        unit("target", "Whom?", also={AREA: later("a whole area"), TOKEN: later("a power token")}),
        Area(known=lambda at: {each: each for each in at.game.board.areas}, when=lambda at: at["target"] == AREA),
        Slot("distance", default=None, of=away),
        one_of("seen", "Is it visible, by a straight line between the centres?",
               {"yes": later("yes"), "no": later("no")}, default="yes", is_open=True, quiet=is_seen),
        Number("defence", "The defence of the token:", most=10, default=None, when=lambda at: at["target"] == TOKEN),
    )  # fmt: skip


def attack(
    play: Play, target: str, area: str, distance: int | None, seen: str, defence: int | None, *, aerial: bool
) -> None:
    """The active unit attacks a unit, all that are in an area, or a power token."""
    game, is_area, act, own = play.game, target == AREA, "aerial" if aerial else "attack", play.game.active()[1].owner
    found = aimed(game, {"target": target, "area": area, "distance": distance}, aerial=aerial)
    end = found.target.area
    if struck := game.units.get(target):
        if game.is_ally(struck, own):
            raise IllegalError("{unit} is an ally: only an area attack hits allies.", unit=struck.unit.name)
        refuse_if(not end, "{unit} is not on the board.", unit=struck.unit.name)
        play.needs(target != game.turn.evaded, "pan.aow.evade", struck.unit.name)
    there = [target]
    if is_area:
        others = [id_ for id_, unit in game.living().items() if unit.area == end]
        others = [id_ for id_ in others if id_ not in (game.turn.active, game.turn.evaded)]
        there = sorted(others, key=lambda id_: game.is_ally(game.units[id_], own))
        if not there or game.is_ally(game.units[there[0]], own):
            raise IllegalError("No enemy is in area {area}. pan.attack.area-enemy-needed", area=end)
    refuse(hidden(end) if seen == "no" else found.why_not)
    strike = Strike(
        play.acts(act), tuple(there), found.attack.distance, end if is_area else "", aerial, defence=defence
    )
    play.in_turn(strikes=(strike,))
    play.note(act, unit=strike.attacker, at=strike.area or target)
    _lead_on(play)


act("attack", "attack", *attacked(aerial=False))(partial(attack, aerial=False))
act("aerial", "aerial attack", *attacked(aerial=True))(partial(attack, aerial=True))


# Who is struck now
def _lead_on(play: Play) -> None:
    """Say who is attacked now in an area, and which talents may change the target, the order or the dice."""
    game, strike = play.game, play.turn.strikes[-1]
    for each in (strike.attacker, strike.target):
        play.note_line(each)
    if strike.area:
        is_ally = game.is_ally(game.units[strike.target], game.units[strike.attacker].owner)
        play.note("next-ally" if is_ally else "next-target", unit=strike.target)
    for talent in ("monster-slayer", "mighty-throw"):
        if game.works(strike.attacker, talent):
            play.note(talent, unit=strike.attacker)
    for each in game.units:
        if not why_no_guard(game, each):
            play.note("guard", unit=each)
    if _strikes_first(game, strike):
        play.note("initiative", unit=strike.target)


def _strikes_first(game: Game, strike: Strike) -> bool:
    """Whether the target may retaliate before the attack, by Initiative that the attacker does not have too."""
    may = strike.is_close and strike.target not in game.turn.retaliated
    return may and game.works(strike.target, "initiative") and not game.works(strike.attacker, "initiative")


def why_no_guard(game: Game, id_: str) -> str:
    """Why a unit cannot become the target of the attack under way by Guard; empty where it may."""
    strike, unit = game.turn.strikes[-1], game.units[id_]
    target, attacker = game.units.get(strike.target), game.units[strike.attacker]
    is_other = id_ not in (strike.target, strike.attacker) and not game.is_ally(unit, attacker.owner)
    is_beside = target is not None and bool(unit.area) and unit.area == target.area and game.is_ally(unit, target.owner)
    may = is_other and is_beside and not strike.retaliation and game.works(id_, "guard")
    return "" if may else by_rule("pan.talent.guard", unit.unit.name)


@ROWS.row("Guard: another unit becomes the target", unit(), stages=(ATTACK,))
def _guard(play: Play, unit: str) -> None:
    refuse(why_no_guard(play.game, unit))
    strike = play.turn.strikes[-1]
    targets = (unit, *(each for each in strike.targets[1:] if each != unit))
    play.in_turn(strikes=(*play.turn.strikes[:-1], replace(strike, targets=targets)))
    play.note("guards", unit=unit)
    _lead_on(play)


@ROWS.row("drop the attack", stages=(ATTACK,))
def _abandon(play: Play) -> None:
    play.note("abandoned", unit=play.turn.strikes[-1].attacker)
    play.in_turn(strikes=(), struck="")


@ROWS.row("Force of Nature: remove a 3D element", stages=(ACTIVE,))
def _force(play: Play) -> None:
    (id_, unit), game = play.game.active(), play.game
    refuse_if(play.turn.force, "{unit} has used Force of Nature. pan.talent.force-of-nature", unit=unit.unit.name)
    if game.board.knows(unit.area):
        text = later("No 3D element is in area {area}. pan.talent.force-of-nature")
        refuse_if(not (standing := game.board.areas[unit.area].standing), text, area=unit.area)
        play.change(elements={**game.elements, unit.area: standing - 1})
    refuse(game.why_no_talent(id_, "force-of-nature"))
    play.in_turn(force=True)
    play.note("force", unit=id_)


def evade(play: Play, player: int) -> None:
    """A flying non-troop unit of a player evades a range 0 attack: the attacker may choose another target."""
    strike = play.turn.strike
    unit = play.game.units.get(strike.target) if strike is not None and not strike.distance else None
    may = unit is not None and unit.owner == player and "flying" in unit.unit.traits and unit.unit.kind != "troop"
    play.needs(may, "pan.aow.evade")
    assert strike is not None
    _go_on(play, strike.target)
    play.in_turn(struck="")
    # An area attack goes on with the targets that are left (ruling `pan.evade-area`).
    if not (strike.retaliation or strike.targets[1:]):
        play.in_turn(redirect="aerial" if strike.aerial else "attack", evaded=strike.target)


# The dice as they are asked for
SHOWN = 3
"""As many ways to go on are said with the question for one of them, the best; and as many chances of each."""


def _fallen(throw: Throw, ask: str, count: int) -> Rolled:
    def read(typed: str) -> tuple[int, ...]:
        found = read_rolled(typed, throw.die)
        wrong_if(len(found) != count, "Enter {n} dice, not {entered}.", n=count, entered=len(found))
        return tuple(found)

    return Rolled("", ask, turned=read, written=row, sides=(count,), faces=throw.die)


def _first(throw: Throw) -> Slot:
    made = "; ".join(each.words for each in throw.attack.modifiers if not each.why_not)
    asked = tr("The dice as rolled ({n}), - for a blank, or r to roll:", n=throw.attack.offence)
    return _fallen(throw, f"{throw.values_words}{f' ({made})' if made else ''}. {asked}", throw.attack.offence)


def _slay(throw: Throw) -> Slot:
    dice = throw.entered["rolled"]

    def read(typed: str) -> tuple[int, ...]:
        found = () if typed.casefold() in ("no", tr("no")) else tuple(read_rolled(typed, throw.die))
        most = throw.assaults.slayer_dice
        if len(found) > most or Counter(found) - Counter(dice):
            raise UsageError("Up to {n} of the dice as they fell: {dice}.", n=most, dice=row(dice))
        return found

    text = tr("Monster Slayer: which dice do you roll again, or no? Enter for the best, {dice}:", dice=row(throw.slays))
    return Slot("", text, default=throw.slays, turned=read, written=lambda dice: row(dice) or "no")


def _slain(throw: Throw) -> Slot:
    again = throw.entered["slay"]
    return _fallen(throw, tr("Monster Slayer: roll {dice} again; they show now:", dice=row(again)), len(again))


def _again(throw: Throw) -> Slot:
    best = len(throw.best.rolled)
    text = tr("How many fives again? Enter for the best, {best}; Esc: other wounds:", best=best)
    said = [throw.end.sure_words, *throw.plays_words(SHOWN), text]
    return Number("", "\n".join(said), most=len(throw.plays) - 1, default=best)


def _second(throw: Throw) -> Slot:
    count = throw.entered["again"]
    return _fallen(throw, f"{throw.plays[count].raised_words} {tr('The second roll ({n}):', n=count)}".strip(), count)


def _slot(name: str, of: Callable[[Throw], Slot], when: Callable[[Throw], bool], default: Any = ()) -> Slot:
    """A slot that the dice before it decide, behind its own name unless it is needed."""
    lead = "" if default is Needed else name
    return Slot(name, lead=lead, default=default, of=lambda at: of(Throw.of(at)), when=lambda at: when(Throw.of(at)))


FALLING = (
    _slot("rolled", _first, lambda throw: throw.attack.offence > 0, Needed),
    _slot(later("slay"), _slay, lambda throw: bool(throw.slays)),
    _slot(later("slain"), _slain, lambda throw: bool(throw.entered["slay"])),
)
USED = (
    _slot(later("again"), _again, lambda throw: len(throw.plays) > 1, 0),
    _slot(later("second"), _second, lambda throw: bool(throw.entered["again"])),
)
"""The slots of the dice until blanks leave, and of what is done with them after that."""


def _talents(filled: Filled) -> dict[str, str]:
    counting = [each for each in Throw.of(Filled(filled.game, {})).attack.modifiers if not each.why_not]
    return {each.source: each.name for each in counting if each.rule.startswith("pan.talent.")}


UNUSED = (
    Pick("without", "A talent that is not used?", lead=later("without"), default=(), many=True, known=_talents,
         quiet=lambda filled: not _talents(filled)),
    *(Number(each, "What powers add to it:", lead=each, default=0, least=-MOST, most=MOST,
             quiet=lambda filled: True) for each in ("offence", "defence")),
)  # fmt: skip
"""What only the player knows of an attack of a game: talents that are not used, and what powers add."""


# A throw, dice and wounds
def why_no_throw(game: Game) -> str:
    """Why the target cannot be thrown by Mighty Throw; empty where it may."""
    strike = game.turn.strikes[-1]
    target = game.units.get(strike.target)
    if target is None or "huge" in target.unit.traits:
        return by_rule("pan.type.huge", target.unit.name) if target else by_rule("pan.talent.mighty-throw")
    return by_rule("pan.talent.mighty-throw") if strike.thrown else game.why_no_talent(strike.attacker, "mighty-throw")


def near(filled: Filled) -> dict[str, str]:
    """The areas beside the target of the attack under way."""
    target = filled.game.units.get(filled.game.turn.strikes[-1].target)
    return {each: each for each in filled.game.board.near(target.area)} if target else {}


@ROWS.row("Mighty Throw: throw the target", Area(known=near), stages=(ATTACK,), why_not=why_no_throw)
def _throw(play: Play, area: str) -> None:
    game, id_ = play.game, play.turn.strikes[-1].target
    start = game.units[id_].area
    if (board := game.board).knows(start, area):
        is_near = area in game.board.near(start)
        rule = Way(board, board.pieces[id_], WALK).why_not(start, area) if is_near else "pan.talent.mighty-throw"
        text = tr("{unit} cannot be thrown to {area}.", unit=game.units[id_].unit.name, area=area)
        refuse(f"{text} {by_rule(rule)}" if rule else "")
    # It drops its stone first.
    play.drop(id_)
    play.unit(id_, area=area)
    play.in_turn(strikes=(*play.turn.strikes[:-1], replace(play.turn.strikes[-1], thrown=True)))
    play.note("thrown", unit=id_, at=area)


def struck(filled: Filled) -> tuple[str, int]:
    """The target of the attack under way, and the wounds that the dice come to."""
    return filled.game.turn.strikes[-1].target, Throw.of(filled).end.sure


def stats_slot(ask: str, **settings: Any) -> Slot:
    """A slot for the stats of a stat line."""
    return Slot("stats", ask, turned=read_stats, written=stats_words, **settings)


def new_line(wounded: Callable[[Filled], tuple[str, int]], lead: str = "") -> Slot:
    """A slot for the stats of a unit that is wounded, where they were never entered."""

    def is_known(filled: Filled) -> bool:
        id_, number = wounded(filled)
        return id_ not in filled.game.units or not filled.game.units[id_].shows_new_line(number)

    ask = later("Its stats now, as in 6712 (Enter if unknown):")
    return stats_slot(ask, lead=lead, default=None, quiet=is_known, room=10)


def _why_no_dice(game: Game) -> str:
    try:
        attack_of(game)
    except HoploError as fault:
        return str(fault)
    return ""


ROLLED = (
    *UNUSED,
    *FALLING,
    Area("throw", later("Mighty Throw: to which area is the target thrown? Enter for none:"), lead=later("throw"),
         default="", known=near, when=lambda at: Throw.of(at).is_throwing and not why_no_throw(at.game)),
    *USED,
    new_line(struck, later("stats")),
)  # fmt: skip


@ROWS.row("the dice of the attack", *ROLLED, stages=(ATTACK,), why_not=_why_no_dice)
def _dice(play: Play, throw: str, stats: Stats | None, **dice: Any) -> None:
    filled = Filled(play.game, dice)
    raised, (target, number) = [*Throw.of(filled).raises()], struck(filled)
    if throw:
        _throw(play, throw)
    for each in raised:
        play.note("raise", **each)
    _wounds(play, target, number, stats)


@ROWS.row(
    "enter the wounds without the dice",
    unit(among=lambda game: game.turn.strike.targets if game.turn.strike else game.living(),
         also={TOKEN: later("the power token")}),
    Number("number", "How many wounds?", most=99), new_line(lambda at: (at["unit"], at["number"])), main=(ATTACK,),
)  # fmt: skip
def _wounds(play: Play, unit: str, number: int, stats: Stats | None) -> None:
    """Enter wounds, and the stats that show then; that resolves the attack on the unit."""
    wounded = play.game.units.get(unit)
    if wounded is None:
        play.note("token-wounds", n=number)
    elif wounded.destroyed:
        raise IllegalError("{unit} is destroyed.", unit=wounded.unit.name)
    else:
        play.game.vitality_of(unit)
        play.wound(unit, number, stats)
    _go_on(play, unit)


def _go_on(play: Play, unit: str) -> None:
    """Go on with the attacks under way after that on a unit: the next target, the attack before, retaliation."""
    alive = play.game.living()
    strikes = [each for each in play.turn.strikes if each.attacker in alive]
    if not strikes or unit not in strikes[-1].targets:
        play.in_turn(strikes=tuple(strikes))
        return
    strike = strikes.pop()
    if left := tuple(each for each in strike.targets if each != unit and each in alive):
        play.in_turn(strikes=(*strikes, replace(strike, targets=left, thrown=False)))
        _lead_on(play)
        return
    may = strike.is_close and unit in play.game.units and unit not in play.turn.retaliated
    play.in_turn(strikes=tuple(strikes), struck=unit if may else "")
    if strike.retaliation and strikes:
        # A target that is no longer reached after a retaliation that came first is attacked no more.
        before = strikes[-1]
        if aimed(play.game, {"target": before.target, "distance": before.distance}, aerial=before.aerial).why_not:
            play.in_turn(strikes=())
            play.note("too-far", unit=before.attacker)


@ROWS.row("retaliate", stages=(ATTACK, ACTIVE))
def _retaliate(play: Play) -> None:
    game, turn = play.game, play.turn
    id_ = turn.strike.target if turn.strike else turn.struck
    if (asked := game.units.get(id_)) is None:
        raise IllegalError("Nobody was attacked who could retaliate.")
    play.needs(id_ not in turn.retaliated, "pan.attack.retaliation-once", asked.unit.name)
    if turn.strike and not _strikes_first(game, turn.strike):
        raise IllegalError("First enter the wounds of the attack. pan.attack.retaliation")
    play.needs(not asked.destroyed or bool(game.reads("pan.retaliate-dead")), "pan.retaliate-dead", asked.unit.name)
    refuse_if(not turn.active, "The attacker is no longer active: nobody is left to retaliate against.")
    strike = Strike(id_, (turn.active,), retaliation=True)
    play.in_turn(retaliated=(*turn.retaliated, id_), struck="", strikes=(*turn.strikes, strike))
    play.note("retaliate", unit=id_, at=turn.active)
    _lead_on(play)
