"""Disagreements with a ruling of hoplo's, kept with their position, and decided anew by every later version.

Each is a file of its own in the player's folder, `disputes/N.json`; none is ever deleted, a settled one is closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion import __version__
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components import kept
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import LARGEST_CAMPAIGN, DiskError, read_whole, write_whole
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.events import HouseRuling
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.writing import write_position
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.verdicts import reasons, verdict
from hoplo_companion.table.reports.differences import differences
from hoplo_companion.table.reports.replayed import laid_open
from hoplo_companion.table.reports.unpacking import looked_at
from hoplo_companion.table.saves.format import NewerSaveError
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import alone, from_state, to_state

SCHEMA = "hoplo/dispute@1"
LOCK = ".disputes"


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """When a disagreement was closed, and with what words."""

    at: str
    note: str


class Dispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A disagreement as it was kept.

    Shapes: `text` is what is wrong, `ruling` what you hold instead, `rule` the rule it is about, if one was named.
    `position` is position@1; `decided` what hoplo decided there (`rules.verdicts`), `why` the decisions behind it.
    `rules` maps the rules that spoke in it to their texts then, `readings` every open question to its reading and
    that in words. Of a fight, `state` is the campaign before its last move, with that move under way, and `made` what
    came of it; `campaign` is the name of its save.
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


class Judged(NamedTuple):
    """A disagreement held against this version: what is decided otherwise, and which rules and readings changed."""

    dispute: Dispute
    decisions: list[str]
    rules: list[str]
    readings: list[str]

    @property
    def differs(self) -> bool:
        """Tell whether anything is decided otherwise now."""
        return bool(self.decisions)


class Said(NamedTuple):
    """What the player says: what is wrong, what holds instead, and the rule it is about."""

    text: str
    ruling: str = ""
    rule: str = ""


# Keeping --------------------------------------------------------------------------------------------------------


def about_position(said: Said, combat: Combat, catalogue: Catalogue) -> Dispute:
    """Make a disagreement about a position."""
    return _made(said, combat, catalogue, reasons(combat))


def about_move(said: Said, campaign: Campaign, name: str, catalogue: Catalogue) -> Dispute:
    """Make a disagreement about the last move of a fight: `campaign` is as it was before it, the move under way.

    Without a rule of its own it is about the one that the move set aside, if it did.
    """
    fight = campaign.fight
    assert fight is not None
    state = to_state(replace(campaign, fight=replace(fight, moves={"1": fight.last})))
    opened = laid_open(from_state(state), catalogue)
    aside = [event.rule for event in opened.events if isinstance(event, HouseRuling)]
    said = said._replace(rule=said.rule or next(iter(aside), ""))
    dispute = _made(said, opened.before, catalogue, opened.decisions or reasons(opened.before), aside)
    words = " ".join([fight.last.do + "!" * fight.last.anyway, *fight.last.words])
    return replace(dispute, campaign=name, move=words, state=state, made=_came_of(state, catalogue))


def _made(said: Said, combat: Combat, catalogue: Catalogue, why: list[Decision], more: Iterable[str] = ()) -> Dispute:
    spoke = [said.rule, *more, *(each.rule for each in why)]
    spoke += [criterion.rule for each in why for criterion in each.criteria]
    return Dispute(
        n=0,
        at=_today(),
        hoplo=__version__,
        text=said.text,
        ruling=said.ruling,
        rule=said.rule,
        position=write_position(combat),
        decided=verdict(combat),
        why=[{**msgspec.to_builtins(each), "chosen": each.chosen} for each in why],
        rules={id_: text for id_ in dict.fromkeys(spoke) if (text := text_of(catalogue, id_)) is not None},
        readings=_readings(catalogue, combat.rulings.given),
    )


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def text_of(catalogue: Catalogue, id_: str) -> str | None:
    """Give the words of a rule, or those of the default reading of an open question; None where there is neither."""
    rule, ruling = catalogue.rule(id_), catalogue.ruling(id_)
    return rule.text if rule is not None else ruling.default if ruling is not None else None


def _readings(catalogue: Catalogue, chosen: dict[str, str]) -> dict[str, list[str]]:
    return {each.id: [each.reading, each.text] for each in in_force(catalogue, chosen)}


def _came_of(state: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Make the move of a disagreement once more: what was decided, what was set aside, the board, what is asked."""
    opened = laid_open(from_state(state), catalogue)
    question = pending(opened.combat)
    made = {
        "decisions": [[each.about, each.unit, sorted(each.chosen)] for each in opened.decisions],
        "set aside": sorted({event.rule for event in opened.events if isinstance(event, HouseRuling)}),
        "board": write_position(replace(opened.combat, agenda=(), explain=False)),
        "asked": f"{question.id} {question.unit or question.about}".strip() if question is not None else "",
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return plain


# Files ----------------------------------------------------------------------------------------------------------


def _folder(library: Library) -> Path:
    return library.home / "disputes"


def numbers(library: Library) -> list[int]:
    """List the numbers of all disagreements; DiskError where the folder cannot be read."""
    try:
        names = [path.name for path in _folder(library).iterdir()]
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise DiskError(f"the disputes cannot be read: {fault.strerror}") from None
    return sorted(int(name[:-5]) for name in names if re.fullmatch(r"[1-9][0-9]{0,8}\.json", name))


def keep(library: Library, dispute: Dispute) -> Dispute:
    """Keep a new disagreement under the next number; give it with that."""
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
    """Read a disagreement; UsageError where none has that number, HoploError where its file is damaged."""
    path = _folder(library) / f"{n}.json"
    if n not in (there := numbers(library)):
        known = ", ".join(map(str, there)) or 'none yet; `hoplo dispute "…"` keeps one'
        raise UsageError(f"no dispute has the number {n}: there are {known}")
    try:
        found = msgspec.json.decode(read_whole(path, LARGEST_CAMPAIGN), type=Dispute)
    except OSError as fault:
        text = f"dispute {n}: cannot be read: {fault.strerror}{kept.offer(library.home, path)}"
        raise DiskError(text) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        if "unknown field" in str(fault):
            raise NewerSaveError(f"dispute {n}", f"it has what this hoplo does not know ({fault})") from None
        text = f"dispute {n}: {path.name} is damaged ({fault}); it is kept as it is{kept.offer(library.home, path)}"
        raise HoploError(text) from None
    if found.schema != SCHEMA:
        raise HoploError(f"dispute {n}: it is {found.schema[:40]!r}, of another hoplo; this one reads {SCHEMA}")
    if not kept.is_kept(library.home, path):
        kept.keep(library.home, path)
    return replace(found, n=n)


def everything(library: Library) -> tuple[list[Dispute], list[str]]:
    """Read all disagreements, the first one first, and say which of them cannot be read."""
    found, faults = [], []
    for n in numbers(library):
        try:
            found.append(read(library, n))
        except HoploError as fault:
            faults.append(str(fault))
    return found, faults


def settle(library: Library, n: int, note: str) -> Dispute:
    """Close a disagreement with some words; UsageError where it is closed already."""
    with alone(library, LOCK):
        found = read(library, n)
        if found.settled is not None:
            raise UsageError(f"dispute {n} was settled on {found.settled.at}: {found.settled.note or 'without a word'}")
        found = replace(found, settled=Settled(_today(), note))
        _write(library, found)
    return found


# Judging --------------------------------------------------------------------------------------------------------


def judged(library: Library, dispute: Dispute, catalogue: Catalogue) -> Judged:
    """Decide a disagreement's position and move anew, and tell what comes out otherwise than when it was kept.

    Where its campaign has chosen other readings meanwhile, those are in force.
    """
    chosen = _chosen_now(library, dispute)
    found: list[str] = []
    looked_at(lambda: found.extend(_decided_otherwise(dispute, chosen, catalogue)), found.append)
    rules = [id_ for id_, text in dispute.rules.items() if text_of(catalogue, id_) != text]
    now = _readings(catalogue, chosen)
    readings = [id_ for id_, then in dispute.readings.items() if now.get(id_) != then]
    return Judged(dispute, found, rules, readings)


def _decided_otherwise(dispute: Dispute, chosen: dict[str, str], catalogue: Catalogue) -> list[str]:
    position = {**dispute.position, "rulings": chosen}
    found = differences(dispute.decided, _plain(verdict(PositionReader(catalogue).read_plain(position))))
    if dispute.state is not None and dispute.made is not None:
        board = {**dispute.state["fight"]["position"], "rulings": chosen}
        state = {**dispute.state, "fight": {**dispute.state["fight"], "position": board}}
        before, now = dispute.made, _came_of(state, catalogue)
        for table in (before["board"], now["board"]):
            table.pop("rulings", None)
        found += differences(before, now, dispute.move)
    return found


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _chosen_now(library: Library, dispute: Dispute) -> dict[str, str]:
    """Give the readings that hold for a disagreement: its position's, and what its campaign has chosen since."""
    chosen = dict(dispute.position.get("rulings", {}))
    if dispute.campaign in library.names() and dispute.campaign:
        try:
            chosen |= from_state(library.open(dispute.campaign).state).rulings
        except HoploError:
            return chosen
    return chosen


def decisions_of(dispute: Dispute) -> list[Decision]:
    """Give the decisions behind what hoplo decided then; none where another version wrote them otherwise."""
    try:
        return msgspec.convert(dispute.why, list[Decision])
    except msgspec.ValidationError:
        return []
