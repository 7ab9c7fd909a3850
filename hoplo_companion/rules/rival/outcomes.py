"""Every way in which a Movement Step can go, over every order and every free choice (Rulebook p.22-23)."""

from __future__ import annotations

from hoplo_companion.errors import HoploError
from hoplo_companion.hexes import bits, union
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import BLOCKED, DAZED, IDLE, MOVES, STAYS, Loose, Move, Mover, field_of, walks

MOST_WORK = 700_000
"""The most work on one step, counted in moves looked at: what stays below it takes about a second or two."""

ENDS_PER_MOVE = 14
"""As many ends of a situation cost what a move does."""

WORK_OF_LOOKING = 13
"""What it costs to find out a unit's move, against looking it up."""


class TooManyWaysError(HoploError):
    """A step that can go in more ways than can be listed."""

    def __init__(self, most: int) -> None:
        text = later("the step can go in more than {most} ways: too many rival units are free to move")
        super().__init__(tr(text, most=f"{most:,}"))


Outcome = tuple[int, ...]
"""How the step ends: the final hex of each of `Ground.rivals`, then for each chip which of them took it, or 0."""

Situation = tuple[int, int, Loose]
"""A moment of the step: the hexes taken for good, which units wait (one bit each), and where chips lie."""

Result = tuple[int, int, Loose]
"""How one move ends: its part of a code, the hex, and where chips lie then."""

Party = tuple[int, list["_Waiting"], int]
"""Units that wait: their hexes, themselves, and the code of all of them staying where they are."""


def outcomes(ground: Ground, undone: list[Unit] | None = None, most: int = MOST_WORK) -> set[Outcome]:
    """Find every way in which the step can end, over every order and every free choice (p.22-23).

    `undone` are the units that have not moved yet (all, where left out).
    TooManyWaysError where finding them takes more than `most` work; the same step always takes the same work.
    """
    search = _Search(ground, ground.rivals if undone is None else undone, most)
    return search.read(search.ends(search.start))


def free_to_go_first(ground: Ground, undone: list[Unit], ready: list[str], most: int) -> str:
    """Find a unit that may go first, every end still open after it, or none (""); TooManyWaysError as `outcomes`."""
    search = _Search(ground, undone, most)
    everything = search.ends(search.start)
    return next((id_ for id_ in ready if search.ends_after(id_) == everything), "")


class _Search:
    """The ways of one step, found from the situations that they lead through.

    What can still happen hangs on the hexes that are taken, on who waits, and on the loose chips, not on who of those
    that have moved stands where: such situations are one. So each is looked at once, and its ends are kept: where those
    who wait in it may come to stand, and which chips they may take, as codes that are added up on the way back.

    Codes are whole numbers, so many bits (`width`) for the hex of each unit that waits, and for who took each chip.
    """

    def __init__(self, ground: Ground, undone: list[Unit], most: int) -> None:
        movers = [ground.mover(unit) for unit in undone]
        waiting = [mover for mover in movers if not stays_anyhow(ground, mover, movers)]
        self.ground, self.most, self.done = ground, most, 0
        self.width = ground.mat.everywhere.bit_length().bit_length()
        self.takes = [(len(waiting) + chip) * self.width for chip in range(len(ground.chips))]
        self.units = [_Waiting(self, mover, at) for at, mover in enumerate(waiting)]
        self.found: dict[Situation, frozenset[int]] = {}
        self.parties: dict[int, Party] = {}
        everyone = (1 << len(waiting)) - 1
        self.start: Situation = (ground.occupied & ~self._party(everyone)[0], everyone, ground.loose)

    def work(self, done: int) -> None:
        """Count some work: it is not timed, so that the same step is always answered, or never."""
        self.done += done
        if self.done > self.most:
            raise TooManyWaysError(self.most)

    def ends_after(self, first: str) -> frozenset[int]:
        """The codes of the ends in which a unit goes first."""
        here = [each for each in self.units if each.mover.unit.id == first]
        hexes, _, as_it_stands = self._party(self.start[1])
        return frozenset(self._after(self.start, hexes, here) or {as_it_stands})

    def ends(self, situation: Situation) -> frozenset[int]:
        """Find every way in which a situation that has not been looked at can end, and keep it.

        Others that wait can only free the hexes they stand on, and chips are only taken: a unit that would stay with
        all of them gone from the mat stays in any case, and takes its hex for good, so that others are held too.
        """
        taken, waiting, loose = situation
        hexes, units, as_it_stands = self.parties.get(waiting) or self._party(waiting)
        if len(units) == 1:
            results = units[0].results(taken | hexes, loose)
            self.work(1 + len(results))
            found = self.found[situation] = frozenset([code for code, _, _ in results] or (as_it_stands,))
            return found
        gone, left, before = taken, waiting, 0
        while before != left:
            before = left
            for unit in units:
                if left & unit.bit and unit.is_held(gone, loose):
                    left ^= unit.bit
                    gone |= unit.hex
        if left == waiting:
            found = frozenset(self._after(situation, hexes, units) or {as_it_stands})
        else:
            staying = as_it_stands - self._party(left)[2]
            then = (gone, left, loose)
            found = frozenset([end + staying for end in self.found.get(then) or self.ends(then)])
        self.found[situation] = found
        return found

    def _after(self, situation: Situation, hexes: int, units: list[_Waiting]) -> set[int]:
        """Find the ends to which the move of any of some units leads; none where all of them have to wait."""
        taken, waiting, loose = situation
        occupied = taken | hexes
        known = self.found
        found: set[int] = set()
        work = 1
        for unit in units:
            rest = waiting ^ unit.bit
            for code, hex_, now in unit.near.get((occupied & unit.about, loose)) or unit.results(occupied, loose):
                if not rest:
                    work += 1
                    found.add(code)
                    continue
                then = (taken | hex_, rest, now)
                ends = known.get(then) or self.ends(then)
                work += 1 + len(ends) // ENDS_PER_MOVE
                found.update([end + code for end in ends])
        self.work(work)
        return found

    def _party(self, waiting: int) -> Party:
        party = self.parties.get(waiting)
        if party is None:
            units = [unit for unit in self.units if waiting & unit.bit]
            stays = sum([unit.stays for unit in units])
            party = self.parties[waiting] = (union(unit.hex for unit in units), units, stays)
        return party

    def read(self, codes: frozenset[int]) -> set[Outcome]:
        """The outcomes that codes stand for."""
        rivals = self.ground.rivals
        places = {unit.id: at for at, unit in enumerate(rivals)}
        moved = [(places[each.mover.unit.id], each.shift) for each in self.units]
        taken = [(len(rivals) + chip, shift) for chip, shift in enumerate(self.takes)]
        end = [unit.hex for unit in rivals] + [0] * len(taken)
        digit = (1 << self.width) - 1
        found = set()
        for code in codes:
            for place, shift in moved:
                end[place] = 1 << (code >> shift & digit) >> 1
            for place, shift in taken:
                by = code >> shift & digit
                end[place] = moved[by - 1][0] + 1 if by else 0
            found.add(tuple(end))
        return found


