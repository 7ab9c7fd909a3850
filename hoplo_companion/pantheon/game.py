"""A game as it stands: players, units on their ground, the turn and what was done in it; in the hands of an action."""

from __future__ import annotations

import dataclasses
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later
from hoplo_companion.pantheon.army import AOW, OMPHALOS, Cards, Stats, Unit, deck, first_cards
from hoplo_companion.pantheon.ground import LARGEST, Area, Ground, read_ground
from hoplo_companion.pantheon.modifiers import Fighter
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables import actions
from hoplo_companion.tables.actions import Row

EVENTS = {
    "run-out": Row(
        later("A deck has run out: take all decks into the hands, shuffle the discards, draw up to 3 in hand."),
        "pan.cards.run-out",
    ),
    "drew": Row(later("{player} draws a card."), "pan.turn.draw"),
    "passed": Row(later("{player} passes."), "pan.turn.pass"),
    "activated": Row(later("{unit} is activated: discard one of its cards."), "pan.turn.activate"),
    "walk": Row(later("{unit} walks to {at}."), "pan.move.walk"),
    "run": Row(later("{unit} runs to {at}."), "pan.move.run"),
    "flight": Row(later("{unit} flies to {at}."), "pan.move.flight"),
    "deploy": Row(later("{unit} deploys in {at}, and its activation ends."), "pan.action.deploy"),
    "attack": Row(later("{unit} attacks {at}."), "pan.attack.range", is_seen=True),
    "aerial": Row(later("{unit} attacks {at} from the air."), "pan.type.aerial-attack", is_seen=True),
    "abandoned": Row(later("{unit} gives up its attack; it counts as carried out."), "pan.attack.range"),
    "next-target": Row(
        later("Next target: {unit}. To take another one first, name it with `wounds`."), "pan.attack.area"
    ),
    "next-ally": Row(
        later("Next target: {unit}, an ally. An enemy rolls and decides, without Art of War cards."),
        "pan.attack.area-allies",
    ),
    "guards": Row(later("Guard: {unit} is the target now."), "pan.talent.guard"),
    "thrown": Row(later("Mighty Throw: {unit} is thrown to {at}; the attack continues."), "pan.talent.mighty-throw"),
    "force": Row(
        later("Force of Nature: {unit} removes a 3D element: +1 offence, +1 range."), "pan.talent.force-of-nature"
    ),
    "too-far": Row(later("{unit} is too far away now: its attack ends."), "pan.talent.initiative"),
    "raise": Row(later("Discard {dropped}: {value} becomes {defence}, a wound."), "pan.assault.discard"),
    "wounds": Row("", "pan.attack.wounds"),
    "old-line": Row(
        later("{unit}: these numbers are from its old stat line; enter the new ones with `stats`."), "pan.attack.wounds"
    ),
    "destroyed": Row(later("{unit} is destroyed."), "pan.destroyed"),
    "token-wounds": Row(later("The power token suffers wounds: {n}. Turn the die on its card."), "pan.powers.tokens"),
    "stones": Row(later("Unclaimed divine stones in area {at}: {n}."), "pan.stones.one"),
    "lava": Row(later("Lava: 1 wound and the move ends; `place` {unit} beside it, without lava."), "pan.terrain.lava"),
    "swamp": Row(later("The swamp ends the activation of {unit}."), "pan.terrain.swamp"),
    "polar": Row(later("{unit} begins in a polar area: 1 wound, only 1 action this turn."), "pan.terrain.polar"),
    "place": Row(later("Area {at}: {unit}.")),
    "off": Row(later("Off the board: {unit}.")),
    "place-next": Row(later("{player} places a troop now."), "pan.setup.troops"),
    "begins": Row(later("All troops are placed. The first turn: {player}."), "pan.setup.troops"),
    "leader-card": Row(
        later("Leader: {unit} takes a card of {troop}, which has no activation left."), "pan.talent.leader"
    ),
    "guard": Row(later("Guard: {unit} may become the target."), "pan.talent.guard"),
    "initiative": Row(later("Initiative: {unit} may retaliate before the attack."), "pan.talent.initiative"),
    "monster-slayer": Row(
        later("Monster Slayer: {unit} may reroll 2 dice against a monster."), "pan.talent.monster-slayer"
    ),
    "mighty-throw": Row(later("Mighty Throw: enough blanks let {unit} throw its target."), "pan.talent.mighty-throw"),
    "claim": Row(later("{unit} claims a divine stone."), "pan.stones.one"),
    "absorb": Row(
        later("{unit} absorbs a divine stone; one of its own mythology takes effect."), "pan.stones.mythology"
    ),
    "done": Row(later("The activation of {unit} ends.")),
    "leader": Row(
        later("Leader: {unit} takes a card of {troop}; its activation needs no Art of War."), "pan.talent.leader"
    ),
    "recall": Row(later("Troop recall paid for; do as your rulebook says: {text}"), "pan.turn.recall"),
    "out": Row(later("{player} has lost the divinity: that army leaves the game."), "pan.win.out"),
    "retaliate": Row(later("{unit} retaliates against {at}: discard one of its cards."), "pan.attack.retaliation-cost"),
    "drop": Row(later("{unit} drops its stone."), "pan.stones.drop"),
    "manoeuvre": Row(later("{player} buys a manoeuvre: {kind}.")),
    "took": Row(later("{player} takes a card from the deck and shuffles it."), "pan.aow.search"),
    "omphalos": Row(later("{player} takes an omphalos card."), "pan.stones.omphalos"),
    "healed": Row(later("{unit} regains 1 vitality point."), "pan.stones.heal"),
    "power": Row(later("{unit} uses a power: {kind}."), "pan.powers.types"),
    "offensive": Row(later("{unit} attacks with its power; its card says whom, and how."), "pan.powers.types"),
    "stats": Row(later("{unit} shows {stats}.")),
    "vitality": Row(later("{unit} has {n} vitality.")),
    "reading": Row(later("The reading in force is {reading}.")),
    "won": Row(later("The game is over: {side} wins.")),
    "turn": Row(
        later("Round {round}, the turn of {player}: effects of 1 round end; draw a card."),
        "pan.turn.next",
        is_seen=True,
    ),
}
"""Every event of the table; older games have some of power tokens, too, which are not said any more."""


