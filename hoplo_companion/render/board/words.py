"""The board in words: short names for units, the list below a drawing, and all of it as sentences, for the ear."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count

from hoplo_companion.components.names import plain_slug
from hoplo_companion.components.words import ACTS, turn_number
from hoplo_companion.errors import UnknownStatError, cells
from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.sentences.words import arena_chip, goal_name, listing, printed_name, tactic_names
from hoplo_companion.render.style import Line, Span, row, spans_of, table, text_of, wrapped
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import movement
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.sentence import capital

MOST_LETTERS = 10
"""The most letters of a unit's abbreviation on the narrowest board."""

SMALL_WORDS = {"a", "an", "and", "for", "in", "my", "of", "the", "to", "with", "your"}
"""Words that say little of a unit, and give way to others where an id is too long."""

SIDES = {"rival": ">", "player": "<", "arena": "="}
"""Each side's sign, in the order in which units are listed: the way they face, the rival's side being the left."""


OWNERS = {"rival": "rival-", "player": "your-", "arena": "arena-"}
"""How the ids begin that say whose a unit is where several sides have its chip; on a board its sign does."""

LEAST_LETTERS = 4
"""The fewest letters with which the first word of a name stands for all of it."""


def _shortened(id_: str, most: int) -> tuple[str, str, str, str]:
    """An id in as many ways as there are schemes, the best first; empty where a scheme does not fit.

    The whole of it; its first word with the number at its end (`goblin-of-the-deep-2` → `goblin2`); its beginning with
    that (`reptilian1` → `rept1`); the beginnings of its first two words (`reptilian-guard-1` → `reptguard1`). Small
    words give way to others, and a number that leaves no room for a letter is a word.
    """
    tokens = re.findall(r"[a-z]+|[0-9]+", plain_slug(id_))
    whole = "".join(tokens)
    words, number = [token for token in tokens if token not in SMALL_WORDS] or tokens, ""
    if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < most:
        *words, number = words
    room, head = most - len(number), words[0] if words else ""
    is_first = len(words) > 1 and LEAST_LETTERS <= len(head) <= room
    second = words[1][: room // 2 + 1] if len(words) > 1 and room > 1 else ""
    return (
        whole if len(whole) <= most else "",
        head + number if is_first else "",
        "".join(words)[:room] + number,
        head[: room - len(second)] + second + number if second else "",
    )


_PLAIN = re.compile(r"[a-z][a-z0-9-]*")
"""A name that may stand on a board as it is."""


def abbreviations(ids: Iterable[str], most: int) -> dict[str, str]:
    """Every id its own abbreviation of at most `most` small letters, digits and dashes.

    An id that is short enough stays as it is. Of the others, each scheme goes to those that it makes different from
    all others; what is left is numbered.
    """
    order = list(ids)
    found = {id_: id_ for id_ in order if len(id_) <= most and _PLAIN.fullmatch(id_)}
    left = {id_: _shortened(id_, most) for id_ in order if id_ not in found}
    for scheme in range(4):
        made = {id_: ways[scheme] for id_, ways in left.items()}
        times = Counter(made.values())
        for id_, short in made.items():
            if short and times[short] == 1 and short not in found.values():
                found[id_] = short
                del left[id_]
    for id_, (_, _, head, _) in left.items():
        base = re.sub(r"[0-9]+$", "", head) or "u"
        numbered = (base[: most - len(str(number))] + str(number) for number in count(1))
        found[id_] = next(short for short in numbered if short not in found.values())
    return {id_: found[id_] for id_ in order}


def labels(combat: Combat, others: Iterable[str] = (), most: int = MOST_LETTERS) -> dict[str, Span]:
    """The labels of all units of a combat, those still to come included so that nobody's changes when they do.

    A label is the side's sign and an abbreviation, whose case shows the side where no sign fits: rivals are in
    capitals, yours small, the arena's with one capital.

    Shapes: `others` are ids of units that are gone, whose labels bear no sign; `most` counts letters, sign excluded.
    """
    known = {**{id_: combat.bench[id_] for id_ in combat.lineup}, **combat.units}
    sides = {id_: known[id_].side if id_ in known else "" for id_ in [*known, *others]}
    # What its side says already is left out: `your-defender` → `defender`, where no other of yours is that.
    bare = {id_: id_.removeprefix(OWNERS.get(side, " ")) or id_ for id_, side in sides.items()}
    times = Counter((side, bare[id_]) for id_, side in sides.items())
    names = {id_: bare[id_] if times[side, bare[id_]] == 1 else id_ for id_, side in sides.items()}
    whole = {name for name in names.values() if len(name) == most + 1 and _PLAIN.fullmatch(name)}
    shorts = abbreviations(dict.fromkeys(name for name in names.values() if name not in whole), most)
    found = {id_: shorts.get(name, name) for id_, name in names.items()}
    cased = {"rival": str.upper, "arena": str.capitalize}
    signs = {id_: SIDES.get(side, "") if len(found[id_]) <= most else "" for id_, side in sides.items()}
    return {id_: Span(signs[id_] + cased.get(side, str)(found[id_]), side) for id_, side in sides.items()}


WIDTH, COLUMN = 80, 26


SIDE_NAMES = {"rival": later("rival"), "player": later("yours"), "arena": later("arena")}


def called(combat: Combat, unit: Unit) -> str:
    """Name a unit as on its chip, with a number where its side has several; its side is said elsewhere."""
    return names_of(combat).bare(unit.id)


def figures(combat: Combat, unit: Unit) -> tuple[str, str, str, str]:
    """HP, Health, Movement and Range of a unit; `?` for what is not known."""
    try:
        moves: int | None = movement(combat, unit)
    except UnknownStatError:
        moves = None
    hp, health, steps, reach = ("?" if n is None else str(n) for n in (unit.hp, unit.health, moves, unit.range))
    return hp, health, steps, reach


def lying_on(combat: Combat, hex_: int) -> list[str]:
    """What lies loose on a hex: the flag and the arena's chips."""
    return [chip for chip, place in combat.chips_and_flag().items() if place.hex & hex_]


def rank(unit: Unit) -> str:
    """Say whether a unit is a hero, or an elite unit."""
    return tr("hero") if unit.hero else tr("elite") if unit.elite else ""


def _origin(combat: Combat, unit: Unit, came_from: Mapping[str, int]) -> str:
    """Name the hex that a unit came from in the last move; empty where it is there still, or came from nowhere."""
    origin = came_from.get(unit.id, unit.hex)
    return combat.arena.mat.name(origin) if origin not in (0, unit.hex) else ""


def state_words() -> dict[str, str]:
    """The words for what a unit may be for now, in lists and on its hex."""
    return {"dazed": in_sense("of a unit", "dazed"), "tribune": in_sense("of a unit", "tribune")}


def states(combat: Combat, unit: Unit) -> dict[str, str]:
    """What a unit is for now, in a word each: dazed, the tribune."""
    is_so = {"dazed": is_dazed(combat, unit), "tribune": unit.tribune}
    return {state: word for state, word in state_words().items() if is_so[state]}


def _under(combat: Combat, unit: Unit) -> list[str]:
    """The tactics that are on a unit."""
    names = tactic_names(combat.catalogue, unit.tactics)
    return [tr("under {tactics}", tactics=listing(names))] if names else []


def about(combat: Combat, unit: Unit, came_from: Mapping[str, int]) -> list[str]:
    """Everything about a unit that is not a number, and which hex it `came_from`."""
    held, from_ = combat.held_by(unit.id, with_flag=True), _origin(combat, unit, came_from)
    words = [
        rank(unit),
        *states(combat, unit).values(),
        tr("holds {chips}", chips=listing(map(arena_chip, held))) if held else "",
        *_under(combat, unit),
        ", ".join(printed_name(combat.catalogue, skill, number) for skill, number in unit.skills.items()),
        tr("came from {hex}", hex=from_) if from_ else "",
    ]
    return [word for word in words if word]


def condition(combat: Combat, unit: Unit) -> list[str]:
    """How a unit is: `3 HP`, dazed, the tribune, under which tactics."""
    return [tr("{hp} HP", hp=figures(combat, unit)[0]), *states(combat, unit).values(), *_under(combat, unit)]


def unit_words(combat: Combat, unit: Unit) -> str:
    """Where and how a unit is, in short: `Archer on B2, 3 HP, dazed, under Stun`."""
    where = tr("{unit} on {hex}", unit=called(combat, unit), hex=combat.arena.mat.name(unit.hex))
    return ", ".join([where, *condition(combat, unit)])


def short_units(combat: Combat, labels: Mapping[str, Span], moved: Mapping[str, int]) -> list[Line]:
    """The units in combat with their numbers alone."""

    def letters(text: str) -> str:
        return "".join(letter for letter in text.lower() if letter.isalnum())

    entries: list[Line] = []
    for unit in _in_order(combat):
        label, name, from_ = labels[unit.id], called(combat, unit), _origin(combat, unit, moved)
        hp, health, steps, reach = figures(combat, unit)
        words = [
            "" if letters(label.text) in (letters(name), letters(unit.id)) else name,
            f"{hp}/{health}",
            tr("mv{n}", n=steps),
            tr("rg{n}", n=reach),
            rank(unit),
            tr("from {hex}", hex=from_) if from_ else "",
        ]
        entries.append([label, Span(" " + " ".join(word for word in words if word))])
    return entries


def _in_order(combat: Combat) -> list[Unit]:
    return [unit for side in SIDES for unit in combat.in_arena(side)]


def abreast(entries: list[Line], width: int) -> list[Line]:
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


def unit_lines(combat: Combat, labels: Mapping[str, Span], moved: Mapping[str, int], width: int) -> list[Line]:
    """The units in combat, one line each, rivals first; where the columns have no room, each unit has its sentence."""
    units = _in_order(combat)
    if not units:
        return [[Span(tr("No unit is in the arena."), "quiet")]]
    heads = ["", tr("unit"), tr("side"), tr("hex"), tr("HP"), tr("Move"), tr("Range"), tr("more")]
    rows = [[Span(head, "heading") for head in heads]]
    for unit in units:
        hp, health, *others = figures(combat, unit)
        texts = (called(combat, unit), tr(SIDE_NAMES[unit.side]), combat.arena.mat.name(unit.hex), f"{hp}/{health}")
        rows.append([labels[unit.id], *map(Span, (*texts, *others, "; ".join(about(combat, unit, moved))))])
    found = table(rows, indent="", most=20)
    if any(cells(text_of(line[:-1])) > width for line in found):
        said = [[labels[unit.id], Span("  " + unit_sentence(combat, unit, moved))] for unit in units]
        return [part for each in said for part in wrapped(each, width, 4)]
    # A name that is too long for its column pushes its own row aside alone.
    indent, lines = max(cells(row[0].text) for row in rows) + 2, list[Line]()
    for line in found:
        is_long = cells(text_of(line)) > width
        lines.append(spans_of([(letter, span.style) for span in line[: -is_long or None] for letter in span.text]))
        lines += [[Span(" " * indent), *part] for part in wrapped(line[-1:], width - indent, 0) if is_long]
    return lines


def coming_names(combat: Combat) -> list[str]:
    """Name the units that the rival has still to come, the next one first, and the tribune among them as such."""
    coming = [combat.bench[id_] for id_ in combat.lineup]
    names = [(called(combat, unit), unit.tribune) for unit in coming]
    return [tr("{unit} (tribune)", unit=name) if is_tribune else name for name, is_tribune in names]


def coming_lines(combat: Combat, width: int) -> list[Line]:
    """Say what the rival has still to come, the next one first, who is in your camp, and what lies loose on the mat."""
    units, tactics = coming_names(combat), tactic_names(combat.catalogue, combat.rival_tactics)
    many = max(len(units), len(tactics)) > 1
    head = tr("Rival still to come, top first:") if many else tr("Rival still to come:")
    found = [(head, tr("units {units}; tactics {tactics}", units=row(units), tactics=row(tactics)))]
    camp = [called(combat, unit) for unit in combat.in_camp()]
    found += [(tr("Your camp:"), ", ".join(camp))] if camp else []
    loose, name = {chip: at.hex for chip, at in combat.chips_and_flag().items() if at.hex}, combat.arena.mat.name
    lying = [tr("{chip} on {hex}", chip=arena_chip(chip), hex=name(hex_)) for chip, hex_ in loose.items()]
    found += [(tr("Lying loose:"), listing(lying))] if lying else []
    return [line for head, text in found for line in wrapped([Span(head, "heading"), Span(f" {text}.")], width)]


def title_words(combat: Combat) -> list[str]:
    """Say what combat this is, in parts: arena, event, act and whose turn, and points where there are any."""
    turn = [tr("act {act}", act=ACTS[combat.act])] if combat.act in ACTS else []
    if combat.turn:
        texts = {"player": later("your turn {turn}"), "arena": later("the arena's turn {turn}")}
        turn.append(tr(texts.get(combat.side, later("turn {turn}")), turn=turn_number(combat.turn, combat.side)))
    parts = [combat.arena.name, goal_name(combat.event) if combat.event else "", ", ".join(turn)]
    parts += [plural("{n} point", "{n} points", combat.points)] if combat.points else []
    return [part for part in parts if part]


def sign_lines(signs: Iterable[tuple[str, str, str]], width: int) -> list[Line]:
    """Explain signs in the order given: each as drawn, its style, and what it means."""
    line: Line = [Span(tr("Signs:"), "heading")]
    for at, (sign, style, meaning) in enumerate(signs):
        line += [Span("; " if at else " "), Span(sign, style), Span(f": {meaning}")]
    return wrapped([*line, Span(".")], width) if len(line) > 1 else []


_WHERE = {
    "rival": later("Rival {unit} on {hex}"),
    "player": later("Your {unit} on {hex}"),
    "arena": later("Arena unit {unit} on {hex}"),
}
ONE_LINE = 1_000_000


def unit_sentence(combat: Combat, unit: Unit, came_from: Mapping[str, int]) -> str:
    """Say all about a unit, and from which hex it came: `Your Krakenlance on E3, 6 HP, Move 2, Range 1`."""
    text = later("{hp} HP") if unit.health in (None, unit.hp) else later("{hp} HP of {health}")
    *_, steps, reach = (each.replace("?", tr("unknown")) for each in figures(combat, unit))
    parts = [
        tr(_WHERE[unit.side], unit=called(combat, unit), hex=combat.arena.mat.name(unit.hex)),
        tr(later("HP unknown") if unit.hp is None else text, hp=unit.hp, health=unit.health),
        tr("Move {n}", n=steps),
        tr("Range {n}", n=reach),
    ]
    return f"{', '.join([*parts, *about(combat, unit, came_from)])}."


def board_sentences(combat: Combat, came_from: Mapping[str, int] = {}) -> list[str]:
    """Say what a board shows: the combat, its units and where they came from, what is to come or loose, the mat."""
    title = [*title_words(combat), *([] if combat.points else [plural("{n} point", "{n} points", 0)])]
    units = [unit_sentence(combat, unit, came_from) for unit in _in_order(combat)]
    names, arena, hexes = names_of(combat), combat.arena, combat.arena.mat.names
    heights = {arena.elevation.get(next(bits(high)), 0): high for high in arena.heights}
    printed = [
        (tr("Key hexes"), hexes(combat.key_hexes())),
        (tr("Blocked hexes"), hexes(arena.blocked)),
        *((tr("Elevation {level}", level=level), hexes(high)) for level, high in heights.items() if level),
        (tr("Rival deployment hexes, the first one first"), [arena.mat.name(hex_) for hex_ in arena.rival_deployment]),
        (tr("Your deployment hexes"), [arena.mat.name(hex_) for hex_ in arena.player_deployment]),
        (tr("Hexes not in this arena"), hexes(arena.mat.everywhere & ~arena.existing)),
    ]
    return [
        f"{', '.join(title)}.",
        *(units or [tr("No unit is in the arena.")]),
        *[
            tr("{unit} moved from {hex} and is gone.", unit=capital(names(id_)), hex=combat.arena.mat.name(was))
            for id_, was in came_from.items()
            if not (id_ in combat.units and combat.units[id_].hex) and was
        ],
        *(text_of(line) for line in coming_lines(combat, ONE_LINE)),
        *(f"{what}: {', '.join(where)}." for what, where in printed if where),
    ]
