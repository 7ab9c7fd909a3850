"""Every way in which a Movement Step can go, over every order and every free choice (Rulebook p.22-23)."""

from __future__ import annotations

from collections.abc import Iterator

from hoplo_companion.errors import HoploError
from hoplo_companion.hexes import bits, union
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.rival.gaze import Gaze
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import BLOCKED, DAZED, IDLE, MOVES, STAYS, Loose, Move, Mover
from hoplo_companion.rules.rival.roaming import walks

MOST_WORK = 700_000
"""The most work on one step, counted in moves looked at: what stays below it takes about a second or two."""

ENDS_PER_MOVE = 12
"""As many ends of a situation cost what a move does."""

WORK_OF_LOOKING = 20
"""What it costs to find out a unit's move, against looking it up."""

MOST_VIEWS = 48
"""Sets of hexes by which one unit's moves are kept; what hangs on further sets is kept by the whole arena."""


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


def outcomes(ground: Ground, undone: list[Unit] | None = None, most: int = MOST_WORK) -> set[Outcome]:
    """Find every way in which the step can end, over every order and every free choice (p.22-23).

    `undone` are the units that have not moved yet (all, where left out).
    TooManyWaysError where finding them takes more than `most` work; the same step always takes the same work.
    """
    search = _Search(ground, _waiting(ground, ground.rivals if undone is None else undone), most)
    return search.codes.read(search.all_ends())


def free_to_go_first(ground: Ground, undone: list[Unit], ready: list[str], most: int) -> str:
    """Find a unit that may go first without asking, every end of the step being still open after it; or none ("").

    TooManyWaysError where finding out takes more than `most` work.
    """
    waiting = _waiting(ground, undone)
    search, ground.ahead = ground.ahead, None
    if not (isinstance(search, _Search) and search.begin(ground, waiting)):
        search = _Search(ground, waiting, most)
    everything = search.all_ends()
    found = next((id_ for id_ in ready if search.ends_after(id_) == everything), "")
    ground.ahead = search
    return found


def _waiting(ground: Ground, undone: list[Unit]) -> list[Mover]:
    """List those whose turn has to be tried."""
    movers = [ground.mover(unit) for unit in undone]
    return [mover for mover in movers if not stays_anyhow(ground, mover, movers)]


