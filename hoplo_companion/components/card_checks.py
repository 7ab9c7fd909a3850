"""What event cards and Opportunity cards say that fits their schema and contradicts the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from hoplo_companion.components.names import either, slug
from hoplo_companion.components.schemas import EventRecord, OpportunityRecord
from hoplo_companion.components.words import CardKind, EventKind, Sport
from hoplo_companion.errors import Defect
from hoplo_companion.language import tr

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
    """A primus lineup has its act, and its id is that act's; nothing else has either, nor has an expansion's."""
    if record.kind == "primus" and not (record.expansion and record.act is None):
        if record.act not in ACTS:
            return [Defect("event-act", "act", tr("a primus lineup belongs to act 1, 2 or 3: say which (p.30)"))]
        if id_ != f"primus-{record.act}":
            text = tr("the primus lineup of {act} has the id {right}, not {id} (p.30)")
            return [Defect("event-act", "act", text.format(act=ACTS[record.act], right=f"primus-{record.act}", id=id_))]
        return []
    if record.act is not None:
        return [Defect("event-act", "act", tr("only a primus lineup has an act: leave it out (p.30)"))]
    if id_ in PRESETS:
        keys = f'kind = "primus", act = {PRESETS[id_]}'
        text = tr("{id} is the preset lineup of a primus combat: write {keys} (p.30)", id=id_, keys=keys)
        return [Defect("event-act", "kind", text)]
    return []


def _goal_defects(record: EventRecord) -> list[Defect]:
    defects = _repeated(record.goals, "goals")
    kinds = [kind for kind in GOALS if set(record.goals) & set(GOALS[kind])]
    for at, goal in enumerate(record.goals):
        where = f"goals[{at}]"
        if goal == "scion":
            defects.append(Defect("event-goal", where, tr("a scion combat has no event card (p.30-31)")))
        elif record.kind is not None and goal not in GOALS[record.kind]:
            right = either(GOALS[record.kind])
            text = tr("an Opportunity event is not a combat and has no goal: leave out {goal} (p.16-17)", goal=goal)
            if right:
                text = tr("the goal of a card of kind {kind} is {right}, not {goal} (p.16-18)")
                text = text.format(kind=record.kind, right=right, goal=goal)
            defects.append(Defect("event-goal", where, text))
        elif record.kind is None and goal == "primus":
            text = tr('primus combats have no event card: write their lineup as kind = "primus" with its act (p.30)')
            defects.append(Defect("event-goal", where, text))
    if record.kind is None and len(kinds) > 1:
        text = tr("its goals are those of different kinds of events ({kinds}): keep one kind (p.18)")
        defects.append(Defect("event-goal", "goals", text.format(kinds=", ".join(kinds))))
    return defects


def _lineup_defects(record: EventRecord) -> list[Defect]:
    defects = []
    if record.kind == "opportunity":
        text = tr(
            "an Opportunity event is not a combat and has no lineups; the card itself belongs in opportunities.toml "
            "(p.16-17)"
        )
        given = [key for key in ("lineup", "then", "yours") if getattr(record, key)]
        defects += [Defect("event-icons", key, text) for key in given]
    if record.kind == "primus" and record.lineup and record.lineup.count("primus") != 1:
        text = tr("a primus lineup has one primus, not {n} (p.18, 30)", n=record.lineup.count("primus"))
        defects.append(Defect("event-icons", "lineup", text))
    if record.kind == "primus" and record.then and not record.expansion:
        defects.append(Defect("event-icons", "then", tr("a primus lineup has no special instructions (p.30)")))
    heroes = [at for at, icon in enumerate(record.yours) if icon == "hero"]
    defects += [
        Defect("event-icons", f"yours[{at}]", tr("your lineup has one hero at most (p.20)")) for at in heroes[1:]
    ]
    return defects


def _opportunity_defects(record: OpportunityRecord) -> list[Defect]:
    defects = []
    if change := record.change:
        defects += _repeated(change.events, "change.events")
        if change.adds and "scion" in change.events:
            where = f"change.events[{change.events.index('scion')}]"
            text = tr("a scion combat has no rival lineup to add icons to (p.31)")
            defects.append(Defect("opportunity-change", where, text))
    if reward := record.reward:
        if reward.kind in NAMED and not slug(reward.name):
            text = tr("{reward} needs the name of what it brings, as on the card (p.17)", reward=reward.kind)
            defects.append(Defect("opportunity-reward", "reward.name", text))
        if reward.kind not in NAMED and reward.name:
            text = tr("{reward} has no name: you choose when you gain it (p.17)", reward=reward.kind)
            defects.append(Defect("opportunity-reward", "reward.name", text))
    return defects


def _repeated(words: Sequence[str], where: str) -> list[Defect]:
    return [
        Defect("repeated", f"{where}[{at}]", tr("{word} is named twice", word=word))
        for at, word in enumerate(words)
        if word in words[:at]
    ]
