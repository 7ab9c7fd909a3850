"""The events of a game, a row each; a game in the hands of an action; how an action is made a row, and what it asks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.game import ACTIVE, BETWEEN, Game, InPlay, Turn
from hoplo_companion.pantheon.ground import DEPLOY, Way
from hoplo_companion.pantheon.units import Stats, by_rule, first
from hoplo_companion.tables import actions
from hoplo_companion.tables.actions import Actions, Do, Row
from hoplo_companion.tables.slots import Filled, Pick, Slot, Things, meant, refuse, wrong_if

EVENTS = {
    "run-out": Row(
        "A deck has run out: take all decks into the hands, shuffle the discards, draw up to 3 in hand.",
        "pan.cards.run-out",
    ),
    "run-out-three": Row(
        "A deck has run out: take all decks into the hands, shuffle the discards, draw 3.", "pan.cards.run-out"
    ),
    "cost": Row(
        "It costs an Art of War card, an omphalos card, or two cards of destroyed units, troops excepted.",
        "pan.aow.two-cards",
    ),
    "drew": Row("{player} draws a card.", "pan.turn.draw"),
    "passed": Row("{player} passes, and may draw a second card.", "pan.turn.pass"),
    "activated": Row("{unit} is activated: discard one of its cards.", "pan.turn.activate"),
    "walk": Row("{unit} walks to {at}.", "pan.move.walk"),
    "run": Row("{unit} runs to {at}.", "pan.move.run"),
    "flight": Row("{unit} flies to {at}.", "pan.move.flight"),
    "deploy": Row("{unit} deploys in {at}, and its activation ends.", "pan.action.deploy"),
    "attack": Row("{unit} attacks {at}.", "pan.attack.range", is_seen=True),
    "aerial": Row("{unit} attacks {at} from the air.", "pan.type.aerial-attack", is_seen=True),
    "abandoned": Row("{unit} gives up its attack; it counts as carried out.", "pan.attack.range"),
    "next-target": Row("Next target: {unit}. To take another one first, name it with `wounds`.", "pan.attack.area"),
    "next-ally": Row(
        "Next target: {unit}, an ally. An enemy rolls and decides, without Art of War cards.",
        "pan.attack.area-allies",
    ),
    "guards": Row("Guard: {unit} is the target now.", "pan.talent.guard"),
    "thrown": Row("Mighty Throw: {unit} is thrown to {at}; the attack continues.", "pan.talent.mighty-throw"),
    "force": Row("Force of Nature: {unit} removes a 3D element: +1 offence, +1 range.", "pan.talent.force-of-nature"),
    "too-far": Row("{unit} is too far away now: its attack ends.", "pan.talent.initiative"),
    "raise": Row("Discard {dropped}: {value} becomes {defence}, a wound.", "pan.assault.discard"),
    "wounds": Row("", "pan.attack.wounds"),
    "old-line": Row(
        "{unit}: these numbers are from its old stat line; enter the new ones with `stats`.", "pan.attack.wounds"
    ),
    "destroyed": Row("{unit} is destroyed.", "pan.destroyed"),
    "token-wounds": Row("The power token suffers wounds: {n}. Turn the die on its card.", "pan.powers.tokens"),
    "stones": Row("Unclaimed divine stones in area {at}: {n}.", "pan.stones.one"),
    "lava": Row("Lava: 1 wound and the move ends; `place` {unit} beside it, without lava.", "pan.terrain.lava"),
    "swamp": Row("The swamp ends the activation of {unit}.", "pan.terrain.swamp"),
    "polar": Row("{unit} begins in a polar area: 1 wound, only 1 action this turn.", "pan.terrain.polar"),
    "place": Row("Area {at}: {unit}."),
    "off": Row("Off the board: {unit}."),
    "place-next": Row("{player} places a troop now.", "pan.setup.troops"),
    "begins": Row("All troops are placed. The first turn: {player}.", "pan.setup.troops"),
    "leader-card": Row("Leader: {unit} takes a card of {troop}, which has no activation left.", "pan.talent.leader"),
    "guard": Row("Guard: {unit} may become the target.", "pan.talent.guard"),
    "initiative": Row("Initiative: {unit} may retaliate before the attack.", "pan.talent.initiative"),
    "monster-slayer": Row("Monster Slayer: {unit} may reroll 2 dice against a monster.", "pan.talent.monster-slayer"),
    "mighty-throw": Row("Mighty Throw: enough blanks let {unit} throw its target.", "pan.talent.mighty-throw"),
    "claim": Row("{unit} claims a divine stone.", "pan.stones.one"),
    "absorb": Row("{unit} absorbs a divine stone; one of its own mythology takes effect.", "pan.stones.mythology"),
    "done": Row("The activation of {unit} ends."),
    "leader": Row("Leader: {unit} takes a card of {troop}; its activation needs no Art of War.", "pan.talent.leader"),
    "recall": Row("Troop recall paid for; do as your rulebook says: {text}", "pan.turn.recall"),
    "out": Row("{player} has lost the divinity: that army leaves the game.", "pan.win.out"),
    "retaliate": Row("{unit} retaliates against {at}: discard one of its cards.", "pan.attack.retaliation-cost"),
    "drop": Row("{unit} drops its stone.", "pan.stones.drop"),
    "manoeuvre": Row("{player} buys a manoeuvre: {kind}."),
    "omphalos": Row("{player} takes an omphalos card.", "pan.stones.omphalos"),
    "healed": Row("{unit} regains 1 vitality point.", "pan.stones.heal"),
    "power": Row("{unit} uses a power: {kind}.", "pan.powers.types"),
    "offensive": Row("{unit} attacks with its power; its card says whom, and how.", "pan.powers.types"),
    "stats": Row("{unit} shows {stats}."),
    "vitality": Row("{unit} has {n} vitality."),
    "reading": Row("The reading in force is {reading}."),
    "won": Row("The game is over: {side} wins."),
    "turn": Row(
        "Round {round}, the turn of {player}: effects of 1 round end; draw a card.", "pan.turn.next", is_seen=True
    ),
}
"""Every event of the table; older games have some of power tokens, too, which are not said any more."""


class Play(actions.Play[Game]):
    """A game of Pantheon in the hands of an action."""

    rows = EVENTS

    @property
    def turn(self) -> Turn:
        """The turn under way."""
        return self.game.turn

    def in_turn(self, **changes: object) -> None:
        """Change the turn."""
        self.change(turn=replace(self.turn, **changes))

    def put(self, id_: str, unit: InPlay) -> None:
        """Put a unit, as it is now, in the place of what it was."""
        self.change(units={**self.game.units, id_: unit})

    def unit(self, id_: str, **changes: object) -> None:
        """Change a unit."""
        self.put(id_, replace(self.game.units[id_], **changes))

    def player(self, at: int, **changes: object) -> None:
        """Change a player."""
        players = self.game.players
        self.change(players=(*players[:at], replace(players[at], **changes), *players[at + 1 :]))

    def needs(self, is_so: object, rule: str, name: str = "") -> None:
        """Refuse what is not as a rule has it, with whom that is about."""
        refuse("" if is_so else by_rule(rule, name))

    def may_go(self, id_: str, how: str, area: str) -> tuple[str, ...]:
        """Refuse an area to which a unit cannot come, where the ground says so; else the rules that end its move."""
        found, name = way(self.game, id_, how), self.game.units[id_].unit.name
        arrivals = {each.area: each.ends_by for each in found.arrivals} if found is not None else {}
        if found is None or area in arrivals or not self.game.board.knows(area):
            return arrivals.get(area, ())
        reach = later("{unit} cannot reach {area}; it can reach {areas}.")
        text = later("{unit} cannot deploy in {area}.") if how == DEPLOY else reach
        said = tr(text, unit=name, area=area, areas=", ".join(arrivals) or "-")
        raise IllegalError(f"{said} {by_rule(found.beside.get(area, f'pan.move.{how}'))}")

    def acts(self, action: str) -> str:
        """The active unit carries out an action; its id."""
        acted = self.turn.acted if action == self.turn.redirect else (*self.turn.acted, action)
        self.in_turn(acted=acted, strikes=(), struck="", redirect="", evaded="")
        return self.turn.active

    def end_activation(self, free: str = "") -> None:
        """End the activation; by Leader a troop is `free` to follow without an Art of War card."""
        self.in_turn(phase=BETWEEN, active="", struck="", strikes=(), force=False, free=free or self.turn.free)

    def drop(self, id_: str) -> None:
        """A unit drops the stone that it may carry in its area, where it is unclaimed from now on."""
        unit = self.game.units[id_]
        if unit.stone and unit.area:
            self.change(stones={**self.game.stones, unit.area: self.game.stones.get(unit.area, 0) + 1})
        if unit.stone:
            self.note("drop", unit=id_)
        self.unit(id_, stone=False)

    def wound(self, id_: str, number: int, stats: Stats | None = None) -> None:
        """Take vitality points from a unit, which may destroy it, and enter the stats that show then."""
        unit = self.game.units[id_]
        left = None if unit.hp is None else max(0, unit.hp - number)
        self.note("wounds", unit=id_, n=number, left=left)
        if left == 0:
            self._destroy(id_)
            return
        after = unit.struck(left) if stats is None else unit.struck(left).reading(stats)
        self.put(id_, after)
        self.note_line(id_)

    def note_line(self, id_: str) -> None:
        """Note that the numbers of a unit are of its old stat line, where they are."""
        if id_ in self.game.units and self.game.units[id_].old_line:
            self.note("old-line", unit=id_)

    def _destroy(self, id_: str) -> None:
        """Destroy a unit: it drops what it carries; with three or four players a lost divinity takes its army along."""
        unit, game = self.game.units[id_], self.game
        is_out = unit.unit.is_divinity and len(game.players) > 2 and not game.team
        self.note("destroyed", unit=id_)
        for each, other in game.living().items():
            if each == id_ or (is_out and other.owner == unit.owner):
                # Stones that its units carry stay where they stood (ruling `pan.out-stones`).
                if each == id_ or not game.reads("pan.out-stones"):
                    self.drop(each)
                self.unit(each, area="", stone=False, destroyed=True)
        self.unit(id_, hp=0)
        if self.turn.active and self.game.units[self.turn.active].destroyed:
            self.in_turn(phase=BETWEEN, active="")
        if is_out:
            self.player(unit.owner, out=True)
            self.note("out", player=unit.owner)


# Actions
ROWS = Actions(Play)
"""Every action of the table, by its name."""

COMPLEX = ("run", "deploy", "absorb", "flight", "aerial")
MOST_SIMPLE = 2


def act(word: str, help_: str, *slots: Slot) -> Callable[[Do], Do]:
    """Put an action of the active unit among them, by its word."""
    return ROWS.row(help_, *slots, word=word, stages=(ACTIVE,), why_not=partial(why_not_act, act=word))


def why_not_act(game: Game, act: str) -> str:
    """Why the active unit may not carry out an action; empty where it may."""
    (id_, unit), board, acted = game.active(), game.board, game.turn.acted
    again, is_deploying = game.reads("pan.deploy-again"), act == DEPLOY
    is_blocked = board.blocks(board.pieces[id_], unit.area) and not game.works(id_, "gem-collector")
    is_complex = any(each in COMPLEX for each in acted) or (act in COMPLEX and bool(acted or game.turn.powers))
    checks = {
        "pan.action.deploy": is_deploying == bool(unit.area),
        "pan.deploy-again": is_deploying and unit.entered and bool(again),
        "pan.action.complex": is_complex,
        "pan.terrain.polar": id_ in game.turn.polar and bool(acted),
        "pan.action.two": len(acted) >= MOST_SIMPLE,
        "pan.action.different": act in acted,
        "pan.action.no-walk-after": act == "walk" and "attack" in acted and not game.works(id_, "mobility"),
        "pan.talent.block": act == "claim" and is_blocked,
        "pan.type.flying": act == "aerial" and "flying" not in unit.unit.traits,
        "pan.stones.absorb": act == "absorb" and not unit.unit.is_divinity,
        "pan.stones.one": act == "claim" and unit.stone,
    }
    rule = first(checks) or Way(board, board.pieces[id_], act).never
    return by_rule(rule if act != game.turn.redirect else "", unit.unit.name, again)


# What they ask for
def unit(
    name: str = "unit",
    ask: str = later("Which unit?"),
    among: Callable[[Game], Iterable[str]] | None = None,
    also: Mapping[str, str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a unit, by its id, or for something `also` meant; offered are those `among`, else what is possible."""

    def known(filled: Filled) -> dict[str, str]:
        return {**filled.game.names(), **(also or {})}

    if among is not None:
        settings |= {"offers": lambda filled: {id_: known(filled)[id_] for id_ in among(filled.game)}, "is_open": True}
    return Pick(name, ask, known=known, **settings)


