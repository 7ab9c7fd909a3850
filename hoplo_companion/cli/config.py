"""`hoplo config`: what is settled once, and holds from then on."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import setting_name, setting_or_all, setting_value
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError


def config(terminal: Terminal,
    key: Annotated[
        str | None,
        typer.Argument(
            metavar="[KEY]", help="dice, draws, lang, theme or confirm; all if left out.", autocompletion=setting_name
        ),
    ] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="[VALUE]", help="What it is to be.", autocompletion=setting_value)
    ] = None,
    reset: Annotated[
        str | None,
        typer.Option("--reset", metavar="KEY", help="Leave it as it comes; 'all' for everything.",
                     autocompletion=setting_or_all),
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:  # fmt: skip
    """Show what is settled, or settle it: who rolls and draws, the language, the colours, asking again.

    Options of a command win over what is settled here: --auto, --answers, --app, --plain.
    """
    from hoplo_companion.cli.terminal.settings import key_named, settle, value_named

    if reset is not None and (key, value) != (None, None):
        raise UsageError("--reset KEY stands alone: it takes no further key or value")
    if key is not None and value is None and "=" in key:
        key, _, value = key.partition("=")

    if reset is not None and reset.strip().casefold() == "all":
        _reset_all(terminal)
    elif reset is not None:
        key = key_named(reset)
        from hoplo_companion.cli.terminal.settings import unsettle

        unsettle(key)
    elif key is not None:
        key = key_named(key)
        if value is not None:
            settle(key, value_named(key, value))
    terminal.reread_settings()
    if key is not None:
        _show_one(terminal, key, terminal.setting(key), reset is not None or value is not None, json)
    elif reset is None or json:
        _show_all(terminal, json, plain)


def _reset_all(terminal: Terminal) -> None:

    from hoplo_companion.cli.terminal.settings import forget_all

    aside = forget_all()
    terminal.notice(f"nothing is settled any more; your file is kept as {aside}" if aside else "nothing was settled")


def _show_one(terminal: Terminal, key: str, value: str, changed: bool, json: bool) -> None:
    """Show one setting: its value alone, or in a sentence where it has just been changed."""
    from hoplo_companion.cli.terminal.settings import SETTINGS

    about = SETTINGS[key]
    if json:
        terminal.show_json({"key": key, "value": value, "default": about.default, "values": list(about.values)})
    else:
        terminal.say(f"{key} is {value}: {about.values[value]}" if changed else value)


def _show_all(terminal: Terminal, json: bool, plain: bool) -> None:

    from hoplo_companion.cli.terminal.settings import SETTINGS, config_path

    found = {key: terminal.setting(key) for key in SETTINGS}

    if json:
        terminal.show_json({"settings": found, "file": str(config_path())})
        return
    rows = []
    from hoplo_companion.render.style import Span

    for key, about in SETTINGS.items():
        others = ", ".join(each for each in about.values if each != found[key])
        meant = about.values[found[key]]
        rows.append([Span(key, "heading"), Span(found[key], "choice"), Span(f"{about.what}: {meant} (or {others})")])
    from hoplo_companion.render.style import columns

    terminal.show([*columns(rows), [Span(f"kept in {config_path()}", "quiet")]], plain, wrap=True)
