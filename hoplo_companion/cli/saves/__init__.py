"""The commands that keep, show and put right what was played."""
