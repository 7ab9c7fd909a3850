"""What holds in a combat: conditions, groups and amounts, and through them stats, skills, gifts and what is forbidden.

These lean on one another (a stat may hang on a condition, a condition on a stat), so one `Judge` answers them all for
one combat, and remembers. Where an answer would hang on itself, what is printed on the chip counts.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from hoplo_companion.components import conditions
from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.conditions import Amount, AnyCondition, Group, Whom
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.components.words import COLOURS
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.rules.effects import in_force
from hoplo_companion.rules.effects.in_force import Held, Scene, hexes_meant
from hoplo_companion.rules.model import Combat, Unit, is_local, opponents, oppose

V = TypeVar("V", bound=vocabulary.Verb)
Dice = tuple[str, ...]
Bounds = conditions.Compared | conditions.Hits | conditions.Counted

LEAST = {"movement": 0, "range": 0, "health": 1}
"""The lowest that a stat can be."""

SUPERLATIVES = {
    "strongest": ("hp", -1),
    "weakest": ("hp", 1),
    "deadliest": ("dice", -1),
    "least-deadly": ("dice", 1),
    "fastest": ("movement", -1),
    "slowest": ("movement", 1),
}
"""A superlative to the number that it compares, and the sign by which the smallest is meant (p.13, 35-37).