class _Work:
    """The work done on one step: counted, not timed, so that the same step is always answered, or never."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0

    def add(self, work: int) -> None:
        """Count some work."""
        self.done += work
        if self.done > self.most:
            raise TooManyWaysError(self.most)


class _Search:
    """The ways of one step, found from the situations that they lead through.

    What can still happen hangs on the hexes that are taken, on who waits, and on the loose chips, not on who of those
    that have moved stands where: such situations are one. So each is looked at once, and its ends are kept: where those
    who wait in it may come to stand, and which chips they may take, as codes that are added up on the way back.
    """

    def __init__(self, ground: Ground, waiting: list[Mover], most: int) -> None:
        self.ground = ground
        self.codes = _Codes(ground, waiting)
        self.work = _Work(most)
        gaze = Gaze(ground)
        self.units = [_Waiting(ground, mover, at, self.codes, gaze, self.work) for at, mover in enumerate(waiting)]
        self.found: dict[Situation, frozenset[int]] = {}
        self.parties: dict[int, tuple[int, list[_Waiting]]] = {}
        self.start: Situation = (0, 0, ())
        self.begin(ground, waiting)

    def begin(self, ground: Ground, waiting: list[Mover]) -> bool:
        """Begin with those who wait now, if all of them have waited from the start."""
        bits_of = {id(each.mover): each.bit for each in self.units}
        if not all(id(mover) in bits_of for mover in waiting):
            return False
        everyone = sum(bits_of[id(mover)] for mover in waiting)
        hexes, _ = self._party(everyone)
        self.start = (ground.occupied & ~hexes, everyone, ground.loose)
        self.work.done = 0
        return True

    def all_ends(self) -> frozenset[int]:
        """Give the codes of all ends of the step."""
        return self.found.get(self.start) or self.ends(self.start)

    def ends_after(self, first: str) -> frozenset[int]:
        """Give the codes of the ends in which a unit goes first."""
        here = [each for each in self.units if each.mover.unit.id == first]
        return frozenset(self._after(self.start, here) or {self._as_it_stands(self.start[1])})

    def ends(self, situation: Situation) -> frozenset[int]:
        """Give every way in which a situation that has not been looked at can end, and keep it."""
        taken, waiting, loose = situation
        _, units = self._party(waiting)
        gone, left = self._let_stay(taken, waiting, loose, units)
        if left == waiting:
            found = frozenset(self._after(situation, units) or {self._as_it_stands(waiting)})
        else:
            staying = self._as_it_stands(waiting ^ left)
            then = (gone, left, loose)
            ends = self.found.get(then) or self.ends(then)
            found = frozenset([end + staying for end in ends])
        self.found[situation] = found
        return found

    def _after(self, situation: Situation, units: list[_Waiting]) -> set[int]:
        """Give the ends to which the move of any of some units leads; none where all of them have to wait."""
        taken, waiting, loose = situation
        occupied = taken | self._party(waiting)[0]
        known = self.found
        found: set[int] = set()
        work = 1
        for unit in units:
            rest = waiting ^ unit.bit
            for code, hex_, now in unit.results(occupied, loose):
                then = (taken | hex_, rest, now)
                ends = known.get(then) or self.ends(then)
                work += 1 + len(ends) // ENDS_PER_MOVE
                found.update([end + code for end in ends] if code else ends)
        self.work.add(work)
        return found

    def _let_stay(self, taken: int, waiting: int, loose: Loose, units: list[_Waiting]) -> tuple[int, int]:
        """Let the units stay that will whatever the others do; give the hexes taken then, and who waits still.

        Others that wait can only free the hexes they stand on, and chips are only taken: a unit that would stay with
        all of them gone from the mat stays in any case. What stays takes its hex for good, so that others are held too.
        """
        before = 0
        while before != waiting:
            before = waiting
            for unit in units:
                if waiting & unit.bit and unit.is_held(taken, loose):
                    waiting ^= unit.bit
                    taken |= unit.hex
        return taken, waiting

    def _party(self, waiting: int) -> tuple[int, list[_Waiting]]:
        """Give the units that wait, and their hexes."""
        party = self.parties.get(waiting)
        if party is None:
            units = [unit for unit in self.units if waiting & unit.bit]
            party = self.parties[waiting] = (union(unit.hex for unit in units), units)
        return party

    def _as_it_stands(self, waiting: int) -> int:
        """Give the code of units that stay where they are."""
        return sum(unit.stays for unit in self._party(waiting)[1])


class _Waiting:
    """A unit that waits for its move, and what was found out about that, by the hexes that it hangs on."""

    def __init__(self, ground: Ground, mover: Mover, at: int, codes: _Codes, gaze: Gaze, work: _Work) -> None:
        self.ground = ground
        self.mover = mover
        self.hex = mover.hex
        self.bit = 1 << at
        self.codes = codes
        self.gaze = gaze
        self.work = work
        self.stays = codes.stand(mover, mover.hex)
        beside = ground.mat.adjacent(mover.hex) & ground.open
        self.beside = beside if not mover.flies else ground.mat.everywhere
        self.held: dict[tuple[int, Loose], bool] = {}
        self.views: dict[Loose, dict[int, dict[int, tuple[Result, ...]]]] = {}

    def results(self, occupied: int, loose: Loose) -> tuple[Result, ...]:
        """Give every way in which the unit's move can end, if it moves now; none where it has to wait."""
        views = self.views.get(loose)
        if views is None:
            views = self.views[loose] = {}
        for view, known in views.items():
            found = known.get(occupied & view)
            if found is not None:
                return found
        self.work.add(WORK_OF_LOOKING)
        mover = self.mover
        move = self.ground.within_reach(mover, occupied, loose)
        if move is not None:
            view = self.gaze.near(mover, loose)
        else:
            move = self.ground.consider(mover, occupied, loose)
            view = self.gaze.far(mover, move, occupied, loose)
            if len(views) >= MOST_VIEWS:
                view = self.ground.mat.everywhere
        found = tuple(self._ends(move, occupied, loose))
        views.setdefault(view, {})[occupied & view] = found
        return found

    def _ends(self, move: Move, occupied: int, loose: Loose) -> Iterator[Result]:
        if move.status == BLOCKED:
            return
        if move.status != MOVES:
            yield self.stays, self.hex, loose
            return
        for hex_, taken in _ends_of(self.ground, self.mover, move, occupied, loose):
            now = tuple([0 if each & taken else each for each in loose]) if taken else loose
            yield self.codes.stand(self.mover, hex_) + self.codes.take(self.mover, loose, taken), hex_, now

    def is_held(self, taken: int, loose: Loose) -> bool:
        """Say whether the unit will stay where it is whatever happens: held in by hexes taken for good, or content."""
        if not self.beside & ~taken:
            return True
        near = self.gaze.near(self.mover, loose)
        key = (taken & near, loose)
        held = self.held.get(key)
        if held is None:
            move = self.ground.within_reach(self.mover, taken | self.hex, loose)
            held = self.held[key] = move is not None and move.status == STAYS
        return held


