"""A pytest plugin: a run of the whole suite fails where a rule of the ledger has no test, or a test names no rule.

A run of single files or tests checks only that the rules which its tests name exist.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

LEDGER = "rules_data/ledger.toml"


def _rules(config: pytest.Config) -> set[str]:
    path = Path(config.rootpath) / LEDGER
    return set(tomllib.loads(path.read_text(encoding="utf-8")))


def _is_whole(config: pytest.Config) -> bool:
    """Tell whether nothing was left out: no test named, none deselected."""
    chosen = [Path(str(arg).split("::")[0]).resolve() for arg in config.args]
    testpaths = [Path(config.rootpath, path).resolve() for path in config.getini("testpaths")]
    narrowed = config.getoption("keyword") or config.getoption("markexpr") or any("::" in str(a) for a in config.args)
    return not narrowed and (chosen == testpaths or chosen == [Path(config.rootpath).resolve()])


def pytest_collection_finish(session: pytest.Session) -> None:
    """Hold the rules that the collected tests name against the ledger."""
    rules = _rules(session.config)
    named: dict[str, str] = {}
    for item in session.items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                named.setdefault(rule, item.nodeid)
    faults = [f"{test} names {rule!r}, which the ledger lacks" for rule, test in named.items() if rule not in rules]
    if _is_whole(session.config):
        faults += [f"rule {rule!r} of the ledger has no test" for rule in sorted(rules - set(named))]
    if faults:
        raise pytest.UsageError("\n".join(faults))
