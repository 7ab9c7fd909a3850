"""Your combat turn (Rulebook p.25-28)."""
