"""What plans of yours come to, side by side: results, the rival's turn behind them, and what has been left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.language import tr
from hoplo_companion.odds.forecast import SEED, TURNS
from hoplo_companion.render.chances import bar, between, chance, percent
from hoplo_companion.render.forecast import rough_chance, rough_number
from hoplo_companion.render.odds import chosen_line, decimal
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.render.style import Line, Span, columns
from hoplo_companion.rules.arena.turn import has_arena_turn
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from hoplo_companion.odds.forecast import Forecast
    from hoplo_companion.odds.plan import Played, Results
    from hoplo_companion.rules.unit_names import Names

    Worth = tuple[Played, Results, Forecast]


def plan_words(played: Played) -> str:
    """Write a plan as it is typed."""
    return "; ".join(action.typed() for action in played.actions)


def plan_lines(plans: Sequence[Worth]) -> list[Line]:
    """Show what plans come to; several stand beside each other."""
    names = names_of(*(played.start for played, _, _ in plans))
    lines: list[Line] = []
    if len(plans) > 1:
        lines += [[Span(f"{at}: ", "heading"), Span(plan_words(each[0]))] for at, each in enumerate(plans, 1)]
        lines.append([])
    lines.append([Span(tr("By the end of your turn:"), "heading")])
    lines += _table(_result_rows(plans, names), len(plans)) or [[Span("  " + tr("Nobody loses HP."))]]
    lines += [[], [Span(tr("In the rival's next turn:"), "heading")]]
    lines += _table(_forecast_rows(plans, names), len(plans)) or [[Span("  " + tr("You have no unit in the arena."))]]
    notes = [note for at, each in enumerate(plans, 1) for note in _notes(each, names, at if len(plans) > 1 else 0)]
    return [*lines, *([[]] if notes else []), *notes]


Row = tuple[str, list[str]]


def _table(rows: Sequence[Row], many: int) -> list[Line]:
    if not rows:
        return []
    head = [[Span(""), *(Span(str(at + 1), "heading") for at in range(many))]] if many > 1 else []
    return columns([*head, *([Span("  " + label), *map(Span, cells)] for label, cells in rows)])


def _ids(tables: Sequence[dict[str, Fraction]]) -> list[str]:
    return list(dict.fromkeys(id_ for table in tables for id_ in table))


def _result_rows(plans: Sequence[Worth], names: Names) -> list[Row]:
    found = [results for _, results, _ in plans]
    shown: Callable[[Fraction], str] = _with_bar if len(plans) == 1 else chance
    rows: list[Row] = []
    for tables in ([each.defeated for each in found], [each.lost for each in found]):
        for id_ in _ids(tables):
            label = tr("{unit} is defeated", unit=names(id_))
            rows.append((capital(label), [shown(table.get(id_, _none())) for table in tables]))
    for label, chances in (
        (tr("The combat is won"), [each.won for each in found]),
        (tr("The combat is lost"), [each.over for each in found]),
        (tr("You hold the flag"), [each.flag for each in found]),
    ):
        if any(each for each in chances):
            rows.append((label, [shown(each or _none()) for each in chances]))
    for label, numbers in (
        (tr("Points"), [each.points for each in found]),
        (tr("Your units on key hexes"), [each.keys for each in found]),
    ):
        if all(each is not None for each in numbers):
            rows.append((label, [spread(each or {}) for each in numbers]))
    for id_ in _ids([each.hp for each in found]):
        label = tr("HP that {unit} loses on average", unit=names(id_))
        rows.append((label, [decimal(each.hp.get(id_, _none())) for each in found]))
    return rows


def _none() -> Fraction:
    from fractions import Fraction

    return Fraction(0)


def _with_bar(odds: Fraction) -> str:
    return f"{bar(odds)} {chance(odds)}"


def spread(numbers: dict[int, Fraction]) -> str:
    """List numbers with their chances; a number alone where it is certain."""
    if len(numbers) == 1:
        return str(next(iter(numbers)))
    return ", ".join(f"{number}: {percent(odds)}" for number, odds in numbers.items())


def _forecast_rows(plans: Sequence[Worth], names: Names) -> list[Row]:
    rows: list[Row] = []
    units = list(dict.fromkeys(id_ for *_, behind in plans for id_ in (*behind.units, *(behind.sampled or ()))))
    for id_ in units:
        blessed = any(
            getattr(each, "blessing", None) is not None
            for *_, behind in plans
            for each in (behind.units.get(id_), *(behind.sampled or {}).get(id_, ()))
        )
        falls = tr("{unit} is defeated", unit=names(id_))
        rows.append((capital(falls), [_cell(behind, id_, "defeated") for *_, behind in plans]))
        if blessed:
            rows.append((tr("A blessing goes"), [_cell(behind, id_, "blessing") for *_, behind in plans]))
        rows.append((tr("HP that it loses on average"), [_cell(behind, id_, "damage") for *_, behind in plans]))
    return rows


def _cell(behind: Forecast, id_: str, what: str) -> str:
    if behind.sampled is not None and id_ in behind.sampled:
        best, worst = (getattr(each, what) for each in behind.sampled[id_])
        write: Callable[[Any], str] = rough_number if what == "damage" else rough_chance
        return "-" if best is None else between(best, worst, write)
    found = getattr(behind.units.get(id_), what, None)
    return "-" if found is None else between(found.best, found.worst, decimal if what == "damage" else chance)


def _notes(worth: Worth, names: Names, number: int) -> list[Line]:
    played, _, behind = worth
    start = played.start
    notes = []
    for action, possible in zip(played.actions, played.possible, strict=True):
        if possible < 1:
            text = tr("`{action}` can still be done when its turn comes: {chance}; else it is left out.",
                      action=action.typed(), chance=chance(possible))  # fmt: skip
            notes.append([Span(text, "quiet")])
    notes += [chosen_line(start, each.question, each.option) for each in played.left]
    if behind.sampled is not None:
        text = tr("The rival's turn is too large to be counted: {turns} turns were played (seed {seed}), with every "
                  "choice made for or against one unit. Those figures are averages with their standard error.",
                  turns=TURNS, seed=SEED)  # fmt: skip
        notes.append([Span(text, "quiet")])
    if has_arena_turn(start):
        notes.append([Span(tr("The arena's turn in between is left out."), "quiet")])
    if behind.by_hand:
        what = ", ".join(behind.by_hand)
        text = tr("Counted as without effect, since no source states what it does: {what}.", what=what)
        notes.append([Span(text, "quiet")])
    return [[Span(f"{number}: ", "heading"), *note] if number else note for note in notes]
