"""The commands of cards, chips and rules: what is known, and what the player adds."""
