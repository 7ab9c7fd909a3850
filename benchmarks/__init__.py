"""How fast hoplo is: start-up, answers a second, and how the cost grows."""
