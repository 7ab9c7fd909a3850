"""The second table in words."""
