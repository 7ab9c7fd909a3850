"""The Movement Step, one unit after the other in the player's order, and what units come over (p.18, 22-28, 36)."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.hexes import bits, union
from hoplo_companion.rules.agenda import Asks, OneByOne, Result, Running, Then, explained, lay_open, push
from hoplo_companion.rules.defeat import AskByHand, manual_tactics
from hoplo_companion.rules.dialogue import Event, choice, event_of
from hoplo_companion.rules.effects.judge import is_gift_late
from hoplo_companion.rules.effects.use import set_off, use_of
from hoplo_companion.rules.goals import holds_flag, home_of, is_home, take_up, win
from hoplo_companion.rules.model import Combat, Unit, takes_no_steps
from hoplo_companion.rules.restraints import kept_still
from hoplo_companion.rules.rival import mover as moving
from hoplo_companion.rules.rival.movement import RULINGS, Ground
from hoplo_companion.rules.rival.outcomes import TooManyWaysError, free_to_go_first, stays_anyhow
from hoplo_companion.rules.rulings import Lazily, deciding
from hoplo_companion.rules.turns import as_turn_started

Ways = tuple[tuple[int, ...], int | None]
"""What a unit may come over on its way: sets of hexes with lying chips, one a choice; and that on which it brings the
flag home, or None where no way does."""


OUT_AND_BACK = 2
"""The steps by which a unit comes back to the hex where it stands (`move.back`)."""


def ends_of_yours(ground: Ground, mover: moving.Mover) -> list[int]:
    """The hexes that a unit of yours can move to, by the steps; its own is two away, out and back (p.26)."""
    levels, ends = ground.levels(mover, ground.free(mover), mover.movement)
    if mover.movement >= OUT_AND_BACK and len(levels) > 1 and "move.back" not in ground.otherwise:
        ends = [end | (mover.hex if at == OUT_AND_BACK else 0) for at, end in enumerate([*ends, 0])]
    return [0, *ends[1:]]


def ways_of_yours(ground: Ground, mover: moving.Mover, destination: int) -> Ways:
    """Find what a unit of yours may come over on its way to a hex (`equip.passing`, `home.moved`, `move.back`).

    It takes any way within its Movement, not only a shortest one, so that it may fetch a chip or leave it. Who comes
    back to the hex where it stood went for something, if anything is there to be had. No way, and nothing is given.
    """
    combat, otherwise = ground.combat, ground.otherwise
    lying = ground.lying(mover, ground.loose)
    passed = lying & destination if "equip.passing" in otherwise else lying
    homes = home_of(combat, mover.unit) & (destination if "home.moved" in otherwise else ground.existing)
    flag = combat.flag.hex if combat.flag is not None else 0
    holds = holds_flag(combat, mover.unit)
    free = ground.existing if mover.flies else ground.free(mover)
    # Where a way has led: the hex, the hexes whose chips were taken, and whether the flag has come home.
    edge = {(mover.hex, 0, False)}
    seen = set(edge)
    reached: set[tuple[int, bool]] = set()
    for _ in range(mover.movement):
        further = set()
        for at, before, came_home in edge:
            for hex_ in bits(ground.mat.adjacent(at) & free):
                taken = before | (passed & hex_)
                further.add((hex_, taken, came_home or bool(hex_ & homes and (holds or taken & flag))))
        reached |= {(taken, came_home) for hex_, taken, came_home in further if hex_ == destination}
        edge = further - seen
        seen |= further
    wins = [taken for taken, won in reached if won]
    others = {taken for taken, won in reached if not won}
    if destination == mover.hex and (wins or any(others)):
        others.discard(0)
    return tuple(sorted(others)), min(wins, key=lambda taken: (taken.bit_count(), taken)) if wins else None


MOST_LOOKED_AHEAD = 6
"""Units up to which the program finds out whether their order matters; with more it asks at once."""

MOST_STATES_AHEAD = 20_000
"""Situations up to which it looks ahead for that."""

RULES = {"stays": "movement.in-range", "blocked": "movement.return", "idle": "movement.list"}


def begin_movement(combat: Combat) -> Result:
    """The Movement Step: the tactics done by hand, then every unit of the troop in the player's order (p.22)."""
    acting = [unit for unit in combat.in_arena(combat.side) if not takes_no_steps(combat, unit)]
    asks = [
        AskByHand("manual.tactic-move", unit.id, chip)
        for unit in acting
        if not moving.is_still(combat, unit)
        for chip in manual_tactics(combat, unit)
    ]
    return push(combat, *asks, MoveUnits(tuple(unit.id for unit in acting)), Then(note_who_stayed)), []


