"""How Mythic Battles: Pantheon is played: its phases, and all that is done in them, a row each, with what it asks for.

What the box shows and no rule says (the roll, what a troop recall does) is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hoplo_companion.components.names import slug
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting, turn
from hoplo_companion.pantheon.army import AOW, Stats, read_stats, stats_words
from hoplo_companion.pantheon.dice import FALLING, UNUSED, USED, Throw, raise_values
from hoplo_companion.pantheon.fighting import AREA, TOKEN, reached
from hoplo_companion.pantheon.game import (
    ACTIVE,
    BETWEEN,
    END,
    MANOEUVRES,
    MOST_ACTIVATIONS,
    OPEN,
    PLACING,
    POWERS,
    START,
    Game,
    Play,
    winner,
)
from hoplo_companion.pantheon.ground import DEPLOY, sight
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables.actions import Action, Book, Stage, reading_action
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Slot, Text, Varying, meant

# Units and areas ---------------------------------------------------------------------------------------------------


def unit(
    name: str = "unit",
    ask: str = later("Which unit?"),
    why_not: Callable[[Game, str], str] = turn.why_gone,
    among: Callable[[Game], Iterable[str]] | None = None,
    also: Mapping[str, str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a unit, by its id, or for something `also` meant; offered are those `among`, else all that may be."""

    def known(filled: Filled) -> dict[str, str]:
        return {**filled.game.names(), **(also or {})}

    if among is not None:
        settings["among"] = lambda filled: {id_: known(filled)[id_] for id_ in among(filled.game)}
    return Pick(name=name, ask=ask, known=known, why_not=lambda filled, id_: why_not(filled.game, id_), **settings)


@dataclass(frozen=True, kw_only=True)
class Area(Pick):
    """An area: one of the board where that was entered, else one word as it is typed; or what is `also` possible."""

    name: str = "area"
    ask: str = later("Which area?")
    among: Callable[[Filled], Mapping[str, str]] = lambda filled: {}
    free: bool = True
    is_greedy: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def one(self, filled: Filled, text: str) -> str:
        """The area that is meant; whether a unit comes there is the action's to say."""
        word = next((id_ for id_, words in self.also.items() if slug(text) in (id_, slug(tr(words)))), "")
        if not slug(text) or len(text.split()) > 1:
            raise UsageError("An area is one word, as on your board: 3, for example.")
        if not word:
            word = (
                meant(text, {each: each for each in filled.game.board.areas}) if filled.game.ground else text.casefold()
            )
        if self.why_not is not None and (reason := self.why_not(filled, word)):
            raise IllegalError(reason)
        return word

    def takes_any(self, filled: Filled) -> bool:
        """Whether no board says which areas there are."""
        return not filled.game.ground


def destination(how: str, why_not: Callable[[Game, str, str], str], **settings: Any) -> Area:
    """A slot for an area that a unit can come to: those that the ground offers, or any that is typed."""

    def moved(filled: Filled) -> str:
        return str(filled.values.get("unit") or filled.game.turn.active)

    def among(filled: Filled) -> dict[str, str]:
        is_known = bool(filled.game.ground) and moved(filled) in filled.game.board.pieces
        found = turn.ways(filled.game, moved(filled), how).arrivals if is_known else []
        return {each.area: each.area for each in found}

    return Area(among=among, why_not=lambda filled, area: why_not(filled.game, moved(filled), area), **settings)


# An attack ---------------------------------------------------------------------------------------------------------


