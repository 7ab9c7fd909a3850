"""How Mythic Battles: Pantheon is played: its phases, and all that is done in them, a row each.

What the box shows and no rule says (the roll, what a troop recall does) is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import fighting, slots
from hoplo_companion.pantheon import game as rules
from hoplo_companion.pantheon.battle import arrival, check_deployment, ground_of, knows, piece_of
from hoplo_companion.pantheon.events import EVENTS
from hoplo_companion.pantheon.game import (
    ACTIVE,
    BETWEEN,
    END,
    OPEN,
    PLACING,
    START,
    Game,
    Turn,
    pay_aow,
    why_not_act,
    winner,
    works,
)
from hoplo_companion.pantheon.moves import at_start
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.steps import Done, event, living, read_stats, with_turn
from hoplo_companion.pantheon.stones import absorbed, claimed, omphalos, why_no_omphalos
from hoplo_companion.tables import actions
from hoplo_companion.tables.actions import Action, Book, Stage, never, reading_action
from hoplo_companion.tables.slots import Number, Text

ATTACK, OVER = "strike", "over"
RULES = {
    "walk": "pan.move.walk", "claim": "pan.stones.one", "run": "pan.move.run", "deploy": "pan.action.deploy",
    "absorb": "pan.stones.absorb", "flight": "pan.move.flight",
}  # fmt: skip
"""The rule of each action that is no attack."""


class Play(actions.Play[Game]):
    """A game of Pantheon in the hands of an action."""

    rows = EVENTS

    def take(self, done: Done) -> None:
        """Go on from what a rule gives: the game after it, and what happened."""
        self.game, events = done
        self.events += events


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


# The turn ----------------------------------------------------------------------------------------------------------


def draw(play: Play) -> None:
    """Draw the card of the start of the turn."""
    _draw(play, play.game.turn.player)
    play.game = with_turn(play.game, phase=OPEN)


def _draw(play: Play, player: int) -> None:
    game, renewed = rules.draw(play.game, player)
    play.game = game
    if renewed:
        play.note("run-out", "pan.cards.run-out")
    play.note("drew", "pan.turn.draw", player=player)


def pass_(play: Play, second: str) -> None:
    """Pass, with a second card or without; the first one is drawn before."""
    if play.game.turn.phase == START:
        draw(play)
    play.note("passed", "pan.turn.pass", player=play.game.turn.player)
    if second == "draw":
        _draw(play, play.game.turn.player)
    play.game = with_turn(play.game, phase=END)


def activate(play: Play, unit: str, pay: str) -> None:
    """Activate a unit for one of its cards; the second one costs an Art of War card, but not by Leader."""
    if play.game.turn.phase == START:
        draw(play)
    game, turn, active = play.game, play.game.turn, play.game.units[unit]
    if turn.activated and turn.free != unit:
        game = pay_aow(game, turn.player, pay.split())
    game = game.with_cards(active.owner, game.players[active.owner].cards.discard(active.unit.id))
    play.game = with_turn(
        game, phase=ACTIVE, active=unit, activated=(*turn.activated, unit), acted=(), powers=(), free="", struck="",
        strikes=(), force=False, redirect="",
    )  # fmt: skip
    play.note("activated", "pan.turn.activate", unit=unit)
    if active.area and knows(game, active.area) and at_start(ground_of(game), piece_of(game, active)):
        play.note("polar", "pan.terrain.polar", unit=unit)
        polar(play)


def _why_no_activation(game: Game) -> str:
    if len(game.turn.activated) >= rules.MOST_ACTIVATIONS:
        return tr("Two units were activated this turn. pan.turn.two")
    return ""


def polar(play: Play) -> None:
    """Enter that the active unit began in a polar area: 1 wound, and 1 action this turn."""
    id_, _ = play.game.active()
    play.game = with_turn(play.game, polar=(*play.game.turn.polar, id_))
    play.take(fighting.wounded(play.game, id_, 1))


def _why_not_polar(game: Game) -> str:
    if game.turn.acted or "boreal" in game.active()[1].unit.traits:
        return tr("That is for the start of an activation of a unit that is not boreal. pan.terrain.polar")
    return ""


def _why_not(action: str) -> Callable[[Game], str]:
    """Say why the active unit may not carry out an action."""

    def why(game: Game) -> str:
        if action == game.turn.redirect:
            return ""
        rule = why_not_act(game, action)
        return f"{tr(rules.WHY_NOT_ACT[rule])} {rule}" if rule else ""

    return why


def _acted(play: Play, action: str) -> str:
    """Note that the active unit carries out an action; its id."""
    turn = play.game.turn
    acted = turn.acted if action == turn.redirect else (*turn.acted, action)
    play.game = with_turn(play.game, acted=acted, strikes=(), struck="", redirect="")
    return turn.active


def _attack(action: str) -> Callable[..., None]:
    def attack(play: Play, target: str, area: str, distance: int, seen: str, defence: int) -> None:
        if seen == "no":
            at = area or play.game.units[target].area
            raise IllegalError(tr("{area} is not visible. pan.attack.visible", area=at))
        id_ = _acted(play, action)
        play.take(fighting.attacked(play.game, id_, target, area, distance, defence, aerial=action == "aerial"))

    return attack


def _move(action: str) -> Callable[..., None]:
    def move(play: Play, area: str) -> None:
        id_ = _acted(play, action)
        play.note(action, RULES[action], unit=id_, at=area)
        play.take(_moved(play.game, id_, action, area))

    return move


def _moved(game: Game, id_: str, action: str, area: str) -> Done:
    """Put the active unit into an area, and do what entering it does, as far as the ground is known."""
    unit = game.units[id_]
    ends: tuple[str, ...] = ()
    if action == "deploy" and area:
        check_deployment(game, id_, area)
    elif action != "deploy" and area and (way := arrival(game, id_, action, area)) is not None:
        ends = way.ends_by
    game = game.with_unit(id_, replace(unit, area=area or unit.area or "?", entered=True))
    if "pan.terrain.lava" in ends:
        game, events = fighting.wounded(game, id_, 1)
        return game, [event("lava", {"unit": id_}, "pan.terrain.lava"), *events]
    if action == "deploy" or "pan.terrain.swamp" in ends:
        said = [event("swamp", {"unit": id_}, "pan.terrain.swamp")] if action != "deploy" else []
        return with_turn(game, phase=BETWEEN, active="", force=False), said
    return game, []


def claim(play: Play, area: str) -> None:
    """Claim an unclaimed stone."""
    id_ = _acted(play, "claim")
    play.game = claimed(play.game, id_, area)
    play.note("claim", RULES["claim"], unit=play.game.turn.active, at=area)


def absorb(play: Play, carrier: str) -> None:
    """Absorb a stone of the divinity's area."""
    id_ = _acted(play, "absorb")
    play.game = absorbed(play.game, id_, carrier)
    play.note("absorb", "pan.stones.mythology", unit=play.game.turn.active, at=carrier)


