"""What the Tab key offers, the scripts of the shells, and where they are put."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.shell.installing import add_line, has_line, place_of
from hoplo_companion.cli.shell.scripts import SHELLS, script
from tests.boards import position
from tests.cli import ROOT, Ran, hoplo
from tests.completing import completed
from tests.work import calls

Tab = Callable[..., list[str]]

MAP = (
    "Home --kind capital --region atlanteans --path Field --here",
    "Field --kind bloodshed --region atlanteans --path Iron-Reef --path Nowhere",
    "Iron-Reef --kind sport --region atlanteans",
)
CARD = "Brawl: bloodshed, lineup local, yours hero camp*2"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a home with a campaign in the middle of a fight: krakenlance is deployed, your turn is on."""
    folder = str(tmp_path_factory.mktemp("played"))

    def run(*words: str) -> Ran:
        ran = hoplo(*words, HOPLO_HOME=folder)
        assert ran.code == 0, ran.err
        return ran

    run("new", "--first-game")
    for words in MAP:
        run("map", "add", *words.replace("Iron-Reef", "Iron_Reef").split())
    run("map", "edit", "Iron_Reef", "--name", "Iron Reef")
    run("mark", "at home")
    run("mark", 'it\'s "late" $1')
    run("travel", "Field")
    assert hoplo("fight", "start", CARD, HOPLO_HOME=folder).code == 2
    assert hoplo("answer", "reptilian", HOPLO_HOME=folder).code == 2
    run("answer", "E3")
    run("rival-turn", "--auto", "first", "--seed", "1")
    run("deploy", "krak", "G1")
    run("set", "krak", "dazed", "no")
    return folder


@pytest.fixture
def tab(home: str) -> Tab:
    """Give what completes words in that fight."""

    def offer(*words: str) -> list[str]:
        return completed(*words, HOPLO_HOME=home)

    return offer


# What is on the table -------------------------------------------------------------------------------------------


def test_units_are_those_that_the_command_is_about(tab: Tab) -> None:
    assert tab("deploy", "") == ["archer", "attacker", "defender"]
    assert tab("move", "") == tab("attack", "") == tab("special", "") == ["krakenlance"]
    assert tab("move", "Kr") == ["Krakenlance"]
    assert tab("why", "") == ["reptilian"]
    assert tab("moves", "r") == tab("remove", "r") == tab("targets", "r") == ["reptilian"]
    assert tab("options", "") == ["archer", "attacker", "defender", "krakenlance"]
    assert "krakenlance" in tab("place", "k")
    assert {"krakenlance", "reptilian", "flag", "points"} <= set(tab("set", ""))
    assert tab("set", "krak", "d") == ["dazed", "defeated"]
    assert tab("unit", "rep") == ["reptilian"]


def test_hexes_are_those_where_the_unit_may_go(tab: Tab, home: str) -> None:
    told = hoplo("options", "--json", HOPLO_HOME=home).json
    assert tab("move", "krakenlance", "") == told["move"]["krakenlance"] != []
    assert tab("move", "krak", "") == told["move"]["krakenlance"]
    everywhere = set(tab("place", "archer", ""))
    assert len(everywhere) == 30
    assert set(tab("move", "--note", "slip", "reptilian", "")) == everywhere
    assert set(tab("move", "--anyway", "krak", "")) == everywhere
    assert tab("place", "archer", "e") == ["e1", "e2", "e3", "e4", "e5"]
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
    assert completed("targets", *at, "") == ["far", "krak", "near"]
    assert completed("options", *at, "") == ["krak"]
    assert completed("why", "--step", "engage", *at, "") == ["far", "near"]
    assert completed("why-not", *at, "near", "D") == ["D1", "D2", "D3", "D4", "D5", "D6"]
    assert completed("moves", f"--position={board}", "n") == ["near"]