def attacked(*, aerial: bool = False) -> tuple[Slot, ...]:
    """What an attack needs to know: its target, and what only the board shows."""

    def why_not_area(game: Game, id_: str) -> str:
        return fighting.why_no_enemy(game, id_) or reached(game, id_, area=True, aerial=aerial)[1]

    def why_not_target(game: Game, id_: str) -> str:
        if id_ == AREA:
            areas = {each.area for each in game.living().values() if each.area}
            return turn.first_why_not(why_not_area(game, each) for each in areas) if areas else ""
        if id_ == TOKEN:
            return ""
        target = game.units[id_]
        if game.is_ally(target, game.active()[1].owner):
            return tr("{unit} is an ally: only an area attack hits allies.", unit=target.unit.name)
        if not target.area:
            return tr("{unit} is not on the board.", unit=target.unit.name)
        return reached(game, target.area, aerial=aerial)[1]

    def between(filled: Filled) -> tuple[str, str]:
        return filled.game.active()[1].area, fighting.area_of(filled.game, filled["target"], filled["area"])

    def is_measured(filled: Filled) -> bool:
        start, end = between(filled)
        return bool(end) and (end == start or filled.game.knows(start, end))

    def counted(filled: Filled, entered: int | None, otherwise: int) -> int:
        (start, end), game = between(filled), filled.game
        is_counted = game.active()[1].stats is not None and game.knows(start, end)
        return reached(game, end, entered, area=filled["target"] == AREA)[0] if is_counted else otherwise

    def is_sight_known(filled: Filled) -> bool:
        (start, end), game = between(filled), filled.game
        if not game.knows(start, end):
            return True
        return sight(game.board, start, end).is_seen is not None or game.board.is_full(end)

    others = {AREA: later("a whole area"), TOKEN: later("a power token")}
    return (
        unit("target", later("Whom?"), why_not_target, also=others),
        Area(when=lambda filled: filled["target"] == AREA, why_not=lambda filled, id_: why_not_area(filled.game, id_),
             among=lambda filled: {each: each for each in filled.game.board.areas
                                   if not why_not_area(filled.game, each)}),
        Number(name="distance", ask=later("Areas to the target:"), default=None, quiet=is_measured,
               least=lambda filled: counted(filled, None, 0), most=lambda filled: counted(filled, 1, 9),
               why_not=lambda filled, n: reached(filled.game, between(filled)[1], n, aerial=aerial)[1]),
        Pick(name="seen", ask=later("Is it visible, by a straight line between the centres?"),
             among=lambda filled: {"yes": later("yes"), "no": later("no")}, default="yes", quiet=is_sight_known),
        Number(name="defence", ask=later("The defence of the token:"), most=10, default=None,
               when=lambda filled: filled["target"] == TOKEN),
    )  # fmt: skip


def thrown(**settings: Any) -> Area:
    """A slot for the area to which the target of the attack under way is thrown."""

    def among(filled: Filled) -> dict[str, str]:
        game = filled.game
        near = game.board.near(fighting.area_of(game, game.turn.strike.target, ""))
        return {each: each for each in near if not fighting.why_not_thrown(game, each)}

    return Area(among=among, why_not=lambda filled, area: fighting.why_not_thrown(filled.game, area), **settings)


def new_line(wounded: Callable[[Filled], tuple[str, int]], lead: str = "") -> Text:
    """A slot for the stats of a unit that is wounded, where they were never entered."""
    return Text(
        name="stats", ask=later("Its stats now, as in 6712 (Enter if unknown):"), lead=lead,
        turned=read_stats, written=stats_words, default=None,
        quiet=lambda filled: not fighting.shows_new_line(filled.game, *wounded(filled)),
    )  # fmt: skip


def paying(
    when: Callable[[Filled], bool] = lambda filled: True,
    player: Callable[[Filled], int] = lambda filled: int(filled.game.turn.player),
) -> Pick:
    """A slot for how an Art of War card is paid: by itself unless something else is named."""
    return Pick(
        name="pay", ask=later("Paid by which card?"), lead="pay", default=AOW, free=True,
        among=lambda filled: turn.ways_to_pay(filled.game, player(filled)),
        quiet=lambda filled: not when(filled) or len(turn.ways_to_pay(filled.game, player(filled))) < 2,
    )  # fmt: skip


# What varies with the game ------------------------------------------------------------------------------------------


def powerful(filled: Filled) -> Slot:
    """Whose power it is: the active unit's, if no other is named."""
    return unit(
        "unit", later("Whose power?"), lambda game, id_: turn.why_no_power(game, id_, filled["kind"]),
        default=filled.game.turn.active or Needed,
    )  # fmt: skip


def claimed(filled: Filled) -> Slot:
    """Whence a stone is claimed: from the unit's own area, if no other is named."""
    own = filled.game.active()[1].area
    areas = [each for each in dict.fromkeys((own, *filled.game.stones)) if not turn.why_no_claim(filled.game, each)]
    return Area(default=own, among=lambda filled: {each: each for each in areas},
                why_not=lambda filled, area: turn.why_no_claim(filled.game, area))  # fmt: skip


# The phases and the actions -----------------------------------------------------------------------------------------

ATTACK, OVER = "strike", "over"


def stage_of(game: Game) -> str:
    """The phase that a game is in; an attack that is open comes before it."""
    if game.winner is not None:
        return OVER
    return ATTACK if game.turn.strikes else game.turn.phase


