"""`hoplo learn`: the rulebook's examples as lessons, played with the rules themselves."""