def note_who_stayed(combat: Combat) -> Result:
    """The Movement Step is over: whoever of the troop has not moved in it stayed put (Dig In)."""
    stayed = {unit.id for unit in combat.in_arena(combat.side)} - combat.moved
    return replace(combat, stayed=frozenset(stayed)), []


class MoveUnits(OneByOne, frozen=True):
    """The units that have still to move; those that cannot get closer wait until another has moved (p.23)."""

    def run(self, combat: Combat) -> Running:
        """Ask which unit moves next, where that can make a difference, and have it move."""
        answer = yield choice("movement.next", "movement.order", combat.once(_following, self))
        return self.resolve(combat, answer)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Let the next unit move, or end the step when all that are left cannot."""
        following = answer or next(iter(combat.once(_following, self)), "")
        if not following:
            events: list[Event] = []
            for unit in [] if combat.foresight else self.here(combat):
                ground = combat.once(Ground)
                events += [*explained(combat, "movement", unit.id)[1], _stayed(ground, unit, ground.now(unit))]
            return combat, events
        unit = combat.units[following]
        rest = self.without(following)
        if instead := moving.in_place_of_move(combat, unit):
            # What a Roaming unit does not do by the dice it does not do at all.
            return push(combat, *map(use_of, instead), rest), []
        return push(combat, *lay_open(combat, "movement", following), Asks(move_unit, (following,)), rest), []


def _following(combat: Combat, step: MoveUnits) -> tuple[str, ...]:
    """The unit that moves next where the order leaves nothing open, else those to choose from."""
    ground = combat.once(Ground)
    waiting = step.here(combat)
    by_chance = [unit.id for unit in waiting if moving.in_place_of_move(combat, unit)]
    ready = [unit.id for unit in waiting if unit.id in by_chance or ground.now(unit).status != moving.BLOCKED]
    for unit in waiting:
        if unit.id in ready and moving.is_still(combat, unit):
            return (unit.id,)
    if by_chance or len(ready) < 2:
        return tuple(ready)
    movers = [ground.mover(unit) for unit in waiting]
    for mover in movers:
        if mover.unit.id in ready and stays_anyhow(ground, mover, movers):
            return (mover.unit.id,)
    if combat.foresight or len(ready) > MOST_LOOKED_AHEAD:
        return tuple(ready)
    # A unit may go first without asking if every end that the step can have is still open after it.
    try:
        first = free_to_go_first(ground, waiting, ready, MOST_STATES_AHEAD)
        return (first,) if first else tuple(ready)
    except TooManyWaysError:
        return tuple(ready)  # Finding out would take longer than asking.


def _stayed(ground: Ground, unit: Unit, move: moving.Move) -> Event:
    mark = next(iter(move.marks), None)
    hold = kept_still(ground.combat, unit, blocked=move.status == moving.BLOCKED)
    on_hex = move.status == moving.STAYS and mark is not None and not mark.unit
    return event_of(
        "stayed",
        rule=hold.rule if hold is not None else "movement.on-hex" if on_hex else RULES[move.status],
        rulings=Lazily(_rulings, ground.combat, unit.id, held=hold is not None),
        unit=unit.id,
        status=move.status,
        mark=ground.mark_name(mark) if mark is not None else None,
        priority=ground.mover(unit).entries[mark.priority].id() if mark is not None else None,
        **(hold.named() if hold is not None else {}),
    )


def _rulings(combat: Combat, id_: str, *, held: bool = False) -> list[str]:
    """The rulings that decide a unit's move: with another reading it would do something else.

    Which mark it has, or why it has none, does not matter to a unit that is `held` back.
    """
    ground = combat.once(Ground)
    unit = combat.units[id_]
    mover, move = ground.mover(unit), ground.now(unit)

    def look(now: Combat) -> tuple[str, int]:
        move = (now if now is combat else as_turn_started(now)).once(Ground).now(unit)
        return "" if held else move.status, move.destinations

    ties, marked = list[str](), move.marked
    entry = mover.entries[marked.priority] if marked is not None else None
    if marked is not None and entry is not None and move.is_backup:
        # Of equal marks closeness rules some out, where the list does not ask for it.
        equal = moving.marks_of(mover, replace(marked, closest=marked.meant))
        is_tie = not held and entry.opponent not in ("closest", "farthest")
        ties += ["backup.tie"] if is_tie and len(equal) > len(moving.marks_of(mover, marked)) else []
    elif entry is not None and entry.hex == "highest":
        highest = ground.marked_hexes(mover, entry, ground.loose)[0]
        # It makes for a hex that is the highest only among those within its reach.
        ties += [] if any(mark.hex & highest for mark in move.marks) else ["hex.highest"]
    late = ("dazed.later",) if is_gift_late(combat, unit, "move-when-dazed") else ()
    return [*deciding(combat, (*RULINGS, *late), look), *ties]


def move_unit(combat: Combat, id_: str) -> Running:
    """Move one unit to its hex, by a shortest way; ask for the hex where several are equal (p.23)."""
    if (unit := combat.units.get(id_)) is None:
        return combat, []
    ground = combat.once(Ground)
    move = ground.now(unit)
    if move.status != moving.MOVES:
        return combat, [] if combat.foresight else [_stayed(ground, unit, move)]
    rule = "movement.backup" if move.is_backup else "movement.mark-choice"
    answer = yield choice("movement.destination", rule, ground.mat.names(move.destinations), id_)
    end = ground.mat.bit[answer] if answer else next(bits(move.destinations))
    ways = ground.pick_ups(ground.mover(unit), end, ground.occupied, ground.loose)
    moved = [] if combat.foresight else [_moved(ground, unit, move, end)]
    combat = replace(combat, moved=combat.moved | {id_}).with_unit(replace(unit, hex=end))
    return push(combat, Asks(pick_up, (id_, tuple(ways))), *set_off(combat, "moved", id_)), moved


def _moved(ground: Ground, unit: Unit, move: moving.Move, end: int) -> Event:
    backup = move.is_backup
    mover = ground.mover(unit)
    free = ground.free(mover)
    ends = ground.ends(mover, free)

    def explains(mark: moving.Mark) -> bool:
        """Say whether going for a mark can end there."""
        if backup:
            return bool(ground.closest_to(mover, mark, free, ends) & end)
        return bool(ground.in_range(mover, mark.foe, union(ends), ends) & end) if mark.unit else mark.hex == end

    mark = next(filter(explains, move.marks), move.marks[0])
    rule = "movement.backup" if backup else "movement.farthest-in-range" if mark.unit else "movement.hex-mark"
    nearer = bool(mark.unit) and not backup and ground.mat.distance(end, mark.hex) < mover.range
    return event_of(
        "moved",
        rule=rule,
        rulings=Lazily(_rulings, ground.combat, unit.id),
        unit=unit.id,
        start=ground.mat.name(unit.hex),
        end=ground.mat.name(end),
        mark=ground.mark_name(mark),
        priority=mover.entries[mark.priority].id(),
        backup=backup,
        nearer=nearer or None,
    )


HOME = "home"
"""The way on which a unit of yours brings the flag home."""


def pick_up(
    combat: Combat, id_: str, ways: tuple[int, ...], home: int | None = None, rulings: tuple[str, ...] = ()
) -> Running:
    """Ask which of some `Ways` a unit took, where they differ; equip the chips on it, and win with the flag at home.

    `rulings` are those by which it has moved (`equip.passing`).
    """
    if (unit := combat.units.get(id_)) is None:
        return combat, []
    names = {HOME: home} if home is not None else {}
    for hexes in sorted(ways):
        chips = [chip for chip, place in combat.chips.items() if place.hex & hexes]
        if combat.flag is not None and combat.flag.hex & hexes:
            chips.append("flag")
        names[" and ".join(chips) or "none"] = hexes
    rule = "flag.home" if HOME in names else "movement.equip"
    answer = yield choice("movement.way", rule, sorted(names, key=lambda name: (name != HOME, name)), id_)
    way = answer or next(iter(names))
    combat, taken = take_up(combat, unit, names[way], passing=True)
    if way != HOME:
        return combat, taken
    passing = [] if is_home(combat, unit) else ["home.moved"]
    combat, won = win(combat, "flag.home", list(dict.fromkeys([*rulings, *passing])))
    return combat, [*taken, *won]
