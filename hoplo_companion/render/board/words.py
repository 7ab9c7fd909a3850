"""The board in words: the list below a drawing, and all of it as sentences, for the ear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoplo_companion.errors import UnknownStatError, cells
from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.board.labels import Label
from hoplo_companion.render.names import row
from hoplo_companion.render.sentences.words import (
    ACTS,
    arena_chip,
    capital,
    goal_name,
    listing,
    skill_name,
    tactic_name,
)
from hoplo_companion.render.style import Line, Span, columns, spans_of, text_of, wrapped
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import movement
from hoplo_companion.rules.unit_names import Names, names_of

WIDTH, COLUMN = 80, 26

SIDES = ("rival", "player", "arena")
"""The sides in the order in which their units are listed."""

_SIDE_NAMES = {
    "rival": later("rival"),
    "player": later("yours"),
    "arena": later("arena"),
}


# Of one unit ----------------------------------------------------------------------------------------------------


def called(combat: Combat, unit: Unit) -> str:
    """Name a unit as on its chip, with a number where its side has several; its side is said elsewhere."""
    return names_of(combat).bare(unit.id)


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


def lying_on(combat: Combat, hex_: int) -> list[str]:
    """List what lies loose on a hex: the flag and the arena's chips."""
    lying = ["flag"] if combat.flag is not None and combat.flag.hex & hex_ else []
    return lying + [chip for chip, place in combat.chips.items() if place.hex & hex_]


def hp_words(unit: Unit) -> str:
    """Write a unit's HP, and its Health where the two differ: `5/6 HP`."""
    hp = _or_unknown(unit.hp)
    return tr("{hp} HP", hp=hp if unit.health in (None, unit.hp) else f"{hp}/{unit.health}")


def numbers(combat: Combat, unit: Unit) -> list[str]:
    """Give a unit's Movement, what changes it included, and its Range: `Move 2`, `Range 1`."""
    return [tr("Move {n}", n=_movement(combat, unit)), tr("Range {n}", n=_or_unknown(unit.range))]


def rank(unit: Unit) -> str:
    """Say whether a unit is a hero, or an elite unit."""
    return tr("hero") if unit.hero else tr("elite") if unit.elite else ""


def _origin(combat: Combat, unit: Unit, origin: int) -> str:
    """Name the hex that a unit came from in the last move; empty where it is there still, or came from nowhere."""
    return combat.arena.mat.name(origin) if origin and origin != unit.hex else ""


def about(combat: Combat, unit: Unit, origin: int = 0) -> list[str]:
    """Say everything about a unit that is not a number; `origin` is the hex that it came from, or none."""
    catalogue = combat.catalogue
    held, from_ = holdings(combat, unit), _origin(combat, unit, origin)
    tactics = [tactic_name(catalogue, chip) for chip in unit.tactics]
    words = [
        rank(unit),
        in_sense("of a unit", "tribune") if unit.tribune else "",
        in_sense("of a unit", "dazed") if is_dazed(combat, unit) else "",
        tr("holds {chips}", chips=listing(map(arena_chip, held))) if held else "",
        tr("under {tactics}", tactics=listing(tactics)) if tactics else "",
        ", ".join(skill_name(catalogue, skill, number) for skill, number in unit.skills.items()),
        tr("came from {hex}", hex=from_) if from_ else "",
    ]
    return [word for word in words if word]


def unit_words(combat: Combat, unit: Unit, *, with_hex: bool = True) -> str:
    """Say in short how a unit is: `Archer on B2, 3 HP, dazed, under Stun`."""
    name = called(combat, unit)
    if with_hex and unit.hex:
        name = tr("{unit} on {hex}", unit=name, hex=combat.arena.mat.name(unit.hex))
    words = [name, tr("{hp} HP", hp=_or_unknown(unit.hp))]
    words += [in_sense("of a unit", "dazed")] if is_dazed(combat, unit) else []
    words += [in_sense("of a unit", "tribune")] if unit.tribune else []
    if unit.tactics:
        names = listing(tactic_name(combat.catalogue, chip) for chip in unit.tactics)
        words.append(tr("under {tactics}", tactics=names))
    return ", ".join(words)


# The list below a drawing ---------------------------------------------------------------------------------------


