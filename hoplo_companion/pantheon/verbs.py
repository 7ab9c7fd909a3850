"""What is done in a game, a verb each: `draw`, `activate athena`, `walk 4`, `wounds ares 2`, `end`.

Each verb gives the game after it and what happened, or raises with the game as it was. What the box shows and no rule
says (the roll, the card drawn, what a troop recall does) is entered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon import game as rules
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.game import ACTIVE, BETWEEN, END, OPEN, START, Game, InPlay, Turn, pay_aow, why_not_act

POWERS = ("permanent", "passive", "active", "offensive")


class Event(NamedTuple):
    """Something that happened: what, and the ids and numbers that a sentence about it needs."""

    what: str
    about: dict[str, object]
    rule: str = ""


RULES = {
    "walk": "pan.move.walk", "attack": "pan.attack.range", "claim": "pan.stones.one", "run": "pan.move.run",
    "deploy": "pan.action.deploy", "absorb": "pan.stones.absorb", "flight": "pan.move.flight",
    "aerial": "pan.type.aerial-attack",
}  # fmt: skip
"""The rule of each action."""

Done = tuple[Game, list[Event]]
Verb = Callable[[Game, list[str]], Done]


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


def _turn(game: Game, **changes: object) -> Game:
    return replace(game, turn=replace(game.turn, **changes))


def _paid(args: list[str]) -> tuple[list[str], list[str]]:
    """Part the words of a verb from those behind `pay`."""
    return (args[: args.index("pay")], args[args.index("pay") + 1 :]) if "pay" in args else (args, [])


def _need_phase(game: Game, *phases: str) -> None:
    if game.turn.phase not in phases:
        raise IllegalError(tr("Not now: next comes {verbs}.", verbs=", ".join(rules.allowed(game))))


def _only(args: list[str], most: int, example: str) -> None:
    if len(args) > most:
        raise UsageError(tr("Too many words: as in `{example}`.", example=example))


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
    _only(args, 1, "draw athena")
    game, events = _draw(game, game.turn.player, *args)
    return _turn(game, phase=OPEN), events


def pass_(game: Game, args: list[str]) -> Done:
    """Pass, with a second card (`pass draw`) or without."""
    _need_phase(game, OPEN)
    _only(args, 2, "pass draw athena")
    events = [Event("passed", {"player": game.turn.player}, "pan.turn.pass")]
    if args:
        if args[0] != "draw":
            raise UsageError(tr("`pass`, or `pass draw` for a second card."))
        game, more = _draw(game, game.turn.player, *args[1:])
        events += more
    return _turn(game, phase=END), events


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
    game = _turn(
        game, phase=ACTIVE, active=id_, activated=(*turn.activated, id_), acted=(), powers=(), free="", struck=""
    )
    return game, [Event("activated", {"unit": id_}, "pan.turn.activate")]


def polar(game: Game, args: list[str]) -> Done:
    """Enter that the active unit began in a polar area: 1 wound, and 1 action this turn."""
    id_, unit = game.active()
    if game.turn.acted or "boreal" in unit.unit.traits:
        raise IllegalError(tr("That is for the start of an activation of a unit that is not boreal. pan.terrain.polar"))
    game = _turn(game, polar=(*game.turn.polar, id_))
    return _wounded(game, id_, 1)


def act(action: str) -> Verb:
    """Make the verb of an action of the active unit."""

    def verb(game: Game, args: list[str]) -> Done:
        id_, unit = game.active()
        _only(args, 2, f"{action} 4")
        if rule := why_not_act(game, action):
            raise IllegalError(f"{tr(rules.WHY_NOT_ACT[rule])} {rule}")
        area = args[0] if args else ""
        about: dict[str, object] = {"unit": id_, "at": area}
        game = _turn(game, acted=(*game.turn.acted, action))
        if action in ("walk", "run", "flight", "deploy"):
            game = game.with_unit(id_, replace(unit, area=area or unit.area or "?"))
        elif action in ("attack", "aerial"):
            game, about["at"] = _attacked(game, unit, args)
        elif action == "claim":
            game = game.with_unit(id_, replace(unit, stone=True))
        elif action == "absorb":
            game = _absorbed(game, id_, area)
        if action == "deploy":
            game = _turn(game, phase=BETWEEN, active="")
        return game, [Event(action, about, RULES[action]), *_reminders(game, action)]

    return verb


def _attacked(game: Game, unit: InPlay, args: list[str]) -> tuple[Game, str]:
    """Note whom an attack strikes: `attack ares` at range 0, `attack ares 2` at range 2, `attack area 7` an area."""
    if not args:
        raise UsageError(tr("Whom? `attack ares`, `attack ares 2` at range 2, or `attack area 7`."))
    if args[0] == "area":
        return _turn(game, struck=""), args[-1]
    if len(args) == 2 and not args[1].isdecimal():
        raise UsageError(tr("Whom? `attack ares`, `attack ares 2` at range 2, or `attack area 7`."))
    target, struck = game.unit(args[0])
    if game.is_ally(struck, unit.owner):
        raise IllegalError(tr("{unit} is an ally: only an area attack hits allies.", unit=struck.unit.name))
    if struck.destroyed:
        raise IllegalError(tr("{unit} is destroyed.", unit=struck.unit.name))
    return _turn(game, struck=target if args[1:] in ([], ["0"]) else ""), target


def _reminders(game: Game, action: str) -> list[Event]:
    """List the talents that may now change the target, the order or the dice; each is optional."""
    id_, unit = game.turn.active, game.units.get(game.turn.active)
    if unit is None or action not in ("attack", "aerial"):
        return []
    found = [
        Event(talent, {"unit": id_}, f"pan.talent.{talent}")
        for talent in ("force-of-nature", "monster-slayer", "mighty-throw")
        if talent in unit.unit.talents
    ]
    target = game.units.get(game.turn.struck)
    if target is None:
        return found
    for other, guard in game.units.items():
        beside = guard.area == target.area and guard.owner == target.owner and other != game.turn.struck
        if "guard" in guard.unit.talents and beside and not guard.destroyed:
            found.append(Event("guard", {"unit": other}, "pan.talent.guard"))
    if "initiative" in target.unit.talents and "initiative" not in unit.unit.talents:
        found.append(Event("initiative", {"unit": game.turn.struck}, "pan.talent.initiative"))
    return found


def _absorbed(game: Game, id_: str, carrier: str) -> Game:
    """Absorb an unclaimed stone, or the one of the ally that is named."""
    owner = game.units[id_].owner
    if carrier:
        name, unit = game.unit(carrier)
        if not unit.stone or not game.is_ally(unit, owner):
            raise IllegalError(tr("{unit} is not an ally that carries a stone. pan.stones.absorb", unit=unit.unit.name))
        game = game.with_unit(name, replace(unit, stone=False))
    player = game.players[owner]
    return game.with_player(owner, replace(player, absorbed=player.absorbed + 1))


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
    game = _turn(game, acted=acted, powers=(*game.turn.powers, kind))
    return game, [Event("power", {"unit": id_, "kind": kind, "cost": cost}, "pan.powers.types")]


def done(game: Game, args: list[str]) -> Done:
    """End the activation."""
    id_, _ = game.active()
    return _turn(game, phase=BETWEEN, active="", struck=""), [Event("done", {"unit": id_})]


def leader(game: Game, args: list[str]) -> Done:
    """By Leader take a troop's activation card from the deck; it may be activated next without an Art of War card."""
    id_, unit = game.active()
    if "leader" not in unit.unit.talents:
        raise IllegalError(tr("{unit} has no Leader talent.", unit=unit.unit.name))
    if len(args) != 1:
        raise UsageError(tr("Which troop? `leader hoplites`."))
    troop_id, troop = game.unit(args[0])
    if troop.unit.kind != "troop" or not game.is_ally(troop, unit.owner) or troop.destroyed or troop_id == id_:
        raise IllegalError(tr("{unit} is not an allied troop. pan.talent.leader", unit=troop.unit.name))
    game = game.with_cards(troop.owner, game.players[troop.owner].cards.take(troop.unit.id))
    game = _turn(game, phase=BETWEEN, active="", free=troop_id)
    return game, [Event("leader", {"unit": id_, "troop": troop_id}, "pan.talent.leader")]


