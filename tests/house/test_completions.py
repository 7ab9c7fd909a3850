"""What the Tab key offers, the scripts of the shells, and where they are put."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from hoplo_companion.cli.app import command_line
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.terminal.settings import SETTINGS
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, Ran, completed, done, hoplo
from tests.helpers.work import calls

Tab = Callable[..., list[str]]

MAP = (
    "Home --kind capital --region atlanteans --path Field --here",
    "Field --kind bloodshed --region atlanteans --path Iron-Reef --path Nowhere",
    "Iron-Reef --kind sport --region atlanteans",
)
CARD = "Brawl: bloodshed, lineup local, yours hero camp*2"


def _tabs(command: Any, ctx: Any) -> Iterator[Callable[[Any, Any, str], object]]:
    """What completes the words of a command and of those below it."""
    yield from filter(None, (getattr(each, "_custom_shell_complete", None) for each in command.get_params(ctx)))
    for name in command.list_commands(ctx) if hasattr(command, "list_commands") else ():
        yield from _tabs(command.get_command(ctx, name), ctx)


def test_whatever_tab_is_said_to_offer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    hoplos = command_line()
    with typer.Context(hoplos, info_name="hoplo", **hoplos.context_settings) as ctx:
        tabs = list(_tabs(hoplos, ctx))
        assert len(tabs) > 50
        for tab in tabs:
            tab(ctx, None, "no-such-word")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a home with a campaign in the middle of a fight: krakenlance is deployed, your turn is on."""
    folder = str(tmp_path_factory.mktemp("played"))

    def run(*words: str) -> Ran:
        return done(*words, HOPLO_HOME=folder)

    run("new", "--first-game")
    for words in MAP:
        run("map", "add", *words.replace("Iron-Reef", "Iron_Reef").split())
    run("map", "edit", "Iron_Reef", "--name", "Iron Reef")
    run("travel", "Field")
    assert hoplo("fight", "start", CARD, HOPLO_HOME=folder).code == 2
    assert hoplo("answer", "reptilian", HOPLO_HOME=folder).code == 2
    run("answer", "E3")
    run("rival-turn", "--auto", "first", "--seed", "1")
    run("turn", "deploy", "krak", "G1")
    run("fix", "krak", "dazed", "no")
    return folder


@pytest.fixture
def tab(home: str) -> Tab:
    """Give what completes words in that fight."""

    def offer(*words: str) -> list[str]:
        return completed(*words, HOPLO_HOME=home)

    return offer


# What is on the table -------------------------------------------------------------------------------------------


def test_units_are_those_that_the_command_is_about(tab: Tab) -> None:
    assert tab("turn", "deploy", "") == ["archer", "attacker", "defender"]
    assert tab("turn", "move", "") == tab("turn", "attack", "") == tab("turn", "special", "") == ["krakenlance"]
    assert tab("turn", "move", "Kr") == ["Krakenlance"]
    assert tab("why", "") == ["reptilian"]
    assert tab("options", "r") == ["reptilian"]
    assert {"gone", "camp"} <= set(tab("fix", "rep", ""))
    assert {"deploy", "attack", "end", "krakenlance"} <= set(tab("turn", ""))
    assert "krakenlance" in tab("fix", "k")
    assert {"krakenlance", "reptilian", "flag", "points"} <= set(tab("fix", ""))
    assert {"dazed", "defeated"} <= set(tab("fix", "krak", "d"))
    assert "reptilian" in tab("look", "rep")


def test_hexes_are_those_where_the_unit_may_go(tab: Tab, home: str) -> None:
    told = hoplo("options", "--json", HOPLO_HOME=home).json
    assert tab("turn", "move", "krakenlance", "") == told["move"]["krakenlance"] != []
    assert tab("turn", "move", "krak", "") == told["move"]["krakenlance"]
    everywhere = set(tab("turn", "move", "--anyway", "krak", ""))
    assert len(everywhere) == 30
    assert everywhere < set(tab("fix", "archer", ""))
    assert tab("fix", "archer", "e") == ["e1", "e2", "e3", "e4", "e5"]
    assert {"E3", "krakenlance"} <= set(tab("why-not", "reptilian", ""))


