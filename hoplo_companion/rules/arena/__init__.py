"""The arena turn (Rulebook p.28)."""
