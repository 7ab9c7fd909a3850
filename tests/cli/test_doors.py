"""All commands and their options: what Tab offers, what is accepted, refused and how; whatever is typed at random."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from hoplo_companion.cli.options import value_of
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save
from tests.helpers import commands
from tests.helpers.cli import Ran, completed, hoplo
from tests.helpers.command_tree import entries

WRONG = "zzyzx"
"""A word that nothing is called, and nothing is spelled like."""

GIVEN = {"file": "new.toml", "to": "copied", "hex_or_unit": "G1", "other": "G1", "text": "dinner", "line": "end"}
"""What stands in a call for an argument that Tab has nothing for, by its name."""

MAP = ("Home --kind capital --region atlanteans --path Field --here", "Field --kind bloodshed --region atlanteans")
CARD = "Brawl: bloodshed, lineup local, yours hero camp*2"


class Door(NamedTuple):
    """A parameter of a command, and how the command is called with a word for it."""

    words: tuple[str, ...]
    parameter: Any
    before: tuple[str, ...]
    behind: tuple[str, ...]
    has_json: bool

    def call(self, word: str) -> list[str]:
        """Call the command with a word for this parameter, and what it needs for the others."""
        return [*self.words, *self.before, word, *self.behind]

    def __str__(self) -> str:
        return " ".join(self.call("…"))


def _doors() -> Iterator[Door]:
    for entry in entries():
        arguments = [each for each in entry.parameters if each.param_type_name == "argument"]
        has_json = any("--json" in each.opts for each in entry.parameters)
        for parameter in entry.parameters:
            if value_of(parameter) is None or (entry.has_below and parameter in arguments):
                continue
            if parameter in arguments:
                at = arguments.index(parameter)
                before = tuple(f"<{each.name}>" for each in arguments[:at])
                behind = tuple(f"<{each.name}>" for each in arguments[at + 1 :] if each.required)
            else:
                before = (*(f"<{each.name}>" for each in arguments if each.required), parameter.opts[0])
                behind = ()
            yield Door(entry.words, parameter, before, behind, has_json)


DOORS = [each for each in _doors() if "--lang" not in each.before]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a campaign whose first fight is in your turn."""
    folder = tmp_path_factory.mktemp("doors") / "home"

    def run(*words: str, code: int = 0) -> None:
        ran = hoplo(*words, HOPLO_HOME=str(folder))
        assert ran.code == code, ran

    run("new", "--first-game")
    for words in MAP:
        run("map", "add", *words.split())
    run("travel", "Field")
    run("fight", "start", CARD, code=2)
    run("answer", "reptilian", code=2)
    run("answer", "E3")
    run("rival-turn", "--auto", "first", "--seed", "1")
    run("turn", "deploy", "krak", "G1")
    return folder


def _tab(door: Door, home: Path) -> list[str]:
    """What Tab offers for a parameter, the arguments before it being given."""
    return completed(*door.words, *_filled(door, door.before, home), "", HOPLO_HOME=str(home))


def _filled(door: Door, words: tuple[str, ...], home: Path) -> list[str]:
    """Put words in the place of the arguments that are needed: what Tab offers first, or what is given above."""
    found: list[str] = []
    for word in words:
        if word.startswith("<"):
            offered = completed(*door.words, *found, "", HOPLO_HOME=str(home))
            word = offered[0] if offered else GIVEN.get(word[1:-1].rstrip("_"), "1")
        found.append(word)
    return found


def _run(door: Door, word: str, home: Path, *more: str, **env: str) -> Ran:
    """Run the command of a door with a word for its parameter."""
    words = [*door.words, *_filled(door, door.before, home), word, *_filled(door, door.behind, home), *more]
    folder = home.parent / "here"
    folder.mkdir(exist_ok=True)
    ran = hoplo(*words, cwd=folder, HOPLO_HOME=str(home), HOME=str(folder), EDITOR="true", VISUAL="", **env)
    shutil.rmtree(folder)
    return ran


def _content(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file() and path.suffix != ".lock"}


REFUSED = re.compile(r"known |did you mean|one of|only:|is not a |no .* is called")
"""How a word is refused that means nothing at its place."""

LISTED = re.compile(r"(?:known [^:]*|not one of|shells|only one of|only)(?:: | )(.+?)(?: \(|;|$)")
"""Where a refusal lists what would be right."""