def power(play: Play, kind: str, cost: int, unit: str, pay: str) -> None:
    """Use a power; an offensive one is the active unit's attack, which is open from then on."""
    game, turn = play.game, play.game.turn
    used = unit or turn.active
    if reason := _why_no_power(game, used, kind):
        raise IllegalError(reason)
    for _ in range(cost):
        game = pay_aow(game, game.units[used].owner, pay.split())
    acted = (*turn.acted, "attack") if kind == "offensive" else turn.acted
    redirect = "attack" if kind == "offensive" else turn.redirect
    powers = (*turn.powers, kind) if used == turn.active else turn.powers
    play.game = with_turn(game, acted=acted, powers=powers, redirect=redirect)
    play.note("power", "pan.powers.types", unit=used, kind=kind, cost=cost)
    if kind == "offensive":
        play.note("offensive", "pan.powers.types", unit=used)


def _why_no_power(game: Game, id_: str, kind: str) -> str:
    """Why a unit may not use a power of a type now; empty where it may."""
    if not id_:
        return tr("No unit is active. pan.turn.activate")
    unit, turn = game.units[id_], game.turn
    is_complex = id_ == turn.active and any(each in rules.COMPLEX for each in turn.acted)
    checks = [
        (tr("{unit} is destroyed.", unit=unit.unit.name), unit.destroyed),
        (tr("The powers of troops are all permanent. pan.powers.types"),
         unit.unit.kind == "troop" and kind != "permanent"),
        (tr("Only permanent powers work off the board or with a complex action. pan.powers.types"),
         kind != "permanent" and (not unit.area or is_complex)),
        (tr("Active and offensive powers are for the unit's own activation. pan.powers.types"),
         kind in ("active", "offensive") and id_ != turn.active),
        (tr("Active and offensive powers are ignored in water. pan.terrain.water"),
         kind in ("active", "offensive") and rules.is_in_water(game, unit)),
        (f"{tr(rules.WHY_NOT_ACT['pan.terrain.polar'])} pan.terrain.polar",
         kind in ("active", "offensive") and id_ in turn.polar),
        (tr("An active power is used once per turn. pan.powers.types"), kind == "active" and "active" in turn.powers),
    ]  # fmt: skip
    if kind == "offensive" and id_ == turn.active:
        checks.append((_why_not("attack")(game), True))
    return next((said for said, broken in checks if broken and said), "")


