"""The fight that is followed: its moves, what it asks, and what it hands over to the campaign."""
