"""A game as it stands: players, units on their ground, the turn and what was done in it; its attack, and the dice."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.dice import percent
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import LANGUAGES, later, plural, speaking, tr
from hoplo_companion.pantheon.attack import ASSUMED, Assaults, Attack, Die, Play, at_least, most_sure, row
from hoplo_companion.pantheon.ground import LARGEST, Aim, Area, Ground, read_ground
from hoplo_companion.pantheon.units import MOST, NOBODY, STATS, Fighter, Stats, Unit, by_rule
from hoplo_companion.tables.actions import chosen
from hoplo_companion.tables.slots import Filled

PLACING, START, OPEN, ACTIVE, BETWEEN, END = "placing", "start", "open", "active", "between", "end"
ATTACK, OVER = "strike", "over"
"""The phases: troops are placed before the first turn; before the draw; pass or activate; a unit is active; activate
another; only the end is left. What comes before every phase: an attack that is under way, and the end of the game."""

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
        is_old = known is None and self.stats is not None and (hp != self.hp or self.old_line)
        return replace(self, hp=hp, lines=lines, stats=known or self.stats, old_line=is_old)

    def reading(self, stats: Stats) -> InPlay:
        """The unit with the stats that show now, which are kept with its card for this stat line."""
        return replace(self, stats=stats, old_line=False, lines={**self.lines, str(self.hp): stats})

    def shows_new_line(self, wounds: int) -> bool:
        """Whether it shows stats that were never entered once it has so many wounds more."""
        left = 0 if self.unit.kind == "troop" or self.hp is None or not wounds else self.hp - wounds
        return left > 0 and str(left) not in self.lines


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player: the side, the stones that the divinity has absorbed, whether it is out; older games count `cards`."""

    name: str
    side: int
    cards: dict[str, Any] = {}
    absorbed: int = 0
    out: bool = False
    manoeuvres: tuple[str, ...] = ()


