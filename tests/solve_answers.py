"""The shapes of the answers that `hoplo solve` gives, for their published schema."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from hoplo_companion.rules.position.document import PositionDoc, StateDoc
from tests.jsonschemas import position_schema, record_schemas, union_schema


class Reason(Struct, forbid_unknown_fields=True):
    """Why an answer is as it is: about which unit (or tactic), by which rule."""

    unit: str
    rule: str
    page: str
    text: str


class Deploy(Struct, forbid_unknown_fields=True):
    """A unit, the hex it is deployed on, and the HP it gains beyond its Health."""

    unit: str
    hex: str
    bonus_hp: int


class DeploymentAnswer(Struct, forbid_unknown_fields=True):
    """The answer to a deployment step, in order of deployment."""

    deploy: list[Deploy]
    because: list[Reason] | UnsetType = UNSET


class TacticPlaced(Struct, forbid_unknown_fields=True):
    """The one tactic placed this turn, its place in the rival's column from 0, and every legal target."""

    chip: str
    index: int
    targets: list[str]


class TacticsAnswer(Struct, forbid_unknown_fields=True):
    """The answer to a tactics step; null where none can be placed."""

    tactic: TacticPlaced | None
    because: list[Reason] | UnsetType = UNSET


class MarkAnswer(Struct, forbid_unknown_fields=True):
    """A mark: the place of its entry in the unit's list from 0, and a unit's id or a hex."""

    priority: int
    target: str


class UnitMove(Struct, forbid_unknown_fields=True):
    """What a rival unit would do if it moved first."""

    status: Literal["moves", "stays", "blocked", "idle", "dazed"]
    marks: list[MarkAnswer]
    destinations: list[str]


class MovementAnswer(Struct, forbid_unknown_fields=True):
    """The answer to a movement step: each unit by id, and every placement that it can end in, if not too many."""

    units: dict[str, UnitMove]
    outcomes: list[dict[str, str]] | UnsetType = UNSET
    error: "Fault | UnsetType" = UNSET
    because: list[Reason] | UnsetType = UNSET


class UnitTargets(Struct, forbid_unknown_fields=True):
    """Whom a rival unit may attack as things stand."""

    targets: list[str]


class EngageAnswer(Struct, forbid_unknown_fields=True):
    """The answer to an engage step, each unit by id."""

    units: dict[str, UnitTargets]
    because: list[Reason] | UnsetType = UNSET


class Fault(Struct, forbid_unknown_fields=True):
    """What is wrong with a position: a code, the place of the first defect, and all of them in words."""

    code: str
    where: str
    message: str


class RangeAnswer(Struct, forbid_unknown_fields=True):
    """The least and the greatest that your choices can bring about: fractions, or a mean with its standard error."""

    best: str | tuple[str, str]
    worst: str | tuple[str, str]


class OutlookAnswer(Struct, forbid_unknown_fields=True):
    """What the turn can do to a unit: the chance that it is defeated, the HP that it loses by damage on average.

    A hero with a blessing left has beside them the chance that at least one is used.
    """

    defeated: RangeAnswer
    damage: RangeAnswer
    blessing: RangeAnswer | UnsetType = UNSET


class SampledAnswer(Struct, forbid_unknown_fields=True):
    """The turns that were played where they could not be counted, and the seed that repeats them."""

    turns: int
    seed: int


class ForecastAnswer(Struct, forbid_unknown_fields=True):
    """The answer to `forecast`: what the rest of the rival's turn can do to each of your units in the arena."""

    units: dict[str, OutlookAnswer]
    sampled: SampledAnswer | UnsetType = UNSET


class ErrorAnswer(Struct, forbid_unknown_fields=True):
    """The answer to a line that cannot be answered."""

    error: Fault


ANSWERS = (DeploymentAnswer, TacticsAnswer, MovementAnswer, EngageAnswer, ForecastAnswer, ErrorAnswer)


def all_schemas() -> dict[str, dict[str, Any]]:
    """Write every published schema, by the stem of its file."""
    return record_schemas() | {
        "position-1": position_schema(PositionDoc, StateDoc),
        "answer-1": union_schema(ANSWERS, "hoplo/answer@1"),
    }
