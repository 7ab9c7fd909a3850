"""Spartacus, A Game of Blood and Treachery: matches in the arena, wagers, and the houses of Capua."""
