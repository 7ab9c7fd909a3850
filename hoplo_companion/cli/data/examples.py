"""The examples that a pack carries: played, and held against what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.components.names import advise
from hoplo_companion.errors import HoploError, InvalidError, clip
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.rules.questions import expectation
from hoplo_companion.rules.rival.turn import begin

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.packs import Example, UnitEnd
    from hoplo_companion.rules.model import Combat


def run(example: Example, known: Catalogue) -> list[str]:
    """Play an example; list what of it did not come as told, nothing where all of it did."""
    given = dict(example.position)
    if example.step and example.expect.solve is not None:
        given["step"] = example.step
    try:
        combat = PositionReader(known).read_plain(given)
        faults = _solve(example, combat)
        if example.expect.solve is None or example.answers or example.expect.units:
            faults += _play(example, combat)
    except InvalidError as fault:
        return [f"position.{defect.sentence()}" for defect in fault.defects]
    except HoploError as fault:
        return [str(fault)]
    return faults


def _solve(example: Example, combat: Combat) -> list[str]:
    """Hold the answer of `hoplo solve` against the part of it that is told."""
    if example.expect.solve is None:
        return []

    return _differences("solve", example.expect.solve, answer(combat))


def _differences(where: str, told: Any, found: Any) -> list[str]:
    """List where what was found is not what was told; tables may hold more than was told."""
    if isinstance(told, dict) and isinstance(found, dict):
        faults = []
        for key, value in told.items():
            if key in found:
                faults += _differences(f"{where}.{key}", value, found[key])
            else:
                faults.append(f"{where}.{key}: nothing of this name is there; there are {', '.join(map(str, found))}")
        return faults
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        pairs = enumerate(zip(told, found, strict=True))
        return [fault for at, (a, b) in pairs for fault in _differences(f"{where}[{at}]", a, b)]
    same = type(told) is type(found) and told == found
    return [] if same else [f"{where}: {clip(found, 200)}, and not {clip(told, 200)}"]


def _play(example: Example, combat: Combat) -> list[str]:
    """Play the turn with the answers in their order; every question takes one, and none may be left over."""
    ids = {*combat.units, *combat.bench}
    combat, _ = begin(combat, example.step)
    for at, given in enumerate(example.answers):
        question = pending(combat)
        if question is None:
            left = ", ".join(clip(each) for each in example.answers[at:])
            return [f"answers that nobody asked for: {left}"]
        try:
            combat, _ = apply(combat, given)
        except HoploError as fault:
            return [f"answers[{at}]: {fault}"]
    question = pending(combat)
    if question is not None:
        subject = f" for {question.unit}" if question.unit else ""
        return [f"answers[{len(example.answers)}] is missing: {question.id}{subject} wants {expectation(question)}"]
    standing = {str(unit["id"]): unit for unit in write_position(combat)["units"]}
    faults = []
    for id_, end in example.expect.units.items():
        if id_ in ids:
            faults += _unit_faults(id_, end, standing.get(id_))
        else:
            faults.append(f"{id_} is no unit of the position; {advise(id_, ids, 'units')}")
    return faults


def _unit_faults(id_: str, end: UnitEnd, found: dict[str, Any] | None) -> list[str]:
    """Hold a unit as it stands against what was told of it."""
    is_gone = found is None or "hex" not in found
    if end.gone or found is None or is_gone:
        if end.gone == is_gone:
            return []
        return [f"{id_} is {'gone' if is_gone else 'still in combat'}"]
    told = {"hp": end.hp, "hex": end.hex and end.hex.strip().upper(), "dazed": end.dazed, "tactics": end.tactics}
    ends = {"dazed": False, "tactics": [], **found}
    return [
        f"{id_}: {key} is {clip(ends.get(key))}, and not {clip(value)}"
        for key, value in told.items()
        if value is not None and ends.get(key) != value
    ]
