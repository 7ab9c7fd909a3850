"""The name that `hoplo` has where a test calls it a call inside its own process."""

from tests.cli import hoplo as inside

__all__ = ["inside"]
