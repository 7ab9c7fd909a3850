"""Which chips are never sacrificed: those with Undying, or any other skill that says so (Unit Skills sheet)."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Forbid
from hoplo_companion.components.names import part_number, slug


def is_undying(catalogue: Catalogue, chip: str) -> bool:
    """Say whether a chip has a skill that keeps it from being sacrificed; a chip nobody knows has none."""
    record = catalogue.unit(slug(chip))
    if record is None:
        return False
    skills = [catalogue.skill(slug(name)) or catalogue.skill(slug(part_number(name)[0])) for name in record.skills]
    effects = [effect for skill in skills if skill is not None for effect in skill.effects or ()]
    return any(isinstance(verb, Forbid) and verb.what == "be-sacrificed" for each in effects for verb in each.verbs)


def undying(catalogue: Catalogue, chips: Iterable[str]) -> tuple[str, ...]:
    """List the chips among some that are never sacrificed."""
    return tuple(chip for chip in chips if is_undying(catalogue, chip))
