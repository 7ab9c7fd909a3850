"""What is done in a game, a verb each: `draw`, `activate athena`, `walk 4`, `wounds ares 2`, `end`.

Each verb gives the game after it and what happened, or raises with the game as it was. What the box shows and no rule
says (the roll, the card drawn, what a troop recall does) is entered.
"""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon import game as rules
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.battle import arrival, check_deployment, ground_of, knows, piece_of
from hoplo_companion.pantheon.belongings import absorbed, claimed, discard_token, drop, omphalos, stones, token, tokens
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.fighting import (
    attacked,
    evaded,
    force,
    guard,
    read_stats,
    retaliate,
    throw,
    works,
    wounded,
    wounds,
)
from hoplo_companion.pantheon.game import (
    ACTIVE,
    BETWEEN,
    END,
    OPEN,
    PLACING,
    START,
    Game,
    InPlay,
    Turn,
    pay_aow,
    why_not_act,
)
from hoplo_companion.pantheon.moves import at_start
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.steps import Done, Event, Verb, living, only, player_at, with_turn

POWERS = ("permanent", "passive", "active", "offensive")


RULES = {
    "walk": "pan.move.walk", "attack": "pan.attack.range", "claim": "pan.stones.one", "run": "pan.move.run",
    "deploy": "pan.action.deploy", "absorb": "pan.stones.absorb", "flight": "pan.move.flight",
    "aerial": "pan.type.aerial-attack",
}  # fmt: skip
"""The rule of each action."""


def do(game: Game, line: str) -> Done:
    """Carry out a line of verbs, separated by semicolons."""
    events: list[Event] = []
    for part in filter(str.strip, line.split(";")):
        word, *args = part.casefold().split()
        verb = VERBS.get(word)
        if verb is None:
            raise UsageError(tr("{word} is not something to do: {verbs}.", word=clip(word), verbs=", ".join(VERBS)))
        if game.winner is not None:
            raise IllegalError(tr("The game is over."))
        game, more = verb(game, args)
        events += more
        winner = rules.winner(game)
        if winner is not None:
            game = replace(game, winner=winner)
            events.append(Event("won", {"side": winner}, "pan.win.team" if game.team else "pan.win.players"))
    return game, events


def _paid(args: list[str]) -> tuple[list[str], list[str]]:
    """Part the words of a verb from those behind `pay`."""
    return (args[: args.index("pay")], args[args.index("pay") + 1 :]) if "pay" in args else (args, [])


def _need_phase(game: Game, *phases: str) -> None:
    if game.turn.phase not in phases:
        raise IllegalError(tr("Not now: next comes {verbs}.", verbs=", ".join(rules.allowed(game))))


def _card(game: Game, name: str) -> str:
    return name if not name or name in (AOW, OMPHALOS) else game.unit(name)[1].unit.id


def _draw(game: Game, player: int, name: str = "") -> Done:
    card = _card(game, name)
    game, renewed = rules.draw(game, player, card)
    events = [Event("run-out", {}, "pan.cards.run-out")] if renewed else []
    return game, [*events, Event("drew", {"player": player, "card": card}, "pan.turn.draw")]


# The turn ---------------------------------------------------------------------------------------------------------


def draw(game: Game, args: list[str]) -> Done:
    """Draw the card of the start of the turn."""
    _need_phase(game, START)
    only(args, 1, "draw athena")
    game, events = _draw(game, game.turn.player, *args)
    return with_turn(game, phase=OPEN), events


def pass_(game: Game, args: list[str]) -> Done:
    """Pass, with a second card (`pass draw`) or without."""
    _need_phase(game, OPEN)
    only(args, 2, "pass draw athena")
    events = [Event("passed", {"player": game.turn.player}, "pan.turn.pass")]
    if args:
        if args[0] != "draw":
            raise UsageError(tr("`pass`, or `pass draw` for a second card."))
        game, more = _draw(game, game.turn.player, *args[1:])
        events += more
    return with_turn(game, phase=END), events