class _Waiting:
    """A unit that waits for its move, and what was found out about that, by the hexes that it hangs on."""

    def __init__(self, search: _Search, mover: Mover, at: int) -> None:
        ground = search.ground
        self.search = search
        self.ground = ground
        self.mover = mover
        self.hex, self.about = mover.hex, mover.about
        self.bit = 1 << at
        self.number = at + 1
        self.shift = at * search.width
        self.stays = mover.hex.bit_length() << self.shift
        beside = ground.mat.adjacent(mover.hex) & ground.open
        self.beside = beside if not mover.flies else ground.mat.everywhere
        listed = [hexes for _, _, _, ranked in ground.listed(mover, ground.loose) for hexes in ranked]
        self.may_stay = mover.roams or bool(mover.hex & union((*mover.zones, *listed)))
        self.near: dict[tuple[int, Loose], tuple[Result, ...] | None] = {}
        self.far: dict[tuple[int, Loose], tuple[Result, ...]] = {}

    def results(self, occupied: int, loose: Loose) -> tuple[Result, ...]:
        """Find every way in which the unit's move can end, if it moves now; none where it has to wait."""
        around = (occupied & self.about, loose)
        found = self.near.get(around)
        if found is None and around not in self.near:
            self.search.work(WORK_OF_LOOKING)
            move = self.ground.within_reach(self.mover, occupied, loose)
            found = self.near[around] = None if move is None else self._ends(move, occupied, loose)
        if found is not None:
            return found
        anywhere = (occupied, loose)
        found = self.far.get(anywhere)
        if found is None:
            self.search.work(WORK_OF_LOOKING)
            found = self.far[anywhere] = self._ends(self.ground.consider(self.mover, *anywhere), *anywhere)
        return found

    def _ends(self, move: Move, occupied: int, loose: Loose) -> tuple[Result, ...]:
        ground, mover = self.ground, self.mover
        if move.status == BLOCKED:
            return ()
        if move.status != MOVES:
            return ((self.stays, self.hex, loose),)
        if mover.roams:
            field = field_of(ground.combat, mover.unit, ground.free(mover, occupied), ground.lying(mover, loose))
            ends = walks(field, mover.hex, mover.movement)
            passing = "equip.passing" not in ground.otherwise
            ways = [(hex_, taken if passing else taken & hex_) for hex_, taken in ends]
        elif not ground.lying(mover, loose):
            return tuple([(hex_.bit_length() << self.shift, hex_, loose) for hex_ in bits(move.destinations)])
        else:
            destinations = bits(move.destinations)
            ways = [(hex_, way) for hex_ in destinations for way in ground.pick_ups(mover, hex_, occupied, loose)]
        found = []
        for hex_, taken in ways:
            code, now = hex_.bit_length() << self.shift, loose
            if taken:
                now = tuple([0 if each & taken else each for each in loose])
                for shift, each in zip(self.search.takes, loose, strict=True):
                    code += self.number << shift if each & taken else 0
            found.append((code, hex_, now))
        return tuple(found)

    def is_held(self, taken: int, loose: Loose) -> bool:
        """Whether the unit will stay where it is whatever happens: held in by hexes taken for good, or content."""
        if not self.beside & ~taken:
            return True
        if not self.may_stay:
            return False
        move = self.ground.within_reach(self.mover, taken | self.hex, loose)
        return move is not None and move.status == STAYS


def stays_anyhow(ground: Ground, mover: Mover, movers: list[Mover]) -> bool:
    """Say whether a unit will stay where it is whatever the others do first, so that its turn need not be tried.

    Dazed and idle units stay. So does a unit with its mark in Range, unless another unit that may yet move stands
    where it could have gone: only hexes that become free can bring a better mark within its reach.
    """
    move = ground.now(mover.unit)
    if mover.movement == 0 or move.status in (DAZED, IDLE):
        return True
    if move.status != STAYS:
        return False
    about = ground.mat.within(mover.hex, mover.movement) & ~mover.hex
    return not any(other.hex & about and other.movement for other in movers)
