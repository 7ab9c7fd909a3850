"""hoplo run inside the test's own process: as fast as a function, with what it prints and its exit code."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from hoplo_companion.cli.app import main
from hoplo_companion.components.catalogue import catalogue
from tests.cli import Ran


def inside(*words: str) -> Ran:
    """Run a command where `HOPLO_HOME` points; whatever is no proper exit passes through and fails the test."""
    catalogue.cache_clear()
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with patch.object(sys, "argv", ["hoplo", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
    return Ran(code, out.getvalue(), err.getvalue())
