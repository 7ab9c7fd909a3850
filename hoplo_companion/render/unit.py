"""What a unit is worth now, for people: each stat as a sum, its skills and tactics with what they do."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.words import (
    chip_name,
    colour_words,
    italian_text,
    skill_name,
    stat_name,
    tactic_name,
    title_of,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.modifiers import Dice, Number, Skill, UnitNow

_UNKNOWN = later("unknown: no source states it")
_SOURCES = {"chip": later("chip"), "an effect for some time": later("an effect for some time")}
"""What a number comes from, where it is not a name."""


def unit_report(unit: UnitNow, catalogue: Catalogue) -> list[Line]:
    """List everything about a unit, a line each."""
    name = chip_name(catalogue, unit.chip)
    in_combat = unit.id != unit.chip
    head = tr("{unit} on {hex}", unit=name, hex=unit.hex) if unit.hex and in_combat else name
    rows = [(tr("HP"), str(unit.hp))] if in_combat and unit.hp is not None else []
    rows.append((tr("Class"), " ".join(map(title_of, unit.classes)) or tr(_UNKNOWN)))
    rows += [(stat_name(number.stat), _sum(number)) for number in unit.numbers]
    rows.append((stat_name("attack"), _attack(unit.attack)))
    rows += [(skill_name(catalogue, skill.id, skill.number), _skill(skill, catalogue)) for skill in unit.skills]
    for chip in unit.tactics:
        rows.append((tactic_name(catalogue, chip), _in_words(catalogue.tactic(chip), "tactics", chip, catalogue)))
    if unit.dazed:
        rows.append((tr("Dazed"), tr("no moves, attacks, Abilities or Specials")))
    rows += [(tr("May"), ", ".join(map(words_of, unit.may)))] if unit.may else []
    rows += [(tr("Cannot"), ", ".join(map(words_of, unit.cannot)))] if unit.cannot else []
    return [[Span(head, "heading")], *([Span(f"  {name:14}", "quiet"), Span(text)] for name, text in rows)]


def _source(source: str) -> str:
    return tr(_SOURCES[source]) if source in _SOURCES else source


def _sum(number: Number) -> str:
    """Write a stat as the sum of its sources: `2 = chip 1 + Adrenaline 1`, `3 = chip 2, then Mud sets 3`."""
    if number.value is None:
        return tr(_UNKNOWN)
    if len(number.parts) < 2:
        return str(number.value)
    first, *others = number.parts
    words = f"{_source(first.source)} {first.amount}"
    for part in others:
        source = _source(part.source)
        if part.sets:
            words = tr("{sum}, then {source} sets {amount}", sum=words, source=source, amount=part.amount)
        else:
            words += f" {'-' if part.amount < 0 else '+'} {source} {abs(part.amount)}"
    return f"{number.value} = {words}"


def _attack(attack: Dice) -> str:
    if attack.value is None:
        return tr(_UNKNOWN)
    words = _dice(attack.value)
    if len(attack.parts) < 2:
        return words
    (first, dice), *others = attack.parts
    steps = f"{_source(first)}: {_dice(dice)}"
    for source, dice in others:
        steps = tr("{steps}, then {source}: {dice}", steps=steps, source=_source(source), dice=_dice(dice))
    return f"{words} = {steps}"


def _dice(dice: Iterable[str]) -> str:
    return colour_words(" ".join(dice)) or tr("no dice")


def _in_words(record: SkillRecord | TacticRecord | None, kind: str, id_: str, catalogue: Catalogue) -> str:
    """Say what a skill or tactic does: in our words, or as the line that the player has entered."""
    if text := italian_text(catalogue, kind, id_):
        return text
    if record is not None and record.text:
        return record.text.strip()
    if record is not None and record.effects:
        from hoplo_companion.notation.effects import write_effects

        return write_effects(record.effects).replace("\n", "; ")
    return tr("what it does is in no source")


def _skill(skill: Skill, catalogue: Catalogue) -> str:
    if skill.lost:
        return tr("not in force at present")
    text = _in_words(catalogue.skill(skill.id), "skills", skill.id, catalogue)
    return tr("{text} (Given by an effect.)", text=text) if skill.given else text
