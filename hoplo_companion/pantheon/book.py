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
from hoplo_companion.pantheon.army import AOW, OMPHALOS, Stats, read_stats, stats_words
from hoplo_companion.pantheon.dice import Throw, of_game, raise_values, unused
from hoplo_companion.pantheon.fighting import AREA, TOKEN
from hoplo_companion.pantheon.game import ACTIVE, BETWEEN, END, MOST_ACTIVATIONS, OPEN, PLACING, START, Game, winner
from hoplo_companion.pantheon.modifiers import Attack
from hoplo_companion.pantheon.play import Play, ground_of, knows, measured, values_of
from hoplo_companion.pantheon.reach import DEPLOY, reach, sight, why_not_deploy
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables.actions import Action, Book, Stage, reading_action
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Slot, Text, Varying, meant

POWERS = {"permanent": later("permanent"), "passive": later("passive"), "active": later("active"),
          "offensive": later("offensive")}  # fmt: skip
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}
AREA_ASKED, UNIT_ASKED = later("Which area?"), later("Which unit?")


def unless(may: Callable[[Game], bool], rule: str) -> Callable[[Game], str]:
    """Why something is not possible, where a rule has a condition."""
    return lambda game: "" if may(game) else by_rule(rule)


# Units and areas ---------------------------------------------------------------------------------------------------


def _is_gone(game: Game, id_: str) -> str:
    found = game.units[id_]
    return by_rule("pan.destroyed", found.unit.name) if found.destroyed else ""


