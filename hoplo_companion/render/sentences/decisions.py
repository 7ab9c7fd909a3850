"""Decisions as tables: every candidate, its value under each criterion, what ruled it out; and in a sentence each."""

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from hoplo_companion.errors import cells
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.words import citation, cites, colour_words, listing, option_name, printed_name
from hoplo_companion.render.style import Line, Span, room_to_draw, table, text_of, wrapped
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.rules.sentence import capital
from hoplo_companion.rules.why.decisions import Candidate, Decision, Value
from hoplo_companion.rules.why.steps import decisions  # it loads all of the rival's turn

WIDTH = 100
"""The width that a table keeps to where its words allow it, and where no terminal is narrower."""

NOT_REACHED = "\N{EN DASH}"

_ABOUT = {
    "deploy": (later("{unit}'s deployment hex"), later("deploys on {options}")),
    "tactic": (later("The target of {unit}"), later("goes on {options}")),
    "mark": (later("{unit}'s mark"), later("marks {options}")),
    "destination": (later("{unit}'s destination"), later("ends on {options}")),
    "target": (later("{unit}'s target"), later("attacks {options}")),
    "special": (later("{unit}'s Special"), later("uses {options}")),
    "ability": (later("{unit}'s Abilities"), later("uses {options}")),
    "row": (later("The rows of {unit}'s dice"), later("carries out {options}")),
    "mark by": (later("{unit}'s mark for {by}"), later("marks {options} for {by}")),
    "destination by": (later("{unit}'s destination by {by}"), later("ends on {options} by {by}")),
    "target by": (later("{unit}'s target for {by}"), later("uses {by} on {options}")),
}
"""What a decision is about, one that a Special or Ability asks for too, and what the unit does by it."""


def _subject(made: Decision, names: Names) -> str:
    """Say what a decision is about: `Reptilian's mark`, `The target of Stun`."""
    name = printed_name(names.catalogue, made.unit) if made.about == "tactic" else names(made.unit)
    return capital(tr(_about(made)[0], unit=name, by=colour_words(made.by)))


def _about(made: Decision) -> tuple[str, str]:
    return _ABOUT[f"{made.about} by" if made.by else made.about]


def decision_words(decision: Decision, names: Names) -> str:
    """Say in short what a decision came to: `Reptilian's mark: Krakenlance or Archer, the choice is yours`."""
    subject = _subject(decision, names)
    chosen = [option_name(option, names) for option in decision.chosen]
    if not chosen:
        return tr("{subject}: none", subject=subject)
    if len(chosen) == 1 or decision.together:
        return f"{subject}: {listing(chosen, 'and')}"
    return tr("{subject}: {options}, the choice is yours", subject=subject, options=listing(chosen, "or"))


def value_words(value: Value) -> str:
    """Word a candidate's value under a criterion; numbers, names and dice stay."""
    if not isinstance(value, str):
        return NOT_REACHED if value is None else str(value)
    if away := re.fullmatch(r"(?:no path|(\d+) to move), (\d+) away", value):
        text = later("{steps} to move, {distance} away") if away[1] else later("no path, {distance} away")
        return tr(text, steps=away[1], distance=away[2])
    if places := re.fullmatch(r"(\d+)-(\d+)", value):
        return tr("{first} to {last}: you choose", first=places[1], last=places[2])
    return tr(value)


def decision_lines(decision: Decision, names: Names) -> list[Line]:
    """Lay a decision open: a heading with the outcome, then one line per candidate.

    Shapes: the columns are the candidate, a criterion each with its page below its name, and the result: `chosen`,
    `equal: you choose`, or `out:` and the criterion that ruled the candidate out. Where a terminal has no room for
    such a table, each candidate has a sentence.
    """
    across, down = room_to_draw()
    width = WIDTH if down is None else min(WIDTH, across)
    heading = [Span(decision_words(decision, names), "heading"), *cites(names.catalogue, decision.rule)]
    lines = wrapped(heading, width)
    if decision.rulings:
        ruled = tr("Decided by ruling: {rulings}", rulings=", ".join(decision.rulings))
        lines += wrapped([Span(f"  {ruled}", "rule")], width, indent=4)
    if not decision.candidates:
        return [*lines, [Span("  " + tr("There was nothing to choose from."), "quiet")]]
    body = [_row(candidate, decision, names) for candidate in decision.candidates]
    pages = [Span("", ""), *(citation(names.catalogue, each.rule) for each in decision.criteria), Span("")]
    titles = [tr("candidate"), *(tr(each.name.replace("-", " ")) for each in decision.criteria), tr("result")]
    header = _header(titles, [pages, *body], width)
    laid_out = table([*header, pages, *body])
    if width < WIDTH and any(cells(text_of(line)) > width for line in laid_out):
        # In sentences: the criteria with their pages first, then each candidate with its values.
        criteria: Line = [Span("  " + tr("By") + " ", "quiet")]
        for at, (name, page) in enumerate(zip(titles[1:-1], pages[1:-1], strict=True)):
            criteria += [Span(f"{', ' if at else ''}{name} ", "quiet"), page]
        laid_out = [criteria]
        for option, *shown, result in body:
            values = ", ".join(f"{name} {cell.text}" for name, cell in zip(titles[1:-1], shown, strict=True))
            laid_out.append([Span("  "), option, Span(": "), result, Span(f" ({values})" if values else "")])
        laid_out = [part for line in laid_out for part in wrapped(line, width, indent=4)]
    return lines + laid_out


