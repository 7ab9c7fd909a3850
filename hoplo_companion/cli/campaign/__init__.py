"""The commands of a campaign between its fights."""
