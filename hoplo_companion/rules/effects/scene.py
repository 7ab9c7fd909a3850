"""What an effect is seen with: whose it is, who is who in what happened, and what each condition says of that.

A condition may hang on a stat, a group or an amount, and these on conditions again: the `Judge` answers for them all
(docs/effects.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from msgspec import Struct

from hoplo_companion.components import conditions
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.model import Combat, Unit, is_local, opponents, oppose

CHIP, PROWESS, ARENA, EVENT, TACTIC, BANE = 0, 2, 3, 4, 5, 6
"""The places of sources in the printed order of modifiers (Rulebook p.33)."""


class Held(Struct, frozen=True):
    """An effect in force: what it is of (`kind`, `id`, `name`), who holds it, and the number beside the skill.

    `rank` is its place in the order of modifiers (p.33), `place` its number in its record.
    """

    rank: int
    kind: str
    id: str
    name: str
    holder: str
    number: int
    effect: Effect
    place: int = 0

    @property
    def scene(self) -> Scene:
        """The scene as its holder sees it before anything has happened."""
        return Scene(self.holder, self.number)

    @property
    def is_own_skill(self) -> bool:
        """Say whether it is its holder's own skill: whom a tactic or a card puts elsewhere is displaced (p.35)."""
        return self.kind not in ("tactic", "arena", "events", "banes") or self.effect.on in ("ability", "special")

    def is_used_up(self, combat: Combat) -> bool:
        """Say whether it works once, and has done so."""
        return self.effect.once is not None and self.use_key in combat.used

    @property
    def use_key(self) -> str:
        """Name a use of an effect that works once: whose, of what, and once a turn or a combat."""
        which = f" {self.place}" if self.place else ""
        # What a card or an arena says once, it says once for everybody; a skill's is its unit's own.
        whose = "" if self.kind in ("arena", "events", "banes") else f"{self.holder} "
        return f"{whose}{self.id} {self.effect.on}{which}/{self.effect.once}"


def helds(
    rank: int, kind: str, id_: str, name: str, holder: str, effects: Iterable[Effect], number: int = 0
) -> list[Held]:
    """The effects of one thing as a holder has them."""
    return [Held(rank, kind, id_, each.name or name, holder, number, each, at) for at, each in enumerate(effects)]


class Scene(Struct, frozen=True):
    """Who is who while an effect is judged or carried out.

    Shapes: units by id, empty where nobody has that part. `hits` and `rolled` are those of the attack under way, None
    before its dice. `chosen_hex` is where the chosen unit stood. `depth` counts effects that set one another off.
    """

    self: str
    number: int = 0
    attacker: str = ""
    target: str = ""
    dealer: str = ""
    chosen: str = ""
    it: str = ""
    hits: int | None = None
    rolled: int = 0
    chosen_hex: int = 0
    depth: int = 0

    def units_named(self) -> tuple[str, ...]:
        """The units that it is about, by id."""
        return (self.self, self.attacker, self.target, self.dealer, self.chosen, self.it)


class Judge(Protocol):
    """What a condition may ask about its combat (`effects.judge`)."""

    @property
    def combat(self) -> Combat:
        """The combat."""

    def unit(self, role: str, scene: Scene) -> Unit | None:
        """Find who has a part in a scene."""

    def members(self, group: conditions.Group, scene: Scene) -> list[Unit]:
        """Everyone that a group may mean."""

    def amount(self, amount: conditions.Amount, scene: Scene, unit: Unit | None = None) -> int:
        """Work an amount out."""

    def number(self, unit: Unit, word: str, scene: Scene) -> int:
        """A number of a unit by its name."""

    def stat(self, unit: Unit, stat: str) -> int:
        """A stat after its modifiers."""

    def skills(self, unit: Unit) -> dict[str, int]:
        """The skills that a unit has now."""

    def is_dazed(self, unit: Unit) -> bool:
        """Say whether a unit is dazed."""


def holds(judge: Judge, condition: conditions.AnyCondition, scene: Scene) -> bool:
    """Say whether a condition holds; one about a unit that is not there does not, whichever way it is asked."""
    match condition:
        case conditions.Moment(act=acts, turn=turns, event=events):
            combat = judge.combat
            in_time = (not acts or combat.act in acts) and (not turns or combat.turn in turns)
            return (in_time and (not events or combat.event in events)) != condition.unless
        case conditions.Hits():
            return scene.hits is not None and _hit(judge, condition, scene) != condition.unless
        case conditions.Counted():
            count = len(judge.members(condition.of, scene))
            return _between(judge, count, condition, scene, None) != condition.unless
    unit = judge.unit(condition.who or ("it" if scene.it else "self"), scene)
    return unit is not None and _OF_A_UNIT[type(condition)](judge, condition, unit, scene) != condition.unless


def hexes_meant(combat: Combat, word: str, names: list[str], unit: Unit) -> int:
    """A kind of hexes as a set: key hexes, the deployment hexes of the unit's troop, those named."""
    arena = combat.arena
    match word:
        case "key":
            return combat.key_hexes()
        case "deployment":
            return sum(set(arena.rival_deployment if unit.side == "rival" else arena.player_deployment))
        case "chip":
            return sum({place.hex for place in combat.chips.values()})
    return sum({arena.mat.bit.get(name.upper(), 0) for name in names}) & arena.existing


