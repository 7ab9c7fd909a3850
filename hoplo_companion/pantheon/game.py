"""A game as it stands: players, units, cards, the turn and what was done in it; and what the rules allow next."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.components.readings import chosen
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.army import AOW, deck
from hoplo_companion.pantheon.cards import OMPHALOS, Cards, first_cards
from hoplo_companion.pantheon.ground import read_ground
from hoplo_companion.pantheon.units import Unit

PLACING = "placing"
START, OPEN, ACTIVE, BETWEEN, END = "start", "open", "active", "between", "end"
"""The phases: troops are placed before the first turn; before the draw; pass or activate; a unit is
active; activate another; only the end is left."""

SIMPLE = ("walk", "attack", "claim")
COMPLEX = ("run", "deploy", "absorb", "flight", "aerial")
ONLY_FLYING = ("flight", "aerial")
MOST_ACTIVATIONS = 2
STONES_TO_WIN = 4
MANOEUVRES = ("draw", "search", "evade")


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
    stats: tuple[int, int, int, int] | None = None
    stone: bool = False
    destroyed: bool = False
    entered: bool = False
    lines: dict[str, tuple[int, int, int, int]] = {}
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

    def reading(self, stats: tuple[int, int, int, int]) -> InPlay:
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


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
        """Give the reading of an open question that is in force; empty for the default."""
        return chosen(self.rulings, id_)

    @property
    def player(self) -> Player:
        """Give the active player."""
        return self.players[self.turn.player]

    def active(self) -> tuple[str, InPlay]:
        """Give the active unit; IllegalError where none is."""
        if self.turn.phase != ACTIVE:
            raise IllegalError(tr("No unit is active. pan.turn.activate"))
        return self.turn.active, self.units[self.turn.active]

    def with_player(self, index: int, player: Player) -> Game:
        """Put a player in the place of one."""
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def with_cards(self, index: int, cards: Cards) -> Game:
        """Give a player other cards."""
        return self.with_player(index, replace(self.players[index], cards=cards))

    def with_unit(self, id_: str, unit: InPlay) -> Game:
        """Put a unit in the place of one."""
        return replace(self, units={**self.units, id_: unit})

    def is_ally(self, unit: InPlay, player: int) -> bool:
        """Say whether a unit is on a player's side."""
        return self.players[unit.owner].side == self.players[player].side


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
        stats = None
        if (
            unit.offence is not None
            and unit.defence is not None
            and unit.range is not None
            and unit.movement is not None
        ):
            stats = (unit.offence, unit.defence, unit.range, unit.movement)
        lines = {str(unit.vitality): stats} if stats and unit.vitality else {}
        found[id_] = InPlay(unit, at, hp=unit.vitality, stats=stats, lines=lines)
    game = Game(players, found, team=team)
    return replace(game, turn=next_to_place(game, 0))


def unplaced(game: Game, player: int) -> list[str]:
    """List the troops of a player that are not on the board yet."""
    return [
        id_ for id_, unit in game.units.items()
        if unit.owner == player and unit.unit.kind == "troop" and not unit.area and not unit.destroyed
    ]  # fmt: skip


def next_to_place(game: Game, player: int) -> Turn:
    """Give the turn in which the next troop is placed: from a player on, clockwise; the first turn once all are."""
    count = len(game.players)
    order = [(player + step) % count for step in range(count)]
    placing = next((at for at in order if unplaced(game, at)), None)
    return Turn(player=0) if placing is None else Turn(player=placing, phase=PLACING)


# Paying -----------------------------------------------------------------------------------------------------------


def pay_aow(game: Game, player: int, how: list[str]) -> Game:
    """Discard an Art of War card, or what stands for one: an omphalos card, or two cards of destroyed non-troops."""
    cards = game.players[player].cards
    if how in ([], [AOW], [OMPHALOS]):
        return game.with_cards(player, cards.discard((how or [AOW])[0]))
    own = {each.unit.id: each for each in game.units.values() if each.owner == player}
    if len(how) != 2 or not {*how} <= {*own}:
        raise UsageError(tr("Pay with `aow`, with `omphalos`, or with two units: `pay ares ares`."))
    for name in how:
        if not own[name].destroyed or own[name].unit.kind == "troop":
            text = tr("{unit}: only activation cards of your own destroyed non-troop units pay. pan.aow.two-cards",
                      unit=own[name].unit.name)  # fmt: skip
            raise IllegalError(text)
        cards = cards.discard(name)
    return game.with_cards(player, cards)


