"""What the Tab key offers, asked for as a shell's script asks."""

from __future__ import annotations

from tests.helpers.cli import hoplo


def completed(*words: str, **env: str) -> list[str]:
    """List what a shell would offer for the last of some words; anything said beside it fails."""
    asked = "\n".join(("hoplo", *words))
    ran = hoplo(
        cwd=None, stdin="", _HOPLO_COMPLETE="complete_bash", COMP_WORDS=asked, COMP_CWORD=str(len(words)), **env
    )
    assert ran.err == "", ran.err
    return [line for line in ran.out.splitlines() if line]
