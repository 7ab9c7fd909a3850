"""Questions that the rulebook leaves open: which reading is in force (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

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
}
"""(id of a question, id of a reading other than the default) to the switch that puts it in force."""


def _has_arena_units(combat: Combat) -> bool:
    return any(unit.side == "arena" for unit in combat.units.values())


ABOUT: dict[str, Callable[[Combat], bool]] = {
    "arena_units_no_opponents": _has_arena_units,
    "tactics_beside_arena_units": _has_arena_units,
    "inferred_faction_unknown": lambda combat: combat.derived.guessed,
}
"""Switches to whether there is anything that they are about: where there is not, they decide nothing."""

T = TypeVar("T")


def deciding(combat: Combat, ids: tuple[str, ...], look: Callable[[Combat], T]) -> list[str]:
    """List the questions among some whose other reading would make things look different.

    A reading by which things hang on a number that nobody has entered is passed over.
    """
    if combat.foresight:
        return []
    if not ids:
        return []
    now = look(combat)
    found = []
    for (id_, _), switch in SWITCHES.items():
        if id_ in ids and (switch not in ABOUT or ABOUT[switch](combat)):
            other = replace(combat.rulings, **{switch: not getattr(combat.rulings, switch)})
            with suppress(UnknownStatError):
                if look(combat.tried(rulings=other)) != now:
                    found.append(id_)
    return found


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
