"""The turn, how it is played, and what may be done in it: cards, activations, moves, stones, powers, manoeuvres."""

from functools import partial

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.fighting import evade, stats_slot, why_not_seen
from hoplo_companion.pantheon.game import ACTIVE, ATTACK, BETWEEN, END, OPEN, OVER, PLACING, START, Game, Turn, winner
from hoplo_companion.pantheon.ground import DEPLOY, at_start
from hoplo_companion.pantheon.rows import COMPLEX, ROWS, Area, Play, act, destination, one_of, unit, why_not_act
from hoplo_companion.pantheon.units import Stats, by_rule, first, stats_words
from hoplo_companion.tables.actions import Book
from hoplo_companion.tables.slots import Filled, Needed, Number, Pick, Slot, refuse, refuse_if

ANY = (START, OPEN, ACTIVE, ATTACK, BETWEEN, END)
OFF, UNCLAIMED, OMPHALOS = "off", "unclaimed", "omphalos"
"""What is typed for an area where a unit leaves the board, and for the unclaimed stone of an area; what an omphalos
card that was taken is called among the powers of the turn: it is taken once."""

POWERS = {each: each for each in (later("permanent"), later("passive"), later("active"), later("offensive"))}
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}
MOST_ACTIVATIONS = 2


# Cards
@ROWS.row("draw the card of the turn", stages=(START,), main=())
def _draw(play: Play) -> None:
    play.note("drew", player=play.turn.player)
    play.in_turn(phase=OPEN)


@ROWS.row("pass", stages=(START, OPEN))
def _pass(play: Play) -> None:
    if play.turn.phase == START:
        _draw(play)
    play.note("passed", player=play.turn.player)
    play.in_turn(phase=END)


@ROWS.row("a deck has run out", stages=(START, OPEN, ACTIVE, BETWEEN, END), main=())
def _run_out(play: Play) -> None:
    play.note("run-out-three" if play.game.reads("pan.hand-three") else "run-out")


# Activations
@ROWS.row("activate a unit", unit(), stages=(START, OPEN, BETWEEN))
def _activate(play: Play, unit: str) -> None:
    found, is_led = play.game.units[unit], play.turn.free == unit
    play.needs(len(play.turn.activated) < MOST_ACTIVATIONS, "pan.turn.two")
    play.needs(found.owner == play.turn.player or is_led, "pan.turn.activate", found.unit.name)
    play.needs(unit not in play.turn.activated, "pan.turn.once", found.unit.name)
    play.needs(not found.destroyed, "pan.destroyed", found.unit.name)
    if play.turn.phase == START:
        _draw(play)
    turn = play.turn
    activated = (*turn.activated, unit)
    play.change(turn=Turn(turn.player, ACTIVE, activated, unit, polar=turn.polar, retaliated=turn.retaliated))
    play.note("activated", unit=unit)
    if turn.activated and not is_led:
        # The second unit costs a card more, but not by Leader.
        play.note("cost")
    play.note_line(unit)
    if play.game.board.knows(found.area) and at_start(play.game.board.pieces[unit]):
        play.note("polar", unit=unit)
        _polar(play, is_known=True)


@ROWS.row("it began in a polar area", stages=(ACTIVE,), main=())
def _polar(play: Play, *, is_known: bool = False) -> None:
    """The active unit begins in a polar area: 1 wound, and 1 action this turn."""
    id_, unit = play.game.active()
    is_free = "boreal" in unit.unit.traits or play.game.board.knows(unit.area)
    play.needs(is_known or (unit.area and not (play.turn.acted or is_free)), "pan.terrain.polar", unit.unit.name)
    play.in_turn(polar=(*play.turn.polar, id_))
    play.wound(id_, 1)


@ROWS.row("end the activation", stages=(ACTIVE,))
def _done(play: Play) -> None:
    play.note("done", unit=play.turn.active)
    play.end_activation()


@ROWS.row("Leader: take a troop's card and end the activation", unit("troop", "Which troop?"), stages=(ACTIVE,))
def _leader(play: Play, troop: str) -> None:
    (id_, active), led = play.game.active(), play.game.units[troop]
    refuse(play.game.why_no_talent(id_, "leader"))
    is_there = active.area and led.area and led.unit.kind == "troop" and play.game.is_ally(led, active.owner)
    play.needs(is_there, "pan.talent.leader", led.unit.name)
    refuse(why_not_seen(play.game, led.area))
    can = troop not in play.turn.activated and len(play.turn.activated) < MOST_ACTIVATIONS
    # The troop of a teammate is the active player's for that.
    play.end_activation(free=troop if can else "")
    play.note("leader" if can else "leader-card", unit=id_, troop=troop)


# Moves
def move(play: Play, area: str, *, how: str) -> None:
    """Move the active unit into an area, with what entering it does, as far as the ground is known."""
    ends = play.may_go(play.turn.active, how, area)
    id_ = play.acts(how)
    play.note(how, unit=id_, at=area)
    play.unit(id_, area=area, entered=True)
    if "pan.terrain.lava" in ends:
        play.note("lava", unit=id_)
        play.wound(id_, 1)
    elif "pan.terrain.swamp" in ends:
        play.note("swamp", unit=id_)
    if how == DEPLOY or "pan.terrain.swamp" in ends:
        play.end_activation()


