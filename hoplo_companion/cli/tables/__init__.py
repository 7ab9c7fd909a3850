"""How the tables beside Victorum are met: every question, command and key follows from the rows of their books."""
