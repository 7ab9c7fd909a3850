"""An attack in words: its values and what made them, the best use of the dice, the odds, and the table of all odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.assaults import (
    ASSUMED,
    Assaults,
    Die,
    Hand,
    Play,
    Ways,
    at_least,
    expected,
    odds_of,
    raises,
    row,
)
from hoplo_companion.pantheon.modifiers import Attack, Modifier, Values
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
    percent,
    table,
    text_of,
)

OTHERS = {"aerial": later("aerial attack"), "power": later("power")}


def source_name(source: str) -> str:
    """What a source of a change is called."""
    whose = source.startswith("target-")
    id_ = source.removeprefix("target-")
    name = tr(OTHERS[id_]) if id_ in OTHERS else name_of(id_)
    return tr("{what} of the target", what=name) if whose else name


def value_lines(attack: Attack, values: Values, die: Die | None) -> list[Line]:
    """The effective values, everything that changed them or might have, and the die where that is to be said."""
    kind = tr("Area attack") if attack.area else tr("Normal attack")
    head = tr("at range {distance}: offence {offence}, defence {defence}",
              distance=attack.distance, offence=values.offence, defence=values.defence)  # fmt: skip
    lines: list[Line] = [[Span(kind, "heading"), Span(f" {head}")], *map(_modifier, values.modifiers)]
    if die == ASSUMED:
        lines.append(line("  " + tr("Faces of the die assumed: {faces} (ruling pan.faces).", faces=row(die)), "quiet"))
    elif die is not None:
        lines.append(line("  " + tr("Faces of the die: {faces}.", faces=row(die)), "quiet"))
    return lines


def _modifier(each: Modifier) -> Line:
    name = source_name(each.source)
    if each.why_not:
        text = tr("{source}: does not count, {reason}.", source=name, reason=tr(each.why_not))
        return cited(f"  {text}", each.rule, "quiet")
    parts = [(each.offence, tr("offence")), (each.defence, tr("defence")), (each.range, tr("range"))]
    return cited(f"  {name}: " + ", ".join(f"{value:+d} {what}" for value, what in parts if value) + ".", each.rule)


def before_blanks_lines(slain: tuple[tuple[int, ...], Ways] | None, *, is_thrown: bool, target: str) -> list[Line]:
    """What talents may do after the first roll, before blanks leave."""
    lines: list[Line] = []
    if slain is not None:
        dice, ways = slain
        text = tr("Monster Slayer: best roll none again.")
        if dice:
            text = tr("Monster Slayer: best roll {dice} again (wounds to expect: {expected}), then enter all dice.",
                      dice=row(dice), expected=decimal(expected(odds_of(ways))))  # fmt: skip
        lines.append(cited(text, "pan.talent.monster-slayer", "choice"))
    if is_thrown:
        text = tr("Mighty Throw: enough blanks to throw a {kind} 1 area, before they leave.", kind=name_of(target))
        lines.append(cited(text, "pan.talent.mighty-throw", "choice"))
    return lines


def play_lines(hand: Hand, assaults: Assaults) -> list[Line]:
    """What is best with the dice of the first assault, and what else can be done."""
    parts = [plural("{n} wound is sure by discarding alone", "{n} wounds are sure by discarding alone", hand.wounds)]
    if hand.placed:
        parts.append(tr("placed at once: {dice}", dice=row(hand.placed)))
    if hand.left:
        parts.append(tr("left: {dice}", dice=row(hand.left)))
    lines = [line("; ".join(parts) + ".")]
    best, plays = assaults.play(hand.dice), assaults.possible(hand.dice)
    if best.rolled:
        text = tr("Best: {what}; keep the other dice for later.", what=_what(best))
        lines.append(cited(text, "pan.assault.second", "choice"))
    else:
        text = tr("Best: no second assault.") if len(plays) > 1 else tr("There is no five to roll again.")
        lines.append(line(text, "choice"))
    if len(plays) > 1:
        marks = ["→" if play == best else " " for play in plays]
        rows = [(mark, *_row(play, assaults.least)) for mark, play in zip(marks, plays, strict=True)]
        heads = ("", tr("Second assault"), tr("expected"), tr("chances"))
        lines += table(
            rows, heads if assaults.least is None else (*heads, tr("at least {least}", least=assaults.least))
        )
    return lines if best.rolled else [*lines, *_raise_lines(hand)]


def _what(play: Play) -> str:
    """What a play does before the second roll, in a few words."""
    rolls = plural("roll {n} five again", "roll {n} fives again", len(play.rolled))
    if not play.raised:
        return rolls
    dice, dropped = row(play.raised), row(play.discarded)
    return tr("raise {dice} to 5 by discarding {dropped}, {rolls}", dice=dice, dropped=dropped, rolls=rolls)


def _row(play: Play, least: int | None) -> list[str]:
    """A play among others: how many fives, what is raised for that, the wounds to expect, and every chance."""
    number = plural("{n} five again", "{n} fives again", len(play.rolled)) if play.rolled else tr("none again")
    raised = tr("raising {dice}", dice=row(play.raised)) if play.raised else ""
    chances = ", ".join(f"{n}: {percent(odds)}" for n, odds in enumerate(play.odds) if odds)
    found = [", ".join(filter(None, (number, raised))), f"{float(play.expected):.2f}", chances]
    return found if least is None else [*found, percent(at_least(play.odds, least))]


def _raise_lines(hand: Hand) -> list[Line]:
    """Which dice are discarded for wounds, and for which."""
    text = later("Discard {dropped}: {value} becomes {defence}, a wound.")
    return [
        line("  " + tr(text, dropped=row(dropped), value=value, defence=hand.defence), "choice")
        for value, dropped in raises(hand.left, hand.defence)
    ]


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
