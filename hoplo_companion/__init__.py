"""hoplo: a companion and referee for the solo board game Hoplomachus: Victorum."""

__version__ = "0.4.0"
