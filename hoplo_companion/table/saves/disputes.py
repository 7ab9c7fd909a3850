"""Decisions of hoplo that you disagree with, kept with their board.

Each is a file of its own in the player's folder, `disputes/N.json`; none is ever deleted, closed ones too.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.components import kept
from hoplo_companion.errors import HoploError, UsageError, system_reason
from hoplo_companion.files import LARGEST_CAMPAIGN, DiskError, read_whole, write_whole
from hoplo_companion.language import tr
from hoplo_companion.rules.why.decisions import Decision, decision_table
from hoplo_companion.table.saves.format import NewerSaveError, unknown_to_this_hoplo
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import alone

SCHEMA = "hoplo/dispute@1"
LOCK = ".disputes"


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """When a dispute was closed, and with what words."""

    at: str
    note: str


class Dispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dispute as it was kept.

    Shapes: `text` is what is wrong, `ruling` what you hold instead, `rule` the rule it is about, if one was named.
    `position` is position@1, `why` what hoplo decided there. Of a fight, `move` is the move that it is about, and
    `campaign` the name of its save. Only older versions wrote `decided`, `rules`, `readings`, `state` and `made`.
    """

    schema: str = SCHEMA
    n: int
    at: str
    hoplo: str
    text: str
    ruling: str = ""
    rule: str = ""
    position: dict[str, Any]
    decided: dict[str, Any]
    why: list[dict[str, Any]] = []
    rules: dict[str, str] = {}
    readings: dict[str, list[str]] = {}
    campaign: str = ""
    move: str = ""
    state: dict[str, Any] | None = None
    made: dict[str, Any] | None = None
    settled: Settled | None = None


def new_dispute(
    text: str,
    position: dict[str, Any],
    decisions: list[Decision],
    *,
    ruling: str,
    rule: str,
    campaign: str = "",
    move: str = "",
) -> Dispute:
    """Make a dispute, not yet kept, about a position and what is decided there."""
    return Dispute(
        n=0,
        at=_today(),
        hoplo=__version__,
        text=text,
        ruling=ruling,
        rule=rule,
        position=position,
        decided={},
        why=[decision_table(each) for each in decisions],
        campaign=campaign,
        move=move,
    )


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def decisions_of(dispute: Dispute) -> list[Decision]:
    """Give what hoplo decided then; none where another version wrote it differently."""
    try:
        return msgspec.convert(dispute.why, list[Decision])
    except msgspec.ValidationError:
        return []


# Files ----------------------------------------------------------------------------------------------------------


def _folder(library: Library) -> Path:
    return library.home / "disputes"


def numbers(library: Library) -> list[int]:
    """List the numbers of all disputes; DiskError where the folder cannot be read."""
    try:
        names = [path.name for path in _folder(library).iterdir()]
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise DiskError(tr("the disputes cannot be read: {reason}", reason=system_reason(fault))) from None
    return sorted(int(name[:-5]) for name in names if re.fullmatch(r"[1-9][0-9]{0,8}\.json", name))


def keep(library: Library, dispute: Dispute) -> Dispute:
    """Keep a new dispute under the next number; give it with that."""
    with alone(library, LOCK):
        dispute = replace(dispute, n=max(numbers(library), default=0) + 1)
        _write(library, dispute)
    return dispute


def _write(library: Library, dispute: Dispute) -> None:
    data = msgspec.json.format(msgspec.json.encode(dispute), indent=1)
    path = _folder(library) / f"{dispute.n}.json"
    write_whole(path, data + b"\n")
    kept.keep(library.home, path)


def read(library: Library, n: int) -> Dispute:
    """Read a dispute; UsageError where none has that number, HoploError where its file is damaged."""
    path = _folder(library) / f"{n}.json"
    if n not in (there := numbers(library)):
        if not there:
            raise UsageError(
                tr('no dispute has the number {n}: there are none yet; `hoplo dispute "…"` keeps one', n=n)
            )
        known = ", ".join(map(str, there))
        raise UsageError(tr("no dispute has the number {n}: there are {known}", n=n, known=known))
    try:
        found = msgspec.json.decode(read_whole(path, LARGEST_CAMPAIGN), type=Dispute)
    except OSError as fault:
        text = tr("dispute {n}: cannot be read: {reason}", n=n, reason=system_reason(fault))
        raise DiskError(text + kept.offer(library.home, path)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        if "unknown field" in str(fault):
            raise NewerSaveError(tr("dispute {n}", n=n), unknown_to_this_hoplo(fault)) from None
        text = tr("dispute {n}: {file} is damaged ({reason}); it is left as it is", n=n, file=path.name, reason=fault)
        raise HoploError(text + kept.offer(library.home, path)) from None
    if found.schema != SCHEMA:
        text = tr(
            "dispute {n}: it is {schema}, of another hoplo; this one reads {known}",
            n=n,
            schema=found.schema[:40],
            known=SCHEMA,
        )
        raise HoploError(text)
    if not kept.is_kept(library.home, path):
        kept.keep(library.home, path)
    return replace(found, n=n)


def everything(library: Library) -> tuple[list[Dispute], list[str]]:
    """Read all disputes, the first one first, and say which of them cannot be read."""
    found, faults = [], []
    for n in numbers(library):
        try:
            found.append(read(library, n))
        except HoploError as fault:
            faults.append(str(fault))
    return found, faults


def close(library: Library, n: int, note: str) -> Dispute:
    """Close a dispute with some words; UsageError where it is closed already."""
    with alone(library, LOCK):
        found = read(library, n)
        if found.settled is not None:
            at, note = found.settled.at, found.settled.note
            text = tr("dispute {n} was closed on {date}: {note}", n=n, date=at, note=note)
            raise UsageError(text if note else tr("dispute {n} was closed on {date}", n=n, date=at))
        found = replace(found, settled=Settled(_today(), note))
        _write(library, found)
    return found