def _hit(judge: Judge, condition: conditions.Hits, scene: Scene) -> bool:
    hits = scene.hits or 0
    if (condition.all and (not scene.rolled or hits < scene.rolled)) or (condition.missed and hits >= scene.rolled):
        return False
    return _between(judge, hits, condition, scene, None)


def _between(
    judge: Judge,
    value: int,
    bounds: conditions.Compared | conditions.Hits | conditions.Counted,
    scene: Scene,
    unit: Unit | None,
) -> bool:
    least, most = bounds.at_least, bounds.at_most
    return (least is None or value >= judge.amount(least, scene, unit)) and (
        most is None or value <= judge.amount(most, scene, unit)
    )


def _is_described(judge: Judge, condition: conditions.Descriptor, unit: Unit, scene: Scene) -> bool:
    if condition.dazed is not None and condition.dazed != judge.is_dazed(unit):
        return False
    if condition.of_class is not None and condition.of_class not in unit.classes:
        return False
    wanted = (
        (condition.local, is_local(judge.combat, unit)),
        (condition.elite, unit.elite),
        (condition.hero, unit.hero),
        (condition.tribune, unit.tribune),
        (condition.side, unit.side),
        (condition.faction and slug(condition.faction), unit.faction),
        (condition.chip and slug(condition.chip), unit.chip),
    )
    return all(want is None or want == is_ for want, is_ in wanted)


def _distance(judge: Judge, unit: Unit, other: Unit) -> int:
    return judge.combat.arena.mat.distance(unit.hex, other.hex)


def _is_near(judge: Judge, condition: conditions.Near, unit: Unit, scene: Scene) -> bool:
    if (other := judge.unit(condition.to, scene)) is None:
        return False
    distance = _distance(judge, unit, other)
    if condition.exactly is not None:
        return distance == judge.amount(condition.exactly, scene)
    return 0 < distance <= judge.amount(condition.within, scene)


def _stayed(judge: Judge, condition: conditions.Stayed, unit: Unit, scene: Scene) -> bool:
    """Say whether a unit stayed put in its own Movement Step; who begins later than that is asked."""
    combat = judge.combat
    if unit.side != combat.side or unit.id in combat.moved:
        return False
    if unit.id not in combat.stayed and combat.step in ("abilities", "engage"):
        raise UnknownStatError(unit.id, unit.chip, "stayed")
    return unit.id in combat.stayed


def _of_two(key: str, holds: Callable[[Judge, Unit, Unit], bool]) -> Callable[[Judge, Any, Unit, Scene], bool]:
    """What a condition says of a unit and the one that it names; it does not hold where that one is not there."""

    def of_both(judge: Judge, condition: Any, unit: Unit, scene: Scene) -> bool:
        other = judge.unit(getattr(condition, key), scene)
        return other is not None and holds(judge, unit, other)

    return of_both


def _allies(judge: Judge, unit: Unit) -> int:
    return sum(1 for _ in judge.combat.in_arena(unit.side))


_OF_A_UNIT: dict[type[conditions.Condition], Callable[[Judge, Any, Unit, Scene], bool]] = {
    conditions.Descriptor: _is_described,
    conditions.Near: _is_near,
    conditions.InRange: _of_two(
        "of", lambda judge, unit, other: _distance(judge, unit, other) <= judge.stat(other, "range")
    ),
    conditions.Facing: _of_two("of", lambda judge, unit, other: oppose(judge.combat, unit, other)),
    conditions.Outnumbered: lambda judge, _, unit, __: len(opponents(judge.combat, unit)) > _allies(judge, unit),
    conditions.Isolated: lambda judge, _, unit, __: _allies(judge, unit) == 1,
    conditions.Stayed: _stayed,
    conditions.Struck: lambda judge, _, unit, __: unit.id in judge.combat.struck,
    conditions.OwnTurn: lambda judge, _, unit, __: unit.side == judge.combat.side,
    conditions.Compared: lambda judge, of, unit, scene: _between(
        judge, judge.number(unit, of.stat, scene), of, scene, unit
    ),
    conditions.Holds: lambda judge, of, unit, _: slug(of.chip) in judge.combat.held_by(unit.id, with_flag=True),
    conditions.Has: lambda judge, of, unit, _: (
        (of.skill is None or slug(of.skill) in judge.skills(unit))
        and (of.tactic is None or slug(of.tactic) in unit.tactics)
    ),
    conditions.Higher: _of_two(
        "than", lambda judge, unit, other: (at := judge.combat.arena.elevation).get(unit.hex, 0) > at.get(other.hex, 0)
    ),
    conditions.Stands: lambda judge, of, unit, _: bool(unit.hex & hexes_meant(judge.combat, of.on, of.hexes, unit)),
}
"""What says whether a unit is as a kind of condition wants it."""
