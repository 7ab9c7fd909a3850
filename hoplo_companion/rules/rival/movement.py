"""How rival units move: marks, destinations, back-up movement, and what they pick up on the way (Rulebook p.22-23).

`Ground` is the arena as the step finds it; what can change while rival units move is passed in: the hexes that rival
units occupy, and where the loose chips lie. Criteria are ranked sets of hexes, the best first, so that choosing is a
matter of the first set that holds anything; `rules/why/decisions.py` shows the same sets as a table.
"""

from collections.abc import Iterable

from hoplo_companion.hexes import MOST_HEXES, bits, union
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge
from hoplo_companion.rules.model import Combat, Priority, Unit
from hoplo_companion.rules.rival import mover as moving
from hoplo_companion.rules.rival.mover import Loose, Mark, Marked, Move, Mover, field_of, marks_of, walks

NO_PATH = -1
OF_MOVES = ("distance.words", "dest.bold", "backup.close")
RULINGS = (*OF_MOVES, "opponents.arena", "faction.inferred")
"""The open questions that a move can hang on, those first that are about nothing else."""


class Ground:
    """The arena as a Movement Step finds it, of the troop whose turn it is; or, `by_effect`, as a move by an effect."""

    def __init__(self, combat: Combat, *, by_effect: bool = False) -> None:
        arena = combat.arena
        self.combat = combat
        self.mat = arena.mat
        self.existing = arena.existing
        self.otherwise = combat.rulings.otherwise
        self.by_effect = by_effect
        self.rivals = [unit for unit in combat.units.values() if unit.side == combat.side and unit.hex]
        self.chips = tuple(combat.chips)
        self.loose: Loose = tuple(place.hex for place in combat.chips.values())
        self.occupied = 0
        self.open = arena.existing & ~arena.blocked
        for unit in combat.units.values():
            if unit.side == combat.side:
                self.occupied |= unit.hex
            else:
                self.open &= ~unit.hex
        self._movers: dict[str, Mover] = {}
        self._fields: dict[tuple[int, int], list[int]] = {}

    def mover(self, unit: Unit) -> Mover:
        """What is fixed about a rival unit during this step."""
        mover = self._movers.get(unit.id)
        if mover is None:
            mover = self._movers[unit.id] = Mover(self.combat, unit, by_effect=self.by_effect)
        return mover

    def now(self, unit: Unit) -> Move:
        """What a unit does if it moves now."""
        return self.consider(self.mover(unit), self.occupied, self.loose)

    def free(self, mover: Mover, occupied: int | None = None) -> int:
        """The hexes that a mover may end on: unblocked ones, and the one it stands on (p.26, 35)."""
        return (self.open & ~(self.occupied if occupied is None else occupied)) | mover.hex

    def mark_name(self, mark: Mark) -> str:
        """Name a mark: the opponent or the hex that it is."""
        return mark.unit or self.mat.name(mark.hex)

    def ends(self, mover: Mover, free: int) -> list[int]:
        """The hexes that a mover can end on, by the steps they take: 0, 1 … up to its Movement."""
        return self.levels(mover, free, mover.movement)[1]

    def levels(self, mover: Mover, free: int, most: int) -> tuple[list[int], list[int]]:
        """The hexes that 0, 1, 2 … steps lead over, and those of them to end on: fewer with Flight (sheet)."""
        levels = self.mat.levels(mover.hex, self.existing if mover.flies else free, most)
        return levels, [level & free for level in levels] if mover.flies else levels

    def marked_hexes(self, mover: Mover, entry: Priority, loose: Loose) -> tuple[int, ...]:
        """The hexes that a non-bold entry means: ranked sets, the best set first; empty where there is none."""
        match entry.hex:
            case "chip":
                found = [hex_ for chip, hex_ in zip(self.chips, loose, strict=True) if chip == entry.chip and hex_]
                return tuple(found[:1])
            case "key":
                chip = self.combat.arena.card.key_chip
                keys = self.combat.key_hexes(loose[self.chips.index(chip)] if chip in self.combat.chips else None)
                return (keys,) if keys else ()
            case "named":
                return (entry.hexes,) if entry.hexes else ()
        near = self.near(mover, entry.near)
        return tuple(height & near for height in self.combat.arena.heights if height & near)

    def listed(self, mover: Mover, loose: Loose) -> list[moving.Listed]:
        """The entries of a unit's list that mean anybody, or a hex, while chips lie so."""
        found = mover.listed.get(loose)
        if found is None:
            found = mover.listed[loose] = []
            for priority, (entry, foes) in enumerate(zip(mover.entries, mover.means, strict=True)):
                ranked = () if entry.opponent else self.marked_hexes(mover, entry, loose)
                if foes or ranked:
                    found.append((priority, entry.opponent, foes, ranked))
        return found

    def near(self, mover: Mover, near: str) -> int:
        """The hexes near an opponent: all, adjacent to one, or such that one would be within Range."""
        hexes = mover.near.get(near)
        if hexes is None:
            hexes = self.existing
            if near:
                beside = (self.mat.adjacent(foe.hex) for foe in mover.foes)
                hexes &= union(beside if near == "adjacent" else mover.zones)
            mover.near[near] = hexes
        return hexes

    def consider(self, mover: Mover, occupied: int, loose: Loose) -> Move:
        """Decide what a unit does if it moves now, while rival units, itself too, stand on the `occupied` hexes."""
        move = self.within_reach(mover, occupied, loose)
        if move is not None:
            return move
        anywhere = (occupied, loose)
        move = mover.backing.get(anywhere)
        if move is None:
            # Get as close as possible to the highest priority that is present in combat at all (p.23, step 3).
            free = self.free(mover, occupied)
            ends = self.ends(mover, free)
            marked = self.backup_mark(mover, free, loose)
            # Of several marks of equal standing a unit takes one that lets it get closer (`mark.motionless`).
            closer = destinations = 0
            for mark in marks_of(mover, marked):
                best = self.closest_to(mover, mark, free, ends)
                if not best & mover.hex:
                    closer |= mark.hex
                    destinations |= best
            status = moving.MOVES if closer else moving.IDLE if marked is None else moving.BLOCKED
            move = Move(status, destinations or mover.hex, mover, marked, closer)
            mover.backing[anywhere] = move
        return move

    def within_reach(self, mover: Mover, occupied: int, loose: Loose) -> Move | None:
        """Decide what a unit does by the hexes within its Movement alone; None where only back-up movement is left."""
        around = (occupied & mover.about, loose)
        move = mover.marking.get(around)
        if move is not None or around in mover.marking:
            return move
        free = self.free(mover, occupied)
        if mover.is_still:
            move = Move(moving.DAZED, mover.hex)
        elif mover.roams:
            # Every hex on which the arena die can let it end (Unit Skills sheet).
            led = union(end for end, _ in walks(field_of(self.combat, mover.unit, free), mover.hex, mover.movement))
            move = Move(moving.STAYS if led == mover.hex else moving.MOVES, led)
        else:
            # It moves onto its mark or into Range of it (p.23, step 2).
            ends = self.ends(mover, free)
            reach = union(ends)
            if (marked := self.mark(mover, ends, reach, loose)) is not None:
                near = marked.closest
                led = near if isinstance(near, int) else union([self.hexes_for(mover, at, reach, ends) for at in near])
                move = Move(moving.STAYS if led == mover.hex else moving.MOVES, led, mover, marked)
        mover.marking[around] = move
        return move

    def mark(self, mover: Mover, ends: list[int], reach: int, loose: Loose) -> Marked | None:
        """Find the highest priority within reach, and narrow down what it means (p.23, step 1); None if it has none."""
        zones = mover.zones
        for priority, word, foes, ranked in mover.listed.get(loose) or self.listed(mover, loose):
            for hexes in ranked:
                if within := hexes & reach:
                    return Marked(priority, [], within, self.closest_hexes(mover, within, ends))
            if pool := [at for at in foes if zones[at] & reach]:
                meant = self.meant(mover, word, pool)
                return Marked(priority, pool, meant, self.closest(mover, word, meant, ends))
        return None

    def meant(self, mover: Mover, word: str, pool: list[int]) -> list[int]:
        """Keep the foes of a pool that a superlative means, all that are equal."""
        if len(pool) < 2 or word not in SUPERLATIVES:
            return pool
        ranks = mover.ranks
        for at in pool:
            if (word, at) not in ranks:
                ranks[word, at] = judge(self.combat).rank(word, mover.foes[at])
        best = min([ranks[word, at] for at in pool])
        return [at for at in pool if ranks[word, at] == best]

    def closest(self, mover: Mover, word: str, pool: list[int], ends: list[int]) -> list[int]:
        """Keep the closest foes of a pool, or where the entry says so the farthest (p.13, 23; `mark.tie`).

        The movement needed counts (`distance.words`); among opponents already within Range, and among those that no
        path leads to, the distance in hexes does.
        """
        if len(pool) < 2:
            return pool
        in_hexes = "distance.words" in self.otherwise
        close = []
        for at in pool:
            need = 0 if in_hexes else steps_to(mover.zones[at], ends)
            # One number of both: the distance counts only where no movement is needed, or none helps.
            away = need * MOST_HEXES if need > 0 else self.mat.distance(mover.hex, mover.foes[at].hex)
            close.append(away if need >= 0 else away + MOST_HEXES**2)
        best = (max if word == "farthest" else min)(close)
        return [at for at, each in zip(pool, close, strict=True) if each == best]

    def closest_hexes(self, mover: Mover, hexes: int, ends: list[int]) -> int:
        """Keep the closest of some hexes: by the movement needed, or by distance where the ruling says so."""
        return first_of(hexes, self.mat.rings(mover.hex) if "distance.words" in self.otherwise else ends)

    def hexes_for(self, mover: Mover, at: int, reach: int, ends: list[int]) -> int:
        """The hexes to end on for a foe within reach: its own, where it has it in Range already (p.23)."""
        return mover.hex if mover.zones[at] & mover.hex else self.in_range(mover, at, reach, ends)

    def farthest_in_range(self, mover: Mover, at: int, reach: int) -> int:
        """The hexes with a foe, by its number, in Range that are as far from it as Range allows (p.23)."""
        return first_of(reach, self.mat.rings(mover.foes[at].hex)[mover.range : 0 : -1])

    def in_range(self, mover: Mover, at: int, reach: int, ends: list[int]) -> int:
        """The farthest hexes in Range of a foe that take the least movement (p.23; `dest.bold`)."""
        far = self.farthest_in_range(mover, at, reach)
        return far if "dest.bold" in self.otherwise else first_of(far, ends)

    def backup_mark(self, mover: Mover, free: int, loose: Loose) -> Marked | None:
        """Find the first priority in combat, and narrow down what it means (p.23, step 3; `backup.which`)."""
        ends: list[int] | None = None
        for priority, word, pool, ranked in self.listed(mover, loose):
            if len(pool) == 1:
                # How far it is matters only where there is something to compare.
                return Marked(priority, pool, pool, pool)
            if ends is None:
                _, ends = self.levels(mover, free, MOST_HEXES)
            if ranked:
                closest = self.closest_hexes(mover, ranked[0], ends)
                return Marked(priority, [], ranked[0], closest or first_of(ranked[0], self.mat.rings(mover.hex)))
            if word in ("closest", "farthest"):
                pool = [at for at in pool if steps_to(mover.zones[at], ends) != NO_PATH] or pool
            meant = self.meant(mover, word, pool)
            return Marked(priority, pool, meant, self.closest(mover, word, meant, ends))
        return None

    def approach(self, mover: Mover, mark: Mark, free: int, reach: int) -> tuple[int, ...]:
        """Rank hexes by the movement to a mark that is left, or else by distance (p.23; `backup.close`)."""
        if "backup.close" not in self.otherwise:
            over = self.existing if mover.flies else free
            levels = self.mat.levels(mark.goal & free, over, MOST_HEXES)
            ranked = tuple(level & reach for level in levels)
            if any(ranked):
                return ranked
        return tuple(ring & reach for ring in self.mat.rings(mark.hex))

    def closest_to(self, mover: Mover, mark: Mark, free: int, ends: list[int]) -> int:
        """The reachable hexes closest to a mark, and of those the ones that take the least movement now."""
        reach = union(ends)
        if "backup.close" in self.otherwise or mover.flies:
            return first_of(next(filter(None, self.approach(mover, mark, free, reach))), ends)
        # Where a path leads there, the next hex on it is closer than the unit's own: so all units of a kind share the
        # steps that are counted from the mark over the hexes that are free for everybody.
        over = free & ~mover.hex
        key = (mark.goal & over, over)
        levels = self._fields.get(key)
        if levels is None:
            levels = self._fields[key] = self.mat.levels(*key, MOST_HEXES)
        return first_of(first_of(reach & over, levels) or first_of(reach, self.mat.rings(mark.hex)), ends)

    def lying(self, mover: Mover, loose: Loose) -> int:
        """The hexes within a unit's Movement where something lies that it would take up (`equip.rival`)."""
        found = mover.lying.get(loose)
        if found is None:
            found = 0
            if any(loose) and not ("equip.rival" in self.otherwise and mover.unit.side == "rival"):
                for chip, hex_ in zip(self.chips, loose, strict=True):
                    if chip not in self.combat.arena.card.fixed_chips:
                        found |= hex_
            if mover.unit.side == "player" and self.combat.flag is not None:
                found |= self.combat.flag.hex
            found = mover.lying[loose] = found & mover.about
        return found

    def pick_ups(self, mover: Mover, destination: int, occupied: int, loose: Loose) -> list[int]:
        """Which loose chips a unit may have equipped when it ends on a hex, one set of hexes a way to go there.

        A unit takes a shortest way; of equally short ones the player chooses, and every loose chip on the way is
        equipped (p.23, 36; `equip.rival`, `equip.passing`).
        """
        lying = self.lying(mover, loose) & ~mover.hex
        if not lying:
            return [0]
        if "equip.passing" in self.otherwise:
            return [lying & destination]
        key = (destination, occupied & mover.about, loose)
        if key in mover.ways:
            return mover.ways[key]
        levels, _ = self.levels(mover, self.free(mover, occupied), mover.movement)
        reached = {0: mover.hex}
        for level in levels[1:]:
            further: dict[int, int] = {}
            for taken, hexes in reached.items():
                edge = self.mat.adjacent(hexes) & level
                for part in (edge & ~lying, *bits(edge & lying)):
                    now = taken | (part & lying)
                    further[now] = further.get(now, 0) | part
            reached = further
            if level & destination:
                break
        ways = sorted(taken for taken, hexes in reached.items() if hexes & destination) or [lying & destination]
        mover.ways[key] = ways
        return ways


def steps_to(zone: int, ends: list[int]) -> int:
    """The steps needed to come to any hex of a set, or NO_PATH."""
    for steps, end in enumerate(ends):
        if end & zone:
            return steps
    return NO_PATH


def first_of(hexes: int, ranked: Iterable[int]) -> int:
    """Keep those of some hexes that are in the first of the ranked sets that holds any; none where none does."""
    for rank in ranked:
        if kept := rank & hexes:
            return kept
    return 0
