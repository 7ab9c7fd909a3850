"""The commands of the third table: Mythic Battles: Pantheon."""
