"""A unit that is taken off the mat, or set to 0 HP: it was defeated, with all that follows, or that was a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.rules.model import Combat, Unit

DefeatedOption = Annotated[
    bool | None,
    typer.Option("--defeated/--by-mistake", help="Whether a unit that is gone was defeated, or taken off by mistake."),
]

DEFEATED, MISTAKE = "defeated", "taken off by mistake"


def as_meant(
    terminal: Terminal, combat: Combat, words: Sequence[str], defeated: bool | None, *, json: bool = False
) -> tuple[str, ...] | None:
    """Give a correction as it is meant: a unit that is gone was defeated, or nothing changes, which is None.

    Where its defeat would decide something and nobody has said whether it was one, that is asked: UsageError names the
    option where there is no terminal.
    """
    from hoplo_companion.rules.corrections import follows, taken_off

    unit = taken_off(combat, words)
    if unit is None:
        if defeated is not None and list(words[:1]) != ["remove"]:
            raise UsageError("--defeated and --by-mistake are for a unit that is removed or has 0 HP")
        return tuple(words)

    if defeated is None and follows(combat, unit):
        question = defeat_question(combat, unit)
        if json or not terminal.is_interactive():
            stays = stays_words(combat, unit)
            raise UsageError(f"{question} Say --{DEFEATED}, or --by-mistake. Nothing has changed: {stays}")
        defeated = terminal.choose(question, [DEFEATED, MISTAKE]) == DEFEATED
    if defeated is False:
        terminal.notice(f"Nothing changes: {stays_words(combat, unit)}")
        return None
    # Once it is over a combat has no more defeats: the unit lies face down, and that is all.
    return ("remove", unit.id, DEFEATED) if combat.over else ("defeat", unit.id)


def refuse_camp(words: Sequence[str]) -> None:
    """Refuse the words by which the camp's own commands reach a fight: typed alone they would change half of it."""
    from hoplo_companion.rules.setup.camp import CAMP

    if list(words[:1]) == [CAMP]:
        raise UsageError("`hoplo camp` and `hoplo pad` change the camp and the pad, and the fight with them")


def defeat_question(combat: Combat, unit: Unit) -> str:
    """Ask whether a unit was defeated, and say what that would set off."""
    from hoplo_companion.render.sentences.removals import follows_words
    from hoplo_companion.rules.corrections import follows
    from hoplo_companion.rules.unit_names import names_of

    name = names_of(combat)(unit.id)
    said = " ".join(follows_words(combat, each) for each in follows(combat, unit))
    return f"Was {name} defeated, or taken off by mistake? {said}"


def stays_words(combat: Combat, unit: Unit) -> str:
    """Say where a unit stays that was not defeated."""
    from hoplo_companion.rules.unit_names import names_of

    name = names_of(combat)(unit.id)
    name = name[:1].upper() + name[1:]
    hp = f" with {unit.hp} HP" if unit.hp is not None else ""
    where = f"on {combat.arena.mat.name(unit.hex)}" if unit.hex else "in its camp"
    home = "lineup" if unit.side == "rival" else "camp"
    back = f" (`hoplo remove {unit.id} {home}` takes it off undefeated)" if unit.hex and unit.side != "arena" else ""
    return f"{name} stays {where}{hp}.{back}"
