"""Bane chips as they are named in a call, and asked for where they are due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

import typer

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.campaign.model import Bane, BaneKind, Campaign

BaneOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bane", help="A bane chip that was drawn, as often as drawn: NAME:KIND (bag, unit or camp); NAME once known."
    ),
]


def _kinds() -> tuple[str, ...]:

    from hoplo_companion.campaign.model import BaneKind

    return get_args(BaneKind)


def _known(name: str, campaign: Campaign) -> tuple[str, BaneKind | None]:
    """Give a bane's name and kind as this campaign has met it, or as it is recorded; the kind is None where unknown."""
    from hoplo_companion.campaign.banes import bane_met
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    met = bane_met(campaign, name) or catalogue().bane(slug(name))
    return (met.name, met.kind) if met is not None else (name, None)


def is_bane(word: str, campaign: Campaign) -> bool:
    """Tell whether a chip as typed is a bane: its kind is told, or it is one that is known."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    told = word.rpartition(":")[2].strip() in _kinds() and ":" in word

    return told or _known(word, campaign)[1] is not None or catalogue().bane(slug(word)) is not None


def read_bane(word: str, campaign: Campaign) -> Bane:
    """Read a bane as typed, NAME:KIND, or NAME alone where its kind is known; UsageError where it is missing."""
    from hoplo_companion.campaign.model import Bane
    from hoplo_companion.components.names import slug

    before, _, last = word.rpartition(":")
    told = last.strip() if last.strip() in _kinds() and before.strip() else ""
    name, known = _known(" ".join((before if told else word).split()), campaign)
    kind = told or known

    if not slug(name) or kind is None:
        text = f"--bane {word[:60]!r}: write NAME:KIND, the kind on the chip being {', '.join(_kinds())} (p.29-30)"
        raise UsageError(text)

    return Bane(name, kind)  # type: ignore[arg-type]


def remember_banes(terminal: Terminal, campaign: Campaign) -> None:
    """Keep the kinds of the banes in play that no record states, so that each is told once."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.own import remember

    for bane in {*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes}:
        record = catalogue().bane(slug(bane.name))
        if record is None or record.kind is None:
            path = remember("banes", slug(bane.name), bane.name, {"kind": bane.kind})
            terminal.notice(f"that {bane.name[:60]} is a {bane.kind} bane is kept in {path}")


def read_banes(words: Sequence[str] | None, campaign: Campaign) -> list[Bane]:
    """Read several banes as typed."""
    return [read_bane(word, campaign) for word in words or ()]


def banes_drawn(terminal: Terminal, words: list[str], due: int, campaign: Campaign) -> list[Bane]:
    """Give the banes that were drawn: those that were named, and those asked for at a terminal until all due are.

    Shapes: `words` grows by those asked for. UsageError where banes are missing and there is nobody to ask.
    """
    if len(words) < due:
        terminal.need_terminal(
            f"this brings {due} bane{'' if due == 1 else 's'}: draw from the stack and say --bane NAME:KIND (p.29)"
        )
    while len(words) < due:
        words.append(_ask_bane(terminal, len(words) + 1, due, campaign))
    return read_banes(words, campaign)


def _ask_bane(terminal: Terminal, at: int, due: int, campaign: Campaign) -> str:

    from hoplo_companion.components.names import slug

    on_top = campaign.bane_stack[0] if at == 1 and campaign.bane_stack else ""
    name = ""

    while not slug(name):
        name = terminal.write(f"Bane {at} of {due}: draw from the stack. Its name?", on_top)
    return f"{name}:{_known(name, campaign)[1] or terminal.choose('Its kind?', _kinds())}"
