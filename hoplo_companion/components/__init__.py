"""What is printed on the game's components: schemas, sources, and the player's own records over the shipped ones."""
