"""What the dice and the player's choices can make of a combat, counted exactly: no prompts, no files, no chance."""

import gc

# A board refers to its judge, which refers to it: one large forecast drops 160,000 such pairs, which take 100 MiB and
# more until they are collected.
gc.set_threshold(1_000)
