"""What the Tab key offers, the scripts of the shells, and where they are put."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

from hoplo_companion.cli.app import command_line
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.terminal.output import SETTINGS
from tests.helpers.boards import position
from tests.helpers.cli import ROOT, completed, done, hoplo
from tests.helpers.effort import calls
from tests.helpers.stories import Story, stories, tell


def _tabs(command: Any, ctx: Any) -> Iterator[Callable[[Any, str], object]]:
    """What completes the words of a command and of those below it."""
    parameters = (each.type for each in command.get_params(ctx) if getattr(each.type, "tab", ""))
    yield from (partial(each.shell_complete, ctx) for each in parameters)
    for name in command.list_commands(ctx) if hasattr(command, "list_commands") else ():
        below = command.get_command(ctx, name)
        yield from _tabs(below, typer.Context(below, parent=ctx))


def test_whatever_tab_is_said_to_offer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    hoplos = command_line()
    with typer.Context(hoplos, info_name="hoplo", **hoplos.context_settings) as ctx:
        tabs = list(_tabs(hoplos, ctx))
        assert len(tabs) > 50
        for tab in tabs:
            tab(None, "no-such-word")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a home with a campaign in the middle of a fight: krakenlance is deployed, your turn is on."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(folder))
        tell("""
            new --first-game
            map add Home --kind capital --region atlanteans --path Field --here
            map add Field --kind bloodshed --region atlanteans --path Iron_Reef --path Nowhere
            map add Iron_Reef --kind sport --region atlanteans && map edit Iron_Reef --name 'Iron Reef' && travel Field
            fight start 'Brawl: bloodshed, lineup local, yours hero camp*2' -> 2
            answer reptilian -> 2
            answer E3 && rival-turn --auto first --seed 1 && turn deploy krak G1 && fix krak dazed no
        """, folder)  # fmt: skip
    return str(folder)


@stories("""
Units are those that the command is about
  tab turn deploy '' -> = ["archer", "attacker", "defender"]
  tab turn move '' -> = ["krakenlance"]
  tab turn move Kr -> = ["Krakenlance"]
  tab why '' -> = ["reptilian"]
  tab options r -> = ["reptilian"]
  tab fix rep '' -> has gone | has camp
  tab turn '' -> has deploy | has attack | has end | has krakenlance
  tab fix k -> has krakenlance
  tab fix '' -> has krakenlance | has reptilian | has flag | has points
  tab fix krak d -> has dazed | has defeated
  tab look rep -> has reptilian
Hexes are those where the unit may go
  options --json -> move.krakenlance = ["E1", "E2", "E3", "F1", "F2", "F3", "G1", "G2", "G3"]
  tab turn move krakenlance '' -> = ["E1", "E2", "E3", "F1", "F2", "F3", "G1", "G2", "G3"]
  tab turn move krak '' -> = ["E1", "E2", "E3", "F1", "F2", "F3", "G1", "G2", "G3"]
  tab fix archer e -> = ["e1", "e2", "e3", "e4", "e5"]
  tab fix archer '' -> has E1 | has G3
  tab why-not reptilian '' -> has E3 | has krakenlance
A target is one that may be attacked
  tab turn attack krak '' -> = []
  board --json -> units.*.hex has G1
  fix reptilian F1 --note beside && tab turn attack krak '' -> = ["reptilian"]
  turn attack krak reptilian --json -> 2
  tab answer '' -> has "0"
Tactics are those of the camp, and a hero is elite and no target for one
  camp --json -> tactics = ["adrenaline", "hamstring", "stun"]
  tab turn tactic '' -> = ["adrenaline", "hamstring", "stun"]
  tab turn tactic adrenaline '' -> lacks krakenlance
  tab camp tactic stun --discard '' -> = ["adrenaline", "hamstring", "stun"]
Places and campaigns
  tab travel '' -> = ["Field", "Home", "Iron-Reef", "Nowhere"]
  tab route '' -> = ["Field", "Home", "Iron-Reef"]
  tab route iron -> = ["iron-Reef"]
  tab map edit F -> = ["Field"]
  tab pad upgrade m -> = ["movement"]
  tab cleanup --upgrade m -> = []
  tab bag add gig -> = ["gigantic"]
  tab bane draw gig -> = ["gigantic"]
  tab pad influence 1 --bane gig -> = ["gigantic"]
  tab event opportunity reck -> = ["reckless"]
  tab map add X --path N -> = ["Nowhere"]
  tab save switch '' -> = ["krakenlance"]
  tab doctor '' -> = ["krakenlance"]
  tab report --campaign '' -> = ["krakenlance"]
