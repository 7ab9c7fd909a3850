"""A scion's dice in words: what a roll sets off and why, and the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoplo_companion.components.scions import DiceEffect, ScionRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.scion.dice import Chances, Resolved, pool_words

KIND_WORDS = {
    "hit": "a hit on the die",
    "total": "total hits, one effect",
    "each": "for each hit",
    "pair": "for each pair of hits",
    "threshold": "a threshold",
}


def _head(record: ScionRecord, pool: Mapping[Colour, int]) -> list[Line]:
    lines: list[Line] = [[Span(record.name, "heading"), Span(f"  rolls {pool_words(pool)}"), Span(" p.31", "page")]]
    if record.extra_dice:
        lines.append([Span(f"  {record.extra_dice} Say them with --add.", "quiet")])
    doubt = record.doubts.get("effects")
    if doubt is not None:
        lines.append([Span(f"  {doubt.confidence}: {doubt.hint} `hoplo data add scion` puts it right.", "quiet")])
    return lines


def _kind(effect: DiceEffect) -> str:
    if effect.kind == "threshold":
        most = f" to {effect.at_most}" if effect.at_most is not None else " or more"
        return f"{effect.at_least}{most} hits"
    if effect.one_of_each:
        return "for each pair of hits, one of each colour"
    return KIND_WORDS[effect.kind]


def roll_lines(
    record: ScionRecord,
    effects: Sequence[DiceEffect],
    pool: Mapping[Colour, int],
    hits: Mapping[Colour, int],
    resolved: Sequence[Resolved],
) -> list[Line]:
    """Say what each effect does, from the top of the card down: how often, and by which hits."""
    told = ", ".join(f"{count} {colour}" for colour, count in hits.items())
    lines = [*_head(record, pool), [Span(f"  hits: {told}")]]
    for effect, each in zip(effects, resolved, strict=True):
        counts = ", ".join(f"{hits.get(colour, 0)} {colour}" for colour in effect.dice)
        why = f"{each.dice}, {_kind(effect)}: hits {counts}"
        lines.append([Span(f"  {each.index + 1}. {why}", "quiet" if not each.times else "")])
        if not each.times:
            lines.append([Span("     not carried out", "quiet")])
            continue
        often = "once" if each.times == 1 else f"{each.times} times"
        dealt = f" ({each.damage} damage in all)" if each.damage is not None and each.times > 1 else ""
        lines.append([Span(f"     {often}: ", "choice"), Span(each.text), Span(dealt)])
    return lines


def odds_lines(
    record: ScionRecord, effects: Sequence[DiceEffect], pool: Mapping[Colour, int], found: Sequence[Chances]
) -> list[Line]:
    """List for each effect the chance of each number of times, and the expected damage."""
    lines = _head(record, pool)
    for effect, each in zip(effects, found, strict=True):
        lines.append([Span(f"  {each.index + 1}. {each.dice}, {_kind(effect)}: "), Span(effect.text)])
        table, what = (each.hits, "hits") if effect.kind == "total" else (each.times, "times")
        chances = ", ".join(f"{number}: {chance}" for number, chance in table.items())
        expected = f"; damage to expect: {each.damage}" if each.damage is not None else ""
        lines.append([Span(f"     {what} {chances}{expected}", "choice")])
    return lines
