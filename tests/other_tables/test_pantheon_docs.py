"""The page of Pantheon, its ledger and its rulings: commands run as shown, every rule is cited as it stands."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from tests.helpers.cli import ROOT, hoplo
from tests.other_tables.test_pantheon_game import ANNA, BEN

PAGE = (ROOT / "docs" / "pantheon.md").read_text(encoding="utf-8")
LEDGER = tomllib.loads((ROOT / "rules_data" / "pantheon" / "ledger.toml").read_text(encoding="utf-8"))

NOT_ALONE = ("hoplo pantheon play", "hoplo pantheon attack", "hoplo pantheon new")
"""What the page names without what has to go with it."""


def test_the_commands_of_the_page_run_as_they_stand(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA))
    (tmp_path / "ben.txt").write_text("\n".join(BEN))
    (tmp_path / "pool.txt").write_text("\n".join([*ANNA, *BEN]))
    (tmp_path / "areas.txt").write_text("1: open cap 9 | 2 normal\n2: open cap 9")
    shown = [command for command in re.findall(r"`(hoplo pantheon [^`]+)`", PAGE) if command not in NOT_ALONE]
    assert len(shown) > 20
    for command in shown:
        ran = hoplo(*shlex.split(command)[1:], cwd=tmp_path)
        assert ran.code == 0, (command, ran)


@pytest.mark.parametrize(("table", "sign"), [("pantheon", "pan"), ("spartacus", "sp")])
def test_every_rule_that_is_cited_is_in_the_ledger(table: str, sign: str) -> None:
    cited: set[str] = set()
    for place in (f"{table}/*.py", f"cli/tables/{table}.py", f"render/{table}.py"):
        for path in (ROOT / "hoplo_companion").glob(place):
            cited |= set(re.findall(rf"\b{sign}\.[a-z]+(?:[.-][a-z0-9-]+)*", path.read_text(encoding="utf-8")))
    catalogue = Catalogue(shipped_folder() / table)
    prefixes = {"pan.terrain", "pan.talent", "pan.action", "pan.aow", "pan.move", "pan.boundary"}
    assert cited - {*catalogue.ids("ledger"), *catalogue.ids("rulings")} - prefixes == set()
    assert all(rule.text_it for _, rule in catalogue.every("ledger").items())


@pytest.mark.parametrize("id_", LEDGER)
def test_every_rule_is_one_sentence_in_both_languages(id_: str) -> None:
    assert LEDGER[id_]["text"].endswith(".")
    assert LEDGER[id_]["text_it"].endswith(".")
    assert LEDGER[id_]["term"]
    assert LEDGER[id_]["term_it"]


@pytest.mark.parametrize(
    ("words", "is_loaded"), [("--version", False), ("pad", False), ("pantheon draft Anna Ben", True)]
)
def test_nothing_of_it_is_loaded_but_by_its_own_commands(words: str, is_loaded: bool) -> None:
    code = (
        "import sys\n"
        "from hoplo_companion.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(any(name.startswith('hoplo_companion.pantheon') for name in sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words.split()], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stderr.splitlines()[-1] == str(is_loaded)
