"""What the player reads off a component while it is played with: noted on every unit that has the same chip (p.12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, convert
from msgspec.structs import replace

from hoplo_companion.components.schemas import PriorityList
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later
from hoplo_companion.rules.effects.in_force import words_of_skills
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import chip_name
from hoplo_companion.rules.position.arenas import ArenaReader
from hoplo_companion.rules.position.units import UnitReader
from hoplo_companion.rules.questions import Question

ASK_LISTS = Question("component.priorities", "list", "component.asked")


def enter_lists(combat: Combat, text: str) -> tuple[Combat, list[Event]]:
    """Note the priority lists of an arena as they are typed from its card; IllegalError where they are not lists."""
    from hoplo_companion.notation.arenas import read_priorities  # most turns enter nothing

    try:
        plain = read_priorities(text)
        lists, defects = ArenaReader(combat.catalogue).lists(combat.arena, convert(plain, list[PriorityList]))
    except UsageError as fault:
        raise IllegalError(str(fault)) from None
    if defects:
        raise IllegalError("; ".join(defect.sentence() for defect in defects))
    combat = replace(combat, arena=replace(combat.arena, priorities=lists))
    return combat, [event_of("lists-told", arena=combat.arena.id, lists=plain)]


def enter_stat(combat: Combat, question: Question, value: Any) -> tuple[Combat, list[Event]]:
    """Note what a chip shows, for every unit that has the same chip and lacks the same number; or its whole line."""
    if isinstance(value, str):
        return enter_chip(combat, question, value)
    stat = question.about
    asked = combat.units.get(question.unit) or combat.bench[question.unit]
    # A hero's chip has other numbers on the side that shows a primus; every other chip has the same on both.
    two_sided = combat.catalogue.unit(asked.chip) is None

    def lacks(unit: Unit) -> bool:
        is_meant = unit.id == asked.id if stat == "hp" else not two_sided or unit.side == asked.side
        return is_meant and getattr(unit, stat) is None

    return _noted(combat, asked.id, asked.chip, stat, value, lacks, **{stat: value})


def _noted(
    combat: Combat, id_: str, chip: str, stat: str, value: Any, lacks: Callable[[Unit], bool], **shown: Any
) -> tuple[Combat, list[Event]]:
    """Note what a chip shows on every unit that has it and lacks the same, those of a lineup still to come too."""
    key, plain = "classes" if stat == "class" else stat, list(value) if isinstance(value, tuple) else value

    def noted(unit: Unit) -> Unit:
        if unit.chip != chip or not lacks(unit):
            return unit
        given = unit.given if stat == "hp" else replace(unit.given, **{key: plain})
        # A unit whose HP nobody entered has as many as its Health.
        is_full = stat == "health" and unit.hp is None and unit.id in combat.units
        return replace(unit, **shown, given=given, **({"hp": value} if is_full else {}))

    units, bench = ({id_: noted(unit) for id_, unit in them.items()} for them in (combat.units, combat.bench))
    event = event_of("stat-told", unit=id_, chip=chip, stat=stat, value=value)
    return replace(combat, units=units, bench=bench), [event]


def enter_skills(combat: Combat, unit_id: str, chip: str, names: Sequence[str]) -> tuple[Combat, list[Event]]:
    """Note the skills of a chip for every unit that has it; IllegalError for a skill that nobody knows."""
    skills, faults = UnitReader(combat.catalogue).read_skills(list(names))
    if faults:
        raise IllegalError("; ".join(why for _, why in faults))
    gifts, moments = words_of_skills(combat.catalogue, tuple(skills))
    shown = {"skills": skills, "gifts": gifts, "moments": moments}
    return _noted(combat, unit_id, chip, "skills", list(names), lambda unit: unit.given.skills is UNSET, **shown)


def read_line(combat: Combat, chip: str, line: str) -> dict[str, Any]:
    """Read what a chip shows, as in `defender, 1/1/4, bb, Taunt`, into the fields of its record."""
    from hoplo_companion.notation.cards import read_card  # most turns enter nothing

    _, colon, rest = line.partition(":")
    try:
        return read_card("unit", f"{chip}: {rest if colon else line}", combat.catalogue).fields
    except UsageError as fault:
        raise IllegalError(str(fault)) from None


def enter_chip(combat: Combat, question: Question, line: str) -> tuple[Combat, list[Event]]:
    """Note a whole chip, as in `defender, 1/1/4, bb, Taunt`, where one of its numbers is asked.

    IllegalError where the line cannot be read, lacks the number that is asked, or says something else than is known.
    """
    asked = combat.units.get(question.unit) or combat.bench[question.unit]
    fields = read_line(combat, asked.chip, line)
    stats: dict[str, Any] = {key: fields[key] for key in ("movement", "range", "health") if key in fields}
    if "attack" in fields:
        stats["attack"] = tuple(fields["attack"])
    if question.about not in stats:
        example = "'defender, 1/1/4, bb, Taunt'"
        raise IllegalError("{line}: write the whole chip, as in {example}", line=line, example=example)
    skills, _ = UnitReader(combat.catalogue).read_skills(fields.get("skills", []))
    differs = any(getattr(asked, stat) not in (None, value) for stat, value in stats.items())
    differs |= "class" in fields and asked.classes not in ((), tuple(fields["class"]))
    if differs or ("skills" in fields and asked.skills and asked.skills != skills):
        text = later("{line} is not what is known of {unit}: `hoplo data add unit` corrects that")
        raise IllegalError(text, line=line, unit=chip_name(combat.catalogue, asked.chip))
    events: list[Event] = []
    for stat, value in stats.items():
        if getattr(asked, stat) is None:
            combat, more = enter_stat(combat, replace(question, about=stat), value)
            events += more
    if "class" in fields and not asked.classes:
        names, shown = fields["class"], {"classes": tuple(fields["class"])}
        combat, more = _noted(combat, asked.id, asked.chip, "class", names, lambda unit: not unit.classes, **shown)
        events += more
    if "skills" in fields and not asked.skills:
        combat, more = enter_skills(combat, asked.id, asked.chip, fields["skills"])
        events += more
    return combat, events
