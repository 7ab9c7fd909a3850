"""Decisions in a sentence each, for programs that ask a position to explain itself."""

from __future__ import annotations

from typing import Any

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.rules.why.decisions import Decision
from hoplo_companion.rules.why.steps import decisions

WHAT = {
    "deploy": "deploys on",
    "tactic": "goes on",
    "mark": "marks",
    "destination": "ends on",
    "target": "attacks",
}


def _plain(option: str) -> str:
    """Write a possible mark without the number of its entry, which programs count from 0: `krak (holding:trident)`."""
    target, _, entry = option.partition(" as ")
    return f"{target} ({entry.partition('. ')[2]})" if entry else option


def summary(decision: Decision) -> str:
    """Say what was chosen, and for every other candidate the criterion that ruled it out."""
    verb = WHAT.get(decision.about, decision.about)
    chosen = " or ".join(map(_plain, decision.chosen)) or "nothing"
    out = [f"{_plain(c.option)}: {decision.reason(c)}" for c in decision.candidates if c.out]
    return f"{verb} {chosen}" + (f" (not {'; '.join(out)})" if out else "")


def because(combat: Combat) -> list[dict[str, Any]]:
    """List why a position has its answer: the unit, the rule, its page, and a sentence."""
    found = []
    for decision in decisions(combat, combat.step):
        rule = combat.catalogue.rule(decision.rule)
        page = rule.page if rule is not None else ""
        found.append({"unit": decision.unit, "rule": decision.rule, "page": page, "text": summary(decision)})
        found += [_by_ruling(combat, decision, id_) for id_ in decision.rulings]
    return found


def _by_ruling(combat: Combat, decision: Decision, id_: str) -> dict[str, Any]:
    """Name a ruling that decides: its question and the reading in force."""
    each = next(each for each in in_force(combat.catalogue, combat.rulings.given or {}) if each.id == id_)
    return {"unit": decision.unit, "rule": id_, "page": each.page, "text": f"by ruling: {each.title}: {each.text}"}
