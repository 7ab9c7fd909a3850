"""How Mythic Battles: Pantheon is played: its phases, and all that is done in them, a row each.

What the box shows and no rule says (the roll, what a troop recall does) is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting, slots, stones, turn
from hoplo_companion.pantheon.game import ACTIVE, BETWEEN, END, OPEN, PLACING, START, Game, winner
from hoplo_companion.pantheon.play import Play, why_no_talent
from hoplo_companion.pantheon.units import read_stats
from hoplo_companion.tables.actions import Action, Book, Stage, never, reading_action
from hoplo_companion.tables.slots import Number, Slot, Text

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


def _dice(play: Play) -> None:
    raise IllegalError(tr("Enter the dice of an attack with `hoplo pantheon attack`."))


def _why_no_leader(game: Game) -> str:
    return why_no_talent(game, game.active()[0], "leader")


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
    return Action(help_, do, needs, IN_ACTIVATION, turn.why_not(name))


def _moved(help_: str, name: str) -> Action:
    return _act(help_, turn.move(name), name, slots.reached(name))


ACTIONS: Mapping[str, Action] = {
    "place": Action(later("place a unit"), turn.place, (slots.placed, slots.deployment), main=(PLACING,)),
    "draw": Action(later("draw the card of the turn"), turn.draw, (), (START,), main=()),
    "activate": Action(later("activate a unit"), turn.activate, (slots.to_activate, slots.second_pay),
                       (START, OPEN, BETWEEN), turn.why_no_activation),
    "pass": Action(later("pass"), turn.pass_, (slots.second_card,), (START, OPEN)),
    "walk": _moved(later("walk"), "walk"),
    "attack": _act(later("attack"), fighting.attack("attack"), "attack", *slots.ATTACK),
    "claim": _act(later("claim a divine stone"), stones.claim, "claim", slots.claimable),
    "run": _moved(later("run"), "run"),
    "deploy": _act(later("deploy"), turn.move("deploy"), "deploy", slots.deployment),
    "absorb": _act(later("absorb a divine stone"), stones.absorb, "absorb", slots.carrier),
    "flight": _moved(later("fast flight"), "flight"),
    "aerial": _act(later("aerial attack"), fighting.attack("aerial"), "aerial", *slots.ATTACK),
    "force": Action(later("Force of Nature: remove a 3D element"), fighting.force, (), IN_ACTIVATION,
                    fighting.why_no_force),
    "leader": Action(later("Leader: take a troop's card and end the activation"), turn.leader, (slots.led,),
                     IN_ACTIVATION, _why_no_leader),
    "drop": Action(later("drop its stone"), stones.drop, (), IN_ACTIVATION, stones.why_no_drop),
    "omphalos": Action(later("take or return an omphalos card"), stones.omphalos, (slots.omphalos,),
                       (ACTIVE, BETWEEN, OPEN, END)),
    "polar": Action(later("it began in a polar area"), turn.polar, (), IN_ACTIVATION, turn.why_no_polar, main=()),
    "dice": Action(later("the dice of the attack"), _dice, (), WITH_TARGET),
    "wounds": Action(later("enter the wounds without the dice"), fighting.wounds,
                     (slots.wounded, Number(name="number", ask=later("How many wounds?"), most=99), slots.new_line),
                     main=WITH_TARGET),
    "guard": Action(later("Guard: another unit becomes the target"), fighting.guard, (slots.guarding,), WITH_TARGET),
    "throw": Action(later("Mighty Throw: throw the target"), fighting.throw, (slots.area,), WITH_TARGET,
                    fighting.why_no_throw),
    "abandon": Action(later("drop the attack"), fighting.abandon, (), WITH_TARGET),
    "retaliate": Action(later("retaliate"), fighting.retaliate, (), (ATTACK, ACTIVE), fighting.why_no_retaliation),
    "done": Action(later("end the activation"), turn.done, (), IN_ACTIVATION),
    "recall": Action(later("troop recall"), turn.recall,
                     (Text(name="text", ask=later("What the troop recall does:"), default=""), slots.pay),
                     (OPEN, BETWEEN, END), turn.why_no_recall),
    "end": Action(later("end the turn"), turn.end, (), (OPEN, ACTIVE, BETWEEN, END)),
    "power": Action(later("use a power"), turn.power, slots.POWER, ANY, main=IN_ACTIVATION),
    "manoeuvre": Action(later("buy a manoeuvre"), turn.manoeuvre, slots.MANOEUVRE, ANY, main=()),
    "stones": Action(later("enter the unclaimed divine stones of an area"), stones.enter,
                     (slots.area, Number(name="number", ask=later("How many?"), most=9, default=1))),
    "stats": Action(later("enter the stats on a dashboard"), turn.stats,
                    (slots.unit(), Text(name="stats", ask=later("Offence/defence/range/movement, as in 6712:"),
                                        turned=read_stats))),
    "vitality": Action(later("enter the vitality of a unit"), turn.vitality,
                       (slots.unit(is_open=True), Number(name="number", ask=later("Its vitality:"), least=1, most=30))),
    "reading": reading_action("pantheon", never),
}  # fmt: skip

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER)
