"""What the dice and the player's choices can make of a combat, counted exactly: no prompts, no files, no chance."""

import gc

# A board refers to its judge, which refers to it: what a large forecast drops takes 100 MiB until it is collected.
gc.set_threshold(3_000)
