"""The fight in words: how it stands, its story, and the mat to compare it with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.events import won_words
from hoplo_companion.render.sentences.questions import question_words, unit_words
from hoplo_companion.render.sentences.setup import goal_name
from hoplo_companion.render.sentences.words import (
    arena_chip,
    chip_name,
    citation,
    count,
    listing,
    tactic_name,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.goals import POINTS_TO_WIN, rival_is_beaten, won_by
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.player.options import camp
from hoplo_companion.rules.questions import Question, expectation

_NEXT = {
    "set-up": "It is being set up: go on with `hoplo fight start`.",
    "rival": "The rival's turn comes: `hoplo rival-turn`.",
    "player": "It is your turn: `hoplo options`, `hoplo turn`, `hoplo end-turn`.",
    "arena": "The arena's turn comes: `hoplo arena-turn`.",
}
_OVER = {
    "goal-met": "It is won.",
    "troop-gone": "It is lost: you have nobody in combat and nobody left to deploy.",
    "surrendered": "It is lost: you surrendered.",
    "campaign-lost": "Your hero is defeated, and the campaign is lost.",
}


_BEATEN = "No rival is left that the goal asks for: the combat is won as the rival's turn begins (p.18)."


def _line(text: str, style: str = "") -> Line:
    return [Span(text, style)]


def fight_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say how a fight stands, and what comes next."""
    lines = [title_line(fight, combat), *next_lines(fight, combat, question)]
    if combat.event == "king-of-the-hill":
        lines.append(_line(f"Points: {combat.points} of {POINTS_TO_WIN}"))
    return [*lines, *_sides(fight, combat), *_house(fight, combat.catalogue)]


def title_line(fight: Fight, combat: Combat) -> Line:
    """Name a fight: its card, its goal, where and in which act it is fought."""
    text = f"{fight.name}: {goal_name(combat.event)} in the arena of the {combat.arena.name}, act {combat.act}"
    return _line(text, "heading")


def next_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say what comes next in a fight: what is asked, whose turn it is, or how it ended; and the command for it."""
    if fight.over:
        won = won_words(won_by(combat), combat.points) if fight.over == "goal-met" else ""
        return [_line(f"{won or _OVER.get(fight.over, fight.over)} `hoplo cleanup` puts it away.")]
    if question is None:
        return [_line(f"{_turn(fight, combat)} {_NEXT.get(fight.turn_of, '')}"), *_beaten(fight, combat)]
    begun = f"{_turn(fight, combat)} Under way: {_move(fight)}. {question_words(question, combat)}"
    return [_line(begun), _line(f"Answer with {expectation(question)}: `hoplo answer …`")]


def going_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say in a few lines how a fight goes: what is asked or comes next; between turns the points and who stands where.

    The turn is left out: a guided evening has it above.
    """
    if question is not None:
        return [_line(f"Under way: {_move(fight)}. {question_words(question, combat)}")]
    lines = next_lines(fight, combat, question) if fight.over else _beaten(fight, combat)
    if combat.event == "king-of-the-hill":
        lines.append(_line(f"Points: {combat.points} of {POINTS_TO_WIN}"))
    return lines if fight.over else [*lines, *_sides(fight, combat)]


def _beaten(fight: Fight, combat: Combat) -> list[Line]:
    """Say that the rival has nobody left who has to be defeated, where that is so."""
    return [_line(_BEATEN)] if fight.turn_of != "set-up" and rival_is_beaten(combat) else []


def _turn(fight: Fight, combat: Combat) -> str:
    """Count the turns: a position counts the rival's, and yours and the arena's follow the last one."""
    return f"Turn {fight.turn_number(combat.turn)}."


def _move(fight: Fight) -> str:
    return " ".join([words_of(fight.last.do), *fight.last.words])


def _sides(fight: Fight, combat: Combat) -> list[Line]:
    """List who stands in the arena, who is still to come, and who has fallen."""
    lines: list[Line] = []
    for side, name in (("player", "Yours"), ("rival", "The rival's"), ("arena", "The arena's")):
        here = [_unit(unit, combat) for unit in combat.in_arena(side)]
        if here or side != "arena":
            lines.append(_line(f"{name} in combat: {'; '.join(here) or 'nobody'}"))
    waiting = [chip_name(combat.catalogue, combat.bench[id_].chip) for id_ in combat.lineup]
    tactics = [tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics]
    lines.append(_line(f"The rival's camp: {listing(waiting) or 'no unit'}; tactics: {listing(tactics) or 'none'}"))
    lines.append(_line(f"Your camp: {_camp(combat)}"))
    fallen = [each.unit for each in fight.fallen]
    if fallen:
        lines.append(_line(f"Defeated: {listing(fallen)}"))
    lines += [_line(text) for text in chip_places(combat)]
    return lines


def _unit(unit: Unit, combat: Combat) -> str:
    words = f"{unit.id} ({unit_words(unit, combat)})"
    if unit.tactics:
        words += " with " + listing(tactic_name(combat.catalogue, chip) for chip in unit.tactics)
    return words + (", the tribune" if unit.tribune else "")


