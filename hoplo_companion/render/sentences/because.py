"""Decisions in a sentence each, for programs that ask a position to explain itself."""

from __future__ import annotations

from typing import Any

from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.decisions import out_words
from hoplo_companion.render.sentences.words import Names, listing, priority_words
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions

_CHOSEN = {
    "deploy": later("deploys on {options}"),
    "tactic": later("goes on {options}"),
    "mark": later("marks {options}"),
    "destination": later("ends on {options}"),
    "target": later("attacks {options}"),
    "special": later("uses {options}"),
    "ability": later("uses {options}"),
    "row": later("carries out {options}"),
}
_CHOSEN_BY = {
    "mark": later("marks {options} for {by}"),
    "destination": later("ends on {options} by {by}"),
    "target": later("uses {by} on {options}"),
}


def _plain(option: str, names: Names) -> str:
    """Word an option without the number of its entry, which programs count from 0: `Krakenlance (your hero)`."""
    target, _, entry = option.partition(" as ")
    return f"{names(target)} ({priority_words(entry.partition('. ')[2])})" if entry else names(target)


def summary(decision: Decision, names: Names) -> str:
    """Say what was chosen, and for every other candidate the criterion that ruled it out."""
    options = listing((_plain(option, names) for option in decision.chosen), "and" if decision.together else "or")
    chosen = tr(
        (_CHOSEN_BY if decision.by else _CHOSEN)[decision.about], options=options or tr("nothing"), by=decision.by
    )
    out = [f"{_plain(c.option, names)}: {out_words(c)}" for c in decision.candidates if c.out]
    return chosen + (" " + tr("(not {options})", options="; ".join(out)) if out else "")


def because(combat: Combat) -> list[dict[str, Any]]:
    """List why a position has its answer: the unit, the rule, its page, and a sentence."""
    found, names = [], names_of(combat)
    for decision in decisions(combat, combat.step):
        rule = combat.catalogue.rule(decision.rule)
        page = rule.page if rule is not None else ""
        found.append({"unit": decision.unit, "rule": decision.rule, "page": page, "text": summary(decision, names)})
        found += [_by_ruling(combat, decision, id_) for id_ in decision.rulings]
    return found


def _by_ruling(combat: Combat, decision: Decision, id_: str) -> dict[str, Any]:
    """Name a ruling that decides: its question and the reading in force."""
    each = next(each for each in in_force(combat.catalogue, combat.rulings.given or {}) if each.id == id_)
    text = tr("by ruling: {title}: {text}", title=tr(each.title), text=tr(each.text))
    return {"unit": decision.unit, "rule": id_, "page": each.page, "text": text}
