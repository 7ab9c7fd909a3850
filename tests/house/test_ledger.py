"""The ledger's guard: a run of the whole suite fails where a rule has no test, or a test names no rule."""

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


@pytest.mark.parametrize(("marks", "chosen", "wrong"), [
    (['"movement.mark"'], [], "rule 'movement.list' of the ledger has no test"),
    (['"movement.mark"', '"movement.lost"'], ["tests/test_rules.py"], "names 'movement.lost', which the ledger lacks"),
    (['"movement.mark"', '"movement.list", "movement.mark"'], [], ""),
    (['"movement.mark"'], ["-k", "test_0"], ""),
], ids=["a rule without a test", "a test of no rule", "the whole ledger", "a part alone"])  # fmt: skip
def test_a_run_is_held_against_the_ledger(
    project: pytest.Pytester, marks: list[str], chosen: list[str], wrong: str
) -> None:
    _write(project, *marks)
    ran = project.runpytest_subprocess("-p", "no:cacheprovider", *chosen)
    assert ran.ret == (pytest.ExitCode.USAGE_ERROR if wrong else pytest.ExitCode.OK)
    assert wrong in ran.stderr.str()


@pytest.mark.parametrize("marks", ['"movement.mark"', '"movement.mark", "movement.list", "movement.lost"'])
def test_a_run_divided_among_processes_fails_alike(project: pytest.Pytester, marks: str) -> None:
    _write(project, marks)
    ran = project.runpytest_subprocess("-p", "no:cacheprovider", "-p", "xdist", "-n", "2")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stdout.fnmatch_lines(["*ERROR: *'movement.l*"])
