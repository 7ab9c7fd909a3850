"""The effects of skills, tactics, arenas and cards, carried out from their records."""
