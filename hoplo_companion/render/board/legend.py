"""What stands below a board: the units, what is still to come, and the signs that this board uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoplo_companion.errors import UnknownStatError, cells
from hoplo_companion.render.board.labels import Label
from hoplo_companion.render.sentences.words import (
    ACTS,
    arena_chip,
    chip_name,
    count,
    listing,
    skill_name,
    tactic_name,
    words_of,
)
from hoplo_companion.render.style import Line, Span, columns, spans_of, text_of, wrapped
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import movement

WIDTH, COLUMN = 80, 26
SIDE_NAMES = {"rival": "rival", "player": "yours", "arena": "arena"}
_CHIP, _MORE = "chip", "more"
_HEADS = ("", "unit", _CHIP, "side", "hex", "HP", "Move", "Range")


def _or_unknown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _movement(combat: Combat, unit: Unit) -> str:
    try:
        return str(movement(combat, unit))
    except UnknownStatError:
        return "?"


def holdings(combat: Combat, unit: Unit) -> list[str]:
    """List what a unit holds: the flag and the chips that it has equipped."""
    flag = ["flag"] if combat.flag is not None and combat.flag.holder == unit.id else []
    return flag + combat.held_by(unit.id)


def numbers(combat: Combat, unit: Unit) -> list[str]:
    """Give a unit's Movement, what changes it included, and its Range: `Move 2`, `Range 1`."""
    return [f"Move {_movement(combat, unit)}", f"Range {_or_unknown(unit.range)}"]


def about(combat: Combat, unit: Unit, origin: int = 0) -> list[str]:
    """Say everything about a unit that is no number; `origin` is the hex that it came from, or none."""
    catalogue = combat.catalogue
    skills = [skill_name(catalogue, skill, number) for skill, number in unit.skills.items()]
    tactics = [tactic_name(catalogue, chip) for chip in unit.tactics]
    held = holdings(combat, unit)
    words = [
        "hero" if unit.hero else "elite" if unit.elite else "",
        "tribune" if unit.tribune else "",
        "dazed" if is_dazed(combat, unit) else "",
        f"holds {listing(map(arena_chip, held))}" if held else "",
        f"under {listing(tactics)}" if tactics else "",
        ", ".join(skills),
        f"came from {combat.arena.mat.name(origin)}" if origin and origin != unit.hex else "",
    ]
    return [word for word in words if word]


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def short_units(combat: Combat, labels: Mapping[str, Label], moved: Mapping[str, int]) -> list[Line]:
    """List the units in combat with their numbers alone."""
    entries: list[Line] = []
    for side in SIDE_NAMES:
        for unit in combat.in_arena(side):
            label, origin = labels[unit.id], moved.get(unit.id, 0)
            words = [
                unit.id if _letters(label.text) != _letters(unit.id) else "",
                f"{_or_unknown(unit.hp)}/{_or_unknown(unit.health)}",
                f"mv{_movement(combat, unit)}",
                f"rg{_or_unknown(unit.range)}",
                "hero" if unit.hero else "elite" if unit.elite else "",
                f"from {combat.arena.mat.name(origin)}" if origin and origin != unit.hex else "",
            ]
            entries.append([Span(label.text, label.style), Span(" " + " ".join(word for word in words if word))])
    return entries


