"""A combat as it stands: frozen values that the rules read and replace, never change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import Any, TypeVar, TypeVarTuple

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import AnyVerb, Effect
from hoplo_companion.components.schemas import ArenaRecord, ArenaShape
from hoplo_companion.components.words import Colour, Ending, EventKind, Side, Until, Variant
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.hexes import Mat
from hoplo_companion.rules.state import Derived, Fixed

T = TypeVar("T")
Found = TypeVar("Found")
About = TypeVarTuple("About")

NOWHERE = 0
"""The empty set of hexes: where a unit stands that is not in the arena."""

NO_WORDS: frozenset[str] = frozenset()


def one_less(things: Iterable[T], one: T | None) -> tuple[T, ...]:
    """Some things without one of them, if it is there."""
    left = list(things)
    if one in left:
        left.remove(one)
    return tuple(left)


class Unit(Struct, frozen=True):
    """A unit chip with what lies under and on it; a stat that nobody knows yet is None (Rulebook p.11-13).

    Shapes: `hex` is a set of one hex, or none; `skills` maps the id of a skill on the chip to its number, 0 where it
    has none. `given` holds the keys of the position that are not state, for writing the unit back.
    `faction_inferred` tells that no source states the faction and nobody has entered it (`faction.inferred`).
    """

    id: str
    chip: str
    side: str
    faction: str = ""
    classes: tuple[str, ...] = ()
    movement: int | None = None
    range: int | None = None
    health: int | None = None
    attack: tuple[str, ...] | None = None
    skills: dict[str, int] = {}
    elite: bool = False
    hero: bool = False
    hex: int = NOWHERE
    hp: int | None = None
    dazed: bool = False
    tactics: tuple[str, ...] = ()
    tribune: bool = False
    given: Fixed[Any] = None
    faction_inferred: bool = False

    def known(self, stat: str) -> int:
        """A number printed on the chip (or its HP); UnknownStatError where it is not known."""
        value: int | None = getattr(self, stat)
        if value is None:
            raise UnknownStatError(self.id, self.chip, stat)
        return value

    @property
    def is_your_hero(self) -> bool:
        """Say whether it is the hero of your pad, and no primus."""
        return self.hero and self.side == "player"

    def dice(self) -> tuple[str, ...]:
        """The dice of its Attack as printed; UnknownStatError where they are not known."""
        if self.attack is None:
            raise UnknownStatError(self.id, self.chip, "attack")
        return self.attack


class Place(Struct, frozen=True):
    """Where a chip is: on a hex, or with the unit that holds it."""

    hex: int = NOWHERE
    holder: str = ""


class Priority(Struct, frozen=True):
    """One entry of a priority list: bold where it names an `opponent`, else a kind of `hex` (Rulebook p.23)."""

    opponent: str = ""
    hex: str = ""
    chip: str = ""
    hexes: int = 0
    near: str = ""

    def id(self) -> str:
        """Name the entry in one word: `holding:trident`, `strongest`, `highest:range`."""
        extra = self.chip or self.near
        return (self.opponent or self.hex) + (f":{extra}" if extra else "")


class Priorities(Struct, frozen=True):
    """A priority list and the units it is for: all, unit (a chip), class (a class) or local."""

    kind: str
    fits: str
    entries: tuple[Priority, ...]


class Arena(Struct, frozen=True):
    """An arena ready for play: sets of hexes, priority lists, and what its card rules (Rulebook p.18-23).

    Shapes: `heights` are sets of hexes of equal elevation, the highest first; every hex is in one of them.
    `priorities` is None where no source states them and nobody has entered them.
    """

    id: str
    name: str
    region: str
    mat: Mat
    existing: int
    blocked: int
    rival_deployment: tuple[int, ...]
    player_deployment: tuple[int, ...]
    keys: int
    heights: tuple[int, ...]
    elevation: dict[int, int]
    priorities: tuple[Priorities, ...] | None
    card: ArenaRecord = ArenaRecord(name="", source="", confidence="stated", region="", mat=ArenaShape(columns=[]))
    effects: tuple[Effect, ...] = ()
    given: Any = None

    def hex_typed(self, name: str) -> int:
        """The hex of a name as it is typed; none where the mat has no such hex."""
        return self.mat.bit.get(name.strip().upper(), NOWHERE) & self.existing


class Rulings(Struct, frozen=True):
    """The open questions that are not read as by default: their ids, each with one other reading (RULINGS)."""

    otherwise: frozenset[str] = NO_WORDS
    given: Any = None


class Card(Struct, frozen=True):
    """A card in force with its effects: an event's, a bane's or a Prowess card's."""

    kind: str
    id: str
    name: str
    effects: tuple[Effect, ...]


