"""One screen for an evening: the board above, what counts beside it, the last events, and one prompt."""