def activate(game: Game, args: list[str]) -> Done:
    """Activate a unit for one of its cards; the second one costs an Art of War card, but not by Leader."""
    words, pay = _paid(args)
    _need_phase(game, OPEN, BETWEEN)
    if len(words) != 1:
        raise UsageError(tr("Which unit? `activate athena`."))
    id_, unit = game.unit(words[0])
    turn = game.turn
    if unit.owner != turn.player and turn.free != id_:
        raise IllegalError(tr("{unit} is not in your army. pan.turn.activate", unit=unit.unit.name))
    if unit.destroyed:
        raise IllegalError(tr("{unit} is destroyed.", unit=unit.unit.name))
    if id_ in turn.activated:
        raise IllegalError(tr("{unit} was activated this turn. pan.turn.once", unit=unit.unit.name))
    if len(turn.activated) >= rules.MOST_ACTIVATIONS:
        raise IllegalError(tr("Two units were activated this turn. pan.turn.two"))
    if turn.activated and turn.free != id_:
        game = pay_aow(game, turn.player, pay)
    owner = game.players[unit.owner]
    game = game.with_cards(unit.owner, owner.cards.discard(unit.unit.id))
    game = with_turn(
        game, phase=ACTIVE, active=id_, activated=(*turn.activated, id_), acted=(), powers=(), free="", struck="",
        strikes=(), force=False, redirect="",
    )  # fmt: skip
    events = [Event("activated", {"unit": id_}, "pan.turn.activate")]
    if unit.area and knows(game, unit.area) and at_start(ground_of(game), piece_of(game, unit)):
        game, more = polar(game, [])
        return game, [*events, Event("polar", {"unit": id_}, "pan.terrain.polar"), *more]
    return game, events


def polar(game: Game, args: list[str]) -> Done:
    """Enter that the active unit began in a polar area: 1 wound, and 1 action this turn."""
    id_, unit = game.active()
    if game.turn.acted or "boreal" in unit.unit.traits:
        raise IllegalError(tr("That is for the start of an activation of a unit that is not boreal. pan.terrain.polar"))
    game = with_turn(game, polar=(*game.turn.polar, id_))
    return wounded(game, id_, 1)


def act(action: str) -> Verb:
    """Make the verb of an action of the active unit."""

    def verb(game: Game, args: list[str]) -> Done:
        id_, _ = game.active()
        is_redirected = bool(action == game.turn.redirect)
        if not is_redirected and (rule := why_not_act(game, action)):
            raise IllegalError(f"{tr(rules.WHY_NOT_ACT[rule])} {rule}")
        acted = game.turn.acted if is_redirected else (*game.turn.acted, action)
        game = with_turn(game, acted=acted, strikes=(), struck="", redirect="")
        if action in ("attack", "aerial"):
            return attacked(game, id_, args, aerial=action == "aerial")
        only(args, 1, f"{action} 4")
        area = args[0] if args else ""
        events = [Event(action, {"unit": id_, "at": area}, RULES[action])]
        if action == "claim":
            return claimed(game, id_, area), events
        if action == "absorb":
            return absorbed(game, id_, area), events
        game, more = _moved(game, id_, action, area)
        return game, events + more

    return verb


def _moved(game: Game, id_: str, action: str, area: str) -> Done:
    """Put the active unit into an area, and do what entering it does, as far as the ground is known."""
    unit = game.units[id_]
    ends: tuple[str, ...] = ()
    if action == "deploy":
        if area:
            check_deployment(game, id_, area)
    elif area and (way := arrival(game, id_, action, area)) is not None:
        ends = way.ends_by
    game = game.with_unit(id_, replace(unit, area=area or unit.area or "?"))
    if "pan.terrain.lava" in ends:
        game, events = wounded(game, id_, 1)
        return game, [Event("lava", {"unit": id_}, "pan.terrain.lava"), *events]
    if action == "deploy" or "pan.terrain.swamp" in ends:
        said = [Event("swamp", {"unit": id_}, "pan.terrain.swamp")] if action != "deploy" else []
        return with_turn(game, phase=BETWEEN, active="", force=False), said
    return game, []