def recall(game: Game, args: list[str]) -> Done:
    """Pay for a troop recall at the end of the turn; what it does is entered (ruling `pan.recall`)."""
    words, pay = _paid(args)
    _need_phase(game, OPEN, BETWEEN, END)
    if "recall" in game.turn.powers:
        raise IllegalError(tr("One troop recall per turn. pan.turn.recall"))
    game = pay_aow(game, game.turn.player, pay)
    game = _turn(game, phase=END, powers=(*game.turn.powers, "recall"))
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


def wounds(game: Game, args: list[str]) -> Done:
    """Enter wounds, and the stats that show then: `wounds ares 2 6/7/1/2`."""
    if len(args) not in (2, 3) or not args[1].isdecimal():
        raise UsageError(tr("As in `wounds ares 2` or `wounds ares 2 6/7/1/2`, with the stats that show now."))
    id_, unit = game.unit(args[0])
    if unit.destroyed:
        raise IllegalError(tr("{unit} is destroyed.", unit=unit.unit.name))
    if unit.hp is None:
        raise UsageError(
            tr("The vitality of {unit} is not known: enter it with `vitality {id} N`.", unit=unit.unit.name, id=id_)
        )
    game, events = _wounded(game, id_, int(args[1][:3]))
    if len(args) == 3 and not game.units[id_].destroyed:
        game, _ = stats(game, [args[0], args[2]])
    return game, events


