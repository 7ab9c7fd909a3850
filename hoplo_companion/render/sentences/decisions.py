"""Decisions as tables: every candidate, its value under each criterion, and what ruled it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import cells
from hoplo_companion.language import Language, spoken
from hoplo_companion.render.sentences import italian_decisions as italian
from hoplo_companion.render.sentences.words import citation, decision_words, listing, option_name, subject_words
from hoplo_companion.render.style import Line, Span, columns, room_to_draw, text_of, wrapped
from hoplo_companion.rules.why.decisions import Candidate, Decision, Value

if TYPE_CHECKING:
    from hoplo_companion.rules.why.why_not import Verdict

WIDTH = 100
"""The width that a table keeps to where its words allow it, and where no terminal is narrower."""

NOT_REACHED = "\N{EN DASH}"


_ENGLISH = {
    "chosen": "chosen",
    "equal": "equal: you choose",
    "out": "out",
    "candidate": "candidate",
    "result": "result",
    "nothing": "There was nothing to choose from.",
    "by": "By",
    "ruling": "Decided by ruling",
}


class _Words(NamedTuple):
    """How a decision is worded in a language."""

    table: dict[str, str]
    criterion: Callable[[str], str]
    option: Callable[[str], str]
    value: Callable[[Value], Value]
    reason: Callable[[Decision, Candidate], str]
    decision: Callable[[Decision, Catalogue], str]


_WORDS: dict[Language, _Words] = {
    "en": _Words(_ENGLISH, str, option_name, lambda value: value, Decision.reason, decision_words),
    "it": _Words(italian.RESULTS, italian.criterion_name, italian.option_name, italian.value_words, italian.reason,
                 italian.decision_words),
}  # fmt: skip


def decision_lines(decision: Decision, catalogue: Catalogue) -> list[Line]:
    """Lay a decision open: a heading with the outcome, then one line a candidate.

    Shapes: the columns are the candidate, a criterion each with its page below its name, and the result: `chosen`,
    `equal: you choose`, or `out:` and the criterion that ruled the candidate out. Where a terminal has no room for
    such a table, each candidate is told in a sentence.
    """
    room = room_to_draw()
    width = WIDTH if room.lines is None else min(WIDTH, room.columns)
    words = _WORDS[spoken()]
    heading = [Span(words.decision(decision, catalogue), "heading"), Span(" "), citation(catalogue, decision.rule)]
    lines = [*wrapped(heading, width), *_by_rulings(decision, width, words)]
    if not decision.candidates:
        return [*lines, [Span(f"  {words.table['nothing']}", "quiet")]]
    body = [_row(candidate, decision, words) for candidate in decision.candidates]
    pages = [Span("", ""), *(citation(catalogue, criterion.rule) for criterion in decision.criteria), Span("")]
    criteria = [words.criterion(criterion.name) for criterion in decision.criteria]
    names = [words.table["candidate"], *criteria, words.table["result"]]
    header = _header(names, [pages, *body], width)
    table: list[Line] = [[Span("  "), *line] for line in columns([*header, pages, *body])]
    if width < WIDTH and any(cells(text_of(line)) > width for line in table):
        table = [part for line in _told(names, pages, body, words) for part in wrapped(line, width, indent=4)]
    return lines + table


def _by_rulings(decision: Decision, width: int, words: _Words) -> list[Line]:
    """Name the rulings that decide, where there are any."""
    if not decision.rulings:
        return []
    return wrapped([Span(f"  {words.table['ruling']}: {', '.join(decision.rulings)}", "rule")], width, indent=4)


def _told(names: Sequence[str], pages: Sequence[Span], body: Sequence[Sequence[Span]], words: _Words) -> Iterator[Line]:
    """Tell a table in sentences: the criteria with their pages first, then each candidate with its values."""
    criteria: Line = [Span(f"  {words.table['by']} ", "quiet")]
    for at, name in enumerate(names[1:-1], 1):
        criteria += [Span(f"{', ' if at > 1 else ''}{name} ", "quiet"), pages[at]]
    yield criteria
    for row in body:
        values = ", ".join(f"{name} {cell.text}" for name, cell in zip(names[1:-1], row[1:-1], strict=True))
        yield [Span("  "), row[0], Span(": "), row[-1], Span(f" ({values})" if values else "")]


def _row(candidate: Candidate, decision: Decision, words: _Words) -> list[Span]:
    out = bool(candidate.out)
    values = [_value(words.value(value)) for value in candidate.values]
    values += [NOT_REACHED] * (len(decision.criteria) - len(values))
    if out:
        result = Span(f"{words.table['out']}: {words.reason(decision, candidate)}", "quiet")
    else:
        result = Span(words.table["chosen" if len(decision.chosen) == 1 else "equal"], "choice")
    return [Span(words.option(candidate.option), "" if out else "choice"), *map(Span, values), result]


def _value(value: Value) -> str:
    return NOT_REACHED if value is None else str(value)


def _header(names: Sequence[str], rows: Sequence[Sequence[Span]], width: int) -> list[list[Span]]:
    """Set the column names on as few lines as the width allows, each broken between its words only."""
    widths = [max(cells(row[at].text) for row in rows) for at in range(len(names))]
    room = width - 2 - 2 * (len(names) - 1)
    if sum(max(each, cells(name)) for each, name in zip(widths, names, strict=True)) <= room:
        broken = [[name] for name in names]
    else:
        broken = [_broken(name, each) for name, each in zip(names, widths, strict=True)]
    height = max(len(parts) for parts in broken)
    # Names stand at the bottom, next to what they head.
    filled = [[""] * (height - len(parts)) + parts for parts in broken]
    return [[Span(parts[at], "heading") for parts in filled] for at in range(height)]


def _broken(name: str, width: int) -> list[str]:
    lines = wrapped([Span(name)], max(width, *(cells(word) for word in name.split() or [""]), 1), indent=0)
    return ["".join(span.text for span in line) for line in lines]


def verdict_line(verdict: Verdict, catalogue: Catalogue) -> Line:
    """Say in a line what became of one candidate: chosen, or what ruled it out and what was chosen instead."""
    option = option_name(verdict.option)
    values = ", ".join(f"{name}: {_value(value)}" for name, value in verdict.values.items())
    held = f" ({values})" if values else ""
    line = [Span(f"{subject_words(verdict.about, verdict.unit, catalogue)}: ", "heading")]
    if not verdict.out:
        others = [each for each in verdict.instead if each != verdict.option]
        line += [Span(f"{option} is chosen" if not others else f"{option} is an equal choice", "choice")]
        line += [Span(held + (f"; so is {listing(map(option_name, others), 'or')}" if others else "") + ".")]
    else:
        instead = listing(map(option_name, verdict.instead), "or")
        line += [Span(f"{option} is out: {verdict.out}{held}." + (f" Instead: {instead}." if instead else ""))]
    line += [Span(" "), citation(catalogue, verdict.rule)]
    if others := [each for each in verdict.rulings if each != verdict.rule]:
        line.append(Span(f" (by ruling: {', '.join(others)})", "rule"))
    return line
