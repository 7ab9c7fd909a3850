"""A unit as it stands, for people: each stat as a sum, its skills with what they do."""

from __future__ import annotations

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.render.style import Line, Span
from hoplo_companion.render.words import chip_name, listing, skill_name, stat_name, tactic_name, words_of
from hoplo_companion.rules.standing import Number, Skill, Standing

UNKNOWN = "unknown: no source states it"


def sum_words(number: Number) -> str:
    """Write a stat as the sum of its sources: `2 = chip 1 + Adrenaline 1`, `3 = Mountaineers sets 3`."""
    if number.value is None:
        return UNKNOWN
    if len(number.parts) < 2:
        return str(number.value)
    words = ""
    for part in number.parts:
        if not words:
            words = f"{part.source} {part.amount}"
        elif part.sets:
            words += f", then {part.source} sets {part.amount}"
        else:
            words += f" {'-' if part.amount < 0 else '+'} {part.source} {abs(part.amount)}"
    return f"{number.value} = {words}"


def unit_report(told: Standing, catalogue: Catalogue) -> list[Line]:
    """List everything about a unit, a line each."""
    where = f" on {told.hex}" if told.hex and told.id != told.chip else ""
    lines: list[Line] = [[Span(f"{chip_name(catalogue, told.chip)}{where}", "heading")]]
    if told.id != told.chip and told.hp is not None:
        lines.append(_row("HP", str(told.hp)))
    lines += [_row(stat_name(number.stat), sum_words(number)) for number in told.numbers]
    lines.append(_row("Attack", _dice_words(told)))
    lines += [_skill_line(skill, catalogue) for skill in told.skills]
    for chip in told.tactics:
        record = catalogue.tactic(chip)
        text = told_text(record)
        lines.append(_row(tactic_name(catalogue, chip), text))
    if told.dazed:
        lines.append(_row("Dazed", "no moves, attacks, Abilities or Specials"))
    if told.may:
        lines.append(_row("May", listing(map(words_of, told.may))))
    if told.cannot:
        lines.append(_row("Cannot", listing(map(words_of, told.cannot), "or")))
    return lines


def told_text(record: SkillRecord | TacticRecord | None) -> str:
    """Say what a skill or tactic does: in our words, or as the line that the player has told."""
    if record is not None and record.text:
        return record.text.strip()
    if record is not None and record.effects:
        from hoplo_companion.components.lines import write_effects

        return write_effects(record.effects).replace("\n", "; ")
    return "what it does is in no source"


def _row(name: str, text: str) -> Line:
    return [Span(f"  {name:14}", "quiet"), Span(text)]


def _dice_words(told: Standing) -> str:
    if told.attack.value is None:
        return UNKNOWN
    words = " ".join(told.attack.value) or "no dice"
    if len(told.attack.parts) < 2:
        return words
    steps = ", then ".join(f"{source}: {' '.join(dice) or 'none'}" for source, dice in told.attack.parts)
    return f"{words} = {steps}"


def _skill_line(skill: Skill, catalogue: Catalogue) -> Line:
    record = catalogue.skill(skill.id)
    name = skill_name(catalogue, skill.id, skill.number)
    text = told_text(record)
    if skill.given:
        text += " (An effect gives it.)"
    if skill.lost:
        text = "it does not have it at present"
    return _row(name, text)