POWERS = {"permanent": later("permanent"), "passive": later("passive"), "active": later("active"),
          "offensive": later("offensive")}  # fmt: skip
MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}

PLACING = "placing"
START, OPEN, ACTIVE, BETWEEN, END = "start", "open", "active", "between", "end"
"""The phases: troops are placed before the first turn; before the draw; pass or activate; a unit is
active; activate another; only the end is left."""

MOST_ACTIVATIONS = 2
STONES_TO_WIN = 4


class InPlay(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit in the game: what its card prints, and how it is now.

    `hp` is its vitality, None where it was never entered; `area` is empty off the board, and `entered` is
    set once it was on it. The numbers of `stats` are those that show now: offence, defence, range, movement; after a
    wound they may be of the `old_line`, until those of the new one are entered. `lines` are all that were, by vitality.
    """

    unit: Unit
    owner: int
    hp: int | None = None
    area: str = ""
    stats: Stats | None = None
    stone: bool = False
    destroyed: bool = False
    entered: bool = False
    lines: dict[str, Stats] = {}
    old_line: bool = False

    def struck(self, hp: int | None) -> InPlay:
        """The unit with another vitality: its stats are those of its new stat line, or still of the old one."""
        if self.unit.kind == "troop" or hp is None:
            return replace(self, hp=hp)
        lines = {**self.lines, str(self.hp): self.stats} if self.stats and not self.old_line else self.lines
        known = lines.get(str(hp))
        is_old = known is None and self.stats is not None and hp != self.hp
        return replace(
            self, hp=hp, lines=lines, stats=known or self.stats, old_line=is_old or (self.old_line and known is None)
        )

    def reading(self, stats: Stats) -> InPlay:
        """The unit with the stats that show now, which are kept with its card for this stat line."""
        return replace(self, stats=stats, old_line=False, lines={**self.lines, str(self.hp): stats})


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player: the side, the cards, the stones that the divinity has absorbed, whether it is out of the game."""

    name: str
    side: int
    cards: Cards
    absorbed: int = 0
    out: bool = False
    manoeuvres: tuple[str, ...] = ()


class Strike(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack that is not resolved yet: who attacks, whom, at what distance.

    `targets` are those still to be attacked, the first one now; of an area attack there are several. What is no unit
    is a power token, whose `defence` was entered.
    """

    attacker: str
    targets: tuple[str, ...]
    distance: int = 0
    area: str = ""
    aerial: bool = False
    retaliation: bool = False
    defence: int | None = None

    @property
    def target(self) -> str:
        """What is attacked now."""
        return self.targets[0]

    @property
    def is_close(self) -> bool:
        """Whether its target may retaliate: a normal attack at range 0, and no retaliation."""
        return not (self.retaliation or self.area or self.distance)


class Turn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The turn under way: its phase, who was activated, and what the active unit has done.

    `acted` lists the actions of the active unit; `polar` the units that began in a polar area; `free` is
    the unit that Leader lets activate without an Art of War card; `struck` is who may retaliate now. `strikes` are the
    attacks under way, the last one first to be resolved; `force` is set once Force of Nature was used; `redirect` is
    the attack that was evaded and may have another target.
    """

    player: int = 0
    phase: str = START
    activated: tuple[str, ...] = ()
    active: str = ""
    acted: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    polar: tuple[str, ...] = ()
    retaliated: tuple[str, ...] = ()
    free: str = ""
    struck: str = ""
    strikes: tuple[Strike, ...] = ()
    force: bool = False
    redirect: str = ""

    @property
    def strike(self) -> Strike | None:
        """The attack that is resolved next."""
        return self.strikes[-1] if self.strikes else None


class Game(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game: its players clockwise with the lead player first, all units by id, and the turn; `winner` is a side.

    `ground` are the lines of the board, where it was entered. `stones` counts the unclaimed divine stones by area, with
    0 where one was; `elements` the 3D elements left where some were removed. `rulings` are the readings that
    were chosen. `tokens` and `reserve` are the power tokens that older games have counted.
    """

    players: tuple[Player, ...]
    units: dict[str, InPlay]
    turn: Turn = Turn()
    round: int = 1
    team: bool = False
    winner: int | None = None
    ground: tuple[str, ...] = ()
    stones: dict[str, int] = {}
    elements: dict[str, int] = {}
    tokens: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    reserve: dict[str, int] = {}

    def reads(self, id_: str) -> str:
        """The reading of an open question that is in force; empty for the default."""
        return chosen(self.rulings, id_)

    @cached_property
    def board(self) -> Ground:
        """The units on the ground; an area that was not entered is open ground of any size."""
        empty = _entered(self.ground)
        board = Ground({**empty.areas}, empty.between, {}, {**empty.rulings, **self.rulings})
        for id_, left in self.elements.items():
            board.areas[id_] = dataclasses.replace(board.areas[id_], elements=left)
        for id_, unit in self.living().items():
            if unit.area:
                board.areas.setdefault(unit.area, Area(unit.area, "open", LARGEST))
            board.pieces[id_] = Fighter(
                name=unit.unit.name, area=unit.area, side=self.players[unit.owner].side, kind=unit.unit.kind,
                range=unit.stats[2] if unit.stats else 0, traits=unit.unit.traits, talents=unit.unit.talents,
                alone=unit.hp == 1, terrain=board.terrain(unit.area),
                forced=self.turn.force and id_ == self.turn.active,
            )  # fmt: skip
        return board

    def knows(self, *areas: str) -> bool:
        """Whether areas were entered with the ground."""
        return bool(self.ground) and {*areas} <= _entered(self.ground).areas.keys()

    def works(self, id_: str, talent: str) -> bool:
        """Whether a unit has a talent that works now: not of a troop's last miniature, nor in water."""
        return id_ in self.board.pieces and self.board.pieces[id_].has(talent)

    def why_no_talent(self, id_: str, talent: str) -> str:
        """Why a unit cannot use a talent; empty where it works."""
        return "" if self.works(id_, talent) else by_rule(f"pan.talent.{talent}", self.units[id_].unit.name)

    @property
    def player(self) -> Player:
        """The active player."""
        return self.players[self.turn.player]

    def active(self) -> tuple[str, InPlay]:
        """The active unit; IllegalError where none is."""
        if self.turn.phase != ACTIVE:
            raise IllegalError(by_rule("pan.turn.activate"))
        return self.turn.active, self.units[self.turn.active]

    def with_player(self, index: int, player: Player) -> Game:
        """The game with another player in the place of one."""
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def with_unit(self, id_: str, unit: InPlay) -> Game:
        """The game with another unit in the place of one."""
        return replace(self, units={**self.units, id_: unit})

    def living(self) -> dict[str, InPlay]:
        """The units that are not destroyed."""
        return {id_: unit for id_, unit in self.units.items() if not unit.destroyed}

    def is_ally(self, unit: InPlay, player: int) -> bool:
        """Whether a unit is on a player's side."""
        return self.players[unit.owner].side == self.players[player].side

    def unplaced(self, player: int) -> list[str]:
        """The troops of a player that are not on the board yet."""
        troops = {id_: unit for id_, unit in self.living().items() if unit.unit.kind == "troop" and not unit.area}
        return [id_ for id_, unit in troops.items() if unit.owner == player]

    def next_to_place(self, player: int) -> Turn:
        """The turn in which the next troop is placed: from a player on, clockwise; the first turn once all are."""
        order = [at % len(self.players) for at in range(player, player + len(self.players))]
        placing = next((at for at in order if self.unplaced(at)), None)
        return Turn(player=0) if placing is None else Turn(player=placing, phase=PLACING)

    def names(self) -> dict[str, str]:
        """The names of units by their ids, with the owner where two have the same."""
        return {
            id_: f"{unit.unit.name} ({self.players[unit.owner].name})" if "." in id_ else unit.unit.name
            for id_, unit in self.units.items()
        }


@lru_cache(8)
def _entered(lines: tuple[str, ...]) -> Ground:
    return read_ground(lines)


def new_game(armies: list[tuple[str, tuple[Unit, ...], int]], *, team: bool) -> Game:
    """Begin a game: players clockwise, each with units and the Art of War cards for unspent points."""
    players = tuple(
        Player(name, at % 2 if team else at, first_cards(deck(units), rests))
        for at, (name, units, rests) in enumerate(armies)
    )
    every = [(at, unit) for at, (_, units, _) in enumerate(armies) for unit in units]
    ids = [unit.id for _, unit in every]
    found = {}
    for at, unit in every:
        id_ = unit.id if ids.count(unit.id) == 1 else f"{slug(players[at].name)}.{unit.id}"
        lines = {str(unit.vitality): unit.stats} if unit.stats and unit.vitality else {}
        found[id_] = InPlay(unit, at, hp=unit.vitality, stats=unit.stats, lines=lines)
    game = Game(players, found, team=team)
    return replace(game, turn=game.next_to_place(0))


def winner(game: Game) -> int | None:
    """The side that has won; None while nobody has.

    Players against each other: the last divinity, or one that has absorbed four stones. Teams: the side whose
    divinities have absorbed four, or the one that has lost none when a divinity is destroyed (ruling `pan.team-win`).
    """
    sides = sorted({player.side for player in game.players})
    for side in sides:
        if sum(player.absorbed for player in game.players if player.side == side) >= STONES_TO_WIN:
            return side
    lost = {game.players[each.owner].side for each in game.units.values() if each.unit.is_divinity and each.destroyed}
    alive = [side for side in sides if side not in lost]
    return alive[0] if lost and len(alive) == 1 else None


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

    def unit(self, id_: str, **changes: object) -> None:
        """Change a unit."""
        self.game = self.game.with_unit(id_, replace(self.game.units[id_], **changes))

    def player(self, at: int, **changes: object) -> None:
        """Change a player."""
        self.game = self.game.with_player(at, replace(self.game.players[at], **changes))

    def discard(self, id_: str) -> None:
        """Discard one of a unit's activation cards."""
        unit = self.game.units[id_]
        self.player(unit.owner, cards=self.game.players[unit.owner].cards.discard(unit.unit.id))

    def draw(self, player: int) -> None:
        """Draw a card face down; where the deck has run out everybody's is renewed first, which is said."""
        if not self.game.players[player].cards.in_deck:
            for at, each in enumerate(self.game.players):
                self.player(at, cards=each.cards.run_out(draws_three=bool(self.game.reads("pan.hand-three"))))
            self.note("run-out")
        self.player(player, cards=self.game.players[player].cards.draw())
        self.note("drew", player=player)

    def pay(self, player: int, how: str) -> None:
        """Discard an Art of War card, or an omphalos card, or two cards of destroyed non-troops."""
        cards = self.game.players[player].cards
        named = how.split() or [AOW]
        own = {each.unit.id: each for each in self.game.units.values() if each.owner == player}
        if named not in ([AOW], [OMPHALOS]):
            if len(named) != 2 or not {*named} <= {*own}:
                raise UsageError("Pay with `aow`, with `omphalos`, or with two units: `pay ares ares`.")
            if wrong := [own[each] for each in named if not own[each].destroyed or own[each].unit.kind == "troop"]:
                raise IllegalError(by_rule("pan.aow.two-cards", wrong[0].unit.name))
        for card in named:
            cards = cards.discard(card)
        self.player(player, cards=cards)

    def acts(self, action: str) -> str:
        """The active unit carries out an action; its id."""
        acted = self.turn.acted if action == self.turn.redirect else (*self.turn.acted, action)
        self.in_turn(acted=acted, strikes=(), struck="", redirect="")
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
