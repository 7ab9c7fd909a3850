"""`hoplo play`, the guided evening."""
