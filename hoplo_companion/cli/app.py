"""The command line as a whole: where a call begins, the commands with their modules, and failures as exit codes."""

import gc
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from typing import Annotated, Any

import typer
from typer._click.exceptions import UsageError as UsageFault

from hoplo_companion import __version__
from hoplo_companion.cli.commands import COMMANDS, EVENING, GROUPS
from hoplo_companion.cli.options import Lazy, Shown, option, usage_words
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import Defect, HoploError, StoppedError, UsageError, clip, system_reason
from hoplo_companion.files import FAILURE, Changes, home_folder, write_whole
from hoplo_companion.language import find_out_by, later, tr


class _Commands(Lazy):
    """Every command, by the table of them."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write one screen of what an evening needs, and where the rest is; all of it with `--all`."""
        if "--all" in getattr(ctx.obj, "arguments", ()):
            super().format_help(ctx, formatter)
            return
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section(tr("An evening")):
            formatter.write_dl([(name, tr(COMMANDS[name].help)) for name in EVENING])
        formatter.write_paragraph()
        formatter.write_dl([
            ("hoplo", tr("where things stand, and what comes next")),
            ("hoplo COMMAND --help", tr("one command, with its options")),
            ("hoplo --help --all", tr("every command, by groups")),
        ])  # fmt: skip

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands group by group by their lines in the table, which loads none of them."""
        longest = max(map(len, COMMANDS))
        for group, commands in GROUPS.items():
            with formatter.section(tr(group)):
                formatter.write_dl([(f"{name:{longest}}", tr(about.help)) for name, about in commands.items()])


def _printed(ctx: typer.Context, param: Any, wanted: bool) -> None:
    """Print the version or the help, and end the call."""
    if wanted and not ctx.resilient_parsing:
        ctx.obj.print(f"hoplo {__version__}" if param.name == "version" else ctx.get_help())
        raise typer.Exit


def _root(
    terminal: Terminal,
    ctx: typer.Context,
    all_: Annotated[bool, option("With --help: every command.", callback=_printed, is_eager=True)] = False,
    version: Annotated[bool, option("Show the version and exit.", callback=_printed, is_eager=True)] = False,
) -> Shown:
    """Show where the campaign stands, where no command is called."""
    # Whoever calls a command needs nothing of what this shows.
    from hoplo_companion.cli.campaign.map import stand

    if words := stand(terminal):
        with terminal.called(words):
            call(terminal, words)


@cache
def command_line() -> Any:
    """Make the command line."""
    # `hoplo completions` writes the scripts of shells; they ask through Typer, which `main` answers.
    about = later("A companion and referee for Hoplomachus: Victorum, beside the box.")
    commands = _Commands({name: command.place for name, command in COMMANDS.items()}, help=about, name="hoplo")
    commands.alone(_root)
    return commands


def call(terminal: Terminal, words: Sequence[str]) -> None:
    """Run a command with the words of the call; it stands alone, and says itself what is wrong with them."""
    try:
        code = command_line().main(args=list(words), prog_name="hoplo", obj=terminal, standalone_mode=False)
        if (own := sys.modules.get("hoplo_companion.components.own")) is not None:
            own.stand_alone()  # what was entered in no step, as by `data add`, is taken back by none
    except UsageFault as fault:
        terminal.flush()
        terminal.say(said := usage_words(fault, words), aside=True)
        terminal.refused(Defect("usage", "", said.splitlines()[-1]))
        code = UsageError.exit_code
    except typer.Abort:
        raise StoppedError from None
    sys.exit(code)


ASKED = "_HOPLO_COMPLETE"
"""The variable that makes hoplo answer a shell."""

LONGEST_SETTING = 1_000
"""The most characters of a variable that is for hoplo."""

FAILED = 5
"""The exit code where hoplo itself has failed, and not the player, the disk or the rules."""


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that is not UTF-8 shows a stand-in for a sign it lacks; it does not fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = run(Terminal.of_process())
    gc.freeze()  # what ends with the process is not gone through once more
    sys.exit(code)


def run(terminal: Terminal) -> int:
    """Run a call; a failure is a line on stderr and its exit code, whatever it is."""
    find_out_by(terminal.language)
    # What libraries print goes the same way.
    Changes.any = Changes.unsure = False
    with redirect_stdout(terminal.stdout), redirect_stderr(terminal.stderr):
        return _ended(terminal, _ran(terminal))


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
        return _refused(terminal, fault)
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        if fault.filename is not None:
            return _refused(terminal, HoploError(f"{fault.filename}: {system_reason(fault)}"))
        # Whoever read the output has gone, or there is no room for it; what is left has nowhere to go.
        terminal.stdout.fault = fault
    except Exception as fault:
        terminal.flush()
        if ASKED not in terminal.environment:
            # Nobody reads what a shell is answered while it completes a word.
            terminal.notice(failure_words(terminal, fault))
            terminal.refused(Defect("internal", "", type(fault).__name__))
        return FAILED
    return 0


CODES = {2: "usage", 3: "illegal", 4: "save"}
"""What a program is told of a refusal that has no code of its own, by its exit code."""


def _refused(terminal: Terminal, fault: HoploError) -> int:
    """Say why the command was refused, to a program too, and give the exit code."""
    terminal.flush()
    terminal.notice(fault)
    about = fault.defect()
    code = about.code if about.code != HoploError.code else CODES.get(fault.exit_code, about.code)
    terminal.refused(about._replace(code=code))
    return fault.exit_code


def _check_call(terminal: Terminal) -> None:
    """Refuse words that are not text, and variables longer than anything they could be meant for."""
    for word in terminal.arguments:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise UsageError("{word} is not text: it has bytes that are not UTF-8", word=ascii(word)[:60]) from None
    for key, value in terminal.environment.items():
        if key.startswith("HOPLO_") and len(value) > LONGEST_SETTING:
            raise UsageError("{word} is longer than {most} characters", word=clip(key)[1:-1], most=LONGEST_SETTING)


def _ended(terminal: Terminal, code: int) -> int:
    """Send off what there is to say, and give the exit code: what is done is done, even where it cannot be said."""
    terminal.flush()
    if Changes.unsure:
        terminal.notice("what was done is done; but the disk reports a fault, and may not have kept it")
    lost = terminal.stdout.fault
    if lost is None:
        return code
    with suppress(OSError, ValueError):
        # Nothing is sent after it when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), terminal.stdout.fileno())
    is_done = code == 0 and Changes.any
    if not isinstance(lost, BrokenPipeError):
        done = later("the output cannot be written: {fault}; all of it is done and kept")
        text = done if is_done else later("the output cannot be written: {fault}")
        terminal.notice(text, fault=system_reason(lost))
    return code if code or is_done else 1


TRACEBACK = "HOPLO_TRACEBACK"
"""The variable that makes a failure of hoplo's own show where it happened."""

LONGEST = 100_000
"""The most characters that are kept of where it failed."""


def failure_words(terminal: Terminal, fault: Exception) -> str:
    """Say that hoplo itself has failed, and keep for `hoplo report` where it did; for one who asks, show it."""
    where = "".join(traceback.format_exception(fault))
    with suppress(Exception):
        if home_folder().is_dir():
            write_whole(home_folder() / FAILURE, where[-LONGEST:].encode("utf-8", "replace"))
    if terminal.environment.get(TRACEBACK):
        return where
    return tr(
        "hoplo itself has failed here ({fault}); it is nothing that you did. Every step before this one is kept. "
        "Please report it: `hoplo report` writes one file with all that is needed to mend it; {variable}=1 shows where "
        "it failed.",
        fault=type(fault).__name__,
        variable=TRACEBACK,
    )
