"""What plans of yours come to, the best of them with what speaks for each, and which option serves you best."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hoplo_companion.language import later, plural, tr
from hoplo_companion.odds.forecast import SEED, TURNS
from hoplo_companion.render.chances import bar, between, chance, percent
from hoplo_companion.render.forecast import rough_chance, rough_number
from hoplo_companion.render.odds import chosen_line, decimal
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import capital, listing
from hoplo_companion.render.style import Line, Span, columns
from hoplo_companion.rules.rival.turn import has_arena_turn
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from hoplo_companion.odds.forecast import Forecast
    from hoplo_companion.odds.plan import Played, Results
    from hoplo_companion.rules.unit_names import Names

    Worth = tuple[Played, Results, Forecast]

    from hoplo_companion.odds.advise import Advice, Advised, Option, Reason
    from hoplo_companion.odds.forecast import Forecast
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question


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


AIMS = {
    "goal": later("The best plans for the goal, your hero's safety first:"),
    "safety": later("The best plans for your units' safety:"),
    "damage": later("The best plans for the harm that you do:"),
}
REASONS = {
    "won": later("The combat is won: {now}."),
    "keys": later("Your units on key hexes: {count} on average instead of {before}."),
    "flag": later("You hold the flag: {now}."),
    "falls": later("{unit} falls: {now}."),
    "damage": later("{unit} loses {count} HP on average."),
    "enters": later("{unit} comes in."),
    "nearer": later("Your units come nearer to their opponents."),
    "none": later("Nothing speaks against it."),
}
"""What speaks for a plan, by the kind of reason."""


def reason_words(reason: Reason, names: Names) -> str:
    """Say what speaks most for a plan."""
    unit = names(reason.unit) if reason.unit else ""
    if reason.kind == "safer":
        numbers = {"unit": unit, "now": percent(reason.now), "was": percent(reason.was)}
        if reason.foe:
            out = tr("{unit} out of reach of {foe}: {now} to fall instead of {was}.", foe=names(reason.foe), **numbers)
            return capital(out)
        return capital(tr("{unit}: {now} to fall instead of {was}.", **numbers))
    count, before = f"{reason.now:.2g}", f"{reason.was:.2g}"
    return capital(tr(REASONS[reason.kind], unit=unit, now=percent(reason.now), count=count, before=before))


def advice_lines(found: Advised, aim: str, combat: Combat) -> list[Line]:
    """Show the best plans, best first."""
    names = names_of(combat, *(each.played.start for each in found.plans))
    if not found.plans:
        return [[Span(tr("There is nothing that you may do now."))], *_unlooked(found, combat, names)]
    lines: list[Line] = [[Span(tr(AIMS[aim]), "heading")]]
    for at, each in enumerate(found.plans, 1):
        lines += [[], [Span(f"{at}. ", "heading"), Span(plan_words(each.played), "choice")]]
        lines.append([Span("   " + reason_words(each.reason, names))])
        lines += _numbers(each, names)
    looked = plural("{n} plan looked at", "{n} plans looked at", found.looked)
    counted = plural("{n} counted through the rival's turn", "{n} counted through the rival's turn", found.counted)
    lines += [[], [Span(f"{looked}, {counted}.", "quiet")], *_unlooked(found, combat, names)]
    return lines


def _numbers(advice: Advice, names: Names) -> list[Line]:
    lines: list[Line] = []
    harm = [tr("{unit} falls {chance}", unit=names(id_), chance=chance(odds))
            for id_, odds in advice.results.defeated.items()]  # fmt: skip
    harm += [tr("{unit} falls {chance}", unit=names(id_), chance=chance(odds))
             for id_, odds in advice.results.lost.items()]  # fmt: skip
    harm += [tr("{unit} loses {hp} HP", unit=names(id_), hp=decimal(hp))
             for id_, hp in advice.results.hp.items() if id_ not in advice.results.defeated and hp > 0]  # fmt: skip
    if advice.results.keys is not None:
        harm.append(tr("your units on key hexes: {numbers}", numbers=spread(advice.results.keys)))
    if harm:
        lines.append([Span("   " + tr("Your turn: {what}.", what="; ".join(harm)))])
    if advice.behind is None:
        lines.append([Span("   " + tr("The rival's next turn: too large to be counted in this time."), "quiet")])
        return lines
    if advice.behind.units:
        lines.append([Span("   " + tr("The rival's next turn: {what}.", what=_outlook(advice.behind, names)))])
    return lines


def _outlook(behind: Forecast, names: Names) -> str:
    parts = []
    for id_, each in behind.units.items():
        parts.append(tr("{unit} falls {chance}", unit=names(id_), chance=between(*each.defeated, chance)))
        if each.blessing is not None:
            parts.append(tr("a blessing goes {chance}", chance=between(*each.blessing, chance)))
    best, worst = (sum((each.damage[at] for each in behind.units.values()), Fraction(0)) for at in (0, 1))
    return "; ".join([*parts, tr("your units lose {hp} HP", hp=between(best, worst, decimal))])


def _unlooked(found: Advised, combat: Combat, names: Names) -> list[Line]:
    """Say what could not be looked at."""
    notes = []
    if found.unknown:
        units = listing([names(id_) for id_ in found.unknown])
        notes.append(tr("Numbers that nobody has entered: {units}.", units=units))
    if not found.tactics:
        notes.append(tr("Which tactics your camp has is not known: none was looked at."))
    by_hand = {what for each in found.plans for what in each.by_hand}
    if by_hand:
        what = ", ".join(sorted(by_hand))
        notes.append(tr("Counted as without effect, since no source states what it does: {what}.", what=what))
    if has_arena_turn(combat):
        notes.append(tr("The arena's turn in between is left out."))
    return [[Span(note, "quiet")] for note in notes]


def option_lines(found: Sequence[Option], question: Question, combat: Combat) -> list[Line]:
    """Show which option of an open question serves you best, with what the rest of the turn does behind each."""
    names = names_of(combat)
    rows = []
    for at, each in enumerate(found):
        words = option_words(question, each.option, combat)
        label = f"{each.option} ({words})" if words and words != each.option else each.option
        mark = "* " if not at else "  "
        if each.behind is None:
            rows.append([Span("  " + mark + label), Span(tr("too large to be counted in this time"), "quiet")])
            continue
        rows.append([Span("  " + mark + label), *(Span(_prices(each.behind, at, names)) for at in (0, 1))])
    head = [Span(question_words(question, combat), "heading")]
    heads = [Span(""), Span(tr("if you choose well"), "quiet"), Span(tr("if you choose badly"), "quiet")]
    best = [Span(tr("* serves you best for the rest of the turn."), "quiet")]
    return [head, *columns([heads, *rows]), best]


def _prices(behind: Forecast, at: int, names: Names) -> str:
    """Say what an option costs, at best or at worst: who is likeliest to fall, a blessing, the HP lost."""
    if not any(pair.worst for each in behind.units.values() for pair in each if pair is not None):
        return tr("no risk either way")
    falls, id_ = max((each.defeated[at], id_) for id_, each in behind.units.items())
    parts = [tr("{unit} falls {chance}", unit=names(id_), chance=percent(falls))]
    parts += [tr("a blessing goes {chance}", chance=percent(each.blessing[at]))
              for each in behind.units.values() if each.blessing is not None]  # fmt: skip
    lost = sum(float(each.damage[at]) for each in behind.units.values())
    return "; ".join([*parts, tr("{hp} HP lost", hp=f"{lost:.1f}")])
