"""A scion's dice in words: what a roll sets off and why, and the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoplo_companion.components.schemas import DiceEffect, ScionRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.dice import pool_words
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import colour_words, row_words, words_of
from hoplo_companion.render.style import Line, Span, chance_lines, decimal, line
from hoplo_companion.rules.scion.dice import Chances, Resolved

Pool = Mapping[Colour, int]
_KINDS = {
    "hit": later("a hit on the die"),
    "total": later("total hits, one effect"),
    "each": later("for each hit"),
    "pair": later("for each pair of hits"),
}


def _head(record: ScionRecord, pool: Pool) -> list[Line]:
    rolls = "  " + tr("rolls {dice}", dice=pool_words(pool))
    lines: list[Line] = [[Span(record.name, "heading"), Span(rolls), Span(" p.31", "page")]]
    if record.extra_dice:
        lines.append(line("  " + tr("{text} Enter them with --add.", text=record.extra_dice), "quiet"))
    if (doubt := record.doubts.get("effects")) is not None:
        command = f"`{as_command('data', 'add', 'scion', record.name)}`"
        parts = {"how_sure": words_of(doubt.confidence), "hint": tr(doubt.hint), "command": command}
        lines.append(line("  " + tr("{how_sure}: {hint} {command} corrects it.", **parts), "quiet"))
    return lines


def _kind(effect: DiceEffect) -> str:
    if effect.kind == "threshold":
        if effect.at_most is not None:
            return tr("{least} to {most} hits", least=effect.at_least, most=effect.at_most)
        return tr("{least} or more hits", least=effect.at_least)
    if effect.one_of_each:
        return tr("for each pair of hits, one of each colour")
    return tr(_KINDS[effect.kind])


def roll_lines(
    record: ScionRecord, effects: Sequence[DiceEffect], pool: Pool, hits: Pool, resolved: Sequence[Resolved]
) -> list[Line]:
    """Say what each effect does, from the top of the card down: how often, and by which hits."""
    lines = [*_head(record, pool), line("  " + tr("hits: {hits}", hits=pool_words(hits)))]
    for effect, each in zip(effects, resolved, strict=True):
        counts = tr("hits: {hits}", hits=pool_words({colour: hits.get(colour, 0) for colour in effect.dice}))
        row = f"  {each.index + 1}. {colour_words(effect.colours())}, {_kind(effect)}; {counts}"
        lines.append(line(row, "quiet" if not each.times else ""))
        if not each.times:
            lines.append(line("     " + tr("not carried out"), "quiet"))
            continue
        often = plural("once:", "{n} times:", each.times)
        dealt = "  " + tr("({damage} damage in all)", damage=each.damage) if each.times > 1 and each.damage else ""
        lines.append([Span(f"     {often} ", "choice"), Span(row_words(each.text)), Span(dealt)])
    return lines


def odds_lines(record: ScionRecord, effects: Sequence[DiceEffect], pool: Pool, found: Sequence[Chances]) -> list[Line]:
    """For each effect, the chance of each number of times, and the expected damage."""
    lines = _head(record, pool)
    for effect, each in zip(effects, found, strict=True):
        text = tr(effect.text)
        if "{hits}" in text:
            text = tr("{text} (N: the number of hits)", text=text.replace("{hits}", "N"))
        lines.append([Span(f"  {each.index + 1}. {colour_words(effect.colours())}, {_kind(effect)}: "), Span(text)])
        rows = [(plural("{n} time", "{n} times", n), odds) for n, odds in each.times.items()]
        if effect.kind == "total":
            rows = [(plural("{n} hit", "{n} hits", n), odds) for n, odds in each.hits.items()]
        lines += chance_lines(rows, "     ")
        if each.damage is not None:
            lines.append(line("     " + tr("damage to expect: {damage}", damage=decimal(each.damage)), "choice"))
    return lines
