"""The language of what is told: the one place that knows where it is chosen."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hoplo_companion.components.words import Language

VARIABLE = "HOPLO_LANG"


class Lang(StrEnum):
    """The languages that may be asked for."""

    en = "en"
    it = "it"


def _for_this_call(ctx: typer.Context, told: Lang | None) -> Lang | None:
    """Let the language hold for everything that this call tells, wherever it is told."""
    if told is not None and not ctx.resilient_parsing:
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = told.value
        ctx.call_on_close(lambda: os.environ.__setitem__(VARIABLE, before or ""))
    return told


LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang", case_sensitive=False, callback=_for_this_call, help=f"en or it; as {VARIABLE} says if left out."
    ),
]


def language(option: Lang | None = None) -> Language:
    """Tell which language is wanted: what the call asks for, else the environment, else the player's settings.

    The variable may be written as locales are (`it_IT.UTF-8`); UsageError where hoplo does not speak its language.
    """
    told = option.value if option is not None else os.environ.get(VARIABLE, "").strip()
    word = told.casefold().replace("-", "_").replace(".", "_").partition("_")[0]
    if word not in ("", *Lang):
        from hoplo_companion.errors import UsageError

        raise UsageError(f"{VARIABLE} is {told[:40]!r}: hoplo speaks en and it")
    if not word:
        from hoplo_companion.cli.terminal.settings import setting

        word = setting("lang")
    return "it" if word == Lang.it else "en"
