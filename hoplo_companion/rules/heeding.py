"""What is told by hand of the attack or the unit that is under way, and the steps that heed it."""

from __future__ import annotations

from hoplo_companion.rules.agenda import Step


class Heeded(Step, frozen=True):
    """Something that happened to the attack under way, or to the unit whose turn to act it is."""

    used: bool = False
    dice: tuple[str, ...] | None = None
    damage: int | None = None
    target: str = ""

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.target,)


class Heeds(Step, frozen=True):
    """A step that a manual effect may change before it is resolved, unless it leaves that to a later one."""

    @property
    def listens(self) -> bool:
        """Tell whether what is told is for this step."""
        return True

    def heed(self, effect: Heeded, unit: str) -> Step:
        """Give the step as the effect leaves it, told of a unit."""
        return self
