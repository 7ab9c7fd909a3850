"""What an attack and a fight can come to, in bars and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.dice import COLOUR_WORDS
from hoplo_companion.language import plural, tr
from hoplo_companion.odds.fight import MOST_TURNS
from hoplo_companion.render.chances import bar, bar_line, chance, decimal, percent
from hoplo_companion.render.sentences.options import option_words
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.odds.attack import Odds, Suffered
    from hoplo_companion.odds.fight import Share
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.rules.unit_names import Names


def attack_lines(combat: Combat, odds: Odds, names: Names, target: str = "") -> list[Line]:
    """Show what an attack can come to: the target first, then whoever else it costs anything."""
    lines: list[Line] = []
    if odds.dice:
        dice = ", ".join(f"{odds.dice.count(colour)} {tr(COLOUR_WORDS[colour])}" for colour in dict.fromkeys(odds.dice))
        lines.append([Span(tr("Dice: {dice}", dice=dice))])
    if not any(each.expected for each in odds.suffered.values()) and not odds.dice:
        lines.append([Span(tr("No dice are rolled, and nobody loses any HP."))])
        return lines
    for id_ in sorted(odds.suffered, key=lambda id_: id_ != target):
        lines += [*([[]] if lines else []), *_suffered_lines(combat, names, id_, odds.suffered[id_])]
    lines += [chosen_line(combat, each.question, each.option) for each in odds.chosen]
    return lines


def _suffered_lines(combat: Combat, names: Names, id_: str, suffered: Suffered) -> list[Line]:
    unit = combat.units[id_]
    side = unit.side
    hp = plural("{n} HP", "{n} HP", unit.hp or 0)
    text = tr("loses {average} HP on average", average=decimal(suffered.expected))
    lines: list[Line] = [[Span(capital(names(id_)), side), Span(f" ({hp}): {text}")]]
    width = max(len(str(lost)) for lost in suffered.lost)
    lines += [
        bar_line(f"  {tr('{n} HP', n=str(lost).rjust(width))}  ", chance, "damage" if lost else "quiet")
        for lost, chance in suffered.lost.items()
    ]
    falls = tr("Defeated: {chance}", chance=chance(suffered.falls))
    lines.append([Span("  " + falls, "choice" if suffered.falls else "")])
    left = combat.yours.blessings
    if unit.hero and side == "player" and suffered.falls and left != 0:
        lines.append([Span("  " + tr("A blessing, if one is left, heals it fully instead. p.13"), "quiet")])
    return lines


def chosen_line(combat: Combat, question: Question, option: str) -> Line:
    """Say what was left to you on the way, and what was taken."""
    text = tr(
        "Left to you on the way, and taken as it serves you best: {question} {option}",
        question=question_words(question, combat),
        option=option_words(question, option, combat) or option,
    )
    return [Span(text, "quiet")]


def fight_lines(won: Share, lost: Share, undecided: int, seed: int, costs: Sequence[str]) -> list[Line]:
    """Show how often the fight is won, with its interval; then what each way out of it costs."""
    rows = [
        [Span("  " + label), Span(bar(share.won / share.games), style), Span(_share(share))]
        for label, share, style in (
            (tr("The combat is won"), won, "player"),
            (tr("Your hero falls without a blessing"), lost, "damage"),
        )
    ]
    head = plural("{n} fight played from here (seed {seed}):", "{n} fights played from here (seed {seed}):",
                  won.games, seed=seed)  # fmt: skip
    lines: list[Line] = [[Span(head, "heading")], *columns(rows)]
    if undecided:
        text = plural(
            "{n} was undecided after {most} turns, and counts as not won.",
            "{n} were undecided after {most} turns, and count as not won.",
            undecided,
            most=MOST_TURNS,
        )
        lines.append([Span("  " + text, "quiet")])
    text = tr("Your turns are played quickly, as `hoplo advise` looks at a board at first sight: who plays better wins "
              "more often.")  # fmt: skip
    lines.append([Span("  " + text, "quiet")])
    return [*lines, *([[]] if costs else []), *([Span(cost)] for cost in costs)]


def _share(share: Share) -> str:
    whole = percent(share.won / share.games)
    return tr("{chance}, with 95 % between {low} and {high}", chance=whole, low=percent(share.low),
              high=percent(share.high))  # fmt: skip