def done(play: Play) -> None:
    """End the activation."""
    play.note("done", unit=play.game.turn.active)
    play.game = with_turn(play.game, phase=BETWEEN, active="", struck="", strikes=(), force=False)


def leader(play: Play, troop: str) -> None:
    """By Leader take a troop's activation card from the deck; it may be activated next without an Art of War card.

    The troop of a teammate is the active player's for that.
    """
    id_, unit = play.game.active()
    game, led = play.game, play.game.units[troop]
    if not led.area or not unit.area:
        raise IllegalError(tr("{unit} is not on the board. pan.talent.leader", unit=led.unit.name))
    if knows(game, unit.area, led.area) and sight(ground_of(game), unit.area, led.area).is_seen is False:
        raise IllegalError(tr("{unit} is not visible. pan.talent.leader", unit=led.unit.name))
    game = game.with_cards(led.owner, game.players[led.owner].cards.take(led.unit.id))
    can = troop not in game.turn.activated and len(game.turn.activated) < rules.MOST_ACTIVATIONS
    play.game = with_turn(game, phase=BETWEEN, active="", free=troop if can else "", strikes=(), struck="", force=False)
    play.note("leader" if can else "leader-card", "pan.talent.leader", unit=id_, troop=troop)


def _why_no_leader(game: Game) -> str:
    id_, unit = game.active()
    return "" if works(game, id_, "leader") else tr("{unit} has no Leader talent.", unit=unit.unit.name)


def recall(play: Play, text: str, pay: str) -> None:
    """Pay for a troop recall at the end of the turn; what it does is entered (ruling `pan.recall`)."""
    game = pay_aow(play.game, play.game.turn.player, pay.split())
    play.game = with_turn(game, phase=END, powers=(*game.turn.powers, "recall"))
    play.note("recall", "pan.turn.recall", text=text)


def end(play: Play) -> None:
    """End the turn: the next player clockwise who is still in the game."""
    game = play.game
    count = len(game.players)
    order = [(game.turn.player + step) % count for step in range(1, count + 1)]
    following = next(at for at in order if not game.players[at].out)
    if following <= game.turn.player:
        players = tuple(replace(player, manoeuvres=()) for player in game.players)
        game = replace(game, round=game.round + 1, players=players)
    play.game = replace(game, turn=Turn(player=following))
    play.note("turn", "pan.turn.next", player=following, round=play.game.round)


# At any moment -----------------------------------------------------------------------------------------------------


def manoeuvre(play: Play, kind: str, player: int, pay: str) -> None:
    """Buy a manoeuvre, each once per round and player."""
    game = fighting.evaded(play.game, player) if kind == "evade" else play.game
    game = pay_aow(game, player, pay.split())
    bought = (*game.players[player].manoeuvres, kind)
    play.game = game.with_player(player, replace(game.players[player], manoeuvres=bought))
    play.note("manoeuvre", f"pan.aow.{kind}", player=player, kind=kind)
    for _ in range(2 if kind == "draw" else 0):
        _draw(play, player)
    if kind == "search":
        play.game = play.game.with_cards(player, play.game.players[player].cards.draw())
        play.note("took", "pan.aow.search", player=player)