BY_STATE = (
    "route …", "bag draw --chip …", "bag remove …", "bane remove …", "camp tactic …", "config <key> …", "turn …",
    "event deck <deck> …", "odds turn …", "odds turn <line> --or …", "odds attack <words> --or …",
)  # fmt: skip
"""What is refused as the game stands, or lists more than words: an amount, an action in a line."""


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_a_wrong_word_is_refused_in_hoplos_own_words(door: Door, home: Path, tmp_path: Path) -> None:
    """In both languages, with its exit code and as a record for programs; and nothing is written."""
    here = shutil.copytree(home, tmp_path / "home")
    before, value = _content(here), value_of(door.parameter)
    ran = _run(door, WRONG, here)
    assert value is not None
    if ran.code == 0:  # a name, a file or a remark that is new
        assert value.kind in (str, Path), ran
        return
    italian = _run(door, WRONG, here, HOPLO_LANG="it")
    assert (italian.code, italian.err == ran.err) == (ran.code, False)
    assert not re.search(r"Usage:|Error:|Try '|Missing|Invalid", italian.err)
    if value.kind not in (str, Path):
        assert ran.code == 2, ran
    if door.has_json:
        told = _run(door, WRONG, here, "--json")
        assert (told.code, sorted(told.json["error"])) == (ran.code, ["code", "message", "where"])
        if told.json["error"]["code"] in ("usage", "illegal"):
            assert told.code == {"usage": 2, "illegal": 3}[told.json["error"]["code"]]
        else:
            assert told.code == 1 or told.json["error"]["code"] == "notation", told
    assert _content(here) == before
    if (listed := LISTED.search(ran.err)) and str(door) not in BY_STATE:
        right = {word.strip(" '.").casefold() for word in re.split(", | or ", listed[1])}
        offered = [word.casefold() for word in _tab(door, home)]
        assert right <= {*offered, *(word.split("=")[0] for word in offered)}  # the rulings of RULING=READING


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_what_tab_offers_is_understood(door: Door, home: Path, tmp_path: Path) -> None:
    offered = _tab(door, home)
    for word in Random(1).sample(offered, min(3, len(offered))):
        copy = tmp_path / word.replace("/", "") / "home"
        shutil.copytree(home, copy)
        ran = _run(door, word, copy)
        is_beginning = door.parameter.nargs == -1 and completed(*door.call(word), "", HOPLO_HOME=str(home))
        assert ran.code == 0 or is_beginning or str(door) in BY_STATE or not REFUSED.search(ran.err), (word, ran)


@pytest.mark.parametrize("entry", list(entries()), ids=lambda entry: " ".join(entry.words))
def test_a_wrong_option_is_refused_in_hoplos_own_words(entry: Any) -> None:
    for words in ([f"--{WRONG}"], *([[option.opts[0]] for option in entry.options if value_of(option)])):
        ran, italian = (hoplo(*entry.words, *words, HOPLO_LANG=language) for language in ("en", "it"))
        assert (ran.code, italian.code, ran.out, italian.err == ran.err) == (2, 2, "", False), ran
        assert not re.search(r"Usage:|Error:|Try '|No such|requires", italian.err)


CODES = {0, 1, 2, 3}
"""Every exit code that a sound save can give (4 is for saves that cannot be read)."""


class Commands(RuleBasedStateMachine):
    """A player who types anything, and goes back and forth."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp(dir=os.environ["HOPLO_HOME"]))
        self.patch = pytest.MonkeyPatch()
        self.patch.setenv("HOPLO_HOME", str(self.home))
        for words in commands.BEGINNING:
            assert hoplo(*words).code == 0

    def save(self) -> Save:
        library = Library(self.home)
        return library.open(library.current())

    @rule(words=commands.rounds)
    def play_a_round(self, words: list[str]) -> None:
        self.step(words)

    @rule(words=commands.steps)
    def step(self, words: list[str]) -> None:
        before = self.save().header
        ran = hoplo(*words)
        assert ran.code in CODES, (words, ran)
        after = self.save().header
        if ran.code:
            assert (after.n, after.hash) == (before.n, before.hash), (words, "what was refused changes nothing")
            return
        _, line = next(self.save().lines())
        assert (after.n, line.n, line.hash) == (before.n + 1, after.n, after.hash), (words, "a line of the history")
        assert line.what
        assert (after.hash != before.hash) == bool(line.changes), words
        self.undo_and_redo()

    def undo_and_redo(self) -> None:
        """Take the last step back and do it again: the same state, read from disk each time."""
        steps = self.save().steps()
        _, last = next(steps)
        _, earlier = next(steps, (0, None))
        if earlier is None:
            return
        assert hoplo("undo").code == 0
        assert self.save().header.hash == earlier.hash
        assert hoplo("redo").code == 0
        assert self.save().header.hash == last.hash

    @rule(words=st.one_of(commands.back, commands.looks))
    def go_back_or_look(self, words: list[str]) -> None:
        before = self.save().header
        ran = hoplo(*words)
        assert ran.code in CODES, (words, ran)
        after = self.save().header
        _, line = next(self.save().lines())
        if ran.code == 0 and words[:1] in (["undo"], ["redo"]):
            assert (after.n, line.hash) == (before.n + 1, after.hash)
        else:
            assert after == before, (words, "looking changes nothing")

    def teardown(self) -> None:
        if hasattr(self, "home"):
            assert examine(Library(self.home), self.save().folder.name) == []
            self.patch.undo()
            shutil.rmtree(self.home)


TestCommands = Commands.TestCase
TestCommands.settings = settings(
    max_examples=8, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
