"""Text to record and back: effects, cards, units, arenas and scions in a line each."""