class Lasting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an effect has done to units for some time: a passive verb, whose it was, and until when it lasts.

    `side` is the troop whose effect it was; `fresh` tells that it began in the turn that is still under way.
    """

    verb: AnyVerb = field(name="do")
    units: tuple[str, ...]
    until: Until
    source: str = ""
    holder: str = ""
    side: Side = "rival"
    fresh: bool = False


class Yours(Struct, frozen=True):
    """What you may still bring into a combat: camp units, the hero, tactics; None where it is not known (p.25).

    `blessings` are those that you have left (p.13). `cap` is how many units you may have in combat against a scion,
    where there is no lineup (p.31). With Mercury's Boots `influence` is the scion's, and any of the `opportunities`
    may be discarded to roll again.
    """

    camp_units: int | None = None
    hero: bool | None = None
    tactics: tuple[str, ...] | None = None
    blessings: int | None = None
    cap: int | None = None
    influence: int | None = None
    opportunities: tuple[str, ...] = ()


class Supply(Struct, frozen=True):
    """What a combat's set-up may draw from; None where nobody keeps count (p.19-20).

    Shapes: `bag` and `tactics` count chips by id, banes among the former; `banes` tells of each bane which kind it is,
    bag or unit; `stack` are the local units known to lie on top, `stack_size` how many chips the stack has in all;
    `tactic_chips` counts the tactics that are left altogether; `fallen` are the ids of units that lie face down;
    `factions` are those of chips that a stack has shown; `recruits` is how many bag units a blessing recruits.
    """

    bag: dict[str, int] | None = None
    banes: dict[str, str] = {}
    stack: tuple[str, ...] = ()
    stack_size: int | None = None
    tactics: dict[str, int] | None = None
    tactic_chips: int | None = None
    fallen: tuple[str, ...] = ()
    factions: dict[str, str] = {}
    recruits: int | None = None


class Combat(Struct, frozen=True):
    """A combat at one moment; `derived` keeps what has been worked out about it (`once`), and says nothing itself.

    Shapes: `units` maps ids to units in the order of the position, those in camp included; `lineup` and
    `rival_tactics` are the rival's units and tactics still to come, top first; `agenda` holds the steps still to
    resolve (`agenda.Step`), the next one first. `cards` are in force beside the arena's, `lasting` is what effects have
    done for some time; `yours` is what you may still bring in, `points` what you have scored; `supply` is what its
    set-up draws from.

    Of the turn under way, whose troop `side` tells: `moved` and `stayed` are the units that did or did not move in
    their Movement Step, `struck` those dealt attack damage, `used` the effects used up, `fresh` the tactics placed.
    `dazed_later` are units that an effect has dazed, on the turn of their deployment or not (`dazed.later`).
    `foresight` tells that a program looks through all that can come of it: every order that is left to the player is
    asked, and events go without the reasons that only a person reads.
    `entered` holds what the player has read off skills and tactics (`skills.feint`) meanwhile, `kinds` which kind of
    tactic a chip is and until when it lasts. `over` says how the combat ended, or is empty. Against a scion,
    `more_dice` are dice by colour that its pool has more than its card (fewer, below 0), `scion_defeats` counts its
    defeats. `variant` says which expansions it is played with.
    """

    catalogue: Fixed[Catalogue]
    arena: Fixed[Arena]
    rulings: Fixed[Rulings]
    step: str
    act: int
    turn: int
    event: EventKind
    units: dict[str, Unit]
    flag: Place | None
    chips: dict[str, Place]
    lineup: tuple[str, ...]
    bench: dict[str, Unit]
    rival_tactics: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    side: str = "rival"
    yours: Yours = Yours()
    points: int = 0
    supply: Supply = Supply()
    moved: frozenset[str] = NO_WORDS
    stayed: frozenset[str] = NO_WORDS
    struck: frozenset[str] = NO_WORDS
    used: frozenset[str] = NO_WORDS
    fresh: frozenset[str] = NO_WORDS
    dazed_later: frozenset[str] = NO_WORDS
    entered: dict[str, tuple[Effect, ...]] = {}
    kinds: dict[str, tuple[str, str]] = {}
    over: Ending = ""
    explain: Fixed[Callable[[Any, str, str], list[Any]] | None] = None
    foresight: Fixed[bool] = False
    more_dice: dict[Colour, int] = {}
    scion_defeats: int = 0
    variant: Fixed[Variant] = Variant()
    agenda: tuple[Any, ...] = ()
    derived: Fixed[Derived] = field(default_factory=Derived)

    def __eq__(self, other: object) -> bool:
        """Compare what the combats are, and not what has been worked out about them."""
        return isinstance(other, Combat) and astuple(self)[:-1] == astuple(other)[:-1]

    def once(self, work: Callable[[Combat, *About], Found], *about: *About) -> Found:
        """What `work` finds of the combat, worked out once for as long as nothing but the agenda changes.

        What is found must not hang on the agenda, and must not be changed by whoever asks.
        """
        derived = self.derived
        if derived.combat is not self:
            facts = astuple(self)[:AGENDA]
            if not (derived.facts and all(map(is_, derived.facts, facts))):
                derived.facts, derived.answers = facts, {}
            derived.combat = self
        key = (work, *about) if about else work
        answers = derived.answers
        if key not in answers:
            answers[key] = work(self, *about)
        found: Found = answers[key]
        return found

    def with_agenda(self, agenda: tuple[Struct, ...]) -> Combat:
        """The combat with another agenda, and all that is known of its board."""
        changed = replace(self, agenda=agenda)
        if self.derived.combat is self:
            self.derived.combat = changed
        return changed

    def tried(self, **changes: Any) -> Combat:
        """The combat with something else about it, to look at and to leave: it keeps its own `derived`."""
        return replace(self, derived=Derived(self.derived.kits), **changes)

    def in_arena(self, side: str = "") -> Iterator[Unit]:
        """Iterate over the units in combat, of one side or of all."""
        return (unit for unit in self.units.values() if unit.hex and (not side or unit.side == side))

    def in_camp(self) -> list[Unit]:
        """Your units that are not in combat."""
        return [unit for unit in self.units.values() if unit.side == "player" and not unit.hex]

    def still_there(self, ids: Iterable[str]) -> list[Unit]:
        """The units of some ids that have not left."""
        return [self.units[id_] for id_ in ids if id_ in self.units]

    def at(self, hex_: int) -> Unit | None:
        """The unit on a hex, or None."""
        return next((unit for unit in self.units.values() if unit.hex == hex_), None) if hex_ else None

    def hex_of(self, unit: Unit) -> str:
        """The name of the hex that a unit stands on; empty for one that is not in the arena."""
        return self.arena.mat.name(unit.hex) if unit.hex else ""

    def blocked(self) -> int:
        """The hexes that no unit may enter: those the arena blocks and those with a unit (Rulebook p.35)."""
        blocked = self.arena.blocked
        for unit in self.units.values():
            blocked |= unit.hex
        return blocked

    def free(self) -> int:
        """The hexes that a unit may be put on."""
        return self.arena.existing & ~self.blocked()

    def with_unit(self, unit: Unit) -> Combat:
        """The combat with one unit replaced, or added at the end."""
        return replace(self, units={**self.units, unit.id: unit})

    def with_daze(self, unit: Unit, *, dazed: bool) -> Combat:
        """The combat with a unit dazed by an effect, or dazed no longer."""
        later = self.dazed_later | {unit.id} if dazed else self.dazed_later - {unit.id}
        return replace(self, dazed_later=later).with_unit(replace(unit, dazed=dazed))

    def without_unit(self, id_: str) -> Combat:
        """The combat with one unit gone."""
        units = {key: unit for key, unit in self.units.items() if key != id_}
        return replace(self, units=units, dazed_later=self.dazed_later - {id_})

    def without_blessing(self) -> tuple[Combat, int | None]:
        """The combat with a blessing crossed off, and how many are left; None where that is not known."""
        left = self.yours.blessings and self.yours.blessings - 1
        return replace(self, yours=replace(self.yours, blessings=left)), left

    def with_next(self, unit: Unit) -> Combat:
        """The combat with a unit first in the rival's lineup again, with HP for its Health when it is deployed."""
        back = replace(unit, hex=NOWHERE, dazed=False, tactics=(), hp=None)
        return replace(self, lineup=(unit.id, *self.lineup), bench={**self.bench, unit.id: back})

    def chips_and_flag(self) -> dict[str, Place]:
        """The flag, where there is one, and the arena's chips, each with its place."""
        return {**({"flag": self.flag} if self.flag is not None else {}), **self.chips}

    def held_by(self, id_: str, *, with_flag: bool = False) -> list[str]:
        """The equipped chips that a unit holds, and perhaps the flag."""
        chips = self.chips_and_flag() if with_flag else self.chips
        return [chip for chip, place in chips.items() if place.holder == id_]

    def key_hexes(self, lies: int | None = None) -> int:
        """The key hexes: those of the mat, and that of the chip that carries one, or where it `lies` (p.18, 36)."""
        place = self.chips.get(self.arena.card.key_chip)
        if place is None:
            return self.arena.keys
        holder = self.units.get(place.holder)
        return self.arena.keys | (place.hex if lies is None else lies) | (holder.hex if holder is not None else 0)

    @property
    def has_act_modifiers(self) -> bool:
        """Say whether the act makes this combat harder, which the card of its event may forbid (p.20)."""
        cards = [self.catalogue.event(card.id) for card in self.cards if card.kind == "events"]
        ignored = any(card is not None and card.ignores_act for card in cards)
        return not ignored and self.variant.has_act_modifiers(self.event)

    def hero(self) -> Unit | None:
        """The player's hero, in combat or in camp; None where the position does not hold it."""
        return next((unit for unit in self.units.values() if unit.is_your_hero), None)


