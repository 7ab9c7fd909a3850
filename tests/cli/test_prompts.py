"""Every kind of prompt of an evening: what is no answer does nothing, U undoes, and nothing that is pressed fails."""

from __future__ import annotations

import io
import os
import re
import shutil
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random

import pytest

from hoplo_companion.cli.play.play import lead
from hoplo_companion.cli.screen.terminal import OnScreen
from hoplo_companion.cli.terminal.prompt import Pasted, Prompt, Reply
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import LANGUAGES, Language, speaking, tr
from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import current, follow_a_fight, follow_to_your_turn
from tests.helpers.stories import tell

KEYS = ["enter", "tab", "backspace", "delete", "left", "home", "up", "pageup", "ctrl+w", "f5", *string.printable[:95]]

ACCEPTED = "new --first-game && travel Reef --kind sport --region atlanteans && event accept"
SET_UP = """
  data add unit 'Attacker: attacker, 2/1/4, blue blue'
  fight start 'Duel: bloodshed, lineup bag, yours hero camp' --hero krakenlance --arena kunlun --attack blue -> 2
"""


TABLES: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "begun": lambda: tell("new --first-game"),
    "event": lambda: tell(ACCEPTED.removesuffix(" && event accept")),
    "accepted": lambda: tell(ACCEPTED),
    "asked": follow_a_fight,
    "your turn": follow_to_your_turn,
    "set-up": lambda: tell(SET_UP),
    "attacked": lambda: tell(f"""{SET_UP}
      answer attacker && rival-turn && turn 'deploy krak G1; end' && fix attacker F1 --note 'the mat'
      data add arena 'Kunlun: all: hero > any' && rival-turn -> 2
    """),
}  # fmt: skip
PROMPTS: dict[str, tuple[str, list[str]]] = {
    "how to begin": ("nothing", []),
    "a choice of new": ("nothing", ["3"]),
    "a number of a choice": ("nothing", ["3", "2"]),
    "where to": ("begun", []),
    "a place by its name": ("begun", ["1"]),
    "its kind": ("begun", ["1", *"Reef", "enter"]),
    "its paths": ("begun", ["1", *"Reef", "enter", "1", "1"]),
    "an event": ("event", []),
    "a fight to set up": ("accepted", []),
    "an event's card": ("accepted", ["1"]),
    "how it ended": ("accepted", ["2"]),
    "the hero's HP": ("accepted", ["2", "1"]),
    "a chip drawn": ("set-up", ["1"]),
    "an answer left open": ("asked", []),
    "a hex": ("asked", ["1"]),
    "dice": ("attacked", ["1"]),
    "your turn": ("your turn", []),
    "a unit": ("your turn", ["1"]),
    "go on?": ("your turn", ["e", "n", "d", "enter"]),
    "what is noted": ("your turn", ["N", "enter"]),
    "what is corrected": ("your turn", ["F", "enter"]),
}
"""Every kind of prompt: how the table comes to stand so, and what is pressed until it is asked."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Give a table as it stands before a prompt, each laid out once."""
    kept: dict[str, Path] = {}

    def of(kind: str) -> Path:
        table = PROMPTS[kind][0]
        if table not in kept:
            kept[table] = tmp_path_factory.mktemp("table")
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("HOPLO_HOME", str(kept[table]))
                TABLES[table]()
        return kept[table]

    return of


class Pressed:
    """The keys of a terminal, and a screen, where a script presses them."""

    size = (80, 24)

    def __init__(self, keys: Iterator[str]) -> None:
        self.pressed = keys
        self.heard = self

    @contextmanager
    def reading(self) -> Iterator[Callable[[], str]]:
        yield self.next

    def next(self) -> str:
        for key in self.pressed:
            return key
        raise StoppedError

    def get(self) -> str:
        return self.next()

    def leave_alone(self, *_: object) -> None:
        """Have nothing done."""

    call_later = draw = drop_ahead = paste_again = put = leave_alone


