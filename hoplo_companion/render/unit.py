"""A unit as it stands, for people: each stat as a sum, its skills with what they do."""

from __future__ import annotations

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.language import spoken
from hoplo_companion.render.sentences.italian_terms import STATS, colours_translated, italian_text
from hoplo_companion.render.sentences.words import (
    chip_name,
    listing,
    skill_name,
    stat_name,
    tactic_name,
    title_of,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.modifiers import Number, Skill, UnitNow

UNKNOWN = "unknown: no source states it"
NOT_TOLD = "what it does is in no source"
_ITALIAN = {
    UNKNOWN: "ignoto: non lo dice nessuna fonte",
    NOT_TOLD: "che cosa fa non lo dice nessuna fonte",
    "on": "su",
    "and": "e",
    "or": "né",
    "Class": "Classe",
    "Attack": "Attacco",
    "no dice": "nessun dado",
    "Dazed": "Frastornata",
    "no moves, attacks, Abilities or Specials": "niente movimento, attacchi, Abilità o Speciali",
    "May": "Può",
    "Cannot": "Non può",
    "it does not have it at present": "al momento non la ha",
    " (An effect gives it.)": " (Gliela dà un effetto.)",
}
"""The report's own words in Italian; sums and the names of components stay as they are."""


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


def unit_report(told: UnitNow, catalogue: Catalogue) -> list[Line]:
    """List everything about a unit, a line each."""
    where = f" {_word('on')} {told.hex}" if told.hex and told.id != told.chip else ""
    lines: list[Line] = [[Span(f"{chip_name(catalogue, told.chip)}{where}", "heading")]]
    if told.id != told.chip and told.hp is not None:
        lines.append(_row("HP", str(told.hp)))
    lines.append(_row(_word("Class"), " ".join(map(title_of, told.classes)) or _word(UNKNOWN)))
    for number in told.numbers:
        name = STATS.get(number.stat, number.stat) if spoken() == "it" else stat_name(number.stat)
        lines.append(_row(name, _word(sum_words(number))))
    attack = _word(_dice_words(told))
    lines.append(_row(_word("Attack"), colours_translated(attack) if spoken() == "it" else attack))
    lines += [_skill_line(skill, catalogue) for skill in told.skills]
    for chip in told.tactics:
        record = catalogue.tactic(chip)
        text = italian_text(catalogue, "tactics", chip) if spoken() == "it" else ""
        lines.append(_row(tactic_name(catalogue, chip), text or _word(told_text(record))))
    if told.dazed:
        lines.append(_row(_word("Dazed"), _word("no moves, attacks, Abilities or Specials")))
    if told.may:
        lines.append(_row(_word("May"), listing(map(words_of, told.may), _word("and"))))
    if told.cannot:
        lines.append(_row(_word("Cannot"), listing(map(words_of, told.cannot), _word("or"))))
    return lines


def _word(english: str) -> str:
    """Give one of the report's own words in a language; what is no such word stays."""
    return _ITALIAN.get(english, english) if spoken() == "it" else english


def told_text(record: SkillRecord | TacticRecord | None) -> str:
    """Say what a skill or tactic does: in our words, or as the line that the player has told."""
    if record is not None and record.text:
        return record.text.strip()
    if record is not None and record.effects:
        from hoplo_companion.notation.effects import write_effects

        return write_effects(record.effects).replace("\n", "; ")
    return NOT_TOLD


def _row(name: str, text: str) -> Line:
    return [Span(f"  {name:14}", "quiet"), Span(text)]


def _dice_words(told: UnitNow) -> str:
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
    text = (italian_text(catalogue, "skills", skill.id) if spoken() == "it" else "") or _word(told_text(record))
    if skill.given:
        text += _word(" (An effect gives it.)")
    if skill.lost:
        text = _word("it does not have it at present")
    return _row(name, text)
