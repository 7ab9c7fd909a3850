"""How units are called: as on their chips, with the side and a number where several have one name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.language import later, tr
from hoplo_companion.rules.sentence import Sentence, said

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat, Unit

SIDED = {
    "rival": later("the rival {name}"),
    "player": later("your {name}"),
    "arena": later("the arena's {name}"),
}
"""How a unit is called whose name another side has too."""

_OF_SIDE = {"rival-": "rival", "your-": "player", "my-": "player", "arena-": "arena"}
_ID = re.compile(rf"({'|'.join(_OF_SIDE)})?(.+?)(?:-(\d+))?")


class _Called(NamedTuple):
    """A name, and the side that has to be said with it, if it has to be."""

    name: str
    side: str = ""


class Names:
    """What the units of a combat are called; one that is not among them goes by what its id says.

    A name says what to type: `Archer`, `Archer 2`, `rival Defender` mean their units in every command.
    """

    def __init__(self, catalogue: Catalogue, units: Iterable[Unit] = ()) -> None:
        self.catalogue = catalogue
        self._called: dict[str, _Called] = {}
        self._sides: dict[str, str] = {}
        alike: dict[tuple[str, str], list[Unit]] = {}
        for unit in {unit.id: unit for unit in units}.values():
            alike.setdefault((chip_name(catalogue, unit.chip), unit.side), []).append(unit)
        for (name, side), ours in alike.items():
            others = any((name, other) in alike for other in SIDED if other != side)
            for unit, number in zip(ours, _numbers(name, ours), strict=True):
                self._sides[unit.id] = side
                is_said = others or self._by_id(unit.id).side
                self._called[unit.id] = _Called(f"{name} {number}".strip(), side if is_said else "")

    def __call__(self, id_: str) -> str:
        """Name a unit: `Archer`, `the rival Defender`; what is not a unit (a hex) stays as it is."""
        called = self._called.get(id_) or self._by_id(id_)
        return tr(SIDED[called.side], name=called.name) if called.side else called.name

    def whose(self, id_: str) -> str:
        """Name a unit with its side in any case: `your Archer`."""
        name, side = self._called.get(id_) or self._by_id(id_)
        side = side or self._sides.get(id_, "")
        return tr(SIDED[side], name=name) if side else name

    def bare(self, id_: str) -> str:
        """Name a unit without its side, where that is said elsewhere."""
        return (self._called.get(id_) or self._by_id(id_)).name

    def kept(self, id_: str) -> Sentence | str:
        """Name a unit in a sentence that is kept, and worded when it is shown."""
        name, side = self._called.get(id_) or self._by_id(id_)
        return said(SIDED[side], name=name) if side else name

    def _by_id(self, id_: str) -> _Called:
        """Read off an id what it says by itself: `rival-archer-2` is the rival's second Archer."""
        if _is_chip(self.catalogue, id_):
            return _Called(chip_name(self.catalogue, id_))
        found = _ID.fullmatch(id_)
        if found is None or not _is_chip(self.catalogue, found[2]):
            return _Called(id_)
        name = chip_name(self.catalogue, found[2])
        return _Called(f"{name} {found[3]}" if found[3] else name, _OF_SIDE.get(found[1] or "", ""))


def names_of(*combats: Combat) -> Names:
    """Give the names of all units of a combat; of several moments of it, those too that have left it since."""
    units = (unit for combat in combats for unit in (*combat.bench.values(), *combat.units.values()))
    return Names(combats[-1].catalogue, units)


def bare_id(id_: str) -> str:
    """Give the chip that an id speaks of by itself: `rival-archer-2` is an archer."""
    found = _ID.fullmatch(id_)
    return found[2] if found else id_


def chip_name(catalogue: Catalogue, chip: str) -> str:
    """Give the name of a unit chip, hero or scion as printed; of a chip in no source, the words of its id."""
    record = catalogue.unit(chip) or catalogue.hero(chip) or catalogue.scion(chip)
    return record.name if record is not None else title_of(chip)


def title_of(id_: str) -> str:
    """Write an id as a name that is printed: `bolster-health` → `Bolster Health`."""
    return " ".join(word.capitalize() for word in id_.replace("-", " ").split())


def _numbers(name: str, alike: list[Unit]) -> list[str]:
    """Tell units of one name and side from one another: by the numbers of their ids, or else by the ids."""
    numbers = [_number(name, unit.id, one=len(alike) == 1) for unit in alike]
    return numbers if len(set(numbers)) == len(numbers) else [f"({unit.id})" for unit in alike]


def _number(name: str, id_: str, *, one: bool) -> str:
    """Give the number at the end of an id; a unit that is the only one needs it where its id is its chip's alone."""
    found = re.fullmatch(r"(.*?)-?(\d+)", id_)
    if found is None or (one and bare_id(id_) != slug(name)):
        return ""
    return found[2]


def _is_chip(catalogue: Catalogue, id_: str) -> bool:
    return catalogue.unit(id_) is not None or catalogue.hero(id_) is not None