def settle(play: Play) -> None:
    """The way out of every phase: the game ends as soon as a side has won."""
    if play.game.winner is None and (side := winner(play.game)) is not None:
        play.change(winner=side)
        play.note("won", "pan.win.team" if play.game.team else "pan.win.players", side=side)


# The dice ----------------------------------------------------------------------------------------------------------


def _struck(filled: Filled) -> tuple[str, int]:
    """The target of the attack under way, and the wounds that the dice come to."""
    return filled.game.turn.strikes[-1].target, Throw.of(filled).end.sure


def _why_no_dice(game: Game) -> str:
    try:
        fighting.values_of(game, game.turn.strikes[-1])
    except UsageError as fault:
        return str(fault)
    return ""


def _dice(play: Play, throw: str, stats: Stats | None, **dice: Any) -> None:
    """Use the dice as the player likes, the target being thrown first, and enter their wounds."""
    filled = Filled(play.game, dice)
    raised, (target, wounds) = raise_values(Throw.of(filled)), _struck(filled)
    if throw:
        fighting.throw(play, throw)
    for each in raised:
        play.note("raise", **each)
    fighting.wounds(play, target, wounds, stats)


STAGES = {
    PLACING: Stage(later("troops are placed"), settle),
    START: Stage(later("the start of the turn"), settle),
    OPEN: Stage(later("activate a unit, or pass"), settle),
    ACTIVE: Stage(later("a unit is active"), settle),
    ATTACK: Stage(later("an attack is under way"), settle),
    BETWEEN: Stage(later("activate another unit, or end"), settle),
    END: Stage(later("the end of the turn"), settle),
    OVER: Stage(later("the game is over")),
}
IN_ACTIVATION, WITH_TARGET, ANY = (ACTIVE,), (ATTACK,), (START, OPEN, ACTIVE, ATTACK, BETWEEN, END)


def _act(help_: str, do: Callable[..., None], name: str, *needs: Slot) -> Action:
    return Action(help_, do, needs, IN_ACTIVATION, lambda game: turn.why_not(game, name))


def _moved(help_: str, name: str) -> Action:
    def why_not(game: Game, id_: str, area: str) -> str:
        return turn.why_not_go(game, id_, name, area)

    return _act(help_, partial(turn.move, action=name), name, destination(name, why_not))


