"""The long tests, run by hand: `python -m tests.soak`."""
