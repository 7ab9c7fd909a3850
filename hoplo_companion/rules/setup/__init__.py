"""Preparing for combat (Rulebook p.18-20)."""
