"""`hoplo spartacus`: a second table."""
