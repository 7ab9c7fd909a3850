"""The best plans for your turn with what speaks for them; and which option of a question serves you best."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.chances import between, chance, percent
from hoplo_companion.render.odds import decimal
from hoplo_companion.render.plan import plan_words, spread
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import capital, listing
from hoplo_companion.render.style import Line, Span, columns
from hoplo_companion.rules.arena.turn import has_arena_turn
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.odds.advise import Advice, Advised, Option, Reason
    from hoplo_companion.odds.forecast import Forecast
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.rules.unit_names import Names

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
