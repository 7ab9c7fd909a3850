"""What the shell knows of hoplo: completions and the manual page."""