ACTIONS: Mapping[str, Action] = {
    "place": Action(
        later("place a unit"), turn.place,
        (unit(among=lambda game: game.unplaced(game.turn.player) if game.turn.phase == PLACING else game.living(),
              is_open=True),
         destination(DEPLOY, turn.why_not_place, also={turn.OFF: later("off")})), main=(PLACING,)),
    "draw": Action(later("draw the card of the turn"), turn.draw, (), (START,), main=()),
    "activate": Action(
        later("activate a unit"), turn.activate,
        (unit(why_not=turn.why_not_activate),
         paying(lambda filled: bool(filled.game.turn.activated) and filled["unit"] != filled.game.turn.free)),
        (START, OPEN, BETWEEN),
        lambda game: "" if len(game.turn.activated) < MOST_ACTIVATIONS else by_rule("pan.turn.two")),
    "pass": Action(later("pass"), turn.pass_, (Pick(
        name="second", ask=later("A second card?"), among=lambda filled: {"draw": later("draw it")}, default=""),),
        (START, OPEN)),
    "walk": _moved(later("walk"), "walk"),
    "attack": _act(later("attack"), fighting.attack, "attack", *attacked()),
    "claim": _act(later("claim a divine stone"), turn.claim, "claim", Varying(name="area", of=claimed)),
    "run": _moved(later("run"), "run"),
    "deploy": _moved(later("deploy"), DEPLOY),
    "absorb": _act(
        later("absorb a divine stone"), turn.absorb, "absorb",
        unit("carrier", later("Whose stone?"), turn.why_not_absorb, also={turn.UNCLAIMED: later("the unclaimed one")})),
    "flight": _moved(later("fast flight"), "flight"),
    "aerial": _act(later("aerial attack"), partial(fighting.attack, aerial=True), "aerial", *attacked(aerial=True)),
    "force": Action(later("Force of Nature: remove a 3D element"), fighting.force, (), IN_ACTIVATION,
                    fighting.why_no_force),
    "leader": _act(later("Leader: take a troop's card and end the activation"), turn.leader, "leader",
                   unit("troop", later("Which troop?"), turn.why_not_led)),
    "drop": Action(later("drop its stone"), turn.drop, (), IN_ACTIVATION, turn.why_no_drop),
    "omphalos": Action(later("take or return an omphalos card"), turn.omphalos, (Pick(
        name="what", ask=later("Take or return?"),
        known=lambda filled: {"take": later("take one"), "heal": later("return one, to heal the divinity")},
        why_not=lambda filled, what: turn.why_no_omphalos(filled.game, what)),), (ACTIVE, BETWEEN, OPEN, END)),
    "polar": _act(later("it began in a polar area"), turn.polar, "polar")._replace(main=()),
    "dice": Action(
        later("the dice of the attack"), _dice,
        (*UNUSED, *FALLING,
         thrown(name="throw", ask=later("Mighty Throw: to which area is the target thrown? Enter for none:"),
              lead="throw", default="", when=lambda filled: Throw.of(filled).is_throwing),
         *USED, new_line(_struck, "stats")), WITH_TARGET, _why_no_dice),
    "wounds": Action(
        later("enter the wounds without the dice"), fighting.wounds,
        (unit(among=lambda game: game.living() if game.turn.strike is None else game.turn.strike.targets,
              also={TOKEN: later("the power token")}, is_open=True),
         Number(name="number", ask=later("How many wounds?"), most=99),
         new_line(lambda filled: (filled["unit"], filled["number"]))), main=WITH_TARGET),
    "guard": Action(later("Guard: another unit becomes the target"), fighting.guard,
                    (unit(why_not=fighting.why_no_guard),), WITH_TARGET),
    "throw": Action(later("Mighty Throw: throw the target"), fighting.throw,
                    (thrown(),), WITH_TARGET, fighting.why_no_throw),
    "abandon": Action(later("drop the attack"), fighting.abandon, (), WITH_TARGET),
    "retaliate": Action(later("retaliate"), fighting.retaliate, (), (ATTACK, ACTIVE), fighting.why_no_retaliation),
    "done": Action(later("end the activation"), turn.done, (), IN_ACTIVATION),
    "recall": Action(
        later("troop recall"), turn.recall,
        (Text(name="text", ask=later("What the troop recall does:"), default=""), paying()),
        (OPEN, BETWEEN, END),
        lambda game: turn.why_no_pay(game, game.turn.player) or (
            by_rule("pan.turn.recall") if "recall" in game.turn.powers else "")),
    "end": Action(later("end the turn"), turn.end, (), (OPEN, ACTIVE, BETWEEN, END)),
    "power": Action(
        later("use a power"), turn.power,
        (Pick(name="kind", ask=later("Which type of power?"), known=lambda filled: POWERS,
              why_not=lambda filled, kind: turn.why_no_kind(filled.game, kind)),
         Number(name="cost", ask=later("Its cost in Art of War cards:"), lead="cost", most=9, default=0),
         Varying(name="unit", lead="of", of=powerful),
         paying(lambda filled: bool(filled["cost"]), lambda filled: int(filled.game.units[filled["unit"]].owner))),
        ANY, main=IN_ACTIVATION),
    "manoeuvre": Action(
        later("buy a manoeuvre"), turn.manoeuvre,
        (Pick(name="kind", ask=later("Which manoeuvre?"), known=lambda filled: MANOEUVRES,
              why_not=lambda filled, kind: turn.first_why_not(
                  turn.why_not_buy(filled.game, kind, at) for at in range(len(filled.game.players)))),
         Pick(name="player", ask=later("Which player?"), value=int,
              why_not=lambda filled, at: turn.why_not_buy(filled.game, filled["kind"], int(at)),
              known=lambda filled: {str(at): each.name for at, each in enumerate(filled.game.players)}),
         paying(player=lambda filled: int(filled["player"]))), ANY, main=()),
    "stones": Action(later("enter the unclaimed divine stones of an area"), turn.stones,
                     (Area(),
                      Number(name="number", ask=later("How many?"), most=9, default=1))),
    "stats": Action(later("enter the stats on a dashboard"), turn.stats,
                    (unit(), Text(name="stats", ask=later("Offence/defence/range/movement, as in 6712:"),
                                  turned=read_stats, written=stats_words))),
    "vitality": Action(later("enter the vitality of a unit"), turn.vitality,
                       (unit(is_open=True), Number(name="number", ask=later("Its vitality:"), least=1, most=30))),
    "reading": reading_action("pantheon"),
}  # fmt: skip

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER)
