"""What the dice and the player's choices can make of a combat, counted exactly: no prompts, no files, no chance."""