def stones(play: Play, area: str, number: int) -> None:
    """Enter how many unclaimed divine stones lie in an area, and are counted from now on."""
    play.change(stones={**play.game.stones, area: number})
    play.note("stones", "pan.stones.one", at=area, n=number)


def stats(play: Play, unit: str, stats: tuple[int, int, int, int]) -> None:
    """Enter the stats that show on a dashboard; they are kept with its card."""
    play.game = play.game.with_unit(unit, play.game.units[unit].reading(stats))
    play.note("stats", unit=unit, stats="/".join(map(str, stats)))


def vitality(play: Play, unit: str, number: int) -> None:
    """Enter the vitality of a unit as it is on the table."""
    changed = replace(play.game.units[unit].struck(number), destroyed=False)
    play.game = play.game.with_unit(unit, changed)
    play.note("vitality", unit=unit, n=number)


def place(play: Play, unit: str, area: str) -> None:
    """Put a unit into the area where it is on the table, or off the board.

    Before the first turn troops are placed, one by each player in turn.
    """
    game, placed = play.game, living(play.game.units[unit])
    area = "" if area.casefold() in ("off", tr("off")) else area
    is_setup = game.turn.phase == PLACING and placed.unit.kind == "troop" and bool(area) and not placed.area
    if is_setup and placed.owner != game.turn.player:
        troops = ", ".join(game.units[each].unit.name for each in rules.unplaced(game, game.turn.player))
        raise IllegalError(
            tr("{player} places a troop now: {troops}. pan.setup.troops", player=game.player.name, troops=troops)
        )
    if is_setup:
        check_deployment(game, unit, area)
    play.game = game.with_unit(unit, replace(placed, area=area, entered=placed.entered or bool(area)))
    play.note("place", unit=unit, at=area)
    if is_setup:
        turn = rules.next_to_place(play.game, (placed.owner + 1) % len(game.players))
        play.change(turn=turn)
        play.note("place-next" if turn.phase == PLACING else "begins", "pan.setup.troops", player=turn.player)


def wounds(play: Play, unit: str, number: int, stats: tuple[int, int, int, int] | None) -> None:
    """Enter wounds, and the stats that show then; that resolves the attack on the unit."""
    play.take(fighting.wounds(play.game, unit, number, stats))


def _taken(rule: Callable[..., Done]) -> Callable[..., None]:
    """An action that is nothing but a rule."""

    def do(play: Play, **values: Any) -> None:
        play.take(rule(play.game, *values.values()))

    return do


def _drop(play: Play) -> None:
    play.take(fighting.dropped(play.game, play.game.turn.active))


def _why_no_drop(game: Game) -> str:
    unit = game.active()[1]
    if unit.stone and "flight" not in game.turn.acted:
        return ""
    return tr("{unit} has no stone to drop now. pan.stones.drop", unit=unit.unit.name)


def _dice(play: Play) -> None:
    raise IllegalError(tr("The dice of an attack are entered by `hoplo pantheon attack`."))


def _why_no_recall(game: Game) -> str:
    return tr("One troop recall per turn. pan.turn.recall") if "recall" in game.turn.powers else ""


def _why_no_guard(game: Game) -> str:
    return "" if fighting.guards(game) else tr("Nobody can guard the target. pan.talent.guard")


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
IN_ACTIVATION, WITH_TARGET = (ACTIVE,), (ATTACK,)


def _act(help_: str, do: Callable[..., None], name: str, *needs: Any) -> Action:
    return Action(help_, do, needs, IN_ACTIVATION, _why_not(name))