def test_a_target_is_one_that_may_be_attacked(home: str, tmp_path: Path) -> None:
    played = tmp_path / "home"
    shutil.copytree(home, played)

    def run(*words: str) -> Ran:
        return hoplo(*words, HOPLO_HOME=str(played))

    def tab(*words: str) -> list[str]:
        return completed(*words, HOPLO_HOME=str(played))

    assert tab("attack", "krak", "") == []
    assert tab("attack", "--anyway", "krak", "") == tab("attack", "nobody", "") == ["reptilian"]
    here = hoplo("board", "--json", HOPLO_HOME=str(played)).json["units"]
    at = next(unit["hex"] for unit in here if unit["id"] == "krakenlance")
    assert at == "G1"
    assert run("move", "reptilian", "F1", "--note", "beside").code == 0
    assert tab("attack", "krak", "") == ["reptilian"]
    assert run("attack", "krak", "reptilian", "--json").code == 2
    assert "0" in tab("answer", "")


def test_tactics_are_those_of_the_camp(tab: Tab, home: str) -> None:
    told = hoplo("camp", "--json", HOPLO_HOME=home).json["tactics"]
    assert tab("tactic", "") == sorted(told)
    assert "krakenlance" not in tab("tactic", told[0], ""), "a hero is elite and no target"
    assert tab("tactic", "--anyway", told[0], "k") == ["krakenlance"]
    assert tab("camp", "tactic", "stun", "--discard", "") == sorted(told)


def test_places_marks_and_campaigns(tab: Tab) -> None:
    assert tab("travel", "") == ["Field", "Home", "Iron Reef", "Nowhere"]
    assert tab("route", "") == ["Field", "Home", "Iron Reef"]
    assert tab("route", "iron") == ["iron Reef"]
    assert tab("map", "edit", "F") == ["Field"]
    assert tab("map", "add", "X", "--path", "N") == ["Nowhere"]
    assert tab("undo", "--to", "") == ["at home", 'it\'s "late" $1']
    assert tab("save", "switch", "") == tab("doctor", "") == ["krakenlance"]


def test_records_rules_and_settings(tab: Tab) -> None:
    assert tab("fight", "start", "") == ["brawl"]
    assert tab("data", "edit", "") == sorted({"brawl", "atlanteans", "event", "arena"})
    assert tab("data", "edit", "event", "") == ["brawl"]
    assert tab("rulings", "reach") == ["reach.steps"]
    assert tab("rulings", "dest.bold", "--choose", "any") == ["any-far"]
    assert "mark" in tab("rules", "mar")
    assert "taunt" in tab("skill", "ta")
    assert tab("glossary", "Abil") == ["Ability", "Abilità"]
    assert tab("glossary", "key h") == ["key Hex"]
    assert tab("dispute", "x", "--rule", "movement.mark-") == ["movement.mark-choice"]
    assert tab("dispute", "x", "--rule", "dest.b") == ["dest.bold"]
    assert tab("report", "--campaign", "") == ["krakenlance"]
    assert tab("unit", "--lang=i") == ["it"]
    assert tab("config", "") == ["board", "clock", "confirm", "dice", "draws", "lang", "screen", "theme"]
    assert tab("config", "dice", "") == ["app", "ask", "hand"]
    assert tab("completions", "install", "") == ["bash", "fish", "powershell", "zsh"]
    assert "atlanteans" in tab("fight", "start", "x", "--arena", "atl")


def test_commands_and_options(tab: Tab) -> None:
    assert set(COMMANDS) <= set(tab(""))
    assert tab("conf") == ["config"]
    assert tab("board", "--pos") == ["--position"]
    assert {"--answers", "--auto", "--seed"} <= set(tab("attack", "--"))
    assert tab("rival-turn", "--auto", "") == ["first", "random"]
    assert tab("fight", "") == ["start", "drop", "log", "story", "replay"]