`closest` and `farthest` compare no number of a unit's own: in hexes here, by the movement needed in the Movement Step.
"""

CHANGES_OF_DICE = (vocabulary.AddDice, vocabulary.RemoveDice, vocabulary.ReplaceDice)

_SAID_ELSEWHERE = vocabulary.Effect(verbs=[])
"""Stands for the effect behind something that lasts, of which the verb alone is kept."""


class Judge:
    """Answers what holds in one combat."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self._skills: dict[str, dict[str, int]] = {}
        self._busy: set[tuple[str, str]] = set()
        self._kit = in_force.kit_of(combat)
        self.on = self._kit.on
        self.moments = self._kit.moments
        """When the effects in force matter, so that most of the time nothing has to be looked for."""
        varies = in_force.SKILLS in self.moments
        self.forbids_nothing = not (varies or combat.lasting or in_force.FORBID in self.moments)
        self._is_given = varies or in_force.ALLOW in self.moments
        self._gifts = {} if self._is_given else self._kit.gifts
        if varies:
            self._grant_and_suppress()

    def _grant_and_suppress(self) -> None:
        """Work out who has which skills: those granted come first, then what takes skills away has the last word."""
        units = list(self.combat.in_arena())
        self._skills = {unit.id: dict(unit.skills) for unit in units}
        for _ in range(len(self.combat.catalogue.ids("skills"))):
            changed = False
            for unit, verb in self._applied(units, vocabulary.Grant):
                name, number = part_number(verb.skill)
                id_, known = slug(name), self._skills[unit.id]
                if id_ not in known or known[id_] < (number or 0):
                    known[id_] = number or 0
                    changed = True
            if not changed:
                break
            self._kit.gather(self.combat, self.skills)
        gone = [(unit.id, slug(verb.skill)) for unit, verb in self._applied(units, vocabulary.Suppress)]
        gone += [(unit.id, "all") for unit, _ in self._applied(units, vocabulary.Fatigue)]
        for unit_id, skill in gone:
            left = {id_: number for id_, number in self._skills[unit_id].items() if skill not in ("all", id_)}
            self._skills[unit_id] = left
        if gone:
            self._kit.gather(self.combat, self.skills)

    def _applied(self, units: list[Unit], type_: type[V]) -> list[tuple[Unit, V]]:
        return [(unit, verb) for unit in units for _, verb in self.passive(unit, type_)]

    def passive(self, unit: Unit, *types: type[V]) -> Iterator[tuple[Held, Any]]:
        """Iterate over the verbs of effects always on (and of what lasts) that concern a unit, in order (p.33)."""
        for held, verbs in self._about(unit.id, types):
            if self.all_hold(held.effect.conditions, scene := held.scene):
                yield from ((held, verb) for verb, whom in verbs if self.concerns(whom, unit, scene))
        for each in self.combat.lasting:
            if isinstance(each.verb, types) and unit.id in each.units:
                yield Held("effect", slug(each.source), each.source, each.holder, 0, _SAID_ELSEWHERE), each.verb

    def _about(self, id_: str, types: tuple[type[vocabulary.Verb], ...]) -> list[tuple[Held, in_force.Named]]:
        """The effects always on that may concern a unit; what is about its holder alone is nobody else's."""
        about = self._kit.about.get((id_, types))
        if about is None:
            about = self._kit.about[id_, types] = []
            for held in self.on("always"):
                named = [(verb, vocabulary.whom_of(verb)) for verb in held.effect.verbs if isinstance(verb, types)]
                if mine := [pair for pair in named if held.holder == id_ or not isinstance(pair[1], str)]:
                    about.append((held, mine))
        return about

    def skills(self, unit: Unit) -> dict[str, int]:
        """The skills that a unit has now: id to number."""
        return self._skills.get(unit.id, unit.skills)

    def gifts(self, unit: Unit) -> frozenset[str]:
        """The words for what a unit may do beyond the rules, by its own skills or anything else."""
        if (found := self._gifts.get(unit.id)) is None:
            if self._is_given:
                verbs = self.passive(unit, vocabulary.Allow, vocabulary.DrawAttacks, vocabulary.MarkFirst)
                found = frozenset(in_force.gift_of(verb) for _, verb in verbs)
            else:
                _, _, found = in_force.of_unit(self.combat, unit, unit.skills)
            self._gifts[unit.id] = found
        return found

    def forbidding(self, unit: Unit, what: str) -> Iterator[tuple[Held, vocabulary.Forbid | vocabulary.Fatigue]]:
        """Iterate over what keeps a unit from something: what forbids it, then fatigue."""
        yield from ((held, verb) for held, verb in self.passive(unit, vocabulary.Forbid) if verb.what == what)
        if what in ("move", "attack", "specials", "abilities"):
            yield from self.passive(unit, vocabulary.Fatigue)

    def is_held_dazed(self, unit: Unit) -> bool:
        """Say whether an effect that is in force keeps a unit dazed."""
        if in_force.DAZE not in self.moments or (unit.id, in_force.DAZE) in self._busy:
            return False
        self._busy.add((unit.id, in_force.DAZE))
        try:
            return any(self.passive(unit, vocabulary.Daze))
        finally:
            self._busy.discard((unit.id, in_force.DAZE))

    def all_hold(self, conditions: list[AnyCondition], scene: Scene) -> bool:
        """Say whether all conditions hold."""
        return all(holds(self, condition, scene) for condition in conditions)

    def amount(self, amount: Amount, scene: Scene, unit: Unit | None = None) -> int:
        """Work an amount out, never below 0; words are those of `unit`, or of the effect's holder."""
        return max(0, self._amount(amount, scene, unit))

    def _amount(self, amount: Amount, scene: Scene, unit: Unit | None) -> int:
        if isinstance(amount, int):
            return amount
        if isinstance(amount, str):
            if amount == "number":
                return scene.number
            if amount in ("hits", "misses"):
                hits = scene.hits or 0
                return hits if amount == "hits" else scene.rolled - hits
            of = unit or self.unit("self", scene)
            return self.number(of, amount, scene) if of is not None else 0
        total = self._amount(amount.base, scene, unit)
        if amount.count is not None:
            total += len(self.members(amount.count, scene))
        return total + (amount.plus if amount.plus and self.all_hold(amount.conditions, scene) else 0)

    def number(self, unit: Unit, word: str, scene: Scene) -> int:
        """A number of a unit by its name."""
        match word:
            case "hp":
                return unit.known("hp")
            case "dice":
                return len(self.dice(unit))
            case "movement" | "range" | "health":
                return self.stat(unit, word)
        return self.amount(word, scene)  # type: ignore[arg-type]

    def unit(self, role: str, scene: Scene) -> Unit | None:
        """Find who has a part in a scene; None where nobody has, or has left the arena."""
        unit = self.combat.units.get(getattr(scene, role))
        return unit if unit is not None and unit.hex else None

    def members(self, group: Group, scene: Scene) -> list[Unit]:
        """Everyone that a group may mean, before any is picked."""
        holder = self.unit("self", scene)
        if holder is None:
            return []
        measured = group.within is not None or group.exactly is not None or group.in_range
        found = []
        for unit in self.of_side(group, holder):
            distance = self.combat.arena.mat.distance(holder.hex, unit.hex) if measured else 0
            if (
                (group.within is None or distance <= self.amount(group.within, scene))
                and (group.exactly is None or distance == self.amount(group.exactly, scene))
                and (not group.in_range or distance <= self.stat(holder, "range"))
                and (not group.where or self.all_hold(group.where, replace(scene, it=unit.id)))
            ):
                found.append(unit)
        return found

    def of_side(self, group: Group, holder: Unit) -> list[Unit]:
        """Everyone that a group of a unit may mean, wherever they stand."""
        if group.of == "opponent":
            return opponents(self.combat, holder)
        side = holder.side if group.of in ("ally", "troop") else ""
        return [unit for unit in self.combat.in_arena(side) if unit.id != holder.id or group.of == "troop"]

    def concerns(self, whom: Whom, unit: Unit, scene: Scene) -> bool:
        """Say whether a verb concerns a unit: one by its part, or one of a group; a superlative means it alone."""
        if isinstance(whom, str):
            return bool(getattr(scene, whom) == unit.id)
        return any(member.id == unit.id for member in self.picked(whom, scene))

    def picked(self, group: Group, scene: Scene) -> list[Unit]:
        """The members of a group that its `pick` leaves: all, or those that a superlative means."""
        return self.best(group.pick, self.members(group, scene), self.unit("self", scene))

    def best(self, word: str, units: list[Unit], seen_from: Unit | None = None) -> list[Unit]:
        """Keep the units that a superlative means, all that are equal; any other word keeps everyone (p.13, 35-37)."""
        if len(units) < 2:
            return units
        if word in SUPERLATIVES:
            ranks = [self.rank(word, unit) for unit in units]
        elif word in ("closest", "farthest") and seen_from is not None:
            sign = 1 if word == "closest" else -1
            ranks = [sign * self.combat.arena.mat.distance(seen_from.hex, unit.hex) for unit in units]
        else:
            return units
        least = min(ranks)
        return [unit for unit, rank in zip(units, ranks, strict=True) if rank == least]

    def rank(self, word: str, unit: Unit) -> int:
        """What a superlative compares of a unit, signed so that the smallest is meant."""
        return SUPERLATIVES[word][1] * self.compared(word, unit)

    def compared(self, word: str, unit: Unit) -> int:
        """What a superlative compares of a unit: HP, dice of the Attack (`deadliest.count`), Movement."""
        return self.number(unit, SUPERLATIVES[word][0], Scene(unit.id))

    def stat(self, unit: Unit, stat: str) -> int:
        """A stat after its modifiers; UnknownStatError where nobody has entered it."""
        if f"{stat}-stat" not in self.moments:
            return max(LEAST[stat], unit.known(stat))
        if (unit.id, stat) in self._busy:
            return unit.known(stat)
        value: int | None = getattr(unit, stat)
        for _, verb in self.changes(unit, stat):
            value = verb.to if verb.to is not None else None if value is None else value + verb.by
        if value is None:
            raise UnknownStatError(unit.id, unit.chip, stat)
        return max(LEAST[stat], value)

    def changes(self, unit: Unit, what: str) -> list[tuple[Held, Any]]:
        """What changes a stat of a unit, or the `dice` of its Attack, at all times, in the order of p.33."""
        types: tuple[type[vocabulary.Verb], ...] = CHANGES_OF_DICE if what == "dice" else (vocabulary.ChangeStat,)
        self._busy.add((unit.id, what))
        try:
            return [(held, verb) for held, verb in self.passive(unit, *types) if getattr(verb, "stat", what) == what]
        finally:
            self._busy.discard((unit.id, what))

    def dice(self, unit: Unit) -> Dice:
        """The dice of a unit's Attack after what is always on; UnknownStatError where nobody has entered them."""
        dice = unit.dice()
        if in_force.DICE not in self.moments or (unit.id, "dice") in self._busy:
            return dice
        for _, verb in self.changes(unit, "dice"):
            dice = self.changed(dice, verb, Scene(unit.id))
        return dice

    def changed(
        self, dice: Dice, verb: vocabulary.AddDice | vocabulary.RemoveDice | vocabulary.ReplaceDice, scene: Scene
    ) -> Dice:
        """Dice after a verb has changed them; "strongest" is the die with the most hit faces (p.37)."""
        match verb:
            case vocabulary.AddDice():
                return (*dice, *verb.dice)
            case vocabulary.ReplaceDice():
                return tuple(verb.by if die in verb.each else die for die in dice)
        left = list(dice)
        for _ in range(self.amount(verb.amount, scene)):
            fit = [die for die in left if verb.which in ("strongest", "weakest", die)]
            if fit:
                left.remove((max if verb.which == "strongest" else min)(fit, key=COLOURS.index))
        return tuple(left)


