"""The board as a list of sentences: for the ear, and wherever no drawing can be shown."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hoplo_companion.components.names import slug
from hoplo_companion.hexes import bits
from hoplo_companion.render.board.labels import OWNERS
from hoplo_companion.render.board.legend import SIDE_NAMES, about, coming_lines, numbers, title_words
from hoplo_companion.render.sentences.words import chip_name, count
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.model import Combat, Unit

_WHOSE = {"rival": "Rival", "player": "Your", "arena": "Arena unit"}
_ONE_LINE = 1_000_000


def unit_sentence(combat: Combat, unit: Unit, origin: int = 0) -> str:
    """Say all about a unit in the arena in one sentence: `Your Krakenlance on E3, 6 HP, Move 2, Range 1`.

    Shapes: `origin` is the hex that it came from in the last move, or none.
    """
    hp = "HP unknown" if unit.hp is None else f"{unit.hp} HP"
    if unit.health not in (None, unit.hp):
        hp += f" of {unit.health}"
    where = f"{_WHOSE.get(unit.side, unit.side)} {_called(combat, unit)} on {combat.arena.mat.name(unit.hex)}"
    figures = [each.replace("?", "unknown") for each in numbers(combat, unit)]
    return f"{', '.join([where, hp, *figures, *about(combat, unit, origin)])}."


def _called(combat: Combat, unit: Unit) -> str:
    """Name a unit by its chip, with the number of its id; by its id too where that is another name."""
    chip = chip_name(combat.catalogue, unit.chip)
    found = re.fullmatch(rf"({OWNERS[unit.side]})?{re.escape(slug(chip))}(-\d+)?", slug(unit.id))
    return f"{chip} {unit.id}" if found is None else f"{chip} {found[2][1:]}" if found[2] else chip


def _mat(combat: Combat) -> list[str]:
    """Say what is printed on the mat, as far as there is any of it."""
    arena, names = combat.arena, combat.arena.mat.names
    levels = sorted({level for level in arena.elevation.values() if level}, reverse=True)
    parts = [
        ("Key hexes", names(combat.key_hexes())),
        ("Blocked hexes", names(arena.blocked)),
        *(
            (f"Elevation {level}", names(sum(hex_ for hex_, high in arena.elevation.items() if high == level)))
            for level in levels
        ),
        ("Rival deployment hexes, the first one first", [arena.mat.name(hex_) for hex_ in arena.rival_deployment]),
        ("Your deployment hexes", [arena.mat.name(hex_) for hex_ in arena.player_deployment]),
        ("Hexes not in this arena", names(arena.mat.everywhere & ~arena.existing)),
    ]
    return [f"{what}: {', '.join(where)}." for what, where in parts if where]


def _gone(combat: Combat, came_from: Mapping[str, int]) -> list[str]:
    """Say which units moved and are no longer in the arena."""
    return [
        f"{id_} moved from {combat.arena.mat.name(was)} and is gone."
        for id_, was in came_from.items()
        if not (id_ in combat.units and combat.units[id_].hex) and len(list(bits(was))) == 1
    ]


def board_sentences(combat: Combat, came_from: Mapping[str, int] | None = None) -> list[str]:
    """Say what a board shows: the combat, its units one by one, what is to come or lies loose, and the mat.

    Shapes: `came_from` gives for each unit that moved the hex it came from.
    """
    came_from = came_from or {}
    title = title_words(combat)
    if not combat.points:
        title.append(count(0, "point"))
    units = [
        unit_sentence(combat, unit, came_from.get(unit.id, 0)) for side in SIDE_NAMES for unit in combat.in_arena(side)
    ]
    return [
        f"{', '.join(title)}.",
        *(units or ["No unit is in the arena."]),
        *_gone(combat, came_from),
        *(text_of(line) for line in coming_lines(combat, _ONE_LINE)),
        *_mat(combat),
    ]
