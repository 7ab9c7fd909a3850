"""Questions that the rulebook leaves open: which reading is in force (`rulings.toml`)."""

from collections import UserList
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import NamedTuple, ParamSpec, TypeVar

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise
from hoplo_companion.errors import Defect, UnknownStatError, clip, defect, part
from hoplo_companion.language import tr
from hoplo_companion.rules.model import Combat, Rulings

OTHERWISE = {
    "distance.words": "hexes", "dest.bold": "any-far", "backup.close": "hexes", "taunt.which": "any",
    "equip.rival": "no", "equip.passing": "end", "opponents.arena": "no", "equip.deploy": "no", "heave.alone": "never",
    "flag.displaced": "yes", "scion.priorities": "arena", "scion.minions": "act", "scion.again": "lineup",
    "home.moved": "end", "move.back": "no", "flag.deploy": "yes", "roaming.flight": "yes", "deploy.none-free": "wait",
    "dazed.later": "any", "first-strike.reposition": "no", "heave.target": "bold", "weakest.die": "printed",
    "retaliate.saved": "no", "refugees.tactics": "yes", "beast.tactic": "ask", "faction.inferred": "no",
    "equip.displaced": "yes",
}  # fmt: skip
"""Questions that a combat can read otherwise than by default, each with its other reading."""

STATED = ("taunt.deflect", "special.card")
"""Questions whose answer has no other reading; without it, it shows what hangs on it."""


def is_about(id_: str, combat: Combat) -> bool:
    """Say whether there is anything in a combat that a question is about: where there is not, it decides nothing."""
    match id_:
        case "opponents.arena" | "refugees.tactics":
            return any(unit.side == "arena" for unit in combat.units.values())
        case "scion.priorities" | "scion.minions":
            return combat.event == "scion"
        case "faction.inferred":
            return any(unit.faction_inferred for unit in combat.units.values())
    return True


T = TypeVar("T")
P = ParamSpec("P")


def read_otherwise(combat: Combat, ids: Iterable[str], look: Callable[[Combat], T]) -> Iterator[tuple[str, T]]:
    """Look at things by the other reading of each question, but where that needs a number that nobody has entered."""
    for id_ in () if combat.foresight else ids:
        if is_about(id_, combat):
            other = replace(combat.rulings, otherwise=combat.rulings.otherwise ^ {id_})
            with suppress(UnknownStatError):
                yield id_, look(combat.tried(rulings=other))


def deciding(combat: Combat, ids: Iterable[str], look: Callable[[Combat], T]) -> list[str]:
    """The questions among some whose other reading would make things look different."""
    others = list(read_otherwise(combat, ids, look))
    now = look(combat) if others else None
    return [id_ for id_, other in others if other != now]


class Lazily(UserList[str]):
    """Questions that decide something, looked for when somebody reads them: a turn that nobody reads pays nothing."""

    def __init__(self, find: Callable[P, Iterable[str]], *about: P.args, **more: P.kwargs) -> None:
        self._find = partial(find, *about, **more)

    @cached_property
    def data(self) -> list[str]:  # type: ignore[override]
        """Those that were found."""
        return list(self._find())


class InForce(NamedTuple):
    """A question with the reading that holds: its id, its title and wording, the reading's id, and that in words."""

    id: str
    title: str
    question: str
    reading: str
    text: str
    page: str
    others: dict[str, str]


def read_rulings(catalogue: Catalogue, chosen: dict[str, str]) -> tuple[Rulings, list[Defect]]:
    """Put readings in force by question id; a question or reading that does not exist is a defect."""
    otherwise = set()
    defects = []
    for id_, reading in chosen.items():
        record = catalogue.ruling(id_)
        where = f"rulings.{part(id_)}"
        if record is None:
            advice = advise(id_, catalogue.ids("rulings"), tr("rulings"))
            defects.append(defect("unknown-ruling", where, "There is no such question; {advice}", advice=advice))
        elif reading in record.readings:
            if OTHERWISE.get(id_) == reading:  # what a campaign alone reads differently is of no fight
                otherwise.add(id_)
        elif reading not in ("default", record.default_id):
            known = ", ".join(dict.fromkeys(["default", record.default_id, *record.readings]))
            text = tr("There is no reading {reading}; it is one of {known}", reading=clip(reading), known=known)
            defects.append(Defect("unknown-reading", where, text))
    return Rulings(frozenset(otherwise), chosen), defects


def in_force(catalogue: Catalogue, chosen: dict[str, str]) -> list[InForce]:
    """Every open question with the reading in force."""
    found = []
    for id_, record in catalogue.every("rulings").items():
        every = {record.default_id: record.default, **record.readings}
        reading = chosen.get(id_, "default")
        reading = reading if reading in record.readings else record.default_id
        text, asks = every.pop(reading), " ".join(record.note.split())
        found.append(InForce(id_, record.name, asks, reading, text, record.page, every))
    return found
