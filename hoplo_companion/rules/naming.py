"""What units are called, and whom and what a name means: an id, or any unambiguous beginning.

Units go by their chips, with the side and a number where several have one name. Names are matched without regard to
case, spaces and punctuation. `my-`, `rival-` and `arena-` before a name keep to the units of that side, unless a
unit's id is exactly that.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import meant_by, near_misses, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Combat, Unit, oppose
from hoplo_companion.rules.sentence import Sentence, said

SIDED = {"rival": later("the rival {name}"), "player": later("your {name}"), "arena": later("the arena's {name}")}
"""How a unit is called whose name another side has too."""

_OF_SIDE = {"rival-": "rival", "your-": "player", "my-": "player", "arena-": "arena"}
_ID = re.compile(rf"({'|'.join(_OF_SIDE)})?(.+?)(?:-(\d+))?")


class _Called(NamedTuple):
    """A name, the side of whose it is, where that is known, and whether that has to be said with it."""

    name: str
    side: str = ""
    sided: bool = False


class Names:
    """What the units of a combat are called; one that is not among them goes by what its id says.

    A name says what to type: `Archer`, `Archer 2`, `rival Defender` mean their units in every command.
    """

    def __init__(self, catalogue: Catalogue, units: Iterable[Unit] = ()) -> None:
        self.catalogue = catalogue
        self._called: dict[str, _Called] = {}
        alike: dict[tuple[str, str], list[Unit]] = {}
        for unit in {unit.id: unit for unit in units}.values():
            alike.setdefault((chip_name(catalogue, unit.chip), unit.side), []).append(unit)
        for (name, side), ours in alike.items():
            others = any((name, other) in alike for other in SIDED if other != side)
            for unit, number in zip(ours, _numbers(name, ours), strict=True):
                is_said = others or self._by_id(unit.id).sided
                self._called[unit.id] = _Called(f"{name} {number}".strip(), side, is_said)

    def __call__(self, id_: str) -> str:
        """Name a unit: `Archer`, `the rival Defender`; what is not a unit (a hex) stays as it is."""
        return str(self.kept_name(id_))

    def whose(self, id_: str) -> str:
        """Name a unit with its side in any case: `your Archer`."""
        name, side, _ = self._of(id_)
        return tr(SIDED[side], name=name) if side else name

    def bare(self, id_: str) -> str:
        """Name a unit without its side, where that is said elsewhere."""
        return self._of(id_).name

    def kept_name(self, id_: str) -> Sentence | str:
        """Name a unit in a sentence that is kept, and worded when it is shown."""
        name, side, sided = self._of(id_)
        return said(SIDED[side], name=name) if sided else name

    def _of(self, id_: str) -> _Called:
        return self._called.get(id_) or self._by_id(id_)

    def _by_id(self, id_: str) -> _Called:
        """Read off an id what it says by itself: `rival-archer-2` is the rival's second Archer."""
        if _is_chip(self.catalogue, id_):
            return _Called(chip_name(self.catalogue, id_))
        found = _ID.fullmatch(id_)
        if found is None or not _is_chip(self.catalogue, found[2]):
            return _Called(id_)
        name = chip_name(self.catalogue, found[2])
        return _Called(f"{name} {found[3]}" if found[3] else name, _OF_SIDE.get(found[1] or "", ""), bool(found[1]))


def names_of(*combats: Combat) -> Names:
    """The names of all units of a combat; of several moments of it, those too that have left it since."""
    units = (unit for combat in combats for unit in (*combat.bench.values(), *combat.units.values()))
    return Names(combats[-1].catalogue, units)


def bare_id(id_: str) -> str:
    """The chip that an id speaks of by itself: `rival-archer-2` is an archer."""
    found = _ID.fullmatch(id_)
    return found[2] if found else id_


def chip_name(catalogue: Catalogue, chip: str) -> str:
    """The name of a unit chip, hero or scion as printed; of a chip in no source, the words of its id."""
    return catalogue.name(chip, "units", "heroes", "scions") or title_of(chip)


def title_of(id_: str) -> str:
    """Write an id as a name that is printed: `bolster-health` → `Bolster Health`."""
    return " ".join(word.capitalize() for word in id_.replace("-", " ").split())


def _numbers(name: str, alike: list[Unit]) -> list[str]:
    """Tell units of one name and side from one another: by the numbers of their ids, or else by the ids.

    A unit that is the only one needs its number where its id is its chip's alone.
    """
    found = [re.fullmatch(r"(.*?)-?(\d+)", unit.id) for unit in alike]
    if len(alike) == 1 and bare_id(alike[0].id) != slug(name):
        return [""]
    numbers = [number[2] if number is not None else "" for number in found]
    return numbers if len(set(numbers)) == len(numbers) else [f"({unit.id})" for unit in alike]


def _is_chip(catalogue: Catalogue, id_: str) -> bool:
    return catalogue.unit(id_) is not None or catalogue.hero(id_) is not None


T = TypeVar("T")

SIDES = {"my": "player", "rival": "rival", "arena": "arena"}
"""The words before a name that keep to the units of one side."""

LEAST_LETTERS = 3
"""As many letters as a chip's name may be cut down to before a unit's id no longer counts as cut short."""

_WHOSE = {"player": later("yours"), "rival": later("the rival's"), "arena": later("the arena's")}