def side_by_side(entries: list[Line], width: int) -> list[Line]:
    """Set short lines beside each other, where they can in columns of `COLUMN` cells."""
    lines: list[Line] = []
    for entry in entries:
        taken = cells(text_of(lines[-1])) if lines else width
        long = cells(text_of(entry))
        at = -(-(taken + 2) // COLUMN) * COLUMN
        at = at if at + long <= width else taken + 2
        if at + long <= width:
            lines[-1] = [*lines[-1], Span(" " * (at - taken)), *entry]
        else:
            lines.append(entry)
    return lines


def names_chip(combat: Combat, unit: Unit) -> bool:
    """Tell whether a unit's id already says which chip it is."""
    return _letters(chip_name(combat.catalogue, unit.chip)) in _letters(unit.id)


def unit_lines(combat: Combat, labels: Mapping[str, Label], moved: Mapping[str, int], width: int = WIDTH) -> list[Line]:
    """List the units in combat, one line each, rivals first; what a line has no room for stands below, set in.

    Where the columns have no room, each unit is told in words.
    """
    units = [unit for side in SIDE_NAMES for unit in combat.in_arena(side)]
    if not units:
        return [[Span("No unit is in the arena.", "quiet")]]
    chips = not all(names_chip(combat, unit) for unit in units)
    rows = [[Span(head, "heading") for head in _HEADS if chips or head != _CHIP]]
    for unit in units:
        label = labels[unit.id]
        texts = (
            unit.id,
            *([chip_name(combat.catalogue, unit.chip)] if chips else []),
            SIDE_NAMES[unit.side],
            combat.arena.mat.name(unit.hex),
            f"{_or_unknown(unit.hp)}/{_or_unknown(unit.health)}",
            _movement(combat, unit),
            _or_unknown(unit.range),
        )
        rows.append([Span(label.text, label.style), *map(Span, texts)])
    table = columns(rows, most=20)
    indent = max(cells(row[0].text) for row in rows) + 2
    if any(cells(text_of(line)) > width for line in table):
        return [part for unit in units for part in _in_words(combat, unit, labels[unit.id], moved, width)]
    # A name that is too long for its column pushes its own row aside alone.
    start = cells(text_of(table[0])) + 2
    lines = [[*table[0], Span("  "), Span(_MORE, "heading")]]
    for unit, line in zip(units, table[1:], strict=True):
        more = Span("; ".join(about(combat, unit, moved.get(unit.id, 0))))
        whole = [*line, Span(" " * max(2, start - cells(text_of(line)))), more]
        if cells(text_of(whole)) <= width:
            lines.append(_trimmed(whole))
        else:
            lines += [_trimmed(line), *([Span(" " * indent), *part] for part in wrapped([more], width - indent, 0))]
    return lines


def _in_words(combat: Combat, unit: Unit, label: Label, moved: Mapping[str, int], width: int) -> list[Line]:
    """Tell a unit in words, without columns."""
    chip = "" if names_chip(combat, unit) else chip_name(combat.catalogue, unit.chip)
    hp = f"{_or_unknown(unit.hp)}/{_or_unknown(unit.health)} HP"
    words = [unit.id, chip, combat.arena.mat.name(unit.hex), hp, *numbers(combat, unit)]
    words += about(combat, unit, moved.get(unit.id, 0))
    return wrapped([Span(label.text, label.style), Span("  " + ", ".join(word for word in words if word))], width, 4)


def _trimmed(line: Line) -> Line:
    return spans_of([(letter, span.style) for span in line for letter in span.text])


def _named(combat: Combat, id_: str, unit: Unit | None, *more: str) -> str:
    """Name a unit by its id, with its chip where the id does not tell it: `big (Archer, tribune)`."""
    chip = [chip_name(combat.catalogue, unit.chip)] if unit is not None and not names_chip(combat, unit) else []
    said = [*chip, *(word for word in more if word)]
    return f"{id_} ({', '.join(said)})" if said else id_


def coming_lines(combat: Combat, width: int = WIDTH) -> list[Line]:
    """Say what the rival has still to come, the next one first, and what lies loose on the mat."""
    coming = [(id_, combat.bench.get(id_)) for id_ in combat.lineup]
    units = [_named(combat, id_, unit, "tribune" if unit is not None and unit.tribune else "") for id_, unit in coming]
    tactics = [tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics]
    order = ", top first" if max(len(units), len(tactics)) > 1 else ""
    line = [
        Span(f"Rival still to come{order}:", "heading"),
        Span(f" units {', '.join(units) or 'none'}; tactics {', '.join(tactics) or 'none'}."),
    ]
    lines = wrapped(line, width)
    camp = [_named(combat, id_, unit) for id_, unit in in_camp(combat)]
    if camp:
        lines += wrapped([Span("Your camp:", "heading"), Span(f" {', '.join(camp)}.")], width)
    name = combat.arena.mat.name
    loose = [("flag", combat.flag.hex)] if combat.flag is not None else []
    loose += [(chip, place.hex) for chip, place in combat.chips.items()]
    lying = [f"{arena_chip(chip)} on {name(hex_)}" for chip, hex_ in loose if hex_]
    if lying:
        lines += wrapped([Span("Lying loose:", "heading"), Span(f" {listing(lying)}.")], width)
    return lines


def in_camp(combat: Combat) -> list[tuple[str, Unit]]:
    """List your units that are not in the arena, by id."""
    return [(id_, unit) for id_, unit in combat.units.items() if not unit.hex and unit.side == "player"]


def title_words(combat: Combat) -> list[str]:
    """Say what combat this is, in parts: arena, event, act and whose turn, and points where there are any.

    A position counts the rival's turns: yours, and the arena's, bear the number of the one that went before.
    """
    turn = [f"act {ACTS[combat.act]}"] if combat.act in ACTS else []
    whose = {"player": "your turn", "arena": "the arena's turn"}.get(combat.side)
    if combat.turn:
        turn.append(f"{whose} {max(1, combat.turn - 1)}" if whose else f"turn {combat.turn}")
    parts = [combat.arena.name, words_of(combat.event), ", ".join(turn)]
    parts += [count(combat.points, "point")] if combat.points else []
    return [part for part in parts if part]


def sign_lines(signs: Iterable[tuple[str, str, str]], width: int = WIDTH) -> list[Line]:
    """Explain signs, in the order given.

    Shapes: (the sign as drawn, its style, what it means).
    """
    line: Line = [Span("Signs:", "heading")]
    for at, (sign, style, meaning) in enumerate(signs):
        line += [Span("; " if at else " "), Span(sign, style), Span(f": {meaning}")]
    return wrapped([*line, Span(".")], width) if len(line) > 1 else []
