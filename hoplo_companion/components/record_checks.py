"""What can be wrong with effects that fit the schema: unknown names, what can never be, what would never end."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.conditions import Compared, Group, Hits, Stands
from hoplo_companion.components.effects import Effect, Grant, Verb, whom_of
from hoplo_companion.components.names import KINDS, advise, either, part_number, slug, unknown, wrong_number
from hoplo_companion.components.schemas import EventRecord, OpportunityRecord, ScionRecord, SkillRecord, TacticRecord
from hoplo_companion.components.words import HOLDERS, SPORTS, CardKind, EventKind, Trigger
from hoplo_companion.errors import Defect, defect
from hoplo_companion.language import later, tr

ATTACK: tuple[Trigger, ...] = (
    "attacks", "targeted", "attacked", "ally-attacked", "rolled", "deals-damage", "suffers-damage", "harmed",
    "defeated", "defeats",
)  # fmt: skip
"""The incidents in which an attacker, a target and a dealer of damage have a part."""
AMOUNTS = ("amount", "times", "most", "at", "steps", "within", "exactly", "at_least", "at_most", "base")
"""The keys that hold amounts, which are never below 0."""

WHO = ("who", "to", "of", "at", "whom", "than", "onto")  # the keys that name a unit

STATS = ("movement", "range", "health", "hp", "dice")

ALL = "all"  # what stands in the place of a name for whatever there is


class Known(Protocol):
    """What the checks ask of a catalogue, which itself asks for them."""

    def ids(self, kind: str) -> list[str]:
        """The ids of all records of a kind."""

    def raw(self, kind: str, id_: str) -> dict[str, Any] | None:
        """A record as it is written, or None."""


def check_effects(
    effects: list[Effect], known: Known, where: str, *, of: str = "", placed: bool = False
) -> list[Defect]:
    """What is wrong with the effects of a record, each defect with its place and what would be right.

    Shapes: `where` is the place of the list; `of` is the id of the skill whose effects they are, if they are one's.
    `placed` are those of a tactic, which does what has to happen at a moment when it is placed.
    """
    defects = _unknown_names(effects, known, where)
    for at, effect in enumerate(effects):
        place = f"{where}[{at}]"
        word, _, chip = effect.holder.partition(":")
        if effect.holder and word not in HOLDERS and not (word == "holder" and chip):
            text, words = later("{holder} is not a holder: write {words} or holder:CHIP"), ", ".join(HOLDERS)
            defects.append(defect("unknown-holder", f"{place}.for", text, holder=repr(effect.holder), words=words))
        if not effect.verbs:
            defects.append(defect("no-verb", f"{place}.do", "an effect has at least one verb"))
        for number, verb in enumerate(effect.verbs):
            spot, name = f"{place}.do[{number}]", verb.__struct_config__.tag
            if verb.only and effect.on not in verb.only:
                text, only = later("{verb} belongs to an effect on {triggers}, not on {on}"), either(verb.only)
                defects.append(defect("misplaced-verb", spot, text, verb=name, triggers=only, on=effect.on))
            elif effect.on == "always" and not placed and not isinstance(verb, vocabulary.PASSIVE):
                text = later("{verb} happens at a moment, and an effect that is always on has none: say when with `on`")
                defects.append(defect("misplaced-verb", spot, text, verb=name))
            if sets_itself_off(effect, verb):
                text = later("{verb} on {on} sets itself off for ever: add `once` or a condition")
                defects.append(defect("endless", spot, text, verb=name, on=effect.on))
        defects += [Defect("never", spot, why) for spot, why in _impossible(effect, place)]
    if of and (cycle := grant_cycle(of, effects, known)):
        text = later("skills that give one another in a circle: {skills}; take one of them out")
        defects.append(defect("grant-cycle", where, text, skills=" → ".join(cycle)))
    return defects


def sets_itself_off(effect: Effect, verb: Verb) -> bool:
    """Say whether a verb brings about the very incident that its effect waits for, without anything to end it."""
    if effect.once is not None or effect.conditions:
        return False
    whom = whom_of(verb)
    itself = whom == "self" or (isinstance(whom, Group) and whom.of == "troop") or getattr(verb, "follow", False)
    return effect.on in verb.brings and (itself or isinstance(verb, vocabulary.Swap | vocabulary.AttackAgain))


def grant_cycle(skill: str, effects: list[Effect], known: Known) -> list[str]:
    """Find a way from a skill back to itself over skills that always give one another; empty where there is none."""
    ways = [[skill]]
    for way in ways:  # more come as each is followed
        read = effects if way == [skill] else []
        with suppress(msgspec.ValidationError):  # a record's faults are reported where it is itself checked
            read = read or msgspec.convert((known.raw("skills", way[-1]) or {}).get("effects") or [], list[Effect])
        grants = [verb for e in read if e.on == "always" for verb in e.verbs if isinstance(verb, Grant)]
        for following in [slug(part_number(verb.skill)[0]) for verb in grants]:
            if following == skill:
                return [*way, skill]
            if not any(following in each for each in ways):
                ways.append([*way, following])
    return []


def _nodes(
    value: Any, place: str, owner: Struct | None = None, key: str = "", asked: bool = False
) -> Iterator[tuple[str, Struct | None, str, Any, bool]]:
    """Walk through effects, each part of them before what is within it.

    Shapes: its place, whose key it is, the key, its value, and whether it is asked of the units of a group.
    """
    yield place, owner, key, value, asked
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from _nodes(each, f"{place}[{at}]", owner, key, asked)
    elif isinstance(value, Struct):
        for name, written in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            yield from _nodes(getattr(value, name), f"{place}.{written}", value, name, asked or name == "where")


def _unknown_names(effects: list[Effect], known: Known, where: str) -> list[Defect]:
    """Skills and tactics that effects name and no record has, and skills without the number that they need."""
    defects = []
    for place, owner, what, name, _ in _nodes(effects, where):
        if what not in ("skill", "tactic") or not isinstance(name, str):
            continue
        bare, ids = part_number(name)[0] if what == "skill" else name, known.ids(f"{what}s")
        if slug(bare) not in (*ids, ALL) and slug(name) not in ids:
            advice = advise(bare, ids, tr(KINDS[what][1]))
            defects.append(Defect(f"unknown-{what}", place, unknown(what, name, ids, advice)))
        elif isinstance(owner, Grant):
            raw = known.raw("skills", slug(name)) or known.raw("skills", slug(bare)) or {}
            has = slug(name) != slug(bare)
            if bool(raw.get("numbered")) != has:
                defects.append(Defect("skill-number", place, wrong_number(raw.get("name", bare), has=has)))
    return defects


def _impossible(effect: Effect, place: str) -> Iterator[tuple[str, str]]:
    """Find what of an effect can never match or never happen: its place, and why."""
    for spot, owner, key, value, asked in _nodes(effect, place):
        if isinstance(value, Struct):
            yield from ((spot, why) for why in _faults(value, effect))
        elif isinstance(value, str) and key in WHO:
            before = effect.verbs[: next((at for at, verb in enumerate(effect.verbs) if verb is owner), None)]
            chooses = any(isinstance(whom := whom_of(verb), Group) and whom.pick != "all" for verb in before)
            if value in ("attacker", "target", "dealer") and effect.on not in ATTACK:
                yield spot, tr("there is no {role} on {on}: it can never match", role=value, on=effect.on)
            if value == "it" and not asked:
                yield spot, tr("`it` is a unit of a group, in the `where` of the group; here there is no group")
            if value == "chosen" and not chooses:
                yield spot, tr("nobody is `chosen` yet: no verb before this one chooses a unit")
        elif isinstance(value, int) and not isinstance(value, bool) and value < 0 and key in AMOUNTS:
            yield spot, tr("an amount is 0 or more, not {n}", n=value)


def _faults(value: Struct, effect: Effect) -> Iterator[str]:
    match value:
        case Group():
            yield from _group_faults(value)
        case vocabulary.Place(on="named", hexes=[]) | Stands(on="named", hexes=[]):
            yield tr("it names no hexes: say which, as in hexes = ['C3']")
        case vocabulary.AddDice() | vocabulary.RemoveDice() | vocabulary.ReplaceDice() if (
            effect.on != "always" and whom_of(value) not in ("self", "attacker")
        ):
            yield tr("on {on} the dice are those of that attack: leave out whose they are", on=effect.on)
        case Hits(all=True, missed=True):
            yield tr("dice cannot all hit while one of them misses: it can never hold")
        case Hits() if effect.on == "targeted" or effect.on not in (*ATTACK, "activity"):
            yield tr("there are no hits on {on}: it can never hold", on=effect.on)
        case Compared(stat=stat) if stat not in (*STATS, "hits", "misses"):
            yield tr("{stat} is not a number of a unit: write {stats}", stat=stat, stats=", ".join(STATS))
    least, most = getattr(value, "at_least", None), getattr(value, "at_most", None)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield tr("nothing is at least {least} and at most {most}: it can never hold", least=least, most=most)


def _group_faults(group: Group) -> Iterator[str]:
    within, exactly, nearest = group.within, group.exactly, 0 if group.of == "troop" else 1
    if isinstance(within, int) and within < nearest:
        yield tr("no other unit is within {n} hexes: it can never match", n=within)
    if isinstance(exactly, int) and exactly < nearest:
        yield tr("no other unit is exactly {n} hexes away: it can never match", n=exactly)
    if isinstance(within, int) and isinstance(exactly, int) and exactly > within:
        text = later("no unit is both exactly {exactly} and at most {within} hexes away: it can never match")
        yield tr(text, exactly=exactly, within=within)
    flat = {type(each).__struct_config__.tag: each.unless for each in group.where if each.who is None}
    if group.of in ("ally", "troop") and flat.get("opponent") is False:
        yield tr("no ally is an opponent: it can never match")
    if group.of == "opponent" and flat.get("opponent") is True:
        yield tr("every opponent is an opponent: it can never match")


ACTS = {1: "Act I", 2: "Act II", 3: "Act III"}
"""The acts that end with a primus combat (Rulebook p.30)."""

PRESETS = {f"primus-{act}": act for act in ACTS}
"""The ids of the preset lineups of primus combats, with their acts."""

GOALS: dict[CardKind, tuple[EventKind, ...]] = {
    "bloodshed": ("bloodshed",),
    "sport": SPORTS,
    "opportunity": (),
    "primus": ("primus",),
}
"""The goals that each kind of event may have (Rulebook p.16-18)."""

NAMED = ("recruit", "tactic", "special-prowess")
"""The rewards of an Opportunity card that name a chip or a card (Rulebook p.17)."""


def counts_by_number(effects: Any) -> bool:
    """Say whether effects, as plain data, count by the number beside a skill; a text that says so does not."""
    if isinstance(effects, dict):
        return any(counts_by_number(each) for key, each in effects.items() if key != "text")
    return any(map(counts_by_number, effects)) if isinstance(effects, list) else bool(effects == "number")


def record_defects(id_: str, record: Any, known: Known) -> list[Defect]:
    """What is wrong with the effects of a record, and what contradicts the rules in that of a card."""
    defects: list[Defect] = []
    if (effects := getattr(record, "effects", None)) and not isinstance(record, ScionRecord):
        of, placed = id_ if isinstance(record, SkillRecord) else "", isinstance(record, TacticRecord)
        defects += check_effects(effects, known, "effects", of=of, placed=placed)
    match record:
        case SkillRecord() if not record.numbered and counts_by_number(msgspec.to_builtins(record.effects)):
            text = later("its effects use its number, and the skill has none: set numbered = true, or write a number")
            defects.append(defect("no-number", "effects", text))
        case ScionRecord():
            defects += check_effects(record.reactions, known, "reactions")
            for at, row in enumerate(record.effects or []):
                defects += check_effects(row.effects, known, f"effects[{at}].effects")
        case EventRecord():
            defects += _event_defects(id_, record)
        case OpportunityRecord():
            defects += _opportunity_defects(record)
    return defects


def _event_defects(id_: str, record: EventRecord) -> Iterator[Defect]:
    is_preset = record.kind == "primus" and not (record.expansion and record.act is None)
    if record.act != PRESETS.get(id_) or is_preset != (id_ in PRESETS):
        text = later("only an act's primus lineup has this kind, an act (1 to 3) and the id primus-ACT (p.30)")
        yield defect("event-act", "act", text)
    kinds: tuple[CardKind, ...] = ("bloodshed", "sport") if record.kind is None else (record.kind,)
    if not any(set(record.goals) <= set(GOALS[kind]) for kind in kinds):
        right = either(", ".join(GOALS[kind]) or tr("none") for kind in kinds)
        yield defect("event-goal", "goals", "the goals of such a card are {right} (p.16-18, 30)", right=right)
    if record.kind == "primus" and record.lineup and (n := record.lineup.count("primus")) != 1:
        yield defect("event-icons", "lineup", "a primus lineup has one primus, not {n} (p.18, 30)", n=n)
    if record.yours.count("hero") > 1:
        yield defect("event-icons", "yours", "your lineup has one hero at most (p.20)")


def _opportunity_defects(record: OpportunityRecord) -> Iterator[Defect]:
    if (change := record.change) and change.adds and "scion" in change.events:
        text = later("a scion combat has no rival lineup to add icons to (p.31)")
        yield defect("opportunity-change", "change.events", text)
    if (reward := record.reward) and (reward.kind in NAMED) != bool(slug(reward.name)):
        text = later("{reward} needs the name of what it brings, as on the card (p.17)")
        if reward.kind not in NAMED:
            text = later("{reward} has no name: you choose when you gain it (p.17)")
        yield defect("opportunity-reward", "reward.name", text, reward=reward.kind)
