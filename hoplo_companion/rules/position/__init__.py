"""position@1: what the machine interface and a line at the table say of a board, read, written and answered."""