class _Codes:
    """Ends as whole numbers: some bits for the hex of each unit that waits, and for who took each chip."""

    def __init__(self, ground: Ground, waiting: list[Mover]) -> None:
        places = {unit.id: at for at, unit in enumerate(ground.rivals)}
        self.ends: list[int] = [unit.hex for unit in ground.rivals] + [0] * len(ground.chips)
        self.fields: list[tuple[int, int, int, list[int]]] = []
        self.digits: dict[str, dict[int, int]] = {}
        self.takers: dict[str, int] = {mover.unit.id: places[mover.unit.id] + 1 for mover in waiting}
        self.chips: list[int] = []
        shift = 0
        for mover in waiting:
            hexes = list(bits(mover.about))
            self.digits[mover.unit.id] = {hex_: at << shift for at, hex_ in enumerate(hexes)}
            width = len(hexes).bit_length()
            self.fields.append((places[mover.unit.id], shift, (1 << width) - 1, hexes))
            shift += width
        takers = list(range(len(ground.rivals) + 1))
        width = len(takers).bit_length()
        for chip in range(len(ground.chips)):
            self.chips.append(shift)
            self.fields.append((len(ground.rivals) + chip, shift, (1 << width) - 1, takers))
            shift += width

    def stand(self, mover: Mover, hex_: int) -> int:
        """Give the code of a unit's hex."""
        return self.digits[mover.unit.id][hex_]

    def take(self, mover: Mover, loose: Loose, taken: int) -> int:
        """Give the code of a unit having taken the chips that lie on some hexes."""
        by = self.takers[mover.unit.id]
        return sum(by << shift for shift, each in zip(self.chips, loose, strict=True) if each & taken)

    def read(self, codes: frozenset[int]) -> set[Outcome]:
        """Read codes: the outcomes that they stand for."""
        found = set()
        end = list(self.ends)
        for code in codes:
            for place, shift, digit, meant in self.fields:
                end[place] = meant[code >> shift & digit]
            found.add(tuple(end))
        return found


def _ends_of(ground: Ground, mover: Mover, move: Move, occupied: int, loose: Loose) -> Iterator[tuple[int, int]]:
    """Iterate over every way in which a move can end: its hex, and the chips taken up on the way."""
    if mover.roams:
        lying = ground.lying(mover, loose)
        field = ground.field(mover, ground.free(mover, occupied), lying)
        for hex_, taken in walks(field, mover.hex, mover.movement):
            yield hex_, taken & hex_ if ground.rulings.equip_only_at_end else taken
        return
    for destination in bits(move.destinations):
        for taken in ground.pick_ups(mover, destination, occupied, loose) if any(loose) else (0,):
            yield destination, taken


def stays_anyhow(ground: Ground, mover: Mover, movers: list[Mover]) -> bool:
    """Say whether a unit will stay where it is whatever the others do first, so that its turn need not be tried.

    Dazed and idle units stay. So does a unit with its mark in Range, unless another unit that may yet move stands
    where it could have gone: only hexes that become free can bring a better mark within its reach.
    """
    move = ground.consider(mover, ground.occupied, ground.loose)
    if mover.movement == 0 or move.status in (DAZED, IDLE):
        return True
    if move.status != STAYS:
        return False
    about = ground.mat.within(mover.hex, mover.movement) & ~mover.hex
    return not any(other.hex & about and other.movement for other in movers)