def _camp(combat: Combat) -> str:
    yours = combat.yours
    ready = [unit.id for unit in camp(combat)]
    room = []
    if combat.event == "scion":
        room.append(f"at most {yours.cap} in combat at a time" if yours.cap is not None else "no cap told")
    elif yours.camp_units is not None:
        room.append(f"{count(yours.camp_units, 'camp unit')} still to deploy")
    if yours.hero is not None and combat.event != "scion":
        room.append("your hero may be deployed" if yours.hero else "your hero's icon is used, or the lineup has none")
    tactics = [tactic_name(combat.catalogue, chip) for chip in yours.tactics or ()]
    said = f"{listing(ready) or 'nobody to deploy'}"
    if room:
        said += f" ({', '.join(room)})"
    return f"{said}; tactics: {listing(tactics) or 'none'}"


def chip_places(combat: Combat) -> list[str]:
    """Say where the flag and the arena's chips are."""
    places: dict[str, Place] = dict(combat.chips)
    if combat.flag is not None:
        places["flag"] = combat.flag
    found = []
    for chip, place in places.items():
        where = f"lies on {combat.arena.mat.name(place.hex)}" if place.hex else f"is with {place.holder}"
        found.append(f"{arena_chip(chip).capitalize()} {where}.")
    return found


def _house(fight: Fight, catalogue: Catalogue) -> list[Line]:
    if not fight.house:
        return []
    records = {rule: catalogue.rule(rule) for rule in fight.house}
    named = [
        f"{record.term} ({citation(catalogue, rule).text})" if record else rule for rule, record in records.items()
    ]
    return [_line(f"Your own rulings against: {listing(named)}")]


# The story --------------------------------------------------------------------------------------------------------


_TURNS = {
    "set-up": "The set-up",
    "rival": "Turn {}, the rival's",
    "player": "Turn {}, yours",
    "arena": "Turn {}, the arena's",
    "nobody": "The end",
}


def story_lines(steps: Iterable[tuple[int, str, int, str, str]]) -> list[Line]:
    """Tell a fight turn by turn and step by step: what was put right by hand or done against the rules is marked.

    Shapes: of every step the number of its turn, whose turn it was, its own number, what happened, and the note on it.
    """
    lines: list[Line] = []
    heading = ""
    for turn, whose, number, what, note in steps:
        above = _TURNS[whose].format(turn)
        if above != heading:
            lines.append([Span(above, "heading")])
            heading = above
        mark = "* " if note else "  "
        lines.append([Span(f"{number:>5}  ", "quiet"), Span(mark, "damage"), Span(what)])
        if note:
            lines[-1].append(Span(f" [{note}]", "quiet"))
    if any(span.text == "* " for line in lines for span in line):
        lines.append([Span("* by hand, or by your own ruling", "quiet")])
    return lines


# The mat ----------------------------------------------------------------------------------------------------------


def check_lines(fight: Fight, combat: Combat, doubts: Sequence[str]) -> list[Line]:
    """List what the mat should show, a unit a line, for a person to compare."""
    lines = [_line(f"{fight.name}, turn {fight.turn_number(combat.turn)}: the mat should show", "heading")]
    for side, name in (("rival", "rival"), ("player", "yours"), ("arena", "arena")):
        for unit in sorted(combat.in_arena(side), key=lambda each: combat.arena.mat.name(each.hex)):
            lines.append(_line(_row(unit, name, combat)))
    lines += [_line(f"  {text}") for text in chip_places(combat)]
    reds = sum(unit.hp or 0 for unit in combat.in_arena("player"))
    blues = sum(unit.hp or 0 for unit in combat.in_arena() if unit.side != "player")
    lines.append(_line(f"  health chips in the arena: {reds} red, {blues} blue"))
    held = Counter(combat.yours.tactics or ())
    named = listing(f"{n} {tactic_name(combat.catalogue, chip)}" for chip, n in sorted(held.items()))
    lines.append(_line(f"  your camp: {named or 'no tactic'}; {_units_in_camp(combat)}"))
    lines.append(_line(f"  the rival's camp: {_rival_camp(combat, combat.catalogue)}"))
    if combat.event == "king-of-the-hill":
        lines.append(_line(f"  the arena die shows {count(combat.points, 'point')}"))
    return lines + [_line(f"  doubtful: {text}", "damage") for text in doubts]


def _row(unit: Unit, side: str, combat: Combat) -> str:
    name = chip_name(combat.catalogue, unit.chip)
    marks = [tactic_name(combat.catalogue, chip) for chip in unit.tactics]
    marks += ["dazed"] if unit.dazed else []
    marks += ["tribune"] if unit.tribune else []
    hp = "? HP" if unit.hp is None else f"{unit.hp} HP"
    return f"  {combat.arena.mat.name(unit.hex):<3} {side:<5} {name} {hp}{', ' + ', '.join(marks) if marks else ''}"


def _units_in_camp(combat: Combat) -> str:
    here = [chip_name(combat.catalogue, u.chip) for u in combat.units.values() if u.side == "player" and not u.hex]
    return listing(here) or "no unit"


def _rival_camp(combat: Combat, catalogue: Catalogue) -> str:
    units = listing(chip_name(catalogue, combat.bench[id_].chip) for id_ in combat.lineup)
    tactics = listing(tactic_name(catalogue, chip) for chip in combat.rival_tactics)
    return f"{units or 'no unit'}; {tactics or 'no tactic'}"
