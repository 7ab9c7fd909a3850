"""What attacks can come to: the HP that each unit may lose, exactly and at least, one plan beside another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.dice import COLOUR_WORDS
from hoplo_companion.language import plural, tr
from hoplo_companion.render.chances import bar, chance, decimal
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.render.style import Line, Span, line, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from hoplo_companion.odds.attack import Blow, Odds, Suffered
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.rules.unit_names import Names

NOBODY = ""


def attack_lines(combat: Combat, odds: Odds, names: Names, target: str = NOBODY) -> list[Line]:
    """Show what an attack can come to: the target first, then whoever else it costs anything."""
    lines = [line(tr("Dice: {dice}", dice=_dice_words(dice))) for dice in odds.dice if dice]
    return [*lines, *_outcome_lines(combat, odds, names, target, is_first=not lines)]


def plan_lines(
    combat: Combat, blows: Sequence[Blow], odds: Odds, names: Names, at_least: int | None = None
) -> list[Line]:  # fmt: skip
    """Show what some actions on one target can come to; first the chance that it loses at least so many HP."""
    target = _target(blows)
    if len(blows) == 1:
        lines = [line(tr("Dice: {dice}", dice=_dice_words(dice))) for dice in odds.dice if dice]
    else:
        rows = [
            (capital(names(blow.unit)), blow.held.name if blow.held else "", _dice_words(dice))
            for blow, dice in zip(blows, odds.dice, strict=True)
        ]
        lines = [line(tr("In this order:"), "heading"), *table(rows)]
    if at_least is not None:
        head = tr("{unit} loses at least {n} HP", unit=capital(names(target)), n=at_least)
        lines = [[Span(f"{head}: ", "heading"), Span(chance(odds.at_least(target, at_least)))], *lines]
    return [*lines, *_outcome_lines(combat, odds, names, target, is_first=not lines)]


def _target(blows: Iterable[Blow]) -> str:
    return next((blow.target for blow in blows if blow.target), NOBODY)


def _dice_words(dice: Sequence[str]) -> str:
    words = (f"{dice.count(colour)} {tr(COLOUR_WORDS[colour])}" for colour in dict.fromkeys(dice))
    return ", ".join(words) or tr("no dice")


def _outcome_lines(combat: Combat, odds: Odds, names: Names, target: str, *, is_first: bool) -> list[Line]:
    if not any(each.expected for each in odds.suffered.values()) and not any(odds.dice):
        return [line(tr("No dice are rolled, and nobody loses any HP.")), *_notes(combat, odds)]
    lines: list[Line] = []
    for id_ in sorted(odds.suffered, key=lambda id_: id_ != target):
        lines += [*([] if is_first and not lines else [[]]), *_suffered_lines(combat, names, id_, odds.suffered[id_])]
    return [*lines, *_notes(combat, odds)]


def _suffered_lines(combat: Combat, names: Names, id_: str, suffered: Suffered) -> list[Line]:
    """The HP that a unit may lose: each number exactly, and that or more."""
    unit = combat.units[id_]
    hp = plural("{n} HP", "{n} HP", unit.hp or 0)
    text = tr("loses {average} HP on average", average=decimal(suffered.expected))
    lines: list[Line] = [[Span(capital(names(id_)), unit.side), Span(f" ({hp}): {text}")]]
    width = max(len(str(lost)) for lost in suffered.lost)
    rows: list[list[str | Span]] = [
        [
            tr("{n} HP", n=str(lost).rjust(width)),
            Span(bar(odds), "damage" if lost else "quiet"),
            chance(odds),
            chance(suffered.at_least(lost)) if lost else "",
        ]
        for lost, odds in suffered.lost.items()
    ]
    heads = ["", "", tr("exactly"), tr("at least")]
    lines += table(rows, heads) if len(rows) > 1 else table(row[:3] for row in rows)
    falls = tr("Defeated: {chance}", chance=chance(suffered.falls))
    lines.append(line("  " + falls, "choice" if suffered.falls else ""))
    if unit.hero and unit.side == "player" and suffered.falls and combat.yours.blessings != 0:
        lines.append(line("  " + tr("A blessing, if one is left, heals it fully instead. p.13"), "quiet"))
    return lines


def _notes(combat: Combat, odds: Odds) -> list[Line]:
    chosen = [chosen_line(combat, each.question, each.option) for each in odds.chosen]
    return [*chosen, *without_effect_lines(odds.by_hand)]


def without_effect_lines(what: Sequence[str]) -> list[Line]:
    """Say what was left out, since no source states what it does."""
    text = tr("Counted as without effect, since no source states what it does: {what}.", what=", ".join(what))
    return [line(text, "quiet")] if what else []


def chosen_line(combat: Combat, question: Question, option: str) -> Line:
    """Say what was left to you on the way, and what was taken."""
    text = tr(
        "Left to you on the way, and taken as it serves you best: {question} {option}",
        question=question_words(question, combat),
        option=option_words(question, option, combat) or option,
    )
    return line(text, "quiet")


# One plan beside another ----------------------------------------------------------------------------------------


def compared_lines(
    combat: Combat, plans: Sequence[tuple[str, Sequence[Blow], Odds]], names: Names, at_least: int | None = None
) -> list[Line]:  # fmt: skip
    """Plans beside each other: the curve of what the target loses, whether it falls, and what comes back."""
    lines: list[Line] = [[Span(f"{at}: ", "heading"), Span(typed)] for at, (typed, *_) in enumerate(plans, 1)]
    found = [(_target(blows), odds) for _, blows, odds in plans]
    numbers: list[str | Span] = ["", *(Span(str(at), "heading") for at in range(1, len(plans) + 1))]
    aims = list(dict.fromkeys(target for target, _ in found))
    about = capital(names(aims[0])) if len(aims) == 1 and aims[0] else tr("The target")
    lines += [[], line(tr("{unit} loses:", unit=about), "heading")]
    most = max((lost for target, odds in found if target for lost in odds.suffered[target].lost), default=0)
    wanted = [at_least] if at_least is not None else range(1, most + 1)
    curves = [[tr("at least {n} HP", n=hp), *(_curve(odds.at_least(target, hp)) for target, odds in found)]
              for hp in wanted]  # fmt: skip
    lines += table([numbers, *curves, *_ends([odds.suffered.get(target) for target, odds in found])])
    for id_ in dict.fromkeys(id_ for _, odds in found for id_ in odds.suffered if id_ not in aims):
        lines += [line(tr("{unit} loses:", unit=capital(names(id_))), "heading")]
        lines += table([numbers, *_ends([odds.suffered.get(id_) for _, odds in found])])
    for at, (_, odds) in enumerate(found, 1):
        lines += [[Span(f"{at}: ", "heading"), *note] for note in _notes(combat, odds)]
    return lines


def _curve(odds: Fraction) -> str:
    return f"{bar(odds)} {chance(odds)}"


def _ends(found: Sequence[Suffered | None]) -> list[list[str]]:
    """What a unit loses on average, and whether it falls, a cell for each plan."""
    return [
        [tr("on average"), *(decimal(each.expected) + " HP" if each is not None else "0 HP" for each in found)],
        [tr("Defeated"), *(chance(each.falls) if each is not None else "0 %" for each in found)],
    ]
