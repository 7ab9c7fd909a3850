"""A pytest plugin: a run of the whole suite fails where a rule of the ledger has no test, or a test names no rule.

A run of single files or tests checks only that the rules which its tests name exist.
"""

from __future__ import annotations  # TerminalReporter has its name only in newer versions of pytest

import tomllib
from pathlib import Path
from typing import Any

import pytest

NEEDED = ("ledger.toml", "*/ledger.toml")
"""The ledgers of all tables: each of their rules is proved by a test."""

ALSO = ("*/rulings.toml",)
"""The readings of open questions that the other tables have: a test may name them too."""

FAULTS = pytest.StashKey[list[str]]()
"""What was found by the processes that a run is divided among."""


def _ids(config: pytest.Config, patterns: tuple[str, ...]) -> set[str]:
    folder = Path(config.rootpath) / "rules_data"
    paths = [path for pattern in patterns for path in folder.glob(pattern)]
    return {id_ for path in paths for id_ in tomllib.loads(path.read_text(encoding="utf-8"))}


def _is_whole(config: pytest.Config) -> bool:
    """Tell whether nothing was left out: no test named, none deselected."""
    chosen = [Path(str(arg).split("::")[0]).resolve() for arg in config.args]
    testpaths = [Path(config.rootpath, path).resolve() for path in config.getini("testpaths")]
    narrowed = config.getoption("keyword") or config.getoption("markexpr") or any("::" in str(a) for a in config.args)
    return not narrowed and (chosen == testpaths or chosen == [Path(config.rootpath).resolve()])


def pytest_collection_finish(session: pytest.Session) -> None:
    """Hold the rules that the collected tests name against the ledger."""
    rules = _ids(session.config, NEEDED)
    known = rules | _ids(session.config, ALSO)
    named: dict[str, str] = {}
    for item in session.items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                named.setdefault(rule, item.nodeid)
    faults = [f"{test} names {rule!r}, which the ledger lacks" for rule, test in named.items() if rule not in known]
    if _is_whole(session.config):
        faults += [f"rule {rule!r} of the ledger has no test" for rule in sorted(rules - set(named))]
    if not faults:
        return
    if not hasattr(session.config, "workeroutput"):
        raise pytest.UsageError("\n".join(faults))
    session.config.workeroutput["ledger"] = faults


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what one process of a divided run has found; they all find the same."""
    node.config.stash[FAULTS] = getattr(node, "workeroutput", {}).get("ledger", [])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a divided run that found a fault."""
    if session.config.stash.get(FAULTS, []):
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what a divided run found."""
    for fault in terminalreporter.config.stash.get(FAULTS, []):
        terminalreporter.write_line(f"ERROR: {fault}", red=True)