AGENDA = Combat.__struct_fields__.index("agenda")
"""Where a combat's agenda stands among its fields: those before it are the board, as `Combat.once` sees it."""


def is_scion(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit is the scion of a scion combat (Rulebook p.30-31)."""
    return combat.event == "scion" and unit.side == "rival" and combat.catalogue.scion(unit.chip) is not None


def scion_of(combat: Combat) -> Unit | None:
    """The scion, in combat or still to be deployed; None where the combat has none."""
    if combat.event != "scion":
        return None
    everyone = (*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup))
    return next((unit for unit in everyone if is_scion(combat, unit)), None)


def takes_no_steps(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit has no part in the steps of its troop: the scion, which acts by its dice alone (p.31-32).

    A minion that rows of the dice have act is like it (`scion.minions`). By those rows both may move and attack.
    """
    # The Scion Activity Step stands in the place of the Tactic Placement Step, and has its name in positions (p.31).
    if combat.event != "scion" or unit.side != "rival" or (combat.step == "tactics" and combat.side == "rival"):
        return False
    if any(each.source == ADVANCING and unit.id in each.units for each in combat.lasting):
        return False
    record = combat.catalogue.scion(scion.chip) if (scion := scion_of(combat)) is not None else None
    driven = record.driven() if record is not None and "scion.minions" not in combat.rulings.otherwise else ()
    return is_scion(combat, unit) or unit.chip in driven


ADVANCING = "advance"
"""The source of what gives units their Movement while an effect has them advance."""


def is_local(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit's faction is the arena's region (Rulebook p.13, 36; `faction.inferred`)."""
    if unit.faction_inferred and "faction.inferred" in combat.rulings.otherwise:
        return False
    return bool(unit.faction) and unit.faction == combat.arena.region


def oppose(combat: Combat, one: Unit, other: Unit) -> bool:
    """Say whether two units are opponents: all that are not allies (Rulebook p.28, 36; `opponents.arena`)."""
    if one.side == other.side:
        return False
    if "arena" in (one.side, other.side):
        if "opponents.arena" in combat.rulings.otherwise and "rival" in (one.side, other.side):
            return False
        local = other if one.side == "arena" else one
        return combat.arena.card.locals_oppose_arena_units or not is_local(combat, local)
    return True


def opponents(combat: Combat, unit: Unit) -> list[Unit]:
    """The opponents of a unit that are in combat (Rulebook p.21, 36)."""
    side = unit.side
    others = [other for other in combat.units.values() if other.hex and other.side != side]
    locals_oppose = combat.arena.card.locals_oppose_arena_units
    if side != "arena" and "opponents.arena" not in combat.rulings.otherwise and locals_oppose:
        return others
    return [other for other in others if oppose(combat, unit, other)]