class AmbiguousNameError(UsageError):
    """A name that may mean several things; `candidates` are what would tell them apart."""

    def __init__(self, name: str, candidates: list[str], hint: str = "") -> None:
        self.candidates = candidates
        meant = ", ".join(candidates) + (f" ({hint})" if hint else "")
        super().__init__(tr("{name} may mean {candidates}: write more of the name.", name=clip(name), candidates=meant))


def _ambiguous(name: str, units: Collection[Unit]) -> AmbiguousNameError:
    found = [f"{unit.id} ({tr(_WHOSE[unit.side])}, {unit.chip})" for unit in units]
    sides = {unit.side for unit in units}
    words = [f"{word}-{slug(name)}" for word, side in SIDES.items() if side in sides and len(sides) > 1]
    return AmbiguousNameError(name, found, ", ".join(words))


def candidates(combat: Combat, name: str, among: Iterable[Unit]) -> list[Unit]:
    """Whom of some units a name may mean: the one with that id, else all whose id or chip begins like it."""
    units = list(among)
    typed = slug(name)
    if found := _exact(name, units):
        return found
    word, _, rest = typed.partition("-")
    if word in SIDES and rest and not _exact(name, combat.units.values()):
        ours = [unit for unit in units if unit.side == SIDES[word]]
        if found := _exact(rest, ours) or _begun((rest, typed), ours):
            return found
    return _begun((typed,), units)


def _exact(name: str, units: Iterable[Unit]) -> list[Unit]:
    """The unit of an id to the letter, else those of that id but for case and punctuation."""
    known = list(units)
    typed = slug(name)
    return [unit for unit in known if unit.id == name] or [unit for unit in known if typed and slug(unit.id) == typed]


def _begun(typed: tuple[str, ...], units: Iterable[Unit]) -> list[Unit]:
    words = tuple(word for word in typed if word)
    return [unit for unit in units if slug(unit.id).startswith(words) or slug(unit.chip).startswith(words)]


def named(combat: Combat, name: str, among: Iterable[Unit], beside: Iterable[Unit] = ()) -> Unit | None:
    """Find the unit that a name means among some; None where it means nobody.

    The id of a unit `beside` them, typed whole, means that unit alone and nobody whose name begins like it.
    AmbiguousNameError (a UsageError) lists the units where it may mean several.
    """
    units = list(among)
    if (exact := _exact(name, beside)) and {unit.id for unit in units}.isdisjoint(unit.id for unit in exact):
        return None
    found = candidates(combat, name, units)
    if len(found) > 1:
        raise _ambiguous(name, found)
    return found[0] if found else None


def named_of_either_side(combat: Combat, name: str, among: Iterable[Unit]) -> Unit | None:
    """Find the unit that a name means where units of both sides may be meant.

    An id that is also the name of a chip of the other side, or the beginning of one, is ambiguous here; an id of one or
    two letters stands for nothing else.
    """
    units = list(among)
    typed = slug(name)
    unit = named(combat, name, units, combat.units.values())
    if unit is not None and slug(unit.id) == typed:
        others = [other for other in units if other.side != unit.side and slug(other.chip).startswith(typed)]
        also = [other for other in others if len(typed) >= LEAST_LETTERS or slug(other.chip) == typed]
        if also:
            raise _ambiguous(name, [unit, *also])
    return unit


def aimed_at(combat: Combat, unit: Unit, name: str) -> Unit | None:
    """Find whom an attack names: an opponent first; an id of a letter or two stands for nothing else."""
    foes = [each for each in combat.units.values() if oppose(combat, unit, each)]
    others = [each for each in combat.in_arena() if each not in foes]
    beside = [*foes, *others] if len(name) < LEAST_LETTERS else foes
    aim = named(combat, name, [each for each in foes if each.hex], beside)
    return aim or named(combat, name, others, combat.units.values())


def word_for(combat: Combat, unit: Unit, among: Iterable[Unit]) -> str:
    """A name that means this unit where units of both sides may be meant: its id, or that with its side."""
    try:
        named_of_either_side(combat, unit.id, among)
    except AmbiguousNameError:
        return next(f"{word}-{unit.id}" for word, side in SIDES.items() if side == unit.side)
    return unit.id


def any_named(combat: Combat, name: str, among: Iterable[Unit]) -> Unit:
    """Find the unit that a name means among some; UnknownNameError says what else is called so, or what is near."""
    units = list(among)
    if (unit := named(combat, name, units)) is not None:
        return unit
    from hoplo_companion.components.lookup import not_found  # few names mean nobody

    raise not_found("unit", name, [each.id for each in units], combat.catalogue)


def suggestion(name: str, ids: Collection[str]) -> Sentence | str:
    """Say what an unknown name was perhaps to mean, after what is wrong with it; empty where nothing is near."""
    near = near_misses(name, ids)
    return said("; did you mean {names}?", names=" / ".join(near)) if near else ""


def picked(name: str, among: Mapping[str, T]) -> T | None:
    """Find what a word, or its unambiguous beginning, stands for; AmbiguousNameError where that is several things."""
    words = meant_by(name, among)
    if any(among[word] != among[words[0]] for word in words):
        raise AmbiguousNameError(name, words)
    return among[words[0]] if words else None


def called(combat: Combat, unit: Unit) -> str | Sentence:
    """Name a unit as its chip does, and by its side where another has one of that name."""
    return names_of(combat).kept_name(unit.id)


def all_called(combat: Combat, units: Iterable[Unit]) -> Sentence | str:
    """Name several units, one after the other."""
    found: Sentence | str = ""
    for unit in units:
        name = called(combat, unit)
        found = said("{units} and {unit}", units=found, unit=name) if found else name
    return found
