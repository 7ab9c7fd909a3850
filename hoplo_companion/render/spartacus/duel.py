"""A match in the arena in words: what is asked, what happened, and what both have left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.spartacus.fighting import attack_json, attack_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.attack import shown
from hoplo_companion.spartacus.duel import Event, Match, Question, Result
from hoplo_companion.spartacus.pools import LEVEL_NAMES


def question_words(match: Match, question: Question) -> str:
    """Word what is asked, with how to answer it."""
    name, other = match.fighters[question.about].name, match.fighters[1 - question.about].name
    one, two = match.fighters[0].name, match.fighters[1].name
    options = ", ".join(question.options)
    ours, theirs = question.dice
    match question.ask:
        case "net":
            return tr("Does {name} use its Net to win the initiative? yes or no", name=name)
        case "speed":
            return tr(
                "Speed dice of {one} ({ours}) and {two} ({theirs}), as in 4 2 / 6 1, or r to roll:",
                one=one,
                ours=ours,
                two=two,
                theirs=theirs,
            )
        case "order":
            return tr("{name} wins the initiative: first or second?", name=name)
        case "action":
            return tr("{name}: {options} (as in: move 3, attack, attack 2)", name=name, options=options)
        case "dice":
            return tr(
                "{name} attacks with {ours} dice, {other} defends with {theirs}: the dice, as in 6 4 3 / 6 4 2, "
                "or r to roll:",
                name=name,
                ours=ours,
                other=other,
                theirs=theirs,
            )
        case "which":
            text = tr("{strings}: which dice does {name} re-roll?", strings=_strings(question), name=name)
            return text + " " + plural("{n} die, or no:", "Up to {n} dice, or no:", ours)
        case "results":
            return tr("What the re-rolled dice show, the attacker's first, as in 5 / 3, or r to roll:")
        case "extra":
            return tr("{strings}: does {name} add its extra wound? yes or no", strings=_strings(question), name=name)
        case "ignore":
            wounds = question.attack.wounds if question.attack else 0
            text = plural("{name} takes {n} wound.", "{name} takes {n} wounds.", wounds, name=name)
            return text + " " + tr("Does it ignore what its card allows? yes or no")
        case "manual":
            text = f"{_strings(question)}: " if question.attack is not None else ""
            return text + tr("{name}: {text}. What does it change? {options}", name=name,
                             text=question.text.rstrip("."), options=_changes(question.options))  # fmt: skip
    text = plural(
        "{name} surrenders {n} die of {pools}:", "{name} surrenders {n} dice of {pools}:", question.wounds,
        name=name, pools=match.pools[question.about],
    )  # fmt: skip
    return text + " " + tr("the pools, as in ATK DEF")


def _changes(options: Sequence[str]) -> str:
    """Word what may be answered about what a card says by hand."""
    return ", ".join(tr(CHANGES[each]) for each in options)


CHANGES = {
    "no": later("no (nothing)"),
    "wins": later("wins (the initiative)"),
    "attack": later("attack +1 (attack dice)"),
    "defence": later("defence +1 (defence dice)"),
    "wounds": later("wounds +1 (of the defender)"),
    "attacker": later("attacker +1 (wounds of the attacker)"),
}
"""What a card may change where the table says so, with how it is answered."""


def side_words(match: Match, question: Question, side: int) -> str:
    """Name whose dice are entered."""
    about = side if question.ask == "speed" else (question.about, 1 - question.about)[side]
    return match.fighters[about].name


def _strings(question: Question) -> str:
    if question.attack is None:
        return ""
    pairs, unopposed = question.attack.comparison
    ours = [each[0] for each in pairs] + [each[0] for each in unopposed]
    return f"{shown(ours)} : {shown([each[1] for each in pairs])}"


def event_lines(match: Match, event: Event) -> list[Line]:
    """Word what happened; an attack shows both strings."""
    name = match.fighters[event.about].name
    if event.kind == "attack":
        head = tr("{name} makes a Speed Attack:", name=name) if event.values["is_speed"] else tr(
            "{name} attacks:", name=name
        )  # fmt: skip
        return [[Span(head)], *attack_lines(event.values["attack"])]
    style = "heading" if event.kind in ("round", "victory") else "damage" if event.kind == "defeat" else ""
    return [[Span(_words(match, event, name), style)]]


def _words(match: Match, event: Event, name: str) -> str:
    values = event.values
    one, two = match.fighters[0].name, match.fighters[1].name
    match event.kind:
        case "round":
            return tr("Round {n}", n=values["n"])
        case "order":
            is_first = values["order"] == "first"
            return tr("{name} goes first.", name=name) if is_first else tr("{name} goes second.", name=name)
        case "net":
            return tr("{name} wins the initiative by its Net, which is exhausted.", name=name)
        case "nets":
            return tr("Both use a Net: they cancel each other, and the initiative is rolled (sp.two-nets).")
        case "totals":
            return tr("Speed: {one} {ours}, {two} {theirs}.", one=one, two=two, **values)
        case "strings":
            ours, theirs = shown(values["ours"]), shown(values["theirs"])
            return tr("Speed: {one} {ours}, {two} {theirs}.", one=one, two=two, ours=ours, theirs=theirs)
        case "initiative":
            return tr("{name} wins the initiative.", name=name)
        case "tie":
            return tr("A tie: roll again.")
        case "manual":
            return tr("{name}: {text}: {answer}. p.18", name=name, **values)
        case "move":
            return plural("{name} moves {n} hex.", "{name} moves {n} hexes.", values["n"], name=name)
        case "re-roll":
            parts = {key: shown(values[key]) for key in ("old", "new", "string")}
            return tr("{name} re-rolls {old}: {new}. The string is now {string}.", name=name, **parts)
        case "surrender":
            parts = {"name": name, "before": values["before"], "left": values["left"]}
            return plural(
                "{name} takes {n} wound: {before} becomes {left}.",
                "{name} takes {n} wounds: {before} becomes {left}.", values["n"], **parts,
            )  # fmt: skip
        case "defeat":
            level = LEVEL_NAMES[values["level"]]
            return tr("{name} is defeated: {level}. p.16", name=name, level=tr(level))
    return tr("{name} wins the match.", name=name)


def stand_lines(match: Match) -> list[Line]:
    """Show what both have left."""
    left = [f"{each.name} {pools}" for each, pools in zip(match.fighters, match.pools, strict=True)]
    return [[Span(in_sense("two Combatants", "{one} against {two}", one=left[0], two=left[1]), "quiet")]]


def match_json(match: Match) -> dict[str, Any]:
    """Give a match to programs: both Combatants, what happened, what is asked, and how it ended."""
    question = match.question
    return {
        "fighters": [
            {"name": each.name, "dice": str(each.pools), "left": str(left)}
            for each, left in zip(match.fighters, match.pools, strict=True)
        ],
        "answers": match.answers,
        "events": [_plain(each) for each in match.events],
        "question": None
        if question is None
        else {
            "ask": question.ask,
            "about": question.about,
            "dice": question.dice,
            "options": question.options,
            "wounds": question.wounds,
            "text": question.text,
        },
        "result": result_json(match.result),
    }


def result_json(result: Result | None) -> dict[str, Any] | None:
    """Give the end of a match to programs."""
    return None if result is None else {"winner": result.winner, "defeat": result.levels}


def _plain(event: Event) -> dict[str, Any]:
    values = {key: attack_json(value) if key == "attack" else value for key, value in event.values.items()}
    return {"event": event.kind, "rule": event.rule, "about": event.about, **values}


def all_lines(match: Match, events: Sequence[Event]) -> list[Line]:
    """Word some of what happened in a match, in order."""
    return [line for event in events for line in event_lines(match, event)]
