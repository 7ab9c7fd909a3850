"""What stands between a command and the person at the terminal: output, keys, prompts, settings."""