def _wounded(game: Game, id_: str, number: int) -> Done:
    unit = game.units[id_]
    left = None if unit.hp is None else max(0, unit.hp - number)
    events = [Event("wounds", {"unit": id_, "n": number, "left": left}, "pan.attack.wounds")]
    if left != 0:
        return game.with_unit(id_, replace(unit, hp=left)), events
    game, more = _destroyed(game, id_)
    return game, events + more


def _destroyed(game: Game, id_: str) -> Done:
    """Destroy a unit: it drops what it carries; with three or four players a lost divinity takes its units along."""
    unit = game.units[id_]
    events = [Event("destroyed", {"unit": id_, "stone": unit.stone, "at": unit.area}, "pan.destroyed")]
    game = game.with_unit(id_, replace(unit, hp=0, area="", stone=False, destroyed=True))
    if game.turn.active == id_:
        game = _turn(game, phase=BETWEEN, active="")
    if unit.unit.is_divinity and len(game.players) > 2 and not game.team:
        player = game.players[unit.owner]
        units = {
            each: replace(other, area="", stone=False, destroyed=True) if other.owner == unit.owner else other
            for each, other in game.units.items()
        }
        game = replace(game.with_player(unit.owner, replace(player, out=True)), units=units)
        events.append(Event("out", {"player": unit.owner}, "pan.win.out"))
    return game, events


def retaliate(game: Game, args: list[str]) -> Done:
    """Have the target retaliate for one of its activation cards, once per turn."""
    id_ = game.turn.struck
    if not id_:
        raise IllegalError(tr("Nobody was attacked who could retaliate: `attack ares` names the target."))
    unit = game.units[id_]
    if id_ in game.turn.retaliated:
        raise IllegalError(tr("{unit} has retaliated this turn. pan.attack.retaliation-once", unit=unit.unit.name))
    if unit.destroyed:
        raise IllegalError(
            tr("{unit} is destroyed: it does not retaliate (ruling pan.retaliate-dead).", unit=unit.unit.name)
        )
    game = game.with_cards(unit.owner, game.players[unit.owner].cards.discard(unit.unit.id))
    game = _turn(game, retaliated=(*game.turn.retaliated, id_), struck="")
    return game, [Event("retaliate", {"unit": id_, "at": game.turn.active}, "pan.attack.retaliation-cost")]


def drop(game: Game, args: list[str]) -> Done:
    """Drop the stone of the active unit: no action, but not in a fast flight."""
    id_, unit = game.active()
    if not unit.stone or "flight" in game.turn.acted:
        raise IllegalError(tr("{unit} has no stone to drop now. pan.stones.drop", unit=unit.unit.name))
    return game.with_unit(id_, replace(unit, stone=False)), [Event("drop", {"unit": id_}, "pan.stones.drop")]


def _player(game: Game, name: str) -> int:
    found = [at for at, player in enumerate(game.players) if player.name.casefold().startswith(name)]
    if len(found) != 1:
        raise UsageError(
            tr("Which player is {name}? {players}.", name=clip(name), players=", ".join(p.name for p in game.players))
        )
    return found[0]


def manoeuvre(game: Game, args: list[str]) -> Done:
    """Buy a manoeuvre, each once per round and player: `manoeuvre draw ben`, `manoeuvre search ben ares`."""
    words, pay = _paid(args)
    if len(words) < 2 or words[0] not in rules.MANOEUVRES:
        raise UsageError(
            tr("As in `manoeuvre draw ben`: one of {kinds}, and the player.", kinds=", ".join(rules.MANOEUVRES))
        )
    kind, at = words[0], _player(game, words[1])
    if kind in game.players[at].manoeuvres:
        raise IllegalError(
            tr("{player} has bought that manoeuvre this round. pan.aow.manoeuvres", player=game.players[at].name)
        )
    if kind == "search" and len(words) != 3:
        raise UsageError(tr("Which card? `manoeuvre search ben ares`."))
    if kind == "evade":
        struck = game.units.get(game.turn.struck)
        if struck is None or struck.owner != at or "flying" not in struck.unit.traits or struck.unit.kind == "troop":
            raise IllegalError(tr("Only a flying non-troop unit that is attacked at range 0 evades. pan.aow.evade"))
    game = pay_aow(game, at, pay)
    player = game.players[at]
    game = game.with_player(at, replace(player, manoeuvres=(*player.manoeuvres, kind)))
    events = [Event("manoeuvre", {"player": at, "kind": kind}, f"pan.aow.{kind}")]
    if kind == "draw":
        for card in ([*words[2:4], "", ""])[:2]:
            game, more = _draw(game, at, card)
            events += more
    elif kind == "search":
        card = _card(game, words[2])
        game = game.with_cards(at, game.players[at].cards.take(card))
        events.append(Event("took", {"player": at, "card": card}, "pan.aow.search"))
    else:
        game = _turn(game, struck="")
    return game, events


