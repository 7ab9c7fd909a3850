"""`main`: the one place where a call begins, and where failures become exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress

from hoplo_companion.cli.loading import call
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError, clip, system_reason
from hoplo_companion.files import Changes, noting_changes
from hoplo_companion.language import find_out_by, tr

ASKED = "_HOPLO_COMPLETE"
"""The variable that makes hoplo answer a shell."""

LONGEST_WORD = 100_000
LONGEST_SETTING = 1_000
"""The most characters of a word of the command, and of a variable that is for hoplo."""

FAILED = 5
"""The exit code where hoplo itself has failed, and not the player, the disk or the rules."""


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that is not UTF-8 shows a stand-in for a sign it lacks; it does not fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(Terminal.of_process()))


def run(terminal: Terminal) -> int:
    """Run a call; a failure is a line on stderr and its exit code, whatever it is."""
    find_out_by(terminal.language)
    # What libraries print goes the same way.
    with redirect_stdout(terminal.stdout), redirect_stderr(terminal.stderr), noting_changes() as changes:
        return _ended(terminal, _ran(terminal), changes)


def _ran(terminal: Terminal) -> int:
    """Run the command, and give its exit code; what fails is said."""
    try:
        _check_call(terminal)
        if ASKED in terminal.environment:
            from typer._completion_classes import completion_init

            completion_init()
        call(terminal, terminal.arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except HoploError as fault:
        terminal.flush()
        terminal.notice(fault)
        return fault.exit_code
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        if fault.filename is not None:
            terminal.notice(f"{fault.filename}: {system_reason(fault)}")
            return 1
        # Whoever read the output has gone, or there is no room for it; what is left has nowhere to go.
        terminal.stdout.fault = fault
    except Exception as fault:
        return _failed(terminal, fault)
    return 0


def _check_call(terminal: Terminal) -> None:
    """Refuse words and variables that are not text, or longer than anything they could be meant for."""
    for word in terminal.arguments:
        if not _is_text(word):
            raise UsageError(tr("{word} is not text: it has bytes that are not UTF-8", word=ascii(word)[:60]))
        if len(word) > LONGEST_WORD:
            raise UsageError(tr("{word} is longer than {most} characters", word=clip(word), most=LONGEST_WORD))
    for key, value in terminal.environment.items():
        if key.startswith("HOPLO_") and len(value) > LONGEST_SETTING:
            raise UsageError(tr("{word} is longer than {most} characters", word=clip(key)[1:-1], most=LONGEST_SETTING))


def _ended(terminal: Terminal, code: int, changes: Changes) -> int:
    """Send off what there is to say, and give the exit code: what is done is done, even where it cannot be said."""
    terminal.flush()
    if changes.unsure:
        terminal.notice(tr("what was done is done; but the disk reports a fault, and may not have kept it"))
    lost = terminal.stdout.fault
    if lost is None:
        return code
    with suppress(OSError, ValueError):
        # Nothing is sent after it when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), terminal.stdout.fileno())
    is_done = code == 0 and changes.any
    if not isinstance(lost, BrokenPipeError):
        if is_done:
            said = tr("the output cannot be written: {fault}; all of it is done and kept", fault=system_reason(lost))
        else:
            said = tr("the output cannot be written: {fault}", fault=system_reason(lost))
        terminal.notice(said)
    return code if code or is_done else 1


def _failed(terminal: Terminal, fault: Exception) -> int:
    # Nothing of this is needed where nothing fails.
    from hoplo_companion.cli.failures import failure_words

    terminal.flush()
    if ASKED not in terminal.environment:
        # Nobody reads what a shell is answered while it completes a word.
        terminal.notice(failure_words(terminal, fault))
    return FAILED


def _is_text(word: str) -> bool:
    """Say whether an argument can be written as UTF-8, as files and logs are."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True
