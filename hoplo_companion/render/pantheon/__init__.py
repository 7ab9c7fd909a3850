"""What is shown of Mythic Battles: Pantheon."""