def short_units(combat: Combat, labels: Mapping[str, Label], moved: Mapping[str, int]) -> list[Line]:
    """List the units in combat with their numbers alone."""
    entries: list[Line] = []
    for unit in _in_order(combat):
        label, name, from_ = labels[unit.id], called(combat, unit), _origin(combat, unit, moved.get(unit.id, 0))
        words = [
            "" if _letters(label.text) in (_letters(name), _letters(unit.id)) else name,
            f"{_or_unknown(unit.hp)}/{_or_unknown(unit.health)}",
            tr("mv{n}", n=_movement(combat, unit)),
            tr("rg{n}", n=_or_unknown(unit.range)),
            rank(unit),
            tr("from {hex}", hex=from_) if from_ else "",
        ]
        entries.append([Span(label.text, label.style), Span(" " + " ".join(word for word in words if word))])
    return entries


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _in_order(combat: Combat) -> list[Unit]:
    return [unit for side in SIDES for unit in combat.in_arena(side)]


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


def unit_lines(combat: Combat, labels: Mapping[str, Label], moved: Mapping[str, int], width: int = WIDTH) -> list[Line]:
    """List the units in combat, one line each, rivals first; what a line has no room for is below, set in.

    Where the columns have no room, each unit has its sentence.
    """
    units = _in_order(combat)
    if not units:
        return [[Span(tr("No unit is in the arena."), "quiet")]]
    heads = ["", tr("unit"), tr("side"), tr("hex"), tr("HP"), tr("Move"), tr("Range")]
    rows = [[Span(head, "heading") for head in heads]]
    for unit in units:
        label = labels[unit.id]
        texts = (
            called(combat, unit),
            tr(_SIDE_NAMES[unit.side]),
            combat.arena.mat.name(unit.hex),
            f"{_or_unknown(unit.hp)}/{_or_unknown(unit.health)}",
            _movement(combat, unit),
            _or_unknown(unit.range),
        )
        rows.append([Span(label.text, label.style), *map(Span, texts)])
    table = columns(rows, most=20)
    if any(cells(text_of(line)) > width for line in table):
        found = []
        for unit in units:
            sentence = Span("  " + unit_sentence(combat, unit, moved.get(unit.id, 0)))
            found += wrapped([Span(labels[unit.id].text, labels[unit.id].style), sentence], width, 4)
        return found
    # A name that is too long for its column pushes its own row aside alone.
    start = cells(text_of(table[0])) + 2
    indent = max(cells(row[0].text) for row in rows) + 2
    lines = [[*table[0], Span("  "), Span(tr("more"), "heading")]]
    for unit, line in zip(units, table[1:], strict=True):
        more = Span("; ".join(about(combat, unit, moved.get(unit.id, 0))))
        whole = [*line, Span(" " * max(2, start - cells(text_of(line)))), more]
        if cells(text_of(whole)) <= width:
            lines.append(_trimmed(whole))
        else:
            lines += [_trimmed(line), *([Span(" " * indent), *part] for part in wrapped([more], width - indent, 0))]
    return lines


def _trimmed(line: Line) -> Line:
    return spans_of([(letter, span.style) for span in line for letter in span.text])


def coming_names(combat: Combat) -> list[str]:
    """Name the units that the rival has still to come, the next one first, and the tribune among them as such."""
    names = Names(
        combat.catalogue, [unit for unit in (*combat.bench.values(), *combat.units.values()) if unit.side == "rival"]
    )
    coming = [(names(id_), combat.bench.get(id_)) for id_ in combat.lineup]
    return [tr("{unit} (tribune)", unit=name) if unit and unit.tribune else name for name, unit in coming]


def coming_lines(combat: Combat, width: int = WIDTH) -> list[Line]:
    """Say what the rival has still to come, the next one first, who is in your camp, and what lies loose on the mat."""
    units, tactics = coming_names(combat), [tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics]
    many = max(len(units), len(tactics)) > 1
    head = tr("Rival still to come, top first:") if many else tr("Rival still to come:")
    found = [(head, tr("units {units}; tactics {tactics}", units=row(units), tactics=row(tactics)))]
    camp = [called(combat, unit) for unit in combat.units.values() if not unit.hex and unit.side == "player"]
    found += [(tr("Your camp:"), ", ".join(camp))] if camp else []
    loose = [("flag", combat.flag.hex)] if combat.flag is not None else []
    loose += [(chip, place.hex) for chip, place in combat.chips.items()]
    name = combat.arena.mat.name
    lying = [tr("{chip} on {hex}", chip=arena_chip(chip), hex=name(hex_)) for chip, hex_ in loose if hex_]
    found += [(tr("Lying loose:"), listing(lying))] if lying else []
    return [line for head, text in found for line in wrapped([Span(head, "heading"), Span(f" {text}.")], width)]