def power(game: Game, args: list[str]) -> Done:
    """Use a power of the active unit, `power active cost 1 pay omphalos`; an offensive one is its attack."""
    words, pay = _paid(args)
    kind = words[0] if words else ""
    cost = int(words[2]) if len(words) == 3 and words[1] == "cost" and words[2] in "0123456789" else 0
    if kind not in POWERS or (len(words) != 1 and not (len(words) == 3 and words[1] == "cost")):
        raise UsageError(tr("As in `power active cost 1`: one of {kinds}.", kinds=", ".join(POWERS)))
    id_, unit = game.active()
    acted = game.turn.acted
    if kind != "permanent" and (not unit.area or any(each in rules.COMPLEX for each in acted)):
        raise IllegalError(tr("Only permanent powers work off the board or with a complex action. pan.powers.types"))
    if unit.unit.kind == "troop" and kind != "permanent":
        raise IllegalError(tr("The powers of troops are all permanent. pan.powers.types"))
    if kind in ("active", "offensive") and id_ in game.turn.polar:
        raise IllegalError(f"{tr(rules.WHY_NOT_ACT['pan.terrain.polar'])} pan.terrain.polar")
    if kind == "active" and "active" in game.turn.powers:
        raise IllegalError(tr("An active power is used once per turn. pan.powers.types"))
    if kind == "offensive":
        if rule := why_not_act(game, "attack"):
            raise IllegalError(f"{tr(rules.WHY_NOT_ACT[rule])} {rule}")
        acted = (*acted, "attack")
    for _ in range(cost):
        game = pay_aow(game, unit.owner, pay)
    game = with_turn(game, acted=acted, powers=(*game.turn.powers, kind))
    return game, [Event("power", {"unit": id_, "kind": kind, "cost": cost}, "pan.powers.types")]


def done(game: Game, args: list[str]) -> Done:
    """End the activation."""
    id_, _ = game.active()
    return with_turn(game, phase=BETWEEN, active="", struck="", strikes=(), force=False), [Event("done", {"unit": id_})]


def leader(game: Game, args: list[str]) -> Done:
    """By Leader take a troop's activation card from the deck; it may be activated next without an Art of War card.

    The troop of a teammate is the active player's for that.
    """
    id_, unit = game.active()
    if not works(game, id_, "leader"):
        raise IllegalError(tr("{unit} has no Leader talent.", unit=unit.unit.name))
    if len(args) != 1:
        raise UsageError(tr("Which troop? `leader hoplites`."))
    troop_id, troop = game.unit(args[0])
    if troop.unit.kind != "troop" or not game.is_ally(troop, unit.owner) or troop.destroyed or troop_id == id_:
        raise IllegalError(tr("{unit} is not an allied troop. pan.talent.leader", unit=troop.unit.name))
    if not troop.area or not unit.area:
        raise IllegalError(tr("{unit} is not on the board. pan.talent.leader", unit=troop.unit.name))
    if knows(game, unit.area, troop.area) and sight(ground_of(game), unit.area, troop.area).is_seen is False:
        raise IllegalError(tr("{unit} is not visible. pan.talent.leader", unit=troop.unit.name))
    game = game.with_cards(troop.owner, game.players[troop.owner].cards.take(troop.unit.id))
    can = troop_id not in game.turn.activated and len(game.turn.activated) < rules.MOST_ACTIVATIONS
    game = with_turn(game, phase=BETWEEN, active="", free=troop_id if can else "", strikes=(), struck="", force=False)
    what = "leader" if can else "leader-card"
    return game, [Event(what, {"unit": id_, "troop": troop_id}, "pan.talent.leader")]


def recall(game: Game, args: list[str]) -> Done:
    """Pay for a troop recall at the end of the turn; what it does is entered (ruling `pan.recall`)."""
    words, pay = _paid(args)
    _need_phase(game, OPEN, BETWEEN, END)
    if "recall" in game.turn.powers:
        raise IllegalError(tr("One troop recall per turn. pan.turn.recall"))
    game = pay_aow(game, game.turn.player, pay)
    game = with_turn(game, phase=END, powers=(*game.turn.powers, "recall"))
    return game, [Event("recall", {"text": " ".join(words)}, "pan.turn.recall")]


def end(game: Game, args: list[str]) -> Done:
    """End the turn: the next player clockwise who is still in the game."""
    _need_phase(game, OPEN, ACTIVE, BETWEEN, END)
    count = len(game.players)
    order = [(game.turn.player + step) % count for step in range(1, count + 1)]
    following = next(at for at in order if not game.players[at].out)
    if following <= game.turn.player:
        players = tuple(replace(player, manoeuvres=()) for player in game.players)
        game = replace(game, round=game.round + 1, players=players)
    game = replace(game, turn=Turn(player=following))
    return game, [Event("turn", {"player": following, "round": game.round}, "pan.turn.next")]


# At any moment ----------------------------------------------------------------------------------------------------


