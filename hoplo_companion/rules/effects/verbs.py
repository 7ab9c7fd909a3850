"""Every verb of the vocabulary with the step that carries it out: importing this makes them known to `use.STEPS`."""

from hoplo_companion.rules.effects import advancing, changing, doing, relocating, rerolling
from hoplo_companion.rules.effects.use import STEPS

__all__ = ["STEPS", "advancing", "changing", "doing", "relocating", "rerolling"]
