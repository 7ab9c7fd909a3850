"""Whether event cards and Opportunity cards are sound beyond their schema: what of them contradicts the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import EventRecord, OpportunityRecord
from hoplo_companion.components.words import CardKind, EventKind, Sport
from hoplo_companion.errors import Defect

ACTS = {1: "Act I", 2: "Act II", 3: "Act III"}
"""The acts that end with a primus combat (Rulebook p.30)."""

PRESETS = {f"primus-{act}": act for act in ACTS}
"""The ids of the preset lineups of primus combats, with their acts."""

GOALS: dict[CardKind, tuple[EventKind, ...]] = {
    "bloodshed": ("bloodshed",),
    "sport": get_args(Sport),
    "opportunity": (),
    "primus": ("primus",),
}
"""The goals that each kind of event may have (Rulebook p.16-18)."""

NAMED = ("recruit", "tactic", "special-prowess")
"""The rewards of an Opportunity card that name a chip or a card (Rulebook p.17)."""


def card_defects(id_: str, record: Any) -> list[Defect]:
    """List what contradicts the rules in the record of an event card or an Opportunity card; none of other records."""
    match record:
        case EventRecord():
            return [*_preset_defects(id_, record), *_goal_defects(record), *_lineup_defects(record)]
        case OpportunityRecord():
            return _opportunity_defects(record)
    return []


def _preset_defects(id_: str, record: EventRecord) -> list[Defect]:
    """A primus lineup has its act, and its id is that act's; nothing else has either."""
    if record.kind == "primus":
        if record.act not in ACTS:
            wrong = "" if record.act is None else f", not {record.act}"
            return [Defect("event-act", "act", f"a primus lineup is that of an act: 1, 2 or 3{wrong} (p.30)")]
        if id_ != f"primus-{record.act}":
            text = f"the primus lineup of {ACTS[record.act]} has the id primus-{record.act}, not {id_} (p.30)"
            return [Defect("event-act", "act", text)]
        return []
    if record.act is not None:
        return [Defect("event-act", "act", "only a primus lineup has an act: leave it out (p.30)")]
    if id_ in PRESETS:
        text = f'{id_} is the preset lineup of a primus combat: kind = "primus" and act = {PRESETS[id_]} (p.30)'
        return [Defect("event-act", "kind", text)]
    return []


def _goal_defects(record: EventRecord) -> list[Defect]:
    defects = _repeated(record.goals, "goals")
    kinds = [kind for kind in GOALS if set(record.goals) & set(GOALS[kind])]
    for at, goal in enumerate(record.goals):
        where = f"goals[{at}]"
        if goal == "scion":
            defects.append(Defect("event-goal", where, "a scion combat has no event card (p.30-31)"))
        elif record.kind is not None and goal not in GOALS[record.kind]:
            right = " or ".join(GOALS[record.kind])
            text = f"its goal is {right}" if right else "an Opportunity event is no combat, and has no goal"
            defects.append(Defect("event-goal", where, f"{goal} is no goal of kind {record.kind}: {text} (p.16-18)"))
        elif record.kind is None and goal == "primus":
            text = 'primus combats have no event card: their lineup is kind = "primus" with its act (p.30)'
            defects.append(Defect("event-goal", where, text))
    if record.kind is None and len(kinds) > 1:
        text = f"{' and '.join(kinds)} are goals of different kinds of events (p.18)"
        defects.append(Defect("event-goal", "goals", text))
    return defects


def _lineup_defects(record: EventRecord) -> list[Defect]:
    defects = []
    if record.kind == "opportunity":
        text = "an Opportunity event is no combat, and has no lineups; the card itself is a record of opportunities"
        told = [key for key in ("lineup", "then", "yours") if getattr(record, key)]
        defects += [Defect("event-icons", key, f"{text} (p.16-17)") for key in told]
    if record.kind == "primus" and record.lineup and record.lineup.count("primus") != 1:
        text = f"a primus lineup has one primus, not {record.lineup.count('primus')} (p.18, 30)"
        defects.append(Defect("event-icons", "lineup", text))
    if record.kind == "primus" and record.then:
        defects.append(Defect("event-icons", "then", "a primus lineup has no special instructions (p.30)"))
    heroes = [at for at, icon in enumerate(record.yours) if icon == "hero"]
    defects += [
        Defect("event-icons", f"yours[{at}]", "one hero is in your lineup, or none (p.20)") for at in heroes[1:]
    ]
    return defects


def _opportunity_defects(record: OpportunityRecord) -> list[Defect]:
    defects = []
    if change := record.change:
        defects += _repeated(change.events, "change.events")
        if change.adds and "scion" in change.events:
            where = f"change.events[{change.events.index('scion')}]"
            text = "a scion combat has no rival lineup that icons could be added to (p.31)"
            defects.append(Defect("opportunity-change", where, text))
    if reward := record.reward:
        if reward.kind in NAMED and not slug(reward.name):
            text = f"{reward.kind} names what it brings, as on the card (p.17)"
            defects.append(Defect("opportunity-reward", "reward.name", text))
        if reward.kind not in NAMED and reward.name:
            text = f"{reward.kind} names nothing: you choose when it is gained (p.17)"
            defects.append(Defect("opportunity-reward", "reward.name", text))
    return defects


def _repeated(words: Sequence[str], where: str) -> list[Defect]:
    return [
        Defect("repeated", f"{where}[{at}]", f"{word} is told twice")
        for at, word in enumerate(words)
        if word in words[:at]
    ]
