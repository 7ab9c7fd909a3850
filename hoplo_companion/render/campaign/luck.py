"""The dice of a campaign in words: what they showed against what was due, over time too, and whether they look fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from hoplo_companion.campaign.luck import (
    MIXED,
    Extremes,
    Fairness,
    FightDice,
    Roll,
    Tally,
    balance,
    by_colour,
    extremes,
    fairness,
    tally,
)
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.chances import percent
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.render.style import Line, Span, text_of

SIDES = {"player": later("Your dice"), "rival": later("The rival's dice"), "arena": later("The arena's dice")}
WIDE, HIGH = 60, 9
"""The signs of the plot, across and down."""


def luck_lines(fights: Sequence[FightDice]) -> list[Line]:
    """Say how all dice of a campaign have fallen: by side and colour, the rarest rolls, each fight, and over time."""
    rolls = [roll for fight in fights for roll in fight.rolls]
    if not rolls:
        return [[Span(tr("No dice have been entered in this campaign yet."))], *_faults(fights)]
    by_app = sum(len(roll.dice) for roll in rolls if roll.by_app)
    head = plural("{n} die was rolled in this campaign.", "{n} dice were rolled in this campaign.", _dice(rolls))
    if by_app:
        head += " " + plural("{n} of them was rolled by hoplo.", "{n} of them were rolled by hoplo.", by_app)
    lines: list[Line] = [[Span(head, "heading"), Span(" p.12", "page")]]
    for side, title in SIDES.items():
        mine = [roll for roll in rolls if roll.side == side]
        if mine:
            lines += [[], *_side(tr(title), mine)]
    lines += [[], [Span(_verdict(rolls))], *_rarest(extremes(rolls), fights)]
    lines += [[], *_fights(fights), [], *_plot(balance(rolls)), [], *_fair(fairness(rolls)), *_faults(fights)]
    return lines


def balance_sentence(fights: Iterable[FightDice]) -> str:
    """Say whom the dice of some fights have favoured; nothing where none were rolled."""
    rolls = [roll for fight in fights for roll in fight.rolls]
    return _verdict(rolls) if rolls else ""


def rarest_sentences(fights: Sequence[FightDice]) -> list[str]:
    """Say which rolls of a campaign were the luckiest and the unluckiest."""
    found = extremes([roll for fight in fights for roll in fight.rolls])
    return [text_of(line) + "." for line in _rarest(found, fights)]


def _dice(rolls: Iterable[Roll]) -> int:
    return sum(len(roll.dice) for roll in rolls)


def _side(title: str, rolls: list[Roll]) -> list[Line]:
    heads = (tr("dice"), tr("hits"), tr("due"), tr("more"), tr("chance of being this far off"))
    lines: list[Line] = [[Span(f"{title:<20}", "heading"), Span(_columns(heads), "quiet")]]
    rows = by_colour(rolls)
    for row, each in rows.items():
        name = tr("mixed, one number") if row == MIXED else colour_words(row)
        lines.append([Span(f"  {name:<18}"), Span(_counted(each))])
    if len(rows) > 1:
        lines.append([Span(f"  {tr('all'):<18}"), Span(_counted(tally(rolls)))])
    return lines


def _columns(cells: Sequence[str]) -> str:
    *numbers, last = cells
    return "".join(f"{cell:>7}" for cell in numbers) + f"   {last}"


def _counted(each: Tally) -> str:
    numbers = (str(each.dice), str(each.hits), _decimal(each.due), _signed(each.above), percent(each.chance))
    return _columns(numbers)


def _decimal(number: Fraction) -> str:
    return f"{float(number):.1f}"


def _signed(number: Fraction) -> str:
    return f"{float(number):+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0")


def _verdict(rolls: list[Roll]) -> str:
    yours = tally(roll for roll in rolls if roll.for_you).above
    theirs = tally(roll for roll in rolls if not roll.for_you).above
    parts = {"yours": _signed(yours), "theirs": _signed(theirs), "balance": _signed(yours - theirs)}
    return tr(
        "Hits against the average: yours {yours}, your opponents' {theirs}. In your favour: {balance} "
        "damage, before skills and tactics.",
        **parts,
    )


def _rarest(found: Extremes | None, fights: Sequence[FightDice]) -> list[Line]:
    if found is None:
        return []
    titles = (tr("Your luckiest roll"), tr("Your unluckiest roll"))
    return [
        [Span(f"{title}: "), Span(_roll(roll, fights)), Span(f" ({percent(chance)})")]
        for title, (roll, chance) in zip(titles, found, strict=True)
    ]


def _roll(roll: Roll, fights: Sequence[FightDice]) -> str:
    dice = ", ".join(f"{count} {colour_words(colour)}" for colour, count in Counter(roll.dice).items())
    parts = {"unit": chip_name(roll.chip), "dice": dice, "n": roll.fight, "fight": fights[roll.fight - 1].name}
    text = later("{unit} with {dice}: {hits}, in fight {n} ({fight})")
    if roll.side == "rival":
        text = later("the rival {unit} with {dice}: {hits}, in fight {n} ({fight})")
    return tr(text, hits=plural("{n} hit", "{n} hits", roll.hits), **parts)


def _fights(fights: Sequence[FightDice]) -> list[Line]:
    heads = (tr("dice"), tr("yours"), tr("theirs"), tr("balance"))
    lines: list[Line] = [
        [Span(f"{tr('Each fight'):<26}", "heading"), Span("".join(f"{head:>11}" for head in heads), "quiet")]
    ]
    for number, fight in enumerate(fights, 1):
        yours = tally(roll for roll in fight.rolls if roll.for_you).above
        theirs = tally(roll for roll in fight.rolls if not roll.for_you).above
        name = f"{number}  {fight.name}"
        cells = (str(_dice(fight.rolls)), _signed(yours), _signed(theirs), _signed(yours - theirs))
        lines.append([Span(f"  {name:<24.24}"), Span("".join(f"{cell:>11}" for cell in cells))])
    return lines


def _plot(sums: list[Fraction]) -> list[Line]:
    """Draw the balance over time: up is in your favour; a column is one roll, or some rolls after one another."""
    columns = [sums[(at + 1) * len(sums) // min(WIDE, len(sums)) - 1] for at in range(min(WIDE, len(sums)))]
    top, bottom = max(max(columns), Fraction(0)), min(min(columns), Fraction(0))
    step = max((top - bottom) / (HIGH - 1), Fraction(1, 100))
    zero = round(-bottom / step)
    rows = [round((each - bottom) / step) for each in columns]
    lines: list[Line] = [[Span(tr("The balance over time, roll by roll: up is in your favour"), "heading")]]
    for level in range(HIGH - 1, -1, -1):
        label = _signed(bottom + level * step) if level in (0, zero, HIGH - 1) else ""
        signs = "".join("*" if row == level else "-" if level == zero else " " for row in rows)
        if signs.strip() or label:
            lines.append([Span(f"{label:>8} |", "quiet"), Span(signs)])
    return lines


def _fair(looked_at: Sequence[Fairness]) -> list[Line]:
    lines: list[Line] = [[Span(tr("Are the dice fair?"), "heading")]]
    for each in looked_at:
        parts = {"colour": colour_words(each.colour), "hits": each.dice.hits, "n": each.dice.dice}
        parts |= {"low": percent(each.low), "high": percent(each.high)}
        parts |= {"fair": percent(each.dice.due / each.dice.dice)}
        text = later("{colour}: {hits} hits with {n} dice: too few to judge yet ({low} to {high} hit; fair is {fair}).")
        if each.is_enough:
            text = later("{colour}: {hits} hits with {n} dice: nothing unusual ({low} to {high} hit; fair is {fair}).")
        if each.looks_unfair:
            text = later("{colour}: {hits} hits with {n} dice look unfair: {low} to {high} hit, where fair is {fair}.")
        lines.append([Span("  " + tr(text, **parts), "choice" if each.looks_unfair else "")])
    if not looked_at:
        return [*lines, [Span("  " + tr("No real die has been entered by its colour yet."))]]
    note = tr(
        "However often you look, fair dice are called unfair in fewer than 1 campaign of 20. "
        "Hits cannot say which die of a colour it was."
    )
    return [*lines, [Span("  " + note, "quiet")]]


def _faults(fights: Sequence[FightDice]) -> list[Line]:
    text = later("Fight {n} ({fight}) could not be read to its end, and counts as far as it goes: {reason}")
    return [
        [Span(tr(text, n=number, fight=fight.name, reason=fight.fault), "quiet")]
        for number, fight in enumerate(fights, 1)
        if fight.fault
    ]


# For programs -------------------------------------------------------------------------------------------------------


def luck_table(fights: Sequence[FightDice]) -> dict[str, Any]:
    """Give the same for programs: hits due and the balance as fractions, chances as decimals."""
    rolls = [roll for fight in fights for roll in fight.rolls]
    sides = {}
    for side in SIDES:
        if mine := [roll for roll in rolls if roll.side == side]:
            sides[side] = {**by_colour(mine), "all": tally(mine)}
    rarest = extremes(rolls)
    return {
        "rolls": [_roll_table(roll) for roll in rolls],
        "sides": {
            side: {row: _tally_table(each) for row, each in tallies.items()} for side, tallies in sides.items()
        },
        "luckiest": {**_roll_table(rarest.luckiest[0]), "chance": rarest.luckiest[1]} if rarest else None,
        "unluckiest": {**_roll_table(rarest.unluckiest[0]), "chance": rarest.unluckiest[1]} if rarest else None,
        "fights": [
            {"name": fight.name, "dice": _dice(fight.rolls), "balance": str(_last(fight.rolls)),
             "fault": fight.fault or None}
            for fight in fights
        ],
        "balance": [str(each) for each in balance(rolls)],
        "fairness": [
            {"colour": each.colour, **_tally_table(each.dice), "corrected": each.corrected,
             "rate": [each.low, each.high], "enough": each.is_enough, "unfair": each.looks_unfair}
            for each in fairness(rolls)
        ],
    }  # fmt: skip


def _last(rolls: Iterable[Roll]) -> Fraction:
    """Give the balance after the last of some rolls."""
    return sum(balance(rolls)[-1:], Fraction(0))


def _tally_table(each: Tally) -> dict[str, Any]:
    return {
        "dice": each.dice, "hits": each.hits, "due": str(each.due), "above": str(each.above), "chance": each.chance
    }  # fmt: skip


def _roll_table(roll: Roll) -> dict[str, Any]:
    return {
        "fight": roll.fight, "side": roll.side, "chip": roll.chip, "dice": list(roll.dice), "hits": roll.hits,
        "due": str(roll.due), "by": "hoplo" if roll.by_app else "player",
    }  # fmt: skip
