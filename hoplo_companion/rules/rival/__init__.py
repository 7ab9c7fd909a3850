"""The rival's combat turn, step by step (Rulebook p.20-24)."""