class Strike(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack that is not resolved yet: who attacks, whom, at what distance.

    `targets` are those still to be attacked, the first one now; of an area attack there are several. What is no unit
    is a power token, whose `defence` was entered. A Mighty Throw has `thrown` the target, which it does once.
    """

    attacker: str
    targets: tuple[str, ...]
    distance: int = 0
    area: str = ""
    aerial: bool = False
    retaliation: bool = False
    defence: int | None = None
    thrown: bool = False

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
    the attack that is open to a target, since the one before has `evaded` or since a power makes it.
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
    evaded: str = ""

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
        empty = entered(self.ground)
        board = Ground({**empty.areas}, empty.between, {}, {**empty.rulings, **self.rulings})
        for id_, left in self.elements.items():
            board.areas[id_] = dataclasses.replace(board.areas[id_], elements=left)
        for id_, unit in self.living().items():
            if unit.area:
                board.areas.setdefault(unit.area, Area(unit.area, "open", LARGEST, entered=False))
            # A range that is not known reaches every target.
            about: dict[str, Any] = dict(zip(STATS, unit.stats or (0, 0, LARGEST, 0), strict=True))
            about |= {each: getattr(unit.unit, each) for each in ("name", "kind", "traits", "talents")}
            about |= {"area": unit.area, "side": self.players[unit.owner].side, "terrain": board.terrain(unit.area)}
            forced = self.turn.force and id_ == self.turn.active
            board.pieces[id_] = Fighter(**about, alone=unit.hp == 1, forced=forced)
        return board

    def stats_of(self, id_: str) -> Stats:
        """The stats of a unit that show now; UsageError where they were not entered."""
        unit = self.units[id_]
        if unit.stats is None:
            raise UsageError("The stats of {unit} are not known: `stats {id} 6/7/1/2`.", unit=unit.unit.name, id=id_)
        return unit.stats

    def vitality_of(self, id_: str) -> int:
        """The vitality of a unit; UsageError where it was not entered."""
        if (left := self.units[id_].hp) is None:
            text = later("The vitality of {unit} is not known: enter it with `vitality {id} N`.")
            raise UsageError(text, unit=self.units[id_].unit.name, id=id_)
        return left

    def works(self, id_: str, talent: str) -> bool:
        """Whether a unit has a talent that works now: on the board, not of a last miniature, nor in water."""
        return id_ in self.board.pieces and bool(self.units[id_].area) and self.board.pieces[id_].has(talent)

    def why_no_talent(self, id_: str, talent: str) -> str:
        """Why a unit cannot use a talent; empty where it works."""
        return "" if self.works(id_, talent) else by_rule(f"pan.talent.{talent}", self.units[id_].unit.name)

    @property
    def player(self) -> Player:
        """The active player."""
        return self.players[self.turn.player]

    @property
    def playing(self) -> dict[str, str]:
        """The names of the players who are not out of the game, by their places."""
        return {str(at): each.name for at, each in enumerate(self.players) if not each.out}

    def active(self) -> tuple[str, InPlay]:
        """The active unit; IllegalError where none is."""
        if self.turn.phase != ACTIVE:
            raise IllegalError(by_rule("pan.turn.activate"))
        return self.turn.active, self.units[self.turn.active]

    def living(self) -> dict[str, InPlay]:
        """The units that are not destroyed."""
        return {id_: unit for id_, unit in self.units.items() if not unit.destroyed}

    def is_ally(self, unit: InPlay, player: int) -> bool:
        """Whether a unit is on a player's side."""
        return self.players[unit.owner].side == self.players[player].side

    def unplaced(self, player: int) -> list[str]:
        """The troops of a player that are not on the board yet."""
        own = {id_: unit for id_, unit in self.living().items() if unit.owner == player}
        return [id_ for id_, unit in own.items() if unit.unit.kind == "troop" and not unit.area]

    def next_to_place(self, player: int) -> Turn:
        """The turn in which the next troop is placed: from a player on, clockwise; the first turn once all are."""
        every = range(len(self.players))
        placing = next((at for at in [*every[player:], *every[:player]] if self.unplaced(at)), None)
        return Turn(player=0) if placing is None else Turn(player=placing, phase=PLACING)

    def names(self) -> dict[str, str]:
        """The names of units by their ids, with the owner where two have the same."""
        return {
            id_: f"{unit.unit.name} ({self.players[unit.owner].name})" if "." in id_ else unit.unit.name
            for id_, unit in self.units.items()
        }


@lru_cache(8)
def entered(lines: tuple[str, ...]) -> Ground:
    """The ground as it was entered, in whatever language that was."""
    for language in LANGUAGES:
        with speaking(language), suppress(UsageError):
            return read_ground(lines)
    return read_ground(lines)


def new_game(armies: Sequence[tuple[str, Sequence[Unit]]], *, team: bool) -> Game:
    """Begin a game: players clockwise, each with an army."""
    players = tuple(Player(name, at % 2 if team else at) for at, (name, _) in enumerate(armies))
    every = [(at, unit) for at, (_, units) in enumerate(armies) for unit in units]
    times = Counter(unit.id for _, unit in every)
    found = {}
    for at, unit in every:
        id_ = unit.id if times[unit.id] == 1 else f"{slug(players[at].name)}.{unit.id}"
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


def attack_of(game: Game) -> Attack:
    """The attack under way before its values are calculated; UsageError where a number of it was not entered."""
    strike = game.turn.strikes[-1]
    # Who is destroyed has no place on the board, and may retaliate all the same (ruling `pan.retaliate-dead`).
    gone = dataclasses.replace(NOBODY, offence=game.stats_of(strike.attacker)[0])
    piece, target = (game.board.pieces.get(id_, gone) for id_ in (strike.attacker, strike.target))
    if strike.target in game.units:
        game.stats_of(strike.target)
    else:
        # Older games have the defence of a power token with the token; talents of the attacker are ignored against it.
        defence = game.tokens.get(strike.target, {}).get("defence") if strike.defence is None else strike.defence
        if defence is None:
            raise UsageError("The defence of the token is not known: enter the wounds.")
        piece = dataclasses.replace(piece, talents=(), terrain="open")
        target = dataclasses.replace(NOBODY, defence=defence)
    return Aim(game.board, piece, target, bool(strike.area), strike.aerial, strike.distance).attack


# The dice of an attack
assaults_of = lru_cache(8)(Assaults)


class Throw(NamedTuple):
    """An attack and its die, what is played for, and its dice as far as they are entered, by their slots' names."""

    attack: Attack
    die: Die = ASSUMED
    least: int | None = None
    entered: Mapping[str, Any] = {}

    @classmethod
    def of(cls, filled: Filled) -> Throw:
        """The attack of a game as it is filled in, or the one that stands in a game's place."""
        if isinstance(filled.game, cls):
            return filled.game._replace(entered=filled.values)
        attack, entered = attack_of(filled.game), filled.values
        attacker = dataclasses.replace(attack.attacker, power=entered.get("offence", 0))
        target = dataclasses.replace(attack.target, power=entered.get("defence", 0))
        unused = entered.get("without", ())
        return cls(dataclasses.replace(attack, attacker=attacker, target=target, unused=unused), entered=entered)

    @property
    def assaults(self) -> Assaults:
        """The attack's assaults, which remember what they have worked out."""
        return assaults_of(self.attack.defence, self.die, self.least)

    @property
    def slays(self) -> tuple[int, ...]:
        """The dice that a Monster Slayer had best roll again."""
        return self.assaults.slay(self.entered["rolled"] or ())[0] if self.attack.may_slay else ()

    @property
    def fallen(self) -> list[int]:
        """The dice before blanks leave, those that a Monster Slayer has rolled again among them."""
        kept = Counter(self.entered["rolled"])
        kept.subtract(self.entered.get("slay") or ())
        return [*kept.elements(), *(self.entered.get("slain") or ())]

    @property
    def is_throwing(self) -> bool:
        """Whether there are enough blanks for a Mighty Throw."""
        return self.attack.may_throw(self.fallen.count(0))

    @property
    def plays(self) -> list[Play]:
        """All that may be done in the second assault."""
        return self.assaults.possible(self.fallen)

    @property
    def best(self) -> Play:
        """What is best in the second assault."""
        return self.assaults.play(self.fallen)

    @property
    def end(self) -> Play:
        """The dice with all that was done with them, and nothing rolled any more."""
        again = self.entered.get("again", 0)
        dice = self.plays[again].after(self.entered["second"]) if again else self.fallen
        return self.assaults.possible(dice)[0]

    @property
    def values_words(self) -> str:
        """What is attacked with, and against what."""
        kind, values = tr("Area attack") if self.attack.area else tr("Normal attack"), self.attack
        text = later("at range {distance}: offence {offence}, defence {defence}")
        head = tr(text, distance=self.attack.distance, offence=values.offence, defence=values.defence)
        return f"{kind} {head}"

    def plays_words(self, most: int = MOST + 1) -> Iterator[str]:
        """What may be done in the second assault, the `most` best, with as many chances each; an arrow at the best."""
        plays, best, found = self.plays, self.best, self.assaults
        ranked = sorted(plays, key=lambda play: found.rank(found.scaled(play, len(self.fallen))), reverse=True)
        ranked = [best, *(each for each in ranked if each != best)][:most]
        for play in filter(ranked.__contains__, plays):
            again = plural("{n} five again", "{n} fives again", len(play.rolled)) if play.rolled else tr("none again")
            again += ", " + tr("raising {dice}", dice=row(play.raised)) if play.raised else ""
            possible = [n for n, odds in enumerate(play.odds) if odds]
            likely = sorted(possible, key=lambda n: -play.odds[n])[:most]
            chances = ", ".join(f"{n}: {percent(play.odds[n])}" for n in possible if n in likely)
            chances += " …" if len(likely) < len(possible) else ""
            expected = f"{float(play.expected):.2f}"
            said = tr("{play}: {expected} wounds ({chances})", play=again, expected=expected, chances=chances)
            if (least := self.least) is not None:
                sure = percent(at_least(play.odds, least))
                said += "; " + tr("at least {least}: {chance}", least=least, chance=sure)
            yield f"{'→' if play == best else ' '} {said}"

    def raises(self) -> Iterator[dict[str, Any]]:
        """Which dice become wounds by discarding alone, each with the dice discarded for it: the lowest."""
        dice, defence = sorted(self.end.kept, reverse=True), self.attack.defence
        short = [max(0, defence - value) for value in dice]
        wounds = most_sure(short)
        rest = dice[wounds:]
        for value, missing in zip(dice[:wounds], short, strict=False):
            at = len(rest) - missing
            yield {"dropped": row(rest[at:]), "value": value, "defence": defence}
            rest = rest[:at]