def draw(game: Game, player: int) -> tuple[Game, bool]:
    """Draw a card face down; where the deck has run out everybody's is renewed first, which is said."""
    renewed = not game.players[player].cards.in_deck
    if renewed:
        for at, each in enumerate(game.players):
            game = game.with_cards(at, each.cards.run_out(draws_three=bool(game.reads("pan.hand-three"))))
    cards = game.players[player].cards
    return (game.with_cards(player, cards.draw()), renewed) if cards.in_deck else (game, renewed)


# What is allowed --------------------------------------------------------------------------------------------------


WHY_NOT_ACT = {
    "pan.action.complex": later("A complex action excludes all others."),
    "pan.action.two": later("At most 2 simple actions."),
    "pan.action.different": later("The two simple actions must differ; an offensive power is an attack."),
    "pan.action.no-walk-after": later("No walk after an attack, without Mobility."),
    "pan.action.deploy": later("A unit off the board deploys first, and one on the board cannot."),
    "pan.deploy-again": later("It was on the board before (ruling)."),
    "pan.talent.block": later("An enemy with Block is in the area: no walk, no run, no claim."),
    "pan.type.flying": later("Only flying units fly and attack from the air."),
    "pan.stones.absorb": later("Only a divinity absorbs stones."),
    "pan.stones.one": later("It carries a stone already."),
    "pan.terrain.polar": later(
        "After a start in a polar area there is only 1 action, and no active or offensive power."
    ),
}


def why_not_act(game: Game, action: str) -> str:
    """Give the rule that keeps the active unit from an action; empty where none does."""
    id_, unit = game.active()
    acted = game.turn.acted
    held = ("walk", "run") if works(game, id_, "gem-collector") else ("walk", "run", "claim")
    checks = [
        ("pan.action.deploy", (action == "deploy") == bool(unit.area)),
        ("pan.deploy-again", action == "deploy" and unit.entered and bool(game.reads("pan.deploy-again"))),
        (
            "pan.action.complex",
            any(each in COMPLEX for each in acted) or (action in COMPLEX and bool(acted or game.turn.powers)),
        ),
        ("pan.terrain.polar", id_ in game.turn.polar and bool(acted)),
        ("pan.action.two", len(acted) >= 2),
        ("pan.action.different", action in acted),
        ("pan.action.no-walk-after", action == "walk" and "attack" in acted and not works(game, id_, "mobility")),
        ("pan.talent.block", action in held and is_blocked(game, id_, unit.area)),
        ("pan.type.flying", action in ONLY_FLYING and "flying" not in unit.unit.traits),
        ("pan.stones.absorb", action == "absorb" and not unit.unit.is_divinity),
        ("pan.stones.one", action == "claim" and unit.stone),
    ]
    return next((rule for rule, broken in checks if broken), "")


def names_of(game: Game) -> dict[str, str]:
    """The names of units by their ids, with the owner where two have the same."""
    return {
        id_: f"{unit.unit.name} ({game.players[unit.owner].name})" if "." in id_ else unit.unit.name
        for id_, unit in game.units.items()
    }


def is_in_water(game: Game, unit: InPlay) -> bool:
    """Whether water makes a unit's talents and its active and offensive powers ignored."""
    area = read_ground(game.ground).areas.get(unit.area)
    return area is not None and area.terrain == "water" and "aquatic" not in unit.unit.traits


def works(game: Game, id_: str, talent: str) -> bool:
    """Say whether a unit has a talent that works now: not of a troop's last miniature, nor in water."""
    unit = game.units[id_]
    if talent not in unit.unit.talents or unit.destroyed or (unit.unit.kind == "troop" and unit.hp == 1):
        return False
    return not is_in_water(game, unit)


def is_blocked(game: Game, id_: str, area: str) -> bool:
    """Say whether an enemy with Block is in an area, against a unit that has no Block itself."""
    unit = game.units[id_]
    return not works(game, id_, "block") and any(
        other.area == area and not game.is_ally(other, unit.owner) and works(game, other_id, "block")
        for other_id, other in game.units.items()
    )


def winner(game: Game) -> int | None:
    """Give the side that has won; None while nobody has.

    Players against each other: the last divinity, or one that has absorbed four stones. Teams: the side whose
    divinities have absorbed four, or the one that has lost none when a divinity is destroyed (ruling `pan.team-win`).
    """
    sides = sorted({player.side for player in game.players})
    lost = {game.players[each.owner].side for each in game.units.values() if each.unit.is_divinity and each.destroyed}
    for side in sides:
        if sum(player.absorbed for player in game.players if player.side == side) >= STONES_TO_WIN:
            return side
    alive = [side for side in sides if side not in lost]
    if lost and len(alive) == 1:
        return alive[0]
    return None
