"""Disagreements that older versions kept in `disputes/N.json`, as notes in the history of their campaign."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from hoplo_companion.errors import HoploError
from hoplo_companion.files import LARGEST_CAMPAIGN, read_whole
from hoplo_companion.rules.sentence import Kept, said
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.library import Library

FOLDER = "disputes"


class _Disagreement(Struct):
    """What a note needs of the file: all else in it is left as it is."""

    at: str
    hoplo: str
    text: str
    ruling: str = ""
    campaign: str = ""
    move: str = ""


def with_disagreements(steps: list[Step], library: Library, campaign: str) -> list[Step]:
    """Some steps of a campaign, the first one first, with the disagreements of those days among them."""
    first = steps[0].at[:10] if steps else ""
    found = [each for each in _disagreements(library, campaign) if each.at >= first]
    # A disagreement has a day and no time: it follows the steps of that day.
    return sorted([*steps, *found], key=lambda step: (step.at[:10], not step.n))


def _disagreements(library: Library, campaign: str) -> list[Step]:
    """The disagreements about a campaign as steps without a number, the first one first.

    Damaged files are passed over.
    """
    found = []
    for path in sorted((library.home / FOLDER).glob("*.json")):
        if re.fullmatch(r"[1-9][0-9]{0,8}", path.stem):
            try:
                kept = msgspec.json.decode(read_whole(path, LARGEST_CAMPAIGN), type=_Disagreement)
            except (HoploError, OSError, msgspec.MsgspecError, ValueError, RecursionError):
                continue
            if kept.campaign == campaign:
                found.append(Step(0, kept.at, kept.hoplo, f"dispute {path.stem}", _words(kept), note=_right(kept)))
    return sorted(found, key=lambda step: (step.at, int(step.command.split()[1])))


def _words(kept: _Disagreement) -> Kept:
    if kept.move:
        return said("You disagreed with {move}: {text}", move=repr(kept.move), text=kept.text)
    return said("You disagreed: {text}", text=kept.text)


def _right(kept: _Disagreement) -> Kept:
    return said("Right in your view: {ruling}", ruling=kept.ruling) if kept.ruling else ""