def judge(combat: Combat) -> Judge:
    """The judge of a combat."""
    derived = combat.derived
    found: Judge | None = derived.answers.get(Judge) if derived.combat is combat else None
    return found if found is not None else combat.once(Judge)


def any_effect_on(combat: Combat, *words: str) -> bool:
    """Whether any effect in a combat has one of some moments."""
    return not judge(combat).moments.isdisjoint(words)


def may(combat: Combat, unit: Unit, what: str) -> bool:
    """Say whether a unit may do something beyond the rules."""
    return what in judge(combat).gifts(unit)


def is_forbidden(combat: Combat, unit: Unit, what: str) -> bool:
    """Say whether an effect keeps a unit from something; a fatigued unit neither moves nor attacks (p.36)."""
    now = judge(combat)
    return (what == "be-sacrificed" or not now.forbids_nothing) and any(now.forbidding(unit, what))


def is_dazed(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit is dazed: on the turn of its deployment, or by an effect (p.21, 35)."""
    return unit.dazed or judge(combat).is_held_dazed(unit)


def is_daze_lifted(combat: Combat, unit: Unit, gift: str) -> bool:
    """Say whether First Strike or Tactical lifts a unit's daze: that of its deployment alone (sheet; `dazed.later`)."""
    is_late = "dazed.later" not in combat.rulings.otherwise and is_gift_late(combat, unit, gift)
    return not is_late and may(combat, unit, gift)


def is_gift_late(combat: Combat, unit: Unit, gift: str) -> bool:
    """Say whether First Strike or Tactical would lift a daze, had it been that of the deployment (`dazed.later`)."""
    later = (unit.dazed and unit.id in combat.dazed_later) or judge(combat).is_held_dazed(unit)
    return later and may(combat, unit, gift)


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
            return _between(judge, len(judge.members(condition.of, scene)), condition, scene) != condition.unless
    unit = judge.unit(condition.who or ("it" if scene.it else "self"), scene)
    return unit is not None and _OF_A_UNIT[type(condition)](judge, condition, unit, scene) != condition.unless


def _hit(judge: Judge, condition: conditions.Hits, scene: Scene) -> bool:
    hits, rolled = scene.hits or 0, scene.rolled
    fits = (not condition.all or 0 < rolled <= hits) and not (condition.missed and hits >= rolled)
    return fits and _between(judge, hits, condition, scene)


def _between(judge: Judge, value: int, bounds: Bounds, scene: Scene, unit: Unit | None = None) -> bool:
    least, most = bounds.at_least, bounds.at_most
    enough = least is None or value >= judge.amount(least, scene, unit)
    return enough and (most is None or value <= judge.amount(most, scene, unit))


def _is_described(judge: Judge, condition: conditions.Descriptor, unit: Unit, scene: Scene) -> bool:
    wanted = (
        (condition.dazed, condition.dazed is not None and (unit.dazed or judge.is_held_dazed(unit))),
        (condition.of_class in (None, *unit.classes), True),
        (condition.local, is_local(judge.combat, unit)),
        (condition.elite, unit.elite),
        (condition.hero, unit.hero),
        (condition.tribune, unit.tribune),
        (condition.side, unit.side),
        (condition.faction and slug(condition.faction), unit.faction),
        (condition.chip and slug(condition.chip), unit.chip),
    )
    return all(want is None or want == is_ for want, is_ in wanted)


def _is_near(judge: Judge, condition: conditions.Near, unit: Unit, scene: Scene) -> bool:
    if (other := judge.unit(condition.to, scene)) is None:
        return False
    distance = judge.combat.arena.mat.distance(unit.hex, other.hex)
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
        "of",
        lambda judge, unit, other: judge.combat.arena.mat.distance(unit.hex, other.hex) <= judge.stat(other, "range"),
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