def title_words(combat: Combat) -> list[str]:
    """Say what combat this is, in parts: arena, event, act and whose turn, and points where there are any.

    A position counts the rival's turns: yours, and the arena's, have the number of the one before.
    """
    turn = [tr("act {act}", act=ACTS[combat.act])] if combat.act in ACTS else []
    if combat.turn and combat.side == "player":
        turn.append(tr("your turn {turn}", turn=max(1, combat.turn - 1)))
    elif combat.turn and combat.side == "arena":
        turn.append(tr("the arena's turn {turn}", turn=max(1, combat.turn - 1)))
    elif combat.turn:
        turn.append(tr("turn {turn}", turn=combat.turn))
    parts = [combat.arena.name, goal_name(combat.event) if combat.event else "", ", ".join(turn)]
    parts += [plural("{n} point", "{n} points", combat.points)] if combat.points else []
    return [part for part in parts if part]


def sign_lines(signs: Iterable[tuple[str, str, str]], width: int = WIDTH) -> list[Line]:
    """Explain signs, in the order given.

    Shapes: (the sign as drawn, its style, what it means).
    """
    line: Line = [Span(tr("Signs:"), "heading")]
    for at, (sign, style, meaning) in enumerate(signs):
        line += [Span("; " if at else " "), Span(sign, style), Span(f": {meaning}")]
    return wrapped([*line, Span(".")], width) if len(line) > 1 else []


# Sentences ------------------------------------------------------------------------------------------------------

_WHERE = {
    "rival": later("Rival {unit} on {hex}"),
    "player": later("Your {unit} on {hex}"),
    "arena": later("Arena unit {unit} on {hex}"),
}
_ONE_LINE = 1_000_000


def unit_sentence(combat: Combat, unit: Unit, origin: int = 0) -> str:
    """Say all about a unit in the arena in one sentence: `Your Krakenlance on E3, 6 HP, Move 2, Range 1`.

    Shapes: `origin` is the hex that it came from in the last move, or none.
    """
    if unit.hp is None:
        hp = tr("HP unknown")
    elif unit.health in (None, unit.hp):
        hp = tr("{hp} HP", hp=unit.hp)
    else:
        hp = tr("{hp} HP of {health}", hp=unit.hp, health=unit.health)
    where = tr(_WHERE[unit.side], unit=called(combat, unit), hex=combat.arena.mat.name(unit.hex))
    figures = [each.replace("?", tr("unknown")) for each in numbers(combat, unit)]
    return f"{', '.join([where, hp, *figures, *about(combat, unit, origin)])}."


def _mat(combat: Combat) -> list[str]:
    """Say what is printed on the mat, as far as there is any of it."""
    arena, names = combat.arena, combat.arena.mat.names
    levels = sorted({level for level in arena.elevation.values() if level}, reverse=True)
    heights = {level: names(sum(hex_ for hex_, high in arena.elevation.items() if high == level)) for level in levels}
    parts = [
        (tr("Key hexes"), names(combat.key_hexes())),
        (tr("Blocked hexes"), names(arena.blocked)),
        *((tr("Elevation {level}", level=level), found) for level, found in heights.items()),
        (tr("Rival deployment hexes, the first one first"), [arena.mat.name(hex_) for hex_ in arena.rival_deployment]),
        (tr("Your deployment hexes"), [arena.mat.name(hex_) for hex_ in arena.player_deployment]),
        (tr("Hexes not in this arena"), names(arena.mat.everywhere & ~arena.existing)),
    ]
    return [f"{what}: {', '.join(where)}." for what, where in parts if where]


def _gone(combat: Combat, came_from: Mapping[str, int]) -> list[str]:
    """Say which units moved and are no longer in the arena."""
    names = names_of(combat)
    return [
        tr("{unit} moved from {hex} and is gone.", unit=capital(names(id_)), hex=combat.arena.mat.name(was))
        for id_, was in came_from.items()
        if not (id_ in combat.units and combat.units[id_].hex) and len(list(bits(was))) == 1
    ]


def board_sentences(combat: Combat, came_from: Mapping[str, int] | None = None) -> list[str]:
    """Say what a board shows: the combat, its units one by one, what is to come or lies loose, and the mat.

    Shapes: `came_from` gives for each unit that moved the hex it came from.
    """
    came_from = came_from or {}
    title = title_words(combat)
    if not combat.points:
        title.append(plural("{n} point", "{n} points", 0))
    units = [unit_sentence(combat, unit, came_from.get(unit.id, 0)) for unit in _in_order(combat)]
    return [
        f"{', '.join(title)}.",
        *(units or [tr("No unit is in the arena.")]),
        *_gone(combat, came_from),
        *(text_of(line) for line in coming_lines(combat, _ONE_LINE)),
        *_mat(combat),
    ]