def unit(
    name: str = "unit",
    ask: str = UNIT_ASKED,
    why_not: Callable[[Game, str], str] = _is_gone,
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


def only(may: Callable[[Game], Iterable[str]], rule: str) -> Callable[[Game, str], str]:
    """Why a unit may not be chosen, where a rule allows only some."""
    return lambda game, id_: "" if id_ in may(game) else by_rule(rule, game.units[id_].unit.name)


OFF = "off"
"""What is typed for an area where a unit leaves the board."""


@dataclass(frozen=True, kw_only=True)
class Area(Pick):
    """An area: one of the board where that was entered, else one word as it is typed; or what is `also` possible."""

    free: bool = True
    is_greedy: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def one(self, filled: Filled, text: str) -> str:
        """The area that is meant; whether a unit comes there is the action's to say."""
        word = next((id_ for id_, words in self.also.items() if slug(text) in (id_, slug(tr(words)))), "")
        if not slug(text) or len(text.split()) > 1:
            raise UsageError("An area is one word, as on your board: 3, for example.")
        if not word:
            word = meant(text, {each: each for each in _board(filled.game)}) if filled.game.ground else text.casefold()
        if self.why_not is not None and (reason := self.why_not(filled, word)):
            raise IllegalError(reason)
        return word

    def takes_any(self, filled: Filled) -> bool:
        """Whether no board says which areas there are."""
        return not filled.game.ground


def _board(game: Game) -> list[str]:
    return [*ground_of(game).areas]


def destination(how: str) -> Pick:
    """A slot for an area that a unit can come to: those that the ground offers, or any that is typed."""

    def among(filled: Filled) -> dict[str, str]:
        game = filled.game
        id_, ground = filled.values.get("unit") or game.turn.active, ground_of(game)
        if id_ not in ground.pieces or not game.ground:
            return {}
        if how != DEPLOY and (game.units[id_].stats is None or not knows(game, ground.pieces[id_].area)):
            return {each: each for each in ground.areas}
        piece, stats = ground.pieces[id_], game.units[id_].stats
        if how == DEPLOY:
            return {each: each for each in ground.areas if not why_not_deploy(ground, piece, each)}
        ways = reach(ground, piece, how, stats[3]) if stats is not None else []
        return {each.area: each.area for each in ways}

    return area(among=among, also={OFF: later("off")} if how == DEPLOY else {})


def area(**settings: Any) -> Area:
    """A slot for any area."""
    return Area(**{"name": "area", "ask": AREA_ASKED, "among": lambda filled: {}, **settings})


def _why_not_activate(game: Game, id_: str) -> str:
    found = game.units[id_]
    if game.turn.activated and game.turn.free != id_ and (reason := _why_no_pay(game, found.owner)):
        return reason
    if found.owner != game.turn.player and game.turn.free != id_:
        return by_rule("pan.turn.activate", found.unit.name)
    if id_ in game.turn.activated:
        return by_rule("pan.turn.once", found.unit.name)
    may = game.players[found.owner].cards.may_hold(found.unit.id)
    return _is_gone(game, id_) or ("" if may else tr("No {card} card is in the hand.", card=found.unit.id))


def _led(game: Game) -> list[str]:
    active = game.active()[1]
    troops = {id_: each for id_, each in game.living().items() if each.unit.kind == "troop" and each.area}
    return [id_ for id_, each in troops.items() if active.area and game.is_ally(each, active.owner)]


# An attack ---------------------------------------------------------------------------------------------------------


def shows_new_line(game: Game, unit: str, number: int) -> bool:
    """Whether a unit shows stats that were never entered once it has so many wounds."""
    found = game.units.get(unit)
    if found is None or found.unit.kind == "troop" or found.hp is None or not number:
        return False
    after = found.hp - number
    return after > 0 and str(after) not in found.lines


def new_line(wounded: Callable[[Filled], tuple[str, int]], lead: str = "") -> Text:
    """A slot for the stats of a unit that is wounded, where they were never entered."""
    return Text(
        name="stats", ask=later("Its stats now, as in 6712 (Enter if unknown):"), lead=lead,
        turned=read_stats, written=stats_words, default=None,
        quiet=lambda filled: not shows_new_line(filled.game, *wounded(filled)),
    )  # fmt: skip


def _between(filled: Filled) -> tuple[str, str]:
    """The areas of the attacker and of what it attacks."""
    found = filled.game.units.get(filled["target"])
    return filled.game.active()[1].area, str(filled["area"] or "") if found is None else found.area


def _is_measured(filled: Filled) -> bool:
    """Whether the board says how far the target is."""
    start, end = _between(filled)
    return bool(end) and (end == start or knows(filled.game, start, end))


def _is_sight_known(filled: Filled) -> bool:
    start, end = _between(filled)
    if not knows(filled.game, start, end):
        return True
    ground = ground_of(filled.game)
    return sight(ground, start, end).is_seen is not None or ground.is_full(end)


def attacked(*, aerial: bool = False) -> tuple[Slot, ...]:
    """What an attack needs to know: its target, and what only the board shows."""
    others = {AREA: later("a whole area"), TOKEN: later("a power token")}

    def why_not_reached(game: Game, end: str, distance: int | None, area: bool = False) -> str:
        try:
            measured(game, game.turn.active, end, distance, area=area, aerial=aerial)
        except IllegalError as fault:
            return str(fault)
        return ""

    def why_not_area(filled: Filled, id_: str) -> str:
        return fighting.why_no_area(filled.game, id_) or why_not_reached(filled.game, id_, None, area=True)

    def why_not_target(game: Game, id_: str) -> str:
        if id_ == AREA:
            areas = {each.area for each in game.living().values() if each.area}
            return first_why_not(why_not_area(Filled(game, {}), each) for each in areas) if areas else ""
        if id_ not in game.units:
            return ""
        target = game.units[id_]
        if game.is_ally(target, game.active()[1].owner):
            return tr("{unit} is an ally: only an area attack hits allies.", unit=target.unit.name)
        if not target.area:
            return tr("{unit} is not on the board.", unit=target.unit.name)
        return why_not_reached(game, target.area, None)

    return (
        unit("target", later("Whom?"), why_not_target, also=others),
        area(when=lambda filled: filled["target"] == AREA, why_not=why_not_area,
             among=lambda filled: {each: each for each in _board(filled.game) if not why_not_area(filled, each)}),
        Number(name="distance", ask=later("Areas to the target:"), most=9, default=None, quiet=_is_measured,
               why_not=lambda filled, n: why_not_reached(filled.game, _between(filled)[1], n)),
        Pick(name="seen", ask=later("Is it visible, by a straight line between the centres?"),
             among=lambda filled: {"yes": later("yes"), "no": later("no")}, default="yes", quiet=_is_sight_known),
        Number(name="defence", ask=later("The defence of the token:"), most=10, default=None,
               quiet=lambda filled: filled["target"] != TOKEN),
    )  # fmt: skip


# Cards -------------------------------------------------------------------------------------------------------------


def _ways(game: Game, player: int) -> dict[str, str]:
    """How a player may pay an Art of War card."""
    cards = game.players[player].cards
    ways = {AOW: later("Art of War"), OMPHALOS: later("omphalos card")}
    dead = [each.unit for each in game.units.values() if each.owner == player and each.destroyed]
    held = [each for each in dead if each.kind != "troop" for _ in range(cards.may_hold(each.id))][:2]
    found = {card: words for card, words in ways.items() if cards.may_hold(card)}
    return {**found, " ".join(each.id for each in held): " + ".join(each.name for each in held)} if held[1:] else found


def _why_no_pay(game: Game, player: int) -> str:
    return "" if _ways(game, player) else tr("No {card} card is in the hand.", card=AOW)


def _active_player(filled: Filled) -> int:
    return int(filled.game.turn.player)


def _owner(filled: Filled) -> int:
    return int(filled.game.units[filled["unit"]].owner)


def paying(
    when: Callable[[Filled], bool] = lambda filled: True, player: Callable[[Filled], int] = _active_player
) -> Pick:
    """A slot for how an Art of War card is paid: by itself unless something else is named."""
    return Pick(
        name="pay", ask=later("Paid by which card?"), lead="pay", default=AOW, free=True,
        among=lambda filled: _ways(filled.game, player(filled)),
        quiet=lambda filled: not when(filled) or len(_ways(filled.game, player(filled))) < 2,
    )  # fmt: skip


def _why_not_buy(game: Game, kind: str, at: int) -> str:
    player = game.players[at]
    if kind in player.manoeuvres:
        return by_rule("pan.aow.manoeuvres", player.name)
    if kind == "search" and not player.cards.in_deck:
        return tr("The deck has run out.")
    return (fighting.why_no_evasion(game, at) if kind == "evade" else "") or _why_no_pay(game, at)


def first_why_not(reasons: Iterable[str]) -> str:
    """Why nothing is possible, by the first of some reasons; empty where one is none."""
    found = list(reasons)
    return "" if "" in found else found[0]


def _why_no_manoeuvre(filled: Filled, kind: str) -> str:
    return first_why_not(_why_not_buy(filled.game, kind, at) for at in range(len(filled.game.players)))


# Powers and stones -------------------------------------------------------------------------------------------------


def _why_no_kind(filled: Filled, kind: str) -> str:
    game = filled.game
    if kind in ("active", "offensive"):
        active = game.turn.active
        return turn.why_no_power(game, active, kind) if active else by_rule("pan.turn.activate")
    return first_why_not(turn.why_no_power(game, each, kind) for each in game.units)


def _powerful(filled: Filled) -> Slot:
    """Whose power it is: the active unit's, if no other is named."""
    return unit(
        "unit", later("Whose power?"), lambda game, id_: turn.why_no_power(game, id_, filled["kind"]),
        default=filled.game.turn.active or Needed,
    )  # fmt: skip


def _claimable(game: Game) -> dict[str, str]:
    areas = dict.fromkeys((game.active()[1].area, *game.stones))
    return {each: each for each in areas if not turn.why_no_claim(game, each)}


def _claimed(filled: Filled) -> Slot:
    """Whence a stone is claimed: from the unit's own area, if no other is named."""
    return area(default=filled.game.active()[1].area, among=lambda filled: _claimable(filled.game))


def _why_not_absorb(game: Game, id_: str) -> str:
    if id_ == turn.UNCLAIMED:
        return turn.why_no_stone(game, game.active()[1].area)
    return only(turn.carriers, "pan.stones.absorb")(game, id_)


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
        (unit(why_not=_why_not_activate),
         paying(lambda filled: bool(filled.game.turn.activated) and filled["unit"] != filled.game.turn.free)),
        (START, OPEN, BETWEEN),
        unless(lambda game: len(game.turn.activated) < MOST_ACTIVATIONS, "pan.turn.two")),
    "pass": Action(later("pass"), turn.pass_, (Pick(
        name="second", ask=later("A second card?"), among=lambda filled: {"draw": later("draw it")}, default=""),),
        (START, OPEN)),
    "walk": _moved(later("walk"), "walk"),
    "attack": _act(later("attack"), fighting.attack, "attack", *attacked()),
    "claim": _act(later("claim a divine stone"), turn.claim, "claim", Varying(name="area", of=_claimed)),
    "run": _moved(later("run"), "run"),
    "deploy": _moved(later("deploy"), DEPLOY),
    "absorb": _act(
        later("absorb a divine stone"), turn.absorb, "absorb",
        unit("carrier", later("Whose stone?"), _why_not_absorb, also={turn.UNCLAIMED: later("the unclaimed one")})),
    "flight": _moved(later("fast flight"), "flight"),
    "aerial": _act(later("aerial attack"), partial(fighting.attack, aerial=True), "aerial", *attacked(aerial=True)),
    "force": Action(later("Force of Nature: remove a 3D element"), fighting.force, (), IN_ACTIVATION,
                    fighting.why_no_force),
    "leader": _act(later("Leader: take a troop's card and end the activation"), turn.leader, "leader",
                   unit("troop", later("Which troop?"), only(_led, "pan.talent.leader"))),
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
        lambda game: _why_no_pay(game, game.turn.player) or (
            by_rule("pan.turn.recall") if "recall" in game.turn.powers else "")),
    "end": Action(later("end the turn"), turn.end, (), (OPEN, ACTIVE, BETWEEN, END)),
    "power": Action(
        later("use a power"), turn.power,
        (Pick(name="kind", ask=later("Which type of power?"), known=lambda filled: POWERS, why_not=_why_no_kind),
         Number(name="cost", ask=later("Its cost in Art of War cards:"), lead="cost", most=9, default=0),
         Varying(name="unit", lead="of", of=_powerful),
         paying(lambda filled: bool(filled["cost"]), _owner)), ANY, main=IN_ACTIVATION),
    "manoeuvre": Action(
        later("buy a manoeuvre"), turn.manoeuvre,
        (Pick(name="kind", ask=later("Which manoeuvre?"), known=lambda filled: MANOEUVRES, why_not=_why_no_manoeuvre),
         Pick(name="player", ask=later("Which player?"), value=int,
              why_not=lambda filled, at: _why_not_buy(filled.game, filled["kind"], int(at)),
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