def test_targets_are_the_legal_ones(tmp_path: Path) -> None:
    """A board of its own: the unit beside is offered, the one far off is not, unless the rules are set aside."""
    assert hoplo("new", "--first-game").code == 0
    board = tmp_path / "board.json"
    state = {"side": "player", "used": ["begin/turn"]}
    board.write_text(json.dumps(position(
        "engage", ["near rival D4 hp3", "far rival A1 hp3", "krak player D3 hp3 blue"], state=state
    )))  # fmt: skip
    at = ("--position", str(board))
    assert completed("options", *at, "") == ["far", "krak", "near"]
    assert completed("why", "--step", "engage", *at, "") == ["far", "near"]
    assert completed("why-not", *at, "near", "D") == ["D1", "D2", "D3", "D4", "D5", "D6"]
    assert completed("options", f"--position={board}", "n") == ["near"]


def test_a_target_is_one_that_may_be_attacked(home: str, tmp_path: Path) -> None:
    played = tmp_path / "home"
    shutil.copytree(home, played)

    def run(*words: str) -> Ran:
        return hoplo(*words, HOPLO_HOME=str(played))

    def tab(*words: str) -> list[str]:
        return completed(*words, HOPLO_HOME=str(played))

    assert tab("turn", "attack", "krak", "") == []
    assert tab("turn", "attack", "--anyway", "krak", "") == ["reptilian"]
    here = hoplo("board", "--json", HOPLO_HOME=str(played)).json["units"]
    at = next(unit["hex"] for unit in here if unit["id"] == "krakenlance")
    assert at == "G1"
    assert run("fix", "reptilian", "F1", "--note", "beside").code == 0
    assert tab("turn", "attack", "krak", "") == ["reptilian"]
    assert run("turn", "attack", "krak", "reptilian", "--json").code == 2
    assert "0" in tab("answer", "")


def test_tactics_are_those_of_the_camp(tab: Tab, home: str) -> None:
    told = hoplo("camp", "--json", HOPLO_HOME=home).json["tactics"]
    assert tab("turn", "tactic", "") == sorted(told)
    assert "krakenlance" not in tab("turn", "tactic", told[0], ""), "a hero is elite and no target"
    assert tab("turn", "tactic", "--anyway", told[0], "k") == ["krakenlance"]
    assert tab("camp", "tactic", "stun", "--discard", "") == sorted(told)


def test_places_marks_and_campaigns(tab: Tab) -> None:
    assert tab("travel", "") == ["Field", "Home", "Iron-Reef", "Nowhere"]
    assert tab("route", "") == ["Field", "Home", "Iron-Reef"]
    assert tab("route", "iron") == ["iron-Reef"]
    assert tab("map", "edit", "F") == ["Field"]
    assert tab("map", "add", "X", "--path", "N") == ["Nowhere"]
    assert tab("save", "switch", "") == tab("doctor", "") == ["krakenlance"]


def test_records_rules_and_settings(tab: Tab) -> None:
    assert tab("fight", "start", "") == ["brawl"]
    assert tab("data", "edit", "") == sorted({"brawl", "atlanteans", "event", "arena"})
    assert tab("data", "edit", "event", "") == ["brawl"]
    assert tab("rulings", "reach") == ["reach.steps"]
    assert tab("rulings", "dest.bold", "--choose", "any") == ["any-far"]
    assert "mark" in tab("look", "rules", "mar")
    assert "taunt" in tab("look", "skill", "ta")
    assert {"Ability", "Abilità"} <= set(tab("look", "Abil"))
    assert "key-hex" in tab("look", "key-h")
    assert tab("report", "--campaign", "") == ["krakenlance"]
    assert tab("look", "unit", "--lang=i") == ["it"]
    assert tab("config", "") == sorted(SETTINGS)
    assert tab("config", "dice", "") == ["app", "ask", "hand"]
    assert tab("completions", "install", "") == ["bash", "zsh", "fish", "powershell", "pwsh"]
    assert "atlanteans" in tab("fight", "start", "x", "--arena", "atl")


def test_commands_and_options(tab: Tab) -> None:
    assert set(COMMANDS) <= set(tab(""))
    assert tab("conf") == ["config"]
    assert tab("board", "--pos") == ["--position"]
    assert {"--answers", "--auto", "--seed"} <= set(tab("turn", "attack", "--"))
    assert tab("rival-turn", "--auto", "") == ["first", "random"]
    assert tab("fight", "") == ["start", "drop", "log"]