def omphalos(game: Game, args: list[str]) -> Done:
    """Take an omphalos card (`omphalos take`), or return one in your turn to heal your divinity (`omphalos heal`)."""
    at = game.turn.player
    cards = game.players[at].cards
    if args == ["take"]:
        if "absorb" not in game.turn.acted:
            raise IllegalError(tr("An omphalos card comes with absorbing an omphalos. pan.stones.omphalos"))
        return game.with_cards(at, cards.take(OMPHALOS)), [Event("omphalos", {"player": at}, "pan.stones.omphalos")]
    if args != ["heal"]:
        raise UsageError(tr("`omphalos take` or `omphalos heal`."))
    id_, unit = next((id_, each) for id_, each in game.units.items() if each.owner == at and each.unit.is_divinity)
    if unit.hp is None or unit.unit.vitality is None or unit.hp >= unit.unit.vitality:
        raise IllegalError(tr("{unit} has lost no vitality. pan.stones.heal", unit=unit.unit.name))
    game = game.with_cards(at, cards.discard(OMPHALOS))
    return game.with_unit(id_, replace(unit, hp=unit.hp + 1)), [
        Event("healed", {"unit": id_, "n": 1}, "pan.stones.heal")
    ]


def stats(game: Game, args: list[str]) -> Done:
    """Enter the stats that show on a dashboard: `stats ares 6/7/1/2`."""
    values = args[1].split("/") if len(args) == 2 else []
    if len(values) != 4 or not all(each.isascii() and each.isdigit() and int(each) <= 10 for each in values):
        raise UsageError(tr("As in `stats ares 6/7/1/2`: offence, defence, range, movement."))
    id_, unit = game.unit(args[0])
    offence, defence, range_, movement = map(int, values)
    game = game.with_unit(id_, replace(unit, stats=(offence, defence, range_, movement)))
    return game, [Event("stats", {"unit": id_, "stats": args[1]})]


def vitality(game: Game, args: list[str]) -> Done:
    """Enter the vitality of a unit as it is on the table: `vitality ares 5`."""
    if len(args) != 2 or not (args[1].isascii() and args[1].isdigit()) or not 0 < int(args[1][:4]) <= 30:
        raise UsageError(tr("As in `vitality ares 5`, a number from 1 to 30."))
    id_, unit = game.unit(args[0])
    game = game.with_unit(id_, replace(unit, hp=int(args[1]), destroyed=False))
    return game, [Event("vitality", {"unit": id_, "n": int(args[1])})]


def place(game: Game, args: list[str]) -> Done:
    """Put a unit into the area where it is on the table, or off the board: `place ares 7`, `place ares off`."""
    if len(args) != 2:
        raise UsageError(tr("As in `place ares 7`, or `place ares off`."))
    id_, unit = game.unit(args[0])
    area = "" if args[1] == "off" else args[1]
    return game.with_unit(id_, replace(unit, area=area)), [Event("place", {"unit": id_, "at": area})]


VERBS: dict[str, Verb] = {
    "draw": draw, "pass": pass_, "activate": activate, "polar": polar,
    **{action: act(action) for action in (*rules.SIMPLE, *rules.COMPLEX)},
    "power": power, "wounds": wounds, "retaliate": retaliate, "drop": drop, "leader": leader, "done": done,
    "recall": recall, "end": end, "manoeuvre": manoeuvre, "omphalos": omphalos,
    "stats": stats, "vitality": vitality, "place": place,
}  # fmt: skip


def names_of(game: Game) -> dict[str, str]:
    """Give the names of units by their ids, with the owner where two have the same."""
    return {id_: _name(game, id_, unit) for id_, unit in game.units.items()}


def _name(game: Game, id_: str, unit: InPlay) -> str:
    return f"{unit.unit.name} ({game.players[unit.owner].name})" if "." in id_ else unit.unit.name
