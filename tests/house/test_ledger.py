"""The ledger's guard: a run of the whole suite fails where a rule has no test, or a test names no rule."""

from __future__ import annotations

import pytest

from tests.helpers.cli import ROOT

LEDGER = '["movement.mark"]\npage = "23"\n["movement.list"]\npage = "23"\n'


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Make a small project with a ledger of two rules and the plugin, and no plugin besides."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\ntestpaths = tests\nmarkers =\n    rule(*ids): rules\n")
    pytester.mkdir("rules_data").joinpath("ledger.toml").write_text(LEDGER)
    pytester.mkdir("tests").joinpath("conftest.py").write_text('pytest_plugins = ["ledger_plugin"]\n')
    plugin = (ROOT / "tests" / "ledger_plugin.py").read_text(encoding="utf-8")
    pytester.path.joinpath("ledger_plugin.py").write_text(plugin)
    pytester.syspathinsert()
    return pytester


def _write(project: pytest.Pytester, *marks: str) -> None:
    tests = [f"@pytest.mark.rule({mark})\ndef test_{at}():\n    assert True\n" for at, mark in enumerate(marks)]
    project.path.joinpath("tests", "test_rules.py").write_text("import pytest\n" + "\n".join(tests))


def test_a_rule_without_a_test_fails_the_run(project: pytest.Pytester) -> None:
    _write(project, '"movement.mark"')
    ran = project.runpytest_subprocess("-p", "no:cacheprovider")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(["*rule 'movement.list' of the ledger has no test*"])


def test_a_test_of_an_unknown_rule_fails_the_run(project: pytest.Pytester) -> None:
    _write(project, '"movement.mark"', '"movement.lost"')
    ran = project.runpytest_subprocess("-p", "no:cacheprovider", "tests/test_rules.py")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(["*names 'movement.lost', which the ledger lacks*"])


def test_a_run_that_covers_the_ledger_passes(project: pytest.Pytester) -> None:
    _write(project, '"movement.mark"', '"movement.list", "movement.mark"')
    assert project.runpytest_subprocess("-p", "no:cacheprovider").ret == pytest.ExitCode.OK


def test_a_run_of_a_part_asks_for_no_more_than_the_part(project: pytest.Pytester) -> None:
    _write(project, '"movement.mark"')
    assert project.runpytest_subprocess("-p", "no:cacheprovider", "-k", "test_0").ret == pytest.ExitCode.OK


@pytest.mark.parametrize("marks", ['"movement.mark"', '"movement.mark", "movement.list", "movement.lost"'])
def test_a_run_divided_among_processes_fails_alike(project: pytest.Pytester, marks: str) -> None:
    _write(project, marks)
    ran = project.runpytest_subprocess("-p", "no:cacheprovider", "-p", "xdist", "-n", "2")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stdout.fnmatch_lines(["*ERROR: *'movement.l*"])
