"""What plans of yours come to, the best of them with what speaks for each, and which option serves you best."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from hoplo_companion.dice import percent
from hoplo_companion.language import later, plural, tr
from hoplo_companion.odds.actions import Results
from hoplo_companion.odds.advise import MIND_WORST, Advice, Advised, Reason
from hoplo_companion.odds.quick_look import VALUES
from hoplo_companion.odds.values import Forecast
from hoplo_companion.render.odds import about, chosen_line, notes, numbered, price_lines, price_rows, short
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import listing
from hoplo_companion.render.style import Line, Span, bar, chance, decimal, line, named, table
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.sentence import capital


def plan_lines(found: Advised) -> list[Line]:
    """What plans come to; several stand beside each other."""
    plans = found.plans
    names, many = names_of(*(each.played.start for each in plans)), len(plans) > 1
    lines: list[Line] = []
    if many:
        lines += [*named(((str(at), each.played.line) for at, each in enumerate(plans, 1)), "", "heading"), []]
    lines += [*price_lines([(each.behind, each.played.start) for each in plans], names), []]
    # How likely the fight is won as things stand, and after each of the plans.
    chances = [about(each.wins) for each in plans if each.wins is not None]
    text = later("You win {now}; after this plan {plans}.")
    if len(chances) != 1:
        text = later("You win {now}; {plans}.")
        chances = [tr("after plan {n} {chance}", n=at, chance=each) for at, each in enumerate(chances, 1)]
    lines += _chance_lines(found, text, plans="; ".join(chances))
    shown: Callable[[Fraction], str] = chance if many else lambda odds: f"{bar(odds)} {chance(odds)}"
    rows = list(_results([each.played.results for each in plans], names, shown))
    lines.append(line(tr("By the end of your turn:"), "heading"))
    lines += table([*([numbered(len(plans))] if many and rows else []), *rows]) or [line("  " + tr("Nobody loses HP."))]
    below = []
    text = later("`{action}` can still be done when its turn comes: {chance}; else it is left out.")
    for at, (played, behind, *_) in enumerate(plans, 1):
        number = line(f"{at}: ", "heading") if many else []
        actions = zip(played.actions, played.possible, strict=True)
        unsure = [tr(text, action=each.typed(), chance=chance(odds)) for each, odds in actions if odds < 1]
        left = [chosen_line(played.start, each) for each in played.left]
        more = [*(line(said, "quiet") for said in unsure), *left, *notes([behind], played.start)]
        below += [[*number, *note] for note in more]
    return [*lines, *([[]] if below else []), *below]


def _chance_lines(found: Advised, text: str, **parts: str) -> list[Line]:
    """How likely the fight is won, and where that comes from; or why it cannot be said."""
    if (now := found.now) is None:
        return [line(tr("Your chance to win cannot be given yet: {why}.", why=found.why_not), "quiet"), []]
    played = later(
        "From {n} fights played to the end, with the same dice for each plan and your turns played quickly. 19 times "
        "in 20 the true chance lies within the margin."
    )
    return [line(tr(text, now=about(now), **parts)), line("  " + tr(played, n=now.games), "quiet"), []]


def _results(found: Sequence[Results], names: Names, shown: Callable[[Fraction], str]) -> Iterator[list[str]]:
    """What your turn comes to, a row a thing, a cell a plan."""
    none = Fraction(0)

    def by_unit(what: str, label: str, write: Callable[[Fraction], str]) -> Iterator[list[str]]:
        tables: list[dict[str, Fraction]] = [getattr(each, what) for each in found]
        for id_ in dict.fromkeys(id_ for each in tables for id_ in each):
            yield [capital(tr(label, unit=names(id_))), *(write(each.get(id_, none)) for each in tables)]

    yield from by_unit("defeated", later("{unit} is defeated"), shown)
    yield from by_unit("lost", later("{unit} is defeated"), shown)
    for what, label in (("won", tr("The combat is won")), ("over", tr("The combat is lost")),
                        ("flag", tr("You hold the flag"))):  # fmt: skip
        chances = [getattr(each, what) for each in found]
        if any(chances):
            yield [label, *(shown(each or none) for each in chances)]
    for what, label in (("points", tr("Points")), ("key_hexes", tr("Your units on key hexes"))):
        numbers = [getattr(each, what) for each in found]
        if None not in numbers:
            yield [label, *(spread(each or {}) for each in numbers)]
    yield from by_unit("damage", later("HP that {unit} loses on average"), decimal)


def spread(numbers: dict[int, Fraction]) -> str:
    """Numbers with their chances; a number alone where it is certain."""
    if len(numbers) == 1:
        return str(next(iter(numbers)))
    return ", ".join(f"{number}: {percent(odds)}" for number, odds in numbers.items())


AIMS = {
    "goal": later("The best plans for the goal, your hero's safety first:"),
    "safety": later("The best plans for your units' safety:"),
    "damage": later("The best plans for dealing damage:"),
}
REASONS = {
    "won": later("The combat is won: {now}."),
    "keys": later("Your units on key hexes: {count} on average instead of {before}."),
    "flag": later("You hold the flag: {now}."),
    "falls": later("{unit} falls: {now}."),
    "damage": later("{unit} loses {count} HP on average."),
    "spared": later("You lose {count} HP in the rival's next turn instead of {before}, if you choose well."),
    "safer": later("{unit}: {now} to fall instead of {was}."),
    "out of reach": later("{unit} out of reach of {foe}: {now} to fall instead of {was}."),
}
"""What speaks for a plan, by the kind of reason."""


def reason_words(reason: Reason, names: Names) -> str:
    """What speaks most for a plan."""
    kind = "out of reach" if reason.kind == "safer" and reason.foe else reason.kind
    units = {"unit": names(reason.unit) if reason.unit else "", "foe": names(reason.foe) if reason.foe else ""}
    numbers = {"now": percent(reason.now), "was": percent(reason.was)}
    counts = {"count": short(reason.now), "before": short(reason.was)}
    return capital(tr(REASONS[kind], **units, **numbers, **counts))


def advice_lines(found: Advised, aim: str, combat: Combat) -> list[Line]:
    """The best plans, best first, each with its prices."""
    names = names_of(combat, *(each.played.start for each in found.plans))
    if not found.plans:
        return [line(tr("There is nothing that you may do now.")), *_unlooked(found, combat, names)]
    lines = _chance_lines(found, later("As things stand you win {now}."))
    lines.append(line(tr(AIMS[aim]), "heading"))
    for at, each in enumerate(found.plans, 1):
        before = found.plans[at - 2] if at > 1 else None
        lines += [[], [Span(f"{at}. ", "heading"), Span(each.played.line, "choice")]]
        prices = price_rows(each.behind, each.played.start, names)
        lines += named([*prices, *_win_words(each, before, aim)], "   ")
        lines += [line("   " + reason_words(each.reason, names))] if each.reason is not None else []
        lines += named([(tr("Your turn"), _turn_words(each, names))], "   ")
    looked = plural("{n} plan looked at", "{n} plans looked at", found.looked)
    counted = plural("{n} played out", "{n} played out", found.played_on)
    lines += [[], line(f"{looked}, {counted}.", "quiet")]
    if aim != "goal" or found.now is None:  # the plans are ordered by what they cost in all
        text = later(
            "In all: the HP lost on average, and besides {hero} HP for your hero's fall, {unit} (and 1 a tactic) for "
            "any other unit's, {blessing} for a blessing. The rival's next turn counts {well} as if you choose well, "
            "{badly} as if badly."
        )
        parts = {"hero": VALUES.hero, "unit": VALUES.unit, "blessing": VALUES.blessing}
        numbers = {name: f"{number:g}" for name, number in parts.items()}
        shares = {"well": percent(1 - MIND_WORST), "badly": percent(MIND_WORST)}
        lines.append(line(tr(text, **numbers, **shares), "quiet"))
    return [*lines, *_unlooked(found, combat, names)]


def _win_words(advice: Advice, before: Advice | None, aim: str) -> Iterator[tuple[str, str]]:
    """How likely you win after a plan, beside the one `before` it; and what else plans are ordered by."""
    if advice.wins is not None:
        text = later("{chance}.")
        if aim == "goal" and before is not None and advice.as_good:
            text = later("{chance}; about as good as plan 1.")
        elif aim == "goal" and before is not None and advice.wins == before.wins:
            text = later(
                "{chance}, for this plan and the one above together; this one won clearly fewer than the best."
            )
        yield tr("Chance to win"), tr(text, chance=about(advice.wins))
    if aim == "safety" or advice.wins is None:
        yield tr("Cost in all"), f"{short(advice.cost)} HP."
    if aim == "damage" or advice.wins is None:
        yield tr("Harm in all"), f"{short(advice.harm)} HP."


def _turn_words(advice: Advice, names: Names) -> str:
    """What your own turn does, beside the reason for the plan."""
    found, said = advice.played.results, advice.reason
    fallen = {**found.defeated, **found.lost}
    hurt = {id_: hp for id_, hp in found.damage.items() if id_ not in found.defeated and hp > 0}
    if said is not None and said.kind in ("falls", "damage"):
        fallen, hurt = ({id_: number for id_, number in each.items() if id_ != said.unit} for each in (fallen, hurt))
    harm = [tr("{unit} falls {chance}", unit=names(id_), chance=chance(odds)) for id_, odds in fallen.items()]
    harm += [tr("{unit} loses {hp} HP", unit=names(id_), hp=decimal(hp)) for id_, hp in hurt.items()]
    if found.key_hexes is not None and (said is None or said.kind != "keys"):
        harm.append(tr("your units on key hexes: {numbers}", numbers=spread(found.key_hexes)))
    return "; ".join(harm) + "." if harm else ""


def _unlooked(found: Advised, combat: Combat, names: Names) -> list[Line]:
    """What could not be looked at."""
    texts = []
    if found.unknown:
        units = listing([names(id_) for id_ in found.unknown])
        texts.append(tr("Numbers not entered yet: {units}.", units=units))
    if not found.tactics:
        texts.append(tr("The tactics in your camp are not known: none was looked at."))
    return [*(line(text, "quiet") for text in texts), *notes([each.behind for each in found.plans], combat)]


def option_lines(found: dict[str, Forecast | None], question: Question, combat: Combat) -> list[Line]:
    """Which option of an open question serves you best, in its order, with what the rest of the turn costs."""
    lines, best = [line(question_words(question, combat), "heading")], next(iter(found))
    in_order = sorted(found, key=question.options.index)
    for at, each in enumerate(in_order, 1):
        label = option_words(question, each, combat) or each
        large = "" if found[each] is not None else ": " + tr("too large to count in this time")
        lines.append(line(f"{'*' if each == best else ' '} {at}  {label}{large}"))
    behind = [(found[each] or Forecast({}), combat) for each in in_order]
    lines += price_lines(behind, names_of(combat), title=tr("In the rest of the turn"))
    return [*lines, line(tr("* serves you best for the rest of the turn."), "quiet")]
