"""The Engage Step of rivals that do nothing but attack, in hit points alone: many times as fast as playing it.

Only where no attack sets anything off but a change of its dice or its damage, or damage to the attacker. Whom a unit
may attack, with which dice and at what cost are asked of the rules themselves, once for every state that they can hang
on; the rest is counting.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.conditions import Compared as StatCompared
from hoplo_companion.components.conditions import Descriptor, Facing, Higher, Hits, InRange, Moment, Struck
from hoplo_companion.components.effects import AnyVerb, Damage, Effect, RivalUse
from hoplo_companion.odds.attack import ends_of
from hoplo_companion.odds.keys import Keys, is_named, kind_of, looks, parts_of
from hoplo_companion.odds.values import Aims, Cost, Value, chosen, expected, plus, together, unless, ways_of_hits
from hoplo_companion.rules.attack import CALCULATED, SET_OFF, attack
from hoplo_companion.rules.damage import harm
from hoplo_companion.rules.effects.in_force import ALLOW, DAZE, DICE, SKILLS
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.model import Combat, Lasting, Place, Unit, opponents
from hoplo_companion.rules.modifiers import attack_dice, health, range_
from hoplo_companion.rules.rival.engage import would_attack
from hoplo_companion.rules.rival.engage_step import ActUnits
from hoplo_companion.rules.rival.specials import can_act
from hoplo_companion.rules.rival.turn import StandBefore
from hoplo_companion.rules.turns import EndTurn

WIDE = {DICE, SKILLS, DAZE, "range-stat", "health-stat", "movement-stat", ALLOW}
"""When what a unit does may hang on units out of its reach."""

ELSEWHERE = {
    "set-up", "turn-start", "opponents-turn-start", "deployed", "played", "movement", "moved", "displaced", "ability",
    "arena-turn", "activity", "cleanup",
}  # fmt: skip
"""When effects set in that plain attacks do not set off."""

CALM = WIDE | ELSEWHERE | set(SET_OFF)
"""When effects may matter in a melee; where any other does, more than hit points can hang on it."""

BY_UNITS = (Descriptor, Facing, Higher, Hits, InRange, Moment, StatCompared)
"""Conditions that hang on the two units of an attack alone."""

UNSEEN = -1

Vitals = tuple[int, ...]
"""The HP of each unit that attacks can cost any, your blessings last; 0: defeated, UNSEEN: it matters to nobody."""

Losses = tuple[tuple[int, int], ...]
"""What an attack costs: units by number, and the HP that they lose."""

Ends = list[tuple[int, Losses]]
"""The ways of everything that an attack can come to."""

Attack = tuple[int, int, Ends]
"""An attack: whom by number, the power of six of all its ways, and its ends."""


class Melees:
    """The melees of one search, by all that stays the same in them."""

    def __init__(self, aims: Aims, key: Keys) -> None:
        self.aims = aims
        self.key = key
        self.by_setting: dict[Any, Melee] = {}
        self.by_effect: dict[int, tuple[Effect | Lasting, Kind | None]] = {}

    def worth(self, combat: Combat, step: ActUnits) -> Value | None:
        """Give what an Engage Step is worth; None where it is more than a melee."""
        found = self._melee(combat, step)
        return found[0].begin(combat, found[1]) if found is not None else None

    def options(self, combat: Combat, step: ActUnits) -> list[tuple[tuple[str, str], Value]] | None:
        """List who may attack whom first, and what that is worth; None where it is more than a melee."""
        found = self._melee(combat, step)
        return found[0].first(combat, found[1]) if found is not None else None

    def _melee(self, combat: Combat, step: ActUnits) -> tuple[Melee, list[Unit]] | None:
        """Give the melee that an Engage Step is, and who has still to act in it."""
        here = step.here(combat)
        if any(step.asks(combat, unit) for unit in here):
            return None
        kind = self._kind_of(combat)
        if kind is None:
            return None
        around = [unit for unit in combat.in_arena() if kind.reacts or unit.side != "rival"]
        # Everything but the HP and the blessings that are counted, and the hexes that each unit sees for itself.
        counted = {unit.id for unit in around}
        facts = self.key.facts(combat, settled=True)
        setting = (
            kind,
            tuple(map(looks, combat.units.values())),
            tuple([None if unit.id in counted else unit.hp for unit in combat.units.values()]) if kind.wide else None,
            self.key.places(list(combat.in_arena())) if kind.wide else None,
            facts,
        )
        melee = self.by_setting.get(setting)
        if melee is None:
            melee = self.by_setting[setting] = Melee(self.aims, self.key, around, kind)
            melee.named = {unit.id for unit in combat.in_arena() if is_named(unit.id, facts)}
        return melee, [unit for unit in here if can_act(combat, unit)]

    def _kind_of(self, combat: Combat) -> Kind | None:
        """Find out what a melee is like; None where it is no melee at all."""
        about = judge(combat)
        ends = all(isinstance(step, EndTurn | StandBefore) for step in combat.agenda[1:])
        if not about.moments <= CALM or combat.event == "scion" or not ends:
            return None
        kinds = [self._of(held.effect) for on in ("always", *SET_OFF) if on in about.moments or on == "always"
                 for held in about.on(on)]  # fmt: skip
        kinds += [self._of(each) for each in combat.lasting]
        wide = not about.moments.isdisjoint(WIDE)
        found = Kind(wide, reacts=False, hurt=False)
        for kind in kinds:
            if kind is None:
                return None
            found = Kind(*map(any, zip(found, kind, strict=True)))
        # What the fall of a rival's unit can bring about is more than hit points.
        may_fall = combat.event == "spar" or any(unit.tribune for unit in combat.in_arena("rival"))
        return None if found.reacts and may_fall else found

    def _of(self, what: Effect | Lasting) -> Kind | None:
        """Find out what an effect makes of a melee, once for each."""
        if id(what) not in self.by_effect:
            self.by_effect[id(what)] = what, _kind_with(what)
        return self.by_effect[id(what)][1]


class Kind(NamedTuple):
    """What a melee is like.

    Shapes: `wide`: more than what is within reach counts; `reacts`: attacks set off damage; `hurt`: it matters how many
    HP the attacker has.
    """

    wide: bool
    reacts: bool
    hurt: bool


def _kind_with(what: Effect | Lasting) -> Kind | None:
    """Find out what an effect makes of a melee; None where more than hit points hangs on it."""
    parts = [part for _, part in parts_of(what)]
    if any(isinstance(part, Struck) for part in parts):
        return None
    if isinstance(what, Lasting) or what.on == "always":
        return Kind(wide=False, reacts=False, hurt=False)
    if what.may or what.once is not None or not all(map(_is_simple, what.verbs)):
        return None
    wide = not all(isinstance(part, (Effect, Damage, RivalUse, *CALCULATED, *BY_UNITS)) for part in parts)
    reacts = any(isinstance(part, Damage | InRange) for part in parts)
    return Kind(wide, reacts, hurt=any(isinstance(part, StatCompared) for part in parts))


def _is_simple(verb: AnyVerb) -> bool:
    return isinstance(verb, CALCULATED) or (isinstance(verb, Damage) and verb.to == "attacker")


class Melee:
    """Rivals that attack, in one setting; `others` are all whose HP count."""

    def __init__(self, aims: Aims, key: Keys, others: list[Unit], kind: Kind) -> None:
        self.aims = aims
        self.key = key
        self.local, self.reacts, self.hurt = not kind.wide, kind.reacts, kind.reacts or kind.hurt
        self.ids = [unit.id for unit in others]
        self.hero = next((at for at, unit in enumerate(others) if unit.hero and unit.side == "player"), None)
        self.named: set[str] = set()
        """The units that more than their looks is about: what lasts on them, what they hold or have done."""
        self.attacks: dict[Any, tuple[Attack, ...]] = {}
        self.found: dict[tuple[tuple[Any, ...], Vitals], Value] = {}
        self.scopes: dict[Any, tuple[int, ...]] = {}
        self.numbers: dict[Any, int] = {}
        self.parted: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
        self.combat: Combat
        self.units: dict[Any, Unit] = {}
        self.start: tuple[tuple[Any, ...], Vitals] = ((), ())

    def begin(self, combat: Combat, undone: list[Unit]) -> Value:
        """Give what the step is worth from a board on."""
        self.combat, self.units = combat, {}
        kinds = []
        for unit in undone:
            kind = self._kind(combat, unit)
            if self.scopes[kind]:
                self.units[kind] = unit
                kinds.append(kind)
        kinds.sort(key=self._number)
        hp = [combat.units[id_].known("hp") for id_ in self.ids]
        self.start = tuple(kinds), (*hp, combat.yours.blessings or 0)
        return self.worth(*self.start)

    def first(self, combat: Combat, undone: list[Unit]) -> list[tuple[tuple[str, str], Value]]:
        """List who may attack whom first, and what all is worth then."""
        self.begin(combat, undone)
        kinds, vitals = self.start
        return [
            ((self.units[kind].id, self.ids[attack[0]]), self._made(attack, (*kinds[:at], *kinds[at + 1 :]), vitals))
            for at, kind in enumerate(kinds)
            for attack in self._attacks(kind, vitals)
        ]

    def _kind(self, combat: Combat, unit: Unit) -> Any:
        """Name all about a unit that matters to its attacks, and note whom those can be about."""
        if not self.local:
            self.scopes[unit.id] = tuple(range(len(self.ids)))
            return unit.id
        near = combat.arena.mat.within(unit.hex, max(range_(combat, unit), 1))
        seen = [(self.ids.index(foe.id), self.key.places([unit, foe])) for foe in opponents(combat, unit)
                if foe.hex & near]  # fmt: skip
        kind = (
            kind_of(unit),
            unit.id if unit.id in self.named else "",
            unit.hp if self.hurt else None,
            *seen,
        )
        if kind not in self.scopes:
            self.scopes[kind] = tuple([each[0] for each in seen])
        return kind

    def worth(self, undone: tuple[Any, ...], vitals: Vitals) -> Value:
        """Give what is still to come of units that have not acted yet."""
        if not undone:
            return self.aims.zero
        parts = self._parts(undone)
        if len(parts) > 1:
            return self._side_by_side(parts, vitals)
        seen = self._seen(undone, vitals)
        value = self.found.get((undone, seen))
        if value is None:
            value = self.found[undone, seen] = self._worth(undone, seen)
        return value

    def _number(self, kind: Any) -> int:
        return self.numbers.setdefault(kind, len(self.numbers))

    def _parts(self, undone: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Divide units into groups that attack nobody in common, the one about your hero first."""
        if not self.local or len(undone) == 1:
            return [undone]
        found = self.parted.get(undone)
        if found is None:
            groups: list[tuple[set[int], list[Any]]] = []
            for kind in undone:
                about, kinds = set(self.scopes[kind]), [kind]
                apart = []
                for group in groups:
                    if group[0].isdisjoint(about):
                        apart.append(group)
                    else:
                        about |= group[0]
                        kinds = group[1] + kinds
                groups = [*apart, (about, kinds)]
            groups.sort(key=lambda group: self.hero not in group[0])
            parts = [tuple(sorted(kinds, key=self._number)) for _, kinds in groups]
            found = self.parted[undone] = parts
        return found

    def _side_by_side(self, parts: list[tuple[Any, ...]], vitals: Vitals) -> Value:
        """Put groups together that have nothing to do with one another but that your hero's defeat ends the combat.

        What spares a unit most is to have the hero's group act first, as deadly as it can be; what harms it most is to
        have it act last.
        """
        values = [self.worth(part, vitals) for part in parts]
        if self.hero is not None and self.hero in self._scope(parts[0]):
            place = self.aims.places[self.ids[self.hero]]
            values[1:] = [unless(value, values[0], place + 1) for value in values[1:]]
        return together(values)

    def _scope(self, undone: tuple[Any, ...]) -> set[int]:
        return {at for kind in undone for at in self.scopes[kind]}

    def _seen(self, undone: tuple[Any, ...], vitals: Vitals) -> Vitals:
        """Leave out the HP of units that nobody left can attack."""
        if not self.local:
            return vitals
        about = self._scope(undone)
        if self.hero in about:
            about.add(len(vitals) - 1)
        return tuple([hp if at in about else UNSEEN for at, hp in enumerate(vitals)])

    def _worth(self, undone: tuple[Any, ...], vitals: Vitals) -> Value:
        options = []
        for at, kind in enumerate(undone):
            if at and undone[at - 1] == kind:
                continue
            rest = (*undone[:at], *undone[at + 1 :])
            for each in self._attacks(kind, vitals):
                self.aims.add_work()
                options.append(self._made(each, rest, vitals))
        return chosen(options) if options else self.aims.zero

    def _made(self, attack: Attack, rest: tuple[Any, ...], vitals: Vitals) -> Value:
        _, power, ends = attack
        return expected([(ways, self._hurt(lost, rest, vitals)) for ways, lost in ends], power)

    def _hurt(self, losses: Losses, rest: tuple[Any, ...], vitals: Vitals) -> Value:
        """Give what is still to come once an attack has cost some units HP, together with that."""
        if not losses:
            return self.worth(rest, vitals)
        changed = list(vitals)
        costs: list[tuple[int, int]] = []
        over = False
        for whom, lost in losses:
            if changed[whom] == UNSEEN:
                continue
            id_, left = self.ids[whom], changed[whom] - lost
            costs += self.aims.costs(Cost(id_, lost), None)
            if left <= 0 and whom == self.hero and changed[-1] > 0:
                costs += self.aims.costs(Cost(id_, blessing=True), changed[-1])
                changed[-1] -= 1
                left = health(self.combat, self.combat.units[id_])
            elif left <= 0:
                costs += self.aims.costs(Cost(id_, defeated=True), None)
                over = over or whom == self.hero
            changed[whom] = left
        return plus(self.aims.zero if over else self.worth(rest, tuple(changed)), costs)

    # What the rules say -------------------------------------------------------------------------------------------

    def _attacks(self, kind: Any, vitals: Vitals) -> tuple[Attack, ...]:
        """List the attacks that a unit can make as things stand."""
        seen = tuple([vitals[at] for at in self.scopes[kind]])
        found = self.attacks.get((kind, seen))
        if found is None:
            found = self.attacks[kind, seen] = tuple(self._look(self.units[kind], vitals))
        return found

    def _look(self, unit: Unit, vitals: Vitals) -> list[Attack]:
        combat = self._as_hurt(vitals)
        counted = self._played if self.reacts else self._plain
        return [
            (self.ids.index(target.id), *counted(combat, unit, target, vitals)) for target in would_attack(combat, unit)
        ]

    def _plain(self, combat: Combat, unit: Unit, target: Unit, vitals: Vitals) -> tuple[int, Ends]:
        """Count an attack that costs nobody but its target anything."""
        pool = attack_dice(combat, unit, target)
        ways: dict[int, int] = {}
        for hits, many in enumerate(ways_of_hits(tuple(sorted(pool)))):
            lost = _lost(combat, unit, target, hits, len(pool))
            ways[lost] = ways.get(lost, 0) + many
        at = self.ids.index(target.id)
        return len(pool), [(many, ((at, lost),) if lost else ()) for lost, many in ways.items() if many]

    def _played(self, combat: Combat, unit: Unit, target: Unit, vitals: Vitals) -> tuple[int, Ends]:
        """Count an attack that sets something off, by the rules' own steps."""
        yours = replace(combat.yours, blessings=max(0, vitals[-1]))
        power, results = ends_of(replace(combat, yours=yours, agenda=tuple(attack(unit, target))))
        at = self.ids.index
        return power, [(ways, tuple((at(id_), lost) for id_, lost, _ in result)) for result, ways in results.items()]

    def _as_hurt(self, vitals: Vitals) -> Combat:
        """Give the combat as it stands with some HP left; who has none has left, and what it held lies there."""
        combat = self.combat
        units, chips, flag = dict(combat.units), dict(combat.chips), combat.flag
        changed = False
        for id_, hp in zip(self.ids, vitals, strict=False):
            unit = units[id_]
            if hp in (unit.hp, UNSEEN):
                continue
            changed = True
            if hp > 0:
                units[id_] = replace(unit, hp=hp)
                continue
            del units[id_]
            chips = {chip: Place(hex=unit.hex) if place.holder == id_ else place for chip, place in chips.items()}
            if flag is not None and flag.holder == id_:
                flag = Place(hex=unit.hex)
        return combat.tried(units=units, chips=chips, flag=flag) if changed else combat


def _lost(combat: Combat, unit: Unit, target: Unit, hits: int, rolled: int) -> int:
    """Give how many HP an attack with so many hits costs its target, no more than it has."""
    if not hits:
        return 0
    scene = Scene("", attacker=unit.id, target=target.id, dealer=unit.id, hits=hits, rolled=rolled, depth=1)
    return min(target.known("hp"), harm(combat, target, hits, scene, attack=True).lost)
