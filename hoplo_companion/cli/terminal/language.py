"""The language of a call: what it asks for, else the environment, else the player's settings."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Annotated

import typer

from hoplo_companion.language import LANGUAGES, Language, speaking

VARIABLE = "HOPLO_LANG"


class Lang(StrEnum):
    """The languages that may be asked for."""

    en = "en"
    it = "it"


def _for_this_call(ctx: typer.Context, asked: Lang | None) -> Lang | None:
    """Speak the language for as long as this call lasts."""
    if asked is not None and not ctx.resilient_parsing:
        ctx.with_resource(speaking(asked.value))
    return asked


LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang", case_sensitive=False, callback=_for_this_call, help=f"en or it; as {VARIABLE} says if left out."
    ),
]


def wanted() -> Language:
    """Tell which language is wanted where the call does not say: the environment's, else the one of the settings.

    The variable may be written as locales are (`it_IT.UTF-8`); UsageError where hoplo does not speak its language.
    """
    entered = os.environ.get(VARIABLE, "").strip()
    word = entered.casefold().replace("-", "_").replace(".", "_").partition("_")[0]
    if not word:
        from hoplo_companion.cli.terminal.settings import setting

        word = setting("lang")
    for language in LANGUAGES:
        if word == language:
            return language
    from hoplo_companion.errors import UsageError

    raise UsageError(f"{VARIABLE} is {entered[:40]!r}: hoplo speaks {' and '.join(LANGUAGES)}")
