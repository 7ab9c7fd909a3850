"""The manual page: current, sound roff, and everything in it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.shell.man import _escaped, page
from hoplo_companion.cli.shell.tree import entries
from hoplo_companion.cli.terminal.settings import SETTINGS
from tests.cli import ROOT, hoplo

PAGE = ROOT / "docs" / "hoplo.1"


def test_the_manual_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == hoplo("man").out, "write it anew: hoplo man > docs/hoplo.1"


def test_every_command_and_setting_is_in_it() -> None:
    text = page().replace("\\-", "-")
    for name in COMMANDS:
        assert f'.SS "hoplo {name}"' in text
    for words in ("data add unit", "map add", "fight start", "completions install"):
        assert f'.SS "hoplo {words}"' in text
    for word in ("HOPLO_HOME", "HOPLO_LANG", "NO_COLOR", "disputes/", "a save cannot be read"):
        assert word in text
    for key in SETTINGS:
        assert f"\n.B {key}\n" in text


def test_usage_lines_say_what_may_be_left_out() -> None:
    usage = {" ".join(entry.words): entry.usage for entry in entries()}
    assert usage["attack"] == "hoplo attack [OPTIONS] UNIT TARGET [HITS]"
    assert usage["options"] == "hoplo options [OPTIONS] [UNIT]"
    assert usage["note"] == "hoplo note [OPTIONS] TEXT..."
    assert usage["data add"] == "hoplo data add [OPTIONS] COMMAND [ARGS]..."


def test_no_text_is_read_as_a_request() -> None:
    assert _escaped(".TH") == "\\&.TH"
    assert _escaped("it's -x \\ `y`") == "it\\(aqs \\-x \\e \\(gay\\(ga"
    for line in page().splitlines():
        assert not line.startswith("'")
        if line.startswith("."):
            assert line.split()[0] in (".TH", ".SH", ".SS", ".B", ".TP", ".PP", '.\\"')


@pytest.mark.skipif(shutil.which("groff") is None, reason="this system has no groff")
def test_groff_has_nothing_to_complain_of() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", str(PAGE)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
