"""hoplo as a player runs it: the command line in a process of its own, away from the checkout's settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Read the output as one JSON value."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Read the output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def hoplo(*args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **env: str) -> Ran:
    """Run hoplo without a terminal; a traceback fails the test whatever else it checks."""
    done = subprocess.run(
        [sys.executable, "-m", "hoplo_companion", *map(str, args)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm", "HOPLO_TRACEBACK": "1", **env},
        timeout=120,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.out + ran.err, ran.err
    assert ran.code != 5, ran.err
    return ran
