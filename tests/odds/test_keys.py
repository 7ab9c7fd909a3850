"""What is looked up of a board: whatever two boards of a turn may differ in, declared where the state is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.odds.keys import Keys, everything, sees
from hoplo_companion.rules.agenda import Then
from hoplo_companion.rules.model import Combat, Supply, Unit, Yours
from hoplo_companion.rules.rival.movement_step import begin_movement
from hoplo_companion.rules.state import state_of
from tests.helpers.boards import combat

FIGHT = replace(
    combat("movement", ["r rival B2 hp3 blue Taunt", "p player E3 hp2 red"], flag="C2"),
    agenda=(Then(begin_movement),),
)
"""A board on which units are still to move, so that every hex counts."""


def different(value: Any) -> Any:
    """Give another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case frozenset():
            return value | {"x"}
        case tuple():
            return (*value, "x")
        case dict():
            return {**value, "x": 1}
        case Struct():
            name = value.__struct_fields__[0]
            return replace(value, **{name: different(getattr(value, name))})
    return 7


def keys_of(fight: Combat) -> tuple[Any, Any]:
    """Name a board with nothing saved, and as a search does."""
    return everything(fight), Keys(FIGHT, sees(FIGHT))(fight)


def differs(changed: Combat) -> bool:
    """Say whether both names of a board are other than before."""
    return all(one != other for one, other in zip(keys_of(changed), keys_of(FIGHT), strict=True))


@pytest.mark.parametrize("name", [name for name in state_of(Combat) if name not in ("units", "agenda")])
def test_every_field_of_a_combat_is_in_its_key(name: str) -> None:
    assert differs(replace(FIGHT, **{name: different(getattr(FIGHT, name))}))


@pytest.mark.parametrize("name", state_of(Unit))
def test_every_field_of_a_unit_is_in_its_key(name: str) -> None:
    unit = FIGHT.units["p"]
    changed = replace(unit, **{name: different(getattr(unit, name))})
    assert differs(replace(FIGHT, units={**FIGHT.units, "p": changed}))


@pytest.mark.parametrize(
    ("part", "name"),
    [(part, name) for part, type_ in (("yours", Yours), ("supply", Supply)) for name in state_of(type_)],
)
def test_every_part_of_what_you_have_is_in_its_key(part: str, name: str) -> None:
    value = getattr(FIGHT, part)
    assert differs(replace(FIGHT, **{part: replace(value, **{name: different(getattr(value, name))})}))


def test_steps_still_to_do_are_in_the_key_and_what_is_fixed_is_not() -> None:
    assert differs(replace(FIGHT, agenda=(Then(begin_movement), Then(begin_movement))))
    assert differs(replace(FIGHT, units={id_: FIGHT.units[id_] for id_ in ("p", "r")}))
    quiet = replace(FIGHT, foresight=True, explain=lambda *_: [])
    assert keys_of(quiet) == keys_of(FIGHT)