@pytest.mark.parametrize("words", [
    ("turn", "deploy", ""), ("turn", "move", "krak", ""), ("turn", "tactic", ""), ("answer", ""), ("travel", ""),
    ("save", "switch", ""), ("fix", ""), ("why", ""), ("turn", "special", "x", ""),
    ("options", "--position", "-", ""), ("options", "--position", "/nowhere/at/all", ""),
    ("config", "nothing", ""), ("rulings", "nothing", "--choose", ""), ("data", "edit", ""),
])  # fmt: skip
def test_nothing_is_offered_or_said_where_nothing_is_followed(words: tuple[str, ...]) -> None:
    assert completed(*words) == []


@pytest.mark.parametrize("damage", ["state", "header", "home"])
def test_what_is_damaged_is_passed_over(home: str, tmp_path: Path, damage: str) -> None:
    played = tmp_path / "home"
    shutil.copytree(home, played)
    folder = played / "campaigns" / "krakenlance"
    if damage == "home":
        shutil.rmtree(played)
        played.write_text("no folder")
    else:
        for path in folder.iterdir():
            if damage in path.name or damage == "header":
                path.write_bytes(b"\x00{")
    for words in (("turn", "deploy", ""), ("travel", ""), ("data", "edit", "")):
        completed(*words, HOPLO_HOME=str(played))


def test_the_version_is_no_word_to_complete(tab: Tab) -> None:
    assert "hoplo" not in " ".join(tab("--version", ""))


def test_completing_is_no_more_work_than_the_command(home: str) -> None:
    command = calls(lambda: hoplo("options", HOPLO_HOME=home))
    assert calls(lambda: completed("turn", "move", "krak", "", HOPLO_HOME=home)) < command * 1.5


# The scripts ----------------------------------------------------------------------------------------------------


def _path_with_hoplo(folder: Path) -> str:
    """Put a `hoplo` on a path, as an installed one stands there."""
    command = folder / "hoplo"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m hoplo_companion "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="this system has no bash")
@pytest.mark.parametrize(("words", "offered"), [
    (["conf"], ["config"]),
    (["turn", "deploy", ""], ["archer", "attacker", "defender"]),
    (["travel", "Iron"], ["Iron-Reef"]),
    (["board", "--pos"], ["--position"]),
    (["route", "$(touch here)"], []),
])  # fmt: skip
def test_bash_completes(words: list[str], offered: list[str], home: str, tmp_path: Path) -> None:
    code = f"""
source '{ROOT}/completions/hoplo.bash'
COMP_WORDS=(hoplo "$@"); COMP_CWORD=$#
_hoplo_completion hoplo
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": home}
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", *words],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if line] == offered
    assert not (tmp_path / "here").exists()


@pytest.mark.skipif(shutil.which("fish") is None, reason="this system has no fish")
@pytest.mark.parametrize(("line", "offered"), [("hoplo conf", ["config"]), ("hoplo travel Iron", ["Iron-Reef"])])
def test_fish_completes(line: str, offered: list[str], home: str, tmp_path: Path) -> None:
    code = f"source '{ROOT}/completions/hoplo.fish'; complete -C '{line}'"
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": home, "HOME": str(tmp_path)}
    done = subprocess.run(
        ["fish", "--no-config", "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    assert [found.partition("\t")[0] for found in done.stdout.splitlines()] == offered


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bash_completions/hoplo.sh"), ("zsh", ".zfunc/_hoplo"),
                                             ("fish", ".config/fish/completions/hoplo.fish")])  # fmt: skip
def test_it_is_put_where_the_shell_finds_it(
    shell: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for _ in range(2):
        ran = done("completions", "install", shell.upper())
    assert str(tmp_path / file) in ran.out
    assert (tmp_path / file).read_text(encoding="utf-8").strip() == hoplo("completions", "show", shell).out.strip()


def test_a_shell_that_is_not_served_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hoplo("completions", "show", "zsch").fails(2, "'bash', 'zsh'")
    (tmp_path / ".config").write_text("no folder")
    monkeypatch.setenv("HOME", str(tmp_path))
    hoplo("completions", "install", "fish").fails(1, "cannot be put in place")
