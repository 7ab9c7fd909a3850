"""A game on its board and in the hands of an action: moves and attacks checked on the ground, what all actions pay."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.army import AOW, OMPHALOS, Cards, Stats
from hoplo_companion.pantheon.game import BETWEEN, EVENTS, Game, InPlay, Strike, Turn
from hoplo_companion.pantheon.ground import LARGEST, Area, Ground, read_ground
from hoplo_companion.pantheon.modifiers import Attack, Fighter
from hoplo_companion.pantheon.reach import (
    DEPLOY,
    aim,
    on_ground,
    reach,
    sight,
    why_no_move,
    why_not_cross,
    why_not_deploy,
)
from hoplo_companion.pantheon.words import by_rule
from hoplo_companion.tables import actions


def ground_of(game: Game) -> Ground:
    """The units of a game on its ground; an area that was not entered is open ground of any size."""
    empty = _entered(game.ground)
    ground = Ground({**empty.areas}, empty.between, {}, {**empty.rulings, **game.rulings})
    for id_, left in game.elements.items():
        ground.areas[id_] = dataclasses.replace(ground.areas[id_], elements=left)
    for id_, unit in game.living().items():
        if unit.area:
            ground.areas.setdefault(unit.area, Area(unit.area, "open", LARGEST))
        ground.pieces[id_] = Fighter(
            name=unit.unit.name, area=unit.area, side=game.players[unit.owner].side, kind=unit.unit.kind,
            range=unit.stats[2] if unit.stats else 0, traits=unit.unit.traits, talents=unit.unit.talents,
            alone=unit.hp == 1, terrain=ground.terrain(unit.area),
        )  # fmt: skip
    return ground


@lru_cache(8)
def _entered(lines: tuple[str, ...]) -> Ground:
    return read_ground(lines)


def knows(game: Game, *areas: str) -> bool:
    """Whether areas were entered with the ground."""
    return bool(game.ground) and {*areas} <= _entered(game.ground).areas.keys()


def works(game: Game, id_: str, talent: str) -> bool:
    """Whether a unit has a talent that works now: not of a troop's last miniature, nor in water."""
    found = ground_of(game).pieces.get(id_)
    return found is not None and found.has(talent)


def why_no_talent(game: Game, id_: str, talent: str) -> str:
    """Why a unit cannot use a talent; empty where it works."""
    return "" if works(game, id_, talent) else by_rule(f"pan.talent.{talent}", game.units[id_].unit.name)


def ends_of(game: Game, id_: str, how: str, area: str) -> tuple[str, ...]:
    """The rules that end a move into an area, as far as the ground is known; IllegalError where it is not allowed."""
    unit, ground = game.units[id_], ground_of(game)
    piece = ground.pieces[id_]
    if how == DEPLOY:
        if knows(game, area) and (rule := why_not_deploy(ground, piece, area)):
            text = tr("{unit} cannot deploy in {area}.", unit=piece.name, area=area)
            raise IllegalError(f"{text} {by_rule(rule)}")
        return ()
    if unit.stats is None or not knows(game, unit.area, area):
        return ()
    if rule := why_no_move(ground, piece, how):
        raise IllegalError(by_rule(rule, piece.name))
    ways = {each.area: each.ends_by for each in reach(ground, piece, how, unit.stats[3])}
    if area not in ways:
        rule = why_not_cross(ground, piece, piece.area, area, how) if area in ground.near(piece.area) else ""
        text = tr("{unit} cannot reach {area}; it can reach {areas}.",
                  unit=piece.name, area=area, areas=", ".join(ways) or "-")  # fmt: skip
        raise IllegalError(f"{text} {by_rule(rule or f'pan.move.{how}')}")
    return ways[area]


def stats_of(game: Game, id_: str) -> Stats:
    """The stats of a unit that show now; UsageError where they were not entered."""
    unit = game.units[id_]
    if unit.stats is None:
        raise UsageError("The stats of {unit} are not known: `stats {id} 6/7/1/2`.", unit=unit.unit.name, id=id_)
    return unit.stats


