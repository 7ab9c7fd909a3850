"""`hoplo config` and `completions`: what is set once, and holds from then on; what the Tab key offers."""

from typing import Annotated, Literal, get_args

from typer._completion_shared import _get_shell_name, get_completion_script
from typer._completion_shared import install as installed

from hoplo_companion.cli.app import ASKED
from hoplo_companion.cli.options import Answer, App, argument, option
from hoplo_companion.cli.terminal.output import SETTINGS, config_path, forget_all, key_named, set_value, value_named
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError, system_reason
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Span, table


def config(
    terminal: Terminal,
    key: Annotated[str | None, argument("{words}; all if left out.", SETTINGS, metavar="[KEY]")] = None,
    value: Annotated[str | None, argument("Its new value.", "setting_value", metavar="[VALUE]")] = None,
    reset: Annotated[
        str | None,
        option("Go back to the default of a setting, or of all of them with 'all'.", "setting_or_all", metavar="KEY"),
    ] = None,
) -> Answer | None:
    """Show the settings, or change one: who rolls and draws, the language, the colours, the board, confirmations.

    Options of a command win over the settings: --auto, --answers, --app, --plain.
    """
    if reset is not None and (key, value) != (None, None):
        raise UsageError("--reset KEY takes no further key or value")
    if key is not None and value is None and "=" in key:
        key, _, value = key.partition("=")

    if reset is not None and reset.strip().casefold() == "all":
        again = later("every setting has its default again; your file is kept as {path}")
        aside = forget_all()
        terminal.notice(again if aside else later("nothing was set: every setting has its default"), path=aside)
    elif (named := key if reset is None else reset) is not None:
        key = key_named(named)
        if reset is not None or value is not None:
            set_value(key, None if value is None else value_named(key, value))
    terminal.reread_settings()
    if key is None and reset is not None and not terminal.json:
        return None
    if key is None:
        found = {key: terminal.setting(key) for key in SETTINGS}
        rows = []
        for key, about in SETTINGS.items():
            others = ", ".join(each for each in about.values if each != found[key])
            meant = tr(about.values[found[key]])
            words = tr("{what}: {meant} (or {others})", what=tr(about.what), meant=meant, others=others)
            rows.append([Span(key, "heading"), Span(found[key], "choice"), Span(words)])
        lines = [*table(rows, indent=""), [Span(tr("kept in {path}", path=config_path()), "quiet")]]
        return Answer(lambda: lines, lambda: {"settings": found, "file": str(config_path())})
    about, now = SETTINGS[key], terminal.setting(key)
    words = now
    if reset is not None or value is not None:
        words = tr("{key} is {value}: {meaning}", key=key, value=now, meaning=tr(about.values[now]))
    setting = {"key": key, "value": now, "default": about.default, "values": list(about.values)}
    return Answer(lambda: words, lambda: setting)


# Completions ---------------------------------------------------------------------------------------------------------

app = App(help="What the Tab key offers in bash, zsh, fish and PowerShell.")

Shell = Literal["bash", "zsh", "fish", "powershell", "pwsh"]
"""The shells whose Tab key hoplo answers."""

ShellArgument = Annotated[
    Shell | None, argument("bash, zsh, fish or powershell; yours if left out.", metavar="[SHELL]")
]


@app.command()
def show(terminal: Terminal, shell: ShellArgument = None) -> None:
    """Print the completion for a shell, to put where you like: `hoplo completions show bash`."""
    terminal.print(script(_shell(shell)), end="")


@app.command()
def install(terminal: Terminal, shell: ShellArgument = None) -> None:
    """Put the completion where the shell finds it; its start-up file is changed only if you agree."""
    name = _shell(shell)
    terminal.confirm(tr("Put it where {shell} finds it, changing its start-up file if need be?", shell=name))
    try:
        _, path = installed(name, "hoplo", ASKED)
    except (OSError, RuntimeError, ValueError) as fault:
        why = system_reason(fault)
        raise HoploError(
            "the completion for {shell} cannot be put in place: {reason}", shell=name, reason=why
        ) from None
    terminal.say(tr("The completion is in {path}. It works from the next {shell} on.", shell=name, path=path))


def script(shell: str) -> str:
    """The completion for a shell, as Typer writes it."""
    return get_completion_script(prog_name="hoplo", complete_var=ASKED, shell=shell) + "\n"


def _shell(named: Shell | None) -> str:
    """The shell that is named, else the one that runs; UsageError where hoplo does not serve it."""
    name = named or _get_shell_name()
    if name not in get_args(Shell):
        raise UsageError("which shell? Name one: {shells}", shells=", ".join(get_args(Shell)))
    return str(name)
