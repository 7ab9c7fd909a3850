"""The fight in words: how it stands, its story, and the mat to compare it with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.questions import question_words, unit_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.render.words import arena_chip, chip_name, count, listing, tactic_name, title_of, words_of
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.player_options import camp
from hoplo_companion.rules.player_turn import POINTS_TO_WIN
from hoplo_companion.rules.questions import Question, expectation

_NEXT = {
    "set-up": "It is being set up: go on with `hoplo fight start`.",
    "rival": "The rival's turn comes: `hoplo rival-turn`.",
    "player": "It is your turn: `hoplo options`, `hoplo turn`, `hoplo end-turn`.",
    "arena": "The arena's turn comes: `hoplo arena-turn`.",
}
_OVER = {
    "goal-met": "It is won: every unit that the goal asks for is defeated, or the goal is met.",
    "troop-gone": "It is lost: none of your units is left.",
    "surrendered": "It is lost: you surrendered.",
    "campaign-lost": "Your hero is defeated, and the campaign is lost.",
}


def _line(text: str, style: str = "") -> Line:
    return [Span(text, style)]


def fight_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say how a fight stands, and what comes next."""
    goal = title_of(combat.event)
    lines = [_line(f"{fight.name}: {goal} in the arena of the {combat.arena.name}, act {combat.act}", "bold")]
    if fight.over:
        lines.append(_line(f"{_OVER.get(fight.over, fight.over)} `hoplo cleanup` puts it away."))
    elif fight.under_way and question is not None:
        lines.append(_line(f"{_turn(fight, combat)} Under way: {_move(fight)}. {question_words(question, combat)}"))
        lines.append(_line(f"Answer with {expectation(question)}: `hoplo answer …`"))
    else:
        lines.append(_line(f"{_turn(fight, combat)} {_NEXT.get(fight.turn_of, '')}"))
    if combat.event == "king-of-the-hill":
        lines.append(_line(f"Points: {combat.points} of {POINTS_TO_WIN}"))
    return [*lines, *_sides(fight, combat), *_house(fight)]


def _turn(fight: Fight, combat: Combat) -> str:
    """Count the turns: a position counts the rival's, and yours and the arena's follow the last one."""
    return f"Turn {round_of(fight, combat)}."


def round_of(fight: Fight, combat: Combat) -> int:
    """Give the number of the turn that is on."""
    return combat.turn if combat.side == "rival" and fight.turn_of == "rival" else max(1, combat.turn - 1)


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


def _house(fight: Fight) -> list[Line]:
    if not fight.house:
        return []
    return [_line(f"Your own rulings against: {listing(dict.fromkeys(fight.house))}")]


# The story --------------------------------------------------------------------------------------------------------


def story_lines(steps: Iterable[tuple[int, str]]) -> list[Line]:
    """Tell a fight step by step: the number of each, and what came of it."""
    return [[Span(f"{number:>4}  ", "dim"), Span(what)] for number, what in steps]


# The mat ----------------------------------------------------------------------------------------------------------


def check_lines(fight: Fight, combat: Combat, doubts: Sequence[str]) -> list[Line]:
    """List what the mat should show, a unit a line, for a person to compare."""
    lines = [_line(f"{fight.name}, turn {round_of(fight, combat)}: the mat should show", "bold")]
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
    return lines + [_line(f"  doubtful: {text}", "warning") for text in doubts]


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