ACTIONS: Mapping[str, Action] = {
    "place": Action(later("place a unit"), place, (slots.placed, slots.deployment), main=(PLACING,)),
    "draw": Action(later("draw the card of the turn"), draw, (), (START,), main=()),
    "activate": Action(later("activate a unit"), activate, (slots.to_activate, slots.second_pay),
                       (START, OPEN, BETWEEN), _why_no_activation),
    "pass": Action(later("pass"), pass_, (slots.second_card,), (START, OPEN)),
    "walk": _act(later("walk"), _move("walk"), "walk", slots.reached("walk")),
    "attack": _act(later("attack"), _attack("attack"), "attack", *slots.ATTACK),
    "claim": _act(later("claim a divine stone"), claim, "claim", slots.claimable),
    "run": _act(later("run"), _move("run"), "run", slots.reached("run")),
    "deploy": _act(later("deploy"), _move("deploy"), "deploy", slots.deployment),
    "absorb": _act(later("absorb a divine stone"), absorb, "absorb", slots.carrier),
    "flight": _act(later("fast flight"), _move("flight"), "flight", slots.reached("flight")),
    "aerial": _act(later("aerial attack"), _attack("aerial"), "aerial", *slots.ATTACK),
    "force": Action(later("remove a 3D element by Force of Nature"), _taken(fighting.force), (), IN_ACTIVATION,
                    fighting.why_no_force),
    "leader": Action(later("take a troop's card by Leader, and end the activation"), leader, (slots.led,),
                     IN_ACTIVATION, _why_no_leader),
    "drop": Action(later("drop its stone"), _drop, (), IN_ACTIVATION, _why_no_drop),
    "omphalos": Action(later("take or return an omphalos card"), _taken(omphalos), (slots.omphalos,),
                       (ACTIVE, BETWEEN, OPEN, END), why_no_omphalos),
    "polar": Action(later("it began in a polar area"), polar, (), IN_ACTIVATION, _why_not_polar, main=()),
    "dice": Action(later("the dice of the attack"), _dice, (), WITH_TARGET),
    "wounds": Action(later("enter its wounds without the dice"), wounds,
                     (slots.wounded, Number(name="number", ask=later("How many wounds?"), most=99), slots.new_line),
                     main=WITH_TARGET),
    "guard": Action(later("another unit becomes the target by Guard"), _taken(fighting.guard), (slots.guarding,),
                    WITH_TARGET, _why_no_guard),
    "throw": Action(later("throw the target by Mighty Throw"), _taken(fighting.throw), (slots.area,), WITH_TARGET,
                    fighting.why_no_throw),
    "abandon": Action(later("drop the attack"), _taken(fighting.abandon), (), WITH_TARGET),
    "retaliate": Action(later("retaliate"), _taken(fighting.retaliate), (), (ATTACK, ACTIVE),
                        fighting.why_no_retaliation),
    "done": Action(later("end the activation"), done, (), IN_ACTIVATION),
    "recall": Action(later("troop recall"), recall,
                     (Text(name="text", ask=later("What the troop recall does:"), default=""), slots.pay),
                     (OPEN, BETWEEN, END), _why_no_recall),
    "end": Action(later("end the turn"), end, (), (OPEN, ACTIVE, BETWEEN, END)),
    "power": Action(later("use a power"), power, slots.POWER, (START, OPEN, ACTIVE, ATTACK, BETWEEN, END),
                    main=(ACTIVE,)),
    "manoeuvre": Action(later("buy a manoeuvre"), manoeuvre, slots.MANOEUVRE,
                        (START, OPEN, ACTIVE, ATTACK, BETWEEN, END), main=()),
    "stones": Action(later("unclaimed divine stones in an area"), stones,
                     (slots.area, Number(name="number", ask=later("How many?"), most=9, default=1))),
    "stats": Action(later("the stats that show on a dashboard"), stats,
                    (slots.unit(), Text(name="stats", ask=later("Offence/defence/range/movement, as in 6712:"),
                                        turned=read_stats))),
    "vitality": Action(later("the vitality of a unit"), vitality,
                       (slots.unit(), Number(name="number", ask=later("Its vitality:"), least=1, most=30))),
    "reading": reading_action("pantheon", never),
}  # fmt: skip

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER)
