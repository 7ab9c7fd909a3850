"""An attack in words: its effective values and what made them, the best use of the dice, the odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.assaults import (
    Assaults,
    Play,
    Raise,
    Ways,
    at_least,
    expected,
    odds_of,
    raises,
)
from hoplo_companion.pantheon.die import ASSUMED, Die, row
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS
from hoplo_companion.render.chances import chance, chance_lines, decimal
from hoplo_companion.render.style import Line, Span, columns, line

if TYPE_CHECKING:
    from hoplo_companion.pantheon.hand import Hand
    from hoplo_companion.pantheon.modifiers import Attack, Modifier, Values

WHY_NOT = {
    "aerial": later("an aerial attack ignores the terrain it starts from"),
    "range-0": later("only at range 1+"),
    "range-1": later("only at range 0"),
    "area": later("only in a normal attack"),
    "alone": later("a troop with one miniature left has no talents"),
    "water": later("talents are ignored in water"),
    "aquatic": later("an aquatic unit ignores aquatic terrain"),
    "no-troop": later("it bolsters troops only"),
}
"""Why something does not count, by its id."""

OTHERS = {
    "heights": later("heights"),
    "aerial": later("aerial attack"),
    "power": later("power"),
}


def source_name(source: str) -> str:
    """Name what changes a value."""
    whose = source.startswith("target-")
    id_ = source.removeprefix("target-")
    name = tr(TERRAINS.get(id_) or TALENTS.get(id_) or OTHERS.get(id_, id_))
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
    parts = [(each.offence, tr("offence")), (each.defence, tr("defence")), (each.range, tr("range"))]
    changes = ", ".join(f"{value:+d} {name}" for value, name in parts if value)
    name = source_name(each.source)
    if each.why_not:
        text = tr("{source}: does not count, {reason}.", source=name, reason=tr(WHY_NOT[each.why_not]))
        return [Span(f"  {text}", "quiet"), Span(f" {each.rule}", "page")]
    return [Span(f"  {name}: {changes}."), Span(f" {each.rule}", "page")]


def before_blanks_lines(slain: tuple[tuple[int, ...], Ways] | None, *, is_thrown: bool, target: str) -> list[Line]:
    """Say what talents may do after the first roll, before blanks leave."""
    lines: list[Line] = []
    if slain is not None:
        dice, ways = slain
        hopes = decimal(expected(odds_of(ways)))
        if dice:
            text = tr(
                "Monster Slayer: roll {dice} again (wounds to expect: {expected}), then enter all dice.",
                dice=row(list(dice)),
                expected=hopes,
            )
        else:
            text = tr("Monster Slayer: roll nothing again.")
        lines.append([Span(text, "choice"), Span(" pan.talent.monster-slayer", "page")])
    if is_thrown:
        text = tr(
            "Mighty Throw: the blanks are enough to throw a {kind} 1 area, before they leave.", kind=tr(KINDS[target])
        )
        lines.append([Span(text, "choice"), Span(" pan.talent.mighty-throw", "page")])
    return lines


def play_lines(hand: Hand, assaults: Assaults) -> list[Line]:
    """Say what is best with the dice of the first assault, and what else can be done."""
    lines = [_sure_line(hand)]
    best = assaults.play(hand.dice)
    plays = assaults.possible(hand.dice)
    if not best.rolled:
        text = tr("Best: no second assault.") if len(plays) > 1 else tr("There is no five to roll again.")
        lines.append([Span(text, "choice")])
    else:
        text = tr("Best: {what}; keep the other dice until after that.", what=_what(best))
        lines.append([Span(text, "choice"), Span(" pan.assault.second", "page")])
    rows = []
    for play in plays:
        mark = "→" if play == best else " "
        rows.append([Span(f"  {mark} "), Span(_what(play)), Span(_outcome(play, assaults.least), "quiet")])
    if len(plays) > 1:
        lines += columns(rows)
    if not best.rolled:
        lines += [_raise_line(each, hand.defence) for each in raises(hand.left, hand.defence)]
    return lines


def _sure_line(hand: Hand) -> Line:
    parts = [plural("{n} wound is sure by discarding alone", "{n} wounds are sure by discarding alone", hand.wounds)]
    if hand.placed:
        parts.append(tr("placed at once: {dice}", dice=row(hand.placed)))
    if hand.left:
        parts.append(tr("left: {dice}", dice=row(hand.left)))
    return line("; ".join(parts) + ".")


def _what(play: Play) -> str:
    """Say in a few words what a play does before the second roll."""
    if not play.rolled:
        return tr("roll none again")
    rolls = plural("roll {n} five again", "roll {n} fives again", len(play.rolled))
    if not play.raised:
        return rolls
    return tr(
        "raise {dice} to 5 by discarding {dropped}, {rolls}",
        dice=row(play.raised),
        dropped=row(list(play.discarded)),
        rolls=rolls,
    )


def _outcome(play: Play, least: int | None) -> str:
    wounds = ", ".join(f"{n}: {chance(odds)}" for n, odds in enumerate(play.odds) if odds)
    text = tr("wounds to expect: {expected} ({wounds})", expected=decimal(play.expected), wounds=wounds)
    if least is not None:
        text = tr("at least {least}: {chance}", least=least, chance=chance(at_least(play.odds, least))) + "; " + text
    return text


def _raise_line(each: Raise, defence: int) -> Line:
    if each.value >= defence:
        return [Span("  " + tr("{value} is a wound.", value=each.value), "choice")]
    text = tr(
        "Discard {dropped}: {value} becomes {defence}, a wound.",
        dropped=row(list(each.discarded)),
        value=each.value,
        defence=defence,
    )
    return [Span("  " + text, "choice")]


def end_lines(hand: Hand) -> list[Line]:
    """Say what is best with the dice once nothing is rolled any more, and the wounds."""
    found = raises(hand.left, hand.defence)
    lines = [_raise_line(each, hand.defence) for each in found]
    wounds = len(hand.placed) + len(found)
    text = plural("{n} wound.", "{n} wounds.", wounds)
    if hand.placed:
        text = tr("Placed at once: {dice}.", dice=row(hand.placed)) + " " + text
    return [*lines, [Span(text, "heading"), Span(" pan.attack.wounds", "page")]]


def odds_lines(odds: Sequence[Fraction], least: int | None) -> list[Line]:
    """List the chance of every number of wounds, with a bar each."""
    lines = chance_lines((str(n), each) for n, each in enumerate(odds))
    lines.append([Span(tr("Wounds to expect: {expected}.", expected=decimal(expected(odds))), "heading")])
    if least is not None:
        lines.append(
            [Span(tr("At least {least}: {chance}.", least=least, chance=chance(at_least(odds, least))), "heading")]
        )
    return lines