def manoeuvre(game: Game, args: list[str]) -> Done:
    """Buy a manoeuvre, each once per round and player: `manoeuvre draw ben`, `manoeuvre search ben ares`."""
    words, pay = _paid(args)
    if len(words) < 2 or words[0] not in rules.MANOEUVRES:
        raise UsageError(
            tr("As in `manoeuvre draw ben`: one of {kinds}, and the player.", kinds=", ".join(rules.MANOEUVRES))
        )
    kind, at = words[0], player_at(game, words[1])
    if kind in game.players[at].manoeuvres:
        raise IllegalError(
            tr("{player} has bought that manoeuvre this round. pan.aow.manoeuvres", player=game.players[at].name)
        )
    if kind == "search" and len(words) != 3:
        raise UsageError(tr("Which card? `manoeuvre search ben ares`."))
    evading = evaded(game, at) if kind == "evade" else game
    game = pay_aow(evading, at, pay)
    player = game.players[at]
    game = game.with_player(at, replace(player, manoeuvres=(*player.manoeuvres, kind)))
    events = [Event("manoeuvre", {"player": at, "kind": kind}, f"pan.aow.{kind}")]
    if kind == "draw":
        for card in ([*words[2:4], "", ""])[:2]:
            game, more = _draw(game, at, card)
            events += more
    if kind == "search":
        card = _card(game, words[2])
        game = game.with_cards(at, game.players[at].cards.take(card))
        events.append(Event("took", {"player": at, "card": card}, "pan.aow.search"))
    return game, events


def stats(game: Game, args: list[str]) -> Done:
    """Enter the stats that show on a dashboard: `stats ares 6/7/1/2`."""
    if len(args) != 2:
        raise UsageError(tr("As in `stats ares 6/7/1/2`: offence, defence, range, movement."))
    id_, unit = game.unit(args[0])
    found = read_stats(args[1])
    return game.with_unit(id_, replace(unit, stats=found)), [Event("stats", {"unit": id_, "stats": args[1]})]


def vitality(game: Game, args: list[str]) -> Done:
    """Enter the vitality of a unit as it is on the table: `vitality ares 5`."""
    if len(args) != 2 or not (args[1].isascii() and args[1].isdigit()) or not 0 < int(args[1][:4]) <= 30:
        raise UsageError(tr("As in `vitality ares 5`, a number from 1 to 30."))
    id_, unit = game.unit(args[0])
    game = game.with_unit(id_, replace(unit, hp=int(args[1]), destroyed=False))
    return game, [Event("vitality", {"unit": id_, "n": int(args[1])})]


def place(game: Game, args: list[str]) -> Done:
    """Put a unit into the area where it is on the table, or off the board: `place ares 7`, `place ares off`.

    Before the first turn troops are placed, one by each player in turn.
    """
    if len(args) != 2:
        raise UsageError(tr("As in `place ares 7`, or `place ares off`."))
    id_, unit = game.unit(args[0])
    living(unit)
    area = "" if args[1] == "off" else args[1]
    events = [Event("place", {"unit": id_, "at": area})]
    is_setup = game.turn.phase == PLACING and unit.unit.kind == "troop" and area and not unit.area
    if is_setup and unit.owner != game.turn.player:
        troops = ", ".join(game.units[each].unit.name for each in rules.unplaced(game, game.turn.player))
        raise IllegalError(
            tr("{player} places a troop now: {troops}. pan.setup.troops", player=game.player.name, troops=troops)
        )
    if is_setup:
        check_deployment(game, id_, area)
    placed = game.with_unit(id_, replace(unit, area=area))
    if not is_setup:
        return placed, events
    turn = rules.next_to_place(placed, (unit.owner + 1) % len(game.players))
    events.append(
        Event("place-next" if turn.phase == PLACING else "begins", {"player": turn.player}, "pan.setup.troops")
    )
    return replace(placed, turn=turn), events


VERBS: dict[str, Verb] = {
    "draw": draw, "pass": pass_, "activate": activate, "polar": polar,
    **{action: act(action) for action in (*rules.SIMPLE, *rules.COMPLEX)},
    "guard": guard, "throw": throw, "force": force, "power": power, "wounds": wounds, "retaliate": retaliate,
    "drop": drop, "leader": leader, "done": done, "recall": recall, "end": end, "manoeuvre": manoeuvre,
    "omphalos": omphalos, "stones": stones, "tokens": tokens, "token": token, "untoken": discard_token,
    "stats": stats, "vitality": vitality, "place": place,
}  # fmt: skip


def names_of(game: Game) -> dict[str, str]:
    """Give the names of units by their ids, with the owner where two have the same."""
    return {id_: _name(game, id_, unit) for id_, unit in game.units.items()}


def _name(game: Game, id_: str, unit: InPlay) -> str:
    return f"{unit.unit.name} ({game.players[unit.owner].name})" if "." in id_ else unit.unit.name
