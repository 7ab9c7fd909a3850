"""An attack in words: its values and what made them, the best use of the dice, the odds, and the table of all odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from hoplo_companion.language import plural, tr
from hoplo_companion.pantheon.assaults import ASSUMED, Die, Hand, at_least, expected, odds_of, row
from hoplo_companion.pantheon.dice import Throw, hand_words, plays_words, raise_values, raised_words, values_words
from hoplo_companion.pantheon.game import EVENTS
from hoplo_companion.pantheon.modifiers import may_slay
from hoplo_companion.pantheon.words import name_of
from hoplo_companion.render.style import (
    THEMES,
    Line,
    Span,
    chance,
    chance_lines,
    cited,
    decimal,
    line,
    paint,
    text_of,
)


def value_lines(throw: Throw, *, with_die: bool = True) -> list[Line]:
    """The effective values, everything that changed them or might have, and the die where that is to be said."""
    lines = [line(values_words(throw), "heading")]
    lines += [cited(f"  {each.words}.", each.rule, "quiet" if each.why_not else "") for each in throw.values.modifiers]
    said = tr("Faces of the die: {faces}.", faces=row(throw.die))
    if throw.die == ASSUMED:
        said = tr("Faces of the die assumed: {faces} (ruling pan.faces).", faces=row(throw.die))
    return [*lines, line(f"  {said}", "quiet")] if with_die else lines


def before_blanks_lines(throw: Throw) -> list[Line]:
    """What talents may do after the first roll, before blanks leave."""
    lines: list[Line] = []
    if may_slay(throw.attack):
        best, ways = throw.assaults.slay(throw.fallen)
        text = tr("Monster Slayer: best roll none again.")
        if best:
            text = tr("Monster Slayer: best roll {dice} again (wounds to expect: {expected}), then enter all dice.",
                      dice=row(best), expected=decimal(expected(odds_of(ways))))  # fmt: skip
        lines.append(cited(text, "pan.talent.monster-slayer", "choice"))
    if throw.is_throwing:
        text = tr("Mighty Throw: enough blanks to throw a {kind} 1 area, before they leave.",
                  kind=name_of(throw.attack.target.kind))  # fmt: skip
        lines.append(cited(text, "pan.talent.mighty-throw", "choice"))
    return lines


def play_lines(throw: Throw) -> list[Line]:
    """What is best with the dice of the first assault, and what else can be done."""
    lines, is_choice = [line(hand_words(throw.hand))], len(throw.plays) > 1
    if is_choice:
        lines += [line(f"  {each}", "choice" if each.startswith("→") else "") for each in plays_words(throw)]
    if throw.best.rolled:
        text = f"{raised_words(throw.best)} {tr('Keep the other dice for later.')}".strip()
        return [*lines, cited(text, "pan.assault.second", "choice")]
    text = tr("Best: no second assault.") if is_choice else tr("There is no five to roll again.")
    return [*lines, line(text, "choice"), *_raise_lines(throw.hand)]


def _raise_lines(hand: Hand) -> list[Line]:
    """Which dice are discarded for wounds, and for which."""
    return [line("  " + tr(EVENTS["raise"].words, **each), "choice") for each in raise_values(hand)]


def end_lines(hand: Hand) -> list[Line]:
    """What is best with the dice once nothing is rolled any more, and the wounds."""
    text = plural("{n} wound.", "{n} wounds.", hand.wounds)
    if hand.placed:
        text = tr("Placed at once: {dice}.", dice=row(hand.placed)) + " " + text
    return [*_raise_lines(hand), cited(text, "pan.attack.wounds", "heading")]


def odds_lines(odds: Sequence[Fraction], least: int | None) -> list[Line]:
    """The chance of every number of wounds, with a bar each."""
    lines = chance_lines((str(n), each) for n, each in enumerate(odds))
    lines.append(line(tr("Wounds to expect: {expected}.", expected=decimal(expected(odds))), "heading"))
    if least is not None:
        text = tr("At least {least}: {chance}.", least=least, chance=chance(at_least(odds, least)))
        lines.append(line(text, "heading"))
    return lines


Table = Sequence[Sequence[Fraction]]
"""By offence, then by defence: the wounds to expect, or a chance."""

STEPS = 6
"""The degrees of warmth of what is more than nothing."""


def table_lines(table: Table, die: Die, least: int | None) -> list[Line]:
    """Show the table: a row per offence, a column per defence."""
    most = max(max(each) for each in table) or 1
    title = tr("Expected wounds with best play")
    if least is not None:
        title = tr("Chance of at least {least} wounds with best play, in %", least=least)
    lines = [line(title, "heading")]
    lines.append(line("  " + tr("Rows: offence. Columns: defence. Die: {faces}.", faces=row(die)), "quiet"))
    lines.append([Span("    "), *(Span(f"{defence:>6}", "heading") for defence in range(len(table[0])))])
    for offence, values in enumerate(table):
        cells: Line = [Span(f"{offence:>4}", "heading")]
        for value in values:
            said = f"{float(value):.2f}" if least is None else f"{float(value) * 100:.0f}"
            heat = f"heat-{min(STEPS, 1 + int(value / most * STEPS))}" if value else "quiet"
            cells += [Span(" "), Span(f"{said:>5}", heat)]
        lines.append(cells)
    return lines


PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>{styles} .{unique_id}-matrix {{ font: {char_height}px monospace; white-space: pre }}</style>
<defs>{lines}</defs>
<g transform="translate({terminal_x}, {terminal_y})">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
"""A drawing of what a terminal would show, for Rich, without its window and its fonts from the network."""


def table_svg(lines: Sequence[Line]) -> str:
    """Draw the table, to print."""
    from rich.console import Console
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME
    from rich.text import Text

    painted = StringIO()
    paint(lines, THEMES["light"], painted)
    console = Console(record=True, file=StringIO(), width=max(len(text_of(each)) for each in lines))
    console.print(Text.from_ansi(painted.getvalue()))
    return console.export_svg(theme=DEFAULT_TERMINAL_THEME, code_format=PAGE)
