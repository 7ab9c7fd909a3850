"""At a terminal of eighty columns all is broken between words: results, notices, tables, errors; and its signs."""

import os
import re
import shlex
import subprocess
import sys

import pytest

from hoplo_companion.cli.terminal.prompt import Pasted
from hoplo_companion.render.style import Span, text_of, wrapped
from tests.helpers.cli import ROOT, Sitting, hoplo

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

COLUMNS = 80
BOARD = "atl koth 3 movement | r: rep@B3 3, def@B2 4 | p: krak@E3 6, archer@E4 3"
LOOKS = f"""
rules mark; rules; rules "zzz zzz"; rules "trident harbor dazed"; glossary; glossary taunt; glossary zzzz
unit; unit zzzz; unit reptilian; skill; skill zzzz; skill regen --lang it; tactic stun; rulings; rulings zzzz
config; config dice zzz; config zzz; config dice hand; why rep -p "{BOARD}"
why reptilian --example; why-not reptilian D3 --example; rival-turn --example --auto first --seed 1 --explain
rival-turn --example --auto first --seed 1 --lang it; turn "deploy archer" -p "{BOARD}"; board "{BOARD}" --words
history; pad; bag; camp; stack; travel zzzz; route Cove; save list; doctor; data list; data missing
fix pad.zzz 3 --why x; completions install zzz; report --campaign zzz; scion odds hydra; undo
"""
"""Commands that print long lines, or fail in long sentences."""


def shown_at_a_terminal(home: str, *words: str) -> str:
    """Give everything that a command writes to a terminal, on stdout and stderr; nobody answers."""
    main, side = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1", "HOPLO_HOME": home,
           "COLUMNS": str(COLUMNS), "LINES": "40"}  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "hoplo_companion", *words], stdin=subprocess.DEVNULL, stdout=side, stderr=side, env=env
    ) as process:
        os.close(side)
        seen = b""
        while True:
            try:
                read = os.read(main, 65536)
            except OSError:
                break
            if not read:
                break
            seen += read
        process.wait(60)
    os.close(main)
    return seen.decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a home with a campaign and a note in a long sentence."""
    folder = str(tmp_path_factory.mktemp("wide"))
    assert hoplo("new", "--first-game", HOPLO_HOME=folder).code == 0
    long = "It should go for the hill and take that hex, whatever hoplo says, since it is the best of them all by far."
    assert hoplo("note", long, HOPLO_HOME=folder).code == 0
    return folder


@pytest.mark.parametrize("call", [call.strip() for call in re.split(r"[;\n]", LOOKS) if call.strip()])
def test_no_line_is_wider_than_the_terminal(call: str, home: str) -> None:
    shown = shown_at_a_terminal(home, *shlex.split(call))
    assert shown.strip()
    wide = [line for line in shown.split("\n") if len(line) > COLUMNS]
    assert wide == []


def test_further_lines_are_set_in_below_the_first() -> None:
    line = [Span("   You hold: one two")]
    assert [text_of(part) for part in wrapped(line, 16)] == ["   You hold: one", "     two"]


def test_a_list_of_words_apart_by_strokes_breaks_behind_one() -> None:
    parts = [text_of(part) for part in wrapped([Span("set a|bb|ccc|dddd VALUE")], 12)]
    assert parts == ["set", "  a|bb|ccc|", "  dddd VALUE"]


def test_a_table_without_room_is_told_in_sentences(home: str) -> None:
    shown = " ".join(shown_at_a_terminal(home, "why", "reptilian", "--example").split())
    assert "By in reach p.23, 36, priority p.23, 36, superlative p.23, closest p.23" in shown
    assert "Krakenlance (3. holds the trident): chosen (in reach 1, priority 3" in shown
    assert "candidate" in hoplo("why", "reptilian", "--example").out, "elsewhere it is a table"


def test_a_line_to_copy_is_never_broken(home: str) -> None:
    line = hoplo("board", "--notation", "--example").out.strip()
    assert len(line) > COLUMNS
    assert line in shown_at_a_terminal(home, "board", "--notation", "--example")


def test_what_is_asked_and_offered_is_clean() -> None:
    ask = Sitting()
    ask.pressed = ["2", "typed", "y", "k", "n", "tab", Pasted("\x1b[31m\n")]
    assert ask.choose("which\x1b[2J?", ["a", "b\x1b[31m"]) == "b\x1b[31m"
    assert ask.write("what\u202e?", "x\x07") == "typed"
    assert ask.agreed("sure\x9b?")
    assert ask.ask_line("line\x1b: ", ["known", "bad\x1b"]) == "known[31m"
    seen = ask.said()
    assert not [each for each in seen.replace("\n", "") if not each.isprintable()]
    assert r"b\u001b[31m" in seen
