"""A match in the arena in words: what is asked, what happened, and what both have left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.spartacus.fighting import attack_json, attack_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.attack import shown
from hoplo_companion.spartacus.duel import Event, Match, Question
from hoplo_companion.spartacus.pools import LEVEL_NAMES

QUESTIONS = {
    "net": later("Does {name} use its Net to win the initiative? yes or no"),
    "speed": later("Speed dice of {one} ({ours}) and {two} ({theirs}), as in 4 2 / 6 1, or r to roll:"),
    "order": later("Does {name} go first or second?"),
    "action": later("{name}: {options} (as in: move 3, attack, attack 2)"),
    "dice": later(
        "Dice of {name}'s attack ({ours}) and {other}'s defence ({theirs}), as in 6 4 3 / 6 4 2, or r to roll:"
    ),
    "which": later("{strings}: which dice does {name} re-roll?"),
    "results": later("What the re-rolled dice show, the attacker's first, as in 5 / 3, or r to roll:"),
    "extra": later("{strings}: does {name} add its extra wound? yes or no"),
    "ignore": later("Does it ignore as many as its card allows? yes or no"),
    "manual": later("{name}: {text}. What does it change? {options}"),
    "surrender": later("from which pools, as in ATK DEF?"),
}
"""What is asked in a match, with how it is answered."""

CHANGES = {
    "no": later("no (nothing)"),
    "wins": later("wins (the initiative)"),
    "attack": later("attack +1 (attack dice)"),
    "defence": later("defence +1 (defence dice)"),
    "wounds": later("wounds +1 (of the defender)"),
    "attacker": later("attacker +1 (wounds of the attacker)"),
}
"""What a card may change where the table says so, with how it is answered."""

EVENTS = {
    "round": later("Round {n}"),
    "first": later("{name} goes first."),
    "second": later("{name} goes second."),
    "net": later("{name} wins the initiative by its Net, which is exhausted."),
    "nets": later("Both use a Net: they cancel each other, and the initiative is rolled (sp.two-nets)."),
    "totals": later("Speed: {one} {ours}, {two} {theirs}."),
    "strings": later("Speed: {one} {ours}, {two} {theirs}."),
    "initiative": later("{name} wins the initiative."),
    "tie": later("A tie: roll again."),
    "manual": later("{name}: {text}: {answer}. p.18"),
    "re-roll": later("{name} re-rolls {old}: {new}. The string is now {string}."),
    "defeat": later("{name} is defeated: {level}. p.16"),
    "victory": later("{name} wins the match."),
}
"""What happens in a match."""


def question_words(match: Match, question: Question) -> str:
    """Word what is asked, with how to answer it."""
    names = [each.name for each in match.fighters]
    name, (ours, theirs) = names[question.about], question.dice
    strings, is_by_hand = _strings(question), question.ask == "manual"
    options = [tr(CHANGES[each]) if is_by_hand else each for each in question.options]
    head = {
        "ignore": plural("{name} takes {n} wound.", "{name} takes {n} wounds.",
                         question.attack.wounds if question.attack else 0, name=name),
        "manual": strings and f"{strings}:",
        "surrender": plural("{name} surrenders {n} die of {pools}:", "{name} surrenders {n} dice of {pools}:",
                            question.wounds, name=name, pools=match.pools[question.about]),
    }.get(question.ask, "")  # fmt: skip
    text = tr(
        QUESTIONS[question.ask], name=name, other=names[1 - question.about], one=names[0], two=names[1], ours=ours,
        theirs=theirs, options=", ".join(options), strings=strings, text=question.text.rstrip("."),
    )  # fmt: skip
    most = plural("{n} die, or no:", "Up to {n} dice, or no:", ours) if question.ask == "which" else ""
    return " ".join(filter(None, (head, text, most)))


def _strings(question: Question) -> str:
    if question.attack is None:
        return ""
    pairs, unopposed = question.attack.comparison
    return f"{shown(each[0] for each in (*pairs, *unopposed))} : {shown(each[1] for each in pairs)}"


def event_lines(match: Match, event: Event) -> list[Line]:
    """Word what happened; an attack shows both strings."""
    name, values = match.fighters[event.about].name, event.values
    if event.kind == "attack":
        head = later("{name} makes a Speed Attack:") if values["is_speed"] else later("{name} attacks:")
        return [[Span(tr(head, name=name))], *attack_lines(values["attack"])]
    style = "heading" if event.kind in ("round", "victory") else "damage" if event.kind == "defeat" else ""
    return [[Span(_words(match, event, name), style)]]


def _words(match: Match, event: Event, name: str) -> str:
    parts: dict[str, Any] = {key: shown(each) if isinstance(each, list) else each for key, each in event.values.items()}
    if event.kind == "move":
        return plural("{name} moves {n} hex.", "{name} moves {n} hexes.", parts["n"], name=name)
    if event.kind == "surrender":
        return plural(
            "{name} takes {n} wound: {before} becomes {left}.", "{name} takes {n} wounds: {before} becomes {left}.",
            parts["n"], name=name, before=parts["before"], left=parts["left"],
        )  # fmt: skip
    if event.kind == "defeat":
        parts["level"] = tr(LEVEL_NAMES[parts["level"]])
    one, two = (each.name for each in match.fighters)
    return tr(EVENTS[str(parts.get("order", event.kind))], name=name, one=one, two=two, **parts)


def stand_lines(match: Match) -> list[Line]:
    """Show what both have left."""
    one, two = (f"{each.name} {pools}" for each, pools in zip(match.fighters, match.pools, strict=True))
    return [[Span(in_sense("two Combatants", "{one} against {two}", one=one, two=two), "quiet")]]


def match_json(match: Match) -> dict[str, Any]:
    """Give a match to programs: both Combatants, what happened, what is asked, and how it ended."""
    asked = ("ask", "about", "dice", "options", "wounds", "text")
    return {
        "fighters": [
            {"name": each.name, "dice": str(each.pools), "left": str(left)}
            for each, left in zip(match.fighters, match.pools, strict=True)
        ],
        "answers": match.answers,
        "events": [_plain(each) for each in match.events],
        "question": match.question and {key: getattr(match.question, key) for key in asked},
        "result": match.result and {"winner": match.result.winner, "defeat": match.result.levels},
    }


def _plain(event: Event) -> dict[str, Any]:
    values = {key: attack_json(value) if key == "attack" else value for key, value in event.values.items()}
    return {"event": event.kind, "rule": event.rule, "about": event.about, **values}


def all_lines(match: Match, events: Sequence[Event]) -> list[Line]:
    """Word some of what happened in a match, in order."""
    return [line for event in events for line in event_lines(match, event)]
