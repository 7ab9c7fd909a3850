"""What Mercury's Boots adds to a campaign: its modules and its set-up."""
