"""What the tables beside Victorum have in common: an action is a row, and all that a player meets follows from it."""