class Stream(Terminal):
    """A terminal at which a script presses keys."""

    def is_interactive(self) -> bool:
        return True


class Watched:
    """An evening at which keys are pressed; counts how often a prompt was put, and has the last one."""

    def __init__(self, table: Path, tmp_path: Path, how: str, keys: Callable[[Watched], Iterator[str]]) -> None:
        home = tmp_path / how
        shutil.copytree(table, home)
        self.prompts: list[Prompt] = []
        self.out = io.StringIO()
        out = self.out
        pressed = Pressed(keys(self))
        environment = {**os.environ, "TERM": "dumb" if how == "dumb" else "xterm", "NO_COLOR": "1"}
        terminal: Terminal = Stream(["play"], environment, io.StringIO(), out, out)
        if how == "screen":
            terminal = OnScreen(terminal, pressed)  # type: ignore[arg-type]
        else:
            terminal.keys = pressed  # type: ignore[assignment]
        self.terminal = terminal
        read = terminal.read

        def watched(prompt: Prompt) -> Reply:
            self.prompts.append(prompt)
            return read(prompt)

        terminal.read = watched  # type: ignore[method-assign]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOPLO_HOME", str(home))
            catalogue.cache_clear()
            with redirect_stdout(terminal.stdout), redirect_stderr(terminal.stderr), suppress(StoppedError):
                lead(terminal)

    def said(self) -> str:
        """Give all that was said."""
        scene = getattr(self.terminal, "scene", None)
        log = "\n".join("".join(span.text for span in line) for line in scene.log) if scene is not None else ""
        return self.out.getvalue() + log


def steps() -> int:
    """Count the steps that led here."""
    return sum(1 for _ in current().steps()) if hoplo("save", "list", "--json").json["campaigns"] else 0


def to_prompt(kind: str, then: Callable[[Watched], Iterator[str]]) -> Callable[[Watched], Iterator[str]]:
    """Press what leads to a prompt, and then something else."""

    def keys(watched: Watched) -> Iterator[str]:
        yield from PROMPTS[kind][1]
        yield from then(watched)

    return keys


TERMINALS = pytest.mark.parametrize("how", ["screen", "NO_COLOR", "dumb"])


@TERMINALS
@pytest.mark.parametrize("kind", PROMPTS)
def test_what_is_no_answer_does_nothing(kind: str, how: str, tmp_path: Path, tables: Callable[[str], Path]) -> None:
    """A key that is not shown as one, a pasted line, and a word: the same prompt stands there, and no step is done."""
    counted: list[int] = []

    def noise(watched: Watched) -> Iterator[str]:
        counted.append(steps())
        yield ""
        prompt, put = watched.prompts[-1], len(watched.prompts)
        asides = "".join(aside.key for aside in prompt.asides if not aside.off and prompt.acts_at_once(aside.key))
        default = ["enter"] if prompt.default is not None else []
        for key in KEYS:
            if key not in prompt.at_once + prompt.at_once.upper() + asides and key not in default:
                yield key
                yield "ctrl+u"
                assert len(watched.prompts) == put, (key, prompt)
        if prompt.takes != "line":
            for key in (Pasted("Zeta: archer, 1/2/2\n"), *"zz top", *(() if default else ("enter",)), "ctrl+u"):
                yield key
                assert len(watched.prompts) == put, (key, prompt)
        counted.append(steps())

    watched = Watched(tables(kind), tmp_path, how, to_prompt(kind, noise))
    assert "hoplo itself has failed" not in watched.said()
    assert len(counted) == 2, watched.said()[-3000:]
    assert counted[0] == counted[1]