def one_of(name: str, ask: str, known: Mapping[str, str], **settings: Any) -> Pick:
    """A slot for one of some words."""
    return Pick(name, ask, known=lambda filled: known, **settings)


def areas_of(filled: Filled) -> dict[str, str]:
    """The areas of the board that was entered."""
    return {each: each for each in filled.game.board.areas} if filled.game.ground else {}


@dataclass(frozen=True)
class Area(Pick):
    """An area: one of the board where that was entered, else one word as it is typed; or what is `also` possible."""

    name: str = "area"
    ask: str = later("Which area?")
    known: Things = areas_of
    free: bool = True
    is_greedy: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def one(self, filled: Filled, text: str) -> str:
        """The area that is meant; whether a unit comes there is the action's to say."""
        word = next((id_ for id_, words in self.also.items() if slug(text) in (id_, slug(tr(words)))), "")
        wrong_if(not slug(text) or len(text.split()) > 1, "An area is one word, as on your board: 3, for example.")
        if not word:
            word = meant(text, areas_of(filled)) if filled.game.ground else text.casefold()
        refuse(self.refusal(filled, word))
        return word

    def takes_any(self, filled: Filled) -> bool:
        """Whether no board says which areas there are."""
        return not filled.game.ground


def way(game: Game, id_: str, how: str) -> Way | None:
    """A way in which a unit moves on the board; None where too little is known of it to say where to."""
    if not game.ground or id_ not in game.board.pieces:
        return None
    is_known = how == DEPLOY or (game.units[id_].stats is not None and game.board.knows(game.units[id_].area))
    return Way(game.board, game.board.pieces[id_], how) if is_known else None


def destination(how: str, **settings: Any) -> Area:
    """A slot for an area that a unit can come to: those that the ground offers, or any that is typed."""

    def known(filled: Filled) -> dict[str, str]:
        found = way(filled.game, filled.values.get("unit") or filled.game.turn.active, how)
        return areas_of(filled) if found is None else {each.area: each.area for each in found.arrivals}

    return Area(known=known, **settings)