def _row(candidate: Candidate, decision: Decision, names: Names) -> list[Span]:
    values = [value_words(value) for value in candidate.values]
    values += [NOT_REACHED] * (len(decision.criteria) - len(values))
    is_sure = len(decision.chosen) == 1 or decision.together
    result = Span(tr("chosen") if is_sure else tr("equal: you choose"), "choice")
    if candidate.out:
        result = Span(tr("out: {why}", why=decision.why(candidate)), "quiet")
    name = capital(option_name(candidate.option, names))
    return [Span(name, "" if candidate.out else "choice"), *map(Span, values), result]


def _header(titles: Sequence[str], rows: Sequence[Sequence[Span]], width: int) -> list[list[Span]]:
    """Set the column names on as few lines as the width allows, each broken between its words only."""
    widths = [max(cells(row[at].text) for row in rows) for at in range(len(titles))]
    room = width - 2 - 2 * (len(titles) - 1)
    broken = [[name] for name in titles]
    if sum(max(each, cells(name)) for each, name in zip(widths, titles, strict=True)) > room:
        narrow = (max(each, 1, *map(cells, name.split())) for each, name in zip(widths, titles, strict=True))
        broken = [wrap(name, each, break_on_hyphens=False) for name, each in zip(titles, narrow, strict=True)]
    height = max(len(parts) for parts in broken)
    # Names stand at the bottom, next to what they head.
    filled = [[""] * (height - len(parts)) + parts for parts in broken]
    return [[Span(parts[at], "heading") for parts in filled] for at in range(height)]


def verdict_line(decision: Decision, candidate: Candidate, names: Names) -> Line:
    """Say in a line what became of one candidate: chosen, or what ruled it out and what was chosen instead."""
    option = option_name(candidate.option, names)
    named = ((tr(name.replace("-", " ")), value_words(value)) for name, value in decision.values(candidate).items())
    values = ", ".join(f"{name}: {value}" for name, value in named)
    held = f" ({values})" if values else ""
    line = [Span(f"{_subject(decision, names)}: ", "heading")]
    others = listing((option_name(each, names) for each in decision.chosen if each != candidate.option), "or")
    if candidate.out:
        said = tr("{option} is out: {why}.", option=option, why=str(decision.why(candidate)) + held)
        line.append(Span(said + (" " + tr("Instead: {options}.", options=others) if others else "")))
    else:
        is_equal = bool(others) and not decision.together
        text = later("{option} is an equal choice") if is_equal else later("{option} is chosen")
        end = tr("; so is {options}.", options=others) if is_equal else "."
        line += [Span(tr(text, option=option), "choice"), Span(held + end)]
    rule = candidate.rule or decision.rule
    return line + cites(names.catalogue, rule, [each for each in candidate.rulings if each != rule])


def summary(decision: Decision, names: Names) -> str:
    """Say what was chosen, and for every other candidate the criterion that ruled it out."""
    names_ = {c.option: option_name(c.option, names, numbered=False) for c in decision.candidates}
    options = listing((names_[each] for each in decision.chosen), "and" if decision.together else "or")
    chosen = tr(_about(decision)[1], options=options or tr("nothing"), by=colour_words(decision.by))
    out = [f"{names_[c.option]}: {decision.why(c)}" for c in decision.candidates if c.out]
    return chosen + (" " + tr("(not {options})", options="; ".join(out)) if out else "")


def because(combat: Combat) -> list[dict[str, Any]]:
    """Why a position has its answer: the unit, the rule, its page, and a sentence."""
    found, names = [], names_of(combat)
    for decision in decisions(combat, combat.step):
        rule = combat.catalogue.rule(decision.rule)
        cited = [(decision.rule, rule.page if rule is not None else "", summary(decision, names))]
        known = in_force(combat.catalogue, combat.rulings.given or {}) if decision.rulings else []
        for ruling in decision.rulings:  # its question, and the reading in force
            each = next(each for each in known if each.id == ruling)
            text = tr("by ruling: {title}: {text}", title=tr(each.title), text=tr(each.text))
            cited.append((each.id, each.page, text))
        found += [{"unit": decision.unit, "rule": id_, "page": page, "text": text} for id_, page, text in cited]
    return found
