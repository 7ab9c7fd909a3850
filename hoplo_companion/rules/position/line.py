"""A position in one line, short enough to type at a table: `atl koth 3 | r: def@C2 5, rep@B3 | p: krak@E3 6 *trident`.

Each section is a row that reads and writes it; what may follow a unit and the values of keys are in `line_units`,
and docs/notation.md shows all of it. What is wrong with a line is shown at its character.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.components.catalogue import CARDS, Catalogue, singular
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import in_english, slug
from hoplo_companion.components.words import SHORT_EVENTS, SIDES, STEPS, Variant
from hoplo_companion.errors import InvalidError, UsageError, clip, defect, part
from hoplo_companion.language import later, tr
from hoplo_companion.notation.effects import read_effect, write_effect
from hoplo_companion.notation.lexer import Token, write_text
from hoplo_companion.notation.reference_cards import mat_parts, read_mat
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.position import line_units, line_words
from hoplo_companion.rules.position.document import FORECAST, SCHEMA, PlayerDoc, StateDoc, plainly_said
from hoplo_companion.rules.position.reading import PositionReader

EXAMPLE = "atl koth 3 | r: def@C2 5, rep@B3 3 +adr | p: krak@E3 6 *trident | next: archer | tac: stun"
_NUMBERED = re.compile(r"([^\W\d]+)(-?[0-9]+)?")
_COUNTED = ("act", "turn")
_MAT = re.compile(r"\bcolumns\b", re.IGNORECASE)
"""What an arena that is typed out has, and no name of one."""


class Board(line_words.Reading):
    """A line on its way to position@1, section by section; NotationError points at what is not understood.

    Whether the position is sound is judged where positions are read: `read_board` points at that too.
    """

    def __init__(self, line: str, catalogue: Catalogue) -> None:
        super().__init__(line, line_words.Names(catalogue))
        self.data: line_units.Raw = {"schema": SCHEMA}
        self.units: dict[str, list[line_units.Item]] = {"units": [], "next": [], "bench": []}
        self.seen: set[str] = set()

    def read(self) -> line_units.Raw:
        """Read the whole line into position@1."""
        if self.token.kind == "end":
            self.fail("an empty line is not a position; one looks like this: {example}", 0, example=EXAMPLE)
        self._head()
        while self.take("|"):
            self._section()
        self._name_units()
        return self.data

    def _head(self) -> None:
        first = self.token
        self.places["arena"] = first.start
        if first.kind not in ("word", "text") or self.match(":", ahead=1):
            self.fail("a line begins with the arena, as in: {example}", example=EXAMPLE)
        self.next()
        if first.kind == "text" and _MAT.search(first.value):
            try:
                self.data["arena"] = read_mat(first.value)
            except UsageError as fault:
                self.fail(str(fault), first.start)
        else:
            self.data["arena"] = self.resolve("arena", first)
        self.names.set_arena(self.data["arena"])
        while not self.over:
            token = self.next()
            text = token.value
            if token.kind != "word":
                why = later("{word} does not belong here: event, turn and step follow the arena")
                self.fail(why, token.start, word=clip(text))
            elif (found := _NUMBERED.fullmatch(text)) and (key := in_english(found[1].lower(), _COUNTED)) in _COUNTED:
                self.tell(key, self._number(found[2], key, token), token)
            elif (turn := line_words.whole(text)) is not None:
                self.tell("turn", turn, token)
            else:
                word = SHORT_EVENTS.get(slug(text)) or self.resolve(line_words.HEAD, token)
                key = "explain" if word == "explain" else "step" if word in (*STEPS, FORECAST) else "event"
                # A forecast begins with the step that follows the word.
                key = "from" if word in STEPS and self.data.get("step") == FORECAST else key
                self.tell(key, word == "explain" or word, token)

    def _number(self, digits: str | None, key: str, token: Token) -> int:
        """Read the number of the act or the turn, which may be a word of its own (`act 2`)."""
        what = tr("the number of the {key}, as in {example}", key=key, example=f"{key}2")
        token = token._replace(value=digits) if digits else self.name(what)
        number = line_words.whole(token.value)
        if number is None:
            self.fail("{value} is not {right}", token.start, value=clip(token.value), right=what)
        return number

    def tell(self, key: str, value: Any, token: Token) -> None:
        """Put something at the top of the position, where it may stand once."""
        if key in self.data:
            self.fail("{key} is given twice", token.start, key=key)
        self.data[key] = value
        self.places[key] = token.start

    def _section(self) -> None:
        token = self.name(tr("a section, such as r: or p:"))
        typed = slug(token.value)
        name = _ALIASES.get(in_english(typed, _ALIASES)) or self.one_of("section", SECTIONS, token, typed)
        if name == line_words.FLAG:
            self.next()
            self.fail("type the flag with the chips, as in on: flag@D4, or as *flag after its holder")
        if not self.take(":"):
            self.fail("a colon follows {word}", word=token.value)
        if name in self.seen and name not in SIDES:
            self.fail("{key} is given twice", token.start, key=name)
        self.seen.add(name)
        SECTIONS[name].read(self, token)
        if not self.over:
            self.fail("{word} does not belong here: a bar | goes between sections", word=clip(self.token.value))

    def put(self, token: Token, place: dict[str, str], at: int) -> None:
        """Put a chip or the flag somewhere."""
        name = self.resolve(line_words.EQUIPPABLE, token)
        if token.kind == "word" and name == line_words.FLAG:
            self.tell(line_words.FLAG, place, token)
            self.places[f"{line_words.FLAG}.hex"] = at
            return
        chips = self.data.setdefault("chips", {})
        if name in chips:
            at = max(token.start, self.places[f"chips.{part(name)}"])
            self.fail("{chip} is named twice: a chip is in one place", at, chip=clip(name))
        chips[name] = place
        self.places |= {f"chips.{part(name)}": token.start, f"chips.{part(name)}.hex": at}

    def _name_units(self) -> None:
        """All units their ids, then put what they hold, and the lineup, in its place."""
        here, coming, benched = self.units.values()
        everyone = [item.fields for item in (*here, *coming, *benched)]
        ids = line_words.default_ids(everyone, [unit.get("id") for unit in everyone])
        self.data["units"] = []
        for at, (item, id_) in enumerate(zip(here, ids, strict=False)):
            self.data["units"].append({"id": id_, **item.fields})
            self.places |= {f"units[{at}]{place}": start for place, start in item.places.items()}
            for token in item.holds:
                self.put(token, {"holder": id_}, token.start)
        rest = ids[len(here) :]
        if "next" in self.seen:
            self.data.setdefault("rival", {})["lineup"] = rest[: len(coming)]
        bench = self.data["bench"] = {}
        for at, (item, id_) in enumerate(zip([*coming, *benched], rest, strict=True)):
            if id_ in bench:
                self.fail("{id} is another unit's id already", item.places[""], id=clip(id_))
            bench[id_] = {key: value for key, value in item.fields.items() if key not in ("side", "id")}
            self.places |= {f"bench.{part(id_)}{place}": start for place, start in item.places.items()}
            self.places[f"rival.lineup[{at}]"] = item.places[""]
        if not self.seen & {"next", "bench"}:
            del self.data["bench"]


class Section(NamedTuple):
    """A section: how what follows its colon is read, and how what the position has of it is written, if anything."""

    read: Callable[[Board, Token], None]
    write: Callable[[Writing], str]


def _units(side: str, key: str = "units") -> Section:
    """Units of a side, those of the rival's lineup, top first, or others that are known of it.

    Sections of a side may stand several times, for its units are kept in order (`Writing` writes them).
    """

    def read(board: Board, token: Token) -> None:
        board.places.setdefault("units", token.start)
        board.units[key] += line_units.read_units(board, side, coming=key != "units")

    def write(line: Writing) -> str:
        return ", ".join(line.unit(line.bench[id_] | {"id": id_}) for id_ in line.waiting.get(key, ()))

    return Section(read, write)


def _read_column(board: Board, _: Token) -> None:
    found = board.data.setdefault("rival", {}).setdefault("tactics", [])
    while not board.over:
        token = board.name(tr("a tactic"))
        board.places[f"rival.tactics[{len(found)}]"] = token.start
        found.append(board.resolve("tactic", token))
        board.take(",")


def _read_lying(board: Board, _: Token) -> None:
    while not board.over:
        token = board.name(tr("a chip and its hex, such as trident@C3"))
        if not board.take("@"):
            board.fail("expected the hex where it lies, as in {example}", example=f"{token.value}@C3")
        hex_ = line_units.read_hex(board)
        board.put(token, {"hex": hex_.value}, hex_.start)
        board.take(",")


def _table(key: str, fields: line_units.Fields | None, like: str) -> Section:
    """Keys and their values; without fields the keys are open questions."""

    def read(board: Board, _: Token) -> None:
        table: line_units.Raw = {}
        board.tell(key, table, board.token)
        while not board.over:
            line_units.read_pair(board, table, fields, board.places, key, like)
            board.take(",")

    return Section(read, lambda line: line.pairs(line.position.get(key, {}), fields))


_LASTING = line_units.fields_of(Lasting, "do")


def _read_lasting(board: Board, _: Token) -> None:
    """Read what effects do for a while: each a verb in quotes, and on whom, until when and by whom as pairs."""
    found: list[line_units.Raw] = board.data.setdefault("state", {}).setdefault("lasting", [])
    while not board.over:
        where = f"state.lasting[{len(found)}]"
        token = board.name(tr('what lasts, such as "movement +1" units=archer until=end-of-turn'))
        board.places[where] = token.start
        try:
            verbs = read_effect(token.value).verbs
        except UsageError as fault:
            board.fail(str(fault), token.start)
        if len(verbs) != 1:
            board.fail("one verb lasts, not {n}: a comma goes between what lasts", token.start, n=len(verbs))
        found.append(row := {"do": msgspec.to_builtins(verbs[0])})
        while not board.over and not board.take(","):
            line_units.read_pair(board, row, _LASTING, board.places, where, "units=archer")


def _write_lasting(line: Writing) -> str:
    rows = line.position.get("state", {}).get("lasting", ())
    verbs = [write_text(write_effect(msgspec.convert({"do": [row["do"]]}, Effect))) for row in rows]
    return ", ".join(f"{verb} {line.pairs(row, _LASTING)}" for verb, row in zip(verbs, rows, strict=True))


SECTIONS: dict[str, Section] = {
    **{side: _units(side) for side in SIDES},
    "next": _units("rival", "next"),
    "bench": _units("rival", "bench"),
    "tactics": Section(
        _read_column,
        lambda line: " ".join(line.names.write("tactic", each) for each in line.rival.get("tactics", ())),
    ),
    "on": Section(
        _read_lying,
        lambda line: ", ".join(
            f"{name}@{line_units.write_hex(at['hex'])}" for name, at in line.equipped if "hex" in at
        ),
    ),
    "yours": _table("player", line_units.fields_of(PlayerDoc), "camp=1"),
    "cards": _table("cards", {kind: line_units.Shape(many=True, kind=singular(kind)) for kind in CARDS}, "banes=NAME"),
    "rulings": _table("rulings", None, "taunt.which=any"),
    "variant": _table("variant", line_units.fields_of(Variant), "boots=2024"),
    "state": _table("state", line_units.fields_of(StateDoc, "lasting"), "stayed=defender"),
    "lasting": Section(_read_lasting, _write_lasting),
}
_ALIASES = {"r": "rival", "chips": "on", "lineup": "next", line_words.FLAG: line_words.FLAG}
_SHORT = {"rival": "r", "player": "p", "arena": "a", "tactics": "tac"}


class Writing:
    """A position on its way to a line."""

    def __init__(self, position: line_units.Raw, names: line_words.Names) -> None:
        self.position = position
        self.names: line_words.Names = names
        names.set_arena(position["arena"])
        self.bench: dict[str, line_units.Raw] = position.get("bench", {})
        self.rival: line_units.Raw = position.get("rival", {})
        lineup = [id_ for id_ in self.rival.get("lineup", ()) if id_ in self.bench]
        self.waiting = {"next": lineup, "bench": [id_ for id_ in self.bench if id_ not in lineup]}
        chips: line_units.Raw = position.get("chips", {})
        named = {name: names.write(line_words.EQUIPPABLE, name) for name in chips}
        named |= {line_words.FLAG: write_text(line_words.FLAG)}
        self.equipped: list[tuple[str, line_units.Raw]] = [(named[name], place) for name, place in chips.items()]
        self.equipped += [(line_words.FLAG, position[line_words.FLAG])] if line_words.FLAG in position else []
        self.ids = self._ids()

    def line(self) -> str:
        """Write the whole line."""
        units: list[tuple[str, str]] = []
        for unit in self.position["units"]:
            written, side = self.unit(unit), unit["side"]
            before = f"{units.pop()[1]}, " if units and units[-1][0] == side else ""
            units.append((side, before + written))
        rest = [(name, section.write(self)) for name, section in SECTIONS.items()]
        sections = [f"{_SHORT.get(name, name)}: {text}" for name, text in [*units, *rest] if text]
        return " | ".join([self._head(), *sections])

    def _head(self) -> str:
        position, arena, event = self.position, self.position["arena"], self.position.get("event", "bloodshed")
        is_typed_out = isinstance(arena, dict)
        words = [write_text(", ".join(mat_parts(arena))) if is_typed_out else self.names.write("arena", arena)]
        if event != "bloodshed":
            words.append(next((short for short, long in SHORT_EVENTS.items() if long == event), event))
        words += [f"act{position['act']}"] if "act" in position else []
        words += [str(position[key]) for key in ("turn", "step", "from") if key in position]
        return " ".join([*words, *["explain"] * position.get("explain", False)])

    def _ids(self) -> set[str]:
        """Find which units need their ids written, since they would be given others."""
        waiting = [id_ for ids in self.waiting.values() for id_ in ids]
        units = self.position["units"] + [self.bench[id_] | {"side": "rival", "id": id_} for id_ in waiting]
        told: set[str] = set()
        while True:
            given = line_words.default_ids(units, [unit["id"] if unit["id"] in told else None for unit in units])
            other = next((unit["id"] for unit, id_ in zip(units, given, strict=True) if id_ != unit["id"]), None)
            if other is None or other in told:
                return told
            told.add(other)

    def unit(self, unit: line_units.Raw) -> str:
        """Write a unit with what it holds."""
        held = [name for name, place in self.equipped if place.get("holder") == unit["id"]]
        return line_units.write_unit(unit | {line_units.HELD: held}, self.names, unit["id"] in self.ids)

    def pairs(self, table: line_units.Raw, fields: line_units.Fields | None) -> str:
        """Write pairs of keys and values."""
        return " ".join(
            f"{key}={(fields[key] if fields else line_units.TEXT).write(self.names, value)}"
            for key, value in table.items()
            if not fields or key in fields
        )


def write_notation(position: line_units.Raw, catalogue: Catalogue) -> str:
    """Write position@1, given as plain data, in one line; InvalidError where no line says just that."""
    plain = plainly_said(position)
    try:
        line = Writing(plain, line_words.Names(catalogue)).line()
        back = plainly_said(Board(line, catalogue).read())
    except UsageError:
        back = {}
    if back != plain:
        raise InvalidError([defect("notation", "", "this position cannot be typed in one line: write it as JSON")])
    return line


def read_board(line: str, reader: PositionReader) -> Combat:
    """Read a line into a combat; NotationError points at whatever is wrong with it, the position's defects too."""
    board = Board(line, reader.catalogue)
    position = board.read()
    try:
        return reader.read_plain(position)
    except InvalidError as fault:
        if any(".toml" in defect.where for defect in fault.defects):
            # A record is broken, not the line.
            raise
        faults = []
        for each in fault.defects:
            where = each.where
            while where and where not in board.places:
                # What it is part of stands in the line, if it does not itself.
                where = where[: max(where.rfind("."), where.rfind("["), 0)]
            faults.append((board.places.get(where, 0), each.message))
        raise line_words.NotationError(line, faults) from None
