"""What may come: the odds of an attack, the forecast of the rival's turn."""