MOVES = {"walk": later("walk"), "run": later("run"), DEPLOY: later("deploy"), "flight": later("fast flight")}
for _how, _help in MOVES.items():
    act(_how, _help, destination(_how))(partial(move, how=_how))


@ROWS.row(
    "place a unit",
    unit(among=lambda game: game.unplaced(game.turn.player) if game.turn.phase == PLACING else game.living()),
    destination(DEPLOY, also={OFF: later("off")}), main=(PLACING,),
)  # fmt: skip
def _place(play: Play, unit: str, area: str) -> None:
    game, placed = play.game, play.game.units[unit]
    play.needs(not placed.destroyed, "pan.destroyed", placed.unit.name)
    at = "" if area == OFF else area
    is_setup = at and game.turn.phase == PLACING and unit in game.unplaced(placed.owner)
    if is_setup:
        troops = ", ".join(game.units[each].unit.name for each in game.unplaced(game.turn.player))
        text = later("{player} places a troop now: {troops}. pan.setup.troops")
        refuse_if(placed.owner != game.turn.player, text, player=game.player.name, troops=troops)
        play.may_go(unit, DEPLOY, area)
    play.unit(unit, area=at, entered=placed.entered or bool(at))
    play.note("place" if at else "off", unit=unit, at=at)
    if is_setup:
        play.change(turn=play.game.next_to_place((placed.owner + 1) % len(game.players)))
        play.note("place-next" if play.turn.phase == PLACING else "begins", player=play.turn.player)


# Divine stones
def _take(play: Play, area: str) -> None:
    """Take an unclaimed stone from an area; IllegalError where none is, once any were entered to be counted."""
    if stones := play.game.stones:
        where = ", ".join(each for each, count in stones.items() if count) or "-"
        text = tr("Area {area} has no unclaimed divine stone; areas with one: {areas}.", area=area, areas=where)
        refuse("" if stones.get(area) else f"{text} pan.stones.one")
        play.change(stones={**stones, area: stones[area] - 1})


def _claimed(filled: Filled) -> Slot:
    """Whence a stone is claimed: from the unit's own area, if no other is named."""
    own = filled.game.active()[1].area
    return Area(default=own, known=lambda filled: {each: each for each in (own, *filled.game.stones)})


@act("claim", "claim a divine stone", Slot("area", of=_claimed))
def _claim(play: Play, area: str) -> None:
    game, (id_, unit) = play.game, play.game.active()
    if area != unit.area:
        refuse(game.why_no_talent(id_, "gem-collector"))
    play.needs(not game.board.blocks(game.board.pieces[id_], area), "pan.talent.block", unit.unit.name)
    _take(play, area)
    refuse(why_not_seen(game, area))
    play.acts("claim")
    play.unit(id_, stone=True)
    play.note("claim", unit=id_, at=area)


@act("absorb", "absorb a divine stone", unit("carrier", "Whose stone?", also={UNCLAIMED: later("the unclaimed one")}))
def _absorb(play: Play, carrier: str) -> None:
    id_ = play.acts("absorb")
    divinity, whose = play.game.units[id_], play.game.units.get(carrier)
    if whose is None:
        _take(play, divinity.area)
    else:
        may = whose.stone and whose.area == divinity.area and play.game.is_ally(whose, divinity.owner)
        play.needs(may, "pan.stones.absorb", whose.unit.name)
        play.unit(carrier, stone=False)
    play.player(divinity.owner, absorbed=play.game.players[divinity.owner].absorbed + 1)
    play.note("absorb", unit=id_, at=carrier if whose else "")


@ROWS.row("drop its stone", stages=(ACTIVE,))
def _drop(play: Play) -> None:
    id_, unit = play.game.active()
    if not unit.stone or "flight" in play.turn.acted:
        raise IllegalError("{unit} has no stone to drop now. pan.stones.drop", unit=unit.unit.name)
    play.drop(id_)


@ROWS.row("enter the unclaimed divine stones of an area", Area(), Number("number", "How many?", most=9, default=1))
def _stones(play: Play, area: str, number: int) -> None:
    play.change(stones={**play.game.stones, area: number})
    play.note("stones", at=area, n=number)


@ROWS.row(
    "take or return an omphalos card",
    one_of("what", "Take or return?", {"take": later("take one"), "heal": later("return one, to heal the divinity")}),
    stages=ANY, main=(),
)  # fmt: skip
def _omphalos(play: Play, what: str) -> None:
    at, powers = play.turn.player, play.turn.powers
    if what == "take":
        play.needs("absorb" in play.turn.acted and OMPHALOS not in powers, "pan.stones.omphalos")
        play.in_turn(powers=(*powers, OMPHALOS))
        play.note("omphalos", player=at)
        return
    units = play.game.units.items()
    id_, unit = next((id_, each) for id_, each in units if each.owner == at and each.unit.is_divinity)
    left, most = play.game.vitality_of(id_), unit.unit.vitality
    text = later("{unit} is at full vitality already. pan.stones.heal")
    refuse_if(most is not None and left >= most, text, unit=unit.unit.name)
    play.put(id_, unit.struck(left + 1))
    play.note("healed", unit=id_, n=1)
    play.note_line(id_)


