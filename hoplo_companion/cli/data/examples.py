"""The examples that a pack carries: played, and compared with what they expect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.components.names import advise
from hoplo_companion.errors import HoploError, InvalidError, clip
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.questions import expectation
from hoplo_companion.rules.rival.turn import begin

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.packs import Example, UnitEnd
    from hoplo_companion.rules.model import Combat


def run(example: Example, known: Catalogue) -> list[str]:
    """Play an example; list what of it came differently, nothing where all of it came as expected."""
    given = dict(example.position)
    if example.step and example.expect.solve is not None:
        given["step"] = example.step
    try:
        combat = PositionReader(known).read_plain(given)
        faults: list[str] = []
        if example.expect.solve is not None:
            faults += _differences("solve", example.expect.solve, answer(combat))
        if example.expect.solve is None or example.answers or example.expect.units:
            faults += _play(example, combat)
    except InvalidError as fault:
        return [f"position.{defect.sentence()}" for defect in fault.defects]
    except HoploError as fault:
        return [str(fault)]
    return faults


def _differences(where: str, expected: Any, found: Any) -> list[str]:
    """List where what was found is not what was expected; tables may hold more than that."""
    if isinstance(expected, dict) and isinstance(found, dict):
        faults = []
        for key, value in expected.items():
            if key in found:
                faults += _differences(f"{where}.{key}", value, found[key])
            else:
                known = ", ".join(map(str, found))
                faults.append(
                    tr("{place}: there is no such key; there are {known}", place=f"{where}.{key}", known=known)
                )
        return faults
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [fault for at, (a, b) in pairs for fault in _differences(f"{where}[{at}]", a, b)]
    if type(expected) is type(found) and expected == found:
        return []
    values = {"found": clip(found, 200), "expected": clip(expected, 200)}
    return [tr("{place} is {found}; expected {expected}", place=where, **values)]


def _play(example: Example, combat: Combat) -> list[str]:
    """Play the turn with the answers in their order; every question takes one, and none may be left over."""
    ids = {*combat.units, *combat.bench}
    combat, _ = begin(combat, example.step)
    for at, given in enumerate(example.answers):
        if pending(combat) is None:
            left = ", ".join(clip(each) for each in example.answers[at:])
            return [tr("more answers than questions: {answers}", answers=left)]
        try:
            combat, _ = apply(combat, given)
        except HoploError as fault:
            return [f"answers[{at}]: {fault}"]
    question = pending(combat)
    if question is not None:
        place, expected = f"answers[{len(example.answers)}]", expectation(question)
        asked = {"question": question.id, "unit": question.unit, "expected": expected, "place": place}
        if question.unit:
            return [tr("{place} is missing: {question} for {unit} needs {expected}", **asked)]
        return [tr("{place} is missing: {question} needs {expected}", **asked)]
    units = {str(unit["id"]): unit for unit in write_position(combat)["units"]}
    faults = []
    for id_, end in example.expect.units.items():
        if id_ in ids:
            faults += _unit_faults(id_, end, units.get(id_))
        else:
            advice = advise(id_, ids, tr("units"))
            faults.append(tr("{unit} is not in the position; {advice}", unit=id_, advice=advice))
    return faults


def _unit_faults(id_: str, end: UnitEnd, found: dict[str, Any] | None) -> list[str]:
    """Compare a unit at the end with what was expected of it."""
    is_gone = found is None or "hex" not in found
    if end.gone or found is None or is_gone:
        if end.gone == is_gone:
            return []
        return [tr("{unit} is gone", unit=id_) if is_gone else tr("{unit} is still in combat", unit=id_)]
    expected = {"hp": end.hp, "hex": end.hex and end.hex.strip().upper(), "dazed": end.dazed, "tactics": end.tactics}
    ends = {"dazed": False, "tactics": [], **found}
    return [
        tr(
            "{place} is {found}; expected {expected}",
            place=f"{id_}.{key}",
            found=clip(ends.get(key)),
            expected=clip(value),
        )
        for key, value in expected.items()
        if value is not None and ends.get(key) != value
    ]
