"""Mythic Battles: Pantheon, after the public summary of its rules: attack, army, ground and game."""
