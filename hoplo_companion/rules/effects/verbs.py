"""Every verb of the vocabulary with the step that carries it out: importing this makes them known to `use.STEPS`."""

from hoplo_companion.rules.effects import changing, on_units, relocating, roaming_driving
from hoplo_companion.rules.effects.use import STEPS

__all__ = ["STEPS", "changing", "on_units", "relocating", "roaming_driving"]