@TERMINALS
@pytest.mark.parametrize("kind", PROMPTS)
def test_u_takes_a_step_back_or_says_that_there_is_none(
    kind: str, how: str, tmp_path: Path, tables: Callable[[str], Path]
) -> None:
    """Again and again, to the very beginning; with Enter where a line may begin with it."""
    counted: list[int] = []

    def undo(watched: Watched) -> Iterator[str]:
        yield ""
        if watched.prompts[-1].takes == "line":
            yield "ctrl+u"
        for _ in range(40):
            counted.append(steps())
            prompt = watched.prompts[-1]
            yield "U"
            if not prompt.acts_at_once("U"):
                yield "enter"
        counted.append(steps())

    watched = Watched(tables(kind), tmp_path, how, to_prompt(kind, undo))
    assert counted[-1] <= 1, counted
    assert counted == sorted(counted, reverse=True)
    assert "othing to undo" in watched.said() or "o campaign" in watched.said()


@TERMINALS
def test_nothing_that_is_pressed_fails(how: str, tmp_path: Path, tables: Callable[[str], Path]) -> None:
    """Random keys from every kind of prompt on."""
    for at, kind in enumerate(PROMPTS):
        random = Random(kind)

        def noise(watched: Watched, random: Random = random) -> Iterator[str]:
            for _ in range(150):
                yield random.choice(
                    [*KEYS, *"1111222U", "escape", "enter", Pasted("krak e3; end\n"), Pasted(":pad\n:board")]
                )

        watched = Watched(tables(kind), tmp_path / str(at), how, to_prompt(kind, noise))
        assert "hoplo itself has failed" not in watched.said(), watched.said()[-3000:]


@TERMINALS
def test_nothing_reads_standard_input_and_a_pasted_command_is_one(
    how: str, tmp_path: Path, tables: Callable[[str], Path]
) -> None:
    """A file that would be read from where the keys come from is refused; a paste of several commands does them all."""
    commands = Pasted(":board -p -\n:why rep -p -\n:solve\n:note pasted\n")

    def paste(watched: Watched) -> Iterator[str]:
        for line in commands.splitlines():
            yield Pasted(f"{line}\n")

    watched = Watched(tables("where to"), tmp_path, how, paste)
    assert watched.said().count("Standard input has your keys here") == 3
    assert "noted" in watched.said()


def test_a_line_of_your_turn_is_looked_at_while_it_is_typed_in_the_stream_too(
    tmp_path: Path, tables: Callable[[str], Path]
) -> None:
    """What it cannot do stands under it; what is refused stays to be corrected."""
    typed = iter([*"krak a1", "enter", *(["backspace"] * 2), *"f1; end", "enter", "y", "Q"])
    watched = Watched(tables("your turn"), tmp_path, "NO_COLOR", lambda _: typed)
    assert watched.said().count("cannot move to A1") >= 2
    assert "Krakenlance moves G1 → F1" in watched.said()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", PROMPTS)
def test_the_keys_named_below_a_prompt_are_those_that_work(
    kind: str, language: Language, tmp_path: Path, tables: Callable[[str], Path]
) -> None:
    """Each is explained by ?, and Q leaves: the same at every prompt, in each language."""
    left: list[str] = []

    def look_and_leave(watched: Watched) -> Iterator[str]:
        yield ""
        prompt = watched.prompts[-1]
        words = watched.terminal.aside_words(prompt).replace("\N{NO-BREAK SPACE}", " ").replace(tr("+ Enter"), "")
        named = re.findall(r"(?:^|  )(\S) (?=\S)", words)
        assert sorted(named) == sorted(each.key for each in prompt.asides if each.word and not each.off)
        assert {"?", "Q"} <= set(named)
        said = len(watched.said())
        yield "?"
        yield ""
        assert re.findall(r"^  (\S)  \S", watched.said()[said:], re.M)[: len(prompt.asides)] == [
            aside.key for aside in prompt.asides
        ]
        assert watched.prompts[-1].message == prompt.message
        left.append("before")
        yield from ("Q", *(() if prompt.acts_at_once("Q") else ("enter",)))
        left.append("after")

    with speaking(language):
        watched = Watched(tables(kind), tmp_path, "NO_COLOR", to_prompt(kind, look_and_leave))
    assert left == ["before"], watched.said()[-500:]
