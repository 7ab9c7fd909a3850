"""The Engage Step of rivals that do nothing but attack, in hit points alone: many times as fast as playing it.

Only where no attack sets anything off but a change of its dice or its damage, or damage to the attacker. Whom a unit
may attack, with which dice and at what cost are asked of the rules themselves, once for every state that they can hang
on; the rest is counting.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.dice import ways_of_hits
from hoplo_companion.odds.actions import Walk
from hoplo_companion.odds.values import Aims, Cost, Value, chosen, expected, plus, unless
from hoplo_companion.rules.agenda import Then
from hoplo_companion.rules.attack import declare, harm, most_damage, set_something_off
from hoplo_companion.rules.effects.in_force import Scene
from hoplo_companion.rules.effects.judge import any_effect_on
from hoplo_companion.rules.model import Combat, Place, Unit, opponents
from hoplo_companion.rules.modifiers import attack_dice, health, range_
from hoplo_companion.rules.rival.engage import would_attack
from hoplo_companion.rules.rival.turn import compares_hp

UNSEEN = -1

ALL = SAFE = 1_000_000
"""More HP than any unit has: who has as many left cannot fall any more, whatever hits it."""

STANDS = 0.5  # fewer HP than any: of whom none can be lost it only matters whether it is there

MOST_AT_RISK = 6
"""So many units may fall before another attacks for every order of that to be looked at."""

Vitals = tuple[int, ...]
"""The HP of each unit that attacks can cost any, your blessings last; 0: defeated, UNSEEN: it matters to nobody."""

Kinds = tuple[int, ...]
"""Units that have not acted yet, by numbers that stand for them and for where their opponents are."""

Losses = tuple[tuple[int, int], ...]
"""What an attack costs: units by number, and the HP that they lose."""

Ends = list[tuple[int, Losses]]  # the ways of everything that an attack can come to

Attack = tuple[int, int, Ends]
"""An attack: whom by number, the power of six of all its ways, and its ends."""


class Kind(NamedTuple):
    """What a melee is like.

    Shapes: `wide`: more than what is within reach counts, and how many units stand on each side; `many`: so many do;
    `reacts`: attacks set off damage; `hurt`: it matters how many HP units have.
    """

    wide: bool
    many: bool
    reacts: bool
    hurt: bool


class Melee:
    """Rivals that attack, in one setting; `others` are all whose HP count."""

    def __init__(self, aims: Aims, others: list[Unit], kind: Kind) -> None:
        self.aims = aims
        self.local, self.reacts, self.hurt = not kind.wide, kind.reacts, kind.reacts or kind.hurt
        self.alone = not (kind.wide or kind.many)
        self.ids = [unit.id for unit in others]
        self.hero = next((at for at, unit in enumerate(others) if unit.hero and unit.side == "player"), UNSEEN)
        sides = dict.fromkeys(unit.side for unit in others) if kind.many else ()
        self.sides = [[at for at, unit in enumerate(others) if unit.side == side] for side in sides]
        self.aimed = {at for at, id_ in enumerate(self.ids) if id_ in aims.places}
        self.compared = kind.hurt
        self.by_hp: set[int] = set()
        """The kinds of units whose attacks hang on more of the others' HP than who is there."""
        self.attacks: dict[Any, tuple[Attack, ...]] = {}
        self.targets: dict[Any, list[int]] = {}
        self.counted: dict[Any, tuple[int, Ends]] = {}
        self.numbers: dict[Any, int] = {}
        self.reach: dict[int, dict[int, int]] = {}
        """Whom each kind of unit may attack in any case, and how many HP it can cost them at most."""
        self.scopes: dict[Any, frozenset[int]] = {}
        self.found: dict[tuple[Kinds, Vitals], Value] = {}
        self.most: dict[Kinds, list[float]] = {}
        self.combat: Combat
        self.board: tuple[Vitals, Combat]
        """The last board that was made up of what units have left."""
        self.units: dict[int, Unit] = {}
        self.start: tuple[Kinds, Vitals] = ((), ())

    def begin(self, combat: Combat, undone: list[Unit]) -> None:
        """Begin from a board, with whoever has still to act."""
        self.combat, self.units, self.board = combat, {}, ((), combat)
        kinds = []
        for unit in undone:
            kind = self._kind(combat, unit)
            if self.reach[kind]:
                self.units[kind] = unit
                kinds.append(kind)
        hp = [combat.units[id_].known("hp") for id_ in self.ids]
        self.start = tuple(sorted(kinds)), (*hp, combat.yours.blessings or 0)

    def first(self) -> list[tuple[tuple[str, str], Value]]:
        """Who may attack whom first, and what all is worth then."""
        kinds, vitals = self.start
        vitals = _seen(vitals, self._most((kind, self.reach[kind]) for kind in kinds))
        return [((self.units[kind].id, self.ids[aim]), value) for kind, aim, value in self._options(kinds, vitals)]

    def _kind(self, combat: Combat, unit: Unit) -> int:
        """Number all about a unit that matters to its attacks, and note whom those can be about."""
        near = combat.arena.mat.within(unit.hex, max(range_(combat, unit), 1))
        anywhere = not self.local and any_effect_on(combat, "range-stat")
        foes = [(self.ids.index(foe.id), foe) for foe in opponents(combat, unit) if anywhere or foe.hex & near]
        kind = unit.id, unit.hp if self.hurt and self.local else None, unit.hex, *[(at, foe.hex) for at, foe in foes]
        number = self.numbers.setdefault(kind, len(self.numbers))
        if number not in self.reach:
            if self.compared or compares_hp(combat, unit):
                self.by_hp.add(number)
            by_hp = number in self.by_hp
            if self.alone:
                self.reach[number] = {at: ALL if by_hp else max(1, most_damage(combat, unit, foe)) for at, foe in foes}
            elif not foes:
                self.reach[number] = {}
            else:
                # What an attack sets off costs nobody of its side but the attacker; of others it may matter who stands.
                about = {at for at, _ in foes} | {at for at, id_ in enumerate(self.ids) if id_ == unit.id}
                every = range(len(self.ids)) if by_hp or not self.local else sorted(about)
                self.reach[number] = {at: ALL if by_hp or at in about else 0 for at in every}
        return number

    def worth(self, undone: Kinds, vitals: Vitals) -> Value:
        """What is still to come of units that have not acted yet."""
        if not undone:
            return self.aims.zero
        if (most := self.most.get(undone)) is None:
            most = self.most[undone] = self._most((kind, self.reach[kind]) for kind in undone)
        seen = _seen(vitals, most)
        if (value := self.found.get((undone, seen))) is None:
            # A dictionary, and not a function that remembers: the melee would refer to itself and outlive its board.
            value = self.found[undone, seen] = self._grouped(undone, seen, most)
        return value

    def _most(self, scopes: Iterable[tuple[int, Iterable[int]]]) -> list[float]:
        """How many HP units can cost each of the others at most; all of them where more than its fall hangs on them."""
        most = [0 if self.alone else STANDS] * len(self.ids) + [0]
        for kind, scope in scopes:
            for at in scope:
                most[at] += self.reach[kind][at]
        most[-1] = ALL if self.hero != UNSEEN and most[self.hero] else 0
        return most

    def _grouped(self, undone: Kinds, vitals: Vitals, most: list[float]) -> Value:
        """Divide units into groups of which none can change what another does, and put their values together."""
        if len(undone) == 1 or not self.alone:
            return self._together(undone, vitals)
        while True:
            risky = {at for at, hp in enumerate(vitals[:-1]) if 0 < hp <= most[at]}
            scopes = {kind: self._scope(kind, vitals, risky) for kind in undone}
            fewer = self._most((kind, scopes[kind]) for kind in undone)
            if fewer == most:
                break
            vitals, most = _seen(vitals, fewer), fewer
        groups: list[tuple[set[int], list[int]]] = []
        for kind in undone:
            near = [group for group in groups if not risky.isdisjoint(group[0] & scopes[kind])]
            about = set(scopes[kind]).union(*(group[0] for group in near))
            groups = [group for group in groups if group not in near]
            groups.append((about, [kind, *(each for group in near for each in group[1])]))
        ending = {self.hero} & risky
        groups = [group for group in groups if not group[0].isdisjoint(self.aimed | ending)]
        if not groups:
            return self.aims.zero
        groups.sort(key=lambda group: ending.isdisjoint(group[0]))
        if len(groups) == 1:
            return self._together(tuple(sorted(groups[0][1])), vitals)
        parts = [self.worth(tuple(sorted(kinds)), vitals) for _, kinds in groups]
        # Your hero's defeat ends the combat. What spares a unit most is to have the hero's group act first, as deadly
        # as it can be; what harms it most is to have it act last.
        if not ending.isdisjoint(groups[0][0]):
            place = self.aims.places[self.ids[self.hero]]
            parts[1:] = [unless(part, parts[0], place + 1) for part in parts[1:]]
        return expected([(1, part) for part in parts], 0)

    def _scope(self, kind: int, vitals: Vitals, risky: set[int]) -> frozenset[int]:
        """Whom a unit may come to attack whoever of those at risk falls before, and whose fall can change that."""
        reach = self.reach[kind]
        at_risk = [at for at in reach if at in risky]
        if len(at_risk) > MOST_AT_RISK or ALL in reach.values():
            return frozenset(reach)
        dead = [at for at in reach if not vitals[at]]
        key = (kind, tuple(dead), tuple(at_risk))
        found = self.scopes.get(key)
        if found is None:
            aims: dict[frozenset[int], set[int]] = {}
            about = set(dead)
            for many in range(len(at_risk) + 1):
                for fallen in map(frozenset, combinations(at_risk, many)):
                    left = tuple([0 if at in fallen else hp for at, hp in enumerate(vitals)])
                    aims[fallen] = {attack[0] for attack in self._attacks(kind, left)}
                    about |= aims[fallen]
                    about |= {at for at in fallen if aims[fallen - {at}] != aims[fallen]}
            found = self.scopes[key] = frozenset(about)
        return found

    def _together(self, undone: Kinds, vitals: Vitals) -> Value:
        """What units are worth of which each may change what another does."""
        if (undone, vitals) in self.found:
            return self.found[undone, vitals]
        options = [value for _, _, value in self._options(undone, vitals)]
        value = self.found[undone, vitals] = chosen(options) if options else self.aims.zero
        return value

    def _options(self, undone: Kinds, vitals: Vitals) -> Iterator[tuple[int, int, Value]]:
        """Who may attack whom next, and what all is worth then."""
        able = [at for at, kind in enumerate(undone) if self._attacks(kind, vitals)]
        for at in able[: self.aims.ahead]:
            rest = (*undone[:at], *undone[at + 1 :])
            for aim, power, ends in self._attacks(undone[at], vitals):
                self.aims.add_work()
                parts = [(ways, self._hurt(lost, rest, vitals)) for ways, lost in ends]
                yield undone[at], aim, expected(parts, power)

    def _hurt(self, losses: Losses, rest: Kinds, vitals: Vitals) -> Value:
        """What is still to come once an attack has cost some units HP, together with that."""
        if not losses:
            return self.worth(rest, vitals)
        changed, costs, over = list(vitals), list[Cost](), False
        for whom, lost in losses:
            if changed[whom] == UNSEEN:
                continue
            id_, left = self.ids[whom], changed[whom] - lost
            costs.append(Cost(id_, lost))
            if left <= 0 and whom == self.hero and changed[-1] > 0:
                costs.append(Cost(id_, blessing=changed[-1]))
                changed[-1] -= 1
                left = health(self.combat, self.combat.units[id_])
            elif left <= 0:
                costs.append(Cost(id_, defeated=True))
                over = over or whom == self.hero
            changed[whom] = left
        return plus(self.aims.zero if over else self.worth(rest, tuple(changed)), self.aims.losses(costs))

    def _attacks(self, kind: int, vitals: Vitals) -> tuple[Attack, ...]:
        """The attacks that a unit can make as things stand."""
        seen = kind, self._about(kind, vitals)
        found = self.attacks.get(seen)
        if found is None:
            # Whom it attacks hangs on who is there, and what it costs them on what they have left.
            others = vitals if kind in self.by_hp else tuple([SAFE if hp > 0 else hp for hp in vitals])
            key = kind, self._about(kind, others)
            if key not in self.targets:
                aims = would_attack(self._as_hurt(others), self.units[kind])
                self.targets[key] = [self.ids.index(aim.id) for aim in aims]
            found = self.attacks[seen] = tuple([self._attack(kind, aim, others, vitals) for aim in self.targets[key]])
        return found

    def _about(self, kind: int, vitals: Vitals) -> tuple[int, ...]:
        """What units have left that a kind of unit looks at, and how many stand on each side, where that counts."""
        many = [sum([vitals[at] > 0 for at in side]) for side in self.sides]
        return (*[vitals[at] for at in self.reach[kind]], *many)

    def _attack(self, kind: int, aim: int, others: Vitals, vitals: Vitals) -> Attack:
        """Count an attack; what its two units have left makes a difference only where damage is dealt to either."""
        both = {self.ids.index(self.units[kind].id), aim} if self.reacts and not self.alone else set[int]()
        seen = tuple([vitals[at] if at in both else hp for at, hp in enumerate(others)])
        key = kind, aim, self._about(kind, seen), seen[-1] if self.hero in both else 0
        if key not in self.counted:
            self.counted[key] = self._count(self._as_hurt(seen), self.units[kind].id, self.ids[aim])
        power, ends = self.counted[key]
        found: dict[Losses, int] = {}
        for ways, losses in ends:
            # No unit loses more than it has, and what does not matter to anybody is left out.
            costs = tuple([(whom, min(lost, vitals[whom])) for whom, lost in losses if lost and vitals[whom] != UNSEEN])
            found[costs] = found.get(costs, 0) + ways
        return aim, power, [(ways, costs) for costs, ways in found.items() if ways]

    def _count(self, combat: Combat, id_: str, target: str) -> tuple[int, Ends]:
        """Count an attack by its dice, or by the rules' own steps where it may set something off."""
        unit, aim, at = combat.units[id_], combat.units[target], self.ids.index
        if not self.reacts or not set_something_off(combat, [unit, aim]):
            pool = attack_dice(combat, unit, aim)
            losses = [((at(target), _lost(combat, unit, aim, hits, len(pool))),) for hits in range(len(pool) + 1)]
            return len(pool), list(zip(ways_of_hits(tuple(sorted(pool))), losses, strict=True))
        power, results = Walk(combat).ends(combat.with_agenda((Then(declare, (unit.id, aim.id)),)))
        return power, [(ways, tuple((at(id_), lost) for id_, lost, _ in result)) for result, ways in results.items()]

    def _as_hurt(self, vitals: Vitals) -> Combat:
        """The combat as it stands with some HP left; who has none has left, and what it held lies there."""
        if self.board[0] == vitals:
            return self.board[1]
        combat = self.combat
        if self.board[1] is not combat:
            self.board[1].derived.forget()
        units, chips, flag, yours = dict(combat.units), dict(combat.chips), combat.flag, combat.yours
        changed = self.reacts and vitals[-1] not in (UNSEEN, yours.blessings)
        yours = replace(yours, blessings=vitals[-1]) if changed else yours
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
        self.board = vitals, combat.tried(units=units, chips=chips, flag=flag, yours=yours) if changed else combat
        return self.board[1]


def _seen(vitals: Vitals, most: list[float]) -> Vitals:
    """Leave out the HP of units that nobody left can attack, and of those that they cannot defeat."""
    return tuple([(hp if hp <= can else SAFE) if can else UNSEEN for hp, can in zip(vitals, most, strict=True)])


def _lost(combat: Combat, unit: Unit, target: Unit, hits: int, rolled: int) -> int:
    """How many HP an attack with so many hits costs its target, no more than it has."""
    if not hits:
        return 0
    scene = Scene("", attacker=unit.id, target=target.id, dealer=unit.id, hits=hits, rolled=rolled, depth=1)
    return min(target.known("hp"), harm(combat, target, hits, scene).lost)
