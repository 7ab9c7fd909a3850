"""What the rival's next turn can do, in words and bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.language import plural, tr
from hoplo_companion.render.chances import bar_line, between, chance
from hoplo_companion.render.odds import decimal
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import capital, tactic_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import Damaged, Defeated, Deployed, HeroSaved, Moved, Roamed, TacticPlaced
from hoplo_companion.rules.unit_names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.odds.aims import Outlook, Range
    from hoplo_companion.odds.forecast import Foreseen, Roughly
    from hoplo_companion.odds.sampling import Estimate
    from hoplo_companion.odds.trail import Choice
    from hoplo_companion.rules.events import Event
    from hoplo_companion.rules.model import Combat


def forecast_lines(found: Foreseen) -> list[Line]:
    """Say what may happen to each of your units, to the flag, the hill and the tribune, and how it most likely goes."""
    combat = found.start
    names = Names(combat.catalogue, [*combat.units.values(), *combat.bench.values()])
    if found.forecast.sampled is not None:
        return _sampled_lines(found, names)
    if not found.forecast.units:
        return [[Span(tr("You have no unit in the arena: the rival's turn can cost you none."))]]
    lines: list[Line] = []
    for id_, outlook in found.forecast.units.items():
        lines += [*_unit_lines(combat, id_, outlook, names), *_choice_lines(combat, found.choices[id_], names), []]
    lines += _at_stake(found, names)
    lines += _story_lines(found, names)
    return [*lines, *_left_out(found)]


def _unit_lines(combat: Combat, id_: str, outlook: Outlook, names: Names) -> list[Line]:
    unit = combat.units[id_]
    head = [Span(capital(names(id_)), "player"), Span(" (" + plural("{n} HP", "{n} HP", unit.hp or 0) + ")")]
    lines = [head, *_bars(outlook.defeated, tr("defeated"), tr("defeated at best"), tr("defeated at worst"))]
    if outlook.blessing is not None:
        labels = (tr("a blessing goes"), tr("a blessing goes at best"), tr("a blessing goes at worst"))
        lines += _bars(outlook.blessing, *labels)
    loses = tr("Loses {hp} HP on average.", hp=between(*outlook.damage, decimal))
    return [*lines, [Span("  " + loses)]]


def _bars(chances: Range, always: str, at_best: str, at_worst: str) -> list[Line]:
    if chances.best == chances.worst:
        return [bar_line(f"  {always}  ", chances.best, "damage")]
    width = max(len(at_best), len(at_worst))
    rows = zip((at_best, at_worst), chances, strict=True)
    return [bar_line(f"  {label:{width}}  ", at, "damage") for label, at in rows]


def _choice_lines(combat: Combat, choices: dict[str, list[Choice]], names: Names) -> list[Line]:
    words = {"best": tr("Best for it:"), "worst": tr("Worst for it:")}
    lines: list[Line] = []
    for word, each in choices.items():
        if each:
            text = "; ".join(_choice_words(combat, choice, names) for choice in each)
            lines.append([Span(f"  {words[word]} ", "choice"), Span(text + ".")])
    return lines


def _choice_words(combat: Combat, choice: Choice, names: Names) -> str:
    if choice.attack[0]:
        unit, target = choice.attack
        return tr("{unit} attacks {target} first", unit=names(unit), target=names(target))
    if choice.question is not None and choice.question.id == "tactic.target":
        chip = tactic_name(combat.catalogue, choice.question.about)
        return tr("{tactic} goes on {unit}", tactic=chip, unit=names(choice.option))
    if choice.question is not None:
        asked = question_words(choice.question, combat)
        option = option_words(choice.question, choice.option, combat) or names(choice.option)
        return f"{asked} {option}"
    if not choice.moves:
        return tr("no rival unit moves")
    return ", ".join(tr("{unit} ends on {hex}", unit=names(unit), hex=hex_) for unit, hex_ in choice.moves)


# What else is at stake --------------------------------------------------------------------------------------------


def _at_stake(found: Foreseen, names: Names) -> list[Line]:
    combat, units = found.start, found.forecast.units
    lines: list[Line] = []
    holder = combat.flag.holder if combat.flag is not None else ""
    if holder in units:
        chances = between(*units[holder].defeated, chance)
        lines.append([Span(tr("The flag falls with {unit}: {chance}.", unit=names(holder), chance=chances))])
    keys = combat.key_hexes()
    for id_, outlook in units.items():
        if combat.units[id_].hex & keys and combat.event == "king-of-the-hill":
            spot = combat.arena.mat.name(combat.units[id_].hex)
            chances = between(*outlook.defeated, chance)
            text = tr(
                "The hill: {unit} loses the key hex {hex} if it is defeated: {chance}.",
                unit=names(id_),
                hex=spot,
                chance=chances,
            )
            lines.append([Span(capital(text))])
    for id_, outlook in found.tribune.items():
        chances = between(*outlook.defeated, chance)
        text = tr(
            "The tribune: {unit} falls in this turn, and your hero drops to 1 HP: {chance}.",
            unit=names(id_),
            chance=chances,
        )
        lines.append([Span(text)])
    return [*lines, []] if lines else []


# The likeliest story ----------------------------------------------------------------------------------------------


def _story_lines(found: Foreseen, names: Names) -> list[Line]:
    if not found.hero:
        return []
    head = tr("Most likely, with everything chosen for {unit}:", unit=names(found.hero))
    lines: list[Line] = [[Span(head, "heading")]]
    for parts, none in (
        (_entering(found, names), tr("Nobody comes in, and no tactic is placed.")),
        (_moving(found.story, names), tr("No rival unit moves.")),
        (_harming(found.story, names), tr("Nobody loses HP.")),
    ):
        text = capital("; ".join(parts)) + "." if parts else none
        lines.append([Span(f"  {text}")])
    return lines


def _entering(found: Foreseen, names: Names) -> list[str]:
    parts = []
    for event in found.story:
        if isinstance(event, Deployed):
            parts.append(tr("{unit} comes in on {hex}", unit=names(event.unit), hex=event.hex))
        elif isinstance(event, TacticPlaced):
            record = found.start.catalogue.tactic(event.chip)
            chip = record.name if record is not None else event.chip
            parts.append(tr("{tactic} goes on {unit}", tactic=chip, unit=names(event.unit)))
    return parts


def _moving(story: Sequence[Event], names: Names) -> list[str]:
    moved = [event for event in story if isinstance(event, Moved | Roamed) and event.start != event.end]
    return [tr("{unit} moves to {hex}", unit=names(event.unit), hex=event.end) for event in moved]


def _harming(story: Sequence[Event], names: Names) -> list[str]:
    parts = []
    for event in story:
        if isinstance(event, Damaged):
            by = names(event.by) if event.by else tr("an effect")
            hit = {"unit": names(event.unit), "by": by, "n": event.damage, "hp": event.hp}
            parts.append(tr("{by} deals {unit} {n} damage, which leaves {hp} HP", **hit))
        elif isinstance(event, Defeated):
            parts.append(tr("{unit} is defeated", unit=names(event.unit)))
        elif isinstance(event, HeroSaved):
            parts.append(tr("a blessing heals {unit} fully", unit=names(event.hero)))
    return parts


# Sampled, and left out --------------------------------------------------------------------------------------------


def _sampled_lines(found: Foreseen, names: Names) -> list[Line]:
    from hoplo_companion.odds.forecast import SEED, TURNS

    text = tr(
        "The board is too large to be counted: {turns} turns were played (seed {seed}), with every choice made for or "
        "against one unit as it looks at the moment. The figures are estimates with their standard error, no bounds.",
        turns=TURNS,
        seed=SEED,
    )
    lines: list[Line] = [[Span(text, "quiet")]]
    assert found.forecast.sampled is not None
    for id_, rough in found.forecast.sampled.items():
        lines += [[Span(capital(names(id_)), "player")], [Span("  " + _rough_words(rough))]]
    return [*lines, *_left_out(found)]


def _rough_words(rough: Roughly) -> str:
    best, worst = rough
    parts = [tr("defeated {chance}", chance=between(best.defeated, worst.defeated, rough_chance))]
    if best.blessing is not None and worst.blessing is not None:
        parts.append(tr("a blessing goes {chance}", chance=between(best.blessing, worst.blessing, rough_chance)))
    parts.append(tr("loses {hp} HP", hp=between(best.damage, worst.damage, rough_number)))
    return "; ".join(parts)


def rough_chance(estimate: Estimate) -> str:
    """Write a chance that was sampled."""
    return f"{estimate.mean * 100:.0f} ± {estimate.error * 100:.0f} %"


def rough_number(estimate: Estimate) -> str:
    """Write a number that was sampled."""
    return f"{estimate.mean:.1f} ± {estimate.error:.1f}"


def _left_out(found: Foreseen) -> list[Line]:
    if not found.forecast.by_hand:
        return []
    what = ", ".join(found.forecast.by_hand)
    text = tr("Counted as without effect, since no source states what it does: {what}.", what=what)
    return [[], [Span(text, "quiet")]]
