"""Questions that the rulebook leaves open: which reading is in force (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise
from hoplo_companion.errors import Defect, UnknownStatError, clip, part
from hoplo_companion.language import tr
from hoplo_companion.rules.model import Combat, Rulings

SWITCHES: dict[tuple[str, str], str] = {
    ("distance.words", "hexes"): "distance_in_hexes",
    ("dest.bold", "any-far"): "any_farthest_hex",
    ("backup.close", "hexes"): "backup_in_hexes",
    ("taunt.which", "any"): "taunt_any",
    ("equip.rival", "no"): "rivals_never_equip",
    ("equip.passing", "end"): "equip_only_at_end",
    ("opponents.arena", "no"): "arena_units_no_opponents",
    ("equip.deploy", "no"): "deployed_never_equip",
    ("heave.alone", "never"): "heave_needs_attack",
    ("flag.displaced", "yes"): "displaced_take_flag",
    ("scion.priorities", "arena"): "arena_lists_against_scion",
    ("scion.minions", "act"): "minions_act",
    ("scion.again", "lineup"): "scion_comes_again",
    ("home.moved", "end"): "home_only_at_end",
    ("move.back", "no"): "no_way_back",
    ("flag.deploy", "yes"): "deployed_take_flag",
    ("roaming.flight", "yes"): "flight_while_roaming",
    ("deploy.none-free", "wait"): "waits_without_hex",
    ("dazed.later", "any"): "every_daze_lifted",
    ("first-strike.reposition", "no"): "dazed_never_reposition",
    ("heave.target", "bold"): "heave_by_list_alone",
    ("weakest.die", "printed"): "weakest_die_printed",
    ("retaliate.saved", "no"): "saved_never_retaliate",
    ("refugees.tactics", "yes"): "tactics_beside_arena_units",
    ("beast.tactic", "ask"): "beast_tactic_asked",
    ("faction.inferred", "no"): "inferred_faction_unknown",
    ("equip.displaced", "yes"): "displaced_equip",
}
"""(id of a question, id of a reading other than the default) to the switch that puts it in force."""

STATED = {"taunt.deflect": "closed_taunt_free", "special.card": "card_special_equal"}
"""Questions whose answer has no other reading, to the switch that leaves it out, so that it shows what hangs on it."""

SWITCH_OF = {**{id_: switch for (id_, _), switch in SWITCHES.items()}, **STATED}


def _has_arena_units(combat: Combat) -> bool:
    return any(unit.side == "arena" for unit in combat.units.values())


def _is_of_a_scion(combat: Combat) -> bool:
    return combat.event == "scion"


ABOUT: dict[str, Callable[[Combat], bool]] = {
    "arena_units_no_opponents": _has_arena_units,
    "tactics_beside_arena_units": _has_arena_units,
    "arena_lists_against_scion": _is_of_a_scion,
    "minions_act": _is_of_a_scion,
    "inferred_faction_unknown": lambda combat: any(unit.faction_inferred for unit in combat.units.values()),
}
"""Switches to whether there is anything that they are about: where there is not, they decide nothing."""

T = TypeVar("T")
P = ParamSpec("P")


def read_otherwise(combat: Combat, ids: Iterable[str], look: Callable[[Combat], T]) -> Iterator[tuple[str, T]]:
    """Look at things by the other reading of each of some questions.

    A reading by which they hang on a number that nobody has entered is passed over.
    """
    for id_, switch in [] if combat.foresight else _open(combat, ids):
        other = replace(combat.rulings, **{switch: not getattr(combat.rulings, switch)})
        with suppress(UnknownStatError):
            yield id_, look(combat.tried(rulings=other))


def deciding(combat: Combat, ids: Iterable[str], look: Callable[[Combat], T]) -> list[str]:
    """List the questions among some whose other reading would make things look different."""
    others = list(read_otherwise(combat, ids, look))
    now = look(combat) if others else None
    return [id_ for id_, other in others if other != now]


def _open(combat: Combat, ids: Iterable[str]) -> list[tuple[str, str]]:
    """List the switches of some questions that can decide anything on this board."""
    found = [(id_, SWITCH_OF[id_]) for id_ in ids]
    return [(id_, switch) for id_, switch in found if switch not in ABOUT or ABOUT[switch](combat)]


class Lazily(Collection[str]):
    """Questions that decide something, looked for when somebody reads them: a turn that nobody reads pays nothing."""

    def __init__(self, find: Callable[P, Iterable[str]], *about: P.args, **more: P.kwargs) -> None:
        self._find = partial(find, *about, **more)

    @cached_property
    def _found(self) -> list[str]:
        return list(self._find())

    def __contains__(self, id_: object) -> bool:
        return id_ in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: Any) -> bool:
        return self._found == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._found)


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
    switches: dict[str, bool] = {}
    defects = []
    for id_, reading in chosen.items():
        record = catalogue.ruling(id_)
        where = f"rulings.{part(id_)}"
        if record is None:
            advice = advise(id_, catalogue.ids("rulings"), tr("rulings"))
            defects.append(Defect("unknown-ruling", where, tr("There is no such question; {advice}", advice=advice)))
        elif reading in record.readings:
            if (id_, reading) in SWITCHES:  # what a campaign alone reads differently is of no fight
                switches[SWITCHES[id_, reading]] = True
        elif reading not in ("default", record.default_id):
            known = ", ".join(dict.fromkeys(["default", record.default_id, *record.readings]))
            text = tr("There is no reading {reading}; it is one of {known}", reading=clip(reading), known=known)
            defects.append(Defect("unknown-reading", where, text))
    return Rulings(**switches, given=chosen), defects


def in_force(catalogue: Catalogue, chosen: dict[str, str]) -> list[InForce]:
    """List every open question with the reading in force."""
    found = []
    for id_ in catalogue.ids("rulings"):
        record = catalogue.ruling(id_)
        assert record is not None
        reading = chosen.get(id_, "default")
        text = record.readings.get(reading, record.default)
        if reading not in record.readings:
            reading = record.default_id
        others = {other: words for other, words in record.readings.items() if other != reading}
        if reading != record.default_id:
            others = {record.default_id: record.default, **others}
        asks = " ".join(record.note.split())
        found.append(InForce(id_, record.name, asks, reading, text, record.page, others))
    return found
