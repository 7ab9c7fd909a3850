"""How Mythic Battles: Pantheon is played: its phases, and all that is done in them, a row each, with what it asks for.

What the box shows and no rule says (the roll, what a troop recall does) is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hoplo_companion.errors import UsageError
from hoplo_companion.language import later
from hoplo_companion.pantheon import fighting, turn
from hoplo_companion.pantheon.army import Stats, read_stats, stats_words
from hoplo_companion.pantheon.dice import Throw, of_game, raise_values, unused
from hoplo_companion.pantheon.fighting import TOKEN
from hoplo_companion.pantheon.game import ACTIVE, BETWEEN, END, MOST_ACTIVATIONS, OPEN, PLACING, START, Game, winner
from hoplo_companion.pantheon.modifiers import Attack
from hoplo_companion.pantheon.play import Play, values_of
from hoplo_companion.pantheon.reach import DEPLOY
from hoplo_companion.pantheon.slots import (
    MANOEUVRES,
    POWERS,
    area,
    attacked,
    claimed,
    destination,
    led,
    new_line,
    only,
    owner,
    paying,
    powerful,
    unit,
    why_no_kind,
    why_no_manoeuvre,
    why_no_pay,
    why_not_absorb,
    why_not_activate,
    why_not_buy,
)
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables.actions import Action, Book, Stage, reading_action
from hoplo_companion.tables.slots import Filled, Number, Pick, Slot, Text, Varying


def unless(may: Callable[[Game], bool], rule: str) -> Callable[[Game], str]:
    """Why something is not possible, where a rule has a condition."""
    return lambda game: "" if may(game) else by_rule(rule)


# The phases and the actions ----------------------------------------------------------------------------------------

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


def _in_game(filled: Filled) -> Attack:
    return values_of(filled.game, filled.game.turn.strikes[-1])


THROW = Throw(lambda filled: of_game(_in_game(filled), filled))


def _struck(filled: Filled) -> tuple[str, int]:
    """The target of the attack under way, and the wounds that the dice come to."""
    return filled.game.turn.strikes[-1].targets[0], THROW.hand(filled).wounds


def _why_no_dice(game: Game) -> str:
    try:
        _in_game(Filled(game, {}))
    except UsageError as fault:
        return str(fault)
    return ""


def _dice(play: Play, throw: str, stats: Stats | None, **dice: Any) -> None:
    """Use the dice as the player likes, the target being thrown first, and enter their wounds."""
    filled = Filled(play.game, dice)
    hand, (target, wounds) = THROW.hand(filled), _struck(filled)
    if throw:
        fighting.throw(play, throw)
    for each in raise_values(hand):
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
    return _act(help_, partial(turn.move, action=name), name, destination(name))


ACTIONS: Mapping[str, Action] = {
    "place": Action(
        later("place a unit"), turn.place,
        (unit(among=lambda game: game.unplaced(game.turn.player) if game.turn.phase == PLACING else game.living(),
              is_open=True), destination(DEPLOY)), main=(PLACING,)),
    "draw": Action(later("draw the card of the turn"), turn.draw, (), (START,), main=()),
    "activate": Action(
        later("activate a unit"), turn.activate,
        (unit(why_not=why_not_activate),
         paying(lambda filled: bool(filled.game.turn.activated) and filled["unit"] != filled.game.turn.free)),
        (START, OPEN, BETWEEN),
        unless(lambda game: len(game.turn.activated) < MOST_ACTIVATIONS, "pan.turn.two")),
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
        unit("carrier", later("Whose stone?"), why_not_absorb, also={turn.UNCLAIMED: later("the unclaimed one")})),
    "flight": _moved(later("fast flight"), "flight"),
    "aerial": _act(later("aerial attack"), partial(fighting.attack, aerial=True), "aerial", *attacked(aerial=True)),
    "force": Action(later("Force of Nature: remove a 3D element"), fighting.force, (), IN_ACTIVATION,
                    fighting.why_no_force),
    "leader": _act(later("Leader: take a troop's card and end the activation"), turn.leader, "leader",
                   unit("troop", later("Which troop?"), only(led, "pan.talent.leader"))),
    "drop": Action(later("drop its stone"), turn.drop, (), IN_ACTIVATION, turn.why_no_drop),
    "omphalos": Action(later("take or return an omphalos card"), turn.omphalos, (Pick(
        name="what", ask=later("Take or return?"),
        known=lambda filled: {"take": later("take one"), "heal": later("return one, to heal the divinity")},
        why_not=lambda filled, what: turn.why_no_omphalos(filled.game, what)),), (ACTIVE, BETWEEN, OPEN, END)),
    "polar": _act(later("it began in a polar area"), turn.polar, "polar")._replace(main=()),
    "dice": Action(
        later("the dice of the attack"), _dice,
        (*unused(_in_game), *THROW.falling,
         area(name="throw", ask=later("Mighty Throw: to which area is the target thrown? Enter for none:"),
              lead="throw", default="", when=THROW.is_thrown),
         *THROW.used, new_line(_struck, "stats")), WITH_TARGET, _why_no_dice),
    "wounds": Action(
        later("enter the wounds without the dice"), fighting.wounds,
        (unit(among=lambda game: game.living() if game.turn.strike is None else game.turn.strike.targets,
              also={TOKEN: later("the power token")}, is_open=True),
         Number(name="number", ask=later("How many wounds?"), most=99),
         new_line(lambda filled: (filled["unit"], filled["number"]))), main=WITH_TARGET),
    "guard": Action(later("Guard: another unit becomes the target"), fighting.guard,
                    (unit(why_not=only(fighting.guards, "pan.talent.guard")),), WITH_TARGET),
    "throw": Action(later("Mighty Throw: throw the target"), fighting.throw,
                    (area(),), WITH_TARGET, fighting.why_no_throw),
    "abandon": Action(later("drop the attack"), fighting.abandon, (), WITH_TARGET),
    "retaliate": Action(later("retaliate"), fighting.retaliate, (), (ATTACK, ACTIVE), fighting.why_no_retaliation),
    "done": Action(later("end the activation"), turn.done, (), IN_ACTIVATION),
    "recall": Action(
        later("troop recall"), turn.recall,
        (Text(name="text", ask=later("What the troop recall does:"), default=""), paying()),
        (OPEN, BETWEEN, END),
        lambda game: why_no_pay(game, game.turn.player) or (
            by_rule("pan.turn.recall") if "recall" in game.turn.powers else "")),
    "end": Action(later("end the turn"), turn.end, (), (OPEN, ACTIVE, BETWEEN, END)),
    "power": Action(
        later("use a power"), turn.power,
        (Pick(name="kind", ask=later("Which type of power?"), known=lambda filled: POWERS, why_not=why_no_kind),
         Number(name="cost", ask=later("Its cost in Art of War cards:"), lead="cost", most=9, default=0),
         Varying(name="unit", lead="of", of=powerful),
         paying(lambda filled: bool(filled["cost"]), owner)), ANY, main=IN_ACTIVATION),
    "manoeuvre": Action(
        later("buy a manoeuvre"), turn.manoeuvre,
        (Pick(name="kind", ask=later("Which manoeuvre?"), known=lambda filled: MANOEUVRES, why_not=why_no_manoeuvre),
         Pick(name="player", ask=later("Which player?"), value=int,
              why_not=lambda filled, at: why_not_buy(filled.game, filled["kind"], int(at)),
              known=lambda filled: {str(at): each.name for at, each in enumerate(filled.game.players)}),
         paying(player=lambda filled: int(filled["player"]))), ANY, main=()),
    "stones": Action(later("enter the unclaimed divine stones of an area"), turn.stones,
                     (area(),
                      Number(name="number", ask=later("How many?"), most=9, default=1))),
    "stats": Action(later("enter the stats on a dashboard"), turn.stats,
                    (unit(), Text(name="stats", ask=later("Offence/defence/range/movement, as in 6712:"),
                                  turned=read_stats, written=stats_words))),
    "vitality": Action(later("enter the vitality of a unit"), turn.vitality,
                       (unit(is_open=True), Number(name="number", ask=later("Its vitality:"), least=1, most=30))),
    "reading": reading_action("pantheon"),
}  # fmt: skip

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER)
