"""Bane chips as they are named in a call, and asked for where they are due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hoplo_companion.campaign.bag import bane_met, only_left
from hoplo_companion.campaign.model import Bane, BaneKind, Campaign
from hoplo_companion.cli.campaign.names import names_known
from hoplo_companion.cli.options import NO_BANE
from hoplo_companion.cli.terminal.rolling import say_undrawn
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import in_english, is_none, slug
from hoplo_companion.components.own import remember
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import plural, tr
from hoplo_companion.render.sentences.words import bane_kind

KINDS: tuple[BaneKind, ...] = get_args(BaneKind)


def _known(name: str, campaign: Campaign | None) -> tuple[str, BaneKind | None]:
    """Give a bane's name and kind as this campaign has met it, or as it is recorded; the kind is None where unknown."""
    met = (bane_met(campaign, name) if campaign is not None else None) or catalogue().bane(slug(name))
    return (met.name, met.kind) if met is not None else (name, None)


def has_kind(word: str) -> bool:
    """Say whether a bane is typed with its kind, NAME:KIND."""
    name, _, kind = word.rpartition(":")
    return bool(name.strip()) and in_english(kind.strip(), KINDS) in KINDS


def is_bane(word: str, campaign: Campaign) -> bool:
    """Say whether a chip as typed is a bane: its kind is typed with it, or it is one that is known."""
    return has_kind(word) or _known(word, campaign)[1] is not None or catalogue().bane(slug(word)) is not None


def read_bane(word: str, campaign: Campaign | None = None) -> Bane:
    """Read a bane as typed, NAME:KIND, or NAME alone where its kind is known; UsageError where it is missing."""
    before, _, last = word.rpartition(":")
    last = in_english(last.strip(), KINDS)
    typed = next((kind for kind in KINDS if kind == last and before.strip()), None)
    name, known = _known(" ".join((before if typed else word).split()), campaign)
    kind = typed or known
    if not slug(name) or kind is None:
        text = tr(
            "the kind of the bane {bane} is not known: write NAME:KIND, where KIND is on the chip, {kinds} (p.29-30)",
            bane=clip(word, 62),
            kinds=", ".join(KINDS),
        )
        raise UsageError(text)
    return Bane(name, kind)


def remember_banes(terminal: Terminal, campaign: Campaign) -> None:
    """Keep the kinds of the banes in play that no record states, so that each is asked for once."""
    for bane in {*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes}:
        record = catalogue().bane(slug(bane.name))
        if record is None or record.kind is None:
            path = remember("banes", slug(bane.name), bane.name, {"kind": bane.kind})
            terminal.notice(
                tr("{bane} is kept in {path} as a {kind}", bane=bane.name[:60], path=path, kind=bane_kind(bane.kind))
            )


def read_banes(words: Sequence[str] | None, campaign: Campaign) -> list[Bane]:
    """Read several banes as typed."""
    return [read_bane(word, campaign) for word in words or ()]


def banes_drawn(terminal: Terminal, words: list[str], due: int, campaign: Campaign) -> tuple[Campaign, list[Bane]]:
    """The banes that were drawn: those that were named, and those asked for at a terminal until all due are.

    Shapes: `words` grows by those asked for; `none` stands for a stack that is empty, as the campaign then knows.
    UsageError where banes are missing and there is nobody to ask.
    """
    words[:] = [NO_BANE if is_none(each) else each for each in words]
    if len(words) < due and NO_BANE not in words:
        terminal.need_terminal(
            plural(
                "this brings {n} bane: draw it from the stack, and name it with --bane NAME:KIND (p.29)",
                "this brings {n} banes: draw them from the stack, and name each with --bane NAME:KIND (p.29)",
                due,
            )
        )
    while len(words) < due and NO_BANE not in words:
        words.append(_ask_bane(terminal, len(words) + 1, due, campaign))
    if NO_BANE not in words:
        return campaign, read_banes(words, campaign)
    drawn = read_banes([each for each in words if each != NO_BANE], campaign)
    return only_left(campaign, len(drawn)), drawn


def _ask_bane(terminal: Terminal, at: int, due: int, campaign: Campaign) -> str:
    on_top = campaign.bane_stack[0] if at == 1 and campaign.bane_stack else ""
    name = ""
    say_undrawn(terminal)
    while not slug(name):
        name = terminal.write(
            tr("Bane {at} of {due}: draw it from the stack. Its name (none if the stack is empty)?", at=at, due=due),
            on_top,
            names_known("banes"),
        )
    if is_none(name):
        return NO_BANE
    kind = _known(name, campaign)[1] or terminal.choose(tr("Its kind?"), KINDS, [bane_kind(each) for each in KINDS])
    return f"{name}:{kind}"