@pytest.mark.parametrize("words", [
    ("deploy", ""), ("move", "krak", ""), ("attack", "krak", ""), ("tactic", ""), ("answer", ""), ("travel", ""),
    ("undo", "--to", ""), ("save", "switch", ""), ("set", ""), ("why", ""), ("special", "x", ""),
    ("moves", "--position", "-", ""), ("moves", "--position", "/nowhere/at/all", ""),
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
    for words in (("deploy", ""), ("travel", ""), ("undo", "--to", ""), ("data", "edit", "")):
        completed(*words, HOPLO_HOME=str(played))


def test_the_version_is_no_word_to_complete(tab: Tab) -> None:
    assert "hoplo" not in " ".join(tab("--version", ""))


def test_completing_is_no_more_work_than_the_command(home: str) -> None:
    command = calls(lambda: hoplo("options", HOPLO_HOME=home))
    assert calls(lambda: completed("move", "krak", "", HOPLO_HOME=home)) < command * 1.5


# The scripts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_are_current(shell: str) -> None:
    kept = (ROOT / "completions" / SHELLS[shell].file).read_text(encoding="utf-8")
    assert kept == script(shell) == hoplo("completions", "show", shell).out, (
        "write them anew: hoplo completions write completions"
    )
    for name in COMMANDS:
        assert name in kept


def test_they_are_written_and_no_others_are_there(tmp_path: Path) -> None:
    assert hoplo("completions", "write", tmp_path).code == 0
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text() for path in (ROOT / "completions").iterdir()}


def _path_with_hoplo(folder: Path) -> str:
    """Put a `hoplo` on a path, as an installed one stands there."""
    command = folder / "hoplo"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m hoplo_companion "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="this system has no bash")
@pytest.mark.parametrize(("words", "offered"), [
    (["conf"], ["config"]),
    (["deploy", ""], ["archer", "attacker", "defender"]),
    (["travel", "Iron"], ["Iron\\ Reef"]),
    (["travel", '"Iron'], ["Iron Reef"]),
    (["board", "--pos"], ["--position"]),
    (["route", "$(touch here)"], []),
    (["travel", "'Iron"], ["Iron Reef"]),
    (["travel", "--harbor", "Iron"], ["Iron\\ Reef"]),
    (["unit", "--lang", "=", "i"], ["it"]),
    (["map", "add", "X", "--path", "=", "N"], ["Nowhere"]),
    (["undo", "--to", "at"], ["at\\ home"]),
    (["undo", "--to", "it"], ["it\\'s\\ \\\"late\\\"\\ \\$1"]),
    (["undo", "--to", '"it'], ['it\'s \\"late\\" \\$1']),
    (["undo", "--to", "'it"], ["it'\\''s \"late\" $1"]),
])  # fmt: skip
def test_bash_completes(words: list[str], offered: list[str], home: str, tmp_path: Path) -> None:
    code = f"""
source '{ROOT}/completions/hoplo.bash'
COMP_WORDS=(hoplo "$@"); COMP_CWORD=$#
_hoplo_completion hoplo
printf '%s\\n' "${{COMPREPLY[@]}}"
complete -p hoplo
"""
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": home}
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", *words],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    *lines, last = done.stdout.splitlines()
    assert done.stderr == ""
    assert [line for line in lines if line] == offered
    assert "-F _hoplo_completion hoplo" in last
    assert not (tmp_path / "here").exists()


@pytest.mark.skipif(shutil.which("bash") is None, reason="this system has no bash")
@pytest.mark.parametrize(("line", "at", "offered"), [
    ("hoplo rules", 7, ["redo", "remove", "replay", "report", "rival-turn", "route", "rules", "rulings"]),
    ("hoplo rules", 8, ["rules", "rulings"]),
    ("hoplo rules", 11, ["rules"]),
])  # fmt: skip
def test_bash_completes_what_stands_before_the_cursor(line: str, at: int, offered: list[str]) -> None:
    code = f"""
source '{ROOT}/completions/hoplo.bash'
COMP_WORDS=({line}); COMP_CWORD=1; COMP_LINE='{line}'; COMP_POINT={at}
_hoplo_completion hoplo
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (sorted(done.stdout.split()), done.stderr) == (offered, "")


@pytest.mark.skipif(shutil.which("fish") is None, reason="this system has no fish")
@pytest.mark.parametrize(("line", "offered"), [
    ("hoplo conf", ["config"]),
    ("hoplo deploy ", ["archer", "attacker", "defender"]),
    ("hoplo travel Iron", ["Iron Reef"]),
    ("hoplo unit --lang=i", ["--lang=it"]),
    ("hoplo board --pos", ["--position"]),
    ("hoplo travel Home ", []),
    ("hoplo replay REA", ["README.md"]),
    ("hoplo why --position REA", ["README.md"]),
])  # fmt: skip
def test_fish_completes(line: str, offered: list[str], home: str, tmp_path: Path) -> None:
    code = f"source '{ROOT}/completions/hoplo.fish'; complete -C '{line}'"
    env = {**os.environ, "PATH": _path_with_hoplo(tmp_path), "HOPLO_HOME": home, "HOME": str(tmp_path)}
    done = subprocess.run(
        ["fish", "--no-config", "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    assert [found.partition("\t")[0] for found in done.stdout.splitlines()] == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_their_scripts(shell: str) -> None:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"this system has no {shell}")
    file = ROOT / "completions" / SHELLS[shell].file
    done = subprocess.run([found, "-n", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Installing -----------------------------------------------------------------------------------------------------


@pytest.fixture
def user(tmp_path: Path) -> dict[str, str]:
    """Give the environment of a user with an empty home."""
    unset = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_COMPLETION_USER_DIR"), "")
    return {**unset, "HOME": str(tmp_path / "user"), "SHELL": "/bin/zsh"}


def install(*words: str | Path, of: dict[str, str]) -> Ran:
    """Install as a user would."""
    return hoplo("completions", "install", *words, cwd=None, stdin="", **of)


@pytest.mark.parametrize(("shell", "file"), [
    ("bash", ".local/share/bash-completion/completions/hoplo"),
    ("zsh", ".local/share/zsh/site-functions/_hoplo"),
    ("fish", ".config/fish/completions/hoplo.fish"),
    ("powershell", ".config/powershell/hoplo.ps1"),
])  # fmt: skip
def test_it_is_written_to_where_the_shell_looks(shell: str, file: str, user: dict[str, str]) -> None:
    ran = install(shell, of=user)
    assert ran.code == 0, ran.err
    path = Path(user["HOME"], file)
    assert path.read_text(encoding="utf-8") == script(shell)
    assert str(path) in ran.out
    assert [each for each in Path(user["HOME"]).rglob("*") if each.is_file()] == [path], "no start-up file is touched"
    if shell in ("zsh", "powershell"):
        assert "Left to do: add this line to" in ran.out


def test_the_shell_is_found_out(user: dict[str, str]) -> None:
    assert "for zsh is written" in install(of=user).out
    assert "for fish" in install(of={**user, "SHELL": "/usr/bin/fish"}).out
    unknown = install(of={**user, "SHELL": "/bin/tcsh"})
    assert (unknown.code, unknown.out) == (2, "")
    assert "Name one: bash, zsh, fish, powershell" in unknown.err
    wrong = install("zsch", of=user)
    assert (wrong.code, "did you mean zsh?" in wrong.err) == (2, True)
    assert "for powershell" in install("pwsh", of=user).out


def test_the_start_up_file_is_changed_only_where_that_is_agreed_to(user: dict[str, str]) -> None:
    home = Path(user["HOME"])
    home.mkdir()
    start_up = home / ".zshrc"
    start_up.write_text("alias x=y")
    left = install("zsh", of=user).out
    assert "add this line" in left
    assert "it holds" not in left, "not before that line is there"
    assert "It works from the next zsh on" in install("fish", of=user).out.replace("fish", "zsh")
    assert start_up.read_text() == "alias x=y"
    assert "Added to" in install("zsh", "--yes", of=user).out
    once = start_up.read_text()
    assert once.startswith("alias x=y\n")
    assert "fpath=(" in once
    assert "already" in install("zsh", "--yes", of=user).out
    assert start_up.read_text() == once


def test_folders_that_the_environment_names_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/whole")
    monkeypatch.setenv("ZDOTDIR", str(tmp_path / "z"))
    monkeypatch.delenv("BASH_COMPLETION_USER_DIR", raising=False)
    assert place_of(os.environ, "bash").folder == tmp_path / "data" / "bash-completion" / "completions"
    assert place_of(os.environ, "zsh").start_up == tmp_path / "z" / ".zshrc"
    assert place_of(os.environ, "fish").folder == tmp_path / ".config" / "fish" / "completions"


def test_a_folder_that_is_named_takes_it_alone(tmp_path: Path, user: dict[str, str]) -> None:
    for shell, about in SHELLS.items():
        ran = install(shell, "--dir", tmp_path / "there", "--yes", of=user)
        assert (tmp_path / "there" / about.file).read_text(encoding="utf-8") == script(shell)
        assert "Left to do" in ran.out
    assert not Path(user["HOME"]).exists()


def test_a_start_up_file_keeps_what_it_has_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("a\n")
    link.symlink_to(real)
    add_line(link, "b")
    assert link.is_symlink()
    assert real.read_text().splitlines()[0] == "a"
    assert has_line(link, "b")
    assert not has_line(tmp_path / "none", "b")


def test_an_empty_home_is_none(user: dict[str, str]) -> None:
    ran = install("zsh", of={**user, "HOME": ""})
    assert (ran.code, ran.out) == (1, "")
    assert "there is no home folder" in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_home_of_an_unusual_name_completes_from_the_next_shell_on(shell: str, tmp_path: Path) -> None:
    """Installed twice into a home with blanks, a quotation mark and a dollar sign, it works, and stands there once."""
    if shutil.which(shell) is None:
        pytest.skip(f"this system has no {shell}")
    home = tmp_path / "it's a $home"
    home.mkdir()
    unset = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_COMPLETION_USER_DIR")
    of = {key: value for key, value in os.environ.items() if key not in unset}
    of |= {"HOME": str(home), "PATH": _path_with_hoplo(tmp_path)}
    for _ in range(2):
        ran = install(shell, "--yes", of={**dict.fromkeys(unset, ""), "HOME": str(home)})
        assert ran.code == 0, ran.err
    asks = {
        "bash": ["bash", "--rcfile", str(home / ".bashrc"), "-ic", "complete -p hoplo"],
        "zsh": ["zsh", "-ic", "print -r -- hoplo ${_comps[hoplo]}"],
        "fish": ["fish", "-c", "complete -C 'hoplo conf'"],
    }
    if shell == "bash" and not (home / ".bashrc").exists():
        return  # its own package finds it
    done = subprocess.run(asks[shell], env=of, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    found = {"bash": "-F _hoplo_completion hoplo", "zsh": "hoplo _hoplo", "fish": "config\t"}[shell]
    assert found in done.stdout, done
    start_up = home / f".{shell}rc"
    if start_up.exists():
        assert len([line for line in start_up.read_text().splitlines() if not line.startswith("#")]) == 1


def test_what_cannot_be_written_is_told(tmp_path: Path, user: dict[str, str]) -> None:
    (tmp_path / "file").write_text("")
    ran = install("fish", "--dir", tmp_path / "file", of=user)
    assert ran.code == 1
    assert "cannot be written" in ran.err
    Path(user["HOME"]).mkdir()
    Path(user["HOME"], ".zshrc").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in install("zsh", "--yes", of=user).err
