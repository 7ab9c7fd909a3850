"""Scion combat: the dice, the Scion Activity Step, and preparing for it (Rulebook p.30-32)."""