def values_of(game: Game, strike: Strike) -> Attack:
    """An attack of a game before its values are calculated: stats, ground, heights and talents of both."""
    target = strike.targets[0]
    # Older games have the defence of a power token with the token.
    of_token = game.tokens.get(target, {}).get("defence") if strike.defence is None else strike.defence
    defence = stats_of(game, target)[1] if target in game.units else of_token
    if defence is None:
        raise UsageError("The defence of the token is not known: enter the wounds.")
    attack = Attack(
        offence=stats_of(game, strike.attacker)[0], defence=defence, distance=strike.distance, area=bool(strike.area),
        aerial=strike.aerial,
    )  # fmt: skip
    ground = ground_of(game)
    piece, struck = ground.pieces[strike.attacker], ground.pieces.get(target)
    if struck is None or not (piece.area and struck.area):
        # Talents of the attacker are ignored against a token, which has no area of its own here.
        plain = dataclasses.replace(piece, talents=(), terrain="open")
        return dataclasses.replace(attack, attacker=plain, target=Fighter(kind=struck.kind if struck else "hero"))
    attack = on_ground(attack, ground, piece, struck.area, struck)
    forced = ("force-of-nature",) if game.turn.force and strike.attacker == game.turn.active else ()
    fighter = dataclasses.replace(attack.attacker, talents=(*attack.attacker.talents, *forced))
    return dataclasses.replace(attack, attacker=fighter)


def measured(game: Game, id_: str, end: str, entered: int | None, *, area: bool = False, aerial: bool = False) -> int:
    """The distance of an attack on an area: as the ground counts, 0 for a full one beside it; else as it was entered.

    IllegalError where the area is out of range, or not visible.
    """
    unit, force = game.units[id_], int(game.turn.force)
    distance = entered or 0
    if unit.stats is None:
        return distance
    if not knows(game, unit.area, end):
        reached = unit.stats[2] + aerial + force
        if distance > reached:
            raise IllegalError(
                tr("{unit} has range {range}, not {n}: rock, stairs and heights count once the board is entered. "
                   "pan.attack.range", unit=unit.unit.name, range=reached, n=distance)
            )  # fmt: skip
        return distance
    ground = ground_of(game)
    attack = Attack(offence=0, defence=0, area=area, aerial=aerial, range_by=force)
    # An adjacent full area may be attacked at range 1 all the same, which is the player's choice.
    found = aim(ground, ground.pieces[id_], end, attack, far=entered == 1)
    if not found.is_in_range:
        away = "?" if found.distance is None else found.distance
        text = tr("Area {area} is {n} areas away; the range is {range}.", area=end, n=away, range=found.values.range)
        raise IllegalError(f"{text} pan.attack.range")
    if found.sight.is_seen is False:
        refuse_hidden(end, found.sight.by)
    return 0 if found.is_full_adjacent else found.distance or 0


def check_seen(game: Game, start: str, end: str) -> None:
    """Refuse an area of the ground that is not visible from another."""
    if knows(game, start, end) and (seen := sight(ground_of(game), start, end)).is_seen is False:
        refuse_hidden(end, seen.by)


def refuse_hidden(area: str, by: tuple[str, ...] = ()) -> None:
    """Refuse an area that is not visible, by what is in the way."""
    hidden = tr("Area {area} is not visible: {areas} in the way.", area=area, areas=", ".join(by))
    raise IllegalError((hidden if by else tr("Area {area} is not visible.", area=area)) + " pan.attack.visible")


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

    def unit(self, id_: str, **changes: object) -> InPlay:
        """Change a unit, and say what it is then."""
        self.game = self.game.with_unit(id_, replace(self.game.units[id_], **changes))
        return self.game.units[id_]

    def cards(self, player: int, cards: Cards) -> None:
        """Give a player other cards."""
        self.game = self.game.with_cards(player, cards)

    def discard(self, id_: str) -> None:
        """Discard one of a unit's activation cards."""
        unit = self.game.units[id_]
        self.cards(unit.owner, self.game.players[unit.owner].cards.discard(unit.unit.id))

    def draw(self, player: int) -> None:
        """Draw a card face down; where the deck has run out everybody's is renewed first, which is said."""
        if not self.game.players[player].cards.in_deck:
            for at, each in enumerate(self.game.players):
                self.cards(at, each.cards.run_out(draws_three=bool(self.game.reads("pan.hand-three"))))
            self.note("run-out")
        self.cards(player, self.game.players[player].cards.draw())
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
        self.cards(player, cards)

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
