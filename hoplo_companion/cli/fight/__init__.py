"""The commands of a fight."""
