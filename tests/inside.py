"""hoplo run inside the test's own process: as fast as a function, with what it prints and its exit code."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from hoplo_companion.cli.app import FAILED, TRACEBACK, main
from hoplo_companion.components.catalogue import catalogue
from tests.cli import Ran


def inside(*words: str) -> Ran:
    """Run a command where `HOPLO_HOME` points; a failure of hoplo's own fails the test whatever else it checks."""
    catalogue.cache_clear()
    out, err = io.StringIO(), io.StringIO()
    code = 0
    shown = patch.dict(os.environ, {TRACEBACK: "1"})
    with shown, patch.object(sys, "argv", ["hoplo", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
    assert code != FAILED, err.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())