@ROWS.row(
    "use a power", one_of("kind", "Which type of power?", POWERS),
    Slot("unit", lead=later("of"), of=lambda at: unit("", "Whose power?", default=at.game.turn.active or Needed)),
    stages=ANY, main=(ACTIVE,),
)  # fmt: skip
def _power(play: Play, kind: str, unit: str) -> None:
    game, turn, whose = play.game, play.turn, play.game.units[unit]
    is_own, is_active = kind in ("active", "offensive"), unit == turn.active
    is_off = not whose.area or (is_active and any(each in COMPLEX for each in turn.acted))
    is_kept = whose.unit.kind == "troop" or is_off or (is_own and not is_active)
    is_used = kind == "active" and is_active and "active" in turn.powers
    play.needs(not is_own or turn.active, "pan.turn.activate")
    checks = {
        "pan.destroyed": whose.destroyed,
        "pan.powers.types": (kind != "permanent" and is_kept) or is_used,
        "pan.terrain.water": is_own and not whose.destroyed and bool(game.board.pieces[unit].off),
        "pan.terrain.polar": is_own and unit in turn.polar,
    }
    refuse(by_rule(first(checks), whose.unit.name))
    if kind == "offensive":
        # It is the active unit's attack, which is open from then on.
        refuse(why_not_act(game, "attack"))
        play.in_turn(acted=(*turn.acted, "attack"), redirect="attack")
    if is_active and kind != "permanent":
        play.in_turn(powers=(*turn.powers, kind))
    play.note("power", unit=unit, kind=kind)
    if kind == "offensive":
        play.note("offensive", unit=unit)


@ROWS.row("buy a manoeuvre", one_of("kind", "Which manoeuvre?", MANOEUVRES),
          Pick("player", "Which player?", value=int, known=lambda at: at.game.playing),
          stages=ANY, main=())  # fmt: skip
def _manoeuvre(play: Play, kind: str, player: int) -> None:
    buyer = play.game.players[player]
    play.needs(kind not in buyer.manoeuvres, "pan.aow.manoeuvres", buyer.name)
    if kind == "evade":
        evade(play, player)
    play.player(player, manoeuvres=(*buyer.manoeuvres, kind))
    play.note("manoeuvre", f"pan.aow.{kind}", player=player, kind=kind)
    play.note("cost")


# The end of the turn, and what is put right
@ROWS.row("troop recall", Slot("text", "What the troop recall does:", default=""), stages=(OPEN, BETWEEN, END))
def _recall(play: Play, text: str) -> None:
    play.needs("recall" not in play.turn.powers, "pan.turn.recall")
    play.in_turn(phase=END, powers=(*play.turn.powers, "recall"))
    play.note("recall", text=text)


@ROWS.row("end the turn", stages=(OPEN, ACTIVE, BETWEEN, END))
def _end(play: Play) -> None:
    players, at = play.game.players, play.turn.player
    following = next(each for each in [*range(at + 1, len(players)), *range(at + 1)] if not players[each].out)
    if following <= at:
        play.change(round=play.game.round + 1, players=tuple(replace(each, manoeuvres=()) for each in players))
    play.change(turn=Turn(player=following))
    play.note("turn", player=following, round=play.game.round)


@ROWS.row("enter the stats on a dashboard", unit(), stats_slot(later("Offence/defence/range/movement, as in 6712:")))
def _stats(play: Play, unit: str, stats: Stats) -> None:
    play.put(unit, play.game.units[unit].reading(stats))
    play.note("stats", unit=unit, stats=stats_words(stats))


@ROWS.row("enter the vitality of a unit", unit(is_open=True), Number("number", "Its vitality:", least=1, most=30))
def _vitality(play: Play, unit: str, number: int) -> None:
    play.put(unit, replace(play.game.units[unit].struck(number), destroyed=False))
    play.note("vitality", unit=unit, n=number)
    play.note_line(unit)


# The book
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


STAGES = {
    PLACING: later("troops are placed"),
    START: later("the start of the turn"),
    OPEN: later("activate a unit, or pass"),
    ACTIVE: later("a unit is active"),
    ATTACK: later("an attack is under way"),
    BETWEEN: later("activate another unit, or end"),
    END: later("the end of the turn"),
    OVER: later("the game is over"),
}
ORDER = """
place draw activate pass walk attack claim run deploy absorb flight aerial force leader drop omphalos polar
dice wounds guard throw abandon retaliate done recall end power manoeuvre run-out stones stats vitality reading
"""
ROWS.put_reading("pantheon")
ACTIONS = {name: ROWS[name] for name in ORDER.split()}

BOOK = Book("pantheon", STAGES, ACTIONS, Play, stage_of, OVER, dict.fromkeys(STAGES, settle))