Records, rules and settings
  tab fight start '' -> = ["brawl"]
  tab data edit '' -> = ["arena", "atlanteans", "brawl", "event"]
  tab data edit event '' -> = ["brawl"]
  tab rulings reach -> = ["reach.steps"]
  tab rulings dest.bold --choose any -> = ["any-far"]
  tab look rules mar -> has mark
  tab look skill ta -> has taunt
  tab look Abil -> has Ability | has Abilità
  tab look key-h -> has key-hex
  tab look unit --lang=i -> = ["it"]
  tab config dice '' -> = ["app", "ask", "hand"]
  tab completions install '' -> = ["bash", "zsh", "fish", "powershell", "pwsh"]
  tab fight start x --arena atl -> has atlanteans
Commands and options
  tab conf -> = ["config"]
  tab board --pos -> = ["--position"]
  tab turn attack -- -> has --answers | has --auto | has --seed
  tab rival-turn --auto '' -> = ["first", "random"]
  tab fight '' -> = ["start", "drop", "log"]
  tab --version '' -> lacks hoplo
""")
def test_tab_offers(story: Story, played: str, tmp_path: Path) -> None:
    story.play(tmp_path, Path(played))


def test_every_command_and_setting_is_offered(played: str) -> None:
    assert set(COMMANDS) <= set(completed("", HOPLO_HOME=played))
    assert completed("config", "", HOPLO_HOME=played) == sorted(SETTINGS)


def test_targets_are_the_legal_ones(tmp_path: Path) -> None:
    """A board of its own: the unit beside is offered, the one far off is not, unless the rules are set aside."""
    state = {"side": "player", "used": ["begin/turn"]}
    units = ["near rival D4 hp3", "far rival A1 hp3", "krak player D3 hp3 blue"]
    (tmp_path / "board.json").write_text(json.dumps(position("engage", units, state=state)))
    tell("""
        new --first-game
        tab options --position {tmp}/board.json '' -> = ["far", "krak", "near"]
        tab why --step engage --position {tmp}/board.json '' -> = ["far", "near"]
        tab why-not --position {tmp}/board.json near D -> = ["D1", "D2", "D3", "D4", "D5", "D6"]
        tab options --position={tmp}/board.json n -> = ["near"]
    """, tmp_path)  # fmt: skip


@pytest.mark.parametrize("words", [
    ("turn", "deploy", ""), ("turn", "move", "krak", ""), ("turn", "tactic", ""), ("answer", ""), ("travel", ""),
    ("save", "switch", ""), ("fix", ""), ("why", ""), ("turn", "special", "x", ""),
    ("options", "--position", "-", ""), ("options", "--position", "/nowhere/at/all", ""),
    ("config", "nothing", ""), ("rulings", "nothing", "--choose", ""), ("data", "edit", ""),
])  # fmt: skip
def test_nothing_is_offered_or_said_where_nothing_is_followed(words: tuple[str, ...]) -> None:
    assert completed(*words) == []


@pytest.mark.parametrize("damage", ["state", "header", "home"])
def test_what_is_damaged_is_passed_over(played: str, tmp_path: Path, damage: str) -> None:
    home = tmp_path / "home"
    shutil.copytree(played, home)
    folder = home / "campaigns" / "krakenlance"
    if damage == "home":
        shutil.rmtree(home)
        home.write_text("no folder")
    else:
        for path in folder.iterdir():
            if damage in path.name or damage == "header":
                path.write_bytes(b"\x00{")
    for words in (("turn", "deploy", ""), ("travel", ""), ("data", "edit", "")):
        completed(*words, HOPLO_HOME=str(home))


def test_completing_is_no_more_work_than_the_command(played: str) -> None:
    command = calls(lambda: hoplo("options", HOPLO_HOME=played))
    assert calls(lambda: completed("turn", "move", "krak", "", HOPLO_HOME=played)) < command * 1.5


def _path_with_hoplo(folder: Path) -> str:
    """Put a `hoplo` on a path, as an installed one stands there."""
    command = folder / "hoplo"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m hoplo_companion "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="this system has no bash")
@pytest.mark.parametrize(("words", "offered"), [
    (["conf"], ["config"]),
    (["turn", "move", ""], ["krakenlance"]),
    (["travel", "Iron"], ["Iron-Reef"]),
    (["board", "--pos"], ["--position"]),
    (["route", "$(touch here)"], []),
])  # fmt: skip
def test_bash_completes(words: list[str], offered: list[str], played: str, tmp_path: Path) -> None:
    code = f"""
source '{ROOT}/completions/hoplo.bash'
COMP_WORDS=(hoplo "$@"); COMP_CWORD=$#
_hoplo_completion hoplo
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": played}
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", *words],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if line] == offered
    assert not (tmp_path / "here").exists()


@pytest.mark.skipif(shutil.which("fish") is None, reason="this system has no fish")
@pytest.mark.parametrize(("line", "offered"), [("hoplo conf", ["config"]), ("hoplo travel Iron", ["Iron-Reef"])])
def test_fish_completes(line: str, offered: list[str], played: str, tmp_path: Path) -> None:
    code = f"source '{ROOT}/completions/hoplo.fish'; complete -C '{line}'"
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": played, "HOME": str(tmp_path)}
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
